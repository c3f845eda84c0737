"""Secrets: what a seat sees and may do does not hang on hands, sealed choices or unseen cards.

Worlds that look alike to a seat are made here by hand, by exchanging what it cannot know, and not by
the game's own imagination; the law's checks must catch every leak that is planted.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.paititi.playing import SMALL, cards_of, do, position
from yupana.core.errors import RuleError
from yupana.core.game import CHANCE, Event, Moves, Seat
from yupana.core.play import take_back
from yupana.games.paititi import Paititi
from yupana.games.paititi.cards import added, listed, shuffled
from yupana.games.paititi.components import NO_KIND
from yupana.games.paititi.state import (
    Choose,
    Drawing,
    Exhibiting,
    Find,
    Give,
    Giving,
    PaititiMove,
    State,
)
from yupana.games.paititi.view import View
from yupana.lab.laws import LawBroken, check_state

MANY = 200


# Another world


def exchanged(game: Paititi, state: State, viewer: Seat | None, rng: Random) -> State:
    """The state with all that the viewer may not know dealt anew."""
    state = _other_hands(state, viewer, rng)
    if game.options.finds == "memory":
        state = _other_artifacts(game, state, viewer, rng)
    return _other_choices(game, state, viewer, rng)


def _other_hands(state: State, viewer: Seat | None, rng: Random) -> State:
    others = [seat for seat in range(len(state.expeditions)) if seat != viewer]
    deck = [card for seat in others for card in state.expeditions[seat].hand]
    deck = shuffled([*deck, *listed(state.pile)], rng)
    expeditions = list(state.expeditions)
    for seat in others:
        size = len(expeditions[seat].hand)
        expeditions[seat] = replace(expeditions[seat], hand=tuple(sorted(deck[:size])))
        deck = deck[size:]
    pile = added((0,) * len(state.pile), deck)
    return replace(state, expeditions=tuple(expeditions), pile=pile)


def _other_artifacts(game: Paititi, state: State, viewer: Seat | None, rng: Random) -> State:
    """Exchanges a card that is not known, among two places, where both may hold either."""
    known = [set[int]() for _ in state.expeditions]
    if isinstance(state.phase, Giving):
        known = [set(cards) for cards in state.phase.shown]
    elif isinstance(state.news, Find):
        known[state.news.seat].add(state.news.card)
    elif state.news is not None:
        known = [set(cards) for cards in state.news.shown]
    if isinstance(state.phase, Exhibiting) or state.turn == 0:
        return state
    others = [seat for seat in range(len(state.expeditions)) if seat != viewer]
    for seat in others:
        own = state.expeditions[seat].artifacts
        stock = state.stocks[-1]
        for card in own:
            alike = [
                other
                for other, copies in enumerate(stock)
                if copies
                and game.table.artifact_back[other] == game.table.artifact_back[card]
                and game.table.artifact_kind[other] != NO_KIND
            ]
            if card not in known[seat] and alike:
                other = alike[rng.randrange(len(alike))]
                artifacts = list(own)
                artifacts[artifacts.index(card)] = other
                counts = list(stock)
                counts[other] -= 1
                counts[card] += 1
                expedition = replace(state.expeditions[seat], artifacts=tuple(sorted(artifacts)))
                expeditions = list(state.expeditions)
                expeditions[seat] = expedition
                return replace(
                    state,
                    expeditions=tuple(expeditions),
                    stocks=(*state.stocks[:-1], tuple(counts)),
                )
    return state


def _other_choices(game: Paititi, state: State, viewer: Seat | None, rng: Random) -> State:
    """Sealed choices of the others, chosen anew."""
    match state.phase:
        case Exhibiting(card, chosen):
            unsealed = replace(state, phase=Exhibiting(card, (None,) * game.seats))
            new = [
                cards if seat == viewer or not cards else _picked(game, unsealed, seat, rng)
                for seat, cards in enumerate(chosen)
            ]
            return replace(state, phase=Exhibiting(card, tuple(new)))
        case Giving(shown, given):
            unsealed = replace(state, phase=Giving(shown, (None,) * game.seats))
            gifts = [
                cards if seat == viewer or not cards else _picked(game, unsealed, seat, rng)
                for seat, cards in enumerate(given)
            ]
            return replace(state, phase=Giving(shown, tuple(gifts)))
        case _:
            return state


def _picked(game: Paititi, state: State, seat: Seat, rng: Random) -> tuple[int, ...]:
    move = game.moves(state, seat).pick(rng)
    assert isinstance(move, Choose | Give)
    return move.cards


class Leak(AssertionError):
    """A seat can tell two worlds apart that it should not."""


def look(game: Paititi, state: State, viewer: Seat | None, rng: Random) -> bool:
    """Compares what the viewer sees and may do in this world and another; whether they differ."""
    world = exchanged(game, state, viewer, rng)
    assert cards_of(game, world) == cards_of(game, state)
    if game.view(world, viewer) != game.view(state, viewer):
        raise Leak(f"a view in {type(state.phase).__name__}")
    if game.pending(world) != game.pending(state):
        raise Leak("who is to move")
    if viewer is not None:
        here, there = game.moves(state, viewer), game.moves(world, viewer)
        if list(islice(here, MANY)) != list(islice(there, MANY)):
            raise Leak(f"moves in {type(state.phase).__name__}")
    return world != state


def run(game: Paititi, seed: int) -> int:
    """A game of chance, looked at from every seat in every state; how often the worlds differed."""
    rng = Random(seed)
    state = game.setup()
    differed = 0
    for _ in range(500):
        pending = game.pending(state)
        if not pending:
            break
        for viewer in (None, *range(game.seats)):
            differed += look(game, state, viewer, rng)
        seat = pending[rng.randrange(len(pending))]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        state = game.apply(state, Event(seat, source(rng)))
    return differed


@pytest.mark.rule("P-4.4", "P-7.10", "P-10.7", "P-6.10")
@pytest.mark.parametrize("finds", ["shown", "memory"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nobody_can_tell_worlds_apart_by_what_is_hidden(finds: str, seats: int) -> None:
    for seed in range(3):
        assert run(Paititi(seats, SMALL if seed % 2 else "classic", finds=finds), seed) > 100


# Planted leaks: each game below lets one thing slip


class TellsSealedChoices(Paititi):
    """Lets everybody know what was chosen for an exhibition."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if isinstance(state.phase, Exhibiting):
            return replace(view, passes=sum(map(sum, filter(None, state.phase.chosen))))
        return view


