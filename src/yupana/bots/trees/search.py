"""The search of `bots/ismcts.py` in compiled code: the same tree, several times as fast. For games of several seats."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from yupana.bots.ismcts import CURIOUS, REUSED, AnyGame, Search, Tried
from yupana.bots.trees.tree import ROOT, planted, replanted
from yupana.core.kernels import Kernel, Row

ROOM = 1 << 12
"""Nodes that there is room for in a new tree."""
MOST_NEW = 16
"""Nodes that a turn adds at most: a move, and what chance did before it since the last one that was known."""


class CompiledSearch(Search):
    """A tree in columns of numbers, grown by the turns of the game's own file beside this one."""

    def __init__(self, game: AnyGame, kernel: Kernel[Any, Any], view: Any, rng: Random) -> None:
        super().__init__(game, kernel, view, rng)
        self.tree = planted(ROOM)
        room = import_module(f"yupana.bots.trees.{game.name}")
        self.compiled, self.table = room.search, room.table_of(kernel)

    def search(self, worlds: Sequence[Row], turns: int) -> int:
        while len(self.tree.codes) < self.tree.size[0] + MOST_NEW * turns:
            self.tree = replanted(self.tree, 2 * len(self.tree.codes))
        ways: int = self.compiled(
            np.stack(worlds), self.table, self.view.seat, self.tree, turns, REUSED, CURIOUS, self.random
        )  # fmt: skip
        return ways

    def tried(self) -> list[Tried]:
        size = int(self.tree.size[0])
        followed = (self.tree.parents[1:size] == 2 * ROOT).nonzero()[0] + 1
        codes, visits, totals = (
            column[followed].tolist()
            for column in (self.tree.codes, self.tree.visits, self.tree.totals)
        )
        return list(map(Tried, codes, visits, totals))
