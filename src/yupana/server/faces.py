"""How the dice of a game fell, face by face, beside how often a face usually comes up. No judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp, lgamma, log, sqrt
from typing import Any, NamedTuple

from msgspec import Struct

from yupana.core.chance import Arrangement, Choice, Deal, Derangement, Dice
from yupana.core.game import Chance, Move

RARE = 0.0005
"""How seldom a face comes up less often than `FaceCount.low` says, or more often than `high`."""

TOGETHER = 0
"""Stands for the place of dice that are thrown as equals and sorted: none has a place of its own."""

_NO_DICE = (Arrangement, Choice, Deal, Derangement)


class FaceCount(Struct, frozen=True):
    """How often a face came up, and between which numbers it does in 999 games of 1,000."""

    face: str
    sides: int
    """How many sides of the die show it."""
    seen: int
    expected: float
    low: int
    high: int


class DieCount(Struct, frozen=True):
    """One die of those that are rolled together, by its place among them from 1, or TOGETHER."""

    die: int
    rolls: int
    faces: tuple[FaceCount, ...]


class Roll(NamedTuple):
    """An outcome of chance, and the numbers that it was made of: each with what it was below."""

    chance: Chance[Any]
    outcome: Move
    drawn: Sequence[tuple[int, int]]


def count_faces(rolls: Iterable[Roll]) -> tuple[DieCount, ...]:
    """Every die of a game with dice; nothing for a game of cards."""
    seen: dict[tuple[int, tuple[Any, ...]], Counter[Any]] = {}
    for roll in rolls:
        for place, die, face in _dice(roll):
            seen.setdefault((place, die), Counter())[face] += 1
    return tuple(
        DieCount(place, counts.total(), tuple(_faces(die, counts)))
        for (place, die), counts in sorted(seen.items(), key=lambda each: each[0][0])
    )


def _dice(roll: Roll) -> Iterator[tuple[int, tuple[Any, ...], Any]]:
    """The dice that were rolled: their place, all their faces, and the one that came up."""
    came_up = getattr(roll.outcome, roll.outcome.__struct_fields__[0])
    if isinstance(roll.chance, Dice):
        for place, (die, face) in enumerate(zip(roll.chance.dice, came_up, strict=True), 1):
            yield place, die, face
    elif isinstance(came_up, tuple) and not isinstance(roll.chance, _NO_DICE):
        sides = {below for below, _ in roll.drawn}
        if len(came_up) == len(roll.drawn) and len(sides) == 1:  # equal dice of the game's own
            die = tuple(range(1, sides.pop() + 1))
            for _, number in roll.drawn:
                yield TOGETHER, die, number + 1


def _faces(die: tuple[Any, ...], counts: Counter[Any]) -> Iterator[FaceCount]:
    sides = Counter(die)
    for face, number in sides.items():
        yield face_count(str(face), number, len(die), counts[face], counts.total())


def face_count(face: str, sides: int, of: int, seen: int, rolls: int) -> FaceCount:
    """A face that so many of all sides show, seen so often in all rolls."""
    low, high = usual(rolls, sides / of)
    return FaceCount(face, sides, seen, round(rolls * sides / of, 1), low, high)


def usual(rolls: int, chance: float) -> tuple[int, int]:
    """Between which numbers a face comes up in 999 games of 1,000, half of the rest on either side.

    >>> usual(60, 1 / 6), usual(6_000_000, 1 / 6)
    ((2, 20), (996997, 1003005))
    """
    if chance >= 1:
        return rolls, rolls
    low, below = 0, 0.0
    spread = sqrt(rolls * chance * (1 - chance))
    # beyond ten times the spread there is nothing left that could count
    for times in range(max(0, int(rolls * chance - 10 * spread) - 10), rolls + 1):
        if below <= RARE:
            low = times
        below += exp(
            lgamma(rolls + 1)
            - lgamma(times + 1)
            - lgamma(rolls - times + 1)
            + times * log(chance)
            + (rolls - times) * log(1 - chance)
        )
        if below >= 1 - RARE:
            return low, times
    return low, rolls
