"""Wiraqocha: set-up, the course of a turn, and its end.

The chapters stand in modules of their own: preparation.py; actions.py with conquest.py and
technologies.py; board.py for how the table changes. Scoring is in scoring.py, text in notation.py.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from yupana.core.chance import Arrangement, Choice, Deal
from yupana.core.game import (
    CHANCE,
    Chance,
    Event,
    Game,
    Moves,
    NoMoves,
    Outcome,
    Rng,
    ScoreTree,
    Seat,
)
from yupana.core.grid import cells_in
from yupana.core.text import Say
from yupana.games.wiraqocha import (
    actions,
    board,
    conquest,
    notation,
    picture,
    preparation,
    scoring,
    technologies,
    view,
)
from yupana.games.wiraqocha.components import CARDS, SEATS, Box, WiraqochaEdition, WiraqochaOptions
from yupana.games.wiraqocha.dice import Throw
from yupana.games.wiraqocha.scene import Scene
from yupana.games.wiraqocha.state import (
    CAMP,
    DRILL,
    DRILLS,
    EXPLORER,
    PAWNS,
    ZEPPELIN,
    Acting,
    Build,
    Burrow,
    BuyBack,
    Collect,
    Defend,
    Devastate,
    Drawing,
    Drawn,
    End,
    Enter,
    Fortify,
    Laid,
    Laying,
    Lift,
    Lower,
    Manufacture,
    March,
    Over,
    Pillage,
    Player,
    Preparing,
    Probe,
    Raise,
    Ransom,
    Recover,
    Reroll,
    Revealed,
    Revealing,
    Roll,
    Rolled,
    Rolling,
    Sacrifice,
    State,
    Strengthen,
    SwapIn,
    SwapOver,
    Tunnel,
    Turn,
    WiraqochaMove,
)
from yupana.games.wiraqocha.versions import VERSIONS, WiraqochaSwitches
from yupana.games.wiraqocha.view import View


class Wiraqocha(Game[State, View, WiraqochaMove]):
    """W-1.7: the game for 2 to 4 seats, one turn after the other."""

    name = "wiraqocha"
    rules_version = 2
    rules_versions = VERSIONS
    seats_allowed = SEATS
    options_type = WiraqochaOptions
    edition_type = WiraqochaEdition
    state_type = State
    view_type = View
    move_type = WiraqochaMove
    simultaneous = False

    options: WiraqochaOptions
    edition: WiraqochaEdition
    switches: WiraqochaSwitches

    def prepare(self) -> None:
        """W-1.2: the box, looked up once."""
        self.box = Box(self.edition, self.seats, self.options.caves, self.switches)
        self._turn_of = tuple((seat,) for seat in range(self.seats))
        self._laying = Arrangement(tuple(range(len(self.box.tiles))), Laid)
        self._drawing = Choice(range(self.seats), Drawn)

    # Set-up

    def setup(self) -> State:
        """W-1.2 W-1.3 W-1.4 W-1.5: the valley to be laid, the pawns in the Reserves."""
        random = self.options.valley == "random"
        pawns = [0] * len(PAWNS)
        own = self.edition.pawns
        pawns[CAMP], pawns[EXPLORER] = own.camp, own.explorer
        pawns[DRILL], pawns[ZEPPELIN] = own.drill, own.zeppelin
        start = self.edition.start
        player = Player(tuple(pawns), (0,) * len(PAWNS), start.cubes, start.crystals)
        return State(
            phase=Laying() if random else Revealing(start.market),
            turn=Turn(0, 0),
            valley=() if random else self.box.first_valley,
            stands=(None,) * len(self.box.tiles),
            players=(player,) * self.seats,
            market=0,
            deck=(1 << len(CARDS)) - 1,
            ruins=self.box.all_artifacts,
        )

    def pending(self, state: State) -> tuple[Seat, ...]:
        """W-1.7 W-1.9: the player whose turn it is, or chance."""
        match state.phase:
            case Acting() | Preparing():
                return self._turn_of[state.turn.seat]
            case Rolling() | Revealing() | Laying() | Drawing():
                return (CHANCE,)
            case Over():
                return ()
            case _:
                assert_never(state.phase)

    def chance(self, state: State) -> Chance[WiraqochaMove]:
        """W-1.2 W-1.6 W-1.7 W-1.9: the tiles, the cards, who begins, the dice."""
        match state.phase:
            case Rolling(count):
                return Throw(count)
            case Revealing(count):
                stock = tuple([state.deck >> card & 1 for card in range(len(CARDS))])
                return Deal(stock, count, Revealed)
            case Laying():
                return self._laying
            case _:
                return self._drawing

    # The turn

    def moves(self, state: State, seat: Seat) -> Moves[WiraqochaMove]:
        """W-1.7 W-2.1 W-11.1: the steps of the phase, to the player whose turn it is."""
        if isinstance(state.phase, Over):
            return NoMoves("W-11.1")
        if seat != state.turn.seat:
            return NoMoves("W-1.7")
        if isinstance(state.phase, Acting):
            return actions.Actions(Scene(self.box, self.options, state))
        if isinstance(state.phase, Preparing):
            return preparation.Preparations(Scene(self.box, self.options, state))
        return NoMoves("W-1.9")

    def apply(self, state: State, event: Event[WiraqochaMove]) -> State:
        """W-2.1 W-11.1: each move by its chapter; after each, whether somebody has won."""
        move, box = event.move, self.box
        match move:
            case Rolled(dice):
                assert isinstance(state.phase, Rolling)
                lying = tuple(sorted((*state.phase.dice, *dice)))
                return replace(state, phase=Acting(lying))
            case Laid() | Revealed() | Drawn():
                return self._set_up(state, move)
            case End():
                return self._ended(state)
            case Collect() | Recover() | SwapIn() | SwapOver() | Burrow() | Lift() | Roll():
                after = preparation.prepare(box, self.options, state, move)
            case Enter() | March():
                after = conquest.conquer(box, state, move)
            case Pillage() | Tunnel():
                after = conquest.rob(box, state, move)
            case Defend() | Raise() | Lower() | Reroll() | Sacrifice() | BuyBack() | Ransom():
                after = actions.act(box, state, move)
            case Build() | Manufacture() | Strengthen() | Probe() | Fortify() | Devastate():
                after = technologies.use(box, state, move)
            case _:
                assert_never(move)
        return board.crowned(box, after)

    def _set_up(self, state: State, move: Laid | Revealed | Drawn) -> State:
        """W-1.2 W-1.6 W-1.7 W-9.8: the valley, then cards, then who begins; later cards only."""
        match move:
            case Laid(valley):
                return replace(state, valley=valley, phase=Revealing(self.edition.start.market))
            case Revealed(cards):
                shown = sum(1 << card for card in cards)
                state = replace(state, market=state.market | shown, deck=state.deck & ~shown)
                if state.turn.number == 0:
                    return replace(state, phase=Drawing())
                return self._started(state, self._next(state))
            case Drawn(seat):
                return self._started(state, seat)
            case _:
                assert_never(move)

    def _next(self, state: State) -> Seat:
        """W-1.7: the neighbour to the left."""
        return (state.turn.seat + 1) % self.seats

    def _started(self, state: State, seat: Seat) -> State:
        """W-2.2 W-3.2 W-13.13: natural fives come back, Ruins are noted, limits are open again."""
        stands = tuple(
            [
                replace(stand, probed=False) if stand is not None and stand.probed else stand
                for stand in state.stands
            ]
        )
        noted = board.held(state, seat) & self.box.ruins
        turn = Turn(state.turn.number + 1, seat, 0, noted, noted.bit_count())
        return replace(state, phase=Preparing(), turn=turn, stands=stands)

    # The end of the turn

    def _ended(self, state: State) -> State:
        """W-5.3 W-9.6 W-9.7 W-9.8 W-11.1: harvest, keep three cubes, three cards face up."""
        seat = state.turn.seat
        state = board.crowned(self.box, self._harvested(state))
        if isinstance(state.phase, Over):
            return state
        player = state.players[seat]
        if player.cubes > self.edition.turn.cubes_kept:
            kept = replace(player, cubes=self.edition.turn.cubes_kept)
            state = board.with_player(state, seat, kept)
        missing = min(self.edition.start.market - state.market.bit_count(), state.deck.bit_count())
        if missing > 0:
            return replace(state, phase=Revealing(missing))
        return self._started(state, self._next(state))

    def _harvested(self, state: State) -> State:
        """W-3.5 W-9.1 W-9.2 W-9.5 W-10.9 W-10.13: a crystal for every two points of the Drills."""
        seat, numbers = state.turn.seat, self.edition.turn
        if not board.camp_stands(state, seat):
            return state
        points = 0
        for tile in cells_in(board.held(state, seat)):
            stand = state.stands[tile]
            if stand is not None and stand.pawn in DRILLS:
                points += numbers.vein if self.box.veins >> tile & 1 else numbers.ground
        crystals = points // numbers.points
        return board.receive_crystals(self.box, state, seat, crystals) if crystals else state

    # Victory

    def score_seen(self, view: View, seat: Seat) -> ScoreTree:
        """W-11.6: how near the seat is to each victory."""
        return scoring.progress(self.box, view, seat)

    def outcome(self, state: State) -> Outcome | None:
        """W-11.1: told once somebody has won."""
        return scoring.outcome(self.box, state)

    # Sight and text, in modules of their own

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def imagine(self, view_: View, rng: Rng) -> State:
        return view.imagine(view_)

    def write_move(self, move: WiraqochaMove) -> str:
        return notation.write_move(self.box, move)

    def read_move(self, text: str) -> WiraqochaMove:
        return notation.read_move(self.box, text)

    def write_position(self, state: State) -> str:
        return notation.write_position(self.box, state)

    def read_position(self, text: str) -> State:
        return notation.read_position(self.box, text)

    def heading(self, state: State) -> str:
        return f"turn {state.turn.number}" if state.turn.number else "set-up"

    def draw(self, view: View, say: Say) -> str:
        return picture.draw(self.box, view, say)
