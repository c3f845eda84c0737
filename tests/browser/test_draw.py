"""The draw of the dice between real browsers, the seal that each of them keeps, and who holds the secrets of a table."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Opened, Site, assert_accessible
from yupana.server.verify import verify

DRAWN = 8_000
"""Milliseconds: browsers that are there reveal at once, long before the draw would be void."""
VOID = 40_000
"""Milliseconds: a draw that is void and another one, on a busy machine."""
LOST = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection to", "Failed to load resource")


def entries(site: Site, table: str) -> list[tuple[str, dict[str, Any]]]:
    """Kind and body of every entry of the log so far."""
    with closing(sqlite3.connect(f"file:{site.server.data}/yupana.db?mode=ro", uri=True)) as db:
        rows = db.execute(
            "SELECT kind, body FROM entries WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    return [(kind, json.loads(body)) for kind, body in rows]


def kinds(site: Site, table: str) -> list[str]:
    return [kind for kind, _ in entries(site, table)]


def table_of(site: Site, page: Page) -> str:
    page.wait_for_url(re.compile(rf"{site.base}/t/[0-9a-f]+$"))
    return page.url.rpartition("/")[2]


def join(site: Site, page: Page, table: Opened, name: str) -> str:
    """Sits down by the code, as a guest does; answers the secret of the seat."""
    page.goto(f"{site.base}/j/{table.code}")
    page.locator("[data-join] [name=name]").fill(name)
    page.locator("[data-join] button").click()
    expect(page.locator(".lobby")).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('yupana.tables'))")
    secret: str = next(each["secrets"][0] for each in kept if each["table"] == table.id)
    return secret


def host_of(site: Site, page: Page, table: Opened) -> None:
    """Makes the browser of a seat that of the host, too."""
    page.goto("about:blank")
    page.goto(f"{site.base}/t/{table.id}#s={table.host}")
    expect(page.locator(".lobby .primary.big")).to_be_visible()


def playing(page: Page, timeout: float = DRAWN) -> None:
    expect(page.locator(".table")).to_be_visible(timeout=timeout)


def own_parts(site: Site, table: str) -> list[int]:
    return [body["seat"] for kind, body in entries(site, table) if kind == "revealed"]


def kept_seal(page: Page, table: str) -> dict[str, Any] | None:
    found = page.evaluate("JSON.parse(localStorage.getItem('yupana.seals') ?? '[]')")
    return next((each["value"] for each in found if each["table"] == table), None)


# Taking part


def test_playing_alone_is_one_tap_with_a_part_in_the_dice(site: Site, new_page: NewPage) -> None:
    page = new_page(390, 844)
    page.goto(f"{site.base}/")
    page.locator('[data-play="temple"]').click()
    playing(page)
    table = table_of(site, page)
    found = kinds(site, table)
    begun = found[found.index("draw") :]
    assert begun[:3] == ["draw", "revealed", "began"]
    assert "void" not in found
    sat = next(body for kind, body in entries(site, table) if kind == "sat")
    assert sat["nonce"] == ""
    assert re.fullmatch("[0-9a-f]{64}", sat["commit"])


def test_several_people_at_one_device_all_have_a_part(site: Site, new_page: NewPage) -> None:
    page = new_page(390, 844)
    page.goto(f"{site.base}/play/temple")
    form = page.locator("#device")
    names = form.locator('[name="person"]')
    for at, name in enumerate(("Ana", "Bea")):
        names.nth(at).fill(name)
    form.locator("button[type=submit]").click()
    page.wait_for_url(re.compile(r"/t/[0-9a-f]+$"), timeout=15_000)
    table = page.url.rpartition("/")[2]
    assert own_parts(site, table) == [0, 1]
    assert "began" in kinds(site, table)


def test_two_phones_reveal_by_themselves(site: Site, new_page: NewPage) -> None:
    table = site.open_table("temple", people=0, free=2)
    ana, bea = new_page(390, 844), new_page(390, 844, locale="fr-FR")
    join(site, ana, table, "Ana")
    join(site, bea, table, "Bea")
    host_of(site, ana, table)
    ana.locator(".lobby .primary.big").click()
    for page in (ana, bea):
        playing(page)
        expect(page.locator(".toast")).to_have_count(0)
    assert own_parts(site, table.id) in ([0, 1], [1, 0])
    assert "void" not in kinds(site, table.id)


def test_a_game_begins_without_the_part_of_a_phone_that_is_offline(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused += LOST
    table = site.open_table("temple", people=0, free=2)
    ana, bea = new_page(390, 844), new_page(390, 844)
    join(site, ana, table, "Ana")
    secret = join(site, bea, table, "Bea")
    host_of(site, ana, table)
    bea.goto("about:blank")
    bea.context.set_offline(True)
    ana.locator(".lobby .primary.big").click()
    expect(ana.locator(".drawing")).to_be_visible()
    playing(ana, VOID)
    found = kinds(site, table.id)
    assert [each for each in found if each in ("draw", "void", "recommitted", "began")] == [
        "draw", "void", "recommitted", "draw", "began",
    ]  # fmt: skip
    assert own_parts(site, table.id) == [0, 0]
    bea.context.set_offline(False)
    bea.goto(f"{site.base}/t/{table.id}")
    playing(bea)
    expect(bea.locator(".toast")).to_have_count(0)
    assert site.frame(table, secret)["mine"] == [1]


def test_a_browser_reveals_nothing_to_a_list_without_its_part(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    """A server that closes another list than the one that was made."""
    table = site.open_table("temple", people=0, free=2)
    ana, bea = new_page(390, 844), new_page(390, 844)
    join(site, ana, table, "Ana")
    sent: list[str] = []

    def altered(socket: Any) -> None:
        server = socket.connect_to_server()

        def hear(text: Any) -> None:
            sent.append(str(text))
            server.send(text)

        socket.on_message(hear)

        def show(text: Any) -> None:
            message = json.loads(text)
            if message.get("draw") and message["draw"]["commits"]:
                message["draw"]["commits"][1] = "0" * 64
            socket.send(json.dumps(message))

        server.on_message(show)

    bea.route_web_socket(re.compile(".*/ws"), altered)
    join(site, bea, table, "Bea")
    host_of(site, ana, table)
    ana.locator(".lobby .primary.big").click()
    expect(bea.locator(".toast")).to_contain_text("did not list your part in the dice")
    assert not [each for each in sent if '"reveal"' in each]
    playing(ana, VOID)


def test_sitting_down_is_asked_again_if_no_answer_comes(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused += ["ERR_FAILED", "Failed to load resource"]
    table = site.open_table("temple", people=0, free=2)
    page = new_page(390, 844)
    lost: list[bytes | None] = []

    def lose(route: Route) -> None:
        """The server does it; its first answer is lost."""
        if lost:
            route.continue_()
            return
        lost.append(route.request.post_data_buffer)
        route.fetch()
        route.abort()

    page.route(re.compile("/sit$"), lose)
    page.goto(f"{site.base}/j/{table.code}")
    page.locator("[data-join] [name=name]").fill("Ana")
    page.locator("[data-join] button").click()
    expect(page.locator(".lobby")).to_be_visible()
    assert kinds(site, table.id).count("sat") == 1
    host_of(site, page, table)
    page.locator(".lobby .primary.big").click()
    playing(page)
    assert own_parts(site, table.id) == [0]


# The check


def finish(site: Site, table: str, page: Page) -> None:
    """Plays what this browser may, by plain requests with its cookie."""
    end = time.monotonic() + 60
    at = 0
    while time.monotonic() < end:
        frame = page.request.get(f"{site.base}/api/tables/{table}").json()
        if frame["phase"] == "over":
            return
        if not frame["moves"]:
            time.sleep(0.02)
            continue
        at += 1
        body = {
            "t": "cmd", "cid": f"test-finish-{at:06}",
            "cmd": {"do": "move", "text": frame["moves"][0], "seat": frame["look"]},
        }  # fmt: skip
        page.request.post(
            f"{site.base}/api/tables/{table}/do", data=body, headers={"origin": site.base}
        )
    raise AssertionError("the game does not end")


def test_the_check_knows_the_game_that_this_browser_saw(site: Site, new_page: NewPage) -> None:
    page = new_page(390, 844)
    page.goto(f"{site.base}/")
    page.locator('[data-play="temple"]').click()
    playing(page)
    table = table_of(site, page)
    finish(site, table, page)
    expect(page.locator(".end")).to_be_visible()
    seal = kept_seal(page, table)
    data = page.request.get(f"{site.base}/api/tables/{table}/export").body()
    assert seal is not None
    report = verify(data, seals=[(seal["seq"], seal["seal"])])
    assert report.ok
    assert report.seals == 1
    page.goto(f"{site.base}/verify?table={table}")
    page.get_by_role("button", name="Check the game of this table").click()
    expect(page.locator(".verdict.good")).to_be_visible()
    body = page.locator("#check")
    expect(body).to_contain_text("One seat fixed a part of the dice in secret")
    expect(body).to_contain_text("What your browser saw at the table is in this log")
    page.evaluate(
        "localStorage.setItem('yupana.seals', localStorage.getItem('yupana.seals').replace(/\"seal\":\"../, '\"seal\":\"zz'))"
    )
    page.get_by_role("button", name="Check the game of this table").click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    expect(page.locator("ul.bad")).to_contain_text("What your browser saw at the table")


def test_a_tick_does_not_spoil_the_kept_seal(site: Site, new_page: NewPage) -> None:
    """Another seat's move comes as a tick, which has no seal, before the part of the page that keeps seals is there."""
    table = site.open_table("temple", people=2)
    site.begin(table)
    page = new_page(390, 844)
    heard: list[str] = []
    held: list[Route] = []
    page.on(
        "websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text)))
    )
    site.enter(page, table, table.seats[0])
    page.evaluate("localStorage.removeItem('yupana.seals')")
    page.route(re.compile(r"/extras-[^/]*\.js"), lambda route: held.append(route))
    page.reload()
    playing(page)
    move = site.frame(table, table.seats[1])["moves"][0]
    heard.clear()
    site.command(table, {"do": "move", "text": move}, table.seats[1])
    for _ in range(100):
        if held and any('"t":"tick"' in each for each in heard):
            break
        page.wait_for_timeout(50)
    assert not [each for each in heard if '"t":"view"' in each]
    assert kept_seal(page, table.id) is None
    held[0].continue_()
    end = time.monotonic() + 10
    while (seal := kept_seal(page, table.id)) is None:
        assert time.monotonic() < end, "no seal is kept"
        page.wait_for_timeout(50)
    play_out(site, table)
    data = site.server.get(f"/api/tables/{table.id}/export", table.host).content
    report = verify(data, seals=[(seal["seq"], seal["seal"])])
    assert report.ok
    assert report.seals == 1


