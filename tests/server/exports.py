"""Exports of finished games from a real server, for whatever checks them: `python -m tests.server.exports FOLDER`.

All four games, with their options and editions, with people who take moves back, with somebody who sits down late,
with a rematch on the same dice, and games that go on from a moment of another one.
"""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from tests.server.client import Server
from tests.server.databases import FILES, restore
from yupana.core.game import CHANCE
from yupana.games import GAMES as ALL
from yupana.server.dice import dice_key, sample
from yupana.server.export import write_export
from yupana.server.sqlite import SqliteStore

GAMES: dict[str, dict[str, Any]] = {
    "temple": {"game": "temple", "seats": 3},
    "temple-alone": {"game": "temple", "seats": 1, "options": {"side": "B"}},
    "valley": {"game": "valley", "seats": 4},
    "valley-wide": {"game": "valley", "seats": 2, "edition": "wide"},
    "wiraqocha": {"game": "wiraqocha", "seats": 4, "options": {"valley": "random"}},
    "wiraqocha-two": {"game": "wiraqocha", "seats": 2, "options": {"caves": True}},
    "paititi": {"game": "paititi", "seats": 5},
    "paititi-three": {"game": "paititi", "seats": 3, "options": {"guests_need_two": True}},
    "paititi-sixty": {"game": "paititi", "seats": 2, "edition": "sixty"},
}


LONGEST = 120.0
"""Seconds that a game of bots may take on a busy machine."""


class Host:
    """Somebody at a table, by plain requests."""

    def __init__(self, server: Server, opening: dict[str, Any]) -> None:
        self._enter(server, server.post("/api/tables", opening).json())

    @classmethod
    def at_table(cls, server: Server, opened: dict[str, Any]) -> Self:
        """At a table that is there already."""
        host = cls.__new__(cls)
        host._enter(server, opened)
        return host

    def _enter(self, server: Server, opened: dict[str, Any]) -> None:
        self.server = server
        self.table, self.secret = opened["table"], opened["host"]
        self.at = f"/api/tables/{self.table}"

    def do(self, command: dict[str, Any], secret: str | None = None) -> dict[str, Any]:
        body = {"t": "cmd", "cid": secrets.token_hex(16), "cmd": command}
        answer: dict[str, Any] = self.server.post(
            f"{self.at}/do", body, secret or self.secret
        ).json()
        return answer

    def sit(self, **wish: Any) -> str:
        secret: str = self.server.post(f"{self.at}/sit", wish).json()["secret"]
        return secret

    def view(self, secret: str | None = None) -> dict[str, Any]:
        """Asks again where the server says that it is too busy to tell."""
        end = time.monotonic() + LONGEST
        answer = self.server.get(self.at, secret or self.secret)
        while answer.status_code == 503 and time.monotonic() < end:
            answer = self.server.get(self.at, secret or self.secret)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def finish(self) -> bytes:
        end = time.monotonic() + LONGEST
        while self.view()["phase"] != "over":
            assert time.monotonic() < end, "the game does not end"
            time.sleep(0.02)
        answer = self.server.get(f"{self.at}/export", self.secret)
        assert answer.status_code == 200, answer.text
        data: bytes = answer.content
        return data


def of_bots(server: Server, opening: dict[str, Any]) -> bytes:
    return watched(server, opening)[1]


def watched(server: Server, opening: dict[str, Any]) -> tuple[Host, bytes]:
    """A game of bots, and the host who saw it."""
    host = Host(server, opening)
    assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
    return host, host.finish()


def of_a_person(server: Server, opening: dict[str, Any], undos: int) -> tuple[Host, bytes]:
    """Somebody plays alone against bots, and takes moves back, also past the dice."""
    rng = random.Random(7)
    host = Host(server, {**opening, "policy": {"undo": "consent"}})
    mine = host.sit(seat=0, nonce=secrets.token_hex(16))
    assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
    while (view := host.view(mine))["phase"] != "over":
        if 0 in view["pending"] and view["moves"]:
            host.do({"do": "move", "text": rng.choice(view["moves"])}, mine)
            if undos and rng.random() < 0.3:
                undos -= host.do({"do": "undo"}, mine)["t"] == "ack"
    return host, host.finish()


