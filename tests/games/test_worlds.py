"""Nobody can tell worlds apart by what is hidden: views and moves, in worlds that are made by hand.

The laws ask the same of worlds that the game itself imagines; here are the leaks that they cannot see.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.paititi import worlds as paititi
from tests.games.temple import worlds as temple
from tests.games.valley import worlds as valley
from tests.games.wiraqocha import worlds as wiraqocha
from tests.games.worlds import Leak, histories, look_at
from yupana.core.game import Rng, Seat
from yupana.games.paititi import Paititi
from yupana.games.temple import Temple
from yupana.games.temple.sheet import State, Write, Writing
from yupana.games.temple.view import View
from yupana.games.valley import Valley
from yupana.games.valley import sheet as marks
from yupana.games.valley import view as sight
from yupana.games.wiraqocha import Wiraqocha
from yupana.lab.laws import check_state


@pytest.mark.rule("T-2.5")
@pytest.mark.parametrize(("seats", "side"), [(2, "A"), (3, "B"), (5, "A")])
def test_nobody_can_tell_worlds_of_the_temple_apart(seats: int, side: str) -> None:
    game = Temple(seats, side=side)
    assert sum(look_at(game, temple.exchanged, seed, most=90) for seed in range(3)) > 100


@pytest.mark.rule("V-2.15")
@pytest.mark.parametrize(("seats", "side"), [(2, "A"), (3, "B"), (4, "A")])
def test_nobody_can_tell_worlds_of_the_valley_apart(seats: int, side: str) -> None:
    assert look_at(Valley(seats, side=side), valley.exchanged, seats, most=110) > 100


@pytest.mark.rule("P-4.4", "P-6.10", "P-7.10", "P-10.7")
@pytest.mark.parametrize(("seats", "finds"), [(2, "memory"), (3, "shown"), (4, "memory")])
def test_nobody_can_tell_worlds_of_paititi_apart(seats: int, finds: str) -> None:
    assert look_at(Paititi(seats, finds=finds), paititi.exchanged, seats, most=120) > 100


@pytest.mark.rule("W-1.8")
@pytest.mark.parametrize("seats", [2, 4])
def test_in_wiraqocha_everybody_sees_the_same(seats: int) -> None:
    """There is nothing to exchange; so nobody, and no spectator, may see less or more than another."""
    game, rng = Wiraqocha(seats), Random(seats)
    for state, events in histories(game, rng):
        if len(events) == 200:
            break
        assert wiraqocha.exchanged(game, events, (), rng) == events
        views = [game.view(state, seat) for seat in (None, *range(seats))]
        assert {replace(each, seat=None) for each in views} == {views[0]}


# Leaks that come back from the imagination


def first_cell(state: State) -> int:
    if isinstance(state.phase, Writing):
        return next((mark.cell for mark in state.phase.written if mark is not None), 0)
    return 0


class TellsAndImaginesIt(Temple):
    """Hides another's mark in the number of the round, and imagines only worlds with that mark."""

    def view(self, state: State, seat: Seat | None) -> View:
        seen = super().view(state, seat)
        return replace(seen, round=seen.round + 1000 * first_cell(state))

    def imagine(self, view_: View, rng: Rng) -> State:
        cell, round_ = divmod(view_.round, 1000)
        world = super().imagine(replace(view_, round=round_), rng)
        if isinstance(world.phase, Writing):
            written = list(world.phase.written)
            for seat, mark in enumerate(written):
                if mark is not None:
                    written[seat] = Write(mark.number, cell)
                    break
            return replace(world, phase=replace(world.phase, written=tuple(written)))
        return world


def test_a_leak_that_the_imagination_copies_back_is_found_here_and_not_by_the_laws() -> None:
    game, rng = TellsAndImaginesIt(3), Random(1)
    for state, events in histories(game, rng):
        if len(events) < 30 and isinstance(state.phase, Writing):
            check_state(game, state, rng)
    with pytest.raises(Leak, match="a view"):
        look_at(game, temple.exchanged, 1)


class TellsUnfinishedTurns(Valley):
    """Shows the sheets with the marks of the running round."""

    def view(self, state: marks.State, seat: Seat | None) -> sight.View:
        seen = super().view(state, seat)
        if isinstance(state.phase, marks.Writing):
            return replace(seen, sheets=tuple(turn.sheet for turn in state.phase.turns))
        return seen


class OffersByAnothersSnake(Valley):
    """Takes the snake another has just drawn out of what a seat may do."""

    def moves(self, state: marks.State, seat: Seat) -> Any:
        found = super().moves(state, seat)
        if isinstance(state.phase, marks.Placing) and found:
            drawn = [place for place in state.phase.placed if place is not None]
            found.cells &= ~(1 << drawn[0].cell if drawn else 0)  # type: ignore[attr-defined]
        return found


@pytest.mark.parametrize(
    ("leaky", "seen"), [(TellsUnfinishedTurns, "a view"), (OffersByAnothersSnake, "moves")]
)
def test_leaks_of_the_valley_are_found(leaky: type[Valley], seen: str) -> None:
    with pytest.raises(Leak, match=seen):
        sum(look_at(leaky(3), valley.exchanged, seed) for seed in range(20))
