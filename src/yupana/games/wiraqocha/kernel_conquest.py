"""Conquest and theft, compiled: what may be taken, by whom, with which dice; the twin of conquest.py."""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Random, Row, below, lean, lowest, ones
from yupana.games.wiraqocha.components import TUNNELLER as TUNNELLER_CARD
from yupana.games.wiraqocha.kernel_board import (
    KINDS,
    camp_stands,
    defence,
    defenders,
    hovered,
    occupied,
    owner,
    owns,
    player,
    zeppelin_tiles,
)
from yupana.games.wiraqocha.kernel_codes import (
    ARTIFACT_LOOT,
    AT_BEAT,
    AT_FLAG,
    AT_LOOT,
    AT_NUMBER,
    AT_TILE,
    AT_WAY,
    AT_WHO,
    CRYSTAL_LOOT,
    ENTER,
    FREEDOM_LOOT,
    INVENTION_LOOT,
    KIND_MASK,
    MARCH,
    PILLAGE,
    TUNNEL,
    none,
    nth,
    put,
)
from yupana.games.wiraqocha.kernel_dice import (
    above,
    among,
    number_of,
    takeable,
)
from yupana.games.wiraqocha.kernel_table import (
    ARTIFACTS,
    BEAT_STOP,
    CHANGE,
    CRYSTALS,
    CUBES,
    DEVASTATED,
    DICE,
    FIELD,
    HELD,
    INVENTIONS,
    KIND,
    LANE,
    MARKS,
    MORE_BEAT,
    NEAR,
    NOBODY,
    ONE_BEATS,
    OWN_CARDS,
    PRISONER,
    RESERVE,
    SEAT,
    STRONGHOLD,
    TILE,
    TILE_DATA,
    TUNNEL_FREES,
    WAYS,
    WAYS_STOP,
    WITH_PRISONERS,
)
from yupana.games.wiraqocha.state import (
    CAMP,
    HIGHEST,
    JUGGERNAUT,
    NOWHERE,
    TUNNELLER,
    ZEPPELIN,
)


@lean
def barred(row: Row) -> int:
    """W-12.6 W-13.9: what is under the Force Field, or devastated."""
    tiles = np.int64(0)
    if row[FIELD] >= 0:
        tiles |= np.int64(1) << row[FIELD]
    if row[DEVASTATED] >= 0:
        tiles |= np.int64(1) << row[DEVASTATED]
    return int(tiles)


@lean
def targets(row: Row, table: Row) -> int:
    """W-5.13: the tiles that are not one's own nor barred whose condition the dice make."""
    return int(takeable(table, row[DICE]) & ~row[HELD + row[SEAT]] & ~barred(row))


@lean
def may_enter(row: Row, tile: int) -> bool:
    """W-5.8 W-10.2: next to a tile held; the Camp anywhere when none is."""
    held = row[HELD + row[SEAT]]
    return bool(held == 0 or row[NEAR + tile] & held != 0)


@lean
def entrants(row: Row, table: Row, tile: int) -> int:
    """W-5.8 W-10.1 W-10.3: as bits, the kinds of pawns of the Reserve that could come to stand there."""
    if not may_enter(row, tile):
        return 0
    needed = zeppelin_tiles(row, table) >> tile & 1
    reserve = row[player(row[SEAT]) + RESERVE]
    if reserve >> LANE * CAMP & 0xFF:
        return 0 if needed else 1 << CAMP
    kinds = 0
    for pawn in range(KINDS):
        if reserve >> LANE * pawn & 0xFF:
            kinds |= 1 << pawn
    return kinds & (1 << ZEPPELIN | 1 << JUGGERNAUT) if needed else kinds


@lean
def marchers(row: Row, table: Row, tile: int) -> int:
    """W-5.9 W-10.1: the tiles whose pawns could move there."""
    if not camp_stands(row, row[SEAT]):
        return 0
    held = row[HELD + row[SEAT]]
    return int(held & hovered(row) if zeppelin_tiles(row, table) >> tile & 1 else held)


@lean
def attacks(row: Row, table: Row, tile: int, codes: Row) -> int:
    """W-5.6 W-5.17 W-5.20 W-7.1 W-7.3: every way to take the tile that can be paid, as parts of codes."""
    value = defence(row, table, tile)
    dice = row[DICE]
    lying = number_of(dice)
    at = TILE + TILE_DATA * tile
    first, stop = table[ONE_BEATS], table[MORE_BEAT]
    if tile == row[STRONGHOLD]:
        first, stop = stop, table[BEAT_STOP]
    count = none()
    if value == HIGHEST:
        price = table[CHANGE] * defenders(row, table, tile)
        if row[player(row[SEAT]) + CUBES] < price:
            return count
        value -= 1  # only a 6 is raised to a 7
    for way in range(table[at + WAYS], table[at + WAYS_STOP]):
        if number_of(table[way]) > lying:  # and so for all that follow
            break
        if not among(dice, table[way]):
            continue
        if value == 0:
            count = put(codes, count, way << AT_WAY)
            continue
        able = above(dice - table[way], value)
        for beat in range(first, stop):
            if among(able, table[beat]):
                count = put(codes, count, way << AT_WAY | beat << AT_BEAT)
    return count


