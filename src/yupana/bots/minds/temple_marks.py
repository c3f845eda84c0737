"""Which mark of the temple habit speaks for most: what `temple_habits.of_mark` says of each, put together the other way round, several
times as fast. What all cells have in common for a number comes first, then what is so of some of them.
"""

from __future__ import annotations

import numpy as np

from yupana.bots.minds.mind import Floats
from yupana.bots.minds.temple_habits import (
    A_NUMBER,
    ABOVE,
    AROUND,
    AROUND_ONE,
    BEGUN,
    BELOW,
    BESIDE_DOORS,
    BESIDE_ITSELF,
    BESIDE_MUMMIES,
    BESIDE_OPEN,
    BEST,
    CELL,
    CROWDS,
    DONE,
    DOOR,
    EMPTY,
    ENDS,
    FEW,
    FROM_ABOVE,
    FROM_BELOW,
    FULL,
    GOES_DOWN,
    GOES_UP,
    GROWS,
    HOME,
    IN_DOOR,
    IN_SAFETY,
    JOINS,
    JOINS_OPEN,
    JOINS_WHERE,
    KNOWN,
    LAST_WAYS,
    LEFT_ALONE,
    LINKS,
    LOOSE,
    NEARLY,
    NEXT,
    NEXT_SAFE,
    NEXT_TO,
    NEXT_TO_OPEN,
    NEXT_TO_TWO,
    NOTED,
    OPEN,
    OVER_ABOVE,
    OVER_BELOW,
    OVER_LESS,
    OVER_MORE,
    PLACE,
    PLACED,
    REACHES,
    ROOM,
    SAFE,
    SIDES,
    STATUS,
    STOPS,
    TAKES,
    THRICE,
    TOLD,
    TOUCHES,
    TWICE,
    change_of,
    likeness,
    note,
    of_mummy,
    of_nine,
    of_number,
    of_series,
    quarter,
)
from yupana.core.kernels import Row, Whole, lean, lowest, ones
from yupana.games.temple.kernel_rules import (
    BEATS,
    COUNT,
    DOORS,
    FILLED,
    MOST_CELLS,
    MUMMIES,
    NEAR,
    OFFERED,
    VALUES,
    around,
    hauntable,
    offered,
    writable,
)

# What is counted for each of the cells in which a number is written, one after the other.
SPEAKS, OPENS, GATES, HAUNTS, CELLWISE = range(0, 5 * MOST_CELLS, MOST_CELLS)
"""What speaks for it, whatever is written there; how many open cells, doors and mummies are around it."""


@lean
def haunt_by_habit(
    row: Row, table: Row, sheet: Whole, habits: Floats, notes: Row, worths: Floats
) -> Whole:
    """The cell for a mummy of one's own that habit speaks for most; what it says of each is in `worths`, in the order of the moves."""
    note(row, table, sheet, notes)
    first = quarter(row, table, sheet)
    best: Whole = np.int64(0)
    most, count = -1e18, 0
    rest = hauntable(row, table, sheet)
    while rest:
        value = of_mummy(table, notes, lowest(rest), first, habits, habits, 0.0)
        worths[count] = value
        count += 1
        if value > most:
            best, most = lowest(rest), value
        rest &= rest - 1
    return best


