"""Who may see what. Sheets are open when a round is closed; marks of the running one are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from yupana.core.game import Rng, Seat
from yupana.core.grid import nth_cell
from yupana.games.valley.marks import further, marked, number_dice, opened, reach
from yupana.games.valley.sheet import (
    Done,
    Faces,
    Over,
    Phase,
    Place,
    Placing,
    Rolling,
    Sheet,
    State,
    Swapping,
    Turn,
    Write,
    Writing,
)

if TYPE_CHECKING:
    from yupana.games.valley.rules import Valley


class SeenWriting(Struct, frozen=True, tag="writing"):
    faces: Faces
    mine: Turn | None
    """What one has done oneself; None for a spectator."""
    waiting: tuple[Seat, ...]
    """Who is not done yet."""


class SeenPlacing(Struct, frozen=True, tag="placing"):
    holds: tuple[Seat, ...]
    mine: Place | None
    waiting: tuple[Seat, ...]


class View(Struct, frozen=True):
    """V-2.15: what a seat knows; with no seat, what a spectator does."""

    seat: Seat | None
    round: int
    sheets: tuple[Sheet, ...]
    """By seat, without the marks of the running round."""
    phase: Rolling | SeenWriting | Swapping | SeenPlacing | Over


def view(state: State, seat: Seat | None) -> View:
    """V-2.15: the closed rounds, one's own marks of this one, and who is still to make theirs."""
    match state.phase:
        case Writing(faces, turns):
            mine = None if seat is None else turns[seat]
            waiting = tuple([each for each, turn in enumerate(turns) if turn.step != "done"])
            return View(seat, state.round, state.sheets, SeenWriting(faces, mine, waiting))
        case Placing(holds, placed):
            snake = None if seat is None else placed[seat]
            waiting = tuple([each for each, other in enumerate(placed) if other is None])
            return View(seat, state.round, state.sheets, SeenPlacing(holds, snake, waiting))
        case Rolling() | Swapping() | Over():
            return View(seat, state.round, state.sheets, state.phase)
        case _:
            assert_never(state.phase)


def imagine(game: Valley, view: View, rng: Rng) -> State:
    """V-2.15: a state that looks like this; what others did in this round is made up."""
    return State(view.round, view.sheets, _imagined(game, view, rng))


def _imagined(game: Valley, view: View, rng: Rng) -> Phase:
    match view.phase:
        case SeenWriting(faces, mine, waiting):
            late = set(waiting)
            turns = [
                opened(sheet) if seat in late else _turn(game, sheet, faces, rng)
                for seat, sheet in enumerate(view.sheets)
            ]
            if view.seat is not None and mine is not None:
                turns[view.seat] = mine
            return Writing(faces, tuple(turns))
        case SeenPlacing(holds, own, waiting):
            late = set(waiting)
            placed = [
                None if seat in late else _place(game, view.sheets[holds[seat]], rng)
                for seat in range(game.seats)
            ]
            if view.seat is not None:
                placed[view.seat] = own
            return Placing(holds, tuple(placed))
        case Rolling() | Swapping() | Over():
            return view.phase
        case _:
            assert_never(view.phase)


def _turn(game: Valley, sheet: Sheet, faces: Faces, rng: Rng) -> Turn:
    """One number somewhere, and done: the least anybody does, and cheap for a hundred seats."""
    turn = opened(sheet)
    numbers, cells = further(number_dice(faces), ()), reach(game.layout, turn.sheet)
    number = numbers[rng.randrange(len(numbers))]
    cell = nth_cell(cells, rng.randrange(cells.bit_count()))
    return marked(game.edition, marked(game.edition, turn, Write(number, cell)), Done())


def _place(game: Valley, held: Sheet, rng: Rng) -> Place:
    cells = game.placeable(held)
    return Place(nth_cell(cells, rng.randrange(cells.bit_count())))
