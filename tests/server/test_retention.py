"""Old tables are marked and deleted only after hours of real running; a wall clock alone deletes nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.client import Server
from tests.server.tables import NOW, OPENED, SEED, add, new, open_table, row
from tests.server.test_hub import Moody
from yupana.cli import main
from yupana.server import retention
from yupana.server.bots import Thinkers
from yupana.server.hub import Hub
from yupana.server.log import Began, Closed
from yupana.server.policy import Actor
from yupana.server.postgres import PostgresStore
from yupana.server.reception import Opening
from yupana.server.requests import Client, Join, Leave
from yupana.server.retention import (
    HOUR,
    LONGEST_STEP,
    RUNNING,
    STEP,
    Keep,
    Retention,
    Stopwatch,
    Swept,
    read_running,
)
from yupana.server.schema import OF_TABLES
from yupana.server.sql import SqlStore
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append, NoSuchTable, NotMarked, StoreFull

DAY_MS = 24 * HOUR * 1000
KEEP = Keep(unstarted=24, unfinished=90 * 24, finished=30 * 24, grace=168)


class Open:
    """Opens the same store again and again; with SQLite one at a time."""

    def __init__(self, folder: Path, address: str | None) -> None:
        self._folder, self._address = folder, address
        self._stores: list[SqlStore] = []

    def __call__(self) -> SqlStore:
        if self._address is None:
            self.close()
            self._stores.append(SqliteStore(self._folder / "yupana.db"))
        else:
            self._stores.append(PostgresStore(self._address, patience=5))
        return self._stores[-1]

    @property
    def arguments(self) -> tuple[str, ...]:
        """As a command of a host is told of it."""
        return ("--store", self._address) if self._address else ("--data", str(self._folder))

    def close(self) -> None:
        for each in self._stores:
            each.close()


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    address = None
    if request.param == "postgres":
        address = request.getfixturevalue("postgres").fresh_address()
    open_ = Open(tmp_path, address)
    yield open_
    open_.close()


@pytest.fixture
def store(opened: Open) -> SqlStore:
    return opened()


class Process:
    """What a server process is to retention: a wall clock, a monotonic clock, and people."""

    def __init__(self, store: SqlStore, keep: Keep = KEEP, *, several: bool = False) -> None:
        self.wall = NOW
        self.mono = 1000.0
        self.in_use: list[str] = []
        self.gone: list[str] = []
        self.store = store

        async def ask(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
            return call(*arguments, **named)

        async def deleted(table: str) -> None:
            self.gone.append(table)

        self.retention = Retention(
            store,
            ask,
            keep,
            lambda: self.wall,
            in_use=lambda: self.in_use,
            deleted=deleted,
            several=several,
            clock=lambda: self.mono,
        )

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run(work)

    def sweep(self) -> Swept:
        found: Swept = self.do(self.retention.sweep())
        return found

    def run(self, hours: float) -> None:
        """Runs for so long, in one step of the note."""
        self.do(self.retention.count())
        ran = read_running(self.store.note(RUNNING))
        ran = replace(ran, seconds=ran.seconds + round(hours * HOUR))
        self.store.set_note(RUNNING, msgspec.json.encode(ran).decode())

    def step(self, steps: int) -> None:
        """Runs for so many steps, by the monotonic clock."""
        self.do(self.retention.count())
        for _ in range(steps):
            self.mono += STEP
            self.do(self.retention.count())

    @property
    def ran(self) -> int:
        return read_running(self.store.note(RUNNING)).seconds


def three_tables(store: SqlStore) -> None:
    """One that waits, one that is played, one that is over; the last entry of each at NOW."""
    for table in ("waiting", "playing", "over"):
        store.create(row(table), SEED, [new(OPENED)])
    for table in ("playing", "over"):
        add_entry(store, table, Began())
    add_entry(store, "over", Closed(SEED.hex()))


def add_entry(store: SqlStore, table: str, entry: Any, at: int = 0) -> None:
    head = store.heads([table])[table]
    store.append([Append(table, head, (new(entry, at=at),))])


def names(store: SqlStore) -> set[str]:
    return {row.id for row in store.tables()}


def marked(store: SqlStore) -> set[str]:
    return {mark.table for mark in store.marked()}


# The wall clock


@pytest.mark.parametrize("days", [-400, -1, 1, 91, 400, 36500])
def test_a_wrong_clock_at_a_start_deletes_nothing(opened: Open, days: int) -> None:
    store = opened()
    three_tables(store)
    wrong = Process(store)
    wrong.wall += days * DAY_MS
    for _ in range(3):
        assert wrong.sweep().deleted == 0
    assert names(store) == {"waiting", "playing", "over"}
    right = Process(opened())
    right.sweep()
    assert marked(right.store) == set()
    right.run(1000)
    assert right.sweep().deleted == 0
    assert names(right.store) == {"waiting", "playing", "over"}


def test_each_kind_is_marked_in_its_time_and_deleted_after_its_grace(store: SqlStore) -> None:
    three_tables(store)
    process = Process(store)
    process.run(1)
    everything = {"waiting", "playing", "over"}
    for days, found in (
        (0.99, set()),
        (1.01, {"waiting"}),
        (29.9, {"waiting"}),
        (30.1, {"waiting", "over"}),
        (89.9, {"waiting", "over"}),
        (90.1, everything),
    ):
        process.wall = NOW + int(days * DAY_MS)
        process.sweep()
        assert marked(store) == found, days
        assert names(store) == everything
    for hours, left in (
        (23, everything),
        (2, {"playing", "over"}),  # nobody had begun: its own limit is enough
        (142, {"playing", "over"}),
        (2, set()),
    ):
        process.run(hours)
        process.sweep()
        assert names(store) == left, hours
    assert set(process.gone) == everything
    assert store.counts() == {}
    for name in OF_TABLES:
        assert store._read(lambda tx, name=name: tx.rows(f"SELECT * FROM {name}")) == []  # type: ignore[misc]


def test_what_is_kept_for_good_is_kept_and_a_changed_setting_unmarks(store: SqlStore) -> None:
    three_tables(store)
    process = Process(store)
    process.wall += 100 * 365 * DAY_MS
    assert process.sweep().marked == 3
    process.run(200)
    for_good = Process(store, Keep(unstarted=0, unfinished=0, finished=0))
    for_good.wall = process.wall
    assert for_good.sweep() == Swept(unmarked=3)
    assert names(store) == {"waiting", "playing", "over"}


# What takes a mark off


def test_an_entry_makes_a_mark_void_even_in_the_moment_of_deletion(store: SqlStore) -> None:
    three_tables(store)
    process = Process(store)
    process.wall += 100 * DAY_MS
    process.sweep()
    process.run(200)
    add(store, "playing", "late-move")
    assert "playing" not in marked(store)
    assert not store.delete_marked("playing", 10**9)
    process.sweep()
    assert "playing" in names(store)
    assert store.known("playing", ["late-move"])


def test_a_table_that_somebody_opens_or_stays_at_is_not_deleted(store: SqlStore) -> None:
    three_tables(store)
    open_table(store, "other")
    process = Process(store)
    process.wall += 100 * DAY_MS
    process.sweep()
    process.run(167.9)
    process.in_use = ["waiting"]
    assert process.retention.visited("playing")
    process.do(process.retention.keep_visited("playing"))
    process.run(1)
    process.sweep()
    assert names(store) == {"waiting", "playing"}
    assert marked(store) == set()  # not at once again: being opened counts as use
    process.in_use = []
    process.wall += 25 * HOUR * 1000
    process.sweep()
    assert marked(store) == {"waiting"}


def test_a_visit_that_could_not_be_noted_is_noted_before_anything_is_deleted(
    store: SqlStore,
) -> None:
    three_tables(store)
    process = Process(store)
    process.wall += 100 * DAY_MS
    process.sweep()
    process.run(200)
    assert process.retention.visited("playing")  # and then the disk is full: keep_visited fails
    process.sweep()
    assert names(store) == {"playing"}


def test_a_visit_right_after_a_start_counts(opened: Open) -> None:
    store = opened()
    three_tables(store)
    process = Process(store)
    process.wall += 100 * DAY_MS
    process.sweep()
    process.run(200)
    again = Process(opened())
    again.wall = process.wall
    assert again.retention.visited("playing")
    again.sweep()
    assert names(again.store) == {"playing"}


def test_undelete_holds_for_as_long_as_the_table_would_have_been_kept(store: SqlStore) -> None:
    three_tables(store)
    process = Process(store)
    process.wall += 100 * DAY_MS
    process.sweep()
    assert store.keep_marked(["playing"], process.wall, strict=True) == 1
    process.run(500)
    process.sweep()
    assert names(store) == {"playing"}
    process.wall += 89 * DAY_MS
    process.sweep()
    assert marked(store) == set()
    process.wall += 2 * DAY_MS
    process.sweep()
    assert marked(store) == {"playing"}


def test_undelete_of_what_is_not_marked_changes_nothing(store: SqlStore) -> None:
    three_tables(store)
    process = Process(store)
    process.wall += 2 * DAY_MS
    process.sweep()
    assert marked(store) == {"waiting"}
    for tables, error in (
        (["waiting", "playing"], NotMarked),
        (["waiting", "xyz"], NoSuchTable),
        (["waiting", "a b'"], NoSuchTable),
    ):
        with pytest.raises(error):
            store.keep_marked(tables, NOW, strict=True)
        assert marked(store) == {"waiting"}
    assert store.keep_marked(["waiting", "playing", "xyz", "a b'"], NOW) == 1


# The running time


def test_a_process_that_stood_still_counts_one_step(store: SqlStore) -> None:
    process = Process(store)
    process.step(12)
    process.mono += 31 * 24 * HOUR
    process.do(process.retention.count())
    assert process.ran == HOUR + LONGEST_STEP


def test_restarts_add_up_and_lose_a_step_at_most(opened: Open) -> None:
    ran = 0
    for _ in range(3):
        process = Process(opened())
        process.step(12)
        process.mono += STEP - 1  # killed before the next step
        ran += HOUR
        assert process.ran == ran


@pytest.mark.parametrize("servers", [2, 3])
@pytest.mark.parametrize("opened", ["postgres"], indirect=True)
def test_several_servers_count_an_hour_once(opened: Open, servers: int) -> None:
    mono = 0.0
    watches = [Stopwatch(opened(), True, lambda: mono) for _ in range(servers)]
    for _ in range(48):  # 4 hours
        for watch in watches:
            watch.step()
        mono += STEP
    ran = watches[0].step()
    assert 4 * HOUR - STEP <= ran <= 4 * HOUR
    for _ in range(48):  # the one that counts is gone: another takes over, and counts from then on
        for watch in watches[1:]:
            watch.step()
        mono += STEP
    after = watches[1].step()
    assert 8 * HOUR - 2 * LONGEST_STEP <= after <= 8 * HOUR
    mono += STEP
    assert watches[0].step() <= after + STEP  # it comes back, and does not count what it missed
    for _ in range(12):
        mono += STEP
        for watch in watches:
            watch.step()
    assert watches[0].step() <= 9 * HOUR + 2 * STEP


def test_a_note_that_cannot_be_read_counts_as_nothing(store: SqlStore) -> None:
    store.set_note(RUNNING, "ninety days")
    process = Process(store)
    process.step(12)
    assert process.ran == HOUR


def test_a_note_is_swapped_by_one(store: SqlStore) -> None:
    assert store.swap_note("n", None, "a") == "a"
    assert store.swap_note("n", None, "b") == "a"
    assert store.swap_note("n", "a", "c") == "c"
    assert store.swap_note("n", "a", "d") == "c"
    assert store.swap_note("n", "x", "c") == "c"
    assert store.note("n") == "c"


# In a server


def hub_scene(
    path: Path, scene: Callable[[Hub, Moody], Coroutine[Any, Any, None]], **more: Any
) -> None:
    async def run() -> None:
        with Moody(path / "t.db") as store:
            hub = Hub(store, thinkers=Thinkers(), exit_=lambda code: None, **more)
            await hub.start()
            try:
                await scene(hub, store)
            finally:
                await hub.stop()

    asyncio.run(run())


def test_a_hub_keeps_what_is_opened_and_sends_away_from_what_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, ran = [NOW], [0]
    monkeypatch.setattr(Stopwatch, "read", lambda self: ran[0])

    async def scene(hub: Hub, store: Moody) -> None:
        tables = [(await hub.reception.open(Opening("temple", 2))).row.id for _ in range(3)]
        left, looked_at, sat_at = tables
        clock[0] += 2 * DAY_MS
        assert (await hub.retention.sweep()).marked == 3
        client = Client(Actor())
        live = await hub.live(sat_at, visit=False)
        live.put(Join(client))
        await client.outbox.next()
        await hub.live(left, visit=False)
        await hub.live(looked_at)
        ran[0] = 25 * HOUR
        swept = await hub.retention.sweep()
        assert swept.deleted == 1
        assert {row.id for row in store.tables()} == {looked_at, sat_at}
        assert left not in {each.name for each in hub.lives()}
        with pytest.raises(NoSuchTable):
            await hub.live(left)
        live.put(Leave(client))

    hub_scene(tmp_path, scene, keep=Keep(), now_ms=lambda: clock[0])


def test_reading_goes_on_when_a_mark_cannot_be_taken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [NOW]

    async def scene(hub: Hub, store: Moody) -> None:
        table = (await hub.reception.open(Opening("temple", 2))).row.id
        clock[0] += 2 * DAY_MS
        await hub.retention.sweep()

        def full(*arguments: object, **named: object) -> int:
            raise StoreFull("database or disk is full")

        monkeypatch.setattr(store, "keep_marked", full)
        assert (await hub.live(table)).name == table
        with pytest.raises(StoreFull):
            await hub.retention.sweep()
        monkeypatch.undo()
        assert (await hub.retention.sweep()).deleted == 0
        assert store.marked() == []

    hub_scene(tmp_path, scene, keep=Keep(), now_ms=lambda: clock[0])


# For whoever runs it


def command(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert main([str(each) for each in arguments]) == code
    out, err = capsys.readouterr()
    return out if code != 1 else err


def test_commands_show_and_keep_what_is_marked(
    opened: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    store = opened()
    three_tables(store)
    process = Process(store)
    process.wall += 91 * DAY_MS
    process.sweep()
    process.run(10)
    opened.close()
    where = opened.arguments

    text = command(capsys, "store", "marked", *where)
    assert "3 tables are marked for deletion" in text
    rows = {line.split()[0]: line for line in text.splitlines()}
    assert rows["playing"].split()[1:4] == ["temple", "playing", "marked"]
    assert "158 more hours" in rows["playing"]
    assert "14 more hours" in rows["waiting"]
    found = json.loads(command(capsys, "store", "marked", "--json", *where))
    assert {each["mark"]["table"]: each["hours"] for each in found} == {
        "waiting": 14, "playing": 158, "over": 158,
    }  # fmt: skip
    assert "There is no table 'xyz'" in command(capsys, "store", "undelete", "xyz", *where, code=1)
    assert "One table is kept." in command(capsys, "store", "undelete", "playing", *where)
    assert "not marked" in command(capsys, "store", "undelete", "playing", *where, code=1)
    said = command(capsys, "store", "undelete", "--json", *where)
    assert sorted(json.loads(said)["kept"]) == ["over", "waiting"]
    assert "No table is marked" in command(capsys, "store", "marked", *where)
    assert "No table was marked" in command(capsys, "store", "undelete", *where)
    assert "takes one" in command(capsys, "store", "forget", "a", "b", *where, code=1)
    tables = json.loads(command(capsys, "store", "list", "--json", *where))
    assert {each["id"] for each in tables} == {"waiting", "playing", "over"}


def test_the_admin_page_tells_and_keeps(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "yupana.db") as store:
        open_table(store, "old")  # for years: the server marks it when it starts
    with Server(tmp_path, admin_token="the token of the host") as server:
        token = {"authorization": "Bearer the token of the host"}

        def page() -> str:
            text: str = server.http.get("/admin", headers=token).text
            return text

        end = time.monotonic() + 20
        while "One table has been idle" not in page():
            assert time.monotonic() < end
        assert "after 24 more hours of running" in page()
        assert server.http.post("/admin/undelete").status_code == 403
        assert "One table has been idle" in page()
        kept = server.http.post("/admin/undelete", headers=token)
        assert (kept.status_code, kept.json()) == (200, {"kept": 1})
        assert "No table is marked for deletion." in page()


def test_a_database_from_before_there_were_marks_opens(tmp_path: Path) -> None:
    """A database of a server that did not mark gets the new table and keeps what it has."""
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, moves=3)
        store._connection.execute("DROP TABLE deletions")
    with SqliteStore(tmp_path / "a.db") as store:
        assert store.verify().ok
        assert store.marked() == []
        assert retention.read_running(store.note(RUNNING)).seconds == 0
