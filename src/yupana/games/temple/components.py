"""T-1.1 T-1.2: the dice, the two sides of the sheet and the worth of things, read from an edition."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from yupana.core.edition import Edition, expect
from yupana.core.errors import EditionError
from yupana.core.grid import Cells, Grid

Side = Literal["A", "B"]

PLAIN_MARK = "."
DOOR_MARK = "D"


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


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    series: int
    group: int
    group_size: int
    beaten: int
    unbeaten: int
    beats_mummies: int
    """The number that beats the mummies around it."""


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    cells: int
    doors: int


class TempleEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    dice: Dice
    penny: Penny
    sides: dict[Side, Drawing]
    score: Worth
    ranks: dict[str, int]
    """The least score of each solo level."""
    expect: dict[Side, Counts]

    def check(self) -> None:
        """The counts come out, and nothing is drawn that the game does not know."""
        if self.dice.special != ("penny", "lockpick", "mummy"):
            raise EditionError(
                "edition.value", field="dice.special", right='["penny", "lockpick", "mummy"]'
            )
        if not self.dice.numbers or min(self.dice.numbers) < 1:
            raise EditionError("edition.value", field="dice.numbers", right="fact.from-one-up")
        if not 1 <= self.penny.least <= self.penny.most:
            raise EditionError("edition.value", field="penny", right="1 <= least <= most")
        for side in ("A", "B"):
            if side not in self.sides:
                raise EditionError("edition.missing", field=f"sides.{side}")
            if side not in self.expect:
                raise EditionError("edition.missing", field=f"expect.{side}")
        for side, drawn in self.sides.items():
            strange = set(drawn.drawing) - set(f" \n{PLAIN_MARK}{DOOR_MARK}")
            if strange:
                raise EditionError(
                    "edition.mark", field=f"sides.{side}", mark=min(strange), known=". D"
                )
            sheet = Layout(drawn.drawing)
            expect(f"sides.{side}: cells", sheet.grid.size, self.expect[side].cells)
            expect(f"sides.{side}: doors", sheet.doors.bit_count(), self.expect[side].doors)


class Layout:
    """One side of the sheet: the grid, and which of its cells are doors."""

    __slots__ = ("doors", "grid", "plain")

    def __init__(self, drawing: str) -> None:
        self.grid = Grid(drawing)
        self.doors: Cells = self.grid.marked(DOOR_MARK)
        self.plain: Cells = self.grid.marked(PLAIN_MARK)
