"""Exports and QRs: the same bytes as ever, made once for all who ask, and kept within bounds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables import open_table
from yupana.server import exports
from yupana.server.export import read_export, write_export
from yupana.server.exports import Documents, draw_qr, write_document, write_pages
from yupana.server.log import Closed, New, Said
from yupana.server.pools import FairPool
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append


@pytest.mark.parametrize("said", [0, 1, exports.ON_A_PAGE - 2, exports.ON_A_PAGE, 950])
def test_a_document_in_pages_is_the_document(tmp_path: Path, said: int) -> None:
    with SqliteStore(tmp_path / "t.db") as store:
        open_table(store, "t")
        head = store.load("t")[0].head
        words = tuple(New(Said(0, "wow"), 10**12 + number) for number in range(said))
        if words:
            store.append([Append("t", head, words)])
        assert write_document(store, "t") == write_export(store.export("t"))
        seed = store.seed("t")
        assert seed is not None
        store.append([Append("t", head + said, (New(Closed(seed.hex()), 10**13),))])
        assert store.load("t")[0].status == "over"
        whole = write_document(store, "t")
        assert whole == write_export(store.export("t"))
        assert len(list(write_pages(store, "t"))) >= 2 + said // exports.ON_A_PAGE
        assert read_export(whole).seed == seed.hex()


def counted(made: list[str], go: threading.Event) -> Callable[[str], bytes]:
    def make(text: str) -> bytes:
        go.wait(10)
        made.append(text)
        return text.encode() * 100

    return make


def test_who_asks_for_the_same_waits_for_the_same_work_and_little_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    go = threading.Event()
    monkeypatch.setattr(exports, "draw_qr", counted(made, go))

    async def scene() -> None:
        pool = FairPool("test", 2)
        documents = Documents(pool, most=1000)
        same = [asyncio.create_task(documents.qr("same")) for _ in range(20)]
        await asyncio.sleep(0.05)
        same[0].cancel()  # the one who asked first goes away
        go.set()
        answers = await asyncio.gather(*same[1:])
        assert made == ["same"]
        assert set(answers) == {b"same" * 100}
        assert await documents.qr("same") == b"same" * 100
        assert made == ["same"]
        for text in ("one", "two", "three"):
            await documents.qr(text)
        await documents.qr("same")  # it was the oldest
        assert made.count("same") == 2
        assert documents._size <= 1000
        pool.close()

    asyncio.run(scene())


def test_a_failure_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def fails(text: str) -> bytes:
        tries.append(1)
        if len(tries) == 1:
            raise OSError("once")
        return b"done"

    monkeypatch.setattr(exports, "draw_qr", fails)

    async def scene() -> Any:
        pool = FairPool("test", 1)
        documents = Documents(pool)
        with pytest.raises(OSError, match="once"):
            await documents.qr("a")
        try:
            return await documents.qr("a")
        finally:
            pool.close()

    assert asyncio.run(scene()) == b"done"


def test_a_qr_is_a_picture() -> None:
    assert draw_qr("HTTP://TABLE.EXAMPLE/J/KRTM").startswith(b"<svg")


def test_a_page_is_rendered_once_for_each_look() -> None:
    rendered: list[str] = []

    def render(look: str, title: str = "") -> str:
        assert threading.current_thread() is not threading.main_thread()
        rendered.append(look)
        return f"{look}: é{title}"

    async def scene() -> None:
        pool = FairPool("test", 1)
        documents = Documents(pool)
        for _ in range(3):
            assert await documents.page(render, "light") == "light: é"
            assert await documents.page(render, "light", title="a") == "light: éa"
        assert await documents.page(render, "dark") == "dark: é"
        assert rendered == ["light", "light", "dark"]
        pool.close()

    asyncio.run(scene())
