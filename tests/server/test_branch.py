"""A game that goes on from a moment of another one: the same position, dice of its own, and a log that says so."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.client import Server
from tests.server.exports import Host, of_a_person, watched
from tests.server.test_rematch import again, exported, opened, play_on
from tests.server.test_table import HOST, SEED, code, do, seat, sit
from tests.server.test_table import opened as gathering
from tests.server.test_verify import canonical, entries, seal
from yupana.core.errors import OptionError, RuleError, YupanaError
from yupana.core.game import CHANCE
from yupana.core.play import replay
from yupana.core.record import digest
from yupana.games import GAMES
from yupana.server import wire
from yupana.server.branching import branched_table
from yupana.server.log import (
    NOTHING,
    Began,
    Branched,
    Closed,
    Did,
    Entry,
    New,
    Opened,
    Sat,
    Stored,
    TookBack,
    seal_all,
)
from yupana.server.policy import Policy, Refused
from yupana.server.table import Table
from yupana.server.verify import Report, verify
from yupana.words import words

FRESH = bytes(range(64, 96))
LAID_OPEN = 3
"""A seed for random moves that take some back."""

Tree = dict[str, Any]


def sealed(log: list[Entry]) -> list[Stored]:
    return seal_all([New(entry, 1) for entry in log], 0, NOTHING, 0)


@cache
def played(game: str, seats: int = 3) -> tuple[Table, list[Entry]]:
    """A finished game of two people and bots, in which moves were taken back, and its whole log."""
    table, rng = gathering(game, seats), Random(LAID_OPEN)
    log: list[Entry] = [table.opened]

    def note(added: list[Entry]) -> None:
        for entry in added:
            table.take(entry)
            log.append(entry)

    for each in range(2):
        note(table.sit(each, f"{each + 1:032x}"))
    note(table.judge(HOST, wire.Begin()))
    while table.phase == "playing":
        number = rng.choice(table.game.pending(table.state))
        note(table.play(number, table.game.moves(table.state, number).pick(rng)))
        if rng.random() < 0.1 and table.phase == "playing":
            try:
                note(table.judge(seat(number), wire.Undo()))
            except YupanaError:
                continue
    return table, log


def middle(table: Table, number: int = 1) -> int:
    return Random(number).randrange(len(table.events) // 4, len(table.events) * 3 // 4)


def branched(
    log: list[Entry], n: int, own: int = 0, seed: bytes = FRESH, name: str = "t2"
) -> tuple[Table, list[Entry]]:
    """The table that goes on from there, with somebody on its seat, and its log so far."""
    new = branched_table("t", sealed(log), n, own, "uniform", name, seed)
    table, mine = opened(new), list(new.entries)
    for entry in table.sit(own, f"{9:032x}"):
        table.take(entry)
        mine.append(entry)
    for entry in table.judge(HOST, wire.Begin()):
        table.take(entry)
        mine.append(entry)
    return table, mine


def over(game: str = "temple", number: int = 1) -> tuple[Table, list[Entry], bytes, bytes]:
    """A branched game to its end; with its export, and that of the game it goes on from."""
    old, log = played(game)
    table, mine = branched(log, middle(old, number))
    play_on(table, Random(number), mine)
    return table, mine, exported(table, mine), exported(old, log)


# The same position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", [1, 2])
def test_a_game_goes_on_from_any_moment_and_can_be_checked(game: str, number: int) -> None:
    old, log = played(game)
    assert any(isinstance(entry, TookBack) for entry in log) or game == "wiraqocha"
    n = middle(old, number)
    table, mine = branched(log, n, number)
    there = replay(old.game, old.events[:n])
    assert table.events[:n] == old.events[:n]
    assert table.copied == n
    assert replay(table.game, table.events[:n]) == there
    assert all(event.seat == CHANCE for event in table.events[n:])
    for each in range(3):
        seen = table.game.view(replay(table.game, table.events[:n]), each)
        assert seen == old.game.view(there, each)
    play_on(table, Random(number), mine)
    data = exported(table, mine)
    report = verify(data, origin=exported(old, log))
    assert report.findings == ()
    assert (report.branch, report.copied, report.compared) == ("t", n, True)
    outcomes = sum(event.seat == CHANCE for event in table.events[n:])
    assert report.outcomes == outcomes
    assert report.moves == len(table.events) - n - outcomes
    assert report.digest == digest(table.events, table.state)
    assert verify(data).findings == ()


def test_the_log_holds_the_beginning_and_says_where_it_is_from() -> None:
    old, log = played("temple")
    n = middle(old)
    table, mine = branched(log, n, 2)
    stored = sealed(log)
    kinds = [type(entry) for entry in mine]
    assert kinds[: n + 2] == [type(old.opened), Branched, *[Did] * n]
    assert kinds[n + 2 : n + 6] == [Sat, Sat, Sat, Began]
    said = mine[1]
    assert isinstance(said, Branched)
    last = stored[said.seq - 1]
    assert (said.table, said.events, said.hash) == ("t", n, last.hash)
    assert last.entry() == mine[n + 1]
    first = mine[0]
    assert isinstance(first, Opened)
    assert (first.game, first.rules, first.edition_digest) == (
        old.opened.game,
        old.opened.rules,
        old.opened.edition_digest,
    )
    assert first.commit != old.opened.commit
    assert table.policy == Policy(branch="t")


def test_bots_have_all_seats_but_one_and_everybody_counts_as_assisted() -> None:
    old, log = played("valley")
    new = branched_table("t", sealed(log), middle(old), 1, "uniform", "t2", FRESH)
    table = opened(new)
    assert [chair.player for chair in table.chairs] == ["bot", "empty", "bot"]
    assert {chair.bot for chair in table.chairs} == {"uniform", None}
    assert table.phase == "gathering"
    sit(table, 1)
    assert all(chair.assisted for chair in table.chairs)
    seen = table.sight.seen(seat(1), [""] * 3, [True] * 3, 0)
    assert seen.view is None, "nothing is shown before it begins"


def test_a_game_goes_on_from_before_its_first_dice_and_from_before_its_last_move() -> None:
    old, log = played("paititi")
    first, mine = branched(log, 0)
    assert mine[1] == Branched("t", 1, sealed(log)[0].hash, 0)
    assert first.events != old.events[: len(first.events)]
    last, mine = branched(log, len(old.events) - 1)
    assert last.events[: len(old.events) - 1] == old.events[:-1]
    play_on(last, Random(1), mine)
    assert verify(exported(last, mine), origin=exported(old, log)).findings == ()


def test_what_was_taken_back_over_there_is_not_taken_along() -> None:
    old, log = played("valley")
    struck = [entry for entry in log if isinstance(entry, TookBack)]
    assert struck
    dids = [entry for entry in log if isinstance(entry, Did)]
    n = len(old.events) - 1
    _, mine = branched(log, n)
    assert len(dids) > len(old.events)
    assert sum(isinstance(entry, Did) for entry in mine[: n + 2]) == n


def test_a_game_that_goes_on_from_another_can_itself_be_gone_on_from() -> None:
    table, mine, data, _ = over("paititi")
    n = table.copied + (len(table.events) - table.copied) // 2
    new = branched_table("t2", sealed(mine), n, 2, "uniform", "t3", SEED)
    third, log = opened(new), list(new.entries)
    assert third.policy.branch == "t2"
    for entry in third.judge(HOST, wire.Begin("uniform")):
        third.take(entry)
        log.append(entry)
    assert third.events[:n] == table.events[:n]
    play_on(third, Random(4), log)
    report = verify(exported(third, log), origin=data)
    assert report.findings == ()
    assert (report.branch, report.copied) == ("t2", n)


# Its dice


def test_the_dice_to_come_are_those_of_the_new_table() -> None:
    old, log = played("temple")
    n = next(at for at in range(20, len(old.events)) if old.events[at].seat == CHANCE)
    worlds = [branched(log, n, seed=bytes([each]) * 32)[0] for each in range(8)]
    rolls = {table.events[n].move for table in worlds}
    assert all(table.events[n].seat == CHANCE for table in worlds)
    assert len(rolls) > 1, "the dice hang on the seed"
    assert rolls != {old.events[n].move}
    assert branched(log, n)[0].events == branched(log, n)[0].events


def test_dice_that_were_not_rolled_here_are_not_counted_here() -> None:
    table, _, data, origin = over("temple")
    rolls = [event.move for event in table.events if hasattr(event.move, "faces")]
    here = [event.move for event in table.events[table.copied :] if hasattr(event.move, "faces")]
    report = verify(data)
    assert 0 < len(here) < len(rolls)
    assert [die.rolls for die in report.dice] == [len(here)] * 3
    for die in report.dice:
        for face in die.faces:
            assert face.seen == sum(roll.faces[die.die - 1] == int(face.face) for roll in here)
    assert verify(origin).branch == ""


# Taking back


def own_moment(old: Table, own: int) -> int:
    """After a move of that seat, with nothing but moves behind it."""
    return next(at + 1 for at in range(30, len(old.events)) if old.events[at].seat == own)


@pytest.mark.parametrize("game", ["temple", "valley", "paititi"])
def test_nothing_of_the_other_game_is_taken_back(game: str) -> None:
    old, log = played(game)
    table, _ = branched(log, own_moment(old, 0))
    before = list(table.events)
    with pytest.raises(RuleError) as error:
        table.judge(seat(0), wire.Undo())
    assert code(error) == "undo.nothing"
    assert table.events == before


def test_one_goes_back_to_where_the_game_was_taken_up_and_no_further() -> None:
    old, log = played("temple")
    n = own_moment(old, 0)
    table, _ = branched(log, n)
    start = table.state
    for _ in range(3):
        while 0 not in table.game.pending(table.state):
            number = table.game.pending(table.state)[0]
            for entry in table.play(number, table.game.moves(table.state, number).pick(Random(1))):
                table.take(entry)
        move = table.game.moves(table.state, 0).pick(Random(2))
        for entry in table.play(0, move):
            table.take(entry)
    undone = 0
    while any(event.seat == 0 for event in table.events[n:]):
        assert do(table, seat(0), wire.Undo())
        undone += 1
    assert undone >= 3
    with pytest.raises(RuleError) as error:
        table.judge(seat(0), wire.Undo())
    assert code(error) == "undo.nothing"
    assert table.events[:n] == old.events[:n]
    assert all(event.seat != 0 for event in table.events[n:])
    assert replay(table.game, table.events[n:], start) == table.state


def test_also_when_the_beginning_is_longer_ago_than_anybody_remembers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("yupana.server.table.MOST_TRAIL", 2)
    old, log = played("paititi")
    table, _ = branched(log, own_moment(old, 0))
    with pytest.raises(RuleError) as error:
        table.judge(seat(0), wire.Undo())
    assert code(error) == "undo.nothing"
    number, state = table.last_chance()
    assert number >= table.copied
    assert state == replay(table.game, table.events[:number])


# What is refused


@pytest.mark.parametrize(
    ("n", "own", "bot", "why"),
    [
        (-1, 0, "greedy", "table.no-moment"),
        (10**6, 0, "greedy", "table.no-moment"),
        (3, -1, "greedy", "table.no-seat"),
        (3, 3, "greedy", "table.no-seat"),
        (3, 0, "oracle", "option.bot"),
    ],
)
def test_there_is_no_such_moment_seat_or_bot(n: int, own: int, bot: str, why: str) -> None:
    _, log = played("temple")
    with pytest.raises((Refused, OptionError)) as error:
        branched_table("t", sealed(log), n, own, bot, "t2", FRESH)
    assert code(error) == why
    assert words().say_error(error.value)


def test_after_the_last_move_there_is_nothing_to_play() -> None:
    old, log = played("temple")
    with pytest.raises(Refused) as error:
        branched_table("t", sealed(log), len(old.events), 0, "greedy", "t2", FRESH)
    assert code(error) == "table.no-moment"
    assert error.value.facts["most"] == len(old.events) - 1


def test_nobody_goes_on_from_a_game_that_is_not_over() -> None:
    _, log = played("temple")
    running = log[: next(at for at, each in enumerate(log) if isinstance(each, Closed))]
    with pytest.raises(Refused) as error:
        branched_table("t", sealed(running), 3, 0, "greedy", "t2", FRESH)
    assert code(error) == "table.not-over"


def test_another_game_of_the_same_people_is_an_ordinary_one() -> None:
    table, *_ = over("temple")
    with pytest.raises(Refused) as error:
        table.judge(HOST, wire.Again(same_dice=True))
    assert code(error) == "table.branched"
    table.judge(HOST, wire.Again())
    new = opened(again(table))
    assert (new.policy.branch, new.copied, new.events) == ("", 0, [])
    assert not any(chair.assisted for chair in new.chairs)


def test_nobody_but_the_server_says_that_a_table_goes_on_from_another() -> None:
    assert "branch" not in wire.SetPolicy.__struct_fields__
    _, log = played("temple")
    table, _ = branched(log, 5)
    do(table, HOST, wire.SetPolicy(undo="never"))
    assert table.policy.branch == "t"


# Tampering


def tree_of(data: bytes) -> Tree:
    tree: Tree = json.loads(data)
    return tree


def moved(tree: Tree, by: int) -> None:
    """`began`, with the seats before it, earlier or later by so many events."""
    log = tree["entries"]
    start = next(at for at, each in enumerate(log) if each["kind"] == "sat")
    block = log[start : start + 4]
    assert [each["kind"] for each in block] == ["sat"] * 3 + ["began"]
    del log[start : start + 4]
    log[start + by : start + by] = block


def call_a_roll_a_copy(tree: Tree) -> None:
    """The first dice of this table as if they had been taken from the other."""
    moved(tree, 1)


def call_a_copy_a_roll(tree: Tree) -> None:
    moved(tree, -1)


def move_the_boundary_by_stealth(tree: Tree) -> None:
    """... and the number of what was taken along made to fit."""
    moved(tree, -8)
    entries(tree, "branched")[0]["body"]["events"] -= 8


def hide_that_it_is_branched(tree: Tree) -> None:
    tree["entries"].remove(entries(tree, "branched")[0])


def deny_it_in_the_policy(tree: Tree) -> None:
    tree["entries"][0]["body"]["policy"]["branch"] = ""


def name_another_table(tree: Tree) -> None:
    entries(tree, "branched")[0]["body"]["table"] = "elsewhere"


def say_it_twice(tree: Tree) -> None:
    tree["entries"].insert(2, dict(entries(tree, "branched")[0]))


def say_it_late(tree: Tree) -> None:
    branched = entries(tree, "branched")[0]
    tree["entries"].remove(branched)
    began = tree["entries"].index(entries(tree, "began")[0])
    tree["entries"].insert(began, branched)


def forget_a_move(tree: Tree) -> None:
    """The last one that was taken along, which is a seat's or the dice's."""
    at = next(at for at, each in enumerate(tree["entries"]) if each["kind"] == "sat")
    del tree["entries"][at - 1]


def count_wrongly(tree: Tree) -> None:
    entries(tree, "branched")[0]["body"]["events"] += 1


def cheat_over_there(tree: Tree) -> None:
    """A move that the rules do not allow."""
    first = next(each for each in entries(tree, "did") if each["body"]["seat"] == 0)
    first["body"]["move"]["number"] = 99


def reroll(tree: Tree) -> None:
    """Dice that were rolled here."""
    roll = [each for each in entries(tree, "did") if "faces" in each["body"]["move"]][-1]
    assert roll["seq"] > entries(tree, "began")[0]["seq"]
    faces = roll["body"]["move"]["faces"]
    faces[0] = 1 if faces[0] != 1 else 2


def strike_what_was_taken_along(tree: Tree) -> None:
    began = tree["entries"].index(entries(tree, "began")[0])
    number = entries(tree, "branched")[0]["body"]["events"] - 1
    body = {"seat": 0, "number": number, "assisted": True}
    struck = dict(tree["entries"][began], kind="took-back", body=body)
    tree["entries"].insert(began + 1, struck)


def blot_out_the_hash(tree: Tree) -> None:
    entries(tree, "branched")[0]["body"]["hash"] = "x"


TAMPERINGS: dict[Callable[[Tree], None], str] = {
    call_a_roll_a_copy: "verify.branch",
    call_a_copy_a_roll: "verify.branch",
    move_the_boundary_by_stealth: "verify.chance",
    hide_that_it_is_branched: "verify.story",
    deny_it_in_the_policy: "verify.table",
    name_another_table: "verify.table",
    say_it_twice: "verify.story",
    say_it_late: "verify.story",
    forget_a_move: "verify.branch",
    count_wrongly: "verify.branch",
    cheat_over_there: "verify.illegal",
    reroll: "verify.chance",
    strike_what_was_taken_along: "verify.no-such-move",
    blot_out_the_hash: "verify.entry",
}


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def before_a_roll() -> tuple[bytes, bytes]:
    """A game taken up right before dice, so that the boundary has them on its other side."""
    old, log = played("temple")
    n = next(at for at in range(40, len(old.events)) if old.events[at].seat == CHANCE)
    table, mine = branched(log, n)
    play_on(table, Random(1), mine)
    return exported(table, mine), exported(old, log)


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_is_found_though_all_hashes_are_right(tamper: Callable[[Tree], None]) -> None:
    data, _ = before_a_roll()
    assert verify(canonical(seal(tree_of(data)))).findings == ()
    tree = tree_of(data)
    tamper(tree)
    report = verify(canonical(seal(tree)))
    assert TAMPERINGS[tamper] in codes(report)
    assert not codes(report) & {"verify.hash", "verify.head", "verify.sequence"}
    for finding in report.findings:
        assert words().say(finding.code, **finding.facts)


def test_other_dice_in_the_beginning_are_found_beside_the_other_game() -> None:
    """They were not rolled here, so this file alone cannot tell; the two together can."""
    data, origin = before_a_roll()
    tree = tree_of(data)
    rolls = [each for each in entries(tree, "did") if each["body"]["seat"] == CHANCE]
    faces = rolls[0]["body"]["move"]["faces"]
    faces[0], faces[1] = faces[1], faces[0]
    if faces[0] == faces[1]:
        faces[0] = faces[0] % 5 + 1
    forged = canonical(seal(tree))
    found = verify(forged, origin=origin)
    assert found.compared
    assert [
        finding.facts["number"] for finding in found.findings if finding.code == "verify.origin"
    ] == [1]


@pytest.mark.parametrize("field", ["seq", "hash", "table"])
def test_a_beginning_that_names_another_entry_is_found_beside_the_other_game(field: str) -> None:
    data, origin = before_a_roll()
    tree = tree_of(data)
    body = entries(tree, "branched")[0]["body"]
    body[field] = {"seq": body["seq"] + 1, "hash": "0" * 64, "table": "else"}[field]
    tree["entries"][0]["body"]["policy"]["branch"] = body["table"]
    report = verify(canonical(seal(tree)), origin=origin)
    assert codes(report) == {"verify.origin"}


def test_what_is_not_the_other_game_is_said_not_to_be() -> None:
    data, origin = before_a_roll()
    _, _, other, _ = over("paititi")
    for wrong in (b"{}", other, origin.replace(b"1", b"2", 1), data):
        assert codes(verify(data, origin=wrong)) == {"verify.origin"}
    assert codes(verify(origin, origin=origin)) == {"verify.origin"}, "it goes on from nothing"


# A real server, on both stores


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    more: dict[str, Any] = {}
    if request.param == "postgres":
        more["store"] = request.getfixturevalue("postgres").fresh_address()
    with Server(tmp_path_factory.mktemp(f"branch-{request.param}"), **more) as running:
        yield running


def go_on(server: Server, host: Host, n: int, own: int = 0, secret: str | None = None) -> Host:
    """Somebody opens the table that goes on from there."""
    answer = server.post(
        f"{host.at}/branch", {"n": n, "seat": own, "bot": "uniform"}, secret or host.secret
    )
    assert answer.status_code == 201, answer.text
    return Host.at_table(server, answer.json())


def play_to_the_end(host: Host, mine: str, own: int) -> bytes:
    rng, end = Random(3), time.monotonic() + 120
    while (view := host.view(mine))["phase"] != "over":
        assert time.monotonic() < end, "the game does not end"
        if own in view["pending"] and view["moves"]:
            host.do({"do": "move", "text": rng.choice(view["moves"])}, mine)
        else:
            time.sleep(0.01)
    return host.finish()


def finished(server: Server, game: str, seats: int = 2) -> tuple[Host, bytes]:
    return watched(server, {"game": game, "seats": seats})


@pytest.mark.parametrize("game", GAMES)
def test_somebody_plays_on_against_bots_to_the_end(server: Server, game: str) -> None:
    host, origin = finished(server, game)
    moments = server.get(f"{host.at}/moments", host.secret).json()
    n = Random(game).randrange(1, len(moments) - 1)
    new = go_on(server, host, n, own=1)
    seated = server.post(f"{new.at}/sit", {"seat": 1, "name": "Ana", "nonce": "5" * 32}).json()
    assert new.do({"do": "begin"})["t"] == "ack"
    mine = seated["secret"]
    view = new.view(mine)
    assert view["policy"]["branch"] == host.table
    assert [each["player"] for each in view["seats"]] == ["bot", "person"]
    data = play_to_the_end(new, mine, 1)
    report = verify(data, origin=origin)
    assert report.findings == ()
    assert (report.branch, report.copied, report.own_nonces) == (host.table, n, 1)
    for look in (0, 1):
        here = server.get(f"{new.at}/moments/{n}?look={look}", mine).json()
        there = server.get(f"{host.at}/moments/{n}?look={look}", host.secret).json()
        assert (here["view"], here["scores"]) == (there["view"], there["scores"])


def test_whoever_may_look_back_may_go_on_and_nobody_else(server: Server) -> None:
    host, _ = finished(server, "temple")
    path, wish = f"{host.at}/branch", {"n": 3, "seat": 0}
    watch = server.post(f"{host.at}/links", {"role": "spectator"}, host.secret).json()["secret"]
    other = Host(server, {"game": "temple", "seats": 2})
    assert server.post(path, wish, watch).status_code == 201
    for stranger in (None, other.secret, watch[:-1] + ("A" if watch[-1] != "A" else "B")):
        answer = server.post(path, wish, stranger)
        assert answer.status_code == 401
        assert answer.json()["code"] == "auth.no-key"


def test_a_running_game_and_what_there_is_not_are_refused(server: Server) -> None:
    running = Host(server, {"game": "temple", "seats": 2})
    mine = running.sit(seat=0)
    for begun in (False, True):
        if begun:
            running.do({"do": "begin"})
        for secret in (running.secret, mine):
            answer = server.post(f"{running.at}/branch", {"n": 0, "seat": 0}, secret)
            assert (answer.status_code, answer.json()["code"]) == (409, "table.not-over")
    host, _ = finished(server, "temple")
    total = len(server.get(f"{host.at}/moments", host.secret).json())
    for wish, status, why in (
        ({"n": total, "seat": 0}, 409, "table.no-moment"),
        ({"n": -1, "seat": 0}, 409, "table.no-moment"),
        ({"n": 1, "seat": 2}, 409, "table.no-seat"),
        ({"n": 1, "seat": 0, "bot": "oracle"}, 422, "option.bot"),
        ({"n": 1}, 400, "wire.malformed"),
        ({"n": "1", "seat": 0}, 400, "wire.malformed"),
    ):
        answer = server.post(f"{host.at}/branch", wish, host.secret)
        assert (answer.status_code, answer.json()["code"]) == (status, why), wish
    opened = server.post(
        "/api/tables", {"game": "temple", "seats": 2, "policy": {"branch": host.table}}
    )
    assert opened.json()["code"] == "table.policy"


def test_moves_that_people_took_back_are_left_behind(server: Server) -> None:
    host, origin = of_a_person(server, {"game": "paititi", "seats": 2}, 6)
    kinds = [each["kind"] for each in tree_of(origin)["entries"]]
    assert "took-back" in kinds
    moments = server.get(f"{host.at}/moments", host.secret).json()
    new = go_on(server, host, len(moments) - 2)
    assert new.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
    report = verify(new.finish(), origin=origin)
    assert report.findings == ()
    assert report.copied == len(moments) - 2


# Crashes and limits


def test_a_branched_table_is_there_after_a_power_cut_and_needs_nothing_of_the_other(
    tmp_path: Path,
) -> None:
    with Server(tmp_path) as server:
        host, _ = finished(server, "valley")
        new = go_on(server, host, 10)
        mine = new.sit(seat=0)
        server.kill()
        server.start()
        assert new.do({"do": "begin"})["t"] == "ack"
        assert new.view(mine)["phase"] == "playing"
        server.kill()
        server.start()
        assert verify(play_to_the_end(new, mine, 0)).findings == ()


def test_it_counts_towards_the_limit_of_new_tables(tmp_path: Path) -> None:
    with Server(tmp_path, limits={"tables_per_hour": 2, "requests_burst": 5000}) as server:
        host, _ = finished(server, "temple")
        wish = {"n": 3, "seat": 0}
        assert server.post(f"{host.at}/branch", wish, host.secret).status_code == 201
        answer = server.post(f"{host.at}/branch", wish, host.secret)
        assert (answer.status_code, answer.json()["code"]) == (429, "server.too-many-tables")


def test_the_command_tells_in_plain_words_where_the_beginning_is_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from yupana.cli import main

    table, _, data, origin = over("temple")
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    file.write_bytes(data)
    other.write_bytes(origin)
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"taken from another game, that of table t: its first {table.copied} moves" in said
    assert "not rolled here" in said
    assert main(["verify", str(file), "--origin", str(other)]) == 0
    assert "move by move" in capsys.readouterr().out
    assert main(["verify", str(other), "--origin", str(file)]) != 0
