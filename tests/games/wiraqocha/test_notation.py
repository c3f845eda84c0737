"""Moves and positions as text."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.wiraqocha.tables import spelled_out, table, two
from yupana.core.errors import NotationError
from yupana.core.play import random_playout
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.state import (
    Acting,
    Artifact,
    Build,
    Burrow,
    BuyBack,
    Collect,
    Crystal,
    Defend,
    Devastate,
    Drawing,
    Drawn,
    End,
    Enter,
    Fortify,
    Freedom,
    Invention,
    Laid,
    Laying,
    Lift,
    Lower,
    Manufacture,
    March,
    Pillage,
    Probe,
    Raise,
    Ransom,
    Recover,
    Reroll,
    Revealed,
    Roll,
    Rolled,
    Rolling,
    Sacrifice,
    Strengthen,
    SwapIn,
    SwapOver,
    Tunnel,
    WiraqochaMove,
)

GAME = Wiraqocha(3, caves=True, prisoners=True)
TILE = GAME.box.tile_named


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("collect", Collect()),
        ("workshop drill", Recover(2)),
        ("swap 456 by camp", SwapIn(TILE["456"], 0)),
        ("swap 456 from 5", SwapOver(TILE["456"], TILE["5"])),
        ("caves 12", Burrow(TILE["12"])),
        ("lift 11", Lift(TILE["11"])),
        ("roll", Roll()),
        ("take 5 by zeppelin with 2 3", Enter(TILE["5"], 3, (2, 3))),
        ("take 5-5 from caves with 5 5 beating 7", March(TILE["5-5"], TILE["caves"], (5, 5), (7,))),
        ("take 1 from 2 with 1 capturing", March(TILE["1"], TILE["2"], (1,), (), True)),
        ("take 1 by miner with 1 beating 4 6 capturing", Enter(0, 5, (1,), (4, 6), True)),
        ("pillage 5 with 5 beating 6 for crystal", Pillage(TILE["5"], (5,), (6,), Crystal())),
        ("pillage 5 with 5 beating 6 for artifact 4", Pillage(TILE["5"], (5,), (6,), Artifact(3))),
        ("tunnel 123 with 1 2 3 for death-ray", Tunnel(TILE["123"], (1, 2, 3), Invention(5))),
        ("tunnel 123 with 1 2 3 for prisoner", Tunnel(TILE["123"], (1, 2, 3), Freedom())),
        ("defend 11 with 4", Defend(TILE["11"], 4)),
        ("raise 4", Raise(4)),
        ("lower 4", Lower(4)),
        ("reroll 3", Reroll(3)),
        ("build force-field on 6", Build(0, TILE["6"])),
        ("build production-tanks", Build(11)),
        ("crystal die", Sacrifice()),
        ("factory die", Manufacture()),
        ("buy back juggernaut", BuyBack(6)),
        ("exoskeleton 2", Strengthen(2)),
        ("probe 5", Probe(TILE["5"])),
        ("fortress 5", Fortify(TILE["5"])),
        ("ray 1-1", Devastate(TILE["1-1"])),
        ("ransom 2 with cubes", Ransom(1, "cubes")),
        ("ransom 3 with crystal", Ransom(2, "crystal")),
        ("end", End()),
        ("laid 5 6 caves", Laid((TILE["5"], TILE["6"], TILE["caves"]))),
        ("revealed force-field juggernaut", Revealed((0, 9))),
        ("first 3", Drawn(2)),
        ("rolled 1 1 6", Rolled((1, 1, 6))),
    ],
)
def test_every_kind_of_move_has_one_text(text: str, move: WiraqochaMove) -> None:
    assert GAME.read_move(text) == move
    assert GAME.write_move(move) == text
    assert GAME.read_move(f"  {text.upper().replace(' ', '   ')} ") == move


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("take 5 by zeppelin with 3+2", "take 5 by zeppelin with 2 3"),
        ("take 5 by zeppelin with 3, 2 beating 6,5", "take 5 by zeppelin with 2 3 beating 5 6"),
        ("probe 4-5-6", "probe 456"),
        ("build force field on 6", "build force-field on 6"),
        ("build Death Ray", "build death-ray"),
        ("tunnel 5 with 5 for Transport Tunneller", "tunnel 5 with 5 for transport-tunneller"),
    ],
)
def test_looser_texts_are_understood(loose: str, canonical: str) -> None:
    assert GAME.write_move(GAME.read_move(loose)) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.move"),
        ("dance", "notation.move"),
        ("take", "notation.move"),
        ("take 5", "notation.move"),
        ("take 5 with 5", "notation.move"),
        ("raise", "notation.move"),
        ("raise 4 5", "notation.move"),
        ("build", "notation.move"),
        ("pillage 5 with 5", "notation.move"),
        ("pillage 5 with 5 beating 6 capturing for crystal", "notation.move"),
        ("ransom 2 with love", "notation.move"),
        ("take 13 by camp with 6", "notation.tile"),
        ("probe 7", "notation.tile"),  # replaced by the Caves
        ("probe 1-2-4", "notation.tile"),
        ("take 5 by horse with 5", "notation.pawn"),
        ("workshop", "notation.move"),
        ("buy back dice", "notation.pawn"),
        ("raise 7", "notation.die"),
        ("raise 0", "notation.die"),
        ("raise ٤", "notation.die"),
        ("take 5 by camp with 5 beating 8", "notation.die"),
        ("take 5 by camp with 7", "notation.die"),
        ("take 5 by camp with five", "notation.die"),
        ("build moon-base", "notation.card"),
        ("tunnel 5 with 5 for gold", "notation.card"),
        ("tunnel 5 with 5 for artifact 5", "notation.artifact-number"),
        ("tunnel 5 with 5 for artifact x", "notation.number"),
        ("ransom 4 with cubes", "notation.seat-number"),
        ("first 0", "notation.seat-number"),
        ("first 9999999", "notation.number"),
    ],
)
def test_what_is_not_a_move_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_move(text)
    assert error.value.code == code


POSITION = """\
turn 12 seat 2
rolling 1 beside 2 5
done collected probe
noted 1-1 2-2 left 1
map
                              (graveyard)
               1-1:2D                        11#:1E3
