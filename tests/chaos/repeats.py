"""G9: a command that is in the log is never refused, at whichever server it is repeated.

Two servers share a PostgreSQL. Two moves of a game, mostly of different seats, are made at one of them and repeated at the
other at once, the last one first and before any hint can have come: to that server it is not that seat's turn yet. Each must be
acknowledged there with the same place in the log. The same id with another command, or from another seat, is refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Verdict, folder, hold
from tests.server.postgres_server import PostgresServer, programs

PROMISE = "A refusal is as true as an acknowledgement, at any server."


def run(ask: Ask) -> Verdict:
    bin_ = programs()
    if bin_ is None:
        return Verdict(guarantee="G9", figures={}, left_out=("there is no PostgreSQL here",))
    database = PostgresServer(bin_, fsync=False)
    try:
        database.start()
        with folder() as room:
            return asyncio.run(_run(ask, room, database.fresh_address()))
    finally:
        database.remove()


async def _run(ask: Ask, room: Path, address: str) -> Verdict:
    found: Counter[str] = Counter()
    servers = [Victim(room / name, defect=ask.defect, store=address) for name in "ab"]
    async with AsyncExitStack() as stack:
        clients = []
        for server in servers:
            await stack.enter_async_context(server)
            client = httpx.AsyncClient(base_url=server.base, timeout=30)
            clients.append(await stack.enter_async_context(client))
        many, rng = ask.many(60, 10_000), Random(ask.seed)
        while found["commands"] < many:
            await Repeats(clients, rng, found).play(many)
    return Verdict(
        guarantee="G9",
        figures={
            "servers": 2,
            "commands repeated at the other server": found["commands"],
            "refused there though they are in the log": found["refused"],
            "ids of others tried": found["strange"],
            "acknowledged": found["taken"],
        },
    )


class Repeats:
    """A game of two whose moves are all told to both servers."""

    def __init__(self, clients: list[httpx.AsyncClient], rng: Random, found: Counter[str]) -> None:
        self.clients, self.rng, self.found = clients, rng, found
        self.path = ""
        self.made = 0
        self.secrets: list[str] = []

    async def play(self, many: int) -> None:
        wish = {"game": "paititi", "seats": 2}
        made = (await self.clients[0].post("/api/tables", json=wish)).json()
        self.path = f"/api/tables/{made['table']}"
        for _ in range(2):
            seated = (await self.clients[0].post(f"{self.path}/sit", json={})).json()
            self.secrets.append(seated["secret"])
        await self._do(0, made["host"], "begin-this-game", {"do": "begin"})
        for _ in range(300):
            here, there = self.rng.sample((0, 1), 2)
            made = [each for each in (await self._move(here), await self._move(here)) if each]
            for each in reversed(made):
                await self._repeat(there, *each)
            if not made or self.found["commands"] >= many:
                return

    async def _move(self, server: int) -> tuple[int, str, dict[str, Any], int] | None:
        """Any legal move: its seat, id and text, and its place in the log; None if the game is over."""
        for seat, secret in enumerate(self.secrets):
            headers = {"authorization": f"Bearer {secret}"}
            view = (await self.clients[server].get(self.path, headers=headers)).json()
            if view["phase"] != "over" and seat in view["pending"] and view["moves"]:
                self.made += 1
                move = {"do": "move", "text": self.rng.choice(view["moves"])}
                told = await self._do(server, secret, f"move-{self.made:06}", move)
                hold(told["t"] == "ack", "a legal move was refused:", told)
                return seat, f"move-{self.made:06}", move, told["seq"]
        return None

    async def _repeat(
        self, there: int, seat: int, cid: str, move: dict[str, Any], seq: int
    ) -> None:
        again = await self._do(there, self.secrets[seat], cid, move)
        same = (again["t"], again.get("seq")) == ("ack", seq)
        self.found["refused"] += not same
        hold(same, "in the log and refused at the other server:", again)
        self.found["commands"] += 1
        if self.rng.random() < 0.1:
            other = {"do": "say", "phrase": "wow"}
            for secret, command in ((self.secrets[seat], other), (self.secrets[1 - seat], move)):
                no = await self._do(there, secret, cid, command)
                self.found["taken"] += no["t"] == "ack"
                hold(no.get("code") == "table.id-used", "somebody else's id was taken:", no)
                self.found["strange"] += 1

    async def _do(self, server: int, secret: str, cid: str, command: Any) -> dict[str, Any]:
        body = {"t": "cmd", "cid": cid, "cmd": command}
        headers = {"authorization": f"Bearer {secret}"}
        address, client = f"{self.path}/do", self.clients[server]
        try:
            answer = await client.post(address, json=body, headers=headers)
        except (
            httpx.ReadError
        ):  # the server ended a connection that had been idle: a client sends it again
            answer = await client.post(address, json=body, headers=headers)
        told: dict[str, Any] = answer.json()
        return told
