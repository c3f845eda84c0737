"""Small readers that every notation needs: numbers, and dice with a special face each; and what a language is to a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from yupana.core.errors import NotationError

DIGITS = 6
"""No number of any game has more."""

SPECIAL = 0
"""A die that shows its special face."""


class Say(Protocol):
    """A language, handed in from outside: the sentence for a key, its facts filled in."""

    def __call__(self, key: str, **facts: str | int) -> str: ...


def read_count(word: str) -> int:
    """A whole number from 0 up, in plain digits.

    >>> read_count("12")
    12
    """
    if not (word.isascii() and word.isdecimal() and len(word) <= DIGITS):
        raise NotationError("notation.number", text=word[:20])
    return int(word)


def read_number(word: str) -> int:
    """A whole number from 1 up."""
    number = read_count(word)
    if number == 0:
        raise NotationError("notation.number", text=word)
    return number


def write_faces(faces: Sequence[int], names: Sequence[str]) -> str:
    """What the dice show, the special face of each by its name.

    >>> write_faces((2, 0, 5), ("penny", "lockpick", "mummy"))
    '2 lockpick 5'
    """
    named = zip(faces, names, strict=True)
    return " ".join(name if face == SPECIAL else str(face) for face, name in named)


def read_faces(words: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    """What `write_faces` wrote."""
    if len(words) != len(names):
        raise NotationError("notation.dice", found=len(words), expected=len(names))
    named = zip(words, names, strict=True)
    return tuple(SPECIAL if word == name else read_number(word) for word, name in named)
