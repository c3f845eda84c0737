"""The Actions: what may be done after the roll, and those that are neither conquest nor card.

Defence, changing and re-rolling dice, the sacrifice of a crystal, buying back, ransom, the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from msgspec.structs import replace

from yupana.core.game import Clause, Move, Moves, Rng
from yupana.core.grid import cells_in
from yupana.games.wiraqocha import board, conquest, technologies
from yupana.games.wiraqocha.components import (
    ANDROID_FACTORY,
    BATTLE_EXOSKELETON,
    DEATH_RAY,
    FLYING_FORTRESS,
    PSYCHIC_PROBE,
    Box,
)
from yupana.games.wiraqocha.dice import changed, without
from yupana.games.wiraqocha.scene import Scene
from yupana.games.wiraqocha.state import (
    BOUGHT_BACK,
    EXOSKELETON,
    FORTRESS,
    HIGHEST,
    LOWEST,
    NO_DIE,
    NOWHERE,
    PROBE,
    SACRIFICED,
    Acting,
    Build,
    BuyBack,
    Defend,
    Devastate,
    End,
    Enter,
    Fortify,
    Lower,
    Manufacture,
    March,
    Pillage,
    Probe,
    Raise,
    Ransom,
    Reroll,
    Rolling,
    Sacrifice,
    State,
    Strengthen,
    Tile,
    Tunnel,
    WiraqochaMove,
)

PlainMove = Defend | Raise | Lower | Reroll | Sacrifice | BuyBack | Ransom

Family = Callable[[Scene], Iterator[WiraqochaMove]]
"""Lists the moves of a kind."""


class Actions(Moves[WiraqochaMove]):
    """W-5.1: anything in any order, once the Base Camp stands; until then, what serves placing it."""

    __slots__ = ("scene",)

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def why_not(self, move: Move) -> Clause | None:
        """W-2.1 W-5.1 W-10.1 W-10.9: by the rule of each action, after that of the Camp."""
        scene = self.scene
        match move:
            case Enter():
                return conquest.why_not_enter(scene, move)
            case March():
                return conquest.why_not_march(scene, move)
            case Pillage():
                return conquest.why_not_pillage(scene, move)
            case Tunnel():
                return conquest.why_not_tunnel(scene, move)
            case End():
                return why_not_end(scene)
            case Raise() | Lower() | Reroll() | Sacrifice():
                return why_not(scene, move) or why_not_before_camp(scene, move)
            case Manufacture() | Strengthen() | Probe():
                return technologies.why_not(scene, move) or why_not_before_camp(scene, move)
            case Defend() | BuyBack() | Ransom():
                return why_not(scene, move) if scene.camp else "W-10.9"
            case Build() | Fortify() | Devastate():
                return technologies.why_not(scene, move) if scene.camp else "W-10.9"
            case _:
                return "W-2.1"

    def __iter__(self) -> Iterator[WiraqochaMove]:
        for family in FAMILIES if self.scene.camp else BEFORE_CAMP:
            yield from family(self.scene)

    def pick(self, rng: Rng) -> WiraqochaMove:
        """One of the kinds of move that there are by chance, then one of that kind."""
        families = list(FAMILIES if self.scene.camp else BEFORE_CAMP)
        while True:
            family = families.pop(rng.randrange(len(families)))
            if family is conquest.takes:
                move = conquest.pick_take(self.scene, rng)
                if move is not None:
                    return move
            else:
                moves = list(family(self.scene))
                if moves:
                    return moves[rng.randrange(len(moves))]


def why_not(scene: Scene, move: PlainMove) -> Clause | None:
    """W-5.1: the actions that are neither conquest nor card, each by its own rule."""
    match move:
        case Defend(tile, die):
            return why_not_defend(scene, tile, die)
        case Raise(die):
            return why_not_change(scene, die, die + 1)
        case Lower(die):
            return why_not_change(scene, die, die - 1)
        case Reroll(die):
            return why_not_reroll(scene, die)
        case Sacrifice():
            return why_not_sacrifice(scene)
        case BuyBack(pawn):
            return why_not_buy_back(scene, pawn)
        case Ransom():
            return why_not_ransom(scene, move)
        case _:
            assert_never(move)


def act(box: Box, state: State, move: PlainMove) -> State:
    """W-5.1: what each of these does."""
    seat, change = state.turn.seat, box.edition.turn.change
    match move:
        case Defend(tile, die):
            return defend(state, tile, die)
        case Raise(die):
            return technologies.turned(board.pay(state, seat, change), die, die + 1)
        case Lower(die):
            return technologies.turned(board.pay(state, seat, change), die, die - 1)
        case Reroll(die):
            return reroll(state, die)
        case Sacrifice():
            state = board.pay(state, seat, 0, box.edition.turn.sacrifice)
            return board.mark(technologies.one_more_die(state), SACRIFICED)
        case BuyBack(pawn):
            state = board.pay(state, seat, box.edition.turn.buy_back)
            return board.mark(board.from_graveyard(state, seat, pawn), BOUGHT_BACK)
        case Ransom():
            return ransom(box, state, move)
        case _:
            assert_never(move)


# Defence


def why_not_defend(scene: Scene, tile: Tile, die: int) -> Clause | None:
    """W-6.1 W-6.2: one unused die on a tile held that has none."""
    if die not in scene.dice:
        return "W-5.2"
    if not scene.holds(tile):
        return "W-6.1"
    stand = scene.state.stands[tile]
    return None if stand is not None and stand.die == NO_DIE else "W-6.1"


def defends(scene: Scene) -> Iterator[Defend]:
    for tile in cells_in(scene.held):
        stand = scene.state.stands[tile]
        if stand is not None and stand.die == NO_DIE:
            for die in dict.fromkeys(scene.dice):
                yield Defend(tile, die)


def defend(state: State, tile: Tile, die: int) -> State:
    """W-6.1: the die is used and stands on the tile."""
    stand = state.stands[tile]
    assert stand is not None
    assert isinstance(state.phase, Acting)
    state = replace(state, phase=Acting(without(state.phase.dice, (die,))))
    return board.with_stand(state, tile, replace(stand, die=die))


# Changing and re-rolling dice


def why_not_change(scene: Scene, die: int, face: int) -> Clause | None:
    """W-7.1 W-7.2 W-7.4: an unused die, between 1 and 6, for cubes."""
    if die not in scene.dice:
        return "W-5.2"
    if not LOWEST <= face <= HIGHEST:
        return "W-7.2"
    return None if scene.me.cubes >= scene.box.edition.turn.change else "W-7.1"


def changes(scene: Scene) -> Iterator[Raise | Lower]:
    if scene.me.cubes < scene.box.edition.turn.change:
        return
    for die in dict.fromkeys(scene.dice):
        if die < HIGHEST:
            yield Raise(die)
        if die > LOWEST:
            yield Lower(die)


def why_not_reroll(scene: Scene, die: int) -> Clause | None:
    """W-3.2 W-3.3: an unused die, while a Ruins noted at the start is still good for it."""
    if not scene.state.turn.rerolls:
        return "W-3.3"
    return None if die in scene.dice else "W-5.2"


def rerolls(scene: Scene) -> Iterator[Reroll]:
    if scene.state.turn.rerolls:
        yield from map(Reroll, dict.fromkeys(scene.dice))


def reroll(state: State, die: int) -> State:
    """W-3.2: that die again, beside the others."""
    assert isinstance(state.phase, Acting)
    left = without(state.phase.dice, (die,))
    turn = replace(state.turn, rerolls=state.turn.rerolls - 1)
    return replace(state, phase=Rolling(1, left), turn=turn)


# Crystals and pawns


def why_not_sacrifice(scene: Scene) -> Clause | None:
    """W-8.10: once a turn, a crystal for a die."""
    if scene.done(SACRIFICED) or scene.me.crystals < scene.box.edition.turn.sacrifice:
        return "W-8.10"
    return technologies.why_not_one_more_die(scene)


def why_not_buy_back(scene: Scene, pawn: int) -> Clause | None:
    """W-8.11 W-12.10: once a turn, whatever the Workshop did, a pawn from the Graveyard."""
    if scene.done(BOUGHT_BACK) or scene.me.cubes < scene.box.edition.turn.buy_back:
        return "W-8.11"
    graves = scene.me.graveyard
    return None if 0 <= pawn < len(graves) and graves[pawn] else "W-8.11"


def why_not_ransom(scene: Scene, move: Ransom) -> Clause | None:
    """W-14.7 W-14.9: to the captor of one's own pawn, what he asks for."""
    if not 0 <= move.captor < len(scene.state.players):
        return "W-14.7"
    prisoner = scene.state.players[move.captor].prisoner
    if prisoner is None or prisoner.seat != scene.seat:
        return "W-14.7"
    price = scene.box.edition.ransom
    able = (
        scene.me.cubes >= price.cubes
        if move.pay == "cubes"
        else scene.me.crystals >= price.crystals
    )
    return None if able else "W-14.7"


