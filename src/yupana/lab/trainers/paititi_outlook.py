"""How the mind of Paititi learns what a position comes to: by watching games that it plays against itself.

The weights that it plays by tell which of its moves is better, and promise too much: of a lead that they see at first, two thirds
are there in the end. Where a play is broken off it counts how much comes true. So what was seen of the seats, turn by turn, is set
against the points by which they got ahead from there: least squares, with a set of weights for each stage of a game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from yupana.bots.minds.mind import Floats
from yupana.bots.minds.paititi import SHARES, lore_of
from yupana.bots.minds.paititi_judgement import LISTED, SCRATCH, STEPS, measure, reseed, step
from yupana.bots.minds.paititi_worth import (
    ABLE,
    CARDS,
    COUNTS_AT,
    DESK,
    FEATURES,
    FULL,
    KEPT_AT,
    KINDS,
    N_OPENING,
    N_PERMANENT,
    N_PERMANENT_LATER,
    N_TRAVELLING,
    N_TRAVELLING_LATER,
    NEXT,
    OWN_AT,
    SOMEDAY,
    SQUARE,
    SQUARE_LATER,
    STAGES,
    TOOLS,
    VALUED,
    WEIGHTS,
    N,
    climate_now,
    left,
    stage,
)
from yupana.core.kernels import Row, compiled, lean
from yupana.games.paititi.fast import PaititiKernel
from yupana.games.paititi.kernel_box import (
    ACTING,
    ARTIFACTS,
    IN_OWNED,
    MOST_PIECES,
    NEEDS,
    ON_TURN,
    OWNED,
    PHASE,
    POINTS,
    SEATS,
    STOPPED,
    TRAVELLING,
    TURN,
    WIDTH,
    WORTH,
    Box,
    block,
    total,
)
from yupana.games.paititi.kernel_rules import points_of

Seen = NDArray[np.float32]
"""A line for each turn that is looked at: there are many."""

EVERY = 4
"""One turn in so many is looked at: those between tell little else."""
MOST_TURNS = 64
"""Turns of a game that are looked at, at most."""
STRAYS = 0.03
"""How often a move is made by chance, so that more is seen than what it always does."""
TO_LOGISTIC = 1.7
"""The deviation of a normal curve for a scale of one of the logistic curve that is nearest to it."""
PULL = 50.0
"""How strongly weights are drawn to nothing, as if so many positions spoke for it."""


def learn_outlook(
    kernel: PaititiKernel, weights: Floats, games: int, seed: int
) -> tuple[Floats, Floats]:
    """What each thing that is seen counts for when all is over, from so many games by these weights; and how far off that
    is in each stage, as the scale of a logistic curve from a lead to the chance to win."""
    seats = kernel.game.seats
    seen = np.zeros((games * MOST_TURNS, 2 * FEATURES), np.float32)
    gained, stages = np.zeros(len(seen)), np.zeros(len(seen), np.int64)
    first, lore = kernel.pack(kernel.game.setup()), lore_of(kernel.table)
    found = watch_games(
        first, kernel.box, lore, weights, SHARES[seats], seed, games, seen, gained, stages
    )
    outlook, doubts = np.zeros((STAGES, 2 * FEATURES)), np.zeros(STAGES)
    for at in range(STAGES):
        here = np.flatnonzero(stages[:found] == at)
        scale = seen[here].std(axis=0).astype(float) + 1e-9
        told = seen[here] / scale
        alike = told.T @ told + PULL * np.eye(2 * FEATURES)
        learned = np.linalg.solve(alike, told.T @ gained[here])
        outlook[at] = learned / scale
        doubts[at] = (gained[here] - told @ learned).std() / TO_LOGISTIC
    return outlook.reshape(WEIGHTS), doubts


@lean
def look(row: Row, box: Box, lore: Row, desk: Floats, seat: int, seen: Floats) -> None:
    """All that is seen of a seat, which was measured: its promise is the sum over it."""
    seen[:] = 0.0
    later = 0.0 if stage(row) == 2 else 1.0
    for kind in range(lore[KINDS]):
        pieces = desk[OWN_AT + seat * WIDTH + kind]
        square = float(box[TRAVELLING + min(np.int64(pieces), box[MOST_PIECES])])
        shows = COUNTS_AT + kind
        seen[N] += pieces
        seen[N_OPENING] += pieces * desk[shows]
        seen[N_PERMANENT] += pieces * desk[shows + WIDTH]
        seen[N_PERMANENT_LATER] += pieces * later * desk[shows + 2 * WIDTH]
        seen[N_TRAVELLING] += pieces * desk[shows + 3 * WIDTH]
        seen[N_TRAVELLING_LATER] += pieces * later * desk[shows + 4 * WIDTH]
        seen[SQUARE] += square * min(desk[shows + 3 * WIDTH], 1.0)
        seen[SQUARE_LATER] += square * later * desk[shows + 4 * WIDTH]
    own = block(seat)
    seen[VALUED] = total(box, ARTIFACTS, WORTH, row[own + OWNED])
    seen[CARDS] = row[own + IN_OWNED]
    seen[ABLE] = row[own + IN_OWNED] >= box[NEEDS]
    for feature in range(TOOLS, SOMEDAY + 1):
        seen[feature] = desk[KEPT_AT + seat * WIDTH + feature]
    seen[NEXT] = row[ON_TURN] == seat


@lean
def part_of(box: Box, seat: int, who: int) -> float:
    """How much of a seat counts where one is set against the mean of the others."""
    return 1.0 if seat == who else -1.0 / (box[SEATS] - 1)


@lean
def compare(
    row: Row, box: Box, lore: Row, weights: Floats, desk: Floats, who: int, of_one: Floats, seen: Seen
) -> None:  # fmt: skip
    """By how much one is before the mean of the others in all that is seen, as it is and as it fades."""
    fades = left(row, box) / FULL
    climate_now(row, box, lore, weights, desk)
    for seat in range(box[SEATS]):
        part = part_of(box, seat, who)
        measure(row, box, lore, desk, seat)
        look(row, box, lore, desk, seat, of_one)
        for feature in range(FEATURES):
            seen[2 * feature] += part * of_one[feature]
            seen[2 * feature + 1] += part * of_one[feature] * fades


@compiled
def watch_games(
    first: Row, box: Box, lore: Row, weights: Floats, share: float, seed: int, games: int, seen: Seen, gained: Floats,
    stages: Row,
) -> int:  # fmt: skip
    """Games by these weights, and of one turn in so many: by how much a seat is before the mean of the others in all that is
    seen, and by how many points it got ahead of them from there. How many turns that were."""
    desk, scratch = np.zeros(DESK), np.zeros(SCRATCH, np.int64)
    codes, worths = np.zeros(LISTED, np.int64), np.zeros(LISTED)
    random, of_one = np.zeros(1, np.uint64), np.zeros(FEATURES)
    whose = np.zeros(MOST_TURNS, np.int64)
    found = 0
    for game in range(games):
        row = first.copy()
        turn, begun = -1, found
        reseed(random, seed, game)
        for _ in range(STEPS):
            if row[PHASE] >= STOPPED:
                break
            if row[PHASE] == ACTING and row[TURN] != turn:
                turn = row[TURN]
                if turn % EVERY == game % EVERY and found - begun < MOST_TURNS:
                    who = whose[found - begun] = (turn // EVERY + game) % box[SEATS]
                    compare(row, box, lore, weights, desk, who, of_one, seen[found])
                    for seat in range(box[SEATS]):
                        gained[found] -= part_of(box, seat, who) * row[block(seat) + POINTS]
                    stages[found] = stage(row)
                    found += 1
            step(row, box, lore, weights, share, STRAYS, random, desk, scratch, codes, worths)
        for at in range(begun, found):
            for seat in range(box[SEATS]):
                gained[at] += part_of(box, seat, whose[at - begun]) * points_of(row, box, seat)
    return found
