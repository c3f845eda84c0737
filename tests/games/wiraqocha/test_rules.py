"""Wiraqocha: set-up, the course of a turn, its end, and the three victories."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.wiraqocha.tables import (
    allowed,
    do,
    lines_of,
    on,
    phase,
    refused,
    table,
    three,
    two,
)
from yupana.core.errors import GameOver, NotYourTurn, OptionError, RuleError
from yupana.core.game import CHANCE
from yupana.core.play import random_playout
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.state import (
    Acting,
    Build,
    Burrow,
    BuyBack,
    Collect,
    Crystal,
    Defend,
    Devastate,
    Drawing,
    Drawn,
    Enter,
    Fortify,
    Laid,
    Laying,
    Lift,
    March,
    Over,
    Preparing,
    Probe,
    Raise,
    Ransom,
    Recover,
    Revealed,
    Revealing,
    Rolled,
    SwapIn,
    SwapOver,
    Tunnel,
)

# Set-up


@pytest.mark.rule("W-1.2", "W-1.9")
def test_chance_lays_the_22_tiles_in_five_columns() -> None:
    game = Wiraqocha(2)
    state = game.setup()
    assert isinstance(state.phase, Laying)
    assert game.pending(state) == (CHANCE,)
    assert [len(column) for column in game.edition.board.columns] == [4, 5, 4, 5, 4]
    laid = game.chance(state).sample(Random(1))
    assert isinstance(laid, Laid)
    assert sorted(laid.valley) == list(range(22))
    after = do(game, state, f"* {game.write_move(laid)}")
    assert after.valley == laid.valley
    assert Laid(laid.valley[:-1]) not in game.chance(state)


@pytest.mark.rule("W-1.2")
def test_neighbours_are_those_that_share_a_side() -> None:
    game = two()
    near = game.box.near(game.setup().valley)

    def around(name: str) -> set[str]:
        return set(game.box.tile_names(near[game.box.tile_named[name]]))

    assert around("7") == {"5", "6", "9", "4", "8", "3"}
    assert around("11") == {"345", "1", "2"}
    assert around("5-5") == {"1-1", "6-6", "3-3"}
    assert around("10") == {"4", "234", "6"}
    assert all(tile in game.box.tiles for tile in around("345"))  # the Graveyard is no territory


@pytest.mark.rule("W-1.3")
def test_the_suggested_valley_is_laid_without_chance() -> None:
    game = two()
    state = game.setup()
    assert phase(game, state) == "revealing 3"
    names = [game.box.tiles[tile] for tile in state.valley]
    assert names[:4] == ["5-5", "3-3", "4-4", "234"]
    assert names[-4:] == ["2", "12", "456", "2-2"]
    assert Wiraqocha(2).options.valley == "random"


@pytest.mark.rule("W-1.4")
def test_everybody_starts_with_seven_pawns_and_nothing_else() -> None:
    state = two().setup()
    assert lines_of(two(), state, 1) == (
        "cubes 0 crystals 0 reserve camp explorer explorer drill drill zeppelin zeppelin"
    )
    assert state.players[0] == state.players[1]
    assert state.stands == (None,) * 22


@pytest.mark.rule("W-1.5")
def test_each_ruins_has_its_artifact() -> None:
    game = two()
    text = game.write_position(game.setup())
    assert all(f"{ruins}*" in text for ruins in ("1-1", "2-2", "3-3", "4-4"))
    assert text.count("*") == 4


@pytest.mark.rule("W-1.6", "W-1.9")
def test_three_cards_are_turned_up_and_the_deck_has_no_order() -> None:
    game = two()
    state = game.setup()
    assert len(list(game.chance(state).outcomes())) == 220  # 3 out of 12
    after = do(game, state, "* revealed force-field death-ray juggernaut")
    assert after.market.bit_count() == 3
    assert after.deck.bit_count() == 9
    assert after.market & after.deck == 0
    assert isinstance(after.phase, Drawing)
    assert Revealed((0, 0, 1)) not in game.chance(state)


@pytest.mark.rule("W-1.7", "W-1.9")
def test_chance_names_the_first_player_and_the_turn_goes_left() -> None:
    game = three()
    state = do(game, game.setup(), "* revealed force-field death-ray juggernaut")
    assert dict(game.chance(state).outcomes()) == {Drawn(seat): Fraction(1, 3) for seat in range(3)}
    state = do(game, state, "* first 3")
    assert game.pending(state) == (2,)
    assert state.turn.number == 1
    assert game.heading(state) == "turn 1"
    state = table(game, "3 acting\non 5:3C")
    assert game.pending(do(game, state, "3 end")) == (CHANCE,)  # the market was empty
    state = do(game, state, "3 end", "* revealed force-field death-ray juggernaut")
    assert game.pending(state) == (0,)
    assert state.turn.number == 10


@pytest.mark.rule("W-1.7")
def test_only_the_player_whose_turn_it_is_decides() -> None:
    game = two()
    state = table(game, "1 preparing")
    assert list(game.moves(state, 1)) == []
    assert game.moves(state, 1).why_not(Collect()) == "W-1.7"
    with pytest.raises(NotYourTurn):
        do(game, state, "2 collect")
    for seats in (1, 5):
        with pytest.raises(OptionError):
            Wiraqocha(seats)


@pytest.mark.rule("W-1.8")
def test_everything_lies_open() -> None:
    game = two()
    state = table(game, "1 acting 3 4\non 5:1C 8:2C6\n1 cubes 2 cards death-ray\n2 crystals 3")
    views = [game.view(state, seat) for seat in (0, 1, None)]
    assert [view.seat for view in views] == [0, 1, None]
    for view in views:
        assert game.imagine(view, Random(1)) == state
        assert (view.players, view.stands, view.deck) == (state.players, state.stands, state.deck)


@pytest.mark.rule("W-1.9")
def test_no_player_makes_the_moves_of_chance() -> None:
    game = two()
    acting = table(game, "1 acting 3\non 5:1C")
    preparing = table(game, "1 preparing")
    rolling = table(game, "1 rolling 2 beside 3\non 5:1C")
    for move in (Rolled((3,)), Drawn(0), Laid(()), Revealed((0,))):
        assert game.moves(acting, 0).why_not(move) == "W-2.1"
        assert game.moves(preparing, 0).why_not(move) == "W-2.1"
        assert game.moves(rolling, 0).why_not(move) == "W-1.9"
    assert not game.moves(rolling, 0)
    for outcome in ("rolled 3", "rolled 1 2 3"):
        with pytest.raises(RuleError):
            do(game, rolling, f"* {outcome}")
    assert phase(game, do(game, rolling, "* rolled 1 6")) == "acting 1 3 6"


@pytest.mark.rule("W-1.10")
def test_dice_never_run_out_by_default_but_strictly_there_are_eleven() -> None:
    text = """
        1 preparing
        on 5:1C6 4:2C6 6:2E1 7:2E1 8:2D1 3:2D1 2:2Z1 1:2Z1 10:1E2 9:1D2 456:1Z
        """
    state = table(two(), text)
    assert phase(two(), do(two(), state, "1 lift 9", "1 lift 10", "1 roll")) == "rolling 3"
    strict = two(strict_dice=True)
    lifted = do(strict, state, "1 lift 9", "1 lift 10")
    assert phase(strict, do(strict, lifted, "1 roll")) == "rolling 3"  # eight stand, three left
    full = table(
        two(),
        """
        1 preparing
        on 5:1C6 4:2C6 6:2E1 7:2E1 8:2D1 3:2D1 2:2Z1 1:2Z1 10:2A2 9:2M2 11:2J5
        """,
    )
    assert phase(two(), do(two(), full, "1 roll")) == "rolling 2"
    assert phase(strict, do(strict, full, "1 roll")) == "acting"
    assert phase(strict, do(strict, full, "1 lift 5", "1 roll")) == "rolling 1"


@pytest.mark.rule("W-1.10", "W-1.11")
def test_with_strict_dice_one_more_die_needs_one_that_is_left() -> None:
    strict = two(strict_dice=True)
    text = """
        1 acting 3 4
        on 5:1C6 4:2C6 6:2E1 7:2E1 8:2D1 3:2D1 2:2Z1 1:2Z1 10:1E2
        1 cubes 5 crystals 1 cards android-factory
        """
    full = table(strict, text)
    assert refused(strict, full, "1 crystal die") == "W-1.10"
    assert refused(strict, full, "1 factory die") == "W-1.10"
    assert allowed(strict, full, "crystal", "factory") == []
    one_less = table(strict, text.replace("3 4", "4"))
    assert allowed(strict, one_less, "crystal", "factory") == ["crystal die", "factory die"]
    free = two()
    assert allowed(free, full, "crystal", "factory") == ["crystal die", "factory die"]


@pytest.mark.rule("W-1.11")
def test_a_spent_die_is_back_in_the_supply() -> None:
    strict = two(strict_dice=True)
    state = table(
        strict,
        """
        1 acting 3 6
        on 5:1C6 4:2C6 6:2E1 7:2E1 8:2D1 9:2D1 2:2Z1 1:2Z1 10:1E2
        1 crystals 1
        """,
    )
    assert refused(strict, state, "1 crystal die") == "W-1.10"
    assert phase(strict, do(strict, state, "1 take 3 from 5 with 3", "1 crystal die")) == (
        "rolling 1 beside 6"
    )


@pytest.mark.rule("W-1.10", "W-4.3")
def test_of_the_cubes_one_takes_what_is_left() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 7:1E 8:1D\n1 cubes 3\n2 cubes 21")
    assert lines_of(game, do(game, state, "1 collect"), 1).startswith("cubes 4 ")


# The turn


@pytest.mark.rule("W-2.1")
def test_each_thing_is_done_in_its_own_phase() -> None:
    game = two()
    preparing = table(game, "1 preparing\non 5:1C3\n1 cubes 4 crystals 1")
    acting = table(game, "1 acting 3 4\non 5:1C3\n1 cubes 4 crystals 1")
    for move in ("take 3 by drill with 3", "defend 5 with 3", "raise 3", "crystal die", "end"):
        assert refused(game, preparing, f"1 {move}") == "W-2.1"
    for move in ("collect", "lift 5", "roll", "workshop drill", "swap 5 by drill", "caves 12"):
        assert refused(game, acting, f"1 {move}") == "W-2.1"


@pytest.mark.rule("W-2.2")
def test_a_turn_starts_with_open_limits_noted_ruins_and_natural_fives() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting
        done collected built sacrificed
        on 5:1C 8:2C! 1-1:2D 3-3:2E
        market force-field death-ray juggernaut
        2 artifacts 2
        """,
    )
    after = do(game, state, "1 end")
    assert on(game, after) == "5:1C 8:2C 1-1:2D 3-3:2E"
    text = game.write_position(after)
    assert text.startswith("turn 10 seat 2\npreparing\nnoted 1-1 3-3 left 2\nmap")


