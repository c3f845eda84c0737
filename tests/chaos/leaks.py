"""Deliberate leaks: the server with one secret let slip, each by another way, or one door left open. See broken.py.

Several are copied from what befell others: the first state sent unfiltered, moves of a running round in the
list of news, a view for anybody who names a seat, a refusal that knows too much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from zlib import crc32

from tests.chaos.broken import Defect, replace

if TYPE_CHECKING:
    from yupana.server.live import Live
    from yupana.server.table import Table


def _truth(table: Table) -> bytes:
    """All that the server knows of a game."""
    import msgspec

    return msgspec.json.encode(table.state)


def _in_every_view(change: Callable[[Live, dict[str, Any]], None]) -> None:
    """Changes every view on its way out."""
    import msgspec

    from yupana.server.live import Live

    def render(self: Live, *given: Any, **named: Any) -> bytes:
        view = msgspec.json.decode(before(self, *given, **named))
        change(self, view)
        return msgspec.json.encode(view)

    before = replace(Live, "_render", render)


def seed_in_view() -> None:
    """Every view has the seed of the dice in it."""
    _in_every_view(lambda live, view: view.update(seed=live.table.seed.hex()))


def seed_in_welcome() -> None:
    """The seed itself is sent for its commitment."""
    from msgspec import structs

    from yupana.server import talk

    def welcome(live: Live, actor: Any = None) -> Any:
        return structs.replace(before(live, actor), commit=live.table.seed.hex())

    before = replace(talk, "welcome", welcome)


def first_state() -> None:
    """Whoever connects is first sent the game as the server has it."""
    from yupana.server.live import Live

    def greet(self: Live, join: Any) -> None:
        join.client.outbox.answer(_truth(self.table))
        before(self, join)

    before = replace(Live, "_greet", greet)


def news_of_hidden_moves() -> None:
    """Every move is news for everybody."""
    from yupana.server import sight

    def news(seq: int, seat: int, open_: bool, told: Any) -> Any:
        return before(seq, seat, True, told)

    before = replace(sight, "News", news)


def telling_refusal() -> None:
    """A refusal knows what others hold."""
    from yupana.core.errors import YupanaError
    from yupana.server.table import Table

    def judge(self: Table, *given: Any) -> Any:
        try:
            return before(self, *given)
        except YupanaError as error:
            error.facts["known"] = crc32(_truth(self))
            raise

    before = replace(Table, "judge", judge)


def telling_size() -> None:
    """What is sent is a little longer or shorter, by what is hidden."""
    from yupana.server.live import Live

    def render(self: Live, *given: Any) -> bytes:
        data: bytes = before(self, *given)
        return data + b" " * (crc32(_truth(self.table)) % 7)

    before = replace(Live, "_render", render)


def moves_by_the_truth() -> None:
    """The order of a seat's moves hangs on what it does not know."""

    def turn(live: Live, view: dict[str, Any]) -> None:
        if crc32(_truth(live.table)) % 2:
            view["moves"].reverse()

    _in_every_view(turn)


def what_by_the_truth() -> None:
    """What a move would come to is worked out in the world as it is."""
    from yupana.server.table import Table

    def outlook(self: Table, actor: Any, seat: int | None) -> Any:
        own, found = before(self, actor, seat)
        found._worlds = [self.state] * len(found._worlds)
        return own, found

    before = replace(Table, "outlook", outlook)


def next_outcome() -> None:
    """A view tells what chance will do next: the order of a deck that nobody has seen."""
    from yupana.server.dice import FairDice

    def tell(live: Live, view: dict[str, Any]) -> None:
        table = live.table
        if table._key is not None:
            view["next"] = FairDice(table._key, table.name, table._leaps).randrange(10_000)

    _in_every_view(tell)


def tick_by_the_truth() -> None:
    """One tick more or less, by what somebody has chosen."""
    from yupana.server.live import Live

    async def broadcast(self: Live, entries: Any) -> None:
        await before(self, entries)
        if crc32(_truth(self.table)) % 2:
            for client in self.clients:
                client.outbox.tick(self._ticks()(client))

    before = replace(Live, "_broadcast", broadcast)


