"""The temple's rules: position, move, position."""

from __future__ import annotations

from textwrap import dedent

import pytest

from yupana.core.errors import GameOver, IllegalMove, NotYourTurn, OptionError
from yupana.core.game import CHANCE, Event
from yupana.core.play import step
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Haunt, Rolled, Rolling, State, Swapped, Swapping, Write


def do(game: Temple, state: State, *lines: str) -> State:
    """Adds checked events, written as in a record: `* roll 2 3 5`, `1 7 b4`."""
    for line in lines:
        seat, _, move = line.partition(" ")
        event = Event(CHANCE if seat == "*" else int(seat) - 1, game.read_move(move))
        state = step(game, state, event)
    return state


def position(game: Temple, text: str) -> State:
    return game.read_position(dedent(text).strip("\n"))


def allowed(game: Temple, state: State, seat: int = 0) -> set[str]:
    return {game.write_move(move) for move in game.moves(state, seat)}


def refused(game: Temple, state: State, line: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        do(game, state, line)
    return refusal.value.clause


# A side B with two plain cells (a1, b1) and two doors (b2, e2) left.
LATE = """
    round 30
    {phase}
    sheet 1{last}
         a  b  c  d  e  f
      1  .  .  1  1  1  1
      2  3  D  3  3  D  3
      3  1  1  5  5  1  1
      4  3  3  5  5  3  3
      5  1  5  1  1  5  1
      6  3  3  3  3  3  M
"""


def late(game: Temple, phase: str, last: str = "") -> State:
    return position(game, LATE.format(phase=phase, last=last))


@pytest.mark.rule("T-1.1")
def test_one_to_a_hundred_seats_each_with_an_empty_sheet() -> None:
    for seats in (1, 2, 100):
        state = Temple(seats).setup()
        assert len(state.sheets) == seats
        assert all(sheet.filled == 0 and not any(sheet.numbers) for sheet in state.sheets)
    for seats in (0, 101, -3):
        with pytest.raises(OptionError) as error:
            Temple(seats)
        assert error.value.facts == {"game": "temple", "seats": seats, "first": 1, "last": 100}


@pytest.mark.rule("T-1.1")
def test_everybody_plays_the_chosen_side() -> None:
    assert Temple(1).options.side == "A"
    assert Temple(2, side="B").setup().sheets[0] == Temple(2, side="B").setup().sheets[1]
    assert Temple(1, side="A").layout.grid.width == 8
    assert Temple(1, side="B").layout.grid.width == 6
    with pytest.raises(OptionError):
        Temple(1, side="C")


@pytest.mark.rule("T-1.2")
def test_the_dice_show_one_to_five_or_their_special_face() -> None:
    game = Temple(1)
    outcomes = dict(game.chance(game.setup()).outcomes())
    assert len(outcomes) == 6**3
    assert {move.faces for move in outcomes if isinstance(move, Rolled)} >= {(1, 1, 1), (0, 0, 0)}
    assert Rolled((6, 1, 1)) not in game.chance(game.setup())
    assert sum(outcomes.values()) == 1


@pytest.mark.rule("T-2.1")
def test_one_roll_serves_everybody_at_once() -> None:
    game = Temple(3)
    assert game.pending(game.setup()) == (CHANCE,)
    state = do(game, game.setup(), "* roll 2 3 5")
    assert game.pending(state) == (0, 1, 2)
    assert allowed(game, state, 0) == allowed(game, state, 1) == allowed(game, state, 2)


@pytest.mark.rule("T-2.1")
def test_nobody_writes_before_the_roll() -> None:
    game = Temple(2)
    with pytest.raises(NotYourTurn):
        do(game, game.setup(), "1 7 c1")
    assert not game.moves(game.setup(), 0)
    assert game.moves(game.setup(), 0).why_not(Write(7, 0)) == "T-2.1"


@pytest.mark.rule("T-2.2")
def test_a_number_goes_into_any_empty_cell_without_a_door() -> None:
    game = Temple(1)
    state = do(game, game.setup(), "* roll 2 3 5")
    cells = {text.split()[1] for text in allowed(game, state)}
    assert len(cells) == 36 - 8
    assert {"c1", "h6", "a5"} <= cells
    assert refused(game, state, "1 7 d2") == "T-2.2"  # a door
    assert game.moves(state, 0).why_not(Haunt(0)) == "T-2.2"  # only a number will do
    assert game.moves(state, 0).why_not(Write(7, 99)) == "T-2.2"  # no such cell
    assert game.moves(state, 0).why_not(Write(7, -1)) == "T-2.2"


@pytest.mark.rule("T-2.2", "T-2.4")
def test_exactly_one_number_a_round() -> None:
    game = Temple(2)
    state = do(game, game.setup(), "* roll 2 3 5", "1 7 c1")
    assert game.pending(state) == (1,)
    with pytest.raises(NotYourTurn):
        do(game, state, "1 2 d1")
    assert game.moves(state, 0).why_not(Write(2, 1)) == "T-2.4"


@pytest.mark.rule("T-2.3", "T-2.3x")
def test_a_roll_of_2_3_5_gives_the_numbers_of_the_example() -> None:
    game = Temple(1)
    state = do(game, game.setup(), "* roll 2 3 5")
    numbers = {int(text.split()[0]) for text in allowed(game, state)}
    assert numbers == {2, 3, 5, 7, 8, 10}
    assert refused(game, state, "1 4 c1") == "T-2.3"


@pytest.mark.rule("T-2.4")
def test_the_round_closes_when_the_last_has_written() -> None:
    game = Temple(2, side="B")
    state = do(game, game.setup(), "* roll 2 3 5", "2 3 b1")
    assert game.pending(state) == (0,)
    state = do(game, state, "1 8 a1")
    assert game.pending(state) == (CHANCE,)
    assert state.round == 2
    assert [sheet.numbers[:2] for sheet in state.sheets] == [(8, 0), (0, 3)]


@pytest.mark.rule("T-2.5")
def test_a_mark_is_its_own_until_the_round_closes() -> None:
    game = Temple(3)
    opened = do(game, game.setup(), "* roll 2 3 5")
    marked = do(game, opened, "1 7 c1")
    other = do(game, opened, "1 2 h6")
    for seat in (1, 2, None):
        assert game.view(marked, seat) == game.view(other, seat)
    assert game.view(marked, 0) != game.view(other, 0)
    closed = do(game, marked, "2 2 c1", "3 2 c1")
    assert game.view(closed, 1).sheets[0].numbers[0] == 7


@pytest.mark.rule("T-3.1")
def test_a_lockpick_opens_doors_and_nothing_else() -> None:
    game = Temple(1, side="B")
    state = late(game, "writing 2 lockpick 3")
    assert allowed(game, state) == {f"{n} {cell}" for n in (2, 3, 5) for cell in ("b2", "e2")}
    assert refused(game, state, "1 5 a1") == "T-3.1"


@pytest.mark.rule("T-3.2")
def test_a_lockpick_without_a_door_left_falls_back_to_plain_cells() -> None:
    game = Temple(1, side="B")
    state = position(game, LATE.format(phase="writing 2 lockpick 3", last="").replace("D", "3"))
    assert allowed(game, state) == {f"{n} {cell}" for n in (2, 3, 5) for cell in ("a1", "b1")}


@pytest.mark.rule("T-3.3")
def test_penny_allows_any_number_from_1_to_15() -> None:
    game = Temple(1, side="B")
    state = late(game, "writing penny 4 3")
    assert allowed(game, state) == {f"{n} {cell}" for n in range(1, 16) for cell in ("a1", "b1")}
    assert refused(game, state, "1 16 a1") == "T-3.3"


@pytest.mark.rule("T-3.4")
def test_penny_and_lockpick_put_any_number_into_a_door() -> None:
    game = Temple(1, side="B")
    state = late(game, "writing penny lockpick 3")
    assert allowed(game, state) == {f"{n} {cell}" for n in range(1, 16) for cell in ("b2", "e2")}


@pytest.mark.rule("T-3.5")
def test_a_mummy_overrides_the_other_dice_and_goes_on_the_sheet_in_hand() -> None:
    game = Temple(3, side="B")
    state = do(game, game.setup(), "* roll penny lockpick mummy")
    assert isinstance(state.phase, Swapping)
    state = do(game, state, "* swap 2 3 1")
    assert game.pending(state) == (0, 1, 2)
    assert refused(game, state, "1 7 a1") == "T-3.5"  # nobody writes
    assert refused(game, state, "1 mummy b2") == "T-3.5"  # a door
    state = do(game, state, "1 mummy a1", "2 mummy b1", "3 mummy c1")
    names = game.layout.grid.names_of
    assert [names(sheet.mummies) for sheet in state.sheets] == [("c1",), ("a1",), ("b1",)]
    assert isinstance(state.phase, Rolling)


@pytest.mark.rule("T-3.6")
def test_nobody_ever_holds_their_own_sheet() -> None:
    two = do(Temple(2), Temple(2).setup(), "* roll 1 1 mummy")
    assert [move for move, _ in Temple(2).chance(two).outcomes()] == [Swapped((1, 0))]
    four = do(Temple(4), Temple(4).setup(), "* roll 1 1 mummy")
    ways = dict(Temple(4).chance(four).outcomes())
    assert len(ways) == 9
    assert len(set(ways.values())) == 1
    assert Swapped((0, 2, 3, 1)) not in Temple(4).chance(four)


@pytest.mark.rule("T-4.1")
def test_a_cell_with_a_mummy_takes_nothing_else() -> None:
    game = Temple(1, side="B")
    state = late(game, "writing 2 3 5")
    assert refused(game, state, "1 5 f6") == "T-2.2"
    again = late(game, "haunting 1")
    assert allowed(game, again) == {"mummy a1", "mummy b1"}


@pytest.mark.rule("T-4.4")
def test_mummies_are_never_used_up() -> None:
    game = Temple(1, side="B")
    state = game.setup()
    for cell in game.layout.grid.names_of(game.layout.plain):
        state = do(game, state, "* roll 1 1 mummy", f"1 mummy {cell}")
    assert state.sheets[0].mummies == game.layout.plain
    assert game.score(state, 0).points == -2 * 28


@pytest.mark.rule("T-5.1")
def test_the_game_ends_when_every_plain_cell_is_filled() -> None:
    game = Temple(1, side="B")
    state = do(game, late(game, "writing 2 3 5"), "1 5 a1")
    assert game.outcome(state) is None
    state = do(game, state, "* roll 2 3 5", "1 8 b1")
    assert game.pending(state) == ()
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.why == "full"
    assert state.round == 31
    with pytest.raises(GameOver):
        do(game, state, "* roll 2 3 5")
    assert game.moves(state, 0).why_not(Write(5, 0)) == "T-5.1"


@pytest.mark.rule("T-5.2")
def test_empty_doors_do_not_keep_the_game_going_and_cost_nothing() -> None:
    game = Temple(1, side="B")
    full = LATE.replace(".", "3").format(phase="over", last="")
    without, with_doors = position(game, full), position(game, full.replace("D", "14"))
    assert game.pending(without) == ()
    assert game.score(without, 0).points == game.score(with_doors, 0).points


@pytest.mark.rule("T-6.2")
def test_what_is_written_stays() -> None:
    game = Temple(1, side="B")
    state = late(game, "writing 2 3 5")
    assert refused(game, state, "1 5 c1") == "T-2.2"
    after = do(game, state, "1 5 a1")
    assert after.sheets[0].numbers[1:] == state.sheets[0].numbers[1:]


@pytest.mark.rule("T-7.1")
def test_alone_a_mummy_comes_next_to_the_cell_filled_before() -> None:
    game = Temple(1, side="B")
    state = do(game, game.setup(), "* roll 2 3 5", "1 5 a1", "* roll 1 1 mummy")
    assert allowed(game, state) == {"mummy b1", "mummy a2"}  # b2 is a door
    assert refused(game, state, "1 mummy f6") == "T-7.1"


@pytest.mark.rule("T-7.2")
def test_alone_without_such_a_cell_the_mummy_goes_anywhere() -> None:
    game = Temple(1, side="B")
    assert allowed(game, late(game, "haunting 1", " last f5")) == {"mummy a1", "mummy b1"}


@pytest.mark.rule("T-7.3")
@pytest.mark.parametrize(
    ("before", "cells"),
    [
        ((), 28),  # the first round
        (("* roll 2 3 5", "1 5 a1", "* roll 1 1 mummy", "1 mummy b1"), 26),  # after a mummy
        (
            ("* roll 2 lockpick 5", "1 5 b2"),
            8 - 1,
        ),  # a door is the cell filled; c3 beside it is one
    ],
)
def test_alone_what_counts_as_the_cell_filled_before(before: tuple[str, ...], cells: int) -> None:
    game = Temple(1, side="B")
    state = do(game, game.setup(), *before, "* roll 1 1 mummy")
    assert len(game.moves(state, 0)) == cells


@pytest.mark.rule("T-7.1")
def test_in_company_a_mummy_goes_anywhere() -> None:
    game = Temple(2, side="B")
    state = do(
        game, game.setup(), "* roll 2 3 5", "1 5 a1", "2 5 a1", "* roll 1 1 mummy", "* swap 2 1"
    )
    assert len(game.moves(state, 0)) == 27


@pytest.mark.rule("T-2.4", "T-2.5")
def test_the_order_in_which_marks_arrive_does_not_matter() -> None:
    game = Temple(3)
    opened = do(game, game.setup(), "* roll 2 3 5")
    marks = ["1 7 c1", "2 5 a5", "3 10 h6"]
    assert do(game, opened, *marks) == do(game, opened, *reversed(marks))


@pytest.mark.rule("T-2.5")
def test_only_dice_and_swaps_are_seen_at_once() -> None:
    game = Temple(2)
    for text, seen in (
        ("roll 2 3 5", True),
        ("swap 2 1", True),
        ("7 c1", False),
        ("mummy c1", False),
    ):
        assert game.is_open(game.read_move(text)) == seen
