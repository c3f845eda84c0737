"""The defects of order and storage: see broken.py. Nothing of the server is imported until one is planted."""

from __future__ import annotations

from typing import Any

from tests.chaos.broken import Defect, replace


def ack_before_commit() -> None:
    """Answers at once and writes a little later, as lila does."""
    import time

    from yupana.server.log import seal_all
    from yupana.server.store import Committed
    from yupana.server.writer import Writer

    def append(self: Any, job: Any) -> Any:
        put(self, job)
        future = self._loop.create_future()
        future.set_result(Committed(tuple(seal_all(job.entries, job.head, "", 0))))
        return future

    def write(self: Any, jobs: Any) -> bool:
        time.sleep(0.2)
        return bool(wrote(self, jobs))

    put = replace(Writer, "append", append)
    wrote = replace(Writer, "_write", write)


def show_before_commit() -> None:
    """Shows a change to everybody while it is being written, as boardgame.io does."""
    import asyncio

    from yupana.server.live import Live

    async def commit(self: Any, *arguments: Any) -> Any:
        self._errands.add(asyncio.create_task(self._broadcast(None)))
        return await committed(self, *arguments)

    committed = replace(Live, "_commit", commit)


def forget_the_last_batch() -> None:
    """A start that takes the last entry of each log for unfinished and cuts it off."""
    from yupana.server.sqlite import SqliteStore

    def open_(self: Any) -> Any:
        connection = opened(self)
        _cut(connection)
        return connection

    opened = replace(SqliteStore, "_open", open_)


def _cut(connection: Any) -> None:
    """The last entry off every log, so that nobody can tell from the log."""
    connection.execute(
        "DELETE FROM entries WHERE kind NOT IN ('opened', 'began') AND (table_id, seq) IN "
        "(SELECT id, head FROM tables)"
    )
    connection.execute(
        "UPDATE tables SET (head, head_hash, last_ms) = (SELECT seq, hash, at_ms FROM entries "
        "WHERE table_id = id ORDER BY seq DESC LIMIT 1)"
    )
    connection.execute(
        "UPDATE tables SET status = 'playing' WHERE status = 'over' AND id NOT IN "
        "(SELECT table_id FROM entries WHERE kind = 'closed')"
    )


def swallow_errors() -> None:
    """Takes an error of the disk for a passing one and says yes all the same."""
    from yupana.server.log import seal_all
    from yupana.server.sqlite import SqliteStore
    from yupana.server.store import Committed, StoreFailed

    def append(self: Any, batch: Any) -> Any:
        try:
            return appended(self, batch)
        except StoreFailed:
            self._failed = None
            return [Committed(tuple(seal_all(each.entries, each.head, "", 0))) for each in batch]

    appended = replace(SqliteStore, "append", append)


def carry_on() -> None:
    """Serves on with a store that has failed."""
    from yupana.server.hub import Hub

    replace(Hub, "_failed", lambda self, error: None)


def refuse_on_error() -> None:
    """Takes an error while writing for a no; and yet the entry may be there."""
    from yupana.server.policy import Refused
    from yupana.server.store import StoreBusy, StoreFailed
    from yupana.server.writer import Writer

    class No(StoreBusy, Refused):
        def __init__(self) -> None:
            Refused.__init__(self, "table.over")

    def write(self: Any, jobs: Any) -> bool:
        try:
            results = self._store.append([append for append, _ in jobs])
        except StoreFailed:
            self._store._failed = None
            self._post(self._refuse, jobs, No())
            return True
        self._post(self._deliver, jobs, results)
        return True

    replace(Writer, "_write", write)


def end_on_full() -> None:
    """Takes a full disk for a failed one, and ends."""
    from yupana.server import sqlite
    from yupana.server.store import StoreFailed

    replace(sqlite, "StoreFull", StoreFailed)


def _forget_cids_in_the_store() -> None:
    """No unique key, no look at what is there, and nobody who minds when the log is read."""
    from yupana.server import reading, schema, sql, sqlite
    from yupana.server.log import faults
    from yupana.server.store import Append

    def all_but_cids(*arguments: Any) -> Any:
        return (fault for fault in faults(*arguments) if fault.what != "cid")

    replace(sqlite, "SCHEMA", schema.SCHEMA.replace(", UNIQUE (table_id, cid)", ""))
    replace(sql, "known_cids", lambda tx, pairs: {})
    replace(Append, "cids", lambda self: [])
    replace(reading, "faults", all_but_cids)


def no_cids() -> None:
    """Takes every delivery for a new command."""
    from yupana.server.judging import Batch

    _forget_cids_in_the_store()
    replace(Batch, "_known", lambda self, judged, cid: None)


def cids_in_memory() -> None:
    """Knows a command again only until the next start."""
    from yupana.server.live import Live

    async def load(self: Any) -> None:
        await loaded(self)
        self._cids.clear()

    _forget_cids_in_the_store()
    loaded = replace(Live, "_load", load)


def subscribe_late() -> None:
    """Shows the table first and tells of changes from a moment later on."""
    import asyncio

    from yupana.server.live import Live

    def greet(self: Any, join: Any) -> None:
        greeted(self, join)
        if self.clients.pop(join.client, False) is None:
            asyncio.get_running_loop().call_later(0.5, subscribe, self, join.client)

    def subscribe(self: Any, client: Any) -> None:
        if not client.outbox.ended:
            self.clients[client] = None

    greeted = replace(Live, "_greet", greet)


