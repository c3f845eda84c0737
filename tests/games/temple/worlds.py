"""Worlds that look alike in the temple: other numbers and mummies of the others in the running round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from tests.games.worlds import Events, fold, running_round
from yupana.core.game import Event, Seat
from yupana.games.temple import Temple


def exchanged(
    game: Temple, events: Sequence[Event[Any]], viewers: Collection[Seat], rng: Random
) -> Events:
    """T-2.5: everybody who has marked made another mark."""
    start = running_round(game, events)
    round_ = fold(game, events[:start])
    return [
        *events[:start],
        *(
            each
            if each.seat in viewers
            else Event(each.seat, game.moves(round_, each.seat).pick(rng))
            for each in events[start:]
        ),
    ]
