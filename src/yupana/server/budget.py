"""What each caller may cause: one account a payer, one list of prices. Only in memory.

Who pays. Whoever shows the secret of a seat or of a host pays by what they hold: all secrets of one seat are one
account, and so are all host links of a table, however many were issued. Accounts that are shown together are one from
then on, whichever of their secrets come later. Everybody else pays by address: an IPv6 address by its /64, one that
stands for an IPv4 address by that. Addresses are nowhere stored or logged.

What holders may do is bounded for each account (`burst`, `per_second`) and for all holders of one address together
(`HOLDERS`), for somebody who sits alone at many tables holds many accounts. A small part of each account is free of
that second bound (`QUIET`): so a class behind one address plays on while one of them uses up what they share.

Requests wait instead of being refused. A class that joins cannot be told from somebody who floods, as long as they
have shown nothing: they share an address. So requests that come faster than an address may send them wait in a queue
that is fair between connections. A flood over a few connections is slowed down to the rate of the address, and each
phone, which has its own connection, is next in turn. Only where hundreds wait already is anything refused, and that
not at once: to be refused a thousand times a second would be work, too.

Questions about moves are paid from an account of their own, with the time that they took: previews never cost a move.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count
from typing import Any

from msgspec import Struct

from yupana.server.limits import Buckets, Limits, TooMany

Clock = Callable[[], float]

# Prices

PRICES: tuple[tuple[str, re.Pattern[str], float], ...] = tuple(
    (method, re.compile(path), price)
    for method, path, price in (
        ("GET", r"/(static|words)/[^/]*", 0.1),
        ("GET", r"/j/[^/]*/qr\.svg", 2),
        ("GET", r"/api/tables/[^/]*/(ws|stream)", 3),
        ("GET", r"/api/tables/[^/]*/export", 10),
        ("GET", r"/api/tables/[^/]*/moments", 5),
        ("POST", r"/api/tables/[^/]*/(sit|resume|links|follow|watch)", 2),
        ("POST", r"/api/tables/[^/]*/branch", 10),
        ("POST", r"/api/tables", 5),
    )
)
"""Of requests that cost more or less than the usual 1: about a millisecond of the event loop."""

SECRET_PRICE = 0.2
"""Of each secret that has to be looked up in the store."""

SEATS_A_TABLE = 25
"""Seats that a table may have before opening it counts as opening one more."""

WORK_PRICE = 40.0
"""Of a second of work on questions: the longest that is answered, of 50 ms, costs 2 more than the shortest."""

SPECTATOR_PRICE = 4.0
"""Of what a spectator sends over a socket, who needs to say hello and hardly anything else."""

MISBEHAVED_PRICE = 20.0
"""Requests that it costs a holder to be shown out: connecting again at once would be work, too."""

# Accounts, as multiples of the burst and the rate of commands

QUESTIONS = (4.0, 2.0)
FRAMES = (10.0, 10.0)
REQUESTS = (3.0, 4.0)
PEAK = (1 / 50, 3.0)
"""Of an account of requests: what may be asked for in one moment, and how fast after that while the rest lasts."""
QUIET = {
    "commands": (1.0, 0.1),
    "questions": (2.0, 0.2),
    "requests": (1.0, 0.1),
    "frames": (5.0, 0.4),
}
"""What each holder may do whatever others of the same address have done."""
HOLDERS = (50.0, 20.0)
"""What all holders of one address may do beyond that."""
FRAME_PRICE = 0.1
"""Of a frame, there."""
HOLDERS_REQUESTS = (3.0, 2.0)
"""Requests of all holders of one address beyond that, as multiples of those of strangers."""

KNOWN_FOR = 30.0
"""Seconds for which it is remembered to whose account a secret belongs: a revoked one pays no longer."""

JOINED_FOR = 3600.0
"""Seconds for which accounts stay one after they were last shown together: a seat may be given to somebody else."""

MOST_KNOWN = 50_000
"""Secrets, accounts, tables and codes that are remembered."""

MOST_CONNECTIONS = 1000
"""Connections of one account that are remembered while requests wait; not more wait, but some are gone."""

REFUSED_AFTER = 1.0
"""Seconds that somebody waits for a refusal who asks although hundreds of their requests wait."""

SOCKET = "socket "
"""How the accounts of spectators begin."""

TABLE = re.compile(r"/api/tables/([^/]+)(?:/.*)?")
"""Requests about one table: those at which a secret of it is of use."""


def network(address: str) -> str:
    """The address that pays: an IPv6 network of one customer is one address.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def price_of(method: str, path: str) -> float:
    for asked, pattern, price in PRICES:
        if asked == method and pattern.fullmatch(path):
            return price
    return 1.0


