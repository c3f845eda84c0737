"""Tables for the tests of logs and stores: small, made up, and the same every time."""

from __future__ import annotations

import hashlib
from itertools import count

from msgspec import Raw

from yupana.server.dice import commitment
from yupana.server.log import Did, Entry, New, Opened
from yupana.server.store import Append, Committed, Key, KeyChange, Store, TableRow

SEED = bytes(range(32))
OPENED = Opened(
    game="temple",
    rules=1,
    edition="classic",
    edition_digest="3f2a9c1b7d60",
    options={"side": "B"},
    seats=3,
    policy={"undo": "own", "listed": True},
    commit=commitment(SEED),
)
NOW = 1_700_000_000_000

_numbers = count(1)


def new(entry: Entry | None = None, cid: str | None = None, at: int = 0) -> New:
    """A move that differs from all others unless it is given."""
    if entry is None:
        entry = Did(0, Raw(b'{"type":"write","number":%d,"cell":3}' % next(_numbers)))
    return New(entry, NOW + at, cid, 0)


def row(table: str = "t1", code: str | None = None, at: int = 0, listed: bool = False) -> TableRow:
    return TableRow(id=table, code=code, game="temple", rules=1, created_ms=NOW + at, listed=listed)


def open_table(store: Store, table: str = "t1", code: str | None = None, moves: int = 0) -> str:
    """A table with its Opened entry and a number of moves."""
    store.create(row(table, code), SEED, [new(OPENED)])
    for number in range(moves):
        add(store, table, f"{table}-{number}")
    return table


def add(store: Store, table: str, *cids: str | None) -> Committed:
    """Appends one entry for each cid where the log ends."""
    entries = tuple(new(cid=cid) for cid in cids)
    [result] = store.append([Append(table, store.heads([table])[table], entries)])
    assert isinstance(result, Committed), result
    return result


def key(secret: str, seat: int | None = 0, table: str = "t1", role: str = "seat") -> Key:
    hashed = hashlib.sha256(secret.encode()).hexdigest()
    return Key(hashed, table, role, seat, NOW)  # type: ignore[arg-type]


def change_keys(store: Store, change: KeyChange, table: str = "t1") -> None:
    """Changes keys with an entry of their own, as everything that changes them does."""
    [result] = store.append([Append(table, store.heads([table])[table], (new(),), (change,))])
    assert isinstance(result, Committed), result
