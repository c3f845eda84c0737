"""Paititi searched in compiled code: the turns of `bots/ismcts.py`."""

from __future__ import annotations

import numpy as np

from yupana.bots.trees.tree import DEEPEST, ROOT, Tree, after_chance, child_of, descend, write_up
from yupana.core.game import CHANCE
from yupana.core.kernels import Random, Row, Whole, compiled, lowest, next64, seeded
from yupana.games.paititi.fast import PaititiKernel
from yupana.games.paititi.kernel_box import APPOINTING, DEAL, KIND_BITS, PHASE, STOPPED, WAITING
from yupana.games.paititi.kernel_moves import chance, list_moves
from yupana.games.paititi.kernel_rules import make, place_of, playout


def table_of(kernel: PaititiKernel) -> Row:
    """What the compiled rules ask of the components."""
    return kernel.box


@compiled
def search(
    rows: Row, box: Row, own: int, tree: Tree, turns: int, reused: int, curious: float, random: Random
) -> int:  # fmt: skip
    """So many turns, `reused` in each world; how many moves there are at the root. Where several are waited for, the one that thinks comes first."""
    row, ranks = np.empty_like(rows[0]), np.empty(box[0], np.int64)
    path, seats = np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64)
    codes = np.empty(512, np.int64)
    ways = 0
    for turn in range(turns):
        row[:] = rows[turn // reused]
        node, depth, is_new = np.int64(ROOT), 0, False
        while not is_new and row[PHASE] < STOPPED and depth < DEEPEST:
            if row[PHASE] >= APPOINTING:
                code: Whole = np.int64(chance(row, box, random))
                if code & ((1 << KIND_BITS) - 1) != DEAL:
                    node = after_chance(tree, node, code)
                make(row, box, CHANCE, code)
                continue
            seat: Whole = lowest(row[WAITING]) if depth else np.int64(own)
            count = list_moves(row, box, seat, codes)
            if count > len(codes):
                codes = np.empty(2 * count, np.int64)
                list_moves(row, box, seat, codes)
            ways = count if depth == 0 else ways
            found = descend(tree, node, codes, count, random, curious)
            is_new, code = found & 1 == 1, codes[found >> 1]
            node = child_of(tree, node, code)
            path[depth], seats[depth] = node, seat
            depth += 1
            make(row, box, seat, code)
        playout(row, box, seeded(next64(random) >> np.uint64(2)))
        for seat in range(len(ranks)):
            ranks[seat] = place_of(row, box, seat)
        write_up(tree, path, seats, depth, ranks)
    return ways
