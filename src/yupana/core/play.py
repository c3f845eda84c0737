"""Playing: the one checked way to add an event to a game, whole games, replay, taking back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from yupana.core.errors import GameOver, IllegalMove, NotYourTurn, RuleError
from yupana.core.game import CHANCE, Event, Game, M, Moves, Rng, S, Seat, V

Choose = Callable[[V, Moves[M]], M]
"""A player: given what its seat may know and do, what it does."""

LONGEST = 200_000
"""Events after which a game counts as endless; a long one with a hundred seats has some 15,000."""


def step(game: Game[S, V, M], state: S, event: Event[M]) -> S:
    """The state after an event that is first checked: a seat that must decide, a legal move."""
    pending = game.pending(state)
    if not pending:
        raise GameOver
    if event.seat not in pending:
        raise NotYourTurn(event.seat)
    if event.seat == CHANCE:
        if event.move not in game.chance(state):
            raise RuleError("rule.impossible-chance", move=type(event.move).__name__)
    else:
        clause = game.moves(state, event.seat).why_not(event.move)
        if clause is not None:
            raise IllegalMove(clause, seat=event.seat + 1)
    return game.apply(state, event)


def replay(game: Game[S, V, M], events: Iterable[Event[M]], state: S | None = None) -> S:
    """The state after these events, each checked; from the beginning or from a state on."""
    state = game.setup() if state is None else state
    for event in events:
        state = step(game, state, event)
    return state


def playout(
    game: Game[S, V, M],
    players: Sequence[Choose[V, M]],
    rng: Rng,
    state: S | None = None,
    watch: Callable[[S, Event[M]], None] | None = None,
) -> S:
    """Plays to the end; each player sees only its views. `watch` is told each event beforehand."""
    state = game.setup() if state is None else state
    for _ in range(LONGEST):
        pending = game.pending(state)
        if not pending:
            return state
        seat = pending[0]
        if seat == CHANCE:
            event = Event(CHANCE, game.chance(state).sample(rng))
        else:
            event = Event(seat, players[seat](game.view(state, seat), game.moves(state, seat)))
        if watch is not None:
            watch(state, event)
        state = game.apply(state, event)
    raise RuleError("rule.endless", events=LONGEST)


def random_playout(
    game: Game[S, V, M], rng: Rng, state: S | None = None
) -> tuple[S, list[Event[M]]]:
    """A game of random moves to its end, and its events. Asks for no views: the fastest way."""
    state = game.setup() if state is None else state
    events: list[Event[M]] = []
    for _ in range(LONGEST):
        pending = game.pending(state)
        if not pending:
            return state, events
        seat = pending[0]
        move = (game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick)(rng)
        event = Event(seat, move)
        events.append(event)
        state = game.apply(state, event)
    raise RuleError("rule.endless", events=LONGEST)


def take_back(
    game: Game[S, V, M],
    events: Sequence[Event[M]],
    seat: Seat,
    rng: Rng,
    start: S | None = None,
) -> list[Event[M]]:
    """The events without the seat's last one, if that one can still be taken back.

    It can while nothing was left to chance since, nobody's later choice hangs on it, and it taught
    the seat nothing: not when it closed a secret choice and so laid the others' open. `start`: where
    the events begin, for those who keep the state after the last chance and hand in only what followed.
    """
    for last in range(len(events) - 1, -1, -1):
        if events[last].seat == CHANCE:
            break
        if events[last].seat == seat:
            if _taught(game, replay(game, events[:last], start), events[last], rng):
                raise RuleError("undo.revealed")
            left = [*events[:last], *events[last + 1 :]]
            try:
                replay(game, left, start)
            except RuleError:
                raise RuleError("undo.built-upon") from None
            return left
    raise RuleError("undo.nothing")


def _taught(game: Game[S, V, M], state: S, event: Event[M], rng: Rng) -> bool:
    """Whether the seat saw something by its event that it could not have told beforehand."""
    known = game.view(state, event.seat)
    seen = game.view(game.apply(state, event), event.seat)
    for _ in range(8):  # in how many imagined worlds the same must be seen
        world = game.imagine(known, rng)
        if game.view(game.apply(world, event), event.seat) != seen:
            return True
    return False
