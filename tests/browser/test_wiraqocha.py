"""Wiraqocha's board: whole games by taps and by keys, every move in reach, the number of taps, and what is seen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site, assert_accessible
from yupana.bots.bot import make_bot
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha import board as table_board
from yupana.games.wiraqocha.conquest import entrants, marchers
from yupana.games.wiraqocha.dice import Throw, attacks
from yupana.games.wiraqocha.preparation import dice_to_roll
from yupana.games.wiraqocha.scene import Scene
from yupana.games.wiraqocha.state import Acting
from yupana.games.wiraqocha.view import View, imagine

TILE, DONE, GO = ".cell.legal", ".bar .done:enabled", "[data-go]:enabled"
LAND = f'{TILE}:not([data-cell="graveyard"])'
DIE = ".wira-die.able"
"""A die that has to be changed so that the Camp can be placed."""
OVER = '.table[data-phase="over"]'
GAMES = 10
"""So many are played in search of a position."""
Frame = dict[str, Any]


def at_the_table(
    site: Site, page: Page, play: Callable[[Frame], bool] | None = None, **more: Any
) -> Opened:
    """A table whose game has gone on until `play` is content with what the first seat may do; not every game gets there."""
    for _ in range(GAMES):
        table = site.open_table("wiraqocha", **{"people": 1, "bots": 1, **more})
        site.begin(table)
        if play is None or go_on(site, table, play, more.get("options", {})):
            break
    else:
        raise AssertionError(f"none of {GAMES} games came to such a position")
    site.enter(page, table, table.seats[0])
    expect(page.locator(f"{TILE}, {DONE}").first).to_be_visible()
    return table


def go_on(
    site: Site, table: Opened, until: Callable[[Frame], bool], options: dict[str, Any]
) -> bool:
    """People play as bots do, through the API, until the first seat has what is wanted, or the game is over."""
    seats = len(site.frame(table, table.seats[0])["seats"])
    game = Wiraqocha(seats, **options)
    choose = make_bot("greedy", game, random.Random(1))
    while True:
        for seat, secret in table.seats.items():
            frame = site.frame(table, secret)
            if frame["phase"] == "over":
                return False
            if not frame["moves"]:
                continue
            if seat == 0 and until(frame):
                return True
            view = msgspec.convert(frame["view"], View)
            move = choose(view, game.moves(imagine(view), seat))
            site.command(table, {"do": "move", "text": game.write_move(move)}, secret)


def offers(pattern: str) -> Callable[[Frame], bool]:
    return lambda frame: any(re.search(pattern, text) for text in frame["moves"])


def head_of(page: Page) -> str:
    return page.locator(".table").get_attribute("data-head") or ""


def changed(page: Page, head: str) -> None:
    expect(page.locator(".table")).not_to_have_attribute("data-head", head)


def tap(page: Page, at: Locator) -> None:
    """A tap that changes the table."""
    head = head_of(page)
    at.click()
    changed(page, head)


def points(page: Page) -> int:
    return int(page.locator(".score-chip").inner_text().split()[-1])


def test_a_whole_game_by_taps(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    table = at_the_table(site, page)
    taken = rolls = built = 0
    while True:
        expect(page.locator(f"{DONE}, {LAND}, {DIE}, {OVER}").first).to_be_visible(timeout=20_000)
        if page.locator(OVER).count():
            break
        done = page.locator(DONE)
        label = done.inner_text() if done.count() else ""
        if label.startswith("Roll"):
            tap(page, done)
            rolls += 1
            expect(page.locator(".wira-dice [data-die]")).to_have_count(int(label.split()[1]))
        elif page.locator(".wira-market.able").count():
            page.locator(".wira-market").click()
            card = page.locator(".wira-over [data-build]").first
            if card.get_attribute("data-build") == "force-field":
                card.click()
                tap(page, page.locator(TILE).first)
            else:
                tap(page, card)
            built += 1
        elif page.locator(LAND).count():
            page.locator(LAND).first.click()
            tap(page, page.locator(GO))
            taken += 1
        elif page.locator(DIE).count():
            page.locator(DIE).first.click()
            tap(page, page.locator(".wira-actions [data-deed]").first)
        else:
            head = head_of(page)
            done.click()
            if page.locator("[data-end]").count():
                page.locator("[data-end]").click()
            changed(page, head)
    assert rolls > 3
    assert taken > 5
    assert points(page) == site.scores(table)[0]


def test_a_whole_game_by_keys_alone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=1280, height=800)
    table = at_the_table(site, page, options={"valley": "first"})
    for _ in range(40):  # to the map by Tab
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    else:
        raise AssertionError("the map cannot be reached by Tab")
    steps = 0
    while True:
        expect(page.locator(f"{DONE}, {LAND}, {DIE}, {OVER}").first).to_be_visible(timeout=20_000)
        if page.locator(OVER).count():
            break
        steps += 1
        head = head_of(page)
        assert page.evaluate("document.activeElement.dataset.cell"), "the focus was lost"
        done = page.locator(DONE)
        if done.count() and done.inner_text().startswith("Roll"):
            page.keyboard.press("d")
        elif page.locator(".wira-side [data-build]").count():
            page.keyboard.press("b")
            page.keyboard.press("Enter")
            if page.locator(".prompt").inner_text().startswith("Where?"):
                page.keyboard.press("t")
                page.keyboard.press("Enter")
        elif page.locator(LAND).count():
            page.keyboard.press("t")
            if page.evaluate("document.activeElement.dataset.cell") == "graveyard":
                page.keyboard.press("t")
            page.keyboard.press("Enter")
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        elif page.locator(DIE).count():
            page.keyboard.press(page.locator(DIE).first.get_attribute("data-die") or "")
            change = page.locator(".wira-actions [data-deed]").first.get_attribute("data-deed")
            page.keyboard.press("+" if str(change).startswith("raise") else "-")
        else:
            page.keyboard.press("d")
            if page.locator("[data-end]").count():
                page.keyboard.press("Enter")
        changed(page, head)
    assert steps > 5  # dice may end a game early
    assert points(page) == site.scores(table)[0]


REACHED = """async ({ skip, aims }) => {
  const seen = new Set();
  const pause = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 15)));
  const all = (what) => [...document.querySelectorAll(what)];
  const tap = async (what) => {
    document.querySelector(what)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await pause();
  };
  const read = (what) => all(what).forEach((each) => seen.add(each.dataset.deed));
  const several = (name) => {
    const found = all(`.wira-over [data-${name}]`).map((each) => `.wira-over [data-${name}="${each.dataset[name]}"]`);
    return found.length ? found : [null];
  };
  const cells = all(".wira-map [data-cell]").map((each) => each.dataset.cell);
  for (const cell of cells.filter((each) => !skip.includes(each))) {
    await tap(`[data-cell="${cell}"]`);
    if (!document.querySelector(".wira-over")) continue;
    for (const verb of several("verb")) {
      if (verb) await tap(verb);
      read(".wira-over [data-deed]");
      if (!document.querySelector("[data-go]")) continue;
      for (const loot of several("loot"))
        for (const way of several("way"))
          for (const who of several("who"))
            for (const fate of document.querySelector(".wira-capture input") ? [1, 2] : [0]) {
              for (const each of [loot, way, who]) if (each) await tap(each);
              if (fate) await tap(".wira-capture input");
              read(".wira-over [data-deed]");
            }
    }
    await tap(".wira-over header .quiet");
  }
  read(".wira-tools [data-deed]");
  for (let at = 0; at < all("[data-die]").length; at++) {
    all("[data-die]")[at].click();
    await pause();
    read(".wira-actions [data-deed]");
    all("[data-die]")[at].click();
    await pause();
  }
  const aimed = async (button, text) => {
    await tap(button);
    for (const each of all(".wira-map .legal")) seen.add(text(each.dataset.cell));
  };
  for (const aim of aims) {
    if (!document.querySelector(`[data-aim="${aim}"]`)) continue;
    await aimed(`[data-aim="${aim}"]`, (tile) => `${aim} ${tile}`);
    await tap(`[data-aim="${aim}"]`);
  }
  await tap(".wira-market");
  for (const card of all(".wira-over [data-build]").map((each) => each.dataset.build)) {
    if (card !== "force-field") seen.add(`build ${card}`);
    else await aimed('.wira-over [data-build="force-field"]', (tile) => `build force-field on ${tile}`);
  }
  const done = document.querySelector(".bar .done:enabled")?.textContent ?? "";
  return { seen: [...seen], done };
}"""


POSITIONS = {
    "an attack": r"take \S+ (by|from) .* beating",
    "a theft": r"pillage",
    "a swap": r"swap .* by",
    "a card": r"^(probe|fortress|ray|exoskeleton|build)",
}


@pytest.mark.parametrize("wanted", POSITIONS)
def test_every_move_is_within_reach_of_taps(site: Site, new_page: NewPage, wanted: str) -> None:
    """All that the server allows is found by tapping tiles, dice and cards; and nothing else is."""
    page = new_page(width=390, height=844, locale="fr-FR")
    options = {"caves": True, "prisoners": True}
    for _ in range(12):
        try:
            table = at_the_table(site, page, offers(POSITIONS[wanted]), options=options)
            break
        except AssertionError as error:
            if "such a position" not in str(error):
                raise
    else:
        raise AssertionError("no such position in twelve games")
    moves = site.frame(table, table.seats[0])["moves"]
    on_tiles = [text.split() for text in moves]
    only_lift = [
        words[1]
        for words in on_tiles
        if words[0] == "lift" and not any(o[0] == "swap" and o[1] == words[1] for o in on_tiles)
    ]
    found = page.evaluate(REACHED, {"skip": only_lift, "aims": ["probe", "fortress", "ray"]})
    bar = {"roll"} if found["done"].startswith("Lancer") else {"end"} if found["done"] else set()
    assert set(found["seen"]) | bar == set(moves)


def test_a_conquest_takes_two_taps_and_three_with_another_pawn(
    site: Site, new_page: NewPage
) -> None:
    page = new_page()
    table = at_the_table(site, page, offers("^take .* by camp"))
    tile = page.locator(TILE).first
    name = tile.get_attribute("data-cell") or ""
    tile.click()
    tap(page, page.locator(GO))
    assert standing(site, table)[name] == "camp"
    table = at_the_table(site, page, offers("^take .* by zeppelin"))
    moves = site.frame(table, table.seats[0])["moves"]
    name = next(text.split()[1] for text in moves if re.search("^take .* by zeppelin", text))
    page.locator(f'[data-cell="{name}"]').click()
    page.locator('[data-who="zeppelin"]').click()
    tap(page, page.locator(GO))
    assert standing(site, table)[name] == "zeppelin"


def standing(site: Site, table: Opened) -> dict[str, str]:
    """The pawns of the first seat by tile."""
    view = msgspec.convert(site.frame(table, table.seats[0])["view"], View)
    box = Wiraqocha(2).box
    pawns = ("camp", "explorer", "drill", "zeppelin", "android", "miner", "juggernaut")
    return {
        box.tiles[tile]: pawns[stand.pawn]
        for tile, stand in enumerate(view.stands)
        if stand is not None and stand.seat == 0
    }


def test_dice_may_be_tapped_first(site: Site, new_page: NewPage) -> None:
    """The map shows what the picked dice are good for; a territory of one's own is then defended at once."""
    page = new_page()
    table = at_the_table(site, page, offers("^defend"))
    moves = site.frame(table, table.seats[0])["moves"]
    text = next(text for text in moves if text.startswith("defend"))
    _, name, _, face = text.split()
    page.locator(f'[data-die="{face}"]').first.click()
    expect(page.locator(f'[data-die="{face}"]').first).to_have_attribute("aria-pressed", "true")
    shown = page.locator(TILE).evaluate_all("all => all.map(each => each.dataset.cell)")
    uses = [text.split() for text in moves if re.match("take|pillage|defend", text)]
    meant = {words[1] for words in uses if face in words[words.index("with") :]}
    assert set(shown) == meant
    tap(page, page.locator(f'[data-cell="{name}"]'))
    view = site.frame(table, table.seats[0])["view"]
    tile = Wiraqocha(2).box.tile_named[name]
    assert view["stands"][tile]["die"] == int(face)


