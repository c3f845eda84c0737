"""The twelve technologies, and what happens to the pawn of a stolen card."""

from __future__ import annotations

import pytest

from tests.games.wiraqocha.tables import allowed, do, lines_of, on, phase, refused, table, two
from yupana.games.wiraqocha.state import Over

# Android Factory


@pytest.mark.rule("W-12.1")
def test_the_factory_sells_one_die_a_turn() -> None:
    game = two()
    state = table(game, "1 acting 2\non 8:1C\n1 cubes 7 cards android-factory")
    after = do(game, state, "1 factory die", "* rolled 6")
    assert phase(game, after) == "acting 2 6"
    assert lines_of(game, after, 1).startswith("cubes 4 ")
    assert refused(game, after, "1 factory die") == "W-12.1"
    assert allowed(game, after, "factory") == []
    poor = table(game, "1 acting 2\non 8:1C\n1 cubes 2 cards android-factory")
    assert refused(game, poor, "1 factory die") == "W-12.1"
    nobody = table(game, "1 acting 2\non 8:1C\n1 cubes 7")
    assert refused(game, nobody, "1 factory die") == "W-12.1"


# Flying Fortress


@pytest.mark.rule("W-12.2", "W-12.5")
def test_the_fortress_is_placed_or_moved_once_a_turn() -> None:
    game = two()
    state = table(game, "1 acting 2\non 8:1C 5:1D 3:2C\nmarket flying-fortress\n1 cubes 4")
    assert refused(game, state, "1 fortress 8") == "W-12.2"
    after = do(game, state, "1 build flying-fortress")
    assert allowed(game, after, "fortress") == ["fortress 5", "fortress 8"]
    assert refused(game, after, "1 fortress 3") == "W-12.2"
    after = do(game, after, "1 fortress 8")
    assert on(game, after) == "3:2C 5:1D 8^:1C"
    assert refused(game, after, "1 fortress 5") == "W-12.5"
    later = table(game, "1 acting 2\non 8^:1C 5:1D 3:2C\n1 cards flying-fortress")
    assert allowed(game, later, "fortress") == ["fortress 5"]
    assert refused(game, later, "1 fortress 8") == "W-12.5"
    assert on(game, do(game, later, "1 fortress 5")) == "3:2C 5^:1D 8:1C"


@pytest.mark.rule("W-12.3", "W-12.3x", "W-5.20")
def test_a_three_under_the_fortress_is_beaten_by_two_dice_above_it() -> None:
    game = two()
    text = "1 acting 3 {}\non 8:1C 3^:2D3 5:2C\n2 cards flying-fortress"
    for beaters in ("4 5", "6 6", "4 6"):
        state = table(game, text.format(beaters))
        after = do(game, state, f"1 take 3 from 8 with 3 beating {beaters}")
        assert on(game, after) == "3:1C 5:2C"
        assert "graveyard drill" in lines_of(game, after, 2)
        assert refused(game, state, "1 take 3 from 8 with 3 beating 6") in ("W-5.17", "W-5.2")
    for beaters in ("3 6", "2 6"):
        state = table(game, text.format(beaters))
        assert refused(game, state, f"1 take 3 from 8 with 3 beating {beaters}") == "W-5.17"


@pytest.mark.rule("W-12.5")
def test_the_fortress_does_nothing_without_a_die_and_doubles_a_camp() -> None:
    game = two()
    bare = table(game, "1 acting 3\non 8:1C 3^:2D 5:2C\n2 cards flying-fortress")
    assert on(game, do(game, bare, "1 take 3 from 8 with 3")) == "3:1C 5:2C"
    camp = table(game, "1 acting 3 6 6\non 8:1C 3^:2C\n2 cards flying-fortress")
    assert refused(game, camp, "1 take 3 from 8 with 3 beating 6") == "W-5.17"
    assert on(game, do(game, camp, "1 take 3 from 8 with 3 beating 6 6")) == "3:1C"
    six = table(game, f"1 acting 3 6 6\non 8:1C 3^:2C6\n1 cubes {4}\n2 cards flying-fortress")
    after = do(game, six, "1 take 3 from 8 with 3 beating 7 7")
    assert lines_of(game, after, 1).startswith("cubes 0 ")
    three = table(game, "1 acting 3 6 6\non 8:1C 3^:2C6\n1 cubes 3\n2 cards flying-fortress")
    assert refused(game, three, "1 take 3 from 8 with 3 beating 7 7") == "W-7.1"


