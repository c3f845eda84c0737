"""Worlds that look alike in Paititi: other digging cards in hands, and other sealed choices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from tests.games.worlds import Events, fold, is_possible
from yupana.core.game import CHANCE, Event, Seat
from yupana.games.paititi import Paititi
from yupana.games.paititi.cards import listed, shuffled
from yupana.games.paititi.components import NO_KIND
from yupana.games.paititi.state import (
    Acting,
    Choose,
    Dealing,
    Dealt,
    Discarding,
    Exhibiting,
    Find,
    Found,
    Give,
    Giving,
    State,
)

TRIES = 4

Place = tuple[int, int]
"""The number of a deal, and which of its cards."""


def exchanged(
    game: Paititi, events: Sequence[Event[Any]], viewers: Collection[Seat], rng: Random
) -> Events:
    """P-4.4 P-7.10 P-10.7: hands dealt anew from what nobody else has seen, choices made anew."""
    worlds = [state := game.setup()]
    worlds += [state := game.apply(state, event) for event in events]
    others = list(events)
    for tries in range(TRIES):
        tried = _other_hands(worlds, others, viewers, rng, tries)
        if is_possible(game, tried):  # who had to pass may have had to draw with other cards
            others = tried
            break
    others = _other_choices(game, others, state, viewers, rng)
    if game.options.finds == "memory":
        others = _other_finds(game, others, viewers, rng)
    return others


def _other_hands(
    worlds: Sequence[State],
    events: Events,
    viewers: Collection[Seat],
    rng: Random,
    tries: int,
) -> Events:
    """The cards that others still hold change places with each other and with the pile."""
    places = _held(worlds, events, viewers)
    places = rng.sample(places, len(places) >> tries)
    deals = {at: list(events[at].move.cards) for at, _ in places}
    pool = [deals[at][which] for at, which in places]
    pool = shuffled([*pool, *listed(worlds[-1].pile)], rng)
    for at, which in places:
        deals[at][which] = pool.pop()
    return [
        Event(CHANCE, Dealt(tuple(sorted(deals[at])))) if at in deals else event
        for at, event in enumerate(events)
    ]


def _held(worlds: Sequence[State], events: Events, viewers: Collection[Seat]) -> list[Place]:
    """Where the cards came from that others have in hand now: the latest deal that can be."""
    held = {
        seat: list(own.hand)
        for seat, own in enumerate(worlds[-1].expeditions)
        if seat not in viewers
    }
    places: list[Place] = []
    for at in range(len(events) - 1, -1, -1):
        move = events[at].move
        if not isinstance(move, Dealt):
            continue
        phase = worlds[at].phase
        seat = phase.seat if isinstance(phase, Dealing) else worlds[at].on_turn
        for which, card in enumerate(move.cards):
            if card in held.get(seat, ()):
                held[seat].remove(card)
                places.append((at, which))
    return places


def _other_choices(
    game: Paititi, events: Events, state: State, viewers: Collection[Seat], rng: Random
) -> Events:
    """Sealed choices of the others, chosen anew where each of them was made."""
    match state.phase:
        case Exhibiting():
            kind: type[Choose | Give] = Choose
        case Giving():
            kind = Give
        case _:
            return events
    start = len(events)
    while isinstance(events[start - 1].move, kind):
        start -= 1
    sealed = fold(game, events[:start])
    if kind is Give:  # the last choice for the exhibition opened this
        assert isinstance(sealed.phase, Giving)
    return [
        *events[:start],
        *(
            each
            if each.seat in viewers
            else Event(each.seat, game.moves(sealed, each.seat).pick(rng))
            for each in events[start:]
        ),
    ]


def _other_finds(game: Paititi, events: Events, viewers: Collection[Seat], rng: Random) -> Events:
    """P-6.10: at a table that leaves it to memory, a find of another that no longer lies open.

    Only for somebody who comes to the table now: whoever was there has seen it.
    """
    state = fold(game, events)
    if not isinstance(state.phase, Acting | Discarding):
        return events  # what is shown or given up lies open
    finds = [
        (at, event.move.card)
        for at, event in enumerate(events)
        if isinstance(event.move, Found) and game.table.artifact_kind[event.move.card] != NO_KIND
    ]
    rng.shuffle(finds)
    for at, card in finds[:TRIES]:
        seat = fold(game, events[:at]).on_turn
        seen = isinstance(state.news, Find) and state.news.card == card
        if seat in viewers or seen or card not in state.expeditions[seat].artifacts:
            continue
        alike = [
            other
            for other in game.table.artifacts_by_back[game.table.artifact_back[card]]
            if other != card and game.table.artifact_kind[other] != NO_KIND
        ]
        if alike:
            tried = list(events)
            tried[at] = Event(CHANCE, Found(rng.choice(alike)))
            if is_possible(game, tried):
                return tried
    return events
