"""Conquest, theft, and the duty to place one's Base Camp.

Dice make the condition of a tile, others beat its defence, a pawn comes to stand there; or the Base
Camp that was beaten stays and its owner is robbed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from yupana.core.game import Clause, Rng, Seat
from yupana.core.grid import cells_in, nth_cell
from yupana.games.wiraqocha import board, technologies
from yupana.games.wiraqocha.components import (
    BATTLE_EXOSKELETON,
    PSYCHIC_PROBE,
    Box,
)
from yupana.games.wiraqocha.components import (
    TUNNELLER as TUNNELLER_CARD,
)
from yupana.games.wiraqocha.dice import (
    OPEN,
    Condition,
    Defence,
    Way,
    attacks,
    fits,
    holds,
    spent,
    ways,
    within_reach,
    without,
)
from yupana.games.wiraqocha.scene import Scene
from yupana.games.wiraqocha.state import (
    BEYOND,
    CAMP,
    EXOSKELETON,
    HIGHEST,
    NOWHERE,
    PAWNS,
    PROBE,
    TUNNELLER,
    ZEPPELINS,
    Acting,
    Artifact,
    Crystal,
    Dice,
    Enter,
    Freedom,
    Invention,
    Loot,
    March,
    Pawn,
    Pillage,
    Stand,
    State,
    Tile,
    Tiles,
    Tunnel,
)

# Conquest: what may be taken, by whom, with which dice


def why_not_enter(scene: Scene, move: Enter) -> Clause | None:
    """W-5.8 W-5.10 W-10.1 W-10.2 W-10.3: a pawn of the Reserve next to a tile held now.

    The Base Camp comes before all others; with no own pawn on the board it goes anywhere.
    """
    if not scene.is_tile(move.tile):
        return "W-1.2"
    if not scene.camp and move.pawn != CAMP:
        return "W-10.1"
    if not (0 <= move.pawn < len(PAWNS) and scene.me.reserve[move.pawn]):
        return "W-5.8"
    clause = why_not_stand(scene, move.tile, move.pawn)
    if clause is None and not may_enter(scene, move.tile):
        clause = "W-10.2" if move.pawn == CAMP else "W-5.8"
    return clause or why_not_attack(scene, move)


def why_not_march(scene: Scene, move: March) -> Clause | None:
    """W-5.9: a pawn on the board, wherever it stands."""
    if not scene.is_tile(move.tile):
        return "W-1.2"
    if not scene.camp:
        return "W-10.1"
    if not scene.holds(move.source):
        return "W-5.9"
    pawn = _stand(scene.state, move.source).pawn
    return why_not_stand(scene, move.tile, pawn) or why_not_attack(scene, move)


def why_not_stand(scene: Scene, tile: Tile, pawn: Pawn) -> Clause | None:
    """W-5.11 W-5.12 W-5.13 W-5.14 W-10.3 W-10.12 W-12.6 W-13.9: whether it could stand there."""
    state = scene.state
    if scene.held >> tile & 1:
        return "W-5.13"
    if tile == state.devastated:
        return "W-13.9"
    if tile == state.field:
        return "W-12.6"
    if pawn in ZEPPELINS or not board.needs_zeppelin(scene.box, state, tile):
        return None
    if pawn == CAMP and not scene.camp:
        return "W-10.3"
    return "W-5.11" if scene.box.mountains >> tile & 1 else "W-10.12"


def may_enter(scene: Scene, tile: Tile) -> bool:
    """W-5.8 W-10.2: next to a tile held; the Camp anywhere when none is."""
    if not scene.held:
        return True
    return bool(scene.box.near(scene.state.valley)[tile] & scene.held)


def why_not_attack(scene: Scene, move: Enter | March) -> Clause | None:
    """W-14.5: the dice, and whether there is a pawn to capture."""
    clause = why_not_dice(scene, move.tile, Way(move.dice, move.beating))
    if clause is None and move.capture and not may_capture(scene, move.tile):
        return "W-14.5"
    return clause


def why_not_dice(scene: Scene, tile: Tile, way: Way) -> Clause | None:
    """W-5.2 W-5.4 W-5.5 W-5.6 W-5.17 W-5.20 W-7.1 W-7.2 W-7.3: the dice, and what a 7 costs."""
    condition = scene.box.conditions[tile]
    defence = board.defence(scene.box, scene.state, tile)
    if way in attacks(scene.dice, condition, defence):
        return None if price(scene.box, way) <= scene.me.cubes else "W-7.1"
    if not holds(scene.dice, tuple(sorted((*way.dice, *spent(way.beating))))):
        return "W-5.2"
    if not fits(way.dice, condition):
        return "W-5.5" if condition.faces else "W-5.4"
    if BEYOND in way.beating and defence.value != HIGHEST:
        return "W-7.3"
    return "W-5.17" if defence != OPEN else "W-5.6"


def price(box: Box, way: Way) -> int:
    """W-7.1 W-7.3: the cubes that the sevens of an attack cost."""
    return box.edition.turn.change * way.beating.count(BEYOND)


def may_capture(scene: Scene, tile: Tile) -> bool:
    """W-14.5: with prisoners, any rival's pawn but a Base Camp."""
    stand = scene.state.stands[tile]
    return scene.options.prisoners and stand is not None and stand.pawn != CAMP


