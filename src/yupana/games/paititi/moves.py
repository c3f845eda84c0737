"""What a seat may do in each phase, and the clause that forbids the rest. What it does: rules.py."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.core.game import Clause, Move, Moves, Rng
from yupana.games.paititi import exhibitions
from yupana.games.paititi.cards import Cards, count_parts, has, parts, parts_of, pick_of
from yupana.games.paititi.components import Table
from yupana.games.paititi.state import (
    PILE,
    Appointed,
    Choose,
    Dealt,
    Dig,
    Discard,
    Display,
    Draw,
    Exhibit,
    Expedition,
    Found,
    Give,
    Laid,
    PaititiMove,
    Pass,
    State,
    Turned,
    site_at,
    sites,
)

CHANCE_MOVES = (Appointed, Dealt, Laid, Found, Turned)


class Actions(Moves[PaititiMove]):
    """P-3.2: exactly one of the four actions."""

    __slots__ = ("must_exhibit", "own", "stages", "state", "table")

    def __init__(self, table: Table, state: State, must_exhibit: bool, must_show: bool) -> None:
        self.table = table
        self.state = state
        self.own: Expedition = state.expeditions[state.on_turn]
        self.stages = self._stages(must_show)
        self.must_exhibit = must_exhibit and bool(self.stages) and self._patience_is_over()

    def _stages(self, must_show: bool) -> Cards:
        """P-7.1 P-7.3 P-7.9: the open exhibition cards the seat may organise, each once."""
        owned = self.own.artifacts
        if len(owned) < self.table.turn.needs:
            return ()
        cards = tuple(sorted(set(self.state.open)))
        if must_show:
            cards = tuple([card for card in cards if self._fits(card, owned)])
        return cards

    def _fits(self, card: int, owned: Cards) -> bool:
        return any(exhibitions.fits(self.table, card, artifact) for artifact in owned)

    def _patience_is_over(self) -> bool:
        """P-7.11: whether so many full rounds went by without an exhibition."""
        idle = self.state.turn - 1 - self.state.exhibited
        return idle >= self.table.turn.patience * len(self.state.expeditions)

    def why_not(self, move: Move) -> Clause | None:
        """P-3.2 P-3.3: whether the action may be taken, each by its own chapter."""
        if isinstance(move, Exhibit):
            return self._why_not_exhibit(move.card)
        if self.must_exhibit and isinstance(move, Draw | Display | Dig | Pass):
            return "P-7.11"
        match move:
            case Draw():
                return None if self._drawable() else "P-2.6"
            case Display(card):
                return None if card in self.own.hand else "P-5.1"
            case Dig(site, cards):
                return self._why_not_dig(site, cards)
            case Pass():
                return None if self._idle() else "P-3.3"
            case Choose():
                return "P-7.4"
            case Give():
                return "P-10.2"
            case Discard():
                return "P-4.2"
            case _:
                return "P-2.5"

    def _drawable(self) -> bool:
        """P-2.6 P-4.1 P-4.3: there is a digging card to draw, however many one holds."""
        return any(self.state.pile) or any(self.state.discard)

    def _idle(self) -> bool:
        """P-3.3: nothing to draw, to display or to dig with, and no exhibition to organise."""
        return not (self.own.hand or self.stages or self._drawable())

    def _why_not_dig(self, site: int, cards: Cards) -> Clause | None:
        """P-6.1 P-6.2 P-6.3 P-6.6: the site, the picks displayed, then the shovels from the hand."""
        if not PILE <= site <= len(self.state.row):
            return "P-6.1"
        at = site_at(self.state, site)
        if at is None:
            return "P-6.1"
        if picks_of(self.table, self.own.displayed) < self.table.back_picks[at.back]:
            return "P-6.2"
        if not has(self.own.hand, cards):
            return "P-6.3"
        enough = shovels_of(self.table, cards) >= self.table.back_shovels[at.back]
        return None if enough else "P-6.3"

    def _why_not_exhibit(self, card: int) -> Clause | None:
        """P-7.1 P-7.3 P-7.9: two artifact cards, an open exhibition, and perhaps something to show."""
        if card in self.stages:
            return None
        if len(self.own.artifacts) < self.table.turn.needs:
            return "P-7.1"
        return "P-7.9" if card in self.state.open else "P-7.3"

    def _digs(self) -> list[tuple[int, int]]:
        """P-6.1 P-6.2 P-6.3: the sites that can be dug, and the shovels each of them needs."""
        picks = picks_of(self.table, self.own.displayed)
        shovels = shovels_of(self.table, self.own.hand)
        needs_picks, needs_shovels = self.table.back_picks, self.table.back_shovels
        return [
            (number, needs_shovels[site.back])
            for number, site in sites(self.state)
            if needs_picks[site.back] <= picks and needs_shovels[site.back] <= shovels
        ]

    def __iter__(self) -> Iterator[PaititiMove]:
        if not self.must_exhibit:
            if self._drawable():
                yield Draw()
            for card in sorted(set(self.own.hand)):
                yield Display(card)
            for site, need in self._digs():
                for cards in parts(self.own.hand):
                    if shovels_of(self.table, cards) >= need:
                        yield Dig(site, cards)
            if self._idle():
                yield Pass()
        for card in self.stages:
            yield Exhibit(card)

    def __bool__(self) -> bool:
        return True

    def pick(self, rng: Rng) -> PaititiMove:
        """First which action, then how; a dig takes cards until they suffice, and perhaps more."""
        if self.must_exhibit:
            return self._pick_exhibit(rng)
        actions: list[type[Move]] = []
        if self._drawable():
            actions.append(Draw)
        if self.own.hand:
            actions.append(Display)
        digs = self._digs() if self.own.displayed else []
        if digs:
            actions.append(Dig)
        if self.stages:
            actions.append(Exhibit)
        action = actions[rng.randrange(len(actions))] if actions else Pass
        if action is Draw:
            return Draw()
        if action is Display:
            return Display(self.own.hand[rng.randrange(len(self.own.hand))])
        if action is Dig:
            site, need = digs[rng.randrange(len(digs))]
            return Dig(site, self._pick_shovels(need, rng))
        return self._pick_exhibit(rng) if action is Exhibit else Pass()

    def _pick_exhibit(self, rng: Rng) -> Exhibit:
        return Exhibit(self.stages[rng.randrange(len(self.stages))])

    def _pick_shovels(self, need: int, rng: Rng) -> Cards:
        left = list(self.own.hand)
        spent: list[int] = []
        while need > 0:
            card = left.pop(rng.randrange(len(left)))
            need -= self.table.digging_shovels[card]
            spent.append(card)
        while left and not rng.randrange(len(left) + 2):
            spent.append(left.pop(rng.randrange(len(left))))
        return tuple(sorted(spent))


class Choices(Moves[Choose]):
    """P-7.4: any of one's artifact cards; with `must_show` the organiser shows one that fits."""

    __slots__ = ("artifacts", "fitting")

    def __init__(self, artifacts: Cards, fitting: Cards | None) -> None:
        self.artifacts = artifacts
        self.fitting = fitting
        """Cards of which one must be among the chosen; None where that is not asked."""

    def why_not(self, move: Move) -> Clause | None:
        """P-7.4 P-7.9: one's own cards, copies counted; and one that fits, where asked."""
        if not isinstance(move, Choose):
            return "P-2.5" if isinstance(move, CHANCE_MOVES) else "P-7.4"
        if not has(self.artifacts, move.cards):
            return "P-7.4"
        return None if self._suffices(move.cards) else "P-7.9"

    def _suffices(self, cards: Cards) -> bool:
        return self.fitting is None or any(card in self.fitting for card in cards)

    def __iter__(self) -> Iterator[Choose]:
        for cards in parts(self.artifacts):
            if self._suffices(cards):
                yield Choose(cards)

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        """All parts, less those that have none of the fitting cards."""
        number = count_parts(self.artifacts)
        if self.fitting is None:
            return number
        return number - count_parts(
            tuple([card for card in self.artifacts if card not in self.fitting])
        )

    def pick(self, rng: Rng) -> Choose:
        """Each card by the toss of a coin."""
        tosses = rng.randrange(1 << len(self.artifacts))
        cards = tuple([card for at, card in enumerate(self.artifacts) if tosses >> at & 1])
        if self.fitting is not None and not self._suffices(cards):
            cards = tuple(sorted((*cards, self.fitting[rng.randrange(len(self.fitting))])))
        return Choose(cards)


