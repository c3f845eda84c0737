"""Moves, sheets and positions as text."""

from __future__ import annotations

import pytest

from tests.games.temple.test_rules import LATE, do, position
from yupana.core.errors import NotationError
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Haunt, Rolled, Swapped, TempleMove, Write
from yupana.words import words

SAY = words().say
GAME = Temple(3, side="B")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7 b4", Write(7, 19)),
        ("mummy a1", Haunt(0)),
        ("roll 2 3 5", Rolled((2, 3, 5))),
        ("roll penny lockpick mummy", Rolled((0, 0, 0))),
        ("swap 2 3 1", Swapped((1, 2, 0))),
    ],
)
def test_every_kind_of_move_has_one_text(text: str, move: TempleMove) -> None:
    assert GAME.read_move(text) == move
    assert GAME.write_move(move) == text
    assert GAME.read_move(f"  {text.upper().replace(' ', '   ')} ") == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.move"),
        ("7", "notation.move"),
        ("7 b4 c5", "notation.move"),
        ("seven b4", "notation.number"),
        ("0 b4", "notation.number"),
        ("-7 b4", "notation.number"),
        ("1000000 b4", "notation.number"),
        ("٧ b4", "notation.number"),
        ("7 z9", "notation.cell"),
        ("mummy 9", "notation.cell"),
        ("roll 2 3", "notation.dice"),
        ("roll mummy 2 3", "notation.number"),
    ],
)
def test_what_is_not_a_move_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_move(text)
    assert error.value.code == code


def test_a_position_shows_hidden_marks_and_comes_back() -> None:
    state = do(GAME, GAME.setup(), "* roll penny 3 5", "2 15 f6")
    text = GAME.write_position(state)
    assert text.startswith("round 1\nwriting penny 3 5\nmark 2 15 f6\nsheet 1\n     a  b")
    assert GAME.read_position(text) == state
    state = do(GAME, state, "1 1 a1", "3 1 a1", "* roll 1 1 mummy", "* swap 3 1 2", "3 mummy c1")
    text = GAME.write_position(state)
    assert "haunting 3 1 2\nmark 3 mummy c1\nsheet 1 last a1\n" in text
    assert GAME.read_position(text) == state


SOLO = Temple(1, side="B")
GOOD = LATE.format(phase="writing 2 3 5", last="")


@pytest.mark.parametrize(
    ("wrong", "right", "code"),
    [
        ("round 30", "rund 30", "notation.position"),
        ("writing 2 3 5", "waiting", "notation.phase"),
        ("writing 2 3 5", "writing 2 3 5\n    mark 1 mummy a1", "notation.phase"),
        ("writing 2 3 5", "haunting 1\n    mark 1 7 a1", "notation.phase"),
        ("writing 2 3 5", "haunting 2", "notation.seat-number"),
        ("writing 2 3 5", "over 7", "notation.phase"),
        ("sheet 1", "sheet 2", "notation.position"),
        ("      6  3  3  3  3  3  M\n", "", "notation.sheets"),
        ("3  3  3  3  3  M", "3  3  3  3  3", "notation.row"),
        ("      6  3", "      7  3", "notation.row-name"),
        ("3  3  3  3  3  M", "3  3  3  3  3  ?", "notation.number"),
        ("2  3  D", "2  3  M", "notation.door"),
        ("1  .  .", "1  D  .", "notation.door"),
    ],
)
def test_a_bad_position_is_refused_by_name(wrong: str, right: str, code: str) -> None:
    assert wrong in GOOD
    with pytest.raises(NotationError) as error:
        position(SOLO, GOOD.replace(wrong, right, 1))
    assert error.value.code == code


def test_a_paper_sheet_with_a_number_beyond_the_dice_is_refused() -> None:
    sheet = GOOD.split("sheet 1\n")[1]
    assert SOLO.score(SOLO.read_paper(sheet), 0).points != 0
    with pytest.raises(NotationError) as error:
        SOLO.read_paper(sheet.replace("5  5", "5 16", 1))
    assert error.value.facts == {"number": 16, "least": 1, "most": 15}


def test_a_record_is_headed_by_its_rounds() -> None:
    assert GAME.heading(GAME.setup()) == "round 1"


def test_the_picture_shows_doors_marks_and_whose_sheet_it_is() -> None:
    state = do(GAME, GAME.setup(), "* roll penny 3 5", "2 15 f6")
    mine = GAME.draw(GAME.view(state, 1), SAY)
    assert "dice [Penny] [3] [5]" in mine
    assert "*15" in mine
    assert "[ ]" in mine
    assert "your sheet" in mine
    assert "*15" not in GAME.draw(GAME.view(state, 0), SAY)
    state = do(GAME, state, "1 1 a1", "3 1 a1", "* roll 1 1 mummy", "* swap 3 1 2", "3 mummy c1")
    assert "the sheet of seat 2" in GAME.draw(GAME.view(state, 2), SAY)
    assert "*M" in GAME.draw(GAME.view(state, 2), SAY)
    assert GAME.draw(GAME.view(state, None), SAY).count("the sheet of seat") == 3
    over = LATE.format(phase="over", last="")
    assert GAME.draw(GAME.view(GAME.setup(), 0), SAY).startswith("Round 1\n")
    assert SOLO.draw(SOLO.view(position(SOLO, over), 0), SAY).startswith("The end, after round 30")
