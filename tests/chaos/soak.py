"""G15, for hours: sockets that come and go, games that begin and end, and memory that must not grow.

`make soak`. The same measurement as capacity.py at a lower rate, with a bound on the slope of the memory that only a long run
can see.
"""

from __future__ import annotations

from tests.chaos.capacity import SOAK, measured, part
from tests.chaos.verdict import Ask, Verdict

PROMISE = "The memory of a server that runs for hours does not grow."


def run(ask: Ask) -> Verdict:
    return measured(ask, part(SOAK, ask.size))
