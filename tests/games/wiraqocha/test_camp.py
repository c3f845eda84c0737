"""The Base Camp: placing it first, what one may do before it stands, its defence; the Artifacts."""

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

# Placing it


@pytest.mark.rule("W-10.1", "W-10.2")
def test_the_base_camp_comes_first_and_in_the_first_turn_goes_anywhere() -> None:
    game = two()
    state = table(game, "1 acting 1 4 6")
    assert allowed(game, state) == [
        "take 1 by camp with 1",
        "take 4 by camp with 4",
        "take 5 by camp with 1 4",
        "take 6 by camp with 6",
        "take 7 by camp with 1 6",
        "take 10 by camp with 4 6",
    ]
    assert refused(game, state, "1 take 1 by drill with 1") == "W-10.1"
    after = do(game, state, "1 take 7 by camp with 1 6")
    assert on(game, after) == "7:1C"
    assert "take 4 by drill with 4" in allowed(game, after)


@pytest.mark.rule("W-10.2")
def test_with_an_own_pawn_on_the_board_it_goes_next_to_it() -> None:
    game = two()
    state = table(game, "1 acting 1 4 6\non 9:1D 10:2C")
    assert allowed(game, state) == ["take 4 by camp with 4", "take 5 by camp with 1 4",
                                    "take 7 by camp with 1 6"]  # fmt: skip
    assert refused(game, state, "1 take 1 by camp with 1") == "W-10.2"
    assert refused(game, state, "1 take 1 from 9 with 1") == "W-10.1"


@pytest.mark.rule("W-10.2")
def test_with_none_left_on_the_board_it_goes_anywhere_again() -> None:
    game = two()
    state = table(game, "1 acting 1 1 2\non 10:2C\n1 graveyard drill drill explorer")
    assert "take 1 by camp with 1" in allowed(game, state)
    assert "take 2 by camp with 1 1" in allowed(game, state)


@pytest.mark.rule("W-10.3")
def test_it_may_drive_out_a_rival_but_no_zeppelin_and_from_no_mountain() -> None:
    game = two()
    state = table(game, "1 acting 4 5 6\non 5:2C 6:2D4 4:2Z 10:2E 456:2Z")
    assert allowed(game, state, "take") == [
        "take 5 by camp with 5 beating 6",
        "take 6 by camp with 6 beating 5",
        "take 9 by camp with 4 5",
        "take 10 by camp with 4 6",
    ]
    assert refused(game, state, "1 take 4 by camp with 4") == "W-10.3"
    assert refused(game, state, "1 take 456 by camp with 4 5 6") == "W-10.3"
    assert refused(game, state, "1 take 11 by camp with 5 6") == "W-10.3"
    after = do(game, state, "1 take 5 by camp with 5 beating 6")
    assert on(game, after) == "4:2Z 5:1C 6:2D4 10:2E 456:2Z"
    assert "camp" in lines_of(game, after, 2)


# When it cannot be placed


@pytest.mark.rule("W-10.7", "W-10.9")
def test_a_camp_that_cannot_be_placed_costs_the_rest_of_the_turn() -> None:
    game = two(prisoners=True)
    state = table(
        game,
        """
        1 acting 6 6
        on 9:1D3 11:1D 5:2C
        market juggernaut
        1 cubes 6 cards death-ray flying-fortress transport-tunneller graveyard explorer
        2 crystals 2 prisoner 1 zeppelin
        """,
    )
    blocked = table(
        game,
        """
        1 acting 2 6
        on 11:1D3 5:2C 1:2Z 2:2Z
        market juggernaut death-ray force-field
        1 cubes 5 cards flying-fortress transport-tunneller graveyard explorer
        2 crystals 2 prisoner 1 zeppelin
        """,
    )
    assert "end" not in allowed(game, state)
    assert allowed(game, blocked) == ["end"]
    for line in ("defend 11 with 2", "build juggernaut", "buy back explorer", "fortress 11"):
        assert refused(game, blocked, f"1 {line}") == "W-10.9"
    for line in ("ray 2", "ransom 2 with cubes"):
        assert refused(game, blocked, f"1 {line}") == "W-10.9"
    assert refused(game, blocked, "1 tunnel 5 with 2 for crystal") == "W-10.1"
    assert refused(game, blocked, "1 pillage 5 with 2 beating 6 for crystal") == "W-10.1"
    assert refused(game, blocked, "1 take 2 from 11 with 2") == "W-10.1"
    after = do(game, blocked, "1 end")
    assert on(game, after) == "1:2Z 2:2Z 5:2C 11:1D3"  # the die kept in defence stays
    assert lines_of(game, after, 1).startswith("cubes 3 crystals 0")  # no harvest


@pytest.mark.rule("W-10.8")
def test_a_camp_that_can_be_placed_must_be() -> None:
    game = two()
    state = table(game, "1 acting 4 4\non 10:1D 5:2C")
    assert allowed(game, state) == ["take 4 by camp with 4"]
    assert refused(game, state, "1 end") == "W-10.8"


