"""Whether and when somebody is told that they are waited for, at a game that takes days. Not how.

    a seat is waited for   `due` is called; nothing happens for a few minutes, in which most people move
    is it still?           asked again of the table itself. Whoever is connected and has just done something
                           is at the table, and is not told
    quiet hours            what would be told then waits for their end
    not too often          one mail in a few hours, whatever happens; it names all tables that wait
    once                   a turn is told once to each address. Of several servers one claims it; should
                           that one die, another may after a while
    it does not go out     tried again, later and later, as long as the seat is still waited for; then
                           never for this turn. An address that is gone, or fails for the third turn
                           running, is forgotten

Only contacts that whoever reads there has agreed to are told anything. All state that matters is in the store;
what is in memory is worked out again when a server starts and finds whom its tables wait for.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server.channels import Channel, Gone, Later, Links, Notice, details_of, send
from yupana.server.limits import Buckets
from yupana.server.metrics import Metrics
from yupana.server.options import Notify
from yupana.server.pools import Pools
from yupana.server.store import Contact, ContactKind, Store
from yupana.server.timezones import zone_of

log = logging.getLogger("yupana.notify")

LEASE_MS = 15 * 60 * 1000
"""How long a turn is left to the server that has claimed it."""

AGAIN = (30.0, 120.0, 600.0, 3600.0)
"""Seconds before the second, third ... try."""

MOST_FAILURES = 3
"""Turns that could not be told running, after which an address is forgotten."""

AT_ONCE = 4
"""Turns that are looked at at the same time. How many messages are on their way is for the pools."""


class Waited(NamedTuple):
    """A seat that its table waits for."""

    turn: int
    """The seat's rev: another one is another turn."""
    here: bool
    """Whether somebody is connected for it."""
    game: str
    code: str | None


class Tables(Protocol):
    """What is asked of the tables."""

    async def waited(self, table: str) -> Mapping[Seat, Waited]: ...


Ask = Callable[..., Coroutine[Any, Any, Any]]
"""Calls the store in a thread."""


Key = tuple[str, Seat]


class Due(Struct, eq=False):
    """A turn that is to be told, or looked at again; one for each seat."""

    table: str
    seat: Seat
    turn: int
    since_ms: int
    tries: dict[str, int] = {}
    """How often each contact was tried in vain."""
    again_ms: int = 0
    """When the first of its contacts may be tried next; 0: none is to be."""

    def again(self, at_ms: int) -> None:
        self.again_ms = min(self.again_ms or at_ms, at_ms)


