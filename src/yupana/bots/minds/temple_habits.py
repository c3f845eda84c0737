"""What one writes where in the temple by habit: at a glance at each number and cell, without judging what the sheet may come to.

A habit is a weight for something that is seen at once: this cell ends a group, that one makes the series longer. It is several times
as fast as judging sheets, so that many more can be played on to their end, and, learned by what filled sheets came to, as good.
"""

from __future__ import annotations

import numpy as np

from yupana.bots.minds.mind import Floats
from yupana.bots.minds.temple_sight import joining
from yupana.core.kernels import Row, Whole, lean, lowest, ones
from yupana.games.temple.kernel_rules import (
    BEATS,
    COUNT,
    DOORS,
    FILLED,
    GROUP_SIZE,
    MOST_CELLS,
    MOST_VALUE,
    MUMMIES,
    NEAR,
    NUMBERS,
    OFFERED,
    PLAIN,
    VALUES,
    around,
    has_group,
    hauntable,
    offered,
    writable,
)

# Notes about a sheet: its head, then so many words for each number.
BEST, TAKEN, TWICE, LAST_ONE, LOOSE, BESIDE, SAFE, EMPTY, OPEN, GROWS, NOTED = range(11)
"""The longest series; empty cells that would end a group, or two, or the only one that would; mummies that nothing beats, and the cells
beside them; those beside a nine; all that are empty, and those that are no doors; those where the longest series goes on."""
STATUS, ENDS, TOUCHES, AROUND, FROM_BELOW, BELOW, FROM_ABOVE, ABOVE, A_NUMBER = range(9)
"""Of a number: how far its group is; the empty cells that would end it, and those beside it; all cells around it; the cells beside the
longest series that ends one below it, and how long that is; the same for the one that begins one above."""
NONE_YET, BEGUN, NEARLY, DONE, STATUSES = range(5)

# Habits: for what is seen of a cell, of a number in a cell, and of a number.
(
    TAKES, TAKES_EARLY, TAKES_TWO, TAKES_LAST, TAKES_NEAR, ROOM, ROOM_EARLY, DOOR, BESIDE_LOOSE, IN_SAFETY, SAFETY_EARLY,
    IN_THE_WAY, NEXT_SAFE, NEXT_FREE,
    LONGER, LONGER_EARLY, AS_LONG, LENGTH, LENGTH_EARLY, FULL, FULL_EARLY, JOINS, JOINS_EARLY, JOINS_WHERE, IN_LINE, SKIPS,
    BEATS_LOOSE, BEATS_EARLY, GUARDS, GUARDS_EARLY, GUARDS_ANY,
    BEGINS_WHERE, BEGINS_EARLY, A_VALUE,
) = range(34)  # fmt: skip
KNOWN = 15
"""Numbers that have habits of their own; higher ones have those of the last."""
HABITS = A_VALUE + KNOWN * STATUSES * 2

# Habits alone, for the cell of a mummy that one draws oneself.
(
    THERE_ROOM, THERE_ROOM_EARLY, THERE_TAKES, THERE_TAKES_EARLY, THERE_TAKES_TWO, THERE_TAKES_LAST, THERE_TAKES_NEAR,
    THERE_GROWS, THERE_GROWS_EARLY, THERE_SAFE, THERE_SAFE_EARLY, WAYS, WAYS_EARLY, WAYS_TO_TWO, NO_WAY,
) = range(HABITS, HABITS + 15)  # fmt: skip
HABITS_ALONE = HABITS + 15
NOTES = NOTED + A_NUMBER * MOST_VALUE
CELLWISE = 2 * MOST_CELLS
"""What speaks for each cell, and how many empty ones there are around it."""


