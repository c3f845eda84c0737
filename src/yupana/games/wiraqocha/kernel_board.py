"""The table as it changes, on a row of whole numbers: the compiled twin of board.py and scoring.py."""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Row, lean, lowest, ones
from yupana.games.wiraqocha.kernel_dice import one
from yupana.games.wiraqocha.kernel_table import (
    ALL_ARTIFACTS,
    ARTIFACT,
    ARTIFACTS,
    BY_ARTIFACTS,
    BY_CRYSTALS,
    BY_LEVIATHAN,
    CARD_CRYSTALS,
    CARD_CUBES,
    COUNT,
    CRYSTAL_GOAL,
    CRYSTALS,
    CUBES,
    DICE,
    DOUBLED,
    FACE_BITS,
    FACES,
    FIELD,
    GRAVES,
    HELD,
    KIND,
    LANE,
    LEVIATHAN_CRYSTALS,
    LEVIATHAN_CUBES,
    MACHINE_MASK,
    MACHINE_SHIFT,
    MACHINES,
    MARKS,
    MOST_SEATS,
    MOUNTAINS,
    NATURAL,
    NOBODY,
    NOTED,
    OVER,
    OWN_CARDS,
    PHASE,
    PLAYER,
    PLAYERS,
    PRISONER,
    PROBED,
    REROLLS,
    RESERVE,
    RUINS,
    SEAT,
    SEATS,
    STOCK_CRYSTALS,
    STOCK_CUBES,
    STRONGHOLD,
    TILE,
    TILE_DATA,
    WEAK,
)
from yupana.games.wiraqocha.scoring import WHOLE
from yupana.games.wiraqocha.state import (
    CAMP,
    EXPLORERS,
    FORTRESS,
    JUGGERNAUT,
    NOWHERE,
    PAWNS,
    ZEPPELIN,
)

KINDS = len(PAWNS)

# Questions


@lean
def player(seat: int) -> int:
    """Where in a row that begins which lies before a seat."""
    return PLAYERS + PLAYER * seat


@lean
def owner(row: Row, tile: int) -> int:
    """Whose pawn stands there."""
    seat = 0
    while not row[HELD + seat] >> tile & 1:
        seat += 1
    return seat


@lean
def pawn_on(row: Row, tile: int) -> int:
    """Which kind of pawn stands there."""
    pawn = 0
    while not row[KIND + pawn] >> tile & 1:
        pawn += 1
    return pawn


@lean
def occupied(row: Row) -> int:
    """The tiles where anybody stands."""
    tiles = row[HELD]
    for seat in range(1, MOST_SEATS):
        tiles |= row[HELD + seat]
    return int(tiles)


@lean
def hovered(row: Row) -> int:
    """The tiles where any Zeppelin is."""
    return int(row[KIND + ZEPPELIN] | row[KIND + JUGGERNAUT])


@lean
def owns(row: Row) -> int:
    """The cards of the player whose turn it is."""
    return int(row[player(row[SEAT]) + OWN_CARDS])


@lean
def camp_stands(row: Row, seat: int) -> bool:
    """W-10.1: a Base Camp is on the board whenever it is not in the Reserve."""
    return bool(row[player(seat) + RESERVE] >> LANE * CAMP & 0xFF == 0)


@lean
def diced(row: Row) -> int:
    """The tiles that a die defends."""
    tiles = row[FACES]
    for bit in range(1, FACE_BITS):
        tiles |= row[FACES + bit]
    return int(tiles)


@lean
def die_on(row: Row, tile: int) -> int:
    """The face of the die in defence there, or none."""
    face = row[FACES] >> tile & 1
    for bit in range(1, FACE_BITS):
        face |= (row[FACES + bit] >> tile & 1) << bit
    return int(face)


@lean
def put_die(row: Row, tile: int, face: int) -> None:
    """A die in defence, or none, instead of what is there."""
    for bit in range(FACE_BITS):
        row[FACES + bit] = row[FACES + bit] & ~(np.int64(1) << tile) | (face >> bit & 1) << tile


@lean
def defence(row: Row, table: Row, tile: int) -> int:
    """W-5.16 W-5.17 W-10.4: what defends a tile: a die, or a natural 5 if that is more."""
    value = die_on(row, tile)
    if row[KIND + CAMP] >> tile & 1:
        natural = table[WEAK] if row[PROBED] >> tile & 1 else table[NATURAL]
        value = max(value, natural)
    return value


@lean
def defenders(row: Row, table: Row, tile: int) -> int:
    """W-12.3 W-12.5 W-13.14: how many times that has to be beaten."""
    return int(table[DOUBLED]) if tile == row[STRONGHOLD] else 1


@lean
def zeppelin_tiles(row: Row, table: Row) -> int:
    """W-5.11 W-5.14 W-10.12: the mountains, and the tiles where a Zeppelin hovers."""
    return int(table[MOUNTAINS] | hovered(row))


# Players


@lean
def receive(row: Row, table: Row, seat: int, what: int, count: int) -> None:
    """W-1.10 W-9.9: cubes or crystals, as many as are left."""
    left = table[STOCK_CUBES] if what == CUBES else table[STOCK_CRYSTALS]
    for each in range(table[SEATS]):
        left -= row[player(each) + what]
    row[player(seat) + what] += min(count, left)


