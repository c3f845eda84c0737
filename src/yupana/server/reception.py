"""The reception: opens tables, puts people on seats, and gives them the secrets by which they come back.

First the log says that somebody sits there, then the secret is theirs: the log has one winner. Secrets go to
whoever asked and nowhere else; the store has their hashes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from yupana.bots.bot import check_bot
from yupana.core.errors import EditionError, OptionError, YupanaError
from yupana.core.game import Seat
from yupana.core.record import Header, header_for
from yupana.games import game_type
from yupana.server import wire
from yupana.server.branching import branched_table
from yupana.server.dice import commitment, is_nonce, new_seed, server_nonce
from yupana.server.keyring import AskStore, Keyring
from yupana.server.limits import TooMany
from yupana.server.live import Live
from yupana.server.log import Choices, New, Opened, Sat
from yupana.server.policy import OF_THE_SERVER, Actor, Policy, Refused, read_policy
from yupana.server.rematch import next_table, seat_there
from yupana.server.requests import Renamed, SitDown
from yupana.server.seats import (
    Capability,
    Kind,
    Secret,
    clean_name,
    distinct_name,
    heir,
    new_capability,
    new_code,
    new_explorer,
    read_resume_code,
    secret_hash,
)
from yupana.server.store import CodeTaken, Key, Store, TableExists, TableRow
from yupana.server.table import Table, header_of
from yupana.shelf import edition_names, load_edition

CLOSED = "no new tables"
"""The note in the store by which whoever runs the server lets nobody open a table."""


class NoKey(YupanaError):
    """No secret, or none that opens this. Nothing was touched."""


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table."""

    game: str
    seats: int
    edition: str = "classic"
    options: Choices = {}
    policy: Choices = {}
    bots: dict[str, str] = {}
    """Bots by seat, from 0."""


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


