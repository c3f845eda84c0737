"""Judgement for Wiraqocha: progress to the nearest victory, and what the valley yields meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

from yupana.core.game import Event, Moves, Seat
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.board import camp_stands, defence
from yupana.games.wiraqocha.components import (
    ANDROID_FACTORY,
    BATTLE_EXOSKELETON,
    CARDS,
    PSYCHIC_PROBE,
    TANKS,
    WORKSHOP,
)
from yupana.games.wiraqocha.preparation import dice_to_roll
from yupana.games.wiraqocha.scoring import progress
from yupana.games.wiraqocha.state import (
    CAMP,
    DRILLS,
    EXPLORERS,
    ZEPPELINS,
    Acting,
    End,
    Enter,
    Lower,
    March,
    Over,
    Preparing,
    Probe,
    Raise,
    Rolling,
    Stand,
    State,
    Strengthen,
    Tile,
    WiraqochaMove,
)

VICTORY = 1e6
NEAREST, OTHERS = 1.0, 0.25
"""A per cent of the nearest victory, and of the other two."""
CAMP_STANDS = 25.0
EXTRACTION = 5.0
"""A point of extraction a turn."""
VILLAGE, JUNGLE, RUINS, TERRITORY = 2.5, 1.5, 1.0, 0.5
"""What a tile is good for each turn: a die, a cube, a re-roll, ground to enter from."""
SCOUT = 1.5
"""An Explorer next to a Ruins with its Artifact, or a Zeppelin that could land him there."""
CUBE, LOST_PAWN = 0.8, 1.2
STEADY = {
    TANKS: 4.0,
    WORKSHOP: 2.0,
    ANDROID_FACTORY: 2.0,
    BATTLE_EXOSKELETON: 3.0,
    PSYCHIC_PROBE: 2.0,
}
"""What cards do turn by turn."""
DIE, FACE, ROLL = 0.3, 0.08, 1.0
"""A die in hand, each of its pips, a die to be rolled."""
GUARD = 0.12
"""How much of a tile's worth each pip of its defence keeps."""
RIVAL = 0.35
"""How much it hurts that the best rival does well."""
FREE_HAND = 0.05
"""What it takes to prefer a change that only prepares something."""


def candidates(
    game: Wiraqocha, state: State, seat: Seat, moves: Moves[WiraqochaMove]
) -> Iterable[WiraqochaMove]:
    return moves


def weigh(game: Wiraqocha, state: State, seat: Seat, move: WiraqochaMove) -> float:
    """The worth of what comes next; of a change of dice, of the best conquest it allows."""
    after = game.apply(state, Event(seat, move))
    match move, after.phase:
        case End(), Over():
            return VICTORY
        case End(), _:
            return worth(game, state, seat) - in_hand(game, state, seat)
        case ((Raise() | Lower() | Strengthen() | Probe()), Acting()):
            prepared = (
                worth(game, game.apply(after, Event(seat, next_)), seat)
                for next_ in game.moves(after, seat)
                if isinstance(next_, Enter | March)
            )
            wasted = worth(game, state, seat) - in_hand(game, state, seat) - FREE_HAND
            return max(prepared, default=wasted) - FREE_HAND
        case _:
            return worth(game, after, seat)


def worth(game: Wiraqocha, state: State, seat: Seat) -> float:
    """How good the state looks for the seat: its own standing less a part of the best rival's."""
    if isinstance(state.phase, Over):
        return VICTORY if state.phase.winner == seat else -VICTORY
    rivals = (standing(game, state, other) for other in range(game.seats) if other != seat)
    return standing(game, state, seat) + in_hand(game, state, seat) - RIVAL * max(rivals)


def standing(game: Wiraqocha, state: State, seat: Seat) -> float:
    """Progress, what the valley yields, cards at work, pawns at hand."""
    player = state.players[seat]
    ladders = [ladder.points for ladder in progress(game.box, state, seat).parts]
    best = max(ladders)
    total = NEAREST * best + OTHERS * (sum(ladders) - best)
    total += CUBE * player.cubes - LOST_PAWN * sum(player.graveyard)
    total += sum(STEADY.get(card, 1.0) for card in range(len(CARDS)) if player.cards >> card & 1)
    if camp_stands(state, seat):
        total += CAMP_STANDS
    for tile, stand in enumerate(state.stands):
        if stand is not None and stand.seat == seat:
            total += ground(game, state, tile, stand)
    return total


def ground(game: Wiraqocha, state: State, tile: Tile, stand: Stand) -> float:
    """What a tile is worth to whoever stands there, the more the better it is defended."""
    box = game.box
    good = TERRITORY + JUNGLE * box.cubes[tile]
    if box.villages >> tile & 1:
        good += VILLAGE
    if box.ruins >> tile & 1:
        good += RUINS
    if stand.pawn in DRILLS:
        good += EXTRACTION * (2 if box.veins >> tile & 1 else 1)
    unfound = box.artifact[tile] & state.ruins
    if unfound and stand.pawn in ZEPPELINS:
        good += 3 * SCOUT
    if stand.pawn in EXPLORERS:
        near = box.near(state.valley)[tile]
        if any(
            near >> other & 1 and box.artifact[other] & state.ruins
            for other in range(len(box.tiles))
        ):
            good += SCOUT
    if stand.pawn == CAMP:
        good += 2 * TERRITORY
    guard = defence(box, state, tile)
    return good * (1 + GUARD * guard.value * guard.dice / 2)


def in_hand(game: Wiraqocha, state: State, seat: Seat) -> float:
    """What the dice of the seat's turn are still good for."""
    if state.turn.seat != seat:
        return 0.0
    match state.phase:
        case Preparing():
            return ROLL * dice_to_roll(game.box, game.options, state)
        case Rolling(count, dice):
            return ROLL * count + sum(DIE + FACE * die for die in dice)
        case Acting(dice):
            return sum(DIE + FACE * die for die in dice)
        case _:
            return 0.0
