"""Another game of the same people, without any I/O: who sits where, whose dice, and that it can be checked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.test_table import HOST, SEED, begun, code, do, seat
from yupana.server import wire
from yupana.server.export import Export, TableFacts, write_export
from yupana.server.log import NOTHING, Began, Did, Entry, Followed, New, Opened, Sat, seal_all
from yupana.server.policy import Actor, Refused
from yupana.server.rematch import Next, next_table, seat_there
from yupana.server.table import Table
from yupana.server.verify import verify

FRESH = bytes(range(32, 64))


def finished(game: str = "temple", seats: int = 3, people: int = 2, **policy: Any) -> Table:
    table = begun(game, seats, people, **policy)
    play_on(table, Random(5))
    return table


def play_on(table: Table, rng: Random, log: list[Entry] | None = None) -> None:
    while table.phase == "playing":
        number = table.game.pending(table.state)[0]
        for entry in table.play(number, table.game.moves(table.state, number).pick(rng)):
            table.take(entry)
            if log is not None:
                log.append(entry)


def again(table: Table, **wish: Any) -> Next:
    command = wire.Again(**wish)
    names = [f"P{number}" for number in range(len(table.chairs))]
    return next_table(table, names, command, FRESH)


def opened(new: Next) -> Table:
    assert isinstance(new.entries[0], Opened)
    table = Table(new.name, new.seed, new.entries[0])
    for entry in new.entries:
        table.take(entry)
    return table


# Who may


def test_a_host_may_ask_at_any_time_and_players_when_the_game_is_over() -> None:
    table = begun()
    with pytest.raises(Refused) as error:
        table.judge(seat(0), wire.Again())
    assert code(error) == "table.host-only"
    assert isinstance(table.judge(HOST, wire.Again())[0], Followed)
    play_on(table, Random(1))
    name = table.next_name(wire.Again())
    assert do(table, seat(1), wire.Again()) == [Followed(name, 0, 1)]


def test_there_is_one_next_table_and_everybody_sees_it() -> None:
    table = finished()
    entries = do(table, HOST, wire.Again(rotate=True))
    assert entries == [Followed(entries[0].table, 1, None)]
    with pytest.raises(Refused) as error:
        table.judge(seat(0), wire.Again())
    assert code(error) == "table.followed"
    for actor in (Actor(), seat(0), HOST):
        view = table.sight.seen(actor, [""] * 3, [True] * 3, 0)
        assert view.next == entries[0].table
    table.lose_next()
    assert do(table, HOST, wire.Again(rotate=True))[0].table != entries[0].table


def test_no_table_follows_one_that_has_not_begun_and_none_has_secret_dice_again() -> None:
    from tests.server.test_table import opened as gathering

    for table, wish, why in [
        (gathering(), wire.Again(), "table.not-begun"),
        (begun(), wire.Again(same_dice=True), "table.not-over"),
        (finished(), wire.Again(same_dice=True, rotate=True), "table.same-seats"),
    ]:
        with pytest.raises(Refused) as error:
            table.judge(HOST, wish)
        assert code(error) == why


def test_the_name_of_the_next_table_tells_nothing_and_is_the_same_for_the_same_wish() -> None:
    table = finished()
    plain = table.next_name(wire.Again())
    assert plain == table.next_name(wire.Again())
    names = {plain, table.next_name(wire.Again(True)), table.next_name(wire.Again(False, True))}
    assert len(names) == 3
    other = Table("t", FRESH, table.opened)
    assert other.next_name(wire.Again()) != plain


# Who sits where


def test_bots_sit_there_again_and_seats_are_kept_for_people() -> None:
    new = again(finished(seats=3, people=2))
    table = opened(new)
    assert [chair.player for chair in table.chairs] == ["empty", "empty", "bot"]
    assert (table.policy.follows, table.policy.locked, table.policy.dice) == ("t", True, "")
    assert new.seed == FRESH
    with pytest.raises(Refused) as error:
        table.sit(0, "a" * 32)
    assert code(error) == "table.locked"


def test_the_game_begins_with_the_last_of_those_who_come_over() -> None:
    table = opened(again(finished(seats=3, people=2)))
    first = table.sit(1, "b" * 32, kept=True)
    assert [type(each) for each in first] == [Sat]
    table.take(first[0])
    second = table.sit(0, "a" * 32, kept=True)
    assert [type(each) for each in second] == [Sat, Began, Did]
    for entry in second:
        table.take(entry)
    assert table.phase == "playing"
    plain = begun("temple", 3, 0)
    assert table.events != plain.events


def test_the_host_need_not_wait_and_who_comes_later_has_their_seat_all_the_same() -> None:
    table = opened(again(finished(seats=3, people=2)))
    do(table, HOST, wire.Begin("uniform"))
    assert table.chairs[0].player == "bot"
    with pytest.raises(Refused):
        table.sit(0, "a" * 32)
    late = table.sit(0, "a" * 32, kept=True)
    assert late == [Sat(0, "person", None, table.chairs[0].nonce or "", "server")]


def test_seats_move_on_so_that_who_sat_second_begins() -> None:
    assert [seat_there(each, 0, 3) for each in range(3)] == [0, 1, 2]
    table = opened(again(finished(seats=3, people=2), rotate=True))
    # the people of seats 0 and 1 are on 2 and 0 now, the bot of 2 is on 1
    assert [chair.player for chair in table.chairs] == ["empty", "bot", "empty"]


def test_for_those_who_were_away_a_bot_stands_in_until_they_come() -> None:
    old = begun(seats=2, people=2)
    do(old, HOST, wire.PutBot(1, "uniform"))
    play_on(old, Random(3))
    new = again(old)
    table = opened(new)
    assert new.names == {1: "P1"}
    assert [chair.player for chair in table.chairs] == ["empty", "person"]
    assert table.chairs[1].bot == "uniform"
    for entry in table.sit(0, "a" * 32, kept=True):
        table.take(entry)
    assert table.phase == "playing"
    do(table, seat(1), wire.TakeOver())


def test_who_was_only_late_has_their_seat_kept() -> None:
    old = begun(seats=2, people=2, auto="move")
    for entry in old.stand_in(0):
        old.take(entry)
    table = opened(again(old))
    assert table.chairs[0].player == "empty"


def test_a_table_of_bots_goes_on_by_itself() -> None:
    table = opened(again(finished(seats=2, people=0)))
    assert table.phase == "playing"


# The same dice


@pytest.mark.parametrize("game", ["temple", "valley", "wiraqocha", "paititi"])
def test_the_same_dice_fall_again_for_the_same_moves(game: str) -> None:
    old = finished(game, 2, 1)
    new = again(old, same_dice=True)
    table = opened(new)
    assert table.phase == "playing"
    assert all(chair.assisted for chair in table.chairs)
    assert table.policy.dice == "t"
    play_on(table, Random(5))
    assert table.events == old.events
    third = again(table, same_dice=True)
    assert opened(third).policy.dice == "t"
    assert opened(again(table)).policy.dice == ""
    assert not any(chair.assisted for chair in opened(again(table)).chairs)


def exported(table: Table, log: list[Entry]) -> bytes:
    stored = seal_all([New(entry, 1) for entry in log], 0, NOTHING, 0)
    facts = TableFacts(table.name, table.opened.game, table.opened.rules, 1)
    return write_export(
        Export(
            table=facts,
            entries=tuple(stored),
            head_hash=stored[-1].hash,
            seed=table.seed.hex(),
        )
    )


def test_a_game_with_the_same_dice_can_be_checked_and_says_what_it_is() -> None:
    new = again(finished("temple", 2, 2), same_dice=True)
    table, log = opened(new), list(new.entries)
    play_on(table, Random(8), log)
    report = verify(exported(table, log))
    assert report.findings == ()
    assert report.dice_again


def test_a_game_with_people_who_came_over_late_can_be_checked() -> None:
    new = again(finished("temple", 3, 2))
    table, log = opened(new), list(new.entries)

    def note(entries: list[Entry]) -> None:
        for entry in entries:
            table.take(entry)
            log.append(entry)

    note(table.sit(1, "c" * 32, kept=True))
    note(table.judge(HOST, wire.Begin()))
    for _ in range(3):
        number = table.game.pending(table.state)[0]
        note(table.play(number, table.game.moves(table.state, number).pick(Random(1))))
    note(table.sit(0, "a" * 32, kept=True))
    note(table.judge(HOST, wire.Hurry()))
    play_on(table, Random(2), log)
    note(table.judge(HOST, wire.Again()))
    report = verify(exported(table, log))
    assert report.findings == ()
    assert (report.own_nonces, report.dice_again) == (1, False)


@pytest.mark.parametrize(
    "wrong",
    [
        Sat(1, "person", None, "a" * 32, "seat"),  # another nonce than the bot's
        Sat(0, "bot", "greedy", "0" * 31 + "1", "seat"),  # a bot in place of a person
        Sat(7, "person", None, "a" * 32, "seat"),
    ],
)
def test_a_log_in_which_somebody_takes_a_seat_that_is_not_a_bots_is_found_out(wrong: Sat) -> None:
    old = begun("temple", 2, 1)
    log: list[Entry] = [old.opened, Sat(0, "person", None, f"{1:032x}", "seat")]
    fresh = Table("t", SEED, old.opened)
    for entry in log:
        fresh.take(entry)
    for entry in fresh.judge(HOST, wire.Begin()):
        fresh.take(entry)
        log.append(entry)
    log.append(wrong)
    play_on(fresh, Random(1), log)
    codes = {finding.code for finding in verify(exported(fresh, log)).findings}
    assert codes == {"verify.story"}


def test_nobody_but_the_server_says_that_a_table_follows_another() -> None:
    table = begun()
    do(table, HOST, wire.SetPolicy(locked=True))
    assert (table.policy.follows, table.policy.dice) == ("", "")
    assert "follows" not in wire.SetPolicy.__struct_fields__
    assert "dice" not in wire.SetPolicy.__struct_fields__
