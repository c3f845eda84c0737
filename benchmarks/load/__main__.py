"""Runs all loads and writes docs/load.md, docs/load.json and the plots.

    make load                               # or: python -m benchmarks.load [--quick]

With --quick everything is small: to see that it runs, not what it shows; nothing is written.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from benchmarks.load import growth, page
from benchmarks.load.house import House
from benchmarks.load.machine import machine
from benchmarks.load.ours import Ours
from benchmarks.load.plots import plot
from benchmarks.load.results import Results
from benchmarks.load.scenarios import (
    FullTable,
    Idle,
    ManyTables,
    full_table,
    idle,
    many_tables,
)
from benchmarks.load.theirs import Theirs
from benchmarks.load.waves import RealTable, real_table

DOCS = Path(__file__).parents[2] / "docs"

T = TypeVar("T")


class Size(Struct, frozen=True):
    """How much of everything."""

    seats: int = 100
    rounds: int = 200
    file_rounds: int = 10
    slow_rounds: int = 20
    waves: int = 200
    sockets: int = 5000
    tables: int = 100
    rate: int = 1000
    seconds: float = 20.0
    growing_seats: tuple[int, ...] = growth.SEATS
    growing_events: tuple[int, ...] = growth.EVENTS
    growing_games: tuple[int, ...] = (2, 10, 30, 100)


QUICK = Size(10, 5, 2, 2, 10, 100, 10, 100, 2.0, (10, 30), (100, 1000), (2, 4))


class Run:
    """One run of everything, each server started anew for each load."""

    def __init__(self, folder: Path, size: Size) -> None:
        self._folder = folder
        self._size = size
        self._count = 0

    def _houses(self) -> list[Callable[[], House]]:
        return [
            lambda: Ours(self._place()),
            lambda: Theirs(self._place(), durable=False),
            lambda: Theirs(self._place(), durable=True),
        ]

    def _place(self) -> Path:
        """A folder of its own for each."""
        self._count += 1
        place = self._folder / str(self._count)
        place.mkdir()
        return place

    async def _each(
        self, what: str, load: Callable[[House], Awaitable[T]], files: bool = True
    ) -> dict[str, T]:
        found: dict[str, T] = {}
        for make in self._houses()[: 3 if files else 2]:
            with make() as house:
                start = time.perf_counter()
                found[house.name] = await load(house)
                say(f"{what}, {house.name}: {time.perf_counter() - start:.0f} s")
        return found

    async def all(self) -> Results:
        size, start = self._size, time.perf_counter()
        results = Results(
            machine=machine(self._folder),
            at_once=await self._each("at once", self._at_once),
            within_a_second=await self._each("within a second", self._spread, files=False),
            idle=await self._each("idle", self._idle, files=False),
            many_tables=await self._each("many tables", self._many),
            real=[await self._real(game) for game in ("temple", "valley")],
            broadcast=await self._broadcast(),
            loading=[
                await growth.loading(self._place(), size.growing_events),
                await growth.loading_games(self._place(), size.growing_games),
            ],
        )
        results.minutes = round((time.perf_counter() - start) / 60, 1)
        return results

    async def _at_once(self, house: House) -> FullTable:
        files = isinstance(house, Theirs) and house.durable
        rounds = self._size.file_rounds if files else self._size.rounds
        return await full_table(house, seats=self._size.seats, rounds=rounds)

    async def _spread(self, house: House) -> FullTable:
        size = self._size
        return await full_table(house, seats=size.seats, rounds=size.slow_rounds, spread=1.0)

    async def _idle(self, house: House) -> Idle:
        return await idle(house, sockets=self._size.sockets, tables=self._size.tables)

    async def _many(self, house: House) -> ManyTables:
        size = self._size
        return await many_tables(house, tables=size.tables, rate=size.rate, seconds=size.seconds)

    async def _real(self, game: str) -> RealTable:
        with Ours(self._place()) as house:
            say(f"{game}, {self._size.waves} waves")
            return await real_table(house, game, seats=self._size.seats, waves=self._size.waves)

    async def _broadcast(self) -> list[growth.Curve]:
        seats = self._size.growing_seats
        ours = [count for count in seats if count <= 100]
        say(f"growth, {', '.join(map(str, seats))} seats")
        return [
            await growth.in_memory(self._place(), "marks", seats),
            await growth.in_memory(self._place(), "temple", ours),
            await growth.in_memory(self._place(), "valley", ours),
            await growth.over_sockets(self._place(), seats),
        ]


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--quick", action="store_true", help="small and unwritten")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(Run(Path(folder), QUICK if quick else Size()).all())
    text = page.write(results)
    print(text)
    if not quick:
        (DOCS / "load.md").write_text(text, "utf-8")
        found = msgspec.json.format(msgspec.json.encode(results), indent=1)
        (DOCS / "load.json").write_bytes(found + b"\n")
        for name, title, across, curves in (
            ("broadcast", "A broadcast", "seats at the table", results.broadcast),
            ("loading", "Loading a table", "events in its log", results.loading),
        ):
            picture = plot(title, across, "milliseconds", curves)
            (DOCS / f"growth-{name}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
