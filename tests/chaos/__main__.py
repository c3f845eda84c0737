"""Runs experiments: `python -m tests.chaos` for the short ones, `make chaos` for the whole.

    python -m tests.chaos                     all of them, a few seconds each
    python -m tests.chaos kill disk           these two
    python -m tests.chaos kill --size 0.1     a tenth of the whole
    python -m tests.chaos kill --big --write  the whole, and its figures into docs/guarantees.md

Only a whole run that held may write figures, and only its own row.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sqlite3
import sys
import time
import traceback
from pathlib import Path
from typing import Protocol, cast

from tests.chaos.verdict import Ask, Broken, Verdict

EXPERIMENTS = (
    "kill",
    "disk",
    "network",
    "secrecy",
    "dice",
    "roles",
    "frames",
    "openapi",
    "duplicates",
    "abuse",
    "scale",
    "backup",
    "silent",
)
"""In the order of the guarantees."""

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"
FIRST, LAST = "<!-- figures: written by make chaos -->", "<!-- end of figures -->"
HEADING = ("| | experiment | what was counted | |", "|---|---|---|---|")


class Experiment(Protocol):
    PROMISE: str

    def run(self, ask: Ask) -> Verdict: ...


def experiment(name: str) -> Experiment:
    return cast(Experiment, importlib.import_module(f"tests.chaos.{name}"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(EXPERIMENTS))
    parser.add_argument("--big", dest="size", action="store_const", const=1.0, help="the whole")
    parser.add_argument("--size", type=float, help="a part of the whole, from 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--defect", help="start the server with this deliberate defect")
    parser.add_argument("--write", action="store_true", help="put the figures into the page")
    asked = parser.parse_args()
    strange = set(asked.names) - set(EXPERIMENTS)
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
        PAGE.write_text(written(PAGE.read_text("utf-8"), name, verdict, seconds), "utf-8")
    return True


def _about(error: Broken) -> list[str]:
    left = [] if error.left is None else [f"what was left is in {error.left}"]
    return [*getattr(error, "__notes__", ()), *left]


def written(page: str, name: str, verdict: Verdict, seconds: float) -> str:
    """The page with the row of this experiment replaced, and the rows in order."""
    before, _, rest = page.partition(FIRST)
    table, _, after = rest.partition(LAST)
    rows = {}
    for line in table.splitlines():
        cells = line.split(" | ")
        if len(cells) == 4 and cells[1] in EXPERIMENTS:
            rows[cells[1]] = line
    rows[name] = f"| {verdict.guarantee} | {name} | {verdict.line()} | {seconds:,.0f} s |"
    ordered = [rows[each] for each in EXPERIMENTS if each in rows]
    about = (
        f"{platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
    lines = [FIRST, "", *HEADING, *ordered, "", f"Last written on {about}.", "", LAST]
    return before + "\n".join(lines) + after


if __name__ == "__main__":
    sys.exit(main())
