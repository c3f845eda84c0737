"""Reading a table from its log: checked, folded, and with its gallery where it has one. Blocks: for a thread.

There are no snapshots: a log is short, and folding it anew costs less than keeping what it led to right. See
decision 8.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server.authority import KeysInForce
from yupana.server.gallery import Gallery
from yupana.server.judging import Sent
from yupana.server.log import Closed, Opened, Sat, Stored, faults
from yupana.server.store import Store, TableData, TableRow
from yupana.server.table import Table

log = logging.getLogger("yupana.table")


class Damaged(YupanaError):
    """The log of the table is not as it was written; nothing is played on top of it."""


class Reading(Struct):
    """A table as its log tells it."""

    row: TableRow
    table: Table
    gallery: Gallery | None
    keys: KeysInForce
    names: dict[Seat, str]
    cids: dict[str, Sent]
    """Commands in the log, by their id."""
    sat: dict[Seat, str | None]
    """By which command each seat was taken last."""


def read_table(store: Store, name: str, shown: int, now_ms: Callable[[], int]) -> Reading:
    """`shown`: the head up to which those who watch later have seen it already."""
    data = store.read_table(name)
    row, stored = data.row, data.entries
    fault = next(faults(stored, row.head, row.head_hash), None)
    if fault is not None:
        log.error("table %s is damaged: %s at %d", name, fault.what, fault.seq)
        raise Damaged("table.damaged", what=fault.what, seq=fault.seq)
    opened = stored[0].entry()
    assert isinstance(opened, Opened)
    seed = _seed(store, name, stored)
    table = Table(name, seed, opened)
    sat: dict[Seat, str | None] = {}
    for each in stored:
        entry = each.entry()
        table.take(entry)
        table.hashes.append(each.hash)
        if isinstance(entry, Sat):
            sat[entry.seat] = each.cid
    gallery = None
    if table.policy.delay:
        gallery = Gallery(Table(name, seed, opened), table.policy.delay)
        _fill(gallery, stored, shown, now_ms())
    return Reading(
        row, table, gallery, KeysInForce(data.keys), data.names, sent_commands(data), sat
    )


def sent_commands(data: TableData) -> dict[str, Sent]:
    """The commands among the entries, by their id."""
    return {
        each.cid: Sent(each.seq, each.seat, data.digests.get(each.cid))
        for each in data.entries
        if each.cid is not None
    }


def _seed(store: Store, name: str, stored: Sequence[Stored]) -> bytes:
    """The seed of the dice; of a finished game that came from elsewhere, the published one."""
    seed = store.seed(name)
    if seed is None:
        closed = next((each.entry() for each in stored if each.kind == "closed"), None)
        if not isinstance(closed, Closed):
            raise Damaged("table.no-seed")
        seed = bytes.fromhex(closed.seed)
    return seed


def _fill(gallery: Gallery, stored: Sequence[Stored], shown: int, now_ms: int) -> None:
    """Each entry by its age, which only the wall clock can tell; what was shown stays shown."""
    now = time.monotonic()
    for each in stored:
        age = gallery.delay if each.seq <= shown else (now_ms - each.at_ms) / 1000
        gallery.add(each, now - max(0.0, age))
    gallery.ripen(now)
