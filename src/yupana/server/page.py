"""The pages: what a person's browser asks for. Reads the store where it must, and renders with `yupana.web`.

GET  /                  the games, open tables, tables to go on with
GET  /play/{game}       the ways to open a table
GET  /j/{code}          the way to a table by its four letters, also as a QR
GET  /t/{table}         a table; the secret is in the part of the address that no server sees
GET  /t/{table}/enter   what to do about a table whose key one does not have
GET  /rules/{game}      the rules of a game, a link for every clause
GET  /about, /guarantees, /privacy
GET  /app.webmanifest, /sw.js   what lets a phone keep us on its home screen, where the address is https
GET  /static/..., /words/...   the built client and its words: kept by browsers for good
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from yupana.core.errors import YupanaError
from yupana.core.game import Game
from yupana.server.doors import Settings
from yupana.server.history import HISTORY
from yupana.server.policy import Actor
from yupana.server.seats import new_explorer, read_code, seat_hashes
from yupana.server.site import Handler, Site, installed_games, status_of
from yupana.server.store import NoSuchTable
from yupana.server.table import Table
from yupana.shelf import edition_names, load_edition
from yupana.web import assets, frame, looks, offline, reading, tables, ways
from yupana.web import home as home_
from yupana.web.boxes import box_of
from yupana.web.looks import Looks, read_looks
from yupana.words import words

AnyGame = Game[Any, Any, Any]


class NotThere(NoSuchTable):
    """There is no such page, game or file."""

    def __init__(self, code: str) -> None:
        YupanaError.__init__(self, code)


Show = Callable[[Site, Request, Looks], Awaitable[str]]


def shown(show: Show) -> Handler:
    """A handler that answers with a page in the language of whoever asks, refusals included."""

    async def handler(site: Site, request: Request) -> Response:
        look = looks_of(request)
        try:
            return html(await show(site, request, look), request)
        except YupanaError as error:
            said = words(look.language).say_error(error)
            return html(tables.refusal_page(look, said), request, status_of(error))

    return handler


def looks_of(request: Request) -> Looks:
    cookie = request.cookies.get(looks.COOKIE, "")
    accept = request.headers.get("accept-language", "")
    return read_looks(cookie, accept, request.query_params.get("lang"))


def html(text: str, request: Request, status: int = 200) -> Response:
    """A page; one that was asked for in another language remembers that."""
    response = Response(text, status, media_type="text/html; charset=utf-8")
    asked = request.query_params.get("lang")
    if asked is not None and looks.speaks(asked):
        kept = looks.with_language(request.cookies.get(looks.COOKIE, ""), asked)
        response.set_cookie(looks.COOKIE, kept, looks.AGE, path="/", samesite="lax")
    return response


async def home(site: Site, request: Request, look: Looks) -> str:
    waiting, playing = await site.public("waiting"), await site.public("playing")
    return await site.documents.page(
        home_.home_page,
        look,
        tuple(home_.OpenTable(row.id, row.code, row.game) for row in waiting if row.code),
        tuple(home_.OpenTable(row.id, row.code or "", row.game) for row in playing),
    )


async def table(site: Site, request: Request, look: Looks) -> str:
    live = await site.hub.live(request.path_params["table"][:64])
    game = live.table.game
    invite = invitation(site, request)
    held = site.caller(request).for_table(live.name)
    known = await site.hub.keyring.who(live.name, held) is not None
    return tables.table_page(look, live.name, game.name, box_of(game), invite, known)


async def enter(site: Site, request: Request, look: Looks) -> str:
    live = await site.hub.live(request.path_params["table"][:64])
    seen = live.table_for(Actor())  # no more than those who watch are shown
    gathering = seen.phase == "gathering"
    held = site.caller(request).for_table(live.name)
    facts = tables.TableFacts(
        table=live.name,
        code=live.row.code,
        game=seen.game.name,
        phase=seen.phase,
        seats=len(seen.chairs),
        free=sum(chair.player == "empty" for chair in seen.chairs) if gathering else 0,
        may_sit=_may_sit(live.table),
        may_watch=live.table.policy.public,
        may_take_back=any(map(live.was_given_away, seat_hashes(live.name, held))),
    )
    name = new_explorer().called(look.language)
    return tables.enter_page(look, facts, name, "old" in request.query_params)


def _may_sit(table: Table) -> bool:
    """Whether somebody who comes now finds a seat."""
    if table.policy.locked or table.phase == "over":
        return False
    if table.phase == "playing" and table.policy.late != "bots":
        return False
    free = "empty" if table.phase == "gathering" else "bot"
    return any(chair.player == free for chair in table.chairs)


async def game(site: Site, request: Request, look: Looks) -> str:
    name = request.path_params["game"]
    return await site.documents.page(_game_page, look, name, _game(name))


def _game_page(look: Looks, name: str, kind: type[AnyGame]) -> str:
    editions = [(each, load_edition(kind, each).title) for each in edition_names(kind)]
    return ways.game_page(look, name, kind, editions)


def _game(name: str) -> type[AnyGame]:
    found = installed_games().get(name)
    if found is None:
        raise NotThere("server.no-path")
    return found


async def rules(site: Site, request: Request, look: Looks) -> str:
    name = request.path_params["game"]
    return await site.documents.page(reading.rules_page, look, name, _game(name))


async def about(site: Site, request: Request, look: Looks) -> str:
    return await site.documents.page(reading.about_page, look)


async def guarantees(site: Site, request: Request, look: Looks) -> str:
    return await site.documents.page(reading.points_page, look, "guarantees")


async def typed_code(site: Site, request: Request) -> Response:
    """What somebody typed into the form of the home page."""
    code = read_code(request.query_params.get("code", "")[:20])
    if code is None:
        return await shown(_no_code)(site, request)
    return RedirectResponse(f"/j/{code}", 303)


async def _no_code(site: Site, request: Request, look: Looks) -> str:
    raise NoSuchTable(request.query_params.get("code", "")[:20])


async def join(site: Site, request: Request) -> Response:
    """By code, in any case: small letters are sent on to the address that a QR holds."""
    typed = request.path_params["code"]
    code = read_code(typed)
    if code is not None and code != typed:
        return RedirectResponse(f"/j/{code}", 307)
    return await shown(_join)(site, request)


async def _join(site: Site, request: Request, look: Looks) -> str:
    row = await site.table_by_code(request)
    name = new_explorer().called(look.language)
    table = (await site.hub.live(row.id)).table
    may_sit = table.phase == "gathering" or (table.phase, table.policy.late) == ("playing", "bots")
    return tables.join_page(look, row.id, row.code or "", row.game, name, may_sit)


async def qr(site: Site, request: Request) -> Response:
    """The address of a table as a QR; all in capitals, which takes fewer squares."""
    row = await site.table_by_code(request)
    address = invitation(site, request) or _base(request, site.settings)
    drawn = await site.documents.qr(f"{address}/j/{row.code}".upper())
    return Response(drawn, media_type="image/svg+xml")


HERE = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine for itself, which lead nobody else to it."""


