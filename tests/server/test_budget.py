"""One budget a person: who pays, what is paid, and that nobody gets a second account."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from yupana.server import budget as budget_
from yupana.server.app import make_app
from yupana.server.budget import Budget, Openers, Payer, Requests, network, price_of
from yupana.server.doors import Settings
from yupana.server.hub import Hub
from yupana.server.limits import Limits, TooMany
from yupana.server.sqlite import SqliteStore

HERE = "192.0.2.1"


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Time:
    return Time()


def made(clock: Time, **limits: float) -> Budget:
    return Budget(Limits(**limits), Openers(), clock)  # type: ignore[arg-type]


def commands(budget: Budget, *payers: Payer, tries: int = 2000) -> int:
    """How many commands these may send at once, in turns."""
    done = 0
    for number in range(tries):
        with suppress(TooMany):
            budget.command(payers[number % len(payers)])
            done += 1
    return done


# Who pays


@pytest.mark.parametrize(
    ("address", "pays"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_an_ipv6_network_is_one_address(address: str, pays: str) -> None:
    assert network(address) == pays


def test_all_host_links_of_a_table_are_one_account_and_so_are_all_secrets_of_a_seat(
    clock: Time,
) -> None:
    budget = made(clock)
    for number in range(50):
        budget.accounts.remember(f"host {number}", "t/hosts")
    payers = [
        budget.holder(HERE, budget.accounts.find([f"host {number}"]).names) for number in range(50)
    ]
    assert len(set(payers)) == 1
    assert commands(budget, *payers) == 20
    clock.now += 5.0
    assert commands(budget, *payers) == 20  # 5 a second


def test_what_is_shown_together_is_one_account_whichever_part_is_shown_later(clock: Time) -> None:
    budget = made(clock)
    together = budget.holder(HERE, ["t/seat 3", "t/hosts", "t/seat 1"])
    parts = [budget.holder(HERE, [name]) for name in ("t/seat 1", "t/seat 3", "t/hosts")]
    assert {together} == set(parts)
    assert commands(budget, together, *parts) == 20
    more = budget.holder(HERE, ["t/seat 1", "u/seat 0"])
    assert more == together == budget.holder(HERE, ["u/seat 0"])
    assert commands(budget, more) == 0
    clock.now += budget_.JOINED_FOR + 1  # the seat may be somebody else's by now
    assert budget.holder(HERE, ["t/seat 3"]) != budget.holder(HERE, ["t/seat 1"])


def test_what_was_spent_apart_is_owed_together(clock: Time) -> None:
    budget = made(clock)
    one, other = budget.holder(HERE, ["t/seat 0"]), budget.holder(HERE, ["t/seat 1"])
    assert commands(budget, one, tries=8) + commands(budget, other, tries=9) == 17
    assert commands(budget, budget.holder(HERE, ["t/seat 0", "t/seat 1"])) == 3


def test_a_secret_is_looked_up_again_after_a_while(clock: Time) -> None:
    budget = made(clock)
    budget.accounts.remember("a", "t/seat 0")
    budget.accounts.remember("b", None)
    found = budget.accounts.find(["a", "b", "c"])
    assert (found.names, found.unknown, found.is_stale) == ({"t/seat 0"}, ["c"], False)
    clock.now += budget_.KNOWN_FOR + 1
    assert budget.accounts.find(["a"]).is_stale


# Many accounts of one address


def test_many_accounts_of_one_address_share_a_bound_and_the_quiet_go_on(clock: Time) -> None:
    budget = made(clock)
    many = [budget.holder(HERE, [f"own/seat {number}"]) for number in range(500)]
    friend = budget.holder(HERE, ["class/seat 1"])
    for payer in many:
        commands(budget, payer, tries=20)
    for _ in range(300):  # half a minute
        clock.now += 0.1
        for payer in many:
            commands(budget, payer, tries=1)
    assert commands(budget, friend, tries=20) == 20
    clock.now += 10
    done = sum(commands(budget, payer, tries=50) for payer in many)
    assert done < 500 * 5 + 10 * 100 + 1000 + 500  # what is free of the bound, and the bound
    assert done < 500 * 20 / 2  # what 500 people at 500 addresses could have done
    assert commands(budget, friend, tries=5) == 5


def test_questions_cost_no_commands_and_their_work_is_paid_for(clock: Time) -> None:
    budget = made(clock)
    ana = budget.holder(HERE, ["t/seat 0"])
    for _ in range(60):  # over every cell of a sheet
        budget.question(ana)
        budget.worked(ana, 0.002)
    assert commands(budget, ana) == 20
    asked = 0
    clock.now += 60
    for _ in range(100):
        with suppress(TooMany):
            budget.question(ana)
            budget.worked(ana, 0.05)
            asked += 1
    assert 20 < asked < 30
    with pytest.raises(TooMany, match=r"wire\.slow-down"):
        budget.question(ana)


def test_every_frame_is_paid_for(clock: Time) -> None:
    budget = made(clock)
    ana = budget.of_socket(budget.holder(HERE, ["t/seat 0"]))
    assert sum(budget.frame(ana) for _ in range(1000)) == 200
    bob = budget.of_socket(Payer(HERE))
    cat = budget.of_socket(Payer(HERE))
    assert bob != cat
    assert sum(budget.frame(bob) for _ in range(1000)) == 200
    assert budget.frame(cat)
    assert commands(budget, cat) == 5  # a spectator says hello, and hardly anything else


def test_frames_of_many_sockets_share_a_bound_and_the_quiet_go_on(clock: Time) -> None:
    budget = made(clock)
    many = [budget.of_socket(Payer(HERE)) for _ in range(300)]
    ana = budget.of_socket(budget.holder(HERE, ["t/seat 0"]))
    sent = sum(budget.frame(each) for each in many for _ in range(200))
    # of each what it may do for itself, and what they share
    assert sent == pytest.approx(300 * 100 + 10 * 1000, abs=2)
    clock.now += 10
    sent = sum(budget.frame(each) for each in many for _ in range(200))
    assert sent == pytest.approx(300 * 20 + 10 * 1000, abs=2)
    assert all(budget.frame(ana) for _ in range(60))


def test_requests_of_many_holders_of_one_address_wait_and_the_quiet_do_not() -> None:
    async def scene() -> None:
        budget = Budget(Limits(requests_burst=4, requests_per_second=5.0), Openers())
        many = [budget.holder(HERE, [f"own/seat {number}"]) for number in range(40)]
        waiting = [
            asyncio.create_task(budget.request(payer, f"{payer.account} {n}", 5))
            for n in range(6)
            for payer in many
        ]
        await asyncio.sleep(0.3)
        assert (
            sum(task.done() for task in waiting) < 200
        )  # of each about as many as it has for itself
        ana = budget.holder(HERE, ["class/seat 1"])
        await asyncio.wait_for(budget.request(ana, "hers", 1), 5)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(scene())


# Tables and seats


def test_large_tables_count_more(clock: Time) -> None:
    budget = made(clock)

    def opened(address: str, seats: int) -> int:
        done = 0
        for _ in range(100):
            with suppress(TooMany):
                budget.open_table(address, seats)
                done += 1
        return done

    assert opened("a", 4) == 60
    assert opened("b", 100) == 12
    assert opened("c", -(10**9)) == 60
    made(clock, tables_per_hour=1).open_table("d", 100)


def test_public_seats_are_few_and_a_table_opened_from_here_is_not_counted(clock: Time) -> None:
    budget = made(clock)
    budget.openers.opened("own", "KRTM", HERE)
    for _ in range(100):
        with budget.public_seat(HERE, "own"):
            pass
    for _ in range(100):  # a seat that is not given costs nothing
        with pytest.raises(ZeroDivisionError), budget.public_seat(HERE, "theirs"):
            raise ZeroDivisionError
    for _ in range(12):
        with budget.public_seat(HERE, "theirs"):
            pass
    with pytest.raises(TooMany) as caught, budget.public_seat(HERE, "theirs"):
        pass
    assert caught.value.code == "table.public-seats"
    with budget.public_seat("192.0.2.2", "theirs"):
        pass
    clock.now += 3600
    with budget.public_seat(HERE, "theirs"):
        pass


def test_work_of_a_table_is_charged_to_who_opened_it_or_else_to_the_table() -> None:
    openers = Openers()
    openers.opened("t", "KRTM", HERE)
    assert (openers.payer("t"), openers.of("t")) == (HERE, HERE)
    assert (openers.payer("u"), openers.of("u")) == ("table u", None)
    assert openers.count(["t", "u"], HERE) == 1
    assert openers.knows("KRTM", HERE)
    assert not openers.knows("KRTM", "192.0.2.2")


# Requests wait


@pytest.mark.parametrize(
    ("method", "path", "price"),
    [
        ("GET", "/", 1),
        ("GET", "/static/page.js", 0.1),
        ("GET", "/api/tables/x/export", 10),
        ("GET", "/api/tables/x/ws", 3),
        ("GET", "/api/tables", 1),
        ("POST", "/api/tables", 5),
        ("GET", "/j/KRTM/qr.svg", 2),
        ("POST", "/static/page.js", 1),
    ],
)
def test_prices(method: str, path: str, price: float) -> None:
    assert price_of(method, path) == price


def test_a_new_connection_is_next_however_many_wait_on_others() -> None:
    async def scene() -> None:
        requests = Requests(24, 200.0, 1000, time.monotonic)
        served: list[str] = []

        async def ask(connection: str, price: float = 1) -> None:
            await requests.pay("here", connection, price)
            served.append(connection)

        abuser = [asyncio.create_task(ask(f"abuser {n % 5}", 4)) for n in range(60)]
        await asyncio.sleep(0.1)
        before = len(served)
        phones = [asyncio.create_task(ask(f"phone {n}")) for n in range(10)]
        await asyncio.gather(*phones)
        others = [each for each in served[before:] if each.startswith("abuser")]
        assert len(others) <= 10, served
        for task in abuser:
            task.cancel()
        await asyncio.gather(*abuser, return_exceptions=True)
        await asyncio.wait_for(ask("last"), 5)

    asyncio.run(scene())


def test_only_where_hundreds_wait_is_somebody_refused_and_not_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget_, "REFUSED_AFTER", 0.2)

    async def scene() -> None:
        requests = Requests(12, 1.0, 5, time.monotonic)
        waiting = [asyncio.create_task(requests.pay("here", str(n), 12)) for n in range(6)]
        await asyncio.sleep(0.01)
        start = time.monotonic()
        with pytest.raises(TooMany):
            await requests.pay("here", "one more", 12)
        assert time.monotonic() - start >= 0.2
        await asyncio.wait_for(requests.pay("there", "another address", 12), 5)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(scene())


def test_what_costs_more_than_there_can_be_takes_all_of_it() -> None:
    async def scene() -> None:
        requests = Requests(12, 50.0, 5, time.monotonic)
        for _ in range(3):
            await asyncio.wait_for(requests.pay("here", "a", 1000), 5)

    asyncio.run(scene())


# In the application


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "t.db") as store:
        yield store


def test_the_addresses_of_one_ipv6_network_open_no_more_tables_than_one_and_leave_room_for_others(
    store: SqliteStore,
) -> None:
    limits = Limits(unstarted=12)
    app = make_app(lambda: Hub(store, most_unstarted=limits.unstarted), Settings(limits=limits))

    async def opened(address: str) -> tuple[int, str]:
        transport = httpx.ASGITransport(app, client=(address, 1234))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.post("/api/tables", json={"game": "temple", "seats": 1})
            return answer.status_code, answer.json().get("code", "")

    async def scene() -> None:
        async with app.router.lifespan_context(app):
            found = [await opened(f"2001:db8::{number:x}") for number in range(1, 9)]
            assert [status for status, _ in found] == [201] * 3 + [429] * 5
            assert found[-1][1] == "server.too-many-tables"
            assert (await opened("::ffff:192.0.2.1"))[0] == 201
            for network in range(1, 5):  # several networks fill the server ...
                for number in range(1, 4):
                    await opened(f"2001:db8:0:{network}::{number}")
            assert (await opened("2001:db8:0:1::9"))[0] == 429
            assert (await opened("192.0.2.1"))[1] == "server.tables-full"
            assert (await opened("192.0.2.77"))[0] == 201  # ... but not for who has no table

    asyncio.run(scene())


def test_a_code_that_led_somewhere_is_no_guess(store: SqliteStore) -> None:
    """Somebody who guesses locks out nobody who shares the address and has the right code."""
    limits = Limits(tries_per_minute=5)
    app = make_app(lambda: Hub(store), Settings(limits=limits))

    async def scene() -> None:
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, client=(HERE, 1234))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                wish = {"game": "temple", "seats": 1}
                code = (await client.post("/api/tables", json=wish)).json()["code"]
                other = "BBBB" if code != "BBBB" else "CCCC"
                for path in ("/api/codes/{}", "/j/{}", "/j/{}/qr.svg"):
                    guesses = [await client.get(path.format(other)) for _ in range(7)]
                    assert guesses[-1].status_code == 429
                    assert (await client.get(path.format(code))).status_code == 200
            elsewhere = httpx.ASGITransport(app, client=("192.0.2.9", 1))
            async with httpx.AsyncClient(
                transport=elsewhere, base_url="http://localhost"
            ) as client:
                assert (await client.get(f"/j/{other}/qr.svg")).status_code == 404

    asyncio.run(scene())


def test_nothing_is_free_of_charge(store: SqliteStore) -> None:
    """Pages, files, forms, paths that do not exist and refused handshakes are paid for by somebody."""
    app = make_app(lambda: Hub(store), Settings())
    paid: list[tuple[Payer, float]] = []

    async def scene() -> None:
        async with app.router.lifespan_context(app):
            request = Budget.request

            async def note(self: Budget, payer: Payer, connection: str, price: float) -> None:
                paid.append((payer, price))
                await request(self, payer, connection, price)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Budget, "request", note)
                transport = httpx.ASGITransport(app, client=(HERE, 1))
                async with httpx.AsyncClient(
                    transport=transport, base_url="http://localhost"
                ) as http:
                    for path in ("/", "/none", "/static/none", "/healthz", "/api/tables/x/ws"):
                        await http.get(path)
                    made = await http.post("/api/tables", json={"game": "temple", "seats": 2})
                    table, host = made.json()["table"], made.json()["host"]
                    for _ in range(2):
                        bearer = {"authorization": f"Bearer {host}"}
                        await http.get(f"/api/tables/{table}", headers=bearer)
            holder = Payer(HERE, f"{table}/hosts")
            assert [price for _, price in paid] == [1, 1, 0.1, 1, 3, 5, 1.2, 1]
            assert [payer for payer, _ in paid] == [Payer(HERE)] * 7 + [holder]

    asyncio.run(scene())
