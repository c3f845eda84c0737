"""What is the embedded store's own: one file, one process, and a disk that may fail."""

from __future__ import annotations

import logging
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables import NOW, OPENED, SEED, add, change_keys, key, new, open_table, row
from yupana.server import sqlite
from yupana.server.log import Said
from yupana.server.sqlite import PRAGMAS, SqliteStore, file_system
from yupana.server.store import (
    Append,
    Committed,
    Contact,
    KeyChange,
    Known,
    StoreBusy,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreLocked,
    StoreUnfit,
)

ROOT = Path(__file__).parents[2]
APPENDER = [sys.executable, "-m", "tests.server.appender"]


def by_hand(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_the_profile_is_in_force(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a.db") as store:
        for name in PRAGMAS:
            if name != "mmap_size":
                assert store._connection.execute(f"PRAGMA {name}").fetchone() == (PRAGMAS[name],)
        assert store._connection.execute("PRAGMA mmap_size").fetchone() in ((0,), None)


def test_the_files_are_their_owners_alone(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "data" / "a.db") as store:
        open_table(store)
        store.backup(tmp_path / "backups" / "b.db")
        files = [*(tmp_path / "data").iterdir(), *(tmp_path / "backups").iterdir()]
        assert {path.name for path in files} == {
            "a.db",
            "a.db-wal",
            "a.db-shm",
            "a.db.lock",
            "b.db",
        }
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_an_old_sqlite_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version, warned in (((3, 51, 2), True), ((3, 51, 3), False)):
        monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
        caplog.clear()
        with caplog.at_level(logging.WARNING, "yupana.server.sqlite"):
            SqliteStore(tmp_path / "a.db").close()
        assert ("SQLite" in caplog.text) == warned


# One server


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with SqliteStore(path):
        with pytest.raises(StoreLocked) as refused:
            SqliteStore(path)
        assert refused.value.facts["holder"] == str(os.getpid())
        done = subprocess.run(
            [*APPENDER, str(path), "x", "t1"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode != 0
        assert "StoreLocked" in done.stderr
    SqliteStore(path).close()


@pytest.mark.parametrize("kind", ["file", "folder", "both"])
def test_a_link_to_the_database_opens_no_second_server(tmp_path: Path, kind: str) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    if kind == "folder":
        link.symlink_to(real)
        other = link / "a.db"
    else:
        link.mkdir()
        other = link / "b.db"
        other.symlink_to(real / "a.db")
        if kind == "both":
            (tmp_path / "again").symlink_to(link)
            other = tmp_path / "again" / "b.db"
    for first, second in ((real / "a.db", other), (other, real / "a.db")):
        with SqliteStore(first) as store:
            open_table(store)
            with pytest.raises(StoreLocked):
                SqliteStore(second)
        with SqliteStore(second) as store:
            assert [each.id for each in store.tables()] == ["t1"]
            store.forget("t1")


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    """SQLite keeps its log beside the name it was opened by: by the other one it would miss commits."""
    real, other = tmp_path / "a.db", tmp_path / "elsewhere" / "b.db"
    other.parent.mkdir()
    with SqliteStore(real) as store:
        open_table(store)
        other.hardlink_to(real)
        for path in (other, real):
            with pytest.raises(StoreError) as refused:
                SqliteStore(path)
            assert refused.value.code == ("store.linked" if path == other else "store.locked")
        add(store, "t1", "goes-on")
    with pytest.raises(StoreUnfit, match="linked"):
        SqliteStore(real)
    other.unlink()
    with SqliteStore(real) as store:
        assert store.known("t1", ["goes-on"])


def test_a_child_that_outlives_a_dead_server_does_not_keep_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    SqliteStore(path).close()
    child = subprocess.Popen([*APPENDER, "--fork", str(path)], cwd=ROOT, start_new_session=True)
    try:
        assert child.wait(30) == 0
        SqliteStore(path).close()
    finally:
        os.killpg(child.pid, 9)


def test_a_file_system_over_the_network_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert file_system(tmp_path) not in sqlite.FAR_AWAY
    monkeypatch.setattr(sqlite, "file_system", lambda folder: "nfs4")
    with pytest.raises(StoreUnfit, match="far-away"):
        SqliteStore(tmp_path / "a.db")


# Starting


class Failing(sqlite3.Connection):
    """Fails at a statement, as a full disk would."""

    left = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        Failing.left -= 1
        if Failing.left < 0:
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


def test_a_start_that_was_cut_short_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **named: connect(*args, factory=Failing, **named)
    )
    failed = 0
    for statements in range(200):
        Failing.left = statements
        path = tmp_path / f"{statements}.db"
        try:
            SqliteStore(path).close()
            break
        except StoreFailed:
            failed += 1
        Failing.left = 10_000
        with SqliteStore(path) as store:
            open_table(store)
            assert store.verify().ok
    assert 20 < failed < 199


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store)


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, "t1", "ABCD", moves=5)
        change_keys(store, KeyChange(NOW, seat=0, add=(key("ana"),)))
        before = store.load("t1")
    with SqliteStore(tmp_path / "a.db") as store:
        assert store.load("t1") == before
        assert store.keys("t1") == [key("ana")]
        assert store.append([Append("t1", 6, (new(cid="t1-3"),))]) == [Known(5)]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET head = head - 1",
        "UPDATE tables SET head = head + 1",
        "UPDATE tables SET head_hash = 'abc'",
        "DELETE FROM entries WHERE seq = 6",
        "UPDATE entries SET at_ms = 1 WHERE seq = 6",
        "UPDATE entries SET hash = 'abc' WHERE seq = 5",
        "UPDATE meta SET value = '99'",
    ],
)
def test_a_damaged_or_later_database_is_refused(tmp_path: Path, damage: str) -> None:
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, moves=5)
    by_hand(tmp_path / "a.db", damage)
    for _ in range(2):
        with pytest.raises(StoreUnfit):
            SqliteStore(tmp_path / "a.db")


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"no database " * 1000)
    with pytest.raises(StoreUnfit, match="damaged"):
        SqliteStore(tmp_path / "a.db")


