"""A table without any I/O: who may do what, what it adds to the log, and what each may see."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from yupana.core.errors import NotationError, OptionError, RuleError, YupanaError
from yupana.core.game import CHANCE
from yupana.core.play import replay
from yupana.server import wire
from yupana.server.dice import commitment
from yupana.server.log import (
    Asked,
    Began,
    CameBack,
    Closed,
    Did,
    Opened,
    Revoked,
    Sat,
    Stood,
    StoodIn,
    TookBack,
    canonical,
)
from yupana.server.policy import Actor, Refused
from yupana.server.sight import Sight
from yupana.server.table import Table

SEED = bytes(range(32))
HOST = Actor(host=True)


def seat(*numbers: int) -> Actor:
    return Actor(frozenset(numbers))


def opened(game: str = "temple", seats: int = 2, **policy: Any) -> Table:
    from yupana.core.record import header_for
    from yupana.games import game_type

    header = header_for(game_type(game)(seats), ("",) * seats)
    first = Opened(
        game=game,
        rules=header.rules,
        edition=header.edition,
        edition_digest=header.edition_digest,
        options=header.options,
        seats=seats,
        policy=policy,
        commit=commitment(SEED),
    )
    table = Table("t", SEED, first)
    table.take(first)
    return table


def do(table: Table, actor: Actor, command: wire.Command, at: int | None = None) -> list[Any]:
    entries = table.judge(actor, command, None if at is None else wire.At(at))
    for entry in entries:
        table.take(entry)
    return entries


def sit(table: Table, *seats: int) -> None:
    for each in seats:
        for entry in table.sit(each, f"{each + 1:032x}"):
            table.take(entry)


def begun(game: str = "temple", seats: int = 2, people: int = 2, **policy: Any) -> Table:
    table = opened(game, seats, **policy)
    sit(table, *range(people))
    do(table, HOST, wire.Begin())
    return table


def first_move(table: Table, number: int) -> str:
    move = next(iter(table.game.moves(table.state, number)))
    return table.game.write_move(move)


def move(table: Table, number: int) -> list[Any]:
    return do(table, seat(number), wire.Move(text=first_move(table, number)))


def code(error: pytest.ExceptionInfo[YupanaError]) -> str:
    return error.value.code


# Sitting down and beginning


def test_a_seat_is_taken_once_and_only_while_people_gather() -> None:
    table = opened(seats=2)
    sit(table, 0)
    with pytest.raises(Refused) as error:
        table.sit(0, "0" * 32)
    assert code(error) == "table.taken"
    with pytest.raises(Refused) as error:
        table.sit(2, "0" * 32)
    assert code(error) == "table.no-seat"
    do(table, HOST, wire.Begin())
    with pytest.raises(Refused) as error:
        table.sit(1, "0" * 32)
    assert code(error) == "table.begun"


def test_nobody_sits_down_at_a_locked_table() -> None:
    table = opened()
    do(table, HOST, wire.SetPolicy(locked=True))
    with pytest.raises(Refused, match=r"table\.locked"):
        table.sit(0, "0" * 32)
    do(table, HOST, wire.SetPolicy(locked=False))
    assert table.sit(0, "0" * 32)


def test_bots_take_the_empty_seats_when_the_host_begins() -> None:
    table = opened(seats=3)
    sit(table, 1)
    entries = do(table, HOST, wire.Begin("uniform"))
    assert [type(each) for each in entries] == [Sat, Sat, Began, Did]
    assert entries[-1].seat == CHANCE
    assert table.bots_to_move() == [(0, "uniform"), (2, "uniform")]
    assert table.waited_for() == [1]


def test_only_the_host_does_what_hosts_do() -> None:
    table = opened()
    sit(table, 0)
    for command in (
        *(wire.Begin(), wire.PutBot(1), wire.Unseat(0), wire.SetPolicy(locked=True)),
        wire.Hurry(),
    ):
        with pytest.raises(Refused) as error:
            table.judge(seat(0), command)
        assert code(error) == "table.host-only"


@pytest.mark.parametrize(
    "policy",
    [
        *({"undo": "always"}, {"patience": -1}, {"colour": "red"}, {"delay": 601}),
        *({"late": "all"}, {"auto": "sometimes"}),
    ],
)
def test_a_policy_that_is_none_is_refused(policy: dict[str, Any]) -> None:
    with pytest.raises(Refused) as error:
        opened(**policy)
    assert code(error) == "table.policy"


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(OptionError):
        opened().judge(HOST, wire.Begin("grandmaster"))


# Moves


def test_a_move_is_taken_as_text_and_as_json() -> None:
    table = begun()
    text = first_move(table, 0)
    as_json = msgspec.to_builtins(table.game.read_move(text))
    said = table.judge(seat(0), wire.Move(text=text))
    assert said == table.judge(seat(0), wire.Move(move=as_json))
    for wrong in (wire.Move(), wire.Move(text=text, move=as_json)):
        with pytest.raises(Refused):
            table.judge(seat(0), wrong)
    with pytest.raises(NotationError):
        table.judge(seat(0), wire.Move(move={"type": "Rob"}))


def test_nobody_moves_for_another_seat_or_for_chance() -> None:
    table = begun()
    for number in (1, CHANCE, 7):
        with pytest.raises(Refused) as error:
            table.judge(seat(0), wire.Move(seat=number, text=first_move(table, 1)))
        assert code(error) == "table.not-yours"
    with pytest.raises(Refused):
        table.judge(Actor(), wire.Move(text=first_move(table, 1)))


def test_an_illegal_move_names_its_clause_and_changes_nothing() -> None:
    table = begun("wiraqocha")
    before = table.head, table.state
    with pytest.raises((RuleError, NotationError)):
        table.judge(seat(0, 1), wire.Move(seat=1 - table.waited_for()[0], text="roll"))
    assert (table.head, table.state) == before


def test_the_dice_follow_the_last_move_of_a_round() -> None:
    table = begun()
    assert [type(each) for each in move(table, 0)] == [Did]
    entries = move(table, 1)
    assert entries[0].seat == 1
    assert {each.seat for each in entries[1:]} == {CHANCE}


def test_a_move_that_was_decided_on_an_older_view_is_stale() -> None:
    table = begun()
    text = first_move(table, 0)
    do(table, seat(0), wire.Move(text=text), at=0)
    with pytest.raises(Refused) as error:
        table.judge(seat(0), wire.Undo(), wire.At(0))
    assert code(error) == "table.stale"
    do(table, seat(0), wire.Undo(), at=1)
    with pytest.raises(Refused):  # the seat stands where it stood, but that is another time
        table.judge(seat(0), wire.Move(text=text), wire.At(0))
    do(table, seat(0), wire.Move(text=text), at=2)


def test_the_moves_of_other_seats_make_nothing_stale() -> None:
    table = begun(seats=3, people=3)
    texts = [first_move(table, each) for each in range(3)]
    for each in (2, 0, 1):
        do(table, seat(each), wire.Move(text=texts[each]), at=0)
    assert table.revs == [1, 1, 1]


def test_a_finished_game_publishes_its_seed_and_takes_no_more_moves() -> None:
    table = begun(seats=2)
    rng = Random(5)
    while table.phase == "playing":
        number = table.waited_for()[0]
        chosen = table.game.moves(table.state, number).pick(rng)
        entries = do(table, seat(number), wire.Move(text=table.game.write_move(chosen)))
    assert entries[-1] == Closed(SEED.hex())
    for command in (wire.Move(text="7 b4"), wire.Undo(), wire.Answer(True)):
        with pytest.raises(Refused) as error:
            table.judge(seat(0), command)
        assert code(error) == "table.over"
    assert table.sight.seen(seat(0), ["", ""], [True, True], 0).outcome is not None


# Taking back


def test_a_mark_is_free_to_take_back_until_the_round_is_closed() -> None:
    table = begun(undo="free")
    state = table.state
    move(table, 0)
    assert do(table, seat(0), wire.Undo()) == [TookBack(0, 1, False)]
    assert table.state == state
    move(table, 0)
    move(table, 1)
    with pytest.raises(RuleError) as error:
        table.judge(seat(0), wire.Undo())
    assert code(error) == "undo.nothing"


def test_where_nothing_is_taken_back_nothing_is() -> None:
    table = begun(undo="never")
    move(table, 0)
    with pytest.raises(Refused) as error:
        table.judge(seat(0), wire.Undo())
    assert code(error) == "table.no-undo"


def test_with_consent_the_round_is_struck_and_the_same_dice_come_again() -> None:
    table = begun(seats=2)
    state, rolled = table.state, table.events[0]
    move(table, 0)
    entries = move(table, 1)
    assert do(table, seat(0), wire.Undo()) == [Asked(0)]
    with pytest.raises(Refused) as error:
        table.judge(seat(0), wire.Answer(True))
    assert code(error) == "table.nothing-asked"
    struck = do(table, seat(1), wire.Answer(True))
    assert [each.number for each in struck[1:]] == list(range(len(entries) + 1, 0, -1))
    assert table.events == [rolled]
    assert table.state == state
    assert table.chairs[0].assisted
    assert not table.chairs[1].assisted
    move(table, 0)
    assert move(table, 1)[-1] == entries[-1]


def test_one_no_ends_the_wish() -> None:
    table = begun(seats=3, people=3)
    for each in range(3):
        move(table, each)
    do(table, seat(0), wire.Undo())
    do(table, seat(1), wire.Answer(True))
    with pytest.raises(Refused):
        table.judge(seat(1), wire.Answer(True))
    do(table, seat(2), wire.Answer(False))
    assert table.asked is None
    assert table.chairs[0].assisted is False


def test_alone_with_bots_no_consent_is_needed() -> None:
    table = begun(seats=1, people=1)
    move(table, 0)
    assert [type(each) for each in do(table, seat(0), wire.Undo())] == [TookBack, TookBack]


@pytest.mark.parametrize("game", ["temple", "valley", "wiraqocha", "paititi"])
def test_whatever_is_taken_back_the_state_is_that_of_the_events_that_stand(game: str) -> None:
    """Moves, marks taken back, and whole rounds struck by consent, at random."""
    rng = Random(21)
    table = begun(game, 2)
    free = struck = 0
    for _ in range(150):
        if table.phase == "over":
            table = begun(game, 2)
        if rng.random() < 0.4:
            who = rng.randrange(2)
            try:
                entries = do(table, seat(who), wire.Undo())
                if isinstance(entries[0], Asked):
                    entries = do(table, seat(1 - who), wire.Answer(True))
                free += not entries[-1].assisted
                struck += entries[-1].assisted
            except YupanaError:
                continue
        else:
            number = table.waited_for()[0]
            for entry in table.play(number, table.game.moves(table.state, number).pick(rng)):
                table.take(entry)
        assert table.state == replay(table.game, table.events)
    assert free > 5
    if game != "paititi":  # where nearly everything is secret
        assert struck > 5


def test_a_mark_in_a_long_game_is_taken_back_without_playing_it_all_again() -> None:
    """Nothing older than the last roll is looked at: the events before it may as well be lost."""
    table = begun("temple", 2)
    for _ in range(30):
        bot_moves(table, table.waited_for()[0])
    while len(table.waited_for()) < 2:
        bot_moves(table, table.waited_for()[0])
    move(table, 0)
    before = table.last_chance()[0]
    table.events[: before - 1] = [None] * (before - 1)  # type: ignore[list-item]
    assert do(table, seat(0), wire.Undo()) == [TookBack(0, before, False)]
    assert table.waited_for() == [0, 1]


def test_what_a_secret_draw_has_shown_is_never_taken_back() -> None:
    table = begun("paititi", 2)
    rng = Random(3)
    while not any(not table.game.is_open(event.move) for event in table.events[3:]):
        number = table.waited_for()[0]
        chosen = table.game.moves(table.state, number).pick(rng)
        do(table, seat(number), wire.Move(text=table.game.write_move(chosen)))
    moved = [event.seat for event in table.events if event.seat != CHANCE][-1]
    with pytest.raises(RuleError) as error:
        table.judge(seat(moved), wire.Undo())
    assert code(error) == "undo.revealed"


# Those who leave


def test_a_bot_stands_in_and_gives_the_seat_back_at_once() -> None:
    table = begun()
    for entry in table.stand_in(0):
        table.take(entry)
    assert table.bots_to_move() == [(0, "greedy")]
    assert table.stand_in(0) == []
    assert do(table, seat(0), wire.TakeOver()) == [CameBack(0)]
    assert table.bots_to_move() == []
    with pytest.raises(Refused):
        table.judge(seat(0), wire.TakeOver())


def test_whoever_moves_is_back() -> None:
    table = begun()
    do(table, HOST, wire.PutBot(0, "uniform"))
    assert [type(each) for each in move(table, 0)] == [CameBack, Did]
    assert table.chairs[0].bot is None


def test_somebody_sent_away_is_gone_before_the_game_and_stood_in_for_during_it() -> None:
    table = opened()
    sit(table, 0)
    assert do(table, HOST, wire.Unseat(0)) == [Stood(0)]
    with pytest.raises(Refused):
        table.judge(HOST, wire.Unseat(0))
    sit(table, 0)
    do(table, HOST, wire.Begin())
    assert do(table, HOST, wire.Unseat(0)) == [StoodIn(0, "greedy"), Revoked(0, None)]


def test_by_policy_a_bot_plays_one_turn_for_who_is_late_and_no_more() -> None:
    table = begun(auto="move")
    for entry in table.stand_in(0):
        table.take(entry)
    assert table.chairs[0].covered is not None
    assert table.bots_to_move() == [(0, "greedy")]
    bot_moves(table, 0)
    assert table.bots_to_move() == []
    assert table.chairs[0].bot == "greedy"  # until the next round begins, it would play on
    move(table, 1)
    assert table.chairs[0].bot is None
    assert table.chairs[0].covered is None
    assert table.waited_for() == [0, 1]


@pytest.mark.parametrize("game", ["wiraqocha", "paititi", "valley"])
def test_a_turn_of_many_moves_is_played_to_its_end_by_the_bot(game: str) -> None:
    table = begun(game, auto="move")
    while table.game.heading(table.state) == "set-up":
        bot_moves(table, table.waited_for()[0])
    late = table.waited_for()[0]
    heading = table.game.heading(table.state)
    for entry in table.stand_in(late):
        table.take(entry)
    while table.phase == "playing" and table.game.heading(table.state) == heading:
        assert table.chairs[late].bot == "greedy"
        seat_ = table.game.pending(table.state)[0]
        bot_moves(table, seat_)
    assert table.chairs[late].bot is None


def test_who_comes_back_before_the_bot_has_moved_plays_the_turn_themselves() -> None:
    table = begun(auto="move")
    for entry in table.stand_in(0):
        table.take(entry)
    assert [type(each) for each in move(table, 0)] == [CameBack, Did]
    assert table.chairs[0] == structs.replace(table.chairs[0], bot=None, covered=None)


def bot_moves(table: Table, number: int) -> None:
    for entry in table.play(number, table.game.moves(table.state, number).pick(Random(1))):
        table.take(entry)


def test_the_host_goes_on_without_those_who_are_waited_for() -> None:
    table = begun(seats=4, people=3)
    bot_moves(table, 3)
    host = Actor(frozenset({0}), True)
    assert do(table, host, wire.Hurry()) == [StoodIn(1, "greedy"), StoodIn(2, "greedy")]
    with pytest.raises(Refused) as error:
        table.judge(host, wire.Hurry())
    assert code(error) == "table.nobody-late"
    assert do(table, HOST, wire.Hurry()) == [StoodIn(0, "greedy")]


def test_whoever_is_here_and_thinks_is_left_in_peace() -> None:
    table = begun(seats=4, people=4)
    assert table.judge(HOST, wire.Hurry(), here={0, 2, 3}) == [StoodIn(1, "greedy")]
    for here in ({0, 1, 2, 3}, {1, 2, 3}):
        host = Actor(frozenset({0}) - here, True)
        with pytest.raises(Refused) as error:
            table.judge(host, wire.Hurry(), here=here)
        assert code(error) == "table.all-here"


@pytest.mark.parametrize("auto", ["stay", "move"])
def test_everybody_is_told_who_plays_a_seat(auto: str) -> None:
    table = begun(seats=3, people=3, auto=auto)
    before = table.head
    for entry in table.stand_in(1):
        table.take(entry)
    do(table, seat(1), wire.TakeOver())
    for actor in (seat(0), seat(1), seat(2), HOST, Actor()):
        news = table.sight.seen(actor, [""] * 3, [True] * 3, before).events
        told = [msgspec.json.decode(each) for each in news]
        assert [(each["seat"], each["seat_now"]) for each in told] == [
            (1, "bot" if auto == "stay" else "bot-once"),
            (1, "person"),
        ]


def test_people_say_that_they_are_ready_until_the_game_begins() -> None:
    table = opened()
    sit(table, 0, 1)
    do(table, seat(0), wire.Ready())
    do(table, seat(1), wire.Ready())
    do(table, seat(1), wire.Ready(False))
    seen_ = table.sight.seen(HOST, ["", ""], [True, True], 0)
    assert [each.ready for each in seen_.seats] == [True, False]
    with pytest.raises(Refused):
        table.judge(seat(0), wire.Ready(seat=1))
    do(table, HOST, wire.Begin())
    with pytest.raises(Refused) as error:
        table.judge(seat(0), wire.Ready())
    assert code(error) == "table.begun"


# Those who come late


def test_a_latecomer_takes_over_from_a_bot_and_the_dice_stay_the_same() -> None:
    """Two tables with the same seed, one with a latecomer: the same outcomes of chance to the end."""
    tables = [begun("temple", 3, 2, late="bots") for _ in range(2)]
    rng, heading = Random(2), ""
    while tables[0].phase == "playing":
        if len(tables[0].events) == 12:
            entries = tables[0].sit(2, "f" * 32)
            assert entries == [Sat(2, "person", None, tables[0].chairs[2].nonce or "", "server")]
            tables[0].take(entries[0])
            heading = tables[0].game.heading(tables[0].state)
            assert (tables[0].chairs[2].held, tables[0].chairs[2].bot) == (heading, "greedy")
            assert 2 not in tables[0].waited_for()
        turn = tables[0].game.pending(tables[0].state)[0]
        chosen = tables[0].game.moves(tables[0].state, turn).pick(rng)
        for table in tables:
            for entry in table.play(turn, chosen):
                table.take(entry)
        if tables[0].chairs[2].player == "person" and tables[0].heading != heading:
            assert (tables[0].chairs[2].held, tables[0].chairs[2].bot) == (None, None)
    assert tables[0].events == tables[1].events
    assert tables[0].chairs[2].player == "person"


def test_latecomers_are_welcome_only_where_the_policy_says_so() -> None:
    table = begun("temple", 3, 2)
    for policy, number, why in [
        ({}, 2, "table.begun"),
        ({"late": "bots"}, 0, "table.taken"),
        ({"locked": True}, 2, "table.locked"),
    ]:
        if policy:
            do(table, HOST, wire.SetPolicy(**policy))  # type: ignore[arg-type]
        with pytest.raises(Refused) as error:
            table.sit(number, "f" * 32)
        assert code(error) == why
    do(table, HOST, wire.SetPolicy(locked=False))
    assert table.free_seat() == 2
    for entry in table.sit(2, "f" * 32):
        table.take(entry)
    with pytest.raises(Refused) as error:
        table.free_seat()
    assert code(error) == "table.full"


def test_somebody_who_left_keeps_their_seat_from_latecomers() -> None:
    table = begun("temple", 2, 2, late="bots")
    do(table, HOST, wire.PutBot(0))
    with pytest.raises(Refused) as error:
        table.sit(0, "f" * 32)
    assert code(error) == "table.taken"


# Those who watch


def test_whoever_only_watches_is_refused_before_anything_could_be_told() -> None:
    for table in (opened(), begun()):
        for command in (wire.Move(text="7 b4"), wire.Say("hello"), wire.Begin(), wire.Again()):
            with pytest.raises(Refused) as error:
                table.judge(Actor(), command)
            assert code(error) == "table.watching"


def test_how_far_watchers_are_behind_is_settled_when_the_game_begins() -> None:
    table = opened()
    do(table, HOST, wire.SetPolicy(delay=60))
    assert table.policy.delay == 60
    do(table, HOST, wire.Begin())
    with pytest.raises(Refused) as error:
        table.judge(HOST, wire.SetPolicy(delay=0))
    assert code(error) == "table.delay-fixed"
    for wrong in (-1, 601):
        with pytest.raises(Refused):
            opened().judge(HOST, wire.SetPolicy(delay=wrong))


def test_only_ready_made_phrases_are_said() -> None:
    table = begun()
    with pytest.raises(Refused):
        table.judge(seat(0), wire.Say("you fool"))
    do(table, seat(0), wire.Say("well-played"))
    news = table.sight.seen(seat(1), ["", ""], [True, True], table.head - 1).events
    assert [msgspec.json.decode(each) for each in news] == [
        {"seq": table.head, "seat": 0, "said": "well-played", "in": "round 1"}
    ]


# What is seen


def seen(table: Table, actor: Actor, since: int = 0) -> bytes:
    count = len(table.chairs)
    return wire.encode(table.sight.seen(actor, [""] * count, [True] * count, since))


@pytest.mark.parametrize("game", ["temple", "valley"])
def test_marks_of_a_running_round_are_told_to_nobody_else(game: str) -> None:
    table = begun(game, 3, 3)
    before = seen(table, seat(1))
    entries = move(table, 0)
    text = table.game.write_move(table.events[-1].move)
    assert f'"{text}"' in seen(table, seat(0), table.head - 1).decode()
    assert (
        msgspec.json.decode(seen(table, seat(1)))["events"]
        == (msgspec.json.decode(before)["events"])
    )
    assert table.sight.only_moved(entries) == frozenset({0})
    assert table.sight.only_moved([*entries, Did(CHANCE, msgspec.Raw(b"{}"))]) is None


def test_a_shared_device_shows_one_side_of_the_curtain() -> None:
    """With several seats on it, the one asked for, and no news of the other's secret moves."""
    table = begun("temple", 3, 3)
    shared = seat(0, 1)
    assert table.sight.seen(shared, [""] * 3, [True] * 3, 0).look == 0
    move(table, 0)
    text = table.game.write_move(table.events[-1].move)
    assert table.sight.seen(shared, [""] * 3, [True] * 3, 0).look == 1  # the one that is to move
    from_second = structs.replace(shared, look=1)
    shown = seen(table, from_second, table.head - 1)
    assert f'"{text}"' not in msgspec.json.encode(msgspec.json.decode(shown)["events"]).decode()
    assert f'"{text}"' in seen(table, structs.replace(shared, look=0), table.head - 1).decode()
    alone = msgspec.json.decode(seen(table, seat(1)))
    both = msgspec.json.decode(seen(table, from_second))
    for field in ("view", "moves", "score", "events", "look"):
        assert both[field] == alone[field]
    assert both["mine"] == [0, 1]