def test_a_die_is_changed_by_tapping_it_and_taken_back(site: Site, new_page: NewPage) -> None:
    page = new_page()
    table = at_the_table(site, page, offers("^raise"))
    before = site.frame(table, table.seats[0])
    text = next(text for text in before["moves"] if text.startswith("raise"))
    face = int(text.split()[1])
    page.locator(f'[data-die="{face}"]').first.click()
    tap(page, page.locator(f'[data-deed="{text}"]'))
    after = site.frame(table, table.seats[0])["view"]
    dice = before["view"]["phase"]["dice"]
    dice.remove(face)
    assert after["phase"]["dice"] == sorted([*dice, face + 1])
    assert after["players"][0]["cubes"] == before["view"]["players"][0]["cubes"] - 2
    tap(page, page.locator(".bar .undo"))
    assert site.frame(table, table.seats[0])["view"] == before["view"] | {
        "phase": {"type": "acting", "dice": sorted([*dice, face])}
    }


def test_the_end_of_a_turn_is_asked_about_while_dice_could_do_something(
    site: Site, new_page: NewPage
) -> None:
    page = new_page()
    table = at_the_table(
        site, page, lambda frame: offers("^defend")(frame) and "end" in frame["moves"]
    )
    turn = site.frame(table, table.seats[0])["view"]["turn"]["number"]
    page.locator(DONE).click()
    expect(page.locator("[data-end]")).to_be_visible()
    assert site.frame(table, table.seats[0])["view"]["turn"]["number"] == turn
    guard = page.locator('.wira-over [data-deed^="defend"]').first
    text = guard.get_attribute("data-deed") or ""
    tap(page, guard)
    tile = Wiraqocha(2).box.tile_named[text.split()[1]]
    assert site.frame(table, table.seats[0])["view"]["stands"][tile]["die"] == int(text.split()[3])


