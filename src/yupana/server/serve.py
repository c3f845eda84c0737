"""Starting and stopping a server: `yupana serve`. Opens the store, says where it is, ends cleanly.

One process by default, with SQLite. With `--store postgresql://...` several of them may serve one
database. A store that fails ends the process with code 70; start it again and it reads the log.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import socket
import sys
import time
from types import FrameType
from typing import Any, TextIO

import segno
import uvicorn
from starlette.applications import Starlette

from yupana.server.app import make_app
from yupana.server.bots import Thinkers
from yupana.server.connections import connections
from yupana.server.doors import Settings
from yupana.server.house import House
from yupana.server.hub import Hub
from yupana.server.options import Options
from yupana.server.retention import keep_of
from yupana.server.seats import redact
from yupana.server.sqlite import SqliteStore
from yupana.server.store import Store
from yupana.words import words

DATABASE = "yupana.db"


def open_store(options: Options) -> Store:
    if options.store is not None:
        from yupana.server.postgres import PostgresStore  # only where its driver is installed

        return PostgresStore(options.store)
    options.data.mkdir(parents=True, exist_ok=True)
    return SqliteStore(options.data / DATABASE)


def application(options: Options, store: Store) -> Starlette:
    """The ASGI application on an open store."""
    public = options.public_url
    settings = Settings(
        public_url=public,
        lan_url=addresses(options)[1],
        secure=options.tls_cert is not None or (public or "").startswith("https://"),
        limits=options.limits,
        metrics_token=options.metrics_token,
        hosts=own_hosts(options),
    )
    house = House(options, store)

    def make_hub() -> Hub:
        processes = options.bot_processes or os.cpu_count() or 1
        thinkers = Thinkers(processes, options.bot_seconds)
        return Hub(
            store,
            thinkers=thinkers,
            several=options.store is not None,
            keep=keep_of(options.retention),
            most_unstarted=options.limits.unstarted,
            due=house.due,
        )

    return make_app(make_hub, settings, house)


class Server(uvicorn.Server):
    """Says goodbye over the open sockets before it closes them."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """To be told to stop and to have stopped is no failure: the exit code is 0."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub = _hub(self.config)
        if hub is not None:
            hub.stopping = True
            hub.goodbye("server.stopping")
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def _hub(config: uvicorn.Config) -> Hub | None:
    app: Any = config.app
    found: Hub | None = getattr(app.state, "hub", None)
    return found


def main(options: Options, language: str = "en") -> int:
    """Serves until it is told to stop; the exit code."""
    set_up_log(sys.stderr)
    with open_store(options) as store:
        app = application(options, store)
        http, ws = connections(options.limits)
        config = uvicorn.Config(
            app,
            host=options.host,
            port=options.port,
            http=http,
            ws=ws,
            timeout_graceful_shutdown=5,
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=options.behind_proxy,
            forwarded_allow_ips=list(options.trusted_proxies),
            ssl_certfile=options.tls_cert,
            ssl_keyfile=options.tls_key,
        )
        if not options.quiet:
            announce(options, sys.stdout, language)
        spare_the_collector()
        Server(config).run()
    return 0


def spare_the_collector() -> None:
    """What is there by now stays for good, and what comes mostly goes without help: it is enough to
    look for the rest now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


# What is said in the terminal


def addresses(options: Options) -> tuple[str, str | None]:
    """Where this machine finds the server, and where others on the network do, if they can."""
    scheme = "https" if options.tls_cert is not None else "http"
    everywhere = options.host in ("0.0.0.0", "::", "")
    here = f"{scheme}://{'localhost' if everywhere else _bracketed(options.host)}:{options.port}/"
    if options.public_url is not None:
        return here, options.public_url
    address = lan_address() if everywhere else None
    return here, f"{scheme}://{address}:{options.port}/" if address else None


def own_hosts(options: Options) -> tuple[str, ...]:
    """The names that were set for this server, and the one that it listens at, if that is a name."""
    listens = () if options.host in ("0.0.0.0", "::", "") else (_bracketed(options.host),)
    return (*options.hosts, *listens) if options.public_url is None else options.hosts


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def lan_address() -> str | None:
    """The address by which this machine reaches its network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def announce(options: Options, out: TextIO, language: str = "en") -> None:
    """Both addresses, and the second as a QR to be photographed."""
    said = words(language)
    here, others = addresses(options)
    print(said.say("serve.on", address=here), file=out)
    if others is not None:
        print(said.say("serve.lan", address=others), file=out)
        segno.make(others, micro=False).terminal(out, compact=True)
    print(said.say("serve.stop"), file=out, flush=True)


# Logs


class Lines(logging.Formatter):
    """One JSON object a line, every secret blotted out."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        facts |= getattr(record, "facts", {})
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return redact(json.dumps(facts, ensure_ascii=False))


def set_up_log(out: TextIO) -> None:
    handler = logging.StreamHandler(out)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
