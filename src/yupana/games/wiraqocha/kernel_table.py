"""How the compiled twin lays out a state (a row) and all that never changes (its table), in whole numbers.

Dice and pawns of a player are counts, eight bits for each face or kind ("lanes"). A set of tiles is one number, as in
the law. `made_of` fills the table from the edition; the compiled functions look it up by the names below.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from yupana.core.grid import cells_in
from yupana.core.hexes import neighbours
from yupana.core.kernels import Row
from yupana.games.wiraqocha.components import CARDS, Box
from yupana.games.wiraqocha.components import SEATS as ALLOWED
from yupana.games.wiraqocha.dice import Condition
from yupana.games.wiraqocha.rules import Wiraqocha
from yupana.games.wiraqocha.state import HIGHEST, LOWEST, PAWNS, Dice, Why

MOST_SEATS = ALLOWED[-1]
FACE_BITS = HIGHEST.bit_length()

# A row: the turn, what lies on the table, who stands where.
(
    PHASE, COUNT, DICE, NUMBER, SEAT, MARKS, NOTED, REROLLS, MARKET, DECK, RUINS, FIELD, STRONGHOLD, DEVASTATED,
    PROBED, FACES,
) = range(16)  # fmt: skip
"""COUNT: cards or dice to come, or who has won. DICE: those that lie there, or why the game is over. STRONGHOLD: where
the Flying Fortress is. FACES: a few sets of tiles, together the dice in defence, bit by bit."""
HELD = FACES + FACE_BITS
"""By seat: its tiles."""
KIND = HELD + MOST_SEATS
"""By kind of pawn: the tiles where one stands."""
PLAYERS = KIND + len(PAWNS)
RESERVE, GRAVES, CUBES, CRYSTALS, ARTIFACTS, OWN_CARDS, PRISONER, PLAYER = range(8)
"""What lies before a player; PLAYER is how much that is."""
NEAR = PLAYERS + MOST_SEATS * PLAYER
"""By tile: those that touch it. Behind them, by place, the tile that lies there."""

LAYING, REVEALING, DRAWING, PREPARING, ROLLING, ACTING, OVER = range(7)
BY_ARTIFACTS, BY_CRYSTALS, BY_LEVIATHAN = range(3)
BY_WHY: tuple[Why, ...] = ("artifacts", "crystals", "leviathan")
NOBODY = -1
"""No prisoner; no tile on a place."""

# The table: single numbers, then the cards, then the tiles, then the choices of dice.
(
    SEATS, TILES, WITH_PRISONERS, TUNNEL_FREES, STRICT_DICE, STOCK_DICE, STOCK_CRYSTALS, STOCK_CUBES, SHOWN, ROLLED,
    KEPT, CHANGE, BUY_BACK_CUBES, SACRIFICED_CRYSTALS, VILLAGE_DICE, NATURAL, VEIN_POINTS, GROUND_POINTS, POINTS,
    FACTORY_CUBES, DOUBLED, STRONG, WEAK, TANKS_CUBES, RANSOM_CUBES, RANSOM_CRYSTALS, MOUNTAINS, VEINS, VILLAGES,
    RUIN_TILES, CAVES, INVENTIONS, ALL_ARTIFACTS, CRYSTAL_GOAL, LEVIATHAN_CUBES, LEVIATHAN_CRYSTALS, ROOM, DESK,
    ONE_BEATS, MORE_BEAT, BEAT_STOP,
) = range(41)  # fmt: skip
"""ROOM: codes in the longest list of thefts. DESK: ways to take a tile, and what else is noted in between. ONE_BEATS
and MORE_BEAT: where the choices of dice begin that beat a defence, and a defence under the Fortress; BEAT_STOP: where
the latter end."""
CARD_CUBES = BEAT_STOP + 1
CARD_CRYSTALS = CARD_CUBES + len(CARDS)
MACHINES = CARD_CRYSTALS + len(CARDS)
"""By set of cards, 32 to a number: whether they win."""
MACHINE_SHIFT, MACHINE_MASK = 5, 31
TILE = MACHINES + (1 << len(CARDS) - MACHINE_SHIFT)
SUM, FORM, TILE_CUBES, ARTIFACT, TOUCHING, WAYS, WAYS_STOP, TILE_DATA = range(8)
"""What is known of a tile: its sum, or the lanes of its faces; TOUCHING is of a place: the places around it; WAYS:
where the choices of dice begin that make its condition."""

LANE = 8
LANE_MOST = (1 << LANE - 1) - 1
MOST_TILES = 62
MOST_SUM = 62
MOST_WORDS = 1 << 14


def in_lanes(dice: Dice) -> int:
    """How many there are of each face."""
    return sum(1 << LANE * (die - LOWEST) for die in dice)


def out_of_lanes(lanes: int) -> Dice:
    """The faces in rising order.

    >>> out_of_lanes(in_lanes((2, 5, 5)))
    (2, 5, 5)
    """
    counts = [lanes >> LANE * (face - LOWEST) & 0xFF for face in range(LOWEST, HIGHEST + 1)]
    return tuple(face for face, count in enumerate(counts, LOWEST) for _ in range(count))


def made_of(game: Wiraqocha) -> Row:
    """The table of a game; ValueError if the edition has numbers that are too large for it."""
    box = game.box
    table = [0] * (TILE + TILE_DATA * len(box.tiles))
    _add_numbers(table, game)
    _add_cards(table, box)
    _add_tiles(table, box)
    most_ways = max(
        table[at + WAYS_STOP] - table[at + WAYS] for at in range(TILE, _end(box), TILE_DATA)
    )
    table[ONE_BEATS] = len(table)
    table += _choices(1)
    table[MORE_BEAT] = len(table)
    table += _choices(table[DOUBLED])
    table[BEAT_STOP] = len(table)
    most_attacks = most_ways * len(_choices(table[DOUBLED]))
    table[DESK] = max(most_attacks, 2 * LANE_MOST)
    most_loot = 1 + box.artifacts + len(CARDS) + 1
    table[ROOM] = 2 * game.seats * most_loot * most_attacks
    _check(game, table)
    return np.array(table, np.int64)


def _add_numbers(table: list[int], game: Wiraqocha) -> None:
    """W-1.4 W-4.4 W-7.1 W-11.3 W-11.4 W-14.9: what edition, options and rules version say in one number each."""
    box, edition, options = game.box, game.edition, game.options
    turn, technology, supply = edition.turn, edition.technology, edition.supply
    numbers = {
        SEATS: game.seats,
        TILES: len(box.tiles),
        WITH_PRISONERS: options.prisoners,
        TUNNEL_FREES: game.switches.tunneller_frees,
        STRICT_DICE: options.strict_dice,
        STOCK_DICE: supply.dice,
        STOCK_CRYSTALS: supply.crystals,
        STOCK_CUBES: supply.cubes,
        SHOWN: edition.start.market,
        ROLLED: turn.dice,
        KEPT: turn.cubes_kept,
        CHANGE: turn.change,
        BUY_BACK_CUBES: turn.buy_back,
        SACRIFICED_CRYSTALS: turn.sacrifice,
        VILLAGE_DICE: turn.village,
        NATURAL: box.natural,
        VEIN_POINTS: turn.vein,
        GROUND_POINTS: turn.ground,
        POINTS: turn.points,
        FACTORY_CUBES: technology.factory,
        DOUBLED: technology.fortress,
        STRONG: technology.exoskeleton,
        WEAK: technology.probe,
        TANKS_CUBES: technology.tanks,
        RANSOM_CUBES: edition.ransom.cubes,
        RANSOM_CRYSTALS: edition.ransom.crystals,
        MOUNTAINS: box.mountains,
        VEINS: box.veins,
        VILLAGES: box.villages,
        RUIN_TILES: box.ruins,
        CAVES: box.caves,
        INVENTIONS: box.inventions,
        ALL_ARTIFACTS: box.all_artifacts,
        CRYSTAL_GOAL: box.crystal_goal,
        LEVIATHAN_CUBES: box.leviathan.cubes,
        LEVIATHAN_CRYSTALS: box.leviathan.crystals,
    }
    for at, number in numbers.items():
        table[at] = int(number)


def _add_cards(table: list[int], box: Box) -> None:
    """W-8.1 W-11.4: what cards cost, and which sets of them win."""
    table[CARD_CUBES:CARD_CRYSTALS] = box.card_cubes
    table[CARD_CRYSTALS:MACHINES] = box.card_crystals
    goal = box.leviathan
    for cards in range(1, 1 << len(CARDS)):
        owned = list(cells_in(cards))
        cubes = sum([box.card_cubes[card] for card in owned])
        crystals = sum([box.card_crystals[card] for card in owned])
        if cubes >= goal.cubes and crystals >= goal.crystals:
            table[MACHINES + (cards >> MACHINE_SHIFT)] |= 1 << (cards & MACHINE_MASK)


def _add_tiles(table: list[int], box: Box) -> None:
    """W-1.2 W-5.4 W-5.5: conditions and gains by tile, neighbours by place, and every choice of dice."""
    for tile, condition in enumerate(box.conditions):
        at = TILE + TILE_DATA * tile
        table[at + SUM] = condition.sum
        table[at + FORM] = in_lanes(condition.faces)
        table[at + TILE_CUBES] = box.cubes[tile]
        table[at + ARTIFACT] = box.artifact[tile]
        table[at + WAYS] = len(table)
        table += _ways(condition)
        table[at + WAYS_STOP] = len(table)
    for place, others in enumerate(neighbours(box.places)):
        table[TILE + TILE_DATA * place + TOUCHING] = sum(1 << other for other in others)


def _end(box: Box) -> int:
    return TILE + TILE_DATA * len(box.tiles)


def _ways(condition: Condition) -> list[int]:
    """W-5.4 W-5.5 W-5.6: every choice of dice, whatever lies there, that makes the condition; few dice first."""
    if condition.faces:
        return [in_lanes(condition.faces)]
    found = [(0, 0)]
    for face in range(LOWEST, HIGHEST + 1):
        found = [
            (total + face * count, lanes + (count << LANE * (face - LOWEST)))
            for total, lanes in found
            for count in range((condition.sum - total) // face + 1)
        ]
    return sorted([lanes for total, lanes in found if total == condition.sum], key=_number)


def _number(lanes: int) -> int:
    """How many dice these are."""
    return len(out_of_lanes(lanes))


def _choices(count: int) -> list[int]:
    """W-5.17 W-12.3: every choice of that many dice."""
    faces = range(LOWEST, HIGHEST + 1)
    return [in_lanes(dice) for dice in combinations_with_replacement(faces, count)]


def _check(game: Wiraqocha, table: list[int]) -> None:
    """Whether sets of tiles, sums, lanes and codes have room for what this edition can bring."""
    box = game.box
    dice = table[ROLLED] + table[VILLAGE_DICE] * box.villages.bit_count() + 2
    changes = table[STOCK_CUBES] // table[CHANGE]
    pawns = game.edition.pawns
    if (
        len(box.tiles) > MOST_TILES
        or max(condition.sum for condition in box.conditions) + changes > MOST_SUM
        or max(dice, pawns.explorer, pawns.drill, pawns.zeppelin) > LANE_MOST
        or len(table) > MOST_WORDS
        or box.artifacts > len(box.tiles)
    ):
        raise ValueError("the edition has numbers too large for the kernel")
