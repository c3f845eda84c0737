"""The list of games, the only one there is; other people's come in by entry point."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any, NamedTuple

from yupana.core.errors import OptionError
from yupana.core.game import Game
from yupana.games.paititi import Paititi
from yupana.games.temple import Temple
from yupana.games.valley import Valley
from yupana.games.wiraqocha import Wiraqocha

AnyGame = Game[Any, Any, Any]

GAMES: dict[str, type[AnyGame]] = {game.name: game for game in (Valley, Temple, Wiraqocha, Paititi)}
"""Our own games by name."""

BY_SET_UP = ("seats", "options", "edition", "rules", "switches")
"""Attributes that a game has once it is set up; the others belong to its class."""

LONGEST_PROBLEM = 300


class Found(NamedTuple):
    """The games that are installed, and the entry points that offer none."""

    games: dict[str, type[AnyGame]]
    broken: dict[str, str]
    """What is wrong, by the name of the entry point; for whoever installed it."""


def find_games() -> Found:
    """Our own games and those that installed packages offer under `yupana.games`. One that cannot be loaded
    keeps nobody from the others."""
    games, broken = dict(GAMES), dict[str, str]()
    for entry in entry_points(group="yupana.games"):
        if entry.name in games:
            continue
        try:
            games[entry.name] = _checked(entry.load())
        except (Exception, SystemExit) as error:
            first = next(iter(str(error).splitlines()), "")
            broken[entry.name] = f"{type(error).__name__}: {first}"[:LONGEST_PROBLEM]
    return Found(games, broken)


@cache
def _checked(kind: object) -> type[AnyGame]:
    """What an entry point has loaded, if it is a game that can be set up; TypeError if not."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise TypeError(f"{kind!r} is not a subclass of Game")
    missing = sorted(kind.__abstractmethods__)
    missing += [
        name for name in Game.__annotations__ if name not in BY_SET_UP and not hasattr(kind, name)
    ]
    if missing:
        raise TypeError(f"{kind.__name__} lacks {', '.join(missing)}")
    if not kind.package():
        raise TypeError(f"{kind.__name__} is in no package, where its rules and data would be")
    kind(kind.seats_allowed[0])
    return kind


def all_games() -> dict[str, type[AnyGame]]:
    """Our own games and those of others, as far as they can be loaded, by name."""
    return find_games().games


def game_type(name: str) -> type[AnyGame]:
    """The game of that name; OptionError if there is none."""
    if name in GAMES:  # to look for those of others takes longer than to set up a table
        return GAMES[name]
    games, broken = find_games()
    if name in games:
        return games[name]
    for kind in games.values():  # what a record names is the game, not the entry point
        if kind.name == name:
            return kind
    if name in broken:
        raise OptionError("option.game-broken", game=name[:40], problem=broken[name])
    raise OptionError("option.game", game=name[:40], known=", ".join(games))
