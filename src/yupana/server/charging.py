"""Charges every request to whoever causes it, before anything else is done with it. ASGI.

Nothing gets past here: pages, files, paths that do not exist, forms and handshakes of sockets are all paid for. What is
then done for a request is charged to the same payer (`Budget.current`).
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from yupana.core.errors import YupanaError
from yupana.server.budget import SECRET_PRICE, TABLE, Payer, price_of
from yupana.server.doors import caller
from yupana.server.seats import read_secret, secret_hash
from yupana.server.site import Site, language_of, refusal
from yupana.server.store import Key


class Charging:
    """The middleware; `site` is there once the event loop is."""

    def __init__(self, app: ASGIApp, site: Callable[[], Site]) -> None:
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        site, connection = self._site(), HTTPConnection(scope)
        try:
            site.budget.charge(await charge(site, connection))
        except YupanaError as error:
            site.hub.metrics.count("refusals")
            answer = refusal(error, language_of(connection))
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(answer)
            else:
                await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def charge(site: Site, connection: HTTPConnection) -> Payer:
    """Who pays for the request; returns once they have."""
    budget, scope = site.budget, connection.scope
    who = caller(connection, site.settings)
    price = price_of(scope.get("method", "GET"), scope["path"])
    line = "{}:{}".format(*scope["client"]) if scope.get("client") else "?"
    table = TABLE.fullmatch(scope["path"])
    texts = who.for_table(table[1]) if table else []
    if table is None or not texts:
        await budget.request(Payer(who.address), line, price)
        return Payer(who.address)
    held = budget.accounts.find(_hashes(table[1], texts))
    price += SECRET_PRICE * len(held.unknown)
    payer = budget.holder(who.address, held.names)
    await budget.request(payer, line, price)  # first: whoever guesses pays for every guess
    if held.unknown or held.is_stale:
        known = budget.holder(who.address, await _look_up(site, table[1], texts))
        if known.holds and not payer.holds:
            budget.refund(who.address, price)
            budget.fine(known, price)
        payer = known
    return payer


def _hashes(table: str, texts: list[str]) -> list[str]:
    read = [secret for secret in map(read_secret, texts) if secret is not None]
    return [secret_hash(kind, table, secret) for kind, secret in read]


async def _look_up(site: Site, table: str, texts: list[str]) -> set[str]:
    """What is held by these secrets, asked of the store where it was not of late."""
    accounts, found = site.budget.accounts, await site.hub.keyring.held(table, texts)
    for hash_ in _hashes(table, texts):
        accounts.forget(hash_)
    for _, key in found:
        accounts.remember(key.hash, name_of(key))
    return {name for _, key in found if (name := name_of(key)) is not None}


def name_of(key: Key) -> str | None:
    """What a secret opens, by the name of its account; None for what is handed to many."""
    if key.role == "seat" and key.seat is not None:
        return f"{key.table}/seat {key.seat}"
    return f"{key.table}/hosts" if key.role == "host" else None
