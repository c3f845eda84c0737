"""Positions and moves as text, for the tests of the valley."""

from __future__ import annotations

from textwrap import dedent

import pytest

from yupana.core.errors import IllegalMove
from yupana.core.game import CHANCE, Event, Move
from yupana.core.play import step
from yupana.games.valley import Valley
from yupana.games.valley.sheet import State


def do(game: Valley, state: State, *lines: str) -> State:
    """Adds checked events, written as in a record: `* roll 2 3 5`, `1 7 b4`."""
    for line in lines:
        seat, _, move = line.partition(" ")
        event = Event(CHANCE if seat == "*" else int(seat) - 1, game.read_move(move))
        state = step(game, state, event)
    return state


def position(game: Valley, text: str) -> State:
    return game.read_position(dedent(text).strip("\n"))


def alone(phase: str, sheet: str, round_: int = 9, side: str = "A") -> tuple[Valley, State]:
    """A solo game with this sheet; the phase as in a position, such as `writing 2 3 5`."""
    game = Valley(1, side=side)
    drawn = dedent(sheet).strip("\n")
    return game, game.read_position(f"round {round_}\n{phase}\nsheet 1\n{drawn}")


def allowed(game: Valley, state: State, seat: int = 0) -> set[str]:
    return {game.write_move(move) for move in game.moves(state, seat)}


def cells(game: Valley, state: State, what: str, seat: int = 0) -> set[str]:
    """Where the moves that begin so may go."""
    texts = allowed(game, state, seat)
    return {text.split()[-1] for text in texts if text.startswith(what + " ")}


def refused(game: Valley, state: State, line: str) -> str:
    """The clause that forbids a move."""
    with pytest.raises(IllegalMove) as refusal:
        do(game, state, line)
    return refusal.value.clause


def why_not(game: Valley, state: State, move: Move | str, seat: int = 0) -> str | None:
    if isinstance(move, str):
        move = game.read_move(move)
    return game.moves(state, seat).why_not(move)


def drawing(game: Valley, state: State, seat: int = 0) -> list[list[str]]:
    """The seat's closed sheet, line by line."""
    return lines(game.write_position(state).split(f"sheet {seat + 1}\n")[1].split("sheet ")[0])


def lines(text: str) -> list[list[str]]:
    """The words of each line: how far a drawing is indented says nothing."""
    return [line.split() for line in text.split("\n") if line.strip()]
