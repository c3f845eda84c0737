"""The valley's kernel against the law: step by step, and in the long run of random games."""

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

from tests.games.lockstep import EACH, compare, evenly, walk
from yupana.core.chance import derangements
from yupana.core.game import CHANCE, Event
from yupana.core.kernels import seeded
from yupana.core.play import random_playout
from yupana.games.valley import Valley
from yupana.games.valley.components import KINDS
from yupana.games.valley.fast import ValleyKernel
from yupana.games.valley.kernel_rules import pick
from yupana.games.valley.sheet import (
    Done,
    Faces,
    Place,
    Reveal,
    Rolled,
    Sheet,
    State,
    Swapped,
    Turn,
    ValleyMove,
    Write,
    WritePenny,
    Writing,
)


@cache
def table(seats: int, side: str, edition: str = "classic") -> tuple[Valley, ValleyKernel]:
    game = Valley(seats, side=side, edition=edition)
    return game, ValleyKernel(game)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seats=st.sampled_from((1, 2, 3, 5)),
    side=st.sampled_from("AB"),
    edition=st.sampled_from(Valley.packaged_editions()),
    seed=st.integers(0, 2**32),
)
def test_law_and_kernel_walk_in_step(seats: int, side: str, edition: str, seed: int) -> None:
    assert walk(*table(seats, side, edition), Random(seed), often=6) >= 15 * seats


def test_a_hundred_seats_walk_in_step() -> None:
    assert walk(*table(100, "B"), Random(100), often=500) >= 2000


def play(game: Valley, *marks: ValleyMove) -> State:
    """Alone: each roll is followed by its marks."""
    state = game.setup()
    for mark in marks:
        seat = CHANCE if isinstance(mark, Rolled | Swapped) else 0
        if seat == 0:
            assert mark in game.moves(state, 0)
        state = game.apply(state, Event(seat, mark))
    return state


def busy(game: Valley, used: tuple[int, ...], dakota: bool) -> State:
    """A turn of Penny, Dakota and a 3 with snakes to cross out and ranges to reveal, on four cells in a corner."""
    cell = game.layout.grid.cell
    state = play(
        game,
        Rolled((2, 4, 5)),
        Write(11, cell("a1")),
        Done(),
        Rolled((4, 4, 4)),
        Write(12, cell("b1")),
        Done(),
        Rolled((1, 1, 0)),
        Place(cell("c1")),
        Rolled((5, 5, 5)),
        Write(15, cell("a2")),
        Done(),
        Rolled((1, 1, 0)),
        Place(cell("b3")),
        Rolled((0, 0, 3)),
        WritePenny(9, cell("b2")),
    )
    assert isinstance(state.phase, Writing)
    turn = Turn(state.phase.turns[0].sheet, used, dakota=dakota)
    return replace(state, phase=replace(state.phase, turns=(turn,)))


BUSY = [((3,), False), ((), True)]
"""The 3 is used, or Dakota: what is left differs."""


@pytest.mark.parametrize("edition", Valley.packaged_editions())
@pytest.mark.parametrize(("used", "dakota"), BUSY)
def test_a_turn_with_many_kinds_of_moves_is_listed_alike(
    used: tuple[int, ...], dakota: bool, edition: str
) -> None:
    game, kernel = table(1, "A", edition)
    state = busy(game, used, dakota)
    kinds = Counter(type(move).__name__ for move in game.moves(state, 0))
    assert set(kinds) == {"WritePenny", "Write" if dakota else "Build", "Cross", "Reveal", "Done"}
    compare(game, kernel, state, kernel.pack(state), Random(1))


@pytest.mark.parametrize("edition", Valley.packaged_editions())
def test_a_crowded_sheet_has_the_same_discoveries_of_every_kind(edition: str) -> None:
    """Every cell but one has a number, a third of them the same one: hundreds of jungles, some of all others."""
    game, kernel = table(1, "B", edition)
    rng = Random(edition)
    state = busy(game, (3,), False)
    assert isinstance(state.phase, Writing)
    size = game.layout.grid.size
    numbers = (0, *rng.choices((2, 5, 10, 10, 10, 11, 12, 13, 15), k=size - 1))
    sheet = Sheet(numbers, filled=game.layout.grid.all - 1)
    state = replace(state, phase=replace(state.phase, turns=(Turn(sheet, (3,)),)))
    reveals = [move for move in game.moves(state, 0) if isinstance(move, Reveal)]
    assert {move.kind for move in reveals} == set(KINDS)
    assert len(reveals) > 300
    row = kernel.pack(state)
    compare(game, kernel, state, row, rng)
    for kind in sorted(KINDS, reverse=True):  # the rarest first, as in four rounds
        move = rng.choice([move for move in reveals if move.kind == kind])
        after = game.apply(state, Event(0, move))
        again = row.copy()
        kernel.apply(again, 0, kernel.code(row, move))
        assert kernel.unpack(again) == after
        compare(game, kernel, after, again, rng)
        assert isinstance(after.phase, Writing)
        (turn,) = after.phase.turns
        state = replace(after, phase=replace(after.phase, turns=(replace(turn, step="marking"),)))
        row = kernel.pack(state)
        compare(game, kernel, state, row, rng)
        reveals = [move for move in game.moves(state, 0) if isinstance(move, Reveal)]


