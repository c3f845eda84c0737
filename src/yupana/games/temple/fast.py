"""The door to the temple's kernel: states and moves to rows and codes and back; the rules are in kernel_rules.py."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, assert_never

import numpy as np

from yupana.core.game import CHANCE, Game, Seat
from yupana.core.grid import Cells, cells_in
from yupana.core.kernels import Kernel, Playouts, Random, Row, seeded
from yupana.games.temple import kernel_rules as k
from yupana.games.temple.rules import GREEN, RED, Temple
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


class TempleKernel(Kernel[State, TempleMove]):
    """T-1.1: the temple for any number of seats and any sheet of up to 64 cells."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        assert isinstance(game, Temple)
        self.game = game
        self.rolls = rolls_of(game)
        self.table = table_of(game)
        self.stride = int(self.table[k.STRIDE])
        self.words = k.HEAD + game.seats * self.stride

    # States

    def pack(self, state: State) -> Row:
        row = np.zeros(self.words, np.int64)
        row[k.ROUND], row[k.ROLL] = state.round, k.NONE
        marks: tuple[Write | Haunt | None, ...] = (None,) * self.game.seats
        holds: tuple[Seat, ...] = (0,) * self.game.seats
        match state.phase:
            case Rolling():
                row[k.PHASE] = k.ROLLING
            case Writing(faces, marks):
                row[k.PHASE], row[k.ROLL] = k.WRITING, self.rolls.index(faces)
                row[k.WAITING] = marks.count(None)
            case Swapping():
                row[k.PHASE] = k.SWAPPING
            case Haunting(holds, marks):
                row[k.PHASE], row[k.WAITING] = k.HAUNTING, marks.count(None)
            case Over():
                row[k.PHASE] = k.OVER
            case _:
                assert_never(state.phase)
        for seat, (sheet, made, held) in enumerate(zip(state.sheets, marks, holds, strict=True)):
            own = self._own(row, seat)
            own[k.MUMMIES], own[k.FILLED] = _signed(sheet.mummies), _signed(sheet.filled)
            own[k.LAST] = k.NONE if sheet.last is None else sheet.last
            own[k.MARK] = k.NONE if made is None else self.code(row, made)
            own[k.HOLDS] = held
            for cell, number in enumerate(sheet.numbers):
                if number != NOTHING:
                    own[k.NUMBERS - 1 + number] |= _signed(1 << cell)
        return row

    def unpack(self, row: Row) -> State:
        words: list[int] = row.tolist()
        starts = range(k.HEAD, self.words, self.stride)
        owns = [words[start : start + self.stride] for start in starts]
        size = self.game.layout.grid.size
        sheets = tuple([_sheet(size, (*own[: k.MARK], *own[k.NUMBERS :])) for own in owns])
        return State(words[k.ROUND], sheets, self._phase(words, owns))

    def _phase(self, words: list[int], owns: list[list[int]]) -> Phase:
        if words[k.PHASE] == k.WRITING:
            written = [None if own[k.MARK] == k.NONE else _write(own[k.MARK]) for own in owns]
            return Writing(self.rolls[words[k.ROLL]], tuple(written))
        if words[k.PHASE] == k.HAUNTING:
            drawn = [None if own[k.MARK] == k.NONE else Haunt(own[k.MARK]) for own in owns]
            return Haunting(tuple([own[k.HOLDS] for own in owns]), tuple(drawn))
        plain: dict[int, Phase] = {k.ROLLING: Rolling(), k.SWAPPING: Swapping(), k.OVER: Over()}
        return plain[words[k.PHASE]]

    def _own(self, row: Row, seat: Seat) -> Row:
        start = k.HEAD + seat * self.stride
        return row[start : start + self.stride]

    # Moves

    def moves(self, row: Row, seat: Seat) -> Row:
        codes = np.empty(int(self.table[k.VALUES] * self.table[k.CELLS]), np.int64)
        return codes[: k.list_moves(row, self.table, seat, codes)]

    def code(self, row: Row, move: TempleMove) -> int:
        """Of a change of sheets: the holds as digits, the first seat's last; no 64 bits hold those of many seats."""
        match move:
            case Write(number, cell):
                return number << 6 | cell
            case Haunt(cell):
                return cell
            case Rolled(faces):
                return self.rolls.index(faces)
            case Swapped(holds):
                return sum(held * self.game.seats**seat for seat, held in enumerate(holds))
            case _:
                assert_never(move)

    def move(self, row: Row, seat: Seat, code: int) -> TempleMove:
        if row[k.PHASE] == k.ROLLING:
            return Rolled(self.rolls[code])
        if row[k.PHASE] == k.SWAPPING:
            seats = self.game.seats
            return Swapped(tuple(code // seats**seat % seats for seat in range(seats)))
        return _write(code) if row[k.PHASE] == k.WRITING else Haunt(code)

    def apply(self, row: Row, seat: Seat, code: int) -> None:
        if seat != CHANCE:
            k.mark(row, self.table, seat, code)
        elif row[k.PHASE] == k.ROLLING:
            k.open_round(row, self.table, code)
        else:
            for each in range(self.game.seats):
                code, held = divmod(code, self.game.seats)
                self._own(row, each)[k.HOLDS] = held
            k.haunt(row, self.table)

    def chance(self, row: Row, random: Random) -> int:
        if row[k.PHASE] == k.ROLLING:
            return int(k.rolled(self.table, random))
        after = row.copy()
        k.swap(after, self.table, random)
        holds = [int(self._own(after, seat)[k.HOLDS]) for seat in range(self.game.seats)]
        return self.code(row, Swapped(tuple(holds)))

    # Points and playouts

    def score(self, row: Row, seat: Seat) -> int:
        return int(k.score(row, self.table, seat))

    def playouts(self, row: Row, count: int, seed: int) -> Playouts:
        scores = np.empty((count, self.game.seats), np.int64)
        ranks = np.empty((count, self.game.seats), np.int64)
        work, keys = np.empty_like(row), np.empty(2 * self.game.seats, np.int64)
        decisions = k.play_many(row, self.table, seeded(seed), work, keys, scores, ranks)
        return Playouts(int(decisions), scores, ranks)


def _write(code: int) -> Write:
    return Write(code >> 6, code & 63)


@lru_cache(maxsize=1024)
def _sheet(size: int, words: tuple[int, ...]) -> Sheet:
    """From the words of a seat without its mark; from one row to the next most sheets are the same."""
    numbers = [NOTHING] * size
    for number, cells in enumerate(words[k.MARK :], 1):
        for cell in cells_in(_unsigned(cells)):
            numbers[cell] = number
    last = None if words[k.LAST] == k.NONE else words[k.LAST]
    return Sheet(tuple(numbers), _unsigned(words[k.MUMMIES]), _unsigned(words[k.FILLED]), last)


def _signed(cells: Cells) -> int:
    """A set of 64 cells as a number of a row."""
    return cells - (1 << 64) if cells >> 63 else cells


def _unsigned(number: int) -> Cells:
    return number & ((1 << 64) - 1)


def rolls_of(game: Temple) -> list[Faces]:
    """T-1.2: what the three dice can show, each way once; its number in the list is the code of a roll."""
    faces = (*game.edition.dice.numbers, SPECIAL)
    return list(product(faces, repeat=3))


def table_of(game: Temple) -> Row:
    """T-1.1 T-1.2: all that stays the same in a game, from its edition and number of seats."""
    layout, edition, grid = game.layout, game.edition, game.layout.grid
    rolls = rolls_of(game)
    offers = [game.numbers(faces) for faces in rolls]
    values = max(edition.penny.most, 3 * max(edition.dice.numbers))
    if grid.size > k.MOST_CELLS or values > k.MOST_VALUE:
        raise ValueError(
            f"no kernel for more than {k.MOST_CELLS} cells or numbers over {k.MOST_VALUE}"
        )
    width = max(map(len, offers)) // 8 + 1
    table = np.zeros(k.OFFERED + len(rolls) * (1 + width), np.int64)
    worth = edition.score
    head = {
        k.SEATS: game.seats,
        k.STRIDE: k.NUMBERS + values,
        k.CELLS: grid.size,
        k.VALUES: values,
        k.PLAIN: _signed(layout.plain),
        k.DOORS: _signed(layout.doors),
        k.SERIES: worth.series,
        k.GROUP: worth.group,
        k.GROUP_SIZE: worth.group_size,
        k.BEATEN: worth.beaten,
        k.UNBEATEN: worth.unbeaten,
        k.BEATS: worth.beats_mummies if 0 < worth.beats_mummies <= values else NOTHING,
        k.ROLLS: len(rolls),
        k.WIDTH: width,
    }
    for at, value in head.items():
        table[at] = value
    for cell, near in enumerate(grid.near):
        table[k.NEAR + cell] = _signed(near)
    for byte in range(256):
        for n, bit in enumerate(cells_in(byte)):
            table[k.NTH + byte] |= bit << 4 * n
        for place in range(8):
            table[k.AROUND + 256 * place + byte] = _signed(
                grid.around(byte << 8 * place & grid.all)
            )
    for roll, (faces, numbers) in enumerate(zip(rolls, offers, strict=True)):
        lockpick = k.LOCKPICK if faces[GREEN] == SPECIAL else 0
        mummy = k.MUMMY if faces[RED] == SPECIAL else 0
        table[k.OFFERED + roll] = len(numbers) | lockpick | mummy
        first = k.OFFERED + len(rolls) + roll * width
        for n, number in enumerate(numbers):
            table[first + n // 8] |= _signed(number << n % 8 * 8)
    return table
