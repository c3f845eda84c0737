"""G15: the server is killed while thousands of sockets are open, and all of them come back at once."""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.chaos.capacity import (
    OPENED_WITHIN,
    ROOMY,
    SOCKETS_A_TABLE,
    hold_files,
    shares,
    tables_to_watch,
)
from tests.chaos.clients import Journal
from tests.chaos.crowd import Desk
from tests.chaos.load_worker import Worker
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time

PROMISE = "When a server comes back, all who were connected are back within 30 seconds."

BACK_WITHIN = 30.0
SOCKETS_A_WORKER = 2500


def run(ask: Ask) -> Verdict:
    with folder() as room:
        return asyncio.run(_run(room, ask))


async def _run(room: Path, ask: Ask) -> Verdict:
    sockets, storms = ask.many(300, 5000), ask.many(1, 5)
    victim = Victim(room / "data", defect=ask.defect, limits=ROOMY)
    hold_files(sockets)
    slowest, refused = 0.0, 0
    async with victim, AsyncExitStack() as stack:
        desk = await stack.enter_async_context(Desk(victim.base, Journal(room / "journal")))
        watched = await tables_to_watch(desk, math.ceil(sockets / SOCKETS_A_TABLE))
        for _ in range(storms):
            back, no = await _storm(victim, watched, sockets)
            slowest, refused = max(slowest, back), refused + no
            in_time(back <= ask.within(BACK_WITHIN), f"all are back only after {back:.1f} s")
        hold(not refused, "sockets were refused when they came back:", refused)
        await asyncio.to_thread(victim.stop)
    figures: dict[str, Figure] = {
        "sockets": sockets,
        "kills": storms,
        "not back": 0,
        "refused": refused,
        "slowest until all are back, s": round(slowest, 2),
    }
    return Verdict(guarantee="G15", figures=figures)


async def _storm(victim: Victim, watched: list[tuple[str, str]], sockets: int) -> tuple[float, int]:
    """One kill; the seconds from the restart until the last socket is shown its table, and how many were refused."""
    async with AsyncExitStack() as stack:
        workers = []
        for number, count in enumerate(shares(sockets, SOCKETS_A_WORKER)):
            worker = Worker(
                kind="sockets", port=victim.port, address=f"127.0.0.{number + 3}", tables=watched,
                count=count, come_back=True,
            )  # fmt: skip
            workers.append((await stack.enter_async_context(worker), count))
        for each, _ in workers:
            await each.told(OPENED_WITHIN)
        victim.kill()
        start = time.time()
        await victim.restart()
        last, refused = start, 0
        for each, _ in workers:
            await each.go_on()
        for each, count in workers:
            told = await each.told(OPENED_WITHIN)
            hold(told["here"] == count, "sockets did not come back:", told)
            hold(told.get("lost", 0) >= count, "sockets did not notice the kill:", told)
            hold(not told.get("strange"), "sockets were told something else:", told)
            last, refused = max(last, told["last_shown"]), refused + told.get("refused", 0)
        return last - start, refused
