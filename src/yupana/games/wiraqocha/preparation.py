"""Preparation: cubes, swaps, the Workshop, the Caves, and which dice are rolled.

What may be done stands beside what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from yupana.core.game import Clause, Move, Moves, Rng
from yupana.core.grid import cells_in
from yupana.games.wiraqocha import board
from yupana.games.wiraqocha.components import TANKS, WORKSHOP, Box, WiraqochaOptions
from yupana.games.wiraqocha.scene import Scene
from yupana.games.wiraqocha.state import (
    COLLECTED,
    EXPLORERS,
    NO_DIE,
    PAWNS,
    RECOVERED,
    ZEPPELINS,
    Acting,
    Burrow,
    Collect,
    Lift,
    Pawn,
    Recover,
    Roll,
    Rolling,
    Stand,
    State,
    SwapIn,
    SwapOver,
    Tile,
)

PreparationMove = Collect | Recover | SwapIn | SwapOver | Burrow | Lift | Roll


class Preparations(Moves[PreparationMove]):
    """W-4.1: the steps, in any order, until the dice are rolled."""

    __slots__ = ("scene",)

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def why_not(self, move: Move) -> Clause | None:
        """W-2.1 W-1.9: steps of Preparation only, and each by its own rule."""
        scene = self.scene
        match move:
            case Roll():
                return None
            case Collect():
                return "W-4.2" if scene.done(COLLECTED) else None
            case Lift(tile):
                return None if _liftable(scene, tile) else "W-4.5"
            case Recover(pawn):
                return why_not_recover(scene, pawn)
            case SwapIn(tile, pawn):
                return why_not_swap_in(scene, tile, pawn)
            case SwapOver(tile, source):
                return why_not_swap_over(scene, tile, source)
            case Burrow(tile):
                return why_not_burrow(scene, tile)
            case _:
                return "W-2.1"

    def __iter__(self) -> Iterator[PreparationMove]:
        scene = self.scene
        if not scene.done(COLLECTED):
            yield Collect()
        if not scene.done(RECOVERED) and scene.owns(WORKSHOP):
            for pawn in range(len(PAWNS)):
                if why_not_recover(scene, pawn) is None:
                    yield Recover(pawn)
        own = list(cells_in(scene.held))
        for tile in own:
            if not _hovers(scene, tile):
                continue
            for pawn in range(len(PAWNS)):
                if why_not_swap_in(scene, tile, pawn) is None:
                    yield SwapIn(tile, pawn)
            for source in own:
                if why_not_swap_over(scene, tile, source) is None:
                    yield SwapOver(tile, source)
        if scene.held & scene.box.caves:
            for tile in cells_in(scene.box.mountains):
                if why_not_burrow(scene, tile) is None:
                    yield Burrow(tile)
        for tile in own:
            if _liftable(scene, tile):
                yield Lift(tile)
        yield Roll()

    def pick(self, rng: Rng) -> PreparationMove:
        moves = list(self)
        return moves[rng.randrange(len(moves))]


def prepare(box: Box, options: WiraqochaOptions, state: State, move: PreparationMove) -> State:
    """W-4.1: what each step does."""
    seat = state.turn.seat
    match move:
        case Collect():
            return collect(box, state)
        case Roll():
            return roll(box, options, state)
        case Lift(tile):
            return lift(state, tile)
        case Recover(pawn):
            return board.mark(board.from_graveyard(state, seat, pawn), RECOVERED)
        case SwapIn(tile, pawn):
            return swap(box, board.to_reserve(state, seat, pawn, -1), tile, pawn)
        case SwapOver(tile, source):
            return swap_over(box, state, tile, source)
        case Burrow(tile):
            return burrow(box, state, tile)
        case _:
            assert_never(move)


# Cubes


def collect(box: Box, state: State) -> State:
    """W-3.1 W-4.3 W-10.10 W-13.18: the cubes of the territories held now, more with the Tanks."""
    seat = state.turn.seat
    cubes = sum([box.cubes[tile] for tile in cells_in(board.held(state, seat))])
    if board.owns(state, seat, TANKS):
        cubes += box.edition.technology.tanks
    return board.mark(board.receive_cubes(box, state, seat, cubes), COLLECTED)


# Recovery Workshop


def why_not_recover(scene: Scene, pawn: Pawn) -> Clause | None:
    """W-12.9 W-8.7: once a turn, a pawn of one's own in the Graveyard.

    A card owned in Preparation was owned before this turn: cards come in the Actions.
    """
    if scene.done(RECOVERED) or not scene.owns(WORKSHOP):
        return "W-12.9"
    return None if _has(scene.me.graveyard, pawn) else "W-12.9"


# Swaps of Zeppelins


def why_not_swap_in(scene: Scene, tile: Tile, pawn: Pawn) -> Clause | None:
    """W-4.7 W-4.8 W-10.11: an own Zeppelin on the board for another pawn of the Reserve."""
    if not _hovers(scene, tile) or not _has(scene.me.reserve, pawn):
        return "W-4.7"
    return "W-4.8" if pawn in ZEPPELINS else None


def why_not_swap_over(scene: Scene, tile: Tile, source: Tile) -> Clause | None:
    """W-4.7 W-4.8: an own Zeppelin on the board for another pawn on the board."""
    if not _hovers(scene, tile) or not scene.holds(source):
        return "W-4.7"
    return "W-4.8" if _hovers(scene, source) else None


def swap(box: Box, state: State, tile: Tile, pawn: Pawn) -> State:
    """W-4.7 W-4.9: the Zeppelin to the Reserve; what lies on its tile stays."""
    hovering = state.stands[tile]
    assert hovering is not None
    state = board.to_reserve(state, hovering.seat, hovering.pawn)
    return board.occupy(box, state, tile, replace(hovering, pawn=pawn))


def swap_over(box: Box, state: State, tile: Tile, source: Tile) -> State:
    """W-4.9: the tile that the substitute left loses its die and tokens."""
    substitute = state.stands[source]
    assert substitute is not None
    return swap(box, board.leave(state, source), tile, substitute.pawn)


# Caves


def why_not_burrow(scene: Scene, tile: Tile) -> Clause | None:
    """W-14.1 W-14.2 W-14.3 W-14.4: an Explorer in the Caves, to a mountain that is free."""
    state, box = scene.state, scene.box
    if not box.caves:
        return "W-14.1"
    start = state.stands[_caves(box)]
    if start is None or start.seat != scene.seat or start.pawn not in EXPLORERS:
        return "W-14.2"
    if not (scene.is_tile(tile) and box.mountains >> tile & 1) or state.stands[tile] is not None:
        return "W-14.2"
    return "W-14.4" if tile in (state.devastated, state.field) else None


def burrow(box: Box, state: State, tile: Tile) -> State:
    """W-14.2: he leaves the Caves and stands on the mountain."""
    explorer = state.stands[_caves(box)]
    assert explorer is not None
    state = board.leave(state, _caves(box))
    return board.occupy(box, state, tile, Stand(explorer.seat, explorer.pawn))


# Dice


def lift(state: State, tile: Tile) -> State:
    """W-4.5: a die taken back is rolled with the others."""
    stand = state.stands[tile]
    assert stand is not None
    return board.with_stand(state, tile, replace(stand, die=NO_DIE))


def roll(box: Box, options: WiraqochaOptions, state: State) -> State:
    """W-4.2 W-4.4: whatever was not collected is; then the dice, if there are any to roll."""
    if not state.turn.marks & COLLECTED:
        state = collect(box, state)
    count = dice_to_roll(box, options, state)
    return replace(state, phase=Rolling(count) if count else Acting(()))


def dice_to_roll(box: Box, options: WiraqochaOptions, state: State) -> int:
    """W-3.4 W-4.4 W-4.6 W-1.10 W-1.11: three, one more a Village, one less a die kept."""
    own = board.held(state, state.turn.seat)
    kept = sum([_defended(state, tile) for tile in cells_in(own)])
    villages = (own & box.villages).bit_count()
    count = max(0, box.edition.turn.dice + box.edition.turn.village * villages - kept)
    if options.strict_dice:
        count = min(count, box.edition.supply.dice - board.dice_on_board(state))
    return count


def _liftable(scene: Scene, tile: Tile) -> bool:
    return scene.holds(tile) and _defended(scene.state, tile)


def _defended(state: State, tile: Tile) -> bool:
    stand = state.stands[tile]
    return stand is not None and stand.die != NO_DIE


def _hovers(scene: Scene, tile: Tile) -> bool:
    """Whether a Zeppelin of mine is there."""
    if not scene.holds(tile):
        return False
    stand = scene.state.stands[tile]
    return stand is not None and stand.pawn in ZEPPELINS


def _has(pawns: tuple[int, ...], pawn: Pawn) -> bool:
    return 0 <= pawn < len(pawns) and pawns[pawn] > 0


def _caves(box: Box) -> Tile:
    return box.caves.bit_length() - 1
