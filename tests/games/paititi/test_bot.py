"""The judgement of the greedy bot: it weighs what is offered, ends games, and knows a good thing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.games.paititi.playing import late_table, position
from yupana.bots import paititi as judgement
from yupana.core.game import Moves, Seat
from yupana.core.play import playout
from yupana.games.paititi import Paititi
from yupana.games.paititi.state import PaititiMove, State
from yupana.games.paititi.view import View

Player = Callable[[View, Moves[PaititiMove]], PaititiMove]


def greedy(game: Paititi, rng: Random) -> Player:
    def choose(view: View, moves: Moves[PaititiMove]) -> PaititiMove:
        assert view.seat is not None
        world = game.imagine(view, rng)
        offered = list(judgement.candidates(game, world, view.seat, moves))
        assert all(move in moves for move in offered)
        return max(offered, key=lambda move: judgement.weigh(game, world, view.seat or 0, move))

    return choose


def uniform(game: Paititi, rng: Random) -> Player:
    return lambda view, moves: moves.pick(rng)


@pytest.mark.parametrize(
    "options",
    [{}, {"finds": "memory", "must_exhibit": False}, {"must_exhibit": False, "must_show": True}],
    ids=str,
)
def test_greedy_ends_its_games_and_beats_chance(options: dict[str, Any]) -> None:
    own = others = 0
    for number in range(8):
        game = Paititi(2 + number % 3, **options)
        rng = Random(number)
        players = [uniform(game, rng) for _ in range(game.seats)]
        players[number % game.seats] = greedy(game, rng)
        outcome = game.outcome(playout(game, players, rng))
        assert outcome is not None
        own += outcome.scores[number % game.seats]
        others += max(s for seat, s in enumerate(outcome.scores) if seat != number % game.seats)
    assert own > 1.3 * others


@pytest.mark.parametrize("must_exhibit", [True, False])
def test_greedy_players_among_themselves_come_to_an_end(must_exhibit: bool) -> None:
    for seats in (2, 5):
        game = Paititi(seats, must_exhibit=must_exhibit)
        rng = Random(seats)
        state = playout(game, [greedy(game, rng) for _ in range(seats)], rng)
        assert game.outcome(state) is not None
        assert state.turn < 400


GAME = Paititi(2)


def best(state: State, seat: Seat = 0) -> str:
    moves = GAME.moves(state, seat)
    offered = list(judgement.candidates(GAME, state, seat, moves))
    return GAME.write_move(max(offered, key=lambda m: judgement.weigh(GAME, state, seat, m)))


def test_six_tiles_are_sent_travelling() -> None:
    assert best(late_table("tile 3@5 3@5")) == "exhibit tiles/vases"
    state = late_table("tile 3@5 3@5 disc 3@5", phase="exhibiting tiles/vases")
    assert best(state) == "choose tile 3@5 3@5"


def test_all_is_shown_at_an_opening_and_nothing_of_another_kind() -> None:
    state = late_table("vase 1@2 2@3 tile 2@2 disc 1@2", phase="exhibiting discs+vases")
    assert best(state) == "choose vase 1@2 2@3 disc 1@2"


def test_a_dig_wastes_no_card() -> None:
    state = late_table("nothing", hand="hand 1/1 1/4 3/4 3/4\n      displayed 2/2")
    digs = [
        GAME.write_move(move)
        for move in judgement.candidates(GAME, state, 0, GAME.moves(state, 0))
        if GAME.write_move(move).startswith("dig 1 ")
    ]
    assert digs == ["dig 1 with 1/4"]


def test_the_least_is_given_up_and_discarded() -> None:
    giving = position(
        GAME,
        """
        turn 9 seat 1 exhibited 9
        giving
        open vases+llamas statues+tiles tiles+discs discs+vases
        held llamas+statues by 1: 0+0 0+0
        held tiles/vases by 1: 0+6 0+0
        row 2 2 5 top 2
        seat 1
          artifacts vase 1@2 2@3 3@5
          shown vase 1@2 2@3 3@5
        seat 2
          given nothing
        """,
    )
    assert best(giving) == "give vase 1@2 2@3"
    hand = "hand 1/1 3/3 3/3 3/3 3/4 3/4 3/4 3/4 3/4"
    assert best(late_table("nothing", phase="discarding", hand=hand)) == "discard 1/1"


def test_passing_and_drawing_with_a_full_hand_gain_nothing() -> None:
    state = late_table("nothing", hand="hand 1/1 3/3 3/3 3/3 3/4 3/4 3/4 3/4")
    for text in ("pass", "draw"):
        assert judgement.weigh(GAME, state, 0, GAME.read_move(text)) == 0
    assert judgement.weigh(GAME, late_table("nothing"), 0, GAME.read_move("draw")) > 1


def test_worth_grows_with_points_artifacts_and_tools() -> None:
    poor = late_table("vase 1@2")
    for better in (
        late_table("vase 1@2 3@5"),
        late_table("vase 1@2", hand="hand 3/3 3/4"),
        late_table("vase 1@2", hand="displayed 3/3"),
    ):
        assert judgement.worth(GAME, better, 0) > judgement.worth(GAME, poor, 0)


def test_chance_is_not_weighed() -> None:
    with pytest.raises(TypeError):
        judgement.weigh(GAME, late_table("vase 1@2"), 0, GAME.read_move("turn stop"))
