"""The page for whoever runs the server: what it does, what it holds, and the few things to be done about it.

Behind a token of the host's making; without one there is no such page. HTML by itself, no script. The token is
sent once, for a cookie that opens nothing after a day or when the token is another one; a program sends the
token itself, as a bearer. What is shown has no secret in it and no hand of anybody.
"""

from __future__ import annotations

import hmac
import logging
import math
import secrets
import shutil
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

import yupana
from yupana.core.errors import YupanaError
from yupana.server import page, wire
from yupana.server.doors import Forbidden, from_own_page
from yupana.server.limits import Buckets, TooMany
from yupana.server.live import Live
from yupana.server.log import Status
from yupana.server.policy import Actor, NoKey, Refused
from yupana.server.reception import CLOSED
from yupana.server.requests import Command, awaited
from yupana.server.seats import Secret, read_code
from yupana.server.sheets import button, fields, refused, sheet, table, tells_origin
from yupana.server.site import Handler, Site
from yupana.server.store import NoSuchTable, TableRow
from yupana.web.frame import title_of
from yupana.web.html import Child, Html, el
from yupana.web.looks import Looks
from yupana.words import Words, words

if TYPE_CHECKING:
    from yupana.server.house import House

log = logging.getLogger("yupana.admin")

COOKIE = "yupana-admin"
AGE = 24 * 3600
"""Seconds that a login is good for."""

TRIES = 5
"""Wrong tokens of one address that are answered, at once and in a minute."""

ROWS = 100
"""Tables on one page."""

STATUSES: tuple[Status, ...] = ("waiting", "playing", "over")

Show = Callable[[Site, Request, Looks], Awaitable[Response]]


