"""G2: the disk fails, or is full, at one system call after another; nothing false is ever said.

`strace` lets one call on the files of the database fail, each run another one: while the server makes its database,
while it opens one that a crash has left with a long log, and while people play, over the checkpoint that comes
then. Whoever asks meanwhile is told to come back, never that a command was refused; a server that cannot know what is
on its disk ends within a second with a failure; started again, it answers every command that was left open. Where there
was no room in the write-ahead log the rollback is certain: the server must live, say so, and go on.
Then the same on a small disk that is really full: filled up, read from, emptied, filled up again and the server killed.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Self

from msgspec import Struct, field

from tests.chaos.checker import check, judged, read_journals, read_sqlite
from tests.chaos.clients import FULL, LATER, Journal, Manner, Place, Player
from tests.chaos.crowd import Crowd, Desk
from tests.chaos.servers import STARTS_WITHIN, Victim, no_strace
from tests.chaos.verdict import Ask, Broken, Figure, Verdict, folder, hold, in_time, together

PROMISE = "A full or failing disk never leads to a false answer, neither yes nor no."

ERRORS = ("ENOSPC", "EIO", "EDQUOT")
PLACES: dict[str, dict[str, int]] = {
    "making": {"openat": 8, "ftruncate": 2, "fdatasync": 5, "pwrite64": 40},
    "opening": {"openat": 5, "ftruncate": 3, "fdatasync": 2, "pwrite64": 6},
    "playing": {"fdatasync": 50, "pwrite64": 120},
}
"""What the server is at, and how many calls of each kind are made to fail, one a run."""

INJECTED = "(INJECTED)"
"""What strace writes behind a call that it lets fail."""

MANNER = Manner(pause=(0.0, 0.05), resend_after=0.5)
COMES_WITHIN = 10.0
"""Seconds for a call to come, with the start of a traced server; after that it is taken for one that never does."""
LONG_LOG = 3_900_000
"""Bytes of SQLite's write-ahead log, a little before it is moved into the database."""
ENDS_WITHIN = 1.0
ANSWERS_WITHIN = 5.0
"""Seconds in which somebody who plays is answered by a server that runs."""
LEAVES_WITHIN = 10.0
"""Seconds after a start in which everything that was left open is answered."""
FILLS_WITHIN = 30.0
"""Seconds in which people who play use up what is left in the log of a disk without room."""
AT_ONCE = 2
"""Servers at a time in one process of a short run; in a whole one, which takes the time, there is one."""


class Case(Struct, frozen=True):
    """One run: the n-th call of a kind fails with an error while the server is at something."""

    place: str
    call: str
    error: str
    number: int

    def trace(self, database: Path, log: Path) -> tuple[str, ...]:
        files = [str(database) + end for end in ("", "-wal", "-shm", "-journal", ".lock")]
        paths = [word for file in files for word in ("-P", file)]
        inject = f"inject={self.call}:error={self.error}:when={self.number}"
        trace = f"trace={self.call}"
        return ("--seccomp-bpf", "-y", "-o", str(log), *paths, "-e", trace, "-e", inject)

    def must(self, file: str) -> str | None:
        """What a server that plays has to do after the error at this file: `live`, `end`, or whatever is right.
        A checkpoint, which writes the database itself, may fail without harm."""
        if self.place != "playing" or not file.endswith("-wal"):
            return None
        return "live" if (self.call, self.error) == ("pwrite64", "ENOSPC") else "end"


class Stock(Struct, frozen=True):
    """A store that a crash has left, and those who were playing in it."""

    folder: Path
    places: tuple[Place, ...]