# Conquest: all that may be taken


def open_tiles(scene: Scene) -> Tiles:
    """W-5.13 W-12.6 W-13.9: neither one's own, nor under the Force Field, nor devastated."""
    barred = scene.held
    if scene.state.field != NOWHERE:
        barred |= 1 << scene.state.field
    if scene.state.devastated != NOWHERE:
        barred |= 1 << scene.state.devastated
    return ~barred


def targets(scene: Scene) -> Tiles:
    """The open tiles whose condition the dice make."""
    return scene.box.takeable(scene.dice) & open_tiles(scene)


def ways_in(scene: Scene, tile: Tile) -> tuple[Way, ...]:
    """W-7.1: every way to take the tile that can be paid."""
    defence = board.defence(scene.box, scene.state, tile)
    found = attacks(scene.dice, scene.box.conditions[tile], defence)
    if defence.value == HIGHEST:
        return tuple([way for way in found if price(scene.box, way) <= scene.me.cubes])
    return found


def entrants(scene: Scene, tile: Tile) -> list[Pawn]:
    """W-5.8 W-10.1 W-10.3: the pawns of the Reserve that could come to stand on an open tile."""
    if not may_enter(scene, tile):
        return []
    needed = board.needs_zeppelin(scene.box, scene.state, tile)
    if not scene.camp:
        return [] if needed else [CAMP]
    return [
        pawn
        for pawn, count in enumerate(scene.me.reserve)
        if count and (not needed or pawn in ZEPPELINS)
    ]


def marchers(scene: Scene, tile: Tile) -> Tiles:
    """W-5.9 W-10.1: the tiles whose pawns could move to an open tile."""
    if not scene.camp:
        return 0
    return hovering(scene) if board.needs_zeppelin(scene.box, scene.state, tile) else scene.held


def hovering(scene: Scene) -> Tiles:
    """Where Zeppelins of mine are."""
    found = 0
    for tile in cells_in(scene.held):
        if _stand(scene.state, tile).pawn in ZEPPELINS:
            found |= 1 << tile
    return found


def takes(scene: Scene) -> Iterator[Enter | March]:
    """W-5.7: every conquest that can be made now."""
    for tile in cells_in(targets(scene)):
        found = ways_in(scene, tile)
        if not found:
            continue
        pawns, sources = entrants(scene, tile), marchers(scene, tile)
        for capture in (False, True) if may_capture(scene, tile) else (False,):
            for way in found:
                for pawn in pawns:
                    yield Enter(tile, pawn, way.dice, way.beating, capture)
                for source in cells_in(sources):
                    yield March(tile, source, way.dice, way.beating, capture)


def pick_take(scene: Scene, rng: Rng) -> Enter | March | None:
    """One of them by chance: the tile first, then the way, then the pawn."""
    tiles = targets(scene)
    count = tiles.bit_count()
    first = rng.randrange(count) if count else 0
    for offset in range(count):
        tile = nth_cell(tiles, (first + offset) % count)
        found = ways_in(scene, tile)
        if not found:
            continue
        pawns, sources = entrants(scene, tile), marchers(scene, tile)
        choices = len(pawns) + sources.bit_count()
        if choices:
            way = found[rng.randrange(len(found))]
            capture = may_capture(scene, tile) and rng.randrange(2) == 1
            at = rng.randrange(choices)
            if at < len(pawns):
                return Enter(tile, pawns[at], way.dice, way.beating, capture)
            source = nth_cell(sources, at - len(pawns))
            return March(tile, source, way.dice, way.beating, capture)
    return None


