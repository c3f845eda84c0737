"""The commands of a host: `yupana serve`, `yupana store ...`, `yupana verify FILE`, `yupana push-key FILE`.

The server is imported only when one of them runs: whoever plays in a terminal does not wait for it.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import math
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yupana import shelf
from yupana.core.errors import OptionError
from yupana.words import Words

if TYPE_CHECKING:
    from yupana.server.config import Config
    from yupana.server.options import Options
    from yupana.server.store import Report, Store
    from yupana.server.verify import Report as VerifyReport

OK, FAILED, USAGE, BROKEN = 0, 1, 2, 3

DEFAULTS = {"host": "0.0.0.0"}
"""A server that somebody starts by hand is for the others in the room as well."""

BEGIN_BACKUP = 15.0
"""Seconds that a running server has to take notice of whoever asks for a backup."""

Command = Callable[[str, Any], argparse.ArgumentParser]
Run = Callable[[argparse.Namespace], int]


def add_commands(command: Command, said: Words) -> None:
    """Adds the commands to the parser, explained in a language."""
    say = said.say
    file = say("metavar.file")

    def where(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--config", type=Path, metavar=file, help=say("option.help-config"))
        sub.add_argument("--data", metavar=say("metavar.folder"), help=say("option.help-data"))
        sub.add_argument("--store", metavar="URL", help=say("option.help-store"))
        pair, text = say("metavar.name-value"), say("option.help-set")
        sub.add_argument("--set", action="append", default=[], metavar=pair, help=text)

    sub = command("serve", serve)
    where(sub)
    sub.add_argument("--host", help=say("option.help-host"))
    sub.add_argument("--port", help=say("option.help-port"))
    sub.add_argument("--tls-cert", metavar=file)
    sub.add_argument("--tls-key", metavar=file)
    sub.add_argument("--public-url", metavar="URL", help=say("option.help-public-url"))
    behind = say("option.help-behind-proxy")
    sub.add_argument("--behind-proxy", action="store_const", const="yes", help=behind)
    sub.add_argument("--check", action="store_true", help=say("option.help-check"))

    sub = command("store", store)
    sub.add_argument("action", choices=sorted(ACTIONS))
    sub.add_argument("what", nargs="*", metavar=say("metavar.table-or-file"))
    where(sub)
    sub.add_argument("--json", action="store_true", help=say("option.help-json"))
    sub.add_argument("--to", type=Path, metavar=file, help=say("option.help-to"))
    sub.add_argument("--file", type=Path, metavar=file, help=say("option.help-backup-file"))
    sub.add_argument("--all", action="store_true", help=say("option.help-all"))
    sub.add_argument("--whole", action="store_true", help=say("option.help-whole"))

    sub = command("verify", verify)
    sub.add_argument("file", type=Path, metavar=say("metavar.some-file"))
    sub.add_argument("--head", help=say("option.help-head"))
    sub.add_argument(
        "--seal", type=_seal, action="append", metavar="N:HEX", help=say("option.help-seal")
    )
    sub.add_argument("--origin", type=Path, metavar=file, help=say("option.help-origin"))
    sub.add_argument("--json", action="store_true", help=say("option.help-json"))

    sub = command("push-key", push_key)
    sub.add_argument("file", type=Path, metavar=say("metavar.some-file"))


# Settings

FLAGS = ("host", "port", "data", "store", "tls_cert", "tls_key", "public_url", "behind_proxy")


def _config(arguments: argparse.Namespace) -> Config:
    from yupana.server.config import ConfigError, read_config

    said = {}
    for pair in arguments.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ConfigError("config.pair", text=pair[:40])
        said[name.strip()] = value
    for name in FLAGS:
        value = getattr(arguments, name, None)
        if value is not None:
            said[name] = value
    return read_config(said, arguments.config, defaults=DEFAULTS)


def _told(run: Run) -> Run:
    """What is wrong with the settings is said in a sentence, and the exit code is of its own: a
    supervisor need not start that again and again."""

    @wraps(run)
    def told(arguments: argparse.Namespace) -> int:
        from yupana.server.config import ConfigError

        try:
            return run(arguments)
        except ConfigError as error:
            print(f"yupana: {arguments.said.say_error(error)}", file=sys.stderr)
            return USAGE

    return told


@_told
def serve(arguments: argparse.Namespace) -> int:
    from yupana.server.config import effective, loose_file
    from yupana.server.serve import main

    config = _config(arguments)
    if config.strange:
        _warn(arguments.said, "config.strange", names=", ".join(config.strange)[:200])
    if loose_file(config, arguments.config):
        _warn(arguments.said, "config.loose", path=str(arguments.config))
    if arguments.check:
        print(*effective(config), sep="\n")
        return OK
    return main(config.options, arguments.said.language)


def _warn(said: Words, code: str, **facts: str) -> None:
    print(f"yupana: {said.say(code, **facts)}", file=sys.stderr)


# Looking after the store


@_told
def store(arguments: argparse.Namespace) -> int:
    from yupana.server.backups import BackupFile
    from yupana.server.serve import open_store
    from yupana.server.store import StoreLocked

    logging.getLogger("yupana.server").setLevel(
        logging.ERROR
    )  # its advice is for a server that runs
    arguments.tables = arguments.what
    if len(arguments.what) > 1 and arguments.action != "undelete":
        raise OptionError("option.one", action=arguments.action)
    arguments.what = next(iter(arguments.what), None)
    if arguments.file is not None:
        if arguments.action not in ("list", "verify", "export"):
            raise OptionError("option.of-backup", action=arguments.action)
        with BackupFile(arguments.file) as backup:
            return ACTIONS[arguments.action](backup, arguments)
    options = _config(arguments).options
    try:
        opened = open_store(options)
    except StoreLocked:
        if arguments.action != "backup":
            raise
        return _backup_of_running(options, arguments)
    with opened:
        if arguments.action == "backup":
            return _backup(opened, options, arguments)
        if arguments.action == "marked":
            return _marked(opened, options, arguments)
        return ACTIONS[arguments.action](opened, arguments)


def _what(arguments: argparse.Namespace) -> str:
    if arguments.what is None:
        raise OptionError("option.what", action=arguments.action)
    what: str = arguments.what
    return what


def _list(store: Store, arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(shelf.to_json(store.tables()))
        return OK
    for row in store.tables():
        print(f"{row.id}  {row.game:<10} {row.status:<8} {row.head:>6} entries")
    return OK


def _check(store: Store, arguments: argparse.Namespace) -> int:
    report = store.verify(arguments.what)
    faults = list(report.faults)
    replayed = 0
    if arguments.all and not faults:
        from yupana.server.backups import replay

        for table, fault in replay(store):
            if arguments.what in (None, table):
                replayed += 1
                faults += [] if fault is None else [fault]
    for each in faults:
        print(
            arguments.said.say(
                "store.fault", table=each.table, what=each.more or each.what, seq=each.seq
            )
        )
    print(_checked(arguments.said, report))
    if replayed:
        print(arguments.said.say("store.replayed", tables=replayed))
    return OK if not faults else BROKEN


def _checked(said: Words, report: Report) -> str:
    return said.say("store.checked", tables=report.tables, entries=report.entries)


def _export(store: Store, arguments: argparse.Namespace) -> int:
    from yupana.server.export import write_export

    table = _what(arguments)
    target = arguments.to or Path(f"{table}.json")
    shelf.save_text(target, write_export(store.export(table, whole=arguments.whole)).decode())
    print(arguments.said.say("play.saved", path=str(target)))
    return OK


def _import(store: Store, arguments: argparse.Namespace) -> int:
    from yupana.server.export import read_export

    row = store.import_(read_export(shelf.read_export_file(Path(_what(arguments)))))
    print(arguments.said.say("store.imported", table=row.id, entries=row.head))
    return OK


def _restore(store: Store, arguments: argparse.Namespace) -> int:
    store.restore(Path(_what(arguments)))
    arguments.what = None
    return _check(store, arguments)


def _forget(store: Store, arguments: argparse.Namespace) -> int:
    table = _what(arguments)
    store.forget(table)
    print(arguments.said.say("store.forgotten", table=table))
    return OK


def _marked(store: Store, options: Options, arguments: argparse.Namespace) -> int:
    """What retention is going to delete, and after how many more hours of running."""
    from yupana.server.retention import RUNNING, keep_of, left, read_running

    ran_s = read_running(store.note(RUNNING)).seconds
    found = left(store.marked(), ran_s, keep_of(options.retention))
    if arguments.json:
        print(shelf.to_json(found))
        return OK
    for each in found:
        mark = each.mark
        day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(mark.marked_ms / 1000))
        told = arguments.said.say("store.marked-row", time=day, hours=math.ceil(each.hours))
        print(f"{mark.table}  {mark.game:<10} {mark.status:<8} {told}")
    print(arguments.said.say("store.marked", tables=len(found)))
    return OK


def _undelete(store: Store, arguments: argparse.Namespace) -> int:
    """Of the tables that are named, or of all."""
    tables = arguments.tables or [mark.table for mark in store.marked()]
    kept = store.keep_marked(tables, time.time_ns() // 1_000_000, strict=bool(arguments.tables))
    if arguments.json:
        print(shelf.to_json({"kept": tables}))
    else:
        print(arguments.said.say("store.kept", tables=kept))
    return OK


ACTIONS: dict[str, Callable[[Store, argparse.Namespace], int]] = {
    "backup": lambda store, arguments: BROKEN,  # do not fit the form: see `store`
    "marked": lambda store, arguments: BROKEN,
    "undelete": _undelete,
    "list": _list,
    "verify": _check,
    "export": _export,
    "import": _import,
    "restore": _restore,
    "forget": _forget,
}


# Backups


def _target(arguments: argparse.Namespace) -> Path | None:
    """Where the backup is to go; None: among those that the server keeps."""
    if arguments.to is not None:
        to: Path = arguments.to
        return to
    return None if arguments.what is None else Path(arguments.what)


def _backup(store: Store, options: Options, arguments: argparse.Namespace) -> int:
    from yupana.server.backups import check
    from yupana.server.house import make_keeper

    target = _target(arguments)
    if target is None:
        keeper = make_keeper(options, store)
        kept = asyncio.run(keeper.take())
        print(arguments.said.say("play.saved", path=str(keeper.folder / kept.file)))
        return OK
    store.backup(target)
    return _whole(arguments.said, target, check(target)[0])


def _backup_of_running(options: Options, arguments: argparse.Namespace) -> int:
    """A server has the database: it is asked to make the backup itself."""
    from yupana.server.backups import ask_for_backup, check
    from yupana.server.house import backup_folder

    made = ask_for_backup(backup_folder(options), BEGIN_BACKUP)
    target = _target(arguments)
    if target is None:
        print(arguments.said.say("play.saved", path=str(made)))
        return OK
    from yupana.server.backup import finish_file, new_file

    part = new_file(target.absolute().with_name(target.name + ".part"))
    try:
        shutil.copyfile(made, part)
        finish_file(part, target.absolute())
    except OSError as error:
        problem = str(error.strerror)
        raise OptionError("file.unwritable", path=str(target), problem=problem) from None
    finally:
        part.unlink(missing_ok=True)
    return _whole(arguments.said, target, check(target)[0])


def _whole(said: Words, path: Path, report: Report) -> int:
    """Whether what was just written is all there."""
    for fault in report.faults:
        print(said.say("store.fault", table=fault.table, what=fault.what, seq=fault.seq))
    print(said.say("play.saved", path=str(path)))
    print(_checked(said, report))
    return OK if report.ok else BROKEN


@_told
def push_key(arguments: argparse.Namespace) -> int:
    from yupana.server.config import ConfigError

    if find_spec("cryptography") is None:
        raise ConfigError("option.extra", option="push-key", module="cryptography", extra="push")
    from yupana.server.push import make_key

    make_key(arguments.file)
    print(arguments.said.say("play.saved", path=str(arguments.file)))
    return OK


# Checking a game


def _seal(text: str) -> tuple[int, str]:
    """A seal as people write it down: the number of its entry, a colon and 32 hex digits."""
    seq, _, seal = text.strip().lower().partition(":")
    if not seq.isdecimal() or len(seal) != 32:
        raise argparse.ArgumentTypeError(text[:60])
    return int(seq), seal


def _who_had_a_say(said: Words, report: VerifyReport) -> Iterator[str]:
    """What was shown of the dice beyond that they are right: who could have chosen them."""
    shown_at_once = report.own_nonces - report.committed
    if report.committed:
        yield said.say("verify.say-committed", seats=report.committed)
    elif shown_at_once:
        yield said.say("verify.say-open", seats=shown_at_once)
    else:
        yield said.say("verify.say-server")
    if report.void_draws:
        yield said.say("verify.say-void", draws=report.void_draws)
    for seat, times in enumerate(report.silent, 1):
        if times:
            yield said.say("verify.say-silent", seat=seat, times=times)
    if report.seals:
        yield said.say("verify.say-seals", seals=report.seals)


def verify(arguments: argparse.Namespace) -> int:
    from yupana.server.verify import verify as check

    said: Words = arguments.said
    data = shelf.read_export_file(arguments.file)
    origin = None if arguments.origin is None else shelf.read_export_file(arguments.origin)
    report = check(
        data,
        head=arguments.head,
        seals=arguments.seal or (),
        origin=origin,
        open_game=shelf.open_game,
    )
    if arguments.json:
        print(shelf.to_json(report))
        return OK if report.ok else BROKEN
    for finding in report.findings:
        print(said.say(finding.code, **finding.facts))
    if report.ok:
        print(said.say("verify.ok"))
        if report.branch:
            print(said.say("verify.branched", table=report.branch, events=report.copied))
        if report.compared:
            print(said.say("verify.compared"))
        if report.edition_here == "other":
            print(said.say("verify.edition", edition=report.edition))
        print(said.say("verify.counts", moves=report.moves, outcomes=report.outcomes))
        for line in _who_had_a_say(said, report):
            print(line)
        for die in report.dice:
            faces = "   ".join(
                f"{'*' if face.face == '0' else face.face}: {face.seen}" for face in die.faces
            )
            low, high = min(face.low for face in die.faces), max(face.high for face in die.faces)
            print(said.say("verify.die", number=die.die, faces=faces, low=low, high=high))
    if report.head_hash:
        print(said.say("verify.head-hash", hash=report.head_hash))
    return OK if report.ok else BROKEN
