"""A client that knows the protocol and nothing else: no module of ours is used. It keeps a journal of
what it was promised, so that a test can hold the server to it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.ports import own_port

START = """
import sys
from pathlib import Path
import msgspec
from yupana.server.serve import Options, main
if __name__ == "__main__":
    given = msgspec.json.decode(sys.argv[1])
    sys.exit(main(msgspec.convert(given, Options, dec_hook=lambda kind, value: kind(value))))
"""

GENEROUS = {
    "burst": 5000,
    "per_second": 5000.0,
    "requests_burst": 5000,
    "requests_per_second": 5000.0,
    "tables_per_hour": 5000,
    "unstarted": 5000,
    "tries_per_minute": 5000,
}
"""Limits for clients that play faster than people do."""


def alive(pid: int) -> bool:
    """Whether the process runs: not gone, and not dead and unburied."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Server:
    """A real server process on a port of its own."""

    def __init__(self, data: Path, **options: Any) -> None:
        self.port = own_port()
        self.base = f"http://127.0.0.1:{self.port}"
        limits = httpx.Limits(keepalive_expiry=2)  # before the server hangs up
        self.http = httpx.Client(base_url=self.base, verify=False, timeout=20, limits=limits)
        self.options = {"limits": GENEROUS, **options}
        self.data = data
        self.script = data / "start.py"
        data.mkdir(parents=True, exist_ok=True)
        self.script.write_text(START)
        self.log = data / "server.log"
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        options = {
            "port": self.port,
            "data": str(self.data),
            "quiet": True,
            **self.options,
        }
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, str(self.script), json.dumps(options)], stdout=out, stderr=out
            )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                if self.http.get("/healthz").status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        self.process.kill()
        self.process.wait()
        raise AssertionError(self.log.read_text())

    def workers(self) -> list[int]:
        """The processes that this one has started."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                found.append(int(stat.parent.name))
        return found

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(15)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.http.close()

    def post(self, path: str, body: Any, secret: str | None = None, **headers: str) -> Any:
        self.http.cookies.clear()
        if secret is not None:
            headers["authorization"] = f"Bearer {secret}"
        return self.http.post(path, json=body, headers=headers)

    def get(self, path: str, secret: str | None = None, **headers: str) -> Any:
        if secret is not None:
            headers["authorization"] = f"Bearer {secret}"
        return self.http.get(path, headers=headers)


class Player:
    """One seat played over a socket by somebody who comes back whenever the line breaks."""

    def __init__(self, base: str, table: str, *held: str) -> None:
        self.url = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/ws"
        self.headers = {"authorization": f"Bearer {' '.join(held)}"}
        self.view: dict[str, Any] = {}
        self.pending: dict[str, dict[str, Any]] = {}
        """Commands without an answer: sent again, with the same id, after each break."""
        self.acked: dict[str, int] = {}
        self.refused: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.heads: list[int] = []
        self.connections = 0
        self._socket: ClientConnection | None = None

    async def play(self, choose: Callable[[Player], Awaitable[None] | None]) -> None:
        """Until the game is over; `choose` is called after every message."""
        while self.view.get("phase") != "over":
            try:
                async with connect(self.url, additional_headers=self.headers) as self._socket:
                    self.connections += 1
                    await self._say({"t": "hello", "pending": list(self.pending)})
                    greeted = False
                    async for text in self._socket:
                        assert isinstance(text, str)
                        self._hear(text)
                        if not greeted and json.loads(text)["t"] == "view":
                            greeted = True
                            for message in list(self.pending.values()):
                                await self._say(message)
                        said = choose(self)
                        if said is not None:
                            await said
                        if self.view.get("phase") == "over" and not self.pending:
                            return
            except (ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(random.uniform(0.05, 0.2))

    def _hear(self, text: str) -> None:
        self.frames.append(text)
        message = json.loads(text)
        match message["t"]:
            case "view":
                self.view = message
                self.heads.append(message["head"])
            case "tick":
                self.view |= {"head": message["head"], "pending": message["pending"]}
            case "ack":
                self.pending.pop(message["cid"], None)
                self.acked[message["cid"]] = message["seq"]
            case "no":
                self.pending.pop(message["cid"], None)
                self.refused.append(message)

    async def _say(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def command(self, command: dict[str, Any], **more: Any) -> None:
        cid = secrets.token_hex(16)
        self.pending[cid] = {"t": "cmd", "cid": cid, "cmd": command, **more}
        await self._say(self.pending[cid])

    @property
    def to_move(self) -> bool:
        """Whether it is this seat's turn, its last move is shown and nothing is on the way."""
        view = self.view
        if view.get("phase") != "playing" or self.pending or not view["moves"]:
            return False
        caught_up = self.heads[-1] >= max(self.acked.values(), default=0)
        return view["mine"][0] in view["pending"] and caught_up

    async def any_move(self, rng: random.Random) -> None:
        """A move by chance, if there is one to make."""
        if self.to_move:
            at = {"rev": self.view["rev"][0]}
            await self.command({"do": "move", "text": rng.choice(self.view["moves"])}, at=at)
