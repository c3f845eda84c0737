"""Conquest and defence: the rulebook's examples first, then each rule."""

from __future__ import annotations

import pytest

from tests.games.wiraqocha.tables import allowed, do, lines_of, on, phase, refused, table, two

# The rulebook's red player: 5 and 6 lie next to 11, 456 and 5-5 do not.
RED = "345 5, 6 2"
RED_TABLE = """
    1 acting 4 5 5 6
    on 11:1E 10:1C
    """


@pytest.mark.rule("W-5.14x", "W-5.8", "W-5.9", "W-5.10", "W-5.11")
def test_a_zeppelin_enters_next_door_and_flies_on_to_the_mountain() -> None:
    game = two()
    state = table(game, RED_TABLE, RED)
    assert refused(game, state, "1 take 456 by zeppelin with 4 5 6") == "W-5.8"
    after = do(game, state, "1 take 5 by zeppelin with 5")
    assert on(game, after) == "5:1Z 10:1C 11:1E"
    after = do(game, after, "1 take 456 from 5 with 4 5 6")
    assert on(game, after) == "10:1C 11:1E 456:1Z"
    assert phase(game, after) == "acting"


@pytest.mark.rule("W-5.15x")
def test_or_any_pawn_enters_the_6_and_goes_on_to_the_double_five() -> None:
    game = two()
    for pawn, letter in (("zeppelin", "Z"), ("drill", "D"), ("explorer", "E")):
        state = table(game, RED_TABLE, RED)
        after = do(game, state, f"1 take 6 by {pawn} with 6", "1 take 5-5 from 6 with 5 5")
        assert on(game, after) == f"10:1C 11:1E 5-5:1{letter}"
        assert on(game, do(game, after, "1 defend 11 with 4")) == f"10:1C 11:1E4 5-5:1{letter}"


@pytest.mark.rule("W-5.19x", "W-5.7", "W-5.9", "W-5.18", "W-10.4")
def test_green_drives_red_from_three_territories_with_one_explorer() -> None:
    game = two()
    state = table(game, "1 acting 2 3 5 6\non 10:1C 9:1E 3:2D 2:2D 5:2C")
    after = do(
        game,
        state,
        "1 take 3 from 9 with 3",
        "1 take 2 from 3 with 2",
        "1 take 5 from 2 with 5 beating 6",
    )
    assert on(game, after) == "5:1E 10:1C"
    assert phase(game, after) == "acting"
    assert lines_of(game, after, 2) == (
        "cubes 0 crystals 0 reserve camp explorer explorer zeppelin zeppelin graveyard drill drill"
    )


@pytest.mark.rule("W-5.1")
def test_actions_come_in_any_order() -> None:
    game = two()
    state = table(game, "1 acting 2 3 5\non 8:1C\nmarket juggernaut\n1 cubes 6")
    one = do(game, state, "1 build juggernaut", "1 raise 2", "1 defend 8 with 5")
    other = do(game, state, "1 defend 8 with 5", "1 raise 2", "1 build juggernaut")
    assert one == other


@pytest.mark.rule("W-5.2")
def test_a_die_is_used_once() -> None:
    game = two()
    state = table(game, "1 acting 3 3\non 8:1C 5:1E")
    after = do(game, state, "1 take 3 from 5 with 3")
    assert refused(game, after, "1 take 6 from 3 with 3 3") == "W-5.2"
    assert refused(game, do(game, after, "1 defend 8 with 3"), "1 defend 3 with 3") == "W-5.2"
    assert refused(game, state, "1 take 4 from 8 with 4") == "W-5.2"
    assert refused(game, state, "1 reroll 5") == "W-3.3"


@pytest.mark.rule("W-5.3")
def test_dice_left_at_the_end_are_lost() -> None:
    game = two()
    state = table(game, "1 acting 6 6\non 8:1C\nmarket force-field death-ray juggernaut")
    after = do(game, state, "1 end", "2 roll", "* rolled 1 2 3", "2 take 1 by camp with 1")
    after = do(game, after, "2 end", "1 roll")
    assert phase(game, after) == "rolling 3"


