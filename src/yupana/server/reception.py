"""Opens tables, puts people on seats, and gives them the secrets by which they come back.

The table decides who gets a secret; it is written in one transaction with the entry of the log that says so. Secrets
go to whoever asked and nowhere else; the store has their hashes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from msgspec import Struct

from yupana.bots.bot import check_bot
from yupana.core.errors import EditionError, OptionError
from yupana.core.game import Game, Seat
from yupana.games import game_type
from yupana.server import wire
from yupana.server.authority import Bearer, Sender
from yupana.server.branching import branched_table
from yupana.server.budget import Openers
from yupana.server.dice import commitment, is_nonce, new_seed, server_nonce
from yupana.server.keyring import AskStore, Keyring
from yupana.server.limits import TooMany
from yupana.server.live import Live
from yupana.server.log import Choices, LinkRole, New, Opened, Sat
from yupana.server.policy import OF_THE_SERVER, Actor, NoKey, Policy, Refused, read_policy
from yupana.server.pools import Pools
from yupana.server.rematch import next_table, seat_there
from yupana.server.requests import Issued, NewSeat, NewSecret, Renamed, Revoke, SitDown, Wish
from yupana.server.seats import (
    Capability,
    Secret,
    clean_name,
    distinct_name,
    heir,
    new_capability,
    new_code,
    new_explorer,
    read_resume_code,
    retry_hash,
    seat_hashes,
    secret_hash,
)
from yupana.server.store import CodeTaken, Key, Store, TableExists, TableRow
from yupana.server.table import Table, opened_for
from yupana.shelf import edition_names, load_edition

T = TypeVar("T")

CLOSED = "no new tables"
"""The note in the store by which whoever runs the server lets nobody open a table."""


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table."""

    game: str
    seats: int
    edition: str = "classic"
    options: Choices = {}
    policy: Choices = {}
    bots: dict[str, str] = {}
    """Bots by seat, from 0."""


SHARES = 4
"""An address has at most this part of the tables at which no game has begun."""

BEYOND = 4
"""How many times as many there may be for those who have none."""

MOST_WATCHED = 1000
"""Tables of which is remembered by what secret strangers watch them."""


class NewTable(Struct, frozen=True):
    row: TableRow
    host: Capability
    spectator: Capability


class Follow(Struct, frozen=True):
    """Where people play on, and what somebody holds there; after the secret of a seat its resume code."""

    row: TableRow
    given: list[Capability]


