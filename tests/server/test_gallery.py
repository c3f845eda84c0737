"""Those who watch later: whatever they get is what somebody who watched at once got then, and nothing newer."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.test_hub import HOST, Scene, next_of, play, until
from tests.server.test_table import begun, opened
from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.server.gallery import Gallery
from yupana.server.log import NOTHING, Entry, New, seal
from yupana.server.policy import Actor
from yupana.server.reception import Opening
from yupana.server.requests import Client, Join, Look
from yupana.server.table import Table


def seen(table: Table) -> bytes:
    count = len(table.chairs)
    return wire.encode(table.sight.seen(Actor(), [""] * count, [False] * count, 0))


@pytest.mark.parametrize("game", ["paititi", "temple"])
def test_what_is_seen_is_the_table_as_it_was_so_many_seconds_ago(game: str) -> None:
    """A whole game with random times between moves, looked at at random times."""
    rng, delay = Random(3), 60
    table = opened(game, 3, delay=delay)
    gallery = Gallery(Table("t", table.seed, table.opened), delay)
    clock = 0.0
    then: list[tuple[float, bytes]] = [(0.0, seen(table))]

    def happen(entries: list[Entry]) -> None:
        for entry in entries:
            table.take(entry)
            stored = seal(New(entry, 0), table.head, NOTHING)
            table.hashes.append(stored.hash)
            gallery.add(stored, clock)
        then.append((clock, seen(table)))

    opening = seal(New(table.opened, 0), 1, NOTHING)
    table.hashes.append(opening.hash)
    gallery.add(opening, 0.0)
    happen(table.judge(HOST, wire.Begin()))
    looked = behind = 0
    while table.phase == "playing":
        clock += rng.choice([0, 1, 5, 30, 100])
        number = table.game.pending(table.state)[0]
        happen(table.play(number, table.game.moves(table.state, number).pick(rng)))
        gallery.ripen(clock)
        past = [view for at, view in then if at <= clock - delay]
        assert seen(gallery.table) == (
            past[-1] if past else seen(Table("t", b"0" * 32, table.opened))
        )
        looked += 1
        behind += gallery.table.head < table.head
    assert behind > looked // 2
    gallery.ripen(clock + delay)
    assert seen(gallery.table) == seen(table)


def test_the_watchers_of_a_game_get_nothing_newer_by_any_way(tmp_path: Path) -> None:
    """Socket, request, question, refusal and heartbeat: all speak of the same past."""

    async def scene(at: Scene) -> None:
        await at.open("paititi", delay=300)
        await at.begin(2)
        began = at.live.head
        for _ in range(6):
            seat = at.live.table.waited_for()[0]
            assert isinstance(await at.move(seat), wire.Ack)
        assert at.live.head > began
        watcher, player, host = Actor(), Actor(frozenset({0})), HOST
        gallery = at.live.gallery
        assert gallery is not None
        assert gallery.table.head == at.live.head_for(watcher) < began
        client = Client(watcher)
        at.live.put(Join(client))
        view = await next_of(client, "view")
        assert (view["head"], view["view"], view["clock"]) == (gallery.table.head, None, None)
        assert await look(at, watcher) == view
        assert (await look(at, player))["head"] == (await look(at, host))["head"] == at.live.head
        for command in (wire.Move(text="pass"), wire.Undo(), wire.Again(), wire.Answer(True)):
            no = await at.do(watcher, command)
            assert (no.code, no.head) == ("table.watching", gallery.table.head)
        await at.move(at.live.table.waited_for()[0])
        await asyncio.sleep(0.05)
        assert len(client.outbox) == 0
        # ... until the time has come
        now = time.monotonic() + 300
        gallery.ripen(now)
        at.live._show_later()
        view = await next_of(client, "view")
        assert view["head"] == at.live.head

    play(tmp_path, scene)


async def look(at: Scene, actor: Actor) -> dict[str, Any]:
    answer = asyncio.get_running_loop().create_future()
    at.live.put(Look(actor, answer))
    found: dict[str, Any] = msgspec.json.decode(await answer)
    return found


def test_it_ripens_by_itself_and_survives_a_restart(tmp_path: Path) -> None:
    names: list[str] = []

    async def first(at: Scene) -> None:
        await at.open("temple", delay=2)
        client = await at.watch()
        await at.begin(2)
        names.append(at.live.name)
        began = at.live.head
        while (await next_of(client, "view"))["head"] < began:
            pass
        await at.move(0)
        assert at.live.head_for(Actor()) == began

    async def second(at: Scene) -> None:
        at.live = await at.hub.live(names[0])
        client = await at.watch()
        assert at.live.head_for(Actor()) == at.live.head - 1  # that move is still too young
        await until(lambda: at.live.head_for(Actor()) == at.live.head)
        assert (await next_of(client, "view"))["head"] == at.live.head

    play(tmp_path, first)
    play(tmp_path, second)


def test_a_delay_that_the_host_sets_while_people_gather_takes_nothing_back(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open("temple")
        client = await at.watch()
        assert client in at.live.clients
        await at.sit(2)
        assert isinstance(await at.do(HOST, wire.SetPolicy(delay=600)), wire.Ack)
        head = at.live.head
        assert at.live.gallery is not None
        assert list(at.live.gallery.clients) == [client]
        assert client not in at.live.clients
        assert at.live.head_for(Actor()) == head
        await at.do(HOST, wire.Begin())
        assert at.live.head_for(Actor()) == head
        assert (await at.do(HOST, wire.SetPolicy(delay=0))).code == "table.delay-fixed"

    play(tmp_path, scene)


def test_a_watcher_cannot_follow_or_fetch_a_game_before_it_is_over_for_them(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.open("temple", 1, delay=600)
        spectator = at.made.spectator.secret.reveal()
        await at.do(HOST, wire.Begin("uniform"))
        await until(lambda: at.live.table.phase == "over", 60)
        assert at.live.table_for(Actor()).phase == "gathering"
        assert isinstance(await at.do(HOST, wire.Again()), wire.Ack)
        with pytest.raises(YupanaError) as error:
            await at.hub.reception.follow(at.live.name, [spectator], None)
        assert error.value.code == "table.no-next"
        host = at.made.host.secret.reveal()
        assert (await at.hub.reception.follow(at.live.name, [host], None)).given

    play(tmp_path, scene)


def test_without_a_delay_there_is_no_gallery(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        made = await at.hub.reception.open(Opening("temple", 1))
        live = await at.hub.live(made.row.id)
        assert live.gallery is None

    play(tmp_path, scene)
    assert begun().policy.delay == 0
