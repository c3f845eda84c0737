"""Taking back: what may be struck, by whom, and who has to agree. No I/O.

Nothing is ever removed from a log: an entry strikes a move, and the dice that follow are the same as before.
What was made at another table, from a moment of which this one goes on, stays as it is.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from yupana.core.errors import RuleError
from yupana.core.game import Seat
from yupana.core.play import take_back
from yupana.server.log import Answered, Asked, Entry, TookBack
from yupana.server.policy import Refused

if TYPE_CHECKING:
    from yupana.server.table import Table


def undo(table: Table, seat: Seat) -> list[Entry]:
    """Free until Done or the dice; later alone, or by consent, and marked as assisted."""
    if table.policy.undo == "never":
        raise Refused("table.no-undo")
    rolled, start = table.last_chance()
    try:
        take_back(table.game, table.events[rolled:], seat, Random(0), start)
    except RuleError as error:
        return _wish(table, seat, error)
    return [TookBack(seat, _last_of(table, seat), False)]


def answer(table: Table, seat: Seat, yes: bool) -> list[Entry]:
    """Another seat's answer to a wish; with the last yes it is done."""
    if table.asked is None or table.asked == seat or seat in table.agreed:
        raise Refused("table.nothing-asked")
    said = Answered(seat, yes)
    others = {other for other in _people(table) if other != table.asked}
    if yes and others <= table.agreed | {seat}:
        return [said, *_struck(table, table.asked)]
    return [said]


def _wish(table: Table, seat: Seat, error: RuleError) -> list[Entry]:
    """By consent also what others have gone on from, but never what was secret and is known now."""
    if table.policy.undo == "free" or error.code == "undo.revealed":
        raise error
    if not any(event.seat == seat for event in table.events[table.copied :]):
        raise error
    if not _can_strike(table, seat):
        raise RuleError("undo.revealed")
    if any(other != seat for other in _people(table)):
        if table.asked is not None:
            raise Refused("table.asked-already")
        return [Asked(seat)]
    return _struck(table, seat)


def _can_strike(table: Table, seat: Seat) -> bool:
    """Whether all since the seat's last move was open when it happened.

    In games of secret choices a hidden one among them has since been seen, or drawn a card that
    its owner knows. Where all write at once, the sheets that a closed round lays open are no
    secret that helps anybody, and what matters is that the same dice come again.
    """
    if table.game.simultaneous:
        return True
    return all(table.game.is_open(event.move) for event in table.events[_last_of(table, seat) :])


def _struck(table: Table, seat: Seat) -> list[Entry]:
    """The seat's last move and all after it, from the end; later dice will show the same."""
    at = _last_of(table, seat)
    return [TookBack(seat, number, True) for number in range(len(table.events) - 1, at - 1, -1)]


def _last_of(table: Table, seat: Seat) -> int:
    return next(at for at in range(len(table.events) - 1, -1, -1) if table.events[at].seat == seat)


def _people(table: Table) -> list[Seat]:
    return [
        seat
        for seat, chair in enumerate(table.chairs)
        if chair.player == "person" and chair.bot is None
    ]
