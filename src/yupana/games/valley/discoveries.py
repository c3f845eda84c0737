"""Mapping the valley: which cells may be revealed as a jungle, a town, a range or a pyramid.

`why_not` decides about one discovery; `every` lists what it allows; `some` draws one by chance
without listing. What discoveries are worth is in scoring.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from yupana.core.game import Clause, Rng
from yupana.core.grid import Cells, cells_in, nth_cell
from yupana.games.valley.components import KINDS, Discoveries, Kind, Layout
from yupana.games.valley.sheet import Discovery, Sheet


def mapped(sheet: Sheet) -> Cells:
    """V-6.7: the cells that are part of a discovery already."""
    cells = 0
    for discovery in sheet.discoveries:
        cells |= discovery.cells
    return cells


def free(sheet: Sheet) -> Cells:
    """V-6.7 V-6.12: the cells with a number that are part of no discovery yet."""
    cells = sheet.filled & ~sheet.snakes & ~mapped(sheet)
    for structure in sheet.structures:
        if structure is not None:
            cells &= ~(1 << structure)
    return cells


def of_kind(sheet: Sheet, kind: Kind) -> Cells:
    """The cells of all discoveries of a kind."""
    cells = 0
    for discovery in sheet.discoveries:
        if discovery.kind == kind:
            cells |= discovery.cells
    return cells


def why_not(
    layout: Layout, rules: Discoveries, sheet: Sheet, kind: Kind, cells: Cells
) -> Clause | None:
    """V-6.7 V-6.9 V-6.10 V-6.11 V-6.12 V-6.16: the clause that forbids these cells, or None."""
    if cells & ~layout.grid.all:
        return "V-1.2"
    if cells & mapped(sheet):
        return "V-6.7"
    if cells & ~free(sheet):
        return "V-6.12"
    values = [sheet.numbers[cell] for cell in cells_in(cells)]
    clause = _why_not_kind(layout, rules, sheet, kind, cells, values)
    if clause is None and not layout.grid.connected(cells):
        return "V-6.9"
    return clause


def _why_not_kind(
    layout: Layout, rules: Discoveries, sheet: Sheet, kind: Kind, cells: Cells, values: list[int]
) -> Clause | None:
    """V-6.2 V-6.3 V-6.4 V-6.5 V-6.6: what each kind asks of its cells."""
    match kind:
        case "jungle":
            good = len(values) == rules.jungle.cells and len(set(values)) == len(values)
            return None if good else "V-6.2"
        case "town":
            if len(values) != rules.town.cells or len(set(values)) != 1:
                return "V-6.3"
            return "V-6.4" if values[0] in town_values(sheet) else None
        case "range":
            good = len(values) == rules.range.cells and min(values) >= rules.range.least
            return None if good else "V-6.5"
        case "pyramid":
            shapes = layout.pyramids(rules.pyramid.drawing)
            good = cells in shapes and min(values) >= rules.pyramid.least
            return None if good else "V-6.6"
        case _:
            assert_never(kind)


def town_values(sheet: Sheet) -> list[int]:
    """V-6.4: the values that have a town already."""
    return [
        sheet.numbers[next(cells_in(discovery.cells))]
        for discovery in sheet.discoveries
        if discovery.kind == "town"
    ]


# Listing them


def every(layout: Layout, rules: Discoveries, sheet: Sheet) -> Iterator[Discovery]:
    """Every discovery that may be revealed: by kind, then in the order of their cells."""
    left = free(sheet)
    for cells in layout.connected_within(rules.jungle.cells, left):
        if _all_different(sheet, cells):
            yield Discovery("jungle", cells)
    towns = [
        cells
        for value, same in by_value(sheet, left).items()
        if same.bit_count() >= rules.town.cells and value not in town_values(sheet)
        for cells in layout.connected_within(rules.town.cells, same)
    ]
    for cells in sorted(towns, key=lambda cells: tuple(cells_in(cells))):
        yield Discovery("town", cells)
    high = at_least(sheet, left, rules.range.least)
    for cells in layout.connected_within(rules.range.cells, high):
        yield Discovery("range", cells)
    high = at_least(sheet, left, rules.pyramid.least)
    for cells in _within(layout.pyramids(rules.pyramid.drawing), high):
        yield Discovery("pyramid", cells)


def _within(shapes: tuple[Cells, ...], cells: Cells) -> list[Cells]:
    return [shape for shape in shapes if not shape & ~cells]


def _all_different(sheet: Sheet, cells: Cells) -> bool:
    return len({sheet.numbers[cell] for cell in cells_in(cells)}) == cells.bit_count()


def by_value(sheet: Sheet, within: Cells) -> dict[int, Cells]:
    """The cells that hold each number."""
    found: dict[int, Cells] = {}
    for cell in cells_in(within):
        number = sheet.numbers[cell]
        found[number] = found.get(number, 0) | 1 << cell
    return found


def at_least(sheet: Sheet, within: Cells, least: int) -> Cells:
    """The cells that hold this number or a higher one."""
    cells = 0
    for cell in cells_in(within):
        if sheet.numbers[cell] >= least:
            cells |= 1 << cell
    return cells


# Drawing one by chance


def some(layout: Layout, rules: Discoveries, sheet: Sheet, rng: Rng) -> Discovery | None:
    """One that may be revealed, or None where the first attempt met none; any can come up."""
    left = free(sheet)
    if not left:
        return None
    kind = KINDS[rng.randrange(len(KINDS))]
    match kind:
        case "jungle":
            cells = _grown(layout, sheet, left, rules.jungle.cells, rng, different=True)
        case "town":
            start = nth_cell(left, rng.randrange(left.bit_count()))
            value = sheet.numbers[start]
            same = by_value(sheet, left)[value]
            if same.bit_count() < rules.town.cells or value in town_values(sheet):
                return None
            cells = _grown(layout, sheet, same, rules.town.cells, rng)
        case "range":
            high = at_least(sheet, left, rules.range.least)
            cells = _grown(layout, sheet, high, rules.range.cells, rng)
        case "pyramid":
            high = at_least(sheet, left, rules.pyramid.least)
            fitting = _within(layout.pyramids(rules.pyramid.drawing), high) if high else []
            cells = fitting[rng.randrange(len(fitting))] if fitting else 0
        case _:
            assert_never(kind)
    return Discovery(kind, cells) if cells else None


def _grown(
    layout: Layout, sheet: Sheet, within: Cells, size: int, rng: Rng, different: bool = False
) -> Cells:
    """A connected set grown cell by cell from one by chance; none (0) where it gets stuck."""
    cells = around = 0
    while cells.bit_count() < size:
        choice = within & around if cells else within
        if not choice:
            return 0
        cell = nth_cell(choice, rng.randrange(choice.bit_count()))
        cells |= 1 << cell
        around |= layout.grid.near[cell]
        within &= ~(1 << cell)
        if different:
            number = sheet.numbers[cell]
            for other in cells_in(within):
                if sheet.numbers[other] == number:
                    within &= ~(1 << other)
    return cells
