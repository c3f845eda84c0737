"""The writer: one thread that appends to the logs of all tables, as many at once as are waiting.

Group commit without delay: it takes whatever waits, commits it in one transaction, and only then tells
the event loop. Idle, an append goes out at once; under load, many share one flush of the disk.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from yupana.server.metrics import Metrics
from yupana.server.store import Append, Result, Store, StoreBusy, StoreFull

MOST_AT_ONCE = 256

FULL_PAUSE = 0.25
"""Seconds before a refusal for want of space: bots try again at once, and need not try without end."""

Job = tuple[Append, "asyncio.Future[Result]"]


class Writer:
    """Appends in the background. What it cannot know the outcome of, it reports and never answers."""

    def __init__(
        self, store: Store, failed: Callable[[BaseException], None], metrics: Metrics
    ) -> None:
        self._store = store
        self._failed = failed
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def append(self, append: Append) -> asyncio.Future[Result]:
        """Resolves when the entries are on disk, or left out; StoreBusy (or StoreFull) if nothing was done."""
        future: asyncio.Future[Result] = self._loop.create_future()
        self._jobs.put((append, future))
        return future

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    async def close(self) -> None:
        """Ends once all that was asked for is written."""
        self._jobs.put(None)
        while self._thread.is_alive():
            await asyncio.sleep(0.005)

    def _run(self) -> None:
        while True:
            jobs, last = self._drain()
            if jobs and not self._write(jobs):
                return
            if last:
                return

    def _drain(self) -> tuple[list[Job], bool]:
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == MOST_AT_ONCE:
                return jobs, False
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, False
        return jobs, True

    def _write(self, jobs: list[Job]) -> bool:
        try:
            with self._metrics.timed("commit"):
                results = self._store.append([append for append, _ in jobs])
        except StoreBusy as busy:
            if isinstance(busy, StoreFull):
                time.sleep(FULL_PAUSE)
            self._post(self._refuse, jobs, busy)
            return True
        except BaseException as error:
            self._post(self._failed, error)
            return False
        self._post(self._deliver, jobs, results)
        return True

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who could be told
            self._loop.call_soon_threadsafe(call, *arguments)

    def _deliver(self, jobs: list[Job], results: list[Result]) -> None:
        self._metrics.count("commits")
        self._metrics.count("appends", len(jobs))
        for (_, future), result in zip(jobs, results, strict=True):
            if not future.done():
                future.set_result(result)

    def _refuse(self, jobs: list[Job], busy: StoreBusy) -> None:
        for _, future in jobs:
            if not future.done():
                future.set_exception(busy)
