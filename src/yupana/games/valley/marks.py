"""One seat's turn in a round of writing: which marks the dice allow, where, what they change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeVar, assert_never

from msgspec.structs import replace

from yupana.core.game import Clause, Move, Moves, Rng
from yupana.core.grid import NO_CELLS, Cell, Cells, cells_in, nth_cell
from yupana.games.valley import discoveries
from yupana.games.valley.components import STRUCTURES, Layout, Structure, ValleyEdition
from yupana.games.valley.sheet import (
    SPECIAL,
    Build,
    Cross,
    Discovery,
    Done,
    Faces,
    Place,
    Reveal,
    Rolled,
    Sheet,
    Swapped,
    Turn,
    ValleyMove,
    Write,
    WritePenny,
)

PURPLE, GREEN, RED = range(3)

T = TypeVar("T")

Mark = Write | WritePenny | Build | Cross | Reveal | Done


# What the dice make


@cache
def number_dice(faces: Faces) -> tuple[int, ...]:
    """V-2.6 V-3.4: the dice that show a number, rising; a special face is not part of a sum."""
    return tuple(sorted(face for face in faces if face != SPECIAL))


@cache
def writable(dice: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """V-2.6 V-2.7 V-2.9: all the groups of numbers one can make at once, each die serving once.

    >>> sorted(writable((2, 3)))
    [(), (2,), (2, 3), (3,), (5,)]
    """
    found: set[tuple[int, ...]] = {()}
    for size in range(1, len(dice) + 1):
        for chosen in combinations(range(len(dice)), size):
            number = sum(dice[index] for index in chosen)
            left = tuple([die for index, die in enumerate(dice) if index not in chosen])
            found |= {tuple(sorted((number, *rest))) for rest in writable(left)}
    return frozenset(found)


@cache
def further(dice: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    """V-2.6 V-2.7: the numbers one can still make after these, rising.

    >>> further((2, 3, 5), ()), further((2, 3, 5), (5,))
    ((2, 3, 5, 7, 8, 10), (2, 3, 5))
    """
    ways = writable(dice)
    return tuple(
        number for number in range(1, sum(dice) + 1) if tuple(sorted((*used, number))) in ways
    )


@cache
def summing(dice: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """V-5.5: the groups of dice that make this number, each rising.

    >>> summing((3, 4, 5), 9)
    ((4, 5),)
    """
    found = {
        chosen
        for size in range(1, len(dice) + 1)
        for chosen in combinations(dice, size)
        if sum(chosen) == number
    }
    return tuple(sorted(found))


# Where a mark may go


def reach(layout: Layout, sheet: Sheet) -> Cells:
    """V-2.3 V-2.4 V-2.5 V-2.10 V-2.12 V-2.13 V-2.14: the empty cells that may be filled next."""
    grid = layout.grid
    empty = grid.all & ~sheet.filled
    explored = sheet.filled & ~sheet.snakes
    beside = _around(layout, explored) if explored else grid.edge
    return beside & empty or empty


@lru_cache(maxsize=4096)
def _around(layout: Layout, cells: Cells) -> Cells:
    """As the grid says; a turn asks it several times about the same cells."""
    return layout.grid.around(cells)


# What a mark changes


def add_number(sheet: Sheet, number: int, cell: Cell) -> Sheet:
    """V-2.2 V-8.2: the sheet with a number in the cell, for good."""
    return replace(
        sheet,
        numbers=(*sheet.numbers[:cell], number, *sheet.numbers[cell + 1 :]),
        filled=sheet.filled | 1 << cell,
        fresh=sheet.fresh | 1 << cell,
    )


def add_structure(sheet: Sheet, structure: Structure, cell: Cell) -> Sheet:
    """V-3.1 V-3.7 V-4.5: the sheet with the structure in the cell, which is filled by it."""
    built = list(sheet.structures)
    built[STRUCTURES.index(structure)] = cell
    return replace(
        sheet,
        structures=tuple(built),
        filled=sheet.filled | 1 << cell,
        fresh=sheet.fresh | 1 << cell,
    )


def add_snake(sheet: Sheet, cell: Cell) -> Sheet:
    """V-5.2 V-5.3 V-5.8: the sheet with one more snake; nothing was filled by its owner."""
    snakes = sheet.snakes | 1 << cell
    return replace(sheet, snakes=snakes, filled=sheet.filled | 1 << cell, fresh=NO_CELLS)


def cross_out(sheet: Sheet, cell: Cell) -> Sheet:
    """V-5.5 V-5.12: the snake bites no more; its cell stays taken."""
    return replace(sheet, crossed=sheet.crossed | 1 << cell)


def add_discovery(sheet: Sheet, discovery: Discovery) -> Sheet:
    """V-6.1 V-6.8: the sheet with one more discovery drawn on it."""
    return replace(sheet, discoveries=(*sheet.discoveries, discovery))


def opened(sheet: Sheet) -> Turn:
    """V-2.1: a turn that has just begun on this sheet."""
    return Turn(replace(sheet, fresh=NO_CELLS) if sheet.fresh else sheet)


def marked(edition: ValleyEdition, turn: Turn, mark: Mark) -> Turn:
    """V-2.2 V-2.11: the turn after one more mark, on which the next may lean."""
    sheet, used, penny, dakota = turn.sheet, turn.used, turn.penny, turn.dakota
    match mark:
        case Write(number, cell):
            return Turn(add_number(sheet, number, cell), _and(used, number), penny, dakota)
        case WritePenny(number, cell):
            return Turn(add_number(sheet, number, cell), used, True, dakota)
        case Build(structure, cell):
            return Turn(add_structure(sheet, structure, cell), used, penny, True)
        case Cross(cell, ()):
            return Turn(cross_out(sheet, cell), used, True, dakota)
        case Cross(cell, _):
            return Turn(cross_out(sheet, cell), _and(used, edition.snakes.escape), penny, dakota)
        case Reveal(kind, cells):
            found = add_discovery(sheet, Discovery(kind, cells))
            return Turn(found, used, penny, dakota, "revealed")
        case Done():
            return Turn(sheet, used, penny, dakota, "done")
        case _:
            assert_never(mark)


def _and(used: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(sorted((*used, number)))


# The moves of a turn


class Marks(Moves[ValleyMove]):
    """V-2.2 V-3.6 V-6.1 V-6.15: marks of all dice first, then at most one discovery, then Done."""

    __slots__ = ("dice", "edition", "faces", "layout", "turn")

    def __init__(self, layout: Layout, edition: ValleyEdition, faces: Faces, turn: Turn) -> None:
        self.layout = layout
        self.edition = edition
        self.faces = faces
        self.dice = number_dice(faces)
        self.turn = turn

    @property
    def begun(self) -> bool:
        """V-2.2: whether a cell was filled or a snake crossed out in this round."""
        return bool(self.turn.used) or self.turn.penny or self.turn.dakota

    @property
    def penny_left(self) -> bool:
        """V-3.3: whether Penny was rolled and not used yet."""
        return self.faces[PURPLE] == SPECIAL and not self.turn.penny

    @property
    def structures_left(self) -> list[Structure]:
        """V-3.1 V-3.2: what Dakota still lets one draw."""
        if self.faces[GREEN] != SPECIAL or self.turn.dakota:
            return []
        built = zip(STRUCTURES, self.turn.sheet.structures, strict=True)
        return [structure for structure, cell in built if cell is None]

    @property
    def escapes(self) -> list[tuple[int, ...]]:
        """V-5.5 V-5.11: the ways to make the 9 that crosses out a snake; () is Penny's."""
        escape = self.edition.snakes.escape
        found: list[tuple[int, ...]] = []
        if escape in further(self.dice, self.turn.used):
            found.extend(summing(self.dice, escape))
        if self.penny_left and self.edition.penny.least <= escape <= self.edition.penny.most:
            found.append(())
        return found

    @property
    def biting(self) -> Cells:
        """V-5.14: the snakes that can be crossed out."""
        return self.turn.sheet.snakes & ~self.turn.sheet.crossed

    # Why not

    def why_not(self, move: Move) -> Clause | None:
        """V-2.2 V-6.1 V-6.17: the order of the turn first, then what each mark asks for."""
        if isinstance(move, Done):
            return None if self.begun else "V-2.2"
        if isinstance(move, Place):
            return "V-5.1"
        if isinstance(move, Rolled | Swapped):
            return "V-2.1"
        if self.turn.step == "revealed":
            return "V-6.1" if isinstance(move, Reveal) else "V-6.17"
        match move:
            case Write(number, cell):
                return self._why_not_number(number) or self._why_not_cell(cell)
            case WritePenny(number, cell):
                return self._why_not_penny(number) or self._why_not_cell(cell)
            case Build(structure, cell):
                return self._why_not_structure(structure) or self._why_not_cell(cell)
            case Cross(cell, dice):
                return self._why_not_snake(cell) or self._why_not_escape(dice)
            case Reveal(kind, cells) if self.begun:
                rules = self.edition.discoveries
                return discoveries.why_not(self.layout, rules, self.turn.sheet, kind, cells)
            case _:
                return "V-6.1"

    def _why_not_number(self, number: int) -> Clause | None:
        """V-2.6 V-2.7: a number that the dice left over can make."""
        if number in further(self.dice, self.turn.used):
            return None
        return "V-2.7" if number in further(self.dice, ()) else "V-2.6"

    def _why_not_penny(self, number: int) -> Clause | None:
        """V-2.7 V-3.3: Penny was rolled, is unused, and makes this number."""
        if self.faces[PURPLE] != SPECIAL:
            return "V-3.3"
        if self.turn.penny:
            return "V-2.7"
        penny = self.edition.penny
        return None if penny.least <= number <= penny.most else "V-3.3"

    def _why_not_structure(self, structure: Structure) -> Clause | None:
        """V-2.7 V-3.1 V-3.2: Dakota was rolled, is unused, and the structure is not drawn yet."""
        if self.faces[GREEN] != SPECIAL:
            return "V-3.1"
        if self.turn.dakota:
            return "V-2.7"
        return None if structure in self.structures_left else "V-3.2"

    def _why_not_cell(self, cell: Cell) -> Clause | None:
        """V-2.3 V-2.5 V-8.2: an empty cell of the sheet, on the edge first, then beside a mark."""
        if not 0 <= cell < self.layout.grid.size:
            return "V-1.2"
        sheet = self.turn.sheet
        if sheet.snakes >> cell & 1:
            return "V-5.3"
        if sheet.filled >> cell & 1:
            return "V-8.2"
        if reach(self.layout, sheet) >> cell & 1:
            return None
        return "V-2.3" if sheet.filled & ~sheet.snakes else "V-2.5"

    def _why_not_snake(self, cell: Cell) -> Clause | None:
        """V-5.5 V-5.14: a snake of one's own that is not crossed out yet."""
        if not (0 <= cell < self.layout.grid.size and self.turn.sheet.snakes >> cell & 1):
            return "V-5.5"
        return None if self.biting >> cell & 1 else "V-5.14"

    def _why_not_escape(self, dice: tuple[int, ...]) -> Clause | None:
        """V-5.5 V-5.6: dice that make a 9 by themselves and are not spent."""
        if dice in self.escapes:
            return None
        if dice == ():
            return "V-2.7" if self.turn.penny else "V-3.3"
        return "V-5.6" if dice in summing(self.dice, self.edition.snakes.escape) else "V-5.5"

    # Listing and drawing them

    def __iter__(self) -> Iterator[ValleyMove]:
        """V-2.2 V-6.1: numbers, Penny, structures, snakes crossed, discoveries, Done."""
        turn = self.turn
        if turn.step == "marking":
            cells = list(cells_in(reach(self.layout, turn.sheet)))
            for number in further(self.dice, turn.used):
                for cell in cells:
                    yield Write(number, cell)
            if self.penny_left:
                for number in range(self.edition.penny.least, self.edition.penny.most + 1):
                    for cell in cells:
                        yield WritePenny(number, cell)
            for structure in self.structures_left:
                for cell in cells:
                    yield Build(structure, cell)
            if self.biting:
                for dice in self.escapes:
                    for cell in cells_in(self.biting):
                        yield Cross(cell, dice)
            if self.begun:
                yield from self.reveals()
        if self.begun:
            yield Done()

    def reveals(self) -> Iterator[Reveal]:
        """V-6.1: the discoveries that could be revealed now."""
        found = discoveries.every(self.layout, self.edition.discoveries, self.turn.sheet)
        for discovery in found:
            yield Reveal(discovery.kind, discovery.cells)

    def __bool__(self) -> bool:
        return True  # a die always shows a number here, an empty cell is left, or one is begun

    def pick(self, rng: Rng) -> ValleyMove:
        """First what to do, then how; a kind that cannot be done now is drawn again."""
        if self.turn.step == "revealed":
            return Done()
        while True:
            move = self._attempt(rng)
            if move is not None:
                return move

    def _attempt(self, rng: Rng) -> ValleyMove | None:
        kind = rng.randrange(6)
        if kind == 0:
            return self._somewhere(Write, further(self.dice, self.turn.used), rng)
        if kind == 1 and self.penny_left:
            penny = range(self.edition.penny.least, self.edition.penny.most + 1)
            return self._somewhere(WritePenny, penny, rng)
        if kind == 2 and self.faces[GREEN] == SPECIAL:
            return self._somewhere(Build, self.structures_left, rng)
        if kind == 3 and self.biting:
            ways = self.escapes
            if ways:
                dice = ways[rng.randrange(len(ways))]
                return Cross(nth_cell(self.biting, rng.randrange(self.biting.bit_count())), dice)
        if not self.begun:
            return None
        if kind == 4:
            rules = self.edition.discoveries
            found = discoveries.some(self.layout, rules, self.turn.sheet, rng)
            return None if found is None else Reveal(found.kind, found.cells)
        return Done() if kind == 5 else None

    def _somewhere(
        self, make: Callable[[T, Cell], ValleyMove], things: Sequence[T], rng: Rng
    ) -> ValleyMove | None:
        """One of some things into one of the cells that may be filled."""
        cells = reach(self.layout, self.turn.sheet)
        if not things or not cells:
            return None
        thing = things[rng.randrange(len(things))]
        return make(thing, nth_cell(cells, rng.randrange(cells.bit_count())))