class TellsHowManyWereChosen(Paititi):
    """Lets everybody know how many cards were chosen."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if isinstance(state.phase, Exhibiting):
            return replace(view, passes=sum(map(len, filter(None, state.phase.chosen))))
        return view


class TellsHands(Paititi):
    """Shows the hand of the first seat."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        first = replace(view.expeditions[0], hand=state.expeditions[0].hand)
        return replace(view, expeditions=(first, *view.expeditions[1:]))


class TellsTheNextCards(Paititi):
    """Shows a card of the face-down pile when somebody is about to draw."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if isinstance(state.phase, Drawing):
            return replace(view, passes=listed(state.pile)[0])
        return view


class TellsFaces(Paititi):
    """Shows which faces the cards of the row may have, at a table that leaves it to memory."""

    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), stocks=state.stocks, thrown=state.thrown)


class TellsArtifacts(Paititi):
    """Shows what the last seat owns, at a table that leaves it to memory."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        last = replace(view.expeditions[-1], artifacts=state.expeditions[-1].artifacts)
        return replace(view, expeditions=(*view.expeditions[:-1], last))


class TellsByTheMoves(Paititi):
    """Offers a seat other choices when another has chosen much."""

    def moves(self, state: State, seat: Seat) -> Moves[PaititiMove]:
        moves = super().moves(state, seat)
        if isinstance(state.phase, Exhibiting) and moves:
            other = state.phase.chosen[seat - 1]
            if other and sum(other) % 2:
                vars_: Any = moves
                vars_.artifacts = vars_.artifacts[:1]
        return moves


LEAKS = [
    (TellsSealedChoices, "shown"),
    (TellsHowManyWereChosen, "shown"),
    (TellsHands, "shown"),
    (TellsTheNextCards, "shown"),
    (TellsFaces, "memory"),
    (TellsArtifacts, "memory"),
    (TellsByTheMoves, "shown"),
]