@lean
def may_capture(row: Row, table: Row, tile: int) -> int:
    """W-14.5: with prisoners, any rival's pawn but a Base Camp."""
    return int(table[WITH_PRISONERS] & (occupied(row) & ~row[KIND + CAMP]) >> tile)


@lean
def takes(row: Row, table: Row, codes: Row, desk: Row) -> int:
    """W-5.7: every conquest that can be made now."""
    count = none()
    tiles = targets(row, table)
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        kinds, sources = entrants(row, table, tile), marchers(row, table, tile)
        found = attacks(row, table, tile, desk) if kinds | sources else 0
        for capture in range(1 + may_capture(row, table, tile)):
            for number in range(found):
                way = desk[number] | capture << AT_FLAG
                left = kinds
                while left:
                    count = put(
                        codes, count, way | ENTER | tile << AT_TILE | lowest(left) << AT_WHO
                    )
                    left &= left - 1
                left = sources
                while left:
                    count = put(
                        codes, count, way | MARCH | tile << AT_TILE | lowest(left) << AT_WHO
                    )
                    left &= left - 1
    return count


@lean
def pick_take(row: Row, table: Row, codes: Row, random: Random) -> int:
    """One of them by chance: the tile first, then the way, then the pawn; NOWHERE if there is none."""
    tiles = targets(row, table)
    if not tiles:
        return NOWHERE
    first = nth(tiles, below(random, ones(tiles)))
    later = tiles >> first << first
    for some in (later, tiles & ~later):
        left = some
        while left:
            tile = lowest(left)
            left &= left - 1
            kinds, sources = entrants(row, table, tile), marchers(row, table, tile)
            choices = ones(kinds) + ones(sources)
            found = attacks(row, table, tile, codes) if choices else 0
            if found:
                way = codes[below(random, found)]
                if may_capture(row, table, tile):
                    way |= below(random, 2) << AT_FLAG
                at = below(random, choices)
                if at < ones(kinds):
                    return int(way | ENTER | tile << AT_TILE | nth(kinds, at) << AT_WHO)
                return int(way | MARCH | tile << AT_TILE | nth(sources, at - ones(kinds)) << AT_WHO)
    return NOWHERE


# Theft


@lean
def victims(row: Row, table: Row) -> int:
    """W-8.4: the Camps of others that the dice at hand could take."""
    camps = row[KIND + CAMP] & ~row[HELD + row[SEAT]]
    if not camps or not row[DICE]:
        return none()
    return int(camps & takeable(table, row[DICE]))


@lean
def can_tunnel(row: Row) -> bool:
    """W-13.16: whether the Tunneller is there and has not been used in this turn."""
    return bool(owns(row) >> TUNNELLER_CARD & 1 == 1 and not row[MARKS] & TUNNELLER)


@lean
def thefts(row: Row, table: Row, codes: Row, desk: Row) -> int:
    """W-8.4 W-8.5 W-8.8 W-8.9 W-12.8 W-13.16: every theft that can be made now."""
    count = none()
    camps, tunnels = victims(row, table), can_tunnel(row)
    while camps:
        tile = lowest(camps)
        camps &= camps - 1
        victim = owner(row, tile)
        if tile != row[FIELD] and marchers(row, table, tile) | entrants(row, table, tile):
            for number in range(attacks(row, table, tile, desk)):
                theft = desk[number] | PILLAGE | tile << AT_TILE
                count = loots(row, table, victim, theft, codes, count)
        if tunnels:
            at = TILE + TILE_DATA * tile
            for way in range(table[at + WAYS], table[at + WAYS_STOP]):
                if among(row[DICE], table[way]):
                    theft = way << AT_WAY | TUNNEL | tile << AT_TILE
                    count = loots(row, table, victim, theft, codes, count)
    return count


@lean
def loots(row: Row, table: Row, victim: int, theft: int, codes: Row, count: int) -> int:
    """W-8.3 W-8.4 W-14.9: the theft with each thing that the victim can be robbed of."""
    own = player(victim)
    if row[own + CRYSTALS]:
        count = put(codes, count, theft | CRYSTAL_LOOT << AT_LOOT)
    left = row[own + ARTIFACTS]
    while left:
        count = put(codes, count, theft | ARTIFACT_LOOT << AT_LOOT | lowest(left) << AT_NUMBER)
        left &= left - 1
    left = row[own + OWN_CARDS] & table[INVENTIONS]
    while left:
        count = put(codes, count, theft | INVENTION_LOOT << AT_LOOT | lowest(left) << AT_NUMBER)
        left &= left - 1
    prisoner = row[own + PRISONER]
    frees = table[TUNNEL_FREES] or theft & KIND_MASK != TUNNEL
    if frees and prisoner != NOBODY and prisoner // KINDS == row[SEAT]:
        count = put(codes, count, theft | FREEDOM_LOOT << AT_LOOT)
    return count
