"""Text: moves and whole positions, written in one way and read back exactly.

Preparation: `collect`, `workshop drill`, `swap 456 by drill` (from the Reserve), `swap 456 from 5`,
`caves 12`, `lift 11`, `roll`. Actions: `take 5 by zeppelin with 5` (from the Reserve), `take 456
from 5 with 4 5 6`, `take 5 from 2 with 5 beating 6 capturing`, `pillage 5 with 2 3 beating 6 for
crystal`, `tunnel 5 with 5 for artifact 2`, `defend 11 with 4`, `raise 4`, `lower 4`, `reroll 3`,
`build force-field on 7`, `build juggernaut`, `crystal die`, `factory die`, `buy back drill`,
`exoskeleton 2`, `probe 5`, `fortress 5`, `ray 5`, `ransom 2 with crystal`, `end`. Chance: `laid
5-5 3-3 ...`, `revealed juggernaut`, `first 2`, `rolled 3 4 5`.

Tiles are named by their condition. A 7 among the dice that beat is a 6 raised at that moment.
Positions are in position.py.
"""

from __future__ import annotations

from typing import assert_never

from yupana.core.errors import NotationError
from yupana.games.wiraqocha.components import CARDS, Box
from yupana.games.wiraqocha.position import read_position, write_position
from yupana.games.wiraqocha.state import (
    BEYOND,
    NOWHERE,
    PAWNS,
    Artifact,
    Build,
    Burrow,
    BuyBack,
    Collect,
    Crystal,
    Defend,
    Devastate,
    Drawn,
    End,
    Enter,
    Fortify,
    Freedom,
    Invention,
    Laid,
    Lift,
    Loot,
    Lower,
    Manufacture,
    March,
    Pillage,
    Probe,
    Raise,
    Ransom,
    Recover,
    Reroll,
    Revealed,
    Roll,
    Rolled,
    Sacrifice,
    Strengthen,
    SwapIn,
    SwapOver,
    Tunnel,
    WiraqochaMove,
)
from yupana.games.wiraqocha.words import (
    SHOWN,
    dice_text,
    read_artifact,
    read_card,
    read_dice,
    read_die,
    read_pawn,
    read_seat,
    read_tile,
)

__all__ = ["read_move", "read_position", "write_move", "write_position"]

# Writing


def write_move(box: Box, move: WiraqochaMove) -> str:
    tiles = box.tiles
    match move:
        case Enter(tile, pawn) | March(tile, pawn):
            by = f"by {PAWNS[pawn]}" if isinstance(move, Enter) else f"from {tiles[pawn]}"
            return f"take {tiles[tile]} {by} {_attack(move)}"
        case Pillage(tile, _, _, loot):
            return f"pillage {tiles[tile]} {_attack(move)} for {_write_loot(loot)}"
        case Tunnel(tile, dice, loot):
            return f"tunnel {tiles[tile]} with {dice_text(dice)} for {_write_loot(loot)}"
        case Defend(tile, die):
            return f"defend {tiles[tile]} with {die}"
        case Build(card, tile):
            return f"build {CARDS[card]}" + (f" on {tiles[tile]}" if tile != NOWHERE else "")
        case Ransom(captor, pay):
            return f"ransom {captor + 1} with {pay}"
        case SwapIn(tile, pawn):
            return f"swap {tiles[tile]} by {PAWNS[pawn]}"
        case SwapOver(tile, source):
            return f"swap {tiles[tile]} from {tiles[source]}"
        case Recover(pawn):
            return f"workshop {PAWNS[pawn]}"
        case BuyBack(pawn):
            return f"buy back {PAWNS[pawn]}"
        case Raise(die) | Lower(die) | Reroll(die) | Strengthen(die):
            return f"{_VERBS[type(move)]} {die}"
        case Lift(tile) | Burrow(tile) | Probe(tile) | Fortify(tile) | Devastate(tile):
            return f"{_VERBS[type(move)]} {tiles[tile]}"
        case Collect() | Roll() | Sacrifice() | Manufacture() | End():
            return _VERBS[type(move)]
        case Laid(valley):
            return "laid " + " ".join(tiles[tile] for tile in valley)
        case Revealed(cards):
            return "revealed " + " ".join(CARDS[card] for card in cards)
        case Drawn(seat):
            return f"first {seat + 1}"
        case Rolled(dice):
            return f"rolled {dice_text(dice)}"
        case _:
            assert_never(move)


_VERBS: dict[type[WiraqochaMove], str] = {
    Raise: "raise",
    Lower: "lower",
    Reroll: "reroll",
    Strengthen: "exoskeleton",
    Lift: "lift",
    Burrow: "caves",
    Probe: "probe",
    Fortify: "fortress",
    Devastate: "ray",
    Collect: "collect",
    Roll: "roll",
    Sacrifice: "crystal die",
    Manufacture: "factory die",
    End: "end",
}


