"""The mind of Paititi: it judges what is allowed, by what can be seen, and plays better than the greedy bot."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tests.games.paititi.playing import late_table
from yupana.bots.bot import make_bot
from yupana.bots.levels import Level
from yupana.bots.minds.mind import Floats
from yupana.bots.minds.paititi import PaititiMind
from yupana.bots.minds.paititi_judgement import A_POINT, hope, measure, outlook
from yupana.bots.minds.paititi_worth import (
    DESK,
    FEATURES,
    FULL,
    STAGES,
    climate_now,
    left,
    stage,
)
from yupana.bots.minds.thinking import look_ahead
from yupana.bots.model import load_model
from yupana.core.game import CHANCE, Event, Moves
from yupana.core.kernels import Row
from yupana.core.play import playout
from yupana.games.paititi import Paititi
from yupana.games.paititi.kernel_box import (
    BLOCK,
    HEAD,
    PHASE,
    POINTS,
    SHOWN,
    STOPPED,
    WAITING,
    block,
)
from yupana.games.paititi.state import Acting, Exhibiting, PaititiMove, State
from yupana.games.paititi.view import View
from yupana.lab.trainers.paititi_outlook import MOST_TURNS, learn_outlook, look, watch_games

MODEL = load_model("paititi")
GAME = Paititi(2)
MIND = PaititiMind(GAME, MODEL)

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"finds": "memory", "must_show": True, "guests_need_two": True}),
    (4, {"must_exhibit": False, "edition": "sixty"}),
    (5, {}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_what_it_judges_is_allowed(seats: int, options: dict[str, Any]) -> None:
    game = Paititi(seats, **options)
    mind, rng = PaititiMind(game, MODEL), Random(seats)
    state = game.setup()
    kinds = set()
    while pending := game.pending(state):
        seat = pending[rng.randrange(len(pending))]
        if seat == CHANCE:
            move = game.chance(state).sample(rng)
        else:
            row = mind.kernel.pack(game.imagine(game.view(state, seat), rng))
            before = row.copy()
            codes, worths = mind.judge(row, seat)
            assert np.array_equal(row, before)
            allowed = set(mind.kernel.moves(row, seat).tolist())
            assert set(codes.tolist()) <= allowed
            assert len(set(codes.tolist())) == len(codes) > 0
            assert np.isfinite(worths).all()
            assert (np.diff(worths) <= 0).all()
            kinds |= {type(mind.kernel.move(row, seat, code)).__name__ for code in codes.tolist()}
            moves = game.moves(state, seat)
            best = mind.kernel.move(row, seat, int(codes[0]))
            assert best in moves
            move = moves.pick(rng) if rng.random() < 0.2 else best
        state = game.apply(state, Event(seat, move))
    assert {"Draw", "Display", "Dig", "Exhibit", "Choose"} <= kinds


# Looking ahead


def worlds_of(state: State, seat: int, number: int) -> Row:
    view, rng = GAME.view(state, seat), Random(8)
    return np.stack([MIND.kernel.pack(GAME.imagine(view, rng)) for _ in range(number)])


def some_states(number: int) -> list[State]:
    """Positions of a game by chance in which somebody acts."""
    rng, state, found = Random(number), GAME.setup(), list[State]()
    while pending := GAME.pending(state):
        chance = pending == (CHANCE,)
        move = GAME.chance(state).sample(rng) if chance else GAME.moves(state, pending[0]).pick(rng)
        if isinstance(state.phase, Acting | Exhibiting):
            found.append(state)
        state = GAME.apply(state, Event(pending[0], move))
    return found


def test_plays_hang_on_seed_and_number_alone() -> None:
    others = []
    for state in some_states(3)[5:60:9]:
        seat = GAME.pending(state)[0]
        rows = worlds_of(state, seat, 3)
        codes = MIND.judge(rows[0], seat).codes[:4]
        kept = rows.copy()
        whole = MIND.play_on(rows, seat, codes, 0, 12, 77)
        assert np.array_equal(rows, kept)
        assert np.array_equal(whole, MIND.play_on(rows, seat, codes, 0, 12, 77))
        parts = [MIND.play_on(rows, seat, codes, start, 4, 77) for start in (0, 4, 8)]
        assert whole == pytest.approx(sum(parts))
        twice = MIND.play_on(rows, seat, np.concatenate([codes, codes[::-1]]), 0, 12, 77)
        assert np.array_equal(twice[: len(codes)], whole)
        assert np.array_equal(twice[len(codes) :], whole[::-1])
        others.append(np.array_equal(whole, MIND.play_on(rows, seat, codes, 0, 12, 78)))
    assert not all(others)


def test_a_code_means_the_same_in_every_world() -> None:
    for state in some_states(5)[3:60:5]:
        seat = GAME.pending(state)[0]
        rows = worlds_of(state, seat, 3)
        lists = {tuple(MIND.kernel.moves(row, seat).tolist()) for row in rows}
        assert len(lists) == 1
        for code in lists.pop():
            assert len({MIND.kernel.move(row, seat, code) for row in rows}) == 1


# What it knows


def best(state: State, seat: int = 0) -> str:
    row = MIND.kernel.pack(state)
    code = int(MIND.judge(row, seat).codes[0])
    return GAME.write_move(MIND.kernel.move(row, seat, code))


def test_six_tiles_are_sent_travelling() -> None:
    """At the last exhibition; before it they are shown at openings too, from which they return."""
    assert best(replace(late_table("tile 3@5 3@5"), ending=1)) == "exhibit tiles/vases"
    state = replace(late_table("tile 3@5 3@5 disc 3@5", phase="exhibiting tiles/vases"), ending=1)
    assert best(state) == "choose tile 3@5 3@5"


def test_all_is_shown_at_an_opening_and_nothing_of_another_kind() -> None:
    state = late_table("vase 1@2 2@3 tile 2@2 disc 1@2", phase="exhibiting discs+vases")
    assert best(state) == "choose vase 1@2 2@3 disc 1@2"


def test_a_dig_wastes_no_card() -> None:
    state = late_table("nothing", hand="hand 1/1 1/4 3/4 3/4\n      displayed 2/2")
    row = MIND.kernel.pack(state)
    judged = [
        GAME.write_move(MIND.kernel.move(row, 0, code))
        for code in MIND.judge(row, 0).codes.tolist()
    ]
    assert "dig 1 with 1/4" in judged
    assert sum(text.startswith("dig 1") for text in judged) == 1


def test_the_last_exhibition_is_judged_exactly() -> None:
    state = replace(late_table("tile 1@2 3@5", "vase 3@4 3@5 disc 3@5"), ending=1)
    # 1 + 1 + 16 against 18 + 5 at tiles/vases; 1 + 1 + 4 + 7 against 14 at statues+tiles.
    rows = worlds_of(state, 0, 4)
    codes, worths = MIND.judge(rows[0], 0)
    found = {
        GAME.write_move(MIND.kernel.move(rows[0], 0, int(c))): w
        for c, w in zip(codes, worths, strict=True)
    }
    assert found["exhibit statues+tiles"] == 1 + 1 + 4 + 7 - 14
    sums = MIND.play_on(rows, 0, codes, 0, 8, 1)
    ahead = {
        GAME.write_move(MIND.kernel.move(rows[0], 0, int(c))): s / 8
        for c, s in zip(codes, sums, strict=True)
    }
    # Lost with any of them, so that points count.
    assert ahead["exhibit statues+tiles"] == pytest.approx(A_POINT * (1 + 1 + 4 + 7 - 14))
    assert ahead["exhibit discs+vases"] < ahead["exhibit statues+tiles"]


def test_what_plays_hope_for_is_the_victory() -> None:
    """A lead of ten points more is worth little to who is well ahead, and a point much when all is over."""
    rows = [MIND.kernel.pack(state) for state in some_states(4)]
    last = max(rows, key=lambda row: stage(row))
    hopes = [
        hope(last, MIND.kernel.box, MIND.doubts, lead, 0)
        for lead in (-30.0, -20.0, 0.0, 10.0, 20.0)
    ]
    assert hopes[2] == 0.5
    assert hopes[3] - hopes[2] > 0.4
    assert 10 * A_POINT < hopes[4] - hopes[3] < 0.1
    assert hopes[1] - hopes[0] == pytest.approx(10 * A_POINT, abs=0.001)
    over = last.copy()
    over[PHASE] = STOPPED
    parts = [hope(over, MIND.kernel.box, MIND.doubts, 0.0, seat) for seat in (0, 1)]
    assert sum(parts) == 1.0


def test_what_others_chose_in_secret_is_not_looked_at() -> None:
    """However a row has it: only what they may have chosen counts."""
    state = late_table(
        "vase 1@2 2@3 tile 1@2", "vase 3@4 3@5 tile 3@5", phase="exhibiting tiles/vases"
    )
    rows = MIND.kernel.pack(state)[None]
    # Seat 2 has chosen: all, or nothing.
    other = HEAD + BLOCK + SHOWN
    rows[0, WAITING] &= ~2
    codes = MIND.judge(rows[0], 0).codes[:4]
    sums = MIND.play_on(rows, 0, codes, 0, 20, 5)
    rows[0, other] = MIND.kernel.artifacts.pack(state.expeditions[1].artifacts)
    assert np.array_equal(codes, MIND.judge(rows[0], 0).codes[:4])
    assert np.array_equal(sums, MIND.play_on(rows, 0, codes, 0, 20, 5))


# What a position comes to


@pytest.mark.parametrize("seat", [0, 1])
def test_all_that_is_seen_adds_up_to_the_outlook(seat: int) -> None:
    kernel, desk, seen = MIND.kernel, np.zeros(DESK), np.zeros(FEATURES)
    outlooks = MIND.outlooks.reshape(STAGES, FEATURES, 2)
    stages = set()
    for state in some_states(4)[::3]:
        if not isinstance(state.phase, Acting):
            continue
        row = kernel.pack(state)
        shown = outlook(row, kernel.box, MIND.lore, MIND.weights, MIND.outlooks, desk, seat)
        climate_now(row, kernel.box, MIND.lore, MIND.weights, desk)
        total = 0.0
        for each in (0, 1):
            measure(row, kernel.box, MIND.lore, desk, each)
            look(row, kernel.box, MIND.lore, desk, each, seen)
            worth = outlooks[stage(row)] @ [1.0, left(row, kernel.box) / FULL] @ seen
            total += (1 if each == seat else -1) * (worth + row[block(each) + POINTS])
        stages.add(stage(row))
        assert shown == pytest.approx(total)
    assert stages == {0, 1, 2}


def test_what_positions_come_to_is_learned_by_watching() -> None:
    """Nearer the truth than what the weights promise by which it plays."""
    kernel = MIND.kernel
    learned, doubts = learn_outlook(kernel, MIND.weights, 400, 1)
    seen = np.zeros((100 * MOST_TURNS, 2 * FEATURES), np.float32)
    gained, stages = np.zeros(len(seen)), np.zeros(len(seen), np.int64)
    first = kernel.pack(GAME.setup())
    found = watch_games(
        first, kernel.box, MIND.lore, MIND.weights, 1.0, 2, 100, seen, gained, stages
    )

    def off(weights: Floats) -> float:
        told = (seen * weights.reshape(STAGES, 2 * FEATURES)[stages]).sum(axis=1)
        return float(np.square(told - gained)[:found].mean())

    assert found > 500
    assert off(learned) < 0.9 * off(MIND.weights)
    assert off(MIND.outlooks) < off(learned)
    assert doubts == pytest.approx(MIND.doubts, rel=0.1)
    assert doubts[0] > doubts[1] > doubts[2]


# How well it plays


def by_judgement(game: Paititi, rng: Random, plays: int = 0) -> Any:
    mind = PaititiMind(game, MODEL)

    def choose(view: View, moves: Moves[PaititiMove]) -> PaititiMove:
        assert view.seat is not None
        count = 8 if plays else 1
        rows = np.stack([mind.kernel.pack(game.imagine(view, rng)) for _ in range(count)])
        codes = mind.judge(rows[0], view.seat).codes[:8]
        code = int(codes[0])
        if plays and len(codes) > 1:
            how = Level(plays=plays)
            code = look_ahead(mind, rows, view.seat, codes, how, rng.getrandbits(62), None)
        return mind.kernel.move(rows[0], view.seat, code)

    return choose


@pytest.mark.parametrize(("plays", "least"), [(0, 12), (160, 14)])
def test_it_beats_the_greedy_bot(plays: int, least: int) -> None:
    won = 0.0
    for number in range(20):
        game, rng = Paititi(2), Random(f"strength {number // 2}")
        players = [make_bot("greedy", game, rng), make_bot("greedy", game, rng)]
        players[number % 2] = by_judgement(game, rng, plays)
        outcome = game.outcome(playout(game, players, rng))
        assert outcome is not None
        won += (number % 2 in outcome.places[0]) / len(outcome.places[0])
    assert won >= least
