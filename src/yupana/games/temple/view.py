"""Who may see what. Sheets are open when a round is closed; marks of the running one are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from yupana.core.game import Rng, Seat
from yupana.games.temple.sheet import (
    Faces,
    Haunt,
    Haunting,
    Over,
    Phase,
    Rolling,
    Sheet,
    State,
    Swapping,
    Write,
    Writing,
)

if TYPE_CHECKING:
    from yupana.games.temple.rules import Temple


class SeenWriting(Struct, frozen=True, tag="writing"):
    faces: Faces
    mine: Write | None
    waiting: tuple[Seat, ...]
    """Who has not written yet."""


class SeenHaunting(Struct, frozen=True, tag="haunting"):
    holds: tuple[Seat, ...]
    mine: Haunt | None
    waiting: tuple[Seat, ...]


class View(Struct, frozen=True):
    """T-2.5: what a seat knows; with no seat, what a spectator does."""

    seat: Seat | None
    round: int
    sheets: tuple[Sheet, ...]
    """By seat, without the marks of the running round."""
    phase: Rolling | SeenWriting | Swapping | SeenHaunting | Over


def view(state: State, seat: Seat | None) -> View:
    """T-2.5: the closed rounds, one's own mark of this one, and who is still to make theirs."""
    match state.phase:
        case Writing(faces, written):
            mine = None if seat is None else written[seat]
            seen = SeenWriting(faces, mine, _waiting(written))
            return View(seat, state.round, state.sheets, seen)
        case Haunting(holds, drawn):
            own = None if seat is None else drawn[seat]
            haunting = SeenHaunting(holds, own, _waiting(drawn))
            return View(seat, state.round, state.sheets, haunting)
        case Rolling() | Swapping() | Over():
            return View(seat, state.round, state.sheets, state.phase)
        case _:
            assert_never(state.phase)


def _waiting(marks: tuple[Write | Haunt | None, ...]) -> tuple[Seat, ...]:
    return tuple([seat for seat, mark in enumerate(marks) if mark is None])


def imagine(game: Temple, view: View, rng: Rng) -> State:
    """T-2.5: a state that looks like this, the others' hidden marks made up from what they could do."""
    return State(view.round, view.sheets, _imagined(game, view, rng))


def _imagined(game: Temple, view: View, rng: Rng) -> Phase:
    match view.phase:
        case SeenWriting(faces, mine, waiting):
            unmarked = State(view.round, view.sheets, Writing(faces, (None,) * game.seats))
            written = [
                mine
                if seat == view.seat
                else None
                if seat in waiting
                else _write(game, unmarked, seat, rng)
                for seat in range(game.seats)
            ]
            return Writing(faces, tuple(written))
        case SeenHaunting(holds, own, waiting):
            unmarked = State(view.round, view.sheets, Haunting(holds, (None,) * game.seats))
            drawn = [
                own
                if seat == view.seat
                else None
                if seat in waiting
                else _haunt(game, unmarked, seat, rng)
                for seat in range(game.seats)
            ]
            return Haunting(holds, tuple(drawn))
        case Rolling() | Swapping() | Over():
            return view.phase
        case _:
            assert_never(view.phase)


def _write(game: Temple, state: State, seat: Seat, rng: Rng) -> Write:
    move = game.moves(state, seat).pick(rng)
    assert isinstance(move, Write)
    return move


def _haunt(game: Temple, state: State, seat: Seat, rng: Rng) -> Haunt:
    move = game.moves(state, seat).pick(rng)
    assert isinstance(move, Haunt)
    return move
