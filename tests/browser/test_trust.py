"""What people met that was broken: double clicks, a seat that a bot kept, bars of the future, one device for two, and more."""

from __future__ import annotations

import base64
import io
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site, assert_accessible
from tests.browser.test_axe import played_by_bots
from yupana.words import words

GAMES = ("temple", "valley", "wiraqocha", "paititi")
DONE = ".bar .done"
SETTLED = 700
"""Milliseconds after which a second click would have been sent, answered and shown."""


def rev(site: Site, table: Opened, seat: int = 0) -> int:
    """How many moves of the seat stand."""
    found: int = site.frame(table, table.seats[seat])["rev"][0]
    return found


def move(site: Site, table: Opened, wanted: str = "", seat: int = 0) -> str:
    """The first move of the seat that begins so, or its first."""
    moves: list[str] = site.frame(table, table.seats[seat])["moves"]
    text = next((each for each in moves if each.startswith(wanted)), moves[0])
    site.command(table, {"do": "move", "text": text}, table.seats[seat])
    return text


# A late click


def play_until(site: Site, table: Opened, wanted: str) -> None:
    """Until the seat may do what is wanted, by moves that lead there: whoever digs has something to exhibit."""
    end = time.monotonic() + 60
    turn = 0
    while time.monotonic() < end:
        moves = site.frame(table, table.seats[0])["moves"]
        if any(each.startswith(wanted) for each in moves):
            return
        if not moves:
            time.sleep(0.02)
            continue
        turn += 1
        liked = ("dig", "display" if turn % 3 else "draw", "draw", "")
        text = next(each for kind in liked for each in moves if each.startswith(kind))
        site.command(table, {"do": "move", "text": text}, table.seats[0])
    raise AssertionError(f"there is no {wanted}")


def pick_number(page: Page) -> None:
    """One of the numbers, where the dice ask for one; a mummy needs none."""
    expect(page.locator(".cell.legal").first).to_be_visible()
    if page.locator(".number:enabled").count():
        page.locator(".number:enabled").first.click()
        expect(page.locator('.number[aria-pressed="true"]')).to_have_count(1)


def aim(site: Site, page: Page, table: Opened, game: str) -> Locator:
    """The button that commits, with everything picked that it needs."""
    if game == "temple":
        while not page.locator(".number").count():
            page.locator(".cell.legal").first.click()
            page.wait_for_timeout(200)
        page.locator(".cell.legal").first.click()
        return page.locator(".number:enabled").first
    if game == "valley":
        expect(page.locator(f"{DONE}:enabled")).to_be_visible()
    if game == "paititi":
        page.locator(".paititi-exhibitions .card.legal").first.click()
    return page.locator(DONE)


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_commits_once(site: Site, new_page: NewPage, game: str) -> None:
    bots = 0 if game in ("temple", "valley") else 1
    options = {"valley": "first"} if game == "wiraqocha" else {}
    table = site.open_table(game, people=1, bots=bots, options=options)
    site.begin(table)
    play_until(
        site, table, {"valley": "done", "wiraqocha": "roll", "paititi": "exhibit"}.get(game, "")
    )
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    button = aim(site, page, table, game)
    before = rev(site, table)
    button.dblclick()
    page.wait_for_timeout(SETTLED)
    assert rev(site, table) == before + 1
    expect(page.locator(".toast")).to_have_count(0)
    # and what stands there now does its work when it is meant
    if game == "paititi":
        expect(page.locator(DONE)).to_have_text("Show nothing")
        page.locator(DONE).click()
        expect(page.locator(".table")).to_have_attribute("data-moved", str(before + 2))


def test_the_warning_at_the_end_of_a_turn_is_not_passed_by_a_double_click(
    site: Site, new_page: NewPage
) -> None:
    table = site.open_table("wiraqocha", people=1, bots=1, options={"valley": "first"})
    site.begin(table)
    play_until(site, table, "roll")
    move(site, table, "roll")
    while not any(each.startswith("end") for each in site.frame(table, table.seats[0])["moves"]):
        move(site, table, "take")
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    before = rev(site, table)
    assert "ripe" not in (page.locator(DONE).get_attribute("class") or "")  # dice are left
    page.locator(DONE).dblclick()
    page.wait_for_timeout(SETTLED)
    assert rev(site, table) == before


