"""How the weights of the valley's mind are learned: from games of a single sheet, played by the mind itself.

After each stage of games the weights are set anew by least squares of temporal differences (LSTD): so that what a sheet is
thought to be worth agrees, on the whole, with what it is thought to be worth a round later and with the stars that came in
between, and in the end with the score. While it learns, each game is played with weights that are off at random, so that more is
seen of the valley than what the best weights would look at.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from yupana.bots.minds import valley as mind
from yupana.bots.minds import valley_sight as sight
from yupana.bots.minds import valley_turns as turns
from yupana.bots.minds.mind import Floats
from yupana.bots.model import Model
from yupana.core.kernels import Row
from yupana.games.valley import Valley, kernel_rules
from yupana.games.valley.fast import ValleyKernel

LONGEST = 40
"""Rounds of a game that are learned from."""
TRACE = 0.85
"""How far what comes later counts for what was seen before: 0 for the next round alone, 1 for the end alone."""
WHIM = 0.25
"""How far weights are off in games to learn from, of their own size."""


class Field:
    """Games of a single sheet."""

    def __init__(self, game: Valley) -> None:
        self.kernel = ValleyKernel(game)
        self.room = mind.make_room(self.kernel)
        self.dice = mind.marks_left(self.kernel)
        self.start = np.zeros(int(turns.slot_words(self.kernel.table)), np.int64)
        sheet = self.kernel.pack(game.setup())[kernel_rules.HEAD :]
        self.start[: kernel_rules.SHEETS + self.kernel.sheet_words] = sheet[
            : kernel_rules.SHEETS + self.kernel.sheet_words
        ]

    def play(
        self, weights: Floats, seeds: Row, width: int = 1, stops: int = 1, notes: bool = True
    ) -> tuple[Floats, Row, Floats]:
        """A game for each seed, with weights of its own or the same for all; what was seen, how long, the scores."""
        count, room, table = len(seeds), self.room, self.kernel.table
        lines = np.ascontiguousarray(np.broadcast_to(weights, (count, sight.WEIGHTS)))
        heap = np.zeros((count, LONGEST if notes else 0, sight.SEEN + 2))
        lengths, scores = np.zeros(count, np.int64), np.zeros(count)
        turns.play_games(
            room.slots, table, self.dice, self.start, np.float64(table[kernel_rules.CELLS]), lines,
            seeds.astype(np.int64), room.random, room.by, room.seen, np.int64(width), np.int64(stops),
            room.ints, room.floats, heap, lengths, scores,
        )  # fmt: skip
        return heap, lengths, scores


def by_hand() -> Floats:
    """Where learning begins."""
    weights = np.zeros(sight.WEIGHTS)
    ready: dict[int, float] = {
        sight.FILLABLE: 1.3, sight.WILL_FILL: 5.0, sight.TOWN_READY: 5.0, sight.RANGE_READY: 6.0,
        sight.PYRAMID_READY: 13.0, sight.JUNGLE_READY: 3.5, sight.TOO_MANY: -5.0, sight.BITTEN: 0.2,
        sight.BITE_ROOM: -0.4, sight.LONELY: -0.6, sight.NARROW: -0.2,
    }  # fmt: skip
    begun: dict[int, float] = {
        sight.TOWN_1_WIDE: 3.6, sight.TOWN_1_FAIR: 3.0, sight.TOWN_1_TIGHT: 2.2, sight.TOWN_2_WIDE: 1.4,
        sight.TOWN_2_TIGHT: 0.9, sight.TOWN_3: 0.5, sight.RANGE_1_WIDE: 4.2, sight.RANGE_1_TIGHT: 3.2,
        sight.RANGE_2_WIDE: 2.0, sight.RANGE_2_TIGHT: 1.3, sight.PYRAMID_1: 4.0, sight.PYRAMID_2: 1.0,
        sight.JUNGLE_1: 1.6, sight.JUNGLE_2: 0.6, sight.HUT_NEAR: 0.5, sight.HUT_EMPTY: 0.5,
        sight.STATUE_NEAR: 1.4, sight.STATUE_HOPE: 0.8, sight.STATUE_EMPTY: 0.6, sight.MINE_NEAR: 1.6,
        sight.MINE_EMPTY: 0.7, sight.HUT_OPEN: 2.0, sight.STATUE_OPEN: 2.0, sight.MINE_OPEN: 2.0,
        sight.HUT_PLACE: 1.0, sight.STATUE_PLACE: 1.2, sight.MINE_PLACE: 1.2,
    }  # fmt: skip
    for at, weight in (ready | begun).items():
        weights[at] = weight
    for at, weight in begun.items():
        weights[2 * sight.SEEN + at] = -0.8 * weight
    weights[sight.DIE_LEFT], weights[sight.PENNY_LEFT], weights[sight.DAKOTA_LEFT] = 1.0, 2.0, 3.0
    return weights


class Lesson:
    """What games add to the equations that the weights have to meet: matrix times weights is reward."""

    def __init__(self) -> None:
        size = sight.SEEN * sight.STAGES
        self.matrix, self.reward = np.zeros((size, size)), np.zeros(size)

    def learn(self, heap: Floats, lengths: Row, scores: Floats) -> None:
        times = np.arange(heap.shape[1])
        there = times[None, :] < lengths[:, None]
        seen, clock, stars = (
            heap[..., : sight.SEEN],
            heap[..., sight.SEEN],
            heap[..., sight.SEEN + 1],
        )
        after = np.where(there, stars, scores[:, None])
        told = stages(seen, clock) * there[..., None]
        trace = np.zeros((len(lengths), told.shape[2]))
        for at in range(heap.shape[1] - 1):
            trace = TRACE * trace + told[:, at]
            trace[~there[:, at]] = 0.0
            self.matrix += trace.T @ (told[:, at] - told[:, at + 1])
            self.reward += trace.T @ ((after[:, at + 1] - after[:, at]) * there[:, at])

    def fade(self, share: float) -> None:
        self.matrix *= share
        self.reward *= share

    def weights(self, before: Floats, hold: float) -> Floats:
        """That meet the equations; where these say little, as before."""
        size = len(self.reward)
        pull = np.eye(size) * hold
        found = np.linalg.solve(self.matrix + pull, self.reward + hold * before[:size])
        return np.concatenate([found, before[size:]])


def stages(seen: Floats, clock: Floats) -> Floats:
    """What is seen by itself, by the time left, and for the end: as `sight.weigh` has it."""
    left = clock[..., None] * (5.0 / 6.0)
    return np.concatenate([seen, seen * (left / 20.0), seen * np.exp(-left / 3.0)], axis=-1)


GROUPS: tuple[tuple[int, ...], ...] = (
    (sight.FILLABLE, sight.BEYOND),
    (sight.WILL_FILL,),
    (sight.LONELY, sight.NARROW, sight.REACH),
    (sight.TOWN_READY,),
    (sight.TOWN_1_TIGHT, sight.TOWN_1_FAIR, sight.TOWN_1_WIDE),
    (sight.TOWN_2_TIGHT, sight.TOWN_2_WIDE, sight.TOWN_3),
    (sight.TOWN_NONE, sight.SPARE, sight.DEAD, sight.LOOSE),
    (sight.RANGE_READY,),
    (sight.RANGE_1_SHUT, sight.RANGE_1_TIGHT, sight.RANGE_1_WIDE),
    (sight.RANGE_2_SHUT, sight.RANGE_2_TIGHT, sight.RANGE_2_WIDE),
    (sight.PYRAMID_2, sight.PYRAMID_1, sight.PYRAMID_READY),
    (sight.JUNGLE_READY, sight.JUNGLE_1, sight.JUNGLE_2),
    (sight.HUT_OPEN, sight.HUT_PLACE),
    (sight.HUT_NEAR, sight.HUT_EMPTY),
    (sight.STATUE_OPEN, sight.STATUE_PLACE),
    (sight.STATUE_NEAR, sight.STATUE_HOPE),
    (sight.STATUE_EMPTY,),
    (sight.MINE_OPEN, sight.MINE_PLACE),
    (sight.MINE_NEAR,),
    (sight.MINE_EMPTY,),
    (sight.BITING, sight.BITTEN),
    (sight.BITE_ROOM, sight.THREAT),
)
"""What is made heavier or lighter together."""


def scaled(weights: Floats, factors: Floats) -> Floats:
    """The weights with each group, and then each kind of dice left, so much heavier."""
    after = weights.copy()
    for group, factor in zip(GROUPS, factors, strict=False):
        for at in group:
            after[at : sight.SEEN * sight.STAGES : sight.SEEN] *= factor
    after[sight.DIE_LEFT :] *= factors[len(GROUPS) :]
    return after


class School:
    """Learning for one kind of game."""

    def __init__(self, name: str, game: Valley, seed: int, say: Callable[[str], None]) -> None:
        self.name, self.say = name, say
        self.field = Field(game)
        self.rng = np.random.default_rng(seed)
        self.weights = by_hand()
        self.curve: list[dict[str, float]] = []
        self.played = 0

    def check(self, what: str, stage: int) -> float:
        """How well it plays now, in games that are never learned from."""
        _, _, scores = self.field.play(self.weights, CHECKED, notes=False)
        mean = float(scores.mean())
        self.curve.append({f"{self.name}: games": self.played, "stars": round(mean, 2)})
        self.say(f"{self.name}, {what} {stage}: {self.played} games, {mean:.2f} stars")
        return mean

    def seeds(self, count: int) -> Row:
        return self.rng.integers(1 << 40, 1 << 62, size=count)

    def look(self, stages: int, games: int) -> None:
        """Stages of games, each followed by better weights; the best are kept."""
        lesson = Lesson()
        best, most = self.weights, self.check("by hand", 0)
        for stage in range(1, stages + 1):
            whims = 1.0 + WHIM * self.rng.standard_normal((games, sight.WEIGHTS))
            lesson.fade(FADE)
            lesson.learn(*self.field.play(self.weights * whims, self.seeds(games)))
            self.played += games
            self.weights = lesson.weights(self.weights, HOLD * games)
            stars = self.check("stage", stage)
            if stars > most:
                best, most = self.weights, stars
        self.weights = best

    def tune(self, stages: int, family: int, games: int) -> None:
        """Evolution: in each stage a family of weights is played on the same dice, and the better ones set the next."""
        mean = np.zeros(len(GROUPS) + 3)
        spread = np.full(len(mean), SPREAD)
        better = family // 3
        shares = np.log(better + 0.5) - np.log(np.arange(1, better + 1))
        shares /= shares.sum()
        before = self.weights
        for stage in range(1, stages + 1):
            steps = self.rng.standard_normal((family // 2, len(mean)))
            tried = mean + np.concatenate([steps, -steps]) * spread
            lines = np.stack([scaled(before, np.exp(each)) for each in tried])
            seeds = self.seeds(games)
            _, _, scores = self.field.play(
                np.repeat(lines, games, axis=0), np.tile(seeds, family), notes=False
            )
            self.played += family * games
            order = np.argsort(-scores.reshape(family, games).mean(axis=1))[:better]
            mean = 0.5 * mean + 0.5 * (shares @ tried[order])
            spread *= 0.985
            if stage % 10 == 0:
                self.weights = scaled(before, np.exp(mean))
                self.check("tuning", stage)
        self.weights = scaled(before, np.exp(mean))


CHECKED = np.arange(400)
"""The games by which it is seen how well it plays."""
FADE, HOLD = 0.6, 0.02
"""How much of what earlier games said counts in each stage; how far weights stay what they were."""
SPREAD = 0.25
"""How far those of a family are apart, as a share of the weights."""
LOOKS, TUNES, FAMILY = 10, 48, 12


def taught(
    name: str,
    game: Valley,
    seed: int,
    games: int,
    say: Callable[[str], None],
    before: Floats | None = None,
) -> School:
    """A school after so many games: a third to look at, the others to tune by; if weights are there before, to tune these."""
    school = School(name, game, seed, say)
    if before is None:
        school.look(LOOKS, games // 3 // LOOKS)
    else:
        school.weights = before
    school.tune(TUNES, FAMILY, games * 2 // 3 // TUNES // FAMILY)
    return school


def train(seed: int, games: int, say: Callable[[str], None]) -> Model:
    """Weights for games alone and among others, each from its own games."""
    weights, curve, played = {}, [], 0
    for name, seats in ((mind.ALONE, 1), (mind.AMONG, 2)):
        school = taught(name, Valley(seats), seed + seats, games // 2, say)
        weights[name] = school.weights.tolist()
        curve += school.curve
        played += school.played
    return Model("valley", seed, played, curve, weights)
