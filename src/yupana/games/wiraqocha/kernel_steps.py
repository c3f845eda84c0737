"""What each move does to a row, compiled."""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Row, lean, lowest, ones
from yupana.games.wiraqocha.components import (
    ANDROID_EXPLORER,
    FORCE_FIELD,
    JUGGERNAUT_CARD,
    MECHANICAL_MINER,
    TANKS,
)
from yupana.games.wiraqocha.kernel_board import (
    KINDS,
    camp_stands,
    crown,
    defence,
    defenders,
    diced,
    die_on,
    drive_out,
    leave,
    occupy,
    owner,
    owns,
    pawn_on,
    player,
    put_die,
    receive,
    set_free,
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
    BUILD,
    BURROW,
    BUY_BACK,
    COLLECT,
    CRYSTAL_LOOT,
    DEFEND,
    DICE_MASK,
    END,
    ENTER,
    FORTIFY,
    INVENTION_LOOT,
    KIND_MASK,
    LIFT,
    LOOT_MASK,
    LOWER,
    MANUFACTURE,
    MARCH,
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
    TUNNEL,
)
from yupana.games.wiraqocha.kernel_dice import die, one
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    ARTIFACT,
    ARTIFACTS,
    BUY_BACK_CUBES,
    CARD_CRYSTALS,
    CARD_CUBES,
    CAVES,
    CHANGE,
    COUNT,
    CRYSTALS,
    CUBES,
    DECK,
    DEVASTATED,
    DICE,
    FACTORY_CUBES,
    FIELD,
    GRAVES,
    GROUND_POINTS,
    HELD,
    KEPT,
    KIND,
    LANE,
    MARKET,
    MARKS,
    NOBODY,
    NOTED,
    NUMBER,
    OVER,
    OWN_CARDS,
    PHASE,
    POINTS,
    PREPARING,
    PRISONER,
    PROBED,
    RANSOM_CRYSTALS,
    RANSOM_CUBES,
    REROLLS,
    RESERVE,
    REVEALING,
    ROLLED,
    ROLLING,
    RUIN_TILES,
    RUINS,
    SACRIFICED_CRYSTALS,
    SEAT,
    SEATS,
    SHOWN,
    STOCK_DICE,
    STRICT_DICE,
    STRONG,
    STRONGHOLD,
    TANKS_CUBES,
    TILE,
    TILE_CUBES,
    TILE_DATA,
    VEIN_POINTS,
    VEINS,
    VILLAGE_DICE,
    VILLAGES,
    WEAK,
)
from yupana.games.wiraqocha.state import (
    ANDROID,
    BOUGHT_BACK,
    BUILT,
    CAMP,
    COLLECTED,
    DRILL,
    EXOSKELETON,
    FACTORY,
    FORTRESS,
    GONE,
    HIGHEST,
    JUGGERNAUT,
    MINER,
    NO_DIE,
    PROBE,
    RECOVERED,
    SACRIFICED,
    TUNNELLER,
)

# Preparation


@lean
def prepare(row: Row, table: Row, code: int) -> None:
    """W-4.1: what each step does."""
    kind, tile, who = code & KIND_MASK, code >> AT_TILE & PART_MASK, code >> AT_WHO & PART_MASK
    seat = row[SEAT]
    own = player(seat)
    if kind == COLLECT:
        collect(row, table)
    elif kind == ROLL:
        roll(row, table)
    elif kind == LIFT:
        put_die(row, tile, NO_DIE)
    elif kind == RECOVER:
        row[own + GRAVES] -= one(who)
        row[own + RESERVE] += one(who)
        row[MARKS] |= RECOVERED
    elif kind == SWAP_IN:
        row[own + RESERVE] -= one(who)
        swap(row, table, tile, who)
    elif kind == BURROW:
        caves = lowest(table[CAVES])
        pawn = pawn_on(row, caves)
        leave(row, caves)
        occupy(row, table, tile, seat, pawn)
    else:
        pawn = pawn_on(row, who)
        leave(row, who)
        swap(row, table, tile, pawn)


