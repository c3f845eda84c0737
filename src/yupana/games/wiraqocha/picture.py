"""The table as plain text for a person at a terminal; not read back, see position.py for that.

A hex says its condition (between peaks on a mountain), what it gives, and who stands there: seat,
pawn, and in brackets what a rival has to beat. Tokens are written on its lower edge.
"""

from __future__ import annotations

from typing import assert_never

from yupana.core.hexes import Hex
from yupana.core.text import Say
from yupana.games.wiraqocha import board, scoring
from yupana.games.wiraqocha.components import CARDS, Box, TileData, card_names
from yupana.games.wiraqocha.dice import OPEN
from yupana.games.wiraqocha.state import (
    PAWNS,
    Acting,
    Drawing,
    Laying,
    Over,
    Preparing,
    Revealing,
    Rolling,
    State,
    Tile,
)
from yupana.games.wiraqocha.view import View, imagine
from yupana.games.wiraqocha.words import dice_text

PITCH = 15
"""From one column of hexes to the next, in characters."""
HALF = 2
"""Half a hex, in lines."""
BAR = 10
"""Length of the ladders."""
WIDTH = 79


def draw(box: Box, view: View, say: Say) -> str:
    """The valley, the dice and cards, and what lies before each player."""
    state = imagine(view)
    lines = [*valley(box, state, say), ""] if state.valley else []
    lines += [heading(state, say), *market(box, state, say)]
    for seat in range(box.seats):
        lines += ["", *player(box, view, seat, say)]
    return "\n".join(lines)


# The valley


def valley(box: Box, state: State, say: Say) -> list[str]:
    """All outlines first, since neighbours share them; then what is written in the hexes."""
    canvas = Canvas(min(place.half for place in (box.graveyard, *box.places)))
    for place in (box.graveyard, *box.places):
        canvas.outline(place)
    fallen = [sum(each.graveyard) for each in state.players]
    graves = " ".join(f"{seat + 1}:{count}" for seat, count in enumerate(fallen) if count)
    name = say("wiraqocha.picture-graveyard-of"), say("wiraqocha.picture-machines")
    canvas.fill(box.graveyard, (*name, graves), "")
    for place, tile in zip(box.places, state.valley, strict=True):
        canvas.fill(place, tile_lines(box, state, tile, say), tokens(state, tile, say))
    return canvas.lines()


def tile_lines(box: Box, state: State, tile: Tile, say: Say) -> tuple[str, str, str]:
    name, data = box.tiles[tile], box.tile_data[tile]
    head = f"/\\ {name} /\\" if data.ground == "mountain" else name
    if tile == state.devastated:
        return head, say("wiraqocha.picture-devastated"), ""
    found = bool(box.artifact[tile]) and not box.artifact[tile] & state.ruins
    return head, gives(data, found, say), standing(box, state, tile, say)


def gives(data: TileData, found: bool, say: Say) -> str:
    match data.terrain:
        case "jungle":
            return say("wiraqocha.picture-jungle", cubes=data.cubes)
        case "village":
            return say("wiraqocha.picture-village")
        case "ruins" if found:
            return say("wiraqocha.picture-explored")
        case "ruins":
            return say("wiraqocha.picture-ruins", artifact=data.artifact)
        case "vein":
            return say("wiraqocha.picture-vein")
        case "caves":
            return say("wiraqocha.picture-caves")
        case _:
            assert_never(data.terrain)


def standing(box: Box, state: State, tile: Tile, say: Say) -> str:
    stand = state.stands[tile]
    if stand is None:
        return ""
    text = f"{stand.seat + 1} {say(f'wiraqocha-stands-{PAWNS[stand.pawn]}')}"
    defence = board.defence(box, state, tile)
    if defence == OPEN:
        return text
    return f"{text}[{' '.join([str(defence.value)] * defence.dice)}]"


def tokens(state: State, tile: Tile, say: Say) -> str:
    match tile == state.field, tile == state.fortress:
        case True, True:
            return say("wiraqocha.picture-both")
        case True, False:
            return say("wiraqocha.picture-field")
        case False, True:
            return say("wiraqocha.picture-fortress")
        case _:
            return ""


