"""People at tables, by the protocol alone: they come back when the line breaks, send again what was not answered,
and write down all they are told. No module of ours is used but the test's own.

What the protocol asks of a client is here in full: the same id for the same command however often it is sent,
`hello` again when a heartbeat tells of a head beyond what was shown, and a view that is older than the one shown
is thrown away.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import secrets
import time
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

View = dict[str, Any]

FULL = "store.full"
"""The refusal of a server whose disk is full: nothing was changed."""

LATER = {"server.busy", "server.unavailable", "server.error", "store.busy", FULL, "wire.slow-down"}
"""Refusals that say: not now. Anything else is a judgement on the command."""

PHRASES = ("hello", "good-luck", "well-played", "thank-you", "one-moment", "sorry", "wow", "again")

SHOWN = ("phase", "pending", "mine", "rev", "policy", "view", "moves", "score", "outcome", "asked")
"""What of a view follows from the log alone."""


class Journal:
    """What the clients were told, line by line; on disk once `sync` returns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: list[bytes] = []

    def write(self, what: str, table: str, **facts: Any) -> None:
        self._lines.append(json.dumps({"e": what, "table": table, **facts}).encode() + b"\n")

    def sync(self) -> None:
        lines, self._lines = self._lines, []
        with self.path.open("ab") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())


class Manner(Struct, frozen=True, kw_only=True):
    """How a player behaves. Times in seconds, shorter than a person's."""

    pause: tuple[float, float] = (0.0, 0.0)
    """Between two commands."""
    says: float = 0.0
    """How often a phrase is said in place of a move; a phrase has no precondition."""
    copies: int = 1
    """Each command is delivered once up to so often."""
    ping_every: float = 1.0
    deaf_after: float = 3.0
    """Silence after which the line is taken for dead."""
    resend_after: float = 2.0
    back_after: tuple[float, float] = (0.01, 0.05)
    stays: bool = False
    """Looks on when the game is over: somebody else's last word may come after it."""


class Place(Struct, frozen=True):
    """A seat and the secret to it; without a seat a spectator."""

    table: str
    seat: int | None
    secret: str


class _Sent(Struct):
    """A command on its way."""

    message: dict[str, Any]
    due: float
    """When it is sent next."""
    copies: int
    """Deliveries that are left beyond those it needs to be answered."""
    answered: bool = False