@pytest.mark.rule("W-5.4", "W-5.6")
def test_a_number_is_an_exact_sum_of_one_die_or_more() -> None:
    game = two()
    state = table(game, "1 acting 1 2 3 5\non 8:1C")
    assert allowed(game, state, "take") == [
        "take 1 by explorer with 1",
        "take 1 by drill with 1",
        "take 1 by zeppelin with 1",
        "take 1 from 8 with 1",
        "take 2 from 8 with 2",
        "take 3 by explorer with 3",
        "take 3 by drill with 3",
        "take 3 by zeppelin with 3",
        "take 3 from 8 with 3",
        "take 3 by explorer with 1 2",
        "take 3 by drill with 1 2",
        "take 3 by zeppelin with 1 2",
        "take 3 from 8 with 1 2",
        "take 4 from 8 with 1 3",
        "take 5 by explorer with 5",
        "take 5 by drill with 5",
        "take 5 by zeppelin with 5",
        "take 5 from 8 with 5",
        "take 5 by explorer with 2 3",
        "take 5 by drill with 2 3",
        "take 5 by zeppelin with 2 3",
        "take 5 from 8 with 2 3",
        "take 6 from 8 with 1 5",
        "take 6 from 8 with 1 2 3",
        "take 7 by explorer with 2 5",
        "take 7 by drill with 2 5",
        "take 7 by zeppelin with 2 5",
        "take 7 from 8 with 2 5",
        "take 9 from 8 with 1 3 5",
        "take 10 from 8 with 2 3 5",
    ]
    assert refused(game, state, "1 take 5 from 8 with 1 5") == "W-5.4"
    assert refused(game, state, "1 take 6 from 8 with 5") == "W-5.4"
    assert refused(game, state, "1 take 8 from 8 with 3 5") == "W-5.13"


@pytest.mark.rule("W-5.4", "W-7.2")
def test_seven_to_twelve_need_two_dice() -> None:
    game = two()
    state = table(game, "1 acting 6\non 8:1C\n1 cubes 9")
    assert refused(game, state, "1 raise 6") == "W-7.2"
    assert refused(game, state, "1 take 7 from 8 with 6") == "W-5.4"


@pytest.mark.rule("W-5.5", "W-5.5x", "W-5.6")
def test_a_double_five_is_not_made_of_5_3_and_2() -> None:
    game = two()
    state = table(game, "1 acting 2 3 5 5\non 8:1C 3:1Z")
    assert refused(game, state, "1 take 5-5 from 8 with 2 3 5") == "W-5.5"
    assert refused(game, state, "1 take 5-5 from 8 with 5") == "W-5.5"
    assert allowed(game, do(game, state, "1 take 5-5 from 8 with 5 5"), "end") == ["end"]
    straight = table(game, "1 acting 2 3 4 5\non 8:1C 3:1Z")
    assert refused(game, straight, "1 take 234 from 3 with 2 3 4 5") == "W-5.5"
    assert on(game, do(game, straight, "1 take 234 from 3 with 2 3 4")) == "8:1C 234:1Z"


@pytest.mark.rule("W-5.6")
def test_no_surplus_die_goes_with_a_conquest() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 5:2D")
    assert refused(game, state, "1 take 3 from 8 with 3 beating 6") == "W-5.6"
    assert refused(game, state, "1 take 3 from 8 with 3 6") == "W-5.4"


@pytest.mark.rule("W-5.7")
def test_one_pawn_or_several_take_as_much_as_the_dice_allow() -> None:
    game = two()
    state = table(game, "1 acting 1 3 5\non 8:1C")
    several = do(
        game,
        state,
        "1 take 1 by drill with 1",
        "1 take 3 by drill with 3",
        "1 take 5 by explorer with 5",
    )
    assert on(game, several) == "1:1D 3:1D 5:1E 8:1C"


@pytest.mark.rule("W-5.8", "W-5.10")
def test_a_reserve_pawn_enters_next_to_a_tile_taken_this_turn() -> None:
    game = two()
    state = table(game, "1 acting 1 2 5\non 8:1C")
    assert refused(game, state, "1 take 2 by drill with 2") == "W-5.8"
    after = do(game, state, "1 take 1 by drill with 1", "1 take 2 by drill with 2")
    assert on(game, after) == "1:1D 2:1D 8:1C"
    assert refused(game, after, "1 take 5 by drill with 5") == "W-5.8"  # none is left


@pytest.mark.rule("W-5.10")
def test_a_tile_left_this_turn_is_not_held_any_more() -> None:
    game = two()
    state = table(game, "1 acting 1 2 5\non 8:1C 1:1D4")
    after = do(game, state, "1 take 5 from 1 with 5")
    assert on(game, after) == "5:1D 8:1C"
    assert refused(game, after, "1 take 2 by drill with 2") == "W-5.8"
    assert on(game, do(game, after, "1 take 1 by drill with 1")) == "1:1D 5:1D 8:1C"


