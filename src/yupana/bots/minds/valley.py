"""The mind of the valley: judges a mark by the best whole turn that has it, and plays sheets on by whole turns.

Its unit is the stars of one's own sheet; for a snake on another's sheet, less the stars of that one. Nobody else's marks
change what one can do, so that only one sheet is ever played on: others end the game as their fullest sheet fills up, and put
their snakes where they do most harm. Nothing that is hidden is looked at: all imagined worlds are alike to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from yupana.bots.minds import valley_sight as sight
from yupana.bots.minds import valley_turns as turns
from yupana.bots.minds.mind import Floats, Judged, Mind
from yupana.bots.minds.valley_marks import WIDEST
from yupana.bots.model import Model
from yupana.core.game import Game, Seat
from yupana.core.kernels import Random, Row, ones, seeded
from yupana.games.valley import kernel_rules as k
from yupana.games.valley.fast import ValleyKernel

WIDTH, STOPS = np.int64(12), np.int64(8)
"""Of a turn that is judged: ways to go on after each mark, places to stop at."""
PLAYED_WIDTH, PLAYED_STOPS = np.int64(1), np.int64(1)
"""Of a turn that is played on."""
ROUNDS = np.int64(4)
"""That a sheet is played on before it is judged; to the end, if that is not much further."""
NEAR_END = 3

ALONE, AMONG = "alone", "among others"


class Room(NamedTuple):
    """Where a turn is thought out."""

    slots: Row
    ints: Row
    floats: Floats
    by: Floats
    seen: Floats
    random: Random


def make_room(kernel: ValleyKernel) -> Room:
    words = int(turns.slot_words(kernel.table))
    return Room(
        np.zeros(words * (1 + turns.MARKS * WIDEST), np.int64),
        np.zeros(turns.INTS, np.int64),
        np.zeros(turns.FLOATS),
        np.zeros(sight.SEEN + 3),
        np.zeros(sight.SEEN),
        seeded(0),
    )


def marks_left(kernel: ValleyKernel) -> Row:
    """By node of the dice: how many more marks they can make."""
    left = np.zeros(len(kernel.nodes), np.int64)
    for node in reversed(range(len(left))):
        count, _, steps = kernel.table[kernel.table[k.NODES] + node * k.NODE_WORDS :][:3].tolist()
        after = [left[node + (steps >> 8 * n & 0xFF)] for n in range(count & 0xFF)]
        left[node] = 1 + max(after) if after else 0
    return left


class ValleyMind(Mind):
    """V-1.1: for any number of seats, on any sheet of the editions."""

    kernel: ValleyKernel

    def __init__(self, game: Game[Any, Any, Any], model: Model) -> None:
        self.kernel = ValleyKernel(game)
        self.table = self.kernel.table
        self.seats = game.seats
        self.dice = marks_left(self.kernel)
        self.weights = np.array(model.weights[ALONE if game.seats == 1 else AMONG])
        self._begun: tuple[bytes, dict[int, Row]] = (b"", {})

    def judge(self, row: Row, seat: Seat) -> Judged:
        room = make_room(self.kernel)
        codes, worths = np.empty(512, np.int64), np.empty(512)
        sheet, sign, clock, _ = self._look(row, seat, room)
        sight.weigh(self.weights, clock, room.by)
        if row[k.PHASE] == k.PLACING:
            count = turns.judge_snakes(
                room.slots, self.table, sign, clock, room.by, room.seen, codes, worths
            )
        elif room.slots[k.STEP] != k.MARKING:
            codes[0] = k.DONE << k.OP
            worths[0] = sight.judge(room.slots, self.table, sheet, clock, room.by, room.seen)
            count = 1
        else:
            count = turns.judge_marks(
                room.slots, self.table, self.dice, row[k.ROLL], clock, room.by, room.seen, WIDTH, STOPS,
                room.ints, room.floats, codes, worths,
            )  # fmt: skip
        return Judged(codes[:count].copy(), worths[:count].copy())

    def play_on(
        self, rows: Row, seat: Seat, codes: Row, start: int, count: int, seed: int
    ) -> Floats:
        row = rows[0]
        room = make_room(self.kernel)
        _, sign, clock, away = self._look(row, seat, room)
        starts = self._starts(row, seat, codes, clock, room)
        rounds = ROUNDS if clock > ROUNDS + NEAR_END else np.int64(100)
        sums = np.zeros(len(codes))
        turns.play_on(
            starts, room.slots, self.table, self.dice, row[k.ROUND], away, rounds, np.int64(start), np.int64(count),
            np.int64(seed), room.random, self.weights, room.by, room.seen, PLAYED_WIDTH, PLAYED_STOPS,
            room.ints, room.floats, sums,
        )  # fmt: skip
        return sign * sums

    def _look(self, row: Row, seat: Seat, room: Room) -> tuple[np.int64, float, float, float]:
        """Puts the sheet that is about to change into the first slot: one's own with its turn, or the one in hand.

        Returns where it is there, 1 for one's own or -1, the rounds left, and the empty cells of the fullest other sheet after
        this round.
        """
        own = k.HEAD + seat * self.kernel.stride
        words = self.kernel.sheet_words
        whose = seat
        if row[k.PHASE] == k.PLACING:
            whose = int(row[own + k.HOLDS])
            first = k.HEAD + whose * self.kernel.stride + k.SHEETS
        else:
            room.slots[: k.SHEETS] = row[own : own + k.SHEETS]
            first = own + k.SHEETS + words
        room.slots[k.SHEETS : k.SHEETS + words] = row[first : first + words]
        whole = int(self.table[k.CELLS])
        empty = [
            whole - int(ones(row[k.HEAD + other * self.kernel.stride + k.SHEETS + k.FILLED]))
            for other in range(self.seats)
            if other != whose
        ]
        away = float(min(empty, default=whole))
        snake = row[k.PHASE] == k.PLACING
        pace = 1.0 if snake else turns.PACE
        clock = float(turns.clock_of(self.table, row[k.ROUND], away + turns.PACE - pace))
        return np.int64(k.SHEETS), 1.0 if whose == seat else -1.0, clock, away - pace

    def _starts(self, row: Row, seat: Seat, codes: Row, clock: float, room: Room) -> Row:
        """The sheets that each code leads to when its turn is finished as well as can be; those just made are kept, as the
        same codes are played on again and again."""
        key = row.tobytes() + bytes([seat])
        known, made = self._begun
        if known != key:
            made = {}
            self._begun = key, made
        words = int(turns.slot_words(self.table))
        starts = np.empty(len(codes) * words, np.int64)
        sight.weigh(self.weights, clock, room.by)
        before = room.slots[:words].copy()
        for at, code in enumerate(codes.tolist()):
            if code not in made:
                room.slots[:words] = before
                turns.finish_turn(
                    room.slots, self.table, self.dice, row[k.ROLL], np.int64(code), clock, room.by, room.seen,
                    WIDTH, STOPS, room.ints, room.floats,
                )  # fmt: skip
                made[code] = room.slots[:words].copy()
            starts[at * words : (at + 1) * words] = made[code]
        return starts
