"""The law and an independent enumerator agree: on counts from named positions, and move by move."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests import counting
from tests.games.wiraqocha import slow
from yupana.core.game import CHANCE, Event
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.state import Acting, Rolling, State

COUNTS = sorted((Path(__file__).parent / "counts").glob("*.txt"))
MOST_DICE = 5
"""With more the slow enumerator, which tries every subset, is too slow."""


def test_there_are_named_positions() -> None:
    assert len(COUNTS) >= 3


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_the_law_and_the_slow_enumerator_agree(path: Path) -> None:
    counting.agree(path, Wiraqocha, slow)


@pytest.mark.parametrize("seed", range(12))
def test_both_offer_the_same_moves_and_make_the_same_of_them(seed: int) -> None:
    rng = Random(seed)
    game = Wiraqocha(
        2 + seed % 3,
        valley="random" if seed % 2 else "first",
        caves=seed % 4 > 1,
        prisoners=seed % 3 > 0,
        strict_dice=seed % 5 == 0,
    )
    state = game.setup()
    compared = 0
    while (pending := game.pending(state)) and compared < 40:
        seat = pending[0]
        if seat == CHANCE:
            few = isinstance(state.phase, Rolling) and state.phase.count <= 2
            if few and rng.randrange(10) == 0:
                compare(game, state, seat, rng)
            move = game.chance(state).sample(rng)
        else:
            dice = len(state.phase.dice) if isinstance(state.phase, Acting) else 0
            if dice <= MOST_DICE and rng.randrange(8) == 0:
                compare(game, state, seat, rng)
                compared += 1
            moves = list(game.moves(state, seat))
            move = moves[rng.randrange(len(moves))]
        state = game.apply(state, Event(seat, move))
    assert compared


def compare(game: Wiraqocha, state: State, seat: int, rng: Random) -> None:
    world = slow.world_of(game, state)
    if seat == CHANCE:
        theirs = slow.outcomes(world)
        ours = {game.write_move(move): move for move, _ in game.chance(state).outcomes()}
    else:
        theirs = slow.moves(world)
        ours = {game.write_move(move): move for move in game.moves(state, seat)}
    assert set(ours) == set(theirs), game.write_position(state)
    for text in rng.sample(sorted(ours), min(8, len(ours))):
        after = slow.world_of(game, game.apply(state, Event(seat, ours[text])))
        assert slow.seen(after) == slow.seen(theirs[text]), text
