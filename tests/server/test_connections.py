"""Requests that lead to nothing: no connection is kept for them. Sockets are in test_line.py."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from tests.chaos.raw import Line
from yupana.server.connections import PIECE, connections
from yupana.server.limits import Limits

LIMITS = Limits(request=0.4, requests_coming=5, unread=0.5)
LARGE = 40 << 20
"""Bytes: more than any buffer on the way takes."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request, reads every body, sends a lot where it is asked to."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
    else:
        while scope["path"] != "/hasty" and (await receive()).get("more_body"):
            pass
        body = b"x" * (LARGE if scope["path"] == "/much" else 4)
        length = (b"content-length", b"%d" % len(body))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        for at in range(0, len(body), 1 << 16):
            part, more = body[at : at + (1 << 16)], at + (1 << 16) < len(body)
            await send({"type": "http.response.body", "body": part, "more_body": more})


def serve(client: Callable[[int], Awaitable[None]], limits: Limits = LIMITS) -> None:
    """Runs the client against a server with our connections, in one loop."""

    async def both() -> None:
        http, ws = connections(limits)
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            config = uvicorn.Config(
                application, http=http, ws=ws, log_config=None, timeout_keep_alive=5
            )
            server = uvicorn.Server(config)
            server.handle_exit = lambda *_: None  # type: ignore[method-assign]
            running = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                async with asyncio.timeout(20):
                    await client(listening.getsockname()[1])
                assert not http.waiting  # type: ignore[attr-defined]
            finally:
                server.should_exit = server.force_exit = True
                await running

    asyncio.run(both())


