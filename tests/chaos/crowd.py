"""Tables and the people who sit down at them: opened by the API, filled, begun, and again when a game is over."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from itertools import cycle
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx

from tests.chaos.clients import SHOWN, Journal, Manner, Place, Player, View
from tests.chaos.verdict import Broken, Late, in_time, together


class Desk:
    """Opens tables and puts people on their seats, and insists until it is done."""

    def __init__(self, base: str | Sequence[str], journal: Journal, patience: float = 60.0) -> None:
        self.bases = (base,) if isinstance(base, str) else tuple(base)
        """Servers that share a store; asked in turn, as long as one has no answer."""
        self._journal = journal
        self._patience = patience
        self._http = httpx.AsyncClient(timeout=5, trust_env=False, limits=httpx.Limits())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:  # fmt: skip
        await self._http.aclose()

    async def ask(
        self, method: str, path: str, body: Any = None, secret: str | None = None
    ) -> dict[str, Any]:
        """The answer; asks again for as long as there is none, or one that says: later."""
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        end = time.monotonic() + self._patience
        last = "nothing was asked"
        while time.monotonic() < end:
            try:
                answer = await self._http.request(
                    method, self.bases[0] + path, json=body, headers=headers
                )
            except httpx.HTTPError as error:
                last = repr(error)
                self.bases = (*self.bases[1:], self.bases[0])
                await asyncio.sleep(0.03)
                continue
            if answer.status_code < 300:
                found: dict[str, Any] = answer.json()
                return found
            if answer.status_code not in (429, 503):
                raise Broken(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
            last = answer.text[:300]
            await asyncio.sleep(0.05)
        raise Late(f"{method} {path}: no answer in {self._patience} s: {last}")

    async def table(
        self, game: str = "temple", seats: int = 4, people: int | None = None, **wish: Any
    ) -> tuple[list[Place], str]:
        """A new table with people on the first seats; their places and the host's secret."""
        opened = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **wish})
        name, host = opened["table"], opened["host"]
        self._journal.write("opened", name)
        places = [
            await self._sit(name, seat) for seat in range(seats if people is None else people)
        ]
        return places, host

    async def _sit(self, table: str, seat: int) -> Place:
        nonce, cid = secrets.token_hex(16), secrets.token_hex(16)
        wish = {"seat": seat, "name": f"Guest {seat + 1}", "nonce": nonce, "cid": cid}
        wish["secret"] = secrets.token_hex(16)  # with it the seat is ours when we must ask again
        seated = await self.ask("POST", f"/api/tables/{table}/sit", wish)
        self._journal.write("sat", table, seat=seated["seat"], nonce=nonce)
        return Place(table, seated["seat"], seated["secret"])

    async def do(self, table: str, secret: str, command: dict[str, Any]) -> None:
        """A command by POST, with one id however often it must be sent."""
        cid = secrets.token_hex(16)
        self._journal.write("sent", table, cid=cid, seat=None)
        body = {"t": "cmd", "cid": cid, "cmd": command}
        ack = await self.ask("POST", f"/api/tables/{table}/do", body, secret)
        self._journal.write("ack", table, cid=cid, seq=ack["seq"])

    async def view(self, place: Place) -> View:
        """What the server shows of the table to whoever sits there."""
        return await self.ask("GET", f"/api/tables/{place.table}", None, place.secret)


class Crowd:
    """Tables full of people; as soon as a game is over a new one begins."""

    def __init__(
        self,
        base: str | Sequence[str],
        journal: Journal,
        rng: Random,
        *,
        tables: int,
        seats: int = 4,
        games: Sequence[str] = ("temple",),
        manner: Manner | None = None,
    ) -> None:
        self.desk = Desk(base, journal)
        self._bases = self.desk.bases
        self.players: list[Player] = []
        """All who ever played; those of finished games have `finished`."""
        self._journal = journal
        self._rng = rng
        self._tables, self._seats, self._games = tables, seats, tuple(games)
        self._manner = manner or Manner()
        self._tasks: list[asyncio.Task[None]] = []
        self._leaving = False

    async def __aenter__(self) -> Self:
        await self.desk.__aenter__()
        for number in range(self._tables):
            rng = Random(self._rng.randrange(2**32))
            game = self._games[number % len(self._games)]
            self._tasks.append(asyncio.create_task(self._play(game, rng)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:  # fmt: skip
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.desk.__aexit__(kind, error, trace)

    @property
    def acked(self) -> int:
        return sum(player.acked for player in self.players)

    async def _play(self, game: str, rng: Random) -> None:
        while not self._leaving:
            places, host = await self.desk.table(game, self._seats)
            await self.desk.do(places[0].table, host, {"do": "begin"})
            players = [
                Player(base, place, self._journal, rng, self._manner)
                for place, base in zip(places, cycle(self._bases), strict=False)
            ]
            self.players += players
            for player in players:
                player.leaving = self._leaving
            await together(*(player.run() for player in players))

    def check(self) -> None:
        """Raises what befell a table, if anything did."""
        for task in self._tasks:
            if task.done() and not task.cancelled() and task.exception() is not None:
                task.result()

    async def leave(self, within: float) -> None:
        """Everybody goes as soon as all is answered; Broken if something never is."""
        self._leaving = True
        for player in self.players:
            player.leaving = True
        _, late = await asyncio.wait(self._tasks, timeout=within)
        self.check()
        left = [cid for player in self.players for cid in player.unanswered]
        in_time(not late, "commands without an answer:", left[:3])


def difference(seen: View, got: View, presence: bool = True) -> str | None:
    """Where two views of one seat differ. The events only animate; who is waited for stands in
    `pending`, which a tick brings up to date, and once more inside the game's own view. `presence`: whether it counts who is connected."""
    seen, got = _without_waiting(seen), _without_waiting(got)
    for name in ("head", *SHOWN, "host", *(["seats"] if presence else [])):
        found = _difference(seen.get(name), got.get(name), name)
        if found is not None:
            return found
    return None


def _without_waiting(view: View) -> View:
    inner = view.get("view")
    if isinstance(inner, dict) and isinstance(phase := inner.get("phase"), dict):
        known = {name: value for name, value in phase.items() if name != "waiting"}
        return view | {"view": inner | {"phase": known}}
    return view


def _difference(one: Any, other: Any, where: str) -> str | None:
    """The first place at which two JSON values differ, and what stands there."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(each, one[each], other[each]) for each in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(str(at), *both) for at, both in enumerate(zip(one, other, strict=True))]
    else:
        return None if one == other else f"{where}: {str(one)[:100]} is not {str(other)[:100]}"
    found = (_difference(a, b, f"{where}.{name}") for name, a, b in pairs)
    return next((each for each in found if each is not None), None)
