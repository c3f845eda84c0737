"""G7: no seat is taken or played without its secret, whoever tries and however often.

Three ways: every request with every kind of secret that does not open it, in the application itself; many who
claim one seat in the same moment, and secrets that were guessed, at a real server while somebody plays there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from starlette.routing import Route

from tests.chaos import raw
from tests.chaos.broken import planted
from tests.chaos.frames import check_log
from tests.chaos.raw import Line, Refused, frame, socket
from tests.chaos.servers import FAST, Victim
from tests.chaos.verdict import Ask, Verdict, folder, hold
from tests.chaos.worlds import NOW, Bits, World, in_step, opened, secret_of, settled, world
from tests.server.test_app import MATRIX, PLAYING, ROLES
from yupana.games.temple import Temple
from yupana.server import wire
from yupana.server.log import Entry, Sat
from yupana.server.options import Options
from yupana.server.policy import Actor
from yupana.server.seats import Secret, secret_hash
from yupana.server.serve import application, open_store
from yupana.server.store import Key
from yupana.server.table import Table

PROMISE = "No seat can be taken or played without its secret."

SEED = bytes(range(32))


# Every request with every secret


DENIED = (
    "a seat of another table",
    "a spectator of another table",
    "a secret that was revoked",
    "the code to resume",
    "a seat's secret called a host's",
    "a spectator's secret called a seat's",
    "a secret cut short",
    "a secret in other letters",
    "a cookie from nowhere",
)
"""Those whom nothing opens, beside the ones in the matrix of the server's own tests."""