# The tiles


@pytest.mark.rule("W-3.1", "W-4.3")
def test_jungles_give_cubes_to_any_pawn() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 7:1E 12:1Z 9:1D 5-5:1Z 1:2C")
    after = do(game, state, "1 collect")
    assert lines_of(game, after, 1).startswith("cubes 4 ")  # 5: one, 7: two, 12: one
    assert lines_of(game, after, 2).startswith("cubes 0 ")


@pytest.mark.rule("W-3.2")
def test_each_ruins_held_since_the_start_rerolls_one_unused_die() -> None:
    game = two()
    state = table(game, "1 acting 1 1 6\nnoted 1-1 3-3 left 2\non 5:1C 1-1:1D 3-3:1D")
    assert allowed(game, state, "reroll") == ["reroll 1", "reroll 6"]
    after = do(game, state, "1 reroll 1")
    assert phase(game, after) == "rolling 1 beside 1 6"
    after = do(game, after, "* rolled 2", "1 reroll 2", "* rolled 5")
    assert phase(game, after) == "acting 1 5 6"
    assert refused(game, after, "1 reroll 1") == "W-3.3"
    assert refused(game, state, "1 reroll 4") == "W-5.2"
    assert allowed(game, after, "reroll") == []


@pytest.mark.rule("W-3.3")
def test_a_ruins_taken_or_left_this_turn_rerolls_nothing() -> None:
    game = two()
    state = table(game, "1 acting 1 1 3 4\non 5:1C 3:1D")
    after = do(game, state, "1 take 1-1 from 3 with 1 1")
    assert refused(game, after, "1 reroll 4") == "W-3.3"
    state = table(game, "1 acting 1 1 3 4\nnoted 1-1 left 1\non 5:1C 1-1:1D")
    left = do(game, state, "1 take 3 from 1-1 with 3")
    assert refused(game, left, "1 reroll 4") == "W-3.3"
    again = do(game, left, "1 take 1-1 from 3 with 1 1")
    assert refused(game, again, "1 reroll 4") == "W-3.3"


