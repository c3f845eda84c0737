"""Exports of finished games, QR codes and pages, made beside the event loop and kept for a while.

An export is read from the store a page at a time, and encoded as many entries at a time as take about a millisecond:
meanwhile others read and write. Several who ask for the same one wait for one piece of work.
"""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, ParamSpec

import segno

from yupana.server.budget import Budget
from yupana.server.export import Export, TableFacts
from yupana.server.log import canonical
from yupana.server.pools import FairPool
from yupana.server.store import Store

P = ParamSpec("P")

ON_A_PAGE = 200
"""Entries that are read and encoded at a time."""

MOST_KEPT = 64 << 20
"""Bytes of exports and pictures that are kept."""

PIECE = 1 << 16
"""Bytes of an export that are sent before the receiver has to have read some."""


def write_pages(store: Store, table: str) -> Iterator[bytes]:
    """The document of a finished game, in pieces; together they are what `write_export` makes of it."""
    row, _ = store.load(table, LAST)
    seed = store.seed(table) if row.status == "over" else None
    frame = canonical(
        Export(
            table=TableFacts(row.id, row.game, row.rules, row.created_ms),
            entries=(),
            head_hash=row.head_hash,
            seed=None if seed is None else seed.hex(),
        )
    )
    before, _, after = frame.partition(b"[]")
    yield before + b"["
    for since in range(0, row.head, ON_A_PAGE):
        page = store.page(table, since, min(since + ON_A_PAGE, row.head))
        yield (b"," if since else b"") + canonical(page)[1:-1]
    yield b"]" + after


LAST = 2**62
"""Beyond the end of any log."""


def write_document(store: Store, table: str) -> bytes:
    return b"".join(write_pages(store, table))


def draw_qr(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out, kind="svg", xmldecl=False, border=2, svgns=True, nl=False, omitsize=True
    )
    return out.getvalue()


async def pieces(data: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(data), PIECE):
        yield data[at : at + PIECE]


class Documents:
    """What was made is kept, the oldest goes first; what is being made is made once."""

    def __init__(self, pool: FairPool, most: int = MOST_KEPT) -> None:
        self._pool, self._most = pool, most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[str, asyncio.Task[bytes]] = {}

    async def export(self, store: Store, table: str, head: int) -> bytes:
        """Of a finished game, as it is at this head of its log."""
        make = self._make(f"export {table}", write_document, store, table)
        return await self._get(f"export {table} {head}", make)

    async def qr(self, text: str) -> bytes:
        return await self._get(f"qr {text}", self._make("qr", draw_qr, text))

    async def page(self, render: Callable[P, str], *args: P.args, **named: P.kwargs) -> str:
        """A page that is the same for all who ask for it with the same look."""
        key = f"page {render.__module__} {render.__qualname__} {args!r} {named!r}"
        make = self._make("page", lambda: render(*args, **named).encode())
        return (await self._get(key, make)).decode()

    def _make(
        self, lane: str, call: Callable[..., bytes], *args: object
    ) -> Callable[[], Coroutine[Any, Any, bytes]]:
        payer = Budget.current()
        return lambda: self._pool.run(payer.account or payer.address, lane, call, *args)

    async def _get(self, key: str, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(make())
            task.add_done_callback(lambda done: self._made(key, done))
        return await asyncio.shield(task)

    def _made(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if task.cancelled() or task.exception() is not None or len(task.result()) > self._most:
            return
        self._kept[key] = task.result()
        self._size += len(task.result())
        while self._size > self._most:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)
