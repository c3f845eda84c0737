"""A line: what it hears and sends, who does not read, who says nothing, and how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.raw import BINARY, CLOSE, PING, PONG, TEXT, frame, run
from tests.chaos.raw import Line as Client
from tests.server.client import Server
from yupana.server import line as lines
from yupana.server.line import CLOSED, MISBEHAVED, Line, Lines
from yupana.server.outbox import MOST_ANSWERS, Outbox


class Listener:
    """What stands in for a table."""

    def __init__(self, patience: float = 60.0) -> None:
        self.outbox = Outbox()
        self.code = CLOSED
        self.greeted = True
        self.heard: list[bytes] = []
        self.losses = self.faults = self.frames = 0
        self.most_frames = 1_000_000
        self._patience = patience

    def frame(self) -> bool:
        self.frames += 1
        return self.frames <= self.most_frames

    def hear(self, message: bytes) -> None:
        if message == b"fail":
            raise ValueError("on purpose")
        self.heard.append(message)

    def lost(self) -> None:
        self.losses += 1

    def misbehaved(self) -> None:
        self.faults += 1

    def patience(self) -> float:
        return self._patience


Scene = Callable[[Client, Listener, Lines], Awaitable[None]]


def at(scene: Scene, *, patience: float = 60.0, unread: float = 60.0, aged: float = 0.0) -> None:
    """A line, a client at its other end, and what is to happen; `aged`: seconds for which there was no line."""

    async def play() -> None:
        loop = asyncio.get_running_loop()
        all_lines = Lines(unread)
        all_lines.now -= aged
        talks: list[Listener] = []

        class Opening(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                assert isinstance(transport, asyncio.Transport)
                talks.append(Listener(patience))
                line = Line(talks[-1], all_lines)
                transport.set_protocol(line)
                line.begin(transport)

        server = await loop.create_server(Opening, "127.0.0.1", 0)
        client = await Client(server.sockets[0].getsockname()[1]).open()
        while not talks:
            await asyncio.sleep(0.001)
        async with asyncio.timeout(20):
            await scene(client, talks[0], all_lines)
        client.close()
        server.close()
        await all_lines.close()
        assert talks[0].losses == 1
        assert len(all_lines) == 0

    run(play())


async def ended(client: Client) -> None:
    """Nothing more comes."""
    with suppress(ConnectionResetError):
        assert await client.reader.read() == b""


# Hearing and sending


def test_it_hears_messages_in_any_number_of_frames() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        client.send(frame(b"one") + frame(b"tw", last=False) + frame(b"o", 0) + frame(b"3", BINARY))
        while len(talk.heard) < 3:
            await asyncio.sleep(0.001)
        assert talk.heard == [b"one", b"two", b"3"]

    at(scene)


def test_what_waits_goes_out_answers_first_then_the_latest_view() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        talk.outbox.show(b"old", 1)
        talk.outbox.tick(b"tick 1")
        talk.outbox.answer(b"ack 1")
        talk.outbox.show(b"new", 2)
        talk.outbox.answer(b"ack 2")
        talk.outbox.tick(b"tick 2")
        found = [await client.message() for _ in range(4)]
        assert found == [(TEXT, each) for each in (b"ack 1", b"ack 2", b"new", b"tick 2")]
        assert talk.outbox.seen == 2
        talk.outbox.answer(b"later")
        assert await client.message() == (TEXT, b"later")

    at(scene)


def test_a_ping_is_answered_and_a_goodbye_returned() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        client.send(frame(b"here?", PING))
        assert await client.message() == (PONG, b"here?")
        client.send(frame(b"\x03\xe8", CLOSE) + frame(b"too late"))
        assert await client.message() == (CLOSE, b"\x03\xe8")
        await ended(client)
        assert talk.heard == []

    at(scene)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"x", masked=False), 1002),
        (frame(b"x", reserved=4), 1002),
        (frame(b"\xff"), 1007),
        (frame(b"x" * (16 * 1024 + 1)), 1009),
    ],
)
def test_what_breaks_the_protocol_ends_the_line_with_its_code(sent: bytes, code: int) -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        client.send(frame(b"good") + sent + frame(b"never heard"))
        assert await client.message() == (CLOSE, code.to_bytes(2, "big"))
        await ended(client)
        assert (talk.heard, talk.faults) == ([b"good"], 1)

    at(scene)


def test_a_fault_of_ours_ends_this_line_alone_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        client.send(frame(b"fail"))
        assert await client.message() == (CLOSE, (1011).to_bytes(2, "big"))
        await ended(client)

    with caplog.at_level(logging.ERROR):
        at(scene)
    assert "a line could not be heard" in caplog.text


def test_last_words_come_before_the_goodbye() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        talk.code = MISBEHAVED
        talk.outbox.answer(b"no")
        talk.outbox.end(b"bye")
        told = [await client.message() for _ in range(3)]
        assert told == [(TEXT, b"no"), (TEXT, b"bye"), (CLOSE, (1008).to_bytes(2, "big"))]
        await ended(client)

    at(scene)


def test_who_still_writes_when_the_line_is_closed_can_read_why() -> None:
    """To close at once on what nobody has read yet would tear down what was sent as well."""

    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        for _number in range(200):
            client.send(frame(b"x" * 10_000))
        talk.outbox.end(b"enough")
        told: list[tuple[int, bytes]] = []
        while not told or told[-1][0] != CLOSE:
            told.append(await client.message())
        assert told == [(TEXT, b"enough"), (CLOSE, (1000).to_bytes(2, "big"))]

    at(scene)


def test_a_client_that_closes_is_told_first_what_it_was_owed() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        talk.outbox.answer(b"ack")
        client.send(frame(b"here?", PING) + frame(b"\x03\xe9", CLOSE))
        told = [await client.message() for _ in range(3)]
        assert (TEXT, b"ack") in told
        assert (PONG, b"here?") in told
        assert told[-1] == (CLOSE, b"\x03\xe9")
        await ended(client)

    at(scene)


# Those who send too much


def test_every_frame_is_charged_and_who_may_not_go_on_is_shown_out() -> None:
    """Whatever it is: a message, an empty fragment, a ping or a pong costs one each."""

    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        talk.most_frames = 6
        client.send(frame(b"1") + frame(b"", PING) + frame(b"", PONG))
        client.send(frame(b"", last=False) + frame(b"", 0, last=False) + frame(b"2", 0))
        client.send(frame(b"", PONG) + frame(b"never heard"))
        told = [await client.message() for _ in range(2)]
        assert told == [(PONG, b""), (CLOSE, (1008).to_bytes(2, "big"))]
        await ended(client)
        assert (talk.heard, talk.frames, talk.faults) == ([b"1", b"2"], 7, 1)

    at(scene)


class Turns:
    """Counts the turns of the event loop while something goes on."""

    def __init__(self) -> None:
        self.count = 0
        self._loop = asyncio.get_running_loop()
        self._on = True
        self._turn()

    def _turn(self) -> None:
        self.count += 1
        if self._on:
            self._loop.call_soon(self._turn)

    def stop(self) -> None:
        self._on = False


@pytest.mark.parametrize(
    "sent", [frame(b"", PING), frame(b"", PONG), frame(b"{}")], ids=["pings", "pongs", "messages"]
)
def test_many_frames_that_come_at_once_are_handled_over_many_turns(sent: bytes) -> None:
    """Else one client would hold the event loop for as long as all its frames take."""
    many = 20 * lines.FRAMES_A_TURN

    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        [line] = all_lines._lines
        turns, most, before = Turns(), 0, 0
        line.data_received(sent * many)
        while talk.frames < many:
            most, before = max(most, talk.frames - before), talk.frames
            await asyncio.sleep(0)
        turns.stop()
        assert most <= lines.FRAMES_A_TURN
        assert turns.count >= many // lines.FRAMES_A_TURN - 1

    at(scene)


def test_nothing_more_is_read_while_frames_wait_to_be_handled() -> None:
    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        [line] = all_lines._lines
        line.data_received(frame(b"x") * (3 * lines.FRAMES_A_TURN))
        assert not line._transport.is_reading()
        while not line._transport.is_reading():
            await asyncio.sleep(0)
        assert len(talk.heard) == 3 * lines.FRAMES_A_TURN
        client.send(frame(b"later"))
        while talk.heard[-1] != b"later":
            await asyncio.sleep(0.001)

    at(scene)


def test_pongs_to_many_pings_go_out_together() -> None:
    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        [line] = all_lines._lines
        write, writes = line._transport.write, 0

        def counted(data: Any) -> None:
            nonlocal writes
            writes += 1
            write(data)

        line._transport.write = counted  # type: ignore[method-assign]
        client.send(b"".join(frame(b"%d" % number, PING) for number in range(20)))
        told = [await client.message() for _ in range(20)]
        assert told == [(PONG, b"%d" % number) for number in range(20)]
        assert writes <= 3

    at(scene)


def test_who_pings_and_reads_nothing_is_owed_one_pong() -> None:
    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        [line] = all_lines._lines
        await stop_reading(client, talk)
        client.send(b"".join(frame(b"%d" % number, PING) for number in range(500)))
        while talk.frames < 500:
            await asyncio.sleep(0.001)
        assert len(line._pongs) < 10
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        while (told := await client.message())[0] != PONG:
            assert told[0] == TEXT
        assert told == (PONG, b"499")

    at(scene)


def test_what_comes_after_the_end_is_not_kept() -> None:
    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        [line] = all_lines._lines
        await stop_reading(client, talk)
        talk.outbox.end()
        for _number in range(100):
            line.data_received(b"\x81" * 10_000)
        assert len(line._reader._data) == 0

    at(scene)


# Those who do not read

LARGE = b"v" * 400_000


async def stop_reading(client: Client, talk: Listener) -> None:
    """Until what is sent is stuck on the way."""
    client.writer.transport.pause_reading()  # type: ignore[attr-defined]
    head = 0
    while len(talk.outbox) == 0:
        head += 1
        talk.outbox.show(LARGE + b"%d" % head, head)
        await asyncio.sleep(0.002)


def test_a_slow_reader_sees_fewer_views_and_the_latest() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        await stop_reading(client, talk)
        for head in range(1000, 1100):
            talk.outbox.show(LARGE + b"%d" % head, head)
            await asyncio.sleep(0)
        assert len(talk.outbox) == 1
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        seen = [await client.message()]
        while not seen[-1][1].endswith(b"1099"):
            seen.append(await client.message())
        assert not any(view.endswith(b"1098") for _, view in seen)

    at(scene)


def test_who_leaves_too_many_answers_unread_is_given_up() -> None:
    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        await stop_reading(client, talk)
        for _number in range(MOST_ANSWERS + 1):
            talk.outbox.answer(b"unread")
        assert talk.outbox.overrun
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        while (told := await client.message())[0] != CLOSE:
            assert told[1] != b"unread"
        assert told == (CLOSE, (1013).to_bytes(2, "big"))
        await ended(client)

    at(scene)


def test_who_reads_nothing_at_all_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "ROUNDS", 0.05)

    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        await stop_reading(client, talk)
        while not talk.losses:
            await asyncio.sleep(0.02)

    at(scene, unread=0.3)


# Those who say nothing


def test_a_silent_client_is_asked_and_then_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "ROUNDS", 0.05)
    monkeypatch.setattr(lines, "PING_AFTER", 0.4)

    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        for _number in range(3):  # one that answers is left alone
            assert await client.message() == (PING, b"")
            client.send(frame(b"", PONG))
        assert not talk.losses
        assert await client.message() == (PING, b"")
        await ended(client)  # asked once, not again and again

    at(scene)


def test_who_says_nothing_of_use_for_too_long_is_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "ROUNDS", 0.05)

    async def scene(client: Client, talk: Listener, _: Lines) -> None:
        pings = asyncio.create_task(_ping(client))
        while (told := await client.message())[0] != CLOSE:
            assert told[0] == PONG
        assert told == (CLOSE, (1000).to_bytes(2, "big"))
        pings.cancel()

    at(scene, patience=0.4)


@pytest.mark.parametrize("sent", [frame(b'{"t":"ping"}'), frame(b"", PING), frame(b"", PONG)])
def test_nothing_before_hello_extends_the_time_of_a_socket(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(lines, "ROUNDS", 0.05)

    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        talk.greeted = False
        start = all_lines.loop.time()
        talking = asyncio.create_task(_ping(client, sent))
        while (told := await client.message())[0] != CLOSE:
            assert told[0] == PONG
        assert told == (CLOSE, (1000).to_bytes(2, "big"))
        assert all_lines.loop.time() - start < 3
        talking.cancel()

    at(scene, patience=0.5)


def test_after_hello_every_message_extends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "ROUNDS", 0.05)

    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        talking = asyncio.create_task(_ping(client, frame(b'{"t":"ping"}')))
        await asyncio.sleep(2.5)
        assert not talk.losses
        talking.cancel()
        assert await client.message() == (CLOSE, (1000).to_bytes(2, "big"))

    at(scene, patience=1.0)


def test_the_first_line_of_a_server_that_has_run_for_long_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock of all lines stands still while there is none."""
    monkeypatch.setattr(lines, "ROUNDS", 0.05)
    monkeypatch.setattr(lines, "PING_AFTER", 30.0)

    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        await asyncio.sleep(0.5)
        assert not talk.losses

    at(scene, aged=1000.0)


