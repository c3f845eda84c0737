"""Deletion of old tables: first a mark, then, after hours in which servers of the store really ran, the deletion.

The wall clock alone deletes nothing. A table whose last entry is older than its limit is marked; it is deleted once servers
have run for the grace period since, measured by the monotonic clock and kept in the store. The mark goes when
anything happens at the table, when somebody opens it, when `yupana store undelete` is run, or when the clock says at a later
sweep that the table is not old. So a clock that is wrong at a start, or for an evening, marks at most.

Several servers on one PostgreSQL count each hour once: one of them, the counter, adds its steps to a note in the store, and another takes
over when it has seen no step for a while. No wall clock is part of that either.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from yupana.server.log import Status
from yupana.server.options import Retention as Settings
from yupana.server.store import Marked, Store

log = logging.getLogger("yupana.retention")

HOUR = 3600

SWEEP = 900.0
"""Seconds between two sweeps: how soon a mark goes when a wrong clock was put right."""

STEP = 300.0
"""Seconds between two additions to the running time: what a restart may lose."""

LONGEST_STEP = 2 * STEP
"""Seconds that one step counts for at most, and after which another server takes over. A process that was
stopped, or a machine that slept, counts no more than this for it."""

RECENT = 60.0
"""Seconds for which a visited table is not looked up again, where several servers share a store."""

AT_A_SWEEP = 500
"""Tables deleted at one sweep: the rest is for the next ones."""

RUNNING = "running time"
"""The note in the store."""

Hours = Annotated[int, Meta(ge=0, le=100 * 366 * 24)]


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """How long tables are kept after the last thing that happened at them, in hours; 0: for good."""

    unstarted: Hours = 24
    unfinished: Hours = 90 * 24
    finished: Hours = 0
    grace: Annotated[int, Meta(ge=1)] = 168
    """Hours that servers must have run between mark and deletion."""

    def limits(self) -> dict[Status, int]:
        """Hours by status, without those that are kept for good."""
        every: dict[Status, int] = {
            "waiting": self.unstarted,
            "playing": self.unfinished,
            "over": self.finished,
        }
        return {status: hours for status, hours in every.items() if hours}

    def grace_of(self, status: Status) -> int:
        """A table at which nobody has begun to play holds nothing that a wrong clock could cost: it need not
        be kept longer for the grace period than for its own limit."""
        limit = self.limits().get(status, self.grace)
        return min(limit, self.grace) if status == "waiting" else self.grace


def keep_of(settings: Settings) -> Keep:
    return Keep(
        unstarted=_hours(settings.unstarted_hours),
        unfinished=_hours(settings.unfinished_days * 24),
        finished=_hours(settings.finished_days * 24),
        grace=_hours(settings.grace_hours),
    )


def _hours(hours: float) -> int:
    """Whole hours, never none where there are some."""
    return max(1, round(hours)) if hours else 0


# Running time


class Running(Struct, frozen=True, array_like=True):
    """The note: how long servers of this store have run, and which of them counts."""

    seconds: int = 0
    counter: str = ""
    steps: int = 0
    """Grows with each addition, so that others see that the counter is alive."""


def read_running(note: str | None) -> Running:
    """What a note says; nothing was counted if it cannot be read."""
    if note is None:
        return Running()
    try:
        return msgspec.json.decode(note, type=Running)
    except msgspec.DecodeError:
        return Running()


class Stopwatch:
    """Adds the running time of this process to the store, unless another process does so already."""

    def __init__(
        self,
        store: Store,
        several: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._several, self._clock = store, several, clock
        self._me = secrets.token_hex(8)
        self._since: float | None = None
        """Up to when this process has counted; None: it is not the counter."""
        self._seen: tuple[Running, float] | None = None
        """Another counter's last step, and when it was first seen."""

    def read(self) -> int:
        return read_running(self._store.note(RUNNING)).seconds

    def step(self) -> int:
        """Adds what has passed since the last step; the seconds that servers of the store have run."""
        note = self._store.note(RUNNING)
        found, now = read_running(note), self._clock()
        if found.counter == self._me and self._since is not None:
            passed = int(min(now - self._since, LONGEST_STEP))
            new = replace(found, seconds=found.seconds + passed, steps=found.steps + 1)
            since = self._since + passed if now - self._since <= LONGEST_STEP else now
        elif self._may_take_over(found, now):
            new, since = Running(found.seconds, self._me, found.steps + 1), now
        else:
            self._since = None
            return found.seconds
        stands = self._store.swap_note(RUNNING, note, _written(new))
        won = stands == _written(new)
        self._since = since if won else None
        return new.seconds if won else read_running(stands).seconds

    def _may_take_over(self, found: Running, now: float) -> bool:
        if not self._several or not found.counter:
            return True
        if self._seen is None or self._seen[0] != found:
            self._seen = (found, now)
            return False
        return now - self._seen[1] > LONGEST_STEP


