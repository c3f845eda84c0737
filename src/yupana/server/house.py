"""What looks after a server beside the play: backups, notices, the check of finished games, and its own pages.

    GET  /admin ...              for whoever runs it, behind a token: admin.py
    GET  /metrics                for programs that watch over it
    GET  /privacy                what is kept of whom, and for how long
    GET  /dice                   how all dice of this server have fallen
    GET  /verify                 a page that checks a finished game in the browser
    GET  /.well-known/security.txt
    ...  /api/tables/{id}/notify, /notify        where people wish to be told: contacts.py

app.py asks for `routes` and starts and stops it; nothing that plays knows of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from yupana.core.game import Seat
from yupana.server import handlers, notices
from yupana.server.admin import Admin
from yupana.server.audit import Auditor, Sum, add_up
from yupana.server.backups import Keeper
from yupana.server.channels import Links, make_channels
from yupana.server.contacts import Contacts
from yupana.server.doors import Forbidden, may_see_metrics
from yupana.server.hub import Hub
from yupana.server.metrics import Gauges
from yupana.server.notify import Notifier, Waited
from yupana.server.options import Options
from yupana.server.page import shown
from yupana.server.sheets import serve_form
from yupana.server.site import Handler, Site
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Store

NOTIFY = "/api/tables/{table}/notify"

SUMS_AGE = 60.0
"""Seconds for which the count of all dice is not worked out again."""


def backup_folder(options: Options) -> Path:
    return options.backup.folder or options.data / "backups"


def make_keeper(options: Options, store: Store) -> Keeper:
    return Keeper(
        store,
        backup_folder(options),
        every_hours=options.backup.every_hours,
        keep=options.backup.keep,
        source=store.path if isinstance(store, SqliteStore) else None,
    )


class House:
    """Made before the event loop, begins with it."""

    def __init__(self, options: Options, store: Store) -> None:
        self.options = options
        self.store = store
        self.keeper = make_keeper(options, store)
        self.base = options.public_url.rstrip("/") if options.public_url else None
        self.channels = make_channels(options.notify, self.base)
        self.notifier: Notifier | None = None
        self.started = time.time()
        self.hub: Hub | None = None
        self._sums: tuple[float, dict[str, Sum]] = (float("-inf"), {})
        self._chores: list[asyncio.Task[None]] = []

    async def start(self, hub: Hub) -> None:
        self.hub = hub
        await self.keeper.start()
        self._do(Auditor(self.store, hub.ask, self._count_anew).run())
        if self.channels:
            self.notifier = Notifier(
                self.options.notify,
                self.channels,
                store=self.store,
                ask=hub.ask,
                tables=_Tables(hub),
                metrics=hub.metrics,
                links=None if self.base is None else Links(self.base),
                pools=hub.pools,
                payer_of=hub.openers.payer,
            )
            self._do(self.notifier.run())

    def _do(self, chore: Coroutine[Any, Any, None]) -> None:
        self._chores.append(asyncio.create_task(chore))

    async def stop(self) -> None:
        for chore in self._chores:
            chore.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await chore
        await self.keeper.stop()

    def due(self, table: str, seats: Mapping[Seat, int]) -> None:
        """Somebody is waited for; see live.World."""
        if self.notifier is not None:
            self.notifier.due(table, seats)

    # Figures

    def _count_anew(self) -> None:
        self._sums = (float("-inf"), {})

    async def sums(self) -> dict[str, Sum]:
        """The count of all finished games, not more than a minute old."""
        assert self.hub is not None
        at, found = self._sums
        if time.monotonic() - at > SUMS_AGE:
            tallies = await self.hub.ask(self.store.tallies)
            found = await self.hub.pools.load.run(add_up, tallies)
            self._sums = (time.monotonic(), found)
        return found

    async def gauges(self, site: Site) -> Gauges:
        wrong = sum(each.wrong for each in (await self.sums()).values())
        return {
            **handlers.gauges(site),
            "backup_age_seconds": ("Since the newest checked backup.", round(self.keeper.age(), 1)),
            "games_wrong": ("Finished games that do not check out.", wrong),
        }

    # Routes

    def routes(self, site: Callable[[], Site]) -> list[BaseRoute]:
        """All of ours; `site` is there once the event loop is."""
        contacts = Contacts(self)
        gets: dict[str, Handler] = {
            "/metrics": self._metrics,
            **notices.gets(self),
            "/notify": shown(contacts.page),
            NOTIFY: contacts.seen,
        }
        forms: dict[str, Handler] = {"/notify": contacts.press}
        if self.options.admin_token is not None:
            admin = Admin(self, self.options.admin_token)
            gets |= admin.gets()
            forms |= admin.forms()

        def route(path: str, handler: Handler, method: str) -> Route:
            async def serve(request: Request) -> Response:
                return await site().serve(handler, request)

            return Route(path, serve, methods=[method])

        def form(path: str, handler: Handler) -> Route:
            async def serve(request: Request) -> Response:
                return await serve_form(site(), handler, request)

            return Route(path, serve, methods=["POST"])

        return [
            *(route(path, handler, "GET") for path, handler in gets.items()),
            route(NOTIFY, contacts.ask, "POST"),
            route(NOTIFY, contacts.drop, "DELETE"),
            *(form(path, handler) for path, handler in forms.items()),
        ]

    async def _metrics(self, site: Site, request: Request) -> Response:
        if not may_see_metrics(request, site.settings):
            raise Forbidden("auth.metrics")
        return PlainTextResponse(site.hub.metrics.text(await self.gauges(site)))


class _Tables:
    """Whom a table waits for, as the notifier asks."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def waited(self, table: str) -> dict[Seat, Waited]:
        live = await self._hub.live(table, visit=False)
        here = live.here()
        return {
            seat: Waited(live.table.revs[seat], here[seat], live.table.game.name, live.row.code)
            for seat in live.table.waited_for()
        }
