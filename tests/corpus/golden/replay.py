"""Replays the golden corpus with whatever Python runs this, and prints what differs as JSON.

    python -m tests.corpus.golden.replay [--defect NAME] [--every N]

It needs the package and what the package needs, nothing of the tests'.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import platform
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from tests.chaos.broken import planted
from tests.corpus.golden import Tree, export_of, files, read
from yupana.core.errors import YupanaError
from yupana.core.record import digest
from yupana.server.export import read_export, write_export
from yupana.server.log import Did, Opened, TookBack
from yupana.server.sqlite import SqliteStore
from yupana.server.table import Table
from yupana.server.verify import verify


def states_of(export: Any) -> tuple[Table, str]:
    """The table after its last entry, and for each state on the way four hex digits of the hash of all states so far."""
    opened, found, so_far = export.entries[0].entry(), [], hashlib.sha256()
    assert isinstance(opened, Opened)
    table = Table(export.table.id, bytes.fromhex(export.seed), opened)
    for stored in export.entries:
        entry = stored.entry()
        table.take(entry)
        if isinstance(entry, Did | TookBack):
            so_far.update(msgspec.json.encode(table.state))
            found.append(so_far.hexdigest()[:4])
    return table, "".join(found)


def facts_of(export: Any) -> Tree:
    """All that is written down of a game and found again by replaying it."""
    table, states = states_of(export)
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    return {
        "head_hash": export.head_hash,
        "export": hashlib.sha256(write_export(export)).hexdigest(),
        "states": states,
        "state": hashlib.sha256(msgspec.json.encode(table.state)).hexdigest(),
        "digest": digest(table.events, table.state),
        "outcome": msgspec.json.decode(msgspec.json.encode(outcome)),
    }


def differences(line: Tree, store: SqliteStore) -> list[str]:
    """What of one game is not as it was written down."""
    data = export_of(line)
    try:
        export = read_export(data)
        found = facts_of(export)
        store.import_(export)
        again = write_export(store.export(export.table.id))
        report = verify(data, head=line["head_hash"], digest=line["digest"])
    except (YupanaError, AssertionError, ValueError, LookupError) as error:
        return [f"does not replay: {error!r}"[:300]]
    told = [f"another {name}" for name, value in found.items() if value != line[name]]
    if again != data:
        told.append("another export after an import")
    if not report.ok:
        told.append(f"not verified: {report.findings[:2]}")
    return told


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--defect")
    parser.add_argument("--every", type=int, default=1, help="of so many games, one")
    asked = parser.parse_args()
    games: Counter[str] = Counter()
    entries, different = 0, []
    logging.getLogger("yupana.server").setLevel(logging.ERROR)
    with planted(asked.defect), tempfile.TemporaryDirectory() as room:
        store = SqliteStore(Path(room) / "yupana.db")
        for path in files():
            for number, line in enumerate(read(path)):
                if number % asked.every:
                    continue
                games[line["table"]["game"]] += 1
                entries += len(line["entries"])
                different += [f"{line['table']['id']}: {each}" for each in differences(line, store)]
        store.close()
    told = {
        "python": platform.python_version(),
        "games": games,
        "entries": entries,
        "different": different,
    }
    sys.stdout.buffer.write(msgspec.json.encode(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
