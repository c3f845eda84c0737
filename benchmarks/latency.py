"""How long people wait for a bot of each level: whole games at ten tables of one server at once.

    make bench-bots       # or: python -m benchmarks.latency [--games temple paititi] [--write]

At each table sits somebody who plays at random after a third of a second, and one bot. What is counted is in the
table's own log: from the entry that left the bot to decide to the entry with its move, the way into its process
and to the disk included. Runs on all cores: nothing else should.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from tests.server.client import Player, Server

from benchmarks.load.machine import percentile
from yupana.bots.levels import LEVELS
from yupana.core.game import Event, Game
from yupana.games import GAMES
from yupana.server.export import read_export
from yupana.server.log import Did

TABLES = 10
PERSON, BOT = 0, 1
PAUSE = (0.2, 0.5)
"""Seconds that the person thinks."""
WITHIN = {"novice": 0.05, "scout": 0.05, "guide": 0.5, "amauta": 3.0}
"""Seconds that a turn of each level is to take at most."""
PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
FIRST, LAST = "<!-- latency -->", "<!-- end of latency -->"


async def play(server: Server, game: str, level: str, seed: int) -> list[float]:
    """One game; the seconds of each of the bot's moves."""
    wish = {"game": game, "seats": 2, "bots": {str(BOT): level}}
    opened = server.post("/api/tables", wish).json()
    table, host = opened["table"], opened["host"]
    seat = server.post(f"/api/tables/{table}/sit", {"name": "Ana", "seat": PERSON}).json()
    begin = {"t": "cmd", "cid": f"begin-{level}-{seed:04}", "cmd": {"do": "begin"}}
    assert server.post(f"/api/tables/{table}/do", begin, host).status_code == 200
    rng = random.Random(seed)

    async def choose(player: Player) -> None:
        if player.to_move:
            await asyncio.sleep(rng.uniform(*PAUSE))
            await player.any_move(rng)

    await Player(server.base, table, seat["secret"]).play(choose)
    export = server.get(f"/api/tables/{table}/export", opened["spectator"]).content
    return list(waits(GAMES[game](2), export))


def waits(game: Game[Any, Any, Any], export: bytes) -> Iterator[float]:
    """From when the bot was to decide, as the law has it, to its move."""
    state, since = game.setup(), 0
    for each in read_export(export).entries:
        entry = each.entry()
        if not isinstance(entry, Did):
            continue
        if entry.seat == BOT:
            yield (each.at_ms - since) / 1000
        was_asked = BOT in game.pending(state)
        move = msgspec.json.decode(entry.move, type=game.move_type)
        state = game.apply(state, Event(entry.seat, move))
        if entry.seat == BOT or not was_asked:
            since = each.at_ms


def get_ready(server: Server, game: str) -> None:
    """Has the mind loaded, as the first table of a server has."""
    wish = {"game": game, "seats": 2, "bots": {"0": "novice", "1": "novice"}}
    opened = server.post("/api/tables", wish).json()
    begin = {"t": "cmd", "cid": f"ready-{game}", "cmd": {"do": "begin"}}
    server.post(f"/api/tables/{opened['table']}/do", begin, opened["host"])
    end = time.monotonic() + 300
    while f"the mind of {game} is ready" not in server.log.read_text():
        if time.monotonic() > end:
            raise TimeoutError(f"the mind of {game} does not come")
        time.sleep(0.5)


async def at_ten_tables(server: Server, game: str, level: str) -> list[float]:
    games = [play(server, game, level, seed) for seed in range(1, TABLES + 1)]
    return [wait for found in await asyncio.gather(*games) for wait in found]


def rows(games: Sequence[str]) -> Iterator[str]:
    yield "| | " + " | ".join(LEVELS) + " |"
    yield "| --- |" + " ---: |" * len(LEVELS)
    for game in games:
        with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
            get_ready(server, game)
            cells = [told(server, game, level) for level in LEVELS]
        yield f"| {game} | " + " | ".join(cells) + " |"


def told(server: Server, game: str, level: str) -> str:
    found = asyncio.run(at_ten_tables(server, game, level))
    middle, last = percentile(found, 50), percentile(found, 99)
    cell = f"{middle * 1000:,.0f} / {last * 1000:,.0f} ({len(found):,})"
    late = "" if last <= WITHIN[level] else ", too long"
    print(f"{game} {level}: {cell} ms{late}", file=sys.stderr, flush=True)
    return cell


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--write", action="store_true", help="writes the table into docs/bots.md")
    asked = parser.parse_args()
    table = "\n".join(rows(asked.games))
    print(table)
    if asked.write:
        page = PAGE.read_text("utf-8")
        before, rest = page.split(FIRST)
        PAGE.write_text(f"{before}{FIRST}\n{table}\n{LAST}{rest.split(LAST)[1]}", "utf-8")


if __name__ == "__main__":
    main()
