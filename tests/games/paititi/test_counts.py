"""The law and an independent enumerator find the same number of ways from named positions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests import counting
from tests.games.paititi import slow
from tests.games.paititi.playing import SMALL
from yupana.core.game import CHANCE, Event
from yupana.games.paititi import Paititi

COUNTS = sorted((Path(__file__).parent / "counts").glob("*.txt"))


def test_there_are_named_positions() -> None:
    assert len(COUNTS) >= 3


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_the_law_and_the_slow_enumerator_agree(path: Path) -> None:
    counting.agree(path, Paititi, slow)


@pytest.mark.parametrize("seed", range(12))
def test_they_agree_all_along_a_game_of_chance(seed: int) -> None:
    """One step deep in every tenth state, on a box so small that piles are made anew."""
    rng = Random(seed)
    game = Paititi(
        2 + seed % 2,
        SMALL,
        must_show=seed % 3 == 0,
        guests_need_two=seed % 4 == 1,
        must_exhibit=True,
    )
    state = game.setup()
    looked = 0
    for number in range(400):
        pending = game.pending(state)
        if not pending:
            break
        small = (
            sum(len(own.hand) for own in state.expeditions)
            and max(len(own.artifacts) for own in state.expeditions) < 8
        )
        if number % 10 == seed % 10 and small:
            depth = 2 if number % 3 == 0 else 1
            assert counting.count(game, state, depth) == slow.count(game, state, depth)
            looked += 1
        seat = pending[rng.randrange(len(pending))]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        state = game.apply(state, Event(seat, source(rng)))
    assert looked >= 5
