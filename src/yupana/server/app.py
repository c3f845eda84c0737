"""The routes: read this and know the API. Handlers are in handlers.py and talk.py, what all of them pass first
in site.py; rules are in table.py, storage and order in live.py and hub.py.

    GET  /, /t/{id}, /j/{code}, ...    the pages, listed in page.py
    GET  /api/games                    the games, their seats, options and editions
    GET  /api/games/{game}/rules       the rules, clause by clause
    POST /api/tables                   open a table: its code, and the secrets of host and spectators
    GET  /api/tables                   the open ones that anybody may join
    GET  /api/codes/{code}             the table of a four-letter code
    GET  /api/tables/{id}/about        what a table is: game, options, seats, commitment
    POST /api/tables/{id}/sit          take a seat: its secret and a code to get it back by
    POST /api/tables/{id}/resume       a seat on another device, by that code
    POST /api/tables/{id}/reclaim      a seat that a host gave to somebody else, back to whoever had it
    POST /api/tables/{id}/links        a host's: one more secret for a host, a spectator or a seat;
                                       anybody's: a new one for their seat, to give it away; of a finished
                                       game also one by which others may look at it
    GET  /api/tables/{id}/links        a host's: which secrets are in force, by their public ids
    POST /api/tables/{id}/revoke       a host's: ends a secret of another host, of spectators or of a replay
    POST /api/tables/{id}/name         another name for a seat of one's own, or a host's for any
    POST /api/tables/{id}/follow       to the table where the same people play on, with what one held
    POST /api/tables/{id}/branch       a new table that goes on from a moment of this finished game
    POST /api/tables/{id}/do           a command, as over the socket
    POST /api/tables/{id}/what         a question about moves, as over the socket
    GET  /api/tables/{id}              the view of whoever asks
    GET  /api/tables/{id}/stream       the same as it changes (server-sent events)
    WS   /api/tables/{id}/ws           all of it, both ways
    GET  /api/tables/{id}/export       a finished game with its seed, for `yupana verify`
    POST /api/session                  exchange the secret of a link for a cookie
    GET  /healthz, /metrics, /openapi.json

A refusal is a `no` message: a code, its facts and a sentence.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.websockets import WebSocket

from yupana.server import handlers, page, talk
from yupana.server.charging import Charging
from yupana.server.doors import Doors, Settings
from yupana.server.house import House
from yupana.server.hub import Hub
from yupana.server.policy import Refused
from yupana.server.say import no
from yupana.server.site import Handler, Site, answer, language_of

GETS: dict[str, Handler] = {
    **page.PAGES,
    "/healthz": handlers.health,
    "/metrics": handlers.metrics,
    "/openapi.json": handlers.openapi,
    "/api/games": handlers.games,
    "/api/games/{game}/rules": handlers.rules,
    "/api/tables": handlers.listed,
    "/api/codes/{code}": handlers.by_code,
    "/api/tables/{table}": handlers.view,
    "/api/tables/{table}/about": handlers.about,
    "/api/tables/{table}/links": handlers.listed_links,
    "/api/tables/{table}/stream": talk.stream,
    "/api/tables/{table}/export": handlers.export,
}
POSTS: dict[str, Handler] = {
    "/api/session": handlers.session,
    "/api/tables": handlers.open_table,
    "/api/tables/{table}/sit": handlers.sit,
    "/api/tables/{table}/resume": handlers.resume,
    "/api/tables/{table}/reclaim": handlers.reclaim,
    "/api/tables/{table}/links": handlers.links,
    "/api/tables/{table}/revoke": handlers.revoke,
    "/api/tables/{table}/name": handlers.name,
    "/api/tables/{table}/watch": handlers.watch,
    "/api/tables/{table}/follow": handlers.follow,
    "/api/tables/{table}/branch": handlers.branch,
    "/api/tables/{table}/do": handlers.do,
    "/api/tables/{table}/what": handlers.what,
}


async def _http_error(request: Request, error: Exception) -> Response:
    """No such path or method: in the same form as every other refusal."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and (shown := page.missing(request, 404)) is not None:
        return shown
    code = "server.no-method" if error.status_code == 405 else "server.no-path"
    said = no(None, Refused(code), 0, language_of(request))
    headers = {"allow": _methods(request)} if error.status_code == 405 else {}
    return answer(said, error.status_code, **headers)


def _methods(request: Request) -> str:
    """What can be done with a path; each method has a route of its own."""
    found = {
        method
        for route in request.app.routes
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE
        for method in route.methods or ()
    }
    return ", ".join(sorted(found))


async def _our_fault(request: Request, error: Exception) -> Response:
    return answer(no(None, Refused("server.error"), 0, language_of(request)), 500)


def make_app(
    make_hub: Callable[[], Hub], settings: Settings, house: House | None = None
) -> Starlette:
    """The application; the hub is made and ended with its event loop, and so is what looks after it."""
    site: Site

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        nonlocal site
        hub = make_hub()
        site = Site(hub, settings)
        app.state.hub = hub
        await hub.start()
        if house is not None:
            await house.start(hub)
        yield
        await site.lines.close()
        if house is not None:
            await house.stop()
        await hub.stop()

    def route(path: str, handler: Handler, method: str) -> Route:
        async def serve(request: Request) -> Response:
            return await site.serve(handler, request)

        return Route(path, serve, methods=[method])

    async def socket(websocket: WebSocket) -> None:
        await talk.converse(site, websocket)

    routes: list[BaseRoute] = [
        WebSocketRoute("/api/tables/{table}/ws", socket),  # asked for most, so looked at first
        *(house.routes(lambda: site) if house is not None else ()),
        *page.STATIC,
        *(route(path, handler, "GET") for path, handler in GETS.items()),
        *(route(path, handler, "POST") for path, handler in POSTS.items()),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Doors, settings=settings),
            Middleware(Charging, site=lambda: site),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _our_fault},
        lifespan=lifespan,
    )