def bots_see_all() -> None:
    """A bot is sent the game as the server has it."""
    from msgspec import structs

    from yupana.server import botseats

    def errand(table: Table, wanted: Any) -> Any:
        made = before(table, wanted)
        tasks = [structs.replace(task, view=_truth(table)) for task in made.tasks()]
        return structs.replace(made, tasks=lambda: tasks)

    before = replace(botseats, "_errand", errand)


def bots_know_the_seed() -> None:
    """The bot's own chance comes from the seed of the dice."""
    from yupana.server import botseats

    replace(botseats, "_seed", lambda table, seat: int.from_bytes(table.seed[:7], "big"))


def anybodys_view() -> None:
    """A plain request is answered as if it came from the first two seats."""
    from yupana.server import handlers
    from yupana.server.policy import Actor

    def look(sender: Any, seen: Any) -> Any:
        return before(Actor(frozenset({0, 1})), seen)

    before = replace(handlers, "Look", look)


def open_stream() -> None:
    """The stream of events, a side door, does not ask who listens."""
    from unittest.mock import patch

    from yupana.server import app, talk
    from yupana.server.policy import Actor
    from yupana.server.requests import Client

    async def stream(site: Any, request: Any) -> Any:
        seated = Client(Actor(frozenset({0, 1})))
        with patch.object(talk, "Client", lambda *given: seated):
            return await talk.stream(site, request)

    replace(app, "GETS", {**app.GETS, "/api/tables/{table}/stream": stream})


def early_export() -> None:
    """The log of a game can be had while it is played."""
    from yupana.server import app
    from yupana.server.export import write_export
    from yupana.server.site import answer

    async def export(site: Any, request: Any) -> Any:
        live, _, _ = await site.found(request)
        found = await site.hub.ask(site.hub.store.export, live.name)
        return answer({"export": write_export(found).decode()})

    replace(app, "GETS", {**app.GETS, "/api/tables/{table}/export": export})


# Dice, doors and manners


def dice_of_the_moment() -> None:
    """Chance is asked when it is needed, and not the seed that was promised."""
    from random import SystemRandom

    from yupana.server import table

    replace(table, "sample", lambda chance, *where: chance.sample(SystemRandom()))


def believing_verifier() -> None:
    """The verifier finds nothing wrong with anything."""
    from msgspec import structs

    from tests.chaos import dice

    def verify(*given: Any, **named: Any) -> Any:
        return structs.replace(before(*given, **named), findings=())

    before = replace(dice, "verify", verify)


def anybody_sits() -> None:
    """A seat that is taken is given to the next one as well."""
    from yupana.server.log import Sat
    from yupana.server.table import Table

    def sit(self: Table, seat: int, nonce: str | None, *more: Any, **named: Any) -> Any:
        return [Sat(seat, "person", None, nonce or "0" * 32, "seat")]

    replace(Table, "sit", sit)


def everybody_is_host() -> None:
    """Whoever sits at the table may do what a host may."""
    from yupana.server.table import Table

    replace(Table, "_host_only", lambda self, actor: None)


def revoked_opens() -> None:
    """A secret that was taken back still opens."""
    from msgspec import structs

    from yupana.server.authority import KeysInForce
    from yupana.server.keyring import Keyring

    async def find(self: Keyring, hash_: str) -> Any:
        key = await before(self, hash_)
        return key if key is None else structs.replace(key, revoked_ms=None)

    def read(self: KeysInForce, keys: Any = ()) -> None:
        read_before(self, [structs.replace(key, revoked_ms=None) for key in keys])

    before = replace(Keyring, "find", find)
    read_before = replace(KeysInForce, "__init__", read)


