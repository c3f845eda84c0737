"""The bot of `examples/`, a program that knows only the public API, plays every game at a live table."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Server
from yupana.games import GAMES

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("example")) as started:
        yield started


@pytest.mark.parametrize("name", GAMES)
def test_the_example_plays_a_whole_game_at_a_live_table(name: str, server: Server) -> None:
    opened = server.http.post("/api/tables", json={"game": name, "seats": 2}).json()
    program = subprocess.Popen(
        [sys.executable, str(EXAMPLE), server.base, opened["code"]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    host = {"Authorization": f"Bearer {opened['host']}"}
    table = f"/api/tables/{opened['table']}"
    deadline = time.monotonic() + 60
    while server.http.get(table, headers=host).json()["seats"][0]["player"] == "empty":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    begin = {"t": "cmd", "cid": f"begin-{name}", "cmd": {"do": "begin", "bot": "greedy"}}
    assert server.http.post(f"{table}/do", json=begin, headers=host).json()["t"] == "ack"
    said, problems = program.communicate(timeout=240)
    assert problems == ""
    assert said.startswith("Example bot in seat 1: [")
    view = server.http.get(table, headers=host).json()
    assert view["phase"] == "over"
    assert str(view["outcome"]["scores"]) in said
