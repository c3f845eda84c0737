"""Axe on every screen there is, in the light and in the dark: pages, lobby, tables, panels, dialogs, the end.

Boards with something picked, and the pages of the house with a game to check, are looked at in their own files too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import COLOURS, Line, Opened, Site, assert_accessible
from tests.server.client import Server

GAMES = ("temple", "valley", "wiraqocha", "paititi")
TARGET = ".cell.legal, .card.legal"


def clear(page: Page, *, contrast: bool = False, within: str | None = None) -> None:
    """Nothing is found on what is shown now, whatever its colours are."""
    assert_accessible(page, within=within)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page, within=within, rules=COLOURS)
    if contrast:
        page.evaluate("document.documentElement.dataset.theme = 'contrast'")
        assert_accessible(page, within=within, rules=COLOURS)
        page.evaluate("document.documentElement.dataset.theme = 'system'")
    page.emulate_media(color_scheme="light")


# Pages

PAGES = (
    "/",
    *(f"/play/{game}" for game in GAMES),
    *(f"/rules/{game}" for game in GAMES),
    "/about",
    "/guarantees",
    "/privacy",
    "/dice",
    "/verify",
)


@pytest.mark.parametrize(
    ("width", "locale", "look"), [(360, "en-GB", "light"), (1280, "fr-FR", "dark")]
)
@pytest.mark.parametrize("path", PAGES)
def test_a_page(
    site: Site, new_page: NewPage, path: str, width: int, locale: str, look: str
) -> None:
    page = new_page(width, 800, locale, color_scheme=look)
    page.goto(site.base + path)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_of_a_game_with_everything_open(site: Site, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{site.base}/play/temple#watch")
    page.evaluate("document.querySelectorAll('main details').forEach(each => (each.open = true))")
    clear(page, contrast=True)


def test_home_with_tables_to_go_on_with_and_to_join(site: Site, new_page: NewPage) -> None:
    site.open_table("paititi", people=1, free=1, policy={"public": True})
    page = new_page()
    page.goto(site.base)
    page.locator('[data-play="temple"]').click()
    expect(page.locator(".table")).to_be_visible()
    page.goto(site.base)
    expect(page.locator(".kept li")).to_have_count(1)
    expect(page.locator(".open-tables li").first).to_be_visible()
    page.locator(".looks-bar summary").click()
    clear(page, contrast=True)


@pytest.mark.parametrize("begun", [False, True])
def test_joining_by_a_code(site: Site, new_page: NewPage, begun: bool) -> None:
    table = site.open_table("temple", people=1, free=1)
    if begun:
        site.begin(table)
    page = new_page()
    page.goto(f"{site.base}/j/{table.code}")
    page.locator("main summary").click()
    clear(page, contrast=True)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t/nobody", "/rules/chess", "/j?code=AEIO", "/j/AEIO"]
)
def test_what_is_not_there(site: Site, new_page: NewPage, watched: Watched, path: str) -> None:
    watched.excused.append("404")
    page = new_page()
    page.goto(site.base + path)
    expect(page.locator("h1")).to_be_visible()
    clear(page)


TOKEN = "the token of whoever runs this"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Server(tmp_path_factory.mktemp("axe"), admin_token=TOKEN) as server:
        yield Site(server)


def test_the_pages_of_the_house(hosted: Site, new_page: NewPage, watched: Watched) -> None:
    watched.excused = ["401"]
    page = new_page()
    page.goto(f"{hosted.base}/admin")
    clear(page)
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("Tables stored")).to_be_visible()
    clear(page)
    table = hosted.open_table("temple", people=1, free=1)
    page.get_by_label("Code or id of a table").fill(table.id)
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("button", name="Close to newcomers")).to_be_visible()
    clear(page)


# Before the game


def test_the_lobby_of_a_host_and_of_a_guest(site: Site, new_page: NewPage) -> None:
    table = site.open_table("valley", people=2, bots=1, free=2)
    host, guest = new_page(), new_page(1280, 800, "fr-FR")
    site.enter(host, table, table.seats[0], table.host)
    site.enter(guest, table, table.seats[1])
    expect(host.locator(".qr")).to_be_visible()
    clear(host, contrast=True)
    clear(guest)
    host.get_by_role("button", name="Other name: Bea").click()
    clear(host)


def test_whoever_is_sent_away(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=2, free=1)
    page = new_page()
    site.enter(page, table, table.seats[1])
    site.command(table, {"do": "unseat", "seat": 1}, table.host)
    expect(page.locator(".connection.gone")).to_be_visible()
    clear(page)


# In play


def in_play(site: Site, page: Page, game: str, **more: Any) -> Opened:
    """A table at which somebody has made a few moves, and is to make another."""
    table = site.open_table(game, people=1, bots=2, **more)
    site.begin(table)
    for turn in range(8):
        moves = wait_for_moves(site, table)
        wish = "roll" if "roll" in moves else moves[turn % len(moves)]
        site.command(table, {"do": "move", "text": wish}, table.seats[0])
    wait_for_moves(site, table)
    site.enter(page, table, table.seats[0], table.host)
    expect(page.locator(f"{TARGET}, .bar .done:enabled").first).to_be_visible()
    return table


def wait_for_moves(site: Site, table: Opened) -> list[str]:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        moves: list[str] = site.frame(table, table.seats[0])["moves"]
        if moves:
            return moves
        time.sleep(0.02)
    raise AssertionError("nobody lets us move")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_play_with_every_panel(site: Site, new_page: NewPage, game: str) -> None:
    page = new_page()
    in_play(site, page, game)
    contrast = game == "temple"
    clear(page, contrast=contrast)
    for panel in ("moves", "others", "log"):
        page.locator(f'.bar [data-panel="{panel}"]').click()
        expect(page.locator("#panel")).to_be_visible()
        clear(page, contrast=contrast, within=".panels")
    page.locator("#tab-score").click()
    clear(page, contrast=contrast)
    page.keyboard.press("Escape")
    if page.locator(TARGET).count():
        page.locator(TARGET).first.click()
        clear(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_on_a_wide_screen(site: Site, new_page: NewPage, game: str) -> None:
    page = new_page(1280, 800, "fr-FR", color_scheme="dark")
    in_play(site, page, game)
    for panel in ("moves", "others", "score", "log"):
        page.locator(f"#tab-{panel}").click()
        assert_accessible(page, within=None if panel == "moves" else ".panels")


def open_menu(page: Page) -> None:
    page.locator(".top button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def open_help(page: Page) -> None:
    page.locator(".board").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def open_command(page: Page) -> None:
    page.locator(".board").focus()
    page.keyboard.press("/")
    page.locator(".command input").fill("help")
    page.keyboard.press("Enter")
    expect(page.locator(".command pre").nth(1)).to_be_visible()


def open_refusal(page: Page) -> None:
    open_command(page)
    page.locator(".command input").fill("99 c1")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_be_visible()


def open_host(page: Page) -> None:
    open_menu(page)
    page.locator("dialog details summary").click()
    page.get_by_role("button", name="Link for those who watch").click()
    expect(page.locator("dialog input[readonly]")).to_be_visible()


@pytest.mark.parametrize("opened", [open_menu, open_help, open_command, open_refusal, open_host])
def test_what_opens_over_a_table(
    site: Site, new_page: NewPage, opened: Callable[[Page], None]
) -> None:
    page = new_page()
    in_play(site, page, "temple")
    opened(page)
    clear(page)


def test_a_wish_to_take_something_back(site: Site, new_page: NewPage) -> None:
    table = site.open_table("wiraqocha", people=2, options={"valley": "first"})
    site.begin(table)
    first = site.frame(table, table.spectator)["pending"][0]
    page = new_page()
    site.enter(page, table, table.seats[1 - first])
    for _ in range(30):
        moves = site.frame(table, table.seats[first])["moves"]
        chosen = "roll" if "roll" in moves else moves[0]
        site.command(table, {"do": "move", "text": chosen}, table.seats[first])
        if chosen == "roll":
            break
    site.command(table, {"do": "undo"}, table.seats[first])
    expect(page.get_by_role("dialog")).to_contain_text("take the last move back")
    clear(page, contrast=True)


def test_a_lost_line(site: Site, new_page: NewPage) -> None:
    page = new_page()
    table = site.open_table("temple", people=2)
    site.begin(table)
    line = Line(page)
    site.enter(page, table, table.seats[0])
    line.down = True
    line.cut()
    expect(page.locator(".connection")).to_contain_text("connection is lost")
    clear(page)


@pytest.mark.parametrize("game", GAMES)
def test_those_who_watch(site: Site, new_page: NewPage, game: str) -> None:
    table = site.open_table(game, people=2)
    site.begin(table)
    page = new_page()
    site.enter(page, table, table.spectator)
    expect(page.locator(".table")).to_be_visible()
    clear(page)


def test_the_curtain(site: Site, new_page: NewPage) -> None:
    table = site.open_table("paititi", people=2)
    site.begin(table)
    page = new_page()
    site.enter(page, table, table.seats[0], table.seats[1])
    expect(page.locator(".curtain")).to_be_visible()
    clear(page, contrast=True)


# The end, and looking back


def played_by_bots(site: Site, game: str) -> Opened:
    """A finished game of somebody for whom a bot has played it."""
    table = site.open_table(game, people=1, bots=1)
    site.command(table, {"do": "bot", "seat": 0, "bot": "greedy"}, table.host)
    site.begin(table)
    end = time.monotonic() + 90
    while site.frame(table, table.seats[0])["phase"] != "over":
        assert time.monotonic() < end, "the game does not end"
        time.sleep(0.05)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_the_end_and_looking_back(site: Site, new_page: NewPage, game: str) -> None:
    table = played_by_bots(site, game)
    page = new_page()
    site.enter(page, table, table.seats[0])
    expect(page.locator(".end")).to_be_visible()
    clear(page, contrast=game == "temple")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert_accessible(page)
    page.evaluate("location.hash = 'm=5'")
    expect(page.locator(".replay .moment-count")).to_contain_text("5/")
    clear(page)
    page.set_viewport_size({"width": 360, "height": 640})
    clear(page)


def test_the_end_of_a_game_alone(site: Site, new_page: NewPage) -> None:
    """With a level, and a ruler that shows how far the next one is."""
    table = site.open_table("temple", people=1)
    site.begin(table)
    while moves := site.frame(table, table.seats[0])["moves"]:
        site.command(table, {"do": "move", "text": moves[len(moves) // 2]}, table.seats[0])
    page = new_page()
    site.enter(page, table, table.seats[0])
    expect(page.locator(".ruler")).to_be_visible()
    clear(page, contrast=True)