def ransom(box: Box, state: State, move: Ransom) -> State:
    """W-14.7 W-14.9: the captor takes the pay, beyond any limit, and lets the pawn go."""
    price = box.edition.ransom
    cubes, crystals = (price.cubes, 0) if move.pay == "cubes" else (0, price.crystals)
    state = board.pay(state, state.turn.seat, cubes, crystals)
    return board.set_free(board.pay(state, move.captor, -cubes, -crystals), move.captor)


def exchanges(scene: Scene) -> Iterator[Sacrifice | BuyBack | Ransom]:
    if scene.me.crystals and why_not_sacrifice(scene) is None:
        yield Sacrifice()
    if not scene.done(BOUGHT_BACK) and scene.me.cubes >= scene.box.edition.turn.buy_back:
        for pawn, count in enumerate(scene.me.graveyard):
            if count:
                yield BuyBack(pawn)
    if scene.options.prisoners:
        for captor in range(len(scene.state.players)):
            for move in (Ransom(captor, "cubes"), Ransom(captor, "crystal")):
                if why_not_ransom(scene, move) is None:
                    yield move


# Cards


def uses(scene: Scene) -> Iterator[Manufacture | Strengthen | Probe | Fortify | Devastate]:
    """W-8.2: what the cards one has can do."""
    yield from aids(scene)
    if scene.owns(FLYING_FORTRESS) and not scene.done(FORTRESS):
        for tile in cells_in(scene.held):
            if technologies.why_not_fortify(scene, tile) is None:
                yield Fortify(tile)
    if scene.owns(DEATH_RAY) and scene.state.devastated == NOWHERE:
        yield from map(Devastate, range(len(scene.box.tiles)))


