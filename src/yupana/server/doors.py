"""What every request and answer passes through: who asks, from where, how much, and safe headers. ASGI.

No table is known here. A browser may only speak to us from our own pages; programs show a bearer secret.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.server.allowed_hosts import AllowedHosts, BadHost, WrongHost
from yupana.server.budget import network
from yupana.server.limits import Limits
from yupana.server.say import no
from yupana.server.seats import Secret
from yupana.words import language_accepted

log = logging.getLogger("yupana.access")

COOKIE = "yupana"
COOKIE_AGE = 180 * 24 * 3600
MOST_SECRETS = 100
"""Secrets that one request may bring: as many as a table has seats."""
IN_COOKIE = 24
"""... and a cookie, which has to stay below 4 kB."""
TOKEN = re.compile(r"[A-Za-z0-9_-]+")
"""What names of tables and secrets are made of."""


class Forbidden(YupanaError):
    """The request comes from somebody else's page, or asks for what its secret does not open."""


class Settings(Struct, frozen=True):
    """How this server is seen from outside."""

    public_url: str | None = None
    """What browsers know it by, behind a proxy; None: whatever address they used."""
    lan_url: str | None = None
    """Where others on the network find it; None: nowhere, or nobody knows."""
    secure: bool = False
    """Whether it is reached by https."""
    limits: Limits = Limits()
    metrics_token: Secret | None = None
    """What opens /metrics from elsewhere; without one it is for this machine alone."""
    hosts: tuple[str, ...] = ()
    """Names that it answers to besides those that it knows itself (allowed_hosts.py)."""


