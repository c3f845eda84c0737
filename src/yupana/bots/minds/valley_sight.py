"""What is seen on a sheet of the valley, and what the sheet may come to: a weighted sum of it.

All that is counted here is counted by itself, by the time that is left, and by how near the end is. The weights were learned
from played games (yupana.lab.trainers.valley). A sheet lies in a row of the kernel, or in a slot of the same shape.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yupana.core.kernels import Row, Whole, lean, lowest, ones
from yupana.games.valley.kernel_rules import (
    ALL,
    BUILDINGS,
    BUILT,
    CROSSED,
    FILLED,
    FULL_STARS,
    KINDS,
    LEAST_PYRAMID,
    LEAST_RANGE,
    LIKED,
    LIKES,
    NEAR,
    NONE,
    NUMBERS,
    PYRAMID_COUNT,
    PYRAMIDS,
    SIZES,
    SNAKES,
    STARS,
    VALUES,
    around,
    stars,
    structure_stars,
)

Floats = NDArray[np.float64]

# What is seen: of the empty cells
(
    ONE, FILLABLE, BEYOND, WILL_FILL, LONELY, NARROW, REACH,
    # of towns: ready, or one or two cells short with little or much room, or only begun
    TOWN_READY, TOWN_1_TIGHT, TOWN_1_FAIR, TOWN_1_WIDE, TOWN_2_TIGHT, TOWN_2_WIDE, TOWN_3, TOWN_NONE, SPARE, DEAD,
    # of ranges: ready, then what is over of each group of high cells
    RANGE_READY, RANGE_1_SHUT, RANGE_1_TIGHT, RANGE_1_WIDE, RANGE_2_SHUT, RANGE_2_TIGHT, RANGE_2_WIDE,
    TOO_MANY, PYRAMID_2, PYRAMID_1, PYRAMID_READY, JUNGLE_READY, JUNGLE_1, JUNGLE_2,
    # of structures: not built and the best place for it, or what stands beside it and may still come
    HUT_OPEN, HUT_PLACE, HUT_NEAR, HUT_EMPTY, STATUE_OPEN, STATUE_PLACE, STATUE_NEAR, STATUE_HOPE, STATUE_EMPTY,
    MINE_OPEN, MINE_PLACE, MINE_NEAR, MINE_EMPTY,
    # of snakes: those that bite, what they take, where they would take more, what one more could take
    BITING, BITTEN, BITE_ROOM, THREAT, LOOSE,
) = range(49)  # fmt: skip
SEEN = 49
STAGES = 3
"""Each thing that is seen has a weight of its own, one by the time left and one for the end."""
DIE_LEFT, PENNY_LEFT, DAKOTA_LEFT = range(SEEN * STAGES, SEEN * STAGES + 3)
"""While a turn is thought out: what dice are worth that were not used yet."""
WEIGHTS = SEEN * STAGES + 3

CELLS_A_TURN = 2.2
"""How many cells a turn fills."""


@lean
def weigh(weights: Floats, clock: Whole, by: Floats) -> None:
    """The weights as they are when so many rounds are left."""
    turns = clock * (5.0 / 6.0)
    time = turns / 20.0
    end = math.exp(-turns / 3.0)
    for at in range(SEEN):
        by[at] = weights[at] + weights[SEEN + at] * time + weights[2 * SEEN + at] * end
    for at in range(SEEN * STAGES, WEIGHTS):
        by[at - SEEN * (STAGES - 1)] = weights[at]


@lean
def judge(row: Row, table: Row, sheet: Whole, clock: Whole, by: Floats, seen: Floats) -> Whole:
    """What the sheet may come to when so many rounds are left."""
    if clock <= 0.0 or row[sheet + FILLED] == table[ALL]:
        return stars_now(row, table, sheet)
    total = see(row, table, sheet, clock, seen)
    for at in range(SEEN):
        total += seen[at] * by[at]
    return total


@lean
def judge_open(row: Row, table: Row, sheet: Whole, clock: Whole, by: Floats, seen: Floats) -> Any:
    """The same in the middle of a turn, and what could be had besides by revealing what looks ready."""
    total = see(row, table, sheet, clock, seen)
    share = 0.0 if clock <= 0.0 or row[sheet + FILLED] == table[ALL] else 1.0
    if share:
        for at in range(SEEN):
            total += seen[at] * by[at]
    gain = 0.0
    if seen[JUNGLE_READY] > 0.0:
        gain = max(gain, table[STARS] - share * by[JUNGLE_READY])
    if seen[TOWN_READY] > 0.0:
        gain = max(gain, table[STARS + 1] - share * by[TOWN_READY])
    if seen[RANGE_READY] > 0.0:
        gain = max(gain, table[STARS + 2] - share * by[RANGE_READY])
    if seen[PYRAMID_READY] > 0.0:
        gain = max(gain, table[STARS + 3] - share * by[PYRAMID_READY])
    return total, gain


@lean
def stars_now(row: Row, table: Row, sheet: Whole) -> Whole:
    """The stars of the sheet as it stands."""
    return np.float64(stars(row, table, sheet, structure_stars(row, table, sheet)))


@lean
def see(row: Row, table: Row, sheet: Whole, clock: Whole, seen: Floats) -> Whole:
    """What there is on a sheet and could come of it; returns its stars as it stands."""
    for at in range(SEEN):
        seen[at] = 0.0
    filled = row[sheet + FILLED]
    empty = table[ALL] & ~filled
    jungles, towns = row[sheet + KINDS], row[sheet + KINDS + 1]
    ranges, pyramids = row[sheet + KINDS + 2], row[sheet + KINDS + 3]
    total = 0.0
    for kind in range(4):
        cells = row[sheet + KINDS + kind]
        if cells:
            total += ones(cells) * (
                np.float64(table[STARS + kind]) / np.float64(table[SIZES + kind])
            )
    for structure in range(3):
        cell = row[sheet + BUILT + structure]
        if cell != NONE:
            liked = row[sheet + KINDS + table[LIKES + structure]]
            total += table[LIKED + structure] * ones(table[NEAR + cell] & liked)
    biting = row[sheet + SNAKES] & ~row[sheet + CROSSED]
    bitten = np.int64(0)
    left = biting
    while left:
        near = table[NEAR + lowest(left)]
        number = table[VALUES]
        while number and row[sheet + NUMBERS - 1 + number] & near == 0:
            number -= 1
        bitten += number
        left &= left - 1
    total -= bitten
    if empty == 0:
        total += table[FULL_STARS]

    free = filled & ~(
        row[sheet + SNAKES] | row[sheet + BUILDINGS] | jungles | towns | ranges | pyramids
    )
    turns = clock * (5.0 / 6.0)
    count = ones(empty)
    room = CELLS_A_TURN * turns + (clock - turns)
    seen[ONE] = 1.0
    seen[FILLABLE] = min(np.float64(count), room)
    seen[BEYOND] = max(0.0, count - room)
    seen[WILL_FILL] = 1.0 / (1.0 + math.exp(-(room - count) / (0.6 + 0.5 * math.sqrt(turns))))
    seen[REACH] = ones(around(table, filled & ~row[sheet + SNAKES]) & empty)

    likely, hoped, loose = see_towns(row, table, sheet, free, empty, towns, seen)
    high = see_ranges(row, table, sheet, free, empty, seen)
    see_jungles(row, table, sheet, loose, empty, seen)
    seen[TOO_MANY] = max(0.0, seen[TOWN_READY] + seen[RANGE_READY] - turns)

    dakota = 1.0 - math.exp(-0.1823 * turns)
    hut, statue, mine = row[sheet + BUILT], row[sheet + BUILT + 1], row[sheet + BUILT + 2]
    if hut != NONE:
        near = table[NEAR + hut] & free
        for number in range(1, table[LEAST_RANGE]):
            seen[HUT_NEAR] += row[sheet + NUMBERS - 1 + number] & near != 0
        seen[HUT_EMPTY] = ones(table[NEAR + hut] & empty)
    if statue != NONE:
        seen[STATUE_NEAR] = ones(table[NEAR + statue] & likely)
        seen[STATUE_HOPE] = ones(table[NEAR + statue] & hoped)
        seen[STATUE_EMPTY] = ones(table[NEAR + statue] & empty)
    if mine != NONE:
        seen[MINE_NEAR] = ones(table[NEAR + mine] & high)
        seen[MINE_EMPTY] = ones(table[NEAR + mine] & empty)
    places = np.int64(hut == NONE) | np.int64(statue == NONE) << 1 | np.int64(mine == NONE) << 2
    best_hut = best_statue = best_mine = 0
    lonely = narrow = 0
    left = empty
    while left:
        near = table[NEAR + lowest(left)]
        beside = near & empty
        if beside == 0:
            lonely += 1
        elif beside & (beside - 1) == 0:
            narrow += 1
        if places & 1:
            best_hut = max(best_hut, ones(near & jungles))
        if places & 2:
            best_statue = max(best_statue, ones(near & towns))
        if places & 4:
            best_mine = max(best_mine, ones(near & ranges))
        left &= left - 1
    seen[LONELY], seen[NARROW] = lonely, narrow
    if places & 1:
        seen[HUT_OPEN] = dakota
        seen[HUT_PLACE] = best_hut * dakota
    if places & 2:
        seen[STATUE_OPEN] = dakota
        seen[STATUE_PLACE] = best_statue * dakota
    if places & 4:
        seen[MINE_OPEN] = dakota
        seen[MINE_PLACE] = best_mine * dakota

    seen[BITING], seen[BITTEN] = ones(biting), bitten
    if biting:
        seen[BITE_ROOM] = ones(around(table, biting) & empty)
    number = table[VALUES]
    beside = around(table, empty)
    while number and row[sheet + NUMBERS - 1 + number] & beside == 0:
        number -= 1
    seen[THREAT] = number
    return total


# Towns


@lean
def see_towns(
    row: Row, table: Row, sheet: Whole, free: Whole, empty: Whole, towns: Whole, seen: Floats
) -> Any:
    """By number, how far its best town is; the cells of towns that are near, those that are far, and the others."""
    likely = hoped = loose = np.int64(0)
    for number in range(1, table[LEAST_RANGE]):
        same = row[sheet + NUMBERS - 1 + number]
        cells = same & free
        if same & towns:
            loose |= cells
            seen[DEAD] += ones(cells)
            continue
        ready, by_one, by_two, by_four = join(table, cells, empty)
        what, spare, dead, near, far, other = town(table, cells, ready, by_one, by_two, by_four)
        seen[what] += 1.0
        seen[SPARE] += spare
        seen[DEAD] += dead
        likely |= near
        hoped |= far
        loose |= other
    return likely, hoped, loose


@lean
def join(table: Row, cells: Whole, empty: Whole) -> Any:
    """Of cells with the same number: those that are ready for a town; and how many of the others each empty cell would
    join, added up in three sets: ones, twos, four and more."""
    ready = by_one = by_two = by_four = np.int64(0)
    size = table[SIZES + 1]
    left = cells
    while left:
        group = left & -left
        beside = table[NEAR + lowest(group)]
        while beside & cells & ~group:
            group |= beside & cells
            beside = around(table, group)
        left &= ~group
        many = ones(group)
        ring = beside & empty
        if many >= size:
            ready |= group
            continue
        if many & 1:
            carry = by_one & ring
            by_one ^= ring
            by_four |= by_two & carry
            by_two ^= carry
        if many & 2:
            by_four |= by_two & ring
            by_two ^= ring
    return ready, by_one, by_two, by_four


@lean
def town(
    table: Row, cells: Whole, ready: Whole, by_one: Whole, by_two: Whole, by_four: Whole
) -> Any:
    """What is seen of a number that has no town yet: how far it is, how many cells it has over, how many are lost; and its cells
    as those of a near town, of a far one, and of none."""
    none = np.int64(0)
    if cells == 0:
        return TOWN_NONE, none, none, none, none, none
    held = ones(cells)
    if ready:
        return TOWN_READY, held - table[SIZES + 1], none, ready, none, cells & ~ready
    one = by_four | (by_two & by_one)
    if one:
        spare = max(none, held - 3)
        if one & (one - 1) == 0:
            return TOWN_1_TIGHT, spare, none, cells, none, none
        if ones(one) == 2:
            return TOWN_1_FAIR, spare, none, cells, none, none
        return TOWN_1_WIDE, spare, none, cells, none, none
    if by_two:
        spare = max(none, held - 2)
        if ones(by_two) <= 2:
            return TOWN_2_TIGHT, spare, none, none, cells, none
        return TOWN_2_WIDE, spare, none, none, cells, none
    if by_one:
        return TOWN_3, held - 1, none, none, cells, cells
    return TOWN_NONE, none, held, none, none, cells


# Ranges and pyramids


@lean
def see_ranges(
    row: Row, table: Row, sheet: Whole, free: Whole, empty: Whole, seen: Floats
) -> Whole:
    """Groups of high cells, and pyramids; returns the high cells."""
    high, top = high_cells(row, table, sheet, free)
    left = high
    while left:
        group, beside = group_of(table, left, high)
        left &= ~group
        ready, over = parted(table, group)
        seen[RANGE_READY] += ready
        if over:
            seen[rest(over, beside & empty)] += 1.0
    what = pyramid(table, top, empty)
    if what:
        seen[what] = 1.0
    return high


@lean
def high_cells(row: Row, table: Row, sheet: Whole, free: Whole) -> Any:
    """The free cells that are high enough for a range, and those for a pyramid."""
    top = np.int64(0)
    for number in range(table[LEAST_PYRAMID], table[VALUES] + 1):
        top |= row[sheet + NUMBERS - 1 + number]
    high = top
    for number in range(table[LEAST_RANGE], table[LEAST_PYRAMID]):
        high |= row[sheet + NUMBERS - 1 + number]
    return high & free, top & free


@lean
def group_of(table: Row, left: Whole, cells: Whole) -> Any:
    """All that hangs together with the first of the cells left, and what is around it."""
    group = left & -left
    beside = table[NEAR + lowest(group)]
    while beside & cells & ~group:
        group |= beside & cells
        beside = around(table, group)
    return group, beside


@lean
def parted(table: Row, group: Whole) -> Any:
    """How many ranges are in a group of high cells, and how many cells are over."""
    over, ready = ones(group), np.int64(0)
    while over >= table[SIZES + 2]:
        over -= table[SIZES + 2]
        ready += 1
    return ready, over


@lean
def rest(over: Whole, ring: Whole) -> Whole:
    """What is seen of the cells over of a group with these empty cells around it."""
    if over == 1:
        if ring == 0:
            return RANGE_2_SHUT
        return RANGE_2_TIGHT if ones(ring) <= 2 else RANGE_2_WIDE
    if ring == 0:
        return RANGE_1_SHUT
    return RANGE_1_TIGHT if ring & (ring - 1) == 0 else RANGE_1_WIDE


@lean
def pyramid(table: Row, top: Whole, empty: Whole) -> Whole:
    """What is seen of the best place for a pyramid; 0 for nothing."""
    if top & (top - 1) == 0:
        return 0
    best = 0
    outside = ~(top | empty)
    for at in range(table[PYRAMIDS], table[PYRAMIDS] + table[PYRAMID_COUNT]):
        if table[at] & outside == 0:
            best = max(best, ones(table[at] & top))
    if best >= 4:
        return PYRAMID_READY
    return PYRAMID_1 if best == 3 else PYRAMID_2 if best == 2 else 0


# Jungles


@lean
def see_jungles(
    row: Row, table: Row, sheet: Whole, loose: Whole, empty: Whole, seen: Floats
) -> None:
    """Groups of low cells that no town waits for."""
    seen[LOOSE] = ones(loose)
    left = loose
    while left:
        group, beside = group_of(table, left, loose)
        left &= ~group
        what = jungle(row, table, sheet, group, beside & empty, np.int64(0))
        if what:
            seen[what] += 1.0


@lean
def jungle(row: Row, table: Row, sheet: Whole, group: Whole, ring: Whole, more: Whole) -> Whole:
    """What is seen of such a group, by how many different numbers it holds; `more` is one that is not written yet."""
    size = table[SIZES]
    if group & (group - 1) == 0:
        return 0
    different = np.int64(0)
    for number in range(1, table[LEAST_RANGE]):
        different += row[sheet + NUMBERS - 1 + number] & group != 0 or number == more
    if different >= size:
        return JUNGLE_READY
    if ring and different == size - 1:
        return JUNGLE_1
    return JUNGLE_2 if ring and different == size - 2 else 0
