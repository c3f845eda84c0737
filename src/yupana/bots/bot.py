"""The bots one can ask for by name, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from yupana.bots.greedy import greedy
from yupana.core.errors import OptionError
from yupana.core.game import Game, Move, Moves
from yupana.core.play import Choose

AnyGame = Game[Any, Any, Any]


def uniform(game: AnyGame, rng: Random) -> Choose[Any, Any]:
    """Does anything that is allowed, by chance: first what kind of thing, then how."""

    def choose(view: Any, moves: Moves[Move]) -> Move:
        return moves.pick(rng)

    return choose


BOTS: dict[str, Callable[[AnyGame, Random], Choose[Any, Any]]] = {
    "uniform": uniform,
    "greedy": greedy,
}
"""Makers of bots by name: each takes the game and a source of chance of its own."""


def make_bot(name: str, game: AnyGame, rng: Random) -> Choose[Any, Any]:
    """The bot of that name; OptionError if there is none."""
    if name not in BOTS:
        raise OptionError("option.bot", bot=name[:40], known=", ".join(BOTS))
    return BOTS[name](game, rng)
