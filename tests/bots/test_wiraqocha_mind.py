"""Wiraqocha's mind: what it judges is allowed, what it sees is there, and it plays better than the greedy bot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.games.wiraqocha.tables import table, two
from yupana.bots.greedy import greedy
from yupana.bots.minds.wiraqocha import WiraqochaMind, weights_for
from yupana.bots.minds.wiraqocha_sight import SEEN, WEIGHTS, WIDTH
from yupana.bots.model import load_model
from yupana.core.game import CHANCE, Event
from yupana.core.kernels import Row, seeded
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.kernel_codes import KIND_MASK, MOVES
from yupana.games.wiraqocha.kernel_table import OVER, PHASE, SEAT
from yupana.games.wiraqocha.state import Build, End, Enter, March, Over, Pillage, State

OFF = dict.fromkeys(("caves", "prisoners", "strict_dice"), False)
ON = dict.fromkeys(OFF, True)
COMMON = {"Collect", "Lift", "Roll", "Enter", "March", "Defend", "Raise", "Lower", "Build", "End"}
"""Moves that any few random games have."""


@cache
def mind_of(seats: int, first: bool = False, variants: bool = False) -> WiraqochaMind:
    options: dict[str, Any] = ON if variants else OFF
    game = Wiraqocha(seats, "classic", valley="first" if first else "random", **options)
    return WiraqochaMind(game, load_model("wiraqocha"))


def positions(mind: WiraqochaMind, seed: int, games: int) -> Iterator[Row]:
    """Rows with a decision to make, out of random games."""
    rng, random = Random(seed), seeded(seed)
    game = mind.kernel.game
    for _ in range(games):
        row = mind.kernel.pack(game.setup())
        for _ in range(400):
            codes = mind.kernel.moves(row, int(row[SEAT]))
            if len(codes) == 0:
                if row[PHASE] == OVER:
                    break
                mind.kernel.apply(row, CHANCE, mind.kernel.chance(row, random))
                continue
            if rng.random() < 0.25:
                yield row.copy()
            kinds = sorted({int(code) & KIND_MASK for code in codes})
            kind = rng.choice(kinds)
            some = [int(code) for code in codes if int(code) & KIND_MASK == kind]
            mind.kernel.apply(row, int(row[SEAT]), rng.choice(some))


@pytest.mark.parametrize(("seats", "variants"), [(2, False), (2, True), (3, True), (4, True)])
def test_it_judges_every_move_that_is_allowed(seats: int, variants: bool) -> None:
    mind = mind_of(seats, variants=variants)
    kinds = set()
    for row in positions(mind, seats, 3):
        before = row.copy()
        codes, worths = mind.judge(row, int(row[SEAT]))
        assert (row == before).all()
        assert sorted(codes.tolist()) == sorted(mind.kernel.moves(row, int(row[SEAT])).tolist())
        assert np.isfinite(worths).all()
        assert (worths >= 0).all()
        assert (worths <= 1).all()
        assert (np.diff(worths) <= 0).all()
        kinds |= {MOVES[int(code) & KIND_MASK].__name__ for code in codes}
    assert kinds >= COMMON


def test_judging_twice_comes_to_the_same() -> None:
    mind = mind_of(2)
    for row in positions(mind, 7, 1):
        one, other = mind.judge(row, int(row[SEAT])), mind.judge(row, int(row[SEAT]))
        assert one.codes.tolist() == other.codes.tolist()
        assert one.worths.tolist() == other.worths.tolist()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plays_hang_on_their_seed_and_number_alone(seats: int) -> None:
    mind = mind_of(seats, variants=True)
    for row in list(positions(mind, seats, 1))[:6]:
        seat = int(row[SEAT])
        codes = mind.judge(row, seat).codes[:3]
        twice = np.concatenate([codes, codes])
        rows = np.stack([row])
        sums = mind.play_on(rows, seat, twice, 0, 6, 11)
        assert sums[: len(codes)].tolist() == sums[len(codes) :].tolist()
        assert sums.tolist() == mind.play_on(rows, seat, twice, 0, 6, 11).tolist()
        parts = mind.play_on(rows, seat, codes, 0, 2, 11) + mind.play_on(
            rows, seat, codes, 2, 4, 11
        )
        assert np.allclose(parts, sums[: len(codes)])
        assert (sums >= 0).all()
        assert (sums <= 6).all()


def test_other_seeds_bring_other_luck() -> None:
    mind = mind_of(2)
    row = list(positions(mind, 3, 1))[-1]
    seat = int(row[SEAT])
    codes = mind.judge(row, seat).codes[:1]
    sums = {float(mind.play_on(np.stack([row]), seat, codes, 0, 4, seed)[0]) for seed in range(8)}
    assert len(sums) > 1


def best(state: State, seat: int = 0) -> tuple[Any, float]:
    mind = mind_of(2, first=True)
    row = mind.kernel.pack(state)
    codes, worths = mind.judge(row, seat)
    return mind.kernel.move(row, seat, int(codes[0])), float(worths[0])


def rest_of_turn(state: State, seat: int = 0) -> tuple[State, list[Any]]:
    """What the best move, and the best after it, come to until the turn is over."""
    game, mind, done, luck = two(), mind_of(2, first=True), [], Random(1)
    number = state.turn.number
    while state.turn.number == number and not isinstance(state.phase, Over):
        if game.pending(state) == (CHANCE,):
            state = game.apply(state, Event(CHANCE, game.chance(state).sample(luck)))
            continue
        row = mind.kernel.pack(state)
        move = mind.kernel.move(row, seat, int(mind.judge(row, seat).codes[0]))
        done.append(move)
        state = game.apply(state, Event(seat, move))
    return state, done


def test_it_ends_the_turn_that_wins_by_crystals() -> None:
    state = table(
        two(),
        """
        1 acting 2 4
        on 5:1C 9:1D 10:1D 6:2C
        1 crystals 9
        """,
    )
    over, done = rest_of_turn(state)
    assert isinstance(over.phase, Over)
    assert over.phase.winner == 0
    assert End() in done


def test_it_builds_the_card_that_ends_the_machine() -> None:
    state = table(
        two(),
        """
        1 acting 2
        on 5:1C 6:2C
        market juggernaut recovery-workshop
        1 cubes 4 cards force-field death-ray android-factory flying-fortress android-explorer
        """,
    )
    move, worth = best(state)
    assert isinstance(move, Build)
    assert worth == 1.0


def test_it_takes_the_last_artifact() -> None:
    state = table(
        two(),
        """
        1 acting 1 1 6
        on 5:1C 4:1E 6:2C
        1 artifacts 2 3 4
        """,
    )
    move, worth = best(state)
    assert isinstance(move, Enter | March)
    assert worth == 1.0


def test_it_steals_the_last_artifact() -> None:
    state = table(
        two(),
        """
        1 acting 6 6
        on 5:1C 4:1E 6:2C
        1 artifacts 2 3 4
        2 artifacts 1
        """,
    )
    move, worth = best(state)
    assert isinstance(move, Pillage)
    assert worth == 1.0


def test_it_stops_who_would_win_next() -> None:
    state = table(
        two(),
        """
        1 acting 3 6
        on 5:1C 4:1E 7:2C 9:2D 3:2D
        2 crystals 10
        """,
    )
    after, _ = rest_of_turn(state)
    vein = after.stands[two().box.tile_named["9"]]
    assert vein is not None
    assert vein.seat == 0  # the Drill on 3 alone gives no crystal


def test_weights_for_seats_that_it_has_not_learned() -> None:
    model = load_model("wiraqocha")
    assert all(len(weights) == WEIGHTS for weights in model.weights.values())
    assert weights_for(model, 9) == model.weights[max(model.weights)]
    assert len(SEEN) < WIDTH


def test_it_beats_the_greedy_bot() -> None:
    """Ten games, each pair with the same dice and seats exchanged; measured over many more, see docs/bots.md."""
    mind = mind_of(2)
    game = mind.kernel.game
    won = 0
    for number in range(GAMES):
        seat, rng = number % 2, Random(f"greedy {number}")
        rival = greedy(game, rng)
        state, throws = game.setup(), 0
        while pending := game.pending(state):
            if pending[0] == CHANCE:
                luck = Random(f"{number // 2} {throws}")
                throws += 1
                move: Any = game.chance(state).sample(luck)
            elif pending[0] == seat:
                row = mind.kernel.pack(state)
                move = mind.kernel.move(row, seat, int(mind.judge(row, seat).codes[0]))
            else:
                move = rival(game.view(state, 1 - seat), game.moves(state, 1 - seat))
            state = game.apply(state, Event(pending[0], move))
        assert isinstance(state.phase, Over)
        won += state.phase.winner == seat
    assert won >= LEAST


GAMES, LEAST = 10, 7
