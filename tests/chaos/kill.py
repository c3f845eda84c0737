"""G1: the server is killed over and over while people play; what it acknowledged is there, once.

Ten tables of four, all by real sockets. The process is killed at any instant, and at chosen system calls: before it
writes, before the disk has it, before the answer is sent. After every kill the database is looked at as the crash
left it; at the end of a season everything is compared with everything (checker.py). The last part fills a store with
open tables and measures how long the server is away.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from msgspec import Struct, field

from tests.chaos.checker import Watch, check, judged, read_journals, read_sqlite
from tests.chaos.clients import Journal
from tests.chaos.crowd import Crowd, Desk
from tests.chaos.servers import Victim, no_strace
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time

PROMISE = "A move that was acknowledged is never lost, also when the server is killed."

TABLES, SEATS = 10, 4
KILLS_A_SEASON = 50
TARGETS = (("fdatasync", 30), ("pwrite64", 200), ("sendto", 150))
"""System calls at which it is killed, and the last of them that may be the one."""
WAYS = ("slow disk", "playing", "any instant", "starting", "slow disk", "any instant")
"""How the server comes to die, in turn: at any instant while each flush takes a while, at a system
call as it serves, at any instant, or at a system call as it starts."""
SLOW = 60_000
"""Microseconds that a flush takes on a slow disk."""
LIVES = 160
"""Moves that a life lasts at most, and a moment more; any number of them as likely."""
MOST = 1.0
"""Seconds until it is killed although the call did not come."""
LONGEST = 5.0
"""Seconds after which it is killed in any case."""
READY_WITHIN = 5.0


class Tally(Struct):
    """What a season counted."""

    kills: int = 0
    at_calls: int = 0
    """Kills at a system call that strace had been told of."""
    acked: int = 0
    views: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    """Promises, by the name of the checker."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.kills + other.kills,
            self.at_calls + other.at_calls,
            self.acked + other.acked,
            self.views + other.views,
            self.broken + other.broken,
        )


def run(ask: Ask) -> Verdict:
    kills = ask.many(6, 1000)
    sizes = [KILLS_A_SEASON] * (kills // KILLS_A_SEASON) or [kills]
    seasons = [(size, ask.seed * 1000 + number, ask.defect) for number, size in enumerate(sizes)]
    if len(seasons) == 1:
        tally = season(*seasons[0])
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            tally = sum(pool.map(season, *zip(*seasons, strict=True)), start=Tally())
    tables = ask.many(50, 1000)
    away = 0.0 if ask.defect else return_of(tables, ask.within(READY_WITHIN))
    if ask.size == 1:
        hold(tally.acked >= 50_000, "too few moves were made:", tally.acked)
    figures: dict[str, Figure] = {
        "kills": tally.kills,
        "of them at a system call": tally.at_calls,
        "moves acknowledged": tally.acked,
        **{what: tally.broken[what] for what in ("lost", "doubled", "phantom")},
        "views checked": tally.views,
        f"seconds away with {tables:,} open tables": round(away, 2),
    }
    why = no_strace()
    return Verdict(guarantee="G1", figures=figures, left_out=(why,) if why else ())


def season(kills: int, seed: int, defect: str | None) -> Tally:
    """One store from its first table to its last kill."""
    with folder() as room:
        return asyncio.run(_season(room, kills, Random(seed), defect))


async def _season(room: Path, kills: int, rng: Random, defect: str | None) -> Tally:
    victim = Victim(room / "data", defect=defect)
    journal = Journal(room / "journal")
    watch, tally = Watch(journal.path), Tally()
    database = victim.data / "yupana.db"
    async with victim, Crowd(victim.base, journal, rng, tables=TABLES, seats=SEATS) as crowd:
        await _until(lambda: crowd.acked > 4 * TABLES)
        for number in range(kills):
            tally.at_calls += await _die(victim, crowd, rng, number)
            tally.kills += 1
            journal.sync()
            tally.broken += judged(f"kill {number + 1}:", watch.look(database))
            crowd.check()
        victim.trace = ()
        await victim.restart()
        await crowd.leave(20)
        await asyncio.to_thread(victim.stop)
    journal.sync()
    counts, findings = check(read_sqlite(database), read_journals([journal.path]))
    broken = judged("after the last game:", findings)
    return tally + Tally(0, 0, counts.acked, counts.views, broken)


async def _die(victim: Victim, crowd: Crowd, rng: Random, number: int) -> bool:
    """One life of the server and its end; whether it ended at a system call that was named."""
    way = WAYS[number % len(WAYS)] if no_strace() is None else "any instant"
    kill = _at_call(rng)
    victim.trace = kill if way == "starting" else ()
    if victim.process.poll() is not None:
        await victim.restart()
    if way == "slow disk":
        await victim.tamper(*_injected("fdatasync", f"delay_enter={SLOW}"))
    if way == "playing":
        await victim.tamper(*kill)
    if way in ("playing", "starting"):
        await victim.ended(MOST)
    else:
        enough, end = crowd.acked + rng.randint(0, LIVES), time.monotonic() + LONGEST
        while crowd.acked < enough and time.monotonic() < end:
            await asyncio.sleep(0.002)
        await asyncio.sleep(rng.uniform(0, 0.05))
    hit = victim.process.poll() is not None
    if not hit:
        victim.kill()
    return hit


def _at_call(rng: Random) -> tuple[str, ...]:
    """Kills at the n-th call of a kind, small n more often: each thread of the server counts its own."""
    call, most = rng.choice(TARGETS)
    return _injected(call, f"signal=KILL:when={round(most ** rng.random())}")


def _injected(call: str, what: str) -> tuple[str, ...]:
    return ("-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{what}")


async def _until(done: Callable[[], bool], within: float = 20.0) -> None:
    end = time.monotonic() + within
    while not done():
        in_time(time.monotonic() < end, "nothing is acknowledged")
        await asyncio.sleep(0.02)


def return_of(tables: int, within: float) -> float:
    """Seconds from a kill until a move is acknowledged again, with so many games open."""
    with folder() as room:
        away = asyncio.run(_return_of(room, tables))
    in_time(away <= within, f"away for {away:.1f} s with {tables} open tables")
    return away


async def _return_of(room: Path, tables: int) -> float:
    victim = Victim(room / "data")
    journal = Journal(room / "journal")
    async with victim, Desk(victim.base, journal) as desk:
        for _ in range(tables):
            places, host = await desk.table("temple", 1)
            await desk.do(places[0].table, host, {"do": "begin"})
        victim.kill()
        killed = time.monotonic()
        await victim.restart()
        move = (await desk.view(places[0]))["moves"][0]
        await desk.do(places[0].table, places[0].secret, {"do": "move", "text": move})
        away = time.monotonic() - killed
    journal.sync()
    return away
