"""G1b: the power fails, at any moment: what the disk may hold then is made from recorded writes, and opened.

A real server plays under `strace`, which records every write and flush of the database's files and every message to a
client, in order. A crash image is what a disk may hold that lost its power at one of these moments: all that a completed
flush of the file covers, and of everything later any part: nothing, all, a beginning, any selection, a write of which
only some sectors of 512 bytes arrived; the same for files that were created or deleted since the folder was flushed.
Each image is opened by our store, then judged by the checker: SQLite's own check, the chain of hashes, and everything
that had been sent to a client by that moment.

What is taken for granted: the disk keeps what it has flushed, a sector is written whole or not at all, and the folder
itself is there.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from msgspec import Struct, field

from tests.chaos.checker import Line, Logs, check, judged, read_journals, read_sqlite
from tests.chaos.clients import Journal
from tests.chaos.crowd import Crowd
from tests.chaos.disk_trace import ENDS, Event, Reader, arguments
from tests.chaos.pool import side_by_side
from tests.chaos.servers import Victim, no_strace
from tests.chaos.verdict import Ask, Broken, Figure, Verdict, folder, hold, in_time
from tests.server.client import alive

PROMISE = "A move that was acknowledged is never lost, also when the power fails in the middle of a write."

IMAGES_A_RECORDING = 250
MOVES = 250
"""Acknowledged in each life of the server that is recorded."""
FEW_MOVES = 60
TABLES, SEATS = 4, 3
SECTOR = 512
WAYS = ("none", "all", "prefix", "subset", "torn", "torn subset")
"""What arrives of the writes that no flush covers."""

_ACK = re.compile(rb'"t":"ack","cid":"([^"]+)","seq":(\d+)')
_SHOWN = re.compile(rb'"t":"(?:view|tick)".{0,200}?"head":(\d+)', re.DOTALL)
_OPENED = re.compile(rb'"table":"([^"]+)"')
_SOCKET = re.compile(rb"GET /api/tables/([^/ ]+)/ws ")


class Tally(Struct):
    images: int = 0
    writes: int = 0
    flushes: int = 0
    acked: int = 0
    checkpoints: int = 0
    """Flushes of the database itself, after pages were moved into it from the write-ahead log."""
    ways: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.images + other.images,
            self.writes + other.writes,
            self.flushes + other.flushes,
            self.acked + other.acked,
            self.checkpoints + other.checkpoints,
            self.ways + other.ways,
            self.broken + other.broken,
        )


def run(ask: Ask) -> Verdict:
    why = no_strace()
    if why is not None:
        return Verdict(guarantee="G1b", figures={}, left_out=(why,))
    images = ask.many(100, 5000)
    sizes = [IMAGES_A_RECORDING] * (images // IMAGES_A_RECORDING) or [images]
    moves = MOVES if ask.size else FEW_MOVES
    given = [
        (size, moves, 2 if ask.size else 1, ask.seed * 1000 + number, ask.defect)
        for number, size in enumerate(sizes)
    ]
    tally = sum(side_by_side(recording, given, alone=len(given) == 1), start=Tally())
    if ask.size == 1:
        hold(tally.images >= 5000, "too few images:", tally.images)
        hold(tally.checkpoints >= 2 * len(given), "too few checkpoints:", tally.checkpoints)
    figures: dict[str, Figure] = {
        "crash images opened": tally.images,
        "of them with a torn write": tally.ways["torn"] + tally.ways["torn subset"],
        "recordings": len(given),
        "writes recorded": tally.writes,
        "flushes": tally.flushes,
        "moves acknowledged": tally.acked,
        **{what: tally.broken[what] for what in ("lost", "phantom")},
        "damaged": tally.broken["log"],
    }
    return Verdict(guarantee="G1b", figures=figures)


def recording(images: int, moves: int, lives: int, seed: int, defect: str | None) -> Tally:
    """One store from its first byte on, and images of it at many moments."""
    rng = Random(seed)
    with folder() as room:
        events, tables = asyncio.run(_record(room, moves, lives, rng, defect))
        tally = Tally(
            writes=sum(event.what == "write" for event in events),
            flushes=sum(event.what == "synced" for event in events),
            acked=len(tables),
            checkpoints=sum(event.what == "synced" and event.file == "" for event in events),
        )
        _hold_complete(events, room / "data")
        for number, (crash, way, image, told) in enumerate(_images(events, tables, images, rng)):
            place = room / f"image-{number}"
            when = f"image {number} of seed {seed}, after call {crash} of {len(events)} ({way}):"
            logs = _opened(place, image, rng, when)
            tally.broken += judged(when, check(logs, told)[1])
            tally.images += 1
            tally.ways[way] += 1
            for file in place.iterdir():
                file.unlink()
    return tally


async def _record(
    room: Path, moves: int, lives: int, rng: Random, defect: str | None
) -> tuple[list[Event], dict[str, str]]:
    """All calls in their order, and the table of each acknowledged command."""
    victim = Victim(room / "data", defect=defect)
    database = (victim.data / "yupana.db").resolve()
    journal, traces = Journal(room / "journal"), []
    acked = 0
    for life in range(lives):
        traces.append(room / f"trace-{life}")
        victim.trace = arguments(traces[-1])
        async with victim:
            async with Crowd(victim.base, journal, rng, tables=TABLES, seats=SEATS) as crowd:
                while crowd.acked < moves:
                    crowd.check()
                    in_time(victim.process.poll() is None, "the server ended")
                    await asyncio.sleep(0.05)
                acked += crowd.acked
            tracer = _tracer(victim.process.pid)
            if life == lives - 1:
                await asyncio.to_thread(victim.stop)
            else:
                victim.kill()
        await _gone(tracer)
    journal.sync()
    reader, events = Reader(database), []
    for trace in traces:
        with trace.open(encoding="ascii", errors="replace") as lines:
            events += list(reader.read(lines))
    tables = {
        line["cid"]: line["table"]
        for line in read_journals([journal.path])
        if line["e"] == "ack"
    }  # fmt: skip
    sent = {cid for event in events if event.what == "send" for cid, _ in _acks(event.data)}
    missing = set(tables) - sent
    hold(not missing, "acknowledged, but not in the recording:", sorted(missing)[:3])
    hold(len(tables) >= acked, "too few acknowledgements:", len(tables))
    return events, tables


def _tracer(pid: int) -> int:
    found = re.search(r"TracerPid:\t(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0


async def _gone(pid: int) -> None:
    """The recording is whole when the one who makes it has ended."""
    end = time.monotonic() + 30
    while pid and alive(pid):
        in_time(time.monotonic() < end, "strace does not end")
        await asyncio.sleep(0.02)


def _acks(data: bytes) -> list[tuple[str, int]]:
    return [(cid.decode(), int(seq)) for cid, seq in _ACK.findall(data)]


# What clients had been told


class Told:
    """All that has left the server so far."""

    def __init__(self, tables: dict[str, str]) -> None:
        self._tables = tables
        """Of each command that was acknowledged, by its id."""
        self._sockets: dict[str, str] = {}
        """The table at the other end of each socket."""
        self._acks: list[Line] = []
        self._heads: dict[str, int] = {}
        self._opened: dict[str, None] = {}

    def add(self, event: Event) -> bool:
        """Whether a client was told of something that is stored."""
        if event.what == "receive" and (found := _SOCKET.search(event.data)):
            self._sockets[event.file] = found[1].decode()
        if event.what != "send":
            return False
        acks = [each for each in _acks(event.data) if each[0] in self._tables]
        for cid, seq in acks:
            self._acks.append({"e": "ack", "table": self._tables[cid], "cid": cid, "seq": seq})
        table = self._sockets.get(event.file)
        if event.data.startswith(b"HTTP/1.1 "):
            if b'"host":' in event.data and (found := _OPENED.search(event.data)):
                self._opened[found[1].decode()] = None
        elif table is not None:
            heads = [int(head) for head in _SHOWN.findall(event.data)]
            self._heads[table] = max([self._heads.get(table, 0), *heads])
        return bool(acks)

    def lines(self) -> list[Line]:
        """In the form of the clients' journals."""
        heads = [{"e": "head", "table": name, "head": at} for name, at in self._heads.items() if at]
        return [*({"e": "opened", "table": name} for name in self._opened), *self._acks, *heads]


