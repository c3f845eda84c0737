"""The list of games: ours, and those that other packages offer."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from yupana import games
from yupana.core.errors import OptionError
from yupana.games.temple import Temple


def test_the_four_are_there() -> None:
    assert list(games.GAMES) == ["valley", "temple", "wiraqocha", "paititi"]
    with pytest.raises(OptionError):
        games.game_type("checkers")


def test_another_package_offers_a_game_but_never_in_place_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered = [
        EntryPoint("pyramid", "yupana.games.temple:Temple", "yupana.games"),
        EntryPoint("valley", "yupana.games.temple:Temple", "yupana.games"),
    ]
    monkeypatch.setattr(games, "entry_points", lambda group: offered)
    assert games.game_type("pyramid") is Temple
    assert games.game_type("valley") is games.GAMES["valley"]
