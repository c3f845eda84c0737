"""Text: moves, sheets and positions, written in one way and read back exactly.

Moves: `7 b4` writes a 7 in b4, `penny 9 c2`, `hut d4`, `cross e5 with 4+5`, `cross e5 with penny`,
`reveal town a1 a2 b1 b2`, `done`, `snake c3`; chance: `roll 2 3 5`, `roll penny dakota snake`,
`swap 2 3 1` (seat 1 holds the sheet of seat 2, and so on).

A sheet is drawn with its numbers, `H` `S` `M` for the structures, `@` for a snake, `x` for one that
is crossed out, and followed by a line for each discovery: `jungle a1 a2 b3 c2 c3`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from yupana.core.errors import NotationError
from yupana.core.game import Seat
from yupana.core.grid import GAPS, Cells, Grid, set_of
from yupana.core.text import read_faces, read_number, write_faces
from yupana.games.valley import discoveries
from yupana.games.valley.components import KINDS, STRUCTURES, Kind, Layout, Structure
from yupana.games.valley.marks import RED, add_discovery, opened
from yupana.games.valley.sheet import (
    NOTHING,
    SPECIAL,
    Build,
    Cross,
    Discovery,
    Done,
    Over,
    Phase,
    Place,
    Placing,
    Reveal,
    Rolled,
    Rolling,
    Sheet,
    State,
    Step,
    Swapped,
    Swapping,
    Turn,
    ValleyMove,
    Write,
    WritePenny,
    Writing,
)

if TYPE_CHECKING:
    from yupana.games.valley.rules import Valley

SPECIAL_NAMES = ("penny", "dakota", "snake")
STEPS: tuple[Step, ...] = ("marking", "revealed", "done")
VERBS = ("done", "roll", "swap", "snake", "reveal", "penny", "cross", *STRUCTURES)
EMPTY = "."
SNAKE = "@"
CROSSED = "x"
LETTERS = {"H": "hut", "S": "statue", "M": "mine"}


# Moves


def write_move(grid: Grid, move: ValleyMove) -> str:
    match move:
        case Write(number, cell):
            return f"{number} {grid.names[cell]}"
        case WritePenny(number, cell):
            return f"penny {number} {grid.names[cell]}"
        case Build(structure, cell):
            return f"{structure} {grid.names[cell]}"
        case Cross(cell, dice):
            return f"cross {grid.names[cell]} with {'+'.join(map(str, dice)) or 'penny'}"
        case Reveal(kind, cells):
            return f"reveal {write_discovery(grid, kind, cells)}"
        case Done():
            return "done"
        case Place(cell):
            return f"snake {grid.names[cell]}"
        case Rolled(faces):
            return f"roll {write_faces(faces, SPECIAL_NAMES)}"
        case Swapped(holds):
            return f"swap {_seats(holds)}"
        case _:
            assert_never(move)


def read_move(grid: Grid, text: str) -> ValleyMove:
    match text.lower().split():
        case ["done"]:
            return Done()
        case ["roll", *faces]:
            return Rolled(read_faces(faces, SPECIAL_NAMES))
        case ["swap", _, *_] as words:
            return Swapped(tuple(read_number(seat) - 1 for seat in words[1:]))
        case ["snake", cell]:
            return Place(grid.cell(cell))
        case ["reveal", kind, *cells]:
            return Reveal(read_kind(kind), read_cells(grid, cells))
        case ["penny", number, cell]:
            return WritePenny(read_number(number), grid.cell(cell))
        case ["cross", cell, "with", _, *_] as words:
            return Cross(grid.cell(cell), _read_dice("".join(words[3:])))
        case [structure, cell] if structure in STRUCTURES:
            return Build(_structure(structure), grid.cell(cell))
        case [number, cell] if number not in VERBS:
            return Write(read_number(number), grid.cell(cell))
        case _:
            raise NotationError("notation.move", text=text[:60])


def write_discovery(grid: Grid, kind: Kind, cells: Cells) -> str:
    return " ".join((kind, *grid.names_of(cells)))


def read_kind(word: str) -> Kind:
    for kind in KINDS:
        if word == kind:
            return kind
    raise NotationError("notation.kind", text=word[:20], known=", ".join(KINDS))


def read_cells(grid: Grid, names: list[str]) -> Cells:
    cells = 0
    for name in names:
        bit = 1 << grid.cell(name)
        if cells & bit:
            raise NotationError("notation.twice", text=name)
        cells |= bit
    return cells


def _read_dice(text: str) -> tuple[int, ...]:
    return () if text == "penny" else tuple(sorted(read_number(die) for die in text.split("+")))


def _structure(word: str) -> Structure:
    return STRUCTURES[STRUCTURES.index(word)]


def _seats(seats: tuple[Seat, ...]) -> str:
    return " ".join(str(seat + 1) for seat in seats)


# Sheets


def write_sheet(layout: Layout, sheet: Sheet) -> str:
    grid = layout.grid
    lines = [grid.draw(cell_texts(sheet), gap=GAPS[0])]
    lines += [write_discovery(grid, each.kind, each.cells) for each in sheet.discoveries]
    if sheet.fresh:
        lines.append(" ".join(("fresh", *grid.names_of(sheet.fresh))))
    return "\n".join(lines)


def cell_texts(sheet: Sheet) -> list[str]:
    """What stands in each cell."""
    texts = [EMPTY if number == NOTHING else str(number) for number in sheet.numbers]
    for letter, structure in zip(LETTERS, sheet.structures, strict=True):
        if structure is not None:
            texts[structure] = letter
    for cell in range(len(texts)):
        if sheet.snakes >> cell & 1:
            texts[cell] = CROSSED if sheet.crossed >> cell & 1 else SNAKE
    return texts


def read_sheet(game: Valley, text: str) -> Sheet:
    """The sheet a text draws; refused where a number or a discovery breaks the rules."""
    drawing, notes = [], []
    for line in text.split("\n"):
        words = line.lower().split()
        if words and words[0] in (*KINDS, "fresh"):
            notes.append(words)
        else:
            drawing.append(line)
    sheet = _read_cells(game, game.layout.grid.read("\n".join(drawing)))
    fresh = 0
    for name, *cells in notes:
        found = read_cells(game.layout.grid, cells)
        if name == "fresh":
            fresh = found
        else:
            sheet = _revealed(game, sheet, read_kind(name), found)
    stray = game.layout.grid.names_of(fresh & (~sheet.filled | sheet.snakes))
    if stray:
        raise NotationError("notation.fresh", cell=stray[0])
    return replace(sheet, fresh=fresh)


def _read_cells(game: Valley, texts: tuple[str, ...]) -> Sheet:
    """The numbers, structures and snakes of a drawing."""
    built: dict[str, int] = {}
    numbers = []
    snakes = crossed = 0
    for cell, text in enumerate(texts):
        number = NOTHING
        if text.upper() in LETTERS:
            if text.upper() in built:
                raise NotationError("notation.twice", text=LETTERS[text.upper()])
            built[text.upper()] = cell
        elif text in (SNAKE, CROSSED, CROSSED.upper()):
            snakes |= 1 << cell
            crossed |= (text != SNAKE) << cell
        elif text != EMPTY:
            number = _in_range(game, read_number(text))
        numbers.append(number)
    hut, statue, mine = (built.get(letter) for letter in LETTERS)
    written = set_of(cell for cell, number in enumerate(numbers) if number != NOTHING)
    filled = written | snakes | set_of(built.values())
    return Sheet(tuple(numbers), filled, (hut, statue, mine), snakes, crossed)


def _in_range(game: Valley, number: int) -> int:
    """A number that dice or Penny can make."""
    edition = game.edition
    most = max(edition.penny.most, len(SPECIAL_NAMES) * max(edition.dice.numbers))
    if number > most:
        raise NotationError("notation.number-range", number=number, least=1, most=most)
    return number


def _revealed(game: Valley, sheet: Sheet, kind: Kind, cells: Cells) -> Sheet:
    clause = discoveries.why_not(game.layout, game.edition.discoveries, sheet, kind, cells)
    if clause is not None:
        text = write_discovery(game.layout.grid, kind, cells)
        raise NotationError("notation.discovery", text=text, clause=clause)
    return add_discovery(sheet, Discovery(kind, cells))


def read_paper(game: Valley, text: str) -> State:
    """A sheet copied from paper, as the position of a finished solo game; or a whole position."""
    if text.split()[:1] == ["round"]:
        return read_position(game, text)
    return State(1, (read_sheet(game, text),), Over())


# Positions


def write_position(game: Valley, state: State) -> str:
    """The round, the phase, every sheet, and what was done in the running round."""
    lines = [f"round {state.round}", _write_phase(state.phase)]
    for seat, sheet in enumerate(state.sheets):
        lines += [f"sheet {seat + 1}", write_sheet(game.layout, sheet)]
    match state.phase:
        case Writing(_, turns):
            for seat, turn in enumerate(turns):
                if turn != opened(state.sheets[seat]):
                    lines += [_write_turn(seat, turn), write_sheet(game.layout, turn.sheet)]
        case Placing(_, placed):
            lines += [
                f"mark {seat + 1} {write_move(game.layout.grid, snake)}"
                for seat, snake in enumerate(placed)
                if snake is not None
            ]
    return "\n".join(lines) + "\n"


def _write_phase(phase: Phase) -> str:
    match phase:
        case Rolling():
            return "rolling"
        case Writing(faces, _):
            return f"writing {write_faces(faces, SPECIAL_NAMES)}"
        case Swapping():
            return "swapping"
        case Placing(holds, _):
            return f"placing {_seats(holds)}"
        case Over():
            return "over"
        case _:
            assert_never(phase)


def _write_turn(seat: Seat, turn: Turn) -> str:
    """`turn 2 done 3 7 penny`: the seat, how far it is, and what it has used of the dice."""
    special = [name for name, used in (("penny", turn.penny), ("dakota", turn.dakota)) if used]
    return " ".join(("turn", str(seat + 1), turn.step, *map(str, turn.used), *special))


def read_position(game: Valley, text: str) -> State:
    lines = text.strip("\n").split("\n")
    match lines[0].split(), (lines[1].split() if len(lines) > 1 else []):
        case ["round", number], [_, *_] as phase:
            round_ = read_number(number)
        case _:
            raise NotationError("notation.position", expected="fact.then-phase round N")
    blocks = _blocks(lines[2:])
    sheets = []
    for seat in range(game.seats):
        if not blocks or blocks[0][0] != ["sheet", str(seat + 1)]:
            raise NotationError("notation.position", expected=f"sheet {seat + 1}")
        sheets.append(read_sheet(game, blocks.pop(0)[1]))
        if phase != ["over"] and sheets[-1].filled == game.layout.grid.all:
            raise NotationError("notation.full", seat=seat + 1)
    return State(round_, tuple(sheets), _read_phase(game, tuple(sheets), phase, blocks))


Block = tuple[list[str], str]
"""The words of its first line, and the lines under it."""


def _blocks(lines: list[str]) -> list[Block]:
    """The text cut before each line that begins with `sheet`, `turn` or `mark`."""
    blocks: list[tuple[list[str], list[str]]] = []
    for line in lines:
        words = line.lower().split()
        if words and words[0] in ("sheet", "turn", "mark"):
            blocks.append((words, []))
        elif blocks:
            blocks[-1][1].append(line)
        elif words:
            raise NotationError("notation.position", expected="sheet 1")
    return [(words, "\n".join(under)) for words, under in blocks]


def _read_phase(
    game: Valley, sheets: tuple[Sheet, ...], phase: list[str], blocks: list[Block]
) -> Phase:
    match phase:
        case ["writing", *words] if read_faces(words, SPECIAL_NAMES)[RED] != SPECIAL:
            turns = [opened(sheet) for sheet in sheets]
            for head, under in blocks:
                seat, turn = _read_turn(game, head, under)
                turns[seat] = turn
            return Writing(read_faces(words, SPECIAL_NAMES), tuple(turns))
        case ["placing", *words] if len(set(words)) == len(words) == game.seats:
            placed: list[Place | None] = [None] * game.seats
            for head, _ in blocks:
                seat, snake = _read_mark(game, head)
                placed[seat] = snake
            return Placing(tuple(_seat(word, game.seats) for word in words), tuple(placed))
        case ["rolling"] if not blocks:
            return Rolling()
        case ["swapping"] if not blocks:
            return Swapping()
        case ["over"] if not blocks:
            return Over()
    raise NotationError("notation.phase", text=" ".join(phase)[:60])


def _read_turn(game: Valley, words: list[str], under: str) -> tuple[Seat, Turn]:
    match words:
        case ["turn", seat, step, *used] if step in STEPS:
            numbers = tuple(sorted(read_number(word) for word in used if word.isdecimal()))
            special = [word for word in used if not word.isdecimal()]
            known = special in ([], ["penny"], ["dakota"], ["penny", "dakota"])
            if known and used:
                turn = Turn(
                    read_sheet(game, under),
                    numbers,
                    "penny" in special,
                    "dakota" in special,
                    STEPS[STEPS.index(step)],
                )
                return _seat(seat, game.seats), turn
    raise NotationError("notation.position", expected="turn SEAT marking|revealed|done USED")


def _read_mark(game: Valley, words: list[str]) -> tuple[Seat, Place]:
    match words:
        case ["mark", seat, *mark]:
            move = read_move(game.layout.grid, " ".join(mark))
            if isinstance(move, Place):
                return _seat(seat, game.seats), move
    raise NotationError("notation.position", expected="mark SEAT snake CELL")


def _seat(word: str, seats: int) -> Seat:
    seat = read_number(word) - 1
    if seat >= seats:
        raise NotationError("notation.seat-number", seat=seat + 1, seats=seats)
    return seat
