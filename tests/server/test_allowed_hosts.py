"""The Host header: a name that is not ours gets nothing, so that another site's name pointed at us is of no use."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
import zoneinfo
from pathlib import Path

import pytest

from tests.server.client import Server
from yupana.server import process_limits
from yupana.server.allowed_hosts import AllowedHosts, BadHost, WrongHost, machine_names, read_host
from yupana.server.app import GETS, POSTS
from yupana.server.config import ConfigError, read_config
from yupana.server.timezones import NoSuchZone, zone_of

PUBLIC = "https://yupana.example.org"


def headers(*hosts: str, **more: str) -> list[tuple[bytes, bytes]]:
    named = [(b"host", each.encode("latin-1")) for each in hosts]
    return named + [(name.encode(), value.encode()) for name, value in more.items()]


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "[fd00::7]", "192.168.1.20:8000", "10.0.0.1", "203.0.113.9",
     "localhost:8000", "LocalHost", "games.lan", "GAMES.lan.:80", socket.gethostname(),
     socket.gethostname().partition(".")[0] + ".local:8000"],
)  # fmt: skip
def test_a_server_at_home_is_found_by_address_and_by_its_own_names(host: str) -> None:
    AllowedHosts(more=["Games.lan"]).check(headers(host))


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "local",
     "xgames.lan", "games.lan.evil.example", "0x7f.1"],
)  # fmt: skip
def test_another_name_is_misdirected(host: str) -> None:
    for allowed in (AllowedHosts(more=["games.lan"]), AllowedHosts(PUBLIC, ["games.lan"])):
        with pytest.raises(WrongHost):
            allowed.check(headers(host), client="127.0.0.1")


@pytest.mark.parametrize(
    "host",
    ["", "[", "[::1", "::1", "a b", "a/b", "a@b", "-a", "a-", "a..b", "\x01", "caf\xe9.lan", "a:b", "a:1:2", "a:999999", "[127.0.0.1]",
     "[v1.x]", "x" * 64, "x." * 130],
)  # fmt: skip
def test_what_is_no_host_is_a_bad_request(host: str) -> None:
    with pytest.raises(BadHost):
        AllowedHosts().check(headers(host))


def test_there_is_exactly_one() -> None:
    for none_or_two in (headers(), headers("localhost", "localhost"), headers("localhost", "evil")):
        with pytest.raises(BadHost):
            AllowedHosts().check(none_or_two)
    AllowedHosts().check(headers(), http_version="1.0")


def test_a_public_server_answers_to_its_public_name() -> None:
    allowed = AllowedHosts(f"{PUBLIC}:8443/", ["other.example.org"])
    for host in ("yupana.example.org", "YUPANA.example.org:443", "other.example.org"):
        allowed.check(headers(host), client="192.0.2.1")
    for host in ("192.168.1.20", "localhost", "127.0.0.1", *machine_names()):
        with pytest.raises(WrongHost) as refused:
            allowed.check(headers(host), client="192.0.2.1")
        assert refused.value.facts["url"] == f"{PUBLIC}:8443/"


def test_a_program_on_the_same_machine_may_use_its_loopback_address() -> None:
    allowed = AllowedHosts(PUBLIC)
    for host in ("127.0.0.1:8000", "[::1]:8000", "localhost:8000"):
        allowed.check(headers(host), client="127.0.0.1")
        allowed.check(headers(host), client="::1")
        for client in ("192.0.2.1", "", None, "testclient"):
            with pytest.raises(WrongHost):
                allowed.check(headers(host), client=client)
        with pytest.raises(WrongHost):
            allowed.check(headers(host, **{"x-forwarded-for": "192.0.2.1"}), client="127.0.0.1")


def test_probes_may_use_any_address() -> None:
    allowed = AllowedHosts(PUBLIC)
    for path in ("/healthz", "/metrics"):
        allowed.check(headers("10.1.2.3:8000"), path, client="10.1.2.9")
        with pytest.raises(WrongHost):
            allowed.check(headers("evil.example"), path, client="10.1.2.9")


def test_names_of_any_language_can_be_set() -> None:
    AllowedHosts("https://büchertisch.example").check(headers("xn--bchertisch-9db.example"))
    assert read_host("Games.LAN.") == "games.lan"


@pytest.mark.parametrize("names", ["a b", "http://games.lan", "games.lan/x", "[", "x" * 300])
def test_a_name_that_is_none_is_refused_at_the_start(names: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_config({"hosts": names}, environment={})
    assert refused.value.facts["field"] == "hosts"
    assert read_config({"hosts": "games.lan, 10.0.0.7"}, environment={}).options.hosts == (
        "games.lan",
        "10.0.0.7",
    )


def test_a_public_address_that_is_none_is_refused_at_the_start() -> None:
    for url in ("http://[", "https://[::1", "https://a b.example", "https://x..y"):
        with pytest.raises(ConfigError):
            read_config({"public_url": url}, environment={})


ATTACK = {"host": "evil.example", "origin": "http://evil.example"}


def test_dns_rebinding_reads_and_does_nothing(tmp_path: Path) -> None:
    """A page at evil.example whose name points at us: its browser sends that name, and an origin that fits it."""
    with Server(tmp_path) as server:
        opened = server.http.post("/api/tables", json={"game": "temple", "seats": 1}).json()
        at = {"table": opened["table"], "code": opened["code"], "game": "temple", "n": "0"}
        key = {"authorization": f"Bearer {opened['host']}"}
        for path in [*GETS, "/static/x.js", "/words/x.ftl", "/admin", "/nowhere"]:
            answer = server.http.get(path.format_map(_Any(at)), headers={**ATTACK, **key})
            assert answer.status_code == 421, path
            assert answer.json()["code"] == "server.wrong-host"
        for path in POSTS:
            answer = server.http.post(
                path.format_map(_Any(at)),
                json={"game": "temple", "seats": 1},
                headers={**ATTACK, **key},
            )
            assert answer.status_code == 421, path
        socket_ = {"upgrade": "websocket", "connection": "upgrade", "sec-websocket-version": "13",
                   "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
        path = f"/api/tables/{opened['table']}/ws"
        assert server.http.get(path, headers={**ATTACK, **socket_, **key}).status_code == 421
        page = server.http.get(
            "/", headers={**ATTACK, "accept": "text/html", "accept-language": "fr"}
        )
        assert page.status_code == 421
        assert page.headers["content-type"].startswith("text/plain")
        assert "--set hosts=evil.example" in page.text
        assert page.text.count("\n") == 1
        assert server.http.get("/", headers={"host": "["}).status_code == 400
        assert server.http.get("/", headers={"host": f"localhost:{server.port}"}).status_code == 200
        assert "Traceback" not in server.log.read_text()


class _Any(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "x"


# Odd headers


ODD = ["\x01", "\x7f", "\xff\xfe", "=;=;", '"\\001"', "yupana", "yupana=a:b\x01", 'yupana="\\012:x"',
       "yupana=x:y.\x85:z", "%ff%00", "yupana-look=lang-\x85", "[", "٣", "-1", "1e9", "9" * 400, "🎲".encode().decode("latin-1")]  # fmt: skip


def test_odd_headers_and_queries_are_answered(tmp_path: Path) -> None:
    """Whatever somebody sends: a refusal or a page, never a traceback."""
    with Server(tmp_path, admin_token="0123456789abcdef") as server:
        opened = server.http.post("/api/tables", json={"game": "temple", "seats": 1}).json()
        table = opened["table"]
        paths = [
            "/",
            f"/t/{table}",
            f"/j/{opened['code']}",
            f"/api/tables/{table}",
            "/admin",
            "/api/tables",
            "/metrics",
            "/j",
        ]
        for odd in ODD:
            value = odd.encode("latin-1", "replace")
            for path in paths:
                sent: list[tuple[bytes, bytes]] = [
                    (name, b"yupana=" + value if name == b"cookie" else value)
                    for name in (
                        b"cookie",
                        b"accept-language",
                        b"accept",
                        b"authorization",
                        b"origin",
                        b"accept-encoding",
                    )
                ]
                for some in ([each] for each in sent):
                    _answered(server, path, some)
            for query in ("look", "lang", "status", "code", "n", "k"):
                _answered(server, f"/api/tables/{table}?{query}={_quoted(value)}", [])
                _answered(server, f"/?{query}={_quoted(value)}", [])
            _answered(server, f"/api/tables/{_quoted(value)}/about", [])
            body = {"key": opened["host"]}
            answer = server.http.post(
                "/api/session", json=body,
                headers=[(b"cookie", b"yupana=" + value), (b"origin", server.base.encode())],
            )  # fmt: skip
            assert answer.status_code < 500, odd
        log = server.log.read_text()
    assert "Traceback" not in log
    assert '"status": 500' not in log


def _quoted(value: bytes) -> str:
    return "".join(f"%{byte:02x}" for byte in value)


def _answered(server: Server, path: str, sent: list[tuple[bytes, bytes]]) -> None:
    """An answer that is no fault of ours; the server may also refuse to read such a header at all (400)."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        lines = [b"GET %b HTTP/1.1" % path.encode(), b"host: 127.0.0.1", b"connection: close"]
        line.sendall(b"\r\n".join([*lines, *(b"%b: %b" % each for each in sent)]) + b"\r\n\r\n")
        start = line.makefile("rb").readline()
    assert start.startswith(b"HTTP/1.1 "), (path, sent)
    assert int(start.split()[1]) < 500, (path, sent)


# Where the system has less


def test_utc_needs_no_database_of_time_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows without the package tzdata."""
    monkeypatch.setitem(sys.modules, "tzdata", None)
    zoneinfo.reset_tzpath(to=[])
    zoneinfo.ZoneInfo.clear_cache()
    try:
        assert str(zone_of("UTC")) == "UTC"
        with pytest.raises(NoSuchZone):
            zone_of("Europe/Paris")
        assert read_config({}, environment={}).options.notify.timezone == "UTC"
    finally:
        zoneinfo.reset_tzpath()


def test_without_signals_and_priorities_a_worker_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.delattr(signal, "setitimer")
    monkeypatch.delattr(signal, "SIGALRM")
    process_limits.lower_priority(3)
    with process_limits.interrupted_after(0.001, TimeoutError):
        assert sum(range(100_000)) > 0


def test_what_overruns_is_interrupted() -> None:
    def overrun() -> None:
        with process_limits.interrupted_after(0.05, TimeoutError):
            time.sleep(60)

    with pytest.raises(TimeoutError):
        overrun()