class Payer(Struct, frozen=True):
    """Who is charged."""

    address: str
    account: str | None = None
    """Of a holder, or of a spectator's connection; None: the address itself pays."""

    @property
    def holds(self) -> bool:
        return self.account is not None


NOBODY = Payer("?")
_payer: ContextVar[Payer] = ContextVar("payer", default=NOBODY)


class Queue:
    """Requests of one account that wait for their price, fairly between connections.

    Start-time fair queueing: a request is due at the virtual time at which the former one of its connection has
    been paid for. A connection that has not asked for anything yet is due at once.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, float, asyncio.Future[None]]] = []
        self._number = count()
        self._now = 0.0
        self._paid: dict[str, float] = {}
        self.timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, connection: str, price: float) -> asyncio.Future[None]:
        due = max(self._now, self._paid.get(connection, 0.0))
        self._paid[connection] = due + price
        if len(self._paid) > 2 * MOST_CONNECTIONS:
            self._paid = {name: paid for name, paid in self._paid.items() if paid > self._now}
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._heap, (due, next(self._number), price, future))
        return future

    def next_price(self) -> float | None:
        """Of the first who still waits."""
        while self._heap and self._heap[0][3].done():
            heappop(self._heap)
        return self._heap[0][2] if self._heap else None

    def release(self) -> None:
        self._now, _, _, future = heappop(self._heap)
        future.set_result(None)


class Requests:
    """Accounts of requests. Whoever has spent what there is waits for more; and a little while there still is enough,
    so that a crowd that comes at the same moment is not served in one."""

    def __init__(self, burst: float, per_second: float, most_waiting: int, clock: Clock) -> None:
        self._buckets = Buckets(burst, per_second, clock=clock)
        self._peaks = Buckets(max(1.0, PEAK[0] * burst), PEAK[1] * per_second, clock=clock)
        self._most = most_waiting
        self._queues: dict[str, Queue] = {}

    async def pay(self, account: str, connection: str, price: float) -> None:
        queue = self._queues.get(account)
        if queue is None:
            if self._take(account, price):
                return
            queue = self._queues[account] = Queue()
        if len(queue) >= self._most:
            await asyncio.sleep(REFUSED_AFTER)
            raise TooMany("server.too-many")
        waiting = queue.add(connection, price)
        self._look(account)
        await waiting

    def _look(self, account: str) -> None:
        """Lets in all who can be paid for by now, and looks again when the next can be."""
        queue = self._queues[account]
        if queue.timer is not None:
            queue.timer.cancel()
        while (price := queue.next_price()) is not None and self._take(account, price):
            queue.release()
        if price is None:
            del self._queues[account]
        else:
            both = (self._buckets, self._peaks)
            wait = max(0.001, *(each.wait(account, min(price, each.burst)) for each in both))
            queue.timer = asyncio.get_running_loop().call_later(wait, self._look, account)

    def _take(self, account: str, price: float) -> bool:
        """What costs more than fits into a bucket takes all of it."""
        both = (self._buckets, self._peaks)
        if not all(each.has(account, min(price, each.burst)) for each in both):
            return False
        for each in both:
            each.fine(account, price)
        return True

    def refund(self, account: str, price: float) -> None:
        self._buckets.give_back(account, price)

    def fine(self, account: str, price: float) -> None:
        self._buckets.fine(account, price)

    def merge(self, account: str, other: str) -> None:
        self._buckets.merge(account, other)


class Held(Struct):
    """What somebody shows by their secrets."""

    names: set[str]
    unknown: list[str]
    """Secrets that were not looked up yet, by their hash."""
    is_stale: bool
    """Whether some were looked up too long ago."""


class Accounts:
    """Which account the secrets of seats and hosts belong to."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[str | None, float]] = OrderedDict()
        """Secrets by their hash: what they open, None for what anybody may hold; and until when."""
        self._joined: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """Accounts that were shown together with another one, which pays since; and until when."""

    def remember(self, hash_: str, held: str | None) -> None:
        self._known[hash_] = (held, self._clock() + KNOWN_FOR)
        _shrink(self._known)

    def forget(self, hash_: str) -> None:
        self._known.pop(hash_, None)

    def find(self, hashes: Iterable[str]) -> Held:
        """What is held by these secrets, as far as they were looked up before."""
        now, found = self._clock(), Held(set(), [], False)
        for hash_ in hashes:
            if hash_ not in self._known:
                found.unknown.append(hash_)
                continue
            what, until = self._known[hash_]
            found.is_stale = found.is_stale or until < now
            if what is not None:
                found.names.add(what)
        return found

    def account(self, names: Iterable[str], merge: Callable[[str, str], None]) -> str:
        """The account of what is held: one for all of it, from now on."""
        held = sorted(names)
        roots = sorted({self._root(name) for name in held})
        kept, until = roots[0], self._clock() + JOINED_FOR
        for other in roots[1:]:
            self._joined[other] = (kept, until)
            merge(kept, other)
        for name in held:
            if name != kept:
                self._joined[name] = (kept, until)
                self._joined.move_to_end(name)
        _shrink(self._joined)
        return kept

    def _root(self, name: str) -> str:
        while name in self._joined:
            other, until = self._joined[name]
            if until < self._clock():
                del self._joined[name]
                break
            name = other
        return name