class Reception:
    """Of one hub."""

    def __init__(
        self,
        store: Store,
        ask: AskStore,
        keyring: Keyring,
        live: Callable[[str], Awaitable[Live]],
        now_ms: Callable[[], int],
        most_unstarted: int,
        openers: Openers,
        pools: Pools,
    ) -> None:
        self._store, self._ask, self._keyring = store, ask, keyring
        self._openers, self._pools = openers, pools
        self._live, self._now_ms = live, now_ms
        self._watched: dict[str, Capability] = {}
        """By table: what strangers watch it by."""
        self._most_unstarted = most_unstarted

    # Opening tables

    async def open(self, wish: Opening, by: str | None = None) -> NewTable:
        """A new table with nobody at it but the bots that were asked for; `by`: the address that asks."""
        await self._check_room(by)
        game = await self._pools.load.run(_game, wish)
        policy = read_policy(wish.policy)
        if any(getattr(policy, name) for name in OF_THE_SERVER):
            raise Refused("table.policy", problem=", ".join(OF_THE_SERVER))
        table, seed, now = secrets.token_hex(10), new_seed(), self._now_ms()
        opened = opened_for(game, policy, commitment(seed))
        entries = [New(opened, now)]
        for seat, bot in sorted(_bots(wish).items()):
            nonce = server_nonce(seed, table, seat)
            entries.append(New(Sat(seat, "bot", bot, nonce, "server"), now))
        return await self._open(table, opened, policy, seed, entries, by)

    async def branch(
        self, old: str, n: int, seat: Seat, bot: str, by: str | None = None
    ) -> NewTable:
        """A new table that stands as a finished one stood after its first `n` events, with a seat left
        for whoever asks and bots on all others. It is made of the log alone, in one write."""
        await self._check_room(by)
        _, stored = await self._ask(self._store.load, old)
        name, seed, now = secrets.token_hex(10), new_seed(), self._now_ms()
        new = await self._pools.load.run(branched_table, old, stored, n, seat, bot, name, seed)
        entries = [New(entry, now) for entry in new.entries]
        return await self._open(name, new.opened, new.policy, seed, entries, by)

    async def _open(
        self,
        table: str,
        opened: Opened,
        policy: Policy,
        seed: bytes,
        entries: list[New],
        by: str | None,
    ) -> NewTable:
        """A table that is there from now on, with the first secrets of its host and spectators."""
        host, spectator = new_capability("host", table), new_capability("spectator", table)
        keys = [_key(each, entries[0].at_ms) for each in (host, spectator)]
        row = await self._create(table, opened, policy, seed, entries, by, keys)
        return NewTable(row, host, spectator)

    async def _check_room(self, by: str | None) -> None:
        """Refuses more tables at which nobody plays than a server should have: one address a part of them, so that
        nobody can fill the server for all others; and where it is full, all but those who have none."""
        most = self._most_unstarted
        waiting = await self._ask(self._store.tables, status="waiting", limit=most)
        is_full = len(waiting) >= most
        if is_full and by is not None:
            waiting = await self._ask(self._store.tables, status="waiting", limit=BEYOND * most)
        own = 0 if by is None else self._openers.count([row.id for row in waiting], by)
        if own >= max(1, most // SHARES):
            raise TooMany("server.too-many-tables")
        if is_full and (by is None or own or len(waiting) >= BEYOND * most):
            raise TooMany("server.tables-full")

    async def _create(
        self,
        table: str,
        opened: Opened,
        policy: Policy,
        seed: bytes,
        entries: list[New],
        by: str | None,
        keys: Sequence[Key] = (),
    ) -> TableRow:
        if await self._ask(self._store.note, CLOSED) is not None:
            raise Refused("server.no-new-tables")
        for _ in range(20):
            row = TableRow(
                id=table,
                code=new_code(),
                game=opened.game,
                rules=opened.rules,
                listed=policy.public,
                created_ms=entries[0].at_ms,
            )
            try:
                made: tuple[TableRow, object] = await self._ask(
                    self._store.create, row, seed, entries, keys
                )
                if by is not None:
                    self._openers.opened(table, row.code or "", by)
                return made[0]
            except CodeTaken:
                continue
        raise Refused("server.busy")

    # Secrets

    async def issue(self, table: str, sender: Sender, role: LinkRole, seat: Seat | None) -> Issued:
        """A new secret for somebody who holds one: the table decides whether they may have it."""
        live = await self._live(table)
        answer: asyncio.Future[Issued] = asyncio.get_running_loop().create_future()
        return await _asked(live, NewSecret(sender, role, seat, answer), answer)

    async def revoke(self, table: str, sender: Sender, key: str) -> None:
        """Ends a secret of another host, of spectators or of a replay, by its public id."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await _asked(await self._live(table), Revoke(sender, key, answer), answer)

    async def links(self, table: str, sender: Sender) -> list[Key]:
        """All secrets in force at a table, as a host sees them."""
        live = await self._live(table)
        actor = await live.who_is(sender)
        if not actor.host:
            raise Refused("table.host-only")
        return sorted(live.keys, key=lambda key: key.made_ms)

    async def watch(self, table: str) -> Capability:
        """The secret by which strangers watch a table, which has to be open to all: one for all of them."""
        live = await self._live(table)
        known = self._watched.get(table)
        if known is not None and live.table.policy.public and known.hash() in live.keys:
            return known
        answer: asyncio.Future[Issued] = asyncio.get_running_loop().create_future()
        wish = NewSecret(Actor(), "spectator", None, answer, "public")
        granted = self._watched[table] = (await _asked(live, wish, answer)).secret
        if len(self._watched) > MOST_WATCHED:
            del self._watched[next(iter(self._watched))]
        return granted

    async def reclaim(self, table: str, texts: Sequence[str]) -> NewSeat:
        """A seat that a host gave to somebody else, back to the one who had it, by the secret of then."""
        shown = seat_hashes(table, texts)
        live = await self._live(table)
        answer: asyncio.Future[Issued] = asyncio.get_running_loop().create_future()
        wish = NewSecret(Bearer(shown), "seat", None, answer, "former")
        issued = await _asked(live, wish, answer)
        assert issued.resume is not None
        assert issued.secret.seat is not None
        return NewSeat(issued.secret.seat, issued.name, issued.secret, issued.resume)

    # Sitting down

    async def sit(
        self,
        table: str,
        *,
        seat: Seat | None,
        name: str | None,
        cid: str,
        nonce: str | None = None,
        commit: str | None = None,
        language: str = "en",
        retry: str | None = None,
        secret: str | None = None,
    ) -> NewSeat:
        """Puts somebody on an empty seat, and gives them its secrets. Whoever loses the answer asks again with the same
        cid and with the `secret` whose hash they sent as `retry` at first."""
        _check_nonce(nonce, commit)
        live = await self._live(table)
        taken = [each for each in live.names if each]
        called = clean_name(name or "") or new_explorer(taken).called(language)
        shown = retry_hash(secret) if secret is not None else retry
        answer: asyncio.Future[NewSeat] = asyncio.get_running_loop().create_future()
        wish = SitDown(seat, nonce, cid, called, answer, None, shown, commit, secret is not None)
        return await _asked(live, wish, answer)

    async def resume(self, table: str, code: str) -> NewSeat:
        """A seat on another device, by the code that was read out; the old secrets end with it."""
        secret = read_resume_code(code)
        if secret is None:
            raise NoKey("auth.resume-slip")
        hash_ = secret_hash("resume", table, secret)
        key: Key | None = await self._ask(self._store.find_key, hash_)
        if key is None or key.revoked_ms is not None or key.seat is None:
            raise NoKey("auth.resume")
        live = await self._live(table)
        answer: asyncio.Future[Issued] = asyncio.get_running_loop().create_future()
        sender = Bearer(frozenset({hash_}))
        issued = await _asked(live, NewSecret(sender, "seat", key.seat, answer, "resume"), answer)
        assert issued.resume is not None
        return NewSeat(key.seat, issued.name, issued.secret, issued.resume)

    async def rename(self, table: str, seat: Seat, name: str) -> str:
        live = await self._live(table)
        others = [each for at, each in enumerate(live.names) if each and at != seat]
        called = clean_name(name)
        if called is None:
            raise Refused("table.name")
        if not 0 <= seat < len(live.table.chairs) or live.table.chairs[seat].player != "person":
            raise Refused("table.nobody", seat=seat + 1)
        called = distinct_name(called, others)
        await self._ask(self._store.set_name, table, seat, called)
        live.put(Renamed())
        return called

    # Playing on at another table

    async def open_next(self, old: Table, names: Sequence[str], wish: wire.Again) -> None:
        """The table at which the people of an old one play on. If it is there already, somebody was
        cut off while making it, and it serves as well."""
        by = self._openers.of(old.name)
        await self._check_room(by)
        new = next_table(old, names, wish, new_seed())
        now = self._now_ms()
        with suppress(TableExists):
            entries = [New(entry, now) for entry in new.entries]
            await self._create(new.name, new.opened, new.policy, new.seed, entries, by)
        for seat, name in new.names.items():
            if name:
                await self._ask(self._store.set_name, new.name, seat, name)

    async def follow(
        self, table: str, texts: Sequence[str], nonce: str | None = None, commit: str | None = None
    ) -> Follow:
        """What the holder of these secrets is given at the table that follows: the same every time."""
        _check_nonce(nonce, commit)
        held = await self._keyring.held(table, texts)
        old = await self._live(table)
        actor = await old.who_is(Bearer(frozenset(key.hash for _, key in held)))
        then = old.table_for(actor)
        if then.next is None or then.next_seq > old.head_for(actor):
            raise Refused("table.no-next")
        new = await self._live(then.next)
        given: list[Capability] = []
        for secret, key in held:
            if key.hash not in old.keys:
                continue
            if key.role == "seat" and key.seat is not None:
                seat = seat_there(key.seat, then.next_shift, len(then.chairs))
                part = (nonce, commit)
                given += await self._follow(new, secret, seat, part, old.names[key.seat])
            if key.role == "host" or (key.role == "seat" and key.seat == then.next_by):
                given.append(await self._inherit("host", new, secret))
            if key.role == "spectator":
                given.append(await self._inherit("spectator", new, secret))
        return Follow(new.row, given)

    async def _inherit(self, kind: LinkRole, new: Live, secret: Secret) -> Capability:
        """What a host or a spectator of the table before holds here."""
        capability = heir(kind, new.name, secret)
        answer: asyncio.Future[Issued] = asyncio.get_running_loop().create_future()
        wish = NewSecret(Actor(), kind, None, answer, "follow", capability)
        return (await _asked(new, wish, answer)).secret

    async def _follow(
        self,
        new: Live,
        secret: Secret,
        seat: Seat,
        part: tuple[str | None, str | None],
        name: str,
    ) -> list[Capability]:
        """The seat that is kept for somebody, with their part in the dice: a nonce, or a commitment to one."""
        nonce, commit = part
        theirs, resume = (heir(kind, new.name, secret, seat) for kind in ("seat", "resume"))
        answer: asyncio.Future[NewSeat] = asyncio.get_running_loop().create_future()
        cid = f"follow-{theirs.hash()[:32]}"
        wish = SitDown(seat, nonce, cid, name, answer, (theirs, resume), commit=commit)
        await _asked(new, wish, answer)
        return [theirs, resume]


def _check_nonce(nonce: str | None, commit: str | None) -> None:
    if nonce is not None and (commit is not None or not is_nonce(nonce)):
        raise Refused("table.nonce")


async def _asked(live: Live, wish: Wish, answer: asyncio.Future[T]) -> T:
    """What the table says to the wish, once that is committed."""
    if not live.put(wish):
        raise Refused("server.busy")
    return await live.answered(answer)


def _key(capability: Capability, now: int) -> Key:
    return Key(capability.hash(), capability.table, capability.kind, capability.seat, now)


def _bots(wish: Opening) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for text, bot in wish.bots.items():
        if not text.isdecimal() or len(text) > 4 or int(text) >= wish.seats:
            raise Refused("table.no-seat", seat=text[:10], seats=wish.seats)
        check_bot(bot)
        found[int(text)] = bot
    return found


def _game(wish: Opening) -> Game[Any, Any, Any]:
    """The game that is asked for, by the latest rules; an edition is named, never a path of a file."""
    game = game_type(wish.game)
    known = edition_names(game)
    if wish.edition not in known:
        raise EditionError("edition.unknown", name=wish.edition[:60], known=", ".join(known))
    strange = set(wish.options) - set(game.options_type.__struct_fields__)
    if strange:
        known = game.options_type.__struct_fields__
        raise OptionError(
            "option.unknown", game=game.name, option=min(strange)[:40], known=", ".join(known)
        )
    return game(wish.seats, load_edition(game, wish.edition), **wish.options)
