"""A full table of one of our own games: all who are to decide do so at once, wave after wave.

Temple and valley are games of a hundred sheets, so that each of a hundred clients is shown a hundred of them,
with what it may do next and what its own sheet is worth. A wave is over when every client has seen it whole.
"""

from __future__ import annotations

import asyncio
import random
import re
import time

import msgspec
from msgspec import Struct

from benchmarks.load.house import Table, until
from benchmarks.load.line import Line, call
from benchmarks.load.ours import Ours
from benchmarks.load.scenarios import Cost, Latency, Meter, total


class Seen(Struct):
    """What of a view a player needs who plays by chance."""

    head: int
    phase: str
    pending: tuple[int, ...]
    mine: tuple[int, ...]
    rev: tuple[int, ...]
    moves: tuple[str, ...]


class Player:
    """A seat, and what it was promised."""

    def __init__(self, crowd: Crowd, acked: set[str]) -> None:
        self._crowd = crowd
        self._acked = acked
        """Of the whole table."""
        self.line: Line
        self.seen: Seen
        self.head = 0
        """Of the log, as far as it was shown."""
        self.sent: tuple[str, float] | None = None
        """The command that waits for its acknowledgement, and when it was sent."""
        self.took: list[float] = []
        """Seconds from each move to its acknowledgement."""

    def hear(self, line: Line, message: bytes) -> None:
        if message.startswith(b'{"t":"view"'):
            self.seen = msgspec.json.decode(message, type=Seen)
            self._crowd.showed(self, self.seen.head)
        elif message.startswith(b'{"t":"tick"'):
            found = _HEAD.match(message)
            assert found is not None
            self._crowd.showed(self, int(found[1]))
        elif message.startswith(b'{"t":"ack"'):
            ack = msgspec.json.decode(message, type=Ack)
            assert self.sent is not None
            assert ack.cid == self.sent[0], "an ack for another command"
            self.took.append(time.perf_counter() - self.sent[1])
            self.sent = None
            self._acked.add(ack.cid)
            self._crowd.acked(ack.seq)
        elif not message.startswith((b'{"t":"welcome"', b'{"t":"pong"')):
            raise AssertionError(message)

    def is_to_move(self) -> bool:
        return self.seen.phase == "playing" and self.seen.mine[0] in self.seen.pending

    def move(self, rng: random.Random) -> None:
        """Anything that it may do."""
        cid = f"load-{self.seen.mine[0]}-{len(self.took):05}"
        text = self.seen.moves[rng.randrange(len(self.seen.moves))]
        command = {"do": "move", "text": text}
        message = {"t": "cmd", "cid": cid, "cmd": command, "at": {"rev": self.seen.rev[0]}}
        self.sent = (cid, time.perf_counter())
        self.line.say(msgspec.json.encode(message))


class Crowd:
    """All at a table, and who of them has not seen yet what a wave has brought."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self._unacked = 0
        self._head = 0
        self._behind: set[Player] = set()
        self._over: asyncio.Future[float] | None = None

    def acked(self, seq: int) -> None:
        self._head = max(self._head, seq)
        self._unacked -= 1
        if self._unacked == 0:
            self._behind = {player for player in self.players if player.head < self._head}
            self._look()

    def showed(self, player: Player, head: int) -> None:
        player.head = head
        if head >= self._head:
            self._behind.discard(player)
            self._look()

    def _look(self) -> None:
        if self._over is not None and not self._unacked and not self._behind:
            self._over.set_result(time.perf_counter())
            self._over = None

    async def wave(self, movers: list[Player], rng: random.Random) -> float:
        """All of them at once; the seconds until everybody has seen it."""
        over: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._over = over
        self._unacked = len(movers)
        rng.shuffle(movers)
        for player in movers:
            player.move(rng)
        submitted = time.perf_counter()
        return await asyncio.wait_for(over, 60) - submitted


class Ack(Struct):
    cid: str
    seq: int


_HEAD = re.compile(rb'\{"t":"tick","head":(\d+)')


class RealTable(Struct, frozen=True):
    game: str
    seats: int
    waves: int
    tables: int
    moves: int
    ack: Latency
    """From a seat's move to its acknowledgement."""
    last: Latency
    """From the last move of a wave until the last client had seen the whole of it."""
    cost: Cost


async def real_table(
    house: Ours, game: str, *, seats: int = 100, waves: int = 200, seed: int = 3
) -> RealTable:
    """Games one after another until there were so many waves."""
    rng = random.Random(seed)
    last: list[float] = []
    acks: list[float] = []
    tables = 0
    costs: list[Cost] = []
    while len(last) < waves:
        table = await asyncio.to_thread(house.open, game, seats)
        crowd = await _seated(house, table)
        meter = Meter(house)
        while len(last) < waves:
            movers = [player for player in crowd.players if player.is_to_move()]
            if not movers:
                break
            last.append(await crowd.wave(movers, rng))
        costs.append(meter.read())
        acks += [each for player in crowd.players for each in player.took]
        tables += 1
        for player in crowd.players:
            player.line.close()
    return RealTable(
        game, seats, len(last), tables, len(acks), Latency.of(acks), Latency.of(last), total(costs)
    )


async def _seated(house: Ours, table: Table) -> Crowd:
    crowd = Crowd()
    path = f"/api/tables/{table.name}/ws"
    for secret in table.secrets:
        player = Player(crowd, house.acked[table.name])
        crowd.players.append(player)
        headers = {"Authorization": f"Bearer {secret}"}
        player.line = await call(house.port, path, headers, player.hear)
        player.line.say(b'{"t":"hello"}')
    await until(lambda: all(hasattr(player, "seen") for player in crowd.players))
    await asyncio.sleep(0.5)  # what the arrivals set off is over
    return crowd
