"""The log of a table: its entries, their canonical JSON and the chain of their hashes. Pure.

All that ever happened at a table is here and nowhere else; whatever a server holds in memory is a
fold of it. Entries are added, never changed: what is taken back is struck by a later entry.

    seq 1   opened    hash 1 = sha256(64 zeros || entry 1)
    seq 2   sat       hash 2 = sha256(hash 1   || entry 2)
    seq 3   began     hash 3 = sha256(hash 2   || entry 3)

An entry is hashed as the canonical JSON of its seq, cid, seat, kind, body and at_ms: keys sorted,
no spaces, UTF-8, whole numbers only, so that anyone can do it again in any language. The hash of
the head therefore stands for the whole history. Names of people are not in the log: they can be
erased without breaking it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeVar, cast

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from yupana.core.errors import YupanaError
from yupana.core.game import Move, Seat
from yupana.core.known import make_known

Hash = str
"""Sixty-four hex digits of SHA-256."""

Choices = dict[str, str | int | bool]
"""Options of a game, or the policy of a table: names and plain values."""

NOTHING: Hash = "0" * 64
"""The hash of a log without entries."""

LARGEST = 2**53 - 1
"""The largest whole number in a log: a browser that checks a game reads it exactly."""

CID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a client may call its command: enough for any UUID, and safe in every store and address."""


class LogError(YupanaError):
    """Something that cannot stand in a log."""


# Entries


class Opened(Struct, frozen=True, tag="opened", tag_field="kind", forbid_unknown_fields=True):
    """The table is there: always seq 1. All that a replay must know before the first move."""

    game: str
    rules: int
    edition: str
    edition_digest: str
    options: Choices
    seats: int
    policy: Choices
    commit: str
    """Commitment to the server's seed, in hex, made before any seat was asked for a nonce."""
    tables: str | UnsetType = UNSET
    """The edition itself, as `Edition.text` writes it: the game is made of this and of no file. JSON in a string, since
    the order of its keys numbers tiles and cards. Logs from before have the name and the digest alone."""


class Sat(Struct, frozen=True, tag="sat", tag_field="kind", forbid_unknown_fields=True):
    """A seat is taken; during the game only one that a bot had, with the bot's nonce."""

    seat: Seat
    player: Literal["person", "bot"]
    bot: str | None
    nonce: str
    """The seat's part in the dice: 32 hex digits; none yet where the seat has committed to one."""
    made_by: Literal["seat", "server"]
    """Who made the nonce; a seat that trusts nobody makes its own."""
    commit: str | UnsetType = UNSET
    """The seat's commitment to its nonce, which it reveals once nobody can commit any more: 64 hex digits."""


class Stood(Struct, frozen=True, tag="stood", tag_field="kind", forbid_unknown_fields=True):
    """A seat is empty again."""

    seat: Seat


class StoodIn(Struct, frozen=True, tag="stood-in", tag_field="kind", forbid_unknown_fields=True):
    """A bot plays for somebody who left."""

    seat: Seat
    bot: str


class Covered(Struct, frozen=True, tag="covered", tag_field="kind", forbid_unknown_fields=True):
    """A bot plays the turn of somebody who is late; with the next turn the seat is theirs again."""

    seat: Seat
    bot: str


class CameBack(Struct, frozen=True, tag="came-back", tag_field="kind", forbid_unknown_fields=True):
    """The one who left plays again."""

    seat: Seat


class Began(Struct, frozen=True, tag="began", tag_field="kind", forbid_unknown_fields=True):
    """The game begins: the key of the dice is fixed by the seed and the nonces so far."""

    order: tuple[Seat, ...] = ()


class Did(Struct, frozen=True, tag="did", tag_field="kind", forbid_unknown_fields=True):
    """An event of the game: a move of a seat, or with seat -1 an outcome of chance."""

    seat: Seat
    move: Raw
    """The move's tagged JSON object, left unread: only its game knows the type."""

    @classmethod
    def of(cls, seat: Seat, move: Move) -> Did:
        return cls(seat, Raw(canonical(move)))


