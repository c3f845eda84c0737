"""Moves as whole numbers: where in a code each part of a move is, and lists of codes.

Outcomes of chance have codes of their own: lanes of dice, a set of cards, or a seat; the tiles as they were laid are
too many for a number of 64 bits, and only Python has a code for them.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from yupana.core.kernels import Row, Whole, lean, lowest
from yupana.games.wiraqocha import state

# A code: the kind of move, its tile; a pawn, source, die, card or captor; then what only some moves have.
(
    COLLECT, RECOVER, SWAP_IN, SWAP_OVER, BURROW, LIFT, ROLL, ENTER, MARCH, PILLAGE, TUNNEL, DEFEND, RAISE, LOWER,
    REROLL, BUILD, SACRIFICE, MANUFACTURE, BUY_BACK, STRENGTHEN, PROBE_TILE, FORTIFY, DEVASTATE, RANSOM, END,
) = range(25)  # fmt: skip
KIND_MASK, PART_MASK, DICE_MASK, LOOT_MASK = (1 << 5) - 1, (1 << 6) - 1, (1 << 14) - 1, 3
"""Tile, who and the number of a loot are parts of six bits."""
AT_TILE, AT_WHO, AT_FLAG, AT_WAY, AT_BEAT, AT_LOOT, AT_NUMBER = 5, 11, 17, 18, 32, 46, 48
"""Where each part begins. The flag: a capture, or a ransom in crystals. Way and beat: where in the table these dice
are; beat is 0 where nothing was to be beaten."""
CRYSTAL_LOOT, ARTIFACT_LOOT, INVENTION_LOOT, FREEDOM_LOOT = range(4)

MOVES: tuple[Any, ...] = (
    state.Collect, state.Recover, state.SwapIn, state.SwapOver, state.Burrow, state.Lift, state.Roll, state.Enter,
    state.March, state.Pillage, state.Tunnel, state.Defend, state.Raise, state.Lower, state.Reroll, state.Build,
    state.Sacrifice, state.Manufacture, state.BuyBack, state.Strengthen, state.Probe, state.Fortify, state.Devastate,
    state.Ransom, state.End,
)  # fmt: skip
"""By kind, the moves of the law."""
LOOTS: tuple[Any, ...] = (
    state.Crystal,
    state.Artifact,
    state.Invention,
    state.Freedom,
)
PAYS: tuple[Literal["cubes"], Literal["crystal"]] = ("cubes", "crystal")


@lean
def none() -> int:
    """Nothing, such as the codes in a list that begins.

    A number that stands in the code is a constant to Numba, and whatever it is handed to is compiled once more for it.
    """
    return int(np.int64(0))


@lean
def put(codes: Row, count: int, code: int) -> int:
    """One more, if there is room."""
    if count < len(codes):
        codes[count] = code
    return count + 1


@lean
def nth(bits: int, n: int) -> Whole:
    """Member number n, from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
