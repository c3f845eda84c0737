"""How Wiraqocha's mind learns: it plays itself, sees who won from what, fits its weights to that, and plays again.

What is fitted are the chances to win of all seats at the start of each turn. A stage's weights are kept only if they hold
their own against those before them, on the same dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from yupana.bots.minds import wiraqocha_sight as sight
from yupana.bots.minds.wiraqocha import made_up
from yupana.bots.minds.wiraqocha_sight import (
    CARD,
    PRICE,
    SIGHT,
    WEIGHTS,
    WIDTH,
    WINNER,
    Floats,
    look,
    role,
)
from yupana.bots.minds.wiraqocha_turn import ROOM_QUICK, WORK, decide, reseed
from yupana.bots.model import Model
from yupana.core.kernels import Random, Row, below, lean, next64
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.fast import WiraqochaKernel
from yupana.games.wiraqocha.kernel_codes import ROLL, none
from yupana.games.wiraqocha.kernel_moves import pick
from yupana.games.wiraqocha.kernel_play import happen
from yupana.games.wiraqocha.kernel_steps import apply_move
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    COUNT,
    DESK,
    MARKS,
    NUMBER,
    OVER,
    PHASE,
    PREPARING,
    ROOM,
    SEAT,
    SEATS,
)
from yupana.games.wiraqocha.state import COLLECTED

STAGES = 5
SHARES = {"2": 0.5, "3": 0.25, "4": 0.25}
"""By number of seats, its part of the games."""
KEPT = 2
"""Stages whose games are learned from."""
WHIM = 0.05
"""How often a decision is left to chance while it learns."""
OFTEN = 4
"""One in so many turns is learned from."""
LONGEST = 150
"""Turns of all, after which a game is given up."""
STEPS, BATCH = 4, 5_000
"""Of Newton's method, and how many positions it takes at once."""
ROLES = PRICE // WIDTH
TRUST = 20.0
"""How hard weights are held to what they were."""


@lean
def play_games(
    start: Row, row: Row, table: Row, minds: Floats, seen: Floats, codes: Row, many: Row, desk: Row, work: Row,
    random: Random, luck: Random, seed: Any, first: int, games: int, whim: float, winners: Row, heap: Floats,
    roles: Row, whose: Row,
) -> int:  # fmt: skip
    """Games by judgement, each seat with a mind of its own, now and then by whim; who won each, or nobody.

    The dice of game number n hang on the seed and n. In `heap`, as long as it has room, is what was seen at the start of some
    turns and before some rolls, in `roles` where each seat stood then, in `whose` of which game that was; how many there are.
    """
    count = none()
    for game in range(games):
        for word in range(len(row)):
            row[word] = start[word]
        reseed(random, seed, first + game, row[NUMBER])
        reseed(luck, ~seed, first + game, row[NUMBER])
        turn = row[NUMBER]
        while row[PHASE] != OVER and row[NUMBER] <= LONGEST:
            if row[NUMBER] != turn:
                turn = row[NUMBER]
                reseed(random, seed, first + game, turn)
                if below(luck, OFTEN) == 0:
                    count = note(row, table, minds[0], seen, count, game, heap, roles, whose)
            if row[PHASE] != ACTING and row[PHASE] != PREPARING:
                happen(row, table, random)
                continue
            if whim > 0.0 and float(next64(luck) >> np.uint64(11)) / 9007199254740992.0 < whim:
                code = pick(row, table, many, desk, luck)
            else:
                code = decide(row, table, minds[row[SEAT]], seen, codes, desk, work)
            if code == ROLL and row[MARKS] & COLLECTED and below(luck, OFTEN) == 0:
                count = note(row, table, minds[0], seen, count, game, heap, roles, whose)
            apply_move(row, table, code)
        winners[game] = row[COUNT] if row[PHASE] == OVER else -1
    return count


@lean
def note(
    row: Row, table: Row, mind: Floats, seen: Floats, count: int, game: int, heap: Floats, roles: Row, whose: Row
) -> int:  # fmt: skip
    """One more position to learn from, if nobody has won it already."""
    if count == len(heap):
        return count
    mover = look(row, table, mind, seen)
    if seen[WINNER] >= 0.0:
        return count
    whose[count] = game
    for seat in range(table[SEATS]):
        roles[count, seat] = role(row, seat, mover)
    for number in range(WIDTH * table[SEATS]):
        heap[count, number] = seen[number]
    return count + 1


