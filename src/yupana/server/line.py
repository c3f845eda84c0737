"""A client's line: a WebSocket with nothing of its own running. Thousands may be open and cost little.

uvicorn and the application do the handshake, as for any request. Then connections.py hands the socket over to a
`Line`, which needs no task and no queue: what comes is heard at once, what waits in the client's outbox is
sent at the next turn of the event loop, all of it in one write. A client that does not read is not waited
for: the outbox keeps the latest view for it, and gives it up if it leaves too many answers unread.

One connection cannot hold the event loop: a turn of the loop handles a few of its frames at most. The rest waits
for the next turns, and nothing more is read from the connection meanwhile, so that TCP slows its sender down.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

from yupana.server.frames import (
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    Broken,
    Reader,
    close_code,
    closing,
    frame,
)
from yupana.server.outbox import Outbox
from yupana.server.wire import LARGEST_MESSAGE

log = logging.getLogger("yupana.line")

CLOSED, MISBEHAVED, OUR_FAULT, RESTARTING, NOT_READING = 1000, 1008, 1011, 1012, 1013
"""Why a line is closed, by the numbers of RFC 6455."""

LAST_WORDS = 5.0
"""Seconds that a client has to read what was sent to it last."""

UNREAD_WORDS = 0.5
"""The same for one that has been given up because it reads nothing."""

PING_AFTER = 20.0
"""Seconds of silence after which a line is asked whether it still stands; twice that, and it is cut."""

FRAMES_A_TURN = 32
"""Frames of one connection that are handled before all others have had their turn: below a millisecond of pings, a few of
commands."""

ROUNDS = 1.0
"""Seconds between two looks at all lines."""


class Talk(Protocol):
    """Who hears what a line brings."""

    outbox: Outbox
    code: int
    """What to close with once the outbox has ended."""
    greeted: bool
    """Whether the client has said hello. Until then all that it sends does not extend its time."""

    def frame(self) -> bool:
        """One more frame has come, of whatever kind; whether the client may go on.

        Called for every frame: messages, fragments, pings, pongs. If not, the connection is closed with 1008.
        """
        return True

    def hear(self, message: bytes) -> None:
        """A message, text or not."""

    def lost(self) -> None:
        """The line is gone; said once."""

    def misbehaved(self) -> None:
        """The client has sent what nobody can read, and is shown out for it."""

    def patience(self) -> float:
        """Seconds that the client may be silent by now; before hello, seconds since it was accepted."""


class Line(asyncio.Protocol):
    """One connection after its handshake."""

    __slots__ = (
        "_asked",
        "_behind",
        "_cut",
        "_lines",
        "_pongs",
        "_reader",
        "_talk",
        "_transport",
        "_unread",
        "_waking",
        "heard",
        "spoke",
    )

    def __init__(self, talk: Talk, lines: Lines) -> None:
        self._talk = talk
        self._lines = lines
        self._reader = Reader(LARGEST_MESSAGE)
        self._transport: asyncio.Transport
        self._waking = self._asked = self._behind = False
        """Of the last: whether frames wait to be handled, and nothing more is read until they are."""
        self._pongs = b""
        """Answers to pings that wait to be sent."""
        self._unread: float | None = None
        """Since when the client leaves unread what was sent to it."""
        self._cut: asyncio.TimerHandle | None = None
        """Set once the line has been closed: cuts it off if the other side does not."""
        self.heard = self.spoke = lines.now
        """When anything last came, and when a message did; the latter stays at the beginning until hello."""

    def begin(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._lines.add(self)
        self.heard = self.spoke = self._lines.now  # which stood still while there was no line
        self._talk.outbox.wake = self._wake
        self._wake()

    # What comes

    def data_received(self, data: bytes) -> None:
        self.heard, self._asked = self._lines.now, False
        if self._cut is None and not self._talk.outbox.ended:
            self._reader.feed(data)
            if not self._behind:
                self._read()

    def _read(self) -> None:
        """Handles the frames that have come; if they are many, some now and the others later."""
        if self._transport.is_closing():
            return
        try:
            for _ in range(FRAMES_A_TURN):
                if self._cut is not None or self._talk.outbox.ended:
                    return
                found = self._reader.next()
                if found is None:
                    self._catch_up()
                    return
                if not self._talk.frame():
                    self._misbehaved(MISBEHAVED)
                    return
                self._hear(*found)
        except Broken as broken:
            self._misbehaved(broken.code)
        except Exception:
            log.exception("a line could not be heard")
            self.close(OUR_FAULT)
        else:
            self._fall_behind()

    def _fall_behind(self) -> None:
        if not self._behind:
            self._behind = True
            self._transport.pause_reading()
        self._lines.loop.call_soon(self._read)

    def _catch_up(self) -> None:
        if self._behind:
            self._behind = False
            self._transport.resume_reading()

    def _hear(self, opcode: int, payload: bytes) -> None:
        if opcode == CONTINUED:
            return
        if opcode < CLOSE:
            self._talk.hear(payload)
            if self._talk.greeted:
                self.spoke = self.heard
        elif opcode == PING:
            # all of a turn in one write; of what somebody does not read, only the latest
            pong = frame(PONG, payload)
            self._pongs = pong if self._unread is not None else self._pongs + pong
            self._wake()
        elif opcode == CLOSE:
            self.close(close_code(payload))

    def _misbehaved(self, code: int) -> None:
        self._talk.misbehaved()
        self.close(code)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._cut is not None:
            self._cut.cancel()
        self._lines.discard(self)
        self._talk.outbox.wake = None
        self._talk.lost()

    # What goes

    def _wake(self) -> None:
        if not self._waking:
            self._waking = True
            self._lines.loop.call_soon(self._speak)

    def _speak(self) -> None:
        """Sends all that waits, in one write."""
        self._waking = False
        outbox = self._talk.outbox
        if self._cut is not None or (self._unread is not None and not outbox.overrun):
            return
        if waiting := self._take():
            self._transport.write(waiting)
        if outbox.ended:
            if outbox.overrun:
                self.close(NOT_READING, UNREAD_WORDS)
            else:
                self.close(self._talk.code)

    def _take(self) -> bytes:
        """The frames of all that waits to be sent."""
        frames = [frame(TEXT, message) for message in self._talk.outbox.take()]
        pongs, self._pongs = self._pongs, b""
        return b"".join([pongs, *frames])

    def pause_writing(self) -> None:
        self._unread = self._lines.loop.time()

    def resume_writing(self) -> None:
        self._unread = None
        self._wake()

    # The end

    def close(self, code: int | None, moment: float = LAST_WORDS) -> None:
        """Sends what waits and a close frame, and ends our side; the other side has a moment to read it.

        What still comes meanwhile is read and thrown away: to close a connection on unread data would make
        TCP throw away what was sent, too.
        """
        if self._cut is None:
            self._cut = self._lines.loop.call_later(moment, self._transport.abort)
            self._reader = Reader(LARGEST_MESSAGE)
            self._catch_up()
            waiting = self._take() if self._unread is None else b""
            self._transport.write(waiting + closing(code))
            if self._transport.can_write_eof():
                with suppress(OSError):  # the other side is gone already
                    self._transport.write_eof()
            else:
                self._transport.close()

    def look(self, now: float) -> None:
        """Asks a silent client whether it is there, and ends the line of one that is not."""
        silent, unread = now - self.heard, self._unread
        if silent > 2 * PING_AFTER or (unread is not None and now - unread > self._lines.unread):
            self._transport.abort()
        elif now - self.spoke > self._talk.patience():
            self.close(CLOSED)
        elif silent > PING_AFTER and not self._asked and unread is None:
            self._asked = True
            self._transport.write(frame(PING, b""))


class Lines:
    """All lines of a server, looked after together: one timer for all of them."""

    def __init__(self, unread: float) -> None:
        self.unread = unread
        """Seconds that somebody may leave unread what was sent to them."""
        self.loop = asyncio.get_running_loop()
        self.now = self.loop.time()
        """When they were last looked at: near enough to tell silence by."""
        self._lines: set[Line] = set()
        self._round: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: Line) -> None:
        if self._round is None:
            self._look()
        self._lines.add(line)

    def discard(self, line: Line) -> None:
        self._lines.discard(line)

    def _look(self) -> None:
        self.now = self.loop.time()
        for line in list(self._lines):
            line.look(self.now)
        self._round = self.loop.call_later(ROUNDS, self._look)

    async def close(self) -> None:
        """Ends them all; those that do not end in time are cut off."""
        for line in list(self._lines):
            line.close(RESTARTING)
        while self._lines:
            await asyncio.sleep(0.02)
        if self._round is not None:
            self._round.cancel()
