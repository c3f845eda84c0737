"""What the scenarios ask of a server, ours or another's: a process, tables, and guests who talk to it."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import httpx
from msgspec import Struct

from benchmarks.load.line import Line
from benchmarks.load.machine import cpu_seconds, memory


class Table(Struct, frozen=True):
    name: str
    game: str
    secrets: tuple[str, ...]
    """Of each seat."""
    watch: str = ""
    """The secret of those who only watch, where there is one."""


class Guest:
    """Somebody at a table: what was sent, acknowledged and shown, and when.

    A state of the game has a number that grows: the round, or the moves made. A move is known by the number
    of the state it was made in; `shown` is the number of the latest state that has reached the guest.
    """

    __slots__ = ("acked", "last", "line", "seat", "sent", "shown", "told", "took")

    def __init__(self, seat: int | None, told: Callable[[Guest], None]) -> None:
        self.seat = seat
        self.told = told
        """Called when a later state was shown."""
        self.line: Line
        self.sent: dict[int, float] = {}
        """Moves that wait for their acknowledgement, and when they were sent."""
        self.acked: list[int] = []
        self.took: list[float] = []
        """Seconds from each move to its acknowledgement."""
        self.shown = -1
        self.last = b""
        """The message that showed it."""

    def say(self, number: int, message: bytes, due: float | None = None) -> None:
        """Makes a move; it counts from when it was due, even if it could only be made later."""
        self.sent[number] = time.perf_counter() if due is None else due
        self.line.say(message)

    def ack(self, number: int) -> None:
        self.took.append(time.perf_counter() - self.sent.pop(number))
        self.acked.append(number)

    def show(self, number: int, message: bytes) -> None:
        if number > self.shown:
            self.shown, self.last = number, message
            self.told(self)


class House(ABC):
    """A server process on a port of its own, on this machine."""

    name: str
    ready = "/"
    """A path that answers once it serves."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        self.process: subprocess.Popen[bytes]

    @abstractmethod
    def command(self) -> Sequence[str]:
        """What starts it."""

    @abstractmethod
    def open(self, game: str, seats: int) -> Table:
        """A table at which everybody sits and may move."""

    @abstractmethod
    async def sit(self, table: Table, seat: int | None, told: Callable[[Guest], None]) -> Guest:
        """A guest with an open line to the table who will be shown the state; seat None watches."""

    @abstractmethod
    def move(self, table: Table, seat: int, number: int, cell: int) -> bytes:
        """The message by which a seat marks a cell in the state of this number."""

    @abstractmethod
    def facts(self, message: bytes) -> dict[str, Any]:
        """The game as the message that showed it has it."""

    def __enter__(self) -> Self:
        with (self.folder / "server.log").open("ab") as out:
            self.process = subprocess.Popen(list(self.command()), stdout=out, stderr=out)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                self.http.get(self.ready)
                return self
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "server.log").read_text())

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.http.close()

    def cpu(self) -> float:
        return cpu_seconds(self.process.pid)

    def memory(self) -> int:
        return memory(self.process.pid)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        answer = self.http.post(path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()


async def until(ready: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits for something that guests bring about."""
    async with asyncio.timeout(seconds):
        while not ready():
            await asyncio.sleep(0.005)
