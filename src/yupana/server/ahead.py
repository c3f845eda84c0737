"""Questions about moves, answered beside the table's own work: a bit at a time, and not longer than their due.

The table hands out an outlook, which holds all that is needed; from then on the game may go on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.limits import TooMany
from yupana.server.policy import Actor, Refused
from yupana.server.requests import Ask
from yupana.server.say import no
from yupana.server.table import Table
from yupana.server.turns import Turns
from yupana.server.what import Outlook

log = logging.getLogger("yupana.table")

MOST_WORK = 0.05
"""Seconds of work that one question may cost."""

AT_A_TIME = 0.002
"""Seconds of it before others get their turn."""

ON_A_PAGE = 400


class Due:
    """The time that something may take of its own, whatever others do in its pauses or beside it."""

    def __init__(self, seconds: float = MOST_WORK) -> None:
        self._seconds = self._left = seconds
        self._since = self._worked = 0.0

    def __enter__(self) -> None:
        self._since = time.thread_time()

    def __exit__(self, *error: object) -> None:
        took = time.thread_time() - self._since
        self._left -= took
        self._worked += took

    @property
    def took(self) -> float:
        return self._seconds - self._left

    @property
    def spent(self) -> bool:
        return self._left <= 0

    async def pause(self) -> None:
        if self._worked > AT_A_TIME:
            self._worked = 0.0
            await asyncio.sleep(0)


def answering(
    table: Table, ask: Ask, actor: Actor, head: int, turns: Turns
) -> Coroutine[Any, Any, None] | None:
    """Takes what the question needs from the table as it is; the work itself is left to be done."""
    try:
        seat, outlook = table.outlook(actor, ask.question.seat)
    except YupanaError as why:
        ask.reply(no(None, why, head, ask.language, ask.question.n))
        return None
    return _answer(ask, outlook, seat, table.revs[seat], head, turns, table.name)


async def _answer(
    ask: Ask, outlook: Outlook, seat: Seat, rev: int, head: int, turns: Turns, table: str
) -> None:
    payer = ask.payer.account or f"{table}/seat {seat}"
    try:
        async with turns.turn(payer):
            await _work_out(ask, outlook, seat, rev, head)
    except TooMany:
        ask.reply(no(None, TooMany("wire.slow-down"), head, ask.language, ask.question.n))


async def _work_out(ask: Ask, outlook: Outlook, seat: Seat, rev: int, head: int) -> None:
    question, due = ask.question, Due()
    try:
        if isinstance(question, wire.What):
            ask.reply(await what(question, outlook, seat, rev, ask.language, due))
        else:
            ask.reply(await moves(question, outlook, seat, rev, due))
    except Exception:  # a fault of ours, or of a game's; nothing hangs on it
        log.exception("a question could not be answered")
        ask.reply(no(None, Refused("server.error"), head, ask.language, question.n))
    finally:
        ask.worked(due.took)


async def what(
    asked: wire.What, outlook: Outlook, seat: Seat, rev: int, language: str, due: Due
) -> wire.Would:
    told: list[wire.Prospect | None] = []
    for text in asked.texts:
        with due:
            told.append(None if due.spent else outlook.of(text, language))
        await due.pause()
    return wire.Would(asked.n, seat, rev, tuple(told))


async def moves(
    asked: wire.Moves, outlook: Outlook, seat: Seat, rev: int, due: Due
) -> wire.MovePage:
    more = True
    while more and not due.spent:
        with due:
            more = outlook.list_more(50)
        await due.pause()
    found = [text for text in outlook.listed if text.startswith(asked.prefix)]
    page = tuple(found[asked.start : asked.start + ON_A_PAGE])
    return wire.MovePage(asked.n, seat, rev, asked.start, len(found), more, page)
