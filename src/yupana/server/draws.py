"""The draw that fixes the dice: seats commit to nonces, then reveal them, then the game begins. No I/O.

    gathering   each seat shows a commitment to its nonce when it sits down
    draw        the list of commitments is closed; every seat in it is asked for its nonce
    began       all nonces are there, and with the seed they fix the dice
    void        ... or a seat did not reveal its nonce in time: nothing of this draw is used. That seat has no say
                any more, the others commit anew at once, and another draw follows with those who did

Nobody can know the dice before the list is closed, and nobody can change a nonce after it. Where no seat has committed
to anything (bots, programs that send a plain nonce, or none) there is no draw, and the game begins at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from yupana.core.game import Seat
from yupana.server.dice import is_nonce, nonce_commitment
from yupana.server.log import Draw, Entry, Recommitted, Revealed, Void
from yupana.server.policy import Refused

if TYPE_CHECKING:
    from yupana.server.table import Table

REVEAL_SECONDS = 8.0
"""Time to reveal a nonce. A browser does it by itself, in a fraction of a second."""

COMMIT_SECONDS = 4.0
"""Time to commit anew after a draw that is void."""


def start(table: Table, entries: Sequence[Entry] = ()) -> list[Entry]:
    """What begins the game after these entries: the draw of its dice, or the game itself where nobody has
    committed to a nonce that is still to be revealed."""
    after = table.after(entries)
    commits = tuple(chair.commit for chair in after)
    if any(commits):
        return [Draw(table.draw.number + 1 if table.draw else 1, commits)]
    return table.roll_first(after)


def waits_for(table: Table) -> list[Seat]:
    """The seats that are to reveal their nonce, or to commit anew."""
    if table.draw is None:
        return []
    chairs = table.chairs
    took_part = [seat for seat, commit in enumerate(table.draw.commits) if commit is not None]
    if table.commits_anew:
        return [s for s in took_part if not chairs[s].silent and chairs[s].commit is None]
    return [seat for seat in took_part if chairs[seat].commit is not None]


def reveal(table: Table, seat: Seat, nonce: str) -> list[Entry]:
    """The nonce that a seat committed to; with the last one the game begins."""
    commit = table.chairs[seat].commit
    if table.draw is None or table.commits_anew or commit is None:
        raise Refused("table.no-draw")
    if not is_nonce(nonce) or nonce_commitment(table.name, nonce) != commit:
        raise Refused("table.other-nonce")
    return _then(table, seat, Revealed(seat, nonce))


def commit_anew(table: Table, seat: Seat, commit: str) -> list[Entry]:
    """A seat's new commitment after a draw that is void; with the last one another draw begins."""
    if not table.commits_anew or seat not in waits_for(table):
        raise Refused("table.no-draw")
    return _then(table, seat, Recommitted(seat, commit))


def _then(table: Table, seat: Seat, entry: Entry) -> list[Entry]:
    """The entry, and what follows if nobody else was waited for."""
    return [entry, *start(table, [entry])] if waits_for(table) == [seat] else [entry]


def time_is_up(table: Table, number: int, commits_anew: bool) -> list[Entry]:
    """What becomes of a draw that some seats have not done their part of in time; nothing if it has gone on since."""
    if table.draw is None or (table.draw.number, table.commits_anew) != (number, commits_anew):
        return []
    if commits_anew:
        return start(table)
    silent = tuple(waits_for(table))
    took_part = [seat for seat, commit in enumerate(table.draw.commits) if commit is not None]
    void = Void(number, silent)
    return [void, *start(table, [void])] if len(silent) == len(took_part) else [void]


def seconds_of(commits_anew: bool) -> float:
    """How long a draw waits for its seats."""
    return COMMIT_SECONDS if commits_anew else REVEAL_SECONDS
