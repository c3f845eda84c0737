"""The set-up, the turn, drawing, displaying, digging and the end: position, move, position."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.paititi.playing import (
    SMALL,
    allowed,
    do,
    phase,
    position,
    refused,
    says,
    why_not,
)
from yupana.core.errors import GameOver, NotYourTurn, OptionError, RuleError
from yupana.core.game import CHANCE, Event
from yupana.core.play import random_playout
from yupana.games.paititi import Paititi
from yupana.games.paititi.state import Dealt, Dig, Laid, Laying, Over, State

GAME = Paititi(2)


# The cards and the set-up


@pytest.mark.rule("P-1.1")
def test_two_to_five_play() -> None:
    for seats in range(2, 6):
        assert len(Paititi(seats).setup().expeditions) == seats
    for seats in (0, 1, 6, -2):
        with pytest.raises(OptionError) as error:
            Paititi(seats)
        assert error.value.facts == {"game": "paititi", "seats": seats, "first": 2, "last": 5}


@pytest.mark.rule("P-1.3")
def test_there_are_sixty_four_digging_cards_or_sixty() -> None:
    assert sum(Paititi(2).setup().pile) == 64
    assert sum(Paititi(2, "sixty").setup().pile) == 60


@pytest.mark.rule("P-2.1", "P-2.2", "P-3.1")
def test_the_dealer_is_left_to_chance_deals_six_to_each_and_the_left_neighbour_begins() -> None:
    game = Paititi(3)
    state = game.setup()
    dealers = dict(game.chance(state).outcomes())
    assert set(dealers.values()) == {Fraction(1, 3)}
    assert {game.write_move(move) for move in dealers} == {"dealer 1", "dealer 2", "dealer 3"}
    state = do(game, state, "* dealer 2")
    for seat, hand in ((3, "1/1 1/1 1/1 1/2 2/2 3/3"), (1, "3/4 3/4 3/4 3/4 3/4 3/3")):
        assert phase(game, state) == f"dealing {seat}"
        state = do(game, state, f"* deal {hand}")
    assert sum(state.pile) == 64 - 12
    state = do(game, state, "* deal 2/1 2/1 2/1 2/1 2/1 3/3")
    state = do(game, state, "* back 2", "* back 3", "* back 3", "* back 5")
    assert says(game, state, "turn 1 seat 3", "acting", "row 2 3 3 top 5")
    assert says(game, state, "seat 1", "hand 3/3 3/4 3/4 3/4 3/4 3/4", "seat 2", "seat 3")
    assert game.pending(state) == (2,)
    assert [len(own.hand) for own in state.expeditions] == [6, 6, 6]


@pytest.mark.rule("P-2.3")
def test_three_backs_in_a_row_and_that_of_the_top_of_the_pile_are_laid_open() -> None:
    rng = Random(3)
    state = GAME.setup()
    backs = []
    while state.turn == 0:
        event = Event(CHANCE, GAME.chance(state).sample(rng))
        if isinstance(event.move, Laid):
            backs.append(event.move.back)
        state = GAME.apply(state, event)
    assert [site.back for site in (*state.row, state.top) if site is not None] == backs
    assert len(backs) == 4
    assert sum(state.stocks[0]) == 40


@pytest.mark.rule("P-2.4", "P-1.5")
def test_the_openings_are_open_and_phase_b_lies_on_phase_c_with_stop() -> None:
    state = GAME.setup()
    assert says(
        GAME,
        state,
        "open vases+llamas llamas+statues statues+tiles tiles+discs discs+vases",
        "deck vases/statues llamas/tiles statues/discs tiles/vases discs/llamas",
        "then vases/tiles llamas/discs statues/vases tiles/llamas discs/statues stop",
    )


# The turn


@pytest.mark.rule("P-3.2", "P-6.6")
def test_a_player_who_chooses_by_chance_may_come_upon_every_move_and_no_other() -> None:
    for state in (middle(), position(GAME, GIVING), do(GAME, middle(), "1 exhibit discs+vases")):
        moves = GAME.moves(state, 0)
        rng = Random(5)
        assert {moves.pick(rng) for _ in range(4000)} == set(moves)


MIDDLE = """
    turn 9 seat 1 exhibited 4
    acting
    open llamas+statues statues+tiles tiles+discs discs+vases vases/statues
    held vases+llamas by 1: 1+0 0+0
    row 2 3 5 top 4
    seat 1
      hand 1/2 2/2 3/3 3/4
      displayed 3/3 2/1
      artifacts vase 1@2 llama 2@3
    seat 2
      hand 1/1 1/1
