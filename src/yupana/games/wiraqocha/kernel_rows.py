"""A state of the law as a row of whole numbers, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import numpy as np

from yupana.core.grid import cells_in
from yupana.core.kernels import Row
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    ARTIFACTS,
    BY_WHY,
    COUNT,
    CRYSTALS,
    CUBES,
    DECK,
    DEVASTATED,
    DICE,
    DRAWING,
    FACE_BITS,
    FACES,
    FIELD,
    GRAVES,
    HELD,
    KIND,
    LANE,
    LAYING,
    MARKET,
    MARKS,
    NEAR,
    NOBODY,
    NOTED,
    NUMBER,
    OVER,
    OWN_CARDS,
    PHASE,
    PLAYER,
    PLAYERS,
    PREPARING,
    PRISONER,
    PROBED,
    REROLLS,
    RESERVE,
    REVEALING,
    ROLLING,
    RUINS,
    SEAT,
    STRONGHOLD,
    in_lanes,
    out_of_lanes,
)
from yupana.games.wiraqocha.state import (
    PAWNS,
    Acting,
    Drawing,
    Laying,
    Over,
    Phase,
    Player,
    Preparing,
    Prisoner,
    Revealing,
    Rolling,
    Stand,
    State,
    Turn,
)

KINDS = len(PAWNS)


def words(tiles: int) -> int:
    """Numbers in a row: behind those that touch a tile comes the tile on each place."""
    return NEAR + 2 * tiles


def pack(state: State) -> Row:
    """The row of a state, but for the tiles that touch each other."""
    tiles = len(state.stands)
    row = [0] * words(tiles)
    row[PHASE], row[COUNT], row[DICE] = _phase_numbers(state.phase)
    turn = state.turn
    row[NUMBER], row[SEAT], row[MARKS] = turn.number, turn.seat, turn.marks
    row[NOTED], row[REROLLS] = turn.noted, turn.rerolls
    row[MARKET], row[DECK], row[RUINS] = state.market, state.deck, state.ruins
    row[FIELD], row[STRONGHOLD], row[DEVASTATED] = state.field, state.fortress, state.devastated
    for tile, stand in enumerate(state.stands):
        if stand is not None:
            row[HELD + stand.seat] |= 1 << tile
            row[KIND + stand.pawn] |= 1 << tile
            row[PROBED] |= stand.probed << tile
            for bit in range(FACE_BITS):
                row[FACES + bit] |= (stand.die >> bit & 1) << tile
    for seat, player in enumerate(state.players):
        own = PLAYERS + PLAYER * seat
        row[own : own + PLAYER] = _player_numbers(player)
    row[NEAR + tiles :] = state.valley or [NOBODY] * tiles
    return np.array(row, np.int64)


def _phase_numbers(phase: Phase) -> tuple[int, int, int]:
    """Which phase it is, a count, and dice."""
    match phase:
        case Laying():
            return LAYING, 0, 0
        case Revealing(count):
            return REVEALING, count, 0
        case Drawing():
            return DRAWING, 0, 0
        case Preparing():
            return PREPARING, 0, 0
        case Rolling(count, dice):
            return ROLLING, count, in_lanes(dice)
        case Acting(dice):
            return ACTING, 0, in_lanes(dice)
        case Over(winner, why):
            return OVER, winner, BY_WHY.index(why)
        case _:
            assert_never(phase)


def _player_numbers(player: Player) -> list[int]:
    numbers = [0] * PLAYER
    for at, pawns in ((RESERVE, player.reserve), (GRAVES, player.graveyard)):
        numbers[at] = sum(count << LANE * pawn for pawn, count in enumerate(pawns))
    numbers[CUBES], numbers[CRYSTALS] = player.cubes, player.crystals
    numbers[ARTIFACTS], numbers[OWN_CARDS] = player.artifacts, player.cards
    prisoner = player.prisoner
    numbers[PRISONER] = NOBODY if prisoner is None else prisoner.seat * KINDS + prisoner.pawn
    return numbers


def unpack(row: Row, tiles: int, seats: int) -> State:
    """The state of a row."""
    numbers: list[int] = row.tolist()
    valley = tuple(numbers[NEAR + tiles : NEAR + 2 * tiles])
    return State(
        phase=_phase(*numbers[PHASE : DICE + 1]),
        turn=Turn(*numbers[NUMBER : REROLLS + 1]),
        valley=() if NOBODY in valley else valley,
        stands=_stands(numbers, tiles),
        players=tuple([_player(numbers[PLAYERS + PLAYER * seat :]) for seat in range(seats)]),
        market=numbers[MARKET],
        deck=numbers[DECK],
        ruins=numbers[RUINS],
        field=numbers[FIELD],
        fortress=numbers[STRONGHOLD],
        devastated=numbers[DEVASTATED],
    )


def _phase(phase: int, count: int, dice: int) -> Phase:
    simple: dict[int, Phase] = {LAYING: Laying(), DRAWING: Drawing(), PREPARING: Preparing()}
    if phase == REVEALING:
        return Revealing(count)
    if phase == ROLLING:
        return Rolling(count, out_of_lanes(dice))
    if phase == ACTING:
        return Acting(out_of_lanes(dice))
    return Over(count, BY_WHY[dice]) if phase == OVER else simple[phase]


def _stands(row: Sequence[int], tiles: int) -> tuple[Stand | None, ...]:
    stands: list[Stand | None] = [None] * tiles
    for pawn, there in enumerate(row[KIND:PLAYERS]):
        for tile in cells_in(there):
            seat = [held >> tile & 1 for held in row[HELD:KIND]].index(1)
            die = sum([(row[FACES + bit] >> tile & 1) << bit for bit in range(FACE_BITS)])
            stands[tile] = Stand(seat, pawn, die, bool(row[PROBED] >> tile & 1))
    return tuple(stands)


def _player(numbers: Sequence[int]) -> Player:
    prisoner = numbers[PRISONER]
    return Player(
        reserve=_pawns(numbers[RESERVE]),
        graveyard=_pawns(numbers[GRAVES]),
        cubes=numbers[CUBES],
        crystals=numbers[CRYSTALS],
        artifacts=numbers[ARTIFACTS],
        cards=numbers[OWN_CARDS],
        prisoner=None if prisoner == NOBODY else Prisoner(*divmod(prisoner, KINDS)),
    )


def _pawns(lanes: int) -> tuple[int, ...]:
    return tuple([lanes >> LANE * pawn & 0xFF for pawn in range(KINDS)])