class Tally(Struct):
    runs: int = 0
    ended: int = 0
    """Runs in which the error ended the server; in the others SQLite could do without the call."""
    not_reached: int = 0
    acked: int = 0
    slowest: float = 0.0
    """Seconds from the error to the end of the process."""
    lived: int = 0
    """Runs in which there was no room in the log, and the server refused and went on."""
    full: int = 0
    """Times that a disk was really full."""
    broken: Counter[str] = field(default_factory=Counter)
    """Promises, by the name of the checker."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.runs + other.runs,
            self.ended + other.ended,
            self.not_reached + other.not_reached,
            self.acked + other.acked,
            max(self.slowest, other.slowest),
            self.lived + other.lived,
            self.full + other.full,
            self.broken + other.broken,
        )


def cases(few: int | None, rng: Random) -> list[Case]:
    """All of them, or a few that have something of everything."""
    every = [
        Case(place, call, error, number)
        for place, calls in PLACES.items()
        for (call, most), error in product(calls.items(), ERRORS)
        for number in range(1, most + 1)
    ]
    if few is None:
        return every
    kinds: dict[tuple[str, str], list[Case]] = {}
    for case in every:
        if case.number <= 12:
            kinds.setdefault((case.place, case.call), []).append(case)
    found = [rng.choice(list_) for list_ in kinds.values()]
    found.append(Case("playing", "pwrite64", "ENOSPC", rng.randint(1, 12)))
    while len(found) < few:
        found.append(rng.choice(kinds["playing", rng.choice(("fdatasync", "pwrite64"))]))
    return found[::-1]


def run(ask: Ask) -> Verdict:
    rng = Random(ask.seed)
    chosen = cases(None if ask.size == 1 else ask.many(10, 700), rng)
    why = no_strace()
    tally = Tally()
    with folder() as room:
        stock = asyncio.run(_stock(room / "stock", ask.defect))
        if why is None:
            tally = _all(room, stock, chosen, ask)
        tally += asyncio.run(_full_disk(room / "full", stock, ask))
    if ask.size == 1 and why is None:
        hold(tally.runs >= 600, "too few errors were met:", tally)
        hold(tally.lived >= 100, "too few times without room in the log:", tally)
    figures: dict[str, Figure] = {
        "errors injected": tally.runs,
        "of them that ended the server": tally.ended,
        "without room in the log, refused and went on": tally.lived,
        "not reached": tally.not_reached,
        "moves acknowledged": tally.acked,
        "false acks": tally.broken["lost"],
        "false refusals": tally.broken["lying no"] + tally.broken["refused"],
        "slowest end after an error, s": round(tally.slowest, 2),
        "times that a disk was really full": tally.full,
    }
    left_out = [why] if why else []
    left_out += [] if tally.full else ["no small disk may be mounted here"]
    return Verdict(guarantee="G2", figures=figures, left_out=tuple(left_out))


def _all(room: Path, stock: Stock, chosen: list[Case], ask: Ask) -> Tally:
    if ask.size == 0:
        return batch(room, stock, chosen, ask)
    cores = os.cpu_count() or 1
    parts = [chosen[at :: cores * 4] for at in range(cores * 4)]
    with ProcessPoolExecutor(cores) as pool:
        futures = [
            pool.submit(batch, room / str(number), stock, part, ask)
            for number, part in enumerate(parts)
        ]
        return sum((future.result() for future in futures), start=Tally())


def batch(room: Path, stock: Stock, chosen: Iterable[Case], ask: Ask) -> Tally:
    return asyncio.run(_batch(room, stock, list(chosen), ask))


async def _batch(room: Path, stock: Stock, chosen: list[Case], ask: Ask) -> Tally:
    waiting = iter(chosen)
    tally = Tally()

    async def work(number: int) -> None:
        nonlocal tally
        for case in waiting:
            data = room / f"run-{number}"
            try:
                found = await _run(data, stock, case, ask)
            except Broken as broken:
                broken.add_note(str(case))
                raise
            tally += found
            shutil.rmtree(data)

    await together(*(work(number) for number in range(1 if ask.size else AT_ONCE)))
    return tally


async def _stock(room: Path, defect: str | None) -> Stock:
    """Plays until the write-ahead log is long, and pulls the plug."""
    journal = Journal(room.parent / "journal")
    async with Victim(room, defect=defect) as victim:
        games = ("temple", "valley", "valley")
        async with Crowd(victim.base, journal, Random(0), tables=3, seats=3, games=games) as crowd:
            log = room / "yupana.db-wal"
            end = time.monotonic() + 20
            while log.stat().st_size < LONG_LOG:
                in_time(time.monotonic() < end, "the log does not grow")
                await asyncio.sleep(0.005)
            victim.kill()
        playing = [each for each in crowd.players if each.view.get("phase") == "playing"]
    journal.sync()
    shutil.move(journal.path, room / "journal")
    hold(playing, "nobody was playing")
    return Stock(room, tuple(player.place for player in playing))


async def _run(data: Path, stock: Stock, case: Case, ask: Ask) -> Tally:
    """One error, the end of the server, its next start, and the verdict on all of it."""
    if case.place == "making":
        data.mkdir(parents=True)
    else:
        shutil.copytree(stock.folder, data)
    log = data / "trace"
    log.touch()
    trace = case.trace(data / "yupana.db", log)
    victim = Victim(data, defect=ask.defect, trace=() if case.place == "playing" else trace)
    journal = Journal(data / "journal")
    places = () if case.place == "making" else stock.places
    victim.launch()
    async with stopping(victim), People(victim.base, places, journal, case.number, ask) as people:
        if case.place == "playing":
            await victim.ready()
            await people.play_on(victim)
            await victim.tamper(*trace)
        met = await _met(victim, log)
        file = _file_of(log) if met else ""
        after = await _ended(victim, people, met, ask) if met else None
        must = case.must(file)
        hold(must != "live" or after is None, "a full disk ended the server:", victim.last_words())
        hold(must != "end" or after is not None, "lives on after an error of the disk at", file)
        told = people.told_full
        hold(must != "live" or told or not ask.size, "nobody was told that the disk is full")
        if victim.process.poll() is None:
            victim.kill()
        victim.trace = ()
        await victim.restart()
        await people.leave()
    journal.sync()
    people.judge(data)
    return Tally(
        runs=met is not None,
        ended=after is not None,
        not_reached=met is None,
        acked=people.acked,
        slowest=after or 0.0,
        lived=must == "live",
        broken=people.broken,
    )


async def _met(victim: Victim, log: Path) -> float | None:
    """When the call failed; None if it never came."""
    end = time.monotonic() + COMES_WITHIN
    while time.monotonic() < end:
        if INJECTED.encode() in log.read_bytes():
            return time.monotonic()
        if victim.process.poll() is not None:
            break
        await asyncio.sleep(0.005)
    return time.monotonic() if INJECTED.encode() in log.read_bytes() else None


def _file_of(log: Path) -> str:
    """Of the call that failed: `pwrite64(5</tmp/x/yupana.db-wal>, ...`."""
    line = next(line for line in log.read_text("utf-8", "replace").splitlines() if INJECTED in line)
    return line.partition("<")[2].partition(">")[0]


async def _ended(victim: Victim, people: People, met: float, ask: Ask) -> float | None:
    """Seconds until the server ended, as a failure; None if SQLite could do without the call, and
    everybody is served."""
    within = ask.within(ENDS_WITHIN)
    code = await victim.ended(ENDS_WITHIN)
    if code is None and "the store failed" in victim.log.read_text():
        code = await victim.ended(within)
        in_time(code is not None, f"runs on {within:.0f} s after an error of the disk")
    if code is None:
        code = await people.served(victim, ask.within(ANSWERS_WITHIN))
    if code is None:
        return None
    after = time.monotonic() - met
    in_time(after <= within, f"ended only {after:.1f} s after an error of the disk")
    hold(code > 0, "an error of the disk ended the server with", code, victim.last_words())
    return after


class People:
    """Those who play on in a store, and one who opens tables; none of them may be told a lie."""

    def __init__(
        self, base: str, places: Iterable[Place], journal: Journal, seed: int, ask: Ask
    ) -> None:
        rng = Random(seed)
        self._ask = ask
        self._players = [Player(base, place, journal, rng, MANNER) for place in places]
        self._desk = Desk(base, journal)
        self._tasks: list[asyncio.Task[None]] = []
        self._leaving = False
        self._opened = 0
        self.broken: Counter[str] = Counter()
        self.away = False
        """Whether nobody may come in for a while."""

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._play(player)) for player in self._players]
        self._tasks.append(asyncio.create_task(self._open_tables()))
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._desk.__aexit__(None, None, None)

    @property
    def acked(self) -> int:
        return sum(player.acked for player in self._players)

    @property
    def told_full(self) -> int:
        """How often somebody at a table was told that the disk is full."""
        return sum(player.refused.count(FULL) for player in self._players)

    async def _play(self, player: Player) -> None:
        """Plays, and comes back after having been away."""
        while not player.finished:
            while self.away:
                await asyncio.sleep(0.01)
            running = asyncio.create_task(player.run())
            while not running.done() and not self.away:
                await asyncio.wait([running], timeout=0.05)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _open_tables(self) -> None:
        while not self._leaving:
            if not self.away:
                await self._desk.table("temple", 1)
                self._opened += 1
            await asyncio.sleep(0.1)

    async def stay_away(self) -> None:
        """Nobody asks for anything until told otherwise; who was about to begins anew then."""
        self.away = True
        self._tasks.pop().cancel()
        await asyncio.sleep(0.1)
        self._tasks.append(asyncio.create_task(self._open_tables()))

    async def read(self) -> None:
        """Everybody looks at their table as it stands."""
        for player in self._players:
            view = await self._desk.view(player.place)
            hold(view["head"] >= player.head, "an older table than before:", view["head"])

    async def play_on(self, victim: Victim) -> None:
        """Waits until a server with which all is well has done something for everybody."""
        code = await self.served(victim, ANSWERS_WITHIN if self._ask.size else STARTS_WITHIN)
        hold(code is None, f"the server ended with {code}:", victim.last_words())

    async def served(self, victim: Victim, within: float) -> int | None:
        """Waits until the server has done something for everybody, or has ended; then its exit code."""
        before, end = (self.acked, self._opened), time.monotonic() + within
        while self._opened == before[1] or (self._players and self.acked == before[0]):
            self.check()
            if (code := victim.process.poll()) is not None:
                return code
            in_time(time.monotonic() < end, "nobody gets an answer any more")
            await asyncio.sleep(0.005)
        return None

    async def leave(self) -> None:
        """After a fresh start everything that was left open is answered."""
        self._leaving = True
        for player in self._players:
            player.leaving = True
        _, late = await asyncio.wait(self._tasks, timeout=self._ask.within(LEAVES_WITHIN))
        self.check()
        in_time(not late, "never answered:", [player.unanswered for player in self._players])

    def check(self) -> None:
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()
        told = [code for each in self._players for code in each.refused if code not in LATER]
        hold(not told, "false refusal:", told[:3])
        self.broken["refused"] = len(told)

    def judge(self, data: Path) -> None:
        _, findings = check(read_sqlite(data / "yupana.db"), read_journals([data / "journal"]))
        self.broken += judged("after the next start:", findings)


@asynccontextmanager
async def stopping(victim: Victim) -> AsyncIterator[None]:
    try:
        yield
    finally:
        victim.__exit__()


# A disk that is really full


async def _full_disk(room: Path, stock: Stock, ask: Ask) -> Tally:
    """A disk of a few megabytes, filled up while people play: the same process refuses, is read from, and goes on
    when there is room. Filled up again, it is killed, and nothing that it refused is in the log."""
    with _small_disk(room) as mounted:
        if not mounted:
            return Tally()
        data = room / "data"
        shutil.copytree(stock.folder, data)
        with closing(sqlite3.connect(data / "yupana.db")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a short log has to grow at once
        victim = Victim(data, defect=ask.defect)
        journal = Journal(room.parent / "full-journal")
        victim.launch()
        async with stopping(victim), People(victim.base, stock.places, journal, 0, ask) as people:
            await people.play_on(victim)
            ballast = await _filled(room, victim, people)
            await people.read()
            ballast.unlink()
            await people.play_on(victim)
            ballast = await _filled(room, victim, people)
            await people.stay_away()
            victim.kill()
            journal.sync()
            _nothing_refused_is_there(data, journal.path)
            ballast.unlink()
            await victim.restart()
            people.away = False
            await people.leave()
        journal.sync()
        shutil.copyfile(journal.path, data / "journal")
        people.judge(data)
        return Tally(full=2, acked=people.acked, broken=people.broken)


async def _filled(room: Path, victim: Victim, people: People) -> Path:
    """Fills the disk up, until somebody has been refused for it."""
    before, end = people.told_full, time.monotonic() + FILLS_WITHIN
    ballast = _fill(room)
    while people.told_full < before + 3:
        people.check()
        code = victim.process.poll()
        hold(code is None, f"a full disk ended the server with {code}:", victim.last_words())
        in_time(time.monotonic() < end, "the disk does not get full")
        await asyncio.sleep(0.01)
    return ballast


def _nothing_refused_is_there(data: Path, journal: Path) -> None:
    """A command whose last answer was that the disk is full, and that was not sent again, was not done."""
    last: dict[tuple[str, str], str] = {}
    for line in read_journals([journal]):
        if line["e"] in ("sent", "later", "ack"):
            last[line["table"], line["cid"]] = str(line.get("code") or line["e"])
    refused = {pair for pair, what in last.items() if what == FULL}
    there = {
        (table, entry.cid)
        for table, log in read_sqlite(data / "yupana.db").items()
        for entry in log.entries
        if entry.cid is not None
    }
    hold(not refused & there, "lying no: refused on a full disk, and done:", refused & there)


@contextmanager
def _small_disk(room: Path) -> Iterator[bool]:
    room.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "yupana-chaos", str(room)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", "-l", str(room)], check=True)


def _fill(room: Path) -> Path:
    ballast = room / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    return ballast
