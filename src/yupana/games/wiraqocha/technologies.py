"""The twelve technologies: building them, and what each does in the Actions.

The Workshop and the Tanks work in Preparation, the Tunneller is a theft: see there. Prices are the
edition's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from yupana.core.game import Clause, Seat
from yupana.core.grid import cells_in
from yupana.games.wiraqocha import board
from yupana.games.wiraqocha.components import (
    ANDROID_EXPLORER,
    ANDROID_FACTORY,
    BATTLE_EXOSKELETON,
    CARDS,
    DEATH_RAY,
    FLYING_FORTRESS,
    FORCE_FIELD,
    JUGGERNAUT_CARD,
    MECHANICAL_MINER,
    PSYCHIC_PROBE,
    Box,
)
from yupana.games.wiraqocha.dice import OPEN, changed
from yupana.games.wiraqocha.scene import Scene
from yupana.games.wiraqocha.state import (
    ANDROID,
    BUILT,
    CAMP,
    EXOSKELETON,
    FACTORY,
    FORTRESS,
    GONE,
    JUGGERNAUT,
    MINER,
    NO_DIE,
    NOWHERE,
    PROBE,
    Acting,
    Build,
    Card,
    Devastate,
    Fortify,
    Manufacture,
    Pawn,
    Prisoner,
    Probe,
    Rolling,
    Stand,
    State,
    Strengthen,
    Tile,
)

TechnologyMove = Build | Manufacture | Strengthen | Probe | Fortify | Devastate

PAWN_OF: dict[Card, Pawn] = {
    ANDROID_EXPLORER: ANDROID,
    MECHANICAL_MINER: MINER,
    JUGGERNAUT_CARD: JUGGERNAUT,
}
"""The cards that bring a pawn."""


def why_not(scene: Scene, move: TechnologyMove) -> Clause | None:
    """W-8.2: each card in the Actions, also in the turn it was built."""
    match move:
        case Build():
            return why_not_build(scene, move)
        case Manufacture():
            return why_not_manufacture(scene)
        case Strengthen(die):
            return why_not_strengthen(scene, die)
        case Probe(tile):
            return why_not_probe(scene, tile)
        case Fortify(tile):
            return why_not_fortify(scene, tile)
        case Devastate(tile):
            return why_not_devastate(scene, tile)
        case _:
            assert_never(move)


def use(box: Box, state: State, move: TechnologyMove) -> State:
    """W-8.2: what each card does."""
    match move:
        case Build():
            return build(box, state, move)
        case Manufacture():
            cubes = box.edition.technology.factory
            return board.mark(one_more_die(board.pay(state, state.turn.seat, cubes)), FACTORY)
        case Strengthen(die):
            return board.mark(turned(state, die, box.edition.technology.exoskeleton), EXOSKELETON)
        case Probe(tile):
            return board.mark(probe(box, state, tile), PROBE)
        case Fortify(tile):
            return board.mark(replace(state, fortress=tile), FORTRESS)
        case Devastate(tile):
            return devastate(box, state, tile)
        case _:
            assert_never(move)


# Building


def why_not_build(scene: Scene, move: Build) -> Clause | None:
    """W-8.1 W-12.6: once a turn, a card face up that one can pay; the Force Field on a tile."""
    card = move.card
    if scene.done(BUILT) or not (0 <= card < len(CARDS) and scene.state.market >> card & 1):
        return "W-8.1"
    if scene.me.cubes < scene.box.card_cubes[card]:
        return "W-8.1"
    if scene.me.crystals < scene.box.card_crystals[card]:
        return "W-8.1"
    if card == FORCE_FIELD:
        return None if scene.holds(move.tile) else "W-12.6"
    return None if move.tile == NOWHERE else "W-12.6"


def builds(scene: Scene) -> Iterator[Build]:
    """W-8.1: what can be built now."""
    if scene.done(BUILT):
        return
    box, me = scene.box, scene.me
    for card in cells_in(scene.state.market):
        if me.cubes < box.card_cubes[card] or me.crystals < box.card_crystals[card]:
            continue
        if card == FORCE_FIELD:
            for tile in cells_in(scene.held):
                yield Build(card, tile)
        else:
            yield Build(card)


def build(box: Box, state: State, move: Build) -> State:
    """W-8.1 W-12.6 W-13.1: paid to the supply and laid down; its pawn or token with it."""
    seat, card = state.turn.seat, move.card
    state = board.pay(state, seat, box.card_cubes[card], box.card_crystals[card])
    player = state.players[seat]
    state = board.with_player(state, seat, replace(player, cards=player.cards | 1 << card))
    state = board.mark(replace(state, market=state.market & ~(1 << card)), BUILT)
    if card == FORCE_FIELD:
        return replace(state, field=move.tile)
    pawn = PAWN_OF.get(card)
    return state if pawn is None else board.to_reserve(state, seat, pawn)


# Android Factory


def why_not_manufacture(scene: Scene) -> Clause | None:
    """W-12.1: once a turn, for cubes."""
    if not scene.owns(ANDROID_FACTORY) or scene.done(FACTORY):
        return "W-12.1"
    if scene.me.cubes < scene.box.edition.technology.factory:
        return "W-12.1"
    return why_not_one_more_die(scene)


def why_not_one_more_die(scene: Scene) -> Clause | None:
    """W-1.10 W-1.11: with strict dice, one must be left."""
    if scene.options.strict_dice:
        used = len(scene.dice) + board.dice_on_board(scene.state)
        if used >= scene.box.edition.supply.dice:
            return "W-1.10"
    return None


def one_more_die(state: State) -> State:
    assert isinstance(state.phase, Acting)
    return replace(state, phase=Rolling(1, state.phase.dice))


# Battle Exoskeleton


def why_not_strengthen(scene: Scene, die: int) -> Clause | None:
    """W-13.5 W-13.15: once a turn, an unused die that shows something else."""
    if not scene.owns(BATTLE_EXOSKELETON) or scene.done(EXOSKELETON):
        return "W-13.5"
    if die not in scene.dice:
        return "W-5.2"
    return "W-13.15" if die == scene.box.edition.technology.exoskeleton else None


def turned(state: State, die: int, face: int) -> State:
    assert isinstance(state.phase, Acting)
    return replace(state, phase=Acting(changed(state.phase.dice, die, face)))


# Psychic Probe


def why_not_probe(scene: Scene, tile: Tile) -> Clause | None:
    """W-13.12 W-13.13 W-13.15: once a turn, a rival's defence that is more than that."""
    if not scene.owns(PSYCHIC_PROBE) or scene.done(PROBE):
        return "W-13.12"
    if not scene.is_tile(tile) or scene.held >> tile & 1:
        return "W-13.12"
    defence = board.defence(scene.box, scene.state, tile)
    if defence == OPEN:
        return "W-13.12"
    return None if defence.value > scene.box.edition.technology.probe else "W-13.15"


