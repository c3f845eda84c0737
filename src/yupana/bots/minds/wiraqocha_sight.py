"""How likely each seat is to win Wiraqocha, compiled: what is seen of a position, and what it is worth.

Of every seat some sixty numbers are noted: how far it is on each of the three ways to win, what its ground yields, how
likely it is to get what it needs with its next dice, and how likely the others are to take what it has. Weights make
one number of them, with other weights for the seat whose turn begins or that is about to roll; and these numbers, one a
seat, make the chances to win. A position within the Actions is judged as if the turn ended there.
"""

from __future__ import annotations

from math import exp, log

import numpy as np
from numpy.typing import NDArray

from yupana.core.kernels import Row, Whole, compiled, lean, lowest, ones
from yupana.games.wiraqocha.components import (
    BATTLE_EXOSKELETON,
    CARDS,
    DEATH_RAY,
    TANKS,
    TUNNELLER,
)
from yupana.games.wiraqocha.kernel_board import (
    camp_stands,
    defence,
    diced,
    hovered,
    player,
)
from yupana.games.wiraqocha.kernel_codes import none
from yupana.games.wiraqocha.kernel_conquest import barred
from yupana.games.wiraqocha.kernel_dice import count_of, die, takeable
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    ALL_ARTIFACTS,
    ARTIFACT,
    ARTIFACTS,
    CARD_CRYSTALS,
    CARD_CUBES,
    CHANGE,
    COUNT,
    CRYSTAL_GOAL,
    CRYSTALS,
    CUBES,
    DEVASTATED,
    GRAVES,
    GROUND_POINTS,
    HELD,
    INVENTIONS,
    KEPT,
    KIND,
    LANE,
    LEVIATHAN_CRYSTALS,
    LEVIATHAN_CUBES,
    MACHINE_MASK,
    MACHINE_SHIFT,
    MACHINES,
    MARKET,
    MARKS,
    MOST_SEATS,
    MOUNTAINS,
    NEAR,
    OVER,
    OWN_CARDS,
    PHASE,
    POINTS,
    PREPARING,
    RESERVE,
    ROLLED,
    ROLLING,
    RUIN_TILES,
    RUINS,
    SEAT,
    SEATS,
    STRONGHOLD,
    TANKS_CUBES,
    TILE,
    TILE_CUBES,
    TILE_DATA,
    TILES,
    VEIN_POINTS,
    VEINS,
    VILLAGE_DICE,
    VILLAGES,
)
from yupana.games.wiraqocha.state import (
    ANDROID,
    CAMP,
    COLLECTED,
    DRILL,
    EXPLORER,
    HIGHEST,
    JUGGERNAUT,
    LOWEST,
    MINER,
    NOWHERE,
    ZEPPELIN,
)

Floats = NDArray[np.float64]

SEEN = (
    "one", "lacks-3", "lacks-2", "lacks-1", "find", "find-2", "find-1", "hover",
    "crystals", "crystals-squared", "harvest", "half", "race", "race-1",
    "machine", "machine-squared", "machine-crystals", "machine-1", "afford",
    "camp", "villages", "jungle", "cubes", "ruins", "ground", "lost",
    "explorers", "drills", "zeppelins", "explorers-out", "drills-out", "zeppelins-out",
    "dice", "guards", "camp-risk", "crystals-risk", "artifacts-risk", "inventions-risk",
    "drills-risk", "villages-risk", "others-risk", "steal", "steal-artifact", "vein", "ray", "village",
)  # fmt: skip
"""What is noted of a seat, before its cards; a position is explained by these names."""
(
    ONE, LACKS_3, LACKS_2, LACKS_1, FIND, FIND_2, FIND_1, HOVER,
    CRYSTAL, CRYSTAL_SQUARED, HARVEST, HALF, RACE, RACE_1,
    MACHINE, MACHINE_SQUARED, MACHINE_CRYSTALS, MACHINE_1, AFFORD,
    CAMPED, VILLAGES_HELD, JUNGLE, CUBES_NEXT, RUINS_HELD, GROUND, LOST,
    EXPLORERS_LEFT, DRILLS_LEFT, ZEPPELINS_LEFT, EXPLORERS_OUT, DRILLS_OUT, ZEPPELINS_OUT,
    DICE_NEXT, GUARDS, CAMP_RISK, CRYSTALS_RISK, ARTIFACTS_RISK, INVENTIONS_RISK,
    DRILLS_RISK, VILLAGES_RISK, OTHERS_RISK, STEAL, STEAL_ARTIFACT, VEIN, RAY, VILLAGE_NEXT,
) = range(46)  # fmt: skip
CARD = len(SEEN)
"""Where the cards begin, one number each."""
WIDTH = CARD + len(CARDS)
NOTES = 2
"""By seat, behind all that is seen: its next dice, and whether it can change one."""
WINNER = MOST_SEATS * (WIDTH + NOTES)
"""Behind that: who has only to go on to win, or nobody."""
SIGHT = WINNER + 1
"""Room for what is seen of one position."""

