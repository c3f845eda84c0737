"""Playing on from a moment of a finished game, as somebody does it who looks back at it."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site, assert_accessible
from tests.server.exports import LONGEST
from yupana.server.verify import verify

PLAY_ON = "Play on from here"


def finished(site: Site, game: str, seats: int = 2) -> Opened:
    """A game that bots have played; the host looks on."""
    table = site.open_table(game, people=0, bots=seats)
    site.begin(table)
    end = time.monotonic() + LONGEST
    while site.frame(table, table.host)["phase"] != "over":
        assert time.monotonic() < end, "the game does not end"
        time.sleep(0.05)
    return table


def look_back(site: Site, page: Page, table: Opened, n: int, play_on: str = PLAY_ON) -> None:
    site.enter(page, table, table.host)
    page.goto("about:blank")
    page.goto(f"{site.base}/t/{table.id}#m={n}")
    expect(page.locator(".replay .moment-count")).to_have_text(re.compile(f"^{n}/[1-9]"))
    expect(page.get_by_role("button", name=play_on)).to_be_enabled()


def new_table(site: Site, page: Page, old: Opened) -> str:
    """The id of the table to which the browser went."""
    expect(page).not_to_have_url(re.compile(old.id), timeout=20_000)
    expect(page.locator(".table")).to_be_visible()
    found = re.fullmatch(rf"{site.base}/t/([0-9a-f]+)", page.url)
    assert found, page.url
    return found[1]


def test_somebody_plays_on_by_keyboard_from_the_seat_they_looked_from(
    site: Site, new_page: NewPage
) -> None:
    table = finished(site, "temple")
    page = new_page(390, 844)
    look_back(site, page, table, 9)
    page.get_by_label("Seen by").select_option("1")
    assert_accessible(page)
    page.get_by_role("button", name=PLAY_ON).focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=PLAY_ON)
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Your seat")).to_have_value("1")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name=PLAY_ON).focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    name = new_table(site, page, table)
    new = Opened(name, "", "", "", {})
    secrets = page.evaluate(
        "id => JSON.parse(localStorage['yupana.tables']).find(each => each.table === id).secrets",
        name,
    )
    view = site.frame(new, " ".join(secrets))
    assert (view["mine"], view["host"]) == ([1], True)
    assert [each["player"] for each in view["seats"]] == ["bot", "person"]
    assert view["policy"]["branch"] == table.id
    assert all(each["assisted"] for each in view["seats"])
    play_to_the_end(site, new, secrets[1])
    expect(page.locator(".end").first).to_be_visible(timeout=20_000)
    past = [site.server.get(f"/api/tables/{at}/moments/9?look=1", secret).json()["view"]
            for at, secret in ((table.id, table.host), (name, secrets[0]))]  # fmt: skip
    assert past[0] == past[1]
    exports = [site.server.get(f"/api/tables/{at}/export", secret).content
               for at, secret in ((name, secrets[0]), (table.id, table.host))]  # fmt: skip
    report = verify(exports[0], origin=exports[1])
    assert report.findings == ()
    assert (report.copied, report.own_nonces) == (9, 1)
    expect(page.get_by_role("button", name="Same dice again")).to_have_count(0)
    page.goto(f"{site.base}/verify?table={name}")
    page.get_by_role("button", name="Check the game of this table").click()
    expect(page.locator(".verdict")).to_have_class(re.compile("good"))
    expect(page.locator(".branched")).to_contain_text(f"that of table {table.id}: its first 9")
    assert_accessible(page)


def play_to_the_end(site: Site, table: Opened, secret: str) -> None:
    """Any move that is offered; the page looks on."""
    end = time.monotonic() + LONGEST
    while (view := site.frame(table, secret))["phase"] != "over":
        assert time.monotonic() < end, "the game does not end"
        if view["moves"] and view["mine"][0] in view["pending"]:
            site.command(table, {"do": "move", "text": view["moves"][0]}, secret)


@pytest.mark.parametrize("game", ["valley", "wiraqocha", "paititi"])
def test_the_table_stands_as_the_game_stood(site: Site, new_page: NewPage, game: str) -> None:
    table = finished(site, game)
    page = new_page(1280, 800)
    look_back(site, page, table, 12)
    page.get_by_role("button", name=PLAY_ON).click()
    page.get_by_label("Your seat").select_option("0")
    page.get_by_role("button", name="Play", exact=True).click()
    new_table(site, page, table)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    expect(page.locator(".replay .prompt")).to_contain_text("This game goes on from another one.")
    expect(page.get_by_role("button", name=PLAY_ON)).to_have_count(0)


def test_in_french_and_alone(site: Site, new_page: NewPage) -> None:
    table = finished(site, "valley", seats=1)
    page = new_page(320, 640, locale="fr-FR")
    look_back(site, page, table, 2, "Continuer d’ici")
    page.get_by_role("button", name="Continuer d’ici").click()
    dialog = page.get_by_role("dialog", name="Continuer d’ici")
    expect(dialog).to_contain_text("La suite est nouvelle")
    expect(dialog.get_by_role("combobox")).to_have_count(0)
    dialog.get_by_role("button", name="Jouer", exact=True).click()
    new_table(site, page, table)


def test_after_the_last_move_and_while_a_game_is_on_there_is_nothing_to_press(
    site: Site, new_page: NewPage
) -> None:
    table = finished(site, "temple", seats=1)
    page = new_page()
    look_back(site, page, table, 1)
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name=PLAY_ON)).to_be_disabled()
    running = site.open_table("temple", people=1, bots=1)
    site.begin(running)
    other = new_page()
    site.enter(other, running, running.seats[0])
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("button", name="Look back").click()
    expect(other.locator(".replay .scrubber")).to_be_visible()
    assert PLAY_ON not in other.content()
