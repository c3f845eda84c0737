"""Recorded games, replayed with every view compared.

Each file is a record followed, in a file beside it, by one digest a round or turn of all views. A change of the rules
that makes games replay differently is a new version of them: `python -m tests.corpus GAME` records games of the latest
version, in a commit of its own, and leaves those of earlier versions alone, which must replay for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from yupana.bots.bot import make_bot
from yupana.core.game import Event, Game
from yupana.core.play import playout
from yupana.core.record import header_for, write_record
from yupana.games import GAMES
from yupana.lab.variants import variants

AnyGame = Game[Any, Any, Any]

FOLDER = Path(__file__).parent


def view_digests(game: AnyGame, events: tuple[Event[Any], ...]) -> list[str]:
    """For each round or turn, a digest of what every seat and a spectator saw after each event."""
    lines: list[str] = []
    state = game.setup()
    heading, seen = game.heading(state), hashlib.sha256()
    for event in events:
        if game.heading(state) != heading:
            lines.append(f"{seen.hexdigest()[:12]}  {heading}")
            heading, seen = game.heading(state), hashlib.sha256()
        state = game.apply(state, event)
        for viewer in (*range(game.seats), None):
            seen.update(msgspec.json.encode(game.view(state, viewer)))
    lines.append(f"{seen.hexdigest()[:12]}  {heading}")
    return lines


def record_one(game: AnyGame, path: Path, seed: str) -> None:
    """Plays a game of greedy and uniform bots and keeps it."""
    names = ["greedy" if seat % 2 == 0 else "uniform" for seat in range(game.seats)]
    bots = [make_bot(name, game, Random(f"{seed}/{seat}")) for seat, name in enumerate(names)]
    events: list[Event[Any]] = []
    playout(game, bots, Random(seed), watch=lambda _, event: events.append(event))
    header = header_for(game, tuple(f"bot {name}" for name in names), seed)
    path.write_text(write_record(game, header, tuple(events)), "utf-8")
    path.with_suffix(".views").write_text(
        "\n".join(view_digests(game, tuple(events))) + "\n", "utf-8"
    )


def stem(kind: type[AnyGame], number: int) -> str:
    """What the file of the latest version's game with that number is called."""
    version = "" if kind.rules_version == 1 else f"-rules{kind.rules_version}"
    return f"{kind.name}{version}-{number}"


def main(names: Sequence[str]) -> None:
    """Records the latest version of these games anew, of all where none is named."""
    for name in names or GAMES:
        kind = GAMES[name]
        old = stem(kind, 0).removesuffix("0")
        for path in (*FOLDER.glob(f"{old}[0-9].yupana"), *FOLDER.glob(f"{old}[0-9].views")):
            path.unlink()
        tables = list(variants(kind, (1, 2, 3, 4, 5)))
        step = max(1, len(tables) // 5)
        for number, game in enumerate(tables[::step]):
            record_one(game, FOLDER / f"{stem(kind, number)}.yupana", f"corpus {number}")
