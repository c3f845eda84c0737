"""The order of things: commit, then ack, then tell; once, whatever is sent twice; bounded, whoever is slow."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.server.bots import Thinkers
from yupana.server.hub import Hub, NewTable, Opening
from yupana.server.live import Live
from yupana.server.log import New, Said
from yupana.server.outbox import MOST_ANSWERS, Outbox
from yupana.server.policy import Actor
from yupana.server.requests import Client, Command, Join, Leave, Look, SitDown
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append, Result, StoreBusy, StoreFailed

HOST = Actor(host=True)


class Moody(SqliteStore):
    """A real store that waits, fails or is busy when it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.go = threading.Event()
        self.go.set()
        self.next_error: YupanaError | None = None
        self.batches: list[int] = []

    def append(self, batch: Sequence[Append]) -> list[Result]:
        self.go.wait(10)
        if self.next_error is not None:
            error, self.next_error = self.next_error, None
            raise error
        self.batches.append(sum(len(each.entries) for each in batch))
        return super().append(batch)


class Scene:
    """A hub on a moody store, one table, and what everybody was told."""

    def __init__(self, store: Moody, hub: Hub, exits: list[int]) -> None:
        self.store, self.hub, self.exits = store, hub, exits
        self.made: NewTable
        self.live: Live
        self.count = 0

    async def open(self, game: str = "temple", seats: int = 2, **policy: Any) -> None:
        self.made = await self.hub.open(Opening(game, seats, policy=policy))
        self.live = await self.hub.live(self.made.row.id)

    async def sit(self, count: int) -> None:
        loop = asyncio.get_running_loop()
        asked = []
        for seat in range(count):
            asked.append(loop.create_future())
            self.live.put(SitDown(seat, f"{seat:032x}", f"sit-{seat:08}", f"P{seat}", asked[-1]))
        await asyncio.gather(*asked)

    def send(self, actor: Actor, command: wire.Command, cid: str | None = None) -> Any:
        self.count += 1
        said = asyncio.get_running_loop().create_future()
        cmd = wire.Cmd(cid or f"command-{self.count:08}", command)

        def reply(answer: wire.Ack | wire.No) -> None:
            assert not said.done()
            said.set_result(answer)

        self.live.put(Command(actor, cmd, reply, time.perf_counter()))
        return said

    async def do(self, actor: Actor, command: wire.Command, cid: str | None = None) -> Any:
        return await asyncio.wait_for(self.send(actor, command, cid), 10)

    async def begin(self, people: int) -> None:
        await self.sit(people)
        assert isinstance(await self.do(HOST, wire.Begin("uniform")), wire.Ack)

    def text(self, seat: int) -> str:
        table = self.live.table
        return table.game.write_move(next(iter(table.game.moves(table.state, seat))))

    def move(self, seat: int, cid: str | None = None) -> Any:
        return self.send(Actor(frozenset({seat})), wire.Move(text=self.text(seat)), cid)

    async def watch(self, *seats: int) -> Client:
        client = Client(Actor(frozenset(seats)))
        self.live.put(Join(client, ()))
        await next_of(client, "view")
        return client


async def next_of(client: Client, kind: str) -> dict[str, Any]:
    """The next message of that kind."""
    while True:
        data = await asyncio.wait_for(client.outbox.next(), 10)
        assert data is not None
        message: dict[str, Any] = msgspec.json.decode(data)
        if message["t"] == kind:
            return message


