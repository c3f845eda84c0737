"""The laws of the contract, for every registered game and variant, under Hypothesis."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from yupana.core.game import Event, Game
from yupana.games import GAMES
from yupana.lab.fuzz import play_checked
from yupana.lab.variants import SEATS, variants

AnyGame = Game[Any, Any, Any]

TABLES = [game for kind in GAMES.values() for game in variants(kind)]


def name_of(game: AnyGame) -> str:
    options = "-".join(
        str(value) for value in (getattr(game.options, n) for n in game.options.__struct_fields__)
    )
    return f"{game.name}-{game.seats}-{game.edition.name}-{options}"


def play(game: AnyGame, rng: Random, checks: int) -> None:
    """A random game, its laws checked in `checks` of its first states or so, and at its end."""
    events: list[Event[Any]] = []
    check_at = {rng.randrange(60 * min(game.seats, 5)) for _ in range(checks)}
    play_checked(game, rng, events, lambda pending: len(events) in check_at)


@pytest.mark.parametrize("game", [table for table in TABLES if table.seats <= 5], ids=name_of)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_every_game_keeps_the_laws(game: AnyGame, seed: int) -> None:
    play(game, Random(seed), checks=6)


@pytest.mark.parametrize("game", [table for table in TABLES if table.seats > 5], ids=name_of)
def test_large_tables_keep_the_laws(game: AnyGame) -> None:
    play(game, Random(game.seats), checks=3)


def test_the_tables_cover_the_seats_that_are_asked_for() -> None:
    seats = {(table.name, table.seats) for table in TABLES}
    assert {("temple", number) for number in SEATS} <= seats
    assert {
        (name, number)
        for name, kind in GAMES.items()
        for number in SEATS
        if number in kind.seats_allowed
    } == seats