@pytest.mark.parametrize(("used", "dakota"), BUSY)
def test_every_move_comes_up_by_chance_as_often_as_by_the_law(
    used: tuple[int, ...], dakota: bool
) -> None:
    game, kernel = table(1, "A")
    state = busy(game, used, dakota)
    row = kernel.pack(state)
    random, rng = seeded(1), Random(1)
    moves = game.moves(state, 0)
    compiled = Counter(int(pick(row, kernel.table, 0, random)) for _ in range(5000))
    assert sorted(compiled) == sorted(kernel.moves(row, 0).tolist())
    law = Counter(kernel.code(row, moves.pick(rng)) for _ in range(5000))
    for code in compiled | law:
        both = compiled[code] + law[code]
        assert abs(compiled[code] - law[code]) < 5 * sqrt(both)


@pytest.mark.parametrize(
    ("seats", "side", "edition", "games"),
    [(1, "A", "classic", 200), (1, "B", "wide", 100), (3, "B", "classic", 40)],
)
def test_random_games_of_both_come_to_the_same_in_the_long_run(
    seats: int, side: str, edition: str, games: int
) -> None:
    game, kernel = table(seats, side, edition)
    rng = Random(f"{seats}{side}")
    law: list[int] = []
    decisions: list[int] = []
    for _ in range(games):
        state, events = random_playout(game, rng)
        law.append(sum(game.score(state, seat).points for seat in range(seats)))
        decisions.append(sum(event.seat != CHANCE for event in events))
    played = kernel.playouts(kernel.pack(game.setup()), 20_000, seed=7)
    compiled = played.scores.sum(axis=1).tolist()
    apart = abs(fmean(law) - fmean(compiled))
    assert apart < 5 * sqrt(variance(law) / games + variance(compiled) / len(compiled))
    apart = abs(fmean(decisions) - played.decisions / 20_000)
    assert apart < 5 * sqrt(variance(decisions) / games)


def test_playouts_go_on_from_the_middle_of_a_round() -> None:
    """One has placed a snake and one is in the middle of a turn: the same as from the law's own position."""
    game, kernel = table(3, "A")
    rng = Random(5)
    state = game.setup()
    rolls: list[Faces] = [(1, 2, 3), (1, 2, 0), (0, 0, 4)]
    for faces in rolls:
        state = game.apply(state, Event(CHANCE, Rolled(faces)))
        if faces == (1, 2, 0):
            state = game.apply(state, Event(CHANCE, Swapped((1, 2, 0))))
        while 0 in game.pending(state) or (2 in game.pending(state) and faces != (0, 0, 4)):
            seat = 0 if 0 in game.pending(state) else 2
            state = game.apply(state, Event(seat, game.moves(state, seat).pick(rng)))
        middle = state
        law: list[int] = []
        for _ in range(30):
            end, _ = random_playout(game, rng, middle)
            law.append(sum(game.score(end, seat).points for seat in range(3)))
        played = kernel.playouts(kernel.pack(middle), 5000, seed=7)
        compiled = played.scores.sum(axis=1).tolist()
        apart = abs(fmean(law) - fmean(compiled))
        assert apart < 5 * sqrt(variance(law) / len(law) + variance(compiled) / len(compiled))
        while CHANCE not in game.pending(state):
            seat = game.pending(state)[0]
            state = game.apply(state, Event(seat, game.moves(state, seat).pick(rng)))


def test_every_roll_and_every_change_of_sheets_comes_up_as_often_as_another() -> None:
    game, kernel = table(5, "A")
    rolling = kernel.pack(game.setup())
    swapping = kernel.pack(game.apply(game.setup(), Event(CHANCE, Rolled((1, 1, 0)))))
    random = seeded(2)
    for row, ways in ((rolling, 6**3), (swapping, derangements(5))):
        drawn = Counter(kernel.chance(row, random) for _ in range(EACH * ways))
        evenly(drawn, ways)


def test_a_discovery_too_large_for_a_code_is_refused() -> None:
    classic = Valley(1).edition
    jungle = replace(classic.discoveries.jungle, cells=10)
    large = replace(classic, discoveries=replace(classic.discoveries, jungle=jungle))
    with pytest.raises(ValueError, match="9 cells"):
        ValleyKernel(Valley(1, edition=large))
