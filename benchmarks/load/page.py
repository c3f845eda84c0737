"""The page docs/load.md, written from the results of a run; no figure in it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from benchmarks.load.growth import Curve
from benchmarks.load.results import Results

OURS, MEMORY, FILES = "yupana", "boardgame.io, in memory", "boardgame.io, FlatFile"
PEERS = (MEMORY, FILES)


class Figure(Struct, frozen=True):
    """One line of a table: how a server did; less is better."""

    what: str
    unit: str
    values: dict[str, float]

    def ratio(self, peer: str) -> float | None:
        """How many times as much the peer needs."""
        if peer not in self.values:
            return None
        return self.values[peer] / self.values[OURS] if self.values[OURS] else float("inf")


def _figure(what: str, unit: str, found: dict[str, Any], value: Callable[[Any], float]) -> Figure:
    return Figure(what, unit, {name: value(each) for name, each in found.items()})


def at_a_full_table(found: dict[str, Any]) -> list[Figure]:
    return [
        _figure("acknowledged, p50", "ms", found, lambda each: each.ack.p50),
        _figure("acknowledged, p99", "ms", found, lambda each: each.ack.p99),
        _figure("last client has its view, p50", "ms", found, lambda each: each.last.p50),
        _figure("last client has its view, p99", "ms", found, lambda each: each.last.p99),
        _figure("processor, a round", "ms", found, lambda each: each.cost.cpu / each.rounds * 1000),
        _figure("memory", "MB", found, lambda each: each.cost.memory / 1e6),
    ]


def with_idle_sockets(found: dict[str, Any]) -> list[Figure]:
    return [
        _figure("memory, a socket", "kB", found, lambda each: each.per_socket / 1e3),
        _figure("memory, all", "MB", found, lambda each: each.memory / 1e6),
        _figure("all open after", "s", found, lambda each: each.open_seconds),
        _figure(
            "processor, a socket opened",
            "ms",
            found,
            lambda each: each.cost.cpu / each.sockets * 1e3,
        ),
    ]


def at_many_tables(found: dict[str, Any]) -> list[Figure]:
    return [
        _figure("acknowledged, p50", "ms", found, lambda each: each.ack.p50),
        _figure("acknowledged, p99", "ms", found, lambda each: each.ack.p99),
        _figure("processor, a move", "ms", found, lambda each: each.cost.cpu / each.moves * 1e3),
        _figure("memory", "MB", found, lambda each: each.cost.memory / 1e6),
    ]


def figures(results: Results) -> dict[str, list[Figure]]:
    return {
        "at once": at_a_full_table(results.at_once),
        "within a second": at_a_full_table(results.within_a_second),
        "idle": with_idle_sockets(results.idle),
        "many tables": at_many_tables(results.many_tables),
    }


def behind(results: Results) -> list[str]:
    """Every figure in which ours is not the better one."""
    return [
        f"{load}: {figure.what}, against {peer}: {ratio:.2f} times"
        for load, found in figures(results).items()
        for figure in found
        for peer in PEERS
        if (ratio := figure.ratio(peer)) is not None and ratio <= 1
    ]


# As Markdown


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _table(found: Sequence[Figure]) -> str:
    peers = [peer for peer in PEERS if any(peer in figure.values for figure in found)]
    head = ["", OURS, *(column for peer in peers for column in (peer, "times ours"))]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for figure in found:
        cells = [f"{figure.what} ({figure.unit})", f"**{_number(figure.values[OURS])}**"]
        for peer in peers:
            ratio = figure.ratio(peer)
            cells += [_number(figure.values[peer]), _number(ratio or 0)]
        lines.append(cells)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _curves(curves: Sequence[Curve]) -> str:
    lines = ["| | size: milliseconds | grows with the power |", "|---|---|---:|"]
    for curve in curves:
        points = ", ".join(
            f"{size:,}: {_number(ms)}" for size, ms in zip(curve.sizes, curve.ms, strict=True)
        )
        lines.append(f"| {curve.what} | {points} | {curve.exponent:g} |")
    return "\n".join(lines)


def _real(results: Results) -> str:
    lines = [
        "| | moves | acknowledged p50 / p99 (ms) | last client p50 / p99 (ms) | processor a wave (ms) | memory (MB) |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for each in results.real:
        lines.append(
            f"| {each.game}, {each.seats} seats, {each.waves} waves | {each.moves:,} "
            f"| {each.ack.p50:.1f} / {each.ack.p99:.1f} | {each.last.p50:.1f} / {each.last.p99:.1f} "
            f"| {each.cost.cpu / each.waves * 1000:.1f} | {each.cost.memory / 1e6:.1f} |"
        )
    return "\n".join(lines)


def _loader(results: Results) -> str:
    shares = [
        each.cost.loader_cpu / each.cost.seconds
        for found in (
            results.at_once,
            results.within_a_second,
            results.many_tables,
        )
        for each in found.values()
    ]
    return f"{max(shares):.0%}"


def _verdict(results: Results) -> str:
    worse = behind(results)
    total = sum(
        figure.ratio(peer) is not None
        for found in figures(results).values()
        for figure in found
        for peer in PEERS
    )
    if not worse:
        return f"Ours is the faster or the lighter in all {total} comparisons of this run."
    listed = "\n".join(f"- {each}" for each in worse)
    return f"Ours is ahead in {total - len(worse)} of {total} comparisons of this run, and not in:\n\n{listed}"


def write(results: Results) -> str:
    """The whole page."""
    about, first = results.machine, next(iter(results.at_once.values()))
    slow = next(iter(results.within_a_second.values()))
    files = results.at_once.get(FILES)
    quiet, many = next(iter(results.idle.values())), next(iter(results.many_tables.values()))
    return PAGE.format(
        machine=f"{about.cores} cores of {about.cpu}, {about.memory_gb:g} GB, {about.system}; "
        f"Python {about.python}, SQLite {about.sqlite}, Node {about.node}. To write 4 kB for good took the "
        f"disk {about.sync_ms:g} ms, at worst of fifty {about.sync_p99_ms:g} ms. Before the run "
        f"{about.busy:g} processes wanted to run",
        minutes=f"{results.minutes:.1f}",
        verdict=_verdict(results),
        seats=first.seats,
        rounds=first.rounds,
        file_rounds=files.rounds if files else 0,
        at_once=_table(at_a_full_table(results.at_once)),
        slow_rounds=slow.rounds,
        within=_table(at_a_full_table(results.within_a_second)),
        sockets=f"{quiet.sockets:,}",
        tables=quiet.tables,
        idle=_table(with_idle_sockets(results.idle)),
        rate=f"{many.wanted:,}",
        many_tables=many.tables,
        moves=f"{many.moves:,}",
        reached=", ".join(f"{name} {each.rate:,.0f}" for name, each in results.many_tables.items()),
        many=_table(at_many_tables(results.many_tables)),
        real=_real(results),
        broadcast=_curves(results.broadcast),
        loading=_curves(results.loading),
        loader=_loader(results),
    )


PAGE = """# Under load

