"""Decisions per second of the law in random play, beside catanatron and python-chess.

    make bench            # or: python -m benchmarks.law [SECONDS]

All engines take turns in short slices on one core, so that a noisy machine is as noisy for each; the
figure is the median over the slices. A decision is a move of a seat: what chance does is not counted.
"""

from __future__ import annotations

import platform
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from yupana.bots.bot import make_bot
from yupana.core.game import CHANCE, Game
from yupana.core.play import playout, random_playout
from yupana.games import GAMES

SLICES = 7

Play = Callable[[Random], int]
"""Plays one random game and tells how many decisions it had."""


def ours(game: Game[Any, Any, Any]) -> Play:
    def play(rng: Random) -> int:
        _, events = random_playout(game, rng)
        return sum(event.seat != CHANCE for event in events)

    return play


def catanatron(seats: int) -> Play:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)[:seats]

    def play(rng: Random) -> int:
        game = Catan([RandomPlayer(color) for color in colors], seed=rng.randrange(2**31))
        game.play()
        return len(game.state.actions)

    return play


def chess() -> Play:
    import chess

    def play(rng: Random) -> int:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[rng.randrange(len(moves))])
        return len(board.move_stack)

    return play


def rate(play: Play, rng: Random, seconds: float) -> float:
    decisions, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play(rng)
    return decisions / spent


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    engines: dict[str, Play] = {
        "catanatron, 4 random players": catanatron(4),
        "python-chess": chess(),
    }
    for name, kind in GAMES.items():
        for seats in (1, 2, 4):
            if seats in kind.seats_allowed:
                engines[f"yupana {name}, {seats} seats"] = ours(kind(seats))
    rng = Random(1)
    slices: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(SLICES):
        for name, play in engines.items():
            slices[name].append(rate(play, rng, seconds))
    medians = {name: statistics.median(rates) for name, rates in slices.items()}
    peer = medians["catanatron, 4 random players"]
    print(
        f"Python {platform.python_version()}, {SLICES} slices of {seconds} s, random play, one core\n"
    )
    print(f"{'':<34}{'decisions/s':>12}{'to catanatron':>15}")
    for name, median in medians.items():
        print(f"{name:<34}{median:>12,.0f}{median / peer:>14.2f}x")
    hundred_seats()


def hundred_seats() -> None:
    """A whole valley game of a hundred bots, their views included."""
    print()
    game = GAMES["valley"](100)
    for bot in ("uniform", "greedy"):
        players = [make_bot(bot, game, Random(seat)) for seat in range(100)]
        start = time.perf_counter()
        state = playout(game, players, Random(1))
        spent = time.perf_counter() - start
        outcome = game.outcome(state)
        assert outcome is not None
        print(f"valley, 100 {bot} bots: {spent:6.1f} s (best score {max(outcome.scores)})")


if __name__ == "__main__":
    main()
