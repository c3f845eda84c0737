"""The valley's mind: what it judges is allowed, plays are compared on the same dice, and it plays better than the greedy bot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from yupana.bots.greedy import greedy
from yupana.bots.minds.valley import ValleyMind
from yupana.bots.minds.valley_sight import SEEN, WEIGHTS, judge, see, weigh
from yupana.bots.model import load_model
from yupana.core.game import CHANCE, Event
from yupana.core.kernels import Row, seeded
from yupana.games.valley import Valley
from yupana.games.valley import kernel_rules as k
from yupana.games.valley.sheet import (
    Build,
    Cross,
    Discovery,
    Done,
    Place,
    Placing,
    Reveal,
    Sheet,
    State,
    Turn,
    Write,
    WritePenny,
    Writing,
)

SHEETS = [(1, "A", "classic"), (1, "B", "classic"), (3, "A", "wide"), (2, "B", "wide")]


@cache
def mind_of(seats: int, side: str = "A", edition: str = "classic") -> ValleyMind:
    return ValleyMind(Valley(seats, side=side, edition=edition), load_model("valley"))


def positions(mind: ValleyMind, seed: int, share: float = 1.0) -> Iterator[tuple[Row, int]]:
    """Rows with a decision to make, and for whom, out of a game: by the mind, or by chance where it is not asked."""
    rng, random = Random(seed), seeded(seed)
    game, kernel = mind.kernel.game, mind.kernel
    row = kernel.pack(game.setup())
    while row[k.PHASE] != k.OVER:
        if row[k.PHASE] in (k.ROLLING, k.SWAPPING):
            kernel.apply(row, CHANCE, kernel.chance(row, random))
            continue
        seat = game.pending(kernel.unpack(row))[0]
        yield row, seat
        if rng.random() < share:
            code = int(mind.judge(row, seat).codes[0])
        else:
            code = int(k.pick(row, kernel.table, seat, random))
        kernel.apply(row, seat, code)


@pytest.mark.parametrize(("seats", "side", "edition"), SHEETS)
def test_it_judges_only_what_is_allowed(seats: int, side: str, edition: str) -> None:
    mind = mind_of(seats, side, edition)
    kinds = set()
    for seed, share in ((1, 1.0), (2, 0.6)):
        for row, seat in positions(mind, seed, share):
            before = row.copy()
            codes, worths = mind.judge(row, seat)
            assert (row == before).all()
            assert len(codes) == len(set(codes.tolist())) > 0
            assert set(codes.tolist()) <= set(mind.kernel.moves(row, seat).tolist())
            assert np.isfinite(worths).all()
            assert (np.diff(worths) <= 0).all()
            kinds |= {type(mind.kernel.move(row, seat, int(code))) for code in codes}
    assert kinds == {Write, WritePenny, Build, Cross, Reveal, Done, Place}


@pytest.mark.parametrize(("seats", "side", "edition"), SHEETS)
def test_plays_hang_on_their_seed_alone(seats: int, side: str, edition: str) -> None:
    mind = mind_of(seats, side, edition)
    for at, (row, seat) in enumerate(positions(mind, 3, 0.8)):
        if at % 15 != 7:
            continue
        codes = mind.judge(row, seat).codes[:3]
        twice = np.concatenate([codes, codes])
        sums = mind.play_on(np.stack([row, row]), seat, twice, 4, 2, 99)
        assert np.isfinite(sums).all()
        assert (sums[: len(codes)] == sums[len(codes) :]).all()
        parts = [mind.play_on(row[None], seat, codes, start, 1, 99) for start in (4, 5)]
        assert sum(parts) == pytest.approx(sums[: len(codes)])
        assert (mind_of.__wrapped__(seats, side, edition).play_on(row[None], seat, codes, 4, 2, 99) == parts[0] + parts[1]).all()  # fmt: skip


def numbers(**cells: int) -> tuple[int, ...]:
    """Of a sheet of 7 by 7, by names like b3: column b, row 3."""
    found = [0] * 49
    for name, number in cells.items():
        found[at(name)] = number
    return tuple(found)


def at(name: str) -> int:
    return (int(name[1]) - 1) * 7 + ord(name[0]) - ord("a")


def sheet_of(**cells: int) -> Sheet:
    filled = sum(1 << at(name) for name in cells)
    return Sheet(numbers(**cells), filled, fresh=0)


def row_of(mind: ValleyMind, round_: int, sheet: Sheet, *faces: int) -> Row:
    turn = Turn(sheet)
    return mind.kernel.pack(State(round_, (sheet,), Writing(faces, (turn,))))


def best(mind: ValleyMind, row: Row, seat: int = 0) -> Any:
    return mind.kernel.move(row, seat, int(mind.judge(row, seat).codes[0]))


def play_turn(mind: ValleyMind, row: Row) -> list[Any]:
    """The marks of a whole turn by judgement."""
    made = []
    while row[k.PHASE] == k.WRITING:
        made.append(best(mind, row))
        mind.kernel.apply(row, 0, mind.kernel.code(row, made[-1]))
    return made


def test_the_last_turn_is_seen_to_its_end() -> None:
    """V-6.15: with the last roll a range and a town can each be made; the range is worth more, and is revealed."""
    mind = mind_of(1)
    sheet = sheet_of(a1=7, b1=8, g7=2, g6=2, f7=2)
    row = row_of(mind, 25, sheet, 2, 3, 4)
    made = play_turn(mind, row)
    assert mind.kernel.score(row, 0) == 7
    assert [move.kind for move in made if isinstance(move, Reveal)] == ["range"]


def test_the_mine_is_built_where_the_mountains_are() -> None:
    mind = mind_of(1)
    sheet = sheet_of(a1=6, b1=6, c1=6, a2=7, c2=7, g7=1)
    cells = sum(1 << at(name) for name in ("a1", "b1", "c1"))
    sheet = Sheet(sheet.numbers, sheet.filled, discoveries=(Discovery("range", cells),))
    row = row_of(mind, 24, sheet, 1, 0, 1)
    assert Build("mine", at("b2")) in play_turn(mind, row)


def test_a_snake_is_kept_away_from_ones_own_numbers_and_put_beside_those_of_others() -> None:
    alone = sheet_of(a1=15, b1=1, c1=1)
    row = mind_of(1).kernel.pack(State(20, (alone,), Placing((0,), (None,))))
    place = best(mind_of(1), row)
    assert place.cell not in (at("a2"), at("b2"))
    both = (sheet_of(g7=3, g6=3), sheet_of(a1=15, b1=1, c1=1))
    row = mind_of(2).kernel.pack(State(20, both, Placing((1, 0), (None, None))))
    assert best(mind_of(2), row, 0).cell in (at("a2"), at("b2"))


def test_what_is_over_is_worth_its_stars() -> None:
    mind = mind_of(1)
    by, seen = np.zeros(SEEN + 3), np.zeros(SEEN)
    weights = np.array(load_model("valley").weights["alone"])
    assert len(weights) == WEIGHTS
    weigh(weights, 3.0, by)
    for seed in range(3):
        for row, _ in positions(mind, seed, 0.9):
            stars = mind.kernel.score(row, 0)
            sheet = k.HEAD + k.SHEETS
            if row[k.PHASE] == k.WRITING:
                sheet += mind.kernel.sheet_words
            assert judge(row, mind.table, sheet, 0.0, by, seen) == stars
            assert see(row, mind.table, sheet, 3.0, seen) == pytest.approx(stars)


def alone(mind: ValleyMind, seed: int) -> int:
    """The score of a game alone by judgement."""
    row = mind.kernel.pack(mind.kernel.game.setup())
    for each, _ in positions(mind, seed):
        row = each
    return mind.kernel.score(row, 0)


def test_alone_it_finds_many_stars() -> None:
    assert np.mean([alone(mind_of(1), seed) for seed in range(30)]) > 60


def test_it_beats_the_greedy_bot() -> None:
    """Pairs of games on the same dice with seats changed."""
    mind, won = mind_of(2), 0.0
    game, kernel = mind.kernel.game, mind.kernel
    for number in range(10):
        rng = Random(number // 2)
        mine = number % 2
        choose = greedy(game, Random(number))
        state = game.setup()
        throws = seeded(number // 2)
        while pending := game.pending(state):
            seat = pending[0]
            if seat == CHANCE:
                row = kernel.pack(state)
                move = kernel.move(row, CHANCE, kernel.chance(row, throws))
            elif seat == mine:
                row = kernel.pack(game.imagine(game.view(state, seat), rng))
                move = best(mind, row, seat)
            else:
                move = choose(game.view(state, seat), game.moves(state, seat))
            state = game.apply(state, Event(seat, move))
        outcome = game.outcome(state)
        assert outcome is not None
        won += (mine in outcome.places[0]) / len(outcome.places[0])
    assert won >= 7
