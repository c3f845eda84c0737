"""What the browser client weighs and how quickly it answers: `make bench-web`.

    python -m benchmarks.web

Bytes are those that go over the wire, compressed as they are served. The network is slowed down by 150 ms for each
round trip, for pages by chromium itself and for the socket by a relay in between.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM
from tests.browser.helpers import Opened, Site
from tests.server.client import Server

from yupana.web import assets

LATENCY_MS = 150
GAMES = {"temple": 0, "valley": 0, "wiraqocha": 1, "paititi": 1}
TARGET = {
    "temple": ".cell.legal",
    "valley": ".cell.legal",
    "wiraqocha": ".cell.legal, .bar .done:enabled",
    "paititi": ".card.legal, .bar .done:enabled",
}
PAGES = ("/", "/play/temple", "/rules/valley", "/about")


def slow(page: Page) -> Any:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    return session


def counted(page: Page) -> list[int]:
    """Bytes of everything that the page fetches from now on."""
    found: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.loadingFinished", lambda event: found.append(int(event["encodedDataLength"]))
    )
    return found


def fresh(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    return context.new_page()


def weigh_files() -> None:
    """What a table begins with, and what each board adds to it."""
    print("Bytes of the client, gzipped: at most 30,000 each")
    files, shell = assets.files(), assets.manifest().entries["table"]

    def told(name: str, *parts: str | None) -> None:
        weight = sum(len(files[part].packed or files[part].data) for part in parts if part)
        print(f"  {name:16} {weight:>8,}")

    told("shell", shell.js, shell.css, *shell.imports)
    for game in GAMES:
        board = assets.board_entry(game)
        told(game, board.js, board.css, *(set(board.imports) - set(shell.imports)))


def weigh_pages(browser: Browser, site: Site) -> None:
    print("Bytes of a first visit, everything included: at most 150,000")
    for path in PAGES:
        page = fresh(browser)
        found = counted(page)
        page.goto(site.base + path, wait_until="networkidle")
        print(f"  {path:16} {sum(found):>8,}")
        page.context.close()


def open_table(site: Site, game: str) -> Opened:
    table = site.open_table(game, people=1, bots=GAMES[game])
    site.begin(table)
    return table


def weigh_table(browser: Browser, site: Site, game: str) -> None:
    """First visit to a table: bytes, time to a board that can be played; then bytes of an update."""
    table = open_table(site, game)
    page = fresh(browser)
    found = counted(page)
    frames: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: frames.append(len(data))))
    slow(page)
    began = time.perf_counter()
    page.goto(f"{site.base}/t/{table.id}#s={table.seats[0]}")
    page.wait_for_selector(TARGET[game], timeout=30_000)
    playable = time.perf_counter() - began
    for _ in range(12):
        frame = site.frame(table, table.seats[0])
        if not frame["moves"]:
            time.sleep(0.1)
            continue
        text = frame["moves"][len(frame["moves"]) // 2]
        site.command(table, {"do": "move", "text": text}, table.seats[0])
    page.wait_for_timeout(500)
    update = statistics.median(frames[2:] or frames)
    print(
        f"  {game:10} first visit {sum(found):>8,} bytes   an update {update:>6,.0f} bytes   "
        f"playable after {playable * 1000:>5,.0f} ms"
    )
    page.context.close()


INK = """() => new Promise(done => {
  const board = document.querySelector('.board');
  let began = 0;
  new MutationObserver((_, watch) => {
    if (!began || !document.querySelector('.pencilled > *')) return;
    watch.disconnect();
    done(performance.now() - began);
  }).observe(board, { childList: true, subtree: true });
  document.querySelector('.cell.legal').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  setTimeout(() => {  // the first tap is drawn before anybody makes the second
    began = performance.now();
    document.querySelector('.number:enabled').click();
  }, 200);
})"""


def _late(socket: Any, data: Any) -> None:
    """Half a round trip later."""
    time.sleep(LATENCY_MS / 2000)
    socket.send(data)


def time_ink(browser: Browser, site: Site) -> None:
    """From the tap to the pencil on the sheet, while the server is a slow round trip away."""
    times = []
    for _ in range(9):
        table = open_table(site, "temple")
        if site.frame(table, table.seats[0])["view"]["phase"]["type"] != "writing":
            continue
        page = fresh(browser)

        def relay(socket: Any) -> None:
            server = socket.connect_to_server()
            socket.on_message(lambda data: _late(server, data))
            server.on_message(lambda data: _late(socket, data))

        page.route_web_socket("**/ws", relay)
        page.goto(f"{site.base}/t/{table.id}#s={table.seats[0]}")
        page.wait_for_selector(TARGET["temple"])
        times.append(page.evaluate(INK))
        page.context.close()
    print(
        f"  temple     median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}"
    )


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        site = Site(server)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        weigh_files()
        weigh_pages(browser, site)
        print(f"Tables, with {LATENCY_MS} ms more for each round trip")
        for game in GAMES:
            weigh_table(browser, site, game)
        print(f"From a tap to the first ink, the server {LATENCY_MS} ms away")
        time_ink(browser, site)
        browser.close()


if __name__ == "__main__":
    main()
