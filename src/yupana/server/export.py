"""A table as one JSON document: written the same way every time, and believed only after a check."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server.dice import commitment
from yupana.server.log import Hash, Opened, Stored, canonical, faults


class ExportError(YupanaError):
    """The document is not a table of ours, or not as it was written."""


class TableFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is wherever it is kept; its code and listing belong to the server."""

    id: str
    game: str
    rules: int
    created_ms: int


class Export(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: Literal["yupana table"] = "yupana table"
    v: Literal[1] = 1
    table: TableFacts
    entries: tuple[Stored, ...]
    head_hash: Hash
    seed: str | None = None
    """In hex: once the game is over, or in a copy that is for moving house."""
    names: dict[str, str] = {}
    """By seat; only in a copy that is for moving house. The head hash does not cover them."""

    @property
    def head(self) -> int:
        return self.entries[-1].seq if self.entries else 0

    def names_by_seat(self) -> dict[Seat, str]:
        return {int(seat): name for seat, name in self.names.items()}


def write_export(export: Export) -> bytes:
    """Canonical JSON: the same table gives the same bytes, on any machine."""
    return canonical(export)


def read_export(data: bytes) -> Export:
    """The document, checked as `check_export` does."""
    try:
        export = msgspec.json.decode(data, type=Export)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ExportError("export.json", problem=str(error)) from None
    check_export(export)
    return export


def check_export(export: Export) -> None:
    """Raises ExportError unless the chain reproduces the head hash and the facts fit the log."""
    fault = next(faults(export.entries, export.head, export.head_hash), None)
    if fault is not None:
        raise ExportError("export.fault", what=fault.what, seq=fault.seq)
    opened = export.entries[0].entry()
    assert isinstance(opened, Opened)  # or `faults` would have spoken
    if (opened.game, opened.rules) != (export.table.game, export.table.rules):
        raise ExportError("export.facts", table=repr(export.table.id)[:80])
    try:
        honest = export.seed is None or commitment(bytes.fromhex(export.seed)) == opened.commit
        seated = set(export.names_by_seat()) <= set(range(opened.seats))
    except ValueError as error:
        raise ExportError("export.json", problem=str(error)) from None
    if not honest:
        raise ExportError("export.seed", table=repr(export.table.id)[:80])
    if not seated:
        raise ExportError("export.facts", table=repr(export.table.id)[:80])
