"""A server in memory that can be watched byte by byte: for two worlds side by side, see secrecy.py.

The application is the real one, from its routes down to the actor of the table. Only what is around it is
made up: requests and sockets are calls, a commit is at once, bots are asked and never answer, random bits
come in a known order, and no question takes too long. So two runs differ by their secrets and by nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

import msgspec
from starlette.applications import Starlette
from starlette.types import Message, Scope

from tests.chaos.raw import frame
from yupana.core.game import Event, Game, Seat
from yupana.core.record import Header, header_for
from yupana.server import ahead
from yupana.server.app import make_app
from yupana.server.bots import Errand, Task, Thinkers
from yupana.server.connections import EXTENSION
from yupana.server.doors import Settings
from yupana.server.hub import Hub
from yupana.server.limits import Limits
from yupana.server.live import Live
from yupana.server.log import Began, Did, Entry, New, Opened, Sat
from yupana.server.pools import Pool
from yupana.server.seats import PREFIX, Kind, Secret, secret_hash
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append, Key, Result, Store, TableRow

AnyGame = Game[Any, Any, Any]

NOW = time.time_ns() // 1_000_000
"""The same in all worlds, and not so long ago that the tables would be swept away."""
COMMIT = "c0" * 32
"""The same in all worlds: a commitment hangs on the seed, and is meant to."""

ENDLESS = Settings(
    hosts=("table.example",),
    limits=Limits(
        burst=10**9, requests_burst=10**9, tries_per_minute=10**9, sockets_per_seat=10**6
    ),
)


# What the server rests on

SEAL = re.compile(rb'"seal":"([0-9a-f]*)"')


class AtOnce:
    """A writer that has written as soon as it is asked."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def append(self, append: Append) -> asyncio.Future[Result]:
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        done.set_result(self.store.append([append])[0])
        return done


def put(
    store: Store,
    table: str,
    game: AnyGame,
    seed: bytes,
    entries: Sequence[Entry],
    code: str,
    spent: Sequence[Key] = (),
) -> None:
    """A table with this log, the secrets of everybody at it, and their names. `spent`: secrets that were revoked."""
    row = TableRow(id=table, code=code, game=game.name, rules=game.rules_version, created_ms=NOW)
    news = [New(entry, NOW + at, f"earlier-{at}", None) for at, entry in enumerate(entries)]
    keys = [_key("host", table), _key("spectator", table)]
    keys += [_key("seat", table, seat) for seat in range(game.seats)]
    gone = {key.hash for key in spent}
    store.create(row, seed, news, [*spent, *(key for key in keys if key.hash not in gone)])
    for seat in range(game.seats):
        store.set_name(table, seat, f"Explorer {seat + 1}")


def _key(kind: Kind, table: str, seat: Seat | None = None) -> Key:
    hashed = secret_hash(kind, table, Secret(secret_of(kind, table, seat)))
    return Key(hashed, table, kind, seat, NOW)


class Notes(Thinkers):
    """Bots that note what they are told, and think for ever."""

    def __init__(self, told: Callable[[Header, Task], None]) -> None:
        super().__init__()
        self.told = told

    async def think(self, errand: Errand) -> list[bytes | None]:
        for task in errand.tasks():
            self.told(errand.header, task)
        await asyncio.Event().wait()
        raise AssertionError("an event that nobody sets")


# The way in


def secret_of(kind: Kind, table: str, seat: Seat | None = None) -> str:
    digest = hashlib.sha256(f"{kind}/{table}/{seat}".encode()).digest()[:24]
    return PREFIX[kind] + base64.urlsafe_b64encode(digest).decode()


