"""The bots one can ask for by name, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
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


YARDSTICKS: dict[str, Callable[[AnyGame, Random], Choose[Any, Any]]] = {
    "greedy": greedy,
    "uniform": uniform,
}
"""Makers of the bots that need nothing but the rules: each takes the game and a source of chance of its own."""

BOTS = (*LEVELS, *YARDSTICKS)
"""The names of all bots."""


def check_bot(name: str) -> None:
    """OptionError if there is no bot of that name."""
    if name not in BOTS:
        raise OptionError("option.bot", bot=name[:40], known=", ".join(BOTS))


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
    check_bot(name)
    if name in LEVELS:
        return level(game, rng, name, seconds, with_mind=with_mind)
    return YARDSTICKS[name](game, rng)