def test_a_broken_page_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with SqliteStore(path) as store:
        open_table(store, moves=40)
    data = bytearray(path.read_bytes())
    for page in range(1, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    path.write_bytes(data)
    with pytest.raises(StoreUnfit, match="damaged"):
        SqliteStore(path)


# Failing


def test_after_an_error_of_the_disk_the_store_is_done_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "a.db")
    open_table(store, moves=2)

    def fail(connection: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(store, "_commit", fail)
    with pytest.raises(StoreFailed, match="disk I/O error"):
        add(store, "t1", "a")
    monkeypatch.undo()
    for ask in (lambda: add(store, "t1", "b"), lambda: store.load("t1"), store.verify):
        with pytest.raises(StoreFailed, match="disk I/O error"):
            ask()
    store.close()
    with SqliteStore(tmp_path / "a.db") as again:
        assert again.known("t1", ["a", "b"]) == {}


def test_on_a_full_disk_tables_can_be_read_and_go_on_when_there_is_room(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, moves=2)
        before = store.load("t1")
        [(pages,)] = store._connection.execute("PRAGMA page_count").fetchall()
        store._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        long = tuple(new(Said(0, "x" * 3000), cid=f"long-{n}") for n in range(20))
        for _ in range(3):
            with pytest.raises(StoreFull):
                store.append([Append("t1", 3, long)])
            assert store.known("t1", ["long-0"]) == {}
        assert store.load("t1") == before
        store._connection.execute("PRAGMA max_page_count = 1000000").fetchall()
        [result] = store.append([Append("t1", 3, long)])
        assert isinstance(result, Committed)
        assert store.verify().ok


def test_a_full_disk_is_told_from_a_failing_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLITE_FULL refuses and can be tried again; any other error ends the store."""
    for name, full in (
        ("SQLITE_FULL", True),
        ("SQLITE_IOERR_FSYNC", False),
        ("SQLITE_IOERR_WRITE", False),
        ("SQLITE_IOERR_SHMSIZE", False),
    ):
        with SqliteStore(tmp_path / f"{name}.db") as store:
            open_table(store, moves=2)

            def fail(connection: sqlite3.Connection, name: str = name) -> None:
                error = sqlite3.OperationalError("no")
                error.sqlite_errorname = name
                raise error

            monkeypatch.setattr(store, "_commit", fail)
            with pytest.raises(StoreFull if full else StoreFailed) as refused:
                add(store, "t1", "a")
            assert isinstance(refused.value, StoreBusy) == full
            monkeypatch.undo()
            if full:
                assert store.known("t1", ["a"]) == {}
                add(store, "t1", "a")
            else:
                with pytest.raises(StoreFailed):
                    store.known("t1", ["a"])


def test_every_write_is_refused_on_a_full_disk_and_every_read_answered(tmp_path: Path) -> None:
    mail = Contact(
        handle="h1", table="t1", seat=0, kind="mail", address="ana@example.org" * 300, details="{}",
        made_ms=NOW,
    )  # fmt: skip
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, moves=2)
        full(store)
        long = "x" * 100_000
        many = tuple(key(f"k{n}", None, role="host") for n in range(2000))
        writes: tuple[Callable[[], object], ...] = (
            lambda: store.append([Append("t1", 3, (new(Said(0, "x" * 3000)),) * 40)]),
            lambda: store.set_note("n", long),
            lambda: store.swap_note("n", None, long),
            lambda: store.put_tally("t1", long.encode()),
            lambda: store.put_contact(mail),
            lambda: name_many(store),
            lambda: store.append([Append("t1", 3, (new(),), (KeyChange(NOW, add=many),))]),
            lambda: [open_table(store, f"new-{n}") for n in range(200)],
        )
        for write in writes:
            with pytest.raises(StoreFull) as refused:
                write()
            assert refused.value.code == "store.full"
            assert store.load("t1")[0].head == 3
            assert store.export("t1", whole=True).table.id == "t1"
        assert store.verify().ok
        store._connection.execute("PRAGMA max_page_count = 1000000").fetchall()
        add(store, "t1", "goes-on")


def name_many(store: SqliteStore) -> None:
    for seat in range(2000):
        store.set_name("t1", seat, "N" * 64)


def full(store: SqliteStore) -> None:
    [(pages,)] = store._connection.execute("PRAGMA page_count").fetchall()
    store._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()


def test_what_was_deleted_on_a_full_disk_leaves_the_log_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(text: bytes) -> bool:
        return any(text in path.read_bytes() for path in tmp_path.iterdir())

    class NoRoom:
        """The connection, but a checkpoint finds the disk full."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            self._connection = connection

        def __getattr__(self, name: str) -> Any:
            return getattr(self._connection, name)

        def execute(self, sql: str, *values: Any) -> Any:
            if "checkpoint" in sql:
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorname = "SQLITE_FULL"
                raise error
            return self._connection.execute(sql, *values)

    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store)
        store.set_name("t1", 0, "Bartholomew")
        monkeypatch.setattr(store, "_connection", NoRoom(store._connection))
        store.forget_names("t1")  # done, and said so: only its trace in the log is left
        assert store.names("t1") == {}
        assert found(b"Bartholomew")
        monkeypatch.undo()
        add(store, "t1", "anything")
        assert not found(b"Bartholomew")


