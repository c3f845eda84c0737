"""Whole turns of the valley, thought out and played: marks one after another, the best few kept, then a discovery.

A slot is a seat's turn and its sheet, as the kernel has them, and the marks that led to it. Slot 0 is where the turn stands;
after it come the best few after one more mark, after two, after three.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yupana.bots.minds.valley_marks import (
    PICK_CODE,
    PICK_FROM,
    PICK_PLAIN,
    PICK_STOP,
    PLAN,
    WIDEST,
    keep_mark,
    mixed,
    write_numbers,
)
from yupana.bots.minds.valley_sight import (
    SEEN,
    Floats,
    judge,
    judge_open,
    see,
    see_towns,
    weigh,
)
from yupana.core.kernels import Random, Row, Whole, below, lean, lowest, next64, ones
from yupana.games.valley.kernel_rules import (
    ALL,
    BUILD,
    BUILDINGS,
    BUILT,
    CELL_BITS,
    CROSS,
    CROSSED,
    DAKOTA,
    DONE,
    ESCAPE,
    FILLED,
    FOUND,
    FRESH,
    INFO,
    KINDS,
    LEAST_PYRAMID,
    LEAST_RANGE,
    NEAR,
    NODE,
    NODE_WORDS,
    NODES,
    NONE,
    NUMBERS,
    OP,
    PENNY,
    PENNY_ESCAPES,
    PLACE,
    PYRAMID_COUNT,
    PYRAMIDS,
    REVEAL,
    SEATS,
    SHEET,
    SHEETS,
    SIZES,
    SNAKE,
    SNAKES,
    SOLO_ROUNDS,
    SPENT,
    STEP,
    VALUES,
    add_snake,
    add_structure,
    at_least,
    free,
    has_town,
    mark_sheet,
    number_in,
    placeable,
    reach,
    revealing,
    rolled,
)

MARKS = 3
"""Marks of a turn at most: one for each die."""
KEY, DEPTH, CODES, TAIL = 0, 1, 2, 2 + MARKS
"""Behind the sheet in a slot: what was marked, whatever the order; how many marks; their codes."""

MOST_TURNS, MOST_FOUND = 96, 256
# Whole numbers to work with: of the marks that are kept, of turns, of discoveries, and where the search for these stands
TURN_SLOT = 3 * WIDEST
TURN_REVEAL, TURN_KEY = TURN_SLOT + MOST_TURNS, TURN_SLOT + 2 * MOST_TURNS
FOUND_CELLS = TURN_SLOT + 3 * MOST_TURNS
FOUND_KIND, STACK = FOUND_CELLS + MOST_FOUND, FOUND_CELLS + 2 * MOST_FOUND
PLAN_AT = STACK + 30
INTS = PLAN_AT + PLAN
# Others to work with: how the kept marks are ranked, what they leave; the same of all slots; of turns
PLAIN, STOP = 3 * WIDEST, 3 * WIDEST + 1 + MARKS * WIDEST
TURN_WORTH = STOP + 1 + MARKS * WIDEST
WORTHS_AT = TURN_WORTH + MOST_TURNS
FLOATS = WORTHS_AT + 256

PACE = 1.96
"""Cells that a sheet fills in a round, snakes among them."""


@lean
def slot_words(table: Row) -> Whole:
    return SHEETS + table[SHEET] + TAIL


# Marks


@lean
def content_of(code: Whole) -> Whole:
    """What a mark puts into its cell: a number, a structure, a cross."""
    op = code >> OP
    if op == BUILD:
        return np.int64(300) + (code >> CELL_BITS & 0xFF)
    if op == CROSS:
        return np.int64(400)
    return code >> CELL_BITS & 0xFF


@lean
def expand(
    room: Row, table: Row, dice: Row, slot: Whole, roll: Whole, clock: Whole, by: Floats, seen: Floats,
    count: Whole, width: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """All marks that may follow in a slot, the best kept."""
    own = slot * slot_words(table)
    sheet = own + SHEETS
    node, spent = room[own + NODE], room[own + SPENT]
    words = table[NODES] + node * NODE_WORDS
    left = table[INFO + roll] & (PENNY | DAKOTA) & ~spent
    built = row_built(room, sheet)
    penny_hope = by[SEEN + 1] if left & PENNY else 0.0
    dakota_hope = by[SEEN + 2] if left & DAKOTA and built < 3 else 0.0
    dice_hope = by[SEEN] * dice[node]
    cells = reach(room, table, sheet) if room[sheet + FILLED] != table[ALL] else np.int64(0)
    key = room[sheet + table[SHEET] + KEY]
    count = write_numbers(
        room, table, dice, own, slot, cells, node, spent, left, dakota_hope, key, clock, by, ints[PLAN_AT:], floats[WORTHS_AT:],
        count, width, ints, floats,
    )  # fmt: skip
    if left & DAKOTA:
        count = try_structures(
            room, table, own, cells, node, spent | DAKOTA, slot, clock, dice_hope + penny_hope,
            by, seen, count, width, ints, floats,
        )  # fmt: skip
    some = room[sheet + SNAKES] & ~room[sheet + CROSSED]
    while some:
        cell = lowest(some)
        room[sheet + CROSSED] |= np.int64(1) << cell
        plain, gain = judge_open(room, table, sheet, clock, by, seen)
        room[sheet + CROSSED] ^= np.int64(1) << cell
        crossed = key + mixed(np.int64(400), cell)
        code = np.int64(CROSS) << OP | cell
        if table[words] >> 8 & 0xFF:
            after = node_after(table, node, table[ESCAPE])
            count = keep_mark(
                plain + gain + penny_hope + dakota_hope + by[SEEN] * dice[after], plain, plain + gain,
                code | np.int64(1) << CELL_BITS, slot, crossed + (after << 2 | spent), count, width, ints, floats,
            )  # fmt: skip
        if left & PENNY and table[PENNY_ESCAPES]:
            count = keep_mark(
                plain + gain + dice_hope + dakota_hope, plain, plain + gain,
                code, slot, crossed + (node << 2 | spent | PENNY), count, width, ints, floats,
            )  # fmt: skip
        some &= some - 1
    return count


@lean
def row_built(room: Row, sheet: Whole) -> Whole:
    """How many structures stand."""
    return ones(room[sheet + BUILDINGS])


@lean
def node_after(table: Row, node: Whole, number: Whole) -> Whole:
    """Where the dice are once they have made this number."""
    words = table[NODES] + node * NODE_WORDS
    n = 0
    while table[words + 1] >> (n << 3) & 0xFF != number:
        n += 1
    return node + (table[words + 2] >> (n << 3) & 0xFF)


@lean
def try_structures(
    room: Row, table: Row, own: Whole, cells: Whole, node: Whole, spent: Whole, slot: Whole, clock: Whole,
    hope: Whole, by: Floats, seen: Floats, count: Whole, width: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """Each structure that is not built yet in each of the cells."""
    sheet = own + SHEETS
    fresh = room[sheet + FRESH]
    for structure in range(3):
        if room[sheet + BUILT + structure] != NONE:
            continue
        some = cells
        while some:
            cell = lowest(some)
            bit = np.int64(1) << cell
            add_structure(room, sheet, structure, cell)
            plain, gain = judge_open(room, table, sheet, clock, by, seen)
            room[sheet + BUILT + structure] = NONE
            room[sheet + BUILDINGS] ^= bit
            room[sheet + FILLED] ^= bit
            room[sheet + FRESH] = fresh
            key = room[sheet + table[SHEET] + KEY] + mixed(np.int64(300) + structure, cell)
            code = np.int64(BUILD) << OP | np.int64(structure) << CELL_BITS | cell
            count = keep_mark(
                plain + gain + hope, plain, plain + gain, code, slot, key + (node << 2 | spent),
                count, width, ints, floats,
            )  # fmt: skip
            some &= some - 1
    return count


# Discoveries


@lean
def groups(
    room: Row, table: Row, sheet: Whole, within: Whole, size: Whole, kind: Whole, count: Whole, most: Whole, ints: Row
) -> Whole:  # fmt: skip
    """Connected sets of that size within these cells, each once, for a jungle of different numbers only; `most` in all.

    The first cell of a set is its lowest one; a cell that was tried is not tried again with what was chosen before it.
    """
    chosen, allowed, beside = STACK, STACK + 10, STACK + 20
    seeds = within
    while seeds:
        cell = lowest(seeds)
        seeds &= seeds - 1
        deep = 0
        ints[chosen] = np.int64(1) << cell
        ints[allowed] = seeds
        if kind == 0:
            ints[allowed] &= ~room[sheet + NUMBERS - 1 + number_in(room, sheet, cell)]
        ints[beside] = table[NEAR + cell]
        while deep >= 0:
            if deep == size - 1:
                if count >= most:
                    return count
                ints[FOUND_CELLS + count] = ints[chosen + deep]
                ints[FOUND_KIND + count] = kind
                count += 1
                deep -= 1
                continue
            choice = ints[allowed + deep] & ints[beside + deep]
            if choice == 0:
                deep -= 1
                continue
            cell = lowest(choice)
            ints[allowed + deep] &= ~(np.int64(1) << cell)
            ints[allowed + deep + 1] = ints[allowed + deep]
            if kind == 0:
                number = number_in(room, sheet, cell)
                ints[allowed + deep + 1] &= ~room[sheet + NUMBERS - 1 + number]
            ints[beside + deep + 1] = ints[beside + deep] | table[NEAR + cell]
            ints[chosen + deep + 1] = ints[chosen + deep] | np.int64(1) << cell
            deep += 1
    return count


@lean
def list_reveals(
    room: Row, table: Row, sheet: Whole, clock: Whole, wide: Whole, seen: Floats, ints: Row
) -> Whole:
    """Discoveries that are worth a look; how many."""
    left = free(room, sheet)
    count = 0
    top = left & at_least(room, table, sheet, table[LEAST_PYRAMID])
    if ones(top) >= table[SIZES + 3]:
        for at in range(table[PYRAMIDS], table[PYRAMIDS] + table[PYRAMID_COUNT]):
            if table[at] & ~top == 0 and count < 16:
                ints[FOUND_CELLS + count] = table[at]
                ints[FOUND_KIND + count] = 3
                count += 1
    for number in range(1, table[VALUES] + 1):
        cells = room[sheet + NUMBERS - 1 + number] & left
        if ones(cells) >= table[SIZES + 1] and not has_town(room, sheet, number):
            count = groups(room, table, sheet, cells, table[SIZES + 1], 1, count, count + 12, ints)
            if count > 64:
                break
    high = left & at_least(room, table, sheet, table[LEAST_RANGE])
    most = count + (48 if wide else 20)
    count = groups(room, table, sheet, high, table[SIZES + 2], 2, count, most, ints)
    empty = table[ALL] & ~room[sheet + FILLED]
    likely, _, _ = see_towns(room, table, sheet, left, empty, room[sheet + KINDS + 1], seen)
    within = left & ~likely & ~high
    most = count + (60 if wide else 12)
    if ones(within) >= table[SIZES]:
        count = groups(room, table, sheet, within, table[SIZES], 0, count, most, ints)
    if (wide or clock <= 2.0) and ones(left) >= table[SIZES]:
        count = groups(room, table, sheet, left, table[SIZES], 0, count, most, ints)
    return count


@lean
def keep_turn(
    worth: Whole, slot: Whole, reveal: Whole, key: Whole, count: Whole, most: Whole, ints: Row, floats: Floats
) -> Whole:  # fmt: skip
    """Puts a whole turn among the best, if it is one of them; how many there are now."""
    if count == most and worth <= floats[TURN_WORTH + count - 1]:
        return count
    for at in range(count):
        if ints[TURN_KEY + at] == key and ints[TURN_REVEAL + at] == reveal:
            return count
    at = count if count < most else count - 1
    while at > 0 and floats[TURN_WORTH + at - 1] < worth:
        floats[TURN_WORTH + at] = floats[TURN_WORTH + at - 1]
        ints[TURN_SLOT + at] = ints[TURN_SLOT + at - 1]
        ints[TURN_REVEAL + at] = ints[TURN_REVEAL + at - 1]
        ints[TURN_KEY + at] = ints[TURN_KEY + at - 1]
        at -= 1
    floats[TURN_WORTH + at] = worth
    ints[TURN_SLOT + at], ints[TURN_REVEAL + at], ints[TURN_KEY + at] = slot, reveal, key
    return count + 1 if count < most else count


@lean
def end_turn(
    room: Row, table: Row, slot: Whole, clock: Whole, wide: Whole, by: Floats, seen: Floats, plain: Whole,
    count: Whole, most: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """The turn that stops here, with each discovery or none."""
    sheet = slot * slot_words(table) + SHEETS
    key = room[sheet + table[SHEET] + KEY]
    count = keep_turn(plain, slot, np.int64(NONE), key, count, most, ints, floats)
    last = sheet + NUMBERS + table[VALUES] + room[sheet + FOUND]
    for at in range(list_reveals(room, table, sheet, clock, wide, seen, ints)):
        kind, cells = ints[FOUND_KIND + at], ints[FOUND_CELLS + at]
        room[sheet + KINDS + kind] |= cells
        room[sheet + FOUND] += 1
        room[last] = cells
        worth = judge(room, table, sheet, clock, by, seen)
        room[sheet + KINDS + kind] ^= cells
        room[sheet + FOUND] -= 1
        room[last] = 0
        if count < most or worth > floats[TURN_WORTH + count - 1]:
            count = keep_turn(worth, slot, revealing(kind, cells), key, count, most, ints, floats)
    return count


# Turns


@lean
def think(
    room: Row, table: Row, dice: Row, roll: Whole, clock: Whole, by: Floats, seen: Floats,
    width: Whole, stops: Whole, wide: Whole, most: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """The best whole turns from slot 0 on, at most so many: `width` of the ways to go on are kept after each mark, and the
    most promising `stops` of all places to stop at are looked at for discoveries, with `wide` for more of them."""
    words = slot_words(table)
    root = SHEETS + table[SHEET]
    room[root + KEY] = room[root + DEPTH] = 0
    begun = room[SPENT] != 0 or room[NODE] != table[INFO + roll] >> 8
    slots, first = 1, 0
    floats[STOP] = -1e18
    if begun:
        plain, gain = judge_open(room, table, SHEETS, clock, by, seen)
        floats[PLAIN], floats[STOP] = plain, plain + gain
    for _ in range(MARKS):
        count = np.int64(0)
        for slot in range(first, slots):
            count = expand(
                room, table, dice, slot, roll, clock, by, seen, count, width, ints, floats
            )
        first = slots
        for at in range(count):
            old, new = ints[PICK_FROM + at] * words, slots * words
            for word in range(words):
                room[new + word] = room[old + word]
            code = ints[PICK_CODE + at]
            mark_sheet(room, table, new, new + SHEETS, code)
            tail = new + root
            room[tail + KEY] += mixed(content_of(code), code & 63)
            room[tail + CODES + room[tail + DEPTH]] = code
            room[tail + DEPTH] += 1
            floats[PLAIN + slots], floats[STOP + slots] = (
                floats[PICK_PLAIN + at],
                floats[PICK_STOP + at],
            )
            slots += 1
        if count == 0:
            break
    turns = np.int64(0)
    for _ in range(min(stops, slots)):
        best = 0
        for slot in range(1, slots):
            if floats[STOP + slot] > floats[STOP + best]:
                best = slot
        if floats[STOP + best] <= -1e17:
            break
        floats[STOP + best] = -1e18
        turns = end_turn(
            room, table, best, clock, wide, by, seen, floats[PLAIN + best], turns, most, ints, floats
        )  # fmt: skip
    return turns


@lean
def take_turn(room: Row, table: Row, ints: Row) -> None:
    """Makes the best turn of those thought out: slot 0 is the sheet after it."""
    words = slot_words(table)
    slot, reveal = ints[TURN_SLOT] * words, ints[TURN_REVEAL]
    if reveal != NONE:
        mark_sheet(room, table, slot, slot + SHEETS, reveal)
    if slot:
        for word in range(words):
            room[word] = room[slot + word]
    room[NODE] = room[SPENT] = room[STEP] = 0


@lean
def play_turn(
    room: Row, table: Row, dice: Row, roll: Whole, clock: Whole, by: Floats, seen: Floats,
    width: Whole, stops: Whole, ints: Row, floats: Floats,
) -> None:  # fmt: skip
    """A whole turn by judgement, from its beginning."""
    room[SHEETS + FRESH] = 0
    room[NODE] = table[INFO + roll] >> 8
    room[SPENT] = room[STEP] = 0
    think(
        room, table, dice, roll, clock, by, seen, width, stops, np.int64(0), np.int64(1), ints, floats
    )  # fmt: skip
    take_turn(room, table, ints)


# Snakes


@lean
def judge_snake(
    room: Row, table: Row, cell: Whole, clock: Whole, by: Floats, seen: Floats
) -> Whole:
    """What the sheet of slot 0 may come to with a snake in the cell."""
    bit, fresh = np.int64(1) << cell, room[SHEETS + FRESH]
    add_snake(room, SHEETS, cell)
    worth = judge(room, table, SHEETS, clock, by, seen)
    room[SHEETS + SNAKES] ^= bit
    room[SHEETS + FILLED] ^= bit
    room[SHEETS + FRESH] = fresh
    return worth


@lean
def place_snake(room: Row, table: Row, clock: Whole, by: Floats, seen: Floats) -> None:
    """A snake on the sheet of slot 0: alone where it does least harm, among others where it does most."""
    sign = 1.0 if table[SEATS] == 1 else -1.0
    best: Whole = np.int64(0)
    most = -1e18
    cells = placeable(room, table, SHEETS)
    while cells:
        cell = lowest(cells)
        worth = sign * judge_snake(room, table, cell, clock, by, seen)
        if worth > most:
            best, most = cell, worth
        cells &= cells - 1
    add_snake(room, SHEETS, best)


# Rounds


@lean
def clock_of(table: Row, round_: Whole, away: Whole) -> Whole:
    """Rounds left after this one: alone they are known, among others the fullest sheet of theirs says how many."""
    if table[SEATS] == 1:
        return np.float64(table[SOLO_ROUNDS] - round_)
    return max(0.0, away - PACE) / PACE + 0.25


@lean
def play_round(
    room: Row, table: Row, dice: Row, round_: Whole, away: Whole, random: Random, weights: Floats, by: Floats,
    seen: Floats, width: Whole, stops: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """One round of the sheet in slot 0; how many empty cells the fullest other sheet has after it."""
    roll = rolled(table, random)
    luck = below(random, 12)
    clock = clock_of(table, round_, away)
    weigh(weights, clock, by)
    if table[INFO + roll] & SNAKE:
        place_snake(room, table, clock, by, seen)
        return away - 1
    play_turn(room, table, dice, roll, clock, by, seen, width, stops, ints, floats)
    return away - (1 if luck < 1 else 2 if luck < 9 else 3)


@lean
def is_over(room: Row, table: Row, round_: Whole, away: Whole) -> Whole:
    """After round number `round_`."""
    if room[SHEETS + FILLED] == table[ALL]:
        return True
    return round_ >= table[SOLO_ROUNDS] if table[SEATS] == 1 else away <= 0


@lean
def go_on(
    room: Row, table: Row, dice: Row, round_: Whole, away: Whole, rounds: Whole, random: Random, weights: Floats,
    by: Floats, seen: Floats, width: Whole, stops: Whole, ints: Row, floats: Floats,
) -> Whole:  # fmt: skip
    """Plays the sheet in slot 0 on, after round number `round_`, for some rounds; what it may come to then."""
    for _ in range(rounds):
        if is_over(room, table, round_, away):
            break
        round_ += 1
        away = play_round(
            room, table, dice, round_, away, random, weights, by, seen, width, stops, ints, floats
        )
    if is_over(room, table, round_, away):
        return judge(room, table, SHEETS, 0.0, by, seen)
    clock = clock_of(table, round_, away + (0 if table[SEATS] == 1 else PACE))
    weigh(weights, clock, by)
    return judge(room, table, SHEETS, clock, by, seen)


@lean
def sow(random: Random, seed: Whole, number: Whole) -> None:
    """Chance for play number so and so."""
    random[0] = np.uint64(seed) + np.uint64(number) * np.uint64(0xD1342543DE82EF95)
    random[0] = next64(random)


@lean
def play_on(
    starts: Row, room: Row, table: Row, dice: Row, round_: Whole, away: Whole, rounds: Whole, start: Whole,
    count: Whole, seed: Whole, random: Random, weights: Floats, by: Floats, seen: Floats,
    width: Whole, stops: Whole, ints: Row, floats: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Adds up for each of some sheets what it comes to in some plays, with the same chance for all of them."""
    words = slot_words(table)
    for number in range(start, start + count):
        for at in range(len(sums)):
            sow(random, seed, number)
            for word in range(words):
                room[word] = starts[at * words + word]
            sums[at] += go_on(
                room, table, dice, round_, away, rounds, random, weights, by, seen, width, stops, ints, floats
            )  # fmt: skip


