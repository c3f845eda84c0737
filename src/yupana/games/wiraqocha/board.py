"""The table as it changes: pawns come and go, dice and tokens with them. Not who may do what.

Every function takes a state and gives another one, or answers a question about it.
"""

from __future__ import annotations

from msgspec.structs import replace

from yupana.core.game import Seat
from yupana.games.wiraqocha.components import Box
from yupana.games.wiraqocha.dice import OPEN, Defence
from yupana.games.wiraqocha.state import (
    CAMP,
    EXPLORERS,
    FORTRESS,
    NO_DIE,
    NOWHERE,
    ZEPPELINS,
    Marks,
    Over,
    Pawn,
    Player,
    Prisoner,
    Stand,
    State,
    Tile,
    Tiles,
    Why,
)

# Questions


def held(state: State, seat: Seat) -> Tiles:
    """The territories a seat holds: those where a pawn of its stands."""
    tiles, bit = 0, 1
    for stand in state.stands:
        if stand is not None and stand.seat == seat:
            tiles |= bit
        bit <<= 1
    return tiles


def owns(state: State, seat: Seat, card: int) -> bool:
    return bool(state.players[seat].cards >> card & 1)


def camp_stands(state: State, seat: Seat) -> bool:
    """W-10.1: a Base Camp is on the board whenever it is not in the Reserve."""
    return state.players[seat].reserve[CAMP] == 0


def defence(box: Box, state: State, tile: Tile) -> Defence:
    """W-5.16 W-5.17 W-10.4 W-12.3 W-12.5 W-13.14: what defends a tile.

    A die; under a Base Camp its natural 5 if that is more; the Fortress doubles what is in force.
    """
    stand = state.stands[tile]
    if stand is None:
        return OPEN
    value = stand.die
    if stand.pawn == CAMP:
        value = max(value, box.natural_probed if stand.probed else box.natural)
    if value == NO_DIE:
        return OPEN
    return Defence(value, box.edition.technology.fortress if tile == state.fortress else 1)


def needs_zeppelin(box: Box, state: State, tile: Tile) -> bool:
    """W-5.11 W-5.14 W-10.12: a mountain, or a tile where a Zeppelin hovers."""
    if box.mountains >> tile & 1:
        return True
    stand = state.stands[tile]
    return stand is not None and stand.pawn in ZEPPELINS


def dice_on_board(state: State) -> int:
    return sum([stand is not None and stand.die != NO_DIE for stand in state.stands])


# Players


def with_player(state: State, seat: Seat, player: Player) -> State:
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def plus(pawns: tuple[int, ...], pawn: Pawn, count: int = 1) -> tuple[int, ...]:
    """Pawns by kind with some more (or less) of one kind."""
    return (*pawns[:pawn], pawns[pawn] + count, *pawns[pawn + 1 :])


def to_reserve(state: State, seat: Seat, pawn: Pawn, count: int = 1) -> State:
    player = state.players[seat]
    return with_player(state, seat, replace(player, reserve=plus(player.reserve, pawn, count)))


