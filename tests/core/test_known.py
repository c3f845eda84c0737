"""Types are worked out before threads meet them."""

from __future__ import annotations

import subprocess
import sys

THREADS = """
import sys, threading
from yupana.games import GAMES
from yupana.server.log import KINDS
import msgspec

sys.setswitchinterval(1e-6)
together = threading.Barrier(8)

def all_at_once():
    together.wait()
    for kind in GAMES.values():
        kind(kind.seats_allowed[-1])
    for name, kind in KINDS.items():
        try:
            msgspec.json.decode(b'{"kind":"%s"}' % name.encode(), type=kind)
        except msgspec.ValidationError:
            pass

threads = [threading.Thread(target=all_at_once) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
"""


def test_threads_that_set_up_games_at_once_do_not_end_the_process() -> None:
    """Without `make_known`, four processes out of five end with a segmentation fault."""
    for _ in range(4):
        ran = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, check=False)
        assert ran.returncode == 0, ran.stderr
