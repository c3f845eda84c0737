"""How the temple's habits are learned: sheets are filled by them, not strictly, and what led to more stars than expected is done
more often.

A policy gradient (REINFORCE): each mark is drawn by lot, those that habit speaks for more being likelier; every habit that
spoke for the mark which was drawn is strengthened by the stars that the sheet came to beyond what was to be expected of it, and
weakened as far as it spoke for the others. What is to be expected is fitted by least squares to what is seen on a sheet.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from yupana.bots.minds import temple as mind
from yupana.bots.minds.mind import Floats
from yupana.bots.minds.temple_habits import (
    A_QUARTER,
    A_VALUE,
    BEATS_LOOSE,
    BESIDE_OPEN,
    CHANGES,
    DONE,
    FEW,
    FULL,
    HABITS,
    JOINS,
    KNOWN,
    LONGER,
    QUARTERS,
    STATUSES,
    TAKES,
    THERE_GROWS,
    THERE_SAFE,
    THERE_TAKES,
    THERE_WAYS,
    of_mark,
    quarter,
)
from yupana.bots.minds.temple_marks import haunt_by_habit, write_by_habit
from yupana.bots.minds.temple_sight import SEEN, see
from yupana.core.kernels import Random, Row, Whole, lean, next64, ones
from yupana.games.temple.kernel_rules import (
    COUNT,
    FILLED,
    HEAD,
    MOST_CELLS,
    MUMMY,
    OFFERED,
    PLAIN,
    SEATS,
    hauntable,
    nth,
    offered,
    points,
    rolled,
    series,
    writable,
)

if TYPE_CHECKING:
    from yupana.lab.trainers.temple import Sheets

CHECKED = np.arange(9_000_000, 9_004_000, dtype=np.uint64)
"""The dice by which it is seen how well it plays; never learned from."""
TOLD = 200
"""Steps between two looks at that."""
BATCH = 512
"""Sheets between two steps."""
PACE = 0.04
"""The length of a step at the beginning; towards the end it is a tenth of that."""
REMEMBERED, SPREAD = 0.9, 0.999
"""What is left after a step of the way so far, and of its square (Adam)."""
TEN, FORGOTTEN = 10, 0.95
"""After so many batches it is told anew what is to be expected; what is left then of the sheets that tell it."""
EXPECTED = SEEN + 1
"""Numbers for what is to be expected of a sheet: one for each thing seen, and one for nothing."""
LIKELY = 0.01
"""Marks that are less likely are not asked who spoke for them."""
CERTAIN = 3.0
"""How strictly the habits set by hand are followed in the beginning."""


@lean
def mark_at(row: Row, table: Row, sheet: Whole, roll: Whole, at: Whole) -> Whole:
    """The code of the mark that is listed there."""
    info = table[OFFERED + roll]
    if info & MUMMY:
        return nth(table, hauntable(row, table, sheet), at)
    cells = writable(table, row[sheet + FILLED], info)
    some = ones(cells)
    return offered(table, roll, at // some) << 6 | nth(table, cells, at % some)


@lean
def weigh(
    row: Row, table: Row, sheet: Whole, roll: Whole, habits: Floats, notes: Row, cellwise: Floats, likely: Floats
) -> Whole:  # fmt: skip
    """How likely each mark is to be made; how many there are."""
    info = table[OFFERED + roll]
    if info & MUMMY:
        haunt_by_habit(row, table, sheet, habits, notes, likely)
        count = ones(hauntable(row, table, sheet))
    else:
        write_by_habit(row, table, sheet, roll, habits, notes, cellwise, likely)
        count = (info & COUNT) * ones(writable(table, row[sheet + FILLED], info))
    most = likely[0]
    for at in range(1, count):
        most = max(most, likely[at])
    total = 0.0
    for at in range(count):
        likely[at] = exp(likely[at] - most)
        total += likely[at]
    for at in range(count):
        likely[at] /= total
    return count


@lean
def draw(likely: Floats, count: Whole, random: Random) -> Whole:
    """One of so many marks."""
    lot = float(next64(random) >> np.uint64(11)) / 9007199254740992.0
    at = 0
    while at < count - 1 and lot >= likely[at]:
        lot -= likely[at]
        at += 1
    return at


@lean
def practise(
    first: Row, table: Row, sheet: Whole, seeds: Random, random: Random, odds: Floats, weights: Floats, seen: Floats,
    habits: Floats, notes: Row, cellwise: Floats, likely: Floats, work: Row, rolls: Row, drawn: Row, sights: Floats,
    expected: Floats, squares: Floats, products: Floats, slopes: Floats, stars: Floats,
) -> None:  # fmt: skip
    """A sheet with each of the dice: what it came to, which way the habits should change, and what sheets could be expected from."""
    is_alone = table[SEATS] == 1
    for game in range(len(seeds)):
        random[0] = seeds[game]
        for word in range(len(work)):
            work[word] = first[word]
        rounds = 0
        while table[PLAIN] & ~work[sheet + FILLED]:
            roll = rolled(table, random)
            see(work, table, sheet, odds, sights[rounds])
            if is_alone or not table[OFFERED + roll] & MUMMY:
                count = weigh(work, table, sheet, roll, habits, notes, cellwise, likely)
                drawn[rounds] = draw(likely, count, random)
                code = mark_at(work, table, sheet, roll, drawn[rounds])
            else:
                code = mind.haunt_best(work, table, sheet, -1.0, odds, weights, seen)
                drawn[rounds] = -1 - code
            mind.add_mark(work, sheet, code)
            rolls[rounds] = roll
            rounds += 1
        stars[game] = points(work, table, sheet, series(work, table, sheet))
        for word in range(len(work)):
            work[word] = first[word]
        for at in range(rounds):
            learn_round(
                work, table, sheet, rolls[at], drawn[at], stars[game], habits, notes, cellwise, likely, sights[at],
                expected, squares, products, slopes,
            )  # fmt: skip


@lean
def learn_round(
    row: Row, table: Row, sheet: Whole, roll: Whole, drawn: Whole, came_to: float, habits: Floats, notes: Row,
    cellwise: Floats, likely: Floats, sight: Floats, expected: Floats, squares: Floats, products: Floats, slopes: Floats,
) -> None:  # fmt: skip
    """The round once more, now that it is known what came of it."""
    own = quarter(row, table, sheet) // A_QUARTER
    luck = came_to
    for at in range(EXPECTED):
        luck -= expected[own, at] * sight[at]
        products[own, at] += came_to * sight[at]
        for other in range(EXPECTED):
            squares[own, at, other] += sight[at] * sight[other]
    if drawn < 0:  # by somebody else
        mind.add_mark(row, sheet, -1 - drawn)
        return
    count = weigh(row, table, sheet, roll, habits, notes, cellwise, likely)
    for at in range(count):
        if at == drawn or likely[at] >= LIKELY:
            by = luck * ((1.0 if at == drawn else 0.0) - likely[at])
            code = mark_at(row, table, sheet, roll, at)
            of_mark(row, table, sheet, notes, code, habits, slopes, by)
    mind.add_mark(row, sheet, mark_at(row, table, sheet, roll, drawn))


class Practice:
    """Habits that are being learned."""

    def __init__(self, rng: np.random.Generator, sheets: Sheets) -> None:
        self.rng, self.sheets = rng, sheets
        self.habits = first_habits()
        self.way, self.square, self.steps = np.zeros(HABITS), np.zeros(HABITS), 0
        self.expected = np.zeros((QUARTERS, EXPECTED))
        self.squares = np.zeros((QUARTERS, EXPECTED, EXPECTED))
        self.products = np.zeros((QUARTERS, EXPECTED))
        self.sights = np.ones((MOST_CELLS, EXPECTED))
        self.rolls, self.drawn = np.zeros((2, MOST_CELLS), np.int64)

    def teach(self, name: str, games: int) -> list[dict[str, float]]:
        """Steps until so many sheets are filled; how well it did on the way."""
        steps, curve = max(1, games // BATCH), []
        for step in range(steps + 1):
            if step % TOLD == 0 or step == steps:
                stars = float(self.sheets.fill_by_habit(self.habits, CHECKED).mean())
                curve.append({f"{name}: step": step, "stars": round(stars, 2)})
            if step < steps:
                self.learn(PACE * (1 - 0.9 * step / steps))
        return curve

    def learn(self, pace: float) -> None:
        """A step; the first ten only tell what is to be expected of a sheet."""
        sheets, slopes, stars = self.sheets, np.zeros(HABITS), np.zeros(BATCH)
        seeds: Random = self.rng.integers(1 << 40, 1 << 62, size=BATCH).astype(np.uint64)
        practise(
            sheets.first, sheets.kernel.table, np.int64(HEAD), seeds, np.zeros(1, np.uint64), sheets.odds, sheets.weights,
            sheets.room, self.habits, sheets.notes, sheets.cellwise, sheets.worths, sheets.work, self.rolls, self.drawn,
            self.sights, self.expected, self.squares, self.products, slopes, stars,
        )  # fmt: skip
        self.steps += 1
        if self.steps % TEN == 0:
            for own in range(QUARTERS):
                even = self.squares[own] + 0.1 * np.eye(EXPECTED)
                self.expected[own] = np.linalg.solve(even, self.products[own])
            self.squares *= FORGOTTEN
            self.products *= FORGOTTEN
        if self.steps > TEN:
            slopes /= BATCH
            self.way = REMEMBERED * self.way + (1 - REMEMBERED) * slopes
            self.square = SPREAD * self.square + (1 - SPREAD) * slopes**2
            taken = self.steps - TEN
            length = np.sqrt(self.square / (1 - SPREAD**taken)) + 1e-8
            self.habits = self.habits + pace * self.way / (1 - REMEMBERED**taken) / length


def first_habits() -> Floats:
    """Where learning begins: what counts now, and a little for what is nearly there; the same in all quarters."""
    some = np.zeros(A_QUARTER)
    longer, fewer = np.arange(1, CHANGES // 2 + 1), np.arange(FEW + 1)
    some[LONGER + CHANGES // 2 + longer] = longer
    some[FULL : FULL + FEW * KNOWN] = 3.0
    some[JOINS : JOINS + KNOWN] = 1.0
    some[BEATS_LOOSE + fewer] = 3.0 * fewer
    some[BESIDE_OPEN : BESIDE_OPEN + KNOWN] = 0.1
    some[TAKES : TAKES + 2 * KNOWN] = -0.5
    some[A_VALUE + DONE : A_VALUE + KNOWN * STATUSES : STATUSES] = -1.0
    some[THERE_SAFE] = 4.0
    some[THERE_TAKES : THERE_TAKES + 2 * KNOWN] = -1.0
    some[THERE_GROWS] = -1.0
    some[THERE_WAYS + fewer] = 0.3 * fewer
    return np.tile(CERTAIN * some, QUARTERS)
