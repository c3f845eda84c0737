"""The table as the player whose turn it is sees it: looked up once, asked many times."""

from __future__ import annotations

from yupana.games.wiraqocha.board import camp_stands
from yupana.games.wiraqocha.components import Box, WiraqochaOptions
from yupana.games.wiraqocha.state import CAMP, Acting, Dice, Marks, State, Tile, Tiles


class Scene:
    """W-1.8: everything is open, so this is a way of looking, not a secret."""

    __slots__ = ("box", "camp", "camps", "dice", "held", "me", "options", "seat", "state")

    def __init__(self, box: Box, options: WiraqochaOptions, state: State) -> None:
        self.box = box
        self.options = options
        self.state = state
        self.seat = state.turn.seat
        self.me = state.players[self.seat]
        self.dice: Dice = state.phase.dice if isinstance(state.phase, Acting) else ()
        held, camps, bit = 0, 0, 1
        for stand in state.stands:
            if stand is not None:
                if stand.seat == self.seat:
                    held |= bit
                elif stand.pawn == CAMP:
                    camps |= bit
            bit <<= 1
        self.held: Tiles = held
        """What I hold."""
        self.camps: Tiles = camps
        """Where rivals' Base Camps stand."""
        self.camp = camp_stands(state, self.seat)
        """Whether my own stands."""

    def owns(self, card: int) -> bool:
        return bool(self.me.cards >> card & 1)

    def done(self, marks: Marks) -> bool:
        """Whether this was done already this turn."""
        return bool(self.state.turn.marks & marks)

    def holds(self, tile: Tile) -> bool:
        return tile >= 0 and bool(self.held >> tile & 1)

    def is_tile(self, tile: Tile) -> bool:
        return 0 <= tile < len(self.box.tiles)
