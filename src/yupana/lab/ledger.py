"""The file in which a contest is kept while it is played: a line for the contest, a line for each game.

Whoever stops a contest and starts it again goes on where the file ends; a line that was cut short is played anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from yupana.core.errors import OptionError, YupanaError
from yupana.lab.arena import Contest, Row


class Ledger:
    """Rows of a contest on disk, in order."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """OptionError if the file is there and of another contest."""
        self._path = path
        self.rows: list[Row] = []
        self._keep(contest)

    def _keep(self, contest: Contest) -> None:
        first = msgspec.json.encode(contest)
        lines = self._lines()
        if lines and lines[0] != first + b"\n":
            raise OptionError("arena.other", file=str(self._path))
        whole = first + b"\n"
        for line in lines[1:]:
            try:
                row = msgspec.json.decode(line, type=Row)
            except msgspec.DecodeError:
                break
            if not line.endswith(b"\n") or row.played.number != len(self.rows):
                break
            self.rows.append(row)
            whole += line
        if whole == b"".join(lines):  # a rewrite that is cut short would lose what is kept
            return
        try:
            self._path.write_bytes(whole)
        except OSError as error:
            raise self._unwritable(error) from None

    def _lines(self) -> list[bytes]:
        try:
            return self._path.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return []
        except OSError as error:
            problem = str(error.strerror)
            raise YupanaError("file.unreadable", path=str(self._path), problem=problem) from None

    def _unwritable(self, error: OSError) -> YupanaError:
        return YupanaError("file.unwritable", path=str(self._path), problem=str(error.strerror))

    def add(self, rows: Iterator[Row]) -> Iterator[Row]:
        """Writes the rows down as they come, and hands them on."""
        with self._path.open("ab") as file:
            for row in rows:
                try:
                    file.write(msgspec.json.encode(row) + b"\n")
                    file.flush()
                except OSError as error:
                    raise self._unwritable(error) from None
                self.rows.append(row)
                yield row


def write_parquet(path: Path, contest: Contest, rows: list[Row]) -> None:
    """One line for each seat of each game, for people with data frames."""
    import pyarrow as pa
    from pyarrow import parquet

    columns: dict[str, list[Any]] = {
        name: []
        for name in (
            "game", "block", "seat", "bot", "score", "place", "why", "rank", "decisions",
            "milliseconds", "slowest",
        )
    }  # fmt: skip
    for row in rows:
        each = row.played
        for seat, bot in enumerate(each.seating):
            values = (
                each.number, each.block, seat, contest.bots[bot], each.scores[seat], each.places[seat],
                each.why, each.rank, each.decisions, row.milliseconds[seat], row.slowest[seat],
            )  # fmt: skip
            for column, value in zip(columns.values(), values, strict=True):
                column.append(value)
    table = pa.table(columns, metadata={"contest": msgspec.json.encode(contest)})
    try:
        parquet.write_table(table, path)
    except OSError as error:
        problem = str(error.strerror or error)
        raise YupanaError("file.unwritable", path=str(path), problem=problem) from None