async def until(true: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


Play = Callable[[Scene], Awaitable[None]]


def play(path: Path, scene_of: Play, **thinkers: Any) -> None:
    async def run() -> None:
        with Moody(path / "t.db") as store:
            exits: list[int] = []
            hub = Hub(store, thinkers=Thinkers(**thinkers), exit_=exits.append)
            await hub.start()
            try:
                await scene_of(Scene(store, hub, exits))
            finally:
                store.go.set()
                await hub.stop()

    asyncio.run(run())


def test_nothing_is_told_before_it_is_committed(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        watcher, mover = await at.watch(), await at.watch(0)
        head = at.live.head
        at.store.go.clear()
        said = at.move(0)
        looked = asyncio.get_running_loop().create_future()
        at.live.put(Look(Actor(), looked))
        await asyncio.sleep(0.1)
        assert at.live.table.head == head + 1  # judged, and waiting for the disk
        assert at.live.head == head
        assert not said.done()
        assert not looked.done()
        assert len(mover.outbox) == 0
        at.store.go.set()
        assert (await said).seq == head + 1
        assert (await next_of(mover, "view"))["head"] == head + 1
        tick = await next_of(watcher, "tick")
        assert (tick["head"], tick["pending"]) == (head + 1, [1])
        assert msgspec.json.decode(await looked)["head"] == head + 1

    play(tmp_path, scene)


def test_an_ack_is_sent_before_the_view_it_changed(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        client = await at.watch(0)

        def reply(said: wire.Ack | wire.No) -> None:
            client.outbox.answer(wire.encode(said))

        cmd = wire.Cmd("ack-then-view", wire.Move(text=at.text(0)))
        at.live.put(Command(client.actor, cmd, reply, time.perf_counter()))
        first = msgspec.json.decode(await client.outbox.next() or b"")
        second = msgspec.json.decode(await client.outbox.next() or b"")
        assert (first["t"], second["t"]) == ("ack", "view")

    play(tmp_path, scene)


def test_a_command_sent_again_gets_the_seq_of_the_first(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        head = at.live.head
        in_batch = [at.move(0, "the-same-command") for _ in range(3)]
        seqs = {(await each).seq for each in in_batch}
        assert seqs == {head + 1}
        assert (await at.do(Actor(frozenset({0})), wire.Undo(), "the-same-command")).seq == head + 1
        assert at.live.head == head + 1
        late = Client(Actor(frozenset({0})))
        at.live.put(Join(late, ("the-same-command", "never-arrived")))
        assert (await next_of(late, "ack"))["seq"] == head + 1
        await next_of(late, "view")

    play(tmp_path, scene)


def test_a_refused_command_is_judged_again_when_it_comes_again(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.sit(2)
        early = await at.do(Actor(frozenset({0})), wire.Move(text="pass"), "an-early-move")
        assert early.code == "table.not-begun"
        assert early.said == "The game has not begun yet."
        await at.do(HOST, wire.Begin())
        text = at.text(0)
        again = await at.do(Actor(frozenset({0})), wire.Move(text=text), "an-early-move")
        assert isinstance(again, wire.Ack)

    play(tmp_path, scene)


def test_a_hundred_seats_at_once_share_a_commit_and_none_is_stale(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=100)
        await at.begin(100)
        watchers = [await at.watch() for _ in range(3)]
        for _ in range(2):
            before = len(at.store.batches)
            said = [at.move(seat) for seat in range(100)]
            assert {type(each) for each in await asyncio.gather(*said)} == {wire.Ack}
            assert len(at.store.batches) == before + 1
            assert at.store.batches[-1] > 100
            views = [await next_of(each, "view") for each in watchers]
            assert all(each["head"] == at.live.head for each in views)

    play(tmp_path, scene)


def test_a_client_that_does_not_read_costs_one_view_and_is_given_up(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        slow = await at.watch()
        for _ in range(200):
            await at.do(Actor(frozenset({0})), wire.Say("hello"))
        assert len(slow.outbox) == 1
        view = await next_of(slow, "view")
        assert view["head"] == at.live.head
        assert len(view["events"]) == 200  # nothing of what was missed is lost to it
        for _ in range(MOST_ANSWERS + 1):
            slow.outbox.answer(b"{}")
        assert slow.outbox.overrun
        assert len(slow.outbox) == 0
        assert await slow.outbox.next() is None

    play(tmp_path, scene)


def test_another_server_that_wrote_first_is_heard_and_the_command_judged_again(
    tmp_path: Path,
) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        watcher = await at.watch()
        head = at.live.head
        theirs = Append(at.live.name, head, (New(Said(1, "wow"), 1, "their-command", 1),))
        SqliteStore.append(at.store, [theirs])
        assert (await at.move(0)).seq == head + 2
        view = await next_of(watcher, "view")
        assert view["head"] == head + 2
        assert [each.get("said") for each in view["events"]] == ["wow"]
        known = await at.do(Actor(frozenset({1})), wire.Say("wow"), "their-command")
        assert known.seq == head + 1

    play(tmp_path, scene)


def test_a_store_that_fails_ends_the_process_and_acknowledges_nothing(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        client = await at.watch(0)
        at.store.next_error = StoreFailed("disk I/O error")
        said = at.move(0)
        bye = await next_of(client, "bye")
        assert bye["code"] == "server.unavailable"
        assert bye["retry_ms"] >= 500
        await until(lambda: bool(at.exits))
        assert at.exits == [70]
        assert not said.done()

    play(tmp_path, scene)


def test_a_busy_store_is_no_failure_and_the_command_can_be_sent_again(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        head = at.live.head
        at.store.next_error = StoreBusy("locked")
        refused = await at.move(0, "busy-command")
        assert (refused.code, at.live.head) == ("store.busy", head)
        assert (await at.move(0, "busy-command")).seq == head + 1

    play(tmp_path, scene)


def test_bots_play_a_game_to_its_end_and_survive_the_death_of_their_process(
    tmp_path: Path,
) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=2)
        assert isinstance(await at.do(HOST, wire.Begin("greedy")), wire.Ack)
        await until(lambda: at.hub.metrics["bot_moves"] > 6)
        pool: Any = at.hub.thinkers._pool
        for process in list(pool._processes.values()):
            process.kill()
        await until(lambda: at.live.table.phase == "over", 60)

    play(tmp_path, scene, processes=1)


def test_a_bot_that_thinks_too_long_does_something_legal(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open("paititi", 2)
        await at.do(HOST, wire.Begin("greedy"))
        await until(lambda: at.hub.metrics["bot_moves"] > 3)

    play(tmp_path, scene, budget=0.0001)


def test_a_vanished_seat_does_not_hold_up_the_table(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=2, patience=1)
        await at.begin(1)
        await until(lambda: at.live.table.chairs[0].bot == "greedy")
        await at.do(Actor(frozenset({0})), wire.TakeOver())
        assert at.live.table.chairs[0].bot is None

    play(tmp_path, scene)


def test_one_of_many_who_want_a_seat_gets_it(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=3)
        wishes = [
            at.hub.sit(at.live.name, seat=1, name=f"N{n}", nonce=None, cid=f"race-{n:08}")
            for n in range(20)
        ]
        got = await asyncio.gather(*wishes, return_exceptions=True)
        won = [each for each in got if not isinstance(each, BaseException)]
        assert len(won) == 1
        assert {each.code for each in got if isinstance(each, YupanaError)} == {"table.taken"}
        actor = await at.hub.open_with(at.live.name, [won[0].secret.secret.reveal()])
        assert actor is not None
        assert actor[0] == Actor(frozenset({1}))

    play(tmp_path, scene)


def test_somebody_sent_away_is_disconnected_and_their_secret_opens_nothing(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        new = await at.hub.sit(at.live.name, seat=0, name="Ana", nonce=None, cid="sit-down-1")
        secret = new.secret.secret.reveal()
        assert await at.hub.open_with(at.live.name, [secret]) is not None
        client = await at.watch(0)
        await at.do(HOST, wire.Unseat(0))
        assert (await next_of(client, "bye"))["code"] == "server.sent-away"
        assert await at.hub.open_with(at.live.name, [secret]) is None
        with pytest.raises(YupanaError):
            await at.hub.resume(at.live.name, new.resume.secret.reveal())

    play(tmp_path, scene)


def test_who_is_here_is_shown_as_it_changes(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.sit(2)
        watcher = await at.watch()
        ana = await at.watch(0)
        assert (await next_of(watcher, "tick"))["here"] == [True, False]
        at.live.put(Leave(ana))
        assert (await next_of(watcher, "tick"))["here"] == [False, False]

    play(tmp_path, scene)


def test_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    shown: list[bytes] = []
    names: list[str] = []

    async def scene(at: Scene) -> None:
        if names:
            at.live = await at.hub.live(names[0])
        else:
            await at.open()
            await at.begin(2)
            rng = Random(4)
            for _ in range(20):
                table = at.live.table
                seat = table.waited_for()[0]
                chosen = table.game.moves(table.state, seat).pick(rng)
                text = table.game.write_move(chosen)
                await at.do(Actor(frozenset({seat})), wire.Move(text=text))
            names.append(at.live.name)
        looked = asyncio.get_running_loop().create_future()
        at.live.put(Look(Actor(frozenset({0})), looked))
        shown.append(await looked)

    play(tmp_path, scene)
    play(tmp_path, scene)
    assert shown[0] == shown[1]


def test_an_outbox_sends_answers_first_and_only_the_latest_view() -> None:
    async def run() -> None:
        outbox = Outbox()
        outbox.tick(b"tick")
        outbox.show(b"old", 1)
        outbox.show(b"new", 2)
        outbox.tick(b"tick 2")
        outbox.answer(b"ack")
        outbox.end(b"bye")
        outbox.answer(b"too late")
        told = [await outbox.next() for _ in range(5)]
        assert told == [b"ack", b"bye", b"new", b"tick 2", None]
        assert outbox.seen == 2

    asyncio.run(run())
