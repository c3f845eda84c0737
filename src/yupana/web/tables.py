"""The pages of a table: joining it by its code, what a stranger is told, and the table, which the client draws."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from yupana.web import assets
from yupana.web.frame import cover, field, reading, title_of, whole
from yupana.web.html import Child, Html, data_block, el, several
from yupana.web.looks import Looks
from yupana.words import Words, words


def join_page(looks: Looks, table: str, code: str, game: str, name: str, may_sit: bool) -> str:
    """`name`: one suggested to somebody who would rather not think of one."""
    said = words(looks.language)
    title = title_of(said, game)
    if not may_sit:
        rest: Html = el("p", said.say("table-begun"), class_="notice")
    else:
        rest = _sit_down(said, table, game, code, name)
    return reading(
        looks,
        title,
        el(
            "div",
            cover(game),
            el(
                "div",
                el("h1", title),
                el("p", said.say("web-table-code", code=code)),
                el("div", id="back", data_text=said.say("web-back-to", name="{name}")),
                rest,
                _refusal(),
                _resume(said, table, game, code),
            ),
            class_="game-top",
            data_game=game,
        ),
        el("noscript", el("p", said.say("web-needs-script"), class_="notice")),
    )


class TableFacts(Struct, frozen=True):
    """What anybody with the address of a table is told of it."""

    table: str
    code: str | None
    game: str
    phase: str
    seats: int
    free: int
    """Seats that nobody has taken while people gather."""
    may_sit: bool
    may_watch: bool
    may_take_back: bool
    """Whether the visitor had a seat that the host gave to somebody else."""


def enter_page(looks: Looks, facts: TableFacts, name: str, old_link: bool) -> str:
    """What somebody can do who opens the address of a table without a key to it.

    `name`: one suggested to sit down with. `old_link`: whether they came by a link that is worth nothing now.
    """
    said = words(looks.language)
    title = title_of(said, facts.game)
    code = facts.code or ""
    standing = said.say(f"web-enter-{facts.phase}", seats=facts.seats, free=facts.free)
    watch = el(
        "button", said.say("web-enter-watch"), type="button", class_="big", data_watch=facts.table
    )
    take_back = el(
        "button",
        said.say("web-take-back", several="false", name=""),
        type="button",
        class_="primary big",
        data_reclaim=facts.table,
    )
    why = "web-enter-old-link" if old_link else "web-enter-no-key"
    if facts.may_take_back:
        why = "server-taken-over"
    ask = said.say("web-enter-ask-over" if facts.phase == "over" else "web-enter-ask")
    return reading(
        looks,
        title,
        el(
            "div",
            cover(facts.game),
            el(
                "div",
                el("h1", title),
                el("p", said.say("web-table-code", code=code)) if code else None,
                el("p", standing, class_="table-standing"),
                el("p", said.say(why), class_="notice"),
                el("p", take_back) if facts.may_take_back else None,
                _sit_down(said, facts.table, facts.game, code, name) if facts.may_sit else None,
                el("p", watch) if facts.may_watch else None,
                _refusal(),
                None if facts.may_take_back else el("p", ask),
                _resume(said, facts.table, facts.game, code),
                el("p", el("a", said.say("web-home"), class_="button", href="/")),
            ),
            class_="game-top",
            data_game=facts.game,
        ),
        el("noscript", el("p", said.say("web-needs-script"), class_="notice")),
    )


def _sit_down(said: Words, table: str, game: str, code: str, name: str) -> Html:
    return el(
        "form",
        field(
            said.say("web-your-name"),
            el("input", name="name", maxlength=24, value=name, autocomplete="nickname"),
        ),
        el("button", said.say("web-sit-down"), type="submit", class_="primary big"),
        class_="join",
        data_join=table,
        data_game=game,
        data_code=code,
    )


def _refusal() -> Html:
    """Where the script says why something could not be done."""
    return el("p", id="refusal", role="alert", class_="notice bad", hidden=True)


def _resume(said: Words, table: str, game: str, code: str) -> Html:
    """A seat taken along from another device."""
    return el(
        "details",
        el("summary", said.say("web-resume")),
        el(
            "form",
            field(
                said.say("web-resume-typed"),
                el(
                    "input",
                    name="code",
                    required=True,
                    autocomplete="off",
                    spellcheck="false",
                    class_="code-input",
                ),
            ),
            el("button", said.say("web-resume-go"), type="submit"),
            class_="join",
            data_resume=table,
            data_game=game,
            data_code=code,
        ),
    )


def table_page(
    looks: Looks, table: str, game: str, box: dict[str, Any], invite: str | None, known: bool
) -> str:
    """Almost empty: the client draws it. What it needs at once comes along, so that nothing waits twice.

    `invite`: the address under which others find this server, if they can. `known`: whether the browser
    came with a key to the table.
    """
    said = words(looks.language)
    board = assets.board_entry(game)
    extras = assets.manifest().entries["extras"]
    shared = assets.manifest().entries["table"].imports
    own = [each for each in board.imports if each not in shared]
    catalogue = f"/words/{assets.catalogue_name(looks.language, game)}"
    given = {
        "table": table,
        "game": game,
        "language": looks.language,
        "box": box,
        "words": catalogue,
        "board": assets.address(board.js),
        "rules": f"/rules/{game}",
        "extras": {"js": assets.address(extras.js), "css": assets.address(extras.css or "")},
        "invite": invite,
        "known": known,
        "enter": f"/t/{table}/enter",
    }
    early: list[Child] = [
        el("link", rel="preload", href=catalogue, as_="fetch", crossorigin="anonymous"),
        [el("link", rel="modulepreload", href=assets.address(each)) for each in (board.js, *own)],
        el("link", rel="stylesheet", href=assets.address(board.css)) if board.css else None,
    ]
    body = several(
        el("div", el("p", said.say("web-loading"), class_="loading"), id="app"),
        el("noscript", el("p", said.say("web-needs-script"), class_="loading")),
        data_block("given", given),
    )
    return whole(looks, f"{title_of(said, game)} · Yupana", "table", [body], early)


def refusal_page(looks: Looks, sentence: str) -> str:
    said = words(looks.language)
    return reading(
        looks,
        "Yupana",
        el("h1", said.say("web-not-here")),
        el("p", sentence),
        el("p", el("a", said.say("web-home"), class_="button", href="/")),
    )
