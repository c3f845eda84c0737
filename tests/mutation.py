"""Mutation tests: which small changes to the scoring would our tests not notice?

    make mutation         # or: python -m tests.mutation [valley|temple|paititi ...]

cosmic-ray changes one operator or number at a time in a copy of the tree and runs the game's tests. What
survives is printed as a diff; docs/testing.md explains each. Comparisons turned into `is` are left
out: on small ints they are the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]

TARGETS = {
    "valley": ("scoring.py", ("test_scoring.py",)),
    "temple": ("scoring.py", ("test_scoring.py",)),
    "paititi": ("exhibitions.py", ("test_exhibitions.py", "test_scoring.py")),
}
"""By game: the module that is changed, and the tests that must notice."""

CONFIG = """
[cosmic-ray]
module-path = "src/yupana/games/{game}/{module}"
timeout = 60.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -o addopts= -p no:cacheprovider -p no:xdist -p no:cov {tests}"

[cosmic-ray.distributor]
name = "local"

[cosmic-ray.filters.operators-filter]
exclude-operators = ["core/ReplaceComparisonOperator_.*_Is(Not)?$", "core/ReplaceComparisonOperator_Is(Not)?_.*"]
"""


def mutate(game: str) -> str:
    """The report of one game: its survivors as diffs, then the counts."""
    module, tests = TARGETS[game]
    with TemporaryDirectory() as folder:
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, Path(folder) / name)
        shutil.copy(ROOT / "pyproject.toml", folder)
        paths = " ".join(f"tests/games/{game}/{test}" for test in tests)
        config = CONFIG.format(game=game, module=module, tests=paths, python=sys.executable)
        (Path(folder) / "cosmic.toml").write_text(config)
        commands = Path(sys.executable).parent
        environment = {**os.environ, "PYTHONPATH": str(Path(folder) / "src")}

        def run(*command: str) -> str:
            done = subprocess.run(
                [str(commands / command[0]), *command[1:]],
                cwd=folder, env=environment, capture_output=True, text=True, check=True,
            )  # fmt: skip
            return done.stdout

        run("cosmic-ray", "init", "cosmic.toml", "session.sqlite")
        run("cr-filter-operators", "session.sqlite", "cosmic.toml")
        run("cosmic-ray", "baseline", "cosmic.toml")
        run("cosmic-ray", "exec", "cosmic.toml", "session.sqlite")
        report = run("cr-report", "--show-diff", "--surviving-only", "session.sqlite")
        return f"===== {game}/{module} =====\n{report}"


def main() -> None:
    games = sys.argv[1:] or list(TARGETS)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for report in pool.map(mutate, games):
            print(report, flush=True)


if __name__ == "__main__":
    main()
