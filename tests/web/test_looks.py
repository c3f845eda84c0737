"""Language and looks: the address first, then the cookie, then the browser; nonsense is passed over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yupana.web.looks import Looks, attributes, read_looks, with_language


@pytest.mark.parametrize(
    ("cookie", "accept", "asked", "language"),
    [
        ("", "", None, "en"),
        ("", "fr-FR,fr;q=0.9", None, "fr"),
        ("lang-en.theme-dark", "fr", None, "en"),
        ("lang-en", "fr", "fr", "fr"),
        ("lang-xx", "de", "tlh", "en"),
        ("lang-fr-fr", "", None, "en"),
    ],
)
def test_the_language_of_a_page(cookie: str, accept: str, asked: str | None, language: str) -> None:
    assert read_looks(cookie, accept, asked).language == language


def test_looks_are_read_from_the_cookie() -> None:
    looks = read_looks("theme-dark.text-xl.hand-off.hints-advice", "")
    assert looks == Looks("en", "dark", "xl", "off")
    assert attributes(looks) == {
        "lang": "en",
        "data_theme": "dark",
        "data_text": "xl",
        "data_hand": "off",
    }


@given(st.text(), st.text())
def test_any_nonsense_gives_usual_looks_or_known_ones(cookie: str, accept: str) -> None:
    looks = read_looks(cookie, accept)
    assert looks.theme in ("system", "light", "dark", "contrast")
    kept = with_language(cookie, "fr")
    assert read_looks(kept, "").language == "fr"
    assert kept.isascii()
    assert not set(kept) & set(';, "\\\r\n')


def test_another_language_leaves_the_rest_of_the_cookie() -> None:
    assert with_language("theme-dark.lang-en.text-l", "fr") == "theme-dark.text-l.lang-fr"
