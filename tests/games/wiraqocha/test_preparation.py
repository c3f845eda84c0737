"""Preparation: cubes, swaps of Zeppelins, the Workshop, dice kept and rolled."""

from __future__ import annotations

import pytest

from tests.games.wiraqocha.tables import allowed, do, lines_of, on, phase, refused, table, two


@pytest.mark.rule("W-4.1")
def test_the_steps_come_in_any_order() -> None:
    game = two()
    state = table(
        game,
        """
        1 preparing
        on 5:1C4 12:1Z
        1 cards recovery-workshop graveyard drill
        """,
    )
    one = do(game, state, "1 collect", "1 workshop drill", "1 swap 12 by drill", "1 lift 5")
    other = do(game, state, "1 lift 5", "1 workshop drill", "1 swap 12 by drill", "1 collect")
    assert one == other
    assert on(game, one) == "5:1C 12:1D"


@pytest.mark.rule("W-4.2")
def test_rolling_collects_what_was_not_collected_and_ends_the_phase() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 7:1E")
    after = do(game, state, "1 roll")
    assert lines_of(game, after, 1).startswith("cubes 3 ")
    assert phase(game, after) == "rolling 3"
    collected = do(game, state, "1 collect")
    assert refused(game, collected, "1 collect") == "W-4.2"
    assert lines_of(game, do(game, collected, "1 roll"), 1).startswith("cubes 3 ")
    assert allowed(game, state) == ["collect", "roll"]
    assert allowed(game, collected) == ["roll"]


@pytest.mark.rule("W-4.2")
def test_each_step_looks_at_the_board_of_its_own_moment() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 7:1E 5-5:1Z")
    early = do(game, state, "1 collect", "1 swap 5-5 from 7", "1 roll")
    late = do(game, state, "1 swap 5-5 from 7", "1 roll")
    assert lines_of(game, early, 1).startswith("cubes 3 ")
    assert lines_of(game, late, 1).startswith("cubes 1 ")
    assert on(game, early) == on(game, late) == "5:1C 5-5:1E"


@pytest.mark.rule("W-4.4x")
def test_in_the_first_turn_everybody_rolls_three_dice() -> None:
    game = two()
    start = ("* revealed force-field death-ray juggernaut", "* first 2", "2 roll")
    state = do(game, game.setup(), *start)
    assert phase(game, state) == "rolling 3"
    state = do(game, state, "* rolled 1 2 6", "2 take 1 by camp with 1", "2 end", "1 roll")
    assert phase(game, state) == "rolling 3"


@pytest.mark.rule("W-4.4", "W-4.5")
def test_dice_left_in_defence_are_not_rolled() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C6 8:1D4 3:1D2 1:2C3")
    assert allowed(game, state, "lift") == ["lift 3", "lift 5", "lift 8"]
    assert phase(game, do(game, state, "1 lift 8", "1 roll")) == "rolling 1"
    assert phase(game, do(game, state, "1 lift 8", "1 lift 3", "1 roll")) == "rolling 2"
    after = do(game, state, "1 lift 8")
    assert on(game, after) == "1:2C3 3:1D2 5:1C6 8:1D"
    assert refused(game, after, "1 lift 8") == "W-4.5"
    assert refused(game, state, "1 lift 1") == "W-4.5"
    assert refused(game, state, "1 lift 2") == "W-4.5"


@pytest.mark.rule("W-4.6")
def test_more_dice_kept_than_the_roll_has_means_no_roll() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C6 8:1D4 3:1D2 1:1E3 2:1E5")
    after = do(game, state, "1 roll")
    assert phase(game, after) == "acting"
    assert on(game, after) == "1:1E3 2:1E5 3:1D2 5:1C6 8:1D4"
    assert lines_of(game, after, 1).startswith("cubes 5 ")
    assert allowed(game, after) == ["end"]  # cubes, but no dice to change


@pytest.mark.rule("W-4.7")
def test_a_zeppelin_is_replaced_from_the_reserve_or_from_the_board() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 11:1Z 8:1D 1:2Z 2:2C\n1 graveyard explorer")
    assert allowed(game, state, "swap") == [
        "swap 11 by explorer",
        "swap 11 by drill",
        "swap 11 from 5",
        "swap 11 from 8",
    ]
    after = do(game, state, "1 swap 11 by drill")
    assert on(game, after) == "1:2Z 2:2C 5:1C 8:1D 11:1D"
    assert "reserve explorer zeppelin zeppelin graveyard" in lines_of(game, after, 1)
    after = do(game, state, "1 swap 11 from 8")
    assert on(game, after) == "1:2Z 2:2C 5:1C 11:1D"
    assert "reserve explorer drill zeppelin zeppelin graveyard" in lines_of(game, after, 1)
    for line in ("swap 1 by drill", "swap 5 by drill", "swap 3 by drill", "swap 11 by camp"):
        assert refused(game, state, f"1 {line}") == "W-4.7"
    for line in ("swap 11 from 1", "swap 11 from 3", "swap 5 from 8", "swap 1 from 5"):
        assert refused(game, state, f"1 {line}") == "W-4.7"


