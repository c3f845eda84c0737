"""G11: what several servers answer is what one server could have answered: their histories are linearizable.

Three servers share a PostgreSQL. At each table every seat is held by two devices, which ask any server, read, move at
once with each other, and send again at another server what they sent before. Meanwhile servers stand still or are
killed, and connections to the database are terminated. Everything that was asked and answered is written down with its
times by one clock; a checker that knows nothing of the server then says whether a single log can have answered so.
Every history is also changed on purpose, in several ways, to see that the checker notices.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
from msgspec.structs import replace

from tests.chaos.clients import LATER, Journal, Place
from tests.chaos.crowd import Desk
from tests.chaos.linearizability import STALE, Operation, Write, anomalies
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, together
from tests.server.postgres_server import PostgresServer, programs

PROMISE = "What several servers answer together, one server could have answered."

SERVERS = 3
AT_A_TIME = 5
"""Tables that are played side by side."""
DEVICES = 2
"""At each seat."""
TABLES = (("temple", 3), ("paititi", 2))
WAITS = 3.0
"""Seconds after which a device takes an answer for lost."""

Log = list[Write]
History = list[Operation]


def run(ask: Ask) -> Verdict:
    bin_ = programs()
    if bin_ is None:
        return Verdict(guarantee="G11", figures={}, left_out=("there is no PostgreSQL here",))
    database = PostgresServer(bin_, fsync=False)
    try:
        database.start()
        with folder() as room:
            return asyncio.run(Record(room, database, ask).run())
    finally:
        database.remove()


class Record:
    """Plays at many tables while servers fail, and has every table's history judged."""

    def __init__(self, room: Path, database: PostgresServer, ask: Ask) -> None:
        self._ask, self._rng = ask, Random(ask.seed)
        self._address, self._terminals = database.fresh_address(), database.address()
        self._journal = Journal(room / "journal")
        self._victims = [
            Victim(room / f"server-{number}", defect=ask.defect, store=self._address)
            for number in range(SERVERS)
        ]
        self._found: Counter[str] = Counter()

    async def run(self) -> Verdict:
        async with AsyncExitStack() as stack:
            for victim in self._victims:
                await stack.enter_async_context(victim)
            bases = [victim.base for victim in self._victims]
            clients = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=WAITS))
                for base in bases
            ]
            desk = await stack.enter_async_context(Desk(bases, self._journal))
            numbers = iter(range(self._ask.many(6, 200)))
            async with self._faults():
                await together(*(self._play_some(numbers, desk, clients) for _ in range(AT_A_TIME)))
        return self._verdict()

    def _verdict(self) -> Verdict:
        found = self._found
        names = ("histories", "operations", "reads", "acks", "acks of repeats", "refusals")
        figures: dict[str, Figure] = {"servers": SERVERS, **{name: found[name] for name in names}}
        figures |= {name: found[name] for name in ("unanswered", *FAULTS)}
        figures["not linearizable"] = found["not linearizable"]
        figures["anomalies planted"] = found["planted"]
        figures["missed"] = found["missed"]
        return Verdict(guarantee="G11", figures=figures)

    async def _play_some(
        self, numbers: Iterator[int], desk: Desk, clients: list[httpx.AsyncClient]
    ) -> None:
        for number in numbers:
            game, seats = TABLES[number % len(TABLES)]
            places, host = await desk.table(game, seats)
            await desk.do(places[0].table, host, {"do": "begin"})
            rng = Random(self._rng.random())
            devices = [Device(place, clients, Random(rng.random())) for place in places * DEVICES]
            await together(*(each.play(self._ask.many(6, 15)) for each in devices))
            history = [operation for each in devices for operation in each.history]
            self._judge(await asyncio.to_thread(self._log, places[0].table), history)

    def _judge(self, log: Log, history: History) -> None:
        found = self._found
        wrong = anomalies(log, history)
        found["not linearizable"] += bool(wrong)
        hold(not wrong, "not linearizable:", *wrong[:2])
        found.update(histories=1, operations=len(history))
        sent = Counter(each.cid for each in history if each.did == "acked")
        found["reads"] += sum(each.did == "read" for each in history)
        found["acks"] += len(sent)
        found["acks of repeats"] += sum(sent.values()) - len(sent)
        found["refusals"] += sum(each.did == "stale" for each in history)
        found["unanswered"] += sum(each.did == "unknown" for each in history)
        for name, plant in PLANTED.items():
            planted = plant(log, history)
            if planted is not None:
                found["planted"] += 1
                found[f"planted: {name}"] += 1
                missed = not anomalies(*planted)
                found["missed"] += missed
                hold(not missed, "the checker misses:", name)

    def _log(self, table: str) -> Log:
        with closing(psycopg.connect(self._address)) as connection:
            sql = "SELECT seq, cid, kind, body FROM entries WHERE table_id = %s ORDER BY seq"
            rows = connection.execute(sql, (table,)).fetchall()
        hold([seq for seq, *_ in rows] == [*range(1, len(rows) + 1)], "gaps in the log of", table)
        return [
            Write(cid, json.loads(bytes(body))["seat"] if kind == "did" else None)
            for _, cid, kind, body in rows
        ]

    # What goes wrong

    @asynccontextmanager
    async def _faults(self) -> Any:
        task = asyncio.create_task(self._go_wrong())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _go_wrong(self) -> None:
        works = dict(zip(FAULTS, (self._pause, self._terminate, self._kill), strict=True))
        while True:
            for name, work in works.items():
                await asyncio.sleep(self._rng.uniform(0.2, 1.0))
                await work()
                self._found[name] += 1

    async def _pause(self) -> None:
        victim = self._rng.choice(self._victims)
        victim.pause()
        try:
            await asyncio.sleep(self._rng.choice((0.1, 0.5, 2.0)))
        finally:
            victim.go_on()

    async def _terminate(self) -> None:
        def terminate() -> None:
            with closing(psycopg.connect(self._terminals, autocommit=True)) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE application_name = 'yupana' AND random() < 0.5"
                )

        await asyncio.to_thread(terminate)

    async def _kill(self) -> None:
        victim = self._rng.choice(self._victims)
        victim.kill()
        await victim.restart()


