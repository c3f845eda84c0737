"""The page for whoever runs the server: who gets in, what it shows, what it does; and the other pages of a host."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from tests.server.client import Server
from tests.server.exports import Host, of_bots
from tests.server.test_verify import seal
from yupana.server.admin import Admin
from yupana.server.export import read_export
from yupana.server.seats import Secret
from yupana.server.sqlite import SqliteStore

TOKEN = "the token of whoever runs this"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("admin")
    options = {
        "admin_token": TOKEN,
        "metrics_token": "the token of the program that watches",
        "security_contact": "mailto:security@example.org",
        "operator": "The games club, <reach us> in room 3",
        "retention": {"finished_days": 30},
        "backup": {"every_hours": 12, "keep": 14},
    }
    with Server(folder, **options) as server:
        yield server


def browser(server: Server) -> httpx.Client:
    """Somebody's browser, which sends where its forms come from."""
    return httpx.Client(
        base_url=server.base, headers={"origin": server.base}, timeout=20, follow_redirects=False
    )


@pytest.fixture
def inside(server: Server) -> Iterator[httpx.Client]:
    with browser(server) as client:
        answer = client.post("/admin/login", data={"token": TOKEN})
        assert (answer.status_code, answer.headers["location"]) == (303, "/admin")
        yield client


def opened(server: Server, **more: Any) -> Host:
    return Host(server, {"game": "temple", "seats": 2, **more})


# Getting in


def test_without_a_token_there_is_no_such_page(tmp_path: Path) -> None:
    with Server(tmp_path) as bare:
        for path in ("/admin", "/admin/tables"):
            assert bare.get(path).status_code == 404
        for path in ("/admin/login", "/admin/backup"):
            assert bare.http.post(path, data={"token": ""}).status_code == 404


def test_the_door_opens_for_the_token_alone(server: Server) -> None:
    with browser(server) as client:
        assert client.get("/admin").status_code == 401
        wrong = client.post("/admin/login", data={"token": TOKEN + "x"})
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (403, False)
        assert "That is not the token." in wrong.text
        right = client.post("/admin/login", data={"token": f" {TOKEN}\n"})
        cookie = right.headers["set-cookie"]
        assert TOKEN not in cookie
        assert re.fullmatch(
            r"yupana-admin=\d+\.\w+\.\w{64}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400",
            cookie,
        )
        assert client.get("/admin").status_code == 200
        assert client.post("/admin/logout").status_code == 303
        assert client.get("/admin").status_code == 401


def test_over_https_the_cookie_is_pinned(tmp_path: Path) -> None:
    with Server(tmp_path, admin_token=TOKEN, public_url="https://yupana.example.org") as server:
        answer = server.http.post(
            "/admin/login", data={"token": TOKEN}, headers={"origin": "https://yupana.example.org"}
        )
        assert answer.headers["set-cookie"].startswith("__Host-yupana-admin=")
        assert "; Secure" in answer.headers["set-cookie"]
        assert server.http.post("/admin/login", data={"token": TOKEN}).status_code == 403


def test_guessing_is_slow(tmp_path: Path) -> None:
    with Server(tmp_path, admin_token=TOKEN, behind_proxy=True) as server:

        def guess(text: str, address: str) -> int:
            headers = {"origin": server.base, "x-forwarded-for": address}
            answer = server.http.post("/admin/login", data={"token": text}, headers=headers)
            return answer.status_code

        assert [guess(f"guess {n}", "192.0.2.1") for n in range(7)] == [403] * 5 + [429] * 2
        assert guess(TOKEN, "192.0.2.1") == 303  # the right one always opens
        assert guess("guess 8", "192.0.2.1") == 429
        bearer = {"authorization": f"Bearer {TOKEN}", "x-forwarded-for": "192.0.2.1"}
        assert server.http.get("/admin", headers=bearer).status_code == 200
        wrong = {**bearer, "authorization": "Bearer something else"}
        assert server.http.get("/admin", headers=wrong).status_code == 429
        assert guess("guess 1", "192.0.2.3") == 403  # of another address, so answered
        assert guess(TOKEN, "192.0.2.2") == 303


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {},
        {"sec-fetch-site": "cross-site"},
        {"origin": "https://elsewhere.example", "sec-fetch-site": "same-origin"},
    ],
)
@pytest.mark.parametrize("path", ["login", "logout", "backup", "opening", "tables/t1/forget"])
def test_another_sites_page_can_do_nothing(
    server: Server, inside: httpx.Client, path: str, headers: dict[str, str]
) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in inside.cookies.items())
    data = {"token": TOKEN, "closed": "yes", "sure": "yes"}
    answer = httpx.post(
        f"{server.base}/admin/{path}", data=data, headers={"cookie": cookies, **headers}
    )
    assert answer.status_code == 403, answer.text
    assert "Anybody may open a table." in inside.get("/admin").text


