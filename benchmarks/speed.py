"""Decisions per second of law and kernels in random play, beside other engines; memory; growth with seats.

    make bench            # or: python -m benchmarks.speed [--seconds 1] [--write]

All engines take turns in short slices on one core, so that a noisy machine is as noisy for each; the
figure is the median over the slices. A decision is a move of a seat: what chance does is not counted.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks.load.machine import memory as memory_of
from benchmarks.peers import PEERS, Play
from yupana.bots.bot import make_bot
from yupana.core.game import CHANCE, Game
from yupana.core.play import playout, random_playout
from yupana.games import GAMES

AnyGame = Game[Any, Any, Any]

SLICES = 7
SEATS = (1, 2, 4)
GROWTH = (1, 2, 3, 5, 10, 30, 100)
GOALS = {"temple": 20e6, "valley": 5e6, "paititi": 3e6, "wiraqocha": 1e6}
"""Decisions per second that a kernel is to make."""
PAGE = Path(__file__).parent.parent / "docs" / "speed.md"


def law(game: AnyGame) -> Play:
    def play(rng: Random) -> int:
        _, events = random_playout(game, rng)
        return sum(event.seat != CHANCE for event in events)

    return play


def kernel(game: AnyGame) -> Play:
    """As many games in one call as make it long enough not to be felt."""
    from yupana.core.kernels import kernel_of

    twin = kernel_of(game)
    row, games = twin.pack(game.setup()), max(10, 2000 // game.seats)
    twin.playouts(row, 1, 1)  # compiles, if nobody has

    def play(rng: Random) -> int:
        return twin.playouts(row, games, rng.randrange(2**31)).decisions

    return play


def rate(play: Play, rng: Random, seconds: float) -> float:
    decisions, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play(rng)
    return decisions / spent


def rates(engines: Mapping[str, Play], seconds: float, slices: int) -> dict[str, float]:
    """The median of each, in turns."""
    rng = Random(1)
    found: dict[str, list[float]] = {name: [] for name in engines}
    for number in range(slices):
        for name, play in engines.items():
            print(f"\r\x1b[Kslice {number + 1}/{slices}: {name}", end="", file=sys.stderr)
            found[name].append(rate(play, rng, seconds))
    print("\r\x1b[K", end="", file=sys.stderr)
    return {name: statistics.median(each) for name, each in found.items()}


def tables(seats: tuple[int, ...]) -> Iterator[tuple[str, AnyGame]]:
    for name, kind in GAMES.items():
        for number in seats:
            if number in kind.seats_allowed:
                yield f"{name}, {number} seat{'s' * (number > 1)}", kind(number)


# Engines beside each other


def engines(seconds: float) -> Iterator[str]:
    plays = {name: make() for name, make in PEERS.items()}
    plays |= {f"law of {name}": law(game) for name, game in tables(SEATS)}
    plays |= {f"kernel of {name}": kernel(game) for name, game in tables(SEATS)}
    found = rates(plays, seconds, SLICES)
    peer = found["catanatron, 4 players"]
    yield f"{SLICES} slices of {seconds:g} s each, in turns, random play."
    yield ""
    yield "| | decisions/s | times catanatron | games of ours: goal |"
    yield "| --- | ---: | ---: | --- |"
    for name, rate_ in found.items():
        goal = GOALS[name.split()[2].strip(",")] if name.startswith("kernel") else None
        told = "" if goal is None else f"{goal / 1e6:g}M, {'met' if rate_ >= goal else 'not met'}"
        yield f"| {name} | {rate_:,.0f} | {rate_ / peer:,.2f} | {told} |"


# Growth with seats


def growth(seconds: float) -> Iterator[str]:
    """The same amount of thought for each seat, if a decision costs the same at any table."""
    games = dict(tables(GROWTH))
    plays = {f"law of {name}": law(game) for name, game in games.items()}
    plays |= {f"kernel of {name}": kernel(game) for name, game in games.items()}
    found = rates(plays, seconds / 2, 5)
    yield "| microseconds a decision, by seats | " + " | ".join(map(str, GROWTH)) + " |"
    yield "| --- |" + " ---: |" * len(GROWTH)
    for kind in ("law", "kernel"):
        for name in GAMES:
            row = [
                found.get(f"{kind} of {name}, {seats} seat{'s' * (seats > 1)}") for seats in GROWTH
            ]
            told = ["" if each is None else f"{1e6 / each:,.3g}" for each in row]
            yield f"| {kind} of {name} | " + " | ".join(told) + " |"


# Memory, and the first use


def kept(game: AnyGame, states: int = 40) -> float:
    """Bytes of a state in the middle of a game that shares nothing with another."""
    rng = Random(1)
    walks = [random_playout(game, rng)[1] for _ in range(states)]
    held = []
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for events in walks:
        state = game.setup()
        for event in events[: len(events) // 2]:
            state = game.apply(state, event)
        held.append(state)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(held)


class FirstUse(Struct, frozen=True):
    """Of a kernel, in a process of its own, compiled long ago."""

    numba: float
    """Seconds to import Numba."""
    games: float
    """Then, to load the kernel and play a thousand games."""
    before: float
    """Memory of the process without Numba, in MB."""
    after: float


def first_use(name: str) -> FirstUse:
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.speed", "--first-use", name],
        capture_output=True,
        check=True,
    )
    return msgspec.json.decode(told.stdout, type=FirstUse)


def use_first(name: str) -> FirstUse:
    game = GAMES[name](max(min(GAMES[name].seats_allowed), 2))
    before, start = memory_of(os.getpid()), time.perf_counter()
    from yupana.core.kernels import kernel_of

    imported = time.perf_counter()
    twin = kernel_of(game)
    twin.playouts(twin.pack(game.setup()), 1000, 1)
    played = time.perf_counter()
    return FirstUse(
        imported - start, played - imported, before / 2**20, memory_of(os.getpid()) / 2**20
    )


def memory() -> Iterator[str]:
    from yupana.core.kernels import kernel_of

    yield "| | a state of the law, bytes | a row of the kernel, bytes |"
    yield "| --- | ---: | ---: |"
    for name, game in tables((1, 2, 5, 100)):
        yield f"| {name} | {kept(game):,.0f} | {kernel_of(game).words * 8:,} |"
    yield ""
    yield "| first use of a kernel, from a warm cache | seconds to import Numba | then to a thousand games | MB before | MB after |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name in GAMES:
        used = first_use(name)
        yield f"| {name} | {used.numba:.2f} | {used.games:.2f} | {used.before:.0f} | {used.after:.0f} |"


# A full table


def hundred_seats() -> Iterator[str]:
    game = GAMES["valley"](100)
    for bot in ("uniform", "greedy"):
        players = [make_bot(bot, game, Random(seat)) for seat in range(100)]
        start = time.perf_counter()
        state = playout(game, players, Random(1))
        spent = time.perf_counter() - start
        outcome = game.outcome(state)
        assert outcome is not None
        yield f"A whole valley game of 100 {bot} bots, their views included: {spent:.1f} s (best score {max(outcome.scores)})."
        yield ""


CHAPTERS: dict[str, Callable[[float], Iterator[str]]] = {
    "Beside other engines": engines,
    "Growth with seats": growth,
    "Memory": lambda seconds: memory(),
    "A hundred seats": lambda seconds: hundred_seats(),
}


def page(seconds: float) -> Iterator[str]:
    yield "# Speed"
    yield ""
    yield "`make bench` wrote this page, in one run on one core of a shared machine: compare figures of this page with"
    yield f"each other. Python {platform.python_version()}, {platform.system()} {platform.release()}. A decision is a move of a seat;"
    yield "what chance does is not counted. OpenSpiel's games are C++ driven from Python, pgx's are compiled by JAX and stay"
    yield "in compiled code for 64 moves of each game, as our kernels stay there for whole games."
    for title, chapter in CHAPTERS.items():
        yield from ("", f"## {title}", "")
        yield from chapter(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of each slice")
    parser.add_argument("--write", action="store_true", help="writes docs/speed.md")
    parser.add_argument("--first-use", choices=GAMES, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.first_use:
        print(msgspec.json.encode(use_first(asked.first_use)).decode())
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    lines = []
    for line in page(asked.seconds):
        print(line, flush=True)
        lines.append(line)
    if asked.write:
        PAGE.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
