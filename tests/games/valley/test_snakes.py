"""Snakes: drawn on each other's sheets, crossed out by a 9."""

from __future__ import annotations

import pytest

from tests.games.valley.table import (
    allowed,
    alone,
    cells,
    do,
    drawing,
    lines,
    position,
    refused,
    why_not,
)
from yupana.core.game import CHANCE
from yupana.games.valley import Valley
from yupana.games.valley.marks import summing
from yupana.games.valley.sheet import Cross, Place, Rolling, Swapped, Swapping

SNAKY = """
     a  b  c  d  e  f  g
  1  4  @  .  .  .  .  .
  2  x 12  .  .  .  .  .
  3  .  .  .  .  @  .  .
  4  .  .  .  .  .  .  .
  5  .  .  .  .  .  .  .
  6  .  .  .  .  .  .  .
  7  .  .  .  .  .  .  .
"""


@pytest.mark.rule("V-5.1", "V-5.2")
def test_everybody_draws_a_snake_on_the_sheet_in_hand_and_it_goes_back() -> None:
    game = Valley(3)
    opened = do(game, game.setup(), "* roll 2 3 5", "1 7 a1", "1 done", "2 5 a1", "2 done")
    state = do(game, opened, "3 3 a1", "3 done", "* roll 1 1 snake", "* swap 2 3 1")
    assert game.pending(state) == (0, 1, 2)
    assert game.heading(state) == "round 2"
    assert bool(game.moves(state, 0))
    assert len(game.moves(state, 0)) == 48
    assert cells(game, state, "snake") == set(game.layout.grid.names) - {"a1"}
    assert refused(game, state, "1 snake a1") == "V-5.2"
    after = do(game, state, "1 snake d4", "3 snake g7", "2 snake b2")
    assert after.phase == Rolling()
    assert [game.layout.grid.names_of(sheet.snakes) for sheet in after.sheets] == [
        ("g7",),
        ("d4",),
        ("b2",),
    ]
    assert [sheet.numbers[0] for sheet in after.sheets] == [7, 5, 3]


@pytest.mark.rule("V-5.1", "V-2.15")
def test_snakes_show_when_all_are_drawn_and_nobody_draws_two() -> None:
    game = Valley(3)
    state = do(game, game.setup(), "* roll 1 1 snake", "* swap 2 3 1")
    one, other = do(game, state, "1 snake d4"), do(game, state, "1 snake g7")
    assert one.sheets == state.sheets
    for onlooker in (1, 2, None):
        assert game.view(one, onlooker) == game.view(other, onlooker)
    assert game.view(one, 0) != game.view(other, 0)
    assert why_not(game, one, "snake g7", seat=0) == "V-2.8"
    assert do(game, one, "2 snake a1", "3 snake b1") == do(
        game, state, "3 snake b1", "2 snake a1", "1 snake d4"
    )


@pytest.mark.rule("V-5.1")
def test_no_snake_is_drawn_without_one_rolled() -> None:
    game, state = alone("writing 2 3 5", SNAKY)
    assert refused(game, state, "1 snake c1") == "V-5.1"


@pytest.mark.rule("V-5.3")
def test_a_cell_with_a_snake_takes_nothing_else() -> None:
    game, state = alone("writing 2 dakota 5", SNAKY)
    assert refused(game, state, "1 5 b1") == "V-5.3"
    assert refused(game, state, "1 hut a2") == "V-5.3"
    assert "b1" not in cells(game, state, "5")


@pytest.mark.rule("V-5.5", "V-5.12")
def test_a_9_that_is_not_written_crosses_out_a_snake_whose_cell_stays_taken() -> None:
    game, state = alone("writing 4 5 1", SNAKY)
    assert {text for text in allowed(game, state) if "cross" in text} == {
        "cross b1 with 4+5",
        "cross e3 with 4+5",
    }
    after = do(game, state, "1 cross b1 with 5 + 4", "1 done")
    assert drawing(game, after) == lines(SNAKY.replace("4  @", "4  x"))
    again = do(game, after, "* roll 1 1 1")
    assert refused(game, again, "1 1 b1") == "V-5.3"


