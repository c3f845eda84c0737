"""RFC 6455 case by case, in the manner of the Autobahn TestSuite: a client that speaks by the byte, and an echo.

Each case says what is sent and what has to come back: the messages, the pongs, and the close frame after which the server
ends the connection. Where no close frame is named the connection has to be open afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from tests.chaos.raw import BINARY, CLOSE, PING, PONG, TEXT, run
from tests.chaos.raw import Line as Client
from yupana.server.frames import MOST_FRAGMENTS
from yupana.server.line import CLOSED, Line, Lines
from yupana.server.outbox import Outbox
from yupana.server.wire import LARGEST_MESSAGE

CONTINUED = 0
MASK = b"\x37\xfa\x21\x3d"
"""Of the example in RFC 6455 5.7."""
STILL_OPEN = b"still open?"


def frame(
    payload: bytes = b"",
    opcode: int = TEXT,
    *,
    last: bool = True,
    reserved: int = 0,
    mask: bytes | None = MASK,
    wide: int | None = None,
) -> bytes:
    """A frame of a client; `wide`: the bytes of its extended length, if not the fewest."""
    size = len(payload)
    if wide is None:
        wide = 0 if size < 126 else 2 if size < 1 << 16 else 8
    short = {0: size, 2: 126, 8: 127}[wide]
    head = bytes((last << 7 | reserved << 4 | opcode, (mask is not None) << 7 | short))
    head += size.to_bytes(wide, "big") if wide else b""
    if mask is None:
        return head + payload
    return head + mask + bytes(each ^ mask[at % 4] for at, each in enumerate(payload))


def fragments(*parts: bytes, opcode: int = TEXT, between: bytes = b"") -> bytes:
    """A message in so many frames, with something between each two of them."""
    sent = [
        frame(part, CONTINUED if at else opcode, last=at == len(parts) - 1)
        for at, part in enumerate(parts)
    ]
    return between.join(sent)


def close(code: int | None = None, reason: bytes = b"") -> bytes:
    return frame(b"" if code is None else code.to_bytes(2, "big") + reason, CLOSE)


def code(number: int) -> bytes:
    """The payload of a close frame with this code."""
    return number.to_bytes(2, "big")


class Case(NamedTuple):
    sent: bytes
    messages: tuple[bytes, ...] = ()
    pongs: tuple[bytes, ...] = ()
    close: bytes | None = None


# The server: a line with an echo behind it


class Echo:
    """Sends every message back."""

    code = CLOSED
    greeted = True

    def __init__(self) -> None:
        self.outbox = Outbox(10_000)
        self.lost_ = False

    def frame(self) -> bool:
        return True

    def hear(self, message: bytes) -> None:
        self.outbox.answer(message)

    def lost(self) -> None:
        self.lost_ = True

    def misbehaved(self) -> None:
        pass

    def patience(self) -> float:
        return 60.0


@asynccontextmanager
async def echo() -> AsyncIterator[tuple[Client, Echo]]:
    all_lines, talk = Lines(60.0), Echo()

    class Opening(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            line = Line(talk, all_lines)
            transport.set_protocol(line)
            line.begin(transport)

    server = await asyncio.get_running_loop().create_server(Opening, "127.0.0.1", 0)
    client = await Client(server.sockets[0].getsockname()[1]).open()
    async with asyncio.timeout(20):
        yield client, talk
    client.close()
    server.close()
    await all_lines.close()


async def answers(client: Client, case: Case) -> None:
    """Reads what has to come back, and nothing else may."""
    if case.close is None:
        client.send(frame(STILL_OPEN, PING))
    messages, pongs, end = [], [], None
    while end is None and STILL_OPEN not in pongs:
        opcode, payload = await client.message()
        if opcode == TEXT:
            messages.append(payload)
        elif opcode == PONG:
            pongs.append(payload)
        else:
            assert opcode == CLOSE
            end = payload
    while case.close is None and len(messages) < len(case.messages):
        messages.append((await client.message())[1])
    wanted = case.pongs if case.close is not None else (*case.pongs, STILL_OPEN)
    assert (messages, pongs, end) == (list(case.messages), list(wanted), case.close)
    if case.close is not None:
        assert await client.reader.read() == b"", "the server has to end the connection"


def at_once(case: Case) -> None:
    async def play() -> None:
        async with echo() as (client, talk):
            client.send(case.sent)
            await answers(client, case)
        assert talk.lost_

    run(play())


def by_the_byte(case: Case) -> None:
    """Every byte in a segment of its own."""

    async def play() -> None:
        async with echo() as (client, _):
            for at in range(len(case.sent)):
                client.send(case.sent[at : at + 1])
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            await answers(client, case)

    run(play())


# 1: framing


def framing() -> Iterator[tuple[str, Case]]:
    for size in (0, 1, 125, 126, 127, 128, 1000, LARGEST_MESSAGE):
        data = b"*" * size
        yield f"text of {size} bytes", Case(frame(data), (data,))
        data = b"\xfe" * size
        yield f"binary of {size} bytes", Case(frame(data, BINARY), (data,))
    for size in (LARGEST_MESSAGE + 1, 65_535, 65_536, 200_000):
        large = Case(frame(b"*" * size), close=code(1009))
        yield f"text of {size} bytes, more than is allowed", large
    many = [b"%d" % number for number in range(300)]
    yield "300 messages in one write", Case(b"".join(map(frame, many)), tuple(many))


# 2: pings and pongs


def pings() -> Iterator[tuple[str, Case]]:
    for name, data in {
        "an empty ping": b"",
        "a ping with text": b"Hello",
        "a ping with binary data": bytes((0, 255, 254, 253, 252, 251, 0, 255)),
        "a ping of 125 bytes": b"\xfe" * 125,
    }.items():
        yield name, Case(frame(data, PING), pongs=(data,))
    for size in (126, 127, 1000, 70_000):
        yield f"a ping of {size} bytes", Case(frame(b"x" * size, PING), close=code(1002))
    yield "a pong of 126 bytes", Case(frame(b"x" * 126, PONG), close=code(1002))
    yield "an unsolicited pong", Case(frame(b"", PONG))
    yield "an unsolicited pong with a payload", Case(frame(b"unsolicited", PONG))
    both = frame(b"unsolicited", PONG) + frame(b"ping", PING)
    yield "an unsolicited pong and a ping", Case(both, pongs=(b"ping",))
    ten = tuple(b"payload-%d" % number for number in range(10))
    yield "ten pings in one write", Case(b"".join(frame(each, PING) for each in ten), pongs=ten)
    mixed = frame(b"a") + frame(b"1", PING) + frame(b"b") + frame(b"2", PING)
    yield "pings between messages", Case(mixed, (b"a", b"b"), (b"1", b"2"))


# 3: reserved bits


def reserved_bits() -> Iterator[tuple[str, Case]]:
    for bits in range(1, 8):
        yield f"reserved bits {bits:03b}", Case(frame(b"x", reserved=bits), close=code(1002))
    for name, opcode in {"binary": BINARY, "a ping": PING, "a pong": PONG, "close": CLOSE}.items():
        sent = frame(b"\x03\xe8", opcode, reserved=4)
        yield f"{name} with a reserved bit", Case(sent, close=code(1002))
    after = frame(b"good") + frame(b"bad", reserved=4) + frame(b"too late")
    yield "a reserved bit after a message", Case(after, (b"good",), close=code(1002))
    inside = frame(b"a", last=False) + frame(b"b", CONTINUED, reserved=1)
    yield "a reserved bit in a continuation", Case(inside, close=code(1002))


# 4: reserved opcodes


def reserved_opcodes() -> Iterator[tuple[str, Case]]:
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield f"opcode {opcode}", Case(frame(b"", opcode), close=code(1002))
        payload = frame(b"payload", opcode)
        yield f"opcode {opcode} with a payload", Case(payload, close=code(1002))
    inside = frame(b"a", last=False) + frame(b"b", 5)
    yield "a reserved opcode inside a message", Case(inside, close=code(1002))


# 5: fragmentation


def fragmentation() -> Iterator[tuple[str, Case]]:
    yield "a ping in fragments", Case(frame(b"1", PING, last=False), close=code(1002))
    yield "a pong in fragments", Case(frame(b"1", PONG, last=False), close=code(1002))
    yield "a close in fragments", Case(frame(b"\x03\xe8", CLOSE, last=False), close=code(1002))
    yield "text in two fragments", Case(fragments(b"frag", b"ment"), (b"fragment",))
    binary = fragments(b"\xff", b"\xfe", opcode=BINARY)
    yield "binary in two fragments", Case(binary, (b"\xff\xfe",))
    for count in (3, 5, MOST_FRAGMENTS):
        parts = [b"x"] * count
        yield f"text in {count} fragments", Case(fragments(*parts), (b"x" * count,))
    yield "only empty fragments", Case(fragments(b"", b"", b""), (b"",))
    yield "empty fragments around a full one", Case(fragments(b"", b"x", b""), (b"x",))
    ping = frame(b"ping", PING)
    yield (
        "a ping between fragments",
        Case(fragments(b"a", b"b", between=ping), (b"ab",), (b"ping",)),
    )
    several = fragments(b"1", b"2", b"3", b"4", b"5", between=ping)
    yield "a ping after each of five fragments", Case(several, (b"12345",), (b"ping",) * 4)
    pong = frame(b"unsolicited", PONG)
    yield "a pong between fragments", Case(fragments(b"a", b"b", between=pong), (b"ab",))
    ended = Case(fragments(b"a", b"b", between=close(1000)), close=code(1000))
    yield "a close between fragments", ended
    nothing = frame(b"x", CONTINUED)
    yield "a last continuation of nothing", Case(nothing, close=code(1002))
    more = frame(b"x", CONTINUED, last=False)
    yield "a continuation of nothing", Case(more + frame(b"y"), close=code(1002))
    yield (
        "a continuation after a whole message",
        Case(frame(b"whole") + nothing, (b"whole",), close=code(1002)),
    )
    yield (
        "a continuation after a message in fragments",
        Case(fragments(b"a", b"b") + nothing, (b"ab",), close=code(1002)),
    )
    for name, opcode in {"text": TEXT, "binary": BINARY}.items():
        sent = frame(b"a", last=False) + frame(b"b", opcode)
        yield f"{name} inside a message in fragments", Case(sent, close=code(1002))
    too_many = frame(b"", last=False) + frame(b"", CONTINUED, last=False) * MOST_FRAGMENTS
    yield "fragments without end", Case(too_many, close=code(1008))
    half = b"x" * (LARGEST_MESSAGE // 2 + 1)
    yield "too large in two fragments", Case(fragments(half, half), close=code(1009))
    yield (
        "as large as is allowed in two fragments",
        Case(fragments(half[2:], half), (b"x" * LARGEST_MESSAGE,)),
    )


# 6: UTF-8

VALID = {
    "many scripts": "Hello-µ@ßöäüàá-UTF-8!!".encode(),
    "Greek": "κόσμε".encode(),
    "U+0000": b"\x00",
    "U+007F": b"\x7f",
    "U+0080, the first of two bytes": b"\xc2\x80",
    "U+07FF, the last of two bytes": b"\xdf\xbf",
    "U+0800, the first of three bytes": b"\xe0\xa0\x80",
    "U+D7FF, before the surrogates": b"\xed\x9f\xbf",
    "U+E000, after the surrogates": b"\xee\x80\x80",
    "U+FEFF, a byte order mark": b"\xef\xbb\xbf",
    "U+FFFD": b"\xef\xbf\xbd",
    "U+FFFE, a noncharacter": b"\xef\xbf\xbe",
    "U+FFFF, the last of three bytes": b"\xef\xbf\xbf",
    "U+10000, the first of four bytes": b"\xf0\x90\x80\x80",
    "U+10FFFF, the last of all": b"\xf4\x8f\xbf\xbf",
}
INVALID = {
    "a continuation byte": b"\x80",
    "the last continuation byte": b"\xbf",
    "six continuation bytes": b"\x80\xbf" * 3,
    "the start of two bytes, alone": b"\xc2",
    "the start of two bytes and a space": b"\xc2 ",
    "two of three bytes": b"\xe2\x82",
    "three of four bytes": b"\xf0\x90\x80",
    "FE": b"\xfe",
    "FF": b"\xff",
    "an overlong slash of two bytes": b"\xc0\xaf",
    "an overlong slash of three bytes": b"\xe0\x80\xaf",
    "an overlong slash of four bytes": b"\xf0\x80\x80\xaf",
    "an overlong NUL": b"\xc0\x80",
    "the largest overlong of two bytes": b"\xc1\xbf",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "six bytes": b"\xfc\x84\x80\x80\x80\x80",
    "U+110000, beyond the last": b"\xf4\x90\x80\x80",
    "U+D800, a high surrogate": b"\xed\xa0\x80",
    "U+DFFF, a low surrogate": b"\xed\xbf\xbf",
    "a pair of surrogates": b"\xed\xa0\x80\xed\xb0\x80",
    "text with a surrogate in it": "κόσμε".encode() + b"\xed\xa0\x80edited",
}


def utf_8() -> Iterator[tuple[str, Case]]:
    for name, data in VALID.items():
        yield f"{name}", Case(frame(data), (data,))
        bytewise = fragments(b"", *(data[at : at + 1] for at in range(len(data))))
        yield f"{name}, a fragment for each byte", Case(bytewise, (data,))
    for name, data in INVALID.items():
        yield f"{name}", Case(frame(data) + frame(b"too late"), close=code(1007))
        bytewise = fragments(b"", *(data[at : at + 1] for at in range(len(data))))
        yield f"{name}, a fragment for each byte", Case(bytewise, close=code(1007))
        yield f"{name}, in a binary message", Case(frame(data, BINARY), (data,))


# 7: closing

ECHOED = (*range(1000, 1004), *range(1007, 1015), 3000, 3999, 4000, 4999)
REFUSED = (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535)


def closing() -> Iterator[tuple[str, Case]]:
    yield "a close without a payload", Case(close(), close=b"")
    for number in ECHOED:
        yield f"close code {number}", Case(close(number), close=code(number))
    for number in REFUSED:
        yield f"invalid close code {number}", Case(close(number), close=code(1002))
        reason = close(number, b"reason")
        yield f"invalid close code {number} with a reason", Case(reason, close=code(1002))
    yield "a close of one byte", Case(frame(b"\x03", CLOSE), close=code(1002))
    yield "a close with a reason", Case(close(1000, b"Hello World!"), close=code(1000))
    yield "a close with a reason of 123 bytes", Case(close(1000, b"*" * 123), close=code(1000))
    yield "a close with a reason of 124 bytes", Case(close(1000, b"*" * 124), close=code(1002))
    reason = "κόσμε".encode()
    yield "a close with a reason in Greek", Case(close(1000, reason), close=code(1000))
    yield "a reason that is not UTF-8", Case(close(1000, b"\xff"), close=code(1007))
    cut = close(1000, reason[:-1])
    yield "a reason that ends inside a character", Case(cut, close=code(1007))
    before = Case(frame(b"x") + close(1000), (b"x",), close=code(1000))
    yield "a message before a close", before
    yield "a message after a close", Case(close(1000) + frame(b"x"), close=code(1000))
    yield "a ping after a close", Case(close(1000) + frame(b"x", PING), close=code(1000))
    yield "two closes", Case(close(1000) + close(1001), close=code(1000))
    yield "garbage after a close", Case(close(1000) + b"\xff" * 1000, close=code(1000))
    pinged = Case(frame(b"x", PING) + close(1000), pongs=(b"x",), close=code(1000))
    yield "a ping before a close", pinged
    large = close(1000) + frame(b"x" * LARGEST_MESSAGE) * 20
    yield "320 KiB after a close", Case(large, close=code(1000))


# 8: lengths and masks


def lengths() -> Iterator[tuple[str, Case]]:
    for size in (0, 1, 125):
        sent = frame(b"x" * size, wide=2)
        yield f"{size} bytes with a 16-bit length", Case(sent, close=code(1002))
    for size in (0, 125, 126, 16_000):
        sent = frame(b"x" * size, wide=8)
        yield f"{size} bytes with a 64-bit length", Case(sent, close=code(1002))
    for name, opcode in {"ping": PING, "close": CLOSE}.items():
        sent = frame(b"\x03\xe8", opcode, wide=2)
        yield f"a {name} with a 16-bit length", Case(sent, close=code(1002))
    for name, length, number in (
        ("64 bits set", b"\xff" * 8, 1002),
        ("only the top bit of 64 set", b"\x80" + b"\0" * 7, 1002),
        ("63 bits set", b"\x7f" + b"\xff" * 7, 1009),
    ):
        yield f"a length with {name}", Case(b"\x81\xff" + length + MASK, close=code(number))
    for name, opcode in {"text": TEXT, "binary": BINARY, "a ping": PING, "close": CLOSE}.items():
        sent = frame(b"\x03\xe8", opcode, mask=None)
        yield f"{name} without a mask", Case(sent, close=code(1002))
    sent = frame(b"", mask=None)
    yield "an empty message without a mask", Case(sent, close=code(1002))
    inside = frame(b"a", last=False) + frame(b"b", CONTINUED, mask=None)
    yield "a continuation without a mask", Case(inside, close=code(1002))
    for mask in (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\0\0\0\1", b"\x80\0\0\0"):
        yield f"the mask {mask.hex()}", Case(frame(b"Hello", mask=mask), (b"Hello",))
    for size in range(2, 10):
        data = bytes(range(size))
        yield f"a mask over {size} bytes", Case(frame(data, BINARY), (data,))
    changing = b"".join(frame(b"x", mask=bytes((n, 0, n, 1))) for n in range(8))
    yield "another mask for every frame", Case(changing, (b"x",) * 8)


CASES: dict[str, Case] = {}
for group in (
    framing, pings, reserved_bits, reserved_opcodes, fragmentation, utf_8, closing, lengths,
):  # fmt: skip
    CASES |= {f"{group.__name__}: {name}": case for name, case in group()}

SHORT = {name: case for name, case in CASES.items() if len(case.sent) < 700}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    at_once(CASES[name])


@pytest.mark.parametrize("name", SHORT)
def test_case_byte_by_byte(name: str) -> None:
    by_the_byte(SHORT[name])
