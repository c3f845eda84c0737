"""The valley's board: whole games by taps and by keys, the number of taps, discoveries, and what is seen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site, assert_accessible

CELL, TOOL, DONE = ".cell.legal", ".numbers [data-tool]:enabled", ".bar .done:enabled"
REVEAL, DRAW = ".valley-reveal", "[data-draw]:enabled"
OVER = '.table[data-phase="over"]'


def at_the_table(site: Site, page: Page, **more: Any) -> Opened:
    table = site.open_table("valley", **{"people": 1, **more})
    site.begin(table)
    site.enter(page, table, table.seats[0])
    expect(page.locator(CELL).first).to_be_visible()
    return table


def head_of(page: Page) -> str:
    return page.locator(".table").get_attribute("data-head") or ""


def changed(page: Page, head: str) -> None:
    expect(page.locator(".table")).not_to_have_attribute("data-head", head)


def points(page: Page) -> int:
    return int(page.locator(".score-chip").inner_text().split()[-1].replace("−", "-"))


def tap(page: Page, at: Any) -> None:
    """A tap that changes the table."""
    head = head_of(page)
    at.click()
    changed(page, head)


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_whole_game_by_taps(site: Site, new_page: NewPage, side: str) -> None:
    page = new_page(width=360, height=640)
    table = at_the_table(site, page, options={"side": side})
    step, revealed = 0, 0
    while True:
        expect(page.locator(f"{CELL}, {DONE}, {OVER}").first).to_be_visible()
        if page.locator(OVER).count():
            break
        step += 1
        cells = page.locator(CELL)
        if page.locator(REVEAL).count():
            page.locator(REVEAL).click()
            tap(page, page.locator(DRAW))
            revealed += 1
            tap(page, page.locator(DONE))
        elif page.locator(DONE).count() and step % 2:
            tap(page, page.locator(DONE))
        elif page.locator(TOOL).count():
            if not page.locator('.number[aria-pressed="true"]').count():
                page.locator(TOOL).nth(step % page.locator(TOOL).count()).click()
            tap(page, cells.nth(step * 5 % cells.count()))
        elif page.locator(".valley-penny").count():
            page.locator(".valley-penny").click()
            page.locator(TOOL).nth(step % 15).click()
            tap(page, cells.first)
        elif page.locator(DONE).count():
            tap(page, page.locator(DONE))
        else:  # a snake
            tap(page, cells.nth(step % cells.count()))
    assert step > 25
    assert revealed > 0
    assert points(page) == site.scores(table)[0]


def test_two_numbers_take_four_taps(site: Site, new_page: NewPage) -> None:
    """A chip, a cell, another cell for the die that is left, Done."""
    page = new_page()
    for _ in range(30):
        table = at_the_table(site, page)
        faces = site.frame(table, table.seats[0])["view"]["phase"].get("faces", [])
        if faces and min(faces) > 0 and len(set(faces)) == 3:
            break
    else:
        raise AssertionError("no roll of three numbers in thirty games")
    largest = str(sum(sorted(faces)[1:]))  # two dice, so that one is left
    page.locator(f'.numbers [data-tool="{largest}"]').click()
    tap(page, page.locator(CELL).first)
    left = str(min(faces))
    expect(page.locator(f'.numbers [data-tool="{left}"]')).to_have_attribute("aria-pressed", "true")
    tap(page, page.locator(CELL).first)
    tap(page, page.locator(DONE))
    assert site.frame(table, table.seats[0])["view"]["round"] == 2
    numbers = site.frame(table, table.seats[0])["view"]["sheets"][0]["numbers"]
    assert sorted(filter(None, numbers)) == sorted(map(int, (largest, left)))


def test_a_whole_game_by_keys_alone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=1280, height=800)
    table = at_the_table(site, page)
    for _ in range(60):  # to the map by Tab
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    else:
        raise AssertionError("the map cannot be reached by Tab")
    step = 0
    while not page.locator(OVER).count():
        head, step = head_of(page), step + 1
        assert page.evaluate("document.activeElement.dataset.cell"), "the focus was lost"
        tools = [
            each
            for each in page.locator(TOOL).evaluate_all("all => all.map(one => one.dataset.tool)")
            if each.isdecimal()
        ]
        if page.locator(DONE).count() and (step % 3 == 0 or not tools):
            page.keyboard.press("d")
        elif tools:
            page.keyboard.press("n")
            page.keyboard.press(tools[0][0])
            page.keyboard.press("Enter")
        else:  # a snake, or only special faces
            if page.locator(".valley-penny").count():
                page.keyboard.press("p")
                page.keyboard.press("7")
            elif page.locator(TOOL).count():
                page.locator(TOOL).first.focus()
                page.keyboard.press("Enter")
                page.locator(CELL).first.focus()
            if not page.evaluate("document.activeElement.matches('.legal')"):
                page.keyboard.press("n")
            page.keyboard.press("Enter")
        changed(page, head)
        expect(page.locator(f"{CELL}, {DONE}, {OVER}").first).to_be_visible()
    assert step > 25
    assert points(page) == site.scores(table)[0]


def test_a_cell_that_cannot_be_reached_says_why_with_the_clause(
    site: Site, new_page: NewPage
) -> None:
    page = new_page()
    for _ in range(20):  # a first round without a snake
        at_the_table(site, page)
        if page.locator(".dice").count():
            break
    page.locator('.cell[data-cell="d4"]').click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    expect(toast.locator("a")).to_have_attribute("href", re.compile(r"#V-2\.5"))


def test_everything_is_seen_together_on_a_small_phone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    at_the_table(site, page, people=2)
    for part in (".board .sheet", ".paper-tools", ".bar .done", ".prompt"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 640
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 640
    cell = page.locator(CELL).first.bounding_box()
    assert cell is not None
    assert cell["width"] >= 42


def test_axe_finds_nothing_on_the_map(site: Site, new_page: NewPage) -> None:
    page = new_page(width=390, height=844, locale="fr-FR", color_scheme="dark")
    at_the_table(site, page, people=2)
    assert_accessible(page)
    page.locator(CELL).first.click()
    assert_accessible(page)
