"""The four levels of bots, the same for every game: what each sees, how far it errs, how far it looks ahead.

A level thinks with the mind of its game, which judges moves and plays them on (bots/minds). A novice does not see half of
what could be done and is wrong about the worth of the rest: mistakes as people make them, not blind ones. Without the extra `fast`,
and in games that have no mind, the levels stand on what the greedy bot sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from yupana.bots.greedy import judged_by_law
from yupana.bots.model import load_model
from yupana.core.game import Game, Move, Moves
from yupana.core.play import Choose

if TYPE_CHECKING:
    from yupana.bots.minds.mind import Mind

AnyGame = Game[Any, Any, Any]


class Level(Struct, frozen=True, kw_only=True):
    """How well a bot plays."""

    overlooks: float = 0.0
    """The share of moves that it does not see."""
    errs: float = 0.0
    """How far it is wrong about each of the others: a standard deviation, in the game's unit of worth."""
    width: int = 0
    """So many of the most promising are played on; who does that overlooks nothing and does not err."""
    plays: int = 0
    """In so many plays, in all."""
    sure: float = 0.0
    """What is so many standard errors behind is given up at once, and not only when the worse half is; if that is said."""
    seconds: float = 0.0
    """Or, where that is not said, for so long."""
    worlds: int = 1
    """That begin in so many different worlds, where something is hidden."""
    alone: Level | None = None
    """How it plays at a table of one, where nobody waits for another, if that is said."""


NOVICE, SCOUT, GUIDE, AMAUTA = LEVELS = ("novice", "scout", "guide", "amauta")

SETTINGS: dict[str, dict[str, Level]] = {
    "temple": {
        NOVICE: Level(overlooks=0.085, errs=0.37),
        SCOUT: Level(),
        GUIDE: Level(width=8, plays=60),
        AMAUTA: Level(width=24, plays=800, sure=3.0, alone=Level(width=64, plays=12800, sure=2.5)),
    },
    "valley": {
        NOVICE: Level(overlooks=0.32, errs=1.9),
        SCOUT: Level(overlooks=0.105, errs=0.85),
        GUIDE: Level(errs=0.2),
        AMAUTA: Level(width=12, plays=200),
    },
    "wiraqocha": {
        NOVICE: Level(overlooks=0.23, errs=0.038),
        SCOUT: Level(overlooks=0.1, errs=0.016),
        GUIDE: Level(),
        AMAUTA: Level(width=12, plays=400, sure=3.0),
    },
    "paititi": {
        NOVICE: Level(overlooks=0.5, errs=3.0),
        SCOUT: Level(overlooks=0.25, errs=1.8),
        GUIDE: Level(overlooks=0.1, errs=0.7),
        AMAUTA: Level(width=12, plays=2000, worlds=64),
    },
}
"""By game and level: set so that each wins about three of four games against the one below (docs/bots.md)."""

MINDS = tuple(SETTINGS)
"""The games that have a mind of their own."""

BY_LAW = {
    NOVICE: Level(overlooks=0.5, errs=2.0),
    SCOUT: Level(overlooks=0.2, errs=0.5),
    GUIDE: Level(),
    AMAUTA: Level(),
}
"""Where there is no mind."""


def level(
    game: AnyGame, rng: Random, name: str, seconds: float | None = None, *, with_mind: bool = True
) -> Choose[Any, Any]:
    """A bot of that level. With `seconds` it takes what it has found when they are up; without, it depends on nothing but
    the source of chance."""
    mind = mind_of(game) if with_mind else None
    if mind is None:
        return _by_law(game, rng, BY_LAW[name])
    from yupana.bots.minds.thinking import by_mind

    return by_mind(game.imagine, mind, rng, level_of(game, name), seconds)


def level_of(game: AnyGame, name: str) -> Level:
    """How a level plays at this table."""
    how = SETTINGS[game.name][name]
    return how.alone if game.seats == 1 and how.alone else how


@lru_cache(maxsize=64)
def mind_of(game: AnyGame) -> Mind | None:
    """The mind of the game, if it has one, what it needs is installed, and the machine lets us compile."""
    if game.name not in SETTINGS or find_spec("numba") is None:
        return None
    try:
        minds = import_module(f"yupana.bots.minds.{game.name}")
    except PermissionError:  # no memory may be written and then executed here
        return None
    made: Mind = getattr(minds, f"{game.name.title()}Mind")(game, load_model(game.name))
    return made


def _by_law(game: AnyGame, rng: Random, how: Level) -> Choose[Any, Any]:
    def choose(view: Any, moves: Moves[Move]) -> Move:
        found, worths = judged_by_law(game, view, moves, rng)
        return found[_best(as_seen(worths, how, rng))]

    return choose


def as_seen(worths: Sequence[float], how: Level, rng: Random) -> list[float]:
    """What somebody of this level thinks of each; of some, nothing at all."""
    if not how.errs and not how.overlooks:
        return list(worths)
    seen = [
        float("-inf") if rng.random() < how.overlooks else worth + rng.gauss(0, how.errs)
        for worth in worths
    ]
    return seen if max(seen) > float("-inf") else list(worths)


def _best(worths: Sequence[float]) -> int:
    return max(range(len(worths)), key=worths.__getitem__)
