"""A WebSocket client that costs next to nothing, so that the load costs the server and not the loader.

It knows just enough of RFC 6455 for servers that do not compress: whole frames, pings, closing. What it
sends is masked with zeros, which is as good as unmasked and what the protocol asks for.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10

Hear = Callable[["Line", bytes], None]


class Refused(Exception):
    """The server did not take the connection; its answer."""


class Line(asyncio.Protocol):
    """One connection; `hear` is called with every text message."""

    __slots__ = ("_data", "_hear", "_request", "_transport", "_upgraded", "closed", "open")

    def __init__(self, request: bytes, hear: Hear) -> None:
        self._request = request
        self._hear = hear
        self._data = b""
        self._upgraded = False
        self._transport: asyncio.Transport
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_exception(Refused("connection lost"))

    def say(self, message: bytes) -> None:
        self._transport.write(_frame(TEXT, message))

    def close(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._data:
            data = self._data + data
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(Refused((head + data).decode("utf-8", "replace")[:500]))
                self._transport.abort()
                return
            self._upgraded = True
            self.open.set_result(None)
        at, length = 0, len(data)
        while length - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if length < start + size:
                break
            self._take(data[at], data[start : start + size])
            at = start + size
        self._data = data[at:]

    def _take(self, first: int, payload: bytes) -> None:
        if first == 0x80 | TEXT:
            self._hear(self, payload)
        elif first == 0x80 | PING:
            self._transport.write(_frame(PONG, payload))
        elif first == 0x80 | CLOSE:
            self.closed = True
            self._transport.abort()
        elif first != 0x80 | PONG:
            raise AssertionError(f"a frame that begins with {first:#x}")


def _frame(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size, 0, 0, 0, 0)) + payload
    return bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2) + b"\0\0\0\0" + payload


async def call(port: int, path: str, headers: Mapping[str, str], hear: Hear) -> Line:
    """A line to a server on this machine, open."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(request, hear), "127.0.0.1", port)
    await line.open
    return line
