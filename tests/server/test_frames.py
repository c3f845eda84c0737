"""Frames against those of the `websockets` library, however they are cut, and what is no frame at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from yupana.server.frames import (
    BINARY,
    CLOSE,
    CONTINUED,
    MOST_FRAGMENTS,
    PING,
    PONG,
    TEXT,
    Broken,
    Reader,
    close_code,
    closing,
    frame,
)

MOST = 1000


def frames(reader: Reader, data: bytes) -> Iterator[tuple[int, bytes]]:
    """Every frame that is whole after these bytes."""
    reader.feed(data)
    while (found := reader.next()) is not None:
        yield found


def messages(reader: Reader, data: bytes) -> Iterator[tuple[int, bytes]]:
    """The same without the fragments of messages that are not whole yet."""
    return (found for found in frames(reader, data) if found[0] != CONTINUED)


def client_frame(opcode: int, data: bytes, fin: bool = True) -> bytes:
    """As a client sends it, masked by chance."""
    return Frame(Opcode(opcode), data, fin).serialize(mask=True)


TEXTS = st.text(max_size=MOST // 4).map(lambda text: (TEXT, text.encode()))
BINARIES = st.binary(max_size=MOST).map(lambda data: (BINARY, data))
CONTROLS = st.tuples(st.sampled_from([PING, PONG]), st.binary(max_size=125))


@st.composite
def conversations(draw: st.DrawFn) -> tuple[bytes, list[tuple[int, bytes]]]:
    """What a client sends, in any number of frames with others in between, and what that means."""
    sent, meant = b"", []
    for opcode, data in draw(st.lists(TEXTS | BINARIES | CONTROLS, max_size=6)):
        if opcode in (PING, PONG):
            sent += client_frame(opcode, data)
            meant.append((opcode, data))
            continue
        cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=3)))
        parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            sent += client_frame(0 if number else opcode, part, last)
            if not last and draw(st.booleans()):
                sent += client_frame(PING, b"still there?")
                meant.append((PING, b"still there?"))
        meant.append((opcode, data))
    return sent, meant


@given(conversations(), st.data())
def test_a_reader_finds_every_message_however_it_comes(
    said: tuple[bytes, list[tuple[int, bytes]]], data: st.DataObject
) -> None:
    sent, meant = said
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=10)))
    reader = Reader(MOST)
    found = [
        message
        for a, b in zip([0, *cuts], [*cuts, len(sent)], strict=True)
        for message in messages(reader, sent[a:b])
    ]
    assert found == meant


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_of_ours_is_read_by_others(size: int) -> None:
    stream = StreamReader()
    stream.feed_data(frame(TEXT, b"x" * size))
    parsing: Any = Frame.parse(stream.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    assert done.value.value == Frame(Opcode.TEXT, b"x" * size)


def test_the_closing_frame_has_the_code() -> None:
    assert closing(1013) == frame(CLOSE, b"\x03\xf5")


def bad(first: int, second: int, rest: bytes = b"\0\0\0\0") -> bytes:
    return bytes((first, second)) + rest


STRANGE = {
    "not masked": (bad(0x81, 0x00), 1002),
    "a reserved bit": (bad(0xC1, 0x80), 1002),
    "an opcode that means nothing": (bad(0x83, 0x80), 1002),
    "a control opcode that means nothing": (bad(0x8B, 0x80), 1002),
    "a ping in pieces": (bad(0x09, 0x80), 1002),
    "a ping too long": (bad(0x89, 0xFE, b"\x00\x7e" + b"\0" * 130), 1002),
    "a continuation of nothing": (bad(0x80, 0x80), 1002),
    "a message within a message": (
        client_frame(TEXT, b"a", False) + client_frame(TEXT, b"b"),
        1002,
    ),
    "too large": (bad(0x81, 0xFE, (MOST + 1).to_bytes(2, "big") + b"\0" * 4), 1009),
    "larger than anything": (bad(0x81, 0xFF, b"\x7f" + b"\xff" * 7 + b"\0" * 4), 1009),
    "a length with its top bit set": (bad(0x81, 0xFF, b"\x80" + b"\0" * 7 + b"\0" * 4), 1002),
    "125 bytes with a 16-bit length": (bad(0x81, 0xFE, b"\x00\x7d" + b"\0" * 129), 1002),
    "65,535 bytes with a 64-bit length": (
        bad(0x81, 0xFF, b"\0" * 6 + b"\xff\xff" + b"\0" * 4),
        1002,
    ),
    "too many fragments": (
        client_frame(TEXT, b"", False) + client_frame(0, b"", False) * (MOST_FRAGMENTS - 1),
        1008,
    ),
    "too large in pieces": (
        client_frame(TEXT, b"x" * MOST, False) + client_frame(0, b"x"),
        1009,
    ),
    "no text": (client_frame(TEXT, b"\xff\xfe"), 1007),
    "half of a pair": (client_frame(TEXT, b"\xed\xa0\x80"), 1007),
    "no text, in pieces": (client_frame(TEXT, b"\xc3", False) + client_frame(0, b"("), 1007),
}


@pytest.mark.parametrize("what", STRANGE)
def test_what_is_no_frame_is_told_apart_after_all_that_came_before(what: str) -> None:
    sent, code = STRANGE[what]
    reading = messages(Reader(MOST), client_frame(TEXT, b"before") + sent)
    assert next(reading) == (TEXT, b"before")
    with pytest.raises(Broken) as broken:
        next(reading)
    assert broken.value.code == code


def test_a_letter_that_two_frames_share_is_text() -> None:
    letter = "é".encode()
    sent = client_frame(TEXT, letter[:1], False) + client_frame(0, letter[1:])
    assert list(messages(Reader(MOST), sent)) == [(TEXT, letter)]


def test_a_message_may_be_as_large_as_it_may_be() -> None:
    assert list(messages(Reader(MOST), client_frame(BINARY, b"x" * MOST))) == [
        (BINARY, b"x" * MOST)
    ]


def test_thousands_of_small_frames_in_one_go_are_all_heard() -> None:
    """Each is looked at once; were the rest copied for every one, this would take minutes."""
    many = client_frame(TEXT, b"{}") * 40_000
    assert sum(1 for _ in frames(Reader(MOST), many)) == 40_000


def test_a_message_may_have_as_many_fragments_as_it_may_have() -> None:
    sent = client_frame(TEXT, b"x", False) + client_frame(0, b"x", False) * (MOST_FRAGMENTS - 2)
    assert list(messages(Reader(MOST), sent + client_frame(0, b"x"))) == [
        (TEXT, b"x" * MOST_FRAGMENTS)
    ]


def test_every_fragment_is_told_so_that_it_can_be_counted() -> None:
    sent = client_frame(TEXT, b"", False) + client_frame(0, b"", False) * 3 + client_frame(0, b"x")
    assert list(frames(Reader(MOST), sent)) == [(CONTINUED, b"")] * 4 + [(TEXT, b"x")]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"\x81\x05", 1002),  # not masked
        (b"\xc1\x85", 1002),  # a reserved bit
        (b"\x83\x85", 1002),  # a reserved opcode
        (b"\x09\x85", 1002),  # a ping in pieces
        (b"\x89\xfe", 1002),  # a ping too long
        (b"\x80\x85", 1002),  # a continuation of nothing
        (b"\x81\xfe\x00\x7d", 1002),  # a length that needs fewer bytes
        (b"\x81\xfe\x03\xe9", 1009),  # too large
    ],
)
def test_a_fault_is_found_in_the_head_of_a_frame(head: bytes, code: int) -> None:
    """Nobody can make us keep, or wait for, the payload of a frame that is refused anyway."""
    reader = Reader(MOST)
    assert list(frames(reader, head[:-1])) == []
    with pytest.raises(Broken) as broken:
        list(frames(reader, head[-1:]))
    assert broken.value.code == code


@pytest.mark.parametrize(
    ("payload", "code"),
    [(b"", None), (b"\x03\xe8", 1000), (b"\x03\xf6why", 1014), (b"\x13\x87" + b"x" * 123, 4999)],
)
def test_the_code_of_a_close_frame_is_read(payload: bytes, code: int | None) -> None:
    assert close_code(payload) == code


@pytest.mark.parametrize("size", [1, 2, 7])
def test_a_message_in_the_smallest_pieces_is_not_copied_again_and_again(size: int) -> None:
    """A mebibyte in pieces of a byte: were it copied for each of them, this would take a minute."""
    data = b"x" * (1 << 20)
    sent, reader = client_frame(BINARY, data), Reader(len(data))
    found = [
        message
        for at in range(0, len(sent), size)
        for message in frames(reader, sent[at : at + size])
    ]
    assert found == [(BINARY, data)]


def test_a_reader_at_rest_holds_nothing() -> None:
    reader = Reader(MOST)
    sent = client_frame(TEXT, b"x" * 400, False) + client_frame(0, b"x" * 400)
    assert [len(data) for _, data in messages(reader, sent)] == [800]
    assert (reader._data, reader._message) == (b"", b"")
