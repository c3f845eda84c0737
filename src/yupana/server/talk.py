"""Those who stay connected: the conversation over a socket, and the same as server-sent events.

A connection has a client with an outbox. Whatever is for it goes into the outbox; here it is only read,
limited and passed on to the table, and what waits in the outbox is sent.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.connections import hand_over
from yupana.server.doors import Caller, caller, check_origin
from yupana.server.limits import TooMany
from yupana.server.line import CLOSED, MISBEHAVED, Line
from yupana.server.live import Live
from yupana.server.policy import Actor, Refused
from yupana.server.requests import Ask, Client, Command, Join, Leave
from yupana.server.say import no
from yupana.server.site import Site, language_of, refusal
from yupana.server.table import PHRASES
from yupana.words import language_accepted

MOST_STRIKES = 20
"""Messages that are malformed or too many before a socket is closed."""

FINE = 20
"""Requests that a socket costs whose client had to be shown out."""

HEARTBEAT = 15
"""Seconds between signs of life in a stream."""


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
        by_memory=live.table.game.by_memory,
        phrases=PHRASES,
    )


def looking(actor: Actor, request: Request) -> Actor:
    """The actor as the address asks to look: `?look=1` for one of several seats."""
    asked = request.query_params.get("look")
    if asked is None:
        return actor
    return from_seat(actor, int(asked) if asked.isdecimal() and len(asked) < 5 else -1)


def from_seat(actor: Actor, seat: Seat | None) -> Actor:
    if seat is not None and seat not in actor.seats:
        raise Refused("table.not-yours")
    return structs.replace(actor, look=seat)


def counted(
    site: Site, who: Caller, actor: Actor, keys: frozenset[str], table: str
) -> dict[str, int]:
    """What a connection counts towards, and the most of each."""
    limits = site.settings.limits
    found = {f"address {who.address}": limits.sockets_per_address}
    if actor.seats or actor.host:
        found |= {f"key {key}": limits.sockets_per_seat for key in keys}
    else:
        found[f"spectators {table}"] = limits.spectators
    return found


# One way: server-sent events


async def stream(site: Site, request: Request) -> Response:
    live, actor, keys = await site.found(request)
    client = Client(looking(actor, request), keys)
    client.language = language_of(request)
    counts = counted(site, site.caller(request), actor, keys, live.name)
    if not site.sockets.enter(counts):
        raise TooMany("server.too-many-sockets")

    async def events() -> AsyncIterator[bytes]:
        site.connected += 1
        try:
            yield _event(wire.encode(welcome(live)))
            live.put(Join(client))
            while True:
                try:
                    message = await asyncio.wait_for(client.outbox.next(), HEARTBEAT)
                except TimeoutError:
                    message = wire.encode(wire.Pong(0, live.head_for(actor)))
                if message is None:
                    return
                yield _event(message)
        finally:
            site.connected -= 1
            site.sockets.leave(counts)
            live.put(Leave(client))

    return StreamingResponse(events(), media_type="text/event-stream")


def _event(message: bytes) -> bytes:
    return b"data: " + message + b"\n\n"


# Both ways: a socket


async def converse(site: Site, socket: WebSocket) -> None:
    """Secret and origin before all; a browser without an Origin of ours gets nowhere."""
    table = socket.path_params["table"]
    who = caller(socket, site.settings)
    try:
        check_origin(socket, who, site.settings)
        if not site.requests.take(who.address):
            raise TooMany("server.too-many")
        actor, keys = await site.admit(who, table)
        live = await site.hub.live(table)
    except YupanaError as error:
        site.hub.metrics.count("refusals")
        await socket.send_denial_response(refusal(error, language_of(socket)))
        return
    counts = counted(site, who, actor, keys, table)
    if not site.sockets.enter(counts):
        full = TooMany("server.too-many-sockets")
        await socket.send_denial_response(refusal(full, language_of(socket)))
        return
    client = Client(actor, keys)
    client.language, client.address = language_of(socket), who.address
    talk = Talk(site, live, client, counts)
    try:
        await socket.accept()
    except BaseException:
        talk.lost()
        raise
    hand_over(socket.scope, Line(talk, site.lines))


class Talk:
    """One conversation: what its line hears goes to the table, what the table says to the outbox."""

    __slots__ = (
        "_client", "_counts", "_greeted", "_live", "_site", "_spends", "_strikes", "code", "outbox",
    )  # fmt: skip

    def __init__(self, site: Site, live: Live, client: Client, counts: dict[str, int]) -> None:
        self._site = site
        self._live = live
        self._client = client
        self.outbox = client.outbox
        self._counts = counts
        # a link to watch by is shared by many: each of them has a bucket of their own
        players = client.actor.seats or client.actor.host
        self._spends = min(client.keys) if players else f"spectator {id(client)}"
        self._strikes = 0
        self._greeted = False
        self.code = CLOSED
        site.connected += 1

    def patience(self) -> float:
        limits = self._site.settings.limits
        return limits.silence if self._greeted else limits.hello

    def lost(self) -> None:
        self._site.connected -= 1
        self._site.sockets.leave(self._counts)
        if self.outbox.overrun:
            self._site.hub.metrics.count("aborted")
        self._live.put(Leave(self._client))
        self.outbox.end()

    def hear(self, data: bytes) -> None:
        site, live, client = self._site, self._live, self._client
        if live.died:
            client.outbox.end()
            return
        message: wire.FromClient | None = None
        try:
            message = wire.read(data)
            if not site.commands.take(self._spends):
                raise TooMany("wire.slow-down")
            self._greeted = _hear(site, message, live, client, self._greeted)
        except YupanaError as error:
            site.hub.metrics.count("refusals")
            _refuse(live, client, error, message)
            self._strike()

    def _strike(self) -> None:
        """Somebody who misbehaves once too often gets this last answer and no more."""
        self._strikes += 1
        if self._strikes == MOST_STRIKES:
            self.code = MISBEHAVED
            self.misbehaved()
            self.outbox.end()

    def misbehaved(self) -> None:
        """The next sockets from there have to wait a little: to be shown out again and again is work, too."""
        self._site.requests.fine(self._client.address, FINE)


def _refuse(
    live: Live, client: Client, why: YupanaError, message: wire.FromClient | None = None
) -> None:
    """To the message that it answers, so that its sender need not guess."""
    cid = message.cid if isinstance(message, wire.Cmd) else None
    number = message.n if isinstance(message, wire.Question) else None
    said = no(cid, why, live.head_for(client.actor), client.language, number)
    client.outbox.answer(wire.encode(said))


def _hear(site: Site, message: wire.FromClient, live: Live, client: Client, greeted: bool) -> bool:
    """Passes a message on; whether the client has said hello by now."""

    def reply(said: wire.ToClient) -> None:
        client.outbox.answer(wire.encode(said))

    match message:
        case wire.Hello(v, pending, lang, look, seen):
            if v != wire.VERSION:
                raise wire.Malformed("wire.version", theirs=v, ours=wire.VERSION)
            client.language = language_accepted(lang) if lang else client.language
            client.actor = from_seat(client.actor, look)
            live.put(Join(client, pending, seen))
            reply(welcome(live))  # sent before the view, and mostly in one write with it
            return True
        case wire.Ping(n):
            reply(wire.Pong(n, live.head_for(client.actor)))
        case _ if not greeted:
            raise wire.Malformed("wire.hello-first")
        case wire.Cmd(_, command):
            if isinstance(command, wire.Again):
                site.may_open(client.address)
            came = time.perf_counter()
            if not live.put(Command(client.actor, message, reply, came, client.language)):
                raise Refused("server.busy")
        case wire.What() | wire.Moves():
            if not live.put(Ask(client.actor, message, reply, client.language)):
                raise Refused("server.busy")
    return greeted
