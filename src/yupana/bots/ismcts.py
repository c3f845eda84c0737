"""A search that knows nothing of any game: a tree of what was tried, and games by chance from its leaves.

This is single-observer information-set Monte Carlo tree search as it is published: each turn of it imagines a world from
the view, goes down the tree by the moves that this world allows (UCB1, counting how often a move was allowed), adds one, and
plays the world to its end by chance. Nothing is tuned to a game: it is a yardstick for those that are. It needs
the compiled twin of the game, and so the extra `fast`.
"""

from __future__ import annotations

import time
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from yupana.core.game import CHANCE, Game, Move, Moves, Seat
from yupana.core.play import Choose

if TYPE_CHECKING:
    from yupana.core.kernels import Kernel, Row

AnyGame = Game[Any, Any, Any]

CURIOUS = 0.7
"""How much a move that was seldom tried gains by it."""


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


def ismcts(
    game: AnyGame, rng: Random, iterations: int | None = None, seconds: float = 1.0
) -> Choose[Any, Any]:
    """A bot that searches so often, or else for so long."""
    from yupana.core.kernels import kernel_of

    kernel = kernel_of(game)

    def choose(view: Any, moves: Moves[Move]) -> Move:
        search = Search(game, kernel, view, rng)
        until = time.monotonic() + seconds
        search.turn()
        while search.is_open and (
            time.monotonic() < until if iterations is None else search.turns < iterations
        ):
            search.turn()
        return search.best()

    return choose


class Search:
    """The tree of one decision. A code at its root means the same move in every world imagined from the view."""

    def __init__(self, game: AnyGame, kernel: Kernel[Any, Any], view: Any, rng: Random) -> None:
        self.game, self.kernel, self.view, self.rng = game, kernel, view, rng
        self.root = Node()
        self.turns = self.ways = 0
        """How often it has searched, and how many moves there are at the root."""
        self.least, self.most = 0.0, 1.0
        """What a play has come to at least and at most; where several play, how much of a victory it was."""

    def turn(self) -> None:
        """Imagines a world, goes down the tree, adds to it, plays on, and writes up what came of it."""
        from yupana.core.kernels import seeded

        self.turns += 1
        row = self.kernel.pack(self.game.imagine(self.view, self.rng))
        random = seeded(self.rng.getrandbits(32))
        node, path = self.root, list[tuple[Seat, Node]]()
        is_new = False
        while not is_new:
            seat = self._who(row, first=self.view.seat if not path else 0)
            if seat is None:
                break
            if seat == CHANCE:
                code = int(self.kernel.chance(row, random))
                if self.game.is_open(self.kernel.move(row, CHANCE, code)):
                    node = node.outcomes.setdefault(code, Node())
            else:
                self.ways = len(self.codes) if not path else self.ways
                code, node, is_new = self._descend(node, self.codes)
                path.append((seat, node))
            self.kernel.apply(row, seat, code)
        gains = self._play(row)
        for seat, each in path:
            each.visits += 1
            each.total += gains[seat]

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
        known = node.known
        fresh = [code for code in codes if code not in known]
        for code in codes:
            if code in known:
                known[code].allowed += 1
        if fresh:
            code = fresh[self.rng.randrange(len(fresh))]
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
        played = self.kernel.playouts(row, 1, self.rng.getrandbits(32))
        if self.game.seats == 1:
            points = float(played.scores[0][0])
            self.least, self.most = min(self.least, points), max(self.most, points)
            return [points]
        ranks: list[int] = played.ranks[0].tolist()
        return [(rank == 0) / ranks.count(0) for rank in ranks]

    @property
    def is_open(self) -> bool:
        """Whether there is more than one thing to do."""
        return self.ways > 1

    def best(self) -> Move:
        """What was tried most often."""
        tried = self.root.known
        code = max(tried, key=lambda each: (tried[each].visits, tried[each].total))
        world = self.kernel.pack(self.game.imagine(self.view, self.rng))
        move: Move = self.kernel.move(world, self.view.seat, code)
        return move
