"""Runs experiments: `python -m tests.chaos` for the short ones, `make chaos` for the whole.

    python -m tests.chaos                     all of them, a few seconds each
    python -m tests.chaos kill disk           these two
    python -m tests.chaos kill --size 0.1     a tenth of the whole
    python -m tests.chaos kill --big --write  the whole, and its figures into docs/guarantees.md

Only a whole run that held may write figures, and only its own row, with the commit that was run.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import re
import sqlite3
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from tests.chaos.verdict import Ask, Broken, Verdict

EXPERIMENTS = (
    "kill",
    "power_loss",
    "disk",
    "replay",
    "network",
    "secrecy",
    "dice",
    "steering",
    "roles",
    "revocation",
    "frames",
    "openapi",
    "duplicates",
    "repeats",
    "abuse",
    "scale",
    "histories",
    "upgrade",
    "backup",
    "clock",
    "capacity",
    "full_table",
    "storm",
    "silent",
    "privacy",
    "dependencies",
)
"""In the order of the guarantees."""

BY_NAME = ("soak",)
"""Experiments that take hours: they run only when they are named."""

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"
FIRST, LAST = "<!-- figures: written by make chaos -->", "<!-- end of figures -->"
HEADING = ("| | experiment | what was counted | | commit |", "|---|---|---|---|---|")


class Experiment(Protocol):
    PROMISE: str

    def run(self, ask: Ask) -> Verdict: ...


def experiment(name: str) -> Experiment:
    return cast(Experiment, importlib.import_module(f"tests.chaos.{name}"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(EXPERIMENTS + BY_NAME))
    parser.add_argument("--big", dest="size", action="store_const", const=1.0, help="the whole")
    parser.add_argument("--size", type=float, help="a part of the whole, from 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--defect", help="start the server with this deliberate defect")
    parser.add_argument("--write", action="store_true", help="put the figures into the page")
    asked = parser.parse_args()
    strange = set(asked.names) - set(EXPERIMENTS + BY_NAME)
    if strange:
        parser.error(f"no experiment {min(strange)}")
    if asked.write and (asked.size != 1 or asked.defect):
        parser.error("only a whole run of the server as it is may write figures")
    ask = Ask(
        size=asked.size or 0.0, seed=asked.seed, defect=asked.defect, patient=asked.defect is None
    )
    broken = 0
    for name in asked.names or EXPERIMENTS:
        broken += not _try(name, ask, asked.write)
    return min(broken, 1)


def _try(name: str, ask: Ask, write: bool) -> bool:
    """Runs one; whether the promise held."""
    found = experiment(name)
    commit = commit_of_this_tree()
    start = time.monotonic()
    try:
        verdict = found.run(ask)
    except Broken as error:
        print(f"{name}: BROKEN with seed {ask.seed}: {error}", *_about(error), sep="\n", flush=True)
        return False
    except Exception:
        print(f"{name}: could not be tried", flush=True)
        traceback.print_exc()
        return False
    seconds = time.monotonic() - start
    print(f"{verdict.guarantee} {name}: {verdict.line()} ({seconds:.0f} s)", flush=True)
    if write:
        page = written(PAGE.read_text("utf-8"), name, verdict, seconds, commit)
        PAGE.write_text(page, "utf-8")
    return True


def _about(error: Broken) -> list[str]:
    left = [] if error.left is None else [f"what was left is in {error.left}"]
    return [*getattr(error, "__notes__", ()), *left]


def commit_of_this_tree() -> str:
    """The commit that is checked out, short, with `+` where files differ from it; empty without git. The page itself is
    left out: the rows that a run has written so far make it differ."""
    root = PAGE.parents[1]

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, check=True
        ).stdout

    try:
        commit = git("rev-parse", "--short", "HEAD").strip()
        changed = git("status", "--porcelain", "--", ".", f":!{PAGE.relative_to(root)}")
    except (OSError, subprocess.CalledProcessError):
        return ""
    return commit + ("+" if changed.strip() else "")


def written(page: str, name: str, verdict: Verdict, seconds: float, commit: str) -> str:
    """The page with the row of this experiment replaced, and the rows in order. Rows that were written before rows
    named their commit keep that cell empty."""
    before, _, rest = page.partition(FIRST)
    table, _, after = rest.partition(LAST)
    rows = {}
    known = (*EXPERIMENTS, *BY_NAME)
    for line in table.splitlines():
        cells = [each.strip() for each in line.strip().strip("|").split(" | ")]
        if len(cells) in (4, 5) and cells[1] in known:
            rows[cells[1]] = _row([*cells, ""][:5])
    rows[name] = _row(
        [verdict.guarantee, name, verdict.line(), f"{seconds:,.0f} s", commit and f"`{commit}`"]
    )
    ordered = sorted(rows, key=lambda each: (_guarantee(rows[each]), known.index(each)))
    about = (
        f"{platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
    lines = [FIRST, "", *HEADING, *[rows[each] for each in ordered], ""]
    lines += [f"Last written on {about}.", "", LAST]
    return before + "\n".join(lines) + after


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _guarantee(row: str) -> tuple[int, str]:
    """`| G13 | ...` as something to sort by."""
    found = re.match(r"\| G(\d+)(\w*) ", row)
    return (int(found[1]), found[2]) if found else (0, "")


if __name__ == "__main__":
    sys.exit(main())