def test_the_last_mark_of_a_round_shows_everybody_the_next() -> None:
    table = begun()
    move(table, 0)
    assert table.sight.only_moved(move(table, 1)) is None


def swapped(table: Table, rng: Random, me: int) -> Table:
    """The same table as `me` sees it, in another world: the rest of it imagined anew."""
    other = Table(table.name, bytes(reversed(SEED)), table.opened)
    other.__dict__.update({**table.__dict__, "seed": other.seed, "_outlooks": {}})
    other.sight = Sight(other)
    other._state = table.game.imagine(table.game.view(table.state, me), rng)
    other.events = list(table.events)
    told = (
        each if each.open or each.seat == me else structs.replace(each, told=msgspec.Raw(b'"?"'))
        for each in table.sight._news
    )
    other.sight._news = deque(told, table.sight._news.maxlen)
    return other


def test_frames_of_a_seat_do_not_change_when_other_hands_are_swapped() -> None:
    """Fifty pairs of worlds that look alike from a seat: the same bytes, and the same refusals."""
    rng = Random(11)
    pairs = different = 0
    table = begun("paititi", 3, 3)
    while pairs < 50:
        if table.phase == "over":
            table = begun("paititi", 3, 3)
        number = table.waited_for()[0]
        chosen = table.game.moves(table.state, number).pick(rng)
        me = (number + 1) % 3
        other = swapped(table, rng, me)
        different += other.state != table.state
        assert seen(table, seat(me)) == seen(other, seat(me))
        assert refusals(table, seat(me)) == refusals(other, seat(me))
        pairs += 1
        do(table, seat(number), wire.Move(text=table.game.write_move(chosen)))
    assert different > 40


