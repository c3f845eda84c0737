"""The fuzzer: random games of every variant, every law checked on the way, nothing assumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from yupana.core.game import CHANCE, Event, Game, Move, Seat
from yupana.core.play import LONGEST
from yupana.core.record import header_for, write_record
from yupana.games import game_type
from yupana.lab.laws import LawBroken, check_game, check_state
from yupana.lab.pooling import in_order
from yupana.lab.variants import SEATS, variants

AnyGame = Game[Any, Any, Any]

SMALL_TABLES = tuple(seats for seats in SEATS if seats <= 5)
POOL = 40
"""How many moves seen before are kept to be judged out of their place."""


class Trial(Struct, frozen=True):
    """One fuzzed game: what was played, and what broke, if anything."""

    number: int
    table: str
    events: int
    broken: str | None = None
    record: str | None = None


def fuzz(game: str, games: int, seed: str, jobs: int = 1, often: int = 20) -> Iterator[Trial]:
    """Random games over all variants in turn, all checks on about one state in `often`."""
    game_type(game)
    batch = 20
    batches = (range(first, min(first + batch, games)) for first in range(0, games, batch))
    yield from in_order(partial(fuzz_batch, game, seed=seed, often=often), batches, jobs)


def fuzz_batch(name: str, numbers: range, seed: str, often: int) -> list[Trial]:
    kind = game_type(name)
    small = list(variants(kind, SMALL_TABLES))
    large = list(variants(kind, tuple(set(SEATS) - set(SMALL_TABLES))))
    trials = []
    for number in numbers:
        # A game of a hundred seats costs as much as a hundred small ones: one in a hundred is such.
        tables = large if large and number % 100 == 99 else small
        trials.append(fuzz_one(tables[number % len(tables)], number, seed, often))
    return trials


def fuzz_one(game: AnyGame, number: int, seed: str, often: int) -> Trial:
    rng = Random(f"{seed}/{number}")
    table = f"{game.seats} seats, {game.edition.name}, {game.options}"
    events: list[Event[Any]] = []
    try:
        play_checked(game, rng, events, lambda pending: rng.randrange(often * len(pending)) == 0)
    except Exception as error:  # whatever goes wrong is what we are looking for
        names = tuple(f"bot {seat}" for seat in range(game.seats))
        record = write_record(game, header_for(game, names), tuple(events))
        return Trial(number, table, len(events), f"{type(error).__name__}: {error}", record)
    return Trial(number, table, len(events))


def play_checked(
    game: AnyGame,
    rng: Random,
    events: list[Event[Any]],
    is_wanted: Callable[[Sequence[Seat]], bool],
) -> None:
    """A game by chance to its end, all laws checked there and in every state that is wanted.

    `is_wanted` is told in each state who is to move; `events` fills with what is played, so that it
    is there for whoever catches the error.
    """
    pool: list[Move] = []
    state = game.setup()
    while pending := game.pending(state):
        if len(events) > LONGEST:
            raise LawBroken("every game ends", game, state)
        if is_wanted(pending):
            check_state(game, state, rng, pool)
        seat = pending[rng.randrange(len(pending))]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        event = Event(seat, source(rng))
        pool = [*pool[-POOL:], event.move]
        events.append(event)
        state = game.apply(state, event)
    check_state(game, state, rng, pool)
    check_game(game, events, state)