def _attack(move: Enter | March | Pillage) -> str:
    text = f"with {dice_text(move.dice)}"
    if move.beating:
        text += f" beating {dice_text(move.beating)}"
    if not isinstance(move, Pillage) and move.capture:
        text += " capturing"
    return text


def _write_loot(loot: Loot) -> str:
    match loot:
        case Crystal():
            return "crystal"
        case Artifact(number):
            return f"artifact {number + 1}"
        case Invention(card):
            return CARDS[card]
        case Freedom():
            return "prisoner"
        case _:
            assert_never(loot)


# Reading


def read_move(box: Box, text: str) -> WiraqochaMove:
    """Forgives case, spacing, and commas or pluses between dice."""
    words = text.lower().replace(",", " ").replace("+", " ").split()
    match words:
        case ["take", tile, "by", pawn, "with", *rest]:
            dice, beating, capture = _read_attack(rest)
            return Enter(read_tile(box, tile), read_pawn(pawn), dice, beating, capture)
        case ["take", tile, "from", source, "with", *rest]:
            dice, beating, capture = _read_attack(rest)
            return March(read_tile(box, tile), read_tile(box, source), dice, beating, capture)
        case ["pillage", tile, "with", *rest] if "for" in rest:
            at = rest.index("for")
            dice, beating, capture = _read_attack(rest[:at])
            if not capture:
                return Pillage(read_tile(box, tile), dice, beating, _read_loot(box, rest[at + 1 :]))
        case ["tunnel", tile, "with", *rest] if "for" in rest:
            at = rest.index("for")
            loot = _read_loot(box, rest[at + 1 :])
            return Tunnel(read_tile(box, tile), read_dice(rest[:at]), loot)
        case ["defend", tile, "with", die]:
            return Defend(read_tile(box, tile), read_die(die))
        case ["build", *name, "on", tile] if name:
            return Build(read_card(name), read_tile(box, tile))
        case ["build", *name] if name:
            return Build(read_card(name))
        case ["ransom", captor, "with", ("cubes" | "crystal") as pay]:
            return Ransom(read_seat(box, captor), "cubes" if pay == "cubes" else "crystal")
        case ["swap", tile, "by", pawn]:
            return SwapIn(read_tile(box, tile), read_pawn(pawn))
        case ["swap", tile, "from", source]:
            return SwapOver(read_tile(box, tile), read_tile(box, source))
        case ["laid", *names]:
            return Laid(tuple(read_tile(box, name) for name in names))
        case ["revealed", *names]:
            return Revealed(tuple(read_card([name]) for name in names))
        case ["first", seat]:
            return Drawn(read_seat(box, seat))
        case ["rolled", *faces]:
            return Rolled(read_dice(faces))
        case ["workshop", pawn]:
            return Recover(read_pawn(pawn))
        case ["buy", "back", pawn]:
            return BuyBack(read_pawn(pawn))
        case [verb, argument] if verb in _WITH_DIE:
            return _WITH_DIE[verb](read_die(argument))
        case [verb, argument] if verb in _WITH_TILE:
            return _WITH_TILE[verb](read_tile(box, argument))
    alone = _ALONE.get(" ".join(words))
    if alone is None:
        raise NotationError("notation.move", text=text[:SHOWN])
    return alone()


_WITH_DIE: dict[str, type[Raise] | type[Lower] | type[Reroll] | type[Strengthen]] = {
    "raise": Raise,
    "lower": Lower,
    "reroll": Reroll,
    "exoskeleton": Strengthen,
}
_WITH_TILE: dict[str, type[Lift] | type[Burrow] | type[Probe] | type[Fortify] | type[Devastate]] = {
    "lift": Lift,
    "caves": Burrow,
    "probe": Probe,
    "fortress": Fortify,
    "ray": Devastate,
}
_ALONE: dict[str, type[Collect] | type[Roll] | type[Sacrifice] | type[Manufacture] | type[End]] = {
    "collect": Collect,
    "roll": Roll,
    "crystal die": Sacrifice,
    "factory die": Manufacture,
    "end": End,
}


def _read_attack(words: list[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """`5 5`, `5 5 beating 6`, `5 5 capturing`: the dice, those that beat, whether to capture."""
    capture = words[-1:] == ["capturing"]
    if capture:
        words = words[:-1]
    at = words.index("beating") if "beating" in words else len(words)
    return read_dice(words[:at]), read_dice(words[at + 1 :], BEYOND), capture


def _read_loot(box: Box, words: list[str]) -> Loot:
    match words:
        case ["crystal"]:
            return Crystal()
        case ["artifact", number]:
            return Artifact(read_artifact(box, number))
        case ["prisoner"]:
            return Freedom()
        case _:
            return Invention(read_card(words))
