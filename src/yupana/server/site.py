"""What every request goes through: limits, origin and secrets first, and one form for every refusal.

Handlers are functions of the site and a request; they live in handlers.py, and talk.py has those that stay
connected. None of them touches a table before the caller's secret has been found to open it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from yupana.core.errors import EditionError, NotationError, OptionError, RuleError, YupanaError
from yupana.server import wire
from yupana.server.doors import Caller, Forbidden, Settings, caller, check_origin
from yupana.server.hub import Hub
from yupana.server.limits import Buckets, Open, TooMany
from yupana.server.line import Lines
from yupana.server.live import Live
from yupana.server.log import Status
from yupana.server.policy import Actor, Refused
from yupana.server.reading import Damaged
from yupana.server.reception import NoKey
from yupana.server.say import no
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
        self.commands = Buckets(limits.burst, limits.per_second)
        self.requests = Buckets(limits.requests_burst, limits.requests_per_second)
        self.tables = Buckets(limits.tables_per_hour, limits.tables_per_hour / 3600)
        self.tries = Buckets(limits.tries_per_minute, limits.tries_per_minute / 60)
        self.sockets = Open()
        self.lines = Lines(limits.unread)
        self.connected = 0

    def caller(self, request: Request) -> Caller:
        return caller(request, self.settings)

    async def serve(self, handler: Handler, request: Request) -> Response:
        """Limits and origin first; every refusal in one form, nothing else ever told."""
        try:
            who = self.caller(request)
            if not self.requests.take(who.address):
                raise TooMany("server.too-many")
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
        """The whole body, if it is small enough."""
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > wire.LARGEST_MESSAGE:
                raise wire.Malformed("wire.large", most=wire.LARGEST_MESSAGE)
        return data

    async def admit(self, who: Caller, table: str) -> tuple[Actor, frozenset[str]]:
        """Whom the secrets make of the caller, before anything of the table is touched.

        A right one always opens: somebody who guesses must not lock out all who share the address.
        """
        found = await self.hub.keyring.who(table[:64], who.for_table(table))
        if found is None:
            if not self.tries.take(who.address):
                raise TooMany("server.too-many")
            raise NoKey("auth.no-key")
        return found

    def may_try(self, who: Caller) -> None:
        """Refuses those who have guessed too often."""
        if not self.tries.has(who.address):
            raise TooMany("server.too-many")

    async def found(self, request: Request) -> tuple[Live, Actor, frozenset[str]]:
        table = request.path_params["table"]
        actor, keys = await self.admit(self.caller(request), table)
        return await self.hub.live(table), actor, keys

    def may_open(self, address: str) -> None:
        """Refuses those who have opened many tables of late."""
        if not self.tables.take(address):
            raise TooMany("server.too-many-tables")

    def spend(self, keys: frozenset[str]) -> None:
        if not self.commands.take(min(keys)):
            raise TooMany("wire.slow-down")


Handler = Callable[[Site, Request], Awaitable[Response]]
