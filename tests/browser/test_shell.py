"""The shell around all boards: entering a table, playing, losing the line, looking back, playing again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Line, Opened, Site, assert_accessible, moved, wait_for_move
from yupana.words import words

GAMES = ("temple", "valley", "wiraqocha", "paititi")
LISTED_BY_COMMAND = 40
FEWEST_BOTS = {"temple": 0, "valley": 0, "wiraqocha": 1, "paititi": 1}


def head(page: Page) -> str:
    return page.locator(".table").get_attribute("data-head") or ""


def open_moves(page: Page) -> None:
    """The list of moves, on a phone or on a wide screen."""
    on_phone = page.locator('[data-panel="moves"]')
    if on_phone.count() and on_phone.get_attribute("aria-expanded") != "true":
        on_phone.click()


def moves_listed(page: Page) -> list[str]:
    listed: list[str] = page.locator("[data-move]").evaluate_all(
        "all => all.map(each => each.dataset.move)"
    )
    return listed


def play_by_list(page: Page, most: int = 4000, until: int | None = None) -> int:
    """Always the middle one of the moves, so that a failure can be seen again; how many were made."""
    open_moves(page)
    for made in range(most):
        if made == until:
            return made
        expect(page.locator("[data-move], .end").first).to_be_visible(timeout=15_000)
        if page.locator(".end").count():
            return made
        moves = moves_listed(page)
        if not moves:
            continue
        before = moved(page)
        page.locator(f'[data-move="{moves[len(moves) // 2]}"]').click()
        wait_for_move(page, before)
    raise AssertionError("the game did not end")


def shown_score(page: Page) -> int:
    return int(page.locator(".score-chip").inner_text().split()[-1])


def command(page: Page, line: str) -> str:
    """Types a line into the command box; what it answers."""
    box = page.locator(".command input")
    lines = page.locator(".command pre")
    box.fill(line)
    box.press("Enter")
    expect(lines.nth(-2)).to_have_text(f"> {line}")
    return lines.last.inner_text()


def open_command_box(page: Page) -> Locator:
    page.locator(".board").focus()
    page.keyboard.press("/")
    box = page.locator(".command input")
    expect(box).to_be_focused()
    return box


# Whole games


def at_the_table(site: Site, page: Page, game: str) -> Opened:
    """A table with as few bots as the game allows."""
    options = {"valley": "first"} if game == "wiraqocha" else {}
    table = site.open_table(game, people=1, bots=FEWEST_BOTS[game], options=options)
    site.begin(table)
    site.enter(page, table, table.seats[0])
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_the_list_of_moves(site: Site, new_page: NewPage, game: str) -> None:
    page = new_page(1280, 800)
    table = at_the_table(site, page, game)
    assert play_by_list(page) > 10
    expect(page.locator(".end")).to_be_visible()
    assert shown_score(page) == site.scores(table)[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_the_command_box(site: Site, new_page: NewPage, game: str) -> None:
    """Nothing is read but what the box answers to `moves`, in the notation of the terminal."""
    page = new_page(1280, 800)
    table = at_the_table(site, page, game)
    open_command_box(page)
    nothing = words("en").say("play-no-such-move")
    made = 0
    for _ in range(600):
        if page.locator(".end").count():
            break
        listed = command(page, "moves").splitlines()[:LISTED_BY_COMMAND]
        if listed != [nothing]:  # else it is the bot's turn
            move = listed[len(listed) // 3]
            assert command(page, move) == words("en").say("web-command-done", move=move)
            made += 1
    assert made > 10
    expect(page.locator(".end")).to_be_visible()
    score = site.scores(table)[0]
    assert command(page, "score").splitlines()[0].endswith(f": {score}")
    assert shown_score(page) == score


# People


def test_two_people_find_each_other_and_play(site: Site, new_page: NewPage) -> None:
    host, guest = new_page(1280, 800), new_page()
    host.goto(f"{site.base}/play/temple#friends")
    way = host.locator("#friends")
    way.locator("[name=seats]").fill("3")
    way.locator("[name=name]").fill("Ana")
    way.locator("button[type=submit]").click()
    expect(host.locator(".code")).to_be_visible()
    code = host.locator(".code").inner_text()
    assert re.fullmatch("[A-Z]{4}", code)
    expect(host.locator(".qr")).to_have_js_property("complete", True)
    assert host.locator(".qr").evaluate("image => image.naturalWidth") > 0

    guest.goto(f"{site.base}/")
    guest.locator(".code-input").fill(code.lower())
    guest.keyboard.press("Enter")
    expect(guest).to_have_url(f"{site.base}/j/{code}")
    suggested = guest.locator(".join [name=name]").first.input_value()
    assert len(suggested) > 3
    guest.locator(".join [name=name]").first.fill("Bea <b>")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".lobby")).to_be_visible()
    expect(host.locator(".seat-name").nth(1)).to_have_text("Bea <b>")
    guest.get_by_role("button", name="I am ready").click()
    expect(host.locator(".seat").nth(1)).to_contain_text("ready")
    assert_accessible(host)
    assert_accessible(guest)

    host.get_by_role("button", name="Begin, with a bot on the free seat").click()
    for page in (host, guest):
        expect(page.locator(".table")).to_be_visible()
    for _ in range(2):
        play_by_list(host, until=1)
        play_by_list(guest, until=1)


def test_a_host_locks_renames_and_sends_away(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=2, free=1)
    host, guest = new_page(), new_page()
    site.enter(host, table, table.seats[0], table.host)
    site.enter(guest, table, table.seats[1])
    host.get_by_role("button", name="Let nobody else in").click()
    expect(host.get_by_role("button", name="Let people in")).to_be_visible()
    host.get_by_role("button", name="Other name: Bea").click()
    host.locator(".new-name input").fill("Beatriz")
    host.keyboard.press("Enter")
    expect(guest.locator(".seat-name").nth(1)).to_have_text("Beatriz")
    host.get_by_role("button", name="Send away: Beatriz").click()
    expect(guest.locator(".connection.gone")).to_be_visible()


def test_undo_asks_the_others(site: Site, new_page: NewPage) -> None:
    table = site.open_table("wiraqocha", people=2, options={"valley": "first"})
    site.begin(table)
    pages = [new_page(), new_page()]
    for seat, page in enumerate(pages):
        site.enter(page, table, table.seats[seat])
    first = site.frame(table, table.spectator)["pending"][0]
    mover, other = pages[first], pages[1 - first]
    # until the dice are rolled, and one thing after it: that can only be taken back by consent
    open_moves(mover)
    for _ in range(30):
        moves = moves_listed(mover)
        chosen = "roll" if "roll" in moves else moves[0]
        before = head(mover)
        mover.locator(f'[data-move="{chosen}"]').click()
        expect(mover.locator(".table")).not_to_have_attribute("data-head", before)
        if chosen == "roll":
            break
    before = head(mover)
    mover.locator(".undo").click()
    dialog = other.get_by_role("dialog")
    expect(dialog).to_contain_text("would like to take the last move back")
    assert_accessible(other)
    dialog.get_by_role("button", name="Yes").click()
    expect(mover.locator(".table")).not_to_have_attribute("data-head", before)
    expect(dialog).to_be_hidden()
    open_moves(mover)
    expect(mover.locator('[data-move="roll"]')).to_be_visible()


def test_people_play_on_at_another_table(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=2)
    site.begin(table)
    pages = [new_page(), new_page()]
    for seat, page in enumerate(pages):
        site.enter(page, table, table.seats[seat])
    while pending := site.frame(table, table.spectator)["pending"]:
        for seat in pending:
            move = site.frame(table, table.seats[seat])["moves"][-1]
            site.command(table, {"do": "move", "text": move}, table.seats[seat])
    for page in pages:
        expect(page.locator(".end")).to_be_visible()
        assert_accessible(page)
    pages[0].get_by_role("button", name="Play again").click()
    pages[1].get_by_role("button", name="To the next game").click()
    for page in pages:
        expect(page).not_to_have_url(f"{site.base}/t/{table.id}")
        expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    assert pages[0].url == pages[1].url


# The line breaks


def test_a_reload_changes_nothing(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=2)
    site.begin(table)
    page = new_page()
    site.enter(page, table, table.seats[0])
    play_by_list(page, until=1)
    sheet = page.locator(".board").inner_html()
    page.reload()
    expect(page.locator(".table")).to_be_visible()
    page.locator(".board").evaluate("board => board.blur()")
    assert page.locator(".board").inner_html() == sheet


def test_a_move_made_while_the_line_is_down_is_made_once(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    line = Line(page, down=True)
    page.reload()
    expect(page.locator(".connection")).to_have_count(0)
    page.wait_for_timeout(300)
    assert len(line.sockets) >= 1
    line.down = False
    expect(page.locator(".table")).to_be_visible(timeout=20_000)
    before = head(page)
    line.cut()
    expect(page.locator(".connection")).to_contain_text("connection is lost")
    page.locator("[data-move]").first.click()
    expect(page.locator(".table")).not_to_have_attribute("data-head", before, timeout=20_000)
    expect(page.locator(".connection")).to_have_count(0)
    assert site.frame(table, table.seats[0])["rev"] == [1]


def test_a_server_that_is_killed_comes_back(
    own_site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused += ["WebSocket connection to", "ERR_CONNECTION_REFUSED"]
    site = own_site
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    play_by_list(page, until=2)
    before = head(page)
    site.server.kill()
    expect(page.locator(".connection")).to_contain_text("connection is lost")
    page.locator("[data-move]").first.click()
    site.server.start()
    expect(page.locator(".table")).not_to_have_attribute("data-head", before, timeout=30_000)
    expect(page.locator(".connection")).to_have_count(0)
    assert site.frame(table, table.seats[0])["rev"] == [3]


# One device


def frames_of(page: Page) -> list[dict[str, Any]]:
    """Everything that comes over the sockets of a page from now on."""
    found: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: found.append(json.loads(str(text))))

    page.on("websocket", listen)
    return found


def test_the_log_is_there_for_who_comes_back(site: Site, new_page: NewPage) -> None:
    table = site.open_table("valley", bots=1)
    site.begin(table)
    page = new_page(width=1280, height=800)
    site.enter(page, table, table.seats[0])
    play_by_list(page, until=12)
    page.locator("#tab-log").click()
    lines = page.locator(".log li")
    expect(lines.first).to_contain_text("Round 1")
    told = lines.all_inner_texts()
    assert len(told) > 12
    page.reload()
    page.locator("#tab-log").click()
    expect(lines).to_have_text(told, use_inner_text=True)


def test_a_curtain_falls_between_two_hands(site: Site, new_page: NewPage) -> None:
    table = site.open_table("paititi", people=2)
    site.begin(table)
    page = new_page()
    frames = frames_of(page)
    site.enter(page, table, table.seats[0], table.seats[1])
    first = site.frame(table, table.spectator)["pending"][0]
    names = ("Ana", "Bea")
    expect(page.locator(".curtain")).to_contain_text(f"Give the device to {names[first]}")
    expect(page.locator(".table")).to_have_count(0)
    assert_accessible(page)
    page.get_by_role("button", name=f"I am {names[first]}").click()
    expect(page.locator(".table")).to_be_visible()
    frames.clear()
    open_moves(page)
    page.locator('[data-move="draw"]').click()
    page.get_by_role("button", name=f"Pass to {names[1 - first]}").click()
    expect(page.locator(".curtain")).to_contain_text(f"Give the device to {names[1 - first]}")
    # while the curtain is down nothing of the next hand has come to this device
    shown = [each for each in frames if each["t"] == "view"]
    assert shown
    for each in shown:
        assert each["look"] == first
        assert each["view"]["expeditions"][1 - first]["hand"] is None
    page.get_by_role("button", name=f"I am {names[1 - first]}").click()
    expect(page.locator(".table")).to_be_visible()


def test_two_people_at_one_sheet_game_need_no_curtain(site: Site, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{site.base}/play/temple#device")
    people = page.locator("#device [name=person]")
    people.nth(0).fill("Ana")
    people.nth(1).fill("Bea")
    page.locator("#device button[type=submit]").click()
    expect(page.locator(".table")).to_be_visible()
    for name in ("Bea", "Ana", "Bea"):
        play_by_list(page, until=1)
        page.get_by_role("button", name=f"Pass to {name}").click()
        expect(page.locator(".waiting.mine")).to_contain_text(name)


# Words and looks


def test_a_refusal_says_its_rule_and_leads_to_it(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    open_command_box(page)
    command(page, "99 c1")
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    link = toast.get_by_role("link")
    clause = link.inner_text().split()[-1]
    assert re.fullmatch(r"T-\d+\.\d+", clause)
    assert_accessible(page)
    with page.context.expect_page() as opened:
        link.click()
    rules = opened.value
    expect(rules.locator(f'[id="{clause}"]')).to_be_in_viewport()


def test_the_table_speaks_french(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(locale="fr-FR")
    site.enter(page, table, table.seats[0])
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".undo")).to_have_text(re.compile("Annuler"))
    open_command_box(page)
    assert "règle" in command(page, "99 c1").lower() or "article" in command(page, "99 c1").lower()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Langue").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".undo")).to_have_text(re.compile("Undo"))


def test_looks_are_kept(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page()
    site.enter(page, table, table.seats[0])
    page.get_by_role("button", name="Menu").click()
    assert_accessible(page)
    page.get_by_label("Colours").select_option("dark")
    page.get_by_label("Text").select_option("l")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-text", "l")


def test_on_a_phone_a_panel_ends_where_the_bar_begins(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    table = site.open_table("paititi", bots=1)
    site.begin(table)
    site.enter(page, table, table.seats[0])
    open_moves(page)
    expect(page.locator(".panels [data-move]").first).to_be_visible()
    for words_of_done in ("Draw", "Several words, so that they need two or three lines"):
        page.locator(".bar .done").evaluate(
            "(button, words) => button.textContent = words", words_of_done
        )
        panel, bar = (page.locator(each).bounding_box() for each in (".panels", ".bar"))
        assert panel is not None
        assert bar is not None
        assert panel["y"] + panel["height"] == pytest.approx(bar["y"], abs=1)
        assert bar["y"] + bar["height"] == pytest.approx(640, abs=1)


def test_what_is_new_in_the_log_is_counted_until_it_was_read(site: Site, new_page: NewPage) -> None:
    page = new_page()
    table = site.open_table("paititi", bots=1)
    site.begin(table)
    site.enter(page, table, table.seats[0])
    play_by_list(page, until=1)
    log, news = page.locator('[data-panel="log"]'), page.locator(".bar .badge")
    expect(news).to_have_text(re.compile(r"\d"))
    log.click()
    expect(page.locator(".log li").first).to_be_visible()
    expect(news).to_have_count(0)
    log.click()
    expect(page.locator(".log")).to_have_count(0)
    expect(news).to_have_count(0)


def test_help_tells_the_keys(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    page.locator(".board").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What you can type in this game")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator(".board").focus()
    page.keyboard.press("s")
    expect(page.locator("#tab-score")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[role=alert]")).to_contain_text("0 points")


# Looking back


def test_looking_back_shows_what_one_knew(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=1)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    play_by_list(page, until=3)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    expect(page.locator(".replay .scrubber")).to_be_visible()
    expect(page.locator(".replay .prompt")).to_contain_text("Before the first move")
    assert_accessible(page)
    page.get_by_role("button", name="One step on").click()
    expect(page).to_have_url(re.compile("#m=1$"))
    page.get_by_role("button", name="One round on").click()
    page.get_by_role("button", name="To the game").click()
    expect(page.locator("[data-move]").first).to_be_visible()


def test_an_address_with_a_moment_leads_to_it(site: Site, new_page: NewPage) -> None:
    """Also for somebody who only watches, and for another moment of the table that is open already."""
    table = site.open_table("temple", people=1)
    site.begin(table)
    for turn in range(6):
        moves = site.frame(table, table.seats[0])["moves"]
        site.command(table, {"do": "move", "text": moves[turn % len(moves)]}, table.seats[0])
    page = new_page(1280, 800)
    shown = page.locator(".replay .moment-count")
    page.goto(f"{site.base}/t/{table.id}#s={table.spectator}&m=4")
    expect(shown).to_have_text(re.compile("^4/"))
    expect(page).to_have_url(f"{site.base}/t/{table.id}#m=4")
    page.reload()
    expect(shown).to_have_text(re.compile("^4/"))
    page.evaluate("location.hash = 'm=7'")
    expect(shown).to_have_text(re.compile("^7/"))


def test_after_the_game_every_seat_can_be_looked_at(site: Site, new_page: NewPage) -> None:
    table = site.open_table("paititi", people=1, bots=1)
    site.begin(table)
    page = new_page(1280, 800)
    site.enter(page, table, table.seats[0])
    play_by_list(page)
    page.get_by_role("button", name="Look back").click()
    eyes = page.get_by_label("Seen by")
    eyes.select_option("1")
    expect(page.locator(".replay .moment-count")).to_have_text(re.compile("0/[1-9]"))
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    expect(page.locator(".replay .prompt")).not_to_contain_text("Before the first move")


def test_while_a_game_is_on_nobody_looks_through_anothers_eyes(site: Site) -> None:
    table = site.open_table("paititi", people=2)
    site.begin(table)
    path = f"/api/tables/{table.id}/moments"
    own = site.server.get(f"{path}/1", table.seats[0]).json()
    assert own["view"]["expeditions"][1]["hand"] is None
    other = site.server.get(f"{path}/1?look=1", table.seats[0])
    assert other.status_code == 409
    watched = site.server.get(f"{path}/1", table.spectator).json()
    assert [each["hand"] for each in watched["view"]["expeditions"]] == [None, None]
    assert site.server.get(path).status_code == 401


def test_moments_do_not_tell_how_many_others_have_marked(site: Site) -> None:
    table = site.open_table("temple", people=3)
    site.begin(table)
    path = f"/api/tables/{table.id}/moments"
    before = site.server.get(path, table.seats[0]).json()
    moves = site.frame(table, table.seats[1])["moves"]
    site.command(table, {"do": "move", "text": moves[0]}, table.seats[1])
    assert site.server.get(path, table.seats[0]).json() == before
    assert len(site.server.get(path, table.seats[1]).json()) == len(before) + 1
