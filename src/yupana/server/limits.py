"""How much anybody may ask for: buckets that refill, and counts of what is open. Only in memory.

Addresses of people are used here and nowhere else; they are not stored or logged.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from yupana.core.errors import YupanaError

Many = Annotated[int, Meta(ge=1, le=1_000_000)]
Rate = Annotated[float, Meta(gt=0, le=1_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=3600)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Starting values; whoever runs a server may set others."""

    burst: Many = 20
    per_second: Rate = 5.0
    """Commands of one holder: so many at once, and so many a second. What else holders may do is a multiple of
    this: see budget.py."""
    sockets_per_seat: Many = 8
    """Of one seat, and of all hosts of a table."""
    sockets_per_address: Many = 300
    """Clubs and schools sit behind one address."""
    spectators: Many = 2000
    tables_per_hour: Many = 60
    """Tables that one address may open; large ones count more."""
    unstarted: Many = 200
    """Tables at which no game has begun. One address has a quarter of them at most; beyond this number only
    those may open a table who have none."""
    public_seats_per_hour: Many = 12
    """Seats at other people's public tables that one address may take."""
    tries_per_minute: Many = 60
    """Wrong secrets and codes of one address."""
    requests_burst: Many = 300
    requests_per_second: Rate = 50.0
    """Requests of one address by those who show no secret of a seat or a host. What comes faster waits."""
    requests_waiting: Many = 300
    """Requests of one address, or of one holder, that may wait; more are refused."""
    silence: Seconds = 60.0
    """Seconds after which a socket that says nothing is closed."""
    hello: Seconds = 10.0
    """Seconds to say hello in."""
    request: Seconds = 10.0
    """Seconds in which a request has to be here, its body included."""
    requests_coming: Many = 200
    """Connections of which a request is still on its way."""
    unread: Seconds = 20.0
    """Seconds after which a client is cut off that reads nothing of what waits for it."""


class TooMany(YupanaError):
    """More than anybody may ask for; later it works again."""


class Buckets:
    """A bucket for each key: `take` empties it a little, time fills it. The oldest are forgotten."""

    def __init__(
        self,
        burst: float,
        per_second: float,
        most: int = 50_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.burst, self._per_second, self._most, self._clock = burst, per_second, most, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, price: float = 1) -> bool:
        """Whether there was enough left; if not, nothing is taken."""
        left = self._now(key)
        if left < price:
            return False
        self._keep(key, left - price)
        return True

    def fine(self, key: str, much: float) -> None:
        """Takes that much, or all there is."""
        self._keep(key, max(0.0, self._now(key) - much))

    def give_back(self, key: str, price: float) -> None:
        self._keep(key, min(self.burst, self._now(key) + price))

    def has(self, key: str, price: float = 1) -> bool:
        return self._now(key) >= price

    def wait(self, key: str, price: float) -> float:
        """Seconds until so much is there, if nobody else takes anything."""
        return max(0.0, (price - self._now(key)) / self._per_second)

    def merge(self, key: str, other: str) -> None:
        """Two keys turn out to be one payer: the second is charged what the first has used, and forgotten."""
        if other in self._left:
            used = self.burst - self._now(other)
            del self._left[other]
            self.fine(key, used)

    def _keep(self, key: str, left: float) -> None:
        self._left[key] = (left, self._clock())
        self._left.move_to_end(key)
        if len(self._left) > self._most:
            self._left.popitem(last=False)

    def _now(self, key: str) -> float:
        left, then = self._left.get(key, (self.burst, 0.0))
        return min(self.burst, left + (self._clock() - then) * self._per_second)


class Open:
    """How many of something each key has open."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def enter(self, keys: dict[str, int]) -> bool:
        """Counts one more for each key unless one of them has reached its most."""
        if any(self._counts[key] >= most for key, most in keys.items()):
            return False
        self._counts.update(keys.keys())
        return True

    def leave(self, keys: dict[str, int]) -> None:
        self._counts.subtract(keys.keys())
        for key in keys:
            if self._counts[key] <= 0:
                del self._counts[key]

    def total(self) -> int:
        return self._counts.total()
