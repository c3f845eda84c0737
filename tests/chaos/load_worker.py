"""Load from processes of its own: one that holds many sockets open, or one that makes moves at a given rate.

One Python process cannot both load a server and judge it. An experiment starts workers with `Worker`, tells them to go on by
a line on their input, and reads what they counted, as JSON, from their output:

    python -m tests.chaos.load_worker '{"kind": "sockets", ...}'
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec
from benchmarks.load.line import Hear, Line, Refused
from msgspec import Struct

from tests.chaos.raw import Line as Http
from tests.chaos.servers import ROOT
from tests.chaos.verdict import hold, in_time

VIEW, TICK, ACK, PONG = b'{"t":"view"', b'{"t":"tick"', b'{"t":"ack"', b'{"t":"pong"'
CALLS_AT_ONCE = 50
"""Connections that are being opened."""


# In the process of the experiment


class Worker:
    """A process that makes load, from the side of the one who started it."""

    def __init__(self, **task: Any) -> None:
        self._task = task
        self._process: asyncio.subprocess.Process

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.chaos.load_worker", json.dumps(self._task),
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 26,
        )  # fmt: skip
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:  # fmt: skip
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()

    async def told(self, within: float) -> Any:
        """The next thing that it says."""
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), within)
        except TimeoutError:
            in_time(False, f"a worker says nothing for {within:.0f} s:", self._task["kind"])
        hold(line, "a worker has failed:", self._task["kind"])
        return json.loads(line)

    async def go_on(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"on\n")
        await self._process.stdin.drain()


# In the process of the worker


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


async def told_to_go_on() -> None:
    await asyncio.to_thread(sys.stdin.readline)


class Watched(Line):
    """A line that notices its own end."""

    def __init__(self, request: bytes, hear: Hear) -> None:
        super().__init__(request, hear)
        self.ended = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.ended.set()


async def connect(port: int, address: str, table: str, secret: str, hear: Hear) -> Watched:
    """A socket to a table, opened from one of the addresses of this machine."""
    request = (
        f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer {secret}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(
        lambda: Watched(request, hear), "127.0.0.1", port, local_addr=(address, 0)
    )
    await line.open
    line.say(b'{"t":"hello"}')
    return line


class Sockets(Struct):
    """Holds sockets that watch tables, and pings over them as a browser does."""

    port: int
    address: str
    tables: Sequence[tuple[str, str]]
    """Each with the secret of those who watch."""
    count: int
    ping_every: float = 20.0
    come_back: bool = False
    """Whether a socket that was lost is opened again."""
    churn: float = 0.0
    """Sockets a second that leave and come back."""


class Holder:
    def __init__(self, task: Sockets) -> None:
        self._task = task
        self._lines: list[Watched | None] = [None] * task.count
        self._shown = [False] * task.count
        self._turn = asyncio.Semaphore(CALLS_AT_ONCE)
        self.counts: Counter[str] = Counter()
        self.last_shown = 0.0
        """When the last socket that waited for it was shown its table, by the clock of all processes."""

    async def run(self) -> None:
        works = [asyncio.create_task(self._keep(number)) for number in range(self._task.count)]
        while not all(self._shown):
            await asyncio.sleep(0.02)
        say(ready=True)
        works += [asyncio.create_task(self._ping()), asyncio.create_task(self._leave())]
        await told_to_go_on()
        while self._task.come_back and not all(self._shown):
            await asyncio.sleep(0.02)
        here = sum(self._shown)
        say(here=here, last_shown=self.last_shown, **self.counts)
        for work in works:
            work.cancel()

    async def _keep(self, number: int) -> None:
        task, rng = self._task, random.Random(number)
        table, secret = task.tables[number % len(task.tables)]
        leaving = False

        def hear(line: Line, message: bytes) -> None:
            if message.startswith(VIEW):
                self._shown[number] = True
                self.last_shown = time.time()
            elif message.startswith(PONG):
                self.counts["pongs"] += 1
            elif not message.startswith((TICK, b'{"t":"welcome"', b'{"t":"bye"')):
                self.counts["strange"] += 1

        while True:
            try:
                async with self._turn:
                    line = await connect(task.port, task.address, table, secret, hear)
            except Refused:
                self.counts["refused"] += 1
            except OSError:
                self.counts["unreachable"] += 1
            else:
                self._lines[number] = line
                await line.ended.wait()
                self._shown[number] = False
                leaving = self._lines[number] is None
                self.counts["left" if leaving else "lost"] += 1
            if not (task.come_back or leaving):
                return
            await asyncio.sleep(rng.uniform(0.1, 1.0))

    async def _ping(self) -> None:
        at, carry = 0, 0.0
        while True:
            await asyncio.sleep(0.1)
            carry += self._task.count * 0.1 / self._task.ping_every
            while carry >= 1:
                carry -= 1
                at = (at + 1) % self._task.count
                line = self._lines[at]
                if line is not None and not line.closed and self._shown[at]:
                    self.counts["pings"] += 1
                    line.say(b'{"t":"ping","n":0}')

    async def _leave(self) -> None:
        rng = random.Random(0)
        while self._task.churn:
            await asyncio.sleep(1 / self._task.churn)
            at = rng.randrange(self._task.count)
            line = self._lines[at]
            if line is not None and self._shown[at]:
                self._lines[at] = None
                line.close()


class Moves(Struct):
    """Makes so many moves a second at tables of one game; as soon as a game is over another one begins."""

    port: int
    address: str
    game: str
    seats: int
    tables: int
    rate: float
    seconds: float
    spread: bool = True
    """Whether moves come at an even pace; otherwise all seats of a table move within each second."""
    seed: int = 1


class Seen(Struct):
    """What of a view a player needs who plays by chance."""

    head: int
    phase: str
    pending: tuple[int, ...]
    mine: tuple[int, ...]
    rev: tuple[int, ...]
    moves: tuple[str, ...]


class Acked(Struct):
    cid: str
    seq: int


class Seat:
    """A seat and what it waits for."""

    def __init__(self, table: Table, place: int) -> None:
        self._table, self._place = table, place
        self.line: Watched
        self.seen: Seen | None = None
        self.sent: tuple[str, float] | None = None
        self._last = 0

    def hear(self, line: Line, message: bytes) -> None:
        if message.startswith(VIEW):
            self.seen = msgspec.json.decode(message, type=Seen)
            if self.seen.phase == "over":
                self._table.over.set()
            self._look()
        elif message.startswith(ACK):
            ack = msgspec.json.decode(message, type=Acked)
            hold(self.sent is not None and ack.cid == self.sent[0], "an ack for another command")
            assert self.sent is not None
            self._table.mover.took.append(time.perf_counter() - self.sent[1])
            self._table.mover.waiting -= 1
            self.sent, self._last = None, ack.seq
            self._look()
        elif not message.startswith((TICK, PONG, b'{"t":"welcome"')):
            self._table.mover.strange.append(message[:300].decode())

    def _look(self) -> None:
        """Ready once the last move is both acknowledged and shown, and it is this seat's turn."""
        seen = self.seen
        ready = (
            seen is not None
            and self.sent is None
            and seen.head >= self._last
            and seen.phase == "playing"
            and self._place in seen.pending
        )
        if ready:
            self._table.mover.ready[self] = None
        else:
            self._table.mover.ready.pop(self, None)

    def move(self, number: int, rng: random.Random) -> None:
        seen = self.seen
        assert seen is not None
        cid = f"move-{self._table.number}-{self._place}-{number:08}"
        self.sent = (cid, time.perf_counter())
        self._table.mover.waiting += 1
        self._table.mover.ready.pop(self, None)
        command = {"do": "move", "text": seen.moves[rng.randrange(len(seen.moves))]}
        message = {"t": "cmd", "cid": cid, "cmd": command, "at": {"rev": seen.rev[0]}}
        self.line.say(msgspec.json.encode(message))