def to_graveyard(state: State, seat: Seat, pawn: Pawn) -> State:
    """W-3.6: where destroyed pawns go."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, graveyard=plus(player.graveyard, pawn)))


def from_graveyard(state: State, seat: Seat, pawn: Pawn) -> State:
    player = state.players[seat]
    return with_player(
        state,
        seat,
        replace(
            player,
            reserve=plus(player.reserve, pawn),
            graveyard=plus(player.graveyard, pawn, -1),
        ),
    )


def pay(state: State, seat: Seat, cubes: int, crystals: int = 0) -> State:
    player = state.players[seat]
    return with_player(
        state,
        seat,
        replace(player, cubes=player.cubes - cubes, crystals=player.crystals - crystals),
    )


def receive_cubes(box: Box, state: State, seat: Seat, cubes: int) -> State:
    """W-1.10: as many as are left."""
    left = box.edition.supply.cubes - sum([player.cubes for player in state.players])
    return pay(state, seat, -min(cubes, left))


def receive_crystals(box: Box, state: State, seat: Seat, crystals: int) -> State:
    """W-9.9: as many as are left."""
    left = box.edition.supply.crystals - sum([player.crystals for player in state.players])
    return pay(state, seat, 0, -min(crystals, left))


def mark(state: State, marks: Marks) -> State:
    """W-2.2: what was done this turn that is done once a turn."""
    return replace(state, turn=replace(state.turn, marks=state.turn.marks | marks))


# Tiles


def with_stand(state: State, tile: Tile, stand: Stand | None) -> State:
    stands = state.stands
    return replace(state, stands=(*stands[:tile], stand, *stands[tile + 1 :]))


def leave(state: State, tile: Tile) -> State:
    """W-5.10 W-6.3 W-12.4 W-12.5 W-12.7 W-13.3: a tile is free, with all that hung on its pawn.

    The die goes back, a Force Field is out of the game, the Fortress returns to its owner; a Ruins
    left behind re-rolls no more.
    """
    stand = state.stands[tile]
    assert stand is not None
    state = with_stand(state, tile, None)
    if tile == state.field:
        state = replace(state, field=NOWHERE)
    if tile == state.fortress:
        state = replace(state, fortress=NOWHERE)
        if stand.seat == state.turn.seat:
            state = mark(state, FORTRESS)
    return forget(state, tile)


def forget(state: State, tile: Tile) -> State:
    """W-3.3: a Ruins not held without a break re-rolls nothing more, unless it already did."""
    turn = state.turn
    if not turn.noted >> tile & 1:
        return state
    noted = turn.noted & ~(1 << tile)
    left = min(turn.rerolls, noted.bit_count())
    return replace(state, turn=replace(turn, noted=noted, rerolls=left))


def drive_out(state: State, tile: Tile, captor: Seat | None = None) -> State:
    """W-5.18 W-10.6 W-14.5: the pawn to the Graveyard, to its captor, or, a Camp, to its owner."""
    stand = state.stands[tile]
    assert stand is not None
    state = leave(state, tile)
    if stand.pawn == CAMP:
        return to_reserve(state, stand.seat, CAMP)
    if captor is None:
        return to_graveyard(state, stand.seat, stand.pawn)
    return imprison(state, captor, Prisoner(stand.seat, stand.pawn))


def imprison(state: State, captor: Seat, prisoner: Prisoner) -> State:
    """W-14.6: the old prisoner, if any, goes back to its owner for nothing."""
    older = state.players[captor].prisoner
    if older is not None:
        state = to_reserve(state, older.seat, older.pawn)
    return with_player(state, captor, replace(state.players[captor], prisoner=prisoner))


def set_free(state: State, captor: Seat) -> State:
    """W-14.7 W-14.8: the prisoner goes to its owner's Reserve."""
    prisoner = state.players[captor].prisoner
    assert prisoner is not None
    state = with_player(state, captor, replace(state.players[captor], prisoner=None))
    return to_reserve(state, prisoner.seat, prisoner.pawn)


def occupy(box: Box, state: State, tile: Tile, stand: Stand) -> State:
    """W-5.19 W-10.14 W-10.15 W-10.16: a pawn comes to stand; an Explorer finds what is there."""
    state = with_stand(state, tile, stand)
    found = box.artifact[tile] & state.ruins
    if not found or stand.pawn not in EXPLORERS:
        return state
    player = state.players[stand.seat]
    state = with_player(state, stand.seat, replace(player, artifacts=player.artifacts | found))
    return replace(state, ruins=state.ruins & ~found)


# The end


def crowned(box: Box, state: State) -> State:
    """W-11.1: the game is over the moment somebody has won."""
    for seat, player in enumerate(state.players):
        why = victory(box, player)
        if why is not None:
            return replace(state, phase=Over(seat, why))
    return state


def victory(box: Box, player: Player) -> Why | None:
    """W-11.2 W-11.3 W-11.4 W-11.5: which of the three conditions a player fulfils."""
    if player.artifacts == box.all_artifacts:
        return "artifacts"
    if player.crystals >= box.crystal_goal:
        return "crystals"
    if player.cards:
        costs = box.costs(player.cards)
        if costs.cubes >= box.leviathan.cubes and costs.crystals >= box.leviathan.crystals:
            return "leviathan"
    return None
