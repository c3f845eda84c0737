"""How the temple is judged and looked ahead in: one sheet at a time, by the rules of its kernel.

A move is judged by what the sheet that it leaves may come to (temple_sight.py); played on, a sheet is filled to its end by habit
(temple_habits.py). Other players come in only by the mummies that they draw: on another's sheet one draws the one that
harms it most.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yupana.bots.minds.mind import Floats, Judged, Mind
from yupana.bots.minds.temple_habits import NOTES, not_at_home
from yupana.bots.minds.temple_marks import CELLWISE, haunt_by_habit, write_by_habit
from yupana.bots.minds.temple_sight import SEEN, see, with_mark
from yupana.bots.model import Model
from yupana.core.game import Game, Seat
from yupana.core.kernels import Random, Row, Whole, lean, lowest, next64, ones
from yupana.games.temple import Temple
from yupana.games.temple import kernel_rules as k
from yupana.games.temple.fast import TempleKernel
from yupana.games.temple.kernel_rules import (
    BEATS,
    CELLS,
    COUNT,
    FILLED,
    GROUP_SIZE,
    MUMMIES,
    MUMMY,
    NEAR,
    NUMBERS,
    OFFERED,
    PLAIN,
    ROLLS,
    SEATS,
    VALUES,
    add_mummy,
    add_number,
    around,
    has_group,
    hauntable,
    offered,
    points,
    rolled,
    series,
    stretch,
    writable,
)

GLANCES = 20
"""So many marks are judged of those that a roll allows, while a sheet is played on."""
ROOM = SEEN + 2 * GLANCES
STRIDE = 89
"""From the first roll of a play to that of the next; it has no factor in common with the number of rolls, so that all come up."""

MISSED = 10.0
"""Alone one plays for the highest rank too: a sheet that is played on and does not come to it counts as so many stars less."""


@lean
def promise(
    row: Row, table: Row, sheet: Whole, number: Whole, cell: Whole, lacking: Whole, loose: Whole
) -> float:
    """How good a mark looks at first glance: what it joins. `lacking`: the cells of its number, if they still lack a group;
    `loose`: mummies that nothing beats."""
    near, first = table[NEAR + cell], sheet + NUMBERS - 1
    value = 0.02 * float(ones(near & ~row[sheet + FILLED]))
    if number > 1 and near & row[first + number - 1]:
        value += 1.0
    if number < table[VALUES] and near & row[first + number + 1]:
        value += 1.0
    if number == table[BEATS]:
        value += 2.0 * float(ones(near & loose))
    joined = near & lacking
    if joined:
        ends = joined & (joined - 1) or around(table, joined) & lacking
        value += 2.5 if ends else 1.0
    elif not row[first + number]:
        value += 0.25
    return value


@lean
def write_best(
    row: Row, table: Row, sheet: Whole, roll: Whole, odds: Floats, weights: Floats, seen: Floats
) -> Whole:
    """The number and cell that leave the best-judged sheet, of those that look best at first glance."""
    info = table[OFFERED + roll]
    cells = writable(table, row[sheet + FILLED], info)
    first = sheet + NUMBERS - 1
    loose = np.int64(0)
    if table[BEATS]:
        loose = row[sheet + MUMMIES] & ~around(table, row[first + table[BEATS]])
    count, least = 0, 0
    for n in range(info & COUNT):
        number = offered(table, roll, n)
        lacking = row[first + number]
        if has_group(table, lacking, table[GROUP_SIZE]):
            lacking = np.int64(0)
        left = cells
        while left:
            cell = lowest(left)
            value = promise(row, table, sheet, number, cell, lacking, loose)
            if count < GLANCES:
                least, count = count, count + 1
            elif value <= seen[SEEN + least]:
                left &= left - 1
                continue
            seen[SEEN + least], seen[SEEN + GLANCES + least] = value, number << 6 | cell
            if count == GLANCES:
                for at in range(GLANCES):
                    if seen[SEEN + at] < seen[SEEN + least]:
                        least = at
            left &= left - 1
    best: Whole = np.int64(0)
    most = -1e18
    for at in range(count):
        code = np.int64(seen[SEEN + GLANCES + at])
        worth = with_mark(row, table, sheet, code, odds, weights, seen)
        if worth > most:
            best, most = code, worth
    return best


@lean
def haunt_best(
    row: Row, table: Row, sheet: Whole, sign: float, odds: Floats, weights: Floats, seen: Floats
) -> Whole:
    """The cell for a mummy: with sign 1 the one that does the sheet least harm, with -1 the one that does most."""
    best: Whole = np.int64(0)
    most = -1e18
    left = hauntable(row, table, sheet)
    while left:
        worth = sign * with_mark(row, table, sheet, lowest(left), odds, weights, seen)
        if worth > most:
            best, most = lowest(left), worth
        left &= left - 1
    return best


@lean
def next_round(
    row: Row, table: Row, sheet: Whole, random: Random, odds: Floats, weights: Floats, seen: Floats
) -> None:
    """A round of one sheet, by judgement; alone one draws one's own mummies."""
    roll = rolled(table, random)
    if table[OFFERED + roll] & MUMMY:
        sign = 1.0 if table[SEATS] == 1 else -1.0
        add_mummy(row, sheet, haunt_best(row, table, sheet, sign, odds, weights, seen))
    else:
        code = write_best(row, table, sheet, roll, odds, weights, seen)
        add_number(row, sheet, code >> 6, code & 63)


