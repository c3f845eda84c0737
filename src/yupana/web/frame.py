"""What all pages have around them: head, header, footer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yupana.core.game import Game
from yupana.games import GAMES
from yupana.web import assets, offline
from yupana.web.html import Child, Html, el, page
from yupana.web.looks import SIZES, THEMES, Looks, attributes
from yupana.words import LANGUAGES, Words, readable, words

GameType = type[Game[Any, Any, Any]]

PAPER = "#fbf6e9"

NAMES = {"en": "English", "fr": "Français"}
"""Languages in their own words."""


def whole(
    looks: Looks,
    title: str,
    entry: str,
    body: Sequence[Child],
    early: Sequence[Child] = (),
    about: str | None = None,
) -> str:
    """A page with its scripts and styles; nothing in it runs or paints that is not a file of ours."""
    files = assets.manifest().entries[entry]
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el(
            "meta",
            name="viewport",
            content="width=device-width, initial-scale=1, viewport-fit=cover",
        ),
        el("meta", name="color-scheme", content="light dark"),
        el("title", title),
        el("meta", name="description", content=about) if about else None,
        el("meta", name="theme-color", content=PAPER),
        el("meta", name="yupana-worker", content=offline.ADDRESS),
        el("link", rel="manifest", href="/app.webmanifest"),
        el("link", rel="icon", href=assets.picture("icon.svg"), type="image/svg+xml"),
        el("link", rel="stylesheet", href=assets.address(files.css)) if files.css else None,
        early,
        [el("link", rel="modulepreload", href=assets.address(each)) for each in files.imports],
        el("script", type="module", src=assets.address(files.js)),
    )
    return page(el("html", head, el("body", body), **attributes(looks)))


def app_manifest() -> dict[str, object]:
    """What lets a phone put us on its home screen, where the address is https."""
    icon = {"src": assets.picture("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    return {
        "name": "Yupana",
        "short_name": "Yupana",
        "start_url": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [icon, {**icon, "purpose": "maskable"}],
    }


def reading(looks: Looks, title: str, *content: Child, about: str | None = None) -> str:
    """A page to read: the header, the content, the footer."""
    said = words(looks.language)
    body = [
        el("a", said.say("web-skip"), class_="skip", href="#main"),
        header(said, looks),
        el("main", content, id="main"),
        footer(said, looks),
    ]
    full = "Yupana" if title == "Yupana" else f"{title} · Yupana"
    return whole(looks, full, "page", body, about=about)


def header(said: Words, looks: Looks) -> Html:
    icon = el("img", src=assets.picture("icon.svg"), alt="", width=36, height=36)
    return el(
        "header",
        el("a", icon, el("span", "Yupana"), class_="brand", href="/"),
        el(
            "nav",
            [
                el("a", NAMES[each], href=f"?lang={each}", lang=each, hreflang=each)
                for each in LANGUAGES
                if each != looks.language
            ],
            el(
                "details",
                el(
                    "summary",
                    el("span", "Aa", aria_hidden="true"),
                    el("span", said.say("web-looks"), class_="unseen"),
                ),
                el(
                    "div",
                    _choice(said, "theme", THEMES, looks.theme),
                    _choice(said, "text", SIZES, looks.text),
                    class_="looks-menu",
                ),
            ),
            class_="looks-bar",
            aria_label=said.say("web-language"),
        ),
        class_="site-top",
    )


def _choice(said: Words, name: str, values: Sequence[str], chosen: str) -> Html:
    """A choice that needs the script; without it the browser's own settings count."""
    options = [
        el("option", said.say(f"web-{name}-{each}"), value=each, selected=each == chosen)
        for each in values
    ]
    label = el("span", said.say(f"web-{name}"))
    return el("label", label, el("select", options, data_look=name), class_="field")


def footer(said: Words, looks: Looks) -> Html:
    rules = [
        el(
            "li",
            el("a", said.say("web-rules-of", game=title_of(said, game)), href=f"/rules/{game}"),
        )
        for game in GAMES
    ]
    pages = [
        el("li", el("a", said.say(f"web-page-{name}"), href=f"/{name}"))
        for name in ("about", "guarantees", "dice", "verify", "privacy")
    ]
    return el(
        "footer",
        el("ul", rules, pages),
        el("p", said.say("web-unofficial"), class_="dim"),
        class_="site-bottom",
    )


def title_of(said: Words, game: str) -> str:
    return said.say(f"{game}-title") if f"{game}-title" in said else readable(game)


def cover(game: str, alt: str = "", lazy: bool = False) -> Html:
    """The picture of a game; a game without one has the plain one."""
    name = f"cover-{game}.svg"
    known = name if name in assets.manifest().files else "icon.svg"
    return el(
        "img",
        class_="cover",
        src=assets.picture(known),
        alt=alt,
        width=300,
        height=400,
        loading="lazy" if lazy else None,
    )


def tagline(said: Words, name: str) -> str:
    return said.say(f"{name}-tagline") if f"{name}-tagline" in said else ""


def facts(said: Words, name: str, game: GameType) -> str:
    first, last = game.seats_allowed[0], game.seats_allowed[-1]
    players = said.say("web-players", first=first, last=last)
    more = f"web-facts-{name}"
    return f"{players} · {said.say(more)}" if more in said else players


def field(label: str, control: Html) -> Html:
    return el("label", el("span", label), control, class_="field")