@pytest.mark.rule("W-12.4")
def test_a_fortress_lost_goes_back_to_its_owner_for_his_next_turn() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3 5 5
        on 8:1C 3^:2D4 5:2C
        market force-field death-ray juggernaut
        2 cards flying-fortress
        """,
    )
    after = do(game, state, "1 take 3 from 8 with 3 beating 5 5")
    assert on(game, after) == "3:1C 5:2C"
    after = do(game, after, "1 end", "2 roll", "* rolled 1 1 1", "2 fortress 5")
    assert on(game, after) == "3:1C 5^:2C"


@pytest.mark.rule("W-12.5")
def test_a_fortress_left_behind_waits_for_a_later_turn() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3
        on 8:1C 5^:1D4 4:2C
        market force-field death-ray juggernaut
        1 cards flying-fortress
        """,
    )
    after = do(game, state, "1 take 3 from 5 with 3")
    assert on(game, after) == "3:1D 4:2C 8:1C"
    assert refused(game, after, "1 fortress 3") == "W-12.5"
    after = do(game, after, "1 end", "2 roll", "* rolled 1 1 1", "2 end")
    after = do(game, after, "1 roll", "* rolled 1 1 1", "1 fortress 3")
    assert on(game, after) == "3^:1D 4:2C 8:1C"


# Force Field


@pytest.mark.rule("W-12.6")
def test_the_force_field_is_placed_as_it_is_built_and_stops_conquest() -> None:
    game = two()
    state = table(game, "1 acting\non 8:1C 5:1D 3:2C\nmarket force-field\n1 cubes 3 crystals 1")
    assert allowed(game, state, "build") == ["build force-field on 5", "build force-field on 8"]
    assert refused(game, state, "1 build force-field") == "W-12.6"
    assert refused(game, state, "1 build force-field on 3") == "W-12.6"
    after = do(game, state, "1 build force-field on 5")
    assert on(game, after) == "3:2C 5#:1D 8:1C"
    rival = table(game, "2 acting 5 6\non 8:1C 5#:1D 3:2C\n1 cards force-field")
    assert refused(game, rival, "2 take 5 from 3 with 5") == "W-12.6"
    assert not [text for text in allowed(game, rival, "take") if text.startswith("take 5 ")]


@pytest.mark.rule("W-12.7")
def test_the_force_field_is_gone_when_its_pawn_moves_away() -> None:
    game = two()
    state = table(game, "1 acting 3 5\non 8:1C 5#:1D 4:2C\n1 cards force-field")
    after = do(game, state, "1 take 3 from 5 with 3")
    assert on(game, after) == "3:1D 4:2C 8:1C"
    assert lines_of(game, after, 1).endswith("cards force-field")
    assert game.score(after, 0).points == game.score(state, 0).points > 0
    back = do(game, after, "1 take 5 from 3 with 5")
    assert on(game, back) == "4:2C 5:1D 8:1C"
    rival = table(game, "2 acting 5\non 8:1C 5:1D 4:2C\n1 cards force-field")
    assert on(game, do(game, rival, "2 take 5 from 4 with 5")) == "5:2C 8:1C"


