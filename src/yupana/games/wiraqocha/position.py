"""Whole positions as text: a map of the valley, the cards, and what lies before each player.

A tile reads `5-5*#^:2Z4!`: its name; `*` its Artifact is still there, `~` it is devastated, `#`
under the Force Field, `^` under the Flying Fortress; then who stands there, seat and pawn (C camp,
E explorer, D drill, Z zeppelin, A android, M miner, J juggernaut), the die in defence, and `!` if
the natural defence of that Base Camp was probed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from yupana.core.errors import NotationError
from yupana.core.game import Seat
from yupana.core.grid import cells_in
from yupana.core.text import read_count
from yupana.games.wiraqocha.components import Box, card_names
from yupana.games.wiraqocha.state import (
    GONE,
    MARKS,
    NO_DIE,
    NOWHERE,
    PAWNS,
    Acting,
    Drawing,
    Laying,
    Over,
    Phase,
    Player,
    Preparing,
    Prisoner,
    Revealing,
    Rolling,
    Stand,
    State,
    Tile,
    Turn,
)
from yupana.games.wiraqocha.words import (
    SHOWN,
    dice_text,
    read_artifact,
    read_card,
    read_dice,
    read_pawn,
    read_seat,
    read_tile,
)

LETTERS = "CEDZAMJ"
"""The pawns, in the order of PAWNS."""
CELL = 15
"""Width of a tile in the map."""
GRAVEYARD = "(graveyard)"

_TILE = re.compile(r"([a-z0-9-]+)([*~#^]*)(?::(\d)([CEDZAMJ])([1-6]?)(!?))?")


# Writing


def write_position(box: Box, state: State) -> str:
    turn = state.turn
    lines = [f"turn {turn.number} seat {turn.seat + 1}", _write_phase(state.phase)]
    if turn.marks:
        lines.append("done " + " ".join(MARKS[mark] for mark in cells_in(turn.marks)))
    if turn.noted:
        noted = " ".join(box.tile_names(turn.noted))
        lines.append(f"noted {noted} left {turn.rerolls}")
    lines += ["map", *_write_map(box, state)] if state.valley else ["unlaid"]
    lines.append(" ".join(["market", *card_names(state.market)]))
    lines.append(" ".join(["deck", *card_names(state.deck)]))
    if state.fortress == GONE:
        lines.append("fortress gone")
    for seat, player in enumerate(state.players):
        lines += _write_player(seat, player)
    return "\n".join(lines) + "\n"


def _write_phase(phase: Phase) -> str:
    match phase:
        case Laying():
            return "laying"
        case Revealing(count):
            return f"revealing {count}"
        case Drawing():
            return "drawing"
        case Preparing():
            return "preparing"
        case Rolling(count, dice):
            return f"rolling {count}" + (f" beside {dice_text(dice)}" if dice else "")
        case Acting(dice):
            return f"acting {dice_text(dice)}".rstrip()
        case Over(winner, why):
            return f"over {winner + 1} {why}"
        case _:
            assert_never(phase)


def _rows(box: Box) -> list[list[int]]:
    """The places of each row of the map, from the top, each row from the left."""
    halves = sorted({place.half for place in box.places})
    return [
        [index for index, place in enumerate(box.places) if place.half == half] for half in halves
    ]


def _write_map(box: Box, state: State) -> list[str]:
    lines = [" " * CELL * box.graveyard.column + GRAVEYARD]
    for row in _rows(box):
        line = ""
        for place in row:
            line = line.ljust(CELL * box.places[place].column)
            line += tile_text(box, state, state.valley[place])
        lines.append(line)
    return lines


def tile_text(box: Box, state: State, tile: Tile) -> str:
    text = box.tiles[tile]
    signs = (
        ("*", box.artifact[tile] & state.ruins != 0),
        ("~", tile == state.devastated),
        ("#", tile == state.field),
        ("^", tile == state.fortress),
    )
    text += "".join(sign for sign, there in signs if there)
    stand = state.stands[tile]
    if stand is None:
        return text
    die = str(stand.die) if stand.die != NO_DIE else ""
    return f"{text}:{stand.seat + 1}{LETTERS[stand.pawn]}{die}{'!' if stand.probed else ''}"


def _write_player(seat: Seat, player: Player) -> list[str]:
    lines = [f"seat {seat + 1} cubes {player.cubes} crystals {player.crystals}"]
    if any(player.reserve):
        lines.append(f"  reserve {pawns_text(player.reserve)}")
    if any(player.graveyard):
        lines.append(f"  graveyard {pawns_text(player.graveyard)}")
    if player.artifacts:
        numbers = " ".join(str(number + 1) for number in cells_in(player.artifacts))
        lines.append(f"  artifacts {numbers}")
    if player.cards:
        lines.append("  cards " + " ".join(card_names(player.cards)))
    if player.prisoner is not None:
        lines.append(f"  prisoner {player.prisoner.seat + 1} {PAWNS[player.prisoner.pawn]}")
    return lines


def pawns_text(pawns: tuple[int, ...]) -> str:
    return " ".join(name for name, count in zip(PAWNS, pawns, strict=True) for _ in range(count))


# Reading


def read_position(box: Box, text: str) -> State:
    lines = [line for line in text.split("\n") if line.strip()]
    reader = _Lines(lines)
    match reader.take("turn"):
        case [number, "seat", seat]:
            turn = Turn(read_count(number), read_seat(box, seat))
        case _:
            raise NotationError("notation.position", expected="turn N seat N")
    phase = _read_phase(box, reader.any())
    turn = _read_turn(box, turn, reader)
    state = _read_map(box, State(phase, turn, (), (None,) * len(box.tiles), (), 0, 0, 0), reader)
    market = _bits(read_card([name]) for name in reader.take("market"))
    deck = _bits(read_card([name]) for name in reader.take("deck"))
    if reader.next("fortress"):
        if reader.take("fortress") != ["gone"]:
            raise NotationError("notation.position", expected="fortress gone")
        state = replace(state, fortress=GONE)
    players = tuple(_read_player(box, seat, reader) for seat in range(box.seats))
    if reader.lines:
        raise NotationError("notation.position", expected="fact.nothing-more")
    return replace(state, market=market, deck=deck, players=players)


class _Lines:
    """The lines still to be read."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def next(self, keyword: str) -> bool:
        return bool(self.lines) and self.lines[0].split()[0] == keyword

    def any(self) -> list[str]:
        if not self.lines:
            raise NotationError("notation.position", expected="fact.more-lines")
        return self.lines.pop(0).split()

    def take(self, keyword: str) -> list[str]:
        """The words after a keyword that must come now."""
        if not self.next(keyword):
            raise NotationError("notation.position", expected=keyword)
        return self.any()[1:]


