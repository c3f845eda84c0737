"""Those who stay connected: the conversation over a socket, and the same as server-sent events.

A connection has a client with an outbox. Whatever is for it goes into the outbox; here it is only read,
limited and passed on to the table, and what waits in the outbox is sent.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial

from msgspec import UNSET, structs
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket

from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.server.authority import Bearer
from yupana.server.budget import Payer
from yupana.server.connections import hand_over
from yupana.server.doors import Caller, caller, check_origin
from yupana.server.limits import TooMany
from yupana.server.line import CLOSED, MISBEHAVED, Line
from yupana.server.live import Live
from yupana.server.policy import Actor, Refused
from yupana.server.requests import Ask, Attach, Client, Command, Join, Leave
from yupana.server.say import no
from yupana.server.site import Site, language_of, refusal
from yupana.server.table import PHRASES
from yupana.words import language_accepted

MOST_STRIKES = 20
"""Messages that are malformed or too many before a socket is closed."""

HEARTBEAT = 15
"""Seconds between signs of life in a stream."""


def welcome(live: Live, actor: Actor | None = None) -> wire.Welcome:
    """What the table is; for somebody who may see it, with the seal of its head."""
    opened = live.table.opened
    head = UNSET if actor is None else live.head_for(actor)
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
        head=head,
        seal=UNSET if actor is None else live.table_for(actor).seal(live.head_for(actor)),
    )


def looking(sender: Bearer, actor: Actor, request: Request) -> Bearer:
    """The sender as the address asks to look: `?look=1` for one of several seats."""
    asked = request.query_params.get("look")
    if asked is None:
        return sender
    seat = int(asked) if asked.isdecimal() and len(asked) < 5 else -1
    if seat not in actor.seats:
        raise Refused("table.not-yours")
    return structs.replace(sender, look=seat)


def counted(
    site: Site, who: Caller, actor: Actor, keys: frozenset[str], table: str
) -> dict[str, int]:
    """What a connection counts towards, and the most of each."""
    limits = site.settings.limits
    found = {f"address {who.address}": limits.sockets_per_address}
    if actor.seats or actor.host:
        found |= {f"seat {table}/{seat}": limits.sockets_per_seat for seat in actor.seats}
        if actor.host:
            found[f"hosts {table}"] = limits.sockets_per_seat
    else:
        found[f"spectators {table}"] = limits.spectators
    return found


# One way: server-sent events


async def stream(site: Site, request: Request) -> Response:
    live, actor, sender = await site.found(request)
    client = Client(looking(sender, actor, request), actor)
    client.language = language_of(request)
    counts = counted(site, site.caller(request), actor, sender.keys, live.name)
    if not site.sockets.enter(counts):
        raise TooMany("server.too-many-sockets")

    async def events() -> AsyncIterator[bytes]:
        site.connected += 1
        try:
            yield _event(wire.encode(welcome(live, client.actor)))
            live.put(Join(client))
            while True:
                try:
                    message = await asyncio.wait_for(client.outbox.next(), HEARTBEAT)
                except TimeoutError:
                    message = wire.encode(wire.Pong(0, live.head_for(client.actor)))
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
        actor, sender = await site.admit(who, table)
        live = await site.hub.live(table)
    except YupanaError as error:
        site.hub.metrics.count("refusals")
        await socket.send_denial_response(refusal(error, language_of(socket)))
        return
    counts = counted(site, who, actor, sender.keys, table)
    if not site.sockets.enter(counts):
        full = TooMany("server.too-many-sockets")
        await socket.send_denial_response(refusal(full, language_of(socket)))
        return
    client = Client(sender, actor)
    client.language, client.address = language_of(socket), who.address
    talk = Talk(site, live, client, counts)
    live.put(Attach(client))  # from now on it ends with its secrets, whatever it says
    try:
        await socket.accept()
    except BaseException:
        talk.lost()
        raise
    hand_over(socket.scope, Line(talk, site.lines))


class Talk:
    """One conversation: what its line hears goes to the table, what the table says to the outbox."""

    __slots__ = (
        "_client", "_counts", "_live", "_payer", "_site", "_strikes", "code", "greeted", "outbox",
    )  # fmt: skip

    def __init__(self, site: Site, live: Live, client: Client, counts: dict[str, int]) -> None:
        self._site = site
        self._live = live
        self._client = client
        self.outbox = client.outbox
        self._counts = counts
        self._payer = site.budget.of_socket(site.budget.current())
        self._strikes = 0
        self.greeted = False
        self.code = CLOSED
        site.connected += 1

    def patience(self) -> float:
        limits = self._site.settings.limits
        return limits.silence if self.greeted else limits.hello

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
            self._pay(message)
            self.greeted = _hear(site, message, live, client, self.greeted, self._payer)
        except YupanaError as error:
            site.hub.metrics.count("refusals")
            _refuse(live, client, error, message)
            if not (isinstance(error, TooMany) and isinstance(message, wire.Question)):
                self._strike()

    def frame(self) -> bool:
        """One more frame came, of whatever kind: whether its sender may go on."""
        return self._site.budget.frame(self._payer)

    def _pay(self, message: wire.FromClient) -> None:
        """A ping is paid for as a frame."""
        if isinstance(message, wire.Question):
            self._site.budget.question(self._payer)
        elif not isinstance(message, wire.Ping):
            self._site.budget.command(self._payer)

    def _strike(self) -> None:
        """Somebody who misbehaves once too often gets this last answer and no more."""
        self._strikes += 1
        if self._strikes == MOST_STRIKES:
            self.code = MISBEHAVED
            self.misbehaved()
            self.outbox.end()

    def misbehaved(self) -> None:
        """The next sockets of a holder have to wait a little: to be shown out again and again is work, too."""
        self._site.budget.fine(self._payer)


def _refuse(
    live: Live, client: Client, why: YupanaError, message: wire.FromClient | None = None
) -> None:
    """To the message that it answers, so that its sender need not guess."""
    cid = message.cid if isinstance(message, wire.Cmd) else None
    number = message.n if isinstance(message, wire.Question) else None
    said = no(cid, why, live.head_for(client.actor), client.language, number)
    client.outbox.answer(wire.encode(said))


def _hear(
    site: Site,
    message: wire.FromClient,
    live: Live,
    client: Client,
    greeted: bool,
    payer: Payer,
) -> bool:
    """Passes a message on; whether the client has said hello by now."""

    def reply(said: wire.ToClient) -> None:
        client.outbox.answer(wire.encode(said))

    match message:
        case wire.Hello(v, pending, lang, look, seen):
            if v != wire.VERSION:
                raise wire.Malformed("wire.version", theirs=v, ours=wire.VERSION)
            client.language = language_accepted(lang) if lang else client.language
            client.look_from(look)
            live.put(Join(client, pending, seen))
            reply(
                welcome(live, client.actor)
            )  # sent before the view, and mostly in one write with it
            return True
        case wire.Ping(n):
            reply(wire.Pong(n, live.head_for(client.actor)))
        case _ if not greeted:
            raise wire.Malformed("wire.hello-first")
        case wire.Cmd(_, command):
            if isinstance(command, wire.Again):
                site.may_open(client.address, live.table.opened.seats)
            came = time.perf_counter()
            if not live.put(Command(client.sender, message, reply, came, client.language)):
                raise Refused("server.busy")
        case wire.What() | wire.Moves():
            worked = partial(site.budget.worked, payer)
            if not live.put(Ask(client.sender, message, reply, client.language, payer, worked)):
                raise Refused("server.busy")
    return greeted
