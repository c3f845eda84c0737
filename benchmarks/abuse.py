"""How long twenty innocent people wait beside somebody who floods the server with WebSocket frames.

    python -m benchmarks.abuse [--seconds 5]

Each of them says something five times a second and waits for the acknowledgement; the abuser is a process of its own.
Printed for each abuser: median and 99th percentile, in milliseconds, and how the abuser was treated.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from random import Random

from msgspec import structs
from tests.chaos import raw
from tests.chaos.abuse import SHORT, Abuser, seat_them
from tests.chaos.abusers_frames import ABUSES
from tests.chaos.servers import Victim
from tests.chaos.verdict import Broken, folder, hold

from benchmarks.load.machine import percentile

TABLES, SEATS, PAUSE = 10, 2, 0.2


async def innocent_people(port: int, seconds: float) -> None:
    size = structs.replace(SHORT, tables=TABLES, seats=SEATS, pause=PAUSE)
    people = await seat_them(port, size, Random(1))
    lives = [asyncio.create_task(each.live(PAUSE)) for each in people]

    def report(name: str, seen: str) -> None:
        hold(not any(life.done() for life in lives), "somebody innocent was shown out")
        took = [1000 * second for each in people for second in each.took]
        for each in people:
            each.took.clear()
        middle, worst = statistics.median(took), percentile(took, 99)
        print(f"{name}: {middle:.1f} / {worst:.1f} ms of {len(took)}; {seen}", flush=True)

    await asyncio.sleep(seconds)
    report("nobody", "")
    for number, name in enumerate(ABUSES):
        given = ["abuse", name, str(port), str(number), str(seconds)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.abuse", *given, stdout=subprocess.PIPE
        )
        said, _ = await process.communicate()
        report(name, said.decode().strip())
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)


async def abuse(name: str, port: int, number: int, seconds: float) -> None:
    abuser = Abuser(port, structs.replace(SHORT, seconds=seconds), number, Random(number), False)
    await abuser.settle()
    try:
        await ABUSES[name](abuser)
    except Broken as broken:
        print(broken)
    else:
        print(dict(abuser.seen))


def main(given: Sequence[str]) -> int:
    if given and given[0] == "abuse":
        os.nice(10)
        raw.run(abuse(given[1], int(given[2]), int(given[3]), float(given[4])))
        return 0
    parser = argparse.ArgumentParser(description="innocent people beside abusers of frames")
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args(given)
    with folder() as data, Victim(data, limits={}) as server:
        raw.run(innocent_people(server.port, asked.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