def refusals(table: Table, actor: Actor) -> list[str]:
    """What the seat is told when it tries things that it may not do."""
    told = []
    for text in ("dig 1", "draw", "pass", "exhibit 1", "nonsense"):
        try:
            table.judge(actor, wire.Move(text=text))
        except YupanaError as error:
            told.append(str(error))
    return told


def test_a_planted_leak_is_caught() -> None:
    """The check above has teeth: with the others' hands in the news, the bytes differ."""
    rng = Random(2)
    table = begun("paititi", 3, 3)
    other = swapped(table, rng, 0)

    def leaky(table: Table) -> bytes:
        return seen(table, seat(0)) + msgspec.json.encode(table.state)

    assert leaky(table) != leaky(other)


@pytest.mark.parametrize("game", ["temple", "valley", "wiraqocha", "paititi"])
def test_whatever_is_asked_is_done_or_refused_and_a_refusal_changes_nothing(game: str) -> None:
    """Commands of all kinds by anybody, at any time: no other error, and nothing half done."""
    rng = Random(6)
    table = opened(game, 3)
    sit(table, 0, 1)
    done = 0
    for _ in range(400):
        actor = Actor(frozenset(rng.sample(range(3), rng.randrange(3))), rng.random() < 0.3)
        before = table.head, table.state, list(table.chairs), table.policy
        try:
            entries = table.judge(actor, any_command(table, rng), any_at(rng))
        except YupanaError:
            assert (table.head, table.state, table.chairs, table.policy) == before
            continue
        done += 1
        for entry in entries:
            table.take(entry)
        assert table.head == before[0] + len(entries)
    assert done > 25


