"""G16: somebody falls silent for good, or the bots' process is killed; every game reaches its end.

For each game and each phase in which a seat may be waited for, a seat stops answering the first time it is waited for
in that phase: it leaves, or stays and does nothing. By the table's policy a bot then plays on for it. At other tables
only bots play, and the process they think in is killed again and again.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec import Struct

from tests.chaos.checker import check, judged, read_journals, read_sqlite
from tests.chaos.clients import Journal, Manner, Player, View
from tests.chaos.crowd import Desk
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time, together

PROMISE = "A table never waits for ever, neither for a person nor for a bot."

PHASES = {
    "temple": ("writing", "haunting"),
    "valley": ("writing", "placing"),
    "wiraqocha": ("preparing", "acting"),
    "paititi": ("acting", "exhibiting", "discarding"),
}
"""The phases of each game, by the type in its view; one that is missing here is found out below."""
SEATS = {"temple": 3, "valley": 3, "wiraqocha": 2, "paititi": 3}
PATIENCE = 1
"""Seconds until a bot plays for whoever is waited for."""
STILL = 5.0
"""Seconds without a change after which a game stands still."""
TRIES = 8
"""Games in which a rare phase is waited for."""
AT_ONCE = 5


class Case(Struct, frozen=True):
    game: str
    phase: str
    leaves: bool


class Hush(Struct):
    """What the players of one game agree on: the first to be waited for in the phase says no more."""

    case: Case
    seat: int | None = None
    """Who it was."""
    phases: set[str] = set()
    """All in which somebody was waited for."""


class Quiet(Player):
    """Plays like anybody until it is the one to fall silent."""

    hush: Hush

    def _may_move(self) -> bool:
        if not super()._may_move():
            return False
        phase = self.view["view"]["phase"]["type"]
        self.hush.phases.add(phase)
        if self.hush.seat is None and phase == self.hush.case.phase:
            self.hush.seat = self.place.seat
            self.silent = True
            self.leaving = self.hush.case.leaves
        return not self.silent


def run(ask: Ask) -> Verdict:
    rng = Random(ask.seed)
    every = [
        Case(game, phase, leaves)
        for game, phases in PHASES.items()
        for phase in phases
        for leaves in (True, False)
    ]
    if ask.size:
        cases = every * ask.many(1, 3)
    else:
        cases = [
            rng.choice([case for case in every if case.game == game and case.phase != "discarding"])
            for game in PHASES
        ]
    with folder() as room:
        return asyncio.run(Evening(room, ask).run(cases))


class Evening:
    """One server and all the games on it."""

    def __init__(self, room: Path, ask: Ask) -> None:
        self._ask, self._rng = ask, Random(ask.seed)
        self._victim = Victim(room / "data", defect=ask.defect)
        self._journal = Journal(room / "journal")
        self._still = ask.within(STILL)
        self._fell_silent: Counter[tuple[str, str]] = Counter()
        self._begun = self._ended = self._kills = 0
        self._desk: Desk

    async def run(self, cases: list[Case]) -> Verdict:
        waiting = iter(cases)

        async def work() -> None:
            for case in waiting:
                await self._case(case)

        async with self._victim, Desk(self._victim.base, self._journal) as self._desk:
            await together(*(work() for _ in range(AT_ONCE)), self._bots())
        self._journal.sync()
        logs = read_sqlite(self._victim.data / "yupana.db")
        counts, findings = check(logs, read_journals([self._journal.path]))
        judged("beside the log:", findings)
        missed = {(case.game, case.phase) for case in cases} - set(self._fell_silent)
        figures: dict[str, Figure] = {
            "games": self._begun,
            "seats that fell silent": self._fell_silent.total(),
            "in so many phases": len(self._fell_silent),
            "bot processes killed": self._kills,
            "entries": counts.entries,
            "games without an end": self._begun - self._ended,
        }
        left_out = tuple(f"{game} never came to {phase}" for game, phase in sorted(missed))
        return Verdict(guarantee="G16", figures=figures, left_out=left_out)

    # Somebody falls silent

    async def _case(self, case: Case) -> None:
        for _ in range(TRIES):
            if await self._game(case):
                self._fell_silent[case.game, case.phase] += 1
                return

    async def _game(self, case: Case) -> bool:
        """One game to its end; whether the seat fell silent in it."""
        policy = {"patience": PATIENCE, "bot": "uniform"}
        places, host = await self._desk.table(case.game, SEATS[case.game], policy=policy)
        await self._desk.do(places[0].table, host, {"do": "begin"})
        rng = Random(self._rng.randrange(2**32))
        hush = Hush(case)
        players = [Quiet(self._victim.base, at, self._journal, rng, Manner()) for at in places]
        for player in players:
            player.hush = hush
        await together(
            self._mind(places[0].table, host, case), *(player.run() for player in players)
        )
        strange = hush.phases - set(PHASES[case.game])
        hold(not strange, f"{case.game} has a phase that is not tried:", strange)
        return hush.seat is not None

    async def _mind(self, table: str, host: str, what: object) -> None:
        """Watches a game to its end; raises if it stands still before."""
        self._begun += 1
        head, since = 0, time.monotonic()
        while (view := await self._look(table, host))["phase"] != "over":
            if view["head"] > head:
                head, since = view["head"], time.monotonic()
            in_time(time.monotonic() < since + self._still, f"stands still at {head}:", what)
            await asyncio.sleep(0.2)
        self._ended += 1

    async def _look(self, table: str, host: str) -> View:
        return await self._desk.ask("GET", f"/api/tables/{table}", None, host)

    # Bots whose process dies

    async def _bots(self) -> None:
        """A table of bots alone, watched by its host, while their processes are killed."""
        kills = self._ask.many(3, 60)
        while self._kills < kills:
            bots = {"0": "greedy", "1": "greedy"}
            opened = await self._desk.ask(
                "POST", "/api/tables", {"game": "temple", "seats": 2, "bots": bots}
            )
            table, host = opened["table"], opened["host"]
            await self._desk.do(table, host, {"do": "begin"})
            killer = asyncio.create_task(self._kill(kills))
            await self._mind(table, host, "bots")
            killer.cancel()

    async def _kill(self, most: int) -> None:
        while self._kills < most:
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))
            for worker in self._victim.workers():
                with suppress(ProcessLookupError, FileNotFoundError):
                    if "spawn_main" in Path(f"/proc/{worker}/cmdline").read_text():
                        os.kill(worker, signal.SIGKILL)
                        self._kills += 1
