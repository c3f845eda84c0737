"""G17: what is kept of people is little, and what is deleted is gone: the files themselves are searched.

People with conspicuous names play from conspicuous addresses, behind a proxy that tells the server theirs, and meet every kind of
error. Then every file that the server has written is searched, byte by byte, for their addresses, secrets and browsers,
and every column of the database but one for their names. A table is forgotten by the host's command; afterwards nothing of
it may be found in the files, nor in a backup made then, and every other game still verifies. A browser walks through the pages and
must have asked nobody but this server for anything.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import json
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, field

from tests.chaos.browsing import NAME as BROWSER_NAME
from tests.chaos.browsing import PAGES
from tests.chaos.raw import Line, Refused, frame
from tests.chaos.raw import run as run_tidily
from tests.chaos.servers import ROOT, Victim
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold

PROMISE = "Little is kept of people, none of it leaves the server, and what is deleted is gone."

GAMES = {"temple": 2, "valley": 2, "wiraqocha": 2, "paititi": 2}
PROXY = "127.0.0.77"
ADDRESSES = ("203.0.113.77", "198.51.100.23", "2001:db8:77::4:1f")
"""Of the people, as the proxy tells them: from blocks that are nobody's."""
AGENT = "conspicuous-browser/91.7"
SHORTEST = 8
"""Letters of something that is searched for: shorter texts may stand anywhere by chance."""


class Kept(Struct):
    """All that must not be found, by what it is."""

    secrets: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    tables: list[str] = field(default_factory=list)
    hosts: dict[str, str] = field(default_factory=dict)


class Tally(Struct):
    files: int = 0
    megabytes: float = 0.0
    searched: int = 0
    forgotten: int = 0
    facts: int = 0
    requests: int = 0
    pages: int = 0


def run(ask: Ask) -> Verdict:
    tally, left_out, kept = Tally(), [], Kept()
    with folder() as room:
        victim = Victim(
            room / "data", defect=ask.defect, quiet=False, behind_proxy=True,
            trusted_proxies=[PROXY, "127.0.0.1"],
        )  # fmt: skip
        rounds = ask.many(1, 10)
        with victim:
            run_tidily(_play(victim, kept, Random(ask.seed), rounds))
            why = _browse(victim.base, kept, tally) if ask.defect is None else None
            left_out += [] if why is None else [why]
            _look(_copied(victim.data, room / "running"), kept, tally)
            victim.stop()
        _look(victim.data, kept, tally)
        for table in kept.tables[: ask.many(1, 20)]:
            _forget(victim, table, kept, tally, room, ask.defect)
        _yupana(None, "store", "verify", "--all", "--data", str(victim.data))
    figures: dict[str, Figure] = {
        "tables": len(kept.tables),
        "files searched": tally.files,
        "megabytes": round(tally.megabytes, 1),
        "secrets, addresses and names searched for": tally.searched,
        "found": 0,
        "tables forgotten": tally.forgotten,
        "facts of them searched for afterwards": tally.facts,
        "found then": 0,
        "pages in a browser": tally.pages,
        "requests by it": tally.requests,
        "of them elsewhere": 0,
    }
    return Verdict(guarantee="G17", figures=figures, left_out=tuple(left_out))


# People who leave traces if they can


class Person(Line):
    """Somebody behind the proxy; each has an address, and all the same conspicuous browser."""

    person = ADDRESSES[0]

    def request(
        self, method: str, path: str, body: Any = None, secret: str | None = None, more: str = ""
    ) -> bytes:
        told = f"x-forwarded-for: {self.person}\r\nuser-agent: {AGENT}\r\n"
        return super().request(method, path, body, secret, more + told)


async def _play(victim: Victim, kept: Kept, rng: Random, rounds: int) -> None:
    for _ in range(rounds):
        for game, seats in GAMES.items():
            await _table(victim, kept, rng, game, seats)


async def _table(victim: Victim, kept: Kept, rng: Random, game: str, seats: int) -> None:
    line = Person(victim.port, PROXY)
    line.person = rng.choice(ADDRESSES)
    await line.open()
    opened = (await line.ask("POST", "/api/tables", {"game": game, "seats": seats})).json()
    table, host = opened["table"], opened["host"]
    kept.tables.append(table)
    kept.hosts[table] = host
    kept.secrets |= {host, opened["spectator"]}
    at = f"/api/tables/{table}"
    people = []
    for seat in range(seats):
        name = f"Quispe {secrets.token_hex(5)}"
        wish = {"seat": seat, "name": name, "nonce": secrets.token_hex(16)}
        sat = (await line.ask("POST", f"{at}/sit", wish)).json()
        kept.names.add(name)
        kept.secrets.add(sat["secret"])
        people.append(sat["secret"])
    await _do(line, at, host, {"do": "begin"})
    links = await line.ask("POST", f"{at}/links", {"role": "spectator"}, host)
    kept.secrets |= {each for each in _texts(links.body) if len(each) >= 20}
    for _ in range(6):
        for secret in people:
            view = (await line.ask("GET", at, None, secret)).json()
            if view["moves"]:
                await _do(line, at, secret, {"do": "move", "text": rng.choice(view["moves"])})
    await _do(line, at, people[0], {"do": "say", "phrase": "hello"})
    await _err(line, at, people[0])
    await _socket(victim, table, people[-1], line.person)
    line.close()


