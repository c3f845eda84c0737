"""The values of the game: the table, the phases of a turn, the moves. No rules here.

Tiles, cards and Artifacts are numbered as the edition lists them (see components.py); a set of them
is an int, one bit each. Pawns of a kind are interchangeable, and so are dice that show the same.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from yupana.core.game import Move, Seat

# Vocabulary

Pawn = int
"""A kind of pawn."""

CAMP, EXPLORER, DRILL, ZEPPELIN, ANDROID, MINER, JUGGERNAUT = range(7)
PAWNS: tuple[str, ...] = (
    "camp",
    "explorer",
    "drill",
    "zeppelin",
    "android",
    "miner",
    "juggernaut",
)
EXPLORERS = (EXPLORER, ANDROID)
DRILLS = (DRILL, MINER)
ZEPPELINS = (ZEPPELIN, JUGGERNAUT)

Tile = int
Tiles = int
"""A set of tiles: bit i is tile i."""

NOWHERE: Tile = -1
"""Where a token is that lies on no tile: on its card, or with its owner."""
GONE: Tile = -2
"""Where a token is that is out of the game."""

Card = int
Cards = int
"""A set of cards: bit i is card i."""
Artifacts = int
"""A set of Artifacts: bit i is Artifact i + 1."""

Dice = tuple[int, ...]
"""Faces in rising order."""

LOWEST, HIGHEST = 1, 6
"""The faces of a die."""
BEYOND = HIGHEST + 1
"""What a die is raised to at the moment it beats a 6."""
NO_DIE = 0

Marks = int
"""What was done this turn that is done once a turn."""

MARKS: tuple[str, ...] = (
    "collected",
    "recovered",
    "built",
    "sacrificed",
    "bought-back",
    "factory",
    "exoskeleton",
    "probe",
    "tunneller",
    "fortress",
)
(
    COLLECTED,
    RECOVERED,
    BUILT,
    SACRIFICED,
    BOUGHT_BACK,
    FACTORY,
    EXOSKELETON,
    PROBE,
    TUNNELLER,
    FORTRESS,
) = (1 << bit for bit in range(len(MARKS)))

Why = Literal["artifacts", "crystals", "leviathan"]
"""The three victories."""


# The table


class Stand(Struct, frozen=True):
    """A pawn on a tile, and the die that defends it."""

    seat: Seat
    pawn: Pawn
    die: int = NO_DIE
    probed: bool = False
    """Whether the natural defence of this Base Camp is turned, until the next turn starts."""


class Prisoner(Struct, frozen=True):
    """A captive pawn and whose it is."""

    seat: Seat
    pawn: Pawn


class Player(Struct, frozen=True):
    """What lies before a player."""

    reserve: tuple[int, ...]
    """How many pawns of each kind."""
    graveyard: tuple[int, ...]
    """How many of his lie in the Machine Graveyard."""
    cubes: int
    crystals: int
    artifacts: Artifacts = 0
    cards: Cards = 0
    prisoner: Prisoner | None = None


class Turn(Struct, frozen=True):
    """What is remembered within a turn."""

    number: int
    """From 1; 0 before the first."""
    seat: Seat
    marks: Marks = 0
    noted: Tiles = 0
    """Ruins held since the turn started."""
    rerolls: int = 0
    """How many of their re-rolls are left."""


# Phases


class Laying(Struct, frozen=True, tag="laying"):
    """The tiles are to be laid by chance."""


class Revealing(Struct, frozen=True, tag="revealing"):
    """Cards are to be turned up."""

    count: int


class Drawing(Struct, frozen=True, tag="drawing"):
    """The first player is to be drawn."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """Preparation."""


class Rolling(Struct, frozen=True, tag="rolling"):
    """Dice are to be rolled, beside others that lie there already."""

    count: int
    dice: Dice = ()


class Acting(Struct, frozen=True, tag="acting"):
    """Actions, with the dice not yet used."""

    dice: Dice


class Over(Struct, frozen=True, tag="over"):
    """Somebody has won."""

    winner: Seat
    why: Why


Phase = Laying | Revealing | Drawing | Preparing | Rolling | Acting | Over


class State(Struct, frozen=True):
    phase: Phase
    turn: Turn
    valley: tuple[Tile, ...]
    """The tile on each place of the board, column by column; () before they are laid."""
    stands: tuple[Stand | None, ...]
    """By tile."""
    players: tuple[Player, ...]
    """By seat."""
    market: Cards
    """Cards face up."""
    deck: Cards
    """Cards face down: which ones is known to all, and an order does not exist."""
    ruins: Artifacts
    """Artifacts not yet found."""
    field: Tile = NOWHERE
    """Where the Force Field stands."""
    fortress: Tile = NOWHERE
    """Where the Flying Fortress stands."""
    devastated: Tile = NOWHERE
    """What the Death Ray has struck."""


# Loot


class Crystal(Struct, frozen=True, tag="crystal"):
    """One crystal."""


class Artifact(Struct, frozen=True, tag="artifact"):
    number: int
    """From 0."""


class Invention(Struct, frozen=True, tag="invention"):
    card: Card


class Freedom(Struct, frozen=True, tag="freedom"):
    """The thief's own pawn that his victim holds captive."""


