"""Exhibitions: who organises, secret choice, what is shown, scored and given up."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.games.paititi.playing import (
    allowed,
    do,
    edition,
    phase,
    position,
    refused,
    says,
    why_not,
)
from yupana.games.paititi import Paititi, exhibitions
from yupana.games.paititi.notation import read_artifacts, write_artifacts
from yupana.games.paititi.state import Choose, Exhibition, Giving, State

GAME = Paititi(3)

TABLE = """
    turn {turn} seat 1 exhibited {last}
    acting
    open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
    held llamas+statues by 3: 0+0 0+0 0+0
    row 2 3 5 top 4
    seat 1
      hand 3/3 3/4
      displayed 3/3
      artifacts {one}
    seat 2
      hand 1/1
      artifacts {two}
    seat 3
      hand 1/1
      artifacts {three}
"""


def table(
    one: str, two: str = "nothing", three: str = "nothing", game: Paititi = GAME, idle: int = 2
) -> State:
    """Seat 1 to act, `idle` turns after the last exhibition."""
    text = TABLE.format(one=one, two=two, three=three, last=20, turn=21 + idle)
    return position(game, text)


def finds(state: State, seat: int) -> str:
    return write_artifacts(GAME.table, state.expeditions[seat - 1].artifacts)


# Organising


@pytest.mark.rule("P-7.1")
def test_an_organiser_owns_two_artifact_cards() -> None:
    assert refused(GAME, table("vase 1@2"), "1 exhibit tiles/vases") == "P-7.1"
    assert refused(GAME, table("nothing"), "1 exhibit stop") == "P-7.1"
    assert [move for move in allowed(GAME, table("vase 1@2 1@2")) if "exhibit" in move] == [
        "exhibit vases+llamas",
        "exhibit statues+tiles",
        "exhibit tiles+discs",
        "exhibit discs+vases",
        "exhibit tiles/vases",
    ]


@pytest.mark.rule("P-7.3", "P-7.4")
def test_the_organiser_chooses_an_open_card_and_all_who_own_something_choose_theirs() -> None:
    state = table("vase 1@2 1@2", "tile 1@2")
    assert refused(GAME, state, "1 exhibit llamas+statues") == "P-7.3"
    assert refused(GAME, state, "1 exhibit vases/statues") == "P-7.3"
    assert refused(GAME, state, "1 exhibit stop") == "P-7.3"
    state = do(GAME, state, "1 exhibit tiles/vases")
    assert phase(GAME, state) == "exhibiting tiles/vases"
    assert says(GAME, state, "open vases+llamas statues+tiles tiles+discs discs+vases")
    assert GAME.pending(state) == (0, 1)
    assert allowed(GAME, state, 1) == [
        "choose nothing",
        "choose vase 1@2",
        "choose vase 1@2 1@2",
    ]
    assert allowed(GAME, state, 2) == ["choose nothing", "choose tile 1@2"]


@pytest.mark.rule("P-7.4")
def test_one_chooses_among_ones_own_cards_and_only_once() -> None:
    state = do(GAME, table("vase 1@2 2@2", "tile 1@2"), "1 exhibit tiles/vases")
    assert refused(GAME, state, "1 choose tile 1@2") == "P-7.4"
    assert refused(GAME, state, "1 choose vase 2@2 2@2") == "P-7.4"
    assert refused(GAME, state, "1 draw") == "P-7.4"
    assert why_not(GAME, state, 1, "give vase 1@2") == "P-7.4"
    disorder = Choose(state.expeditions[0].artifacts[::-1])
    assert GAME.moves(state, 0).why_not(disorder) == "P-7.4"
    state = do(GAME, state, "1 choose vase 2@2")
    assert GAME.pending(state) == (1,)
    assert why_not(GAME, state, 1, "choose vase 1@2") == "P-7.10"


@pytest.mark.rule("P-7.10")
def test_who_owns_no_artifact_card_is_not_asked() -> None:
    state = do(GAME, table("vase 1@2 2@2", "nothing", "tile 1@2"), "1 exhibit tiles/vases")
    assert GAME.pending(state) == (0, 2)
    assert why_not(GAME, state, 2, "choose nothing") == "P-7.10"


@pytest.mark.rule("P-7.4", "P-7.10")
def test_the_order_in_which_choices_are_made_does_not_matter() -> None:
    state = do(GAME, table("vase 1@2 2@2", "tile 2@2", "tile 1@2"), "1 exhibit tiles/vases")
    choices = ("1 choose vase 2@2", "2 choose tile 2@2", "3 choose nothing")
    after = {do(GAME, state, *order) for order in permutations(choices)}
    assert len(after) == 1


@pytest.mark.rule("P-7.7")
def test_the_card_is_set_aside_and_the_next_one_takes_its_place() -> None:
    state = do(GAME, table("vase 1@2 2@2"), "1 exhibit discs+vases", "1 choose nothing")
    assert phase(GAME, state) == "turning"
    state = do(GAME, state, "* turn vases/statues")
    assert says(
        GAME,
        state,
        "turn 24 seat 2 exhibited 23",
        "acting",
        "open vases+llamas statues+tiles tiles+discs vases/statues tiles/vases",
        "held discs+vases by 1: 0+0 0+0 0+0",
    )


@pytest.mark.rule("P-7.8")
def test_guests_may_take_part_with_one_card_unless_the_table_asks_for_two() -> None:
    strict = Paititi(3, guests_need_two=True)
    for game, asked in ((GAME, (0, 1, 2)), (strict, (0, 2))):
        state = table("vase 1@2 2@2", "tile 1@2", "tile 2@2 3@3", game)
        assert game.pending(do(game, state, "1 exhibit tiles/vases")) == asked


@pytest.mark.rule("P-7.9")
def test_the_organiser_need_not_show_anything_and_keeps_the_point() -> None:
    state = do(GAME, table("disc 1@2 1@3"), "1 exhibit tiles/vases", "1 choose nothing")
    assert GAME.score(state, 0).points == 1 + 2 + 3
    assert finds(state, 1) == "disc 1@2 1@3"


@pytest.mark.rule("P-7.9")
def test_a_table_may_ask_the_organiser_for_a_card_that_fits() -> None:
    game = Paititi(3, must_show=True)
    state = table("disc 1@2 1@3", "tile 1@2", "vase 1@2", game)
    assert [move for move in allowed(game, state) if "exhibit" in move] == [
        "exhibit tiles+discs",
        "exhibit discs+vases",
    ]
    assert refused(game, state, "1 exhibit tiles/vases") == "P-7.9"
    assert refused(game, state, "1 exhibit llamas+statues") == "P-7.3"
    state = table("disc 1@2 vase 1@2 1@2", "tile 1@2", game=game)
    state = do(game, state, "1 exhibit tiles/vases")
    assert refused(game, state, "1 choose nothing") == "P-7.9"
    assert refused(game, state, "1 choose disc 1@2") == "P-7.9"
    assert allowed(game, state, 1) == [
        "choose vase 1@2",
        "choose vase 1@2 disc 1@2",
        "choose vase 1@2 1@2",
        "choose vase 1@2 1@2 disc 1@2",
    ]
    assert len(game.moves(state, 0)) == 4
    picked = {game.write_move(game.moves(state, 0).pick(Random(seed))) for seed in range(40)}
    assert picked == set(allowed(game, state, 1))
    assert allowed(game, state, 2) == ["choose nothing", "choose tile 1@2"]


@pytest.mark.rule("P-7.11")
def test_after_five_rounds_without_an_exhibition_whoever_can_must_organise_one() -> None:
    almost, over = table("vase 1@2 2@2", idle=14), table("vase 1@2 2@2", idle=15)
    assert "draw" in allowed(GAME, almost)
    assert {move.split()[0] for move in allowed(GAME, over)} == {"exhibit"}
    for move in ("draw", "display 3/3", "dig 1 with 3/4", "pass"):
        assert refused(GAME, over, f"1 {move}") == "P-7.11"
    assert refused(GAME, over, "1 choose nothing") == "P-7.4"
    assert GAME.moves(over, 0).pick(Random(1)) in GAME.moves(over, 0)
    cannot = table("vase 1@2", idle=15)
    assert "draw" in allowed(GAME, cannot)
    assert "exhibit vases+llamas" not in allowed(GAME, cannot)


@pytest.mark.rule("P-7.11")
def test_a_table_may_do_without_that() -> None:
    game = Paititi(3, must_exhibit=False)
    assert "draw" in allowed(game, table("vase 1@2 2@2", game=game, idle=80))


@pytest.mark.rule("P-7.11")
def test_the_five_rounds_begin_anew_with_each_exhibition() -> None:
    state = do(GAME, table("vase 1@2 2@2", idle=15), "1 exhibit discs+vases", "1 choose nothing")
    state = do(GAME, state, "* turn vases/statues", "2 display 1/1", "3 display 1/1")
    assert "draw" in allowed(GAME, state)


# Openings, travelling exhibitions


@pytest.mark.rule("P-8.2", "P-6.10")
def test_after_an_opening_all_cards_return() -> None:
    state = do(GAME, table("vase 1@2 2@2", "disc 3@4"), "1 exhibit discs+vases")
    state = do(GAME, state, "1 choose vase 1@2 2@2", "2 choose disc 3@4")
    assert (finds(state, 1), finds(state, 2)) == ("vase 1@2 2@2", "disc 3@4")
    assert not any(state.thrown)
    assert says(GAME, state, "news showing", "seat 1", "shown vase 1@2 2@2", "given nothing")


@pytest.mark.rule("P-9.1", "P-7.6")
def test_all_cards_that_travel_are_given_up_and_wrong_kinds_return() -> None:
    state = do(GAME, table("tile 1@2 2@2 disc 1@2", "tile 3@5 3@5"), "1 exhibit tiles/vases")
    state = do(GAME, state, "1 choose tile 2@2 disc 1@2", "2 choose tile 3@5 3@5")
    assert (finds(state, 1), finds(state, 2)) == ("tile 1@2 disc 1@2", "nothing")
    assert says(GAME, state, "turning", "thrown tile 2@2 3@5 3@5")
    assert says(GAME, state, "seat 1", "given tile 2@2", "seat 2", "given tile 3@5 3@5")


# Permanent exhibitions


@pytest.mark.rule("P-10.2", "P-10.3")
def test_who_took_part_gives_up_one_used_card_and_who_scored_most_one_more() -> None:
    state = table("vase 1@2 1@3 2@3", "vase 2@2 3@4 tile 1@2", "vase 2@4 disc 1@2")
    state = do(
        GAME,
        state,
        "1 exhibit tiles/vases",
        "1 choose vase 1@2 1@3",
        "2 choose vase 2@2 3@4",
        "3 choose disc 1@2",
    )
    # Seat 2 scored most: both its cards go, without a choice. Seat 3 took no part.
    assert phase(GAME, state) == "giving"
    assert GAME.pending(state) == (0,)
    assert allowed(GAME, state, 1) == ["give vase 1@2", "give vase 1@3"]
    assert refused(GAME, state, "1 give vase 2@3") == "P-10.2"
    assert refused(GAME, state, "1 give vase 1@2 1@3") == "P-10.3"
    assert refused(GAME, state, "1 choose vase 1@2") == "P-10.2"
    assert why_not(GAME, state, 2, "give vase 2@2") == "P-10.7"
    state = do(GAME, state, "1 give vase 1@3")
    assert [finds(state, seat) for seat in (1, 2, 3)] == [
        "vase 1@2 2@3",
        "tile 1@2",
        "vase 2@4 disc 1@2",
    ]
    assert says(GAME, state, "turning", "thrown vase 1@3 2@2 3@4")


@pytest.mark.rule("P-10.3", "P-10.7")
def test_all_who_tie_for_the_most_give_up_two() -> None:
    state = table("vase 1@2 1@2 1@3 llama 1@2", "vase 2@3 tile 1@2", "vase 2@2 3@4 2@4")
    state = do(
        GAME,
        state,
        "1 exhibit tiles/vases",
        "1 choose vase 1@2 1@2 1@3",
        "2 choose vase 2@3",
        "3 choose vase 3@4",
    )
    assert GAME.pending(state) == (0,)
    assert allowed(GAME, state, 1) == ["give vase 1@2 1@2", "give vase 1@2 1@3"]
    assert refused(GAME, state, "1 give vase 1@2") == "P-10.3"
    state = do(GAME, state, "1 give vase 1@2 1@3")
    assert [finds(state, seat) for seat in (1, 2, 3)] == [
        "vase 1@2 llama 1@2",
        "tile 1@2",
        "vase 2@2 2@4",
    ]


@pytest.mark.rule("P-10.5")
def test_most_are_the_points_of_this_half_alone() -> None:
    # Seat 1 organises and scores 1 + 36 + 3 in all, seat 2 just 6 in the permanent half.
    state = table("vase 1@2 tile 3@3 3@5", "vase 1@2 1@3")
    state = do(GAME, state, "1 exhibit tiles/vases")
    line = Exhibition(GAME.table.exhibition_names.index("tiles/vases"), 0, ((6, 1), (0, 2), (0, 0)))
    shown = [read_artifacts(GAME.table, text.split()) for text in ("vase 1@2", "vase 1@2 1@3")]
    assert exhibitions.owed(GAME.table, line, 1, 0, shown[0]) == 1
    assert exhibitions.owed(GAME.table, line, 1, 1, shown[1]) == 2
    state = do(GAME, state, "1 choose vase 1@2 tile 3@3 3@5", "2 choose vase 1@2 1@3")
    assert (finds(state, 1), finds(state, 2)) == ("nothing", "nothing")


@pytest.mark.rule("P-10.5", "P-10.6")
def test_who_takes_part_alone_scores_the_most_and_gives_up_two_or_the_only_one() -> None:
    state = do(GAME, table("vase 1@2 2@2 2@3"), "1 exhibit tiles/vases")
    alone = do(GAME, state, "1 choose vase 1@2 2@2 2@3")
    assert allowed(GAME, alone, 1) == [
        "give vase 1@2 2@2",
        "give vase 1@2 2@3",
        "give vase 2@2 2@3",
    ]
    one = do(GAME, state, "1 choose vase 2@2")
    assert finds(one, 1) == "vase 1@2 2@3"
    two = do(GAME, state, "1 choose vase 1@2 2@2")
    assert finds(two, 1) == "vase 2@3"


@pytest.mark.rule("P-10.7")
def test_gifts_are_chosen_at_the_same_time_and_lie_hidden_until_all_have_chosen() -> None:
    state = table("vase 1@2 1@3 2@3 3@5", "vase 2@2 2@4 3@4")
    state = do(
        GAME,
        state,
        "1 exhibit tiles/vases",
        "1 choose vase 1@2 1@3 2@3",
        "2 choose vase 2@2 2@4 3@4",
    )
    assert GAME.pending(state) == (0, 1)
    assert isinstance(state.phase, Giving)
    gifts = ("1 give vase 2@3", "2 give vase 2@2 2@4")
    half = do(GAME, state, gifts[1])
    assert GAME.pending(half) == (0,)
    assert finds(half, 2) == "vase 2@2 2@4 3@4"
    assert why_not(GAME, half, 2, "give vase 2@2 2@4") == "P-10.7"
    assert len({do(GAME, state, *order) for order in permutations(gifts)}) == 1
    done = do(GAME, state, *gifts)
    assert (finds(done, 1), finds(done, 2)) == ("vase 1@2 1@3 3@5", "vase 3@4")


@pytest.mark.rule("P-10.7")
def test_equal_cards_leave_no_choice() -> None:
    state = do(GAME, table("vase 1@2 1@2", "vase 3@4"), "1 exhibit tiles/vases")
    state = do(GAME, state, "1 choose vase 1@2 1@2", "2 choose vase 3@4")
    assert phase(GAME, state) == "turning"
    assert finds(state, 1) == "vase 1@2"


@pytest.mark.rule("P-9.1", "P-10.2")
def test_both_halves_take_their_cards_at_the_same_time() -> None:
    state = table("vase 1@2 1@3 2@2 tile 1@2", "vase 3@4 tile 2@2")
    state = do(GAME, state, "1 exhibit tiles/vases", "2 choose vase 3@4 tile 2@2")
    state = do(GAME, state, "1 choose vase 1@2 1@3 tile 1@2")
    assert finds(state, 1) == "vase 1@2 1@3 2@2 tile 1@2"  # until the gift is chosen
    state = do(GAME, state, "1 give vase 1@2")
    assert (finds(state, 1), finds(state, 2)) == ("vase 1@3 2@2", "nothing")
    assert says(GAME, state, "thrown vase 1@2 3@4 tile 1@2 2@2")
    assert says(GAME, state, "held tiles/vases by 1: 1+2 2+3 0+0")


@pytest.mark.rule("P-10.2", "P-10.3")
def test_how_many_are_given_up_is_a_number_of_the_edition() -> None:
    game = Paititi(3, edition("[turn]\ngives = 0\nmost_gives = 2\n"))
    state = table("vase 1@2 1@3 2@2", "vase 1@2", game=game)
    state = do(
        game, state, "1 exhibit tiles/vases", "2 choose vase 1@2", "1 choose vase 1@2 1@3 2@2"
    )
    assert len(allowed(game, state, 1)) == 3
    state = do(game, state, "1 give vase 1@2 1@3")
    assert finds(state, 2) == "vase 1@2"


# The artifact pile after an exhibition


@pytest.mark.rule("P-2.6", "P-6.9")
def test_cards_given_up_fill_an_empty_pile_and_row_at_once() -> None:
    cards = {card: list(names) for card, names in GAME.edition.artifacts.items()}
    mine = "tile 1@2 1@4 2@2 2@4"
    for card in mine.split()[1:]:
        cards["tile"].remove(card)
    cards["shards"].remove("@3")
    rest = " ".join(f"{kind} {' '.join(each)}" for kind, each in cards.items() if kind != "shards")
    text = TABLE.format(one=mine, two=rest, three="nothing", last=20, turn=23)
    text = text.replace("row 2 3 5 top 4", "row 2 3 - top -\n    stock shards @2 @3")
    state = do(GAME, position(GAME, text), "1 exhibit tiles/vases", "1 choose tile 1@2 1@4 2@2")
    state = do(GAME, state, "2 choose nothing", "* turn vases/statues")
    assert says(GAME, state, "laying", "row 2#1 3#1 - top -", "stock tile 1@2 1@4 2@2")
    state = do(GAME, state, "* back 2")
    assert says(GAME, state, "laying", "row 2#1 3#1 2 top -")
    state = do(GAME, state, "* back 4")
    assert says(GAME, state, "turn 24 seat 2 exhibited 23", "acting", "row 2#1 3#1 2 top 4")
