"""Getting a mind ready: what is compiled at its first use is kept on disk, so that later it is there at once.

`python -m yupana.bots.warm GAME ...` does it beforehand, for all games if none is named.
"""

from __future__ import annotations

import sys
from random import Random

from yupana.bots.levels import AMAUTA, MINDS, level, mind_of
from yupana.core.game import CHANCE, Event
from yupana.games import game_type


def warm(name: str) -> bool:
    """Has everything of a game's mind compiled and loaded; whether it has one that can be used here."""
    kind = game_type(name)
    game = kind(max(2, kind.seats_allowed[0]))
    if mind_of(game) is None:
        return False
    rng = Random(0)
    choose = level(game, rng, AMAUTA, seconds=0.0)
    state = game.setup()
    for _ in range(12):
        seat = game.pending(state)[0]
        if seat == CHANCE:
            move = game.chance(state).sample(rng)
        else:
            move = choose(game.view(state, seat), game.moves(state, seat))
        state = game.apply(state, Event(seat, move))
    return True


if __name__ == "__main__":
    ready = [warm(name) for name in sys.argv[1:] or MINDS]
    sys.exit(not all(ready))