@pytest.mark.rule("W-12.8")
def test_the_force_field_stops_pillage_but_neither_ray_nor_tunneller() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3 6
        on 8:1C 3#:2C
        1 cards death-ray transport-tunneller
        2 crystals 2 cards force-field
        """,
    )
    assert allowed(game, state, "pillage") == []
    assert refused(game, state, "1 pillage 3 with 3 beating 6 for crystal") == "W-12.8"
    assert refused(game, state, "1 take 3 from 8 with 3 beating 6") == "W-12.6"
    robbed = do(game, state, "1 tunnel 3 with 3 for crystal")
    assert on(game, robbed) == "3#:2C 8:1C"
    struck = do(game, state, "1 ray 3")
    assert on(game, struck) == "3~ 8:1C"
    assert lines_of(game, struck, 2).endswith("cards force-field")


# Pawns of cards


@pytest.mark.rule("W-13.1")
@pytest.mark.parametrize(
    ("card", "pawn", "crystals"),
    [
        ("android-explorer", "android", 0),
        ("mechanical-miner", "miner", 1),
        ("juggernaut", "juggernaut", 0),
    ],
)
def test_whoever_builds_the_card_gets_its_pawn(card: str, pawn: str, crystals: int) -> None:
    game = two()
    state = table(game, f"1 acting\non 8:1C\nmarket {card}\n1 cubes 4 crystals {crystals}")
    after = do(game, state, f"1 build {card}")
    assert lines_of(game, after, 1) == (
        f"cubes 0 crystals 0 reserve explorer explorer drill drill zeppelin zeppelin {pawn} "
        f"cards {card}"
    )


@pytest.mark.rule("W-13.1")
def test_the_three_are_an_explorer_a_drill_and_a_zeppelin() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 1 1 3 6 6
        on 8:1C 5:2C 9:1D
        market force-field death-ray flying-fortress
        1 cards android-explorer mechanical-miner juggernaut reserve android miner juggernaut
        """,
    )
    after = do(game, state, "1 take 3 by miner with 3", "1 take 12 by juggernaut with 6 6")
    after = do(game, after, "1 take 1 by android with 1")
    assert refused(game, after, "1 take 2 from 3 with 1") == "W-5.4"
    assert on(game, after) == "1:1A 3:1M 5:2C 8:1C 9:1D 12:1J"
    assert do(game, after, "1 end").players[0].crystals == 1  # two points and one
    ruins = table(game, "1 acting 1 1\non 8:1C 5:1A\n1 cards android-explorer")
    assert "artifacts 1" in lines_of(game, do(game, ruins, "1 take 1-1 from 5 with 1 1"), 1)
    fallen = table(game, "2 acting 3\non 8:2C 3:1A 5:1C\n1 cards android-explorer")
    assert "graveyard android" in lines_of(game, do(game, fallen, "2 take 3 from 8 with 3"), 1)


STOLEN = """
    1 acting 3 6
    on 8:1C 3:2C{more}
    2 cards juggernaut{cards} {pawn}
    """


def stolen(
    more: str = "", pawn: str = "", cards: str = "", game: object = None
) -> tuple[str, str, str]:
    """The board, and what is told of both players, once the Juggernaut was stolen."""
    played = two()
    state = table(played, STOLEN.format(more=more, pawn=pawn, cards=cards))
    after = do(played, state, "1 pillage 3 with 3 beating 6 for juggernaut")
    return on(played, after), lines_of(played, after, 1), lines_of(played, after, 2)


@pytest.mark.rule("W-13.2")
def test_a_pawn_in_the_reserve_goes_to_the_thief() -> None:
    board, thief, victim = stolen(pawn="reserve juggernaut")
    assert board == "3:2C 8:1C"
    assert "zeppelin zeppelin juggernaut cards juggernaut" in thief
    assert "juggernaut" not in victim


@pytest.mark.rule("W-13.2", "W-13.3")
def test_a_pawn_on_the_board_gives_its_territory_to_the_thief() -> None:
    board, thief, victim = stolen(more=" 456#^:2J6", cards=" force-field flying-fortress")
    assert board == "3:2C 8:1C 456:1J"
    assert thief.endswith("zeppelin zeppelin cards juggernaut")
    assert victim.endswith("cards force-field flying-fortress")