@pytest.mark.rule("W-3.3")
def test_a_reroll_already_made_was_that_of_the_ruins_left_later() -> None:
    game = two()
    state = table(game, "1 acting 3 4 5\nnoted 1-1 3-3 left 2\non 5:1C 1-1:1D 3-3:1D")
    after = do(game, state, "1 reroll 5", "* rolled 6", "1 take 3 from 1-1 with 3", "1 reroll 6")
    after = do(game, after, "* rolled 2")
    assert refused(game, after, "1 reroll 2") == "W-3.3"
    left_first = do(game, state, "1 take 3 from 1-1 with 3", "1 reroll 5", "* rolled 6")
    assert refused(game, left_first, "1 reroll 6") == "W-3.3"


@pytest.mark.rule("W-3.4", "W-4.4")
def test_each_village_adds_a_die() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 5-5:1Z 345:1Z 6-6:2E")
    assert phase(game, do(game, state, "1 roll")) == "rolling 5"


@pytest.mark.rule("W-3.6", "W-5.18")
def test_the_graveyard_receives_destroyed_pawns_and_is_no_territory() -> None:
    game = two()
    state = table(game, "1 acting 3\non 5:1C 3:2D")
    after = do(game, state, "1 take 3 from 5 with 3")
    assert "graveyard drill" in lines_of(game, after, 2)
    assert "graveyard" not in game.box.tile_named
    assert len(game.box.tiles) == 22


