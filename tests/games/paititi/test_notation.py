"""Text: cards, moves, positions and the picture."""

from __future__ import annotations

import re
from random import Random
from textwrap import dedent

import pytest

from tests.games.paititi.playing import SMALL, do, edition, position
from yupana.core.errors import NotationError
from yupana.core.game import CHANCE, Event
from yupana.games.paititi import Paititi
from yupana.games.paititi.state import (
    Appointed,
    Choose,
    Dealt,
    Dig,
    Discard,
    Display,
    Draw,
    Exhibit,
    Found,
    Give,
    Laid,
    PaititiMove,
    Pass,
    Turned,
)
from yupana.words import LANGUAGES, words

SAY = words().say
GAME = Paititi(3)
DIG = GAME.table.digging_names.index
ART = GAME.table.artifact_names.index
SHOW = GAME.table.exhibition_names.index

MOVES: list[tuple[str, PaititiMove]] = [
    ("draw", Draw()),
    ("display 2/3", Display(DIG("2/3"))),
    ("dig 1 with 2/3 3/4", Dig(1, (DIG("2/3"), DIG("3/4")))),
    ("dig pile with 3/4 3/4", Dig(0, (DIG("3/4"), DIG("3/4")))),
    ("exhibit llamas+statues", Exhibit(SHOW("llamas+statues"))),
    ("exhibit tiles/vases", Exhibit(SHOW("tiles/vases"))),
    ("choose llama 2@3 statue 1@2", Choose((ART("llama 2@3"), ART("statue 1@2")))),
    ("choose llama 1@2 2@3", Choose((ART("llama 1@2"), ART("llama 2@3")))),
    ("choose nothing", Choose(())),
    ("give vase 1@2", Give((ART("vase 1@2"),))),
    ("discard 1/4 2/2", Discard((DIG("1/4"), DIG("2/2")))),
    ("pass", Pass()),
    ("dealer 2", Appointed(1)),
    ("deal 1/1 1/1 3/3", Dealt((DIG("1/1"), DIG("1/1"), DIG("3/3")))),
    ("back 3", Laid(1)),
    ("find shards @2", Found(ART("shards @2"))),
    ("find disc 3@5", Found(ART("disc 3@5"))),
    ("turn stop", Turned(GAME.table.stop)),
    ("turn vases/tiles", Turned(SHOW("vases/tiles"))),
]


@pytest.mark.parametrize(("text", "move"), MOVES, ids=lambda each: str(each))
def test_a_move_has_one_text_and_comes_back_from_it(text: str, move: PaititiMove) -> None:
    assert GAME.write_move(move) == text
    assert GAME.read_move(text) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  DRAW ", "draw"),
        ("Dig  Pile   with 3/4 2/3", "dig pile with 2/3 3/4"),
        ("exhibit statues+llamas", "exhibit llamas+statues"),
        ("exhibit tiles / vases", "exhibit tiles/vases"),
        ("choose statue 1@2 llama 2@3", "choose llama 2@3 statue 1@2"),
        ("choose llama 2@3 llama 1@2", "choose llama 1@2 2@3"),
        ("choose llamas 2@3 1@2", "choose llama 1@2 2@3"),
        ("give VASES 1@2", "give vase 1@2"),
        ("find shard @3", "find shards @3"),
        ("discard 2/2 1/4", "discard 1/4 2/2"),
    ],
)
def test_reading_forgives_case_spaces_and_order(text: str, canonical: str) -> None:
    assert GAME.write_move(GAME.read_move(text)) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.move"),
        ("fly", "notation.move"),
        ("draw 3", "notation.move"),
        ("dig 1 2/3", "notation.move"),
        ("choose", "notation.move"),
        ("give", "notation.move"),
        ("discard", "notation.move"),
        ("deal", "notation.move"),
        ("display 4/4", "notation.digging"),
        ("display x", "notation.digging"),
        ("dig 1 with 2/3 nothing", "notation.digging"),
        ("dig 4 with 2/3", "notation.site"),
        ("dig 0 with 2/3", "notation.site"),
        ("dig ² with 2/3", "notation.site"),
        ("exhibit", "notation.exhibition"),
        ("exhibit vases/llamas", "notation.exhibition"),
        ("exhibit vases/tiles/discs", "notation.exhibition"),
        ("exhibit statues/tiles", "notation.exhibition"),
        ("choose vase", "notation.artifact"),
        ("choose 1@2", "notation.artifact"),
        ("choose vase 1@9", "notation.artifact"),
        ("choose nothing vase 1@2", "notation.artifact"),
        ("choose vase llama 1@2", "notation.artifact"),
        ("find", "notation.artifact"),
        ("find vase", "notation.artifact"),
        ("back 9", "notation.back"),
        ("dealer x", "notation.number"),
        ("dealer -1", "notation.number"),
        ("dealer 1234567", "notation.number"),
        ("dealer ³", "notation.number"),
    ],
)
def test_what_is_no_move_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_move(text)
    assert error.value.code == code


