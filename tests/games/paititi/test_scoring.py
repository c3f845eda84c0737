"""Points: the four examples of the rulebook first, then each half, the worth of cards, the ranking."""

from __future__ import annotations

import pytest

from tests.games.paititi.playing import do, edition, position
from yupana.core.game import ScoreTree
from yupana.games.paititi import Paititi, exhibitions
from yupana.games.paititi.state import State

GAME = Paititi(2)


def last_exhibition(state: State, seat: int) -> ScoreTree:
    """The part of the seat's score that the last exhibition brought."""
    parts = [part for part in GAME.score(state, seat - 1).parts if part.reason == "exhibition"]
    assert parts[-1].of == GAME.table.exhibition_names[state.ledger[-1].card]
    return parts[-1]


def leaves(tree: ScoreTree) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(part.reason, part.points, part.where) for part in tree.parts]


# The rulebook's examples


@pytest.mark.rule("P-8.3x", "P-7.2", "P-8.1")
def test_five_pieces_in_an_opening_one_organises_make_six() -> None:
    state = position(
        GAME,
        """
        turn 9 seat 1
        acting
        row 2 3 5 top 3
        seat 1
          artifacts llama 1@2 2@3 statue 2@2
        seat 2
        """,
    )
    state = do(GAME, state, "1 exhibit llamas+statues", "1 choose llama 1@2 2@3 statue 2@2")
    tree = last_exhibition(state, 1)
    assert tree.points == 6
    assert leaves(tree) == [
        ("organiser", 1, ()),
        ("opening", 3, ("3 llamas",)),
        ("opening", 2, ("2 statues",)),
    ]


TILES = """
    turn 9 seat {organiser}
    acting
    open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
    held llamas+statues by 1: 0+0 0+0
    row 2 3 5 top 3
    seat 1
      artifacts tile 2@2 3@5
    seat 2
      artifacts disc 1@2 1@3
"""


@pytest.mark.rule("P-9.4x", "P-9.2", "P-7.2")
def test_five_tiles_that_travel_make_twenty_six_for_the_organiser() -> None:
    state = position(GAME, TILES.format(organiser=1))
    state = do(GAME, state, "1 exhibit tiles/vases", "2 choose nothing", "1 choose tile 2@2 3@5")
    assert last_exhibition(state, 1).points == 26
    assert leaves(last_exhibition(state, 1)) == [
        ("organiser", 1, ()),
        ("travelling", 25, ("5 tiles",)),
    ]


@pytest.mark.rule("P-9.3x", "P-9.2")
def test_five_tiles_that_travel_make_twenty_five_for_a_guest() -> None:
    state = position(GAME, TILES.format(organiser=2))
    state = do(GAME, state, "2 exhibit tiles/vases", "1 choose tile 2@2 3@5", "2 choose nothing")
    assert leaves(last_exhibition(state, 1)) == [("travelling", 25, ("5 tiles",))]
    assert leaves(last_exhibition(state, 2)) == [("organiser", 1, ())]


@pytest.mark.rule("P-10.4x", "P-10.1")
def test_three_pieces_in_a_permanent_exhibition_make_nine() -> None:
    state = position(
        GAME,
        """
        turn 9 seat 2
        acting
        open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
        held llamas+statues by 1: 0+0 0+0
        row 2 3 5 top 3
        seat 1
          artifacts vase 1@2 2@3
        seat 2
          artifacts disc 1@2 1@3
        """,
    )
    state = do(GAME, state, "2 exhibit tiles/vases", "1 choose vase 1@2 2@3", "2 choose nothing")
    assert leaves(last_exhibition(state, 1)) == [("permanent", 9, ("3 vases",))]


# Each half


@pytest.mark.rule("P-8.1", "P-9.2", "P-9.5", "P-10.1")
def test_points_by_form_and_pieces() -> None:
    by_form = {
        form: [exhibitions.points(GAME.table, form, pieces) for pieces in range(9)]
        for form in ("opening", "travelling", "permanent")
    }
    assert by_form["opening"] == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert by_form["travelling"] == [0, 1, 4, 9, 16, 25, 36, 36, 36]
    assert by_form["permanent"] == [0, 3, 6, 9, 12, 15, 18, 21, 24]


@pytest.mark.rule("P-7.5", "P-7.6")
def test_a_card_counts_in_the_half_of_its_kind_and_everybody_scores_in_both() -> None:
    state = position(
        GAME,
        """
        turn 9 seat 2
        acting
        open vases+llamas statues+tiles tiles+discs discs+vases tiles/vases
        held llamas+statues by 1: 0+0 0+0
        row 2 3 5 top 3
        seat 1
          artifacts vase 1@2 tile 3@3 disc 3@4
        seat 2
          artifacts vase 3@4 tile 1@2 statue 3@4
        """,
    )
    state = do(
        GAME,
        state,
        "2 exhibit tiles/vases",
        "1 choose vase 1@2 tile 3@3 disc 3@4",
        "2 choose vase 3@4 tile 1@2 statue 3@4",
    )
    assert leaves(last_exhibition(state, 1)) == [
        ("travelling", 9, ("3 tiles",)),
        ("permanent", 3, ("1 vases",)),
    ]
    assert leaves(last_exhibition(state, 2)) == [
        ("organiser", 1, ()),
        ("travelling", 1, ("1 tiles",)),
        ("permanent", 9, ("3 vases",)),
    ]
    assert state.ledger[-1].pieces == ((3, 1), (1, 3))


