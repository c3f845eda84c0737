"""All numbers that a turn may write next, judged together: the same sums as in valley_sight.py, most of them done once.

A number in a cell changes little: the towns of that number or the group of high cells it joins, and the room around all that is
beside the cell. What hangs on the sheet alone is worked out once, what hangs on the cell once for each cell.
"""

from __future__ import annotations

import math

import numpy as np

from yupana.bots.minds.valley_sight import (
    BEYOND,
    BITE_ROOM,
    BITING,
    BITTEN,
    CELLS_A_TURN,
    DEAD,
    FILLABLE,
    HUT_EMPTY,
    HUT_NEAR,
    HUT_OPEN,
    HUT_PLACE,
    JUNGLE_READY,
    LONELY,
    LOOSE,
    MINE_EMPTY,
    MINE_NEAR,
    MINE_OPEN,
    MINE_PLACE,
    NARROW,
    ONE,
    PYRAMID_READY,
    RANGE_READY,
    REACH,
    SEEN,
    SPARE,
    STATUE_EMPTY,
    STATUE_HOPE,
    STATUE_NEAR,
    STATUE_OPEN,
    STATUE_PLACE,
    THREAT,
    TOO_MANY,
    TOWN_READY,
    WILL_FILL,
    Floats,
    group_of,
    high_cells,
    join,
    jungle,
    parted,
    pyramid,
    rest,
    stars_now,
    town,
)
from yupana.core.kernels import Row, Whole, lean, lowest, ones
from yupana.games.valley.kernel_rules import (
    ALL,
    BUILT,
    CELL_BITS,
    CROSSED,
    FILLED,
    FULL_STARS,
    KINDS,
    LEAST_PYRAMID,
    LEAST_RANGE,
    NEAR,
    NODE_WORDS,
    NODES,
    NONE,
    NUMBERS,
    OP,
    PENNY,
    PENNY_COUNT,
    PENNY_LEAST,
    SHEETS,
    SNAKES,
    STARS,
    VALUES,
    WRITE,
    WRITE_PENNY,
    around,
    free,
    number_in,
)

# By number of a town: its cells and what an empty cell would join; then, with a cell taken: how near it is
CELLS, TAKEN, READY, BY_ONE, BY_TWO, BY_FOUR, IS_NEAR, IS_FAR, IS_LOOSE, IS_READY, TOWN_WORDS = (
    range(11)
)
GROUPS = 256 * TOWN_WORDS
"""Cells over and empty cells around of each group of high ones."""
SNAKE_AT = GROUPS + 2 * 64
"""Cells around each snake that bites, and what it takes."""
PLAN = SNAKE_AT + 2 * 64


@lean
def mixed(content: Whole, cell: Whole) -> Whole:
    """A number for something in a cell; those of several marks are added up."""
    z = np.uint64(content << 6 | cell) + np.uint64(1)
    z = (z ^ (z >> np.uint64(3))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(1))


# The marks that are kept

WIDEST = 16
PICK_CODE, PICK_FROM, PICK_KEY = 0, WIDEST, 2 * WIDEST
PICK_RANK, PICK_PLAIN, PICK_STOP = 0, WIDEST, 2 * WIDEST