@pytest.mark.rule("W-10.8")
def test_cubes_oblige_to_change_dice_but_only_towards_placing_it() -> None:
    game = two()
    text = "1 acting 2 2\non 10:1D 5:2C\n1 cubes {}"  # 4 and 6 are next to 10
    assert allowed(game, table(game, text.format(1))) == ["take 4 by camp with 2 2"]
    text = "1 acting 2 6\non 10:1D 5:2C 6:2Z 4:2E2\n1 cubes {}"
    assert allowed(game, table(game, text.format(3))) == ["end"]
    state = table(game, text.format(4))
    assert allowed(game, state) == ["raise 2"]  # a lowered 6 leaves nothing to beat the 2
    assert refused(game, state, "1 end") == "W-10.8"
    after = do(game, state, "1 raise 2")
    assert allowed(game, after) == ["raise 3"]  # anything else would make it impossible
    assert refused(game, after, "1 lower 6") == "W-10.8"
    after = do(game, after, "1 raise 3", "1 take 4 by camp with 4 beating 6")
    assert on(game, after) == "4:1C 5:2C 6:2Z 10:1D"


@pytest.mark.rule("W-10.8", "W-7.3")
def test_a_six_raised_to_seven_counts_among_what_can_be_paid() -> None:
    game = two()
    text = "1 acting 4 6\non 10:1D 5:2C 6:2Z 4:2E6\n1 cubes {}"
    assert allowed(game, table(game, text.format(1))) == ["end"]
    assert allowed(game, table(game, text.format(2))) == ["take 4 by camp with 4 beating 7"]


@pytest.mark.rule("W-10.8")
def test_the_exoskeleton_and_the_probe_oblige_too() -> None:
    game = two()
    exoskeleton = table(game, "1 acting 4 3\non 10:1D 5:2C 6:2Z 4:2E4\n1 cards battle-exoskeleton")
    assert allowed(game, exoskeleton) == ["exoskeleton 3"]
    assert refused(game, exoskeleton, "1 exoskeleton 4") == "W-10.8"
    assert refused(game, exoskeleton, "1 end") == "W-10.8"
    used = table(
        game,
        "1 acting 4 3\ndone exoskeleton\non 10:1D 5:2C 6:2Z 4:2E4\n1 cards battle-exoskeleton",
    )
    assert allowed(game, used) == ["end"]
    probe = table(game, "1 acting 4 3\non 10:1D 5:2C 6:2Z4 4:2E4\n1 cards psychic-probe")
    assert allowed(game, probe) == ["probe 4"]
    assert refused(game, probe, "1 probe 5") == "W-10.8"
    after = do(game, probe, "1 probe 4")
    assert allowed(game, after) == ["take 4 by camp with 4 beating 3"]
    used = table(game, "1 acting 4 3\ndone probe\non 10:1D 5:2C 6:2Z4 4:2E4\n1 cards psychic-probe")
    assert allowed(game, used) == ["end"]


