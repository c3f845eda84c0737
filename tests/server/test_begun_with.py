"""A table is played to its end by what it was begun with: its version of the rules and the tables of its edition."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import UNSET, structs
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.client import Server
from tests.server.exports import of_bots
from tests.server.test_branch import sealed
from tests.server.test_table import HOST, SEED, do, sit
from yupana.core.game import Game, RulesVersion
from yupana.core.record import header_for
from yupana.games import GAMES
from yupana.games.temple import Temple
from yupana.games.valley import Valley
from yupana.games.wiraqocha import Wiraqocha
from yupana.server import wire
from yupana.server.bots import Task, think
from yupana.server.branching import branched_table
from yupana.server.dice import commitment
from yupana.server.log import KINDS, LogError, New, Opened, body, seal, seal_all
from yupana.server.policy import Policy, Refused
from yupana.server.rematch import next_table
from yupana.server.table import Table, Unplayable, game_of, header_of, opened_for
from yupana.server.verify import verify
from yupana.shelf import load_edition, open_game

AnyGame = Game[Any, Any, Any]

OWN = """
extends = "classic"
name = "mine"
title = "Mine"

[score]
group = {group}

[source]
document = "the box on our shelf"
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    """Writes an owner's edition of the temple, or edits it, in a folder of the user."""
    monkeypatch.setenv("YUPANA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "editions" / "temple"
    folder.mkdir(parents=True)

    def write(group: int) -> Path:
        path = folder / "mine.toml"
        path.write_text(OWN.format(group=group))
        return path

    return write


def first(game: AnyGame, /, **changes: Any) -> Opened:
    return structs.replace(opened_for(game, Policy(), commitment(SEED)), **changes)


def refusal(opened: Opened) -> Unplayable:
    with pytest.raises(Unplayable) as caught:
        Table("t", SEED, opened)
    return caught.value


# The tables of the edition


@pytest.mark.parametrize("name", GAMES)
def test_the_log_holds_the_tables_of_every_edition(name: str) -> None:
    for edition in GAMES[name].packaged_editions():
        game = GAMES[name](2, edition)
        entry = first(game)
        [stored] = seal_all([New(entry, 0)], 0, "0" * 64, 0)
        again = stored.entry()
        assert isinstance(again, Opened)
        made = game_of(again).edition
        assert made == game.edition
        assert made.text() == game.edition.text()  # in the same order: it numbers tiles and cards
        assert len(stored.body) < 8000


def test_an_edited_edition_file_does_not_change_a_table(own: Callable[[int], Path]) -> None:
    own(5)
    opened = first(Temple(2, load_edition(Temple, "mine")))
    path = own(9)
    for change in (lambda: None, lambda: path.write_text("name ="), path.unlink):
        change()
        table = Table("t", SEED, opened)
        assert isinstance(table.game, Temple)
        assert table.game.edition.score.group == 5


def test_bots_think_by_the_tables_of_the_log(own: Callable[[int], Path]) -> None:
    own(5)
    opened = first(Temple(1, load_edition(Temple, "mine")))
    own(9).unlink()
    table = Table("t", SEED, opened)
    table.take(opened)
    sit(table, 0)
    do(table, HOST, wire.Begin())
    view = msgspec.json.encode(table.game.view(table.state, 0))
    header = msgspec.json.encode(header_of(opened))
    [move] = think(header, [Task(0, "greedy", view, 1)], 5, 1, False)
    assert msgspec.json.decode(move, type=Temple.move_type) in table.game.moves(table.state, 0)


def test_a_log_from_before_is_played_only_with_the_edition_that_it_was_begun_with(
    own: Callable[[int], Path],
) -> None:
    own(5)
    edition = load_edition(Temple, "mine")
    opened = first(Temple(2, edition), tables=UNSET)
    assert Table("t", SEED, opened).game.edition == edition
    path = own(9)
    why = refusal(opened)
    assert (why.code, why.facts) == (
        "table.other-edition",
        {"edition": "mine", "digest": edition.digest},
    )
    path.write_text("name =")
    assert refusal(opened).code == "table.other-edition"
    path.unlink()
    assert refusal(opened).code == "table.other-edition"
    own(5)
    assert Table("t", SEED, opened).game.edition == edition


@pytest.mark.parametrize("name", GAMES)
def test_logs_from_before_of_every_packaged_edition_are_played(name: str) -> None:
    for edition in GAMES[name].packaged_editions():
        game = GAMES[name](2, edition)
        assert game_of(first(game, tables=UNSET)).edition == game.edition


def test_an_edition_that_has_got_another_name_since_is_found_by_its_digest() -> None:
    """Such as one that came with the game as `classic` before the box was known better."""
    wide = Valley(2, "wide").edition
    opened = first(Valley(2), tables=UNSET, edition="before", edition_digest=wide.digest)
    made = Table("t", SEED, opened).game
    assert made.edition == structs.replace(wide, name="before")
    assert header_for(made, ("", "")).edition == "before"


def test_tables_that_do_not_fit_their_digest_are_refused() -> None:
    edition = Temple(2).edition
    other = structs.replace(edition, score=structs.replace(edition.score, group=4))
    assert refusal(first(Temple(2), tables=other.text())).code == "table.other-edition"
    assert refusal(first(Temple(2), tables="{")).code == "table.other-edition"
    assert refusal(first(Temple(2), tables="[" * 9999)).code == "table.other-edition"


# The version of the rules


def test_a_log_of_other_rules_is_refused_and_says_which_it_needs() -> None:
    why = refusal(first(Temple(2), rules=99, edition_digest="0" * 12, tables=UNSET))
    assert why.code == "table.other-rules"
    assert why.facts == {"game": "temple", "rules": 99, "known": "1"}
    unknown = first(Temple(2), rules=99, edition="not-here", edition_digest="0" * 12, tables=UNSET)
    assert refusal(unknown).code == "table.other-rules"
    assert refusal(first(Wiraqocha(2), rules=3)).facts["known"] == "1, 2"
    assert refusal(first(Wiraqocha(2), rules=0)).code == "table.other-rules"


def test_a_log_of_a_game_that_is_not_here_or_of_options_that_it_lacks_is_refused() -> None:
    for change in ({"game": "chess"}, {"options": {"seats": 3}}, {"options": {"rules": 1}}):
        assert refusal(first(Temple(2), **change)).code == "table.unplayable"


def test_a_table_is_played_by_the_version_of_the_rules_that_it_names() -> None:
    for rules in Wiraqocha.playable_versions():
        table = Table("t", SEED, first(Wiraqocha(2, rules=rules)))
        assert table.game.rules == rules
        assert table.game.switches == Wiraqocha.rules_versions[rules].switches
        assert header_for(table.game, ("", "")).rules == rules


class Renewed(Temple):
    """A game whose default side has changed with its third version."""

    rules_version = 3
    rules_versions: ClassVar = {2: RulesVersion(defaults={"side": "B"}), 3: RulesVersion()}


def test_options_that_a_header_lacks_are_those_of_its_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "temple", Renewed)
    header = header_for(Renewed(2), ("", ""))
    assert (header.rules, header.options) == (3, {"side": "A"})
    for rules, options, side in ((2, {}, "B"), (2, {"side": "A"}, "A"), (3, {}, "A")):
        made = open_game(structs.replace(header, rules=rules, options=options))
        assert (made.rules, msgspec.to_builtins(made.options)) == (rules, {"side": side})