def test_a_double_click_on_a_cell_does_not_take_the_mark_back(
    site: Site, new_page: NewPage
) -> None:
    table = site.open_table("temple", people=2)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    pick_number(page)
    page.locator(".cell.legal").nth(3).dblclick()
    page.wait_for_timeout(SETTLED)
    assert rev(site, table) == 1
    assert site.frame(table, table.seats[0])["pending"] == [1]


def test_two_taps_of_a_finger_in_the_same_place_commit_once(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=2)
    site.begin(table)
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    site.enter(page, table, table.seats[0])
    pick_number(page)
    box = page.locator(".cell.legal").nth(3).bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(SETTLED)
    assert rev(site, table) == 1


def test_a_key_that_is_held_down_commits_once(site: Site, new_page: NewPage) -> None:
    table = site.open_table("paititi", people=1, bots=1)
    site.begin(table)
    play_until(site, table, "exhibit")
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    page.locator(".paititi-exhibitions .card.legal").first.click()
    before = rev(site, table)
    page.locator(DONE).focus()
    for _ in range(6):  # without a key that comes up in between these are repeats
        page.keyboard.down("Enter")
        page.wait_for_timeout(60)
    page.keyboard.up("Enter")
    page.wait_for_timeout(SETTLED)
    assert rev(site, table) == before + 1


def test_every_move_says_what_it_was_decided_on(site: Site, new_page: NewPage) -> None:
    """So that the server refuses what comes too late."""
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(1280, 800)
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    site.enter(page, table, table.seats[0])
    for made in range(3):
        page.locator("[data-move]").first.click()
        expect(page.locator(".table")).to_have_attribute("data-moved", str(made + 1))
    page.locator(".undo").click()
    expect(page.locator(".table")).to_have_attribute("data-moved", "4")
    revs = [re.search(r'"at":\{"rev":(\d+)\}', each) for each in sent if '"t":"cmd"' in each]
    assert [each and int(each[1]) for each in revs] == [0, 1, 2, 3]


# A bot stood in


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("look", [(390, "en-GB"), (1280, "fr-FR")])
def test_a_seat_is_taken_back_with_one_tap(
    site: Site, new_page: NewPage, game: str, look: tuple[int, str]
) -> None:
    width, locale = look
    say = words(locale[:2]).say
    table = site.open_table(game, people=2)
    site.begin(table)
    own, other = new_page(width, 800, locale=locale), new_page(width, 800, locale=locale)
    site.enter(own, table, table.seats[0])
    site.enter(other, table, table.seats[1])
    back = own.locator("[data-back]")
    expect(back).to_have_count(0)
    site.command(table, {"do": "bot", "seat": 0, "bot": "greedy"}, table.host)
    expect(back).to_have_text(say("web-take-back", name="Ana", several="false"))
    expect(own.locator("[role=alert]")).to_contain_text(
        say("web-stood-in", name="Ana", several="false")
    )
    assert own.evaluate("document.documentElement.scrollWidth") <= width
    assert_accessible(own)
    back.focus()
    own.keyboard.press("Enter")
    expect(back).to_have_count(0)
    assert site.frame(table, table.seats[0])["seats"][0]["bot"] is None
    for page in (own, other):
        if width < 960:
            page.locator('[data-panel="log"]').click()
        else:
            page.locator("#tab-log").click()
        log = page.locator(".log")
        expect(log).to_contain_text(say("web-log-now-bot", name="Ana"))
        expect(log).to_contain_text(say("web-log-now-person", name="Ana"))


