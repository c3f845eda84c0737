"""The shelf: editions and records on disk. The only place that opens a user's files."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from yupana.core.edition import (
    Edition,
    decode_edition,
    packaged_tables,
    packaged_text,
    tables_of,
)
from yupana.core.errors import EditionError, YupanaError
from yupana.core.game import Game
from yupana.core.record import (
    Header,
    Record,
    check_version,
    game_of,
    held_edition,
    read_json,
    read_record,
)
from yupana.games import game_type

AnyGame = Game[Any, Any, Any]

LARGEST_FILE = 1 << 20
"""No sheet, edition or record comes near this many bytes; what does is none of them."""

LARGEST_EXPORT = 64 << 20
"""The log of a table of a hundred seats has a few million bytes, more if much was taken back."""


def user_folder() -> Path:
    """Where a user keeps editions of their own: YUPANA_HOME, or the usual place for such data."""
    home = os.environ.get("YUPANA_HOME")
    if home:
        return Path(home)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "yupana"


def read_text(path: Path) -> str:
    """The text of a user's file; an error that says plainly what is wrong with it."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise YupanaError("file.large", path=str(path), most=LARGEST_FILE // 1024)
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise YupanaError("file.missing", path=str(path)) from None
    except OSError as error:
        raise YupanaError("file.unreadable", path=str(path), problem=str(error.strerror)) from None
    except UnicodeDecodeError:
        raise YupanaError("file.binary", path=str(path)) from None
    if "\0" in text:
        raise YupanaError("file.binary", path=str(path))
    return text


def read_export_file(path: Path) -> bytes:
    """The file of an exported table; what is in it is for others to check."""
    try:
        if path.stat().st_size > LARGEST_EXPORT:
            raise YupanaError("file.large", path=str(path), most=LARGEST_EXPORT // 1024)
        return path.read_bytes()
    except FileNotFoundError:
        raise YupanaError("file.missing", path=str(path)) from None
    except OSError as error:
        raise YupanaError("file.unreadable", path=str(path), problem=str(error.strerror)) from None


# Editions


def edition_names(game: type[AnyGame]) -> tuple[str, ...]:
    """The editions that come with a game, then the user's own."""
    folder = user_folder() / "editions" / game.name
    own = sorted(path.stem for path in folder.glob("*.toml"))
    return (*game.packaged_editions(), *own)


def load_edition(game: type[AnyGame], name: str) -> Edition:
    """An edition by name, or by the path of its file."""
    if name in game.packaged_editions():
        return game.packaged_edition(name)
    path = _own_path(game, name)
    tables = tables_of(read_text(path), lambda base: packaged_tables(game.package(), base))
    edition = decode_edition(tables, game.edition_type)
    if edition.name in game.packaged_editions():
        raise EditionError("edition.name-taken", name=edition.name)
    if edition.name != path.stem:
        raise EditionError("edition.name", name=edition.name, file=path.name)
    return edition


def edition_text(game: type[AnyGame], name: str) -> str:
    """The file of an edition as its author wrote it."""
    if name in game.packaged_editions():
        return packaged_text(game.package(), name)
    return read_text(_own_path(game, name))


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith(".toml")


def _own_path(game: type[AnyGame], name: str) -> Path:
    if _is_path(name):
        return Path(name)
    path = user_folder() / "editions" / game.name / f"{name}.toml"
    if not path.exists():
        raise EditionError("edition.unknown", name=name[:60], known=", ".join(edition_names(game)))
    return path


# Records


def open_game(header: Header, edition: str | None = None) -> AnyGame:
    """The game that a header describes, set up as it was: its edition, its version of the rules, its options.

    The edition is the one that the header itself holds, else the one at `edition`, else the one it names; RecordError
    if its tables are not those that the header was written with, or if the rules are of a version that is not here.
    """
    kind = game_type(header.game)
    check_version(header, kind)
    found = held_edition(header, kind)
    if found is None:
        found = _named(kind, header) if edition is None else load_edition(kind, edition)
    return game_of(header, kind, found)


def _named(kind: type[AnyGame], header: Header) -> Edition:
    """The edition that the header names; where that one is another today, a packaged one with the header's digest.

    The header may come from anybody: it names an edition and never a path, and no file is opened for it.
    """
    names = edition_names(kind)
    named = load_edition(kind, header.edition) if header.edition in names else None
    if named is not None and named.digest == header.edition_digest:
        return named
    for name in () if _is_path(header.edition) else kind.packaged_editions():
        known = kind.packaged_edition(name)
        if known.digest == header.edition_digest:
            return replace(known, name=header.edition)
    if named is None:
        raise EditionError("edition.unknown", name=header.edition[:60], known=", ".join(names))
    return named  # `game_of` says that its tables are others


def load_record(path: Path, edition: str | None = None) -> tuple[AnyGame, Record[Any], Any]:
    """A stored game, text or JSON: the game, the record and the state it leads to."""
    text = read_text(path)
    if text.lstrip().startswith("{"):
        return read_json(text.encode(), lambda header: open_game(header, edition))
    return read_record(text, lambda header: open_game(header, edition))


def save_text(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    try:
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        draft = path.with_name(path.name + ".part")
        draft.write_text(text, "utf-8")
        draft.replace(path)
    except OSError as error:
        raise YupanaError("file.unwritable", path=str(path), problem=str(error.strerror)) from None


def to_json(value: object) -> str:
    """Any of our values as JSON for a program to read."""
    return msgspec.json.encode(value).decode()
