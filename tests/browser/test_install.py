"""Where the browser allows it we can be kept on a home screen; nothing depends on it, and no answer is ever kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.helpers import Site

READY = """async () => {
  const found = await navigator.serviceWorker.ready;
  return [new URL(found.scope).pathname, new URL(found.active.scriptURL).pathname];
}"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const each of await (await caches.open(name)).keys()) found.push(new URL(each.url).pathname);
  return found;
}"""


def under_the_worker(site: Site, page: Page) -> None:
    """From the second page on the worker is asked."""
    page.goto(site.base)
    assert page.evaluate(READY) == ["/", "/sw.js"]
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize(
    ("locale", "title"), [("en-GB", "No connection"), ("fr-FR", "Pas de connexion")]
)
def test_without_a_connection_a_page_says_so(
    site: Site, new_page: NewPage, watched: Watched, locale: str, title: str
) -> None:
    page = new_page(locale=locale)
    under_the_worker(site, page)
    watched.excused = ["503"]  # what the page without a connection is answered with
    page.context.set_offline(True)
    page.goto(f"{site.base}/about")
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    page.context.set_offline(False)
    page.locator("main a").click()
    expect(page).to_have_url(f"{site.base}/about")
    expect(page.locator(".site-top")).to_be_visible()


def test_only_built_files_are_kept(site: Site, new_page: NewPage) -> None:
    page = new_page()
    under_the_worker(site, page)
    page.locator('[data-play="temple"]').click()
    expect(page.locator(".cell.legal").first).to_be_visible()
    page.reload()
    expect(page.locator(".cell.legal").first).to_be_visible()
    kept = page.evaluate(KEPT)
    assert len(kept) > 4
    assert all(re.fullmatch(r"/static/[\w-]+-[\w]+\.[a-z0-9]+", each) for each in kept), kept


def test_on_plain_http_in_a_house_there_is_no_worker(site: Site, new_page: NewPage) -> None:
    """A page that is not in a secure context plays as before."""
    page = new_page()
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    page.goto(site.base)
    page.locator('[data-play="temple"]').click()
    expect(page.locator(".cell.legal").first).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


def test_the_worker_itself_is_not_kept_by_browsers(site: Site) -> None:
    answer = site.server.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
