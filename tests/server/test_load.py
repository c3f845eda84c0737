"""The loads of `make load`, small: nothing lost, nobody forgotten. How fast it is, is not asked here."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.load.growth import Curve
from benchmarks.load.machine import percentile
from benchmarks.load.ours import Ours
from benchmarks.load.plots import plot
from benchmarks.load.scenarios import full_table, idle, many_tables
from benchmarks.load.waves import real_table


def test_thirty_seats_that_submit_at_once_lose_nothing(tmp_path: Path) -> None:
    """Every move acknowledged, in every client's view, and once in the log; no dice between rounds."""
    with Ours(tmp_path) as house:
        found = asyncio.run(full_table(house, seats=30, rounds=5))
    assert found.moves == sum(len(cids) for cids in house.acked.values()) == 150


def test_a_full_table_of_our_own_loses_nothing(tmp_path: Path) -> None:
    with Ours(tmp_path) as house:
        found = asyncio.run(real_table(house, "temple", seats=20, waves=3))
    assert found.moves == sum(len(cids) for cids in house.acked.values()) == 60


def test_two_hundred_idle_sockets_are_all_shown_what_happens(tmp_path: Path) -> None:
    with Ours(tmp_path) as house:
        found = asyncio.run(idle(house, sockets=200, tables=4, settle=0.5))
    assert found.sockets == 200
    assert sum(len(cids) for cids in house.acked.values()) == 4


def test_moves_that_fall_due_at_many_tables_are_all_made(tmp_path: Path) -> None:
    with Ours(tmp_path) as house:
        found = asyncio.run(many_tables(house, tables=10, rate=200, seconds=1.0))
    assert found.moves == sum(len(cids) for cids in house.acked.values()) == 200


def test_what_the_figures_are_made_of() -> None:
    hundred = [float(each) for each in range(100, 0, -1)]
    assert [percentile(hundred, each) for each in (50, 99, 100)] == [50, 99, 100]
    assert percentile([7.0], 50) == percentile([7.0], 99) == 7
    square = Curve("square", (10, 100, 1000), (0.5, 50, 5000))
    assert square.exponent == 2
    picture = plot("Growth", "size", "ms", [square])
    assert "to the power of 2" in picture
    assert picture.count("<circle") == 4  # three points and the key