def again(server: Server, host: Host) -> bytes:
    """The same people, the same dice."""
    assert host.do({"do": "again", "same_dice": True})["t"] == "ack"
    follow = server.post(f"{host.at}/follow", {}, host.secret).json()
    host.table, host.at = follow["table"], f"/api/tables/{follow['table']}"
    host.secret = next(each["secret"] for each in follow["held"] if each["role"] == "host")
    assert host.do({"do": "bot", "seat": 0, "bot": "uniform"})["t"] == "ack"
    return host.finish()


def late(server: Server, opening: dict[str, Any]) -> bytes:
    """Somebody sits down in place of a bot while the game is on."""
    host = Host(server, {**opening, "policy": {"late": "bots"}})
    host.sit(seat=0, nonce=secrets.token_hex(16))
    assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
    assert host.sit(seat=1)
    for seat in (0, 1):
        assert host.do({"do": "bot", "seat": seat, "bot": "uniform"})["t"] == "ack"
    return host.finish()


def branched(server: Server, host: Host) -> bytes:
    """On from the first third of a finished game, so that enough is left to happen: somebody with a nonce of their
    own, for whom a bot plays."""
    third = len(server.get(f"{host.at}/moments", host.secret).json()) // 3
    wish = {"n": third, "seat": 0, "bot": "uniform"}
    opened = server.post(f"{host.at}/branch", wish, host.secret).json()
    new = Host.at_table(server, opened)
    new.sit(seat=0, nonce=secrets.token_hex(16))
    assert new.do({"do": "begin"})["t"] == "ack"
    assert new.do({"do": "bot", "seat": 0, "bot": "uniform"})["t"] == "ack"
    return new.finish()


def dug_out(seats: int, number: int) -> bytes:
    """Paititi by people who dig and dig until the pile is made anew; bots hardly ever get there."""
    from tests.server.test_verify import Builder, canonical

    game = ALL["paititi"](seats, must_exhibit=False)
    builder = Builder(game, number)
    builder.open()
    builder.sit(1)
    builder.add("began", {"order": []})
    key = dice_key(builder.seed, builder.table, builder.nonces)
    while pending := game.pending(builder.state):
        seat = builder.rng.choice(pending)
        if seat == CHANCE:
            count = sum(event.seat == CHANCE for event in builder.events)
            builder.do(CHANCE, sample(game.chance(builder.state), key, builder.table, count))
            continue
        moves = game.moves(builder.state, seat)
        picked = sorted((moves.pick(builder.rng) for _ in range(40)), key=_eager(builder.state))
        builder.do(seat, picked[0])
    assert any(len(state.stocks) > 1 for state in builder.states), "the pile was never made anew"
    builder.add("closed", {"seed": builder.seed.hex()})
    return canonical({**builder.export(), "names": {}})


def _eager(state: Any) -> Callable[[Any], tuple[int, int]]:
    """Digging before all; exhibitions only with plenty to show, and then everything."""
    plenty = sum(len(each.artifacts) for each in state.expeditions) >= 13
    order = {"Dig": 0, "Choose": 1, "Exhibit": 2 if plenty else 9}
    return lambda move: (order.get(type(move).__name__, 3), -len(getattr(move, "cards", ())))


def make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    def keep(name: str, data: bytes) -> None:
        (folder / f"{name}.json").write_bytes(data)

    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        for name, opening in GAMES.items():
            host, seen = watched(server, opening)
            keep(name, seen)
            if name in ALL:
                keep(f"{name}-branched", branched(server, host))
        for name in ("temple", "valley", "paititi"):
            host, undone = of_a_person(server, GAMES[name], 8)
            keep(f"{name}-undone", undone)
            keep(f"{name}-undone-branched", branched(server, host))
        keep("paititi-again", again(server, host))
        keep("valley-late", late(server, GAMES["valley"]))
    keep("paititi-dug-out", dug_out(4, 2))
    (folder / "before").mkdir()
    for name, seen in before():
        (folder / "before" / f"{name}.json").write_bytes(seen)


def before() -> Iterator[tuple[str, bytes]]:
    """Every table of every database of an earlier version, running ones with their seeds."""
    for file in FILES:
        with (
            tempfile.TemporaryDirectory() as folder,
            SqliteStore(restore(file, Path(folder) / "old.db")) as store,
        ):
            for row in store.tables(limit=100):
                yield f"{file.stem}-{row.id}", write_export(store.export(row.id, whole=True))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