def _written(running: Running) -> str:
    return msgspec.json.encode(running).decode()


# Marks and deletions


class Left(Struct, frozen=True):
    """A marked table and the running hours until it is deleted."""

    mark: Marked
    hours: float


def left(marked: Iterable[Marked], ran_s: int, keep: Keep) -> list[Left]:
    found = []
    for mark in marked:
        seconds = keep.grace_of(mark.status) * HOUR - max(0, ran_s - mark.ran_s)
        found.append(Left(mark, max(0, seconds) / HOUR))
    return found


class Swept(Struct, frozen=True):
    """What one sweep has done."""

    marked: int = 0
    unmarked: int = 0
    deleted: int = 0


class Retention:
    """Of one hub: marks, unmarks and deletes tables as `Keep` says."""

    def __init__(
        self,
        store: Store,
        ask: Callable[..., Awaitable[Any]],
        keep: Keep,
        now_ms: Callable[[], int],
        *,
        in_use: Callable[[], list[str]],
        deleted: Callable[[str], Awaitable[None]],
        several: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`in_use`: tables at which somebody is connected. `deleted`: told of each table that is gone."""
        self._store, self._ask, self.keep, self._now_ms = store, ask, keep, now_ms
        self._in_use, self._deleted = in_use, deleted
        self._several, self._clock = several, clock
        self._watch = Stopwatch(store, several, clock)
        self._marked: set[str] | None = None
        """Marks as of the last sweep, if there was one; nobody else makes any, unless several servers do."""
        self._visits: dict[str, float] = {}
        """Tables that somebody opened, whose marks are to go, and since when."""
        self._looked_up: dict[str, float] = {}

    async def count(self) -> None:
        """Adds to the running time."""
        await self._ask(self._watch.step)

    def visited(self, table: str) -> bool:
        """Somebody opened the table; whether `keep_visited` is to be called, since it may be marked."""
        now = self._clock()
        if self._several or self._marked is None:
            may_be = now - self._looked_up.get(table, float("-inf")) > RECENT
        else:
            may_be = table in self._marked
        if may_be:
            self._looked_up[table] = self._visits[table] = now
        return may_be

    async def keep_visited(self, table: str) -> None:
        """Takes the mark off a table that somebody opened. If that fails, the next sweep does it."""
        await self._ask(self._store.keep_marked, [table], self._now_ms())
        self._visits.pop(table, None)
        if self._marked is not None:
            self._marked.discard(table)

    async def undelete(self) -> int:
        """Takes all marks off; how many."""
        tables = [mark.table for mark in await self._ask(self._store.marked)]
        kept: int = await self._ask(self._store.keep_marked, tables, self._now_ms())
        self._marked = set()
        return kept

    async def waiting(self) -> list[Left]:
        """What is marked, and for how long still."""
        marked: list[Marked] = await self._ask(self._store.marked)
        return left(marked, await self._ask(self._watch.read), self.keep)

    async def sweep(self) -> Swept:
        """Takes marks off that do not hold any more, marks what is old, deletes what was marked long enough."""
        visits = [*self._visits]
        await self._ask(self._store.keep_marked, {*visits, *self._in_use()}, self._now_ms())
        for table in visits:
            self._visits.pop(table, None)
        self._looked_up.clear()
        now, limits = self._now_ms(), self.keep.limits()
        before = {status: now - hours * HOUR * 1000 for status, hours in limits.items()}
        unmarked: int = await self._ask(self._store.unmark_active, before)
        deleted = await self._delete()
        marked = 0
        ran_s: int = await self._ask(self._watch.read)
        for status, idle_since in before.items():
            marked += await self._ask(self._store.mark_idle, status, idle_since, now, ran_s)
        self._marked = {mark.table for mark in await self._ask(self._store.marked)}
        swept = Swept(marked, unmarked, deleted)
        if swept != Swept():
            facts = {**msgspec.structs.asdict(swept), "waiting": len(self._marked)}
            log.warning(
                "old tables were marked for deletion, unmarked or deleted", extra={"facts": facts}
            )
        return swept

    async def _delete(self) -> int:
        """Those whose grace period servers have run through."""
        deleted = 0
        ran_s: int = await self._ask(self._watch.read)
        ripe = [each.mark for each in await self.waiting() if not each.hours]
        used = set(self._in_use())
        for mark in [mark for mark in ripe if mark.table not in used][:AT_A_SWEEP]:
            at_most = ran_s - self.keep.grace_of(mark.status) * HOUR
            if mark.table in self._visits:
                continue
            if await self._ask(self._store.delete_marked, mark.table, at_most):
                await self._deleted(mark.table)
                deleted += 1
        return deleted
