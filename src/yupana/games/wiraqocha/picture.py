"""The table as plain text for a person at a terminal; not read back, see position.py for that.

A hex says its condition (between peaks on a mountain), what it gives, and who stands there: seat,
pawn, and in brackets what a rival has to beat. Tokens are written on its lower edge.
"""

from __future__ import annotations

from typing import assert_never

from yupana.core.hexes import Hex
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


def draw(box: Box, view: View) -> str:
    """The valley, the dice and cards, and what lies before each player."""
    state = imagine(view)
    lines = [*valley(box, state), ""] if state.valley else []
    lines += [heading(state), *market(box, state)]
    for seat in range(box.seats):
        lines += ["", *player(box, view, seat)]
    return "\n".join(lines)


# The valley


def valley(box: Box, state: State) -> list[str]:
    """All outlines first, since neighbours share them; then what is written in the hexes."""
    canvas = Canvas(min(place.half for place in (box.graveyard, *box.places)))
    for place in (box.graveyard, *box.places):
        canvas.outline(place)
    fallen = [sum(each.graveyard) for each in state.players]
    graves = " ".join(f"{seat + 1}:{count}" for seat, count in enumerate(fallen) if count)
    canvas.fill(box.graveyard, ("graveyard", "of machines", graves), "")
    for place, tile in zip(box.places, state.valley, strict=True):
        canvas.fill(place, tile_lines(box, state, tile), tokens(state, tile))
    return canvas.lines()


def tile_lines(box: Box, state: State, tile: Tile) -> tuple[str, str, str]:
    name, data = box.tiles[tile], box.tile_data[tile]
    head = f"/\\ {name} /\\" if data.ground == "mountain" else name
    if tile == state.devastated:
        return head, "devastated", ""
    found = bool(box.artifact[tile]) and not box.artifact[tile] & state.ruins
    return head, gives(data, found), standing(box, state, tile)


def gives(data: TileData, found: bool) -> str:
    match data.terrain:
        case "jungle":
            return f"jungle +{data.cubes} cube" + ("s" if data.cubes > 1 else "")
        case "village":
            return "village +1 die"
        case "ruins":
            return "ruins" if found else f"ruins artif. {data.artifact}"
        case "vein":
            return "vein of crystal"
        case "caves":
            return "caves"
        case _:
            assert_never(data.terrain)


def standing(box: Box, state: State, tile: Tile) -> str:
    stand = state.stands[tile]
    if stand is None:
        return ""
    text = f"{stand.seat + 1} {PAWNS[stand.pawn].capitalize()}"
    defence = board.defence(box, state, tile)
    if defence == OPEN:
        return text
    return f"{text}[{' '.join([str(defence.value)] * defence.dice)}]"


def tokens(state: State, tile: Tile) -> str:
    match tile == state.field, tile == state.fortress:
        case True, True:
            return "field+fort"
        case True, False:
            return "force field"
        case False, True:
            return "fortress"
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


def heading(state: State) -> str:
    turn = state.turn
    who = f"Turn {turn.number}, seat {turn.seat + 1}"
    match state.phase:
        case Laying():
            return "The valley is to be laid."
        case Drawing():
            return "Who begins?"
        case Revealing():
            return "Cards are to be turned up."
        case Preparing():
            return f"{who}: preparation"
        case Rolling(count, dice):
            beside = f" beside {dice_text(dice)}" if dice else ""
            return f"{who}: {count} to roll{beside}"
        case Acting(dice):
            rerolls = f"   re-rolls {turn.rerolls}" if turn.rerolls else ""
            return f"{who}: actions   dice {dice_text(dice) or 'none'}{rerolls}"
        case Over(winner, why):
            return f"Seat {winner + 1} has won by {why}, in turn {turn.number}."
        case _:
            assert_never(state.phase)


def market(box: Box, state: State) -> list[str]:
    """The cards face up with their costs, cubes+crystals."""
    cards = [
        f"{name} {box.card_cubes[card]}+{box.card_crystals[card]}"
        for card, name in enumerate(CARDS)
        if state.market >> card & 1
    ]
    return wrapped("market  ", [*cards, f"({state.deck.bit_count()} in the deck)"])


def wrapped(head: str, words: list[str]) -> list[str]:
    """Words after a heading, on as many lines as they need."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append(" " * len(head))
        lines[-1] += word + "   "
    return [line.rstrip() for line in lines]


# Players


def player(box: Box, view: View, seat: int) -> list[str]:
    """The three ladders, then pawns and cards."""
    own = view.players[seat]
    who = f"seat {seat + 1}" + (" (you)" if seat == view.seat else "")
    turn = ">" if seat == view.turn.seat else " "
    lines = [f"{turn} {who:<13}cubes {own.cubes}   crystals {own.crystals}"]
    for ladder in scoring.progress(box, view, seat).parts:
        bar = ("#" * (ladder.points * BAR // scoring.WHOLE)).ljust(BAR, ".")
        names = [name for part in (ladder, *ladder.parts) for name in part.where]
        reached = " ".join(dict.fromkeys(names)) if ladder.reason != "leviathan" else ""
        lines.append(f"    {ladder.reason:<15}[{bar}] {ladder.points:>3} %  {reached}".rstrip())
    things = (
        ("reserve", pawns(own.reserve)),
        ("graveyard", pawns(own.graveyard)),
        ("cards", list(card_names(own.cards))),
    )
    for name, words in things:
        if words:
            lines += wrapped(f"    {name:<15}", words)
    if own.prisoner is not None:
        captive = f"{PAWNS[own.prisoner.pawn]} of seat {own.prisoner.seat + 1}"
        lines.append(f"    {'prisoner':<15}{captive}")
    return lines


def pawns(counts: tuple[int, ...]) -> list[str]:
    """`camp`, `drill x2`"""
    counted = zip(PAWNS, counts, strict=True)
    return [name if count == 1 else f"{name} x{count}" for name, count in counted if count]
