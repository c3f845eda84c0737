"""Telling people that they are waited for: whether, when, how, and never to whom it would do harm."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.server.client import Server
from tests.server.exports import Host
from tests.server.sinks import HttpSink, SmtpSink, certificate, trusting
from tests.server.tables import NOW, open_table
from yupana.cli import main
from yupana.core.errors import YupanaError
from yupana.server import outward, push
from yupana.server.channels import (
    Channel,
    Details,
    Gone,
    Later,
    Links,
    MailChannel,
    Notice,
    NotifyWish,
    PushChannel,
    WebhookChannel,
    sign,
)
from yupana.server.mail import hidden, is_address
from yupana.server.metrics import Metrics
from yupana.server.notify import AGAIN, LEASE_MS, Notifier, Waited, quiet_until
from yupana.server.options import Mail, Notify, Push
from yupana.server.seats import Secret
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Contact, ContactKind, NoSuchTable

HOUR = 3_600_000
MINUTE = 60_000


# Whether and when: everything but the sending is real


class World:
    """A notifier with a clock and tables that a test moves."""

    def __init__(self, store: SqliteStore, settings: Notify, kinds: Sequence[ContactKind]) -> None:
        self.store = store
        self.now = NOW
        self.tables: dict[str, dict[int, Waited]] = {}
        self.acted: dict[tuple[str, int], int] = {}
        self.sent: list[tuple[str, list[str]]] = []
        self.problems: list[Exception] = []
        self.metrics = Metrics()
        channels = {kind: _Fake(self) for kind in kinds}
        self.notifier = Notifier(
            settings,
            channels,
            store=store,
            ask=self.ask,
            tables=self,
            metrics=self.metrics,
            links=Links("https://example.org"),
            now_ms=lambda: self.now,
        )

    async def ask(self, call: Callable[..., Any], *arguments: Any) -> Any:
        if call == self.store.last_acted:
            return self.acted.get((arguments[0], arguments[1]))
        return call(*arguments)

    async def waited(self, table: str) -> Mapping[int, Waited]:
        if table not in self.tables:
            raise NoSuchTable(table)
        return self.tables[table]

    def wait_for(self, seat: int, turn: int, table: str = "t1", here: bool = False) -> None:
        self.tables.setdefault(table, {})[seat] = Waited(turn, here, "temple", "KWXT")
        self.notifier.due(table, {seat: turn})

    def add(self, seat: int = 0, kind: ContactKind = "webhook", address: str = "a", table: str = "t1", **details: Any) -> str:  # fmt: skip
        handle = secrets.token_hex(8)
        self.store.put_contact(
            Contact(
                handle=handle,
                table=table,
                seat=seat,
                kind=kind,
                address=address,
                details=msgspec.json.encode(Details(**details)).decode(),
                made_ms=NOW + len(self.store.contacts(table)),
                confirmed_ms=NOW,
            )
        )
        return handle

    async def pass_time(self, milliseconds: int, step: int = MINUTE) -> None:
        """Time goes by in steps; after each the notifier looks, as it does by itself."""
        end = self.now + milliseconds
        while self.now < end:
            self.now = min(end, self.now + step)
            for due in self.notifier._ripe():
                await self.notifier._consider(due)


class _Fake(Channel):
    def __init__(self, world: World) -> None:
        self.world = world

    def details(self, wish: NotifyWish) -> Details:
        raise NotImplementedError

    def shown(self, contact: Contact) -> str:
        raise NotImplementedError

    def greet(self, contact: Contact) -> None:
        raise NotImplementedError

    def tell(self, contact: Contact, notices: Sequence[Notice]) -> None:
        if self.world.problems:
            raise self.world.problems.pop(0)
        self.world.sent.append((contact.address, [notice.table for notice in notices]))


MAIL = Mail(host="m", sender="a@b.org", every_hours=6, per_hour=100)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "a.db") as store:
        for table in ("t1", "t2", "t3"):
            open_table(store, table)
        yield store


def world(store: SqliteStore, *kinds: ContactKind, **settings: Any) -> World:
    given = {"after_minutes": 5, "attention_minutes": 5, "mail": MAIL, **settings}
    return World(store, Notify(**given), kinds or ("webhook", "mail", "push"))


def test_somebody_is_told_after_a_while_and_once(store: SqliteStore) -> None:
    there = world(store)
    there.add()

    async def scenario() -> None:
        there.wait_for(0, 1)
        await there.pass_time(4 * MINUTE)
        assert there.sent == []
        await there.pass_time(2 * MINUTE)
        assert there.sent == [("a", ["t1"])]
        there.wait_for(0, 1)  # the table was read anew
        await there.pass_time(24 * HOUR)
        assert len(there.sent) == 1
        there.wait_for(0, 2)
        await there.pass_time(6 * MINUTE)
        assert len(there.sent) == 2

    asyncio.run(scenario())
    assert there.metrics["notices"] == 2


def test_who_moves_in_time_is_not_told(store: SqliteStore) -> None:
    there = world(store)
    there.add()

    async def scenario() -> None:
        there.wait_for(0, 1)
        await there.pass_time(3 * MINUTE)
        there.tables["t1"] = {1: Waited(7, False, "temple", None)}
        await there.pass_time(HOUR)
        there.wait_for(0, 2)
        await there.pass_time(3 * MINUTE)
        there.wait_for(0, 3)  # has moved and is waited for again: time begins anew
        await there.pass_time(3 * MINUTE)
        assert there.sent == []
        await there.pass_time(3 * MINUTE)
        assert len(there.sent) == 1

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("here", "acted_ago", "told"),
    [(True, 1 * MINUTE, False), (True, 60 * MINUTE, True), (False, 1 * MINUTE, True), (True, None, True)],
)  # fmt: skip
def test_who_is_at_the_table_is_not_told(
    store: SqliteStore, here: bool, acted_ago: int | None, told: bool
) -> None:
    there = world(store)
    there.add()
    if acted_ago is not None:
        there.acted["t1", 0] = NOW + 6 * MINUTE - acted_ago

    async def scenario() -> None:
        there.wait_for(0, 1, here=here)
        await there.pass_time(6 * MINUTE)
        assert bool(there.sent) is told
        await there.pass_time(10 * MINUTE)
        assert len(there.sent) == 1  # by now they have wandered off

    asyncio.run(scenario())


def test_nobody_is_told_who_has_not_agreed(store: SqliteStore) -> None:
    there = world(store)
    handle = there.add()
    store.put_contact(msgspec.structs.replace(store.contacts("t1")[0], confirmed_ms=None))
    assert handle

    async def scenario() -> None:
        there.wait_for(0, 1)
        await there.pass_time(HOUR)
        assert there.sent == []

    asyncio.run(scenario())


def test_quiet_hours_are_waited_for(store: SqliteStore) -> None:
    """It is 22:13 by UTC at NOW. Ana has hours of her own, Bob takes the host's, Cat lives elsewhere."""
    there = world(store, quiet="23:00-06:00", timezone="UTC")
    there.add(0, address="ana", quiet="20:00-23:00")
    there.add(1, address="bob")
    there.add(2, address="cat", timezone="Asia/Tokyo")

    async def scenario() -> None:
        for seat in range(3):
            there.wait_for(seat, 1)
        await there.pass_time(40 * MINUTE)  # 22:53, and 7:53 in Tokyo
        assert sorted(each for each, _ in there.sent) == ["bob", "cat"]
        await there.pass_time(10 * MINUTE)  # 23:03
        assert sorted(each for each, _ in there.sent) == ["ana", "bob", "cat"]
        for seat in range(3):
            there.wait_for(seat, 2)
        await there.pass_time(6 * HOUR)  # 5:03
        assert [each for each, _ in there.sent].count("bob") == 1
        await there.pass_time(HOUR)  # 6:03
        assert [each for each, _ in there.sent].count("bob") == 2

    asyncio.run(scenario())


