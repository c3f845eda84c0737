"""All the tables a game can be set up for: seats, editions, options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

from yupana.core.game import Game

AnyGame = Game[Any, Any, Any]

SEATS = (1, 2, 3, 4, 5, 30, 100)
"""The numbers of seats that are looked at, where a game allows them."""


def variants(
    kind: type[AnyGame], seats: tuple[int, ...] = SEATS, rules: int | None = None
) -> Iterator[AnyGame]:
    """The game with each number of seats, edition and combination of options, small tables first.

    `rules`: a version of the rules, the latest unless told.
    """
    hints = get_type_hints(kind.options_type)
    choices = [
        [(name, value) for value in _values(hint)] for name, hint in hints.items() if _values(hint)
    ]
    for number in seats:
        if number in kind.seats_allowed:
            for edition in kind.packaged_editions():
                for options in product(*choices):
                    yield kind(number, edition, rules=rules, **dict(options))


def _values(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()
