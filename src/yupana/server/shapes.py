"""The bodies of requests and their answers; the messages of a table itself are in wire.py."""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

# What is asked


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """`nonce`: 32 hex digits of one's own, to have a hand in the dice. `cid`: to ask again safely."""

    name: str | None = None
    seat: int | None = None
    nonce: str | None = None
    cid: str | None = None


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    role: Literal["host", "spectator", "seat"]
    seat: int | None = None


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    seat: int | None = None


class Follow(Struct, frozen=True, forbid_unknown_fields=True):
    """`nonce`: 32 hex digits of one's own, as for sitting down."""

    nonce: str | None = None


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