@lean
def write_by_habit(
    row: Row, table: Row, sheet: Whole, roll: Whole, habits: Floats, notes: Row, cellwise: Floats, worths: Floats
) -> Whole:  # fmt: skip
    """The number and cell that habit speaks for most; what it says of each is in `worths`, in the order of the moves."""
    info = table[OFFERED + roll]
    cells = writable(table, row[sheet + FILLED], info)
    note(row, table, sheet, notes)
    first = quarter(row, table, sheet)
    some = look_at_cells(row, table, sheet, notes, cells, first, habits, cellwise)
    count = 0
    for n in range(info & COUNT):
        at = offered(table, roll, n) - 1
        say_of_all(table, notes, at, cells, first, habits, cellwise, some, worths, count)
        say_of_some(table, notes, at, cells, first, habits, worths, count)
        say_over_gaps(table, notes, at, cells, first, habits, worths, count)
        count += some
    best = 0
    for at in range(1, count):
        if worths[at] > worths[best]:
            best = at
    return offered(table, roll, best // some) << 6 | notes[CELL + best % some]


@lean
def look_at_cells(
    row: Row, table: Row, sheet: Whole, notes: Row, cells: Whole, first: Whole, habits: Floats, cellwise: Floats
) -> Whole:  # fmt: skip
    """What there is to each of these cells; how many they are."""
    some, rest = 0, cells
    while rest:
        cell = lowest(rest)
        near = table[NEAR + cell]
        opens, gates = ones(near & notes[OPEN]), ones(near & notes[EMPTY] & ~notes[OPEN])
        speaks = habits[first + ROOM + opens + gates] + habits[first + NEXT + min(opens, FEW)]
        if near & notes[OPEN] & notes[SAFE]:
            speaks += habits[first + NEXT_SAFE]
        cellwise[SPEAKS + some], cellwise[HAUNTS + some] = speaks, ones(near & row[sheet + MUMMIES])
        cellwise[OPENS + some], cellwise[GATES + some] = opens, gates
        notes[CELL + some], notes[PLACE + cell], notes[SIDES + some] = cell, some, ones(near)
        some += 1
        rest &= rest - 1
    add_to(cells & table[DOORS], habits[first + DOOR], notes, cellwise, SPEAKS)
    add_to(cells & notes[SAFE], habits[first + IN_SAFETY], notes, cellwise, SPEAKS)
    rest = around(table, cells) & notes[EMPTY]
    while rest:
        near = table[NEAR + lowest(rest)] & notes[EMPTY]
        if near & (near - 1) == 0:
            add_to(near & cells, habits[first + LEFT_ALONE], notes, cellwise, SPEAKS)
        rest &= rest - 1
    rest = notes[LOOSE]
    while rest:
        near = table[NEAR + lowest(rest)]
        ways = habits[first + LAST_WAYS + min(max(ones(near & notes[EMPTY]), 1), FEW + 1) - 1]
        add_to(near & cells, ways, notes, cellwise, SPEAKS)
        rest &= rest - 1
    if notes[TOLD] & cells:
        look_for_others(table, notes, cells, first, habits, cellwise)
    return some


@lean
def look_for_others(
    table: Row, notes: Row, cells: Whole, first: Whole, habits: Floats, cellwise: Floats
) -> None:
    """What these cells would be to each of the numbers."""
    for at in range(table[VALUES]):
        own, kind = NOTED + at * A_NUMBER, min(at, KNOWN - 1)
        ends = notes[own + ENDS]
        if ends & cells:
            takes = habits[first + TAKES + 2 * kind + (ends & (ends - 1) == 0)]
            add_to(ends & cells, takes, notes, cellwise, SPEAKS)
        if notes[own + STATUS] == BEGUN:
            crowds = notes[own + TOUCHES] & cells
            add_to(crowds, habits[first + CROWDS + kind], notes, cellwise, SPEAKS)
        stops = first + STOPS + 2 * kind
        if notes[own + BELOW] == notes[BEST]:
            grows = notes[own + FROM_BELOW] & notes[GROWS] & cells
            add_to(grows, habits[stops], notes, cellwise, SPEAKS)
        if notes[own + ABOVE] == notes[BEST]:
            grows = notes[own + FROM_ABOVE] & notes[GROWS] & cells
            add_to(grows, habits[stops + 1], notes, cellwise, SPEAKS)


@lean
def say_of_all(
    table: Row, notes: Row, at: Whole, cells: Whole, first: Whole, habits: Floats, cellwise: Floats, some: Whole, worths: Floats,
    start: Whole,
) -> None:  # fmt: skip
    """What speaks for the number in each of the cells, which are all doors or none is, if nothing like it is beside them."""
    kind = min(at, KNOWN - 1)
    base = of_number(notes, at, first, habits, habits, 0.0)
    base += of_series(notes, np.int64(1), first, habits, habits, 0.0)
    if cells & table[DOORS]:
        base += habits[first + IN_DOOR + kind]
    opens, gates = habits[first + BESIDE_OPEN + kind], habits[first + BESIDE_DOORS + kind]
    haunts, placed = habits[first + BESIDE_MUMMIES + kind], first + PLACED + AROUND_ONE * kind
    home = first + HOME + MOST_CELLS * kind
    for place in range(some):
        worths[start + place] = (
            base + cellwise[SPEAKS + place] + opens * cellwise[OPENS + place]
            + gates * cellwise[GATES + place] + haunts * cellwise[HAUNTS + place]
            + habits[placed + notes[SIDES + place]] + habits[home + notes[CELL + place]]
        )  # fmt: skip


@lean
def say_of_some(
    table: Row, notes: Row, at: Whole, cells: Whole, first: Whole, habits: Floats, worths: Floats, start: Whole
) -> None:  # fmt: skip
    """What more there is to the number in those cells that have something like it beside them."""
    own, kind = NOTED + at * A_NUMBER, min(at, KNOWN - 1)
    beside = habits[first + BESIDE_ITSELF + 2 * kind + (notes[own + STATUS] == DONE)]
    add_to(notes[own + AROUND] & cells, beside, notes, worths, start)
    add_to(notes[own + TWICE] & cells, beside, notes, worths, start)
    add_to(notes[own + THRICE] & cells, beside, notes, worths, start)
    for number in range(max(0, at - 2), min(table[VALUES], at + 3)):
        if number != at:
            other = NOTED + number * A_NUMBER
            near = habits[first + kind + likeness(number - at)]
            add_to(notes[other + AROUND] & cells, near, notes, worths, start)
            add_to(notes[other + TWICE] & cells, near, notes, worths, start)
    ends = notes[own + ENDS]
    if ends:
        full = habits[first + FULL + FEW * kind + min(ones(ends), FEW) - 1]
        add_to(ends & cells, full, notes, worths, start)
    joins = notes[own + TOUCHES] & ~ends & cells
    while joins:
        near = table[NEAR + lowest(joins)] | notes[own + AROUND]
        room = min(ones(near & notes[EMPTY]), 2 * FEW - 1)
        place = start + notes[PLACE + lowest(joins)]
        worths[place] += habits[first + JOINS + kind] + habits[first + JOINS_WHERE + room]
        room = min(ones(near & notes[OPEN]), 2 * FEW - 1)
        worths[place] += habits[first + JOINS_OPEN + room]
        joins &= joins - 1
    from_below, from_above = notes[own + FROM_BELOW] & cells, notes[own + FROM_ABOVE] & cells
    below, above = notes[own + BELOW], notes[own + ABOVE]
    if from_below | from_above:
        alone = of_series(notes, np.int64(1), first, habits, habits, 0.0)
        more = of_series(notes, 1 + below, first, habits, habits, 0.0) - alone
        add_to(from_below & ~from_above, more, notes, worths, start)
        more = of_series(notes, 1 + above, first, habits, habits, 0.0) - alone
        add_to(from_above & ~from_below, more, notes, worths, start)
        more = of_series(notes, 1 + below + above, first, habits, habits, 0.0) - alone
        add_to(from_below & from_above, more + habits[first + LINKS], notes, worths, start)
        if below >= notes[BEST] - 1:
            go_on(table, notes, from_below & ~from_above, first + GOES_UP, habits, worths, start)
        if above >= notes[BEST] - 1:
            go_on(table, notes, from_above & ~from_below, first + GOES_DOWN, habits, worths, start)
    if at + 1 == table[BEATS]:
        rest = cells
        while rest:
            place = start + notes[PLACE + lowest(rest)]
            worths[place] += of_nine(table, notes, lowest(rest), first, habits, habits, 0.0)
            rest &= rest - 1


@lean
def go_on(
    table: Row, notes: Row, cells: Whole, where: Whole, habits: Floats, worths: Floats, start: Whole
) -> None:
    """What speaks for a long series that ends in each of these cells, by how many ways there are from there."""
    rest = cells
    while rest:
        ways = min(ones(table[NEAR + lowest(rest)] & notes[OPEN]), FEW)
        worths[start + notes[PLACE + lowest(rest)]] += habits[where + ways]
        rest &= rest - 1


@lean
def say_over_gaps(
    table: Row, notes: Row, at: Whole, cells: Whole, first: Whole, habits: Floats, worths: Floats, start: Whole
) -> None:  # fmt: skip
    """And in those that have it beyond an empty cell."""
    own, kind = NOTED + at * A_NUMBER, min(at, KNOWN - 1)
    if notes[own + STATUS] != DONE:
        where = first + REACHES + 5 * kind + 2 * (notes[own + STATUS] == NEARLY)
        reached = cells & ~notes[own + TOUCHES]
        add_to(notes[own + NEXT_TO] & reached, habits[where], notes, worths, start)
        add_to(notes[own + NEXT_TO_TWO] & reached, habits[where + 1], notes, worths, start)
        where = first + REACHES + 5 * kind + 4
        add_to(notes[own + NEXT_TO_OPEN] & reached, habits[where], notes, worths, start)
    if at > 1:
        over = notes[own - 2 * A_NUMBER + NEXT_TO] & cells
        add_to(over, habits[first + OVER_LESS + kind], notes, worths, start)
        over = around(table, notes[own - A_NUMBER + FROM_BELOW] & notes[EMPTY]) & cells
        length, where = notes[own - A_NUMBER + BELOW] + 2, first + OVER_BELOW
        more = habits[where + change_of(notes, length)]
        add_to(over & ~notes[own + FROM_ABOVE], more, notes, worths, start)
        more = habits[where + change_of(notes, length + notes[own + ABOVE])]
        add_to(over & notes[own + FROM_ABOVE], more, notes, worths, start)
    if at + 2 < table[VALUES]:
        over = notes[own + 2 * A_NUMBER + NEXT_TO] & cells
        add_to(over, habits[first + OVER_MORE + kind], notes, worths, start)
        over = around(table, notes[own + A_NUMBER + FROM_ABOVE] & notes[EMPTY]) & cells
        length, where = notes[own + A_NUMBER + ABOVE] + 2, first + OVER_ABOVE
        more = habits[where + change_of(notes, length)]
        add_to(over & ~notes[own + FROM_BELOW], more, notes, worths, start)
        more = habits[where + change_of(notes, length + notes[own + BELOW])]
        add_to(over & notes[own + FROM_BELOW], more, notes, worths, start)


@lean
def add_to(cells: Whole, more: float, notes: Row, worths: Floats, start: Whole) -> None:
    """So much more for the number in each of these cells."""
    rest = cells
    while rest:
        worths[start + notes[PLACE + lowest(rest)]] += more
        rest &= rest - 1
