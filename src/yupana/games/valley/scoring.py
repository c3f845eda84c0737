"""What a sheet is worth, every star with its reason, and who has won."""

from __future__ import annotations

from yupana.core.game import Outcome, ScoreTree, rank_places, tie_broken
from yupana.core.grid import Cell, cells_in
from yupana.games.valley.components import KINDS, Beside, Layout, Structure, ValleyEdition
from yupana.games.valley.discoveries import of_kind
from yupana.games.valley.sheet import Sheet


def score_sheet(layout: Layout, edition: ValleyEdition, sheet: Sheet) -> ScoreTree:
    """V-7.2 V-7.3 V-7.4 V-7.5: a full sheet, discoveries, structures, snakes."""
    full = edition.full.stars if sheet.filled == layout.grid.all else 0
    parts = (
        ScoreTree("full", full),
        _summed("discoveries", _discoveries(layout, edition, sheet)),
        _summed("structures", _structures(layout, edition, sheet)),
        _summed("snakes", _snakes(layout, sheet)),
    )
    return _summed("total", parts)


def _summed(reason: str, parts: tuple[ScoreTree, ...]) -> ScoreTree:
    return ScoreTree(reason, sum(part.points for part in parts), parts=parts)


def _discoveries(layout: Layout, edition: ValleyEdition, sheet: Sheet) -> tuple[ScoreTree, ...]:
    """V-6.14 V-7.3: each one that was revealed, by kind; what was not is worth nothing."""
    return tuple(
        ScoreTree(kind, edition.discoveries.stars(kind), layout.grid.names_of(discovery.cells))
        for kind in KINDS
        for discovery in sheet.discoveries
        if discovery.kind == kind
    )


def _structures(layout: Layout, edition: ValleyEdition, sheet: Sheet) -> tuple[ScoreTree, ...]:
    """V-4.1 V-4.2 V-4.3: each one that was drawn, with the cells beside it that count."""
    drawn = zip(edition.structures.each(), sheet.structures, strict=True)
    return tuple(
        _structure(layout, sheet, structure, worth, cell)
        for (structure, worth), cell in drawn
        if cell is not None
    )


def _structure(
    layout: Layout, sheet: Sheet, structure: Structure, worth: Beside, cell: Cell
) -> ScoreTree:
    """V-4.1 V-4.2 V-4.3 V-4.4 V-7.4: stars for each cell of its kind of discovery beside it."""
    beside = layout.grid.near[cell] & of_kind(sheet, worth.beside)
    where = (layout.grid.names[cell], *layout.grid.names_of(beside))
    return ScoreTree(structure, worth.stars * beside.bit_count(), where)


def _snakes(layout: Layout, sheet: Sheet) -> tuple[ScoreTree, ...]:
    """V-5.4 V-5.10 V-7.5: each snake, those that were escaped too."""
    return tuple(_snake(layout, sheet, cell) for cell in cells_in(sheet.snakes))


def _snake(layout: Layout, sheet: Sheet, cell: Cell) -> ScoreTree:
    """V-5.4 V-5.9 V-5.13 V-7.5: uncrossed, it takes the largest number beside it, if any."""
    name = layout.grid.names[cell]
    if sheet.crossed >> cell & 1:
        return ScoreTree("escaped", 0, (name,))
    around = list(cells_in(layout.grid.near[cell]))
    worst = max(around, key=lambda other: sheet.numbers[other], default=cell)
    bite = sheet.numbers[worst]
    return ScoreTree("bite", -bite, (name, layout.grid.names[worst]) if bite else (name,))


def structure_stars(tree: ScoreTree) -> int:
    """V-7.7: what breaks a tie."""
    return sum(part.points for part in tree.parts if part.reason == "structures")


def outcome(layout: Layout, edition: ValleyEdition, sheets: tuple[Sheet, ...]) -> Outcome:
    """V-7.6 V-7.7 V-9.5: most stars; then most from structures; then shared. Alone: a level."""
    trees = [score_sheet(layout, edition, sheet) for sheet in sheets]
    scores = tuple(tree.points for tree in trees)
    places = rank_places([(tree.points, structure_stars(tree)) for tree in trees])
    full = any(sheet.filled == layout.grid.all for sheet in sheets)
    return Outcome(
        why="full" if full else "rounds",
        places=places,
        scores=scores,
        tie_break="structures" if tie_broken(scores, places) else None,
        rank=rank(edition, scores[0], sheets[0].snakes.bit_count()) if len(sheets) == 1 else None,
    )


def rank(edition: ValleyEdition, score: int, snakes: int) -> str:
    """V-9.5 V-9.6: the highest level reached, each made easier by every snake placed."""
    relief = edition.solo.relief * snakes
    levels = sorted((least - relief, level) for level, least in edition.ranks.items())
    reached = [level for least, level in levels if score >= least]
    return reached[-1] if reached else levels[0][1]
