"""Thread pools of a server, one for each kind of work that blocks: none of them can hold up another.

The event loop's default pool is not used: whoever calls `asyncio.to_thread` shares threads with everybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from yupana.server.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")

STORE_THREADS = 8
LOAD_THREADS = 4
WORK_THREADS = 2
CALL_THREADS = 16
MAIL_THREADS = 4

MOST_WAITING = 32
"""Calls to other servers, and pieces of work, that one payer may have waiting; more are refused."""

MOST_CALLS = 2
"""Calls that one payer may have under way, and that one host is sent, at the same time. A host that never answers
holds a thread for as long as our patience lasts."""


class Pool:
    """A few threads."""

    def __init__(self, name: str, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads, f"yupana {name}")

    async def run(self, call: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(call, *args, **named))

    def close(self) -> None:
        """Waits for nothing; what has not begun is left."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class FairPool:
    """Threads that are lent in turn: see turns.py."""

    def __init__(self, name: str, threads: int, most_each: int | None = None) -> None:
        self._pool = Pool(name, threads)
        self._turns = Turns(threads, most_waiting=MOST_WAITING, most_each=most_each)

    async def run(
        self, payer: str, lane: str, call: Callable[P, T], /, *args: P.args, **named: P.kwargs
    ) -> T:
        """TooMany if this payer has too much waiting already."""
        async with self._turns.turn(payer, lane):
            return await self._pool.run(call, *args, **named)

    def close(self) -> None:
        self._pool.close()


class Pools:
    """All of them. Made inside the event loop that they serve."""

    def __init__(self) -> None:
        self.store = Pool("store", STORE_THREADS)
        """Short questions to the store."""
        self.load = Pool("load", LOAD_THREADS)
        """Whole logs, read and replayed."""
        self.work = FairPool("work", WORK_THREADS)
        """What would take the event loop too long: exports, replays, pictures."""
        self.calls = FairPool("calls", CALL_THREADS, MOST_CALLS)
        """Calls to servers that somebody has named."""
        self.mail = FairPool("mail", MAIL_THREADS, MAIL_THREADS // 2)
        """Mail, by the one server that the host has named: lanes are the people who get it."""

    def close(self) -> None:
        every: tuple[Any, ...] = (self.store, self.load, self.work, self.calls, self.mail)
        for each in every:
            each.close()
