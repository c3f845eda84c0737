"""What a sheet of the valley is worth, who wins, and when the game ends."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.games.valley.table import alone, do
from yupana.core.edition import decode_edition, packaged_tables
from yupana.core.game import ScoreTree
from yupana.games.valley import Valley
from yupana.games.valley.components import ValleyEdition
from yupana.games.valley.scoring import rank
from yupana.games.valley.sheet import Over, Rolling, State

EXAMPLE = """
         a  b  c  d  e  f  g
      1  x  2  .  1 14  9  6
      2  2  .  2  1 12 11  4
      3  @  2  @  1 13  7  7
      4  6  S  9  @  1  3 13
      5  6  6  6  7  2 11  .
      6  .  8  2  M  3  H  4
      7  3  5 12  9  7  8  .
    jungle c4 d5 c6 a7 b7
    jungle e5 e6 g6 e7 f7
    jungle f1 g1 g2 f3 f4
    town b1 a2 c2 b3
    town d1 d2 d3 e4
    town a4 a5 b5 c5
    range g3 g4 f5
    range b6 c7 d7
    pyramid e1 e2 f2 e3
"""


def paper(sheet: str, side: str = "A") -> ScoreTree:
    game = Valley(1, side=side)
    return game.score(game.read_paper(dedent(sheet).strip("\n")), 0)


def part(tree: ScoreTree, *reasons: str) -> ScoreTree:
    for reason in reasons:
        tree = next(each for each in tree.parts if each.reason == reason)
    return tree


def small(*rows: str, notes: str = "", rest: str = "x") -> str:
    """A sheet whose top left corner is given and whose other cells all hold the same."""
    lines = ["     a  b  c  d  e  f  g"]
    for row in range(7):
        given = rows[row].split() if row < len(rows) else []
        cells = given + [rest] * (7 - len(given))
        lines.append(f"  {row + 1}" + "".join(f"{cell:>3}" for cell in cells))
    return "\n".join([*lines, *notes.split("; ")] if notes else lines)


@pytest.mark.rule("V-8.4x", "V-4.1", "V-4.2", "V-4.3", "V-7.3", "V-7.4", "V-7.5")
def test_the_worked_example_comes_to_58() -> None:
    tree = paper(EXAMPLE)
    assert part(tree, "structures", "hut").points == 10
    assert part(tree, "structures", "hut").where == ("f6", "e5", "e6", "g6", "e7", "f7")
    assert part(tree, "structures", "statue").points == 10
    assert part(tree, "structures", "statue").where == ("b4", "b3", "a4", "a5", "b5", "c5")
    assert part(tree, "structures", "mine") == ScoreTree("mine", 4, ("d6", "c7", "d7"))
    found = [(each.reason, each.points) for each in part(tree, "discoveries").parts]
    assert found == [
        *[("jungle", 5)] * 3,
        *[("town", 6)] * 3,
        *[("range", 7)] * 2,
        ("pyramid", 15),
    ]
    assert part(tree, "snakes").parts == (
        ScoreTree("escaped", 0, ("a1",)),
        ScoreTree("bite", -6, ("a3", "a4")),
        ScoreTree("bite", -9, ("c3", "c4")),
        ScoreTree("bite", -13, ("d4", "e3")),
    )
    assert part(tree, "full").points == 0
    assert (tree.reason, tree.points, tree.total()) == ("total", 58, 58)


@pytest.mark.rule("V-7.2", "V-7.8")
def test_a_full_sheet_is_worth_7_whatever_fills_it() -> None:
    assert paper(small("1 H x", rest="x")).points == 7
    assert part(paper(small("1 H @", rest="x")), "full").points == 7
    assert paper(small("1 H .", rest="x")).points == 0


@pytest.mark.rule("V-7.3")
def test_each_discovery_has_its_stars() -> None:
    assert paper(small("1 2 3 4 5 .", notes="jungle a1 b1 c1 d1 e1")).points == 5
    assert paper(small("1 1 1 1 .", notes="town a1 b1 c1 d1")).points == 6
    assert paper(small("6 6 6 .", notes="range a1 b1 c1")).points == 7
    assert paper(small("10 11 12 .", ". 10", notes="pyramid a1 b1 c1 b2")).points == 15


@pytest.mark.rule("V-4.1", "V-4.2", "V-4.3", "V-7.4")
def test_a_structure_counts_the_cells_of_its_own_kind_beside_it() -> None:
    jungle = "jungle a1 b1 c1 d1 e1"
    assert part(paper(small("1 2 3 4 5 .", "x H", notes=jungle)), "structures", "hut").points == 6
    assert (
        part(paper(small("1 2 3 4 5 .", "x S", notes=jungle)), "structures", "statue").points == 0
    )
    assert part(paper(small("1 2 3 4 5 .", "x M", notes=jungle)), "structures", "mine").points == 0
    town = "town a1 b1 c1 d1"
    assert part(paper(small("1 1 1 1 .", "x S", notes=town)), "structures", "statue").points == 6
    assert part(paper(small("1 1 1 1 .", "x H", notes=town)), "structures", "hut").points == 0
    range_ = "range a1 b1 c1"
    assert part(paper(small("6 6 6 .", "M", notes=range_)), "structures", "mine").points == 4
    assert part(paper(small("6 6 6 .", "S", notes=range_)), "structures", "statue").points == 0


@pytest.mark.rule("V-4.1")
def test_a_structure_counts_nothing_that_is_not_revealed() -> None:
    assert paper(small("1 2 3 4 5 .", "x H")).points == 0


@pytest.mark.rule("V-4.4")
def test_a_pyramid_is_no_mountain_to_a_mine() -> None:
    tree = paper(small("10 11 12 .", "M 10", notes="pyramid a1 b1 c1 b2"))
    assert part(tree, "structures", "mine") == ScoreTree("mine", 0, ("a2",))
    assert tree.points == 15


@pytest.mark.rule("V-4.5", "V-5.13")
def test_a_snake_beside_structures_alone_costs_nothing() -> None:
    tree = paper(small("@ H .", "S M"))
    assert part(tree, "snakes").parts[0] == ScoreTree("bite", 0, ("a1",))


@pytest.mark.rule("V-5.13")
def test_a_snake_in_a_cell_of_its_own_costs_nothing() -> None:
    tables = packaged_tables("yupana.games.valley", "classic")
    tables["sides"]["A"]["drawing"] = ". .."
    tables["expect"]["A"] = {"cells": 3, "lakes": 0, "edge": 3}
    game = Valley(1, edition=decode_edition(tables, ValleyEdition))
    tree = game.score(game.read_paper("     a  b  c  d\n  1  @     5  ."), 0)
    assert part(tree, "snakes").parts == (ScoreTree("bite", 0, ("a1",)),)


@pytest.mark.rule("V-5.4", "V-7.5")
def test_a_snake_costs_the_largest_number_beside_it() -> None:
    tree = paper(small("3 @ 5 15", "1 12 2 ."))
    assert part(tree, "snakes").parts[0] == ScoreTree("bite", -12, ("b1", "b2"))
    assert tree.points == -12


@pytest.mark.rule("V-5.5")
def test_a_snake_crossed_out_costs_nothing() -> None:
    assert paper(small("3 x 5 15", "1 12 2 .")).points == 0


@pytest.mark.rule("V-5.9")
def test_numbers_in_discoveries_bite_and_one_number_may_bite_twice() -> None:
    tree = paper(small("6 7 8 .", "@ x @", notes="range a1 b1 c1"))
    assert [each.points for each in part(tree, "snakes").parts if each.points] == [-7, -8]
    twice = paper(small("@ 9 @ ."))
    assert twice.points == -18


@pytest.mark.rule("V-5.10")
def test_a_written_9_does_nothing_to_a_snake() -> None:
    assert paper(small("9 @ .")).points == -9


@pytest.mark.rule("V-6.14")
def test_a_pattern_that_is_not_revealed_is_worth_nothing() -> None:
    assert paper(small("10 11 12 .", "x 10")).points == 0


def test_a_live_score_has_the_marks_of_the_running_round_for_their_seat_alone() -> None:
    game = Valley(2)
    state = do(game, game.setup(), "* roll 1 1 snake", "* swap 2 1", "1 snake b1", "2 snake b1")
    state = do(game, state, "* roll 2 3 5", "1 10 a1")
    assert game.score(state, 0).points == -10
    assert game.score(state, 1).points == 0
    assert game.score_seen(game.view(state, 1), 0).points == 0
    assert game.score_seen(game.view(state, 0), 0).points == -10


# The end


def table(*sheets: str) -> tuple[Valley, State]:
    """A finished game with these sheets."""
    game = Valley(len(sheets))
    drawn = "\n".join(f"sheet {seat}\n{sheet}" for seat, sheet in enumerate(sheets, 1))
    return game, game.read_position(f"round 30\nover\n{drawn}\n")


@pytest.mark.rule("V-7.1")
def test_the_game_ends_with_the_round_in_which_a_sheet_is_full() -> None:
    game = Valley(2)
    text = f"round 30\nwriting 2 3 5\nsheet 1\n{small('1 .')}\nsheet 2\n{small('1 . .')}\n"
    state = do(game, game.read_position(text), "1 7 b1", "1 done")
    assert game.pending(state) == (1,)
    assert game.outcome(state) is None
    over = do(game, state, "2 7 b1", "2 done")
    assert (over.phase, over.round) == (Over(), 30)
    outcome = game.outcome(over)
    assert outcome is not None
    assert (outcome.why, outcome.scores, outcome.places) == ("full", (7, 0), ((0,), (1,)))


@pytest.mark.rule("V-7.2")
def test_everybody_whose_sheet_is_full_scores_7() -> None:
    game = Valley(3)
    text = (
        "".join(f"sheet {seat}\n{small('1 .')}\n" for seat in (1, 2)) + f"sheet 3\n{small('1 . .')}"
    )
    state = game.read_position(f"round 30\nwriting 2 3 5\n{text}\n")
    over = do(game, state, "1 7 b1", "1 done", "2 5 b1", "2 done", "3 5 b1", "3 done")
    outcome = game.outcome(over)
    assert outcome is not None
    assert outcome.scores == (7, 7, 0)
    assert outcome.places == ((0, 1), (2,))


@pytest.mark.rule("V-7.9")
def test_a_snake_may_fill_the_last_cell() -> None:
    game = Valley(2)
    text = f"round 30\nplacing 2 1\nsheet 1\n{small('1 .')}\nsheet 2\n{small('1 . .')}\n"
    over = do(game, game.read_position(text), "2 snake b1", "1 snake c1")
    assert over.phase == Over()
    outcome = game.outcome(over)
    assert outcome is not None
    assert outcome.scores == (7 - 1, 0)


@pytest.mark.rule("V-7.6")
def test_the_most_stars_win() -> None:
    town = small("1 1 1 1 .", notes="town a1 b1 c1 d1")
    game, state = table(small("1 ."), town, small("6 6 6", notes="range a1 b1 c1"), small("."))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.places == ((2,), (1,), (0, 3))
    assert (outcome.tie_break, outcome.rank) == (None, None)


@pytest.mark.rule("V-7.7")
def test_among_equals_stars_from_structures_decide_then_they_share() -> None:
    hut = small("1 2 3 4 5 .", "x H @", notes="jungle a1 b1 c1 d1 e1")  # 5 + 6 - 4
    full = small("1")
    range_ = small("6 6 6 .", notes="range a1 b1 c1")
    game, state = table(range_, hut, full)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (7, 7, 7)
    assert outcome.places == ((1,), (0, 2))
    assert outcome.tie_break == "structures"
    game, state = table(full, range_)
    shared = game.outcome(state)
    assert shared is not None
    assert (shared.places, shared.tie_break) == (((0, 1),), None)


@pytest.mark.rule("V-7.7")
def test_a_tie_below_the_first_place_is_no_tie_break_of_the_victory() -> None:
    hut = small("1 2 3 4 5 .", "x H @", notes="jungle a1 b1 c1 d1 e1")
    range_ = small("6 6 6 .", notes="range a1 b1 c1")
    best = small("10 11 12 .", ". 10", notes="pyramid a1 b1 c1 b2")
    game, state = table(range_, hut, best)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.tie_break) == (((2,), (1,), (0,)), None)


# Alone


@pytest.mark.rule("V-9.4")
def test_alone_the_game_lasts_25_rounds() -> None:
    game, state = alone("writing 2 3 5", small("1 . ."), round_=24)
    later = do(game, state, "1 7 b1", "1 done")
    assert (later.round, later.phase) == (25, Rolling())
    game, state = alone("writing 2 3 5", small("1 . ."), round_=25)
    over = do(game, state, "1 7 b1", "1 done")
    outcome = game.outcome(over)
    assert outcome is not None
    assert (outcome.why, outcome.places) == ("rounds", ((0,),))
    with_others = Valley(2)
    text = f"round 25\nwriting 2 3 5\nsheet 1\n{small('1 . .')}\nsheet 2\n{small('1 . .')}\n"
    both = do(with_others, with_others.read_position(text), "1 7 b1", "1 done", "2 7 b1", "2 done")
    assert both.round == 26


@pytest.mark.rule("V-9.8")
def test_alone_a_full_sheet_ends_the_game_earlier() -> None:
    game, state = alone("writing 2 3 5", small("1 ."), round_=20)
    outcome = game.outcome(do(game, state, "1 7 b1", "1 done"))
    assert outcome is not None
    assert (outcome.why, outcome.scores) == ("full", (7,))


@pytest.mark.rule("V-9.5")
def test_alone_stars_make_a_level() -> None:
    edition = Valley(1).edition
    levels = [(-30, "tourist"), (89, "tourist"), (90, "pathfinder"), (109, "pathfinder")]
    levels += [(110, "voyager"), (129, "voyager"), (130, "explorer"), (200, "explorer")]
    for stars, level in levels:
        assert rank(edition, stars, snakes=0) == level


@pytest.mark.rule("V-9.6", "V-9.6x")
def test_alone_each_snake_makes_every_level_easier_by_4() -> None:
    edition = Valley(1).edition
    assert rank(edition, 110, snakes=5) == "explorer"
    assert rank(edition, 109, snakes=5) == "voyager"
    assert rank(edition, 70, snakes=5) == "pathfinder"
    assert rank(edition, 69, snakes=5) == "tourist"
    assert rank(edition, -50, snakes=5) == "tourist"


@pytest.mark.rule("V-9.6")
def test_crossed_out_snakes_ease_the_levels_too() -> None:
    game, state = table(small("10 11 12 .", ". 10", notes="pyramid a1 b1 c1 b2"))
    snakes = state.sheets[0].snakes.bit_count()
    assert snakes == 49 - 6
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.rank) == ((15,), "explorer")
