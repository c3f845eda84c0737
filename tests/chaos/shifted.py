"""A server whose wall clock is wrong: `python -m tests.chaos.shifted FILE DEFECT OPTIONS` (DEFECT may be empty).

The file holds the seconds by which the clock is ahead, and is read at every look at the clock: writing another number makes the
clock jump while the server runs. The monotonic clock is left alone, as a machine leaves it whose time is set.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.chaos import broken


def shift(file: Path) -> None:
    now, now_ns, gmtime = time.time, time.time_ns, time.gmtime

    def ahead() -> int:
        return int(file.read_text() or 0)

    time.time = lambda: now() + ahead()
    time.time_ns = lambda: now_ns() + ahead() * 10**9
    time.gmtime = lambda seconds=None: gmtime(time.time() if seconds is None else seconds)


def main(file: str, defect: str, options: str) -> int:
    shift(Path(file))
    return broken.main(defect, options)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
