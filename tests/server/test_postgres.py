"""What is the scale-out store's own: several processes on one database, and hints between them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.server.postgres_server import PostgresServer, new_server
from tests.server.tables import NOW, add, key, new, open_table
from yupana.server.log import Stored
from yupana.server.postgres import PostgresStore, hint_texts, read_hint
from yupana.server.store import (
    Append,
    Committed,
    Heads,
    KeyChange,
    Known,
    Stale,
    StoreBusy,
    StoreFailed,
    StoreFull,
    StoreUnfit,
)

ROOT = Path(__file__).parents[2]
APPENDER = [sys.executable, "-m", "tests.server.appender"]


@pytest.fixture
def address(postgres: PostgresServer) -> str:
    return postgres.fresh_address()


@pytest.fixture
def stores(address: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """Two of them on one database, as two processes would have."""
    with PostgresStore(address) as one, PostgresStore(address) as other:
        yield one, other


def soon(condition: Callable[[], bool], seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False


def hinted(store: PostgresStore, heads: Heads, heard: list[Heads]) -> bool:
    """Hints until somebody has heard it: one who has only begun to listen misses some."""

    def hint() -> bool:
        store.hint(heads)
        return bool(heard)

    return soon(hint)


def by_seq(entries: list[Stored]) -> dict[str, int]:
    return {each.cid: each.seq for each in entries if each.cid}


# One history


def test_the_other_process_is_told_that_the_log_has_moved_on(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = stores
    open_table(one)
    add(one, "t1", "a")
    assert other.append([Append("t1", 1, (new(cid="b"),))]) == [Stale(2)]
    assert other.append([Append("t1", 1, (new(cid="a"),))]) == [Known(2)]
    [result] = other.append([Append("t1", 2, (new(cid="b"),))])
    assert isinstance(result, Committed)
    assert one.load("t1") == other.load("t1")
    assert one.verify().ok


def test_several_processes_write_one_history(address: str) -> None:
    """Three processes on the same tables, killed in the end: what they said is what is there."""
    tables = ["t0", "t1"]
    with PostgresStore(address) as store:
        for table in tables:
            open_table(store, table)
        children = [
            subprocess.Popen(
                [*APPENDER, address, f"p{number}", *tables], cwd=ROOT, stdout=subprocess.PIPE
            )
            for number in range(3)
        ]

        def all_have_written() -> bool:
            cids = [by_seq(store.load(table)[1]) for table in tables]
            names = [{cid.partition("-")[0] for cid in each} for each in cids]
            return all(len(each) == 3 for each in names) and min(map(len, cids)) > 100

        assert soon(all_have_written, 60)
        said = b""
        for child in children:
            child.kill()
            assert child.stdout is not None
            said += child.stdout.read()
            child.stdout.close()
            assert child.wait(30) == -9
        assert store.verify().ok
        for table in tables:
            found = by_seq(store.load(table)[1])
            lines = [line.split() for line in said.decode().splitlines()]
            acked = {cid: int(seq) for where, cid, seq in lines if where == table}
            assert acked.items() <= found.items()
            assert len(found) - len(acked) <= 3


def test_processes_may_start_at_the_same_time(address: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: PostgresStore(address), range(6)))
    open_table(made[0])
    assert [store.heads(["t1"]) for store in made] == [{"t1": 1}] * 6
    for store in made:
        store.close()


def test_of_two_processes_that_take_a_seat_at_the_same_head_one_wins(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    open_table(stores[0])
    for seat in range(10):
        start = threading.Barrier(2)
        head = stores[0].heads(["t1"])["t1"]

        def take(
            store: PostgresStore, seat: int = seat, start: Any = start, head: int = head
        ) -> bool:
            change = KeyChange(NOW, seat=seat, add=(key(f"{id(store)} {seat}", seat),))
            start.wait()
            [result] = store.append([Append("t1", head, (new(),), (change,))])
            return isinstance(result, Committed)

        with ThreadPoolExecutor(2) as pool:
            assert sum(pool.map(take, stores)) == 1
        assert len(stores[0].keys("t1")) == seat + 1


def test_whoever_writes_past_the_lock_is_stopped_by_the_keys(address: str) -> None:
    with PostgresStore(address) as store, psycopg.connect(address, autocommit=True) as zombie:
        open_table(store, moves=2)
        sql = (
            "INSERT INTO entries SELECT table_id, {}, {}, seat, kind, body, at_ms, hash, digest "
            "FROM entries WHERE seq = 2"
        )
        for seq, cid in (("2", "NULL"), ("9", "cid")):
            with pytest.raises(psycopg.errors.UniqueViolation):
                zombie.execute(sql.format(seq, cid).encode())
        zombie.execute(sql.format(4, "NULL").encode())
        with pytest.raises(StoreFailed, match="duplicate key"):
            add(store, "t1", "x")
        assert not store.verify().ok


# Trouble with the connection


def waiting_backend(connection: psycopg.Connection[tuple[object, ...]]) -> int | None:
    found = connection.execute(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%tables%' "
        "AND pid <> pg_backend_pid() AND application_name = 'yupana'"
    ).fetchone()
    return None if found is None else int(str(found[0]))


def test_work_whose_connection_is_killed_is_done_again_and_once(address: str) -> None:
    with PostgresStore(address) as store, psycopg.connect(address) as other:
        open_table(store)
        other.execute("SELECT 1 FROM tables FOR UPDATE")
        with (
            ThreadPoolExecutor(1) as pool,
            psycopg.connect(address, autocommit=True) as killer,
        ):
            appending = pool.submit(store.append, [Append("t1", 1, (new(cid="a"), new()))])
            assert soon(lambda: waiting_backend(killer) is not None)
            killer.execute("SELECT pg_terminate_backend(%s)", (waiting_backend(killer),))
            time.sleep(0.1)
            other.rollback()
            [result] = appending.result(20)
        assert isinstance(result, Committed)
        assert by_seq(store.load("t1")[1]) == {"a": 2}
        assert store.heads(["t1"]) == {"t1": 3}


@pytest.mark.parametrize("reached", [True, False])
@pytest.mark.parametrize("cid", ["a", None])
def test_a_commit_in_doubt_is_decided_by_the_log(
    address: str, monkeypatch: pytest.MonkeyPatch, reached: bool, cid: str | None
) -> None:
    with PostgresStore(address) as store:
        open_table(store)
        commits = 0

        def commit(connection: psycopg.Connection[tuple[object, ...]]) -> None:
            nonlocal commits
            commits += 1
            connection.execute("COMMIT" if reached or commits > 1 else "ROLLBACK")
            if commits == 1:
                connection.close()
                raise psycopg.OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(store, "_commit", commit)
        [result] = store.append([Append("t1", 1, (new(cid=cid), new()))])
        assert isinstance(result, Committed)
        assert store.load("t1")[1][1:] == list(result.entries)
        assert commits == (1 if reached else 2)


def test_a_commit_in_doubt_that_another_process_overtook_is_stale(
    stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = stores
    open_table(one)

    def commit(connection: psycopg.Connection[tuple[object, ...]]) -> None:
        connection.close()
        monkeypatch.undo()
        assert soon(lambda: isinstance(other.append([Append("t1", 1, (new(),))])[0], Committed))
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(one, "_commit", commit)
    assert one.append([Append("t1", 1, (new(cid="a"),))]) == [Stale(2)]
    assert one.known("t1", ["a"]) == {}


def test_a_process_that_stands_still_loses_its_lock_and_wakes_up_stale(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that is stopped in the middle of an append, with its row locked, and later goes on."""
    hasty = address.replace("options=", "options=-cidle_in_transaction_session_timeout%3D500ms%20")
    with PostgresStore(hasty) as stopped, PostgresStore(address) as store:
        open_table(store)
        standing, going_on = threading.Event(), threading.Event()

        def commit(connection: psycopg.Connection[tuple[object, ...]]) -> None:
            monkeypatch.undo()
            standing.set()
            assert going_on.wait(20)
            connection.execute("COMMIT")

        monkeypatch.setattr(stopped, "_commit", commit)
        with ThreadPoolExecutor(1) as pool:
            appending = pool.submit(stopped.append, [Append("t1", 1, (new(cid="late"),))])
            assert standing.wait(20)
            add(store, "t1", "a")
            going_on.set()
            assert appending.result(20) == [Stale(2)]
        assert by_seq(store.load("t1")[1]) == {"a": 2}


