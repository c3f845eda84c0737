"""The server as it is: a process, its sockets, and people who come and go."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.server.client import Player, Server, alive
from tests.server.postgres_server import PostgresServer
from yupana.server.app import GETS, POSTS
from yupana.server.doors import Settings, cookie_header
from yupana.words import words

NONCES = ("0" * 31 + "1", "0" * 31 + "2")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def opened(server: Server, game: str = "temple", seats: int = 3, **more: Any) -> dict[str, Any]:
    answer = server.post("/api/tables", {"game": game, "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def seated(server: Server, table: str, **wish: Any) -> dict[str, Any]:
    answer = server.post(f"/api/tables/{table}/sit", wish)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def do(server: Server, table: str, secret: str, command: dict[str, Any], cid: str) -> Any:
    body = {"t": "cmd", "cid": cid, "cmd": command}
    return server.post(f"/api/tables/{table}/do", body, secret)


# Whole games


@pytest.mark.parametrize("game", ["temple", "paititi"])
def test_two_people_and_a_bot_play_to_the_end_through_a_kill_of_the_server(
    tmp_path: Path, game: str
) -> None:
    with Server(tmp_path) as server:
        table = opened(server, game)
        name = table["table"]
        secrets = [seated(server, name, nonce=nonce)["secret"] for nonce in NONCES]
        assert do(server, name, table["host"], {"do": "begin"}, "begin-it").status_code == 200
        players = [Player(server.base, name, secret) for secret in secrets]
        asyncio.run(_play_and_kill(server, players))
        log = server.get(f"/api/tables/{name}/export", secrets[0]).json()
        by_cid = {entry["cid"]: entry["seq"] for entry in log["entries"] if entry["cid"]}
        for player in players:
            assert player.connections > 1
            assert {cid: by_cid.get(cid) for cid in player.acked} == player.acked
            assert player.heads == sorted(player.heads)
            assert len(player.acked) > 5
            assert player.refused == []
        own = sum(len(player.acked) for player in players)
        people = [e for e in log["entries"] if e["kind"] == "did" and e["body"]["seat"] in (0, 1)]
        assert len(people) == own  # nothing lost, nothing twice, nothing that nobody did
        assert len(log["seed"]) == 64
        _check(log)
        assert server.stop() == 0


async def _play_and_kill(server: Server, players: list[Player]) -> None:
    killed = False

    async def kill_in_the_middle() -> None:
        nonlocal killed
        while sum(len(player.acked) for player in players) < 8:
            await asyncio.sleep(0.005)
        await asyncio.sleep(random.uniform(0, 0.02))
        workers = server.workers()
        server.kill()
        await asyncio.to_thread(server.start)
        async with asyncio.timeout(20):  # nobody is left to end them but themselves
            while any(alive(pid) for pid in workers):
                await asyncio.sleep(0.05)
        killed = True

    rngs = [random.Random(seat) for seat in range(len(players))]
    plays = [
        player.play(lambda each, rng=rng: each.any_move(rng))  # type: ignore[misc]
        for player, rng in zip(players, rngs, strict=True)
    ]
    async with asyncio.timeout(120):
        await asyncio.gather(kill_in_the_middle(), *plays)
    assert killed


def _check(log: dict[str, Any]) -> None:
    from yupana.server.verify import verify

    report = verify(json.dumps(log).encode())
    assert report.findings == ()
    assert report.own_nonces == 2


def test_two_servers_on_one_database_play_one_game(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """Each of two people is at another server; one server is killed and comes back."""
    store = postgres.fresh_address()
    with (
        Server(tmp_path / "a", store=store) as first,
        Server(tmp_path / "b", store=store) as second,
    ):
        table = opened(first)
        name = table["table"]
        secrets = [
            seated(server, name, nonce=nonce)["secret"]
            for server, nonce in zip((first, second), NONCES, strict=True)
        ]
        assert do(second, name, table["host"], {"do": "begin"}, "begin-it").status_code == 200
        players = [
            Player(server.base, name, secret)
            for server, secret in zip((first, second), secrets, strict=True)
        ]
        asyncio.run(_play_and_kill(first, players))
        logs = [server.get(f"/api/tables/{name}/export", secrets[0]) for server in (first, second)]
        assert logs[0].content == logs[1].content
        log = logs[0].json()
        by_cid = {entry["cid"]: entry["seq"] for entry in log["entries"] if entry["cid"]}
        for player in players:
            assert {cid: by_cid.get(cid) for cid in player.acked} == player.acked
            assert player.heads == sorted(player.heads)
        _check(log)


def test_people_play_again_with_one_tap_through_a_kill_of_the_server(tmp_path: Path) -> None:
    """Two people and a bot; one of them is away when the other asks, and the server dies in between."""
    with Server(tmp_path) as server:
        table = opened(server)
        name = table["table"]
        people = [
            seated(server, name, name=each, nonce=n) for each, n in zip("AB", NONCES, strict=True)
        ]
        held = [each["secret"] for each in people]
        do(server, name, table["host"], {"do": "begin"}, "begin-it")
        rng = random.Random(4)

        async def play(table: str, secrets: list[str]) -> list[Player]:
            players = [Player(server.base, table, secret) for secret in secrets]
            async with asyncio.timeout(60):
                await asyncio.gather(*(each.play(lambda p: p.any_move(rng)) for each in players))
            return players

        asyncio.run(play(name, held))
        asked = do(server, name, held[1], {"do": "again", "rotate": True}, "once-more")
        assert asked.status_code == 200, asked.text
        assert do(server, name, held[0], {"do": "again"}, "me-too-please").json() == (
            asked.json() | {"cid": "me-too-please"}
        )
        server.kill()
        server.start()
        following = server.get(f"/api/tables/{name}", held[0]).json()["next"]
        login = server.post("/api/session", {"table": name, "secret": held[0]}, origin=server.base)
        cookie = login.headers["set-cookie"].partition(";")[0]
        by_cookie = {"cookie": cookie, "origin": server.base}
        first = server.post(f"/api/tables/{name}/follow", {"nonce": NONCES[0]}, None, **by_cookie)
        assert first.status_code == 201, first.text
        assert first.json()["table"] == following
        new_cookie = first.headers["set-cookie"].partition(";")[0]
        server.http.cookies.clear()
        there = server.get(f"/api/tables/{following}", cookie=new_cookie).json()
        assert (there["phase"], there["mine"], there["host"]) == ("gathering", [2], False)
        second = server.post(f"/api/tables/{name}/follow", {"nonce": NONCES[1]}, held[1]).json()
        assert [each["role"] for each in second["held"]] == ["seat", "host"]
        new = [first.json()["held"][0]["secret"], second["held"][0]["secret"]]
        views = [server.get(f"/api/tables/{following}", secret).json() for secret in new]
        assert [view["mine"] for view in views] == [[2], [0]]
        assert [each["name"] for each in views[0]["seats"]] == ["B", "", "A"]
        assert views[0]["phase"] == "playing"
        asyncio.run(play(following, new))
        for which, secret in ((name, held[0]), (following, new[0])):
            log = server.get(f"/api/tables/{which}/export", secret).json()
            _check(log)
            assert not [each for each in (*held, *new) if each in json.dumps(log)]
        text = server.log.read_text()
        assert not [each for each in (*held, *new) if each in text]


def test_who_watches_with_a_delay_gets_nothing_newer_over_the_wire(server: Server) -> None:
    import httpx

    table = opened(server, seats=1, policy={"delay": 600})
    name, watch, secret = table["table"], table["spectator"], table["host"]
    do(server, name, secret, {"do": "begin", "bot": "uniform"}, "begin-it")
    end = time.monotonic() + 60
    while server.get(f"/api/tables/{name}", secret).json()["phase"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)
    base = f"/api/tables/{name}"
    told = [server.get(base, watch).text]
    told += [server.get(f"{base}/{each}", watch).text for each in ("export", "about", "moments")]
    told.append(server.post(f"{base}/what", {"t": "moves"}, watch).text)
    told.append(do(server, name, watch, {"do": "again"}, "watchers-wish").text)
    told.append(server.post(f"{base}/follow", {}, watch).text)
    headers = {"authorization": f"Bearer {watch}"}
    with httpx.stream("GET", f"{server.base}{base}/stream", headers=headers, timeout=10) as stream:
        lines = (line.removeprefix("data: ") for line in stream.iter_lines() if line)
        told += [next(lines), next(lines)]

    async def over_the_socket() -> list[str]:
        url = f"ws://127.0.0.1:{server.port}{base}/ws"
        async with connect(url, additional_headers=headers) as socket:
            found: list[str] = []
            for message in ({"t": "ping"}, {"t": "hello"}, {"t": "what", "texts": ["7 b4"]}):
                await socket.send(json.dumps(message))
            while len(found) < 4:
                found.append(str(await socket.recv()))
            return found

    told += asyncio.run(over_the_socket())
    heads = [json.loads(each)["head"] for each in told if "head" in json.loads(each)]
    assert set(heads) == {0}
    assert {json.loads(each).get("phase", "gathering") for each in told} == {"gathering"}
    assert not [each for each in told if '"over"' in each or '"seed"' in each]
    assert server.get(f"{base}/export", secret).status_code == 200


def test_somebody_joins_a_running_game_in_place_of_a_bot(server: Server) -> None:
    table = opened(server, seats=3, policy={"late": "bots"})
    name = table["table"]
    first = seated(server, name, nonce=NONCES[0])["secret"]
    do(server, name, table["host"], {"do": "begin"}, "begin-it")
    late = seated(server, name, name="Late", nonce=NONCES[1])
    assert (late["seat"], late["name"]) == (1, "Late")
    view = server.get(f"/api/tables/{name}", late["secret"]).json()
    assert (view["phase"], view["mine"], view["seats"][1]["player"]) == ("playing", [1], "person")

    async def play() -> None:
        players = [Player(server.base, name, secret) for secret in (first, late["secret"])]
        rng = random.Random(6)
        async with asyncio.timeout(60):
            await asyncio.gather(*(each.play(lambda p: p.any_move(rng)) for each in players))

    asyncio.run(play())
    from yupana.server.verify import verify

    log = server.get(f"/api/tables/{name}/export", first).content
    report = verify(log)
    assert report.findings == ()
    assert report.own_nonces == 1  # the dice were settled before the second came


def test_a_program_plays_by_plain_requests(server: Server) -> None:
    table = opened(server, seats=1)
    name = table["table"]
    secret = seated(server, name)["secret"]
    do(server, name, table["host"], {"do": "begin"}, "begin-it")
    for number in range(3):
        view = server.get(f"/api/tables/{name}", secret).json()
        command = {"do": "move", "text": view["moves"][0]}
        first = do(server, name, secret, command, f"move-{number:04}")
        again = do(server, name, secret, command, f"move-{number:04}")
        assert first.status_code == 200
        assert first.json() == again.json()


def test_what_a_move_would_come_to_is_asked_over_the_socket_and_by_request(server: Server) -> None:
    table = opened(server, seats=1)  # alone: nothing is hidden, and all can be told
    name = table["table"]
    secret = seated(server, name)["secret"]
    do(server, name, table["host"], {"do": "begin", "bot": "uniform"}, "begin-it")
    view = server.get(f"/api/tables/{name}", secret).json()
    question = {"t": "what", "n": 3, "texts": [*view["moves"][:3], "nonsense"]}
    asked = server.post(f"/api/tables/{name}/what", question, secret)
    assert asked.status_code == 200
    found = asked.json()
    assert (found["t"], found["n"], found["seat"], found["rev"]) == ("would", 3, 0, 0)
    assert [each["text"] for each in found["each"]] == question["texts"]
    assert [each["no"] and each["no"]["code"] for each in found["each"]] == (
        [None, None, None, "notation.move"]
    )
    assert all(each["score"] == each["tree"]["points"] for each in found["each"][:3])
    assert server.post(f"/api/tables/{name}/what", question, table["host"]).status_code == 409
    url = f"ws://127.0.0.1:{server.port}/api/tables/{name}/ws"

    async def ask() -> list[Any]:
        headers = {"authorization": f"Bearer {secret}"}
        async with connect(url, additional_headers=headers) as socket:
            await socket.send(json.dumps({"t": "hello", "lang": "fr-CA, en;q=0.1"}))
            told = [json.loads(await socket.recv()) for _ in range(2)]
            assert [each["t"] for each in told] == ["welcome", "view"]
            await socket.send(json.dumps(question))
            await socket.send(json.dumps({"t": "moves", "n": 4, "from": 1}))
            await socket.send(json.dumps({"t": "what", "n": 5, "seat": 1, "texts": []}))
            return [json.loads(await socket.recv()) for _ in range(3)]

    told = {each["n"]: each for each in asyncio.run(ask())}
    would, page, refused = told[3], told[4], told[5]
    assert (refused["code"], refused["n"]) == ("table.not-yours", 5)
    assert refused["said"] == words("fr").say("table.not-yours")
    assert would["each"][:3] == found["each"][:3]
    assert (page["t"], page["from"]) == ("moves", 1)
    shown = view["moves"][1:]  # all of them, but where the dice let one write any number
    assert page["texts"][: len(shown)] == shown
    assert (len(page["texts"]) == len(shown)) is not view["more_moves"]
    assert (page["total"] == len(view["moves"])) is not view["more_moves"]
    assert page["more"] is False  # all were counted, also those that are on another page


def test_a_refusal_names_its_clause_and_speaks_the_readers_language(server: Server) -> None:
    table = opened(server, seats=1)
    name = table["table"]
    secret = seated(server, name)["secret"]
    do(server, name, table["host"], {"do": "begin"}, "begin-it")
    moves = server.get(f"/api/tables/{name}", secret).json()["moves"]
    do(server, name, secret, {"do": "move", "text": moves[0]}, "first-move")
    later = server.get(f"/api/tables/{name}", secret).json()["moves"]
    written = f"{later[0].split()[0]} {moves[0].split()[1]}"
    refused = do(server, name, secret, {"do": "move", "text": written}, "second-move").json()
    assert refused["code"] == "rule.illegal"
    ids = [each["id"] for each in server.get("/api/games/temple/rules").json()]
    assert refused["clause"] in ids
    said = {
        language: server.get("/api/tables/none", **{"accept-language": language}).json()["said"]
        for language in ("en", "fr", "fr-CH,en;q=0.3", "xx", "")
    }
    assert said["en"] == said["xx"] == said[""] == words("en").say("auth.no-key")
    assert said["fr"] == said["fr-CH,en;q=0.3"] == words("fr").say("auth.no-key")


def test_a_stream_shows_what_the_socket_shows(server: Server) -> None:
    import httpx

    table = opened(server)
    headers = {"authorization": f"Bearer {table['spectator']}"}
    with httpx.stream(
        "GET", f"{server.base}/api/tables/{table['table']}/stream", headers=headers, timeout=10
    ) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        found = []
        for line in stream.iter_lines():
            if line:
                found.append(json.loads(line.removeprefix("data: "))["t"])
            if len(found) == 2:
                break
    assert found == ["welcome", "view"]


def test_a_disk_that_fails_gives_no_false_answer_and_loses_nothing(tmp_path: Path) -> None:
    """The server may write no more: it says so, ends with 70, and a fresh one knows what was done."""
    with Server(tmp_path) as server:
        table = opened(server, seats=1)
        name = table["table"]
        secret = seated(server, name)["secret"]
        do(server, name, table["host"], {"do": "begin"}, "begin-it")
        player = Player(server.base, name, secret)
        failed: list[int] = []

        async def say(each: Player) -> None:
            if not each.pending and len(each.acked) < 10:
                await each.command({"do": "say", "phrase": "wow"})
            if len(each.acked) == 5 and not failed:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, 4096))
                failed.append(1)
            if any('"server.unavailable"' in frame for frame in each.frames) and len(failed) == 1:
                failed.append(await asyncio.to_thread(server.process.wait, 10))
                await asyncio.to_thread(server.start)
            if len(each.acked) >= 10 and not each.pending:
                each.view["phase"] = "over"

        async def play() -> None:
            async with asyncio.timeout(60):
                await player.play(say)

        asyncio.run(play())
        assert failed == [1, 70]
        assert player.connections == 2
        assert _gap_free(player)
        assert player.refused == []


def _gap_free(player: Player) -> bool:
    """Seqs that follow on each other: nothing lost, nothing twice."""
    seqs = sorted(player.acked.values())
    return seqs == list(range(seqs[0], seqs[0] + len(seqs)))


# Who may do what

ROLES = ("nobody", "wrong", "elsewhere", "spectator", "seat", "host")
MATRIX: list[tuple[str, str, Any, tuple[int, ...]]] = [
    # what is asked: the status for each of the roles
    ("GET", "", None, (401, 401, 401, 200, 200, 200)),
    ("GET", "/about", None, (200, 200, 200, 200, 200, 200)),
    ("GET", "/export", None, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "policy", "locked": False}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "say", "phrase": "hello"}, (401, 401, 401, 409, 200, 409)),
    ("POST", "/do", {"do": "bot", "seat": 2}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "begin"}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "unseat", "seat": 1}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/links", {"role": "spectator"}, (401, 401, 401, 403, 403, 201)),
    ("POST", "/links", {"role": "host"}, (401, 401, 401, 403, 403, 201)),
    ("POST", "/links", {"role": "replay"}, (401, 401, 401, 403, 409, 409)),
    ("POST", "/links", {"role": "seat", "seat": 0}, (401, 401, 401, 403, 201, 409)),
    ("POST", "/links", {"role": "seat", "seat": 1}, (401, 401, 401, 403, 403, 409)),
    ("POST", "/links", {"role": "seat", "seat": 2}, (401, 401, 401, 403, 403, 409)),
    ("GET", "/links", None, (401, 401, 401, 403, 403, 200)),
    ("POST", "/revoke", {"key": "0123456789abcdef"}, (401, 401, 401, 403, 403, 409)),
    ("POST", "/reclaim", {}, (401, 401, 401, 401, 401, 401)),
    ("POST", "/do", {"do": "offer", "seat": 1}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "consent", "yes": True}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "reveal", "nonce": "a" * 32}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "commit", "commit": "a" * 64}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/name", {"name": "Ana"}, (401, 401, 401, 403, 200, 403)),
    ("POST", "/name", {"name": "Ana", "seat": 0}, (401, 401, 401, 403, 200, 200)),
    ("POST", "/name", {"name": "Ana", "seat": 1}, (401, 401, 401, 403, 403, 200)),
    ("POST", "/name", {"name": "Ana", "seat": 2}, (401, 401, 401, 403, 403, 409)),
    ("GET", "?look=0", None, (401, 401, 401, 409, 200, 409)),
    ("GET", "?look=1", None, (401, 401, 401, 409, 409, 409)),
    ("GET", "?look=nobody", None, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "ready"}, (401, 401, 401, 409, 200, 409)),
    ("POST", "/do", {"do": "hurry"}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "again"}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/follow", {}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/watch", {}, (403, 403, 403, 403, 403, 403)),
    ("POST", "/branch", {"n": 0, "seat": 0}, (401, 401, 401, 409, 409, 409)),
    ("GET", "/moments", None, (401, 401, 401, 409, 409, 409)),
    ("GET", "/moments/0", None, (401, 401, 401, 409, 409, 409)),
    ("POST", "/what", {"t": "what", "texts": ["7 b4"]}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/what", {"t": "moves"}, (401, 401, 401, 409, 409, 409)),
]
"""While people gather."""
PLAYING: list[tuple[str, str, Any, tuple[int, ...]]] = [
    ("GET", "", None, (401, 401, 401, 200, 200, 200)),
    ("GET", "/export", None, (401, 401, 401, 409, 409, 409)),
    ("GET", "/moments", None, (401, 401, 401, 200, 200, 200)),
    ("GET", "/moments/0", None, (401, 401, 401, 200, 200, 200)),
    ("GET", "/moments/0?look=1", None, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "move", "text": "pass"}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "undo"}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "ready"}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "hurry"}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "unseat", "seat": 1}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "bot", "seat": 0}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/do", {"do": "policy", "delay": 5}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/do", {"do": "again"}, (401, 401, 401, 409, 409, 200)),
    ("POST", "/what", {"t": "what", "texts": ["7 b4"]}, (401, 401, 401, 409, 200, 409)),
    ("POST", "/what", {"t": "moves"}, (401, 401, 401, 409, 200, 409)),
    ("POST", "/follow", {}, (401, 401, 401, 409, 409, 409)),
    ("POST", "/watch", {}, (403, 403, 403, 403, 403, 403)),
    ("POST", "/branch", {"n": 0, "seat": 0}, (401, 401, 401, 409, 409, 409)),
]
"""In a running game."""


@pytest.mark.parametrize(
    ("begun", "method", "path", "body", "statuses"),
    [(False, *row) for row in MATRIX] + [(True, *row) for row in PLAYING],
)
def test_each_role_may_do_what_it_may(
    server: Server, begun: bool, method: str, path: str, body: Any, statuses: tuple[int, ...]
) -> None:
    for role, status in zip(ROLES, statuses, strict=True):
        table, other = opened(server), opened(server)
        name = table["table"]
        seat = seated(server, name, seat=0)["secret"]
        seated(server, name, seat=1)
        if begun:
            do(server, name, table["host"], {"do": "begin"}, "begin-it")
        secret = {
            "nobody": None,
            "wrong": seat[:-1] + ("A" if seat[-1] != "A" else "B"),
            "elsewhere": other["host"],
            "spectator": table["spectator"],
            "seat": seat,
            "host": table["host"],
        }[role]
        if method == "GET":
            answer = server.get(f"/api/tables/{name}{path}", secret)
        else:
            wrapped = {"t": "cmd", "cid": "matrix-test", "cmd": body} if path == "/do" else body
            answer = server.post(f"/api/tables/{name}{path}", wrapped, secret)
        assert answer.status_code == status, (role, answer.text)
        if status >= 400:
            assert answer.json()["code"]
            assert answer.json()["said"].endswith(".")


def test_every_route_of_the_api_has_its_roles_tested_and_is_described(server: Server) -> None:
    of_a_table = {path for path in (*GETS, *POSTS) if path.startswith("/api/tables/{table}")}
    rows = {path.partition("?")[0].replace("/0", "/{n}") for _, path, _, _ in MATRIX}
    tested = {f"/api/tables/{{table}}{path}" for path in rows}
    public = {f"/api/tables/{{table}}/{name}" for name in ("sit", "resume")}
    streamed = {"/api/tables/{table}/stream"}
    assert of_a_table == tested | public | streamed
    described = server.get("/openapi.json").json()["paths"]
    for path, methods in ((GETS, "get"), (POSTS, "post")):
        for each in path:
            if each.startswith("/api/"):
                assert methods in described[each], each


def test_a_stream_opens_to_whoever_may_look(server: Server) -> None:
    import httpx

    table, other = opened(server), opened(server)
    seat = seated(server, table["table"])["secret"]
    found = []
    for secret in (None, other["host"], table["spectator"], seat, table["host"]):
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        url = f"{server.base}/api/tables/{table['table']}/stream"
        with httpx.stream("GET", url, headers=headers, timeout=10) as stream:
            found.append(stream.status_code)
    assert found == [401, 401, 200, 200, 200]


def test_sockets_open_with_a_secret_and_from_our_own_pages_only(server: Server) -> None:
    table = opened(server)
    name, host = table["table"], table["host"]
    url = f"ws://127.0.0.1:{server.port}/api/tables/{name}/ws"
    bearer = {"authorization": f"Bearer {host}"}
    login = server.post("/api/session", {"table": name, "secret": host}, origin=server.base)
    cookie = login.headers["set-cookie"].partition(";")[0]
    assert "HttpOnly" in login.headers["set-cookie"]
    assert "SameSite=Lax" in login.headers["set-cookie"]

    async def opens(headers: dict[str, str]) -> int:
        try:
            async with connect(url, additional_headers=headers):
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    async def all_of_them() -> list[int]:
        return [
            await opens(headers)
            for headers in (
                bearer,
                bearer | {"origin": server.base},
                bearer | {"origin": "https://elsewhere.example"},
                {"cookie": cookie, "origin": server.base},
                {"cookie": cookie},
                {"cookie": cookie, "origin": "null"},
                {},
            )
        ]

    assert asyncio.run(all_of_them()) == [101, 101, 403, 101, 403, 403, 401]


def test_a_post_from_another_site_is_refused(server: Server) -> None:
    wish = {"game": "temple", "seats": 1}
    assert server.post("/api/tables", wish, origin="https://elsewhere.example").status_code == 403
    answer = server.post("/api/tables", wish, **{"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    answer = server.post("/api/tables", wish, **{"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["code"]) == (400, "wire.not-json")


def test_one_client_plays_several_seats_and_looks_from_one(server: Server) -> None:
    table = opened(server, seats=2)
    name = table["table"]
    held = " ".join(seated(server, name)["secret"] for _ in range(2))
    do(server, name, table["host"], {"do": "begin"}, "begin-it")
    view = server.get(f"/api/tables/{name}", held).json()
    assert (view["mine"], view["look"]) == ([0, 1], 0)
    assert server.get(f"/api/tables/{name}?look=1", held).json()["look"] == 1
    url = f"ws://127.0.0.1:{server.port}/api/tables/{name}/ws"

    async def turn_the_curtain() -> list[Any]:
        headers, looks = {"authorization": f"Bearer {held}"}, []
        async with connect(url, additional_headers=headers) as socket:
            for look in (1, 0, None, 2):
                await socket.send(json.dumps({"t": "hello", "look": look}))
                while (message := json.loads(await socket.recv()))["t"] not in ("view", "no"):
                    pass
                looks.append(message.get("look", message.get("code")))
        return looks

    assert asyncio.run(turn_the_curtain()) == [1, 0, 0, "table.not-yours"]


def test_a_seat_moves_to_another_device_by_its_code(server: Server) -> None:
    name = opened(server)["table"]
    old = seated(server, name, name="Ana")
    slip = old["resume"][:-1] + ("B" if old["resume"][-1] != "B" else "C")
    answer = server.post(f"/api/tables/{name}/resume", {"code": slip})
    assert (answer.status_code, answer.json()["code"]) == (401, "auth.resume-slip")
    new = server.post(f"/api/tables/{name}/resume", {"code": old["resume"].lower()}).json()
    assert (new["seat"], new["name"]) == (0, "Ana")
    assert server.get(f"/api/tables/{name}", old["secret"]).status_code == 401
    assert server.get(f"/api/tables/{name}", new["secret"]).json()["mine"] == [0]


def test_an_answer_that_was_lost_is_asked_for_again(server: Server) -> None:
    name = opened(server)["table"]
    secret = "known to nobody else"
    retry = hashlib.sha256(f"retry-v1|{secret}".encode()).hexdigest()
    wish = {"name": "Ana", "nonce": "a" * 32, "cid": "sit-me-down", "retry": retry}
    first = seated(server, name, **wish)
    stranger = server.post(f"/api/tables/{name}/sit", wish)
    assert (stranger.status_code, stranger.json()["code"]) == (409, "table.id-used")
    again = seated(server, name, **wish, secret=secret)
    assert (first["seat"], again["seat"]) == (0, 0)
    assert server.get(f"/api/tables/{name}", first["secret"]).status_code == 401
    view = server.get(f"/api/tables/{name}", again["secret"]).json()
    assert [each["name"] for each in view["seats"]] == ["Ana", "", ""]


def test_a_table_is_found_by_its_code_and_listed_if_it_is_public(server: Server) -> None:
    table = opened(server, policy={"public": True})
    found = server.get(f"/api/codes/{table['code'].lower()}").json()
    assert found["table"] == table["table"]
    assert table["table"] in {each["table"] for each in server.get("/api/tables").json()}
    assert server.get("/api/codes/OOPS").status_code == 404
    hidden = opened(server)
    assert hidden["table"] not in {each["table"] for each in server.get("/api/tables").json()}
    assert hidden["code"] not in server.get("/").text
    assert table["code"] in server.get("/").text


def test_anybody_may_watch_a_public_table_and_no_other(server: Server) -> None:
    table = opened(server, policy={"public": True})
    at = f"/api/tables/{table['table']}"
    seated(server, table["table"], seat=0)
    do(server, table["table"], table["host"], {"do": "begin"}, "begin-it")
    playing = {each["table"] for each in server.get("/api/tables?status=playing").json()}
    assert table["table"] in playing
    assert table["table"] not in {each["table"] for each in server.get("/api/tables").json()}
    assert f'data-watch="{table["table"]}"' in server.get("/").text
    given = server.post(f"{at}/watch", {})
    assert (given.status_code, given.json()["role"]) == (201, "spectator")
    assert server.post(f"{at}/watch", {}).json() == given.json()  # one secret for all strangers
    view = server.get(at, given.json()["secret"]).json()
    assert (view["phase"], view["look"], view["moves"]) == ("playing", None, [])
    do(server, table["table"], table["host"], {"do": "policy", "public": False}, "not-public")
    refused = server.post(f"{at}/watch", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "table.not-public")
    assert f'data-watch="{table["table"]}"' not in server.get("/").text
    assert server.get("/api/tables?status=over").json()["code"] == "table.status"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": 2}, "option.game"),
        ({"game": "temple", "seats": 0}, "option.seats"),
        ({"game": "temple", "seats": 101}, "option.seats"),
        ({"game": "temple", "seats": 2, "edition": "../../etc/passwd"}, "edition.unknown"),
        ({"game": "temple", "seats": 2, "options": {"seats": 3}}, "option.unknown"),
        ({"game": "temple", "seats": 2, "options": {"side": "Z"}}, "option.value"),
        ({"game": "temple", "seats": 2, "policy": {"undo": 1}}, "table.policy"),
        ({"game": "temple", "seats": 2, "bots": {"0": "deep"}}, "option.bot"),
        ({"game": "temple", "seats": 2, "bots": {"9": "greedy"}}, "table.no-seat"),
        ({"game": "temple", "seats": True}, "wire.malformed"),
        ({"game": "temple", "seats": 2, "secret": 1}, "wire.malformed"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(
    server: Server, wish: dict[str, Any], code: str
) -> None:
    answer = server.post("/api/tables", wish)
    assert answer.status_code in (400, 409, 422)
    assert answer.json()["code"] == code


def test_cookies_are_pinned_to_the_host_wherever_that_is_possible() -> None:
    secure = cookie_header([("t", "ys_x")], Settings(secure=True))
    assert secure.startswith("__Host-yupana=t:ys_x; Path=/; HttpOnly; SameSite=Lax; ")
    assert secure.endswith("; Secure")
    assert cookie_header([("t", "ys_x")], Settings()).startswith("yupana=t:ys_x; ")


# Limits


def test_who_sends_too_fast_is_told_to_slow_down_and_then_dropped(tmp_path: Path) -> None:
    with Server(tmp_path, limits={"burst": 6, "per_second": 1.0, "tables_per_hour": 5}) as server:
        table = opened(server)
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/ws"

        async def flood() -> list[str]:
            told: list[str] = []
            headers = {"authorization": f"Bearer {table['host']}"}
            async with connect(url, additional_headers=headers) as socket:
                await socket.send('{"t":"hello"}')
                for number in range(105):
                    while number == 5 and told.count("ack") < 5:
                        message = json.loads(await socket.recv())
                        told.append(message.get("code", message["t"]))
                    say = {"do": "policy", "locked": bool(number % 2)}
                    cmd = {"t": "cmd", "cid": f"flood-{number:04}", "cmd": say}
                    await socket.send(json.dumps(cmd))
                with suppress(ConnectionClosedError):
                    while True:
                        message = json.loads(await socket.recv())
                        told.append(message.get("code", message["t"]))
                assert socket.close_code == 1008
            return told

        told = asyncio.run(flood())
        assert told.count("ack") >= 5
        assert 0 < told.count("wire.slow-down") <= 20
        statuses = [server.post("/api/tables", {"game": "temple", "seats": 1}) for _ in range(10)]
        assert statuses[-1].status_code == 429
        assert statuses[-1].headers["retry-after"]


def test_a_frame_that_is_too_large_closes_the_socket(server: Server) -> None:
    table = opened(server)
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/ws"

    async def large() -> int | None:
        headers = {"authorization": f"Bearer {table['host']}"}
        async with connect(url, additional_headers=headers) as socket:
            await socket.send("x" * 20_000)
            await socket.wait_closed()
            return socket.close_code

    assert asyncio.run(large()) == 1009
    answer = server.post(f"/api/tables/{table['table']}/sit", {"name": "x" * 20_000})
    assert (answer.status_code, answer.json()["code"]) == (400, "wire.large")


def test_a_heartbeat_carries_the_head(server: Server) -> None:
    table = opened(server)
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/ws"

    async def beat() -> Any:
        headers = {"authorization": f"Bearer {table['spectator']}"}
        async with connect(url, additional_headers=headers) as socket:
            await socket.send('{"t":"ping","n":7}')
            return json.loads(await socket.recv())

    assert asyncio.run(beat()) == {"t": "pong", "n": 7, "head": 1}


def test_a_socket_outlives_the_time_that_a_request_may_take(tmp_path: Path) -> None:
    with Server(tmp_path, limits={"request": 0.3}) as server:
        table = opened(server)
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/ws"

        async def stay() -> Any:
            headers = {"authorization": f"Bearer {table['spectator']}"}
            async with connect(url, additional_headers=headers) as socket:
                await asyncio.sleep(0.9)
                await socket.send('{"t":"ping","n":1}')
                return json.loads(await socket.recv())

        assert asyncio.run(stay())["t"] == "pong"


def test_a_failing_disk_is_no_refusal(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, 4096))
        answer = server.post("/api/tables", {"game": "temple", "seats": 1})
        assert (answer.status_code, answer.json()["code"]) == (503, "server.unavailable")
        assert server.process.wait(5) == 70


# What is told of the server

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self' ws://HOST; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cache-control": "no-store",
}


@pytest.mark.parametrize("path", ["/", "/api/games", "/nowhere", "/healthz", "/api/tables/none"])
def test_every_answer_has_the_headers(server: Server, path: str) -> None:
    answer = server.get(path)
    host = f"127.0.0.1:{server.port}"
    found = {name: answer.headers[name].replace(host, "HOST") for name in HEADERS}
    assert found == HEADERS
    assert "server" not in answer.headers


def test_the_api_describes_itself(server: Server) -> None:
    document = server.get("/openapi.json").json()
    assert {"Cmd", "View", "Ack", "No", "Opening"} <= set(document["components"]["schemas"])
    assert "/api/tables/{table}/do" in document["paths"]
    games = {each["name"]: each for each in server.get("/api/games").json()}
    assert games["temple"]["seats"] == [1, 100]
    assert server.get("/api/games/temple/rules").json()[0]["id"].startswith("T-")
    assert server.get("/api/games/chess/rules").status_code == 404
    assert "yupana_tables " in server.get("/metrics").text


@pytest.mark.parametrize(
    ("query", "accept", "language"),
    [
        ("", "", "en"),
        ("", "fr-CA, en;q=0.5", "fr"),
        ("?lang=fr", "en", "fr"),
        ("?lang=en", "fr", "en"),
    ],
)
def test_the_rules_are_told_in_the_language_one_reads(
    query: str, accept: str, language: str, server: Server
) -> None:
    answer = server.get(f"/api/games/temple/rules{query}", **{"accept-language": accept})
    assert answer.headers["content-language"] == language
    assert answer.headers["vary"] == "accept-language"
    rule = next(each for each in answer.json() if each["id"] == "T-4.1")
    assert ("momie" in rule["text"]) == (language == "fr")


def test_no_secret_is_ever_logged(server: Server) -> None:
    table = opened(server)
    seat = seated(server, table["table"])
    held = [table["host"], table["spectator"], seat["secret"], seat["resume"]]
    for secret in held:
        server.get(f"/api/tables/{table['table']}?secret={secret}", secret)
        server.get(f"/{secret}", secret)
        server.post(f"/api/tables/{table['table']}/do", {"t": secret}, secret)
    log = server.log.read_text()
    assert "/api/tables" in log
    assert not [secret for secret in held[:3] if secret in log]


def test_a_server_that_is_told_to_stop_says_goodbye(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = opened(server)
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table['table']}/ws"

        async def wait() -> tuple[list[str], int]:
            told = []
            headers = {"authorization": f"Bearer {table['spectator']}"}
            async with connect(url, additional_headers=headers) as socket:
                await socket.send('{"t":"hello"}')
                async for text in socket:
                    told.append(json.loads(text))
                    if told[-1]["t"] == "view":
                        server.process.terminate()
            return [each.get("code", each["t"]) for each in told[1:]], server.process.wait(10)

        told, status = asyncio.run(wait())
        assert told == ["view", "server.stopping"]
        assert status == 0
