"""Ports for servers of tests: nobody else's while this process lives, and out of reach of those who call.

A port that the system chose may be given away again as the near end of somebody's connection while a killed server is
away, even of a connection to itself; so ours lie below those, and a lock keeps other test processes off.
"""

from __future__ import annotations

import fcntl
import socket
import tempfile
from pathlib import Path
from random import SystemRandom
from typing import IO

FIRST, LAST = 15_000, 32_000
"""The system hands out ports from 32768 on."""

_locks: list[IO[bytes]] = []


def own_port() -> int:
    """A port on which nobody listens, and which no other test will be given."""
    folder = Path(tempfile.gettempdir()) / "yupana-ports"
    folder.mkdir(exist_ok=True)
    for _ in range(1000):
        port = SystemRandom().randrange(FIRST, LAST)
        lock = (folder / str(port)).open("wb")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
            continue
        _locks.append(lock)
        return port
    raise AssertionError("no port is free")
