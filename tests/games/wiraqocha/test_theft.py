"""Theft, crystals, the Graveyard and the market."""

from __future__ import annotations

import pytest

from tests.games.wiraqocha.tables import (
    allowed,
    do,
    lines_of,
    on,
    phase,
    refused,
    table,
    three,
    two,
)
from yupana.games.wiraqocha.state import Artifact, Crystal, Invention, Over, Pillage

RICH = """
    1 acting 3 6{dice}
    on 8:1C 3:2C4
    1 cubes 4
    2 crystals 2 artifacts 2 4 cards death-ray juggernaut force-field reserve juggernaut
    """


@pytest.mark.rule("W-8.4", "W-8.3", "W-8.9")
def test_the_thief_chooses_a_crystal_an_invention_or_an_artifact_but_no_building() -> None:
    game = two()
    state = table(game, RICH.format(dice=""))
    assert allowed(game, state, "pillage") == [
        "pillage 3 with 3 beating 6 for crystal",
        "pillage 3 with 3 beating 6 for artifact 2",
        "pillage 3 with 3 beating 6 for artifact 4",
        "pillage 3 with 3 beating 6 for death-ray",
        "pillage 3 with 3 beating 6 for juggernaut",
    ]
    assert refused(game, state, "1 pillage 3 with 3 beating 6 for force-field") == "W-8.3"
    assert refused(game, state, "1 pillage 3 with 3 beating 6 for artifact 1") == "W-8.9"
    assert refused(game, state, "1 pillage 3 with 3 beating 6 for psychic-probe") == "W-8.9"
    after = do(game, state, "1 pillage 3 with 3 beating 6 for artifact 4")
    assert lines_of(game, after, 1).endswith("artifacts 4")
    assert "artifacts 2 cards" in lines_of(game, after, 2)
    assert on(game, after) == "3:2C4 8:1C"
    after = do(game, state, "1 pillage 3 with 3 beating 6 for death-ray")
    assert lines_of(game, after, 1).endswith("cards death-ray")
    assert lines_of(game, after, 2).endswith("cards force-field juggernaut")
    after = do(game, state, "1 pillage 3 with 3 beating 6 for crystal")
    assert lines_of(game, after, 1).startswith("cubes 4 crystals 1")
    assert lines_of(game, after, 2).startswith("cubes 0 crystals 1")


@pytest.mark.rule("W-8.4", "W-10.5")
def test_only_a_rivals_base_camp_is_pillaged() -> None:
    game = two()
    state = table(game, "1 acting 3 5 6\non 8:1C 3:2C 5:2D\n2 crystals 2")
    assert refused(game, state, "1 pillage 5 with 5 beating 6 for crystal") == "W-8.4"
    assert refused(game, state, "1 pillage 8 with 3 5 beating 6 for crystal") == "W-8.4"
    assert refused(game, state, "1 pillage 3 with 3 beating 5 for crystal") == "W-5.17"
    assert refused(game, state, "1 pillage 3 with 5 beating 6 for crystal") == "W-5.4"
    assert refused(game, state, "1 pillage 3 with 3 beating 4 for crystal") == "W-5.2"


@pytest.mark.rule("W-8.5", "W-8.9")
def test_one_steals_as_often_as_the_dice_allow_from_several_rivals() -> None:
    game = three()
    state = table(
        game,
        """
        1 acting 1 2 3 5 6 6 6
        on 8:1C 3:2C 5:3C
        2 crystals 2
        3 crystals 1
        """,
    )
    after = do(
        game,
        state,
        "1 pillage 3 with 3 beating 6 for crystal",
        "1 pillage 3 with 1 2 beating 6 for crystal",
        "1 pillage 5 with 5 beating 6 for crystal",
    )
    assert [player.crystals for player in after.players] == [3, 0, 0]
    assert phase(game, after) == "acting"


@pytest.mark.rule("W-8.9")
def test_nothing_is_offered_where_there_is_nothing_to_steal() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C\n2 cubes 3 cards force-field")
    assert allowed(game, state, "pillage") == []
    for loot in ("crystal", "artifact 1", "juggernaut"):
        assert refused(game, state, f"1 pillage 3 with 3 beating 6 for {loot}") == "W-8.9"
    assert refused(game, state, "1 pillage 3 with 3 beating 6 for prisoner") == "W-14.8"


