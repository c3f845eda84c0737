"""The temple on whole numbers: the compiled twin of rules.py and scoring.py, in the order of the rulebook.

A row is a head (round, phase, roll, how many are still to make their mark) and one stretch a seat (mummies, filled
cells, last cell, mark of the running round, the sheet in hand, then one set of cells for each number that can be
written). `table` has all that is the same for a whole game: the head below, then look-ups made from the edition. Both
are made in fast.py.
"""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Random, Row, Whole, below, lean, lowest, next64, ones
from yupana.games.temple.sheet import NOTHING

# A row: its head, then the seats.
ROUND, PHASE, ROLL, WAITING, HEAD = range(5)
MUMMIES, FILLED, LAST, MARK, HOLDS, NUMBERS = range(6)
"""Where things are in a seat's stretch; the cells with the number n are NUMBERS + n - 1."""

ROLLING, WRITING, SWAPPING, HAUNTING, OVER = range(5)
NONE = -1
"""No last cell, no mark, no roll."""

# The table: its head, then the look-ups, then what the dice can show.
(
    SEATS, STRIDE, CELLS, VALUES, PLAIN, DOORS, SERIES, GROUP, GROUP_SIZE, BEATEN, UNBEATEN,
    BEATS, ROLLS, WIDTH,
) = range(14)  # fmt: skip
NEAR = 32
"""By cell: the cells around it."""
NTH = NEAR + 64
"""By byte: where its first, second ... bit is, four bits each."""
AROUND = NTH + 256
"""By byte of a set of cells and its place: the cells next to at least one of them."""
OFFERED = AROUND + 8 * 256
"""By roll: how many numbers it offers and which special faces it has; after that, these numbers, WIDTH words a roll."""
COUNT, LOCKPICK, MUMMY = 0xFFFF, 0x10000, 0x20000

MOST_CELLS = 64
MOST_VALUE = 255


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
def around(table: Row, cells: Whole) -> Whole:
    """T-6.1: all cells next to at least one of these; a byte at a time, and the last three where a sheet has them."""
    found = table[AROUND + (cells & 0xFF)] | table[AROUND + 0x100 + (cells >> 8 & 0xFF)]
    found |= table[AROUND + 0x200 + (cells >> 16 & 0xFF)]
    found |= table[AROUND + 0x300 + (cells >> 24 & 0xFF)]
    found |= table[AROUND + 0x400 + (cells >> 32 & 0xFF)]
    if table[CELLS] > 40:
        found |= table[AROUND + 0x500 + (cells >> 40 & 0xFF)]
        found |= table[AROUND + 0x600 + (cells >> 48 & 0xFF)]
        found |= table[AROUND + 0x700 + (cells >> 56 & 0xFF)]
    return found


@lean
def share(bits: Whole, stop: Whole) -> Whole:
    """A whole number below `stop` out of 32 bits of chance."""
    return (bits * stop) >> 32


# Which numbers, which cells


@lean
def writable(table: Row, filled: Whole, info: Whole) -> Whole:
    """T-2.2 T-3.1 T-3.2 T-3.4: plain cells, or doors after a Lockpick while there are any."""
    doors = table[DOORS] & ~filled if info & LOCKPICK else np.int64(0)
    plain = table[PLAIN] & ~filled
    return doors if doors else plain


@lean
def hauntable(row: Row, table: Row, sheet: Whole) -> Whole:
    """T-3.5 T-7.1 T-7.2 T-7.3: any empty plain cell; alone, one next to the last written."""
    empty = table[PLAIN] & ~row[sheet + FILLED]
    if table[SEATS] == 1 and row[sheet + LAST] != NONE:
        near = table[NEAR + row[sheet + LAST]] & empty
        if near:
            return near
    return empty


@lean
def offered(table: Row, roll: Whole, n: Whole) -> Whole:
    """T-2.3 T-3.3: number n, from 0, that may be written after this roll, in rising order."""
    return table[OFFERED + table[ROLLS] + roll * table[WIDTH] + (n >> 3)] >> ((n & 7) << 3) & 0xFF


# Moves: a number times 64 and a cell; a mummy has number 0.


@lean
def stretch(table: Row, seat: Whole) -> Whole:
    """Where the seat's own part of a row begins."""
    return HEAD + seat * table[STRIDE]


@lean
def markable(row: Row, table: Row, seat: Whole) -> Whole:
    """T-2.2 T-2.4 T-3.5: the cells that may take the seat's mark now; none if it is not its turn."""
    own = stretch(table, seat)
    if row[own + MARK] != NONE:
        return np.int64(0)
    if row[PHASE] == WRITING:
        return writable(table, row[own + FILLED], table[OFFERED + row[ROLL]])
    if row[PHASE] == HAUNTING:
        return hauntable(row, table, stretch(table, row[own + HOLDS]))
    return np.int64(0)


