"""Every finished game is checked once, as a doubter would check it, and its dice are counted.

The work is done by `verify`, which shares no code with what has played, in a process of its own with the lowest
priority; what it comes to is kept beside the log. A game that does not check out is for the host to look at:
the admin page and /metrics tell of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from yupana import shelf
from yupana.core.errors import YupanaError
from yupana.server.exports import write_document
from yupana.server.faces import DieCount, face_count
from yupana.server.store import Store
from yupana.server.verify import verify

log = logging.getLogger("yupana.audit")

PAUSE = 20.0
"""Seconds between looks for games that have ended."""

AT_ONCE = 50

LENGTH = 4
"""Bytes that say how long the message behind them is."""

ANYTHING = 1 << 30


class Tally(Struct, frozen=True):
    """What the check of one game has come to."""

    wrong: str | None
    """The code of the first thing that is not as it should be."""
    dice: tuple[DieCount, ...]


class Sum(Struct, frozen=True):
    """All games of a kind together."""

    games: int
    wrong: int
    dice: tuple[DieCount, ...]


class Auditor:
    """Checks what has ended, again and again."""

    def __init__(
        self, store: Store, ask: Callable[..., Awaitable[Any]], found: Callable[[], None]
    ) -> None:
        """`found`: told that there is something new to add up."""
        self._store = store
        self._ask = ask
        self._found = found

    async def run(self) -> None:
        while True:
            try:
                while await self.check_some():
                    pass
            except (YupanaError, OSError) as error:
                log.error("finished games were not checked: %s", error)
            await asyncio.sleep(PAUSE)

    async def check_some(self) -> int:
        """How many games were checked."""
        tables: list[str] = await self._ask(self._store.untallied, AT_ONCE)
        if not tables:
            return 0
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "yupana.server.audit"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=ANYTHING,
        )
        try:
            for table in tables:
                await self._check(worker, table)
        finally:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()
            self._found()
        return len(tables)

    async def _check(self, worker: asyncio.subprocess.Process, table: str) -> None:
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            data = await self._ask(write_document, self._store, table)
        except YupanaError as error:  # forgotten meanwhile, or not to be read
            log.warning("table %s was not checked: %s", table, error.code)
            return
        try:
            worker.stdin.write(len(data).to_bytes(LENGTH, "big") + data)
            await worker.stdin.drain()
            answer = await worker.stdout.readline()
        except OSError:
            answer = b""
        tally = Tally("audit.died", ()) if not answer else msgspec.json.decode(answer, type=Tally)
        if tally.wrong is not None:
            log.error("table %s does not check out: %s", table, tally.wrong)
        await self._ask(self._store.put_tally, table, msgspec.json.encode(tally))
        if not answer:
            raise OSError("the process that checks has died")


def add_up(tallies: Iterable[tuple[str, bytes]]) -> dict[str, Sum]:
    """By game; the dice of different editions, which have other faces, stay apart."""
    games: dict[str, list[Tally]] = {}
    for game, body in tallies:
        with contextlib.suppress(
            msgspec.DecodeError
        ):  # of an older version; worked out anew some day
            games.setdefault(game, []).append(msgspec.json.decode(body, type=Tally))
    return {
        game: Sum(len(each), sum(tally.wrong is not None for tally in each), _dice(each))
        for game, each in sorted(games.items())
    }


def _dice(tallies: Iterable[Tally]) -> tuple[DieCount, ...]:
    seen: dict[tuple[int, tuple[tuple[str, int], ...]], dict[str, int]] = {}
    for tally in tallies:
        for die in tally.dice:
            kind = (die.die, tuple((face.face, face.sides) for face in die.faces))
            counts = seen.setdefault(kind, {})
            for face in die.faces:
                counts[face.face] = counts.get(face.face, 0) + face.seen
    found = []
    for (number, faces), counts in sorted(seen.items()):
        rolls, of = sum(counts.values()), sum(sides for _, sides in faces)
        count = (face_count(face, sides, of, counts[face], rolls) for face, sides in faces)
        found.append(DieCount(number, rolls, tuple(count)))
    return tuple(found)


# The process that checks


def main() -> int:
    if hasattr(os, "nice"):
        os.nice(10)
    read, write = sys.stdin.buffer, sys.stdout.buffer
    while head := read.read(LENGTH):
        data = read.read(int.from_bytes(head, "big"))
        report = verify(data, open_game=shelf.open_game)
        wrong = report.findings[0].code if report.findings else None
        write.write(msgspec.json.encode(Tally(wrong, report.dice)) + b"\n")
        write.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
