"""The arena: fair comparisons, the same results everywhere, and figures that are right about made-up games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pyarrow import parquet

from yupana.cli import main
from yupana.core.errors import OptionError
from yupana.core.game import CHANCE, Event
from yupana.lab.arena import Contest, Played, Row, contend, digest, play
from yupana.lab.ledger import Ledger
from yupana.lab.ratings import Estimate, Trial, block_value, findings, judged, ratings, share

DUEL = Contest(game="temple", bots=("greedy", "uniform"), seats=2, games=6)


def rows(contest: Contest, **how: Any) -> list[Row]:
    return list(contend(contest, **how))


@cache
def duelled() -> list[Row]:
    """What the duel came to, in this process alone."""
    return rows(DUEL)


# Who sits where


def test_in_a_block_everybody_sits_everywhere() -> None:
    contest = Contest(game="paititi", bots=("greedy", "uniform"), seats=4, games=7)
    assert (contest.blocks, contest.total) == (2, 8)
    seatings = [contest.fixture(number).seating for number in range(4)]
    assert seatings == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert {contest.fixture(number).block for number in range(4, 8)} == {1}


def test_all_bots_may_sit_at_one_table() -> None:
    contest = Contest(game="paititi", bots=("greedy", "uniform"), seats=2, games=2, together=True)
    assert [contest.fixture(number).seating for number in range(2)] == [(0, 1), (1, 0)]


def test_every_pair_meets_as_often() -> None:
    contest = Contest(game="temple", bots=("a", "b", "c"), seats=2, games=10)
    met = [frozenset(contest.fixture(number).seating) for number in range(contest.total)]
    assert {pair: met.count(pair) for pair in met} == {
        frozenset({0, 1}): 10,
        frozenset({0, 2}): 10,
        frozenset({1, 2}): 10,
    }


# Equal dice, equal results


def test_dice_of_a_block_do_not_hang_on_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of a block throw the same, as far as both go."""
    game = DUEL.open()
    thrown: list[list[Any]] = []
    apply = type(game).apply

    def watched(self: Any, state: Any, event: Event[Any]) -> Any:
        if event.seat == CHANCE:
            thrown[-1].append(event.move)
        return apply(self, state, event)

    monkeypatch.setattr(type(game), "apply", watched)
    contest = Contest(game="temple", bots=("uniform", "greedy"), seats=1, games=2)
    solo = contest.open()
    for number in range(4):
        thrown.append([])
        play(contest, solo, contest.fixture(number))
    first, second, third, fourth = (throws[:10] for throws in thrown)
    assert first == second != third == fourth


def test_processes_do_not_matter() -> None:
    once, twice = duelled(), rows(DUEL, jobs=2)
    assert [row.played for row in once] == [row.played for row in twice]
    assert digest(once) == digest(twice) != digest(once[:-1])


def test_a_ray_cluster_does_not_matter() -> None:
    assert digest(rows(DUEL, ray="local")) == digest(duelled())


def test_another_seed_is_another_contest() -> None:
    other = Contest(game="temple", bots=DUEL.bots, seats=2, games=2, seed="2")
    assert digest(rows(other)) != digest(duelled())


def test_a_contest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, whole = tmp_path / "games.jsonl", duelled()
    first = Ledger(path, DUEL)
    for _, _ in zip(range(3), first.add(contend(DUEL)), strict=False):
        pass
    path.write_bytes(path.read_bytes() + b'{"played":{"number":3,"bl')  # cut short
    second = Ledger(path, DUEL)
    assert [row.played for row in second.rows] == [row.played for row in whole[:3]]
    list(second.add(contend(DUEL, first=3)))
    assert [row.played for row in Ledger(path, DUEL).rows] == [row.played for row in whole]
    with pytest.raises(OptionError, match=r"arena\.other"):
        Ledger(path, Contest(game="temple", bots=DUEL.bots, seats=2, games=8))


# Figures


def made_up(block: int, winner: int, seating: tuple[int, ...] = (0, 1)) -> Played:
    places = tuple(0 if bot == winner else 1 for bot in seating)
    scores = tuple(10 - 5 * place for place in places)
    return Played(block, block, 0, seating, scores, places, "why", None, 20)


