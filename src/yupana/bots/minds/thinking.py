"""How a level thinks with the mind of its game: judge all, be mistaken about some, play the best few on."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numpy as np

from yupana.bots.levels import Level, as_seen
from yupana.bots.minds.mind import Mind
from yupana.core.game import Game, Move, Moves, Seat
from yupana.core.kernels import Row
from yupana.core.play import Choose

AT_ONCE = 8
"""Plays between two looks at the clock."""


def by_mind(
    game: Game[Any, Any, Any], mind: Mind, rng: Random, how: Level, seconds: float | None
) -> Choose[Any, Any]:
    def choose(view: Any, moves: Moves[Move]) -> Move:
        until = None if seconds is None else time.monotonic() + seconds
        world = mind.kernel.pack(game.imagine(view, rng))
        codes, worths = mind.judge(world, view.seat)
        seen = as_seen(worths.tolist(), how, rng)
        order = sorted(range(len(seen)), key=lambda at: -seen[at])
        if how.plays and len(order) > 1:
            more = (game.imagine(view, rng) for _ in range(how.worlds - 1))
            worlds = np.stack([world, *map(mind.kernel.pack, more)])
            best = codes[order[: how.width]]
            code = look_ahead(mind, worlds, view.seat, best, how.plays, rng.getrandbits(62), until)
        else:
            code = int(codes[order[0]])
        move: Move = mind.kernel.move(world, view.seat, code)
        return move

    return choose


def look_ahead(
    mind: Mind, worlds: Row, seat: Seat, codes: Row, plays: int, seed: int, until: float | None
) -> int:
    """The best of the codes by sequential halving: all are played on, the worse half is dropped, and so on, so that most
    plays go to those that are hard to tell apart."""
    sums = np.zeros(len(codes))
    each_round = plays // max(1, (len(codes) - 1).bit_length())
    done = 0
    while len(codes) > 1:
        last = done + max(1, each_round // len(codes))
        while done < last:
            some = min(AT_ONCE, last - done)
            sums += mind.play_on(worlds, seat, codes, done, some, seed)
            done += some
            if until is not None and time.monotonic() > until:
                return int(codes[np.argmax(sums)])
        order = np.argsort(-sums, kind="stable")[: (len(codes) + 1) // 2]
        codes, sums = codes[order], sums[order]
    return int(codes[0])