# Tables that come of others


def played(table: Table, opened: Opened) -> list[Any]:
    """The whole log of a game that bots have played by chance."""
    log: list[Any] = [opened]
    table.take(opened)
    for seat in range(len(table.chairs)):
        log += table.sit(seat, f"{seat + 1:032x}")
        table.take(log[-1])
    log += do(table, HOST, wire.Begin())
    rng = Random(3)
    while table.phase != "over":
        seat = table.game.pending(table.state)[0]
        entries = table.play(seat, table.game.moves(table.state, seat).pick(rng))
        for entry in entries:
            table.take(entry)
        log += entries
    return log


@pytest.mark.parametrize("kept", [True, False])
def test_a_rematch_the_same_dice_and_a_branch_keep_edition_and_version(
    own: Callable[[int], Path], kept: bool
) -> None:
    """From a log from before tables were kept as well: the new one has them."""
    own(5)
    edition = load_edition(Temple, "mine")
    opened = first(Temple(2, edition), **({} if kept else {"tables": UNSET}))
    old = Table("t", SEED, opened)
    log = played(old, opened)
    path = own(9)
    wishes = (wire.Again(), wire.Again(same_dice=True))
    news = [next_table(old, ["", ""], wish, bytes(32)).opened for wish in wishes]
    if kept:
        path.unlink()
    else:
        own(5)
    new = branched_table("t", sealed(log), 3, 0, "uniform", "t2", bytes(32))
    for each in (*news, new.opened):
        path.unlink(missing_ok=True)
        made = Table("next", SEED, each).game
        assert made.edition == edition
        assert each.options == opened.options
    assert new.entries[0] == new.opened


@pytest.mark.parametrize("rules", Wiraqocha.playable_versions())
def test_they_keep_the_version_of_wiraqochas_rules(rules: int) -> None:
    opened = first(Wiraqocha(2, rules=rules, prisoners=True))
    old = Table("t", SEED, opened)
    log = played(old, opened)
    again = next_table(old, ["", ""], wire.Again(), bytes(32)).opened
    branch = branched_table("t", sealed(log), 9, 0, "uniform", "t2", bytes(32)).opened
    assert (again.rules, branch.rules) == (rules, rules)
    assert (again.options, branch.options) == (opened.options, opened.options)


