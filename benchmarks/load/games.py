"""Two games of the size of tic-tac-toe on our contract, the same as in boardgame_io/server.mjs.

`marks`: everybody marks a cell of their own sheet of nine, unseen; once all have, the round is laid open.
`tictactoe`: two seats in turn, again and again: a board that is won or full is wiped, its winner has a point.
Neither ends, so that a load may last as long as it likes. They are here to be measured, not to be played.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from yupana.core.edition import Edition, Source
from yupana.core.errors import NotationError
from yupana.core.game import (
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
    S,
    ScoreTree,
    Seat,
    V,
)
from yupana.core.text import Say
from yupana.games import GAMES

CELLS = 9


class Cell(Move, frozen=True, tag="cell"):
    """A mark in this cell, from 0."""

    cell: int


class FreeCells(Moves[Cell]):
    __slots__ = ("free",)

    def __init__(self, free: tuple[int, ...]) -> None:
        self.free = free

    def why_not(self, move: Move) -> Clause | None:
        return None if isinstance(move, Cell) and move.cell in self.free else "L-1.1"

    def __iter__(self) -> Iterator[Cell]:
        return (Cell(each) for each in self.free)

    def pick(self, rng: Rng) -> Cell:
        return Cell(self.free[rng.randrange(len(self.free))])


class Measured(Game[S, V, Cell]):
    """What both games leave out: text beyond the move, chance, an end."""

    rules_version = 1
    options_type = Options
    edition_type = Edition
    move_type = Cell

    @classmethod
    def packaged_edition(cls, name: str) -> Edition:
        return Edition(name="classic", title=cls.name, source=Source("games.py", {}))

    @classmethod
    def packaged_editions(cls) -> tuple[str, ...]:
        return ("classic",)

    def chance(self, state: S) -> Chance[Cell]:
        raise NotImplementedError

    def imagine(self, view: V, rng: Rng) -> S:
        raise NotImplementedError

    def outcome(self, state: S) -> Outcome | None:
        return None

    def write_move(self, move: Cell) -> str:
        return str(move.cell)

    def read_move(self, text: str) -> Cell:
        if not text.isdecimal() or len(text) > 1:
            raise NotationError("notation.move", text=text[:60])
        return Cell(int(text))

    def write_position(self, state: S) -> str:
        raise NotImplementedError

    def read_position(self, text: str) -> S:
        raise NotImplementedError

    def draw(self, view: V, say: Say) -> str:
        raise NotImplementedError


# All at once


class Sheets(Struct, frozen=True):
    round: int
    marks: tuple[int | None, ...]
    last: tuple[int, ...]
    points: tuple[int, ...]


class SeenSheets(Struct, frozen=True):
    round: int
    mine: int | None
    last: tuple[int, ...]
    points: tuple[int, ...]


class Marks(Measured[Sheets, SeenSheets]):
    name = "marks"
    seats_allowed = range(1, 1001)
    state_type = Sheets
    view_type = SeenSheets
    simultaneous = True

    def setup(self) -> Sheets:
        return Sheets(1, (None,) * self.seats, (), (0,) * self.seats)

    def pending(self, state: Sheets) -> tuple[Seat, ...]:
        return tuple([seat for seat, mark in enumerate(state.marks) if mark is None])

    def moves(self, state: Sheets, seat: Seat) -> Moves[Cell]:
        return FreeCells(tuple(range(CELLS))) if state.marks[seat] is None else NoMoves("L-1.2")

    def apply(self, state: Sheets, event: Event[Cell]) -> Sheets:
        marks = list(state.marks)
        marks[event.seat] = event.move.cell
        if None in marks:
            return Sheets(state.round, tuple(marks), state.last, state.points)
        closed = tuple([mark for mark in marks if mark is not None])
        points = tuple([old + new for old, new in zip(state.points, closed, strict=True)])
        return Sheets(state.round + 1, (None,) * self.seats, closed, points)

    def view(self, state: Sheets, seat: Seat | None) -> SeenSheets:
        mine = None if seat is None else state.marks[seat]
        return SeenSheets(state.round, mine, state.last, state.points)

    def heading(self, state: Sheets) -> str:
        return f"round {state.round}"

    def score_seen(self, view: SeenSheets, seat: Seat) -> ScoreTree:
        return ScoreTree("marks", view.points[seat])


# In turn

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board(Struct, frozen=True):
    made: int
    """Moves on all boards so far; whose turn it is follows from it."""
    cells: tuple[Seat | None, ...]
    points: tuple[int, int]


class TicTacToe(Measured[Board, Board]):
    name = "tictactoe"
    seats_allowed = range(2, 3)
    state_type = Board
    view_type = Board
    simultaneous = False

    def setup(self) -> Board:
        return Board(0, (None,) * CELLS, (0, 0))

    def pending(self, state: Board) -> tuple[Seat, ...]:
        return (state.made % 2,)

    def moves(self, state: Board, seat: Seat) -> Moves[Cell]:
        if seat != state.made % 2:
            return NoMoves("L-2.1")
        return FreeCells(tuple([at for at, mark in enumerate(state.cells) if mark is None]))

    def apply(self, state: Board, event: Event[Cell]) -> Board:
        cells = list(state.cells)
        cells[event.move.cell] = event.seat
        points = list(state.points)
        won = any(all(cells[each] == event.seat for each in line) for line in LINES)
        points[event.seat] += won
        if won or None not in cells:
            cells = [None] * CELLS
        return Board(state.made + 1, tuple(cells), (points[0], points[1]))

    def view(self, state: Board, seat: Seat | None) -> Board:
        return state

    def heading(self, state: Board) -> str:
        return f"move {state.made + 1}"

    def score_seen(self, view: Board, seat: Seat) -> ScoreTree:
        return ScoreTree("lines", view.points[seat])


def register() -> None:
    """Puts both on the list of games of this process."""
    GAMES.update({game.name: game for game in (Marks, TicTacToe)})