"""


def middle(**changes: str) -> State:
    text = MIDDLE
    for old, new in changes.items():
        assert old.replace("_", " ") in text
        text = text.replace(old.replace("_", " "), new)
    return position(GAME, text)


@pytest.mark.rule("P-3.2")
def test_a_turn_is_one_of_four_actions() -> None:
    state = middle()
    verbs = {move.split()[0] for move in allowed(GAME, state)}
    assert verbs == {"draw", "display", "dig", "exhibit"}
    for move in ("draw", "display 1/2", "dig 1 with 3/4", "exhibit vases/statues"):
        after = do(GAME, state, f"1 {move}")
        assert phase(GAME, after) != "acting" or after.on_turn == 1
    assert refused(GAME, state, "1 choose vase 1@2") == "P-7.4"
    assert refused(GAME, state, "1 give vase 1@2") == "P-10.2"
    assert refused(GAME, state, "1 discard 1/2") == "P-4.2"


@pytest.mark.rule("P-3.1")
def test_turns_go_round_and_nobody_acts_out_of_turn() -> None:
    state = do(GAME, middle(), "1 display 1/2")
    assert says(GAME, state, "turn 10 seat 2 exhibited 4", "acting")
    with pytest.raises(NotYourTurn):
        do(GAME, state, "1 draw")
    assert why_not(GAME, state, 1, "draw") == "P-3.1"
    choosing = do(GAME, middle(), "1 exhibit vases/statues")
    for nobody in (CHANCE, 2, 7):
        assert GAME.moves(state, nobody).why_not(GAME.read_move("draw")) == "P-3.1"
        assert GAME.moves(choosing, nobody).why_not(GAME.read_move("choose nothing")) == "P-3.1"
    state = do(GAME, state, "2 display 1/1")
    assert state.on_turn == 0


@pytest.mark.rule("P-2.5")
def test_nobody_makes_the_moves_of_chance() -> None:
    chance = ("dealer 1", "deal 1/1 1/2", "back 2", "find vase 1@2", "turn stop")
    acting = middle()
    choosing = do(GAME, acting, "1 exhibit vases/statues")
    discarding = do(
        GAME,
        middle(**{"hand_1/2_2/2_3/3_3/4": "hand 1/2 1/2 1/2 2/2 2/2 2/2 3/3 3/4"}),
        "1 draw",
        "* deal 1/1 1/1",
    )
    giving = position(GAME, GIVING)
    for state in (acting, choosing, discarding, giving):
        for move in chance:
            assert refused(GAME, state, f"1 {move}") == "P-2.5"
    drawing = do(GAME, acting, "1 draw")
    assert why_not(GAME, drawing, 1, "deal 1/1 1/2") == "P-2.5"
    with pytest.raises(RuleError) as error:
        do(GAME, drawing, "* deal 1/1")
    assert error.value.code == "rule.impossible-chance"


GIVING = """
    turn 9 seat 1 exhibited 9
    giving
    open llamas+statues statues+tiles tiles+discs discs+vases
    held vases+llamas by 1: 0+0 0+0
    held tiles/vases by 1: 0+3 0+0
    row 2 3 5 top 4
    seat 1
      artifacts vase 1@2 1@3 2@3
      shown vase 1@3 2@3 1@2
    seat 2
      shown nothing
      given nothing
"""


STUCK = """
    turn {turn} seat 1{passes}
    acting
    row 2 3 5 top 4
    pile nothing
    seat 1
      displayed 1/1 1/1 1/1 1/1 1/1 1/2 1/2 1/2 1/2 1/2 1/3 1/3 1/3 1/3 1/3
      artifacts {artifacts}
    seat 2
      hand {hand}
      displayed 1/4 1/4 1/4 1/4 1/4 2/1 2/1 2/1 2/1 2/1 2/2 2/2 2/2 2/2 2/2 2/3 2/3 2/3 2/3 2/3 2/4 2/4 2/4 2/4 2/4 3/1 3/1 3/1 3/1 3/1 3/2 3/2 3/2 3/2 3/2 3/3 3/3 3/3 3/3 3/3 3/4 3/4 3/4 3/4 {rest}