@lean
def finish_turn(
    room: Row, table: Row, dice: Row, roll: Whole, code: Whole, clock: Whole, by: Floats, seen: Floats,
    width: Whole, stops: Whole, ints: Row, floats: Floats,
) -> None:  # fmt: skip
    """Makes a mark in slot 0, then the best that can follow it in this turn; a snake too."""
    op = code >> OP
    if op == PLACE:
        add_snake(room, SHEETS, code & 63)
        return
    mark_sheet(room, table, 0, SHEETS, code)
    if op < DONE:
        think(
            room, table, dice, roll, clock, by, seen, width, stops, np.int64(1), np.int64(1), ints, floats
        )  # fmt: skip
        take_turn(room, table, ints)
    room[NODE] = room[SPENT] = room[STEP] = 0


# What can be done now


@lean
def judge_marks(
    room: Row, table: Row, dice: Row, roll: Whole, clock: Whole, by: Floats, seen: Floats,
    width: Whole, stops: Whole, ints: Row, floats: Floats, codes: Row, worths: Floats,
) -> Whole:  # fmt: skip
    """First marks of the best whole turns from slot 0 on, and how good these are; how many.

    Of a turn that can begin with several marks one is enough. A mark is listed with the best turn that has it.
    """
    words = slot_words(table)
    turns = think(
        room, table, dice, roll, clock, by, seen, width, stops, np.int64(1), np.int64(MOST_TURNS), ints, floats
    )  # fmt: skip
    cells = reach(room, table, SHEETS)
    count = covered = 0
    for turn in range(turns):
        tail = ints[TURN_SLOT + turn] * words + SHEETS + table[SHEET]
        deep = room[tail + DEPTH]
        if deep == 0:
            reveal = ints[TURN_REVEAL + turn]
            codes[count] = reveal if reveal != NONE else np.int64(DONE) << OP
            worths[count] = floats[TURN_WORTH + turn]
            count += 1
            continue
        chosen: Whole = np.int64(NONE)
        for mark in range(deep):
            code = room[tail + CODES + mark]
            if code >> OP != CROSS and not cells >> (code & 63) & 1:
                continue
            known = False
            for at in range(covered):
                known |= codes[len(codes) - 1 - at] == code
            if not known:
                codes[len(codes) - 1 - covered] = code
                covered += 1
                if chosen == NONE:
                    chosen = code
        if chosen != NONE:
            codes[count] = chosen
            worths[count] = floats[TURN_WORTH + turn]
            count += 1
    return count


