"""Everybody gets their share of a real server: a class behind one address, bots, webhooks, and each abuser of
tests/chaos/abusers_requests.py for a moment."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

import yupana.server
from tests.chaos import raw
from tests.chaos.abuse import SHORT, Abuser
from tests.chaos.abusers_requests import REQUESTS, Phone, flood
from tests.chaos.raw import Line, frame
from tests.server.client import Server
from tests.server.test_hub import HOST, Scene, play, until
from yupana.server import policy, wire
from yupana.server.bots import Errand, Thinkers
from yupana.server.policy import Actor
from yupana.server.pools import MOST_CALLS

PHONES = 100
JOINED_WITHIN = 90.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the limits that a server has by default, but for what a test of minutes would run into."""
    with Server(tmp_path_factory.mktemp("shares"), limits={"hello": 30.0}) as server:
        yield server


def abuser(port: int, number: int, seconds: float = 1.0) -> Abuser:
    return Abuser(port, structs.replace(SHORT, seconds=seconds), number, Random(number), False)


@pytest.mark.parametrize("name", REQUESTS)
def test_no_abuser_gets_more_than_its_share(server: Server, name: str) -> None:
    async def abuse() -> Abuser:
        who = abuser(server.port, 100 + list(REQUESTS).index(name))
        await who.settle()
        await REQUESTS[name](who)
        return who

    assert raw.run(abuse()).seen.total()
    assert server.get("/healthz").status_code == 200


# A class


@pytest.mark.parametrize("holds", [False, True], ids=["a stranger floods", "a player floods"])
def test_a_hundred_phones_behind_one_address_join_beside_one_who_floods(
    tmp_path: Path, holds: bool
) -> None:
    with Server(tmp_path, limits={}) as server:
        table = server.post("/api/tables", {"game": "temple", "seats": PHONES}).json()
        page = server.get(f"/j/{table['code']}").text
        files = sorted(set(re.findall(r'"(/(?:static|words)/[^"]+)"', page)))
        assert files

        async def scene() -> float:
            one = abuser(server.port, 0, seconds=JOINED_WITHIN)
            one.address = "127.0.0.1"  # among them
            own = await Line(server.port).open()
            seat = (await own.ask("POST", f"/api/tables/{table['table']}/sit", {})).json()
            own.close()
            one.path, one.seat = f"/api/tables/{table['table']}", seat["secret"]
            if holds:
                flooding = asyncio.create_task(_floods_socket(one))
            else:
                flooding = asyncio.create_task(flood(one, lambda: one.rng.choice(["/", "/none"])))
            phones = [Phone(server.port, table["code"], files) for _ in range(PHONES - 1)]
            start = time.monotonic()

            async def come(number: int, phone: Phone) -> None:
                await asyncio.sleep(number * 0.2)
                await phone.join()

            await asyncio.gather(*(come(*each) for each in enumerate(phones)))
            took = time.monotonic() - start
            begin = {"t": "cmd", "cid": "begin-the-game", "cmd": {"do": "begin"}}
            host = await Line(server.port).open()
            answer = await host.ask("POST", f"{one.path}/do", begin, table["host"])
            assert answer.status == 200, answer
            await phones[0].preview([f"1 {cell}{row}" for cell in "abcdefghij" for row in range(6)])
            assert not flooding.done() or flooding.result() is None
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)
            assert one.seen.total() > 50
            return took

        assert raw.run(scene()) < JOINED_WITHIN


async def _floods_socket(one: Abuser) -> None:
    """A player's socket that is never silent, again and again."""
    while True:
        line = await one.socket()
        if line is None:
            continue
        line.send(frame(b'{"t":"hello"}'))
        closed = asyncio.create_task(one.until_closed(line))
        while not closed.done():
            line.send(frame(b'{"t":"hello"}') * 20)
            one.seen["sent"] += 20
            await asyncio.sleep(0.02)


# Calls to other servers


def test_hosts_that_never_answer_hold_up_nobody(tmp_path: Path) -> None:
    notify = {"webhooks": True, "private_addresses": True, "after_minutes": 0.0}
    with socket.socket() as silent, Server(tmp_path, notify=notify) as server:
        silent.bind(("127.0.0.1", 0))
        silent.listen(64)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        tables = [
            server.post("/api/tables", {"game": "temple", "seats": 1}).json() for _ in range(15)
        ]

        async def scene() -> list[float]:
            async def ask(table: dict[str, Any]) -> None:
                line = await Line(server.port, "127.0.2.1").open()
                path = f"/api/tables/{table['table']}"
                seat = (await line.ask("POST", f"{path}/sit", {})).json()["secret"]
                wish = _json(kind="webhook", address=url + table["table"])
                line.send(line.request("POST", f"{path}/notify", wish, seat))

            await asyncio.gather(*map(ask, tables))
            await asyncio.sleep(0.5)
            line, took = await Line(server.port, "127.0.3.1").open(), []
            for _ in range(10):
                start = time.monotonic()
                made = await line.ask("POST", "/api/tables", {"game": "temple", "seats": 2})
                assert made.status == 201
                took.append(time.monotonic() - start)
            return took

        assert max(raw.run(scene())) < 4.0  # ten seconds is what each of them is waited for
        silent.setblocking(False)
        for _ in range(MOST_CALLS):
            silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()  # the others wait for these


