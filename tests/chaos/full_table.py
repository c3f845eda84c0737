"""G15: one table of a hundred seats at which everybody moves within the same second, round after round."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.chaos.capacity import OPENED_WITHIN, ROOMY, percentile
from tests.chaos.load_worker import Worker
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time

PROMISE = "A hundred people at one table who all move within a second are answered at once."

ACKED_WITHIN = 250.0
"""Milliseconds for 99 answers of 100."""
SECONDS = 900


def run(ask: Ask) -> Verdict:
    with folder() as room:
        return asyncio.run(_run(room, ask))


async def _run(room: Path, ask: Ask) -> Verdict:
    seats, seconds = ask.many(30, 100), ask.many(5, SECONDS)
    victim = Victim(room / "data", defect=ask.defect, limits=ROOMY)
    async with victim:
        task = {"port": victim.port, "address": "127.0.0.2", "game": "temple", "seats": seats}
        more = {"tables": 1, "rate": seats, "seconds": seconds, "spread": False, "seed": ask.seed}
        async with Worker(kind="moves", **task, **more) as mover:
            await mover.told(OPENED_WITHIN)
            await mover.go_on()
            told = await mover.told(seconds + 120)
        await asyncio.to_thread(victim.stop)
    took: list[float] = told["took"]
    hold(len(took) == told["made"], "moves without an answer:", told["made"] - len(took))
    hold(not told["strange"], "the server said:", *told["strange"][:2])
    p99 = percentile(took, 99)
    if ask.size == 1:
        in_time(p99 <= ACKED_WITHIN, f"acknowledged after {p99:.0f} ms")
    figures: dict[str, Figure] = {
        "seats": seats,
        "moves acknowledged": len(took),
        "games": told["tables"],
        "ack p50 ms": percentile(took, 50),
        "ack p99 ms": p99,
    }
    return Verdict(guarantee="G15", figures=figures)
