"""A table that is being played: its actor takes what comes one after another. Commit, then ack, then tell.

Everything that concerns a table goes through one queue and one task. The task takes all that waits,
judges the commands one by one, has all their entries committed in one append, and only then answers and
shows. Views and newcomers are served between commits: nobody sees what is not in the log for good.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server import ahead, wire
from yupana.server.botseats import BotSeats
from yupana.server.gallery import Gallery
from yupana.server.judging import Batch, Judged
from yupana.server.log import Entry, New, Sat, Stored
from yupana.server.policy import Actor, Refused
from yupana.server.reading import read_table
from yupana.server.requests import (
    Ask,
    Behind,
    BotsMoved,
    Client,
    Command,
    Join,
    Late,
    Leave,
    Look,
    Note,
    Renamed,
    Request,
    Ripe,
    SitDown,
)
from yupana.server.say import no
from yupana.server.seats import distinct_name
from yupana.server.store import Append, Committed, Result, StoreBusy, StoreFailed, TableRow
from yupana.server.table import Table
from yupana.server.waiting import Waits
from yupana.server.world import World

log = logging.getLogger("yupana.table")

T = TypeVar("T")

MOST_WAITING = 4096
"""Requests that may wait at one table; each of a hundred seats may have a few."""

MOST_TRIES = 8
"""How often a batch is judged again because another process wrote first."""

PATIENCE = 15.0
"""Seconds that a request waits for its table."""

VIEWS_AT_A_TIME = 8
"""Views that are worked out before others get their turn."""

SLOW = 3600
"""Seconds of patience from which a game counts as slow: people are told that it is their turn."""


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
        self._sat: dict[Seat, str | None] = {}
        """By which command each seat was taken last."""
        self.waits = Waits()
        self.gallery: Gallery | None = None
        """Those who watch, where they watch later."""
        self._errands: set[asyncio.Task[None]] = set()
        self._bots = BotSeats(world.thinkers, world.metrics, self._go, self.put)
        self._here: tuple[bool, ...] = ()
        self._changed: dict[Seat | None, int] = {}
        """The head at which the view of a seat last changed for that seat alone; None: of all."""
        self._task: asyncio.Task[None] | None = None

    # Life

    async def start(self) -> None:
        """Reads the log and begins to serve."""
        await self._load()
        self.waits.recall(self.table)
        self._bots.wake(self.table)
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

    async def answered(self, awaited: asyncio.Future[T]) -> T:
        """What the actor says to somebody who waits; TimeoutError if it takes too long, or ends over it."""
        waits_for: set[asyncio.Future[Any]] = {awaited}
        if self._task is not None:
            waits_for.add(self._task)
        await asyncio.wait(waits_for, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if awaited.done():
            return awaited.result()
        awaited.cancel()
        raise TimeoutError

    def put(self, request: Request) -> bool:
        """Whether there was room for it."""
        if self.queue.qsize() >= MOST_WAITING and isinstance(
            request, Command | SitDown | Look | Ask
        ):
            return False
        self.queue.put_nowait(request)
        return True

    @property
    def is_idle(self) -> bool:
        watched = self.gallery is not None and bool(self.gallery.clients)
        return not (self.clients or watched or self._errands) and self.queue.empty()

    def everybody(self) -> list[Client]:
        """Those at the table and those who watch later."""
        return [*self.clients, *(self.gallery.clients if self.gallery else ())]

    def table_for(self, actor: Actor) -> Table:
        """What the actor is shown of: the table, or as it was some time ago."""
        return self.gallery.table if self.gallery and actor.watches else self.table

    def head_for(self, actor: Actor) -> int:
        """The head that the actor is told."""
        return self.gallery.table.head if self.gallery and actor.watches else self.head

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
                return
            except Exception:  # what is in memory may be wrong now; the log is not: read it again
                log.exception("table %s is read anew", self.name)
                self.world.metrics.count("rereads")
                self.end(wire.Bye("server.again", 500))
                return

    def end(self, bye: wire.Bye) -> None:
        """Last words to everybody."""
        for client in self.everybody():
            client.outbox.end(wire.encode(bye))

    async def _serve(self, batch: list[Request]) -> None:
        """Commands first; then all that only reads, from what is committed."""
        if any(isinstance(each, Behind) for each in batch):
            await self._catch_up()
        if any(isinstance(each, Renamed) for each in batch):
            await self._read_names()
            await self._broadcast(None)
            self._show_later()
        await self._change(await self._prepare([each for each in batch if _changes(each)]))
        if any(isinstance(each, Ripe) for each in batch) and self.gallery is not None:
            self.gallery.ripen(time.monotonic())
            self._show_later()
        joined = {}
        for request in batch:
            match request:
                case Join(client):
                    self._place_of(client)[client] = None
                    joined[client] = request
                case Leave(client):
                    self._place_of(client).pop(client, None)
                    joined.pop(client, None)
        self._show_who_is_here(joined)
        for join in joined.values():
            self._greet(join)
        for request in batch:
            if isinstance(request, Look) and not request.answer.done():
                head = self.table_for(request.actor).head
                request.answer.set_result(self._render(request.actor, head))
            elif isinstance(request, Ask):
                self._look_ahead(request)
        self._bots.wake(self.table)
        self._mind_the_time()

    # The log

    async def _load(self) -> None:
        shown = self.gallery.table.head if self.gallery else self.head
        watching = [client for client in self.everybody() if client.actor.watches]
        store, now_ms = self.world.store, self.world.now_ms
        read = await asyncio.to_thread(read_table, store, self.name, shown, now_ms)
        self.row, self.table = read.row, read.table
        self._cids, self._sat = read.cids, read.sat
        self.gallery = read.gallery
        for client in watching:
            self.clients.pop(client, None)
            self._place_of(client)[client] = None
        self.head = self.table.head
        self._changed = {None: self.head}
        self._here = self.here()
        await self._read_names()

    def _place_of(self, client: Client) -> dict[Client, None]:
        return self.gallery.clients if self.gallery and client.actor.watches else self.clients

    def _tell_later(self, entries: Iterable[Entry]) -> None:
        """What is in the log from now on is on its way to those who watch later."""
        if self.gallery is not None:
            for entry in entries:
                self.gallery.add(entry, time.monotonic())

    def _show_later(self) -> None:
        if self.gallery is not None:
            shown = self.gallery.show(self.names, self._here)
            self.world.metrics.count("views", shown)

    async def _catch_up(self) -> None:
        """What another process has added; only called while memory and log are at one."""
        row, stored = await asyncio.to_thread(self.world.store.load, self.name, self.table.head)
        if stored:
            self.row = row
            for each in stored:
                self.table.take(each.entry())
                self._remember(each)
            self.head = self.table.head
            await self._read_names()
            await self._committed(each.entry() for each in stored)
            self._mind_the_time()
            await self._broadcast(None)

    def _remember(self, stored: Stored) -> None:
        """Which command an entry came from."""
        if stored.cid is not None:
            self._cids[stored.cid] = stored.seq
        entry = stored.entry() if stored.kind == "sat" else None
        if isinstance(entry, Sat):
            self._sat[entry.seat] = stored.cid

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
            head, world = self.table.head, self.world
            batch = Batch(
                self.table,
                self._cids,
                self._sat,
                world.now_ms,
                self._bots,
                self.waits,
                world.metrics,
            )
            for request in requests:
                batch.judge(request)
            news, judged = batch.news, batch.judged
            if not news:
                break
            try:
                result = await self._commit(news, head)
            except StoreBusy as busy:
                await self._load()
                news, judged = [], [Judged(each, why=busy) for each in _asked(requests)]
                break
            if isinstance(result, Committed):
                for stored in result.entries:
                    self._remember(stored)
                self.head = self.table.head
                await self._committed(new.entry for new in news)
                break
            reloaded = True
            world.metrics.count("reloads")
            await self._load()
        else:
            why = Refused("server.busy")
            news, judged = [], [Judged(each, why=why) for each in _asked(requests)]
        self.world.metrics.count("entries", len(news))
        await self._name(judged)
        await self._show_out(judged)
        for each in judged:
            self._answer(each, head)
        if news or reloaded:
            self._mind_the_time()
            await self._broadcast(None if reloaded else [new.entry for new in news])
            if news:
                self.world.store.hint({self.name: self.table.head})

    async def _commit(self, news: Sequence[New], head: int) -> Result:
        return await self.world.writer.append(Append(self.name, head, tuple(news)))

    async def _committed(self, entries: Iterable[Entry]) -> None:
        """What is in the log for good goes its way to those who watch later."""
        self._tell_later(entries)
        if (self.gallery.delay if self.gallery else 0) != self.table.policy.delay:
            await self._load()

    async def _prepare(self, requests: list[Request]) -> list[Request]:
        """Opens the table at which the same people play on before anybody can be told of it: once,
        however many ask. Without the wishes that are refused."""
        left, opened = [], False
        for request in requests:
            if isinstance(request, Command) and isinstance(request.cmd.cmd, wire.Again):
                try:
                    self.table.may_go_on(request.actor)
                    if not opened:
                        await self._open_next(request.actor, request.cmd.cmd)
                        opened = True
                except StoreFailed:
                    raise
                except YupanaError as why:
                    head = self.head_for(request.actor)
                    request.reply(no(request.cmd.cid, why, head, request.language))
                    continue
            left.append(request)
        return left

    async def _open_next(self, actor: Actor, wish: wire.Again) -> None:
        table = self.table
        if table.next is not None:
            if await asyncio.to_thread(self.world.store.heads, [table.next]):
                return
            table.lose_next()
        table.judge(actor, wish)
        await self.world.open_next(table, self.names, wish)

    async def _name(self, judged: Sequence[Judged]) -> None:
        """The names of those who sat down; they are not in the log."""
        for each in judged:
            if isinstance(each.request, SitDown) and each.why is None and not each.again:
                others = [name for at, name in enumerate(self.names) if name and at != each.seat]
                name = distinct_name(each.request.name, others)
                self.names[each.seat] = name
                await asyncio.to_thread(self.world.store.set_name, self.name, each.seat, name)

    async def _show_out(self, judged: Sequence[Judged]) -> None:
        """Those who were sent away: their secrets open nothing any more, their sockets close. And
        a table that is public now, or no more, is listed so."""
        for each in judged:
            if each.why is not None or not isinstance(each.request, Command):
                continue
            if not each.request.actor.host:  # with an id that was used it was not judged at all
                continue
            command = each.request.cmd.cmd
            if isinstance(command, wire.SetPolicy) and command.public is not None:
                listed = self.table.policy.public
                await asyncio.to_thread(self.world.store.set_listed, self.name, listed)
            if isinstance(command, wire.Unseat) and self._is_gone(command.seat):
                seat, now = command.seat, self.world.now_ms()
                await asyncio.to_thread(self.world.store.vacate, self.name, seat, now)
                self.world.revoked(self.name)
                for client in [each for each in self.clients if seat in each.actor.seats]:
                    client.outbox.end(wire.encode(wire.Bye("server.sent-away", 0)))
                    self.clients.pop(client)

    def _is_gone(self, seat: Seat) -> bool:
        """Whether nobody sits there by now: an old command that comes again sends no other away."""
        if not 0 <= seat < len(self.table.chairs):
            return False
        chair = self.table.chairs[seat]
        return chair.player == "empty" or chair.bot is not None

    def _answer(self, judged: Judged, head: int) -> None:
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
                    head = self.head_for(request.actor)
                    reply(no(cmd.cid, judged.why, head, request.language))
                    return
                seq = judged.seq if judged.at is None else head + 1 + judged.at
                reply(wire.Ack(cmd.cid, seq))
                metrics.count("acks")
                metrics.took("ack", time.perf_counter() - came)

    # Bots, questions and the clock

    def _go(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _look_ahead(self, ask: Ask) -> None:
        errand = ahead.answering(self.table, ask, self.head_for(ask.actor))
        if errand is not None:
            self._go(errand)

    def _mind_the_time(self) -> None:
        """Notes since when each person has been waited for, and has those told who may be far away."""
        new = self.waits.look(self.table)
        if new and not 0 < self.table.policy.patience < SLOW:
            self.world.due(self.name, new)

    def chores(self) -> list[Request]:
        """What time has brought: people who are late, waits to be noted, news for the gallery."""
        patience = self.table.policy.patience
        found: list[Request] = []
        if late := self.waits.overdue(patience):
            found.append(Late(late))
        if self.waits.is_to_be_noted(patience):
            found.append(Note())
        if self.gallery is not None and self.gallery.is_ripe(time.monotonic()):
            found.append(Ripe())
        return found

    # What is shown

    def _greet(self, join: Join) -> None:
        """The first view, in one breath with subscribing: nothing can fall between the two."""
        client = join.client
        for cid in join.pending:
            if cid in self._cids:
                client.outbox.answer(wire.encode(wire.Ack(cid, self._cids[cid])))
        table = self.table_for(client.actor)
        since = client.outbox.seen or table.head
        if join.seen is not None and table.may_look_back:
            since = join.seen
        client.outbox.show(self._render(client.actor, since), table.head)

    def here(self) -> tuple[bool, ...]:
        seats = {seat for client in self.clients for seat in client.actor.seats}
        return tuple(seat in seats for seat in range(len(self.table.chairs)))

    def _show_who_is_here(self, joined: Collection[Client]) -> None:
        """Tells all but the newcomers, who will see it in their first view."""
        here = self.here()
        if here != self._here:
            self._here = here
            tick = self._ticks()
            for client in self.clients:
                if client not in joined:
                    client.outbox.tick(tick(client))

    def _ticks(self) -> Callable[[Client], bytes]:
        """The tick for each client: the same but for the view that it stands on."""
        table, here, changed = self.table, self._here, self._changed
        pending = table.game.pending(table.state) if table.phase != "gathering" else ()
        made: dict[int, bytes] = {}

        def tick(client: Client) -> bytes:
            since = max(changed.get(seat, 0) for seat in (None, *client.actor.seats))
            if since not in made:
                made[since] = wire.encode(wire.Tick(table.head, pending, here, since))
            return made[since]

        return tick

    def _render(self, actor: Actor, since: int) -> bytes:
        clock = None if actor.watches else self.waits.left(self.table.policy.patience)
        sight = self.table_for(actor).sight
        return sight.encoded(actor, self.names, self._here, since, clock)

    async def _broadcast(self, entries: Sequence[Entry] | None) -> None:
        """Shows the table as it is now; `entries`: all that was added, or None if that is not known.

        What is the same for several clients is worked out once. Other tables get their turn between
        the views of a large one; this one cannot change meanwhile.
        """
        views: dict[tuple[Actor, int], bytes] = {}
        moved = None if entries is None else self.table.sight.only_moved(entries)
        for seat in (None,) if moved is None else moved:
            self._changed[seat] = self.table.head
        tick: Callable[[Client], bytes] | None = None
        self._here = self.here()
        for client in list(self.clients):
            actor, seen = client.actor, client.outbox.seen
            if moved is not None and not moved & actor.seats:
                tick = tick or self._ticks()
                client.outbox.tick(tick(client))
                self.world.metrics.count("ticks")
                continue
            if (actor, seen) not in views:
                views[actor, seen] = self._render(actor, seen)
                if len(views) % VIEWS_AT_A_TIME == 0:
                    await asyncio.sleep(0)
            client.outbox.show(views[actor, seen], self.table.head)
            self.world.metrics.count("views")


def _changes(request: Request) -> bool:
    return isinstance(request, Command | SitDown | BotsMoved | Late | Note)


def _asked(requests: Sequence[Request]) -> list[Command | SitDown]:
    return [each for each in requests if isinstance(each, Command | SitDown)]
