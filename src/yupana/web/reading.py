"""The pages to read: rules clause by clause, what is fact and what is guessed, promises, privacy, thanks."""

from __future__ import annotations

import re
from itertools import groupby

from yupana.core.clauses import Clause, clauses
from yupana.core.edition import Edition
from yupana.games import GAMES
from yupana.web.frame import GameType, cover, reading, title_of
from yupana.web.html import Child, Html, el
from yupana.web.looks import Looks
from yupana.words import Words, words


def rules_page(looks: Looks, name: str, game: GameType) -> str:
    """Every clause with an anchor of its own, which is what refusals link to."""
    said = words(looks.language)
    found = clauses(game.package(), looks.language).values()
    chapters = [(title, list(group)) for title, group in groupby(found, lambda each: each.chapter)]
    return reading(
        looks,
        said.say("web-rules-of", game=title_of(said, name)),
        el(
            "div",
            cover(name),
            el(
                "div",
                el("h1", title_of(said, name)),
                el("p", said.say("web-rules-about")),
                el(
                    "p",
                    el("a", said.say("web-play"), class_="button primary", href=f"/play/{name}"),
                ),
            ),
            class_="game-top",
            data_game=name,
        ),
        el(
            "ul",
            [
                el("li", said.say(f"web-kind-{kind}"), class_=f"clause {kind}")
                for kind in ("law", "ruling", "example")
            ],
            class_="kinds",
        ),
        [el("section", el("h2", title), map(_clause, group)) for title, group in chapters],
    )


def _clause(clause: Clause) -> Html:
    return el(
        "p",
        el("a", clause.id, href=f"#{clause.id}", class_="clause-id"),
        " ",
        _rich(clause.text),
        " ",
        el("span", clause.source, class_="source"),
        id=clause.id,
        class_=f"clause {clause.kind}",
    )


_MARKS = re.compile(r"(\*[^*\s][^*]*\*|`[^`]+`)")


def _rich(text: str) -> list[Child]:
    """The few marks that the rules have: *stressed* and `typed`."""
    found: list[Child] = []
    for part in _MARKS.split(text):
        if part.startswith("*") and len(part) > 2:
            found.append(el("em", part[1:-1]))
        elif part.startswith("`") and len(part) > 2:
            found.append(el("code", part[1:-1]))
        else:
            found.append(part)
    return found


def about_page(looks: Looks) -> str:
    """Who made the games, what is ours, and of every edition what is fact and what is reconstructed."""
    said = words(looks.language)
    return reading(
        looks,
        said.say("web-page-about"),
        el("h1", said.say("web-page-about")),
        el("p", said.say("web-about-name")),
        el("h2", said.say("web-about-thanks")),
        el("p", said.say("web-about-people")),
        el("p", said.say("web-about-buy")),
        el("p", said.say("web-about-art")),
        el("h2", said.say("web-about-editions")),
        el("p", said.say("web-about-sources")),
        [_edition(said, name, game.packaged_edition("classic")) for name, game in GAMES.items()],
    )


STATUSES = ("fact", "reported", "derived", "reconstructed", "owner")


def _edition(said: Words, name: str, edition: Edition) -> Html:
    by_status: dict[str, list[str]] = {status: [] for status in STATUSES}
    for field, status in sorted(edition.source.status.items()):
        by_status[status].append(field)
    rows = [
        el("div", el("dt", said.say(f"web-status-{status}")), el("dd", ", ".join(fields)))
        for status, fields in by_status.items()
        if fields
    ]
    doubts = [el("li", doubt) for doubt in edition.source.doubts]
    return el(
        "section",
        el("h3", title_of(said, name)),
        el("p", edition.source.document, class_="source", lang="en"),
        el("dl", rows, class_="statuses"),
        [el("p", said.say("web-doubts")), el("ul", doubts, class_="dots", lang="en")]
        if doubts
        else None,
    )


def points_page(looks: Looks, name: str) -> str:
    """A page of numbered points: the guarantees, the privacy notice."""
    said = words(looks.language)
    points = [
        el("li", said.say(f"web-{name}-{number}"))
        for number in range(1, count_points(said, name) + 1)
    ]
    return reading(
        looks,
        said.say(f"web-page-{name}"),
        el("h1", said.say(f"web-page-{name}")),
        el("p", said.say(f"web-{name}-about")),
        el("ul", points, class_="dots"),
    )


def count_points(said: Words, name: str) -> int:
    """How many points the catalogue has for a page."""
    count = 0
    while f"web-{name}-{count + 1}" in said:
        count += 1
    return count