@pytest.mark.rule("V-5.5")
def test_three_dice_may_make_the_9_and_penny_may() -> None:
    game, state = alone("writing 2 3 4", SNAKY)
    assert "cross e3 with 2+3+4" in allowed(game, state)
    assert allowed(game, do(game, state, "1 cross e3 with 2+3+4")) == {"done"}
    game, state = alone("writing penny 1 1", SNAKY)
    assert do(game, state, "1 cross e3 with penny", "1 done").round == 10


@pytest.mark.rule("V-5.5")
def test_a_snake_in_the_first_cell_is_crossed_out_like_any_other() -> None:
    game, state = alone("writing 4 5 1", SNAKY.replace("4  @", "@  4"))
    assert do(game, state, "1 cross a1 with 4+5").phase != state.phase


@pytest.mark.rule("V-5.5")
def test_dice_that_make_a_number_are_found_in_every_size() -> None:
    assert summing((1, 4, 5), 5) == ((1, 4), (5,))
    assert summing((2, 3, 4), 9) == ((2, 3, 4),)
    assert summing((1, 1, 1), 9) == ()


@pytest.mark.rule("V-5.5")
def test_what_is_not_a_9_or_not_a_snake_crosses_out_nothing() -> None:
    game, state = alone("writing 4 5 3", SNAKY)
    assert refused(game, state, "1 cross b1 with 4+3") == "V-5.5"
    assert refused(game, state, "1 cross b1 with 3+3+3") == "V-5.5"
    assert refused(game, state, "1 cross c1 with 4+5") == "V-5.5"
    assert refused(game, state, "1 cross a1 with 4+5") == "V-5.5"
    assert refused(game, state, "1 cross b1 with penny") == "V-3.3"
    for cell in (-1, 49):
        assert why_not(game, state, Cross(cell, (4, 5))) == "V-5.5"
    assert why_not(game, state, Cross(1, (5, 4))) == "V-5.5"  # rising, or it is another text
    game, state = alone("writing 1 1 1", SNAKY)
    assert not [text for text in allowed(game, state) if "cross" in text]


@pytest.mark.rule("V-5.6")
def test_the_dice_that_crossed_out_a_snake_are_spent() -> None:
    game, state = alone("writing 4 5 1", SNAKY)
    crossed = do(game, state, "1 cross b1 with 4+5")
    assert {text.split()[0] for text in allowed(game, crossed)} == {"1", "done"}
    assert refused(game, crossed, "1 4 c1") == "V-2.7"
    assert refused(game, crossed, "1 cross e3 with 4+5") == "V-5.6"
    written = do(game, state, "1 4 c1")
    assert refused(game, written, "1 cross e3 with 4+5") == "V-5.6"


@pytest.mark.rule("V-5.7")
def test_nobody_gets_their_own_sheet() -> None:
    game = Valley(4)
    state = do(game, game.setup(), "* roll 2 3 snake")
    assert (state.phase, game.pending(state)) == (Swapping(), (CHANCE,))
    outcomes = dict(game.chance(state).outcomes())
    assert len(outcomes) == 9
    assert len(set(outcomes.values())) == 1
    assert Swapped((1, 0, 2, 3)) not in game.chance(state)
    two = Valley(2)
    swap = two.chance(do(two, two.setup(), "* roll 2 3 snake"))
    assert [move for move, _ in swap.outcomes()] == [Swapped((1, 0))]


@pytest.mark.rule("V-5.8")
def test_there_is_no_limit_to_snakes() -> None:
    game = Valley(2)
    state = game.setup()
    for cell in game.layout.grid.names[:-1]:
        state = do(game, state, "* roll 1 1 snake", "* swap 2 1", f"1 snake {cell}")
        state = do(game, state, f"2 snake {cell}")
    assert state.sheets[0].snakes.bit_count() == 48
    assert allowed(game, do(game, state, "* roll 1 2 snake", "* swap 2 1")) == {"snake g7"}


