"""Backups that a server makes of itself: checked before they count, thrown away in time, made while it plays."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.client import Server
from tests.server.exports import Host
from tests.server.tables import add, open_table
from yupana.cli import main
from yupana.server import backups
from yupana.server.backups import BackupFile, Keeper, Kept, ask_for_backup, kept_in
from yupana.server.sqlite import SqliteStore
from yupana.server.store import StoreError, StoreUnfit


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with SqliteStore(tmp_path / "a.db") as opened:
        open_table(opened, "t1", moves=3)
        yield opened


def keeper(store: SqliteStore, tmp_path: Path, **more: Any) -> Keeper:
    return Keeper(store, tmp_path / "backups", source=store.path, **more)


def take(keeper: Keeper) -> Kept:
    return asyncio.run(keeper.take())


# What counts as a backup


def test_a_backup_is_checked_and_noted(store: SqliteStore, tmp_path: Path) -> None:
    kept = take(keeper(store, tmp_path))
    folder = tmp_path / "backups"
    assert (kept.tables, kept.entries) == (1, 4)
    assert kept.bytes == (folder / kept.file).stat().st_size
    assert kept.made_ms <= kept.checked_ms
    assert kept_in(folder) == [kept]
    assert {path.name for path in folder.iterdir()} == {kept.file, f"{kept.file}.json"}
    assert (folder / kept.file).stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0
    with SqliteStore(tmp_path / "other.db") as other:
        other.restore(folder / kept.file)
        assert other.export("t1", whole=True) == store.export("t1", whole=True)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "an entry is changed": lambda path: _run(path, "UPDATE entries SET at_ms = 1 WHERE seq = 3"),
    "an entry is missing": lambda path: _run(path, "DELETE FROM entries WHERE seq = 2"),
    "a page is noise": lambda path: _scratch(path, 3),
    "it is cut off": lambda path: os.truncate(path, path.stat().st_size // 2),
    "it is empty": lambda path: os.truncate(path, 0),
}


def _run(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.commit()
    connection.close()


def _scratch(path: Path, page: int) -> None:
    with path.open("rb+") as file:
        file.seek(page * 4096)
        file.write(os.urandom(4096))


@pytest.mark.parametrize("name", DAMAGE)
def test_a_copy_that_does_not_pass_counts_for_nothing(
    store: SqliteStore, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = keeper(store, tmp_path)
    first = take(good)
    copy = store.backup

    def damaged(path: Path) -> None:
        copy(path)
        DAMAGE[name](path)

    monkeypatch.setattr(store, "backup", damaged)
    with pytest.raises(StoreUnfit, match="damaged"):
        take(good)
    assert good.kept() == [first]
    assert good.failure is not None
    assert len(list((tmp_path / "backups").glob("*.bad"))) == 1
    monkeypatch.undo()
    second = take(good)
    assert good.kept() == [second, first]
    assert good.failure is None


def test_a_game_that_does_not_replay_is_found_in_the_check(tmp_path: Path) -> None:
    """A log whose hashes are all right but which no game could have led to."""
    with SqliteStore(tmp_path / "a.db") as store:
        open_table(store, "t1")
        _begin(store)
        with pytest.raises(StoreUnfit, match=r"verify\."):
            take(keeper(store, tmp_path))


def _begin(store: SqliteStore) -> None:
    from tests.server.test_store import add_entry
    from yupana.server.log import Began

    add_entry(store, "t1", Began())


def test_the_oldest_are_thrown_away_and_nothing_else(store: SqliteStore, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "of somebody else.txt").write_text("mine")
    (folder / "yupana-20200101T000000Z.backup").write_bytes(b"not checked by us")
    made = [take(keeper(store, tmp_path, keep=3)) for _ in range(5)]
    assert keeper(store, tmp_path).kept() == made[:1:-1]
    names = {path.name for path in folder.iterdir()}
    assert {"of somebody else.txt", "yupana-20200101T000000Z.backup"} <= names
    assert len(names) == 2 + 2 * 3
    assert len({kept.file for kept in made}) == 5  # also within one second


def test_what_is_noted_of_a_file_that_is_gone_does_not_count(
    store: SqliteStore, tmp_path: Path
) -> None:
    good = keeper(store, tmp_path)
    kept = take(good)
    assert 0 <= good.age() < 60
    (tmp_path / "backups" / kept.file).unlink()
    assert good.kept() == []
    assert good.age() == float("inf")
    (tmp_path / "backups" / f"{kept.file}.json").write_text("{")
    assert good.kept() == []


def test_a_backup_never_fills_the_disk(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=10 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(StoreError, match="backup-space"):
        take(keeper(store, tmp_path))


# When one is made


def test_one_is_made_when_the_last_is_old_and_when_somebody_asks(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LOOK", 0.02)
    monkeypatch.setattr(backups, "AFTER_START", 0.0)

    async def scenario() -> None:
        often = keeper(store, tmp_path, every_hours=1)
        await often.start()
        while not often.kept():
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        assert len(often.kept()) == 1  # the next is not due for an hour
        (tmp_path / "backups" / backups.PLEASE).touch()
        while len(often.kept()) < 2:
            await asyncio.sleep(0.02)
        assert not (tmp_path / "backups" / backups.PLEASE).exists()
        often.want()
        assert often.busy
        while len(often.kept()) < 3:
            await asyncio.sleep(0.02)
        await often.stop()
        assert not list((tmp_path / "backups").glob("*.part"))

    asyncio.run(scenario())


def test_who_asks_while_one_is_made_gets_that_one(store: SqliteStore, tmp_path: Path) -> None:
    async def scenario() -> None:
        one = keeper(store, tmp_path)
        made = await asyncio.gather(*(one.take() for _ in range(5)))
        assert len({kept.file for kept in made}) == 1

    asyncio.run(scenario())


def test_asking_where_nobody_listens_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nobody-listens"):
        ask_for_backup(tmp_path / "backups", 0.3)
    assert not list((tmp_path / "backups").iterdir())


def test_asking_is_told_why_there_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()

    def fail() -> None:
        while not (folder / backups.PLEASE).exists():
            time.sleep(0.01)
        failure = backups.Failure(int(time.time() * 1000) + 1, "the disk is on fire")
        (folder / backups.FAILED).write_bytes(msgspec.json.encode(failure))
        (folder / backups.PLEASE).unlink()

    threading.Thread(target=fail).start()
    with pytest.raises(StoreError, match="on fire"):
        ask_for_backup(folder, 5)


# Clocks that jump


def test_a_backup_from_the_future_neither_counts_nor_crowds_out(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was made while the clock was wrong; the next would not be due for as long as it was ahead."""
    one = keeper(store, tmp_path, keep=1)
    now, now_ns = time.time, time.time_ns
    ahead = 400 * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: now() + ahead)
    monkeypatch.setattr(time, "time_ns", lambda: now_ns() + ahead * 10**9)
    wrong = take(one)
    monkeypatch.undo()
    assert one.age() == float("inf")
    right = take(one)
    assert one.kept() == [right]
    assert right.made_ms < wrong.made_ms
    assert one.age() < 60


