"""W-1.2 W-1.4: the box: tiles, pawns, cards, goals and costs, read from an edition.

`Box` is what the rules look up: everything that stays the same during a game, in ints and tuples.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from yupana.core.edition import Edition, expect
from yupana.core.errors import EditionError
from yupana.core.game import Options
from yupana.core.hexes import Hex, neighbours
from yupana.games.wiraqocha.dice import Condition, ways
from yupana.games.wiraqocha.state import (
    HIGHEST,
    LOWEST,
    Artifacts,
    Cards,
    Dice,
    Tile,
    Tiles,
)
from yupana.games.wiraqocha.versions import WiraqochaSwitches

CARDS: tuple[str, ...] = (
    "force-field",
    "recovery-workshop",
    "android-factory",
    "flying-fortress",
    "psychic-probe",
    "death-ray",
    "transport-tunneller",
    "mechanical-miner",
    "android-explorer",
    "juggernaut",
    "battle-exoskeleton",
    "production-tanks",
)
"""The twelve technologies; an edition gives their kinds and costs, technologies.py their effects."""

(
    FORCE_FIELD,
    WORKSHOP,
    ANDROID_FACTORY,
    FLYING_FORTRESS,
    PSYCHIC_PROBE,
    DEATH_RAY,
    TUNNELLER,
    MECHANICAL_MINER,
    ANDROID_EXPLORER,
    JUGGERNAUT_CARD,
    BATTLE_EXOSKELETON,
    TANKS,
) = range(len(CARDS))

SEATS = range(2, 5)

NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of an edition."""


class Pawns(Table, frozen=True, forbid_unknown_fields=True):
    camp: int
    explorer: int
    drill: int
    zeppelin: int


class Supply(Table, frozen=True, forbid_unknown_fields=True):
    dice: int
    crystals: int
    cubes: int


class Start(Table, frozen=True, forbid_unknown_fields=True):
    cubes: int
    crystals: int
    market: int


class TurnNumbers(Table, frozen=True, forbid_unknown_fields=True):
    dice: int
    cubes_kept: int
    change: int
    buy_back: int
    sacrifice: int
    village: int
    camp: int
    vein: int
    ground: int
    points: int


class TechnologyNumbers(Table, frozen=True, forbid_unknown_fields=True):
    factory: int
    fortress: int
    exoskeleton: int
    probe: int
    tanks: int


class Price(Table, frozen=True, forbid_unknown_fields=True):
    cubes: int
    crystals: int


class Goals(Table, frozen=True, forbid_unknown_fields=True):
    artifacts: int
    crystals: dict[str, int]
    """By the number of players."""
    leviathan: dict[str, Price]


class Board(Table, frozen=True, forbid_unknown_fields=True):
    columns: tuple[tuple[int, ...], ...]
    """The heights of the hexes of each column, in half hexes."""
    graveyard: tuple[int, int]