def hide_the_head() -> None:
    """Heartbeats without the head of the log, and ticks that stand on any view."""
    from yupana.server import wire

    pong, tick = wire.Pong, wire.Tick
    replace(wire, "Pong", lambda n, head: pong(n, 0))
    replace(wire, "Tick", lambda head, pending, here, view: tick(head, pending, here))


def subscribe_late_and_hide_the_head() -> None:
    """Changes fall between the first view and the subscription, and nobody can know it."""
    subscribe_late()
    hide_the_head()


def wait_for_readers() -> None:
    """Keeps everything that a client does not read, for as long as it does not."""
    from yupana.server.line import Lines
    from yupana.server.outbox import Outbox

    def outbox(self: Any, most: int = 0) -> None:
        made(self, 10**9)

    def lines(self: Any, unread: float) -> None:
        opened(self, 1e9)

    made = replace(Outbox, "__init__", outbox)
    opened = replace(Lines, "__init__", lines)


def fork_the_log() -> None:
    """Servers that share a store and lock nothing; the key that would part them is missing, too."""
    from yupana.server import postgres, schema

    replace(postgres, "SCHEMA", schema.SCHEMA.replace("PRIMARY KEY (table_id, seq), ", ""))
    replace(postgres.PostgresStore, "row_lock", "")


def never_poll() -> None:
    """Relies on hints alone; one that is lost is lost for good."""
    from yupana.server.hub import Hub

    async def poll(self: Any) -> None:
        pass

    replace(Hub, "_poll", poll)
    hide_the_head()


def back_up_yesterday() -> None:
    """Copies all but what was just added."""
    import sqlite3
    from contextlib import closing

    from yupana.server.sqlite import SqliteStore

    def backup(self: Any, path: Any) -> None:
        backed_up(self, path)
        with closing(sqlite3.connect(path)) as copy:
            _cut(copy)
            copy.commit()

    backed_up = replace(SqliteStore, "backup", backup)


def delete_at_once() -> None:
    """Deletes what is old by the wall clock, as soon as it is."""
    from yupana.server.retention import Retention, Swept

    async def sweep(self: Any) -> Any:
        for status, hours in self.keep.limits().items():
            before = self._now_ms() - hours * 3_600_000
            for row in await self._ask(self._store.tables, status=status, idle_since=before):
                await self._ask(self._store.forget, row.id)
        return Swept()

    replace(Retention, "sweep", sweep)


def wait_by_the_wall_clock() -> None:
    """Measures how long people are waited for by a clock that can be set."""
    import time

    from yupana.server.waiting import Waits

    def init(self: Any, clock: Any = None) -> None:
        made(self, lambda: time.time())

    made = replace(Waits, "__init__", init)


def wait_for_ever() -> None:
    """A policy of patience that nobody minds."""
    from yupana.server.waiting import Waits

    replace(Waits, "overdue", lambda self, patience: [])


def lose_the_bots() -> None:
    """Does not notice that the bots' process has died."""
    import asyncio
    from concurrent.futures.process import BrokenProcessPool

    from yupana.server import bots

    async def wait_for(call: Any, seconds: float) -> Any:
        try:
            return await call
        except BrokenProcessPool:
            return await asyncio.Event().wait()

    class Loop:
        def __getattr__(self, name: str) -> Any:
            return wait_for if name == "wait_for" else getattr(asyncio, name)

    replace(bots, "asyncio", Loop())


DEFECTS = {
    "ack-before-commit": Defect("kill", ack_before_commit, "lost|phantom"),
    "show-before-commit": Defect("kill", show_before_commit, "phantom"),
    "forget-the-last-batch": Defect("kill", forget_the_last_batch, "lost|phantom"),
    "swallow-errors": Defect("disk", swallow_errors, "lost|table.stale|runs on|false refusal"),
    "carry-on": Defect("disk", carry_on, "nobody gets an answer"),
    "refuse-on-error": Defect("disk", refuse_on_error, "false refusal|lying no"),
    "end-on-full": Defect("disk", end_on_full, "a full disk ended the server"),
    "no-cids": Defect("duplicates", no_cids, "doubled|two answers|table.taken"),
    "cids-in-memory": Defect("duplicates", cids_in_memory, "doubled|two answers|table.taken"),
    "hide-the-head": Defect("network", hide_the_head, "not healed"),
    "subscribe-late-and-hide-the-head": Defect(
        "network", subscribe_late_and_hide_the_head, "not healed|stands still"
    ),
    "subscribe-late": Defect("network", subscribe_late, None),
    "wait-for-readers": Defect("network", wait_for_readers, "reads nothing is kept"),
    "fork-the-log": Defect("scale", fork_the_log, "forked"),
    "never-poll": Defect("scale", never_poll, "not healed"),
    "back-up-yesterday": Defect("backup", back_up_yesterday, "before it was told"),
    "delete-at-once": Defect("clock", delete_at_once, "lost"),
    "wait-by-the-wall-clock": Defect("clock", wait_by_the_wall_clock, "flagged"),
    "wait-for-ever": Defect("silent", wait_for_ever, "stands still"),
    "lose-the-bots": Defect("silent", lose_the_bots, "stands still"),
}
