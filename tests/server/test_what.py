"""What moves would come to: right, told to their own seat only, and worked out from its view alone."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.test_table import begun, move, seat, swapped
from yupana.core.game import CHANCE, Event
from yupana.server import ahead, wire
from yupana.server.ahead import Due
from yupana.server.policy import Refused
from yupana.server.table import Table
from yupana.server.wire import Prospect

GAMES = ["temple", "valley", "wiraqocha", "paititi"]


def played(game: str, moves: int, rng: Random, seats: int = 3) -> Table:
    """A game some random moves on."""
    table = begun(game, seats, seats)
    for _ in range(moves):
        if table.phase != "playing":
            break
        number = table.waited_for()[0]
        for entry in table.play(number, table.game.moves(table.state, number).pick(rng)):
            table.take(entry)
    return table


def prospect(table: Table, number: int, text: str) -> Prospect:
    return table.outlook(seat(number), None)[1].of(text, "en")


def texts(table: Table, number: int) -> list[str]:
    game = table.game
    return [game.write_move(each) for each in game.moves(table.state, number)]


@pytest.mark.parametrize("game", GAMES)
def test_points_are_those_that_the_move_then_really_brings(game: str) -> None:
    """Wherever points are told, making the move leads to exactly them."""
    rng = Random(4)
    told = 0
    for moves in range(0, 60, 3):
        table = played(game, moves, rng)
        if table.phase != "playing":
            break
        number = table.waited_for()[0]
        for text in rng.sample(texts(table, number), min(5, len(texts(table, number)))):
            found = prospect(table, number, text)
            assert found.no is None
            event = Event(number, table.game.read_move(text))
            state = table.game.apply(table.state, event)
            if found.score is None:
                continue
            really = table.game.score(state, number)
            assert found.score == really.points
            assert bytes(found.tree or b"") == msgspec.json.encode(really)
            told += 1
    assert told > 20


@pytest.mark.parametrize("game", GAMES)
def test_two_worlds_that_look_alike_from_a_seat_give_it_the_same_answers(game: str) -> None:
    rng = Random(9)
    different = compared = 0
    for moves in range(1, 40):
        table = played(game, moves, rng)
        if table.phase != "playing":
            continue
        for me in range(3):
            other = swapped(table, rng, me)
            different += other.state != table.state
            tries = [*texts(table, me)[:6], *texts(table, (me + 1) % 3)[:6], "nonsense", "pass"]
            asked = [
                msgspec.json.encode([prospect(each, me, text) for text in tries])
                for each in (table, other)
            ]
            assert asked[0] == asked[1]
            compared += 1
    assert compared > 60
    assert (different > 30) == (game != "wiraqocha")  # which hides nothing


def test_an_illegal_move_names_its_clause() -> None:
    table = begun("temple", 2)
    taken = texts(table, 0)[0]
    move(table, 0)
    found = prospect(table, 0, taken)  # this round is written already
    assert found.no is not None
    assert (found.no.code, found.score, found.tree) == ("rule.not-your-turn", None, None)
    assert found.no.clause is not None
    assert found.no.clause.startswith("T-")
    move(table, 1)
    number = texts(table, 0)[0].split()[0]
    found = prospect(table, 0, f"{number} {taken.split()[1]}")
    assert found.no is not None
    assert found.no.code == "rule.illegal"
    assert found.no.clause == found.no.facts["clause"]
    assert found.no.clause in found.no.said


def test_points_that_hang_on_what_is_hidden_are_not_told() -> None:
    """With two worlds that score a move differently, no number would be true."""
    table = begun("temple", 2)
    text = texts(table, 0)[0]
    _, outlook = table.outlook(seat(0), None)
    outlook._worlds[1] = _another_sheet(table)
    found = outlook.of(text, "en")
    assert (found.score, found.tree, found.no) == (None, None, None)


def _another_sheet(table: Table) -> Any:
    """A world in which seat 0 has written much more."""
    rng, game, state = Random(1), table.game, table.state
    for _ in range(200):
        pending = game.pending(state)
        turn = pending[0]
        if turn == 0 and game.score(state, 0).points > 5:
            legal = {game.write_move(each) for each in game.moves(state, 0)}
            if texts(table, 0)[0] in legal:
                return state
        chosen = (
            game.chance(state).sample(rng) if turn == CHANCE else game.moves(state, turn).pick(rng)
        )
        state = game.apply(state, Event(turn, chosen))
        if not game.pending(state):
            state = table.state
    raise AssertionError("no such world came up")


def test_nobody_asks_for_another_seat_or_without_one() -> None:
    table = begun("paititi", 3, 3)
    for actor, number in ((seat(0), 1), (seat(), 0), (seat(), None), (seat(0, 1), None)):
        with pytest.raises(Refused):
            table.outlook(actor, number)
    assert table.outlook(seat(0, 1), 1)[0] == 1


def test_an_outlook_ends_with_the_move_that_changes_it() -> None:
    table = begun("temple", 2)
    before = table.outlook(seat(0), None)[1]
    assert table.outlook(seat(0), None)[1] is before
    move(table, 1)
    assert table.outlook(seat(0), None)[1] is not before


# Answers within their time


def test_pages_list_every_move_once_and_in_order() -> None:
    rng = Random(3)
    table = begun("paititi", 4, 4)
    while len(texts(table, table.waited_for()[0])) <= ahead.ON_A_PAGE:
        number = table.waited_for()[0]
        for entry in table.play(number, table.game.moves(table.state, number).pick(rng)):
            table.take(entry)
        if table.phase == "over":
            table = begun("paititi", 4, 4)
    number = table.waited_for()[0]
    every = texts(table, number)
    outlook = table.outlook(seat(number), None)[1]

    async def pages() -> list[wire.MovePage]:
        found = []
        for start in range(0, len(every), ahead.ON_A_PAGE):
            asked = wire.Moves(start=start, n=start)
            found.append(await ahead.moves(asked, outlook, number, 0, Due(10)))
        return found

    found = asyncio.run(pages())
    assert [text for page in found for text in page.texts] == every
    assert {(page.total, page.more) for page in found} == {(len(every), False)}
    some = every[0][:4]
    page = asyncio.run(ahead.moves(wire.Moves(prefix=some), outlook, number, 0, Due(10)))
    assert page.total == sum(text.startswith(some) for text in every) < len(every)


def test_what_is_not_done_in_time_is_answered_by_null() -> None:
    table = begun("temple", 2)
    outlook = table.outlook(seat(0), None)[1]
    asked = wire.What(tuple(texts(table, 0)[:20]), n=7)
    hurried = asyncio.run(ahead.what(asked, outlook, 0, 3, "en", Due(0.0)))
    assert hurried == wire.Would(7, 0, 3, (None,) * 20)
    in_time = asyncio.run(ahead.what(asked, outlook, 0, 3, "en", Due(10)))
    assert None not in in_time.each
    listed = asyncio.run(ahead.moves(wire.Moves(), outlook, 0, 0, Due(0.0)))
    assert (listed.texts, listed.more) == ((), True)


def test_others_get_their_turn_while_a_question_is_answered() -> None:
    table = begun("temple", 2)
    outlook = table.outlook(seat(0), None)[1]
    asked = wire.What(tuple(texts(table, 0)[:64]))
    turns = 0

    async def run() -> None:
        nonlocal turns
        answering = asyncio.create_task(ahead.what(asked, outlook, 0, 0, "en", Due(10)))
        while not answering.done():
            turns += 1
            await asyncio.sleep(0)

    asyncio.run(run())
    assert turns >= 2