@lean
def note(row: Row, table: Row, sheet: Whole, notes: Row) -> None:
    """What all numbers and cells are looked at with."""
    empty = (table[PLAIN] | table[DOORS]) & ~row[sheet + FILLED]
    first, values = sheet + NUMBERS, table[VALUES]
    taken = twice = only = np.int64(0)
    for at in range(values):
        own = NOTED + at * A_NUMBER
        for word in range(A_NUMBER):
            notes[own + word] = 0
        cells = row[first + at]
        if not cells:
            continue
        near = around(table, cells)
        notes[own + AROUND] = near
        if has_group(table, cells, table[GROUP_SIZE]):
            notes[own + STATUS] = DONE
            continue
        ends = joining(table, cells, empty)
        pairs = cells & near
        if pairs:
            ends |= around(table, pairs) & empty
        notes[own + STATUS] = NEARLY if ends else BEGUN
        notes[own + ENDS], notes[own + TOUCHES] = ends, near & empty
        twice |= taken & ends
        taken |= ends
        if not ends & (ends - 1):
            only |= ends
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
    notes[TAKEN], notes[TWICE], notes[LAST_ONE] = taken, twice, only
    notes[LOOSE], notes[BESIDE] = loose, around(table, loose)
    notes[SAFE], notes[EMPTY], notes[OPEN] = safe, empty, empty & table[PLAIN]
    notes[GROWS] = grows & empty


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
            near = around(table, cells)
            if length > notes[own + BELOW]:
                notes[own + BELOW], notes[own + FROM_BELOW] = length, near
            cells = near & row[first + at]
            length += 1
        at = values - 1 - start
        cells, length = row[first + at], np.int64(1)
        while cells and at > 0:
            at -= 1
            own = NOTED + at * A_NUMBER
            near = around(table, cells)
            if length > notes[own + ABOVE]:
                notes[own + ABOVE], notes[own + FROM_ABOVE] = length, near
            cells = near & row[first + at]
            length += 1
    return best


@lean
def of_place(
    table: Row, notes: Row, cell: Whole, room: float, left: float, habits: Floats, takes: Whole, rooms: Whole
) -> float:  # fmt: skip
    """What speaks for filling the cell with anything; `room` is how many empty ones are beside it, `left` how empty the sheet
    is, `takes` and `rooms` are where the habits begin."""
    bit = np.int64(1) << cell
    value: float = (habits[rooms] + habits[rooms + 1] * left) * room
    value += habits[takes + TAKES_NEAR] * float(ones(table[NEAR + cell] & notes[TAKEN]))
    if notes[TAKEN] & bit:
        value += habits[takes + TAKES] + habits[takes + TAKES_EARLY] * left
    if notes[TWICE] & bit:
        value += habits[takes + TAKES_TWO]
    if notes[LAST_ONE] & bit:
        value += habits[takes + TAKES_LAST]
    return value


@lean
def of_cell(table: Row, notes: Row, cell: Whole, room: float, left: float, habits: Floats) -> float:
    """What speaks for the cell, whatever is written there."""
    bit, near = np.int64(1) << cell, table[NEAR + cell]
    value: float = of_place(table, notes, cell, room, left, habits, TAKES, ROOM)
    if table[DOORS] & bit:
        value += habits[DOOR]
    if notes[BESIDE] & bit:
        value += habits[BESIDE_LOOSE]
    if notes[SAFE] & bit:
        value += habits[IN_SAFETY] + habits[SAFETY_EARLY] * left
    if notes[GROWS] & bit:
        value += habits[IN_THE_WAY]
    if near & notes[OPEN] & notes[SAFE]:
        value += habits[NEXT_SAFE]
    if not near & notes[OPEN]:
        value += habits[NEXT_FREE]
    return value


@lean
def of_mummy(table: Row, notes: Row, cell: Whole, left: float, habits: Floats) -> float:
    """What speaks for a mummy in the cell, alone: a nine beside it, or ways to write one there; and what it would be in the way of."""
    bit, near = np.int64(1) << cell, table[NEAR + cell]
    ways = near & notes[EMPTY]
    room = float(ones(ways))
    value: float = of_place(table, notes, cell, room, left, habits, THERE_TAKES, THERE_ROOM)
    if notes[SAFE] & bit:
        value += habits[THERE_SAFE] + habits[THERE_SAFE_EARLY] * left
    else:
        value += (habits[WAYS] + habits[WAYS_EARLY] * left) * room
        value += habits[WAYS_TO_TWO] * float(ones(ways & notes[BESIDE]))
        if not ways:
            value += habits[NO_WAY]
    if notes[GROWS] & bit:
        value += habits[THERE_GROWS] + habits[THERE_GROWS_EARLY] * left
    return value


