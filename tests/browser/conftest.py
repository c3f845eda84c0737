"""A server, Debian's chromium, and pages that must not complain."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.helpers import Site
from tests.browser.settled import SettledServer

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)
"""The first is the same without what only a window needs, and much faster."""

NewPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where no chromium can be had these tests are left out, and say so."""
    if CHROMIUM is None:
        for item in items:
            if "tests/browser" in str(item.path):
                item.add_marker(pytest.mark.skip(reason="there is no chromium on this machine"))


@pytest.fixture(scope="session")
def settled_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SettledServer]:
    """A server process for many tests."""
    with SettledServer(tmp_path_factory.mktemp("browser")) as server:
        yield server


@pytest.fixture
def site(settled_server: SettledServer, request: pytest.FixtureRequest) -> Site:
    """A server whose dice are this test's."""
    settled_server.settle(request.node.nodeid)
    return Site(settled_server)


@pytest.fixture
def own_site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A server for one test alone, to be killed."""
    with SettledServer(tmp_path / "own", request.node.nodeid) as server:
        yield Site(server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


class Watched:
    """Collects what a page must not do: complain, or ask anybody else for anything."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.excused: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self._console(message.type, message.text))
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", lambda request: self._request(request.url))

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.problems.append(f"{kind}: {text}")

    def _request(self, url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")):
            self.problems.append(f"asked elsewhere: {url}")

    def check(self) -> None:
        left = [
            each for each in self.problems if not any(excuse in each for excuse in self.excused)
        ]
        assert left == []


@pytest.fixture
def watched() -> Watched:
    """`watched.excused` lists what a test expects a page to complain about."""
    return Watched()


@pytest.fixture
def new_page(browser: Browser, watched: Watched) -> Iterator[NewPage]:
    """A page in a browser profile of its own: `new_page(width=390, height=844, locale="fr-FR")`."""
    contexts: list[BrowserContext] = []

    def make(width: int = 360, height: int = 640, locale: str = "en-GB", **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            **{"reduced_motion": "reduce", **more},
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        watched.watch(page)
        return page

    yield make
    for context in contexts:
        context.close()
    watched.check()
