"""Two worlds that somebody cannot tell apart: histories that differ in nothing but what is hidden from them.

Each game's own `worlds.py` has a function `exchanged(game, events, viewers, rng)`: another history, as long
and as legal, in which everything that the viewers may not know was exchanged by hand. The game's own
imagination has no part in it: what leaks into a view, and is copied back from there into every imagined
world, would never be noticed. `viewers` are the seats of one person; with none of them it is a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from yupana.core.errors import RuleError
from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.play import replay

AnyGame = Game[Any, Any, Any]
Events = list[Event[Any]]
Exchange = Callable[[Any, Sequence[Event[Any]], Collection[Seat], Random], Events]

MANY = 200
"""How many of a seat's moves are compared where there are more."""


class Leak(AssertionError):
    """Somebody can tell two worlds apart that they should not."""


def fold(game: AnyGame, events: Sequence[Event[Any]], state: Any = None) -> Any:
    """The state after these events, which are trusted to be legal."""
    state = game.setup() if state is None else state
    for event in events:
        state = game.apply(state, event)
    return state


def is_possible(game: AnyGame, events: Sequence[Event[Any]]) -> bool:
    """Whether every event of the history is legal where it stands."""
    try:
        replay(game, events)
    except RuleError:
        return False
    return True


def running_round(game: AnyGame, events: Sequence[Event[Any]]) -> int:
    """Where the marks begin that were made since the dice; behind all where the last has closed it."""
    pending = game.pending(fold(game, events))
    if pending in ((), (CHANCE,)):
        return len(events)
    return max(at for at, event in enumerate(events, 1) if event.seat == CHANCE)


def histories(game: AnyGame, rng: Random) -> Iterator[tuple[Any, Events]]:
    """A game of chance after each event: where it stands, and all that happened, in one list that grows."""
    state, events = game.setup(), list[Event[Any]]()
    while pending := game.pending(state):
        yield state, events
        seat = pending[rng.randrange(len(pending))]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        events.append(Event(seat, source(rng)))
        state = game.apply(state, events[-1])


def compare(game: AnyGame, one: Any, other: Any, viewers: Collection[Seat]) -> None:
    """Raises Leak if the viewers see two different things in these states, or may do different ones."""
    if game.pending(one) != game.pending(other):
        raise Leak("who is to move")
    for viewer in viewers or (None,):
        here, there = game.view(one, viewer), game.view(other, viewer)
        if here != there:
            raise Leak("a view", here, there)
        if viewer is not None:
            moves = (list(islice(game.moves(state, viewer), MANY)) for state in (one, other))
            if next(moves) != next(moves):
                raise Leak("moves")


def look_at(game: AnyGame, exchanged: Exchange, seed: int, most: int = 500) -> int:
    """A game of chance, compared with another world after every event, from every seat, from two of
    them at once and from outside; how often the worlds differed."""
    rng = Random(seed)
    differed = 0
    for state, events in histories(game, rng):
        if len(events) == most:
            break
        pair = rng.sample(range(game.seats), min(2, game.seats))
        for viewers in ((), pair, *([seat] for seat in range(game.seats))):
            others = exchanged(game, events, viewers, rng)
            assert is_possible(game, others)
            world = fold(game, others)
            compare(game, state, world, viewers)
            differed += world != state
    return differed
