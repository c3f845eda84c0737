"""How Wiraqocha is judged and looked ahead in: a move is as good as the position that the rest of the turn makes of it.

What a position is worth is said in wiraqocha_sight.py: the chance to win, from what is seen and what was learned. How a
turn is gone on with is in wiraqocha_turn.py. Here every move of a list is judged: first by itself, then the best of
them, and all that only prepare something, by the end of the turn that they lead to.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yupana.bots.minds.mind import Floats, Judged, Mind
from yupana.bots.minds.wiraqocha_sight import (
    ODDS,
    SIGHT,
    WEIGHTS,
    chance,
    edge,
    fill_odds,
    odds_room,
)
from yupana.bots.minds.wiraqocha_turn import (
    ROOM_QUICK,
    WORK,
    after,
    copy,
    finish,
    finish_turn,
    reseed,
)
from yupana.bots.model import Model
from yupana.core.game import Game, Seat
from yupana.core.kernels import Random, Row, lean
from yupana.games.wiraqocha.fast import FEW, WiraqochaKernel
from yupana.games.wiraqocha.kernel_codes import (
    BUY_BACK,
    COLLECT,
    END,
    KIND_MASK,
    LOWER,
    MANUFACTURE,
    PROBE_TILE,
    RAISE,
    REROLL,
    ROLL,
    SACRIFICE,
    STRENGTHEN,
    none,
)
from yupana.games.wiraqocha.kernel_dice import die
from yupana.games.wiraqocha.kernel_moves import list_moves
from yupana.games.wiraqocha.kernel_play import apply_chance
from yupana.games.wiraqocha.kernel_steps import apply_move
from yupana.games.wiraqocha.kernel_table import (
    DESK,
    MARKS,
    NUMBER,
    PHASE,
    PREPARING,
    ROLLING,
    TILES,
)
from yupana.games.wiraqocha.state import COLLECTED, HIGHEST, LOWEST, NOWHERE

DEEP = 16
"""So many of the best moves are judged by the end of the turn."""
ROUNDS = 2
"""Turns of everybody that are played on."""
LATER = 1.0 - 1e-9
"""What wins by itself is done before what only leads to it."""
SEED = 20111
"""Of the luck with which turns are finished while moves are judged: always the same."""


@lean
def prepares(kind: int) -> bool:
    """Whether a move is good for nothing by itself."""
    return kind in (RAISE, LOWER, STRENGTHEN, PROBE_TILE, REROLL, SACRIFICE, MANUFACTURE, BUY_BACK)


@lean
def by_turn(
    row: Row, table: Row, mind: Floats, sight: Floats, code: int, seat: int, spare: Row, desk: Row, work: Row,
    random: Random,
) -> float:  # fmt: skip
    """The chance to win at the end of the turn that the move leads to; of a die that is rolled, the mean of its faces."""
    state, turn = work[2], row[NUMBER]
    copy(state, row)
    apply_move(state, table, code)
    faces = HIGHEST if state[PHASE] == ROLLING else LOWEST
    total = 0.0
    for face in range(LOWEST, faces + 1):
        if faces == HIGHEST:
            copy(state, row)
            apply_move(state, table, code)
            apply_chance(state, table, die(face))
        reseed(random, np.uint64(SEED), none(), turn)
        finish_turn(state, table, mind, sight, spare, desk, work, random)
        total += chance(edge(state, table, mind, sight, seat))
    return total / faces


@lean
def judge_moves(
    row: Row, table: Row, mind: Floats, sight: Floats, seat: int, codes: Row, worths: Floats, deep: Row, spare: Row,
    desk: Row, work: Row, random: Random,
) -> int:  # fmt: skip
    """All moves with how good they look, in the order of the law; how many there are."""
    count = list_moves(row, table, codes, desk)
    if count > len(codes):
        return count
    copy(work[3], row)
    if row[PHASE] == PREPARING and not row[MARKS] & COLLECTED:
        apply_move(work[3], table, none() | COLLECT)  # it comes to that in any case
    now = chance(edge(work[3], table, mind, sight, seat))
    for at in range(count):
        deep[at] = 0
        if codes[at] & KIND_MASK in (ROLL, COLLECT):
            worths[at] = now
        else:
            worths[at] = chance(after(work[3], table, mind, sight, codes[at], seat, work[0]))
    if row[PHASE] == PREPARING:
        return count
    for _ in range(min(DEEP, count)):
        best = NOWHERE
        for at in range(count):
            if not deep[at] and (best < 0 or worths[at] > worths[best]):
                best = at
        deep[best] = 1
    for at in range(count):
        kind = codes[at] & KIND_MASK
        if kind != END and worths[at] < 1.0 and (deep[at] or prepares(kind)):
            worths[at] = LATER * by_turn(
                row, table, mind, sight, codes[at], seat, spare, desk, work, random
            )
    return count


@lean
def play_codes(
    rows: Row, table: Row, mind: Floats, sight: Floats, seat: int, codes: Row, start: int, count: int, seed: Any,
    turns: int, spare: Row, desk: Row, work: Row, random: Random, sums: Floats,
) -> None:  # fmt: skip
    """The plays of `Mind.play_on`: so many turns by judgement, then the chance to win."""
    state = work[2]
    for play in range(start, start + count):
        world = rows[play % len(rows)]
        for at in range(len(codes)):
            copy(state, world)
            reseed(random, seed, play, state[NUMBER])
            apply_move(state, table, codes[at])
            last = world[NUMBER] + turns
            finish(state, table, mind, sight, spare, desk, work, random, seed, play, last)
            sums[at] += chance(edge(state, table, mind, sight, seat))


def weights_for(model: Model, seats: int) -> list[float]:
    """Those of that many seats; of the most there are, where it has not learned them."""
    return model.weights.get(str(seats)) or model.weights[max(model.weights)]


def made_up(table: Row, weights: list[float]) -> Floats:
    """A mind: the weights, and behind them the odds of all dice against all tiles."""
    mind = np.zeros(ODDS + odds_room(int(table[TILES])))
    mind[:WEIGHTS] = weights
    fill_odds(table, mind)
    return mind


class WiraqochaMind(Mind):
    """The worth of a move is the chance to win."""

    kernel: WiraqochaKernel

    def __init__(self, game: Game[Any, Any, Any], model: Model) -> None:
        self.kernel = WiraqochaKernel(game)
        self.table = self.kernel.table
        self.mind = made_up(self.table, weights_for(model, game.seats))
        self.sight = np.zeros(SIGHT)
        self.spare = np.empty(ROOM_QUICK, np.int64)
        self.desk = np.empty(self.table[DESK], np.int64)
        self.work = np.empty((WORK, self.kernel.words), np.int64)
        self.random = np.zeros(1, np.uint64)
        self.turns = ROUNDS * game.seats

    def judge(self, row: Row, seat: Seat) -> Judged:
        room = FEW
        while True:
            codes, worths = np.empty(room, np.int64), np.empty(room)
            count = judge_moves(
                row, self.table, self.mind, self.sight, seat, codes, worths, np.empty(room, np.int64),
                self.spare, self.desk, self.work, self.random,
            )  # fmt: skip
            if count <= room:
                break
            room = count
        order = np.argsort(-worths[:count], kind="stable")
        return Judged(codes[order], worths[order])

    def play_on(
        self, rows: Row, seat: Seat, codes: Row, start: int, count: int, seed: int
    ) -> Floats:
        sums = np.zeros(len(codes))
        play_codes(
            rows, self.table, self.mind, self.sight, seat, codes, start, count,
            np.uint64(seed), self.turns, self.spare, self.desk, self.work, self.random, sums,
        )  # fmt: skip
        return sums
