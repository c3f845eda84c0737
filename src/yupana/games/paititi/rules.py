"""Paititi, in the order of the rulebook: set-up, the turn and its four actions, the end.

What a seat may do is in moves.py, what exhibitions score and cost in exhibitions.py, the score in
scoring.py, who may see what in view.py, text in notation.py and position.py.
"""

from __future__ import annotations

from typing import Literal, TypeVar, assert_never

from msgspec.structs import replace

from yupana.core.chance import Choice, Deal
from yupana.core.game import (
    CHANCE,
    Chance,
    Event,
    Game,
    Moves,
    NoMoves,
    Options,
    Outcome,
    Rng,
    ScoreTree,
    Seat,
)
from yupana.core.text import Say
from yupana.games.paititi import (
    exhibitions,
    imagination,
    notation,
    picture,
    position,
    scoring,
    view,
)
from yupana.games.paititi.cards import Cards, added, joined, listed, removed, without
from yupana.games.paititi.components import NO_KIND, PaititiEdition, Table
from yupana.games.paititi.moves import Actions, Choices, Discards, Gifts
from yupana.games.paititi.state import (
    PILE,
    Acting,
    Appointed,
    Appointing,
    Choose,
    Dealing,
    Dealt,
    Dig,
    Digging,
    Discard,
    Discarding,
    Display,
    Draw,
    Drawing,
    Exhibit,
    Exhibiting,
    Exhibition,
    Expedition,
    Find,
    Found,
    Give,
    Giving,
    Laid,
    Laying,
    Over,
    PaititiMove,
    Pass,
    Showing,
    Site,
    State,
    Turned,
    Turning,
    in_pile,
    site_at,
    sites,
)
from yupana.games.paititi.view import SeenExhibiting, View

T = TypeVar("T")


class PaititiOptions(Options, frozen=True, forbid_unknown_fields=True):
    finds: Literal["shown", "memory"] = "shown"
    """Whether everybody's artifact cards are always shown, or left to memory once seen."""
    must_exhibit: bool = True
    """Whether somebody must organise an exhibition when for long nobody did."""
    guests_need_two: bool = False
    """Whether those who do not organise an exhibition need two artifact cards as well."""
    must_show: bool = False
    """Whether the organiser must show a card that the exhibition asks for."""


