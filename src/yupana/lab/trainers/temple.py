"""How the temple's mind learns to judge: sheets are filled with weights a little off, and the better ones lead on. Its habits are
learned in temple_habits.py beside this.

An evolution strategy: in each stage a family of weights fills sheets with the same dice, the better half sets the next middle, and
steps that keep going the same way become longer. Weights are changed together so that what is seen on a sheet, much of it
alike, changes as much in one direction as in any other.

A small net fitted to what sheets came to was tried first: it came to 36 stars alone on side B and no further.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

from yupana.bots.minds import temple as mind
from yupana.bots.minds.mind import Floats
from yupana.bots.minds.temple_habits import NOTES
from yupana.bots.minds.temple_marks import CELLWISE
from yupana.bots.minds.temple_sight import SEEN, WEIGHTS
from yupana.bots.model import Model, as_written
from yupana.core.kernels import Random
from yupana.games.temple import Temple
from yupana.games.temple.fast import TempleKernel
from yupana.games.temple.kernel_rules import CELLS, HEAD, VALUES
from yupana.lab.trainers.temple_habits import Practice

VARIANTS = {"A1": ("A", 1), "A2": ("A", 2), "B1": ("B", 1), "B2": ("B", 2)}
"""Sides of the sheet, alone and with others, who draw one's mummies."""
JUDGED = 16
"""One sheet in so many is filled by judgement, the others, much faster, by habit."""
SHEETS, FAMILY = 120, 16
"""Sheets that each of a family fills in a stage."""
CHECKED = np.arange(1000, dtype=np.uint64)
"""The dice by which it is seen how well it plays; never learned from."""
FIRST_STEP = 0.1
SEEN_FIRST = 200
"""Sheets that tell how much of what is seen is alike."""

BY_HAND = {2: 1.0, 4: 0.6, 5: 0.4, 6: 0.2, 9: 2.0, 12: 0.5, 16: 1.5, 18: 0.3}
"""Where learning begins: what stands there, and a little for what is nearly there."""