class Admin:
    def __init__(self, house: House, token: Secret) -> None:
        self.house = house
        self.token = token
        self.tries = Buckets(TRIES, TRIES / 60)

    def gets(self) -> dict[str, Handler]:
        return {
            "/admin": self.page(self.front),
            "/admin/tables": self.page(self.tables),
            "/admin/tables/{table}": self.page(self.table),
        }

    def forms(self) -> dict[str, Handler]:
        return {
            "/admin/login": self.login,
            "/admin/logout": self.logout,
            "/admin/backup": self.act(self.backup),
            "/admin/undelete": self.act(self.undelete),
            "/admin/opening": self.act(self.opening),
            "/admin/tables/{table}/close": self.act(self.close),
            "/admin/tables/{table}/forget": self.act(self.forget),
        }

    # Who may

    def page(self, show: Show) -> Handler:
        """A page for those who are in; for others the door."""

        async def handler(site: Site, request: Request) -> Response:
            looks = page.looks_of(request)
            try:
                if not self.is_in(site, request):
                    return self._door(looks, request)
                return tells_origin(await show(site, request, looks))
            except YupanaError as error:
                return refused(request, error)

        return handler

    def act(self, do: Show) -> Handler:
        """Something that changes things: only from a page of ours, or by a program with the token."""

        async def handler(site: Site, request: Request) -> Response:
            if not self._by_bearer(site, request):
                if not from_own_page(request, site.settings):
                    raise Forbidden("auth.other-site")
                if not self._by_cookie(site, request):
                    raise NoKey("auth.admin")
            return await do(site, request, page.looks_of(request))

        return handler

    def is_in(self, site: Site, request: Request) -> bool:
        return self._by_bearer(site, request) or self._by_cookie(site, request)

    def _by_bearer(self, site: Site, request: Request) -> bool:
        kind, _, text = request.headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and self._right(site, request, text.strip())

    def _right(self, site: Site, request: Request, text: str) -> bool:
        """A right token always opens: somebody who guesses must not lock the host out, who may well ask from the
        same address. Wrong ones are limited by address."""
        if self.token == Secret(text):
            return True
        if not self.tries.take(site.caller(request).address):
            raise TooMany("server.too-many")
        return False

    def _by_cookie(self, site: Site, request: Request) -> bool:
        until, _, rest = request.cookies.get(_cookie(site), "").partition(".")
        nonce, _, mark = rest.partition(".")
        if not (until.isdecimal() and len(until) < 15 and nonce.isalnum() and mark.isascii()):
            return False
        return int(until) > time.time() and hmac.compare_digest(mark, self._mark(until, nonce))

    def _mark(self, until: str, nonce: str) -> str:
        """What only a server with the same token can make: several of them know each other's logins."""
        key = self.token.reveal().encode()
        return hmac.digest(key, f"admin-v1|{until}|{nonce}".encode(), "sha256").hex()

    def _door(self, looks: Looks, request: Request, wrong: bool = False) -> Response:
        said = words(looks.language)
        form = el(
            "form",
            el(
                "label",
                said.say("admin.token"),
                el("input", type="password", name="token", autocomplete="current-password"),
            ),
            el("button", said.say("admin.enter"), type="submit"),
            method="post",
            action="/admin/login",
        )
        note = el("p", said.say("admin.wrong"), class_="bad", role="alert") if wrong else None
        text = sheet(looks, said.say("admin.title"), note, form)
        return tells_origin(page.html(text, request, 403 if wrong else 401))

    async def login(self, site: Site, request: Request) -> Response:
        if not from_own_page(request, site.settings):
            raise Forbidden("auth.other-site")
        token = (await fields(site, request)).get("token", "")
        if not self._right(site, request, token.strip()):
            return self._door(page.looks_of(request), request, wrong=True)
        until, nonce = str(int(time.time()) + AGE), secrets.token_hex(8)
        value = f"{until}.{nonce}.{self._mark(until, nonce)}"
        return _moved("/admin", **{"set-cookie": _set_cookie(site, value, AGE)})

    async def logout(self, site: Site, request: Request) -> Response:
        if not from_own_page(request, site.settings):
            raise Forbidden("auth.other-site")
        return _moved("/admin", **{"set-cookie": _set_cookie(site, "", 0)})

    # What is shown

    async def front(self, site: Site, request: Request, looks: Looks) -> Response:
        said = words(looks.language)
        closed = await site.hub.ask(self.house.store.note, CLOSED) is not None
        facts = await self._facts(site, said)
        body: list[Child] = [
            el("dl", [(el("dt", name), el("dd", value)) for name, value in facts]),
            el("h2", said.say("admin.opening")),
            el("p", said.say("admin.opening-closed" if closed else "admin.opening-open")),
            button(
                "/admin/opening",
                said.say("admin.open-again" if closed else "admin.close-server"),
                closed="no" if closed else "yes",
            ),
            el("h2", said.say("admin.backups")),
            self._backups(said),
            el("h2", said.say("admin.marked")),
            await self._marked(site, said),
            el("h2", said.say("admin.tables")),
            self._filters(said),
            button("/admin/logout", said.say("admin.leave")),
        ]
        refresh = "5" if self.house.keeper.busy else None
        return page.html(sheet(looks, said.say("admin.title"), body, refresh=refresh), request)

    async def _facts(self, site: Site, said: Words) -> list[tuple[str, str]]:
        hub, house = site.hub, self.house
        lives = hub.lives()
        counts = await hub.ask(house.store.counts)
        disk = shutil.disk_usage(_existing(house.options.data))
        commit, ack = hub.metrics.quantile("commit", 0.99), hub.metrics.quantile("ack", 0.99)
        sums = await house.sums()
        wrong = sum(each.wrong for each in sums.values())
        gigabyte = 1 << 30
        stored = said.say(
            "admin.stored-value",
            waiting=counts.get("waiting", 0),
            playing=counts.get("playing", 0),
            over=counts.get("over", 0),
        )
        facts = {
            "version": yupana.__version__,
            "store": "PostgreSQL" if house.options.store else f"SQLite ({house.options.data})",
            "uptime": _span(said, time.time() - house.started),
            "stored": stored,
            "memory": str(len(lives)),
            "sockets": str(site.connected),
            "queue": f"{sum(each.queue.qsize() for each in lives)} / {hub.writing}",
            "commit": _at_most(said, commit),
            "ack": _at_most(said, ack),
            "disk": f"{disk.free / gigabyte:.1f} / {disk.total / gigabyte:.1f} GB",
            "checked": said.say(
                "admin.checked-value", games=sum(each.games for each in sums.values()), wrong=wrong
            ),
            "channels": ", ".join(house.channels) or said.say("admin.none"),
        }
        return [(said.say(f"admin.fact-{name}"), value) for name, value in facts.items()]

    def _backups(self, said: Words) -> list[Child]:
        keeper = self.house.keeper
        body: list[Child] = []
        if keeper.busy:
            body.append(el("p", said.say("admin.backup-busy")))
        if keeper.failure is not None:
            text = said.say("admin.backup-failed", problem=keeper.failure.problem)
            body.append(el("p", text, class_="bad"))
        rows = [
            el(
                "tr",
                el("td", _time(kept.made_ms)),
                el("td", kept.file),
                el("td", f"{kept.bytes / (1 << 20):.1f} MB"),
                el("td", kept.tables),
                el("td", kept.entries),
            )
            for kept in keeper.kept()[:10]
        ]
        columns = [said.say(f"admin.backup-{name}") for name in ("when", "file", "size")]
        columns += [said.say("admin.tables"), said.say("admin.entries")]
        body.append(
            table(said.say("admin.backups-checked"), columns, rows)
            if rows
            else el("p", said.say("admin.backup-none"))
        )
        body.append(button("/admin/backup", said.say("admin.backup-now")))
        return body

    async def _marked(self, site: Site, said: Words) -> list[Child]:
        """The tables that retention is going to delete, and what keeps them."""
        found = await site.hub.retention.waiting()
        if not found:
            return [el("p", said.say("admin.marked-none"))]
        hours = math.ceil(min(each.hours for each in found))
        text = said.say("admin.marked-value", tables=len(found), hours=hours)
        return [el("p", text), button("/admin/undelete", said.say("admin.undelete"))]

    def _filters(self, said: Words, chosen: str | None = None) -> list[Child]:
        kinds: list[tuple[str, str]] = [("", said.say("admin.see-tables"))]
        kinds += [(f"?status={each}", said.say(f"admin.status-{each}")) for each in STATUSES]
        links = [
            el(
                "a",
                text,
                href=f"/admin/tables{query}",
                aria_current="page" if query.endswith(chosen or "-") else None,
            )
            for query, text in kinds
        ]
        search = el(
            "form",
            el("label", said.say("admin.find"), el("input", name="find", maxlength=64)),
            el("button", said.say("admin.find-go"), type="submit"),
            action="/admin/tables",
        )
        return [el("nav", links, aria_label=said.say("admin.tables")), search]

    async def tables(self, site: Site, request: Request, looks: Looks) -> Response:
        said = words(looks.language)
        asked = request.query_params
        find = asked.get("find", "").strip()
        if find:
            row = await self._find(site, find)
            return _moved(f"/admin/tables/{row.id}")
        status = next((each for each in STATUSES if each == asked.get("status")), None)
        before = asked.get("before", "")
        rows: list[TableRow] = await site.hub.ask(
            self.house.store.tables,
            status=status,
            created_before=int(before) if before.isdecimal() and len(before) < 16 else None,
            limit=ROWS,
        )
        body: list[Child] = [
            self._filters(said, status),
            await self._rows(site, said, rows),
            el("p", el("a", said.say("admin.back"), href="/admin")),
        ]
        if len(rows) == ROWS:
            query = urlencode({"status": status or "", "before": rows[-1].created_ms})
            older = el("a", said.say("admin.older"), href=f"/admin/tables?{query}", rel="next")
            body.insert(2, el("p", older))
        return page.html(sheet(looks, said.say("admin.tables"), body), request)

    async def _find(self, site: Site, text: str) -> TableRow:
        """By code, or by id."""
        code = read_code(text)
        row: TableRow | None = None
        if code is not None:
            row = await site.hub.ask(self.house.store.table_by_code, code)
        return row or await self._row(site, text)

    async def _row(self, site: Site, table: str) -> TableRow:
        opened = await site.hub.ask(self.house.store.opened, [table])
        if table not in opened:
            raise NoSuchTable(table)
        row: TableRow = (await site.hub.ask(self.house.store.load, table, 1 << 52))[0]
        return row

    async def _rows(self, site: Site, said: Words, rows: Sequence[TableRow]) -> Html:
        opened = await site.hub.ask(self.house.store.opened, [row.id for row in rows])
        here = {live.name: sum(live.here()) for live in site.hub.lives()}
        lines = [
            el(
                "tr",
                el("td", el("a", row.code or row.id, href=f"/admin/tables/{row.id}")),
                el("td", title_of(said, row.game)),
                el("td", opened[row.id].seats if row.id in opened else ""),
                el("td", said.say(f"admin.status-{row.status}")),
                el("td", here.get(row.id, 0)),
                el("td", row.head),
                el("td", _time(row.last_ms)),
            )
            for row in rows
        ]
        names = ("code", "game", "seats", "phase", "here", "head", "last")
        columns = [said.say(f"admin.column-{name}") for name in names]
        return table(said.say("admin.tables-shown", tables=len(rows)), columns, lines)

    async def table(self, site: Site, request: Request, looks: Looks) -> Response:
        said = words(looks.language)
        row = await self._row(site, request.path_params["table"][:128])
        at = f"/admin/tables/{row.id}"
        sure = el(
            "label",
            el("input", type="checkbox", name="sure", value="yes", required=True),
            said.say("admin.forget-sure"),
        )
        body = [
            await self._rows(site, said, [row]),
            el("p", f"{row.id} · {said.say('admin.made', time=_time(row.created_ms))}"),
            el("h2", said.say("admin.close")),
            el("p", said.say("admin.close-what")),
            button(f"{at}/close", said.say("admin.close")),
            el("h2", said.say("admin.forget")),
            el("p", said.say("admin.forget-what")),
            el(
                "form",
                sure,
                el("button", said.say("admin.forget"), type="submit", class_="danger"),
                method="post",
                action=f"{at}/forget",
            ),
            el("p", el("a", said.say("admin.back-tables"), href="/admin/tables")),
        ]
        return page.html(sheet(looks, row.code or row.id, body), request)

    # What can be done

    async def backup(self, site: Site, request: Request, looks: Looks) -> Response:
        """A program waits for it to be done; a person sees that it is being done."""
        if "authorization" in request.headers:
            kept = await self.house.keeper.take()
            return Response(wire.encode(kept), media_type="application/json")
        _note("backup")
        self.house.keeper.want()
        return _moved("/admin")

    async def undelete(self, site: Site, request: Request, looks: Looks) -> Response:
        """No table is marked for deletion any more; a program is told how many were."""
        kept = await site.hub.retention.undelete()
        _note("undelete")
        if "authorization" in request.headers:
            return Response(wire.encode({"kept": kept}), media_type="application/json")
        return _moved("/admin")

    async def opening(self, site: Site, request: Request, looks: Looks) -> Response:
        closed = (await fields(site, request)).get("closed") == "yes"
        note = str(int(time.time())) if closed else None
        await site.hub.ask(self.house.store.set_note, CLOSED, note)
        _note("close server" if closed else "open server")
        return _moved("/admin")

    async def close(self, site: Site, request: Request, looks: Looks) -> Response:
        """As its host could have done: nobody else sits down, and no lobby shows it."""
        live = await site.hub.live(request.path_params["table"][:64])
        policy = wire.SetPolicy(locked=True, public=False)
        await _command(live, policy)
        _note("close", live.name)
        return _moved(f"/admin/tables/{live.name}")

    async def forget(self, site: Site, request: Request, looks: Looks) -> Response:
        row = await self._row(site, request.path_params["table"][:128])
        if (await fields(site, request)).get("sure") != "yes":
            raise Refused("admin.not-sure")
        await site.hub.forget(row.id)
        _note("forget", row.id)
        return _moved("/admin/tables")