`make load` wrote this page and `load.json` beside it, in one run of {minutes} minutes on one machine, with the
loader on the same machine. Compare figures of this page with each other; on another machine all will differ.

{machine}.

Beside ours runs the server of [boardgame.io](https://boardgame.io), the best known of its kind, as its
documentation sets it up: once in memory, its default, which loses all games with the process, and once with
FlatFile, the storage it shows for games that are to last, which rewrites a few files for each move without
waiting for the disk. **Ours is durable throughout**: no move is acknowledged or shown before it is on disk (SQLite,
WAL, FULL). boardgame.io acknowledges nothing; in its place stands the first update in which a seat finds its own move,
which is sent before anything is stored.

{verdict}

## A full table

{seats} seats mark one of nine cells each, unseen, and see all marks when the last one is in: {rounds} rounds, all
submitting at the same moment (with FlatFile {file_rounds} rounds: it rewrites the whole log with each move). In the
end every client's view must have every move of everybody, and every command must be in the log: nothing was lost.

{at_once}

The same with the moves spread over a second, {slow_rounds} rounds:

{within}

Our own games are larger: each of a hundred clients is shown a hundred sheets, all it may do next and what its own
sheet is worth. A wave is all who are to decide, at once, by chance.

{real}

## Idle sockets

{sockets} sockets that watch {tables} tables of tic-tac-toe; each has its view. In the end each table makes a move,
which everybody must be shown.

{idle}

## Many tables

{rate} moves a second fall due at {many_tables} tables of tic-tac-toe, whether the server keeps up or not;
{moves} moves, each counted from when it was due. Moves a second in the end: {reached}.

{many}

## How it grows

Ours, in processor time where no sockets are in play. A broadcast: every seat's whole view, worked out and encoded;
and over sockets, from the last of all moves at once until the last client has its view. A view of a larger table is
itself larger, so a power of 1 cannot be reached for ever.

{broadcast}

![The cost of a broadcast by the seats of the table](growth-broadcast.svg)

Loading a table: reading its log, checking the chain of its hashes and playing it all through, as after a restart.

{loading}

![The cost of loading a table by the events in its log](growth-loading.svg)

## How it is measured

One loader in one process speaks to both servers by the same few lines of WebSocket (benchmarks/load/line.py), by
socket.io's protocol to boardgame.io; it used at most {loader} of a processor. The two small games are the same,
written for each the way its documentation asks (benchmarks/load/games.py, benchmarks/load/boardgame_io/server.mjs).
Memory is what the system counts as resident, processor time that of all threads of the server.
"""
