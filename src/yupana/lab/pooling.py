"""Work in chunks, in this process or in several: results in order, memory bounded, Ctrl-C at once."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

C = TypeVar("C")
R = TypeVar("R")

AHEAD = 4
"""Chunks for each process that are handed out before their turn."""


def in_order(work: Callable[[C], list[R]], chunks: Iterator[C], jobs: int) -> Iterator[R]:
    """The results of all chunks, in the order of the chunks, whatever the number of processes."""
    if jobs == 1:
        for chunk in chunks:
            yield from work(chunk)
        return
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    waiting: deque[Future[list[R]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) >= AHEAD * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            if waiting:  # whoever stops early does not wait for what nobody wants any more
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; one of them is enough to say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