WAITS, BEGINS, ROLLS = range(3)
"""Where a seat stands; there are weights for each."""
PRICE = 3 * WIDTH
"""In a mind, behind the weights: what a die is worth that is not used yet."""
WEIGHTS = PRICE + 1
ODDS = WEIGHTS
"""Behind the weights: how likely a number of dice takes a tile."""
MOST_DICE = 8
"""More dice are taken for as many."""
DEFENCES = HIGHEST + 1
SURE, WON = 7.0, 30.0
"""The edge of who has only to go on to win, and of who has won."""
MOST_CUBES = 8.0


def odds_room(tiles: int) -> int:
    return 2 * (MOST_DICE + 1) * tiles * DEFENCES


# How likely dice take a tile


@lean
def odds_at(table: Row, step: Whole, dice: Whole, tile: int, value: int) -> Whole:
    """Where in a mind the odds are of so many dice against a tile and its defence, with a change or without."""
    return ODDS + ((step * (MOST_DICE + 1) + dice) * table[TILES] + tile) * DEFENCES + value


@lean
def taken(table: Row, dice: int, sets: Row) -> None:
    """By defence, adds the tiles that these dice take."""
    sets[0] |= takeable(table, dice)
    for face in range(LOWEST, HIGHEST + 1):
        if count_of(dice, face):
            tiles = takeable(table, dice - die(face))
            for value in range(LOWEST, face):
                sets[value] |= tiles


@lean
def add_odds(table: Row, mind: Floats, dice: int, number: int, likely: float, sets: Row) -> None:
    """One roll, as it is and with any one die changed by one."""
    for step in range(2):
        sets[:] = 0
        taken(table, dice, sets)
        if step == 1:
            for face in range(LOWEST, HIGHEST + 1):
                if count_of(dice, face):
                    if face < HIGHEST:
                        taken(table, dice - die(face) + die(face + 1), sets)
                    else:  # a 7 beats a 6
                        sets[HIGHEST] |= takeable(table, dice - die(face))
                    if face > LOWEST:
                        taken(table, dice - die(face) + die(face - 1), sets)
        for value in range(DEFENCES):
            left = sets[value]
            while left:
                mind[odds_at(table, step, number, lowest(left), value)] += likely
                left &= left - 1


