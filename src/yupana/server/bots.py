"""Bots of the tables: they think in processes of their own, in good time, and see what a seat sees.

A worker is sent the header, the seat's view as JSON and a seed, and answers with moves as JSON. It
imagines a world from the view, as any bot must, and asks there for the legal moves: those depend only on
what the seat knows. A bot that takes too long does anything legal; a worker that dies is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from types import FrameType
from typing import Any

import msgspec
from msgspec import Struct

from yupana.bots.bot import make_bot
from yupana.core.game import Game, Seat
from yupana.core.record import Header
from yupana.shelf import open_game

AnyGame = Game[Any, Any, Any]
log = logging.getLogger("yupana.bots")

GRACE = 3.0
"""Seconds that a worker may be late before it is ended: it minds its own time first."""


class Task(Struct, frozen=True):
    """One seat for which a bot is to move."""

    seat: Seat
    bot: str
    view: bytes
    seed: int


class Slow(Exception):
    """The time for thinking is up."""


class Thinkers:
    """A few processes, started when the first bot is asked and again after one died."""

    def __init__(self, processes: int = 1, budget: float = 2.0) -> None:
        self.budget = budget
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, header: Header, tasks: Sequence[Task]) -> list[bytes | None]:
        """The move of each as JSON; None for those that no worker came up with in time."""
        data = msgspec.json.encode(header)
        for _ in range(2):
            pool = self._pool = self._pool or self._start()
            call = asyncio.wrap_future(pool.submit(think, data, list(tasks), self.budget))
            try:
                return list(await asyncio.wait_for(call, self.budget * len(tasks) + GRACE + 10))
            except BrokenProcessPool:
                log.warning("a bot's process died")
                self._drop(pool)
            except TimeoutError:
                log.warning("a bot's process overran")
                self._drop(pool)
                break
        return [None] * len(tasks)

    def _start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=_settle)

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._drop(self._pool)


# In the worker


def _settle() -> None:
    """The server decides when a worker ends: Ctrl-C in a terminal reaches both. If the server is
    killed, nobody is left to end its workers: they watch for that themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(header: bytes, tasks: list[Task], budget: float) -> list[bytes]:
    """The move of each task, as JSON."""
    game = _game(header)
    return [msgspec.json.encode(_move(game, task, budget)) for task in tasks]


@lru_cache(maxsize=64)
def _game(header: bytes) -> AnyGame:
    return open_game(msgspec.json.decode(header, type=Header))


def _move(game: AnyGame, task: Task, budget: float) -> Any:
    rng = Random(task.seed)
    view = msgspec.json.decode(task.view, type=game.view_type)
    moves = game.moves(game.imagine(view, rng), task.seat)
    try:
        with _within(budget):
            return make_bot(task.bot, game, rng)(view, moves)
    except Slow:
        return moves.pick(rng)


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Interrupts what runs longer; in the main thread of a process only."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
