"""The table as plain text for a person at a terminal; not read back, see notation.py for that."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from yupana.core.game import ScoreTree, Seat
from yupana.core.grid import LETTERS
from yupana.core.text import SPECIAL, Say
from yupana.games.valley import marks, notation, scoring
from yupana.games.valley.components import STRUCTURES
from yupana.games.valley.sheet import Faces, Rolling, Sheet, Swapping
from yupana.games.valley.view import SeenPlacing, SeenWriting, View

if TYPE_CHECKING:
    from yupana.games.valley.rules import Valley

WIDTH = 80
CELL = 4
"""Characters a cell is wide, its border not counted."""

CORNERS = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"
"""By the walls that meet: 1 above, 2 below, 4 to the right, 8 to the left."""


def draw(game: Valley, view: View, say: Say) -> str:
    """One's own sheet, or the one in hand; a spectator sees everybody's."""
    lines = [_head(view, say)]
    for seat, sheet in _shown(view):
        if game.seats > 1:
            own = seat == view.seat
            whose = say("picture.own-sheet") if own else say("picture.sheet-of", seat=seat + 1)
            lines += ["", f"  {whose}"]
        drawn = draw_map(game, sheet, say)
        width = max(map(len, drawn)) + 3
        beside = zip_longest(drawn, ["", "", *_reckoning(game, sheet, say)], fillvalue="")
        lines += [f"{line:<{width}}{note}".rstrip() for line, note in beside]
    if game.seats > 1:
        lines += ["", *_table(game, view, say)]
    return "\n".join(lines)


def _head(view: View, say: Say) -> str:
    match view.phase:
        case SeenWriting(faces, mine, _):
            dice = say("valley.picture-writing", round=view.round, dice=show_faces(faces, say))
            return dice if mine is None else f"{dice}   {_left(faces, mine.used, say)}".rstrip()
        case SeenPlacing():
            return say("valley.picture-snake", round=view.round)
        case Rolling() | Swapping():
            return say("picture.round", round=view.round)
        case _:
            return say("picture.end", round=view.round)


def show_faces(faces: Faces, say: Say) -> str:
    """`[2] [Penny] [5]`"""
    named = zip(faces, notation.SPECIAL_NAMES, strict=True)
    return " ".join(
        f"[{say(f'valley-face-{name}') if face == SPECIAL else face}]" for face, name in named
    )


def _left(faces: Faces, used: tuple[int, ...], say: Say) -> str:
    """The numbers that the dice can still make."""
    numbers = marks.further(marks.number_dice(faces), used)
    return say("valley.picture-numbers", numbers=", ".join(map(str, numbers))) if numbers else ""


def _shown(view: View) -> list[tuple[Seat, Sheet]]:
    """The sheets a seat looks at, with its own marks of this round."""
    match view.phase:
        case SeenWriting(_, mine, _) if view.seat is not None and mine is not None:
            return [(view.seat, mine.sheet)]
        case SeenPlacing(holds, mine, _) if view.seat is not None:
            held = view.sheets[holds[view.seat]]
            drawn = held if mine is None else marks.add_snake(held, mine.cell)
            return [(holds[view.seat], drawn)]
        case _ if view.seat is not None:
            return [(view.seat, view.sheets[view.seat])]
        case _:
            return list(enumerate(view.sheets))


# The map


def draw_map(game: Valley, sheet: Sheet, say: Say) -> list[str]:
    """The valley with a border around each discovery; what was filled last has a star before it."""
    grid = game.layout.grid
    texts = dict(zip(grid.places, _texts(sheet, say), strict=True))
    regions = _regions(game, sheet)
    head = "".join(f"{LETTERS[col]:^{CELL + 1}}" for col in range(grid.width))
    lines = [f"     {head}".rstrip()]
    for row in range(grid.height + 1):
        lines.append("    " + _border(regions, row, grid.width))
        if row < grid.height:
            line = f"{row + 1:>3} "
            for col in range(grid.width + 1):
                line += "│" if _wall(regions, (row, col - 1), (row, col)) else " "
                line += texts.get((row, col), "≈" * CELL if (row, col) in regions else " " * CELL)
            lines.append(line.rstrip())
    return [line.rstrip() for line in lines]


def _texts(sheet: Sheet, say: Say) -> list[str]:
    """Each cell's mark, with the letter of its discovery after it and a star before a fresh one."""
    letters = {
        cell: say(f"valley-name-{discovery.kind}")[0]
        for discovery in sheet.discoveries
        for cell in range(len(sheet.numbers))
        if discovery.cells >> cell & 1
    }
    texts = []
    for cell, text in enumerate(notation.cell_texts(sheet)):
        star = "*" if sheet.fresh >> cell & 1 else ""
        mark = text.replace(notation.EMPTY, "·")
        texts.append(f"{star + mark:>{CELL - 1}}{letters.get(cell, ' ')}")
    return texts


