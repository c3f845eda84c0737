"""The golden corpus: finished games with a hash of every state, to be replayed by every later version.

A file holds the tables of one game under one version of its rules, a JSON object a line, compressed. It is written once and
never again; a later version of the rules gets a file of its own beside it:

    python -m tests.corpus.golden

Each line is an export without what follows from the rest: the hashes of the entries are worked out again here, without the
server's code, and must lead to the head hash that was written down.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
GAMES_A_FILE = 50

Tree = dict[str, Any]


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl.xz"))


def read(path: Path) -> Iterator[Tree]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def export_of(line: Tree) -> bytes:
    """The whole export, its chain of hashes worked out again."""
    previous, entries = "0" * 64, []
    for seq, (at_ms, cid, kind, seat, body) in enumerate(line["entries"], 1):
        entry = {"at_ms": at_ms, "body": body, "cid": cid, "kind": kind, "seat": seat, "seq": seq}
        previous = hashlib.sha256(previous.encode() + canonical(entry)).hexdigest()
        entries.append(entry | {"hash": previous})
    return canonical(
        {
            "format": "yupana table",
            "v": 1,
            "table": line["table"],
            "entries": entries,
            "head_hash": previous,
            "seed": line["seed"],
            "names": {},
        }
    )


def write(path: Path, lines: list[Tree]) -> None:
    text = "".join(canonical(line).decode() + "\n" for line in lines)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