@pytest.mark.rule("W-13.3")
def test_the_fortress_of_that_tile_is_free_for_its_owner_again() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3 6
        on 8:1C 3:2C 456^:2J6
        market force-field death-ray android-factory
        2 cards juggernaut flying-fortress
        """,
    )
    after = do(game, state, "1 pillage 3 with 3 beating 6 for juggernaut", "1 end")
    after = do(game, after, "2 roll", "* rolled 1 1 1", "2 fortress 3")
    assert on(game, after) == "3^:2C 8:1C 456:1J"


@pytest.mark.rule("W-13.2")
def test_a_pawn_in_the_graveyard_stays_there_for_the_thief_to_buy() -> None:
    board, thief, victim = stolen(pawn="graveyard juggernaut")
    assert board == "3:2C 8:1C"
    assert "graveyard juggernaut cards juggernaut" in thief
    assert "juggernaut" not in victim
    game = two()
    state = table(game, "1 acting\non 8:1C\n1 cubes 3 cards juggernaut graveyard juggernaut")
    assert "zeppelin juggernaut cards" in lines_of(
        game, do(game, state, "1 buy back juggernaut"), 1
    )


@pytest.mark.rule("W-13.2")
def test_a_pawn_out_of_the_game_stays_out() -> None:
    board, thief, victim = stolen(more=" 456~")
    assert board == "3:2C 8:1C 456~"
    assert thief.endswith("zeppelin zeppelin cards juggernaut")
    assert "juggernaut" not in victim


@pytest.mark.rule("W-13.2")
def test_a_territory_got_with_a_stolen_pawn_is_ground_to_enter_from() -> None:
    game = two()
    state = table(game, "1 acting 1 3 6\non 10:1C 3:2C 2:2J\n2 cards juggernaut")
    assert refused(game, state, "1 take 1 by drill with 1") == "W-5.8"
    after = do(game, state, "1 pillage 3 with 3 beating 6 for juggernaut")
    assert on(game, do(game, after, "1 take 1 by drill with 1")) == "1:1D 2:1J 3:2C 10:1C"


@pytest.mark.rule("W-13.4")
def test_artifacts_found_by_the_android_stay_with_who_found_them() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C 1-1:2A\n2 artifacts 1 cards android-explorer")
    after = do(game, state, "1 pillage 3 with 3 beating 6 for android-explorer")
    assert on(game, after) == "3:2C 8:1C 1-1:1A"
    assert "artifacts" not in lines_of(game, after, 1)
    assert lines_of(game, after, 2).endswith("artifacts 1")


# Battle Exoskeleton


@pytest.mark.rule("W-13.5", "W-13.15")
def test_the_exoskeleton_turns_one_unused_die_a_turn_into_a_five() -> None:
    game = two()
    state = table(game, "1 acting 1 1 5\non 8:1C4\n1 cards battle-exoskeleton")
    assert allowed(game, state, "exoskeleton") == ["exoskeleton 1"]
    assert refused(game, state, "1 exoskeleton 4") == "W-5.2"
    assert refused(game, state, "1 exoskeleton 5") == "W-13.15"
    after = do(game, state, "1 exoskeleton 1")
    assert phase(game, after) == "acting 1 5 5"
    assert refused(game, after, "1 exoskeleton 1") == "W-13.5"
    assert refused(game, table(game, "1 acting 1\non 8:1C"), "1 exoskeleton 1") == "W-13.5"


# Death Ray


@pytest.mark.rule("W-13.6", "W-13.7", "W-13.9")
def test_the_ray_takes_a_tile_out_of_the_game() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3 5
        on 8:1C 5#^:2D6 4:2C
        1 cards death-ray
        2 cards force-field flying-fortress
        """,
    )
    after = do(game, state, "1 ray 5")
    assert on(game, after) == "4:2C 5~ 8:1C"
    assert "drill" in lines_of(game, state, 2)
    assert lines_of(game, after, 2) == (
        "cubes 0 crystals 0 reserve explorer explorer drill zeppelin zeppelin "
        "cards force-field flying-fortress"
    )
    assert "fortress gone" in game.write_position(after)
    assert refused(game, after, "1 take 5 from 8 with 5") == "W-13.9"
    assert not [text for text in allowed(game, after, "take") if text.startswith("take 5 ")]
    assert refused(game, after, "1 ray 4") == "W-13.10"
    rival = table(game, "2 acting 5\non 8:1C 5~ 4:2C\nfortress gone\n2 cards flying-fortress")
    assert refused(game, rival, "2 fortress 4") == "W-13.7"
    assert allowed(game, rival, "fortress") == []


@pytest.mark.rule("W-13.7")
def test_a_base_camp_struck_goes_to_its_owners_reserve() -> None:
    game = two()
    state = table(game, "1 acting\non 8:1C 4:2C6\n1 cards death-ray")
    after = do(game, state, "1 ray 4")
    assert on(game, after) == "4~ 8:1C"
    assert lines_of(game, after, 2).startswith("cubes 0 crystals 0 reserve camp explorer")


