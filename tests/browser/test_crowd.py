"""Many at one table, and people whose machines fail them: whole evenings, in real pages."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Opened, Site, moved, wait_for_move
from tests.server.client import Player

OVER = '.table[data-phase="over"]'
CELL, NUMBER = ".cell.legal", ".number:enabled"


def mark(page: Page, turn: int) -> bool:
    """One mark of a temple game, by taps; False if it is not one's turn, or all is over."""
    cells = page.locator(CELL)
    if page.locator(OVER).count() or not cells.count():
        return False
    before = moved(page)
    known = page.locator(NUMBER).count()  # a mummy needs no number
    cells.nth(turn * 7 % cells.count()).click()
    if known:
        page.locator(NUMBER).nth(turn % page.locator(NUMBER).count()).click()
    wait_for_move(page, before)
    return True


def shown_points(page: Page) -> int:
    return int(page.locator(".score-chip").inner_text().split()[-1].replace("−", "-"))


def test_two_people_a_bot_and_a_watcher_through_everything_that_fails(
    own_site: Site, new_page: NewPage, watched: Watched
) -> None:
    """A reload, a lost line, and a server that is killed in the middle: the game ends right for all."""
    watched.excused = ["ERR_CONNECTION", "ERR_INTERNET", "WebSocket connection", "Failed to load"]
    table = own_site.open_table("temple", people=2, bots=1, options={"side": "B"})
    own_site.begin(table)
    ana, bea, watcher = (
        new_page(),
        new_page(width=390, height=844, locale="fr-FR"),
        new_page(1280, 800),
    )
    own_site.enter(ana, table, table.seats[0])
    own_site.enter(bea, table, table.seats[1])
    own_site.enter(watcher, table, table.spectator)
    for turn in range(200):
        expect(ana.locator(f"{CELL}, {OVER}").first).to_be_visible(timeout=15_000)
        if ana.locator(OVER).count():
            break
        if turn == 4:
            ana.reload()
            expect(ana.locator(CELL).first).to_be_visible()
        if turn == 8:
            bea.context.set_offline(True)
            own_site.server.http.get("/healthz")
            bea.context.set_offline(False)
        if turn == 12:
            own_site.server.kill()
            own_site.server.start()
        for page in (ana, bea):
            expect(page.locator(f"{CELL}, {OVER}").first).to_be_visible(timeout=15_000)
            mark(page, turn)
    scores = own_site.scores(table)
    assert [shown_points(ana), shown_points(bea)] == scores[:2]
    expect(watcher.locator(OVER)).to_be_visible(timeout=15_000)
    heads = {page.locator(".table").get_attribute("data-head") for page in (ana, bea, watcher)}
    assert heads == {str(own_site.frame(table, table.spectator)["head"])}


@contextmanager
def crowd(site: Site, table: Opened, seats: list[int]) -> Iterator[list[Player]]:
    """These seats, each played by a program of its own over a socket of its own."""
    players = [Player(site.base, table.id, table.seats[seat]) for seat in seats]
    enough = threading.Event()

    async def play_all() -> None:
        rngs = [random.Random(seat) for seat in seats]
        plays = [
            asyncio.create_task(player.play(lambda each, rng=rng: each.any_move(rng)))  # type: ignore[misc]
            for player, rng in zip(players, rngs, strict=True)
        ]
        while not enough.is_set():
            await asyncio.sleep(0.05)
        for play in plays:
            play.cancel()
        await asyncio.gather(*plays, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(play_all()))
    thread.start()
    try:
        yield players
    finally:
        enough.set()
        thread.join(20)


def test_a_hundred_at_one_table_and_three_of_them_in_pages(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=100, names=tuple(f"Guest {n}" for n in range(100)))
    site.begin(table)
    pages = {seat: new_page() for seat in (0, 41, 99)}
    for seat, page in pages.items():
        site.enter(page, table, table.seats[seat])
        expect(page.locator(".table")).to_be_visible()
    rounds = 4
    with crowd(site, table, [seat for seat in range(100) if seat not in pages]) as players:
        for turn in range(rounds):
            for page in pages.values():
                expect(page.locator(CELL).first).to_be_visible(timeout=30_000)
                assert mark(page, turn)
        for page in pages.values():
            expect(page.locator(CELL).first).to_be_visible(timeout=30_000)
        in_time = time.monotonic() + 30
        while any(len(player.acked) < rounds for player in players):
            assert time.monotonic() < in_time
            time.sleep(0.05)
        assert not any(player.refused for player in players)
    for seat, page in pages.items():
        frame = site.frame(table, table.seats[seat])
        assert shown_points(page) == frame["score"]["points"]
        page.locator('[data-panel="others"]').click()
        expect(page.locator(".other")).to_have_count(99)
