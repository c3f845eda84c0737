"""The dice, the two sides of the sheet and the worth of things, read from an edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Literal

from msgspec import Struct

from yupana.core.edition import Edition, expect
from yupana.core.errors import EditionError
from yupana.core.grid import Cells, Grid, cells_in, set_of

Side = Literal["A", "B"]
Kind = Literal["jungle", "town", "range", "pyramid"]
Structure = Literal["hut", "statue", "mine"]

KINDS: tuple[Kind, ...] = ("jungle", "town", "range", "pyramid")
STRUCTURES: tuple[Structure, ...] = ("hut", "statue", "mine")

CELL_MARK = "."
LAKE_MARK = "o"

MOST_CELLS = 64
"""What fits into a set of cells that is stored as one number."""


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    numbers: tuple[int, ...]
    """The number faces of each die."""
    special: tuple[str, str, str]
    """The special face of the purple, the green and the red die."""


class Penny(Struct, frozen=True, forbid_unknown_fields=True):
    least: int
    most: int


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    drawing: str


class JungleOrTown(Struct, frozen=True, forbid_unknown_fields=True):
    cells: int
    stars: int


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    cells: int
    least: int
    """The smallest number it may hold."""
    stars: int


class Pyramid(Struct, frozen=True, forbid_unknown_fields=True):
    least: int
    stars: int
    drawing: str
    """Its cells, in one of the four rotations."""


class Discoveries(Struct, frozen=True, forbid_unknown_fields=True):
    jungle: JungleOrTown
    town: JungleOrTown
    range: Range
    pyramid: Pyramid

    def stars(self, kind: Kind) -> int:
        """What each discovery of a kind is worth."""
        worth = {
            "jungle": self.jungle.stars,
            "town": self.town.stars,
            "range": self.range.stars,
            "pyramid": self.pyramid.stars,
        }
        return worth[kind]


class Beside(Struct, frozen=True, forbid_unknown_fields=True):
    beside: Kind
    """The discovery whose cells a structure likes to stand beside."""
    stars: int


class Structures(Struct, frozen=True, forbid_unknown_fields=True):
    hut: Beside
    statue: Beside
    mine: Beside

    def each(self) -> tuple[tuple[Structure, Beside], ...]:
        return ("hut", self.hut), ("statue", self.statue), ("mine", self.mine)


class Snakes(Struct, frozen=True, forbid_unknown_fields=True):
    escape: int
    """The number that crosses a snake out."""


class Full(Struct, frozen=True, forbid_unknown_fields=True):
    stars: int


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int
    relief: int
    """By how much each snake lowers the levels."""


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    cells: int
    lakes: int
    edge: int


class ValleyEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    dice: Dice
    penny: Penny
    sides: dict[Side, Drawing]
    discoveries: Discoveries
    structures: Structures
    snakes: Snakes
    full: Full
    solo: Solo
    ranks: dict[str, int]
    """The least score of each solo level, before the relief."""
    expect: dict[Side, Counts]

    def check(self) -> None:
        """V-1.4: the counts come out, and nothing is drawn that the game does not know."""
        self._check_values()
        for side in ("A", "B"):
            if side not in self.sides:
                raise EditionError("edition.missing", field=f"sides.{side}")
            if side not in self.expect:
                raise EditionError("edition.missing", field=f"expect.{side}")
        for side, drawn in self.sides.items():
            self._check_side(side, drawn.drawing)

    def _check_values(self) -> None:
        """What cannot be played is named, with what would be right."""
        found = self.discoveries
        right = {
            "dice.special": (
                self.dice.special == ("penny", "dakota", "snake"),
                '["penny", "dakota", "snake"]',
            ),
            "dice.numbers": (
                min(self.dice.numbers, default=0) >= 1,
                "fact.from-one-up",
            ),
            "penny": (1 <= self.penny.least <= self.penny.most, "1 <= least <= most"),
            "discoveries.jungle.cells": (found.jungle.cells >= 1, "fact.at-least 1"),
            "discoveries.town.cells": (found.town.cells >= 1, "fact.at-least 1"),
            "discoveries.range.cells": (found.range.cells >= 1, "fact.at-least 1"),
            "discoveries.pyramid.drawing": (
                set(found.pyramid.drawing) <= set(" \n#") and "#" in found.pyramid.drawing,
                "fact.drawn-cells",
            ),
            "solo.rounds": (self.solo.rounds >= 1, "fact.at-least 1"),
            "ranks": (bool(self.ranks), "fact.at-least 1"),
        }
        for field, (good, what) in right.items():
            if not good:
                raise EditionError("edition.value", field=field, right=what)

    def _check_side(self, side: Side, drawing: str) -> None:
        """V-1.2: cells and lakes, as many as expected."""
        strange = set(drawing) - set(f" \n{CELL_MARK}{LAKE_MARK}")
        if strange:
            raise EditionError(
                "edition.mark", field=f"sides.{side}", mark=min(strange), known=". o"
            )
        grid = Grid(drawing, LAKE_MARK)
        if not 1 <= grid.size <= MOST_CELLS:
            raise EditionError(
                "edition.value", field=f"sides.{side}", right=f"fact.cells-up-to {MOST_CELLS}"
            )
        expected = self.expect[side]
        expect(f"sides.{side}: cells", grid.size, expected.cells)
        expect(f"sides.{side}: lakes", drawing.count(LAKE_MARK), expected.lakes)
        expect(f"sides.{side}: edge", grid.edge.bit_count(), expected.edge)


class Layout:
    """V-1.2 V-8.1: one side of the sheet: the grid, and the shapes that discoveries may have on it.

    The shapes are many (some ten thousand for a jungle) and always the same: they are found when
    first asked for, and kept.
    """

    __slots__ = ("_connected", "_groups", "_pyramids", "grid")

    def __init__(self, drawing: str) -> None:
        self.grid = Grid(drawing, LAKE_MARK)
        self._connected: dict[int, tuple[Cells, ...]] = {}
        self._groups: dict[int, list[tuple[Cells, tuple[Cells, ...]]]] = {}
        self._pyramids: dict[str, tuple[Cells, ...]] = {}

    def connected(self, size: int) -> tuple[Cells, ...]:
        """V-6.9: every connected set of so many cells, in rising order of their cells."""
        if size not in self._connected:
            if size == 1:
                found = {1 << cell for cell in range(self.grid.size)}
            else:
                found = {
                    cells | 1 << cell
                    for cells in self.connected(size - 1)
                    for cell in cells_in(self.grid.around(cells) & ~cells)
                }
            self._connected[size] = _in_order(found)
        return self._connected[size]

    def connected_within(self, size: int, within: Cells) -> list[Cells]:
        """V-6.9: those of them that lie within these cells, in the same order.

        There are thousands of sets and few of them lie within a sheet that is half empty: those whose first
        two cells do not are not looked at.
        """
        if size not in self._groups:
            groups = groupby(self.connected(size), first_two)
            self._groups[size] = [(first, tuple(sets)) for first, sets in groups]
        outside = ~within
        found: list[Cells] = []
        for first, sets in self._groups[size]:
            if not first & outside:
                found += [cells for cells in sets if not cells & outside]
        return found

    def pyramids(self, drawing: str) -> tuple[Cells, ...]:
        """V-6.6: every place where the drawn shape fits, in any of its four rotations."""
        if drawing not in self._pyramids:
            at = {place: cell for cell, place in enumerate(self.grid.places)}
            found = set()
            for shape in _rotations(drawing):
                for down in range(self.grid.height):
                    for right in range(self.grid.width):
                        places = [(row + down, col + right) for row, col in shape]
                        if all(place in at for place in places):
                            found.add(set_of(at[place] for place in places))
            self._pyramids[drawing] = _in_order(found)
        return self._pyramids[drawing]


@lru_cache(maxsize=16)
def layout_of(drawing: str) -> Layout:
    """The layout of a drawing; tables that play the same side share it."""
    return Layout(drawing)


def first_two(cells: Cells) -> Cells:
    """The first two of them.

    >>> bin(first_two(0b11010))
    '0b1010'
    """
    first = cells & -cells
    rest = cells ^ first
    return first | rest & -rest


def _in_order(sets: set[Cells]) -> tuple[Cells, ...]:
    return tuple(sorted(sets, key=lambda cells: tuple(cells_in(cells))))


def _rotations(drawing: str) -> Iterator[tuple[tuple[int, int], ...]]:
    """The shape and its three turns, each moved to the corner at (0, 0)."""
    shape = [
        (row, col)
        for row, line in enumerate(drawing.strip("\n").split("\n"))
        for col, mark in enumerate(line)
        if mark == "#"
    ]
    for _ in range(4):
        top = min(row for row, _ in shape)
        left = min(col for _, col in shape)
        yield tuple((row - top, col - left) for row, col in shape)
        shape = [(col, -row) for row, col in shape]