def security_headers(secure: bool, host: str) -> dict[str, str]:
    """Headers of every answer. No inline script or style, no third party, no frames, no referrer."""
    socket = f"{'wss' if secure else 'ws'}://{host}"
    headers = {
        "content-security-policy": "; ".join(
            (
                "default-src 'none'",
                "script-src 'self'",
                "style-src 'self'",
                "img-src 'self' data:",
                "font-src 'self'",
                f"connect-src 'self' {socket}",
                "manifest-src 'self'",
                "base-uri 'none'",
                "form-action 'self'",
                "frame-ancestors 'none'",
                "require-trusted-types-for 'script'",
            )
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        "cache-control": "no-store",
    }
    if secure:
        headers["strict-transport-security"] = "max-age=31536000"
    return headers


class Doors:
    """Puts the headers on every answer and writes one line of log for it, without secrets."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.hosts = AllowedHosts(settings.public_url, settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        app = self.app
        try:
            client = scope["client"][0] if scope.get("client") else None
            version = scope.get("http_version", "1.1")
            self.hosts.check(scope["headers"], scope["path"], version, client)
        except (BadHost, WrongHost) as error:
            app = not_here(error, Headers(scope=scope))
        host = _host(Headers(scope=scope), self.settings)
        start, status = time.perf_counter(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in security_headers(self.settings.secure, host).items():
                    headers.setdefault(name, value)
            elif message["type"] == "websocket.http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            await app(scope, receive, send_on)
        finally:
            log.info(
                "request",
                extra={
                    "facts": {
                        "method": scope.get("method", "WS"),
                        "path": scope["path"][:200],
                        "status": status,
                        "ms": round((time.perf_counter() - start) * 1000, 1),
                    }
                },
            )


def not_here(error: BadHost | WrongHost, headers: Mapping[str, str]) -> ASGIApp:
    """Refuses a request that is not for this server: a sentence for a person, and for a program as every refusal."""
    status = 421 if isinstance(error, WrongHost) else 400
    said = no(None, error, 0, language_accepted(headers.get("accept-language", "")))
    answer = (
        PlainTextResponse(f"{said.said}\n", status)
        if "text/html" in headers.get("accept", "")
        else Response(wire.encode(said), status, media_type="application/json")
    )

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer)
        else:
            await answer(scope, receive, send)

    return refuse


def _host(headers: Mapping[str, str], settings: Settings) -> str:
    """The host as a header may show it: letters, digits and the punctuation of addresses."""
    named = urlsplit(settings.public_url).netloc if settings.public_url else headers.get("host", "")
    return "".join(each for each in named[:255] if each.isalnum() or each in ".:-[]")


# Who asks


class Caller(Struct, frozen=True):
    """Where a request comes from and the secrets it brought."""

    address: str
    """Of IPv6 the network: see `budget.network`."""
    secrets: tuple[tuple[str | None, str], ...]
    """Table and secret; of a bearer secret the table is not told."""
    by_cookie: bool

    def for_table(self, table: str) -> list[str]:
        return [secret for where, secret in self.secrets if where in (None, table)]


def caller(connection: HTTPConnection, settings: Settings) -> Caller:
    """Bearer secrets count before the cookie: a program says whom it speaks for."""
    address = network(connection.client.host) if connection.client else "?"
    kind, _, rest = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        texts = rest.replace(",", " ").split()[:MOST_SECRETS]
        return Caller(address, tuple((None, text) for text in texts), False)
    return Caller(address, read_cookie(connection, settings), True)


def check_origin(connection: HTTPConnection, who: Caller, settings: Settings) -> None:
    """Refuses what another site's page sends; a cookie counts only from a page of ours."""
    headers = connection.headers
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        raise Forbidden("auth.other-site")
    origin = headers.get("origin")
    if origin is not None:
        if origin not in _own_origins(headers, settings):
            raise Forbidden("auth.other-site")
    elif who.by_cookie and who.secrets and headers.get("sec-fetch-site") is None:
        raise Forbidden("auth.no-origin")


def _own_origins(headers: Mapping[str, str], settings: Settings) -> set[str]:
    if settings.public_url:
        parts = urlsplit(settings.public_url)
        return {f"{parts.scheme}://{parts.netloc}"}
    return {f"{'https' if settings.secure else 'http'}://{headers.get('host', '')}"}


def from_own_page(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a page of ours sent this form. Unlike `check_origin` this wants to be told so: by Origin, or
    by Sec-Fetch-Site, which a browser sends over https."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None and origin != "null":
        return origin in _own_origins(headers, settings)
    return headers.get("sec-fetch-site") == "same-origin"


def may_see_metrics(connection: HTTPConnection, settings: Settings) -> bool:
    """By the token, or from this machine itself: not through a proxy on it that does not say for whom."""
    token = settings.metrics_token
    if token is not None:
        kind, _, text = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and token == Secret(text.strip()):
            return True
    if any(each in connection.headers for each in ("forwarded", "x-forwarded-for", "via")):
        return False
    address = connection.client.host if connection.client else ""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


# Cookies


def cookie_name(settings: Settings) -> str:
    """`__Host-` pins it to this host and to https; on a plain LAN there is no such thing."""
    return f"__Host-{COOKIE}" if settings.secure else COOKIE


def read_cookie(
    connection: HTTPConnection, settings: Settings
) -> tuple[tuple[str | None, str], ...]:
    text = connection.cookies.get(cookie_name(settings), "")
    pairs = [each.partition(":") for each in text.split(".")[:IN_COOKIE] if each]
    # whatever else somebody has put into it is not sent back to them in a header
    return tuple(
        (table, secret)
        for table, _, secret in pairs
        if TOKEN.fullmatch(table) and TOKEN.fullmatch(secret)
    )


def cookie_header(secrets: list[tuple[str | None, str]], settings: Settings) -> str:
    """The newest secrets that fit; `Lax`, so that a link from a message still opens the table."""
    kept = ".".join(f"{table}:{secret}" for table, secret in secrets[-IN_COOKIE:])
    parts = [f"{cookie_name(settings)}={kept}", "Path=/", "HttpOnly", "SameSite=Lax"]
    parts.append(f"Max-Age={COOKIE_AGE if kept else 0}")
    if settings.secure:
        parts.append("Secure")
    return "; ".join(parts)
