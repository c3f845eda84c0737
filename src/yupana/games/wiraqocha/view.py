"""Who may see what: everything lies open, and the cards face down have no order to be seen."""

from __future__ import annotations

from msgspec import Struct

from yupana.core.game import Seat
from yupana.games.wiraqocha.state import (
    Artifacts,
    Cards,
    Phase,
    Player,
    Stand,
    State,
    Tile,
    Turn,
)


class View(Struct, frozen=True):
    """W-1.8: what a seat, or with no seat a spectator, knows."""

    seat: Seat | None
    phase: Phase
    turn: Turn
    valley: tuple[Tile, ...]
    stands: tuple[Stand | None, ...]
    players: tuple[Player, ...]
    market: Cards
    deck: Cards
    """Which cards are face down: everybody can tell from those that are not."""
    ruins: Artifacts
    field: Tile
    fortress: Tile
    devastated: Tile


def view(state: State, seat: Seat | None) -> View:
    """W-1.8: field by field, so that a field added to the state is not seen by accident."""
    return View(
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        valley=state.valley,
        stands=state.stands,
        players=state.players,
        market=state.market,
        deck=state.deck,
        ruins=state.ruins,
        field=state.field,
        fortress=state.fortress,
        devastated=state.devastated,
    )


def imagine(view: View) -> State:
    """W-1.8: the state itself, since nothing of it is hidden."""
    return State(
        phase=view.phase,
        turn=view.turn,
        valley=view.valley,
        stands=view.stands,
        players=view.players,
        market=view.market,
        deck=view.deck,
        ruins=view.ruins,
        field=view.field,
        fortress=view.fortress,
        devastated=view.devastated,
    )
