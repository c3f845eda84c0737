"""G15: many sockets that only watch, and moves at a steady rate beside them: answer times and memory.

Sockets watch tables and ping as browsers do; meanwhile moves are made at tables of their own, evenly, whatever was answered by
then. The load comes from other processes. Measured are the memory of each idle socket, how long acknowledgements
take, and how the server's memory grows while it serves: the slope of the best straight line through the second half of the run.
"""

from __future__ import annotations

import asyncio
import math
import os
import resource
import statistics
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from benchmarks.load.machine import disk, memory
from msgspec import Struct

from tests.chaos.clients import Journal
from tests.chaos.crowd import Desk
from tests.chaos.load_worker import Worker
from tests.chaos.servers import FAST, Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time

PROMISE = "A server on two cores holds 10,000 idle sockets and 200 moves a second."

ROOMY = FAST | {"sockets_per_address": 100_000, "spectators": 10_000}
"""All of the load comes from a few addresses of one machine."""
SOCKETS_A_TABLE = 100
SOCKETS_A_WORKER = 5000
ACKED_WITHIN = 100.0
"""Milliseconds for 99 answers of 100, on a disk that flushes within 5 ms."""
MOST_MEMORY = 400.0
"""Megabytes with all sockets open."""
OPENED_WITHIN = 120.0


class Size(Struct, frozen=True):
    """How much of everything, and what is held."""

    sockets: int
    rate: float
    """Moves a second."""
    seconds: float
    most_socket: float
    """Kilobytes that an idle socket may take."""
    most_slope: float
    """Megabytes an hour by which the memory may grow; in a run of seconds it says little, and much is allowed."""
    churn: float = 0.0
    """Sockets a second that leave and come back."""


SHORT = Size(sockets=300, rate=20, seconds=5, most_socket=100, most_slope=12_000)
WHOLE = Size(sockets=10_000, rate=200, seconds=1800, most_socket=40, most_slope=60)
SOAK = Size(sockets=1000, rate=20, seconds=7200, most_socket=40, most_slope=1, churn=2)


def run(ask: Ask) -> Verdict:
    return measured(ask, part(WHOLE, ask.size) if ask.size else SHORT)


def part(whole: Size, size: float) -> Size:
    """So much of the sockets, the moves and the time; what is held stays as it is, but the slope of a short run."""
    if size == 1:
        return whole
    return Size(
        sockets=max(SHORT.sockets, round(whole.sockets * size)),
        rate=max(SHORT.rate, whole.rate * size),
        seconds=max(SHORT.seconds, whole.seconds * size),
        most_socket=SHORT.most_socket,
        most_slope=SHORT.most_slope,
        churn=whole.churn,
    )


def measured(ask: Ask, size: Size) -> Verdict:
    with folder() as room:
        return asyncio.run(_run(room, ask, size))


