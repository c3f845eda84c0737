"""A whole evening: three people, each at a browser of their own, one on a phone and one in French, play one table to its end."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Line, Opened, Site
from yupana.words import words

FIRST, LAST = 4, 22
"""Rounds that are played by taps: up to the one, and from the other on."""
LONGEST = 240
"""Seconds: on a quiet machine it takes a quarter of that."""


def rev(site: Site, table: Opened, seat: int) -> int:
    found: int = site.frame(table, table.seats[seat])["rev"][0]
    return found


def pencil(page: Page, *, twice: bool = False) -> None:
    """A mark by whoever sits there, by taps: a number and its cell, or a cell for a mummy."""
    cell = page.locator(".cell.legal").first
    if page.locator(".number:enabled").count():
        page.locator(".number:enabled").first.click()
        expect(page.locator('.number[aria-pressed="true"]')).to_have_count(1)
    if twice:
        cell.dblclick()
    else:
        cell.click()


def waits(page: Page) -> bool:
    """Whether this page asks for a mark now."""
    return page.locator(".cell.legal").count() > 0


def log_of(page: Page) -> str:
    on_phone = page.locator('[data-panel="log"]')
    if on_phone.count():
        if on_phone.get_attribute("aria-expanded") != "true":
            on_phone.click()
    else:
        page.locator("#tab-log").click()
    expect(page.locator(".log")).to_be_visible()
    text = page.locator(".log").inner_text()
    if on_phone.count():
        on_phone.click()
    return text


def test_three_people_play_an_evening(site: Site, new_page: NewPage, watched: Watched) -> None:
    watched.excused += ["ERR_INTERNET_DISCONNECTED", "WebSocket connection to"]
    table = site.open_table("temple", people=3)
    ana, bea, cid = new_page(1280, 800), new_page(390, 844), new_page(1280, 800, locale="fr-FR")
    pages = (ana, bea, cid)
    line = Line(bea)
    site.enter(ana, table, table.host, table.seats[0])
    for page, seat in ((bea, 1), (cid, 2)):
        site.enter(page, table, table.seats[seat])
    ana.get_by_role("button", name="Begin").click()
    for page in pages:
        expect(page.locator('.table[data-phase="playing"]')).to_be_visible()

    # Bea's phone loses the line; the host goes on without her, and with Cid, who is here and thinks
    pencil(ana)
    line.lose()
    bea.context.set_offline(True)
    expect(bea.locator(".connection")).to_contain_text("connection is lost", timeout=30_000)
    expect(ana.locator(".connection")).to_contain_text("Bea lost the connection", timeout=40_000)
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_text("For the host").click()
    ana.get_by_role("button", name="Let bots play for Bea", exact=True).click()
    ana.keyboard.press("Escape")
    expect(ana.locator("dialog")).to_have_count(0)
    seats = site.frame(table, table.host)["seats"]
    assert [each["bot"] is not None for each in seats] == [False, True, False]
    assert words("en").say("web-log-now-bot", name="Bea") in log_of(ana)
    assert words("fr").say("web-log-now-bot", name="Bea") in log_of(cid)

    # a late double click commits nothing twice
    before = rev(site, table, 2)
    expect(cid.locator(".cell.legal").first).to_be_visible()
    pencil(cid, twice=True)
    expect(cid.locator(".table")).not_to_have_attribute("data-moved", str(before))
    cid.wait_for_timeout(500)
    assert rev(site, table, 2) == before + 1

    # Bea is back, and takes her seat with one tap; everybody is told
    line.down = False
    bea.context.set_offline(False)
    back = bea.locator("[data-back]")
    expect(back).to_have_text("Take my seat back", timeout=30_000)
    expect(bea.locator(".stood-in")).to_contain_text("A bot is playing for you")
    back.click()
    expect(back).to_have_count(0)
    for page, language in ((ana, "en"), (bea, "en"), (cid, "fr")):
        assert words(language).say("web-log-now-person", name="Bea") in log_of(page)
    seats = site.frame(table, table.host)["seats"]
    assert [each["bot"] for each in seats] == [None, None, None]

    # and they play it to its end; the rounds in the middle, which are all alike, without tapping
    end = time.monotonic() + LONGEST
    tapped = set()
    while site.frame(table, table.spectator)["phase"] != "over":
        assert time.monotonic() < end, "the evening does not end"
        frames = [site.frame(table, secret) for secret in table.seats.values()]
        for seat, (page, frame) in enumerate(zip(pages, frames, strict=True)):
            if frame["moves"] and FIRST < frame["view"]["round"] < LAST:
                site.command(table, {"do": "move", "text": frame["moves"][0]}, table.seats[seat])
            elif frame["moves"] and waits(page):
                moved = page.locator(".table").get_attribute("data-moved") or ""
                tapped.add(frame["view"]["round"])
                pencil(page)
                expect(page.locator(".table")).not_to_have_attribute("data-moved", moved)

    assert max(tapped) > LAST
    scores = site.scores(table)
    for page in pages:
        expect(page.locator(".end")).to_be_visible()
        points = page.locator(".places li").evaluate_all(
            "all => all.map(each => [each.querySelector('.place-name').textContent, Number(each.querySelector('.points').textContent)])"
        )
        assert dict(map(tuple, points)) == dict(zip(("Ana", "Bea", "Cid"), scores, strict=True))