def test_asking_gets_a_new_backup_whatever_the_clock_says(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LOOK", 0.02)
    one = keeper(store, tmp_path)
    folder = tmp_path / "backups"
    first = take(one)
    for name in (first.file, f"{first.file}.json"):
        data = (folder / name).read_bytes().replace(first.file.encode(), b"yupana-2030.backup")
        (folder / name.replace(first.file, "yupana-2030.backup")).write_bytes(data)
    future = folder / "yupana-2030.backup.json"
    kept = msgspec.json.decode(future.read_bytes(), type=Kept)
    ahead = msgspec.structs.replace(kept, made_ms=kept.made_ms + 10**12)
    future.write_bytes(msgspec.json.encode(ahead))
    failure = backups.Failure(int(time.time() * 1000) + 10**12, "of long ago")
    (folder / backups.FAILED).write_bytes(msgspec.json.encode(failure))

    async def scenario() -> Path:
        await one.start()
        try:
            return await asyncio.to_thread(ask_for_backup, folder, 30)
        finally:
            await one.stop()

    made = asyncio.run(scenario())
    assert made.name not in (first.file, "yupana-2030.backup")


# Reading one


def test_a_backup_can_be_read_in_its_place_and_not_changed(
    store: SqliteStore, tmp_path: Path
) -> None:
    store.backup(tmp_path / "b.backup")
    before = (tmp_path / "b.backup").read_bytes()
    with BackupFile(tmp_path / "b.backup") as backup:
        assert [row.id for row in backup.tables()] == ["t1"]
        assert backup.verify().ok
        assert backup.export("t1", whole=True) == store.export("t1", whole=True)
        for change in (
            lambda: backup.forget("t1"),
            lambda: add(backup, "t1", None),
            lambda: backup.backup(tmp_path / "c.backup"),
        ):
            with pytest.raises(StoreUnfit, match="read-only"):
                change()
    assert (tmp_path / "b.backup").read_bytes() == before
    for bad in ("none.backup", "a.db.lock"):
        with pytest.raises(StoreUnfit):
            BackupFile(tmp_path / bad)


def test_a_backup_of_an_earlier_version_is_checked_as_it_is(
    store: SqliteStore, tmp_path: Path
) -> None:
    """It lacks the tables that came later."""
    path = tmp_path / "b.backup"
    store.backup(path)
    for name in ("deletions", "contacts", "tallies"):
        _run(path, f"DROP TABLE {name}")
    before = path.read_bytes()
    with BackupFile(path) as backup:
        assert backup.verify().ok
        assert backup.contacts("t1") == []
    assert path.read_bytes() == before
    with SqliteStore(tmp_path / "other.db") as other:
        other.restore(path)
        assert other.verify().ok


# While a server plays


def run(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert main([str(each) for each in arguments]) == code
    out, err = capsys.readouterr()
    return out if code != 1 else err


def test_a_server_that_plays_is_backed_up_restored_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    token = "the token of the host"
    with Server(data, admin_token=token) as server:
        hosts = [Host(server, {"game": "wiraqocha", "seats": 3}) for _ in range(4)]
        for host in hosts:
            assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
        copy = tmp_path / "by-command.backup"
        said = run(capsys, "store", "backup", copy, "--data", data)
        assert f"Saved in {copy}." in said
        assert "4 tables with " in said
        by_program = server.http.post("/admin/backup", headers={"authorization": f"Bearer {token}"})
        assert by_program.status_code == 200, by_program.text
        assert by_program.json()["tables"] == 4
        metrics = server.get("/metrics").text
        age = next(line for line in metrics.splitlines() if line.startswith("yupana_backup_age"))
        assert 0 <= float(age.split()[1]) < 60
        run(capsys, "store", "list", "--data", data, code=1)  # everything else wants it stopped
    for backup in (copy, data / "backups" / by_program.json()["file"]):
        assert "4 tables" in run(capsys, "store", "verify", "--file", backup, "--all")
        assert "4 games were played through again." in run(
            capsys, "store", "restore", backup, "--data", other, "--all"
        )
        listed = run(capsys, "store", "list", "--data", other)
        assert {line.split()[0] for line in listed.splitlines()} == {host.table for host in hosts}
        shutil.rmtree(other)
    run(capsys, "store", "restore", copy, "--data", other)
    with Server(other) as again:
        for host in hosts:
            host.server = again
            assert json.loads(host.finish())["table"]["id"] == host.table


def test_a_backup_without_a_server_goes_among_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with SqliteStore(tmp_path / "yupana.db") as store:
        open_table(store)
    run(capsys, "store", "backup", "--data", tmp_path)
    assert len(kept_in(tmp_path / "backups")) == 1
    assert "needs a store" in run(
        capsys, "store", "forget", "t1", "--file", tmp_path / "yupana.db", code=1
    )
