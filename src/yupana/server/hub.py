"""All tables of a server: brings them to memory and keeps them there, and minds the time.

The hub knows no HTTP; how people come to their seats is in reception.py. What it promises about storage is in writer.py, about one table in live.py;
which tables are deleted and when is in retention.py. If the
store fails, the hub says goodbye to everybody and ends the process: what was not acknowledged may or may
not be in the log, and only a fresh start that reads the log can tell.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from random import SystemRandom
from typing import Any

from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.budget import Openers
from yupana.server.keyring import Keyring
from yupana.server.live import Live
from yupana.server.metrics import Metrics
from yupana.server.pools import Pools
from yupana.server.reception import Reception
from yupana.server.requests import Behind
from yupana.server.retention import STEP, SWEEP, Keep, Retention
from yupana.server.store import NoSuchTable, Store, StoreFailed, TableRow
from yupana.server.world import Due, World
from yupana.server.writer import Writer

log = logging.getLogger("yupana.hub")

STORAGE_FAILED = 70
"""Exit code of a server whose store failed; whoever supervises it starts it again."""

POLL = 2.0
"""Seconds between looks at the heads, where several servers share a store."""

IDLE = 600.0
"""Seconds after which a table that nobody watches leaves the memory."""

REST = 2.0
"""Seconds until a table that ended over a fault of ours is read anew, unless somebody asks for it."""

MOST_RESUMED = 100_000
"""Running games that a start brings back to memory."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Hub:
    """Made inside the event loop that it serves."""

    def __init__(
        self,
        store: Store,
        *,
        thinkers: Thinkers | None = None,
        exit_: Callable[[int], object] = os._exit,
        several: bool = False,
        keep: Keep | None = None,
        most_unstarted: int = 200,
        due: Due = lambda table, seats: None,
        now_ms: Callable[[], int] = now_ms,
    ) -> None:
        self.store = store
        self.now_ms = now_ms
        self.metrics = Metrics()
        self.pools = Pools()
        self.thinkers = thinkers or Thinkers()
        self.stopping = False
        self._broken = False
        self._several = several
        """Whether other servers write to the same store."""
        self._exit = exit_
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(store, self._failed, self.metrics)
        self._lives: dict[str, asyncio.Task[Live]] = {}
        self.keyring = Keyring(store, self.ask)
        self.openers = Openers()
        self.thinkers.payer_of = self.openers.payer
        self.reception = Reception(
            store,
            self.ask,
            self.keyring,
            self.live,
            now_ms,
            most_unstarted,
            self.openers,
            self.pools,
        )
        self.retention = Retention(
            store,
            self.ask,
            keep or Keep(),
            now_ms,
            in_use=lambda: [live.name for live in self.lives() if live.everybody()],
            deleted=self._drop,
            several=several,
        )
        self._chores: set[asyncio.Task[None]] = set()
        self.world = World(
            store,
            several,
            self._writer,
            self.thinkers,
            self.metrics,
            now_ms,
            self._failed,
            self.keyring.forget,
            due,
            self.reception.open_next,
            self.pools,
        )

    async def start(self) -> None:
        """Begins the chores: games of bots that a restart interrupted go on by themselves."""
        self._do(self._now_and_then(0.25, self._mind_tables))
        self._do(self._resume_games())
        self._do(self._now_and_then(STEP, self.retention.count))
        self._do(self._now_and_then(SWEEP, self.retention.sweep))
        if self._several:
            self._do(self._now_and_then(POLL, self._poll))
            self.store.listen(lambda heads: self._post(self._heard, dict(heads)))

    def _do(self, chore: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _now_and_then(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        """Again and again, whatever the store says: it may only be busy, and is asked the next time."""
        while True:
            try:
                await work()
            except YupanaError as error:
                log.warning("%s is put off: %s", work.__name__.strip("_"), error.code)
            await asyncio.sleep(seconds)

    async def stop(self) -> None:
        """Says goodbye, lets the writer finish, and closes."""
        self.stopping = True
        self.goodbye("server.stopping")
        for chore in list(self._chores):
            chore.cancel()
        for live in self.lives():
            await live.stop()
        await self._writer.close()
        self.thinkers.close()
        self.pools.close()

    def goodbye(self, code: str) -> None:
        """Everybody is told to come back, not all at the same moment."""
        for live in self.lives():
            live.end(wire.Bye(code, 500 + SystemRandom().randrange(9500)))

    def _failed(self, error: BaseException) -> None:
        if self._broken:
            return
        self._broken = True
        log.critical("the store failed: %s", error)
        self.stopping = True
        self.goodbye("server.unavailable")
        self._loop.call_later(0.2, self._exit, STORAGE_FAILED)

    async def ask(self, call: Callable[..., Any], *arguments: object, **named: object) -> Any:
        """Something of the store that the loop must not wait for."""
        try:
            return await self.pools.store.run(call, *arguments, **named)
        except StoreFailed as error:
            self._failed(error)
            raise

    # Tables in memory

    @property
    def writing(self) -> int:
        """Appends that wait for the writer."""
        return self._writer.waiting

    def lives(self) -> list[Live]:
        done = (task for task in self._lives.values() if task.done() and not task.cancelled())
        return [task.result() for task in done if task.exception() is None]

    async def live(self, table: str, *, visit: bool = True) -> Live:
        """The table, read from its log if it is not in memory; NoSuchTable if there is none.

        `visit`: whether somebody asks for it, which keeps it from being deleted for disuse.
        """
        task = self._lives.get(table)
        if task is not None and task.done() and (_failed(task) or task.result().died):
            task = None
        if task is None:
            task = self._lives[table] = asyncio.create_task(self._load(table))
        try:
            live = await asyncio.shield(task)
            live.touched = time.monotonic()
            if visit and self.retention.visited(table):
                self._do(self._keep(table))
            return live
        except BaseException:
            if task.done() and self._lives.get(table) is task and _failed(task):
                del self._lives[table]
            raise

    async def _keep(self, table: str) -> None:
        """On a full disk later: the sweep does it before it deletes anything."""
        with suppress(YupanaError):
            await self.retention.keep_visited(table)

    async def _load(self, table: str) -> Live:
        live = Live(table, self.world)
        try:
            await live.start()
        except StoreFailed as error:
            self._failed(error)
            raise
        return live

    async def _mind_tables(self) -> None:
        """What time brings to tables; those that nobody has looked at for a while leave the memory."""
        for live in self.lives():
            if live.died:
                if time.monotonic() - live.touched > REST:
                    self._do(self._revive(live))
                continue
            for chore in live.chores():
                live.put(chore)
            slow = live.table.phase == "playing" and live.table.policy.patience > 0
            if live.is_idle and not slow and time.monotonic() - live.touched > IDLE:
                del self._lives[live.name]
                await live.stop()

    async def _revive(self, live: Live) -> None:
        """Its bots and clocks do not wait for somebody to ask for it."""
        live.touched = time.monotonic()
        try:
            await self.live(live.name, visit=False)
        except YupanaError as error:
            log.warning("table %s is not read: %s", live.name, error.code)

    async def _resume_games(self) -> None:
        """Brings running games to memory one by one: their bots and clocks wait for no client."""
        rows: list[TableRow] = await self.ask(
            self.store.tables, status="playing", limit=MOST_RESUMED
        )
        for row in rows:
            try:
                await self.live(row.id, visit=False)
            except YupanaError as error:
                log.warning("table %s is not resumed: %s", row.id, error.code)
            await asyncio.sleep(0)

    async def forget(self, table: str) -> None:
        """Leaves nothing of a table, in memory or in the store, at once: somebody has asked for it."""
        await self._drop(table)
        with suppress(NoSuchTable):
            await self.ask(self.store.forget, table)
        self.keyring.forget(table)

    async def _drop(self, table: str) -> None:
        """Out of memory; whoever is connected is told that the table is gone."""
        task = self._lives.pop(table, None)
        if task is not None and task.done() and not _failed(task):
            task.result().end(wire.Bye("server.forgotten", 0))
            await task.result().stop()
        self.keyring.forget(table)

    async def _poll(self) -> None:
        """Heals what hints missed: looks at the heads of all tables in memory."""
        names = [live.name for live in self.lives()]
        if names:
            self._heard(await self.ask(self.store.heads, names))

    def _heard(self, heads: Mapping[str, int]) -> None:
        for live in self.lives():
            if heads.get(live.name, 0) > live.head:
                self.keyring.forget(live.name)
                live.put(Behind())

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *arguments)


def _failed(task: asyncio.Task[Live]) -> bool:
    return task.cancelled() or task.exception() is not None
