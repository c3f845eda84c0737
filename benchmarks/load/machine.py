"""What a process costs, and what machine it runs on. Reads /proc: Linux."""

from __future__ import annotations

import math
import os
import platform
import sqlite3
import statistics
import subprocess
import time
from pathlib import Path

from msgspec import Struct

TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """What the process has used of the processors, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid: int) -> int:
    """Bytes of the process that are in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)


class Machine(Struct, frozen=True):
    """What the figures were taken on."""

    cpu: str
    cores: int
    memory_gb: float
    system: str
    python: str
    sqlite: str
    node: str
    sync_ms: float
    """One write of 4 kB and fdatasync, median of 50."""
    sync_p99_ms: float
    busy: float
    """Processes that wanted to run, on average over the minute before."""


def machine(folder: Path) -> Machine:
    info = Path("/proc/cpuinfo").read_text()
    name = next(
        (line.partition(":")[2].strip() for line in info.splitlines() if "model name" in line), "?"
    )
    total = int(Path("/proc/meminfo").read_text().split()[1]) / 2**20
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    middle, worst = disk(folder)
    return Machine(
        cpu=name,
        cores=len(os.sched_getaffinity(0)),
        memory_gb=round(total, 1),
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        node=node.stdout.strip(),
        sync_ms=round(middle * 1000, 2),
        sync_p99_ms=round(worst * 1000, 2),
        busy=round(os.getloadavg()[0], 2),
    )


def disk(folder: Path) -> tuple[float, float]:
    """Seconds that the disk takes to keep 4 kB for good: in the middle, and at worst."""
    path = folder / "sync"
    took = []
    with path.open("wb", buffering=0) as file:
        for _ in range(50):
            start = time.perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - start)
    path.unlink()
    return statistics.median(took), max(took)


def percentile(values: list[float], percent: float) -> float:
    """The smallest of the values that at least so many percent do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * percent / 100) - 1)]
