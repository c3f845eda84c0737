"""What is asked of a live table: one struct for each kind of request, and the client that asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec import Struct

from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.outbox import Outbox
from yupana.server.policy import Actor


class Command(Struct):
    """Somebody's command; answered once, by Ack or No."""

    actor: Actor
    cmd: wire.Cmd
    reply: Callable[[wire.Ack | wire.No], None]
    came: float
    language: str = "en"


class SitDown(Struct):
    """Somebody wants an empty seat, or any; answered by the seat or the refusal."""

    seat: Seat | None
    nonce: str | None
    """Of their own making, or None to leave it to the server."""
    cid: str
    name: str
    answer: asyncio.Future[Seat]
    kept: bool = False
    """Whether that seat is kept for them."""


class Join(Struct):
    client: Client
    pending: tuple[str, ...] = ()
    seen: int | None = None


class Leave(Struct):
    client: Client


class Look(Struct):
    """One view, as a client with this actor would see it."""

    actor: Actor
    answer: asyncio.Future[bytes]


class Ask(Struct):
    """A question about moves; answered once."""

    actor: Actor
    question: wire.Question
    reply: Callable[[wire.Would | wire.MovePage | wire.No], None]
    language: str = "en"


class BotsMoved(Struct):
    moves: list[tuple[Seat, str, int, bytes | None]]
    """Seat, bot, the seat's rev when it began to think, and the move as JSON."""


class Late(Struct):
    """Somebody has been waited for too long."""

    seats: list[Seat]


class Note(Struct):
    """How long people have been waited for is to be noted."""


class Ripe(Struct):
    """Something is old enough for those who watch later."""


class Behind(Struct):
    """Another process has added to the log."""


class Renamed(Struct):
    """The names at the table have changed in the store."""


Request = (
    Command | SitDown | Join | Leave | Look | Ask | BotsMoved | Late | Note | Ripe | Behind | Renamed
)  # fmt: skip


class Client:
    """One connection: who it speaks for, and what waits to be sent to it."""

    def __init__(self, actor: Actor, keys: frozenset[str] = frozenset()) -> None:
        self.actor = actor
        self.keys = keys
        """Hashes of the secrets it came with."""
        self.outbox = Outbox()
        self.language = "en"
        self.address = ""


def awaited() -> tuple[asyncio.Future[wire.ToClient], Callable[[wire.ToClient], None]]:
    """What a table will say to one request, and what it says it to."""
    said: asyncio.Future[wire.ToClient] = asyncio.get_running_loop().create_future()

    def reply(message: wire.ToClient) -> None:
        if not said.done():
            said.set_result(message)

    return said, reply
