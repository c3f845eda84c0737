"""Takes the pictures of docs/screens/: every game in the middle of play, and the pages around them.

    python -m tests.browser.screens [FOLDER]

The games are played to their middle by bots, with the same dice each time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.browser.helpers import Opened, Site
from tests.browser.settled import SettledServer


class Look(Struct, frozen=True):
    """How a picture is taken."""

    name: str
    width: int
    height: int
    scheme: str = "light"
    language: str = "en-GB"
    forced: str = "none"


LOOKS = (
    Look("320", 320, 640),
    Look("390", 390, 844),
    Look("390-dark", 390, 844, "dark"),
    Look("390-forced", 390, 844, forced="active"),
    Look("390-fr", 390, 844, language="fr-FR"),
    Look("768", 768, 1024),
    Look("1280", 1280, 800),
    Look("1280-dark", 1280, 800, "dark"),
    Look("1280-forced", 1280, 800, forced="active"),
    Look("1280-fr", 1280, 800, language="fr-FR"),
    Look("1920", 1920, 1080),
)
"""By name: how wide, and what is not as usual; light and English without it."""
QUALITY = 66
TURN = {"temple": 18, "valley": 14, "wiraqocha": 14, "paititi": 30}
"""How far each game is played: its round, or its turn."""
OTHERS = {"temple": 2, "valley": 1, "wiraqocha": 2, "paititi": 2}
PHASE = {"temple": "writing", "valley": "placing", "wiraqocha": "acting", "paititi": "exhibiting"}
"""What is asked of the person then, as the README tells it."""


def turn_of(frame: dict[str, Any]) -> int:
    view = frame["view"]
    turn = view.get("round") or view.get("turn")
    return int(turn["number"] if isinstance(turn, dict) else turn)


def middle(site: Site, game: str) -> Opened:
    """A table in the middle of its game, played so far by bots, with a person who is asked for something."""
    table = site.open_table(game, people=1, bots=OTHERS[game])
    own = table.seats[0]
    site.command(table, {"do": "bot", "seat": 0, "bot": "greedy"}, table.host)
    site.begin(table)
    end = time.monotonic() + 120
    while turn_of(site.frame(table, own)) < TURN[game] and time.monotonic() < end:
        time.sleep(0.05)
    site.command(table, {"do": "back"}, own)
    while time.monotonic() < end:
        frame = site.frame(table, own)
        if frame["phase"] == "over":
            return middle(site, game)
        if moves := frame["moves"]:
            if frame["view"]["phase"]["type"] == PHASE[game]:
                return table
            leading = [each for each in moves if each.split()[0] in ("roll", "done", "exhibit")]
            site.command(table, {"do": "move", "text": (leading or moves)[0]}, own)
        time.sleep(0.02)
    raise AssertionError(f"{game} does not come to its middle")


def look(browser: Browser, how: Look, address: str) -> Page:
    context = browser.new_context(
        viewport={"width": how.width, "height": how.height},
        locale=how.language,
        color_scheme=how.scheme,  # type: ignore[arg-type]
        forced_colors=how.forced,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address)
    return page


def take(folder: Path) -> int:
    """How many pictures were taken; those of before are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    taken = 0
    with (
        tempfile.TemporaryDirectory() as data,
        SettledServer(Path(data), "screens") as server,
        sync_playwright() as playwright,
    ):
        site = Site(server)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages: dict[str, str] = {"home": f"{site.base}/"}
        for game in TURN:
            table = middle(site, game)
            pages[game] = f"{site.base}/t/{table.id}#s={table.seats[0]}"
        for name, address in pages.items():
            for how in LOOKS:
                page = look(browser, how, address)
                page.wait_for_selector(".table" if name in TURN else "main")
                page.wait_for_timeout(400)
                page.screenshot(
                    path=folder / f"{name}-{how.name}.jpg", type="jpeg", quality=QUALITY
                )
                page.context.close()
                taken += 1
        browser.close()
    return taken


if __name__ == "__main__":
    where = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screens")
    print(f"{take(where)} pictures in {where}")
