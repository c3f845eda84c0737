"""A table that is being played: its actor takes what comes one after another. Commit, then ack, then tell.

Everything that concerns a table goes through one queue and one task. The task takes all that waits,
judges the commands one by one, has all their entries committed in one append, and only then answers and
shows. Views and newcomers are served between commits: nobody sees what is not in the log for good.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server import ahead, draws, wire
from yupana.server.authority import Bearer, KeysInForce, Sender, key_id
from yupana.server.botseats import BotSeats
from yupana.server.gallery import Gallery
from yupana.server.judging import Batch, Judged, Sent, handed_out
from yupana.server.log import Entry, Sat, Stored
from yupana.server.policy import Actor, NoKey, Refused
from yupana.server.reading import read_table, sent_commands
from yupana.server.requests import (
    Ask,
    Attach,
    Behind,
    BotsMoved,
    Client,
    Command,
    DrawIsLate,
    Join,
    Late,
    Leave,
    Look,
    NewSecret,
    Note,
    Renamed,
    Request,
    Revoke,
    Ripe,
    SitDown,
    WhoIs,
    Wish,
)
from yupana.server.say import no
from yupana.server.seats import distinct_name
from yupana.server.store import Append, Committed, Result, StoreBusy, StoreFailed, TableRow
from yupana.server.table import Table
from yupana.server.waiting import Since, Waits
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
        self.sockets: dict[Client, None] = {}
        """All clients that are connected; they end with their secrets."""
        self.clients: dict[Client, None] = {}
        """Those among them that have said hello, and see everything at once."""
        self.row: TableRow
        self.table: Table
        self.names: list[str] = []
        self.head = 0
        """Of what is committed: the only head that anybody is told."""
        self.touched = time.monotonic()
        self.keys = KeysInForce()
        self._cids: dict[str, Sent] = {}
        """Commands in the log, by their id."""
        self._sat: dict[Seat, str | None] = {}
        """By which command each seat was taken last."""
        self.waits = Waits()
        self._since = Since()
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
        if self.queue.qsize() >= MOST_WAITING and isinstance(request, Wish | WhoIs | Look | Ask):
            return False
        self.queue.put_nowait(request)
        return True

    @property
    def is_idle(self) -> bool:
        return not (self.sockets or self._errands) and self.queue.empty()

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
        for client in self.sockets:
            client.outbox.end(wire.encode(bye))

    async def _serve(self, batch: list[Request]) -> None:
        """Commands first; then all that only reads, from what is committed."""
        asked = any(isinstance(each, WhoIs) for each in batch)
        if any(isinstance(each, Behind) for each in batch) or (asked and await self._is_behind()):
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
                case Attach(client):
                    self._admit(client)
                case Join(client):
                    if self._admit(client):
                        self._place_of(client)[client] = None
                        joined[client] = request
                case Leave(client):
                    self._remove(client)
                    joined.pop(client, None)
        self._show_who_is_here(joined)
        for join in joined.values():
            self._greet(join)
        for request in batch:
            if isinstance(request, Look | Ask | WhoIs):
                self._answer_question(request)
        self._bots.wake(self.table)
        self._mind_the_time()

    # The log

    async def _load(self) -> None:
        shown = self.gallery.table.head if self.gallery else self.head
        watching = [client for client in self.everybody() if client.actor.watches]
        store, now_ms = self.world.store, self.world.now_ms
        read = await self.world.pools.load.run(read_table, store, self.name, shown, now_ms)
        self.row, self.table, self.keys = read.row, read.table, read.keys
        self._cids, self._sat = read.cids, read.sat
        self.gallery = read.gallery
        self._set_names(read.names)
        for client in watching:
            self.clients.pop(client, None)
            self._place_of(client)[client] = None
        self.head = self.table.head
        self._changed = {None: self.head}
        self._end_revoked()
        self._here = self.here()

    def _place_of(self, client: Client) -> dict[Client, None]:
        return self.gallery.clients if self.gallery and client.actor.watches else self.clients

    def _tell_later(self, stored: Iterable[Stored]) -> None:
        """What is in the log from now on is on its way to those who watch later."""
        if self.gallery is not None:
            for each in stored:
                self.gallery.add(each, time.monotonic())

    def _show_later(self) -> None:
        if self.gallery is not None:
            shown = self.gallery.show(self.names, self._here)
            self.world.metrics.count("views", shown)

    async def _catch_up(self) -> None:
        """What another process has added; only called while memory and log are at one."""
        read = self.world.store.read_table
        data = await self.world.pools.store.run(read, self.name, self.table.head)
        self.keys = KeysInForce(data.keys)
        self._end_revoked()
        if data.entries:
            self.row = data.row
            self._cids.update(sent_commands(data))
            for each in data.entries:
                self.table.take(each.entry())
                self.table.hashes.append(each.hash)
                self._remember_sitting(each)
            self.head = self.table.head
            self._set_names(data.names)
            await self._committed(data.entries)
            self._mind_the_time()
            await self._broadcast(None)

    def _remember_sitting(self, stored: Stored) -> None:
        """By which command a seat was taken."""
        entry = stored.entry() if stored.kind == "sat" else None
        if isinstance(entry, Sat):
            self._sat[entry.seat] = stored.cid

    async def _read_names(self) -> None:
        self._set_names(await self.world.pools.store.run(self.world.store.names, self.name))

    def _set_names(self, names: Mapping[Seat, str]) -> None:
        self.names = [names.get(seat, "") for seat in range(len(self.table.chairs))]

    # Who is connected

    def _admit(self, client: Client) -> bool:
        """Whether the client may be connected: all the secrets that it came with are in force."""
        if not self.keys.all_in_force(client.sender):
            self._turn_out(client)
            return False
        client.actor = self.keys.actor(client.sender)
        self.sockets[client] = None
        return True

    def _remove(self, client: Client) -> None:
        self.sockets.pop(client, None)
        self._place_of(client).pop(client, None)

    def _end_revoked(self) -> None:
        """Ends the connections of those of whose secrets one is not in force any more."""
        for client in [each for each in self.sockets if not self.keys.all_in_force(each.sender)]:
            self._turn_out(client)
            self._remove(client)

    def _turn_out(self, client: Client) -> None:
        """Tells a client why its secrets open nothing any more: its seat is played elsewhere, or no more."""
        gone = client.sender.keys if isinstance(client.sender, Bearer) else ()
        spent = [key for key in map(self.keys.find_spent, gone) if key is not None]
        code = "server.sent-away"
        for key in spent:
            if key.seat is not None and self.keys.holder(key.seat) is not None:
                code = "server.taken-over" if self.was_given_away(key.hash) else "server.moved"
        client.outbox.end(wire.encode(wire.Bye(code, 0)))

    def was_given_away(self, hash_: str) -> bool:
        """Whether a host gave the seat of this secret to somebody else: its former holder may take it back."""
        key = self.keys.find_spent(hash_)
        if key is None or key.seat is None or self.keys.holder(key.seat) is None:
            return False
        return self.table.chairs[key.seat].former == key_id(key.hash)

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
                self.keys,
                self._cids,
                self._sat,
                world.now_ms,
                self._bots,
                self.waits,
                self._since,
                world.metrics,
                self._here_in_time(),
            )
            for request in requests:
                batch.judge(request)
            news, judged = batch.news, batch.judged
            if not news:
                if judged and await self._is_behind():
                    await self._catch_up()
                    continue
                break
            try:
                result = await self._commit(batch, head)
            except StoreBusy as busy:
                await self._load()
                news, judged = [], [Judged(each, why=busy) for each in _asked(requests)]
                break
            if isinstance(result, Committed):
                self.table.hashes += [stored.hash for stored in result.entries]
                for stored, new in zip(result.entries, news, strict=True):
                    if new.cid is not None:
                        self._cids[new.cid] = Sent(stored.seq, new.seat, new.digest)
                    self._remember_sitting(stored)
                self.head = self.table.head
                if batch.key_changes:
                    self.world.revoked(self.name)
                    self._end_revoked()
                await self._committed(result.entries)
                break
            reloaded = True
            world.metrics.count("reloads")
            await self._load()
        else:
            why = Refused("server.busy")
            news, judged = [], [Judged(each, why=why) for each in _asked(requests)]
        self.world.metrics.count("entries", len(news))
        await self._name(judged)
        await self._list(judged)
        for each in judged:
            self._answer(each, head)
        if news or reloaded:
            self._mind_the_time()
            await self._broadcast(None if reloaded else [new.entry for new in news])
            if news:
                self.world.store.hint({self.name: self.table.head})

    async def _commit(self, batch: Batch, head: int) -> Result:
        keys = tuple(batch.key_changes)
        return await self.world.writer.append(Append(self.name, head, tuple(batch.news), keys))

    async def _is_behind(self) -> bool:
        """Whether another server has written since. An append proves the contrary by itself; what is answered
        without one, above all a refusal, is checked against the store."""
        if not self.world.several:
            return False
        heads = await self.world.pools.store.run(self.world.store.heads, [self.name])
        return heads.get(self.name, 0) != self.table.head

    async def _committed(self, stored: Iterable[Stored]) -> None:
        """What is in the log for good goes its way to those who watch later."""
        self._tell_later(stored)
        if (self.gallery.delay if self.gallery else 0) != self.table.policy.delay:
            await self._load()

    async def _prepare(self, requests: list[Request]) -> list[Request]:
        """Opens the table at which the same people play on before anybody can be told of it: once,
        however many ask. Without the wishes that are refused."""
        left, opened, fresh = [], False, False
        for request in requests:
            if isinstance(request, Command) and isinstance(request.cmd.cmd, wire.Again):
                if not fresh and await self._is_behind():
                    await self._catch_up()
                fresh = True
                head = 0
                try:
                    actor = self.keys.actor(request.sender)
                    head = self.head_for(actor)
                    self.table.may_go_on(actor)
                    if not opened:
                        await self._open_next(actor, request.cmd.cmd)
                        opened = True
                except StoreFailed:
                    raise
                except YupanaError as why:
                    request.reply(no(request.cmd.cid, why, head, request.language))
                    continue
            left.append(request)
        return left

    async def _open_next(self, actor: Actor, wish: wire.Again) -> None:
        table = self.table
        if table.next is not None:
            if await self.world.pools.store.run(self.world.store.heads, [table.next]):
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
                await self._beside_the_log(self.world.store.set_name, self.name, each.seat, name)

    async def _list(self, judged: Sequence[Judged]) -> None:
        """A table that is public now, or no more, is listed so."""
        for each in judged:
            if each.why is not None or each.again or not isinstance(each.request, Command):
                continue
            command = each.request.cmd.cmd
            if isinstance(command, wire.SetPolicy) and command.public is not None:
                listed = self.table.policy.public
                await self._beside_the_log(self.world.store.set_listed, self.name, listed)

    async def _beside_the_log(self, write: Callable[..., None], *arguments: object) -> None:
        """Writes what goes with something that is in the log already, and so is answered with yes whatever becomes of
        this: a busy store or a full disk loses a name or a listing, never a seat."""
        try:
            await self.world.pools.store.run(write, *arguments)
        except StoreBusy as busy:
            log.warning("table %s: %s is not stored: %s", self.name, write.__name__, busy.code)

    def _answer(self, judged: Judged, head: int) -> None:
        request, metrics = judged.request, self.world.metrics
        if judged.why is not None:
            metrics.count("refusals")
        match request:
            case SitDown() | NewSecret() | Revoke():
                if request.answer.done():
                    return
                if judged.why is not None:
                    request.answer.set_exception(judged.why)
                elif isinstance(request, Revoke):
                    request.answer.set_result(None)
                else:
                    given: Any = handed_out(judged, self.names[judged.seat])
                    request.answer.set_result(given)
            case Command(_, cmd, reply, came):
                if judged.why is not None:
                    told = self.head_for(judged.actor) if judged.actor else 0
                    reply(no(cmd.cid, judged.why, told, request.language))
                    return
                seq = judged.seq if judged.at is None else head + 1 + judged.at
                reply(wire.Ack(cmd.cid, seq, self.table.seal(seq)))
                metrics.count("acks")
                metrics.took("ack", time.perf_counter() - came)

    # Bots, questions and the clock

    def _go(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _answer_question(self, request: Look | Ask | WhoIs) -> None:
        """To somebody who changes nothing, from what is committed."""
        try:
            actor = self.keys.actor(request.sender)
        except NoKey as why:
            if isinstance(request, Ask):
                request.reply(no(None, why, 0, request.language, request.question.n))
            elif not request.answer.done():
                request.answer.set_exception(why)
            return
        if isinstance(request, Ask):
            errand = ahead.answering(
                self.table, request, actor, self.head_for(actor), self.world.questions
            )
            if errand is not None:
                self._go(errand)
        elif not request.answer.done():
            answer: Any = request.answer
            is_look = isinstance(request, Look)
            answer.set_result(self._render(actor, self.table_for(actor).head) if is_look else actor)

    def _mind_the_time(self) -> None:
        """Notes since when each person has been waited for, and has those told who may be far away."""
        table = self.table
        offers = [("offered", seat) for seat, chair in enumerate(table.chairs) if chair.offered]
        draw = [("draw", table.draw.number, table.commits_anew)] if table.draw else []
        self._since.look([*offers, *draw])
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
        if self.table.draw is not None:
            draw = (self.table.draw.number, self.table.commits_anew)
            if self._since.seconds(("draw", *draw)) > draws.seconds_of(self.table.commits_anew):
                found.append(DrawIsLate(*draw))
        return found

    async def who_is(self, sender: Sender) -> Actor:
        """Who the sender is at the head of the log; NoKey if nobody."""
        answer: asyncio.Future[Actor] = asyncio.get_running_loop().create_future()
        if not self.put(WhoIs(sender, answer)):
            raise Refused("server.busy")
        return await self.answered(answer)

    # What is shown

    def _greet(self, join: Join) -> None:
        """The first view, in one breath with subscribing: nothing can fall between the two."""
        client = join.client
        for cid in join.pending:
            sent = self._cids.get(cid)
            if sent is not None and self._sent_by(client.actor, sent):
                ack = wire.Ack(cid, sent.seq, self.table.seal(sent.seq))
                client.outbox.answer(wire.encode(ack))
        table = self.table_for(client.actor)
        since = client.outbox.seen or table.head
        if join.seen is not None and table.may_look_back:
            since = join.seen
        client.outbox.show(self._render(client.actor, since), table.head)

    def _sent_by(self, actor: Actor, sent: Sent) -> bool:
        return actor.host if sent.seat is None else sent.seat in actor.seats

    def here(self) -> tuple[bool, ...]:
        seats = {seat for client in self.clients for seat in client.actor.seats}
        return tuple(seat in seats for seat in range(len(self.table.chairs)))

    def _here_in_time(self) -> frozenset[Seat]:
        """The seats whose person is connected and has not let their time run out."""
        overdue = self.waits.overdue(self.table.policy.patience)
        return frozenset(seat for seat, there in enumerate(self.here()) if there) - set(overdue)

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
    return isinstance(request, Wish | BotsMoved | Late | DrawIsLate | Note)


def _asked(requests: Sequence[Request]) -> list[Wish]:
    return [each for each in requests if isinstance(each, Wish)]
