"""HTTP and WebSocket by the byte: a client that can break every rule of both. No library, no module of ours."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 20.0
"""Seconds for an answer that has to come."""


def frame(
    data: bytes, opcode: int = TEXT, *, last: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """A frame of a client, masked with zeros: nobody on the way is to be confused here."""
    first = bytes([(0x80 if last else 0) | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if len(data) < 126:
        length = bytes([mask | len(data)])
    elif len(data) < 1 << 16:
        length = bytes([mask | 126]) + len(data).to_bytes(2, "big")
    else:
        length = bytes([mask | 127]) + len(data).to_bytes(8, "big")
    return first + length + (b"\0\0\0\0" if masked else b"") + data


_lines: set[Line] = set()


def run(doing: Coroutine[Any, Any, T]) -> T:
    """As asyncio.run, and leaves no connection behind, however it ends."""

    async def tidily() -> T:
        try:
            return await doing
        finally:
            for line in list(_lines):
                line.close()
                line.writer.transport.abort()
            await asyncio.sleep(0.01)

    return asyncio.run(tidily())


class Refused(Exception):
    """The server did not open a socket."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status, body)
        self.status = status
        self.body = body


class Response(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Line:
    """One connection, for requests or as a socket."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=1 << 20, local_addr=(self.address, 0)
        )
        _lines.add(self)
        return self

    def close(self) -> None:
        self.writer.close()
        _lines.discard(self)

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    # Requests

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        secret: str | None = None,
        more: str = "",
    ) -> bytes:
        """The bytes of a request."""
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n{more}"
        if secret is not None:
            head += f"authorization: Bearer {secret}\r\n"
        if body is not None:
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        return head.encode("utf-8", "surrogateescape") + b"\r\n" + (body or b"")

    async def ask(
        self, method: str, path: str, body: Any = None, secret: str | None = None
    ) -> Response:
        data = (
            None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        self.send(self.request(method, path, data, secret))
        return await self.response()

    async def response(self) -> Response:
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
            if "content-length" in headers:
                body = await self.reader.readexactly(int(headers["content-length"]))
            elif headers.get("transfer-encoding") == "chunked":
                body = await self._chunks()
            else:
                body = b""
            return Response(int(first.split(" ")[1]), headers, body)

    async def _chunks(self) -> bytes:
        data = b""
        while size := int(await self.reader.readline(), 16):
            data += (await self.reader.readexactly(size + 2))[:size]
        await self.reader.readline()
        return data

    # A socket

    def upgrade(self, path: str, secret: str | None, more: str = "") -> bytes:
        key = base64.b64encode(os.urandom(16)).decode()
        asked = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        return self.request("GET", path, None, secret, f"{asked}sec-websocket-key: {key}\r\n{more}")

    async def become_socket(self, path: str, secret: str | None) -> Line:
        self.send(self.upgrade(path, secret))
        answer = await self.response()
        if answer.status != 101:
            raise Refused(answer.status, answer.body)
        return self

    async def message(self) -> tuple[int, bytes]:
        """The next frame: its kind and what is in it. The server never sends one in pieces."""
        async with asyncio.timeout(PATIENCE):
            first, second = await self.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await self.reader.readexactly(8), "big")
            return first & 0x0F, await self.reader.readexactly(length)

    async def told(self) -> dict[str, Any] | int:
        """The next message, or the code with which the socket was closed."""
        while True:
            opcode, data = await self.message()
            if opcode == CLOSE:
                return int.from_bytes(data[:2], "big") if data else 1005
            if opcode in (TEXT, BINARY):
                found: dict[str, Any] = json.loads(data)
                return found


async def socket(port: int, table: str, secret: str) -> Line:
    """A socket that has said hello and was shown the table."""
    line = await (await Line(port).open()).become_socket(f"/api/tables/{table}/ws", secret)
    line.send(frame(b'{"t":"hello"}'))
    while True:
        told = await line.told()
        assert isinstance(told, dict), told
        if told["t"] == "view":
            return line


def memory(pid: int) -> float:
    """What a process holds of the memory, in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
