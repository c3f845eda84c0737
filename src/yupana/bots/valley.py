"""Judgement for the valley: the stars a sheet has, and those it may come to have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nlargest

from yupana.core.game import Moves, Seat
from yupana.core.grid import Cell, Cells, cells_in
from yupana.games.valley import discoveries, marks
from yupana.games.valley.components import STRUCTURES
from yupana.games.valley.rules import Valley
from yupana.games.valley.scoring import score_sheet
from yupana.games.valley.sheet import (
    Build,
    Cross,
    Done,
    Place,
    Placing,
    Reveal,
    Sheet,
    State,
    ValleyMove,
    Write,
    WritePenny,
    Writing,
)

TOWN = (0.0, 0.1, 0.7, 1.8, 2.9)
"""Hope by the cells of one number that hang together."""
RANGE = (0.0, 0.9, 2.0, 3.4)
"""Hope by the high cells that hang together, up to a whole range."""
PYRAMID = (0.0, 0.2, 1.5, 3.9, 7.2)
"""Hope by the cells of the best pyramid that are there."""
JUNGLE = (0.0, 0.2, 0.5, 1.0, 1.5, 2.3)
"""Hope by the different numbers in a group, up to a whole jungle."""
BESIDE = 0.6
"""Hope for a cell beside a structure that may yet become what it likes."""

CELLS = 4
"""How many cells are weighed for each number."""
PENNIES = 6
REVEALS = 8


def weigh(game: Valley, state: State, seat: Seat, move: ValleyMove) -> float:
    """What one's sheet is worth after a mark; for a snake, how it bites its victim, or oneself."""
    match move, state.phase:
        case Place(cell), Placing(holds, _):
            bitten = bite(game, state.sheets[holds[seat]], cell)
            return -bitten if holds[seat] == seat else bitten
        case Write() | WritePenny() | Build() | Cross() | Reveal() | Done(), Writing(_, turns):
            return worth(game, marks.marked(game.edition, turns[seat], move).sheet)
        case _:
            raise TypeError(move)


def worth(game: Valley, sheet: Sheet) -> float:
    """The stars on a sheet, and what its loose numbers promise."""
    return score_sheet(game.layout, game.edition, sheet).points + hope(game, sheet)


def bite(game: Valley, sheet: Sheet, cell: Cell) -> int:
    """What a snake in the cell costs as the sheet stands."""
    return max([sheet.numbers[other] for other in cells_in(game.layout.grid.near[cell])], default=0)


def hope(game: Valley, sheet: Sheet) -> float:
    """What the numbers outside all discoveries may become."""
    left = discoveries.free(sheet)
    rules = game.edition.discoveries
    high = discoveries.at_least(sheet, left, rules.range.least)
    total = _towns(game, sheet, left) + _ranges(game, high)
    total += _jungles(game, sheet, left & ~high)
    total += _pyramid(game, sheet, discoveries.at_least(sheet, high, rules.pyramid.least))
    return total + _structures(game, sheet, left, high)


def _towns(game: Valley, sheet: Sheet, left: Cells) -> float:
    total = 0.0
    taken = discoveries.town_values(sheet)
    group = game.layout.grid.group
    for value, same in discoveries.by_value(sheet, left).items():
        if value not in taken and same & (same - 1):
            size = max(group(1 << cell, same).bit_count() for cell in cells_in(same))
            total += TOWN[min(size, len(TOWN) - 1)]
    return total


def _ranges(game: Valley, high: Cells) -> float:
    total = 0.0
    whole = len(RANGE) - 1
    while high:
        group = game.layout.grid.group(high & -high, high)
        high &= ~group
        many, few = divmod(group.bit_count(), whole)
        total += many * RANGE[whole] + RANGE[few]
    return total


def _jungles(game: Valley, sheet: Sheet, low: Cells) -> float:
    total = 0.0
    whole = len(JUNGLE) - 1
    while low:
        group = game.layout.grid.group(low & -low, low)
        low &= ~group
        values = len({sheet.numbers[cell] for cell in cells_in(group)})
        if values >= whole:
            many, few = divmod(group.bit_count(), whole)
            total += many * JUNGLE[whole] + JUNGLE[few]
        else:
            total += JUNGLE[values]
    return total


