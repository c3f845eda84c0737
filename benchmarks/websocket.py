"""Our WebSocket frames beside the sans-I/O protocols of `websockets` and `wsproto`, in one run.

    python -m benchmarks.websocket [--turns 8] [--rounds 60] [--sockets 2000] [--beside websockets wsproto]

Three things are measured, each for every implementation in turns, so that a busy machine slows all of them alike: the
objects of an idle connection (tracemalloc) and the processor time to parse and to write messages; and our whole server
with that implementation in place of frames.py, with a table of 100 seats at which all move at once, and with idle sockets.
`wsproto` is measured if it is installed; it is no requirement of ours.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import importlib.util
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from benchmarks.load.ours import Ours, serve
from benchmarks.load.scenarios import full_table, idle
from yupana.server import frames, line
from yupana.server.frames import BINARY, CONTINUED, PING, TEXT, is_text
from yupana.server.wire import LARGEST_MESSAGE

SEATS = 100
ROUND = 2000
"""Messages of which the time is taken at once."""
MOVE = b'{"t":"cmd","cid":"load-17-123","cmd":{"do":"move","text":"5"}}'
ACK = b'{"t":"ack","cid":"load-17-123","seq":1234}'
VIEW = b'{"t":"view","view":"' + b"v" * 1500 + b'"}'


class Reads(Protocol):
    """What line.py asks of a reader."""

    def feed(self, data: bytes) -> None: ...

    def next(self) -> tuple[int, bytes] | None: ...


class Implementation(NamedTuple):
    reader: Callable[[int], Reads]
    frame: Callable[[int, bytes], bytes]


# The libraries as line.py would use them


class Queue:
    """Puts fragments together for a library that gives frames, and keeps what line.py has not asked for yet."""

    __slots__ = ("_kind", "_message", "_most", "found")

    def __init__(self, most: int) -> None:
        self._most = most
        self._kind, self._message = CONTINUED, b""
        self.found: list[tuple[int, bytes]] = []

    def add(self, opcode: int, data: bytes, last: bool) -> None:
        if opcode not in (CONTINUED, TEXT, BINARY):
            self.found.append((opcode, data))
            return
        kind = self._kind or opcode
        whole = self._message + data if self._message else data
        if len(whole) > self._most:
            raise frames.Broken(frames.TOO_LARGE)
        if last:
            if kind == TEXT and not is_text(whole):
                raise frames.Broken(frames.BAD_TEXT)
            self._kind, self._message = CONTINUED, b""
            self.found.append((kind, whole))
        else:
            self._kind, self._message = kind, whole
            self.found.append((CONTINUED, b""))

    def next(self) -> tuple[int, bytes] | None:
        return self.found.pop(0) if self.found else None


def websockets_() -> Implementation:
    from websockets.frames import Frame
    from websockets.protocol import SERVER
    from websockets.protocol import Protocol as Sans

    class Reader(Queue):
        __slots__ = ("_protocol",)

        def __init__(self, most: int) -> None:
            super().__init__(most)
            self._protocol = Sans(SERVER, max_size=most)

        def feed(self, data: bytes) -> None:
            protocol = self._protocol
            protocol.receive_data(data)
            protocol.data_to_send()  # pongs, which line.py writes itself
            for event in protocol.events_received():
                assert isinstance(event, Frame)
                self.add(event.opcode, bytes(event.data), event.fin)
            if protocol.close_sent is not None:
                raise frames.Broken(protocol.close_sent.code)

    sending = Sans(SERVER)

    def frame(opcode: int, payload: bytes) -> bytes:
        if opcode == TEXT:
            sending.send_text(payload)
        elif opcode == PING:
            sending.send_ping(payload)
        else:
            sending.send_pong(payload)
        return b"".join(sending.data_to_send())

    return Implementation(Reader, frame)


def wsproto_() -> Implementation:
    events: Any = importlib.import_module("wsproto.events")
    connection: Any = importlib.import_module("wsproto.connection")

    class Reader(Queue):
        __slots__ = ("_connection",)

        def __init__(self, most: int) -> None:
            super().__init__(most)
            self._connection = connection.Connection(connection.SERVER)

        def feed(self, data: bytes) -> None:
            self._connection.receive_data(data)
            for event in self._connection.events():
                match event:
                    case events.TextMessage():
                        self.add(TEXT, event.data.encode(), event.message_finished)
                    case events.BytesMessage():
                        self.add(BINARY, bytes(event.data), event.message_finished)
                    case events.Ping():
                        self.add(PING, bytes(event.payload), True)
                    case events.CloseConnection():
                        raise frames.Broken(event.code)

    sending = connection.Connection(connection.SERVER)

    def frame(opcode: int, payload: bytes) -> bytes:
        if opcode == TEXT:
            return bytes(sending.send(events.TextMessage(data=payload.decode())))
        kind = events.Ping if opcode == PING else events.Pong
        return bytes(sending.send(kind(payload=payload)))

    return Implementation(Reader, frame)


OURS = "frames.py"


def implementations() -> dict[str, Callable[[], Implementation]]:
    found = {OURS: lambda: Implementation(frames.Reader, frames.frame), "websockets": websockets_}
    if importlib.util.find_spec("wsproto") is not None:
        found["wsproto"] = wsproto_
    return found


# What is measured


def masked(payload: bytes) -> bytes:
    mask = b"\x12\x34\x56\x78"
    return bytes((0x81, 0x80 | len(payload))) + mask + frames.unmasked(payload, mask)


def object_bytes(kind: Implementation, count: int) -> float:
    """What the reader of one idle connection holds, after it has read a message."""
    sent = masked(MOVE)
    readers: list[Reads] = []
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(count):
        reader = kind.reader(LARGEST_MESSAGE)
        reader.feed(sent)
        while reader.next() is not None:
            pass
        readers.append(reader)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before - sys.getsizeof(readers)) / count


def parse_us(kind: Implementation) -> float:
    """Microseconds for a small masked message that comes by itself."""
    reader, sent = kind.reader(LARGEST_MESSAGE), masked(MOVE)
    start = time.process_time()
    for _ in range(ROUND):
        reader.feed(sent)
        while reader.next() is not None:
            pass
    return (time.process_time() - start) / ROUND * 1e6


def broadcast_us(kind: Implementation) -> float:
    """Microseconds to write an acknowledgement and a view for each of 100 seats."""
    rounds = ROUND // SEATS
    start = time.process_time()
    for _ in range(rounds):
        for _ in range(SEATS):
            b"".join([kind.frame(TEXT, ACK), kind.frame(TEXT, VIEW)])
    return (time.process_time() - start) / rounds * 1e6


class Server(Ours):
    """Our server with one of the implementations."""

    def __init__(self, folder: Path, kind: str) -> None:
        super().__init__(folder)
        self.kind = kind

    def command(self) -> Sequence[str]:
        more = [self.kind, str(self.port), str(self.folder)]
        return [sys.executable, "-m", "benchmarks.websocket", "serve", *more]


def serve_with(kind: str, port: int, folder: Path) -> int:
    chosen = implementations()[kind]()
    vars(line).update(Reader=chosen.reader, frame=chosen.frame)
    return serve(port, folder)


def full_tables(kind: str, rounds: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), kind) as server:
        found = asyncio.run(full_table(server, seats=SEATS, rounds=rounds))
    return {
        "100 seats, processor a round (ms)": found.cost.cpu / rounds * 1000,
        "100 seats, acknowledged p50 (ms)": found.ack.p50,
        "100 seats, last view p50 (ms)": found.last.p50,
    }


def idle_sockets(kind: str, sockets: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), kind) as server:
        found = asyncio.run(idle(server, sockets=sockets, tables=20))
    return {"idle socket in the server (bytes)": found.per_socket}


def measure(
    turns: int, rounds: int, sockets: int, beside: Sequence[str]
) -> dict[str, dict[str, list[float]]]:
    """By what was measured and by implementation: a figure of each turn."""
    kinds = {name: make for name, make in implementations().items() if name in (OURS, *beside)}
    found: dict[str, dict[str, list[float]]] = {}

    def note(what: str, name: str, value: float) -> None:
        found.setdefault(what, {}).setdefault(name, []).append(value)

    made = {name: make() for name, make in kinds.items()}
    for _ in range(10 * turns):
        for name, kind in made.items():
            note("parse a message of 62 bytes (us)", name, parse_us(kind))
            note("write for 100 seats (us)", name, broadcast_us(kind))
    for name, kind in made.items():
        note("reader of an idle connection (bytes)", name, object_bytes(kind, sockets))
    for _ in range(turns):
        for name in kinds:
            for what, value in full_tables(name, rounds).items():
                note(what, name, value)
    for name in kinds:
        for what, value in idle_sockets(name, sockets).items():
            note(what, name, value)
    return found


def table(found: dict[str, dict[str, list[float]]]) -> str:
    """Medians; how many times ours: the median over the turns, and the half of them around it."""
    names = list(next(iter(found.values())))
    rows = ["| | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for what, values in found.items():
        cells = []
        for name in names:
            middle = statistics.median(values[name])
            times = [mine / ours for mine, ours in zip(values[name], values[OURS], strict=True)]
            compared = "" if name == OURS else f" ({spread(times)} times)"
            cells.append(f"{middle:,.{0 if middle >= 100 else 2}f}{compared}")
        rows.append(f"| {what} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def spread(values: list[float]) -> str:
    if len(values) < 4:
        return f"{statistics.median(values):.2f}"
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.2f}, {low:.2f} to {high:.2f}"


def main(given: Sequence[str]) -> int:
    if given and given[0] == "serve":
        return serve_with(given[1], int(given[2]), Path(given[3]))
    parser = argparse.ArgumentParser(description="WebSocket implementations beside each other")
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--beside", nargs="+", default=["websockets", "wsproto"])
    asked = parser.parse_args(given)
    print(table(measure(asked.turns, asked.rounds, asked.sockets, asked.beside)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