async def closed_within(line: Line, least: float, most: float) -> None:
    """The other end closes between these seconds from now on, and says nothing."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    with suppress(ConnectionResetError):
        assert await asyncio.wait_for(line.reader.read(1), most) == b""
    assert loop.time() - start >= least
    line.close()


HEAD = b"GET / HTTP/1.1\r\nhost: a\r\n"
BODY = b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n123"


@pytest.mark.parametrize("said", [b"", b"G", HEAD, BODY])
def test_a_request_has_to_be_whole_in_good_time(said: bytes) -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        line.send(said)
        await closed_within(line, 0.2, 3)

    serve(client)


def test_a_letter_now_and_then_does_not_help() -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        ended = asyncio.create_task(closed_within(line, 0.2, 3))
        for letter in HEAD:
            line.send(bytes([letter]))
            await asyncio.sleep(0.05)
            if ended.done():
                break
        await ended

    serve(client)


def test_also_the_second_request_of_a_connection_has_to_be_whole() -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        assert (await line.ask("GET", "/")).body == b"xxxx"
        await asyncio.sleep(0.6)  # nothing is asked: that is none of our business
        assert (await line.ask("POST", "/", {"a": 1})).body == b"xxxx"
        line.send(HEAD)
        await closed_within(line, 0.2, 3)

    serve(client)


def test_of_too_many_the_oldest_is_given_up_and_a_whole_request_is_answered() -> None:
    async def client(port: int) -> None:
        lines = [await Line(port).open() for _ in range(8)]
        await asyncio.sleep(0.05)
        for line in lines[:3]:
            await closed_within(line, 0, 0.2)
        other = await Line(port).open()
        assert (await other.ask("GET", "/")).status == 200
        other.close()
        for line in lines[3:]:
            await closed_within(line, 0, 3)

    serve(client)


def test_who_reads_nothing_of_an_answer_is_cut_off() -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]
        line.send(line.request("GET", "/much"))
        await asyncio.sleep(1.5)
        line.writer.transport.resume_reading()  # type: ignore[attr-defined]
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await line.response()
        line.close()

    serve(client)


# What is no request

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CHUNKED = b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"


def more(header: bytes, request: bytes = UPGRADE) -> bytes:
    return request.replace(b"\r\n\r\n", b"\r\n" + header + b"\r\n\r\n")


NO_REQUESTS = {
    "no HTTP at all": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "every byte there is": bytes(range(256)) + b"\r\n\r\n",
    "a control character in a cookie": HEAD + b"cookie: yupana=a:\x01b\r\n\r\n",
    "a delete in a header": HEAD + b"x: \x7f\r\n\r\n",
    "a NUL in a header": HEAD + b"x: a\x00b\r\n\r\n",
    "a raw byte in the path": b"GET /\xff HTTP/1.1\r\nhost: a\r\n\r\n",
    "a raw NUL in the path": b"GET /\x00 HTTP/1.1\r\nhost: a\r\n\r\n",
    "a header too large": HEAD + b"x: " + b"y" * 70_000 + b"\r\n\r\n",
    "headers too many": HEAD + b"x: y\r\n" * 10_000 + b"\r\n",
    "a path too long": b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nhost: a\r\n\r\n",
    "a folded header first": b"GET / HTTP/1.1\r\n x: y\r\nhost: a\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": HEAD + b"host: b\r\n\r\n",
    "a length below zero": HEAD + b"content-length: -1\r\n\r\n",
    "a length that is no number": HEAD + b"content-length: 0x10\r\n\r\n",
    "two lengths": HEAD + b"content-length: 1\r\ncontent-length: 2\r\n\r\n",
    "a strange coding": HEAD + b"transfer-encoding: xchunked\r\n\r\n",
    "a chunk without a size": CHUNKED + b"ZZ\r\n",
    "a chunk with a huge size": CHUNKED + b"F" * 30 + b"\r\n",
    "a chunk that does not end": CHUNKED + b"2\r\n{}xx0\r\n\r\n",
    "a chunk with a bad size after a good one": CHUNKED + b"2\r\n{}\r\n-1\r\n",
    "a handshake by HTTP/1.0": UPGRADE.replace(b"HTTP/1.1", b"HTTP/1.0"),
    "a handshake by POST": UPGRADE.replace(b"GET", b"POST"),
    "a handshake without a key": UPGRADE.replace(b"sec-websocket-key", b"x"),
    "a handshake with a short key": UPGRADE.replace(b"dGhl", b""),
    "a handshake with a key of raw bytes": UPGRADE.replace(b"dGhl", b"\xff\xff\xff\xff"),
    "a handshake with two keys": more(b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="),
    "a handshake with a body": more(b"content-length: 3") + b"abc",
    "a handshake with chunks": more(b"transfer-encoding: chunked") + b"ZZ\r\n",
    "a handshake with a control character": more(b"cookie: a=\x01"),
}


@pytest.mark.parametrize("name", NO_REQUESTS)
def test_what_is_no_request_gets_400_and_a_sentence_and_no_traceback(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        line.send(NO_REQUESTS[name])
        answer = await line.response()
        assert answer.status == 400
        body = answer.body or await line.reader.read()
        assert body in (b"Invalid HTTP request received.", b"No WebSocket handshake.")
        with suppress(ConnectionResetError):  # it may have been more than was read of it
            assert await line.reader.read() == b""
        line.close()

    with caplog.at_level(logging.ERROR):
        serve(client)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("before", [b"", b"2\r\n{}\r\n"])
def test_a_bad_chunk_after_the_answer_ends_the_connection_and_no_more(
    before: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        line.send(CHUNKED.replace(b"POST / ", b"POST /hasty ") + before)
        assert (await line.response()).body == b"xxxx"
        line.send(b"ZZ\r\n")
        assert await line.reader.read() == b""
        line.close()

    with caplog.at_level(logging.ERROR):
        serve(client)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_bad_chunk_to_an_application_that_answers_at_once_is_no_fault_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        line.send(CHUNKED.replace(b"POST / ", b"POST /hasty ") + b"ZZ\r\n")
        assert (await line.response()).status == 400
        line.close()

    with caplog.at_level(logging.ERROR):
        serve(client)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


# What comes in many pieces, or all at once


def test_small_chunks_by_the_thousand_do_not_hold_the_event_loop() -> None:
    """Each costs little, and a single read brings tens of thousands of them."""

    async def client(port: int) -> None:
        line = await Line(port).open()
        slowest, on = 0.0, True

        async def watch() -> None:
            nonlocal slowest
            loop = asyncio.get_running_loop()
            while on:
                start = loop.time()
                await asyncio.sleep(0)
                slowest = max(slowest, loop.time() - start)

        watching = asyncio.create_task(watch())
        line.send(CHUNKED + b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n")
        assert (await line.response()).body == b"xxxx"
        on = False
        await watching
        assert slowest < 0.15  # all at once it is half a second and more
        line.close()

    serve(client, Limits(request=20, requests_coming=5, unread=5))


def test_a_large_body_and_the_next_request_are_both_read() -> None:
    async def client(port: int) -> None:
        line = await Line(port).open()
        for size in (PIECE - 100, PIECE, 10 * PIECE, 200_000):
            assert (await line.ask("POST", "/", b"x" * size)).body == b"xxxx"
        line.send(line.request("POST", "/", b"x" * 5000) + line.request("GET", "/"))
        assert [(await line.response()).body for _ in range(2)] == [b"xxxx", b"xxxx"]
        line.close()

    serve(client)
