"""Moves, sheets and positions as text, and the table as a picture."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.valley.table import alone, do
from tests.games.valley.test_scoring import EXAMPLE, small
from yupana.core.errors import NotationError
from yupana.core.game import CHANCE, Event
from yupana.games.valley import Valley
from yupana.games.valley.sheet import (
    Build,
    Cross,
    Done,
    Place,
    Reveal,
    Rolled,
    State,
    Swapped,
    ValleyMove,
    Write,
    WritePenny,
)
from yupana.words import LANGUAGES, words

SAY = words().say
GAME = Valley(3)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7 b4", Write(7, 22)),
        ("penny 9 c2", WritePenny(9, 9)),
        ("hut d4", Build("hut", 24)),
        ("statue a1", Build("statue", 0)),
        ("mine g7", Build("mine", 48)),
        ("cross e5 with 4+5", Cross(32, (4, 5))),
        ("cross e5 with penny", Cross(32, ())),
        ("reveal town a1 b1 a2 b2", Reveal("town", 0b110000011)),
        ("reveal jungle a1 b1 c1 d1 e1", Reveal("jungle", 0b11111)),
        ("reveal range a1 b1 c1", Reveal("range", 0b111)),
        ("reveal pyramid a1 b1 c1 b2", Reveal("pyramid", 0b100000111)),
        ("done", Done()),
        ("snake c3", Place(16)),
        ("roll 2 3 5", Rolled((2, 3, 5))),
        ("roll penny dakota snake", Rolled((0, 0, 0))),
        ("swap 2 3 1", Swapped((1, 2, 0))),
    ],
)
def test_every_kind_of_move_has_one_text(text: str, move: ValleyMove) -> None:
    assert GAME.read_move(text) == move
    assert GAME.write_move(move) == text
    assert GAME.read_move(f"  {text.upper().replace(' ', '   ')} ") == move
    assert msgspec.json.decode(msgspec.json.encode(move), type=GAME.move_type) == move


def test_cells_and_dice_may_come_in_any_order() -> None:
    assert GAME.read_move("reveal town b2 a2 a1 b1") == GAME.read_move("reveal town a1 a2 b1 b2")
    assert GAME.read_move("cross e5 with 5 + 4") == Cross(32, (4, 5))


def test_the_hundredth_seat_has_a_text() -> None:
    game = Valley(100)
    move = Swapped((*range(1, 100), 0))
    assert game.read_move(game.write_move(move)) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.move"),
        ("7", "notation.move"),
        ("7 b4 c5", "notation.move"),
        ("cross e5", "notation.move"),
        ("cross e5 by 4+5", "notation.move"),
        ("swap", "notation.move"),
        ("done now", "notation.move"),
        ("seven b4", "notation.number"),
        ("0 b4", "notation.number"),
        ("-7 b4", "notation.number"),
        ("1000000 b4", "notation.number"),
        ("٧ b4", "notation.number"),
        ("penny x b4", "notation.number"),
        ("cross e5 with 4+", "notation.number"),
        ("swap 1 two", "notation.number"),
        ("7 z9", "notation.cell"),
        ("snake 9", "notation.cell"),
        ("hut h1", "notation.cell"),
        ("reveal town a1 a2 b1 b9", "notation.cell"),
        ("reveal town a1 a1 b1 b2", "notation.twice"),
        ("reveal city a1 a2 b1 b2", "notation.kind"),
        ("roll 2 3", "notation.dice"),
        ("roll dakota 2 3", "notation.number"),
    ],
)
def test_what_is_not_a_move_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_move(text)
    assert error.value.code == code


def comes_back(game: Valley, state: State) -> str:
    text = game.write_position(state)
    assert game.read_position(text) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=game.state_type) == state
    return text


def test_a_position_shows_the_turns_of_the_running_round_and_comes_back() -> None:
    state = do(GAME, GAME.setup(), "* roll penny dakota 5")
    assert "turn" not in comes_back(GAME, state)
    state = do(GAME, state, "2 penny 15 g7", "2 hut g6", "2 5 f7", "3 5 a1", "3 done")
    text = comes_back(GAME, state)
    assert text.startswith("round 1\nwriting penny dakota 5\nsheet 1\n     a  b")
    assert "\nturn 2 marking 5 penny dakota\n" in text
    assert "\nturn 3 done 5\n" in text
    assert "  6  .  .  .  .  .  .  H\n  7  .  .  .  .  .  5 15\nfresh g6 f7 g7\n" in text


def test_a_position_shows_the_snakes_of_the_running_round_and_comes_back() -> None:
    state = do(GAME, GAME.setup(), "* roll 1 1 snake")
    assert comes_back(GAME, state).startswith("round 1\nswapping\n")
    state = do(GAME, state, "* swap 3 1 2", "3 snake c1")
    text = comes_back(GAME, state)
    assert "\nplacing 3 1 2\n" in text
    assert text.endswith("\nmark 3 snake c1\n")


def test_a_position_shows_discoveries_and_comes_back() -> None:
    game, state = alone("over", EXAMPLE.strip("\n").replace("\n    ", "\n").replace("    ", "", 1))
    assert "\njungle c4 d5 c6 a7 b7\njungle e5 e6 g6 e7 f7\n" in comes_back(game, state)


def test_lakes_are_drawn_and_need_not_be() -> None:
    game = Valley(1, side="B")
    text = comes_back(game, game.setup())
    assert "  2  .  .  .  .  . ~~  .\n" in text
    assert game.read_position(text.replace(" ~~", "")) == game.setup()


GOOD = """round 9
writing 2 3 5
sheet 1
     a  b  c  d  e  f  g
  1  1  1  6  .  .  .  .
  2  1  1  7  H  .  .  .
  3  9  .  8  .  .  .  .
  4  .  .  .  .  .  .  .
  5  .  .  .  .  @  x  .
  6  .  .  .  .  .  .  .
  7  .  .  .  .  .  .  .
