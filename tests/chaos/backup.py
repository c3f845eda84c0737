"""G13: backups are made by a host's command while people play, restored elsewhere, and played on.

On SQLite the running server makes the copy, asked by `yupana store backup`; on PostgreSQL the command does.
What was acknowledged before the command was given is in the copy; every log in it is the beginning of the one that
went on; its hashes are worked out anew by the checker, its games replayed by `yupana store verify --all`, and
a server on the restored store shows every seat what it showed then, and takes its next move.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from tests.chaos.checker import Log, Logs, faults_of, read_journals, read_postgres, read_sqlite
from tests.chaos.clients import Journal, Manner, Player, shown
from tests.chaos.crowd import Crowd, Desk
from tests.chaos.servers import ROOT, Victim
from tests.chaos.verdict import Ask, Verdict, folder, hold
from tests.server.postgres_server import PostgresServer, programs

PROMISE = "A backup that is made while people play can be restored, and proves itself."

TABLES, SEATS = 8, 3
GAMES = ("temple", "valley", "paititi", "wiraqocha")
MANNER = Manner(pause=(0.0, 0.02))


class Store(Struct, frozen=True):
    """Where tables are kept, as the server and the commands are told."""

    data: Path
    address: str | None = None
    """Of a PostgreSQL; without one, SQLite in the folder."""

    @property
    def arguments(self) -> tuple[str, ...]:
        return ("--store", self.address) if self.address else ("--data", str(self.data))

    def server(self, defect: str | None = None) -> Victim:
        return Victim(self.data, defect=defect, **({"store": self.address} if self.address else {}))

    def read(self) -> Logs:
        return read_postgres(self.address) if self.address else read_sqlite(self.data / "yupana.db")


class Copy(Struct, frozen=True):
    """A backup, what clients had been told when it was asked for, and who was playing."""

    path: Path
    told: list[dict[str, Any]]
    players: list[Player]


class Tally(Struct):
    backups: int = 0
    tables: int = 0
    entries: int = 0
    found: int = 0
    views: int = 0
    """Views of a restored store that were the same as before."""
    moves: int = 0
    """Moves that were made in restored games."""
    slowest: float = 0.0
    """Seconds from the command to the checked copy."""


def run(ask: Ask) -> Verdict:
    tally, left_out = Tally(), []
    with folder() as room:
        asyncio.run(Drill(room / "sqlite", ask, tally).run())
        with _postgres() as database:
            if database is None:
                left_out.append("there is no PostgreSQL here")
            else:
                asyncio.run(Drill(room / "postgres", ask, tally, database).run())
    figures = {
        "backups restored": tally.backups,
        "tables replayed": tally.tables,
        "entries": tally.entries,
        "of what was told before, found in them": tally.found,
        "views as before": tally.views,
        "games played on": tally.moves,
        "slowest backup, s": round(tally.slowest, 2),
    }
    return Verdict(guarantee="G13", figures=figures, left_out=tuple(left_out))


@contextmanager
def _postgres() -> Iterator[PostgresServer | None]:
    bin_ = programs()
    if bin_ is None:
        yield None
        return
    server = PostgresServer(bin_)
    try:
        server.start()
        yield server
    finally:
        server.remove()


class Drill:
    """A store under load, and the copies of it."""

    def __init__(
        self, room: Path, ask: Ask, tally: Tally, database: PostgresServer | None = None
    ) -> None:
        self._room, self._ask, self._tally, self._database = room, ask, tally, database
        self._store = self._new_store("first")
        self._journal = Journal(room / "journal")

    def _new_store(self, name: str) -> Store:
        data = self._room / name
        data.mkdir(parents=True)
        return Store(data, self._database.fresh_address() if self._database else None)

    async def run(self) -> None:
        """Plays on and on and makes one backup after another; then looks at each of them."""
        copies = await self._make()
        after = self._store.read()
        lines = read_journals([self._journal.path])
        sums = {
            (line["table"], line["seat"], line["head"]): line["sum"]
            for line in lines
            if line["e"] == "view"
        }
        for copy in copies:
            elsewhere = self._new_store(f"{copy.path.name}-restored")
            await _yupana("store", "restore", str(copy.path), *elsewhere.arguments)
            await _yupana("store", "verify", "--all", *elsewhere.arguments)
            self._compare(elsewhere.read(), copy.told, after)
            await self._play_on(elsewhere, copy.players, sums)

    async def _make(self) -> list[Copy]:
        rng, journal, copies = Random(self._ask.seed), self._journal, []
        victim = self._store.server(self._ask.defect)
        async with victim, Crowd(
            victim.base, journal, rng, tables=TABLES, seats=SEATS, games=GAMES, manner=MANNER
        ) as crowd:  # fmt: skip
            for number in range(self._ask.many(1, 10)):
                await asyncio.sleep(rng.uniform(2, 8) if self._ask.size else 1.0)
                crowd.check()
                await _last_word(crowd.desk, journal)
                journal.sync()
                told, players = list(read_journals([journal.path])), list(crowd.players)
                path = self._room / f"copy-{number}"
                start = time.monotonic()
                await _yupana("store", "backup", str(path), *self._store.arguments)
                self._tally.slowest = max(self._tally.slowest, time.monotonic() - start)
                copies.append(Copy(path, told, players))
            await crowd.leave(20)
        journal.sync()
        return copies

    def _compare(self, found: Logs, told: list[dict[str, Any]], after: Logs) -> None:
        """Nothing is missing that was told before, and nothing is there that is not in the original."""
        for line in told:
            table = line["table"]
            log = found.get(table)
            if line["e"] in ("ack", "view", "head", "opened"):
                hold(log is not None, "the backup has no table", table)
                assert log is not None
                missing = line.get("seq", line.get("head", 0)) > log.head
                hold(not missing, f"the backup ends at {log.head}, before it was told:", line)
                self._tally.found += 1
        for table, log in found.items():
            for fault in faults_of(log):
                hold(False, "a log of the backup is damaged:", table, fault)
            hold(_begins(after[table], log), "a log of the backup is another one:", table)
        self._tally.backups += 1
        self._tally.tables += len(found)
        self._tally.entries += sum(len(log.entries) for log in found.values())

    async def _play_on(self, store: Store, players: list[Player], sums: dict[Any, str]) -> None:
        """A server on the restored store: the same secrets open it, the same is seen, play goes on."""
        journal = Journal(store.data / "journal")
        async with store.server() as victim, Desk(victim.base, journal) as desk:
            views = [(player.place, await desk.view(player.place)) for player in players]
            for place, view in views:
                before = sums.get((place.table, place.seat, view["head"]))
                hold(
                    before in (None, shown(view)), "a restored table looks different:", place.table
                )
                self._tally.views += before is not None
            played = set()
            for place, view in views:
                if place.seat in view["pending"] and place.table not in played:
                    played.add(place.table)
                    move = {"do": "move", "text": view["moves"][0]}
                    await desk.do(place.table, place.secret, move)
            self._tally.moves += len(played)
        journal.sync()


async def _last_word(desk: Desk, journal: Journal) -> None:
    """A table at which nothing happens after this: what is copied of it is all there is."""
    (place,), host = await desk.table("temple", 1)
    await desk.do(place.table, host, {"do": "begin"})
    move = (await desk.view(place))["moves"][0]
    await desk.do(place.table, place.secret, {"do": "move", "text": move})
    journal.write("head", place.table, head=(await desk.view(place))["head"])


def _begins(whole: Log, part: Log) -> bool:
    return part.entries == whole.entries[: len(part.entries)]


async def _yupana(*arguments: str) -> None:
    """A command of a host, in a process of its own."""
    program = "import sys; from yupana.cli import main; sys.exit(main())"
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    hold(done.returncode == 0, f"yupana {' '.join(arguments)}:", done.stdout + done.stderr)