def test_no_branch_of_a_game_that_cannot_be_played_here() -> None:
    opened = first(Temple(2))
    log = played(Table("t", SEED, opened), opened)
    log[0] = structs.replace(opened, rules=99)
    with pytest.raises(Refused) as caught:
        branched_table("t", sealed(log), 3, 0, "uniform", "t2", bytes(32))
    assert caught.value.code == "table.other-rules"


# What an entry is


def test_an_entry_from_before_keeps_its_bytes() -> None:
    before = first(Temple(2), tables=UNSET)
    assert b"tables" not in body(before)
    [stored] = seal_all([New(before, 0)], 0, "0" * 64, 0)
    assert stored.entry() == before
    with pytest.raises(LogError):
        structs.replace(stored, body=msgspec.Raw(b'{"tables":1}')).entry()


def test_the_same_tables_in_another_order_are_another_text() -> None:
    """The digest is blind to the order, by which tiles have their numbers: so the text keeps it."""
    edition = Wiraqocha(2).edition
    turned = structs.replace(edition, tiles=dict(reversed(edition.tiles.items())))
    assert turned.digest == edition.digest
    opened = first(Wiraqocha(2, turned))
    made = Table("t", SEED, opened).game
    assert isinstance(made, Wiraqocha)
    assert made.box.tiles == Wiraqocha(2, turned).box.tiles != Wiraqocha(2).box.tiles


# A server


def change_log(data: Path, table: str, **changes: Any) -> None:
    """The first entry of a stored log is another, and the chain is forged anew: as another installation had it."""
    with sqlite3.connect(data / "yupana.db") as db:
        rows = db.execute(
            "SELECT seq, cid, seat, kind, body, at_ms FROM entries WHERE table_id = ? ORDER BY seq",
            (table,),
        ).fetchall()
        previous = "0" * 64
        for seq, cid, seat, kind, stored, at_ms in rows:
            entry = msgspec.json.decode(stored, type=KINDS[kind])
            if seq == 1:
                entry = structs.replace(entry, **changes)
            new = seal(New(entry, at_ms, cid, seat), seq, previous)
            previous = new.hash
            db.execute(
                "UPDATE entries SET body = ?, hash = ? WHERE table_id = ? AND seq = ?",
                (bytes(new.body), new.hash, table, seq),
            )
        rules = changes.get("rules", 1)
        db.execute(
            "UPDATE tables SET head_hash = ?, rules = ? WHERE id = ?", (previous, rules, table)
        )
    db.close()


async def knock(server: Server, table: str, secret: str) -> tuple[int, dict[str, Any]]:
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/ws"
    headers = {"Authorization": f"Bearer {secret}", "Accept-Language": "fr"}
    try:
        async with connect(address, additional_headers=headers):
            raise AssertionError("was let in")
    except InvalidStatus as denied:
        said: dict[str, Any] = msgspec.json.decode(denied.response.body or b"{}")
        return denied.response.status_code, said


def test_a_table_that_cannot_be_played_here_is_refused_read_and_verified(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        finished = server.post("/api/tables", {"game": "temple", "seats": 2}).json()
        at = f"/api/tables/{finished['table']}"
        begin = {"t": "cmd", "cid": "begin-begin", "cmd": {"do": "begin", "bot": "uniform"}}
        assert server.post(f"{at}/do", begin, finished["host"]).json()["t"] == "ack"
        running = server.post("/api/tables", {"game": "temple", "seats": 2}).json()
        assert of_bots(server, {"game": "temple", "seats": 1})
        while server.get(at, finished["host"]).json()["phase"] != "over":
            pass
        server.stop()
        for table in (finished["table"], running["table"]):
            change_log(tmp_path, table, rules=99, edition_digest="0" * 12, tables=UNSET)
        server.start()
        # others go on
        assert of_bots(server, {"game": "temple", "seats": 1})
        # refused, in the reader's language
        answer = server.get(at, finished["host"])
        assert answer.status_code == 409
        assert answer.json()["code"] == "table.other-rules"
        assert answer.json()["facts"] == {"game": "temple", "rules": 99, "known": "1"}
        assert "version 99 of the rules of temple" in answer.json()["said"]
        status, said = asyncio.run(knock(server, finished["table"], finished["host"]))
        assert (status, said["code"]) == (409, "table.other-rules")
        assert "la version 99 des règles" in said["said"]
        sat = server.post(f"/api/tables/{running['table']}/sit", {})
        assert (sat.status_code, sat.json()["code"]) == (409, "table.other-rules")
        # read and verified
        export = server.get(f"{at}/export", finished["host"])
        assert export.status_code == 200
        report = verify(export.content)
        assert [each.code for each in report.findings] == ["verify.other-rules"]
        assert report.entries > 20
        assert report.head_hash == export.json()["head_hash"]
        # not for those who watch, as long as they may be shown it later; nor a game that is on
        assert server.get(f"{at}/export", finished["spectator"]).json()["code"] == "table.not-over"
        refused = server.get(f"/api/tables/{running['table']}/export", running["host"])
        assert refused.json()["code"] == "table.not-over"
