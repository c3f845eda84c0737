"""The page of a game, with the ways to a table: now, with friends, on one device, to watch; and its variants."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from yupana.bots.levels import LEVELS, SCOUT
from yupana.web.frame import GameType, cover, facts, field, reading, tagline, title_of
from yupana.web.html import Html, el
from yupana.web.looks import Looks
from yupana.words import Words, readable, words

MOST_BOTS = 7
"""How many bots are offered to play against; a table by link may have more seats."""
MOST_AT_ONE_DEVICE = 6
USUAL_BOT = SCOUT


def game_page(looks: Looks, name: str, game: GameType, editions: Sequence[tuple[str, str]]) -> str:
    """Four ways to a table. `editions`: names and titles."""
    said = words(looks.language)
    title = title_of(said, name)
    return reading(
        looks,
        title,
        el(
            "div",
            cover(name),
            el(
                "div",
                el("h1", title),
                el("p", tagline(said, name)),
                el("p", facts(said, name, game), class_="facts"),
                el("p", el("a", said.say("web-rules"), href=f"/rules/{name}")),
            ),
            class_="game-top",
        ),
        el("noscript", el("p", said.say("web-needs-script"), class_="notice")),
        _choices(said, name, game, editions),
        el(
            "div",
            _now(said, name, game),
            _friends(said, name, game),
            _device(said, name, game),
            _watch(said, name, game),
            class_="ways",
        ),
        el("p", id="refusal", role="alert", class_="notice bad", hidden=True),
        about=tagline(said, name),
    )


def _way(said: Words, kind: str, name: str, *fields: Html | None) -> Html:
    return el(
        "form",
        el("h2", said.say(f"web-{kind}")),
        el("p", said.say(f"web-{kind}-about"), class_="dim"),
        fields,
        el("button", said.say(f"web-{kind}-go"), type="submit", class_="primary big"),
        id=kind,
        class_="way",
        data_way=kind,
        data_game=name,
    )


def _now(said: Words, name: str, game: GameType) -> Html:
    first, last = game.seats_allowed[0] - 1, min(game.seats_allowed[-1] - 1, MOST_BOTS)
    counts = [
        el("option", said.say("web-against", count=count), value=count)
        for count in range(first, last + 1)
    ]
    return _way(
        said,
        "now",
        name,
        field(said.say("web-opponents"), el("select", counts, name="bots")),
        _bot(said),
        _name(said),
    )


def _friends(said: Words, name: str, game: GameType) -> Html:
    first, last = max(2, game.seats_allowed[0]), game.seats_allowed[-1]
    seats = el(
        "input",
        type="number",
        name="seats",
        min=first,
        max=last,
        value=min(4, last),
        required=True,
        inputmode="numeric",
    )
    return _way(
        said,
        "friends",
        name,
        field(said.say("web-seats"), seats),
        _name(said),
        _tick("play", said.say("web-i-play"), True),
        _tick("public", said.say("web-public"), False),
    )


def _device(said: Words, name: str, game: GameType) -> Html:
    most = min(MOST_AT_ONE_DEVICE, game.seats_allowed[-1])
    people = [
        field(
            said.say("web-person", number=number),
            el(
                "input",
                name="person",
                maxlength=24,
                autocomplete="off",
                required=number <= 2,
                placeholder=None if number <= 2 else said.say("web-nobody"),
            ),
        )
        for number in range(1, most + 1)
    ]
    bots = [el("option", said.say("web-against", count=count), value=count) for count in range(4)]
    return _way(
        said,
        "device",
        name,
        el("div", people, class_="people"),
        field(said.say("web-and-bots"), el("select", bots, name="bots")),
        _bot(said),
    )


def _watch(said: Words, name: str, game: GameType) -> Html:
    first, last = max(2, game.seats_allowed[0]), min(game.seats_allowed[-1], MOST_BOTS)
    counts = [
        el("option", said.say("web-against", count=count), value=count)
        for count in range(first, last + 1)
    ]
    return _way(
        said,
        "watch",
        name,
        field(said.say("web-who-plays"), el("select", counts, name="bots")),
        _bot(said),
    )


def _choices(
    said: Words, name: str, game: GameType, editions: Sequence[tuple[str, str]]
) -> Html | None:
    """The options of the game, read from its own definition, and its editions."""
    fields = [_option(said, name, each) for each in options_of(game)]
    if len(editions) > 1:
        choices = [el("option", title, value=edition) for edition, title in editions]
        fields.append(field(said.say("web-edition"), el("select", choices, name="edition")))
    if not fields:
        return None
    return el(
        "details",
        el("summary", said.say("web-variants")),
        el("form", fields, id="variants", class_="variants"),
        class_="choices",
    )


class Choice(Struct, frozen=True):
    """One option of a game: its values, the usual one first; True and False for a switch."""

    name: str
    values: tuple[str | int | bool, ...]
    usual: str | int | bool


def options_of(game: GameType) -> list[Choice]:
    """The choices a table has, from the type of the game's options."""
    schema = msgspec.json.schema(game.options_type)
    table = schema["$defs"][game.options_type.__name__] if "$defs" in schema else schema
    found = []
    for name, kind in table["properties"].items():
        values = tuple(kind.get("enum", (False, True) if kind.get("type") == "boolean" else ()))
        if values:
            found.append(Choice(name, values, kind["default"]))
    return found


def _option(said: Words, game: str, choice: Choice) -> Html:
    key = f"web-option-{game}-{choice.name}"
    label = said.say(key) if key in said else readable(choice.name)
    if isinstance(choice.usual, bool):
        return _tick(choice.name, label, choice.usual)
    options = []
    for value in choice.values:
        named = f"{key}-{value}".lower()
        text = said.say(named) if named in said else readable(str(value))
        options.append(el("option", text, value=str(value), selected=value == choice.usual))
    number = isinstance(choice.usual, int)
    return field(label, el("select", options, name=choice.name, data_number=number or None))


def _tick(name: str, label: str, on: bool) -> Html:
    box = el("input", type="checkbox", name=name, value="yes", checked=on)
    return el("label", box, el("span", label), class_="tick")


def _name(said: Words) -> Html:
    box = el(
        "input",
        name="name",
        maxlength=24,
        autocomplete="nickname",
        placeholder=said.say("web-name-hint"),
    )
    return field(said.say("web-your-name"), box)


def _bot(said: Words) -> Html | None:
    options = [
        el("option", said.say(f"web-bot-{bot}"), value=bot, selected=bot == USUAL_BOT)
        for bot in LEVELS
    ]
    return field(said.say("web-bot-level"), el("select", options, name="bot"))