def bare_head_hash() -> None:
    """The hash of the head is shown as it is: whoever tries all hidden choices finds the one that gives it."""
    from yupana.server.table import Table

    def seal(self: Table, seq: int | None = None) -> str:
        at = self.head if seq is None else seq
        return self.hashes[at - 1][:32] if 0 < at <= len(self.hashes) else ""

    replace(Table, "seal", seal)


def secrets_in_the_log() -> None:
    """Who came with which secret is written down, and nothing is blotted out."""
    import logging

    from yupana.server import serve
    from yupana.server.site import Site

    async def admit(self: Site, who: Any, table: str) -> Any:
        logging.getLogger("yupana").warning("%s", who.secrets)
        return await before(self, who, table)

    before = replace(Site, "admit", admit)
    replace(serve, "redact", lambda text: text)


def guessers_lock_out() -> None:
    """Whoever shares an address with somebody who guesses is not let in either."""
    from yupana.server.site import Site

    async def admit(self: Site, who: Any, table: str) -> Any:
        self.may_try(who)
        return await before(self, who, table)

    before = replace(Site, "admit", admit)


def answers_twice() -> None:
    """What is malformed is refused twice."""
    from yupana.server import talk

    def refuse(*given: Any) -> None:
        before(*given)
        before(*given)

    before = replace(talk, "_refuse", refuse)


def waits_for_ever() -> None:
    """A request may take as long as it likes to arrive."""
    from yupana.server.connections import Http

    replace(Http, "_wait", lambda self: None)


def tables_without_end() -> None:
    """Anybody may open as many tables as they like."""
    from yupana.server.reception import Reception
    from yupana.server.site import Site

    async def room(self: Reception, by: str | None) -> None:
        return

    replace(Site, "may_open", lambda self, *asked: None)
    replace(Reception, "_check_room", room)


TOLD = "told apart"

DEFECTS: dict[str, Defect] = {
    "seed-in-view": Defect("secrecy", seed_in_view, TOLD),
    "bare-head-hash": Defect("secrecy", bare_head_hash, TOLD),
    "seed-in-welcome": Defect("secrecy", seed_in_welcome, "says hello socket"),
    "first-state": Defect("secrecy", first_state, "says hello socket"),
    "news-of-hidden-moves": Defect("secrecy", news_of_hidden_moves, TOLD),
    "telling-refusal": Defect("secrecy", telling_refusal, TOLD),
    "telling-size": Defect("secrecy", telling_size, TOLD),
    "moves-by-the-truth": Defect("secrecy", moves_by_the_truth, TOLD),
    "what-by-the-truth": Defect("secrecy", what_by_the_truth, "wonders"),
    "next-outcome": Defect("secrecy", next_outcome, TOLD),
    "tick-by-the-truth": Defect("secrecy", tick_by_the_truth, '"tick"'),
    "bots-see-all": Defect("secrecy", bots_see_all, "task"),
    "bots-know-the-seed": Defect("secrecy", bots_know_the_seed, "task"),
    "anybodys-view": Defect("secrecy", anybodys_view, "GET"),
    "open-stream": Defect("secrecy", open_stream, "stream"),
    "early-export": Defect("secrecy", early_export, "export"),
    "dice-of-the-moment": Defect("dice", dice_of_the_moment, "not believed"),
    "believing-verifier": Defect("dice", believing_verifier, "nobody saw it"),
    "anybody-sits": Defect("roles", anybody_sits, "winners of one seat: [1-9]"),
    "everybody-is-host": Defect("roles", everybody_is_host, "another answer than"),
    "revoked-opens": Defect("roles", revoked_opens, "a secret that was revoked"),
    "secrets-in-the-log": Defect("roles", secrets_in_the_log, "a secret is in the log"),
    "guessers-lock-out": Defect("roles", guessers_lock_out, "did not open any more"),
    "answers-twice": Defect("frames", answers_twice, "too many strikes|more answers"),
    "waits-for-ever": Defect("abuse", waits_for_ever, "half open are kept"),
    "tables-without-end": Defect("abuse", tables_without_end, "tables without end"),
}
