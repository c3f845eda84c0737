"""A whole game in English and one in French: no word of the other language, and no name of a message, is seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site
from tests.browser.test_crowd import CELL, NUMBER, OVER, shown_points
from yupana.web.assets import SHARED
from yupana.words import catalogues

SENTENCE = re.compile(r"^([a-z][a-z0-9-]*) = ([^{}\n]+)$", re.M)
READ = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
    each => ['aria-label', 'title', 'placeholder'].map(name => each.getAttribute(name) ?? ''))].join('\\n')"""
"""All that a page says, to eyes and to readers."""


def sentences(language: str) -> dict[str, str]:
    """The messages without facts that a page of the temple may show, by their names."""
    files = [catalogues(language)[f"{name}.ftl"] for name in (*SHARED, "temple")]
    return {name: text.strip() for file in files for name, text in SENTENCE.findall(file)}


def foreign(language: str, other: str) -> set[str]:
    """What the other language says, in at least two words and otherwise than this one."""
    own = sentences(language)
    said = "\n".join(own.values())
    return {
        text
        for name, text in sentences(other).items()
        if " " in text and own.get(name) != text and text not in said
    }


def look_round(page: Page, read: list[str]) -> None:
    """Opens every panel and the menu, and reads them."""
    for panel in ("moves", "others", "log"):
        button = page.locator(f'.bar [data-panel="{panel}"]')
        if button.count():
            button.click()
            expect(page.locator("#panel")).to_be_visible()
            read.append(page.evaluate(READ))
            button.click()
    page.locator(".top button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    read.append(page.evaluate(READ))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def settled(site: Site, table: Opened, page: Page) -> bool:
    """Waits until it is our turn and the page shows it; False when all is over."""
    while not (frame := site.frame(table, table.seats[0]))["moves"]:
        if frame["phase"] == "over":
            expect(page.locator(OVER)).to_be_visible()
            return False
    page.wait_for_function(
        "head => document.querySelector('.table').dataset.head >= head", arg=frame["head"]
    )
    return True


def mark(page: Page, turn: int) -> None:
    cells = page.locator(CELL)
    known = page.locator(NUMBER).count()  # a mummy needs no number
    cells.nth(turn * 7 % cells.count()).click()
    if known:
        page.locator(NUMBER).nth(turn % page.locator(NUMBER).count()).click()


@pytest.mark.parametrize(("locale", "other"), [("en-GB", "fr"), ("fr-FR", "en")])
def test_a_whole_game_is_in_one_language(
    site: Site, new_page: NewPage, locale: str, other: str
) -> None:
    language = locale[:2]
    table = site.open_table("temple", people=1, bots=1)
    site.begin(table)
    page = new_page(locale=locale)
    site.enter(page, table, table.seats[0])
    read: list[str] = []
    for turn in range(200):
        if not settled(site, table, page):
            break
        read.append(page.evaluate(READ))
        if turn == 3:
            look_round(page, read)
        marked = site.frame(table, table.seats[0])["rev"]
        mark(page, turn)
        while site.frame(table, table.seats[0])["rev"] == marked:
            page.wait_for_timeout(5)
    expect(page.locator(".end")).to_be_visible()
    assert shown_points(page) == site.scores(table)[0]
    look_round(page, read)
    expect(page.locator("html")).to_have_attribute("lang", language)
    said = "\n".join(read)
    names = set(re.findall(r"\b(?:web|temple|play|outcome|rule|table|server)-[a-z]+[a-z-]*", said))
    assert names == set(), "a message without words"
    assert {text for text in foreign(language, other) if text in said} == set()
    assert sum(text in said for text in foreign(other, language)) > 20, "not this language either"