def test_a_host_sees_whom_bots_would_play_for(site: Site, new_page: NewPage) -> None:
    """Those who have left, by name, and nobody who is here and thinks."""
    table = site.open_table("temple", people=3)
    site.begin(table)
    host, here = new_page(1280, 800), new_page(1280, 800)
    site.enter(here, table, table.seats[1])
    site.enter(host, table, table.host, table.seats[0])
    host.get_by_role("button", name="Menu").click()
    host.get_by_text("For the host").click()
    hurry = host.locator("[data-hurry]")
    expect(hurry).to_have_text("Let bots play for Cid")
    hurry.click()
    expect(hurry).to_have_count(0)
    seats = site.frame(table, table.host)["seats"]
    assert [each["bot"] is not None for each in seats] == [False, False, True]
    expect(host.locator(".host")).to_contain_text("still thinking")
    expect(here.locator(".table")).to_be_visible()


# What is waited for, and what was


def test_those_who_are_done_are_not_waited_for(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=4)
    site.begin(table)
    page = new_page(390, 844)
    site.enter(page, table, table.seats[3])
    pick_number(page)
    page.locator(".cell.legal").first.click()
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("Ana and 2 others")
    move(site, table, seat=0)
    expect(prompt).to_contain_text("Bea and")
    expect(prompt).not_to_contain_text("Ana")
    move(site, table, seat=1)
    expect(prompt).to_contain_text("Cid")
    expect(prompt).not_to_contain_text("Bea")


def bars(page: Page) -> list[float]:
    """How long the bars of all three victories are, of every seat."""
    found: list[float] = page.locator(".wira-run").evaluate_all(
        "all => all.map(each => parseFloat(each.style.width) || 0)"
    )
    return found


def test_looking_back_shows_the_bars_of_that_moment(site: Site, new_page: NewPage) -> None:
    table = played_by_bots(site, "wiraqocha")
    page = new_page(1280, 800)
    page.goto(f"{site.base}/t/{table.id}#s={table.spectator}&m=0")
    expect(page.locator(".replay .wira-run").first).to_be_attached()
    start = bars(page)
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    expect(page.locator(".replay .prompt")).not_to_contain_text("Before the first move")
    expect(page.locator(".wira-run").first).to_be_attached()
    page.wait_for_timeout(300)
    end = bars(page)
    assert max(end) == 100
    assert max(start) < 50
    # what is drawn is what the engine says of that moment
    first = site.server.get(f"/api/tables/{table.id}/moments/0?look=0", table.spectator).json()
    assert [each["points"] for tree in first["standing"] for each in tree["parts"]].count(100) == 0


# One device


def two_at_one_device(site: Site, page: Page, game: str) -> Opened:
    options = {"valley": "first"} if game == "wiraqocha" else {}
    table = site.open_table(game, people=2, options=options)
    site.begin(table)
    site.enter(page, table, table.seats[0], table.seats[1])
    return table


def a_whole_turn(page: Page) -> None:
    """Until the device is to be passed on, by the list of moves."""
    for _ in range(60):
        page.wait_for_timeout(150)
        if page.get_by_role("button", name=re.compile("^Pass to ")).count():
            return
        tab = page.locator("#tab-moves")
        if tab.count():
            tab.click()
        listed = page.locator('[data-move="end"], [data-move="done"], [data-move]')
        if listed.count():
            moved = page.locator(".table").get_attribute("data-moved") or ""
            listed.first.click()
            expect(page.locator(".table")).not_to_have_attribute("data-moved", moved)
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("game", GAMES)
def test_what_one_did_stays_in_sight_until_the_device_is_passed(
    site: Site, new_page: NewPage, game: str
) -> None:
    page = new_page(1280, 800)
    table = two_at_one_device(site, page, game)
    curtain = page.locator(".curtain button")
    if game == "paititi":
        curtain.click()
    expect(page.locator(".table")).to_be_visible()
    name = page.locator(".waiting.mine bdi").inner_text()
    other = {"Ana": "Bea", "Bea": "Ana"}[name]
    a_whole_turn(page)
    page.wait_for_timeout(1200)
    expect(page.locator(".waiting.mine bdi")).to_have_text(name)
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".prompt")).to_contain_text(f"Pass the device to {other}")
    if game == "temple":
        expect(page.locator(".pencilled > *")).to_have_count(1)
    if game == "paititi":
        hand = site.frame(table, table.seats["AB".index(name[0])])["view"]["expeditions"]
        own = hand["AB".index(name[0])]["hand"]
        expect(page.locator(".paititi-hand .card")).to_have_count(len(own))
    assert_accessible(page)
    page.locator(DONE).click()
    if game == "paititi":
        expect(page.locator(".curtain")).to_contain_text(f"Give the device to {other}")
        curtain.click()
    expect(page.locator(".waiting.mine bdi")).to_have_text(other)
    a_whole_turn(page)
    expect(page.locator(".waiting.mine bdi")).to_have_text(other)
    page.locator(DONE).click()
    if game == "paititi":
        curtain.click()
    expect(page.locator(".waiting.mine bdi")).to_have_text(name)


