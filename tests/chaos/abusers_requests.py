"""Abusers who ask for more than their share by requests, links, tables, bots and questions: for G10, beside abuse.py.

Each is a function of an `Abuser` who has settled at a table of its own. It does its worst for `size.seconds`, counts in
`seen` how it was treated, and says so by `hold` if it got more than one caller may have.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tests.chaos.raw import Line, Refused, frame
from tests.chaos.verdict import hold

if TYPE_CHECKING:
    from tests.chaos.abuse import Abuser

BURST, PER_SECOND = 20, 5.0
"""Commands that one holder may send with the limits that a server has by default."""
AT_ONCE = 20
"""Connections over which a flood of requests comes."""
LETTERS = "BCDFHJKMPRSTVWXZ"


async def call(
    line: Line, method: str, path: str, body: Any = None, secret: str | None = None
) -> Any:
    answer = await line.ask(method, path, body, secret)
    hold(answer.status < 300, "a first request was refused:", method, path, answer)
    return answer.json()


def command(abuser: Abuser, **cmd: Any) -> dict[str, Any]:
    return {"t": "cmd", "cid": f"{abuser.rng.getrandbits(128):032x}", "cmd": cmd}


async def flood(abuser: Abuser, path: Callable[[], str], secret: str | None = None) -> None:
    """Requests over many connections, each as soon as the former is answered."""
    end = time.perf_counter() + abuser.size.seconds

    async def ask() -> None:
        line = await abuser.line().open()
        while time.perf_counter() < end:
            try:
                answer = await line.ask("GET", path(), None, secret)
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                line.close()
                line = await abuser.line().open()
                continue
            abuser.seen[str(answer.status)] += 1
        line.close()

    await asyncio.gather(*(ask() for _ in range(AT_ONCE)))


# Requests


async def floods_pages(abuser: Abuser) -> None:
    """Pages, files and paths that do not exist, without any secret."""
    paths = ["/", "/about", "/rules/temple", "/api/games", "/api/tables", "/openapi.json", "/none"]
    await flood(abuser, lambda: abuser.rng.choice(paths))


async def floods_exports(abuser: Abuser) -> None:
    """A long game that is over, again and again."""
    seats = 100 if abuser.size.seconds > 5 else 20
    line = await abuser.line().open()
    table = await call(line, "POST", "/api/tables", {"game": "temple", "seats": seats})
    path = f"/api/tables/{table['table']}"
    await call(
        line, "POST", f"{path}/do", command(abuser, do="begin", bot="uniform"), table["host"]
    )
    for _ in range(600):
        seen = await call(line, "GET", path, None, table["host"])
        if seen["phase"] == "over":
            break
        await asyncio.sleep(0.2)
    line.close()
    hold(seen["phase"] == "over", "bots did not play to the end:", seen["phase"])
    await flood(abuser, lambda: f"{path}/export", table["host"])
    hold(abuser.seen["200"], "an export was never given:", abuser.seen)


async def floods_qrs(abuser: Abuser) -> None:
    """QRs of codes that nobody has."""
    await flood(abuser, lambda: f"/j/{''.join(abuser.rng.choices(LETTERS, k=4))}/qr.svg")
    hold(abuser.seen["200"] < 10, "QRs of tables that do not exist:", abuser.seen)


async def floods_with_guesses(abuser: Abuser) -> None:
    """Secrets that open nothing, a hundred with each request."""
    path = f"{abuser.path}/export"

    def guess() -> str:
        return "yh_" + "".join(abuser.rng.choices("abcdefghijklmnop", k=32))

    await flood(abuser, lambda: path, " ".join(guess() for _ in range(100)))
    hold(not abuser.seen["200"], "a guess opened something:", abuser.seen)


# Accounts


async def mints_host_links(abuser: Abuser) -> None:
    """A new link for each command: all of them are one host's."""
    line = await abuser.line().open()
    start = time.perf_counter()
    links: list[str] = [abuser.host]
    while time.perf_counter() < start + abuser.size.seconds:
        answer = await line.ask(
            "POST", f"{abuser.path}/links", {"role": "host"}, abuser.rng.choice(links)
        )
        if answer.status == 201:
            links.append(answer.json()["secret"])
            abuser.seen["links"] += 1
        locked = command(abuser, do="policy", locked=bool(abuser.seen["entries"] % 2))
        answer = await line.ask("POST", f"{abuser.path}/do", locked, links[-1])
        abuser.seen["entries" if answer.status == 200 else f"refused {answer.status}"] += 1
    most = BURST + PER_SECOND * (time.perf_counter() - start) + 1
    got = abuser.seen["entries"] + abuser.seen["links"]
    hold(got <= most, "who issues links may do more:", got, "of", most)
    line.close()


async def takes_public_seats(abuser: Abuser) -> None:
    """Every seat of the public tables that other people have opened."""
    opener = Line(abuser.port, abuser.address.replace("127.0.2.", "127.0.4."))
    line = await opener.open()
    wish = {"game": "temple", "seats": 4, "policy": {"public": True}}
    tables = [(await call(line, "POST", "/api/tables", wish))["table"] for _ in range(10)]
    line.close()
    line = await abuser.line().open()
    for table in tables * 4:
        answer = await line.ask("POST", f"/api/tables/{table}/sit", {})
        abuser.seen[str(answer.status)] += 1
    line.close()
    hold(0 < abuser.seen["201"] < 20, "who takes every public seat:", abuser.seen)