@lean
def list_moves(row: Row, table: Row, seat: Whole, codes: Row) -> Whole:
    """T-2.2 T-2.3 T-3.5: every move of the seat into `codes`; how many there are."""
    cells = markable(row, table, seat)
    is_writing = row[PHASE] == WRITING
    count = 0
    for n in range(table[OFFERED + row[ROLL]] & COUNT if is_writing else 1):
        number = offered(table, row[ROLL], n) if is_writing else NOTHING
        left = cells
        while left:
            codes[count] = number << 6 | lowest(left)
            left &= left - 1
            count += 1
    return count


@lean
def pick(row: Row, table: Row, seat: Whole, random: Random) -> Whole:
    """One of the seat's moves, all equally likely."""
    cells = markable(row, table, seat)
    bits = next64(random)
    cell = nth(table, cells, share(np.int64(bits >> np.uint64(32)), ones(cells)))
    if row[PHASE] != WRITING:
        return cell
    roll = row[ROLL]
    low = np.int64(bits & np.uint64(0xFFFFFFFF))
    return offered(table, roll, share(low, table[OFFERED + roll] & COUNT)) << 6 | cell


@lean
def mark(row: Row, table: Row, seat: Whole, code: Whole) -> None:
    """T-2.4 T-2.5 T-3.5: the seat's mark of the round; the last one closes it."""
    row[stretch(table, seat) + MARK] = code
    row[WAITING] -= 1
    if row[WAITING] == 0:
        close(row, table)


@lean
def close(row: Row, table: Row) -> None:
    """T-2.4 T-5.1: all marks are made; the next round begins, or the game is over."""
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        if row[PHASE] == WRITING:
            add_number(row, own, row[own + MARK] >> 6, row[own + MARK] & 63)
        else:
            add_mummy(row, stretch(table, row[own + HOLDS]), row[own + MARK])
    empty = np.int64(0)
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        row[own + MARK] = NONE
        row[own + HOLDS] = 0
        empty |= table[PLAIN] & ~row[own + FILLED]
    row[ROLL] = NONE
    row[PHASE] = ROLLING if empty else OVER
    if empty:
        row[ROUND] += 1


@lean
def add_number(row: Row, sheet: Whole, number: Whole, cell: Whole) -> None:
    """T-2.2 T-6.2: a number in the cell, for good."""
    bit = np.int64(1) << cell
    row[sheet + NUMBERS - 1 + number] |= bit
    row[sheet + FILLED] |= bit
    row[sheet + LAST] = cell


@lean
def add_mummy(row: Row, sheet: Whole, cell: Whole) -> None:
    """T-4.1 T-4.4: one more mummy; its cell takes nothing else."""
    bit = np.int64(1) << cell
    row[sheet + MUMMIES] |= bit
    row[sheet + FILLED] |= bit
    row[sheet + LAST] = NONE


# Chance


@lean
def rolled(table: Row, random: Random) -> Whole:
    """T-1.2 T-2.1: a roll of the three dice, each face as likely as another."""
    return below(random, table[ROLLS])


@lean
def open_round(row: Row, table: Row, roll: Whole) -> None:
    """T-2.1 T-3.5: a Mummy overrides the other dice; alone there is nobody to swap with."""
    row[WAITING] = table[SEATS]
    if not table[OFFERED + roll] & MUMMY:
        row[PHASE], row[ROLL] = WRITING, roll
    elif table[SEATS] > 1:
        row[PHASE], row[WAITING] = SWAPPING, 0
    else:
        row[PHASE] = HAUNTING


@lean
def swap(row: Row, table: Row, random: Random) -> None:
    """T-3.6: the sheets change hands, nobody gets their own, all such ways equally likely."""
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
    haunt(row, table)


@lean
def haunt(row: Row, table: Row) -> None:
    """T-3.5: everybody holds a sheet, and is to draw a mummy on it."""
    row[PHASE], row[WAITING] = HAUNTING, table[SEATS]


@lean
def happen(row: Row, table: Row, random: Random) -> None:
    """T-2.1 T-3.6: whatever chance has to do now."""
    if row[PHASE] == ROLLING:
        open_round(row, table, rolled(table, random))
    else:
        swap(row, table, random)


# The score


@lean
def series(row: Row, table: Row, sheet: Whole) -> Whole:
    """T-5.3 T-5.8 T-6.1: how long the longest path of adjacent cells is whose numbers rise by one each step."""
    best = 0
    first, stop = sheet + NUMBERS, sheet + NUMBERS + table[VALUES]
    while first + best < stop:  # what begins later is too short
        cells = row[first]
        at = first
        while cells:
            at += 1
            cells = around(table, cells) & row[at] if at < stop else np.int64(0)
        best = max(best, at - first)
        first += 1
    return best


