"""Since when each person has been waited for, on a clock that runs only while the server does. No I/O.

Monotonic time alone counts: a jump of the wall clock decides nothing. So that a long wait is not forgotten
with the process, it is noted in the log now and then; the time that the server was away is in no note,
and after a start everybody has at least some time to come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from math import ceil

from yupana.core.game import Seat
from yupana.server.log import Waited
from yupana.server.table import Table

GRACE = 120
"""Seconds that everybody has left at least when the server has come back."""

SELDOM = 600
"""Seconds between two notes at least; a game whose patience is not much longer needs none."""

SHARE = 50
"""A note for each such part of the patience: that much of a wait may be forgiven by a restart."""


class Since:
    """Since when each of several things has been so, by a clock that no jump of the wall clock moves."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[Hashable, float] = {}

    def look(self, things: Iterable[Hashable]) -> None:
        """Notes what is so now; what is not among it is forgotten."""
        now = self._clock()
        self._since = {each: self._since.get(each, now) for each in things}

    def seconds(self, thing: Hashable) -> float:
        """How long it has been so; 0 for what is not."""
        return self._clock() - self._since[thing] if thing in self._since else 0.0


class Waits:
    """Of one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[Seat, tuple[int, float]] = {}
        """With the rev of the seat: another one is another wait."""
        self._noted = clock()

    def recall(self, table: Table) -> None:
        """Begins with what was noted before the server was away."""
        most = max(0, table.policy.patience - GRACE)
        for seat in table.waited_for():
            rev, seconds = table.waited.get(seat, (-1, 0))
            if rev == table.revs[seat]:
                self._since[seat] = (rev, self._clock() - min(seconds, most))

    def look(self, table: Table) -> dict[Seat, int]:
        """Those who are waited for from now on, with their revs."""
        now = self._clock()
        before, self._since = self._since, {}
        for seat in table.waited_for():
            rev = table.revs[seat]
            same = seat in before and before[seat][0] == rev
            self._since[seat] = before[seat] if same else (rev, now)
        return {
            seat: rev for seat, (rev, _) in self._since.items() if before.get(seat, (-1,))[0] != rev
        }

    def overdue(self, patience: int) -> list[Seat]:
        """The seats whose time is up; nobody's, where there is no hurry."""
        late = self._clock() - patience
        return [seat for seat, (_, since) in self._since.items() if patience and since <= late]

    def left(self, patience: int) -> dict[Seat, int] | None:
        """Seconds left to each, for their eyes; None where there is no hurry."""
        if not patience:
            return None
        end = patience - self._clock()
        return {seat: max(0, ceil(end + since)) for seat, (_, since) in self._since.items()}

    def is_to_be_noted(self, patience: int) -> bool:
        often = max(SELDOM, patience / SHARE)
        return bool(self._since) and often < patience and self._clock() - self._noted >= often

    def note(self, seats: int) -> Waited:
        self._noted = now = self._clock()
        nobody = (0, now)
        return Waited(tuple(int(now - self._since.get(seat, nobody)[1]) for seat in range(seats)))
