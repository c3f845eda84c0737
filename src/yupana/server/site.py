"""What every request goes through: origin and secrets first, and one form for every refusal.

Handlers are functions of the site and a request; they live in handlers.py, and talk.py has those that stay
connected. None of them touches a table before the caller's secret has been found to open it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from yupana.core.errors import EditionError, NotationError, OptionError, RuleError, YupanaError
from yupana.core.game import Game
from yupana.games import all_games
from yupana.server import wire
from yupana.server.authority import Bearer
from yupana.server.budget import Budget
from yupana.server.doors import Caller, Forbidden, Settings, caller, check_origin
from yupana.server.exports import Documents
from yupana.server.hub import Hub
from yupana.server.limits import Buckets, Open, TooMany
from yupana.server.line import Lines
from yupana.server.live import Live
from yupana.server.log import Status
from yupana.server.policy import Actor, NoKey, Refused
from yupana.server.reading import Damaged
from yupana.server.say import no
from yupana.server.seats import read_code
from yupana.server.store import NoSuchTable, StoreBusy, StoreFailed, TableRow
from yupana.words import language_accepted

MOST_LISTED = 100
"""Tables of strangers that are shown."""

STATUS: Sequence[tuple[type[YupanaError], int]] = (
    (wire.Malformed, 400),
    (NoKey, 401),
    (Forbidden, 403),
    (NoSuchTable, 404),
    (TooMany, 429),
    (StoreBusy, 503),
    (Damaged, 503),
    (NotationError, 422),
    (OptionError, 422),
    (EditionError, 422),
    (RuleError, 409),
    (Refused, 409),
)


@cache
def installed_games() -> dict[str, type[Game[Any, Any, Any]]]:
    """Our games and those of others, looked for once: that takes milliseconds."""
    return all_games()


def status_of(error: YupanaError) -> int:
    if error.code in ("server.busy", "server.unavailable", "server.error"):
        return 503
    return next((status for kind, status in STATUS if isinstance(error, kind)), 400)


def answer(value: object, status: int = 200, **headers: str) -> Response:
    return Response(wire.encode(value), status, headers, "application/json")


def language_of(connection: HTTPConnection) -> str:
    """What the address says by `?lang=fr`, or what the browser likes best."""
    asked = connection.query_params.get("lang") or connection.headers.get("accept-language", "")
    return language_accepted(asked)


def refusal(error: YupanaError, language: str) -> Response:
    if isinstance(error, StoreFailed):  # nobody knows what became of it: come back and see
        error = Refused("server.unavailable")
    headers = {"retry-after": "10"} if status_of(error) in (429, 503) else {}
    if status_of(error) == 401:
        headers["www-authenticate"] = "Bearer"
    return answer(no(None, error, 0, language), status_of(error), **headers)


class Site:
    """The hub, how it is seen from outside, and who has asked how much."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        limits = settings.limits
        self.hub = hub
        self.settings = settings
        self.budget = Budget(limits, hub.openers)
        self.documents = Documents(hub.pools.work)
        self.tries = Buckets(limits.tries_per_minute, limits.tries_per_minute / 60)
        self.sockets = Open()
        self.lines = Lines(limits.unread)
        self.connected = 0

    def caller(self, request: Request) -> Caller:
        return caller(request, self.settings)

    async def serve(self, handler: Handler, request: Request) -> Response:
        """Origin first; every refusal in one form, nothing else ever told. It is paid for: see charging.py."""
        try:
            who = self.caller(request)
            if request.method not in ("GET", "HEAD"):
                check_origin(request, who, self.settings)
                kind = request.headers.get("content-type", "").partition(";")[0].strip()
                if kind.lower() != "application/json" and request.method != "DELETE":
                    raise wire.Malformed("wire.not-json")
            return await handler(self, request)
        except YupanaError as error:
            self.hub.metrics.count("refusals")
            return refusal(error, language_of(request))
        except ClientDisconnect:  # in the middle of a body: nobody is left to read this
            return refusal(wire.Malformed("wire.not-json"), language_of(request))
        except TimeoutError:
            return refusal(Refused("server.unavailable"), language_of(request))

    async def public(self, status: Status) -> list[TableRow]:
        """The tables of strangers that are open to all, the newest first."""
        found: list[TableRow] = await self.hub.ask(
            self.hub.store.tables, status=status, listed=True, limit=MOST_LISTED
        )
        return found

    async def body(self, request: Request) -> bytes:
        """The whole body, if it is small enough; one that is announced to be too large is not waited for."""
        if int(request.headers.get("content-length", "0")) > wire.LARGEST_MESSAGE:
            raise wire.Malformed("wire.large", most=wire.LARGEST_MESSAGE)
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > wire.LARGEST_MESSAGE:
                raise wire.Malformed("wire.large", most=wire.LARGEST_MESSAGE)
        return data

    async def admit(self, who: Caller, table: str) -> tuple[Actor, Bearer]:
        """What the caller's secrets opened when they were last looked up, before anything of the table is touched.

        A right one always opens: somebody who guesses must not lock out all who share the address.
        """
        found = await self.hub.keyring.who(table[:64], who.for_table(table))
        if found is None:
            if not self.tries.take(who.address):
                raise TooMany("server.too-many")
            raise NoKey("auth.no-key")
        if found[0].replays:
            live = await self.hub.live(table)
            if live.table_for(found[0]).phase != "over":
                raise Refused("table.replay-early")
        return found[0], Bearer(found[1])

    def may_try(self, who: Caller) -> None:
        """Refuses those who have guessed too often."""
        if not self.tries.has(who.address):
            raise TooMany("server.too-many")

    async def bearer(self, request: Request) -> tuple[str, Bearer]:
        """The table, and the caller by the secrets they show; who they are is for the table to say, when it processes
        what they ask for. Called once the body is here."""
        table = request.path_params["table"]
        _, sender = await self.admit(self.caller(request), table)
        return table, sender

    async def found(self, request: Request) -> tuple[Live, Actor, Bearer]:
        """The table, and who the caller is there by its log as it is now."""
        return await self.found_for(self.caller(request), request.path_params["table"])

    async def found_for(self, who: Caller, table: str) -> tuple[Live, Actor, Bearer]:
        _, sender = await self.admit(who, table)
        live = await self.hub.live(table)
        return live, await live.who_is(sender), sender

    async def table_by_code(self, request: Request) -> TableRow:
        """The table of the code in the address. Wrong codes of one address are counted; one that led somewhere
        before is no guess, so that somebody who guesses locks out nobody who shares the address."""
        who, typed = self.caller(request), request.path_params["code"]
        code, openers = read_code(typed), self.hub.openers
        if code is None:
            raise NoSuchTable(typed[:20])
        if not openers.knows(code, who.address):
            self.may_try(who)
        row: TableRow | None = await self.hub.ask(self.hub.store.table_by_code, code)
        if row is None:
            self.tries.take(who.address)
            raise NoSuchTable(typed[:20])
        openers.used(code, who.address)
        return row

    def may_open(self, address: str, seats: int = 1) -> None:
        """Refuses those who have opened many tables of late."""
        self.budget.open_table(address, seats)

    async def paid_seat(self, request: Request) -> AbstractContextManager[None]:
        """What a seat at the table costs: something where strangers sit together, nothing among friends."""
        table = (await self.hub.live(request.path_params["table"])).table
        if not table.policy.public:
            return nullcontext()
        return self.budget.public_seat(self.caller(request).address, table.name)

    def spend(self, keys: frozenset[str]) -> None:
        """A command by a plain request."""
        self.budget.command(self.budget.current())


Handler = Callable[[Site, Request], Awaitable[Response]]
