"""The connections themselves: nobody keeps one for nothing. uvicorn's protocols, with less patience.

A client that opens a connection and says nothing, or says it a byte at a time, costs a file and some memory
for as long as it likes; uvicorn waits for ever for the rest of a request, and for ever for somebody to read
what was sent to them. Here a request has to be whole in good time, only so many may be on their way at once,
and whoever reads nothing is cut off. A proxy in front would do the same; this server may stand alone.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import logging
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

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        handed_on = self.transport.get_protocol() is not self  # it has become a socket
        if handed_on or self.conn.their_state in WHOLE or self.transport.is_closing():
            self._heard()
        else:
            self._wait()

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
        self._early = bytes(http.conn.trailing_data[0])
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
            line.data_received(self._early)


Headers = list[tuple[bytes, bytes]]


def key_of(request: h11.Request) -> bytes | None:
    """The key of a handshake that is as RFC 6455 asks for; None if it is not."""
    headers = dict(request.headers)
    key = headers.get(b"sec-websocket-key", b"")
    try:
        good = len(base64.b64decode(key, validate=True)) == 16
    except binascii.Error:
        good = False
    return key if good and request.method == b"GET" else None


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