# Tiles


@lean
def leave(row: Row, tile: int) -> None:
    """W-3.3 W-5.10 W-6.3 W-12.4 W-12.5 W-12.7 W-13.3: a tile is free, with all that hung on its pawn."""
    others = ~(np.int64(1) << tile)
    if tile == row[FIELD]:
        row[FIELD] = NOWHERE
    if tile == row[STRONGHOLD]:
        row[STRONGHOLD] = NOWHERE
        if owner(row, tile) == row[SEAT]:
            row[MARKS] |= FORTRESS
    for seat in range(MOST_SEATS):
        row[HELD + seat] &= others
    for pawn in range(KINDS):
        row[KIND + pawn] &= others
    for bit in range(FACE_BITS):
        row[FACES + bit] &= others
    row[PROBED] &= others
    if row[NOTED] >> tile & 1:
        row[NOTED] &= others
        row[REROLLS] = min(row[REROLLS], ones(row[NOTED]))


@lean
def drive_out(row: Row, tile: int, capture: int) -> None:
    """W-5.18 W-10.6 W-14.5: the pawn to the Graveyard, to its captor, or, a Camp, to its owner."""
    seat, pawn = owner(row, tile), pawn_on(row, tile)
    leave(row, tile)
    if pawn == CAMP:
        row[player(seat) + RESERVE] += one(CAMP)
    elif capture:
        set_free(row, row[SEAT])
        row[player(row[SEAT]) + PRISONER] = seat * KINDS + pawn
    else:
        row[player(seat) + GRAVES] += one(pawn)


@lean
def set_free(row: Row, captor: int) -> None:
    """W-14.6 W-14.7 W-14.8: the prisoner, if any, goes to its owner's Reserve."""
    prisoner = row[player(captor) + PRISONER]
    if prisoner != NOBODY:
        row[player(captor) + PRISONER] = NOBODY
        row[player(prisoner // KINDS) + RESERVE] += one(prisoner % KINDS)


@lean
def occupy(row: Row, table: Row, tile: int, seat: int, pawn: int) -> None:
    """W-5.19 W-10.14 W-10.15 W-10.16: a pawn comes to stand; an Explorer finds what is there."""
    row[HELD + seat] |= np.int64(1) << tile
    row[KIND + pawn] |= np.int64(1) << tile
    if pawn in EXPLORERS:
        found = table[TILE + TILE_DATA * tile + ARTIFACT] & row[RUINS]
        row[player(seat) + ARTIFACTS] |= found
        row[RUINS] &= ~found


# The end


@lean
def crown(row: Row, table: Row) -> None:
    """W-11.1 W-11.2 W-11.3 W-11.4 W-11.5: the game is over the moment somebody has won."""
    for seat in range(table[SEATS]):
        own = player(seat)
        cards = row[own + OWN_CARDS]
        why = -1
        if row[own + ARTIFACTS] == table[ALL_ARTIFACTS]:
            why = BY_ARTIFACTS
        elif row[own + CRYSTALS] >= table[CRYSTAL_GOAL]:
            why = BY_CRYSTALS
        elif table[MACHINES + (cards >> MACHINE_SHIFT)] >> (cards & MACHINE_MASK) & 1:
            why = BY_LEVIATHAN
        if why >= 0:
            row[PHASE], row[COUNT], row[DICE] = OVER, seat, why
            return


# The score


@lean
def progress(row: Row, table: Row, seat: int) -> int:
    """W-11.6: the nearest of the three victories, in per cent."""
    own = player(seat)
    artifacts = WHOLE * ones(row[own + ARTIFACTS]) // ones(table[ALL_ARTIFACTS])
    there = row[RUINS]
    for each in range(table[SEATS]):
        there |= row[player(each) + ARTIFACTS]
    if there != table[ALL_ARTIFACTS]:  # W-13.8
        artifacts = 0
    goal = table[CRYSTAL_GOAL]
    crystals = WHOLE * min(row[own + CRYSTALS], goal) // goal
    return int(max(artifacts, crystals, leviathan(row[own + OWN_CARDS], table)))


@lean
def leviathan(cards: int, table: Row) -> int:
    """W-11.4 W-11.5: the costs of the cards, cubes and crystals each by their share of the goal."""
    cubes = crystals = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cubes += table[CARD_CUBES + card]
        crystals += table[CARD_CRYSTALS + card]
    most_cubes, most_crystals = table[LEVIATHAN_CUBES], table[LEVIATHAN_CRYSTALS]
    share = WHOLE * most_cubes // (most_cubes + most_crystals)
    points = share * min(cubes, most_cubes) // most_cubes
    return int(points + (WHOLE - share) * min(crystals, most_crystals) // most_crystals)


@lean
def judge(row: Row, table: Row, scores: Row, ranks: Row) -> None:
    """W-11.6: the points and the places of all seats, those that are equally near together."""
    seats = table[SEATS]
    for seat in range(seats):
        scores[seat] = progress(row, table, seat)
    for seat in range(seats):
        ranks[seat] = 0
        for other in range(seats):  # each better score counts once, where it stands first
            is_first = scores[other] > scores[seat]
            for earlier in range(other):
                is_first = is_first and scores[earlier] != scores[other]
            ranks[seat] += is_first