class Matrix:
    """A table where people gather or play, and everybody who might ask for something."""

    def __init__(self, each: World) -> None:
        self.each = each
        self.number = 0
        self.tried: Counter[str] = Counter()

    async def run(self) -> None:
        for begun, rows in ((False, MATRIX), (True, PLAYING)):
            await self._open(begun)
            for method, path, body, statuses in rows:
                wanted = dict(zip(ROLES, statuses, strict=True))
                for role in (*ROLES, *DENIED):
                    status = wanted.get(role, wanted["nobody"])
                    await self._try(begun, role, method, path, body, status)

    async def _open(self, begun: bool) -> None:
        if self.number:
            await self.each.leave()
        self.number += 1
        self.name = f"matrix-{self.number}"
        game = Temple(3)
        table, entries = Table(self.name, SEED, opened(game)), list[Entry]()

        def add(more: list[Entry]) -> None:
            for entry in more:
                table.take(entry)
                entries.append(entry)

        add([opened(game)])
        for seat in range(2):
            add([Sat(seat, "person", None, f"{seat + 1:032x}", "seat")])
        if begun:
            add(table.judge(Actor(host=True), wire.Begin()))
        gone = secret_hash("spectator", self.name, Secret(secret_of("spectator", "gone")))
        sent_away = secret_hash("seat", self.name, Secret(secret_of("seat", self.name, 2)))
        spent = [
            Key(gone, self.name, "spectator", None, NOW, NOW),
            Key(sent_away, self.name, "seat", 2, NOW, NOW),
        ]
        await self.each.seat(self.name, game, SEED, entries, (), "spectator", spent)

    def _headers(self, role: str) -> str:
        own = secret_of("seat", self.name, 0)
        watch = secret_of("spectator", self.name)
        return {
            "nobody": "",
            "wrong": own[:-1] + ("A" if own[-1] != "A" else "B"),
            "elsewhere": secret_of("host", "elsewhere"),
            "spectator": watch,
            "seat": own,
            "host": secret_of("host", self.name),
            "a seat of another table": secret_of("seat", "elsewhere", 0),
            "a spectator of another table": secret_of("spectator", "elsewhere"),
            "a secret that was revoked": secret_of("spectator", "gone"),
            "the code to resume": "BCDF-GHJK-MNPQ-RSTV",
            "a seat's secret called a host's": "yh_" + own[3:],
            "a spectator's secret called a seat's": "ys_" + watch[3:],
            "a secret cut short": own[:-1],
            "a secret in other letters": own.swapcase(),
            "a cookie from nowhere": "",
        }[role]

    async def _try(
        self, begun: bool, role: str, method: str, path: str, body: Any, status: int
    ) -> None:
        before = self._state()
        if path == "/do":
            body = {"t": "cmd", "cid": f"matrix-{len(self.tried):06}", "cmd": body}
        self.each.bearer = self._headers(role)
        self.each.cookie = (
            f"yupana={self.name}:{secret_of('seat', 'elsewhere', 0)}" if "cookie" in role else ""
        )
        self.each.trace.clear()
        await self.each.ask(method, f"/api/tables/{self.name}{path}", body)
        await settled()
        answered = int(self.each.trace[-1][1][:3])
        self.tried[f"{answered}"] += 1
        hold(
            answered == status,
            "another answer than the role may have:",
            role,
            method,
            path,
            body,
            answered,
        )
        if answered >= 400:
            hold(self._state() == before, "a refusal has changed the table:", role, method, path)
        elif method == "POST":
            await self._open(begun)

    async def used_ids(self) -> None:
        """A command with an id that stands in the log is not judged again: it must do nothing at all,
        also where a host's command would send somebody away for whom a bot plays."""
        await self._open(begun=True)
        cid = "an-id-of-ones-own"
        self.each.bearer = secret_of("seat", self.name, 0)
        said = {"t": "cmd", "cid": cid, "cmd": {"do": "say", "phrase": "hello"}}
        await self.each.ask("POST", f"/api/tables/{self.name}/do", said)
        await self.each.act(None, "the-host-put-a-bot", {"do": "bot", "seat": 1})
        for seat in (-9, 0, 1, 2, 99):
            for bearer in ("seat", "host"):
                before = self._state()
                self.each.bearer = secret_of(*_link(bearer, self.name))  # type: ignore[arg-type]
                again = {"t": "cmd", "cid": cid, "cmd": {"do": "unseat", "seat": seat}}
                await self.each.ask("POST", f"/api/tables/{self.name}/do", again)
                await settled()
                if bearer == "seat":
                    hold(self._state() == before, "an id that was used opened a host's door:", seat)
        self.each.bearer = secret_of("spectator", self.name)
        await self.each.ask("GET", f"/api/tables/{self.name}")
        hold(self.each.trace[-1][1].startswith(b"200"), "the table is gone:", self.each.trace[-1])
        self.tried["used ids"] += 10

    def _state(self) -> str:
        """All that the store has of the table."""
        store = self.each.store
        found = (store.load(self.name), store.names(self.name), store.keys(self.name))
        return hashlib.sha256(msgspec.json.encode(found)).hexdigest()


def _link(kind: str, table: str) -> tuple[str, str, int | None]:
    return kind, table, 0 if kind == "seat" else None


async def _matrix(path: Path) -> Counter[str]:
    with in_step(Bits()):
        async with world(path) as each:
            matrix = Matrix(each)
            await matrix.run()
            await matrix.used_ids()
            await each.leave()
            return matrix.tried


# Every route that there is


PUBLIC = {
    "/t/{table}": "the page, the same for everybody",
    "/t/{table}/enter": "the page for those without a secret: what a code tells anybody",
    "/api/tables/{table}/about": "what a table is, for those who think of joining",
    "/api/tables/{table}/sit": "an empty seat is anybody's",
    "/api/tables/{table}/resume": "by the code in its body",
}
"""What is answered without a secret, and why. Whatever else there is, or will be, of a table is not."""


def routes_of_tables(folder: Path) -> list[tuple[str, str]]:
    """Methods and paths of the application as it is served, house and all."""
    options = Options(data=folder)
    with open_store(options) as store:
        found = [route for route in application(options, store).routes if isinstance(route, Route)]
    return [
        (method, route.path)
        for route in found
        for method in sorted((route.methods or set()) - {"HEAD"})
        if "{table}" in route.path
    ]