class Line:
    """A connection to the application: what is sent there, and what came back in its order."""

    def __init__(
        self, app: Starlette, scope: Scope, heard: Callable[[bytes], None], body: bytes = b""
    ) -> None:
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._heard = heard
        if scope["type"] == "websocket":
            self._inbox.put_nowait({"type": "websocket.connect"})
            scope["extensions"][EXTENSION] = {"hand_over": self._become_socket}
        else:
            self._inbox.put_nowait({"type": "http.request", "body": body, "more_body": False})
        self.task = asyncio.create_task(app(scope, self._inbox.get, self._send))
        self._socket: asyncio.Protocol | None = None
        self._said: list[bytes] = []

    async def _send(self, message: Message) -> None:
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                headers = b"\r\n".join(b"%s: %s" % pair for pair in message["headers"])
                self._heard(b"%d\r\n%s\r\n" % (message["status"], headers))
            case "http.response.body" | "websocket.http.response.body":
                self._heard(message.get("body", b""))
            case other:
                self._heard(other.encode())

    def _become_socket(self, socket: Any) -> None:
        self._socket = socket
        socket.begin(Wire(self._heard, self._cut_off))
        for data in self._said:
            socket.data_received(frame(data))

    def say(self, data: bytes) -> None:
        """A message over the socket, or as soon as there is one."""
        if self._socket is None:
            self._said.append(data)
        else:
            self._socket.data_received(frame(data))

    def _cut_off(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket, None
            socket.connection_lost(None)

    async def hang_up(self) -> None:
        self._cut_off()
        self._inbox.put_nowait({"type": "http.disconnect"})
        await settled()
        self.task.cancel()


class Wire(asyncio.Transport):
    """What a socket writes to: every write is noted as it is, frames and all."""

    def __init__(self, heard: Callable[[bytes], None], cut: Callable[[], None]) -> None:
        super().__init__()
        self._heard, self._cut = heard, cut

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._heard(bytes(data))

    def can_write_eof(self) -> bool:
        return True

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """What comes here comes a message at a time."""

    resume_reading = pause_reading

    def write_eof(self) -> None:
        self._heard(b"the end")

    def close(self) -> None:
        asyncio.get_running_loop().call_soon(self._cut)

    abort = close


async def settled() -> None:
    """Until nothing is left to do but to wait."""
    ready = cast(Any, asyncio.get_running_loop())._ready
    await asyncio.sleep(0)
    while ready:
        await asyncio.sleep(0)


def scope_of(kind: str, method: str, path: str, bearer: str, cookie: str = "") -> Scope:
    headers = [(b"host", b"table.example")]
    if bearer:
        headers.append((b"authorization", f"Bearer {bearer}".encode()))
    if cookie:
        headers += [(b"cookie", cookie.encode()), (b"origin", b"http://table.example")]
    if method == "POST":
        headers.append((b"content-type", b"application/json"))
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "query_string": path.partition("?")[2].encode(),
        "root_path": "",
        "headers": headers,
        "client": ("192.0.2.1", 1),
        "server": ("table.example", 80),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
        "state": {},
    }


