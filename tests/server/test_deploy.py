"""What deploy/ has for hosts: each file does what docs/hosting.md says, as far as this machine can show it."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.client import Server
from tests.server.exports import Host
from tests.server.ports import own_port
from tests.server.sinks import certificate
from yupana.server.config import read_config, settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
caddy = shutil.which("caddy")
systemd = shutil.which("systemd-analyze")


# Settings


def test_the_example_names_every_setting_with_its_default(tmp_path: Path) -> None:
    text = (DEPLOY / "yupana.toml").read_text("utf-8")
    assert read_config({}, DEPLOY / "yupana.toml", {}).options.backup.keep == 28
    for name in ("cert.pem", "key.pem", "push.pem"):
        (tmp_path / name).touch()
    whole = re.sub(r"^# (?=\[|\w+ = )", "", text, flags=re.MULTILINE)
    whole = whole.replace("/etc/yupana", str(tmp_path))
    whole = re.sub(
        r'^(\w*token|password) = ""', r'\1 = "0123456789abcdef"', whole, flags=re.MULTILINE
    )
    file = tmp_path / "whole.toml"
    file.write_text(whole)
    config = read_config({}, file, {})
    assert set(config.said) == {each.name for each in settings()}
    commented = tomllib.loads(re.sub(r"^# (?=\w+ = [\d\[tf])", "", text, flags=re.MULTILINE))
    chosen = tomllib.loads(text)
    for setting in settings():
        table, said = commented, chosen
        *groups, name = setting.name.split(".")
        for group in groups:
            table, said = table.get(group, {}), said.get(group, {})
        if name in table and name not in said:
            given = table[name]
            default = setting.default
            assert (tuple(given) if isinstance(given, list) else given) == default, setting.name


# systemd


@pytest.mark.skipif(systemd is None, reason="there is no systemd-analyze on this machine")
def test_systemd_takes_the_unit_and_finds_it_safe(tmp_path: Path) -> None:
    unit = tmp_path / "yupana.service"
    text = (DEPLOY / "yupana.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/yupana/bin/yupana", shutil.which("true") or ""))
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    about_it = [line for line in checked.stderr.splitlines() if "yupana.service" in line]
    assert (checked.returncode, about_it) == (0, [])
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert rated.returncode == 0, rated.stdout[-300:]


def test_the_unit_starts_again_after_a_failure_and_not_after_a_typo() -> None:
    text = (DEPLOY / "yupana.service").read_text("utf-8")
    assert "\nRestart=always\n" in text
    assert "\nRestartPreventExitStatus=2\n" in text
    assert "\nStartLimitIntervalSec=0\n" in text


# Bots


@pytest.mark.parametrize("recipe", ["deploy/Dockerfile", "docs/hosting.md"])
def test_hosts_install_what_the_better_bots_think_with(recipe: str) -> None:
    """As `make play` does: without it every level plays by the rules alone."""
    installs = re.findall(
        r"pip install --require-hashes([^&`]*?play\.txt[^&`]*?)\n",
        (ROOT / recipe).read_text("utf-8"),
    )
    assert installs
    for install in installs:
        assert "requirements/fast.txt" in install


def test_the_unit_lets_the_bots_compile() -> None:
    """Numba ends with a PermissionError where memory may not be written and then executed."""
    assert "\nMemoryDenyWriteExecute=no\n" in (DEPLOY / "yupana.service").read_text("utf-8")


# Containers


def test_the_image_is_built_from_hashes_and_runs_as_nobody() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    for install in re.findall(r"pip install(.*?)(?:&&|\n[A-Z#\n])", text, re.DOTALL):
        assert "--require-hashes" in install or "--no-index" in install
    assert re.search(r"^USER 10001:10001$", text, re.MULTILINE)
    assert "HEALTHCHECK" in text
    for name in re.findall(r"requirements/\w+\.txt", text):
        pins = (ROOT / name).read_text("utf-8")
        assert pins.count("--hash=sha256:") >= pins.count("=="), name
        assert "http" not in re.sub(r"#.*", "", pins), name
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8")
    for path in " ".join(copied).split():
        assert (ROOT / path).exists()
        assert f"!{path.rstrip('/')}\n" in ignored


# Proxies


@contextmanager
def running(arguments: list[str], port: int, log: Path) -> Iterator[None]:
    with log.open("wb") as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=out)
        try:
            end = time.monotonic() + 15
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < end, log.read_text()
                    time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait(10)


def nginx_config(folder: Path, port: int, plain: int, server: int, tls: tuple[Path, Path]) -> Path:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    text = re.sub(r"^    listen \[::\].*\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;")
    text = text.replace("/etc/letsencrypt/live/yupana.example.org/fullchain.pem", str(tls[0]))
    text = text.replace("/etc/letsencrypt/live/yupana.example.org/privkey.pem", str(tls[1]))
    text = text.replace("/var/log/nginx/", f"{folder}/")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    text = text.replace("allow 127.0.0.1;", "")  # the test itself comes from the world
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nworker_processes 1;\n"
        f"events {{}}\nhttp {{\n{temporary}{text}}}\n"
    )
    return file


def caddy_config(folder: Path, port: int, server: int, tls: tuple[Path, Path]) -> Path:
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    text = text.replace(
        "yupana.example.org {", f"https://yupana.example.org:{port} {{\n\ttls {tls[0]} {tls[1]}", 1
    )
    text = text.replace("/var/log/caddy/", f"{folder}/")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    text = text.replace("remote_ip 127.0.0.1 ::1", "remote_ip")
    file = folder / "Caddyfile"
    file.write_text(
        f"{{\n\tadmin off\n\tauto_https off\n\tgrace_period 1s\n\tstorage file_system {folder}\n}}\n{text}"
    )
    return file


@pytest.fixture(
    params=[
        pytest.param("nginx", marks=pytest.mark.skipif(nginx is None, reason="there is no nginx")),
        pytest.param("caddy", marks=pytest.mark.skipif(caddy is None, reason="there is no Caddy")),
    ]
)
def behind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, int, Path]]:
    """A server behind a proxy that was set up as we tell hosts to."""
    folder = tmp_path / "proxy"
    folder.mkdir()
    folder.chmod(0o777)
    tls, port = certificate(tmp_path / "tls"), own_port()
    options = {
        "behind_proxy": True,
        "public_url": "https://yupana.example.org",
        "admin_token": "0123456789abcdef",
    }
    with Server(tmp_path / "data", **options) as server:
        if request.param == "nginx":
            file = nginx_config(folder, port, own_port(), server.port, tls)
            arguments = [str(nginx), "-c", str(file), "-e", str(folder / "error.log")]
        else:
            file = caddy_config(folder, port, server.port, tls)
            arguments = [str(caddy), "run", "--config", str(file)]
        with running(arguments, port, folder / "out.log"):
            yield server, port, folder


def test_a_proxy_passes_on_what_it_should_and_nothing_else(
    behind: tuple[Server, int, Path],
) -> None:
    server, port, folder = behind
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    named = {"host": f"yupana.example.org:{port}"}
    host = Host(server, {"game": "temple", "seats": 2})
    seat = host.sit(seat=0)
    login = {"authorization": f"Bearer {seat}"}
    with httpx.Client(
        transport=httpx.HTTPTransport(verify=trusting),
        base_url=f"https://127.0.0.1:{port}",
        headers=named,
        timeout=20,
    ) as client:
        sni = {"sni_hostname": "yupana.example.org"}
        page = client.get("/privacy", extensions=sni)
        assert page.status_code == 200, (page.text, (folder / "out.log").read_text())
        assert "wss://yupana.example.org" in page.headers["content-security-policy"]
        assert page.headers["strict-transport-security"]
        for path in ("/metrics", "/admin", "/admin/tables"):
            assert client.get(path, extensions=sni).status_code in (403, 404), path
        # Refused before all of it was sent, so that what the answer says may be lost on its way.
        too_much = b"x" * 200_000
        with client.stream("POST", "/api/tables", content=too_much, extensions=sni) as refused:
            assert refused.status_code in (400, 413)
        made = client.post(
            "/api/tables",
            json={"game": "temple", "seats": 1},
            headers={"origin": "https://yupana.example.org"},
            extensions=sni,
        )
        assert made.status_code == 201
        _streams(client, host, login, sni)
        assert client.get("/notify?do=remove&k=a-secret", extensions=sni).status_code == 403
    _talks(host, seat, port, trusting)
    time.sleep(0.3)
    logged = (folder / "yupana.log").read_text()
    assert "/notify" in logged
    assert "a-secret" not in logged
    assert seat not in logged


def _streams(client: httpx.Client, host: Host, login: dict[str, str], sni: dict[str, str]) -> None:
    """What happens at the table comes at once, not when a buffer is full."""
    with client.stream("GET", f"{host.at}/stream", headers=login, extensions=sni) as stream:
        lines = (line for line in stream.iter_lines() if line)
        assert '"welcome"' in next(lines)
        assert '"view"' in next(lines)
        start = time.monotonic()
        assert (
            host.do({"do": "say", "phrase": "hello", "seat": 0}, login["authorization"][7:])["t"]
            == "ack"
        )
        while '"hello"' not in next(lines):
            pass
        assert time.monotonic() - start < 2


def _talks(host: Host, seat: str, port: int, trusting: ssl.SSLContext) -> None:
    url = f"wss://yupana.example.org:{port}{host.at}/ws"
    with connect(
        url,
        sock=socket.create_connection(("127.0.0.1", port), 5),
        ssl=trusting,
        server_hostname="yupana.example.org",
        additional_headers={"authorization": f"Bearer {seat}"},
        origin=Origin("https://yupana.example.org"),
    ) as socket_:
        socket_.send('{"t":"hello"}')
        assert '"welcome"' in str(socket_.recv(5))
        socket_.send('{"t":"ping","n":7}')
        while '"pong"' not in (said := str(socket_.recv(5))):
            pass
        assert '"n":7' in said
