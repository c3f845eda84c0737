"""What a store keeps beside the logs, in SQL: names, contacts, notes, and the caches. All of it can go.

The logs themselves, and the keys to the seats, are in sql.py.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence

from yupana.core.game import Seat
from yupana.server import deletions
from yupana.server.log import Status
from yupana.server.schema import (
    COLUMNS,
    ID,
    LONGEST_NAME,
    T,
    Transaction,
    Work,
    find_table,
    get_table,
    insert,
    names_of,
)
from yupana.server.store import Contact, ContactKind, Marked, Store

NOTE = "note "
"""What the names of notes begin with, beside the few rows of our own in the same table."""

CONTACT = f"SELECT {COLUMNS['contacts']} FROM contacts"


class Aside(Store):
    """The part of the contract that a log does not need, on transactions that others provide."""

    row_lock: str
    """What makes a SELECT keep others from the row until the transaction ends."""

    @abstractmethod
    def _write(
        self,
        work: Work[T],
        landed: Callable[[Transaction, T], bool] | None = None,
        *,
        patient: bool = False,
    ) -> T:
        """Does the work in one transaction that is on disk when this returns.

        If the outcome became unknown and can be found out, `landed` tells whether the work with
        that result is in the database; work without `landed` may be done twice.
        `patient` work may take minutes.
        """

    @abstractmethod
    def _read(self, work: Work[T], *, patient: bool = False) -> T:
        """Does work that only reads, all of it in one state of the database."""

    def _change(self, table: str, sql: str, values: Sequence[object]) -> None:
        def work(tx: Transaction) -> None:
            get_table(tx, table)
            tx.run(sql, values)

        self._write(work)

    # Names

    def set_name(self, table: str, seat: Seat, name: str) -> None:
        if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
            raise ValueError("not a name")
        self._change(
            table,
            "INSERT INTO names (table_id, seat, name) VALUES (?, ?, ?) "
            "ON CONFLICT (table_id, seat) DO UPDATE SET name = excluded.name",
            (table, seat, name),
        )

    def names(self, table: str) -> dict[Seat, str]:
        return self._read(lambda tx: names_of(tx, table)) if ID.fullmatch(table) else {}

    def forget_names(self, table: str, seat: Seat | None = None) -> None:
        sql = "DELETE FROM names WHERE table_id = ?"
        if not ID.fullmatch(table):
            return
        if seat is None:
            self._write(lambda tx: tx.run(sql, (table,)))
        else:
            self._write(lambda tx: tx.run(f"{sql} AND seat = ?", (table, seat)))

    # Contacts

    def put_contact(self, contact: Contact) -> None:
        if not ID.fullmatch(contact.handle) or "\0" in contact.address + contact.details:
            raise ValueError("not a contact")
        same = "DELETE FROM contacts WHERE table_id = ? AND seat = ? AND kind = ? AND address = ?"

        def work(tx: Transaction) -> None:
            get_table(tx, contact.table)
            tx.run(same, (contact.table, contact.seat, contact.kind, contact.address))
            fields = (getattr(contact, name) for name in contact.__struct_fields__)
            tx.run(f"{insert('contacts')} ON CONFLICT DO NOTHING", tuple(fields))

        self._write(work)

    def contacts(self, table: str, seat: Seat | None = None) -> list[Contact]:
        if not ID.fullmatch(table):
            return []
        where, values = "table_id = ?", (table,) if seat is None else (table, seat)
        where += "" if seat is None else " AND seat = ?"
        sql = f"{CONTACT} WHERE {where} ORDER BY made_ms, handle"
        return [_contact(row) for row in self._read(lambda tx: tx.rows(sql, values))]

    def find_contact(self, handle: str) -> Contact | None:
        if not ID.fullmatch(handle):
            return None
        found = self._read(lambda tx: tx.rows(f"{CONTACT} WHERE handle = ?", (handle,)))
        return _contact(found[0]) if found else None

    def confirm_contact(self, handle: str, at_ms: int) -> bool:
        sql = "UPDATE contacts SET confirmed_ms = COALESCE(confirmed_ms, ?) WHERE handle = ?"
        if not ID.fullmatch(handle):
            return False
        return self._write(lambda tx: tx.run(sql, (at_ms, handle))) > 0

    def drop_contact(self, handle: str) -> None:
        if ID.fullmatch(handle):
            self._write(lambda tx: tx.run("DELETE FROM contacts WHERE handle = ?", (handle,)))

    def drop_contacts(self, table: str, seat: Seat) -> None:
        sql = "DELETE FROM contacts WHERE table_id = ? AND seat = ?"
        if ID.fullmatch(table):
            self._write(lambda tx: tx.run(sql, (table, seat)))

    def claim_contact(self, handle: str, turn: int, at_ms: int, lease_ms: int) -> bool:
        sql = (
            "UPDATE contacts SET claimed_ms = ? WHERE handle = ? AND confirmed_ms IS NOT NULL "
            "AND (told_turn IS NULL OR told_turn <> ?) AND (claimed_ms IS NULL OR claimed_ms < ?)"
        )
        values = (at_ms, handle, turn, at_ms - lease_ms)
        return self._write(lambda tx: tx.run(sql, values)) > 0

    def told_contact(self, handle: str, turn: int, at_ms: int) -> None:
        sql = "UPDATE contacts SET told_turn = ?, told_ms = ?, claimed_ms = NULL WHERE handle = ?"
        self._write(lambda tx: tx.run(sql, (turn, at_ms, handle)))

    def release_contact(self, handle: str) -> None:
        sql = "UPDATE contacts SET claimed_ms = NULL WHERE handle = ?"
        self._write(lambda tx: tx.run(sql, (handle,)))

    def contacts_at(self, kind: ContactKind, address: str) -> list[Contact]:
        sql = f"{CONTACT} WHERE address = ? AND kind = ? ORDER BY made_ms, handle"
        return [_contact(row) for row in self._read(lambda tx: tx.rows(sql, (address, kind)))]

    def last_told(self, kind: ContactKind, address: str) -> int:
        sql = "SELECT MAX(told_ms) FROM contacts WHERE address = ? AND kind = ?"
        found = self._read(lambda tx: tx.rows(sql, (address, kind)))
        return int(found[0][0] or 0)

    # Notes and tallies

    def note(self, name: str) -> str | None:
        sql = "SELECT value FROM meta WHERE name = ?"
        found = self._read(lambda tx: tx.rows(sql, (NOTE + name,)))
        return str(found[0][0]) if found else None

    def set_note(self, name: str, value: str | None) -> None:
        def work(tx: Transaction) -> None:
            tx.run("DELETE FROM meta WHERE name = ?", (NOTE + name,))
            if value is not None:
                sql = "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING"
                tx.run(sql, (NOTE + name, value))

        self._write(work)

    def swap_note(self, name: str, old: str | None, new: str) -> str | None:
        return self._write(lambda tx: deletions.swap(tx, NOTE + name, old, new, self.row_lock))

    # Retention

    def mark_idle(self, status: Status, idle_since: int, at_ms: int, ran_s: int) -> int:
        return self._write(lambda tx: deletions.mark(tx, status, idle_since, at_ms, ran_s))

    def unmark_active(self, idle_since: Mapping[Status, int]) -> int:
        return self._write(lambda tx: deletions.unmark_active(tx, idle_since))

    def keep_marked(self, tables: Iterable[str], at_ms: int, *, strict: bool = False) -> int:
        ids = sorted(set(tables))
        return self._write(lambda tx: deletions.keep(tx, ids, at_ms, strict))

    def marked(self) -> list[Marked]:
        return self._read(deletions.marked)

    def delete_marked(self, table: str, ran_s: int) -> bool:
        if not ID.fullmatch(table):
            return False
        return self._write(
            lambda tx: deletions.delete(tx, table, ran_s, self.row_lock),
            lambda tx, deleted: not deleted or find_table(tx, table) is None,
        )

    def put_tally(self, table: str, body: bytes) -> None:
        sql = (
            "INSERT INTO tallies (table_id, body) SELECT id, ? FROM tables WHERE id = ? "
            "ON CONFLICT (table_id) DO UPDATE SET body = excluded.body"
        )
        if ID.fullmatch(table):
            self._write(lambda tx: tx.run(sql, (body, table)))

    def tallies(self) -> list[tuple[str, bytes]]:
        sql = "SELECT t.game, c.body FROM tallies c JOIN tables t ON t.id = c.table_id"
        return [(game, bytes(body)) for game, body in self._read(lambda tx: tx.rows(sql))]

    def untallied(self, limit: int) -> list[str]:
        sql = (
            "SELECT id FROM tables WHERE status = 'over' AND NOT EXISTS "
            "(SELECT 1 FROM tallies WHERE table_id = id) ORDER BY created_ms LIMIT ?"
        )
        return [table for (table,) in self._read(lambda tx: tx.rows(sql, (limit,)))]


def _contact(row: Sequence[object]) -> Contact:
    names = Contact.__struct_fields__
    return Contact(**dict(zip(names, row, strict=True)))  # type: ignore[arg-type]
