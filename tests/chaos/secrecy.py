"""G5: two worlds that differ in what somebody may not know are the same to them, byte for byte.

A game is cut off somewhere. By hand (tests/games/*/worlds.py) another history is made in which everything
differs that the observer may not know; the secret seed of the dice differs as well. Both go into a server of
their own, which is asked the same things in the same order, by every channel there is, while others go on with
moves that are again different where they are secret. Whatever the observer hears, it must be the same: every
byte, in the same order and at the same step. The observer may be a seat, two seats on one device, a spectator,
a host, or the bot that plays a seat.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from inspect import isawaitable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from tests.chaos.broken import planted
from tests.chaos.pairs import EXCHANGES, Pair, left_out, pairs
from tests.chaos.pool import side_by_side
from tests.chaos.verdict import Ask, Broken, Verdict, hold
from tests.chaos.worlds import Bits, World, entries_of, in_step, settled, world
from tests.games.worlds import AnyGame
from yupana.core.errors import YupanaError
from yupana.core.game import CHANCE, Event, Seat
from yupana.games.valley.sheet import Done
from yupana.server import app as routes
from yupana.server import wire
from yupana.server.log import Closed, Did, Entry, StoodIn, read_move
from yupana.server.policy import Actor
from yupana.server.table import PHRASES, Table

PROMISE = "No client ever receives what another player hides, nor a way to work it out."

DECLASSIFIED = {
    "pending": "Who is still to decide: a table must know for whom it waits.",
    "head": "How many entries the log has, those of hidden marks included: one sequence without gaps for "
    "everybody is how a client knows that it has missed nothing.",
    "counts": "How many cards somebody holds, and how many lie in a pile: anybody at a table can count.",
    "open chance": "What chance has done for all to see: rolls, swaps, finds, backs.",
    "commitment": "The hash of the seed: published on purpose, and of no use to find the seed.",
}
"""All that an observer may know of what they do not see themselves, each with the reason. Worlds are made so
that they agree in this and in nothing else. test_secrets_short.py shows that each of these can be seen."""

FAULTS = re.compile(rb'^5\d\d\r|"server\.(error|again|unavailable)"')
"""What two worlds must not have in common either."""

STEPS = 14
BATCH = 10
"""Pairs that share two servers."""


# A pair, step by step


class Watch:
    """Two worlds side by side, and the observer's questions to both."""

    def __init__(self, worlds: tuple[World, World], pair: Pair, bits: Bits, rng: Random) -> None:
        self.worlds, self.pair, self.bits, self.rng = worlds, pair, bits, rng
        self.game = pair.game
        self.number = self.compared = self.bytes = 0
        self.cids: list[str] = []
        self.here: set[Seat] = set()

    @property
    def tables(self) -> tuple[Table, Table]:
        return self.worlds[0].live.table, self.worlds[1].live.table

    async def step(
        self, what: str, *does: Callable[[World], Awaitable[object] | object]
    ) -> list[object]:
        """Does the same in both worlds, or one thing in each, and compares what the observer heard."""
        self.number += 1
        told = []
        for each, do in zip(self.worlds, does * (2 // len(does)), strict=True):
            self.bits.rng.seed(self.number)
            done = do(each)
            told.append(await done if isawaitable(done) else done)
            await settled()
        self._compare(what)
        return told

    def _compare(self, what: str) -> None:
        here, there = (
            [(channel, each.unsealed(data)) for channel, data in each.trace[self.compared :]]
            for each in self.worlds
        )
        for one, other in zip(here, there, strict=False):
            if one != other:
                hold(False, "the worlds can be told apart:", what, *_difference(one, other))
            hold(not FAULTS.search(one[1]), "the server itself is at fault:", what, *one)
            self.bytes += len(one[1])
        more = max(here, there, key=len)[min(len(here), len(there)) :]
        hold(not more, "the worlds can be told apart:", what, "a message in one alone", *more[:1])
        self.compared += len(here)

    # The whole of it

    async def run(self) -> None:
        pair = self.pair
        for each, events, seed in zip(self.worlds, (pair.one, pair.other), "ab", strict=True):
            entries = entries_of(self.game, events)
            if pair.by_bot:
                entries.append(StoodIn(pair.viewers[0], "greedy"))
            secret = (f"{seed} {pair.number}".encode() * 32)[:32]
            self.bits.rng.seed(0)
            table = f"pair-{pair.number}"
            await each.seat(table, self.game, secret, entries, pair.viewers, pair.role)
        try:
            self._compare("the table is there")
            await self.step("connects", World.connect)
            await self.step("says hello", lambda each: each.say({"t": "hello"}))
            heard = b" ".join(data for _, data in self.worlds[0].trace)
            hold(b'"t":"welcome"' in heard and b'"t":"view"' in heard, "nothing to compare", heard)
            await self.step("looks", self._get("/api/tables/{table}"))
            if self.rng.random() < 0.5:
                await self.step("listens", World.listen)
            for _ in range(STEPS):
                await self.rng.choices(list(self.acts), list(self.acts.values()))[0](self)
            await self.step("says hello again", self._say_hello_again)
            await self.step("looks again", self._get("/api/tables/{table}"))
        finally:
            for each in self.worlds:
                await each.leave()

    def _say_hello_again(self, each: World) -> None:
        """With the ids of everybody's commands: what they came to is asked for by all."""
        each.say({"t": "hello", "pending": [*self.cids, "earlier-3"]})

    def _cid(self) -> str:
        self.cids.append(f"command-{self.number:04}-{len(self.cids):04}")
        return self.cids[-1]

    def _get(self, path: str) -> Callable[[World], Awaitable[None]]:
        return lambda each: each.ask("GET", _filled(path, each, self.game))

    # What others do: in both worlds the same to the eye

    async def others_move(self) -> None:
        state = self.tables[0].state
        free = [seat for seat in self.game.pending(state) if seat not in self.pair.viewers]
        if not free or free == [CHANCE]:
            return
        seat = self.rng.choice(free)
        for _ in range(6):
            moves = self._alike(seat)
            if moves is not None:
                await self._both_act(seat, moves)
                return

    def _alike(self, seat: Seat) -> list[dict[str, Any]] | None:
        """A move for each world: the same one, or any where it is secret; None if one would tell."""
        one, other = (self.game.moves(table.state, seat) for table in self.tables)
        here = one.pick(self.rng)
        if self._is_hidden(seat, here):
            there = other.pick(self.rng)
            if isinstance(here, Done) != isinstance(there, Done):
                return None
        else:
            there = here
            if here not in other:
                return None
        commands = [{"do": "move", "text": self.game.write_move(move)} for move in (here, there)]
        return commands if self._same_to_the_eye(seat, commands) else None

    def _is_hidden(self, seat: Seat, move: Any) -> bool:
        hidden = self.game.simultaneous or not self.game.is_open(move)
        return hidden and seat not in self.pair.viewers

    def _same_to_the_eye(self, seat: Seat, commands: Sequence[dict[str, Any]]) -> bool:
        shapes = []
        for table, command in zip(self.tables, commands, strict=True):
            try:
                entries = table.judge(Actor(frozenset({seat})), _read(command))
            except YupanaError:
                return False
            if self._lays_open(table, seat, entries):
                return False
            shapes.append([self._shape(entry) for entry in entries])
        return shapes[0] == shapes[1]

    def _lays_open(self, table: Table, seat: Seat, entries: list[Entry]) -> bool:
        """Whether everybody will see by it what was secret until now, as it should be: the last one
        has decided, or chance does something before all eyes, or before the observer's."""
        pending = self.game.pending(table.state)
        for entry in entries:
            if isinstance(entry, Closed):
                return True
            if isinstance(entry, Did):
                move = read_move(entry, self.game.move_type)
                if entry.seat == CHANCE:
                    if self.game.is_open(move) or seat in self.pair.viewers:
                        return True
                elif pending == (seat,) and self._ends_secrecy(table, seat, move):
                    return True
        return False

    def _ends_secrecy(self, table: Table, seat: Seat, move: Any) -> bool:
        """Whether the last one to decide does so by this move, or only makes one more mark."""
        if not self.game.simultaneous:
            return not self.game.is_open(move)
        after = self.game.apply(table.state, Event(seat, move))
        return self.game.pending(after) != (seat,)

    def _shape(self, entry: Entry) -> object:
        """What is to be seen of an entry at most."""
        if isinstance(entry, Did):
            move = read_move(entry, self.game.move_type)
            if entry.seat == CHANCE or self._is_hidden(entry.seat, move):
                return entry.seat, isinstance(move, Done)
        return entry

    async def _both_act(self, seat: Seat | None, commands: Sequence[dict[str, Any]]) -> None:
        cid = self._cid()
        told = await self.step(
            "others act",
            lambda each: each.act(seat, cid, commands[0]),
            lambda each: each.act(seat, cid, commands[1]),
        )
        for each in told:
            assert isinstance(each, bytes)
            hold(b'"t":"ack"' in each, "a legal move was refused:", commands, each)

    async def others_take_back(self) -> None:
        seats = [seat for seat in range(self.game.seats) if seat not in self.pair.viewers]
        seat = self.rng.choice(seats or [0])
        commands = [{"do": "undo"}] * 2
        if seats and self._same_to_the_eye(seat, commands):
            await self._both_act(seat, commands)

    async def others_talk(self) -> None:
        seat = self.rng.randrange(self.game.seats)
        if seat not in self.pair.viewers:
            await self._both_act(seat, [{"do": "say", "phrase": self.rng.choice(PHRASES)}] * 2)

    async def the_host_acts(self) -> None:
        others = [seat for seat in range(self.game.seats) if seat not in self.pair.viewers]
        commands: list[dict[str, Any]] = [
            {"do": "policy", "undo": self.rng.choice(["free", "consent"])}
        ]
        commands += [{"do": "bot", "seat": seat, "bot": "uniform"} for seat in others[:1]]
        await self._both_act(None, [self.rng.choice(commands)] * 2)

    async def others_come_and_go(self) -> None:
        seat = self.rng.randrange(self.game.seats)
        if seat in self.here:
            self.here.remove(seat)
            await self.step("somebody goes", lambda each: each.go(seat))
        elif seat not in self.pair.viewers:
            self.here.add(seat)
            await self.step("somebody comes", lambda each: each.come(seat))

    # What the observer does

    async def moves_oneself(self) -> None:
        table = self.tables[0]
        own = [seat for seat in self.game.pending(table.state) if seat in self.pair.viewers]
        if not own:
            return
        seat = self.rng.choice(own)
        move = self.game.moves(table.state, seat).pick(self.rng)
        await self._try({"do": "move", "seat": seat, "text": self.game.write_move(move)})

    async def takes_back(self) -> None:
        await self._try({"do": "undo", "seat": self.rng.choice(self.pair.viewers or (0,))})

    async def tries(self) -> None:
        """Moves that somebody else could make, or somebody made, and commands for others."""
        texts = self._texts(3)
        commands: list[dict[str, Any]] = [{"do": "move", "text": text} for text in texts]
        commands += [
            {
                "do": "move",
                "seat": self.rng.randrange(self.game.seats),
                "text": texts[0],
            },
            {"do": "answer", "yes": False},
            {"do": "back"},
            {"do": "begin"},
            {"do": "unseat", "seat": 99},
            {"do": "move", "move": {"type": "strange"}},
            {"do": "say", "phrase": "strange"},
        ]
        command = self.rng.choice(commands)
        if "seat" not in command and command["do"] != "begin" and len(self.pair.viewers) == 2:
            command |= {"seat": self.rng.choice(self.pair.viewers)}
        await self._try(command)

    async def _try(self, command: dict[str, Any]) -> None:
        """Sends it unless it is the very move that lays open what was secret."""
        actor = Actor(frozenset(self.pair.viewers), self.pair.role == "host")
        seat = command.get("seat", next(iter(self.pair.viewers), 0))
        for table in self.tables:
            try:
                entries = table.judge(actor, _read(command))
            except YupanaError:
                continue
            if self._lays_open(table, seat, entries):
                return
        cmd: dict[str, Any] = {"t": "cmd", "cid": self._cid(), "cmd": command}
        if self.rng.random() < 0.1:
            cmd["at"] = {"rev": self.rng.randrange(4)}
        if self.rng.random() < 0.3:
            path = "/api/tables/{table}/do"
            await self.step(
                "posts", lambda each: each.ask("POST", _filled(path, each, self.game), cmd)
            )
        else:
            await self.step("commands", lambda each: each.say(cmd))

    async def wonders(self) -> None:
        """What moves would come to, one's own and those of others."""
        texts = [*self._own_texts(2), *self._texts(3)]
        question: dict[str, Any] = self.rng.choice(
            [{"t": "what", "texts": texts}, {"t": "moves", "prefix": texts[0][:1]}, {"t": "moves"}]
        )
        if self.rng.random() < 0.2 or len(self.pair.viewers) > 1:
            own = [
                seat
                for seat in self.pair.viewers
                if seat in self.game.pending(self.tables[0].state)
            ]
            question |= {"seat": own[0] if own else self.rng.randrange(self.game.seats)}
        if self.rng.random() < 0.3:
            path = "/api/tables/{table}/what"
            await self.step(
                "wonders", lambda each: each.ask("POST", _filled(path, each, self.game), question)
            )
        else:
            await self.step("wonders", lambda each: each.say(question))

    def _own_texts(self, count: int) -> list[str]:
        """Moves that the observer may make."""
        state, rng = self.tables[0].state, self.rng
        own = [seat for seat in self.pair.viewers if seat in self.game.pending(state)]
        moves = [self.game.moves(state, seat) for seat in own[:1] * count]
        return [self.game.write_move(each.pick(rng)) for each in moves]

    def _texts(self, count: int) -> list[str]:
        """Moves as text: what others could do in the one world, what was done, and nonsense."""
        table = self.tables[0]
        found = ["nonsense"]
        for seat in range(min(self.game.seats, 5)):
            moves = self.game.moves(table.state, seat)
            if moves:
                found += [self.game.write_move(moves.pick(self.rng)) for _ in range(2)]
        done = self.pair.one[-20:]
        found += [
            self.game.write_move(event.move) for event in self.rng.sample(done, min(2, len(done)))
        ]
        return self.rng.sample(found, min(count, len(found)))

    async def pings(self) -> None:
        await self.step("pings", lambda each: each.say({"t": "ping", "n": self.number}))

    async def asks(self) -> None:
        """Any page of the server, most often the table's own."""
        paths = [path for path in routes.GETS if not path.endswith("/stream")]
        if self.rng.random() < 0.6:
            paths = [path for path in paths if "{table}" in path]
        path = self.rng.choice(paths).replace("{n}", str(self.rng.randrange(40)))
        await self.step(f"GET {path}", self._get(path))

    async def posts(self) -> None:
        """What is refused to somebody who plays already, and to those who do not."""
        path = self.rng.choice([path for path in routes.POSTS if path in POSTED])
        body = self.rng.choice(POSTED[path])
        await self.step(
            f"POST {path}", lambda each: each.ask("POST", _filled(path, each, self.game), body)
        )

    acts: ClassVar[dict[Callable[[Watch], Awaitable[None]], int]] = {
        others_move: 10,
        others_take_back: 2,
        others_talk: 1,
        others_come_and_go: 2,
        the_host_acts: 1,
        moves_oneself: 3,
        takes_back: 2,
        tries: 4,
        wonders: 3,
        pings: 1,
        asks: 3,
        posts: 1,
    }


POSTED: dict[str, list[object]] = {
    "/api/session": [{"table": "elsewhere", "secret": "ys_wrong"}],
    "/api/tables": [{"game": "chess", "seats": 2}],
    "/api/tables/{table}/sit": [{"name": "Ana"}, {"seat": 0}],
    "/api/tables/{table}/resume": [{"code": "AAAA AAAA AAAA AAAA"}],
    "/api/tables/{table}/links": [{"role": "seat", "seat": 99}, {"role": "replay"}],
    "/api/tables/{table}/revoke": [{"key": "0123456789abcdef"}],
    "/api/tables/{table}/reclaim": [{}],
    "/api/tables/{table}/name": [{"name": ""}, {"name": "Zoë"}],
    "/api/tables/{table}/watch": [{}],
    "/api/tables/{table}/follow": [{}],
    "/api/tables/{table}/branch": [{"n": 10**6, "seat": 0}, {"n": 0, "seat": 99}],
    "/api/tables/{table}/do": [{"t": "cmd"}],
    "/api/tables/{table}/what": [{"t": "what"}],
}
"""A new route wants a line here: test_secrets_short.py looks for it."""


def _read(command: dict[str, Any]) -> wire.Command:
    read: wire.Command = msgspec.json.decode(msgspec.json.encode(command), type=wire.Command)
    return read


def _filled(path: str, each: World, game: AnyGame) -> str:
    known = {"table": each.table, "code": each.code, "game": game.name}
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: known.get(found[1], "x"), path)


def _difference(one: tuple[str, bytes], other: tuple[str, bytes]) -> Iterator[object]:
    """The channel, and the bytes around the first place at which they differ."""
    yield f"{one[0]}, {other[0]}:"
    same = (at for at, pair in enumerate(zip(one[1], other[1], strict=False)) if len(set(pair)) > 1)
    at = next(same, min(len(one[1]), len(other[1])))
    for each in (one[1], other[1]):
        yield each[max(0, at - 60) : at + 60]


# Many of them


def try_pairs(name: str, count: int, seed: str) -> Counter[str]:
    """So many pairs of a game whose worlds differ; what was counted on the way."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="yupana-secrecy-", dir=_fast_folder()) as folder:
        asyncio.run(_try_all(name, count, Random(seed), Path(folder), found))
    return found


async def _try_all(name: str, count: int, rng: Random, folder: Path, found: Counter[str]) -> None:
    bits, every = Bits(), pairs(name, rng)
    batch = 0
    while found["pairs"] < count:
        batch += 1
        here, there = folder / f"{batch}-a", folder / f"{batch}-b"
        with in_step(bits):
            async with world(here) as one, world(there) as other:
                for pair in (next(every) for _ in range(min(BATCH, count - found["pairs"]))):
                    watch = Watch((one, other), pair, bits, rng)
                    try:
                        await watch.run()
                    except Broken as broken:
                        broken.add_note(f"{name}, pair {pair.number}, seen by {pair.observer}")
                        raise
                    differ = _differ(watch)
                    found.update({
                        "pairs": differ,
                        "alike": not differ,
                        "messages": watch.compared,
                        "bytes": watch.bytes,
                        f"seen by {pair.observer}": 1,
                    })  # fmt: skip


def _differ(watch: Watch) -> bool:
    """Whether there was something to find out; where all lies open, it is what the dice will do."""
    one, other = watch.tables
    return one.state != other.state or watch.game.name == "wiraqocha"


def _fast_folder() -> str | None:
    """In memory where there is such a place: what is written here is not to last."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def run(ask: Ask) -> Verdict:
    count, part = ask.many(25, 2000), 25
    parts = [
        (name, min(part, count - start), f"{ask.seed}/{name}/{start}")
        for start in range(0, count, part)
        for name in EXCHANGES
    ]
    total: Counter[str] = Counter()
    with planted(ask.defect):
        for found in side_by_side(try_pairs, parts, alone=ask.size == 0):
            total += found
    hold(total["alike"] < total["pairs"], "most worlds do not differ at all")
    return Verdict(
        guarantee="G5",
        figures={
            "pairs of worlds": total["pairs"],
            "games": len(EXCHANGES),
            "messages compared": total["messages"],
            "megabytes": total["bytes"] / 1e6,
            "told apart": 0,
        },
        left_out=left_out(),
    )
