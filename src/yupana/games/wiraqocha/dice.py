"""Dice as multisets of faces: what they can take, how they can be changed, how they fall.

Everything here is a pure function of faces and cached; who may use the dice is said elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import NamedTuple

from yupana.core.game import Chance, Rng
from yupana.games.wiraqocha.state import BEYOND, HIGHEST, LOWEST, Dice, Rolled, WiraqochaMove


class Condition(NamedTuple):
    """What takes a tile: dice of a sum, or (sum 0) exactly these faces."""

    sum: int
    faces: Dice


class Defence(NamedTuple):
    """What has to be beaten: a value, and by how many dice."""

    value: int
    dice: int


OPEN = Defence(0, 0)
"""No defence."""


class Way(NamedTuple):
    """How dice take a tile: those for the condition, those for the defence."""

    dice: Dice
    beating: Dice


# Conditions and defences


@cache
def ways(dice: Dice, condition: Condition) -> tuple[Dice, ...]:
    """W-5.4 W-5.5 W-5.6: every choice among these dice that makes the condition, no die too many.

    >>> ways((2, 3, 5), Condition(5, ()))
    ((5,), (2, 3))
    >>> ways((2, 3, 5), Condition(0, (5, 5)))
    ()
    """
    if condition.faces:
        return (condition.faces,) if holds(dice, condition.faces) else ()
    return tuple(
        chosen
        for count in range(1, len(dice) + 1)
        for chosen in dict.fromkeys(combinations(dice, count))
        if sum(chosen) == condition.sum
    )


@lru_cache(maxsize=1 << 17)
def attacks(dice: Dice, condition: Condition, defence: Defence) -> tuple[Way, ...]:
    """W-5.17 W-5.20 W-7.3: the condition, and for each defence another die that is greater.

    >>> attacks((2, 3, 5, 6), Condition(5, ()), Defence(5, 1))
    (Way(dice=(5,), beating=(6,)), Way(dice=(2, 3), beating=(6,)))
    >>> attacks((5, 6), Condition(5, ()), Defence(6, 1))
    (Way(dice=(5,), beating=(7,)),)
    """
    found = []
    for chosen in ways(dice, condition):
        rest = without(dice, chosen)
        if defence.value == HIGHEST:
            able: Dice = (BEYOND,) * rest.count(HIGHEST)
        else:
            able = tuple([die for die in rest if die > defence.value])
        for beating in dict.fromkeys(combinations(able, defence.dice)):
            found.append(Way(chosen, beating))
    return tuple(found)


def fits(dice: Dice, condition: Condition) -> bool:
    """W-5.4 W-5.5: whether exactly these dice make the condition."""
    return dice == condition.faces if condition.faces else sum(dice) == condition.sum


def holds(dice: Dice, part: Dice) -> bool:
    """Whether all of `part` is among the dice.

    >>> holds((2, 5, 5), (5, 5)), holds((2, 5), (5, 5))
    (True, False)
    """
    return all(dice.count(die) >= part.count(die) for die in part)


def without(dice: Dice, used: Dice) -> Dice:
    """The dice that are left.

    >>> without((2, 5, 5, 6), (5, 6))
    (2, 5)
    """
    left = list(dice)
    for die in used:
        left.remove(die)
    return tuple(left)


def spent(beating: Dice) -> Dice:
    """W-7.3: the dice that beat a defence as they lie on the table: a 7 is a 6."""
    return tuple([min(die, HIGHEST) for die in beating])


def changed(dice: Dice, die: int, face: int) -> Dice:
    """The dice with one of them turned to another face."""
    left = list(dice)
    left[left.index(die)] = face
    left.sort()
    return tuple(left)


# What can be done without luck


@lru_cache(maxsize=1 << 17)
def within_reach(
    dice: Dice, steps: int, turn_to: int, condition: Condition, defence: Defence
) -> bool:
    """W-10.8: whether dice can take a tile without luck.

    `steps` is how many changes by one can be paid, `turn_to` the face that the Exoskeleton makes
    of one die, 0 if it does not.
    """
    if any(way.beating.count(BEYOND) <= steps for way in attacks(dice, condition, defence)):
        return True
    if turn_to and any(
        within_reach(changed(dice, die, turn_to), steps, 0, condition, defence)
        for die in set(dice)
        if die != turn_to
    ):
        return True
    return steps > 0 and any(
        within_reach(changed(dice, die, face), steps - 1, turn_to, condition, defence)
        for die in set(dice)
        for face in (die - 1, die + 1)
        if LOWEST <= face <= HIGHEST
    )


# How they fall


class Throw(Chance[WiraqochaMove]):
    """A number of equal dice rolled together; only how often each face comes up matters."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def sample(self, rng: Rng) -> Rolled:
        faces = [rng.randrange(HIGHEST) + LOWEST for _ in range(self.count)]
        faces.sort()
        return Rolled(tuple(faces))

    def __contains__(self, outcome: object) -> bool:
        return (
            isinstance(outcome, Rolled)
            and len(outcome.dice) == self.count
            and list(outcome.dice) == sorted(outcome.dice)
            and all(LOWEST <= die <= HIGHEST for die in outcome.dice)
        )

    def outcomes(self) -> Iterator[tuple[Rolled, Fraction]]:
        total = HIGHEST**self.count
        for dice in combinations_with_replacement(range(LOWEST, HIGHEST + 1), self.count):
            orders = factorial(self.count)
            for same in Counter(dice).values():
                orders //= factorial(same)
            yield Rolled(dice), Fraction(orders, total)
