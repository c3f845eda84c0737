"""What waits to be sent to one client: bounded, however slowly it reads. No socket here.

Answers wait in a short line, each to be sent. Of views only the latest waits: a view is whole, so a
newer one makes an unsent older one worthless, and a client on a slow line simply sees fewer of them.
"""

from __future__ import annotations

import asyncio
from collections import deque

MOST_ANSWERS = 64
"""A client that leaves more unread is not reading at all."""


class Outbox:
    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._answers: deque[bytes] = deque()
        self._view: tuple[bytes, int] | None = None
        self._tick: bytes | None = None
        self._wake = asyncio.Event()
        self._ended = False
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
        self._wake.set()

    def show(self, view: bytes, head: int) -> None:
        """A whole view, in place of any that was not sent yet."""
        if not self._ended:
            self._view, self._tick = (view, head), None
            self._wake.set()

    def tick(self, tick: bytes) -> None:
        if not self._ended:
            self._tick = tick
            self._wake.set()

    def end(self, last: bytes | None = None) -> None:
        """Nothing more after what waits and these last words."""
        if not self._ended and last is not None:
            self._answers.append(last)
        self._ended = True
        self._wake.set()

    @property
    def ended(self) -> bool:
        return self._ended

    def __len__(self) -> int:
        return len(self._answers) + (self._view is not None) + (self._tick is not None)

    async def next(self) -> bytes | None:
        """What is to be sent next; None when there will be nothing more."""
        while True:
            if self._answers:
                return self._answers.popleft()
            if self._view is not None:
                (view, self.seen), self._view = self._view, None
                return view
            if self._tick is not None:
                tick, self._tick = self._tick, None
                return tick
            if self._ended:
                return None
            self._wake.clear()
            await self._wake.wait()