@pytest.mark.rule("W-8.6", "W-8.7", "W-8.2")
def test_a_stolen_invention_is_used_at_once_if_it_belongs_to_the_actions() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 2 3 6
        on 8:1C 3:2C
        2 cards battle-exoskeleton production-tanks
        """,
    )
    assert refused(game, state, "1 exoskeleton 2") == "W-13.5"
    after = do(game, state, "1 pillage 3 with 3 beating 6 for battle-exoskeleton")
    assert phase(game, do(game, after, "1 exoskeleton 2")) == "acting 5"
    tanks = do(game, state, "1 pillage 3 with 3 beating 6 for production-tanks")
    assert lines_of(game, tanks, 1).startswith("cubes 0 ")
    assert refused(game, tanks, "1 collect") == "W-2.1"


@pytest.mark.rule("W-8.7")
def test_a_once_a_turn_limit_is_per_card_and_turn() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting
        done exoskeleton
        on 3:1C 8:2C
        market force-field death-ray juggernaut
        1 cards battle-exoskeleton
        """,
    )
    after = do(game, state, "1 end", "2 roll", "* rolled 3 4 6")
    after = do(game, after, "2 pillage 3 with 3 beating 6 for battle-exoskeleton")
    after = do(game, after, "2 exoskeleton 4")
    assert phase(game, after) == "acting 5"
    assert refused(game, after, "2 exoskeleton 5") == "W-13.5"


@pytest.mark.rule("W-8.8", "W-8.9")
def test_a_thief_needs_a_pawn_that_could_have_taken_the_tile() -> None:
    game = two()
    zeppelins = "1 graveyard zeppelin zeppelin\n2 crystals 1"
    far = "1 acting 4 5 6 6\non 10:1C 456:2C\n{}"
    assert allowed(game, table(game, far.format("2 crystals 1")), "pillage") == []
    state = table(game, far.format("2 crystals 1"))
    assert refused(game, state, "1 pillage 456 with 4 5 6 beating 6 for crystal") == "W-8.8"
    on_board = table(game, far.format("2 crystals 1").replace("10:1C", "10:1C 9:1Z"))
    assert len(allowed(game, on_board, "pillage")) == 1
    next_door = table(game, far.format("2 crystals 1").replace("10:1C", "8:1C"))
    after = do(game, next_door, "1 pillage 456 with 4 5 6 beating 6 for crystal")
    assert on(game, after) == "8:1C 456:2C"  # the Zeppelin stays in the Reserve
    assert "zeppelin zeppelin" in lines_of(game, after, 1)
    none_left = table(game, far.format(zeppelins).replace("10:1C", "8:1C"))
    assert refused(game, none_left, "1 pillage 456 with 4 5 6 beating 6 for crystal") == "W-8.8"
    valley = table(game, "1 acting 3 6\non 10:1C 3:2C\n2 crystals 1")
    assert len(allowed(game, valley, "pillage")) == 1  # the Camp itself could go there


