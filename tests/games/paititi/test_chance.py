"""Chance: cards drawn when they are needed are as likely as from a shuffled pile, and none is lost."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.paititi.playing import SMALL, cards_of, edition
from yupana.core.game import CHANCE, Event
from yupana.games.paititi import Paititi
from yupana.games.paititi.cards import listed
from yupana.games.paititi.components import PaititiEdition
from yupana.games.paititi.state import Digging, Laying, State

SIX = edition(
    """
    [artifacts]
    vase = ["1@2", "1@2", "2@3"]
    llama = ["1@2", "1@3"]
    statue = []
    tile = []
    disc = []
    shards = ["@3"]
    [expect]
    artifacts = 6
    shards = 1
    """
)
TINY = Paititi(2, SIX)

Chances = dict[tuple[str, ...], Fraction]


def one_by_one(state: State, sites: list[int]) -> Chances:
    """What comes up, by the law: backs laid open, then the finds when these sites are dug in turn.

    Who digs with what is left aside, and so is what comes after shards, which is a draw.
    """
    if not isinstance(state.phase, Laying | Digging):
        if not sites:
            return {(): Fraction(1)}
        return one_by_one(replace(state, phase=Digging(sites[0])), sites[1:])
    chances: Chances = {}
    for move, chance in TINY.chance(state).outcomes():
        word = TINY.write_move(move).partition(" ")[2]
        if not word.startswith("shards"):
            after = TINY.apply(state, Event(CHANCE, move))
            for rest, more in one_by_one(after, sites).items():
                chances[word, *rest] = chances.get((word, *rest), Fraction(0)) + chance * more
    return chances


def shuffled(sites: list[int]) -> Chances:
    """The same from every order in which the six cards may lie."""
    names = [TINY.table.artifact_names[card] for card in listed(TINY.table.artifact_copies)]
    counts: Counter[tuple[str, ...]] = Counter()
    for order in permutations(names):
        row, pile = list(order[:3]), list(order[3:])
        seen = [card.partition("@")[2] for card in order[:4]]
        for site in sites:
            seen.append(pile.pop(0) if site == 0 else row[site - 1])
            if site:
                row[site - 1] = pile.pop(0)
            seen += [card.partition("@")[2] for card in pile[:1]]
        if not any(word.startswith("shards") for word in seen):
            counts[tuple(seen)] += 1
    return {seen: Fraction(count, 720) for seen, count in counts.items()}


@pytest.mark.rule("P-2.5", "P-1.4")
@pytest.mark.parametrize("sites", [[1], [0], [2, 2], [3, 0], [0, 1]])
def test_backs_and_faces_come_as_from_a_shuffled_pile(sites: list[int]) -> None:
    rng = Random(1)
    state = TINY.setup()
    while not isinstance(state.phase, Laying):
        state = TINY.apply(state, Event(CHANCE, TINY.chance(state).sample(rng)))
    found = one_by_one(state, sites)
    assert found == shuffled(sites)
    assert len(found) > 20


@pytest.mark.rule("P-1.3", "P-1.4", "P-1.5")
@pytest.mark.parametrize("box", [SMALL, SIX, "classic", "sixty"])
def test_every_card_is_always_somewhere(box: PaititiEdition | str) -> None:
    for number in range(8):
        game = Paititi(2 + number % 4, box, must_exhibit=number % 2 == 0)
        rng = Random(number)
        state = game.setup()
        every = cards_of(game, state)
        assert [cards.total() for cards in every] == [
            game.edition.expect.digging,
            game.edition.expect.artifacts,
            game.edition.expect.exhibitions,
        ]
        for _ in range(600):
            pending = game.pending(state)
            if not pending:
                break
            seat = pending[rng.randrange(len(pending))]
            source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
            state = game.apply(state, Event(seat, source(rng)))
            assert cards_of(game, state) == every
            assert min(min(stock) for stock in (*state.stocks, state.thrown, state.pile)) >= 0
