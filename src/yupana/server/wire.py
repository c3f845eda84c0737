"""The messages between a client and the server, and the limits of what is read. No rules, no sockets.

A client says `hello`, then sends commands, each with an id of its own making (`cid`): sending one again
is safe. The server answers each with `ack` or `no`, and shows every change as a whole `view`: what the
seat may know, what it may do, and the events since, which only animate. `tick` tells who is still to
move when nothing else has changed for the viewer. Every `pong` carries the head of the log, so that
nobody can be behind without knowing.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from yupana.core.errors import YupanaError

VERSION = 1
LARGEST_MESSAGE = 16 * 1024
"""Bytes; the largest command that means anything is far below."""
DEEPEST, MOST_NODES = 8, 200
LARGEST_INT = 2**31

_CID = re.compile(r"[A-Za-z0-9_-]{8,40}")


class Malformed(YupanaError):
    """The message is not one of ours; nothing was done."""


# From the client


class Hello(Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """Opens or resumes; answered by `view`, and by `ack` for each pending command that is in the log."""

    v: int = VERSION
    pending: tuple[str, ...] = ()
    """Ids of commands that were sent and not answered."""


class At(Struct, frozen=True, forbid_unknown_fields=True):
    """What the sender had before it: refused as stale if its seat has gone on since."""

    rev: int
    """How many events of this seat stood."""


class Move(Struct, frozen=True, tag="move", tag_field="do", forbid_unknown_fields=True):
    """A move of the game, as text (`7 b4`) or as the game's own JSON."""

    seat: int | None = None
    """Needed only where one client plays several seats."""
    text: str | None = None
    move: Raw | None = None


class Undo(Struct, frozen=True, tag="undo", tag_field="do", forbid_unknown_fields=True):
    seat: int | None = None


class Answer(Struct, frozen=True, tag="answer", tag_field="do", forbid_unknown_fields=True):
    """Yes or no to somebody's wish to take something back."""

    yes: bool
    seat: int | None = None


class Say(Struct, frozen=True, tag="say", tag_field="do", forbid_unknown_fields=True):
    """One of the ready-made phrases."""

    phrase: str
    seat: int | None = None


class Begin(Struct, frozen=True, tag="begin", tag_field="do", forbid_unknown_fields=True):
    """The host starts the game; bots take the seats that are still empty."""

    bot: str = "greedy"


class PutBot(Struct, frozen=True, tag="bot", tag_field="do", forbid_unknown_fields=True):
    """The host lets a bot play a seat: an empty one, or for somebody who left."""

    seat: int
    bot: str = "greedy"


class TakeOver(Struct, frozen=True, tag="back", tag_field="do", forbid_unknown_fields=True):
    """Somebody whose seat a bot plays is back."""

    seat: int | None = None


class Unseat(Struct, frozen=True, tag="unseat", tag_field="do", forbid_unknown_fields=True):
    """The host sends somebody away; the seat's secret is worth nothing any more."""

    seat: int


class SetPolicy(Struct, frozen=True, tag="policy", tag_field="do", forbid_unknown_fields=True):
    """The host changes how the table is run; what is left out stays as it is."""

    locked: bool | None = None
    undo: str | None = None
    patience: int | None = None
    bot: str | None = None
    public: bool | None = None


Command = Move | Undo | Answer | Say | Begin | PutBot | TakeOver | Unseat | SetPolicy


class Cmd(Struct, frozen=True, tag="cmd", tag_field="t", forbid_unknown_fields=True):
    cid: str
    cmd: Command
    at: At | None = None