class Table:
    """One game after the other."""

    def __init__(self, mover: Mover, number: int) -> None:
        self.mover, self.number = mover, number
        self.over = asyncio.Event()
        self.seats: list[Seat] = []

    async def open(self) -> None:
        task = self.mover.task
        http = await Http(task.port, task.address).open()
        made = (
            await http.ask("POST", "/api/tables", {"game": task.game, "seats": task.seats})
        ).json()
        name, host = made["table"], made["host"]
        for place in range(task.seats):
            sat = await http.ask("POST", f"/api/tables/{name}/sit", {"seat": place})
            seat = Seat(self, place)
            seat.line = await connect(
                task.port, task.address, name, sat.json()["secret"], seat.hear
            )
            self.seats.append(seat)
        begin = {"t": "cmd", "cid": f"begin-{self.number:08}", "cmd": {"do": "begin"}}
        answer = await http.ask("POST", f"/api/tables/{name}/do", begin, host)
        hold(answer.status == 200, "a game does not begin:", answer.body[:300])
        http.close()

    async def play(self) -> None:
        while True:
            self.over.clear()
            self.seats.clear()
            await self.open()
            self.mover.opened += 1
            await self.over.wait()
            while any(seat.sent for seat in self.seats):
                await asyncio.sleep(0.01)
            for seat in self.seats:
                self.mover.ready.pop(seat, None)
                seat.line.close()