# The end of the turn

HARVESTS = """
    1 acting
    on 5:1C {drills}
    market force-field death-ray juggernaut
    """


def harvest(drills: str) -> str:
    game = two()
    after = do(game, table(game, HARVESTS.format(drills=drills)), "1 end")
    return lines_of(game, after, 1).split(" reserve")[0]


@pytest.mark.rule("W-9.1", "W-9.2x")
def test_two_drills_on_jungles_harvest_one_crystal() -> None:
    assert harvest("3:1D 8:1D") == "cubes 0 crystals 1"


@pytest.mark.rule("W-9.1", "W-3.5", "W-9.3x")
def test_two_drills_on_veins_harvest_two_crystals() -> None:
    assert harvest("9:1D 11:1D") == "cubes 0 crystals 2"


@pytest.mark.rule("W-9.2", "W-9.4x")
def test_a_drill_on_a_vein_and_one_elsewhere_harvest_one_crystal() -> None:
    assert harvest("10:1D 12:1D") == "cubes 0 crystals 1"


@pytest.mark.rule("W-9.1", "W-9.2", "W-10.13", "W-3.5")
def test_only_drills_extract_and_a_lone_point_is_lost() -> None:
    assert harvest("3:1D") == "cubes 0 crystals 0"
    assert harvest("9:1E 11:1Z 10:1E") == "cubes 0 crystals 0"
    assert harvest("9:1D 3:1D 11:1M") == "cubes 0 crystals 2"


@pytest.mark.rule("W-9.5", "W-10.9")
def test_nothing_is_harvested_without_the_base_camp_on_the_board() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting
        on 9:1D 11:1D
        market force-field death-ray juggernaut
        """,
    )
    assert lines_of(game, do(game, state, "1 end"), 1).startswith("cubes 0 crystals 0")


@pytest.mark.rule("W-9.6", "W-5.3")
def test_three_cubes_are_kept_and_unused_dice_are_lost() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 4 5
        on 5:1C
        market force-field death-ray juggernaut
        1 cubes 7
        2 cubes 5
        """,
    )
    after = do(game, state, "1 end")
    assert lines_of(game, after, 1).startswith("cubes 3 ")
    assert isinstance(after.phase, Preparing)
    assert phase(game, do(game, after, "2 roll")) == "rolling 3"


