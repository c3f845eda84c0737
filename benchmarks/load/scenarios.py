"""The three loads, the same for every server: a full table, idle sockets, many tables at once.

Each tells what it found and fails if anything was lost. The loader is one process with one thread; what it
used of a processor is told, so that a reader can see that it was not what was measured.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter, deque

from msgspec import Struct

from benchmarks.load.games import CELLS
from benchmarks.load.house import Guest, House, Table, until
from benchmarks.load.machine import cpu_seconds, percentile


class Cost(Struct, frozen=True):
    """What the server used while the load ran."""

    seconds: float
    cpu: float
    """Processor seconds of the server, all its threads."""
    loader_cpu: float
    memory: int
    """Bytes in memory at the end."""


def total(costs: list[Cost]) -> Cost:
    """Of loads after each other."""
    return Cost(
        seconds=sum(cost.seconds for cost in costs),
        cpu=sum(cost.cpu for cost in costs),
        loader_cpu=sum(cost.loader_cpu for cost in costs),
        memory=max(cost.memory for cost in costs),
    )


class Meter:
    """Begins when it is made."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._start = time.perf_counter()
        self._cpu, self._own = house.cpu(), cpu_seconds(os.getpid())

    def read(self) -> Cost:
        return Cost(
            seconds=time.perf_counter() - self._start,
            cpu=self._house.cpu() - self._cpu,
            loader_cpu=cpu_seconds(os.getpid()) - self._own,
            memory=self._house.memory(),
        )


class Latency(Struct, frozen=True):
    """Milliseconds."""

    p50: float
    p99: float
    most: float

    @classmethod
    def of(cls, seconds: list[float]) -> Latency:
        found = [percentile(seconds, percent) * 1000 for percent in (50, 99, 100)]
        return cls(*[round(each, 2) for each in found])


class FullTable(Struct, frozen=True):
    seats: int
    rounds: int
    spread: float
    """Seconds over which the seats of a round submit."""
    moves: int
    ack: Latency
    """From a seat's move to its acknowledgement."""
    last: Latency
    """From the last move of a round until the last client has the view that it closed."""
    cost: Cost


