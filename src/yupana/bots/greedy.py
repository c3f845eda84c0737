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
    judgement = JUDGEMENTS.get(game.name)
    candidates = judgement.candidates if judgement else all_moves
    weigh = judgement.weigh if judgement else score_after

    def choose(view: Any, moves: Moves[Move]) -> Move:
        world = game.imagine(view, rng)
        best: list[Move] = []
        most = float("-inf")
        for move in candidates(game, world, view.seat, moves):
            worth = weigh(game, world, view.seat, move)
            if worth > most:
                most, best = worth, [move]
            elif worth == most:
                best.append(move)
        return best[rng.randrange(len(best))]

    return choose


def all_moves(
    game: Game[Any, Any, Any], state: Any, seat: Seat, moves: Moves[Move]
) -> Iterable[Move]:
    return moves


def score_after(game: Game[Any, Any, Any], state: Any, seat: Seat, move: Move) -> float:
    """The seat's live score once the move is made."""
    return game.score(game.apply(state, Event(seat, move)), seat).points
