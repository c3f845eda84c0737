"""A game of the measurement behind `make bench-bots`, at full speed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from benchmarks import latency

from tests.server.client import Server

ROUNDS = 20
"""Fewer than a temple has."""


def test_every_move_of_the_bot_is_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latency, "PAUSE", (0.0, 0.0))
    with Server(tmp_path) as server:
        found = asyncio.run(latency.play(server, "temple", "novice", 1))
    assert len(found) > ROUNDS
    assert all(0 <= wait < 20 for wait in found)