def test_only_a_cookie_of_ours_counts(server: Server, inside: httpx.Client) -> None:
    until, nonce, mark = inside.cookies["yupana-admin"].split(".")
    later = str(int(until) + 1)
    forged = [
        "", "x", "..", f"{later}.{nonce}.{mark}", f"{until}.{nonce}x.{mark}", f"{until}.{nonce}.",
        f"{until}.{nonce}.{'0' * 64}", f"{'9' * 40}.{nonce}.{mark}", f"-1.{nonce}.{mark}", f"{until}.{nonce}.é",
    ]  # fmt: skip
    for cookie in forged:
        raw = {b"cookie": f"yupana-admin={cookie}".encode()}
        assert httpx.get(f"{server.base}/admin", headers=raw).status_code == 401, cookie
    ended = Admin(None, Secret(TOKEN))._mark("1000", "abc")  # type: ignore[arg-type]
    raw = {b"cookie": f"yupana-admin=1000.abc.{ended}".encode()}
    assert httpx.get(f"{server.base}/admin", headers=raw).status_code == 401
    other = Admin(None, Secret("another token of a host"))._mark(until, nonce)  # type: ignore[arg-type]
    raw = {b"cookie": f"yupana-admin={until}.{nonce}.{other}".encode()}
    assert httpx.get(f"{server.base}/admin", headers=raw).status_code == 401


# What is shown


def test_it_tells_how_the_server_does(server: Server, inside: httpx.Client) -> None:
    of_bots(server, {"game": "temple", "seats": 2})
    text = inside.get("/admin").text
    facts = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", text))
    assert facts["Version"]
    assert facts["Store"].startswith("SQLite")
    assert re.fullmatch(r"0 d 0 h \d+ min", facts["Runs since"])
    assert re.search(r"[1-9]\d* over", facts["Tables stored"])
    assert re.fullmatch(r"≤ [\d.]+ ms", facts["Commit, 99 of 100"])
    assert re.fullmatch(r"[\d.]+ / [\d.]+ GB", facts["Disk, free / all"])
    assert "There is no checked backup." in text


def test_no_secret_and_no_hand_is_shown(server: Server, inside: httpx.Client) -> None:
    host = Host(server, {"game": "paititi", "seats": 2, "policy": {"public": True}})
    seat = host.sit(seat=0, name="Anastasia Unmistakable")
    host.do({"do": "begin", "bot": "uniform"})
    hand = host.view(seat)["view"]["expeditions"][0]["hand"]
    pages = [
        inside.get(path).text
        for path in ("/admin", "/admin/tables", f"/admin/tables/{host.table}", "/dice", "/privacy")
    ]
    for text in pages:
        for secret in (host.secret, seat, TOKEN, "Anastasia", str(hand)):
            assert secret not in text
    assert host.table in pages[1]


def test_tables_are_found_by_code_by_id_and_by_phase(server: Server, inside: httpx.Client) -> None:
    host = opened(server)
    code = server.get(f"/api/tables/{host.table}/about").json()["code"]
    for text in (code, code.lower(), host.table):
        answer = inside.get("/admin/tables", params={"find": text})
        assert answer.headers["location"] == f"/admin/tables/{host.table}"
    assert inside.get("/admin/tables", params={"find": "nothing"}).status_code == 404
    assert inside.get("/admin/tables/nothing").status_code == 404
    assert code in inside.get("/admin/tables?status=waiting").text
    assert code not in inside.get("/admin/tables?status=over").text
    row = re.search(
        rf"<tr><td><a [^>]*>{code}</a></td>(.*?)</tr>", inside.get("/admin/tables").text
    )
    assert row is not None
    cells = re.findall(r"<td>([^<]*)</td>", row[1])
    assert cells[:5] == ["The Temple of Apikhabou", "2", "waiting", "0", "1"]


