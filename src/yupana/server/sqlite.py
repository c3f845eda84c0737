"""The embedded store: one SQLite file, one process, one connection that does everything.

Nothing else may write to the file or checkpoint it while a server has it: `<file>.lock` keeps a
second server out. So there is never a second connection, and with it goes the one known way to
corrupt a database in WAL mode (before SQLite 3.51.3, two connections resetting the log at once).

On an error of the disk the store is done for: whether the last batch is on disk cannot be known
from here. Every later call fails as well, so that nobody builds on what may not be there.

A full disk is another matter (see `_is_full`): the transaction is rolled back for certain, the write is refused, and
everything can still be read.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from yupana.core.game import Seat
from yupana.server.backup import check_database, finish_file, new_file
from yupana.server.log import Fault
from yupana.server.schema import CACHES, SCHEMA, Row, T, Transaction, Work
from yupana.server.sql import SqlStore
from yupana.server.store import (
    Append,
    Heads,
    Hear,
    Result,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreLocked,
    StoreUnfit,
)

log = logging.getLogger(__name__)

PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a commit that returned is on disk
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "journal_size_limit": 64 << 20,
    "mmap_size": 0,  # with a mapped file an error of the disk is a signal, not an answer
    "secure_delete": 1,  # what is forgotten is overwritten
}

SAFE_VERSION = (3, 51, 3)
"""From here on WAL mode is sound with several connections, too."""

FAR_AWAY = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ncpfs", "fuse.sshfs"}
"""File systems over a network: their locks and syncs do not keep what they promise."""

BACKUP_PAGES = 256
"""Copied at a time, about a millisecond's work; in between the server goes on writing."""


class SqliteStore(SqlStore):
    """Tables in a file of one's own."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path).resolve()  # SQLite follows links, too: one file, one lock beside it
        self._failed: StoreFailed | None = None
        self._to_erase = False
        """Whether pages from before a deletion are still in the write-ahead log, for want of space."""
        self._turn = threading.RLock()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kind = file_system(self.path.parent)
        if kind in FAR_AWAY:
            raise StoreUnfit("store.far-away", path=str(self.path), kind=kind)
        self._lock = FileLock(self.path.with_name(self.path.name + ".lock"))
        try:
            self._connection = self._open()
        except BaseException:
            self._lock.release()
            raise
        leave_behind_on_fork(self)

    def _open(self) -> sqlite3.Connection:
        """Opens or makes the database; cut short anywhere, the next start takes it from there."""
        if sqlite3.sqlite_version_info < SAFE_VERSION:
            log.warning(
                "SQLite %s: keep other programs away from %s while the server runs",
                sqlite3.sqlite_version,
                self.path,
            )
        if not self.path.exists():
            new_file(self.path)
        if (names := self.path.stat().st_nlink) > 1:
            # The write-ahead log is beside one of the names: whoever opens another one misses it.
            raise StoreUnfit("store.linked", path=str(self.path), names=names)
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            for name, value in PRAGMAS.items():
                connection.execute(f"PRAGMA {name} = {value}")
                if (found := connection.execute(f"PRAGMA {name}").fetchone()) not in (
                    (value,),
                    None,
                ):
                    raise StoreUnfit("store.pragma", name=name, found=str(found[0]))
            check_database(connection)
            tx = FileTransaction(connection)
            connection.execute("BEGIN IMMEDIATE")
            for statement in SCHEMA.split(";"):
                connection.execute(statement)
            self._check_format(tx)
            connection.execute("COMMIT")
            self._check_heads(tx)
        except sqlite3.DatabaseError as error:
            connection.close()
            if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_NOTADB", "SQLITE_CORR")):
                raise StoreUnfit("store.damaged", problem=str(error)) from error
            kind = StoreFull if _is_full(error) else StoreFailed
            raise kind(str(error)) from error
        except BaseException:
            connection.close()
            raise
        return connection

    # Transactions

    @contextlib.contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        with self._turn:
            if self._failed is not None:
                raise self._failed
            yield self._connection

    def _write(
        self,
        work: Work[T],
        landed: Callable[[Transaction, T], bool] | None = None,
        *,
        patient: bool = False,
    ) -> T:
        with self._alone() as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                result = work(FileTransaction(connection))
                self._commit(connection)
            except sqlite3.Error as error:
                if self._rolled_back(connection) and _is_full(error):
                    raise StoreFull(str(error)) from error
                self._failed = StoreFailed(str(error))
                raise self._failed from error
            except BaseException:
                if not self._rolled_back(connection):
                    self._failed = StoreFailed("rollback")
                raise
            if self._to_erase:
                self._erase()
            return result

    def _commit(self, connection: sqlite3.Connection) -> None:
        connection.execute("COMMIT")

    def _rolled_back(self, connection: sqlite3.Connection) -> bool:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            return False
        return True

    def _read(self, work: Work[T], *, patient: bool = False) -> T:
        with self._alone() as connection:
            try:
                return work(FileTransaction(connection))
            except sqlite3.Error as error:
                self._failed = StoreFailed(str(error))
                raise self._failed from error

    # The whole

    def forget(self, table: str) -> None:
        super().forget(table)
        self._erase()

    def delete_marked(self, table: str, ran_s: int) -> bool:
        deleted = super().delete_marked(table, ran_s)
        if deleted:
            self._erase()
        return deleted

    def forget_names(self, table: str, seat: Seat | None = None) -> None:
        super().forget_names(table, seat)
        self._erase()

    def drop_contact(self, handle: str) -> None:
        super().drop_contact(handle)
        self._erase()

    def drop_contacts(self, table: str, seat: Seat) -> None:
        super().drop_contacts(table, seat)
        self._erase()

    def append(self, batch: Sequence[Append]) -> list[Result]:
        results = super().append(batch)
        if any(change.drop_contacts for each in batch for change in each.keys):
            self._erase()
        return results

    def _erase(self) -> None:
        """Out of the log of the database as well, which holds pages as they were before. On a full disk,
        once there is room: a checkpoint that fails has changed nothing that is not in that log."""
        with self._alone() as connection:
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self._to_erase = False
            except sqlite3.Error as error:
                if not _is_full(error):
                    self._failed = StoreFailed(str(error))
                    raise self._failed from error
                self._to_erase = True

    def backup(self, path: Path) -> None:
        """Through the one connection, a few pages at a time; what is written meanwhile is in it.
        Nobody waits for what is then done to the copy."""
        part = new_file(path.absolute().with_name(path.name + ".part"))
        try:
            with closing(sqlite3.connect(part)) as copy:
                copy.execute("PRAGMA synchronous = OFF")  # `finish_file` waits for the disk
                with self._alone() as connection:
                    connection.backup(copy, pages=BACKUP_PAGES, progress=self._let_others)
                copy.execute("PRAGMA journal_mode = DELETE")
                for name in CACHES:
                    copy.execute(f"DELETE FROM {name}")
                copy.commit()
                check_database(copy)
            finish_file(part, path.absolute())
        except (sqlite3.Error, OSError) as error:
            raise StoreError("store.backup", problem=str(error)) from error
        finally:
            part.unlink(missing_ok=True)

    def _let_others(self, status: int, remaining: int, total: int) -> None:
        """Between two steps of a backup, whoever waits to write has a turn."""
        self._turn.release()
        time.sleep(0.0005)
        self._turn.acquire()
        if self._failed is not None:
            raise self._failed

    def _store_faults(self, tx: Transaction) -> Iterator[Fault]:
        for (line,) in tx.rows("PRAGMA integrity_check"):
            if line != "ok":
                yield Fault("store", 0, more=line)
        yield from super()._store_faults(tx)

    # One process needs no hints

    def hint(self, heads: Heads) -> None:
        pass

    def listen(self, hear: Hear) -> None:
        pass

    def close(self) -> None:
        with self._turn:
            self._connection.close()
            self._failed = StoreFailed("closed")
            self._lock.release()


class FileTransaction:
    """What is done through one connection to an SQLite file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        return self._connection.execute(sql, values).rowcount

    def many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        self._connection.executemany(sql, values)


