"""Imagining: a state that looks just like what a seat sees, the hidden part made up by chance.

For players who think ahead without cheating; view.py says what is hidden. What is not the seat's own
is made up even if a faulty view should show it, so that the laws find the fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from yupana.core.game import Rng
from yupana.games.paititi import exhibitions
from yupana.games.paititi.cards import (
    Cards,
    Counts,
    added,
    joined,
    listed,
    removed,
    shuffled,
    without,
)
from yupana.games.paititi.components import NO_KIND, Table
from yupana.games.paititi.state import (
    Acting,
    Choose,
    Exhibiting,
    Expedition,
    Find,
    Give,
    Giving,
    Phase,
    Showing,
    Site,
    State,
)
from yupana.games.paititi.view import SeenExhibiting, SeenGiving, View

if TYPE_CHECKING:
    from yupana.games.paititi.rules import Paititi


def imagine(game: Paititi, view: View, rng: Rng) -> State:
    """P-4.4 P-6.10 P-7.10: a state that looks like this, what is hidden made up by chance."""
    hands, pile = _imagine_hands(game, view, rng)
    if game.options.finds == "memory":
        artifacts, stocks, thrown = imagine_artifacts(game, view, rng)
    else:
        assert view.stocks is not None
        assert view.thrown is not None
        artifacts = [seen.artifacts or () for seen in view.expeditions]
        stocks, thrown = view.stocks, view.thrown
    state = State(
        turn=view.turn,
        on_turn=view.on_turn,
        expeditions=tuple(
            [
                Expedition(hand, seen.displayed, owned)
                for hand, seen, owned in zip(hands, view.expeditions, artifacts, strict=True)
            ]
        ),
        pile=pile,
        discard=view.discard,
        stocks=stocks,
        row=view.row,
        top=view.top,
        thrown=thrown,
        open=view.open,
        decks=view.decks,
        ending=view.ending,
        ledger=view.ledger,
        exhibited=view.exhibited,
        passes=view.passes,
        news=view.news,
        phase=Acting(),
    )
    return replace(state, phase=_imagine_phase(game, view, state, rng))


def _imagine_hands(game: Paititi, view: View, rng: Rng) -> tuple[list[Cards], Counts]:
    """P-4.4: the digging cards that lie nowhere open are in the others' hands or in the pile."""
    unseen = removed(game.table.digging_copies, listed(view.discard))
    mine = () if view.seat is None else view.expeditions[view.seat].hand or ()
    for seen in view.expeditions:
        unseen = removed(unseen, seen.displayed)
    deck = shuffled(listed(removed(unseen, mine)), rng)
    hands = []
    for seat, seen in enumerate(view.expeditions):
        if seat == view.seat:
            hands.append(mine)
        else:
            hands.append(tuple(sorted(deck[: seen.in_hand])))
            deck = deck[seen.in_hand :]
    return hands, added((0,) * len(unseen), deck)


def _imagine_phase(game: Paititi, view: View, state: State, rng: Rng) -> Phase:
    """P-7.10 P-10.7: the sealed choices of those who have made theirs, from what they could do."""
    match view.phase:
        case SeenExhibiting(card, mine, waiting):
            asked = [game.asked(state, seat) for seat in range(game.seats)]
            chosen: list[Cards | None] = [None if each else () for each in asked]
            sealed = replace(state, phase=Exhibiting(card, tuple(chosen)))
            for seat in range(game.seats):
                if seat == view.seat:
                    chosen[seat] = mine
                elif asked[seat] and seat not in waiting:
                    choice = game.moves(sealed, seat).pick(rng)
                    assert isinstance(choice, Choose)
                    chosen[seat] = choice.cards
            return Exhibiting(card, tuple(chosen))
        case SeenGiving(shown, mine, waiting):
            given = list(game.open_gifts(view.ledger[-1], shown))
            sealed = replace(state, phase=Giving(shown, tuple(given)))
            for seat in range(game.seats):
                if seat == view.seat:
                    given[seat] = mine
                elif given[seat] is None and seat not in waiting:
                    gift = game.moves(sealed, seat).pick(rng)
                    assert isinstance(gift, Give)
                    given[seat] = gift.cards
            return Giving(shown, tuple(given))
        case _:
            return view.phase


# A table that leaves finds to memory


Artifacts = tuple[list[Cards], tuple[Counts, ...], Counts]
"""What everybody owns, the stocks, the discard."""