def _pyramid(game: Valley, sheet: Sheet, high: Cells) -> float:
    """The best place for one: what is there, if the rest can still come."""
    if not high:
        return 0.0
    open_ = high | game.layout.grid.all & ~sheet.filled
    best = 0
    for cells in game.layout.pyramids(game.edition.discoveries.pyramid.drawing):
        if cells & high and not cells & ~open_:
            best = max(best, (cells & high).bit_count())
    return PYRAMID[min(best, len(PYRAMID) - 1)]


def _structures(game: Valley, sheet: Sheet, left: Cells, high: Cells) -> float:
    total = 0.0
    empty = game.layout.grid.all & ~sheet.filled
    for structure, cell in zip(STRUCTURES, sheet.structures, strict=True):
        if cell is not None:
            liked = high if structure == "mine" else left & ~high
            near = game.layout.grid.near[cell] & (empty | liked)
            total += BESIDE * near.bit_count()
    return total


# The moves worth weighing


def candidates(
    game: Valley, state: State, seat: Seat, moves: Moves[ValleyMove]
) -> Iterable[ValleyMove]:
    """All places for a snake; of marks few of each kind: the best cells, the best discoveries."""
    return _marks(game, moves) if isinstance(moves, marks.Marks) else moves


def _marks(game: Valley, moves: marks.Marks) -> Iterator[ValleyMove]:
    turn = moves.turn
    if turn.step == "marking":
        sheet = turn.sheet
        cells = list(cells_in(marks.reach(game.layout, sheet)))
        for number in marks.further(moves.dice, turn.used):
            for _, cell in nlargest(CELLS, _fits(game, sheet, number, cells)):
                yield Write(number, cell)
        if moves.penny_left:
            penny = range(game.edition.penny.least, game.edition.penny.most + 1)
            best = [
                (max(_fits(game, sheet, number, cells), default=None), number) for number in penny
            ]
            ranked = [(fit, number) for fit, number in best if fit is not None]
            for (_, cell), number in nlargest(PENNIES, ranked):
                yield WritePenny(number, cell)
        for structure in moves.structures_left:
            for _, cell in nlargest(CELLS, _roomy(game, sheet, cells)):
                yield Build(structure, cell)
        for dice in moves.escapes:
            for cell in cells_in(moves.biting):
                yield Cross(cell, dice)
        if moves.begun:
            yield from nlargest(
                REVEALS, moves.reveals(), key=lambda each: _promise(game, sheet, each)
            )
    if moves.begun:
        yield Done()


def _fits(game: Valley, sheet: Sheet, number: int, cells: list[Cell]) -> list[tuple[float, Cell]]:
    """How well the number would stand in each cell, by its neighbours."""
    rules = game.edition.discoveries
    numbers, mapped = sheet.numbers, discoveries.mapped(sheet)
    biting = sheet.snakes & ~sheet.crossed
    town = number not in discoveries.town_values(sheet)
    fits = []
    for cell in cells:
        near = game.layout.grid.near[cell]
        fit = 0.0
        for other in cells_in(near & ~mapped):
            beside = numbers[other]
            if beside == number:
                fit += 2.0 if town else -1.0
            elif beside:
                high = min(beside, number) >= rules.range.least
                mixed = max(beside, number) >= rules.range.least
                fit += 2.0 if high else -0.3 if mixed else 0.7
        for snake in cells_in(near & biting):
            fit -= max(0, number - bite(game, sheet, snake))
        fits.append((fit, cell))
    return fits


def _roomy(game: Valley, sheet: Sheet, cells: list[Cell]) -> list[tuple[float, Cell]]:
    """How much could still come to stand beside a structure in each cell."""
    open_ = game.layout.grid.all & ~sheet.filled | discoveries.free(sheet)
    kept = discoveries.mapped(sheet)
    near = game.layout.grid.near
    return [
        ((near[cell] & open_).bit_count() + 2.0 * (near[cell] & kept).bit_count(), cell)
        for cell in cells
    ]


def _promise(game: Valley, sheet: Sheet, reveal: Reveal) -> float:
    """Stars, the structures it touches, and how little it wastes of what is worth more."""
    edition = game.edition
    total = float(edition.discoveries.stars(reveal.kind))
    for (_, likes), cell in zip(edition.structures.each(), sheet.structures, strict=True):
        if cell is not None and likes.beside == reveal.kind:
            total += likes.stars * (game.layout.grid.near[cell] & reveal.cells).bit_count()
    if reveal.kind == "jungle":
        least = edition.discoveries.range.least
        total -= discoveries.at_least(sheet, reveal.cells, least).bit_count()
    return total
