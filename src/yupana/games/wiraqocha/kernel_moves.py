"""What the player whose turn it is may do, compiled: every list writes codes of moves and says how many there are.

A list writes no further than its room goes, but counts on; so the caller may ask again with more.
"""

from __future__ import annotations

from yupana.core.kernels import Random, Row, below, lean, lowest, ones
from yupana.games.wiraqocha.components import (
    ANDROID_FACTORY,
    BATTLE_EXOSKELETON,
    CARDS,
    DEATH_RAY,
    FLYING_FORTRESS,
    FORCE_FIELD,
    PSYCHIC_PROBE,
    WORKSHOP,
)
from yupana.games.wiraqocha.kernel_board import (
    KINDS,
    camp_stands,
    defence,
    diced,
    hovered,
    occupied,
    owns,
    player,
)
from yupana.games.wiraqocha.kernel_camp import can_place
from yupana.games.wiraqocha.kernel_codes import (
    AT_FLAG,
    AT_TILE,
    AT_WHO,
    BUILD,
    BURROW,
    BUY_BACK,
    COLLECT,
    DEFEND,
    DEVASTATE,
    END,
    FORTIFY,
    KIND_MASK,
    LIFT,
    LOWER,
    MANUFACTURE,
    PART_MASK,
    PROBE_TILE,
    RAISE,
    RANSOM,
    RECOVER,
    REROLL,
    ROLL,
    SACRIFICE,
    STRENGTHEN,
    SWAP_IN,
    SWAP_OVER,
    none,
    nth,
    put,
)
from yupana.games.wiraqocha.kernel_conquest import (
    barred,
    pick_take,
    takes,
    thefts,
)
from yupana.games.wiraqocha.kernel_dice import (
    count_of,
    die,
    number_of,
)
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    BUY_BACK_CUBES,
    CARD_CRYSTALS,
    CARD_CUBES,
    CAVES,
    CHANGE,
    CRYSTALS,
    CUBES,
    DEVASTATED,
    DICE,
    FACTORY_CUBES,
    GRAVES,
    HELD,
    KIND,
    LANE,
    MARKET,
    MARKS,
    MOUNTAINS,
    NOBODY,
    PHASE,
    PREPARING,
    PRISONER,
    RANSOM_CRYSTALS,
    RANSOM_CUBES,
    REROLLS,
    RESERVE,
    SACRIFICED_CRYSTALS,
    SEAT,
    SEATS,
    STOCK_DICE,
    STRICT_DICE,
    STRONG,
    STRONGHOLD,
    TILES,
    WEAK,
    WITH_PRISONERS,
)
from yupana.games.wiraqocha.state import (
    ANDROID,
    BOUGHT_BACK,
    BUILT,
    CAMP,
    COLLECTED,
    EXOSKELETON,
    EXPLORER,
    FACTORY,
    FORTRESS,
    GONE,
    HIGHEST,
    LOWEST,
    NOWHERE,
    PROBE,
    RECOVERED,
    SACRIFICED,
    ZEPPELINS,
)

FAMILIES = 9
BEFORE_CAMP = 3
"""How many lists there are in the Actions, and while the Base Camp is to be placed."""


# Preparation


@lean
def preparations(row: Row, table: Row, codes: Row) -> int:
    """W-4.1 W-4.2 W-4.5 W-12.9: the steps, in any order, until the dice are rolled."""
    seat = row[SEAT]
    own = player(seat)
    held = row[HELD + seat]
    count = none()
    if not row[MARKS] & COLLECTED:
        count = put(codes, count, none() | COLLECT)
    if row[own + GRAVES] and not row[MARKS] & RECOVERED and owns(row) >> WORKSHOP & 1:
        for pawn in range(KINDS):
            if row[own + GRAVES] >> LANE * pawn & 0xFF:
                count = put(codes, count, RECOVER | pawn << AT_WHO)
    left = held & hovered(row)
    while left:
        count = swaps(row, lowest(left), codes, count)
        left &= left - 1
    if held & table[CAVES]:
        count = burrows(row, table, codes, count)
    left = held & diced(row)
    while left:
        count = put(codes, count, LIFT | lowest(left) << AT_TILE)
        left &= left - 1
    return put(codes, count, none() | ROLL)