def aids(scene: Scene) -> Iterator[Manufacture | Strengthen | Probe]:
    """W-10.8: the cards that can also help to place the Camp."""
    if scene.owns(ANDROID_FACTORY) and technologies.why_not_manufacture(scene) is None:
        yield Manufacture()
    if scene.owns(BATTLE_EXOSKELETON) and not scene.done(EXOSKELETON):
        for die in dict.fromkeys(scene.dice):
            if technologies.why_not_strengthen(scene, die) is None:
                yield Strengthen(die)
    if scene.owns(PSYCHIC_PROBE) and not scene.done(PROBE):
        for tile in range(len(scene.box.tiles)):
            if technologies.why_not_probe(scene, tile) is None:
                yield Probe(tile)


# The Base Camp first


def why_not_before_camp(
    scene: Scene, move: Raise | Lower | Reroll | Sacrifice | Manufacture | Strengthen | Probe
) -> Clause | None:
    """W-10.8: until the Camp stands, a change must let it be placed; luck may always be tried."""
    if scene.camp:
        return None
    dice, cubes = scene.dice, scene.me.cubes
    exoskeleton = not scene.done(EXOSKELETON)
    probed = NOWHERE
    match move:
        case Reroll() | Sacrifice() | Manufacture():
            return None
        case Raise(die):
            dice, cubes = changed(dice, die, die + 1), cubes - scene.box.edition.turn.change
        case Lower(die):
            dice, cubes = changed(dice, die, die - 1), cubes - scene.box.edition.turn.change
        case Strengthen(die):
            dice = changed(dice, die, scene.box.edition.technology.exoskeleton)
            exoskeleton = False
        case Probe(tile):
            probed = tile
        case _:
            assert_never(move)
    serves = conquest.can_place_with(scene, dice, cubes, exoskeleton, probed)
    return None if serves else "W-10.8"


def helps(scene: Scene) -> Iterator[WiraqochaMove]:
    """W-10.8: what may be done before the Camp stands, besides placing it."""
    for change in changes(scene):
        if why_not_before_camp(scene, change) is None:
            yield change
    yield from rerolls(scene)
    if why_not_sacrifice(scene) is None:
        yield Sacrifice()
    for aid in aids(scene):
        if why_not_before_camp(scene, aid) is None:
            yield aid


def why_not_end(scene: Scene) -> Clause | None:
    """W-10.7 W-10.8: not while the Base Camp can be placed without luck."""
    if scene.camp or not conquest.can_place_camp(scene):
        return None
    return "W-10.8"


def ends(scene: Scene) -> Iterator[End]:
    if why_not_end(scene) is None:
        yield End()


FAMILIES: tuple[Family, ...] = (
    conquest.takes,
    conquest.thefts,
    defends,
    changes,
    rerolls,
    technologies.builds,
    exchanges,
    uses,
    ends,
)
"""All that may be done, in the order in which it is listed."""

BEFORE_CAMP: tuple[Family, ...] = (conquest.takes, helps, ends)
