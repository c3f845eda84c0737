"""Judgement for the temple: the live score of one's own sheet, and harm to the sheet in hand."""

from __future__ import annotations

from collections.abc import Iterable

from yupana.core.game import Moves, Seat
from yupana.games.temple import Temple
from yupana.games.temple.rules import add_mummy, add_number
from yupana.games.temple.scoring import score_sheet
from yupana.games.temple.sheet import Haunt, Haunting, State, TempleMove, Write


def candidates(
    game: Temple, state: State, seat: Seat, moves: Moves[TempleMove]
) -> Iterable[TempleMove]:
    return moves


def weigh(game: Temple, state: State, seat: Seat, move: TempleMove) -> float:
    """Stars after a number; after a mummy, what is left to its victim, or alone to oneself."""
    match move, state.phase:
        case Write(), _:
            marked = add_number(state.sheets[seat], move)
            return score_sheet(game.layout, game.edition.score, marked).points
        case Haunt(), Haunting(holds, _):
            haunted = add_mummy(state.sheets[holds[seat]], move)
            left = score_sheet(game.layout, game.edition.score, haunted).points
            return left if holds[seat] == seat else -left
        case _:
            raise TypeError(move)