def test_a_table_that_stays_locked_is_busy_and_nothing_is_written(address: str) -> None:
    hasty = address.replace("options=", "options=-clock_timeout%3D100ms%20")
    with PostgresStore(hasty, patience=0.4) as store, psycopg.connect(address) as other:
        open_table(store)
        other.execute("SELECT 1 FROM tables FOR UPDATE")
        with pytest.raises(StoreBusy):
            store.append([Append("t1", 1, (new(cid="a"),))])
        other.rollback()
        assert store.known("t1", ["a"]) == {}
        add(store, "t1", "a")


@pytest.mark.parametrize("when", ["at the statement", "at the commit"])
def test_a_full_disk_refuses_writes_and_can_be_read(address: str, when: str) -> None:
    with PostgresStore(address) as store, psycopg.connect(address, autocommit=True) as owner:
        open_table(store, moves=2)
        owner.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
        )
        for table in ("entries", "names", "meta"):
            owner.execute(
                f"CREATE CONSTRAINT TRIGGER full_{table} AFTER INSERT OR UPDATE ON {table} "
                f"{'DEFERRABLE INITIALLY DEFERRED' if when == 'at the commit' else ''} "
                "FOR EACH ROW EXECUTE FUNCTION full_disk()"
            )
        for write in (
            lambda: store.append([Append("t1", 3, (new(cid="a"),))]),
            lambda: store.set_name("t1", 0, "Ana"),
            lambda: store.set_note("n", "x"),
            lambda: store.swap_note("n", None, "x"),
        ):
            with pytest.raises(StoreFull):
                write()
        assert store.known("t1", ["a"]) == {}
        assert store.load("t1")[0].head == 3
        assert store.verify().ok
        for table in ("entries", "names", "meta"):
            owner.execute(f"DROP TRIGGER full_{table} ON {table}")
        add(store, "t1", "a")


