"""Abusers of WebSocket frames: each floods the server with frames that carry nothing, as fast as TCP takes them.

Each is a function of an `Abuser`, and `ABUSES` has the form of that in abuse.py. `python -m benchmarks.abuse` measures how
long innocent people wait beside each of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from typing import TYPE_CHECKING

from tests.chaos.raw import BINARY, PING, PONG, frame
from tests.chaos.verdict import hold

if TYPE_CHECKING:
    from tests.chaos.abuse import Abuser

AT_ONCE = 2000
"""Frames in one write."""
HELLO = frame(b'{"t":"hello"}')


async def _floods(abuser: Abuser, first: bytes, again: bytes, frames: int) -> None:
    """Sends something once and something else again and again, on one socket after the other."""
    end = time.perf_counter() + abuser.size.seconds
    while time.perf_counter() < end:
        line = await abuser.socket()
        if line is None:
            continue
        line.send(HELLO + first)
        closed = asyncio.create_task(abuser.until_closed(line))
        while not closed.done() and time.perf_counter() < end:
            line.send(again)
            abuser.seen["sent"] += frames
            with suppress(OSError):
                await asyncio.wait_for(line.writer.drain(), 1)
            await asyncio.sleep(0)
        if not closed.done():
            line.writer.transport.abort()
        await closed


async def endless_pings(abuser: Abuser) -> None:
    """Pings without end, each of which asks for a pong."""
    await _floods(abuser, b"", frame(b"", PING) * AT_ONCE, AT_ONCE)
    hold(abuser.seen["closed 1008"], "nobody minds pings:", abuser.seen)


async def endless_pongs(abuser: Abuser) -> None:
    """Pongs that nobody asked for."""
    await _floods(abuser, b"", frame(b"", PONG) * AT_ONCE, AT_ONCE)
    hold(abuser.seen["closed 1008"], "nobody minds pongs:", abuser.seen)


async def empty_fragments(abuser: Abuser) -> None:
    """One message in empty fragments that never end."""
    first = frame(b"", last=False)
    await _floods(abuser, first, frame(b"", 0, last=False) * AT_ONCE, AT_ONCE)
    hold(abuser.seen["closed 1008"], "nobody minds empty fragments:", abuser.seen)


async def garbage_of_16_kib(abuser: Abuser) -> None:
    """Binary messages as large as they may be, that mean nothing."""
    await _floods(abuser, b"", frame(abuser.rng.randbytes(16_384), BINARY) * 16, 16)
    hold(abuser.seen["closed 1008"], "nobody minds garbage:", abuser.seen)


async def a_byte_at_a_time(abuser: Abuser) -> None:
    """A message of 16 KiB on each of several sockets, every byte of it in a TCP segment of its own."""
    lines = [line for line in [await abuser.socket() for _ in range(8)] if line]
    sent = frame(b"[" * 16_384)
    end = time.perf_counter() + abuser.size.seconds
    for line in lines:
        line.send(HELLO)
    for at in cycle(range(len(sent))):
        if time.perf_counter() > end:
            break
        for line in lines:
            line.send(sent[at : at + 1])
        abuser.seen["sent"] += len(lines)
        await asyncio.sleep(0)
    for line in lines:
        line.close()


ABUSES: dict[str, Callable[[Abuser], Awaitable[None]]] = {
    "pings without end": endless_pings,
    "pongs without end": endless_pongs,
    "empty fragments": empty_fragments,
    "a byte at a time": a_byte_at_a_time,
    "frames of 16 KiB of garbage": garbage_of_16_kib,
}
