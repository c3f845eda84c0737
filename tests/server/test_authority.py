"""Who may act is decided where the log is written: a revoked secret opens nothing, wherever its request waited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.test_hub import HOST, Scene, next_of, play
from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.server.authority import Bearer, KeysInForce, key_id
from yupana.server.bots import Thinkers
from yupana.server.hub import Hub
from yupana.server.log import Keyed, Revoked
from yupana.server.policy import Actor, NoKey, Refused
from yupana.server.requests import (
    Ask,
    Attach,
    Client,
    Command,
    Issued,
    Join,
    Look,
    NewSeat,
    NewSecret,
    awaited,
)
from yupana.server.seats import Capability
from yupana.server.store import Key, KeyChange
from yupana.server.table import ABSENT


def bearer(*held: Capability) -> Bearer:
    return Bearer(frozenset(each.hash() for each in held))


async def seated(at: Scene, seat: int = 0) -> NewSeat:
    return await at.hub.reception.sit(
        at.live.name, seat=seat, name=f"P{seat}", cid=f"sit-down-{seat}"
    )


async def playing(at: Scene, game: str = "temple", seats: int = 2, **policy: Any) -> list[NewSeat]:
    await at.open(game, seats, **policy)
    people = [await seated(at, seat) for seat in range(seats)]
    assert isinstance(await at.do(HOST, wire.Begin("uniform")), wire.Ack)
    return people


async def moved_elsewhere(at: Scene, new: NewSeat) -> NewSeat:
    return await at.hub.reception.resume(at.live.name, new.resume.secret.reveal())


async def unseated(at: Scene, new: NewSeat) -> None:
    assert isinstance(await at.do(HOST, wire.Unseat(new.seat)), wire.Ack)


Revocation = Callable[[Scene, NewSeat], Awaitable[object]]
REVOCATIONS = [moved_elsewhere, unseated]


def as_sent(at: Scene, sender: Any, command: wire.Command, cid: str) -> Any:
    """What is said to a command that its sender shows these secrets with."""
    said, reply = awaited()
    at.live.put(Command(sender, wire.Cmd(cid, command), reply, time.perf_counter()))
    return said


async def refusal(asked: Awaitable[object]) -> str:
    with pytest.raises(YupanaError) as why:
        await asyncio.wait_for(asked, 10)
    return why.value.code


@pytest.mark.parametrize("revoke", REVOCATIONS)
def test_a_revoked_secret_neither_plays_nor_looks_nor_asks(
    tmp_path: Path, revoke: Revocation
) -> None:
    async def scene(at: Scene) -> None:
        ana, _ = await playing(at)
        held = bearer(ana.secret)
        text = at.text(0)
        await revoke(at, ana)
        head = at.live.head
        commands: list[wire.Command] = [wire.Move(text=text), wire.TakeOver(), wire.Say("wow")]
        for number, command in enumerate(commands):
            said = await as_sent(at, held, command, f"by-a-thief-{number}")
            assert (said.code, said.head) == ("auth.no-key", 0)
        loop = asyncio.get_running_loop()
        looked: asyncio.Future[bytes] = loop.create_future()
        at.live.put(Look(held, looked))
        assert await refusal(looked) == "auth.no-key"
        said, reply = awaited()
        at.live.put(Ask(held, wire.Moves(), reply))
        answer = await asyncio.wait_for(said, 10)
        assert isinstance(answer, wire.No)
        assert answer.code == "auth.no-key"
        issued: asyncio.Future[Issued] = loop.create_future()
        at.live.put(NewSecret(held, "seat", 0, issued))
        assert await refusal(issued) == "auth.no-key"
        assert await refusal(at.live.who_is(held)) == "auth.no-key"
        assert at.live.head == head

    play(tmp_path, scene)


@pytest.mark.parametrize("revoke", REVOCATIONS)
@pytest.mark.parametrize("greeted", [False, True])
def test_a_socket_ends_with_its_secret_whether_it_has_said_hello_or_not(
    tmp_path: Path, revoke: Revocation, greeted: bool
) -> None:
    async def scene(at: Scene) -> None:
        ana, _ = await playing(at)
        client = Client(bearer(ana.secret))
        at.live.put(Attach(client))
        if greeted:
            at.live.put(Join(client))
            await next_of(client, "view")
        await revoke(at, ana)
        bye = await next_of(client, "bye")
        assert bye["code"] == ("server.moved" if revoke is moved_elsewhere else "server.sent-away")
        assert client.outbox.ended
        late = Client(bearer(ana.secret))
        at.live.put(Join(late))
        assert (await next_of(late, "bye"))["code"] == bye["code"]
        assert late not in at.live.clients

    play(tmp_path, scene)


def test_of_a_batch_nothing_counts_behind_the_revocation_that_comes_before_it(
    tmp_path: Path,
) -> None:
    """The commands wait while the store is slow, and are processed together with what revokes their secret."""

    async def scene(at: Scene) -> None:
        ana, _ = await playing(at)
        held, text = bearer(ana.secret), at.text(0)
        at.store.go.clear()
        first = at.send(HOST, wire.SetPolicy(undo="free"))
        await asyncio.sleep(0.05)
        away = at.send(HOST, wire.Unseat(0))
        stolen = [as_sent(at, held, wire.Move(text=text), f"stolen-{n:04}") for n in range(50)]
        at.store.go.set()
        assert isinstance(await first, wire.Ack)
        assert isinstance(await away, wire.Ack)
        assert {(await each).code for each in stolen} == {"auth.no-key"}
        kinds = [each.kind for each in at.store.load(at.live.name)[1]]
        assert kinds[-2:] == ["stood-in", "revoked"] or "revoked" in kinds
        cids = [each.cid for each in at.store.load(at.live.name)[1]]
        assert not any(cid and cid.startswith("stolen") for cid in cids)

    play(tmp_path, scene)


def test_a_new_secret_is_in_the_log_and_the_old_one_is_not_in_force(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        ana, _ = await playing(at)
        new = await moved_elsewhere(at, ana)
        stored = at.store.load(at.live.name)[1][-1]
        assert stored.entry() == Keyed("seat", 0, key_id(new.secret.hash()), "resume")
        issued = await at.hub.reception.issue(at.live.name, bearer(new.secret), "seat", 0)
        assert at.store.load(at.live.name)[1][-1].kind == "keyed"
        assert issued.resume is not None
        assert await refusal(at.live.who_is(bearer(new.secret))) == "auth.no-key"
        assert await at.live.who_is(bearer(issued.secret)) == Actor(frozenset({0}))
        # the resume code of before is spent with the seat's secret
        assert await refusal(moved_elsewhere(at, new)) == "auth.resume"

    play(tmp_path, scene)


def test_links_of_hosts_and_spectators_can_be_revoked_but_not_the_last_host(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open()
        reception, name = at.hub.reception, at.live.name
        host, spectator = bearer(at.made.host), bearer(at.made.spectator)
        second = (await reception.issue(name, host, "host", None)).secret
        watcher = Client(spectator)
        at.live.put(Join(watcher))
        await next_of(watcher, "view")
        found = await reception.links(name, host)
        assert sorted(key.role for key in found) == ["host", "host", "spectator"]
        assert await refusal(reception.links(name, spectator)) == "table.host-only"
        ids = {key.hash: key_id(key.hash) for key in found}
        assert await refusal(reception.revoke(name, spectator, ids[second.hash()])) == (
            "table.host-only"
        )
        await reception.revoke(name, host, ids[at.made.spectator.hash()])
        assert (await next_of(watcher, "bye"))["code"] == "server.sent-away"
        await reception.revoke(name, bearer(second), ids[at.made.host.hash()])
        stored = at.store.load(name)[1][-1]
        assert stored.entry() == Revoked(None, ids[at.made.host.hash()])
        assert await refusal(reception.links(name, host)) == "auth.no-key"
        last = ids[second.hash()]
        assert await refusal(reception.revoke(name, bearer(second), last)) == "table.last-host"
        assert await refusal(reception.revoke(name, bearer(second), "0" * 16)) == "table.no-link"

    play(tmp_path, scene)


# Ids of commands


def test_an_id_belongs_to_its_sender_and_its_command(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        ana, bea = await playing(at)
        said = await as_sent(at, bearer(ana.secret), wire.Say("wow"), "a-phrase-of-anas")
        head = at.live.head
        same = await as_sent(at, bearer(ana.secret), wire.Say("wow"), "a-phrase-of-anas")
        assert (same.seq, same.seal) == (said.seq, said.seal)
        for sender, command in (
            (bearer(bea.secret), wire.Say("wow")),
            (bearer(bea.secret), wire.Move(text=at.text(1))),
            (bearer(ana.secret), wire.Say("sorry")),
            (bearer(ana.secret), wire.Move(text=at.text(0))),
            (bearer(at.made.host), wire.Hurry()),
        ):
            no = await as_sent(at, sender, command, "a-phrase-of-anas")
            assert no.code == "table.id-used", command
        # nobody else's seat can be named to get at the answer
        no = await as_sent(at, bearer(bea.secret), wire.Say("wow", 0), "a-phrase-of-anas")
        assert no.code == "table.not-yours"
        hosts = await as_sent(at, bearer(at.made.host), wire.SetPolicy(locked=True), "by-the-host")
        assert isinstance(hosts, wire.Ack)
        no = await as_sent(at, bearer(ana.secret), wire.SetPolicy(locked=True), "by-the-host")
        assert no.code == "table.host-only"
        assert at.live.head == head + 1
        late = Client(bearer(bea.secret))
        at.live.put(Join(late, ("a-phrase-of-anas", "by-the-host")))
        await next_of(late, "view")
        assert len(late.outbox) == 0

    play(tmp_path, scene)


def test_an_id_is_known_by_a_server_that_has_read_the_log_again(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        ana, bea = await playing(at)
        said = await as_sent(at, bearer(ana.secret), wire.Say("wow"), "a-phrase-of-anas")
        del at.hub._lives[at.live.name]
        at.live = await at.hub.live(at.live.name)
        same = await as_sent(at, bearer(ana.secret), wire.Say("wow"), "a-phrase-of-anas")
        assert (same.seq, same.seal) == (said.seq, said.seal)
        for sender, phrase in ((ana, "sorry"), (bea, "wow")):
            no = await as_sent(at, bearer(sender.secret), wire.Say(phrase), "a-phrase-of-anas")
            assert no.code == "table.id-used"

    play(tmp_path, scene)


# Two servers on one store


def two_servers(tmp_path: Path, scene: Callable[[Scene, Scene], Awaitable[None]]) -> None:
    """Two hubs on the same store that hear nothing of each other but what the store says."""

    async def both(at: Scene) -> None:
        other = Hub(at.store, thinkers=Thinkers(0), several=True)
        at.hub.world.several = True
        there = Scene(at.store, other, [])
        try:
            await scene(at, there)
        finally:
            await other.stop()

    play(tmp_path, both)


def test_a_command_repeated_at_another_server_is_acknowledged_and_not_refused(
    tmp_path: Path,
) -> None:
    async def scene(at: Scene, there: Scene) -> None:
        ana, _ = await playing(at, "wiraqocha")
        there.live = await there.hub.live(at.live.name)
        for number in range(10):
            seat = at.live.table.waited_for()[0]
            sender, move = bearer((ana, _)[seat].secret), wire.Move(text=at.text(seat))
            first = await as_sent(at, sender, move, f"move-number-{number}")
            again = await as_sent(there, sender, move, f"move-number-{number}")
            assert (first.seq, first.seal) == (again.seq, again.seal), again

    two_servers(tmp_path, scene)


def test_a_refusal_stands_on_the_log_as_it_is_and_not_on_a_memory_of_it(tmp_path: Path) -> None:
    async def scene(at: Scene, there: Scene) -> None:
        await at.open("temple", 2)
        there.live = await there.hub.live(at.live.name)
        ana = await seated(at, 0)
        held = bearer(ana.secret)
        assert isinstance(await as_sent(there, held, wire.Ready(), "ready-there"), wire.Ack)
        await at.do(HOST, wire.Begin("uniform"))
        text = at.text(0)
        said = await as_sent(there, held, wire.Move(text=text), "moved-there")
        assert isinstance(said, wire.Ack), said
        assert there.live.head >= at.live.head

    two_servers(tmp_path, scene)


@pytest.mark.parametrize("revoke", REVOCATIONS)
def test_a_secret_revoked_at_one_server_is_worth_nothing_at_the_other(
    tmp_path: Path, revoke: Revocation
) -> None:
    async def scene(at: Scene, there: Scene) -> None:
        ana, _ = await playing(at)
        there.live = await there.hub.live(at.live.name)
        held, text = bearer(ana.secret), at.text(0)
        done = await as_sent(at, held, wire.Say("wow"), "said-before-it")
        assert isinstance(done, wire.Ack)
        watching = Client(held)
        there.live.put(Join(watching))
        await next_of(watching, "view")
        await revoke(at, ana)
        revoked = at.live.head
        # a repeated command, a new one, and a wish for a new secret
        for command, cid in (
            (wire.Say("wow"), "said-before-it"),
            (wire.Move(text=text), "by-a-thief"),
        ):
            no = await as_sent(there, held, command, cid)
            assert no.code == "auth.no-key", no
        assert await refusal(there.hub.reception.issue(at.live.name, held, "seat", 0)) == (
            "auth.no-key"
        )
        assert await refusal(there.live.who_is(held)) == "auth.no-key"
        heads = []
        while True:
            data = await asyncio.wait_for(watching.outbox.next(), 10)
            if data is None:
                break
            message = msgspec.json.decode(data)
            if message["t"] in ("view", "tick"):
                heads.append(message["head"])
        assert all(head < revoked for head in heads)

    two_servers(tmp_path, scene)


# Seats that a host gives to somebody else


def test_a_host_gives_a_seat_away_only_by_consent_or_after_absence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(at: Scene) -> None:
        ana, _ = await playing(at, "paititi")
        issue, host = at.hub.reception.issue, bearer(at.made.host)
        name = at.live.name
        assert await refusal(issue(name, host, "seat", 0)) == "table.ask-first"
        assert isinstance(await at.do(HOST, wire.Offer(0)), wire.Ack)
        assert await refusal(issue(name, host, "seat", 0)) == "table.not-absent"
        assert isinstance(
            await as_sent(at, bearer(ana.secret), wire.Say("wow"), "i-am-here"), wire.Ack
        )
        assert await refusal(issue(name, host, "seat", 0)) == "table.ask-first"
        await at.do(HOST, wire.Offer(0))
        await as_sent(at, bearer(ana.secret), wire.Consent(False), "no-i-stay-here")
        assert await refusal(issue(name, host, "seat", 0)) == "table.ask-first"
        await at.do(HOST, wire.Offer(0))
        monkeypatch.setattr(at.live._since, "seconds", lambda thing: ABSENT - 0.5)
        assert await refusal(issue(name, host, "seat", 0)) == "table.not-absent"
        monkeypatch.setattr(at.live._since, "seconds", lambda thing: ABSENT + 0.0)
        new = await issue(name, host, "seat", 0)
        assert await at.live.who_is(bearer(new.secret)) == Actor(frozenset({0}))
        # sent away, a seat is given to somebody else after the same time
        monkeypatch.setattr(at.live._since, "seconds", lambda thing: 0.0)
        await at.do(HOST, wire.Unseat(1))
        assert await refusal(issue(name, host, "seat", 1)) == "table.not-absent"

    play(tmp_path, scene)


def test_whoever_gets_a_seat_from_the_host_sees_its_hand_from_its_next_turn_on(
    tmp_path: Path,
) -> None:
    async def scene(at: Scene) -> None:
        await playing(at, "paititi", 3)
        issue, host = at.hub.reception.issue, bearer(at.made.host)
        table = at.live.table
        seat = next(each for each in range(3) if each not in table.waited_for())
        await at.do(HOST, wire.Offer(seat))
        await at.do(Actor(frozenset({seat})), wire.Consent(True))
        watcher = Client(Actor())
        at.live.put(Join(watcher))
        seen = await next_of(watcher, "view")
        new = await issue(at.live.name, host, "seat", seat)
        client = Client(bearer(new.secret))
        at.live.put(Join(client))
        view = await next_of(client, "view")
        assert view["seats"][seat]["taken_over"]
        assert view["seats"][seat]["held"]
        assert (view["look"], view["moves"], view["score"]) == (None, [], None)
        assert view["view"] == seen["view"]
        no = await as_sent(at, bearer(new.secret), wire.TakeOver(), "give-it-to-me-now")
        assert no.code == "table.held"
        for _ in range(200):
            if table.chairs[seat].held is None:
                break
            turn = table.waited_for()
            if turn:
                await at.do(Actor(frozenset({turn[0]})), wire.Move(text=at.text(turn[0])))
            await asyncio.sleep(0.01)
        assert table.chairs[seat].held is None
        assert seat in table.game.pending(table.state)
        looked: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        at.live.put(Look(bearer(new.secret), looked))
        own = msgspec.json.decode(await looked)
        assert own["look"] == seat
        assert own["moves"]

    play(tmp_path, scene)


def test_the_former_holder_takes_the_seat_back_with_the_secret_they_had(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        ana, bea = await playing(at)
        reception, name = at.hub.reception, at.live.name
        client = Client(bearer(ana.secret))
        at.live.put(Attach(client))
        await at.do(HOST, wire.Offer(0))
        await as_sent(at, bearer(ana.secret), wire.Consent(True), "yes-for-a-while")
        new = await reception.issue(name, bearer(at.made.host), "seat", 0)
        assert (await next_of(client, "bye"))["code"] == "server.taken-over"
        assert at.live.table.chairs[0].held is not None
        stolen = [bea.secret.secret.reveal(), new.secret.secret.reveal()]
        assert await refusal(reception.reclaim(name, stolen)) == "auth.no-key"
        back = await reception.reclaim(name, [ana.secret.secret.reveal()])
        assert (back.seat, back.name) == (0, "P0")
        assert await refusal(at.live.who_is(bearer(new.secret))) == "auth.no-key"
        chair = at.live.table.chairs[0]
        assert (chair.held, chair.bot, chair.former) == (None, None, None)
        assert await refusal(reception.reclaim(name, [ana.secret.secret.reveal()])) == "auth.no-key"
        move = wire.Move(text=at.text(0))
        assert isinstance(await as_sent(at, bearer(back.secret), move, "back-again"), wire.Ack)

    play(tmp_path, scene)


# The keys themselves


def test_keys_in_force_know_what_was_revoked() -> None:
    keys = [
        Key("a" * 64, "t", "seat", 0, 1),
        Key("b" * 64, "t", "resume", 0, 1),
        Key("c" * 64, "t", "host", None, 1),
        Key("d" * 64, "t", "seat", 1, 1, 5),
    ]
    found = KeysInForce(keys)
    assert found.actor(Bearer(frozenset({"a" * 64, "c" * 64}))) == Actor(frozenset({0}), True)
    for nothing in (set[str](), {"b" * 64}, {"d" * 64}, {"e" * 64}):
        with pytest.raises(NoKey):
            found.actor(Bearer(frozenset(nothing)))
    found.change(KeyChange(9, seat=0, add=(Key("f" * 64, "t", "seat", 0, 9),)))
    assert "a" * 64 not in found
    assert found.find_spent("b" * 64) == Key("b" * 64, "t", "resume", 0, 1, 9)
    assert found.holder(0) == Key("f" * 64, "t", "seat", 0, 9)


def test_a_refused_wish_changes_no_keys(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open(seats=2)
        ana = await seated(at, 0)
        before = sorted(key.hash for key in at.live.keys)
        for seat in (0, 7):
            with pytest.raises(Refused):
                await at.hub.reception.sit(
                    at.live.name, seat=seat, name="Eve", cid=f"eve-{seat:04}"
                )
        assert sorted(key.hash for key in at.live.keys) == before
        assert ana.secret.hash() in before

    play(tmp_path, scene)