# What a disk may hold


class Inode:
    """A file, whatever its name: what is flushed, and what was written since."""

    def __init__(self) -> None:
        self.flushed = bytearray()
        self.pending: list[Event] = []
        self.begun: dict[int, int] = {}
        """Of each flush that has begun: how many of the pending writes it covers."""

    def sync(self, number: int) -> None:
        self.begun[number] = len(self.pending)

    def synced(self, number: int) -> None:
        covered = self.begun.pop(number)
        for event in self.pending[:covered]:
            apply(self.flushed, event)
        del self.pending[:covered]
        self.begun = {each: max(0, before - covered) for each, before in self.begun.items()}


class Disk:
    """The files of a database as the operating system sees them, and as far as the disk has them."""

    def __init__(self) -> None:
        self.now: dict[str, Inode] = {}
        self._named: dict[str, Inode] = {}
        """The names that a flush of the folder has made last."""
        self._renamed: list[tuple[str, Inode | None]] = []
        """Names given and taken since."""
        self._begun: dict[int, int] = {}

    def add(self, event: Event) -> None:
        match event.what:
            case "create" if event.file not in self.now:
                self.now[event.file] = Inode()
                self._renamed.append((event.file, self.now[event.file]))
            case "unlink" if event.file in self.now:
                del self.now[event.file]
                self._renamed.append((event.file, None))
            case "write" | "truncate":
                self.now[event.file].pending.append(event)
            case "sync" if event.file == "folder":
                self._begun[event.at] = len(self._renamed)
            case "synced" if event.file == "folder":
                covered = self._begun.pop(event.at)
                self._apply(self._named, self._renamed[:covered])
                del self._renamed[:covered]
            case "sync":
                self.now[event.file].sync(event.at)
            case "synced":
                self.now[event.file].synced(event.at)

    @staticmethod
    def _apply(names: dict[str, Inode], changes: Sequence[tuple[str, Inode | None]]) -> None:
        for name, inode in changes:
            if inode is None:
                names.pop(name, None)
            else:
                names[name] = inode

    def image(self, way: str, rng: Random) -> dict[str, bytes]:
        """The contents of each file that is there after a crash."""
        names = dict(self._named)
        if way == "all":
            self._apply(names, self._renamed)
        elif way == "prefix":
            self._apply(names, self._renamed[: rng.randint(0, len(self._renamed))])
        elif way != "none":
            self._apply(names, [each for each in self._renamed if rng.random() < 0.5])
        found = {}
        for name, inode in names.items():
            content = bytearray(inode.flushed)
            for event in _arrived(inode.pending, way, rng):
                apply(content, event)
            found[name] = bytes(content)
        return found


