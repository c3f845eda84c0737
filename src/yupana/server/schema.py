"""The tables of the database, in the SQL that SQLite and PostgreSQL both speak, and what rows mean.

No connection, no transaction of its own: everything here is done inside somebody's `Transaction`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

from msgspec import Raw
from msgspec.structs import replace

from yupana.core.game import Seat
from yupana.server.log import Stored, status_after
from yupana.server.store import Key, KeyChange, NoSuchTable, StoreUnfit, TableRow

FORMAT = 2
"""Of the database; grows when an older server could not use it any more.

    1   until November 2026
    2   entries have a column `digest`; logs have kinds of entries that a server of format 1 cannot read
"""

READABLE = ("1", "2")
"""Formats of backups that can be restored."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, code TEXT UNIQUE, game TEXT NOT NULL, rules BIGINT NOT NULL,
    listed SMALLINT NOT NULL, created_ms BIGINT NOT NULL, status TEXT NOT NULL,
    head BIGINT NOT NULL, head_hash TEXT NOT NULL, last_ms BIGINT NOT NULL, epoch BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, created_ms);
CREATE TABLE IF NOT EXISTS entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seq BIGINT NOT NULL,
    cid TEXT, seat BIGINT, kind TEXT NOT NULL, body BLOB NOT NULL, at_ms BIGINT NOT NULL,
    hash TEXT NOT NULL, digest TEXT, PRIMARY KEY (table_id, seq), UNIQUE (table_id, cid));
CREATE TABLE IF NOT EXISTS secrets (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE, seed BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    role TEXT NOT NULL, seat BIGINT, made_ms BIGINT NOT NULL, revoked_ms BIGINT);
CREATE UNIQUE INDEX IF NOT EXISTS keys_in_force ON keys (table_id, role, seat)
    WHERE revoked_ms IS NULL AND seat IS NOT NULL;
CREATE INDEX IF NOT EXISTS keys_by_table ON keys (table_id);
CREATE TABLE IF NOT EXISTS names (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat BIGINT NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY (table_id, seat));
CREATE TABLE IF NOT EXISTS contacts (
    handle TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL, details TEXT NOT NULL,
    made_ms BIGINT NOT NULL, confirmed_ms BIGINT, told_turn BIGINT, told_ms BIGINT,
    claimed_ms BIGINT, UNIQUE (table_id, seat, kind, address));