@pytest.mark.rule("V-5.11")
def test_two_snakes_are_crossed_out_in_a_round_by_two_9s() -> None:
    game, state = alone("writing penny 4 5", SNAKY)
    after = do(game, state, "1 cross b1 with 4+5", "1 cross e3 with penny", "1 done")
    assert drawing(game, after) == lines(SNAKY.replace("@", "x"))
    once = do(game, state, "1 cross b1 with penny")
    assert refused(game, once, "1 cross e3 with penny") == "V-2.7"
    assert do(game, once, "1 cross e3 with 4+5", "1 done") == after


@pytest.mark.rule("V-5.14")
def test_a_snake_is_crossed_out_once() -> None:
    game, state = alone("writing penny 4 5", SNAKY)
    assert refused(game, state, "1 cross a2 with 4+5") == "V-5.14"
    assert (
        refused(game, do(game, state, "1 cross b1 with 4+5"), "1 cross b1 with penny") == "V-5.14"
    )


@pytest.mark.rule("V-5.10")
def test_a_9_that_is_written_crosses_out_nothing() -> None:
    game, state = alone("writing 4 5 1", SNAKY)
    after = do(game, state, "1 9 c1", "1 done")
    assert after.sheets[0].crossed == state.sheets[0].crossed
    assert game.score(after, 0).points < game.score(state, 0).points + 1


# Alone


@pytest.mark.rule("V-9.1")
def test_alone_one_draws_the_snake_on_one_s_own_sheet_with_no_swap() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 snake")
    assert game.pending(state) == (0,)
    assert do(game, state, "1 snake d4").sheets[0].snakes == 1 << game.layout.grid.cell("d4")


@pytest.mark.rule("V-9.2")
def test_alone_a_snake_goes_beside_a_cell_filled_in_the_round_before() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 5", "1 2 a1", "1 3 a2", "1 done")
    state = do(game, state, "* roll 1 dakota 1", "1 hut a3", "1 1 a4", "1 done")
    state = do(game, state, "* roll 1 1 snake")
    assert cells(game, state, "snake") == {"b2", "b3", "b4", "a5", "b5"}
    assert refused(game, state, "1 snake b1") == "V-9.2"
    assert refused(game, state, "1 snake a1") == "V-5.2"
    assert why_not(game, state, Place(99)) == "V-1.2"


@pytest.mark.rule("V-9.3")
def test_alone_a_snake_goes_anywhere_if_no_such_cell_is_empty() -> None:
    game, state = alone("placing 1", SNAKY.replace(" 4  @  .", " 4  @  .") + "fresh a1")
    assert cells(game, state, "snake") == {
        *(name for name in game.layout.grid.names if name not in ("a1", "b1", "a2", "b2", "e3"))
    }


@pytest.mark.rule("V-9.7")
def test_alone_a_snake_goes_anywhere_after_a_snake_a_crossing_or_nothing() -> None:
    game = Valley(1)
    first = do(game, game.setup(), "* roll 1 1 snake")
    assert len(cells(game, first, "snake")) == 49
    second = do(game, first, "1 snake d4", "* roll 1 1 snake")
    assert len(cells(game, second, "snake")) == 48
    game, state = alone("writing 4 5 1", SNAKY + "fresh b2")
    crossed = do(game, state, "1 cross b1 with 4+5", "1 done", "* roll 1 1 snake")
    assert len(cells(game, crossed, "snake")) == 49 - 5


@pytest.mark.rule("V-9.2")
def test_with_others_a_snake_goes_anywhere() -> None:
    game = Valley(2)
    sheet = SNAKY.strip("\n") + "\nfresh b2\n"
    state = position(game, "round 9\nplacing 2 1\nsheet 1\n" + sheet + "sheet 2\n" + sheet)
    assert len(cells(game, state, "snake")) == 49 - 5
