"""Judgement for Paititi: points at hand, what artifact cards may come to score, and tools to dig."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from yupana.core.game import Moves, Seat
from yupana.games.paititi import Paititi, exhibitions
from yupana.games.paititi.cards import Cards, joined, parts, without
from yupana.games.paititi.exhibitions import HALVES
from yupana.games.paititi.moves import Actions, picks_of, shovels_of
from yupana.games.paititi.scoring import score
from yupana.games.paititi.state import (
    Choose,
    Dig,
    Discard,
    Display,
    Draw,
    Exhibit,
    Exhibiting,
    Give,
    PaititiMove,
    Pass,
    State,
    site_at,
)

PIECE = 2.0
"""What a piece may yet score in an exhibition to come, while Stop is not up."""
PICK, SHOVEL = 0.8, 0.5
"""What a pick on display and a shovel in hand are good for."""
SPARE = 0.1
"""What either is good for that no card within reach asks for."""
RIVAL = 0.4
"""How much it hurts that another player scores."""
HASTE = 5.0
"""How much better an exhibition must be than any other action, since each brings the end nearer; less
and less when nobody organises one, until it is the best there is."""
CHOICES = 200
"""How many choices for an exhibition are weighed."""


def worth(game: Paititi, state: State, seat: Seat) -> float:
    """How good the state looks for the seat: its points, its artifact cards, its tools."""
    own = state.expeditions[seat]
    scored = score(game.table, state.ledger, None, own.artifacts, seat).points
    promise = sum(promise_of(game, state, card) for card in own.artifacts)
    return scored + promise + tools(game, own.hand, own.displayed)


def promise_of(game: Paititi, state: State, artifact: int) -> float:
    """What the pieces of a card may score in time; less when the end is near."""
    left = game.table.turn.after_stop + 1 if state.ending is None else state.ending
    if isinstance(state.phase, Exhibiting) and state.ending is not None:
        left -= 1
    return PIECE * game.table.artifact_pieces[artifact] * left / (game.table.turn.after_stop + 1)


def value(game: Paititi, state: State, artifact: int) -> float:
    """What an artifact card one keeps is good for."""
    return game.table.artifact_worth[artifact] + promise_of(game, state, artifact)


def tools(game: Paititi, hand: Cards, displayed: Cards) -> float:
    """Picks on display and shovels in hand, as far as the hardest card to dig out asks for them."""
    picks, shovels = picks_of(game.table, displayed), shovels_of(game.table, hand)
    most_picks, most_shovels = max(game.table.back_picks), max(game.table.back_shovels)
    # A card not displayed yet is also good for its picks, if there are not enough of them.
    return (
        PICK * min(picks, most_picks)
        + SHOVEL * min(shovels, most_shovels)
        + SPARE * max(picks - most_picks, 0)
        + SPARE * max(shovels - most_shovels, 0)
        + SPARE * picks_of(game.table, hand)
    )


# The moves worth weighing


def candidates(
    game: Paititi, state: State, seat: Seat, moves: Moves[PaititiMove]
) -> Iterable[PaititiMove]:
    """All but wasteful digs, and choices of cards that an exhibition does not ask for."""
    if isinstance(moves, Actions):
        return _actions(game, state, seat, moves)
    if isinstance(state.phase, Exhibiting):
        card = state.phase.card
        choices = (
            Choose(cards) for cards in _choices(game, card, state.expeditions[seat].artifacts)
        )
        allowed = [choice for choice in islice(choices, CHOICES) if choice in moves]
        return allowed or moves
    return moves


def _actions(game: Paititi, state: State, seat: Seat, moves: Actions) -> Iterator[PaititiMove]:
    """For each site just the dig that leaves the best hand."""
    digs: dict[int, tuple[float, Dig]] = {}
    own = state.expeditions[seat]
    for move in moves:
        if isinstance(move, Dig):
            left = tools(game, without(own.hand, move.cards), own.displayed)
            if move.site not in digs or left > digs[move.site][0]:
                digs[move.site] = left, move
        else:
            yield move
    for _, dig in digs.values():
        yield dig


def _choices(game: Paititi, card: int, artifacts: Cards) -> Iterator[Cards]:
    """What one may show: in an opening all, in a travelling half any, in a permanent one all, one or
    none."""
    by_half: list[list[Cards]] = []
    for half in HALVES:
        fitting = exhibitions.used(game.table, card, half, artifacts)
        form = game.table.exhibition_forms[card][half]
        if form == "opening":
            by_half.append([fitting])
        elif form == "travelling":
            by_half.append(list(dict.fromkeys([fitting, (), *islice(parts(fitting), CHOICES)])))
        else:
            by_half.append(list(dict.fromkeys([fitting, (), *((each,) for each in fitting)])))
    for first, second in product(*by_half):
        yield joined(first, second)


# Weighing


def weigh(game: Paititi, state: State, seat: Seat, move: PaititiMove) -> float:
    """How much better off the seat is after the move, as far as it can tell."""
    own = state.expeditions[seat]
    match move:
        case Draw():
            room = game.table.turn.hand_limit - len(own.hand)
            return _card(game) * max(0, min(room, game.table.turn.drawn))
        case Display(card):
            after = tools(game, without(own.hand, (card,)), (*own.displayed, card))
            return after - tools(game, own.hand, own.displayed)
        case Dig():
            return _dig(game, state, seat, move)
        case Exhibit(card):
            return _exhibit(game, state, seat, card)
        case Choose(cards):
            assert isinstance(state.phase, Exhibiting)
            return gain(game, state, state.phase.card, cards)
        case Give(cards):
            return -sum(value(game, state, card) for card in cards)
        case Discard(cards):
            return tools(game, without(own.hand, cards), own.displayed)
        case Pass():
            return 0.0
        case _:
            raise TypeError(move)


def _card(game: Paititi) -> float:
    """What a digging card is good for on the whole."""
    copies = game.table.digging_copies
    shovels = sum(map(int.__mul__, copies, game.table.digging_shovels))
    return SHOVEL * shovels / sum(copies)


def _dig(game: Paititi, state: State, seat: Seat, move: Dig) -> float:
    """The mean of what may be found, less the tools it takes."""
    table, own = game.table, state.expeditions[seat]
    site = site_at(state, move.site)
    assert site is not None
    stock = state.stocks[site.stock]
    faces = table.artifacts_by_back[site.back]
    unseen = sum(stock[card] for card in faces)
    found = sum(stock[card] * value(game, state, card) for card in faces) / unseen
    displayed = own.displayed
    missing = table.back_picks[site.back]
    while missing > 0:
        missing -= table.digging_picks[displayed[0]]
        displayed = displayed[1:]
    left = tools(game, without(own.hand, move.cards), displayed)
    return found + left - tools(game, own.hand, own.displayed)


def _exhibit(game: Paititi, state: State, seat: Seat, card: int) -> float:
    """One's own best showing and the point for organising, less what the others may score."""
    best = [
        max(gain(game, state, card, cards) for cards in _choices(game, card, own.artifacts))
        for own in state.expeditions
    ]
    others = sum(best) - best[seat]
    rivals = RIVAL * others / (game.seats - 1)
    rounds = (state.turn - state.exhibited) / game.seats
    haste = HASTE * (1 - rounds / game.table.turn.patience)
    return game.table.turn.organiser + best[seat] - rivals - haste


def gain(game: Paititi, state: State, card: int, cards: Cards) -> float:
    """What showing the cards scores, less those given up, if nobody scores more."""
    table = game.table
    total = 0.0
    for half in HALVES:
        used = exhibitions.used(table, card, half, cards)
        form = table.exhibition_forms[card][half]
        total += exhibitions.points(table, form, exhibitions.pieces_of(table, used))
        values = sorted(value(game, state, each) for each in used)
        if form == "travelling":
            total -= sum(values)
        elif form == "permanent":
            total -= sum(values[: table.turn.gives + table.turn.most_gives])
    return total