Loot = Crystal | Artifact | Invention | Freedom


# Moves of Preparation


class Collect(Move, frozen=True, tag="collect"):
    """Take the cubes of the territories held."""


class Recover(Move, frozen=True, tag="workshop"):
    """Recovery Workshop: a pawn from the Graveyard to the Reserve."""

    pawn: Pawn


class SwapIn(Move, frozen=True, tag="swap-in"):
    """Replace the Zeppelin on a tile by a pawn of the Reserve."""

    tile: Tile
    pawn: Pawn


class SwapOver(Move, frozen=True, tag="swap-over"):
    """Replace the Zeppelin on a tile by the pawn of another tile."""

    tile: Tile
    source: Tile


class Burrow(Move, frozen=True, tag="caves"):
    """Move the Explorer in the Caves to a mountain."""

    tile: Tile


class Lift(Move, frozen=True, tag="lift"):
    """Take a die of defence back to roll it."""

    tile: Tile


class Roll(Move, frozen=True, tag="roll"):
    """End Preparation: all other dice of defence stay, and the rest is rolled."""


# Moves of the Actions


class Enter(Move, frozen=True, tag="enter"):
    """Conquer a tile with a pawn of the Reserve."""

    tile: Tile
    pawn: Pawn
    dice: Dice
    """What makes the condition of the tile."""
    beating: Dice = ()
    """What beats its defence; a 7 is a 6 raised for it."""
    capture: bool = False


class March(Move, frozen=True, tag="march"):
    """Conquer a tile with the pawn of another tile."""

    tile: Tile
    source: Tile
    dice: Dice
    beating: Dice = ()
    capture: bool = False


class Pillage(Move, frozen=True, tag="pillage"):
    """Beat a Base Camp, but rob it instead of destroying it."""

    tile: Tile
    dice: Dice
    beating: Dice
    loot: Loot


class Tunnel(Move, frozen=True, tag="tunnel"):
    """Transport Tunneller: rob a Base Camp past all defences."""

    tile: Tile
    dice: Dice
    loot: Loot


class Defend(Move, frozen=True, tag="defend"):
    """Put a die on a tile held."""

    tile: Tile
    die: int


class Raise(Move, frozen=True, tag="raise"):
    """Add 1 to a die for cubes."""

    die: int


class Lower(Move, frozen=True, tag="lower"):
    """Take 1 from a die for cubes."""

    die: int


class Reroll(Move, frozen=True, tag="reroll"):
    """Roll a die again thanks to a Ruins."""

    die: int


class Build(Move, frozen=True, tag="build"):
    """Build a card of the market; the Force Field goes on a tile at once."""

    card: Card
    tile: Tile = NOWHERE


class Sacrifice(Move, frozen=True, tag="sacrifice"):
    """Give up a crystal for one more die."""


class Manufacture(Move, frozen=True, tag="manufacture"):
    """Android Factory: cubes for one more die."""


class BuyBack(Move, frozen=True, tag="buy-back"):
    """A pawn from the Graveyard to the Reserve for cubes."""

    pawn: Pawn


class Strengthen(Move, frozen=True, tag="exoskeleton"):
    """Battle Exoskeleton: a die becomes a 5."""

    die: int


class Probe(Move, frozen=True, tag="probe"):
    """Psychic Probe: the defence of a tile becomes 1."""

    tile: Tile


class Fortify(Move, frozen=True, tag="fortress"):
    """Place or move the Flying Fortress."""

    tile: Tile


class Devastate(Move, frozen=True, tag="ray"):
    """Death Ray: strike a tile."""

    tile: Tile


class Ransom(Move, frozen=True, tag="ransom"):
    """Pay a captor for one's pawn."""

    captor: Seat
    pay: Literal["cubes", "crystal"]


class End(Move, frozen=True, tag="end"):
    """End the turn: harvest, and keep what may be kept."""


# Outcomes of chance


class Laid(Move, frozen=True, tag="laid"):
    """Chance: the tile on each place."""

    valley: tuple[Tile, ...]


class Revealed(Move, frozen=True, tag="revealed"):
    """Chance: cards turned up, in the order of the edition."""

    cards: tuple[Card, ...]


class Drawn(Move, frozen=True, tag="first"):
    """Chance: who begins."""

    seat: Seat


class Rolled(Move, frozen=True, tag="rolled"):
    """Chance: what the dice show."""

    dice: Dice


WiraqochaMove = (
    Collect
    | Recover
    | SwapIn
    | SwapOver
    | Burrow
    | Lift
    | Roll
    | Enter
    | March
    | Pillage
    | Tunnel
    | Defend
    | Raise
    | Lower
    | Reroll
    | Build
    | Sacrifice
    | Manufacture
    | BuyBack
    | Strengthen
    | Probe
    | Fortify
    | Devastate
    | Ransom
    | End
    | Laid
    | Revealed
    | Drawn
    | Rolled
)