@lean
def judge_codes(
    row: Row, table: Row, sheet: Whole, sign: float, codes: Row, odds: Floats, weights: Floats, seen: Floats, worths: Floats
) -> None:  # fmt: skip
    for at in range(len(codes)):
        worths[at] = sign * with_mark(row, table, sheet, codes[at], odds, weights, seen)


@lean
def round_by_habit(
    row: Row, table: Row, sheet: Whole, roll: Whole, odds: Floats, weights: Floats, seen: Floats, habits: Floats, notes: Row,
    cellwise: Floats, worths: Floats,
) -> None:  # fmt: skip
    """A round of one sheet, by habit; what mummies others draw is judged."""
    if not table[OFFERED + roll] & MUMMY:
        code = write_by_habit(row, table, sheet, roll, habits, notes, cellwise, worths)
        add_number(row, sheet, code >> 6, code & 63)
    elif table[SEATS] == 1:
        add_mummy(row, sheet, haunt_by_habit(row, table, sheet, habits, notes, worths))
    else:
        add_mummy(row, sheet, haunt_best(row, table, sheet, -1.0, odds, weights, seen))


@lean
def add_mark(row: Row, sheet: Whole, code: Whole) -> None:
    """A number in a cell; a mummy has number 0."""
    if code >> 6:
        add_number(row, sheet, code >> 6, code & 63)
    else:
        add_mummy(row, sheet, code)


@lean
def play_codes(
    rows: Row, table: Row, sheet: Whole, sign: float, aim: Whole, codes: Row, start: Whole, count: Whole, seed: Any,
    odds: Floats, weights: Floats, seen: Floats, habits: Floats, notes: Row, cellwise: Floats, worths: Floats, work: Row,
    random: Random, sums: Floats,
) -> None:  # fmt: skip
    """The plays of `Mind.play_on`: each sheet is filled to its end by habit. Of as many plays as there are rolls each begins
    with another one, so that none has the better of it. `aim`: the stars of the highest rank, for one who plays alone."""
    for play in range(start, start + count):
        random[0] = np.uint64(seed) ^ (np.uint64(play) * np.uint64(0x632BE59BD9B4E019))
        begin = next64(random)
        first = np.int64(
            (np.uint64(seed) + np.uint64(play) * np.uint64(STRIDE)) % np.uint64(table[ROLLS])
        )
        for at in range(len(codes)):
            random[0] = begin
            for word in range(len(work)):
                work[word] = rows[play % len(rows), word]
            add_mark(work, sheet, codes[at])
            roll = first
            while table[PLAIN] & ~work[sheet + FILLED]:
                round_by_habit(
                    work, table, sheet, roll, odds, weights, seen, habits, notes, cellwise, worths
                )
                roll = rolled(table, random)
            stars = points(work, table, sheet, series(work, table, sheet))
            sums[at] += sign * float(stars)
            if table[SEATS] == 1 and stars < aim:
                sums[at] -= MISSED


@lean
def fill_sheets(
    first: Row, table: Row, sheet: Whole, seeds: Random, random: Random, odds: Floats, weights: Floats, seen: Floats, work: Row,
    sights: Floats, stars: Floats,
) -> None:  # fmt: skip
    """A sheet filled by judgement with each of the dice: what it came to, and what was seen after each round, if that is wanted."""
    for game in range(len(seeds)):
        random[0] = seeds[game]
        for word in range(len(work)):
            work[word] = first[word]
        rounds = 0
        while table[PLAIN] & ~work[sheet + FILLED]:
            next_round(work, table, sheet, random, odds, weights, seen)
            if rounds < sights.shape[1]:
                see(work, table, sheet, odds, sights[game, rounds])
            rounds += 1
        stars[game] = points(work, table, sheet, series(work, table, sheet))


