"""Editions: the component data of a game, each value with its provenance.

An edition is one TOML file: the game's tables, `[source]` (document, status of each value, doubts)
and `[expect]` (counts that must come out). An owner of the box writes a file of their own that
`extends` ours and replaces what is printed otherwise. Reading the file from disk is not done here.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from yupana.core.errors import EditionError

Status = Literal["fact", "reported", "derived", "reconstructed", "owner"]
"""How sure a value is: printed in a source; told by one who had the box; follows from facts; our
own proposal; or read off the box by its owner."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    document: str
    status: dict[str, Status]
    """By dotted name; the longest name that begins a value's own speaks for it."""
    doubts: tuple[str, ...] = ()
    """What an owner of the box should check."""


class Edition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every edition has; each game subclasses it with its own tables.

    A field that a later version adds has a default and is left out where it has it (`omit_defaults`), so that
    the digests of older editions stay.
    """

    name: str
    title: str
    source: Source

    def check(self) -> None:
        """Raises EditionError where the tables do not fit each other; each game adds its own."""

    @property
    def digest(self) -> str:
        """Twelve hex digits that change with any value of the tables."""
        tables = {key: value for key, value in _tables(self).items() if key not in _ABOUT}
        return hashlib.sha256(msgspec.json.encode(tables, order="sorted")).hexdigest()[:12]

    def text(self) -> str:
        """The whole edition as JSON, for a log to keep; `edition_from_text` reads it back.

        Keys stay in the order of the edition's file, since it numbers tiles and cards: sorted JSON would not do.
        """
        return msgspec.json.encode(self).decode()

    def values(self) -> Iterator[tuple[str, object, Status]]:
        """Every value by dotted name, with its status."""
        for name, value in _leaves(_tables(self)):
            if name.split(".")[0] not in _ABOUT:
                yield name, value, status_of(name, self.source.status)


_ABOUT = ("name", "title", "source", "expect")

E = TypeVar("E", bound=Edition)


def read_edition(text: str, kind: type[E], base: Callable[[str], dict[str, Any]]) -> E:
    """The edition a TOML text describes; `base` gives the tables that `extends` names."""
    return decode_edition(tables_of(text, base), kind)


def tables_of(text: str, base: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """The raw tables of a TOML text, laid over those it extends."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError("edition.toml", problem=str(error)) from None
    parent = tables.pop("extends", None)
    if parent is None:
        return tables
    if not isinstance(parent, str):
        raise EditionError("edition.field", problem="fact.extends")
    return _laid_over(base(parent), tables)


def decode_edition(tables: dict[str, Any], kind: type[E]) -> E:
    """Raw tables as the game's own type, checked."""
    try:
        edition = msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        raise EditionError("edition.field", problem=str(error)) from None
    names = [name for name, _ in _leaves(_tables(edition)) if name.split(".")[0] not in _ABOUT]
    for name in names:
        status_of(name, edition.source.status)
    for name in edition.source.status:
        if not any(each == name or each.startswith(name + ".") for each in names):
            raise EditionError("edition.dangling", field="source.status", name=name)
    edition.check()
    return edition


def edition_from_text(text: str, kind: type[E]) -> E:
    """The edition that `Edition.text` wrote, checked as one from a file is."""
    try:
        tables = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise EditionError("edition.field", problem=str(error)) from None
    return decode_edition(tables, kind)


def packaged_text(package: str, name: str) -> str:
    """The text of an edition that comes with the game; EditionError if there is none so named."""
    path = resources.files(package) / "data" / f"{name}.toml"
    if not path.is_file():
        raise EditionError("edition.unknown", name=name, known=", ".join(packaged_names(package)))
    return path.read_text("utf-8")


def packaged_names(package: str) -> tuple[str, ...]:
    """The editions that come with a game, the classic one first."""
    data = resources.files(package) / "data"
    names = (
        path.name.removesuffix(".toml") for path in data.iterdir() if path.name.endswith(".toml")
    )
    return tuple(sorted(names, key=lambda name: (name != "classic", name)))


def packaged_tables(package: str, name: str) -> dict[str, Any]:
    return tables_of(packaged_text(package, name), lambda base: packaged_tables(package, base))


def expect(what: str, found: int, expected: int) -> None:
    """Refuses a count that is not what the edition's `[expect]` says."""
    if found != expected:
        raise EditionError("edition.count", what=what, found=found, expected=expected)


def status_of(name: str, status: dict[str, Status]) -> Status:
    """The status of a value: that of the longest name which begins its own."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        found = status.get(".".join(parts[:length]))
        if found is not None:
            return found
    raise EditionError("edition.no-status", field=name)


def _tables(edition: Edition) -> dict[str, Any]:
    tables: dict[str, Any] = msgspec.to_builtins(edition)
    return tables


def _leaves(tables: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in tables.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _laid_over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base tables with one's own values in place of theirs, marked as the owner's."""
    merged = _merge(base, own)
    status = merged.setdefault("source", {}).setdefault("status", {})
    declared = own.get("source", {}).get("status", {})
    for name, _ in _leaves(own):
        if name.split(".")[0] not in _ABOUT and not any(
            name == each or name.startswith(each + ".") for each in declared
        ):
            status[name] = "owner"
    return merged


def _merge(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        below = merged.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            merged[key] = _merge(below, value)
        else:
            merged[key] = value
    return merged