# Conquest: what it does


def conquer(box: Box, state: State, move: Enter | March) -> State:
    """W-5.2 W-5.10 W-5.18 W-5.19: dice spent, the rival driven out, one's own pawn in."""
    seat = state.turn.seat
    state = spend(box, state, Way(move.dice, move.beating))
    if isinstance(move, Enter):
        pawn = move.pawn
        state = board.to_reserve(state, seat, pawn, -1)
    else:
        pawn = _stand(state, move.source).pawn
        state = board.leave(state, move.source)
    if state.stands[move.tile] is not None:
        state = board.drive_out(state, move.tile, seat if move.capture else None)
    return board.occupy(box, state, move.tile, Stand(seat, pawn))


def spend(box: Box, state: State, way: Way) -> State:
    """W-5.2 W-7.3: the dice are used, and the sevens paid for."""
    assert isinstance(state.phase, Acting)
    left = without(without(state.phase.dice, way.dice), spent(way.beating))
    state = replace(state, phase=Acting(left))
    cubes = price(box, way)
    return board.pay(state, state.turn.seat, cubes) if cubes else state


# Theft


def why_not_pillage(scene: Scene, move: Pillage) -> Clause | None:
    """W-8.4 W-8.8 W-8.9 W-10.5 W-12.8: all that a conquest takes, but nobody moves in."""
    clause = why_not_rob(scene, move.tile)
    if clause is None and move.tile == scene.state.field:
        clause = "W-12.8"
    if clause is None and not could_take(scene, move.tile):
        clause = "W-8.8"
    return (
        clause
        or why_not_dice(scene, move.tile, Way(move.dice, move.beating))
        or why_not_loot(scene, move.tile, move.loot)
    )


def why_not_tunnel(scene: Scene, move: Tunnel) -> Clause | None:
    """W-13.16 W-13.17 W-14.9: once a turn, with the dice of the condition alone, and to steal."""
    if not scene.owns(TUNNELLER_CARD) or scene.done(TUNNELLER):
        return "W-13.16"
    clause = why_not_rob(scene, move.tile)
    if clause is not None:
        return clause
    condition = scene.box.conditions[move.tile]
    if move.dice not in ways(scene.dice, condition):
        if not holds(scene.dice, move.dice):
            return "W-5.2"
        return "W-5.5" if condition.faces else "W-5.4"
    clause = why_not_loot(scene, move.tile, move.loot)
    if clause is None and isinstance(move.loot, Freedom) and not tunneller_frees(scene):
        clause = "W-14.9"
    return clause


def tunneller_frees(scene: Scene) -> bool:
    """W-14.9: whether the Tunneller, too, frees a prisoner: by version 1 of the rules it does."""
    return scene.box.switches.tunneller_frees


def why_not_rob(scene: Scene, tile: Tile) -> Clause | None:
    """W-8.4 W-10.9: a rival's Base Camp, and one's own in play."""
    if not scene.is_tile(tile):
        return "W-1.2"
    if not scene.camp:
        return "W-10.1"
    return None if scene.camps >> tile & 1 else "W-8.4"


def why_not_loot(scene: Scene, tile: Tile, loot: Loot) -> Clause | None:
    """W-8.3 W-8.4 W-8.9 W-14.8 W-14.9: a thing that can be stolen and is there."""
    victim = scene.state.players[_stand(scene.state, tile).seat]
    if loot in loots(scene, tile):
        return None
    match loot:
        case Invention(card) if card >= 0 and victim.cards >> card & 1:
            return "W-8.3"
        case Crystal() | Artifact() | Invention():
            return "W-8.9"
        case Freedom():
            return "W-14.8"
        case _:
            assert_never(loot)


def could_take(scene: Scene, tile: Tile) -> bool:
    """W-8.8 W-8.9: whether one of the thief's pawns could have come to stand there."""
    return bool(marchers(scene, tile) or entrants(scene, tile))


def loots(scene: Scene, tile: Tile) -> list[Loot]:
    """W-8.3 W-8.4 W-14.9: what the owner of the Base Camp there can be robbed of."""
    victim = scene.state.players[_stand(scene.state, tile).seat]
    found: list[Loot] = [Crystal()] if victim.crystals else []
    found += [Artifact(number) for number in cells_in(victim.artifacts)]
    found += [Invention(card) for card in cells_in(victim.cards & scene.box.inventions)]
    if victim.prisoner is not None and victim.prisoner.seat == scene.seat:
        found.append(Freedom())
    return found


