"""The handlers of plain requests: each reads its request, asks the hub or a table, and answers.

What they are for stands in the list of routes in app.py; what they must pass first is in site.py.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable
from functools import cache, partial
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from yupana.core.clauses import clauses
from yupana.core.errors import OptionError
from yupana.server import wire
from yupana.server.authority import key_id
from yupana.server.doors import Caller, Forbidden, cookie_header, read_cookie
from yupana.server.exports import pieces
from yupana.server.live import PATIENCE
from yupana.server.log import Status
from yupana.server.metrics import Gauges
from yupana.server.openapi import document
from yupana.server.policy import MOST_DELAY, Actor, NoKey, Refused
from yupana.server.reception import NewTable, Opening
from yupana.server.requests import Ask, Command, Look, NewSeat, awaited
from yupana.server.say import no
from yupana.server.seats import Capability, spell_resume_code
from yupana.server.shapes import (
    Branch,
    Follow,
    Followed,
    GameFacts,
    Link,
    Linked,
    LinkSeen,
    Listed,
    Login,
    Name,
    Opened,
    Reclaim,
    Resume,
    RevokeLink,
    Seated,
    Sit,
    Watch,
    Who,
)
from yupana.server.site import Site, answer, installed_games, language_of
from yupana.server.store import TableRow
from yupana.server.table import Unplayable
from yupana.server.talk import looking, welcome
from yupana.shelf import edition_names

T = TypeVar("T")

# Games and tables


async def games(site: Site, request: Request) -> Response:
    return answer(_games())


@cache
def _games() -> list[GameFacts]:
    found = []
    for name, game in installed_games().items():
        schema = msgspec.json.schema(game.options_type)
        facts = GameFacts(
            name,
            game.rules_version,
            (game.seats_allowed[0], game.seats_allowed[-1]),
            game.simultaneous,
            edition_names(game),
            msgspec.Raw(msgspec.json.encode(schema)),
        )
        found.append(facts)
    return found


async def rules(site: Site, request: Request) -> Response:
    name, games = request.path_params["game"], installed_games()
    game = games.get(name)
    if game is None:
        error = OptionError("option.game", game=name[:40], known=", ".join(games))
        return answer(no(None, error, 0, language_of(request)), 404)
    language = language_of(request)
    found = clauses(game.package(), language).values()
    headers = {"content-language": language, "vary": "accept-language"}
    return answer([clause._asdict() for clause in found], 200, **headers)


async def open_table(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Opening)
    by = site.caller(request).address
    site.may_open(by, wish.seats)
    return answer(_opened(await site.hub.reception.open(wish, by)), 201)


async def branch(site: Site, request: Request) -> Response:
    """A new table that stands as this one stood at some moment of its game, which is over."""
    data = await site.body(request)
    live, actor, sender = await site.found(request)
    wish = wire.read_body(data, Branch)
    site.spend(sender.keys)
    if live.table_for(actor).phase != "over":
        raise Refused("table.not-over")
    by = site.caller(request).address
    site.may_open(by, live.table.opened.seats)
    branching = site.hub.reception.branch(live.name, wish.n, wish.seat, wish.bot, by)
    return answer(_opened(await asyncio.wait_for(branching, PATIENCE)), 201)


def _opened(made: NewTable) -> Opened:
    host, spectator = made.host.secret.reveal(), made.spectator.secret.reveal()
    return Opened(made.row.id, made.row.code, host, spectator)


async def listed(site: Site, request: Request) -> Response:
    """Tables that anybody may join; with `?status=playing` those that anybody may watch."""
    asked = request.query_params.get("status", "waiting")
    if asked not in ("waiting", "playing"):
        raise Refused("table.status", status=asked[:20])
    status: Status = "playing" if asked == "playing" else "waiting"
    return answer([_listed(row) for row in await site.public(status)])


async def by_code(site: Site, request: Request) -> Response:
    return answer(_listed(await site.table_by_code(request)))


async def about(site: Site, request: Request) -> Response:
    return answer(welcome(await site.hub.live(request.path_params["table"])))


def _listed(row: TableRow) -> Listed:
    return Listed(row.id, row.code, row.game, row.status, row.created_ms)


# Seats


async def sit(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Sit)
    cid = secrets.token_hex(16) if wish.cid is None else wish.cid
    wire.check_cid(cid)
    with await site.paid_seat(request):
        sitting = site.hub.reception.sit(
            request.path_params["table"],
            seat=wish.seat,
            name=wish.name,
            nonce=wish.nonce,
            commit=wish.commit,
            cid=cid,
            language=language_of(request),
            retry=wish.retry,
            secret=wish.secret,
        )
        return answer(_seated(await asyncio.wait_for(sitting, PATIENCE)), 201)


async def resume(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Resume)
    who = site.caller(request)
    site.may_try(who)
    try:
        seated = await site.hub.reception.resume(request.path_params["table"], wish.code)
    except NoKey:
        site.tries.take(who.address)
        raise
    return answer(_seated(seated), 201)


async def reclaim(site: Site, request: Request) -> Response:
    """Somebody whose seat a host gave to another takes it back, by the secret they had."""
    wire.read_body(await site.body(request), Reclaim)
    who, table = site.caller(request), request.path_params["table"]
    site.may_try(who)
    try:
        seated = await site.hub.reception.reclaim(table, who.for_table(table))
    except NoKey:
        site.tries.take(who.address)
        raise
    told = answer(_seated(seated), 201)
    if who.by_cookie:
        new: list[tuple[str | None, str]] = [(table, seated.secret.secret.reveal())]
        told.headers["set-cookie"] = _with_these(site, request, new)
    return told


async def links(site: Site, request: Request) -> Response:
    """A host makes links of any kind; whoever has a seat may give it away, or share the finished game."""
    data = await site.body(request)
    table, sender = await site.bearer(request)
    wish = wire.read_body(data, Link)
    site.spend(sender.keys)
    new = await _allowed(site.hub.reception.issue(table, sender, wish.role, wish.seat))
    return answer(_linked(new.secret, new.resume), 201)


async def listed_links(site: Site, request: Request) -> Response:
    """A host sees which secrets are in force, by their public ids."""
    table, sender = await site.bearer(request)
    site.spend(sender.keys)
    found = await _allowed(site.hub.reception.links(table, sender))
    told = [
        LinkSeen(key_id(key.hash), key.role, key.seat, key.made_ms, key.hash in sender.keys)
        for key in found
        if key.role != "resume"
    ]
    return answer(told)


async def revoke(site: Site, request: Request) -> Response:
    """A host ends the secret of another host, of spectators or of a replay."""
    data = await site.body(request)
    table, sender = await site.bearer(request)
    wish = wire.read_body(data, RevokeLink)
    site.spend(sender.keys)
    await _allowed(site.hub.reception.revoke(table, sender, wish.key))
    return answer({"revoked": wish.key})


async def _allowed(asked: Awaitable[T]) -> T:
    """Whatever a table says to somebody who asks for secrets; that they may not is told by the status, too."""
    try:
        return await asked
    except Refused as error:
        if error.code in ("table.host-only", "table.not-public"):
            raise Forbidden(error.code) from None
        raise


async def watch(site: Site, request: Request) -> Response:
    """Whoever comes by looks on at a table that is open to all."""
    wire.read_body(await site.body(request), Watch)
    capability = await _allowed(site.hub.reception.watch(request.path_params["table"]))
    return answer(Linked("spectator", capability.secret.reveal()), 201)


async def follow(site: Site, request: Request) -> Response:
    """What is held at this table is exchanged for the same at the one where people play on."""
    data = await site.body(request)
    who = site.caller(request)
    table, sender = await site.bearer(request)
    wish = wire.read_body(data, Follow)
    site.spend(sender.keys)
    texts = who.for_table(table)
    following = site.hub.reception.follow(table, texts, wish.nonce, wish.commit)
    found = await asyncio.wait_for(following, PATIENCE)
    resumes = {each.seat: each for each in found.given if each.kind == "resume"}
    held = [each for each in found.given if each.kind != "resume"]
    told = Followed(
        found.row.id,
        found.row.code,
        tuple(_linked(each, resumes.get(each.seat)) for each in held),
    )
    if not who.by_cookie:
        return answer(told, 201)
    new: list[tuple[str | None, str]] = [(found.row.id, each.secret.reveal()) for each in held]
    return answer(told, 201, **{"set-cookie": _with_these(site, request, new)})


def _linked(capability: Capability, resume: Capability | None = None) -> Linked:
    code = None if resume is None else spell_resume_code(resume.secret)
    return Linked(capability.kind, capability.secret.reveal(), capability.seat, code)


def _with_these(site: Site, request: Request, new: list[tuple[str | None, str]]) -> str:
    """A cookie with these secrets beside those that were in it."""
    texts = {secret for _, secret in new}
    held = [each for each in read_cookie(request, site.settings) if each[1] not in texts]
    return cookie_header([*held, *new], site.settings)


async def name(site: Site, request: Request) -> Response:
    data = await site.body(request)
    live, actor, sender = await site.found(request)
    wish = wire.read_body(data, Name)
    site.spend(sender.keys)
    seat = wish.seat if wish.seat is not None else next(iter(sorted(actor.seats)), None)
    if seat is None or not (actor.host or seat in actor.seats):
        raise Forbidden("table.not-yours")
    called = await site.hub.reception.rename(live.name, seat, wish.name)
    return answer({"seat": seat, "name": called})


async def session(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Login)
    who = Caller(site.caller(request).address, ((wish.table, wish.secret),), True)
    _, actor, _ = await site.found_for(who, wish.table)
    cookie = _with_these(site, request, [(wish.table, wish.secret)])
    seen = Who(tuple(sorted(actor.seats)), actor.host)
    return answer(seen, 200, **{"set-cookie": cookie})


def _seated(new: NewSeat) -> Seated:
    return Seated(
        new.seat, new.name, new.secret.secret.reveal(), spell_resume_code(new.resume.secret)
    )


# Play


async def do(site: Site, request: Request) -> Response:
    data = await site.body(request)
    table, sender = await site.bearer(request)
    live = await site.hub.live(table)
    cmd = wire.read_command(data)
    site.spend(sender.keys)
    if isinstance(cmd.cmd, wire.Again):
        site.may_open(site.caller(request).address, live.table.opened.seats)
    said, reply = awaited()
    language = language_of(request)
    if not live.put(Command(sender, cmd, reply, time.perf_counter(), language)):
        raise Refused("server.busy")
    return _answered(await live.answered(said))


async def what(site: Site, request: Request) -> Response:
    data = await site.body(request)
    table, sender = await site.bearer(request)
    live = await site.hub.live(table)
    question = wire.read_question(data)
    payer = site.budget.current()
    site.budget.question(payer)
    said, reply = awaited()
    worked = partial(site.budget.worked, payer)
    if not live.put(Ask(sender, question, reply, language_of(request), payer, worked)):
        raise Refused("server.busy")
    return _answered(await live.answered(said))


def _answered(message: wire.ToClient) -> Response:
    if not isinstance(message, wire.No):
        return answer(message)
    return answer(message, _STATUS_OF_NO.get(message.code, 409))


_STATUS_OF_NO = {"server.busy": 503, "store.busy": 503, "store.full": 503, "auth.no-key": 401}
"""Refusals of a command that are not about the command itself."""


async def view(site: Site, request: Request) -> Response:
    live, actor, sender = await site.found(request)
    seen: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    if not live.put(Look(looking(sender, actor, request), seen)):
        raise Refused("server.busy")
    data = await live.answered(seen)
    return Response(data, media_type="application/json")


async def export(site: Site, request: Request) -> Response:
    table = request.path_params["table"]
    actor, sender = await site.admit(site.caller(request), table)
    try:
        live = await site.hub.live(table)
        actor = await live.who_is(sender)
        over = live.table_for(actor).phase == "over" and live.head == live.table.head
    except Unplayable:  # what cannot be played here can still be read
        over = await _is_over_unplayed(site, actor, table)
    if not over:
        raise Refused("table.not-over")
    row: TableRow = (await site.hub.ask(site.hub.store.load, table))[0]
    data = await site.documents.export(site.hub.store, table, row.head)
    file = f'attachment; filename="yupana-{row.game}-{table}.json"'
    headers = {"content-disposition": file, "content-length": str(len(data))}
    return StreamingResponse(pieces(data), 200, headers, "application/json")


async def _is_over_unplayed(site: Site, actor: Actor, table: str) -> bool:
    """Whether a table that cannot be played here is over, for those who watch later as well."""
    row: TableRow = (await site.hub.ask(site.hub.store.load, table))[0]
    shown = row.last_ms + (MOST_DELAY * 1000 if actor.watches else 0)
    return row.status == "over" and shown <= site.hub.now_ms()


# For people and machines that look after the server


async def health(site: Site, request: Request) -> Response:
    return answer({"ok": not site.hub.stopping}, 503 if site.hub.stopping else 200)


async def metrics(site: Site, request: Request) -> Response:
    return PlainTextResponse(site.hub.metrics.text(gauges(site)))


def gauges(site: Site) -> Gauges:
    lives = site.hub.lives()
    return {
        "tables": ("Tables in memory.", len(lives)),
        "sockets": ("Clients connected.", site.connected),
        "queue": ("Requests that wait at tables.", sum(each.queue.qsize() for each in lives)),
        "writer_queue": ("Appends that wait for the writer.", site.hub.writing),
    }


async def openapi(site: Site, request: Request) -> Response:
    text = await site.documents.page(lambda: wire.encode(document()).decode())
    return Response(text, media_type="application/json")