# The worth of what is owned, and the ranking

OVER = """
    turn 40 seat 1
    over stop
    open vases+llamas llamas+statues
    ending 0
    held statues+tiles by {organiser}: 0+0 0+0
    held tiles+discs by 2: {first} {second}
    held discs+vases by 1: 0+0 0+0
    row 2 3 5 top 3
    seat 1
      artifacts {one}
    seat 2
      artifacts {two}
"""


def over(first: str, second: str, one: str, two: str, organiser: int = 1) -> State:
    text = OVER.format(first=first, second=second, one=one, two=two, organiser=organiser)
    return position(GAME, text)


@pytest.mark.rule("P-11.3", "P-11.4")
def test_an_artifact_card_still_owned_is_worth_the_picks_on_its_back() -> None:
    state = over("0+0", "0+0", "vase 1@2 2@4 disc 3@5", "nothing")
    worth = GAME.score(state, 0).parts[-1]
    assert (worth.reason, worth.points) == ("worth", 11)
    assert leaves(worth) == [
        ("artifact", 2, ("vase 1@2",)),
        ("artifact", 4, ("vase 2@4",)),
        ("artifact", 5, ("disc 3@5",)),
    ]
    assert GAME.score(state, 0).points == 13
    assert GAME.score(state, 1).points == 1
    assert GAME.score(state, 1).parts[-1] == ScoreTree("worth", 0)


@pytest.mark.rule("P-11.4")
def test_an_owner_of_the_box_may_say_what_single_cards_are_worth() -> None:
    own = Paititi(2, edition('[worth]\n"2@4" = 7\n"disc 3@5" = 9\n'))
    names = own.table.artifact_names
    worth = dict(zip(names, own.table.artifact_worth, strict=True))
    assert (worth["vase 2@4"], worth["vase 3@4"], worth["disc 3@5"], worth["tile 3@5"]) == (
        7,
        4,
        9,
        5,
    )
    assert worth["shards @2"] == 0


@pytest.mark.rule("P-11.5")
def test_the_most_points_win() -> None:
    outcome = GAME.outcome(over("3+0", "0+0", "nothing", "vase 1@2"))
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((5, 3), ((0,), (1,)))
    assert (outcome.why, outcome.tie_break) == ("stop", None)


@pytest.mark.rule("P-11.5")
def test_a_tie_goes_to_the_most_worth_in_artifact_cards() -> None:
    outcome = GAME.outcome(over("0+2", "1+0", "nothing", "vase 1@2"))
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((4, 4), ((1,), (0,)))
    assert outcome.tie_break == "worth"


@pytest.mark.rule("P-11.5")
def test_after_that_the_victory_is_shared() -> None:
    outcome = GAME.outcome(over("0+1", "0+2", "vase 1@2", "tile 1@2"))
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((5, 5), ((0, 1),))
    assert outcome.tie_break is None


def test_a_tie_for_the_last_place_is_not_told_as_a_tie_break() -> None:
    game = Paititi(3)
    state = position(
        game,
        """
        turn 40 seat 1
        over stop
        open vases+llamas llamas+statues
        ending 0
        held statues+tiles by 1: 3+3 1+0 0+0
        held tiles+discs by 2: 0+0 0+0 0+2
        held discs+vases by 1: 0+0 0+0 0+0
        seat 1
        seat 2
        seat 3
        """,
    )
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((8, 2, 2), ((0,), (1, 2)))
    assert outcome.tie_break is None


def test_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(GAME.setup()) is None


# Live


@pytest.mark.rule("P-7.2")
def test_the_point_for_organising_counts_at_once() -> None:
    state = position(GAME, TILES.format(organiser=1))
    before = GAME.score(state, 0).points
    state = do(GAME, state, "1 exhibit tiles/vases")
    assert GAME.score(state, 0).points == before + 1
    assert leaves(GAME.score(state, 0).parts[-2]) == [("organiser", 1, ())]
    assert GAME.score(state, 0).parts[-2].of == "tiles/vases"
    assert GAME.score(state, 1).points == 2 + 3


def test_an_exhibition_in_which_a_seat_scored_nothing_is_not_in_its_tree() -> None:
    state = position(GAME, TILES.format(organiser=1))
    assert [part.reason for part in GAME.score(state, 1).parts] == ["worth"]


@pytest.mark.rule("P-6.10")
def test_the_worth_of_cards_one_cannot_see_is_left_out() -> None:
    text = TILES.format(organiser=1)
    for finds, worth in (("shown", 2 + 3), ("memory", 0)):
        game = Paititi(2, finds=finds)
        view = game.view(position(game, text), 0)
        assert game.score_seen(view, 1).points == worth
        assert game.score_seen(view, 0).points == 1 + 2 + 5
        assert len(game.score_seen(view, 1).parts) == (1 if worth else 0)
