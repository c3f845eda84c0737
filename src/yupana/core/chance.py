"""What chance can do in these games: dice, draws, derangements, and shuffles by lazy draw.

An outcome of chance is a move that carries what came up in its first field; each class here is told
which move to make of it. Face-down decks are multisets: there is no order to leak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import factorial
from typing import Generic, TypeVar

from yupana.core.game import Chance, M_co, Rng

T = TypeVar("T")


def _came_up(outcome: object, make: Callable[..., object]) -> object:
    """The first field of a chance move of the right type, or an object equal to nothing."""
    if isinstance(make, type) and isinstance(outcome, make):
        return getattr(outcome, outcome.__struct_fields__[0])  # type: ignore[attr-defined]
    return _NOTHING


_NOTHING = object()


class Dice(Chance[M_co], Generic[M_co, T]):
    """Dice rolled together, each with its own faces; makes a move of the tuple of faces."""

    __slots__ = ("dice", "make")

    def __init__(
        self, dice: tuple[tuple[T, ...], ...], make: Callable[[tuple[T, ...]], M_co]
    ) -> None:
        self.dice = dice
        self.make = make

    def sample(self, rng: Rng) -> M_co:
        return self.make(tuple([die[rng.randrange(len(die))] for die in self.dice]))

    def __contains__(self, outcome: object) -> bool:
        faces = _came_up(outcome, self.make)
        return (
            isinstance(faces, tuple)
            and len(faces) == len(self.dice)
            and all(face in die for face, die in zip(faces, self.dice, strict=True))
        )

    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        ways = Counter(product(*self.dice))
        total = sum(ways.values())
        for faces, count in ways.items():
            yield self.make(faces), Fraction(count, total)


class Choice(Chance[M_co], Generic[M_co, T]):
    """One of some things, all equally likely."""

    __slots__ = ("make", "things")

    def __init__(self, things: Sequence[T], make: Callable[[T], M_co]) -> None:
        self.things = things
        self.make = make

    def sample(self, rng: Rng) -> M_co:
        return self.make(self.things[rng.randrange(len(self.things))])

    def __contains__(self, outcome: object) -> bool:
        return _came_up(outcome, self.make) in self.things

    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        ways = Counter(self.things)
        for thing, count in ways.items():
            yield self.make(thing), Fraction(count, len(self.things))


class Deal(Chance[M_co]):
    """`count` cards from a face-down multiset, given as counts by card index, at once.

    The outcome is the sorted tuple of card indices: what was dealt has no order. A shuffled deck
    is drawn from lazily, when a card is needed, so that no order of it exists anywhere.
    """

    __slots__ = ("count", "make", "stock")

    def __init__(
        self, stock: tuple[int, ...], count: int, make: Callable[[tuple[int, ...]], M_co]
    ) -> None:
        self.stock = stock
        self.count = min(count, sum(stock))
        self.make = make

    def sample(self, rng: Rng) -> M_co:
        left = list(self.stock)
        total = sum(left)
        dealt = []
        for _ in range(self.count):
            at = rng.randrange(total)
            card = 0
            while at >= left[card]:
                at -= left[card]
                card += 1
            left[card] -= 1
            total -= 1
            dealt.append(card)
        return self.make(tuple(sorted(dealt)))

    def __contains__(self, outcome: object) -> bool:
        cards = _came_up(outcome, self.make)
        return (
            isinstance(cards, tuple)
            and len(cards) == self.count
            and list(cards) == sorted(cards)
            and all(
                0 <= card < len(self.stock) and cards.count(card) <= self.stock[card]
                for card in set(cards)
            )
        )

    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        total = _choose(sum(self.stock), self.count)
        for cards in self._hands(0, self.count):
            ways = 1
            for card, held in Counter(cards).items():
                ways *= _choose(self.stock[card], held)
            yield self.make(cards), Fraction(ways, total)

    def _hands(self, card: int, count: int) -> Iterator[tuple[int, ...]]:
        if count == 0:
            yield ()
        elif card < len(self.stock):
            for held in range(min(self.stock[card], count), -1, -1):
                for rest in self._hands(card + 1, count - held):
                    yield (card,) * held + rest


class Arrangement(Chance[M_co], Generic[M_co, T]):
    """Distinct things laid out in an order that everybody sees."""

    __slots__ = ("make", "things")

    def __init__(self, things: tuple[T, ...], make: Callable[[tuple[T, ...]], M_co]) -> None:
        self.things = things
        self.make = make

    def sample(self, rng: Rng) -> M_co:
        order = list(self.things)
        for last in range(len(order) - 1, 0, -1):
            other = rng.randrange(last + 1)
            order[last], order[other] = order[other], order[last]
        return self.make(tuple(order))

    def __contains__(self, outcome: object) -> bool:
        order = _came_up(outcome, self.make)
        return isinstance(order, tuple) and Counter(order) == Counter(self.things)

    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        for order in permutations(self.things):
            yield self.make(order), Fraction(1, factorial(len(self.things)))


class Derangement(Chance[M_co]):
    """Everybody gets somebody else's: position i never gets i, all ways equally likely."""

    __slots__ = ("make", "size")

    def __init__(self, size: int, make: Callable[[tuple[int, ...]], M_co]) -> None:
        self.size = size
        self.make = make

    def sample(self, rng: Rng) -> M_co:
        while True:  # about one permutation in e is a derangement, whatever the size
            order = list(range(self.size))
            for last in range(self.size - 1, 0, -1):
                other = rng.randrange(last + 1)
                order[last], order[other] = order[other], order[last]
                if order[last] == last:
                    break
            else:
                if order[0] != 0:
                    return self.make(tuple(order))

    def __contains__(self, outcome: object) -> bool:
        order = _came_up(outcome, self.make)
        return (
            isinstance(order, tuple)
            and sorted(order) == list(range(self.size))
            and all(other != own for own, other in enumerate(order))
        )

    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        for order in permutations(range(self.size)):
            if all(other != own for own, other in enumerate(order)):
                yield self.make(order), Fraction(1, derangements(self.size))


@lru_cache
def derangements(size: int) -> int:
    """How many ways there are for nobody to get their own.

    >>> [derangements(n) for n in range(2, 7)]
    [1, 2, 9, 44, 265]
    """
    if size < 2:
        return 1 - size
    return (size - 1) * (derangements(size - 1) + derangements(size - 2))


def _choose(n: int, k: int) -> int:
    return factorial(n) // (factorial(k) * factorial(n - k)) if 0 <= k <= n else 0