@lean
def collect(row: Row, table: Row) -> None:
    """W-3.1 W-4.3 W-10.10 W-13.18: the cubes of the territories held now, more with the Tanks."""
    seat = row[SEAT]
    cubes = table[TANKS_CUBES] if owns(row) >> TANKS & 1 else 0
    left = row[HELD + seat]
    while left:
        cubes += table[TILE + TILE_DATA * lowest(left) + TILE_CUBES]
        left &= left - 1
    receive(row, table, seat, CUBES, cubes)
    row[MARKS] |= COLLECTED


@lean
def swap(row: Row, table: Row, tile: int, pawn: int) -> None:
    """W-4.7 W-4.9: the Zeppelin to the Reserve; what lies on its tile stays."""
    hovering = pawn_on(row, tile)
    row[KIND + hovering] &= ~(np.int64(1) << tile)
    row[player(row[SEAT]) + RESERVE] += one(hovering)
    occupy(row, table, tile, row[SEAT], pawn)


@lean
def roll(row: Row, table: Row) -> None:
    """W-3.4 W-4.2 W-4.4 W-4.6 W-1.10 W-1.11: three dice, one more a Village, one less a die kept."""
    if not row[MARKS] & COLLECTED:
        collect(row, table)
    held = row[HELD + row[SEAT]]
    count = table[ROLLED] + table[VILLAGE_DICE] * ones(held & table[VILLAGES])
    count = max(0, count - ones(held & diced(row)))
    if table[STRICT_DICE]:
        count = min(count, table[STOCK_DICE] - ones(diced(row)))
    row[PHASE] = ROLLING if count else ACTING
    row[COUNT] = count


# Conquest and theft


@lean
def spend(row: Row, table: Row, code: int) -> None:
    """W-5.2 W-7.3: the dice are used, and the sevens paid for."""
    row[DICE] -= table[code >> AT_WAY & DICE_MASK]
    beat = code >> AT_BEAT & DICE_MASK
    if beat:
        tile = code >> AT_TILE & PART_MASK
        row[DICE] -= table[beat]
        if defence(row, table, tile) == HIGHEST:
            row[player(row[SEAT]) + CUBES] -= table[CHANGE] * defenders(row, table, tile)


@lean
def conquer(row: Row, table: Row, code: int) -> None:
    """W-5.2 W-5.10 W-5.18 W-5.19: dice spent, the rival driven out, one's own pawn in."""
    tile, who = code >> AT_TILE & PART_MASK, code >> AT_WHO & PART_MASK
    seat = row[SEAT]
    spend(row, table, code)
    pawn = who
    if code & KIND_MASK == ENTER:
        row[player(seat) + RESERVE] -= one(pawn)
    else:
        pawn = pawn_on(row, who)
        leave(row, who)
    for rival in range(table[SEATS]):
        if row[HELD + rival] >> tile & 1:
            drive_out(row, tile, code >> AT_FLAG & 1)
    occupy(row, table, tile, seat, pawn)


@lean
def rob(row: Row, table: Row, code: int) -> None:
    """W-8.4 W-8.6 W-8.9 W-13.16 W-14.9: dice spent and loot taken; camp, die and Fortress stay."""
    loot, number = code >> AT_LOOT & LOOT_MASK, code >> AT_NUMBER & PART_MASK
    victim = owner(row, code >> AT_TILE & PART_MASK)
    theirs, own = player(victim), player(row[SEAT])
    spend(row, table, code)
    if code & KIND_MASK == TUNNEL:
        row[MARKS] |= TUNNELLER
    if loot == CRYSTAL_LOOT:
        row[theirs + CRYSTALS] -= 1
        row[own + CRYSTALS] += 1
    elif loot == ARTIFACT_LOOT:
        row[theirs + ARTIFACTS] &= ~(np.int64(1) << number)
        row[own + ARTIFACTS] |= np.int64(1) << number
    elif loot == INVENTION_LOOT:
        row[theirs + OWN_CARDS] &= ~(np.int64(1) << number)
        row[own + OWN_CARDS] |= np.int64(1) << number
        pawn = pawn_of(number)
        if pawn >= 0:
            pawn_follows(row, table, pawn, victim)
    else:
        set_free(row, victim)


