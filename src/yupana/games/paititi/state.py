"""The values of the game: cards before the players, moves, phases of a turn, the state. No rules.

Cards are numbers; what they show is in components.py.
"""

from __future__ import annotations

from msgspec import Struct

from yupana.core.game import Move, Seat
from yupana.games.paititi.cards import Cards, Counts

PILE = 0
"""The site of a dig that is the top of the pile; 1 and up are the places of the row."""


class Expedition(Struct, frozen=True):
    """What one player has."""

    hand: Cards = ()
    """Digging cards."""
    displayed: Cards = ()
    """Digging cards laid out for their picks, the oldest first."""
    artifacts: Cards = ()


class Site(Struct, frozen=True):
    """A face-down artifact card of which only the back is seen."""

    back: int
    stock: int
    """Which of the stocks it was laid from."""


class Exhibition(Struct, frozen=True):
    """A line of the score sheet: an exhibition that took place."""

    card: int
    organiser: Seat
    pieces: tuple[tuple[int, int], ...]
    """By seat, the pieces that counted in the first and in the second half."""


# News: what lies open for a moment


class Find(Struct, frozen=True, tag="find"):
    """A seat has dug out a card."""

    seat: Seat
    card: int


class Showing(Struct, frozen=True, tag="showing"):
    """An exhibition has closed: what each seat showed, and what each gave up of it."""

    shown: tuple[Cards, ...]
    given: tuple[Cards, ...]


News = Find | Showing


# Moves


class Draw(Move, frozen=True, tag="draw"):
    """Two digging cards from the pile."""


class Display(Move, frozen=True, tag="display"):
    """A card of the hand laid out for its picks."""

    card: int


class Dig(Move, frozen=True, tag="dig"):
    """An artifact card dug out with cards of the hand."""

    site: int
    cards: Cards


class Exhibit(Move, frozen=True, tag="exhibit"):
    """An exhibition organised."""

    card: int


class Pass(Move, frozen=True, tag="pass"):
    """Nothing can be done."""


class Choose(Move, frozen=True, tag="choose"):
    """Artifact cards for the exhibition, in secret."""

    cards: Cards


class Give(Move, frozen=True, tag="give"):
    """Used artifact cards given up after a permanent exhibition."""

    cards: Cards


class Discard(Move, frozen=True, tag="discard"):
    """Digging cards above the limit of the hand put away."""

    cards: Cards


class Appointed(Move, frozen=True, tag="appoint"):
    """Chance: who deals."""

    dealer: Seat


class Dealt(Move, frozen=True, tag="deal"):
    """Chance: digging cards for the seat that draws."""

    cards: Cards


class Laid(Move, frozen=True, tag="lay"):
    """Chance: the back of the new top card of the artifact pile."""

    back: int


class Found(Move, frozen=True, tag="find"):
    """Chance: the face of the card that was dug out."""

    card: int


class Turned(Move, frozen=True, tag="turn"):
    """Chance: the next exhibition card."""

    card: int


PaititiMove = (
    Draw
    | Display
    | Dig
    | Exhibit
    | Pass
    | Choose
    | Give
    | Discard
    | Appointed
    | Dealt
    | Laid
    | Found
    | Turned
)


# Phases


class Appointing(Struct, frozen=True, tag="appointing"):
    """The dealer is to be found."""


class Dealing(Struct, frozen=True, tag="dealing"):
    """A seat is to be dealt its first hand."""

    seat: Seat


class Acting(Struct, frozen=True, tag="acting"):
    """The seat whose turn it is chooses its action."""


class Drawing(Struct, frozen=True, tag="drawing"):
    """The seat whose turn it is gets digging cards."""

    left: int


class Digging(Struct, frozen=True, tag="digging"):
    """A card is dug out; its face is to be seen."""

    site: int


class Exhibiting(Struct, frozen=True, tag="exhibiting"):
    """Everybody chooses artifact cards; what is chosen is secret until the last one has."""

    card: int
    chosen: tuple[Cards | None, ...]


class Giving(Struct, frozen=True, tag="giving"):
    """The cards are shown and scored; who has a choice of what to give up makes it in secret."""

    shown: tuple[Cards, ...]
    given: tuple[Cards | None, ...]


class Turning(Struct, frozen=True, tag="turning"):
    """The next exhibition card is to be turned up."""


class Laying(Struct, frozen=True, tag="laying"):
    """The back of the next card of the artifact pile is to be seen."""


class Discarding(Struct, frozen=True, tag="discarding"):
    """The seat whose turn ends has too many cards in hand."""


class Over(Struct, frozen=True, tag="over"):
    why: str


Phase = (
    Appointing
    | Dealing
    | Acting
    | Drawing
    | Digging
    | Exhibiting
    | Giving
    | Turning
    | Laying
    | Discarding
    | Over
)


class State(Struct, frozen=True):
    turn: int
    """From 1; 0 during the set-up."""
    on_turn: Seat
    """Whose turn it is; during the set-up the dealer, CHANCE until there is one."""
    expeditions: tuple[Expedition, ...]
    pile: Counts
    """Digging cards, face down."""
    discard: Counts
    stocks: tuple[Counts, ...]
    """Unseen artifact cards; those of the row and of the pile, by the shuffle they come from. The
    last stock is that of the pile."""
    row: tuple[Site | None, ...]
    top: Site | None
    thrown: Counts
    """The discard of the artifact cards."""
    open: Cards
    """Exhibition cards one may choose from."""
    decks: tuple[Cards, Cards]
    """Exhibition cards face down: phase B, then phase C."""
    ending: int | None
    """Exhibitions still to come once Stop is turned up."""
    ledger: tuple[Exhibition, ...]
    exhibited: int
    """The turn of the last exhibition; 0 if there was none."""
    passes: int
    """How many turns in a row were passed."""
    news: News | None
    phase: Phase


def site_at(state: State, site: int) -> Site | None:
    return state.top if site == PILE else state.row[site - 1]


def sites(state: State) -> list[tuple[int, Site]]:
    """P-6.1: the places of the row that hold a card, then the top of the pile."""
    found = [(place, site) for place, site in enumerate(state.row, 1) if site is not None]
    return found if state.top is None else [*found, (PILE, state.top)]


def in_pile(state: State) -> int:
    """How many cards of the artifact pile show nothing, not even their back."""
    pile = len(state.stocks) - 1
    return sum(state.stocks[pile]) - sum([site.stock == pile for _, site in sites(state)])
