"""The arena: bots against each other on the same dice, seats rotated, in as many processes as one likes.

The unit is a *block*: one seed, and every way to seat the bots that is compared with it. The n-th throw or draw of a block
is the same whatever anybody did before, so that luck falls on both sides of a comparison. What a game comes to hangs on
the contest and its number alone: not on the number of processes, not on the machine, not on what was played before; unless
a bot looks at a clock, as `ismcts` and `amauta:1s` do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from yupana.core.errors import OptionError
from yupana.core.game import CHANCE, Game
from yupana.games import game_type
from yupana.lab.players import make_player, play_out
from yupana.lab.pooling import in_order
from yupana.shelf import load_edition

AnyGame = Game[Any, Any, Any]

CHUNK = 16
"""Games at most that a process is given at a time."""


class Contest(Struct, frozen=True, kw_only=True):
    """Who plays what against whom: enough to play any game of it anywhere."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    """Games of each pair of bots, or of each bot alone; made up to whole blocks."""
    edition: str = "classic"
    options: dict[str, str | int | bool] = {}
    paired: bool = True
    """Whether a block has the same dice for every way to sit; otherwise each game has its own."""
    together: bool = False
    """Whether all bots sit at one table, not two and two against each other."""
    seed: str = "1"

    def open(self) -> AnyGame:
        kind = game_type(self.game)
        return kind(self.seats, load_edition(kind, self.edition), **self.options)

    def check(self) -> None:
        """OptionError for what cannot be played."""
        game = self.open()
        for bot in self.bots:
            make_player(bot, game, Random(0))
        if self.games < 1:
            raise OptionError("option.number", what="--games", value=self.games)
        if len(set(self.bots)) < len(self.bots):
            raise OptionError("arena.twice", bots=", ".join(self.bots)[:80])
        if self.together and len(self.bots) != self.seats:
            raise OptionError("option.bots", bots=len(self.bots), seats=self.seats)
        if self.seats > 1 and len(self.bots) < 2:
            raise OptionError("arena.alone")

    @property
    def rotations(self) -> int:
        """Ways to sit in a block."""
        return self.seats if self.paired else 1

    @property
    def blocks(self) -> int:
        return -(-self.games // self.rotations)

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """Which bots meet, by their numbers: the first is the one that is looked at."""
        every = range(len(self.bots))
        if self.seats == 1:
            return [(bot,) for bot in every]
        return [tuple(every)] if self.together else list(combinations(every, 2))

    @property
    def total(self) -> int:
        return len(self.groups) * self.blocks * self.rotations

    def fixture(self, number: int) -> Fixture:
        """Game `number`; all ways to sit of a block follow each other, then the other groups, then the next block."""
        rest, turn = divmod(number, self.rotations)
        block, group = divmod(rest, len(self.groups))
        bots = self.groups[group]
        at = turn if self.paired else block % self.seats
        if len(bots) == self.seats:
            seating = tuple(bots[(seat - at) % self.seats] for seat in range(self.seats))
        else:  # one at the seat, all others are the other one
            seating = tuple(bots[0] if seat == at else bots[1] for seat in range(self.seats))
        return Fixture(number, block, group, seating)


class Fixture(Struct, frozen=True):
    """A game to be played."""

    number: int
    block: int
    group: int
    seating: tuple[int, ...]
    """The number of the bot on each seat."""


class Played(Struct, frozen=True):
    """A finished game: what is the same wherever and whenever it is played."""

    number: int
    block: int
    group: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """By seat, from 0; shared places alike."""
    why: str
    rank: str | None
    decisions: int


class Row(Struct, frozen=True):
    """A game, and how long each seat thought about it: that is the machine's."""

    played: Played
    milliseconds: tuple[float, ...]
    """Of all decisions of a seat."""
    slowest: tuple[float, ...]


def digest(rows: Sequence[Row]) -> str:
    """A sum of what was played; equal for equal games."""
    total = hashlib.sha256()
    for row in rows:
        total.update(msgspec.json.encode(row.played))
    return total.hexdigest()


def play(contest: Contest, game: AnyGame, fixture: Fixture) -> Row:
    """Plays one game."""
    seed = f"{contest.seed}/{fixture.block}"
    players = [
        make_player(contest.bots[bot], game, Random(f"{seed}/{fixture.number}/seat {seat}"))
        for seat, bot in enumerate(fixture.seating)
    ]
    course = play_out(game, players, lambda throw: Random(f"{seed}/chance {throw}"))
    milliseconds, slowest = [0.0] * game.seats, [0.0] * game.seats
    decisions = 0
    for event, took in zip(course.events, course.milliseconds, strict=True):
        if event.seat != CHANCE:
            milliseconds[event.seat] += took
            slowest[event.seat] = max(slowest[event.seat], took)
            decisions += 1
    outcome = game.outcome(course.state)
    assert outcome is not None
    places = [0] * game.seats
    for place, seats in enumerate(outcome.places):
        for seat in seats:
            places[seat] = place
    played = Played(
        fixture.number, fixture.block, fixture.group, fixture.seating,
        tuple(outcome.scores), tuple(places), outcome.why, outcome.rank, decisions,
    )  # fmt: skip
    return Row(played, tuple(milliseconds), tuple(slowest))


def play_chunk(contest: Contest, numbers: Sequence[int]) -> list[Row]:
    """Some games of a contest, in any process."""
    game = contest.open()
    return [play(contest, game, contest.fixture(number)) for number in numbers]


def contend(
    contest: Contest, *, first: int = 0, jobs: int = 1, ray: str | None = None
) -> Iterator[Row]:
    """The games from number `first` on, in order, as they are finished."""
    contest.check()
    left = contest.total - first
    size = max(1, min(CHUNK, left // (8 * jobs)))
    numbers = iter(range(first, contest.total))
    chunks = iter(lambda: list(islice(numbers, size)), [])
    if ray is not None:
        yield from _on_ray(contest, list(chunks), ray)
    else:
        yield from in_order(partial(play_chunk, contest), chunks, jobs)


def _on_ray(contest: Contest, chunks: list[list[int]], address: str) -> Iterator[Row]:
    """On a cluster, or with the address `local` on a small one of our own."""
    import ray

    try:
        ray.init(address=address, include_dashboard=False, log_to_driver=False)
    except (OSError, RuntimeError, ValueError) as error:
        problem = next(iter(str(error).splitlines()), type(error).__name__)
        raise OptionError("arena.ray", address=address[:80], problem=problem[:200]) from None
    try:
        remote: Callable[..., Any] = ray.remote(play_chunk).remote
        for future in [remote(contest, chunk) for chunk in chunks]:
            yield from ray.get(future)
    finally:
        ray.shutdown()
