"""Writes the databases of one version of the server, by its own code, through its own protocol.

    git worktree add /tmp/then COMMIT
    PYTHONPATH=/tmp/then/src python -m tests.server.databases COMMIT [FOLDER]

No module of ours is imported here but the client of the tests: the server is the one that PYTHONPATH says. What it
does not have yet (a branch, a rematch) is left out.
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests.server.client import Server
from tests.server.databases import FOLDER, dump

Wish = dict[str, Any]

LONGEST = 120.0
"""Seconds that a game of bots may take on a busy machine."""

MOST_TRIES = 4
"""Games that are begun until one has what is looked for."""

_cids = count(1)


class Absent(Exception):
    """The server of that version does not have this."""


class At:
    """A table, with what its host and those whom the host plays for hold."""

    def __init__(self, server: Server, opened: Wish) -> None:
        self.server, self.table, self.host = server, opened["table"], opened["host"]
        self.seats: dict[int, str] = {}

    @classmethod
    def open(cls, server: Server, game: str, seats: int, **more: Any) -> At:
        answer = server.post("/api/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return cls(server, answer.json())

    def post(self, path: str, body: Wish, secret: str | None = None) -> Any:
        return self.server.post(f"/api/tables/{self.table}{path}", body, secret)

    def do(self, what: str, by: int | None = None, **more: Any) -> bool:
        """Whether it was done; by the host, or by a seat."""
        secret = self.host if by is None else self.seats[by]
        body = {"t": "cmd", "cid": f"c{next(_cids):07}", "cmd": {"do": what, **more}}
        said = self.post("/do", body, secret).json()
        return bool(said["t"] == "ack")

    def sit(self, *seats: int) -> None:
        for seat in seats:
            answer = self.post("/sit", {"seat": seat, "name": f"Player {seat + 1}"})
            self.seats[seat] = answer.json()["secret"]

    def view(self, seat: int | None = None) -> Any:
        secret = self.host if seat is None else self.seats[seat]
        return self.server.get(f"/api/tables/{self.table}", secret).json()

    def wait(self, true: Callable[[Any], bool]) -> None:
        end = time.monotonic() + LONGEST
        while not true(self.view()):
            assert time.monotonic() < end, "the game does not end"

    def finish(self) -> None:
        self.wait(lambda seen: bool(seen["phase"] == "over"))

    def play(self, rng: random.Random, moves: int, choose: Choose | None = None) -> bool:
        """So many moves of those whom the host plays for; True if `choose` has found what it looks for."""
        made = 0
        while made < moves:
            seen = self.view()
            if seen["phase"] != "playing":
                return False
            for seat in self.seats:
                if seat not in seen["pending"]:
                    continue
                offered = self.view(seat)["moves"]
                text = choose(offered, rng) if choose else rng.choice(offered)
                if text is None:
                    return True
                made += self.do("move", seat, text=text)
        return False


Choose = Callable[[list[str], random.Random], str | None]


def captor(offered: list[str], rng: random.Random) -> str | None:
    """Takes prisoners and builds the Tunneller, until it may free one; None then."""
    if any(text.startswith("tunnel") and text.endswith("prisoner") for text in offered):
        return None
    eager = [
        text for text in offered if "capture" in text or text.startswith("build transport-tunnel")
    ]
    return rng.choice(eager or offered)


# Finished games


def finished(server: Server, rng: random.Random) -> list[str]:
    return [of_bots(server, game).table for game in ("paititi", "wiraqocha")]


def of_bots(server: Server, game: str) -> At:
    seats, more = OPENINGS[game]
    table = At.open(server, game, seats, **more)
    assert table.do("begin", bot="uniform")
    table.finish()
    return table


OPENINGS: dict[str, tuple[int, Wish]] = {
    "valley": (1, {"options": {"side": "B"}}),
    "paititi": (2, {"edition": "sixty"}),
    "wiraqocha": (2, {"options": {"caves": True}}),
}


def derived(server: Server, rng: random.Random) -> list[str]:
    """Finished games of sheets, one with moves taken back, and what came of them."""
    temple = At.open(server, "temple", 2, policy={"undo": "consent"})
    temple.sit(0)
    temple.do("begin", bot="uniform")
    temple.play(rng, 8)
    for _ in range(12):
        temple.do("undo", 0)
        temple.play(rng, 2)
    temple.do("say", 0, phrase="well-played")
    temple.do("bot", seat=0, bot="uniform")
    temple.finish()
    found = [temple, of_bots(server, "valley")]
    with suppress(Absent):
        again = followed(temple, same_dice=True)
        again.do("bot", seat=0, bot="uniform")
        again.finish()
        found.append(again)
    with suppress(Absent):
        branch = branched(found[1], 60, 0)
        branch.sit(0)
        branch.do("begin")
        branch.do("bot", seat=0, bot="uniform")
        branch.finish()
        found.append(branch)
    return [each.table for each in found]


def followed(old: At, **wish: Any) -> At:
    """The table at which the people of an old one play on."""
    if not old.do("again", **wish):
        raise Absent
    answer = old.post("/follow", {}, old.host)
    if answer.status_code != 201:
        raise Absent
    told = answer.json()
    host = next(each["secret"] for each in told["held"] if each["role"] == "host")
    return At(old.server, {"table": told["table"], "host": host})


def branched(old: At, n: int, seat: int) -> At:
    answer = old.post("/branch", {"n": n, "seat": seat, "bot": "uniform"}, old.host)
    if answer.status_code != 201:
        raise Absent
    return At(old.server, answer.json())


# Games that are on


def running(server: Server, rng: random.Random) -> list[str]:
    gathering = At.open(server, "temple", 3, policy={"public": True})
    gathering.sit(1)
    gathering.do("ready", 1, yes=True)
    gathering.do("policy", locked=True)
    temple = At.open(server, "temple", 3, options={"side": "B"}, policy={"late": "bots"})
    temple.sit(0)
    temple.do("begin", bot="greedy")
    temple.play(rng, 6)
    temple.do("undo", 0)
    valley = At.open(server, "valley", 2)
    valley.sit(0, 1)
    valley.do("begin")
    valley.play(rng, 12)
    valley.do("unseat", seat=1)
    paititi = At.open(server, "paititi", 3)
    paititi.sit(0)
    paititi.do("begin", bot="uniform")
    paititi.play(rng, 5)
    paititi.do("say", 0, phrase="hello")
    found = [gathering, temple, valley, paititi, captive(server, rng)]
    with suppress(Absent):
        ended = At.open(server, "temple", 1)
        ended.do("begin", bot="uniform")
        ended.finish()
        branch = branched(ended, 30, 0)
        branch.sit(0)
        branch.do("begin")
        branch.play(rng, 2)
        found += [ended, branch]
    return [each.table for each in found]


def captive(server: Server, rng: random.Random) -> At:
    """A game of Wiraqocha in which the Tunneller may free a prisoner now; by rules 2 it never may."""
    tries = 0
    while True:
        table = At.open(server, "wiraqocha", 2, options={"prisoners": True, "valley": "first"})
        table.sit(0, 1)
        table.do("begin")
        tries += 1
        if table.play(rng, 110, captor) or tries == MOST_TRIES:
            return table


# Dice that were committed to, and keys in the log


def keyed(server: Server, rng: random.Random) -> list[str]:
    """One table is drawn by all its seats, one after a draw in which a seat was silent; links begin and end, and a seat
    changes hands and comes back."""
    temple = drawn(server, rng, "temple", silent=False)
    links = [temple.post("/links", {"role": role}, temple.host) for role in ("host", "spectator")]
    assert all(each.status_code == 201 for each in links)
    for link in server.get(f"/api/tables/{temple.table}/links", temple.host).json():
        if link["role"] == "spectator":
            answer = temple.post("/revoke", {"key": link["key"]}, temple.host)
            assert answer.status_code == 200, answer.text
    temple.play(rng, 6)
    former = temple.seats[1]
    assert temple.do("offer", seat=1)
    assert temple.do("consent", 1, yes=True)
    answer = temple.post("/links", {"role": "seat", "seat": 1}, temple.host)
    assert answer.status_code == 201, answer.text
    back = temple.post("/reclaim", {}, former)
    assert back.status_code == 201, back.text
    temple.seats[1] = back.json()["secret"]
    temple.play(rng, 6)
    ended = drawn(server, rng, "valley", silent=True)
    for seat in (0, 1):
        ended.do("bot", seat=seat, bot="uniform")
    ended.finish()
    return [temple.table, ended.table]


def drawn(server: Server, rng: random.Random, game: str, *, silent: bool) -> At:
    """A game of two whose seats commit to their nonces and reveal them; if `silent`, the second one does not."""
    table = At.open(server, game, 2)
    nonces = [f"{rng.getrandbits(128):032x}" for _ in range(2)]
    for seat, nonce in enumerate(nonces):
        wish = {"seat": seat, "name": f"Player {seat + 1}", "commit": commitment(table, nonce)}
        answer = table.post("/sit", wish)
        if answer.status_code != 201:
            raise Absent
        table.seats[seat] = answer.json()["secret"]
    table.do("begin")
    if silent:
        assert table.do("reveal", 0, nonce=nonces[0])
        nonces[0] = f"{rng.getrandbits(128):032x}"
        end = time.monotonic() + LONGEST
        while not table.do("commit", 0, commit=commitment(table, nonces[0])):
            assert time.monotonic() < end, "the draw is never void"
            time.sleep(0.1)
    for seat in (0,) if silent else (0, 1):
        table.wait(lambda seen: seen["phase"] == "playing" or seen["draw"]["commits"])
        assert table.do("reveal", seat, nonce=nonces[seat])
    table.wait(lambda seen: bool(seen["phase"] == "playing"))
    return table


def commitment(table: At, nonce: str) -> str:
    return hashlib.sha256(f"nonce-commit-v1|{table.table}|{nonce}".encode()).hexdigest()


KINDS = {"finished": finished, "derived": derived, "running": running, "keyed": keyed}


def main(version: str, folder: Path) -> None:
    for name, make in KINDS.items():
        with tempfile.TemporaryDirectory() as data, suppress(Absent):
            with Server(Path(data)) as server:
                tables = make(server, random.Random(f"{version} {name}"))
                server.stop()
            text = dump(Path(data) / "yupana.db", tables)
            (folder / f"{version}-{name}.sql").write_text(text, "utf-8")
        print(f"{version}-{name}.sql: {len(tables)} tables, {len(text.encode()) // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER)
