"""What a live table needs of the server around it, and what it tells the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.metrics import Metrics
from yupana.server.store import Append, Result, Store
from yupana.server.table import Table


class Appends(Protocol):
    def append(self, append: Append) -> asyncio.Future[Result]: ...


Due = Callable[[str, Mapping[Seat, int]], None]
"""A table, and its seats that are waited for, each with its rev: a turn that was told once need not be
told again. Called on the event loop, and again for all of them after a start."""


OpenNext = Callable[[Table, Sequence[str], wire.Again], Awaitable[None]]


class World(Struct):
    """What a live table needs of the server."""

    store: Store
    writer: Appends
    thinkers: Thinkers
    metrics: Metrics
    now_ms: Callable[[], int]
    failed: Callable[[BaseException], None]
    """Told that the store failed: the process is to end."""
    revoked: Callable[[str], None]
    """Told the table of which keys were revoked."""
    due: Due
    """Told who is waited for from now on, at tables where that may take hours."""
    open_next: OpenNext
    """Opens the table at which the people of this one play on; it may be there already."""
