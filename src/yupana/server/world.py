"""What a live table needs of the server around it, and what it tells the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.metrics import Metrics
from yupana.server.pools import Pools
from yupana.server.store import Append, Result, Store
from yupana.server.table import Table
from yupana.server.turns import Turns


class Appends(Protocol):
    def append(self, append: Append) -> asyncio.Future[Result]: ...


Due = Callable[[str, Mapping[Seat, int]], None]
"""A table, and its seats that are waited for, each with its rev: a turn that was told once need not be
told again. Called on the event loop, and again for all of them after a start."""


MOST_QUESTIONS = 16
"""Of one holder that may wait; more are refused."""


OpenNext = Callable[[Table, Sequence[str], wire.Again], Awaitable[None]]


class World(Struct):
    """What a live table needs of the server."""

    store: Store
    several: bool
    """Whether other servers write to the same store."""
    writer: Appends
    thinkers: Thinkers
    metrics: Metrics
    now_ms: Callable[[], int]
    failed: Callable[[BaseException], None]
    """Told that the store failed: the process is to end."""
    revoked: Callable[[str], None]
    """Told the table of which keys have changed."""
    due: Due
    """Told who is waited for from now on, at tables where that may take hours."""
    open_next: OpenNext
    """Opens the table at which the people of this one play on; it may be there already."""
    pools: Pools
    questions: Turns = field(default_factory=lambda: Turns(1, most_waiting=MOST_QUESTIONS))
    """Questions about moves are answered one after the other: fairly, and a bit at a time."""
