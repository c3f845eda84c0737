"""Exhibitions: which cards count where, what they score, and which of them are given up.

Pure arithmetic on the cards that were shown; whose turn it is and what follows is in rules.py.
"""

from __future__ import annotations

from itertools import islice

from yupana.core.game import Seat
from yupana.games.paititi.cards import Cards, joined, parts_of
from yupana.games.paititi.components import Form, Table
from yupana.games.paititi.state import Exhibition

HALVES = (0, 1)


def used(table: Table, card: int, half: int, shown: Cards) -> Cards:
    """P-7.5 P-7.6: the artifact cards shown that are of the kind of this half."""
    kind = table.exhibition_kinds[card][half]
    return tuple([each for each in shown if table.artifact_kind[each] == kind])


def fits(table: Table, card: int, artifact: int) -> bool:
    """P-7.6: whether either half asks for the kind of the artifact card."""
    return table.artifact_kind[artifact] in table.exhibition_kinds[card]


def pieces_of(table: Table, cards: Cards) -> int:
    return sum([table.artifact_pieces[each] for each in cards])


def held(table: Table, card: int, organiser: Seat, shown: tuple[Cards, ...]) -> Exhibition:
    """P-7.5: the line of the score sheet for what everybody showed."""
    pieces = tuple(
        [
            (
                pieces_of(table, used(table, card, 0, cards)),
                pieces_of(table, used(table, card, 1, cards)),
            )
            for cards in shown
        ]
    )
    return Exhibition(card, organiser, pieces)


def points(table: Table, form: Form, pieces: int) -> int:
    """P-8.1 P-9.2 P-9.5 P-10.1: what these pieces score in a half of this form."""
    if form == "travelling":
        scale = table.travelling_points
        return scale[min(pieces, len(scale) - 1)]
    return pieces * (table.opening_points if form == "opening" else table.permanent_points)


def owed(table: Table, line: Exhibition, half: int, seat: Seat, shown: Cards) -> int:
    """P-8.2 P-9.1 P-10.2 P-10.3 P-10.5 P-10.6: how many of its cards in this half the seat gives up."""
    cards = len(used(table, line.card, half, shown))
    form = table.exhibition_forms[line.card][half]
    if form == "opening":
        return 0
    if form == "travelling" or not cards:
        return cards
    scored = [points(table, form, pieces[half]) for pieces in line.pieces]
    more = table.turn.most_gives if scored[seat] == max(scored) else 0
    return min(table.turn.gives + more, cards)


def open_choice(table: Table, line: Exhibition, seat: Seat, shown: Cards) -> tuple[Cards, int]:
    """P-10.2 P-10.7: the cards a seat chooses from and how many, or none where nothing is open."""
    for half in HALVES:
        cards = used(table, line.card, half, shown)
        number = owed(table, line, half, seat, shown)
        if len(_ways(cards, number)) > 1:
            return cards, number
    return (), 0


def given_up(table: Table, line: Exhibition, seat: Seat, shown: Cards, by_choice: Cards) -> Cards:
    """P-9.1 P-10.2 P-10.7: all that the seat gives up: what it chose, and what it had no choice of."""
    given: Cards = by_choice
    for half in HALVES:
        cards = used(table, line.card, half, shown)
        ways = _ways(cards, owed(table, line, half, seat, shown))
        if len(ways) == 1:
            given = joined(given, ways[0])
    return given


def _ways(cards: Cards, number: int) -> list[Cards]:
    """Up to two of the ways to give up so many of the cards: with just one there is no choice."""
    return list(islice(parts_of(cards, number), 2))
