"""The routes: read this and know the API. Rules are in table.py, storage and order in live.py and hub.py.

    GET  /                             what this is, and the open tables
    GET  /api/games                    the games, their seats, options and editions
    GET  /api/games/{game}/rules       the rules, clause by clause
    POST /api/tables                   open a table: its code, and the secrets of host and spectators
    GET  /api/tables                   the open ones that anybody may join
    GET  /api/codes/{code}             the table of a four-letter code
    GET  /api/tables/{id}/about        what a table is: game, options, seats, commitment
    POST /api/tables/{id}/sit          take a seat: its secret and a code to get it back by
    POST /api/tables/{id}/resume       a seat on another device, by that code
    POST /api/tables/{id}/links        a host's: one more secret for a host, a spectator or a seat
    POST /api/tables/{id}/name         another name for a seat of one's own
    POST /api/tables/{id}/do           a command, as over the socket
    GET  /api/tables/{id}              the view of whoever asks
    GET  /api/tables/{id}/stream       the same as it changes (server-sent events)
    WS   /api/tables/{id}/ws           all of it, both ways
    GET  /api/tables/{id}/export       a finished game with its seed, for `yupana verify`
    POST /api/session                  exchange the secret of a link for a cookie
    GET  /healthz, /metrics, /openapi.json

A refusal is a `no` message: a code, its facts and a sentence.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from yupana.core.clauses import clauses
from yupana.core.errors import EditionError, NotationError, OptionError, RuleError, YupanaError
from yupana.games import all_games, game_type
from yupana.server import wire
from yupana.server.doors import (
    Caller,
    Doors,
    Forbidden,
    Settings,
    caller,
    check_origin,
    cookie_header,
    read_cookie,
)
from yupana.server.export import write_export
from yupana.server.hub import Hub, NewSeat, NoKey, Opening
from yupana.server.limits import Buckets, Open
from yupana.server.live import Damaged, Live, no
from yupana.server.openapi import document
from yupana.server.page import front_page
from yupana.server.policy import Actor, Refused
from yupana.server.requests import Client, Command, Join, Leave, Look
from yupana.server.seats import read_code, spell_resume_code
from yupana.server.shapes import (
    GameFacts,
    Link,
    Linked,
    Listed,
    Login,
    Name,
    Opened,
    Resume,
    Seated,
    Sit,
    Who,
)
from yupana.server.store import NoSuchTable, StoreBusy, TableRow
from yupana.server.table import PHRASES
from yupana.shelf import edition_names

log = logging.getLogger("yupana.app")

PATIENCE = 15.0
"""Seconds that a request waits for its table."""

MOST_STRIKES = 20
"""Messages that are malformed or too many before a socket is closed."""


class TooMany(YupanaError):
    """More than anybody may ask for; later it works again."""


STATUS: Sequence[tuple[type[YupanaError], int]] = (
    (wire.Malformed, 400),
    (NoKey, 401),
    (Forbidden, 403),
    (NoSuchTable, 404),
    (TooMany, 429),
    (StoreBusy, 503),
    (Damaged, 503),
    (NotationError, 422),
    (OptionError, 422),
    (EditionError, 422),
    (RuleError, 409),
    (Refused, 409),
)


def status_of(error: YupanaError) -> int:
    if error.code in ("server.busy", "server.unavailable", "server.error"):
        return 503
    return next((status for kind, status in STATUS if isinstance(error, kind)), 400)


def answer(value: object, status: int = 200, **headers: str) -> Response:
    return Response(wire.encode(value), status, headers, "application/json")


def refusal(error: YupanaError, head: int = 0, cid: str | None = None) -> Response:
    headers = {"retry-after": "10"} if status_of(error) in (429, 503) else {}
    if status_of(error) == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(
        wire.encode(no(cid, error, head)), status_of(error), headers, "application/json"
    )


Handler = Callable[[Request], Awaitable[Response]]


class Site:
    """The handlers, and what they share."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        limits = settings.limits
        self.hub = hub
        self.settings = settings
        self.commands = Buckets(limits.burst, limits.per_second)
        self.requests = Buckets(limits.requests_burst, limits.requests_per_second)
        self.tables = Buckets(limits.tables_per_hour, limits.tables_per_hour / 3600)
        self.tries = Buckets(limits.tries_per_minute, limits.tries_per_minute / 60)
        self.sockets = Open()
        self.connected = 0

    # What all handlers go through

    def guarded(self, handler: Handler) -> Handler:
        """Limits and origin first; every refusal in one form, nothing else ever told."""

        async def guarded(request: Request) -> Response:
            try:
                who = caller(request, self.settings)
                if not self.requests.take(who.address):
                    raise TooMany("server.too-many")
                if request.method not in ("GET", "HEAD"):
                    check_origin(request, who, self.settings)
                    kind = request.headers.get("content-type", "").partition(";")[0].strip()
                    if kind.lower() != "application/json":
                        raise wire.Malformed("wire.not-json")
                return await handler(request)
            except YupanaError as error:
                self.hub.metrics.count("refusals")
                return refusal(error)
            except TimeoutError:
                return refusal(Refused("server.unavailable"))

        return guarded

    async def body(self, request: Request) -> bytes:
        """The whole body, if it is small enough."""
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > wire.LARGEST_MESSAGE:
                raise wire.Malformed("wire.large", most=wire.LARGEST_MESSAGE)
        return data

    async def admit(self, who: Caller, table: str) -> tuple[Actor, frozenset[str]]:
        """Whom the secrets make of the caller, before anything of the table is touched."""
        if not self.tries.has(who.address):
            raise TooMany("server.too-many")
        found = await self.hub.open_with(table[:64], who.for_table(table))
        if found is None:
            self.tries.take(who.address)
            raise NoKey("auth.no-key")
        return found

    async def found(self, request: Request) -> tuple[Live, Actor, frozenset[str]]:
        table = request.path_params["table"]
        actor, keys = await self.admit(caller(request, self.settings), table)
        return await self.hub.live(table), actor, keys

    # Games and tables

    async def games(self, request: Request) -> Response:
        found = []
        for name, game in all_games().items():
            schema = msgspec.json.schema(game.options_type)
            facts = GameFacts(
                name,
                game.rules_version,
                (game.seats_allowed[0], game.seats_allowed[-1]),
                game.simultaneous,
                edition_names(game),
                msgspec.Raw(msgspec.json.encode(schema)),
            )
            found.append(facts)
        return answer(found)

    async def rules(self, request: Request) -> Response:
        try:
            game = game_type(request.path_params["game"])
        except OptionError as error:
            return answer(no(None, error, 0), 404)
        found = clauses(game.package()).values()
        return answer([clause._asdict() for clause in found])

    async def open(self, request: Request) -> Response:
        wish = wire.read_body(await self.body(request), Opening)
        if not self.tables.take(caller(request, self.settings).address):
            raise TooMany("server.too-many-tables")
        waiting = await self.hub.ask(
            self.hub.store.tables, status="waiting", limit=self.settings.limits.unstarted
        )
        if len(waiting) >= self.settings.limits.unstarted:
            raise TooMany("server.too-many-tables")
        made = await self.hub.open(wish)
        return answer(
            Opened(
                made.row.id,
                made.row.code,
                made.host.secret.reveal(),
                made.spectator.secret.reveal(),
            ),
            201,
        )

    async def listed(self) -> list[TableRow]:
        rows: list[TableRow] = await self.hub.ask(
            self.hub.store.tables, status="waiting", listed=True, limit=100
        )
        return rows

    async def tables_open(self, request: Request) -> Response:
        return answer([_listed(row) for row in await self.listed()])

    async def by_code(self, request: Request) -> Response:
        address = caller(request, self.settings).address
        if not self.tries.has(address):
            raise TooMany("server.too-many")
        code = read_code(request.path_params["code"])
        row = None if code is None else await self.hub.ask(self.hub.store.table_by_code, code)
        if row is None:
            self.tries.take(address)
            raise NoSuchTable(request.path_params["code"])
        return answer(_listed(row))

    async def about(self, request: Request) -> Response:
        return answer(welcome(await self.hub.live(request.path_params["table"])))

    # Seats

    async def sit(self, request: Request) -> Response:
        wish = wire.read_body(await self.body(request), Sit)
        cid = wish.cid or secrets.token_hex(16)
        wire.check_cid(cid)
        seated = await asyncio.wait_for(
            self.hub.sit(
                request.path_params["table"],
                seat=wish.seat,
                name=wish.name,
                nonce=wish.nonce,
                cid=cid,
            ),
            PATIENCE,
        )
        return answer(_seated(seated), 201)

    async def resume(self, request: Request) -> Response:
        wish = wire.read_body(await self.body(request), Resume)
        address = caller(request, self.settings).address
        if not self.tries.has(address):
            raise TooMany("server.too-many")
        try:
            seated = await self.hub.resume(request.path_params["table"], wish.code)
        except NoKey:
            self.tries.take(address)
            raise
        return answer(_seated(seated), 201)

    async def links(self, request: Request) -> Response:
        live, actor, _ = await self.found(request)
        wish = wire.read_body(await self.body(request), Link)
        if not actor.host:
            raise Forbidden("table.host-only")
        if wish.role == "seat":
            if wish.seat is None:
                raise Refused("table.which-seat")
            new = await self.hub.reissue(live.name, wish.seat)
            resume = spell_resume_code(new.resume.secret)
            return answer(Linked("seat", new.secret.secret.reveal(), new.seat, resume), 201)
        capability = await self.hub.grant(live.name, wish.role)
        return answer(Linked(wish.role, capability.secret.reveal()), 201)

    async def name(self, request: Request) -> Response:
        live, actor, keys = await self.found(request)
        wish = wire.read_body(await self.body(request), Name)
        self._spend(keys)
        seat = wish.seat if wish.seat is not None else next(iter(sorted(actor.seats)), None)
        if seat is None or seat not in actor.seats:
            raise Forbidden("table.not-yours")
        return answer({"seat": seat, "name": await self.hub.rename(live.name, seat, wish.name)})

    async def session(self, request: Request) -> Response:
        wish = wire.read_body(await self.body(request), Login)
        address = caller(request, self.settings).address
        who = Caller(address, ((wish.table, wish.secret),), True)
        actor, _ = await self.admit(who, wish.table)
        held = [each for each in read_cookie(request, self.settings) if each[1] != wish.secret]
        cookie = cookie_header([*held, (wish.table, wish.secret)], self.settings)
        seen = Who(tuple(sorted(actor.seats)), actor.host)
        return answer(seen, 200, **{"set-cookie": cookie})

    # Play

    def _spend(self, keys: frozenset[str]) -> None:
        if not self.commands.take(min(keys)):
            raise TooMany("wire.slow-down")

    async def do(self, request: Request) -> Response:
        live, actor, keys = await self.found(request)
        cmd = wire.read_command(await self.body(request))
        self._spend(keys)
        said: asyncio.Future[wire.Ack | wire.No] = asyncio.get_running_loop().create_future()

        def reply(message: wire.Ack | wire.No) -> None:
            if not said.done():
                said.set_result(message)

        if not live.put(Command(actor, cmd, reply, time.perf_counter())):
            raise Refused("server.busy")
        message = await asyncio.wait_for(said, PATIENCE)
        if isinstance(message, wire.Ack):
            return answer(message)
        return answer(message, 503 if message.code in ("server.busy", "store.busy") else 409)

    async def view(self, request: Request) -> Response:
        live, actor, _ = await self.found(request)
        seen: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        if not live.put(Look(actor, seen)):
            raise Refused("server.busy")
        data = await asyncio.wait_for(seen, PATIENCE)
        return Response(data, media_type="application/json")

    async def export(self, request: Request) -> Response:
        live, _, _ = await self.found(request)
        if live.table.phase != "over" or live.head < live.table.head:
            raise Refused("table.not-over")
        export = await self.hub.ask(self.hub.store.export, live.name)
        name = f'attachment; filename="yupana-{live.table.game.name}-{live.name}.json"'
        return Response(
            write_export(export), 200, {"content-disposition": name}, "application/json"
        )

    async def stream(self, request: Request) -> Response:
        live, actor, keys = await self.found(request)
        counted = self._counted(caller(request, self.settings), actor, keys, live.name)
        if not self.sockets.enter(counted):
            raise TooMany("server.too-many-sockets")
        client = Client(actor, keys)

        async def events() -> AsyncIterator[bytes]:
            self.connected += 1
            try:
                yield _event(wire.encode(welcome(live)))
                live.put(Join(client, ()))
                while True:
                    try:
                        message = await asyncio.wait_for(client.outbox.next(), 15)
                    except TimeoutError:
                        message = wire.encode(wire.Pong(0, live.head))
                    if message is None:
                        return
                    yield _event(message)
            finally:
                self.connected -= 1
                self.sockets.leave(counted)
                live.put(Leave(client))

        return StreamingResponse(events(), media_type="text/event-stream")

    def _counted(
        self, who: Caller, actor: Actor, keys: frozenset[str], table: str
    ) -> dict[str, int]:
        limits = self.settings.limits
        counted = {f"address {who.address}": limits.sockets_per_address}
        if actor.seats or actor.host:
            counted |= {f"key {key}": limits.sockets_per_seat for key in keys}
        else:
            counted[f"spectators {table}"] = limits.spectators
        return counted

    async def socket(self, socket: WebSocket) -> None:
        """Secret and origin before all; a browser without an Origin of ours gets nowhere."""
        table = socket.path_params["table"]
        who = caller(socket, self.settings)
        try:
            check_origin(socket, who, self.settings)
            if not self.requests.take(who.address):
                raise TooMany("server.too-many")
            actor, keys = await self.admit(who, table)
            live = await self.hub.live(table)
        except YupanaError as error:
            self.hub.metrics.count("refusals")
            await socket.send_denial_response(refusal(error))
            return
        counted = self._counted(who, actor, keys, table)
        if not self.sockets.enter(counted):
            await socket.send_denial_response(refusal(TooMany("server.too-many-sockets")))
            return
        client = Client(actor, keys)
        self.connected += 1
        try:
            await socket.accept()
            await self._converse(socket, live, client)
        finally:
            self.connected -= 1
            self.sockets.leave(counted)
            live.put(Leave(client))
            client.outbox.end()

    async def _converse(self, socket: WebSocket, live: Live, client: Client) -> None:
        """Reads and sends side by side until either ends."""
        tasks = {
            asyncio.create_task(self._listen(socket, live, client)),
            asyncio.create_task(self._speak(socket, client)),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task
        if client.outbox.overrun:
            self.hub.metrics.count("aborted")
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            await socket.close(1013 if client.outbox.overrun else 1000)

    async def _speak(self, socket: WebSocket, client: Client) -> None:
        while (message := await client.outbox.next()) is not None:
            await socket.send_text(message.decode())

    async def _listen(self, socket: WebSocket, live: Live, client: Client) -> None:
        limits, strikes, greeted = self.settings.limits, 0, False
        # a link to watch by is shared by many: each of them has a bucket of their own
        players = client.actor.seats or client.actor.host
        spends = min(client.keys) if players else f"spectator {id(client)}"
        while strikes < MOST_STRIKES and not live.died:
            try:
                async with asyncio.timeout(limits.silence if greeted else limits.hello):
                    received = await socket.receive()
            except TimeoutError:
                return
            if received["type"] != "websocket.receive":
                return
            try:
                message = wire.read(received.get("text") or received.get("bytes") or b"")
                if not self.commands.take(spends):
                    strikes += 1
                    cid = message.cid if isinstance(message, wire.Cmd) else None
                    slow = no(cid, TooMany("wire.slow-down"), live.head)
                    client.outbox.answer(wire.encode(slow))
                    continue
                greeted = self._hear(message, live, client, greeted)
            except YupanaError as error:
                strikes += 1
                self.hub.metrics.count("refusals")
                client.outbox.answer(wire.encode(no(None, error, live.head)))

    def _hear(self, message: wire.FromClient, live: Live, client: Client, greeted: bool) -> bool:
        match message:
            case wire.Hello(v, pending):
                if v != wire.VERSION:
                    raise wire.Malformed("wire.version", theirs=v, ours=wire.VERSION)
                client.outbox.answer(wire.encode(welcome(live)))
                live.put(Join(client, pending))
                return True
            case wire.Ping(n):
                client.outbox.answer(wire.encode(wire.Pong(n, live.head)))
            case wire.Cmd() if not greeted:
                raise wire.Malformed("wire.hello-first")
            case wire.Cmd():

                def reply(said: wire.Ack | wire.No) -> None:
                    client.outbox.answer(wire.encode(said))

                if not live.put(Command(client.actor, message, reply, time.perf_counter())):
                    reply(no(message.cid, Refused("server.busy"), live.head))
        return greeted

    # For people and machines that look after the server

    async def front(self, request: Request) -> Response:
        text = front_page(list(all_games()), await self.listed())
        return Response(text, media_type="text/html; charset=utf-8")

    async def health(self, request: Request) -> Response:
        return answer({"ok": not self.hub.stopping}, 503 if self.hub.stopping else 200)

    async def metrics(self, request: Request) -> Response:
        lives = self.hub.lives()
        gauges = {
            "tables": ("Tables in memory.", len(lives)),
            "sockets": ("Clients connected.", self.connected),
            "queue": ("Requests that wait at tables.", sum(each.queue.qsize() for each in lives)),
            "writer_queue": ("Appends that wait for the writer.", self.hub.writing),
        }
        return PlainTextResponse(self.hub.metrics.text(gauges))

    async def openapi(self, request: Request) -> Response:
        return answer(document())


def welcome(live: Live) -> wire.Welcome:
    opened = live.table.opened
    return wire.Welcome(
        table=live.name,
        code=live.row.code,
        game=opened.game,
        rules=opened.rules,
        edition=opened.edition,
        options=opened.options,
        seats=opened.seats,
        commit=opened.commit,
        epoch=live.row.epoch,
        phrases=PHRASES,
    )


def _listed(row: TableRow) -> Listed:
    return Listed(row.id, row.code, row.game, row.status, row.created_ms)


def _seated(new: NewSeat) -> Seated:
    return Seated(
        new.seat, new.name, new.secret.secret.reveal(), spell_resume_code(new.resume.secret)
    )


def _event(message: bytes) -> bytes:
    return b"data: " + message + b"\n\n"


async def _http_error(request: Request, error: Exception) -> Response:
    """No such path or method: in the same form as every other refusal."""
    assert isinstance(error, HTTPException)
    code = "server.no-method" if error.status_code == 405 else "server.no-path"
    return answer(no(None, Refused(code), 0), error.status_code, **dict(error.headers or {}))


async def _our_fault(request: Request, error: Exception) -> Response:
    return answer(no(None, Refused("server.error"), 0), 500)


def make_app(make_hub: Callable[[], Hub], settings: Settings) -> Starlette:
    """The application; the hub is made and ended with its event loop."""
    site: Site

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        nonlocal site
        hub = make_hub()
        site = Site(hub, settings)
        app.state.hub = hub
        await hub.start()
        yield
        await hub.stop()

    def get(path: str, name: str) -> Route:
        return _route(path, name, "GET")

    def post(path: str, name: str) -> Route:
        return _route(path, name, "POST")

    def _route(path: str, name: str, method: str) -> Route:
        async def handler(request: Request) -> Response:
            return await site.guarded(getattr(site, name))(request)

        return Route(path, handler, methods=[method], name=name)

    async def socket(websocket: WebSocket) -> None:
        await site.socket(websocket)

    routes: list[Any] = [
        get("/", "front"),
        get("/healthz", "health"),
        get("/metrics", "metrics"),
        get("/openapi.json", "openapi"),
        get("/api/games", "games"),
        get("/api/games/{game}/rules", "rules"),
        post("/api/tables", "open"),
        get("/api/tables", "tables_open"),
        get("/api/codes/{code}", "by_code"),
        post("/api/session", "session"),
        get("/api/tables/{table}", "view"),
        get("/api/tables/{table}/about", "about"),
        get("/api/tables/{table}/stream", "stream"),
        get("/api/tables/{table}/export", "export"),
        post("/api/tables/{table}/sit", "sit"),
        post("/api/tables/{table}/resume", "resume"),
        post("/api/tables/{table}/links", "links"),
        post("/api/tables/{table}/name", "name"),
        post("/api/tables/{table}/do", "do"),
        WebSocketRoute("/api/tables/{table}/ws", socket),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Doors, settings=settings)],
        exception_handlers={HTTPException: _http_error, Exception: _our_fault},
        lifespan=lifespan,
    )
