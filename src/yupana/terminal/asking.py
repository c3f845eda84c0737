"""What commands share: options of a table from the command line, numbers, a bar while one waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from yupana.core.errors import OptionError
from yupana.core.game import Game

AnyGame = Game[Any, Any, Any]
T = TypeVar("T")


def table_options(kind: type[AnyGame], pairs: Iterable[str]) -> dict[str, str | int | bool]:
    """Table options from NAME=VALUE pairs."""
    known = kind.options_type.__struct_fields__
    found: dict[str, str | int | bool] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError("option.form", text=pair[:40])
        name = name.replace("-", "_")
        if name not in known:
            raise OptionError(
                "option.unknown",
                game=kind.name,
                option=name[:40],
                known=", ".join(known) or "fact.none",
            )
        found[name] = {"yes": True, "no": False}.get(
            value, int(value) if value.isdecimal() else value
        )
    return found


def at_least_one(what: str, value: int) -> int:
    if value < 1:
        raise OptionError("option.number", what=what, value=value)
    return value


def progress(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The things as they come, with a bar on stderr where a person is watching."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        for thing in things:
            yield thing
            bar.advance(task)
