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


class SitDown(Struct):
    """Somebody wants an empty seat, or any; answered by the seat or the refusal."""

    seat: Seat | None
    nonce: str
    cid: str
    name: str
    answer: asyncio.Future[Seat]


class Join(Struct):
    client: Client
    pending: tuple[str, ...]


class Leave(Struct):
    client: Client


class Look(Struct):
    """One view, as a client with this actor would see it."""

    actor: Actor
    answer: asyncio.Future[bytes]


class BotsMoved(Struct):
    moves: list[tuple[Seat, str, int, bytes | None]]
    """Seat, bot, the seat's rev when it began to think, and the move as JSON."""


class Hurry(Struct):
    """Somebody has been waited for too long."""

    seats: list[Seat]


class Behind(Struct):
    """Another process has added to the log."""


class Renamed(Struct):
    """The names at the table have changed in the store."""


Request = Command | SitDown | Join | Leave | Look | BotsMoved | Hurry | Behind | Renamed


class Client:
    """One connection: who it speaks for, and what waits to be sent to it."""

    def __init__(self, actor: Actor, keys: frozenset[str] = frozenset()) -> None:
        self.actor = actor
        self.keys = keys
        """Hashes of the secrets it came with."""
        self.outbox = Outbox()