@pytest.mark.rule("W-9.7")
def test_cubes_above_three_are_discarded_only_at_ones_own_end() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting
        on 5:1C 1:2C
        market force-field death-ray juggernaut
        2 cubes 5
        """,
    )
    after = do(game, state, "1 end")
    assert lines_of(game, after, 2).startswith("cubes 5 ")
    after = do(game, after, "2 roll", "* rolled 1 1 1", "2 end")
    assert lines_of(game, after, 2).startswith("cubes 3 ")


@pytest.mark.rule("W-9.8")
def test_the_market_is_made_three_again_while_the_deck_lasts() -> None:
    game = two()
    state = table(game, "1 acting\non 5:1C\nmarket force-field death-ray")
    after = do(game, state, "1 end")
    assert phase(game, after) == "revealing 1"
    after = do(game, after, "* revealed juggernaut")
    assert isinstance(after.phase, Preparing)
    assert after.market.bit_count() == 3
    cards = game.write_position(state).partition("deck ")[2].partition("\n")[0]
    empty = game.read_position(game.write_position(state).replace(cards, "production-tanks"))
    last = do(game, empty, "1 end", "* revealed production-tanks")
    assert last.deck == 0
    nothing = do(game, game.read_position(game.write_position(state).replace(cards, "")), "1 end")
    assert isinstance(nothing.phase, Preparing)
    assert nothing.market.bit_count() == 2


@pytest.mark.rule("W-9.9", "W-11.3")
def test_of_the_crystals_one_takes_what_is_left_and_wins() -> None:
    game = three()
    state = table(
        game,
        """
        1 acting
        on 5:1C 9:1D 10:1D 11:1M
        1 crystals 8
        2 crystals 8
        3 crystals 8
        """,
    )
    after = do(game, state, "1 end")
    assert after.players[0].crystals == 9
    assert after.phase == Over(0, "crystals")


# Victory


@pytest.mark.rule("W-11.1", "W-11.2")
def test_the_fourth_artifact_ends_the_game_at_once() -> None:
    game = two()
    state = table(game, "1 acting 1 1 5\non 5:1C 8:1E\n1 artifacts 2 3 4")
    after = do(game, state, "1 take 1-1 from 8 with 1 1")
    assert after.phase == Over(0, "artifacts")
    assert game.pending(after) == ()
    assert game.moves(after, 0).why_not(Collect()) == "W-11.1"
    with pytest.raises(GameOver):
        do(game, after, "1 end")
    outcome = game.outcome(after)
    assert outcome is not None
    assert (outcome.why, outcome.places, outcome.scores) == ("artifacts", ((0,), (1,)), (100, 0))
    assert game.outcome(state) is None


@pytest.mark.rule("W-11.1", "W-11.2", "W-10.16")
def test_a_swap_in_preparation_can_win() -> None:
    game = two()
    state = table(game, "1 preparing\non 5:1C 4-4:1Z\n1 artifacts 1 2 4")
    assert do(game, state, "1 swap 4-4 by explorer").phase == Over(0, "artifacts")


@pytest.mark.rule("W-11.3")
@pytest.mark.parametrize(("seats", "goal"), [(2, 11), (3, 9), (4, 7)])
def test_the_cargo_depends_on_the_number_of_players(seats: int, goal: int) -> None:
    game = Wiraqocha(seats, valley="first")
    text = "1 acting\non 5:1C 9:1D\nmarket force-field death-ray juggernaut\n1 crystals {}"
    assert do(game, table(game, text.format(goal - 1)), "1 end").phase == Over(0, "crystals")
    assert isinstance(do(game, table(game, text.format(goal - 2)), "1 end").phase, Preparing)


LEVIATHAN = """
    1 acting
    on 5:1C
    market production-tanks
    1 cubes {cubes} crystals 2 cards {cards}
    """


@pytest.mark.rule("W-11.4")
@pytest.mark.parametrize(
    ("seats", "cards", "won"),
    [
        # 4 + 4 + 4 + 5 + 4 cubes and 1 + 1 crystals
        (2, "juggernaut flying-fortress battle-exoskeleton death-ray", False),
        (2, "juggernaut flying-fortress mechanical-miner death-ray", True),
        (2, "juggernaut force-field mechanical-miner android-explorer", False),
        (3, "juggernaut death-ray mechanical-miner", False),
        (3, "juggernaut death-ray mechanical-miner recovery-workshop", True),
        (4, "juggernaut android-factory flying-fortress", False),
        (4, "force-field juggernaut android-factory", True),
        (4, "force-field juggernaut", False),
    ],
)
def test_the_leviathan_takes_cards_of_both_costs(seats: int, cards: str, won: bool) -> None:
    game = Wiraqocha(seats, valley="first")
    state = table(game, LEVIATHAN.format(cubes=4, cards=cards))
    after = do(game, state, "1 build production-tanks")
    assert (after.phase == Over(0, "leviathan")) == won
    assert won or isinstance(after.phase, Acting)


@pytest.mark.rule("W-11.4")
def test_cubes_and_crystals_in_hand_do_not_count_for_the_leviathan() -> None:
    game = Wiraqocha(4, valley="first")
    state = table(game, LEVIATHAN.format(cubes=20, cards="juggernaut android-factory"))
    assert isinstance(do(game, state, "1 build production-tanks").phase, Acting)


@pytest.mark.rule("W-11.5")
def test_a_card_counts_although_its_effect_is_used_up() -> None:
    game = Wiraqocha(4, valley="first")
    cards = "death-ray force-field juggernaut"  # the field gone, the ray used, the pawn removed
    state = table(game, LEVIATHAN.format(cubes=4, cards=cards).replace("on 5:1C", "on 5:1C 8~"))
    assert do(game, state, "1 build production-tanks").phase == Over(0, "leviathan")


@pytest.mark.rule("W-11.5")
def test_a_stolen_card_counts_for_the_thief_only() -> None:
    game = Wiraqocha(4, valley="first")
    state = table(
        game,
        """
        1 acting 5 6
        on 8:1C 5:2C
        1 cards force-field juggernaut android-factory
        2 cards production-tanks
        """,
    )
    after = do(game, state, "1 pillage 5 with 5 beating 6 for production-tanks")
    assert after.phase == Over(0, "leviathan")
    assert game.score(after, 1).points == 0
    assert game.score(state, 1).points == 24


def test_numbers_that_name_nothing_are_refused_with_a_clause() -> None:
    game = two(prisoners=True)
    acting = game.moves(
        table(
            game,
            """
            1 acting 3 4
            on 5:1C 8:2C
            1 cubes 9 crystals 3 cards psychic-probe death-ray flying-fortress transport-tunneller
            """,
        ),
        0,
    )
    preparing = game.moves(table(game, "1 preparing\non 5:1C 11:1Z\n1 cards recovery-workshop"), 0)
    for wrong in (-1, 22, 99):
        assert acting.why_not(Enter(wrong, 2, (3,))) == "W-1.2"
        assert acting.why_not(Enter(0, wrong, (3,))) == "W-5.8"
        assert acting.why_not(March(wrong, 4, (3,))) == "W-1.2"
        assert acting.why_not(March(2, wrong, (3,))) == "W-5.9"
        assert acting.why_not(Tunnel(wrong, (3,), Crystal())) == "W-1.2"
        assert acting.why_not(Defend(wrong, 3)) == "W-6.1"
        assert acting.why_not(Raise(wrong)) == "W-5.2"
        assert acting.why_not(Build(wrong)) == "W-8.1"
        assert acting.why_not(BuyBack(wrong)) == "W-8.11"
        assert acting.why_not(Probe(wrong)) == "W-13.12"
        assert acting.why_not(Fortify(wrong)) == "W-12.2"
        assert acting.why_not(Devastate(wrong)) == "W-1.2"
        assert acting.why_not(Ransom(wrong, "cubes")) == "W-14.7"
        assert preparing.why_not(Lift(wrong)) == "W-4.5"
        assert preparing.why_not(Recover(wrong)) == "W-12.9"
        assert preparing.why_not(SwapIn(wrong, 2)) == "W-4.7"
        assert preparing.why_not(SwapIn(10, wrong)) == "W-4.7"
        assert preparing.why_not(SwapOver(10, wrong)) == "W-4.7"
        assert preparing.why_not(Burrow(wrong)) == "W-14.1"
    assert acting.why_not(March(6, 4, (4, 3))) == "W-5.6"  # dice are named in rising order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end(seats: int) -> None:
    game = Wiraqocha(seats, caves=True, prisoners=True, strict_dice=True)
    for seed in range(5):
        state, events = random_playout(game, Random(seed))
        assert isinstance(state.phase, Over)
        assert len(events) < 20_000


def test_the_phase_of_the_cards_is_the_same_at_the_start_and_at_the_end_of_a_turn() -> None:
    game = two()
    assert game.setup().phase == Revealing(3)
    assert game.heading(game.setup()) == "set-up"
