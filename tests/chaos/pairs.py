"""Pairs of histories that somebody must not be able to tell apart, at all kinds of tables: for secrecy.py."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from tests.games.paititi import worlds as paititi
from tests.games.temple import worlds as temple
from tests.games.valley import worlds as valley
from tests.games.wiraqocha import worlds as wiraqocha
from tests.games.worlds import AnyGame, Events, Exchange, histories
from yupana.core.game import CHANCE, Seat
from yupana.core.play import LONGEST
from yupana.games import GAMES
from yupana.games.paititi import state as paititi_state
from yupana.games.temple import sheet as temple_sheet
from yupana.games.valley import sheet as valley_sheet
from yupana.lab.variants import variants
from yupana.server.log import LARGEST
from yupana.server.seats import Kind

EXCHANGES: dict[str, Exchange] = {
    "valley": valley.exchanged,
    "temple": temple.exchanged,
    "wiraqocha": wiraqocha.exchanged,
    "paititi": paititi.exchanged,
}

LONG = 200
"""Events after which most games are left: one of a thousand takes as long as many short ones."""


class Pair(Struct, frozen=True):
    """Two histories that the observer must not be able to tell apart."""

    game: AnyGame
    one: Events
    other: Events
    viewers: tuple[Seat, ...]
    role: Kind
    by_bot: bool
    """Whether a bot plays the observer's seat."""
    number: int

    @property
    def observer(self) -> str:
        if not self.viewers:
            return str(self.role)
        return "bot" if self.by_bot else "two seats" if len(self.viewers) == 2 else "seat"


def pairs(name: str, rng: Random) -> Iterator[Pair]:
    """Pairs of worlds of all kinds of tables, for ever."""
    number = 0
    tables, large = _tables(name, (2, 3, 4, 5)), _tables(name, (30,))
    while True:
        game = rng.choice(large) if large and rng.random() < 0.02 else rng.choice(tables)
        far = LONG if rng.random() < 0.9 else LONGEST
        for state, events in histories(game, rng):
            if len(events) > far:
                break
            if rng.random() < _interest(game, state, events):
                yield _pair(game, state, list(events), number, rng)
                number += 1


def _tables(name: str, seats: tuple[int, ...]) -> list[AnyGame]:
    return [game for game in variants(GAMES[name], seats) if _can_be_logged(game)]


def _can_be_logged(game: AnyGame) -> bool:
    """Whether a set of all the cells of its sheet is a number that a log may hold."""
    layout = getattr(game, "layout", None)
    return layout is None or layout.grid.all <= LARGEST


def left_out() -> tuple[str, ...]:
    """Editions whose moves a log cannot hold: they cannot be played at a table at all."""
    every = (game for name in EXCHANGES for game in variants(GAMES[name], (2,)))
    names = {f"{game.name} {game.edition.name}" for game in every if not _can_be_logged(game)}
    return tuple(f"{each}: its sheets are too large for a log" for each in sorted(names))


MARKED = (
    temple_sheet.Haunting,
    valley_sheet.Placing,
    paititi_state.Exhibiting,
    paititi_state.Giving,
)
"""Phases in which what somebody does in secret changes what another has."""


def _interest(game: AnyGame, state: Any, events: Events) -> float:
    """How likely this is a good place for a comparison: where somebody has a secret, mostly."""
    if not events or events[-1].seat == CHANCE:
        return 0.02
    if isinstance(state.phase, MARKED):
        return 0.6
    return 0.4 / game.seats if game.simultaneous else 0.03


def _pair(game: AnyGame, state: Any, events: Events, number: int, rng: Random) -> Pair:
    kinds = ["seat", "seat", "seat", "bot", "two seats", "spectator", "host"]
    kind = rng.choice(kinds)
    seats = {"seat": 1, "bot": 1, "two seats": 2}.get(kind, 0)
    viewers = tuple(rng.sample(range(game.seats), seats))
    pending = game.pending(state)
    if seats == 1 and CHANCE not in pending and rng.random() < 0.5:
        viewers = pending[-1:]  # the last one to decide has the most to find out
    role: Kind = "host" if kind == "host" else "spectator"
    others = EXCHANGES[game.name](game, events, viewers, rng)
    return Pair(game, events, others, viewers, role, kind == "bot", number)
