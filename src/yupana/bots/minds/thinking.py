"""How a level thinks with the mind of its game: judge all, be mistaken about some, play the best few on."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from yupana.bots.levels import Level, as_seen
from yupana.bots.minds.mind import Floats, Mind
from yupana.core.game import Move, Moves, Seat
from yupana.core.kernels import Row
from yupana.core.play import Choose

AT_ONCE = 8
"""Plays between two looks at the clock."""


def by_mind(
    imagine: Callable[[Any, Random], Any],
    mind: Mind,
    rng: Random,
    how: Level,
    seconds: float | None = None,
) -> Choose[Any, Any]:
    """A bot that thinks in worlds which it imagines from its view."""

    def choose(view: Any, moves: Moves[Move]) -> Move:
        start = time.monotonic()
        world = mind.kernel.pack(imagine(view, rng))
        codes, worths = mind.judge(world, view.seat)
        seen = as_seen(worths.tolist(), how, rng)
        order = sorted(range(len(seen)), key=lambda at: -seen[at])
        code = int(codes[order[0]])
        if (how.plays or how.seconds) and len(order) > 1:
            more = (imagine(view, rng) for _ in range(how.worlds - 1))
            worlds = np.stack([world, *map(mind.kernel.pack, more)])
            best, seed = codes[order[: how.width]], rng.getrandbits(62)
            if how.plays:
                until = None if seconds is None else start + seconds
                code = look_ahead(mind, worlds, view.seat, best, how.plays, seed, until)
            else:
                code = look_on(mind, worlds, view.seat, best, seed, start + how.seconds)
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
        codes, sums = better_half(codes, sums)
    return int(codes[0])


def look_on(mind: Mind, worlds: Row, seat: Seat, codes: Row, seed: int, until: float) -> int:
    """The same until the clock says so: each time that the worse half is dropped an equal part of the time is over."""
    sums = np.zeros(len(codes))
    done = 0
    while len(codes) > 1:
        left = until - time.monotonic()
        enough = until - left + left / (len(codes) - 1).bit_length()
        while True:
            sums += mind.play_on(worlds, seat, codes, done, AT_ONCE, seed)
            done += AT_ONCE
            if time.monotonic() >= enough:
                break
        codes, sums = better_half(codes, sums)
    return int(codes[0])


def better_half(codes: Row, sums: Floats) -> tuple[Row, Floats]:
    order = np.argsort(-sums, kind="stable")[: (len(codes) + 1) // 2]
    return codes[order], sums[order]
