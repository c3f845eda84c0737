"""A turn of Wiraqocha by judgement, compiled: one decision after the other, each the one that leaves the best position.

This is how everybody plays on in what a mind imagines, so it has to be quick: of the many ways to take a tile it looks
at the one with the fewest dice, and what only prepares something else is looked at when nothing else is left to do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yupana.bots.minds.wiraqocha_sight import PRICE, Floats, edge
from yupana.core.kernels import Random, Row, lean, lowest, next64
from yupana.games.wiraqocha.components import (
    ANDROID_FACTORY,
    BATTLE_EXOSKELETON,
    PSYCHIC_PROBE,
)
from yupana.games.wiraqocha.kernel_board import camp_stands, diced, owner, owns, player
from yupana.games.wiraqocha.kernel_codes import (
    AT_BEAT,
    AT_FLAG,
    AT_TILE,
    AT_WAY,
    AT_WHO,
    BUILD,
    BUY_BACK,
    COLLECT,
    DEFEND,
    DEVASTATE,
    DICE_MASK,
    END,
    ENTER,
    FORTIFY,
    KIND_MASK,
    LOWER,
    MANUFACTURE,
    MARCH,
    PART_MASK,
    PILLAGE,
    PROBE_TILE,
    RAISE,
    RANSOM,
    REROLL,
    ROLL,
    STRENGTHEN,
    TUNNEL,
    none,
    put,
)
from yupana.games.wiraqocha.kernel_conquest import (
    attacks,
    can_tunnel,
    entrants,
    loots,
    marchers,
    may_capture,
    takes,
    targets,
    victims,
)
from yupana.games.wiraqocha.kernel_dice import among, count_of, number_of
from yupana.games.wiraqocha.kernel_moves import (
    aids,
    builds,
    changes,
    exchanges,
    helps,
    may_manufacture,
    preparations,
    uses,
)
from yupana.games.wiraqocha.kernel_play import happen
from yupana.games.wiraqocha.kernel_steps import apply_move
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    CHANGE,
    CUBES,
    DICE,
    FIELD,
    HELD,
    KEPT,
    KIND,
    MARKS,
    NUMBER,
    OVER,
    PHASE,
    PREPARING,
    REROLLS,
    SEAT,
    TILE,
    TILE_DATA,
    WAYS,
    WAYS_STOP,
)
from yupana.games.wiraqocha.state import (
    CAMP,
    COLLECTED,
    HIGHEST,
    LOWEST,
    NOWHERE,
)

NOTABLE = 1e-3
"""What is better by less is not done."""
ROOM_QUICK = 1024
"""Codes that are looked at, at most."""
WORK = 4
"""States at hand: two that are looked at, the one that is played on, and one to come back to."""
WORTHLESS = -1e9


# The few conquests and thefts that are looked at


@lean
def quick_takes(row: Row, table: Row, tiles: int, codes: Row, desk: Row, count: int) -> int:
    """Of these tiles, each with the fewest dice, and with the least that beat a defence; the Camp stays where it is."""
    camps = row[KIND + CAMP]
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        kinds, sources = entrants(row, table, tile), marchers(row, table, tile) & ~camps
        if kinds | sources == 0 or attacks(row, table, tile, desk) == 0:
            continue
        way = desk[0] | may_capture(row, table, tile) << AT_FLAG
        while kinds:
            count = put(codes, count, way | ENTER | tile << AT_TILE | lowest(kinds) << AT_WHO)
            kinds &= kinds - 1
        while sources:
            count = put(codes, count, way | MARCH | tile << AT_TILE | lowest(sources) << AT_WHO)
            sources &= sources - 1
    return count


@lean
def quick_thefts(row: Row, table: Row, codes: Row, desk: Row, count: int) -> int:
    """Every loot, with the fewest dice, by tunnel or else by force."""
    camps, tunnels = victims(row, table), can_tunnel(row)
    while camps:
        tile = lowest(camps)
        camps &= camps - 1
        victim = owner(row, tile)
        if tunnels:
            at = TILE + TILE_DATA * tile
            for way in range(table[at + WAYS], table[at + WAYS_STOP]):
                if among(row[DICE], table[way]):
                    theft = way << AT_WAY | TUNNEL | tile << AT_TILE
                    count = loots(row, table, victim, theft, codes, count)
                    break
            continue
        able = marchers(row, table, tile) | entrants(row, table, tile)
        if tile != row[FIELD] and able and attacks(row, table, tile, desk):
            theft = desk[0] | PILLAGE | tile << AT_TILE
            count = loots(row, table, victim, theft, codes, count)
    return count


@lean
def dice_of(table: Row, code: int) -> int:
    """How many dice a conquest or theft takes."""
    if not ENTER <= code & KIND_MASK <= TUNNEL:
        return 0
    number = number_of(table[code >> AT_WAY & DICE_MASK])
    beat = code >> AT_BEAT & DICE_MASK
    return number + number_of(table[beat]) if beat else number


# The best of some moves


@lean
def copy(to: Row, row: Row) -> None:
    for word in range(len(row)):
        to[word] = row[word]


@lean
def after(
    row: Row, table: Row, mind: Floats, sight: Floats, code: int, seat: int, state: Row
) -> float:
    """The seat's edge once the move is made."""
    copy(state, row)
    apply_move(state, table, code)
    return edge(state, table, mind, sight, seat)


