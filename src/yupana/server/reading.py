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
from yupana.server.gallery import Gallery
from yupana.server.log import Closed, Opened, Sat, Stored, faults
from yupana.server.store import Store, TableRow
from yupana.server.table import Table

log = logging.getLogger("yupana.table")


class Damaged(YupanaError):
    """The log of the table is not as it was written; nothing is played on top of it."""


class Reading(Struct):
    """A table as its log tells it."""

    row: TableRow
    table: Table
    gallery: Gallery | None
    cids: dict[str, int]
    """Commands in the log, by their id, with the seq of their first entry."""
    sat: dict[Seat, str | None]
    """By which command each seat was taken last."""


def read_table(store: Store, name: str, shown: int, now_ms: Callable[[], int]) -> Reading:
    """`shown`: the head up to which those who watch later have seen it already."""
    row, stored = store.load(name)
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
        if isinstance(entry, Sat):
            sat[entry.seat] = each.cid
    gallery = None
    if table.policy.delay:
        gallery = Gallery(Table(name, seed, opened), table.policy.delay)
        _fill(gallery, stored, shown, now_ms())
    cids = {each.cid: each.seq for each in stored if each.cid is not None}
    return Reading(row, table, gallery, cids, sat)


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
        gallery.add(each.entry(), now - max(0.0, age))
    gallery.ripen(now)
