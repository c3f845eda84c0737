"""Mapping the valley: jungles, towns, ranges, pyramids."""

from __future__ import annotations

import pytest

from tests.games.valley.table import allowed, alone, do, refused
from tests.games.valley.test_scoring import small
from yupana.games.valley import Valley
from yupana.games.valley.components import layout_of
from yupana.games.valley.sheet import State

# Enough for every kind; the round is begun with the 1 in g7.
MIXED = """
     a  b  c  d  e  f  g
  1 10 15 11  .  4  4  8
  2  2 12  3  .  4  .  4
  3  5  6  1  @  6  7  9
  4  .  H  .  .  4  .  .
  5  4  4  .  .  .  .  .
  6  4  .  4  .  .  6  .
  7  x  .  .  .  .  1  .
"""


def begun(sheet: str = MIXED) -> tuple[Valley, State]:
    game, state = alone("writing 1 3 4", sheet)
    return game, do(game, state, "1 1 g7")


def reveals(game: Valley, state: State, kind: str) -> set[str]:
    start = f"reveal {kind} "
    return {text.removeprefix(start) for text in allowed(game, state) if text.startswith(start)}


@pytest.mark.rule("V-6.1")
def test_a_discovery_is_revealed_after_a_mark_and_only_one_a_round() -> None:
    game, state = alone("writing 1 3 4", MIXED)
    assert refused(game, state, "1 reveal range f3 g3 g1") == "V-6.1"
    assert not [text for text in allowed(game, state) if "reveal" in text]
    revealed = do(game, state, "1 1 g7", "1 reveal range e3 f3 g3")
    assert allowed(game, revealed) == {"done"}
    assert refused(game, revealed, "1 reveal pyramid a1 b1 c1 b2") == "V-6.1"
    closed = do(game, revealed, "1 done", "* roll 1 1 1", "1 1 g6")
    assert "reveal pyramid a1 b1 c1 b2" in allowed(game, closed)


@pytest.mark.rule("V-6.17")
def test_no_mark_after_a_discovery() -> None:
    game, state = begun()
    revealed = do(game, state, "1 reveal range e3 f3 g3")
    assert refused(game, revealed, "1 3 g6") == "V-6.17"
    assert refused(game, revealed, "1 cross d3 with 4+5") == "V-6.17"
    assert refused(game, revealed, "1 penny 3 g6") == "V-6.17"
    assert refused(game, revealed, "1 hut g6") == "V-6.17"


@pytest.mark.rule("V-6.2")
def test_a_jungle_is_five_cells_with_five_numbers() -> None:
    game, state = begun()
    assert do(game, state, "1 reveal jungle a2 c2 a3 b3 c3").phase
    assert refused(game, state, "1 reveal jungle a2 a3 b3 c2") == "V-6.2"
    assert refused(game, state, "1 reveal jungle a1 b1 a2 b2 c2 c3") == "V-6.2"
    assert refused(game, state, "1 reveal jungle e1 f1 g1 e2 g2") == "V-6.2"
    assert "a2 c2 a3 b3 c3" in reveals(game, state, "jungle")


@pytest.mark.rule("V-6.3")
def test_a_town_is_four_cells_with_one_number() -> None:
    game, state = begun()
    assert reveals(game, state, "town") == {"e1 f1 e2 g2", "a5 b5 a6 c6"}
    assert reveals(*begun(MIXED.replace("6  4  .  4", "6  4  .  .")), "town") == {"e1 f1 e2 g2"}
    game_, four = alone("writing 1 3 4", small("3 3 3 3 ."))
    assert reveals(game_, do(game_, four, "1 1 e1"), "town") == {"a1 b1 c1 d1"}
    assert refused(game, state, "1 reveal town e1 f1 e2") == "V-6.3"
    assert refused(game, state, "1 reveal town e1 f1 g1 e2") == "V-6.3"


@pytest.mark.rule("V-6.4")
def test_a_town_never_repeats_the_number_of_another() -> None:
    game, state = begun(MIXED.replace("6  4  .", "6  4  4"))
    assert reveals(game, state, "town") == {
        "e1 f1 e2 g2",
        "a5 b5 a6 b6",
        "a5 b5 a6 c6",
        "a5 b5 b6 c6",
        "a5 a6 b6 c6",
        "b5 a6 b6 c6",
    }
    closed = do(game, state, "1 reveal town e1 f1 e2 g2", "1 done", "* roll 1 1 1", "1 1 g6")
    assert reveals(game, closed, "town") == set()
    assert refused(game, closed, "1 reveal town a5 b5 a6 b6") == "V-6.4"


@pytest.mark.rule("V-6.5")
def test_a_range_is_three_cells_of_six_or_more() -> None:
    game, state = begun()
    assert reveals(game, state, "range") >= {"e3 f3 g3", "a1 b1 c1", "b1 b2 b3"}
    assert refused(game, state, "1 reveal range e3 f3") == "V-6.5"
    assert refused(game, state, "1 reveal range e3 f3 e4") == "V-6.5"
    assert refused(game, state, "1 reveal range a1 b1 c1 b2") == "V-6.5"


@pytest.mark.rule("V-6.6")
def test_a_pyramid_is_a_t_of_four_cells_of_ten_or_more() -> None:
    game, state = begun()
    assert reveals(game, state, "pyramid") == {"a1 b1 c1 b2"}
    assert refused(game, state, "1 reveal pyramid a1 b1 b2 b3") == "V-6.6"
    nine = MIXED.replace("11", " 9")
    game, state = begun(nine)
    assert refused(game, state, "1 reveal pyramid a1 b1 c1 b2") == "V-6.6"
    square = MIXED.replace(" 2 12", "10 12")
    game, state = begun(square)
    assert refused(game, state, "1 reveal pyramid a1 b1 a2 b2") == "V-6.6"


