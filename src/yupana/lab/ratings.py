"""What the games of a contest say: shares with intervals, ratings, seats, lengths, and whether one is better.

Games of a block share their dice and are not independent; every interval here stands on whole blocks.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from msgspec import Struct

from yupana.lab.arena import Contest, Played, Row

Z = 1.96
"""Standard errors of a 95 % interval."""
RESAMPLES = 200
ELO = 400 / math.log(10)
SOONEST = 50
"""Blocks before a sequential test may end."""

T = TypeVar("T")


class Estimate(Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """From independent values: the means of blocks."""
        mean = statistics.fmean(values)
        if len(values) < 2:
            return cls(mean, -math.inf, math.inf)
        error = Z * statistics.stdev(values) / math.sqrt(len(values))
        return cls(mean, mean - error, mean + error)

    @classmethod
    def of_shares(cls, values: Sequence[float], games: int) -> Estimate:
        """Of shares from 0 to 1; where all blocks say the same, by Wilson's score of the games."""
        found = cls.of(values)
        if found.low < found.mean and math.isfinite(found.low):
            return cls(found.mean, max(0.0, found.low), min(1.0, found.high))
        centre = (found.mean + Z * Z / (2 * games)) / (1 + Z * Z / games)
        spread = Z / (1 + Z * Z / games)
        spread *= math.sqrt(found.mean * (1 - found.mean) / games + Z * Z / (4 * games * games))
        return cls(found.mean, max(0.0, centre - spread), min(1.0, centre + spread))


class Duel(Struct, frozen=True):
    """One bot against another."""

    first: str
    second: str
    games: int
    share: Estimate
    """Of the victories, the first's; where it sits alone among many, fair is one in as many as there are seats."""
    points: Estimate
    """By how many the first scores more: on the same seat with the same dice where they play alone, at the
    same table else."""


class Rating(Struct, frozen=True):
    bot: str
    elo: Estimate


class Scores(Struct, frozen=True):
    """Points of a bot over all its games."""

    bot: str
    games: int
    points: Estimate
    spread: float
    least: int
    quartiles: tuple[float, float, float]
    most: int
    counts: dict[int, int]
    ends: dict[str, int]
    """How its victories came about; alone, the levels it reached."""
    milliseconds: float
    """A decision, on average."""
    slowest: float


class Findings(Struct, frozen=True):
    games: int
    blocks: int
    ratings: list[Rating]
    duels: list[Duel]
    scores: list[Scores]
    seats: list[Estimate]
    """The share of victories of each seat, whoever sits there."""
    decisions: Estimate
    """Of a whole game."""
    ends: dict[str, int]
    test: Trial | None = None


def findings(contest: Contest, rows: Sequence[Row], test: Trial | None = None) -> Findings:
    """Everything at once."""
    played = [row.played for row in rows]
    return Findings(
        games=len(rows),
        blocks=len({each.block for each in played}),
        ratings=ratings(contest, played),
        duels=duels(contest, played),
        scores=[scores(contest, bot, rows) for bot in range(len(contest.bots))],
        seats=_by_seat(contest, played) if contest.seats > 1 else [],
        decisions=Estimate.of(_of_blocks(played, lambda each: each.decisions)),
        ends=dict(Counter(each.rank or each.why for each in played).most_common()),
        test=test,
    )


def _blocks(played: Iterable[Played]) -> dict[int, list[Played]]:
    found: dict[int, list[Played]] = defaultdict(list)
    for each in played:
        found[each.block].append(each)
    return found


def _of_blocks(played: Iterable[Played], value: Callable[[Played], float]) -> list[float]:
    return [statistics.fmean(map(value, games)) for games in _blocks(played).values()]


def share(played: Played, seat: int) -> float:
    """Of the victory, the seat's."""
    return 1 / played.places.count(0) if played.places[seat] == 0 else 0.0


# Two against each other


