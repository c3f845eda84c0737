"""Set-up, the round, where a mark may go, and the special faces: position, move, position."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.valley.table import (
    allowed,
    alone,
    cells,
    do,
    drawing,
    lines,
    refused,
    why_not,
)
from tests.games.valley.test_scoring import small
from yupana.core.errors import GameOver, NotYourTurn, OptionError
from yupana.core.game import CHANCE, Event
from yupana.core.play import step
from yupana.games.valley import Valley
from yupana.games.valley.marks import writable
from yupana.games.valley.sheet import (
    Build,
    Done,
    Place,
    Reveal,
    Rolled,
    Rolling,
    Swapped,
    Write,
    WritePenny,
)

EMPTY = """
     a  b  c  d  e  f  g
  1  .  .  .  .  .  .  .
  2  .  .  .  .  .  .  .
  3  .  .  .  .  .  .  .
  4  .  .  .  .  .  .  .
  5  .  .  .  .  .  .  .
  6  .  .  .  .  .  .  .
  7  .  .  .  .  .  .  .
"""

EDGE = {
    *(f"{letter}{row}" for letter in "abcdefg" for row in (1, 7)),
    *(f"{letter}{row}" for letter in "ag" for row in range(1, 8)),
}

# The one empty cell that no number touches is g7.
CORNERED = """
     a  b  c  d  e  f  g
  1  4  1  .  .  .  .  .
  2  2  3  .  .  .  .  .
  3  .  .  .  .  .  .  .
  4  .  .  .  .  .  .  .
  5  .  .  .  .  .  .  .
  6  .  .  .  .  .  @  .
  7  .  .  .  .  .  .  .
"""

# A single number, walled in by snakes.
WALLED = """
     a  b  c  d  e  f  g
  1  4  @  .  .  .  .  .
  2  @  x  .  .  .  .  .
  3  .  .  .  .  .  .  .
  4  .  .  .  .  .  .  .
  5  .  .  .  .  .  .  .
  6  .  .  .  .  .  .  .
  7  .  .  .  .  .  .  .
