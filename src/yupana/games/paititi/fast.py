"""Paititi compiled, for search and research: the rules of rules.py on one row of whole numbers.

How it is laid out is in kernel_box.py, what may be done in kernel_moves.py, what comes of it in
kernel_rules.py. Other compiled code may call their `list_moves`, `pick`, `chance`, `make`,
`points_of`, `place_of` and `playout` with a row and the kernel's `box`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import and_, gt, lshift, rshift
from typing import Any, assert_never

import numpy as np

from yupana.core.game import Game, Seat
from yupana.core.kernels import Kernel, Playouts, Random, Row, compiled, seeded
from yupana.games.paititi import exhibitions
from yupana.games.paititi import kernel_box as at
from yupana.games.paititi.cards import Cards, Counts
from yupana.games.paititi.exhibitions import HALVES
from yupana.games.paititi.kernel_box import Box
from yupana.games.paititi.kernel_moves import chance, list_moves
from yupana.games.paititi.kernel_rules import make, place_of, playout, points_of
from yupana.games.paititi.rules import Paititi
from yupana.games.paititi.state import (
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
    News,
    Over,
    PaititiMove,
    Pass,
    Phase,
    Showing,
    Site,
    State,
    Turned,
    Turning,
    in_pile,
)


class Sort:
    """One sort of cards: where in a number each of them is counted."""

    def __init__(self, name: str, copies: Sequence[int], most_bits: int) -> None:
        self.copies = copies
        widths = [number.bit_length() for number in copies]
        if sum(widths) > most_bits:
            raise ValueError(f"{name}: more cards than one number can count")
        self.shifts = [sum(widths[:card]) for card in range(len(widths))]
        self.masks = [(1 << width) - 1 for width in widths]
        self.fields = [mask << low for mask, low in zip(self.masks, self.shifts, strict=True)]
        self.cards_of_bits = [card for card, width in enumerate(widths) for _ in range(width)]

    def count(self, counts: Counts) -> int:
        """The number for so many of each card."""
        if any(map(gt, counts, self.copies)):
            raise ValueError("more of a card than the box has")
        return sum(map(lshift, counts, self.shifts))

    def pack(self, cards: Cards) -> int:
        """The number for these cards."""
        counts = [0] * len(self.copies)
        for card in cards:
            counts[card] += 1
        return self.count(tuple(counts)) if cards else 0

    def counts(self, number: int) -> Counts:
        return tuple(map(and_, map(rshift, repeat(number), self.shifts), self.masks))

    def unpack(self, number: int) -> Cards:
        """Card by card, the lowest field that is not empty first."""
        cards: list[int] = []
        while number:
            card = self.cards_of_bits[(number & -number).bit_length() - 1]
            field = number & self.fields[card]
            cards += [card] * (field >> self.shifts[card])
            number ^= field
        return tuple(cards)

    def whole(self, cards: Iterable[int]) -> int:
        """The fields of these cards."""
        return sum(self.fields[card] for card in cards)

    def tables(self) -> tuple[Sequence[int], ...]:
        return [1 << low for low in self.shifts], self.fields, self.shifts, self.cards_of_bits


class PaititiKernel(Kernel[State, PaititiMove]):
    """The compiled twin of a table; refuses a box with very many cards, which the law can still play."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        assert isinstance(game, Paititi)
        self.game = game
        table = self.table = game.table
        self.digging = Sort("digging", table.digging_copies, at.CODE_BITS)
        self.artifacts = Sort("artifacts", table.artifact_copies, at.CODE_BITS)
        shows = Counter(card for cards in table.phases for card in cards)
        self.exhibitions = Sort("exhibitions", [shows[card] for card in range(table.stop + 1)], 62)
        if table.turn.row >= 1 << at.SITE_BITS:
            raise ValueError("row: more places than a code can name")
        sizes = self._sizes()
        self.box = self._box(sizes)
        self.sizes = sizes

    # The box

    def _sizes(self) -> dict[int, int]:
        """What a box begins with, by the constants for it."""
        game, table = self.game, self.table
        turn, seats = table.turn, game.seats
        card_bits = max(1, (len(self.digging.copies) - 1).bit_length())
        per_word = 62 // card_bits
        display_words = -(-sum(self.digging.copies) // per_word)
        sites_at = at.HEAD + seats * at.BLOCK
        stocks_at = sites_at + 2 * (turn.row + 1)
        hidden_at = stocks_at + turn.row + 1
        displays_at = hidden_at + len(table.back_names)
        ledger_at = displays_at + seats * display_words
        self.lines = sum(self.exhibitions.copies) - 1
        self.words = ledger_at + self.lines * (1 + seats)
        return {
            at.SEATS: seats,
            at.PLACES: turn.row,
            at.DEALT: turn.dealt,
            at.DRAWN: turn.drawn,
            at.HAND_LIMIT: turn.hand_limit,
            at.NEEDS: turn.needs,
            at.GUEST_NEEDS: turn.needs if game.options.guests_need_two else 1,
            at.MUST_SHOW: int(game.options.must_show),
            at.PATIENCE: turn.patience * seats if game.options.must_exhibit else sys.maxsize,
            at.ORGANISER: turn.organiser,
            at.GIVES: turn.gives,
            at.MOST_GIVES: turn.most_gives,
            at.AFTER_STOP: turn.after_stop,
            at.STOP: table.stop,
            at.OPENING: table.opening_points,
            at.PERMANENT: table.permanent_points,
            at.MOST_PIECES: len(table.travelling_points) - 1,
            at.SITES_AT: sites_at,
            at.STOCKS_AT: stocks_at,
            at.HIDDEN_AT: hidden_at,
            at.DISPLAYS_AT: displays_at,
            at.DISPLAY_WORDS: display_words,
            at.LEDGER_AT: ledger_at,
            at.CARD_BITS: card_bits,
            at.PER_WORD: per_word,
        }

    def _box(self, sizes: dict[int, int]) -> Box:
        """P-1.2 P-1.4 P-1.5: the components as one list of tables."""
        table = self.table
        rows: dict[int, Sequence[int]] = {
            0: [sizes[number] for number in range(len(sizes))],
            at.PICKS: table.digging_picks,
            at.SHOVELS: table.digging_shovels,
            at.NEED_PICKS: table.back_picks,
            at.NEED_SHOVELS: table.back_shovels,
            at.FACES: [self.artifacts.whole(cards) for cards in table.artifacts_by_back],
            at.BACK: table.artifact_back,
            at.KIND: table.artifact_kind,
            at.PIECES: table.artifact_pieces,
            at.WORTH: table.artifact_worth,
            at.TRAVELLING: table.travelling_points,
        }
        for sort, first in (
            (self.digging, at.DIGGING),
            (self.artifacts, at.ARTIFACTS),
            (self.exhibitions, at.EXHIBITIONS),
        ):
            for number, values in enumerate(sort.tables()):
                rows[first + number * at.WIDTH] = values
        everything = range(len(table.artifact_names))
        for half in HALVES:
            rows[at.FORM + half * at.WIDTH] = [
                at.FORMS.index(forms[half]) for forms in table.exhibition_forms
            ]
            rows[at.ASKED + half * at.WIDTH] = [
                self.artifacts.whole(
                    artifact
                    for artifact in everything
                    if table.artifact_kind[artifact] == table.exhibition_kinds[card][half]
                )
                for card in range(table.stop)
            ]
        box = np.zeros(at.ALL, np.int64)
        for first, values in rows.items():
            if len(values) > at.WIDTH:
                raise ValueError("box: more of something than a table has room for")
            box[first : first + len(values)] = values
        return box

    # States

    def pack(self, state: State) -> Row:
        if isinstance(state.phase, Exhibiting | Giving) and isinstance(state.news, Showing):
            raise ValueError("news of one exhibition during another")
        row = np.zeros(self.words, np.int64)
        row[at.TURN] = state.turn
        row[at.ON_TURN] = state.on_turn
        row[at.PASSES] = state.passes
        row[at.ENDING] = at.NOTHING if state.ending is None else state.ending
        row[at.EXHIBITED] = state.exhibited
        row[at.PILE], row[at.IN_PILE] = self.digging.count(state.pile), sum(state.pile)
        row[at.DISCARD], row[at.IN_DISCARD] = self.digging.count(state.discard), sum(state.discard)
        row[at.THROWN] = self.artifacts.count(state.thrown)
        row[at.OPEN] = self.exhibitions.pack(state.open)
        row[at.DECK], row[at.DECK + 1] = map(self.exhibitions.pack, state.decks)
        for seat, own in enumerate(state.expeditions):
            self._pack_expedition(row, seat, own)
        self._pack_sites(row, state)
        self._pack_ledger(row, state)
        self._pack_news(row, state.news)
        self._pack_phase(row, state)
        return row

    def _pack_expedition(self, row: Row, seat: Seat, own: Expedition) -> None:
        table, sizes, first = self.table, self.sizes, at.HEAD + seat * at.BLOCK
        row[first + at.HAND], row[first + at.IN_HAND] = self.digging.pack(own.hand), len(own.hand)
        row[first + at.REACH] = sum(table.digging_shovels[card] for card in own.hand)
        row[first + at.DISPLAYED] = len(own.displayed)
        row[first + at.HEIGHT] = sum(table.digging_picks[card] for card in own.displayed)
        row[first + at.OWNED] = self.artifacts.pack(own.artifacts)
        row[first + at.IN_OWNED] = len(own.artifacts)
        words = sizes[at.DISPLAYS_AT] + seat * sizes[at.DISPLAY_WORDS]
        for place, card in enumerate(own.displayed):
            word, shift = divmod(place, sizes[at.PER_WORD])
            row[words + word] |= card << shift * sizes[at.CARD_BITS]

    def _pack_sites(self, row: Row, state: State) -> None:
        stocks, hidden = self.sizes[at.STOCKS_AT], self.sizes[at.HIDDEN_AT]
        if len(state.stocks) > self.table.turn.row + 1:
            raise ValueError("more stocks than the row can be from")
        row[at.STOCKS] = len(state.stocks)
        for number, stock in enumerate(state.stocks):
            row[stocks + number] = self.artifacts.count(stock)
        for card, copies in enumerate(state.stocks[-1]):
            row[hidden + self.table.artifact_back[card]] += copies
        for number, site in enumerate((state.top, *state.row)):
            place = self.sizes[at.SITES_AT] + 2 * number
            row[place : place + 2] = (site.back, site.stock) if site else (at.NOTHING, at.NOTHING)
            if site and site.stock == len(state.stocks) - 1:
                row[hidden + site.back] -= 1
        row[at.HIDDEN] = in_pile(state)

    def _pack_ledger(self, row: Row, state: State) -> None:
        """The lines, and the points they brought; the one for organising counts at once."""
        if len(state.ledger) > self.lines:
            raise ValueError("more exhibitions than the box has")
        row[at.LINES] = len(state.ledger)
        points = [0] * self.game.seats
        if isinstance(state.phase, Exhibiting):
            points[state.on_turn] += self.table.turn.organiser
        for number, line in enumerate(state.ledger):
            first = self.sizes[at.LEDGER_AT] + number * (1 + self.game.seats)
            row[first] = line.card << at.SEAT_BITS | line.organiser
            points[line.organiser] += self.table.turn.organiser
            forms = self.table.exhibition_forms[line.card]
            for seat, pieces in enumerate(line.pieces):
                row[first + 1 + seat] = pieces[0] | pieces[1] << at.PIECES_BITS
                for form, count in zip(forms, pieces, strict=True):
                    points[seat] += exhibitions.points(self.table, form, count)
        for seat, each in enumerate(points):
            row[at.HEAD + seat * at.BLOCK + at.POINTS] = each

    def _pack_news(self, row: Row, news: News | None) -> None:
        match news:
            case Find(seat, card):
                row[at.NEWS], row[at.NEWS_SEAT], row[at.NEWS_CARD] = at.FIND, seat, card
            case Showing(shown, given):
                row[at.NEWS] = at.SHOWING
                self._pack_sealed(row, at.SHOWN, shown)
                self._pack_sealed(row, at.GIVEN, given)

    def _pack_sealed(self, row: Row, word: int, sealed: tuple[Cards | None, ...]) -> None:
        """Cards of all seats; those who have none yet are waited for."""
        for seat, cards in enumerate(sealed):
            row[at.HEAD + seat * at.BLOCK + word] = self.artifacts.pack(cards or ())
            row[at.WAITING] |= (cards is None) << seat

    def _pack_phase(self, row: Row, state: State) -> None:
        match state.phase:
            case Acting():
                row[at.PHASE], row[at.WAITING] = at.ACTING, 1 << state.on_turn
            case Discarding():
                row[at.PHASE], row[at.WAITING] = at.DISCARDING, 1 << state.on_turn
            case Exhibiting(card, chosen):
                row[at.PHASE], row[at.ABOUT] = at.EXHIBITING, card
                self._pack_sealed(row, at.SHOWN, chosen)
            case Giving(shown, given):
                row[at.PHASE], row[at.ABOUT] = at.GIVING, state.ledger[-1].card
                self._pack_sealed(row, at.SHOWN, shown)
                self._pack_sealed(row, at.GIVEN, given)
            case Appointing():
                row[at.PHASE] = at.APPOINTING
            case Dealing(seat):
                row[at.PHASE], row[at.ABOUT] = at.DEALING, seat
            case Drawing(left):
                row[at.PHASE], row[at.ABOUT] = at.DRAWING, left
            case Digging(site):
                row[at.PHASE], row[at.ABOUT] = at.DIGGING_OUT, site
            case Turning():
                row[at.PHASE] = at.TURNING
            case Laying():
                row[at.PHASE] = at.LAYING
            case Over(why):
                row[at.PHASE] = at.STOPPED + at.ENDS.index(why)
            case _:
                assert_never(state.phase)

    def unpack(self, row: Row) -> State:
        words: list[int] = row.tolist()
        stocks = self.sizes[at.STOCKS_AT]
        top, *places = (self._unpack_site(words, n) for n in range(self.table.turn.row + 1))
        return State(
            turn=words[at.TURN],
            on_turn=words[at.ON_TURN],
            expeditions=tuple(self._unpack_expedition(words, s) for s in range(self.game.seats)),
            pile=self.digging.counts(words[at.PILE]),
            discard=self.digging.counts(words[at.DISCARD]),
            stocks=tuple(map(self.artifacts.counts, words[stocks : stocks + words[at.STOCKS]])),
            row=tuple(places),
            top=top,
            thrown=self.artifacts.counts(words[at.THROWN]),
            open=self.exhibitions.unpack(words[at.OPEN]),
            decks=(
                self.exhibitions.unpack(words[at.DECK]),
                self.exhibitions.unpack(words[at.DECK + 1]),
            ),
            ending=None if words[at.ENDING] == at.NOTHING else words[at.ENDING],
            ledger=tuple(self._unpack_line(words, number) for number in range(words[at.LINES])),
            exhibited=words[at.EXHIBITED],
            passes=words[at.PASSES],
            news=self._unpack_news(words),
            phase=self._unpack_phase(words),
        )

    def _unpack_expedition(self, words: list[int], seat: Seat) -> Expedition:
        sizes, first = self.sizes, at.HEAD + seat * at.BLOCK
        displays = sizes[at.DISPLAYS_AT] + seat * sizes[at.DISPLAY_WORDS]
        displayed = []
        for place in range(words[first + at.DISPLAYED]):
            word, shift = divmod(place, sizes[at.PER_WORD])
            card = words[displays + word] >> shift * sizes[at.CARD_BITS]
            displayed.append(card & (1 << sizes[at.CARD_BITS]) - 1)
        return Expedition(
            self.digging.unpack(words[first + at.HAND]),
            tuple(displayed),
            self.artifacts.unpack(words[first + at.OWNED]),
        )

    def _unpack_site(self, words: list[int], number: int) -> Site | None:
        place = self.sizes[at.SITES_AT] + 2 * number
        return None if words[place] == at.NOTHING else Site(words[place], words[place + 1])

    def _unpack_line(self, words: list[int], number: int) -> Exhibition:
        first = self.sizes[at.LEDGER_AT] + number * (1 + self.game.seats)
        return Exhibition(
            words[first] >> at.SEAT_BITS,
            words[first] & (1 << at.SEAT_BITS) - 1,
            tuple(
                (word & (1 << at.PIECES_BITS) - 1, word >> at.PIECES_BITS)
                for word in words[first + 1 : first + 1 + self.game.seats]
            ),
        )

    def _unpack_news(self, words: list[int]) -> News | None:
        match words[at.NEWS]:
            case at.FIND:
                return Find(words[at.NEWS_SEAT], words[at.NEWS_CARD])
            case at.SHOWING:
                return Showing(self._cards(words, at.SHOWN), self._cards(words, at.GIVEN))
        return None

    def _cards(self, words: list[int], word: int) -> tuple[Cards, ...]:
        """The artifact cards of all seats in this word of theirs."""
        blocks = range(at.HEAD, at.HEAD + self.game.seats * at.BLOCK, at.BLOCK)
        return tuple(self.artifacts.unpack(words[first + word]) for first in blocks)

    def _sealed(self, words: list[int], word: int) -> tuple[Cards | None, ...]:
        """The same, but None for those who are waited for."""
        return tuple(
            None if words[at.WAITING] >> seat & 1 else cards
            for seat, cards in enumerate(self._cards(words, word))
        )

    def _unpack_phase(self, words: list[int]) -> Phase:
        about = words[at.ABOUT]
        match words[at.PHASE]:
            case at.ACTING:
                return Acting()
            case at.DISCARDING:
                return Discarding()
            case at.EXHIBITING:
                return Exhibiting(about, self._sealed(words, at.SHOWN))
            case at.GIVING:
                return Giving(self._cards(words, at.SHOWN), self._sealed(words, at.GIVEN))
            case at.APPOINTING:
                return Appointing()
            case at.DEALING:
                return Dealing(about)
            case at.DRAWING:
                return Drawing(about)
            case at.DIGGING_OUT:
                return Digging(about)
            case at.TURNING:
                return Turning()
            case at.LAYING:
                return Laying()
            case over:
                return Over(at.ENDS[over - at.STOPPED])

    # Moves

    def moves(self, row: Row, seat: Seat) -> Row:
        codes = np.empty(list_moves(row, self.box, seat, np.empty(0, np.int64)), np.int64)
        list_moves(row, self.box, seat, codes)
        return codes

    def code(self, row: Row, move: PaititiMove) -> int:
        match move:
            case Draw():
                return at.DRAW
            case Pass():
                return at.PASS
            case Display(card):
                return at.DISPLAY | card << at.CARDS_AT
            case Dig(site, cards):
                spent = self.digging.pack(cards)
                return at.DIG | site << at.KIND_BITS | spent << at.CARDS_AT
            case Exhibit(card):
                return at.EXHIBIT | card << at.CARDS_AT
            case Choose(cards):
                return at.CHOOSE | self.artifacts.pack(cards) << at.CARDS_AT
            case Give(cards):
                return at.GIVE | self.artifacts.pack(cards) << at.CARDS_AT
            case Discard(cards):
                return at.PUT_AWAY | self.digging.pack(cards) << at.CARDS_AT
            case Appointed(dealer):
                return at.APPOINT | dealer << at.CARDS_AT
            case Dealt(cards):
                return at.DEAL | self.digging.pack(cards) << at.CARDS_AT
            case Laid(back):
                return at.LAY | back << at.CARDS_AT
            case Found(card):
                return at.FOUND | card << at.CARDS_AT
            case Turned(card):
                return at.TURN_UP | card << at.CARDS_AT
            case _:
                assert_never(move)

    def move(self, row: Row, seat: Seat, code: int) -> PaititiMove:
        number = int(code) >> at.CARDS_AT
        match int(code) & (1 << at.KIND_BITS) - 1:
            case at.DRAW:
                return Draw()
            case at.PASS:
                return Pass()
            case at.DISPLAY:
                return Display(number)
            case at.DIG:
                site = int(code) >> at.KIND_BITS & (1 << at.SITE_BITS) - 1
                return Dig(site, self.digging.unpack(number))
            case at.EXHIBIT:
                return Exhibit(number)
            case at.CHOOSE:
                return Choose(self.artifacts.unpack(number))
            case at.GIVE:
                return Give(self.artifacts.unpack(number))
            case at.PUT_AWAY:
                return Discard(self.digging.unpack(number))
            case at.APPOINT:
                return Appointed(number)
            case at.DEAL:
                return Dealt(self.digging.unpack(number))
            case at.LAY:
                return Laid(number)
            case at.FOUND:
                return Found(number)
        return Turned(number)

    def apply(self, row: Row, seat: Seat, code: int) -> None:
        make(row, self.box, seat, code)

    def chance(self, row: Row, random: Random) -> int:
        return int(chance(row, self.box, random))

    def score(self, row: Row, seat: Seat) -> int:
        return points_of(row, self.box, seat)

    def playouts(self, row: Row, count: int, seed: int) -> Playouts:
        scores = np.empty((count, self.game.seats), np.int64)
        ranks = np.empty((count, self.game.seats), np.int64)
        decisions = play_many(row, self.box, seeded(seed), scores, ranks)
        return Playouts(decisions, scores, ranks)


@compiled
def play_many(row: Row, box: Box, random: Random, scores: Row, ranks: Row) -> int:
    """A playout for each line of scores and ranks; how many decisions there were."""
    decisions = 0
    work = row.copy()
    for game in range(len(scores)):
        work[:] = row
        decisions += playout(work, box, random)
        for seat in range(scores.shape[1]):
            scores[game, seat] = points_of(work, box, seat)
            ranks[game, seat] = place_of(work, box, seat)
    return decisions
