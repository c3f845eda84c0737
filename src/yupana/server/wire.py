"""The messages between a client and the server, and the limits of what is read. No rules, no sockets.

A client says `hello`, then sends commands, each with an id of its own making (`cid`): sending one again
is safe. The server answers each with `ack` or `no`, and shows every change as a whole `view`: what the
seat may know, what it may do, and the events since, to animate and to list. `tick` tells who is still to
move when nothing else has changed for the viewer. Every `pong` carries the head of the log, so that
nobody can be behind without knowing. `what` and `moves` ask about moves without making one.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from yupana.core.errors import YupanaError

VERSION = 1
LARGEST_MESSAGE = 16 * 1024
"""Bytes; the largest command that means anything is far below."""
DEEPEST, MOST_NODES = 8, 200
LARGEST_INT = 2**31

CID = re.compile(r"[A-Za-z0-9_-]{8,40}")


class Malformed(YupanaError):
    """The message is not one of ours; nothing was done."""


# From the client


class Hello(Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """Opens or resumes; answered by `view`, and by `ack` for each pending command that is in the log."""

    v: int = VERSION
    pending: tuple[str, ...] = ()
    """Ids of commands that were sent and not answered."""
    lang: Annotated[str, Meta(max_length=200)] = ""
    """The language of sentences: `fr`, or several as in Accept-Language, which counts without it."""
    look: int | None = None
    """Where one client plays several seats: the one to be shown, until another hello; None: whichever
    is to move."""
    seen: int | None = None
    """The head of the last view it had, 0 for none: what it may know of later entries, as far as they are remembered,
    comes as `events` of the view. None, and where people must remember what they saw: nothing, but over the same connection
    what was not sent yet."""


class At(Struct, frozen=True, forbid_unknown_fields=True):
    """What the sender had before it: refused as stale if its seat has gone on since."""

    rev: int
    """How many events of this seat stood."""


class Move(Struct, frozen=True, tag="move", tag_field="do", forbid_unknown_fields=True):
    """A move of the game, as text (`7 b4`) or as the game's own JSON."""

    seat: int | None = None
    """Needed only where one client plays several seats."""
    text: str | None = None
    move: dict[str, Any] | None = None


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
    auto: str | None = None
    bot: str | None = None
    late: str | None = None
    delay: int | None = None
    """Only until the game begins."""
    public: bool | None = None


class Ready(Struct, frozen=True, tag="ready", tag_field="do", forbid_unknown_fields=True):
    """Somebody who sits is ready to begin; the host sees it."""

    yes: bool = True
    seat: int | None = None


class Hurry(Struct, frozen=True, tag="hurry", tag_field="do", forbid_unknown_fields=True):
    """The host goes on without those who are waited for and not connected, or out of time: bots stand
    in for them. Whoever is here and thinks is left in peace."""


class Again(Struct, frozen=True, tag="again", tag_field="do", forbid_unknown_fields=True):
    """Another game of the same people: a host's, or anybody's who plays once the game is over. The new
    table is in everybody's view as `next`; each follows with what they hold here."""

    rotate: bool = False
    """Whether everybody moves on by one seat, so that somebody else begins."""
    same_dice: bool = False
    """Whether the dice of this game fall again, once it is over; counts as assisted."""


class Reveal(Struct, frozen=True, tag="reveal", tag_field="do", forbid_unknown_fields=True):
    """The nonce that the seat committed to, now that the list of commitments is closed (`draw` in the view)."""

    nonce: str
    seat: int | None = None


class Commit(Struct, frozen=True, tag="commit", tag_field="do", forbid_unknown_fields=True):
    """A commitment to a new nonce, after a draw that is void."""

    commit: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    seat: int | None = None


class Offer(Struct, frozen=True, tag="offer", tag_field="do", forbid_unknown_fields=True):
    """The host wishes to give a person's seat to somebody else, by a new link: whoever holds it is asked first."""

    seat: int


class Consent(Struct, frozen=True, tag="consent", tag_field="do", forbid_unknown_fields=True):
    """Yes or no to that, from whoever holds the seat."""

    yes: bool
    seat: int | None = None


HostCommand = Begin | PutBot | Unseat | SetPolicy | Hurry | Offer
Command = (
    Move | Undo | Answer | Say | Begin | PutBot | TakeOver | Unseat | SetPolicy | Ready | Hurry
    | Again | Reveal | Commit | Offer | Consent
)  # fmt: skip


class Cmd(Struct, frozen=True, tag="cmd", tag_field="t", forbid_unknown_fields=True):
    cid: str
    cmd: Command
    at: At | None = None