PAGES = ("/admin", "/admin/tables", "/privacy", "/dice", "/verify")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_have_no_script_or_style_in_them(
    inside: httpx.Client, path: str, language: str
) -> None:
    answer = inside.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text)
    scripts = re.findall(r"<script[^>]*>", answer.text)
    assert all("src=" in each for each in scripts)
    assert len(scripts) == (path == "/verify")
    assert not re.search(r"(src|href)=\"(https?:)?//", answer.text)
    assert len(re.findall(r"<h1>", answer.text)) == 1


# What can be done


def test_a_table_is_closed_to_newcomers_and_plays_on(server: Server, inside: httpx.Client) -> None:
    host = opened(server, policy={"public": True})
    seat = host.sit(seat=0)
    listed = server.get("/api/tables").text
    assert host.table in listed
    assert inside.post(f"/admin/tables/{host.table}/close").status_code == 303
    assert host.table not in server.get("/api/tables").text
    assert server.post(f"{host.at}/sit", {"seat": 1}).json()["code"] == "table.locked"
    assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
    assert host.view(seat)["phase"] == "playing"


def test_a_table_is_forgotten_for_good(server: Server, inside: httpx.Client) -> None:
    host = opened(server)
    seat = host.sit(seat=0)
    at = f"/admin/tables/{host.table}/forget"
    assert inside.post(at).status_code == 409
    assert inside.post(at, data={"sure": "no"}).status_code == 409
    assert host.view(seat)["phase"] == "gathering"
    url = f"{server.base.replace('http', 'ws', 1)}{host.at}/ws"
    with connect(url, additional_headers={"authorization": f"Bearer {seat}"}) as socket:
        socket.send('{"t":"hello"}')
        assert '"welcome"' in str(socket.recv(5))
        assert inside.post(at, data={"sure": "yes"}).status_code == 303
        said = [str(each) for each in socket]
        assert '"bye"' in said[-1]
    assert server.get(host.at, seat).status_code == 401
    assert inside.get(f"/admin/tables/{host.table}").status_code == 404
    assert inside.post(at, data={"sure": "yes"}).status_code == 404


