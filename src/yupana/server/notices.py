"""The pages that a host owes everybody: privacy, security.txt, how the dice fell, and the page that checks a game.

Server-rendered; only the last needs a script, which does its work in the browser.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from yupana.server.audit import Sum
from yupana.server.faces import DieCount
from yupana.server.page import shown
from yupana.server.policy import Refused
from yupana.server.sheets import sheet, table
from yupana.server.site import Handler, Site
from yupana.web import assets
from yupana.web.frame import title_of
from yupana.web.html import Child, Html, el
from yupana.web.looks import Looks
from yupana.words import LANGUAGES, Words, words

if TYPE_CHECKING:
    from yupana.server.house import House

SECURITY_DAYS = 180
"""How long what security.txt says is to be believed."""


def gets(house: House) -> dict[str, Handler]:
    found: dict[str, Handler] = {
        "/privacy": _privacy(house),
        "/dice": _dice(house),
        "/verify": shown(verify),
    }
    if house.options.security_contact is not None:
        found["/.well-known/security.txt"] = _security(house)
    return found


# Privacy


def _privacy(house: House) -> Handler:
    async def privacy(site: Site, request: Request, looks: Looks) -> str:
        return privacy_page(house, looks)

    return shown(privacy)


def privacy_page(house: House, looks: Looks) -> str:
    said = words(looks.language)
    options = house.options
    sections: list[Child] = [el("p", said.say("pages.privacy-short"))]

    def section(name: str, *more: str) -> None:
        sections.append(el("h2", said.say(f"pages.privacy-{name}-title")))
        sections.extend(el("p", text) for text in (said.say(f"pages.privacy-{name}"), *more))

    section("kept")
    section("names")
    section("secrets")
    section("addresses")
    if house.channels:
        section("told", *(said.say(f"pages.privacy-told-{kind}") for kind in house.channels))
    section("how-long", *_how_long(said, house))
    section("others")
    section("wish")
    if options.operator is not None:
        sections.append(el("h2", said.say("pages.privacy-who-title")))
        sections.append(el("p", options.operator))
    languages = [
        el("a", words(each).say("pages.language"), href=f"/privacy?lang={each}", hreflang=each)
        for each in LANGUAGES
        if each != looks.language
    ]
    return sheet(looks, said.say("pages.privacy"), sections, el("p", languages))


def _how_long(said: Words, house: House) -> list[str]:
    kept, backup = house.options.retention, house.options.backup
    found = []
    for name, hours in (
        ("unstarted", kept.unstarted_hours),
        ("unfinished", kept.unfinished_days * 24),
        ("finished", kept.finished_days * 24),
    ):
        if not hours:
            found.append(said.say(f"pages.privacy-{name}-for-good"))
        elif hours < 48:
            found.append(said.say(f"pages.privacy-{name}-hours", hours=round(hours)))
        else:
            found.append(said.say(f"pages.privacy-{name}-days", days=round(hours / 24)))
    if any((kept.unstarted_hours, kept.unfinished_days, kept.finished_days)):
        found.append(said.say("pages.privacy-grace", hours=round(kept.grace_hours)))
    if backup.every_hours:
        days = max(1, round(backup.every_hours * backup.keep / 24))
        found.append(said.say("pages.privacy-backups", days=days))
    return found


# security.txt, RFC 9116


def _security(house: House) -> Handler:
    async def security(site: Site, request: Request) -> Response:
        day = time.gmtime(house.started + SECURITY_DAYS * 24 * 3600)
        lines = [
            f"Contact: {house.options.security_contact}",
            f"Expires: {time.strftime('%Y-%m-%dT00:00:00Z', day)}",
            f"Preferred-Languages: {', '.join(LANGUAGES)}",
        ]
        if house.base is not None:
            lines.append(f"Canonical: {house.base}/.well-known/security.txt")
        return PlainTextResponse("\n".join(lines) + "\n")

    return security


# Dice


def _dice(house: House) -> Handler:
    async def dice(site: Site, request: Request, looks: Looks) -> str:
        return dice_page(looks, await house.sums())

    return shown(dice)


def dice_page(looks: Looks, sums: dict[str, Sum]) -> str:
    said = words(looks.language)
    body: list[Child] = [
        el("p", said.say("pages.dice-what")),
        el("p", el("a", said.say("pages.dice-check"), href="/verify")),
    ]
    for game, each in sums.items():
        body.append(el("h2", title_of(said, game)))
        body.append(el("p", said.say("pages.dice-games", games=each.games)))
        if each.wrong:
            body.append(el("p", said.say("pages.dice-wrong", games=each.wrong), class_="bad"))
        body.extend(_die(said, die) for die in each.dice)
        if not each.dice:
            body.append(el("p", said.say("pages.dice-cards")))
    if not sums:
        body.append(el("p", said.say("pages.dice-none")))
    return sheet(looks, said.say("pages.dice"), body)


def _die(said: Words, die: DieCount) -> Html:
    columns = ("face", "seen", "expected", "usual")
    rows = [
        el(
            "tr",
            el("th", said.say("fairness.special") if face.face == "0" else face.face, scope="row"),
            el("td", face.seen, class_=None if face.low <= face.seen <= face.high else "bad"),
            el("td", f"{face.expected:.0f}"),
            el("td", f"{face.low} - {face.high}"),
        )
        for face in die.faces
    ]
    return table(
        said.say("pages.die", number=die.die, rolls=die.rolls),
        [said.say(f"pages.die-{name}") for name in columns],
        rows,
    )


# The page that checks a game


async def verify(site: Site, request: Request, looks: Looks) -> str:
    """Everything else happens in the browser: nothing is sent here."""
    said = words(looks.language)
    asked = request.query_params.get("table", "")
    if asked and not (asked.isascii() and asked.isalnum() and len(asked) <= 64):
        raise Refused("server.no-path")
    catalogue = f"/words/{assets.catalogue_name(looks.language, 'fairness')}"
    body = [
        el("p", said.say("fairness.what")),
        el("noscript", el("p", said.say("fairness.needs-script"))),
        el("div", id="check", data_words=catalogue, data_language=looks.language, data_table=asked),
    ]
    return sheet(looks, said.say("pages.verify"), body, script=True)
