"""Patience on a clock that is made up here: nobody loses time to a server that was away, or to a clock."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.test_table import begun, move
from yupana.server.log import Waited, canonical
from yupana.server.table import Table
from yupana.server.waiting import GRACE, SELDOM, SHARE, Waits

DAY = 24 * 3600


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def waits(clock: Clock, table: Table) -> Waits:
    found = Waits(clock)
    found.recall(table)
    found.look(table)
    return found


def test_time_is_up_when_it_is_up_and_not_before() -> None:
    clock, table = Clock(), begun(patience=60)
    found = waits(clock, table)
    clock.now += 59.9
    assert found.overdue(60) == []
    assert found.left(60) == {0: 1, 1: 1}
    clock.now += 0.1
    assert found.overdue(60) == [0, 1]
    assert found.left(60) == {0: 0, 1: 0}


def test_whoever_moves_is_waited_for_anew_and_others_are_not() -> None:
    clock, table = Clock(), begun(patience=60)
    found = waits(clock, table)
    clock.now += 40
    move(table, 0)
    assert found.look(table) == {}
    assert found.left(60) == {1: 20}
    move(table, 1)
    assert found.look(table) == {0: 1, 1: 1}
    assert found.left(60) == {0: 60, 1: 60}


def test_where_there_is_no_hurry_nobody_is_late() -> None:
    clock, table = Clock(), begun()
    found = waits(clock, table)
    clock.now += 1000 * DAY
    assert found.overdue(0) == []
    assert found.left(0) is None
    assert not found.is_to_be_noted(0)


def test_those_who_are_waited_for_are_told_once() -> None:
    clock, table = Clock(), begun()
    found = Waits(clock)
    assert found.look(table) == {0: 0, 1: 0}
    assert found.look(table) == {}


def noted(clock: Clock, found: Waits, table: Table) -> Waited:
    entry = found.note(len(table.chairs))
    again = msgspec.json.decode(canonical(entry), type=Waited)
    table.take(again)
    return entry


def test_a_restart_forgets_at_most_a_small_part_of_a_long_wait() -> None:
    """Three days of patience, the server killed every five hours and away for an hour each time."""
    patience = 3 * DAY
    clock, table = Clock(), begun(patience=patience)
    found = waits(clock, table)
    played = restarts = 0
    while not found.overdue(patience):
        clock.now += 60
        played += 60
        if found.is_to_be_noted(patience):
            noted(clock, found, table)
        if played % (5 * 3600) == 0:
            clock.now += 3600  # nobody's time
            found = waits(clock, table)
            restarts += 1
    assert restarts >= 14
    assert patience <= played <= patience * (1 + restarts / SHARE)


def test_notes_are_rare() -> None:
    patience = 3 * DAY
    clock, table = Clock(), begun(patience=patience)
    found = waits(clock, table)
    notes = 0
    while not found.overdue(patience):
        clock.now += 60
        if found.is_to_be_noted(patience):
            notes += 1
            noted(clock, found, table)
    assert SHARE - 1 <= notes <= SHARE
    for short in (60, SELDOM):
        assert not Waits(clock).is_to_be_noted(short)


@pytest.mark.parametrize("patience", [30, GRACE, 3600, 3 * DAY])
def test_nobody_is_late_at_once_when_the_server_comes_back(patience: int) -> None:
    clock, table = Clock(), begun(patience=patience)
    found = waits(clock, table)
    clock.now += patience - 1
    noted(clock, found, table)
    clock.now += 30 * DAY
    again = waits(clock, table)
    clock.now += min(patience, GRACE) - 1
    assert again.overdue(patience) == []
    clock.now += 2
    assert again.overdue(patience) == [0, 1]


def test_an_old_note_says_nothing_about_a_later_wait() -> None:
    clock, table = Clock(), begun(patience=DAY)
    found = waits(clock, table)
    clock.now += DAY - 1
    noted(clock, found, table)
    move(table, 0)
    move(table, 1)
    again = waits(clock, table)
    assert again.left(DAY) == {0: DAY, 1: DAY}