def train(seed: int, games: int, say: Callable[[str], None]) -> Model:
    weights: dict[str, list[float]] = {}
    curves: dict[str, list[dict[str, float]]] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(learn, name, seed, games // len(VARIANTS)): name for name in VARIANTS}
        for done in as_completed(asked):
            name = asked[done]
            weights[name], weights[f"{name} habits"], curves[name] = done.result()
            say(f"temple {name}: {curves[name][-1]}")
    curve = [each for name in VARIANTS for each in curves[name]]
    return Model("temple", seed, games, curve, dict(sorted(weights.items())))


def learn(
    name: str, seed: int, games: int
) -> tuple[list[float], list[float], list[dict[str, float]]]:
    """Weights to judge by and habits for one variant, and how well they did on the way."""
    side, seats = VARIANTS[name]
    sheets = Sheets(Temple(seats, side=side))
    rng = np.random.default_rng(seed)
    judging = School(
        rng, first_weights(), evenly(sheets, rng), FIRST_STEP, FAMILY, SHEETS, sheets.fill, CHECKED
    )
    curve = judging.teach(name, games // JUDGED)
    sheets.weights = np.array(as_written(judging.middle.tolist()))
    habits = Practice(np.random.default_rng(seed + 1), sheets)
    curve += habits.teach(f"{name} habits", games - games // JUDGED)
    return judging.middle.tolist(), habits.habits.tolist(), curve


class Sheets:
    """Sheets of one variant, filled one at a time."""

    def __init__(self, game: Temple) -> None:
        self.kernel = TempleKernel(game)
        self.first = self.kernel.pack(game.setup())
        self.odds = mind.odds_of(self.kernel)
        self.weights = first_weights()
        self.room, self.work = np.zeros(mind.ROOM), np.empty_like(self.first)
        self.notes, self.cellwise = np.zeros(NOTES, np.int64), np.zeros(CELLWISE)
        self.worths = np.zeros(int(self.kernel.table[VALUES] * self.kernel.table[CELLS]))

    def fill(self, weights: Floats, seeds: Random, sights: Floats | None = None) -> Floats:
        """What each came to, by judgement; what was seen on it in its first rounds goes into `sights`."""
        stars = np.zeros(len(seeds))
        mind.fill_sheets(
            self.first, self.kernel.table, np.int64(HEAD), seeds, np.zeros(1, np.uint64), self.odds, weights, self.room,
            self.work, np.zeros((len(seeds), 0, SEEN)) if sights is None else sights, stars,
        )  # fmt: skip
        return stars

    def fill_by_habit(self, habits: Floats, seeds: Random) -> Floats:
        """What each came to, by habit."""
        stars = np.zeros(len(seeds))
        mind.fill_sheets_by_habit(
            self.first, self.kernel.table, np.int64(HEAD), seeds, np.zeros(1, np.uint64), self.odds, self.weights,
            self.room, habits, self.notes, self.cellwise, self.worths, self.work, stars,
        )  # fmt: skip
        return stars


def all_but(size: int, most: float, others: dict[int, float]) -> Floats:
    """So many numbers, the same for most."""
    numbers = np.full(size, most)
    numbers[list(others)] = list(others.values())
    return numbers


def first_weights() -> Floats:
    return all_but(WEIGHTS, 0.0, BY_HAND)


def new_seeds(rng: np.random.Generator, count: int) -> Random:
    seeds: Random = rng.integers(1 << 40, 1 << 62, size=count).astype(np.uint64)
    return seeds


def evenly(sheets: Sheets, rng: np.random.Generator) -> Floats:
    """What turns even steps into changes of weights that change the worth of sheets evenly."""
    sights = np.zeros((SEEN_FIRST, 24, SEEN))
    sheets.fill(first_weights(), new_seeds(rng, SEEN_FIRST), sights)
    seen = sights.reshape(-1, SEEN)
    left = seen[:, :1] / seen[:, 0].max()
    told = np.hstack([seen, seen * left])
    alike = told.T @ told / len(told)
    sizes, ways = np.linalg.eigh(alike)
    spread: Floats = ways / np.sqrt(sizes + 1e-3 * sizes.max())
    return spread


class School:
    """Learning by an evolution strategy with a step that adapts itself."""

    def __init__(
        self, rng: np.random.Generator, middle: Floats, spread: Floats, step: float, family: int, sheets: int,
        fill: Callable[[Floats, Random], Floats], checked: Random,
    ) -> None:  # fmt: skip
        self.rng, self.middle, self.spread, self.step = rng, middle, spread, step
        self.family, self.sheets, self.fill, self.checked = family, sheets, fill, checked
        self.path = np.zeros(len(middle))
        better = family // 2
        shares = np.log(better + 0.5) - np.log(np.arange(1, better + 1))
        self.shares = shares / shares.sum()

    def teach(self, name: str, games: int) -> list[dict[str, float]]:
        """Stages until so many sheets are filled; how well it did on the way."""
        stages, curve = max(1, games // (self.sheets * self.family)), []
        for stage in range(stages + 1):
            if stage % 10 == 0 or stage == stages:
                stars = float(self.fill(self.middle, self.checked).mean())
                curve.append({f"{name}: stage": stage, "stars": round(stars, 2)})
            if stage < stages:
                self.learn()
        return curve

    def learn(self) -> None:
        steps = self.rng.standard_normal((self.family // 2, len(self.middle)))
        steps = np.concatenate([steps, -steps])
        seeds = new_seeds(self.rng, self.sheets)
        came_to = [
            self.fill(self.middle + self.step * (self.spread @ each), seeds).mean()
            for each in steps
        ]
        better = np.argsort(came_to)[::-1][: len(self.shares)]
        way = self.shares @ steps[better]
        self.middle = self.middle + self.step * (self.spread @ way)
        mass = 1 / float(self.shares @ self.shares)
        pace = (mass + 2) / (len(self.middle) + mass + 5)
        self.path = (1 - pace) * self.path + np.sqrt(pace * (2 - pace) * mass) * way
        length = float(np.linalg.norm(self.path)) / np.sqrt(len(self.middle))
        self.step *= float(np.exp(pace / (1 + pace) * (length - 1)))