"""


def stuck(
    turn: int = 90, passes: str = "", artifacts: str = "vase 1@2", hand: str = "3/4", rest: str = ""
) -> State:
    game = Paititi(2, "sixty")
    text = STUCK.format(turn=turn, passes=passes, artifacts=artifacts, hand=hand, rest=rest)
    return position(game, text)


SIXTY = Paititi(2, "sixty")


@pytest.mark.rule("P-3.3")
def test_one_passes_only_if_nothing_else_is_possible() -> None:
    assert allowed(SIXTY, stuck()) == ["pass"]
    assert refused(GAME, middle(), "1 pass") == "P-3.3"
    assert allowed(SIXTY, stuck(artifacts="vase 1@2 1@3"))[0] == "exhibit vases+llamas"
    assert refused(SIXTY, stuck(artifacts="vase 1@2 1@3"), "1 pass") == "P-7.11"
    state = stuck(turn=3, artifacts="vase 1@2 1@3")
    assert refused(SIXTY, state, "1 pass") == "P-3.3"
    assert refused(SIXTY, stuck(), "1 draw") == "P-2.6"
    state = do(SIXTY, stuck(), "1 pass")
    assert says(SIXTY, state, "turn 91 seat 2 passes 1", "acting")
    assert refused(SIXTY, state, "2 pass") == "P-3.3"


@pytest.mark.rule("P-3.4")
def test_the_game_ends_when_all_have_passed_in_a_row() -> None:
    state = do(SIXTY, stuck(), "1 pass", "2 display 3/4")
    assert state.passes == 0
    state = do(SIXTY, state, "1 pass", "2 pass")
    assert state.phase == Over("stalled")
    assert SIXTY.pending(state) == ()
    outcome = SIXTY.outcome(state)
    assert outcome is not None
    assert (outcome.why, outcome.scores) == ("stalled", (2, 0))
    assert why_not(SIXTY, state, 1, "draw") == "P-3.4"
    with pytest.raises(GameOver):
        do(SIXTY, state, "1 pass")


# Drawing


@pytest.mark.rule("P-4.1")
def test_drawing_takes_two_cards_from_the_pile() -> None:
    state = do(GAME, middle(), "1 draw")
    assert GAME.pending(state) == (CHANCE,)
    assert phase(GAME, state) == "drawing 2"
    state = do(GAME, state, "* deal 1/1 3/1")
    assert says(GAME, state, "turn 10 seat 2 exhibited 4", "seat 1", "hand 1/1 1/2 2/2 3/1 3/3 3/4")
    assert sum(state.pile) == 64 - 10


@pytest.mark.rule("P-4.2", "P-4.4")
def test_cards_above_eight_are_discarded_by_choice_at_the_end_of_the_turn() -> None:
    state = middle(**{"hand_1/2_2/2_3/3_3/4": "hand 1/2 1/2 2/2 2/2 2/2 3/3 3/4"})
    state = do(GAME, state, "1 draw", "* deal 1/1 3/4")
    assert phase(GAME, state) == "discarding"
    assert GAME.pending(state) == (0,)
    assert allowed(GAME, state) == [
        "discard 1/1",
        "discard 1/2",
        "discard 2/2",
        "discard 3/3",
        "discard 3/4",
    ]
    assert refused(GAME, state, "1 discard 1/1 1/2") == "P-4.2"
    assert refused(GAME, state, "1 discard 1/3") == "P-4.2"
    assert refused(GAME, state, "1 draw") == "P-4.2"
    assert why_not(GAME, state, 2, "draw") == "P-3.1"
    state = do(GAME, state, "1 discard 3/3")
    assert says(GAME, state, "turn 10 seat 2 exhibited 4", "acting", "discard 3/3")
    assert says(GAME, state, "seat 1", "hand 1/1 1/2 1/2 2/2 2/2 2/2 3/4 3/4")
    assert GAME.view(state, 1).discard == state.discard


@pytest.mark.rule("P-4.3")
def test_one_may_draw_with_eight_cards_in_hand() -> None:
    state = middle(**{"hand_1/2_2/2_3/3_3/4": "hand 1/2 1/2 2/2 2/2 2/2 2/3 3/3 3/4"})
    state = do(GAME, state, "1 draw", "* deal 1/1 3/4")
    assert len(allowed(GAME, state)) == len({*allowed(GAME, state)})
    assert all(len(move.split()) == 3 for move in allowed(GAME, state))
    state = do(GAME, state, "1 discard 1/1 1/2")
    assert len(state.expeditions[0].hand) == 8


@pytest.mark.rule("P-4.3")
def test_a_hand_of_eight_at_the_end_of_the_turn_is_left_alone() -> None:
    state = middle(**{"hand_1/2_2/2_3/3_3/4": "hand 1/2 1/2 2/2 2/2 2/2 3/3"})
    state = do(GAME, state, "1 draw", "* deal 1/1 3/4")
    assert phase(GAME, state) == "acting"
    assert len(state.expeditions[0].hand) == 8


FEW = """
    turn 9 seat 1
    acting
    row 2 3 5 top 4
    pile {pile}
    discard {discard}
    seat 1
    seat 2
      displayed 1/1 1/1 1/1 1/1 1/2 1/2 1/2 1/2 1/2 1/3 1/3 1/3 1/3 1/3 1/4 1/4 1/4 1/4 1/4 2/1 2/1 2/1 2/1 2/1 2/2 2/2 2/2 2/2 2/2 2/3 2/3 2/3 2/3 2/3 2/4 2/4 2/4 2/4 2/4 3/1 3/1 3/1 3/1 3/1 3/2 3/2 3/2 3/2 3/2 3/3 3/3 3/3 3/3 3/3 3/4 3/4 3/4 {rest}
