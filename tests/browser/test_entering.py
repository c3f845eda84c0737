"""The address of a table without a key to it, links that are worth nothing, and links to a finished game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Opened, Site, assert_accessible
from tests.browser.test_axe import played_by_bots

LOOKS = [(390, "en-GB"), (1280, "fr-FR")]


def come(site: Site, page: Page, table: Opened, more: str = "") -> None:
    page.goto(f"{site.base}/t/{table.id}{more}")
    expect(page).to_have_url(re.compile(f"/t/{table.id}/enter"))


def fits(page: Page) -> None:
    width = page.viewport_size and page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(page)


@pytest.mark.parametrize("look", LOOKS)
def test_while_people_gather_one_sits_down(
    site: Site, new_page: NewPage, look: tuple[int, str]
) -> None:
    table = site.open_table("temple", people=1, free=2)
    page = new_page(look[0], 844, locale=look[1])
    come(site, page, table)
    standing = page.locator(".table-standing")
    expect(standing).to_contain_text(
        "3 places, 2 libres" if look[1] == "fr-FR" else "3 seats, 2 free"
    )
    fits(page)
    page.locator("[data-join] [name=name]").fill("Zoé")
    page.locator("[data-join] button").click()
    expect(page.locator(".lobby")).to_contain_text("Zoé")


@pytest.mark.parametrize("look", LOOKS)
def test_while_others_play_one_is_told_what_to_do(
    site: Site, new_page: NewPage, look: tuple[int, str]
) -> None:
    table = site.open_table("valley", people=2)
    site.begin(table)
    page = new_page(look[0], 844, locale=look[1])
    come(site, page, table)
    expect(page.locator("[data-join]")).to_have_count(0)
    expect(page.locator("[data-watch]")).to_have_count(0)
    asks = "Demandez qu’on vous renvoie le lien" if look[1] == "fr-FR" else "send you their link"
    expect(page.locator("main")).to_contain_text(asks)
    expect(page.locator('main a[href="/"]')).to_be_visible()
    fits(page)


def test_who_was_playing_on_another_device_goes_on_by_the_code(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused += ["401"]
    table = site.open_table("temple", people=1, free=1)
    seat = site.server.post(f"/api/tables/{table.id}/sit", {"name": "Bea"}).json()
    site.begin(table)
    page = new_page(390, 844)
    come(site, page, table)
    page.locator("summary", has_text="I have a seat already").click()
    page.locator("[data-resume] [name=code]").fill("BBBB-BBBB-BBBB-BBBC")
    page.locator("[data-resume] button").click()
    expect(page.locator("#refusal")).to_be_visible()
    page.locator("[data-resume] [name=code]").fill(seat["resume"])
    page.locator("[data-resume] button").click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()


def test_a_public_game_is_watched(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=2, policy={"public": True})
    site.begin(table)
    page = new_page(390, 844)
    come(site, page, table)
    page.locator("[data-watch]").click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    expect(page).to_have_url(f"{site.base}/t/{table.id}")


def test_a_link_that_is_worth_nothing_says_so(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused += ["401"]
    table = site.open_table("temple", people=1, free=1)
    page = new_page(390, 844)
    come(site, page, table, "#s=ys_" + "A" * 32)
    expect(page.locator(".notice").first).to_contain_text("does not open this table any more")
    assert "#" not in page.url


def test_a_browser_that_has_kept_its_key_comes_back_without_its_cookie(
    site: Site, new_page: NewPage
) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(390, 844)
    site.enter(page, table, table.seats[0])
    page.context.clear_cookies()
    page.reload()
    expect(page.locator(".table")).to_be_visible()


def test_a_finished_game_is_shared_by_a_link(site: Site, new_page: NewPage) -> None:
    table = played_by_bots(site, "paititi")
    stranger = new_page(390, 844)
    come(site, stranger, table)
    expect(stranger.locator("main")).to_contain_text("The game is over")
    expect(stranger.locator("main")).to_contain_text("Copy a link to this game")
    player = new_page(1280, 800)
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    site.enter(player, table, table.seats[0])
    player.get_by_role("button", name="Copy a link to this game").click()
    expect(player.get_by_role("button", name="Copied")).to_be_visible()
    address = player.locator(".replay-link input").input_value()
    assert player.evaluate("navigator.clipboard.readText()") == address
    assert f"/t/{table.id}#s=yr_" in address
    stranger.goto(address)
    expect(stranger.locator(".replay .scrubber")).to_be_visible()
    expect(stranger.locator(".replay .prompt")).to_contain_text("Before the first move")
    stranger.get_by_role("button", name="One step on").click()
    expect(stranger.locator(".moment-count")).to_have_text(re.compile("^1/"))
    stranger.get_by_role("button", name="To the game").click()
    expect(stranger.locator(".end")).to_be_visible()
    expect(stranger.get_by_role("button", name="Play again")).to_have_count(0)
    expect(stranger.get_by_role("button", name="Copy a link to this game")).to_have_count(0)
