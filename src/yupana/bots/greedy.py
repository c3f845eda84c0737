"""The greedy bot: does what looks best at once, by the live score of the game or its judgement."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from types import ModuleType
from typing import Any

from yupana.bots import paititi, temple, valley, wiraqocha
from yupana.core.game import Event, Game, Move, Moves, Seat
from yupana.core.play import Choose

JUDGEMENTS: dict[str, ModuleType] = {
    "paititi": paititi,
    "temple": temple,
    "valley": valley,
    "wiraqocha": wiraqocha,
}
"""By game: a module with `candidates(game, state, seat, moves)`, the moves worth a look, and
`weigh(game, state, seat, move)`, how good one of them is for the seat."""


def greedy(game: Game[Any, Any, Any], rng: Random) -> Choose[Any, Any]:
    """Weighs its moves in a world imagined from its view; the best one, ties by chance."""

    def choose(view: Any, moves: Moves[Move]) -> Move:
        found, worths = judged_by_law(game, view, moves, rng)
        most = max(worths)
        best = [move for move, worth in zip(found, worths, strict=True) if worth == most]
        return best[rng.randrange(len(best))]

    return choose


def judged_by_law(
    game: Game[Any, Any, Any], view: Any, moves: Moves[Move], rng: Random
) -> tuple[list[Move], list[float]]:
    """The moves worth a look, and how good each is."""
    judgement = JUDGEMENTS.get(game.name)
    candidates = judgement.candidates if judgement else all_moves
    weigh = judgement.weigh if judgement else score_after
    world = game.imagine(view, rng)
    found = list(candidates(game, world, view.seat, moves))
    return found, [weigh(game, world, view.seat, move) for move in found]


def all_moves(
    game: Game[Any, Any, Any], state: Any, seat: Seat, moves: Moves[Move]
) -> Iterable[Move]:
    return moves


def score_after(game: Game[Any, Any, Any], state: Any, seat: Seat, move: Move) -> float:
    """The seat's live score once the move is made."""
    return game.score(game.apply(state, Event(seat, move)), seat).points
