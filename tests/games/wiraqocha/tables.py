"""Short texts for positions, so that a test shows what it is about and nothing else.

    1 acting 4 5 5 6          whose turn it is, and the phase
    done built                what a position file may say of the turn
    on 5:1C 11:1E4 3:2D       tiles that are not empty, as in a position
    market juggernaut
    1 cubes 3 crystals 2 artifacts 1 cards death-ray graveyard drill
    2 prisoner 1 drill reserve juggernaut
    lost 3                    an Artifact out of the game

The tiles lie as in the suggested first valley. Pawns that are not told of are in the Reserve, cards
in the deck, Artifacts in their Ruins.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent

import pytest

from yupana.core.errors import IllegalMove
from yupana.core.game import CHANCE, Event
from yupana.core.play import step
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.components import CARDS
from yupana.games.wiraqocha.position import LETTERS, tile_text
from yupana.games.wiraqocha.state import PAWNS, State

OWN = {"camp": 1, "explorer": 2, "drill": 2, "zeppelin": 2}
FIRST = {
    "5-5": (0, 1), "3-3": (0, 3), "4-4": (0, 5), "234": (0, 7),
    "1-1": (1, 0), "6-6": (1, 2), "9": (1, 4), "4": (1, 6), "10": (1, 8),
    "345": (2, 1), "5": (2, 3), "7": (2, 5), "6": (2, 7),
    "11": (3, 0), "1": (3, 2), "8": (3, 4), "3": (3, 6), "123": (3, 8),
    "2": (4, 1), "12": (4, 3), "456": (4, 5), "2-2": (4, 7),
}  # fmt: skip
RUINS = {"1-1": 1, "3-3": 2, "4-4": 3, "2-2": 4}
WORDS = ("cubes", "crystals", "artifacts", "cards", "graveyard", "reserve", "prisoner")


def two(rules: int | None = None, **options: bool) -> Wiraqocha:
    return Wiraqocha(2, "classic", rules=rules, valley="first", **options)


def three(**options: bool) -> Wiraqocha:
    return Wiraqocha(3, "classic", valley="first", **options)


def table(game: Wiraqocha, text: str, exchange: str = "") -> State:
    """The position a short text describes; `exchange` swaps tiles of the valley: `345 5, 6 2`."""
    return game.read_position(spelled_out(game, text, exchange))


def spelled_out(game: Wiraqocha, text: str, exchange: str = "") -> str:
    lines = [line.split() for line in dedent(text).strip().split("\n")]
    told = {words[0]: words[1:] for words in lines if not words[0].isdecimal()}
    (seat, *phase), *rest = [words for words in lines if words[0].isdecimal()]
    own = {int(number): _sections(words) for number, *words in rest}
    standing = {_name(word): word for word in told.get("on", [])}
    taken = {number for section in own.values() for number in section["artifacts"]}
    taken |= set(told.get("lost", []))
    result = [f"turn 9 seat {seat}", " ".join(phase)]
    result += [" ".join([key, *told[key]]) for key in ("done", "noted") if key in told]
    result += ["map", *_map(game, standing, taken, exchange)]
    market = told.get("market", [])
    gone = {*market, *(card for section in own.values() for card in section["cards"])}
    result.append(" ".join(["market", *market]))
    result.append(" ".join(["deck", *(card for card in CARDS if card not in gone)]))
    if "fortress" in told:
        result.append("fortress gone")
    for number in range(1, game.seats + 1):
        result += _player(number, own, standing)
    return "\n".join(result)


def _sections(words: list[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {word: [] for word in WORDS}
    at = ""
    for word in words:
        if word in WORDS:
            at = word
        else:
            sections[at].append(word)
    return sections


def _name(tile: str) -> str:
    return tile.split(":")[0].rstrip("*~#^")


def _map(
    game: Wiraqocha, standing: dict[str, str], taken: set[str], exchange: str
) -> Iterator[str]:
    at = dict(FIRST)
    if game.options.caves:
        at = {("caves" if name == "7" else name): place for name, place in at.items()}
    for pair in filter(None, exchange.split(",")):
        one, other = pair.split()
        at[one], at[other] = at[other], at[one]
    assert set(standing) <= set(at), set(standing) - set(at)
    for half in range(9):
        row = sorted((column, name) for name, (column, h) in at.items() if h == half)
        yield " ".join(_tile(name, standing.get(name, name), taken) for _, name in row)


def _tile(name: str, word: str, taken: set[str]) -> str:
    if name in RUINS and str(RUINS[name]) not in taken and "*" not in word:
        return word.replace(name, f"{name}*", 1)
    return word


def _player(
    number: int, own: dict[int, dict[str, list[str]]], standing: dict[str, str]
) -> list[str]:
    mine = own.get(number, _sections([]))
    away = dict.fromkeys(OWN, 0)
    for word in standing.values():
        _, _, stand = word.partition(":")
        pawn = PAWNS[LETTERS.index(stand[1])] if stand else ""
        if pawn in away and stand[0] == str(number):
            away[pawn] += 1
    for pawn in mine["graveyard"]:
        away[pawn] = away.get(pawn, 0) + 1
    for section in own.values():
        if section["prisoner"][:1] == [str(number)]:
            away[section["prisoner"][1]] = away.get(section["prisoner"][1], 0) + 1
    reserve = [pawn for pawn, count in OWN.items() for _ in range(count - away[pawn])]
    cubes, crystals = mine["cubes"] or ["0"], mine["crystals"] or ["0"]
    lines = [f"seat {number} cubes {cubes[0]} crystals {crystals[0]}"]
    parts = {**mine, "reserve": [*reserve, *mine["reserve"]]}
    for key in ("reserve", "graveyard", "artifacts", "cards", "prisoner"):
        if parts[key]:
            lines.append(" ".join([key, *parts[key]]))
    return lines


def do(game: Wiraqocha, state: State, *lines: str) -> State:
    """Adds checked events, written as in a record: `* rolled 2 3 5`, `1 end`."""
    for line in lines:
        seat, _, move = line.partition(" ")
        event = Event(CHANCE if seat == "*" else int(seat) - 1, game.read_move(move))
        state = step(game, state, event)
    return state


def refused(game: Wiraqocha, state: State, line: str) -> str:
    """The clause that forbids it."""
    with pytest.raises(IllegalMove) as refusal:
        do(game, state, line)
    return refusal.value.clause


def allowed(game: Wiraqocha, state: State, *verbs: str) -> list[str]:
    """What the player whose turn it is may do, of some kinds if any are named."""
    texts = [game.write_move(move) for move in game.moves(state, state.turn.seat)]
    return [text for text in texts if not verbs or text.split()[0] in verbs]


def on(game: Wiraqocha, state: State) -> str:
    """The tiles that are not empty, without their Artifacts, in the order of the edition."""
    texts = [tile_text(game.box, state, tile).replace("*", "") for tile in range(22)]
    return " ".join(text for text, name in zip(texts, game.box.tiles, strict=True) if text != name)


def lines_of(game: Wiraqocha, state: State, seat: int) -> str:
    """What a position says of a player, in one line."""
    text = game.write_position(state).partition(f"seat {seat} cubes")[2]
    return " ".join(f"cubes{text.partition('seat ')[0]}".split())


def phase(game: Wiraqocha, state: State) -> str:
    return game.write_position(state).split("\n")[1]
