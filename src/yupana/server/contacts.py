"""Where people wish to be told that it is their turn: asked for, shown, confirmed and removed.

    GET    /api/tables/{id}/notify       what this server offers, and what one has asked for
    POST   /api/tables/{id}/notify       to be told by mail, by a notice of the browser or by a webhook
    DELETE /api/tables/{id}/notify       no more; `?handle=` for one of several
    GET    /notify?do=confirm&k=...      the page behind a link in a mail: one button
    POST   /notify?do=remove&k=...       that button, or the one of a mail program (RFC 8058)

Only the holder of a seat may ask for it. By mail the first message asks whether that is wanted at all, and
nothing else is sent before somebody has said so: nobody can have us write to a stranger more than once.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from yupana.core.game import Seat
from yupana.server import page, wire
from yupana.server.channels import (
    Channel,
    Gone,
    Later,
    NotifyWish,
    PushChannel,
    details_of,
    send,
    title,
)
from yupana.server.doors import Forbidden
from yupana.server.limits import Buckets, TooMany
from yupana.server.policy import Actor, Refused
from yupana.server.sheets import button, sheet
from yupana.server.site import Site, answer
from yupana.server.store import Contact, ContactKind
from yupana.server.timezones import zone_of
from yupana.web.html import el
from yupana.web.looks import Looks
from yupana.words import words

if TYPE_CHECKING:
    from yupana.server.house import House

MOST = 5
"""Contacts of one seat."""

ASKS_TO = 3
"""First messages that one address of a person gets in a day, whoever asks."""

_SPAN = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d")


class NotifyContact(Struct, frozen=True):
    """A contact, as its owner sees it."""

    handle: str
    kind: ContactKind
    seat: Seat
    address: str
    confirmed: bool
    quiet: str | None = None
    timezone: str | None = None
    secret: str | None = None
    """A webhook's, told once: what its messages are signed with."""


class NotifyOffers(Struct, frozen=True):
    """What this server can do."""

    mail: bool
    webhook: bool
    push: str | None
    """The key that a browser subscribes with; None: no notices in browsers."""


class Notified(Struct, frozen=True):
    offers: NotifyOffers
    contacts: tuple[NotifyContact, ...]


