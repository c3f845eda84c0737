"""G12: games that were begun on an earlier version are finished on this one; an earlier one takes the store back or says why not.

A whole run builds wheels of former commits, begins tables on the server of each, and plays every table to its end there: that is
the course it must take. Then, from the same seeds, it plays half of each table on the old server, kills or stops that, starts the
present one on the same folder and finishes. Moves are chosen by a hash of table, seat and number among the moves offered, so
that both courses must be the same to the last die. Some tables are finished by bots. Last, the old server is started on the
upgraded folder as a host would do who changes their mind: it refuses with a sentence, or plays on.

A short run has stores that former commits have left in the middle of such games, with the courses that they took there.

    python -m tests.chaos.upgrade COMMIT      makes such a store
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tests.chaos.checker import faults_of, read_sqlite
from tests.chaos.clients import Journal, Place, View
from tests.chaos.crowd import Desk
from tests.chaos.servers import ROOT, Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold, in_time

PROMISE = (
    "Games that are running when the server is upgraded are played to the end they would have had."
)

COMMITS = ("bbaa5b7", "ed86d4f")
"""Former versions: of the day before authority, dice and limits were revised, and of two days before that."""
FIXTURE_SHARE = 0.75
"""Of each game that was played when the stores of a short run were left: the rest is played in every `make test`."""
FIXTURES = Path(__file__).parent / "fixtures"
SEATS = {"temple": 3, "valley": 2, "wiraqocha": 2, "paititi": 3}
QUICK = ("temple", "paititi")
"""Games that a short run finishes from every former commit; the others from the first alone."""
BOT = "uniform"
AT_ONCE = 4
ENDS_WITHIN = 300.0
"""Seconds in which bots finish a game, on a machine that may be busy: their processes take a while to start."""


class Course(Struct, frozen=True):
    """How a table went, or must go."""

    moves: int
    """Of people."""
    events: str
    """A hash of all moves and outcomes of chance, in order."""
    scores: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    digest: str
    """Of the events and the state that they lead to, as `verify` works it out."""


class Running(Struct, frozen=True):
    """A table with the secrets of those who play at it."""

    game: str
    table: str
    secrets: tuple[str, ...]
    host: str
    fate: str
    """`finish`: played to its end by its people; `bots`: by bots; `stay`: left in the middle."""

    def places(self) -> list[Place]:
        return [Place(self.table, seat, secret) for seat, secret in enumerate(self.secrets)]


class Fixture(Struct, frozen=True):
    """What is known of a store that a former commit has left."""

    commit: str
    tables: tuple[Running, ...]
    courses: dict[str, Course]


class Release(Victim):
    """A server of another version: its package comes before ours."""

    def __init__(self, data: Path, packages: Path) -> None:
        super().__init__(data)
        self.packages = packages

    def launch(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command(), stdout=out, stderr=out, env=_environment(self.packages)
            )


class Tally(Struct):
    commits: int = 0
    finished: int = 0
    by_bots: int = 0
    moves_before: int = 0
    moves_after: int = 0
    refused: int = 0
    """Old servers that refused the upgraded store with a sentence."""
    went_back: int = 0
    """Old servers that took it and played on."""


def run(ask: Ask) -> Verdict:
    tally, left_out = Tally(), []
    with folder() as room:
        if ask.size and ask.defect is None:
            for commit in COMMITS:
                packages = build(commit, room / commit)
                if packages is None:
                    left_out.append(f"{commit} is not in this clone")
                    continue
                games = ask.many(1, 20)
                asyncio.run(_from_commit(room / commit, packages, games, tally))
        if not tally.commits:
            for commit in COMMITS:
                asyncio.run(_from_fixture(room / f"fixture-{commit}", commit, ask, tally))
            left_out.append("the way back to a former version is tried by a whole run alone")
    if ask.size == 1:
        hold(tally.commits == len(COMMITS), "a former commit is missing:", *left_out)
    figures: dict[str, Figure] = {
        "former versions": tally.commits,
        "games finished as without the upgrade": tally.finished,
        "games finished by bots": tally.by_bots,
        "moves before the upgrade": tally.moves_before,
        "after it": tally.moves_after,
        "other endings": 0,
        "ways back refused with a sentence": tally.refused,
        "ways back played on": tally.went_back,
    }
    return Verdict(guarantee="G12", figures=figures, left_out=tuple(left_out))


# Former versions


def build(commit: str, room: Path) -> Path | None:
    """The package of a commit, built as a wheel and unpacked; None where the clone does not have the commit."""
    archived = subprocess.run(
        ["git", "archive", commit, "src", "pyproject.toml", "README.md", "LICENSE"],
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    if archived.returncode:
        return None
    tree, wheels, packages = room / "tree", room / "wheels", room / "packages"
    with tarfile.open(fileobj=BytesIO(archived.stdout)) as tar:
        tar.extractall(tree, filter="data")
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    built = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(tree)]
    done = subprocess.run(built, capture_output=True, text=True, check=False)
    hold(done.returncode == 0, f"no wheel of {commit}:", done.stderr[-500:])
    (wheel,) = wheels.glob("*.whl")
    unpacked = [*pip, "install", "--no-deps", "--target", str(packages), str(wheel)]
    done = subprocess.run(unpacked, capture_output=True, text=True, check=False)
    hold(done.returncode == 0, f"no package of {commit}:", done.stderr[-500:])
    return packages


def _environment(packages: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(packages)}


async def _from_commit(room: Path, packages: Path, games: int, tally: Tally) -> None:
    fates: dict[str, tuple[str, ...]] = {
        game: (*["finish"] * games, "bots", "stay") for game in SEATS
    }
    tables, courses, data = await _begun(room, packages, fates)
    tally.commits += 1
    tally.moves_before += sum(_before(each, 0.5) for each in courses.values())
    await _finish(Victim(data), tables, courses, tally)
    await _way_back(room, data, packages, tables, courses, tally)


async def _begun(
    room: Path, packages: Path, fates: dict[str, tuple[str, ...]], share: float = 0.5
) -> tuple[list[Running], dict[str, Course], Path]:
    """Tables in the middle of their games, how each of them goes on, and the folder that they are in."""
    first, second = room / "whole", room / "half"
    async with Release(first, packages) as server, _desk(server) as desk:
        tables = [
            await _open(desk, game, fate) for game, several in fates.items() for fate in several
        ]
        await asyncio.to_thread(server.stop)
    shutil.copytree(first, second)
    async with Release(first, packages) as server, _desk(server) as desk:
        known = [each for each in tables if each.fate != "bots"]
        found = await _each(known, lambda each: _course(desk, each))
        courses = {each.table: course for each, course in zip(known, found, strict=True)}
        await asyncio.to_thread(server.stop)
    async with Release(second, packages) as server, _desk(server) as desk:
        await _each(tables, lambda each: _play(desk, each, _before(courses.get(each.table), share)))
        server.kill()
    return tables, courses, second


def _before(course: Course | None, share: float) -> int:
    """Moves that are made before the upgrade; a few where bots take another course in any case."""
    return 10 if course is None else round(course.moves * share)


def _desk(server: Victim) -> Desk:
    return Desk(server.base, Journal(server.data / "journal"))


async def _each(tables: list[Running], work: Any) -> list[Any]:
    """The same for all tables, a few at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(table: Running) -> Any:
        async with turn:
            return await work(table)

    return list(await asyncio.gather(*map(one, tables)))