class TookBack(Struct, frozen=True, tag="took-back", tag_field="kind", forbid_unknown_fields=True):
    """A move is struck; it stays in the log."""

    seat: Seat
    number: int
    """Which one: from 0, among the Did entries still standing."""
    assisted: bool
    """Whether the others had to consent."""


class Asked(Struct, frozen=True, tag="asked", tag_field="kind", forbid_unknown_fields=True):
    """A seat wishes to take back what it cannot take back alone."""

    seat: Seat


class Answered(Struct, frozen=True, tag="answered", tag_field="kind", forbid_unknown_fields=True):
    """Another seat's answer to that wish."""

    seat: Seat
    yes: bool


class Said(Struct, frozen=True, tag="said", tag_field="kind", forbid_unknown_fields=True):
    """A ready-made phrase, by its code."""

    seat: Seat
    phrase: str


class Readied(Struct, frozen=True, tag="readied", tag_field="kind", forbid_unknown_fields=True):
    """A seat is ready to begin, or not yet after all."""

    seat: Seat
    yes: bool


class Waited(Struct, frozen=True, tag="waited", tag_field="kind", forbid_unknown_fields=True):
    """How long each seat has been waited for by now: what a restart must not forget. Noted seldom."""

    seconds: tuple[int, ...]
    """By seat; the time when the server was away is not in it."""


class Set(Struct, frozen=True, tag="set", tag_field="kind", forbid_unknown_fields=True):
    """The host changed the table's policy."""

    changes: Choices


class Closed(Struct, frozen=True, tag="closed", tag_field="kind", forbid_unknown_fields=True):
    """The game is over and the server's seed is published."""

    seed: str


class Followed(Struct, frozen=True, tag="followed", tag_field="kind", forbid_unknown_fields=True):
    """The people of this table play on at another one."""

    table: str
    shift: int
    """By how many seats everybody has moved on, so that somebody else begins."""
    by: Seat | None
    """The seat that wanted it, and is a host there; None for a host of this table."""


class Branched(Struct, frozen=True, tag="branched", tag_field="kind", forbid_unknown_fields=True):
    """The game goes on from a moment of another table's: always seq 2. The events behind it, up to
    Began, were made there; see branching.py."""

    table: str
    seq: int
    """The entry over there that made the last of these events; 1 where there are none."""
    hash: Hash
    events: int
    """How many there are."""


class Recommitted(
    Struct, frozen=True, tag="recommitted", tag_field="kind", forbid_unknown_fields=True
):
    """A seat commits to a new nonce, after a draw that is void."""

    seat: Seat
    commit: str


class Draw(Struct, frozen=True, tag="draw", tag_field="kind", forbid_unknown_fields=True):
    """The list of commitments is closed: everybody in it is asked for the nonce they committed to."""

    number: int
    """From 1; more than 1 after draws that are void."""
    commits: tuple[str | None, ...]
    """By seat; None where the seat has no nonce to reveal."""


class Revealed(Struct, frozen=True, tag="revealed", tag_field="kind", forbid_unknown_fields=True):
    """A seat reveals the nonce that it had committed to."""

    seat: Seat
    nonce: str


class Void(Struct, frozen=True, tag="void", tag_field="kind", forbid_unknown_fields=True):
    """A draw is void since not everybody revealed their nonce in time: nothing of it is used. The silent seats
    have no say in these dice any more; the others commit anew."""

    number: int
    silent: tuple[Seat, ...]


class Offered(Struct, frozen=True, tag="offered", tag_field="kind", forbid_unknown_fields=True):
    """A host wishes to give a person's seat to somebody else; whoever holds it is asked."""

    seat: Seat


class Consented(Struct, frozen=True, tag="consented", tag_field="kind", forbid_unknown_fields=True):
    """The answer of whoever holds the seat."""

    seat: Seat
    yes: bool


LinkRole = Literal["seat", "host", "spectator", "replay"]
"""What the secret of a link opens."""

KeyMadeBy = Literal["holder", "resume", "retry", "host", "former", "follow", "public"]
"""Who had a secret made: whoever held the seat, by a link, by its resume code, or once more since the answer to
sitting down was lost; a host; the one whose seat a host had given away; somebody who comes over from the table
before; anybody, at a table that is open to all."""


