"""A batch of requests, processed one after another: each on top of what those before it would add. No I/O.

Who a sender is, is decided here for each request, by the keys in force after all that came before it. What the
requests add is taken in memory at once and collected; nothing is answered before it is committed. If that fails, the
table in memory is thrown away and the requests are processed again on a fresh one.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.authority import Bearer, KeysInForce, key_id
from yupana.server.botseats import BotSeats
from yupana.server.draws import time_is_up
from yupana.server.log import Entry, Keyed, KeyMadeBy, LinkRole, New, Revoked
from yupana.server.metrics import Metrics
from yupana.server.policy import MOST_ENTRIES, Actor, NoKey, Refused, check_log_room
from yupana.server.requests import (
    BotsMoved,
    Command,
    DrawIsLate,
    Issued,
    Late,
    NewSeat,
    NewSecret,
    Note,
    Request,
    Revoke,
    SitDown,
    Wish,
)
from yupana.server.seats import Capability, new_capability
from yupana.server.store import Key, KeyChange
from yupana.server.table import Table
from yupana.server.waiting import Since, Waits

log = logging.getLogger("yupana.table")


class Sent(Struct, frozen=True):
    """A command that is in the log: where, who sent it, and what it was."""

    seq: int
    seat: Seat | None
    digest: str | None
    """None in logs of earlier versions."""


class Judged(Struct):
    """A wish and what became of it: the place of its first entry in the batch, or why not."""

    request: Wish
    at: int | None = None
    seq: int = 0
    why: YupanaError | None = None
    actor: Actor | None = None
    """Who the sender was."""
    seat: Seat = 0
    secrets: tuple[Capability, ...] = ()
    """What is handed out once it is committed."""
    again: bool = False
    """Whether it was done before, and only the answer to it had been lost."""


class Batch:
    def __init__(
        self,
        table: Table,
        keys: KeysInForce,
        cids: Mapping[str, Sent],
        sat: Mapping[Seat, str | None],
        now_ms: Callable[[], int],
        bots: BotSeats,
        waits: Waits,
        since: Since,
        metrics: Metrics,
        here: Collection[Seat] = (),
    ) -> None:
        self.news: list[New] = []
        self.key_changes: list[KeyChange] = []
        self.judged: list[Judged] = []
        self._table, self._keys, self._cids, self._now_ms = table, keys, cids, now_ms
        self._bots, self._waits, self._since, self._metrics = bots, waits, since, metrics
        self._here = here
        """Seats whose person is connected and has time left."""
        self._batch: dict[str, tuple[int, Sent]] = {}
        """Commands of this batch, with their place in it."""
        self._sat = dict(sat)
        """By which command each seat was taken last."""

    def judge(self, request: Request) -> None:
        """What becomes of one request, taken in memory so that the next is judged after it."""
        table = self._table
        match request:
            case Command() | SitDown() | NewSecret() | Revoke():
                judged = Judged(request)
                self.judged.append(judged)
                try:
                    self._grant(judged)
                except YupanaError as why:
                    judged.why = why
                except Exception:  # a fault of ours; judging changes nothing, so the game goes on
                    log.exception("a request to table %s could not be processed", table.name)
                    judged.why = Refused("server.error")
            case BotsMoved(moves):
                for seat, bot, rev, move in moves:
                    self._put(self._bots.moved(table, seat, bot, rev, move))
            case Late(seats):
                for seat in seats:
                    self._put(table.stand_in(seat))
            case DrawIsLate(number, commits_anew):
                self._put(time_is_up(table, number, commits_anew))
            case Note():
                if table.head < MOST_ENTRIES:
                    self._put([self._waits.note(len(table.chairs))])
            case _:
                raise TypeError(request)

    def _grant(self, judged: Judged) -> None:
        """Does what is wished for; raises why not."""
        match judged.request:
            case Command() as command:
                self._command(judged, command)
            case SitDown() as sit_down:
                self._sit_down(judged, sit_down)
            case NewSecret() as wish:
                self._new_secret(judged, wish)
            case Revoke() as revoke:
                self._revoke(judged, revoke)

    # Commands

    def _command(self, judged: Judged, request: Command) -> None:
        table, command = self._table, request.cmd.cmd
        judged.actor = actor = self._keys.actor(request.sender)
        if isinstance(command, wire.Again) and table.next is not None:
            table.may_go_on(actor)
            judged.seq, judged.again = table.next_seq, True  # somebody else was quicker
            return
        sent = Sent(0, table.speaks_for(actor, command), digest_of(command))
        if self._is_done(judged, request.cmd.cid, sent):
            return
        check_log_room(table.head)
        entries = table.judge(actor, command, request.cmd.at, self._here)
        self._put_command(judged, request.cmd.cid, sent, entries)

    def _is_done(self, judged: Judged, cid: str, sent: Sent) -> bool:
        """Whether this very command is in the log or the batch; refused if another one has its id."""
        known = self._known(judged, cid)
        if known is None:
            return False
        if known.seat != sent.seat or known.digest not in (None, sent.digest):
            judged.again = False
            raise Refused("table.id-used")
        return True

    def _known(self, judged: Judged, cid: str) -> Sent | None:
        """The command that has this id already, noted as where to find it."""
        if cid in self._cids:
            judged.seq, judged.again = self._cids[cid].seq, True
            self._metrics.count("duplicates")
            return self._cids[cid]
        if cid in self._batch:
            judged.at, judged.again = self._batch[cid][0], True
            self._metrics.count("duplicates")
            return self._batch[cid][1]
        return None

    def _put_command(
        self, judged: Judged, cid: str, sent: Sent, entries: list[Entry], add: Sequence[Key] = ()
    ) -> None:
        judged.at = len(self.news)
        self._batch[cid] = (judged.at, sent)
        self._put(entries, cid, sent, add)

    # Seats and secrets

    def _sit_down(self, judged: Judged, wish: SitDown) -> None:
        sent = Sent(0, None, wish.retry or "")
        if wish.given is not None and wish.seat is not None:
            self._sit_on_kept_seat(judged, wish, sent)
            return
        known = self._known(judged, wish.cid)
        if known is not None:
            self._sit_again(judged, wish, known)
            return
        table = self._table
        check_log_room(table.head)
        judged.seat = table.free_seat() if wish.seat is None else wish.seat
        entries = table.sit(judged.seat, wish.nonce, commit=wish.commit)
        self._sat[judged.seat] = wish.cid
        add = self._new_pair(judged)
        self._put_command(judged, wish.cid, sent, entries, add)

    def _sit_again(self, judged: Judged, wish: SitDown, known: Sent) -> None:
        """The answer to a first try was lost: the same seat again, with new secrets, for whoever shows the secret
        whose hash went with that try, if nobody else has sat there since and nobody plays yet."""
        judged.again = False
        proven = wish.is_repeat and hmac.compare_digest(known.digest or "-", wish.retry or "")
        taken = [
            seat
            for seat, cid in self._sat.items()
            if cid == wish.cid and self._table.chairs[seat].player == "person"
        ]
        if not proven:
            raise Refused("table.id-used")
        if not taken or self._table.phase != "gathering":
            raise Refused("table.begun")
        judged.seat = taken[0]
        self._rekey(judged, "retry")

    def _sit_on_kept_seat(self, judged: Judged, wish: SitDown, sent: Sent) -> None:
        """At the table that follows another one, with the secrets that follow from those held there."""
        assert wish.given is not None
        assert wish.seat is not None
        table, judged.seat, judged.secrets = self._table, wish.seat, wish.given
        held = self._keys.holder(judged.seat)
        if self._keys.find_spent(wish.given[0].hash()) is not None:
            raise NoKey("auth.no-key")
        if held is not None:
            if held.hash != wish.given[0].hash():
                raise Refused("table.taken", seat=judged.seat + 1)
            judged.again = True
            return
        add = [self._key(each) for each in wish.given]
        if (
            table.chairs[judged.seat].player == "person"
        ):  # a bot stands in, or the dice are the old ones
            entries: list[Entry] = [Keyed("seat", judged.seat, key_id(add[0].hash), "follow")]
        else:
            entries = table.sit(judged.seat, wish.nonce, kept=True, commit=wish.commit)
            self._sat[judged.seat] = wish.cid
        self._put_command(judged, wish.cid, sent, entries, add)

    def _new_secret(self, judged: Judged, wish: NewSecret) -> None:
        table, seat = self._table, wish.seat
        check_log_room(table.head)
        if wish.by == "public":
            if not table.policy.public:
                raise Refused("table.not-public")
            self._issue(judged, wish.role, "public")
            return
        if wish.given is not None:
            self._inherit(judged, wish.role, wish.given)
            return
        if wish.by in ("resume", "former"):
            judged.seat = self._shown(wish)
            self._rekey(judged, wish.by)
            return
        judged.actor = actor = self._keys.actor(wish.sender)
        if wish.role != "seat":
            table.may_issue(actor, wish.role)
            self._issue(judged, wish.role, "host" if actor.host else "holder")
            return
        if seat is None:
            raise Refused("table.which-seat")
        judged.seat = seat
        if seat in actor.seats:
            self._rekey(judged, "holder")
            return
        table.may_issue(actor, "seat")
        table.may_give(seat, self._since.seconds(("offered", seat)))
        self._rekey(judged, "host")

    def _shown(self, wish: NewSecret) -> Seat:
        """The seat that the sender may have again: by its resume code, or by the secret that a host has replaced."""
        shown = wish.sender.keys if isinstance(wish.sender, Bearer) else frozenset()
        for hash_ in shown:
            key = self._keys.find(hash_) or self._keys.find_spent(hash_)
            if key is None or key.seat is None:
                continue
            if wish.by == "resume" and key.role == "resume" and key.revoked_ms is None:
                return key.seat
            former = self._table.chairs[key.seat].former
            if wish.by == "former" and key.role == "seat" and former == key_id(hash_):
                return key.seat
        raise NoKey("auth.resume" if wish.by == "resume" else "auth.no-key")

    def _rekey(self, judged: Judged, by: KeyMadeBy) -> None:
        """New secrets for a seat; the old ones end."""
        held = self._keys.holder(judged.seat)
        former = key_id(held.hash) if by == "host" and held is not None else UNSET
        add = self._new_pair(judged)
        keyed = Keyed("seat", judged.seat, key_id(add[0].hash), by, former)
        judged.at = len(self.news)
        self._put([keyed], add=add, drop_contacts=by in ("holder", "host"))

    def _inherit(self, judged: Judged, role: LinkRole, given: Capability) -> None:
        """What somebody brings along from the table before: in force already, revoked, or new."""
        hash_ = given.hash()
        if self._keys.find_spent(hash_) is not None:
            raise NoKey("auth.no-key")
        if hash_ in self._keys:
            judged.secrets, judged.again = (given,), True
        else:
            self._issue(judged, role, "follow", given)

    def _issue(
        self, judged: Judged, role: LinkRole, by: KeyMadeBy, given: Capability | None = None
    ) -> None:
        """One more secret that opens no seat."""
        capability = given or new_capability(role, self._table.name)
        key = self._key(capability)
        judged.secrets, judged.at = (capability,), len(self.news)
        self._put([Keyed(role, None, key_id(key.hash), by)], add=[key])

    def _revoke(self, judged: Judged, wish: Revoke) -> None:
        judged.actor = actor = self._keys.actor(wish.sender)
        if not actor.host:
            raise Refused("table.host-only")
        key = self._keys.named(wish.key)
        if key is None or key.seat is not None:
            raise Refused("table.no-link")
        if key.role == "host" and sum(each.role == "host" for each in self._keys) == 1:
            raise Refused("table.last-host")
        judged.at = len(self.news)
        self._put([Revoked(None, wish.key)])

    def _new_pair(self, judged: Judged) -> list[Key]:
        """The secret and the resume code of a seat, to be handed out."""
        name, seat = self._table.name, judged.seat
        judged.secrets = (new_capability("seat", name, seat), new_capability("resume", name, seat))
        return [self._key(each) for each in judged.secrets]

    def _key(self, capability: Capability) -> Key:
        return Key(
            capability.hash(), capability.table, capability.kind, capability.seat, self._now_ms()
        )

    # Entries

    def _put(
        self,
        entries: list[Entry],
        cid: str | None = None,
        sent: Sent | None = None,
        add: Sequence[Key] = (),
        drop_contacts: bool = False,
    ) -> None:
        """Takes the entries in memory; the command's id and the keys that begin go with the first of them."""
        now = self._now_ms()
        for number, entry in enumerate(entries):
            first = number == 0
            change = self._keys.ended_by(entry, now)
            if first and add:
                change = KeyChange(now, add[0].seat, None, tuple(add), drop_contacts)
            if change is not None:
                self._keys.change(change)
                self.key_changes.append(change)
            self._table.take(entry)
            seat = None if sent is None else sent.seat
            digest = sent.digest if first and sent is not None else None
            self.news.append(New(entry, now, cid if first else None, seat, digest))


def digest_of(command: wire.Command) -> str:
    """What tells a command from any other with the same id."""
    text = msgspec.json.encode(command, order="sorted")
    return hashlib.sha256(b"command-v1|" + text).hexdigest()[:32]


def handed_out(judged: Judged, name: str) -> NewSeat | Issued:
    """What somebody is given whose wish is committed."""
    if isinstance(judged.request, SitDown):
        return NewSeat(judged.seat, name, judged.secrets[0], judged.secrets[1])
    resume = judged.secrets[1] if len(judged.secrets) > 1 else None
    return Issued(judged.secrets[0], resume, name if resume else "")