@lean
def best_of(
    row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, count: int, least: float, state: Row
) -> int:  # fmt: skip
    """Where among the codes the best is, if it is better than `least`; a die that is used costs a little."""
    best, most = NOWHERE, least
    for at in range(min(count, len(codes))):
        code = codes[at]
        value = after(row, table, mind, sight, code, row[SEAT], state)
        value -= mind[PRICE] * dice_of(table, code)
        if value > most:
            best, most = at, value
    return best


@lean
def best_change(
    row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, desk: Row, work: Row, least: float
) -> int:  # fmt: skip
    """The change of a die or of a defence that allows the best new conquest, or nothing."""
    count = changes(row, table, codes)
    count = aids(row, table, codes, count)
    spare = codes[count:]
    able = targets(row, table)
    best, most = np.int64(NOWHERE), least
    for at in range(count):
        code = codes[at]
        kind = code & KIND_MASK
        if kind == MANUFACTURE:
            continue
        copy(work[1], row)
        apply_move(work[1], table, code)
        tiles = targets(work[1], table)
        if kind == PROBE_TILE:
            tiles &= np.int64(1) << (code >> AT_TILE & PART_MASK)
        else:
            tiles &= ~able
        found = quick_takes(work[1], table, tiles, spare, desk, none())
        for other in range(min(found, len(spare))):
            value = after(work[1], table, mind, sight, spare[other], row[SEAT], work[0])
            value -= mind[PRICE] * dice_of(table, spare[other])
            if value > most:
                best, most = code, value
    return int(best)


# One decision


@lean
def decide(
    row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, desk: Row, work: Row
) -> int:
    """What the player whose turn it is does now."""
    if row[PHASE] == PREPARING:
        return prepared(row, table, mind, sight, codes, work)
    if not camp_stands(row, row[SEAT]):
        return encamped(row, table, mind, sight, codes, desk, work)
    stay = edge(row, table, mind, sight, row[SEAT]) + NOTABLE
    count = quick_takes(row, table, targets(row, table), codes, desk, none())
    count = quick_thefts(row, table, codes, desk, count)
    count = min(count, len(codes))
    count += builds(row, table, codes[count:])
    count = min(count, len(codes))
    count += exchanges(row, table, codes[count:])
    count = min(count, len(codes))
    count += uses(row, table, codes[count:])
    kept = none()
    for at in range(min(count, len(codes))):
        kind = codes[at] & KIND_MASK
        if kind <= TUNNEL or kind in (BUILD, BUY_BACK, FORTIFY, DEVASTATE, RANSOM):
            codes[kept] = codes[at]
            kept += 1
    best = best_of(row, table, mind, sight, codes, kept, stay, work[0])
    if best >= 0:
        return int(codes[best])
    if row[DICE]:
        if row[player(row[SEAT]) + CUBES] >= table[CHANGE] or has_aid(row):
            change = best_change(row, table, mind, sight, codes, desk, work, stay)
            if change >= 0:
                return change
        if row[REROLLS] and lowest_face(row[DICE]) < HIGHEST - 1:
            return int(REROLL | lowest_face(row[DICE]) << AT_WHO)
    surplus = row[player(row[SEAT]) + CUBES] > table[KEPT]
    if surplus and owns(row) >> ANDROID_FACTORY & 1 and may_manufacture(row, table):
        return int(none() | MANUFACTURE)
    if row[DICE]:
        count = guards(row, codes)
        best = best_of(row, table, mind, sight, codes, count, stay, work[0])
        if best >= 0:
            return int(codes[best])
    return int(none() | END)


