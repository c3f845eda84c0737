"""The values of the game: a sheet, the moves, the phases of a round, the state. No rules here."""

from __future__ import annotations

from msgspec import Struct

from yupana.core.game import Move, Seat
from yupana.core.grid import Cell, Cells

NOTHING = 0
"""Stands where a cell holds no number."""

SPECIAL = 0
"""A die that shows its special face: Penny, Lockpick or Mummy, by its place in the roll."""

Faces = tuple[int, ...]
"""What the purple, the green and the red die show."""


class Sheet(Struct, frozen=True):
    """One player's sheet, as it stands when the round is closed."""

    numbers: tuple[int, ...]
    """By cell; NOTHING where none is written."""
    mummies: Cells = 0
    filled: Cells = 0
    """Cells with a number or a mummy."""
    last: Cell | None = None
    """The cell its owner wrote in in the round before; None after a mummy or at the start."""


# Moves


class Write(Move, frozen=True, tag="write"):
    """A number into a cell of one's own sheet."""

    number: int
    cell: Cell


class Haunt(Move, frozen=True, tag="mummy"):
    """A mummy into a cell of the sheet one holds."""

    cell: Cell


class Rolled(Move, frozen=True, tag="roll"):
    """Chance: the three dice."""

    faces: Faces


class Swapped(Move, frozen=True, tag="swap"):
    """Chance: which seat's sheet each seat holds now."""

    holds: tuple[Seat, ...]


TempleMove = Write | Haunt | Rolled | Swapped


# Phases


class Rolling(Struct, frozen=True, tag="rolling"):
    """The dice are to be rolled."""


class Writing(Struct, frozen=True, tag="writing"):
    """Everybody writes one number. What each wrote stays its own until the last one has."""

    faces: Faces
    written: tuple[Write | None, ...]


class Swapping(Struct, frozen=True, tag="swapping"):
    """A mummy was rolled: the sheets are to change hands."""


class Haunting(Struct, frozen=True, tag="haunting"):
    """Everybody draws a mummy on the sheet in hand."""

    holds: tuple[Seat, ...]
    drawn: tuple[Haunt | None, ...]


class Over(Struct, frozen=True, tag="over"):
    """Every plain cell is filled."""


Phase = Rolling | Writing | Swapping | Haunting | Over


class State(Struct, frozen=True):
    round: int
    sheets: tuple[Sheet, ...]
    """By seat, without the marks of the running round."""
    phase: Phase
