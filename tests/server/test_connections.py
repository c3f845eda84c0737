"""Requests that lead to nothing: no connection is kept for them. Sockets are in test_line.py."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from tests.chaos.raw import Line
from yupana.server.connections import connections
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
        while (await receive()).get("more_body"):
            pass
        body = b"x" * (LARGE if scope["path"] == "/much" else 4)
        length = (b"content-length", b"%d" % len(body))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        for at in range(0, len(body), 1 << 16):
            part, more = body[at : at + (1 << 16)], at + (1 << 16) < len(body)
            await send({"type": "http.response.body", "body": part, "more_body": more})


def serve(client: Callable[[int], Awaitable[None]]) -> None:
    """Runs the client against a server with our connections, in one loop."""

    async def both() -> None:
        http, ws = connections(LIMITS)
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
