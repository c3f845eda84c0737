"""The Caves and the prisoners."""

from __future__ import annotations

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
from yupana.core.errors import NotationError
from yupana.games.wiraqocha.state import Over

# Caves


@pytest.mark.rule("W-14.1")
def test_the_caves_replace_the_seven() -> None:
    game = two(caves=True)
    assert len(game.box.tiles) == 22
    assert game.box.tiles.index("caves") == two().box.tiles.index("7")
    with pytest.raises(NotationError):
        game.read_move("probe 7")
    state = table(game, "1 acting 3 4\non 5:1C")
    assert on(game, do(game, state, "1 take caves by explorer with 3 4")) == "5:1C caves:1E"
    plain = table(two(), "1 preparing\non 5:1C 8:1E")
    assert refused(two(), plain, "1 caves 12") == "W-14.1"


@pytest.mark.rule("W-14.2", "W-10.16")
def test_an_explorer_in_the_caves_moves_to_a_free_mountain() -> None:
    game = two(caves=True)
    state = table(game, "1 preparing\non 5:1C caves:1E3 12:2Z 11:1Z 4:2C")
    assert allowed(game, state, "caves") == [
        "caves 4-4",
        "caves 123",
        "caves 234",
        "caves 345",
        "caves 456",
    ]
    after = do(game, state, "1 caves 4-4")
    assert on(game, after) == "4:2C 5:1C 11:1Z 12:2Z 4-4:1E"
    assert lines_of(game, after, 1).endswith("artifacts 3")
    assert allowed(game, after, "caves") == []
    assert refused(game, after, "1 caves 456") == "W-14.2"
    for tile in ("12", "11", "8"):
        assert refused(game, state, f"1 caves {tile}") == "W-14.2"
    drill = table(game, "1 preparing\non 5:1C caves:1D")
    assert refused(game, drill, "1 caves 456") == "W-14.2"
    assert allowed(game, drill, "caves") == []
    rival = table(game, "1 preparing\non 5:1C caves:2E")
    assert refused(game, rival, "1 caves 456") == "W-14.2"
    android = table(game, "1 preparing\non 5:1C caves:1A\n1 cards android-explorer")
    assert on(game, do(game, android, "1 caves 456")) == "5:1C 456:1A"


@pytest.mark.rule("W-14.3")
def test_also_just_after_he_replaced_a_zeppelin_there() -> None:
    game = two(caves=True)
    state = table(game, "1 preparing\non 5:1C caves:1Z")
    after = do(game, state, "1 swap caves by explorer", "1 caves 456", "1 roll")
    assert on(game, after) == "5:1C 456:1E"
    assert phase(game, after) == "rolling 4"


@pytest.mark.rule("W-14.4")
def test_not_to_a_devastated_mountain_nor_under_a_force_field() -> None:
    game = two(caves=True)
    state = table(game, "1 preparing\non 5:1C caves:1E 456~ 345#")
    assert refused(game, state, "1 caves 456") == "W-14.4"
    assert refused(game, state, "1 caves 345") == "W-14.4"
    assert allowed(game, state, "caves") == [
        "caves 11",
        "caves 12",
        "caves 4-4",
        "caves 123",
        "caves 234",
    ]


# Prisoners


@pytest.mark.rule("W-14.5")
def test_a_conquered_pawn_may_be_taken_captive_but_no_camp() -> None:
    game = two(prisoners=True)
    state = table(game, "1 acting 3 5 6\non 8:1C 3:2D 5:2C")
    assert [text for text in allowed(game, state) if text.startswith("take 3 from")] == [
        "take 3 from 8 with 3",
        "take 3 from 8 with 3 capturing",
    ]
    after = do(game, state, "1 take 3 from 8 with 3 capturing")
    assert lines_of(game, after, 1).endswith("prisoner 2 drill")
    assert "graveyard" not in lines_of(game, after, 2)
    assert refused(game, state, "1 take 5 from 8 with 5 beating 6 capturing") == "W-14.5"
    assert refused(game, state, "1 take 6 from 8 with 6 capturing") == "W-14.5"  # nobody there
    assert refused(two(), state, "1 take 3 from 8 with 3 capturing") == "W-14.5"
    assert "capturing" not in " ".join(allowed(two(), state))
    assert "graveyard drill" in lines_of(game, do(game, state, "1 take 3 from 8 with 3"), 2)


@pytest.mark.rule("W-14.6")
def test_a_new_prisoner_frees_the_old_one() -> None:
    game = three(prisoners=True)
    state = table(game, "1 acting 3 5\non 8:1C 3:2D 5:3E\n1 prisoner 2 zeppelin")
    after = do(game, state, "1 take 5 from 8 with 5 capturing")
    assert lines_of(game, after, 1).endswith("prisoner 3 explorer")
    assert "zeppelin zeppelin" in lines_of(game, after, 2)


RANSOM = """
    1 acting 3
    on 8:1C 5:2C
    1 cubes {cubes} crystals {crystals}
    2 cubes 3 crystals {captor} prisoner 1 drill
    """