class Learner:
    """One number of seats."""

    def __init__(self, seats: int, seed: int, weights: list[float] | None = None) -> None:
        game = Wiraqocha(seats)
        self.seats, self.seed = seats, seed
        self.kernel = WiraqochaKernel(game)
        self.start = self.kernel.pack(game.setup())
        self.weights = np.array(weights or first_weights())
        self.heaps: list[tuple[Floats, Row, Row]] = []
        self.played = 0

    def play(
        self, weights: list[Floats], first: int, games: int, whim: float = 0.0, room: int = 0
    ) -> tuple[Row, Floats, Row, Row]:
        """Who won, and what was seen of the seats, where they stood, in which game."""
        table = self.kernel.table
        minds = np.stack([made_up(table, each.tolist()) for each in weights])
        winners = np.empty(games, np.int64)
        heap = np.empty((room, WIDTH * self.seats))
        roles, whose = np.empty((room, self.seats), np.int64), np.empty(room, np.int64)
        count = play_games(
            self.start, self.start.copy(), table, minds, np.zeros(SIGHT), np.empty(ROOM_QUICK, np.int64),
            np.empty(table[ROOM], np.int64), np.empty(table[DESK], np.int64),
            np.empty((WORK, self.kernel.words), np.int64), np.zeros(1, np.uint64), np.zeros(1, np.uint64),
            np.uint64(self.seed), first, games, whim, winners, heap, roles, whose,
        )  # fmt: skip
        return winners, heap[:count], roles[:count], whose[:count]

    def match(self, ours: Floats, theirs: Floats, first: int, blocks: int) -> float:
        """The share of games won by one of ours among theirs, on every seat with the same dice."""
        won = decided = 0
        for seat in range(self.seats):
            weights = [ours if each == seat else theirs for each in range(self.seats)]
            winners = self.play(weights, first, blocks)[0]
            won += int((winners == seat).sum())
            decided += int((winners >= 0).sum())
        return won / max(1, decided)

    def learn(self, games: int) -> tuple[float, float]:
        """Plays and fits; the mean log loss, and how the new weights do against the old ones."""
        room = games * 80 // OFTEN
        winners, heap, roles, whose = self.play(
            [self.weights] * self.seats, self.played, games, WHIM, room
        )
        self.played += games
        good = winners[whose] >= 0
        self.heaps = [*self.heaps, (heap[good], roles[good], winners[whose[good]])][-KEPT:]
        fitted, loss = fit(
            np.concatenate([each[0] for each in self.heaps]).reshape(-1, self.seats, WIDTH),
            np.concatenate([each[1] for each in self.heaps]),
            np.concatenate([each[2] for each in self.heaps]),
            self.weights,
        )
        blocks = max(20, games // 8)
        share = self.match(fitted, self.weights, self.played, blocks)
        self.played += blocks
        if share > 0.97 / self.seats:
            self.weights = fitted
        return loss, share


def fit(seen: Floats, roles: Row, winners: Row, start: Floats) -> tuple[Floats, float]:
    """The weights under which these winners were likeliest (Newton's method), held to those it starts from; and the mean
    log loss."""
    count, seats, _ = seen.shape
    before = start[:PRICE]
    weights = before.copy()
    lost = 0.0
    for _ in range(STEPS):
        slope = TRUST * (weights - before)
        bend = TRUST * np.eye(PRICE)
        lost = 0.0
        for at in range(0, count, BATCH):
            some, where = seen[at : at + BATCH].astype(np.float32), roles[at : at + BATCH, :, None]
            wide = np.concatenate([some * (where == each) for each in range(ROLES)], axis=2)
            leaning = wide @ weights
            likely = np.exp(leaning - leaning.max(1, keepdims=True))
            likely /= likely.sum(1, keepdims=True)
            won = np.arange(seats) == winners[at : at + BATCH, None]
            lost -= float(np.log(likely[won] + 1e-12).sum())
            slope += (likely - won).reshape(-1) @ wide.reshape(-1, PRICE)
            part = likely.astype(np.float32)[:, :, None]
            middle = (wide * part).sum(1)
            flat = (wide * np.sqrt(part)).reshape(-1, PRICE)
            bend += flat.T @ flat - middle.T @ middle
        weights -= np.linalg.solve(bend, slope)
    return np.concatenate([weights, start[PRICE:]]), lost / max(1, count)


def train(seed: int, games: int, say: Callable[[str], None]) -> Model:
    weights: dict[str, list[float]] = {}
    curve: list[dict[str, float]] = []
    begin: list[float] | None = None
    for name, share in SHARES.items():
        learner = Learner(int(name), seed, begin)
        for stage in range(1, STAGES + 1):
            loss, won = learner.learn(max(1, int(games * share / STAGES)))
            say(
                f"wiraqocha for {name}, stage {stage} of {STAGES}: log loss {loss:.4f}, {won:.1%} against the one before"
            )
            curve.append(
                {"seats": int(name), "stage": stage, "loss": round(loss, 4), "won": round(won, 4)}
            )
        weights[name] = learner.weights.tolist()
        begin = weights[name]
    return Model("wiraqocha", seed, games, curve, weights)


FIRST = {
    "lacks-3": 0.4, "lacks-2": 1.0, "lacks-1": 2.0, "find": 0.3, "find-2": 0.4, "find-1": 2.0, "hover": 0.4,
    "crystals": 1.5, "crystals-squared": 1.5, "harvest": 0.7, "half": 0.2, "race": 1.0, "race-1": 1.5,
    "machine": 1.5, "machine-squared": 1.5, "machine-crystals": 0.3, "machine-1": 1.5, "afford": 0.2,
    "camp": 1.0, "villages": 0.3, "jungle": 0.12, "cubes": 0.08, "ruins": 0.1, "ground": 0.05, "lost": -0.1,
    "explorers": 0.1, "drills": 0.15, "zeppelins": 0.1, "explorers-out": 0.1, "drills-out": 0.1,
    "zeppelins-out": 0.05, "dice": 0.15, "camp-risk": -0.4, "crystals-risk": -0.5, "artifacts-risk": -0.3,
    "inventions-risk": -0.1, "drills-risk": -0.25, "villages-risk": -0.25, "others-risk": -0.08, "steal": 0.2,
    "steal-artifact": 0.2, "vein": 0.2, "ray": 0.3, "village": 0.1,
}  # fmt: skip
"""Before anything is learned: a guess at what speaks for a seat."""


def first_weights() -> list[float]:
    weights = np.zeros(WEIGHTS)
    for at in range(0, PRICE, WIDTH):
        for name, worth in FIRST.items():
            weights[at + sight.SEEN.index(name)] = worth
        weights[at + CARD : at + WIDTH] = 0.15
    weights[PRICE] = 0.03
    return weights.tolist()
