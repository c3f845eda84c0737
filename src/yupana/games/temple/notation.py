"""Text: moves, sheets and positions, written in one way and read back exactly.

Moves: `7 b4` writes a 7 in b4, `mummy c3` draws a mummy; chance: `roll 2 3 5`, `roll penny lockpick
3`, `swap 2 3 1` (seat 1 holds the sheet of seat 2, and so on).
"""

from __future__ import annotations

from typing import assert_never

from yupana.core.errors import NotationError
from yupana.core.game import Seat
from yupana.core.grid import Cell, Grid, set_of
from yupana.core.text import read_faces, read_number, write_faces
from yupana.games.temple.components import Layout
from yupana.games.temple.sheet import (
    NOTHING,
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

SPECIAL_NAMES = ("penny", "lockpick", "mummy")
MUMMY = "M"
EMPTY = "."
DOOR = "D"


# Moves


def write_move(grid: Grid, move: TempleMove) -> str:
    match move:
        case Write(number, cell):
            return f"{number} {grid.names[cell]}"
        case Haunt(cell):
            return f"mummy {grid.names[cell]}"
        case Rolled(faces):
            return f"roll {write_faces(faces, SPECIAL_NAMES)}"
        case Swapped(holds):
            return f"swap {_seats(holds)}"
        case _:
            assert_never(move)


def read_move(grid: Grid, text: str) -> TempleMove:
    match text.lower().split():
        case ["roll", *faces]:
            return Rolled(read_faces(faces, SPECIAL_NAMES))
        case ["swap", *seats]:
            return Swapped(tuple(read_number(seat) - 1 for seat in seats))
        case ["mummy", cell]:
            return Haunt(grid.cell(cell))
        case [number, cell]:
            return Write(read_number(number), grid.cell(cell))
        case _:
            raise NotationError("notation.move", text=text[:60])


def _seats(seats: tuple[Seat, ...]) -> str:
    return " ".join(str(seat + 1) for seat in seats)


# Sheets


def write_sheet(layout: Layout, sheet: Sheet) -> str:
    return layout.grid.draw(cell_texts(layout, sheet))


def cell_texts(layout: Layout, sheet: Sheet) -> list[str]:
    return [
        MUMMY
        if sheet.mummies >> cell & 1
        else str(number)
        if number != NOTHING
        else DOOR
        if layout.doors >> cell & 1
        else EMPTY
        for cell, number in enumerate(sheet.numbers)
    ]


def read_sheet(layout: Layout, drawing: str, last: Cell | None = None) -> Sheet:
    texts = layout.grid.read(drawing)
    for cell, text in enumerate(texts):
        door = layout.doors >> cell & 1
        if (text in (EMPTY, MUMMY) and door) or (text == DOOR and not door):
            raise NotationError("notation.door", cell=layout.grid.names[cell], text=text)
    mummies = set_of(cell for cell, text in enumerate(texts) if text == MUMMY)
    numbers = tuple(
        NOTHING if text in (EMPTY, DOOR, MUMMY) else read_number(text) for text in texts
    )
    written = set_of(cell for cell, number in enumerate(numbers) if number != NOTHING)
    return Sheet(numbers, mummies, written | mummies, last)


def read_paper(layout: Layout, most: int, text: str) -> State:
    """A sheet copied from paper as the position of a finished solo game, to be scored."""
    sheet = read_sheet(layout, text)
    for number in sheet.numbers:
        if number > most:
            raise NotationError("notation.number-range", number=number, least=1, most=most)
    return State(1, (sheet,), Over())


# Positions


def write_position(layout: Layout, state: State) -> str:
    lines = [f"round {state.round}", _write_phase(state.phase)]
    if isinstance(state.phase, Writing | Haunting):
        marks = state.phase.written if isinstance(state.phase, Writing) else state.phase.drawn
        lines += [
            f"mark {seat + 1} {write_move(layout.grid, mark)}"
            for seat, mark in enumerate(marks)
            if mark is not None
        ]
    for seat, sheet in enumerate(state.sheets):
        last = "" if sheet.last is None else f" last {layout.grid.names[sheet.last]}"
        lines += [f"sheet {seat + 1}{last}", write_sheet(layout, sheet)]
    return "\n".join(lines) + "\n"


def _write_phase(phase: Phase) -> str:
    match phase:
        case Rolling():
            return "rolling"
        case Writing(faces, _):
            return f"writing {write_faces(faces, SPECIAL_NAMES)}"
        case Swapping():
            return "swapping"
        case Haunting(holds, _):
            return f"haunting {_seats(holds)}"
        case Over():
            return "over"
        case _:
            assert_never(phase)


def read_position(layout: Layout, seats: int, text: str) -> State:
    lines = text.strip("\n").split("\n")
    match lines[0].split(), (lines[1].split() if len(lines) > 1 else []):
        case ["round", number], [phase, *words]:
            round_ = read_number(number)
        case _:
            raise NotationError("notation.position", expected="fact.then-phase round N")
    marks: list[TempleMove | None] = [None] * seats
    at = 2
    while at < len(lines) and lines[at].startswith("mark "):
        _, seat, mark = lines[at].split(maxsplit=2)
        marks[_seat(seat, seats)] = read_move(layout.grid, mark)
        at += 1
    return State(round_, _read_sheets(layout, seats, lines[at:]), _read_phase(phase, words, marks))


def _read_sheets(layout: Layout, seats: int, lines: list[str]) -> tuple[Sheet, ...]:
    height = layout.grid.height + 2  # its own line and the names of the columns
    if len(lines) != seats * height:
        raise NotationError("notation.sheets", lines=len(lines), expected=seats * height)
    sheets = []
    for seat in range(seats):
        own = lines[seat * height : (seat + 1) * height]
        match own[0].split():
            case ["sheet", number] if number == str(seat + 1):
                last = None
            case ["sheet", number, "last", name] if number == str(seat + 1):
                last = layout.grid.cell(name)
            case _:
                raise NotationError("notation.position", expected=f"sheet {seat + 1}")
        sheets.append(read_sheet(layout, "\n".join(own[1:]), last))
    return tuple(sheets)


def _read_phase(phase: str, words: list[str], marks: list[TempleMove | None]) -> Phase:
    match phase, words:
        case "rolling", []:
            return Rolling()
        case "writing", [_, _, _]:
            written = tuple(mark for mark in marks if mark is None or isinstance(mark, Write))
            if len(written) == len(marks):
                return Writing(read_faces(words, SPECIAL_NAMES), written)
        case "swapping", []:
            return Swapping()
        case "haunting", [*holds]:
            drawn = tuple(mark for mark in marks if mark is None or isinstance(mark, Haunt))
            if len(drawn) == len(marks):
                return Haunting(tuple(_seat(seat, len(marks)) for seat in holds), drawn)
        case "over", []:
            return Over()
    raise NotationError("notation.phase", text=" ".join([phase, *words])[:60])


def _seat(word: str, seats: int) -> Seat:
    seat = read_number(word) - 1
    if seat >= seats:
        raise NotationError("notation.seat-number", seat=seat + 1, seats=seats)
    return seat
