"""Wiraqocha searched in compiled code: the turns of `bots/ismcts.py`."""

from __future__ import annotations

import numpy as np

from yupana.bots.trees.tree import DEEPEST, ROOT, Tree, after_chance, child_of, descend, write_up
from yupana.core.kernels import Random, Row, Whole, compiled, next64, seeded
from yupana.games.wiraqocha.fast import WiraqochaKernel
from yupana.games.wiraqocha.kernel_board import judge
from yupana.games.wiraqocha.kernel_moves import list_moves
from yupana.games.wiraqocha.kernel_play import apply_chance, draw, playout
from yupana.games.wiraqocha.kernel_steps import apply_move
from yupana.games.wiraqocha.kernel_table import (
    ACTING,
    DESK,
    OVER,
    PHASE,
    PREPARING,
    SEAT,
    SEATS,
)


def table_of(kernel: WiraqochaKernel) -> Row:
    """What the compiled rules ask of the components."""
    return kernel.table


@compiled
def search(
    rows: Row, table: Row, own: int, tree: Tree, turns: int, reused: int, curious: float, random: Random
) -> int:  # fmt: skip
    """So many turns, `reused` in each world; how many moves there are at the root. Nothing is hidden, and only one is ever to move."""
    row, desk = np.empty_like(rows[0]), np.empty(table[DESK], np.int64)
    scores, ranks = np.empty(table[SEATS], np.int64), np.empty(table[SEATS], np.int64)
    path, seats = np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64)
    codes = np.empty(512, np.int64)
    ways = 0
    for turn in range(turns):
        row[:] = rows[turn // reused]
        node, depth, is_new = np.int64(ROOT), 0, False
        while not is_new and row[PHASE] != OVER and depth < DEEPEST:
            if row[PHASE] != ACTING and row[PHASE] != PREPARING:
                code: Whole = np.int64(draw(row, table, random))
                node = after_chance(tree, node, code)
                apply_chance(row, table, code)
                continue
            count = list_moves(row, table, codes, desk)
            if count > len(codes):
                codes = np.empty(2 * count, np.int64)
                list_moves(row, table, codes, desk)
            ways = count if depth == 0 else ways
            found = descend(tree, node, codes, count, random, curious)
            is_new, code = found & 1 == 1, codes[found >> 1]
            node = child_of(tree, node, code)
            path[depth], seats[depth] = node, row[SEAT]
            depth += 1
            apply_move(row, table, code)
        playout(row, table, seeded(next64(random) >> np.uint64(2)))
        judge(row, table, scores, ranks)
        write_up(tree, path, seats, depth, ranks)
    return ways
