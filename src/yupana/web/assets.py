"""The built client: which files an entry needs, and each file as it is sent, compressed once.

`dist/` is made by `make web` from the sources in web/ and comes with the package; nobody who plays or hosts
needs Node. Names have the hash of the contents in them, so a browser may keep a file for good.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from msgspec import Struct

from yupana.games import all_games
from yupana.web.looks import speaks
from yupana.words import catalogues

KEEP = "public, max-age=31536000, immutable"
"""For an address whose contents never change."""

WORTH_PACKING = ("text/", "application/json", "image/svg", "font/ttf")


class Entry(Struct, frozen=True):
    """A script that a page begins with."""

    js: str
    css: str | None
    imports: tuple[str, ...]


class Manifest(Struct, frozen=True):
    entries: dict[str, Entry]
    files: dict[str, str]
    """Pictures by the name they have in the sources."""


class File(Struct, frozen=True):
    kind: str
    data: bytes
    packed: bytes | None
    """The same by gzip, where that is worth it. Brotli would only be asked for over https."""


def _dist() -> Traversable:
    """Those who work on the client may build elsewhere, and say where."""
    elsewhere = os.environ.get("YUPANA_DIST")
    return Path(elsewhere) if elsewhere else resources.files("yupana.web") / "dist"


@cache
def manifest() -> Manifest:
    return msgspec.json.decode((_dist() / "manifest.json").read_bytes(), type=Manifest)


def address(name: str) -> str:
    """Where a file of `dist/` is to be had."""
    return f"/static/{name}"


def picture(name: str) -> str:
    """Where a picture of the sources is to be had."""
    return address(manifest().files[name])


def board_entry(game: str) -> Entry:
    """The chunk with a game's board; the plain one where there is none."""
    entries = manifest().entries
    return entries.get(f"game-{game}", entries["game-plain"])


@cache
def files() -> dict[str, File]:
    """Everything that may be asked for, by name: nothing else is ever opened."""
    found = {path.name: path.read_bytes() for path in _dist().iterdir() if path.is_file()}
    return {name: packed(name, data) for name, data in found.items()}


def packed(name: str, data: bytes) -> File:
    kind = _kind(name)
    small = gzip.compress(data, 9, mtime=0) if kind.startswith(WORTH_PACKING) else None
    return File(kind, data, small)


def _kind(name: str) -> str:
    known = {".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
    suffix = name[name.rfind(".") :]
    kind = known.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


# Catalogues: the same files that the server and the terminal speak from

SHARED = ("web", "server", "yupana")
"""The domains that every table needs; its game's own comes on top."""


def catalogue_name(language: str, game: str) -> str:
    """The name of the words of a table, with the hash of what they say in it."""
    digest = hashlib.sha256(_catalogue(language, game).data).hexdigest()[:10]
    return f"{game}.{language}.{digest}.ftl"


def catalogue(name: str) -> File | None:
    """The catalogue of that name as it is today; None for a name that none has."""
    match name.split("."):
        case [game, language, _, "ftl"] if speaks(language) and (
            f"{game}.ftl" in catalogues("en") or game in all_games()
        ):
            return _catalogue(language, game)
    return None


@cache
def _catalogue(language: str, game: str) -> File:
    every = catalogues(language)
    names = dict.fromkeys(f"{domain}.ftl" for domain in (*SHARED, game))
    text = "\n".join(every[name] for name in names if name in every).encode()
    return File("text/plain; charset=utf-8", text, gzip.compress(text, 9, mtime=0))