@pytest.mark.rule("W-13.8")
def test_an_artifact_not_yet_found_is_lost_with_its_ruins() -> None:
    game = two()
    state = table(game, "1 acting 1 1\non 8:1C 5:1E 4:2C\n1 artifacts 2 3 4 cards death-ray")
    assert game.score(state, 0).points == 75
    after = do(game, state, "1 ray 1-1")
    assert refused(game, after, "1 take 1-1 from 5 with 1 1") == "W-13.9"
    ladder = game.score(after, 0).parts[0]
    assert (ladder.reason, ladder.points) == ("artifacts-lost", 0)
    found = do(
        game, table(game, "1 acting\non 8:1C 4:2C\n1 artifacts 1 cards death-ray"), "1 ray 1-1"
    )
    assert game.score(found, 0).parts[0].points == 25  # its Artifact was out already


@pytest.mark.rule("W-13.10", "W-11.5")
def test_a_ray_stolen_after_its_use_only_counts() -> None:
    game = two()
    state = table(game, "1 acting 3 6\non 8:1C 3:2C 5~\n2 cards death-ray")
    after = do(game, state, "1 pillage 3 with 3 beating 6 for death-ray")
    assert refused(game, after, "1 ray 3") == "W-13.10"
    assert allowed(game, after, "ray") == []
    assert game.score(after, 0).points > game.score(state, 0).points


@pytest.mark.rule("W-13.6", "W-13.11")
def test_the_ray_strikes_any_of_the_22_tiles_without_dice() -> None:
    game = two()
    state = table(game, "1 acting\non 8:1C 5:1D3 3:2C\n1 cards death-ray")
    assert len(allowed(game, state, "ray")) == 22
    assert on(game, do(game, state, "1 ray 5")) == "3:2C 5~ 8:1C"  # the die to the supply
    assert on(game, do(game, state, "1 ray 12")) == "3:2C 5:1D3 8:1C 12~"
    assert refused(game, table(game, "1 acting\non 8:1C"), "1 ray 5") == "W-13.6"


@pytest.mark.rule("W-13.11", "W-3.3")
def test_a_ruins_struck_by_its_holder_rerolls_no_more() -> None:
    game = two()
    state = table(game, "1 acting 4\nnoted 1-1 left 1\non 8:1C 1-1:1D 3:2C\n1 cards death-ray")
    assert refused(game, do(game, state, "1 ray 1-1"), "1 reroll 4") == "W-3.3"


# Psychic Probe


@pytest.mark.rule("W-13.12")
def test_the_probe_turns_a_rivals_die_into_a_one_until_his_turn() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3
        on 8:1C6 5:2D4 4:2C 3:2E
        market force-field death-ray juggernaut
        1 cards psychic-probe
        """,
    )
    assert allowed(game, state, "probe") == ["probe 4", "probe 5"]
    assert refused(game, state, "1 probe 8") == "W-13.12"  # one's own
    assert refused(game, state, "1 probe 3") == "W-13.12"  # nothing defends it
    assert refused(game, state, "1 probe 2") == "W-13.12"  # nobody is there
    after = do(game, state, "1 probe 5")
    assert on(game, after) == "3:2E 4:2C 5:2D1 8:1C6"
    assert refused(game, after, "1 probe 4") == "W-13.12"
    turn = do(game, after, "1 end")
    assert on(game, turn) == "3:2E 4:2C 5:2D1 8:1C6"
    assert phase(game, do(game, turn, "2 roll")) == "rolling 2"  # kept as a 1
    assert phase(game, do(game, turn, "2 lift 5", "2 roll")) == "rolling 3"


@pytest.mark.rule("W-13.13", "W-2.2")
def test_a_natural_five_comes_back_as_the_next_turn_begins() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 2 4
        on 8:1C 4:2C
        market force-field death-ray juggernaut
        1 cards psychic-probe
        """,
    )
    assert refused(game, state, "1 take 4 from 8 with 4 beating 2") == "W-5.17"
    after = do(game, state, "1 probe 4")
    assert on(game, after) == "4:2C! 8:1C"
    assert on(game, do(game, after, "1 take 4 from 8 with 4 beating 2")) == "4:1C"
    assert on(game, do(game, after, "1 end")) == "4:2C 8:1C"


