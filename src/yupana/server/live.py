"""A table that is being played: its actor takes what comes one after another. Commit, then ack, then tell.

Everything that concerns a table goes through one queue and one task. The task takes all that waits,
judges the commands one by one, has all their entries committed in one append, and only then answers and
shows. Views and newcomers are served between commits: nobody sees what is not in the log for good.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Protocol

import msgspec
from msgspec import Struct

from yupana.core.errors import RuleError, YupanaError
from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.bots import Task, Thinkers
from yupana.server.log import Closed, Entry, New, Opened, Stored, faults
from yupana.server.metrics import Metrics
from yupana.server.policy import Actor, Refused
from yupana.server.requests import (
    Behind,
    BotsMoved,
    Client,
    Command,
    Hurry,
    Join,
    Leave,
    Look,
    Renamed,
    Request,
    SitDown,
)
from yupana.server.seats import distinct_name
from yupana.server.store import Append, Committed, Result, Store, StoreBusy, StoreFailed, TableRow
from yupana.server.table import Table, header_of
from yupana.words import words

log = logging.getLogger("yupana.table")

MOST_WAITING = 4096
"""Requests that may wait at one table; each of a hundred seats may have a few."""

MOST_TRIES = 8
"""How often a batch is judged again because another process wrote first."""

VIEWS_AT_A_TIME = 8
"""Views that are worked out before others get their turn."""

THINKING_AT_ONCE = 8
"""Bots of a table that share one errand to a worker."""


class Damaged(YupanaError):
    """The log of the table is not as it was written; nothing is played on top of it."""


class Appends(Protocol):
    def append(self, append: Append) -> asyncio.Future[Result]: ...


class World(Struct):
    """What a live table needs of the server."""

    store: Store
    writer: Appends
    thinkers: Thinkers
    metrics: Metrics
    now_ms: Callable[[], int]
    failed: Callable[[BaseException], None]
    """Told that the store failed: the process is to end."""
    revoked: Callable[[str], None]
    """Told the table of which keys were revoked."""


class _Judged(Struct):
    """A command and what became of it: the place of its first entry in the batch, or why not."""

    request: Command | SitDown
    at: int | None = None
    seq: int = 0
    why: YupanaError | None = None
    seat: Seat = 0


class Live:
    """One table in memory and the task that alone touches it."""

    def __init__(self, name: str, world: World) -> None:
        self.name = name
        self.world = world
        self.queue: asyncio.Queue[Request] = asyncio.Queue()
        self.clients: dict[Client, None] = {}
        self.row: TableRow
        self.table: Table
        self.names: list[str] = []
        self.head = 0
        """Of what is committed: the only head that anybody is told."""
        self.touched = time.monotonic()
        self._cids: dict[str, int] = {}
        """Commands in the log, by their id, with the seq of their first entry."""
        self._batch: dict[str, int] = {}
        """Commands that are being committed, with their place in the batch."""
        self._thinking: set[tuple[Seat, int]] = set()
        self._waiting: dict[Seat, tuple[int, float]] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._here: tuple[bool, ...] = ()
        self._task: asyncio.Task[None] | None = None

    # Life

    async def start(self) -> None:
        """Reads the log and begins to serve."""
        await self._load()
        self._wake_bots()
        self._mind_the_time()
        self._task = asyncio.create_task(self._run(), name=f"table {self.name}")

    async def stop(self) -> None:
        for task in (self._task, *self._errands):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    @property
    def died(self) -> bool:
        """Whether the actor ended by an error of ours: the table must be read anew."""
        return self._task is not None and self._task.done()

    def put(self, request: Request) -> bool:
        """Whether there was room for it."""
        if self.queue.qsize() >= MOST_WAITING and isinstance(request, Command | SitDown | Look):
            return False
        self.queue.put_nowait(request)
        return True

    @property
    def is_idle(self) -> bool:
        return not self.clients and not self._errands and self.queue.empty()

    async def _run(self) -> None:
        while True:
            batch = [await self.queue.get()]
            while not self.queue.empty():
                batch.append(self.queue.get_nowait())
            self.touched = time.monotonic()
            try:
                await self._serve(batch)
            except StoreFailed as error:
                self.world.failed(error)
                raise
            except Exception:  # what is in memory may be wrong now; the log is not: read it again
                log.exception("table %s is read anew", self.name)
                self.end(wire.Bye("server.again", 500))
                raise

    def end(self, bye: wire.Bye) -> None:
        """Last words to everybody."""
        for client in self.clients:
            client.outbox.end(wire.encode(bye))

    async def _serve(self, batch: list[Request]) -> None:
        """Commands first; then all that only reads, from what is committed."""
        if any(isinstance(each, Behind) for each in batch):
            await self._catch_up()
        if any(isinstance(each, Renamed) for each in batch):
            await self._read_names()
            await self._broadcast(None)
        await self._change([each for each in batch if _changes(each)])
        joined = {}
        for request in batch:
            match request:
                case Join(client, pending):
                    self.clients[client] = None
                    joined[client] = pending
                case Leave(client):
                    self.clients.pop(client, None)
                    joined.pop(client, None)
        self._show_who_is_here(joined)
        for client, pending in joined.items():
            self._greet(client, pending)
        for request in batch:
            if isinstance(request, Look) and not request.answer.done():
                request.answer.set_result(self._render(request.actor, self.table.head))
        self._wake_bots()
        self._mind_the_time()

    # The log

    async def _load(self) -> None:
        row, stored = await asyncio.to_thread(self.world.store.load, self.name)
        fault = next(faults(stored, row.head, row.head_hash), None)
        if fault is not None:
            log.error("table %s is damaged: %s at %d", self.name, fault.what, fault.seq)
            raise Damaged("table.damaged", what=fault.what, seq=fault.seq)
        opened = stored[0].entry()
        assert isinstance(opened, Opened)
        self.row = row
        self.table = Table(self.name, await self._seed(stored), opened)
        self._cids = {}
        for each in stored:
            self._take(each)
        self.head = self.table.head
        self._here = self.here()
        await self._read_names()

    async def _seed(self, stored: Sequence[Stored]) -> bytes:
        """The seed of the dice; of a finished game that came from elsewhere, the published one."""
        seed = await asyncio.to_thread(self.world.store.seed, self.name)
        if seed is None:
            closed = next((each.entry() for each in stored if each.kind == "closed"), None)
            if not isinstance(closed, Closed):
                raise Damaged("table.no-seed")
            seed = bytes.fromhex(closed.seed)
        return seed

    def _take(self, stored: Stored) -> None:
        self.table.take(stored.entry())
        if stored.cid is not None:
            self._cids[stored.cid] = stored.seq

    async def _catch_up(self) -> None:
        """What another process has added; only called while memory and log are at one."""
        row, stored = await asyncio.to_thread(self.world.store.load, self.name, self.table.head)
        if stored:
            self.row = row
            for each in stored:
                self._take(each)
            self.head = self.table.head
            await self._read_names()
            await self._broadcast(None)

    async def _read_names(self) -> None:
        names = await asyncio.to_thread(self.world.store.names, self.name)
        self.names = [names.get(seat, "") for seat in range(len(self.table.chairs))]

    # Commands

    async def _change(self, requests: list[Request]) -> None:
        """Judges the requests, commits what they add, and then answers and shows it."""
        if not requests:
            return
        reloaded = False
        for _ in range(MOST_TRIES):
            head = self.table.head
            news: list[New] = []
            self._batch = {}
            judged = [self._judge(each, news) for each in requests]
            if not news:
                break
            try:
                result = await self.world.writer.append(Append(self.name, head, tuple(news)))
            except StoreBusy as busy:
                await self._load()
                news, judged = [], [_Judged(each, why=busy) for each in _asked(requests)]
                break
            if isinstance(result, Committed):
                for stored in result.entries:
                    if stored.cid is not None:
                        self._cids[stored.cid] = stored.seq
                self.head = self.table.head
                break
            reloaded = True
            self.world.metrics.count("reloads")
            await self._load()
        else:
            news, judged = [], [_Judged(each, why=_busy()) for each in _asked(requests)]
        self.world.metrics.count("entries", len(news))
        await self._name(judged)
        await self._show_out(judged)
        for each in judged:
            if each is not None:
                self._answer(each, head)
        if news or reloaded:
            await self._broadcast(None if reloaded else [new.entry for new in news])
            if news:
                self.world.store.hint({self.name: self.table.head})

    def _judge(self, request: Request, news: list[New]) -> _Judged | None:
        """What becomes of one request, taken in memory at once so that the next is judged after it."""
        match request:
            case Command(actor, cmd):
                judged = _Judged(request)
                self._add(
                    judged,
                    news,
                    cmd.cid,
                    _seat_of(actor, cmd.cmd),
                    lambda: self.table.judge(actor, cmd.cmd, cmd.at),
                )
                return judged
            case SitDown(_, nonce, cid):
                judged = _Judged(request)
                self._add(judged, news, cid, None, lambda: self._sit(judged, nonce))
                return judged
            case BotsMoved(moves):
                for seat, bot, rev, move in moves:
                    self._thinking.discard((seat, rev))
                    self._put(news, self._bot_move(seat, bot, rev, move))
            case Hurry(seats):
                for seat in seats:
                    self._put(news, self.table.stand_in(seat))
            case _:
                raise TypeError(request)
        return None

    def _sit(self, judged: _Judged, nonce: str) -> list[Entry]:
        assert isinstance(judged.request, SitDown)
        wish = judged.request.seat
        judged.seat = self.table.free_seat() if wish is None else wish
        return self.table.sit(judged.seat, nonce)

    def _add(
        self,
        judged: _Judged,
        news: list[New],
        cid: str,
        seat: Seat | None,
        judge: Callable[[], list[Entry]],
    ) -> None:
        in_batch = self._batch.get(cid)
        if cid in self._cids or in_batch is not None:
            judged.seq, judged.at = self._cids.get(cid, 0), in_batch
            self.world.metrics.count("duplicates")
            if isinstance(judged.request, SitDown):
                self._sat_already(judged)
            return
        try:
            entries = judge()
        except YupanaError as why:
            judged.why = why
            return
        except Exception:  # a fault of ours; judging changes nothing, so the game goes on
            log.exception("a command of table %s could not be judged", self.name)
            judged.why = Refused("server.error")
            return
        judged.at = self._batch[cid] = len(news)
        self._put(news, entries, cid, seat)

    def _sat_already(self, judged: _Judged) -> None:
        """The answer to a first try was lost: the same seat again, as long as nobody plays yet."""
        assert isinstance(judged.request, SitDown)
        taken = [
            seat
            for seat, chair in enumerate(self.table.chairs)
            if chair.nonce == judged.request.nonce and chair.player == "person"
        ]
        if not taken or self.table.phase != "gathering":
            judged.why = Refused("table.begun")
        else:
            judged.seat = taken[0]

    def _put(
        self,
        news: list[New],
        entries: list[Entry],
        cid: str | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Takes the entries in memory; the command's id goes with the first of them."""
        now = self.world.now_ms()
        for number, entry in enumerate(entries):
            self.table.take(entry)
            news.append(New(entry, now, cid if number == 0 else None, seat))

    async def _name(self, judged: Sequence[_Judged | None]) -> None:
        """The names of those who sat down; they are not in the log."""
        for each in judged:
            if each and isinstance(each.request, SitDown) and each.why is None and not each.seq:
                others = [name for at, name in enumerate(self.names) if name and at != each.seat]
                name = distinct_name(each.request.name, others)
                self.names[each.seat] = name
                await asyncio.to_thread(self.world.store.set_name, self.name, each.seat, name)

    async def _show_out(self, judged: Sequence[_Judged | None]) -> None:
        """Those who were sent away: their secrets open nothing any more, their sockets close. And
        a table that is public now, or no more, is listed so."""
        for each in judged:
            if each is None or each.why is not None or not isinstance(each.request, Command):
                continue
            command = each.request.cmd.cmd
            if isinstance(command, wire.SetPolicy) and command.public is not None:
                listed = self.table.policy.public
                await asyncio.to_thread(self.world.store.set_listed, self.name, listed)
            if isinstance(command, wire.Unseat):
                seat, now = command.seat, self.world.now_ms()
                await asyncio.to_thread(self.world.store.vacate, self.name, seat, now)
                self.world.revoked(self.name)
                for client in [each for each in self.clients if seat in each.actor.seats]:
                    client.outbox.end(wire.encode(wire.Bye("server.sent-away", 0)))
                    self.clients.pop(client)

    def _answer(self, judged: _Judged, head: int) -> None:
        request, metrics = judged.request, self.world.metrics
        if judged.why is not None:
            metrics.count("refusals")
        match request:
            case SitDown(answer=answer):
                if answer.done():
                    return
                if judged.why is not None:
                    answer.set_exception(judged.why)
                else:
                    answer.set_result(judged.seat)
            case Command(_, cmd, reply, came):
                if judged.why is not None:
                    reply(no(cmd.cid, judged.why, self.table.head))
                    return
                seq = judged.seq if judged.at is None else head + 1 + judged.at
                reply(wire.Ack(cmd.cid, seq))
                metrics.count("acks")
                metrics.took("ack", time.perf_counter() - came)

    # Bots and the clock

    def _bot_move(self, seat: Seat, bot: str, rev: int, data: bytes | None) -> list[Entry]:
        """The bot's move if it is still its to make; without a fit one, anything that is legal."""
        table = self.table
        if (seat, bot) not in table.bots_to_move() or table.revs[seat] != rev:
            return []
        self.world.metrics.count("bot_moves")
        if data is not None:
            try:
                return table.play(seat, msgspec.json.decode(data, type=table.game.move_type))
            except (RuleError, msgspec.DecodeError) as error:
                log.error("bot %s made no legal move: %s", bot, type(error).__name__)
        self.world.metrics.count("bot_failures")
        return table.play(seat, table.game.moves(table.state, seat).pick(SystemRandom()))

    def _wake_bots(self) -> None:
        table = self.table
        wanted = [
            (seat, bot)
            for seat, bot in table.bots_to_move()
            if (seat, table.revs[seat]) not in self._thinking
        ]
        for start in range(0, len(wanted), THINKING_AT_ONCE):
            some = wanted[start : start + THINKING_AT_ONCE]
            self._thinking |= {(seat, table.revs[seat]) for seat, _ in some}
            tasks = [self._task_for(seat, bot) for seat, bot in some]
            revs = [table.revs[seat] for seat, _ in some]
            errand = asyncio.create_task(self._think(tasks, revs))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    def _task_for(self, seat: Seat, bot: str) -> Task:
        view = msgspec.json.encode(self.table.game.view(self.table.state, seat))
        return Task(seat, bot, view, secrets.randbits(63))

    async def _think(self, tasks: list[Task], revs: list[int]) -> None:
        header = header_of(self.table.opened)
        moves: list[bytes | None] = [None] * len(tasks)
        try:
            moves = await self.world.thinkers.think(header, tasks)
        except Exception as error:  # whatever befell the worker, the game goes on
            log.error("bots could not think: %s", type(error).__name__)
        found = zip(tasks, revs, moves, strict=True)
        self.put(BotsMoved([(task.seat, task.bot, rev, move) for task, rev, move in found]))

    def _mind_the_time(self) -> None:
        """Notes since when each person has been waited for."""
        now = time.monotonic()
        waited = {}
        for seat in self.table.waited_for():
            rev = self.table.revs[seat]
            before = self._waiting.get(seat)
            waited[seat] = before if before is not None and before[0] == rev else (rev, now)
        self._waiting = waited

    def overdue(self) -> list[Seat]:
        """The seats whose time is up by the table's policy."""
        patience = self.table.policy.patience
        if not patience:
            return []
        late = time.monotonic() - patience
        return [seat for seat, (_, since) in self._waiting.items() if since <= late]

    # What is shown

    def _greet(self, client: Client, pending: tuple[str, ...]) -> None:
        """The first view, in one breath with subscribing: nothing can fall between the two."""
        for cid in pending:
            if cid in self._cids:
                client.outbox.answer(wire.encode(wire.Ack(cid, self._cids[cid])))
        head = self.table.head
        client.outbox.show(self._render(client.actor, client.outbox.seen or head), head)

    def here(self) -> tuple[bool, ...]:
        seats = {seat for client in self.clients for seat in client.actor.seats}
        return tuple(seat in seats for seat in range(len(self.table.chairs)))

    def _show_who_is_here(self, joined: Collection[Client]) -> None:
        """Tells all but the newcomers, who will see it in their first view."""
        here = self.here()
        if here != self._here:
            self._here = here
            tick = self._tick()
            for client in self.clients:
                if client not in joined:
                    client.outbox.tick(tick)

    def _tick(self) -> bytes:
        table = self.table
        pending = table.game.pending(table.state) if table.phase != "gathering" else ()
        return wire.encode(wire.Tick(table.head, pending, self._here))

    def _render(self, actor: Actor, since: int) -> bytes:
        return wire.encode(self.table.seen(actor, self.names, self._here, since))

    async def _broadcast(self, entries: Sequence[Entry] | None) -> None:
        """Shows the table as it is now; `entries`: all that was added, or None if that is not known.

        What is the same for several clients is worked out once. Other tables get their turn between
        the views of a large one; this one cannot change meanwhile.
        """
        views: dict[tuple[Actor, int], bytes] = {}
        moved = None if entries is None else self.table.only_moved(entries)
        tick: bytes | None = None
        self._here = self.here()
        for client in list(self.clients):
            actor, seen = client.actor, client.outbox.seen
            if moved is not None and not moved & actor.seats:
                tick = tick or self._tick()
                client.outbox.tick(tick)
                self.world.metrics.count("ticks")
                continue
            if (actor, seen) not in views:
                views[actor, seen] = self._render(actor, seen)
                if len(views) % VIEWS_AT_A_TIME == 0:
                    await asyncio.sleep(0)
            client.outbox.show(views[actor, seen], self.table.head)
            self.world.metrics.count("views")


def _changes(request: Request) -> bool:
    return isinstance(request, Command | SitDown | BotsMoved | Hurry)


def _asked(requests: Sequence[Request]) -> list[Command | SitDown]:
    return [each for each in requests if isinstance(each, Command | SitDown)]


def _busy() -> YupanaError:
    return Refused("server.busy")


def _seat_of(actor: Actor, command: wire.Command) -> Seat | None:
    """The seat that a command came from, for the log; None for a host's."""
    seat = getattr(command, "seat", None)
    if isinstance(command, wire.PutBot | wire.Unseat | wire.Begin | wire.SetPolicy):
        return None
    if seat is None and len(actor.seats) == 1:
        return next(iter(actor.seats))
    return seat


def no(cid: str | None, why: YupanaError, head: int, language: str = "en") -> wire.No:
    """A refusal as it goes over the wire: code, facts and a sentence."""
    return wire.No(cid, why.code, why.facts, words(language).say_error(why), head)
