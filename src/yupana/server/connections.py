"""The connections themselves: nobody keeps one for nothing. uvicorn's protocols, with less patience.

A client that opens a connection and says nothing, or says it a byte at a time, costs a file and some memory
for as long as it likes; uvicorn waits for ever for the rest of a request, and for ever for somebody to read
what was sent to them. Here a request has to be whole in good time, only so many may be on their way at once,
and whoever reads nothing is cut off. A proxy in front would do the same; this server may stand alone.

A request that is not HTTP gets 400 and one sentence, whatever has been answered to it already, and a connection that
sends many small chunks does not hold the event loop: what comes at once is read in pieces, one a turn of the loop.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import logging
import re
from http import HTTPStatus
from typing import Any, ClassVar, cast

import h11
from starlette.types import ASGIApp, Message, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from yupana.server.limits import Limits
from yupana.server.line import Line
from yupana.server.wire import LARGEST_MESSAGE

log = logging.getLogger("yupana.line")

EXTENSION = "yupana.line"
"""What the application finds its socket by in the scope of a request."""

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What RFC 6455 has a server add to a key, to show that it knows what it is asked for."""

VERSION = b"13"
OTHER_VERSION = (
    b"HTTP/1.1 426 Upgrade Required\r\nsec-websocket-version: 13\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)

WHOLE = frozenset({h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.SWITCHED_PROTOCOL, h11.ERROR})
"""States of somebody from whom no more of a request is to come."""


PIECE = 2048
"""Bytes of a request that are parsed before all others have had their turn: more than most requests have."""

LARGEST_HEAD = 16 * 1024
"""Bytes of all headers of a request together."""

CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
"""What RFC 9110 5.5 calls invalid in a header and h11 lets pass; in an answer it would not."""


class Requests(h11.Connection):
    """Reads requests, and refuses more of what is none than h11 does."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            if any(CONTROL.search(value) for _, value in event.headers):
                raise h11.RemoteProtocolError("a control character in a header")
            if sum(len(name) + len(value) for name, value in event.headers) > LARGEST_HEAD:
                raise h11.RemoteProtocolError("headers too large", error_status_hint=431)
        return event


class _Reading:
    """Cuts off a peer that does not read: what was written has to go out some time."""

    limits: ClassVar[Limits] = Limits()
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport

    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if self._unread is None:
            self._unread = self.loop.call_later(self.limits.unread, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._is_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_reading()
        super().connection_lost(exc)  # type: ignore[misc]

    def _is_reading(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Http(_Reading, H11Protocol):
    """A connection for requests."""

    waiting: ClassVar[dict[Http, None]] = {}
    """Those of which a request is on its way, the oldest first."""

    _due: asyncio.TimerHandle | None = None
    _backlog = b""
    """What has come and waits to be parsed; nothing more is read meanwhile."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.conn = Requests(h11.SERVER, LARGEST_HEAD)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._backlog:
            self._backlog += data
            self.transport.pause_reading()
        else:
            self._backlog = data
            self._parse()

    def _parse(self) -> None:
        """Parses a piece of what has come, and the next one when everybody else has had their turn."""
        piece, self._backlog = self._backlog[:PIECE], self._backlog[PIECE:]
        super().data_received(piece)
        if self.transport.is_closing():
            self._backlog = b""
            self._heard()
            return
        if (protocol := self.transport.get_protocol()) is not self:  # it has become a socket
            self._heard()
            rest, self._backlog = self._backlog, b""
            self.transport.resume_reading()
            cast(Socket, protocol).data_received(rest)
            return
        if self.conn.their_state in WHOLE:
            self._heard()
        else:
            self._wait()
        if self._backlog:
            self.transport.pause_reading()
            self.loop.call_soon(self._go_on)
        elif not self.flow.read_paused and not self.transport.is_reading():
            self.transport.resume_reading()

    def _go_on(self) -> None:
        if self._backlog and not self.transport.is_closing():
            self._parse()

    def send_400_response(self, msg: str) -> None:
        """Says that this is no request, unless something else has been answered to it already."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # nobody waits for what the application may still say
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._heard()
        key = key_of(event)
        if key is None:
            self.send_400_response("No WebSocket handshake.")
        elif (b"sec-websocket-version", VERSION) not in event.headers:
            self.transport.write(OTHER_VERSION)
            self.transport.close()
        else:
            self.connections.discard(self)
            Socket(self, key).open()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._due is not None:
            return
        self._due = self.loop.call_later(self.limits.request, self.transport.abort)
        self.waiting[self] = None
        if len(self.waiting) > self.limits.requests_coming:
            next(iter(self.waiting)).give_up()

    def give_up(self) -> None:
        """Others want to come in, and this one has had the longest time to say what it wants."""
        self._heard()
        self.transport.abort()

    def _heard(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
            self.waiting.pop(self, None)


class Socket(asyncio.Protocol):
    """A connection that is to become a socket, while the application decides: ASGI's view of a handshake.

    uvicorn has its own; this one neither writes the request out again to have it read a second time, nor
    keeps anything once the line has taken over.
    """

    def __init__(self, http: Http, key: bytes) -> None:
        self._http = http
        self._key = key
        self._lost = asyncio.Event()
        self._connected = self._answered = False
        self._start: Message = {}
        self._body = b""
        self._early = bytearray(http.conn.trailing_data[0])
        """What came before its time."""

    def open(self) -> None:
        """Asks the application."""
        http = self._http
        http.connections.add(self)  # type: ignore[arg-type]
        scope = cast(dict[str, Any], dict(http.scope))
        del scope["method"]
        scope["type"] = "websocket"
        scope["scheme"] = "wss" if http.scheme == "https" else "ws"
        scope["subprotocols"] = []
        hand_over = {"hand_over": self._hand_over}
        scope["extensions"] = {"websocket.http.response": {}, EXTENSION: hand_over}
        http.transport.set_protocol(self)
        task = http.loop.create_task(self._ask(scope))
        http.tasks.add(task)
        task.add_done_callback(http.tasks.discard)

    async def _ask(self, scope: Scope) -> None:
        app = cast(ASGIApp, self._http.app)
        try:
            await app(scope, self._receive, self._send)
        except Exception:
            log.exception("a socket could not be opened")
            self._answer(500, [], b"")
        if self._http.transport.get_protocol() is self:
            self._http.transport.close()

    async def _receive(self) -> Message:
        if not self._connected:
            self._connected = True
            return {"type": "websocket.connect"}
        await self._lost.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def _send(self, message: Message) -> None:
        match message["type"]:
            case "websocket.accept":
                self._answer(101, upgraded(self._key))
            case "websocket.http.response.start":
                self._start = message
            case "websocket.http.response.body":
                self._body += message.get("body", b"")
                if not message.get("more_body"):
                    self._answer(self._start["status"], self._start["headers"], self._body)
            case "websocket.close":
                self._answer(403, [], b"")

    def _answer(self, status: int, headers: Headers, body: bytes | None = None) -> None:
        """The one answer that the request gets."""
        if self._answered or self._lost.is_set():
            return
        self._answered = True
        if body is not None:
            headers = [*headers, (b"connection", b"close")]
            if not any(name == b"content-length" for name, _ in headers):
                headers.append((b"content-length", b"%d" % len(body)))
        lines = [b"HTTP/1.1 %d %b" % (status, HTTPStatus(status).phrase.encode())]
        lines += [b"%b: %b" % header for header in headers]
        self._http.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + (body or b""))

    def data_received(self, data: bytes) -> None:
        self._early += data
        if len(self._early) > LARGEST_MESSAGE:
            self._http.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost.set()
        self._http.connections.discard(self)

    def shutdown(self) -> None:
        """uvicorn's word to every connection when it stops."""
        self._http.transport.close()

    def _hand_over(self, line: Line) -> None:
        self._http.connections.discard(self)
        if self._lost.is_set():
            line.connection_lost(None)
            return
        self._http.transport.set_protocol(line)
        line.begin(self._http.transport)
        if self._early:
            line.data_received(bytes(self._early))


Headers = list[tuple[bytes, bytes]]


def key_of(request: h11.Request) -> bytes | None:
    """The key of a handshake that is as RFC 6455 4.2.1 asks for; None if it is not."""
    keys = [value for name, value in request.headers if name == b"sec-websocket-key"]
    has_body = any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in request.headers
    )
    if len(keys) != 1 or has_body or request.method != b"GET" or request.http_version < b"1.1":
        return None
    try:
        good = len(base64.b64decode(keys[0], validate=True)) == 16
    except binascii.Error:
        good = False
    return keys[0] if good else None


def upgraded(key: bytes) -> Headers:
    """The headers by which a server shows that it has understood.

    >>> upgraded(b"dGhlIHNhbXBsZSBub25jZQ==")[-1]
    (b'sec-websocket-accept', b's3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
    """
    accept = base64.b64encode(hashlib.sha1(key + GUID, usedforsecurity=False).digest())
    return [
        (b"upgrade", b"websocket"),
        (b"connection", b"Upgrade"),
        (b"sec-websocket-accept", accept),
    ]


def hand_over(scope: Scope, line: Line) -> None:
    """Takes a socket that was accepted out of the application's hands."""
    scope["extensions"][EXTENSION]["hand_over"](line)


def connections(limits: Limits) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Both kinds, for a server with these limits."""
    http: Any = type("Http", (Http,), {"limits": limits, "waiting": {}})
    return cast(type[asyncio.Protocol], http), Socket