def _arrived(pending: list[Event], way: str, rng: Random) -> list[Event]:
    """Of the writes that no flush covers, those that reached the disk."""
    if way == "none" or not pending:
        return []
    if way == "all":
        return pending
    if way in ("subset", "torn subset"):
        found = [each for each in pending if rng.random() < 0.5]
    else:
        found = pending[: rng.randint(0, len(pending))]
    if way.startswith("torn") and found:
        at = len(found) - 1 if way == "torn" else rng.randrange(len(found))
        found[at : at + 1] = torn(found[at], rng)
    return found


def torn(event: Event, rng: Random) -> list[Event]:
    """Some sectors of one write: a beginning of them, an end, or any."""
    if event.what != "write":
        return [event]
    cuts = range(SECTOR - event.at % SECTOR, len(event.data), SECTOR)
    edges = [0, *cuts, len(event.data)]
    pieces = [
        Event("write", event.file, event.at + start, event.data[start:end])
        for start, end in pairwise(edges)
    ]
    middle = rng.randint(0, len(pieces))
    return rng.choice(
        [pieces[:middle], pieces[middle:], [each for each in pieces if rng.random() < 0.5]]
    )


def apply(content: bytearray, event: Event) -> None:
    if event.what == "truncate":
        del content[event.at :]
        content.extend(bytes(event.at - len(content)))
        return
    content.extend(bytes(max(0, event.at - len(content))))
    content[event.at : event.at + len(event.data)] = event.data


def _images(
    events: list[Event], tables: dict[str, str], count: int, rng: Random
) -> Iterator[tuple[int, str, dict[str, bytes], list[Line]]]:
    """Images at moments of all kinds: half of them right after a client was told that a move is stored, the others
    anywhere between the first byte and the last."""
    after_acks = [
        number for number, event in enumerate(events, 1) if event.what == "send" and _acks(event.data)
    ]  # fmt: skip
    chosen = Counter(rng.choices(after_acks, k=count // 2))
    changes = [number for number, event in enumerate(events, 1) if event.what != "receive"]
    chosen += Counter(rng.choices(changes, k=count - count // 2))
    disk, told, made = Disk(), Told(tables), 0
    for number, event in enumerate(events, 1):
        disk.add(event)
        told.add(event)
        for _ in range(chosen[number]):
            way = WAYS[made % len(WAYS)]
            made += 1
            yield number, way, disk.image(way, rng), told.lines()


def _hold_complete(events: list[Event], data: Path) -> None:
    """All calls together make the very files that the server has left, or something was not recorded."""
    disk = Disk()
    for event in events:
        disk.add(event)
    for end in ENDS:
        path = data / f"yupana.db{end}"
        inode = disk.now.get(end)
        hold((inode is not None) == path.exists(), "the recording is wrong about", path.name)
        if inode is not None:
            content = bytearray(inode.flushed)
            for event in inode.pending:
                apply(content, event)
            hold(content == path.read_bytes(), "the recording has not all of", path.name)


def _opened(place: Path, image: dict[str, bytes], rng: Random, when: str) -> Logs:
    """The server's own store takes the files as it finds them; then the checker reads what that has left."""
    from yupana.core.errors import YupanaError
    from yupana.server.sqlite import SqliteStore

    place.mkdir()
    for end, content in image.items():
        (place / f"yupana.db{end}").write_bytes(content)
    if "-wal" in image and rng.random() < 0.5:  # its index is never flushed and may hold anything
        (place / "yupana.db-shm").write_bytes(rng.randbytes(32768))
    advice = logging.getLogger("yupana.server.sqlite")
    before, advice.disabled = advice.disabled, True
    try:
        SqliteStore(place / "yupana.db").close()
    except YupanaError as error:
        hold(False, when, "does not open:", error)
    finally:
        advice.disabled = before
    try:
        return read_sqlite(place / "yupana.db")
    except (AssertionError, sqlite3.DatabaseError) as error:
        raise Broken(f"{when} is damaged: {error}") from error
