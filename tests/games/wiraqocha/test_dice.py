"""Dice as multisets: conditions, defences, reach, and how they fall."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from yupana.games.wiraqocha.dice import (
    OPEN,
    Condition,
    Defence,
    Throw,
    attacks,
    changed,
    ways,
    within_reach,
    without,
)
from yupana.games.wiraqocha.state import Drawn, Rolled

SEVEN = Condition(7, ())
DOUBLE = Condition(0, (3, 3))


@pytest.mark.rule("W-5.4")
def test_equal_dice_are_one_choice() -> None:
    assert ways((1, 3, 3, 6), SEVEN) == ((1, 6), (1, 3, 3))
    assert ways((3, 3, 3), DOUBLE) == ((3, 3),)
    assert ways((), SEVEN) == ()


@pytest.mark.rule("W-5.17", "W-12.3")
def test_each_defence_needs_a_die_of_its_own() -> None:
    assert attacks((3, 3, 4, 5), DOUBLE, Defence(3, 2)) == (((3, 3), (4, 5)),)
    assert attacks((3, 3, 4, 5), DOUBLE, Defence(4, 2)) == ()
    assert attacks((3, 3), DOUBLE, OPEN) == (((3, 3), ()),)
    assert attacks((3, 3, 6, 6), DOUBLE, Defence(6, 2)) == (((3, 3), (7, 7)),)


@pytest.mark.rule("W-10.8")
def test_what_is_within_reach_without_luck() -> None:
    assert within_reach((3, 4), 0, 0, SEVEN, OPEN)
    assert not within_reach((3, 3), 0, 0, SEVEN, OPEN)
    assert within_reach((3, 3), 1, 0, SEVEN, OPEN)
    assert not within_reach((1, 2), 3, 0, SEVEN, OPEN)
    assert within_reach((1, 2), 3, 5, SEVEN, OPEN)  # a 5 and a 2
    assert not within_reach((1, 1), 0, 5, SEVEN, OPEN)
    assert within_reach((1, 1), 1, 5, SEVEN, OPEN)
    assert not within_reach((1, 1, 5), 1, 5, SEVEN, Defence(5, 1))
    assert within_reach((1, 6, 5), 1, 0, SEVEN, Defence(5, 1))
    assert within_reach((1, 6, 6), 1, 0, SEVEN, Defence(6, 1))
    assert not within_reach((1, 6, 6), 0, 0, SEVEN, Defence(6, 1))


def test_dice_are_taken_and_turned() -> None:
    assert without((1, 2, 2, 6), (2,)) == (1, 2, 6)
    assert changed((1, 2, 6), 6, 1) == (1, 1, 2)


@pytest.mark.rule("W-1.9")
def test_a_throw_tells_how_often_each_face_came_up() -> None:
    throw = Throw(3)
    outcomes = dict(throw.outcomes())
    assert len(outcomes) == 56
    assert sum(outcomes.values()) == 1
    assert outcomes[Rolled((1, 1, 1))] == Fraction(1, 216)
    assert outcomes[Rolled((1, 1, 2))] == Fraction(3, 216)
    assert outcomes[Rolled((1, 2, 3))] == Fraction(6, 216)
    rng = Random(7)
    drawn = [throw.sample(rng) for _ in range(300)]
    assert all(each in throw and each in outcomes for each in drawn)
    assert {die for each in drawn for die in each.dice} == {1, 2, 3, 4, 5, 6}
    for wrong in (
        Rolled((1, 2)),
        Rolled((2, 1, 3)),
        Rolled((0, 1, 2)),
        Rolled((1, 2, 7)),
        Drawn(0),
    ):
        assert wrong not in throw
