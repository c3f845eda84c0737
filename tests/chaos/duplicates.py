"""G9: every command is delivered once to five times, over lines that break and a server that is killed.

Moves, and phrases, which have no precondition that could save the day. However often a command arrives, on
whichever connection and after whichever restart: the log has it once, and every answer is the same one.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.chaos.checker import Counts, check, judged, read_journals, read_sqlite
from tests.chaos.clients import Journal, Manner
from tests.chaos.crowd import Crowd
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Verdict, folder

PROMISE = "A command takes effect once, whatever the network repeats."

MOST_COPIES = 5
RESTARTS_EVERY = 2.5
"""Seconds, more or less."""
MANNER = Manner(copies=MOST_COPIES, says=0.5, resend_after=0.5)
SEASON = 4000
"""Commands in one store."""


def run(ask: Ask) -> Verdict:
    left, seed = ask.many(400, 50_000), ask.seed
    total: Counter[str] = Counter()
    while left > 0:
        with folder() as room:
            some = min(left, SEASON)
            found = asyncio.run(_season(room, some, Random(seed), ask.defect))
        total.update(found)
        left -= found["commands"]
        seed += 1000
    return Verdict(guarantee="G9", figures=total)


async def _season(room: Path, commands: int, rng: Random, defect: str | None) -> dict[str, int]:
    victim = Victim(room / "data", defect=defect)
    journal = Journal(room / "journal")
    restarts = 0
    async with (
        victim,
        Crowd(victim.base, journal, rng, tables=6, seats=4, manner=MANNER) as crowd,
    ):
        restart_at = time.monotonic() + RESTARTS_EVERY * rng.uniform(0.5, 1.5)
        while crowd.acked < commands or restarts < 2:
            await asyncio.sleep(rng.uniform(0.0, 0.1))
            crowd.check()
            playing = [player for player in crowd.players if not player.finished]
            if playing:
                rng.choice(playing).hang_up()
            if time.monotonic() > restart_at:
                victim.kill()
                await victim.restart()
                restarts += 1
                restart_at = time.monotonic() + RESTARTS_EVERY * rng.uniform(0.5, 1.5)
        await crowd.leave(30)
    journal.sync()
    counts, findings = check(read_sqlite(victim.data / "yupana.db"), read_journals([journal.path]))
    broken = judged("beside the log:", findings)
    return _figures(counts, journal, crowd, restarts) | {
        "in the log twice": broken["doubled"],
        "two answers": broken["two answers"],
    }


def _figures(counts: Counts, journal: Journal, crowd: Crowd, restarts: int) -> dict[str, int]:
    deliveries = sum(line["e"] == "sent" for line in read_journals([journal.path]))
    return {
        "commands": counts.acked,
        "deliveries": deliveries,
        "answers": counts.answers,
        "connections": sum(player.connections for player in crowd.players),
        "restarts": restarts,
    }
