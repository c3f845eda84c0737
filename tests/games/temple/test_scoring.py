"""What a sheet of the temple is worth."""

from __future__ import annotations

from textwrap import dedent

import pytest

from yupana.core.game import ScoreTree
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Over, Sheet, State


def score(drawing: str, side: str = "B") -> ScoreTree:
    game = Temple(1, side=side)
    return game.score(game.read_paper(dedent(drawing).strip("\n")), 0)


def part(tree: ScoreTree, reason: str) -> ScoreTree:
    return next(each for each in tree.parts if each.reason == reason)


EMPTY_B = """
     a  b  c  d  e  f
  1  .  .  .  .  .  .
  2  .  D  .  .  D  .
  3  .  .  D  D  .  .
  4  .  .  D  D  .  .
  5  .  D  .  .  D  .
  6  .  .  .  .  .  .
"""


def with_cells(**cells: str) -> str:
    game = Temple(1, side="B")
    texts = list(game.layout.grid.read(dedent(EMPTY_B).strip("\n")))
    for name, text in cells.items():
        texts[game.layout.grid.cell(name)] = text
    return game.layout.grid.draw(texts)


@pytest.mark.rule("T-6.3x")
def test_the_worked_example_comes_to_30() -> None:
    tree = score(
        """
             a  b  c  d  e  f  g  h
          1        8  9  9  5
          2        M 13  9  9
          3     7  6  5  5  2  9
          4     7  7  5  3 11  2
          5  8  3  D  M  4  4  6  2
          6 10  9  M  4  D  M  9  M
        """,
        side="A",
    )
    assert part(tree, "series") == ScoreTree(
        "series", 9, ("f3", "e4", "e5", "d4", "c3", "b4", "a5", "b6", "a6")
    )
    groups = part(tree, "groups")
    assert groups.points == 15
    assert [group.of for group in groups.parts] == ["2", "4", "5", "7", "9"]
    mummies = part(tree, "mummies")
    assert mummies.points == 6
    assert [mummy.points for mummy in mummies.parts].count(2) == 4
    assert [mummy.where for mummy in mummies.parts if mummy.reason == "unbeaten"] == [("d5",)]
    assert tree.points == tree.total() == 30


def test_an_empty_sheet_is_worth_nothing() -> None:
    tree = score(EMPTY_B)
    assert (tree.points, part(tree, "series").where) == (0, ())


@pytest.mark.rule("T-5.3", "T-6.1")
def test_a_series_runs_straight_and_across_corners() -> None:
    tree = score(with_cells(a1="4", b2="5", c2="6", d3="7"))
    assert part(tree, "series") == ScoreTree("series", 4, ("a1", "b2", "c2", "d3"))


@pytest.mark.rule("T-5.3")
def test_a_series_does_not_jump_a_number_nor_a_cell() -> None:
    assert part(score(with_cells(a1="4", b1="6", c1="7")), "series").where == ("b1", "c1")
    assert part(score(with_cells(a1="4", c1="5")), "series").points == 1


@pytest.mark.rule("T-5.3")
def test_of_two_ways_the_longer_series_counts() -> None:
    tree = score(with_cells(a1="1", b1="2", c1="3", c2="2", d1="4", e1="3", f1="2", f2="1"))
    assert part(tree, "series").points == 4
    tree = score(with_cells(a1="8", a6="3", b6="4", c6="5"))
    assert part(tree, "series").where == ("a6", "b6", "c6")


@pytest.mark.rule("T-5.8")
def test_a_lone_number_is_a_series_of_one() -> None:
    assert score(with_cells(c1="12")).points == 1


@pytest.mark.rule("T-5.4", "T-6.1")
@pytest.mark.parametrize(
    ("cells", "points"),
    [
        ({"a1": "4", "b1": "4"}, 0),
        ({"a1": "4", "b1": "4", "c1": "4"}, 3),
        ({"a1": "4", "b2": "4", "c1": "4"}, 3),  # across corners, through a door
        ({"a1": "4", "b1": "4", "d1": "4"}, 0),  # not connected
        ({"a1": "7", "b1": "4", "a2": "4"}, 0),  # the corner between them is another number
        (
            {"a1": "4", "b1": "4", "c1": "4", "d1": "4", "e1": "4", "f1": "4"},
            3,
        ),  # larger: still one
        ({"a1": "4", "b1": "4", "c1": "4", "a6": "4", "b6": "4", "c6": "4"}, 3),  # once a value
        ({"a1": "4", "b1": "4", "c1": "4", "a6": "5", "b6": "5", "c6": "5"}, 6),
    ],
)
def test_a_value_with_a_group_of_three_is_worth_3_once(cells: dict[str, str], points: int) -> None:
    assert part(score(with_cells(**cells)), "groups").points == points


