"""The pages around the tables: two taps to playing, and everything to read without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Site, assert_accessible
from yupana.core.clauses import clauses
from yupana.games import GAMES

PAGES = (
    "/",
    "/play/valley",
    "/play/wiraqocha",
    "/rules/temple",
    "/rules/paititi",
    "/about",
    "/guarantees",
)


@pytest.mark.parametrize("width", [320, 390, 768, 1920])
@pytest.mark.parametrize("text", ["m", "xl"])
def test_pages_fit_every_width(site: Site, new_page: NewPage, width: int, text: str) -> None:
    page = new_page(width, 800)
    page.context.add_cookies([{"name": "yupana-look", "value": f"text-{text}", "url": site.base}])
    for path in PAGES:
        page.goto(site.base + path)
        expect(page.locator("html")).to_have_attribute("data-text", text)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("game", GAMES)
def test_two_taps_to_playing(site: Site, new_page: NewPage, game: str) -> None:
    """The page of a game, and Play: or one tap on the first page."""
    page = new_page()
    page.goto(site.base)
    page.locator(f'.card[data-game="{game}"] h2 a').click()
    page.locator("#now button[type=submit]").click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    page.goto(site.base)
    page.locator(f'[data-play="{game}"]').click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    page.goto(site.base)
    expect(page.locator(".kept li")).to_have_count(2)
    page.locator(".kept a").first.click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()


def test_variants_reach_the_table(site: Site, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{site.base}/play/temple")
    page.locator(".choices summary").click()
    page.locator("#variants [name=side]").select_option("B")
    page.locator("#now [name=bots]").select_option("2")
    page.locator("#now button[type=submit]").click()
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    table = page.url.rpartition("/")[2]
    about = site.server.get(f"/api/tables/{table}/about").json()
    assert (about["options"], about["seats"]) == ({"side": "B"}, 3)


def test_a_table_that_is_forgotten_is_not_offered(site: Site, new_page: NewPage) -> None:
    page = new_page()
    page.goto(site.base)
    page.locator('[data-play="temple"]').click()
    expect(page.locator(".table")).to_be_visible()
    page.goto(site.base)
    page.locator(".kept button").click()
    expect(page.locator("#kept")).to_be_hidden()
    page.reload()
    expect(page.locator("#kept")).to_be_hidden()


def test_a_public_table_is_listed(site: Site, new_page: NewPage) -> None:
    table = site.open_table("paititi", people=1, free=1, policy={"public": True})
    page = new_page()
    page.goto(site.base)
    page.locator(f'.open-tables a[href="/j/{table.code}"]').click()
    expect(page.locator("h1")).to_have_text("Paititi")


def test_a_public_game_is_watched_by_whoever_comes_by(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1, bots=1, policy={"public": True})
    site.begin(table)
    page = new_page()
    page.goto(site.base)
    assert_accessible(page)
    page.locator(f'.open-tables [data-watch="{table.id}"]').click()
    expect(page.locator(".table")).to_be_visible()
    assert "#s=" not in page.url  # the secret does not stay where others could read it
    expect(page.get_by_role("button", name="Done")).to_have_count(0)


def test_a_code_that_there_is_not(site: Site, new_page: NewPage, watched: Watched) -> None:
    watched.excused.append("404")
    page = new_page()
    page.goto(site.base)
    page.locator(".code-input").fill("AEIO")
    with page.expect_response("**/j?code=*") as answered:
        page.keyboard.press("Enter")
    assert answered.value.status == 404
    expect(page.locator("h1")).to_have_text("There is nothing here")
    assert_accessible(page)


@pytest.mark.parametrize("path", ["/nowhere", "/play/chess", "/rules/chess", "/t/nobody"])
def test_what_is_not_there_is_said_on_a_page(site: Site, path: str) -> None:
    answer = site.server.get(path, accept="text/html")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    program = site.server.get("/nowhere")
    assert program.json()["code"] == "server.no-path"


def test_a_seat_moves_to_another_device_by_its_code(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1, free=1)
    seated = site.server.post(f"/api/tables/{table.id}/sit", {"name": "Bea"}).json()
    page = new_page()
    page.goto(f"{site.base}/j/{table.code}")
    page.locator("summary", has_text="I have a seat already").click()
    page.locator("[data-resume] [name=code]").fill(seated["resume"].lower())
    page.get_by_role("button", name="Take it here").click()
    expect(page.locator(".lobby")).to_be_visible()
    expect(page.locator(".seat-name").nth(1)).to_have_text("Bea")


# Without a script


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_read_without_a_script(site: Site, browser: Browser, path: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.base + path)
    assert len(page.locator("main").inner_text()) > 200
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_place_to_link_to(
    site: Site, new_page: NewPage, game: str, locale: str
) -> None:
    page = new_page(locale=locale)
    page.goto(f"{site.base}/rules/{game}")
    ids = set(page.locator("p.clause").evaluate_all("all => all.map(each => each.id)"))
    assert ids == set(clauses(GAMES[game].package()))


def test_a_language_is_chosen_by_a_link_and_kept(site: Site, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{site.base}/about")
    page.get_by_role("link", name="Français").click()
    expect(page.locator("h1")).to_have_text("À propos de cette édition")
    page.goto(f"{site.base}/guarantees")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_no_script_and_no_style_stands_in_a_page(site: Site) -> None:
    for path in PAGES:
        text = site.server.get(path, accept="text/html").text
        assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", text), path
        for script in re.findall(r"<script[^>]*>", text):
            assert 'src="/static/' in script or 'type="application/json"' in script
