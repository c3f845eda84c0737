"""G8: whatever is sent, the table stays as it is, and every message gets one clear answer or a known goodbye.

Frames go over real sockets to a real server, at tables where people gather, where a game runs and where one is
over. Most are close to what a client would say; the others are what a client should never say. Nothing that is
sent could be done: it is malformed, stale, too late, or not the sender's to do.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from tests.chaos import raw
from tests.chaos.checker import read_sqlite
from tests.chaos.raw import BINARY, CLOSE, PING, PONG, TEXT, Line, frame, memory, socket
from tests.chaos.servers import Victim
from tests.chaos.verdict import Ask, Verdict, folder, hold

PROMISE = (
    "Illegal, malformed, huge, late or doubled messages change nothing and get a clear answer."
)

ANSWERS = {"ack", "no", "pong", "welcome", "would", "moves"}
"""What answers a message; views and ticks come by themselves."""

AT_ONCE = 16
"""Messages on their way before answers are read."""
STRIKES = 18
"""Malformed ones in one connection: a few more would end it."""
MOST_GROWTH = 50.0
"""Megabytes."""


class Place(Struct, frozen=True):
    """A table and a secret to it."""

    table: str
    secret: str
    seat: bool
    phase: str


# What is sent

Makes = Callable[[Random], bytes]

COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "move", "text": "7 b4"},
    {"do": "move", "move": {"type": "write", "number": 3, "cell": 4}},
    {"do": "move", "text": "7 b4", "move": {"type": "write"}},
    {"do": "move"},
    {"do": "undo"},
    {"do": "answer", "yes": True},
    {"do": "say", "phrase": "shout"},
    {"do": "begin", "bot": "greedy"},
    {"do": "bot", "seat": 1},
    {"do": "back"},
    {"do": "unseat", "seat": 0},
    {"do": "policy", "locked": True},
)
"""None of these can be done by a seat that is not the host's, with a precondition that never holds."""

STALE = {"rev": 99_999}


def command(rng: Random, seat: int | None = None) -> bytes:
    chosen = dict(rng.choice(COMMANDS))
    if seat is not None and chosen["do"] in ("move", "undo", "answer", "say", "back"):
        chosen["seat"] = seat
    cid = f"{rng.getrandbits(128):032x}"
    return json.dumps({"t": "cmd", "cid": cid, "cmd": chosen, "at": STALE}).encode()


REFUSED: tuple[Makes, ...] = (
    command,
    command,
    command,
    lambda rng: command(rng, rng.choice([-1, 7, 99, 2**31 - 1])),
    lambda rng: b'{"t":"ping","n":%d}' % rng.randrange(-(2**31), 2**31),
    lambda rng: json.dumps({"t": "what", "texts": [str(rng.random()), "7 b4"]}).encode(),
    lambda rng: json.dumps({"t": "moves", "prefix": "z", "from": rng.randrange(9)}).encode(),
    lambda rng: json.dumps(
        {"t": "hello", "pending": [f"{rng.random()}"] * rng.randrange(9)}
    ).encode(),
)
"""Well-formed: answered, and no strike against the sender."""

STRANGE_VALUES = (
    b"NaN", b"-Infinity", b"1e400", b"1.5", b"true", b"null", b"-0", b"18446744073709551616",
    b"9007199254740993", b"1" * 4000, b'"7"', b"[]", b"{}", b'"\\ud800"', b'"a\\u0000b"', b'"\\udfff\\ud800"',
    b'"\x01"', b"\xef\xbb\xbf1", b"1,", b"01", b"+1", b"0x10", b"'1'", b"1 2",
)  # fmt: skip


def strange_value(rng: Random) -> bytes:
    where = rng.choice([
        b'{"t":"ping","n":%b}', b'{"t":"hello","v":%b}', b'{"t":"cmd","cid":%b,"cmd":{"do":"undo"}}',
        b'{"t":"cmd","cid":"0123456789abcdef","cmd":{"do":"move","seat":%b}}', b'{"t":%b}', b"%b",
        b'{"t":"cmd","cid":"0123456789abcdef","cmd":{"do":"undo"},"at":{"rev":%b}}',
    ])  # fmt: skip
    return where % rng.choice(STRANGE_VALUES)


