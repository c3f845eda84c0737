"""Backups that a server makes of itself while it runs, each checked before it counts, the oldest thrown away.

    backups/yupana-20260131T060000Z.backup         everything, as one SQLite file
    backups/yupana-20260131T060000Z.backup.json    what the check of it found: `Kept`
    backups/please                                 somebody asks for one now; gone when it is begun
    backups/failed.json                            why the last one could not be made

The check is a process of its own with the lowest priority: it reads the copy, not the database, works out
every hash of every log anew and replays the games that are still to be gone on with. A copy that does not
pass is set aside under the name `.bad` and counts for nothing.

A second connection to a running SQLite database is what the store keeps away from it; so another program
does not copy it, but asks: by the file `please`, which also works from outside of a container.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from yupana import shelf
from yupana.core.errors import YupanaError
from yupana.server.export import write_export
from yupana.server.log import Fault, Status
from yupana.server.schema import (
    CACHES,
    COLUMNS,
    LATER,
    READABLE,
    T,
    Transaction,
    Work,
    check_format,
)
from yupana.server.sql import SqlStore
from yupana.server.sqlite import FileTransaction
from yupana.server.store import Heads, Hear, Report, Store, StoreError, StoreUnfit
from yupana.server.verify import verify

log = logging.getLogger("yupana.backups")

PLEASE = "please"
FAILED = "failed.json"
PATTERN = "yupana-*.backup"
LOOK = 1.0
"""Seconds between looks for somebody who asks."""

AFTER_START = 60.0
"""Seconds after the start before a backup that is overdue is made: people come back first."""

AGAIN = 600.0
"""Seconds after which one that failed is tried again."""

ALL = 1_000_000
"""Tables: more than any store has."""

FUTURE = 3600.0
"""Seconds that a backup's time may be ahead of the clock before one of the two is taken for wrong."""

SPARE = 64 << 20
"""Bytes that stay free on the disk: a backup must not be what fills it."""


class Kept(Struct, frozen=True, kw_only=True):
    """A backup that was checked."""

    file: str
    made_ms: int
    checked_ms: int
    tables: int
    entries: int
    replayed: int
    """Games that were played through again in the copy."""
    bytes: int


class Failure(Struct, frozen=True):
    at_ms: int
    problem: str


# Reading a backup