"""


def few(pile: str, discard: str, rest: str = "") -> State:
    return position(SIXTY, FEW.format(pile=pile, discard=discard, rest=rest))


@pytest.mark.rule("P-2.6")
def test_a_pile_with_one_card_gives_that_and_is_then_made_anew_from_the_discard() -> None:
    state = do(SIXTY, few("3/4", "1/1 3/4"), "1 draw")
    assert [SIXTY.write_move(move) for move, _ in SIXTY.chance(state).outcomes()] == ["deal 3/4"]
    state = do(SIXTY, state, "* deal 3/4")
    assert phase(SIXTY, state) == "drawing 1"
    assert says(SIXTY, state, "pile 1/1 3/4")
    assert not any(state.discard)
    chances = {SIXTY.write_move(move): chance for move, chance in SIXTY.chance(state).outcomes()}
    assert chances == {"deal 1/1": Fraction(1, 2), "deal 3/4": Fraction(1, 2)}
    state = do(SIXTY, state, "* deal 1/1")
    assert says(SIXTY, state, "acting", "pile 3/4", "seat 1", "hand 1/1 3/4")


@pytest.mark.rule("P-2.6")
def test_an_empty_pile_is_made_anew_before_the_first_card() -> None:
    state = do(SIXTY, few("nothing", "1/1 3/4x2"), "1 draw")
    assert says(SIXTY, state, "drawing 2", "pile 1/1 3/4x2")
    state = do(SIXTY, state, "* deal 3/4 3/4")
    assert says(SIXTY, state, "acting", "pile 1/1", "seat 1", "hand 3/4 3/4")


@pytest.mark.rule("P-2.6")
def test_if_both_are_empty_one_takes_what_there_is() -> None:
    state = do(SIXTY, few("1/1", "nothing", "3/4 3/4"), "1 draw", "* deal 1/1")
    assert says(SIXTY, state, "turn 10 seat 2", "acting", "pile nothing", "seat 1", "hand 1/1")
    assert why_not(SIXTY, do(SIXTY, state, "2 pass"), 1, "draw") == "P-2.6"


# Displaying


@pytest.mark.rule("P-5.1", "P-1.2")
def test_a_displayed_card_counts_its_picks_and_leaves_the_hand_for_good() -> None:
    state = do(GAME, middle(), "1 display 3/4")
    assert says(GAME, state, "seat 1", "hand 1/2 2/2 3/3", "displayed 3/3 2/1 3/4")
    assert refused(GAME, middle(), "1 display 1/1") == "P-5.1"
    state = do(GAME, state, "2 display 1/1")
    # Six shovels are left in the hand, and none on display count: enough for 3/6, not for 4/8.
    assert why_not(GAME, state, 1, "dig 2 with 1/2 2/2 3/3") is None
    assert why_not(GAME, state, 1, "dig pile with 1/2 2/2 3/3") == "P-6.3"
    assert why_not(GAME, state, 1, "dig pile with 3/3 3/4") == "P-6.3"


@pytest.mark.rule("P-5.2x", "P-5.2")
def test_a_two_on_a_three_makes_five_picks() -> None:
    text = """
        turn 9 seat 1
        acting
        row 5 5 5 top 5
        seat 1
          hand 2/2 3/4 3/4 3/4
          displayed 3/3
        seat 2
          hand 1/1
    """
    state = position(GAME, text)
    assert refused(GAME, state, "1 dig 1 with 3/4 3/4 3/4") == "P-6.2"
    state = do(GAME, state, "1 display 2/2", "2 display 1/1")
    assert "dig 1 with 3/4 3/4 3/4" in allowed(GAME, state)


@pytest.mark.rule("P-5.2")
def test_there_is_no_limit_to_displayed_cards() -> None:
    state = few("3/4x2", "nothing", "1/1")
    state = do(SIXTY, state, "1 draw", "* deal 3/4 3/4")
    assert len(state.expeditions[1].displayed) == 58
    state = do(SIXTY, state, "2 pass", "1 display 3/4", "2 pass", "1 display 3/4")
    assert says(SIXTY, state, "seat 1", "displayed 3/4 3/4")


# Digging


@pytest.mark.rule("P-6.1", "P-6.2", "P-6.3")
def test_a_site_is_dug_with_picks_on_display_and_shovels_from_the_hand() -> None:
    state = middle()  # five picks; eleven shovels
    sites = {move.split(" with")[0] for move in allowed(GAME, state) if move.startswith("dig")}
    assert sites == {"dig 1", "dig 2", "dig 3", "dig pile"}
    assert refused(GAME, state, "1 dig 1 with 1/2") == "P-6.3"
    assert refused(GAME, state, "1 dig 1 with 3/4 3/4") == "P-6.3"
    assert refused(GAME, state, "1 dig 1 with 2/4") == "P-6.3"
    assert GAME.moves(state, 0).why_not(GAME.read_move("dig 1 with nothing")) == "P-6.3"
    less = middle(**{"displayed_3/3_2/1": "displayed 3/3 1/1"})
    assert refused(GAME, less, "1 dig 3 with 1/2 2/2 3/3 3/4") == "P-6.2"
    assert why_not(GAME, less, 1, "dig pile with 2/2 3/3 3/4") is None
    gap = middle(row_2_3_5_top_4="row 2 - 5 top -")
    assert refused(GAME, gap, "1 dig 2 with 1/2 2/2 3/3 3/4") == "P-6.1"
    assert refused(GAME, gap, "1 dig pile with 1/2 2/2 3/3 3/4") == "P-6.1"
    cards = (GAME.table.digging_names.index("3/4"),)
    for site in (-1, 4):
        assert GAME.moves(state, 0).why_not(Dig(site, cards)) == "P-6.1"


@pytest.mark.rule("P-6.3x")
def test_a_back_of_five_and_ten_asks_for_five_picks_and_ten_shovels() -> None:
    digs = {move for move in allowed(GAME, middle()) if move.startswith("dig 3")}
    assert digs == {"dig 3 with 1/2 2/2 3/3 3/4"}
    richer = middle(**{"1/2_2/2_3/3_3/4": "2/3 3/3 3/4"})
    assert {move for move in allowed(GAME, richer) if move.startswith("dig 3")} == {
        "dig 3 with 2/3 3/3 3/4"
    }
    poorer = middle(**{"1/2_2/2_3/3_3/4": "2/2 3/3 3/4"})
    assert not [move for move in allowed(GAME, poorer) if move.startswith("dig 3")]


@pytest.mark.rule("P-6.4", "P-6.5")
def test_the_oldest_displayed_cards_are_spent_until_their_picks_suffice() -> None:
    state = middle(**{"displayed_3/3_2/1": "displayed 1/1 3/3 2/1"})
    after = do(GAME, state, "1 dig 1 with 3/4")  # two picks: 1 + 3, no change given
    assert says(GAME, after, "digging 1", "discard 1/1 3/3 3/4", "seat 1", "displayed 2/1")
    assert says(GAME, after, "seat 1", "hand 1/2 2/2 3/3", "displayed 2/1")
    after = do(GAME, state, "1 dig pile with 2/2 3/3 3/4")  # four picks: exactly 1 + 3
    assert says(GAME, after, "discard 1/1 2/2 3/3x2 3/4", "displayed 2/1")
    after = do(GAME, state, "1 dig 3 with 1/2 2/2 3/3 3/4")  # five picks: all three
    assert says(GAME, after, "discard 1/1 1/2 2/1 2/2 3/3x2 3/4")
    assert after.expeditions[0].displayed == ()


@pytest.mark.rule("P-6.5", "P-6.6")
def test_more_shovels_may_be_spent_than_asked_for_even_with_cards_one_could_keep() -> None:
    digs = [move for move in allowed(GAME, middle()) if move.startswith("dig 1 ")]
    assert digs == [
        "dig 1 with 3/4",
        "dig 1 with 3/3 3/4",
        "dig 1 with 2/2 3/4",
        "dig 1 with 2/2 3/3",
        "dig 1 with 2/2 3/3 3/4",
        "dig 1 with 1/2 3/4",
        "dig 1 with 1/2 3/3",
        "dig 1 with 1/2 3/3 3/4",
        "dig 1 with 1/2 2/2",
        "dig 1 with 1/2 2/2 3/4",
        "dig 1 with 1/2 2/2 3/3",
        "dig 1 with 1/2 2/2 3/3 3/4",
    ]


@pytest.mark.rule("P-6.7", "P-6.9", "P-6.10")
def test_a_find_is_seen_by_all_and_kept_and_its_place_in_the_row_is_filled_from_the_pile() -> None:
    state = do(GAME, middle(), "1 dig 2 with 3/3 3/4", "* find statue 2@3")
    assert says(GAME, state, "laying", "row 2 4 5 top -", "news find 1 statue 2@3")
    assert says(GAME, state, "seat 1", "artifacts vase 1@2 llama 2@3 statue 2@3")
    state = do(GAME, state, "* back 3")
    assert says(GAME, state, "turn 10 seat 2 exhibited 4", "acting", "row 2 4 5 top 3")
    assert GAME.view(state, 1).news == state.news
    state = do(GAME, state, "2 display 1/1")
    assert state.news is None


@pytest.mark.rule("P-6.1")
def test_digging_the_top_of_the_pile_leaves_the_row_alone() -> None:
    state = do(GAME, middle(), "1 dig pile with 2/2 3/3 3/4", "* find statue 2@4", "* back 2")
    assert says(GAME, state, "acting", "row 2 3 5 top 2")


@pytest.mark.rule("P-6.8")
def test_shards_are_put_away_and_the_digger_draws_two() -> None:
    state = do(GAME, middle(), "1 dig 2 with 3/3 3/4", "* find shards @3")
    assert says(GAME, state, "drawing 2", "thrown shards @3", "news find 1 shards @3")
    assert says(GAME, state, "seat 1", "artifacts vase 1@2 llama 2@3")
    state = do(GAME, state, "* deal 1/1 1/1", "* back 2")
    assert says(GAME, state, "turn 10 seat 2 exhibited 4", "row 2 4 5 top 2")
    assert says(GAME, state, "seat 1", "hand 1/1 1/1 1/2 2/2")


# Piles made anew

ANEW = """
    turn 9 seat 1 exhibited 4
    acting
    open llamas+statues statues+tiles tiles+discs discs+vases vases/statues
    held vases+llamas by 1: 1+0 0+0
    row 2 3 2 top {top}
    stock {stock}
    thrown {thrown}
    seat 1
      hand 3/3 3/4
      displayed 3/3 2/1
      artifacts {mine}
    seat 2
