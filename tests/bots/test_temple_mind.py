"""The temple's mind: judges only what is legal, plays on with the same dice for all, and plays well."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

pytest.importorskip("numba")

from yupana.bots.bot import make_bot
from yupana.bots.levels import mind_of
from yupana.bots.minds.temple import MISSED, TempleMind
from yupana.bots.minds.temple_habits import HABITS, HOME, KNOWN, QUARTERS, THERE_HOME, of_mark
from yupana.bots.minds.temple_marks import haunt_by_habit, write_by_habit
from yupana.bots.minds.temple_sight import WEIGHTS
from yupana.bots.model import load_model
from yupana.core.game import CHANCE, Event
from yupana.core.play import playout
from yupana.games.temple import Temple
from yupana.games.temple.kernel_rules import HEAD, MOST_CELLS, ROLL
from yupana.games.temple.sheet import Haunting, State, Writing
from yupana.lab.trainers.temple import Sheets, learn


def somewhere(game: Temple, seed: int, events: int) -> State:
    """A state in which a seat must decide."""
    rng, state = Random(seed), game.setup()
    for _ in range(events):
        seat = game.pending(state)[0]
        source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
        state = game.apply(state, Event(seat, source(rng)))
    while game.pending(state)[0] == CHANCE:
        state = game.apply(state, Event(CHANCE, game.chance(state).sample(rng)))
    return state


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("seats", [1, 3])
def test_judges_every_move_and_no_other(side: str, seats: int) -> None:
    game = Temple(seats, side=side)
    mind = mind_of(game)
    assert mind is not None
    for seed in range(6):
        state = somewhere(game, seed, 20)
        seat = game.pending(state)[0]
        row = mind.kernel.pack(state)
        codes, worths = mind.judge(row, seat)
        found = {mind.kernel.move(row, seat, int(code)) for code in codes}
        assert found == set(game.moves(state, seat))
        assert np.isfinite(worths).all()
        assert list(worths) == sorted(worths, reverse=True)
        assert (mind.kernel.pack(state) == row).all()  # looked at, not changed


def test_plays_on_with_the_same_dice_for_all() -> None:
    game = Temple(2)
    mind = mind_of(game)
    assert mind is not None
    state = somewhere(game, 1, 30)
    seat = game.pending(state)[0]
    rows = mind.kernel.pack(state)[None, :]
    code = mind.judge(rows[0], seat).codes[:1]
    twice = np.concatenate([code, code])
    sums = mind.play_on(rows, seat, twice, 0, 6, 7)
    assert sums[0] == sums[1]
    assert (sums == mind.play_on(rows, seat, twice, 0, 6, 7)).all()
    halves = mind.play_on(rows, seat, twice, 0, 2, 7) + mind.play_on(rows, seat, twice, 2, 4, 7)
    assert halves == pytest.approx(sums)
    assert (sums != mind.play_on(rows, seat, twice, 0, 6, 8)).any()


@pytest.mark.parametrize(("seats", "loss"), [(1, MISSED), (2, 0.0)])
def test_alone_a_sheet_that_misses_the_highest_rank_counts_for_less(
    seats: int, loss: float
) -> None:
    edition = Temple(1).edition
    sums = []
    for highest in (-99, 99):  # what every sheet comes to, and what none does
        game = Temple(seats, replace(edition, ranks={"explorer": highest}))
        mind = mind_of(game)
        assert mind is not None
        state = somewhere(game, 1, 20)
        seat = game.pending(state)[0]
        row = mind.kernel.pack(state)
        sums.append(mind.play_on(row[None, :], seat, mind.promising(row, seat), 0, 5, 7))
    assert (sums[0] - sums[1]).tolist() == [5 * loss] * len(sums[0])


def test_draws_a_mummy_where_it_hurts_another() -> None:
    """Beside a 9 it would be beaten: the last place to choose."""
    game = Temple(2, side="B")
    mind = mind_of(game)
    assert mind is not None
    states = (somewhere(game, seed, 40) for seed in range(200))
    state = next(each for each in states if isinstance(each.phase, Haunting))
    assert isinstance(state.phase, Haunting)
    seat = game.pending(state)[0]
    row = mind.kernel.pack(state)
    codes, worths = mind.judge(row, seat)
    held = state.phase.holds[seat]
    after = [
        game.score(game.apply(state, Event(seat, mind.kernel.move(row, seat, int(code)))), held)
        for code in (codes[0], codes[-1])
    ]
    assert len(codes) > 1
    assert worths[0] >= worths[-1]
    assert after[0].points <= after[1].points


def test_the_guide_is_an_explorer_more_often_than_not() -> None:
    stars = []
    for seed in range(20):
        game = Temple(1, side="B")
        bot = make_bot("guide", game, Random(seed))
        stars.append(game.score(playout(game, [bot], Random(f"dice {seed}")), 0).points)
    assert sum(stars) / len(stars) >= 32
    assert sum(each >= 30 for each in stars) >= 12


@pytest.mark.parametrize("side", ["A", "B"])
def test_what_is_written_by_habit_may_be_written(side: str) -> None:
    game = Temple(1, side=side)
    mind = mind_of(game)
    assert isinstance(mind, TempleMind)
    written = 0
    for seed in range(30):
        state = somewhere(game, seed, seed)
        if isinstance(state.phase, Writing):
            row = mind.kernel.pack(state)
            kept = row.copy()
            code = write_by_habit(
                row, mind.table, np.int64(HEAD), row[ROLL], mind.habits, mind.notes, mind.cellwise, mind.worths
            )  # fmt: skip
            assert mind.kernel.move(row, 0, int(code)) in game.moves(state, 0)
            assert (row == kept).all()
            written += 1
    assert written > 10


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_mummy_by_habit_may_be_drawn_there_and_goes_beside_a_nine(side: str) -> None:
    game = Temple(1, side=side)
    mind = mind_of(game)
    assert isinstance(mind, TempleMind)
    drawn = beaten = 0
    for seed in range(400):
        state = somewhere(game, seed, seed % 40)
        if isinstance(state.phase, Haunting):
            row = mind.kernel.pack(state)
            kept = row.copy()
            code = haunt_by_habit(
                row, mind.table, np.int64(HEAD), mind.habits, mind.notes, mind.worths
            )
            moves = game.moves(state, 0)
            assert mind.kernel.move(row, 0, int(code)) in moves
            assert (row == kept).all()
            drawn += 1
            stars = {
                move: game.score(game.apply(state, Event(0, move)), 0).points for move in moves
            }
            beaten += stars[mind.kernel.move(row, 0, int(code))] == max(stars.values())
    assert drawn > 20
    assert beaten > 0.9 * drawn


@pytest.mark.parametrize("side", ["A", "B"])
def test_every_move_is_promising_in_the_order_of_habit(side: str) -> None:
    """What is counted once for all numbers and cells is what each mark is told by itself."""
    game = Temple(1, side=side)
    mind = mind_of(game)
    assert isinstance(mind, TempleMind)
    for seed in range(60):
        state = somewhere(game, seed, seed % 45)
        row = mind.kernel.pack(state)
        codes = mind.promising(row, 0)
        assert sorted(codes) == sorted(mind.kernel.moves(row, 0))
        said = [
            of_mark(
                row, mind.table, np.int64(HEAD), mind.notes, code, mind.habits, mind.habits, 0.0
            )
            for code in codes
        ]
        assert said == pytest.approx(sorted(said, reverse=True))
        assert mind.worths[: len(codes)].max() == pytest.approx(said[0])
        assert mind.worths[: len(codes)].sum() == pytest.approx(sum(said))


@pytest.mark.parametrize("group", [2, 3, 4])
def test_habit_says_of_a_mark_among_all_what_it_says_of_it_by_itself(group: int) -> None:
    classic = Temple(1).edition
    edition = replace(classic, score=replace(classic.score, group_size=group))
    rng = np.random.default_rng(group)
    for side in ("A", "B"):
        game = Temple(1, edition=edition, side=side)
        sheets = Sheets(game)
        for seed in range(45):
            state, habits = somewhere(game, seed, seed), rng.standard_normal(HABITS)
            row, sheet = sheets.kernel.pack(state), np.int64(HEAD)
            codes = sheets.kernel.moves(row, 0)
            if isinstance(state.phase, Writing):
                best = write_by_habit(
                    row, sheets.kernel.table, sheet, row[ROLL], habits, sheets.notes, sheets.cellwise, sheets.worths
                )  # fmt: skip
            else:
                best = haunt_by_habit(
                    row, sheets.kernel.table, sheet, habits, sheets.notes, sheets.worths
                )
            said = [
                of_mark(row, sheets.kernel.table, sheet, sheets.notes, code, habits, habits, 0.0)
                for code in codes
            ]
            assert sheets.worths[: len(codes)] == pytest.approx(said)
            assert best == codes[np.argmax(said)]


def test_a_habit_is_changed_by_how_often_it_was_asked() -> None:
    game = Temple(1)
    mind = mind_of(game)
    assert isinstance(mind, TempleMind)
    some = np.random.default_rng(1).standard_normal(HABITS)
    for seed in range(20):
        row = mind.kernel.pack(somewhere(game, seed, 2 * seed))
        code, slopes = mind.promising(row, 0)[0], np.zeros(HABITS)
        said = [
            of_mark(row, mind.table, np.int64(HEAD), mind.notes, code, habits, slopes, by)
            for habits, by in ((mind.habits, 2.0), (mind.habits + some, 0.0))
        ]
        assert said[1] - said[0] == pytest.approx(some @ slopes / 2)


def test_a_number_is_at_home_only_on_the_sheet_that_was_learned() -> None:
    edition = Temple(1).edition
    exchanged = replace(edition, sides={"A": edition.sides["B"], "B": edition.sides["A"]})
    minds = [mind_of(game) for game in (Temple(1), Temple(1, exchanged))]
    here, there = (
        each.habits.reshape(QUARTERS, -1) for each in minds if isinstance(each, TempleMind)
    )
    homes = [*range(HOME, HOME + KNOWN * MOST_CELLS), *range(THERE_HOME, THERE_HOME + MOST_CELLS)]
    assert here[:, homes].any()
    assert not there[:, homes].any()
    here[:, homes] = 0.0
    assert (here == there).all()


@pytest.mark.parametrize(("side", "stars"), [("A", 40), ("B", 40)])
def test_habits_alone_fill_a_sheet_well(side: str, stars: int) -> None:
    game = Temple(1, side=side)
    sheets = Sheets(game)
    sheets.weights = np.array(load_model("temple").weights[f"{side}1"])
    habits = np.array(load_model("temple").weights[f"{side}1 habits"])
    came_to = sheets.fill_by_habit(habits, np.arange(7_000_000, 7_000_300, dtype=np.uint64))
    assert came_to.mean() > stars


def test_the_mind_learns_anew() -> None:
    """A few sheets are enough to be better than what learning begins with."""
    weights, habits, curve = learn("B1", 1, 62_000)
    assert len(weights) == WEIGHTS
    assert len(habits) == HABITS
    told = [each["stars"] for each in curve if "B1 habits: step" in each]
    assert told[-1] > told[0] + 0.5