@lean
def of_both(
    table: Row, notes: Row, at: Whole, cell: Whole, line: Whole, skip: Whole, left: float, habits: Floats
) -> float:  # fmt: skip
    """What speaks for this number in this cell of all cells."""
    bit, own = np.int64(1) << cell, NOTED + at * A_NUMBER
    value: float = 0.0
    length = np.int64(1)
    if notes[own + FROM_BELOW] & bit:
        length += notes[own + BELOW]
    if notes[own + FROM_ABOVE] & bit:
        length += notes[own + ABOVE]
    if length > notes[BEST]:
        value += (habits[LONGER] + habits[LONGER_EARLY] * left) * float(length - notes[BEST])
    elif length == notes[BEST]:
        value += habits[AS_LONG]
    value += (habits[LENGTH] + habits[LENGTH_EARLY] * left) * float(length - 1)
    if notes[own + ENDS] & bit:
        value += habits[FULL] + habits[FULL_EARLY] * left
    elif notes[own + TOUCHES] & bit:
        ends = float(ones((table[NEAR + cell] | notes[own + AROUND]) & notes[EMPTY]))
        value += habits[JOINS] + habits[JOINS_EARLY] * left + habits[JOINS_WHERE] * ends
    if line & bit:
        value += habits[IN_LINE]
    if skip & bit:
        value += habits[SKIPS]
    if at + 1 == table[BEATS]:
        near = table[NEAR + cell]
        loose = float(ones(near & notes[LOOSE]))
        guards = float(ones(near & notes[OPEN] & ~notes[SAFE]))
        value += (habits[BEATS_LOOSE] + habits[BEATS_EARLY] * left) * loose
        value += (habits[GUARDS] + habits[GUARDS_EARLY] * left) * guards
        if guards and not near & notes[OPEN] & notes[SAFE]:
            value += habits[GUARDS_ANY]
    return value


@lean
def around_number(table: Row, notes: Row, at: Whole) -> Whole:
    return notes[NOTED + at * A_NUMBER + AROUND] if 0 <= at < table[VALUES] else np.int64(0)


@lean
def emptiness(row: Row, table: Row, sheet: Whole) -> float:
    """The part of the sheet that is still to be filled."""
    plain = table[PLAIN]
    return float(ones(plain & ~row[sheet + FILLED])) / float(ones(plain))


@lean
def haunt_by_habit(row: Row, table: Row, sheet: Whole, habits: Floats, notes: Row) -> Whole:
    """The cell for a mummy of one's own that habit speaks for most."""
    note(row, table, sheet, notes)
    left = emptiness(row, table, sheet)
    best: Whole = np.int64(0)
    most = -1e18
    rest = hauntable(row, table, sheet)
    while rest:
        value = of_mummy(table, notes, lowest(rest), left, habits)
        if value > most:
            best, most = lowest(rest), value
        rest &= rest - 1
    return best


@lean
def write_by_habit(
    row: Row, table: Row, sheet: Whole, roll: Whole, habits: Floats, notes: Row, cellwise: Floats
) -> Whole:
    """The number and cell that habit speaks for most."""
    info = table[OFFERED + roll]
    cells = writable(table, row[sheet + FILLED], info)
    note(row, table, sheet, notes)
    rooms = cellwise[MOST_CELLS:]
    left = emptiness(row, table, sheet)
    rest = cells
    while rest:
        cell = lowest(rest)
        room = float(ones(table[NEAR + cell] & notes[EMPTY]))
        rooms[cell], cellwise[cell] = room, of_cell(table, notes, cell, room, left, habits)
        rest &= rest - 1
    best: Whole = np.int64(0)
    most = -1e18
    for n in range(info & COUNT):
        at = offered(table, roll, n) - 1
        kind = A_VALUE + (min(at, KNOWN - 1) * STATUSES + notes[NOTED + at * A_NUMBER + STATUS]) * 2
        base = habits[kind] + habits[kind + 1] * left
        line = around_number(table, notes, at - 1) | around_number(table, notes, at + 1)
        skip = around_number(table, notes, at - 2) | around_number(table, notes, at + 2)
        begins = 0.0
        if notes[NOTED + at * A_NUMBER + STATUS] == NONE_YET:
            begins = habits[BEGINS_WHERE] + habits[BEGINS_EARLY] * left
        told = line | skip | notes[NOTED + at * A_NUMBER + TOUCHES]
        if at + 1 == table[BEATS]:
            told = cells
        rest = cells
        while rest:
            cell = lowest(rest)
            value = base + cellwise[cell] + begins * rooms[cell]
            if told & rest & -rest:
                value += of_both(table, notes, at, cell, line, skip, left, habits)
            if value > most:
                best, most = (at + 1) << 6 | cell, value
            rest &= rest - 1
    return best
