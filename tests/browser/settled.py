"""A server whose chance is settled: the same test meets the same dice and cards in every run.

What depends on dice then fails always or never, and a failure can be looked into. Chance itself is tested where it is
the matter: tests/games, tests/server, tests/chaos.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.client import START, Server

ROOT = Path(__file__).parents[2]
SETTLED = f"""
sys.path.append({str(ROOT)!r})
from tests.browser.chance import settle
settle(Path(__file__).with_name("chance.txt"))
"""


class SettledServer(Server):
    """`settle` at the beginning of each test, with its name."""

    def __init__(self, data: Path, name: str = "", **options: Any) -> None:
        super().__init__(data, **options)
        before, main = START.split("if __name__")
        self.script.write_text(f"{before}{SETTLED}if __name__{main}")
        self.settle(name)

    def settle(self, name: str) -> None:
        """From now on tables are those of `name`."""
        (self.data / "chance.txt").write_text(name)