class Ping(Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    n: int = 0


FromClient = Hello | Cmd | Ping
_decoder = msgspec.json.Decoder(FromClient)
_command_decoder = msgspec.json.Decoder(Cmd)


def read(data: bytes | str) -> FromClient:
    """The message, or Malformed with what is wrong with it."""
    message = _read(data, _decoder)
    assert isinstance(message, Hello | Cmd | Ping)
    return message


T = TypeVar("T")


def read_body(data: bytes, kind: type[T]) -> T:
    """The body of a request, within the same limits as a message."""
    body = _read(data, msgspec.json.Decoder(kind))
    assert isinstance(body, kind)
    return body


def read_command(data: bytes) -> Cmd:
    """The same for a command that came by POST: a `cmd` message."""
    message = _read(data, _command_decoder)
    assert isinstance(message, Cmd)
    return message


def _read(data: bytes | str, decoder: msgspec.json.Decoder[Any]) -> object:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > LARGEST_MESSAGE:
        raise Malformed("wire.large", most=LARGEST_MESSAGE)
    _check_shape(raw)
    try:
        message = decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed("wire.malformed", problem=str(error)[:200]) from None
    if isinstance(message, Cmd):
        check_cid(message.cid)
    return message


def check_cid(cid: str) -> None:
    if not _CID.fullmatch(cid):
        raise Malformed("wire.cid")


def _check_shape(raw: bytes) -> None:
    """Refuses what is deep, long or strange before anything is built of it."""
    if _nesting(raw) > DEEPEST:
        raise Malformed("wire.deep", most=DEEPEST)
    try:
        tree = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed("wire.malformed", problem=str(error)[:200]) from None
    nodes = 0
    stack = [tree]
    while stack:
        node = stack.pop()
        nodes += 1
        if nodes > MOST_NODES:
            raise Malformed("wire.nodes", most=MOST_NODES)
        if isinstance(node, dict):
            stack += [*node.keys(), *node.values()]
        elif isinstance(node, list):
            stack += node
        elif isinstance(node, float) or (type(node) is int and abs(node) > LARGEST_INT):
            raise Malformed("wire.number")
        elif isinstance(node, str) and any(
            ord(char) < 32 or 0xD800 <= ord(char) < 0xE000 for char in node
        ):
            raise Malformed("wire.text")


def _nesting(raw: bytes) -> int:
    """How deep brackets nest, strings left out of account only as far as it is safe."""
    depth = most = 0
    for byte in raw:
        if byte in b"[{":
            depth += 1
            most = max(most, depth)
        elif byte in b"]}":
            depth -= 1
    return most


# To the client


class Welcome(Struct, frozen=True, tag="welcome", tag_field="t"):
    """What a table is and stays: sent once to each connection, before the first view."""

    table: str
    code: str | None
    game: str
    rules: int
    edition: str
    options: dict[str, str | int | bool]
    seats: int
    commit: str
    """The server's commitment to its seed."""
    epoch: int
    """Another one than before: the table was restored, and what a client remembers is void."""
    phrases: tuple[str, ...] = ()
    v: int = VERSION
    ping_s: int = 20
    """How often a client should ping; one that is silent for a minute is dropped."""


class SeatSeen(Struct, frozen=True):
    """What everybody may know of a seat."""

    name: str
    player: str
    """`empty`, `person` or `bot`."""
    bot: str | None = None
    """The bot that plays it, also for somebody who left."""
    here: bool = False
    """Whether a client of this seat is connected."""
    assisted: bool = False


class View(Struct, frozen=True, tag="view", tag_field="t"):
    """Everything this client may know and do, whole."""

    head: int
    phase: str
    """`gathering`, `playing` or `over`."""
    seats: tuple[SeatSeen, ...]
    pending: tuple[int, ...]
    mine: tuple[int, ...]
    """The seats this client plays."""
    rev: tuple[int, ...]
    """Of each of them, for `at`."""
    host: bool
    policy: Raw
    view: Raw | None
    """The game's own view; None while people gather."""
    moves: tuple[str, ...]
    """What may be done now, as text; cut off where there are very many."""
    more_moves: bool
    score: Raw | None
    outcome: Raw | None
    events: tuple[Raw, ...]
    """What happened since the last view, as far as this client may know it; only to animate."""
    asked: int | None = None
    """The seat that wishes to take something back."""


class Tick(Struct, frozen=True, tag="tick", tag_field="t"):
    """Nothing new for this viewer but who is still to move, or who is here."""

    head: int
    pending: tuple[int, ...]
    here: tuple[bool, ...] = ()


class Ack(Struct, frozen=True, tag="ack", tag_field="t"):
    """The command is in the log, for good."""

    cid: str
    seq: int


class No(Struct, frozen=True, tag="no", tag_field="t"):
    """The command was refused and changed nothing."""

    cid: str | None
    code: str
    facts: dict[str, str | int]
    said: str
    """The same as a sentence, in the client's language."""
    head: int


class Pong(Struct, frozen=True, tag="pong", tag_field="t"):
    n: int
    head: int


class Bye(Struct, frozen=True, tag="bye", tag_field="t"):
    code: str
    retry_ms: int


ToClient = Welcome | View | Tick | Ack | No | Pong | Bye
encode = msgspec.json.Encoder().encode
