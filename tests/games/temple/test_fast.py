"""The temple's kernel against the law: step by step, and in the long run of random games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, variance

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.lockstep import EACH, evenly, walk
from yupana.core.chance import derangements
from yupana.core.game import CHANCE, Event
from yupana.core.kernels import seeded
from yupana.core.play import random_playout
from yupana.games.temple import Temple
from yupana.games.temple.components import Counts, Drawing, TempleEdition
from yupana.games.temple.fast import TempleKernel
from yupana.games.temple.kernel_rules import pick
from yupana.games.temple.rules import RED
from yupana.games.temple.sheet import SPECIAL, Faces, Rolled, Swapped


@cache
def table(seats: int, side: str, edition: str = "classic") -> tuple[Temple, TempleKernel]:
    game = Temple(seats, side=side, edition=drawn(edition) if edition in DRAWINGS else edition)
    return game, TempleKernel(game)


DRAWINGS = {
    "square": "\n".join(["....D..."] * 8),
    "scattered": "D. .  .  D.....D\n .. D  .. . ....\n.  .    . D .",
}
"""Sheets of our own: one as large as a row can hold, one full of gaps and without a way through."""


def drawn(name: str) -> TempleEdition:
    """The classic edition on another sheet, both sides alike."""
    classic = Temple(1).edition
    drawing = DRAWINGS[name]
    doors = drawing.count("D")
    counts = Counts(doors + drawing.count("."), doors)
    return replace(
        classic, sides=dict.fromkeys("AB", Drawing(drawing)), expect=dict.fromkeys("AB", counts)
    )


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seats=st.sampled_from((1, 2, 3, 5)),
    side=st.sampled_from("AB"),
    edition=st.sampled_from(("classic", "square", "scattered")),
    seed=st.integers(0, 2**32),
)
def test_law_and_kernel_walk_in_step(seats: int, side: str, edition: str, seed: int) -> None:
    assert walk(*table(seats, side, edition), Random(seed), often=5) >= 20 * seats


def test_a_hundred_seats_walk_in_step() -> None:
    assert walk(*table(100, "B"), Random(100), often=200) >= 2800


@pytest.mark.parametrize(("seats", "side"), [(1, "A"), (1, "B"), (2, "A"), (3, "B")])
def test_random_games_of_both_come_to_the_same_in_the_long_run(seats: int, side: str) -> None:
    game, kernel = table(seats, side)
    rng = Random(f"{seats}{side}")
    law: list[int] = []
    decisions = 0
    for _ in range(600 // seats):
        state, events = random_playout(game, rng)
        law.extend(game.score(state, seat).points for seat in range(seats))
        decisions += sum(event.seat != CHANCE for event in events)
    played = kernel.playouts(kernel.pack(game.setup()), 40_000 // seats, seed=7)
    compiled = played.scores.ravel().tolist()
    apart = abs(fmean(law) - fmean(compiled))
    assert apart < 5 * sqrt(variance(law) / len(law) + variance(compiled) / len(compiled))
    # The seats of a game share its dice, so games are counted here, not sheets.
    assert abs(decisions / (600 // seats) / (played.decisions / len(played.scores)) - 1) < 0.02


def test_playouts_go_on_from_the_middle_of_a_round() -> None:
    """Two of three have marked already: the same as from the law's own position."""
    game, kernel = table(3, "A")
    state = game.setup()
    rng = Random(5)
    rolls: list[Faces] = [(1, 2, 3), (0, 0, 4), (2, 2, SPECIAL)]
    for faces in rolls:
        state = game.apply(state, Event(CHANCE, Rolled(faces)))
        if faces[RED] == SPECIAL:
            state = game.apply(state, Event(CHANCE, Swapped((1, 2, 0))))
        for seat in (2, 0, 1):
            if (seat, faces) != (1, rolls[-1]):
                move = game.moves(state, seat).pick(rng)
                state = game.apply(state, Event(seat, move))
    assert game.pending(state) == (1,)
    law: list[int] = []
    for _ in range(400):
        end, _ = random_playout(game, rng, state)
        law.extend(game.score(end, seat).points for seat in range(3))
    played = kernel.playouts(kernel.pack(state), 10_000, seed=7)
    compiled = played.scores.ravel().tolist()
    assert played.decisions % 3 == 10_000 % 3  # one in each first round, three in all others
    apart = abs(fmean(law) - fmean(compiled))
    assert apart < 5 * sqrt(variance(law) / len(law) + variance(compiled) / len(compiled))


def test_every_move_comes_up_as_often_as_another() -> None:
    game, kernel = table(1, "A")
    state = game.apply(game.setup(), Event(CHANCE, Rolled((2, 3, 5))))
    row = kernel.pack(state)
    codes = kernel.moves(row, 0).tolist()
    random = seeded(1)
    drawn = Counter(int(pick(row, kernel.table, 0, random)) for _ in range(EACH * len(codes)))
    assert sorted(drawn) == sorted(codes)
    evenly(drawn, len(codes))


def test_every_roll_and_every_change_of_sheets_comes_up_as_often_as_another() -> None:
    game, kernel = table(5, "A")
    rolling = kernel.pack(game.setup())
    swapping = kernel.pack(game.apply(game.setup(), Event(CHANCE, Rolled((1, 1, 0)))))
    random = seeded(2)
    for row, ways in ((rolling, 6**3), (swapping, derangements(5))):
        drawn = Counter(kernel.chance(row, random) for _ in range(EACH * ways))
        evenly(drawn, ways)


def test_a_sheet_too_large_for_a_row_is_refused() -> None:
    classic = Temple(1).edition
    drawing = "\n".join(["." * 13] * 5)
    large = replace(classic, sides=dict.fromkeys("AB", Drawing(drawing)))
    with pytest.raises(ValueError, match="64 cells"):
        TempleKernel(Temple(1, edition=large))