class Mover:
    def __init__(self, task: Moves) -> None:
        self.task = task
        self.ready: dict[Seat, None] = {}
        """Seats that may move, in the order in which they came to it."""
        self.took: list[float] = []
        """Seconds from each move to its acknowledgement."""
        self.strange: list[str] = []
        self.waiting = 0
        """Moves without an answer."""
        self.opened = 0
        self._late: deque[float] = deque()
        self._rng = random.Random(task.seed)

    async def run(self) -> None:
        tables = [Table(self, number) for number in range(self.task.tables)]
        works = [asyncio.create_task(table.play()) for table in tables]
        while len(self.ready) < self.task.tables:
            self._check(works)
            await asyncio.sleep(0.02)
        say(ready=True)
        await told_to_go_on()
        made = await (self._evenly(works) if self.task.spread else self._by_seconds(works))
        await asyncio.sleep(1.0)
        say(
            made=made,
            took=sorted(round(each * 1000, 2) for each in self.took),
            late=sorted(round(each * 1000, 2) for each in self._late),
            tables=self.opened,
            strange=self.strange[:5],
        )
        for work in works:
            work.cancel()

    def _check(self, works: list[asyncio.Task[None]]) -> None:
        for work in works:
            if work.done():
                work.result()

    async def _evenly(self, works: list[asyncio.Task[None]]) -> int:
        """Each move is due at its time, whatever was answered by then."""
        task, start, made = self.task, time.perf_counter(), 0
        while (due := made / task.rate) < task.seconds:
            if (wait := start + due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            while not self.ready:
                self._check(works)
                await asyncio.sleep(0.002)
            self._late.append(time.perf_counter() - start - due)
            next(iter(self.ready)).move(made, self._rng)
            made += 1
        return made

    async def _by_seconds(self, works: list[asyncio.Task[None]]) -> int:
        """All who may move do so within a second, then everybody sees the next round."""
        end, made = time.perf_counter() + self.task.seconds, 0
        while time.perf_counter() < end:
            movers = await self._settled(works)
            self._rng.shuffle(movers)
            start = time.perf_counter()
            for at, seat in enumerate(movers):
                if (wait := start + at / len(movers) - time.perf_counter()) > 0:
                    await asyncio.sleep(wait)
                if seat in self.ready:
                    seat.move(made, self._rng)
                    made += 1
        return made

    async def _settled(self, works: list[asyncio.Task[None]]) -> list[Seat]:
        """All who may move, once nobody waits for an answer and no more of them appear."""
        before = -1
        while len(self.ready) != before or not before or self.waiting:
            before = len(self.ready)
            self._check(works)
            await asyncio.sleep(0.05)
        return list(self.ready)


TASKS: dict[str, Any] = {"sockets": (Sockets, Holder), "moves": (Moves, Mover)}


def main(task: str) -> int:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    facts = json.loads(task)
    form, kind = TASKS[facts.pop("kind")]
    asyncio.run(kind(msgspec.convert(facts, form)).run())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