def _read_phase(box: Box, words: list[str]) -> Phase:
    match words:
        case ["laying"]:
            return Laying()
        case ["revealing", count]:
            return Revealing(read_count(count))
        case ["drawing"]:
            return Drawing()
        case ["preparing"]:
            return Preparing()
        case ["rolling", count]:
            return Rolling(read_count(count))
        case ["rolling", count, "beside", *dice]:
            return Rolling(read_count(count), read_dice(dice))
        case ["acting", *dice]:
            return Acting(read_dice(dice))
        case ["over", seat, "artifacts"]:
            return Over(read_seat(box, seat), "artifacts")
        case ["over", seat, "crystals"]:
            return Over(read_seat(box, seat), "crystals")
        case ["over", seat, "leviathan"]:
            return Over(read_seat(box, seat), "leviathan")
        case _:
            raise NotationError("notation.phase", text=" ".join(words)[:SHOWN])


def _read_turn(box: Box, turn: Turn, reader: _Lines) -> Turn:
    if reader.next("done"):
        for word in reader.take("done"):
            if word not in MARKS:
                raise NotationError("notation.done", text=word[:SHOWN], known=", ".join(MARKS))
            turn = replace(turn, marks=turn.marks | 1 << MARKS.index(word))
    if reader.next("noted"):
        match reader.take("noted"):
            case [*names, "left", number]:
                noted = _bits(read_tile(box, name) for name in names)
                turn = replace(turn, noted=noted, rerolls=read_count(number))
            case _:
                raise NotationError("notation.position", expected="noted TILES left N")
    return turn


