"""The store in the SQL that SQLite and PostgreSQL both speak. Knows neither of them.

What a transaction is, how a row is locked and what an error means is theirs: see `_write`, `_read`
and `row_lock`. Everything else, above all what an append may and may not do, is written once, here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from pathlib import Path

from msgspec.structs import replace

from yupana.core.game import Seat
from yupana.server.aside import Aside
from yupana.server.backup import read_backup
from yupana.server.export import Export, ExportError, TableFacts, check_export
from yupana.server.log import (
    NOTHING,
    Fault,
    New,
    Opened,
    Status,
    Stored,
    faults,
    hash_of,
    seal_all,
)
from yupana.server.schema import (
    COLUMNS,
    FORMAT,
    ID,
    OF_TABLES,
    Transaction,
    change_keys,
    check_format,
    entries_of,
    entry_columns,
    find_table,
    forget_table,
    get_table,
    insert,
    key_columns,
    known_cids,
    marks,
    moved,
    names_of,
    new_epoch,
    seed_of,
    stored_row,
    table_columns,
    table_row,
)
from yupana.server.store import (
    Append,
    CodeTaken,
    Committed,
    Key,
    Known,
    Report,
    Result,
    Stale,
    StoreUnfit,
    TableData,
    TableExists,
    TableRow,
)

MOVE = (
    f"{insert('tables')} ON CONFLICT (id) DO UPDATE SET status = excluded.status, "
    "head = excluded.head, head_hash = excluded.head_hash, last_ms = excluded.last_ms"
)
"""Rows of tables that are there and locked, as their logs have moved them: many at once."""


class SqlStore(Aside):
    """All of the contract but connections, transactions, backups and hints."""

    row_lock = ""
    """What makes a SELECT keep others from the row until the transaction ends."""

    # Tables and their logs

    def create(
        self, row: TableRow, secret: bytes, entries: Sequence[New], keys: Sequence[Key] = ()
    ) -> tuple[TableRow, list[Stored]]:
        opened = entries[0].entry if entries else None
        if not isinstance(opened, Opened):
            raise ValueError("a log begins with Opened")
        plain = ID.fullmatch(row.id) and (row.code is None or ID.fullmatch(row.code))
        if (opened.game, opened.rules) != (row.game, row.rules) or not plain:
            raise ValueError("the row does not fit the log")
        stored = seal_all(entries, 0, NOTHING, 0)
        row = moved(replace(row, epoch=new_epoch(), status="waiting"), stored)

        def work(tx: Transaction) -> None:
            self._create(tx, row, secret, stored)
            tx.many(f"{insert('keys')} ON CONFLICT DO NOTHING", [key_columns(k) for k in keys])

        self._write(work)
        return self.load(row.id)

    def _create(
        self, tx: Transaction, row: TableRow, secret: bytes | None, entries: Sequence[Stored]
    ) -> None:
        if not tx.run(f"{insert('tables')} ON CONFLICT DO NOTHING", table_columns(row)):
            found = find_table(tx, row.id)
            if found is None:
                raise CodeTaken(str(row.code))
            if (found.code, found.head_hash) != (row.code, row.head_hash):
                raise TableExists(row.id)
            return
        tx.many(insert("entries"), [entry_columns(row.id, stored, None) for stored in entries])
        if secret is not None:
            tx.run(insert("secrets"), (row.id, secret))

    def append(self, batch: Sequence[Append]) -> list[Result]:
        def landed(tx: Transaction, results: list[Result]) -> bool:
            """All of a batch is there or nothing, so its first new entry speaks for it."""
            for append, result in zip(batch, results, strict=True):
                if isinstance(result, Committed):
                    first = result.entries[0]
                    self._locked(tx, [append.table])  # waits for the transaction in doubt
                    sql = "SELECT hash FROM entries WHERE table_id = ? AND seq = ?"
                    return tx.rows(sql, (append.table, first.seq)) == [(first.hash,)]
            return True

        return self._write(lambda tx: self._append(tx, batch), landed) if batch else []

    def _append(self, tx: Transaction, batch: Sequence[Append]) -> list[Result]:
        rows = self._locked(tx, {append.table for append in batch})
        here = [each for each in batch if each.table in rows]
        known = known_cids(tx, [(each.table, cid) for each in here for cid in each.cids()])
        results: list[Result] = []
        added: list[Sequence[object]] = []
        changed: dict[str, TableRow] = {}
        for append in batch:
            row = rows.get(append.table)
            there = [known[append.table, c] for c in append.cids() if (append.table, c) in known]
            if row is None:
                results.append(Stale(0))
            elif there:
                results.append(Known(min(there)))
            elif row.head != append.head or (append.keys and self._spent(tx, append)):
                results.append(Stale(row.head))
            else:
                stored = seal_all(append.entries, row.head, row.head_hash, row.last_ms)
                rows[row.id] = changed[row.id] = moved(row, stored)
                known.update(((row.id, each.cid), each.seq) for each in stored if each.cid)
                digests = (new.digest for new in append.entries)
                added.extend(map(entry_columns, repeat(row.id), stored, digests))
                for change in append.keys:
                    change_keys(tx, row.id, change)
                results.append(Committed(tuple(stored)))
        if added:
            tx.many(insert("entries"), added)
            tx.many(MOVE, [table_columns(row) for row in changed.values()])
        return results

    def _spent(self, tx: Transaction, append: Append) -> bool:
        """Whether one of the keys that are to begin is or was in force already."""
        hashes = [key.hash for change in append.keys for key in change.add]
        sql = f"SELECT 1 FROM keys WHERE hash IN ({marks(len(hashes))})"
        return bool(hashes and tx.rows(sql, hashes))

    def _locked(self, tx: Transaction, tables: Iterable[str]) -> dict[str, TableRow]:
        """The rows of these tables, kept from others; in the order of the ids, so that two
        batches never wait for each other."""
        ids = sorted(filter(ID.fullmatch, tables))
        if not ids:
            return {}
        found = tx.rows(
            f"SELECT {COLUMNS['tables']} FROM tables WHERE id IN ({marks(len(ids))}) "
            f"ORDER BY id{self.row_lock}",
            ids,
        )
        return {row[0]: table_row(row) for row in found}

    def load(self, table: str, since: int = 0) -> tuple[TableRow, list[Stored]]:
        def work(tx: Transaction) -> tuple[TableRow, list[Stored]]:
            row = get_table(tx, table)
            return row, list(entries_of(tx, row, since))

        return self._read(work)

    def read_table(self, table: str, since: int = 0) -> TableData:
        def work(tx: Transaction) -> TableData:
            row = get_table(tx, table)
            entries = list(entries_of(tx, row, since))
            keys = f"SELECT {COLUMNS['keys']} FROM keys WHERE table_id = ?"
            digests = "SELECT cid, digest FROM entries WHERE table_id = ? AND seq > ? AND digest IS NOT NULL"
            return TableData(
                row,
                entries,
                dict(tx.rows(digests, (table, since))),
                [Key(*each) for each in tx.rows(keys, (table,))],
                names_of(tx, table),
            )

        return self._read(work)

    def page(self, table: str, since: int, until: int) -> list[Stored]:
        def work(tx: Transaction) -> list[Stored]:
            row = get_table(tx, table)
            return list(entries_of(tx, replace(row, head=min(row.head, until)), since))

        return self._read(work)

    def heads(self, tables: Iterable[str]) -> dict[str, int]:
        wanted = sorted(set(filter(ID.fullmatch, tables)))

        def work(tx: Transaction) -> dict[str, int]:
            found: dict[str, int] = {}
            ids = iter(wanted)
            while some := list(islice(ids, 1000)):
                sql = f"SELECT id, head FROM tables WHERE id IN ({marks(len(some))})"
                found.update(tx.rows(sql, some))
            return found

        return self._read(work)

    def known(self, table: str, cids: Iterable[str]) -> dict[str, int]:
        pairs = [(table, cid) for cid in cids if ID.fullmatch(cid) and ID.fullmatch(table)]
        found = self._read(lambda tx: known_cids(tx, pairs))
        return {cid: seq for (_, cid), seq in found.items()}

    def table_by_code(self, code: str) -> TableRow | None:
        return self._read(lambda tx: find_table(tx, code, "code"))

    def tables(
        self,
        *,
        status: Status | None = None,
        listed: bool | None = None,
        idle_since: int | None = None,
        created_before: int | None = None,
        limit: int = 1000,
    ) -> list[TableRow]:
        wanted: list[tuple[str, object]] = []
        if status is not None:
            wanted.append(("status = ?", status))
        if listed is not None:
            wanted.append(("listed = ?", int(listed)))
        if idle_since is not None:
            wanted.append(("last_ms < ?", idle_since))
        if created_before is not None:
            wanted.append(("created_ms < ?", created_before))
        where = " AND ".join(["1 = 1", *(condition for condition, _ in wanted)])
        sql = (
            f"SELECT {COLUMNS['tables']} FROM tables WHERE {where} "
            "ORDER BY created_ms DESC, id LIMIT ?"
        )
        values = [*(value for _, value in wanted), limit]
        return [table_row(row) for row in self._read(lambda tx: tx.rows(sql, values))]

    def counts(self) -> dict[Status, int]:
        sql = "SELECT status, COUNT(*) FROM tables GROUP BY status"
        return dict(self._read(lambda tx: tx.rows(sql)))

    def opened(self, tables: Iterable[str]) -> dict[str, Opened]:
        wanted = sorted(set(filter(ID.fullmatch, tables)))

        def work(tx: Transaction) -> dict[str, Opened]:
            found: dict[str, Opened] = {}
            ids = iter(wanted)
            while some := list(islice(ids, 1000)):
                sql = (
                    "SELECT table_id, seq, cid, seat, kind, body, at_ms, hash FROM entries "
                    f"WHERE seq = 1 AND table_id IN ({marks(len(some))})"
                )
                for table, *entry in tx.rows(sql, some):
                    opened = stored_row(entry).entry()
                    if isinstance(opened, Opened):
                        found[table] = opened
            return found

        return self._read(work)

    def last_acted(self, table: str, seat: Seat) -> int | None:
        sql = "SELECT at_ms FROM entries WHERE table_id = ? AND seat = ? ORDER BY seq DESC LIMIT 1"
        if not ID.fullmatch(table):
            return None
        found = self._read(lambda tx: tx.rows(sql, (table, seat)))
        return found[0][0] if found else None

    def set_code(self, table: str, code: str | None) -> None:
        if code is not None and not ID.fullmatch(code):
            raise ValueError("not a code")

        def work(tx: Transaction) -> None:
            get_table(tx, table)
            # Another process may take the code at this very moment: then UNIQUE decides.
            free = "NOT EXISTS (SELECT 1 FROM tables WHERE code = ? AND id <> ?)"
            if not tx.run(f"UPDATE tables SET code = ? WHERE id = ? AND {free}",
                          (code, table, code, table)):  # fmt: skip
                raise CodeTaken(str(code))

        self._write(work)

    def set_listed(self, table: str, listed: bool) -> None:
        self._change(table, "UPDATE tables SET listed = ? WHERE id = ?", (int(listed), table))

    def seed(self, table: str) -> bytes | None:
        def work(tx: Transaction) -> bytes | None:
            get_table(tx, table)
            return seed_of(tx, table)

        return self._read(work)

    def forget(self, table: str) -> None:
        if ID.fullmatch(table):
            self._write(lambda tx: forget_table(tx, table))

    # Keys

    def find_key(self, key: str) -> Key | None:
        if not ID.fullmatch(key):
            return None
        sql = f"SELECT {COLUMNS['keys']} FROM keys WHERE hash = ?"
        found = self._read(lambda tx: tx.rows(sql, (key,)))
        return Key(*found[0]) if found else None

    def keys(self, table: str) -> list[Key]:
        if not ID.fullmatch(table):
            return []
        sql = (
            f"SELECT {COLUMNS['keys']} FROM keys WHERE table_id = ? AND revoked_ms IS NULL "
            "ORDER BY role, seat, hash"
        )
        return [Key(*row) for row in self._read(lambda tx: tx.rows(sql, (table,)))]

    # The whole

    def export(self, table: str, *, whole: bool = False) -> Export:
        def work(tx: Transaction) -> Export:
            row = get_table(tx, table)
            seed = seed_of(tx, table) if whole or row.status == "over" else None
            return Export(
                table=TableFacts(row.id, row.game, row.rules, row.created_ms),
                entries=tuple(entries_of(tx, row)),
                head_hash=row.head_hash,
                seed=None if seed is None else seed.hex(),
                names={str(k): name for k, name in names_of(tx, table).items()} if whole else {},
            )

        return self._read(work)

    def import_(self, export: Export, code: str | None = None) -> TableRow:
        check_export(export)
        facts = export.table
        if not (ID.fullmatch(facts.id) and (code is None or ID.fullmatch(code))):
            raise ExportError("export.facts", table=repr(facts.id)[:80])
        row = moved(
            TableRow(
                id=facts.id, code=code, game=facts.game, rules=facts.rules,
                created_ms=facts.created_ms, epoch=new_epoch(),
            ),
            export.entries,
        )  # fmt: skip
        seed = None if export.seed is None else bytes.fromhex(export.seed)

        def work(tx: Transaction) -> TableRow:
            if find_table(tx, row.id) is not None:
                raise TableExists(row.id)
            self._create(tx, row, seed, export.entries)
            names = [(row.id, seat, name) for seat, name in export.names_by_seat().items()]
            tx.many(insert("names"), names)
            return row

        return self._write(work, lambda tx, row: find_table(tx, row.id) == row)

    def restore(self, path: Path) -> None:
        """In one transaction: a backup with a fault leaves the store as empty as it was."""

        def work(tx: Transaction) -> None:
            if tx.rows("SELECT 1 FROM tables LIMIT 1"):
                raise StoreUnfit("store.not-empty")
            for name, rows in read_backup(path):
                tx.many(insert(name), rows)
            for (table,) in tx.rows("SELECT id FROM tables"):
                tx.run("UPDATE tables SET epoch = ? WHERE id = ?", (new_epoch(), table))
            report = self._verify(tx, None)
            if not report.ok:
                raise StoreUnfit("store.damaged", problem=str(report.faults[0]))

        self._write(work, patient=True)

    def verify(self, table: str | None = None) -> Report:
        return self._read(lambda tx: self._verify(tx, table), patient=True)

    def _verify(self, tx: Transaction, table: str | None) -> Report:
        ids = [table]
        found: list[Fault] = []
        if table is None:
            ids = [row[0] for row in tx.rows("SELECT id FROM tables ORDER BY id")]
            found.extend(self._store_faults(tx))
        number = 0
        for each in ids:
            assert each is not None
            row = get_table(tx, each)
            entries = list(entries_of(tx, row, to_head=False))
            number += len(entries)
            wrong = list(faults(entries, row.head, row.head_hash))
            if not wrong and moved(row, entries) != row:
                wrong.append(Fault("head", row.head, more="status or time"))
            found.extend(replace(fault, table=each) for fault in wrong)
        return Report(len(ids), number, tuple(found))

    def _store_faults(self, tx: Transaction) -> Iterator[Fault]:
        """What the database itself finds wrong, and rows that belong to no table."""
        for name in OF_TABLES:
            sql = (
                f"SELECT DISTINCT table_id FROM {name} WHERE NOT EXISTS "
                f"(SELECT 1 FROM tables WHERE id = {name}.table_id)"
            )
            for row in tx.rows(sql):
                yield Fault("store", 0, row[0], f"orphan in {name}")

    def _check_format(self, tx: Transaction) -> None:
        """Notes the format in a new database, brings one of an earlier server up to it, and refuses one of a
        later server. From then on the earlier one refuses this database."""
        tx.run("INSERT INTO meta VALUES ('format', ?) ON CONFLICT DO NOTHING", (str(FORMAT),))
        if tx.rows("SELECT value FROM meta WHERE name = 'format'") == [("1",)]:
            tx.run("ALTER TABLE entries ADD COLUMN digest TEXT")
            tx.run("UPDATE meta SET value = ? WHERE name = 'format'", (str(FORMAT),))
        check_format(tx)

    def _check_heads(self, tx: Transaction) -> None:
        """Refuses a database in which a table's last entry is not the one its row tells of."""
        sql = (
            "SELECT t.id, t.head_hash, p.hash, "
            "e.seq, e.cid, e.seat, e.kind, e.body, e.at_ms, e.hash FROM tables t "
            "LEFT JOIN entries e ON e.table_id = t.id AND e.seq = t.head "
            "LEFT JOIN entries p ON p.table_id = t.id AND p.seq = t.head - 1 "
            "WHERE t.status <> 'over' OR e.seq IS NULL"
        )
        for table, head_hash, previous, *entry in tx.rows(sql):
            if entry[0] is None or not (
                hash_of(stored_row(entry), previous or NOTHING) == entry[-1] == head_hash
            ):
                raise StoreUnfit("store.damaged", problem=f"head of table {table}")