@pytest.mark.rule("V-6.6")
def test_a_pyramid_may_be_turned_but_not_slanted() -> None:
    layout = layout_of("...\n...\n...")
    turned = {layout.grid.names_of(cells) for cells in layout.pyramids("\n #\n###\n")}
    assert turned == {
        ("b1", "a2", "b2", "c2"),
        ("b2", "a3", "b3", "c3"),
        ("a1", "b1", "c1", "b2"),
        ("a2", "b2", "c2", "b3"),
        ("a1", "a2", "b2", "a3"),
        ("b1", "b2", "c2", "b3"),
        ("b1", "a2", "b2", "b3"),
        ("c1", "b2", "c2", "c3"),
    }


@pytest.mark.rule("V-6.7")
def test_a_cell_is_part_of_one_discovery() -> None:
    game, state = begun()
    closed = do(game, state, "1 reveal range a1 b1 c1", "1 done", "* roll 1 1 1", "1 1 g6")
    assert refused(game, closed, "1 reveal pyramid a1 b1 c1 b2") == "V-6.7"
    assert reveals(game, closed, "pyramid") == set()
    assert all("b1" not in text for text in reveals(game, closed, "range"))


@pytest.mark.rule("V-6.8", "V-6.11")
def test_discoveries_of_one_kind_may_be_several_and_touch() -> None:
    game, state = begun()
    one = do(game, state, "1 reveal range a1 b1 c1", "1 done")
    two = do(game, one, "* roll 5 2 1", "1 7 f2", "1 reveal range g1 f2 f3", "1 done")
    # g3 touches f2 and f3 of the second one, e3 touches them too
    three = do(game, two, "* roll penny 5 1", "1 penny 8 f4", "1 reveal range e3 g3 f4", "1 done")
    assert [each.kind for each in three.sheets[0].discoveries] == ["range", "range", "range"]


@pytest.mark.rule("V-6.9", "V-8.1")
def test_a_discovery_hangs_together_across_sides_and_corners() -> None:
    game, state = begun()
    assert refused(game, state, "1 reveal range a1 b1 g1") == "V-6.9"
    assert refused(game, state, "1 reveal town e1 f1 e4 g2") == "V-6.9"
    assert refused(game, state, "1 reveal jungle a2 c2 a3 b3 g7") == "V-6.9"
    game, state = begun(MIXED.replace("7  9\n  4  .  H  .  .  4", "7  9\n  4  .  H  .  .  8"))
    assert "b2 b3" not in reveals(game, state, "range")
    assert "f3 g3 e4" in reveals(game, state, "range")


@pytest.mark.rule("V-6.10")
def test_of_a_larger_group_exactly_as_many_cells_are_taken_as_needed() -> None:
    game, state = begun(MIXED.replace("4  .  4\n  3", "4  4  4\n  3"))
    towns = {text for text in reveals(game, state, "town") if "e2" in text or "f2" in text}
    assert len(towns) == 5
    closed = do(game, state, "1 reveal town e1 f1 e2 f2", "1 done", "* roll 1 1 1", "1 1 g6")
    assert closed.sheets[0].discoveries[0].cells.bit_count() == 4
    assert refused(game, closed, "1 reveal range g2 f3 g3") == "V-6.5"  # the 4 is free, but low


@pytest.mark.rule("V-6.12")
def test_structures_snakes_and_empty_cells_are_no_part_of_a_discovery() -> None:
    game, state = begun()
    assert refused(game, state, "1 reveal jungle a2 a3 b3 c3 b4") == "V-6.12"
    assert refused(game, state, "1 reveal range e3 f3 d3") == "V-6.12"
    assert refused(game, state, "1 reveal range e3 f3 f2") == "V-6.12"
    assert refused(game, state, "1 reveal town a5 b5 a6 a7") == "V-6.12"


@pytest.mark.rule("V-6.15")
def test_in_the_last_round_one_may_still_reveal() -> None:
    game, state = alone("writing 1 3 4", MIXED, round_=25)
    over = do(game, state, "1 1 g7", "1 reveal range e3 f3 g3", "1 done")
    assert game.pending(over) == ()
    assert game.score(over, 0).parts[1].points == 7


@pytest.mark.rule("V-6.15")
def test_a_seat_may_reveal_though_another_has_filled_its_sheet() -> None:
    game = Valley(2)
    full = "\n".join(["     a  b  c  d  e  f  g", *(f"  {n}" + "  x" * 7 for n in range(1, 8))])
    almost = full.replace("7  x", "7  .")
    mixed = MIXED.strip("\n")
    state = game.read_position(f"round 40\nwriting 1 3 4\nsheet 1\n{almost}\nsheet 2\n{mixed}\n")
    over = do(game, state, "1 8 a7", "1 done", "2 1 g7", "2 reveal range e3 f3 g3", "2 done")
    assert game.pending(over) == ()
    assert [tree.points for tree in (game.score(over, 0), game.score(over, 1))] == [7, 7 - 6]


@pytest.mark.rule("V-6.16")
def test_a_discovery_need_not_touch_the_marks_of_the_round() -> None:
    game, state = begun()
    after = do(game, state, "1 reveal pyramid a1 b1 c1 b2", "1 done")
    assert after.sheets[0].fresh == 1 << game.layout.grid.cell("g7")
    assert game.layout.grid.names_of(after.sheets[0].discoveries[0].cells) == (
        "a1",
        "b1",
        "c1",
        "b2",
    )


@pytest.mark.rule("V-6.14")
def test_what_is_not_revealed_is_worth_nothing() -> None:
    game, state = begun()
    assert game.score(state, 0).parts[1].points == 0