FAULTS = ("servers stopped", "connections terminated", "servers killed")


class Device:
    """One of those who hold a seat: asks any server, one question after another."""

    def __init__(self, place: Place, clients: list[httpx.AsyncClient], rng: Random) -> None:
        assert place.seat is not None
        self.history: History = []
        self._path, self._seat = f"/api/tables/{place.table}", place.seat
        self._headers = {"authorization": f"Bearer {place.secret}"}
        self._clients, self._rng = clients, rng
        self._sent: list[tuple[str, int | None, dict[str, Any]]] = []

    async def play(self, often: int) -> None:
        """Reads and then moves, speaks, or repeats something; so often, or until the game is over."""
        for _ in range(often):
            view = await self._read()
            if view is None:
                continue
            if view["phase"] != "playing":
                return
            chance = self._rng.random()
            if self._sent and chance < 0.25:
                await self._send(*self._rng.choice(self._sent))
            elif self._seat in view["pending"] and view["moves"] and chance < 0.85:
                rev = view["rev"][0]
                move = {"do": "move", "text": self._rng.choice(view["moves"])}
                await self._new({"cmd": move, "at": {"rev": rev}}, rev)
            else:
                await self._new({"cmd": {"do": "say", "phrase": "wow"}}, None)

    async def _read(self) -> dict[str, Any] | None:
        server, asked = self._rng.randrange(SERVERS), time.monotonic()
        view = await self._ask(server, "GET", self._path)
        if view is None or "head" not in view:
            return None
        told = {"rev": view["rev"][0], "head": view["head"]}
        self._write(server, asked, "read", **told)
        return view

    async def _new(self, command: dict[str, Any], rev: int | None) -> None:
        self._sent.append((f"{self._rng.getrandbits(128):032x}", rev, command))
        await self._send(*self._sent[-1])

    async def _send(self, cid: str, rev: int | None, command: dict[str, Any]) -> None:
        server, asked = self._rng.randrange(SERVERS), time.monotonic()
        body = {"t": "cmd", "cid": cid, **command}
        told = await self._ask(server, "POST", f"{self._path}/do", body)
        if told is None or told.get("code") in LATER:
            unknown = Operation(
                asked=asked, did="unknown", server=server, seat=self._seat, rev=rev, cid=cid
            )
            self.history.append(unknown)
        elif told.get("t") == "ack":
            self._write(server, asked, "acked", rev=rev, head=told["seq"], cid=cid)
        else:
            hold(told.get("code") == STALE and rev is not None, "a false refusal:", told)
            self._write(server, asked, "stale", rev=rev, cid=cid)

    def _write(self, server: int, asked: float, did: Any, **facts: Any) -> None:
        self.history.append(
            Operation(
                asked=asked,
                answered=time.monotonic(),
                did=did,
                server=server,
                seat=self._seat,
                **facts,
            )
        )

    async def _ask(
        self, server: int, method: str, path: str, body: Any = None
    ) -> dict[str, Any] | None:
        """The answer; None if none came, or not from the server itself."""
        try:
            answer = await self._clients[server].request(
                method, path, json=body, headers=self._headers
            )
            found: dict[str, Any] = answer.json()
        except (httpx.HTTPError, ValueError):
            return None
        return found