class BackupFile(SqlStore):
    """A backup in its place, to be read: its tables can be listed, exported and checked."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise StoreUnfit("store.no-backup", path=str(path))
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(address, uri=True, isolation_level=None)
        try:
            check_format(FileTransaction(self._connection), READABLE)
            self._add_missing()
        except BaseException as error:
            self._connection.close()
            if isinstance(error, sqlite3.Error):
                raise StoreUnfit("store.damaged", problem=str(error)) from error
            raise

    def _add_missing(self) -> None:
        """What a backup of an earlier version does not have is empty, in memory: the file is not changed."""
        there = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")}
        for name in {*LATER, *CACHES} - there:
            columns = COLUMNS.get(name, "table_id")
            self._connection.execute(f"CREATE TEMP TABLE {name} ({columns})")

    def _write(
        self,
        work: Work[T],
        landed: Callable[[Transaction, T], bool] | None = None,
        *,
        patient: bool = False,
    ) -> T:
        raise StoreUnfit("store.read-only")

    def _read(self, work: Work[T], *, patient: bool = False) -> T:
        try:
            return work(FileTransaction(self._connection))
        except sqlite3.Error as error:
            raise StoreUnfit("store.damaged", problem=str(error)) from error

    def _store_faults(self, tx: Transaction) -> Iterator[Fault]:
        for (line,) in tx.rows("PRAGMA integrity_check"):
            if line != "ok":
                yield Fault("store", 0, more=line)
        yield from super()._store_faults(tx)

    def backup(self, path: Path) -> None:
        raise StoreUnfit("store.read-only")

    def hint(self, heads: Heads) -> None:
        pass

    def listen(self, hear: Hear) -> None:
        pass

    def close(self) -> None:
        self._connection.close()


def replay(store: Store, status: Status | None = None) -> Iterator[tuple[str, Fault | None]]:
    """Plays the games of a store through again, by the rules and with their dice: each table, and what
    is the first thing wrong with it, if anything."""
    for row in store.tables(status=status, limit=ALL):
        yield row.id, _replayed(store, row.id)


def _replayed(store: Store, table: str) -> Fault | None:
    try:
        export = store.export(table, whole=True)
    except YupanaError as error:
        return Fault("entry", 0, table, str(error))
    if export.seed is None:  # came from elsewhere without it: there is nothing to work out
        return None
    report = verify(write_export(export), open_game=shelf.open_game)
    for finding in report.findings:
        if finding.code != "verify.not-over":
            return Fault("entry", int(finding.facts.get("seq", 0)), table, finding.code)
    return None


# Keeping backups


def kept_in(folder: Path) -> list[Kept]:
    """Those that were checked and are still there, the newest first."""
    found: list[Kept] = []
    for path in folder.glob(f"{PATTERN}.json"):
        with contextlib.suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(path.read_bytes(), type=Kept)
            if (folder / kept.file).is_file():
                found.append(kept)
    return sorted(found, key=lambda kept: kept.made_ms, reverse=True)


class Keeper:
    """Makes backups from time to time or when asked, checks them and throws the oldest away."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        *,
        every_hours: float = 0,
        keep: int = 7,
        source: Path | None = None,
    ) -> None:
        """`source`: the file of the embedded store, to know how much room its copy needs."""
        self.store = store
        self.folder = folder
        self.every = every_hours * 3600
        self.keep = keep
        self.source = source
        self.failure: Failure | None = None
        self._making: asyncio.Task[Kept] | None = None
        self._wanted = False
        self._chores: list[asyncio.Task[None]] = []

    # From time to time

    async def start(self) -> None:
        for chore in (self._watch, self._run):
            self._chores.append(asyncio.create_task(chore(), name="backups"))

    async def stop(self) -> None:
        making = [] if self._making is None else [self._making]
        for task in (*self._chores, *making):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, YupanaError, OSError):
                await task

    async def _watch(self) -> None:
        """Takes the wish of whoever asks by the file, also while another backup is being made."""
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(OSError):
                (self.folder / PLEASE).unlink()
                self.want()

    async def _run(self) -> None:
        not_before = time.monotonic() + AFTER_START
        while True:
            await asyncio.sleep(LOOK)
            due = bool(self.every) and self.age() >= self.every and time.monotonic() > not_before
            if self._wanted or due:
                self._wanted = False
                try:
                    await self.take()
                except (YupanaError, OSError):
                    not_before = time.monotonic() + AGAIN

    # What there is

    def kept(self) -> list[Kept]:
        return kept_in(self.folder)

    def age(self) -> float:
        """Seconds since the newest checked backup was made; without one, for ever. One from the future does not
        count: it was made while the clock was wrong, and would put off the next for as long."""
        now = time.time()
        ages = [now - kept.made_ms / 1000 for kept in self.kept()]
        return min((max(0.0, age) for age in ages if age > -FUTURE), default=float("inf"))

    @property
    def busy(self) -> bool:
        """Whether one is being made, or soon will be."""
        return self._wanted or (self._making is not None and not self._making.done())

    def want(self) -> None:
        """One is to be made soon; whoever wants to know when calls `take`."""
        self._wanted = True

    # Making one

    async def take(self) -> Kept:
        """One backup, checked. Whoever asks while one is being made gets that one."""
        if self._making is None or self._making.done():
            self._making = asyncio.create_task(self._take())
        return await asyncio.shield(self._making)

    async def _take(self) -> Kept:
        self.failure = None
        try:
            path = await asyncio.to_thread(self._copy)
            kept = await self._checked(path)
        except (YupanaError, OSError) as error:
            self.failure = Failure(time.time_ns() // 1_000_000, str(error))
            log.error("no backup: %s", error)
            with contextlib.suppress(OSError):
                self._write(FAILED, self.failure)
            raise
        (self.folder / FAILED).unlink(missing_ok=True)
        log.info(
            "backup",
            extra={"facts": {"file": kept.file, "tables": kept.tables, "entries": kept.entries}},
        )
        self._throw_away()
        return kept

    def _copy(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.source is not None:
            needed = self.source.stat().st_size + SPARE
            free = shutil.disk_usage(self.folder).free
            if free < needed:
                mb = 1 << 20
                raise StoreError("store.backup-space", free=free // mb, needed=needed // mb)
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        path = self.folder / f"yupana-{stamp}.backup"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"yupana-{stamp}-{number}.backup"
        self.store.backup(path)
        return path

    async def _checked(self, path: Path) -> Kept:
        made_ms = time.time_ns() // 1_000_000
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "yupana.server.backups", str(path)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, err = await process.communicate()
        except asyncio.CancelledError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            path.unlink(missing_ok=True)
            raise
        if process.returncode != 0:
            path.replace(path.with_name(path.name + ".bad"))
            problem = (err.decode("utf-8", "replace").strip().splitlines() or ["?"])[-1]
            raise StoreUnfit("store.damaged", problem=problem)
        checked = msgspec.json.decode(out, type=Checked)
        kept = Kept(
            file=path.name,
            made_ms=made_ms,
            checked_ms=time.time_ns() // 1_000_000,
            tables=checked.tables,
            entries=checked.entries,
            replayed=checked.replayed,
            bytes=path.stat().st_size,
        )
        self._write(f"{path.name}.json", kept)
        return kept

    def _write(self, name: str, value: object) -> None:
        shelf.save_text(self.folder / name, shelf.to_json(value))

    def _throw_away(self) -> None:
        """All but the newest; only what was checked by us, and nothing that anybody else put there. One from
        the future goes first, or it would crowd out those that are made now."""
        latest = (time.time() + FUTURE) * 1000
        ours = sorted(self.kept(), key=lambda kept: kept.made_ms > latest)
        for kept in ours[self.keep :]:
            (self.folder / kept.file).unlink(missing_ok=True)
            (self.folder / f"{kept.file}.json").unlink(missing_ok=True)


# Asking a server that runs


def ask_for_backup(
    folder: Path, patience: float, clock: Callable[[], float] = time.monotonic
) -> Path:
    """Has the server that uses this folder make a backup; where it is. StoreError if none comes.

    `patience`: seconds that it may take to begin. However long the backup itself takes is waited for. What is new is
    known by what was there before, not by its time: clocks jump.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    copied = {path.name for path in folder.glob(PATTERN)}  # also those that are still being checked
    failed = _failure_in(folder)
    please = folder / PLEASE
    please.touch(0o600)
    until = clock() + patience
    while please.exists():
        if clock() > until:
            please.unlink(missing_ok=True)
            raise StoreError("store.nobody-listens", path=str(folder))
        time.sleep(0.1)
    while True:
        for kept in kept_in(folder):
            if kept.file not in copied:
                return folder / kept.file
        failure = _failure_in(folder)
        if failure is not None and failure != failed:
            raise StoreError("store.backup", problem=failure.problem)
        time.sleep(0.2)


def _failure_in(folder: Path) -> Failure | None:
    try:
        return msgspec.json.decode((folder / FAILED).read_bytes(), type=Failure)
    except (OSError, msgspec.DecodeError):
        return None


# The check, in a process of its own


class Checked(Struct, frozen=True):
    tables: int
    entries: int
    replayed: int


def check(path: Path) -> tuple[Report, int]:
    """Every hash of a backup, and every game that is still to be gone on with; how many those were."""
    with BackupFile(path) as backup:
        report = backup.verify()
        wrong, number = [], 0
        for _, fault in replay(backup, "playing"):
            number += 1
            if fault is not None:
                wrong.append(fault)
    return Report(report.tables, report.entries, (*report.faults, *wrong)), number


def main(path: str) -> int:
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        report, replayed = check(Path(path))
    except YupanaError as error:
        print(error, file=sys.stderr)
        return 1
    if not report.ok:
        print(*report.faults[:10], sep="\n", file=sys.stderr)
        return 1
    print(shelf.to_json(Checked(report.tables, report.entries, replayed)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
