"""A link to the replay of a game: made once the game is over, it shows that game and does nothing else."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.client import Server
from yupana.server.seats import new_capability


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("replay")) as running:
        yield running


def opened(server: Server, game: str = "temple", seats: int = 2, **more: Any) -> dict[str, Any]:
    answer = server.post("/api/tables", {"game": game, "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    seat = server.post(f"/api/tables/{found['table']}/sit", {"seat": 0})
    assert seat.status_code == 201, seat.text
    return found | {"seat": seat.json()["secret"]}


def do(server: Server, table: dict[str, Any], secret: str, **command: Any) -> Any:
    body = {"t": "cmd", "cid": f"test-{time.monotonic_ns()}", "cmd": command}
    return server.post(f"/api/tables/{table['table']}/do", body, secret)


def play_to_the_end(server: Server, table: dict[str, Any]) -> None:
    """Bots do it."""
    assert do(server, table, table["host"], do="bot", seat=0).status_code == 200
    assert do(server, table, table["host"], do="begin").status_code == 200
    end = time.monotonic() + 60
    while server.get(f"/api/tables/{table['table']}", table["host"]).json()["phase"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)


def link(server: Server, table: dict[str, Any], secret: str | None) -> Any:
    return server.post(f"/api/tables/{table['table']}/links", {"role": "replay"}, secret)


def test_players_and_hosts_of_a_finished_game_make_one_and_nobody_else(server: Server) -> None:
    table = opened(server)
    assert [link(server, table, table[who]).json()["code"] for who in ("seat", "host")] == [
        "table.not-over",
        "table.not-over",
    ]
    play_to_the_end(server, table)
    for who in ("seat", "host"):
        made = link(server, table, table[who])
        assert made.status_code == 201, made.text
        assert made.json()["secret"].startswith("yr_")
    assert link(server, table, table["spectator"]).status_code == 403
    assert link(server, table, None).status_code == 401
    replay = link(server, table, table["seat"]).json()["secret"]
    assert link(server, table, replay).status_code == 403


def test_it_shows_the_whole_game_and_changes_nothing(server: Server) -> None:
    table = opened(server, "paititi")
    play_to_the_end(server, table)
    replay = link(server, table, table["seat"]).json()["secret"]
    base = f"/api/tables/{table['table']}"
    seen = server.get(base, replay).json()
    assert (seen["phase"], seen["mine"], seen["host"], seen["moves"]) == ("over", [], False, [])
    moments = server.get(f"{base}/moments", replay).json()
    assert len(moments) > 10
    then = server.get(f"{base}/moments/{len(moments) // 2}?look=1", replay).json()
    assert then["view"]["expeditions"][1]["hand"] is not None
    assert server.get(f"{base}/export", replay).status_code == 200
    refused = [
        do(server, table, replay, do="say", phrase="hello"),
        do(server, table, replay, do="again"),
        do(server, table, replay, do="policy", public=True),
        server.post(f"{base}/name", {"name": "Eve", "seat": 0}, replay),
        server.post(f"{base}/links", {"role": "seat", "seat": 0}, replay),
        server.post(f"{base}/links", {"role": "host"}, replay),
    ]
    assert [each.status_code for each in refused] == [409, 409, 409, 403, 403, 403]
    follow = do(server, table, table["seat"], do="again")
    assert follow.status_code == 200
    assert server.post(f"{base}/follow", {}, replay).json()["held"] == []


def test_it_opens_nothing_of_a_game_that_is_on(server: Server) -> None:
    """Not even one that was made otherwise, as by a backup from before the end."""
    table = opened(server)
    assert do(server, table, table["host"], do="begin").status_code == 200
    made = new_capability("replay", table["table"])
    row = (made.hash(), table["table"], "replay")
    with sqlite3.connect(server.data / "yupana.db") as file:
        file.execute("INSERT INTO keys (hash, table_id, role, made_ms) VALUES (?, ?, ?, 0)", row)
    secret, base = made.secret.reveal(), f"/api/tables/{table['table']}"
    answers = [server.get(f"{base}{path}", secret) for path in ("", "/moments", "/export")]
    answers.append(server.get(f"{base}/stream", secret))
    answers.append(server.post("/api/session", {"table": table["table"], "secret": secret}))
    answers.append(server.post(f"{base}/branch", {"n": 0, "seat": 0}, secret))
    assert [each.status_code for each in answers] == [409] * 6
    assert {each.json()["code"] for each in answers} == {"table.replay-early"}

    async def over_the_socket() -> None:
        headers = {"authorization": f"Bearer {secret}"}
        await connect(f"ws://127.0.0.1:{server.port}{base}/ws", additional_headers=headers)

    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(over_the_socket())
    assert refused.value.response.status_code == 409
    assert json.loads(refused.value.response.body or b"{}")["code"] == "table.replay-early"
    # with a key of one's own beside it, one plays on as before
    both = f"{table['seat']} {secret}"
    assert server.get(base, both).json()["mine"] == [0]
