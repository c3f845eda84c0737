"""The measurement behind `make bench`, for a blink."""

from __future__ import annotations

import pytest
from benchmarks import speed

from yupana.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_law_and_kernel_are_measured(name: str) -> None:
    game = GAMES[name](2)
    found = speed.rates({"law": speed.law(game), "kernel": speed.kernel(game)}, 0.02, 1)
    assert found["kernel"] > found["law"] > 0


def test_a_state_takes_room() -> None:
    few, many = (speed.kept(GAMES["temple"](seats), 5) for seats in (1, 30))
    assert 100 < few < many