def test_kill_9_in_the_middle_of_appends_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """The short version of many: the process is killed at any moment, six times."""
    path, rng = tmp_path / "a.db", random.Random(9)
    tables = [f"t{number}" for number in range(3)]
    with SqliteStore(path) as store:
        for table in tables:
            open_table(store, table)
    acked: dict[tuple[str, str], int] = {}
    for kill in range(6):
        child = subprocess.Popen(
            [*APPENDER, str(path), f"k{kill}", *tables], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(rng.uniform(0, 0.2))
        child.kill()
        rest = child.stdout.read()
        child.stdout.close()
        assert child.wait(30) == -9
        for line in (first + rest).decode().splitlines():
            table, cid, seq = line.split()
            acked[table, cid] = int(seq)
        with SqliteStore(path) as store:
            assert store.verify().ok
            for table in tables:
                found = {each.cid: each.seq for each in store.load(table)[1] if each.cid}
                mine = {cid: seq for (where, cid), seq in acked.items() if where == table}
                assert mine.items() <= found.items()
                assert len(found) - len(mine) <= kill + 1  # at most what each kill left unsaid
    assert len(acked) > 100


# Forgetting and copying


def test_what_is_forgotten_is_not_in_the_files_either(tmp_path: Path) -> None:
    def found(text: bytes) -> bool:
        return any(text in path.read_bytes() for path in tmp_path.iterdir())

    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, "t1")
        store.create(row("t2"), b"seed of t2 " * 3, [new(OPENED), new(Said(0, "phrase-of-t2"))])
        store.set_name("t2", 0, "Anastasia")
        store.put_tally("t2", b"tally of t2")
        secrets = (b"seed of t2", b"phrase-of-t2", b"Anastasia", b"tally of t2")
        assert [found(secret) for secret in secrets] == [True] * 4
        store.forget("t2")
        assert [found(secret) for secret in secrets] == [False] * 4
        assert store.seed("t1") == SEED
        mail = Contact(
            handle="h1", table="t1", seat=0, kind="mail", address="ana@example.org", details="{}",
            made_ms=NOW,
        )  # fmt: skip
        ways: tuple[Callable[[], None], ...] = (
            lambda: store.drop_contact("h1"),
            lambda: store.drop_contacts("t1", 0),
            lambda: change_keys(store, KeyChange(NOW, seat=0, drop_contacts=True)),
        )
        for erase in ways:
            store.put_contact(mail)
            assert found(b"ana@example.org")
            erase()
            assert not found(b"ana@example.org")
        store.set_name("t1", 0, "Bartholomew")
        store.forget_names("t1", 0)
        assert not found(b"Bartholomew")


