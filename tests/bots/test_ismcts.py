"""The search that knows no game: it plays all of them by the rules, sees a victory, and is better than chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.paititi.playing import position
from yupana.bots.bot import uniform
from yupana.bots.ismcts import COMPILED, PlainSearch, ismcts
from yupana.bots.trees.search import CompiledSearch
from yupana.core.game import CHANCE, Event, Game
from yupana.core.kernels import kernel_of
from yupana.core.play import playout
from yupana.games import GAMES
from yupana.games.paititi import Paititi


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_by_the_rules(name: str) -> None:
    game: Game[Any, Any, Any] = GAMES[name](2)
    rng = Random(3)
    player = ismcts(game, rng, iterations=3)
    state = game.setup()
    decisions = 0
    while decisions < 12 and (pending := game.pending(state)):
        seat = pending[0]
        if seat == CHANCE:
            move = game.chance(state).sample(rng)
        else:
            moves = game.moves(state, seat)
            move = player(game.view(state, seat), moves)
            assert move in moves
            decisions += 1
        state = game.apply(state, Event(seat, move))


GAME = Paititi(2)
LAST = replace(
    position(
        GAME,
        """
        turn 9 seat 1 exhibited 8
        acting
        open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
        held llamas+statues by 1: 0+0 0+0
        row 2 2 5 top 2
        seat 1
          artifacts tile 1@2 3@5
        seat 2
          artifacts statue 1@5 disc 3@5 3@5
        """,
    ),
    ending=1,
)
"""One exhibition is left, and the rival's cards are worth 15: 1 + 1 + 16 points for tiles that travel are more, and no other
exhibition is enough."""


def test_a_victory_is_seen() -> None:
    player = ismcts(GAME, Random(1), iterations=300)
    found = player(GAME.view(LAST, 0), GAME.moves(LAST, 0))
    assert GAME.write_move(found) == "exhibit tiles/vases"
    shows = GAME.apply(LAST, Event(0, found))
    chosen = player(GAME.view(shows, 0), GAME.moves(shows, 0))
    assert GAME.write_move(chosen) == "choose tile 1@2 3@5"


def test_so_many_searches_hang_on_their_source_alone() -> None:
    view, moves = GAME.view(LAST, 0), GAME.moves(LAST, 0)
    found = {ismcts(GAME, Random(5), iterations=60)(view, moves) for _ in range(3)}
    assert len(found) == 1
    assert ismcts(GAME, Random(5), seconds=0.01)(view, moves) in moves


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_compiled_tree_is_the_plain_one(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same moves tried as often with the same success, also after the tree was given more room."""
    monkeypatch.setattr("yupana.bots.trees.search.ROOM", 64)
    game: Game[Any, Any, Any] = GAMES[name](seats)
    kernel, rng, state = kernel_of(game), Random(11), game.setup()
    compared = 0
    while compared < 5:
        seat = game.pending(state)[0]
        if seat != CHANCE and rng.random() < 0.1:
            view = game.view(state, seat)
            both = [kind(game, kernel, view, Random(3)) for kind in (PlainSearch, CompiledSearch)]
            for search in both:
                search.go_on(40)
                search.go_on(160)
            plain, compiled = both
            assert sorted(plain.tried()) == sorted(compiled.tried())
            assert (plain.ways, plain.turns) == (compiled.ways, compiled.turns)
            assert plain.ways == len(game.moves(state, seat))
            compared += 1
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        state = game.apply(state, Event(seat, source(rng)))


def test_what_could_not_change_any_more_is_not_searched() -> None:
    """With 2,000 turns it finds what a search that is not broken off finds, in fewer turns."""
    view, moves = GAME.view(LAST, 0), GAME.moves(LAST, 0)
    whole = CompiledSearch(GAME, kernel_of(GAME), view, Random(5))
    whole.go_on(64)
    while whole.turns < 2000 and whole.lead <= 2000 - whole.turns:
        whole.go_on(64)
    assert whole.turns < 2000
    found = ismcts(GAME, Random(5), iterations=2000)(view, moves)
    assert found == whole.best()
    while whole.turns < 2000:
        whole.go_on(64)
    assert found == whole.best()


def test_it_is_better_than_chance() -> None:
    won = 0
    for number in range(6):
        game, rng = Paititi(2), Random(number)
        players = [uniform(game, rng), uniform(game, rng)]
        players[number % 2] = ismcts(game, rng, iterations=40)
        outcome = game.outcome(playout(game, players, rng))
        assert outcome is not None
        won += outcome.places[0] == (number % 2,)
    assert won >= 4
