"""What is in the boxes, as far as chance is concerned, for the page that checks a game in the browser.

`python -m yupana.web.chances > web/src/verify/boxes.json` after a change of a game's data; a test tells if it was
forgotten. Only editions that come with the games: of another one the page says that it cannot check its outcomes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from yupana.core.edition import Edition
from yupana.games import GAMES
from yupana.games.paititi.components import PaititiEdition
from yupana.games.temple.components import TempleEdition
from yupana.games.valley.components import ValleyEdition
from yupana.games.wiraqocha.components import CARDS, WiraqochaEdition

SPECIAL = 0
"""The face of a die that is no number."""


def boxes() -> dict[str, dict[str, Any]]:
    """By game and by the digest of the edition, which the first entry of every log names."""
    return {
        name: {
            edition.digest: _OF[type(edition)](edition)
            for edition in map(game.packaged_edition, game.packaged_editions())
        }
        for name, game in GAMES.items()
    }


def _faces(edition: TempleEdition | ValleyEdition) -> dict[str, Any]:
    return {"faces": [*edition.dice.numbers, SPECIAL]}


def _wiraqocha(edition: WiraqochaEdition) -> dict[str, Any]:
    tiles = [name for name, tile in edition.tiles.items() if not tile.replaces]
    return {"tiles": len(tiles), "cards": len(CARDS)}


def _paititi(edition: PaititiEdition) -> dict[str, Any]:
    """Lists of pairs, since the order of the cards numbers them, and no browser keeps that of numbers."""
    turn = edition.turn
    named = ("dealt", "row", "drawn", "needs", "gives", "most_gives", "after_stop")
    return {
        "turn": {name: getattr(turn, name) for name in named},
        "permanent": edition.points.permanent,
        "digging": [[name, copies] for name, copies in edition.digging.items()],
        "backs": [[name, back.picks] for name, back in edition.backs.items()],
        "kinds": [[one, many] for one, many in edition.kinds.items()],
        "artifacts": [[kind, list(cards)] for kind, cards in edition.artifacts.items()],
        "exhibitions": [list(edition.exhibitions[phase]) for phase in ("A", "B", "C")],
    }


_OF: dict[type[Edition], Callable[[Any], dict[str, Any]]] = {
    TempleEdition: _faces,
    ValleyEdition: _faces,
    WiraqochaEdition: _wiraqocha,
    PaititiEdition: _paititi,
}


def text() -> str:
    return json.dumps(boxes(), indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
