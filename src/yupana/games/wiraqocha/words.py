"""The words of the game's texts: tiles, pawns, cards, dice and seats, each read with its own error."""

from __future__ import annotations

from yupana.core.errors import NotationError
from yupana.core.game import Seat
from yupana.core.text import read_count
from yupana.games.wiraqocha.components import CARDS, Box
from yupana.games.wiraqocha.state import HIGHEST, LOWEST, PAWNS, Card, Dice, Pawn, Tile

SHOWN = 60
"""How much of a bad text an error repeats."""


def read_tile(box: Box, word: str) -> Tile:
    """A tile by its name; a straight may be written with hyphens."""
    name = word.lower()
    if name not in box.tile_named and name.count("-") > 1:
        name = name.replace("-", "")
    if name not in box.tile_named:
        raise NotationError("notation.tile", tile=word[:SHOWN])
    return box.tile_named[name]


def read_pawn(word: str) -> Pawn:
    if word not in PAWNS:
        raise NotationError("notation.pawn", pawn=word[:SHOWN], known=", ".join(PAWNS))
    return PAWNS.index(word)


def read_card(words: list[str]) -> Card:
    """A card by its name, with hyphens or spaces."""
    name = "-".join(words)
    if name not in CARDS:
        raise NotationError("notation.card", card=name[:SHOWN], known=", ".join(CARDS))
    return CARDS.index(name)


def read_die(word: str, highest: int = HIGHEST) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) == 1):
        raise NotationError("notation.die", text=word[:SHOWN])
    die = int(word)
    if not LOWEST <= die <= highest:
        raise NotationError("notation.die", text=word)
    return die


def read_dice(words: list[str], highest: int = HIGHEST) -> Dice:
    return tuple(sorted(read_die(word, highest) for word in words))


def read_seat(box: Box, word: str) -> Seat:
    seat = read_count(word) - 1
    if not 0 <= seat < box.seats:
        raise NotationError("notation.seat-number", seat=word, seats=box.seats)
    return seat


def read_artifact(box: Box, word: str) -> int:
    number = read_count(word) - 1
    if not 0 <= number < box.artifacts:
        raise NotationError("notation.artifact-number", artifact=word, last=box.artifacts)
    return number


def dice_text(dice: Dice) -> str:
    return " ".join(map(str, dice))
