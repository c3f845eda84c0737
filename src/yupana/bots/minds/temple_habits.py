"""What one writes where in the temple by habit: at a glance at each number and cell, without judging what the sheet may come to.

A habit is a weight for something that is seen at once: this cell ends a group, that one makes the series longer, there a six is at home. There is
one for each quarter of a game, and often one for each number. To add up habits is several times as fast as to judge sheets, so that many more
can be played on to their end, and, learned by what filled sheets came to, it is better.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from yupana.bots.minds.mind import Floats
from yupana.core.kernels import Row, Whole, lean, lowest, ones
from yupana.games.temple.kernel_rules import (
    BEATS,
    DOORS,
    FILLED,
    GROUP_SIZE,
    MOST_CELLS,
    MOST_VALUE,
    MUMMIES,
    NEAR,
    NUMBERS,
    PLAIN,
    VALUES,
    around,
    has_group,
)

# Notes about a sheet: its head, then so many words for each number.
BEST, TOLD, LOOSE, BESIDE, SAFE, EMPTY, OPEN, GROWS, UNDER_WAY, NOTED = range(10)
"""The longest series; cells that mean something to some number; mummies that nothing beats, and the cells beside them; those beside a
nine; all that are empty, and those that are no doors; those where the longest series goes on; how many groups are begun and not done."""
(
    STATUS, ENDS, TOUCHES, AROUND, TWICE, THRICE, NEXT_TO, NEXT_TO_TWO, NEXT_TO_OPEN, FROM_BELOW, BELOW, FROM_ABOVE, ABOVE, A_NUMBER,
) = range(14)  # fmt: skip
"""Of a number: how far its group is; the empty cells that would end it, and those beside it; all cells beside it once, twice and three
times; those beside an empty cell beside it, beside two of them, beside one that is no door; the cells beside the longest series that ends one below it, and how long that
is; the same for the one that begins one above."""
NONE_YET, BEGUN, NEARLY, DONE, STATUSES = range(5)
CELL = NOTED + A_NUMBER * MOST_VALUE
"""The cells in which a number is written, one after the other."""
PLACE = CELL + MOST_CELLS
"""By cell: which place it has among them."""
SIDES = PLACE + MOST_CELLS
"""By place: how many cells are around it, empty or not."""
NOTES = SIDES + MOST_CELLS

KNOWN = 15
"""Numbers that have habits of their own; higher ones have those of the last."""
AROUND_ONE = 9
"""No cell has more than eight around it."""
LENGTHS, CHANGES = 16, 7
"""Series are told apart up to a length of 15, and by whether they are up to three cells shorter or longer than the longest."""
THREE = 3
"""Cells of a group, in the book."""
FEW, SEVERAL = 3, 9
"""So many are counted of what is better counted roughly."""

# Habits. Of a cell: how many empty ones are beside it, whether it is a door, how many of the others are none, whether one of them is
# beside a nine, or the cell itself; empty cells that would be left alone; whether it would have ended groups, been beside what is
# begun, made the longest series longer from below or above, been one of the last ways to beat a mummy.
(
    ROOM, DOOR, NEXT, NEXT_SAFE, IN_SAFETY, LEFT_ALONE, TAKES, CROWDS, STOPS, LAST_WAYS,
    # Of a number: how far its group is; if it has none yet, how many others have.
    A_VALUE, BEGINS,
    # Of a number in a cell: what is beside it; whether it ends its group or joins it, and the room then; the series it makes.
    BESIDE_OPEN, BESIDE_DOORS, BESIDE_MUMMIES, BESIDE_ITSELF, ONE_LESS, ONE_MORE, TWO_LESS, TWO_MORE,
    FULL, JOINS, JOINS_WHERE, JOINS_OPEN, LENGTH, LONGER, LONGER_THAN, LINKS, GOES_UP, GOES_DOWN, IN_DOOR,
    # The same with an empty cell between: its group, two less, two more, the series from below and from above.
    REACHES, OVER_LESS, OVER_MORE, OVER_BELOW, OVER_ABOVE,
    # How many cells are around it, empty or not; which cell of the sheet it is.
    PLACED, HOME,
    # Of a nine: mummies that it beats, cells around it where mummies may still come.
    BEATS_LOOSE, GUARDS, GUARDS_EACH,
    # Alone, of the cell for a mummy that one draws oneself.
    THERE_ROOM, THERE_SAFE, THERE_WAYS, THERE_TO_TWO, THERE_TAKES, THERE_GROWS, THERE_HOME,
    A_QUARTER,
) = accumulate((
    0,
    AROUND_ONE, 1, FEW + 1, 1, 1, 1, 2 * KNOWN, KNOWN, 2 * KNOWN, FEW + 1,
    KNOWN * STATUSES, SEVERAL + 1,
    KNOWN, KNOWN, KNOWN, 2 * KNOWN, KNOWN, KNOWN, KNOWN, KNOWN,
    FEW * KNOWN, KNOWN, 2 * FEW, 2 * FEW, LENGTHS, CHANGES, LENGTHS * CHANGES, 1, FEW + 1, FEW + 1, KNOWN,
    5 * KNOWN, KNOWN, KNOWN, CHANGES, CHANGES,
    KNOWN * AROUND_ONE, KNOWN * MOST_CELLS,
    FEW + 1, FEW + 1, 1,
    AROUND_ONE, 1, 2 * FEW, 1, 2 * KNOWN, 1, MOST_CELLS,
))  # fmt: skip
QUARTERS = 4
HABITS = QUARTERS * A_QUARTER


def not_at_home(habits: Floats) -> Floats:
    """The same habits for a sheet with other cells than the one on which they were learned."""
    some = habits.reshape(QUARTERS, A_QUARTER).copy()
    some[:, HOME : HOME + KNOWN * MOST_CELLS] = some[:, THERE_HOME : THERE_HOME + MOST_CELLS] = 0.0
    return some.ravel()


@lean
def note(row: Row, table: Row, sheet: Whole, notes: Row) -> None:
    """What all numbers and cells are looked at with."""
    empty = (table[PLAIN] | table[DOORS]) & ~row[sheet + FILLED]
    first, values = sheet + NUMBERS, table[VALUES]
    told = under_way = np.int64(0)
    for at in range(values):
        own = NOTED + at * A_NUMBER
        for word in range(A_NUMBER):
            notes[own + word] = 0
        cells = row[first + at]
        if not cells:
            continue
        once = twice = thrice = beside_pairs = np.int64(0)
        rest = cells
        while rest:
            near = table[NEAR + lowest(rest)]
            thrice |= twice & near
            twice |= once & near
            once |= near
            if near & cells:
                beside_pairs |= near
            rest &= rest - 1
        notes[own + AROUND], notes[own + TWICE], notes[own + THRICE] = once, twice, thrice
        next_to = next_to_two = np.int64(0)
        rest = once & empty
        while rest:
            near = table[NEAR + lowest(rest)]
            next_to_two |= next_to & near
            next_to |= near
            rest &= rest - 1
        notes[own + NEXT_TO], notes[own + NEXT_TO_TWO] = next_to, next_to_two
        notes[own + NEXT_TO_OPEN] = around(table, once & empty & table[PLAIN])
        if is_group(table, cells, twice):
            notes[own + STATUS] = DONE
            continue
        under_way += 1
        ends = (twice | beside_pairs) & empty
        notes[own + STATUS] = NEARLY if ends else BEGUN
        notes[own + ENDS], notes[own + TOUCHES] = ends, once & empty
        told |= ends or once & empty
    notes[UNDER_WAY] = under_way
    notes[BEST] = follow(row, table, first, notes)
    grows = np.int64(0)
    for at in range(values):
        own = NOTED + at * A_NUMBER
        if notes[own + BELOW] == notes[BEST]:
            grows |= notes[own + FROM_BELOW]
        if notes[own + ABOVE] == notes[BEST]:
            grows |= notes[own + FROM_ABOVE]
    nines = row[first - 1 + table[BEATS]] if table[BEATS] else np.int64(0)
    safe = around(table, nines)
    loose = row[sheet + MUMMIES] & ~safe
    notes[LOOSE], notes[BESIDE] = loose, around(table, loose)
    notes[SAFE], notes[EMPTY], notes[OPEN] = safe, empty, empty & table[PLAIN]
    notes[GROWS], notes[TOLD] = grows & empty, told | grows


@lean
def is_group(table: Row, cells: Whole, twice: Whole) -> Whole:
    """Whether enough of these cells hang together; of three that do, one is beside the two others."""
    if table[GROUP_SIZE] == THREE:
        return twice & cells != 0
    return has_group(table, cells, table[GROUP_SIZE])


@lean
def follow(row: Row, table: Row, first: Whole, notes: Row) -> Whole:
    """Notes of every number the longest series that ends below it and that begins above it; the longest of all."""
    best, values = np.int64(0), table[VALUES]
    for start in range(values):
        cells, at, length = row[first + start], start, np.int64(1)
        while cells:
            best = max(best, length)
            at += 1
            if at == values:
                break
            own = NOTED + at * A_NUMBER
            near = around(table, cells) if length > 1 else notes[own - A_NUMBER + AROUND]
            if length > notes[own + BELOW]:
                notes[own + BELOW], notes[own + FROM_BELOW] = length, near
            cells = near & row[first + at]
            length += 1
        at = values - 1 - start
        cells, length = row[first + at], np.int64(1)
        while cells and at > 0:
            at -= 1
            own = NOTED + at * A_NUMBER
            near = around(table, cells) if length > 1 else notes[own + A_NUMBER + AROUND]
            if length > notes[own + ABOVE]:
                notes[own + ABOVE], notes[own + FROM_ABOVE] = length, near
            cells = near & row[first + at]
            length += 1
    return best


@lean
def quarter(row: Row, table: Row, sheet: Whole) -> Whole:
    """Where the habits for a sheet as full as this one begin."""
    plain = table[PLAIN]
    left = ones(plain & ~row[sheet + FILLED]) * QUARTERS // ones(plain)
    return A_QUARTER * min(left, QUARTERS - 1)


@lean
def say(habits: Floats, slopes: Floats, by: float, at: Whole, times: float) -> float:
    """What a habit says of something that is seen so many times; if `by` is not 0, it is noted that it was asked."""
    if by != 0.0:
        slopes[at] += by * times
    return float(habits[at]) * times


@lean
def of_cell(
    table: Row, notes: Row, cell: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:
    """What speaks for the cell, whatever is written there."""
    bit, near = np.int64(1) << cell, table[NEAR + cell]
    empty = near & notes[EMPTY]
    value = say(habits, slopes, by, first + ROOM + ones(empty), 1.0)
    value += say(habits, slopes, by, first + NEXT + min(ones(near & notes[OPEN]), FEW), 1.0)
    if table[DOORS] & bit:
        value += say(habits, slopes, by, first + DOOR, 1.0)
    if near & notes[OPEN] & notes[SAFE]:
        value += say(habits, slopes, by, first + NEXT_SAFE, 1.0)
    if notes[SAFE] & bit:
        value += say(habits, slopes, by, first + IN_SAFETY, 1.0)
    alone = 0
    while empty:
        alone += not table[NEAR + lowest(empty)] & notes[EMPTY] & ~bit
        empty &= empty - 1
    if alone:
        value += say(habits, slopes, by, first + LEFT_ALONE, float(alone))
    loose = near & notes[LOOSE]
    while loose:
        ways = min(ones(table[NEAR + lowest(loose)] & notes[EMPTY]), FEW + 1)
        value += say(habits, slopes, by, first + LAST_WAYS + ways - 1, 1.0)
        loose &= loose - 1
    if notes[TOLD] & bit:
        value += of_others(table, notes, bit, first, habits, slopes, by)
    return value


@lean
def of_others(
    table: Row, notes: Row, bit: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:
    """What the cell would be to each of the numbers."""
    value = 0.0
    for at in range(table[VALUES]):
        own, kind = NOTED + at * A_NUMBER, min(at, KNOWN - 1)
        if notes[own + ENDS] & bit:
            is_only = notes[own + ENDS] == bit
            value += say(habits, slopes, by, first + TAKES + 2 * kind + is_only, 1.0)
        elif notes[own + STATUS] == BEGUN and notes[own + TOUCHES] & bit:
            value += say(habits, slopes, by, first + CROWDS + kind, 1.0)
        if notes[GROWS] & bit:
            if notes[own + BELOW] == notes[BEST] and notes[own + FROM_BELOW] & bit:
                value += say(habits, slopes, by, first + STOPS + 2 * kind, 1.0)
            if notes[own + ABOVE] == notes[BEST] and notes[own + FROM_ABOVE] & bit:
                value += say(habits, slopes, by, first + STOPS + 2 * kind + 1, 1.0)
    return value


@lean
def of_number(
    notes: Row, at: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:
    """What speaks for the number, wherever it is written."""
    status = notes[NOTED + at * A_NUMBER + STATUS]
    where = first + A_VALUE + min(at, KNOWN - 1) * STATUSES + status
    value = say(habits, slopes, by, where, 1.0)
    if status == NONE_YET:
        value += say(habits, slopes, by, first + BEGINS + min(notes[UNDER_WAY], SEVERAL), 1.0)
    return value


@lean
def of_series(
    notes: Row, length: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:
    """What speaks for a series of that length."""
    change = change_of(notes, length)
    best = min(notes[BEST], LENGTHS - 1)
    value = say(habits, slopes, by, first + LENGTH + min(length, LENGTHS - 1), 1.0)
    value += say(habits, slopes, by, first + LONGER + change, 1.0)
    value += say(habits, slopes, by, first + LONGER_THAN + best * CHANGES + change, 1.0)
    return value


@lean
def of_both(
    row: Row, table: Row, sheet: Whole, notes: Row, at: Whole, cell: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:  # fmt: skip
    """What speaks for this number in this cell of all cells."""
    bit, near, own = np.int64(1) << cell, table[NEAR + cell], NOTED + at * A_NUMBER
    numbers, kind = sheet + NUMBERS, min(at, KNOWN - 1)
    value = say(habits, slopes, by, first + BESIDE_OPEN + kind, float(ones(near & notes[OPEN])))
    gates, mummies = near & notes[EMPTY] & ~notes[OPEN], near & row[sheet + MUMMIES]
    value += say(habits, slopes, by, first + BESIDE_DOORS + kind, float(ones(gates)))
    value += say(habits, slopes, by, first + BESIDE_MUMMIES + kind, float(ones(mummies)))
    same = min(ones(near & row[numbers + at]), FEW)
    if same:
        where = first + BESIDE_ITSELF + 2 * kind + (notes[own + STATUS] == DONE)
        value += say(habits, slopes, by, where, float(same))
    for number in range(max(0, at - 2), min(table[VALUES], at + 3)):
        some = min(ones(near & row[numbers + number]), 2)
        if some and number != at:
            where = first + kind + likeness(number - at)
            value += say(habits, slopes, by, where, float(some))
    if notes[own + ENDS] & bit:
        ways = min(ones(notes[own + ENDS]), FEW)
        value += say(habits, slopes, by, first + FULL + FEW * kind + ways - 1, 1.0)
    elif notes[own + TOUCHES] & bit:
        room = min(ones((near | notes[own + AROUND]) & notes[EMPTY]), 2 * FEW - 1)
        value += say(habits, slopes, by, first + JOINS + kind, 1.0)
        value += say(habits, slopes, by, first + JOINS_WHERE + room, 1.0)
        room = min(ones((near | notes[own + AROUND]) & notes[OPEN]), 2 * FEW - 1)
        value += say(habits, slopes, by, first + JOINS_OPEN + room, 1.0)
    below = notes[own + BELOW] if notes[own + FROM_BELOW] & bit else np.int64(0)
    above = notes[own + ABOVE] if notes[own + FROM_ABOVE] & bit else np.int64(0)
    value += of_series(notes, 1 + below + above, first, habits, slopes, by)
    if below and above:
        value += say(habits, slopes, by, first + LINKS, 1.0)
    elif below >= notes[BEST] - 1 and below:
        value += say(habits, slopes, by, first + GOES_UP + min(ones(near & notes[OPEN]), FEW), 1.0)
    elif above >= notes[BEST] - 1 and above:
        where = first + GOES_DOWN + min(ones(near & notes[OPEN]), FEW)
        value += say(habits, slopes, by, where, 1.0)
    if table[DOORS] & bit:
        value += say(habits, slopes, by, first + IN_DOOR + kind, 1.0)
    if at + 1 == table[BEATS]:
        value += of_nine(table, notes, cell, first, habits, slopes, by)
    value += say(habits, slopes, by, first + PLACED + AROUND_ONE * kind + ones(near), 1.0)
    value += say(habits, slopes, by, first + HOME + MOST_CELLS * kind + cell, 1.0)
    value += over_gap(table, notes, at, cell, first, habits, slopes, by)
    return value


@lean
def over_gap(
    table: Row, notes: Row, at: Whole, cell: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:  # fmt: skip
    """What speaks for the number in the cell because of what is beyond an empty one."""
    bit, own, kind = np.int64(1) << cell, NOTED + at * A_NUMBER, min(at, KNOWN - 1)
    value = 0.0
    if notes[own + STATUS] != DONE and bit & notes[own + NEXT_TO] & ~notes[own + TOUCHES]:
        where = first + REACHES + 5 * kind + 2 * (notes[own + STATUS] == NEARLY)
        value += say(habits, slopes, by, where, 1.0)
        if bit & notes[own + NEXT_TO_TWO]:
            value += say(habits, slopes, by, where + 1, 1.0)
        if bit & notes[own + NEXT_TO_OPEN]:
            value += say(habits, slopes, by, first + REACHES + 5 * kind + 4, 1.0)
    if at > 1:
        if notes[own - 2 * A_NUMBER + NEXT_TO] & bit:
            value += say(habits, slopes, by, first + OVER_LESS + kind, 1.0)
        if around(table, notes[own - A_NUMBER + FROM_BELOW] & notes[EMPTY]) & bit:
            above = notes[own + ABOVE] if notes[own + FROM_ABOVE] & bit else np.int64(0)
            length = notes[own - A_NUMBER + BELOW] + 2 + above
            value += say(habits, slopes, by, first + OVER_BELOW + change_of(notes, length), 1.0)
    if at + 2 < table[VALUES]:
        if notes[own + 2 * A_NUMBER + NEXT_TO] & bit:
            value += say(habits, slopes, by, first + OVER_MORE + kind, 1.0)
        if around(table, notes[own + A_NUMBER + FROM_ABOVE] & notes[EMPTY]) & bit:
            below = notes[own + BELOW] if notes[own + FROM_BELOW] & bit else np.int64(0)
            length = notes[own + A_NUMBER + ABOVE] + 2 + below
            value += say(habits, slopes, by, first + OVER_ABOVE + change_of(notes, length), 1.0)
    return value


@lean
def change_of(notes: Row, length: Whole) -> Whole:
    """How much longer, or shorter, than the longest series so far."""
    return min(max(length - notes[BEST], -(CHANGES // 2)), CHANGES // 2) + CHANGES // 2


@lean
def likeness(away: Whole) -> Whole:
    """Where the habits are for a number so far away from what is beside it."""
    if away < 0:
        return ONE_LESS if away == -1 else TWO_LESS
    return ONE_MORE if away == 1 else TWO_MORE


@lean
def of_nine(
    table: Row, notes: Row, cell: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:
    """What speaks for what beats mummies, in this cell."""
    near = table[NEAR + cell]
    loose, guarded = min(ones(near & notes[LOOSE]), FEW), ones(near & notes[OPEN] & ~notes[SAFE])
    value = say(habits, slopes, by, first + BEATS_LOOSE + loose, 1.0)
    value += say(habits, slopes, by, first + GUARDS + min(guarded, FEW), 1.0)
    value += say(habits, slopes, by, first + GUARDS_EACH, float(guarded))
    return value


@lean
def of_mark(
    row: Row, table: Row, sheet: Whole, notes: Row, code: Whole, habits: Floats, slopes: Floats, by: float
) -> float:  # fmt: skip
    """All that speaks for a mark, of which notes were taken before; a mummy has number 0."""
    first, at, cell = quarter(row, table, sheet), (code >> 6) - 1, code & 63
    if at < 0:
        return of_mummy(table, notes, cell, first, habits, slopes, by)
    value = of_number(notes, at, first, habits, slopes, by)
    value += of_cell(table, notes, cell, first, habits, slopes, by)
    value += of_both(row, table, sheet, notes, at, cell, first, habits, slopes, by)
    return value


@lean
def of_mummy(
    table: Row, notes: Row, cell: Whole, first: Whole, habits: Floats, slopes: Floats, by: float
) -> float:
    """What speaks for a mummy in the cell, alone: a nine beside it, or ways to write one there; and what it would be in the way of."""
    bit, near = np.int64(1) << cell, table[NEAR + cell]
    ways = near & notes[EMPTY]
    value = say(habits, slopes, by, first + THERE_ROOM + ones(ways), 1.0)
    value += say(habits, slopes, by, first + THERE_HOME + cell, 1.0)
    if notes[SAFE] & bit:
        value += say(habits, slopes, by, first + THERE_SAFE, 1.0)
    else:
        value += say(habits, slopes, by, first + THERE_WAYS + min(ones(ways), 2 * FEW - 1), 1.0)
        value += say(habits, slopes, by, first + THERE_TO_TWO, float(ones(ways & notes[BESIDE])))
    if notes[TOLD] & bit:
        for at in range(table[VALUES]):
            ends = notes[NOTED + at * A_NUMBER + ENDS]
            if ends & bit:
                where = first + THERE_TAKES + 2 * min(at, KNOWN - 1) + (ends == bit)
                value += say(habits, slopes, by, where, 1.0)
    if notes[GROWS] & bit:
        value += say(habits, slopes, by, first + THERE_GROWS, 1.0)
    return value