def test_a_wrong_site_says_how_many_there_are() -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_move("dig 4 with 2/3")
    assert error.value.facts == {"text": "4", "most": 3}


# Positions

SHORT = """
turn 9 seat 2 exhibited 4
acting
open llamas+statues statues+tiles tiles+discs discs+vases vases/statues
held vases+llamas by 1: 3+2 0+0 1+0
row 2 3 5 top 4
discard 3/3 1/1x2
seat 1
  hand 2/2 1/2
  displayed 3/1 1/1
seat 2
  artifacts vase 2@2 1@2
seat 3
"""

LONG = """\
turn 9 seat 2 exhibited 4
acting
open llamas+statues statues+tiles tiles+discs discs+vases vases/statues
deck llamas/tiles statues/discs tiles/vases discs/llamas
then vases/tiles llamas/discs statues/vases tiles/llamas discs/statues stop
row 2 3 5 top 4
stock vase 1@2 1@3 2@3 2@4 3@4 3@5 llama 1@2 1@3 1@4 2@3 2@4 2@5 3@4 3@5 statue 1@2 1@3 1@5 \
2@2 2@3 2@4 3@4 3@5 tile 1@2 1@4 2@2 2@4 3@3 3@5 3@5 disc 1@2 1@3 2@3 2@5 3@4 3@5 3@5 \
shards @2 @3
pile 1/1x2 1/2x4 1/3x5 1/4x6 2/1x5 2/2x5 2/3x6 2/4x5 3/1x4 3/2x5 3/3x5 3/4x5
discard 1/1x2 3/3
held vases+llamas by 1: 3+2 0+0 1+0
seat 1
  hand 1/2 2/2
  displayed 3/1 1/1
seat 2
  artifacts vase 1@2 2@2
seat 3
"""


@pytest.mark.rule("P-5.2", "P-6.4")
def test_a_short_position_is_completed_with_the_cards_named_nowhere() -> None:
    state = position(GAME, SHORT)
    assert GAME.write_position(state) == LONG
    assert GAME.read_position(LONG) == state