async def _ping(client: Client, sent: bytes = frame(b"", PING)) -> None:
    """Signs of life, and no message."""
    while True:
        client.send(sent)
        await asyncio.sleep(0.05)


def test_a_server_that_stops_says_so_and_waits_for_nobody_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "LAST_WORDS", 0.3)

    async def scene(client: Client, talk: Listener, all_lines: Lines) -> None:
        await all_lines.close()  # the client closes nothing
        assert await client.message() == (CLOSE, (1012).to_bytes(2, "big"))
        assert talk.losses == 1

    at(scene)


# The handshake, at a real server


def test_only_a_handshake_as_it_should_be_becomes_a_socket(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.post("/api/tables", {"game": "temple", "seats": 2}).json()
        path = f"/api/tables/{made['table']}/ws"

        async def answer(change: Callable[[bytes], bytes]) -> int:
            line = await Client(server.port).open()
            line.send(change(line.upgrade(path, made["host"])))
            return (await line.response()).status

        async def ask() -> None:
            assert await answer(lambda sent: sent) == 101
            assert await answer(lambda sent: sent.replace(b"version: 13", b"version: 12")) == 426
            assert await answer(lambda sent: sent.replace(b"key: ", b"key: x")) == 400
            assert await answer(lambda sent: sent.replace(b"GET ", b"PUT ")) == 400
            assert await answer(lambda sent: sent.replace(made["host"].encode(), b"wrong")) == 401
            assert await answer(lambda sent: sent.replace(b"/ws ", b"/sw ")) == 403

        run(ask())


def test_what_comes_with_the_handshake_is_heard_after_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.post("/api/tables", {"game": "temple", "seats": 2}).json()

        async def hurry() -> None:
            line = await Client(server.port).open()
            hello = frame(b'{"t":"hello"}')
            line.send(line.upgrade(f"/api/tables/{made['table']}/ws", made["host"]) + hello)
            assert (await line.response()).status == 101
            told = [await line.told() for _ in range(2)]
            assert [each["t"] for each in told if isinstance(each, dict)] == ["welcome", "view"]

        run(hurry())
