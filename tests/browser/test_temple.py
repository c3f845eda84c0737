"""The temple's board: whole games by taps and by keys, the number of taps, and what is seen."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site, assert_accessible

CELL, NUMBER = ".cell.legal", ".number:enabled"
SOLO = {"people": 1}
OVER = '.table[data-phase="over"]'


def at_the_table(site: Site, page: Page, **more: Any) -> Opened:
    table = site.open_table("temple", **{**SOLO, **more})
    site.begin(table)
    site.enter(page, table, table.seats[0])
    return table


def changed(page: Page, head: str | None) -> None:
    expect(page.locator(".table")).not_to_have_attribute("data-head", head or "")


def points(page: Page) -> int:
    shown = page.locator(".score-chip").inner_text().split()[-1]
    return int(shown.replace("−", "-"))


def test_a_whole_game_by_taps_takes_two_for_a_number(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    table = at_the_table(site, page)
    rounds = 0
    while True:
        expect(page.locator(f"{CELL}, {OVER}").first).to_be_visible()
        if page.locator(OVER).count():
            break
        head = page.locator(".table").get_attribute("data-head")
        cells, numbers = page.locator(CELL), page.locator(NUMBER)
        known = numbers.count()  # a mummy needs no number
        cells.nth(rounds * 7 % cells.count()).click()
        if known:
            numbers.nth(rounds % numbers.count()).click()
        changed(page, head)
        rounds += 1
    assert rounds > 20
    assert points(page) == site.scores(table)[0]


def test_a_number_may_be_tapped_first(site: Site, new_page: NewPage) -> None:
    page = new_page()
    table = at_the_table(site, page)
    while not page.locator(NUMBER).count():
        page.locator(CELL).first.click()
    number = page.locator(NUMBER).last
    figure = number.get_attribute("data-number")
    number.click()
    expect(number).to_have_attribute("aria-pressed", "true")
    cell = page.locator(CELL).nth(4)
    name = cell.get_attribute("data-cell")
    cell.click()
    expect(page.locator(f'[data-cell="{name}"]')).to_have_attribute(
        "aria-label", re.compile(f"number {figure}")
    )
    sheet = site.frame(table, table.seats[0])["view"]["sheets"][0]
    assert int(figure or 0) in sheet["numbers"]


def test_a_number_that_the_next_dice_do_not_give_is_not_waited_for(
    site: Site, new_page: NewPage
) -> None:
    """Picked here, while the round is ended from another device."""
    page = new_page()
    table = at_the_table(site, page)
    for turn in range(12):
        expect(page.locator(CELL).first).to_be_visible()
        if page.locator(NUMBER).count():
            page.locator(NUMBER).nth(turn % page.locator(NUMBER).count()).click()
        head = page.locator(".table").get_attribute("data-head")
        moves = site.frame(table, table.seats[0])["moves"]
        site.command(table, {"do": "move", "text": moves[turn % len(moves)]}, table.seats[0])
        changed(page, head)


def test_a_whole_game_by_keys_alone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=1280, height=800)
    table = at_the_table(site, page, options={"side": "B"})
    expect(page.locator(f"{CELL}, {OVER}").first).to_be_visible()
    for _ in range(40):  # to the sheet by Tab
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    else:
        raise AssertionError("the sheet cannot be reached by Tab")
    rounds = 0
    while not page.locator(OVER).count():
        head = page.locator(".table").get_attribute("data-head")
        focused = "document.activeElement.dataset.cell"
        assert page.evaluate(focused), "the focus was lost"
        for _ in range(1 + rounds % 3):
            page.keyboard.press("n")
        writing = page.locator(NUMBER).count() > 0
        if writing:
            page.keyboard.press(page.locator(NUMBER).first.get_attribute("data-number") or "")
        page.keyboard.press("Enter")
        changed(page, head)
        expect(page.locator(f"{CELL}, {OVER}").first).to_be_visible()
        rounds += 1
    assert rounds > 20
    assert points(page) == site.scores(table)[0]


def test_a_cell_that_cannot_be_used_says_why_with_the_clause(site: Site, new_page: NewPage) -> None:
    page = new_page()
    at_the_table(site, page)
    while not page.locator(NUMBER).count():
        page.locator(CELL).first.click()
    page.locator(".cell:not(.legal)").first.click()  # a door, or with a Lockpick anything else
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    expect(toast.locator("a")).to_have_attribute("href", re.compile(r"#T-\d"))


def test_sheet_dice_numbers_and_bar_are_seen_together_on_a_small_phone(
    site: Site, new_page: NewPage
) -> None:
    page = new_page(width=360, height=640)
    at_the_table(site, page, people=2)
    for part in (".board .sheet", ".paper-tools", ".bar", ".prompt"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 640
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 640
    cell = page.locator(CELL).first.bounding_box()
    assert cell is not None
    assert cell["width"] >= 40


def test_axe_finds_nothing_on_the_sheet_with_a_cell_picked(site: Site, new_page: NewPage) -> None:
    page = new_page(width=390, height=844, locale="fr-FR", color_scheme="dark")
    at_the_table(site, page, people=2)
    page.locator(CELL).first.click()
    assert_accessible(page)