class Paititi(Game[State, View, PaititiMove]):
    """P-1.1 P-1.3: the game for two to five seats, with 64 digging cards or with 60."""

    name = "paititi"
    rules_version = 1
    seats_allowed = range(2, 6)
    options_type = PaititiOptions
    edition_type = PaititiEdition
    state_type = State
    view_type = View
    move_type = PaititiMove
    simultaneous = False

    options: PaititiOptions
    edition: PaititiEdition

    def prepare(self) -> None:
        """P-1.2 P-1.4 P-1.5: the cards of this box."""
        self.table = Table(self.edition)
        self._no_digging = (0,) * len(self.table.digging_names)
        self._no_artifacts = (0,) * len(self.table.artifact_names)

    # Set-up

    def setup(self) -> State:
        """P-2.2 P-2.3 P-2.4: nothing dealt yet, the openings open, phase B on top of phase C."""
        openings, phase_b, phase_c = self.table.phases
        return State(
            turn=0,
            on_turn=CHANCE,
            expeditions=(Expedition(),) * self.seats,
            pile=self.table.digging_copies,
            discard=self._no_digging,
            stocks=(self.table.artifact_copies,),
            row=(None,) * self.table.turn.row,
            top=None,
            thrown=self._no_artifacts,
            open=openings,
            decks=(phase_b, phase_c),
            ending=None,
            ledger=(),
            exhibited=0,
            passes=0,
            news=None,
            phase=Appointing(),
        )

    def pending(self, state: State) -> tuple[Seat, ...]:
        """P-3.1 P-7.4 P-10.7: the seat whose turn it is, or all who still have to choose."""
        match state.phase:
            case Acting() | Discarding():
                return (state.on_turn,)
            case Exhibiting(chosen=sealed) | Giving(given=sealed):
                return tuple([seat for seat, cards in enumerate(sealed) if cards is None])
            case Over():
                return ()
            case Appointing() | Dealing() | Drawing() | Digging() | Laying() | Turning():
                return (CHANCE,)
            case _:
                assert_never(state.phase)

    def chance(self, state: State) -> Chance[PaititiMove]:
        """P-2.1 P-2.2 P-2.5: each card that may be there is as likely as any other."""
        match state.phase:
            case Drawing(left):
                return Deal(state.pile, left, Dealt)
            case Digging(site):
                return Choice(self._faces(state, site), Found)
            case Laying():
                return Choice(self._backs(state), Laid)
            case Turning():
                return Choice(state.decks[0] or state.decks[1], Turned)
            case Dealing():
                return Deal(state.pile, self.table.turn.dealt, Dealt)
            case _:
                return Choice(range(self.seats), Appointed)

    def _faces(self, state: State, number: int) -> Cards:
        """P-2.5: the unseen cards of the site's stock that have the back it shows."""
        site = site_at(state, number)
        assert site is not None
        stock = state.stocks[site.stock]
        faces = self.table.artifacts_by_back[site.back]
        return tuple([card for card in faces for _ in range(stock[card])])

    def _backs(self, state: State) -> list[int]:
        """P-2.5: the backs of the pile: those of its stock, less those laid open from it."""
        pile = len(state.stocks) - 1
        backs = [self.table.artifact_back[card] for card in listed(state.stocks[pile])]
        for _, site in sites(state):
            if site.stock == pile:
                backs.remove(site.back)
        return backs

    # The turn

    def moves(self, state: State, seat: Seat) -> Moves[PaititiMove]:
        """P-3.1 P-3.2 P-4.2 P-7.4 P-10.2: an action, or the choice that another action asks for."""
        if not 0 <= seat < self.seats:
            return NoMoves("P-3.1")
        match state.phase:
            case Acting() if seat == state.on_turn:
                options = self.options
                return Actions(self.table, state, options.must_exhibit, options.must_show)
            case Discarding() if seat == state.on_turn:
                hand = state.expeditions[seat].hand
                return Discards(hand, len(hand) - self.table.turn.hand_limit)
            case Acting() | Discarding():
                return NoMoves("P-3.1")
            case Exhibiting(card, chosen):
                if chosen[seat] is not None:
                    return NoMoves("P-7.10")
                return self._choices(state, card, seat)
            case Giving(shown, given):
                if given[seat] is not None:
                    return NoMoves("P-10.7")
                line = state.ledger[-1]
                return Gifts(*exhibitions.open_choice(self.table, line, seat, shown[seat]))
            case Over(why):
                return NoMoves("P-3.4" if why == "stalled" else "P-11.2")
            case Appointing() | Dealing() | Drawing() | Digging() | Laying() | Turning():
                return NoMoves("P-2.5")
            case _:
                assert_never(state.phase)

    def _choices(self, state: State, card: int, seat: Seat) -> Choices:
        """P-7.4 P-7.9: any of one's cards; only an organiser may be asked for one that fits."""
        owned = state.expeditions[seat].artifacts
        if not (self.options.must_show and seat == state.on_turn):
            return Choices(owned, None)
        return Choices(
            owned, tuple([each for each in owned if exhibitions.fits(self.table, card, each)])
        )

    def apply(self, state: State, event: Event[PaititiMove]) -> State:
        """P-3.2: one action a turn, and what it brings about."""
        move = event.move
        match move:
            case Dealt(cards):
                return self._dealt(state, cards)
            case Draw():
                return self._drawing(self._act(state), self.table.turn.drawn)
            case Display(card):
                return self._display(self._act(state), card)
            case Dig(site, cards):
                return self._dig(self._act(state), site, cards)
            case Laid(back):
                laid = Site(back, len(state.stocks) - 1)
                return self._end_turn(replace(state, top=laid))
            case Found(card):
                return self._found(state, card)
            case Choose(cards):
                return self._choose(state, event.seat, cards)
            case Exhibit(card):
                return self._exhibit(self._act(state), card)
            case Give(cards):
                return self._give(state, event.seat, cards)
            case Discard(cards):
                return self._next(self._spend(state, cards))
            case Turned(card):
                return self._turned(state, card)
            case Pass():
                return self._pass(state)
            case Appointed(dealer):
                return replace(state, on_turn=dealer, phase=Dealing((dealer + 1) % self.seats))
            case _:
                assert_never(move)

    def _act(self, state: State) -> State:
        """P-6.10: whoever acts ends the time that news lie open."""
        if state.passes or state.news is not None:
            return replace(state, passes=0, news=None)
        return state

    def _end_turn(self, state: State) -> State:
        """P-2.3 P-6.9 P-4.2: the row is filled, then the hand looked at; then the next seat."""
        if state.top is not None and None in state.row:
            place = state.row.index(None)
            state = replace(state, row=_with(state.row, place, state.top), top=None)
        if state.top is None:
            if not in_pile(state):
                state = self._made_anew(state)
            if in_pile(state):
                return replace(state, phase=Laying())
        hand = state.expeditions[state.on_turn].hand
        if state.turn and len(hand) > self.table.turn.hand_limit:
            return replace(state, phase=Discarding())
        return self._next(state)

    def _made_anew(self, state: State) -> State:
        """P-2.6: the discarded artifact cards are the pile; what the row holds is of older stocks."""
        if not any(state.thrown):
            return state
        kept = [number for number, stock in enumerate(state.stocks) if any(stock)]
        row = tuple([site and Site(site.back, kept.index(site.stock)) for site in state.row])
        stocks = (*[state.stocks[number] for number in kept], state.thrown)
        return replace(state, row=row, stocks=stocks, thrown=self._no_artifacts)

    def _next(self, state: State) -> State:
        """P-3.1: the seat to the left; at first the one to the left of the dealer."""
        seat = (state.on_turn + 1) % self.seats
        return replace(state, turn=state.turn + 1, on_turn=seat, phase=Acting())

    def _pass(self, state: State) -> State:
        """P-3.3 P-3.4 P-11.6: nothing happens; when it happened to all, nothing ever will."""
        passes = state.passes + 1
        state = replace(state, passes=passes, news=None)
        return replace(state, phase=Over("stalled")) if passes == self.seats else self._next(state)

    # Drawing

    def _drawing(self, state: State, left: int) -> State:
        """P-2.6 P-4.1: that many cards from the pile, which is made anew when it is empty."""
        if left and not any(state.pile):
            state = replace(state, pile=state.discard, discard=self._no_digging)
        if not (left and any(state.pile)):
            return self._end_turn(state)
        return replace(state, phase=Drawing(left))

    def _dealt(self, state: State, cards: Cards) -> State:
        """P-2.1 P-4.1: the cards are in the hand; all get their first, or the drawing goes on."""
        phase = state.phase
        seat = phase.seat if isinstance(phase, Dealing) else state.on_turn
        own = state.expeditions[seat]
        own = Expedition(joined(own.hand, cards), own.displayed, own.artifacts)
        expeditions = _with(state.expeditions, seat, own)
        state = replace(state, expeditions=expeditions, pile=removed(state.pile, cards))
        if isinstance(phase, Dealing):
            if seat == state.on_turn:  # the dealer comes last
                return self._end_turn(state)
            return replace(state, phase=Dealing((seat + 1) % self.seats))
        assert isinstance(phase, Drawing)
        return self._drawing(state, phase.left - len(cards))

    def _spend(self, state: State, cards: Cards, displayed: int = 0) -> State:
        """P-4.2 P-4.4 P-6.4: cards of the hand, and so many of the oldest displayed ones, are
        discarded, for all to see."""
        own = state.expeditions[state.on_turn]
        spent = cards + own.displayed[:displayed]
        own = Expedition(without(own.hand, cards), own.displayed[displayed:], own.artifacts)
        return replace(
            state,
            expeditions=_with(state.expeditions, state.on_turn, own),
            discard=added(state.discard, spent),
        )

    # Displaying

    def _display(self, state: State, card: int) -> State:
        """P-5.1 P-5.2: from the hand to the end of the displayed cards."""
        own = state.expeditions[state.on_turn]
        own = Expedition(without(own.hand, (card,)), (*own.displayed, card), own.artifacts)
        return self._end_turn(
            replace(state, expeditions=_with(state.expeditions, state.on_turn, own))
        )

    # Digging

    def _dig(self, state: State, site: int, cards: Cards) -> State:
        """P-6.4 P-6.5: the oldest displayed cards until their picks suffice, and the hand cards."""
        at = site_at(state, site)
        assert at is not None
        missing = self.table.back_picks[at.back]
        displayed = 0
        for card in state.expeditions[state.on_turn].displayed:
            if missing <= 0:
                break
            missing -= self.table.digging_picks[card]
            displayed += 1
        return replace(self._spend(state, cards, displayed), phase=Digging(site))

    def _found(self, state: State, card: int) -> State:
        """P-6.7 P-6.8: the find is shown and kept; shards are put away, and two cards drawn."""
        assert isinstance(state.phase, Digging)
        number = state.phase.site
        site = site_at(state, number)
        assert site is not None
        stocks = _with(state.stocks, site.stock, removed(state.stocks[site.stock], (card,)))
        news = Find(state.on_turn, card)
        if number == PILE:
            state = replace(state, stocks=stocks, top=None, news=news)
        else:
            state = replace(state, stocks=stocks, row=_with(state.row, number - 1, None), news=news)
        if self.table.artifact_kind[card] == NO_KIND:
            thrown = added(state.thrown, (card,))
            return self._drawing(replace(state, thrown=thrown), self.table.turn.drawn)
        own = state.expeditions[state.on_turn]
        own = Expedition(own.hand, own.displayed, joined(own.artifacts, (card,)))
        return self._end_turn(
            replace(state, expeditions=_with(state.expeditions, state.on_turn, own))
        )

    # Exhibiting

    def _exhibit(self, state: State, card: int) -> State:
        """P-7.3 P-7.4 P-7.8 P-7.10: the card is chosen; all who have artifact cards choose theirs."""
        chosen = tuple([None if self.asked(state, seat) else () for seat in range(self.seats)])
        return replace(
            state,
            open=without(state.open, (card,)),
            exhibited=state.turn,
            phase=Exhibiting(card, chosen),
        )

    def asked(self, state: State, seat: Seat) -> bool:
        """P-7.8 P-7.10: whether the seat has artifact cards enough to take part."""
        needs = self.table.turn.needs if self.options.guests_need_two else 1
        return len(state.expeditions[seat].artifacts) >= needs

    def _choose(self, state: State, seat: Seat, cards: Cards) -> State:
        """P-7.4 P-7.5: sealed until the last one has chosen, then shown and scored."""
        assert isinstance(state.phase, Exhibiting)
        card = state.phase.card
        chosen = _with(state.phase.chosen, seat, cards)
        shown = tuple([cards for cards in chosen if cards is not None])
        if len(shown) < self.seats:
            return replace(state, phase=Exhibiting(card, chosen))
        line = exhibitions.held(self.table, card, state.on_turn, shown)
        phase = Giving(shown, self.open_gifts(line, shown))
        return self._given(replace(state, ledger=(*state.ledger, line)), phase)

    def open_gifts(self, line: Exhibition, shown: tuple[Cards, ...]) -> tuple[Cards | None, ...]:
        """P-10.7: None for all who have a choice of what to give up, nothing chosen for the others."""
        return tuple(
            [
                None if exhibitions.open_choice(self.table, line, seat, cards)[1] else ()
                for seat, cards in enumerate(shown)
            ]
        )

    def _give(self, state: State, seat: Seat, cards: Cards) -> State:
        """P-10.7: sealed until all who have a choice have made it."""
        assert isinstance(state.phase, Giving)
        given = _with(state.phase.given, seat, cards)
        return self._given(state, Giving(state.phase.shown, given))

    def _given(self, state: State, phase: Giving) -> State:
        """P-7.6 P-7.7 P-8.2 P-9.1 P-10.2: when all is chosen, cards are given up or return."""
        by_choice = [cards for cards in phase.given if cards is not None]
        if len(by_choice) < self.seats:
            return replace(state, phase=phase)
        line, shown = state.ledger[-1], phase.shown
        given = tuple(
            [
                exhibitions.given_up(self.table, line, seat, shown[seat], by_choice[seat])
                for seat in range(self.seats)
            ]
        )
        expeditions = tuple(
            [
                Expedition(own.hand, own.displayed, without(own.artifacts, given[seat]))
                for seat, own in enumerate(state.expeditions)
            ]
        )
        thrown = state.thrown
        for cards in given:
            thrown = added(thrown, cards)
        news = Showing(shown, given)
        return self._closed(replace(state, expeditions=expeditions, thrown=thrown, news=news))

    # The end

    def _closed(self, state: State) -> State:
        """P-7.7 P-11.1 P-11.2: another card is turned up, until Stop was; then two exhibitions."""
        if state.ending is None:
            return replace(state, phase=Turning())
        state = replace(state, ending=state.ending - 1)
        return self._end_turn(state) if state.ending else replace(state, phase=Over("stop"))

    def _turned(self, state: State, card: int) -> State:
        """P-2.4 P-7.7 P-11.1: a card of phase B while there are any; Stop is not laid open."""
        first, second = state.decks
        decks = (without(first, (card,)), second) if first else (first, without(second, (card,)))
        if card == self.table.stop:
            ended = replace(state, decks=decks, ending=self.table.turn.after_stop)
            return self._end_turn(ended)
        return self._end_turn(replace(state, decks=decks, open=joined(state.open, (card,))))

    def score_seen(self, view: View, seat: Seat) -> ScoreTree:
        """P-6.10 P-11.3: the seat's points if the game ended now, but for artifact cards not seen."""
        running = None
        if isinstance(view.phase, SeenExhibiting) and seat == view.on_turn:
            running = view.phase.card
        artifacts = view.expeditions[seat].artifacts
        return scoring.score(self.table, view.ledger, running, artifacts, seat)

    def outcome(self, state: State) -> Outcome | None:
        """P-11.5: told once the game is over."""
        return scoring.outcome(self.table, state)

    # Sight and text, in modules of their own

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat, self.options.finds)

    def is_open(self, move: PaititiMove) -> bool:
        """P-4.4 P-7.10 P-10.7: all but the cards drawn and the sealed choices."""
        return not isinstance(move, Dealt | Choose | Give)

    @property
    def by_memory(self) -> bool:
        """P-6.10: a find is seen until the next player acts, at a table that plays it so."""
        return self.options.finds == "memory"

    def imagine(self, view: View, rng: Rng) -> State:
        return imagination.imagine(self, view, rng)

    def write_move(self, move: PaititiMove) -> str:
        return notation.write_move(self.table, move)

    def read_move(self, text: str) -> PaititiMove:
        return notation.read_move(self.table, text)

    def write_position(self, state: State) -> str:
        return position.write_position(self.table, state)

    def read_position(self, text: str) -> State:
        return position.read_position(self.table, self.seats, text)

    def heading(self, state: State) -> str:
        return f"turn {state.turn}" if state.turn else "set-up"

    def draw(self, view: View, say: Say) -> str:
        return picture.draw(self.table, view, say)


def _with(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    return (*things[:at], thing, *things[at + 1 :])
