"""The table drawn for a terminal."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.wiraqocha.tables import do, table, two
from yupana.core.play import random_playout
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.picture import PITCH
from yupana.games.wiraqocha.state import PAWNS
from yupana.words import LANGUAGES, words

SAY = words().say

SHOWN = """\
                                _____________
                               /  graveyard  \\
                 _____________/  of machines  \\_____________
                /     1-1     \\      2:1      /   /\\ 11 /\\  \\
  _____________/ ruins artif. 1\\_____________/vein of crystal\\_____________
 /     5-5     \\   2 Camp[5]   /  /\\ 345 /\\  \\               /      2      \\
"""


def drawn(game: Wiraqocha, text: str, seat: int | None = 0) -> str:
    return game.draw(game.view(table(game, text), seat), SAY)


def test_the_valley_is_drawn_as_hexes_with_all_that_stands_there() -> None:
    game = two()
    text = """
        1 acting 3 5
        noted 3-3 left 1
        on 1-1:2C 5#^:1C6 8:1D4 9~ 3-3:1E
        market death-ray juggernaut force-field
        1 cubes 3 crystals 2 artifacts 2 cards flying-fortress
        2 graveyard drill
        """
    picture = drawn(game, text)
    assert max(map(len, picture.split("\n"))) <= 80
    for told in (
        "2 Camp[5]",
        "1 Camp[6 6]",
        "1 Drill[4]",
        "_field+fort_",
        "devastated",
        "/\\ 456 /\\",
        "jungle +2 cubes",
        "ruins artif. 4",
        "Turn 9, seat 1: actions   dice 3 5   re-rolls 1",
        "market  force-field 3+1   death-ray 5+1   juggernaut 4+0   (8 in the deck)",
        "> seat 1 (you)     cubes 3   crystals 2",
        "  artifacts      [##........]  25 %  artifact 2",
        "  crystals       [#.........]  18 %  2/11",
        "  reserve        explorer   drill   zeppelin x2",
        "  cards          flying-fortress",
        "  graveyard      drill",
    ):
        assert told in picture, told
    top = [line.rstrip() for line in picture.split("\n")[:6]]
    assert top == [line.rstrip() for line in SHOWN.rstrip("\n").split("\n")]


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        ("preparing", "preparation"),
        ("rolling 3", "3 to roll"),
        ("rolling 1 beside 2 4", "1 to roll beside 2 4"),
        ("acting", "dice none"),
        ("revealing 1", "Cards are to be turned up."),
        ("drawing", "Who begins?"),
        ("over 2 leviathan", "Seat 2 has won by the Leviathan, in turn 9."),
    ],
)
def test_every_phase_is_told(phase: str, told: str) -> None:
    assert told in drawn(two(), f"1 {phase}", None)


def test_caves_prisoners_and_an_unlaid_valley_are_drawn() -> None:
    game = two(caves=True, prisoners=True)
    picture = drawn(game, "1 preparing\non caves:1E\n2 prisoner 1 drill")
    assert "caves" in picture
    assert "prisoner       drill of seat 1" in picture
    unlaid = Wiraqocha(2)
    assert unlaid.draw(unlaid.view(unlaid.setup(), 0), SAY).startswith("The valley is to be laid.")


def test_a_found_artifact_is_not_shown_any_more() -> None:
    game = two()
    state = table(game, "1 acting 1 1\non 5:1C 8:1E")
    before = game.draw(game.view(state, 0), SAY)
    after = game.draw(game.view(do(game, state, "1 take 1-1 from 8 with 1 1"), 0), SAY)
    assert "artif. 1" in before
    assert "artif. 1" not in after


def test_no_line_is_wider_than_a_terminal() -> None:
    for seed in range(3):
        game = Wiraqocha(4, caves=True, prisoners=True)
        state = game.setup()
        _, events = random_playout(game, Random(seed))
        for number, event in enumerate(events):
            if number % 50 == 0:
                for language in LANGUAGES:
                    picture = game.draw(game.view(state, 0), words(language).say)
                    assert max(map(len, picture.split("\n"))) <= 80
            state = game.apply(state, event)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_in_a_hex_fits_into_it(language: str) -> None:
    say = words(language).say
    for pawn in PAWNS:
        assert len(f"4 {say(f'wiraqocha-stands-{pawn}')}[5 5]") <= PITCH
    lines = ("graveyard-of", "machines", "village", "explored", "vein", "caves", "devastated")
    assert all(len(say(f"wiraqocha-picture-{name}")) <= PITCH for name in lines)
    assert len(say("wiraqocha.picture-jungle", cubes=2)) <= PITCH
    assert len(say("wiraqocha.picture-ruins", artifact=4)) <= PITCH
    edges = ("field", "fortress", "both")
    assert all(len(say(f"wiraqocha-picture-{name}")) <= PITCH - 2 for name in edges)