def test_a_full_disk_after_a_commit_in_doubt_is_no_refusal(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke during COMMIT, and what came of it cannot be asked: that is not a no."""
    with PostgresStore(address, patience=2) as store:
        open_table(store)

        def commit(connection: psycopg.Connection[tuple[object, ...]]) -> None:
            connection.execute("COMMIT")
            connection.close()
            raise psycopg.OperationalError("the connection is lost")

        monkeypatch.setattr(store, "_commit", commit)
        locked = store._locked
        calls: list[int] = []

        def lock(*arguments: Any) -> object:
            calls.append(1)
            if len(calls) > 1:
                raise psycopg.errors.DiskFull("could not extend file")
            return locked(*arguments)

        monkeypatch.setattr(store, "_locked", lock)
        with pytest.raises(StoreFailed):
            store.append([Append("t1", 1, (new(cid="a"),))])
        monkeypatch.undo()
        assert store.known("t1", ["a"]) == {"a": 2}


def test_a_crash_and_restart_of_the_database_is_survived() -> None:
    server = new_server()
    try:
        with PostgresStore(server.fresh_address()) as store:
            open_table(store)
            acked: list[str] = []
            stop = threading.Event()

            def play() -> None:
                while not stop.is_set():
                    cid = f"c{len(acked)}"
                    add(store, "t1", cid)
                    acked.append(cid)

            with ThreadPoolExecutor(1) as pool:
                playing = pool.submit(play)
                for _ in range(2):
                    before = len(acked)
                    assert soon(lambda before=before: len(acked) > before + 20)  # type: ignore[misc]
                    server.crash()
                    server.start()
                before = len(acked)
                assert soon(lambda: len(acked) > before + 20)
                stop.set()
                playing.result(20)
            assert list(by_seq(store.load("t1")[1])) == acked
            assert store.verify().ok
    finally:
        server.remove()


def test_a_database_out_of_reach_is_busy_and_its_password_stays_a_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(StoreBusy) as busy:
        PostgresStore("postgresql://ana:hush-hush@/x?host=/nowhere", patience=0.1)
    with pytest.raises(StoreUnfit) as unfit:
        PostgresStore("postgresql://ana:hush-hush@host:port:port/%%")
    assert "hush" not in f"{busy.value} {unfit.value} {caplog.text}"


def test_a_setting_that_would_lose_acknowledged_entries_is_overruled(address: str) -> None:
    lazy = address.replace("options=", "options=-csynchronous_commit%3Doff%20")
    with PostgresStore(lazy) as store:
        assert store._read(lambda tx: tx.rows("SHOW synchronous_commit")) == [("on",)]


def test_a_database_of_another_encoding_is_refused(postgres: PostgresServer) -> None:
    with psycopg.connect(postgres.address(), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS latin")
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreUnfit, match="encoding"):
        PostgresStore(postgres.address().replace("/postgres", "/latin"))


def test_objections_and_errors_do_not_use_up_connections(address: str) -> None:
    with PostgresStore(address, connections=2) as store:
        open_table(store, "t1", "ABCD")
        open_table(store, "t2", "EFGH")
        for _ in range(10):
            with pytest.raises(StoreFailed):
                store._read(lambda tx: tx.rows("SELECT nonsense"))
            with pytest.raises(ZeroDivisionError):
                store._write(lambda tx: 1 // 0)
        assert len(store._idle) <= 2
        assert store.verify().ok


# Hints


def test_hints_are_gathered_and_heard_by_others_only(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = stores
    heard: list[Heads] = []
    own: list[Heads] = []
    other.listen(heard.append)
    one.listen(own.append)
    assert hinted(one, {"t0": 1}, heard)
    time.sleep(0.2)
    heard.clear()
    for head in range(1, 201):
        one.hint({"t1": head, f"u{head % 3}": head})
    assert soon(lambda: any(heads.get("t1") == 200 for heads in heard))
    assert len(heard) <= 5
    assert heard[-1].keys() >= {"t1", "u0", "u1", "u2"}
    assert own == []


def test_hints_travel_outside_of_the_transactions(address: str) -> None:
    with PostgresStore(address) as store, psycopg.connect(address, autocommit=True) as raw:
        raw.execute(f'LISTEN "{store._channel}"'.encode())
        open_table(store)
        writer = store._write(lambda tx: tx.rows("SELECT pg_backend_pid()"))[0][0]
        add(store, "t1", "a")
        assert list(raw.notifies(timeout=0.2)) == []
        store.hint({"t1": 2})
        [note] = list(raw.notifies(timeout=5, stop_after=1))
        assert read_hint(note.payload)[1] == {"t1": 2}
        assert note.pid != writer


def test_whoever_listens_goes_on_after_a_broken_connection(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = stores
    heard: list[Heads] = []
    other.listen(heard.append)
    assert hinted(one, {"t1": 1}, heard)
    one._write(
        lambda tx: tx.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
            "'yupana' AND pid <> pg_backend_pid()"
        )
    )
    heard.clear()
    assert hinted(one, {"t1": 2}, heard)


def test_many_hints_are_split_into_texts_that_fit() -> None:
    heads = {f"{number:032}": number for number in range(1000)}
    texts = list(hint_texts("me", heads))
    assert max(len(text.encode()) for text in texts) < 8000
    assert len(texts) == 5
    together: dict[str, int] = {}
    for text in texts:
        sender, some = read_hint(text)
        assert sender == "me"
        together |= some
    assert together == heads
    assert read_hint("anything: at all:x") == ("anything:", {})
    assert list(hint_texts("me", {})) == []
