"""Node counts: how many ways there are to go on from a named position, to a given depth.

A file in a game's counts/ folder says how to set the game up, the counts, and the position:

    game seats=1 side=B
    count 1 216
    count 2 5040

    round 30
    ...

Chance is enumerated. The law and the game's own slow enumerator must both find the numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yupana.core.game import CHANCE, Event, Game


def count(game: Game[Any, Any, Any], state: Any, depth: int) -> int:
    """The sequences of `depth` events that the law allows from here."""
    if depth == 0:
        return 1
    total = 0
    for seat in game.pending(state):
        if seat == CHANCE:
            moves = [move for move, _ in game.chance(state).outcomes()]
        else:
            moves = list(game.moves(state, seat))
        if depth == 1:
            total += len(moves)
        else:
            total += sum(count(game, game.apply(state, Event(seat, m)), depth - 1) for m in moves)
    return total


def agree(path: Path, kind: Any, slow: Any) -> None:
    """The law and the slow enumerator of a game both find the numbers of the file."""
    options, counts, position = read(path)
    game = kind(**options)
    state = game.read_position(position)
    assert counts
    for depth, expected in counts:
        assert count(game, state, depth) == expected
        assert slow.count(game, state, depth) == expected


def read(path: Path) -> tuple[dict[str, Any], list[tuple[int, int]], str]:
    """How to set the game up, the pairs of depth and count, and the text of the position."""
    head, _, position = path.read_text("utf-8").partition("\n\n")
    options: dict[str, Any] = {}
    counts = []
    for line in head.split("\n"):
        match line.split():
            case ["game", *pairs]:
                for pair in pairs:
                    name, _, value = pair.partition("=")
                    options[name] = {"yes": True, "no": False}.get(value, value)
                options |= {
                    name: int(options[name]) for name in ("seats", "rules") if name in options
                }
            case ["count", depth, number]:
                counts.append((int(depth), int(number)))
            case _:
                assert line.startswith("#"), line
    return options, counts, position
