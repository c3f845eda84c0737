"""G14: the wall clock is wrong at a start, or jumps while people play; no game is lost, and nobody is hurried by it.

A server is killed and started again and again on a store with games that wait, are played and are over, its clock up to 400
days ahead or a day behind, long after all limits of retention. Every table must be there after every start, and playable in the
end. Then the clock jumps by a second, an hour and a day, both ways, under people who have a time to move in: who moves in
time by the monotonic clock keeps the seat, who does not loses it, and the time that the server was away is nobody's.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from tests.chaos.checker import faults_of, read_sqlite
from tests.chaos.clients import Journal, Manner, Place, Player
from tests.chaos.crowd import Desk
from tests.chaos.disk import stopping
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Broken, Late, Verdict, folder, hold, in_time

PROMISE = "A wrong clock deletes no game, and decides none."

DAY, HOUR = 86_400, 3600
FIXED = (91.0, -1.0, 400.0)
"""Days that every run tries."""
RETENTION = {"unstarted_hours": 24, "unfinished_days": 90, "finished_days": 30}
GAMES = ("temple", "valley", "paititi", "wiraqocha")
SWEEPS_WITHIN = 0.5
"""Seconds after a start in which the server has looked for old tables."""
JUMPS = (1, -1, HOUR, -HOUR, DAY, -DAY)
UNHURRIED = 60
"""Seconds to move in, for people who need none of that."""
HURRIED = 4
"""Seconds to move in, for those who never do."""
MANNER = Manner(pause=(0.05, 0.15))


class Tally(Struct):
    starts: int = 0
    marked: int = 0
    games: int = 0
    lost: int = 0
    moves: int = 0
    jumps: int = 0
    by_jump: int = 0
    """Seats that were taken over because the clock jumped."""
    flagged: int = 0
    """Seats that were rightly taken over because nobody moved in time."""


class Shifted(Victim):
    """A server whose clock can be set."""

    @property
    def _clock(self) -> Path:
        return self.data / "clock"

    def set_clock(self, ahead: int) -> None:
        """Seconds; the file is never seen half-written."""
        part = self._clock.with_suffix(".part")
        part.write_text(str(ahead))
        part.replace(self._clock)

    def command(self) -> list[str]:
        if not self._clock.exists():
            self.set_clock(0)
        words = super().command()
        program = words.index(sys.executable) + 1
        shifted = ["-m", "tests.chaos.shifted", str(self._clock), self.defect or "", words[-1]]
        return [*words[:program], *shifted]

    @property
    def database(self) -> Path:
        return self.data / "yupana.db"


def run(ask: Ask) -> Verdict:
    tally = Tally()
    with folder() as room:
        asyncio.run(Starts(room / "starts", ask, tally).run())
        asyncio.run(Jumps(room / "jumps", ask, tally).run())
    figures = {
        "starts with clocks from -1 to +400 days": tally.starts,
        "games": tally.games,
        "times that one was marked for deletion": tally.marked,
        "lost": tally.lost,
        "jumps under people who play": tally.jumps,
        "moves acknowledged": tally.moves,
        "seats flagged by a jump": tally.by_jump,
        "by time": tally.flagged,
    }
    return Verdict(guarantee="G14", figures=figures)


# A wrong clock at a start


class Starts:
    """Games of every status, and a server that starts at all times."""

    def __init__(self, room: Path, ask: Ask, tally: Tally) -> None:
        room.mkdir()
        self._ask, self._tally = ask, tally
        self._rng = Random(ask.seed)
        self._victim = Shifted(room, defect=ask.defect, retention=RETENTION)
        self._desk = Desk(self._victim.base, Journal(room / "journal"))
        self._waiting: list[tuple[Place, str]] = []
        self._playing: list[list[Place]] = []
        self._over: list[tuple[str, str]] = []

    async def run(self) -> None:
        self._victim.launch()
        async with stopping(self._victim), self._desk:
            await self._victim.ready()
            await self._open()
            drawn = [round(self._rng.uniform(-1, 400), 2) for _ in range(self._ask.many(1, 150))]
            for days in (*FIXED, *drawn):
                await self._start(days)
            await self._start(0)
            await self._use()
            await asyncio.sleep(SWEEPS_WITHIN)
            self._victim.kill()
        self._all_there("in the end")
        hold(not self._marked(), "marked although the clock is right:", self._marked())
        for table, log in read_sqlite(self._victim.database).items():
            for fault in faults_of(log):
                hold(False, f"the log of {table} is damaged:", fault)

    async def _open(self) -> None:
        """Games of every kind; those that are over were played by bots."""
        for game in GAMES[: 2 if self._ask.size == 0 else None]:
            (place,), host = await self._desk.table(game, 2, people=1)
            self._waiting.append((place, host))
            places, host = await self._desk.table(game, 2)
            await self._desk.do(places[0].table, host, {"do": "begin"})
            self._playing.append(places)
            _, host, table = await self._bots(game)
            self._over.append((table, host))
        for table, host in self._over:
            end = time.monotonic() + self._ask.within(60)
            while (await self._look(table, host))["phase"] != "over":
                in_time(time.monotonic() < end, "the bots do not get to an end")
                await asyncio.sleep(0.05)
        self._tally.games += 3 * len(self._playing)

    async def _bots(self, game: str) -> tuple[list[Place], str, str]:
        opened = await self._desk.ask(
            "POST",
            "/api/tables",
            {"game": game, "seats": 2, "bots": {"0": "uniform", "1": "uniform"}},
        )
        await self._desk.do(opened["table"], opened["host"], {"do": "begin", "bot": "uniform"})
        return [], opened["host"], opened["table"]

    async def _look(self, table: str, secret: str) -> dict[str, Any]:
        return await self._desk.ask("GET", f"/api/tables/{table}", None, secret)

    async def _start(self, days: float) -> None:
        """Ends the server, sets its clock, starts it again, and looks for every game."""
        self._victim.kill()
        self._all_there(f"before a start at {days} days")
        self._victim.set_clock(int(days * DAY))
        await self._victim.restart()
        await asyncio.sleep(SWEEPS_WITHIN)
        self._tally.starts += 1
        if self._rng.random() < 0.5:
            return  # nobody comes by: marks stay, and the next start meets them
        try:
            await self._look_at_all()
        except Late:
            raise
        except Broken as error:
            raise Broken(f"lost at {days} days: {error}") from error

    def _all_there(self, when: str) -> None:
        """In the database, as it was left."""
        tables = {place.table for places in self._playing for place in places}
        tables |= {place.table for place, _ in self._waiting} | {table for table, _ in self._over}
        lost = tables - read_sqlite(self._victim.database).keys()
        self._tally.lost += len(lost)
        hold(not lost, f"lost {when}:", sorted(lost))
        self._tally.marked += len(self._marked())

    def _marked(self) -> list[str]:
        with closing(sqlite3.connect(f"{self._victim.database.as_uri()}?mode=ro", uri=True)) as db:
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'deletions'").fetchall():
                return []
            return [table for (table,) in db.execute(
                "SELECT table_id FROM deletions WHERE marked_ms IS NOT NULL")]  # fmt: skip

    async def _look_at_all(self) -> None:
        for place, _ in self._waiting:
            await self._look(place.table, place.secret)
        for table, host in self._over:
            hold((await self._look(table, host))["phase"] == "over", "a game is not over any more")
        for places in self._playing:
            for place in places:
                view = await self._look(place.table, place.secret)
                if place.seat in view["pending"] and view["moves"]:
                    await self._desk.do(
                        place.table, place.secret, {"do": "move", "text": view["moves"][0]}
                    )
                    self._tally.moves += 1
                    break

    async def _use(self) -> None:
        """Everything can still be done: begun, played, and taken away as an export."""
        await self._look_at_all()
        for place, host in self._waiting:
            await self._desk.do(place.table, host, {"do": "begin", "bot": "uniform"})
            await self._look(place.table, place.secret)
        for table, host in self._over:
            export = await self._desk.ask("GET", f"/api/tables/{table}/export", None, host)
            hold(export["seed"], "an export without its seed:", table)


# A clock that jumps


class Jumps:
    """Tables with a time to move in, and a clock that is set again and again."""

    def __init__(self, room: Path, ask: Ask, tally: Tally) -> None:
        room.mkdir()
        self._ask, self._tally = ask, tally
        self._rng = Random(ask.seed)
        self._victim = Shifted(room, defect=ask.defect)
        self._journal = Journal(room / "journal")
        self._desk = Desk(self._victim.base, self._journal)
        self._unhurried: set[str] = set()
        self._ahead = 0

    async def run(self) -> None:
        self._victim.launch()
        async with stopping(self._victim), self._desk:
            await self._victim.ready()
            await self._under_people()
            await self._under_silence()
            await self._downtime()
            self._victim.kill()
        logs = read_sqlite(self._victim.database)
        for table, log in logs.items():
            for fault in faults_of(log):
                hold(False, f"the log of {table} is damaged:", fault)
            stood = [entry.seq for entry in log.entries if entry.kind == "stood"]
            if table in self._unhurried:
                self._tally.by_jump += len(stood)
                hold(not stood, f"flagged by a jump at table {table}:", stood)

    def _jump(self, seconds: int) -> None:
        self._ahead += seconds
        self._victim.set_clock(self._ahead)
        self._tally.jumps += 1

    async def _table(self, patience: int) -> tuple[list[Place], str]:
        policy = {"patience": patience, "bot": "uniform"}
        places, host = await self._desk.table("valley", 2, policy=policy)
        await self._desk.do(places[0].table, host, {"do": "begin"})
        return places, host

    async def _under_people(self) -> None:
        """People move all the time while the clock jumps; nobody else may sit on their seats."""
        jumps = [jump for _ in range(self._ask.many(1, 100)) for jump in JUMPS]
        self._rng.shuffle(jumps)
        waiting = iter(jumps)
        left = len(jumps)
        while left:
            places, _ = await self._table(UNHURRIED)
            self._unhurried.add(places[0].table)
            players = [
                Player(self._victim.base, place, self._journal, self._rng, MANNER)
                for place in places
            ]
            tasks = [asyncio.create_task(player.run()) for player in players]
            while left and not any(task.done() for task in tasks):
                self._jump(next(waiting))
                left -= 1
                await self._somebody_moves(players, tasks)
            for player in players:
                player.leaving = True
            _, late = await asyncio.wait(tasks, timeout=self._ask.within(20))
            in_time(not late, "commands without an answer after a jump")
            self._tally.moves += sum(player.acked for player in players)

    async def _somebody_moves(self, players: list[Player], tasks: list[Any]) -> None:
        before = sum(player.acked for player in players)
        end = time.monotonic() + self._ask.within(10)
        while sum(p.acked for p in players) == before and not any(t.done() for t in tasks):
            in_time(time.monotonic() < end, "nobody can move after a jump")
            await asyncio.sleep(0.01)

    async def _under_silence(self) -> None:
        """Nobody moves: a clock that goes forward shortens nobody's time, one that goes back lengthens none."""
        for first, second in ((HOUR, -DAY), (-HOUR, DAY)):
            places, _ = await self._table(HURRIED)
            view = await self._desk.view(places[0])
            began, head = time.monotonic(), view["head"]
            self._jump(first)
            while (await self._desk.view(places[0]))["head"] == head:
                if second and time.monotonic() - began > HURRIED / 2:
                    self._jump(second)
                    second = 0
                late = time.monotonic() - began > HURRIED + self._ask.within(5)
                in_time(not late, "not flagged in time because of a jump")
                await asyncio.sleep(0.05)
            took = time.monotonic() - began
            hold(took > HURRIED - 0.5, f"flagged by a jump after {took:.1f} s of {HURRIED}")
            self._tally.flagged += 1

    async def _downtime(self) -> None:
        """The server is away for longer than somebody has to move in; they still have time afterwards."""
        places, _ = await self._table(HURRIED + 4)
        self._unhurried.add(places[0].table)
        view = await self._desk.view(places[0])
        self._victim.kill()
        self._jump(DAY)
        await asyncio.sleep(HURRIED + 5)
        await self._victim.restart()
        for place in places:
            now = await self._desk.view(place)
            hold(now["head"] == view["head"], "flagged by a jump while the server was away")
            if place.seat in now["pending"]:
                cid, move = secrets.token_hex(16), {"do": "move", "text": now["moves"][0]}
                body = {"t": "cmd", "cid": cid, "cmd": move}
                path = f"/api/tables/{place.table}/do"
                await self._desk.ask("POST", path, body, place.secret)
                self._tally.moves += 1
                break
