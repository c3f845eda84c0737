"""boardgame.io's server as the scenarios see it, spoken to by socket.io's protocol over a WebSocket.

It acknowledges nothing: what comes nearest is the first update in which a seat finds its own move, sent
before anything is stored. In memory it loses all matches with the process; by FlatFile, the storage that
its documentation shows for matches that are to last, it rewrites a few files for each move, unsynced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.load.house import Guest, House, Table
from benchmarks.load.line import Line, call

HOME = Path(__file__).parent / "boardgame_io"

_STATE = re.compile(rb'"G":\{"(?:round":(\d+),"mine":(null|\d)|made":(\d+))')


class Theirs(House):
    def __init__(self, folder: Path, *, durable: bool) -> None:
        super().__init__(folder)
        self.durable = durable
        self.name = f"boardgame.io, {'FlatFile' if durable else 'in memory'}"

    def command(self) -> Sequence[str]:
        files = [str(self.folder / "files")] if self.durable else []
        return ["node", str(HOME / "server.mjs"), str(self.port), *files]

    def open(self, game: str, seats: int) -> Table:
        name = self.post(f"/games/{game}/create", {"numPlayers": seats})["matchID"]
        joined = (
            self.post(f"/games/{game}/{name}/join", {"playerID": str(seat), "playerName": "Guest"})
            for seat in range(seats)
        )
        return Table(name, game, tuple([each["playerCredentials"] for each in joined]))

    async def sit(self, table: Table, seat: int | None, told: Callable[[Guest], None]) -> Guest:
        guest = Guest(seat, told)
        say = f"42/{table.game},".encode()
        who = [None, None] if seat is None else [str(seat), table.secrets[seat]]
        shows = (say + b'["update"', say + b'["sync"')
        hello = say + msgspec.json.encode(["sync", table.name, *who, len(table.secrets)])

        def hear(line: Line, message: bytes) -> None:
            if message.startswith(shows):
                _told(guest, message)
            elif message == b"2":  # engine.io's ping
                line.say(b"3")
            elif message.startswith(b"0"):
                line.say(f"40/{table.game},".encode())
            elif message.startswith(b"40/"):
                line.say(hello)

        guest.line = await call(self.port, "/socket.io/?EIO=4&transport=websocket", {}, hear)
        return guest

    def move(self, table: Table, seat: int, number: int, cell: int) -> bytes:
        move = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "mark" if table.game == "marks" else "write",
                "args": [cell],
                "playerID": str(seat),
                "credentials": table.secrets[seat],
            },
        }
        said = msgspec.json.encode(["update", move, number, table.name, str(seat)])
        return f"42/{table.game},".encode() + said

    def facts(self, message: bytes) -> dict[str, Any]:
        _, _, said = message.partition(b",")
        sent = msgspec.json.decode(said)
        state = sent[2]["state"] if sent[0] == "sync" else sent[2]
        found: dict[str, Any] = state["G"]
        return found


def _told(guest: Guest, message: bytes) -> None:
    """The number of the state, and which of the guest's own moves are in it."""
    found = _STATE.search(message)
    assert found is not None, message[:200]
    if found[3] is not None:  # tic-tac-toe
        number = int(found[3])
        known = number - 1
    else:
        number = int(found[1])
        known = number - (found[2] == b"null")
    for each in [each for each in guest.sent if each <= known]:
        guest.ack(each)
    guest.show(number, message)