def test_quiet_hours_that_have_passed_for_somebody_who_has_moved_tell_nothing(
    store: SqliteStore,
) -> None:
    there = world(store, quiet="22:00-08:00")
    there.add()

    async def scenario() -> None:
        there.wait_for(0, 1)
        await there.pass_time(2 * HOUR)
        there.tables["t1"] = {}
        await there.pass_time(24 * HOUR)
        assert there.sent == []

    asyncio.run(scenario())


def test_nobody_gets_more_than_one_mail_in_six_hours(store: SqliteStore) -> None:
    there = world(store)
    there.add(kind="mail", address="ana@example.org")

    async def scenario() -> None:
        for turn in range(1, 12):
            there.wait_for(0, turn)
            await there.pass_time(HOUR)
        assert len(there.sent) == 2  # after five minutes and six hours later
        await there.pass_time(12 * HOUR)
        assert len(there.sent) == 3

    asyncio.run(scenario())


def test_one_mail_names_all_tables_that_wait(store: SqliteStore) -> None:
    there = world(store)
    for table in ("t1", "t2", "t3"):
        there.add(kind="mail", address="ana@example.org", table=table)
    there.add(1, kind="mail", address="bob@example.org", table="t2")

    async def scenario() -> None:
        there.wait_for(0, 1, "t1")
        there.wait_for(0, 4, "t2")
        there.wait_for(0, 9, "t3", here=True)  # looks at this one now
        there.wait_for(1, 1, "t2")
        await there.pass_time(HOUR)
        mails = dict(there.sent)
        assert len(there.sent) == 2
        assert sorted(mails["ana@example.org"]) == ["t1", "t2"]
        assert mails["bob@example.org"] == ["t2"]
        await there.pass_time(6 * HOUR)
        assert there.sent[2:] == [("ana@example.org", ["t3"])]

    asyncio.run(scenario())


def test_all_mail_together_stays_below_what_the_host_allows(store: SqliteStore) -> None:
    there = world(store, mail=msgspec.structs.replace(MAIL, per_hour=3))
    for seat in range(3):
        for table in ("t1", "t2", "t3"):
            there.add(seat, "mail", f"{seat}{table}@example.org", table)

    async def scenario() -> None:
        for seat in range(3):
            for table in ("t1", "t2", "t3"):
                there.wait_for(seat, 1, table)
        await there.pass_time(6 * MINUTE)
        assert len(there.sent) == 3

    asyncio.run(scenario())


