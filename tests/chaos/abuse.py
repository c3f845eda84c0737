"""G10: one abusive client does not disturb other tables.

Innocent people sit at tables of their own and say something now and then; how long each answer takes is noted.
Meanwhile one abuser after the other does its worst, from an address of its own, against a server with the
limits that it has by default. Afterwards every word of the innocent is in the log, once.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from tests.chaos import abusers_frames, abusers_requests, raw
from tests.chaos.checker import read_sqlite
from tests.chaos.frames import check_log
from tests.chaos.raw import Line, Refused, frame, memory
from tests.chaos.servers import ROOT, Victim
from tests.chaos.verdict import Ask, Broken, Verdict, folder, hold

PROMISE = "One abusive client cannot degrade other tables."

MARGIN = 0.020
"""Seconds by which 99 answers of 100 may take longer than twice as long as without abusers."""
MOST_GROWTH = 100.0
"""Megabytes."""
UNANSWERED = 45.0
"""Seconds after which the pings of the protocol have run out of patience."""
CLOSED_WITHIN = 5.0
"""Seconds in which somebody who floods is shown out."""


class Size(Struct, frozen=True):
    """How much of everything."""

    tables: int
    seats: int
    pause: float
    seconds: float
    """Of each abuser."""
    half_open: int
    slow: int
    unread: int
    openings: int
    flood: int
    """Messages a second."""
    patience: float
    """Seconds after which a connection that leads to nothing has to be closed."""


SHORT = Size(
    tables=3,
    seats=2,
    pause=0.3,
    seconds=1.0,
    half_open=60,
    slow=20,
    unread=4,
    openings=80,
    flood=400,
    patience=8.0,
)
WHOLE = Size(
    tables=50,
    seats=4,
    pause=1.0,
    seconds=20.0,
    half_open=1000,
    slow=200,
    unread=64,
    openings=1000,
    flood=5000,
    patience=40.0,
)
QUICK = {"request": 1.0, "requests_coming": 30}
"""Limits that run out within a short run."""


async def call(
    line: Line, method: str, path: str, body: Any = None, secret: str | None = None
) -> Any:
    """A request that has to go well."""
    answer = await line.ask(method, path, body, secret)
    hold(answer.status < 300, "an innocent request was refused:", method, path, answer)
    return answer.json()


# The innocent


class Innocent:
    """Somebody who says a word now and then and waits for the answer."""

    def __init__(self, port: int, table: str, secret: str, address: str, rng: Random) -> None:
        self.port, self.table, self.secret, self.address, self.rng = (
            port,
            table,
            secret,
            address,
            rng,
        )
        self.took: list[float] = []
        self.acked: dict[str, int] = {}
        self.answer = asyncio.Event()

    async def open(self) -> None:
        line = Line(self.port, self.address)
        self.line = await (await line.open()).become_socket(
            f"/api/tables/{self.table}/ws", self.secret
        )
        self.line.send(frame(b'{"t":"hello"}'))

    async def live(self, pause: float) -> None:
        """Speaks and waits for the answer, for ever."""
        hearing = asyncio.create_task(self._hear())
        try:
            while not hearing.done():
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)
                cid = f"{self.rng.getrandbits(128):032x}"
                cmd = {"t": "cmd", "cid": cid, "cmd": {"do": "say", "phrase": "wow"}}
                self.answer.clear()
                start = time.perf_counter()
                self.line.send(frame(json.dumps(cmd).encode()))
                await self.answer.wait()
                self.took.append(time.perf_counter() - start)
            hearing.result()
        finally:
            hearing.cancel()

    async def _hear(self) -> None:
        try:
            while True:
                self._heard(await self.line.told())
        finally:
            self.answer.set()

    def _heard(self, told: dict[str, Any] | int) -> None:
        hold(isinstance(told, dict), "an innocent was shown out:", told)
        assert isinstance(told, dict)
        hold(told["t"] not in ("no", "bye"), "an innocent was refused:", told)
        if told["t"] == "ack":
            hold(told["cid"] not in self.acked, "answered twice:", told)
            self.acked[told["cid"]] = told["seq"]
            self.answer.set()


async def seat_them(port: int, size: Size, rng: Random) -> list[Innocent]:
    found = []
    for number in range(size.tables):
        address = f"127.0.1.{1 + number % 50}"
        line = await Line(port, address).open()
        table = await call(line, "POST", "/api/tables", {"game": "temple", "seats": size.seats})
        path = f"/api/tables/{table['table']}"
        for seat in range(size.seats):
            new = await call(line, "POST", f"{path}/sit", {"seat": seat})
            found.append(Innocent(port, table["table"], new["secret"], address, rng))
        begin = {"t": "cmd", "cid": f"{rng.getrandbits(128):032x}", "cmd": {"do": "begin"}}
        await call(line, "POST", f"{path}/do", begin, table["host"])
        line.close()
    for each in found:
        await each.open()
    return found


# The abusers


class Abuser:
    """Has a table of its own and an address of its own; counts how it was treated."""

    def __init__(self, port: int, size: Size, number: int, rng: Random, timed: bool) -> None:
        self.port, self.size, self.rng, self.timed = port, size, rng, timed
        self.address = f"127.0.2.{1 + number}"
        self.seen: Counter[str] = Counter()
        self.slowest = 0.0

    def line(self) -> Line:
        return Line(self.port, self.address)

    async def settle(self) -> None:
        line = await self.line().open()
        table = await call(line, "POST", "/api/tables", {"game": "valley", "seats": 4})
        self.path = f"/api/tables/{table['table']}"
        self.host, self.watch = table["host"], table["spectator"]
        self.seat = (await call(line, "POST", f"{self.path}/sit", {}))["secret"]
        begin = {
            "t": "cmd",
            "cid": f"{self.rng.getrandbits(128):032x}",
            "cmd": {"do": "begin", "bot": "uniform"},
        }
        await call(line, "POST", f"{self.path}/do", begin, self.host)
        line.close()

    async def socket(self) -> Line | None:
        line = self.line()
        try:
            await (await line.open()).become_socket(f"{self.path}/ws", self.seat)
        except (Refused, OSError, asyncio.IncompleteReadError) as error:
            self.seen[f"refused {getattr(error, 'status', 'connection')}"] += 1
            line.close()
            await asyncio.sleep(0.05)
            return None
        return line

    async def until_closed(self, line: Line) -> int:
        """Reads on until the socket is closed; the code."""
        try:
            while isinstance(told := await line.told(), dict):
                self.seen[str(told.get("code", told["t"]))] += 1
        except (OSError, asyncio.IncompleteReadError):
            told = 1006
        line.close()
        self.seen[f"closed {told}"] += 1
        assert isinstance(told, int)
        return told

    async def floods(self) -> None:
        """Messages as fast as they go, on one socket after the other."""
        ping = frame(b'{"t":"ping"}') * 20
        end = time.perf_counter() + self.size.seconds
        while time.perf_counter() < end:
            line = await self.socket()
            if line is None:
                continue
            line.send(frame(b'{"t":"hello"}'))
            closed = asyncio.create_task(self.until_closed(line))
            start = time.perf_counter()
            while not closed.done() and time.perf_counter() < end:
                line.send(ping)
                self.seen["sent"] += 20
                await asyncio.sleep(20 / self.size.flood)
            await closed
            self.slowest = max(self.slowest, time.perf_counter() - start)
        hold(self.seen["closed 1008"], "who floods is not shown out:", self.seen)
        if self.timed:
            hold(self.slowest < CLOSED_WITHIN, "who floods stays for", self.slowest)

    async def throws_garbage(self) -> None:
        """Frames of 16 KiB and more that mean nothing."""
        end = time.perf_counter() + self.size.seconds
        while time.perf_counter() < end:
            line = await self.socket()
            if line is None:
                continue
            large = self.rng.random() < 0.3
            data = self.rng.randbytes(17_000 if large else 16_000)
            line.send(frame(data, 2) * 30)
            self.seen["sent"] += 30
            code = await self.until_closed(line)
            hold(code in (1008, 1009, 1006), "garbage was answered by", code)
        hold(
            self.seen["closed 1008"] + self.seen["closed 1009"], "nobody minds garbage:", self.seen
        )

    async def reads_nothing(self) -> None:
        """Sockets that ask for the table again and again, and never look at it. Whoever does not
        even answer the pings of the protocol is given up; a short run is over before that."""
        lines = [line for line in [await self.socket() for _ in range(self.size.unread)] if line]
        for line in lines:
            line.writer.transport.pause_reading()  # type: ignore[attr-defined]
        end = time.perf_counter() + (UNANSWERED if self.size.seconds > 5 else self.size.seconds)
        while time.perf_counter() < end:
            for line in lines:
                line.send(frame(b'{"t":"hello"}') * 2)
                self.seen["sent"] += 2
            await asyncio.sleep(0.5)
        for line in lines:
            if self.size.seconds > 5:
                line.writer.transport.resume_reading()  # type: ignore[attr-defined]
                await self.until_closed(line)
            line.close()

    async def opens_halfway(self) -> None:
        """Connections on which hardly anything is said."""
        lines = []
        for number in range(self.size.half_open):
            line = await self.line().open()
            line.send((b"", b"G", b"GET /api/games HTTP/1.1\r\nhost: a\r\n")[number % 3])
            lines.append(line)
        self.seen["half open"] = len(lines)
        try:
            async with asyncio.timeout(self.size.patience):
                for line in lines:
                    with suppress(ConnectionResetError):
                        hold(await line.reader.read(1) == b"", "half a request was answered")
                    self.seen["closed"] += 1
                    line.close()
        except TimeoutError:
            hold(False, "connections half open are kept:", len(lines) - self.seen["closed"])

    async def says_it_slowly(self) -> None:
        """The request for a socket, a letter at a time; and a body that never ends."""
        lines = [await self.line().open() for _ in range(self.size.slow)]
        asked = lines[0].upgrade(f"{self.path}/ws", self.seat)
        body = b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n"
        for line in lines[::2]:
            line.send(body)
        start = time.perf_counter()
        for at in range(len(asked) - 1):
            for number, line in enumerate(lines):
                if not line.writer.is_closing():
                    line.send(b" " if number % 2 == 0 else asked[at : at + 1])
            await asyncio.sleep(0.1)
            if all(line.reader.at_eof() or line.writer.is_closing() for line in lines):
                break
        for line in lines:
            gone = (
                line.reader.at_eof()
                or line.writer.is_closing()
                or line.reader.exception() is not None
            )
            hold(gone, "who is slow is waited for:", time.perf_counter() - start)
            self.seen["closed"] += 1
            line.close()

    async def opens_tables(self) -> None:
        """One table after the other, which nobody will play at."""
        line = await self.line().open()
        for _ in range(self.size.openings):
            answer = await line.ask("POST", "/api/tables", {"game": "temple", "seats": 100})
            self.seen[str(answer.status)] += 1
        hold(set(self.seen) == {"201", "429"}, "tables without end:", self.seen)
        line.close()

    async def lets_bots_think(self) -> None:
        """A large table of bots, each of which has a lot to think about."""
        line = await self.line().open()
        table = await call(line, "POST", "/api/tables", {"game": "valley", "seats": 100})
        begin = {"t": "cmd", "cid": f"{self.rng.getrandbits(128):032x}", "cmd": {"do": "begin"}}
        await call(line, "POST", f"/api/tables/{table['table']}/do", begin, table["host"])
        await asyncio.sleep(self.size.seconds)
        line.close()
        self.seen["bots"] = 100


ABUSES: dict[str, Callable[[Abuser], Awaitable[None]]] = {
    "a flood of messages": Abuser.floods,
    "garbage": Abuser.throws_garbage,
    "sockets that read nothing": Abuser.reads_nothing,
    "connections half open": Abuser.opens_halfway,
    "requests a letter at a time": Abuser.says_it_slowly,
    "tables for nobody": Abuser.opens_tables,
    "bots that think": Abuser.lets_bots_think,
    **abusers_frames.ABUSES,
    **abusers_requests.REQUESTS,
}


# All of it


async def _elsewhere(
    port: int, name: str, number: int, seed: int, size: Size, timed: bool
) -> dict[str, int]:
    """Lets the abuser do it in a process of its own, so that the innocent do not wait for it here; and
    after everybody else, since it would be on another machine. What it saw."""
    given = [
        str(port),
        name,
        str(number),
        str(seed),
        json.dumps(msgspec.to_builtins(size)),
        str(timed),
    ]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.chaos.abuse", *given, cwd=ROOT, stdout=subprocess.PIPE
    )
    said, _ = await process.communicate()
    last = said.decode().strip().rpartition("\n")[2]
    hold(process.returncode == 0, name, "-", last)
    found: dict[str, int] = json.loads(last)
    return found


def main(port: str, name: str, number: str, seed: str, size: str, timed: str) -> int:
    """One abuser; prints what it saw, or what was wrong."""
    os.nice(10)
    given = msgspec.json.decode(size, type=Size)
    abuser = Abuser(int(port), given, int(number), Random(int(seed)), timed == "True")

    async def abuse() -> None:
        await abuser.settle()
        await ABUSES[name](abuser)

    try:
        raw.run(abuse())
    except Broken as broken:
        print(str(broken).replace("\n", " "))
        return 1
    print(json.dumps(abuser.seen))
    return 0


def worst(took: list[float]) -> float:
    """What 99 of 100 stay below."""
    return sorted(took)[int(len(took) * 0.99)] if took else 0.0


async def _abuse(server: Victim, size: Size, rng: Random, timed: bool) -> dict[str, Any]:
    innocents = await seat_them(server.port, size, rng)
    lives = [asyncio.create_task(each.live(size.pause)) for each in innocents]

    def drained() -> list[float]:
        for life in lives:
            if life.done():
                life.result()
        found = [second for each in innocents for second in each.took]
        for each in innocents:
            each.took.clear()
        return found

    await asyncio.sleep(size.seconds)
    usual = worst(drained())
    allowed = 2 * usual + MARGIN
    figures: dict[str, Any] = {"innocent": len(innocents), "usual p99 ms": usual * 1000}
    held, slowest = memory(server.process.pid), 0.0
    for number, name in enumerate(ABUSES):
        drained()
        seen = await _elsewhere(server.port, name, number, rng.randrange(10**6), size, timed)
        newcomer = await Line(server.port, "127.0.3.1").open()
        await call(newcomer, "GET", "/api/games")
        newcomer.close()
        took = drained()
        hold(took, "nobody innocent was answered during", name)
        slowest = max(slowest, worst(took))
        if timed:
            hold(worst(took) <= allowed, name, "made the innocent wait:", worst(took), usual)
        grown = memory(server.process.pid) - held
        hold(grown < MOST_GROWTH, name, "made the server grow by", grown)
        told = ", ".join(f"{what} {count:,}" for what, count in sorted(seen.items()))
        print(f"{name}: p99 {worst(took) * 1000:.0f} ms, {grown:+.0f} MB; {told}", flush=True)
    figures |= {"worst p99 ms": slowest * 1000, "grown by MB": memory(server.process.pid) - held}
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    figures["answers"] = sum(len(each.acked) for each in innocents)
    _all_there(server, innocents)
    return figures


def _all_there(server: Victim, innocents: list[Innocent]) -> None:
    """Every answer that the innocent got stands in the log, where it said."""
    logs = read_sqlite(server.data / "yupana.db")
    for each in innocents:
        seqs = {entry.cid: entry.seq for entry in logs[each.table].entries}
        lost = [cid for cid, seq in each.acked.items() if seqs.get(cid) != seq]
        hold(not lost, "lost words of the innocent:", lost)


def run(ask: Ask) -> Verdict:
    whole = ask.size >= 1
    size = WHOLE if ask.size > 0 else SHORT
    with (
        folder() as data,
        Victim(data, defect=ask.defect, limits={} if ask.size else QUICK) as server,
    ):
        found = raw.run(_abuse(server, size, Random(ask.seed), timed=whole))
        check_log(server)
    return Verdict(
        guarantee="G10",
        figures={
            "abusers": len(ABUSES),
            "innocent people": found["innocent"],
            "answers to them": found["answers"],
            "lost": 0,
            "usual p99 ms": float(found["usual p99 ms"]),
            "worst p99 ms": float(found["worst p99 ms"]),
            "memory grown by MB": float(found["grown by MB"]),
        },
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
