"""The first page: the games, tables to go on with, tables that anybody may join."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from yupana.games import all_games
from yupana.web.frame import GameType, cover, facts, reading, tagline, title_of
from yupana.web.html import Html, el
from yupana.web.looks import Looks
from yupana.words import Words, words


class OpenTable(Struct, frozen=True):
    """A table that anybody may join, or watch."""

    id: str
    code: str
    game: str


def home_page(looks: Looks, tables: Sequence[OpenTable], running: Sequence[OpenTable] = ()) -> str:
    said = words(looks.language)
    return reading(
        looks,
        "Yupana",
        el("div", el("h1", said.say("web-welcome")), el("p", said.say("web-what")), class_="hello"),
        el(
            "section",
            id="kept",
            hidden=True,
            data_title=said.say("web-go-on-with"),
            data_forget=said.say("web-forget"),
        ),
        _by_code(said),
        el("p", id="refusal", role="alert", class_="notice bad", hidden=True),
        el("div", [_card(said, name, game) for name, game in all_games().items()], class_="shelf"),
        _open_tables(said, tables),
        _running_tables(said, running),
        about=said.say("web-what"),
    )


def _by_code(said: Words) -> Html:
    """Works without a script: the server sends the browser on."""
    return el(
        "form",
        el(
            "label",
            el("span", said.say("web-have-code")),
            el(
                "input",
                name="code",
                required=True,
                maxlength=9,
                autocomplete="off",
                autocapitalize="characters",
                spellcheck="false",
                placeholder="KWXT",
                size=6,
                class_="code-input",
            ),
        ),
        el("button", said.say("web-join"), type="submit"),
        action="/j",
        method="get",
        class_="by-code",
    )


def _card(said: Words, name: str, game: GameType) -> Html:
    title = title_of(said, name)
    return el(
        "article",
        el("a", cover(name), href=f"/play/{name}", tabindex=-1, aria_hidden="true"),
        el(
            "div",
            el("h2", el("a", title, href=f"/play/{name}")),
            el("p", tagline(said, name), class_="tagline"),
            el("p", facts(said, name, game), class_="facts"),
            el(
                "div",
                el(
                    "button",
                    said.say("web-play-now"),
                    type="button",
                    class_="primary",
                    data_play=name,
                    data_seats=_usual_seats(game),
                    aria_label=f"{said.say('web-play-now')}: {title}",
                ),
                [_way(said, way, name, title) for way in ("friends", "device", "watch")],
                class_="buttons",
            ),
            class_="card-in",
        ),
        class_="card",
        data_game=name,
    )


def _way(said: Words, way: str, name: str, title: str) -> Html:
    text = said.say(f"web-{way}")
    where = f"/play/{name}#{way}"
    return el("a", text, class_="button", href=where, aria_label=f"{text}: {title}")


def _usual_seats(game: GameType) -> int:
    """Alone where the game allows it, else against one bot."""
    return game.seats_allowed[0]


def _open_tables(said: Words, tables: Sequence[OpenTable]) -> Html | None:
    links = [el("a", *_named(said, each), href=f"/j/{each.code}") for each in tables]
    return _list_of_tables(said.say("page-open-tables"), links)


def _running_tables(said: Words, tables: Sequence[OpenTable]) -> Html | None:
    """Games of others, to look on; that takes a script, as does the table itself."""
    watch = said.say("web-watch")
    buttons = [
        el(
            "button",
            *_named(said, each),
            type="button",
            data_watch=each.id,
            aria_label=f"{watch}: {title_of(said, each.game)} {each.code}",
        )
        for each in tables
    ]
    return _list_of_tables(said.say("page-watched-tables"), buttons)


def _named(said: Words, table: OpenTable) -> tuple[Html, str, str]:
    return el("strong", table.code), " ", title_of(said, table.game)


def _list_of_tables(heading: str, ways: Sequence[Html]) -> Html | None:
    if not ways:
        return None
    rows = [el("li", way) for way in ways]
    return el("section", el("h2", heading), el("ul", rows, class_="open-tables"))
