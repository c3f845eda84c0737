"""Our server as the scenarios see it: durable, SQLite, one process, as `yupana serve` starts it.

python -m benchmarks.load.ours PORT FOLDER      # the server itself, with the two small games
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.load.games import register
from benchmarks.load.house import Guest, House, Table
from benchmarks.load.line import Line, call
from yupana.server.limits import Limits
from yupana.server.options import Options
from yupana.server.serve import DATABASE, main

MANY = 1_000_000
"""All guests come from one address and play faster than people: limits would be what is measured."""

_ACKED = re.compile(rb'"cid":"(load-\d+-(\d+))"')
_NUMBER = re.compile(rb'"view":\{"(?:round|made)":(\d+)')


class Ours(House):
    """When it has ended, its log must hold exactly the moves that it acknowledged."""

    name = "yupana"
    ready = "/healthz"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.acked: dict[str, set[str]] = defaultdict(set)
        """Of each table, the ids of the moves that it acknowledged."""

    def command(self) -> Sequence[str]:
        return [sys.executable, "-m", "benchmarks.load.ours", str(self.port), str(self.folder)]

    def open(self, game: str, seats: int) -> Table:
        made = self.post("/api/tables", {"game": game, "seats": seats})
        name = made["table"]
        secrets = [self.post(f"/api/tables/{name}/sit", {})["secret"] for _ in range(seats)]
        begin = {"t": "cmd", "cid": "begin-it", "cmd": {"do": "begin"}}
        self.post(f"/api/tables/{name}/do", begin, authorization=f"Bearer {made['host']}")
        return Table(name, game, tuple(secrets), made["spectator"])

    async def sit(self, table: Table, seat: int | None, told: Callable[[Guest], None]) -> Guest:
        guest = Guest(seat, told)

        def hear(line: Line, message: bytes) -> None:
            if message.startswith(b'{"t":"view"'):
                found = _NUMBER.search(message)
                guest.show(int(found[1]) if found else 0, message)
            elif message.startswith(b'{"t":"ack"'):
                found = _ACKED.search(message)
                assert found is not None, message
                self.acked[table.name].add(found[1].decode())
                guest.ack(int(found[2]))
            elif message.startswith((b'{"t":"no"', b'{"t":"bye"')):
                raise AssertionError(message)

        held = table.watch if seat is None else table.secrets[seat]
        path = f"/api/tables/{table.name}/ws"
        guest.line = await call(self.port, path, {"Authorization": f"Bearer {held}"}, hear)
        guest.line.say(b'{"t":"hello"}')
        return guest

    def move(self, table: Table, seat: int, number: int, cell: int) -> bytes:
        return b'{"t":"cmd","cid":"load-%d-%d","cmd":{"do":"move","text":"%d"}}' % (
            seat,
            number,
            cell,
        )

    def facts(self, message: bytes) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(message)["view"]
        return found

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        if error[0] is None:
            self._check()

    def _check(self) -> None:
        """Nothing lost, nothing that nobody was promised, nothing twice: read from the file itself."""
        with closing(sqlite3.connect(self.folder / DATABASE)) as database:
            for table, acked in self.acked.items():
                rows = database.execute(
                    "SELECT cid FROM entries WHERE table_id = ? AND cid LIKE 'load-%'", (table,)
                )
                stored = [cid for (cid,) in rows]
                assert len(stored) == len(set(stored)) == len(acked), "a move is there twice"
                assert set(stored) == acked, "a move that was acknowledged is not in the log"


def serve(port: int, folder: Path) -> int:
    register()
    limits = Limits(
        burst=MANY,
        per_second=MANY,
        sockets_per_seat=MANY,
        sockets_per_address=MANY,
        spectators=MANY,
        tables_per_hour=MANY,
        unstarted=MANY,
        requests_burst=MANY,
        requests_per_second=MANY,
        silence=600.0,
    )
    return main(Options(port=port, data=folder, quiet=True, limits=limits))


if __name__ == "__main__":
    sys.exit(serve(int(sys.argv[1]), Path(sys.argv[2])))
