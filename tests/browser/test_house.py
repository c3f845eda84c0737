"""The plain pages in a real browser: the check of a game, and what a host does without any script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Site
from tests.server.client import Server
from tests.server.exports import GAMES, Host, of_bots

TOKEN = "the token of whoever runs this"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), admin_token=TOKEN) as server:
        yield server


@pytest.fixture(scope="module")
def game(hosted: Server) -> bytes:
    return of_bots(hosted, GAMES["temple"])


def checked(page: Page, base: str, file: Path) -> None:
    page.goto(f"{base}/verify")
    page.get_by_label(re.compile("file of a finished game|fichier")).set_input_files(file)
    expect(page.locator(".verdict")).to_be_visible()


def marks(page: Page) -> list[str]:
    return [str(each.get_attribute("aria-label")) for each in page.locator(".mark").all()]


def test_a_game_is_checked_in_plain_words(
    hosted: Server, game: bytes, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    file = tmp_path / "game.json"
    file.write_bytes(game)
    asked: list[str] = []
    checked(page, hosted.base, file)
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator(".verdict")).to_contain_text("Everything fits.")
    assert marks(page) == ["right"] * 7
    tree = json.loads(game)
    expect(page.locator(".hash")).to_have_text(tree["head_hash"])
    body = page.locator("main").inner_text()
    assert tree["entries"][0]["body"]["commit"] in body
    assert "Not checked here: whether every move was allowed" in body
    expect(page.locator("table")).to_have_count(3)
    noted = page.get_by_label(re.compile("fingerprint that was shown"))
    noted.fill(tree["head_hash"].upper())
    noted.blur()
    expect(page.locator(".verdict.good")).to_be_visible()
    noted.fill("0" * 64)
    noted.blur()
    expect(page.locator(".verdict.bad")).to_be_visible()
    expect(page.locator("ul.bad")).to_contain_text("another game than the one that was noted")
    assert asked == []  # nothing of it was sent anywhere


def test_a_forged_game_is_called_one(
    hosted: Server, game: bytes, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(locale="fr-FR")
    file = tmp_path / "forged.json"
    tree = json.loads(game)
    roll = next(each for each in tree["entries"] if each["body"].get("seat") == -1)
    roll["body"]["move"]["faces"] = [5, 5, 5]
    file.write_text(json.dumps(tree))
    checked(page, hosted.base, file)
    expect(page.locator(".verdict.bad")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert marks(page)[1] == "faux"
    file.write_bytes(bytes(range(256)))
    checked(page, hosted.base, file)
    assert marks(page)[0] == "faux"


def test_the_game_of_a_table_is_checked_without_a_file(site: Site, new_page: NewPage) -> None:
    host = Host(site.server, {"game": "wiraqocha", "seats": 2})
    host.do({"do": "begin", "bot": "uniform"})
    host.finish()
    page = new_page()
    page.goto(f"{site.base}/verify?table={host.table}")
    body = {"table": host.table, "secret": host.secret}
    assert page.request.post(
        f"{site.base}/api/session", data=body, headers={"origin": site.base}
    ).ok
    page.get_by_role("button", name="Check the game of this table").click()
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator("caption")).to_have_text("All dice alike")


def test_a_stranger_gets_no_game_of_a_table(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused = ["401"]
    host = Host(site.server, {"game": "temple", "seats": 1})
    page = new_page()
    page.goto(f"{site.base}/verify?table={host.table}")
    page.get_by_role("button", name="Check the game of this table").click()
    expect(page.locator(".bad")).to_contain_text("cannot be had")


def test_a_host_does_everything_without_a_script(
    hosted: Server, new_page: NewPage, watched: Watched
) -> None:
    watched.excused = ["401", "403"]  # the door, and a wrong token
    page = new_page(width=1000, java_script_enabled=False)
    page.goto(f"{hosted.base}/admin")
    page.get_by_label("Token").fill("not the token")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the token.")
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("Tables stored")).to_be_visible()

    page.get_by_role("button", name="Let nobody open tables").click()
    expect(page.get_by_text("Nobody may open a table.")).to_be_visible()
    page.get_by_role("button", name="Let people open tables again").click()
    expect(page.get_by_text("Anybody may open a table.")).to_be_visible()

    host = Host(hosted, {"game": "valley", "seats": 3})
    page.get_by_label("Code or id of a table").fill(host.table)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Close to newcomers").click()
    assert hosted.post(f"{host.at}/sit", {}).json()["code"] == "table.locked"
    page.get_by_label("Yes, erase everything of this table").check()
    page.get_by_role("button", name="Forget for good").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    assert hosted.get(f"{host.at}/about").status_code == 404

    page.goto(f"{hosted.base}/admin")
    page.get_by_role("button", name="Make a backup now").click()
    expect(page.get_by_text("Checked backups, the newest first")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_label("Token")).to_be_visible()


@pytest.mark.parametrize("path", ["/privacy", "/dice", "/verify", "/admin"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_plain_pages_are_for_everybody(
    hosted: Server, game: bytes, new_page: NewPage, watched: Watched, path: str, width: int
) -> None:
    watched.excused = ["401"]
    page = new_page(width=width)
    page.goto(f"{hosted.base}{path}")
    if path == "/admin":
        page.get_by_label("Token").fill(TOKEN)
        page.get_by_role("button", name="Enter").click()
    expect(page.locator("h1")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    across = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert across <= 0