def thefts(scene: Scene) -> Iterator[Pillage | Tunnel]:
    """W-8.5 W-14.9: every theft that can be made now."""
    tunnels = scene.owns(TUNNELLER_CARD) and not scene.done(TUNNELLER)
    frees = tunneller_frees(scene)
    for tile in cells_in(scene.camps & scene.box.takeable(scene.dice)):
        found = loots(scene, tile)
        if not found:
            continue
        if tile != scene.state.field and could_take(scene, tile):
            for way in ways_in(scene, tile):
                for loot in found:
                    yield Pillage(tile, way.dice, way.beating, loot)
        if tunnels:
            for dice in ways(scene.dice, scene.box.conditions[tile]):
                for loot in found:
                    if frees or not isinstance(loot, Freedom):
                        yield Tunnel(tile, dice, loot)


def rob(box: Box, state: State, move: Pillage | Tunnel) -> State:
    """W-8.4 W-8.9 W-13.16: dice spent and loot taken; camp, die and Fortress stay."""
    if isinstance(move, Tunnel):
        state = board.mark(spend(box, state, Way(move.dice, ())), TUNNELLER)
    else:
        state = spend(box, state, Way(move.dice, move.beating))
    return steal(state, _stand(state, move.tile).seat, move.loot)


def steal(state: State, victim: Seat, loot: Loot) -> State:
    """W-8.4 W-8.6 W-14.9: the loot goes from the victim to the thief; a freed pawn to its owner."""
    thief = state.turn.seat
    match loot:
        case Crystal():
            return board.pay(board.pay(state, victim, 0, 1), thief, 0, -1)
        case Artifact(number):
            return _pass_on(state, victim, thief, artifacts=1 << number)
        case Invention(card):
            state = _pass_on(state, victim, thief, cards=1 << card)
            return technologies.pawn_follows(state, card, victim)
        case Freedom():
            return board.set_free(state, victim)
        case _:
            assert_never(loot)


def _pass_on(state: State, victim: Seat, thief: Seat, artifacts: int = 0, cards: int = 0) -> State:
    loser, winner = state.players[victim], state.players[thief]
    state = board.with_player(
        state,
        victim,
        replace(loser, artifacts=loser.artifacts & ~artifacts, cards=loser.cards & ~cards),
    )
    return board.with_player(
        state,
        thief,
        replace(winner, artifacts=winner.artifacts | artifacts, cards=winner.cards | cards),
    )


# The duty to place the Base Camp


def can_place_camp(scene: Scene) -> bool:
    """W-10.7 W-10.8: whether it can be placed with what lies there, without luck."""
    return can_place_with(scene, scene.dice, scene.me.cubes, not scene.done(EXOSKELETON))


def can_place_with(
    scene: Scene, dice: Dice, cubes: int, exoskeleton: bool, probed: Tile = NOWHERE
) -> bool:
    """W-10.8: the same with other dice or cubes, or after one tile was probed."""
    steps = cubes // scene.box.edition.turn.change
    turn_to = 0
    if exoskeleton and scene.owns(BATTLE_EXOSKELETON):
        turn_to = scene.box.edition.technology.exoskeleton
    return any(
        within_reach(dice, steps, turn_to, condition, defence)
        for condition, defence in camp_sites(scene, probed)
    )


def camp_sites(scene: Scene, probed: Tile) -> Iterator[tuple[Condition, Defence]]:
    """W-10.3 W-10.8: where the Camp may go, each defence at its weakest that needs no luck."""
    box, state = scene.box, scene.state
    probe = scene.owns(PSYCHIC_PROBE) and not scene.done(PROBE) and probed == NOWHERE
    weakest = box.edition.technology.probe
    for tile in cells_in(open_tiles(scene) & (1 << len(box.tiles)) - 1):
        if not may_enter(scene, tile) or board.needs_zeppelin(box, state, tile):
            continue
        defence = board.defence(box, state, tile)
        if defence != OPEN and (probe or tile == probed):
            defence = Defence(min(weakest, defence.value), defence.dice)
        yield box.conditions[tile], defence


def _stand(state: State, tile: Tile) -> Stand:
    stand = state.stands[tile]
    assert stand is not None
    return stand
