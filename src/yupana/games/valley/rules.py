"""The Valley of Wiraqocha, in the order of the rulebook: the round, special faces, snakes, the end.

A seat's own turn is in marks.py, mapping in discoveries.py, scoring in scoring.py, who may see what
in view.py, text in notation.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, assert_never

from yupana.core.chance import Derangement, Dice
from yupana.core.game import (
    CHANCE,
    Chance,
    Clause,
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
)
from yupana.core.grid import Cells, cells_in, nth_cell
from yupana.core.text import Say
from yupana.games.valley import notation, picture, scoring, view
from yupana.games.valley.components import Side, ValleyEdition, layout_of
from yupana.games.valley.marks import RED, Marks, add_snake, marked, opened
from yupana.games.valley.sheet import (
    NOTHING,
    SPECIAL,
    Build,
    Cross,
    Done,
    Faces,
    Over,
    Phase,
    Place,
    Placing,
    Reveal,
    Rolled,
    Rolling,
    Sheet,
    State,
    Swapped,
    Swapping,
    Turn,
    ValleyMove,
    Write,
    WritePenny,
    Writing,
)
from yupana.games.valley.view import SeenWriting, View

Own = TypeVar("Own")


class ValleyOptions(Options, frozen=True, forbid_unknown_fields=True):
    side: Side = "A"
    """Which side of the sheet everybody plays."""


class Valley(Game[State, View, ValleyMove]):
    """V-1.1: the game for 1 to 100 seats, everybody on the same side of the sheet."""

    name = "valley"
    rules_version = 1
    seats_allowed = range(1, 101)
    options_type = ValleyOptions
    edition_type = ValleyEdition
    state_type = State
    view_type = View
    move_type = ValleyMove
    simultaneous = True

    options: ValleyOptions
    edition: ValleyEdition

    def prepare(self) -> None:
        """V-1.1 V-1.2 V-1.3 V-5.7: the sheet and the dice that everybody shares."""
        self.layout = layout_of(self.edition.sides[self.options.side].drawing)
        faces = (*self.edition.dice.numbers, SPECIAL)
        self._roll = Dice((faces, faces, faces), Rolled)
        self._swap = Derangement(self.seats, Swapped)

    # Set-up

    def setup(self) -> State:
        """V-1.1: an empty sheet for everybody."""
        empty = Sheet((NOTHING,) * self.layout.grid.size)
        return State(1, (empty,) * self.seats, Rolling())

    def pending(self, state: State) -> tuple[Seat, ...]:
        """V-2.1 V-2.8: the dice, or all who are not done with this round."""
        match state.phase:
            case Rolling() | Swapping():
                return (CHANCE,)
            case Writing(_, turns):
                return tuple([seat for seat, turn in enumerate(turns) if turn.step != "done"])
            case Placing(_, placed):
                return tuple([seat for seat, snake in enumerate(placed) if snake is None])
            case Over():
                return ()
            case _:
                assert_never(state.phase)

    # The round

    def chance(self, state: State) -> Chance[ValleyMove]:
        """V-2.1 V-5.1 V-5.7: a roll of the three dice, or the sheets changing hands."""
        return self._swap if isinstance(state.phase, Swapping) else self._roll

    def moves(self, state: State, seat: Seat) -> Moves[ValleyMove]:
        """V-2.2 V-5.1: marks on one's own sheet, or a snake on the one in hand."""
        match state.phase:
            case Writing(faces, turns) if 0 <= seat < self.seats and turns[seat].step != "done":
                return Marks(self.layout, self.edition, faces, turns[seat])
            case Placing(holds, placed) if 0 <= seat < self.seats and placed[seat] is None:
                return Snakes(self, state.sheets[holds[seat]])
            case Writing() | Placing():
                return NoMoves("V-2.8")
            case Rolling() | Swapping():
                return NoMoves("V-2.1")
            case Over():
                return NoMoves("V-7.1")
            case _:
                assert_never(state.phase)

    def apply(self, state: State, event: Event[ValleyMove]) -> State:
        """V-2.1 V-2.8 V-5.1: the roll opens a round, the last seat that is done closes it."""
        match event.move:
            case Rolled(faces):
                return State(state.round, state.sheets, self._rolled(state, faces))
            case Swapped(holds):
                return State(state.round, state.sheets, Placing(holds, (None,) * self.seats))
            case Place():
                return self._place(state, event.seat, event.move)
            case Write() | WritePenny() | Build() | Cross() | Reveal() | Done():
                phase = state.phase
                assert isinstance(phase, Writing)
                turn = marked(self.edition, phase.turns[event.seat], event.move)
                return self._turned(state, phase, _with(phase.turns, event.seat, turn))
            case _:
                assert_never(event.move)

    def _turned(self, state: State, phase: Writing, turns: tuple[Turn, ...]) -> State:
        """V-2.8 V-2.15: the sheets are laid open together, once everybody is done."""
        for turn in turns:
            if turn.step != "done":
                return State(state.round, state.sheets, Writing(phase.faces, turns))
        return self._closed(state, tuple([turn.sheet for turn in turns]))

    # Special faces, snakes

    def _rolled(self, state: State, faces: Faces) -> Phase:
        """V-3.5 V-9.1: a Snake overrides the other dice; alone there is nobody to swap with."""
        if faces[RED] != SPECIAL:
            return Writing(faces, tuple([opened(sheet) for sheet in state.sheets]))
        return Swapping() if self.seats > 1 else Placing((0,), (None,))

    def placeable(self, sheet: Sheet) -> Cells:
        """V-5.2 V-9.2 V-9.3 V-9.7: any empty cell; alone, one beside a cell filled last."""
        empty = self.layout.grid.all & ~sheet.filled
        if self.seats == 1:
            return self.layout.grid.around(sheet.fresh) & empty or empty
        return empty

    def _place(self, state: State, seat: Seat, snake: Place) -> State:
        """V-5.1 V-2.15: snakes show together, once everybody has drawn one."""
        phase = state.phase
        assert isinstance(phase, Placing)
        placed = _with(phase.placed, seat, snake)
        sheets = list(state.sheets)
        for held, each in zip(phase.holds, placed, strict=True):
            if each is None:
                return State(state.round, state.sheets, Placing(phase.holds, placed))
            sheets[held] = add_snake(sheets[held], each.cell)
        return self._closed(state, tuple(sheets))

    # The end

    def _closed(self, state: State, sheets: tuple[Sheet, ...]) -> State:
        """V-7.1 V-7.8 V-7.9 V-9.4 V-9.8: over when a sheet is full; alone, by rounds too."""
        full = any(sheet.filled == self.layout.grid.all for sheet in sheets)
        if full or (self.seats == 1 and state.round == self.edition.solo.rounds):
            return State(state.round, sheets, Over())
        return State(state.round + 1, sheets, Rolling())

    def score_seen(self, view: View, seat: Seat) -> ScoreTree:
        """V-7.3: the seat's stars as its sheet stands, with one's own marks of this round."""
        sheet = view.sheets[seat]
        if seat == view.seat and isinstance(view.phase, SeenWriting) and view.phase.mine:
            sheet = view.phase.mine.sheet
        return scoring.score_sheet(self.layout, self.edition, sheet)

    def outcome(self, state: State) -> Outcome | None:
        """V-7.1: told once the game is over."""
        if not isinstance(state.phase, Over):
            return None
        return scoring.outcome(self.layout, self.edition, state.sheets)

    # Sight and text, in modules of their own

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def is_open(self, move: ValleyMove) -> bool:
        """V-2.15: the dice and the change of sheets; marks only when the round closes."""
        return isinstance(move, Rolled | Swapped)

    def imagine(self, view_: View, rng: Rng) -> State:
        return view.imagine(self, view_, rng)

    def write_move(self, move: ValleyMove) -> str:
        return notation.write_move(self.layout.grid, move)

    def read_move(self, text: str) -> ValleyMove:
        return notation.read_move(self.layout.grid, text)

    def write_position(self, state: State) -> str:
        return notation.write_position(self, state)

    def read_position(self, text: str) -> State:
        return notation.read_position(self, text)

    def read_paper(self, text: str) -> State:
        return notation.read_paper(self, text)

    def heading(self, state: State) -> str:
        return f"round {state.round}"

    def draw(self, view: View, say: Say) -> str:
        return picture.draw(self, view, say)


