"""A search that knows nothing of any game: a tree of what was tried, and games by chance from its leaves.

This is single-observer information-set Monte Carlo tree search as it is published: each turn of it takes a world imagined from
the view, goes down the tree by the moves that this world allows (UCB1, counting how often a move was allowed), adds one, and
plays the world to its end by chance. Nothing is tuned to a game: it is a yardstick for those that are. It runs on
the compiled implementation of the game, which needs the extra `fast`; a game that has none is searched on its rules
alone, far more slowly (rules_search.py).

`PlainSearch` is the whole of it, for any game. In `bots/trees` the same tree is grown, move by move, in compiled code.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from yupana.bots.rules_search import RulesSearch
from yupana.core.game import CHANCE, Game, Move, Moves, Seat
from yupana.core.play import Choose

if TYPE_CHECKING:
    from yupana.core.kernels import Kernel, Row

AnyGame = Game[Any, Any, Any]

CURIOUS = 0.7
"""How much a move that was seldom tried gains by it."""
REUSED = 8
"""Turns in each imagined world: to imagine one takes longer than to search it."""
AT_ONCE = 8 * REUSED
"""Turns between two looks at the clock, or at whether it is settled what is best."""
COMPILED = ("paititi", "wiraqocha")
"""The games with a search in compiled code."""


def ismcts(
    game: AnyGame, rng: Random, iterations: int | None = None, seconds: float = 1.0
) -> Choose[Any, Any]:
    """A bot that searches so often, or else for so long; less often where more could not change what it does.
    ImportError if the game has a compiled implementation and what that needs is not installed."""
    begin = _maker(game, rng)

    def choose(view: Any, moves: Moves[Move]) -> Move:
        search = begin(view)
        if iterations is None:
            until = time.monotonic() + seconds
            search.go_on(search.at_once)
            while search.ways > 1 and time.monotonic() < until:
                search.go_on(search.at_once)
        else:
            search.go_on(min(search.at_once, iterations))
            while search.ways > 1 and search.lead <= (left := iterations - search.turns) > 0:
                search.go_on(min(search.at_once, left))
        return search.best()

    return choose


def _maker(game: AnyGame, rng: Random) -> Callable[[Any], Search | RulesSearch]:
    """What begins the search of one decision, given the view."""
    if find_spec(f"{game.package()}.fast") is None:
        return lambda view: RulesSearch(game, view, rng, CURIOUS)
    from yupana.core.kernels import kernel_of

    kernel, kind = kernel_of(game), kind_of(game)
    return lambda view: kind(game, kernel, view, rng)


def kind_of(game: AnyGame) -> type[Search]:
    """How the game is searched."""
    if game.name not in COMPILED:
        return PlainSearch
    from yupana.bots.trees.search import CompiledSearch

    return CompiledSearch


class Search(ABC):
    """The tree of one decision. A code at its root means the same move in every world imagined from the view."""

    at_once = AT_ONCE

    def __init__(self, game: AnyGame, kernel: Kernel[Any, Any], view: Any, rng: Random) -> None:
        from yupana.core.kernels import seeded

        self.game, self.kernel, self.view, self.rng = game, kernel, view, rng
        self.random = seeded(rng.getrandbits(32))
        self.turns = self.ways = 0
        """How often it has searched, and how many moves there are at the root."""

    def go_on(self, turns: int) -> None:
        """So many turns more, in worlds of their own."""
        worlds = [self.imagined() for _ in range(-(-turns // REUSED))]
        self.ways = self.search(worlds, turns)
        self.turns += turns

    def imagined(self) -> Row:
        """A world that could be the true one."""
        return self.kernel.pack(self.game.imagine(self.view, self.rng))

    @abstractmethod
    def search(self, worlds: Sequence[Row], turns: int) -> int:
        """So many turns, REUSED in each world; how many moves there are at the root."""

    @abstractmethod
    def tried(self) -> list[Tried]:
        """What was tried at the root."""

    @property
    def lead(self) -> int:
        """By how many turns what was tried most is ahead."""
        visits = sorted((each.visits for each in self.tried()), reverse=True)
        return visits[0] - sum(visits[1:2])

    def best(self) -> Move:
        """What was tried most often."""
        code = max(self.tried(), key=lambda each: (each.visits, each.total)).code
        move: Move = self.kernel.move(self.imagined(), self.view.seat, code)
        return move


class Tried(NamedTuple):
    """A move at the root: how often it was tried, and what that came to."""

    code: int
    visits: int
    total: float


class Node:
    """What came of a way to play: of all plays that went through it, for the seat that chose it."""

    __slots__ = ("allowed", "known", "outcomes", "total", "visits")

    def __init__(self) -> None:
        self.allowed = self.visits = 0
        self.total = 0.0
        self.known: dict[int, Node] = {}
        """Moves that followed, by their codes."""
        self.outcomes: dict[int, Node] = {}
        """The same for what chance did for all to see; what it did in secret parts nothing."""


class PlainSearch(Search):
    """The whole of it, for any game, to be read."""

    def __init__(self, game: AnyGame, kernel: Kernel[Any, Any], view: Any, rng: Random) -> None:
        super().__init__(game, kernel, view, rng)
        self.root = Node()
        self.least, self.most = 0.0, 1.0
        """What a play has come to at least and at most; where several play, how much of a victory it was."""

    def search(self, worlds: Sequence[Row], turns: int) -> int:
        ways = 0
        for turn in range(turns):
            ways = self.turn(worlds[turn // REUSED].copy())
        return ways

    def turn(self, row: Row) -> int:
        """Goes down the tree, adds to it, plays on, and writes up what came of it; how many moves there were at the root."""
        node, path = self.root, list[tuple[Seat, Node]]()
        is_new, ways = False, 0
        while not is_new:
            seat = self._who(row, first=self.view.seat if not path else 0)
            if seat is None:
                break
            if seat == CHANCE:
                code = int(self.kernel.chance(row, self.random))
                if self.game.is_open(self.kernel.move(row, CHANCE, code)):
                    node = node.outcomes.setdefault(code, Node())
            else:
                ways = len(self.codes) if not path else ways
                code, node, is_new = self._descend(node, self.codes)
                path.append((seat, node))
            self.kernel.apply(row, seat, code)
        gains = self._play(row)
        for seat, each in path:
            each.visits += 1
            each.total += gains[seat]
        return ways

    def _who(self, row: Row, first: Seat) -> Seat | None:
        """Who is next, CHANCE included, one of several after the other; None at the end. Keeps the codes it may do."""
        for turn in range(self.game.seats):
            seat = (first + turn) % self.game.seats
            codes = self.kernel.moves(row, seat)
            if len(codes):
                self.codes: list[int] = codes.tolist()
                return seat
        return next(iter(self.game.pending(self.kernel.unpack(row))), None)

    def _descend(self, node: Node, codes: list[int]) -> tuple[int, Node, bool]:
        """A move that was never tried, or else the most promising one; and whether it is new."""
        from yupana.core.kernels import below

        known = node.known
        fresh = [code for code in codes if code not in known]
        for code in codes:
            if code in known:
                known[code].allowed += 1
        if fresh:
            code = fresh[below(self.random, len(fresh))]
            known[code] = child = Node()
            child.allowed = 1
            return code, child, True
        code = max(codes, key=lambda each: self._promise(known[each]))
        return code, known[code], False

    def _promise(self, node: Node) -> float:
        mean = (node.total / node.visits - self.least) / (self.most - self.least)
        return mean + CURIOUS * sqrt(log(node.allowed) / node.visits)

    def _play(self, row: Row) -> list[float]:
        """A game by chance to its end: by seat the part of the victory, alone the points."""
        from yupana.core.kernels import next64

        played = self.kernel.playouts(row, 1, int(next64(self.random)) >> 2)
        if self.game.seats == 1:
            points = float(played.scores[0][0])
            self.least, self.most = min(self.least, points), max(self.most, points)
            return [points]
        ranks: list[int] = played.ranks[0].tolist()
        return [(rank == 0) / ranks.count(0) for rank in ranks]

    def tried(self) -> list[Tried]:
        return [Tried(code, node.visits, node.total) for code, node in self.root.known.items()]
