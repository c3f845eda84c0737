"""How the mind of Paititi learns its weights: from hand-set ones, by games against itself.

Many slight changes of all weights are tried at a time, each in games against the weights at hand, all with the same chance; the
middle moves towards the better ones, and the changes become smaller (an evolution strategy with weighted recombination). The
first half of the rounds changes all stages of a game alike, the second each by itself. Now and then the opponent becomes
what was learned so far. Then it learns what positions come to, by which plays are judged that are broken off
(paititi_outlook.py).

Least squares on what games of its own came to was tried first: after one lesson the weights won 36 % of 3,000 games against the
hand-set ones, after the second 3 %. What is seen beside a victory is not what brings it about.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from yupana.bots.minds.mind import Floats
from yupana.bots.minds.paititi import DOUBTS, OUTLOOK, SHARES, lore_of
from yupana.bots.minds.paititi_judgement import (
    LISTED,
    SCRATCH,
    STEPS,
    best_of,
    judged,
    likely,
    reseed,
)
from yupana.bots.minds.paititi_worth import (
    ABLE,
    ALWAYS,
    CARDS,
    DESK,
    DISPLAY_FIRST,
    DRAW_FIRST,
    FEATURES,
    HOLDING,
    LIFTING,
    N_OPENING,
    N_PERMANENT,
    N_PERMANENT_LATER,
    N_TRAVELLING_LATER,
    NEXT,
    NOW,
    REACHING,
    SOMEDAY,
    SQUARE,
    SQUARE_LATER,
    STAGES,
    STANDING,
    TOO_FAR,
    TOO_HIGH,
    VALUED,
    WEIGHTS,
    N,
)
from yupana.bots.model import Model, as_written
from yupana.core.game import CHANCE
from yupana.core.kernels import Row, compiled, lowest
from yupana.games.paititi import Paititi
from yupana.games.paititi.fast import PaititiKernel
from yupana.games.paititi.kernel_box import (
    APPOINTING,
    EXHIBITING,
    PHASE,
    SEATS,
    STOPPED,
    TURN,
    WAITING,
    Box,
)
from yupana.games.paititi.kernel_moves import chance
from yupana.games.paititi.kernel_rules import make, place_of, points_of
from yupana.lab.trainers.paititi_outlook import learn_outlook

LEARNED = {2: 0.6, 3: 0.2, 4: 0.2}
"""Numbers of seats, and the part of all games that is played with them."""
ROUNDS, TRIES = 16, 20
"""How often changes are tried, and how many at a time."""
SPREAD, CALMER, STRIDE = 0.6, 0.96, 1.5
"""How far changes go at first, how much less each time, and how far the middle follows the better half."""
RENEWED = 8
"""After so many rounds the opponent becomes what was learned so far."""
CHECK = 1000
"""Games against the hand-set weights that tell how well it plays, with chance that was not learned from."""

# Hand-set: a feature, what it counts for, and what more while exhibitions are to come.
START: tuple[tuple[int, float, float], ...] = (
    (N, 0.2, 0.4),
    (N_OPENING, 0.1, 0.4),
    (N_PERMANENT, 0.6, 0.2),
    (N_PERMANENT_LATER, 0.3, 0.2),
    (N_TRAVELLING_LATER, 0.2, 0.2),
    (SQUARE, 0.4, 0.3),
    (SQUARE_LATER, 0.2, 0.1),
    (VALUED, 1.0, -0.3),
    (CARDS, 0.0, 0.2),
    (ABLE, 0.0, 1.0),
    (STANDING, 0.1, 0.9),
    (REACHING, 0.1, 0.5),
    (HOLDING, 0.0, 0.1),
    (TOO_HIGH, 0.0, 0.1),
    (TOO_FAR, 0.0, 0.1),
    (LIFTING, 0.0, 0.1),
    (NOW, 0.2, 0.1),
    (DISPLAY_FIRST, 0.05, 0.05),
    (DRAW_FIRST, 0.05, 0.05),
    (SOMEDAY, 0.1, 0.0),
)

STEPS_OF = {
    SQUARE: 0.03,
    SQUARE_LATER: 0.03,
    CARDS: 0.1,
    ABLE: 0.3,
    STANDING: 0.1,
    REACHING: 0.06,
    TOO_HIGH: 0.03,
    TOO_FAR: 0.03,
    LIFTING: 0.03,
    NEXT: 0.0,
    ALWAYS: 0.0,
}
"""The least step of a change, where it is another than for most; what is the same for all seats changes nothing."""
CHECKED = 987_654_321


def start() -> Floats:
    """The hand-set weights, the same in all stages."""
    weights = np.zeros((STAGES, FEATURES, 2))
    for feature, always, fading in START:
        weights[:, feature] = always, fading
    return weights.reshape(WEIGHTS)


def scale() -> Floats:
    """How far a change of one goes, by weight: about a third of it, and at least a little."""
    least = np.full(FEATURES, 0.05)
    for feature, step in STEPS_OF.items():
        least[feature] = step
    weights = start().reshape(STAGES, FEATURES, 2)
    steps: Floats = 0.3 * np.abs(weights) + least[None, :, None]
    return steps


def train(seed: int, games: int, say: Callable[[str], None]) -> Model:
    """Learns for two, three and four seats from so many games in all; five play by the weights for four. One half is
    played to find the weights to play by, the other watched."""
    learned: dict[str, list[float]] = {}
    curve: list[dict[str, float]] = []
    for seats, part in LEARNED.items():
        kernel = PaititiKernel(Paititi(seats))
        some = int(games / 2 * part)
        each = max(seats, some // (ROUNDS * TRIES))

        def tell(number: int, weights: Floats, kernel: PaititiKernel = kernel) -> None:
            seats = kernel.game.seats
            won, points = contest(kernel, weights, start(), CHECK, CHECKED)
            say(f"{seats} seats, round {number}: {won:.3f} of games won, {points:+.2f} points")
            curve.append({"seats": seats, "round": number, "won": won, "points": points})

        weights = as_written(improve(kernel, start(), each, seed + seats, tell).tolist())
        learned[str(seats)] = weights
        outlook, doubts = learn_outlook(kernel, np.array(weights), max(1, some), seed + seats)
        learned[f"{seats}{OUTLOOK}"] = outlook.tolist()
        learned[f"{seats}{DOUBTS}"] = doubts.tolist()
    return Model(game="paititi", seed=seed, games=games, curve=curve, weights=learned)


def improve(
    kernel: PaititiKernel,
    weights: Floats,
    games: int,
    seed: int,
    tell: Callable[[int, Floats], None],
) -> Floats:
    """The weights after all rounds, each try in so many games."""
    rng = np.random.default_rng(seed)
    better = TRIES // 2
    shares = np.log(better + 0.5) - np.log(np.arange(1, better + 1))
    shares /= shares.sum()
    rival, spread, steps = weights, SPREAD, scale()
    for number in range(ROUNDS):
        shape = (1 if number < ROUNDS // 2 else STAGES, FEATURES, 2)
        half = spread * rng.standard_normal((TRIES // 2, *shape))
        changes = np.concatenate([half, -half])  # each with its contrary: less is left to luck
        tries = [weights + (steps * change).reshape(WEIGHTS) for change in changes]
        gains = [contest(kernel, each, rival, games, 1000 * seed + number)[1] for each in tries]
        best = np.argsort(gains)[::-1][:better]
        change = STRIDE * np.tensordot(shares, changes[best], axes=1)
        weights = weights + (steps * change).reshape(WEIGHTS)
        spread *= CALMER
        if (number + 1) % RENEWED == 0:
            rival = weights
            tell(number + 1, weights)
    return weights


def contest(
    kernel: PaititiKernel,
    weights: Floats,
    others: Floats,
    games: int,
    seed: int,
    share: float | None = None,
) -> tuple[float, float]:
    """The part of games that the weights win on one seat against the others on the rest, every seat as often, and by how
    many points on the average; a shared victory counts in part."""
    seats = kernel.game.seats
    lore = lore_of(kernel.table)
    first = kernel.pack(kernel.game.setup())
    won = points = 0.0
    for seat in range(seats):
        each = np.tile(others, (seats, 1))
        each[seat] = weights
        shares = np.full(seats, SHARES[seats])
        if share is not None:
            shares[seat] = share
        scores, places = np.zeros((2, games // seats, seats))
        play_games(first, kernel.box, lore, each, shares, seed, scores, places)
        rest = np.delete(scores, seat, axis=1).max(axis=1)
        points += float((scores[:, seat] - rest).mean()) / seats
        shared = (places == 0).sum(axis=1)
        won += float(((places[:, seat] == 0) / shared).mean()) / seats
    return won, points


@compiled
def play_games(
    first: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    shares: Floats,
    seed: int,
    scores: Floats,
    places: Floats,
) -> None:
    """A game for each line of scores and places, by a line of weights for each seat."""
    desk, scratch = np.zeros(DESK), np.zeros(SCRATCH, np.int64)
    codes, worths = np.zeros(LISTED, np.int64), np.zeros(LISTED)
    random, secret = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    for game in range(len(scores)):
        row = first.copy()
        turn = -1
        reseed(secret, seed + 1, game)
        for _ in range(STEPS):
            if row[PHASE] >= STOPPED:
                break
            if row[TURN] != turn:
                turn = row[TURN]
                reseed(random, seed * 1000003 + game, turn)
            if row[PHASE] >= APPOINTING:
                make(row, box, CHANCE, chance(row, box, random))
                continue
            seat = lowest(row[WAITING])
            found = judged(
                row,
                box,
                lore,
                weights[seat],
                float(shares[seat]),
                seat,
                desk,
                scratch,
                codes,
                worths,
            )
            if row[PHASE] == EXHIBITING:
                make(row, box, seat, codes[likely(worths, found, secret)])
            else:
                make(row, box, seat, codes[best_of(worths, found)])
        for seat in range(box[SEATS]):
            scores[game, seat] = points_of(row, box, seat)
            places[game, seat] = place_of(row, box, seat)