def any_at(rng: Random) -> wire.At | None:
    return wire.At(rng.randrange(-1, 5)) if rng.random() < 0.2 else None


def any_command(table: Table, rng: Random) -> wire.Command:
    seat_ = rng.choice([None, None, -1, 0, 1, 2, 3])
    if table.phase == "playing" and rng.random() < 0.6:
        turn = rng.choice(table.game.pending(table.state))
        chosen = table.game.moves(table.state, turn).pick(rng)
        return rng.choice(
            [
                wire.Move(turn, text=table.game.write_move(chosen)),
                wire.Move(seat_, move=msgspec.to_builtins(chosen)),
            ]
        )
    odd: list[dict[str, Any]] = [
        {}, {"type": 7}, {"type": "write"}, {"type": "roll", "faces": [1, 2, 3]}
    ]  # fmt: skip
    commands: list[wire.Command] = [
        wire.Move(seat_, text=rng.choice(["", "7 b4", "pass", "done", "\u2603", "1" * 300])),
        wire.Move(seat_, move=rng.choice(odd)),
        wire.Undo(seat_),
        wire.Answer(rng.random() < 0.5, seat_),
        wire.Say(rng.choice(["hello", "shout"]), seat_),
        wire.Begin(rng.choice(["greedy", "uniform", "x"])),
        wire.PutBot(rng.randrange(-1, 4), rng.choice(["uniform", "x"])),
        wire.TakeOver(seat_),
        wire.Unseat(rng.randrange(-1, 4)),
        wire.SetPolicy(rng.choice([None, True]), rng.choice([None, "free", "x"]), -1),
        wire.SetPolicy(undo=rng.choice(["free", "consent", "never"])),
        wire.SetPolicy(late="bots", auto=rng.choice(["move", "stay"]), delay=rng.choice([None, 5])),
        wire.Ready(rng.random() < 0.5, seat_),
        wire.Hurry(),
        wire.Again(rng.random() < 0.5, rng.random() < 0.5),
    ]
    return rng.choice(commands)


def test_folding_the_log_again_gives_the_same_table() -> None:
    table = opened(seats=2)
    log: list[Any] = [table.opened]

    def note(entries: list[Any]) -> None:
        log.extend(entries)
        for entry in entries:
            table.take(entry)

    note(table.sit(0, "1" * 32))
    note(table.judge(HOST, wire.Begin()))
    rng = Random(1)
    for _ in range(12):
        number = table.game.pending(table.state)[0]
        note(table.play(number, table.game.moves(table.state, number).pick(rng)))
        if rng.random() < 0.3 and number == 0:
            note(table.judge(seat(0), wire.Undo()))
    again = Table("t", SEED, table.opened)
    for entry in log:
        again.take(msgspec.json.decode(canonical(entry), type=type(entry)))
    assert seen(again, seat(0)) == seen(table, seat(0))
    assert again.state == table.state
