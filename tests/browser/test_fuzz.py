"""A monkey at the table: two pages press whatever can be pressed, and nothing may complain."""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPage
from tests.browser.helpers import Site

PRESSES = int(os.environ.get("YUPANA_MONKEY", "80"))
"""For each game; thousands of them find more."""

KEYS = ("ArrowLeft", "ArrowDown", "Enter", " ", "n", "N", "u", "d", "s", "m", "r", "l", "?", "/", "Escape", "Tab", "3")  # fmt: skip

REACHABLE = """() => {
  const found = [];
  for (const each of document.querySelectorAll("button:enabled, [role=gridcell], summary, [data-tile], [data-card]")) {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (box.width && top && (each.contains(top) || top.contains(each)) && !each.closest("a")) found.push([x, y]);
  }
  return found;
}"""
"""The middles of everything that a finger can reach now; what leads away from the table is left alone."""


def press(page: Page, rng: random.Random) -> None:
    """One thing that a finger or a key can do."""
    points = page.evaluate(REACHABLE)
    if not points or rng.random() < 0.2:
        page.keyboard.press(rng.choice(KEYS))
    else:
        page.mouse.click(*rng.choice(points))


@pytest.mark.parametrize("game", ["temple", "valley", "wiraqocha", "paititi"])
def test_a_monkey_breaks_nothing(site: Site, new_page: NewPage, game: str) -> None:
    rng = random.Random(f"monkey {game}")
    table = site.open_table(game, people=2, bots=1)
    site.begin(table)
    pages = [new_page(), new_page(1280, 800)]
    for seat, page in enumerate(pages):
        site.enter(page, table, table.seats[seat])
    before = site.frame(table, table.spectator)["head"]
    for number in range(PRESSES):
        page = pages[number % 2]
        press(page, rng)
        if f"/t/{table.id}" not in page.url:  # to the next game: back to this one
            page.goto(f"{site.base}/t/{table.id}")
    assert site.frame(table, table.spectator)["head"] > before, "the monkey has not played at all"
    assert site.server.get("/healthz").json() == {"ok": True}
    log = site.server.log.read_text()
    assert '"level": "error"' not in log
    assert '"status": 500' not in log
