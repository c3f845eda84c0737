"""A game of another author for which we have neither words nor a board: its codes are shown as somebody would read them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Site, assert_accessible
from tests.browser.settled import SettledServer
from tests.browser.test_shell import play_by_list
from yupana.games import temple

GAME = "sunken_city"
MODULE = """
from yupana.games.temple import Temple

class SunkenCity(Temple):
    name = "sunken_city"

    @classmethod
    def package(cls):
        return Temple.package()
"""


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server on whose machine such a game is installed."""
    package, about = (
        tmp_path / "packages" / "sunken",
        tmp_path / "packages" / "sunken-1.0.dist-info",
    )
    package.mkdir(parents=True)
    about.mkdir()
    (package / "__init__.py").write_text(MODULE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sunken\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[yupana.games]\n{GAME} = sunken:SunkenCity\n")
    ours = Path(temple.__file__).parents[3]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ours), str(package.parent)]))
    with SettledServer(tmp_path / "server", "a foreign game") as server:
        yield Site(server)


RAW = re.compile(r"sunken_city|sunken-city|\b[a-z]+(?:[-_][a-z]+)+-[a-z]+\b")
"""A key of a catalogue, or the code of the game itself."""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_its_pages_and_its_table_show_no_raw_keys(
    foreign: Site, new_page: NewPage, locale: str
) -> None:
    page = new_page(1280, 800, locale=locale)
    page.goto(foreign.base)
    expect(page.locator(f'.card[data-game="{GAME}"] h2')).to_have_text("Sunken city")
    page.goto(f"{foreign.base}/play/{GAME}")
    expect(page.locator("h1")).to_have_text("Sunken city")
    page.locator("details.choices summary").click()
    assert not RAW.search(page.locator("main").inner_text())
    page.locator("#now button[type=submit]").click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    expect(page.locator(".game-title.wide-only")).to_have_text("Sunken city")
    expect(page.locator("[data-move]").first).to_be_visible()
    assert not RAW.search(page.locator("body").inner_text())
    assert_accessible(page)
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu-links button").first.click()
    expect(page.locator("dialog")).to_be_visible()
    assert not RAW.search(page.locator("dialog").inner_text())
    page.keyboard.press("Escape")
    assert play_by_list(page) > 10
    expect(page.locator(".end")).to_be_visible()
    for tab in ("end", "log"):
        page.locator(f"#tab-{tab}").click()
        assert not RAW.search(page.locator("body").inner_text())
