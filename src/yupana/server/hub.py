"""All tables of a server: opens them, brings them to memory, puts people on seats, checks their secrets.

The hub knows no HTTP. What it promises about storage is in writer.py, about one table in live.py. If the
store fails, the hub says goodbye to everybody and ends the process: what was not acknowledged may or may
not be in the log, and only a fresh start that reads the log can tell.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import Any

import msgspec
from msgspec import Struct

from yupana.bots.bot import BOTS
from yupana.core.errors import EditionError, OptionError, YupanaError
from yupana.core.game import Seat
from yupana.core.record import Header, header_for
from yupana.games import game_type
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.dice import commitment, is_nonce, new_seed, server_nonce
from yupana.server.live import Live, World
from yupana.server.log import Choices, New, Opened, Sat
from yupana.server.metrics import Metrics
from yupana.server.policy import Actor, Policy, Refused, read_policy
from yupana.server.requests import Behind, Hurry, Renamed, SitDown
from yupana.server.seats import (
    Capability,
    Kind,
    Secret,
    clean_name,
    distinct_name,
    new_capability,
    new_code,
    new_explorer,
    read_resume_code,
    read_secret,
    secret_hash,
)
from yupana.server.store import (
    CodeTaken,
    Key,
    NoSuchTable,
    Store,
    StoreFailed,
    TableRow,
)
from yupana.server.writer import Writer
from yupana.shelf import edition_names, load_edition

log = logging.getLogger("yupana.hub")

STORAGE_FAILED = 70
"""Exit code of a server whose store failed; whoever supervises it starts it again."""

POLL = 2.0
"""Seconds between looks at the heads, where several servers share a store."""

IDLE = 600.0
"""Seconds after which a table that nobody watches leaves the memory."""

UNSTARTED_MS = 24 * 3600 * 1000
"""How long a table waits for a game to begin."""

UNFINISHED_MS = 90 * 24 * 3600 * 1000
"""How long a game waits for a move."""

MOST_KEYS = 20_000


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


class NewTable(Struct, frozen=True):
    row: TableRow
    host: Capability
    spectator: Capability


class NewSeat(Struct, frozen=True):
    seat: Seat
    name: str
    secret: Capability
    resume: Capability


class Hub:
    """Made inside the event loop that it serves."""

    def __init__(
        self,
        store: Store,
        *,
        thinkers: Thinkers | None = None,
        exit_: Callable[[int], object] = os._exit,
        several: bool = False,
    ) -> None:
        self.store = store
        self.metrics = Metrics()
        self.thinkers = thinkers or Thinkers()
        self.stopping = False
        self._broken = False
        self._several = several
        """Whether other servers write to the same store."""
        self._exit = exit_
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(store, self._failed, self.metrics)
        self._lives: dict[str, asyncio.Task[Live]] = {}
        self._keys: OrderedDict[str, Key] = OrderedDict()
        self._key_age = 0
        """Grows when keys are revoked, so that no answer from before is remembered after."""
        self._chores: set[asyncio.Task[None]] = set()
        self.world = World(
            store,
            self._writer,
            self.thinkers,
            self.metrics,
            now_ms,
            self._failed,
            self._forget_keys,
        )

    async def start(self) -> None:
        """Begins the chores: games of bots that a restart interrupted go on by themselves."""
        self._do(self._mind_tables())
        self._do(self._resume_games())
        self._do(self._sweep())
        if self._several:
            self._do(self._poll())
            self.store.listen(lambda heads: self._post(self._heard, dict(heads)))

    def _do(self, chore: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def stop(self) -> None:
        """Says goodbye, lets the writer finish, and closes."""
        self.stopping = True
        self.goodbye("server.stopping")
        for chore in list(self._chores):
            chore.cancel()
        for live in self.lives():
            await live.stop()
        await self._writer.close()
        self.thinkers.close()

    def goodbye(self, code: str) -> None:
        """Everybody is told to come back, not all at the same moment."""
        for live in self.lives():
            live.end(wire.Bye(code, 500 + SystemRandom().randrange(9500)))

    def _failed(self, error: BaseException) -> None:
        if self._broken:
            return
        self._broken = True
        log.critical("the store failed: %s", error)
        self.stopping = True
        self.goodbye("server.unavailable")
        self._loop.call_later(0.2, self._exit, STORAGE_FAILED)

    async def ask(self, call: Callable[..., Any], *arguments: object, **named: object) -> Any:
        """Something of the store that the loop must not wait for."""
        try:
            return await asyncio.to_thread(partial(call, *arguments, **named))
        except StoreFailed as error:
            self._failed(error)
            raise

    # Tables in memory

    @property
    def writing(self) -> int:
        """Appends that wait for the writer."""
        return self._writer.waiting

    def lives(self) -> list[Live]:
        done = (task for task in self._lives.values() if task.done() and not task.cancelled())
        return [task.result() for task in done if task.exception() is None]

    async def live(self, table: str) -> Live:
        """The table, read from its log if it is not in memory; NoSuchTable if there is none."""
        task = self._lives.get(table)
        if task is not None and task.done() and (_failed(task) or task.result().died):
            task = None
        if task is None:
            task = self._lives[table] = asyncio.create_task(self._load(table))
        try:
            live = await asyncio.shield(task)
            live.touched = time.monotonic()
            return live
        except BaseException:
            if task.done() and self._lives.get(table) is task and _failed(task):
                del self._lives[table]
            raise

    async def _load(self, table: str) -> Live:
        live = Live(table, self.world)
        try:
            await live.start()
        except StoreFailed as error:
            self._failed(error)
            raise
        return live

    async def _mind_tables(self) -> None:
        """Patience, and tables that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(0.25)
            for live in self.lives():
                late = live.overdue()
                if late:
                    live.put(Hurry(late))
                elif live.is_idle and time.monotonic() - live.touched > IDLE:
                    if live.table.phase == "playing" and live.table.policy.patience:
                        continue
                    del self._lives[live.name]
                    await live.stop()

    async def _resume_games(self) -> None:
        """Brings running games to memory one by one: their bots and clocks wait for no client."""
        rows: list[TableRow] = await self.ask(self.store.tables, status="playing")
        for row in rows:
            with suppress(YupanaError):
                await self.live(row.id)
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        """Forgets tables at which nobody began to play, and games that everybody has left."""
        while True:
            now = now_ms()
            for status, most in (("waiting", UNSTARTED_MS), ("playing", UNFINISHED_MS)):
                rows: list[TableRow] = await self.ask(
                    self.store.tables, status=status, idle_since=now - most
                )
                for row in rows:
                    task = self._lives.pop(row.id, None)
                    if task is not None and not _failed(task):
                        await task.result().stop()
                    with suppress(NoSuchTable):
                        await self.ask(self.store.forget, row.id)
            await asyncio.sleep(3600)

    async def _poll(self) -> None:
        """Heals what hints missed: looks at the heads of all tables in memory."""
        while True:
            await asyncio.sleep(POLL)
            names = [live.name for live in self.lives()]
            self._keys.clear()
            self._key_age += 1
            if names:
                self._heard(await self.ask(self.store.heads, names))
            for live in self.lives():
                await self._show_out(live)

    async def _show_out(self, live: Live) -> None:
        """Ends the connections of those whose secrets another process has revoked."""
        if not live.clients:
            return
        keys: list[Key] = await self.ask(self.store.keys, live.name)
        in_force = {key.hash for key in keys}
        for client in list(live.clients):
            if not client.keys <= in_force:
                client.outbox.end(wire.encode(wire.Bye("server.moved", 0)))

    def _heard(self, heads: Mapping[str, int]) -> None:
        for live in self.lives():
            if heads.get(live.name, 0) > live.head:
                self._forget_keys(live.name)
                live.put(Behind())

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *arguments)

    # Opening tables

    async def open(self, wish: Opening) -> NewTable:
        """A new table with nobody at it but the bots that were asked for."""
        header = await asyncio.to_thread(_header, wish)
        policy = read_policy(wish.policy)
        table, seed, now = secrets.token_hex(10), new_seed(), now_ms()
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
        row = await self._create(table, header, policy, seed, entries)
        host, spectator = new_capability("host", table), new_capability("spectator", table)
        await self.ask(self.store.grant, [_key(host, now), _key(spectator, now)])
        return NewTable(row, host, spectator)

    async def _create(
        self, table: str, header: Header, policy: Policy, seed: bytes, entries: list[New]
    ) -> TableRow:
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
                made: tuple[TableRow, object] = await self.ask(
                    self.store.create, row, seed, entries
                )
                return made[0]
            except CodeTaken:
                continue
        raise Refused("server.busy")

    # Secrets

    async def open_with(self, table: str, texts: list[str]) -> tuple[Actor, frozenset[str]] | None:
        """Whom these secrets make of somebody at this table, and their hashes; None for nobody.

        Asks for keys by their hash and for nothing else: a wrong secret touches no table.
        """
        seats: set[Seat] = set()
        hashes: set[str] = set()
        host = False
        for text in texts:
            read = read_secret(text)
            if read is None:
                continue
            key = await self._key(secret_hash(read[0], table, read[1]))
            if key is None or key.table != table or key.revoked_ms is not None:
                continue
            hashes.add(key.hash)
            host = host or key.role == "host"
            if key.role == "seat" and key.seat is not None:
                seats.add(key.seat)
        return (Actor(frozenset(seats), host), frozenset(hashes)) if hashes else None

    async def _key(self, hash_: str) -> Key | None:
        key = self._keys.get(hash_)
        if key is None:
            age = self._key_age
            key = await self.ask(self.store.find_key, hash_)
            if key is not None and age == self._key_age:
                self._keys[hash_] = key
                while len(self._keys) > MOST_KEYS:
                    self._keys.popitem(last=False)
        return key

    def _forget_keys(self, table: str) -> None:
        self._key_age += 1
        for hash_ in [each.hash for each in self._keys.values() if each.table == table]:
            del self._keys[hash_]

    async def grant(self, table: str, kind: Kind) -> Capability:
        """One more secret of a host or a spectator."""
        capability = new_capability(kind, table)
        await self.ask(self.store.grant, [_key(capability, now_ms())])
        return capability

    # Sitting down

    async def sit(
        self, table: str, *, seat: Seat | None, name: str | None, nonce: str | None, cid: str
    ) -> NewSeat:
        """Puts somebody on an empty seat. First the log says so, then the secret is theirs: the log
        has one winner, and whoever lost the answer asks again with the same cid and nonce."""
        if nonce is not None and not is_nonce(nonce):
            raise Refused("table.nonce")
        live = await self.live(table)
        taken = [each for each in live.names if each]
        called = clean_name(name or "") or new_explorer(taken).called("en")
        answer: asyncio.Future[Seat] = self._loop.create_future()
        given = secrets.token_hex(16) if nonce is None else nonce
        if not live.put(SitDown(seat, given, cid, called, answer)):
            raise Refused("server.busy")
        place = await answer
        return await self._hand_over(table, place, live.names[place])

    async def _hand_over(self, table: str, seat: Seat, name: str) -> NewSeat:
        now = now_ms()
        secret = new_capability("seat", table, seat)
        resume = new_capability("resume", table, seat)
        keys = [_key(secret, now), _key(resume, now)]
        await self.ask(self.store.reissue, keys)
        self._forget_keys(table)
        for client in list((await self.live(table)).clients):
            if seat in client.actor.seats:
                client.outbox.end(wire.encode(wire.Bye("server.moved", 0)))
        return NewSeat(seat, name, secret, resume)

    async def resume(self, table: str, code: str) -> NewSeat:
        """A seat on another device, by the code that was read out; the old secrets end with it."""
        secret = read_resume_code(code)
        if secret is None:
            raise NoKey("auth.resume-slip")
        key: Key | None = await self.ask(self.store.find_key, secret_hash("resume", table, secret))
        if key is None or key.revoked_ms is not None or key.seat is None:
            raise NoKey("auth.resume")
        live = await self.live(table)
        return await self._hand_over(table, key.seat, live.names[key.seat])

    async def reissue(self, table: str, seat: Seat) -> NewSeat:
        """New secrets for a seat that is taken: its holder lost theirs, or somebody else plays on."""
        live = await self.live(table)
        if not 0 <= seat < len(live.table.chairs) or live.table.chairs[seat].player != "person":
            raise Refused("table.nobody", seat=seat + 1)
        return await self._hand_over(table, seat, live.names[seat])

    async def rename(self, table: str, seat: Seat, name: str) -> str:
        live = await self.live(table)
        others = [each for at, each in enumerate(live.names) if each and at != seat]
        called = clean_name(name)
        if called is None:
            raise Refused("table.name")
        called = distinct_name(called, others)
        await self.ask(self.store.set_name, table, seat, called)
        live.put(Renamed())
        return called


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _failed(task: asyncio.Task[Live]) -> bool:
    return task.cancelled() or task.exception() is not None


def _key(capability: Capability, now: int) -> Key:
    return Key(capability.hash(), capability.table, capability.kind, capability.seat, now)


def _bots(wish: Opening) -> dict[Seat, str]:
    found: dict[Seat, str] = {}
    for text, bot in wish.bots.items():
        if not text.isdecimal() or len(text) > 4 or int(text) >= wish.seats:
            raise Refused("table.no-seat", seat=text[:10], seats=wish.seats)
        if bot not in BOTS:
            raise OptionError("option.bot", bot=bot[:40], known=", ".join(BOTS))
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


__all__ = ["Hub", "NewSeat", "NewTable", "NoKey", "NoSuchTable", "Opening", "Secret"]