async def _open(desk: Desk, game: str, fate: str) -> Running:
    places, host = await desk.table(game, SEATS[game])
    await desk.do(places[0].table, host, {"do": "begin"})
    return Running(game, places[0].table, tuple(each.secret for each in places), host, fate)


# Playing


def choose(table: str, seat: int, number: int, moves: list[str]) -> str:
    """One of the moves, the same in every run, in whatever order they are offered."""
    said = hashlib.sha256(f"{table}/{seat}/{number}".encode()).digest()
    return sorted(moves)[int.from_bytes(said[:8]) % len(moves)]


async def _play(desk: Desk, running: Running, most: int | None = None) -> int:
    """Moves until the game is over, or until so many were made; how many were. Of several seats that may move, the first
    does: the order must not depend on where a run begins."""
    places, seat, made = running.places(), 0, 0
    while made != most:
        view = await desk.view(places[seat])
        if view["phase"] == "over":
            break
        pending = sorted(view["pending"])
        hold(pending, "nobody is to move at", running.table)
        if seat == pending[0]:
            move = choose(running.table, seat, view["rev"][0], view["moves"])
            await desk.do(running.table, places[seat].secret, {"do": "move", "text": move})
            made += 1
            seat = pending[1] if len(pending) > 1 else 0
        else:
            seat = pending[0]
    return made


async def _course(desk: Desk, running: Running) -> Course:
    """Plays the rest of a table and tells how all of it went."""
    await _play(desk, running)
    return await _ending(desk, running)


async def _ending(desk: Desk, running: Running) -> Course:
    from yupana.server.verify import verify

    view = await desk.view(running.places()[0])
    export = await desk.ask("GET", f"/api/tables/{running.table}/export", None, running.host)
    events = [each["body"] for each in export["entries"] if each["kind"] == "did"]
    report = verify(json.dumps(export).encode())
    hold(report.ok, f"{running.game} {running.table} does not verify:", report.findings[:2])
    return Course(
        moves=sum(event["seat"] >= 0 for event in events),
        events=hashlib.sha256(json.dumps(events, sort_keys=True).encode()).hexdigest(),
        scores=tuple(view["outcome"]["scores"]),
        places=tuple(tuple(each) for each in view["outcome"]["places"]),
        digest=str(report.digest),
    )


