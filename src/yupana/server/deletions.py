"""Marks of tables that retention is going to delete, in the SQL that SQLite and PostgreSQL both speak.

A mark holds the head that the table had: an entry that is added later makes it void without touching it, so appends
need not know of marks. `ran_s` is the running time of the store's servers at the mark (see retention.py). A row without a
mark says when the table was last kept from deletion, which counts as use of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from yupana.server.log import Status
from yupana.server.schema import ID, Transaction, forget_table, get_table, marks
from yupana.server.store import Marked, NotMarked

CLEAR = "UPDATE deletions SET marked_ms = NULL, head = NULL, ran_s = NULL"


def mark(tx: Transaction, status: Status, idle_since: int, at_ms: int, ran_s: int) -> int:
    return tx.run(
        "INSERT INTO deletions (table_id, kept_ms, marked_ms, head, ran_s) "
        "SELECT t.id, COALESCE(d.kept_ms, 0), CAST(? AS BIGINT), t.head, CAST(? AS BIGINT) "
        "FROM tables t LEFT JOIN deletions d ON d.table_id = t.id "
        "WHERE t.status = ? AND t.last_ms < ? AND d.marked_ms IS NULL "
        "AND COALESCE(d.kept_ms, 0) < ? "
        "ON CONFLICT (table_id) DO UPDATE SET marked_ms = excluded.marked_ms, "
        "head = excluded.head, ran_s = excluded.ran_s",
        (at_ms, ran_s, status, idle_since, idle_since),
    )


def unmark_active(tx: Transaction, idle_since: Mapping[Status, int]) -> int:
    """One UPDATE that leaves only marks which would be made again now."""
    idle = " OR ".join(
        ["1 = 0", *["(t.status = ? AND t.last_ms < ? AND kept_ms < ?)"] * len(idle_since)]
    )
    values = [value for status, at in idle_since.items() for value in (status, at, at)]
    cleared = tx.run(
        f"{CLEAR} WHERE marked_ms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tables t "
        f"WHERE t.id = deletions.table_id AND t.head = deletions.head AND ({idle}))",
        values,
    )
    tx.run("DELETE FROM deletions WHERE marked_ms IS NULL AND kept_ms = 0")
    return cleared


def keep(tx: Transaction, tables: Sequence[str], at_ms: int, strict: bool) -> int:
    if strict:
        for table in tables:
            get_table(tx, table)
            if not tx.rows(
                "SELECT 1 FROM deletions WHERE table_id = ? AND marked_ms IS NOT NULL", (table,)
            ):
                raise NotMarked(table)
    kept = 0
    for some in _parts([table for table in tables if ID.fullmatch(table)]):
        kept += tx.run(
            f"{CLEAR}, kept_ms = ? WHERE marked_ms IS NOT NULL AND table_id IN ({marks(len(some))})",
            (at_ms, *some),
        )
    return kept


def marked(tx: Transaction) -> list[Marked]:
    rows = tx.rows(
        "SELECT t.id, t.game, t.status, t.last_ms, d.marked_ms, d.ran_s FROM deletions d "
        "JOIN tables t ON t.id = d.table_id AND t.head = d.head "
        "WHERE d.marked_ms IS NOT NULL ORDER BY d.ran_s, t.id"
    )
    return [Marked(*row) for row in rows]


def delete(tx: Transaction, table: str, ran_s: int, lock: str) -> bool:
    head = tx.rows(f"SELECT head FROM tables WHERE id = ?{lock}", (table,))
    stands = tx.rows(
        f"SELECT head FROM deletions WHERE table_id = ? AND marked_ms IS NOT NULL AND ran_s <= ?{lock}",
        (table, ran_s),
    )
    if not head or head != stands:
        return False
    forget_table(tx, table)
    return True


def swap(tx: Transaction, name: str, old: str | None, new: str, lock: str) -> str | None:
    if old is None:
        tx.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", (name, new))
    else:
        tx.run("UPDATE meta SET value = ? WHERE name = ? AND value = ?", (new, name, old))
    found = tx.rows(f"SELECT value FROM meta WHERE name = ?{lock}", (name,))
    return str(found[0][0]) if found else None


def _parts(tables: Sequence[str]) -> Iterator[list[str]]:
    rest = iter(tables)
    while some := list(islice(rest, 500)):
        yield some
