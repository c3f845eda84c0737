"""What a sheet is worth, every point with its reason, and who has won."""

from __future__ import annotations

from yupana.core.game import Outcome, ScoreTree, rank_places, tie_broken
from yupana.core.grid import Cell, Cells, cells_in
from yupana.games.temple.components import Layout, TempleEdition, Worth
from yupana.games.temple.sheet import NOTHING, Sheet


def score_sheet(layout: Layout, worth: Worth, sheet: Sheet) -> ScoreTree:
    """T-5.3 T-5.4 T-5.5 T-5.6: series, groups and mummies; a cell may serve in all of them."""
    path = longest_series(layout, sheet)
    names = layout.grid.names
    series = ScoreTree("series", worth.series * len(path), tuple(names[cell] for cell in path))
    groups = tuple(
        ScoreTree("group", worth.group, layout.grid.names_of(cells), of=str(value))
        for value, cells in groups_of(layout, worth, sheet)
    )
    mummies = tuple(
        ScoreTree("beaten", worth.beaten, (names[mummy],))
        if is_beaten(layout, worth, sheet, mummy)
        else ScoreTree("unbeaten", worth.unbeaten, (names[mummy],))
        for mummy in cells_in(sheet.mummies)
    )
    parts = (
        series,
        ScoreTree("groups", sum(group.points for group in groups), parts=groups),
        ScoreTree("mummies", sum(mummy.points for mummy in mummies), parts=mummies),
    )
    return ScoreTree("total", sum(part.points for part in parts), parts=parts)


def longest_series(layout: Layout, sheet: Sheet) -> tuple[Cell, ...]:
    """T-5.3 T-5.8 T-6.1: a longest path of adjacent cells whose numbers rise by one each step."""
    near, numbers = layout.grid.near, sheet.numbers
    written = [cell for cell, number in enumerate(numbers) if number != NOTHING]
    best: dict[Cell, tuple[Cell, ...]] = {}
    for cell in sorted(written, key=lambda cell: numbers[cell]):
        before = (
            best[other]
            for other in cells_in(near[cell])
            if numbers[other] == numbers[cell] - 1 and other in best
        )
        best[cell] = (*max(before, key=len, default=()), cell)
    return max(best.values(), key=len, default=())


def groups_of(layout: Layout, worth: Worth, sheet: Sheet) -> list[tuple[int, Cells]]:
    """T-5.4 T-6.1: each value that has a connected group of at least three, with its largest."""
    by_value: dict[int, Cells] = {}
    for cell, number in enumerate(sheet.numbers):
        if number != NOTHING:
            by_value[number] = by_value.get(number, 0) | 1 << cell
    found = []
    for value, left in sorted(by_value.items()):
        largest: Cells = 0
        while left:
            group = layout.grid.group(left & -left, left)
            left &= ~group
            largest = max(largest, group, key=int.bit_count)
        if largest.bit_count() >= worth.group_size:
            found.append((value, largest))
    return found


def is_beaten(layout: Layout, worth: Worth, sheet: Sheet, mummy: Cell) -> bool:
    """T-4.2 T-4.3: whether a 9 stands next to the mummy, in a door or not, whenever written."""
    around = cells_in(layout.grid.near[mummy])
    return any(sheet.numbers[cell] == worth.beats_mummies for cell in around)


def outcome(layout: Layout, edition: TempleEdition, sheets: tuple[Sheet, ...]) -> Outcome:
    """T-5.7 T-7.4: the most points; then the longest series; then shared. Alone: a level."""
    scores = tuple(score_sheet(layout, edition.score, sheet).points for sheet in sheets)
    series = tuple(len(longest_series(layout, sheet)) for sheet in sheets)
    places = rank_places(tuple(zip(scores, series, strict=True)))
    return Outcome(
        why="full",
        places=places,
        scores=scores,
        tie_break="series" if tie_broken(scores, places) else None,
        rank=rank(edition, scores[0]) if len(sheets) == 1 else None,
    )


def rank(edition: TempleEdition, score: int) -> str:
    """T-7.4: the highest level whose least score was reached; the lowest for any score below."""
    levels = sorted((least, level) for level, least in edition.ranks.items())
    return next((level for least, level in reversed(levels) if score >= least), levels[0][1])
