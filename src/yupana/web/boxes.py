"""The contents of a game's box as a client is given them: constant for a table, known to everybody.

Every box has `edition` (the component data in force, as in the game's data/*.toml) and `options`; each
game adds the names behind the numbers of its views, so that a client looks things up and works nothing out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from yupana.core.game import Game
from yupana.core.grid import Grid, cells_in
from yupana.core.hexes import neighbours
from yupana.games.paititi import Paititi
from yupana.games.paititi.components import Form
from yupana.games.paititi.exhibitions import points
from yupana.games.temple import Temple
from yupana.games.valley import Valley
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.components import CARDS
from yupana.games.wiraqocha.state import PAWNS

AnyGame = Game[Any, Any, Any]


def box_of(game: AnyGame) -> dict[str, Any]:
    """What lies in the box of this game, as plain values."""
    box: dict[str, Any] = {
        "edition": msgspec.to_builtins(game.edition),
        "options": msgspec.to_builtins(game.options),
        "seats": game.seats,
        "simultaneous": game.simultaneous,
    }
    for kind, more in _MORE.items():
        if isinstance(game, kind):
            box |= more(game)
    return box


def _grid(grid: Grid) -> dict[str, Any]:
    """Cells by number: their names, and row and column from 0."""
    return {
        "width": grid.width,
        "height": grid.height,
        "names": grid.names,
        "places": grid.places,
        "edge": tuple(cells_in(grid.edge)),
        "near": tuple(tuple(cells_in(near)) for near in grid.near),
    }


def _temple(game: Temple) -> dict[str, Any]:
    return {"grid": _grid(game.layout.grid), "doors": tuple(cells_in(game.layout.doors))}


def _valley(game: Valley) -> dict[str, Any]:
    return {"grid": _grid(game.layout.grid)}


def _wiraqocha(game: Wiraqocha) -> dict[str, Any]:
    """Tiles, cards and pawns by number; places of the map as column and height, and what they touch."""
    return {
        "tiles": game.box.tiles,
        "cards": CARDS,
        "pawns": PAWNS,
        "places": game.box.places,
        "touching": neighbours(game.box.places),
    }


def _paititi(game: Paititi) -> dict[str, Any]:
    """Cards by number; what pieces score, by the form of a half and how many there are."""
    table = game.table
    pieces_of_kind = Counter[int]()
    cards = zip(table.artifact_kind, table.artifact_pieces, table.artifact_copies, strict=True)
    for kind, pieces, copies in cards:
        pieces_of_kind[kind] += pieces * copies
    most = max(pieces_of_kind.values())
    return {
        "digging": table.digging_names,
        "backs": table.back_names,
        "artifacts": table.artifact_names,
        "worth": table.artifact_worth,
        "exhibitions": table.exhibition_names,
        "kinds": table.kind_names,
        "points": {
            form: tuple([points(table, form, pieces) for pieces in range(most + 1)])
            for form in get_args(Form)
        },
    }


_MORE: dict[type[Any], Callable[[Any], dict[str, Any]]] = {
    Temple: _temple,
    Valley: _valley,
    Wiraqocha: _wiraqocha,
    Paititi: _paititi,
}