5-5                           345                           2
               6-6                           1
3-3*                          5^:2C6                        12
               9                             8~
4-4*                          caves:1C1!                    456:3J
               4                             3
234                           6                             2-2*:2A
               10                            123
market recovery-workshop death-ray
deck production-tanks
seat 1 cubes 3 crystals 2
  reserve explorer zeppelin
  graveyard drill
  artifacts 1
  cards force-field
  prisoner 3 zeppelin
seat 2 cubes 0 crystals 0
  reserve explorer explorer
seat 3 cubes 12 crystals 8
  cards juggernaut
"""


def test_a_position_reads_as_it_is_written() -> None:
    state = GAME.read_position(POSITION)
    assert GAME.write_position(state) == POSITION
    assert state.phase == Rolling(1, (2, 5))
    assert (state.turn.number, state.turn.seat, state.turn.rerolls) == (12, 1, 1)
    assert state.field == TILE["11"]
    assert state.fortress == TILE["5"]
    assert state.devastated == TILE["8"]
    loose = "\n\n".join(line.strip() for line in POSITION.split("\n"))
    assert GAME.read_position(loose.replace("(graveyard)\n", "")) == state


def test_positions_before_the_first_turn_and_after_the_last_come_back() -> None:
    state = GAME.setup()
    assert state.phase == Laying()
    assert "unlaid" in GAME.write_position(state)
    assert GAME.read_position(GAME.write_position(state)) == state
    for phase in (
        "drawing",
        "revealing 2",
        "over 3 artifacts",
        "over 1 crystals",
        "over 2 leviathan",
    ):
        text = POSITION.replace("rolling 1 beside 2 5", phase)
        assert GAME.write_position(GAME.read_position(text)) == text
    assert (
        GAME.read_position(POSITION.replace("rolling 1 beside 2 5", "drawing")).phase == Drawing()
    )
    gone = POSITION.replace("5^:2C6", "5:2C6 ").replace("seat 1 c", "fortress gone\nseat 1 c")
    assert GAME.write_position(GAME.read_position(gone)) == gone


def test_all_positions_of_random_games_come_back() -> None:
    for seed in range(4):
        game = Wiraqocha(2 + seed % 3, prisoners=True, caves=seed > 1)
        state, events = random_playout(game, Random(seed))
        state = game.setup()
        for event in events[:400]:
            assert game.read_position(game.write_position(state)) == state
            state = game.apply(state, event)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("turn 12 seat 2", "turn 12", "notation.position"),
        ("turn 12 seat 2", "move 12 seat 2", "notation.position"),
        ("turn 12 seat 2", "turn x seat 2", "notation.number"),
        ("turn 12 seat 2", "turn 12 seat 4", "notation.seat-number"),
        ("rolling 1 beside 2 5", "sleeping", "notation.phase"),
        ("rolling 1 beside 2 5", "over 1 boredom", "notation.phase"),
        ("rolling 1 beside 2 5", "rolling 1 beside 9", "notation.die"),
        ("done collected probe", "done nothing", "notation.done"),
        ("left 1", "", "notation.position"),
        ("noted 1-1", "noted 7", "notation.tile"),
        ("map\n", "", "notation.position"),
        ("5-5   ", "5-5 4 ", "notation.row"),
        ("8~", "8?", "notation.stand"),
        ("8~", "8*", "notation.stand"),
        ("8~", "8:1X", "notation.stand"),
        ("8~", "8:1E7", "notation.stand"),
        ("8~", "8:4E", "notation.seat-number"),
        ("8~", "5", "notation.tile-twice"),
        ("8~", "7", "notation.tile"),
        ("market recovery-workshop", "market hut", "notation.card"),
        ("deck production-tanks\n", "", "notation.position"),
        ("seat 1 cubes 3", "fortress lost\nseat 1 cubes 3", "notation.position"),
        ("seat 2 cubes 0", "seat 3 cubes 0", "notation.position"),
        ("seat 3 cubes 12 crystals 8\n  cards juggernaut\n", "", "notation.position"),
        ("artifacts 1", "artifacts 9", "notation.artifact-number"),
        ("graveyard drill", "graveyard dog", "notation.pawn"),
        ("prisoner 3 zeppelin", "prisoner zeppelin", "notation.position"),
        ("prisoner 3 zeppelin", "prisoner 9 zeppelin", "notation.seat-number"),
        ("crystals 8\n", "crystals 8\nseat 4 cubes 0 crystals 0\n", "notation.position"),
    ],
)
def test_what_is_not_a_position_is_refused_by_name(old: str, new: str, code: str) -> None:
    assert old in POSITION
    with pytest.raises(NotationError) as error:
        GAME.read_position(POSITION.replace(old, new, 1))
    assert error.value.code == code


def test_an_empty_text_is_no_position() -> None:
    for text in ("", "turn 1 seat 1"):
        with pytest.raises(NotationError) as error:
            GAME.read_position(text)
        assert error.value.code == "notation.position"


def test_the_short_texts_of_these_tests_are_positions() -> None:
    text = spelled_out(two(), "1 acting 4\non 5:1C 8:2C6\n2 cards juggernaut graveyard drill")
    assert two().read_position(text).phase == Acting((4,))
    assert table(two(), "1 acting 4\non 5:1C").players[0].reserve == (0, 2, 2, 2, 0, 0, 0)
