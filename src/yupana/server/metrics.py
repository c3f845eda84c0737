"""Figures for whoever runs a server: counts and latencies, in the text form of Prometheus."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds in seconds."""

ABOUT = {
    "commits": "Transactions that added to logs.",
    "appends": "Appends of a table; several may share a transaction.",
    "entries": "Entries added to logs.",
    "acks": "Commands acknowledged.",
    "duplicates": "Commands that were in the log already.",
    "refusals": "Commands and requests refused.",
    "views": "Whole views sent.",
    "ticks": "Ticks sent in place of a view.",
    "aborted": "Sockets dropped for not reading.",
    "bot_moves": "Moves of bots.",
    "bot_failures": "Times a bot's process died or overran, and any legal move was taken.",
    "reloads": "Times a log had moved on and was read again.",
    "rereads": "Times a table ended over a fault of ours and was read again.",
    "notices": "Messages to people who are waited for.",
    "notices_failed": "Messages to people that could not be sent, tries included.",
}
LATENCIES = {
    "commit": "Seconds for one transaction.",
    "ack": "Seconds from a command's arrival to its acknowledgement.",
}


Gauges = Mapping[str, tuple[str, float]]
"""By name: what it is, and its value."""


class Histogram:
    def __init__(self) -> None:
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.buckets[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds


class Metrics:
    """Counts from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._latencies = {name: Histogram() for name in LATENCIES}

    def count(self, name: str, by: int = 1) -> None:
        assert name in ABOUT, name
        with self._lock:
            self._counts[name] += by

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def took(self, name: str, seconds: float) -> None:
        with self._lock:
            self._latencies[name].add(seconds)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.took(name, time.perf_counter() - start)

    def quantile(self, name: str, part: float) -> float | None:
        """Seconds below which this part of all fell, as far as the buckets tell: an upper bound, endless
        beyond the last of them. None: there were none."""
        with self._lock:
            buckets = list(self._latencies[name].buckets)
        wanted, so_far = part * sum(buckets), 0
        for bound, count in zip((*BUCKETS, inf), buckets, strict=True):
            so_far += count
            if so_far and so_far >= wanted:
                return bound
        return None

    def text(self, gauges: Gauges) -> str:
        """All of it; `gauges` are what stands now."""
        lines: list[str] = []
        for name, (about, value) in gauges.items():
            shown = "+Inf" if value == inf else value
            lines += [*_heading(name, about, "gauge"), f"yupana_{name} {shown}"]
        with self._lock:
            for name, about in ABOUT.items():
                lines += _heading(f"{name}_total", about, "counter")
                lines.append(f"yupana_{name}_total {self._counts[name]}")
            for name, about in LATENCIES.items():
                lines += self._histogram(name, about)
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str, about: str) -> list[str]:
        histogram = self._latencies[name]
        lines = _heading(f"{name}_seconds", about, "histogram")
        so_far = 0
        for bound, count in zip((*BUCKETS, "+Inf"), histogram.buckets, strict=True):
            so_far += count
            lines.append(f'yupana_{name}_seconds_bucket{{le="{bound}"}} {so_far}')
        lines.append(f"yupana_{name}_seconds_sum {histogram.total:.6f}")
        lines.append(f"yupana_{name}_seconds_count {so_far}")
        return lines


def _heading(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP yupana_{name} {about}", f"# TYPE yupana_{name} {kind}"]