class Gifts(Moves[Give]):
    """P-10.2 P-10.3: so many of the cards used."""

    __slots__ = ("cards", "number")

    def __init__(self, cards: Cards, number: int) -> None:
        self.cards = cards
        self.number = number

    def why_not(self, move: Move) -> Clause | None:
        """P-10.2 P-10.3: used cards, and as many as are owed."""
        if not isinstance(move, Give):
            return "P-2.5" if isinstance(move, CHANCE_MOVES) else "P-10.2"
        if not has(self.cards, move.cards):
            return "P-10.2"
        return None if len(move.cards) == self.number else "P-10.3"

    def __iter__(self) -> Iterator[Give]:
        return map(Give, parts_of(self.cards, self.number))

    def pick(self, rng: Rng) -> Give:
        return Give(pick_of(self.cards, self.number, rng))


class Discards(Moves[Discard]):
    """P-4.2: as many cards of the hand as are too many."""

    __slots__ = ("hand", "number")

    def __init__(self, hand: Cards, number: int) -> None:
        self.hand = hand
        self.number = number

    def why_not(self, move: Move) -> Clause | None:
        """P-4.2: cards of the hand, down to the limit and no further."""
        if not isinstance(move, Discard):
            return "P-2.5" if isinstance(move, CHANCE_MOVES) else "P-4.2"
        allowed = len(move.cards) == self.number and has(self.hand, move.cards)
        return None if allowed else "P-4.2"

    def __iter__(self) -> Iterator[Discard]:
        return map(Discard, parts_of(self.hand, self.number))

    def pick(self, rng: Rng) -> Discard:
        return Discard(pick_of(self.hand, self.number, rng))


def picks_of(table: Table, cards: Cards) -> int:
    """P-5.2: displayed picks add up."""
    return sum([table.digging_picks[card] for card in cards])


def shovels_of(table: Table, cards: Cards) -> int:
    return sum([table.digging_shovels[card] for card in cards])