class Openers:
    """The addresses that tables were opened from, and the codes that each address has used."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, str] = OrderedDict()
        self._codes: OrderedDict[tuple[str, str], None] = OrderedDict()

    def opened(self, table: str, code: str, by: str) -> None:
        self._tables[table] = by
        _shrink(self._tables)
        self.used(code, by)

    def of(self, table: str) -> str | None:
        """None after a restart: nothing of this is stored."""
        return self._tables.get(table)

    def payer(self, table: str) -> str:
        """Who is charged for work of the table itself; where that is not known, the table."""
        return self._tables.get(table, f"table {table}")

    def count(self, tables: Iterable[str], by: str) -> int:
        return sum(self._tables.get(table) == by for table in tables)

    def used(self, code: str, by: str) -> None:
        self._codes[by, code] = None
        self._codes.move_to_end((by, code))
        _shrink(self._codes)

    def knows(self, code: str, by: str) -> bool:
        """Whether the address has found a table by this code before: to use it again is no guess."""
        return (by, code) in self._codes


def _shrink(known: OrderedDict[Any, Any]) -> None:
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)


class Budget:
    """All accounts of a server."""

    def __init__(self, limits: Limits, openers: Openers, clock: Clock = time.monotonic) -> None:
        def buckets(times: tuple[float, float] = (1.0, 1.0)) -> Buckets:
            return Buckets(times[0] * limits.burst, times[1] * limits.per_second, clock=clock)

        def hourly(many: int) -> Buckets:
            return Buckets(many, many / 3600, clock=clock)

        most = limits.requests_waiting
        burst, per_second = REQUESTS[0] * limits.burst, REQUESTS[1] * limits.per_second
        self.openers = openers
        self.accounts = Accounts(clock)
        self._anonymous = Requests(limits.requests_burst, limits.requests_per_second, most, clock)
        self._requests = Requests(burst, per_second, most, clock)
        self._holders_requests = Requests(
            HOLDERS_REQUESTS[0] * limits.requests_burst,
            HOLDERS_REQUESTS[1] * limits.requests_per_second,
            most,
            clock,
        )
        self._buckets = {"commands": buckets(), "questions": buckets(QUESTIONS)}
        self._quiet = {kind: buckets(times) for kind, times in QUIET.items()}
        self._frames, self._holders = buckets(FRAMES), buckets(HOLDERS)
        self._tables = hourly(limits.tables_per_hour)
        self._public_seats = hourly(limits.public_seats_per_hour)
        self._sockets = count()

    # Who pays

    def holder(self, address: str, held: Iterable[str]) -> Payer:
        """Of the holder of these seats and host links; of an address if there are none."""
        found = set(held)
        return Payer(address, self.accounts.account(found, self._merge) if found else None)

    def _merge(self, account: str, other: str) -> None:
        for each in (*self._buckets.values(), *self._quiet.values(), self._frames):
            each.merge(account, other)
        self._requests.merge(account, other)

    def of_socket(self, payer: Payer) -> Payer:
        """Who pays for what comes over a connection. Spectators have one link in common, and mostly say nothing:
        each has an account for as long as they are connected."""
        return payer if payer.holds else Payer(payer.address, f"{SOCKET}{next(self._sockets)}")

    @staticmethod
    def current() -> Payer:
        """Of the request that is being handled."""
        return _payer.get()

    @staticmethod
    def charge(payer: Payer) -> None:
        """Everything that this task does from now on is charged to them."""
        _payer.set(payer)

    # What is paid

    async def request(self, payer: Payer, connection: str, price: float) -> None:
        """Waits until the request can be paid for; TooMany if too many wait."""
        if payer.account is None:
            await self._anonymous.pay(payer.address, connection, price)
            return
        await self._requests.pay(payer.account, connection, price)
        if not self._quiet["requests"].take(payer.account, price):
            await self._holders_requests.pay(payer.address, connection, price)

    def refund(self, address: str, price: float) -> None:
        """A request that came in as a stranger's was a holder's."""
        self._anonymous.refund(address, price)

    def fine(self, payer: Payer, price: float = MISBEHAVED_PRICE) -> None:
        if payer.account is not None:
            self._requests.fine(payer.account, price)

    def frame(self, payer: Payer) -> bool:
        """Every frame of a socket, of whatever kind; False: the client is to be shown out."""
        account = payer.account or payer.address
        if not self._frames.take(account):
            return False
        return self._quiet["frames"].take(account) or self._holders.take(payer.address, FRAME_PRICE)

    def command(self, payer: Payer) -> None:
        self._spend("commands", payer)

    def question(self, payer: Payer) -> None:
        self._spend("questions", payer)

    def worked(self, payer: Payer, seconds: float) -> None:
        """The time that a question took, on top of its price."""
        if payer.account is not None:
            self._buckets["questions"].fine(payer.account, WORK_PRICE * seconds)

    def _spend(self, kind: str, payer: Payer) -> None:
        """From the holder's account; beyond what each is free to do, from what the address has as well."""
        account = payer.account
        if account is None:  # a plain request of somebody without a seat, which is paid for
            return
        price = SPECTATOR_PRICE if account.startswith(SOCKET) else 1.0
        if not self._buckets[kind].has(account, price):
            raise TooMany("wire.slow-down")
        if not self._quiet[kind].take(account, price) and not self._holders.take(
            payer.address, price
        ):
            raise TooMany("wire.slow-down")
        self._buckets[kind].take(account, price)

    def open_table(self, address: str, seats: int) -> None:
        price = min(1 + max(0, seats) // SEATS_A_TABLE, self._tables.burst)
        if not self._tables.take(address, price):
            raise TooMany("server.too-many-tables")

    @contextmanager
    def public_seat(self, address: str, table: str) -> Iterator[None]:
        """A seat at a table that is open to all, unless that was opened from here. Paid for if it is given."""
        if self.openers.of(table) == address:
            yield
            return
        if not self._public_seats.take(address):
            raise TooMany("table.public-seats")
        try:
            yield
        except BaseException:
            self._public_seats.give_back(address, 1)
            raise