@pytest.mark.rule("W-5.9")
def test_a_pawn_on_the_board_goes_however_far() -> None:
    game = two()
    state = table(game, "1 acting 4 6\non 11:1C 2:1E 8:2C")
    assert on(game, do(game, state, "1 take 10 from 2 with 4 6")) == "8:2C 10:1E 11:1C"
    assert refused(game, state, "1 take 4 from 8 with 4") == "W-5.9"
    assert refused(game, state, "1 take 4 from 3 with 4") == "W-5.9"


@pytest.mark.rule("W-5.11", "W-5.14")
def test_only_a_zeppelin_takes_a_mountain() -> None:
    game = two()
    state = table(game, "1 acting 4 5 6 6\non 8:1C 3:1E 7:1J 5:2C")
    for line in ("456 from 8 with 4 5 6", "456 by drill with 4 5 6", "12 from 3 with 6 6"):
        assert refused(game, state, f"1 take {line}") == "W-5.11"
    assert on(game, do(game, state, "1 take 456 by zeppelin with 4 5 6")).endswith("456:1Z")
    assert on(game, do(game, state, "1 take 12 from 7 with 6 6")) == "3:1E 5:2C 8:1C 12:1J"


@pytest.mark.rule("W-5.12", "W-5.13", "W-5.14")
def test_nobody_takes_a_tile_he_holds() -> None:
    game = two()
    state = table(game, "1 acting 3 5\non 8:1C 3:1E 5:1Z")
    assert refused(game, state, "1 take 3 by drill with 3") == "W-5.13"
    assert refused(game, state, "1 take 5 from 3 with 5") == "W-5.13"
    assert refused(game, state, "1 take 3 from 3 with 3") == "W-5.13"


@pytest.mark.rule("W-10.12", "W-5.14")
def test_a_tile_held_by_a_zeppelin_falls_only_to_a_zeppelin() -> None:
    game = two()
    state = table(game, "1 acting 3 5\non 8:1C 1:1Z 3:2Z 5:2J 4:2C\n2 cards juggernaut")
    assert refused(game, state, "1 take 3 by drill with 3") == "W-10.12"
    assert refused(game, state, "1 take 5 from 8 with 5") == "W-10.12"
    after = do(game, state, "1 take 3 by zeppelin with 3", "1 take 5 from 1 with 5")
    assert on(game, after) == "3:1Z 4:2C 5:1Z 8:1C"
    assert "graveyard zeppelin juggernaut" in lines_of(game, after, 2)


@pytest.mark.rule("W-5.16")
def test_an_undefended_rival_falls_to_the_condition_alone() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2E 4:2C")
    after = do(game, state, "1 take 3 by drill with 3")
    assert on(game, after) == "3:1D 4:2C 8:1C"
    assert phase(game, after) == "acting 6"


@pytest.mark.rule("W-5.17", "W-5.20")
def test_a_defence_is_beaten_by_one_other_die_strictly_greater() -> None:
    game = two()
    state = table(game, "1 acting 1 3 3 4\non 8:1C 3:2E3 4:2C")
    assert [text for text in allowed(game, state, "take") if text.startswith("take 3 from")] == [
        "take 3 from 8 with 3 beating 4"
    ]
    assert refused(game, state, "1 take 3 from 8 with 3") == "W-5.17"
    assert refused(game, state, "1 take 3 from 8 with 3 beating 3") == "W-5.17"
    assert refused(game, state, "1 take 3 from 8 with 3 beating 1 3") == "W-5.17"
    assert refused(game, state, "1 take 3 from 8 with 3 beating 5") == "W-5.2"
    after = do(game, state, "1 take 3 from 8 with 3 beating 4")
    assert phase(game, after) == "acting 1 3"
    assert on(game, after) == "3:1C 4:2C"


@pytest.mark.rule("W-5.20")
def test_a_die_serves_for_the_condition_or_for_beating() -> None:
    game = two()
    state = table(game, "1 acting 1 3 4\non 8:1C 4:2E3 5:2C")
    assert refused(game, state, "1 take 4 from 8 with 4 beating 4") == "W-5.2"
    assert on(game, do(game, state, "1 take 4 from 8 with 1 3 beating 4")) == "4:1C 5:2C"


@pytest.mark.rule("W-5.18")
def test_the_die_of_a_beaten_tile_leaves_the_board() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2E5 4:2C")
    assert on(game, do(game, state, "1 take 3 by drill with 3 beating 6")) == "3:1D 4:2C 8:1C"


@pytest.mark.rule("W-5.19")
def test_the_attacker_comes_to_stand_on_what_he_took() -> None:
    game = two()
    state = table(game, "1 acting 3\non 8:1C 3:2E 4:2C")
    for move in game.moves(state, 0):
        text = game.write_move(move)
        if text.startswith("take 3"):
            after = do(game, state, f"1 {text}")
            assert after.stands[game.box.tile_named["3"]].seat == 0  # type: ignore[union-attr]


