"""Cards as multisets: a hand is a sorted tuple of card numbers, a pile is counts by card number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yupana.core.game import Rng

Cards = tuple[int, ...]
"""Card numbers, in rising order where the order has no meaning."""

Counts = tuple[int, ...]
"""How many there are of each card, by number."""


def joined(cards: Cards, more: Cards) -> Cards:
    """Both together.

    >>> joined((1, 4), (2, 4))
    (1, 2, 4, 4)
    """
    return tuple(sorted(cards + more))


def without(cards: Cards, part: Iterable[int]) -> Cards:
    """The cards less a part of them.

    >>> without((1, 2, 4, 4), (2, 4))
    (1, 4)
    """
    left = list(cards)
    for card in part:
        left.remove(card)
    return tuple(left)


def has(cards: Cards, part: Cards) -> bool:
    """Whether the part is among the cards, copies counted; it must be in rising order.

    >>> has((1, 2, 4, 4), (4, 4)), has((1, 2, 4), (4, 4)), has((1, 2), (2, 1))
    (True, False, False)
    """
    at = 0
    for card in part:
        while at < len(cards) and cards[at] < card:
            at += 1
        if at == len(cards) or cards[at] != card:
            return False
        at += 1
    return True


def parts(cards: Cards) -> Iterator[Cards]:
    """Every part of the cards once, from none of them to all.

    >>> list(parts((1, 4, 4)))
    [(), (4,), (4, 4), (1,), (1, 4), (1, 4, 4)]
    """
    if not cards:
        yield ()
        return
    first = cards[0]
    copies = cards.count(first)
    for taken in range(copies + 1):
        for rest in parts(cards[copies:]):
            yield (first,) * taken + rest


def parts_of(cards: Cards, size: int) -> Iterator[Cards]:
    """Every part of that size once.

    >>> list(parts_of((1, 1, 4), 2))
    [(1, 1), (1, 4)]
    """
    if size == 0:
        yield ()
    elif size <= len(cards):
        first = cards[0]
        copies = cards.count(first)
        for taken in range(min(copies, size), -1, -1):
            for rest in parts_of(cards[copies:], size - taken):
                yield (first,) * taken + rest


def count_parts(cards: Cards) -> int:
    """How many `parts` there are.

    >>> count_parts((1, 4, 4))
    6
    """
    number = 1
    for card in set(cards):
        number *= cards.count(card) + 1
    return number


def pick_of(cards: Cards, size: int, rng: Rng) -> Cards:
    """A part of that size by chance."""
    left = list(cards)
    picked = [left.pop(rng.randrange(len(left))) for _ in range(size)]
    picked.sort()
    return tuple(picked)


def shuffled(cards: Iterable[int], rng: Rng) -> list[int]:
    """The cards in an order of chance."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = rng.randrange(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def added(counts: Counts, cards: Iterable[int]) -> Counts:
    """The pile with cards put on it.

    >>> added((0, 1, 0), (2, 2))
    (0, 1, 2)
    """
    new = list(counts)
    for card in cards:
        new[card] += 1
    return tuple(new)


def removed(counts: Counts, cards: Iterable[int]) -> Counts:
    """The pile with cards taken from it.

    >>> removed((0, 1, 2), (2, 2))
    (0, 1, 0)
    """
    new = list(counts)
    for card in cards:
        new[card] -= 1
    return tuple(new)


def listed(counts: Counts) -> Cards:
    """The cards of a pile, one by one.

    >>> listed((0, 1, 2))
    (1, 2, 2)
    """
    return tuple([card for card, copies in enumerate(counts) for _ in range(copies)])