def test_a_tile_that_cannot_be_taken_says_why_with_the_clause(
    site: Site, new_page: NewPage
) -> None:
    page = new_page()
    table = at_the_table(site, page, offers("^take .* by camp"), options={"valley": "first"})
    frame = site.frame(table, table.seats[0])
    taken = {text.split()[1] for text in frame["moves"]}
    assert "456" not in taken
    page.locator('[data-cell="456"]').click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    expect(toast.locator("a")).to_have_attribute("href", re.compile(r"#W-10\.3"))  # no Zeppelin
    free = [
        name
        for name, tile in Wiraqocha(2).box.tile_named.items()
        if name in map(str, range(1, 11)) and not frame["view"]["stands"][tile]
    ]
    page.locator(f'[data-cell="{next(name for name in free if name not in taken)}"]').click()
    expect(toast.locator("a")).to_have_attribute("href", re.compile(r"#W-5\.4"))  # the dice


def test_the_neighbours_and_my_pawns_are_found_by_keys(site: Site, new_page: NewPage) -> None:
    page = new_page()
    table = at_the_table(site, page, offers("^defend"), options={"valley": "first"})
    page.locator('[data-cell="7"]').focus()
    page.keyboard.press("ArrowLeft")
    focused = "document.activeElement.dataset.cell"
    assert page.evaluate(focused) == "9"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate(focused) == "4"
    page.keyboard.press("e")
    spoken = page.locator('[role="alert"]')
    expect(spoken).to_contain_text(re.compile(r"Around 4:.*234.*9.*10.*7.*6", re.DOTALL))
    page.keyboard.press("Shift+M")
    assert page.evaluate(focused) in standing(site, table)