class Notifier:
    """Tells those who wish to be told."""

    def __init__(
        self,
        settings: Notify,
        channels: Mapping[ContactKind, Channel],
        *,
        store: Store,
        ask: Ask,
        tables: Tables,
        metrics: Metrics,
        links: Links | None = None,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        pools: Pools | None = None,
        payer_of: Callable[[str], str] = lambda table: table,
    ) -> None:
        self.settings = settings
        self.channels = channels
        self._store, self._ask, self._tables = store, ask, tables
        self._metrics, self._links, self._now_ms = metrics, links, now_ms
        self._pools, self._payer_of = pools or Pools(), payer_of
        self._fresh: dict[Key, Due] = {}
        """Seats that are waited for since a little while, the oldest first."""
        self._known: dict[Key, Due] = {}
        """Those that were, or are being, looked at and are not done with."""
        self._later: list[tuple[int, int, Due]] = []
        """A heap of the latter, by the time to look at them again."""
        self._number = count()
        self._failures: dict[str, int] = {}
        mail = settings.mail
        self._mails = Buckets(mail.per_hour, mail.per_hour / 3600) if mail else Buckets(1, 1)
        self._looks = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    # Who is waited for

    def due(self, table: str, seats: Mapping[Seat, int]) -> None:
        """These seats, with their turns, are waited for from now on. Never blocks."""
        now = self._now_ms()
        for seat, turn in seats.items():
            key = (table, seat)
            found = self._fresh.get(key) or self._known.get(key)
            if found is None or found.turn != turn:
                self._known.pop(key, None)
                self._fresh.pop(key, None)
                self._fresh[key] = Due(table, seat, turn, now)

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            while True:
                for due in self._ripe():
                    self._go(self._consider(due))
                await asyncio.sleep(self._pause())
        finally:
            for task in list(self._tasks):
                task.cancel()

    def _pause(self) -> float:
        return min(1.0, max(0.02, self.settings.after_minutes * 6))

    def _ripe(self) -> list[Due]:
        now = self._now_ms()
        ripe: list[Due] = []
        oldest = now - int(self.settings.after_minutes * 60_000)
        for due in self._fresh.values():
            if due.since_ms > oldest:
                break
            ripe.append(due)
        for due in ripe:
            key = (due.table, due.seat)
            self._known[key] = self._fresh.pop(key)
        while self._later and self._later[0][0] <= now:
            due = heapq.heappop(self._later)[2]
            if self._known.get((due.table, due.seat)) is due:  # else there is a newer turn
                ripe.append(due)
        return ripe

    def _go(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Whether to tell

    async def _consider(self, due: Due) -> None:
        key = (due.table, due.seat)
        due.again_ms = 0
        try:
            async with self._looks:
                found = await self._look(due)
            await asyncio.gather(*(self._tell(contact, due, waited) for contact, waited in found))
        except YupanaError as error:  # the table is gone or busy; nobody is told
            log.info("not told: %s", error.code)
        except Exception:
            log.exception("could not tell")
        if self._known.get(key) is due:
            if due.again_ms:
                heapq.heappush(self._later, (due.again_ms, next(self._number), due))
            else:
                del self._known[key]

    async def _look(self, due: Due) -> list[tuple[Contact, Waited]]:
        """The contacts that are to be told now."""
        contacts = [
            each
            for each in await self._ask(self._store.contacts, due.table, due.seat)
            if each.confirmed_ms is not None
            and each.told_turn != due.turn
            and each.kind in self.channels
        ]
        if not contacts:
            return []
        waited = (await self._tables.waited(due.table)).get(due.seat)
        if waited is None or waited.turn != due.turn:
            return []
        attention = int(self.settings.attention_minutes * 60_000)
        if waited.here and await self._has_acted(due, attention):
            due.again(self._now_ms() + max(attention, 1000))
            return []
        return [(contact, waited) for contact in contacts if await self._may_tell(contact, due)]

    async def _has_acted(self, due: Due, within_ms: int) -> bool:
        acted = await self._ask(self._store.last_acted, due.table, due.seat)
        return acted is not None and acted > self._now_ms() - within_ms

    async def _may_tell(self, contact: Contact, due: Due) -> bool:
        """Whether it is for us to tell them now; if not, it is looked at again some time."""
        now = self._now_ms()
        until = max(self._quiet_until(contact, now), await self._too_soon(contact))
        if until > now:
            due.again(until)
        elif contact.kind == "mail" and not self._mails.take("all"):
            due.again(now + 10 * 60_000)
        elif await self._claim(contact, due.turn):
            return True
        else:  # another server has; should it die over it, it is for us to tell
            due.again(now + LEASE_MS)
        return False

    def _quiet_until(self, contact: Contact, now_ms: int) -> int:
        """The end of the quiet hours that it is now; the contact's own, or else the host's."""
        kept = details_of(contact)
        if kept.quiet is not None:
            return quiet_until(kept.quiet, kept.timezone or self.settings.timezone, now_ms)
        if self.settings.quiet is not None:
            zone = kept.timezone or self.settings.timezone
            return quiet_until(self.settings.quiet, zone, now_ms)
        return 0

    async def _too_soon(self, contact: Contact) -> int:
        if contact.kind != "mail" or self.settings.mail is None:
            return 0
        last: int = await self._ask(self._store.last_told, "mail", contact.address)
        return last + int(self.settings.mail.every_hours * 3_600_000) if last else 0

    async def _claim(self, contact: Contact, turn: int) -> bool:
        claimed: bool = await self._ask(
            self._store.claim_contact, contact.handle, turn, self._now_ms(), LEASE_MS
        )
        return claimed

    # Telling

    async def _tell(self, contact: Contact, due: Due, waited: Waited) -> None:
        told = [(contact, self._notice(due, waited))]
        if contact.kind == "mail":
            told += await self._others(contact)
        try:
            await self._send(contact, [notice for _, notice in told])
        except Gone:
            await self._ask(self._store.drop_contact, contact.handle)
            self._metrics.count("notices_failed")
            for other, _ in told[1:]:
                await self._ask(self._store.release_contact, other.handle)
        except Later as later:
            self._metrics.count("notices_failed")
            for other, _ in told:
                await self._ask(self._store.release_contact, other.handle)
            await self._failed(contact, due, later.seconds)
        else:
            self._metrics.count("notices")
            self._failures.pop(contact.handle, None)
            now = self._now_ms()
            for each, notice in told:
                await self._ask(self._store.told_contact, each.handle, notice.turn, now)

    async def _send(self, contact: Contact, notices: list[Notice]) -> None:
        channel, payer = self.channels[contact.kind], self._payer_of(contact.table)
        await send(self._pools, payer, channel, contact, channel.tell, notices)

    def _notice(self, due: Due, waited: Waited) -> Notice:
        return Notice(
            table=due.table,
            code=waited.code,
            game=waited.game,
            seat=due.seat,
            turn=due.turn,
            since_ms=due.since_ms,
            url=None if self._links is None else self._links.table(due.table),
        )

    async def _others(self, contact: Contact) -> list[tuple[Contact, Notice]]:
        """What else the same mail can say: other tables that wait for whoever reads it."""
        found: list[tuple[Contact, Notice]] = []
        every = await self._ask(self._store.contacts_at, contact.kind, contact.address)
        for other in every:
            if other.handle == contact.handle or other.confirmed_ms is None:
                continue
            with suppress(YupanaError):
                waited = (await self._tables.waited(other.table)).get(other.seat)
                if waited is None or waited.here or waited.turn == other.told_turn:
                    continue
                if await self._claim(other, waited.turn):
                    due = Due(other.table, other.seat, waited.turn, self._now_ms())
                    found.append((other, self._notice(due, waited)))
        return found

    async def _failed(self, contact: Contact, due: Due, wait: float | None) -> None:
        tries = due.tries.get(contact.handle, 0)
        if tries < len(AGAIN):
            due.tries[contact.handle] = tries + 1
            due.again(self._now_ms() + int(max(AGAIN[tries], wait or 0.0) * 1000))
            return
        failures = self._failures[contact.handle] = self._failures.get(contact.handle, 0) + 1
        log.warning("a notice by %s could not be sent", contact.kind)
        if failures >= MOST_FAILURES:
            del self._failures[contact.handle]
            await self._ask(self._store.drop_contact, contact.handle)
        else:
            now = self._now_ms()
            await self._ask(self._store.told_contact, contact.handle, due.turn, now)


def quiet_until(span: str, zone: str, now_ms: int) -> int:
    """When the quiet hours end that it is at this moment; 0 if it is none of them.

    >>> quiet_until("22:00-08:00", "UTC", 1_700_000_000_000) == 1_700_035_200_000  # at 22:13
    True
    >>> quiet_until("22:00-08:00", "UTC", 1_700_035_200_000)  # at 8 in the morning
    0
    """
    first, last = (_minutes(each) for each in span.split("-"))
    now = datetime.fromtimestamp(now_ms / 1000, zone_of(zone))
    minute = now.hour * 60 + now.minute
    inside = first <= minute < last if first <= last else minute >= first or minute < last
    if not inside:
        return 0
    end = now.replace(hour=last // 60, minute=last % 60, second=0, microsecond=0)
    if last <= minute:
        end = (end.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone_of(zone))
    return int(end.timestamp() * 1000)


def _minutes(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)
