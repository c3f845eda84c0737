"""The list of games, the only one there is; other people's come in by entry point."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from yupana.core.errors import OptionError
from yupana.core.game import Game
from yupana.games.paititi import Paititi
from yupana.games.temple import Temple
from yupana.games.valley import Valley
from yupana.games.wiraqocha import Wiraqocha

AnyGame = Game[Any, Any, Any]

GAMES: dict[str, type[AnyGame]] = {game.name: game for game in (Valley, Temple, Wiraqocha, Paititi)}
"""Our own games by name."""


def all_games() -> dict[str, type[AnyGame]]:
    """Our own games and those that installed packages offer under `yupana.games`."""
    games = dict(GAMES)
    for entry in entry_points(group="yupana.games"):
        games.setdefault(entry.name, entry.load())
    return games


def game_type(name: str) -> type[AnyGame]:
    """The game of that name; OptionError if there is none."""
    if name in GAMES:  # to look for those of others takes longer than to set up a table
        return GAMES[name]
    games = all_games()
    if name not in games:
        raise OptionError("option.game", game=name[:40], known=", ".join(games))
    return games[name]