"""
FEW_CARDS = Paititi(2, SMALL)


def anew(top: str, stock: str, thrown: str, mine: str) -> State:
    text = ANEW.format(top=top, stock=stock, thrown=thrown, mine=mine)
    return position(FEW_CARDS, text)


@pytest.mark.rule("P-2.6")
def test_an_artifact_pile_that_runs_out_is_made_anew_at_once_shards_included() -> None:
    state = anew(
        "3",
        "vase 1@2 2@3 llama 1@2 2@3",
        "shards @2 @3 disc 2@2",
        "vase 1@2 statue 1@2 3@3 tile 1@2",
    )
    state = do(FEW_CARDS, state, "1 dig 2 with 3/3 3/4", "* find llama 2@3")
    assert says(
        FEW_CARDS,
        state,
        "laying",
        "row 2#1 3#1 2#1 top -",
        "stock vase 1@2 2@3 llama 1@2",
        "stock disc 2@2 shards @2 @3",
    )
    assert not any(state.thrown)
    chances = {
        FEW_CARDS.write_move(move): each for move, each in FEW_CARDS.chance(state).outcomes()
    }
    assert chances == {"back 2": Fraction(2, 3), "back 3": Fraction(1, 3)}
    state = do(FEW_CARDS, state, "* back 2")
    assert says(FEW_CARDS, state, "acting", "row 2#1 3#1 2#1 top 2")


@pytest.mark.rule("P-2.5", "P-2.6")
def test_a_card_laid_before_the_pile_was_made_anew_is_one_of_the_old_stock() -> None:
    state = position(
        FEW_CARDS,
        """
        turn 9 seat 1 exhibited 4
        acting
        open llamas+statues statues+tiles tiles+discs discs+vases vases/statues
        held vases+llamas by 1: 1+0 0+0
        row 2#1 3#1 2 top 2
        stock vase 1@2 2@3
        stock vase 1@2 disc 2@2 shards @2 @3
        seat 1
          hand 3/3 3/3 3/4 3/4
          displayed 3/3 2/1
          artifacts llama 1@2 2@3 statue 1@2 3@3
        seat 2
          artifacts tile 1@2
        """,
    )
    old = do(FEW_CARDS, state, "1 dig 1 with 3/4")
    assert [FEW_CARDS.write_move(m) for m, _ in FEW_CARDS.chance(old).outcomes()] == [
        "find vase 1@2"
    ]
    new = do(FEW_CARDS, state, "1 dig 3 with 3/4")
    assert {FEW_CARDS.write_move(m): p for m, p in FEW_CARDS.chance(new).outcomes()} == {
        "find vase 1@2": Fraction(1, 3),
        "find disc 2@2": Fraction(1, 3),
        "find shards @2": Fraction(1, 3),
    }
    new = do(FEW_CARDS, new, "* find disc 2@2")
    assert says(FEW_CARDS, new, "laying", "row 2#1 3#1 2 top -")
    # Of the pile vase 1@2 and shards @2 and @3 are unseen, and one back of 2 lies in the row.
    assert {FEW_CARDS.write_move(m): p for m, p in FEW_CARDS.chance(new).outcomes()} == {
        "back 2": Fraction(1, 2),
        "back 3": Fraction(1, 2),
    }


@pytest.mark.rule("P-2.6", "P-6.9")
def test_with_too_few_artifact_cards_the_row_stays_short_and_shards_come_back() -> None:
    state = position(
        FEW_CARDS,
        """
        turn 9 seat 1 exhibited 4
        acting
        open llamas+statues statues+tiles tiles+discs discs+vases vases/statues
        held vases+llamas by 1: 1+0 0+0
        row 2 3 - top -
        stock shards @2 @3
        seat 1
          hand 3/3 3/4
          displayed 3/3 2/1
          artifacts vase 1@2 1@2 2@3 llama 1@2 2@3 statue 1@2 3@3 tile 1@2 disc 2@2
        seat 2
        """,
    )
    state = do(FEW_CARDS, state, "1 dig 2 with 3/3 3/4", "* find shards @3")
    state = do(FEW_CARDS, state, "* deal 1/1 1/2")
    # The shards just put away are the pile at once, and fill the row as far as they go.
    assert says(
        FEW_CARDS, state, "laying", "row 2#1 - - top -", "stock shards @2", "stock shards @3"
    )
    state = do(FEW_CARDS, state, "* back 3")
    assert says(FEW_CARDS, state, "turn 10 seat 2 exhibited 4", "row 2#1 3 - top -")


# The end

STOP = """
    turn 50 seat 1 exhibited 48
    turning
    open {open}
    deck nothing
    then {then}
    {ending}
    {held}
    row 2 3 5 top 4
    seat 1
      artifacts vase 1@2 1@3
    seat 2
