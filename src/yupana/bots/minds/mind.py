"""What a mind has to be able to do; one for each game, each in a file of its own beside this one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yupana.bots.model import Model
from yupana.core.game import Game, Seat
from yupana.core.kernels import Kernel, Row

Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """Moves that are worth a look, best first."""

    codes: Row
    """As the kernel has them in that state."""
    worths: Floats
    """How good each looks to the seat that moves, in the game's own unit; more is better."""


class Mind(ABC):
    """How one game, with its seats and options, is judged: only ever in worlds that were imagined from a view."""

    kernel: Kernel[Any, Any]

    @abstractmethod
    def __init__(self, game: Game[Any, Any, Any], model: Model) -> None: ...

    @abstractmethod
    def judge(self, row: Row, seat: Seat) -> Judged:
        """All moves of the seat that are worth a look."""

    def promising(self, row: Row, seat: Seat) -> Row:
        """The moves to be played on, most promising first; those that are judged best, unless a mind knows better."""
        return self.judge(row, seat).codes

    @abstractmethod
    def play_on(
        self, rows: Row, seat: Seat, codes: Row, start: int, count: int, seed: int
    ) -> Floats:
        """For each code the sum of what the seat gets in `count` plays if it does that and everybody
        then plays by judgement, for some turns or to the end.

        Play number i, from `start` on, begins in the world `rows[i % len(rows)]`; its chance depends on the seed and on i alone: the
        same for every code, so that they are compared and not their luck.
        """