class NewSeat(Struct, frozen=True):
    seat: Seat
    name: str
    secret: Capability
    resume: Capability


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
    ) -> None:
        self._store, self._ask, self._keyring = store, ask, keyring
        self._live, self._now_ms = live, now_ms
        self._watched: dict[str, Capability] = {}
        """By table: what strangers watch it by."""
        self._most_unstarted = most_unstarted

    # Opening tables

    async def open(self, wish: Opening) -> NewTable:
        """A new table with nobody at it but the bots that were asked for."""
        await self._check_room()
        header = await asyncio.to_thread(_header, wish)
        policy = read_policy(wish.policy)
        if any(getattr(policy, name) for name in OF_THE_SERVER):
            raise Refused("table.policy", problem=", ".join(OF_THE_SERVER))
        table, seed, now = secrets.token_hex(10), new_seed(), self._now_ms()
        opened = Opened(
            game=header.game,
            rules=header.rules,
            edition=header.edition,
            edition_digest=header.edition_digest,
            options=header.options,
            seats=wish.seats,
            policy=msgspec.to_builtins(policy),
            commit=commitment(seed),
        )
        entries = [New(opened, now)]
        for seat, bot in sorted(_bots(wish).items()):
            nonce = server_nonce(seed, table, seat)
            entries.append(New(Sat(seat, "bot", bot, nonce, "server"), now))
        return await self._hand_out(await self._create(table, header, policy, seed, entries))

    async def branch(self, old: str, n: int, seat: Seat, bot: str) -> NewTable:
        """A new table that stands as a finished one stood after its first `n` events, with a seat left
        for whoever asks and bots on all others. It is made of the log alone, in one write."""
        await self._check_room()
        _, stored = await self._ask(self._store.load, old)
        name, seed, now = secrets.token_hex(10), new_seed(), self._now_ms()
        new = await asyncio.to_thread(branched_table, old, stored, n, seat, bot, name, seed)
        assert isinstance(new.entries[0], Opened)
        header, entries = header_of(new.entries[0]), [New(entry, now) for entry in new.entries]
        return await self._hand_out(await self._create(name, header, new.policy, seed, entries))

    async def _hand_out(self, row: TableRow) -> NewTable:
        """The first secrets of a table that is there."""
        host, spectator = new_capability("host", row.id), new_capability("spectator", row.id)
        keys = [_key(each, row.created_ms) for each in (host, spectator)]
        await self._ask(self._store.grant, keys)
        return NewTable(row, host, spectator)

    async def _check_room(self) -> None:
        """Refuses more tables at which nobody plays than a server should have."""
        most = self._most_unstarted
        waiting = await self._ask(self._store.tables, status="waiting", limit=most)
        if len(waiting) >= most:
            raise TooMany("server.too-many-tables")

    async def _create(
        self, table: str, header: Header, policy: Policy, seed: bytes, entries: list[New]
    ) -> TableRow:
        if await self._ask(self._store.note, CLOSED) is not None:
            raise Refused("server.no-new-tables")
        for _ in range(20):
            row = TableRow(
                id=table,
                code=new_code(),
                game=header.game,
                rules=header.rules,
                listed=policy.public,
                created_ms=entries[0].at_ms,
            )
            try:
                made: tuple[TableRow, object] = await self._ask(
                    self._store.create, row, seed, entries
                )
                return made[0]
            except CodeTaken:
                continue
        raise Refused("server.busy")

    # Secrets

    async def grant(self, table: str, kind: Kind) -> Capability:
        """One more secret of a host or a spectator."""
        capability = new_capability(kind, table)
        await self._ask(self._store.grant, [_key(capability, self._now_ms())])
        return capability

    async def watch(self, table: str) -> Capability:
        """The secret by which strangers watch a table, which has to be open to all: one for all of them."""
        known = self._watched.get(table)
        if known is not None:
            key = await self._keyring.find(known.hash())
            if key is not None and key.revoked_ms is None:
                return known
        granted = self._watched[table] = await self.grant(table, "spectator")
        if len(self._watched) > MOST_WATCHED:
            del self._watched[next(iter(self._watched))]
        return granted

    # Sitting down

    async def sit(
        self,
        table: str,
        *,
        seat: Seat | None,
        name: str | None,
        nonce: str | None,
        cid: str,
        language: str = "en",
    ) -> NewSeat:
        """Puts somebody on an empty seat. First the log says so, then the secret is theirs: the log
        has one winner, and whoever lost the answer asks again with the same cid and nonce."""
        if nonce is not None and not is_nonce(nonce):
            raise Refused("table.nonce")
        live = await self._live(table)
        taken = [each for each in live.names if each]
        called = clean_name(name or "") or new_explorer(taken).called(language)
        place = await self._sit(live, seat, nonce, cid, called)
        return await self._hand_over(table, place, live.names[place])

    async def _sit(
        self,
        live: Live,
        seat: Seat | None,
        nonce: str | None,
        cid: str,
        name: str,
        kept: bool = False,
    ) -> Seat:
        answer: asyncio.Future[Seat] = asyncio.get_running_loop().create_future()
        if not live.put(SitDown(seat, nonce, cid, name, answer, kept)):
            raise Refused("server.busy")
        return await live.answered(answer)

    async def _hand_over(self, table: str, seat: Seat, name: str) -> NewSeat:
        now = self._now_ms()
        secret = new_capability("seat", table, seat)
        resume = new_capability("resume", table, seat)
        keys = [_key(secret, now), _key(resume, now)]
        await self._ask(self._store.reissue, keys)
        self._keyring.forget(table)
        for client in list((await self._live(table)).clients):
            if seat in client.actor.seats:
                client.outbox.end(wire.encode(wire.Bye("server.moved", 0)))
        return NewSeat(seat, name, secret, resume)

    async def resume(self, table: str, code: str) -> NewSeat:
        """A seat on another device, by the code that was read out; the old secrets end with it."""
        secret = read_resume_code(code)
        if secret is None:
            raise NoKey("auth.resume-slip")
        key: Key | None = await self._ask(
            self._store.find_key, secret_hash("resume", table, secret)
        )
        if key is None or key.revoked_ms is not None or key.seat is None:
            raise NoKey("auth.resume")
        live = await self._live(table)
        return await self._hand_over(table, key.seat, live.names[key.seat])

    async def reissue(self, table: str, seat: Seat) -> NewSeat:
        """New secrets for a seat that is taken: its holder lost theirs, or somebody else plays on."""
        live = await self._live(table)
        if not 0 <= seat < len(live.table.chairs) or live.table.chairs[seat].player != "person":
            raise Refused("table.nobody", seat=seat + 1)
        await self._ask(self._store.drop_contacts, table, seat)  # whoever had asked to be told
        return await self._hand_over(table, seat, live.names[seat])

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
        await self._check_room()
        opened = old.opened
        opening = Opening(opened.game, opened.seats, opened.edition, opened.options)
        header = await asyncio.to_thread(_header, opening)
        new = next_table(old, names, wish, header, new_seed())
        now = self._now_ms()
        with suppress(TableExists):
            entries = [New(entry, now) for entry in new.entries]
            await self._create(new.name, header, new.policy, new.seed, entries)
        for seat, name in new.names.items():
            if name:
                await self._ask(self._store.set_name, new.name, seat, name)

    async def follow(self, table: str, texts: Sequence[str], nonce: str | None) -> Follow:
        """What the holder of these secrets is given at the table that follows: the same every time."""
        if nonce is not None and not is_nonce(nonce):
            raise Refused("table.nonce")
        held = await self._keyring.held(table, texts)
        old, actor = await self._live(table), _actor(key for _, key in held)
        then = old.table_for(actor)
        if then.next is None or then.next_seq > old.head_for(actor):
            raise Refused("table.no-next")
        new = await self._live(then.next)
        given: list[Capability] = []
        for secret, key in held:
            if key.role == "seat" and key.seat is not None:
                seat = seat_there(key.seat, then.next_shift, len(then.chairs))
                given += await self._follow(new, secret, seat, nonce, old.names[key.seat])
            if key.role == "host" or (key.role == "seat" and key.seat == then.next_by):
                given.append(await self._inherit("host", new.name, secret))
            if key.role == "spectator":
                given.append(await self._inherit("spectator", new.name, secret))
        return Follow(new.row, given)

    async def _inherit(self, kind: Kind, table: str, secret: Secret) -> Capability:
        capability = heir(kind, table, secret)
        if await self._keyring.find(capability.hash()) is None:
            await self._ask(self._store.grant, [_key(capability, self._now_ms())])
        return capability

    async def _follow(
        self, new: Live, secret: Secret, seat: Seat, nonce: str | None, name: str
    ) -> list[Capability]:
        """The seat that is kept for somebody. First the log says that they sit there, as always."""
        theirs, resume = (heir(kind, new.name, secret, seat) for kind in ("seat", "resume"))
        known = await self._keyring.find(theirs.hash())
        if known is None:
            if new.table.chairs[seat].player != "person":
                cid = f"follow-{theirs.hash()[:32]}"
                await self._sit(new, seat, nonce, cid, name, kept=True)
            now = self._now_ms()
            if not await self._ask(self._store.claim, [_key(theirs, now), _key(resume, now)]):
                raise Refused("table.taken", seat=seat + 1)
        elif known.revoked_ms is not None:
            raise NoKey("auth.no-key")
        return [theirs, resume]


def _key(capability: Capability, now: int) -> Key:
    return Key(capability.hash(), capability.table, capability.kind, capability.seat, now)


def _actor(keys: Iterable[Key]) -> Actor:
    found = list(keys)
    seats = frozenset(key.seat for key in found if key.seat is not None)
    return Actor(seats, any(key.role == "host" for key in found))


def _bots(wish: Opening) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for text, bot in wish.bots.items():
        if not text.isdecimal() or len(text) > 4 or int(text) >= wish.seats:
            raise Refused("table.no-seat", seat=text[:10], seats=wish.seats)
        check_bot(bot)
        found[int(text)] = bot
    return found


def _header(wish: Opening) -> Header:
    """What the game is, checked by setting it up; an edition is named, never a path of a file."""
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
    made = game(wish.seats, load_edition(game, wish.edition), **wish.options)
    return header_for(made, ("",) * wish.seats)