class World:
    """A server with a table in it, somebody who watches, and all that they were ever told."""

    code = "KWXT"

    def __init__(self, app: Starlette, store: Store) -> None:
        self.app, self.store = app, store
        self.table = ""
        self.viewers: frozenset[Seat] = frozenset()
        self.bearer = self.cookie = ""
        self.trace: list[tuple[str, bytes]] = []
        self.live: Live
        self.lines: dict[str, Line] = {}

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    async def seat(
        self,
        table: str,
        game: AnyGame,
        seed: bytes,
        entries: Sequence[Entry],
        viewers: Collection[Seat],
        role: Kind,
        spent: Sequence[Key] = (),
    ) -> None:
        """A table whose log has these entries; the watcher holds these seats, or another link."""
        self.table, self.viewers, self.trace = table, frozenset(viewers), []
        put(self.store, table, game, seed, entries, self.code, spent)
        own = [secret_of("seat", table, seat) for seat in sorted(viewers)]
        self.bearer = " ".join(own or [secret_of(role, table)])
        self.live = await self.hub.live(table)
        await settled()

    async def leave(self) -> None:
        for line in self.lines.values():
            await line.hang_up()
        self.lines.clear()
        task = self.hub._lives.pop(self.table)
        with suppress(Exception):  # a table that died has said so to everybody
            await task.result().stop()
        self.store.forget(self.table)

    def unsealed(self, data: bytes) -> bytes:
        """What was heard, with every true seal in it replaced by the number of its entry. A seal looks like chance to
        whoever lacks the seed, and so differs between worlds; anything else in its place stays as it is."""
        if b'"seal":"' not in data:
            return data
        table = self.live.table
        true = {
            hmac.digest(table.seed, f"seal-v1|{seq}|{hash_}".encode(), "sha256").hex()[:32]: seq
            for seq, hash_ in enumerate(table.hashes, 1)
        }

        def named(seal: re.Match[bytes]) -> bytes:
            seq = true.get(seal[1].decode())
            return seal[0] if seq is None else b'"seal":"%032d"' % seq

        return SEAL.sub(named, data)

    def note(self, channel: str) -> Callable[[bytes], None]:
        return lambda data: self.trace.append((channel, data))

    def told_bot(self, header: Header, task: Task) -> None:
        """A bot is an observer as well, of the seat that it plays."""
        if task.seat in self.viewers:
            self.trace.append(("task", msgspec.json.encode((header, task))))

    # What the watcher does

    def connect(self) -> None:
        path = f"/api/tables/{self.table}/ws"
        scope = scope_of("websocket", "GET", path, self.bearer)
        self.lines["socket"] = Line(self.app, scope, self.note("socket"))

    def listen(self) -> None:
        path = f"/api/tables/{self.table}/stream"
        scope = scope_of("http", "GET", path, self.bearer)
        self.lines["stream"] = Line(self.app, scope, self.note("stream"))

    def say(self, message: object) -> None:
        self.lines["socket"].say(msgspec.json.encode(message))

    async def ask(self, method: str, path: str, body: object = None) -> None:
        told: list[bytes] = []
        await self._request(method, path, self.bearer, body, told.append)
        data = b"".join(told)
        if path == "/metrics":  # how long things took, and so how long the answer is
            timed = (b"_seconds", b"content-length")
            lines = data.splitlines()
            data = b"\n".join(line for line in lines if not any(each in line for each in timed))
        self.trace.append((f"{method} {path}", data))

    async def _request(
        self, method: str, path: str, bearer: str, body: object, heard: Callable[[bytes], None]
    ) -> None:
        data = b"" if body is None else msgspec.json.encode(body)
        scope = scope_of("http", method, path, bearer, self.cookie)
        await Line(self.app, scope, heard, data).task

    # What others do

    async def act(self, seat: Seat | None, cid: str, command: dict[str, Any]) -> bytes:
        """A command of another seat, or of the host; what they are told stays between them."""
        bearer = secret_of("host", self.table) if seat is None else ""
        bearer = bearer or secret_of("seat", self.table, seat)
        told: list[bytes] = []
        body = {"t": "cmd", "cid": cid, "cmd": command}
        path = f"/api/tables/{self.table}/do"
        await self._request("POST", path, bearer, body, told.append)
        return b"".join(told)

    def come(self, seat: Seat) -> None:
        """Another seat's client connects; what it hears is its own business."""
        bearer = secret_of("seat", self.table, seat)
        scope = scope_of("websocket", "GET", f"/api/tables/{self.table}/ws", bearer)
        line = self.lines[f"seat {seat}"] = Line(self.app, scope, lambda data: None)
        line.say(b'{"t":"hello"}')

    async def go(self, seat: Seat) -> None:
        await self.lines.pop(f"seat {seat}").hang_up()


# Two of them


class Bits:
    """Random bits in a known order: the same for both worlds in the same step."""

    def __init__(self) -> None:
        self.rng = Random(0)

    def randbits(self, count: int) -> int:
        return self.rng.getrandbits(count)


@contextmanager
def in_step(bits: Bits) -> Iterator[None]:
    async def inline(self: Pool, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        return call(*given, **named)

    with (
        patch.object(Pool, "run", inline),
        patch.object(secrets, "randbits", bits.randbits),
        patch.object(ahead.Due, "spent", False),
    ):
        yield


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    made: World
    with SqliteStore(folder / "world.db") as store:

        def make_hub() -> Hub:
            thinkers = Notes(lambda header, task: made.told_bot(header, task))
            hub = Hub(store, thinkers=thinkers)
            hub.world.writer = AtOnce(store)
            hub.world.now_ms = lambda: NOW
            return hub

        app = make_app(make_hub, ENDLESS)
        made = World(app, store)
        async with app.router.lifespan_context(app):
            yield made


def opened(game: AnyGame, commit: str = COMMIT) -> Opened:
    header = header_for(game, ("",) * game.seats)
    return Opened(
        game=game.name,
        rules=header.rules,
        edition=header.edition,
        edition_digest=header.edition_digest,
        options=header.options,
        seats=game.seats,
        policy={},
        commit=commit,
    )


def entries_of(game: AnyGame, events: Sequence[Event[Any]]) -> list[Entry]:
    """The log of a table of people at which this was played."""
    sat = [Sat(seat, "person", None, f"{seat + 1:032x}", "seat") for seat in range(game.seats)]
    did = [Did.of(event.seat, event.move) for event in events]
    return [opened(game), *sat, Began(), *did]
