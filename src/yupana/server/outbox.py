"""What waits to be sent to one client: bounded, however slowly it reads. No socket here.

Answers wait in a short line, each to be sent. Of views only the latest waits: a view is whole, so a
newer one makes an unsent older one worthless, and a client on a slow line simply sees fewer of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MOST_ANSWERS = 64
"""A client that leaves more unread is not reading at all."""


class Outbox:
    """Made for thousands: at rest it holds nothing."""

    __slots__ = ("_answers", "_ended", "_most", "_tick", "_view", "overrun", "seen", "wake")

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._answers: list[bytes] = []
        self._view: tuple[bytes, int] | None = None
        self._tick: bytes | None = None
        self._ended = False
        self.wake: Callable[[], None] | None = None
        """Called whenever there is something to send, or nothing more to come."""
        self.overrun = False
        """Whether the client was given up for not reading."""
        self.seen = 0
        """The head of the last view that was handed out to be sent."""

    def answer(self, message: bytes) -> None:
        if self._ended:
            return
        if len(self._answers) >= self._most:
            self.overrun = True
            self._answers.clear()
            self._view = self._tick = None
            self.end()
            return
        self._answers.append(message)
        self._call()

    def show(self, view: bytes, head: int) -> None:
        """A whole view, in place of any that was not sent yet."""
        if not self._ended:
            self._view, self._tick = (view, head), None
            self._call()

    def tick(self, tick: bytes) -> None:
        if not self._ended:
            self._tick = tick
            self._call()

    def end(self, last: bytes | None = None) -> None:
        """Nothing more after what waits and these last words."""
        if not self._ended and last is not None:
            self._answers.append(last)
        self._ended = True
        self._call()

    def _call(self) -> None:
        if self.wake is not None:
            self.wake()

    @property
    def ended(self) -> bool:
        return self._ended

    def __len__(self) -> int:
        return len(self._answers) + (self._view is not None) + (self._tick is not None)

    def take(self) -> list[bytes]:
        """All that is to be sent now, in order."""
        found, self._answers = self._answers, []
        if self._view is not None:
            (view, self.seen), self._view = self._view, None
            found.append(view)
        if self._tick is not None:
            found.append(self._tick)
            self._tick = None
        return found

    async def next(self) -> bytes | None:
        """What is to be sent next; None when there will be nothing more."""
        while not len(self) and not self._ended:
            ripe = asyncio.Event()
            self.wake = ripe.set
            await ripe.wait()
        if self._answers:
            return self._answers.pop(0)
        if self._view is not None:
            (view, self.seen), self._view = self._view, None
            return view
        tick, self._tick = self._tick, None
        return tick