def test_what_does_not_go_out_is_tried_again_later_and_later(store: SqliteStore) -> None:
    there = world(store)
    there.add()
    there.problems = [Later()] * 3
    times: list[int] = []

    async def scenario() -> None:
        there.wait_for(0, 1)
        start = there.now
        before = 3
        while not there.sent:
            await there.pass_time(1000, 1000)
            if len(there.problems) != before:
                before = len(there.problems)
                times.append((there.now - start) // 1000)
        times.append((there.now - start) // 1000)

    asyncio.run(scenario())
    assert [later - earlier for earlier, later in pairwise(times)] == [
        30,
        120,
        600,
    ]


def test_whoever_asks_for_time_gets_it(store: SqliteStore) -> None:
    there = world(store)
    there.add()
    there.problems = [Later(900)]

    async def scenario() -> None:
        there.wait_for(0, 1)
        await there.pass_time(5 * MINUTE + 14 * MINUTE)
        assert there.sent == []
        await there.pass_time(3 * MINUTE)
        assert len(there.sent) == 1

    asyncio.run(scenario())


def test_an_address_that_fails_for_three_turns_is_forgotten(store: SqliteStore) -> None:
    there = world(store)
    there.add()

    async def scenario() -> None:
        for turn in range(1, 4):
            assert len(store.contacts("t1")) == 1
            there.problems = [Later()] * (len(AGAIN) + 1)
            there.wait_for(0, turn)
            await there.pass_time(3 * HOUR)
            assert there.problems == []
        assert store.contacts("t1") == []

    asyncio.run(scenario())


def test_an_address_that_is_gone_is_forgotten_at_once_and_others_are_told(
    store: SqliteStore,
) -> None:
    there = world(store)
    there.add(address="gone")
    there.add(address="there")
    there.problems = [Gone()]

    async def scenario() -> None:
        there.wait_for(0, 1)
        await there.pass_time(HOUR)

    asyncio.run(scenario())
    assert there.sent == [("there", ["t1"])]
    assert [each.address for each in store.contacts("t1")] == ["there"]


def test_of_two_servers_one_tells_and_if_it_dies_the_other(store: SqliteStore) -> None:
    one, other = world(store), world(store)
    handle = one.add()
    other.tables = one.tables

    async def scenario() -> None:
        one.wait_for(0, 1)
        other.notifier.due("t1", {0: 1})
        await one.pass_time(6 * MINUTE)
        await other.pass_time(6 * MINUTE)
        assert len(one.sent + other.sent) == 1
        one.wait_for(0, 2)
        other.notifier.due("t1", {0: 2})
        assert store.claim_contact(handle, 2, one.now, LEASE_MS)  # the one dies right here
        await other.pass_time(10 * MINUTE)
        assert other.sent == []
        await other.pass_time(LEASE_MS)
        assert len(other.sent) == 1

    asyncio.run(scenario())


def test_a_table_that_is_gone_is_no_trouble(store: SqliteStore) -> None:
    there = world(store)
    there.add()

    async def scenario() -> None:
        there.notifier.due("t1", {0: 1})
        await there.pass_time(HOUR)
        assert there.sent == []
        assert there.notifier._known == {}

    asyncio.run(scenario())


def test_a_hundred_thousand_moves_leave_nothing_behind(store: SqliteStore) -> None:
    there = world(store)

    async def scenario() -> None:
        for turn in range(1000):
            there.notifier.due("t1", dict.fromkeys(range(100), turn))
        assert len(there.notifier._fresh) == 100
        await there.pass_time(HOUR)
        assert (there.notifier._fresh, there.notifier._known, there.notifier._later) == ({}, {}, [])

    asyncio.run(scenario())


def test_it_runs_by_itself(store: SqliteStore) -> None:
    there = world(store, after_minutes=0.001)
    there.add()

    async def scenario() -> None:
        running = asyncio.create_task(there.notifier.run())
        there.wait_for(0, 1)
        there.now += MINUTE
        while not there.sent:
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(asyncio.wait_for(scenario(), 10))


@pytest.mark.parametrize(
    ("span", "zone", "at", "until"),
    [
        ("22:00-08:00", "Europe/Paris", "2026-03-29T01:30", "2026-03-29T06:00"),  # the clock goes forward
        ("22:00-08:00", "Europe/Paris", "2026-10-25T00:30", "2026-10-25T07:00"),  # ... and back
        ("12:00-14:00", "UTC", "2026-01-01T13:59", "2026-01-01T14:00"),
        ("12:00-14:00", "UTC", "2026-01-01T14:00", None),
        ("00:00-00:00", "UTC", "2026-01-01T14:00", None),
    ],
)  # fmt: skip
def test_quiet_hours_end_by_the_clock_on_the_wall(
    span: str, zone: str, at: str, until: str | None
) -> None:
    def ms(text: str) -> int:
        import datetime

        return int(datetime.datetime.fromisoformat(f"{text}+00:00").timestamp() * 1000)

    assert quiet_until(span, zone, ms(at)) == (0 if until is None else ms(until))


# To whom it would do harm


PRIVATE = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::", "::1",
    "fe80::1", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
    "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "fe80::1%eth0",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_behind_our_own_walls_is_called(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not outward.is_public(address)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
    named = (family, socket.SOCK_STREAM, 6, "", (address, 443))
    for found in ([named], [public, named]):  # also not beside one that would do
        monkeypatch.setattr(socket, "getaddrinfo", lambda *a, f=found, **k: f)
        with pytest.raises(outward.BadAddress, match="private"):
            outward.look_up(outward.read_url("https://innocent.example/hook"))


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_addresses_of_the_internet_are_called(address: str) -> None:
    assert outward.is_public(address)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/", "notify.https"),
        ("ftp://example.org/", "notify.https"),
        ("file:///etc/passwd", "notify.url"),
        ("gopher://example.org:70/_x", "notify.https"),
        ("https://user:pass@example.org/", "notify.url"),
        ("https://example.org:22/", "notify.port"),
        ("https://example.org:99999/", "notify.url"),
        ("https:///path", "notify.url"),
        ("https://example.org/a b", "notify.url"),
        ("https://example.org/\r\nX-Evil: 1", "notify.url"),
        ("https://example.org/#part", "notify.url"),
        ("https://exämple.org/", "notify.url"),
        ("https://example.org/" + "x" * 2000, "notify.url"),
        ("https://[::1", "notify.url"),
        ("", "notify.url"),
    ],
)
def test_what_is_no_address_to_call_is_refused(url: str, code: str) -> None:
    with pytest.raises(outward.BadAddress) as caught:
        outward.read_url(url)
    assert caught.value.code == code


