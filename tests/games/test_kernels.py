"""What holds for the compiled twin of every game."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

import numpy as np

from yupana.core.kernels import kernel_of
from yupana.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    game = GAMES[name](3)
    kernel = kernel_of(game)
    row = kernel.pack(game.setup())
    first, again, other = (kernel.playouts(row, 20, seed) for seed in (3, 3, 4))
    assert first.decisions == again.decisions
    assert np.array_equal(first.scores, again.scores)
    assert np.array_equal(first.ranks, again.ranks)
    assert not np.array_equal(first.scores, other.scores)
