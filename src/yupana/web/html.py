"""HTML built from values: every text is escaped because nothing else can be put in.

>>> str(el("p", "1 < 2 ", el("a", "more", href="/rules?a&b"), class_="note"))
'<p class="note">1 &lt; 2 <a href="/rules?a&amp;b">more</a></p>'
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape

VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))

Attribute = str | int | bool | None


class Html:
    """Markup that is done; only the functions here make it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


Child = Html | str | int | None | Iterable["Child"]


def el(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element. `class_` is written class, `data_game` data-game; None and False leave one out."""
    opened = f"<{name}{''.join(_attribute(*each) for each in attributes.items())}>"
    if name in VOID:
        return Html(opened)
    return Html(f"{opened}{''.join(map(_text, children))}</{name}>")


def several(*children: Child) -> Html:
    """Elements side by side, without one around them."""
    return Html("".join(map(_text, children)))


def data_block(name: str, value: object) -> Html:
    """JSON that a script of ours reads; it cannot end the element it stands in, and is never run."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Html(f'<script type="application/json" id="{escape(name)}">{safe}</script>')


def page(root: Html) -> str:
    return f"<!doctype html>\n{root}\n"


def _attribute(name: str, value: Attribute) -> str:
    called = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    if value is True:
        return f" {called}"
    return f' {called}="{escape(str(value))}"'


def _text(child: Child) -> str:
    match child:
        case None:
            return ""
        case Html():
            return str(child)
        case str() | int():
            return escape(str(child))
        case _:
            return "".join(map(_text, child))