CREATE INDEX IF NOT EXISTS contacts_by_address ON contacts (address);
CREATE TABLE IF NOT EXISTS tallies (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS deletions (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    kept_ms BIGINT NOT NULL, marked_ms BIGINT, head BIGINT, ran_s BIGINT);
"""

COLUMNS = {
    "tables": "id, code, game, rules, listed, created_ms, status, head, head_hash, last_ms, epoch",
    "entries": "table_id, seq, cid, seat, kind, body, at_ms, hash, digest",
    "secrets": "table_id, seed",
    "keys": "hash, table_id, role, seat, made_ms, revoked_ms",
    "names": "table_id, seat, name",
    "contacts": (
        "handle, table_id, seat, kind, address, details, made_ms, confirmed_ms, told_turn, told_ms"
    ),
}
"""All that a backup must hold, in an order in which it can be written."""

CACHES = ("tallies", "deletions")
"""What can be worked out again, and is left out: a restored table is not marked for deletion."""

LATER = {"contacts"}
"""Tables that the first databases and backups did not have."""

LATER_COLUMNS = {"entries": "digest"}
"""Last columns that the first ones did not have."""

OF_TABLES = (*(name for name in COLUMNS if name != "tables"), *CACHES)
"""All that goes when a table is forgotten."""

ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
"""Ids, codes and hashes of ours; anything else that a client asks for is simply not there."""

LONGEST_NAME = 64

T = TypeVar("T")
Row = tuple[Any, ...]


class Transaction(Protocol):
    """What both databases can do, with `?` for each value."""

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]: ...

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        """How many rows it changed."""
        ...

    def many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """An INSERT of one row, done for each."""
        ...


Work = Callable[[Transaction], T]


def insert(table: str) -> str:
    columns = COLUMNS[table]
    return f"INSERT INTO {table} ({columns}) VALUES ({marks(columns.count(',') + 1)})"


def marks(number: int) -> str:
    return ", ".join("?" * number)


def check_format(tx: Transaction, known: Sequence[str] = (str(FORMAT),)) -> None:
    """Refuses a database of a later server."""
    found = tx.rows("SELECT value FROM meta WHERE name = 'format'")
    if found not in [[(each,)] for each in known]:
        raise StoreUnfit("store.format", theirs=str(found[0][0] if found else ""), ours=FORMAT)


# Rows and what they mean


def new_epoch() -> int:
    return secrets.randbits(31)


def moved(row: TableRow, entries: Sequence[Stored]) -> TableRow:
    """The row after these entries."""
    if not entries:
        return row
    last = entries[-1]
    return replace(
        row,
        status=status_after(row.status, entries),
        head=last.seq,
        head_hash=last.hash,
        last_ms=last.at_ms,
    )


def table_columns(row: TableRow) -> Row:
    return (
        row.id, row.code, row.game, row.rules, int(row.listed), row.created_ms, row.status,
        row.head, row.head_hash, row.last_ms, row.epoch,
    )  # fmt: skip


def table_row(row: Row) -> TableRow:
    names = COLUMNS["tables"].split(", ")
    facts = dict(zip(names, row, strict=True))
    return TableRow(**{**facts, "listed": bool(facts["listed"])})


def entry_columns(table: str, stored: Stored, digest: str | None) -> Row:
    return (
        table, stored.seq, stored.cid, stored.seat, stored.kind, bytes(stored.body),
        stored.at_ms, stored.hash, digest,
    )  # fmt: skip


def stored_row(row: Sequence[Any]) -> Stored:
    seq, cid, seat, kind, body, at_ms, hash_ = row
    # Whoever edits a database by hand leaves text where bytes were; that is for the hash to find.
    return Stored(
        at_ms, Raw(body.encode() if isinstance(body, str) else body), cid, kind, seat, seq, hash_
    )


def key_columns(key: Key) -> Row:
    if not (ID.fullmatch(key.hash) and ID.fullmatch(key.table)):
        raise ValueError("not a hash or not a table")
    return (key.hash, key.table, key.role, key.seat, key.made_ms, key.revoked_ms)


def find_table(tx: Transaction, value: str, column: str = "id") -> TableRow | None:
    if not ID.fullmatch(value):
        return None
    found = tx.rows(f"SELECT {COLUMNS['tables']} FROM tables WHERE {column} = ?", (value,))
    return table_row(found[0]) if found else None


def get_table(tx: Transaction, table: str) -> TableRow:
    row = find_table(tx, table)
    if row is None:
        raise NoSuchTable(table)
    return row


def forget_table(tx: Transaction, table: str) -> None:
    for each in OF_TABLES:
        tx.run(f"DELETE FROM {each} WHERE table_id = ?", (table,))
    tx.run("DELETE FROM tables WHERE id = ?", (table,))


def entries_of(
    tx: Transaction, row: TableRow, since: int = 0, to_head: bool = True
) -> Iterator[Stored]:
    sql = (
        "SELECT seq, cid, seat, kind, body, at_ms, hash FROM entries "
        f"WHERE table_id = ? AND seq > ? {'AND seq <= ? ' if to_head else ''}ORDER BY seq"
    )
    return map(stored_row, tx.rows(sql, (row.id, since, row.head) if to_head else (row.id, since)))


def known_cids(tx: Transaction, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The seqs of those commands (table, cid) that are in their logs."""
    found: dict[tuple[str, str], int] = {}
    rest = iter(pairs)
    while some := list(islice(rest, 500)):
        asked = ", ".join(["(CAST(? AS TEXT), CAST(? AS TEXT))"] * len(some))
        rows = tx.rows(
            f"SELECT e.table_id, e.cid, e.seq FROM (VALUES {asked}) v CROSS JOIN entries e "
            "WHERE e.table_id = v.column1 AND e.cid = v.column2",
            [value for pair in some for value in pair],
        )
        found.update(((table, cid), seq) for table, cid, seq in rows)
    return found


def seed_of(tx: Transaction, table: str) -> bytes | None:
    found = tx.rows("SELECT seed FROM secrets WHERE table_id = ?", (table,))
    return bytes(found[0][0]) if found else None


def names_of(tx: Transaction, table: str) -> dict[Seat, str]:
    return dict(tx.rows("SELECT seat, name FROM names WHERE table_id = ? ORDER BY seat", (table,)))


def change_keys(tx: Transaction, table: str, change: KeyChange) -> None:
    """Ends and begins keys of a table as one of its entries says."""
    ended = "UPDATE keys SET revoked_ms = ? WHERE table_id = ? AND revoked_ms IS NULL AND"
    if change.seat is not None:
        tx.run(f"{ended} seat = ?", (change.at_ms, table, change.seat))
    if change.revoke is not None:
        tx.run(f"{ended} hash = ?", (change.at_ms, table, change.revoke))
    if change.drop_contacts:
        sql = "DELETE FROM contacts WHERE table_id = ? AND seat = ?"
        tx.run(sql, (table, change.seat))
    if change.add:
        tx.many(insert("keys"), [key_columns(key) for key in change.add])
