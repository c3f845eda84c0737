"""What comes over the line to one seat while all mark their sheets at once: nothing of anybody's running round.

Every frame is kept, and held against the record of the game when it is over: had the others done nothing in
the running round, the frame would have said the same.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.helpers import Opened, Site
from yupana.core.game import CHANCE, Event, Game
from yupana.games import GAMES
from yupana.server.export import read_export
from yupana.server.log import Did

AnyGame = Game[Any, Any, Any]
Message = dict[str, Any]


def play_out(site: Site, table: Opened) -> None:
    """The others first, each as far as it may go, so that the first seat is told while they have marked."""
    for turn in range(400):
        if not site.frame(table, table.spectator)["pending"]:
            return
        for seat in sorted(table.seats, reverse=True):
            for step in range(6):  # in the valley a round has several marks, and Done
                moves = site.frame(table, table.seats[seat])["moves"]
                if not moves:
                    break
                chosen = "done" if "done" in moves and step else moves[turn * 7 % len(moves)]
                site.command(table, {"do": "move", "text": chosen}, table.seats[seat])
    raise AssertionError("the game did not end")


def record(site: Site, table: Opened, game: AnyGame) -> list[tuple[int, Event[Any]]]:
    """The events of the finished game with their numbers in the log."""
    data = site.server.get(f"/api/tables/{table.id}/export", table.spectator).content
    return [
        (each.seq, Event(entry.seat, msgspec.json.decode(entry.move, type=game.move_type)))
        for each in read_export(data).entries
        if isinstance(entry := each.entry(), Did)
    ]


def fold(game: AnyGame, events: list[Event[Any]]) -> Any:
    state = game.setup()
    for event in events:
        state = game.apply(state, event)
    return state


def without_the_others(game: AnyGame, events: list[Event[Any]], seat: int) -> list[Event[Any]]:
    """The same, but what others did since the dice fell has not happened; all of it once the round is closed."""
    if game.pending(fold(game, events)) in ((), (CHANCE,)):
        return events
    rolled = max(at for at, event in enumerate(events) if event.seat == CHANCE)
    return [*events[: rolled + 1], *(each for each in events[rolled + 1 :] if each.seat == seat)]


def plain(value: Any) -> Any:
    """As it comes out of a frame, but for who is still to decide, which everybody may know."""
    found = msgspec.json.decode(msgspec.json.encode(value))
    if isinstance(found, dict) and isinstance(found.get("phase"), dict):
        found["phase"].pop("waiting", None)
    return found


@pytest.mark.parametrize("game", ["temple", "valley"])
def test_no_frame_tells_a_seat_of_anybodys_running_round(
    site: Site, new_page: NewPage, game: str
) -> None:
    page = new_page()
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))),
    )
    table = site.open_table(game, people=3)
    site.begin(table)
    site.enter(page, table, table.seats[0])
    expect(page.locator('.table[data-phase="playing"]')).to_be_visible()
    play_out(site, table)
    expect(page.locator('.table[data-phase="over"]')).to_be_visible()

    rules = GAMES[game](seats=3)
    events = record(site, table, rules)
    messages: list[Message] = [json.loads(each) for each in frames]
    kinds = {each["t"] for each in messages}
    # "no" answers a question of the page's own that came too late for the state it was about
    assert kinds <= {"welcome", "view", "tick", "pong", "would", "moves", "no"}
    refused = [each.get("facts") or {} for each in messages if each["t"] == "no"]
    assert all(facts.get("seat", 1) == 1 for facts in refused)
    running = 0
    for message in (each for each in messages if each["t"] == "view" and each["view"]):
        known = [event for seq, event in events if seq <= message["head"]]
        honest = without_the_others(rules, known, 0)
        running += len(honest) < len(known)
        state = fold(rules, honest)
        view = rules.view(state, 0)
        assert plain(message["view"]) == plain(view)
        assert message["mine"] == [0]
        assert message["score"] == plain(rules.score_seen(view, 0))
        assert message["standing"] == [plain(rules.score_seen(view, each)) for each in range(3)]
        if not message["more_moves"]:
            assert message["moves"] == [*map(rules.write_move, rules.moves(state, 0))]
        for told in message["events"]:
            assert told["seat"] in (0, CHANCE), "what another did is not told one by one"
    assert running > 4, "the others had marked nothing in the frames that were looked at"
    for message in (each for each in messages if each["t"] == "tick"):
        assert message.keys() <= {"t", "head", "pending", "here", "view"}
