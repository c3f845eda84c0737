"""Chance that is drawn from a text, for a server that is tested; it runs in the server's process."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import SimpleNamespace

from yupana.core.game import Seat
from yupana.server import botseats, reception
from yupana.server.table import Table


def settle(drawn_from: Path) -> None:
    """Names and seeds of new tables come from what the file says. A letter is added to it for each, so that a server
    that is killed and started again goes on where it was. What a bot does comes from its table, seat and turn."""

    def draw() -> bytes:
        text = drawn_from.read_text()
        drawn_from.write_text(f"{text}.")
        return hashlib.sha256(text.encode()).digest()

    def seed(table: Table, seat: Seat) -> int:
        text = f"{table.name} {seat} {table.revs[seat]}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])

    vars(reception)["new_seed"] = draw
    vars(reception)["secrets"] = SimpleNamespace(token_hex=lambda size: draw()[:size].hex())
    vars(botseats)["_seed"] = seed