def test_the_seal_of_an_ack_is_kept_though_no_view_follows(site: Site, new_page: NewPage) -> None:
    """A server that acknowledges a move and then shows another game is found out by the seal of the ack alone."""
    table = site.open_table("temple", people=2)
    site.begin(table)
    page = new_page(390, 844)
    blind: list[bool] = []

    def without_views(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(
            lambda text: None if blind and '"t":"view"' in text else socket.send(text)
        )

    page.route_web_socket(re.compile(".*/ws"), without_views)
    site.enter(page, table, table.seats[0])
    playing(page)
    before = kept_seal(page, table.id)
    blind.append(True)
    numbers = page.locator(".number:enabled").count()  # a mummy needs no number
    page.locator(".cell.legal").first.click()
    if numbers:
        page.locator(".number:enabled").first.click()
    end = time.monotonic() + 10
    while (seal := kept_seal(page, table.id)) == before:
        assert time.monotonic() < end, "the seal of the ack is not kept"
        page.wait_for_timeout(50)
    assert seal is not None
    play_out(site, table)
    data = site.server.get(f"/api/tables/{table.id}/export", table.host).content
    report = verify(data, seals=[(seal["seq"], seal["seal"])])
    assert report.ok
    assert report.seals == 1


def play_out(site: Site, table: Opened) -> None:
    """Both seats make their first move until the game is over."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for secret in table.seats.values():
            frame = site.frame(table, secret)
            if frame["phase"] == "over":
                return
            if frame["moves"]:
                site.command(table, {"do": "move", "text": frame["moves"][0]}, secret)
    raise AssertionError("the game does not end")


# Links and seats


def open_menu(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Menu$")).first.click()
    expect(page.locator("dialog")).to_be_visible()


def test_a_host_ends_a_link_and_the_watcher_is_told(
    site: Site, new_page: NewPage, watched: Watched
) -> None:
    watched.excused += ["401", "WebSocket connection to"]
    table = site.open_table("temple", people=1)
    site.begin(table)
    host, watcher = new_page(390, 844), new_page(390, 844)
    site.enter(host, table, table.seats[0], table.host)
    site.enter(watcher, table, table.spectator)
    open_menu(host)
    host.locator("[data-links]").click()
    expect(host.locator("[data-link]")).to_have_count(3)
    expect(host.locator("[data-link=seat] button, [data-link=host] button")).to_have_count(0)
    assert_accessible(host)
    host.locator("[data-link=spectator] button").click()
    expect(host.locator("[data-link]")).to_have_count(2)
    expect(watcher.locator(".connection.gone")).to_be_visible()


@pytest.mark.parametrize("reloads", [False, True])
def test_a_seat_changes_hands_with_consent_and_is_taken_back(
    site: Site, new_page: NewPage, watched: Watched, reloads: bool
) -> None:
    watched.excused += ["400", "401", "409", "WebSocket connection to"]
    table = site.open_table("temple", people=2)
    site.begin(table)
    host, holder, new = (new_page(390, 844) for _ in range(3))
    site.enter(host, table, table.seats[0], table.host)
    site.enter(holder, table, table.seats[1])
    open_menu(host)
    host.locator("dialog summary").click()
    host.locator("[data-give='1']").click()
    dialog = holder.get_by_role("dialog", name="May somebody else have this seat?")
    expect(dialog).to_be_visible()
    assert_accessible(holder)
    dialog.get_by_role("button", name="No, I play on").click()
    expect(dialog).to_have_count(0)
    expect(host.locator("[data-give='1']")).to_have_text("Give Bea’s seat to somebody else")
    host.locator("[data-give='1']").click()
    expect(dialog).to_be_visible()
    host.locator("[data-give='1']").click()
    expect(host.locator(".give-seat")).to_contain_text("was asked; in")
    dialog.get_by_role("button", name="Yes, give it away").click()
    expect(dialog).to_have_count(0)
    host.locator("[data-give='1']").click()
    address = host.locator(".give-seat input").input_value()
    expect(holder.locator("[data-reclaim]")).to_be_visible()
    new.goto(re.sub(r"^https?://[^/]+", site.base, address))
    expect(new.locator(".stood-in")).to_contain_text("A bot plays until your next turn")
    expect(new.locator("[data-back]")).to_have_count(0)
    if reloads:
        holder.reload()
        expect(holder).to_have_url(re.compile(f"/t/{table.id}/enter"))
        expect(holder.locator(".notice").first).to_contain_text("gave your seat to somebody else")
        assert_accessible(holder)
    holder.locator("[data-reclaim]").click()
    expect(new.locator(".connection.gone")).to_be_visible()
    expect(holder.locator(".table")).to_be_visible()
    expect(holder.locator("[data-reclaim]")).to_have_count(0)