def test_appends_have_their_turn_during_a_backup(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store)
        store.put_tally("t1", bytes(30 << 20))
        backup = threading.Thread(target=store.backup, args=(tmp_path / "b.db",))
        backup.start()
        during = 0
        while backup.is_alive():
            add(store, "t1", None)
            during += 1
        backup.join()
        assert during > 5
        assert store.verify().ok
    with SqliteStore(tmp_path / "b.db") as copy:
        assert copy.verify().ok
        assert copy.heads(["t1"])["t1"] > 1


def test_a_backup_ends_with_the_store(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db")
    open_table(store)
    store.put_tally("t1", bytes(60 << 20))
    ended: list[BaseException] = []

    def backup() -> None:
        try:
            store.backup(tmp_path / "b.db")
        except StoreFailed as error:
            ended.append(error)

    thread = threading.Thread(target=backup)
    thread.start()
    while not (tmp_path / "b.db.part").exists():
        time.sleep(0.001)
    store.close()
    thread.join()
    assert len(ended) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"a.db", "a.db.lock"}
    with SqliteStore(tmp_path / "a.db") as again:
        assert again.verify().ok


def test_hints_are_for_stores_that_are_shared(tmp_path: Path) -> None:
    heard: list[object] = []
    with SqliteStore(tmp_path / "a.db") as store:
        store.listen(heard.append)
        store.hint({"t1": NOW})
    assert heard == []