async def _do(line: Line, at: str, secret: str, command: dict[str, Any]) -> None:
    body = {"t": "cmd", "cid": secrets.token_hex(16), "cmd": command}
    answer = await line.ask("POST", f"{at}/do", body, secret)
    hold(answer.status == 200 or command["do"] == "move", "refused:", command, answer.body[:300])


async def _err(line: Line, at: str, secret: str) -> None:
    """What is refused may be logged; not with what was sent."""
    for method, path, body in (
        ("POST", f"{at}/do", {"t": "cmd", "cid": "x" * 200, "cmd": {"do": "begin"}}),
        ("POST", f"{at}/sit", {"seat": 0, "name": "\u0000"}),
        ("POST", f"{at}/do", [[[[[[[[[[[[]]]]]]]]]]]]),
        ("GET", f"/api/codes/{secret[:6]}", None),
        ("GET", f"/t/{secret}", None),
        ("GET", "/nowhere", None),
    ):
        answer = await line.ask(method, path, body, secret)
        hold(answer.status < 500, "an error of the server:", method, path, answer.status)
    await line.ask("GET", at, None, "not-" + secret)


async def _socket(victim: Victim, table: str, secret: str, person: str) -> None:
    line = Person(victim.port, PROXY)
    line.person = person
    await line.open()
    try:
        await line.become_socket(f"/api/tables/{table}/ws", secret)
    except Refused as error:
        hold(False, "no socket:", error)
    line.send(frame(b'{"t":"hello"}'))
    while not isinstance(told := await line.told(), dict) or told["t"] != "view":
        hold(isinstance(told, dict), "closed:", told)
    line.send(frame(b"\xff\xfe not a message"))
    await asyncio.sleep(0.05)
    line.close()


def _texts(body: bytes) -> list[str]:
    """All texts in a JSON document."""
    found, rest = [], [json.loads(body)]
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            found += [value, value.rpartition("=")[2]]
        elif isinstance(value, dict):
            rest += value.values()
        elif isinstance(value, list):
            rest += value
    return found


# Searching


def _copied(data: Path, to: Path) -> Path:
    """The files as they are while the server runs."""
    shutil.copytree(data, to)
    return to


def _look(data: Path, kept: Kept, tally: Tally) -> None:
    """Nothing of a person in any file; their names in one column and nowhere else."""
    wanted: dict[str, list[bytes]] = {
        "a secret": [form for each in kept.secrets for form in _secret_forms(each)],
        "an address": [form for each in ADDRESSES for form in _address_forms(each)],
        "a browser": [AGENT.encode(), b"conspicuous"],
    }
    names = [name.encode() for name in kept.names]
    for path in _files(data):
        content = path.read_bytes()
        tally.files += 1
        tally.megabytes += len(content) / 1e6
        for what, forms in wanted.items():
            for form in forms:
                hold(form not in content, f"{what} is in {path.name}:", form)
        if not path.name.startswith("yupana.db"):
            for name in names:
                hold(name not in content, f"a name is in {path.name}:", name)
    tally.searched += sum(map(len, wanted.values())) + len(names)
    _look_for_names(data / "yupana.db", names)


def _files(data: Path) -> list[Path]:
    """All that the server has written; the script that starts it is ours."""
    return [each for each in sorted(data.rglob("*")) if each.is_file() and each.suffix != ".py"]


def _secret_forms(secret: str) -> list[bytes]:
    """The text itself, and the bytes that it stands for."""
    found = [secret.encode()]
    tail = secret.rpartition(".")[2]
    raw = base64.urlsafe_b64decode(tail + "=" * (-len(tail) % 4))
    return [*found, raw] if len(raw) >= SHORTEST else found


def _address_forms(address: str) -> list[bytes]:
    """As text, as bytes where those are many, and as hashes that anybody could undo by trying."""
    parsed = ipaddress.ip_address(address)
    texts = {address, parsed.exploded}
    hashes = [
        form
        for text in texts
        for made in (hashlib.md5(text.encode()), hashlib.sha1(text.encode()), hashlib.sha256(text.encode()))
        for form in (made.digest(), made.hexdigest().encode())
    ]  # fmt: skip
    packed = [parsed.packed] if len(parsed.packed) >= SHORTEST else []
    return [*(text.encode() for text in texts), *packed, *hashes]