Place = tuple[int, int]


def _regions(game: Valley, sheet: Sheet) -> dict[Place, int]:
    """Which discovery each place is part of, from 1; 0 for the rest of the valley, lakes too."""
    grid = game.layout.grid
    drawing = game.edition.sides[game.options.side].drawing.strip("\n").split("\n")
    regions = {
        (row, col): 0
        for row, line in enumerate(drawing)
        for col, mark in enumerate(line)
        if mark != " "
    }
    for number, discovery in enumerate(sheet.discoveries, 1):
        for cell, place in enumerate(grid.places):
            if discovery.cells >> cell & 1:
                regions[place] = number
    return regions


def _wall(regions: dict[Place, int], one: Place, other: Place) -> bool:
    return regions.get(one) != regions.get(other)


def _border(regions: dict[Place, int], row: int, width: int) -> str:
    """The line above a row of cells."""
    line = ""
    for col in range(width + 1):
        above = _wall(regions, (row - 1, col - 1), (row - 1, col))
        below = _wall(regions, (row, col - 1), (row, col))
        right = _wall(regions, (row - 1, col), (row, col))
        left = _wall(regions, (row - 1, col - 1), (row, col - 1))
        line += CORNERS[above + 2 * below + 4 * right + 8 * left]
        line += ("─" if right else " ") * CELL
    return line.rstrip()


# The reckoning beside it, the others below


def _reckoning(game: Valley, sheet: Sheet, say: Say) -> list[str]:
    """The stars so far, by reason."""
    tree = scoring.score_sheet(game.layout, game.edition, sheet)
    full, found, built, snakes = tree.parts
    lines = [_line(say, part, *part.where) for part in found.parts]
    lines += [_line(say, part, part.where[0]) for part in built.parts]
    left = [
        say(f"valley-name-{name}")
        for name, cell in zip(STRUCTURES, sheet.structures, strict=True)
        if cell is None
    ]
    if left:
        lines.append(say("valley.picture-to-draw", structures=", ".join(left)))
    lines += [_line(say, part, part.where[0]) for part in snakes.parts]
    if full.points:
        lines.append(_line(say, full))
    return [*lines, _line(say, tree)]


def _line(say: Say, part: ScoreTree, *where: str) -> str:
    text = " ".join((say(f"valley-name-{part.reason}"), *where))
    return f"{text:<26}{part.points:>4}"


def _table(game: Valley, view: View, say: Say) -> list[str]:
    """The stars on everybody's closed sheet, and who is waited for."""
    stars = (
        f"{seat + 1}:{scoring.score_sheet(game.layout, game.edition, sheet).points}"
        for seat, sheet in enumerate(view.sheets)
    )
    lines = [say("valley.picture-stars", stars="  ".join(stars))]
    if isinstance(view.phase, SeenWriting | SeenPlacing):
        waiting = view.phase.waiting
        seats = " ".join(str(seat + 1) for seat in waiting)
        lines.append(say("picture.waiting", seats=seats, count=len(waiting)))
    return [
        part
        for line in lines
        for part in wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    ]
