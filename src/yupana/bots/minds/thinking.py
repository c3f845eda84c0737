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
FEWEST = 8
"""Lines of so many plays each, before a move is given up as too far behind."""


def by_mind(
    imagine: Callable[[Any, Random], Any],
    mind: Mind,
    rng: Random,
    how: Level,
    seconds: float | None = None,
) -> Choose[Any, Any]:
    """A bot that thinks in worlds which it imagines from its view."""
    plays_on = how.plays or how.seconds

    def judged(world: Row, seat: Seat) -> int:
        codes, worths = mind.judge(world, seat)
        seen = as_seen(worths.tolist(), how, rng)
        return int(codes[max(range(len(seen)), key=seen.__getitem__)])

    def played_on(world: Row, view: Any, start: float) -> int:
        codes = mind.promising(world, view.seat)[: how.width]
        if len(codes) == 1:
            return int(codes[0])
        more = (imagine(view, rng) for _ in range(how.worlds - 1))
        worlds = np.stack([world, *map(mind.kernel.pack, more)])
        seed = rng.getrandbits(62)
        if not how.plays:
            return look_on(mind, worlds, view.seat, codes, seed, start + how.seconds)
        until = None if seconds is None else start + seconds
        return look_ahead(mind, worlds, view.seat, codes, how, seed, until)

    def choose(view: Any, moves: Moves[Move]) -> Move:
        start = time.monotonic()
        world = mind.kernel.pack(imagine(view, rng))
        code = played_on(world, view, start) if plays_on else judged(world, view.seat)
        move: Move = mind.kernel.move(world, view.seat, code)
        return move

    return choose


def look_ahead(
    mind: Mind, worlds: Row, seat: Seat, codes: Row, how: Level, seed: int, until: float | None
) -> int:
    """The best of the codes by sequential halving: all are played on, the worse half is dropped, and so on, so that most
    plays go to those that are hard to tell apart."""
    tally = Tally(codes)
    each_round = how.plays // max(1, (len(codes) - 1).bit_length())
    done = 0
    while len(tally.codes) > 1:
        half = (len(tally.codes) + 1) // 2
        last = done + max(1, each_round // len(tally.codes))
        while done < last and len(tally.codes) > half:
            some = min(AT_ONCE, last - done)
            tally.add(mind.play_on(worlds, seat, tally.codes, done, some, seed))
            done += some
            if until is not None and time.monotonic() > until:
                return tally.best
            if how.sure and tally.lines >= FEWEST:
                tally.keep(tally.within(how.sure))
        tally.keep(tally.order[:half])
    return tally.best


def look_on(mind: Mind, worlds: Row, seat: Seat, codes: Row, seed: int, until: float) -> int:
    """The same until the clock says so: each time that the worse half is dropped an equal part of the time is over."""
    tally = Tally(codes)
    done = 0
    while len(tally.codes) > 1:
        left = until - time.monotonic()
        enough = until - left + left / (len(tally.codes) - 1).bit_length()
        while True:
            tally.add(mind.play_on(worlds, seat, tally.codes, done, AT_ONCE, seed))
            done += AT_ONCE
            if time.monotonic() >= enough:
                break
        tally.keep(tally.order[: (len(tally.codes) + 1) // 2])
    return tally.best


class Tally:
    """What the plays of each code came to, a few plays a line."""

    def __init__(self, codes: Row) -> None:
        self.codes, self.lines = codes, 0
        self.sums, self.products = np.zeros(len(codes)), np.zeros((len(codes), len(codes)))

    def add(self, line: Floats) -> None:
        self.lines += 1
        self.sums += line
        self.products += line[:, None] * line

    def keep(self, some: Row) -> None:
        """These alone, of those that there are."""
        self.codes, self.sums = self.codes[some], self.sums[some]
        self.products = self.products[np.ix_(some, some)]

    @property
    def order(self) -> Row:
        """The best first."""
        return np.argsort(-self.sums, kind="stable")

    @property
    def best(self) -> int:
        return int(self.codes[np.argmax(self.sums)])

    def within(self, sure: float) -> Row:
        """Those that are not so many standard errors behind the best."""
        best = np.argmax(self.sums)
        behind = self.sums[best] - self.sums
        own = np.diag(self.products)
        squares = own - 2 * self.products[best] + own[best] - behind**2 / self.lines
        error = np.sqrt(np.maximum(squares, 0.0) * self.lines / (self.lines - 1))
        return np.flatnonzero(behind <= sure * error)
