"""No bot cheats; and one that does would be found out."""

from __future__ import annotations

import zlib
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.bots.fair import OPEN, Cheats, look_at
from yupana.bots.bot import BOTS, make_bot
from yupana.core.game import Game
from yupana.core.play import Choose
from yupana.games import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_does_the_same_where_it_can_know_no_difference(game: str, bot: str) -> None:
    look_at(game, {bot: partial(make_bot, bot)}, 3, seed=2)


def cheat(game: Game[Any, Any, Any], rng: Random) -> Choose[Any, Any]:
    """Does whatever the world that it imagines tells it to."""

    def choose(view: Any, moves: Any) -> Any:
        some = list(islice(moves, 20))
        return some[zlib.crc32(repr(game.imagine(view, rng)).encode()) % len(some)]

    return choose


@pytest.mark.parametrize("game", [name for name in GAMES if name not in OPEN])
def test_a_bot_that_imagines_the_truth_is_found_out(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(game, {"no cheat yet": cheat}, 20, seed=3)
    kind, true = GAMES[game], []
    view = kind.view

    def leaky(self: Any, state: Any, seat: Any) -> Any:
        true.append(state)
        return view(self, state, seat)

    monkeypatch.setattr(kind, "view", leaky)
    monkeypatch.setattr(kind, "imagine", lambda *_: true[-1])
    with pytest.raises(Cheats):
        look_at(game, {"cheat": cheat}, 60, seed=3)
