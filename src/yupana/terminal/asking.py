"""What commands share: options of a table, checks before long work, a progress bar."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from yupana.core.errors import OptionError
from yupana.core.game import Game

AnyGame = Game[Any, Any, Any]
T = TypeVar("T")


class CannotStart(OptionError):
    """The command cannot do what its options ask for: noticed before any work, exit code 2."""


def check_installed(module: str, extra: str, option: str) -> None:
    """CannotStart if an option needs a package that only an extra of ours brings."""
    if find_spec(module) is None:
        raise CannotStart("option.extra", option=option, module=module, extra=extra)


def check_writable(path: Path) -> None:
    """CannotStart if a file cannot be written there; leaves nothing behind and changes nothing."""
    try:
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        draft = path.with_name(path.name + ".part")  # as shelf.save_text names it
        is_new = not draft.exists()
        with draft.open("ab"):
            pass
        if is_new:
            draft.unlink()
    except OSError as error:
        problem = str(error.strerror)
        raise CannotStart("file.unwritable", path=str(path), problem=problem) from None


def make_folder(path: Path) -> None:
    """The folder that files are to be written to, and those above it; CannotStart if that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = str(error.strerror)
        raise CannotStart("file.unwritable", path=str(path), problem=problem) from None
    check_writable(path / "x")


def ask_line(prompt: str) -> str:
    """A line that somebody types; EOFError where nobody can, also if there is no standard input at all."""
    if sys.stdin is None:
        raise EOFError
    try:
        return input(prompt) if prompt else input()
    except (
        UnicodeDecodeError
    ):  # not text in the encoding of this terminal: what it means nobody knows
        return "\N{REPLACEMENT CHARACTER}"


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
