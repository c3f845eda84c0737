"""Whether bots play by what they may know: in two worlds that a seat cannot tell apart they do the same.

Tests try a few pairs of worlds; `python -m tests.bots.fair paititi --pairs 2000` tries as many as one likes with every bot.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from tests.chaos.pairs import EXCHANGES
from tests.games.worlds import AnyGame, fold, histories
from yupana.bots.bot import BOTS, make_bot
from yupana.core.game import CHANCE, Seat
from yupana.core.play import Choose
from yupana.games import GAMES

Maker = Callable[[AnyGame, Random], Choose[Any, Any]]

OPEN = ("wiraqocha",)
"""Games in which everything that has happened lies open: two worlds are one there, and only what comes next is unknown."""
DEEPEST = 150
"""Events after which a game is left for another one."""


class Cheats(AssertionError):
    """A bot did something else in a world that differs only in what it must not know."""


def worlds(name: str, rng: Random) -> Iterator[tuple[AnyGame, Any, Any, Seat]]:
    """A game, two of its states, and a seat that must decide in both and sees no difference, for ever."""
    kind, exchanged = GAMES[name], EXCHANGES[name]
    while True:
        game = kind(rng.choice([seats for seats in (2, 3, 4) if seats in kind.seats_allowed]))
        for state, events in histories(game, rng):
            if len(events) >= DEEPEST:
                break
            seats = [seat for seat in game.pending(state) if seat != CHANCE]
            if not seats or rng.random() < 0.8:
                continue
            seat = rng.choice(seats)
            other = fold(game, exchanged(game, events, [seat], rng))
            if other != state or name in OPEN:
                yield game, state, other, seat


def compare(maker: Maker, game: AnyGame, one: Any, other: Any, seat: Seat, seed: int) -> None:
    """Raises Cheats if the bot, with the same luck, does one thing here and another one there."""
    here, there = (
        maker(game, Random(seed))(game.view(state, seat), game.moves(state, seat))
        for state in (one, other)
    )
    if here != there:
        raise Cheats(f"{game.name}: {here} or {there}\n{game.write_position(one)}")


def look_at(name: str, makers: dict[str, Maker], pairs: int, seed: int) -> int:
    """So many pairs with each of the bots; how many there were."""
    rng = Random(seed)
    for number, (game, one, other, seat) in zip(range(pairs), worlds(name, rng), strict=False):
        for bot, maker in makers.items():
            try:
                compare(maker, game, one, other, seat, number)
            except Cheats as cheats:
                raise Cheats(f"{bot}: {cheats}") from None
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bots.fair", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--bots", nargs="+", choices=list(BOTS), default=list(BOTS))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for bot in args.bots:
        start = monotonic()
        count = look_at(args.game, {bot: partial(make_bot, bot)}, args.pairs, args.seed)
        print(f"{args.game} {bot}: {count} pairs, the same in each, {monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