@pytest.mark.rule("W-14.7")
def test_a_ransom_of_cubes_or_of_a_crystal_frees_the_pawn_to_be_played() -> None:
    game = two(prisoners=True)
    state = table(game, RANSOM.format(cubes=4, crystals=1, captor=0))
    assert allowed(game, state, "ransom") == ["ransom 2 with cubes", "ransom 2 with crystal"]
    after = do(game, state, "1 ransom 2 with cubes")
    assert lines_of(game, after, 1).startswith(
        "cubes 1 crystals 1 reserve explorer explorer drill drill"
    )
    assert lines_of(game, after, 2).startswith("cubes 6 crystals 0")  # beyond three
    assert "prisoner" not in lines_of(game, after, 2)
    assert on(game, do(game, after, "1 take 3 by drill with 3")) == "3:1D 5:2C 8:1C"
    after = do(game, state, "1 ransom 2 with crystal")
    assert lines_of(game, after, 1).startswith("cubes 4 crystals 0")
    assert lines_of(game, after, 2).startswith("cubes 3 crystals 1")
    poor = table(game, RANSOM.format(cubes=2, crystals=0, captor=0))
    assert refused(game, poor, "1 ransom 2 with cubes") == "W-14.7"
    assert refused(game, poor, "1 ransom 2 with crystal") == "W-14.7"
    assert refused(game, state, "1 ransom 1 with cubes") == "W-14.7"
    others = table(game, "1 acting\non 8:1C\n1 cubes 4\n2 prisoner 2 drill")
    assert refused(game, others, "1 ransom 2 with cubes") == "W-14.7"


CAPTIVE = """
    1 acting 5 5 6
    on 8:1C 5:2C
    1 cards transport-tunneller
    2 {more} prisoner 1 drill
    """
PILLAGE = "pillage 5 with 5 beating 6 for prisoner"
TUNNEL = "tunnel 5 with 5 for prisoner"


@pytest.mark.rule("W-14.8", "W-14.9")
@pytest.mark.parametrize(("rules", "lines"), [(1, [PILLAGE, TUNNEL]), (2, [PILLAGE])])
def test_a_prisoner_is_freed_instead_of_loot(rules: int, lines: list[str]) -> None:
    game = two(rules, prisoners=True)
    state = table(game, CAPTIVE.format(more=""))
    assert allowed(game, state, "pillage", "tunnel") == lines
    for line in lines:
        after = do(game, state, f"1 {line}")
        assert "drill drill" in lines_of(game, after, 1)
        assert "prisoner" not in lines_of(game, after, 2)
        assert on(game, after) == "5:2C 8:1C"
    others = table(three(prisoners=True), "1 acting 5 6\non 8:1C 5:2C\n2 prisoner 3 drill")
    line = "1 pillage 5 with 5 beating 6 for prisoner"
    assert refused(three(prisoners=True), others, line) == "W-14.8"


@pytest.mark.rule("W-14.9", "W-13.17")
def test_the_tunneller_steals_and_frees_nobody() -> None:
    game = two(prisoners=True)
    state = table(game, CAPTIVE.format(more="crystals 1"))
    assert allowed(game, state, "tunnel") == ["tunnel 5 with 5 for crystal"]
    assert refused(game, state, f"1 {TUNNEL}") == "W-14.9"


@pytest.mark.rule("W-14.9")
def test_by_the_first_version_of_the_rules_the_tunneller_frees_a_prisoner() -> None:
    game = two(1, prisoners=True)
    state = table(game, CAPTIVE.format(more="crystals 1"))
    assert allowed(game, state, "tunnel") == ["tunnel 5 with 5 for crystal", TUNNEL]
    after = do(game, state, f"1 {TUNNEL}")
    assert "drill drill" in lines_of(game, after, 1)
    assert lines_of(game, after, 2).startswith("cubes 0 crystals 1")


@pytest.mark.rule("W-14.9", "W-11.1")
def test_a_ransom_may_make_the_captor_win() -> None:
    game = two(prisoners=True)
    state = table(game, RANSOM.format(cubes=0, crystals=1, captor=10))
    assert do(game, state, "1 ransom 2 with crystal").phase == Over(1, "crystals")
    no_camp = table(game, "1 acting\non 5:2C\n1 cubes 3\n2 prisoner 1 drill")
    assert refused(game, no_camp, "1 ransom 2 with cubes") == "W-10.9"


@pytest.mark.rule("W-14.10")
def test_a_captive_follows_its_stolen_card() -> None:
    game = three(prisoners=True)
    state = table(
        game,
        """
        1 acting 5 6
        on 8:1C 5:2C 4:3C
        2 cards juggernaut
        3 prisoner 2 juggernaut
        """,
    )
    after = do(game, state, "1 pillage 5 with 5 beating 6 for juggernaut")
    assert lines_of(game, after, 3).endswith("prisoner 1 juggernaut")
    captor = table(
        game,
        """
        1 acting 5 6
        on 8:1C 5:2C 4:3C
        1 prisoner 2 juggernaut
        2 cards juggernaut
        """,
    )
    after = do(game, captor, "1 pillage 5 with 5 beating 6 for juggernaut")
    assert lines_of(game, after, 1).endswith("zeppelin zeppelin juggernaut cards juggernaut")
