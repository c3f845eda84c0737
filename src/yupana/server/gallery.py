"""Those who watch some time after it happened: a fold of its own, which takes entries when they are old enough.

Whatever somebody in the gallery gets is made from that fold: views, heads, the end of the game. What is
newer is not there to leak. No I/O; time is handed in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from yupana.server import wire
from yupana.server.log import Stored
from yupana.server.requests import Client
from yupana.server.table import Table


class Gallery:
    """Of one table, by `delay` seconds behind it."""

    def __init__(self, table: Table, delay: int) -> None:
        self.table = table
        """As it was then."""
        self.delay = delay
        self.clients: dict[Client, None] = {}
        self._coming: deque[tuple[float, Stored]] = deque()

    def add(self, stored: Stored, happened: float) -> None:
        """An entry that is in the log since then, on a clock of the caller's."""
        self._coming.append((happened + self.delay, stored))

    def is_ripe(self, now: float) -> bool:
        return bool(self._coming) and self._coming[0][0] <= now

    def ripen(self, now: float) -> None:
        """Takes all that is old enough by now, in order."""
        while self.is_ripe(now):
            stored = self._coming.popleft()[1]
            self.table.take(stored.entry())
            self.table.hashes.append(stored.hash)

    def show(self, names: Sequence[str], here: Sequence[bool]) -> int:
        """A view for everybody who watches; how many."""
        views: dict[int, bytes] = {}
        for client in self.clients:
            seen = client.outbox.seen
            if seen not in views:
                view = self.table.sight.seen(client.actor, names, here, seen)
                views[seen] = wire.encode(view)
            client.outbox.show(views[seen], self.table.head)
        return len(self.clients)