@lean
def swaps(row: Row, tile: int, codes: Row, count: int) -> int:
    """W-4.7 W-4.8 W-10.11: an own Zeppelin for another pawn, from the Reserve or from another tile."""
    reserve = row[player(row[SEAT]) + RESERVE]
    for pawn in range(KINDS):
        if pawn not in ZEPPELINS and reserve >> LANE * pawn & 0xFF:
            count = put(codes, count, SWAP_IN | tile << AT_TILE | pawn << AT_WHO)
    left = row[HELD + row[SEAT]] & ~hovered(row)
    while left:
        count = put(codes, count, SWAP_OVER | tile << AT_TILE | lowest(left) << AT_WHO)
        left &= left - 1
    return count


@lean
def burrows(row: Row, table: Row, codes: Row, count: int) -> int:
    """W-14.1 W-14.2 W-14.3 W-14.4: an Explorer in the Caves, to a mountain that is free."""
    if (row[KIND + EXPLORER] | row[KIND + ANDROID]) & table[CAVES]:
        left = table[MOUNTAINS] & ~occupied(row) & ~barred(row)
        while left:
            count = put(codes, count, BURROW | lowest(left) << AT_TILE)
            left &= left - 1
    return count


# Dice


@lean
def defends(row: Row, codes: Row) -> int:
    """W-6.1 W-6.2: one unused die on a tile held that has none."""
    count = none()
    left = row[HELD + row[SEAT]] & ~diced(row)
    while left:
        tile = lowest(left)
        left &= left - 1
        for face in range(LOWEST, HIGHEST + 1):
            if count_of(row[DICE], face):
                count = put(codes, count, DEFEND | tile << AT_TILE | face << AT_WHO)
    return count


@lean
def changes(row: Row, table: Row, codes: Row) -> int:
    """W-7.1 W-7.2 W-7.4: an unused die, between 1 and 6, for cubes."""
    count = none()
    if row[player(row[SEAT]) + CUBES] < table[CHANGE]:
        return count
    for face in range(LOWEST, HIGHEST + 1):
        if count_of(row[DICE], face):
            if face < HIGHEST:
                count = put(codes, count, RAISE | face << AT_WHO)
            if face > LOWEST:
                count = put(codes, count, LOWER | face << AT_WHO)
    return count


@lean
def rerolls(row: Row, codes: Row, count: int) -> int:
    """W-3.2 W-3.3: an unused die, while a Ruins noted at the start is still good for it."""
    if row[REROLLS]:
        for face in range(LOWEST, HIGHEST + 1):
            if count_of(row[DICE], face):
                count = put(codes, count, REROLL | face << AT_WHO)
    return count


@lean
def die_left(row: Row, table: Row) -> bool:
    """W-1.10 W-1.11: with strict dice, one must be left."""
    if not table[STRICT_DICE]:
        return True
    return bool(number_of(row[DICE]) + ones(diced(row)) < table[STOCK_DICE])


@lean
def may_sacrifice(row: Row, table: Row) -> bool:
    """W-8.10: once a turn, a crystal for a die."""
    if row[MARKS] & SACRIFICED:
        return False
    if row[player(row[SEAT]) + CRYSTALS] < table[SACRIFICED_CRYSTALS]:
        return False
    return die_left(row, table)


@lean
def may_manufacture(row: Row, table: Row) -> bool:
    """W-12.1: once a turn, for cubes."""
    if row[MARKS] & FACTORY or row[player(row[SEAT]) + CUBES] < table[FACTORY_CUBES]:
        return False
    return die_left(row, table)


# Cards, crystals, pawns


