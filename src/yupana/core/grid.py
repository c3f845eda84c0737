"""Square grids drawn as text, with 8-adjacency. A set of cells is an int, one bit a cell.

Cells are numbered in reading order, holes left out, and named like squares of a chess board read
from the top: `a1` is the top left one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yupana.core.errors import NotationError

Cell = int
Cells = int
"""A set of cells: bit i is cell i."""

NO_CELLS: Cells = 0
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cells_in(cells: Cells) -> Iterator[Cell]:
    """The members of a set of cells, in order.

    >>> list(cells_in(0b1010))
    [1, 3]
    """
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def set_of(cells: Iterable[Cell]) -> Cells:
    """The set of these cells.

    >>> set_of([1, 3])
    10
    """
    result = NO_CELLS
    for cell in cells:
        result |= 1 << cell
    return result


def nth_cell(cells: Cells, n: int) -> Cell:
    """Member number n, from 0, of a set of cells.

    >>> nth_cell(0b1010, 1)
    3
    """
    for _ in range(n):
        cells &= cells - 1
    return (cells & -cells).bit_length() - 1


class Grid:
    """A board of cells read from a drawing; immutable once made.

    A space is outside the board, a character of `holes` a gap inside it; anything else is a cell.
    """

    __slots__ = (
        "_index",
        "all",
        "edge",
        "height",
        "marks",
        "names",
        "near",
        "places",
        "size",
        "width",
    )

    def __init__(self, drawing: str, holes: str = "") -> None:
        rows = drawing.strip("\n").split("\n")
        self.height = len(rows)
        self.width = max(len(row) for row in rows)
        at = {
            (row, col): mark
            for row, line in enumerate(rows)
            for col, mark in enumerate(line)
            if mark != " " and mark not in holes
        }
        inside = set(at) | {
            (row, col)
            for row, line in enumerate(rows)
            for col, m in enumerate(line)
            if m in holes and m != " "
        }
        self.places: tuple[tuple[int, int], ...] = tuple(sorted(at))
        """Row and column of each cell, from 0."""
        self.marks = "".join(at[place] for place in self.places)
        """The character each cell was drawn with."""
        self.size = len(self.places)
        self.names = tuple(f"{LETTERS[col]}{row + 1}" for row, col in self.places)
        self._index = {name: cell for cell, name in enumerate(self.names)}
        self.all: Cells = (1 << self.size) - 1
        number = {place: cell for cell, place in enumerate(self.places)}
        self.near: tuple[Cells, ...] = tuple(
            set_of(number[place] for place in _around(*here) if place in number)
            for here in self.places
        )
        """The up to eight cells around each cell."""
        self.edge: Cells = set_of(
            cell
            for cell, here in enumerate(self.places)
            if any(place not in inside for place in _beside(*here))
        )
        """Cells with the outside on one of their four sides; a hole is not the outside."""

    def cell(self, name: str) -> Cell:
        """The cell of that name; NotationError if the board has none."""
        try:
            return self._index[name.lower()]
        except KeyError:
            raise NotationError("notation.cell", cell=name) from None

    def marked(self, mark: str) -> Cells:
        """The cells drawn with this character."""
        return set_of(cell for cell, each in enumerate(self.marks) if each == mark)

    def around(self, cells: Cells) -> Cells:
        """All cells next to at least one of these; may include some of them."""
        result = NO_CELLS
        for cell in cells_in(cells):
            result |= self.near[cell]
        return result

    def connected(self, cells: Cells) -> bool:
        """Whether these cells hang together, diagonals counting."""
        return cells != 0 and self.group(cells & -cells, cells) == cells

    def group(self, seed: Cells, within: Cells) -> Cells:
        """All of `within` that can be reached from `seed` through cells of `within`."""
        reached = fresh = seed & within
        while fresh:
            fresh = self.around(fresh) & within & ~reached
            reached |= fresh
        return reached

    def names_of(self, cells: Cells) -> tuple[str, ...]:
        return tuple(self.names[cell] for cell in cells_in(cells))

    def draw(self, texts: Iterable[str], gap: str = "", width: int = 3) -> str:
        """The board with one short text a cell, columns and rows named; `gap` fills the holes."""
        at = dict(zip(self.places, texts, strict=True))
        head = " " * 3 + "".join(f"{LETTERS[col]:>{width}}" for col in range(self.width))
        lines = [head]
        for row in range(self.height):
            cells = "".join(f"{at.get((row, col), gap):>{width}}" for col in range(self.width))
            lines.append(f"{row + 1:>3}{cells}".rstrip())
        return "\n".join(lines)

    def read(self, drawing: str) -> tuple[str, ...]:
        """The texts of the cells from what `draw` gives; NotationError where it does not fit."""
        lines = [line for line in drawing.rstrip().split("\n") if line.strip()]
        if lines and not any(char.isdigit() for char in lines[0].split()[0]):
            lines = lines[1:]
        if len(lines) != self.height:
            raise NotationError("notation.rows", rows=len(lines), expected=self.height)
        texts: list[str] = []
        for row, line in enumerate(lines):
            words = line.split()
            if words[0] != str(row + 1):
                raise NotationError("notation.row-name", row=words[0], expected=row + 1)
            here = [place for place in self.places if place[0] == row]
            given = [word for word in words[1:] if word not in GAPS]
            if len(given) != len(here):
                raise NotationError(
                    "notation.row", row=row + 1, cells=len(given), expected=len(here)
                )
            texts.extend(given)
        return tuple(texts)


GAPS = ("~~",)
"""Words that stand for a hole in a drawn board."""


def _around(row: int, col: int) -> Iterator[tuple[int, int]]:
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down or right:
                yield row + down, col + right


def _beside(row: int, col: int) -> tuple[tuple[int, int], ...]:
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)