"""


# Set-up


@pytest.mark.rule("V-1.1")
def test_one_to_a_hundred_seats_each_with_an_empty_sheet() -> None:
    for seats in (1, 2, 100):
        state = Valley(seats).setup()
        assert len(state.sheets) == seats
        assert all(sheet.filled == 0 and not any(sheet.numbers) for sheet in state.sheets)
    for seats in (0, 101, -3):
        with pytest.raises(OptionError) as error:
            Valley(seats)
        assert error.value.facts == {"game": "valley", "seats": seats, "first": 1, "last": 100}


@pytest.mark.rule("V-1.1")
def test_everybody_plays_the_chosen_side() -> None:
    assert Valley(1).options.side == "A"
    assert Valley(2, side="B").setup().sheets[0] == Valley(2, side="B").setup().sheets[1]
    with pytest.raises(OptionError):
        Valley(1, side="C")


@pytest.mark.rule("V-1.2", "V-1.4")
def test_side_a_has_all_its_cells_and_side_b_has_five_lakes() -> None:
    assert Valley(1).layout.grid.size == 49
    game = Valley(1, side="B")
    assert game.layout.grid.size == 44
    assert not {"f2", "c3", "e4", "b5", "e6"} & set(game.layout.grid.names)
    assert Valley(1, edition="wide").layout.grid.size == 64
    assert Valley(1, edition="wide", side="B").layout.grid.size == 58


@pytest.mark.rule("V-1.2")
def test_nothing_is_marked_in_a_cell_that_is_not_there() -> None:
    game = Valley(1, side="B")
    state = do(game, game.setup(), "* roll penny dakota 5")
    for cell in (-1, 44, 1000):
        assert why_not(game, state, Write(5, cell)) == "V-1.2"
        assert why_not(game, state, WritePenny(5, cell)) == "V-1.2"
        assert why_not(game, state, Build("hut", cell)) == "V-1.2"
    begun = do(game, state, "1 5 a1")
    assert why_not(game, begun, Reveal("range", 1 << 44)) == "V-1.2"
    assert why_not(game, begun, Reveal("range", -1)) == "V-1.2"
    snake = do(game, game.setup(), "* roll 1 1 snake")
    assert why_not(game, snake, Place(44)) == "V-1.2"
    assert why_not(game, snake, Place(-1)) == "V-1.2"


@pytest.mark.rule("V-1.3")
def test_the_dice_show_one_to_five_or_their_special_face() -> None:
    game = Valley(1)
    outcomes = dict(game.chance(game.setup()).outcomes())
    assert len(outcomes) == 6**3
    assert {move.faces for move in outcomes if isinstance(move, Rolled)} >= {(1, 1, 1), (0, 0, 0)}
    assert Rolled((6, 1, 1)) not in game.chance(game.setup())
    assert sum(outcomes.values()) == 1


# The round


@pytest.mark.rule("V-2.1")
def test_one_roll_serves_everybody_at_once() -> None:
    game = Valley(3)
    assert game.pending(game.setup()) == (CHANCE,)
    state = do(game, game.setup(), "* roll 2 3 5")
    assert game.pending(state) == (0, 1, 2)
    assert allowed(game, state, 0) == allowed(game, state, 1) == allowed(game, state, 2)


@pytest.mark.rule("V-2.1")
def test_nobody_marks_before_the_roll_and_chance_is_no_seat_s_move() -> None:
    game = Valley(2)
    with pytest.raises(NotYourTurn):
        do(game, game.setup(), "1 7 a1")
    assert not game.moves(game.setup(), 0)
    assert why_not(game, game.setup(), "7 a1") == "V-2.1"
    writing = do(game, game.setup(), "* roll 2 3 5")
    assert why_not(game, writing, Rolled((1, 1, 1))) == "V-2.1"
    assert why_not(game, writing, Swapped((1, 0))) == "V-2.1"
    swapping = do(game, game.setup(), "* roll 2 3 snake")
    assert why_not(game, swapping, "swap 2 1") == "V-2.1"
    placing = do(game, swapping, "* swap 2 1")
    assert why_not(game, placing, Rolled((1, 1, 1))) == "V-2.1"


@pytest.mark.rule("V-2.2")
def test_a_round_is_not_done_before_a_cell_is_filled() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 5")
    assert refused(game, state, "1 done") == "V-2.2"
    assert "done" not in allowed(game, state)
    begun = do(game, state, "1 2 a1")
    assert "done" in allowed(game, begun)
    assert do(game, begun, "1 done").phase == Rolling()


@pytest.mark.rule("V-2.2")
def test_crossing_out_a_snake_is_enough() -> None:
    game, state = alone("writing 4 5 1", WALLED)
    crossed = do(game, state, "1 cross b1 with 4+5", "1 done")
    assert crossed.round == 10
    assert crossed.sheets[0].crossed != state.sheets[0].crossed


@pytest.mark.rule("V-2.3", "V-8.1")
def test_a_cell_is_filled_beside_a_number_or_a_structure() -> None:
    game, state = alone("writing 2 3 5", CORNERED)
    assert cells(game, state, "7") == {"c1", "c2", "a3", "b3", "c3"}
    assert refused(game, state, "1 7 g7") == "V-2.3"
    assert refused(game, state, "1 7 d2") == "V-2.3"
    game, state = alone("writing 2 3 5", EMPTY.replace("4  .  .  .  .", "4  .  .  .  H"))
    assert cells(game, state, "7") == {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}


@pytest.mark.rule("V-2.4")
def test_where_nothing_empty_is_adjacent_any_empty_cell_will_do() -> None:
    game, state = alone("writing 2 3 5", WALLED)
    assert len(cells(game, state, "7")) == 49 - 4
    after = do(game, state, "1 7 g7")
    assert cells(game, after, "3") == {"f6", "g6", "f7"}


@pytest.mark.rule("V-2.5")
def test_the_first_cell_is_on_the_edge() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 5")
    assert cells(game, state, "10") == EDGE
    assert refused(game, state, "1 10 d4") == "V-2.5"
    assert refused(game, state, "1 10 b2") == "V-2.5"
    assert cells(game, do(game, state, "1 5 a1"), "3") == {"b1", "a2", "b2"}


@pytest.mark.rule("V-2.6", "V-2.7x")
def test_a_number_is_a_die_or_a_sum() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 5")
    assert {text.split()[0] for text in allowed(game, state)} == {"2", "3", "5", "7", "8", "10"}
    assert refused(game, state, "1 4 a1") == "V-2.6"
    assert refused(game, state, "1 11 a1") == "V-2.6"
    one = do(game, game.setup(), "* roll penny dakota 4")
    assert refused(game, one, "1 5 a1") == "V-2.6"


@pytest.mark.rule("V-2.7", "V-2.7x", "V-2.9")
def test_a_roll_of_2_3_5_makes_these_numbers_and_no_others() -> None:
    book = [(2,), (3,), (5,), (2, 3), (2, 5), (3, 5), (2, 3, 5), (7,), (3, 7), (8,), (2, 8), (10,)]
    assert writable((2, 3, 5)) == {(), *book, (5, 5)}


@pytest.mark.rule("V-2.7")
def test_each_die_serves_once() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 5", "1 7 a1")
    assert {text.split()[0] for text in allowed(game, state)} == {"3", "done"}
    assert refused(game, state, "1 7 b1") == "V-2.7"
    assert refused(game, state, "1 2 b1") == "V-2.7"
    assert refused(game, state, "1 9 b1") == "V-2.6"
    spent = do(game, state, "1 3 b1")
    assert allowed(game, spent) == {"done"}
    assert refused(game, spent, "1 3 b2") == "V-2.7"


@pytest.mark.rule("V-2.7")
def test_three_dice_fill_three_cells() -> None:
    game = Valley(1)
    after = do(game, game.setup(), "* roll 2 3 5", "1 5 a1", "1 2 b1", "1 3 c1", "1 done")
    assert drawing(game, after) == lines(
        """
             a  b  c  d  e  f  g
          1  5  2  3  .  .  .  .
          2  .  .  .  .  .  .  .
          3  .  .  .  .  .  .  .
          4  .  .  .  .  .  .  .
          5  .  .  .  .  .  .  .
          6  .  .  .  .  .  .  .
          7  .  .  .  .  .  .  .
          fresh a1 b1 c1
        """
    )


@pytest.mark.rule("V-2.7")
def test_penny_and_dakota_serve_once_too() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll penny dakota 3", "1 penny 9 a1", "1 hut b1")
    assert refused(game, state, "1 penny 8 c1") == "V-2.7"
    assert refused(game, state, "1 mine c1") == "V-2.7"
    assert cells(game, state, "3") == {"c1", "a2", "b2", "c2"}


@pytest.mark.rule("V-2.8")
def test_the_next_roll_comes_when_everybody_is_done() -> None:
    game = Valley(2)
    state = do(game, game.setup(), "* roll 2 3 5", "2 7 a1", "2 done")
    assert game.pending(state) == (0,)
    assert why_not(game, state, "3 b1", seat=1) == "V-2.8"
    assert why_not(game, state, Done(), seat=5) == "V-2.8"
    assert list(game.moves(state, 1)) == []
    with pytest.raises(NotYourTurn):
        do(game, state, "2 3 b1")
    after = do(game, state, "1 2 g7", "1 done")
    assert (after.round, after.phase) == (2, Rolling())


@pytest.mark.rule("V-2.9")
def test_five_is_written_twice_with_2_3_5() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 3 5", "1 5 a1", "1 5 b1")
    assert allowed(game, state) == {"done"}


@pytest.mark.rule("V-2.10")
def test_a_structure_may_be_the_first_cell_on_the_edge() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 2 dakota 5")
    assert cells(game, state, "hut") == EDGE
    assert refused(game, state, "1 mine d4") == "V-2.5"
    assert cells(game, do(game, state, "1 mine d7"), "5") == {"c6", "d6", "e6", "c7", "e7"}


@pytest.mark.rule("V-2.11")
def test_a_mark_leans_on_one_of_the_same_round() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll 1 1 1", "1 1 a1", "1 1 b2", "1 1 c3", "1 done")
    assert state.sheets[0].numbers[game.layout.grid.cell("c3")] == 1


@pytest.mark.rule("V-2.12")
def test_snakes_give_no_adjacency_and_are_not_the_first_cell() -> None:
    snaky = EMPTY.replace("4  .  .  .  .", "4  .  @  x  .")
    game, state = alone("writing 2 3 5", snaky)
    assert cells(game, state, "7") == EDGE
    assert refused(game, state, "1 7 b3") == "V-2.5"


@pytest.mark.rule("V-2.13")
def test_a_cell_beside_a_lake_is_not_on_the_edge() -> None:
    game = Valley(1, side="B")
    state = do(game, game.setup(), "* roll 2 3 5")
    assert cells(game, state, "7") == EDGE
    assert refused(game, state, "1 7 c2") == "V-2.5"


@pytest.mark.rule("V-2.14")
def test_an_edge_full_of_snakes_leaves_any_empty_cell_for_the_first() -> None:
    game, state = alone(
        "writing 2 3 5",
        """
             a  b  c  d  e  f  g
          1  @  @  @  @  @  @  @
          2  @  .  .  .  .  .  @
          3  @  .  .  .  .  .  @
          4  @  .  .  .  .  .  x
          5  @  .  .  .  .  .  @
          6  @  .  .  .  .  .  @
          7  @  @  @  @  @  @  @
        """,
    )
    assert len(cells(game, state, "7")) == 25
    assert do(game, state, "1 7 d4", "1 done").round == 10


@pytest.mark.rule("V-2.15")
def test_marks_stay_one_s_own_until_the_round_closes() -> None:
    game = Valley(3)
    state = do(game, game.setup(), "* roll 2 3 5")
    marked = do(game, state, "2 7 a1", "2 done")
    assert marked.sheets == state.sheets
    for onlooker in (0, 2, None):
        other = do(game, state, "2 3 g7", "2 5 f7", "2 done")
        assert game.view(marked, onlooker) == game.view(other, onlooker)
    assert game.view(marked, 1) != game.view(do(game, state, "2 3 g7", "2 done"), 1)
    closed = do(game, marked, "1 2 a1", "1 done", "3 2 a1", "3 done")
    assert closed.sheets[1].numbers[0] == 7
    assert game.view(closed, 0).sheets[1].numbers[0] == 7


@pytest.mark.rule("V-2.15")
def test_the_order_in_which_seats_act_does_not_matter() -> None:
    game = Valley(2)
    state = do(game, game.setup(), "* roll 4 dakota 5")
    one = do(game, state, "1 9 a1", "1 hut a2", "2 4 g7", "1 done", "2 done")
    other = do(game, state, "2 4 g7", "1 9 a1", "2 done", "1 hut a2", "1 done")
    assert one == other


# Special faces


@pytest.mark.rule("V-3.1")
def test_dakota_lets_one_draw_a_structure_and_nothing_else_does() -> None:
    game, state = alone("writing 2 dakota 5", CORNERED)
    for structure in ("hut", "statue", "mine"):
        assert cells(game, state, structure) == {"c1", "c2", "a3", "b3", "c3"}
    assert refused(game, state, "1 hut g7") == "V-2.3"
    assert refused(game, state, "1 hut a1") == "V-8.2"
    without = alone("writing 2 3 5", CORNERED)[1]
    assert refused(game, without, "1 hut c1") == "V-3.1"


@pytest.mark.rule("V-3.1")
def test_a_structure_stands_where_it_was_drawn() -> None:
    game, state = alone("writing 2 dakota 5", CORNERED)
    after = do(game, state, "1 statue c1", "1 done")
    assert drawing(game, after) == lines(
        """
             a  b  c  d  e  f  g
          1  4  1  S  .  .  .  .
          2  2  3  .  .  .  .  .
          3  .  .  .  .  .  .  .
          4  .  .  .  .  .  .  .
          5  .  .  .  .  .  .  .
          6  .  .  .  .  .  @  .
          7  .  .  .  .  .  .  .
          fresh c1
        """
    )


@pytest.mark.rule("V-3.2")
def test_each_structure_is_drawn_once_a_game() -> None:
    game, state = alone("writing 2 dakota 5", CORNERED.replace("4  1", "4  H"))
    assert cells(game, state, "hut") == set()
    assert refused(game, state, "1 hut c2") == "V-3.2"
    assert cells(game, state, "mine") == {"c1", "c2", "a3", "b3", "c3"}
    game, state = alone(
        "writing 2 dakota 5", CORNERED.replace("4  1", "H  M").replace("2  3", "3  S")
    )
    assert allowed(game, state) == {
        f"{n} {c}" for n in (2, 5, 7) for c in ("c1", "c2", "a3", "b3", "c3")
    }


@pytest.mark.rule("V-3.3")
def test_penny_lets_one_write_any_number_from_1_to_15() -> None:
    game, state = alone("writing penny 3 5", CORNERED)
    numbers = {int(text.split()[1]) for text in allowed(game, state) if text.startswith("penny")}
    assert numbers == set(range(1, 16))
    assert cells(game, state, "penny 15") == {"c1", "c2", "a3", "b3", "c3"}
    assert refused(game, state, "1 penny 16 c1") == "V-3.3"
    assert why_not(game, state, WritePenny(0, 2)) == "V-3.3"
    assert refused(game, state, "1 penny 9 g7") == "V-2.3"
    without = alone("writing 2 3 5", CORNERED)[1]
    assert refused(game, without, "1 penny 9 c1") == "V-3.3"


@pytest.mark.rule("V-3.4")
def test_special_faces_are_no_part_of_a_sum() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll penny dakota 3")
    assert {text.split()[0] for text in allowed(game, state)} == {
        "3",
        "penny",
        "hut",
        "statue",
        "mine",
    }
    state = do(game, game.setup(), "* roll penny 4 3")
    assert cells(game, state, "7") == EDGE
    assert cells(game, state, "8") == set()


@pytest.mark.rule("V-3.5", "V-6.13")
def test_a_snake_overrides_the_other_dice() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll penny dakota snake")
    assert refused(game, state, "1 penny 9 a1") == "V-3.5"
    assert refused(game, state, "1 hut a1") == "V-3.5"
    assert refused(game, state, "1 done") == "V-3.5"
    assert refused(game, state, "1 cross a1 with penny") == "V-3.5"
    assert refused(game, state, "1 reveal range a1 a2 a3") == "V-6.13"
    state = do(game, game.setup(), "* roll 2 3 snake")
    assert refused(game, state, "1 2 a1") == "V-3.5"


@pytest.mark.rule("V-3.6", "V-3.6x")
def test_dakota_penny_and_a_3_may_all_be_used() -> None:
    game = Valley(1)
    state = do(game, game.setup(), "* roll penny dakota 3")
    after = do(game, state, "1 hut a1", "1 penny 12 b1", "1 3 c1", "1 done")
    assert after.sheets[0].numbers[:3] == (0, 12, 3)
    assert after.sheets[0].structures == (0, None, None)


@pytest.mark.rule("V-3.7")
def test_a_structure_alone_is_enough_for_a_round() -> None:
    game = Valley(1)
    after = do(game, game.setup(), "* roll 2 dakota 3", "1 mine a1", "1 done")
    assert after.round == 2


@pytest.mark.rule("V-8.2")
def test_what_is_marked_stays() -> None:
    game, state = alone("writing 2 3 5", CORNERED.replace("2  3", "M  3"))
    assert refused(game, state, "1 7 a1") == "V-8.2"
    assert refused(game, state, "1 7 a2") == "V-8.2"


def test_apply_leaves_its_argument_alone() -> None:
    game = Valley(2)
    state = do(game, game.setup(), "* roll 2 3 5")
    text = game.write_position(state)
    game.apply(state, Event(0, Write(7, 0)))
    assert game.write_position(state) == text


def test_nothing_can_be_added_to_a_finished_game() -> None:
    game, state = alone("over", EMPTY)
    assert game.pending(state) == ()
    assert why_not(game, state, "7 a1") == "V-7.1"
    with pytest.raises(GameOver):
        step(game, state, Event(0, Done()))


def test_moves_of_a_turn_are_drawn_by_chance_from_all_of_them() -> None:
    sheet = """
             a  b  c  d  e  f  g
          1 10 10 15  x  4  4  .
          2  x 10  x  x  4  x  4
          3  x  x  x  x  @  6  7
          4  x  1  2  x  x  8  x
          5  x  3  x  x  x  x  x
          6  x  5  9  x  x  x  H
          7  x  S  x  x  x  x  .
    """
    game, state = alone("writing penny dakota 5", sheet)
    begun = do(game, state, "1 5 g1")
    for here in (state, begun):
        moves = game.moves(here, 0)
        every = set(moves)
        assert len(every) == len(moves)
        rng = Random(7)
        drawn = {moves.pick(rng) for _ in range(60 * len(every))}
        assert drawn == every
        assert bool(moves)


def test_chance_never_draws_a_second_town_of_a_number() -> None:
    notes = "town a1 b1 c1 d1"
    game, state = alone("writing 5 5 5", small("4 4 4 4 .", "x x x x .", "4 4 4 4", notes=notes))
    moves = game.moves(do(game, state, "1 15 e1"), 0)
    rng = Random(3)
    assert {moves.pick(rng) for _ in range(200)} == {Done()}


def test_a_seat_that_revealed_can_only_be_done() -> None:
    game, state = alone("writing 5 4 5", CORNERED.replace("4  1  .", "6  7  8"))
    revealed = do(game, state, "1 5 a3", "1 reveal range a1 b1 c1")
    assert list(game.moves(revealed, 0)) == [Done()]
    assert game.moves(revealed, 0).pick(Random(1)) == Done()