async def _run(room: Path, ask: Ask, size: Size) -> Verdict:
    flush = disk(room)
    victim = Victim(room / "data", defect=ask.defect, limits=ROOMY)
    hold_files(size.sockets)
    async with victim, AsyncExitStack() as stack:
        desk = await stack.enter_async_context(Desk(victim.base, Journal(room / "journal")))
        watched = await tables_to_watch(desk, math.ceil(size.sockets / SOCKETS_A_TABLE))
        mover = await stack.enter_async_context(
            Worker(
                kind="moves", port=victim.port, address="127.0.0.2", game="temple", seats=2,
                tables=max(4, math.ceil(size.rate / 2)), rate=size.rate, seconds=size.seconds,
                seed=ask.seed,
            )
        )  # fmt: skip
        await mover.told(OPENED_WITHIN)
        before = memory(victim.process.pid)
        holders = []
        for number, count in enumerate(shares(size.sockets, SOCKETS_A_WORKER)):
            worker = Worker(
                kind="sockets", port=victim.port, address=f"127.0.0.{number + 3}", tables=watched,
                count=count, churn=size.churn * count / size.sockets, come_back=False,
            )  # fmt: skip
            holders.append((await stack.enter_async_context(worker), count))
        for holder, _ in holders:
            await holder.told(OPENED_WITHIN)
        await asyncio.sleep(1.0)  # what the arrivals set off is over
        full = memory(victim.process.pid)
        await mover.go_on()
        samples, told = await _sampled(victim.process.pid, mover, size.seconds)
        for holder, count in holders:
            await holder.go_on()
            found = await holder.told(30)
            hold(found["here"] >= count - size.churn * 5, "idle sockets were lost:", found)
            hold(not found.get("strange") and not found.get("refused"), "idle sockets:", found)
        await asyncio.to_thread(victim.stop)
    took: list[float] = told["took"]
    hold(len(took) == told["made"], "moves without an answer:", told["made"] - len(took))
    hold(not told["strange"], "the server said:", *told["strange"][:2])
    each = (full - before) / 1000 / size.sockets
    slope, p99 = slope_of(samples), percentile(took, 99)
    hold(each <= size.most_socket, f"an idle socket takes {each:.1f} kB")
    hold(slope <= size.most_slope, f"the memory grows by {slope:,.1f} MB an hour")
    if ask.size == 1:
        in_time(p99 <= ACKED_WITHIN or flush[1] > 0.005, f"acknowledged after {p99:.0f} ms")
        hold(full / 1e6 <= MOST_MEMORY, f"{full / 1e6:.0f} MB with all sockets open")
    figures: dict[str, Figure] = {
        "idle sockets": size.sockets,
        "kB each": round(each, 2),
        "MB with all of them": round(full / 1e6, 1),
        "moves a second": size.rate,
        "for seconds": size.seconds,
        "moves acknowledged": len(took),
        "games": told["tables"],
        "ack p50 ms": percentile(took, 50),
        "ack p99 ms": p99,
        "loader late p99 ms": percentile(told["late"], 99),
        "flush of the disk p50 ms": round(flush[0] * 1000, 2),
        "MB grown in the run": round((samples[-1][1] - samples[0][1]) / 1e6, 1),
        "slope of its second half, MB an hour": round(slope, 1),
    }
    return Verdict(guarantee="G15", figures=figures)


def hold_files(sockets: int) -> None:
    """The server needs a file for each socket; it inherits our limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < sockets + 1000:
        hold(hard >= sockets + 1000, f"only {hard} files may be open here, for {sockets} sockets")
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def tables_to_watch(desk: Desk, count: int) -> list[tuple[str, str]]:
    """Games that have begun and stand still, each with the secret of those who watch."""
    found = []
    for _ in range(count):
        opened = await desk.ask("POST", "/api/tables", {"game": "temple", "seats": 1})
        name = opened["table"]
        await desk.ask("POST", f"/api/tables/{name}/sit", {"seat": 0})
        await desk.do(name, opened["host"], {"do": "begin"})
        found.append((name, opened["spectator"]))
    return found


def shares(whole: int, most: int) -> list[int]:
    """The whole, divided evenly among as many workers as it takes; at least two where there is something to share.

    >>> shares(10_001, 5000)
    [3334, 3334, 3333]
    """
    parts = max(1, math.ceil(whole / most), min(2, whole, len(os.sched_getaffinity(0))))
    return [whole // parts + (number < whole % parts) for number in range(parts)]


async def _sampled(
    pid: int, mover: Worker, seconds: float
) -> tuple[list[tuple[float, int]], dict[str, Any]]:
    """The memory of the server, again and again until all moves are made; and what their maker tells."""
    start, samples = time.monotonic(), [(0.0, memory(pid))]
    telling = asyncio.create_task(mover.told(seconds + 120))
    while not telling.done():
        await asyncio.wait([telling], timeout=max(0.2, seconds / 1000))
        samples.append((time.monotonic() - start, memory(pid)))
    return samples, await telling


def slope_of(samples: list[tuple[float, int]]) -> float:
    """Megabytes an hour, by the best straight line through the second half.

    >>> slope_of([(float(second), 1000 * second) for second in range(100)])
    3.6
    """
    late = samples[len(samples) // 2 :]
    line = statistics.linear_regression([at for at, _ in late], [size for _, size in late])
    return round(line.slope * 3600 / 1e6, 3)


def percentile(ranked: list[float], percent: float) -> float:
    return ranked[max(0, math.ceil(len(ranked) * percent / 100) - 1)]
