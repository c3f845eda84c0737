"""Whether the Base Camp can be placed without luck, compiled."""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Row, lean, lowest
from yupana.games.wiraqocha.components import (
    BATTLE_EXOSKELETON,
    PSYCHIC_PROBE,
)
from yupana.games.wiraqocha.kernel_board import (
    defence,
    owns,
    zeppelin_tiles,
)
from yupana.games.wiraqocha.kernel_conquest import (
    barred,
    may_enter,
)
from yupana.games.wiraqocha.kernel_dice import (
    among,
    count_of,
    die,
    makes,
    raised,
)
from yupana.games.wiraqocha.kernel_table import (
    BEAT_STOP,
    CHANGE,
    HELD,
    MARKS,
    MORE_BEAT,
    ONE_BEATS,
    SEAT,
    STRONG,
    STRONGHOLD,
    TILES,
    WEAK,
)
from yupana.games.wiraqocha.state import (
    HIGHEST,
    LOWEST,
    NOWHERE,
    PROBE,
)


@lean
def can_place(
    row: Row, table: Row, dice: int, cubes: int, exoskeleton: int, probed: int, desk: Row
) -> bool:
    """W-10.7 W-10.8: whether the Camp can be placed without luck with these dice and cubes.

    `exoskeleton` is whether it may still be used, `probed` a tile that was probed just now.
    """
    steps = cubes // table[CHANGE]
    if has_site(row, table, dice, steps, probed, desk):
        return True
    if exoskeleton and owns(row) >> BATTLE_EXOSKELETON & 1:
        for face in range(LOWEST, HIGHEST + 1):
            if face != table[STRONG] and count_of(dice, face):
                turned = dice - die(face) + die(table[STRONG])
                if has_site(row, table, turned, steps, probed, desk):
                    return True
    return False


@lean
def has_site(row: Row, table: Row, dice: int, steps: int, probed: int, desk: Row) -> bool:
    """W-10.3 W-10.8: whether the Camp may go somewhere, each defence at its weakest that needs no luck."""
    seat = row[SEAT]
    probe = owns(row) >> PSYCHIC_PROBE & 1 == 1 and not row[MARKS] & PROBE and probed == NOWHERE
    every = (np.int64(1) << table[TILES]) - 1
    left = every & ~row[HELD + seat] & ~barred(row) & ~zeppelin_tiles(row, table)
    while left:
        tile = lowest(left)
        left &= left - 1
        if not may_enter(row, tile):
            continue
        value = defence(row, table, tile)
        if value == 0:
            if makes(table, tile, dice, steps, desk):
                return True
            continue
        if probe or tile == probed:
            value = min(value, table[WEAK])
        if beats(row, table, tile, value, dice, steps, desk):
            return True
    return False


@lean
def beats(row: Row, table: Row, tile: int, value: int, dice: int, steps: int, desk: Row) -> bool:
    """W-5.17 W-5.20 W-10.8: the same where dice of their own have to beat a defence."""
    first, stop = table[ONE_BEATS], table[MORE_BEAT]
    if tile == row[STRONGHOLD]:
        first, stop = stop, table[BEAT_STOP]
    for beat in range(first, stop):
        if among(dice, table[beat]):
            paid = raised(table[beat], value)
            if paid <= steps and makes(table, tile, dice - table[beat], steps - paid, desk):
                return True
    return False