class Player:
    """Somebody on a seat, or on a second device at the same seat."""

    def __init__(
        self, base: str, place: Place, journal: Journal, rng: Random, manner: Manner
    ) -> None:
        self.base = base
        self.place = place
        self.manner = manner
        self.view: View = {}
        self.head = 0
        self.acked = 0
        self.answers = 0
        self.connections = 0
        self.refused: list[str] = []
        self.byes: list[str] = []
        self.heads_below = 0
        """Views that were older than the one shown already."""
        self.leaving = False
        """Told to go as soon as nothing is left unanswered."""
        self.silent = False
        """Does nothing more, and stays."""
        self._journal = journal
        self._rng = rng
        self._sent: dict[str, _Sent] = {}
        self._last_seq = 0
        self._next = 0.0
        self._socket: ClientConnection | None = None
        self.greeted = False
        self._pinged = 0.0
        self._behind = 0
        self._viewed = 0
        """The head of the last whole view; ticks go beyond it."""

    # The line

    async def run(self) -> None:
        """Plays until the game is over, or until told to leave and nothing is unanswered."""
        path = f"/api/tables/{self.place.table}/ws"
        headers = {"authorization": f"Bearer {self.place.secret}"}
        while not self.finished:
            try:
                async with connect(
                    self.base.replace("http", "ws", 1) + path,
                    additional_headers=headers,
                    compression=None,
                    proxy=None,
                    open_timeout=3,
                    ping_interval=None,
                    close_timeout=0.2,
                ) as self._socket:
                    self.connections += 1
                    await self._talk(self._socket)
            except (WebSocketException, OSError, TimeoutError):
                pass
            finally:
                self._socket = None
            if not self.finished:
                await asyncio.sleep(self._rng.uniform(*self.manner.back_after))

    @property
    def finished(self) -> bool:
        over = self.view.get("phase") == "over" and not self.manner.stays
        return not self._sent and (self.leaving or over)

    @property
    def unanswered(self) -> list[str]:
        return [cid for cid, sent in self._sent.items() if not sent.answered]

    def hang_up(self) -> None:
        """As when a train enters a tunnel: the other side is told nothing."""
        if self._socket is not None and self._socket.transport is not None:
            self._socket.transport.abort()

    async def _talk(self, socket: ClientConnection) -> None:
        self.greeted, self._behind = False, 0
        self._pinged = heard = time.monotonic()
        for sent in self._sent.values():
            sent.due = 0.0 if not sent.answered else sent.due
        await self._hello()
        while not self.finished:
            await self._act()
            try:
                async with asyncio.timeout(self._rest()):
                    text = await socket.recv()
            except TimeoutError:
                if time.monotonic() - heard > self.manner.deaf_after:
                    return
                continue
            heard = time.monotonic()
            assert isinstance(text, str)
            await self._hear(json.loads(text))

    def _rest(self) -> float:
        """How long nothing is to be done."""
        due = [self._pinged + self.manner.ping_every]
        if self.greeted:
            due += [sent.due for sent in self._sent.values()]
            due += [self._next] if self._may_move() else []
        return max(0.001, min(due) - time.monotonic())

    async def _say(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _hello(self) -> None:
        await self._say({"t": "hello", "pending": self.unanswered[:64]})

    async def _act(self) -> None:
        """Whatever is due now."""
        now = time.monotonic()
        if now >= self._pinged + self.manner.ping_every:
            self._pinged = now
            await self._say({"t": "ping", "n": 0})
        if not self.greeted:
            return
        for cid, sent in list(self._sent.items()):
            if sent.due <= now:
                await self._deliver(cid, sent)
        if self._may_move() and now >= self._next:
            await self._command(self._wish())

    async def _deliver(self, cid: str, sent: _Sent) -> None:
        self._journal.write("sent", self.place.table, cid=cid, seat=self.place.seat)
        if sent.answered:
            sent.copies -= 1
        if sent.copies > 0:
            sent.due = time.monotonic() + self._rng.uniform(0, 0.3)
            sent.copies -= not sent.answered
        elif sent.answered:
            del self._sent[cid]
        else:
            sent.due = time.monotonic() + self.manner.resend_after
        await self._say(sent.message)

    # What is said

    def _may_move(self) -> bool:
        view = self.view
        return (
            not self.leaving
            and not self.silent
            and self.place.seat is not None
            and view.get("phase") == "playing"
            and not self.unanswered
            and view["head"] >= self._last_seq
            and ((self.place.seat in view["pending"] and view["moves"]) or self.manner.says > 0)
        )

    def _wish(self) -> dict[str, Any]:
        """The next command, with the precondition that goes with it."""
        view, rng = self.view, self._rng
        turn = self.place.seat in view["pending"] and view["moves"]
        if not turn or rng.random() < self.manner.says:
            return {"cmd": {"do": "say", "phrase": rng.choice(PHRASES)}}
        move = {"do": "move", "text": rng.choice(view["moves"])}
        return {"cmd": move, "at": {"rev": view["rev"][0]}}

    async def _command(self, wish: dict[str, Any]) -> None:
        cid = secrets.token_hex(16)
        copies = self._rng.randint(1, self.manner.copies) - 1
        self._sent[cid] = _Sent({"t": "cmd", "cid": cid, **wish}, 0.0, copies)
        await self._deliver(cid, self._sent[cid])

    # What is heard

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "view":
                self._see(message)
            case "tick":
                await self._tick(message)
            case "ack":
                self._answer(message["cid"], message["seq"])
            case "no":
                self._refused(message)
            case "pong":
                await self._beat(message["head"])
            case "bye":
                self.byes.append(message["code"])

    def _see(self, view: View) -> None:
        seat = self.place.seat
        self._journal.write(
            "view",
            self.place.table,
            seat=seat,
            head=view["head"],
            rev=view["rev"][0] if seat is not None else 0,
            phase=view["phase"],
            events=view["events"],
            sum=shown(view),
        )
        self.greeted = True
        if view["head"] < self.head:
            self.heads_below += 1
            return
        self.view, self.head, self._viewed = view, view["head"], view["head"]
        self._behind = 0

    async def _tick(self, tick: dict[str, Any]) -> None:
        """Brings the view up to date; unless that is not the one which the tick stands on."""
        self._journal.write("head", self.place.table, head=tick["head"])
        if tick["view"] > self._viewed:
            await self._hello()
        elif self.view and tick["head"] >= self.head:
            self.head = tick["head"]
            self.view |= {"head": tick["head"], "pending": tick["pending"]}
            for seat, here in zip(self.view["seats"], tick["here"], strict=True):
                seat["here"] = here
            self._behind = 0

    def _answer(self, cid: str, seq: int) -> None:
        self._journal.write("ack", self.place.table, cid=cid, seq=seq)
        self.answers += 1
        sent = self._sent.get(cid)
        if sent is None:
            return
        if not sent.answered:
            self.acked += 1
            self._next = time.monotonic() + self._rng.uniform(*self.manner.pause)
        self._last_seq = max(self._last_seq, seq)
        sent.answered = True
        if sent.copies <= 0:
            del self._sent[cid]

    def _refused(self, message: dict[str, Any]) -> None:
        cid, code = message["cid"], message["code"]
        self.refused.append(code)
        if cid is None:
            return
        final = code not in LATER
        self._journal.write("no" if final else "later", self.place.table, cid=cid, code=code)
        self._next = time.monotonic() + 0.05
        if final:
            self._sent.pop(cid, None)
        elif cid in self._sent:
            self._sent[cid].due = time.monotonic() + 0.1

    async def _beat(self, head: int) -> None:
        """A head beyond ours twice in a row, and nothing came in between: we missed something."""
        self._journal.write("head", self.place.table, head=head)
        self._behind = self._behind + 1 if head > self.head else 0
        if self._behind >= 2:
            self._behind = 0
            await self._hello()


def shown(view: View) -> str:
    """A short sum of all that a view shows of the game."""
    said = json.dumps({name: view[name] for name in SHOWN}, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]