class Keyed(Struct, frozen=True, tag="keyed", tag_field="kind", forbid_unknown_fields=True):
    """A new secret opens something here. If it is a seat, the older secrets of that seat end with this entry."""

    role: LinkRole
    seat: Seat | None
    key: str
    """Which secret: its public id, from which nobody can work out the secret."""
    by: KeyMadeBy
    former: str | UnsetType = UNSET
    """The id of the seat's secret before it, where a host gave the seat away: its holder may take the seat back."""


class Revoked(Struct, frozen=True, tag="revoked", tag_field="kind", forbid_unknown_fields=True):
    """All secrets of a seat, or one other secret, open nothing any more."""

    seat: Seat | None
    key: str | None
    """The public id of the secret; None where it is all of a seat's."""


Entry = (
    Opened | Sat | Stood | StoodIn | Covered | CameBack | Began | Did | TookBack | Asked | Answered
    | Said | Readied | Waited | Set | Closed | Followed | Branched | Keyed | Revoked
    | Recommitted | Draw | Revealed | Void | Offered | Consented
)  # fmt: skip

KINDS: dict[str, type[Entry]] = {
    str(each.__struct_config__.tag): each
    for each in (
        Opened, Sat, Stood, StoodIn, Covered, CameBack, Began, Did, TookBack, Asked, Answered, Said,
        Readied, Waited, Set, Closed, Followed, Branched, Keyed, Revoked,
        Recommitted, Draw, Revealed, Void, Offered, Consented,
    )
}  # fmt: skip

make_known(*KINDS.values())


class New(Struct, frozen=True):
    """An entry that is to be added."""

    entry: Entry
    at_ms: int
    """Wall time, for people to read; nothing is decided by it."""
    cid: str | None = None
    """The client's id of the command, so that it takes effect at most once."""
    seat: Seat | None = None
    """Who sent it; None for the server itself."""
    digest: str | None = None
    """Of the command that the cid stands for, so that another one with the same cid is noticed. Stored beside
    the entry, not part of its hash: it matters to the server alone."""


class Stored(Struct, frozen=True):
    """An entry in its place. The fields stand in the order in which they are hashed."""

    at_ms: int
    body: Raw
    """The entry without its kind, as canonical JSON."""
    cid: str | None
    kind: str
    seat: Seat | None
    seq: int
    hash: Hash

    def entry(self) -> Entry:
        """The entry that was stored; LogError if this version does not know it."""
        try:
            return msgspec.json.decode(self.body, type=KINDS[self.kind])
        except (KeyError, msgspec.DecodeError, UnicodeError) as error:
            raise LogError("log.entry", kind=self.kind[:20], problem=str(error)) from None


class _Hashed(Struct):
    """What a hash is taken of, in sorted order."""

    at_ms: int
    body: Raw
    cid: str | None
    kind: str
    seat: Seat | None
    seq: int


# Canonical JSON


def canonical(value: object) -> bytes:
    """The one JSON text of a value: keys sorted, no spaces, whole numbers only.

    >>> canonical({"b": True, "a": [1, "é"]}).decode()
    '{"a":[1,"é"],"b":true}'
    """
    try:
        plain = msgspec.json.decode(msgspec.json.encode(value))
        _check(plain)
        return msgspec.json.encode(plain, order="sorted")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise LogError("log.value", problem=str(error)) from None


def _check(value: object) -> None:
    if type(value) is int:
        if abs(value) > LARGEST:
            raise LogError("log.value", problem=f"{value} > 2**53")
    elif type(value) is float:
        raise LogError("log.value", problem=f"{value} is no whole number")
    elif type(value) is dict:
        for each in value.values():
            _check(each)
    elif type(value) is list:
        for each in value:
            _check(each)


def body(entry: Entry) -> bytes:
    """The entry's canonical JSON without its kind, which has a column of its own.

    A field that a later version added is UNSET in older entries and left out here, so that they keep their bytes.
    """
    fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
    return canonical({name: value for name, value in fields.items() if value is not UNSET})


# The chain


