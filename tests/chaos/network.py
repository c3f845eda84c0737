"""G4: people play over bad lines and through restarts; as soon as the lines are whole, everybody sees the same.

Each scenario is a table with a bad line for each client (line.py), one seat on two devices, and two who only
watch. Messages get lost, late, doubled, swapped; lines are cut or hang half open; the server is killed. Two
seconds after the last fault no command is left without an answer, and what each client shows is what the
server tells whoever asks it. All that was ever shown is held against the log (checker.py).
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from itertools import count
from pathlib import Path
from random import Random

from msgspec import Struct, field, structs

from tests.chaos.checker import check, judged, read_journals, read_sqlite
from tests.chaos.clients import Journal, Manner, Place, Player
from tests.chaos.crowd import Desk, difference
from tests.chaos.line import Line, plan
from tests.chaos.raw import frame
from tests.chaos.servers import FAST, Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time, together

PROMISE = "A client may come back at any time, over any network, and sees what is."

GAMES = (("valley", 2), ("temple", 3), ("wiraqocha", 2), ("paititi", 3))
AT_ONCE, FEW = 10, 5
"""Scenarios that share a server, and its restarts; in a short run."""
BAD = 3.0
"""Seconds of faults."""
HEALS_WITHIN = 2.0
SHOWN_OUT = 5.0
"""Seconds until somebody who asks and asks and never reads an answer is shown out."""
STILL = 20.0
"""Seconds after which a table without faults stands still."""
MANNER = Manner(
    pause=(0.02, 0.2), says=0.1, ping_every=0.25, deaf_after=0.8, resend_after=0.4,
    back_after=(0.02, 0.2), stays=True,
)  # fmt: skip

HASTY = FAST | {"request": 1.0}
"""Seconds for a request to be whole: nothing of the kind may end a line that is well."""
PATIENT = structs.replace(MANNER, deaf_after=60.0)
"""Does not take a silence for a dead line."""


class Tally(Struct):
    scenarios: int = 0
    clients: int = 0
    acked: int = 0
    lost: int = 0
    """Messages that the lines swallowed."""
    reconnects: int = 0
    unanswered: int = 0
    views: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    """Seconds from the last fault until all is as it should be."""


def run(ask: Ask) -> Verdict:
    rng, tally = Random(ask.seed), Tally()
    kinds: Counter[str] = Counter()
    for number in count(1):
        if tally.scenarios >= ask.many(FEW, 300):
            break
        with folder() as room:
            batch = Batch(room, Random(rng.randrange(2**32)), ask, number % 3)
            asyncio.run(batch.run(tally, kinds))
    figures: dict[str, Figure] = {
        "scenarios": tally.scenarios,
        "clients": tally.clients,
        "faults": ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items())),
        "messages lost": tally.lost,
        "reconnects": tally.reconnects,
        "commands acknowledged": tally.acked,
        "unanswered": tally.unanswered,
        "views checked": tally.views,
        "not as the log": tally.broken.total(),
        "slowest to agree, s": round(tally.slowest, 2),
    }
    return Verdict(guarantee="G4", figures=figures)


class Batch:
    """Scenarios side by side on one server."""

    def __init__(self, room: Path, rng: Random, ask: Ask, restarts: int) -> None:
        self._victim = Victim(room / "data", defect=ask.defect, limits=HASTY)
        self._journal = Journal(room / "journal")
        self._rng, self._restarts = rng, restarts
        self._at_once = AT_ONCE if ask.size else FEW
        self._within = ask.within(HEALS_WITHIN)
        self._shown_out = ask.within(SHOWN_OUT)

    async def run(self, tally: Tally, kinds: Counter[str]) -> None:
        victim, rng = self._victim, self._rng
        async with victim, AsyncExitStack() as stack:
            desk = await stack.enter_async_context(Desk(victim.base, self._journal))
            right = victim.defect is None  # who is here is in no log, and no defect is about it
            scenes = [
                Scene(victim.base, desk, self._journal, rng, right) for _ in range(self._at_once)
            ]
            for scene in scenes:
                await scene.open(*(GAMES[0] if scene is scenes[0] else rng.choice(GAMES)))
            start = time.monotonic()
            for scene in scenes:
                await scene.begin(stack, calm=scene is scenes[0])
            restarts = sorted(rng.uniform(0, BAD) for _ in range(self._restarts))
            for moment in restarts:
                await asyncio.sleep(max(0.0, start + moment - time.monotonic()))
                victim.kill()
                await victim.restart()
            await asyncio.sleep(max(0.0, start + BAD - time.monotonic()))
            if victim.defect in (None, "wait-for-readers"):
                await scenes[0].read_nothing(victim.port, self._shown_out)
            await scenes[0].last_words(len(restarts))
            for scene in scenes:
                scene.heal()
            await together(*(scene.agree(tally, self._within) for scene in scenes))
            for scene in scenes:
                kinds.update(each.kind for line in scene.lines for each in line.faults)
                scene.count(tally)
            kinds.update({"restart": len(restarts)})
        self._judge(tally)

    def _judge(self, tally: Tally) -> None:
        self._journal.sync()
        logs = read_sqlite(self._victim.data / "yupana.db")
        counts, findings = check(logs, read_journals([self._journal.path]))
        tally.broken += judged("beside the log:", findings)
        tally.views += counts.views


class Scene:
    """One table and all who are connected to it."""

    def __init__(
        self, base: str, desk: Desk, journal: Journal, rng: Random, presence: bool
    ) -> None:
        self.players: list[Player] = []
        self.lines: list[Line] = []
        self._base, self._desk, self._journal = base, desk, journal
        self._presence = presence
        self._rng = Random(rng.randrange(2**32))
        self._tasks: list[asyncio.Task[None]] = []
        self._places: tuple[Place, ...] = ()

    async def open(self, game: str, seats: int) -> None:
        """Everybody sits down."""
        seated, host = await self._desk.table(game, seats)
        table = seated[0].table
        await self._desk.do(table, host, {"do": "begin"})
        watches = Place(table, None, host)
        self._places = (*seated, seated[0], watches, watches)

    async def begin(self, stack: AsyncExitStack, calm: bool) -> None:
        """All come in, each over a line of their own."""
        for place in self._places:
            line = Line(self._base, self._rng, () if calm else plan(self._rng, BAD))
            await stack.enter_async_context(line)
            manner = PATIENT if calm else MANNER
            player = Player(line.base, place, self._journal, self._rng, manner)
            self.lines.append(line)
            self.players.append(player)
            self._tasks.append(asyncio.create_task(player.run()))
        stack.push_async_callback(self._end)

    async def read_nothing(self, port: int, within: float) -> None:
        """Somebody more comes to the table who asks and asks, and never reads an answer."""
        place, loop = self._places[-1], asyncio.get_running_loop()
        request = (
            f"GET /api/tables/{place.table}/ws HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            f"authorization: Bearer {place.secret}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {'A' * 22}==\r\n\r\n"
        )
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            await loop.sock_connect(deaf, ("127.0.0.1", port))
            await loop.sock_sendall(deaf, request.encode())
            hold(b" 101 " in await loop.sock_recv(deaf, 100), "a socket was not opened")
            end, left = time.monotonic() + within, b""
            with suppress(ConnectionError):
                while True:
                    in_time(time.monotonic() < end, "a client that reads nothing is kept")
                    left = left or frame(b'{"t":"hello"}') * 50
                    with suppress(BlockingIOError):
                        left = left[deaf.send(left) :]
                    await asyncio.sleep(0.01)

    async def last_words(self, restarts: int) -> None:
        """Where all was well: in the very last moment one hears nothing, and two have just come back.
        If they miss something then, nothing that happens later will help them."""
        lost = [player.byes for player in self.players if player.connections > 1]
        hold(restarts or not lost, "a line that was well broke:", lost)
        away = {player: player.connections for player in self.players[-3:-1]}
        await self._more_moves()
        for line in self.lines[-3:-1]:
            line.begin("cut")
        await self._until(lambda: all(p.greeted and p.connections > n for p, n in away.items()))
        self.lines[-1].begin("deaf")
        await self._more_moves()
        for player in self.players:
            player.silent = True
        await self._until(lambda: not any(player.unanswered for player in self.players))
        await asyncio.sleep(0.2)

    async def _more_moves(self) -> None:
        before = [player.acked for player in self.players[:2]]
        await self._until(
            lambda: all(p.acked > n for p, n in zip(self.players, before, strict=False))
        )

    async def _until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + STILL
        while not done():
            in_time(time.monotonic() < end, "a quiet table stands still")
            await asyncio.sleep(0.005)

    def heal(self) -> None:
        for line in self.lines:
            line.heal()

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def agree(self, tally: Tally, within: float) -> None:
        """The lines are whole, nobody has a wish any more: in good time all see the same."""
        for player in self.players:
            player.silent = True
        start = time.monotonic()
        while True:
            wrong = [each for player in self.players if (each := await self._wrong(player))]
            took = time.monotonic() - start
            if not wrong:
                break
            in_time(took < within, f"not healed after {took:.1f} s:", wrong[0])
            await asyncio.sleep(0.05)
        tally.slowest = max(tally.slowest, took)

    async def _wrong(self, player: Player) -> str | None:
        who = f"seat {player.place.seat} of {player.place.table}"
        if player.unanswered:
            return f"{who} waits for {player.unanswered}"
        got = await self._desk.view(player.place)
        seen = difference(player.view, got, presence=self._presence)
        return f"{who} shows {seen}" if seen else None

    def count(self, tally: Tally) -> None:
        tally.scenarios += 1
        tally.clients += len(self.players)
        tally.unanswered += sum(len(player.unanswered) for player in self.players)
        tally.acked += sum(player.acked for player in self.players)
        tally.lost += sum(line.lost for line in self.lines)
        tally.reconnects += sum(player.connections - 1 for player in self.players)
