"""Information-set Monte Carlo tree search that needs nothing of a game but its rules.

The same search as `PlainSearch` in ismcts.py, on states and moves instead of rows and codes: for games that have no
compiled implementation. A turn takes a world imagined from the view, goes down the tree by the moves that
this world allows (UCB1 over how often a move was allowed), adds one, and plays on at random to the end.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt
from random import Random
from typing import Any

from yupana.core.game import CHANCE, Event, Game, Move, Seat
from yupana.core.play import random_playout

AnyGame = Game[Any, Any, Any]


class Node:
    """A move that was tried: how often it could be, how often it was, and what came of it for its seat."""

    __slots__ = ("allowed", "known", "outcomes", "total", "visits")

    def __init__(self) -> None:
        self.allowed = self.visits = 0
        self.total = 0.0
        self.known: dict[Hashable, Node] = {}
        """Moves that followed."""
        self.outcomes: dict[Hashable, Node] = {}
        """Outcomes of chance that everybody saw; hidden ones share a node."""


class RulesSearch:
    """The tree of one decision."""

    at_once = 8
    """Turns between two looks at the clock: without a compiled implementation one may take milliseconds."""

    def __init__(self, game: AnyGame, view: Any, rng: Random, curiosity: float) -> None:
        self.game, self.view, self.rng, self.curiosity = game, view, rng, curiosity
        self.root = Node()
        self.turns = self.ways = 0
        """Turns so far, and moves at the root."""
        self.least, self.most = 0.0, 1.0
        """The range of what a game has come to: points where one plays alone, else shares of a victory."""

    def go_on(self, turns: int) -> None:
        for _ in range(turns):
            self._turn(self.game.imagine(self.view, self.rng))
        self.turns += turns

    @property
    def lead(self) -> int:
        """By how many visits the most visited move is ahead."""
        visits = sorted((each.visits for each in self.root.known.values()), reverse=True)
        return visits[0] - sum(visits[1:2])

    def best(self) -> Move:
        """The most visited move."""
        known = self.root.known
        move = max(known, key=lambda each: (known[each].visits, known[each].total))
        assert isinstance(move, Move)
        return move

    def _turn(self, state: Any) -> None:
        """Goes down the tree, adds a node, plays on, and adds what came of it to all nodes on the way."""
        node, path, is_new = self.root, list[tuple[Seat, Node]](), False
        while not is_new and (pending := self.game.pending(state)):
            seat = self.view.seat if not path and self.view.seat in pending else pending[0]
            if seat == CHANCE:
                move = self.game.chance(state).sample(self.rng)
                if self.game.is_open(move):
                    node = node.outcomes.setdefault(move, Node())
            else:
                moves = list(self.game.moves(state, seat))
                self.ways = len(moves) if not path else self.ways
                move, node, is_new = self._descend(node, moves)
                path.append((seat, node))
            state = self.game.apply(state, Event(seat, move))
        gains = self._gains(random_playout(self.game, self.rng, state)[0])
        for seat, each in path:
            each.visits += 1
            each.total += gains[seat]

    def _descend(self, node: Node, moves: Sequence[Move]) -> tuple[Move, Node, bool]:
        """A move that was never tried, or else the most promising one; and whether it is new."""
        known = node.known
        for move in moves:
            if move in known:
                known[move].allowed += 1
        fresh = [move for move in moves if move not in known]
        if fresh:
            move = fresh[self.rng.randrange(len(fresh))]
            known[move] = child = Node()
            child.allowed = 1
            return move, child, True
        move = max(moves, key=lambda each: self._promise(known[each]))
        return move, known[move], False

    def _promise(self, node: Node) -> float:
        mean = (node.total / node.visits - self.least) / (self.most - self.least)
        return mean + self.curiosity * sqrt(log(node.allowed) / node.visits)

    def _gains(self, state: Any) -> list[float]:
        """What a finished game is worth to each seat: its share of the victory; alone, its points."""
        outcome = self.game.outcome(state)
        assert outcome is not None
        if self.game.seats == 1:
            points = float(outcome.scores[0])
            self.least, self.most = min(self.least, points), max(self.most, points)
            return [points]
        best = outcome.places[0]
        return [(seat in best) / len(best) for seat in range(self.game.seats)]
