"""Fair admission to a few places: whoever asks for many does not keep out whoever asks for one.

Places are given in turn: round robin over payers (the address that caused the work, where it is known), then over
the lanes of a payer (its tables, or the hosts it has called), then first come, first served. So somebody who asks for
one place waits for at most one turn of every other payer, however many turns these still want.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yupana.server.limits import TooMany

Waiter = asyncio.Future[None]


class Turns:
    """A semaphore with a fair queue. For one event loop."""

    def __init__(
        self, places: int, *, most_waiting: int | None = None, most_each: int | None = None
    ) -> None:
        self._free = places
        self._most_waiting = most_waiting
        """Turns that one payer may ask for at the same time; None: however many."""
        self._most_each = most_each
        """Places that one payer, or one lane of all payers, may hold at the same time; None: all of them."""
        self._queues: OrderedDict[str, OrderedDict[str, deque[Waiter]]] = OrderedDict()
        self._asked: Counter[str] = Counter()
        """By payer: those who wait or hold a place."""
        self._held: Counter[tuple[str, str]] = Counter()
        """By `payer` and its name, and by `lane` and its name."""

    @property
    def payers(self) -> int:
        """How many payers wait or hold a place."""
        return len(self._asked)

    def asked(self, payer: str) -> int:
        return self._asked[payer]

    @asynccontextmanager
    async def turn(self, payer: str, lane: str = "") -> AsyncIterator[None]:
        """Holds a place; TooMany if this payer has too many waiting already."""
        waiting = self._asked[payer]
        if self._most_waiting is not None and waiting >= self._most_waiting:
            raise TooMany("server.too-many")
        self._asked[payer] += 1
        try:
            await self._enter(payer, lane)
            try:
                yield
            finally:
                self._leave(payer, lane)
        finally:
            self._asked[payer] -= 1
            if not self._asked[payer]:
                del self._asked[payer]

    async def _enter(self, payer: str, lane: str) -> None:
        if self._free and self._has_room(payer, lane):
            self._take(payer, lane)
            return
        waiter: Waiter = asyncio.get_running_loop().create_future()
        self._queues.setdefault(payer, OrderedDict()).setdefault(lane, deque()).append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():  # the place was given, and nobody takes it
                self._leave(payer, lane)
            raise

    def _has_room(self, payer: str, lane: str) -> bool:
        most = self._most_each
        return most is None or max(self._held[key] for key in _keys(payer, lane)) < most

    def _take(self, payer: str, lane: str) -> None:
        self._free -= 1
        self._held.update(_keys(payer, lane))

    def _leave(self, payer: str, lane: str) -> None:
        self._free += 1
        for key in _keys(payer, lane):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
        while self._free and self._give_next():
            pass

    def _give_next(self) -> bool:
        """Gives a place to whoever is next; whether there was anybody who may have one."""
        for payer in list(self._queues):
            for lane in list(self._queues[payer]):
                if self._has_room(payer, lane) and (waiter := self._next_in(payer, lane)):
                    self._take(payer, lane)
                    waiter.set_result(None)
                    return True
        return False

    def _next_in(self, payer: str, lane: str) -> Waiter | None:
        """The first in a lane that still waits; lane and payer go to the end of their rounds."""
        lanes = self._queues[payer]
        queue = lanes[lane]
        found = None
        while queue and found is None:
            waiter = queue.popleft()
            found = None if waiter.done() else waiter
        if queue:
            lanes.move_to_end(lane)
        else:
            del lanes[lane]
        if not lanes:
            del self._queues[payer]
        elif found is not None:
            self._queues.move_to_end(payer)
        return found


def _keys(payer: str, lane: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("payer", payer), ("lane", lane)
