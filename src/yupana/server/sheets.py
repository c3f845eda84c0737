"""Plain pages and the forms on them: one look, no script unless a page is there for it, refusals as pages."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from yupana.core.errors import YupanaError
from yupana.server import page
from yupana.server.policy import Refused
from yupana.server.site import Handler, Site, status_of
from yupana.web import assets
from yupana.web.html import Child, Html, el
from yupana.web.html import page as html_page
from yupana.web.looks import Looks, attributes
from yupana.words import words

ENTRY = "verify"
"""The part of the client with the style of these pages, and the script that checks a game."""


def sheet(
    looks: Looks, title: str, *body: Child, script: bool = False, refresh: str | None = None
) -> str:
    """A page of text. `refresh`: seconds after which it is worth another look."""
    files = assets.manifest().entries[ENTRY]
    said = words(looks.language)
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{title} - Yupana"),
        el("meta", http_equiv="refresh", content=refresh) if refresh else None,
        el("link", rel="icon", href=assets.picture("icon.svg"), type="image/svg+xml"),
        el("link", rel="stylesheet", href=assets.address(files.css)) if files.css else None,
        el("script", type="module", src=assets.address(files.js)) if script else None,
    )
    others = [
        el("a", said.say(f"pages.{name}"), href=f"/{name}")
        for name in ("dice", "verify", "privacy")
    ]
    foot = el("footer", el("nav", el("a", "Yupana", href="/"), others))
    content = el("body", el("main", el("h1", title), body, class_="sheet"), foot)
    return html_page(el("html", head, content, **attributes(looks)))


def table(caption: str, columns: Sequence[str], rows: Sequence[Html]) -> Html:
    heads = el("tr", [el("th", each, scope="col") for each in columns])
    whole = el("table", el("caption", caption), el("thead", heads), el("tbody", rows))
    return el("div", whole, class_="wide", tabindex=0)


def button(action: str, text: str, **hidden: str) -> Html:
    """A form with nothing to fill in."""
    kept = [el("input", type="hidden", name=name, value=value) for name, value in hidden.items()]
    return el("form", kept, el("button", text, type="submit"), method="post", action=action)


def tells_origin(response: Response) -> Response:
    """Lets the forms of a page say where they come from, which `no-referrer` would have them hide. For
    pages that have no secret in their address."""
    response.headers["referrer-policy"] = "same-origin"
    return response


# Forms


async def serve_form(site: Site, handler: Handler, request: Request) -> Response:
    """Whoever handles the form checks where it comes from."""
    try:
        return await handler(site, request)
    except YupanaError as error:
        site.hub.metrics.count("refusals")
        return refused(request, error)


def refused(request: Request, error: YupanaError) -> Response:
    looks = page.looks_of(request)
    said = words(looks.language)
    text = sheet(looks, said.say("pages.refused"), el("p", said.say_error(error)))
    return page.html(text, request, status_of(error))


async def fields(site: Site, request: Request) -> dict[str, str]:
    """What a form says, each field once."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Refused("server.no-form")
    try:
        text = (await site.body(request)).decode()
        found = parse_qs(text, keep_blank_values=True, max_num_fields=20)
    except (UnicodeDecodeError, ValueError):
        raise Refused("server.no-form") from None
    return {name: values[0] for name, values in found.items()}