def _json(**value: Any) -> bytes:
    return json.dumps(value).encode()


# Bots


def test_one_bot_does_not_wait_behind_a_stranger_who_has_thousands_think() -> None:
    async def scene() -> None:
        thinkers, order = Thinkers(1), list[str]()
        shares: dict[str, float] = {}

        async def think(errand: Errand, payer: str) -> list[bytes | None]:
            order.append(errand.table)
            shares[errand.table] = 1 / (len(thinkers._asked) * thinkers._asked[payer])
            await asyncio.sleep(0)
            return [None] * errand.bots

        thinkers.payer_of = lambda table: "abuser" if table.startswith("many") else table
        thinkers._think = think  # type: ignore[method-assign]
        many = [f"many {number}" for number in range(60)]
        errands = [Errand(None, table, 4, list) for _ in range(25) for table in many]  # type: ignore[arg-type]
        asked = [asyncio.create_task(thinkers.think(each)) for each in errands]
        await asyncio.sleep(0)
        ana = asyncio.create_task(thinkers.think(Errand(None, "ana", 1, list)))  # type: ignore[arg-type]
        assert await ana == [None]
        assert order.index("ana") <= 3
        assert shares["ana"] == 1 / 2  # half of the time is hers
        await asyncio.gather(*asked)
        assert order[:60].count("many 0") <= 2  # and the tables of one address take turns
        assert not thinkers._asked

    asyncio.run(scene())


def test_a_table_with_a_bot_goes_on_beside_tables_of_bots(tmp_path: Path) -> None:
    """While one bot thinks, far fewer of those move who have been asked before it."""
    with Server(tmp_path, bot_processes=1) as server:

        async def ask(
            address: str, method: str, path: str, body: Any = None, secret: str | None = None
        ) -> Any:
            line = await Line(server.port, address).open()
            answer = await line.ask(method, path, body, secret)
            line.close()
            assert answer.status < 300, answer
            return answer.json()

        async def begun(address: str, game: str, seats: int) -> tuple[str, str]:
            made = await ask(address, "POST", "/api/tables", {"game": game, "seats": seats})
            path = f"/api/tables/{made['table']}"
            if seats == 2:
                await ask(address, "POST", f"{path}/sit", {})
            begin = {"do": "begin", "bot": "greedy"}
            cmd = {"t": "cmd", "cid": f"begin-{made['table']}", "cmd": begin}
            await ask(address, "POST", f"{path}/do", cmd, made["host"])
            return path, made["host"]

        async def heads(tables: list[tuple[str, str]]) -> int:
            views = [await ask("127.0.2.1", "GET", path, None, host) for path, host in tables]
            return sum(view["head"] for view in views)

        async def scene() -> None:
            many = [await begun("127.0.2.1", "valley", 100) for _ in range(20)]
            before = await heads(many)
            path, host = await begun("127.0.3.1", "temple", 2)
            end = time.monotonic() + 90
            while 1 in (await ask("127.0.3.1", "GET", path, None, host))["pending"]:
                assert time.monotonic() < end
                await asyncio.sleep(0.01)
            moved = await heads(many) - before
            assert moved < 1000, moved

        raw.run(scene())


# Logs have an end


def test_a_log_that_is_full_takes_no_commands_and_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "RESERVED", 1000)
    monkeypatch.setattr(policy, "MOST_ENTRIES", 1020)

    async def scene(at: Scene) -> None:
        await at.open("temple", 2)
        await at.sit(1)
        assert isinstance(await at.do(HOST, wire.Begin("uniform")), wire.Ack)
        ana = Actor(frozenset({0}))
        while isinstance(said := await at.do(ana, wire.Say("wow")), wire.Ack):
            assert at.live.head <= 25
        assert said.code == "table.log-full"
        assert isinstance(await at.do(HOST, wire.SetPolicy(locked=True)), wire.No)
        assert (await at.told(0, seen=None))["head"] == at.live.head
        # what bots do still fits
        await until(lambda: 1 not in at.live.table.game.pending(at.live.table.state))

    play(tmp_path, scene)


def test_the_longest_log_is_far_above_any_game() -> None:
    assert policy.MOST_ENTRIES - policy.RESERVED >= 10 * 7_664  # a valley of a hundred at random
    assert policy.RESERVED > 2 * 7_664


# Pools


def test_nothing_shares_the_default_pool_with_everything() -> None:
    folder = Path(yupana.server.__file__).parent
    users = {
        path.name
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "to_thread"
    }
    assert users <= {"backups.py"}  # one copy at a time, which may take its time