def _with(all_: tuple[Own, ...], seat: Seat, own: Own) -> tuple[Own, ...]:
    return (*all_[:seat], own, *all_[seat + 1 :])


class Snakes(Moves[Place]):
    """V-5.1: a snake into a cell of the sheet in hand."""

    __slots__ = ("cells", "game", "held")

    def __init__(self, game: Valley, held: Sheet) -> None:
        self.game = game
        self.held = held
        self.cells = game.placeable(held)

    def why_not(self, move: Move) -> Clause | None:
        """V-3.5 V-5.2 V-6.13 V-9.2: a snake and nothing else, in an empty cell that is allowed."""
        if isinstance(move, Rolled | Swapped):
            return "V-2.1"
        if not isinstance(move, Place):
            return "V-6.13" if isinstance(move, Reveal) else "V-3.5"
        if not 0 <= move.cell < self.game.layout.grid.size:
            return "V-1.2"
        if self.cells >> move.cell & 1:
            return None
        return "V-5.2" if self.held.filled >> move.cell & 1 else "V-9.2"

    def __iter__(self) -> Iterator[Place]:
        return map(Place, cells_in(self.cells))

    def __bool__(self) -> bool:
        return bool(self.cells)

    def __len__(self) -> int:
        return self.cells.bit_count()

    def pick(self, rng: Rng) -> Place:
        return Place(nth_cell(self.cells, rng.randrange(self.cells.bit_count())))