def test_the_address_that_was_looked_at_is_the_one_that_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that says something else the second time it is asked gains nothing."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def twice(host: str, *rest: Any, **more: Any) -> Any:
        asked.append(host)
        if host == "rebinding.example":
            answer = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, 443))]
        return real(host, *rest, **more)

    called: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        called.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", twice)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(outward.Unreachable):
        outward.post("https://rebinding.example/", b"", {})
    assert called == [("93.184.216.34", 443)]


def test_nobody_is_sent_elsewhere() -> None:
    with HttpSink() as first, HttpSink() as second:
        first.statuses, first.headers = [307], {"location": second.url}
        assert outward.post(first.url, b"x", {}, private=True)[0] == 307
        assert second.posted == []


def test_a_server_that_dawdles_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def dribble() -> None:
            connection, _ = listening.accept()
            with connection:
                for _ in range(100):
                    try:
                        connection.sendall(b"H")
                    except OSError:
                        return
                    time.sleep(0.1)

        threading.Thread(target=dribble, daemon=True).start()
        start = time.monotonic()
        with pytest.raises(outward.Unreachable):
            outward.post(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"x", {}, private=True)
        assert time.monotonic() - start < 3


def test_a_certificate_has_to_be_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tls = certificate(tmp_path)
    with HttpSink(tls) as sink:
        with pytest.raises(outward.Unreachable, match="SSL"):
            outward.post(sink.url, b"x", {}, private=True)
        with trusting(tls[0], monkeypatch):
            assert outward.post(sink.url, b"x", {}, private=True)[0] == 200
        assert [each.body for each in sink.posted] == [b"x"]


@pytest.mark.parametrize(
    "text",
    ["", "ana", "@b.org", "ana@", "ana@localhost", "a b@c.org", "a@b.org\nBcc: x@y.org", "a@b..org",
     "a@-b.org", "<a@b.org>", "a@b.org, c@d.org", "é@b.org", "a@" + "b" * 300 + ".org", "a\0@b.org"],
)  # fmt: skip
def test_what_is_no_address_for_mail_is_refused(text: str) -> None:
    assert not is_address(text)
    channel = MailChannel(MAIL, Links("https://example.org"))
    with pytest.raises(YupanaError, match="mail-address"):
        channel.details(NotifyWish("mail", text))


def test_addresses_are_shown_so_that_only_their_owner_knows_them() -> None:
    assert is_address("ana+games@mail.example.org")
    assert hidden("ana+games@mail.example.org") == "a...@mail.example.org"


# How: mail


def contact(kind: ContactKind, address: str, details: Details = Details()) -> Contact:  # noqa: B008
    return Contact(
        handle="handle-1",
        table="t1",
        seat=0,
        kind=kind,
        address=address,
        details=msgspec.json.encode(details).decode(),
        made_ms=NOW,
    )


def notice(table: str = "t1", game: str = "temple") -> Notice:
    return Notice(
        table=table, code="KWXT", game=game, seat=0, turn=3, since_ms=NOW,
        url=f"https://example.org/t/{table}",
    )  # fmt: skip


def mail_to(sink: SmtpSink, **more: Any) -> MailChannel:
    settings = {"host": "localhost", "sender": "Yupana <yupana@example.org>", "security": "none"}
    return MailChannel(Mail(port=sink.port, **{**settings, **more}), Links("https://example.org"))