class TileData(Table, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    ground: Literal["valley", "mountain"]
    terrain: Literal["jungle", "vein", "ruins", "village", "caves"]
    sum: int = 0
    faces: tuple[int, ...] = ()
    cubes: int = 0
    artifact: int = 0
    replaces: str = ""
    """The tile that a variant puts this one in the place of."""


class CardData(Table, frozen=True, forbid_unknown_fields=True):
    kind: Literal["building", "invention"]
    cubes: int
    crystals: int


class Counts(Table, frozen=True, forbid_unknown_fields=True):
    tiles: int
    cards: int
    artifacts: int


class WiraqochaEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pawns: Pawns
    supply: Supply
    start: Start
    turn: TurnNumbers
    technology: TechnologyNumbers
    ransom: Price
    goals: Goals
    board: Board
    tiles: dict[str, TileData]
    valleys: dict[str, tuple[tuple[str, ...], ...]]
    """Suggested arrangements, column by column."""
    cards: dict[str, CardData]
    expect: Counts

    def check(self) -> None:
        """The counts come out, every name is known, every tile can be taken."""
        self._check_numbers()
        for name, tile in self.tiles.items():
            self._check_tile(name, tile)
        laid = [name for name, tile in self.tiles.items() if not tile.replaces]
        expect("tiles", len(laid), self.expect.tiles)
        expect("board.columns", sum(map(len, self.board.columns)), self.expect.tiles)
        self._check_artifacts()
        self._check_cards()
        self._check_goals()
        if "first" not in self.valleys:
            raise EditionError("edition.missing", field="valleys.first")
        for valley, columns in self.valleys.items():
            self._check_valley(f"valleys.{valley}", columns, laid)

    def _check_numbers(self) -> None:
        tables = (
            ("pawns", self.pawns, 1),
            ("supply", self.supply, 1),
            ("start", self.start, 0),
            ("turn", self.turn, 1),
            ("technology", self.technology, 1),
            ("ransom", self.ransom, 1),
        )
        for name, table, least in tables:
            for field in table.__struct_fields__:
                if getattr(table, field) < least:
                    raise EditionError(
                        "edition.value", field=f"{name}.{field}", right=f"fact.at-least {least}"
                    )
        faces = (
            ("turn.camp", self.turn.camp),
            ("technology.exoskeleton", self.technology.exoskeleton),
            ("technology.probe", self.technology.probe),
        )
        for field, face in faces:
            if not LOWEST <= face <= HIGHEST:
                raise EditionError("edition.value", field=field, right="fact.die-face")
        if self.pawns.camp != 1:
            raise EditionError("edition.value", field="pawns.camp", right="1")

    def _check_tile(self, name: str, tile: TileData) -> None:
        field = f"tiles.{name}"
        if not set(name) <= NAME_CHARACTERS:
            raise EditionError("edition.value", field=field, right="fact.small-name")
        if (tile.sum > 0) == (tile.faces != ()):
            raise EditionError("edition.value", field=field, right="fact.sum-or-faces")
        if not all(LOWEST <= face <= HIGHEST for face in tile.faces):
            raise EditionError("edition.value", field=f"{field}.faces", right="fact.die-faces")
        if tile.cubes < 0 or (tile.cubes > 0) != (tile.terrain == "jungle"):
            raise EditionError("edition.value", field=f"{field}.cubes", right="fact.jungle-only")
        if (tile.artifact > 0) != (tile.terrain == "ruins"):
            raise EditionError("edition.value", field=f"{field}.artifact", right="fact.ruins-only")
        if (tile.replaces != "") != (tile.terrain == "caves"):
            raise EditionError("edition.value", field=f"{field}.replaces", right="fact.caves-only")
        if tile.replaces and tile.replaces not in self.tiles:
            raise EditionError("edition.dangling", field=f"{field}.replaces", name=tile.replaces)

    def _check_artifacts(self) -> None:
        found = sorted(tile.artifact for tile in self.tiles.values() if tile.artifact)
        expect("tiles: artifacts", len(found), self.expect.artifacts)
        if found != list(range(1, len(found) + 1)):
            raise EditionError("edition.value", field="tiles: artifact", right="fact.once-each")
        expect("goals.artifacts", self.goals.artifacts, self.expect.artifacts)

    def _check_cards(self) -> None:
        for name, card in self.cards.items():
            if name not in CARDS:
                raise EditionError("edition.dangling", field="cards", name=name)
            if min(card.cubes, card.crystals) < 0:
                raise EditionError(
                    "edition.value", field=f"cards.{name}", right="fact.no-cost-below-zero"
                )
        for name in CARDS:
            if name not in self.cards:
                raise EditionError("edition.missing", field=f"cards.{name}")
        expect("cards", len(self.cards), self.expect.cards)

    def _check_goals(self) -> None:
        for seats in map(str, SEATS):
            if seats not in self.goals.crystals:
                raise EditionError("edition.missing", field=f"goals.crystals.{seats}")
            if seats not in self.goals.leviathan:
                raise EditionError("edition.missing", field=f"goals.leviathan.{seats}")
            goal = self.goals.crystals[seats]
            most = (self.supply.crystals - 1) // int(seats) + 1
            if not 1 <= goal <= most:
                raise EditionError(
                    "edition.value", field=f"goals.crystals.{seats}", right=f"fact.one-to {most}"
                )
            price = self.goals.leviathan[seats]
            if min(price.cubes, price.crystals) < 1:
                raise EditionError(
                    "edition.value", field=f"goals.leviathan.{seats}", right="fact.some-of-both"
                )

    def _check_valley(
        self, field: str, columns: tuple[tuple[str, ...], ...], laid: list[str]
    ) -> None:
        if tuple(map(len, columns)) != tuple(map(len, self.board.columns)):
            raise EditionError("edition.value", field=field, right="fact.tiles-as-hexes")
        names = [name for column in columns for name in column]
        for name in names:
            if name not in laid:
                raise EditionError("edition.dangling", field=field, name=name)
        expect(f"{field}: different tiles", len(set(names)), self.expect.tiles)


class WiraqochaOptions(Options, frozen=True, forbid_unknown_fields=True):
    valley: Literal["random", "first"] = "random"
    """Whether chance lays the tiles, or they lie as suggested for first games."""
    caves: bool = False
    """Whether the Caves replace tile 7."""
    prisoners: bool = False
    """Whether pawns can be taken captive."""
    strict_dice: bool = False
    """Whether there are only the eleven dice of the box."""


class Box:
    """An edition as the rules look it up, for a number of seats, with or without the Caves, by a version of the rules."""

    def __init__(
        self, edition: WiraqochaEdition, seats: int, caves: bool, switches: WiraqochaSwitches
    ) -> None:
        self.edition = edition
        self.seats = seats
        self.switches = switches
        self._set_tiles(edition, caves)
        self._set_board(edition)
        self._set_cards(edition, seats)
        self.natural = edition.turn.camp
        self.natural_probed = edition.technology.probe
        self.near = lru_cache(maxsize=1024)(self._near)
        self.takeable = lru_cache(maxsize=1 << 14)(self._takeable)
        self.costs = lru_cache(maxsize=1 << len(CARDS))(self._costs)

    def _set_tiles(self, edition: WiraqochaEdition, caves: bool) -> None:
        """W-1.2 W-14.1: the 22 tiles in play; with the Caves, they stand in for one of them."""
        instead = {tile.replaces: name for name, tile in edition.tiles.items() if tile.replaces}
        names = [name for name, tile in edition.tiles.items() if not tile.replaces]
        if caves:
            names = [instead.get(name, name) for name in names]
        tiles = [edition.tiles[name] for name in names]
        self.tiles = tuple(names)
        self.tile_named = {name: tile for tile, name in enumerate(names)}
        self._instead = instead if caves else {}
        self.tile_data = tuple(tiles)
        self.conditions = tuple(Condition(tile.sum, tile.faces) for tile in tiles)
        self.cubes = tuple(tile.cubes for tile in tiles)
        self.mountains: Tiles = _those([tile.ground == "mountain" for tile in tiles])
        self.veins: Tiles = _those([tile.terrain == "vein" for tile in tiles])
        self.villages: Tiles = _those([tile.terrain == "village" for tile in tiles])
        self.ruins: Tiles = _those([tile.terrain == "ruins" for tile in tiles])
        self.caves: Tiles = _those([tile.terrain == "caves" for tile in tiles])
        self.artifact: tuple[Artifacts, ...] = tuple(
            1 << tile.artifact - 1 if tile.artifact else 0 for tile in tiles
        )
        """The Artifact of each tile, as a set of one or none."""
        self.artifacts = edition.goals.artifacts
        self.all_artifacts: Artifacts = (1 << self.artifacts) - 1

    def _set_board(self, edition: WiraqochaEdition) -> None:
        """W-1.2 W-1.3: the places of the tiles, column by column."""
        self.places = tuple(
            Hex(column, half)
            for column, halves in enumerate(edition.board.columns)
            for half in halves
        )
        self.graveyard = Hex(*edition.board.graveyard)
        self._touching = neighbours(self.places)
        names = (name for column in edition.valleys["first"] for name in column)
        self.first_valley = tuple(self.tile_named[self._instead.get(name, name)] for name in names)

    def _set_cards(self, edition: WiraqochaEdition, seats: int) -> None:
        """W-8.3 W-11.3 W-11.4: what cards cost, which can be stolen, and what wins."""
        cards = [edition.cards[name] for name in CARDS]
        self.card_cubes = tuple(card.cubes for card in cards)
        self.card_crystals = tuple(card.crystals for card in cards)
        self.inventions: Cards = _those([card.kind == "invention" for card in cards])
        self.crystal_goal = edition.goals.crystals[str(seats)]
        self.leviathan = edition.goals.leviathan[str(seats)]

    def _near(self, valley: tuple[Tile, ...]) -> tuple[Tiles, ...]:
        """W-5.8: for each tile those that touch it, once the valley is laid."""
        near = [0] * len(self.tiles)
        for place, tile in enumerate(valley):
            for other in self._touching[place]:
                near[tile] |= 1 << valley[other]
        return tuple(near)

    def _takeable(self, dice: Dice) -> Tiles:
        """W-5.4 W-5.5: the tiles whose condition some of these dice make."""
        return _those([bool(ways(dice, condition)) for condition in self.conditions])

    def _costs(self, cards: Cards) -> Price:
        """W-11.4: what these cards cost together."""
        owned = [card for card in range(len(CARDS)) if cards >> card & 1]
        return Price(
            sum(self.card_cubes[card] for card in owned),
            sum(self.card_crystals[card] for card in owned),
        )

    def tile_names(self, tiles: Tiles) -> tuple[str, ...]:
        return tuple(name for tile, name in enumerate(self.tiles) if tiles >> tile & 1)


def card_names(cards: Cards) -> tuple[str, ...]:
    return tuple(name for card, name in enumerate(CARDS) if cards >> card & 1)


def _those(flags: list[bool]) -> int:
    """The set of those that are true."""
    return sum(1 << index for index, flag in enumerate(flags) if flag)
