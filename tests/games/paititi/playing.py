"""How the tests of Paititi read and play: positions and events as text."""

from __future__ import annotations

from collections import Counter
from textwrap import dedent

import pytest

from yupana.core.edition import packaged_tables, read_edition
from yupana.core.errors import IllegalMove
from yupana.core.game import CHANCE, Event
from yupana.core.play import step
from yupana.games.paititi import Paititi
from yupana.games.paititi.components import PaititiEdition
from yupana.games.paititi.state import Exhibiting, State

PACKAGE = "yupana.games.paititi"


def position(game: Paititi, text: str) -> State:
    return game.read_position(dedent(text))


def do(game: Paititi, state: State, *lines: str) -> State:
    """Adds checked events, written as in a record: `1 draw`, `* deal 2/3 3/3`."""
    for line in lines:
        seat, _, move = line.partition(" ")
        event = Event(CHANCE if seat == "*" else int(seat) - 1, game.read_move(move))
        state = step(game, state, event)
    return state


def allowed(game: Paititi, state: State, seat: int = 1) -> list[str]:
    return [game.write_move(move) for move in game.moves(state, seat - 1)]


def refused(game: Paititi, state: State, line: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        do(game, state, line)
    return refusal.value.clause


def why_not(game: Paititi, state: State, seat: int, move: str) -> str | None:
    """As `refused`, but for a seat that is not to move as well."""
    return game.moves(state, seat - 1).why_not(game.read_move(move))


def says(game: Paititi, state: State, *lines: str) -> bool:
    """Whether the text of the position has all these lines, in this order."""
    written = iter(line.strip() for line in game.write_position(state).split("\n"))
    return all(line in written for line in lines)


def phase(game: Paititi, state: State) -> str:
    return game.write_position(state).split("\n")[1]


def edition(text: str) -> PaititiEdition:
    """An owner's edition that extends the classic one."""
    head = 'extends = "classic"\nname = "own"\ntitle = "Own"\n'
    return read_edition(
        head + dedent(text), PaititiEdition, lambda name: packaged_tables(PACKAGE, name)
    )


SMALL = edition(
    """
    [digging]
    "1/1" = 1
    "1/2" = 1
    "1/3" = 1
    "1/4" = 1
    "2/1" = 3
    "2/2" = 3
    "2/3" = 3
    "2/4" = 3
    "3/1" = 3
    "3/2" = 3
    "3/3" = 4
    "3/4" = 4
    [artifacts]
    vase = ["1@2", "1@2", "2@3"]
    llama = ["1@2", "2@3"]
    statue = ["1@2", "3@3"]
    tile = ["1@2"]
    disc = ["2@2"]
    shards = ["@2", "@3"]
    [expect]
    digging = 30
    artifacts = 11
    """
)
"""A box with few cards, so that piles run out."""


def cards_of(game: Paititi, state: State) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Every digging, artifact and exhibition card on the table, wherever it is."""
    digging, artifacts = Counter[int](), Counter[int]()
    for own in state.expeditions:
        digging.update(own.hand + own.displayed)
        artifacts.update(own.artifacts)
    for pile in (state.pile, state.discard):
        digging.update({card: copies for card, copies in enumerate(pile) if copies})
    for stock in (*state.stocks, state.thrown):
        artifacts.update({card: copies for card, copies in enumerate(stock) if copies})
    shows = Counter((*state.open, *state.decks[0], *state.decks[1]))
    shows.update(line.card for line in state.ledger)
    if isinstance(state.phase, Exhibiting):
        shows[state.phase.card] += 1
    if state.ending is not None:
        shows[game.table.stop] += 1
    return digging, artifacts, shows


LATE = """
    turn 9 seat 1 exhibited 8
    {phase}
    open {open}
    held llamas+statues by 1: 0+0 0+0
    row 2 2 5 top 2
    seat 1
      {hand}
      artifacts {one}
    seat 2
      artifacts {two}
"""
OPEN = ("vases+llamas", "statues+tiles", "tiles+discs", "discs+vases", "tiles/vases")


def late_table(one: str, two: str = "nothing", phase: str = "acting", hand: str = "") -> State:
    """Two players towards the end of a game, with these artifacts and the first one's hand."""
    cards = " ".join(card for card in OPEN if card not in phase)
    text = LATE.format(one=one, two=two, phase=phase, hand=hand, open=cards)
    return position(Paititi(2), text)