class Contacts:
    def __init__(self, house: House) -> None:
        self.house = house
        self.channels = house.channels
        asks = house.options.notify.asks_per_hour
        self.asks = Buckets(asks, asks / 3600)
        self.asks_to = Buckets(ASKS_TO, ASKS_TO / (24 * 3600))

    # At a table

    async def seen(self, site: Site, request: Request) -> Response:
        live, actor, _ = await site.found(request)
        found = await self._own(site, live.name, actor)
        return answer(Notified(self._offers(), tuple(self._shown(each) for each in found)))

    def _offers(self) -> NotifyOffers:
        push = self.channels.get("push")
        key = push.public_key if isinstance(push, PushChannel) else None
        return NotifyOffers("mail" in self.channels, "webhook" in self.channels, key)

    async def _own(self, site: Site, table: str, actor: Actor) -> list[Contact]:
        every: list[Contact] = await site.hub.ask(site.hub.store.contacts, table)
        return [each for each in every if each.seat in actor.seats]

    def _shown(self, contact: Contact, secret: str | None = None) -> NotifyContact:
        channel = self.channels.get(contact.kind)
        kept = details_of(contact)
        return NotifyContact(
            contact.handle,
            contact.kind,
            contact.seat,
            channel.shown(contact) if channel else "",
            contact.confirmed_ms is not None,
            kept.quiet,
            kept.timezone,
            secret,
        )

    async def ask(self, site: Site, request: Request) -> Response:
        data = await site.body(request)
        live, actor, sender = await site.found(request)
        wish = wire.read_body(data, NotifyWish)
        site.spend(sender.keys)
        channel = self.channels.get(wish.kind)
        if channel is None:
            raise Refused("notify.not-here")
        _check(wish)
        seat = _seat(actor, wish.seat)
        details = channel.details(wish)
        before = [each for each in await self._own(site, live.name, actor) if each.seat == seat]
        same = (wish.kind, wish.address)
        if len([each for each in before if (each.kind, each.address) != same]) >= MOST:
            raise Refused("notify.most", most=MOST)
        now = site.hub.now_ms()
        contact = Contact(
            handle=secrets.token_urlsafe(24),
            table=live.name,
            seat=seat,
            kind=wish.kind,
            address=wish.address,
            details=wire.encode(details).decode(),
            made_ms=now,
            confirmed_ms=None if channel.asks_first else now,
        )
        who = site.caller(request)
        if not (self.asks.take(who.address) and self.asks_to.take(wish.address.lower())):
            raise TooMany("notify.asked-often")
        await self._greet(site, channel, contact)
        await self._due(site, contact)
        return answer(self._shown(contact, details.secret), 201)

    async def _greet(self, site: Site, channel: Channel, contact: Contact) -> None:
        """The first message; what cannot get through even that is not kept."""
        if channel.asks_first:  # its links must lead somewhere, however fast somebody is
            await site.hub.ask(site.hub.store.put_contact, contact)
        try:
            payer = site.budget.current()
            await send(site.hub.pools, payer.address, channel, contact, channel.greet)
        except (Gone, Later):
            await site.hub.ask(site.hub.store.drop_contact, contact.handle)
            raise Refused("notify.no-answer") from None
        if not channel.asks_first:
            await site.hub.ask(site.hub.store.put_contact, contact)

    async def _due(self, site: Site, contact: Contact) -> None:
        """It may be their turn already."""
        live = await site.hub.live(contact.table)
        if contact.seat in live.table.waited_for():
            self.house.due(contact.table, {contact.seat: live.table.revs[contact.seat]})

    async def drop(self, site: Site, request: Request) -> Response:
        live, actor, _ = await site.found(request)
        handle = request.query_params.get("handle")
        dropped = 0
        for each in await self._own(site, live.name, actor):
            if handle in (None, each.handle):
                await site.hub.ask(site.hub.store.drop_contact, each.handle)
                dropped += 1
        return answer({"dropped": dropped})

    # Behind the links of a mail

    async def page(self, site: Site, request: Request, looks: Looks) -> str:
        """Only a button: programs that look at links in mails press none."""
        do, contact = await self._linked(site, request)
        said = words(looks.language)
        row = (await site.hub.ask(site.hub.store.opened, [contact.table]))[contact.table]
        text = said.say(f"notify.page-{do}", game=title(said, row.game))
        at = f"/notify?do={do}&k={contact.handle}"
        press = button(at, said.say(f"notify.page-{do}-button"))
        return sheet(looks, said.say("notify.page-title"), el("p", text), press)

    async def press(self, site: Site, request: Request) -> Response:
        """What the link holds is all the right that it takes: no cookie counts here."""
        looks = page.looks_of(request)
        do, contact = await self._linked(site, request)
        if do == "confirm":
            await site.hub.ask(site.hub.store.confirm_contact, contact.handle, site.hub.now_ms())
            await self._due(site, contact)
        else:
            await site.hub.ask(site.hub.store.drop_contact, contact.handle)
        said = words(looks.language)
        text = sheet(
            looks, said.say("notify.page-title"), el("p", said.say(f"notify.page-{do}-done"))
        )
        return page.html(text, request)

    async def _linked(self, site: Site, request: Request) -> tuple[str, Contact]:
        do = request.query_params.get("do", "")
        who = site.caller(request)
        site.may_try(who)
        handle = request.query_params.get("k", "")[:64]
        contact = await site.hub.ask(site.hub.store.find_contact, handle)
        if contact is None or do not in ("confirm", "remove"):
            site.tries.take(who.address)
            raise Forbidden("notify.no-contact")
        return do, contact


def _seat(actor: Actor, seat: Seat | None) -> Seat:
    if seat is None and len(actor.seats) == 1:
        return next(iter(actor.seats))
    if seat is None:
        raise Refused("table.which-seat")
    if seat not in actor.seats:
        raise Forbidden("table.not-yours")
    return seat


def _check(wish: NotifyWish) -> None:
    if wish.quiet is not None and not _SPAN.fullmatch(wish.quiet):
        raise Refused("notify.quiet")
    if wish.timezone is not None:
        try:
            if not re.fullmatch(r"[A-Za-z0-9_+/-]{1,60}", wish.timezone):
                raise ValueError("no zone")
            zone_of(wish.timezone)
        except ValueError:
            raise Refused("notify.timezone") from None
