"""Drives a browser through a server's pages and prints, as JSON, everything that it asked the network for.

    python -m tests.chaos.browsing http://127.0.0.1:PORT CHROMIUM

In a process of its own: a page is driven from an event loop that would be in the way of others.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

GAMES = ("temple", "valley", "wiraqocha", "paititi")
PAGES = (
    "/",
    "/about",
    "/guarantees",
    "/privacy",
    *(f"/{kind}/{game}" for game in GAMES for kind in ("play", "rules")),
)
NAME = "Wayra Browser-4fe1"
"""What the player is called in the browser; looked for in the store afterwards."""


def visit(context: BrowserContext, base: str) -> dict[str, Any]:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("websocket", lambda socket: asked.append(socket.url))
    opened = [path for path in PAGES if (said := page.goto(base + path)) and said.ok]
    page.goto(base + "/")
    made = page.evaluate(
        """async (name) => {
          const ask = (path, body, secret) => fetch(path, {method: 'POST', body: JSON.stringify(body),
            headers: {'content-type': 'application/json', ...(secret ? {authorization: `Bearer ${secret}`} : {})}}
          ).then(answer => answer.json());
          const table = await ask('/api/tables', {game: 'temple', seats: 1});
          const sat = await ask(`/api/tables/${table.table}/sit`, {seat: 0, name});
          await ask(`/api/tables/${table.table}/do`, {t: 'cmd', cid: 'begin-in-browser', cmd: {do: 'begin'}}, table.host);
          return {table: table.table, secret: sat.secret, host: table.host};
        }""",
        NAME,
    )
    page.goto(f"{base}/t/{made['table']}#s={made['secret']}")
    page.locator("[data-move], .table").first.wait_for()
    page.wait_for_timeout(1500)  # whatever a page loads when it has nothing else to do
    return {
        "asked": asked,
        "opened": opened,
        "cookies": [f"{each['name']}@{each['domain']}" for each in context.cookies()],
        "secrets": [made["secret"], made["host"]],
    }


def main(base: str, chromium: str) -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(locale="en-GB")
        context.set_default_timeout(20_000)
        print(json.dumps(visit(context, base)))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
