"""The bots of one table: who has to think, and what becomes of what they thought of."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Coroutine
from random import SystemRandom
from typing import Any

import msgspec

from yupana.core.errors import RuleError
from yupana.core.game import Seat
from yupana.core.record import Header
from yupana.server.bots import Task, Thinkers
from yupana.server.log import Entry
from yupana.server.metrics import Metrics
from yupana.server.requests import BotsMoved
from yupana.server.table import Table, header_of

log = logging.getLogger("yupana.table")

THINKING_AT_ONCE = 8
"""Bots of a table that share one errand to a worker."""


class BotSeats:
    """Sends bots to think, each once for each of its turns."""

    def __init__(
        self,
        thinkers: Thinkers,
        metrics: Metrics,
        go: Callable[[Coroutine[Any, Any, None]], None],
        put: Callable[[BotsMoved], object],
    ) -> None:
        self._thinkers, self._metrics = thinkers, metrics
        self._go, self._put = go, put
        self._thinking: set[tuple[Seat, int]] = set()

    def wake(self, table: Table) -> None:
        """Whoever is to move now and is not thinking about it already."""
        wanted = [
            (seat, bot)
            for seat, bot in table.bots_to_move()
            if (seat, table.revs[seat]) not in self._thinking
        ]
        header = header_of(table.opened)
        for start in range(0, len(wanted), THINKING_AT_ONCE):
            some = wanted[start : start + THINKING_AT_ONCE]
            self._thinking |= {(seat, table.revs[seat]) for seat, _ in some}
            tasks = [_task(table, seat, bot) for seat, bot in some]
            self._go(self._think(header, tasks, [table.revs[seat] for seat, _ in some]))

    async def _think(self, header: Header, tasks: list[Task], revs: list[int]) -> None:
        moves: list[bytes | None] = [None] * len(tasks)
        try:
            moves = await self._thinkers.think(header, tasks)
        except Exception as error:  # whatever befell the worker, the game goes on
            log.error("bots could not think: %s", type(error).__name__)
        found = zip(tasks, revs, moves, strict=True)
        self._put(BotsMoved([(task.seat, task.bot, rev, move) for task, rev, move in found]))

    def moved(
        self, table: Table, seat: Seat, bot: str, rev: int, data: bytes | None
    ) -> list[Entry]:
        """The bot's move if it is still its to make; without a fit one, anything that is legal."""
        self._thinking.discard((seat, rev))
        if (seat, bot) not in table.bots_to_move() or table.revs[seat] != rev:
            return []
        self._metrics.count("bot_moves")
        if data is not None:
            try:
                return table.play(seat, msgspec.json.decode(data, type=table.game.move_type))
            except (RuleError, msgspec.DecodeError) as error:
                log.error("bot %s made no legal move: %s", bot, type(error).__name__)
        self._metrics.count("bot_failures")
        return table.play(seat, table.game.moves(table.state, seat).pick(SystemRandom()))


def _task(table: Table, seat: Seat, bot: str) -> Task:
    view = msgspec.json.encode(table.game.view(table.state, seat))
    return Task(seat, bot, view, secrets.randbits(63))
