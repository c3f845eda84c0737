"""The valley on whole numbers: the compiled twin of rules.py, marks.py, discoveries.py and scoring.py.

A row is a head (round, phase, roll, how many are not done) and one stretch a seat: its turn, its sheet, and its sheet
with the marks of the running round. `table` has all that is the same for a whole game: the head below, then look-ups
made from the edition. Both are made in fast.py.
"""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Random, Row, Whole, below, lean, lowest, ones

# A row: its head, then the seats: first the turn, then the two sheets.
ROUND, PHASE, ROLL, WAITING, HEAD = range(5)
NODE, SPENT, STEP, MARK, HOLDS, SHEETS = range(6)
"""Of a turn: the numbers made so far, the special faces used, how far it is, a snake placed, the sheet in hand."""
FILLED, SNAKES, CROSSED, FRESH, BUILDINGS, BUILT, KINDS = 0, 1, 2, 3, 4, 5, 8
"""Of a sheet: sets of cells; where the three structures stand; the cells of each of the four kinds of discoveries."""
FOUND, BY_CELL, NUMBERS = 12, 13, 21
"""How many discoveries; the numbers of eight cells a word; the cells of each number; then each discovery's cells."""

ROLLING, WRITING, SWAPPING, PLACING, OVER = range(5)
MARKING, REVEALED, FINISHED = range(3)
NONE = -1
"""No structure, no snake placed, no roll."""

# The table: its head, then the look-ups.
(
    SEATS, STRIDE, SHEET, CELLS, VALUES, ALL, EDGE, PENNY_LEAST, PENNY_COUNT, ESCAPE, PENNY_ESCAPES, SOLO_ROUNDS,
    FULL_STARS, LEAST_RANGE, LEAST_PYRAMID, ROLLS, NODES, PYRAMIDS, PYRAMID_COUNT,
) = range(19)  # fmt: skip
SIZES, STARS = 20, 24
"""By kind of discovery: how many cells it has, what it is worth."""
LIKES, LIKED = 28, 31
"""By structure: the kind of discovery it likes to stand beside, what each such cell is worth."""
NEAR = 40
"""By cell: the cells around it."""
NTH = NEAR + 64
"""By byte: where its first, second ... bit is, four bits each."""
AROUND = NTH + 256
"""By byte of a set of cells and its place: the cells next to at least one of them."""
INFO = AROUND + 8 * 256
"""By roll: its special faces, and from bit 8 on the node of its dice."""
PENNY, DAKOTA, SNAKE = 1, 2, 4
NODE_WORDS = 3
"""A node is what the number dice have made so far. Its words: how many numbers they can still make and in how many
ways the one that crosses out snakes; these numbers; how many nodes further on one is with each. Eight bits each."""

# Moves: what it is, then a number and a cell, or the cells of a discovery, six bits each.
OP = 56
WRITE, WRITE_PENNY, BUILD, CROSS, DONE, PLACE, REVEAL = range(7)
"""REVEAL and the kind; of CROSS the number is 0 by Penny, else which group of dice."""
CELL_BITS = 6

MOST_CELLS, MOST_VALUE, MOST_SIZE = 64, 255, 9


# Sets of cells