def test_a_mail_says_what_it_must_and_how_to_end_it() -> None:
    with SmtpSink() as sink:
        mail_to(sink).tell(contact("mail", "ana@example.org"), [notice(), notice("t2", "valley")])
        [mail] = sink.mails
    assert mail.to == "ana@example.org"
    assert mail.message["from"] == "Yupana <yupana@example.org>"
    assert mail.message["subject"] == "It is your turn at 2 tables"
    assert mail.message["auto-submitted"] == "auto-generated"
    assert "The Temple of Apikhabou KWXT: https://example.org/t/t1" in mail.text
    assert "https://example.org/t/t2" in mail.text
    remove = "https://example.org/notify?do=remove&k=handle-1"
    assert remove in mail.text
    assert mail.message["list-unsubscribe"] == f"<{remove}>"
    assert mail.message["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"


def test_a_mail_is_in_the_language_of_whoever_asked() -> None:
    with SmtpSink() as sink:
        mail_to(sink).tell(contact("mail", "ana@example.org", Details(language="fr")), [notice()])
        mail_to(sink).greet(contact("mail", "ana@example.org", Details(language="fr")))
    assert "votre tour" in sink.mails[0].message["subject"]
    assert "do=confirm&k=handle-1" in sink.mails[1].text
    assert "do=remove&k=handle-1" in sink.mails[1].text


def test_mail_goes_encrypted_and_with_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls = certificate(tmp_path)
    login = {"user": "yupana", "password": Secret("a password")}
    with SmtpSink(tls) as starttls, SmtpSink(tls, implicit=True) as implicit:
        for sink, security in ((starttls, "starttls"), (implicit, "tls")):
            channel = mail_to(sink, security=security, **login)
            with pytest.raises(Later):  # nobody vouches for the certificate
                channel.greet(contact("mail", "ana@example.org"))
            assert sink.mails == []
            with trusting(tls[0], monkeypatch):
                channel.greet(contact("mail", "ana@example.org"))
                wrong = mail_to(sink, security=security, user="yupana", password=Secret("no"))
                with pytest.raises(Later):
                    wrong.greet(contact("mail", "ana@example.org"))
            assert [(each.encrypted, each.user) for each in sink.mails] == [(True, "yupana")]


def test_mail_is_never_sent_in_the_clear_by_accident() -> None:
    with SmtpSink() as sink:  # which offers no encryption
        with pytest.raises(Later):
            mail_to(sink, security="starttls").greet(contact("mail", "ana@example.org"))
        assert sink.mails == []


def test_a_mail_that_is_not_taken_is_told_from_one_that_never_will_be() -> None:
    with SmtpSink() as sink:
        sink.codes = {"never@example.org": 550, "later@example.org": 451}
        with pytest.raises(Gone):
            mail_to(sink).greet(contact("mail", "never@example.org"))
        with pytest.raises(Later):
            mail_to(sink).greet(contact("mail", "later@example.org"))
    with pytest.raises(Later):
        mail_to(sink).greet(contact("mail", "ana@example.org"))  # nobody is there


# How: webhooks


def test_a_webhook_is_signed_so_that_nobody_else_can_send_it() -> None:
    with HttpSink() as sink:
        channel = WebhookChannel(private=True)
        details = channel.details(NotifyWish("webhook", f"{sink.url}/hook?a=1"))
        channel.tell(contact("webhook", f"{sink.url}/hook?a=1", details), [notice()])
        [posted] = sink.posted
    assert posted.path == "/hook?a=1"
    seconds, signature = re.fullmatch(
        r"t=(\d+),v1=([0-9a-f]{64})", posted.headers["x-yupana-signature"]
    ).groups()  # type: ignore[union-attr]
    assert abs(int(seconds) - time.time()) < 60
    text = seconds.encode() + b"." + posted.body
    assert details.secret is not None
    assert hmac.new(details.secret.encode(), text, "sha256").hexdigest() == signature
    assert sign(details.secret, posted.body + b" ", int(seconds)) != f"t={seconds},v1={signature}"
    assert json.loads(posted.body) == {
        "v": 1, "event": "due", "table": "t1", "code": "KWXT", "game": "temple", "seat": 0, "turn": 3,
        "since_ms": NOW, "url": "https://example.org/t/t1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("status", "raised"),
    [(200, None), (204, None), (302, Later), (404, Later), (410, Gone), (500, Later), (429, Later)],
)
def test_answers_of_webhooks(status: int, raised: type[Exception] | None) -> None:
    with HttpSink() as sink:
        sink.statuses, sink.headers = [status], {"retry-after": "120"}
        hook = contact("webhook", sink.url, Details(secret="x"))
        if raised is None:
            WebhookChannel(private=True).tell(hook, [notice()])
            return
        with pytest.raises(raised) as caught:
            WebhookChannel(private=True).tell(hook, [notice()])
        if isinstance(caught.value, Later):
            assert caught.value.seconds == 120


# How: notices of the browser


class Browser:
    """What a browser does on its side, written from the RFCs."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)

    @property
    def keys(self) -> dict[str, str]:
        public = push.public_bytes(self.key.public_key())
        return {"p256dh": push.encode(public), "auth": push.encode(self.auth)}

    def read(self, body: bytes) -> Any:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size == 4096
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), point)
        own = push.public_bytes(self.key.public_key())

        def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = hkdf(shared, self.auth, b"WebPush: info\0" + own + theirs, 32)
        key = hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        return json.loads(text[:-1])


def test_encryption_is_that_of_the_rfc() -> None:
    """RFC 8291, appendix A, to the byte."""
    private = push.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    keys = push.Keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    sealed = push.encrypt(
        b"When I grow up, I want to be a watermelon",
        keys,
        own=ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1()),
        salt=push.decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.fixture
def push_key(tmp_path: Path) -> Path:
    file = tmp_path / "push.pem"
    assert main(["push-key", str(file)]) == 0
    return file


def test_a_notice_reaches_the_browser_and_nobody_else(push_key: Path) -> None:
    browser = Browser()
    with HttpSink() as service:
        channel = PushChannel(Push(key=push_key, contact="mailto:a@example.org"), private=True)
        address = f"{service.url}/push/abc"
        details = channel.details(NotifyWish("push", address, keys=browser.keys))
        channel.tell(contact("push", address, details), [notice()])
        [posted] = service.posted
    assert browser.read(posted.body) == {
        "title": "It is your turn",
        "body": "The Temple of Apikhabou KWXT",
        "tag": "t1",
        "url": "https://example.org/t/t1",
    }
    assert b"temple" not in posted.body
    headers = posted.headers
    assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "normal")
    assert 0 < int(headers["ttl"]) <= 24 * 3600
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers["topic"])
    _check_vapid(headers["authorization"], service.url, channel.public_key)


def _check_vapid(header: str, audience: str, public: str) -> None:
    """RFC 8292, by hand."""
    token, key = re.fullmatch(r"vapid t=([^,]+), k=(.+)", header).groups()  # type: ignore[union-attr]
    assert key == public
    head, claims, signature = token.split(".")
    assert json.loads(push.decode(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(push.decode(claims))
    assert (said["aud"], said["sub"]) == (audience, "mailto:a@example.org")
    assert 0 < said["exp"] - time.time() <= 24 * 3600
    raw = push.decode(signature)
    both = utils.encode_dss_signature(
        int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    )
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decode(key))
    point.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(("status", "raised"), [(404, Gone), (410, Gone), (500, Later)])
def test_a_subscription_that_has_ended_is_told_from_a_service_that_is_down(
    push_key: Path, status: int, raised: type[Exception]
) -> None:
    with HttpSink() as service:
        service.statuses = [status]
        channel = PushChannel(Push(key=push_key, contact="mailto:a@example.org"), private=True)
        details = Details(keys=Browser().keys)
        with pytest.raises(raised):
            channel.tell(contact("push", service.url, details), [notice()])


def test_keys_that_are_none_are_refused(push_key: Path, tmp_path: Path) -> None:
    channel = PushChannel(Push(key=push_key, contact="mailto:a@example.org"), private=True)
    good = Browser().keys
    for keys in (
        {},
        {"p256dh": good["p256dh"]},
        {**good, "auth": "short"},
        {**good, "p256dh": good["p256dh"][:-2]},
        {**good, "p256dh": push.encode(bytes(65))},
        {**good, "more": "x"},
        {**good, "auth": "\x00"},
    ):
        with pytest.raises(YupanaError, match="push-keys"):
            channel.details(NotifyWish("push", "http://localhost:1/x", keys=keys))
    assert push_key.stat().st_mode & 0o077 == 0
    assert main(["push-key", str(push_key)]) == 1  # never over one that is in use
    (tmp_path / "no.pem").write_text("no key")
    with pytest.raises(YupanaError, match="push-key"):
        push.read_key(tmp_path / "no.pem")


def test_a_notice_that_is_too_long_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="short"):
        push.encrypt(b"x" * 4000, push.Keys(**Browser().keys))


# All of it, with a real server


class Told:
    """A server that tells people, and the servers of theirs."""

    def __init__(self, server: Server, mails: SmtpSink, web: HttpSink) -> None:
        self.server, self.mails, self.web = server, mails, web

    def host(self, seats: int = 2) -> tuple[Host, list[str]]:
        host = Host(self.server, {"game": "temple", "seats": seats})
        return host, [host.sit(seat=seat) for seat in range(seats)]

    def ask(self, host: Host, secret: str, **wish: Any) -> Any:
        return self.server.post(f"{host.at}/notify", wish, secret)

    def contacts(self, host: Host, secret: str) -> Any:
        return self.server.get(f"{host.at}/notify", secret).json()["contacts"]

    def link(self, do: str) -> str:
        """The link in the newest mail."""
        found = re.search(
            rf"https://yupana\.example\.org(/notify\?do={do}&k=\S+)", self.mails.mails[-1].text
        )
        assert found is not None
        return found[1]

    def wait(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + 15
        while not ready():
            assert time.monotonic() < end
            time.sleep(0.02)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("notify")
    push.make_key(folder / "push.pem")
    with SmtpSink() as mails, HttpSink() as web:
        settings = {
            "after_minutes": 0.005,
            "attention_minutes": 0.01,
            "asks_per_hour": 1000,
            "webhooks": True,
            "private_addresses": True,
            "mail": {
                "host": "localhost", "port": mails.port, "security": "none",
                "sender": "yupana@example.org", "every_hours": 0,
            },
            "push": {"key": str(folder / "push.pem"), "contact": "mailto:a@example.org"},
        }  # fmt: skip
        url = "https://yupana.example.org"
        with Server(folder / "data", notify=settings, public_url=url) as server:
            yield Told(server, mails, web)


def test_somebody_is_told_by_mail_after_saying_so_and_no_more_after_saying_that(told: Told) -> None:
    host, (ana, bob) = told.host()
    asked = told.ask(host, ana, kind="mail", address="ana@example.org", language="fr")
    assert asked.status_code == 201, asked.text
    assert asked.json()["address"] == "a...@example.org"
    assert asked.json()["confirmed"] is False
    assert told.mails.mails[-1].to == "ana@example.org"
    assert told.contacts(host, bob) == []  # nobody else's
    [own] = told.contacts(host, ana)
    assert (own["seat"], own["confirmed"]) == (0, False)

    before = len(told.mails.mails)
    host.do({"do": "begin", "bot": "uniform"})
    time.sleep(1)
    assert len(told.mails.mails) == before  # not before it was confirmed

    link = told.link("confirm")
    page = told.server.get(link)
    assert page.status_code == 200
    assert '<form method="post"' in page.text
    assert told.contacts(host, ana)[0]["confirmed"] is False  # to look at it does nothing
    assert told.server.http.post(link).status_code == 200
    assert told.contacts(host, ana)[0]["confirmed"] is True
    told.wait(lambda: len(told.mails.mails) > before)  # it was her turn all the time
    mail = told.mails.mails[-1]
    assert (
        "c’est votre tour" in mail.message["subject"]
        or "c'est votre tour" in mail.message["subject"]
    )
    assert f"https://yupana.example.org/t/{host.table}" in mail.text
    assert not any(secret in str(mail.message) for secret in (ana, bob, host.secret))

    remove = told.link("remove")
    one_click = told.server.http.post(remove, data={"List-Unsubscribe": "One-Click"})
    assert one_click.status_code == 200
    assert told.contacts(host, ana) == []
    assert told.server.get(remove).status_code == 403
    count = len(told.mails.mails)
    move = host.view(ana)["moves"][0]
    host.do({"do": "move", "text": move}, ana)
    host.do({"do": "move", "text": host.view(bob)["moves"][0]}, bob)
    time.sleep(1)
    assert len(told.mails.mails) == count


def test_somebody_is_told_by_webhook_turn_after_turn(told: Told) -> None:
    host, (ana, bob) = told.host()
    asked = told.ask(host, ana, kind="webhook", address=f"{told.web.url}/{host.table}")
    assert asked.status_code == 201, asked.text
    secret = asked.json()["secret"]
    assert len(secret) == 48
    assert told.contacts(host, ana)[0]["secret"] is None  # told once

    def mine() -> list[dict[str, Any]]:
        return [json.loads(each.body) for each in told.web.posted if each.path == f"/{host.table}"]

    assert mine() == [{"v": 1, "event": "hello", "table": host.table}]
    host.do({"do": "begin", "bot": "uniform"})
    told.wait(lambda: len(mine()) == 2)
    assert (mine()[1]["event"], mine()[1]["seat"], mine()[1]["turn"]) == ("due", 0, 0)
    time.sleep(0.7)
    assert len(mine()) == 2  # once for a turn
    for seat in (ana, bob):
        host.do({"do": "move", "text": host.view(seat)["moves"][0]}, seat)
    told.wait(lambda: len(mine()) == 3)
    assert mine()[2]["turn"] == 1
    posted = next(each for each in told.web.posted if each.path == f"/{host.table}")
    seconds = int(posted.headers["x-yupana-signature"].partition(",")[0].removeprefix("t="))
    assert posted.headers["x-yupana-signature"] == sign(secret, posted.body, seconds)


def test_somebody_is_told_by_their_browser(told: Told) -> None:
    host, (ana, _) = told.host()
    browser = Browser()
    offers = told.server.get(f"{host.at}/notify", ana).json()["offers"]
    assert offers["mail"] is offers["webhook"] is True
    assert len(push.decode(offers["push"])) == 65
    address = f"{told.web.url}/push/{host.table}"
    asked = told.ask(host, ana, kind="push", address=address, keys=browser.keys)
    assert (asked.status_code, asked.json()["address"]) == (201, "localhost")
    assert "auth" not in asked.text
    host.do({"do": "begin", "bot": "uniform"})

    def mine() -> list[bytes]:
        return [each.body for each in told.web.posted if each.path == f"/push/{host.table}"]

    told.wait(lambda: bool(mine()))
    assert browser.read(mine()[0])["url"] == f"https://yupana.example.org/t/{host.table}"


def test_a_seat_sees_and_removes_its_own_and_nothing_else(told: Told) -> None:
    host, (ana, bob) = told.host()
    for number in range(5):
        asked = told.ask(host, ana, kind="webhook", address=f"{told.web.url}/{number}")
        assert asked.status_code == 201
    again = told.ask(host, ana, kind="webhook", address=f"{told.web.url}/3")
    assert again.status_code == 201  # in place of the old one
    more = told.ask(host, ana, kind="webhook", address=f"{told.web.url}/6")
    assert more.json()["code"] == "notify.most"
    handles = [each["handle"] for each in told.contacts(host, ana)]
    assert len(handles) == 5
    at, http = f"{host.at}/notify", told.server.http

    def drop(secret: str, handle: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
        query = {} if handle is None else {"handle": handle}
        return http.delete(at, headers=headers, params=query)

    assert drop(bob, handles[0]).json() == {"dropped": 0}
    assert drop(host.secret).json() == {"dropped": 0}
    assert drop("ys_" + "x" * 32).status_code == 401
    assert drop(ana, handles[0]).json() == {"dropped": 1}
    assert drop(ana).json() == {"dropped": 4}
    assert told.contacts(host, ana) == []


def test_only_the_holder_of_a_seat_may_ask(told: Told) -> None:
    host, (ana, bob) = told.host()
    wish = {"kind": "webhook", "address": f"{told.web.url}/x"}
    assert told.ask(host, host.secret, **wish).json()["code"] == "table.which-seat"
    assert told.ask(host, bob, seat=0, **wish).status_code == 403
    other, _ = told.host()
    assert told.ask(other, ana, **wish).status_code == 401
    assert told.server.post(f"{host.at}/notify", wish).status_code == 401


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"kind": "mail", "address": "nobody"}, "notify.mail-address"),
        ({"kind": "webhook", "address": "nowhere"}, "notify.url"),
        ({"kind": "push", "address": "https://localhost/x"}, "notify.push-keys"),
        ({"kind": "mail", "address": "a@b.org", "quiet": "late"}, "notify.quiet"),
        ({"kind": "mail", "address": "a@b.org", "timezone": "../../etc/passwd"}, "notify.timezone"),
        ({"kind": "pigeon", "address": "loft"}, "wire.malformed"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(told: Told, wish: dict[str, Any], code: str) -> None:
    host, (ana, _) = told.host()
    assert told.ask(host, ana, **wish).json()["code"] == code
    assert told.contacts(host, ana) == []


def test_a_webhook_that_does_not_answer_is_not_kept(told: Told) -> None:
    host, (ana, _) = told.host()
    told.web.statuses = [500]
    asked = told.ask(host, ana, kind="webhook", address=f"{told.web.url}/no")
    assert asked.json()["code"] == "notify.no-answer"
    told.mails.codes["nobody@example.org"] = 550
    asked = told.ask(host, ana, kind="mail", address="nobody@example.org")
    assert asked.json()["code"] == "notify.no-answer"
    assert told.contacts(host, ana) == []


def test_nobody_can_have_a_stranger_written_to_again_and_again(told: Told) -> None:
    codes = []
    for _ in range(5):
        host, (ana, _) = told.host()
        codes.append(told.ask(host, ana, kind="mail", address="Stranger@example.org").status_code)
    assert codes == [201, 201, 201, 429, 429]


def test_one_address_of_the_network_cannot_ask_without_end(tmp_path: Path) -> None:
    with HttpSink() as web:
        settings = {"webhooks": True, "private_addresses": True, "asks_per_hour": 3}
        with Server(tmp_path, notify=settings) as server:
            host = Host(server, {"game": "temple", "seats": 5})
            codes = [
                server.post(
                    f"{host.at}/notify",
                    {"kind": "webhook", "address": f"{web.url}/{seat}"},
                    host.sit(seat=seat),
                ).status_code
                for seat in range(5)
            ]
        assert codes == [201, 201, 201, 429, 429]
        assert len(web.posted) == 3


def test_who_is_sent_away_and_whose_table_goes_is_told_nothing_more(told: Told) -> None:
    host, (ana, _) = told.host()
    told.ask(host, ana, kind="webhook", address=f"{told.web.url}/gone")
    host.do({"do": "unseat", "seat": 0})
    new = host.sit(seat=0)
    assert told.contacts(host, new) == []
    told.ask(host, new, kind="webhook", address=f"{told.web.url}/gone")
    assert len(told.contacts(host, new)) == 1
    host.do({"do": "offer", "seat": 0})
    host.do({"do": "consent", "yes": True}, new)
    links = told.server.post(f"{host.at}/links", {"role": "seat", "seat": 0}, host.secret)
    assert told.contacts(host, links.json()["secret"]) == []  # somebody else plays on


def test_a_link_that_leads_nowhere_opens_nothing(told: Told) -> None:
    for query in ("do=remove&k=nothing", "do=confirm&k=", "do=burn&k=nothing", ""):
        assert told.server.get(f"/notify?{query}").status_code == 403
        assert told.server.http.post(f"/notify?{query}").status_code == 403


def test_nothing_of_it_is_in_the_log_or_in_the_table(told: Told) -> None:
    host, (ana, _) = told.host()
    told.ask(host, ana, kind="mail", address="unmistakable@example.org")
    handle = parse_qs(urlsplit(told.link("remove")).query)["k"][0]
    told.server.get(told.link("confirm"))
    log = told.server.log.read_text()
    assert "unmistakable" not in log
    assert handle not in log
    assert "unmistakable" not in json.dumps(host.view(ana))


def test_a_server_that_was_not_set_up_for_it_says_so(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        host = Host(server, {"game": "temple", "seats": 1})
        ana = host.sit(seat=0)
        offers = server.get(f"{host.at}/notify", ana).json()["offers"]
        assert offers == {"mail": False, "webhook": False, "push": None}
        for kind in ("mail", "webhook", "push"):
            asked = server.post(f"{host.at}/notify", {"kind": kind, "address": "x"}, ana)
            assert asked.json()["code"] == "notify.not-here"


def test_after_a_restart_those_are_told_who_still_are_waited_for(tmp_path: Path) -> None:
    with HttpSink() as web:
        settings = {"after_minutes": 0.03, "webhooks": True, "private_addresses": True}
        with Server(tmp_path, notify=settings) as server:
            host = Host(server, {"game": "temple", "seats": 1})
            ana = host.sit(seat=0)
            asked = server.post(f"{host.at}/notify", {"kind": "webhook", "address": web.url}, ana)
            assert asked.status_code == 201, asked.text
            host.do({"do": "begin", "bot": "uniform"})
            server.kill()
            assert len(web.posted) == 1  # the greeting
            server.start()
            end = time.monotonic() + 15
            while len(web.posted) < 2:
                assert time.monotonic() < end
                time.sleep(0.05)
            assert json.loads(web.posted[1].body)["event"] == "due"
            server.kill()
            server.start()
            time.sleep(3)
            assert len(web.posted) == 2  # that turn was told
