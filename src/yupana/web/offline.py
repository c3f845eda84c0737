"""The worker that lets the client be installed, and the page it shows where there is no connection."""

from __future__ import annotations

import json
from functools import cache

from yupana.web import assets
from yupana.web.html import el, page
from yupana.web.looks import Looks, attributes
from yupana.words import LANGUAGES, words

ADDRESS = "/sw.js"
"""At the top, because a worker looks after the addresses below its own."""


@cache
def worker() -> bytes:
    """The script, with the page in every language before it: by then there is nobody to ask for it."""
    plain = {language: _page(Looks(language)) for language in LANGUAGES}
    script = assets.files()[assets.manifest().entries["worker"].js].data
    return f"const PLAIN={json.dumps(plain)};\n".encode() + script


def _page(looks: Looks) -> str:
    """Words and a link, without a file of ours: none of them may be at hand."""
    said = words(looks.language)
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", "Yupana"),
    )
    body = el(
        "body",
        el(
            "main",
            el("h1", said.say("web-offline")),
            el("p", said.say("web-offline-why")),
            el("p", el("a", said.say("web-offline-again"), href="")),
        ),
    )
    return page(el("html", head, body, **attributes(looks)))
