"""A backup: everything of a store, whichever it is, as one SQLite file. Caches are left out.

The embedded store copies itself page by page and so makes such a file too. It holds the seeds of
running games: it is made for its owner's eyes only.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from yupana.server.schema import COLUMNS, FORMAT, LATER, LATER_COLUMNS, READABLE, SCHEMA, insert
from yupana.server.store import StoreUnfit

Rows = Iterable[tuple[Any, ...]]

CHUNK = 1000


def write_backup(path: Path, contents: Iterable[tuple[str, Rows]]) -> None:
    """Writes the rows of each table; the file is at `path` only when it is whole."""
    part = new_file(path.with_name(path.name + ".part"))
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            copy.execute("BEGIN")
            for statement in SCHEMA.split(";"):
                copy.execute(statement)
            copy.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))
            for name, rows in contents:
                copy.executemany(insert(name), rows)
            copy.execute("COMMIT")
        finish_file(part, path)
    finally:
        part.unlink(missing_ok=True)


def read_backup(path: Path) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of each table, a thousand at a time."""
    if not path.is_file():
        raise StoreUnfit("store.no-backup", path=str(path))
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            check_database(copy)
            found = copy.execute("SELECT value FROM meta WHERE name = 'format'").fetchone()[0]
            if found not in READABLE:
                raise StoreUnfit("store.format", theirs=str(found), ours=FORMAT)
            there = {each for (each,) in copy.execute("SELECT name FROM sqlite_master")}
            for name, columns in COLUMNS.items():
                if name in LATER and name not in there:
                    continue
                if found == "1" and name in LATER_COLUMNS:
                    columns = f"{columns.removesuffix(LATER_COLUMNS[name])} NULL"
                cursor = copy.execute(f"SELECT {columns} FROM {name}")
                while rows := cursor.fetchmany(CHUNK):
                    yield name, rows
    except (sqlite3.Error, TypeError) as error:
        raise StoreUnfit("store.damaged", problem=str(error)) from error


def check_database(connection: sqlite3.Connection) -> None:
    """SQLite's own check of its pages; a quick one, since the hash chain covers what they hold."""
    for (line,) in connection.execute("PRAGMA quick_check"):
        if line != "ok":
            raise StoreUnfit("store.damaged", problem=line)


def new_file(path: Path) -> Path:
    """An empty file that only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def finish_file(part: Path, path: Path) -> None:
    """Moves a finished file into its place so that even a power cut leaves a whole one there."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
