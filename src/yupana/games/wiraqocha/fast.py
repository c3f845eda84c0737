"""Wiraqocha on whole numbers: the door to the compiled twin of the law, for search, training and research.

How a state lies in a row is said in kernel_table.py, how a move is a number in kernel_codes.py. What may be done is in
kernel_moves.py with kernel_conquest.py and kernel_camp.py, what it does in kernel_steps.py, all of it on top of
kernel_board.py and kernel_dice.py; chance and whole games are in kernel_play.py. Compiled code of others calls
`playout`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import astuple

from yupana.core.game import CHANCE, Game, Seat
from yupana.core.grid import cells_in, set_of
from yupana.core.kernels import Kernel, Playouts, Random, Row, below
from yupana.games.wiraqocha.components import FORCE_FIELD
from yupana.games.wiraqocha.dice import spent
from yupana.games.wiraqocha.kernel_board import defence, progress
from yupana.games.wiraqocha.kernel_codes import (
    AT_BEAT,
    AT_FLAG,
    AT_LOOT,
    AT_NUMBER,
    AT_TILE,
    AT_WAY,
    AT_WHO,
    BUILD,
    DICE_MASK,
    KIND_MASK,
    LOOT_MASK,
    LOOTS,
    MOVES,
    PART_MASK,
    PAYS,
)
from yupana.games.wiraqocha.kernel_moves import list_moves
from yupana.games.wiraqocha.kernel_play import apply_chance, draw, laid, lay, play_many, playout
from yupana.games.wiraqocha.kernel_rows import pack, unpack, words
from yupana.games.wiraqocha.kernel_steps import apply_move
from yupana.games.wiraqocha.kernel_table import (
    BEAT_STOP,
    DESK,
    DRAWING,
    LAYING,
    MORE_BEAT,
    NEAR,
    ONE_BEATS,
    PHASE,
    ROLLING,
    SEAT,
    STRONGHOLD,
    TILE,
    TILE_DATA,
    WAYS,
    WAYS_STOP,
    in_lanes,
    made_of,
    out_of_lanes,
)
from yupana.games.wiraqocha.rules import Wiraqocha
from yupana.games.wiraqocha.state import (
    BEYOND,
    HIGHEST,
    NOWHERE,
    Dice,
    Drawn,
    Laid,
    Revealed,
    Rolled,
    State,
    Tile,
    WiraqochaMove,
)

__all__ = ["WiraqochaKernel", "playout"]

FEW = 512
"""Room for most lists of moves."""
TILE_BITS = 6


class WiraqochaKernel(Kernel[State, WiraqochaMove]):
    """W-1.7: the game for 2 to 4 seats with all its variants."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        assert isinstance(game, Wiraqocha)
        self.game = game
        self.seats = game.seats
        self.tiles = len(game.box.tiles)
        self.words = words(self.tiles)
        self.table = made_of(game)
        numbers: list[int] = self.table.tolist()
        self._ways = {
            (tile, numbers[at]): at
            for tile in range(self.tiles)
            for at in range(
                numbers[TILE + TILE_DATA * tile + WAYS],
                numbers[TILE + TILE_DATA * tile + WAYS_STOP],
            )
        }
        self._beats = {
            (is_doubled, numbers[at]): at
            for is_doubled, first, stop in (
                (False, numbers[ONE_BEATS], numbers[MORE_BEAT]),
                (True, numbers[MORE_BEAT], numbers[BEAT_STOP]),
            )
            for at in range(first, stop)
        }

    # States

    def pack(self, state: State) -> Row:
        row = pack(state)
        if state.valley:
            lay(row, self.table)
        return row

    def unpack(self, row: Row) -> State:
        return unpack(row, self.tiles, self.seats)

    # Moves

    def moves(self, row: Row, seat: Seat) -> Row:
        """W-1.7: all that the player whose turn it is may do."""
        if seat != row[SEAT]:
            return np.empty(0, np.int64)
        codes, desk = np.empty(FEW, np.int64), np.empty(self.table[DESK], np.int64)
        count = list_moves(row, self.table, codes, desk)
        while count > len(codes):
            codes = np.empty(2 * count, np.int64)
            count = list_moves(row, self.table, codes, desk)
        return codes[:count]

    def code(self, row: Row, move: WiraqochaMove) -> int:
        match move:
            case Rolled(dice):
                return in_lanes(dice)
            case Revealed(cards):
                return set_of(cards)
            case Drawn(seat):
                return seat
            case Laid(valley):
                return sum(tile << TILE_BITS * place for place, tile in enumerate(valley))
            case _:
                code = MOVES.index(type(move))
                for field in move.__struct_fields__:
                    code |= self._part(row, move, field)
                return code

    def _part(self, row: Row, move: Any, field: str) -> int:
        """A field of a move where it belongs in a code."""
        value = getattr(move, field)
        match field:
            case "tile":
                return 0 if value == NOWHERE else int(value) << AT_TILE
            case "dice":
                return self._ways[move.tile, in_lanes(value)] << AT_WAY
            case "beating":
                is_doubled = move.tile == row[STRONGHOLD]
                return self._beats[is_doubled, in_lanes(spent(value))] << AT_BEAT if value else 0
            case "loot":
                loot = LOOTS.index(type(value)) << AT_LOOT
                for number in astuple(value):
                    loot |= number << AT_NUMBER
                return loot
            case "capture":
                return int(value) << AT_FLAG
            case "pay":
                return PAYS.index(value) << AT_FLAG
            case _:
                return int(value) << AT_WHO

    def move(self, row: Row, seat: Seat, code: int) -> WiraqochaMove:
        if seat == CHANCE:
            return self._outcome(row, int(code))
        kind = MOVES[code & KIND_MASK]
        fields = kind.__struct_fields__
        move: WiraqochaMove = kind(*[self._field(row, int(code), field) for field in fields])
        return move

    def _field(self, row: Row, code: int, field: str) -> object:
        """What a code says of a field of its move."""
        tile, who = code >> AT_TILE & PART_MASK, code >> AT_WHO & PART_MASK
        match field:
            case "tile":
                is_bare = code & KIND_MASK == BUILD and who != FORCE_FIELD
                return NOWHERE if is_bare else tile
            case "dice":
                faces = self.game.box.conditions[tile].faces
                return faces or out_of_lanes(int(self.table[code >> AT_WAY & DICE_MASK]))
            case "beating":
                return self._beating(row, tile, code >> AT_BEAT & DICE_MASK)
            case "loot":
                loot = LOOTS[code >> AT_LOOT & LOOT_MASK]
                return loot(code >> AT_NUMBER & PART_MASK) if loot.__struct_fields__ else loot()
            case "capture":
                return bool(code >> AT_FLAG & 1)
            case "pay":
                return PAYS[code >> AT_FLAG & 1]
            case _:
                return who

    def _beating(self, row: Row, tile: Tile, beat: int) -> Dice:
        """W-7.3: what beats a 6 is a 7."""
        if beat == 0:
            return ()
        dice = out_of_lanes(int(self.table[beat]))
        return (BEYOND,) * len(dice) if defence(row, self.table, tile) == HIGHEST else dice

    def _outcome(self, row: Row, code: int) -> WiraqochaMove:
        if row[PHASE] == ROLLING:
            return Rolled(out_of_lanes(code))
        if row[PHASE] == DRAWING:
            return Drawn(code)
        if row[PHASE] == LAYING:
            return Laid(self._valley(code))
        return Revealed(tuple(cells_in(code)))

    def _valley(self, code: int) -> tuple[Tile, ...]:
        return tuple([code >> TILE_BITS * place & PART_MASK for place in range(self.tiles)])

    def apply(self, row: Row, seat: Seat, code: int) -> None:
        if seat != CHANCE:
            apply_move(row, self.table, code)
        elif row[PHASE] == LAYING:
            row[NEAR + self.tiles :] = self._valley(code)
            laid(row, self.table)
        else:
            apply_chance(row, self.table, code)

    def chance(self, row: Row, random: Random) -> int:
        """W-1.9: the tiles in Python, for there are more ways to lay them than 64 bits can tell apart."""
        if row[PHASE] != LAYING:
            return int(draw(row, self.table, random))
        left, code = list(range(self.tiles)), 0
        for place in range(self.tiles):
            code |= left.pop(below(random, len(left))) << TILE_BITS * place
        return code

    # The end

    def score(self, row: Row, seat: Seat) -> int:
        return int(progress(row, self.table, seat))

    def playouts(self, row: Row, count: int, seed: int) -> Playouts:
        scores = np.zeros((count, self.seats), np.int64)
        ranks = np.zeros((count, self.seats), np.int64)
        return Playouts(play_many(row, self.table, seed, scores, ranks), scores, ranks)
