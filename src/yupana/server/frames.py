"""Frames of a WebSocket as a server reads and writes them (RFC 6455), without extensions. No socket here.

Small enough to be read beside the standard, and light: a connection at rest holds one reader of a few words.
"""

from __future__ import annotations

from collections.abc import Iterator

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FIN, RESERVED, OPCODE = 0x80, 0x70, 0x0F
MASKED, LENGTH = 0x80, 0x7F

MOST_IN_CONTROL = 125
"""Bytes that a ping, a pong or a close may carry."""

BAD_PROTOCOL, BAD_TEXT, TOO_LARGE = 1002, 1007, 1009


class Broken(Exception):
    """What came is no WebSocket, or too large: the code to close with."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Reader:
    """Puts together what comes in pieces: messages of at most so many bytes, and control frames."""

    __slots__ = ("_kind", "_most", "_parts", "_rest")

    def __init__(self, most: int) -> None:
        self._most = most
        self._rest = b""
        self._kind = CONTINUED
        """Of the message that is coming in several frames; CONTINUED: none is."""
        self._parts = b""

    def read(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Every message and control frame that is whole by now, with its opcode; Broken after those
        that came before what cannot be read."""
        data, at = self._rest + data, 0
        while (found := self._frame(data, at)) is not None:
            first, payload, at = found
            message = self._take(first, payload)
            if message is not None:
                yield message
        self._rest = data[at:]

    def _frame(self, data: bytes, at: int) -> tuple[int, bytes, int] | None:
        """The frame that begins here: its first byte, what it carries, and where the next begins."""
        have = len(data) - at
        if have < 2:
            return None
        first, second = data[at], data[at + 1]
        size, head = second & LENGTH, 6
        if size == 126:
            size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 8
        elif size == 127:
            size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 14
        if first & RESERVED or not second & MASKED:
            raise Broken(BAD_PROTOCOL)
        if have < head:
            return None
        if size > self._most:
            raise Broken(TOO_LARGE)
        end = at + head + size
        if have < head + size:
            return None
        return first, unmasked(data[at + head : end], data[at + head - 4 : at + head]), end

    def _take(self, first: int, payload: bytes) -> tuple[int, bytes] | None:
        opcode = first & OPCODE
        if opcode >= CLOSE:
            if opcode > PONG or not first & FIN or len(payload) > MOST_IN_CONTROL:
                raise Broken(BAD_PROTOCOL)
            return opcode, payload
        if opcode > BINARY or (opcode == CONTINUED) != (self._kind != CONTINUED):
            raise Broken(BAD_PROTOCOL)
        if opcode != CONTINUED:
            if first & FIN:
                return _whole(opcode, payload)
            self._kind, self._parts = opcode, payload
            return None
        self._parts += payload
        if len(self._parts) > self._most:
            raise Broken(TOO_LARGE)
        if not first & FIN:
            return None
        opcode, payload = self._kind, self._parts
        self._kind, self._parts = CONTINUED, b""
        return _whole(opcode, payload)


def _whole(opcode: int, payload: bytes) -> tuple[int, bytes]:
    if opcode == TEXT and not payload.isascii():
        try:
            payload.decode()
        except UnicodeDecodeError:
            raise Broken(BAD_TEXT) from None
    return opcode, payload


def unmasked(payload: bytes, mask: bytes) -> bytes:
    """Each byte xor the mask, which repeats.

    >>> unmasked(unmasked(b"hello", b"mask"), b"mask")
    b'hello'
    """
    size = len(payload)
    stretched = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(payload, "little") ^ stretched).to_bytes(size, "little")


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame as a server sends it: whole and not masked."""
    size = len(payload)
    if size < 126:
        return bytes((FIN | opcode, size)) + payload
    if size < 1 << 16:
        return b"%c\x7e%b%b" % (FIN | opcode, size.to_bytes(2, "big"), payload)
    return b"%c\x7f%b%b" % (FIN | opcode, size.to_bytes(8, "big"), payload)


def closing(code: int) -> bytes:
    """The frame that ends a connection."""
    return frame(CLOSE, code.to_bytes(2, "big"))
