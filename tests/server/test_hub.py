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
from yupana.core.game import CHANCE
from yupana.server import wire
from yupana.server.authority import Bearer
from yupana.server.bots import Thinkers
from yupana.server.dice import server_nonce
from yupana.server.hub import Hub
from yupana.server.limits import Buckets, TooMany
from yupana.server.live import PATIENCE, Live
from yupana.server.log import New, Said, Sat
from yupana.server.outbox import MOST_ANSWERS, Outbox
from yupana.server.policy import Actor, Refused
from yupana.server.reception import NewTable, Opening
from yupana.server.requests import Client, Command, Join, Leave, Look, SitDown
from yupana.server.seats import retry_hash
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Append, Result, StoreBusy, StoreFailed, StoreFull
from yupana.server.writer import FULL_PAUSE

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

    async def open(
        self, game: str = "temple", seats: int = 2, options: Any = None, **policy: Any
    ) -> None:
        opening = Opening(game, seats, options=options or {}, policy=policy)
        self.made = await self.hub.reception.open(opening)
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

    async def told(self, *seats: int, seen: int | None) -> dict[str, Any]:
        """The first view of somebody who comes, having seen so much."""
        client = Client(Actor(frozenset(seats)))
        self.live.put(Join(client, seen=seen))
        return await next_of(client, "view")

    async def watch(self, *seats: int) -> Client:
        client = Client(Actor(frozenset(seats)))
        self.live.put(Join(client))
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


def play(
    path: Path, scene_of: Play, hub_with: dict[str, Any] | None = None, **thinkers: Any
) -> None:
    async def run() -> None:
        with Moody(path / "t.db") as store:
            exits: list[int] = []
            more = hub_with or {}
            hub = Hub(store, thinkers=Thinkers(**thinkers), exit_=exits.append, **more)
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


def test_who_comes_back_is_told_what_they_missed_and_no_secrets(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=3)
        await at.begin(3)
        await at.do(Actor(frozenset({1})), wire.Say("wow"))
        said = at.live.head
        for seat in (0, 1):
            assert isinstance(await at.move(seat), wire.Ack)

        async def told(*seats: int, seen: int | None) -> list[dict[str, Any]]:
            events: list[dict[str, Any]] = (await at.told(*seats, seen=seen))["events"]
            return events

        *rolls, spoken, written = await told(0, seen=0)
        assert {(each["seat"], each["in"]) for each in rolls} == {(CHANCE, "round 1")}
        assert (spoken["said"], spoken["seq"]) == ("wow", said)
        assert (written["seat"], written["in"]) == (0, "round 1")
        assert await told(0, seen=said) == [written]
        assert [each["seat"] for each in await told(1, seen=said)] == [1]
        assert await told(seen=0) == [*rolls, spoken]
        assert await told(0, seen=None) == await told(0, seen=at.live.head) == []

    play(tmp_path, scene)


def test_where_people_must_remember_nobody_is_told_again_before_the_end(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open("paititi", seats=2, options={"finds": "memory"})
        await at.begin(1)
        before = await at.told(0, seen=0)
        assert (before["phase"], before["events"]) == ("playing", [])
        assert isinstance(await at.do(HOST, wire.PutBot(0, "uniform")), wire.Ack)
        await until(lambda: at.live.table.phase == "over")
        assert (await at.told(0, seen=0))["events"]

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


@pytest.mark.parametrize(
    ("error", "code"),
    [(StoreBusy("locked"), "store.busy"), (StoreFull("database or disk is full"), "store.full")],
)
def test_a_busy_or_full_store_is_no_failure_and_the_command_can_be_sent_again(
    tmp_path: Path, error: StoreBusy, code: str
) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        await at.begin(2)
        head = at.live.head
        at.store.next_error = error
        refused = await at.move(0, "busy-command")
        assert (refused.code, at.live.head) == (code, head)
        assert (await at.move(0, "busy-command")).seq == head + 1
        assert at.exits == []

    play(tmp_path, scene)


def test_bots_wait_for_room_on_a_full_disk_and_then_go_on(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=1)
        tries = 0
        appended = at.store.append

        def append(batch: Sequence[Append]) -> list[Result]:
            nonlocal tries
            tries += 1
            if 3 <= tries <= 7:
                raise StoreFull("database or disk is full")
            return appended(batch)

        at.store.append = append  # type: ignore[method-assign]
        start = time.monotonic()
        await at.do(HOST, wire.Begin("uniform"))
        await until(lambda: at.live.table.phase == "over")
        assert tries > 7
        assert time.monotonic() - start > 5 * FULL_PAUSE  # and did not try without end
        assert at.exits == []

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


def test_a_fault_of_ours_keeps_nobody_waiting_and_the_bots_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=2)
        seen: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        with monkeypatch.context() as broken:
            broken.setattr(Live, "_render", lambda *_: 1 / 0)
            at.live.put(Look(HOST, seen))
            start = time.monotonic()
            with pytest.raises(TimeoutError):
                await at.live.answered(seen)
            assert time.monotonic() - start < PATIENCE / 2
        assert at.live.died
        first, at.live = at.live, await at.hub.live(at.made.row.id)
        assert at.live is not first
        await at.begin(0)
        with monkeypatch.context() as broken:
            broken.setattr(Live, "_mind_the_time", lambda *_: 1 / 0)
            await until(lambda: at.live.died)
        await until(lambda: any(each.table.phase == "over" for each in at.hub.lives()), 60)

    play(tmp_path, scene)


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


