"""Dice as counts by face, compiled: what they can take, and whether they can without luck."""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Row, lean
from yupana.games.wiraqocha.kernel_table import (
    FORM,
    LANE,
    MOST_SUM,
    SUM,
    TILE,
    TILE_DATA,
    TILES,
)
from yupana.games.wiraqocha.state import HIGHEST, LOWEST

TOPS = 0x0080_8080_8080_8080
"""The highest bit of each lane."""
EACH = 0x0001_0101_0101_0101
"""One in each lane of a face."""
FAR = 1 << 20
"""More changes than anybody can pay."""


@lean
def among(dice: int, part: int) -> bool:
    """Whether all of `part` is among the dice."""
    return ((dice | TOPS) - part) & TOPS == TOPS


@lean
def one(thing: int) -> int:
    """One thing of that kind, from 0."""
    return int(np.int64(1) << LANE * thing)


@lean
def die(face: int) -> int:
    """One die that shows the face."""
    return int(np.int64(1) << LANE * (face - LOWEST))


@lean
def count_of(dice: int, face: int) -> int:
    return dice >> LANE * (face - LOWEST) & 0xFF


@lean
def number_of(dice: int) -> int:
    """How many dice there are."""
    return (dice * EACH) >> LANE * (HIGHEST - LOWEST) & 0xFF


@lean
def above(dice: int, value: int) -> int:
    """The dice that show more."""
    return dice >> LANE * value << LANE * value


@lean
def sums_of(dice: int) -> int:
    """As bits: what some of the dice add up to, nothing included."""
    sums = np.int64(1)
    for face in range(LOWEST, HIGHEST + 1):
        for _ in range(count_of(dice, face)):
            sums |= sums << face
    return int(sums)


@lean
def takeable(table: Row, dice: int) -> int:
    """W-5.4 W-5.5: the tiles whose condition some of these dice make."""
    if dice == 0:
        return 0
    tiles = np.int64(0)
    sums = sums_of(dice)
    at = TILE
    for tile in range(table[TILES]):  # what a tile does not ask for is always there
        tiles |= (sums >> table[at + SUM] & among(dice, table[at + FORM])) << tile
        at += TILE_DATA
    return int(tiles)


# What can be done without luck


@lean
def makes(table: Row, tile: int, dice: int, steps: int, desk: Row) -> bool:
    """W-10.8: whether some of the dice make the tile's condition with at most so many changes by one."""
    at = TILE + TILE_DATA * tile
    total = table[at + SUM]
    if total == 0:
        return bool(nearest(table[at + FORM], dice, desk) <= steps)
    if steps == 0:
        return bool(sums_of(dice) >> total & 1)
    return sums_to(total, dice, steps, desk)


@lean
def sums_to(total: int, dice: int, steps: int, desk: Row) -> bool:
    """W-5.4: so many dice can be changed to any sum that so many dice can show; each step is worth one."""
    count = number_of(dice)
    desk[0] = 1
    for chosen in range(1, count + 1):
        desk[chosen] = 0
    for face in range(LOWEST, HIGHEST + 1):
        for _ in range(count_of(dice, face)):
            for chosen in range(count, 0, -1):
                desk[chosen] |= desk[chosen - 1] << face
    least, most = max(total - steps, 0), min(total + steps, MOST_SUM)
    close = (np.int64(1) << (most - least + 1)) - 1
    for chosen in range(1, count + 1):
        if chosen * LOWEST <= total <= chosen * HIGHEST and desk[chosen] >> least & close:
            return True
    return False


@lean
def nearest(form: int, dice: int, desk: Row) -> int:
    """W-5.5: the fewest changes that make these faces; of those chosen, the least die makes the least face."""
    count = 0
    for face in range(LOWEST, HIGHEST + 1):
        for _ in range(count_of(form, face)):
            desk[count] = face
            count += 1
    best = count
    desk[best] = 0
    for made in range(1, count + 1):
        desk[best + made] = FAR
    for face in range(LOWEST, HIGHEST + 1):
        for _ in range(count_of(dice, face)):
            for made in range(count, 0, -1):
                changes = desk[best + made - 1] + abs(face - desk[made - 1])
                desk[best + made] = min(desk[best + made], changes)
    return int(desk[best + count])


@lean
def raised(beating: int, value: int) -> int:
    """W-5.17 W-7.3: how many changes make each of these dice greater than the value, 7 for a 6."""
    changes = 0
    for face in range(LOWEST, value + 1):
        changes += count_of(beating, face) * (value + 1 - face)
    return changes
