"""The commands of a host: `yupana serve`, `yupana store ...` and `yupana verify FILE`.

The server is imported only when one of them runs: whoever plays in a terminal does not wait for it.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yupana import shelf
from yupana.core.errors import OptionError
from yupana.words import words

if TYPE_CHECKING:
    from yupana.server.serve import Options
    from yupana.server.store import Store

OK, FAILED, BROKEN = 0, 1, 3

ENVIRONMENT = "YUPANA_"
"""What the names of environment variables for hosts begin with: YUPANA_PORT, YUPANA_STORE ..."""

Command = Callable[[str, Any, str], argparse.ArgumentParser]


def add_commands(command: Command) -> None:
    """Adds the commands to the parser."""
    sub = command("serve", serve, "serve tables to browsers and programs, from this machine")
    _where(sub)
    sub.add_argument(
        "--host", help="127.0.0.1 for this machine alone; 0.0.0.0 for the network (default)"
    )
    sub.add_argument("--port", type=int, help="default 8000")
    sub.add_argument("--tls-cert", type=Path, metavar="FILE")
    sub.add_argument("--tls-key", type=Path, metavar="FILE")
    sub.add_argument("--public-url", metavar="URL", help="what people's browsers know it by")
    sub.add_argument("--behind-proxy", action="store_true", help="a proxy here tells who asks")

    sub = command("store", store, "look after the stored tables")
    sub.add_argument("action", choices=sorted(ACTIONS))
    sub.add_argument("what", nargs="?", metavar="TABLE|FILE")
    _where(sub)
    sub.add_argument("--to", type=Path, metavar="FILE", help="where an export or backup goes")

    sub = command("verify", verify, "check the dice and moves of a finished table's export")
    sub.add_argument("file", type=Path)
    sub.add_argument("--head", help="the hash that was noted at the table")
    sub.add_argument("--json", action="store_true", help="for a program to read")


def _where(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--data", type=Path, metavar="FOLDER", help="of the embedded store (default data)"
    )
    sub.add_argument("--store", metavar="URL", help="postgresql://... to share a database")


def _options(arguments: argparse.Namespace) -> Options:
    """The command line first, then the environment, then our defaults."""
    from yupana.server.serve import Options

    kinds: dict[str, Callable[[str], Any]] = {
        "host": str, "port": int, "data": Path, "store": str,
        "tls_cert": Path, "tls_key": Path, "public_url": str,
    }  # fmt: skip
    found: dict[str, Any] = {"host": "0.0.0.0"}
    for name, kind in kinds.items():
        said = getattr(arguments, name, None)
        around = os.environ.get(ENVIRONMENT + name.upper())
        if said is not None:
            found[name] = said
        elif around:
            try:
                found[name] = kind(around)
            except ValueError:
                raise OptionError(
                    "option.environment", name=ENVIRONMENT + name.upper(), value=around
                ) from None
    return Options(**found, behind_proxy=getattr(arguments, "behind_proxy", False))


def serve(arguments: argparse.Namespace) -> int:
    from yupana.server.serve import main

    return main(_options(arguments))


# Looking after the store


def store(arguments: argparse.Namespace) -> int:
    from yupana.server.serve import open_store

    logging.getLogger("yupana.server").setLevel(
        logging.ERROR
    )  # its advice is for a server that runs
    with open_store(_options(arguments)) as opened:
        return ACTIONS[arguments.action](opened, arguments)


def _what(arguments: argparse.Namespace) -> str:
    if arguments.what is None:
        raise OptionError("option.what", action=arguments.action)
    what: str = arguments.what
    return what


def _list(store: Store, arguments: argparse.Namespace) -> int:
    for row in store.tables():
        print(f"{row.id}  {row.game:<10} {row.status:<8} {row.head:>6} entries")
    return OK


def _check(store: Store, arguments: argparse.Namespace) -> int:
    report = store.verify(arguments.what)
    for fault in report.faults:
        print(words().say("store.fault", table=fault.table, what=fault.what, seq=fault.seq))
    print(words().say("store.checked", tables=report.tables, entries=report.entries))
    return OK if report.ok else BROKEN


def _export(store: Store, arguments: argparse.Namespace) -> int:
    from yupana.server.export import write_export

    table = _what(arguments)
    target = arguments.to or Path(f"{table}.json")
    shelf.save_text(target, write_export(store.export(table)).decode())
    print(words().say("play.saved", path=str(target)))
    return OK


def _import(store: Store, arguments: argparse.Namespace) -> int:
    from yupana.server.export import read_export

    row = store.import_(read_export(Path(_what(arguments)).read_bytes()))
    print(words().say("store.imported", table=row.id, entries=row.head))
    return OK


def _backup(store: Store, arguments: argparse.Namespace) -> int:
    target = arguments.to or Path(_what(arguments))
    store.backup(target)
    print(words().say("play.saved", path=str(target)))
    return OK


def _restore(store: Store, arguments: argparse.Namespace) -> int:
    store.restore(Path(_what(arguments)))
    return _check(store, argparse.Namespace(what=None))


def _forget(store: Store, arguments: argparse.Namespace) -> int:
    table = _what(arguments)
    store.forget(table)
    print(words().say("store.forgotten", table=table))
    return OK


ACTIONS: dict[str, Callable[[Store, argparse.Namespace], int]] = {
    "list": _list,
    "verify": _check,
    "export": _export,
    "import": _import,
    "backup": _backup,
    "restore": _restore,
    "forget": _forget,
}


# Checking a game


def verify(arguments: argparse.Namespace) -> int:
    from yupana.server.verify import verify as check

    try:
        data = arguments.file.read_bytes()
    except OSError as error:
        raise OptionError(
            "file.unreadable", path=str(arguments.file), problem=str(error.strerror)
        ) from None
    report = check(data, head=arguments.head, open_game=shelf.open_game)
    if arguments.json:
        print(shelf.to_json(report))
        return OK if report.ok else BROKEN
    for finding in report.findings:
        print(words().say(finding.code, **finding.facts))
    if report.ok:
        print(words().say("verify.ok"))
        print(
            words().say(
                "verify.counts", moves=report.moves, outcomes=report.outcomes, own=report.own_nonces
            )
        )
        for die in report.dice:
            faces = "   ".join(
                f"{'*' if face.face == '0' else face.face}: {face.seen}" for face in die.faces
            )
            low, high = min(face.low for face in die.faces), max(face.high for face in die.faces)
            print(words().say("verify.die", number=die.die, faces=faces, low=low, high=high))
    print(words().say("verify.head-hash", hash=report.head_hash))
    return OK if report.ok else BROKEN