class Everybody:
    """Waits until all guests were shown a state."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._shown: Counter[int] = Counter()
        self._done: dict[int, asyncio.Future[float]] = {}

    def told(self, guest: Guest) -> None:
        self._shown[guest.shown] += 1
        if self._shown[guest.shown] == self._count and guest.shown in self._done:
            self._done[guest.shown].set_result(time.perf_counter())

    def have(self, number: int) -> asyncio.Future[float]:
        """When the last of them had it."""
        self._done[number] = asyncio.get_running_loop().create_future()
        return self._done[number]


async def full_table(
    house: House, *, seats: int = 100, rounds: int = 200, spread: float = 0.0, seed: int = 1
) -> FullTable:
    """One table at which all submit at once, or within `spread` seconds, round after round."""
    rng = random.Random(seed)
    table = await asyncio.to_thread(house.open, "marks", seats)
    everybody = Everybody(seats)
    first = everybody.have(1)
    guests = [await house.sit(table, seat, everybody.told) for seat in range(seats)]
    await asyncio.wait_for(first, 60)
    await asyncio.sleep(1.0)  # what the arrivals set off is over
    points = [0] * seats
    last: list[float] = []
    meter = Meter(house)
    for number in range(1, rounds + 1):
        seen = everybody.have(number + 1)
        rng.shuffle(guests)
        times = sorted(rng.uniform(0, spread) for _ in guests)
        start = time.perf_counter()
        for guest, at in zip(guests, times, strict=True):
            assert guest.seat is not None
            if (wait := start + at - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            cell = rng.randrange(CELLS)
            points[guest.seat] += cell
            guest.say(number, house.move(table, guest.seat, number, cell))
        submitted = time.perf_counter()
        last.append(await asyncio.wait_for(seen, 120) - submitted)
    cost = meter.read()
    await until(lambda: all(not guest.sent for guest in guests))
    for guest in guests:
        assert guest.acked == list(range(1, rounds + 1)), "a move was not acknowledged"
        assert house.facts(guest.last)["points"] == points, "a move was lost"
        guest.line.close()
    return FullTable(
        seats=seats,
        rounds=rounds,
        spread=spread,
        moves=seats * rounds,
        ack=Latency.of([each for guest in guests for each in guest.took]),
        last=Latency.of(last),
        cost=cost,
    )


class Idle(Struct, frozen=True):
    sockets: int
    tables: int
    open_seconds: float
    """Until the last of them had its view."""
    per_socket: int
    """Bytes by which the server grew, for each."""
    memory: int
    cost: Cost


async def idle(
    house: House, *, sockets: int = 5000, tables: int = 100, settle: float = 8.0
) -> Idle:
    """Sockets that watch, each with its view, and say nothing. In the end each table moves once, and
    everybody must be shown it: they were idle, not dead."""
    rooms = [await asyncio.to_thread(house.open, "tictactoe", 2) for _ in range(tables)]
    everybody = Everybody(sockets)
    players = [await house.sit(room, 0, lambda guest: None) for room in rooms]
    await asyncio.sleep(2.0)
    before = house.memory()
    meter = Meter(house)
    start = time.perf_counter()
    first = everybody.have(0)
    guests: list[Guest] = []
    for number in range(0, sockets, 50):
        some = range(number, min(number + 50, sockets))
        calls = (house.sit(rooms[each % tables], None, everybody.told) for each in some)
        guests += await asyncio.gather(*calls)
    opened = await asyncio.wait_for(first, 120) - start
    await asyncio.sleep(settle)
    after, cost = house.memory(), meter.read()
    seen = everybody.have(1)
    for room, player in zip(rooms, players, strict=True):
        player.say(0, house.move(room, 0, 0, 4))
    await asyncio.wait_for(seen, 60)
    assert not any(guest.line.closed for guest in guests)
    for guest in guests + players:
        guest.line.close()
    return Idle(sockets, tables, opened, (after - before) // sockets, after, cost)


class ManyTables(Struct, frozen=True):
    tables: int
    wanted: int
    """Moves that fall due a second."""
    moves: int
    late_ms: float
    """How late the loader was to find a move due, p99."""
    ack: Latency
    """From when a move was due to its acknowledgement."""
    rate: float
    """Moves a second that were acknowledged, from the first sent to the last acknowledged."""
    cost: Cost


BOARD = (4, 0, 8, 2, 6, 3, 5, 1, 7)
"""A game of tic-tac-toe that fills the board and nobody wins, whoever begins."""


class Pair:
    """Two at a table who move in turn, each move at its time or as soon after as they see the one before."""

    def __init__(self, house: House, table: Table, everybody: Everybody) -> None:
        self._house, self._table, self._everybody = house, table, everybody
        self._due: deque[tuple[int, float]] = deque()
        self.guests: list[Guest] = []

    async def sit(self) -> None:
        for seat in (0, 1):
            self.guests.append(await self._house.sit(self._table, seat, self._told))

    def _told(self, guest: Guest) -> None:
        self._everybody.told(guest)
        self._move()

    def move(self, number: int, due: float) -> None:
        self._due.append((number, due))
        self._move()

    def _move(self) -> None:
        while self._due:
            number, due = self._due[0]
            seat = number % 2
            if self.guests[seat].shown < number:
                return
            self._due.popleft()
            message = self._house.move(self._table, seat, number, BOARD[number % CELLS])
            self.guests[seat].say(number, message, due)


async def many_tables(
    house: House, *, tables: int = 100, rate: int = 1000, seconds: float = 20.0, seed: int = 2
) -> ManyTables:
    """Tables of two at which moves fall due at given times, whatever the server has answered by then."""
    rng = random.Random(seed)
    rooms = [await asyncio.to_thread(house.open, "tictactoe", 2) for _ in range(tables)]
    everybody = Everybody(2 * tables)
    first = everybody.have(0)
    pairs = [Pair(house, room, everybody) for room in rooms]
    for pair in pairs:
        await pair.sit()
    await asyncio.wait_for(first, 60)
    await asyncio.sleep(1.0)
    moves = round(rate * seconds / tables)
    # each table at its own even pace, not all tables at the same moment
    plan = sorted(
        ((number + offset) * tables / rate, at, number)
        for at, offset in enumerate([rng.random() for _ in rooms])
        for number in range(moves)
    )
    seen = everybody.have(moves)
    late: list[float] = []
    meter = Meter(house)
    start = time.perf_counter()
    for when, at, number in plan:
        if (wait := start + when - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        late.append(time.perf_counter() - start - when)
        pairs[at].move(number, start + when)
    await asyncio.wait_for(seen, 180)
    guests = [guest for pair in pairs for guest in pair.guests]
    await until(lambda: all(not guest.sent for guest in guests))
    cost = meter.read()
    for guest in guests:
        assert guest.seat is not None
        assert guest.acked == list(range(guest.seat, moves, 2)), "a move was not acknowledged"
        assert house.facts(guest.last)["made"] == moves, "a move was lost"
        guest.line.close()
    return ManyTables(
        tables=tables,
        wanted=rate,
        moves=moves * tables,
        late_ms=round(percentile(late, 99) * 1000, 2),
        ack=Latency.of([each for guest in guests for each in guest.took]),
        rate=round(moves * tables / cost.seconds, 1),
        cost=cost,
    )
