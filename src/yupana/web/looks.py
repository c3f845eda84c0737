"""How somebody likes the pages: language, colours, size of the text. From the address, a cookie, the browser."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from yupana.words import LANGUAGES, PSEUDO, language_accepted

COOKIE = "yupana-look"
AGE = 365 * 24 * 3600
THEMES = ("system", "light", "dark", "contrast")
SIZES = ("m", "l", "xl")


class Looks(Struct, frozen=True):
    language: str = "en"
    theme: str = "system"
    text: str = "m"
    hand: str = "on"


def read_looks(cookie: str, accept: str, asked: str | None = None) -> Looks:
    """`asked` is what the address says; then the cookie counts, then what the browser prefers."""
    kept = dict(pair for each in cookie.split(".") if len(pair := each.split("-")) == 2)
    wishes = (asked, kept.get("lang"), language_accepted(accept))
    return Looks(
        next(each for each in wishes if each is not None and speaks(each)),
        _known(kept.get("theme"), THEMES),
        _known(kept.get("text"), SIZES),
        _known(kept.get("hand"), ("on", "off")),
    )


def speaks(language: str) -> bool:
    """Whether pages can be had in it, the stretched English of the tests among them."""
    return language in LANGUAGES or language == PSEUDO


def with_language(cookie: str, language: str) -> str:
    """The cookie's text with another language in it, whatever else it holds."""
    pairs = [pair for each in cookie.split(".") if len(pair := each.split("-")) == 2]
    kept = [f"{name}-{value}" for name, value in pairs if name != "lang" and _plain(name + value)]
    return ".".join((*kept[:20], f"lang-{language}"))


def _known(value: str | None, known: tuple[str, ...]) -> str:
    return value if value in known else known[0]


def _plain(text: str) -> bool:
    return text.isascii() and text.isalnum() and len(text) < 40


def attributes(looks: Looks) -> Mapping[str, str]:
    """For the root element, so that the first paint is already right."""
    return {
        "lang": looks.language,
        "data_theme": looks.theme,
        "data_text": looks.text,
        "data_hand": looks.hand,
    }
