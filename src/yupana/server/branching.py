"""A game that goes on from a moment of another one: what its table looks like when it is opened. No I/O.

    opened      the same game, rules version, edition and seats; its policy names the other table; a seed of its own
    branched    the other table, the entry of its log up to which it goes, and how many events that makes
    did ...     these events, as they were made there
    sat ...     bots on all seats but one; from here on all is as at any other table
    began

What stands before `began` was made over there, what stands behind it is made here, with dice that nobody could
know then. Nothing of the other table is ever needed again. Only of a game that is over: what lay hidden in it is
known to whoever asks, and the table says of itself that it is assisted.
"""

from __future__ import annotations

from collections.abc import Sequence

from yupana.bots.bot import check_bot
from yupana.core.game import Seat
from yupana.server.dice import commitment, server_nonce
from yupana.server.log import Branched, Did, Entry, Opened, Sat, Stored, TookBack
from yupana.server.policy import Policy, Refused
from yupana.server.rematch import Next
from yupana.server.table import game_of, opened_for


def branched_table(
    old: str, log: Sequence[Stored], n: int, seat: Seat, bot: str, name: str, seed: bytes
) -> Next:
    """The table `name` that stands as `old`, whose whole log this is, stood after its first `n` events.

    `seat`: left empty for whoever goes on; on the others sits `bot`.
    """
    opened = log[0].entry()
    assert isinstance(opened, Opened)
    if not 0 <= seat < opened.seats:
        raise Refused("table.no-seat", seat=seat + 1, seats=opened.seats)
    check_bot(bot)
    events, last = _beginning(log, n)
    policy = Policy(branch=old)
    first = opened_for(game_of(opened), policy, commitment(seed))
    entries: list[Entry] = [first, Branched(old, last.seq, last.hash, n), *events]
    for other in range(opened.seats):
        if other != seat:
            entries.append(Sat(other, "bot", bot, server_nonce(seed, name, other), "server"))
    return Next(name, seed, policy, first, entries, {})


def _beginning(log: Sequence[Stored], n: int) -> tuple[list[Did], Stored]:
    """The first `n` of the events that stand in the end, and the entry that made the last of them."""
    standing: list[tuple[Did, Stored]] = []
    over = False
    for stored in log:
        over = over or stored.kind == "closed"
        entry = stored.entry() if stored.kind in ("did", "took-back") else None
        if isinstance(entry, Did):
            standing.append((entry, stored))
        elif isinstance(entry, TookBack):
            del standing[entry.number]
    if not over:
        raise Refused("table.not-over")
    if not 0 <= n < len(standing):  # with the last one there is nothing left to play
        raise Refused("table.no-moment", n=n, most=len(standing) - 1)
    return [did for did, _ in standing[:n]], standing[n - 1][1] if n else log[0]
