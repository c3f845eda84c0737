"""Planted leaks: a game that lets something slip is caught by the laws, whatever slips."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs

from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.games.temple import Temple
from yupana.games.temple.sheet import State, TempleMove, Writing
from yupana.games.temple.view import SeenWriting, View
from yupana.lab.laws import LawBroken, check_state


class TellsTheOthersMarks(Temple):
    """Shows somebody else's mark of the running round as one's own."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if isinstance(state.phase, Writing) and isinstance(view.phase, SeenWriting):
            marks = [mark for mark in state.phase.written if mark is not None]
            if marks and view.phase.mine is None:
                return structs.replace(view, phase=structs.replace(view.phase, mine=marks[0]))
        return view


class TellsByTheSheets(Temple):
    """Adds the marks to the open sheets at once."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if isinstance(state.phase, Writing):
            filled = sum(mark.cell for mark in state.phase.written if mark is not None)
            sheets = (structs.replace(view.sheets[0], last=filled), *view.sheets[1:])
            return structs.replace(view, sheets=sheets)
        return view


class TellsByTheOrderOfMoves(Temple):
    """Lists a seat's moves in an order that hangs on what another wrote."""

    def moves(self, state: State, seat: Seat) -> Any:
        moves = super().moves(state, seat)
        if isinstance(state.phase, Writing) and moves:
            others = [mark for mark in state.phase.written if mark is not None]
            if others and others[0].cell % 2:
                moves.numbers = moves.numbers[::-1]  # type: ignore[attr-defined]
        return moves


def run(game: Game[Any, Any, TempleMove], seed: int) -> None:
    rng = Random(seed)
    state = game.setup()
    while pending := game.pending(state):
        check_state(game, state, rng)
        seat = pending[rng.randrange(len(pending))]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        state = game.apply(state, Event(seat, source(rng)))


@pytest.mark.parametrize("leaky", [TellsTheOthersMarks, TellsByTheSheets, TellsByTheOrderOfMoves])
def test_a_leak_of_the_running_round_is_caught(leaky: type[Temple]) -> None:
    with pytest.raises(LawBroken) as caught:
        run(leaky(3), 1)
    assert "hidden" in caught.value.law


def test_the_honest_game_passes_the_same_checks() -> None:
    run(Temple(3), 1)