@lean
def keep_mark(
    rank: Whole, plain: Whole, stop: Whole, code: Whole, slot: Whole, key: Whole,
    count: Whole, width: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """Puts a mark among the best of its depth, if it is one of them; how many there are now."""
    if count == width and rank <= floats[PICK_RANK + count - 1]:
        return count
    for at in range(count):
        if ints[PICK_KEY + at] == key:
            return count
    at = count if count < width else count - 1
    while at > 0 and floats[PICK_RANK + at - 1] < rank:
        floats[PICK_RANK + at] = floats[PICK_RANK + at - 1]
        floats[PICK_PLAIN + at] = floats[PICK_PLAIN + at - 1]
        floats[PICK_STOP + at] = floats[PICK_STOP + at - 1]
        ints[PICK_CODE + at] = ints[PICK_CODE + at - 1]
        ints[PICK_FROM + at] = ints[PICK_FROM + at - 1]
        ints[PICK_KEY + at] = ints[PICK_KEY + at - 1]
        at -= 1
    floats[PICK_RANK + at], floats[PICK_PLAIN + at], floats[PICK_STOP + at] = rank, plain, stop
    ints[PICK_CODE + at], ints[PICK_FROM + at], ints[PICK_KEY + at] = code, slot, key
    return count + 1 if count < width else count


@lean
def penny_numbers(room: Row, table: Row, sheet: Whole, cell: Whole) -> Whole:
    """What Penny might write there: the numbers around it, the least high one, and that of a pyramid."""
    numbers = np.int64(1) << table[LEAST_RANGE]
    around_it = table[NEAR + cell] & free(room, sheet)
    while around_it:
        number = number_in(room, sheet, lowest(around_it))
        numbers |= np.int64(1) << min(number, table[LEAST_PYRAMID])
        around_it &= around_it - 1
    allowed = ((np.int64(1) << table[PENNY_COUNT]) - 1) << table[PENNY_LEAST]
    if numbers & allowed == 0:
        return np.int64(1) << table[PENNY_LEAST]
    return numbers & allowed


# The survey of a sheet


@lean
def survey_towns(
    room: Row, table: Row, sheet: Whole, loose: Whole, empty: Whole, plan: Row
) -> None:
    """By number, its free cells and what empty cells would join."""
    for number in range(1, table[LEAST_RANGE]):
        same = room[sheet + NUMBERS - 1 + number]
        at = number * TOWN_WORDS
        plan[at + CELLS] = same & loose
        plan[at + TAKEN] = same & room[sheet + KINDS + 1]
        if plan[at + TAKEN] == 0:
            ready, by_one, by_two, by_four = join(table, same & loose, empty)
            plan[at + READY] = ready
            plan[at + BY_ONE], plan[at + BY_TWO], plan[at + BY_FOUR] = by_one, by_two, by_four


@lean
def towns_without(table: Row, bit: Whole, by: Floats, plan: Row, worths: Floats) -> Whole:
    """What all towns are worth when this empty cell is taken by something else."""
    total = 0.0
    for number in range(1, table[LEAST_RANGE]):
        at = number * TOWN_WORDS
        cells = plan[at + CELLS]
        if plan[at + TAKEN]:
            worths[number] = by[DEAD] * ones(cells)
            plan[at + IS_NEAR] = plan[at + IS_FAR] = plan[at + IS_READY] = 0
            plan[at + IS_LOOSE] = cells
        else:
            what, spare, dead, near, far, other = town(
                table, cells, plan[at + READY], plan[at + BY_ONE] & ~bit, plan[at + BY_TWO] & ~bit,
                plan[at + BY_FOUR] & ~bit,
            )  # fmt: skip
            worths[number] = by[what] + by[SPARE] * spare + by[DEAD] * dead
            plan[at + IS_NEAR], plan[at + IS_FAR], plan[at + IS_LOOSE] = near, far, other
            plan[at + IS_READY] = what == TOWN_READY
        total += worths[number]
    return total


@lean
def survey_ranges(table: Row, high: Whole, empty: Whole, plan: Row) -> tuple[Whole, Whole]:
    """The groups of high cells that have some over: how many; and how many ranges are ready."""
    groups = ready = np.int64(0)
    left = high
    while left:
        group, beside = group_of(table, left, high)
        left &= ~group
        whole, over = parted(table, group)
        ready += whole
        if over:
            plan[GROUPS + 2 * groups], plan[GROUPS + 2 * groups + 1] = over, beside & empty
            groups += 1
    return groups, ready


@lean
def ranges_with(table: Row, high: Whole, empty: Whole, by: Floats) -> tuple[Whole, Whole]:
    """What these high cells are worth, but for the ranges that are ready; and how many are."""
    total: Whole = 0.0
    ready: Whole = np.int64(0)
    left = high
    while left:
        group, beside = group_of(table, left, high)
        left &= ~group
        whole, over = parted(table, group)
        ready += whole
        if over:
            total += by[rest(over, beside & empty)]
    return total, ready


@lean
def jungles_with(
    room: Row, table: Row, sheet: Whole, loose: Whole, empty: Whole, bit: Whole, number: Whole, by: Floats
) -> tuple[Whole, Whole]:  # fmt: skip
    """What loose cells are worth with the number in a cell that is not written yet; and whether a jungle is ready."""
    total: Whole = by[LOOSE] * ones(loose)
    ready = False
    left = loose
    while left:
        group, beside = group_of(table, left, loose)
        left &= ~group
        more = number if group & bit else np.int64(0)
        what = jungle(room, table, sheet, group, beside & empty, more)
        if what:
            total += by[what]
            ready |= what == JUNGLE_READY
    return total, ready


@lean
def best_two(
    many: Whole, bit: Whole, first: Whole, second: Whole, where: Whole
) -> tuple[Whole, Whole, Whole]:
    """The most and the second most of what was counted for cells so far, and the cell of the most."""
    if many > first:
        return many, first, bit
    if many > second:
        return first, many, where
    return first, second, where


@lean
def write_numbers(
    room: Row, table: Row, dice: Row, own: Whole, slot: Whole, cells: Whole, node: Whole, spent: Whole,
    left: Whole, others: Whole, key: Whole, clock: Whole, by: Floats, plan: Row, worths: Floats,
    count: Whole, width: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """Every number of the dice, and some of Penny's, in each of the cells; the best are kept."""
    sheet = own + SHEETS
    filled = room[sheet + FILLED]
    empty = table[ALL] & ~filled
    loose_cells = free(room, sheet)
    snakes, biting = room[sheet + SNAKES], room[sheet + SNAKES] & ~room[sheet + CROSSED]
    hut, statue, mine = room[sheet + BUILT], room[sheet + BUILT + 1], room[sheet + BUILT + 2]
    stars = stars_now(room, table, sheet)
    low = table[LEAST_RANGE]

    # What hangs on the sheet alone
    turns = clock * (5.0 / 6.0)
    after = ones(empty) - 1
    share = 0.0 if clock <= 0.0 or after == 0 else 1.0
    if after == 0:
        stars += table[FULL_STARS]
    space = CELLS_A_TURN * turns + (clock - turns)
    fixed = by[ONE] + by[FILLABLE] * min(np.float64(after), space)
    fixed += by[BEYOND] * max(0.0, after - space) + by[BITING] * ones(biting)
    fixed += by[WILL_FILL] / (1.0 + math.exp(-(space - after) / (0.6 + 0.5 * math.sqrt(turns))))
    dakota = 1.0 - math.exp(-0.1823 * turns)
    if hut == NONE:
        fixed += by[HUT_OPEN] * dakota
    if statue == NONE:
        fixed += by[STATUE_OPEN] * dakota
    if mine == NONE:
        fixed += by[MINE_OPEN] * dakota
    jungles, towns, ranges = (
        room[sheet + KINDS],
        room[sheet + KINDS + 1],
        room[sheet + KINDS + 2],
    )
    lonely = narrow = two = np.int64(0)
    none: Whole = np.int64(0)
    hut_1 = hut_2 = statue_1 = statue_2 = mine_1 = mine_2 = none
    hut_at = statue_at = mine_at = none
    some = empty
    while some:
        bit = some & -some
        near = table[NEAR + lowest(some)]
        some &= some - 1
        beside = near & empty
        rest_of = beside & (beside - 1)
        if beside == 0:
            lonely |= bit
        elif rest_of == 0:
            narrow |= bit
        elif rest_of & (rest_of - 1) == 0:
            two |= bit
        if hut == NONE:
            hut_1, hut_2, hut_at = best_two(ones(near & jungles), bit, hut_1, hut_2, hut_at)
        if statue == NONE:
            statue_1, statue_2, statue_at = best_two(
                ones(near & towns), bit, statue_1, statue_2, statue_at
            )
        if mine == NONE:
            mine_1, mine_2, mine_at = best_two(ones(near & ranges), bit, mine_1, mine_2, mine_at)
    hut_near = statue_near = mine_near = hut_numbers = np.int64(0)
    if hut != NONE:
        hut_near = table[NEAR + hut]
        for number in range(1, low):
            hut_numbers += room[sheet + NUMBERS - 1 + number] & loose_cells & hut_near != 0
    if statue != NONE:
        statue_near = table[NEAR + statue]
    if mine != NONE:
        mine_near = table[NEAR + mine]
    explored, bite_ring = around(table, filled & ~snakes), around(table, biting)
    bitten = bites = np.int64(0)
    some = biting
    while some:
        near = table[NEAR + lowest(some)]
        number = table[VALUES]
        while number and room[sheet + NUMBERS - 1 + number] & near == 0:
            number -= 1
        plan[SNAKE_AT + 2 * bites], plan[SNAKE_AT + 2 * bites + 1] = near, number
        bitten += number
        bites += 1
        some &= some - 1
    survey_towns(room, table, sheet, loose_cells, empty, plan)
    high, top = high_cells(room, table, sheet, loose_cells)
    groups, ready = survey_ranges(table, high, empty, plan)
    pyramid_now = pyramid(table, top, empty)

    # What hangs on the cell
    words = table[NODES] + node * NODE_WORDS
    by_dice = np.int64(0)
    for n in range(table[words] & 0xFF):
        by_dice |= np.int64(1) << (table[words + 1] >> (n << 3) & 0xFF)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        bit, near = np.int64(1) << cell, table[NEAR + cell]
        open_ = empty & ~bit
        worth = fixed + by[REACH] * ones((explored | near) & open_)
        worth += by[LONELY] * ones((lonely | (narrow & near)) & ~bit)
        worth += by[NARROW] * ones(((narrow & ~near) | (two & near)) & ~bit)
        worth += by[BITE_ROOM] * ones(bite_ring & open_)
        if hut != NONE:
            worth += by[HUT_EMPTY] * ones(hut_near & open_)
        else:
            worth += by[HUT_PLACE] * dakota * (hut_2 if hut_at == bit else hut_1)
        if statue != NONE:
            worth += by[STATUE_EMPTY] * ones(statue_near & open_)
        else:
            worth += by[STATUE_PLACE] * dakota * (statue_2 if statue_at == bit else statue_1)
        if mine != NONE:
            worth += by[MINE_EMPTY] * ones(mine_near & open_)
        else:
            worth += by[MINE_PLACE] * dakota * (mine_2 if mine_at == bit else mine_1)
        threat = table[VALUES]
        beside = around(table, open_)
        while threat and room[sheet + NUMBERS - 1 + threat] & beside == 0:
            threat -= 1
        towns_worth = towns_without(table, bit, by, plan, worths)
        near_without = far_without = loose_without = towns_ready = np.int64(0)
        for number in range(1, low):
            at = number * TOWN_WORDS
            near_without |= plan[at + IS_NEAR]
            far_without |= plan[at + IS_FAR]
            loose_without |= plan[at + IS_LOOSE]
            towns_ready += plan[at + IS_READY]
        ranges_worth: Whole = 0.0
        for group in range(groups):
            ranges_worth += by[rest(plan[GROUPS + 2 * group], plan[GROUPS + 2 * group + 1] & ~bit)]
        pyramid_low = pyramid(table, top, open_) if pyramid_now else 0
        loose_worth, loose_ready = jungles_with(
            room, table, sheet, loose_without, open_, np.int64(0), np.int64(0), by
        )
        high_known = False
        high_worth, high_ready = 0.0, np.int64(0)
        by_penny = penny_numbers(room, table, sheet, cell) if left & PENNY else np.int64(0)
        numbers = by_dice | by_penny

        # What hangs on the number
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            total = worth + by[THREAT] * (max(threat, number) if near & open_ else threat)
            likely, hoped = near_without, far_without
            number_ready, jungle_ready = towns_ready, loose_ready
            if number < low:
                likely = hoped = loose = np.int64(0)
                for other in range(1, low):
                    if other != number:
                        at = other * TOWN_WORDS
                        likely |= plan[at + IS_NEAR]
                        hoped |= plan[at + IS_FAR]
                        loose |= plan[at + IS_LOOSE]
                at = number * TOWN_WORDS
                joined = plan[at + CELLS] | bit
                number_ready -= plan[at + IS_READY]
                if plan[at + TAKEN]:
                    new: Whole = by[DEAD] * ones(joined)
                    loose |= joined
                else:
                    whole, by_one, by_two, by_four = join(table, joined, open_)
                    what, spare, dead, is_near, is_far, other_cells = town(
                        table, joined, whole, by_one, by_two, by_four
                    )
                    new = by[what] + by[SPARE] * spare + by[DEAD] * dead
                    likely |= is_near
                    hoped |= is_far
                    loose |= other_cells
                    number_ready += what == TOWN_READY
                total += towns_worth - worths[number] + new
                total += ranges_worth
                loose_new, jungle_ready = jungles_with(
                    room, table, sheet, loose, open_, bit & loose, number, by
                )
                total += loose_new
                range_ready, mountain = ready, high
                stage = pyramid_low
                if hut_near & bit:
                    held = room[sheet + NUMBERS - 1 + number] & loose_cells & hut_near
                    total += by[HUT_NEAR] * (hut_numbers + (held == 0))
                else:
                    total += by[HUT_NEAR] * hut_numbers
            else:
                if not high_known:
                    high_known = True
                    high_worth, high_ready = ranges_with(table, high | bit, open_, by)
                total += towns_worth + loose_worth + high_worth + by[HUT_NEAR] * hut_numbers
                range_ready, mountain = high_ready, high | bit
                stage = pyramid_low
                if number >= table[LEAST_PYRAMID]:
                    stage = pyramid(table, top | bit, open_)
            if stage:
                total += by[stage]
            total += by[RANGE_READY] * range_ready
            total += by[TOO_MANY] * max(0.0, number_ready + range_ready - turns)
            total += by[STATUE_NEAR] * ones(statue_near & likely)
            total += by[STATUE_HOPE] * ones(statue_near & hoped)
            total += by[MINE_NEAR] * ones(mine_near & mountain)
            more = np.int64(0)
            for snake in range(bites):
                if plan[SNAKE_AT + 2 * snake] & bit:
                    more += max(np.int64(0), number - plan[SNAKE_AT + 2 * snake + 1])
            total += by[BITTEN] * (bitten + more)
            plain = stars - more + share * total
            gain = 0.0
            if jungle_ready:
                gain = max(gain, table[STARS] - share * by[JUNGLE_READY])
            if number_ready:
                gain = max(gain, table[STARS + 1] - share * by[TOWN_READY])
            if range_ready:
                gain = max(gain, table[STARS + 2] - share * by[RANGE_READY])
            if stage == PYRAMID_READY:
                gain = max(gain, table[STARS + 3] - share * by[PYRAMID_READY])
            mark = number << CELL_BITS | cell
            this = key + mixed(number, cell)
            if by_dice >> number & 1:
                n = 0
                while table[words + 1] >> (n << 3) & 0xFF != number:
                    n += 1
                then = node + (table[words + 2] >> (n << 3) & 0xFF)
                hope = by[SEEN] * dice[then] + others
                hope += by[SEEN + 1] if left & PENNY else 0.0
                count = keep_mark(
                    plain + gain + hope, plain, plain + gain, np.int64(WRITE) << OP | mark, slot,
                    this + (then << 2 | spent), count, width, ints, floats,
                )  # fmt: skip
            if by_penny >> number & 1:
                hope = by[SEEN] * dice[node] + others
                count = keep_mark(
                    plain + gain + hope, plain, plain + gain, np.int64(WRITE_PENNY) << OP | mark, slot,
                    this + (node << 2 | spent | PENNY), count, width, ints, floats,
                )  # fmt: skip
    return count
