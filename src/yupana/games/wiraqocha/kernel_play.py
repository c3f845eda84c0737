"""What chance does, compiled, and whole games played by chance."""

from __future__ import annotations

import numpy as np

from yupana.core.kernels import Random, Row, Whole, below, compiled, lean, lowest, ones, seeded
from yupana.games.wiraqocha.kernel_board import (
    judge,
)
from yupana.games.wiraqocha.kernel_codes import (
    nth,
)
from yupana.games.wiraqocha.kernel_dice import die
from yupana.games.wiraqocha.kernel_moves import pick
from yupana.games.wiraqocha.kernel_steps import apply_move, start
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    COUNT,
    DECK,
    DESK,
    DICE,
    DRAWING,
    LAYING,
    MARKET,
    NEAR,
    NUMBER,
    OVER,
    PHASE,
    PREPARING,
    REVEALING,
    ROLLING,
    ROOM,
    SEAT,
    SEATS,
    SHOWN,
    TILE,
    TILE_DATA,
    TILES,
    TOUCHING,
)
from yupana.games.wiraqocha.state import (
    HIGHEST,
    LOWEST,
)

# Chance


@lean
def lay(row: Row, table: Row) -> None:
    """W-1.2 W-5.8: the tiles lie on their places: which touch which."""
    tiles = table[TILES]
    valley = NEAR + tiles
    for place in range(tiles):
        near = np.int64(0)
        left = table[TILE + TILE_DATA * place + TOUCHING]
        while left:
            near |= np.int64(1) << row[valley + lowest(left)]
            left &= left - 1
        row[NEAR + row[valley + place]] = near


@lean
def laid(row: Row, table: Row) -> None:
    """W-1.6: the cards are next."""
    lay(row, table)
    row[PHASE], row[COUNT] = REVEALING, table[SHOWN]


@lean
def shuffle(row: Row, table: Row, random: Random) -> None:
    """W-1.2 W-1.9: the tiles in any order."""
    valley = NEAR + table[TILES]
    for place in range(table[TILES]):
        other = below(random, place + 1)
        row[valley + place] = row[valley + other]
        row[valley + other] = place
    laid(row, table)


@lean
def draw(row: Row, table: Row, random: Random) -> Whole:
    """W-1.6 W-1.7 W-1.9 W-9.8: cards, the first player, or dice: what chance brings now, as a code."""
    if row[PHASE] == ROLLING:
        dice = np.int64(0)
        for _ in range(row[COUNT]):
            dice += die(LOWEST + below(random, HIGHEST - LOWEST + 1))
        return int(dice)
    if row[PHASE] == DRAWING:
        return below(random, table[SEATS])
    cards, deck = np.int64(0), row[DECK]
    for _ in range(row[COUNT]):
        card = np.int64(1) << nth(deck, below(random, ones(deck)))
        cards |= card
        deck &= ~card
    return int(cards)


@lean
def apply_chance(row: Row, table: Row, code: int) -> None:
    """W-1.6 W-1.7 W-9.8: dice to those that lie there, cards face up, or the first player."""
    if row[PHASE] == ROLLING:
        row[PHASE], row[COUNT] = ACTING, 0
        row[DICE] += code
    elif row[PHASE] == DRAWING:
        start(row, table, code)
    else:
        row[MARKET] |= code
        row[DECK] &= ~code
        row[COUNT] = 0
        if row[NUMBER] == 0:
            row[PHASE] = DRAWING
        else:
            start(row, table, (row[SEAT] + 1) % table[SEATS])


@lean
def happen(row: Row, table: Row, random: Random) -> None:
    """W-1.9: whatever chance has to do now."""
    if row[PHASE] == LAYING:
        shuffle(row, table, random)
    else:
        apply_chance(row, table, draw(row, table, random))


# Whole games


@compiled
def playout(row: Row, table: Row, random: Random) -> int:
    """Plays to the end by chance, in place; how many decisions that took."""
    codes, desk = np.empty(table[ROOM], np.int64), np.empty(table[DESK], np.int64)
    decisions = 0
    while row[PHASE] != OVER:
        if row[PHASE] in (ACTING, PREPARING):
            apply_move(row, table, pick(row, table, codes, desk, random))
            decisions += 1
        else:
            happen(row, table, random)
    return decisions


@compiled
def play_many(row: Row, table: Row, seed: int, scores: Row, ranks: Row) -> int:
    """A game from the row for each line of `scores` and `ranks`, and the decisions of all."""
    random = seeded(seed)
    work = np.empty_like(row)
    decisions = 0
    for game in range(len(scores)):
        work[:] = row
        decisions += playout(work, table, random)
        judge(work, table, scores[game], ranks[game])
    return decisions
