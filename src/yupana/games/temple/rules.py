"""The Temple of Apikhabou, in the order of the rulebook: the round, special faces, mummies, the end.

Scoring is in scoring.py, who may see what in view.py, text in notation.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeVar, assert_never

from yupana.core.chance import Derangement, Dice
from yupana.core.game import (
    CHANCE,
    Chance,
    Clause,
    Event,
    Game,
    Move,
    Moves,
    NoMoves,
    Options,
    Outcome,
    Rng,
    ScoreTree,
    Seat,
)
from yupana.core.grid import Cells, cells_in, nth_cell
from yupana.core.text import Say
from yupana.games.temple import notation, picture, scoring, view
from yupana.games.temple.components import Layout, Side, TempleEdition
from yupana.games.temple.sheet import (
    NOTHING,
    SPECIAL,
    Faces,
    Haunt,
    Haunting,
    Over,
    Phase,
    Rolled,
    Rolling,
    Sheet,
    State,
    Swapped,
    Swapping,
    TempleMove,
    Write,
    Writing,
)
from yupana.games.temple.view import SeenWriting, View

PURPLE, GREEN, RED = range(3)

Mark = TypeVar("Mark", bound=Move)


class TempleOptions(Options, frozen=True, forbid_unknown_fields=True):
    side: Side = "A"
    """Which side of the sheet everybody plays."""


class Temple(Game[State, View, TempleMove]):
    """T-1.1: the game for 1 to 100 seats, everybody on the same side of the sheet."""

    name = "temple"
    rules_version = 1
    seats_allowed = range(1, 101)
    options_type = TempleOptions
    edition_type = TempleEdition
    state_type = State
    view_type = View
    move_type = TempleMove
    simultaneous = True

    options: TempleOptions
    edition: TempleEdition

    def prepare(self) -> None:
        """T-1.1 T-1.2: the sheet and the dice that everybody shares."""
        self.layout = Layout(self.edition.sides[self.options.side].drawing)
        faces = (*self.edition.dice.numbers, SPECIAL)
        self._roll = Dice((faces, faces, faces), Rolled)
        self._swap = Derangement(self.seats, Swapped)
        self._penny = tuple(range(self.edition.penny.least, self.edition.penny.most + 1))

    # Set-up

    def setup(self) -> State:
        """T-1.1: an empty sheet for everybody."""
        empty = Sheet((NOTHING,) * self.layout.grid.size)
        return State(1, (empty,) * self.seats, Rolling())

    def pending(self, state: State) -> tuple[Seat, ...]:
        """T-2.1 T-2.4: the dice, or all who have not made their mark of this round."""
        match state.phase:
            case Rolling() | Swapping():
                return (CHANCE,)
            case Writing(written=marks) | Haunting(drawn=marks):
                return tuple([seat for seat, mark in enumerate(marks) if mark is None])
            case Over():
                return ()
            case _:
                assert_never(state.phase)

    # The round

    def chance(self, state: State) -> Chance[TempleMove]:
        """T-2.1 T-3.6: a roll of the three dice, or the sheets changing hands."""
        return self._swap if isinstance(state.phase, Swapping) else self._roll

    def moves(self, state: State, seat: Seat) -> Moves[TempleMove]:
        """T-2.2 T-3.5: one number or one mummy, each in one of the cells that may take it."""
        match state.phase:
            case Writing(faces, written) if 0 <= seat < self.seats and written[seat] is None:
                numbers = self.numbers(faces)
                return Writes(numbers, self.writable(state.sheets[seat], faces), self, faces)
            case Haunting(holds, drawn) if 0 <= seat < self.seats and drawn[seat] is None:
                held = state.sheets[holds[seat]]
                return Haunts(self.hauntable(held), self)
            case Writing() | Haunting():
                return NoMoves("T-2.4")
            case Rolling() | Swapping():
                return NoMoves("T-2.1")
            case Over():
                return NoMoves("T-5.1")
            case _:
                assert_never(state.phase)

    def numbers(self, faces: Faces) -> tuple[int, ...]:
        """T-2.3 T-3.3: what may be written after this roll, in rising order."""
        if faces[PURPLE] == SPECIAL:
            return self._penny
        return sums(tuple([face for face in faces if face != SPECIAL]))

    def writable(self, sheet: Sheet, faces: Faces) -> Cells:
        """T-2.2 T-3.1 T-3.2 T-3.4: plain cells, or doors after a Lockpick while there are any."""
        empty_doors = self.layout.doors & ~sheet.filled
        if faces[GREEN] == SPECIAL and empty_doors:
            return empty_doors
        return self.layout.plain & ~sheet.filled

    def hauntable(self, sheet: Sheet) -> Cells:
        """T-3.5 T-7.1 T-7.2 T-7.3: any empty plain cell; alone, one next to the last written."""
        empty = self.layout.plain & ~sheet.filled
        if self.seats == 1 and sheet.last is not None:
            return self.layout.grid.near[sheet.last] & empty or empty
        return empty

    def apply(self, state: State, event: Event[TempleMove]) -> State:
        """T-2.1 T-2.4 T-3.5: the roll opens a round, the last mark closes it."""
        move, phase = event.move, state.phase
        match move:
            case Rolled(faces):
                return State(state.round, state.sheets, self._opened(faces))
            case Swapped(holds):
                return State(state.round, state.sheets, Haunting(holds, (None,) * self.seats))
            case Write():
                assert isinstance(phase, Writing)
                written = _with(phase.written, event.seat, move)
                if None in written:
                    return State(state.round, state.sheets, Writing(phase.faces, written))
                marks = zip(state.sheets, written, strict=True)
                return self._closed(
                    state, tuple([add_number(sheet, mark) for sheet, mark in marks])
                )
            case Haunt():
                assert isinstance(phase, Haunting)
                drawn = _with(phase.drawn, event.seat, move)
                if None in drawn:
                    return State(state.round, state.sheets, Haunting(phase.holds, drawn))
                sheets = list(state.sheets)
                for held, mark in zip(phase.holds, drawn, strict=True):
                    sheets[held] = add_mummy(sheets[held], mark)
                return self._closed(state, tuple(sheets))
            case _:
                assert_never(move)

    def _opened(self, faces: Faces) -> Phase:
        """T-3.5: a Mummy overrides the other dice; alone there is nobody to swap with."""
        if faces[RED] != SPECIAL:
            return Writing(faces, (None,) * self.seats)
        return Swapping() if self.seats > 1 else Haunting((0,), (None,))

    # The end

    def _closed(self, state: State, sheets: tuple[Sheet, ...]) -> State:
        """T-5.1 T-5.2: over when the plain cells are full, whatever the doors are."""
        if all(self.layout.plain & ~sheet.filled == 0 for sheet in sheets):
            return State(state.round, sheets, Over())
        return State(state.round + 1, sheets, Rolling())

    def score_seen(self, view: View, seat: Seat) -> ScoreTree:
        """T-5.3: the seat's points as its sheet stands, with one's own mark of this round."""
        sheet = view.sheets[seat]
        if seat == view.seat and isinstance(view.phase, SeenWriting) and view.phase.mine:
            sheet = add_number(sheet, view.phase.mine)
        return scoring.score_sheet(self.layout, self.edition.score, sheet)

    def outcome(self, state: State) -> Outcome | None:
        """T-5.1: told once the game is over."""
        if not isinstance(state.phase, Over):
            return None
        return scoring.outcome(self.layout, self.edition, state.sheets)

    # Sight and text, in modules of their own

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def is_open(self, move: TempleMove) -> bool:
        """T-2.5: the dice and the change of sheets; marks only when the round closes."""
        return isinstance(move, Rolled | Swapped)

    def imagine(self, view_: View, rng: Rng) -> State:
        return view.imagine(self, view_, rng)

    def write_move(self, move: TempleMove) -> str:
        return notation.write_move(self.layout.grid, move)

    def read_move(self, text: str) -> TempleMove:
        return notation.read_move(self.layout.grid, text)

    def write_position(self, state: State) -> str:
        return notation.write_position(self.layout, state)

    def read_position(self, text: str) -> State:
        return notation.read_position(self.layout, self.seats, text)

    def read_paper(self, text: str) -> State:
        return notation.read_paper(self.layout, self.edition.penny.most, text)

    def heading(self, state: State) -> str:
        return f"round {state.round}"

    def draw(self, view: View, say: Say) -> str:
        offered: tuple[int, ...] = ()
        if isinstance(view.phase, SeenWriting):
            offered = self.numbers(view.phase.faces)
        return picture.draw(self.layout, view, offered, say)


@cache
def sums(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """T-2.3: each number, and each sum of two or three of them, once, in rising order.

    >>> sums((2, 3, 5))
    (2, 3, 5, 7, 8, 10)
    """
    found = {0}
    for number in numbers:
        found |= {each + number for each in found}
    return tuple(sorted(found - {0}))


def add_number(sheet: Sheet, mark: Write | None) -> Sheet:
    """T-2.2 T-6.2: the sheet with a number in the cell, for good."""
    assert mark is not None
    numbers, cell = sheet.numbers, mark.cell
    written = (*numbers[:cell], mark.number, *numbers[cell + 1 :])
    return Sheet(written, sheet.mummies, sheet.filled | 1 << cell, cell)


def add_mummy(sheet: Sheet, mark: Haunt | None) -> Sheet:
    """T-4.1 T-4.4: the sheet with one more mummy; its cell takes nothing else."""
    assert mark is not None
    bit = 1 << mark.cell
    return Sheet(sheet.numbers, sheet.mummies | bit, sheet.filled | bit, None)


def _with(marks: tuple[Mark | None, ...], seat: Seat, mark: Mark) -> tuple[Mark | None, ...]:
    return (*marks[:seat], mark, *marks[seat + 1 :])


class Writes(Moves[Write]):
    """One of some numbers into one of some cells."""

    __slots__ = ("cells", "faces", "game", "numbers")

    def __init__(self, numbers: tuple[int, ...], cells: Cells, game: Temple, faces: Faces) -> None:
        self.numbers = numbers
        self.cells = cells
        self.game = game
        self.faces = faces

    def why_not(self, move: Move) -> Clause | None:
        """T-2.2 T-2.3 T-3.1 T-3.2 T-3.3: the number first, then the cell."""
        if not isinstance(move, Write):
            return "T-2.2"
        if move.number not in self.numbers:
            return "T-3.3" if self.faces[PURPLE] == SPECIAL else "T-2.3"
        if 0 <= move.cell < self.game.layout.grid.size and self.cells >> move.cell & 1:
            return None
        return "T-3.1" if self.cells & self.game.layout.doors else "T-2.2"

    def __iter__(self) -> Iterator[Write]:
        for number in self.numbers:
            for cell in cells_in(self.cells):
                yield Write(number, cell)

    def __bool__(self) -> bool:
        return bool(self.cells)

    def __len__(self) -> int:
        return len(self.numbers) * self.cells.bit_count()

    def pick(self, rng: Rng) -> Write:
        cell = nth_cell(self.cells, rng.randrange(self.cells.bit_count()))
        return Write(self.numbers[rng.randrange(len(self.numbers))], cell)


class Haunts(Moves[Haunt]):
    """A mummy into one of some cells."""

    __slots__ = ("cells", "game")

    def __init__(self, cells: Cells, game: Temple) -> None:
        self.cells = cells
        self.game = game

    def why_not(self, move: Move) -> Clause | None:
        """T-3.5 T-7.1: a mummy, in an empty plain cell that is allowed."""
        if not isinstance(move, Haunt):
            return "T-3.5"
        if 0 <= move.cell < self.game.layout.grid.size and self.cells >> move.cell & 1:
            return None
        return "T-7.1" if self.game.seats == 1 else "T-3.5"

    def __iter__(self) -> Iterator[Haunt]:
        return map(Haunt, cells_in(self.cells))

    def __bool__(self) -> bool:
        return bool(self.cells)

    def __len__(self) -> int:
        return self.cells.bit_count()

    def pick(self, rng: Rng) -> Haunt:
        return Haunt(nth_cell(self.cells, rng.randrange(self.cells.bit_count())))
