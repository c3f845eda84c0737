"""How the weights of the temple's mind are learned: sheets are filled with weights a little off, and the better ones lead on.

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
from yupana.bots.model import Model
from yupana.core.kernels import Random
from yupana.games.temple import Temple
from yupana.games.temple.fast import TempleKernel
from yupana.games.temple.kernel_rules import HEAD

VARIANTS = {"A1": ("A", 1), "A2": ("A", 2), "B1": ("B", 1), "B2": ("B", 2)}
"""Sides of the sheet, alone and with others, who draw one's mummies."""
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
    stages = max(1, games // len(VARIANTS) // (SHEETS * FAMILY))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(learn, name, seed, stages): name for name in VARIANTS}
        for done in as_completed(asked):
            name = asked[done]
            weights[name], curves[name] = done.result()
            say(f"temple {name}: {curves[name][-1]}")
    curve = [each for name in VARIANTS for each in curves[name]]
    return Model("temple", seed, games, curve, {name: weights[name] for name in VARIANTS})


def learn(name: str, seed: int, stages: int) -> tuple[list[float], list[dict[str, float]]]:
    """The weights for one variant, and how well they did on the way."""
    side, seats = VARIANTS[name]
    school = School(Temple(seats, side=side), seed)
    curve = []
    for stage in range(stages + 1):
        if stage % 10 == 0 or stage == stages:
            stars = float(school.sheets.fill(school.weights, CHECKED)[0].mean())
            curve.append({f"{name}: stage": stage, "stars": round(stars, 2)})
        if stage < stages:
            school.learn()
    return school.weights.tolist(), curve


class Sheets:
    """Sheets of one variant, filled one at a time."""

    def __init__(self, game: Temple) -> None:
        self.kernel = TempleKernel(game)
        self.first = self.kernel.pack(game.setup())
        self.odds = mind.odds_of(self.kernel)

    def fill(self, weights: Floats, seeds: Random, rounds: int = 0) -> tuple[Floats, Floats]:
        """What each came to, and what was seen on it in its first rounds."""
        stars, sights = np.zeros(len(seeds)), np.zeros((len(seeds), rounds, mind.SEEN))
        mind.fill_sheets(
            self.first, self.kernel.table, np.int64(HEAD), seeds, np.zeros(1, np.uint64), self.odds, weights,
            np.zeros(mind.ROOM), np.empty_like(self.first), sights, stars,
        )  # fmt: skip
        return stars, sights


class School:
    """Learning for one variant: an evolution strategy with a step that adapts itself."""

    def __init__(self, game: Temple, seed: int) -> None:
        self.sheets = Sheets(game)
        self.rng = np.random.default_rng(seed)
        self.weights = np.zeros(mind.WEIGHTS)
        for at, worth in BY_HAND.items():
            self.weights[at] = worth
        self.spread = self._evenly()
        self.step = FIRST_STEP
        self.path = np.zeros(mind.WEIGHTS)
        better = FAMILY // 2
        shares = np.log(better + 0.5) - np.log(np.arange(1, better + 1))
        self.shares = shares / shares.sum()

    def _seeds(self, count: int) -> Random:
        seeds: Random = self.rng.integers(1 << 40, 1 << 62, size=count).astype(np.uint64)
        return seeds

    def _evenly(self) -> Floats:
        """What turns even steps into changes of weights that change the worth of sheets evenly."""
        rounds = self.sheets.fill(self.weights, self._seeds(SEEN_FIRST), 24)[1]
        seen = rounds.reshape(-1, mind.SEEN)
        left = seen[:, :1] / seen[:, 0].max()
        told = np.hstack([seen, seen * left])
        alike = told.T @ told / len(told)
        sizes, ways = np.linalg.eigh(alike)
        spread: Floats = ways / np.sqrt(sizes + 1e-3 * sizes.max())
        return spread

    def learn(self) -> None:
        steps = self.rng.standard_normal((FAMILY // 2, mind.WEIGHTS))
        steps = np.concatenate([steps, -steps])
        seeds = self._seeds(SHEETS)
        came_to = [
            self.sheets.fill(self.weights + self.step * (self.spread @ each), seeds)[0].mean()
            for each in steps
        ]
        better = np.argsort(came_to)[::-1][: len(self.shares)]
        way = self.shares @ steps[better]
        self.weights = self.weights + self.step * (self.spread @ way)
        mass = 1 / float(self.shares @ self.shares)
        pace = (mass + 2) / (mind.WEIGHTS + mass + 5)
        self.path = (1 - pace) * self.path + np.sqrt(pace * (2 - pace) * mass) * way
        length = float(np.linalg.norm(self.path)) / np.sqrt(mind.WEIGHTS)
        self.step *= float(np.exp(pace / (1 + pace) * (length - 1)))
