"""The judgement behind the greedy bot: it sees a win, builds up, and beats chance."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.wiraqocha.tables import table, two
from yupana.bots import wiraqocha as judgement
from yupana.bots.bot import make_bot
from yupana.core.play import playout
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.state import Over, State


def choice(game: Wiraqocha, state: State) -> str:
    seat = state.turn.seat
    bot = make_bot("greedy", game, Random(1))
    return game.write_move(bot(game.view(state, seat), game.moves(state, seat)))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1 acting 1 1 5\non 5:1C 8:1E\n1 artifacts 2 3 4", "take 1-1 from 8 with 1 1"),
        ("1 acting 6\non 5:1C 9:1D\n1 cubes 6 crystals 10\nmarket juggernaut", "end"),
        ("1 acting 3 6\non 8:1C 3:2C\n1 crystals 10\n2 crystals 1",
         "pillage 3 with 3 beating 6 for crystal"),
        ("1 preparing\non 5:1C 4-4:1Z\n1 artifacts 1", "swap 4-4 by explorer"),
        ("1 acting 1 2\non 5:1C 8:1E\n1 cubes 2\n2 artifacts 4", "lower 2"),  # for the double one
    ],
)  # fmt: skip
def test_it_finds_the_move_that_matters(text: str, move: str) -> None:
    assert choice(two(), table(two(), text)) == move


def test_it_ends_its_turn_rather_than_waste_what_it_has() -> None:
    assert choice(two(), table(two(), "1 acting\non 5:1C6\n1 crystals 3")) == "end"


def test_more_of_anything_good_is_worth_more() -> None:
    game = two()
    base = "1 preparing\non 5:1C {}\n1 crystals {} cubes {}"
    worth = [
        judgement.worth(game, table(game, base.format(*words)), 0)
        for words in (
            ("", 0, 0),
            ("", 0, 1),
            ("3:1D", 0, 1),
            ("9:1D", 0, 1),
            ("9:1D6", 0, 1),
            ("9:1D6 5-5:1E", 0, 1),
            ("9:1D6 5-5:1E", 1, 1),
        )
    ]
    assert worth == sorted(worth)
    assert len(set(worth)) == len(worth)
    lost = table(game, "1 preparing\non 5:1C\n2 crystals 5")
    assert judgement.worth(game, lost, 0) < judgement.worth(game, lost, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_chance_and_finishes_games(seats: int) -> None:
    game = Wiraqocha(seats, caves=True, prisoners=True)
    for seed in range(3):
        rng = Random(seed)
        names = ["greedy" if seat == seed % seats else "uniform" for seat in range(seats)]
        state = playout(game, [make_bot(name, game, rng) for name in names], rng)
        assert isinstance(state.phase, Over)
        assert state.phase.winner == seed % seats


def test_greedy_players_finish_among_themselves() -> None:
    game = Wiraqocha(3)
    rng = Random(4)
    state = playout(game, [make_bot("greedy", game, rng) for _ in range(3)], rng)
    assert isinstance(state.phase, Over)
    assert state.turn.number < 200