def imagine_artifacts(game: Paititi, view: View, rng: Rng) -> Artifacts:
    """P-6.10 P-7.9: the artifact cards as the view allows; an organiser who must show, can."""
    owned, gone = _remembered(game.table, view)
    known = [owned]
    phase, organiser = view.phase, view.on_turn
    if game.options.must_show and isinstance(phase, SeenExhibiting) and organiser != view.seat:
        known = [
            [(card,) if seat == organiser else cards for seat, cards in enumerate(owned)]
            for card in shuffled(range(len(game.table.artifact_copies)), rng)
            if exhibitions.fits(game.table, phase.card, card)
        ]
    # Not every card that the organiser might show leaves the others a world that looks like this.
    worlds = (_spread(game.table, view, each, gone, rng) for each in known)
    return next(world for world in worlds if world is not None)


def _spread(
    table: Table, view: View, known: list[Cards], gone: list[int], rng: Rng
) -> Artifacts | None:
    """All unseen cards spread over those who own more than is known, the stocks, the discard."""
    missing = [seen.owned - len(cards) for seen, cards in zip(view.expeditions, known, strict=True)]
    unseen = table.artifact_copies
    for cards in known:
        unseen = removed(unseen, cards)
    laid = [site for site in (*view.row, view.top) if site is not None]
    if min(unseen) < 0 or not _enough_backs(table, laid, unseen):
        return None
    # Nobody owns shards, nor what was seen to be given up just now.
    shards = [card for card in listed(unseen) if table.artifact_kind[card] == NO_KIND]
    barred = [*shards, *gone]
    free = listed(removed(unseen, barred))
    faces, free_left, rest = _faces(table, laid, _mixed(free, barred, rng))
    if len(free_left) < sum(missing):
        # So few cards are left that those laid out must be the ones which nobody can own.
        barred_first = [*_mixed((), barred, rng), *_mixed(free, (), rng)]
        faces, free_left, rest = _faces(table, laid, barred_first)
    owned = []
    for cards, number in zip(known, missing, strict=True):
        owned.append(joined(cards, tuple(free_left[:number])))
        free_left = free_left[number:]
    return owned, *_stocks(table, view, laid, faces, shuffled([*free_left, *rest], rng))


def _enough_backs(table: Table, laid: list[Site], unseen: Counts) -> bool:
    """Whether there are unseen cards with the backs that lie open."""
    backs = [table.artifact_back[card] for card in listed(unseen)]
    seen = [site.back for site in laid]
    return all(seen.count(back) <= backs.count(back) for back in seen)


def _remembered(table: Table, view: View) -> tuple[list[Cards], list[int]]:
    """P-6.10: the cards each seat is seen to own, and those just seen to be given up."""
    hidden = [seat for seat in range(len(view.expeditions)) if seat != view.seat]
    owned = [
        seen.artifacts or () if seat == view.seat else ()
        for seat, seen in enumerate(view.expeditions)
    ]
    gone: list[int] = []
    match view.news:
        case Find(seat, card) if seat in hidden and table.artifact_kind[card] != NO_KIND:
            owned[seat] = (card,)
        case Showing(shown, given):
            for seat in hidden:
                owned[seat] = without(shown[seat], given[seat])
            gone = [card for cards in given for card in cards]
        case _:
            pass
    if isinstance(view.phase, SeenGiving):
        for seat in hidden:
            owned[seat] = view.phase.shown[seat]
    return owned, gone


Card = tuple[int, bool]
"""A card, and whether somebody may own it."""


def _mixed(free: Cards, barred: Cards | list[int], rng: Rng) -> list[Card]:
    cards = [*((card, True) for card in free), *((card, False) for card in barred)]
    return [cards[at] for at in shuffled(range(len(cards)), rng)]


def _faces(
    table: Table, laid: list[Site], cards: list[Card]
) -> tuple[list[int], list[int], list[int]]:
    """A face for each card laid out, the first of the cards with its back; then the cards left that
    somebody may own, and those that nobody may."""
    left = list(cards)
    faces = []
    for site in laid:
        at = next(at for at, (card, _) in enumerate(left) if table.artifact_back[card] == site.back)
        faces.append(left.pop(at)[0])
    return faces, [card for card, free in left if free], [card for card, free in left if not free]


def _stocks(
    table: Table, view: View, laid: list[Site], faces: list[int], rest: list[int]
) -> tuple[tuple[Counts, ...], Counts]:
    """P-2.6: every stock holds what was laid from it; the last one also the pile; then the discard."""
    none = (0,) * len(table.artifact_copies)
    stocks = []
    for number, size in enumerate(view.stock_sizes):
        own = [face for site, face in zip(laid, faces, strict=True) if site.stock == number]
        more = size - len(own)
        stocks.append(added(none, [*own, *rest[:more]]))
        rest = rest[more:]
    return tuple(stocks), added(none, rest)
