"""Whether pyramids pay in the valley: `python -m yupana.lab.trainers.pyramids [--games N] [--played N] [--jobs N]`.

Bots learn in valleys where a pyramid is worth more stars than in the book, so that they aim at pyramids. Then all of them play
the valley of the book alone, on the same dice: by judgement, and playing on as the amauta does.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from yupana.bots.levels import AMAUTA, SETTINGS, Level
from yupana.bots.minds.thinking import by_mind
from yupana.bots.minds.valley import ALONE, ValleyMind
from yupana.bots.model import Model, load_model
from yupana.core.play import playout
from yupana.games.valley import Valley
from yupana.lab.ratings import Estimate
from yupana.lab.report import between
from yupana.lab.trainers.valley import taught

BY_THE_BOOK = Valley(1)
AS_THEY_ARE = "as it is (the bots)"
HABITS: dict[str, tuple[int, ...]] = {
    AS_THEY_ARE: (),
    "15": (15,),
    "18": (18,),
    "21": (21,),
    "25": (25,),
    "35": (35,),
    "25, then 15": (25, 15),
}
"""What a pyramid was worth where the bots learned, one valley after the other; in the last they think they are. Those who learned
anew by the book show how much chance there is in learning."""
LEARNED = 80_000
"""Games in each of these valleys, as many as the bots had."""
SEED = 7
"""Of what they learned; not that of the bots."""


class Game(Struct, frozen=True):
    """What a game came to, by the book."""

    stars: int
    pyramids: int


class Habit(Struct, frozen=True):
    """The games of bots that learned so, the n-th ones on the same dice."""

    name: str
    judged: list[Game]
    played_on: list[Game]


def valley(stars: int) -> Valley:
    """The valley alone, with pyramids that are worth so many stars."""
    edition = BY_THE_BOOK.edition
    pyramid = replace(edition.discoveries.pyramid, stars=stars)
    return Valley(1, replace(edition, discoveries=replace(edition.discoveries, pyramid=pyramid)))


def mind_for(valleys: Sequence[int], learned: int) -> ValleyMind:
    """A mind that has learned in these valleys; if there are none, that of the bots."""
    if not valleys:
        return ValleyMind(BY_THE_BOOK, load_model("valley"))
    before, played = None, 0
    for stars in valleys:
        school = taught(ALONE, valley(stars), SEED, learned, lambda _: None, before)
        before, played = school.weights, played + school.played
    model = Model("valley", SEED, played, [], {ALONE: school.weights.tolist()})
    return ValleyMind(valley(stars), model)


def play(mind: ValleyMind, how: Level, seed: str) -> Game:
    """A game in the valley of the book."""
    game = BY_THE_BOOK
    choose = by_mind(game.imagine, mind, Random(f"{seed}/seat 0"), how)
    state = playout(game, [choose], Random(seed))
    outcome = game.outcome(state)
    assert outcome is not None
    kinds = [discovery.kind for discovery in state.sheets[0].discoveries]
    return Game(outcome.scores[0], kinds.count("pyramid"))


def explore(name: str, *, games: int, played: int, learned: int, seed: str) -> Habit:
    """Learns, and plays so many games by judgement and so many playing on."""
    mind = mind_for(HABITS[name], learned)
    return Habit(
        name,
        [play(mind, Level(), f"{seed}/{number}") for number in range(games)],
        [play(mind, SETTINGS["valley"][AMAUTA], f"{seed}/{number}") for number in range(played)],
    )


def lines(how: str, habits: Sequence[tuple[str, list[Game]]]) -> Iterator[str]:
    """A table: pyramids a game, stars, and how many stars more than the first had on the same dice."""
    _, plain = habits[0]
    yield f"{how}, {len(plain)} games each"
    yield "| a pyramid is thought to be worth | pyramids a game | stars | more than the first |"
    yield "|---|---:|---:|---:|"
    for name, games in habits:
        pyramids = sum(game.pyramids for game in games) / len(games)
        stars = Estimate.of([game.stars for game in games])
        ahead = Estimate.of([a.stars - b.stars for a, b in zip(games, plain, strict=True)])
        yield f"| {name} | {pyramids:.2f} | {between(stars)} | {between(ahead)} |"


def by_pyramids(games: Sequence[Game]) -> Iterator[str]:
    """A table of all games by how many pyramids they had."""
    found: dict[int, list[int]] = defaultdict(list)
    for game in games:
        found[game.pyramids].append(game.stars)
    yield f"All {len(games)} games"
    yield "| pyramids | games | stars | most |"
    yield "|---:|---:|---:|---:|"
    for pyramids, stars in sorted(found.items()):
        yield f"| {pyramids} | {len(stars)} | {between(Estimate.of(stars))} | {max(stars)} |"


def report(habits: Sequence[Habit]) -> Iterator[str]:
    """What they found, as tables."""
    judged = [(each.name, each.judged) for each in habits]
    played_on = [(each.name, each.played_on) for each in habits]
    for how, named in (("By judgement", judged), ("Playing on", played_on)):
        if named[0][1]:
            yield from lines(how, named)
            yield from by_pyramids([game for _, games in named for game in games])


def main() -> None:
    asked = argparse.ArgumentParser(prog="yupana.lab.trainers.pyramids", description=__doc__)
    asked.add_argument("--games", type=int, default=1000, help="by judgement, of each bot")
    asked.add_argument("--played", type=int, default=200, help="playing on, of each bot")
    asked.add_argument("--learned", type=int, default=LEARNED, help="games that each learns from")
    asked.add_argument("--seed", default="pyramids")
    asked.add_argument("--jobs", type=int, default=1)
    wish = asked.parse_args()
    task = partial(
        explore, games=wish.games, played=wish.played, learned=wish.learned, seed=wish.seed
    )
    with ProcessPoolExecutor(wish.jobs) as pool:
        print("\n".join(report(list(pool.map(task, HABITS)))))


if __name__ == "__main__":
    main()