@lean
def pawn_of(card: int) -> int:
    """W-13.1: the pawn that comes with a card, if any."""
    if card == ANDROID_EXPLORER:
        return ANDROID
    if card == MECHANICAL_MINER:
        return MINER
    if card == JUGGERNAUT_CARD:
        return JUGGERNAUT
    return NOBODY


@lean
def pawn_follows(row: Row, table: Row, pawn: int, victim: int) -> None:
    """W-13.1 W-13.2 W-13.3 W-13.4 W-14.10: the pawn of a stolen card is the thief's, wherever it is."""
    thief = row[SEAT]
    for stock in (RESERVE, GRAVES):
        if row[player(victim) + stock] >> LANE * pawn & 0xFF:
            row[player(victim) + stock] -= one(pawn)
            row[player(thief) + stock] += one(pawn)
            return
    if row[KIND + pawn]:
        tile = lowest(row[KIND + pawn])
        leave(row, tile)
        row[HELD + thief] |= np.int64(1) << tile
        row[KIND + pawn] |= np.int64(1) << tile
        return
    for captor in range(table[SEATS]):
        prisoner = row[player(captor) + PRISONER]
        if prisoner != NOBODY and prisoner % KINDS == pawn:
            row[player(captor) + PRISONER] = thief * KINDS + pawn
            if captor == thief:
                set_free(row, captor)
            return


# The other actions


@lean
def act(row: Row, table: Row, code: int) -> None:
    """W-5.1: what those do that are neither conquest nor card."""
    kind, tile, who = code & KIND_MASK, code >> AT_TILE & PART_MASK, code >> AT_WHO & PART_MASK
    own = player(row[SEAT])
    if kind == DEFEND:
        row[DICE] -= die(who)
        put_die(row, tile, who)
    elif kind == RAISE:
        row[own + CUBES] -= table[CHANGE]
        row[DICE] += die(who + 1) - die(who)
    elif kind == LOWER:
        row[own + CUBES] -= table[CHANGE]
        row[DICE] += die(who - 1) - die(who)
    elif kind == REROLL:
        row[DICE] -= die(who)
        row[REROLLS] -= 1
        row[PHASE], row[COUNT] = ROLLING, 1
    elif kind == SACRIFICE:
        row[own + CRYSTALS] -= table[SACRIFICED_CRYSTALS]
        row[MARKS] |= SACRIFICED
        row[PHASE], row[COUNT] = ROLLING, 1
    elif kind == BUY_BACK:
        row[own + CUBES] -= table[BUY_BACK_CUBES]
        row[own + GRAVES] -= one(who)
        row[own + RESERVE] += one(who)
        row[MARKS] |= BOUGHT_BACK
    elif code >> AT_FLAG & 1:
        row[own + CRYSTALS] -= table[RANSOM_CRYSTALS]
        row[player(who) + CRYSTALS] += table[RANSOM_CRYSTALS]
        set_free(row, who)
    else:
        row[own + CUBES] -= table[RANSOM_CUBES]
        row[player(who) + CUBES] += table[RANSOM_CUBES]
        set_free(row, who)


# Technologies


@lean
def use(row: Row, table: Row, code: int) -> None:
    """W-8.2: what each card does, and building it."""
    kind, tile, who = code & KIND_MASK, code >> AT_TILE & PART_MASK, code >> AT_WHO & PART_MASK
    if kind == BUILD:
        build(row, table, who, tile)
    elif kind == MANUFACTURE:
        row[player(row[SEAT]) + CUBES] -= table[FACTORY_CUBES]
        row[MARKS] |= FACTORY
        row[PHASE], row[COUNT] = ROLLING, 1
    elif kind == STRENGTHEN:
        row[DICE] += die(table[STRONG]) - die(who)
        row[MARKS] |= EXOSKELETON
    elif kind == PROBE_TILE:
        probe(row, table, tile)
    elif kind == FORTIFY:
        row[STRONGHOLD] = tile
        row[MARKS] |= FORTRESS
    else:
        devastate(row, table, tile)


