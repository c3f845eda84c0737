"""G11: three servers on one PostgreSQL, one of which is stopped, killed or cut off: there is one history.

Everybody's table is spread over all three. A server is stopped in the middle of whatever it does, for longer than
the database lets anybody hold a lock, while the others go on; then it goes on itself, not knowing. Connections to
the database are terminated, the database is restarted without a goodbye, a server is killed, and the hints by
which servers tell each other of changes are lost. After each of these all clients agree with the database.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random

import httpx
import psycopg

from tests.chaos.checker import check, judged, read_journals, read_postgres
from tests.chaos.clients import Journal, Manner, Player
from tests.chaos.crowd import Crowd, difference
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time
from tests.server.postgres_server import PostgresServer, programs

PROMISE = "However many servers share a store, each table has one history."

SERVERS, TABLES, SEATS = 3, 6, 3
HEALS_WITHIN = 5.0
STILL = 30.0
"""Seconds without a move after which a server stands still."""
PAUSES = (0.3, 2.0, 6.5)
"""Seconds that a server stands still; a lock is taken from it after five."""
MANNER = Manner(pause=(0.0, 0.05), ping_every=0.5, deaf_after=2.0, resend_after=1.0)

FORKED = """
SELECT t.id, t.head, count(e.seq), count(DISTINCT e.seq) FROM tables t
JOIN entries e ON e.table_id = t.id GROUP BY t.id, t.head
HAVING count(e.seq) <> t.head OR count(DISTINCT e.seq) <> t.head
"""


def run(ask: Ask) -> Verdict:
    bin_ = programs()
    if bin_ is None:
        return Verdict(guarantee="G11", figures={}, left_out=("there is no PostgreSQL here",))
    database = PostgresServer(bin_, fsync=ask.size > 0)
    try:
        database.start()
        with folder() as room:
            return asyncio.run(Drill(room, database, ask).run())
    finally:
        database.remove()


class Drill:
    """Everybody plays, and one thing after another goes wrong."""

    def __init__(self, room: Path, database: PostgresServer, ask: Ask) -> None:
        self._ask, self._rng, self._database = ask, Random(ask.seed), database
        self._address = database.fresh_address()
        self._journal = Journal(room / "journal")
        self._victims = [
            Victim(room / f"server-{number}", defect=ask.defect, store=self._address)
            for number in range(SERVERS)
        ]
        self._crowd: Crowd
        self._slowest = 0.0
        self._pauses = 0

    async def run(self) -> Verdict:
        faults: dict[str, Callable[[], Awaitable[None]]] = {
            "hints lost": self._lose_hints,
            "a server stopped": self._pause,
            "its connections terminated": self._terminate,
            "a server killed": self._kill,
            "the database restarted": self._restart,
        }
        done: Counter[str] = Counter()
        async with AsyncExitStack() as stack:
            for victim in self._victims:
                await stack.enter_async_context(victim)
            bases = [victim.base for victim in self._victims]
            self._crowd = await stack.enter_async_context(
                Crowd(bases, self._journal, self._rng, tables=TABLES, seats=SEATS, manner=MANNER)
            )
            await self._play_on()
            for _ in range(self._ask.many(1, 50)):
                for name, fault in faults.items():
                    await fault()
                    await self._agree(name)
                    done[name] += 1
                    await self._play_on()
            await self._crowd.leave(30)
        return self._verdict(done)

    def _verdict(self, done: Counter[str]) -> Verdict:
        self._journal.sync()
        counts, findings = check(read_postgres(self._address), read_journals([self._journal.path]))
        broken = judged("beside the log:", findings)
        figures: dict[str, Figure] = {
            "servers": SERVERS,
            **done,
            "moves acknowledged": counts.acked,
            "lost": broken["lost"],
            "gaps and forks": broken["log"] + broken["doubled"],
            "views checked": counts.views,
            "slowest to agree, s": round(self._slowest, 2),
        }
        return Verdict(guarantee="G11", figures=figures)

    # What goes wrong

    async def _pause(self) -> None:
        victim = self._rng.choice(self._victims)
        pause = PAUSES[self._pauses % len(PAUSES)] if self._ask.size else 1.0
        self._pauses += 1
        victim.pause()
        try:
            await asyncio.sleep(pause / 2)
            for other in self._victims:
                if other is not victim:
                    await self._writes(other)
            await asyncio.sleep(pause / 2)
        finally:
            victim.go_on()

    async def _writes(self, server: Victim) -> None:
        """Whatever another one holds: something new is stored. (Every table of the crowd has seats at all
        servers, and may just be waiting for one that stands still.)"""
        async with httpx.AsyncClient(base_url=server.base, timeout=self._ask.within(2.0)) as http:
            try:
                answer = await http.post("/api/tables", json={"game": "temple", "seats": 2})
            except httpx.TimeoutException:
                hold(False, "one server stops them all")
            hold(answer.status_code == 201, "one server stops them all:", answer.text)

    async def _terminate(self) -> None:
        """Some of the servers' connections, or all of them at once, several times."""
        for _ in range(3):
            await asyncio.to_thread(
                self._sql,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'yupana' AND random() < %s",
                self._rng.choice((0.3, 1.0)),
            )
            await asyncio.sleep(self._rng.uniform(0, 0.3))

    async def _lose_hints(self) -> None:
        """Whoever listens is thrown out again and again, and hears nothing."""
        for _ in range(5):
            await asyncio.to_thread(
                self._sql,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'yupana' AND query LIKE 'LISTEN%%' AND 1 = %s",
                1,
            )
            await asyncio.sleep(0.2)

    async def _restart(self) -> None:
        await asyncio.to_thread(self._database.crash)
        await asyncio.sleep(self._rng.uniform(0, 0.5))
        await asyncio.to_thread(self._database.start)

    async def _kill(self) -> None:
        victim = self._rng.choice(self._victims)
        victim.kill()
        await victim.restart()

    def _sql(self, text: str, value: float) -> None:
        with closing(psycopg.connect(self._database.address(), autocommit=True)) as connection:
            connection.execute(text.encode(), (value,))

    # What must hold

    def _playing(self) -> list[Player]:
        return [player for player in self._crowd.players if not player.finished and player.view]

    async def _play_on(self) -> None:
        """Waits until a few more moves were made on every server."""
        before, end = Counter(self._acked()), time.monotonic() + STILL
        while any(self._acked()[victim.base] < before[victim.base] + 3 for victim in self._victims):
            self._crowd.check()
            in_time(time.monotonic() < end, "no more moves are made")
            await asyncio.sleep(0.02)

    def _acked(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for player in self._crowd.players:
            found[player.base] += player.acked
        return found

    async def _agree(self, fault: str) -> None:
        """Nobody has a wish for a while; in good time everybody sees what the database says."""
        players = self._playing()
        for player in players:
            player.silent = True
        await asyncio.to_thread(self._one_history)
        start, within = time.monotonic(), self._ask.within(HEALS_WITHIN)
        while wrong := await self._wrong(players):
            took = time.monotonic() - start
            in_time(took < within, f"not healed {took:.1f} s after {fault}:", wrong)
            await asyncio.sleep(0.05)
        self._slowest = max(self._slowest, time.monotonic() - start)
        for player in players:
            player.silent = False

    async def _wrong(self, players: list[Player]) -> str | None:
        heads = await asyncio.to_thread(self._heads)
        for player in players:
            who = f"seat {player.place.seat} of {player.place.table}"
            if player.unanswered:
                return f"{who} waits for {player.unanswered}"
            if player.head != heads[player.place.table]:
                return f"{who} shows {player.head} of {heads[player.place.table]}"
        for player in players[:SEATS]:
            got = await self._crowd.desk.view(player.place)
            # who is connected to another server is known there alone
            if seen := difference(player.view, got, presence=False):
                return f"seat {player.place.seat} of {player.place.table} shows {seen}"
        return None

    def _one_history(self) -> None:
        """A first look; in the end the checker reads everything."""
        with closing(psycopg.connect(self._address)) as connection:
            forked = connection.execute(FORKED).fetchall()
            hold(not forked, "forked:", forked[:3])

    def _heads(self) -> dict[str, int]:
        with closing(psycopg.connect(self._address)) as connection:
            return dict(connection.execute("SELECT id, head FROM tables").fetchall())
