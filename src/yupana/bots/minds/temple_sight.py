"""What is seen on a sheet of the temple, and what it may come to: a sum over all that, with other weights for an empty sheet than
for a full one."""

from __future__ import annotations

import numpy as np

from yupana.bots.minds.mind import Floats
from yupana.core.kernels import Row, Whole, lean, lowest, ones
from yupana.games.temple.kernel_rules import (
    BEATS,
    DOORS,
    FILLED,
    GROUP_SIZE,
    MUMMIES,
    NEAR,
    NUMBERS,
    PLAIN,
    VALUES,
    around,
    has_group,
    points,
    series,
)

SEEN = 32
"""Things that are seen on a sheet."""
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
