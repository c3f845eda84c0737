"""The frames of a WebSocket as a server reads and writes them (RFC 6455), without extensions. No socket here.

A `Reader` takes bytes in pieces of any size and gives back one frame at a time, so that its caller decides how many
frames are handled before something else gets its turn. It copies each byte a fixed number of times, however the bytes
are cut, and holds nothing between two messages.
"""

from __future__ import annotations

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FIN, RESERVED, OPCODE = 0x80, 0x70, 0x0F
MASKED, LENGTH = 0x80, 0x7F

MOST_IN_CONTROL = 125
"""Bytes that a ping, a pong or a close may carry; more than that, and the length has bytes of its own."""

LONGER = {126: (2, MOST_IN_CONTROL), 127: (8, (1 << 16) - 1)}
"""By the seven bits of a length: the bytes that the real length has, and the lengths that need fewer."""

LENGTH_LIMIT = 1 << 63
"""RFC 6455 5.2: the most significant bit of a 64-bit length is 0."""

MOST_FRAGMENTS = 256
"""Frames that one message may come in. Empty ones cost their sender nothing and us a little each."""

BAD_PROTOCOL, BAD_TEXT, AGAINST_POLICY, TOO_LARGE = 1002, 1007, 1008, 1009

CLOSE_CODES = frozenset({1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)})
"""What a close frame may give as its code: RFC 6455 7.4, and 1012 to 1014 of IANA's registry."""


class Broken(Exception):
    """A violation of the protocol, or a message that is too large: the code to close with."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Reader:
    """Finds frames in a stream of bytes, and puts fragments of a message together."""

    __slots__ = ("_at", "_data", "_fragments", "_kind", "_message", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        """Bytes that a message may have."""
        self._data: bytes | bytearray = b""
        self._at = 0
        """Where the next frame begins in the data."""
        self._kind = CONTINUED
        """The opcode of the message that is coming in several frames; CONTINUED: none is."""
        self._message: bytes | bytearray = b""
        self._fragments = 0

    def feed(self, data: bytes) -> None:
        """Takes bytes as the network brings them."""
        if self._at == len(self._data):
            self._data = data
        elif self._at or isinstance(self._data, bytes):
            self._data = bytearray().join((memoryview(self._data)[self._at :], data))
        else:  # the same frame, still not whole: appended in place
            self._data += data
        self._at = 0

    def next(self) -> tuple[int, bytes] | None:
        """The next frame that is whole: its opcode and payload; None until more bytes are fed.

        The last frame of a message brings the whole message under the message's opcode, each frame before
        it an empty payload under CONTINUED. Raises Broken as early as the frame shows its fault.
        """
        data, at = self._data, self._at
        have = len(data) - at
        if have < 2:
            if not have:
                self._data, self._at = b"", 0
            return None
        first, second = data[at], data[at + 1]
        size, head = second & LENGTH, 6
        self._check(first, second, size)
        if size > MOST_IN_CONTROL:
            wide, needless = LONGER[size]
            head += wide
            if have < 2 + wide:
                return None
            size = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
            if size <= needless or size >= LENGTH_LIMIT:
                raise Broken(BAD_PROTOCOL)
        if size + len(self._message) > self._most and not first & CLOSE:
            raise Broken(TOO_LARGE)
        if have < head + size:
            return None
        begin = at + head
        self._at = begin + size
        return self._take(first, unmasked(data[begin : self._at], data[begin - 4 : begin]))

    def _check(self, first: int, second: int, size: int) -> None:
        """What the first two bytes of a frame show."""
        opcode = first & OPCODE
        if first & RESERVED or not second & MASKED:
            raise Broken(BAD_PROTOCOL)
        if opcode >= CLOSE:
            if opcode > PONG or not first & FIN or size > MOST_IN_CONTROL:
                raise Broken(BAD_PROTOCOL)
        elif opcode > BINARY or (opcode == CONTINUED) != (self._kind != CONTINUED):
            raise Broken(BAD_PROTOCOL)

    def _take(self, first: int, payload: bytes) -> tuple[int, bytes]:
        opcode = first & OPCODE
        if opcode >= CLOSE:
            return opcode, payload
        if opcode != CONTINUED:
            if first & FIN:
                return _whole(opcode, payload)
            self._kind, self._message, self._fragments = opcode, bytearray(payload), 1
            return CONTINUED, b""
        self._message += payload
        self._fragments += 1
        if not first & FIN:
            if self._fragments >= MOST_FRAGMENTS:
                raise Broken(AGAINST_POLICY)
            return CONTINUED, b""
        opcode, payload = self._kind, bytes(self._message)
        self._kind, self._message = CONTINUED, b""
        return _whole(opcode, payload)


def _whole(opcode: int, payload: bytes) -> tuple[int, bytes]:
    if opcode == TEXT and not is_text(payload):
        raise Broken(BAD_TEXT)
    return opcode, payload


def is_text(payload: bytes) -> bool:
    """Whether it is UTF-8."""
    if not payload.isascii():
        try:
            payload.decode()
        except UnicodeDecodeError:
            return False
    return True


def close_code(payload: bytes) -> int | None:
    """The code of a close frame that a client sent; None if it gives none. Broken if it may not be sent.

    >>> close_code(b"\\x03\\xe8bye")
    1000
    """
    if not payload:
        return None
    code = int.from_bytes(payload[:2], "big")
    if len(payload) == 1 or code not in CLOSE_CODES:
        raise Broken(BAD_PROTOCOL)
    if not is_text(payload[2:]):
        raise Broken(BAD_TEXT)
    return code


def unmasked(payload: bytes | bytearray, mask: bytes | bytearray) -> bytes:
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


def closing(code: int | None) -> bytes:
    """The frame that ends a connection, without a payload if there is no code to give."""
    return frame(CLOSE, b"" if code is None else code.to_bytes(2, "big"))