def invitation(site: Site, request: Request) -> str | None:
    """The address that others are to be given; None if nobody else can get here."""
    settings = site.settings
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    if host not in HERE:
        return _base(request, settings)
    return None if settings.lan_url is None else settings.lan_url.rstrip("/")


def _base(request: Request, settings: Settings) -> str:
    scheme = "https" if settings.secure else "http"
    return f"{scheme}://{request.headers.get('host', '')}"


async def app_manifest(site: Site, request: Request) -> Response:
    data = msgspec.json.encode(frame.app_manifest())
    return Response(data, media_type="application/manifest+json")


async def worker(site: Site, request: Request) -> Response:
    """Not kept by browsers: another client comes with another one."""
    return Response(offline.worker(), media_type="text/javascript")


async def static(request: Request) -> Response:
    return _sent(request, assets.files().get(request.path_params["name"]))


async def catalogue(request: Request) -> Response:
    return _sent(request, assets.catalogue(request.path_params["name"]))


def _sent(request: Request, file: assets.File | None) -> Response:
    if file is None:
        raise HTTPException(404)
    headers = {"cache-control": assets.KEEP, "vary": "accept-encoding"}
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, 200, headers, file.kind)
    return Response(file.data, 200, headers, file.kind)


PAGES: dict[str, Handler] = {
    "/": shown(home),
    "/play/{game}": shown(game),
    "/rules/{game}": shown(rules),
    "/about": shown(about),
    "/guarantees": shown(guarantees),
    "/t/{table}": shown(table),
    "/t/{table}/enter": shown(enter),
    "/j": typed_code,
    "/j/{code}": join,
    "/j/{code}/qr.svg": qr,
    "/app.webmanifest": app_manifest,
    offline.ADDRESS: worker,
    **HISTORY,
}

STATIC = [Route("/static/{name}", static), Route("/words/{name}", catalogue)]
"""Files that cost nothing to send, and that a whole class behind one address asks for at once."""


def missing(request: Request, status: int) -> Response | None:
    """A page for a browser that went where there is nothing; None for a program."""
    if "text/html" not in request.headers.get("accept", ""):
        return None
    look = looks_of(request)
    said = words(look.language).say("server.no-path")
    return html(tables.refusal_page(look, said), request, status)