async def _routes(server: Victim, routes: list[tuple[str, str]], rng: Random) -> int:
    """Each of them with secrets that do not open it."""
    table, seat = await _table(server)
    other, _ = await _table(server)
    tried = 0
    line = await Line(server.port).open()
    for method, path in routes:
        if path in PUBLIC:
            continue
        filled = path.replace("{table}", table["table"]).replace("{n}", "0")
        for secret in (None, other["host"], other["spectator"], guess(rng, seat), "yh_" + seat[3:]):
            answer = await line.ask(method, filled, None if method == "GET" else {}, secret)
            hold(answer.status in (401, 403), "a door stands open:", method, path, answer)
            tried += 1
    line.close()
    return tried


# Many who claim one seat


async def _claims(server: Victim, rounds: int, at_once: int) -> int:
    """One winner in each round; the winner has the seat, and everybody else a refusal."""
    lines = [await Line(server.port).open() for _ in range(at_once)]
    for number in range(rounds):
        wish = {"game": "temple", "seats": 2}
        table = (await lines[0].ask("POST", "/api/tables", wish)).json()["table"]
        wishes = [
            json.dumps({"seat": 0, "name": f"N{at}", "nonce": secrets.token_hex(16)}).encode()
            for at in range(at_once)
        ]
        for line, wished in zip(lines, wishes, strict=True):
            line.send(line.request("POST", f"/api/tables/{table}/sit", wished))
        told = await asyncio.gather(*(line.response() for line in lines))
        won = [each.json() for each in told if each.status == 201]
        lost = Counter((each.status, each.json()["code"]) for each in told if each.status != 201)
        hold(len(won) == 1, "winners of one seat:", len(won), number)
        hold(lost == {(409, "table.taken"): at_once - 1}, "how the others lost:", lost)
        view = (await lines[0].ask("GET", f"/api/tables/{table}", None, won[0]["secret"])).json()
        hold(view["mine"] == [0], "the winner does not have the seat:", view["mine"])
        hold(view["seats"][0]["name"] == won[0]["name"], "another's name stands there")
    for line in lines:
        line.close()
    return rounds


# Secrets that were guessed