def test_new_tables_can_be_shut_out_and_let_in_again(server: Server, inside: httpx.Client) -> None:
    host = opened(server)
    assert inside.post("/admin/opening", data={"closed": "yes"}).status_code == 303
    assert "Nobody may open a table." in inside.get("/admin").text
    refused = server.post("/api/tables", {"game": "temple", "seats": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "server.no-new-tables")
    host.sit(seat=0)  # games go on
    assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
    assert inside.post("/admin/opening", data={"closed": "no"}).status_code == 303
    assert server.post("/api/tables", {"game": "temple", "seats": 1}).status_code == 201


def test_a_backup_is_made_at_the_press_of_a_button(server: Server, inside: httpx.Client) -> None:
    assert inside.post("/admin/backup").status_code == 303
    end = time.monotonic() + 30
    while "Checked backups" not in inside.get("/admin").text:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert len(list((server.data / "backups").glob("*.backup"))) == 1


def test_what_was_done_is_in_the_log_and_no_secret_is(server: Server, inside: httpx.Client) -> None:
    host = opened(server)
    inside.post(f"/admin/tables/{host.table}/forget", data={"sure": "yes"})
    log = server.log.read_text()
    assert f'"did": "forget", "table": "{host.table}"' in log
    assert TOKEN not in log
    assert host.secret not in log
    assert inside.cookies["yupana-admin"] not in log


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data"])
def test_what_is_no_form_is_refused(inside: httpx.Client, kind: str) -> None:
    answer = inside.post("/admin/login", content=b"token=x", headers={"content-type": kind})
    assert answer.status_code == 409
    for body in (b"\xff=1", b"&".join(b"a=1" for _ in range(50)), b"token=" + b"x" * 70_000):
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = inside.post("/admin/login", content=body, headers=headers)
        assert answer.status_code in (400, 403, 409), body[:20]


# For programs


def test_figures_are_for_this_machine_or_for_the_token(server: Server) -> None:
    assert "yupana_tables" in server.get("/metrics").text
    for headers in (
        {"x-forwarded-for": "192.0.2.7"},
        {"forwarded": "for=192.0.2.7"},
        {"via": "1.1 proxy"},
        {"x-forwarded-for": "192.0.2.7", "authorization": "Bearer wrong"},
    ):
        assert server.http.get("/metrics", headers=headers).status_code == 403, headers
    right = {
        "x-forwarded-for": "192.0.2.7",
        "authorization": "Bearer the token of the program that watches",
    }
    assert server.http.get("/metrics", headers=right).status_code == 200


def test_figures_are_not_for_those_whom_a_proxy_speaks_for(tmp_path: Path) -> None:
    with Server(tmp_path, behind_proxy=True, trusted_proxies=["127.0.0.1"]) as server:
        headers = {"x-forwarded-for": "192.0.2.7"}
        assert server.http.get("/metrics", headers=headers).status_code == 403
        assert server.http.get("/metrics").status_code == 200


# The other pages


def test_security_txt_is_there_where_there_is_a_contact(server: Server, tmp_path: Path) -> None:
    answer = server.get("/.well-known/security.txt")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    until = time.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%SZ")
    assert 0 < time.mktime(until) - time.time() < 366 * 24 * 3600
    assert answer.headers["content-type"].startswith("text/plain")
    with Server(tmp_path) as bare:
        assert bare.get("/.well-known/security.txt").status_code == 404


def test_the_privacy_page_says_what_this_server_does(server: Server) -> None:
    text = server.get("/privacy").text
    assert "A finished game is forgotten after 30 days." in text
    assert "A table at which no game began is forgotten after 24 hours." in text
    assert "for up to 7 days more" in text
    assert "The games club, &lt;reach us&gt; in room 3" in text
    assert "By mail" not in text
    french = server.get("/privacy?lang=fr").text
    assert '<html lang="fr"' in french
    assert "Une partie finie est oubliée après 30 jours." in french


def test_finished_games_are_checked_and_their_dice_counted(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert "No game has been finished yet." in server.get("/dice").text
        of_bots(server, {"game": "wiraqocha", "seats": 2})
        of_bots(server, {"game": "paititi", "seats": 2})
    with Server(tmp_path) as server:  # what has ended meanwhile is looked at at the start
        end = time.monotonic() + 30
        while not (
            {"Wiraqocha</h2>", "Paititi</h2>"}
            <= set(re.findall(r"\w+</h2>", server.get("/dice").text))
        ):
            assert time.monotonic() < end, "the check of finished games did not come round"
            time.sleep(0.1)
        text = server.get("/dice").text
        metrics = server.get("/metrics").text
    assert text.count("One finished game.") == 2
    assert "do not check out" not in text
    assert "Chance deals cards here" in text
    row = r'<th scope="row">(\d)</th><td>(\d+)</td><td>(\d+)</td><td>(\d+) - (\d+)</td>'
    rows = re.findall(row, text)
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert sum(int(row[1]) for row in rows) > 50
    assert "yupana_games_wrong 0" in metrics


def test_a_game_that_does_not_check_out_is_told(tmp_path: Path) -> None:
    """Whoever changes the database by hand, hashes and all, is found out by the dice."""
    with Server(tmp_path) as server:
        data = json.loads(of_bots(server, {"game": "temple", "seats": 2}))
    roll = next(each for each in data["entries"] if each["body"].get("seat") == -1)
    roll["body"]["move"]["faces"][0] = roll["body"]["move"]["faces"][0] % 5 + 1
    seal(data)
    with SqliteStore(tmp_path / "yupana.db") as store:
        store.forget(data["table"]["id"])
        store.import_(read_export(msgspec.json.encode(data)))
    with Server(tmp_path) as server:
        end = time.monotonic() + 30
        while "yupana_games_wrong 1" not in server.get("/metrics").text:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert "One of them does not check out" in server.get("/dice").text
        assert "does not check out: verify.chance" in server.log.read_text()