@lean
def builds(row: Row, table: Row, codes: Row) -> int:
    """W-8.1 W-12.6: once a turn, a card face up that one can pay; the Force Field on a tile."""
    count = none()
    if row[MARKS] & BUILT:
        return count
    own = player(row[SEAT])
    for card in range(len(CARDS)):
        if not row[MARKET] >> card & 1 or row[own + CUBES] < table[CARD_CUBES + card]:
            continue
        if row[own + CRYSTALS] < table[CARD_CRYSTALS + card]:
            continue
        if card != FORCE_FIELD:
            count = put(codes, count, BUILD | card << AT_WHO)
            continue
        left = row[HELD + row[SEAT]]
        while left:
            count = put(codes, count, BUILD | lowest(left) << AT_TILE | card << AT_WHO)
            left &= left - 1
    return count


@lean
def exchanges(row: Row, table: Row, codes: Row) -> int:
    """W-8.10 W-8.11 W-12.10 W-14.7 W-14.9: a crystal for a die, cubes for a pawn, a ransom."""
    own = player(row[SEAT])
    count = none()
    if may_sacrifice(row, table):
        count = put(codes, count, none() | SACRIFICE)
    able = row[own + CUBES] >= table[BUY_BACK_CUBES]
    if row[own + GRAVES] and able and not row[MARKS] & BOUGHT_BACK:
        for pawn in range(KINDS):
            if row[own + GRAVES] >> LANE * pawn & 0xFF:
                count = put(codes, count, BUY_BACK | pawn << AT_WHO)
    if table[WITH_PRISONERS]:
        for captor in range(table[SEATS]):
            prisoner = row[player(captor) + PRISONER]
            if prisoner != NOBODY and prisoner // KINDS == row[SEAT]:
                if row[own + CUBES] >= table[RANSOM_CUBES]:
                    count = put(codes, count, RANSOM | captor << AT_WHO)
                if row[own + CRYSTALS] >= table[RANSOM_CRYSTALS]:
                    count = put(codes, count, RANSOM | captor << AT_WHO | 1 << AT_FLAG)
    return count


@lean
def uses(row: Row, table: Row, codes: Row) -> int:
    """W-8.2 W-12.2 W-12.5 W-13.6 W-13.7 W-13.10 W-13.11: what the cards one has can do."""
    seat = row[SEAT]
    count = aids(row, table, codes, none())
    if owns(row) >> FLYING_FORTRESS & 1 and row[STRONGHOLD] != GONE and not row[MARKS] & FORTRESS:
        left = row[HELD + seat]
        while left:
            if lowest(left) != row[STRONGHOLD]:
                count = put(codes, count, FORTIFY | lowest(left) << AT_TILE)
            left &= left - 1
    if owns(row) >> DEATH_RAY & 1 and row[DEVASTATED] == NOWHERE:
        for tile in range(table[TILES]):
            count = put(codes, count, DEVASTATE | tile << AT_TILE)
    return count


@lean
def aids(row: Row, table: Row, codes: Row, count: int) -> int:
    """W-12.1 W-13.5 W-13.12 W-13.13 W-13.15: the cards that can also help to place the Camp."""
    seat = row[SEAT]
    if owns(row) >> ANDROID_FACTORY & 1 and may_manufacture(row, table):
        count = put(codes, count, none() | MANUFACTURE)
    if owns(row) >> BATTLE_EXOSKELETON & 1 and not row[MARKS] & EXOSKELETON:
        for face in range(LOWEST, HIGHEST + 1):
            if face != table[STRONG] and count_of(row[DICE], face):
                count = put(codes, count, STRENGTHEN | face << AT_WHO)
    if owns(row) >> PSYCHIC_PROBE & 1 and not row[MARKS] & PROBE:
        left = (diced(row) | row[KIND + CAMP]) & ~row[HELD + seat]
        while left:
            if defence(row, table, lowest(left)) > table[WEAK]:
                count = put(codes, count, PROBE_TILE | lowest(left) << AT_TILE)
            left &= left - 1
    return count