def _read_map(box: Box, state: State, reader: _Lines) -> State:
    """The valley with all that stands and lies on it."""
    if reader.next("unlaid"):
        reader.take("unlaid")
        return replace(state, ruins=box.all_artifacts)
    reader.take("map")
    if reader.next(GRAVEYARD):
        reader.any()
    valley = [NOWHERE] * len(box.places)
    for number, row in enumerate(_rows(box), 1):
        words = reader.any()
        if len(words) != len(row):
            raise NotationError("notation.row", row=number, cells=len(words), expected=len(row))
        for place, word in zip(row, words, strict=True):
            tile, state = _read_tile(box, state, word)
            if tile in valley:
                raise NotationError("notation.tile-twice", tile=box.tiles[tile])
            valley[place] = tile
    return replace(state, valley=tuple(valley))


def _read_tile(box: Box, state: State, word: str) -> tuple[Tile, State]:
    found = _TILE.fullmatch(word)
    if found is None:
        raise NotationError("notation.stand", text=word[:SHOWN])
    name, signs, seat, letter, die, probed = found.groups()
    tile = read_tile(box, name)
    if "*" in signs:
        if not box.artifact[tile]:
            raise NotationError("notation.stand", text=word[:SHOWN])
        state = replace(state, ruins=state.ruins | box.artifact[tile])
    if "~" in signs:
        state = replace(state, devastated=tile)
    if "#" in signs:
        state = replace(state, field=tile)
    if "^" in signs:
        state = replace(state, fortress=tile)
    if seat is not None:
        pawn = LETTERS.index(letter)
        stand = Stand(read_seat(box, seat), pawn, int(die) if die else NO_DIE, bool(probed))
        stands = (*state.stands[:tile], stand, *state.stands[tile + 1 :])
        state = replace(state, stands=stands)
    return tile, state


def _read_player(box: Box, seat: Seat, reader: _Lines) -> Player:
    match reader.take("seat"):
        case [number, "cubes", cubes, "crystals", crystals] if number == str(seat + 1):
            nobody = (0,) * len(PAWNS)
            player = Player(nobody, nobody, read_count(cubes), read_count(crystals))
        case _:
            raise NotationError("notation.position", expected=f"seat {seat + 1} cubes N crystals N")
    if reader.next("reserve"):
        player = replace(player, reserve=_read_pawns(reader.take("reserve")))
    if reader.next("graveyard"):
        player = replace(player, graveyard=_read_pawns(reader.take("graveyard")))
    if reader.next("artifacts"):
        numbers = reader.take("artifacts")
        player = replace(player, artifacts=_bits(read_artifact(box, each) for each in numbers))
    if reader.next("cards"):
        cards = reader.take("cards")
        player = replace(player, cards=_bits(read_card([name]) for name in cards))
    if reader.next("prisoner"):
        match reader.take("prisoner"):
            case [owner, pawn]:
                player = replace(player, prisoner=Prisoner(read_seat(box, owner), read_pawn(pawn)))
            case _:
                raise NotationError("notation.position", expected="prisoner SEAT PAWN")
    return player


def _read_pawns(words: list[str]) -> tuple[int, ...]:
    pawns = [0] * len(PAWNS)
    for word in words:
        pawns[read_pawn(word)] += 1
    return tuple(pawns)


def _bits(members: Iterable[int]) -> int:
    """The set of these."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits
