"""How near everybody is to each of the three victories, in per cent, and who has won."""

from __future__ import annotations

from yupana.core.game import Outcome, ScoreTree, Seat, rank_places
from yupana.core.grid import cells_in
from yupana.games.wiraqocha.components import Box, card_names
from yupana.games.wiraqocha.state import Over, Player, State
from yupana.games.wiraqocha.view import View

WHOLE = 100
"""Per cent of a goal."""


def progress(box: Box, table: State | View, seat: Seat) -> ScoreTree:
    """W-11.6: the nearest of the three victories, each with what counts for it."""
    player = table.players[seat]
    ladders = (
        artifacts(box, table, player),
        crystals(box, player),
        leviathan(box, player),
    )
    best = max(ladder.points for ladder in ladders)
    return ScoreTree("progress", best, parts=ladders, best=True)


def artifacts(box: Box, table: State | View, player: Player) -> ScoreTree:
    """W-11.2 W-11.6 W-13.8: one's Artifacts; nothing once one of them is lost."""
    there = table.ruins
    for each in table.players:
        there |= each.artifacts
    if there != box.all_artifacts:
        return ScoreTree("artifacts-lost", 0)
    own = tuple(f"artifact {number + 1}" for number in cells_in(player.artifacts))
    return ScoreTree("artifacts", WHOLE * len(own) // box.artifacts, own)


def crystals(box: Box, player: Player) -> ScoreTree:
    """W-11.3: one's crystals."""
    have = min(player.crystals, box.crystal_goal)
    where = (f"{player.crystals}/{box.crystal_goal}",)
    return ScoreTree("crystals", WHOLE * have // box.crystal_goal, where)


def leviathan(box: Box, player: Player) -> ScoreTree:
    """W-11.4 W-11.5: the costs of one's cards, cubes and crystals each by their share of the goal."""
    costs, goal = box.costs(player.cards), box.leviathan
    share = WHOLE * goal.cubes // (goal.cubes + goal.crystals)
    cubes = ScoreTree(
        "leviathan-cubes",
        share * min(costs.cubes, goal.cubes) // goal.cubes,
        card_names(player.cards),
    )
    precious = sum(1 << card for card in cells_in(player.cards) if box.card_crystals[card])
    crystals = ScoreTree(
        "leviathan-crystals",
        (WHOLE - share) * min(costs.crystals, goal.crystals) // goal.crystals,
        card_names(precious),
    )
    return ScoreTree("leviathan", cubes.points + crystals.points, parts=(cubes, crystals))


def outcome(box: Box, state: State) -> Outcome | None:
    """W-11.1 W-11.6: the winner first, the others by how near they were."""
    if not isinstance(state.phase, Over):
        return None
    scores = tuple(progress(box, state, seat).points for seat in range(box.seats))
    return Outcome(why=state.phase.why, places=rank_places(scores), scores=scores)