@pytest.mark.parametrize(("leaky", "finds"), LEAKS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_planted_leak_is_caught_by_exchanging_worlds(leaky: type[Paititi], finds: str) -> None:
    with pytest.raises(Leak):
        run_all(leaky, finds)


def run_all(kind: type[Paititi], finds: str) -> None:
    for seed in range(20):
        run(kind(3, finds=finds), seed)


@pytest.mark.parametrize(("leaky", "finds"), LEAKS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_planted_leak_is_caught_by_the_laws_of_every_game(
    leaky: type[Paititi], finds: str
) -> None:
    with pytest.raises(LawBroken) as broken:
        check_all(leaky, finds)
    assert "hidden" in broken.value.law


def check_all(kind: type[Paititi], finds: str) -> None:
    for seed in range(20):
        rng = Random(seed)
        game = kind(3, finds=finds)
        state = game.setup()
        while pending := game.pending(state):
            check_state(game, state, rng)
            seat = pending[rng.randrange(len(pending))]
            source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
            state = game.apply(state, Event(seat, source(rng)))


# What is seen

TABLE = """
    turn 20 seat 1 exhibited 18
    acting
    open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
    held llamas+statues by 3: 0+0 0+0 0+0
    row 2 3 5 top 4
    seat 1
      hand 3/3 3/4
      artifacts vase 1@2 tile 2@2
    seat 2
      hand 1/1
      displayed 2/2
      artifacts vase 1@3 2@3
    seat 3
      artifacts tile 1@2 1@4
"""


@pytest.mark.rule("P-4.4", "P-6.10")
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    for finds in ("shown", "memory"):
        game = Paititi(3, finds=finds)
        state = position(game, TABLE)
        view = game.view(state, 0)
        assert view.expeditions[0].hand == state.expeditions[0].hand
        assert (view.expeditions[1].hand, view.expeditions[1].in_hand) == (None, 1)
        assert view.expeditions[1].displayed == state.expeditions[1].displayed
        assert view.expeditions[0].artifacts == state.expeditions[0].artifacts
        seen = view.expeditions[1].artifacts
        assert seen == (state.expeditions[1].artifacts if finds == "shown" else None)
        assert view.expeditions[1].owned == 2
        assert (view.stocks is None, view.thrown is None) == (finds == "memory",) * 2
        assert (view.stock_sizes, view.thrown_size, view.in_pile) == ((34,), 0, 60)
        spectator = game.view(state, None)
        assert [each.hand for each in spectator.expeditions] == [None] * 3


@pytest.mark.rule("P-7.10")
def test_until_all_have_chosen_one_sees_ones_own_choice_and_who_is_still_choosing() -> None:
    game = Paititi(3)
    state = do(game, position(game, TABLE), "1 exhibit tiles/vases")
    few = do(game, state, "2 choose nothing")
    many = do(game, state, "2 choose vase 1@3 2@3")
    assert game.view(few, 0) == game.view(many, 0)
    assert game.view(few, None) == game.view(many, None)
    assert game.view(few, 1) != game.view(many, 1)
    for viewer in (None, 0, 1):
        seen = game.view(many, viewer).phase
        assert seen.waiting == (0, 2)  # type: ignore[union-attr]
        assert (seen.mine is None) == (viewer != 1)  # type: ignore[union-attr]
    assert not game.is_open(game.read_move("choose nothing"))
    assert not game.is_open(game.read_move("give vase 1@3"))
    assert not game.is_open(game.read_move("deal 1/1"))
    assert game.is_open(game.read_move("exhibit tiles/vases"))


@pytest.mark.rule("P-6.10")
def test_what_was_shown_lies_open_until_the_next_player_acts() -> None:
    game = Paititi(3, finds="memory")
    state = do(game, position(game, TABLE), "1 exhibit tiles+discs")
    state = do(game, state, "1 choose tile 2@2", "2 choose nothing", "3 choose tile 1@4")
    state = do(game, state, "* turn vases/statues")
    view = game.view(state, 1)
    assert view.news == state.news
    assert view.expeditions[2].artifacts is None
    for seed in range(20):
        world = game.imagine(view, Random(seed))
        names = [game.table.artifact_names[card] for card in world.expeditions[2].artifacts]
        assert "tile 1@4" in names
        assert game.view(world, 1) == view
    assert game.view(do(game, state, "2 display 1/1"), 1).news is None


@pytest.mark.rule("P-6.10")
def test_imagined_worlds_differ_in_what_is_hidden() -> None:
    game = Paititi(3, finds="memory")
    view = game.view(position(game, TABLE), 0)
    worlds = {game.imagine(view, Random(seed)) for seed in range(20)}
    assert len({world.expeditions[1].hand for world in worlds}) > 3
    assert len({world.expeditions[1].artifacts for world in worlds}) > 10
    assert len({world.stocks for world in worlds}) > 10


@pytest.mark.rule("P-7.9", "P-6.10")
def test_an_organiser_who_must_show_is_imagined_with_something_to_show() -> None:
    game = Paititi(3, finds="memory", must_show=True)
    state = do(game, position(game, TABLE), "1 exhibit tiles/vases")
    for seed in range(30):
        world = game.imagine(game.view(state, 1), Random(seed))
        assert game.view(world, 1) == game.view(state, 1)
        names = [game.table.artifact_names[card] for card in world.expeditions[0].artifacts]
        assert any(name.startswith(("tile", "vase")) for name in names)


@pytest.mark.rule("P-7.9", "P-6.10")
def test_of_the_cards_an_organiser_may_show_only_those_are_imagined_that_can_be_theirs() -> None:
    game = Paititi(2, SMALL, finds="memory", must_show=True)
    text = """
        turn 20 seat 2 exhibited 20
        exhibiting tiles/vases
        open vases+llamas statues+tiles tiles+discs discs+vases
        held llamas+statues by 2: 0+0 0+0
        row 3 3 - top -
        stock vase 2@3 shards @3
        thrown shards @2
        seat 1
          artifacts vase 1@2 1@2 llama 1@2 2@3 statue 1@2 3@3
        seat 2
          artifacts tile 1@2 disc 2@2
    """
    # Seat 1 owns the other vases and all other cards with back 3: only the tile can be seat 2's.
    state = position(game, text)
    for seed in range(30):
        world = game.imagine(game.view(state, 0), Random(seed))
        assert game.view(world, 0) == game.view(state, 0)
        assert world.expeditions[1].artifacts == state.expeditions[1].artifacts
        assert world.stocks == state.stocks


@pytest.mark.rule("P-10.7")
def test_sealed_gifts_are_imagined_from_what_was_shown() -> None:
    game = Paititi(3)
    text = TABLE.replace("vase 1@3 2@3", "vase 1@3 2@3 3@4").replace(
        "vase 1@2 tile", "vase 1@2 2@2 3@5 tile"
    )
    state = do(game, position(game, text), "1 exhibit tiles/vases", "3 choose nothing")
    state = do(
        game, state, "1 choose vase 1@2 2@2 3@5", "2 choose vase 1@3 2@3 3@4", "2 give vase 2@3 3@4"
    )
    view = game.view(state, 0)
    gifts = set()
    for seed in range(20):
        world = game.imagine(view, Random(seed))
        assert game.view(world, 0) == view
        assert isinstance(world.phase, Giving)
        assert world.phase.given[0] is None
        gifts.add(world.phase.given[1])
    assert len(gifts) == 3
    assert game.imagine(game.view(state, 1), Random(1)).phase == state.phase


NEARLY_ALL = """
    turn 20 seat 1
    acting
    open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
    held llamas+statues by 2: 0+0 0+0
    {news}
    row 2 3 - top -
    stock shards @2 @3
    seat 1
      artifacts vase 1@2 1@2 2@3 llama 1@2
    seat 2
      artifacts llama 2@3 statue 1@2 3@3 tile 1@2 disc 2@2
"""


@pytest.mark.rule("P-6.10", "P-6.8")
def test_nobody_is_imagined_to_own_shards_even_where_few_cards_are_left() -> None:
    game = Paititi(2, SMALL, finds="memory")
    for news in ("", "news find 2 disc 2@2", "news find 2 shards @3"):
        state = position(game, NEARLY_ALL.format(news=news))
        for viewer in (0, 1, None):
            view = game.view(state, viewer)
            for seed in range(10):
                world = game.imagine(view, Random(seed))
                assert world.stocks == state.stocks
                assert game.view(world, viewer) == view


# Taking back


@pytest.mark.rule("P-7.10")
def test_a_choice_can_be_taken_back_until_it_lays_the_others_open() -> None:
    game = Paititi(2)
    rng = Random(4)
    events: list[Event[PaititiMove]] = []
    state = game.setup()
    while not (isinstance(state.phase, Exhibiting) and len(game.pending(state)) == 2):
        seat = game.pending(state)[0]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        events.append(Event(seat, source(rng)))
        state = game.apply(state, events[-1])
    first = Event[PaititiMove](0, Choose(state.expeditions[0].artifacts))
    second = Event[PaititiMove](1, Choose(state.expeditions[1].artifacts))
    assert take_back(game, [*events, first], 0, rng) == events
    with pytest.raises(RuleError) as error:
        take_back(game, [*events, first, second], 1, rng)
    assert error.value.code == "undo.revealed"
