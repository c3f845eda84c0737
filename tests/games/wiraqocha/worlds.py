"""Worlds that look alike in Wiraqocha: all of them are one, since nothing that was drawn is hidden.

What is hidden is what chance has not done yet, and a history knows nothing of that: there is no order of the
cards face down that could be exchanged. A server has such a secret, its seed; see tests/chaos/worlds.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from tests.games.worlds import Events
from yupana.core.game import Event, Seat
from yupana.games.wiraqocha import Wiraqocha


def exchanged(
    game: Wiraqocha, events: Sequence[Event[Any]], viewers: Collection[Seat], rng: Random
) -> Events:
    """W-1.8: everything that has happened lies open."""
    return list(events)
