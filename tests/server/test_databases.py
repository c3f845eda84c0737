"""Databases of earlier versions open, seal to the same bytes, replay, and are played on to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.databases import FILES, restore
from tests.server.test_hub import HOST, until
from yupana.games.wiraqocha import Wiraqocha
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.export import read_export, write_export
from yupana.server.hub import Hub
from yupana.server.log import NOTHING, Entry, New, seal
from yupana.server.reading import read_table
from yupana.server.requests import Command
from yupana.server.retention import Keep
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append, Committed, Store
from yupana.server.table import Table
from yupana.server.verify import verify

RUNNING = [file for file in FILES if file.stem.endswith("-running")]
KEYED = [file for file in FILES if file.stem.endswith("-keyed")]
BEFORE_RULES_2 = ("0.1.0-0be96e8", "0.1.0-bbaa5b7", "0.1.0-e74187f")
"""Versions in which Wiraqocha had its first rules."""
LARGEST = 200_000


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with SqliteStore(restore(request.param, tmp_path / "old.db")) as found:
        yield found


def tables(store: Store) -> list[str]:
    return [row.id for row in store.tables(limit=100)]


def read(store: Store, name: str) -> Table:
    return read_table(store, name, 0, lambda: 0).table


def test_there_are_databases_of_several_commits() -> None:
    assert len({file.stem.rpartition("-")[0] for file in FILES}) >= 2
    assert len(RUNNING) >= 2
    for file in FILES:
        assert file.stat().st_size < LARGEST


def test_every_entry_seals_to_the_same_bytes(store: Store) -> None:
    for name in tables(store):
        row, stored = store.load(name)
        previous = NOTHING
        for each in stored:
            new = New(each.entry(), each.at_ms, each.cid, each.seat)
            assert seal(new, each.seq, previous) == each
            previous = each.hash
        assert previous == row.head_hash
        data = write_export(store.export(name, whole=True))
        assert write_export(read_export(data)) == data


def test_every_game_is_replayed_with_its_dice_and_by_its_rules(store: Store) -> None:
    for name in tables(store):
        export = store.export(name, whole=True)
        report = verify(write_export(export))
        running = [] if store.load(name)[0].status == "over" else ["verify.not-over"]
        assert [each.code for each in report.findings] == running
        table = read(store, name)
        assert (table.head, table.game.rules) == (report.entries, export.table.rules)
        assert len(table.events) >= report.moves


def add(store: Store, table: Table, entries: list[Entry]) -> None:
    news = tuple(New(entry, 0) for entry in entries)
    [result] = store.append([Append(table.name, table.head, news)])
    assert isinstance(result, Committed)
    for entry in entries:
        table.take(entry)


def play_on(store: Store, table: Table, rng: Random) -> None:
    """To the end, by moves of chance."""
    if table.phase == "gathering":
        add(store, table, table.begin("uniform"))
    while table.phase != "over":
        seat = table.game.pending(table.state)[0]
        add(store, table, table.play(seat, table.game.moves(table.state, seat).pick(rng)))
    report = verify(write_export(store.export(table.name)))
    assert report.findings == ()
    assert report.moves > 0


@pytest.mark.parametrize("file", RUNNING, ids=lambda file: file.stem)
def test_running_games_are_played_on_to_the_end(file: Path, tmp_path: Path) -> None:
    with SqliteStore(restore(file, tmp_path / "old.db")) as store:
        games = set()
        for name in tables(store):
            table = read(store, name)
            games.add(table.game.name)
            play_on(store, table, Random(name))
        assert games == {"temple", "valley", "wiraqocha", "paititi"}


@pytest.mark.parametrize("file", KEYED, ids=lambda file: file.stem)
def test_games_whose_dice_were_committed_to_are_played_on_to_the_end(
    file: Path, tmp_path: Path
) -> None:
    with SqliteStore(restore(file, tmp_path / "old.db")) as store:
        kinds = {each.kind for name in tables(store) for each in store.load(name)[1]}
        assert kinds >= {"draw", "revealed", "void", "recommitted", "keyed", "revoked"}
        for name in tables(store):
            play_on(store, read(store, name), Random(name))


def frees(table: Table, game: Any) -> list[Any]:
    seat = table.game.pending(table.state)[0]
    moves = [(game.write_move(move), move) for move in game.moves(table.state, seat)]
    return [move for text, move in moves if text.startswith("tunnel") and text.endswith("prisoner")]


@pytest.mark.rule("W-14.9")
@pytest.mark.parametrize("version", BEFORE_RULES_2)
def test_a_running_game_is_finished_by_the_rules_that_it_was_begun_with(
    version: str, tmp_path: Path
) -> None:
    """By version 1 the Tunneller frees a prisoner, and may still do so; at a new table it may not."""
    [file] = [each for each in RUNNING if each.stem == f"{version}-running"]
    with SqliteStore(restore(file, tmp_path / "old.db")) as store:
        [name] = [row.id for row in store.tables(limit=100) if row.game == "wiraqocha"]
        table = read(store, name)
        assert table.game.rules == 1 < Wiraqocha.rules_version
        move = frees(table, table.game)[0]
        assert frees(table, Wiraqocha(2, prisoners=True, valley="first")) == []
        add(store, table, table.play(table.game.pending(table.state)[0], move))
        play_on(store, table, Random(1))


def test_bots_of_a_server_play_them_on(tmp_path: Path) -> None:
    """At a hub as it starts: games of bots go on by themselves, and hosts have bots for others."""
    [file] = [each for each in RUNNING if "bbaa5b7" in each.stem]
    path = restore(file, tmp_path / "old.db")

    async def run() -> None:
        with SqliteStore(path) as store:
            hub = Hub(store, thinkers=Thinkers(), exit_=lambda code: None, keep=Keep(0, 0, 0))
            await hub.start()
            try:
                for name in tables(store):
                    live = await hub.live(name)
                    if live.table.phase == "gathering":
                        command(live, wire.Begin("uniform"))
                    for seat in range(len(live.table.chairs)):
                        command(live, wire.PutBot(seat, "uniform"))

                def over() -> bool:
                    return all(row.status == "over" for row in store.tables(limit=100))

                await until(over, 240)
                for name in tables(store):
                    assert verify(write_export(store.export(name))).findings == ()
            finally:
                await hub.stop()

    asyncio.run(run())


def command(live: Any, what: wire.Command) -> None:
    cid = f"{type(what).__name__}-{getattr(what, 'seat', 0)}-{live.head}"
    live.put(Command(HOST, wire.Cmd(cid, what), lambda said: None, 0.0))