def test_ratings_find_the_strengths_that_games_were_made_of() -> None:
    """Three of strengths 1, 2 and 8: 0, 120 and 361 Elo."""
    rng, strength = Random(5), (1, 2, 8)
    contest = Contest(game="temple", bots=("a", "b", "c"), seats=2, games=4000)
    games = []
    for block, pair in enumerate(pair for _ in range(3000) for pair in ((0, 1), (0, 2), (1, 2))):
        (winner,) = rng.choices(pair, [strength[bot] for bot in pair])
        games.append(made_up(block, winner, pair))
    found = {rating.bot: rating.elo for rating in ratings(contest, games)}
    for bot, elo in (("a", 0), ("b", 120.4), ("c", 361.2)):
        assert found[bot].low - 5 < elo < found[bot].high + 5
        assert found[bot].high - found[bot].low < 40
    assert found["a"].mean == 0


def test_who_never_lost_is_strong_and_not_infinitely_so() -> None:
    contest = Contest(game="temple", bots=("a", "b"), seats=2, games=20)
    best, _ = ratings(contest, [made_up(block, 0) for block in range(20)])
    assert best.bot == "a"
    assert 400 < best.elo.mean < 1000
    assert best.elo.low < best.elo.mean < best.elo.high


def test_intervals_stand_on_blocks() -> None:
    assert Estimate.of([1.0, 3.0]).mean == 2
    wide = Estimate.of([0.0, 1.0] * 50)
    assert wide.high - wide.low == pytest.approx(2 * 1.96 * 0.5025 / 10, rel=1e-3)
    sure = Estimate.of_shares([1.0] * 50, 100)
    assert (sure.low, sure.high) == pytest.approx((0.963, 1.0), abs=5e-4)


def test_a_shared_victory_is_shared() -> None:
    tied = Played(0, 0, 0, (0, 1, 1), (7, 7, 3), (0, 0, 1), "why", None, 9)
    assert [share(tied, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_a_sequential_test_tells_better_from_no_better() -> None:
    rng, test = Random(3), Trial(0.5, 0.55)
    for chance, verdict in ((0.6, "better"), (0.45, "no-better")):
        values: list[float] = []
        found = test
        while found.verdict == "undecided":
            values.append(float(rng.random() < chance))
            found = judged(test, values)
        assert found.verdict == verdict
        assert 50 <= found.blocks < 2000
    assert judged(test, [1.0] * 49).verdict == "undecided"


def test_alone_a_block_is_worth_the_lead_in_points() -> None:
    contest = Contest(game="temple", bots=("greedy", "uniform"), seats=1, games=1)
    games = [row.played for row in rows(contest)]
    assert block_value(contest, games) == games[0].scores[0] - games[1].scores[0]


def test_findings_of_a_real_contest_add_up() -> None:
    found = findings(DUEL, duelled())
    (duel,) = found.duels
    assert duel.share.mean > 0.5 < sum(each.mean for each in found.seats)
    assert sum(found.ends.values()) == found.games == 6
    for scores in found.scores:
        assert sum(scores.counts.values()) == scores.games == 6
        assert scores.least <= scores.points.mean <= scores.most
    assert found.scores[0].points.mean - found.scores[1].points.mean == pytest.approx(
        duel.points.mean
    )


# The command


def test_the_command_writes_a_page_a_table_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, table = tmp_path / "arena.html", tmp_path / "arena.parquet"
    arguments = [
        "arena",
        "temple",
        "--bots",
        "greedy",
        "uniform",
        "--games",
        "4",
        "--paired",
        "--json",
    ]
    assert main([*arguments, "--html", str(page), "--parquet", str(table)]) == 0
    assert '"digest"' in capsys.readouterr().out
    text = page.read_text("utf-8")
    assert text.count("<svg") == 2
    assert not re.search(r"<script|https?://|src=|url\(", text)
    found = parquet.read_table(table).to_pydict()
    assert sorted(set(found["bot"])) == ["greedy", "uniform"]
    assert len(found["score"]) == 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("temple --bots greedy", "at least two bots"),
        ("temple --bots greedy greedy", "named twice"),
        ("temple --bots greedy clever", "clever"),
        ("temple --bots greedy uniform --games 0", "at least 1"),
        ("temple --bots greedy uniform --sprt 0.6 0.5", "smaller one"),
        ("temple --bots greedy uniform --sprt nan 1", "smaller one"),
        ("paititi --bots greedy uniform --seats 9", "9"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments.split()]) == 1
    told = capsys.readouterr().err
    assert told.startswith("yupana: ")
    assert said in told
    assert told.count("\n") == 1
