"""Dice, draws, derangements: what is sampled is possible, and as likely as it should be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from yupana.core.chance import Arrangement, Choice, Deal, Derangement, Dice, derangements
from yupana.core.game import Chance, Move


class Came(Move, frozen=True, tag="came"):
    what: Any


class Other(Move, frozen=True, tag="other"):
    what: Any


CHANCES: dict[str, Chance[Came]] = {
    "dice": Dice(((1, 2, 3), (1, 1, 4)), Came),
    "choice": Choice(("a", "b", "b"), Came),
    "deal": Deal((2, 0, 1, 3), 2, Came),
    "deal one": Deal((2, 0, 1, 3), 1, Came),
    "deal all there is": Deal((1, 1), 5, Came),
    "arrangement": Arrangement((1, 2, 3), Came),
    "derangement": Derangement(4, Came),
}


@pytest.mark.parametrize("chance", CHANCES.values(), ids=CHANCES)
def test_the_outcomes_are_certain_together_and_each_is_possible(chance: Chance[Came]) -> None:
    outcomes = list(chance.outcomes())
    assert sum(probability for _, probability in outcomes) == 1
    assert len({move for move, _ in outcomes}) == len(outcomes)
    assert all(move in chance for move, _ in outcomes)


@pytest.mark.parametrize("chance", CHANCES.values(), ids=CHANCES)
def test_samples_come_up_as_often_as_they_should(chance: Chance[Came]) -> None:
    rng, n = Random(7), 6000
    seen = Counter(chance.sample(rng) for _ in range(n))
    expected = dict(chance.outcomes())
    assert set(seen) == set(expected)
    chi_squared = sum(
        (seen[move] - n * probability) ** 2 / (n * probability)
        for move, probability in expected.items()
    )
    assert chi_squared < len(expected) + 5 * (2 * len(expected)) ** 0.5


@pytest.mark.parametrize("chance", CHANCES.values(), ids=CHANCES)
@pytest.mark.parametrize(
    "what", [(), (9, 9), (1, 4, 1), (0, 0, 0, 0), (3, 0), (1, 0, 3, 2, 4), "c", None, 7, (-1, 0)]
)
def test_what_cannot_come_up_is_not_taken(chance: Chance[Came], what: object) -> None:
    possible = {move.what for move, _ in chance.outcomes()}
    assert (Came(what) in chance) == (what in possible)


def test_another_move_with_a_possible_outcome_is_not_one() -> None:
    assert Came((1, 4)) in CHANCES["dice"]
    assert Other((1, 4)) not in CHANCES["dice"]
    assert "roll" not in CHANCES["dice"]


def test_a_card_is_as_likely_as_it_has_copies() -> None:
    outcomes = dict(Deal((2, 0, 1, 3), 1, Came).outcomes())
    assert outcomes == {
        Came((0,)): Fraction(2, 6),
        Came((2,)): Fraction(1, 6),
        Came((3,)): Fraction(3, 6),
    }


def test_a_hand_is_as_likely_as_the_ways_to_draw_it() -> None:
    outcomes = dict(Deal((2, 0, 1, 3), 2, Came).outcomes())
    assert outcomes[Came((0, 0))] == Fraction(1, 15)
    assert outcomes[Came((0, 3))] == Fraction(6, 15)
    assert outcomes[Came((3, 3))] == Fraction(3, 15)


def test_derangements_are_counted() -> None:
    assert derangements(0) == 1
    assert derangements(1) == 0
    assert len(list(Derangement(5, Came).outcomes())) == derangements(5) == 44


def test_a_hundred_seats_are_deranged_in_no_time() -> None:
    rng = Random(1)
    chance = Derangement(100, Came)
    assert all(chance.sample(rng) in chance for _ in range(50))
