"""Paititi's kernel against the law: step by step, and in the long run of random games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, variance

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.lockstep import compare, walk
from tests.games.paititi.playing import SMALL, do, edition, position
from yupana.core.game import CHANCE
from yupana.core.kernels import seeded
from yupana.core.play import random_playout
from yupana.games.paititi import Paititi
from yupana.games.paititi.components import PaititiEdition
from yupana.games.paititi.fast import PaititiKernel
from yupana.games.paititi.kernel_moves import pick

ODD = edition(
    """
    [turn]
    dealt = 4
    row = 1
    drawn = 3
    hand_limit = 3
    needs = 1
    organiser = 2
    gives = 2
    after_stop = 3
    patience = 2
    [digging]
    "1/1" = 9
    "1/2" = 1
    "1/3" = 1
    "1/4" = 1
    "2/1" = 1
    "2/2" = 1
    "2/3" = 1
    "2/4" = 1
    "3/1" = 1
    "3/2" = 1
    "3/3" = 1
    "3/4" = 1
    "2/5" = 7
    [backs]
    1 = { picks = 1, shovels = 1 }
    [artifacts]
    vase = ["1@1", "1@1", "1@1", "1@1", "1@2"]
    llama = ["2@1", "2@1", "2@1"]
    statue = []
    tile = []
    disc = ["3@2", "1@1"]
    shards = ["@1", "@1"]
    [worth]
    1 = 1
    [exhibitions]
    A = ["vases+llamas", "vases+llamas", "discs+vases", "llamas+discs"]
    B = ["vases/llamas", "llamas/vases", "vases/llamas"]
    C = ["llamas/discs", "discs/vases", "discs/vases", "stop"]
    [points]
    permanent = 0
    [expect]
    digging = 27
    artifacts = 12
    openings = 4
    exhibitions = 11
    """
)
"""A box where every number is another: copies of everything, and nothing to win in a permanent one."""

LARGE = edition('[digging]\n"4/4" = 100\n[expect]\ndigging = 164')
"""Displays that grow and grow."""

BOXES: dict[str, str | PaititiEdition] = {
    "classic": "classic",
    "sixty": "sixty",
    "small": SMALL,
    "odd": ODD,
    "large": LARGE,
}


@cache
def table(
    seats: int, box: str = "classic", options: tuple[bool, bool, bool] = (True, False, False)
) -> tuple[Paititi, PaititiKernel]:
    must_exhibit, guests_need_two, must_show = options
    game = Paititi(
        seats,
        BOXES[box],
        must_exhibit=must_exhibit,
        guests_need_two=guests_need_two,
        must_show=must_show,
    )
    return game, PaititiKernel(game)


@settings(max_examples=16, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seats=st.integers(2, 5),
    box=st.sampled_from(list(BOXES)),
    options=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    seed=st.integers(0, 2**32),
)
def test_law_and_kernel_walk_in_step(
    seats: int, box: str, options: tuple[bool, bool, bool], seed: int
) -> None:
    assert walk(*table(seats, box, options), Random(seed), often=10) >= 2 * seats


@pytest.mark.parametrize(
    ("seats", "box", "options"),
    [
        (2, "classic", (True, False, False)),
        (4, "sixty", (True, True, True)),
        (5, "odd", (False, False, False)),
    ],
)
def test_random_games_of_both_come_to_the_same_in_the_long_run(
    seats: int, box: str, options: tuple[bool, bool, bool]
) -> None:
    """Scores and lengths of whole games: within five standard errors of the law's own picks."""
    game, kernel = table(seats, box, options)
    rng = Random(f"{seats} {box}")
    scores, lengths = [], []
    for _ in range(240 // seats):
        state, events = random_playout(game, rng)
        scores.append(fmean(game.score(state, seat).points for seat in range(seats)))
        lengths.append(float(sum(event.seat != CHANCE for event in events)))
    row = kernel.pack(game.setup())
    played = kernel.playouts(row, 10_000, seed=7)
    _agree(scores, played.scores.mean(axis=1).tolist())
    singly = [float(kernel.playouts(row, 1, seed).decisions) for seed in range(5_000)]
    _agree(lengths, singly)


def _agree(law: list[float], kernel: list[float]) -> None:
    error = sqrt(variance(law) / len(law) + variance(kernel) / len(kernel))
    assert abs(fmean(law) - fmean(kernel)) < 5 * error


def test_rows_are_equal_where_states_are() -> None:
    """Whatever way led there: what a row keeps beside the state follows from it."""
    game, kernel = table(4, "small")
    rng = Random(4)
    for _ in range(8):
        state = game.setup()
        row = kernel.pack(state)
        _, events = random_playout(game, rng)
        for event in events:
            kernel.apply(row, event.seat, kernel.code(row, event.move))
            state = game.apply(state, event)
            assert row.tolist() == kernel.pack(state).tolist()


ACTING = """
    turn 9 seat 1 exhibited 3
    acting
    open llamas+statues statues+tiles tiles+discs discs+vases
    row 2 3 3 top 5
    held vases+llamas by 2: 0+0 1+0
    seat 1
      hand 1/1 2/4 2/4 3/3
      displayed 1/2 3/1
      artifacts vase 1@2 1@2 tile 3@5 disc 1@2
    seat 2
      hand 2/1
      artifacts vase 1@3
"""


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["1 exhibit tiles+discs"],
        ["1 dig 1 with 2/4 2/4"],
        ["1 draw"],
    ],
    ids=" ".join,
)
def test_whatever_may_be_done_comes_up_by_chance(lines: list[str]) -> None:
    """Every move or outcome that the law lists, and the same share of them as by the law's own pick."""
    game, kernel = table(2, options=(True, False, True))
    state = do(game, position(game, ACTING), *lines)
    row = kernel.pack(state)
    (seat, *_) = game.pending(state)
    compare(game, kernel, state, row, Random(1))
    random, rng, number = seeded(1), Random(1), 20_000
    if seat == CHANCE:
        law = Counter(game.chance(state).sample(rng) for _ in range(number))
        codes = Counter(int(kernel.chance(row, random)) for _ in range(number))
        every = {move for move, _ in game.chance(state).outcomes()}
    else:
        moves = game.moves(state, seat)
        law = Counter(moves.pick(rng) for _ in range(number))
        codes = Counter(int(pick(row, kernel.box, seat, random)) for _ in range(number))
        every = set(moves)
    assert {kernel.move(row, seat, code) for code in codes} == every
    for move in every:
        shares = law[move], codes[kernel.code(row, move)]
        assert abs(shares[0] - shares[1]) <= 5 * sqrt(2 * max(shares)), move


def test_a_box_with_too_many_cards_is_refused() -> None:
    """As long as the counts of all cards fit into a code there may be many; these do not."""
    sides = [f'"4/{shovels}" = 7' for shovels in range(1, 8)]
    many = edition("\n".join(["[digging]", *sides, "[expect]", "digging = 113"]))
    with pytest.raises(ValueError, match="digging"):
        PaititiKernel(Paititi(2, many))
