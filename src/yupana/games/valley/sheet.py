"""The values of the game: a sheet, the moves, the phases of a round, the state. No rules here."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from yupana.core.game import Move, Seat
from yupana.core.grid import Cell, Cells
from yupana.games.valley.components import Kind, Structure

NOTHING = 0
"""Stands where a cell holds no number."""

SPECIAL = 0
"""A die that shows its special face: Penny, Dakota or the Snake, by its place in the roll."""

Faces = tuple[int, ...]
"""What the purple, the green and the red die show."""


class Discovery(Struct, frozen=True):
    kind: Kind
    cells: Cells


class Sheet(Struct, frozen=True):
    """One player's map of the valley."""

    numbers: tuple[int, ...]
    """By cell; NOTHING where none is written."""
    filled: Cells = 0
    """Cells with a number, a structure or a snake."""
    structures: tuple[Cell | None, Cell | None, Cell | None] = (None, None, None)
    """Where the hut, the statue and the mine stand."""
    snakes: Cells = 0
    """All of them, crossed out or not."""
    crossed: Cells = 0
    discoveries: tuple[Discovery, ...] = ()
    """In the order they were revealed."""
    fresh: Cells = 0
    """Cells its owner filled in the round before, or so far in this one."""


# Moves


class Write(Move, frozen=True, tag="write"):
    """A number made of the number dice, into a cell."""

    number: int
    cell: Cell


class WritePenny(Move, frozen=True, tag="penny"):
    """A number of one's choice, by the Penny face, into a cell."""

    number: int
    cell: Cell


class Build(Move, frozen=True, tag="build"):
    """A structure, by the Dakota face, into a cell."""

    structure: Structure
    cell: Cell


class Cross(Move, frozen=True, tag="cross"):
    """A snake of one's own crossed out, by dice that are spent."""

    cell: Cell
    dice: tuple[int, ...]
    """The numbers on the dice, rising; none means the Penny face."""


class Reveal(Move, frozen=True, tag="reveal"):
    """A discovery drawn around these cells."""

    kind: Kind
    cells: Cells


class Done(Move, frozen=True, tag="done"):
    """One's round is finished."""


class Place(Move, frozen=True, tag="snake"):
    """A snake into a cell of the sheet one holds."""

    cell: Cell


class Rolled(Move, frozen=True, tag="roll"):
    """Chance: the three dice."""

    faces: Faces


class Swapped(Move, frozen=True, tag="swap"):
    """Chance: which seat's sheet each seat holds now."""

    holds: tuple[Seat, ...]


ValleyMove = Write | WritePenny | Build | Cross | Reveal | Done | Place | Rolled | Swapped


# Phases

Step = Literal["marking", "revealed", "done"]


class Turn(Struct, frozen=True):
    """What one seat has done in the running round; its own business until the round closes."""

    sheet: Sheet
    """As it stands with the marks of this round."""
    used: tuple[int, ...] = ()
    """The numbers made of the number dice so far, rising; which dice made them is left open."""
    penny: bool = False
    """Whether the Penny face was used."""
    dakota: bool = False
    """Whether the Dakota face was used."""
    step: Step = "marking"


class Rolling(Struct, frozen=True, tag="rolling"):
    """The dice are to be rolled."""


class Writing(Struct, frozen=True, tag="writing"):
    """Everybody makes their marks. They stay each one's own until the last seat is done."""

    faces: Faces
    turns: tuple[Turn, ...]


class Swapping(Struct, frozen=True, tag="swapping"):
    """A snake was rolled: the sheets are to change hands."""


class Placing(Struct, frozen=True, tag="placing"):
    """Everybody draws a snake on the sheet in hand."""

    holds: tuple[Seat, ...]
    placed: tuple[Place | None, ...]


class Over(Struct, frozen=True, tag="over"):
    """A sheet is full, or the rounds of a solo game are played."""


Phase = Rolling | Writing | Swapping | Placing | Over


class State(Struct, frozen=True):
    round: int
    sheets: tuple[Sheet, ...]
    """By seat, without the marks of the running round."""
    phase: Phase
