"""Databases that earlier versions of the server have written, as SQL text: they must open, replay and play on for ever.

    <version>-<commit>-finished.sql     finished games of Paititi and Wiraqocha
    <version>-<commit>-derived.sql      finished games of the temple and the valley, one with moves taken back, and what
                                        came of them: a rematch on the same dice, a branch
    <version>-<commit>-running.sql      games that are on, one that gathers, a branch; in Wiraqocha the Tunneller may
                                        free a prisoner
    <version>-<commit>-keyed.sql        dice that seats committed to, with and without a void draw; links that were made
                                        and revoked, a seat that changed hands and came back

Each is written by the code of its own commit, by `python -m tests.server.databases`; none is ever changed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.sql"))


def restore(file: Path, path: Path) -> Path:
    """The database of a file, at that path."""
    connection = sqlite3.connect(path)
    try:
        connection.executescript(file.read_text("utf-8"))
    finally:
        connection.close()
    return path


def dump(database: Path, tables: list[str]) -> str:
    """These tables of a database as SQL, readable: JSON as text, a row to a line."""
    connection = sqlite3.connect(database)
    try:
        master = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type = ?"
        made = dict(connection.execute(f"{master} ORDER BY rowid", ("table",)).fetchall())
        lines = ["BEGIN;"]
        for name, sql in made.items():
            lines.append(f"{sql};")
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            found = next((each for each in ("table_id", "id") if each in columns), None)
            listed = ", ".join("?" * len(tables))
            chosen = f" WHERE {found} IN ({listed})" if found else ""
            rows = connection.execute(
                f"SELECT * FROM {name}{chosen} ORDER BY rowid", tables if found else ()
            ).fetchall()
            if rows:
                values = ",\n".join(f"({','.join(map(_literal, row))})" for row in rows)
                lines.append(f"INSERT INTO {name} VALUES\n{values};")
        lines += [f"{sql};" for _, sql in connection.execute(master, ("index",))]
        return "\n".join([*lines, "COMMIT;", ""])
    finally:
        connection.close()


def _literal(value: object) -> str:
    """A value in SQL; bytes that are text as text."""
    if isinstance(value, bytes):
        try:
            text = value.decode()
        except UnicodeDecodeError:
            return f"X'{value.hex()}'"
        return f"CAST({_literal(text)} AS BLOB)" if text.isprintable() else f"X'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else str(value)