# Defence


@pytest.mark.rule("W-6.1")
def test_one_unused_die_on_a_tile_held() -> None:
    game = two()
    state = table(game, "1 acting 3 3 6\non 8:1C 5:1E2 4:2C")
    assert allowed(game, state, "defend") == ["defend 8 with 3", "defend 8 with 6"]
    after = do(game, state, "1 defend 8 with 6")
    assert on(game, after) == "4:2C 5:1E2 8:1C6"
    assert phase(game, after) == "acting 3 3"
    assert refused(game, after, "1 defend 8 with 3") == "W-6.1"
    assert refused(game, state, "1 defend 4 with 3") == "W-6.1"
    assert refused(game, state, "1 defend 2 with 3") == "W-6.1"
    several = do(
        game, table(game, "1 acting 1 2\non 8:1C 5:1E"), "1 defend 8 with 1", "1 defend 5 with 2"
    )
    assert on(game, several) == "5:1E2 8:1C1"


@pytest.mark.rule("W-6.2")
def test_dice_are_not_added_up_for_a_defence() -> None:
    game = two()
    state = table(game, "1 acting 2 3\non 8:1C")
    assert refused(game, state, "1 defend 8 with 5") == "W-5.2"


@pytest.mark.rule("W-6.3")
def test_the_die_leaves_with_the_pawn_it_protected() -> None:
    game = two()
    state = table(game, "1 acting 3\non 8:1C 5:1E6")
    assert on(game, do(game, state, "1 take 3 from 5 with 3")) == "3:1E 8:1C"


# Changing dice


@pytest.mark.rule("W-7.1")
def test_two_cubes_change_a_die_by_one_as_often_as_one_can_pay() -> None:
    game = two()
    state = table(game, "1 acting 1 4\non 8:1C\n1 cubes 5")
    assert allowed(game, state, "raise", "lower") == ["raise 1", "raise 4", "lower 4"]
    after = do(game, state, "1 raise 4", "1 raise 5")
    assert phase(game, after) == "acting 1 6"
    assert lines_of(game, after, 1).startswith("cubes 1 ")
    assert refused(game, after, "1 lower 6") == "W-7.1"
    assert allowed(game, after, "raise", "lower") == []
    both = do(game, state, "1 lower 4", "1 raise 1")
    assert phase(game, both) == "acting 2 3"


@pytest.mark.rule("W-7.2")
def test_a_die_stays_between_one_and_six() -> None:
    game = two()
    state = table(game, "1 acting 1 6\non 8:1C\n1 cubes 5")
    assert allowed(game, state, "raise", "lower") == ["raise 1", "lower 6"]
    assert refused(game, state, "1 raise 6") == "W-7.2"
    assert refused(game, state, "1 lower 1") == "W-7.2"


@pytest.mark.rule("W-7.2", "W-7.3")
def test_a_six_is_beaten_by_a_six_raised_at_that_moment() -> None:
    game = two()
    text = "1 acting 3 6 6\non 8:1C 3:2E{} 4:2C\n1 cubes {}"
    state = table(game, text.format(6, 3))
    assert refused(game, state, "1 take 3 from 8 with 3 beating 6") == "W-5.17"
    after = do(game, state, "1 take 3 from 8 with 3 beating 7")
    assert lines_of(game, after, 1).startswith("cubes 1 ")
    assert phase(game, after) == "acting 6"
    poor = table(game, text.format(6, 1))
    assert refused(game, poor, "1 take 3 from 8 with 3 beating 7") == "W-7.1"
    assert not [text for text in allowed(game, poor, "take") if "take 3 " in text]
    weaker = table(game, text.format(5, 3))
    assert refused(game, weaker, "1 take 3 from 8 with 3 beating 7") == "W-7.3"
    five = table(game, "1 acting 3 5\non 8:1C 3:2E6 4:2C\n1 cubes 9")
    assert refused(game, five, "1 take 3 from 8 with 3 beating 7") == "W-5.2"
    assert on(game, do(game, five, "1 raise 5", "1 take 3 from 8 with 3 beating 7")) == "3:1C 4:2C"


@pytest.mark.rule("W-7.4", "W-7.3")
def test_a_die_in_defence_is_not_changed() -> None:
    game = two()
    state = table(game, "1 acting 2 5\non 8:1C 4:2C3\n1 cubes 9")
    after = do(game, state, "1 defend 8 with 5")
    assert refused(game, after, "1 raise 5") == "W-5.2"
    assert refused(game, after, "1 raise 3") == "W-5.2"
