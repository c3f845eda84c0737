"""The rules of the temple once more, slow and by other means, to count against the law.

A position is a dict from (row, column) to what stands there; every number is tried on every cell.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

from yupana.games.temple import Temple
from yupana.games.temple.sheet import Haunting, Over, Rolling, State, Swapping, Writing

Board = dict[tuple[int, int], str]


def boards(game: Temple, state: State) -> list[Board]:
    doors = {(r, c) for (r, c), mark in _drawn(game).items() if mark == "D"}
    return [
        {
            place: "M"
            if sheet.mummies >> i & 1
            else str(sheet.numbers[i] or ("D" if place in doors else "."))
            for i, place in enumerate(sorted(_drawn(game)))
        }
        for sheet in state.sheets
    ]


def _drawn(game: Temple) -> Board:
    drawing = game.edition.sides[game.options.side].drawing.strip("\n")
    lines = enumerate(drawing.split("\n"))
    return {(r, c): mark for r, line in lines for c, mark in enumerate(line) if mark != " "}


def count(game: Temple, state: State, depth: int) -> int:
    drawn = _drawn(game)
    places = sorted(drawn)
    lasts = [None if sheet.last is None else places[sheet.last] for sheet in state.sheets]
    phase: Any
    match state.phase:
        case Rolling():
            phase = ("roll",)
        case Writing(faces, written):
            phase = ("write", faces, [m and (m.number, places[m.cell]) for m in written])
        case Swapping():
            phase = ("swap",)
        case Haunting(holds, drawn_):
            phase = ("haunt", holds, [m and places[m.cell] for m in drawn_])
        case Over():
            phase = ("over",)
    return _count(drawn, boards(game, state), lasts, phase, depth)


def _count(drawn: Board, sheets: list[Board], lasts: list[Any], phase: Any, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    match phase:
        case ("roll",):
            for faces in product("12345*", repeat=3):
                if faces[2] != "*":
                    after: Any = (
                        "write",
                        [0 if f == "*" else int(f) for f in faces],
                        [None] * len(sheets),
                    )
                elif len(sheets) == 1:
                    after = ("haunt", [0], [None])
                else:
                    after = ("swap",)
                total += _count(drawn, sheets, lasts, after, depth - 1)
        case ("swap",):
            for holds in permutations(range(len(sheets))):
                if all(h != s for s, h in enumerate(holds)):
                    total += _count(
                        drawn, sheets, lasts, ("haunt", holds, [None] * len(sheets)), depth - 1
                    )
        case ("write", faces, marks):
            for seat, mark in enumerate(marks):
                if mark is None:
                    for number in range(1, 20):
                        for place, kind in sheets[seat].items():
                            if _may_write(sheets[seat], number, kind, faces):
                                new = [*marks]
                                new[seat] = (number, place)
                                total += _close(
                                    drawn, sheets, lasts, ("write", faces, new), depth - 1
                                )
        case ("haunt", holds, marks):
            for seat, mark in enumerate(marks):
                if mark is None:
                    board = sheets[holds[seat]]
                    spots = [place for place, kind in board.items() if kind == "."]
                    last = lasts[0]
                    if len(sheets) == 1 and last:
                        near = [
                            p for p in spots if max(abs(p[0] - last[0]), abs(p[1] - last[1])) == 1
                        ]
                        spots = near or spots
                    for place in spots:
                        new = [*marks]
                        new[seat] = place
                        total += _close(drawn, sheets, lasts, ("haunt", holds, new), depth - 1)
    return total


def _may_write(board: Board, number: int, kind: str, faces: Any) -> bool:
    a, b, c = faces
    fits = number <= 15 if a == 0 else number in {a, b, c, a + b, a + c, b + c, a + b + c}
    wanted = "D" if b == 0 and "D" in board.values() else "."
    return fits and number > 0 and kind == wanted


def _close(drawn: Board, sheets: list[Board], lasts: list[Any], phase: Any, depth: int) -> int:
    if None in phase[2]:
        return _count(drawn, sheets, lasts, phase, depth)
    sheets = [dict(sheet) for sheet in sheets]
    lasts = [None] * len(sheets)
    for seat, mark in enumerate(phase[2]):
        if phase[0] == "write":
            sheets[seat][mark[1]] = str(mark[0])
            lasts[seat] = mark[1]
        else:
            sheets[phase[1][seat]][mark] = "M"
    over = all("." not in sheet.values() for sheet in sheets)
    return _count(drawn, sheets, lasts, ("over",) if over else ("roll",), depth)
