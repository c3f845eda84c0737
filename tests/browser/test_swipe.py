"""Fingers that go across a phone: others are one swipe away, and nothing else is disturbed."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Site

Point = tuple[float, float]
STEP = 0.02
"""Seconds between two reports of where a finger is."""


class Finger:
    """Touches as a phone reports them; the browser decides what they mean."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)

    def _send(self, kind: str, at: float, *points: Point) -> None:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "timestamp": at, "touchPoints": told}
        self.line.send("Input.dispatchTouchEvent", event)

    def go(self, *starts: Point, by: tuple[Point, ...], steps: int = 8) -> None:
        """Fingers go down at these points, each goes its way, and all are lifted: in the time that a finger
        takes for it, however long this machine does."""
        now = time.time()
        self._send("touchStart", now, *starts)
        for step in range(1, steps + 1):
            share = step / steps
            moved = [
                (x + dx * share, y + dy * share)
                for (x, y), (dx, dy) in zip(starts, by, strict=True)
            ]
            self._send("touchMove", now + STEP * step, *moved)
        self._send("touchEnd", now + STEP * (steps + 1))


def on_a_phone(site: Site, new_page: NewPage, game: str, bots: int = 2) -> tuple[Page, Finger, Any]:
    table = site.open_table(game, people=1, bots=bots)
    site.begin(table)
    page = new_page(has_touch=True, is_mobile=True)
    site.enter(page, table, table.seats[0])
    expect(page.locator(".cell.legal, .card.legal, .bar .done:enabled").first).to_be_visible()
    return page, Finger(page), table


def middle_of(page: Page, place: str) -> Point:
    box = page.locator(place).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["temple", "valley", "wiraqocha", "paititi"])
def test_others_are_one_swipe_away(site: Site, new_page: NewPage, game: str) -> None:
    page, finger, table = on_a_phone(site, new_page, game)
    before = site.frame(table, table.spectator)["head"]
    x, y = middle_of(page, ".board")
    finger.go((x + 60, y), by=((-120, 10),))
    expect(page.locator("#tab-others")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".other")).to_have_count(2)
    # inside: on to the next, back, and out beyond the last
    inside = middle_of(page, "#panel")
    finger.go(inside, by=((-110, 5),))
    expect(page.locator("#tab-score")).to_have_attribute("aria-selected", "true")
    finger.go(middle_of(page, "#panel"), by=((110, 5),))
    expect(page.locator("#tab-others")).to_have_attribute("aria-selected", "true")
    for tab in ("score", "log"):
        finger.go(middle_of(page, "#panel"), by=((-110, 5),))
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
    finger.go(middle_of(page, "#panel"), by=((-110, 5),))
    expect(page.locator(".panels")).to_have_count(0)
    assert site.frame(table, table.seats[0])["rev"] == [0], "a swipe is not a move"
    assert site.frame(table, table.spectator)["head"] >= before


def test_up_and_down_and_two_fingers_are_no_swipe(site: Site, new_page: NewPage) -> None:
    page, finger, _ = on_a_phone(site, new_page, "temple")
    x, y = middle_of(page, ".board")
    finger.go((x, y - 80), by=((20, 160),))
    finger.go((x, y), by=((-30, 4),))  # hardly moved
    finger.go((x - 20, y), (x + 20, y), by=((-70, 0), (70, 0)))
    expect(page.locator(".panels")).to_have_count(0)
    # enlarged by the pinch, the page is moved about as anywhere else
    assert page.evaluate("visualViewport.scale") > 1.2
    finger.go((x + 60, y), by=((-120, 0),))
    expect(page.locator(".panels")).to_have_count(0)


def test_a_finger_that_goes_up_a_list_does_not_change_its_tab(
    site: Site, new_page: NewPage
) -> None:
    page, finger, _ = on_a_phone(site, new_page, "temple")
    page.locator('[data-panel="moves"]').click()
    x, y = middle_of(page, "#panel")
    finger.go((x, y + 80), by=((-25, -160),))
    expect(page.locator("#tab-moves")).to_have_attribute("aria-selected", "true")


def test_alone_there_is_nobody_to_swipe_to(site: Site, new_page: NewPage) -> None:
    page, finger, _ = on_a_phone(site, new_page, "temple", bots=0)
    x, y = middle_of(page, ".board")
    finger.go((x + 60, y), by=((-120, 0),))
    expect(page.locator(".panels")).to_have_count(0)


def test_a_tap_still_marks(site: Site, new_page: NewPage) -> None:
    page, _, table = on_a_phone(site, new_page, "temple", bots=0)
    before = page.locator(".table").get_attribute("data-head") or ""
    known = page.locator(".number:enabled").count()  # a mummy needs no number
    page.locator(".cell.legal").first.tap()
    if known:
        page.locator(".number:enabled").first.tap()
    expect(page.locator(".table")).not_to_have_attribute("data-head", before)
    assert site.frame(table, table.seats[0])["rev"] == [1]