# Pages


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_open_variants_do_not_widen_the_page(
    site: Site, new_page: NewPage, width: int, locale: str
) -> None:
    page = new_page(width, 844, locale=locale)
    for game in GAMES:
        page.goto(f"{site.base}/play/{game}")
        for box in page.locator("details.choices").all():
            box.locator("summary").click()
            expect(box.locator("form")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game


# The shared picture


LOOK_AT = """async (data) => {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data: dots } = pen.getImageData(0, 0, image.width, image.height);
  let black = 0, colours = new Set();
  for (let at = 0; at < dots.length; at += 4) {
    if (dots[at] + dots[at + 1] + dots[at + 2] < 40) black++;
    colours.add((dots[at] >> 4) * 256 + (dots[at + 1] >> 4) * 16 + (dots[at + 2] >> 4));
  }
  return { width: image.width, height: image.height, black: black / (dots.length / 4), colours: colours.size };
}"""

KEEP_SVG = """
const write = XMLSerializer.prototype.serializeToString;
XMLSerializer.prototype.serializeToString = function (node) { return (window.kept = write.call(this, node)); };
"""


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_shows_board_names_and_points(site: Site, new_page: NewPage, game: str) -> None:
    table = played_by_bots(site, game)
    page = new_page(1280, 800, accept_downloads=True)
    page.add_init_script(KEEP_SVG)
    site.enter(page, table, table.seats[0])
    button = page.get_by_role("button", name="Share a picture")
    expect(button).to_be_visible()
    # the sign of life stands there within 100 ms of the click, on the page's own clock
    page.evaluate(
        """() => addEventListener("click", () => {
          const began = performance.now();
          new MutationObserver((_, seer) => {
            if (!document.body.innerText.includes("Making the picture")) return;
            window.waited = performance.now() - began;
            seer.disconnect();
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }, { capture: true, once: true })"""
    )
    with page.expect_download() as download:
        button.click()
    assert page.evaluate("window.waited") < 100
    expect(page.get_by_role("button", name="Share a picture")).to_be_visible()
    svg: str = page.evaluate("window.kept")
    assert words("en").say(f"{game}-title") in svg
    for name, score in zip(("Ana", "Bot 2"), site.scores(table), strict=True):
        assert f"{name}: {score}" in svg
    for used in set(re.findall(r"url\(['\"]?#([\w:-]+)", svg)):
        assert f'id="{used}"' in svg
    assert "var(--" not in svg
    data = download.value.path().read_bytes()
    seen: dict[str, Any] = page.evaluate(
        LOOK_AT, f"data:image/png;base64,{base64.b64encode(data).decode()}"
    )
    assert seen["width"] == 1200
    assert seen["height"] > 600
    assert seen["black"] < 0.1, seen
    assert seen["colours"] > 60, seen
    assert io.BytesIO(data).read(8) == b"\x89PNG\r\n\x1a\n"