def duels(contest: Contest, played: Sequence[Played]) -> list[Duel]:
    if contest.together:
        return []
    if contest.seats == 1:
        return _alone(contest, played)
    found = []
    for group, (first, second) in enumerate(contest.groups):
        games = [each for each in played if each.group == group]
        if not games:
            continue
        shares = _of_blocks(games, lambda each: share(each, each.seating.index(first)))  # noqa: B023
        points = _of_blocks(games, lambda each: _ahead(each, first))  # noqa: B023
        names = contest.bots[first], contest.bots[second]
        found.append(
            Duel(
                *names,
                len(games),
                Estimate.of_shares(shares, len(games)),
                Estimate.of(points),
            )
        )
    return found


def _ahead(played: Played, bot: int) -> float:
    """The bot's points less the mean of the others at the table."""
    own = played.seating.index(bot)
    others = [score for seat, score in enumerate(played.scores) if seat != own]
    return played.scores[own] - statistics.fmean(others)


def _alone(contest: Contest, played: Sequence[Played]) -> list[Duel]:
    """Two who played the same dice, each for itself: whoever has more points has won."""
    points: list[dict[int, int]] = [{} for _ in contest.bots]
    for each in played:
        points[each.seating[0]][each.number // len(contest.bots)] = each.scores[0]
    found = []
    for first, one in enumerate(points):
        for second, other in list(enumerate(points))[first + 1 :]:
            both = sorted(one.keys() & other.keys())
            more = [one[number] - other[number] for number in both]
            if both:
                won = [(difference > 0) + (difference == 0) / 2 for difference in more]
                names = contest.bots[first], contest.bots[second]
                found.append(
                    Duel(*names, len(both), Estimate.of_shares(won, len(both)), Estimate.of(more))
                )
    return found


# Ratings


def ratings(contest: Contest, played: Sequence[Played]) -> list[Rating]:
    """Bradley and Terry's, from who finished before whom; intervals by drawing blocks anew. The weakest has 0."""
    size = len(contest.bots)
    if size < 2:
        return []
    tables = [_wins(contest, games, size) for games in _blocks(played).values()]
    best = _strengths(_sum(tables, size))
    rng = Random(0)
    drawn = [
        _strengths(_sum(rng.choices(tables, k=len(tables)), size), rng.expovariate(2))
        for _ in range(RESAMPLES)
    ]
    base = min(best)
    found = []
    for bot, name in enumerate(contest.bots):
        others = sorted(each[bot] for each in drawn)
        low, high = others[round(0.025 * RESAMPLES)], others[round(0.975 * RESAMPLES) - 1]
        found.append(Rating(name, Estimate(best[bot] - base, low - base, high - base)))
    return sorted(found, key=lambda rating: -rating.elo.mean)


def _wins(contest: Contest, games: Iterable[Played], size: int) -> list[list[float]]:
    """Of one block: how often each bot finished before each other; a shared place is half of it."""
    won = [[0.0] * size for _ in range(size)]
    if contest.seats == 1:
        points = {each.seating[0]: each.scores[0] for each in games}
        for one, more in points.items():
            for other, less in points.items():
                if one != other:
                    won[one][other] += (more > less) + (more == less) / 2
        return won
    for each in games:
        for seat, one in enumerate(each.seating):
            for rival, other in enumerate(each.seating):
                if one != other:
                    before, after = each.places[seat], each.places[rival]
                    won[one][other] += (before < after) + (before == after) / 2
    return won


def _sum(tables: Iterable[list[list[float]]], size: int) -> list[list[float]]:
    total = [[0.0] * size for _ in range(size)]
    for table in tables:
        for one in range(size):
            for other in range(size):
                total[one][other] += table[one][other]
    return total


def _strengths(won: list[list[float]], unseen: float = 0.5) -> list[float]:
    """In Elo, the mean at 0. A little of a game each way is added to every pair that met, so that nobody who never
    lost is infinitely strong; how little is not known either, and is drawn anew with the blocks."""
    size = len(won)
    met = [[won[a][b] + won[b][a] > 0 for b in range(size)] for a in range(size)]
    weight = [1.0] * size
    for _ in range(1000):
        new = []
        for a in range(size):
            wins = sum(won[a][b] + unseen for b in range(size) if met[a][b])
            games = sum(
                (won[a][b] + won[b][a] + 2 * unseen) / (weight[a] + weight[b])
                for b in range(size)
                if met[a][b]
            )
            new.append(wins / games if games else 1.0)
        mean = math.exp(statistics.fmean(math.log(each) for each in new))
        new = [each / mean for each in new]
        moved = max(abs(math.log(a / b)) for a, b in zip(new, weight, strict=True))
        weight = new
        if moved < 1e-9:
            break
    return [ELO * math.log(each) for each in weight]


# One bot, one seat


def scores(contest: Contest, bot: int, rows: Sequence[Row]) -> Scores:
    points: list[int] = []
    ends: Counter[str] = Counter()
    by_block: dict[int, list[int]] = defaultdict(list)
    thought = slowest = 0.0
    decisions = 0.0
    for row in rows:
        each = row.played
        for seat, sits in enumerate(each.seating):
            if sits == bot:
                points.append(each.scores[seat])
                by_block[each.block].append(each.scores[seat])
                thought += row.milliseconds[seat]
                slowest = max(slowest, row.slowest[seat])
                decisions += each.decisions / len(each.seating)
                if each.rank or each.places[seat] == 0:
                    ends[each.rank or each.why] += 1
    quarters = statistics.quantiles(points, n=4) if len(points) > 1 else [points[0]] * 3
    return Scores(
        bot=contest.bots[bot],
        games=len(points),
        points=Estimate.of([statistics.fmean(each) for each in by_block.values()]),
        spread=statistics.pstdev(points),
        least=min(points),
        quartiles=(quarters[0], quarters[1], quarters[2]),
        most=max(points),
        counts=dict(sorted(Counter(points).items())),
        ends=dict(ends.most_common()),
        milliseconds=thought / max(1.0, decisions),
        slowest=slowest,
    )


def _by_seat(contest: Contest, played: Sequence[Played]) -> list[Estimate]:
    return [
        Estimate.of_shares(_of_blocks(played, lambda each: share(each, seat)), len(played))  # noqa: B023
        for seat in range(contest.seats)
    ]


# Is the first better?


class Trial(Struct, frozen=True):
    """A sequential test after Wald, for means of blocks: it ends as soon as it is clear, and errs in 5 % of cases."""

    least: float
    """The first is no better if its share (alone: its lead in points) is this."""
    most: float
    """It is, if it is this."""
    blocks: int = 0
    ratio: float = 0.0
    """The logarithm of how much likelier `most` is than `least`."""
    verdict: str = "undecided"
    """better, no-better or undecided."""


LIMIT = math.log(0.95 / 0.05)


def judged(test: Trial, values: Sequence[float]) -> Trial:
    """The test after these blocks."""
    count = len(values)
    if count < SOONEST:
        return Trial(test.least, test.most, count)
    variance = statistics.variance(values) or 1e-9
    middle = 2 * statistics.fmean(values) - test.least - test.most
    ratio = count * (test.most - test.least) * middle / (2 * variance)
    verdict = "better" if ratio >= LIMIT else "no-better" if ratio <= -LIMIT else "undecided"
    return Trial(test.least, test.most, count, ratio, verdict)


def block_value(contest: Contest, games: Sequence[Played]) -> float:
    """What a block says about the first bot: its share of victories, or alone its lead in points."""
    if contest.seats == 1:
        own = {each.seating[0]: each.scores[0] for each in games}
        return own[0] - own[1]
    return statistics.fmean(share(each, each.seating.index(0)) for each in games)
