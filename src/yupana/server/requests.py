"""What is asked of a live table: one struct for each kind of request, and the client that asks.

Requests say what their sender shows (`Sender`), never who that is: the table decides it when it processes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from msgspec import Struct, structs

from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.authority import Sender
from yupana.server.budget import NOBODY, Payer
from yupana.server.log import LinkRole
from yupana.server.outbox import Outbox
from yupana.server.policy import Actor, Refused
from yupana.server.seats import Capability


class NewSeat(Struct, frozen=True):
    """A seat and the secrets that open it."""

    seat: Seat
    name: str
    secret: Capability
    resume: Capability


class Issued(Struct, frozen=True):
    """A new secret; of a seat with its resume code."""

    secret: Capability
    resume: Capability | None = None
    name: str = ""


class Command(Struct):
    """Somebody's command; answered once, by Ack or No."""

    sender: Sender
    cmd: wire.Cmd
    reply: Callable[[wire.Ack | wire.No], None]
    came: float
    language: str = "en"


class SitDown(Struct):
    """Somebody wants an empty seat, or any; answered by the seat with its secrets, or the refusal."""

    seat: Seat | None
    nonce: str | None
    """Of their own making and shown at once; None to commit to one, or to leave it to the server."""
    cid: str
    name: str
    answer: asyncio.Future[NewSeat]
    given: tuple[Capability, Capability] | None = None
    """The secrets of a seat that is kept for them, where they bring these along."""
    retry: str | None = None
    """The hash of a secret by which they can show that it was they who asked first."""
    commit: str | None = None
    """To a nonce of their own that they reveal later."""
    is_repeat: bool = False
    """Whether they have just shown that secret: the answer to the first try was lost."""


class NewSecret(Struct):
    """Somebody wants a new secret: for a seat in place of the old ones, or one more of another role."""

    sender: Sender
    role: LinkRole
    seat: Seat | None
    answer: asyncio.Future[Issued]
    by: Literal["link", "resume", "former", "public", "follow"] = "link"
    """`link`: decided by what the sender holds. `resume`, `former`: the sender shows the resume code of the seat,
    or the secret that a host has replaced. `public`: anybody, to watch a table that is open to all. `follow`: somebody
    who held the same at the table before this one."""
    given: Capability | None = None
    """With `follow`: the secret that follows from what they held there."""


class Revoke(Struct):
    """A host wants a secret of another host, a spectator or a replay to end; named by its public id."""

    sender: Sender
    key: str
    answer: asyncio.Future[None]


class WhoIs(Struct):
    """Who somebody is at the head of the log."""

    sender: Sender
    answer: asyncio.Future[Actor]


class Attach(Struct):
    """A socket was accepted. It is shown nothing before it joins, but ends with its secrets from now on."""

    client: Client


class Join(Struct):
    """A client has said hello, and is shown the table from now on."""

    client: Client
    pending: tuple[str, ...] = ()
    seen: int | None = None


class Leave(Struct):
    client: Client


class Look(Struct):
    """One view, as a client with this actor would see it."""

    sender: Sender
    answer: asyncio.Future[bytes]


class Ask(Struct):
    """A question about moves; answered once."""

    sender: Sender
    question: wire.Question
    reply: Callable[[wire.Would | wire.MovePage | wire.No], None]
    language: str = "en"
    payer: Payer = NOBODY
    worked: Callable[[float], None] = lambda seconds: None
    """Told how many seconds of work it took."""


class BotsMoved(Struct):
    moves: list[tuple[Seat, str, int, bytes | None]]
    """Seat, bot, the seat's rev when it began to think, and the move as JSON."""


class Late(Struct):
    """Somebody has been waited for too long."""

    seats: list[Seat]


class DrawIsLate(Struct):
    """Somebody has not done their part of a draw in time."""

    number: int
    commits_anew: bool


class Note(Struct):
    """How long people have been waited for is to be noted."""


class Ripe(Struct):
    """Something is old enough for those who watch later."""


class Behind(Struct):
    """Another process has added to the log."""


class Renamed(Struct):
    """The names at the table have changed in the store."""


Wish = Command | SitDown | NewSecret | Revoke
"""What somebody asks for that changes the log."""

Request = (
    Wish | WhoIs | Attach | Join | Leave | Look | Ask | BotsMoved | Late | DrawIsLate | Note | Ripe | Behind | Renamed
)  # fmt: skip


class Client:
    """One connection: who it speaks for, and what waits to be sent to it."""

    def __init__(self, sender: Sender, actor: Actor | None = None) -> None:
        self.sender = sender
        self.actor = sender if isinstance(sender, Actor) else actor or Actor()
        """Who that was when the table last looked."""
        self.outbox = Outbox()
        self.language = "en"
        self.address = ""

    def look_from(self, seat: Seat | None) -> None:
        """Of several seats on one device, the one whose view is wanted from now on."""
        if seat is not None and seat not in self.actor.seats:
            raise Refused("table.not-yours")
        self.actor = structs.replace(self.actor, look=seat)
        self.sender = structs.replace(self.sender, look=seat)


def awaited() -> tuple[asyncio.Future[wire.ToClient], Callable[[wire.ToClient], None]]:
    """What a table will say to one request, and what it says it to."""
    said: asyncio.Future[wire.ToClient] = asyncio.get_running_loop().create_future()

    def reply(message: wire.ToClient) -> None:
        if not said.done():
            said.set_result(message)

    return said, reply