async def _finish(
    server: Victim, tables: list[Running], courses: dict[str, Course], tally: Tally
) -> None:
    """The present server on a store of a former one: every table goes on as it must."""

    async def one(running: Running) -> None:
        if running.fate == "stay":
            await _play(desk, running, 1)
        elif running.fate == "bots":
            await _by_bots(desk, running)
            tally.by_bots += 1
        else:
            made = await _play(desk, running)
            tally.moves_after += made
            _compare(running, await _ending(desk, running), courses[running.table])
            tally.finished += 1

    async with server, _desk(server) as desk:
        await _each(tables, one)
        await asyncio.to_thread(server.stop)
    for table, log in read_sqlite(server.data / "yupana.db").items():
        for fault in faults_of(log):
            hold(False, "a log is damaged after the upgrade:", table, fault)


def _compare(running: Running, found: Course, wanted: Course) -> None:
    for name in Course.__struct_fields__:
        same = getattr(found, name) == getattr(wanted, name)
        hold(same, f"{running.game} {running.table} takes another course, by its {name}")


async def _by_bots(desk: Desk, running: Running) -> None:
    for seat in range(len(running.secrets)):
        await desk.do(running.table, running.host, {"do": "bot", "seat": seat, "bot": BOT})
    end = time.monotonic() + ENDS_WITHIN
    while (await _seen(desk, running))["phase"] != "over":
        in_time(time.monotonic() < end, "bots do not finish", running.game)
        await asyncio.sleep(0.1)
    await _ending(desk, running)


async def _seen(desk: Desk, running: Running) -> View:
    return await desk.view(running.places()[0])


# The way back


async def _way_back(
    room: Path,
    data: Path,
    packages: Path,
    tables: list[Running],
    courses: dict[str, Course],
    tally: Tally,
) -> None:
    """The old server on the upgraded store: a sentence, and the store as it was; or all tables as they were."""
    server = Release(data, packages)
    before = (data / "yupana.db").read_bytes()
    said = await asyncio.to_thread(_served, server, room / "said")
    if said is not None:
        hold("Traceback" not in said, "an old server does not refuse with a sentence:", said)
        hold(len(said.splitlines()) == 1 and len(said) > 20, "is that a sentence?", said)
        hold((data / "yupana.db").read_bytes() == before, "a refused store was changed")
        tally.refused += 1
        return
    async with server, _desk(server) as desk:
        for running in tables:
            if running.fate == "stay":
                _compare(running, await _course(desk, running), courses[running.table])
        await asyncio.to_thread(server.stop)
    tally.went_back += 1


def _served(server: Release, out: Path) -> str | None:
    """What `yupana serve` of that version says before it ends by itself; None if it serves."""
    program = "import sys; from yupana.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "serve", "--data", str(server.data)]
    with out.open("wb") as said:
        process = subprocess.Popen(
            [*command, "--port", str(server.port)],
            stdout=subprocess.DEVNULL, stderr=said, env=_environment(server.packages), cwd=out.parent,
        )  # fmt: skip
        end = time.monotonic() + 30
        while process.poll() is None and not server.answers:
            in_time(time.monotonic() < end, "an old server neither serves nor ends")
            time.sleep(0.05)
        if process.poll() is None:
            process.terminate()
            process.wait(15)
            return None
    hold(process.returncode != 0, "an old server ended without saying why")
    lines = out.read_text("utf-8", "replace").strip().splitlines()
    return "\n".join(line for line in lines if not line.startswith("{"))  # the log's lines are JSON


# Stores that former commits have left


async def _from_fixture(data: Path, commit: str, ask: Ask, tally: Tally) -> None:
    fixture = msgspec.json.decode((FIXTURES / f"{commit}.json").read_bytes(), type=Fixture)
    data.mkdir(parents=True)
    (data / "yupana.db").write_bytes(lzma.decompress((FIXTURES / f"{commit}.db.xz").read_bytes()))
    tally.commits += 1
    server = Victim(data, defect=ask.defect)
    tables = [each for each in fixture.tables if commit == COMMITS[0] or each.game in QUICK]
    going_on = [fixture.courses[each.table] for each in tables if each.fate == "finish"]
    tally.moves_before += sum(_before(each, FIXTURE_SHARE) for each in going_on)
    await _finish(server, tables, fixture.courses, tally)


def make_fixture(commit: str) -> None:
    with folder() as room:
        packages = build(commit, room)
        assert packages is not None, f"this clone has no {commit}"
        fates: dict[str, tuple[str, ...]] = dict.fromkeys(SEATS, ("finish",))
        fates["temple"] = ("finish", "bots")
        tables, courses, data = asyncio.run(_begun(room, packages, fates, FIXTURE_SHARE))
        asyncio.run(_tidied(data, packages))
        FIXTURES.mkdir(exist_ok=True)
        packed = lzma.compress((data / "yupana.db").read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (FIXTURES / f"{commit}.db.xz").write_bytes(packed)
        fixture = Fixture(commit, tuple(tables), courses)
        text = msgspec.json.format(msgspec.json.encode(fixture), indent=1)
        (FIXTURES / f"{commit}.json").write_bytes(text + b"\n")


async def _tidied(data: Path, packages: Path) -> None:
    """Started and stopped once more, so that all of the store is in one file."""
    async with Release(data, packages) as server:
        await asyncio.to_thread(server.stop)


if __name__ == "__main__":
    make_fixture(sys.argv[1])
