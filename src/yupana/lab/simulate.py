"""Many games of bots against each other; the same results for the same seed, whatever the jobs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from yupana.core.game import CHANCE, Game
from yupana.core.record import header_for, write_record
from yupana.games import game_type
from yupana.lab.players import make_player, play_out
from yupana.lab.pooling import in_order
from yupana.shelf import load_edition

AnyGame = Game[Any, Any, Any]


class Table(Struct, frozen=True):
    """What to play: enough to set the game up in another process."""

    game: str
    edition: str
    options: dict[str, str | int | bool]
    bots: tuple[str, ...]
    """By seat."""

    def open(self) -> AnyGame:
        kind = game_type(self.game)
        return kind(len(self.bots), load_edition(kind, self.edition), **self.options)


class Result(Struct, frozen=True):
    """One finished game."""

    number: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """Of the victory, by seat: 1 for a sole winner, shared equally among the best."""
    why: str
    rank: str | None
    decisions: int
    """Moves of seats; what chance does not decide."""
    record: str | None = None


def simulate(
    table: Table, games: int, seed: str, jobs: int = 1, records: bool = False
) -> Iterator[Result]:
    """Plays the games and gives their results in order, as they come."""
    game = table.open()  # so that what cannot be set up is refused here, not in a worker
    for name in set(table.bots):
        make_player(name, game, Random(0))
    batch = max(1, min(50, games // (4 * jobs)))
    batches = (range(first, min(first + batch, games)) for first in range(0, games, batch))
    work = partial(play_batch, table, seed=seed, records=records)
    yield from in_order(work, batches, jobs)


def play_batch(table: Table, numbers: range, seed: str, records: bool) -> list[Result]:
    game = table.open()
    return [play_one(game, table.bots, number, seed, records) for number in numbers]


def play_one(
    game: AnyGame, bots: tuple[str, ...], number: int, seed: str, record: bool = False
) -> Result:
    """Game `number` of a run: its dice and its bots' whims hang on the seed and the number alone."""
    own_seed = f"{seed}/{number}"
    players = [
        make_player(name, game, Random(f"{own_seed}/seat {seat}")) for seat, name in enumerate(bots)
    ]
    rng = Random(own_seed)
    course = play_out(game, players, lambda _: rng)
    outcome = game.outcome(course.state)
    assert outcome is not None
    best = outcome.places[0]
    text = None
    if record:
        names = tuple(f"bot {name}" for name in bots)
        text = write_record(game, header_for(game, names, own_seed), tuple(course.events))
    return Result(
        number,
        outcome.scores,
        tuple(1 / len(best) if seat in best else 0.0 for seat in range(game.seats)),
        outcome.why,
        outcome.rank,
        sum(event.seat != CHANCE for event in course.events),
        text,
    )
