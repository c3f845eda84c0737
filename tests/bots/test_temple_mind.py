"""The temple's mind: judges only what is legal, plays on with the same dice for all, and plays well."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

pytest.importorskip("numba")

from yupana.bots.bot import make_bot
from yupana.bots.levels import mind_of
from yupana.core.game import CHANCE, Event
from yupana.core.play import playout
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Haunting, State


def somewhere(game: Temple, seed: int, events: int) -> State:
    """A state in which a seat must decide."""
    rng, state = Random(seed), game.setup()
    for _ in range(events):
        seat = game.pending(state)[0]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        state = game.apply(state, Event(seat, source(rng)))
    while game.pending(state)[0] == CHANCE:
        state = game.apply(state, Event(CHANCE, game.chance(state).sample(rng)))
    return state


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("seats", [1, 3])
def test_judges_every_move_and_no_other(side: str, seats: int) -> None:
    game = Temple(seats, side=side)
    mind = mind_of(game)
    assert mind is not None
    for seed in range(6):
        state = somewhere(game, seed, 20)
        seat = game.pending(state)[0]
        row = mind.kernel.pack(state)
        codes, worths = mind.judge(row, seat)
        found = {mind.kernel.move(row, seat, int(code)) for code in codes}
        assert found == set(game.moves(state, seat))
        assert np.isfinite(worths).all()
        assert list(worths) == sorted(worths, reverse=True)
        assert (mind.kernel.pack(state) == row).all()  # looked at, not changed


def test_plays_on_with_the_same_dice_for_all() -> None:
    game = Temple(2)
    mind = mind_of(game)
    assert mind is not None
    state = somewhere(game, 1, 30)
    seat = game.pending(state)[0]
    rows = mind.kernel.pack(state)[None, :]
    code = mind.judge(rows[0], seat).codes[:1]
    twice = np.concatenate([code, code])
    sums = mind.play_on(rows, seat, twice, 0, 6, 7)
    assert sums[0] == sums[1]
    assert (sums == mind.play_on(rows, seat, twice, 0, 6, 7)).all()
    halves = mind.play_on(rows, seat, twice, 0, 2, 7) + mind.play_on(rows, seat, twice, 2, 4, 7)
    assert halves == pytest.approx(sums)
    assert (sums != mind.play_on(rows, seat, twice, 0, 6, 8)).any()


def test_draws_a_mummy_where_it_hurts_another() -> None:
    """Beside a 9 it would be beaten: the last place to choose."""
    game = Temple(2, side="B")
    mind = mind_of(game)
    assert mind is not None
    states = (somewhere(game, seed, 40) for seed in range(200))
    state = next(each for each in states if isinstance(each.phase, Haunting))
    assert isinstance(state.phase, Haunting)
    seat = game.pending(state)[0]
    row = mind.kernel.pack(state)
    codes, worths = mind.judge(row, seat)
    held = state.phase.holds[seat]
    after = [
        game.score(game.apply(state, Event(seat, mind.kernel.move(row, seat, int(code)))), held)
        for code in (codes[0], codes[-1])
    ]
    assert len(codes) > 1
    assert worths[0] >= worths[-1]
    assert after[0].points <= after[1].points


def test_the_guide_is_an_explorer_more_often_than_not() -> None:
    stars = []
    for seed in range(20):
        game = Temple(1, side="B")
        bot = make_bot("guide", game, Random(seed))
        stars.append(game.score(playout(game, [bot], Random(f"dice {seed}")), 0).points)
    assert sum(stars) / len(stars) >= 32
    assert sum(each >= 30 for each in stars) >= 12