def deep(rng: Random) -> bytes:
    depth = rng.choice([9, 100, 5000])
    return rng.choice(
        [b"[" * depth, b'{"a":' * (depth // 2), b'{"t":' + b"[" * depth + b"]" * depth + b"}"]
    )


def mutated(rng: Random) -> bytes:
    """A message with some bytes changed, lost or doubled; the precondition never comes to hold by it."""
    data = bytearray(rng.choice(REFUSED)(rng))
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(32, 127)
            case 1:
                del data[at]
            case 2:
                data[at:at] = data[at : at + rng.randrange(1, 9)]
            case _:
                data[at] ^= 1 << rng.randrange(7)
    return bytes(data)


def noise(rng: Random) -> bytes:
    return bytes(rng.randrange(128) for _ in range(rng.randrange(60)))


def many_nodes(rng: Random) -> bytes:
    return b"[" + b",".join([b"1"] * rng.randrange(150, 3000)) + b"]"


def doubled_keys(rng: Random) -> bytes:
    return b'{"t":"ping","n":1,"n":%d,"t":"shout"}' % rng.randrange(100)


MALFORMED: tuple[Makes, ...] = (
    strange_value, strange_value, deep, mutated, mutated, mutated, noise, many_nodes, doubled_keys,
)  # fmt: skip

Sends = Callable[[Random], bytes]
PROTOCOL_ERRORS: dict[str, tuple[Sends, frozenset[int]]] = {
    "too large": (
        lambda rng: frame(b" " * rng.choice([16_385, 70_000, 1 << 20])),
        frozenset({1009}),
    ),
    "too large in pieces": (
        lambda rng: frame(b"x" * 9000, last=False) + frame(b"x" * 9000, 0),
        frozenset({1009}),
    ),
    "too deep to be small": (lambda rng: frame(b"[" * 100_000), frozenset({1009})),
    "not UTF-8": (
        lambda rng: frame(rng.choice([b"\xff", b"\xed\xa0\x80", b"\xc3"])),
        frozenset({1007}),
    ),
    "not UTF-8 in pieces": (
        lambda rng: frame(b"\xe2\x82", last=False) + frame(b"\xff", 0),
        frozenset({1007}),
    ),
    "a piece of nothing": (lambda rng: frame(b"x", 0), frozenset({1002})),
    "a message within another": (
        lambda rng: frame(b"x", last=False) + frame(b"y"),
        frozenset({1002}),
    ),
    "reserved bits": (lambda rng: frame(b"x", reserved=rng.randrange(1, 8)), frozenset({1002})),
    "reserved kinds": (lambda rng: frame(b"x", rng.choice([3, 4, 7, 11, 15])), frozenset({1002})),
    "a large ping": (lambda rng: frame(b"x" * 200, PING), frozenset({1002})),
    "a ping in pieces": (lambda rng: frame(b"x", PING, last=False), frozenset({1002})),
    "no mask": (lambda rng: frame(b'{"t":"ping"}', masked=False), frozenset({1002})),
    "a strange goodbye": (lambda rng: frame(b"\x03\xed\xff", CLOSE), frozenset({1000, 1002, 1007})),
    "goodbye": (lambda rng: frame(b"\x03\xe8", CLOSE), frozenset({1000})),
}
"""What ends a connection, and the codes it may end with; docs/api.md says what they mean."""


def sent_as(data: bytes, rng: Random) -> bytes:
    """A message as frames: in one, in pieces, with a ping between them, or as binary."""
    kind = TEXT if rng.random() < 0.9 else BINARY
    if rng.random() < 0.9 or len(data) < 3:
        return frame(data, kind)
    cut = rng.randrange(1, len(data))
    between = rng.choice(
        [b"", frame(b"still there?", PING), frame(b"", PONG), frame(b"", 0, last=False)]
    )
    return frame(data[:cut], kind, last=False) + between + frame(data[cut:], 0)


# Who sends it


class Fuzzer:
    """Several connections at once, until enough was sent."""

    def __init__(self, port: int, places: list[Place], count: int, rng: Random) -> None:
        self.port, self.places, self.left, self.rng = port, places, count, rng
        self.seen: Counter[str] = Counter()

    async def run(self, connections: int) -> None:
        await asyncio.gather(*(self._go_on() for _ in range(connections)))

    async def _go_on(self) -> None:
        while self.left > 0:
            place = self.rng.choice(self.places)
            kind = self.rng.random()
            if kind < 0.03:
                await self._strike_out(place)
            elif kind < 0.2:
                await self._request(place)
            elif kind < 0.3:
                await self._break_protocol(place, self.rng.choice(list(PROTOCOL_ERRORS)))
            else:
                await self._talk(place)

    async def _talk(self, place: Place) -> None:
        """Some malformed messages among many that are only refused; one answer to each."""
        line = await socket(self.port, place.table, place.secret)
        malformed = 0
        for _ in range(12):
            batch = []
            for _ in range(AT_ONCE):
                bad = malformed < STRIKES and self.rng.random() < 0.3
                malformed += bad
                batch.append(self.rng.choice(MALFORMED if bad else REFUSED)(self.rng))
            await self._exchange(line, batch)
            if malformed >= STRIKES:
                break
        line.close()

    async def _exchange(self, line: Line, batch: list[bytes]) -> None:
        self.left -= len(batch)
        self.seen["frames"] += len(batch)
        line.send(b"".join(sent_as(each, self.rng) for each in batch))
        answered = 0
        while answered < len(batch):
            answered += self._heard(await line.told(), batch)
        number = self.rng.randrange(10**6, 10**7)
        line.send(frame(b'{"t":"ping","n":%d}' % number))
        while (told := await line.told()) != {"t": "pong", "n": number} | _head(told):
            hold(not self._heard(told, batch), "more answers than messages:", told, batch)

    def _heard(self, told: dict[str, Any] | int, sent: list[bytes]) -> bool:
        """Whether it answers a message; nothing that was sent may ever be acknowledged."""
        hold(isinstance(told, dict), "the socket was closed:", told, sent)
        assert isinstance(told, dict)
        kind = told["t"]
        self.seen[kind] += 1
        hold(kind not in ("ack", "bye"), "a message that cannot be done was done:", told, sent)
        if kind == "no":
            clear = isinstance(told["code"], str) and told["said"] and isinstance(told["head"], int)
            hold(clear, "an answer that says nothing:", told)
            hold(told["code"] != "server.error", "a fault of the server:", told, sent)
            self.seen[told["code"]] += 1
        return kind in ANSWERS

    async def _strike_out(self, place: Place) -> None:
        """Nothing but malformed messages: each is answered until that is enough."""
        line = await socket(self.port, place.table, place.secret)
        answered, code = 0, 0
        line.send(b"".join(frame(strange_value(self.rng)[:-1]) for _ in range(30)))
        self.seen["frames"] += 30
        self.left -= 30
        while not code:
            told = await line.told()
            if isinstance(told, int):
                code = told
            else:
                answered += told["t"] in ANSWERS
        hold((code, answered) == (1008, 20), "too many strikes:", code, answered)
        self.seen["struck out"] += 1
        line.close()

    async def each_protocol_error(self) -> None:
        """Every one of them once, and what follows too many strikes."""
        for name in PROTOCOL_ERRORS:
            await self._break_protocol(self.rng.choice(self.places), name)
        await self._strike_out(self.places[0])

    async def _break_protocol(self, place: Place, name: str) -> None:
        make, codes = PROTOCOL_ERRORS[name]
        line = await socket(self.port, place.table, place.secret)
        line.send(make(self.rng))
        self.left -= 1
        self.seen["frames"] += 1
        while isinstance(told := await line.told(), dict):
            hold(told["t"] in ("view", "tick"), "an answer to what is no message:", name, told)
        hold(told in codes, "closed with a code that is not the documented one:", name, told)
        self.seen["closed as documented"] += 1
        line.close()

    # The same by requests

    async def _request(self, place: Place) -> None:
        """Bodies that mean nothing, each answered by a refusal; then one that is odd or none at all."""
        playing = next(each for each in self.places if each.phase == "playing")
        line = await Line(self.port).open()
        for _ in range(AT_ONCE):
            path = self.rng.choice(POSTED).format(table=playing.table)
            body = self.rng.choice(MALFORMED)(self.rng)
            answer = await line.ask("POST", path, body, self.rng.choice([place.secret, "ys_none"]))
            self.seen["requests"] += 1
            if answer.status == 200 and path.endswith("/what"):
                continue  # still a question, for all that was changed in it; nothing is done by one
            hold(400 <= answer.status < 500, "a request that means nothing:", answer, path, body)
            hold(answer.json()["code"] and answer.json()["said"], "without a reason:", answer)
        line.send(self.rng.choice(ODD_REQUESTS))
        self.seen["requests"] += 1
        last = await line.response()
        hold(last.status < 500, "an odd request:", last)
        line.close()


POSTED = (
    "/api/tables", "/api/session", "/api/tables/{table}/sit", "/api/tables/{table}/resume",
    "/api/tables/{table}/links", "/api/tables/{table}/name", "/api/tables/{table}/do",
    "/api/tables/{table}/what", "/api/tables/{table}/watch",
)  # fmt: skip

ODD_REQUESTS = (
    b"HELLO\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nhost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: \x00\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\n x: y\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: strange\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n"
    b"transfer-encoding: chunked\r\n\r\nZZ\r\n",
    b"GET /api/tables/\xff HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET /%00%ff%fe/../../etc/passwd HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: " + b"y" * 70_000 + b"\r\n\r\n",
    b"BREW /api/games HTTP/1.1\r\nhost: a\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
)


def _head(told: object) -> dict[str, Any]:
    return {"head": told["head"]} if isinstance(told, dict) and "head" in told else {}


# The tables


async def _tables(server: Victim, rng: Random) -> list[Place]:
    """One where people gather, one that is played and one that is over, each seen by a seat and from outside."""
    line, places = await Line(server.port).open(), []
    for phase in ("gathering", "playing", "over"):
        wish = {"game": "temple", "seats": 1 if phase == "over" else 3}
        table = (await line.ask("POST", "/api/tables", wish)).json()
        path = f"/api/tables/{table['table']}"
        seat = (await line.ask("POST", f"{path}/sit", {"name": "Ana"})).json()["secret"]
        if phase != "gathering":
            await line.ask(
                "POST", f"{path}/do", _cmd({"do": "begin", "bot": "uniform"}, rng), table["host"]
            )
        view = (await line.ask("GET", path, None, seat)).json()
        while view["phase"] == "playing" and (phase == "over" or view["pending"] != [0]):
            if phase == "over":
                move = {"do": "move", "text": rng.choice(view["moves"])}
                await line.ask("POST", f"{path}/do", _cmd(move, rng), seat)
            else:  # the bots are to move yet
                await asyncio.sleep(0.05)
            view = (await line.ask("GET", path, None, seat)).json()
        places += [
            Place(table["table"], seat, True, phase),
            Place(table["table"], table["spectator"], False, phase),
        ]
    line.close()
    return places


def _cmd(command: dict[str, Any], rng: Random) -> dict[str, Any]:
    return {"t": "cmd", "cid": f"{rng.getrandbits(128):032x}", "cmd": command}


async def _fuzz(server: Victim, count: int, rng: Random) -> Counter[str]:
    places = await _tables(server, rng)
    before = read_sqlite(server.data / "yupana.db")
    warm = Fuzzer(server.port, places, min(count // 10, 5000), rng)
    await warm.each_protocol_error()
    await warm.run(8)
    held = memory(server.process.pid)
    fuzzer = Fuzzer(server.port, places, count - warm.seen["frames"], rng)
    await fuzzer.run(8)
    grown = memory(server.process.pid) - held
    hold(read_sqlite(server.data / "yupana.db") == before, "the log has changed")
    hold(grown < MOST_GROWTH, "the server has grown by", grown)
    total = warm.seen + fuzzer.seen
    total["grown by MB"] = max(0, round(grown))
    return total


def check_log(server: Victim) -> None:
    """No trace of an error of ours, and no answer that says so."""
    for line in filter(None, server.log.read_bytes().decode(errors="replace").split("\n")):
        facts: dict[str, Any] = json.loads(line) if line.startswith("{") else {"trace": line}
        hold("trace" not in facts and facts.get("status", 0) < 500, "in the log:", line)


def run(ask: Ask) -> Verdict:
    count = ask.many(3000, 1_000_000)
    with folder() as data, Victim(data, defect=ask.defect) as server:
        seen = raw.run(_fuzz(server, count, Random(ask.seed)))
        hold(server.process.poll() is None, "the server has ended")
        check_log(server)
    return Verdict(
        guarantee="G8",
        figures={
            "frames over sockets": seen["frames"],
            "requests": seen["requests"],
            "refused with a reason": seen["no"] + seen["requests"],
            "different reasons": sum("." in name for name in seen),
            "connections closed as documented": seen["closed as documented"] + seen["struck out"],
            "changes": 0,
            "traces in the log": 0,
            "memory grown by MB": seen["grown by MB"],
        },
    )
