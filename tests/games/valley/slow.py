"""The rules of the valley once more, slow and by other means, to count against the law.

A sheet is a dict from (row, column) to what stands there; every number is tried on every cell,
every group of cells as every discovery, and dice are given out to numbers in every way.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from yupana.games.valley import Valley
from yupana.games.valley.sheet import Over, Placing, Rolling, Sheet, State, Swapping, Writing

Spot = tuple[int, int]
Page = dict[str, Any]
"""A sheet: `at` (what stands where), `found` (kind and cells of each discovery), `fresh`."""


def count(game: Valley, state: State, depth: int) -> int:
    drawing = game.edition.sides[game.options.side].drawing.strip("\n").split("\n")
    spots = [(r, c) for r, line in enumerate(drawing) for c, mark in enumerate(line) if mark == "."]
    shape = len(drawing), max(map(len, drawing))
    pages = [_page(spots, sheet) for sheet in state.sheets]
    phase: Any
    match state.phase:
        case Rolling():
            phase = ("roll",)
        case Writing(faces, turns):
            turned = [
                {
                    "page": _page(spots, turn.sheet),
                    "used": list(turn.used),
                    "penny": turn.penny,
                    "dakota": turn.dakota,
                    "step": turn.step,
                }
                for turn in turns
            ]
            phase = ("write", faces, turned)
        case Swapping():
            phase = ("swap",)
        case Placing(holds, placed):
            phase = ("place", holds, [snake and spots[snake.cell] for snake in placed])
        case Over():
            phase = ("over",)
    return _count(shape, state.round, pages, phase, depth)


def _page(spots: list[Spot], sheet: Sheet) -> Page:
    at: dict[Spot, Any] = {}
    for i, spot in enumerate(spots):
        at[spot] = sheet.numbers[i] or "empty"
        if sheet.snakes >> i & 1:
            at[spot] = "crossed" if sheet.crossed >> i & 1 else "snake"
    for name, cell in zip(("hut", "statue", "mine"), sheet.structures, strict=True):
        if cell is not None:
            at[spots[cell]] = name
    found = [
        (each.kind, {spot for i, spot in enumerate(spots) if each.cells >> i & 1})
        for each in sheet.discoveries
    ]
    fresh = {spot for i, spot in enumerate(spots) if sheet.fresh >> i & 1}
    return {"at": at, "found": found, "fresh": fresh}


def _count(shape: Spot, round_: int, pages: list[Page], phase: Any, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    alone = len(pages) == 1
    match phase:
        case ("roll",):
            for faces in product((1, 2, 3, 4, 5, 0), repeat=3):
                if faces[2]:
                    after: Any = ("write", faces, [_turn(page) for page in pages])
                else:
                    after = ("place", [0], [None]) if alone else ("swap",)
                total += _count(shape, round_, pages, after, depth - 1)
        case ("swap",):
            for holds in permutations(range(len(pages))):
                if all(held != seat for seat, held in enumerate(holds)):
                    after = ("place", holds, [None] * len(pages))
                    total += _count(shape, round_, pages, after, depth - 1)
        case ("place", holds, snakes):
            for seat, snake in enumerate(snakes):
                if snake is None:
                    for spot in _places(pages[holds[seat]], alone):
                        placed = [*snakes]
                        placed[seat] = spot
                        after = ("place", holds, placed)
                        total += _close(shape, round_, pages, after, depth - 1)
        case ("write", faces, turns):
            for seat, turn in enumerate(turns):
                if turn["step"] != "done":
                    for changed in _marked(shape, faces, turn):
                        after = ("write", faces, [*turns[:seat], changed, *turns[seat + 1 :]])
                        total += _close(shape, round_, pages, after, depth - 1)
    return total


def _copy(page: Page) -> Page:
    return {"at": dict(page["at"]), "found": [*page["found"]], "fresh": {*page["fresh"]}}


def _turn(page: Page) -> dict[str, Any]:
    new = {**_copy(page), "fresh": set()}
    return {"page": new, "used": [], "penny": False, "dakota": False, "step": "marking"}


def _close(shape: Spot, round_: int, pages: list[Page], phase: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if phase[0] == "write":
        if any(turn["step"] != "done" for turn in phase[2]):
            return _count(shape, round_, pages, phase, depth)
        pages = [turn["page"] for turn in phase[2]]
    else:
        if None in phase[2]:
            return _count(shape, round_, pages, phase, depth)
        pages = [_copy(page) for page in pages]
        for seat, spot in enumerate(phase[2]):
            pages[phase[1][seat]]["at"][spot] = "snake"
        for page in pages:
            page["fresh"] = set()
    over = any("empty" not in page["at"].values() for page in pages)
    over = over or (len(pages) == 1 and round_ == 25)
    return _count(shape, round_ + 1, pages, ("over",) if over else ("roll",), depth)


def _touch(one: Spot, other: Spot) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _places(page: Page, alone: bool) -> list[Spot]:
    empty = [spot for spot, what in page["at"].items() if what == "empty"]
    if alone:
        near = [spot for spot in empty if any(_touch(spot, new) for new in page["fresh"])]
        return near or empty
    return empty


def _reach(shape: Spot, page: Page) -> list[Spot]:
    at = page["at"]
    empty = [spot for spot in at if at[spot] == "empty"]
    marks = [spot for spot in at if at[spot] not in ("empty", "snake", "crossed")]
    if marks:
        near = [spot for spot in empty if any(_touch(spot, mark) for mark in marks)]
    else:
        near = [(r, c) for r, c in empty if r in (0, shape[0] - 1) or c in (0, shape[1] - 1)]
    return near or empty


@cache
def _possible(dice: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
    """Whether the dice can be given out so that each number is the sum of its own."""
    for given in product(range(len(numbers) + 1), repeat=len(dice)):
        sums = [0] * (len(numbers) + 1)
        for die, to in zip(dice, given, strict=True):
            sums[to] += die
        if sums[: len(numbers)] == [*numbers]:
            return True
    return False


def _marked(shape: Spot, faces: Any, turn: dict[str, Any]) -> list[dict[str, Any]]:
    """The turn after each thing that may be done in it."""
    begun = bool(turn["used"]) or turn["penny"] or turn["dakota"]
    results = []

    def after(spot: Spot | None = None, what: Any = None, **changes: Any) -> None:
        new = {**turn, "page": _copy(turn["page"]), **changes}
        if spot is not None:
            new["page"]["at"][spot] = what
            if what != "crossed":
                new["page"]["fresh"].add(spot)
        results.append(new)

    if begun:
        after(step="done")
    if turn["step"] == "revealed":
        return results
    at = turn["page"]["at"]
    dice = tuple(face for face in faces if face)
    penny = faces[0] == 0 and not turn["penny"]
    spots = _reach(shape, turn["page"])
    for spot in spots:
        for number in range(1, 16):
            if _possible(dice, (*turn["used"], number)):
                after(spot, number, used=[*turn["used"], number])
            if penny:
                after(spot, number, penny=True)
        if faces[1] == 0 and not turn["dakota"]:
            for structure in ("hut", "statue", "mine"):
                if structure not in at.values():
                    after(spot, structure, dakota=True)
    for spot, what in at.items():
        if what == "snake":
            if penny:
                after(spot, "crossed", penny=True)
            ways = {tuple(sorted(way)) for size in (2, 3) for way in combinations(dice, size)}
            for way in ways:
                if sum(way) == 9 and _possible(dice, (*turn["used"], 9)):
                    after(spot, "crossed", used=[*turn["used"], 9])
    if begun:
        for kind, cells in _discoveries(turn["page"]):
            new = {**turn, "page": _copy(turn["page"]), "step": "revealed"}
            new["page"]["found"].append((kind, cells))
            results.append(new)
    return results


def _discoveries(page: Page) -> list[tuple[str, set[Spot]]]:
    """Every group of loose numbers tried as every kind of discovery."""
    taken: set[Spot] = set().union(*[cells for _, cells in page["found"]])
    at = page["at"]
    loose = [spot for spot, what in at.items() if isinstance(what, int) and spot not in taken]
    towns = {at[min(cells)] for kind, cells in page["found"] if kind == "town"}
    results = []
    for five in combinations(loose, 5):
        if len({at[spot] for spot in five}) == 5 and _together(five):
            results.append(("jungle", set(five)))
    for four in combinations(loose, 4):
        values = {at[spot] for spot in four}
        if len(values) == 1 and not values & towns and _together(four):
            results.append(("town", set(four)))
        if min(values) >= 10 and _is_t(set(four)):
            results.append(("pyramid", set(four)))
    for three in combinations(loose, 3):
        if min(at[spot] for spot in three) >= 6 and _together(three):
            results.append(("range", set(three)))
    return results


def _together(group: tuple[Spot, ...]) -> bool:
    rest = list(group[1:])
    reached = [group[0]]
    for here in reached:
        for other in [spot for spot in rest if _touch(here, spot)]:
            rest.remove(other)
            reached.append(other)
    return not rest


def _is_t(group: set[Spot]) -> bool:
    for row, col in group:
        for down, right in ((0, 1), (1, 0)):
            for side in (1, -1):
                line = {(row, col), (row + down, col + right), (row - down, col - right)}
                if group == line | {(row + side * right, col + side * down)}:
                    return True
    return False
