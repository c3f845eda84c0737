"""The law and its compiled twin side by side: one random game by the law, compared after every step.

Tests walk a few games; `python -m tests.games.lockstep temple --games 10000` walks as many as one likes, over all
tables of a game in turn, and prints how many held. Whatever differs first is told with the position as text.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random
from time import monotonic
from typing import Any

from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.kernels import Kernel, kernel_of, seeded
from yupana.games import GAMES
from yupana.lab.variants import SEATS, variants

AnyGame = Game[Any, Any, Any]
AnyKernel = Kernel[Any, Any]

MANY = 500
"""How many of a seat's moves are compared one by one where there are more."""
MOST_SEATS = 6
"""How many seats are looked at in one state where there are more."""


class Differs(AssertionError):
    """The law and the kernel do not say the same; shows both, the table and the position."""

    def __init__(self, what: str, law: object, kernel: object, game: AnyGame, state: Any) -> None:
        table = f"{game.name} by rules {game.rules}, {game.seats} seats, {game.edition.name}, {game.options}"
        super().__init__(
            f"{what}\nlaw:    {law!r}\nkernel: {kernel!r}\n{table}\n{game.write_position(state)}"
        )


EACH = 200
"""How often each of some ways is to come up on average."""


def evenly(drawn: Counter[Any], ways: int) -> None:
    """There are so many, and each came up EACH times, give or take what chance may do."""
    assert len(drawn) == ways
    assert all(abs(count - EACH) < 5 * sqrt(EACH) for count in drawn.values())


def walk(game: AnyGame, kernel: AnyKernel, rng: Random, often: int = 1) -> int:
    """One game by the law's picks, the kernel along with it; returns how many decisions it had.

    After every step the state itself is compared (at a large table after one in ten); moves, chance and scores on
    every `often`-th one and at the end.
    """
    state = game.setup()
    row = kernel.pack(state)
    steps = decisions = 0
    while pending := game.pending(state):
        if steps % often == 0:
            compare(game, kernel, state, row, rng)
        seat = pending[rng.randrange(len(pending))]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        move = source(rng)
        code = kernel.code(row, move)
        _same("a move comes back from its code", move, kernel.move(row, seat, code), game, state)
        before, state = state, game.apply(state, Event(seat, move))
        kernel.apply(row, seat, code)
        steps += 1
        if game.seats <= MOST_SEATS or steps % 10 == 0:
            _same(f"after {move!r} by seat {seat}", state, kernel.unpack(row), game, before)
        decisions += seat != CHANCE
    compare(game, kernel, state, row, rng)
    _compare_outcome(game, kernel, state, row)
    return decisions


def compare(game: AnyGame, kernel: AnyKernel, state: Any, row: Any, rng: Random) -> None:
    """Everything that can be asked of one state."""
    _same("a state comes back from its row", state, kernel.unpack(row), game, state)
    _same("a row made of it", state, kernel.unpack(kernel.pack(state)), game, state)
    kept = row.copy()
    if CHANCE in game.pending(state):
        _compare_chance(game, kernel, state, row, rng)
    for seat in _some_seats(game, rng):
        _compare_moves(game, kernel, state, row, seat, rng)
        points = game.score(state, seat).points
        _same(f"score of seat {seat}", points, int(kernel.score(row, seat)), game, state)
    if rng.randrange(20) == 0:
        _compare_playout(game, kernel, state, row, rng)
    _same("asking changes nothing", kept.tolist(), row.tolist(), game, state)


def _some_seats(game: AnyGame, rng: Random) -> list[Seat]:
    if game.seats <= MOST_SEATS:
        return list(range(game.seats))
    return rng.sample(range(game.seats), MOST_SEATS)


def _compare_chance(game: AnyGame, kernel: AnyKernel, state: Any, row: Any, rng: Random) -> None:
    law = game.chance(state)
    random = seeded(rng.getrandbits(32))
    for _ in range(3):
        code = kernel.chance(row, random)
        outcome = kernel.move(row, CHANCE, code)
        if outcome not in law:
            raise Differs("an outcome of chance", "impossible", outcome, game, state)


