"""The bots one can ask for by name, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from yupana.bots.greedy import greedy
from yupana.bots.levels import LEVELS, level
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
    **{name: partial(level, name=name) for name in LEVELS},
    "greedy": greedy,
    "uniform": uniform,
}
"""Makers of bots by name, the levels first: each takes the game and a source of chance of its own."""


def make_bot(
    name: str,
    game: AnyGame,
    rng: Random,
    seconds: float | None = None,
    *,
    with_mind: bool = True,
) -> Choose[Any, Any]:
    """The bot of that name, which thinks no longer than `seconds`, and without its mind where that is not ready
    yet; OptionError if there is none."""
    if name not in BOTS:
        raise OptionError("option.bot", bot=name[:40], known=", ".join(BOTS))
    if name in LEVELS:
        return level(game, rng, name, seconds, with_mind=with_mind)
    return BOTS[name](game, rng)
