"""Who may see what: hands and sealed choices are secret, faces of face-down cards unknown to all."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from yupana.core.game import Seat
from yupana.games.paititi.cards import Cards, Counts
from yupana.games.paititi.state import (
    Acting,
    Appointing,
    Dealing,
    Digging,
    Discarding,
    Drawing,
    Exhibiting,
    Exhibition,
    Expedition,
    Giving,
    Laying,
    News,
    Over,
    Phase,
    Site,
    State,
    Turning,
)


class SeenExpedition(Struct, frozen=True):
    """A player as another sees them: what is None is hidden."""

    in_hand: int
    hand: Cards | None
    displayed: Cards
    owned: int
    artifacts: Cards | None


class SeenExhibiting(Struct, frozen=True, tag="exhibiting"):
    card: int
    mine: Cards | None
    waiting: tuple[Seat, ...]
    """Who has not chosen yet."""


class SeenGiving(Struct, frozen=True, tag="giving"):
    shown: tuple[Cards, ...]
    mine: Cards | None
    waiting: tuple[Seat, ...]


SeenPhase = (
    Appointing
    | Dealing
    | Acting
    | Drawing
    | Digging
    | SeenExhibiting
    | SeenGiving
    | Turning
    | Laying
    | Discarding
    | Over
)


class View(Struct, frozen=True):
    """P-4.4 P-6.10 P-7.10: what a seat knows; with no seat, what a spectator does."""

    seat: Seat | None
    turn: int
    on_turn: Seat
    """Whose turn it is."""
    expeditions: tuple[SeenExpedition, ...]
    in_pile: int
    """Digging cards in the pile."""
    discard: Counts
    stocks: tuple[Counts, ...] | None
    """Unseen artifact cards; None where it is left to memory which those are."""
    stock_sizes: tuple[int, ...]
    row: tuple[Site | None, ...]
    top: Site | None
    thrown: Counts | None
    thrown_size: int
    open: Cards
    decks: tuple[Cards, Cards]
    """The exhibition cards not seen yet; each deck in no order."""
    ending: int | None
    ledger: tuple[Exhibition, ...]
    exhibited: int
    passes: int
    news: News | None
    phase: SeenPhase


def view(state: State, me: Seat | None, finds: Literal["shown", "memory"]) -> View:
    """P-4.4 P-6.10 P-7.10 P-10.7: one's own, and what lies open or was seen by all."""
    shown = finds == "shown"
    return View(
        seat=me,
        turn=state.turn,
        on_turn=state.on_turn,
        expeditions=tuple(
            [_seen(own, seat == me, shown) for seat, own in enumerate(state.expeditions)]
        ),
        in_pile=sum(state.pile),
        discard=state.discard,
        stocks=state.stocks if shown else None,
        stock_sizes=tuple([sum(stock) for stock in state.stocks]),
        row=state.row,
        top=state.top,
        thrown=state.thrown if shown else None,
        thrown_size=sum(state.thrown),
        open=state.open,
        decks=state.decks,
        ending=state.ending,
        ledger=state.ledger,
        exhibited=state.exhibited,
        passes=state.passes,
        news=state.news,
        phase=_seen_phase(state.phase, me),
    )


def _seen(own: Expedition, mine: bool, shown: bool) -> SeenExpedition:
    return SeenExpedition(
        len(own.hand),
        own.hand if mine else None,
        own.displayed,
        len(own.artifacts),
        own.artifacts if mine or shown else None,
    )


def _seen_phase(phase: Phase, me: Seat | None) -> SeenPhase:
    """P-7.10 P-10.7: of sealed choices just one's own, and who has not made theirs."""
    match phase:
        case Exhibiting(card, chosen):
            return SeenExhibiting(card, None if me is None else chosen[me], _waiting(chosen))
        case Giving(shown, given):
            return SeenGiving(shown, None if me is None else given[me], _waiting(given))
        case _:
            return phase


def _waiting(sealed: tuple[Cards | None, ...]) -> tuple[Seat, ...]:
    return tuple([seat for seat, cards in enumerate(sealed) if cards is None])
