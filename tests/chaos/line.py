"""A bad line: a man in the middle between one client and the server, who does whatever networks do.

It takes the client's WebSocket, opens one of its own to the server, and passes the messages on: or not, later,
twice, in another order. Half open, it keeps the sockets and passes nothing, for good: no line of that time ever
comes to life again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Self

from msgspec import Struct, structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException

KINDS = (
    "cut",
    "lost up",
    "lost down",
    "late",
    "swapped",
    "doubled",
    "half open",
    "refused",
    "deaf",
)

FOREVER = 1e9


class Fault(Struct, frozen=True):
    """Something that is wrong with the line for a while."""

    kind: str
    start: float
    """Seconds from the beginning."""
    end: float


def plan(rng: Random, seconds: float) -> list[Fault]:
    """A few faults that overlap as they like; some last until the line is healed."""
    found = []
    for _ in range(rng.randint(1, 4)):
        start = rng.uniform(0, seconds)
        end = min(seconds, start + rng.choice((0.05, 0.3, 0.6, seconds)))
        found.append(Fault(rng.choice(KINDS), start, end))
    return found


class Line:
    """Listens on a port of its own in front of the server."""

    def __init__(self, base: str, rng: Random, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        self.passed = self.lost = 0
        self._server = base.replace("http", "ws", 1)
        self._rng = rng
        self._start = asyncio.get_running_loop().time()
        self._open: set[tuple[ServerConnection, ClientConnection]] = set()
        self._listener: Server
        self._cutter: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._listener = await serve(
            self._join, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=0.1
        )
        self._cutter = asyncio.create_task(self._cut())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:  # fmt: skip
        self._cutter.cancel()
        self.abort()
        self._listener.close()
        with suppress(asyncio.CancelledError):
            await self._cutter

    @property
    def base(self) -> str:
        port: int = next(iter(self._listener.sockets)).getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def wrong(self, kind: str) -> bool:
        now = self._now()
        return any(each.kind == kind and each.start <= now < each.end for each in self.faults)

    def begin(self, kind: str) -> None:
        """Something goes wrong now and stays so until `heal`."""
        self.faults = (*self.faults, Fault(kind, self._now(), FOREVER))
        if kind == "cut":
            self.abort()

    def heal(self) -> None:
        """From now on the line is as good as any; what is dead stays dead."""
        now = self._now()
        self.faults = tuple(structs.replace(each, end=min(each.end, now)) for each in self.faults)

    def _now(self) -> float:
        return asyncio.get_running_loop().time() - self._start

    def abort(self) -> None:
        for sides in list(self._open):
            for side in sides:
                side.transport.abort()

    async def _cut(self) -> None:
        for fault in sorted(self.faults, key=lambda each: each.start):
            if fault.kind == "cut":
                await asyncio.sleep(max(0.0, fault.start - self._now()))
                self.abort()

    async def _join(self, client: ServerConnection) -> None:
        """One connection from its first message to its last."""
        if self.wrong("refused"):
            client.transport.abort()
            return
        request = client.request
        assert request is not None
        try:
            async with connect(
                self._server + request.path,
                additional_headers={"authorization": request.headers["authorization"]},
                compression=None,
                proxy=None,
                ping_interval=None,
                close_timeout=0.1,
            ) as server:
                sides = (client, server)
                self._open.add(sides)
                try:
                    await self._relay(client, server)
                finally:
                    self._open.discard(sides)
        except (WebSocketException, OSError, TimeoutError):
            client.transport.abort()

    async def _relay(self, client: ServerConnection, server: ClientConnection) -> None:
        ways = {
            asyncio.create_task(self._pass(client, server, "up")),
            asyncio.create_task(self._pass(server, client, "down")),
        }
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            client.transport.abort()

    async def _pass(
        self,
        source: ServerConnection | ClientConnection,
        target: ServerConnection | ClientConnection,
        way: str,
    ) -> None:
        """Passes one way, in order but for what is swapped."""
        dead = False
        held: str | None = None
        async for message in source:
            assert isinstance(message, str)
            dead = dead or self.wrong("half open")
            deaf = way == "down" and self.wrong("deaf")
            if dead or deaf or (self.wrong(f"lost {way}") and self._rng.random() < 0.5):
                self.lost += 1
                continue
            if self.wrong("late"):
                await asyncio.sleep(self._rng.uniform(0, 0.3))
            if way == "up" and held is None and self.wrong("swapped"):
                held = message
                continue
            await target.send(message)
            self.passed += 1
            if way == "up" and self.wrong("doubled"):
                await target.send(message)
            if held is not None:
                await target.send(held)
                held = None
