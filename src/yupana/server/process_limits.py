"""Priority and time limits of a worker process, where the operating system has them.

POSIX has both. Windows has neither `nice` nor `SIGALRM`: there a worker runs at the usual priority, and one that overruns is
not interrupted by itself; whoever waits for it ends it from outside when its patience is over.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def lower_priority(by: int) -> None:
    """Lets other processes go first, as far as the system knows how."""
    if hasattr(os, "nice"):
        os.nice(by)


@contextmanager
def interrupted_after(seconds: float, error: type[Exception]) -> Iterator[None]:
    """Raises the error in what runs longer than that; in the main thread of a process only."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