@lean
def fill_sheets_by_habit(
    first: Row, table: Row, sheet: Whole, seeds: Random, random: Random, odds: Floats, weights: Floats, seen: Floats,
    habits: Floats, notes: Row, cellwise: Floats, worths: Floats, work: Row, stars: Floats,
) -> None:  # fmt: skip
    """A sheet filled by habit with each of the dice: what it came to."""
    for game in range(len(seeds)):
        random[0] = seeds[game]
        for word in range(len(work)):
            work[word] = first[word]
        while table[PLAIN] & ~work[sheet + FILLED]:
            round_by_habit(
                work, table, sheet, rolled(table, random), odds, weights, seen, habits, notes, cellwise, worths
            )  # fmt: skip
        stars[game] = points(work, table, sheet, series(work, table, sheet))


def odds_of(kernel: TempleKernel) -> Floats:
    """By number: how likely a round is to offer it, whatever the cell."""
    table = kernel.table
    odds = np.zeros(int(table[VALUES]))
    for roll in range(int(table[ROLLS])):
        info = int(table[OFFERED + roll])
        if not info & MUMMY:
            for n in range(info & COUNT):
                odds[int(offered(table, roll, n)) - 1] += 1 / int(table[ROLLS])
    return odds


def variant_of(game: Game[Any, Any, Any]) -> str:
    """The name of what was learned for a side and for who draws the mummies; a sheet of others' making is judged as side B."""
    side = getattr(game.options, "side", "B")
    return f"{side if side in 'AB' else 'B'}{'1' if game.seats == 1 else '2'}"


def is_known(game: Temple) -> bool:
    """Whether the sheet is the one on which habits were learned."""
    return game.edition.sides == Temple(game.seats).edition.sides


class TempleMind(Mind):
    """The worth of a move is the stars that the sheet may come to; of a mummy for another, what they lose."""

    def __init__(self, game: Game[Any, Any, Any], model: Model) -> None:
        self.kernel = TempleKernel(game)
        self.seats = game.seats
        self.table = self.kernel.table
        self.odds = odds_of(self.kernel)
        self.aim = np.int64(max(self.kernel.game.edition.ranks.values()))
        variant = variant_of(game)
        self.weights = np.array(model.weights[variant])
        self.habits = np.array(model.weights[f"{variant} habits"])
        if not is_known(self.kernel.game):
            self.habits = not_at_home(self.habits)
        self.seen, self.cellwise = np.zeros(ROOM), np.zeros(CELLWISE)
        self.notes = np.zeros(NOTES, np.int64)
        self.worths = np.zeros(int(self.table[VALUES] * self.table[CELLS]))

    def _sheet(self, row: Row, seat: Seat) -> tuple[np.int64, float]:
        """Where the sheet begins that the seat marks now, and whether what is good for it is good for the seat."""
        own = k.stretch(self.table, np.int64(seat))
        if row[k.PHASE] != k.HAUNTING or self.seats == 1:
            return np.int64(own), 1.0
        return np.int64(stretch(self.table, row[own + k.HOLDS])), -1.0

    def judge(self, row: Row, seat: Seat) -> Judged:
        codes = self.kernel.moves(row, seat)
        worths = np.empty(len(codes))
        sheet, sign = self._sheet(row, seat)
        judge_codes(
            row, self.table, sheet, sign, codes, self.odds, self.weights, self.seen, worths
        )  # fmt: skip
        order = np.argsort(-worths, kind="stable")
        return Judged(codes[order], worths[order])

    def promising(self, row: Row, seat: Seat) -> Row:
        """Habit knows better than judgement what to look at; of a mummy for another, judgement alone has an idea."""
        codes, own = self.kernel.moves(row, seat), np.int64(stretch(self.table, np.int64(seat)))
        if row[k.PHASE] == k.WRITING:
            write_by_habit(
                row, self.table, own, row[k.ROLL], self.habits, self.notes, self.cellwise, self.worths
            )  # fmt: skip
        elif self.seats == 1:
            haunt_by_habit(row, self.table, own, self.habits, self.notes, self.worths)
        else:
            return self.judge(row, seat).codes
        return codes[np.argsort(-self.worths[: len(codes)], kind="stable")]

    def play_on(
        self, rows: Row, seat: Seat, codes: Row, start: int, count: int, seed: int
    ) -> Floats:
        sums = np.zeros(len(codes))
        sheet, sign = self._sheet(rows[0], seat)
        play_codes(
            rows, self.table, sheet, sign, self.aim, codes, np.int64(start), np.int64(count), np.uint64(seed), self.odds,
            self.weights, self.seen, self.habits, self.notes, self.cellwise, self.worths,
            np.empty_like(rows[0]), np.zeros(1, np.uint64), sums,
        )  # fmt: skip
        return sums