@compiled
def fill_odds(table: Row, mind: Floats) -> None:
    """Every roll of up to MOST_DICE dice, as likely as it is."""
    sets = np.zeros(DEFENCES, np.int64)
    counts = np.zeros(HIGHEST, np.int64)
    for number in range(1, MOST_DICE + 1):
        counts[:] = 0
        counts[HIGHEST - 1] = number
        while True:
            likely, left, dice = 1.0, number, none()
            for face in range(LOWEST, HIGHEST + 1):
                for nth in range(counts[face - LOWEST]):
                    likely *= left / (nth + 1) / HIGHEST
                    left -= 1
                    dice += die(face)
            add_odds(table, mind, dice, number, likely, sets)
            # the next choice of counts with this sum
            at = HIGHEST - 1
            rest = counts[at]
            counts[at] = 0
            at -= 1
            while at >= 0 and rest == 0:
                rest = counts[at]
                counts[at] = 0
                at -= 1
            if at < 0:
                break
            counts[at] += 1
            counts[HIGHEST - 1] = rest - 1


# What is seen of a position


@lean
def grasp(
    row: Row, table: Row, mind: Floats, sight: Floats, seat: int, tile: int, shut: int, hover: int
) -> float:
    """How likely the seat can take the tile with its next dice; which tiles are barred, and where Zeppelins are."""
    if shut >> tile & 1:
        return 0.0
    held = row[HELD + seat]
    if (table[MOUNTAINS] | hover) >> tile & 1 and not held & hover:
        flyers = row[player(seat) + RESERVE] >> LANE * ZEPPELIN & 0xFF
        flyers += row[player(seat) + RESERVE] >> LANE * JUGGERNAUT & 0xFF
        if flyers == 0 or not row[NEAR + tile] & held:
            return 0.0
    notes = MOST_SEATS * WIDTH + NOTES * seat
    number, step = np.int64(sight[notes]), np.int64(sight[notes + 1])
    value = defence(row, table, tile)
    if value and tile == row[STRONGHOLD]:
        number = max(number - 1, np.int64(0))
    return float(mind[odds_at(table, step, number, tile, value)])


@lean
def risk(
    row: Row, table: Row, mind: Floats, sight: Floats, seat: int, tile: int, shut: int, hover: int
) -> float:
    """How likely one of the others can take the seat's tile with their next dice."""
    safe = 1.0
    for rival in range(table[SEATS]):
        if rival != seat:
            safe *= 1.0 - grasp(row, table, mind, sight, rival, tile, shut, hover)
    return 1.0 - safe


@lean
def see(row: Row, table: Row, mind: Floats, sight: Floats, mover: int, acting: Whole) -> None:
    """All that is noted of all seats, at the start of the mover's turn; whose turn is about to end, or nobody."""
    for seat in range(table[SEATS]):
        see_own(row, table, sight, seat, mover, acting)
    shut, hover = barred(row), hovered(row)
    for seat in range(table[SEATS]):
        see_chances(row, table, mind, sight, seat, shut, hover)
        see_risks(row, table, mind, sight, seat, shut, hover)


