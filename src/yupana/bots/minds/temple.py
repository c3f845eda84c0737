"""How the temple is judged and looked ahead in: one sheet at a time, by the rules of its kernel.

What a sheet may come to is a sum over what can be seen on it (`see`), with other weights for an empty sheet than for a full one. A
move is judged by the sheet that it leaves; played on, a sheet is filled round by round with the best-judged move. Other
players come in only by the mummies that they draw: on another's sheet one draws the one that harms it most.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yupana.bots.minds.mind import Floats, Judged, Mind
from yupana.bots.model import Model
from yupana.core.game import Game, Seat
from yupana.core.kernels import Random, Row, Whole, lean, lowest, next64, ones
from yupana.games.temple import kernel_rules as k
from yupana.games.temple.fast import TempleKernel
from yupana.games.temple.kernel_rules import (
    BEATS,
    COUNT,
    DOORS,
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

SEEN = 32
"""Things that are seen on a sheet."""
GLANCES = 20
"""So many marks are judged of those that a roll allows, while a sheet is played on."""
ROOM = SEEN + 2 * GLANCES
WEIGHTS = 2 * SEEN
"""One for each of them, and one more that counts the more the emptier the sheet is."""


@lean
def see(row: Row, table: Row, sheet: Whole, odds: Floats, seen: Floats) -> None:
    """What there is on a sheet, and what could become of it."""
    filled = row[sheet + FILLED]
    plain = table[PLAIN] & ~filled
    empty = (table[PLAIN] | table[DOORS]) & ~filled
    first = sheet + NUMBERS
    rounds = ones(plain) * 1.2 + 0.5
    seen[0] = ones(plain)
    seen[1] = ones(empty & ~plain)
    reach(row, table, first, empty, odds, seen)
    seen[2] = points(row, table, sheet, np.int64(seen[3]))
    ready = held = stuck = shorts = singles = frail = 0
    fits = np.int64(0)
    sure = likely = many = far = door = 0.0
    for at in range(table[VALUES]):
        cells = row[first + at]
        if not cells:
            continue
        held += 1
        if has_group(table, cells, table[GROUP_SIZE]):
            ready += 1
            continue
        odd = odds[at]
        pairs = cells & around(table, cells)
        fit = joining(table, cells, empty)
        if pairs:
            fit |= around(table, pairs) & empty
        chance = 1.0 - (1.0 - odd) ** rounds
        if fit:
            shorts += 1
            frail += fit & (fit - 1) == 0
            fits |= fit
            sure += chance
            likely += odd
            many += odd * min(ones(fit), 4)
            if not fit & plain:
                door += chance
        elif around(table, cells) & empty:
            singles += 1
            far += chance * chance
        else:
            stuck += 1
    seen[8], seen[9], seen[10], seen[11] = ready, sure, likely, many
    seen[12], seen[13], seen[14], seen[15] = far, door, held, stuck
    seen[26], seen[27] = frail, shorts - min(shorts, ones(fits))
    seen[28] = within_reach(
        shorts, singles, table[VALUES] - ready - shorts - singles - stuck, 0.55 * rounds
    )
    seen[29] = within_reach(
        shorts, singles, table[VALUES] - ready - shorts - singles - stuck, 0.85 * rounds
    )
    seen[30] = shorts * seen[0]
    seen[31] = ready * seen[0]
    mummies = row[sheet + MUMMIES]
    nines = row[first - 1 + table[BEATS]] if table[BEATS] else np.int64(0)
    loose = mummies & ~around(table, nines)
    within = loose & around(table, empty)
    seen[16], seen[17] = ones(within), ones(loose & ~within)
    most = 0
    left = around(table, loose) & empty
    while left:
        most = max(most, ones(table[NEAR + lowest(left)] & loose))
        left &= left - 1
    seen[18] = most
    seen[19] = ones(around(table, nines) & plain)  # a mummy drawn here would be beaten
    seen[20] = ones(mummies)
    lonely = crowd = 0
    left = plain
    while left:
        room = ones(table[NEAR + lowest(left)] & empty)
        lonely += room == 0
        crowd += room
        left &= left - 1
    seen[21], seen[22] = lonely, crowd / (ones(plain) + 1.0)


@lean
def within_reach(shorts: Whole, singles: Whole, others: Whole, marks: float) -> float:
    """How many groups so many marks could make: first those that lack one, then two, then all three."""
    first = min(float(shorts), marks)
    left = marks - first
    second = min(float(singles), left / 2)
    left -= 2 * second
    return first + second + min(float(others), left / 3)


@lean
def reach(row: Row, table: Row, first: Whole, empty: Whole, odds: Floats, seen: Floats) -> None:
    """The longest series, how much longer it could be with one, two, three empty cells filled as needed, and how likely
    the number is that would make it longer by one at either end."""
    values = table[VALUES]
    best0 = best1 = best2 = best3 = np.int64(0)
    up = down = one_more = 0.0
    for start in range(values):
        if values - start <= best0:
            break
        none, one, two, three = row[first + start], empty, np.int64(0), np.int64(0)
        begin = none
        length = np.int64(1)
        for at in range(start + 1, values + 1):
            if none:
                if length > best0:
                    best0 = length
                    up = odds[at] if at < values and around(table, none) & empty else 0.0
                    down = odds[start - 1] if start > 0 and around(table, begin) & empty else 0.0
                if length == best0:
                    one_more = max(one_more, max(up, down))
            if none | one:
                best1 = max(best1, length)
            if none | one | two:
                best2 = max(best2, length)
            if none | one | two | three:
                best3 = max(best3, length)
            else:
                break
            if at == values:
                break
            cells = row[first + at]
            three = (around(table, three) & cells) | (around(table, two) & empty)
            two = (around(table, two) & cells) | (around(table, one) & empty)
            one = around(table, one) & cells
            if none:
                one |= around(table, none) & empty
                none = around(table, none) & cells
            length += 1
    seen[3], seen[4], seen[5], seen[6] = best0, best1 - best0, best2 - best1, best3 - best2
    seen[7], seen[23] = up + down, one_more
    rounds = seen[0] * 1.2 + 0.5
    seen[24] = (1.0 - (1.0 - up) ** rounds) + (1.0 - (1.0 - down) ** rounds)
    seen[25] = rounds * seen[4]


@lean
def joining(table: Row, cells: Whole, empty: Whole) -> Whole:
    """The empty cells that touch two of these cells."""
    once = twice = np.int64(0)
    left = cells
    while left:
        near = table[NEAR + lowest(left)] & empty
        twice |= once & near
        once |= near
        left &= left - 1
    return twice


@lean
def judged(
    row: Row, table: Row, sheet: Whole, odds: Floats, weights: Floats, seen: Floats
) -> float:
    """What the sheet may come to in the end; when it is full, what it has come to."""
    if not table[PLAIN] & ~row[sheet + FILLED]:
        return float(points(row, table, sheet, series(row, table, sheet)))
    see(row, table, sheet, odds, seen)
    left = seen[0] / ones(table[PLAIN])
    total = 0.0
    for at in range(SEEN):
        total += (weights[at] + weights[SEEN + at] * left) * seen[at]
    return total


@lean
def with_mark(
    row: Row, table: Row, sheet: Whole, code: Whole, odds: Floats, weights: Floats, seen: Floats
) -> float:
    """How the sheet would be judged with this number in this cell, or with a mummy there if the number is 0."""
    number, bit = code >> 6, np.int64(1) << (code & 63)
    where = sheet + NUMBERS - 1 + number if number else sheet + MUMMIES
    row[where] |= bit
    row[sheet + FILLED] |= bit
    worth = judged(row, table, sheet, odds, weights, seen)
    row[where] ^= bit
    row[sheet + FILLED] ^= bit
    return worth


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
def play_codes(
    rows: Row, table: Row, sheet: Whole, sign: float, codes: Row, start: Whole, count: Whole, seed: Any, depth: Whole,
    odds: Floats, weights: Floats, seen: Floats, work: Row, random: Random, sums: Floats,
) -> None:  # fmt: skip
    """The plays of `Mind.play_on`; each sheet is played on for `depth` rounds and then judged."""
    for play in range(start, start + count):
        random[0] = np.uint64(seed) ^ (np.uint64(play) * np.uint64(0x632BE59BD9B4E019))
        begin = next64(random)
        for at in range(len(codes)):
            random[0] = begin
            for word in range(len(work)):
                work[word] = rows[play % len(rows), word]
            if codes[at] >> 6:
                add_number(work, sheet, codes[at] >> 6, codes[at] & 63)
            else:
                add_mummy(work, sheet, codes[at] & 63)
            for _ in range(depth):
                if not table[PLAIN] & ~work[sheet + FILLED]:
                    break
                next_round(work, table, sheet, random, odds, weights, seen)
            sums[at] += sign * judged(work, table, sheet, odds, weights, seen)


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


def weights_for(game: Game[Any, Any, Any]) -> str:
    """The name of the weights for a side and for who draws the mummies; a sheet of others' making is judged as side B."""
    side = getattr(game.options, "side", "B")
    return f"{side if side in 'AB' else 'B'}{'1' if game.seats == 1 else '2'}"


DEPTH = 99
"""Rounds that a sheet is played on: to its end, mostly."""


class TempleMind(Mind):
    """The worth of a move is the stars that the sheet may come to; of a mummy for another, what they lose."""

    def __init__(self, game: Game[Any, Any, Any], model: Model) -> None:
        self.kernel = TempleKernel(game)
        self.seats = game.seats
        self.table = self.kernel.table
        self.odds = odds_of(self.kernel)
        self.weights = np.array(model.weights[weights_for(game)])
        self.seen = np.zeros(ROOM)

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

    def play_on(
        self, rows: Row, seat: Seat, codes: Row, start: int, count: int, seed: int
    ) -> Floats:
        sums = np.zeros(len(codes))
        sheet, sign = self._sheet(rows[0], seat)
        play_codes(
            rows, self.table, sheet, sign, codes, np.int64(start), np.int64(count), np.uint64(seed), np.int64(DEPTH),
            self.odds, self.weights, self.seen, np.empty_like(rows[0]), np.zeros(1, np.uint64), sums,
        )  # fmt: skip
        return sums