async def floods_previews(abuser: Abuser) -> None:
    """Questions about moves, each as costly as can be; a command between them is answered."""
    moves = [f"{number} {cell}{row}" for number in range(1, 7) for cell in "abcdef" for row in "12"]
    end = time.perf_counter() + abuser.size.seconds
    line = await abuser.socket()
    hold(line is not None, "no socket for a seat")
    assert line is not None
    line.send(frame(b'{"t":"hello"}'))

    async def hear() -> None:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            while isinstance(told := await line.told(), dict):
                abuser.seen[str(told.get("code", told["t"]))] += 1

    hearing, number = asyncio.create_task(hear()), 0
    while time.perf_counter() < end and not hearing.done():
        number += 1
        asked = {"t": "what", "n": number, "texts": abuser.rng.sample(moves, 60)}
        line.send(frame(json.dumps(asked).encode()))
        if number % 40 == 0:
            said = command(abuser, do="say", phrase="wow")
            line.send(frame(json.dumps(said).encode()))
            abuser.seen["said"] += 1
        await asyncio.sleep(1 / 40)  # below what is shown out for
    hearing.cancel()
    line.close()
    hold(abuser.seen["ack"] >= abuser.seen["said"] - 1, "questions cost commands:", abuser.seen)


# Tables and bots


async def opens_tables_of_bots(abuser: Abuser) -> None:
    """As many tables of a hundred bots that think as hard as they can as one address may open."""
    line = await abuser.line().open()
    for _ in range(60):
        answer = await line.ask("POST", "/api/tables", {"game": "valley", "seats": 100})
        abuser.seen[str(answer.status)] += 1
        if answer.status != 201:
            break
        table = answer.json()
        path = f"/api/tables/{table['table']}/do"
        begin = command(abuser, do="begin", bot="amauta")
        await call(line, "POST", path, begin, table["host"])
    hold(abuser.seen["201"], "no table at all:", abuser.seen)
    await asyncio.sleep(abuser.size.seconds)
    line.close()


async def floods_sockets(abuser: Abuser) -> None:
    """Sockets of spectators that say hello without end, one after the other."""
    end = time.perf_counter() + abuser.size.seconds
    while time.perf_counter() < end:
        line = abuser.line()
        try:
            await (await line.open()).become_socket(f"{abuser.path}/ws", abuser.watch)
        except (Refused, OSError, asyncio.IncompleteReadError) as error:
            abuser.seen[f"refused {getattr(error, 'status', 'connection')}"] += 1
            line.close()
            continue
        line.send(frame(b'{"t":"hello"}') * 100)
        code = await abuser.until_closed(line)
        hold(code in (1008, 1006), "a flood of hellos was answered by", code)


REQUESTS: dict[str, Callable[[Abuser], Awaitable[None]]] = {
    "a flood of pages": floods_pages,
    "a flood of exports": floods_exports,
    "a flood of QRs": floods_qrs,
    "a flood of guesses": floods_with_guesses,
    "a link for every command": mints_host_links,
    "all public seats": takes_public_seats,
    "a flood of previews": floods_previews,
    "tables of bots that think": opens_tables_of_bots,
    "spectators that say hello": floods_sockets,
}


# A hundred phones behind one address


class Phone:
    """Somebody who scans the QR of a table, sits down and looks what a move would bring."""

    def __init__(self, port: int, code: str, pages: list[str]) -> None:
        self.port, self.code, self.pages = port, code, pages
        self.seconds = 0.0

    async def join(self) -> None:
        """All that a browser asks for; whatever is refused is an error."""
        start = time.perf_counter()
        line = await Line(self.port).open()
        for path in [f"/j/{self.code}", *self.pages, f"/j/{self.code}/qr.svg"]:
            answer = await line.ask("GET", path)
            hold(answer.status == 200, "a phone was refused a page:", path, answer.status)
        found = await call(line, "GET", f"/api/codes/{self.code}")
        table = f"/api/tables/{found['table']}"
        seat = await call(line, "POST", f"{table}/sit", {})
        who = {"table": found["table"], "secret": seat["secret"]}
        await call(line, "POST", "/api/session", who)
        hold((await line.ask("GET", f"/t/{found['table']}")).status == 200, "no page of the table")
        line.close()
        self.table, self.secret = table, seat["secret"]
        self.line = await (await Line(self.port).open()).become_socket(f"{table}/ws", self.secret)
        await self._tell({"t": "hello"}, "view")
        self.seconds = time.perf_counter() - start

    async def preview(self, texts: list[str]) -> None:
        """One question for each, as fast as somebody's finger goes over the sheet; then a word, which is heard."""
        for number, text in enumerate(texts):
            await self._tell({"t": "what", "n": number, "texts": [text]}, "would")
        said = {"do": "say", "phrase": "wow"}
        await self._tell({"t": "cmd", "cid": f"{id(self):032x}", "cmd": said}, "ack")

    async def _tell(self, message: dict[str, Any], answer: str) -> None:
        self.line.send(frame(json.dumps(message).encode()))
        while True:
            told = await self.line.told()
            hold(isinstance(told, dict), "a phone was shown out:", told)
            assert isinstance(told, dict)
            hold(told["t"] not in ("no", "bye"), "a phone was refused:", told)
            if told["t"] == answer:
                return