def test_advice_says_how_likely_a_rival_takes_what_i_hold(site: Site, new_page: NewPage) -> None:
    """Counted a second time by the engine: every roll of the rival, every way to attack with it."""
    page = new_page()
    page.context.add_cookies([{"name": "yupana-look", "value": "hints-advice", "url": site.base}])
    table = at_the_table(
        site, page, lambda frame: len(held(frame)) >= 3 and any(odds_of_all(frame).values())
    )
    frame = site.frame(table, table.seats[0])
    shown = {
        name: int((page.locator(f'[data-cell="{name}"] .wira-odds').text_content() or "")[:-1])
        for name in held(frame)
    }
    assert shown == odds_of_all(frame)
    assert any(shown.values())


def held(frame: Frame) -> list[str]:
    tiles = Wiraqocha(2).box.tiles
    stands = frame["view"]["stands"]
    return [tiles[tile] for tile, stand in enumerate(stands) if stand and stand["seat"] == 0]


def odds_of_all(frame: Frame) -> dict[str, int]:
    return {name: odds(frame, name) for name in held(frame)}


def odds(frame: Frame, name: str) -> int:
    game = Wiraqocha(2)
    state = imagine(msgspec.convert(frame["view"], View))
    state = replace(state, turn=replace(state.turn, seat=1))
    tile = game.box.tile_named[name]
    scene = Scene(game.box, game.options, replace(state, phase=Acting(())))
    if tile == state.field or not (entrants(scene, tile) or marchers(scene, tile)):
        return 0
    defence = table_board.defence(game.box, state, tile)
    rich = state.players[1].cubes >= game.edition.turn.change * defence.dice
    count = dice_to_roll(game.box, game.options, state)
    good = sum(
        chance
        for rolled, chance in Throw(count).outcomes()
        if any(
            rich or max(way.beating, default=0) <= 6
            for way in attacks(rolled.dice, game.box.conditions[tile], defence)
        )
    )
    return int(100 * good + 0.5)


def test_everything_is_seen_together_on_a_small_phone(site: Site, new_page: NewPage) -> None:
    page = new_page(width=360, height=640)
    at_the_table(site, page, offers("^defend"))
    for part in (".wira-ladders", ".wira-map", ".wira-tools", ".bar .done", ".prompt"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 640
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 640
    tile = page.locator("[data-cell='5'] .cell-tap").bounding_box()
    assert tile is not None
    assert tile["width"] >= 60
    assert tile["height"] >= 52


def test_axe_finds_nothing_on_the_map_a_recipe_and_the_cards(site: Site, new_page: NewPage) -> None:
    page = new_page(width=390, height=844, locale="fr-FR", color_scheme="dark")
    at_the_table(site, page, offers("^take"))
    assert_accessible(page)
    page.locator(TILE).first.click()
    expect(page.locator(GO)).to_be_visible()
    assert_accessible(page)
    page.locator(".wira-over header .quiet").click()
    page.locator(".wira-market").click()
    expect(page.locator(".wira-over .wira-card").first).to_be_visible()
    assert_accessible(page)
