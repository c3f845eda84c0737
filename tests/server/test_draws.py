"""The draw of the dice: committed to before it is shown, void where somebody is silent, and never waited for."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.test_hub import HOST, Scene, play, until
from tests.server.test_table import opened
from yupana.server import draws, wire
from yupana.server.dice import dice_key, nonce_commitment, server_nonce
from yupana.server.draws import time_is_up, waits_for
from yupana.server.export import Export, TableFacts, write_export
from yupana.server.log import (
    Began,
    Did,
    Draw,
    Entry,
    New,
    Recommitted,
    Revealed,
    Sat,
    Void,
    seal_all,
    seal_of_head,
)
from yupana.server.policy import Actor, Refused
from yupana.server.table import Table
from yupana.server.verify import Report, verify


def nonce(seat: int, draw: int = 1) -> str:
    return hashlib.sha256(f"{seat} {draw}".encode()).hexdigest()[:32]


def commit(table: Table, seat: int, draw: int = 1) -> str:
    return nonce_commitment(table.name, nonce(seat, draw))


def actor(seat: int) -> Actor:
    return Actor(frozenset({seat}))


class Log:
    """A table together with all entries that it has taken."""

    def __init__(self, game: str = "temple", seats: int = 3, **policy: Any) -> None:
        self.table = opened(game, seats, **policy)
        self.entries: list[Entry] = [self.table.opened]

    def add(self, entries: list[Entry]) -> list[Entry]:
        for entry in entries:
            self.table.take(entry)
        self.entries += entries
        return entries

    def do(self, who: Actor, command: wire.Command) -> list[Entry]:
        return self.add(self.table.judge(who, command))

    def sit(self, *seats: int, plain: int | None = None) -> None:
        for seat in seats:
            self.add(self.table.sit(seat, None, commit=commit(self.table, seat)))
        if plain is not None:
            self.add(self.table.sit(plain, nonce(plain)))

    def reveal(self, seat: int, draw: int = 1) -> list[Entry]:
        return self.do(actor(seat), wire.Reveal(nonce(seat, draw)))

    def recommit(self, seat: int, draw: int) -> list[Entry]:
        return self.do(actor(seat), wire.Commit(commit(self.table, seat, draw)))

    def late(self) -> list[Entry]:
        draw = self.table.draw
        assert draw is not None
        return self.add(time_is_up(self.table, draw.number, self.table.commits_anew))

    def play(self) -> None:
        rng = Random(1)
        while pending := self.table.game.pending(self.table.state):
            seat = pending[0]
            move = self.table.game.moves(self.table.state, seat).pick(rng)
            self.add(self.table.play(seat, move))

    def verified(self, **noted: Any) -> Report:
        return verify(self.export(), **noted)

    def export(self) -> bytes:
        table = self.table
        news = [New(entry, 1_700_000_000_000) for entry in self.entries]
        stored = seal_all(news, 0, "0" * 64, 0)
        facts = TableFacts(table.name, table.opened.game, table.opened.rules, stored[0].at_ms)
        return write_export(
            Export(
                table=facts,
                entries=tuple(stored),
                head_hash=stored[-1].hash,
                seed=table.seed.hex(),
            )
        )


def kinds(entries: list[Entry]) -> list[type]:
    return [type(entry) for entry in entries if not isinstance(entry, Did)]


def test_the_game_begins_when_every_commitment_is_revealed_and_not_before() -> None:
    log = Log()
    log.sit(0, 1)
    began = log.do(HOST, wire.Begin("uniform"))
    table = log.table
    assert began[1:] == [Draw(1, (commit(table, 0), commit(table, 1), None))]
    assert (table.phase, waits_for(table)) == ("gathering", [0, 1])
    assert log.reveal(1) == [Revealed(1, nonce(1))]
    assert waits_for(table) == [0]
    assert kinds(log.reveal(0)) == [Revealed, Began]
    nonces = [nonce(0), nonce(1), server_nonce(table.seed, table.name, 2)]
    assert table._key == dice_key(table.seed, table.name, nonces)
    assert (table.phase, table.draw) == ("playing", None)
    log.play()
    report = log.verified()
    assert report.findings == ()
    assert (report.committed, report.own_nonces, report.void_draws) == (2, 2, 0)


def test_nobody_sits_stands_or_commits_while_the_dice_are_drawn() -> None:
    log = Log()
    log.sit(0, 1)
    log.do(HOST, wire.Begin("uniform"))
    with pytest.raises(Refused) as sitting:
        log.table.sit(2, None)
    assert sitting.value.code == "table.drawing"
    commands: list[wire.Command] = [wire.Begin("uniform"), wire.Unseat(0), wire.PutBot(0)]
    for command in commands:
        with pytest.raises(Refused) as why:
            log.table.judge(HOST, command)
        assert why.value.code == "table.drawing"
    with pytest.raises(Refused) as early:
        log.recommit(0, 2)
    assert early.value.code == "table.no-draw"


@pytest.mark.parametrize("shown", [nonce(1), nonce(0, 2), "", "0" * 31, nonce(0).upper(), "x" * 32])
def test_another_nonce_than_the_one_committed_to_is_refused(shown: str) -> None:
    log = Log()
    log.sit(0, 1)
    with pytest.raises(Refused) as early:
        log.table.judge(actor(0), wire.Reveal(nonce(0)))
    assert early.value.code == "table.no-draw"
    log.do(HOST, wire.Begin("uniform"))
    with pytest.raises(Refused) as other:
        log.table.judge(actor(0), wire.Reveal(shown))
    assert other.value.code == "table.other-nonce"
    log.reveal(0)
    with pytest.raises(Refused) as twice:
        log.table.judge(actor(0), wire.Reveal(nonce(0)))
    assert twice.value.code == "table.no-draw"


def test_a_silent_seat_makes_the_draw_void_and_has_no_say_in_the_next() -> None:
    log = Log()
    log.sit(0, 1, 2)
    log.do(HOST, wire.Begin("uniform"))
    log.reveal(0)
    log.reveal(1)
    assert log.late() == [Void(1, (2,))]
    table = log.table
    assert (table.commits_anew, waits_for(table)) == (True, [0, 1])
    with pytest.raises(Refused):
        log.recommit(2, 2)
    with pytest.raises(Refused):
        log.reveal(2)
    assert log.recommit(0, 2) == [Recommitted(0, commit(table, 0, 2))]
    second = log.recommit(1, 2)
    assert second[1] == Draw(2, (commit(table, 0, 2), commit(table, 1, 2), None))
    log.reveal(0, 2)
    assert kinds(log.reveal(1, 2)) == [Revealed, Began]
    assert table.chairs[2].player == "person"
    nonces = [nonce(0, 2), nonce(1, 2), server_nonce(table.seed, table.name, 2)]
    assert table._key == dice_key(table.seed, table.name, nonces)
    log.play()
    report = log.verified()
    assert report.findings == ()
    assert (report.committed, report.void_draws, report.silent) == (2, 1, (0, 0, 1))


def test_a_seat_that_does_not_commit_anew_leaves_the_dice_to_the_others() -> None:
    log = Log()
    log.sit(0, 1, 2)
    log.do(HOST, wire.Begin("uniform"))
    log.reveal(0)
    log.reveal(1)
    log.late()
    log.recommit(0, 2)
    assert kinds(log.late()) == [Draw]
    assert kinds(log.reveal(0, 2)) == [Revealed, Began]
    log.play()
    report = log.verified()
    assert report.findings == ()
    assert (report.committed, report.silent) == (1, (0, 0, 1))


def test_if_everybody_is_silent_the_game_begins_all_the_same() -> None:
    log = Log(seats=2)
    log.sit(0, 1)
    log.do(HOST, wire.Begin("uniform"))
    assert kinds(log.late()) == [Void, Began]
    log.play()
    report = log.verified()
    assert report.findings == ()
    assert (report.committed, report.own_nonces, report.silent) == (0, 0, (1, 1))


def test_of_draws_that_nobody_commits_to_anew_the_server_makes_the_rest() -> None:
    log = Log(seats=2)
    log.sit(0, 1)
    log.do(HOST, wire.Begin("uniform"))
    log.reveal(0)
    log.late()
    assert kinds(log.late()) == [Began]
    log.play()
    assert log.verified().findings == ()


def test_a_plain_nonce_and_none_are_taken_as_before_and_told_apart() -> None:
    log = Log()
    log.sit(0, plain=1)
    log.do(HOST, wire.Begin("uniform"))
    assert kinds(log.reveal(0)) == [Revealed, Began]
    log.play()
    report = log.verified()
    assert report.findings == ()
    assert (report.committed, report.own_nonces) == (1, 2)
    plain = Log()
    plain.sit(plain=0)
    assert kinds(plain.do(HOST, wire.Begin("uniform"))) == [Sat, Sat, Began]
    plain.play()
    assert (plain.verified().committed, plain.verified().own_nonces) == (0, 1)


def test_a_late_message_about_a_draw_changes_nothing() -> None:
    log = Log()
    log.sit(0, 1)
    log.do(HOST, wire.Begin("uniform"))
    assert time_is_up(log.table, 1, True) == []
    assert time_is_up(log.table, 2, False) == []
    log.reveal(0)
    log.reveal(1)
    assert time_is_up(log.table, 1, False) == []


def test_a_seal_shows_whether_the_file_is_the_game_that_was_seen() -> None:
    log = Log()
    log.sit(0, 1)
    log.do(HOST, wire.Begin("uniform"))
    log.reveal(0)
    log.reveal(1)
    log.play()
    stored = msgspec.json.decode(log.export())["entries"]
    good = [
        (at, seal_of_head(log.table.seed, at, stored[at - 1]["hash"])) for at in (1, 9, len(stored))
    ]
    report = log.verified(seals=good)
    assert (report.findings, report.seals) == ((), 3)
    for seal in ((9, good[0][1]), (len(stored) + 1, good[0][1]), (0, "0" * 32)):
        found = [each.code for each in log.verified(seals=[seal]).findings]
        assert found == ["verify.seal"]


FORGED: dict[str, tuple[str, Callable[[Log], Entry]]] = {
    "another list": (
        "verify.draw",
        lambda log: Draw(1, (nonce(0) * 2, commit(log.table, 1), None)),
    ),
    "a list too many": ("verify.draw", lambda log: Draw(2, (None, None, None))),
    "another nonce": ("verify.reveal", lambda log: Revealed(0, nonce(0, 7))),
    "a nonce of nobody": ("verify.reveal", lambda log: Revealed(2, nonce(2))),
    "a draw that was not void": ("verify.void", lambda log: Void(1, (2,))),
    "a draw that was not": ("verify.void", lambda log: Void(2, (0, 1))),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_draw_is_found(forgery: str) -> None:
    wanted, forged = FORGED[forgery]
    log = Log()
    log.sit(0, 1)
    log.do(HOST, wire.Begin("uniform"))
    draw = log.entries.pop() if wanted == "verify.draw" else None
    log.entries.append(forged(log))
    assert draw is None or isinstance(draw, Draw)
    assert wanted in {each.code for each in log.verified().findings}


# At a real table


def test_a_draw_waits_for_nobody_for_long_and_nobody_loses_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "REVEAL_SECONDS", 0.5)
    monkeypatch.setattr(draws, "COMMIT_SECONDS", 0.3)

    async def scene(at: Scene) -> None:
        await at.hub.start()
        await at.open(seats=3)
        table = at.live.table
        for seat in range(3):
            await at.hub.reception.sit(
                table.name,
                seat=seat,
                name=f"P{seat}",
                cid=f"sit-{seat:06}",
                commit=commit(table, seat),
            )
        assert isinstance(await at.do(HOST, wire.Begin("uniform")), wire.Ack)
        view = await at.told(0, seen=None)
        assert view["phase"] == "gathering"
        assert view["draw"]["commits"] == [commit(table, seat) for seat in range(3)]
        await at.do(actor(0), wire.Reveal(nonce(0)))
        await until(lambda: table.commits_anew)
        view = await at.told(0, seen=None)
        assert (view["draw"]["commits"], view["draw"]["waiting"]) == (None, [0])
        await at.do(actor(0), wire.Commit(commit(table, 0, 2)))
        await at.do(actor(0), wire.Reveal(nonce(0, 2)))
        assert table.phase == "playing"
        assert [chair.player for chair in table.chairs] == ["person"] * 3

    play(tmp_path, scene)


def test_a_draw_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "REVEAL_SECONDS", 0.3)

    async def scene(at: Scene) -> None:
        await at.hub.start()
        await at.open(seats=2)
        name = at.live.name
        await at.hub.reception.sit(
            name, seat=0, name="Ana", cid="ana-sits-1", commit=commit(at.live.table, 0)
        )
        await at.do(HOST, wire.Begin("uniform"))
        del at.hub._lives[name]
        at.live = await at.hub.live(name)
        assert waits_for(at.live.table) == [0]
        await until(lambda: at.live.table.phase == "playing")
        export = write_export(await asyncio.to_thread(at.store.export, name))
        assert b'"kind":"void"' in export

    play(tmp_path, scene)