@pytest.mark.rule("W-10.8")
def test_luck_may_be_tried_but_need_not() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 1 1
        noted 3-3 left 1
        on 10:1D 3-3:1D 5:2C
        1 cubes 3 crystals 1 cards android-factory
        """,
    )
    blocked = table(
        game,
        """
        1 acting 3
        noted 3-3 left 1
        on 10:1D 3-3:1D 5:2C 4:2Z 6:2Z 9#:2D 6-6:2E6
        1 cubes 3 crystals 1 cards android-factory
        2 cards force-field
        """,
    )
    assert allowed(game, blocked) == ["reroll 3", "crystal die", "factory die", "end"]
    after = do(game, blocked, "1 crystal die")
    assert phase(game, after) == "rolling 1 beside 3"
    assert allowed(game, do(game, after, "* rolled 2"), "end") == ["end"]
    assert allowed(game, state, "reroll", "crystal", "factory") == [
        "reroll 1",
        "crystal die",
        "factory die",
    ]


@pytest.mark.rule("W-13.11", "W-10.1")
def test_who_strikes_his_own_camp_must_place_it_again() -> None:
    game = two()
    state = table(game, "1 acting 4 5\non 8:1C3 5:2C 10:1D\n1 cards death-ray")
    after = do(game, state, "1 ray 8")
    assert on(game, after) == "5:2C 8~ 10:1D"
    assert allowed(game, after) == ["take 4 by camp with 4"]
    after = do(game, after, "1 take 4 by camp with 4", "1 defend 4 with 5")
    assert on(game, after) == "4:1C5 5:2C 8~ 10:1D"
    gone = do(
        game,
        table(game, "1 acting\non 8:1C 9:1D 11:1D 5:2C\n1 cards death-ray"),
        "1 ray 8",
        "1 end",
    )
    assert lines_of(game, gone, 1).startswith("cubes 0 crystals 0")


# Its defence


@pytest.mark.rule("W-10.4")
@pytest.mark.parametrize(("die", "beaten_by"), [("", "6"), ("2", "6"), ("5", "6"), ("6", "7")])
def test_of_the_natural_five_and_a_die_the_higher_counts(die: str, beaten_by: str) -> None:
    game = two()
    state = table(game, f"1 acting 3 5 6\non 8:1C 3:2C{die}\n1 cubes 2")
    takes = [text for text in allowed(game, state, "take") if text.startswith("take 3 from")]
    assert takes == [f"take 3 from 8 with 3 beating {beaten_by}"]


@pytest.mark.rule("W-10.5", "W-10.6")
def test_a_beaten_camp_is_destroyed_by_moving_in_or_else_pillaged() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C4\n2 crystals 2")
    assert [
        text for text in allowed(game, state) if " 3 with" in text and "defend" not in text
    ] == ["pillage 3 with 3 beating 6 for crystal"]
    destroyed = do(game, state, "1 take 3 by drill with 3 beating 6")
    assert on(game, destroyed) == "3:1D 8:1C"
    assert lines_of(game, destroyed, 2).startswith("cubes 0 crystals 2 reserve camp")
    pillaged = do(game, state, "1 pillage 3 with 3 beating 6 for crystal")
    assert on(game, pillaged) == "3:2C4 8:1C"
    assert lines_of(game, pillaged, 2).startswith("cubes 0 crystals 1 reserve explorer")


@pytest.mark.rule("W-10.1", "W-10.9")
def test_a_destroyed_camp_is_placed_again_before_anything_else() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C 4:2D\nmarket force-field death-ray juggernaut")
    after = do(game, state, "1 take 3 by drill with 3 beating 6", "1 end", "2 collect", "2 roll")
    after = do(game, after, "* rolled 3 4 6")
    assert refused(game, after, "2 defend 4 with 4") == "W-10.9"
    assert refused(game, after, "2 take 6 by drill with 6") == "W-10.1"
    assert allowed(game, after) == [
        "take 6 by camp with 6",
        "take 7 by camp with 3 4",
        "take 9 by camp with 3 6",
        "take 10 by camp with 4 6",
    ]


# Explorers and Artifacts


@pytest.mark.rule("W-10.14")
def test_the_first_explorer_on_a_ruins_takes_its_artifact_at_once() -> None:
    game = two()
    state = table(game, "1 acting 1 1\non 8:1C 5:1E")
    after = do(game, state, "1 take 1-1 from 5 with 1 1")
    assert lines_of(game, after, 1).endswith("artifacts 1")
    assert "1-1*" not in game.write_position(after)
    android = table(game, "1 acting 2 2\non 8:1C 5:1A\n1 cards android-explorer")
    after = do(game, android, "1 take 2-2 from 5 with 2 2")
    assert "artifacts 4" in lines_of(game, after, 1)


@pytest.mark.rule("W-10.14", "W-10.16")
def test_other_pawns_take_nothing_and_leave_it_there() -> None:
    game = two()
    for pawn in ("C", "D", "Z"):
        state = table(game, f"1 acting 1 1\non 8:1C 5:1{pawn}".replace("8:1C 5:1C", "5:1C"))
        after = do(game, state, "1 take 1-1 from 5 with 1 1")
        assert "artifacts" not in lines_of(game, after, 1)
        assert f"1-1*:1{pawn}" in game.write_position(after)


@pytest.mark.rule("W-10.15")
def test_a_ruins_whose_artifact_was_taken_gives_none_any_more() -> None:
    game = two()
    state = table(game, "1 acting 1 1\non 8:1C 5:1E 3:2C\n2 artifacts 1")
    after = do(game, state, "1 take 1-1 from 5 with 1 1")
    assert "artifacts" not in lines_of(game, after, 1)
    assert lines_of(game, after, 2).endswith("artifacts 1")


@pytest.mark.rule("W-10.16", "W-4.7")
def test_an_explorer_swapped_onto_a_ruins_takes_its_artifact() -> None:
    game = two()
    state = table(game, "1 preparing\non 8:1C 4-4:1Z 3:1E")
    assert lines_of(game, do(game, state, "1 swap 4-4 by explorer"), 1).endswith("artifacts 3")
    assert lines_of(game, do(game, state, "1 swap 4-4 from 3"), 1).endswith("artifacts 3")
    assert "artifacts" not in lines_of(game, do(game, state, "1 swap 4-4 by drill"), 1)


@pytest.mark.rule("W-10.9", "W-10.7")
def test_three_players_one_without_a_camp_the_turn_passes_on() -> None:
    game = three()
    state = table(
        game,
        """
        2 acting 6
        on 11:2D 5:1C 7:3C 1:3Z 2:3Z
        market force-field death-ray juggernaut
        """,
    )
    assert allowed(game, state) == ["end"]
    assert game.pending(do(game, state, "2 end")) == (2,)