@lean
def see_own(row: Row, table: Row, sight: Floats, seat: int, mover: int, acting: Whole) -> None:
    """What a seat has and what it yields."""
    at, own, held = WIDTH * seat, player(seat), row[HELD + seat]
    for number in range(WIDTH):
        sight[at + number] = 0.0
    cards, stands = row[own + OWN_CARDS], camp_stands(row, seat)
    villages, guards = ones(held & table[VILLAGES]), ones(held & diced(row))
    dice = table[ROLLED] + table[VILLAGE_DICE] * villages - guards
    dice = min(max(dice, 0), MOST_DICE)
    jungle = table[TANKS_CUBES] if cards >> TANKS & 1 else 0
    left = held
    while left:
        jungle += table[TILE + TILE_DATA * lowest(left) + TILE_CUBES]
        left &= left - 1
    cubes = row[own + CUBES]
    if seat == acting:
        cubes = min(cubes, table[KEPT])
    collected = seat == mover and row[PHASE] == PREPARING and row[MARKS] & COLLECTED != 0
    if not collected:
        cubes += jungle
    drills = held & (row[KIND + DRILL] | row[KIND + MINER])
    points = table[VEIN_POINTS] * ones(drills & table[VEINS])
    points += table[GROUND_POINTS] * ones(drills & ~table[VEINS])
    harvest = points // table[POINTS] if stands else 0
    crystals, goal = row[own + CRYSTALS], table[CRYSTAL_GOAL]
    if seat == acting:
        crystals += harvest
    sight[at + ONE] = 1.0
    share = min(crystals, goal) / goal
    sight[at + CRYSTAL], sight[at + CRYSTAL_SQUARED] = share, share * share
    sight[at + HARVEST] = harvest
    sight[at + HALF] = points % table[POINTS]
    if harvest:
        turns = max(1, (goal - crystals + harvest - 1) // harvest)
        sight[at + RACE] = 1.0 / turns
        sight[at + RACE_1] = 1.0 if turns == 1 else 0.0
    see_machine(row, table, sight, seat, cubes, crystals)
    sight[at + CAMPED] = 1.0 if stands else 0.0
    sight[at + VILLAGES_HELD] = villages
    sight[at + JUNGLE] = jungle
    sight[at + CUBES_NEXT] = min(MOST_CUBES, cubes)
    sight[at + RUINS_HELD] = ones(held & table[RUIN_TILES])
    sight[at + GROUND] = ones(held)
    sight[at + DICE_NEXT], sight[at + GUARDS] = dice, guards
    see_pawns(row, table, sight, seat)
    if cards >> DEATH_RAY & 1 and row[DEVASTATED] == NOWHERE:
        sight[at + RAY] = 1.0
    left = cards
    while left:
        sight[at + CARD + lowest(left)] = 1.0
        left &= left - 1
    notes = MOST_SEATS * WIDTH + NOTES * seat
    can_change = cubes >= table[CHANGE] or cards >> BATTLE_EXOSKELETON & 1 == 1
    sight[notes], sight[notes + 1] = dice, 1.0 if can_change else 0.0


@lean
def see_machine(row: Row, table: Row, sight: Floats, seat: int, cubes: int, crystals: int) -> None:
    """How far the Leviathan is, and whether the next card can be paid, or even ends it."""
    at, cards = WIDTH * seat, row[player(seat) + OWN_CARDS]
    paid_cubes = paid_crystals = none()
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        paid_cubes += table[CARD_CUBES + card]
        paid_crystals += table[CARD_CRYSTALS + card]
    share = min(paid_cubes, table[LEVIATHAN_CUBES]) / table[LEVIATHAN_CUBES]
    sight[at + MACHINE], sight[at + MACHINE_SQUARED] = share, share * share
    goal = table[LEVIATHAN_CRYSTALS]
    sight[at + MACHINE_CRYSTALS] = min(paid_crystals, goal) / goal
    left = row[MARKET]
    while left:
        card = lowest(left)
        left &= left - 1
        if cubes >= table[CARD_CUBES + card] and crystals >= table[CARD_CRYSTALS + card]:
            sight[at + AFFORD] = 1.0
            both = cards | np.int64(1) << card
            if table[MACHINES + (both >> MACHINE_SHIFT)] >> (both & MACHINE_MASK) & 1:
                sight[at + MACHINE_1] = 1.0


@lean
def see_pawns(row: Row, table: Row, sight: Floats, seat: int) -> None:
    """Pawns on the board, at hand, and lost."""
    at, held = WIDTH * seat, row[HELD + seat]
    reserve, graves = row[player(seat) + RESERVE], row[player(seat) + GRAVES]
    explorers = ones(held & (row[KIND + EXPLORER] | row[KIND + ANDROID]))
    drills = ones(held & (row[KIND + DRILL] | row[KIND + MINER]))
    zeppelins = ones(held & hovered(row))
    sight[at + EXPLORERS_OUT] = explorers
    sight[at + DRILLS_OUT] = drills
    sight[at + ZEPPELINS_OUT] = zeppelins
    explorers += (reserve >> LANE * EXPLORER & 0xFF) + (reserve >> LANE * ANDROID & 0xFF)
    drills += (reserve >> LANE * DRILL & 0xFF) + (reserve >> LANE * MINER & 0xFF)
    zeppelins += (reserve >> LANE * ZEPPELIN & 0xFF) + (reserve >> LANE * JUGGERNAUT & 0xFF)
    sight[at + EXPLORERS_LEFT] = explorers
    sight[at + DRILLS_LEFT] = drills
    sight[at + ZEPPELINS_LEFT] = zeppelins
    lost = none()
    while graves:
        lost += graves & 0xFF
        graves >>= LANE
    sight[at + LOST] = lost


@lean
def see_chances(
    row: Row, table: Row, mind: Floats, sight: Floats, seat: int, shut: int, hover: int
) -> None:
    """What the seat may get with its next dice: Artifacts, loot, a Vein, a Village."""
    at, own, held = WIDTH * seat, player(seat), row[HELD + seat]
    mine = row[own + ARTIFACTS]
    there = row[RUINS]
    steal = steal_artifact = find = 0.0
    for rival in range(table[SEATS]):
        theirs = player(rival)
        there |= row[theirs + ARTIFACTS]
        if rival == seat or not camp_stands(row, rival):
            continue
        loot = row[theirs + ARTIFACTS]
        spoils = row[theirs + OWN_CARDS] & table[INVENTIONS]
        if not loot | spoils | row[theirs + CRYSTALS]:
            continue
        tile = lowest(row[HELD + rival] & row[KIND + CAMP])
        likely = grasp(row, table, mind, sight, seat, tile, shut, hover)
        if row[own + OWN_CARDS] >> TUNNELLER & 1:
            notes = MOST_SEATS * WIDTH + NOTES * seat
            number, step = np.int64(sight[notes]), np.int64(sight[notes + 1])
            likely = max(likely, float(mind[odds_at(table, step, number, tile, none())]))
        steal += likely
        if loot:
            steal_artifact += likely
            find += likely
    sight[at + STEAL] = steal
    explorers = sight[at + EXPLORERS_LEFT]
    explorers_out = sight[at + EXPLORERS_OUT]
    if there == table[ALL_ARTIFACTS]:
        lacking = ones(table[ALL_ARTIFACTS] & ~mine)
        left = table[RUIN_TILES]
        while left:
            tile = lowest(left)
            left &= left - 1
            if not table[TILE + TILE_DATA * tile + ARTIFACT] & row[RUINS] or explorers == 0.0:
                continue
            if held >> tile & 1:
                if hover >> tile & 1:
                    sight[at + HOVER] += 1.0
                    find += 1.0
                continue
            likely = grasp(row, table, mind, sight, seat, tile, shut, hover)
            if table[MOUNTAINS] >> tile & 1:
                likely *= 0.5  # a Zeppelin first
            elif explorers_out == 0.0 and not row[NEAR + tile] & held:
                likely *= 0.3  # an Explorer has to come in first
            find += likely
        if lacking == 3:
            sight[at + LACKS_3] = 1.0
        elif lacking == 2:
            sight[at + LACKS_2] = 1.0
            sight[at + FIND_2] = find
        elif lacking == 1:
            sight[at + LACKS_1] = 1.0
            sight[at + FIND_1] = find
        sight[at + FIND] = find
        sight[at + STEAL_ARTIFACT] = steal_artifact
    at_work = ones(held & (row[KIND + DRILL] | row[KIND + MINER]) & table[VEINS])
    if sight[at + DRILLS_LEFT] > at_work:
        best = 0.0
        left = table[VEINS] & ~table[MOUNTAINS] & ~held
        while left:
            best = max(best, grasp(row, table, mind, sight, seat, lowest(left), shut, hover))
            left &= left - 1
        sight[at + VEIN] = best
    best = 0.0
    left = table[VILLAGES] & ~held
    while left:
        best = max(best, grasp(row, table, mind, sight, seat, lowest(left), shut, hover))
        left &= left - 1
    sight[at + VILLAGE_NEXT] = best


@lean
def see_risks(
    row: Row, table: Row, mind: Floats, sight: Floats, seat: int, shut: int, hover: int
) -> None:
    """What the others may take from the seat with their next dice."""
    at, own, held = WIDTH * seat, player(seat), row[HELD + seat]
    drills = row[KIND + DRILL] | row[KIND + MINER]
    left = held
    while left:
        tile = lowest(left)
        left &= left - 1
        likely = risk(row, table, mind, sight, seat, tile, shut, hover)
        if row[KIND + CAMP] >> tile & 1:
            sight[at + CAMP_RISK] = likely
            sight[at + CRYSTALS_RISK] = likely * sight[at + CRYSTAL]
            sight[at + ARTIFACTS_RISK] = likely * ones(row[own + ARTIFACTS])
            sight[at + INVENTIONS_RISK] = likely * ones(row[own + OWN_CARDS] & table[INVENTIONS])
        elif drills >> tile & 1:
            points = table[VEIN_POINTS] if table[VEINS] >> tile & 1 else table[GROUND_POINTS]
            sight[at + DRILLS_RISK] += points * likely
        else:
            sight[at + OTHERS_RISK] += likely
        if table[VILLAGES] >> tile & 1:
            sight[at + VILLAGES_RISK] += likely


# What it is worth


@lean
def sure_winner(table: Row, sight: Floats, mover: int, acting: Whole) -> Whole:
    """Who has only to end the turn, or to begin it, to win; or nobody."""
    if acting >= 0 and sight[WIDTH * acting + CRYSTAL] >= 1.0:
        return acting
    at = WIDTH * mover
    if sight[at + RACE_1] > 0.0 or sight[at + MACHINE_1] * sight[at + CAMPED] > 0.0:
        return mover
    if sight[at + LACKS_1] * sight[at + HOVER] > 0.0:
        return mover
    return NOWHERE


@lean
def look(row: Row, table: Row, mind: Floats, sight: Floats) -> int:
    """Notes all there is to see; the seat whose turn begins, or has begun."""
    mover, acting = row[SEAT], np.int64(NOWHERE)
    if row[PHASE] in (ROLLING, ACTING):
        acting = row[SEAT]
    if row[PHASE] != PREPARING:
        mover = (mover + 1) % table[SEATS]
    see(row, table, mind, sight, mover, acting)
    sight[WINNER] = sure_winner(table, sight, mover, acting)
    return int(mover)


@lean
def role(row: Row, seat: int, mover: int) -> int:
    """Where the seat stands."""
    if seat != mover:
        return WAITS
    return ROLLS if row[PHASE] == PREPARING and row[MARKS] & COLLECTED else BEGINS


@lean
def leaning(mind: Floats, sight: Floats, seat: int, where: int) -> float:
    """How much speaks for the seat."""
    at, weights = WIDTH * seat, WIDTH * where
    total = 0.0
    for number in range(WIDTH):
        total += mind[weights + number] * sight[at + number]
    return total


@lean
def edge(row: Row, table: Row, mind: Floats, sight: Floats, seat: int) -> float:
    """How much more speaks for the seat than for all others: the logarithm of its odds to win."""
    if row[PHASE] == OVER:
        return WON if row[COUNT] == seat else -WON
    mover = look(row, table, mind, sight)
    winner = np.int64(sight[WINNER])
    if winner >= 0:
        return SURE if winner == seat else -SURE
    others = 0.0
    for rival in range(table[SEATS]):
        if rival != seat:
            others += exp(leaning(mind, sight, rival, role(row, rival, mover)))
    own = leaning(mind, sight, seat, role(row, seat, mover)) - log(others)
    return min(max(own, -SURE), SURE)


@lean
def chance(edge: float) -> float:
    """The chance to win."""
    if edge >= WON:
        return 1.0
    return 1.0 / (1.0 + exp(-edge)) if edge > -WON else 0.0
