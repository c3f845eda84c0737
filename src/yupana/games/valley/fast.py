"""The door to the valley's kernel: states and moves to rows and codes and back; the rules are in kernel_rules.py."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, assert_never

import numpy as np

from yupana.core.game import CHANCE, Game, Seat
from yupana.core.grid import Cells, cells_in, set_of
from yupana.core.kernels import Kernel, Playouts, Random, Row, seeded
from yupana.games.valley import kernel_rules as k
from yupana.games.valley.components import KINDS, STRUCTURES
from yupana.games.valley.marks import (
    GREEN,
    PURPLE,
    RED,
    further,
    number_dice,
    summing,
    writable,
)
from yupana.games.valley.rules import Valley
from yupana.games.valley.sheet import (
    NOTHING,
    SPECIAL,
    Build,
    Cross,
    Discovery,
    Done,
    Faces,
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

Node = tuple[tuple[int, ...], tuple[int, ...]]
"""The number dice of a roll, and what was made of them so far."""

STEPS: tuple[Step, ...] = ("marking", "revealed", "done")


class ValleyKernel(Kernel[State, ValleyMove]):
    """V-1.1: the valley for any number of seats, on any sheet of the editions."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        assert isinstance(game, Valley)
        self.game = game
        self.rolls = rolls_of(game)
        self.nodes = nodes_of(self.rolls)
        self.table = table_of(game, self.rolls, self.nodes)
        self.stride, self.sheet_words = int(self.table[k.STRIDE]), int(self.table[k.SHEET])
        self.words = k.HEAD + game.seats * self.stride
        self._shapes: Row | None = None

    # States

    def pack(self, state: State) -> Row:
        row = np.zeros(self.words, np.int64)
        row[k.ROUND], row[k.ROLL] = state.round, k.NONE
        owns = [self._own(row, seat) for seat in range(self.game.seats)]
        for own, sheet in zip(owns, state.sheets, strict=True):
            own[k.MARK] = k.NONE
            self._pack_sheet(sheet, self._closed(own))
        match state.phase:
            case Rolling():
                row[k.PHASE] = k.ROLLING
            case Writing(faces, turns):
                row[k.PHASE], row[k.ROLL] = k.WRITING, self.rolls.index(faces)
                row[k.WAITING] = sum(turn.step != "done" for turn in turns)
                for own, turn in zip(owns, turns, strict=True):
                    self._pack_turn(turn, number_dice(faces), own)
            case Swapping():
                row[k.PHASE] = k.SWAPPING
            case Placing(holds, placed):
                row[k.PHASE], row[k.WAITING] = k.PLACING, placed.count(None)
                for own, held, snake in zip(owns, holds, placed, strict=True):
                    own[k.HOLDS] = held
                    own[k.MARK] = k.NONE if snake is None else snake.cell
            case Over():
                row[k.PHASE] = k.OVER
            case _:
                assert_never(state.phase)
        return row

    def _pack_turn(self, turn: Turn, dice: tuple[int, ...], own: Row) -> None:
        own[k.NODE] = self.nodes.index((dice, turn.used))
        own[k.SPENT] = (k.PENNY if turn.penny else 0) | (k.DAKOTA if turn.dakota else 0)
        own[k.STEP] = STEPS.index(turn.step)
        self._pack_sheet(turn.sheet, self._running(own))

    def _pack_sheet(self, sheet: Sheet, words: Row) -> None:
        words[k.FILLED], words[k.FRESH] = signed(sheet.filled), signed(sheet.fresh)
        words[k.SNAKES], words[k.CROSSED] = signed(sheet.snakes), signed(sheet.crossed)
        built = [cell for cell in sheet.structures if cell is not None]
        words[k.BUILDINGS] = signed(set_of(built))
        for structure, cell in enumerate(sheet.structures):
            words[k.BUILT + structure] = k.NONE if cell is None else cell
        for cell, number in enumerate(sheet.numbers):
            if number != NOTHING:
                words[k.BY_CELL + cell // 8] |= signed(number << cell % 8 * 8)
                words[k.NUMBERS - 1 + number] |= signed(1 << cell)
        for discovery in sheet.discoveries:
            kind = KINDS.index(discovery.kind)
            k.add_discovery(words, self.table, 0, kind, signed(discovery.cells))

    def unpack(self, row: Row) -> State:
        words: list[int] = row.tolist()
        starts = range(k.HEAD, self.words, self.stride)
        owns = [words[start : start + self.stride] for start in starts]
        sheets = tuple([self._sheet(own[k.SHEETS : k.SHEETS + self.sheet_words]) for own in owns])
        return State(words[k.ROUND], sheets, self._phase(words, owns))

    def _phase(self, words: list[int], owns: list[list[int]]) -> Phase:
        if words[k.PHASE] == k.WRITING:
            turns = tuple([self._turn(own) for own in owns])
            return Writing(self.rolls[words[k.ROLL]], turns)
        if words[k.PHASE] == k.PLACING:
            marks = [own[k.MARK] for own in owns]
            placed = tuple([None if mark == k.NONE else Place(mark) for mark in marks])
            return Placing(tuple([own[k.HOLDS] for own in owns]), placed)
        plain: dict[int, Phase] = {
            k.ROLLING: Rolling(),
            k.SWAPPING: Swapping(),
            k.OVER: Over(),
        }
        return plain[words[k.PHASE]]

    def _turn(self, own: list[int]) -> Turn:
        _, used = self.nodes[own[k.NODE]]
        return Turn(
            self._sheet(own[k.SHEETS + self.sheet_words :]),
            used,
            bool(own[k.SPENT] & k.PENNY),
            bool(own[k.SPENT] & k.DAKOTA),
            STEPS[own[k.STEP]],
        )

    def _sheet(self, words: list[int]) -> Sheet:
        return _sheet(self.game.layout.grid.size, int(self.table[k.VALUES]), tuple(words))

    def _own(self, row: Row, seat: Seat) -> Row:
        start = k.HEAD + seat * self.stride
        return row[start : start + self.stride]

    def _closed(self, own: Row) -> Row:
        return own[k.SHEETS : k.SHEETS + self.sheet_words]

    def _running(self, own: Row) -> Row:
        return own[k.SHEETS + self.sheet_words :]

    # Moves

    @property
    def shapes(self) -> Row:
        """V-6.9: where each kind of discovery can lie; as they are many, not before somebody asks for all moves."""
        if self._shapes is None:
            rules, layout = self.game.edition.discoveries, self.game.layout
            of_kind = (
                layout.connected(rules.jungle.cells),
                layout.connected(rules.town.cells),
                layout.connected(rules.range.cells),
                layout.pyramids(rules.pyramid.drawing),
            )
            words = [*map(len, of_kind), *(signed(cells) for sets in of_kind for cells in sets)]
            self._shapes = np.array(words, np.int64)
        return self._shapes

    def moves(self, row: Row, seat: Seat) -> Row:
        marks = int(self.table[k.PENNY_COUNT]) + 20  # numbers of dice, structures, ways to escape
        codes = np.empty(marks * int(self.table[k.CELLS]) + len(self.shapes), np.int64)
        return codes[: k.list_moves(row, self.table, self.shapes, seat, codes)]

    def code(self, row: Row, move: ValleyMove) -> int:
        """Of a change of sheets: the holds as digits, the first seat's last; no 64 bits hold those of many seats."""
        match move:
            case Write(number, cell):
                return _mark(k.WRITE, number, cell)
            case WritePenny(number, cell):
                return _mark(k.WRITE_PENNY, number, cell)
            case Build(structure, cell):
                return _mark(k.BUILD, STRUCTURES.index(structure), cell)
            case Cross(cell, dice):
                return _mark(k.CROSS, 1 + self._ways(row).index(dice) if dice else 0, cell)
            case Reveal(kind, cells):
                return int(k.revealing(KINDS.index(kind), signed(cells)))
            case Done():
                return _mark(k.DONE, 0, 0)
            case Place(cell):
                return _mark(k.PLACE, 0, cell)
            case Rolled(faces):
                return self.rolls.index(faces)
            case Swapped(holds):
                return sum(held * self.game.seats**seat for seat, held in enumerate(holds))
            case _:
                assert_never(move)

    def move(self, row: Row, seat: Seat, code: int) -> ValleyMove:
        if seat == CHANCE:
            if row[k.PHASE] == k.ROLLING:
                return Rolled(self.rolls[code])
            seats = self.game.seats
            return Swapped(tuple(code // seats**each % seats for each in range(seats)))
        op, number, cell = code >> k.OP, code >> k.CELL_BITS & 0xFF, code & 63
        if op == k.WRITE:
            return Write(number, cell)
        if op == k.WRITE_PENNY:
            return WritePenny(number, cell)
        if op == k.BUILD:
            return Build(STRUCTURES[number], cell)
        if op == k.CROSS:
            return Cross(cell, self._ways(row)[number - 1] if number else ())
        if op == k.DONE:
            return Done()
        if op == k.PLACE:
            return Place(cell)
        kind = op - k.REVEAL
        return Reveal(KINDS[kind], unsigned(int(k.cells_of(self.table, kind, code))))

    def _ways(self, row: Row) -> tuple[tuple[int, ...], ...]:
        """V-5.5: the groups of dice of this roll that cross out a snake."""
        dice = number_dice(self.rolls[int(row[k.ROLL])])
        return summing(dice, self.game.edition.snakes.escape)

    def apply(self, row: Row, seat: Seat, code: int) -> None:
        if seat != CHANCE:
            k.do(row, self.table, seat, code)
        elif row[k.PHASE] == k.ROLLING:
            k.open_round(row, self.table, code)
        else:
            for each in range(self.game.seats):
                code, held = divmod(code, self.game.seats)
                self._own(row, each)[k.HOLDS] = held
            k.hold(row, self.table)

    def chance(self, row: Row, random: Random) -> int:
        if row[k.PHASE] == k.ROLLING:
            return int(k.rolled(self.table, random))
        after = row.copy()
        k.swap(after, self.table, random)
        holds = [int(self._own(after, seat)[k.HOLDS]) for seat in range(self.game.seats)]
        return self.code(row, Swapped(tuple(holds)))

    # Stars and playouts

    def score(self, row: Row, seat: Seat) -> int:
        return int(k.score(row, self.table, seat))

    def playouts(self, row: Row, count: int, seed: int) -> Playouts:
        scores = np.empty((count, self.game.seats), np.int64)
        ranks = np.empty((count, self.game.seats), np.int64)
        work, keys = np.empty_like(row), np.empty(2 * self.game.seats, np.int64)
        played = k.play_many(row, self.table, seeded(seed), work, keys, scores, ranks)
        return Playouts(int(played), scores, ranks)


def _mark(op: int, number: int, cell: int) -> int:
    return op << k.OP | number << k.CELL_BITS | cell


@lru_cache(maxsize=1024)
def _sheet(size: int, values: int, words: tuple[int, ...]) -> Sheet:
    """From its words; from one row to the next most sheets are the same."""
    built = [None if cell == k.NONE else cell for cell in words[k.BUILT : k.BUILT + 3]]
    eights = [unsigned(word).to_bytes(8, "little") for word in words[k.BY_CELL : k.NUMBERS]]
    first = k.NUMBERS + values
    return Sheet(
        tuple(b"".join(eights)[:size]),
        unsigned(words[k.FILLED]),
        (built[0], built[1], built[2]),
        unsigned(words[k.SNAKES]),
        unsigned(words[k.CROSSED]),
        tuple([_discovery(words, each) for each in words[first : first + words[k.FOUND]]]),
        unsigned(words[k.FRESH]),
    )


def _discovery(words: tuple[int, ...], cells: int) -> Discovery:
    """Its kind is that whose cells have all of its own."""
    for at, kind in enumerate(KINDS):
        if cells & ~words[k.KINDS + at] == 0:
            return Discovery(kind, unsigned(cells))
    raise ValueError("a discovery of no kind")


def signed(cells: Cells) -> int:
    """A set of 64 cells as a number of a row."""
    return cells - (1 << 64) if cells >> 63 == 1 else cells


def unsigned(number: int) -> Cells:
    return number & ((1 << 64) - 1)


# What stays the same in a game


def rolls_of(game: Valley) -> list[Faces]:
    """V-1.3: what the three dice can show, each way once; its number in the list is the code of a roll."""
    faces = (*game.edition.dice.numbers, SPECIAL)
    return list(product(faces, repeat=3))


def nodes_of(rolls: list[Faces]) -> list[Node]:
    """V-2.6 V-2.7: for all dice that a roll can leave, all that can be made of them, the least first."""
    all_dice = sorted({number_dice(faces) for faces in rolls if faces[RED] != SPECIAL})
    return [
        (dice, used)
        for dice in all_dice
        for used in sorted(writable(dice), key=lambda used: (len(used), used))
    ]


def table_of(game: Valley, rolls: list[Faces], nodes: list[Node]) -> Row:
    """V-1.1 V-1.2 V-1.3: all of it from the edition and the number of seats."""
    edition, grid, rules = game.edition, game.layout.grid, game.edition.discoveries
    pyramids = game.layout.pyramids(rules.pyramid.drawing)
    sizes = (
        rules.jungle.cells,
        rules.town.cells,
        rules.range.cells,
        rules.pyramid.drawing.count("#"),
    )
    values = max(edition.penny.most, 3 * max(edition.dice.numbers))
    if values > k.MOST_VALUE or max(sizes) > k.MOST_SIZE:
        raise ValueError(
            f"no kernel for numbers over {k.MOST_VALUE} or discoveries of more than {k.MOST_SIZE} cells"
        )
    sheet = k.NUMBERS + values + grid.size // min(sizes)
    first_node = k.INFO + len(rolls)
    first_pyramid = first_node + len(nodes) * k.NODE_WORDS
    table = np.zeros(first_pyramid + len(pyramids), np.int64)
    escape = edition.snakes.escape
    head = {
        k.SEATS: game.seats,
        k.STRIDE: k.SHEETS + 2 * sheet,
        k.SHEET: sheet,
        k.CELLS: grid.size,
        k.VALUES: values,
        k.ALL: signed(grid.all),
        k.EDGE: signed(grid.edge),
        k.PENNY_LEAST: edition.penny.least,
        k.PENNY_COUNT: edition.penny.most - edition.penny.least + 1,
        k.ESCAPE: escape,
        k.PENNY_ESCAPES: edition.penny.least <= escape <= edition.penny.most,
        k.SOLO_ROUNDS: edition.solo.rounds,
        k.FULL_STARS: edition.full.stars,
        k.LEAST_RANGE: rules.range.least,
        k.LEAST_PYRAMID: rules.pyramid.least,
        k.ROLLS: len(rolls),
        k.NODES: first_node,
        k.PYRAMIDS: first_pyramid,
        k.PYRAMID_COUNT: len(pyramids),
    }
    for at, value in head.items():
        table[at] = value
    for kind, name in enumerate(KINDS):
        table[k.SIZES + kind], table[k.STARS + kind] = sizes[kind], rules.stars(name)
    for structure, (_, worth) in enumerate(edition.structures.each()):
        table[k.LIKES + structure] = KINDS.index(worth.beside)
        table[k.LIKED + structure] = worth.stars
    _fill_cells(table, game)
    for at, cells in enumerate(pyramids):
        table[first_pyramid + at] = signed(cells)
    for roll, faces in enumerate(rolls):
        penny = k.PENNY if faces[PURPLE] == SPECIAL else 0
        dakota = k.DAKOTA if faces[GREEN] == SPECIAL else 0
        node = k.SNAKE if faces[RED] == SPECIAL else nodes.index((number_dice(faces), ())) << 8
        table[k.INFO + roll] = penny | dakota | node
    for at, node_ in enumerate(nodes):
        first = first_node + at * k.NODE_WORDS
        table[first : first + k.NODE_WORDS] = _node_words(nodes, node_, escape)
    return table


def _fill_cells(table: Row, game: Valley) -> None:
    """V-8.1: the look-ups for sets of cells."""
    grid = game.layout.grid
    for cell, near in enumerate(grid.near):
        table[k.NEAR + cell] = signed(near)
    for byte in range(256):
        for n, bit in enumerate(cells_in(byte)):
            table[k.NTH + byte] |= bit << 4 * n
        for place in range(8):
            cells = byte << 8 * place & grid.all
            table[k.AROUND + 256 * place + byte] = signed(grid.around(cells))


def _node_words(nodes: list[Node], node: Node, escape: int) -> tuple[int, int, int]:
    """V-2.6 V-2.7 V-5.5: what the dice can still make, and where that leads."""
    dice, used = node
    numbers = further(dice, used)
    here = nodes.index(node)
    steps = [nodes.index((dice, tuple(sorted((*used, number))))) - here for number in numbers]
    ways = len(summing(dice, escape)) if escape in numbers else 0
    return (
        len(numbers) | ways << 8,
        sum(number << 8 * n for n, number in enumerate(numbers)),
        sum(step << 8 * n for n, step in enumerate(steps)),
    )