class Canvas:
    """Characters by line and column, with hexes drawn on it."""

    def __init__(self, top: int) -> None:
        self.top = top
        self.marks: dict[tuple[int, int], str] = {}

    def write(self, line: int, column: int, text: str) -> None:
        for offset, mark in enumerate(text):
            if mark != " ":
                self.marks[line, column + offset] = mark

    def corner(self, place: Hex) -> tuple[int, int]:
        return HALF * (place.half - self.top), PITCH * place.column

    def outline(self, place: Hex) -> None:
        line, left = self.corner(place)
        right, edge = left + PITCH, "_" * (PITCH - 2)
        self.write(line, left + 2, edge)
        for row in range(1, 5):
            inset = row in (1, 4)
            self.write(line + row, left + inset, "/" if row <= HALF else "\\")
            self.write(line + row, right + (not inset), "\\" if row <= HALF else "/")
        self.write(line + 4, left + 2, edge)

    def fill(self, place: Hex, texts: tuple[str, str, str], edge: str) -> None:
        """Three lines of text, and words on the lower edge."""
        line, left = self.corner(place)
        for row, text in enumerate(texts, 1):
            self.write(line + row, left + 1, text[:PITCH].center(PITCH))
        if edge:
            self.write(line + 4, left + 2, edge.center(PITCH - 2, "_"))

    def lines(self) -> list[str]:
        last = max(line for line, _ in self.marks)
        width = max(column for _, column in self.marks) + 1
        return [
            "".join(self.marks.get((line, column), " ") for column in range(width)).rstrip()
            for line in range(last + 1)
        ]


# Dice and cards


def heading(state: State, say: Say) -> str:
    turn = state.turn
    whose = {"turn": turn.number, "seat": turn.seat + 1}
    match state.phase:
        case Laying():
            return say("wiraqocha.picture-laying")
        case Drawing():
            return say("wiraqocha.picture-drawing")
        case Revealing():
            return say("wiraqocha.picture-revealing")
        case Preparing():
            return say("wiraqocha.picture-preparing", **whose)
        case Rolling(count, dice) if dice:
            beside = dice_text(dice)
            return say("wiraqocha.picture-rolling-beside", **whose, count=count, dice=beside)
        case Rolling(count, _):
            return say("wiraqocha.picture-rolling", **whose, count=count)
        case Acting(dice):
            shown = dice_text(dice) or say("picture.no-dice")
            acting = say("wiraqocha.picture-acting", **whose, dice=shown)
            if not turn.rerolls:
                return acting
            return f"{acting}   {say('wiraqocha.picture-rerolls', rerolls=turn.rerolls)}"
        case Over(winner, why):
            return say("wiraqocha.picture-won", seat=winner + 1, why=why, turn=turn.number)
        case _:
            assert_never(state.phase)


def market(box: Box, state: State, say: Say) -> list[str]:
    """The cards face up with their costs, cubes+crystals."""
    cards = [
        f"{say(f'wiraqocha-typed-{name}')} {box.card_cubes[card]}+{box.card_crystals[card]}"
        for card, name in enumerate(CARDS)
        if state.market >> card & 1
    ]
    deck = say("wiraqocha.picture-deck", cards=state.deck.bit_count())
    return wrapped(f"{say('wiraqocha.picture-market')}  ", [*cards, deck])


def wrapped(head: str, words: list[str]) -> list[str]:
    """Words after a heading, on as many lines as they need."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append(" " * len(head))
        lines[-1] += word + "   "
    return [line.rstrip() for line in lines]


# Players


def player(box: Box, view: View, seat: int, say: Say) -> list[str]:
    """The three ladders, then pawns and cards."""
    own = view.players[seat]
    who = say("picture.you" if seat == view.seat else "picture.seat", seat=seat + 1)
    turn = ">" if seat == view.turn.seat else " "
    stock = say("wiraqocha.picture-stock", cubes=own.cubes, crystals=own.crystals)
    lines = [f"{turn} {who:<17}{stock}"]
    for ladder in scoring.progress(box, view, seat).parts:
        bar = ("#" * (ladder.points * BAR // scoring.WHOLE)).ljust(BAR, ".")
        names = [name for part in (ladder, *ladder.parts) for name in part.where]
        reached = " ".join(dict.fromkeys(names)) if ladder.reason != "leviathan" else ""
        reached = reached.replace("artifact", say("wiraqocha.piece-artifact"))
        label = say(f"wiraqocha-ladder-{ladder.reason}")
        lines.append(f"    {label:<15}[{bar}] {ladder.points:>3} %  {reached}".rstrip())
    things = (
        (say("wiraqocha.picture-reserve"), pawns(own.reserve, say)),
        (say("wiraqocha.picture-graveyard"), pawns(own.graveyard, say)),
        (
            say("wiraqocha.picture-cards"),
            [say(f"wiraqocha-typed-{name}") for name in card_names(own.cards)],
        ),
    )
    for name, words in things:
        if words:
            lines += wrapped(f"    {name:<15}", words)
    if own.prisoner is not None:
        pawn = say(f"wiraqocha-typed-{PAWNS[own.prisoner.pawn]}")
        captive = say("wiraqocha.picture-captive", pawn=pawn, seat=own.prisoner.seat + 1)
        lines.append(f"    {say('wiraqocha.picture-prisoner'):<15}{captive}")
    return lines


def pawns(counts: tuple[int, ...], say: Say) -> list[str]:
    """`camp`, `drill x2`"""
    counted = zip(PAWNS, counts, strict=True)
    return [
        say(f"wiraqocha-typed-{name}") + (f" x{count}" if count > 1 else "")
        for name, count in counted
        if count
    ]
