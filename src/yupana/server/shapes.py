"""The bodies of requests and their answers; the messages of a table itself are in wire.py."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from yupana.server.log import LinkRole

# What is asked


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """To have a hand in the dice, make up a nonce of 32 hex digits, and send as `commit` the SHA-256, in hex, of
    "nonce-commit-v1|", the table's id, "|" and the nonce; it is asked for when the game begins (`draw` in the view,
    `reveal` among the commands). `nonce`: the nonce itself, at once; whoever runs the server and sits down later could
    reckon with it.

    To be able to ask again if the answer is lost: a `cid`, and as `retry` the SHA-256, in hex, of "retry-v1|" and a
    random text that the sender keeps. Asking again takes the same `cid` and that text as `secret`.
    """

    name: str | None = None
    seat: int | None = None
    nonce: str | None = None
    commit: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    cid: str | None = None
    retry: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    secret: Annotated[str, Meta(min_length=16, max_length=100)] | None = None


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    role: LinkRole
    seat: int | None = None


class RevokeLink(Struct, frozen=True, forbid_unknown_fields=True):
    """`key`: the public id of a secret, as the list of links has it."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    seat: int | None = None


class Follow(Struct, frozen=True, forbid_unknown_fields=True):
    """`commit`, `nonce`: as for sitting down; the table is the one that follows, `next` in the view."""

    nonce: str | None = None
    commit: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Reclaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to have a seat back that a host gave to somebody else."""


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """`n`: after how many moments to play on. `seat`: the one to be left empty for oneself; the others are
    `bot`'s."""

    n: int
    seat: int
    bot: str = "greedy"


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    secret: str


# What is answered


class Opened(Struct, frozen=True):
    table: str
    code: str | None
    host: str
    spectator: str


class Watch(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to look on at a table that anybody may watch."""


class Seated(Struct, frozen=True):
    seat: int
    name: str
    secret: str
    resume: str


class Linked(Struct, frozen=True):
    role: str
    secret: str
    seat: int | None = None
    resume: str | None = None


class LinkSeen(Struct, frozen=True):
    """A secret that is in force, as a host sees it."""

    key: str
    role: str
    seat: int | None
    made_ms: int
    yours: bool


class Followed(Struct, frozen=True):
    """Where people play on, and what the caller holds there; asking again gives the same."""

    table: str
    code: str | None
    held: tuple[Linked, ...]


class Listed(Struct, frozen=True):
    table: str
    code: str | None
    game: str
    status: str
    created_ms: int


class GameFacts(Struct, frozen=True):
    name: str
    rules: int
    seats: tuple[int, int]
    simultaneous: bool
    editions: tuple[str, ...]
    options: Raw
    """JSON Schema of what can be chosen."""


class Who(Struct, frozen=True):
    """What a secret opens at this table."""

    seats: tuple[int, ...]
    host: bool