def probe(box: Box, state: State, tile: Tile) -> State:
    """W-13.12 W-13.13 W-13.14 W-13.15: die and natural 5 alike, and so what the Fortress copies."""
    stand = state.stands[tile]
    assert stand is not None
    face = NO_DIE if stand.die == NO_DIE else box.edition.technology.probe
    return board.with_stand(state, tile, replace(stand, die=face, probed=stand.pawn == CAMP))


# Flying Fortress


def why_not_fortify(scene: Scene, tile: Tile) -> Clause | None:
    """W-12.2 W-12.5 W-13.7: once a turn, on another tile held, unless it is out of the game."""
    if not scene.owns(FLYING_FORTRESS) or not scene.holds(tile):
        return "W-12.2"
    if scene.state.fortress == GONE:
        return "W-13.7"
    return "W-12.5" if scene.done(FORTRESS) or tile == scene.state.fortress else None


# Death Ray


def why_not_devastate(scene: Scene, tile: Tile) -> Clause | None:
    """W-13.6 W-13.10 W-13.11: once a game, whoever has the card; any tile."""
    if not scene.is_tile(tile):
        return "W-1.2"
    if not scene.owns(DEATH_RAY):
        return "W-13.6"
    return None if scene.state.devastated == NOWHERE else "W-13.10"


def devastate(box: Box, state: State, tile: Tile) -> State:
    """W-13.7 W-13.8 W-13.9 W-13.11: all there is out of the game; a Camp goes to its owner."""
    stand = state.stands[tile]
    fortress = GONE if state.fortress == tile else state.fortress
    if stand is not None:
        state = board.leave(state, tile)
        if stand.pawn == CAMP:
            state = board.to_reserve(state, stand.seat, CAMP)
    lost = box.artifact[tile]
    return replace(state, devastated=tile, fortress=fortress, ruins=state.ruins & ~lost)


# A stolen card with a pawn


def pawn_follows(state: State, card: Card, victim: Seat) -> State:
    """W-13.1 W-13.2 W-13.3 W-13.4 W-14.10: the pawn of a stolen card is the thief's.

    Wherever it is: Reserve, board, Graveyard, or captive; what is out of the game stays out.
    """
    pawn = PAWN_OF.get(card)
    if pawn is None:
        return state
    thief = state.turn.seat
    loser = state.players[victim]
    if loser.reserve[pawn]:
        return board.to_reserve(board.to_reserve(state, victim, pawn, -1), thief, pawn)
    if loser.graveyard[pawn]:
        left = replace(loser, graveyard=board.plus(loser.graveyard, pawn, -1))
        return board.to_graveyard(board.with_player(state, victim, left), thief, pawn)
    for tile, stand in enumerate(state.stands):
        if stand is not None and stand.pawn == pawn:
            return board.with_stand(board.leave(state, tile), tile, Stand(thief, pawn))
    for captor, player in enumerate(state.players):
        if player.prisoner is not None and player.prisoner.pawn == pawn:
            captive = replace(player, prisoner=Prisoner(thief, pawn))
            state = board.with_player(state, captor, captive)
            return board.set_free(state, captor) if captor == thief else state
    return state
