"""Paititi's board: a whole game by taps and one by keys, the number of taps, secrets, and what is seen."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site, assert_accessible, moved, wait_for_move
from yupana.games.paititi import Paititi

OVER = '.table[data-phase="over"]'
DONE = ".bar .done:enabled"
SITE, SHOW, CARD, FIND = (f"{row} .card.legal" for row in (
    ".paititi-sites", ".paititi-exhibitions", ".paititi-hand", ".paititi-finds",
))  # fmt: skip
BEST = ("exhibit", "dig", "choose")
ANY = f"{SITE}, {SHOW}, {CARD}, {DONE}, {OVER}"


def at_the_table(site: Site, page: Page, **more: Any) -> Opened:
    table = site.open_table("paititi", **{"people": 1, "bots": 1, **more})
    site.begin(table)
    site.enter(page, table, table.seats[0])
    expect(page.locator(ANY).first).to_be_visible()
    return table


def points(page: Page) -> int:
    return int(page.locator(".score-chip").inner_text().split()[-1].replace("−", "-"))


def act(page: Page, kind: str, at: Any) -> None:
    """A tap, or the key that does the same on what has the focus."""
    if kind == "taps":
        at.click()
    else:
        at.focus()
        page.keyboard.press("Enter")


def one_turn(page: Page, kind: str, turn: int) -> None:
    """Shows whatever fits, exhibits and digs as soon as it can, and else displays or draws."""
    before = moved(page)
    asked = page.evaluate("document.querySelector('#prompt').textContent")
    for _ in range(12):
        finds = page.locator(f'{FIND}[aria-pressed="false"]')
        if not finds.count() or (page.locator(DONE).count() and "keeps" in asked):
            break
        act(page, kind, finds.first)
    if page.locator(FIND).count() or "Show nothing" in page.locator(".bar .done").inner_text():
        act(page, kind, page.locator(DONE))
    elif "Too many" in asked:
        while not page.locator(DONE).count():
            act(page, kind, page.locator(f'{CARD}[aria-pressed="false"]').first)
        act(page, kind, page.locator(DONE))
    elif page.locator(SHOW).count():
        act(page, kind, page.locator(SHOW).first)
        act(page, kind, page.locator(DONE))
    elif page.locator(f"{SITE}[data-site]").count():
        act(page, kind, page.locator(f"{SITE}[data-site]").first)
        act(page, kind, page.locator(DONE))
    elif page.locator(CARD).count() and turn % 3:
        act(page, kind, page.locator(CARD).last)
        act(page, kind, page.locator(DONE))
    elif page.locator(f"{SITE}[data-draw]").count():
        if kind == "taps":
            page.locator("[data-draw]").click()
        else:
            page.locator(".paititi-sites button").first.focus()
            page.keyboard.press("1")
    elif page.locator(CARD).count():
        act(page, kind, page.locator(CARD).last)
        act(page, kind, page.locator(DONE))
    else:
        act(page, kind, page.locator(DONE))
    wait_for_move(page, before)
    expect(page.locator(ANY).first).to_be_visible()


def move_by_command(site: Site, table: Opened, frame: dict[str, Any], seat: int = 0) -> str:
    """Exhibits, digs or shows as much as it can; else anything. The move."""
    most: str = max(frame["moves"], key=lambda move: (move.split()[0] in BEST, len(move)))
    site.command(table, {"do": "move", "text": most}, table.seats[seat])
    return most


def a_game_that_is_over(site: Site, bots: int) -> Opened:
    table = site.open_table("paititi", bots=bots)
    site.begin(table)
    while (frame := site.frame(table, table.seats[0]))["phase"] != "over":
        if frame["moves"]:
            move_by_command(site, table, frame)
    return table


def whole_game(page: Page, kind: str) -> int:
    turns = 0
    while not page.locator(OVER).count():
        assert turns < 400, "the game does not end"
        one_turn(page, kind, turns)
        turns += 1
    return turns


def test_a_whole_game_by_taps(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    table = at_the_table(site, page)
    assert whole_game(page, "taps") > 15
    assert points(page) == site.scores(table)[0]


def test_a_whole_game_by_keys_alone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=1280, height=800)
    table = at_the_table(site, page)
    assert whole_game(page, "keys") > 15
    assert points(page) == site.scores(table)[0]


def test_the_points_are_told_in_french(site: Site, new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    site.enter(page, table := a_game_that_is_over(site, bots=1), table.seats[0])
    closed = page.locator('.score-row[aria-expanded="false"]')
    expect(closed.first).to_be_visible()
    while closed.count():
        closed.first.click()
    points = page.locator(".end .score").inner_text()
    kind = "(vases|lamas|statues|tuiles|disques)"
    assert re.search(rf"Exposition {kind} [+/] {kind}", points), points
    assert re.search(rf"(Vernissage|itinérante|permanente)\s+{kind} × \d", points), points
    assert not re.search("@|llama|disc|tile", points), points
    expect(page.get_by_role("button", name="Encore avec les mêmes cartes")).to_be_visible()
    expect(page.locator(".end .fair")).to_contain_text("L’ordre des cartes était fixé")


def test_every_find_has_a_french_name_in_the_log(site: Site, new_page: NewPage) -> None:
    page = new_page(locale="fr-FR", width=1280, height=800)
    found = ""
    while "petits morceaux" not in found:  # two cards of shards: mostly somebody digs one out
        assert len(found) < 10_000, found
        site.enter(page, table := a_game_that_is_over(site, bots=4), table.seats[0])
        page.locator("#tab-log").click()
        expect(page.locator(".log")).to_contain_text("Trouvé")
        found += "\n".join(re.findall("Trouvé.*", page.locator(".log").inner_text()))
    assert not re.search("@|llama|disc |tile|paititi-", found), found


def test_the_log_tells_the_next_at_the_device_no_secret(site: Site, new_page: NewPage) -> None:
    table = site.open_table("paititi", people=2)
    site.begin(table)
    while True:
        frames = [site.frame(table, secret) for secret in table.seats.values()]
        choices = [len(frame["moves"]) for frame in frames]
        if min(choices) > 1:
            break
        move_by_command(site, table, frames[mover := choices.index(max(choices))], mover)
    page = new_page(width=1280, height=800)
    site.enter(page, table, *table.seats.values())
    log = page.locator(".log")

    def look(name: str) -> None:
        page.get_by_role("button", name=f"I am {name}").click()
        page.locator("#tab-log").click()
        expect(log).to_contain_text("Turn 1")

    look("Ana")
    expect(log).not_to_contain_text("Ana: show")
    move_by_command(site, table, frames[0])
    page.get_by_role("button", name="Pass to Bea").click()
    look("Bea")
    expect(log).not_to_contain_text("Ana: show")
    own = new_page(width=1280, height=800)
    site.enter(own, table, table.seats[0])
    own.locator("#tab-log").click()
    expect(own.locator(".log")).to_contain_text("Ana: show")


def test_where_finds_are_to_be_remembered_the_log_forgets(site: Site, new_page: NewPage) -> None:
    page = new_page(width=1280, height=800)
    table = at_the_table(site, page, options={"finds": "memory"})
    page.locator("#tab-log").click()
    made = 0
    while made < 6:
        if (frame := site.frame(table, table.seats[0]))["moves"]:
            before = moved(page)
            move_by_command(site, table, frame)
            wait_for_move(page, before)
            # P-6.10: what was seen before one's own move cannot be looked up
            expect(page.locator(".log")).not_to_contain_text("Ana:")
            made += 1
    expect(page.locator(".log")).to_contain_text("Bot 2:")


def test_what_was_shown_stays_until_one_moves(site: Site, new_page: NewPage) -> None:
    """A bot acts at once, and by P-6.10 nothing lies open then: people could not see it."""
    page = new_page()
    table = at_the_table(site, page)
    shown, made = page.locator(".paititi-showed"), [""]
    while True:
        frame = site.frame(table, table.seats[0])
        assert frame["phase"] == "playing", "nothing was shown and gone before the end"
        if not frame["moves"]:
            continue
        view, just_shown = frame["view"], made[-1].startswith("choose")
        gone = not view["news"] or view["news"]["type"] != "showing"
        finds = view["expeditions"][0]["owned"]  # with some, nothing is shown without us
        if just_shown and gone and finds and view["phase"]["type"] == "acting":
            break
        made.append(move_by_command(site, table, frame))
    expect(shown).to_have_count(2)
    before = moved(page)
    site.command(table, {"do": "move", "text": frame["moves"][0]}, table.seats[0])
    wait_for_move(page, before)
    expect(shown).to_have_count(0)


def test_the_exhibition_lies_on_the_table_and_tells_what_finds_score_in_it(
    site: Site, new_page: NewPage
) -> None:
    """In a whole game: the card while people choose, and the points of each half before one seals one's choice; those
    that the engine has in the end are the same."""
    page = new_page()
    table = at_the_table(site, page, people=2, bots=0)
    names = Paititi(2).table.exhibition_names
    running = page.locator('.paititi-exhibitions [aria-current="true"]')
    finds = page.locator(f'{FIND}[aria-pressed="false"]')
    told: dict[str, list[int]] = {}
    while (frame := site.frame(table, table.seats[0]))["phase"] != "over":
        expect(page.locator(".table")).to_have_attribute("data-head", str(frame["head"]))
        phase = frame["view"]["phase"]
        if phase["type"] == "exhibiting":
            name = names[phase["card"]]
            expect(running).to_have_attribute("data-exhibition", name)
        elif phase["type"] == "acting":
            expect(running).to_have_count(0)
        if not frame["moves"]:
            move_by_command(site, table, site.frame(table, table.seats[1]), 1)
        elif phase["type"] == "exhibiting" and finds.count():
            while finds.count():
                finds.first.click()
            text = page.locator("#prompt").inner_text()
            told[name] = [int(each) for each in re.findall(r"(\d+) for \w+ × \d+", text)]
            before = moved(page)
            page.locator(DONE).click()
            wait_for_move(page, before)
        else:
            move_by_command(site, table, frame)
    scored = {
        part["of"]: [half["points"] for half in part["parts"] if half["reason"] != "organiser"]
        for part in frame["score"]["parts"]
    }
    assert len(told) > 2
    assert told == {name: scored[name] for name in told}


def test_one_tap_draws_and_two_display(site: Site, new_page: NewPage) -> None:
    page = new_page()
    table = at_the_table(site, page)

    def own() -> dict[str, Any]:
        found: dict[str, Any] = site.frame(table, table.seats[0])["view"]["expeditions"][0]
        return found

    assert len(own()["hand"]) == 6
    page.locator("[data-draw]").click()
    expect(page.locator(".paititi-hand .card")).to_have_count(8)
    expect(page.locator(CARD).first).to_be_visible()
    name = page.locator(CARD).last.get_attribute("data-card")
    page.locator(CARD).last.click()
    page.locator(DONE).click()
    expect(page.locator(".paititi-displayed")).to_have_attribute(
        "aria-label", re.compile(name or "?")
    )
    assert len(own()["displayed"]) == 1


def test_a_site_beyond_ones_means_says_why_with_the_clause(site: Site, new_page: NewPage) -> None:
    page = new_page()
    at_the_table(site, page)
    page.locator('[data-site="1"]').click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    expect(toast.locator("a")).to_have_attribute("href", re.compile(r"#P-6"))


def test_no_frame_tells_a_seat_what_another_holds(site: Site, new_page: NewPage) -> None:
    """Every frame that reaches seat 1 while two people play: no hand, no deal, no sealed choice of the other."""
    page = new_page()
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))),
    )
    table = site.open_table("paititi", people=2)
    site.begin(table)
    site.enter(page, table, table.seats[0])
    expect(page.locator(".paititi-table")).to_be_visible()
    for turn in range(40):
        seats = site.frame(table, table.spectator)["pending"]
        if not seats:
            break
        seat = seats[0]
        moves = site.frame(table, table.seats[seat])["moves"]
        chosen = moves[turn % len(moves)]
        site.command(table, {"do": "move", "text": chosen}, table.seats[seat])
    page.wait_for_timeout(200)
    views = [message for message in map(json.loads, frames) if message["t"] == "view"]
    assert len(views) > 20
    for message in views:
        assert message["view"]["expeditions"][1]["hand"] is None
        assert message["mine"] == [0]
        if message["view"]["phase"].get("mine") is not None:
            assert message["view"]["seat"] == 0
        for event in message["events"]:
            if event["seat"] == 1:
                assert event["did"].split()[0] in (
                    "draw", "display", "dig", "exhibit", "discard", "pass",
                )  # fmt: skip
            assert not (event["seat"] == -1 and event["did"].split()[0] == "deal")


def test_everything_is_seen_together_on_a_small_phone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    at_the_table(site, page, bots=2)
    for part in (".paititi-exhibitions", ".paititi-sites", ".paititi-hand", ".bar .done"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 640


def test_axe_finds_nothing_on_the_table(site: Site, new_page: NewPage) -> None:
    page = new_page(width=390, height=844, locale="fr-FR", color_scheme="dark")
    at_the_table(site, page, bots=2)
    assert_accessible(page)
    page.locator(CARD).first.click()
    assert_accessible(page)