@pytest.mark.rule("W-13.15", "W-13.13")
def test_die_and_natural_five_become_one_and_only_the_five_comes_back() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 2 4
        on 8:1C 4:2C6 5:2D1
        market force-field death-ray juggernaut
        1 cards psychic-probe
        """,
    )
    assert refused(game, state, "1 probe 5") == "W-13.15"
    after = do(game, state, "1 probe 4")
    assert on(game, after) == "4:2C1! 5:2D1 8:1C"
    assert "take 4 from 8 with 4 beating 2" in allowed(game, after)
    assert on(game, do(game, after, "1 end")) == "4:2C1 5:2D1 8:1C"


@pytest.mark.rule("W-13.14")
def test_under_the_fortress_the_defence_becomes_one_and_one() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 2 3 4
        on 8:1C 4^:2C6
        1 cards psychic-probe
        2 cards flying-fortress
        """,
    )
    after = do(game, state, "1 probe 4")
    assert refused(game, after, "1 take 4 from 8 with 4 beating 3") == "W-5.17"
    assert on(game, do(game, after, "1 take 4 from 8 with 4 beating 2 3")) == "4:1C"


# Transport Tunneller


@pytest.mark.rule("W-13.16", "W-13.17")
def test_the_tunneller_robs_past_all_defences_once_a_turn() -> None:
    game = two()
    state = table(
        game,
        """
        1 acting 3 4 5
        on 10:1C 345#^:2C6
        1 cards transport-tunneller
        2 crystals 2 cards force-field flying-fortress graveyard drill
        """,
    )
    assert allowed(game, state, "tunnel", "pillage") == ["tunnel 345 with 3 4 5 for crystal"]
    after = do(game, state, "1 tunnel 345 with 3 4 5 for crystal")
    assert on(game, after) == "10:1C 345#^:2C6"
    assert [player.crystals for player in after.players] == [1, 1]
    assert phase(game, after) == "acting"


@pytest.mark.rule("W-13.16")
def test_the_tunneller_needs_its_card_its_dice_and_a_camp_with_loot() -> None:
    game = two()
    state = table(
        game, "1 acting 2 3 5 5\non 8:1C 5:2C 4:2D\n1 cards transport-tunneller\n2 crystals 2"
    )
    assert allowed(game, state, "tunnel") == [
        "tunnel 5 with 5 for crystal",
        "tunnel 5 with 2 3 for crystal",
    ]
    assert refused(game, state, "1 tunnel 5 with 2 5 for crystal") == "W-5.4"
    assert refused(game, state, "1 tunnel 5 with 1 4 for crystal") == "W-5.2"
    assert refused(game, state, "1 tunnel 4 with 2 2 for crystal") == "W-8.4"
    assert refused(game, state, "1 tunnel 5 with 5 for artifact 1") == "W-8.9"
    after = do(game, state, "1 tunnel 5 with 5 for crystal")
    assert refused(game, after, "1 tunnel 5 with 5 for crystal") == "W-13.16"
    assert allowed(game, after, "tunnel") == []
    double = table(
        game, "1 acting 2 3 5 5\non 8:1C 5-5:2C\n1 cards transport-tunneller\n2 crystals 2"
    )
    assert refused(game, double, "1 tunnel 5-5 with 2 3 5 for crystal") == "W-5.5"
    nobody = table(game, "1 acting 5\non 8:1C 5:2C\n2 crystals 2")
    assert refused(game, nobody, "1 tunnel 5 with 5 for crystal") == "W-13.16"


@pytest.mark.rule("W-13.17", "W-11.1")
def test_the_tunneller_never_takes_a_tile_but_can_win() -> None:
    game = two()
    state = table(
        game, "1 acting 5\non 8:1C 5:2C\n1 artifacts 1 2 3 cards transport-tunneller\n2 artifacts 4"
    )
    assert not [text for text in allowed(game, state) if text.startswith("take 5 ")]
    after = do(game, state, "1 tunnel 5 with 5 for artifact 4")
    assert after.phase == Over(0, "artifacts")