# Anomalies that are planted into a recorded history: the log and the history, changed; None where there is no place for it


def _stale_read(log: Log, history: History) -> tuple[Log, History] | None:
    """A read shows the log as it was before something that had been told earlier."""
    for number, each in enumerate(history):
        told = [o.head for o in history if o.did == "acked" and o.answered < each.asked]
        if each.did == "read" and told:
            head = max(told) - 1
            rev = sum(write.moved == each.seat for write in log[:head])
            return log, _with(history, number, replace(each, head=head, rev=rev))
    return None


def _lost_write(log: Log, history: History) -> tuple[Log, History] | None:
    """An acknowledged command is not in the log."""
    for each in history:
        if each.did == "acked":
            return [*log[: each.head - 1], Write(), *log[each.head :]], history
    return None


def _swapped_writes(log: Log, history: History) -> tuple[Log, History] | None:
    """Of two commands the one that was sent after the other's ack comes first."""
    acked = [each for each in history if each.did == "acked"]
    first_asked: dict[str | None, float] = {}
    for each in history:
        first_asked[each.cid] = min(each.asked, first_asked.get(each.cid, each.asked))
    for one in acked:
        for other in acked:
            if one.answered < first_asked[other.cid] and one.head < other.head:
                swapped = list(log)
                swapped[one.head - 1], swapped[other.head - 1] = (
                    log[other.head - 1],
                    log[one.head - 1],
                )
                places = {one.cid: other.head, other.cid: one.head}
                return swapped, [
                    replace(each, head=places[each.cid])
                    if each.did == "acked" and each.cid in places
                    else each
                    for each in history
                ]
    return None


def _false_refusal(log: Log, history: History) -> tuple[Log, History] | None:
    """A repeated command that had been acknowledged is refused."""
    done: set[str | None] = set()
    for number, each in sorted(enumerate(history), key=lambda pair: pair[1].asked):
        if each.did == "acked" and each.rev is not None:
            earlier = [o for o in history if o.cid == each.cid and o.answered < each.asked]
            if each.cid in done and any(o.did == "acked" for o in earlier):
                return log, _with(history, number, replace(each, did="stale"))
            done.add(each.cid)
    return None


def _other_place(log: Log, history: History) -> tuple[Log, History] | None:
    """An ack tells another entry than the command's own."""
    for number, each in enumerate(history):
        if each.did == "acked" and each.head < len(log):
            return log, _with(history, number, replace(each, head=each.head + 1))
    return None


def _foreseen(log: Log, history: History) -> tuple[Log, History] | None:
    """A read shows a command that was only sent after it."""
    for each in history:
        sent = min((o.asked for o in history if o.cid == each.cid), default=0.0)
        for number, read in enumerate(history):
            if each.did == "acked" and read.did == "read" and read.answered < sent:
                rev = sum(write.moved == read.seat for write in log[: each.head])
                return log, _with(history, number, replace(read, head=each.head, rev=rev))
    return None


def _with(history: History, number: int, other: Operation) -> History:
    return [*history[:number], other, *history[number + 1 :]]


PLANTED: dict[str, Callable[[Log, History], tuple[Log, History] | None]] = {
    "a stale read": _stale_read,
    "a lost write": _lost_write,
    "swapped writes": _swapped_writes,
    "a false refusal": _false_refusal,
    "another place": _other_place,
    "a read of what comes later": _foreseen,
}
