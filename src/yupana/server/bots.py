"""Bots of the tables: they think in processes of their own, in good time, and see what a seat sees.

A worker is sent the header, the seat's view as JSON and a seed, and answers with moves as JSON. It
imagines a world from the view, as any bot must, and asks there for the legal moves: those depend only on
what the seat knows. A bot that takes too long does anything legal; a worker that dies is replaced.

Each worker has one errand at a time; the others wait here, in a queue that is fair between the addresses that tables
were opened from, and then between tables: see turns.py.

The mind of a game is compiled when the first bot needs it, beside everything else and once for all: until then
the bots of that game play without it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from yupana.bots.bot import make_bot
from yupana.bots.levels import LEVELS, MINDS
from yupana.bots.warm import warm
from yupana.core.game import Game, Seat
from yupana.core.record import Header
from yupana.server.process_limits import interrupted_after, lower_priority
from yupana.server.turns import Turns
from yupana.shelf import open_game

AnyGame = Game[Any, Any, Any]
log = logging.getLogger("yupana.bots")

STARTS_WITHIN = 10.0
"""Seconds that a worker may need before its first errand."""

GRACE = 3.0
"""Seconds that a worker may be late before it is ended: it minds its own time first."""


SHARE = 0.8
"""Of the time for thinking, what a bot may use before it takes the best so far."""

TOGETHER = 1.2
"""Seconds of each process that all who think or wait share: the more they are, the shorter each thinks, so that at ten
tables nobody waits for three seconds (benchmarks/latency.py). Those of one payer share what falls to that payer."""

AT_ONCE = 4
"""Bots of a table that share an errand: so long may somebody else have to wait for a worker."""

COMPILED_AT_ONCE = 2
"""Games whose minds are compiled side by side: one that is on disk already waits only where so many others are not."""


class Task(Struct, frozen=True):
    """One seat for which a bot is to move."""

    seat: Seat
    bot: str
    view: bytes
    seed: int


class Errand(Struct, frozen=True):
    """Bots of one table that are to move. What they see is worked out when it is their turn to think."""

    header: Header
    table: str
    bots: int
    tasks: Callable[[], Sequence[Task]]


class Slow(Exception):
    """The time for thinking is up."""


class Thinkers:
    """A few processes, started when the first bot is asked and again after one died."""

    def __init__(self, processes: int = 1, budget: float = 2.0) -> None:
        self.budget = budget
        self._processes = processes
        self.payer_of: Callable[[str], str] = lambda table: table
        """Who has a table's bots think; set by the hub, which knows who has opened it."""
        self._turns = Turns(processes)
        self._asked: Counter[str] = Counter()
        """Bots that think or wait to, by payer."""
        self._pool: ProcessPoolExecutor | None = None
        self._compiling = asyncio.Semaphore(COMPILED_AT_ONCE)
        self._changing = asyncio.Lock()
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._warm: set[str] = set()
        """Games whose minds are ready."""

    async def think(self, errand: Errand) -> list[bytes | None]:
        """The move of each as JSON; None for those that no worker came up with in time."""
        payer = self.payer_of(errand.table)
        self._asked[payer] += errand.bots
        try:
            async with self._turns.turn(payer, errand.table):
                return await self._think(errand, payer)
        finally:
            self._asked[payer] -= errand.bots
            if not self._asked[payer]:
                del self._asked[payer]

    async def _think(self, errand: Errand, payer: str) -> list[bytes | None]:
        tasks, game = list(errand.tasks()), errand.header.game
        if game in MINDS and game not in self._warming and any(t.bot in LEVELS for t in tasks):
            self._warming[game] = asyncio.create_task(self._get_ready(game))
        header = msgspec.json.encode(errand.header)
        share = TOGETHER * self._processes / (len(self._asked) * self._asked[payer])
        seconds = min(SHARE * self.budget, share)
        for _ in range(2):
            pool = self._pool = self._pool or self._start(self._warm)
            asked = pool.submit(think, header, tasks, self.budget, seconds, game in self._warm)
            patience = self.budget * len(tasks) + STARTS_WITHIN + GRACE
            try:
                moves = await asyncio.wait_for(asyncio.wrap_future(asked), patience)
                return [*moves]
            except BrokenProcessPool:
                log.warning("a bot's process died")
                self._drop(pool)
            except TimeoutError:
                log.warning("a bot's process overran")
                self._drop(pool)
                break
        return [None] * len(tasks)

    async def _get_ready(self, game: str) -> None:
        """Has the mind compiled, then puts processes that have loaded it in the place of those that have not."""
        try:
            async with self._compiling:
                ready = await self._compiled(game)
            if not ready:
                log.info(
                    "%s is played without a mind: Numba is not installed, or may not compile", game
                )
                return
            async with self._changing:
                loaded = await self._loaded({*self._warm, game})
                self._warm.add(game)
                old, self._pool = self._pool, loaded
        except Exception as error:  # without its mind it plays on
            log.warning("the mind of %s is not ready: %s", game, error)
            return
        log.info("the mind of %s is ready", game)
        if old is not None:  # whoever thinks there comes to an end
            old.shutdown(wait=False)

    async def _compiled(self, game: str) -> bool:
        """In a process that nobody waits for; False if what a mind needs is not installed or may not compile."""
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _stand_back)
        try:
            return await asyncio.wrap_future(pool.submit(warm, game))
        finally:
            _end(pool)

    async def _loaded(self, minds: Collection[str]) -> ProcessPoolExecutor:
        pool = self._start(minds)
        try:
            calls = [pool.submit(os.getpid) for _ in range(self._processes)]
            await asyncio.gather(*map(asyncio.wrap_future, calls))
        except BaseException:
            _end(pool)
            raise
        return pool

    def _start(self, minds: Collection[str]) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, _settle, (tuple(minds),))

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        _end(pool)

    def close(self) -> None:
        for task in self._warming.values():
            task.cancel()
        if self._pool is not None:
            self._drop(self._pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """At once, whatever it does."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


# In the worker


def _settle(minds: Sequence[str] = ()) -> None:
    """The server decides when a worker ends: Ctrl-C in a terminal reaches both. If the server is
    killed, nobody is left to end its workers: they watch for that themselves. The minds that are ready
    are loaded at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    for game in minds:
        warm(game)


def _stand_back() -> None:
    """For one that compiles: everything else goes first."""
    _settle()
    lower_priority(15)


def _end_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(
    header: bytes, tasks: list[Task], budget: float, seconds: float, with_mind: bool
) -> list[bytes]:
    """The move of each task, as JSON: the best that is found in `seconds`; after `budget` any."""
    game = _game(header)
    return [msgspec.json.encode(_move(game, task, budget, seconds, with_mind)) for task in tasks]


@lru_cache(maxsize=64)
def _game(header: bytes) -> AnyGame:
    return open_game(msgspec.json.decode(header, type=Header))


def _move(game: AnyGame, task: Task, budget: float, seconds: float, with_mind: bool) -> Any:
    rng = Random(task.seed)
    view = msgspec.json.decode(task.view, type=game.view_type)
    moves = game.moves(game.imagine(view, rng), task.seat)
    try:
        with interrupted_after(budget, Slow):
            choose = make_bot(task.bot, game, rng, seconds, with_mind=with_mind)
            return choose(view, moves)
    except Slow:
        return moves.pick(rng)
