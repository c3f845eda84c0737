"""Worlds that look alike in the valley: other marks and snakes of the others in the running round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from tests.games.worlds import Events, fold, running_round
from yupana.core.game import Event, Seat
from yupana.games.valley import Valley
from yupana.games.valley.sheet import Done, State, ValleyMove

TRIES = 20


def exchanged(
    game: Valley, events: Sequence[Event[Any]], viewers: Collection[Seat], rng: Random
) -> Events:
    """V-2.15: as many other marks of each, and done if they were done: that much is seen."""
    start = running_round(game, events)
    round_ = fold(game, events[:start])
    other: dict[Seat, list[ValleyMove]] = {}
    for seat in {each.seat for each in events[start:]} - set(viewers):
        own = [each.move for each in events[start:] if each.seat == seat]
        other[seat] = other_turn(game, round_, seat, own, rng)
    return [
        *events[:start],
        *(
            each if each.seat in viewers else Event(each.seat, other[each.seat].pop(0))
            for each in events[start:]
        ),
    ]


def other_turn(
    game: Valley, round_: State, seat: Seat, own: list[ValleyMove], rng: Random
) -> list[ValleyMove]:
    """Marks by chance, as many as these; the same ones where so many others cannot be found."""
    for _ in range(TRIES):
        state, found = round_, list[ValleyMove]()
        for mark in own:
            wanted = [
                move
                for move in (game.moves(state, seat).pick(rng) for _ in range(TRIES))
                if isinstance(move, Done) == isinstance(mark, Done)
            ]
            if not wanted and isinstance(mark, Done) and Done() in game.moves(state, seat):
                wanted = [Done()]
            if not wanted:
                break
            found.append(wanted[0])
            state = game.apply(state, Event(seat, wanted[0]))
        else:
            return found
    return own