class Ping(Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    n: int = 0


MOST_ASKED = 64


class What(Struct, frozen=True, tag="what", tag_field="t", forbid_unknown_fields=True):
    """What would these moves of one's own come to? Nothing is done. Answered by `would`."""

    texts: Annotated[tuple[str, ...], Meta(max_length=MOST_ASKED)]
    seat: int | None = None
    """Needed only where one client plays several seats."""
    n: int = 0
    """Comes back with the answer."""


class Moves(
    Struct,
    frozen=True,
    tag="moves",
    tag_field="t",
    forbid_unknown_fields=True,
    rename={"start": "from"},
):
    """All moves of a seat, page by page: a view lists the first few hundred only."""

    prefix: str = ""
    """Only those whose text begins so."""
    start: Annotated[int, Meta(ge=0)] = 0
    seat: int | None = None
    n: int = 0


Question = What | Moves
FromClient = Hello | Cmd | Ping | What | Moves
_decoder = msgspec.json.Decoder(FromClient)
_command_decoder = msgspec.json.Decoder(Cmd)
_question_decoder = msgspec.json.Decoder(Question)


def read(data: bytes | str) -> FromClient:
    """The message, or Malformed with what is wrong with it."""
    message = _read(data, _decoder)
    assert isinstance(message, FromClient)
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


def read_question(data: bytes) -> Question:
    message = _read(data, _question_decoder)
    assert isinstance(message, Question)
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
    if not CID.fullmatch(cid):
        raise Malformed("wire.cid")


_STRANGE = re.compile("[\x00-\x1f\ud800-\udfff]")
"""Control characters, and halves of characters."""


def _check_shape(raw: bytes) -> None:
    """Refuses what is deep, long or strange before anything is built of it."""
    brackets = raw.count(b"{") + raw.count(b"[")
    if brackets > DEEPEST and _nesting(raw) > DEEPEST:  # few of them cannot nest deeply
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
        elif isinstance(node, str) and _STRANGE.search(node):
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
    by_memory: bool = False
    """Whether people must remember what they saw: a client does not keep it for them."""
    phrases: tuple[str, ...] = ()
    head: int | UnsetType = UNSET
    seal: str | UnsetType = UNSET
    """Of that head: see `View.seal`. Only for those who may see the table."""
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
    ready: bool = False
    """Whether they said so, while people gather."""
    once: bool = False
    """Whether the bot plays this turn only."""
    offered: bool = False
    """Whether the host wishes to give the seat to somebody else."""
    taken_over: bool = False
    """Whether the host has given it to somebody else."""
    held: bool = False
    """Whether its new holder sees and plays it only from its next turn on."""


class DrawSeen(Struct, frozen=True):
    """The draw of the dice that is going on."""

    number: int
    commits: tuple[str | None, ...] | None
    """By seat: the closed list, each of whose seats is to reveal its nonce; None while seats commit anew."""
    waiting: tuple[int, ...]
    """The seats that are waited for."""


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
    """What happened since the last view, as far as this client may know it; only to animate and to list."""
    asked: int | None = None
    """The seat that wishes to take something back."""
    look: int | None = None
    """The seat whose view it is; None for those who watch."""
    clock: dict[int, int] | None = None
    """Seconds left to each person who is waited for; None where nobody is hurried."""
    standing: tuple[Raw, ...] = ()
    """The points of every seat with their reasons, as far as this viewer can tell; at small tables."""
    next: str | None = None
    """The table at which the same people play on: `POST .../follow` leads there."""
    draw: DrawSeen | None = None
    """Before the game begins: the draw that fixes its dice."""
    seal: str = ""
    """HMAC of the head with the seed: once the seed is published, shows that the log is the one that was seen."""


class Tick(Struct, frozen=True, tag="tick", tag_field="t"):
    """Nothing new for this viewer but who is still to move, or who is here."""

    head: int
    pending: tuple[int, ...]
    here: tuple[bool, ...] = ()
    view: int = 0
    """The head since which this viewer's view has not changed: who shows an older one missed something,
    and says hello again."""


class Ack(Struct, frozen=True, tag="ack", tag_field="t"):
    """The command is in the log, for good."""

    cid: str
    seq: int
    seal: str = ""
    """Of that entry: see `View.seal`."""


class No(Struct, frozen=True, tag="no", tag_field="t"):
    """The command was refused and changed nothing."""

    cid: str | None
    code: str
    facts: dict[str, str | int]
    said: str
    """The same as a sentence, in the client's language."""
    head: int
    clause: str | None = None
    """The clause of the rules that it rests on, where there is one: `T-3.2`."""
    n: int | None = None
    """The number of the question, if it was one."""


class Reason(Struct, frozen=True):
    """Why a move cannot be made."""

    code: str
    facts: dict[str, str | int]
    said: str
    clause: str | None = None


class Prospect(Struct, frozen=True):
    """What one move would come to."""

    text: str
    score: int | None
    """The seat's points after it, before any dice; None if that hangs on what the seat cannot know."""
    tree: Raw | None
    """Those points with their reasons."""
    no: Reason | None
    """Why the move cannot be made."""


class Would(Struct, frozen=True, tag="would", tag_field="t"):
    """The answer to `what`: for each of the texts, or null for those that time did not suffice for."""

    n: int
    seat: int
    rev: int
    each: tuple[Prospect | None, ...]


class MovePage(Struct, frozen=True, tag="moves", tag_field="t", rename={"start": "from"}):
    """The answer to `moves`: some of them, from this one on."""

    n: int
    seat: int
    rev: int
    start: int
    total: int
    """How many there are with that prefix, as far as they were counted."""
    more: bool
    """Whether the counting was cut short."""
    texts: tuple[str, ...]


class Pong(Struct, frozen=True, tag="pong", tag_field="t"):
    n: int
    head: int


class Bye(Struct, frozen=True, tag="bye", tag_field="t"):
    code: str
    retry_ms: int


ToClient = Welcome | View | Tick | Ack | No | Would | MovePage | Pong | Bye
encode = msgspec.json.Encoder().encode