@pytest.mark.rule("W-8.9", "W-12.3", "W-12.5")
def test_camp_die_and_fortress_stay_when_it_is_pillaged() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3 3 6 6 6
        on 8:1C 3^:2C4
        2 crystals 2 cards flying-fortress
        """,
    )
    assert allowed(game, state, "pillage") == ["pillage 3 with 3 beating 6 6 for crystal"]
    after = do(game, state, "1 pillage 3 with 3 beating 6 6 for crystal")
    assert on(game, after) == "3^:2C4 8:1C"
    assert phase(game, after) == "acting 3 6"


@pytest.mark.rule("W-11.1", "W-8.4")
def test_a_theft_can_win() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C\n1 crystals 10\n2 crystals 5")
    after = do(game, state, "1 pillage 3 with 3 beating 6 for crystal")
    assert after.phase == Over(0, "crystals")


def test_loot_that_makes_no_sense_is_refused_with_a_clause() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C\n2 crystals 1")
    moves = game.moves(state, 0)
    tile = game.box.tile_named["3"]
    assert moves.why_not(Pillage(tile, (3,), (6,), Crystal())) is None
    assert moves.why_not(Pillage(tile, (3,), (6,), Artifact(99))) == "W-8.9"
    assert moves.why_not(Pillage(tile, (3,), (6,), Invention(99))) == "W-8.9"
    assert moves.why_not(Pillage(99, (3,), (6,), Crystal())) == "W-1.2"


# The market


@pytest.mark.rule("W-8.1")
def test_one_card_a_turn_is_built_and_paid_to_the_supply() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting
        on 8:1C 3:2C
        market android-factory psychic-probe production-tanks
        1 cubes 8
        """,
    )
    assert allowed(game, state, "build") == ["build android-factory", "build production-tanks"]
    assert refused(game, state, "1 build psychic-probe") == "W-8.1"  # no crystal
    assert refused(game, state, "1 build juggernaut") == "W-8.1"  # not face up
    after = do(game, state, "1 build android-factory")
    assert lines_of(game, after, 1).startswith("cubes 4 crystals 0")
    assert lines_of(game, after, 1).endswith("cards android-factory")
    assert refused(game, after, "1 build production-tanks") == "W-8.1"
    assert allowed(game, after, "build") == []
    poor = table(game, "1 acting\non 8:1C\nmarket android-factory\n1 cubes 3")
    assert refused(game, poor, "1 build android-factory") == "W-8.1"
    assert allowed(game, poor, "build") == []


@pytest.mark.rule("W-8.1")
def test_a_card_may_cost_crystals_too() -> None:
    game = two()
    state = table(game, "1 acting\non 8:1C\nmarket death-ray\n1 cubes 6 crystals 3")
    after = do(game, state, "1 build death-ray")
    assert lines_of(game, after, 1).startswith("cubes 1 crystals 2")
    assert refused(game, state, "1 build death-ray on 8") == "W-12.6"


@pytest.mark.rule("W-8.2")
def test_a_card_works_in_the_turn_it_is_built() -> None:
    game = two()
    state = table(game, "1 acting 2\non 8:1C\nmarket battle-exoskeleton\n1 cubes 4")
    after = do(game, state, "1 build battle-exoskeleton", "1 exoskeleton 2")
    assert phase(game, after) == "acting 5"


# Crystals and the Graveyard


@pytest.mark.rule("W-8.10")
def test_once_a_turn_a_crystal_buys_one_more_die() -> None:
    game = two()
    state = table(game, "1 acting 2\non 8:1C\n1 crystals 2")
    after = do(game, state, "1 crystal die")
    assert phase(game, after) == "rolling 1 beside 2"
    after = do(game, after, "* rolled 1")
    assert phase(game, after) == "acting 1 2"
    assert lines_of(game, after, 1).startswith("cubes 0 crystals 1")
    assert refused(game, after, "1 crystal die") == "W-8.10"
    assert allowed(game, after, "crystal") == []
    assert refused(game, table(game, "1 acting 2\non 8:1C"), "1 crystal die") == "W-8.10"


@pytest.mark.rule("W-8.11")
def test_once_a_turn_a_pawn_is_bought_back_and_may_be_played_at_once() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3
        on 8:1C
        1 cubes 7 graveyard drill drill explorer
        2 graveyard zeppelin
        """,
    )
    assert allowed(game, state, "buy") == ["buy back explorer", "buy back drill"]
    after = do(game, state, "1 buy back drill")
    assert lines_of(game, after, 1).startswith("cubes 4 ")
    assert on(game, do(game, after, "1 take 3 by drill with 3")) == "3:1D 8:1C"
    assert refused(game, after, "1 buy back drill") == "W-8.11"
    assert refused(game, state, "1 buy back zeppelin") == "W-8.11"
    assert allowed(game, after, "buy") == []
    poor = table(game, "1 acting 3\non 8:1C\n1 cubes 2 graveyard drill")
    assert refused(game, poor, "1 buy back drill") == "W-8.11"
