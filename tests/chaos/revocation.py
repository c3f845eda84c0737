"""G7: a revoked secret gets nothing any more, whatever of it waited where when it was revoked.

Two servers share a PostgreSQL. Somebody holds a seat by many sockets at both of them, some of which have said hello and
some have not, and has requests under way whose bodies come slowly: commands, and wishes for a new link. In the middle of it
the seat moves to another device. Then everything that waited goes on. The database tells when the secret ended; nothing
that was heard afterwards may be newer than that.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.chaos.servers import FAST, Victim
from tests.chaos.verdict import Ask, Verdict, folder, hold
from tests.server.postgres_server import PostgresServer, programs

PROMISE = "A revoked secret gets no ack, no new secret and no later view, at any server."

ROOMY = FAST | {"sockets_per_seat": 5000, "hello": 60.0, "request": 60.0}
LISTENS = 3.0
"""Seconds that a thief goes on listening after the last word."""


def run(ask: Ask) -> Verdict:
    bin_ = programs()
    if bin_ is None:
        return Verdict(guarantee="G7", figures={}, left_out=("there is no PostgreSQL here",))
    database = PostgresServer(bin_, fsync=ask.size > 0)
    try:
        database.start()
        with folder() as room:
            return asyncio.run(_run(ask, room, database.fresh_address()))
    finally:
        database.remove()


async def _run(ask: Ask, room: Path, address: str) -> Verdict:
    here, there = (
        Victim(room / name, defect=ask.defect, store=address, limits=ROOMY) for name in "ab"
    )
    found: Counter[str] = Counter()
    async with here, there:
        for number in range(ask.many(2, 20)):
            race = Race(here.base, there.base, address, number)
            await race.run(ask.many(12, 1000), ask.many(6, 60))
            found.update(race.found)
    return Verdict(
        guarantee="G7",
        figures={
            "servers": 2,
            "revocations": found["revocations"],
            "sockets waiting": found["sockets"],
            "slow bodies": found["bodies"],
            "messages heard": found["messages"],
            "acks after it": found["acks after"],
            "views at or beyond it": found["views after"],
            "new secrets after it": found["secrets after"],
        },
    )


class Race:
    """One seat, everything that its old secret has under way, and the moment at which it ends."""

    def __init__(self, here: str, there: str, address: str, number: int) -> None:
        self.bases, self.address, self.number = (here, there), address, number
        self.found: Counter[str] = Counter()
        self.heard: list[dict[str, Any]] = []
        self.table = self.secret = ""

    async def run(self, sockets: int, bodies: int) -> None:
        resume = await self._seat()
        waiting = [await self._socket(number) for number in range(sockets)]
        slow = [await self._slow_request(number) for number in range(bodies)]
        listening = [asyncio.create_task(self._listen(socket)) for socket in waiting]
        async with httpx.AsyncClient(base_url=self.bases[0], timeout=30) as http:
            moves = asyncio.create_task(
                http.post(f"/api/tables/{self.table}/resume", json={"code": resume})
            )
            early = [self._speak(socket, n) for n, socket in enumerate(waiting) if n % 2]
            await asyncio.gather(*early)
            answer = await moves
            hold(answer.status_code == 201, "the seat could not move:", answer.text)
        late = [self._speak(socket, n) for n, socket in enumerate(waiting) if not n % 2]
        answers = await asyncio.gather(*(self._finish(*each) for each in slow), *late)
        await asyncio.sleep(LISTENS)
        for task in listening:
            task.cancel()
        self._judge([each for each in answers if isinstance(each, bytes)])
        for socket in waiting:
            with suppress(Exception):
                await asyncio.wait_for(socket.close(), 1)
        self.found.update(revocations=1, sockets=sockets, bodies=bodies)

    async def _seat(self) -> str:
        async with httpx.AsyncClient(base_url=self.bases[0], timeout=30) as http:
            made = (await http.post("/api/tables", json={"game": "temple", "seats": 2})).json()
            self.table = made["table"]
            path = f"/api/tables/{self.table}"
            seats = [(await http.post(f"{path}/sit", json={})).json() for _ in range(2)]
            begin = {"t": "cmd", "cid": "begin-this-game", "cmd": {"do": "begin"}}
            host = {"authorization": f"Bearer {made['host']}"}
            await http.post(f"{path}/do", json=begin, headers=host)
        self.secret = seats[0]["secret"]
        resume: str = seats[0]["resume"]
        return resume

    async def _socket(self, number: int) -> ClientConnection:
        """Every third one has said hello before; the others wait."""
        base = self.bases[number % 2].replace("http", "ws", 1)
        headers = {"authorization": f"Bearer {self.secret}"}
        socket = await connect(
            f"{base}/api/tables/{self.table}/ws", additional_headers=headers, ping_interval=None
        )
        if number % 3 == 0:
            await socket.send('{"t":"hello"}')
        return socket

    async def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                self.heard.append(json.loads(text))

    async def _speak(self, socket: ClientConnection, number: int) -> None:
        say = {"do": "say", "phrase": "wow"}
        with suppress(ConnectionClosed, InvalidStatus):
            await socket.send('{"t":"hello"}')
            cmd = {"t": "cmd", "cid": f"thief-{self.number:03}-{number:05}", "cmd": say}
            await socket.send(json.dumps(cmd))

    async def _slow_request(
        self, number: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """A request of which all but the end of its body is there."""
        base = httpx.URL(self.bases[number % 2])
        reader, writer = await asyncio.open_connection(base.host, base.port)
        if number % 3 == 2:
            path, body = "links", json.dumps({"role": "seat", "seat": 0}).encode()
        else:
            say = {"do": "say", "phrase": "wow"}
            cmd = {"t": "cmd", "cid": f"slow-{self.number:03}-{number:05}", "cmd": say}
            path, body = "do", json.dumps(cmd).encode()
        head = (
            f"POST /api/tables/{self.table}/{path} HTTP/1.1\r\nhost: {base.host}:{base.port}\r\n"
            f"authorization: Bearer {self.secret}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        writer.write(head.encode() + body[:-4])
        await writer.drain()
        return reader, writer, body[-4:]

    async def _finish(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rest: bytes
    ) -> bytes:
        try:
            writer.write(rest)
            await writer.drain()
            return await asyncio.wait_for(reader.read(), 30)
        except ConnectionError:
            return b""
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def _judge(self, answers: list[bytes]) -> None:
        with psycopg.connect(self.address) as database:
            sql = "SELECT seq, kind, cid FROM entries WHERE table_id = %s ORDER BY seq"
            log = database.execute(sql, (self.table,)).fetchall()
        ended = [seq for seq, kind, _ in log if kind == "keyed"]
        hold(len(ended) > 0, "the log does not say that the secret ended")
        first = ended[0]
        self.found["secrets after"] += len(ended) - 1 + sum(b" 201 " in each for each in answers)
        stolen = [
            cid for seq, _, cid in log if cid and seq > first and cid[:5] in ("thief", "slow-")
        ]
        self.found["acks after"] += len(stolen)
        for message in self.heard:
            self.found["messages"] += 1
            if message["t"] == "ack" and message["seq"] > first:
                self.found["acks after"] += 1
            if message["t"] in ("view", "tick") and message["head"] >= first:
                self.found["views after"] += 1
        for what in ("secrets after", "acks after", "views after"):
            hold(not self.found[what], "a revoked secret still opens:", what, self.found[what])