async def _command(live: Live, command: wire.SetPolicy) -> None:
    """Something that a host of the table could do, done by us: committed before we go on."""
    said, reply = awaited()
    cmd = wire.Cmd(secrets.token_hex(16), command)
    if not live.put(Command(Actor(host=True), cmd, reply, time.perf_counter())):
        raise Refused("server.busy")
    message = await live.answered(said)
    if isinstance(message, wire.No):
        raise Refused(message.code, **message.facts)


def _note(did: str, table: str | None = None) -> None:
    log.info("admin", extra={"facts": {"did": did} | ({"table": table} if table else {})})


def _moved(where: str, **headers: str) -> Response:
    """After a form, to a page: to load that again does nothing again."""
    return tells_origin(RedirectResponse(where, 303, headers))


def _cookie(site: Site) -> str:
    return f"__Host-{COOKIE}" if site.settings.secure else COOKIE


def _set_cookie(site: Site, value: str, age: int) -> str:
    parts = [f"{_cookie(site)}={value}", "Path=/", "HttpOnly", "SameSite=Strict", f"Max-Age={age}"]
    return "; ".join([*parts, "Secure"] if site.settings.secure else parts)


def _existing(path: Path) -> Path:
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _time(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ms / 1000))


def _span(said: Words, seconds: float) -> str:
    minutes = int(seconds // 60)
    return said.say(
        "admin.span", days=minutes // 1440, hours=minutes // 60 % 24, minutes=minutes % 60
    )


def _at_most(said: Words, seconds: float | None) -> str:
    if seconds is None:
        return said.say("admin.none")
    if seconds == float("inf"):
        return said.say("admin.slow")
    return f"≤ {seconds * 1000:g} ms"
