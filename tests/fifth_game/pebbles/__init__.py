"""Pebbles: a game as another author would write it, with rules and no words at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from yupana.core.chance import Choice
from yupana.core.edition import Edition
from yupana.core.errors import NotationError, RuleError
from yupana.core.game import (
    CHANCE,
    Chance,
    Event,
    Game,
    Move,
    Moves,
    NoMoves,
    Options,
    Outcome,
    Rng,
    ScoreTree,
    Seat,
    rank_places,
    tie_broken,
)
from yupana.core.text import Say, read_count


class Pebble(Edition, frozen=True, kw_only=True):
    heap: int


class Choices(Options, frozen=True):
    turns: Literal[3, 5] = 3
    """A choice of numbers, and beside it one of words, one of yes and no, and a number of any size."""
    aim: Literal["most", "least"] = "most"
    greed: bool = False
    bonus: int = 0


class Rolled(Move, frozen=True):
    face: int


class Take(Move, frozen=True):
    pass


class Pass(Move, frozen=True):
    pass


AnyMove = Rolled | Take | Pass


class State(Struct, frozen=True):
    heap: int
    taken: tuple[int, ...]
    turn: int = 0
    face: int = 0
    """What the die shows; 0 before it is rolled."""


class View(Struct, frozen=True):
    seat: Seat | None
    state: State


class TakeOrPass(Moves[AnyMove]):
    def __init__(self, state: State) -> None:
        self.state = state

    def why_not(self, move: Move) -> str | None:
        if isinstance(move, Take):
            return "P-1.3" if self.state.face > self.state.heap else None
        return None if isinstance(move, Pass) else "P-1.2"

    def __iter__(self) -> Iterator[AnyMove]:
        return (move for move in (Take(), Pass()) if self.why_not(move) is None)

    def pick(self, rng: Rng) -> AnyMove:
        listed = list(self)
        return listed[rng.randrange(len(listed))]


class Pebbles(Game[State, View, AnyMove]):
    name = "pebbles"
    rules_version = 1
    seats_allowed = range(1, 5)
    options_type = Choices
    edition_type = Pebble
    state_type = State
    view_type = View
    move_type = AnyMove
    simultaneous = False

    options: Choices
    edition: Pebble

    def setup(self) -> State:
        return State(self.edition.heap, (0,) * self.seats)

    def _is_over(self, state: State) -> bool:
        return state.turn == self.options.turns * self.seats

    def pending(self, state: State) -> tuple[Seat, ...]:
        if self._is_over(state):
            return ()
        return (state.turn % self.seats,) if state.face else (CHANCE,)

    def chance(self, state: State) -> Chance[AnyMove]:
        return Choice((1, 2, 3), Rolled)

    def moves(self, state: State, seat: Seat) -> Moves[AnyMove]:
        return TakeOrPass(state) if seat in self.pending(state) else NoMoves("P-1.2")

    def apply(self, state: State, event: Event[AnyMove]) -> State:
        if isinstance(event.move, Rolled):
            return replace(state, face=event.move.face)
        left = replace(state, face=0, turn=state.turn + 1)
        if isinstance(event.move, Pass):
            return left
        taken = [*state.taken]
        taken[event.seat] += state.face
        return replace(left, heap=state.heap - state.face, taken=tuple(taken))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state)

    def imagine(self, view: View, rng: Rng) -> State:
        return view.state

    def score_seen(self, view: View, seat: Seat) -> ScoreTree:
        taken = view.state.taken[seat]
        part = ScoreTree("pebbles-taken", taken, ("heap",), of="heap")
        return ScoreTree("all-in-all", taken, parts=(part,))

    def outcome(self, state: State) -> Outcome | None:
        if not self._is_over(state):
            return None
        keys = [(taken, seat) for seat, taken in enumerate(state.taken)]
        places = rank_places(keys)
        tie = "later-seat" if tie_broken(state.taken, places) else None
        rank = "stone-collector" if self.seats == 1 else None
        return Outcome("all-turns-taken", places, state.taken, tie, rank)

    def write_move(self, move: AnyMove) -> str:
        return f"roll {move.face}" if isinstance(move, Rolled) else type(move).__name__.lower()

    def read_move(self, text: str) -> AnyMove:
        match text.lower().split():
            case ["take"]:
                return Take()
            case ["pass"]:
                return Pass()
            case ["roll", face] if read_count(face) in (1, 2, 3):
                return Rolled(int(face))
            case ["throw", *_]:
                raise RuleError("pebbles.no-throwing", hand="left")
        raise NotationError("pebbles.not-a-move", text=text[:20])

    def write_position(self, state: State) -> str:
        return msgspec.json.encode(state).decode()

    def read_position(self, text: str) -> State:
        try:
            return msgspec.json.decode(text, type=State)
        except msgspec.DecodeError as error:
            raise NotationError("pebbles.position", problem=str(error)) from None

    def heading(self, state: State) -> str:
        return f"lap {state.turn // self.seats + 1}"

    def draw(self, view: View, say: Say) -> str:
        state = view.state
        return f"{say('pebbles-heap-of', count=state.heap)}\ndie {state.face}, taken {state.taken}"
