"""The server under test: a real process that can be started with a defect, traced, stopped and killed.

`strace` makes system calls of the server fail, or kills it at one. It follows from outside (`-D`): the process
that was started is the server itself, so that its signals and its exit code are its own.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from tests.chaos.verdict import hold, in_time
from tests.server.client import GENEROUS, Server

ROOT = Path(__file__).parents[2]
STARTS_WITHIN = 20.0
FAST = GENEROUS | {"burst": 100_000, "per_second": 100_000.0, "sockets_per_address": 5000,
                   "requests_burst": 100_000, "requests_per_second": 100_000.0,
                   "tables_per_hour": 100_000, "unstarted": 100_000}  # fmt: skip
"""Limits that stand in nobody's way: they are put to the test elsewhere."""


class Victim(Server):
    """A server process; unlike its parent class it can be waited for without blocking a loop."""

    def __init__(
        self, data: Path, *, defect: str | None = None, trace: Sequence[str] = (), **options: Any
    ) -> None:
        super().__init__(data, **{"limits": FAST, **options})
        self.defect = defect
        self.trace = tuple(trace)
        """Arguments of strace from the first instruction on; none: it runs free."""
        self._tracer: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        options = {"port": self.port, "data": str(self.data), "quiet": True, **self.options}
        program = ["-m", "tests.chaos.broken", self.defect] if self.defect else [str(self.script)]
        traced = ["strace", "-D", "-f", "-qq", *self.trace, "--"] if self.trace else []
        ends_with_us = ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []
        return [*ends_with_us, *traced, sys.executable, *program, json.dumps(options)]

    def launch(self) -> None:
        """Starts the process and waits for nothing."""
        self.untrace()
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(self.command(), stdout=out, stderr=out, cwd=ROOT)

    async def __aenter__(self) -> Self:
        await self.restart()
        return self

    async def __aexit__(self, *error: object) -> None:
        self.__exit__(*error)

    def start(self) -> None:
        """For those without a loop; with one: `async with victim`."""
        self.launch()
        asyncio.run(self.ready())

    @property
    def answers(self) -> bool:
        """Whether it takes connections: it does so only once it has opened its store."""
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    async def ready(self) -> float:
        """Waits until it answers; the seconds that took. Broken if it never does, or ends although
        nobody tampers with it."""
        start = time.monotonic()
        while not self.answers:
            if self.process.poll() is not None:
                hold(self.trace, "the server did not start:", self.last_words())
                break
            in_time(time.monotonic() < start + STARTS_WITHIN, "the server does not get ready")
            await asyncio.sleep(0.01)
        return time.monotonic() - start

    async def restart(self) -> float:
        """Starts it again after it ended."""
        self.launch()
        return await self.ready()

    async def tamper(self, *trace: str) -> None:
        """Traces the running process from now on, with these arguments of strace."""
        self._tracer = subprocess.Popen(
            ["strace", "-f", "-qq", *trace, "-p", str(self.process.pid)], stderr=subprocess.DEVNULL
        )
        status = Path(f"/proc/{self.process.pid}/status")
        while (
            None is self.process.poll() is self._tracer.poll()
            and "TracerPid:\t0\n" in status.read_text()
        ):
            await asyncio.sleep(0.005)

    async def ended(self, within: float) -> int | None:
        """Its exit code, or None if it still runs after so many seconds."""
        end = time.monotonic() + within
        while self.process.poll() is None and time.monotonic() < end:
            await asyncio.sleep(0.01)
        return self.process.returncode

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self.untrace()

    def untrace(self) -> None:
        """The tracer ends with what it traces."""
        if self._tracer is not None:
            self._tracer.wait(5)
            self._tracer = None

    def pause(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-500:] if self.log.exists() else ""


@functools.cache
def no_strace() -> str | None:
    """Why system calls cannot be tampered with here; None if they can."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    with subprocess.Popen([sys.executable, "-c", "import os; input(); os.getcwd()"],
                          stdin=subprocess.PIPE, stderr=subprocess.PIPE) as tried:  # fmt: skip
        tracer = subprocess.Popen(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=getcwd:error=EIO", "-p",
             str(tried.pid)], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        status = Path(f"/proc/{tried.pid}/status")
        while tracer.poll() is None and "TracerPid:\t0\n" in status.read_text():
            time.sleep(0.01)
        _, said = tried.communicate(b"\n")
        tracer.wait()
    return None if b"Input/output error" in said else "strace may not trace here"