@lean
def has_group(table: Row, cells: Whole, size: Whole) -> Whole:
    """T-5.4 T-6.1: whether enough of these cells, which hold the same number, hang together."""
    left = cells
    if size > 1:
        left &= around(table, cells)  # those that have no neighbour are out
    while ones(left) >= size:
        group = fresh = left & -left
        while fresh:
            fresh = around(table, fresh) & left & ~group
            group |= fresh
        if ones(group) >= size:
            return True
        left &= ~group
    return False


@lean
def points(row: Row, table: Row, sheet: Whole, length: Whole) -> Whole:
    """T-5.3 T-5.4 T-5.5 T-5.6 T-4.2 T-4.3: the series, which is known, groups and mummies; a cell may serve in all."""
    total = table[SERIES] * length
    for at in range(sheet + NUMBERS, sheet + NUMBERS + table[VALUES]):
        if row[at] and has_group(table, row[at], table[GROUP_SIZE]):
            total += table[GROUP]
    mummies = row[sheet + MUMMIES]
    if mummies:
        nines = row[sheet + NUMBERS - 1 + table[BEATS]] if table[BEATS] else np.int64(0)
        beaten = ones(around(table, nines) & mummies)
        total += table[BEATEN] * beaten + table[UNBEATEN] * (ones(mummies) - beaten)
    return total


@lean
def score(row: Row, table: Row, seat: Whole) -> Whole:
    """T-5.3: the seat's points as its sheet stands, with its own mark of this round, which is taken back then."""
    own = stretch(table, seat)
    made, last = row[own + MARK], row[own + LAST]
    is_marked = row[PHASE] == WRITING and made != NONE
    if is_marked:
        add_number(row, own, made >> 6, made & 63)
    total = points(row, table, own, series(row, table, own))
    if is_marked:
        bit = np.int64(1) << (made & 63)
        row[own + NUMBERS - 1 + (made >> 6)] ^= bit
        row[own + FILLED] ^= bit
        row[own + LAST] = last
    return total


@lean
def judge(row: Row, table: Row, scores: Row, ranks: Row, keys: Row) -> None:
    """T-5.7: the points and the places of all seats; the longest series parts those with equal points.

    `keys` has room for two numbers a seat.
    """
    seats = table[SEATS]
    different = 0
    for seat in range(seats):
        own = stretch(table, seat)
        length = series(row, table, own)
        scores[seat] = points(row, table, own, length)
        key = keys[seat] = scores[seat] * (MOST_VALUE + 1) + length
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
    while row[PHASE] != ROLLING and row[PHASE] != OVER:  # the rest of a round that has begun
        if row[PHASE] == SWAPPING:
            swap(row, table, random)
        for seat in range(table[SEATS]):
            if row[WAITING] > 0 and row[stretch(table, seat) + MARK] == NONE:
                mark(row, table, seat, pick(row, table, seat, random))
                decisions += 1
    while row[PHASE] == ROLLING:
        roll = rolled(table, random)
        empty = (
            write_round(row, table, roll, random)
            if not table[OFFERED + roll] & MUMMY
            else haunt_round(row, table, random)
        )
        decisions += table[SEATS]
        if empty:
            row[ROUND] += 1
        else:
            row[PHASE] = OVER
    return decisions


@lean
def write_round(row: Row, table: Row, roll: Whole, random: Random) -> Whole:
    """T-2.1 T-2.2 T-2.3: everybody writes by chance at once; the plain cells that somebody has left."""
    info = table[OFFERED + roll]
    empty = np.int64(0)
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        cells = writable(table, row[own + FILLED], info)
        bits = next64(random)
        cell = nth(table, cells, share(np.int64(bits >> np.uint64(32)), ones(cells)))
        low = np.int64(bits & np.uint64(0xFFFFFFFF))
        add_number(row, own, offered(table, roll, share(low, info & COUNT)), cell)
        empty |= table[PLAIN] & ~row[own + FILLED]
    return empty


@lean
def haunt_round(row: Row, table: Row, random: Random) -> Whole:
    """T-3.5: a mummy by chance on every sheet; to that it is all one who holds which."""
    empty = np.int64(0)
    for seat in range(table[SEATS]):
        own = stretch(table, seat)
        cells = hauntable(row, table, own)
        add_mummy(row, own, nth(table, cells, below(random, ones(cells))))
        empty |= table[PLAIN] & ~row[own + FILLED]
    return empty


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