"""
A_AND_B = [
    "vases+llamas",
    "llamas+statues",
    "statues+tiles",
    "tiles+discs",
    "discs+vases",
    "vases/statues",
    "llamas/tiles",
    "statues/discs",
    "tiles/vases",
    "discs/llamas",
]


def before_stop(ending: str = "", used: int = 6, then: str = "") -> State:
    held = "\n    ".join(f"held {card} by 1: 0+0 0+0" for card in A_AND_B[:used])
    left = " ".join(A_AND_B[used:])
    last = then or "vases/tiles llamas/discs statues/vases tiles/llamas discs/statues stop"
    return position(GAME, STOP.format(open=left, then=last, ending=ending, held=held))


@pytest.mark.rule("P-11.1", "P-7.7")
def test_stop_is_not_replaced_and_four_cards_stay_open() -> None:
    state = before_stop()
    chances = {GAME.write_move(move): chance for move, chance in GAME.chance(state).outcomes()}
    assert chances["turn stop"] == Fraction(1, 6)
    assert len(chances) == 6
    other = do(GAME, state, "* turn discs/statues")
    assert len(other.open) == 5
    state = do(GAME, state, "* turn stop")
    assert says(GAME, state, "turn 51 seat 2 exhibited 48", "acting", "ending 2")
    assert len(state.open) == 4


@pytest.mark.rule("P-11.1", "P-11.2")
def test_the_game_ends_at_once_after_the_second_exhibition_from_then() -> None:
    state = do(GAME, before_stop(), "* turn stop", "2 draw", "* deal 1/1 1/1")
    state = do(GAME, state, "1 exhibit llamas/tiles", "1 choose nothing")
    assert says(GAME, state, "turn 53 seat 2 exhibited 52", "acting", "ending 1")
    assert len(state.open) == 3
    assert len(state.decks[1]) == 5
    state = do(GAME, state, "2 draw", "* deal 1/1 1/1", "1 exhibit tiles/vases")
    state = do(GAME, state, "1 choose vase 1@2")
    assert state.phase == Over("stop")
    assert GAME.pending(state) == ()
    assert why_not(GAME, state, 1, "draw") == "P-11.2"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.why == "stop"
    assert outcome.scores[0] == 6 + 1 + 1 + 3 + 3


@pytest.mark.rule("P-2.4")
def test_phase_c_comes_when_phase_b_is_used_up() -> None:
    state = position(
        GAME,
        """
        turn 20 seat 1 exhibited 19
        turning
        open statues+tiles tiles+discs discs+vases vases/statues
        deck llamas/tiles tiles/vases
        held vases+llamas by 1: 0+0 0+0
        held llamas+statues by 1: 0+0 0+0
        held statues/discs by 1: 0+0 0+0
        held discs/llamas by 1: 0+0 0+0
        seat 1
        seat 2
        """,
    )
    chances = {GAME.write_move(move): chance for move, chance in GAME.chance(state).outcomes()}
    assert chances == {"turn llamas/tiles": Fraction(1, 2), "turn tiles/vases": Fraction(1, 2)}
    state = do(GAME, state, "* turn tiles/vases")
    assert says(GAME, state, "deck llamas/tiles")
    assert len(state.decks[1]) == 6


@pytest.mark.rule("P-11.6")
@pytest.mark.parametrize("must_exhibit", [True, False])
def test_games_of_players_who_choose_by_chance_end(must_exhibit: bool) -> None:
    for number in range(24):
        edition = (SMALL, "classic", "sixty")[number % 3]
        game = Paititi(2 + number % 4, edition, must_exhibit=must_exhibit)
        state, events = random_playout(game, Random(number))
        outcome = game.outcome(state)
        assert outcome is not None
        if outcome.why == "stop":
            assert 8 <= len(state.ledger) <= 13
        else:
            assert not any(state.pile + state.discard)
        assert len(events) < 5000


def test_the_phases_of_chance_ask_nobody() -> None:
    state = GAME.apply(GAME.setup(), Event(CHANCE, GAME.read_move("dealer 1")))
    assert GAME.pending(state) == (CHANCE,)
    assert isinstance(GAME.chance(state).sample(Random(1)), Dealt)
    assert not GAME.moves(state, 0)
    while not isinstance(state.phase, Laying):
        state = GAME.apply(state, Event(CHANCE, GAME.chance(state).sample(Random(1))))
    assert GAME.heading(state) == "set-up"
    assert GAME.heading(middle()) == "turn 9"