def _is_full(error: sqlite3.Error) -> bool:
    """Whether the disk had no room for what was written, and so nothing of the transaction is there.

    SQLite says SQLITE_FULL where a write ended short or with ENOSPC, and where the file may not grow; an error of a
    flush (fdatasync) is SQLITE_IOERR, which leaves the outcome open. In WAL mode the last frame of a transaction is what commits it,
    and it counts only with a checksum over all of it: a frame that was not written to its end commits nothing, not
    even for whoever reads the log after a crash, and the next transaction is written over it
    (https://sqlite.org/fileformat2.html#walformat). EDQUOT is SQLITE_IOERR_WRITE, not told apart from a broken disk.
    """
    return getattr(error, "sqlite_errorname", "") == "SQLITE_FULL"


# Keeping others out


class FileLock:
    """A lock that ends with the process, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        if not _try_lock(self._file):
            holder = os.read(self._file, 20).decode("ascii", "replace").strip() or "?"
            self.release()
            raise StoreLocked(str(path), holder)
        with contextlib.suppress(OSError):  # on a full disk nobody reads who has the lock
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """The file stays: to delete it would let two in, one by the old file and one by the new."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


_left_behind: list[sqlite3.Connection] = []


def leave_behind_on_fork(store: SqliteStore) -> None:
    """A forked child, such as a bot's process, must not hold the lock after its parent has died,
    and must not so much as close the parent's connection."""
    found = weakref.ref(store)

    def in_child() -> None:
        if (store := found()) is not None:
            _left_behind.append(store._connection)
            store._failed = StoreFailed("forked")
            store._turn = threading.RLock()
            store._lock.release()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=in_child)


def file_system(folder: Path) -> str:
    """The kind of file system a folder is on; empty where there is no telling."""
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    where = str(folder.resolve())
    best, kind = "", ""
    for line in lines:
        _, point, name, *_ = line.split(" ")
        point = point.replace("\\040", " ")
        inside = where == point or where.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, name
    return kind