def guess(rng: Random, real: str) -> str:
    """A secret as it might be: of the right shape, or the real one with a letter changed."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(["ys_", "yh_", "yw_", "yr_"]) + "".join(rng.choices(letters, k=32))
    at = rng.randrange(3, len(real))
    if kind < 0.7:
        other = rng.choice([each for each in letters if each != real[at]])
        return real[:at] + other + real[at + 1 :]
    if kind < 0.85:
        return real[:at] + real[at + 1 :]
    return "".join(rng.choices(letters, k=rng.randrange(1, 200)))


async def _guess(server: Victim, table: dict[str, Any], seat: str, count: int, rng: Random) -> int:
    path = f"/api/tables/{table['table']}"
    victim = await socket(server.port, table["table"], seat)
    before = (await (await Line(server.port).open()).ask("GET", path, None, seat)).body

    async def some(number: int) -> None:
        line = await Line(server.port).open()
        for _ in range(number):
            real = rng.choice([seat, table["host"], table["spectator"]])
            tried = guess(rng, real)
            if tried in (seat, table["host"], table["spectator"]):
                continue
            if rng.random() < 0.02:
                await _guess_socket(server, table["table"], tried)
            else:
                answer = await line.ask(*_asked(rng, path), tried)
                hold(answer.status == 401, "a guessed secret was answered:", answer)
        line.close()

    async def plays_on() -> None:
        """Somebody plays there all the while, and is answered."""
        for number in range(10**9):
            victim.send(frame(b'{"t":"ping","n":%d}' % number))
            while (told := await victim.told()) != {"t": "pong", "n": number, "head": head}:
                hold(isinstance(told, dict), "the one who plays was cut off:", told)
            await asyncio.sleep(0.05)

    head = json.loads(before)["head"]
    playing = asyncio.create_task(plays_on())
    await asyncio.gather(*(some(count // 8) for _ in range(8)))
    hold(not playing.done(), "the one who plays was disturbed")
    playing.cancel()
    after = (await (await Line(server.port).open()).ask("GET", path, None, seat)).body
    hold(after == before, "the table has changed")
    return count // 8 * 8


def _asked(rng: Random, path: str) -> tuple[str, str, Any]:
    cmd = {"t": "cmd", "cid": f"{rng.getrandbits(128):032x}", "cmd": {"do": "say", "phrase": "wow"}}
    asked: list[tuple[str, str, Any]] = [
        ("GET", path, None),
        ("GET", f"{path}/export", None),
        ("POST", f"{path}/do", cmd),
        ("POST", f"{path}/links", {"role": "host"}),
    ]
    return rng.choice(asked)


async def _guess_socket(server: Victim, table: str, tried: str) -> None:
    line = await Line(server.port).open()
    try:
        await line.become_socket(f"/api/tables/{table}/ws", tried)
    except Refused as refused:
        hold(refused.status == 401, "a guessed secret at the socket:", refused)
    else:
        hold(False, "a guessed secret opened a socket")
    line.close()


async def _not_locked_out(server: Victim, table: dict[str, Any], seat: str, rng: Random) -> int:
    """At a server with its usual limits: whoever guesses too often is told so, and whoever has the
    right secret gets in from the very same address."""
    line, path = await Line(server.port).open(), f"/api/tables/{table['table']}"
    told = Counter[int]()
    for _ in range(90):
        told[(await line.ask("GET", path, None, guess(rng, seat))).status] += 1
    hold(set(told) == {401, 429} and told[429] > 20, "those who guess too often:", told)
    answer = await line.ask("GET", path, None, seat)
    hold(answer.status == 200, "the right secret did not open any more:", answer)
    line.close()
    return 90


async def _table(server: Victim) -> tuple[dict[str, Any], str]:
    line = await Line(server.port).open()
    table = (await line.ask("POST", "/api/tables", {"game": "temple", "seats": 2})).json()
    path = f"/api/tables/{table['table']}"
    seat = (await line.ask("POST", f"{path}/sit", {"name": "Ana"})).json()["secret"]
    line.close()
    return table, seat


def _no_secret_logged(server: Victim, held: list[str]) -> None:
    log = server.log.read_text(errors="replace")
    hold("/api/tables" in log, "nothing was logged at all")
    hold(not [each for each in held if each in log or each[3:] in log], "a secret is in the log")


def run(ask: Ask) -> Verdict:
    rng = Random(ask.seed)
    with folder() as data:
        with planted(ask.defect):
            tried = raw.run(_matrix(data / "matrix"))
        with Victim(
            data / "a", defect=ask.defect, limits=FAST | {"tries_per_minute": 1_000_000}
        ) as server:
            doors = raw.run(_routes(server, routes_of_tables(data / "routes"), rng))
            rounds = raw.run(_claims(server, ask.many(2, 500), 200))
            table, seat = raw.run(_table(server))
            guesses = raw.run(_guess(server, table, seat, ask.many(400, 100_000), rng))
            check_log(server)
            _no_secret_logged(server, [seat, table["host"], table["spectator"]])
        with Victim(data / "b", defect=ask.defect, limits={}) as server:
            table, seat = raw.run(_table(server))
            raw.run(_not_locked_out(server, table, seat, rng))
    return Verdict(
        guarantee="G7",
        figures={
            "roles and requests": tried.total() + doors,
            "claims of one seat at once": 200,
            "rounds of them": rounds,
            "winners in each": 1,
            "guessed secrets": guesses,
            "let in": 0,
            "secrets in the log": 0,
        },
    )
