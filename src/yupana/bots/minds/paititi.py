"""The mind of Paititi: what it values is in paititi_worth.py, what it makes of it in paititi_judgement.py.

It judges in points: those a seat may end with, less a share of those of its best rival; and plays on for the victory. A code of the
kernel says which cards it is about, so it means the same move in every world that is imagined from one view.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from yupana.bots.minds.mind import Floats, Judged, Mind
from yupana.bots.minds.paititi_judgement import LISTED, judge_row, play_rows
from yupana.bots.minds.paititi_worth import (
    HALF,
    KINDS,
    LORE,
    MOST_PICKS,
    MOST_SHOVELS,
    STAGES,
    WEIGHTS,
)
from yupana.bots.model import Model
from yupana.core.game import Game, Seat
from yupana.core.kernels import Row
from yupana.games.paititi.components import Table
from yupana.games.paititi.fast import PaititiKernel

SHARES = {2: 1.0, 3: 0.6, 4: 0.5, 5: 0.4}
"""How much of the best rival's points counts against one, by seats: between two, all of it."""
ROUNDS = {2: 4, 3: 3, 4: 3, 5: 2}
"""Full rounds that are played on before the rest is judged."""
OUTLOOK, DOUBTS = " outlook", " doubts"
"""What follows the number of seats in the names of the weights by which the rest is judged, and of how far off that is by
stage; those without are to play by."""
SEEDS = (1 << 63) - 1


class PaititiMind(Mind):
    """Judges all that a seat may sensibly do in Paititi, and plays it on by that judgement."""

    kernel: PaititiKernel

    def __init__(self, game: Game[Any, Any, Any], model: Model) -> None:
        self.kernel = PaititiKernel(game)
        self.weights = weights_for(model, game.seats, "", WEIGHTS)
        self.outlooks = weights_for(model, game.seats, OUTLOOK, WEIGHTS)
        self.doubts = weights_for(model, game.seats, DOUBTS, STAGES)
        self.lore = lore_of(self.kernel.table)
        self.share = SHARES[game.seats]
        self.turns = ROUNDS[game.seats] * game.seats

    def judge(self, row: Row, seat: Seat) -> Judged:
        codes, worths = np.empty(LISTED, np.int64), np.empty(LISTED)
        number = judge_row(
            row, self.kernel.box, self.lore, self.weights, self.share, seat, codes, worths
        )
        best = np.argsort(-worths[:number], kind="stable")
        return Judged(codes[best], worths[best])

    def play_on(
        self, rows: Row, seat: Seat, codes: Row, start: int, count: int, seed: int
    ) -> Floats:
        sums = np.zeros(len(codes))
        play_rows(
            rows, self.kernel.box, self.lore, self.weights, self.outlooks, self.doubts, self.share, seat,
            codes, start, count, seed & SEEDS, self.turns, sums,
        )  # fmt: skip
        return sums


def weights_for(model: Model, seats: int, what: str, many: int) -> Floats:
    """Those learned with so many seats, or with the nearest number of them."""
    learned = [int(name) for name in model.weights if name.isdecimal()]
    nearest = min(learned, key=lambda number: abs(number - seats))
    weights = np.array(model.weights[f"{nearest}{what}"])
    if weights.shape != (many,):
        raise ValueError("not a model of this mind")
    return weights


def lore_of(table: Table) -> Row:
    """What judging asks of the components beside the kernel's box."""
    lore = np.zeros(LORE, np.int64)
    lore[KINDS] = len(table.artifact_kinds)
    lore[MOST_PICKS] = max(table.back_picks)
    lore[MOST_SHOVELS] = max(table.back_shovels)
    for card in range(table.stop):
        for half, kind in enumerate(table.exhibition_kinds[card]):
            lore[HALF + 2 * card + half] = kind
    return lore
