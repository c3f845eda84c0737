"""How near everybody is to the three victories, and the outcome."""

from __future__ import annotations

import pytest

from tests.games.wiraqocha.tables import do, table, three, two
from yupana.core.game import ScoreTree
from yupana.games.wiraqocha import Wiraqocha


def ladders(game: Wiraqocha, text: str, seat: int = 0) -> dict[str, int]:
    tree = game.score(table(game, text), seat)
    assert tree.best
    assert tree.points == tree.total() == max(part.points for part in tree.parts)
    return {part.reason: part.points for part in tree.parts}


@pytest.mark.rule("W-11.6")
def test_at_the_start_nobody_is_near_anything() -> None:
    assert ladders(two(), "1 preparing") == {"artifacts": 0, "crystals": 0, "leviathan": 0}


@pytest.mark.rule("W-11.2", "W-11.6")
def test_each_artifact_is_a_quarter_of_the_treasure() -> None:
    game = two()
    state = table(game, "1 preparing\n1 artifacts 1 3 4")
    assert game.score(state, 0).parts[0] == ScoreTree(
        "artifacts", 75, ("artifact 1", "artifact 3", "artifact 4")
    )
    assert game.score(state, 1).points == 0


@pytest.mark.rule("W-11.6", "W-13.8")
def test_a_treasure_that_cannot_be_found_any_more_counts_nothing() -> None:
    game = two()
    text = "1 preparing\nlost 2\n1 artifacts 1 3 4 crystals 1"
    assert ladders(game, text) == {"artifacts-lost": 0, "crystals": 9, "leviathan": 0}


@pytest.mark.rule("W-11.3", "W-11.6")
def test_crystals_are_counted_against_their_goal() -> None:
    assert ladders(two(), "1 preparing\n1 crystals 10")["crystals"] == 90
    assert ladders(three(), "1 preparing\n1 crystals 3")["crystals"] == 33
    tree = two().score(table(two(), "1 preparing\n1 crystals 10"), 0)
    assert tree.parts[1].where == ("10/11",)


@pytest.mark.rule("W-11.4", "W-11.6")
def test_the_leviathan_has_two_requirements_each_with_its_share() -> None:
    game = two()
    state = table(game, "1 preparing\n1 cards death-ray juggernaut force-field")
    assert game.score(state, 0).parts[2] == ScoreTree(
        "leviathan",
        61,
        parts=(
            ScoreTree("leviathan-cubes", 52, ("force-field", "death-ray", "juggernaut")),
            ScoreTree("leviathan-crystals", 9, ("force-field", "death-ray")),
        ),
    )
    plenty = "juggernaut android-factory flying-fortress android-explorer battle-exoskeleton"
    assert ladders(game, f"1 preparing\n1 cards {plenty} production-tanks")["leviathan"] == 91


@pytest.mark.rule("W-11.4", "W-11.6")
def test_whoever_has_both_is_at_a_hundred_and_never_above() -> None:
    game = two()
    text = """
        1 acting
        on 5:1C
        market death-ray
        1 cubes 5 crystals 1 cards juggernaut android-factory flying-fortress mechanical-miner psychic-probe
        2 crystals 10
        """
    after = do(game, table(game, text), "1 build death-ray")
    assert game.score(after, 0).parts[2].points == 100
    outcome = game.outcome(after)
    assert outcome is not None
    assert (outcome.why, outcome.scores, outcome.places) == ("leviathan", (100, 90), ((0,), (1,)))
    rich = table(two(), "1 preparing\n1 crystals 20")
    assert game.score(rich, 0).points == 100


@pytest.mark.rule("W-11.6")
def test_the_others_are_placed_by_their_nearest_victory() -> None:
    game = Wiraqocha(4, valley="first")
    text = """
        2 acting
        on 5:2C 9:2D
        market force-field death-ray juggernaut
        1 artifacts 1
        2 crystals 6
        3 artifacts 2 3
        4 artifacts 4
        """
    outcome = game.outcome(do(game, table(game, text), "2 end"))
    assert outcome is not None
    assert outcome.why == "crystals"
    assert outcome.scores == (25, 100, 50, 25)
    assert outcome.places == ((1,), (2,), (0, 3))
    assert (outcome.tie_break, outcome.rank) == (None, None)


def test_a_score_is_the_same_from_every_seat() -> None:
    game = three()
    state = table(game, "1 preparing\n1 artifacts 1\n2 crystals 4\n3 cards juggernaut")
    for seat in range(3):
        seen = [game.score_seen(game.view(state, viewer), seat) for viewer in (0, 1, 2, None)]
        assert seen == [game.score(state, seat)] * 4
