"""G3: finished games of the golden corpus are replayed by every Python that is here, with several hash seeds.

Each run is a process of its own: it works out every state from the stored log, compares its hash, the final state and the
scores with what was written down when the game was played, imports the table into a store and exports it again, byte for byte,
and verifies the dice. A whole run uses every CPython from 3.11 on that it finds, with the packages of requirements/play.txt
installed for it by their hashes; a short one uses this Python.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.chaos.pool import side_by_side
from tests.chaos.servers import ROOT
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold

PROMISE = "Every finished game replays bit for bit, on any Python and with any hash seed."

MINORS = range(11, 15)
"""Of CPython 3 that is looked for."""
HASH_SEEDS = ("0", "1", "2", "random", "random")
FEW_HASH_SEEDS = ("0", "random")
EVERY = 25
"""Of so many games a short run replays one."""
LOCK = ROOT / "requirements" / "play.txt"


class Python(Struct, frozen=True):
    """An interpreter, and where the packages for it are."""

    path: str
    packages: str | None = None
    """None: its own, as those of the tests."""


def run(ask: Ask) -> Verdict:
    with folder() as room:
        pythons, left_out = [Python(sys.executable)], list[str]()
        if ask.size and ask.defect is None:
            more, left_out = _others(room)
            pythons += more
        seeds = HASH_SEEDS if ask.size else FEW_HASH_SEEDS
        every = 1 if ask.size == 1 else EVERY
        given = [(python, seed, every, ask.defect) for python in pythons for seed in seeds]
        found = list(side_by_side(replayed, given, alone=not ask.size))
    for (_, seed, _, _), told in zip(given, found, strict=True):
        hold(
            not told["different"],
            f"Python {told['python']} with hash seed {seed}:",
            *told["different"][:2],
        )
    games: Counter[str] = Counter(found[0]["games"])
    if ask.size == 1:
        hold(min(games.values()) >= 50, "too few games:", games)
        hold(len(games) >= 4, "games are missing:", games)
    hold(all(told["entries"] == found[0]["entries"] for told in found), "not all saw all games")
    figures: dict[str, Figure] = {
        "games": games.total(),
        "of so many kinds": len(games),
        "entries": found[0]["entries"],
        "Pythons": ", ".join(dict.fromkeys(told["python"] for told in found)),
        "hash seeds": ", ".join(seeds),
        "replays": sum(Counter(told["games"]).total() for told in found),
        "different": 0,
    }
    return Verdict(guarantee="G3", figures=figures, left_out=tuple(left_out))


def replayed(python: Python, hash_seed: str, every: int, defect: str | None) -> dict[str, Any]:
    """The whole corpus by one interpreter in a process of its own; what it found."""
    paths = [str(ROOT / "src"), str(ROOT)]
    if python.packages is not None:
        paths.insert(0, python.packages)
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(paths)}
    planted = ["--defect", defect] if defect else []
    done = subprocess.run(
        [python.path, "-m", "tests.corpus.golden.replay", "--every", str(every), *planted],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    hold(done.returncode == 0, f"{python.path} does not replay:", done.stderr[-500:])
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _others(room: Path) -> tuple[list[Python], list[str]]:
    """One interpreter of each other minor version that is here and can be used, and those that cannot."""
    found, left_out = [], []
    for minor in MINORS:
        if minor == sys.version_info.minor:
            continue
        path = _interpreter(minor)
        if path is None:
            left_out.append(f"Python 3.{minor} is not here")
            continue
        packages = room / f"packages-3.{minor}"
        command = [path, "-m", "pip", "install", "-q", "--require-hashes", "-r", str(LOCK)]
        done = subprocess.run(
            [*command, "--target", str(packages)], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            found.append(Python(path, str(packages)))
        else:
            left_out.append(f"Python 3.{minor}: its packages could not be installed")
    return found, left_out


def _interpreter(minor: int) -> str | None:
    """A CPython that runs, on the path or among those of pyenv; a shim may stand for nothing."""
    candidates = [shutil.which(f"python3.{minor}")]
    candidates += map(str, sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")))
    asked = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
    for path in filter(None, candidates):
        done = subprocess.run([path, "-c", asked], capture_output=True, text=True, check=False)
        if done.stdout.split() == ["cpython", "3", str(minor)]:
            return path
    return None
