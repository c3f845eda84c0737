"""What pages weigh, as it comes over the line: gzipped, a cold cache."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Site
from yupana.games import GAMES
from yupana.web import assets

SHELL = BOARD = 30_000
FIRST_VIEW = 150_000


def weight(*names: str | None) -> int:
    files = assets.files()
    return sum(len(files[name].packed or files[name].data) for name in names if name is not None)


def test_the_shell_is_light() -> None:
    entry = assets.manifest().entries["table"]
    assert weight(entry.js, entry.css, *entry.imports) <= SHELL


@pytest.mark.parametrize("game", GAMES)
def test_each_board_is_light(game: str) -> None:
    """What a board adds to the shell, its share of the drawn world included."""
    entry = assets.board_entry(game)
    shell = assets.manifest().entries["table"].imports
    own = [each for each in entry.imports if each not in shell]
    assert weight(entry.js, entry.css, *own) <= BOARD


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_first_view_of_a_table_is_light(
    site: Site, new_page: NewPage, game: str, locale: str
) -> None:
    table = site.open_table(game, people=2)
    site.begin(table)
    page = new_page(locale=locale)
    sizes: dict[str, int] = {}

    def count(request: Request) -> None:
        sizes[request.url] = request.sizes()["responseBodySize"]

    page.on("requestfinished", count)
    site.enter(page, table, table.seats[0])
    expect(page.locator(".table")).to_be_visible()
    page.wait_for_load_state("networkidle")
    frame = len(gzip.compress(str(site.frame(table, table.seats[0])).encode()))
    assert 10_000 < sum(sizes.values()) + frame < FIRST_VIEW, sizes


def test_files_may_be_kept_for_good_and_pages_may_not(site: Site) -> None:
    name = assets.manifest().entries["table"].js
    file = site.server.get(f"/static/{name}")
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert file.headers["content-encoding"] == "gzip"
    plain = site.server.get(f"/static/{name}", **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == file.content
    assert site.server.get("/").headers["cache-control"] == "no-store"
    assert site.server.get("/static/../html.py").status_code == 404