town a1 b1 a2 b2
fresh a1 b1
"""
SOLO = Valley(1)
MARK = "placing 1\n" + GOOD.partition("writing 2 3 5\n")[2]


def test_the_position_that_is_spoilt_below_is_good() -> None:
    comes_back(SOLO, SOLO.read_position(GOOD))
    assert SOLO.read_position(GOOD.upper().replace("\nROUND", "round").lower().replace("h", "H"))


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        (GOOD, "", "notation.position"),
        (GOOD, "round 9", "notation.position"),
        ("round 9", "rund 9", "notation.position"),
        ("round 9", "round nine", "notation.number"),
        ("writing 2 3 5", "waiting", "notation.phase"),
        ("writing 2 3 5", "rolling on", "notation.phase"),
        ("writing 2 3 5", "writing 2 3", "notation.dice"),
        ("writing 2 3 5", "writing 2 3 snake", "notation.phase"),
        ("writing 2 3 5", "placing 1 1", "notation.phase"),
        ("writing 2 3 5", "placing 2", "notation.seat-number"),
        ("sheet 1", "sheet 2", "notation.position"),
        ("sheet 1\n", "", "notation.position"),
        ("  7  .  .  .  .  .  .  .\n", "", "notation.rows"),
        ("  7  .  .  .  .  .  .  .", "  7  .  .  .  .  .  .", "notation.row"),
        ("  7  .  .  .", "  8  .  .  .", "notation.row-name"),
        ("1  1  6", "1  1 16", "notation.number-range"),
        ("1  1  6", "1  1  q", "notation.number"),
        ("7  H", "H  H", "notation.twice"),
        ("town a1", "town a1 a1", "notation.twice"),
        ("town a1 b1 a2 b2", "town a1 b1 a2", "notation.discovery"),
        ("town a1 b1 a2 b2", "town a1 b1 a2 b3", "notation.discovery"),
        ("fresh a1 b1", "fresh g7", "notation.fresh"),
        ("fresh a1 b1", "fresh e5", "notation.fresh"),
        ("fresh a1 b1", "fresh a1 b1\nturn 2 marking 7\n" + GOOD[31:], "notation.seat-number"),
        ("fresh a1 b1", "fresh a1 b1\nturn 1 resting\n", "notation.position"),
        ("fresh a1 b1", "fresh a1 b1\nturn 1 marking\n" + GOOD[31:], "notation.position"),
        ("fresh a1 b1", "fresh a1 b1\nturn 1 done 7 snake\n" + GOOD[31:], "notation.position"),
        ("fresh a1 b1", "fresh a1 b1\nmark 1 snake g7", "notation.position"),
    ],
)
def test_a_bad_position_is_refused_by_name(right: str, wrong: str, code: str) -> None:
    assert right in GOOD
    with pytest.raises(NotationError) as error:
        SOLO.read_position(GOOD.replace(right, wrong, 1))
    assert error.value.code == code


def test_the_game_does_not_go_on_with_a_full_sheet() -> None:
    with pytest.raises(NotationError) as error:
        SOLO.read_position(f"round 9\nrolling\nsheet 1\n{small('1 H')}\n")
    assert (error.value.code, error.value.facts) == ("notation.full", {"seat": 1})
    comes_back(SOLO, SOLO.read_position(f"round 9\nover\nsheet 1\n{small('1 H')}\n"))


@pytest.mark.parametrize("mark", ["mark 1 7 g7", "turn 1 done", "mark"])
def test_a_snake_round_takes_only_snakes(mark: str) -> None:
    with pytest.raises(NotationError) as error:
        SOLO.read_position(f"round 9\n{MARK}{mark}\n")
    assert error.value.code == "notation.position"
    comes_back(SOLO, SOLO.read_position(f"round 9\n{MARK}mark 1 snake g7\n"))


def test_a_sheet_typed_in_from_paper_is_checked_by_the_rules() -> None:
    with pytest.raises(NotationError) as error:
        SOLO.read_paper(
            GOOD.partition("sheet 1\n")[2].replace("town a1 b1 a2 b2", "range a3 c1 c2")
        )
    assert error.value.facts == {"text": "range c1 c2 a3", "clause": "V-6.9"}


def test_a_whole_position_may_be_scored_as_paper() -> None:
    assert SOLO.read_paper(GOOD) == SOLO.read_position(GOOD)


# The picture


def test_the_picture_shows_the_sheet_the_dice_and_the_reckoning() -> None:
    game, state = alone("writing penny 3 5", GOOD.partition("sheet 1\n")[2])
    picture = game.draw(game.view(do(game, state, "1 5 a4"), 0), SAY)
    assert picture.split("\n")[:6] == [
        "Round 9   dice [Penny] [3] [5]   numbers 3",
        "       a    b    c    d    e    f    g",
        "    ┌─────────┬────────────────────────┐",
        "  1 │  1t   1t│  6    ·    ·    ·    · │   town a1 b1 a2 b2             6",
        "    │         │                        │   hut d2                       0",
        "  2 │  1t   1t│  7    H    ·    ·    · │   (statue, mine to draw)",
    ]
    assert " *5 " in picture
    assert "escaped f5" in picture
    assert f"bite e5{0:>23}" in picture


def test_a_picture_fits_eighty_columns_for_everybody() -> None:
    game = Valley(100, edition="wide", side="B")
    state = do(game, game.setup(), "* roll 2 3 5")
    views = [game.view(state, seat) for seat in (0, 99, None)]
    state = do(game, game.setup(), "* roll 2 3 snake")
    views.append(game.view(state, 0))
    state = game.apply(state, do_swap(game))
    views += [game.view(state, 7), game.view(do(game, state, "8 snake a1"), 7)]
    for view in views:
        for language in LANGUAGES:
            picture = game.draw(view, words(language).say)
            assert max(map(len, picture.split("\n"))) <= 80
            assert "≈≈≈≈" in picture
    assert game.draw(views[0], SAY).count("┌") == 1
    assert game.draw(views[2], SAY).count("┌") == 100
    assert "waiting for seats 1 2 3" in game.draw(views[0], SAY)
    assert "the sheet of seat 9" in game.draw(views[4], SAY)
    assert " @ " not in game.draw(views[4], SAY)
    assert " @ " in game.draw(views[5], SAY)


def do_swap(game: Valley) -> Event[ValleyMove]:
    return Event(CHANCE, Swapped((*range(1, game.seats), 0)))


def test_the_picture_of_the_end_says_so() -> None:
    game, state = alone("over", GOOD.partition("sheet 1\n")[2])
    assert game.draw(game.view(state, 0), SAY).startswith("The end, after round 9\n")
    full = "\n".join(["     a  b  c  d  e  f  g", *(f"  {n}" + "  x" * 7 for n in range(1, 8))])
    game, state = alone("over", full)
    assert "full                         7" in game.draw(game.view(state, 0), SAY)