# The Base Camp first


@lean
def helps(row: Row, table: Row, codes: Row, desk: Row) -> int:
    """W-10.8: what may be done before the Camp stands: a change must let it be placed; luck may be tried."""
    possible = changes(row, table, codes)
    possible = aids(row, table, codes, possible)
    if possible > len(codes):
        return possible
    count = none()
    for number in range(possible):
        if serves(row, table, codes[number], desk):
            codes[count] = codes[number]
            count += 1
    count = rerolls(row, codes, count)
    if may_sacrifice(row, table):
        count = put(codes, count, none() | SACRIFICE)
    return count


@lean
def serves(row: Row, table: Row, code: int, desk: Row) -> bool:
    """W-10.8: whether the Camp can be placed without luck after this change or aid, or, at the END, as it is."""
    kind, tile, face = code & KIND_MASK, code >> AT_TILE & PART_MASK, code >> AT_WHO & PART_MASK
    dice, cubes = row[DICE], row[player(row[SEAT]) + CUBES]
    exoskeleton = 0 if row[MARKS] & EXOSKELETON else 1
    if kind == MANUFACTURE:
        return True
    if kind == RAISE:
        dice, cubes = dice - die(face) + die(face + 1), cubes - table[CHANGE]
    elif kind == LOWER:
        dice, cubes = dice - die(face) + die(face - 1), cubes - table[CHANGE]
    elif kind == STRENGTHEN:
        dice, exoskeleton = dice - die(face) + die(table[STRONG]), 0
    return can_place(
        row, table, dice, cubes, exoskeleton, tile if kind == PROBE_TILE else NOWHERE, desk
    )


@lean
def may_end(row: Row, table: Row, desk: Row) -> bool:
    """W-10.7 W-10.8: not while the Base Camp can be placed without luck."""
    return not serves(row, table, none() | END, desk)


# All of them


@lean
def family(row: Row, table: Row, number: int, codes: Row, desk: Row) -> int:
    """W-5.1 W-10.1 W-10.9: one of the lists of the Actions, in the order of the law."""
    if number == 0:
        return takes(row, table, codes, desk)
    if not camp_stands(row, row[SEAT]):
        if number == 1:
            return helps(row, table, codes, desk)
        return put(codes, none(), none() | END) if may_end(row, table, desk) else 0
    if number == 1:
        return thefts(row, table, codes, desk)
    if number == 2:
        return defends(row, codes)
    if number == 3:
        return changes(row, table, codes)
    if number == 4:
        return rerolls(row, codes, none())
    if number == 5:
        return builds(row, table, codes)
    if number == 6:
        return exchanges(row, table, codes)
    if number == 7:
        return uses(row, table, codes)
    return put(codes, none(), none() | END)


@lean
def list_moves(row: Row, table: Row, codes: Row, desk: Row) -> int:
    """W-2.1 W-4.1 W-5.1: every move of the player whose turn it is."""
    if row[PHASE] == PREPARING:
        return preparations(row, table, codes)
    if row[PHASE] != ACTING:
        return 0
    count = none()
    for number in range(FAMILIES if camp_stands(row, row[SEAT]) else BEFORE_CAMP):
        count += family(row, table, number, codes[min(count, len(codes)) :], desk)
    return count


@lean
def pick(row: Row, table: Row, codes: Row, desk: Row, random: Random) -> int:
    """One of the kinds of move that there are by chance, then one of that kind."""
    if row[PHASE] == PREPARING:
        return int(codes[below(random, preparations(row, table, codes))])
    left = (1 << (FAMILIES if camp_stands(row, row[SEAT]) else BEFORE_CAMP)) - 1
    while True:
        number = nth(left, below(random, ones(left)))
        left &= ~(1 << number)
        if number == 0:
            code = pick_take(row, table, codes, random)
            if code != NOWHERE:
                return code
        else:
            count = family(row, table, number, codes, desk)
            if count:
                return int(codes[below(random, count)])