def _compare_moves(
    game: AnyGame, kernel: AnyKernel, state: Any, row: Any, seat: Seat, rng: Random
) -> None:
    """As sets where the law's list is short; else the number, and some of each side."""
    law = game.moves(state, seat)
    codes = [int(code) for code in kernel.moves(row, seat)]
    listed = list(islice(law, MANY + 1))
    short = len(listed) <= MANY
    _same(f"number of moves of seat {seat}", _length(law, listed), len(codes), game, state)
    allowed = set(codes)
    _same("no code twice", len(codes), len(allowed), game, state)
    for move in listed:
        if kernel.code(row, move) not in allowed:
            raise Differs(f"a move of seat {seat}", move, "not listed", game, state)
    for code in codes if short else rng.sample(codes, MANY):
        move = kernel.move(row, seat, code)
        if move not in law:
            raise Differs(f"a move of seat {seat}", law.why_not(move), move, game, state)
        _same("a code comes back from its move", code, int(kernel.code(row, move)), game, state)


def _length(law: Any, listed: list[Any]) -> int:
    return len(listed) if len(listed) <= MANY else len(law)


def _compare_playout(game: AnyGame, kernel: AnyKernel, state: Any, row: Any, rng: Random) -> None:
    """From any state a random game comes to its end; how it goes is left to chance."""
    played = kernel.playouts(row, 2, rng.getrandbits(32))
    shape = (2, game.seats)
    _same("playouts", (shape, shape), (played.scores.shape, played.ranks.shape), game, state)
    places = [sorted({int(rank) for rank in ranks})[0] for ranks in played.ranks]
    _same("somebody is first", [0, 0], places, game, state)
    waiting = [seat for seat in game.pending(state) if seat != CHANCE]
    if played.decisions < 2 * len(waiting):
        raise Differs("decisions of playouts", len(waiting), played.decisions, game, state)


def _compare_outcome(game: AnyGame, kernel: AnyKernel, state: Any, row: Any) -> None:
    """A playout from the end is the end: its scores are the law's, a rank is the number of a place in the law's list."""
    outcome = game.outcome(state)
    assert outcome is not None
    ended = kernel.playouts(row, 1, 0)
    _same("decisions left", 0, int(ended.decisions), game, state)
    _same("final scores", outcome.scores, tuple(ended.scores[0].tolist()), game, state)
    rank_of = {seat: rank for rank, place in enumerate(outcome.places) for seat in place}
    ranks = tuple(rank_of[seat] for seat in range(game.seats))
    _same("final ranks", ranks, tuple(ended.ranks[0].tolist()), game, state)


def _same(what: str, law: object, kernel: object, game: AnyGame, state: Any) -> None:
    if law != kernel:
        raise Differs(what, law, kernel, game, state)


# By hand


def tables(name: str) -> Iterator[AnyGame]:
    """The tables of a game in turn, by every version of its rules, without end; one in a hundred is a large one,
    where there are such."""
    small = _of_all_versions(name, tuple(seats for seats in SEATS if seats <= MOST_SEATS))
    large = _of_all_versions(name, tuple(seats for seats in SEATS if seats > MOST_SEATS))
    number = 0
    while True:
        is_large = large and number % 100 == 99
        yield large[number // 100 % len(large)] if is_large else small[number % len(small)]
        number += 1


def _of_all_versions(name: str, seats: tuple[int, ...]) -> list[AnyGame]:
    """The versions take turns, so that a short run walks all of them."""
    kind = GAMES[name]
    versions = [list(variants(kind, seats, rules)) for rules in kind.playable_versions()]
    return [game for games in zip(*versions, strict=True) for game in games]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.lockstep", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="games of other seeds are others")
    parser.add_argument("--often", type=int, default=5, help="all checks on one step in so many")
    parser.add_argument("--seconds", type=float, default=280, help="no new game after so long")
    args = parser.parse_args()
    kernels: dict[int, AnyKernel] = {}
    start, held, decisions = monotonic(), 0, 0
    for number, game in zip(range(args.games), tables(args.game), strict=False):
        if monotonic() - start > args.seconds:
            break
        if id(game) not in kernels:
            kernels[id(game)] = kernel_of(game)
        kernel = kernels[id(game)]
        decisions += walk(game, kernel, Random(f"{args.seed}/{number}"), args.often)
        held += 1
    took = monotonic() - start
    print(f"{args.game}: {held} games held, {decisions} decisions, seed {args.seed}, {took:.0f} s")


if __name__ == "__main__":
    main()