@pytest.mark.parametrize("box", [SMALL, "classic"])
def test_every_position_of_a_game_comes_back_from_its_text(box: object) -> None:
    seen = set()
    for seed in range(10):
        game = Paititi(2 + seed % 4, box, must_exhibit=seed % 2 == 0)  # type: ignore[arg-type]
        rng = Random(seed)
        state = game.setup()
        for _ in range(300):
            assert game.read_position(game.write_position(state)) == state
            seen.add(type(state.phase).__name__)
            pending = game.pending(state)
            if not pending:
                break
            seat = pending[rng.randrange(len(pending))]
            source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
            state = game.apply(state, Event(seat, source(rng)))
    assert len(seen) >= 10


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (SHORT, "", "notation.position"),
        (SHORT, "turn 9 seat 1", "notation.position"),
        ("turn 9", "tern 9", "notation.position"),
        ("turn 9 seat 2", "turn 9 site 2", "notation.line"),
        ("turn 9 seat 2", "turn 9 seat 4", "notation.seat-number"),
        ("turn 9 seat 2", "turn 9 seat 0", "notation.seat-number"),
        ("turn 9", "turn x", "notation.number"),
        ("exhibited 4", "exhibited", "notation.line"),
        ("exhibited 4", "exhibits 4", "notation.line"),
        ("acting", "sleeping", "notation.phase"),
        ("acting", "acting now", "notation.phase"),
        ("acting", "over soon", "notation.phase"),
        ("acting", "dealing 5", "notation.seat-number"),
        ("acting", "digging 4", "notation.site"),
        ("row 2 3 5 top 4", "row 2 3 5", "notation.line"),
        ("row 2 3 5 top 4", "row 2 3 5 tip 4", "notation.line"),
        ("row 2 3 5 top 4", "row 2 3 9 top 4", "notation.back"),
        ("row 2 3 5 top 4", "row 2#2 3 5 top 4", "notation.line"),
        ("row 2 3 5 top 4", "stock shards @2 @3\nrow 2 2 - top -", "notation.cards"),
        ("top 4\n", "top 4\nrow 2 3 5 top 4\n", "notation.line"),
        ("discard 3/3 1/1x2", "discard 3/3xx", "notation.number"),
        ("discard 3/3 1/1x2", "discard 3/9", "notation.digging"),
        ("discard 3/3 1/1x2", "discard", "notation.line"),
        ("discard 3/3 1/1x2", "discard 3/3x7", "notation.cards"),
        ("discard 3/3 1/1x2", "pile 1/1", "notation.cards"),
        ("by 1: 3+2 0+0 1+0", "by 1: 3+2 0+0", "notation.line"),
        ("by 1: 3+2 0+0 1+0", "by 1 3+2 0+0 1+0", "notation.line"),
        ("by 1: 3+2 0+0 1+0", "by 1: 3+2 0-0 1+0", "notation.number"),
        ("by 1: 3+2", "by 7: 3+2", "notation.seat-number"),
        ("held vases+llamas", "held discs+vases", "notation.cards"),
        ("vases/statues\n", "vases/statues vases/tiles vases/tiles\n", "notation.cards"),
        ("vases/statues\n", "vases/statues\nending 2\nthen stop\n", "notation.cards"),
        ("vases/statues\n", "vases/statues\ndeck nothing\n", "notation.cards"),
        ("seat 3\n", "", "notation.position"),
        ("seat 3\n", "seat 4\n", "notation.position"),
        ("seat 3\n", "seat 3\nseat 4\n", "notation.position"),
        ("hand 2/2", "hands 2/2", "notation.line"),
        ("hand 2/2", "hand 2/2\n  hand 2/2", "notation.line"),
        ("artifacts vase 2@2", "artifacts vase 2@2 2@2", "notation.cards"),
        ("row 2 3", "news gossip\nrow 2 3", "notation.line"),
        ("row 2 3", "news find 9 vase 1@2\nrow 2 3", "notation.seat-number"),
        ("row 2 3", "news find 1 vase\nrow 2 3", "notation.artifact"),
        ("row 2 3", "thrown vase 1@2 1@2 1@2\nrow 2 3", "notation.cards"),
        ("row 2 3", "stock vase 1@2\nrow 2 3", "notation.cards"),
    ],
)
def test_what_is_no_position_is_refused_by_name(old: str, new: str, code: str) -> None:
    assert old in SHORT
    text = SHORT.replace(old, new, 1)
    with pytest.raises(NotationError) as error:
        GAME.read_position(text)
    assert error.value.code == code


def test_backs_must_be_there_chosen_cards_owned_and_dug_places_full() -> None:
    for old, new in (("acting", "digging pile"), ("row 2 3 5 top 4", "row 2 3 5 top -")):
        assert GAME.read_position(SHORT.replace(old, new)).turn == 9
    both = SHORT.replace("acting", "digging pile").replace("top 4", "top -")
    chosen = SHORT.replace("acting", "exhibiting tiles/vases").replace(
        "seat 3", "  chosen vase 1@3\nseat 3"
    )
    given = SHORT.replace("acting", "giving").replace(
        "seat 3", "  shown vase 2@2\n  given disc 1@2\nseat 3"
    )
    with pytest.raises(NotationError) as error:
        GAME.read_position(both)
    assert error.value.code == "notation.phase"
    for text in (chosen, given):
        with pytest.raises(NotationError) as error:
            GAME.read_position(text)
        assert error.value.code == "notation.not-owned"


def test_a_back_that_no_card_of_the_stock_has_is_refused() -> None:
    game = Paititi(2, SMALL)
    text = """
        turn 9 seat 1
        acting
        row 3 3 3 top 3
        seat 1
          artifacts vase 2@3
        seat 2
    """
    with pytest.raises(NotationError) as error:
        position(game, text)
    assert (error.value.code, error.value.facts) == ("notation.no-back", {"text": "3"})


def test_giving_needs_an_exhibition_that_was_held() -> None:
    text = "turn 1 seat 1\ngiving\nseat 1\nseat 2\nseat 3\n"
    with pytest.raises(NotationError) as error:
        GAME.read_position(text)
    assert (error.value.code, error.value.facts) == ("notation.phase", {"text": "giving"})


def test_a_missing_row_is_an_empty_one() -> None:
    state = GAME.read_position("turn 1 seat 1\nacting\nseat 1\nseat 2\nseat 3\n")
    assert (state.row, state.top) == ((None, None, None), None)