def _look_for_names(database: Path, names: list[bytes]) -> None:
    """In every column of every table but `names.name`; and there they are."""
    with closing(sqlite3.connect(database)) as connection:
        found = 0
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            cursor = connection.execute(f'SELECT * FROM "{table}"')
            columns = [each[0] for each in cursor.description]
            for row in cursor:
                for column, value in zip(columns, row, strict=True):
                    content = value if isinstance(value, bytes) else str(value).encode()
                    there = sum(name in content for name in names)
                    if (table, column) == ("names", "name"):
                        found += there
                    else:
                        hold(not there, f"a name is in {table}.{column}:", content[:200])
        hold(found == len(names), "names are missing where they should be:", len(names) - found)


# Forgetting


def _forget(
    victim: Victim, table: str, kept: Kept, tally: Tally, room: Path, defect: str | None
) -> None:
    """The host's command; then the files are searched for everything that stood in rows of this table. Lines of the
    server's log may name a table by its id, which says nothing of anybody."""
    database = victim.data / "yupana.db"
    facts = _facts(database, table)
    hold(len(facts) >= 20, "too little is known of a table to search for it:", len(facts))
    _yupana(defect, "store", "forget", table, "--data", str(victim.data))
    backup = room / f"backup-{table}"
    _yupana(None, "store", "backup", str(backup), "--data", str(victim.data))
    for path in (*_files(victim.data), backup):
        content = path.read_bytes()
        of_the_store = path.name.startswith(("yupana.db", "backup"))
        for fact in facts if of_the_store else facts - {table.encode()}:
            hold(fact not in content, f"of a forgotten table there is still in {path.name}:", fact)
    backup.unlink()
    kept.names = {name for name in kept.names if name.encode() not in facts}
    tally.forgotten += 1
    tally.facts += len(facts)


def _facts(database: Path, table: str) -> set[bytes]:
    """Whatever is long enough to be this table's alone: its id and code, seeds, hashes, nonces, commands, names."""
    found = {table.encode()}
    with closing(sqlite3.connect(database)) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        mine: set[bytes] = set()
        others: set[bytes] = set()
        for name in names:
            cursor = connection.execute(f'SELECT * FROM "{name}"')
            columns = [each[0] for each in cursor.description]
            of = "table_id" if "table_id" in columns else "id" if name == "tables" else None
            for row in cursor:
                is_mine = of is not None and row[columns.index(of)] == table
                (mine if is_mine else others).update(_long(row))
        found |= mine - others
    return found


def _long(row: tuple[Any, ...]) -> set[bytes]:
    """Long texts of a row, those inside of JSON too."""
    found = set()
    for value in row:
        content = (
            value if isinstance(value, bytes) else value.encode() if isinstance(value, str) else b""
        )
        try:
            texts = _texts(content) if content.startswith(b"{") else []
        except (ValueError, msgspec.DecodeError):
            texts = []
        for each in (content, *(text.encode() for text in texts)):
            if len(each) >= 16 or (len(each) >= SHORTEST and b"-" in each):
                found.add(each)
    return found


def _yupana(defect: str | None, *arguments: str) -> None:
    """A command of a host, in a process of its own; with a defect where one is to be found."""
    program = (
        "import sys\n"
        "from tests.chaos.broken import planted\n"
        f"with planted({defect!r}):\n"
        "    from yupana.cli import main\n"
        "    code = main()\n"
        "sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    hold(done.returncode == 0, f"yupana {' '.join(arguments)}:", done.stdout + done.stderr)


# A browser


def _browse(base: str, kept: Kept, tally: Tally) -> str | None:
    """Whom a browser asks for something; why there is none, if there is none."""
    from tests.browser.conftest import CHROMIUM

    if CHROMIUM is None:
        return "there is no chromium here"
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos.browsing", base, CHROMIUM],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    hold(done.returncode == 0, "the browser could not be driven:", done.stderr[-500:])
    told = json.loads(done.stdout)
    own = urlsplit(base).netloc
    for url in told["asked"]:
        parts = urlsplit(url)
        own_content = parts.scheme in ("data", "blob")
        hold(own_content or parts.netloc == own, "a page asked somebody else:", url)
    hold(len(told["opened"]) == len(PAGES), "pages are missing:", told["opened"])
    hold(any(url.startswith("ws") for url in told["asked"]), "no socket was opened")
    foreign = [each for each in told["cookies"] if not each.endswith("@127.0.0.1")]
    hold(not foreign, "cookies of somebody else:", foreign)
    tally.requests += len(told["asked"])
    tally.pages += len(told["opened"])
    kept.secrets |= set(told["secrets"])
    kept.names.add(BROWSER_NAME)
    return None
