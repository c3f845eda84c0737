"""How the cost grows: of a broadcast with the seats of a table, of loading a table with its log.

Each cost is the median of several, in processor time but where sockets are in play; the exponent is that of the power of the size which fits the points best:
1 grows as the size does, 2 with its square.
"""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from benchmarks.load.games import CELLS, Cell, register
from benchmarks.load.ours import Ours
from benchmarks.load.scenarios import BOARD, full_table
from yupana.core.game import Event
from yupana.core.play import random_playout
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.hub import Hub
from yupana.server.live import Live
from yupana.server.log import Did, New
from yupana.server.policy import Actor
from yupana.server.reading import read_table
from yupana.server.reception import Opening
from yupana.server.requests import Client, Command, Join, SitDown
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append, Committed

SEATS = (10, 30, 100, 300)
EVENTS = (100, 1_000, 10_000)


class Curve(Struct, frozen=True):
    """A cost in milliseconds at each size."""

    what: str
    sizes: tuple[int, ...]
    ms: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """The slope of the best straight line through the points, both scales logarithmic."""
        if len(self.sizes) < 2:
            return math.nan
        xs, ys = [math.log(size) for size in self.sizes], [math.log(each) for each in self.ms]
        return round(statistics.linear_regression(xs, ys).slope, 2)


# Broadcasts


async def in_memory(folder: Path, game: str, seats: Sequence[int], times: int = 15) -> Curve:
    """A whole view for every seat, worked out and encoded, nothing sent."""
    register()
    found = []
    for count in seats:
        store = SqliteStore(folder / f"{game}-{count}.db")
        hub = Hub(store, thinkers=Thinkers(), most_unstarted=1000)
        live = await _full(hub, game, count)
        took = []
        for _ in range(times):
            live.table.sight.forget()  # as after a move: nothing is known from the last time
            start = time.process_time()
            await live._broadcast(None)
            took.append(time.process_time() - start)
        found.append(statistics.median(took))
        await hub.stop()
        store.close()
    return _curve(f"{game}, worked out", seats, found)


async def _full(hub: Hub, game: str, seats: int) -> Live:
    """A table in its first round, with a client for each seat."""
    made = await hub.reception.open(Opening(game, seats))
    live = await hub.live(made.row.id)
    loop = asyncio.get_running_loop()
    sat = []
    for seat in range(seats):
        sat.append(loop.create_future())
        live.put(SitDown(seat, f"{seat:032x}", f"sit-{seat:08}", f"Guest {seat}", sat[-1]))
    await asyncio.gather(*sat)
    begun: asyncio.Future[object] = loop.create_future()
    begin = wire.Cmd("begin-the-game", wire.Begin())
    live.put(Command(Actor(host=True), begin, begun.set_result, time.perf_counter()))
    assert isinstance(await begun, wire.Ack)
    clients = [Client(Actor(frozenset({seat}))) for seat in range(seats)]
    for client in clients:
        live.put(Join(client, ()))
    for client in clients:
        await client.outbox.next()
    return live


async def over_sockets(folder: Path, seats: Sequence[int], rounds: int = 15) -> Curve:
    """From the last of all moves, made at once, until the last client has its view."""
    with Ours(folder) as house:
        found = []
        for count in seats:
            result = await full_table(house, seats=count, rounds=rounds)
            found.append(result.last.p50 / 1000)
    return _curve("marks, over sockets", seats, found)


# Loading


async def loading(folder: Path, events: Sequence[int], times: int = 5) -> Curve:
    """Reading a log of tic-tac-toe, checking its hashes and playing it through, as after a restart."""
    register()
    found = []
    for count in events:

        def moves(live: Live, count: int = count) -> list[Event[Any]]:
            return [Event(number % 2, Cell(BOARD[number % CELLS])) for number in range(count)]

        took, _ = await _load(folder / f"log-{count}.db", "tictactoe", 2, moves, times)
        found.append(took)
    return _curve("tic-tac-toe for two", events, found)


async def loading_games(folder: Path, seats: Sequence[int], times: int = 3) -> Curve:
    """The same of whole games of temple: the larger the table, the longer its log."""
    sizes, found = [], []

    def moves(live: Live) -> list[Event[Any]]:
        return random_playout(live.table.game, random.Random(1), live.table.state)[1]

    for count in seats:
        took, size = await _load(folder / f"temple-{count}.db", "temple", count, moves, times)
        found.append(took)
        sizes.append(size)
    return _curve(f"temple, whole games of {', '.join(map(str, seats))} seats", sizes, found)


async def _load(
    path: Path, game: str, seats: int, moves: Callable[[Live], list[Event[Any]]], times: int
) -> tuple[float, int]:
    """Seconds to load a table after these moves, and how many events it has had."""
    store = SqliteStore(path)
    hub = Hub(store, thinkers=Thinkers(), most_unstarted=1000)
    live = await _full(hub, game, seats)
    name, head, made = live.name, live.head, moves(live)
    events = len(live.table.events) + len(made)
    await hub.stop()
    for at in range(0, len(made), 500):
        some = made[at : at + 500]
        news = tuple([New(Did.of(event.seat, event.move), 0) for event in some])
        [result] = store.append([Append(name, head, news)])
        assert isinstance(result, Committed)
        head += len(news)
    took = []
    for _ in range(times):
        start = time.process_time()
        read = read_table(store, name, 0, lambda: 0)
        took.append(time.process_time() - start)
        assert len(read.table.events) == events
    store.close()
    return statistics.median(took), events


def _curve(what: str, sizes: Sequence[int], seconds: Sequence[float]) -> Curve:
    return Curve(what, tuple(sizes), tuple([round(each * 1000, 3) for each in seconds]))