@lean
def judge_snakes(
    room: Row, table: Row, sign: Whole, clock: Whole, by: Floats, seen: Floats, codes: Row, worths: Floats
) -> Whole:  # fmt: skip
    """All places for a snake on the sheet of slot 0, best first; how many."""
    count = 0
    cells = placeable(room, table, SHEETS)
    while cells:
        cell = lowest(cells)
        worth = sign * judge_snake(room, table, cell, clock, by, seen)
        at = count
        while at > 0 and worths[at - 1] < worth:
            worths[at], codes[at] = worths[at - 1], codes[at - 1]
            at -= 1
        worths[at], codes[at] = worth, np.int64(PLACE) << OP | cell
        count += 1
        cells &= cells - 1
    return count


# To learn from


@lean
def play_games(
    room: Row, table: Row, dice: Row, start: Row, away: Whole, weights: Floats, seeds: Row, random: Random,
    by: Floats, seen: Floats, width: Whole, stops: Whole, ints: Row, floats: Floats,
    heap: Any, lengths: Row, scores: Floats,
) -> None:  # fmt: skip
    """A game of one sheet with each line of weights; what was seen after each round, with the clock and the stars.

    The heap may be too short for a whole game; nothing more is noted then.
    """
    words = slot_words(table)
    for game in range(len(scores)):
        sow(random, seeds[game], 0)
        for word in range(words):
            room[word] = start[word]
        round_, far, noted = 0, away, 0
        while not is_over(room, table, round_, far):
            round_ += 1
            far = play_round(
                room, table, dice, round_, far, random, weights[game], by, seen, width, stops, ints, floats
            )  # fmt: skip
            if noted < heap.shape[1] and not is_over(room, table, round_, far):
                clock = clock_of(table, round_, far + (0 if table[SEATS] == 1 else PACE))
                stars = see(room, table, SHEETS, clock, seen)
                for at in range(SEEN):
                    heap[game, noted, at] = seen[at]
                heap[game, noted, SEEN], heap[game, noted, SEEN + 1] = clock, stars
                noted += 1
        lengths[game] = noted
        scores[game] = judge(room, table, SHEETS, 0.0, by, seen)


assert REVEAL > DONE