@pytest.mark.rule("W-4.8")
def test_a_zeppelin_is_not_replaced_by_a_zeppelin() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 11:1Z 8:1J\n1 cards juggernaut")
    assert refused(game, state, "1 swap 11 by zeppelin") == "W-4.8"
    assert refused(game, state, "1 swap 11 from 8") == "W-4.8"
    assert refused(game, state, "1 swap 11 from 11") == "W-4.8"
    after = do(game, state, "1 swap 8 by drill")  # the Juggernaut is a Zeppelin
    assert "juggernaut cards" in lines_of(game, after, 1)
    assert refused(game, after, "1 swap 11 by juggernaut") == "W-4.8"


@pytest.mark.rule("W-4.9")
def test_a_swap_keeps_what_lies_on_the_tile_and_strips_the_tile_that_was_left() -> None:
    game = two()
    cards = "1 cards force-field flying-fortress"
    state = table(game, f"1 preparing\non 5:1C 11#^:1Z4 8:1D3\n{cards}")
    after = do(game, state, "1 swap 11 from 8")
    assert on(game, after) == "5:1C 11#^:1D4"
    state = table(game, f"1 preparing\non 5:1C 11:1Z4 8#^:1D3\n{cards}")
    after = do(game, state, "1 swap 11 from 8")
    assert on(game, after) == "5:1C 11:1D4"
    after = do(game, after, "1 roll", "* rolled 1 1")
    assert refused(game, after, "1 fortress 5") == "W-12.5"  # it is back for a later turn


@pytest.mark.rule("W-10.11")
def test_a_swap_brings_the_base_camp_into_play_even_on_a_mountain() -> None:
    game = two()
    state = table(game, "1 preparing\non 456:1Z3")
    after = do(game, state, "1 swap 456 by camp")
    assert on(game, after) == "456:1C3"
    assert "camp" not in lines_of(game, after, 1)
    acting = do(game, after, "1 roll", "* rolled 1 1 2")
    assert allowed(game, acting, "end") == ["end"]


@pytest.mark.rule("W-10.10", "W-4.3")
def test_cubes_are_received_without_a_base_camp() -> None:
    game = two()
    state = table(game, "1 preparing\non 8:1D 3:1E")
    assert lines_of(game, do(game, state, "1 collect"), 1).startswith("cubes 2 ")


@pytest.mark.rule("W-12.9")
def test_the_workshop_recovers_one_pawn_a_turn() -> None:
    game = two()
    state = table(
        game,
        """
        1 preparing
        on 5:1C 12:1Z
        1 cards recovery-workshop graveyard drill explorer explorer
        2 graveyard zeppelin
        """,
    )
    assert allowed(game, state, "workshop") == ["workshop explorer", "workshop drill"]
    after = do(game, state, "1 workshop explorer", "1 swap 12 by explorer")
    assert on(game, after) == "5:1C 12:1E"
    assert "graveyard explorer drill" in lines_of(game, after, 1)
    assert refused(game, after, "1 workshop drill") == "W-12.9"
    assert allowed(game, after, "workshop") == []
    assert refused(game, state, "1 workshop zeppelin") == "W-12.9"
    without = table(game, "1 preparing\non 5:1C\n1 graveyard drill")
    assert refused(game, without, "1 workshop drill") == "W-12.9"
    assert allowed(game, without, "workshop") == []


@pytest.mark.rule("W-12.10", "W-8.11")
def test_a_pawn_may_also_be_bought_back_in_the_turn_of_the_workshop() -> None:
    game = two()
    state = table(
        game,
        """
        1 preparing
        on 5:1C
        1 cubes 3 cards recovery-workshop graveyard drill explorer
        """,
    )
    after = do(game, state, "1 workshop drill", "1 roll", "* rolled 1 1 1", "1 buy back explorer")
    assert "graveyard" not in lines_of(game, after, 1)


@pytest.mark.rule("W-13.18", "W-8.7")
def test_the_tanks_give_two_more_cubes_from_the_next_turn_on() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C\n1 cards production-tanks")
    assert lines_of(game, do(game, state, "1 collect"), 1).startswith("cubes 3 ")
    built = table(game, "1 acting\non 5:1C\nmarket production-tanks\n1 cubes 4")
    after = do(game, built, "1 build production-tanks")
    assert lines_of(game, after, 1).startswith("cubes 0 ")
    assert refused(game, after, "1 collect") == "W-2.1"
