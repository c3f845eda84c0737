"""What tests in the browser share: tables made through the API, ways into them, axe."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.server.client import Server


class Opened(Struct):
    """A table with the secrets of those who sit at it."""

    id: str
    code: str
    host: str
    spectator: str
    seats: dict[int, str]
    """Secrets by seat; seats of bots have none."""


class Site:
    """The server as tests speak to it beside the browser."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.base = server.base

    def open_table(
        self,
        game: str,
        people: int = 1,
        bots: int = 0,
        options: Mapping[str, Any] | None = None,
        policy: Mapping[str, Any] | None = None,
        names: tuple[str, ...] = ("Ana", "Bea", "Cid", "Dan", "Eva"),
        free: int = 0,
    ) -> Opened:
        """People first, then bots, then `free` seats."""
        wish = {
            "game": game,
            "seats": people + bots + free,
            "options": options or {},
            "policy": policy or {},
            "bots": {str(people + seat): "greedy" for seat in range(bots)},
        }
        made = self.server.post("/api/tables", wish)
        assert made.status_code == 201, made.text
        opened = made.json()
        table = Opened(opened["table"], opened["code"], opened["host"], opened["spectator"], {})
        for seat in range(people):
            name = names[seat] if seat < len(names) else f"Guest {seat + 1}"
            answer = self.server.post(f"/api/tables/{table.id}/sit", {"name": name, "seat": seat})
            assert answer.status_code == 201, answer.text
            table.seats[seat] = answer.json()["secret"]
        return table

    def begin(self, table: Opened) -> None:
        self.command(table, {"do": "begin"}, table.host)

    def command(self, table: Opened, cmd: Mapping[str, Any], secret: str) -> None:
        self.tries = getattr(self, "tries", 0) + 1
        message = {"t": "cmd", "cid": f"browser-test-{self.tries:06}", "cmd": cmd}
        answer = self.server.post(f"/api/tables/{table.id}/do", message, secret)
        assert answer.status_code == 200, answer.text

    def frame(self, table: Opened, secret: str) -> dict[str, Any]:
        """What the server shows to whoever has this secret."""
        found: dict[str, Any] = self.server.get(f"/api/tables/{table.id}", secret).json()
        return found

    def scores(self, table: Opened) -> list[int]:
        """The final points that the engine gives."""
        outcome = self.frame(table, table.spectator)["outcome"]
        assert outcome is not None
        scores: list[int] = outcome["scores"]
        return scores

    def enter(self, page: Page, table: Opened, *secrets: str) -> None:
        """Goes to the table by its links, one after the other; the last stays open."""
        for secret in secrets:
            page.goto(f"{self.base}/t/{table.id}#s={secret}")
            expect(page.locator(".table, .lobby, .curtain").first).to_be_visible()
            expect(page).to_have_url(f"{self.base}/t/{table.id}")


AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""Axe's rules, by what they are for."""
COLOURS = ("color-contrast",)
"""Those of them that depend on a page's colours."""


def assert_accessible(
    page: Page, *but: str, within: str | None = None, rules: Sequence[str] = RULES
) -> None:
    """No violation that axe can find, but for rules named with a reason by the caller; in all of the page,
    or only `within` what was opened over it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "([rules, within]) => axe.run(within ?? document, { runOnly: rules, resultTypes: ['violations'] })",
        [rules, within],
    )
    told = [
        f"{each['id']}: {each['help']}: {node['html'][:200]}"
        for each in found["violations"]
        if each["id"] not in but
        for node in each["nodes"]
    ]
    assert told == [], json.dumps(told, indent=1)


def moved(page: Page) -> str:
    """How often those who sit at this page have moved, as it shows."""
    return page.locator(".table").get_attribute("data-moved") or ""


def wait_for_move(page: Page, before: str) -> None:
    """Until the page shows that its move was made; others may move in the meantime."""
    expect(page.locator(".table")).not_to_have_attribute("data-moved", before)


class Line:
    """The sockets of a page, on their way through our hands."""

    def __init__(self, page: Page, *, down: bool = False) -> None:
        self.down = down
        """Whether none comes through."""
        self.sockets: list[Any] = []
        self.ends: list[Any] = []
        """The same at the server's side."""
        page.route_web_socket(re.compile(".*/ws"), self._route)

    def _route(self, socket: Any) -> None:
        self.sockets.append(socket)
        if self.down:
            socket.close()
        else:
            self.ends.append(socket.connect_to_server())

    def cut(self) -> None:
        self.sockets[-1].close()

    def lose(self) -> None:
        """At once at both ends, and for as long as it is down."""
        self.down = True
        for end in (self.sockets[-1], self.ends[-1]):
            end.close()