@lean
def build(row: Row, table: Row, card: int, tile: int) -> None:
    """W-8.1 W-12.6 W-13.1: paid to the supply and laid down; its pawn or token with it."""
    own = player(row[SEAT])
    row[own + CUBES] -= table[CARD_CUBES + card]
    row[own + CRYSTALS] -= table[CARD_CRYSTALS + card]
    row[own + OWN_CARDS] |= np.int64(1) << card
    row[MARKET] &= ~(np.int64(1) << card)
    row[MARKS] |= BUILT
    pawn = pawn_of(card)
    if card == FORCE_FIELD:
        row[FIELD] = tile
    elif pawn >= 0:
        row[own + RESERVE] += one(pawn)


@lean
def probe(row: Row, table: Row, tile: int) -> None:
    """W-13.12 W-13.13 W-13.14 W-13.15: die and natural 5 alike, and so what the Fortress copies."""
    if die_on(row, tile) != NO_DIE:
        put_die(row, tile, table[WEAK])
    row[PROBED] |= row[KIND + CAMP] & np.int64(1) << tile
    row[MARKS] |= PROBE


@lean
def devastate(row: Row, table: Row, tile: int) -> None:
    """W-13.7 W-13.8 W-13.9 W-13.11: all there is out of the game; a Camp goes to its owner."""
    stronghold = row[STRONGHOLD]
    for seat in range(table[SEATS]):
        if row[HELD + seat] >> tile & 1:
            if row[KIND + CAMP] >> tile & 1:
                row[player(seat) + RESERVE] += one(CAMP)
            leave(row, tile)
    if stronghold == tile:
        row[STRONGHOLD] = GONE
    row[DEVASTATED] = tile
    row[RUINS] &= ~table[TILE + TILE_DATA * tile + ARTIFACT]


# The course of the turn


@lean
def end(row: Row, table: Row) -> None:
    """W-5.3 W-9.6 W-9.7 W-9.8 W-11.1: harvest, keep three cubes, three cards face up."""
    seat = row[SEAT]
    harvest(row, table, seat)
    crown(row, table)
    if row[PHASE] == OVER:
        return
    own = player(seat)
    row[own + CUBES] = min(row[own + CUBES], table[KEPT])
    missing = min(table[SHOWN] - ones(row[MARKET]), ones(row[DECK]))
    if missing > 0:
        row[PHASE], row[COUNT], row[DICE] = REVEALING, missing, 0
    else:
        start(row, table, (seat + 1) % table[SEATS])


@lean
def harvest(row: Row, table: Row, seat: int) -> None:
    """W-3.5 W-9.1 W-9.2 W-9.5 W-10.9 W-10.13: a crystal for every two points of the Drills."""
    if camp_stands(row, seat):
        drills = row[HELD + seat] & (row[KIND + DRILL] | row[KIND + MINER])
        points = table[VEIN_POINTS] * ones(drills & table[VEINS])
        points += table[GROUND_POINTS] * ones(drills & ~table[VEINS])
        if points >= table[POINTS]:
            receive(row, table, seat, CRYSTALS, points // table[POINTS])


@lean
def start(row: Row, table: Row, seat: int) -> None:
    """W-2.2 W-3.2 W-13.13: natural fives come back, Ruins are noted, limits are open again."""
    row[PHASE], row[COUNT], row[DICE] = PREPARING, 0, 0
    row[PROBED] = 0
    row[NUMBER] += 1
    row[SEAT] = seat
    row[MARKS] = 0
    row[NOTED] = row[HELD + seat] & table[RUIN_TILES]
    row[REROLLS] = ones(row[NOTED])


@lean
def apply_move(row: Row, table: Row, code: int) -> None:
    """W-2.1 W-11.1: each move by its chapter; after each, whether somebody has won."""
    kind = code & KIND_MASK
    if kind == END:
        end(row, table)
        return
    if kind <= ROLL:
        prepare(row, table, code)
    elif kind <= MARCH:
        conquer(row, table, code)
    elif kind <= TUNNEL:
        rob(row, table, code)
    elif kind <= REROLL or kind in (SACRIFICE, BUY_BACK, RANSOM):
        act(row, table, code)
    else:
        use(row, table, code)
    crown(row, table)
