"""The handlers of plain requests: each reads its request, asks the hub or a table, and answers.

What they are for stands in the list of routes in app.py; what they must pass first is in site.py.
"""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from yupana.core.clauses import clauses
from yupana.core.errors import OptionError
from yupana.games import all_games, game_type
from yupana.server import wire
from yupana.server.doors import Caller, Forbidden, cookie_header, read_cookie
from yupana.server.export import write_export
from yupana.server.live import PATIENCE
from yupana.server.log import Status
from yupana.server.metrics import Gauges
from yupana.server.openapi import document
from yupana.server.policy import Refused
from yupana.server.reception import NewSeat, NewTable, NoKey, Opening
from yupana.server.requests import Ask, Command, Look, awaited
from yupana.server.say import no
from yupana.server.seats import Capability, read_code, spell_resume_code
from yupana.server.shapes import (
    Branch,
    Follow,
    Followed,
    GameFacts,
    Link,
    Linked,
    Listed,
    Login,
    Name,
    Opened,
    Resume,
    Seated,
    Sit,
    Watch,
    Who,
)
from yupana.server.site import Site, answer, language_of
from yupana.server.store import NoSuchTable, TableRow
from yupana.server.talk import looking, welcome
from yupana.shelf import edition_names

# Games and tables


async def games(site: Site, request: Request) -> Response:
    found = []
    for name, game in all_games().items():
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
    return answer(found)


async def rules(site: Site, request: Request) -> Response:
    try:
        game = game_type(request.path_params["game"])
    except OptionError as error:
        return answer(no(None, error, 0, language_of(request)), 404)
    language = language_of(request)
    found = clauses(game.package(), language).values()
    headers = {"content-language": language, "vary": "accept-language"}
    return answer([clause._asdict() for clause in found], 200, **headers)


async def open_table(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Opening)
    site.may_open(site.caller(request).address)
    return answer(_opened(await site.hub.reception.open(wish)), 201)


async def branch(site: Site, request: Request) -> Response:
    """A new table that stands as this one stood at some moment of its game, which is over."""
    live, actor, keys = await site.found(request)
    wish = wire.read_body(await site.body(request), Branch)
    site.spend(keys)
    if live.table_for(actor).phase != "over":
        raise Refused("table.not-over")
    site.may_open(site.caller(request).address)
    branching = site.hub.reception.branch(live.name, wish.n, wish.seat, wish.bot)
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
    who = site.caller(request)
    site.may_try(who)
    code = read_code(request.path_params["code"])
    row = None if code is None else await site.hub.ask(site.hub.store.table_by_code, code)
    if row is None:
        site.tries.take(who.address)
        raise NoSuchTable(request.path_params["code"])
    return answer(_listed(row))


async def about(site: Site, request: Request) -> Response:
    return answer(welcome(await site.hub.live(request.path_params["table"])))


def _listed(row: TableRow) -> Listed:
    return Listed(row.id, row.code, row.game, row.status, row.created_ms)


# Seats


async def sit(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Sit)
    cid = secrets.token_hex(16) if wish.cid is None else wish.cid
    wire.check_cid(cid)
    sitting = site.hub.reception.sit(
        request.path_params["table"],
        seat=wish.seat,
        name=wish.name,
        nonce=wish.nonce,
        cid=cid,
        language=language_of(request),
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


async def links(site: Site, request: Request) -> Response:
    """A host makes links of any kind; whoever has a seat may give it away."""
    live, actor, keys = await site.found(request)
    wish = wire.read_body(await site.body(request), Link)
    site.spend(keys)
    own = wish.role == "seat" and wish.seat in actor.seats
    if not actor.host and not own:
        raise Forbidden("table.host-only")
    if wish.role != "seat":
        capability = await site.hub.reception.grant(live.name, wish.role)
        return answer(Linked(wish.role, capability.secret.reveal()), 201)
    if wish.seat is None:
        raise Refused("table.which-seat")
    new = await site.hub.reception.reissue(live.name, wish.seat)
    return answer(_linked(new.secret, new.resume), 201)


async def watch(site: Site, request: Request) -> Response:
    """Whoever comes by looks on at a table that is open to all."""
    wire.read_body(await site.body(request), Watch)
    live = await site.hub.live(request.path_params["table"])
    if not live.table.policy.public:
        raise Forbidden("table.not-public")
    capability = await site.hub.reception.watch(live.name)
    return answer(Linked("spectator", capability.secret.reveal()), 201)


async def follow(site: Site, request: Request) -> Response:
    """What is held at this table is exchanged for the same at the one where people play on."""
    who, table = site.caller(request), request.path_params["table"]
    _, keys = await site.admit(who, table)
    wish = wire.read_body(await site.body(request), Follow)
    site.spend(keys)
    following = site.hub.reception.follow(table, who.for_table(table), wish.nonce)
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
    live, actor, keys = await site.found(request)
    wish = wire.read_body(await site.body(request), Name)
    site.spend(keys)
    seat = wish.seat if wish.seat is not None else next(iter(sorted(actor.seats)), None)
    if seat is None or not (actor.host or seat in actor.seats):
        raise Forbidden("table.not-yours")
    called = await site.hub.reception.rename(live.name, seat, wish.name)
    return answer({"seat": seat, "name": called})


async def session(site: Site, request: Request) -> Response:
    wish = wire.read_body(await site.body(request), Login)
    who = Caller(site.caller(request).address, ((wish.table, wish.secret),), True)
    actor, _ = await site.admit(who, wish.table)
    cookie = _with_these(site, request, [(wish.table, wish.secret)])
    seen = Who(tuple(sorted(actor.seats)), actor.host)
    return answer(seen, 200, **{"set-cookie": cookie})


def _seated(new: NewSeat) -> Seated:
    return Seated(
        new.seat, new.name, new.secret.secret.reveal(), spell_resume_code(new.resume.secret)
    )


# Play


async def do(site: Site, request: Request) -> Response:
    live, actor, keys = await site.found(request)
    cmd = wire.read_command(await site.body(request))
    site.spend(keys)
    if isinstance(cmd.cmd, wire.Again):
        site.may_open(site.caller(request).address)
    said, reply = awaited()
    language = language_of(request)
    if not live.put(Command(actor, cmd, reply, time.perf_counter(), language)):
        raise Refused("server.busy")
    return _answered(await live.answered(said))


async def what(site: Site, request: Request) -> Response:
    live, actor, keys = await site.found(request)
    question = wire.read_question(await site.body(request))
    site.spend(keys)
    said, reply = awaited()
    if not live.put(Ask(actor, question, reply, language_of(request))):
        raise Refused("server.busy")
    return _answered(await live.answered(said))


def _answered(message: wire.ToClient) -> Response:
    if not isinstance(message, wire.No):
        return answer(message)
    return answer(message, 503 if message.code in ("server.busy", "store.busy") else 409)


async def view(site: Site, request: Request) -> Response:
    live, actor, _ = await site.found(request)
    actor = looking(actor, request)
    seen: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    if not live.put(Look(actor, seen)):
        raise Refused("server.busy")
    data = await live.answered(seen)
    return Response(data, media_type="application/json")


async def export(site: Site, request: Request) -> Response:
    live, actor, _ = await site.found(request)
    if live.table_for(actor).phase != "over" or live.head < live.table.head:
        raise Refused("table.not-over")
    found = await site.hub.ask(site.hub.store.export, live.name)
    file = f'attachment; filename="yupana-{live.table.game.name}-{live.name}.json"'
    return Response(write_export(found), 200, {"content-disposition": file}, "application/json")


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
    return answer(document())
