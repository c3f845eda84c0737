"""The levels: each plays in every game, with its mind and without, in its time and the same with the same luck."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from yupana.bots import levels
from yupana.bots.bot import make_bot
from yupana.bots.levels import AMAUTA, LEVELS, MINDS, SETTINGS, Level
from yupana.bots.model import load_model, write_model
from yupana.core.game import CHANCE, Event, Game
from yupana.games import GAMES

Played = list[Event[Any]]


def first_moves(game: Game[Any, Any, Any], bot: str, many: int, **how: Any) -> Played:
    """The first moves of a game in which this bot has every seat."""
    rng = Random(5)
    players = [make_bot(bot, game, Random(seat), **how) for seat in range(game.seats)]
    state, events = game.setup(), list[Event[Any]]()
    while len(events) < many and (pending := game.pending(state)):
        seat = pending[0]
        if seat == CHANCE:
            move = game.chance(state).sample(rng)
        else:
            moves = game.moves(state, seat)
            move = players[seat](game.view(state, seat), moves)
            assert moves.why_not(move) is None
        events.append(Event(seat, move))
        state = game.apply(state, events[-1])
    return events


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("with_mind", [True, False])
def test_a_level_plays_legal_moves_and_the_same_with_the_same_luck(
    game: str, bot: str, with_mind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SETTINGS[game], AMAUTA, Level(width=3, plays=6, worlds=2))
    table = GAMES[game](2)
    many = 12 if with_mind else 6
    played = first_moves(table, bot, many, with_mind=with_mind)
    assert played == first_moves(table, bot, many, with_mind=with_mind)
    assert len(played) == many


@pytest.mark.parametrize("game", MINDS)
def test_the_wise_one_takes_what_it_has_when_time_is_up(game: str) -> None:
    pytest.importorskip("numba")
    table = GAMES[game](2)
    first_moves(table, AMAUTA, 8, seconds=0.0)  # whatever has to be compiled
    start = time.monotonic()
    count = sum(event.seat != CHANCE for event in first_moves(table, AMAUTA, 8, seconds=0.0))
    assert time.monotonic() - start < 2.0 * count


@pytest.mark.parametrize("game", MINDS)
def test_a_model_is_a_text_that_says_where_it_is_from(game: str) -> None:
    model = load_model(game)
    assert model.game == game
    assert model.games > 0
    assert model.curve
    text = write_model(model)
    assert len(text) < 1_000_000
    assert max(map(len, text.splitlines())) < 100_000


def test_without_what_it_needs_there_is_no_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "find_spec", lambda name: None)
    assert levels.mind_of.__wrapped__(GAMES["temple"](2)) is None


def test_where_nobody_may_compile_there_is_no_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    """So Numba itself says it on a hardened machine, when it is loaded."""

    def denied(module: str) -> None:
        raise PermissionError(13, "cannot allocate executable memory")

    monkeypatch.setattr(levels, "find_spec", lambda name: name)
    monkeypatch.setattr(levels, "import_module", denied)
    assert levels.mind_of.__wrapped__(GAMES["temple"](2)) is None


class Dice:
    """A mind for which each move is worth its code, give or take what the dice say."""

    def __init__(self, luck: Callable[[int, int], float]) -> None:
        self.luck = luck
        self.played: dict[int, int] = {}

    def play_on(self, rows: Any, seat: int, codes: Any, start: int, count: int, seed: int) -> Any:
        import numpy as np

        for code in codes.tolist():
            self.played[code] = self.played.get(code, 0) + count
        sums = [
            sum(code + self.luck(code, play) for play in range(start, start + count))
            for code in codes.tolist()
        ]
        return np.array(sums)


def test_most_plays_go_to_those_that_are_hard_to_tell_apart() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from yupana.bots.minds.thinking import look_ahead

    rng = Random(1)
    dice: Any = Dice(lambda code, play: rng.gauss(0, 2))
    codes = np.arange(12)
    assert look_ahead(dice, np.zeros((1, 1)), 0, codes, Level(plays=400), 1, None) == 11
    assert dice.played[11] > 5 * dice.played[0]
    assert 300 < sum(dice.played.values()) < 600


def test_what_is_surely_worse_is_given_up_at_once() -> None:
    """The same is found in fewer plays; what the same luck makes hard to tell apart is not given up."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from yupana.bots.minds.thinking import look_ahead

    def played(sure: float, codes: list[int], spread: float) -> dict[int, int]:
        rng = Random(1)
        dice: Any = Dice(lambda code, play: rng.gauss(0, spread))
        how = Level(plays=4000, sure=sure)
        assert look_ahead(dice, np.zeros((1, 1)), 0, np.array(codes), how, 1, None) == codes[-1]
        return dict(dice.played)

    apart = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert sum(played(3.0, apart, 2).values()) < 0.5 * sum(played(0.0, apart, 2).values())
    near = [0, 20]
    assert played(3.0, near, 200) == played(0.0, near, 200)
