"""What a seat's moves would come to, as far as the seat itself can tell. No I/O, no clock.

An outlook is made of the seat's own view and of nothing else: worlds are imagined that look like this
from there, the move is made in each of them, and if the seat's points come out the same in all, they are
told. So the answer holds nothing that the asker could not have worked out. Chance is never asked:
what the dice will do is not known, also not here.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct

from yupana.core.errors import NotYourTurn, YupanaError
from yupana.core.game import Event, Game, ScoreTree, Seat
from yupana.core.play import step
from yupana.server import wire
from yupana.server.say import reason

WORLDS = 2
"""How many are imagined. Where points hang on what is hidden, two rarely agree by chance."""

MOST_KEPT = 2000
"""Answers that are remembered for as long as the game stands where it does."""

MOST_LISTED = 20_000
"""Moves that are listed at most; whoever has more types one."""


def try_move(game: Game[Any, Any, Any], state: Any, event: Event[Any]) -> Any:
    """The state after a move that is checked first; every refusal names the clause it rests on."""
    try:
        return step(game, state, event)
    except NotYourTurn as error:
        clause = game.moves(state, event.seat).why_not(event.move)
        if clause is not None:
            error.facts["clause"] = clause
        raise


class Prospect(Struct, frozen=True):
    """What is known of one move: its points, or nothing certain, or why it cannot be made."""

    score: int | None = None
    tree: Raw | None = None
    why: YupanaError | None = None


class Outlook:
    """One seat's, for as long as its view stays as it is."""

    def __init__(self, game: Game[Any, Any, Any], view: Any, seat: Seat) -> None:
        self._game, self._seat = game, seat
        self._worlds = [game.imagine(view, Random(number)) for number in range(WORLDS)]
        self._known: dict[str, Prospect] = {}
        self._moves = islice(game.moves(self._worlds[0], seat), MOST_LISTED)
        self.listed: list[str] = []
        """The moves that there are, as far as `list_more` has come."""

    def of(self, text: str, language: str) -> wire.Prospect:
        """What the move would come to."""
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            known = self._known[text] = self._look(text)
        why = None if known.why is None else reason(known.why, language)
        return wire.Prospect(text, known.score, known.tree, why)

    def _look(self, text: str) -> Prospect:
        try:
            event = Event(self._seat, self._game.read_move(text))
            after = [try_move(self._game, world, event) for world in self._worlds]
        except YupanaError as why:
            return Prospect(why=why)
        trees = [self._score(state) for state in after]
        if any(tree != trees[0] for tree in trees):
            return Prospect()
        return Prospect(trees[0].points, Raw(msgspec.json.encode(trees[0])))

    def _score(self, state: Any) -> ScoreTree:
        return self._game.score_seen(self._game.view(state, self._seat), self._seat)

    def list_more(self, count: int) -> bool:
        """Lists some more of the moves; whether there may be others yet."""
        some = [self._game.write_move(move) for move in islice(self._moves, count)]
        self.listed += some
        return len(some) == count