@lean
def nth(table: Row, cells: Whole, n: Whole) -> Whole:
    """Member number n, from 0, of a set of cells; it has more than n."""
    bits = np.uint64(cells)
    sums = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    sums = (sums & np.uint64(0x3333333333333333)) + (
        (sums >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    sums = (sums + (sums >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    sums = sums * np.uint64(0x0101010101010101)  # in each byte, the members up to its end
    wanted = np.uint64(n) * np.uint64(0x0101010101010101)
    passed = ((wanted | np.uint64(0x8080808080808080)) - sums) & np.uint64(0x8080808080808080)
    shift = np.uint64(ones(passed)) << np.uint64(3)
    before = ((sums << np.uint64(8)) >> shift) & np.uint64(0xFF)
    within = np.int64((bits >> shift) & np.uint64(0xFF))
    at = (table[NTH + within] >> (4 * (n - np.int64(before)))) & 15
    return np.int64(shift) + at


@lean
def any_of(table: Row, cells: Whole, random: Random) -> Whole:
    """One of a set of cells by chance."""
    return nth(table, cells, below(random, ones(cells)))


@lean
def around(table: Row, cells: Whole) -> Whole:
    """V-8.1: all cells next to at least one of these; a byte at a time."""
    found = table[AROUND + (cells & 0xFF)] | table[AROUND + 0x100 + (cells >> 8 & 0xFF)]
    found |= table[AROUND + 0x200 + (cells >> 16 & 0xFF)]
    found |= table[AROUND + 0x300 + (cells >> 24 & 0xFF)]
    found |= table[AROUND + 0x400 + (cells >> 32 & 0xFF)]
    found |= table[AROUND + 0x500 + (cells >> 40 & 0xFF)]
    found |= table[AROUND + 0x600 + (cells >> 48 & 0xFF)]
    found |= table[AROUND + 0x700 + (cells >> 56 & 0xFF)]
    return found


@lean
def number_in(row: Row, sheet: Whole, cell: Whole) -> Whole:
    """The number in a cell, 0 if it has none."""
    return row[sheet + BY_CELL + (cell >> 3)] >> ((cell & 7) << 3) & 0xFF


@lean
def stretch(table: Row, seat: Whole) -> Whole:
    """Where the seat's own part of a row begins: its turn, and SHEETS words on its sheet."""
    return HEAD + seat * table[STRIDE]


# Where a mark may go


@lean
def reach(row: Row, table: Row, sheet: Whole) -> Whole:
    """V-2.3 V-2.4 V-2.5 V-2.10 V-2.12 V-2.13 V-2.14: the empty cells that may be filled next."""
    empty = table[ALL] & ~row[sheet + FILLED]
    explored = row[sheet + FILLED] & ~row[sheet + SNAKES]
    beside = around(table, explored) if explored else table[EDGE]
    return beside & empty if beside & empty else empty


@lean
def placeable(row: Row, table: Row, sheet: Whole) -> Whole:
    """V-5.2 V-9.2 V-9.3 V-9.7: any empty cell; alone, one beside a cell filled last."""
    empty = table[ALL] & ~row[sheet + FILLED]
    beside = around(table, row[sheet + FRESH]) & empty if table[SEATS] == 1 else np.int64(0)
    return beside if beside else empty


# What a turn may do


@lean
def has_begun(row: Row, table: Row, own: Whole, roll: Whole) -> Whole:
    """V-2.2: whether a cell was filled or a snake crossed out in this round."""
    return row[own + SPENT] != 0 or row[own + NODE] != table[INFO + roll] >> 8


@lean
def dice_left(row: Row, table: Row, own: Whole) -> Whole:
    """V-2.6 V-2.7: where the node of this turn is in the table."""
    return table[NODES] + row[own + NODE] * NODE_WORDS


@lean
def faces_left(row: Row, table: Row, own: Whole, roll: Whole) -> Whole:
    """V-3.1 V-3.3: the special faces that were rolled and not used yet."""
    return table[INFO + roll] & (PENNY | DAKOTA) & ~row[own + SPENT]


@lean
def unbuilt(row: Row, sheet: Whole) -> Whole:
    """V-3.2: the structures that are not drawn yet, a bit each."""
    return (
        np.int64(row[sheet + BUILT] == NONE)
        | np.int64(row[sheet + BUILT + 1] == NONE) << 1
        | np.int64(row[sheet + BUILT + 2] == NONE) << 2
    )


@lean
def escapes(row: Row, table: Row, own: Whole) -> Whole:
    """V-5.5: the groups of number dice that make the 9 that crosses out a snake, if it can still be made."""
    return table[dice_left(row, table, own)] >> 8 & 0xFF


@lean
def list_turn(
    row: Row, table: Row, shapes: Row, own: Whole, sheet: Whole, roll: Whole, codes: Row
) -> Whole:
    """V-2.2 V-6.1: every mark into `codes`: numbers, Penny, structures, snakes crossed, discoveries, Done; how many."""
    count = 0
    begun = has_begun(row, table, own, roll)
    if row[own + STEP] == MARKING:
        node = dice_left(row, table, own)
        left = faces_left(row, table, own, roll)
        cells = reach(row, table, sheet)
        for n in range(table[node] & 0xFF):
            number = table[node + 1] >> (n << 3) & 0xFF
            count = list_cells(WRITE, number, cells, codes, count)
        if left & PENNY:
            for n in range(table[PENNY_COUNT]):
                count = list_cells(WRITE_PENNY, table[PENNY_LEAST] + n, cells, codes, count)
        if left & DAKOTA:
            for structure in range(3):
                if row[sheet + BUILT + structure] == NONE:
                    count = list_cells(BUILD, structure, cells, codes, count)
        biting = row[sheet + SNAKES] & ~row[sheet + CROSSED]
        for way in range(escapes(row, table, own)):
            count = list_cells(CROSS, way + 1, biting, codes, count)
        if left & PENNY and table[PENNY_ESCAPES]:
            count = list_cells(CROSS, 0, biting, codes, count)
        if begun:
            count = list_discoveries(row, table, shapes, sheet, codes, count)
    if begun:
        codes[count] = np.int64(DONE) << OP
        count += 1
    return count


@lean
def list_cells(op: Whole, number: Whole, cells: Whole, codes: Row, count: Whole) -> Whole:
    """The same mark in each of some cells."""
    while cells:
        codes[count] = np.int64(op) << OP | number << CELL_BITS | lowest(cells)
        cells &= cells - 1
        count += 1
    return count


# What a mark changes


@lean
def mark_sheet(row: Row, table: Row, own: Whole, sheet: Whole, code: Whole) -> None:
    """V-2.2 V-2.11: one more mark of a turn, on which the next may lean."""
    op = code >> OP
    cell = code & 63
    number = code >> CELL_BITS & 0xFF
    if op == WRITE:
        add_number(row, sheet, number, cell)
        make(row, table, own, number)
    elif op == WRITE_PENNY:
        add_number(row, sheet, number, cell)
        row[own + SPENT] |= PENNY
    elif op == BUILD:
        add_structure(row, sheet, number, cell)
        row[own + SPENT] |= DAKOTA
    elif op == CROSS:  # V-5.5 V-5.12: it bites no more, its cell stays taken
        row[sheet + CROSSED] |= np.int64(1) << cell
        if number == 0:
            row[own + SPENT] |= PENNY
        else:
            make(row, table, own, table[ESCAPE])
    elif op == DONE:
        row[own + STEP] = FINISHED
    else:
        kind = op - REVEAL
        add_discovery(row, table, sheet, kind, cells_of(table, kind, code))
        row[own + STEP] = REVEALED


@lean
def make(row: Row, table: Row, own: Whole, number: Whole) -> None:
    """V-2.7 V-5.6: the dice that make this number are spent; which ones is left open."""
    node = dice_left(row, table, own)
    n = 0
    while table[node + 1] >> (n << 3) & 0xFF != number:
        n += 1
    row[own + NODE] += table[node + 2] >> (n << 3) & 0xFF


@lean
def add_number(row: Row, sheet: Whole, number: Whole, cell: Whole) -> None:
    """V-2.2 V-8.2: a number in the cell, for good."""
    bit = np.int64(1) << cell
    row[sheet + BY_CELL + (cell >> 3)] |= number << ((cell & 7) << 3)
    row[sheet + NUMBERS - 1 + number] |= bit
    row[sheet + FILLED] |= bit
    row[sheet + FRESH] |= bit


@lean
def add_structure(row: Row, sheet: Whole, structure: Whole, cell: Whole) -> None:
    """V-3.1 V-3.7 V-4.5: a structure in the cell, which is filled by it."""
    bit = np.int64(1) << cell
    row[sheet + BUILT + structure] = cell
    row[sheet + BUILDINGS] |= bit
    row[sheet + FILLED] |= bit
    row[sheet + FRESH] |= bit


@lean
def add_snake(row: Row, sheet: Whole, cell: Whole) -> None:
    """V-5.2 V-5.3 V-5.8: one more snake; nothing was filled by the sheet's owner."""
    bit = np.int64(1) << cell
    row[sheet + SNAKES] |= bit
    row[sheet + FILLED] |= bit
    row[sheet + FRESH] = 0


@lean
def add_discovery(row: Row, table: Row, sheet: Whole, kind: Whole, cells: Whole) -> None:
    """V-6.1 V-6.8: one more discovery drawn on the sheet."""
    row[sheet + NUMBERS + table[VALUES] + row[sheet + FOUND]] = cells
    row[sheet + FOUND] += 1
    row[sheet + KINDS + kind] |= cells


# Mapping


@lean
def free(row: Row, sheet: Whole) -> Whole:
    """V-6.7 V-6.12: the cells with a number that are part of no discovery yet."""
    mapped = (
        row[sheet + KINDS]
        | row[sheet + KINDS + 1]
        | row[sheet + KINDS + 2]
        | row[sheet + KINDS + 3]
    )
    return row[sheet + FILLED] & ~(row[sheet + SNAKES] | row[sheet + BUILDINGS] | mapped)


@lean
def at_least(row: Row, table: Row, sheet: Whole, least: Whole) -> Whole:
    """The cells that hold this number or a higher one."""
    cells = np.int64(0)
    for at in range(max(least, 1) - 1, table[VALUES]):
        cells |= row[sheet + NUMBERS + at]
    return cells


@lean
def has_town(row: Row, sheet: Whole, number: Whole) -> Whole:
    """V-6.4: whether the number has a town already."""
    return row[sheet + NUMBERS - 1 + number] & row[sheet + KINDS + 1] != 0


@lean
def list_discoveries(
    row: Row, table: Row, shapes: Row, sheet: Whole, codes: Row, count: Whole
) -> Whole:
    """V-6.2 V-6.3 V-6.4 V-6.5 V-6.6: every one that may be revealed; `shapes` has four lengths, then all shapes."""
    left = free(row, sheet)
    at = 4
    for kind in range(4):
        within = left
        if kind == 2:
            within &= at_least(row, table, sheet, table[LEAST_RANGE])
        elif kind == 3:
            within &= at_least(row, table, sheet, table[LEAST_PYRAMID])
        for _ in range(shapes[kind]):
            cells = shapes[at]
            at += 1
            if cells & ~within:
                continue
            if kind == 0 and not is_different(row, sheet, cells):
                continue
            if kind == 1:
                number = number_in(row, sheet, lowest(cells))
                if cells & ~row[sheet + NUMBERS - 1 + number] or has_town(row, sheet, number):
                    continue
            codes[count] = revealing(kind, cells)
            count += 1
    return count


@lean
def is_different(row: Row, sheet: Whole, cells: Whole) -> Whole:
    """V-6.2: whether no two of these cells hold the same number."""
    while cells:
        number = number_in(row, sheet, lowest(cells))
        cells &= cells - 1
        if row[sheet + NUMBERS - 1 + number] & cells:
            return False
    return True


@lean
def revealing(kind: Whole, cells: Whole) -> Whole:
    """The code of a discovery: its cells, six bits each, the first one last."""
    code = np.int64(REVEAL + kind) << OP
    shift = 0
    while cells:
        code |= lowest(cells) << shift
        cells &= cells - 1
        shift += CELL_BITS
    return code


@lean
def cells_of(table: Row, kind: Whole, code: Whole) -> Whole:
    """The cells that such a code names."""
    cells = np.int64(0)
    for n in range(table[SIZES + kind]):
        cells |= np.int64(1) << (code >> n * CELL_BITS & 63)
    return cells


@lean
def discover(row: Row, table: Row, sheet: Whole, random: Random) -> Whole:
    """V-6.1: the code of a discovery by chance, or NONE where the first attempt met none; any can come up."""
    left = free(row, sheet)
    if left == 0:
        return np.int64(NONE)
    kind = below(random, 4)
    cells = np.int64(0)
    if kind == 0:
        cells = grow(row, table, sheet, left, table[SIZES], random, True)
    elif kind == 1:
        number = number_in(row, sheet, any_of(table, left, random))
        same = row[sheet + NUMBERS - 1 + number] & left
        if ones(same) >= table[SIZES + 1] and not has_town(row, sheet, number):
            cells = grow(row, table, sheet, same, table[SIZES + 1], random, False)
    elif kind == 2:
        high = left & at_least(row, table, sheet, table[LEAST_RANGE])
        cells = grow(row, table, sheet, high, table[SIZES + 2], random, False)
    else:
        high = left & at_least(row, table, sheet, table[LEAST_PYRAMID])
        cells = fit(table, high, random)
    return revealing(kind, cells) if cells else np.int64(NONE)


@lean
def grow(
    row: Row,
    table: Row,
    sheet: Whole,
    within: Whole,
    size: Whole,
    random: Random,
    different: Whole,
) -> Whole:
    """V-6.9 V-6.10: a connected set grown cell by cell from one by chance; none (0) where it gets stuck."""
    cells = np.int64(0)
    choice = within
    beside = np.int64(0)
    for _ in range(size):
        if choice == 0:
            return np.int64(0)
        cell = any_of(table, choice, random)
        cells |= np.int64(1) << cell
        beside |= table[NEAR + cell]
        within &= ~(np.int64(1) << cell)
        if different:
            within &= ~row[sheet + NUMBERS - 1 + number_in(row, sheet, cell)]
        choice = within & beside
    return cells


@lean
def fit(table: Row, high: Whole, random: Random) -> Whole:
    """V-6.6: one of the pyramids that lie within these cells, all equally likely; none (0) if there is none."""
    if ones(high) < table[SIZES + 3]:
        return np.int64(0)
    fitting = 0
    for at in range(table[PYRAMIDS], table[PYRAMIDS] + table[PYRAMID_COUNT]):
        fitting += table[at] & ~high == 0
    if fitting == 0:
        return np.int64(0)
    n = below(random, fitting)
    at = table[PYRAMIDS]
    while table[at] & ~high or n:
        n -= table[at] & ~high == 0
        at += 1
    return table[at]


# A mark by chance


@lean
def pick_mark(row: Row, table: Row, own: Whole, sheet: Whole, roll: Whole, random: Random) -> Whole:
    """As the law draws it: first what to do, then how; a discovery that was not met is drawn again."""
    if row[own + STEP] == REVEALED:
        return np.int64(DONE) << OP
    node = dice_left(row, table, own)
    numbers = table[node] & 0xFF
    left = faces_left(row, table, own, roll)
    structures = unbuilt(row, sheet)
    biting = row[sheet + SNAKES] & ~row[sheet + CROSSED]
    ways = table[node] >> 8 & 0xFF
    all_ways = ways + (table[PENNY_ESCAPES] if left & PENNY else 0)
    options = np.int64(0)
    if row[sheet + FILLED] != table[ALL]:
        options = np.int64(numbers > 0) | (left & PENNY) << 1
        options |= np.int64(left & DAKOTA != 0 and structures > 0) << 2
    options |= np.int64(biting != 0 and all_ways > 0) << 3
    options |= np.int64(0x30) if has_begun(row, table, own, roll) else np.int64(0)
    while True:
        kind = table[NTH + options] >> (4 * below(random, ones(options))) & 15
        if kind <= 2:
            cell = any_of(table, reach(row, table, sheet), random)
            if kind == 0:
                number = table[node + 1] >> (below(random, numbers) << 3) & 0xFF
                return np.int64(WRITE) << OP | number << CELL_BITS | cell
            if kind == 1:
                number = table[PENNY_LEAST] + below(random, table[PENNY_COUNT])
                return np.int64(WRITE_PENNY) << OP | number << CELL_BITS | cell
            structure = nth(table, structures, below(random, ones(structures)))
            return np.int64(BUILD) << OP | structure << CELL_BITS | cell
        if kind == 3:
            way = below(random, all_ways)
            way = way + 1 if way < ways else 0
            return np.int64(CROSS) << OP | way << CELL_BITS | any_of(table, biting, random)
        if kind == 5:
            return np.int64(DONE) << OP
        code = discover(row, table, sheet, random)
        if code != NONE:
            return code


# The round


@lean
def running(table: Row, own: Whole) -> Whole:
    """Where the seat's sheet is with the marks of the running round."""
    return own + SHEETS + table[SHEET]


@lean
def list_moves(row: Row, table: Row, shapes: Row, seat: Whole, codes: Row) -> Whole:
    """V-2.2 V-2.8 V-5.1: every move of the seat into `codes`; how many there are."""
    own = stretch(table, seat)
    if row[PHASE] == WRITING and row[own + STEP] != FINISHED:
        return list_turn(row, table, shapes, own, running(table, own), row[ROLL], codes)
    if row[PHASE] == PLACING and row[own + MARK] == NONE:
        held = stretch(table, row[own + HOLDS]) + SHEETS
        return list_cells(PLACE, 0, placeable(row, table, held), codes, 0)
    return 0


@lean
def pick(row: Row, table: Row, seat: Whole, random: Random) -> Whole:
    """One of the seat's moves; each can come up, as likely as by the law's own pick."""
    own = stretch(table, seat)
    if row[PHASE] == WRITING:
        return pick_mark(row, table, own, running(table, own), row[ROLL], random)
    held = stretch(table, row[own + HOLDS]) + SHEETS
    return np.int64(PLACE) << OP | any_of(table, placeable(row, table, held), random)


@lean
def do(row: Row, table: Row, seat: Whole, code: Whole) -> None:
    """V-2.8 V-2.15 V-5.1: the seat's move; the last one of a round closes it."""
    own = stretch(table, seat)
    if row[PHASE] == WRITING:
        mark_sheet(row, table, own, running(table, own), code)
        row[WAITING] -= row[own + STEP] == FINISHED
    else:
        row[own + MARK] = code & 63
        row[WAITING] -= 1
    if row[WAITING] == 0:
        close(row, table)


@lean
def close(row: Row, table: Row) -> None:
    """V-2.8 V-2.15 V-5.1: all marks are laid open together."""
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        if row[PHASE] == WRITING:
            for at in range(own + SHEETS, own + SHEETS + table[SHEET]):
                row[at] = row[at + table[SHEET]]
                row[at + table[SHEET]] = 0
        else:
            add_snake(row, stretch(table, row[own + HOLDS]) + SHEETS, row[own + MARK])
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        row[own + MARK] = NONE
        row[own + NODE] = row[own + SPENT] = row[own + STEP] = row[own + HOLDS] = 0
    row[ROLL] = NONE
    end_round(row, table)


@lean
def end_round(row: Row, table: Row) -> None:
    """V-7.1 V-7.8 V-7.9 V-9.4 V-9.8: over when a sheet is full; alone, by rounds too."""
    is_over = table[SEATS] == 1 and row[ROUND] == table[SOLO_ROUNDS]
    for seat in range(table[SEATS]):
        is_over |= row[stretch(table, seat) + SHEETS + FILLED] == table[ALL]
    row[PHASE] = OVER if is_over else ROLLING
    row[ROUND] += not is_over


# Chance


@lean
def open_round(row: Row, table: Row, roll: Whole) -> None:
    """V-2.1 V-3.5 V-9.1: a Snake overrides the other dice; alone there is nobody to swap with."""
    if table[INFO + roll] & SNAKE:
        row[PHASE] = SWAPPING if table[SEATS] > 1 else PLACING
        row[WAITING] = 0 if table[SEATS] > 1 else 1
        return
    row[PHASE], row[ROLL], row[WAITING] = WRITING, roll, table[SEATS]
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        row[own + NODE] = table[INFO + roll] >> 8
        for at in range(own + SHEETS, own + SHEETS + table[SHEET]):
            row[at + table[SHEET]] = row[at]
        row[running(table, own) + FRESH] = 0


@lean
def swap(row: Row, table: Row, random: Random) -> None:
    """V-5.1 V-5.7: the sheets change hands, nobody gets their own, all such ways equally likely."""
    seats = table[SEATS]
    is_own = True
    while is_own:  # about one order in e has nobody with their own
        for seat in range(seats):
            row[stretch(table, seat) + HOLDS] = seat
        is_own = False
        for last in range(seats - 1, -1, -1):
            one, other = stretch(table, last), stretch(table, below(random, last + 1))
            row[one + HOLDS], row[other + HOLDS] = row[other + HOLDS], row[one + HOLDS]
            if row[one + HOLDS] == last:
                is_own = True
                break
    hold(row, table)


@lean
def hold(row: Row, table: Row) -> None:
    """V-5.1: everybody holds a sheet, and is to draw a snake on it."""
    row[PHASE], row[WAITING] = PLACING, table[SEATS]


@lean
def rolled(table: Row, random: Random) -> Whole:
    """V-1.3 V-2.1: a roll of the three dice, each face as likely as another."""
    return below(random, table[ROLLS])


@lean
def happen(row: Row, table: Row, random: Random) -> None:
    """V-2.1 V-5.1: whatever chance has to do now."""
    if row[PHASE] == ROLLING:
        open_round(row, table, rolled(table, random))
    else:
        swap(row, table, random)


# The score


@lean
def structure_stars(row: Row, table: Row, sheet: Whole) -> Whole:
    """V-4.1 V-4.2 V-4.3 V-4.4 V-7.4: stars for each cell of its kind of discovery beside a structure."""
    stars = np.int64(0)
    for structure in range(3):
        cell = row[sheet + BUILT + structure]
        if cell != NONE:
            liked = row[sheet + KINDS + table[LIKES + structure]]
            stars += table[LIKED + structure] * ones(table[NEAR + cell] & liked)
    return stars


@lean
def bites(row: Row, table: Row, sheet: Whole) -> Whole:
    """V-5.4 V-5.9 V-5.13 V-7.5: each snake that is not crossed out takes the largest number beside it, if any."""
    total = np.int64(0)
    biting = row[sheet + SNAKES] & ~row[sheet + CROSSED]
    while biting:
        near = table[NEAR + lowest(biting)]
        number = table[VALUES]
        while number and row[sheet + NUMBERS - 1 + number] & near == 0:
            number -= 1
        total += number
        biting &= biting - 1
    return total


@lean
def stars(row: Row, table: Row, sheet: Whole, structures: Whole) -> Whole:
    """V-6.14 V-7.2 V-7.3 V-7.4 V-7.5: a full sheet, discoveries, the structures' stars, which are known, snakes."""
    total = structures - bites(row, table, sheet)
    if row[sheet + FILLED] == table[ALL]:
        total += table[FULL_STARS]
    for kind in range(4):
        cells = row[sheet + KINDS + kind]
        if cells:
            total += ones(cells) // table[SIZES + kind] * table[STARS + kind]
    return total


@lean
def score(row: Row, table: Row, seat: Whole) -> Whole:
    """V-7.3: the seat's stars as its sheet stands, with its own marks of this round."""
    own = stretch(table, seat)
    sheet = running(table, own) if row[PHASE] == WRITING else own + SHEETS
    return stars(row, table, sheet, structure_stars(row, table, sheet))


@lean
def judge(row: Row, table: Row, scores: Row, ranks: Row, keys: Row) -> None:
    """V-7.6 V-7.7: the stars and the places of all seats; those from structures part equals.

    `keys` has room for two numbers a seat.
    """
    seats = table[SEATS]
    different = 0
    for seat in range(seats):
        sheet = stretch(table, seat) + SHEETS
        structures = structure_stars(row, table, sheet)
        scores[seat] = stars(row, table, sheet, structures)
        key = keys[seat] = (scores[seat] << 24) + structures
        at = 0
        while at < different and keys[seats + at] != key:
            at += 1
        if at == different:
            keys[seats + at] = key
            different += 1
    for seat in range(seats):
        rank = 0
        for at in range(different):
            rank += keys[seats + at] > keys[seat]
        ranks[seat] = rank


# Whole games


@lean
def playout(row: Row, table: Row, random: Random) -> Whole:
    """Plays to the end by chance, in place; how many decisions that took."""
    decisions = 0
    if row[PHASE] == SWAPPING:
        swap(row, table, random)
    while row[PHASE] == WRITING or row[PHASE] == PLACING:  # the rest of a round that has begun
        for seat in range(table[SEATS]):
            own = stretch(table, seat)
            while row[WAITING] > 0 and row[own + STEP] != FINISHED and row[own + MARK] == NONE:
                do(row, table, seat, pick(row, table, seat, random))
                decisions += 1
    while row[PHASE] == ROLLING:
        roll = rolled(table, random)
        for seat in range(table[SEATS]):
            own = stretch(table, seat)
            if (
                table[INFO + roll] & SNAKE
            ):  # to a snake by chance it is all one who holds which sheet
                sheet = own + SHEETS
                add_snake(row, sheet, any_of(table, placeable(row, table, sheet), random))
                decisions += 1
            else:
                decisions += play_turn(row, table, own, roll, random)
        end_round(row, table)
    return decisions


@lean
def play_turn(row: Row, table: Row, own: Whole, roll: Whole, random: Random) -> Whole:
    """V-2.1 V-2.2: a seat's marks of a round by chance, on its sheet at once."""
    sheet = own + SHEETS
    row[sheet + FRESH] = 0
    row[own + NODE] = table[INFO + roll] >> 8
    decisions = 0
    while row[own + STEP] != FINISHED:
        mark_sheet(row, table, own, sheet, pick_mark(row, table, own, sheet, roll, random))
        decisions += 1
    row[own + NODE] = row[own + SPENT] = row[own + STEP] = 0
    return decisions


@lean
def play_many(
    row: Row, table: Row, random: Random, work: Row, keys: Row, scores: Row, ranks: Row
) -> Whole:
    """A game from the row for each line of `scores` and `ranks`, and the decisions of all; the rest is room to work in."""
    decisions = 0
    for game in range(len(scores)):
        for at in range(len(row)):
            work[at] = row[at]
        decisions += playout(work, table, random)
        judge(work, table, scores[game], ranks[game], keys)
    return decisions