def test_the_largest_group_of_a_value_is_the_one_shown() -> None:
    tree = score(with_cells(a1="4", b1="4", c1="4", a6="4", b6="4", c6="4", d6="4"))
    assert part(tree, "groups").parts[0].where == ("a6", "b6", "c6", "d6")


@pytest.mark.rule("T-4.2", "T-5.5", "T-6.1")
@pytest.mark.parametrize(
    ("nine", "points"), [("a1", 2), ("b1", 2), ("c3", 2), ("b2", 2), ("e1", -2), ("c5", -2)]
)
def test_a_nine_beside_a_mummy_beats_it(nine: str, points: int) -> None:
    mummy = {"a1": "b1"}.get(nine, "c2")
    if nine == "b2":
        mummy = "a1"
    assert part(score(with_cells(**{mummy: "M", nine: "9"})), "mummies").points == points


@pytest.mark.rule("T-4.2")
def test_no_other_number_beats_a_mummy() -> None:
    assert part(score(with_cells(c2="M", c1="8", d1="10", b1="15")), "mummies").points == -2


@pytest.mark.rule("T-4.3")
def test_one_nine_beats_all_mummies_around_it() -> None:
    tree = score(with_cells(c2="9", b1="M", c1="M", d1="M", d2="M", f6="M"))
    assert part(tree, "mummies").points == 4 * 2 - 2


@pytest.mark.rule("T-5.6")
def test_a_cell_serves_in_series_group_and_against_mummies() -> None:
    tree = score(with_cells(a1="9", b1="9", c1="9", d1="10", c2="M"))
    assert [each.points for each in tree.parts] == [2, 3, 2]


def state_of(*drawings: str) -> tuple[Temple, State]:
    game = Temple(len(drawings), side="B")
    one = Temple(1, side="B")
    sheets: tuple[Sheet, ...] = tuple(one.read_paper(text).sheets[0] for text in drawings)
    return game, State(30, sheets, Over())


@pytest.mark.rule("T-5.7")
def test_the_most_stars_win() -> None:
    game, state = state_of(with_cells(a1="1"), with_cells(a1="1", b1="2"), with_cells(a1="1"))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.places == ((1,), (0, 2))
    assert outcome.scores == (1, 2, 1)
    assert outcome.tie_break is None


@pytest.mark.rule("T-5.7")
def test_a_tie_goes_to_the_longest_series_and_then_is_shared() -> None:
    series4 = with_cells(a1="1", b1="2", c1="3", d1="4")
    group = with_cells(a1="7", b1="7", c1="7")  # 3 for the group, 1 for a series of one
    game, state = state_of(group, series4)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.tie_break) == (((1,), (0,)), (4, 4), "series")
    game, state = state_of(series4, group, series4)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.tie_break) == (((0, 2), (1,)), "series")
    low = with_cells(a1="1")
    game, state = state_of(group, series4, low, low)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.tie_break) == (((1,), (0,), (2, 3)), "series")
    game, state = state_of(group, group)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.tie_break) == (((0, 1),), None)


@pytest.mark.rule("T-7.4")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (-40, "tourist"),
        (0, "tourist"),
        (14, "tourist"),
        (15, "pathfinder"),
        (24, "pathfinder"),
        (25, "voyager"),
        (29, "voyager"),
        (30, "explorer"),
        (60, "explorer"),
    ],
)
def test_the_level_of_a_solo_game(points: int, level: str) -> None:
    from yupana.games.temple.scoring import rank

    assert rank(Temple(1).edition, points) == level


@pytest.mark.rule("T-7.4")
def test_only_a_solo_game_has_a_level() -> None:
    game, state = state_of(with_cells(a1="1"))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.rank == "tourist"
    game, state = state_of(with_cells(a1="1"), with_cells(a1="1"))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.rank is None


def test_the_live_score_counts_the_mark_of_the_running_round() -> None:
    game = Temple(2, side="B")
    from tests.games.temple.test_rules import do

    state = do(game, game.setup(), "* roll 2 3 5", "1 7 a1")
    assert [game.score(state, seat).points for seat in (0, 1)] == [1, 0]
