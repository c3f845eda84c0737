"""The bots of one table: who has to think, and what becomes of what they thought of."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from random import SystemRandom
from typing import Any

import msgspec

from yupana.core.errors import RuleError
from yupana.core.game import Seat
from yupana.server.bots import AT_ONCE, Errand, Task, Thinkers
from yupana.server.log import Entry
from yupana.server.metrics import Metrics
from yupana.server.requests import BotsMoved
from yupana.server.table import Table, header_of

log = logging.getLogger("yupana.table")


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
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            self._thinking |= {(seat, table.revs[seat]) for seat, _ in some}
            self._go(
                self._think(_errand(table, some), some, [table.revs[seat] for seat, _ in some])
            )

    async def _think(
        self, errand: Errand, wanted: Sequence[tuple[Seat, str]], revs: Sequence[int]
    ) -> None:
        moves: list[bytes | None] = [None] * len(wanted)
        try:
            moves = await self._thinkers.think(errand)
        except Exception as error:  # whatever befell the worker, the game goes on
            log.error("bots could not think: %s", type(error).__name__)
        found = zip(wanted, revs, moves, strict=True)
        self._put(BotsMoved([(seat, bot, rev, move) for (seat, bot), rev, move in found]))

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


def _errand(table: Table, wanted: Sequence[tuple[Seat, str]]) -> Errand:
    """Games are values: what the bots see is worked out of the state as it is now, when it is their turn."""
    game, state = table.game, table.state
    seeds = [_seed(table, seat) for seat, _ in wanted]

    def tasks() -> list[Task]:
        return [
            Task(seat, bot, msgspec.json.encode(game.view(state, seat)), seed)
            for (seat, bot), seed in zip(wanted, seeds, strict=True)
        ]

    return Errand(header_of(table.opened), table.name, len(wanted), tasks)


def _seed(table: Table, seat: Seat) -> int:
    return secrets.randbits(63)