def seal(new: New, seq: int, previous: Hash, not_before: int = 0) -> Stored:
    """The entry in its place. Time never runs backwards in a log, whatever the clocks do."""
    if new.cid is not None and not CID.fullmatch(new.cid):
        raise LogError("log.cid", cid=repr(new.cid)[:80])
    at_ms = max(new.at_ms, not_before)
    kind = str(new.entry.__struct_config__.tag)
    hashed = _Hashed(at_ms, Raw(body(new.entry)), new.cid, kind, new.seat, seq)
    return Stored(
        hashed.at_ms, hashed.body, hashed.cid, kind, hashed.seat, seq, _hash(hashed, previous)
    )


def seal_all(news: Iterable[New], seq: int, previous: Hash, not_before: int) -> list[Stored]:
    """Several entries after each other; `seq` is the head they follow."""
    sealed: list[Stored] = []
    for number, new in enumerate(news, seq + 1):
        sealed.append(seal(new, number, previous, not_before))
        previous, not_before = sealed[-1].hash, sealed[-1].at_ms
    return sealed


def hash_of(stored: Stored, previous: Hash) -> Hash:
    """What the entry's hash must be after the one before it."""
    return _hash(
        _Hashed(stored.at_ms, stored.body, stored.cid, stored.kind, stored.seat, stored.seq),
        previous,
    )


def _hash(hashed: _Hashed, previous: Hash) -> Hash:
    return hashlib.sha256(previous.encode() + msgspec.json.encode(hashed)).hexdigest()


Problem = Literal["missing", "doubled", "hash", "cid", "time", "entry", "head", "store"]


class Fault(Struct, frozen=True):
    """Something wrong with a log, and where."""

    what: Problem
    seq: int
    table: str = ""
    more: str = ""


def faults(entries: Iterable[Stored], head: int, head_hash: Hash) -> Iterator[Fault]:
    """Everything that is wrong with a whole log of which the head is said to be this.

    A log that was cut short together with its head cannot be told from a young one: that is what
    the head hash in the players' hands is for.
    """
    seq, previous, at_ms = 0, NOTHING, 0
    cids: set[str] = set()
    for stored in entries:
        if stored.seq > seq + 1:
            yield Fault("missing", seq + 1)
        elif stored.seq <= seq:
            yield Fault("doubled", stored.seq)
        if stored.hash != hash_of(stored, previous):
            yield Fault("hash", stored.seq)
        if stored.cid is not None and stored.cid in cids:
            yield Fault("cid", stored.seq)
        if stored.at_ms < at_ms:
            yield Fault("time", stored.seq)
        if not _is_whole(stored):
            yield Fault("entry", stored.seq)
        cids.update(() if stored.cid is None else (stored.cid,))
        seq, previous, at_ms = stored.seq, stored.hash, stored.at_ms
    if (seq, previous) != (head, head_hash) or seq == 0:
        yield Fault("head", head)


def _is_whole(stored: Stored) -> bool:
    """Whether it says what it says in the one right way, and the first one opens the table."""
    try:
        return body(stored.entry()) == bytes(stored.body) and (stored.kind == "opened") == (
            stored.seq == 1
        )
    except LogError:
        return False


def seal_of_head(seed: bytes, seq: int, hash_: Hash) -> str:
    """What players are shown of the head of a log: it pins the whole history, since the seed is committed to and
    published in the end, and tells nothing before. The bare hash would let anybody find a hidden choice by trying."""
    return hmac.digest(seed, f"seal-v1|{seq}|{hash_}".encode(), "sha256").hex()[:32]


# What the log says about the table as a whole

Status = Literal["waiting", "playing", "over"]

_TURNS: dict[str, Status] = {"opened": "waiting", "began": "playing", "closed": "over"}


def status_after(status: Status, entries: Iterable[Stored]) -> Status:
    """Where the table stands after these entries."""
    for stored in entries:
        status = _TURNS.get(stored.kind, status)
    return status


T = TypeVar("T")


def read_move(did: Did, move_type: type[T] | Any) -> T:
    """The move of an event, read as its game's type of moves."""
    try:
        return cast(T, msgspec.json.decode(did.move, type=move_type))
    except msgspec.DecodeError as error:
        raise LogError("log.entry", kind="did", problem=str(error)) from None
