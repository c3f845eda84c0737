"""All that a run has measured, in one piece: what is written as JSON, and what the page is made of."""

from __future__ import annotations

from msgspec import Struct

from benchmarks.load.growth import Curve
from benchmarks.load.machine import Machine
from benchmarks.load.scenarios import FullTable, Idle, ManyTables
from benchmarks.load.waves import RealTable


class Results(Struct):
    """Of each load the figures by server."""

    machine: Machine
    at_once: dict[str, FullTable]
    within_a_second: dict[str, FullTable]
    idle: dict[str, Idle]
    many_tables: dict[str, ManyTables]
    real: list[RealTable]
    broadcast: list[Curve]
    loading: list[Curve]
    minutes: float = 0.0