def test_a_box_with_one_pairing_in_two_phases_is_read_right() -> None:
    own = edition(
        """
        [exhibitions]
        C = ["vases/statues", "llamas/discs", "statues/vases", "tiles/llamas", "discs/statues", "stop"]
        """
    )
    game = Paititi(2, own)
    state = game.setup()
    assert state.decks[0][0] == state.decks[1][0]
    assert game.read_position(game.write_position(state)) == state
    short = "turn 3 seat 1\nacting\nopen vases/statues llamas+statues statues+tiles tiles+discs discs+vases\nheld vases+llamas by 1: 0+0 0+0\nseat 1\nseat 2\n"
    state = game.read_position(short)
    copies = [
        deck.count(game.table.exhibition_names.index("vases/statues")) for deck in state.decks
    ]
    assert sum(copies) == 1


# The picture


PICTURE = """
    Turn 9, seat 2 (you) to act

    Exhibitions       llamas+statues   statues+tiles   tiles+discs   discs+vases
                      vases/statues
                      face down: 4 of phase B, 6 of phase C
    Dig               1: 2/4   2: 3/6   3: 5/10   pile: 4/8 (and 34 below)
    Digging cards     57 in the pile, 3 discarded

      seat 1          6 points
        displayed     3/1 1/1 (4 picks)
        hand          2 cards
        artifacts     nothing

    > seat 2 (you)    0 points
        hand          nothing (0 shovels)
        artifacts     vase 1@2 2@2

      seat 3          1 point
        hand          0 cards
        artifacts     nothing
"""


def test_the_picture_shows_the_middle_and_ones_own_cards() -> None:
    picture = GAME.draw(GAME.view(position(GAME, SHORT), 1), SAY)
    assert picture == dedent(PICTURE).strip("\n")


def test_the_picture_counts_artifact_cards_left_to_memory() -> None:
    game = Paititi(3, finds="memory")
    state = position(game, SHORT)
    assert "    artifacts     2 cards" in game.draw(game.view(state, 0), SAY)
    assert "    artifacts     vase 1@2 2@2" in game.draw(game.view(state, 1), SAY)


def test_the_picture_tells_news_sealed_choices_and_who_is_awaited() -> None:
    state = do(
        GAME,
        position(GAME, SHORT.replace("seat 3", "seat 3\n  artifacts vase 1@3 2@3 3@4")),
        "2 exhibit discs+vases",
        "2 choose vase 1@2",
    )
    lines = GAME.draw(GAME.view(state, 1), SAY).split("\n")
    assert lines[:4] == [
        "Turn 9 of seat 2 (you)",
        "Exhibition        discs+vases",
        "You chose         vase 1@2",
        "Waiting for       seat 3",
    ]
    assert "> seat 2 (you)    1 point" in lines
    assert "You chose" not in GAME.draw(GAME.view(state, 2), SAY)
    state = do(GAME, state, "3 choose vase 3@4", "* turn tiles/vases")
    lines = GAME.draw(GAME.view(state, 2), SAY).split("\n")
    assert lines[:3] == [
        "Turn 10, seat 3 (you) to act",
        "Shown             vase 1@2, by seat 2; gave nothing",
        "Shown             vase 3@4, by seat 3 (you); gave nothing",
    ]
    state = do(GAME, state, "3 exhibit tiles/vases", "2 choose vase 1@2 2@2")
    state = do(GAME, state, "3 choose vase 1@3 2@3 3@4")
    lines = GAME.draw(GAME.view(state, 2), SAY).split("\n")
    assert lines[1:5] == [
        "Shown             nothing, by seat 1",
        "Shown             vase 1@2 2@2, by seat 2",
        "Shown             vase 1@3 2@3 3@4, by seat 3 (you)",
        "Waiting for       seat 2, seat 3 (you)",
    ]


def test_the_picture_fits_eighty_columns_in_every_phase() -> None:
    heads = set()
    for seed in range(6):
        game = Paititi(2 + seed % 4, SMALL if seed % 2 else "classic")
        rng = Random(seed)
        state = game.setup()
        while True:
            for viewer in (None, 0):
                for language in LANGUAGES:
                    drawn = game.draw(game.view(state, viewer), words(language).say)
                    assert max(map(len, drawn.split("\n"))) <= 80
                lines = game.draw(game.view(state, viewer), SAY).split("\n")
                heads.add(re.sub(r"[^a-zA-Z ]", "", lines[0]).strip())
            pending = game.pending(state)
            if not pending:
                break
            seat = pending[rng.randrange(len(pending))]
            source = game.chance(state).sample if seat == CHANCE else game.moves(state, seat).pick
            state = game.apply(state, Event(seat, source(rng)))
    assert {"Before the first turn", "Dealt by seat", "The end after turn"} <= heads
    assert {"Turn  seat  you to act", "Turn  seat  to discard", "Turn  of seat  you"} <= heads