def test_those_who_may_be_far_away_are_told_that_they_are_waited_for(tmp_path: Path) -> None:
    told: list[tuple[str, dict[int, int]]] = []

    async def scene(at: Scene) -> None:
        for patience, how_many in ((0, 4), (60, 0), (3600, 4)):
            told.clear()
            await at.open(patience=patience)
            await at.begin(2)
            await at.move(0)
            await at.move(1)
            name = at.live.name
            expected = [(name, {0: 0, 1: 0}), (name, {0: 1, 1: 1})]
            assert told == (expected if how_many else [])

    play(tmp_path, scene, {"due": lambda table, seats: told.append((table, dict(seats)))})

    async def after_a_restart(at: Scene) -> None:
        await until(lambda: len(told) >= 2)
        assert {seats[0] for _, seats in told} == {1}  # the same turns: whoever tells them knows

    told.clear()
    play(tmp_path, after_a_restart, {"due": lambda table, seats: told.append((table, dict(seats)))})


def test_a_view_has_the_seconds_left_of_those_who_are_waited_for(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(patience=90)
        client = await at.watch(0)
        await at.begin(2)
        while (view := await next_of(client, "view"))["phase"] != "playing":
            assert view["clock"] == {}
        assert set(view["clock"]) == {"0", "1"}
        assert all(88 <= left <= 90 for left in view["clock"].values())
        await at.move(0)
        assert set((await next_of(client, "view"))["clock"]) == {"1"}

    play(tmp_path, scene)


def test_with_a_bot_for_one_turn_the_seat_comes_back_by_itself(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open("temple", 2, patience=1, auto="move")
        await at.begin(1)
        for turns in (1, 2):
            await until(lambda: at.live.table.revs[0] >= turns)  # noqa: B023
        await until(lambda: at.live.table.chairs[0].bot is None)

    play(tmp_path, scene)


# Tables that nobody needs any more


def test_a_table_that_is_forgotten_says_goodbye(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        client = await at.watch()
        await at.hub.forget(at.live.name)
        assert (await next_of(client, "bye"))["code"] == "server.forgotten"

    play(tmp_path, scene)


def test_chores_go_on_when_the_store_was_busy(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        calls = []

        async def chore() -> None:
            calls.append(1)
            if len(calls) == 2:
                raise StoreBusy("locked")

        at.hub._do(at.hub._now_and_then(0.01, chore))
        await until(lambda: len(calls) > 4)

    play(tmp_path, scene)


def test_no_more_tables_wait_than_there_should_be(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        for _ in range(3):
            await at.open()
        with pytest.raises(TooMany):
            await at.open()
        await at.begin(2)
        await at.open()

    play(tmp_path, scene, {"most_unstarted": 3})


# Another game of the same people


def secrets_of(follow: Any) -> dict[str, str]:
    return {each.kind: each.secret.reveal() for each in follow.given}


async def over(at: Scene, people: int, seats: int = 2) -> list[str]:
    """A game that is over, and the secrets of the people who played it."""
    await at.open(seats=seats)
    held = []
    for seat in range(people):
        new = await at.hub.reception.sit(
            at.live.name, seat=seat, name=f"P{seat}", nonce=None, cid=f"sit-down-{seat}"
        )
        held.append(new.secret.secret.reveal())
    await at.do(HOST, wire.Begin("uniform"))
    rng = Random(7)
    while (table := at.live.table).phase == "playing":
        waited = table.waited_for()
        if not waited:
            await asyncio.sleep(0.01)
            continue
        chosen = table.game.moves(table.state, waited[0]).pick(rng)
        text = table.game.write_move(chosen)
        await at.do(Actor(frozenset({waited[0]})), wire.Move(text=text))
    await until(lambda: at.live.head == at.live.table.head)  # the last bot's move is stored, too
    return held


def test_two_who_ask_at_once_get_one_table_and_each_their_own_secret(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        held = await over(at, 2)
        old, before = at.live.name, len(at.store.tables())
        client = await at.watch(0)
        asked = [at.send(Actor(frozenset({seat})), wire.Again(seat == 1)) for seat in (0, 1)]
        first, second = await asyncio.gather(*asked)
        assert first.seq == second.seq == at.live.head
        view = await next_of(client, "view")
        assert view["next"] is not None
        rows = {row.id for row in at.store.tables()}
        assert view["next"] in rows
        follow = at.hub.reception.follow
        given = [await follow(old, [secret], f"{9:032x}") for secret in held]
        again = [await follow(old, [secret], None) for secret in held]
        assert [secrets_of(each) for each in given] == [secrets_of(each) for each in again]
        new = await at.hub.live(view["next"])
        assert new.table.phase == "playing"  # with the second of them it began
        assert new.names == ["P0", "P1"]
        assert {chair.nonce for chair in new.table.chairs} == {f"{9:032x}"}
        for seat, each in enumerate(given):
            found = await at.hub.keyring.who(new.name, [secrets_of(each)["seat"]])
            assert found is not None
            assert found[0] == Actor(frozenset({seat}))
            code = secrets_of(each)["resume"]
            assert (await at.hub.reception.resume(new.name, code)).seat == seat
        # who asked first is a host there, the other is not
        assert [set(secrets_of(each)) for each in given] == [
            {"seat", "resume", "host"},
            {"seat", "resume"},
        ]
        text = b"".join(bytes(each.body) for each in at.store.load(new.name)[1])
        text += b"".join(bytes(each.body) for each in at.store.load(old)[1])
        for each in given:
            for secret in secrets_of(each).values():
                assert secret.encode() not in text
        assert len(rows) == before + 1

    play(tmp_path, scene)


def test_two_servers_on_one_store_open_one_next_table(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        held = await over(at, 2)
        other = Hub(at.store, thinkers=Thinkers(), exit_=at.exits.append)
        try:
            elsewhere = Scene(at.store, other, at.exits)
            elsewhere.live = await other.live(at.live.name)
            asked = [
                here.send(Actor(frozenset({seat})), wire.Again(), f"again-from-{seat}")
                for seat, here in enumerate((at, elsewhere))
            ]
            first, second = await asyncio.gather(*asked)
            assert isinstance(first, wire.Ack)
            assert first.seq == second.seq
            kinds = [each.kind for each in at.store.load(at.live.name)[1]]
            assert kinds.count("followed") == 1
            assert len(at.store.tables()) == 2
            given = await at.hub.reception.follow(at.live.name, held[:1], None)
            again = await other.reception.follow(at.live.name, held[:1], None)
            assert secrets_of(given) == secrets_of(again)
        finally:
            await other.stop()

    play(tmp_path, scene)


def test_a_follower_needs_a_secret_of_the_old_table(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        held = await over(at, 1)
        follow = at.hub.reception.follow
        with pytest.raises(Refused) as error:
            await follow(at.live.name, held, None)
        assert error.value.code == "table.no-next"
        await at.do(HOST, wire.Again())
        with pytest.raises(YupanaError) as stranger:
            await follow(at.live.name, ["ys_" + "A" * 32], None)
        assert stranger.value.code == "auth.no-key"
        given = secrets_of(await follow(at.live.name, held, None))
        assert "host" not in given  # the host asked, not this player
        new = await at.hub.live(at.live.table.next or "")
        # sent away there, the old secret is worth nothing there either
        at.live = new
        await at.do(HOST, wire.Unseat(0))
        with pytest.raises(YupanaError) as refused:
            await follow(new.table.policy.follows, held, None)
        assert refused.value.code == "auth.no-key"

    play(tmp_path, scene)


def test_hosts_and_watchers_come_along(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await over(at, 1)
        await at.do(HOST, wire.Again())
        held = [each.secret.reveal() for each in (at.made.host, at.made.spectator)]
        given = secrets_of(await at.hub.reception.follow(at.live.name, held, None))
        assert set(given) == {"host", "spectator"}
        found = await at.hub.keyring.who(at.live.table.next or "", [given["host"]])
        assert found is not None
        assert found[0] == HOST

    play(tmp_path, scene)


def test_whoever_was_away_follows_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def first(at: Scene) -> None:
        kept["held"] = await over(at, 2)
        kept["old"] = at.live.name
        await at.do(Actor(frozenset({0})), wire.Again())
        kept["given"] = secrets_of(
            await at.hub.reception.follow(kept["old"], kept["held"][:1], None)
        )

    async def second(at: Scene) -> None:
        follow = at.hub.reception.follow
        assert secrets_of(await follow(kept["old"], kept["held"][:1], None)) == kept["given"]
        found = await follow(kept["old"], kept["held"][1:], None)
        assert set(secrets_of(found)) == {"seat", "resume"}
        assert (await at.hub.live(found.row.id)).table.phase == "playing"

    play(tmp_path, first)
    play(tmp_path, second)


def test_a_server_that_ends_while_it_opens_the_next_table_opens_it_the_next_time(
    tmp_path: Path,
) -> None:
    """The new table is there, the entry that leads to it is not: asked again, it is found again."""
    kept: dict[str, Any] = {}

    async def first(at: Scene) -> None:
        kept["held"] = await over(at, 1)
        kept["old"] = at.live.name
        at.store.next_error = StoreFailed("disk I/O error")
        said = at.send(Actor(frozenset({0})), wire.Again(), "again-and-again")
        await until(lambda: bool(at.exits))
        assert not said.done()
        kept["tables"] = {row.id for row in at.store.tables()}
        assert len(kept["tables"]) == 2

    async def second(at: Scene) -> None:
        at.live = await at.hub.live(kept["old"])
        assert at.live.table.next is None
        said = await at.do(Actor(frozenset({0})), wire.Again(), "again-and-again")
        assert isinstance(said, wire.Ack)
        assert {row.id for row in at.store.tables()} == kept["tables"]
        found = await at.hub.reception.follow(kept["old"], kept["held"], None)
        assert {found.row.id} == kept["tables"] - {kept["old"]}
        assert (await at.hub.live(found.row.id)).table.phase == "playing"

    play(tmp_path, first)
    play(tmp_path, second)


def test_a_next_table_that_was_forgotten_is_opened_anew(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        held = await over(at, 1)
        await at.do(HOST, wire.Again())
        lost = at.live.table.next
        assert lost is not None
        await at.hub.forget(lost)
        assert isinstance(await at.do(HOST, wire.Again()), wire.Ack)
        found = await at.hub.reception.follow(at.live.name, held, None)
        assert found.row.id == at.live.table.next != lost

    play(tmp_path, scene)


def test_with_the_same_dice_everybody_sits_there_already(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        held = await over(at, 1)
        await at.do(Actor(frozenset({0})), wire.Again(same_dice=True))
        old = at.live
        found = await at.hub.reception.follow(old.name, held, None)
        new = await at.hub.live(found.row.id)
        assert new.table.seed == old.table.seed
        assert new.table.events[0] == old.table.events[0]
        assert new.names[0] == "P0"
        assert all(chair.assisted for chair in new.table.chairs)

    play(tmp_path, scene)


def test_nobody_opens_a_table_that_says_it_follows_another(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        for policy in ({"follows": "t"}, {"dice": "t"}, {"branch": "t"}):
            with pytest.raises(Refused):
                await at.open("temple", 2, **policy)

    play(tmp_path, scene)


# People who come and go


def test_a_latecomer_sits_down_in_a_running_game(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=3, late="bots")
        await at.begin(2)
        new = await at.hub.reception.sit(
            at.live.name, seat=None, name="Late", nonce=None, cid="late-to-sit"
        )
        assert (new.seat, new.name) == (2, "Late")
        assert at.live.table.chairs[2].player == "person"

    play(tmp_path, scene)


def test_a_nonce_that_the_server_makes_is_marked_as_such_and_follows_from_the_seed(
    tmp_path: Path,
) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        sit = at.hub.reception.sit
        await sit(at.live.name, seat=0, name=None, nonce="a" * 32, cid="with-a-nonce")
        await sit(at.live.name, seat=1, name=None, nonce=None, cid="without-one")
        stored = at.store.load(at.live.name)[1]
        sat = [each.entry() for each in stored if each.kind == "sat"]
        made = server_nonce(at.live.table.seed, at.live.name, 1)
        assert sat == [
            Sat(0, "person", None, "a" * 32, "seat"),
            Sat(1, "person", None, made, "server"),
        ]

    play(tmp_path, scene)


def test_whoever_lost_the_answer_gets_their_seat_and_nobody_gets_anothers(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        name, sit = at.live.name, at.hub.reception.sit
        ana, bea = "a secret of Ana's own", "a secret of Bea's own"
        first = await sit(
            name, seat=1, name="Ana", nonce="a" * 32, cid="ana-sits-down", retry=retry_hash(ana)
        )
        again = await sit(name, seat=1, name="Ana", cid="ana-sits-down", secret=ana)
        assert (first.seat, again.seat, again.name) == (1, 1, "Ana")
        assert at.live.keys.find(first.secret.hash()) is None
        assert at.live.keys.find(again.secret.hash()) is not None
        for shown in ({}, {"nonce": "a" * 32}, {"retry": retry_hash(ana)}, {"secret": bea}):
            with pytest.raises(Refused) as used:
                await sit(name, seat=1, name="Eve", cid="ana-sits-down", **shown)
            assert used.value.code == "table.id-used"
        await at.do(HOST, wire.Unseat(1))
        await sit(name, seat=1, name="Bea", cid="bea-sits-down", retry=retry_hash(bea))
        with pytest.raises(Refused) as gone:
            await sit(name, seat=1, name="Ana", cid="ana-sits-down", secret=ana)
        assert gone.value.code == "table.begun"
        assert at.live.names[1] == "Bea"
        # and so it is for a server that has read the log again
        await at.hub.live(name)
        del at.hub._lives[name]
        at.live = await at.hub.live(name)
        with pytest.raises(Refused):
            await sit(name, seat=1, name="Ana", cid="ana-sits-down", secret=ana)
        assert (await sit(name, seat=1, name="Bea", cid="bea-sits-down", secret=bea)).name == "Bea"

    play(tmp_path, scene)


def test_an_old_command_that_comes_again_sends_nobody_else_away(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        reception = at.hub.reception
        await reception.sit(at.live.name, seat=0, name="Ana", nonce=None, cid="sit-down-1")
        await at.do(HOST, wire.Unseat(0), "send-ana-away")
        bea = await reception.sit(at.live.name, seat=0, name="Bea", nonce=None, cid="sit-down-2")
        again = await at.do(HOST, wire.Unseat(0), "send-ana-away")
        assert isinstance(again, wire.Ack)
        secret = bea.secret.secret.reveal()
        assert await at.hub.keyring.who(at.live.name, [secret]) is not None

    play(tmp_path, scene)


def test_one_of_many_who_want_a_seat_gets_it(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=3)
        wishes = [
            at.hub.reception.sit(at.live.name, seat=1, name=f"N{n}", nonce=None, cid=f"race-{n:08}")
            for n in range(20)
        ]
        got = await asyncio.gather(*wishes, return_exceptions=True)
        won = [each for each in got if not isinstance(each, BaseException)]
        assert len(won) == 1
        assert {each.code for each in got if isinstance(each, YupanaError)} == {"table.taken"}
        actor = await at.hub.keyring.who(at.live.name, [won[0].secret.secret.reveal()])
        assert actor is not None
        assert actor[0] == Actor(frozenset({1}))

    play(tmp_path, scene)


def test_somebody_sent_away_is_disconnected_and_their_secret_opens_nothing(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        new = await at.hub.reception.sit(
            at.live.name, seat=0, name="Ana", nonce=None, cid="sit-down-1"
        )
        secret = new.secret.secret.reveal()
        assert await at.hub.keyring.who(at.live.name, [secret]) is not None
        client = Client(Bearer(frozenset({new.secret.hash()})))
        at.live.put(Join(client))
        await next_of(client, "view")
        await at.do(HOST, wire.Unseat(0))
        assert (await next_of(client, "bye"))["code"] == "server.sent-away"
        assert await at.hub.keyring.who(at.live.name, [secret]) is None
        with pytest.raises(YupanaError):
            await at.hub.reception.resume(at.live.name, new.resume.secret.reveal())

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


def test_a_fine_empties_a_bucket_and_time_fills_it() -> None:
    now = 0.0
    buckets = Buckets(10, 2.0, clock=lambda: now)
    buckets.fine("a", 8)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert all(buckets.take("b") for _ in range(10))
    buckets.fine("a", 1000)
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


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