@lean
def has_aid(row: Row) -> bool:
    return bool(owns(row) & (1 << BATTLE_EXOSKELETON | 1 << PSYCHIC_PROBE))


@lean
def lowest_face(dice: int) -> int:
    face = LOWEST
    while not count_of(dice, face):
        face += 1
    return face


@lean
def guards(row: Row, codes: Row) -> int:
    """The highest die that is left, on each tile that has none."""
    face = HIGHEST
    while not count_of(row[DICE], face):
        face -= 1
    count = none()
    left = row[HELD + row[SEAT]] & ~diced(row)
    while left:
        count = put(codes, count, DEFEND | lowest(left) << AT_TILE | face << AT_WHO)
        left &= left - 1
    return count


@lean
def prepared(row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, work: Row) -> int:
    """Cubes first; then whatever makes the turn a better one; then the dice."""
    if not row[MARKS] & COLLECTED:
        return int(none() | COLLECT)
    count = preparations(row, table, codes) - 1
    if count == 0:
        return int(none() | ROLL)
    stay = edge(row, table, mind, sight, row[SEAT]) + NOTABLE
    best = best_of(row, table, mind, sight, codes, count, stay, work[0])
    return int(codes[best]) if best >= 0 else int(none() | ROLL)


@lean
def encamped(
    row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, desk: Row, work: Row
) -> int:
    """The Base Camp on the best tile; else what lets it be placed; else luck, while there is any to try."""
    count = takes(row, table, codes, desk)
    best = best_of(row, table, mind, sight, codes, count, WORTHLESS, work[0])
    if best >= 0:
        return int(codes[best])
    count = min(helps(row, table, codes, desk), len(codes))
    if count == 0:
        return int(none() | END)
    spare = codes[count:]
    chosen, most = codes[0], WORTHLESS
    for at in range(count):
        if codes[at] & KIND_MASK not in (RAISE, LOWER, STRENGTHEN, PROBE_TILE):
            continue
        copy(work[1], row)
        apply_move(work[1], table, codes[at])
        found = takes(work[1], table, spare, desk)
        value = WORTHLESS + 1.0
        for other in range(min(found, len(spare))):
            value = max(value, after(work[1], table, mind, sight, spare[other], row[SEAT], work[0]))
        if value > most:
            chosen, most = codes[at], value
    return int(chosen)


# Playing on


@lean
def reseed(random: Random, seed: Any, play: int, turn: int) -> None:
    """The luck of a turn hangs on the seed, the play and the turn alone."""
    random[0] = np.uint64(seed) ^ (np.uint64(play) * np.uint64(0x632BE59BD9B4E019))
    random[0] = next64(random) ^ (np.uint64(turn) * np.uint64(0xD1B54A32D192ED03))
    next64(random)


@lean
def finish_turn(
    row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, desk: Row, work: Row, random: Random
) -> None:  # fmt: skip
    """The rest of the turn by judgement, in place."""
    turn = row[NUMBER]
    while row[NUMBER] == turn and row[PHASE] >= PREPARING and row[PHASE] != OVER:
        if row[PHASE] == PREPARING or row[PHASE] == ACTING:
            apply_move(row, table, decide(row, table, mind, sight, codes, desk, work))
        else:
            happen(row, table, random)


@lean
def finish(
    row: Row, table: Row, mind: Floats, sight: Floats, codes: Row, desk: Row, work: Row, random: Random,
    seed: Any, play: int, last: int,
) -> None:  # fmt: skip
    """Whole turns by judgement, in place, until turn `last` begins or the game is over."""
    while row[PHASE] != OVER:
        finish_turn(row, table, mind, sight, codes, desk, work, random)
        while row[PHASE] < PREPARING:
            happen(row, table, random)
        if row[NUMBER] >= last:
            return
        reseed(random, seed, play, row[NUMBER])
