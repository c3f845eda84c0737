"""A table in the terminal, typed at line by line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from yupana.core.game import Game
from yupana.games import GAMES
from yupana.games.temple import Temple
from yupana.shelf import load_record
from yupana.terminal import play
from yupana.terminal.play import Left, Table
from yupana.words import words

AnyGame = Game[Any, Any, Any]


class Typist:
    """Types prepared lines, then lets a function answer; notes all that is shown."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.shown: list[str] = []
        self.then: Callable[[str], str] | None = None

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        for line in self.lines:
            return line
        if self.then is None:
            raise EOFError
        return self.then(prompt)

    @property
    def screen(self) -> str:
        return "\n".join(self.shown)


def sit(game: AnyGame, typist: Typist, path: Path, *players: str, seed: str = "14") -> Table:
    return Table(game, players, seed, words(), typist.ask, typist.shown.append, path)


def leave(game: AnyGame, path: Path, *lines: str, players: tuple[str, ...] = ("Ana",)) -> str:
    """Types the lines, then leaves; what was shown."""
    typist = Typist(*lines)
    with pytest.raises(Left):
        sit(game, typist, path, *players).run()
    return typist.screen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.yupana"


def test_a_solo_game_is_played_to_its_end(path: Path) -> None:
    game = Temple(1, side="B")
    typist = Typist()
    table = sit(game, typist, path, "Ana")
    rng = Random(1)
    typist.then = lambda prompt: (
        game.write_move(game.moves(table.state, 0).pick(rng)) if prompt == "Ana> " else ""
    )
    table.run()
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert "Round 1   dice [" in typist.screen
    assert "The temple is explored" in typist.screen
    assert f"{outcome.scores[0]} stars: Tourist." in typist.screen


@pytest.mark.parametrize("name", GAMES)
def test_any_game_is_played_by_two_people_and_a_bot(name: str, path: Path) -> None:
    game = GAMES[name](3)
    typist = Typist()
    table = sit(game, typist, path, "Ana", "Bea", "bot uniform")
    rng = Random(2)

    def answer(prompt: str) -> str:
        if prompt not in ("Ana> ", "Bea> "):
            return ""
        seat = ("Ana> ", "Bea> ").index(prompt)
        return game.write_move(game.moves(table.state, seat).pick(rng))

    typist.then = answer
    table.run()
    assert game.outcome(table.state) is not None
    assert "Ana" in typist.shown[-2]
    assert "bot uniform" in typist.shown[-2]
    assert load_record(path)[2] == table.state


def test_leaving_saves_and_resuming_goes_on(path: Path) -> None:
    game = Temple(1)
    screen = leave(game, path, "5 c1", "")
    assert f"Saved in {path}." in screen
    assert f"To go on: yupana play --resume {path}" in screen
    again, record, state = load_record(path)
    assert record.header.players == ("Ana",)
    assert state.round == 2
    typist = Typist("score")
    resumed = Table(
        again, ("Ana",), "14", words(), typist.ask, typist.shown.append, path, record.events
    )
    with pytest.raises(Left):
        resumed.run()
    assert "Longest series                      1   c1" in typist.screen


def test_every_move_is_kept_at_once(path: Path) -> None:
    game = Temple(1)
    kept: list[int] = []

    def look(prompt: str) -> str:
        kept.append(len(load_record(path)[1].events))
        raise EOFError

    typist = Typist("5 c1")
    typist.then = look
    with pytest.raises(Left):
        sit(game, typist, path, "Ana").run()
    assert kept == [2]


def test_leaving_before_anything_happened_leaves_no_file(path: Path) -> None:
    game = Temple(1)
    typist = Typist()
    table = sit(game, typist, path, "Ana")
    with pytest.raises(Left):
        table._leave()
    assert not path.exists()


def test_the_same_seed_gives_the_same_dice_whatever_is_taken_back(path: Path) -> None:
    game = Temple(1)
    plain = leave(game, path, "5 c1", "", "quit")
    undone = leave(game, path, "5 d1", "undo", "5 c1", "", "quit")
    assert plain.count("dice [") == 2
    assert [line for line in plain.split("\n") if "dice [" in line][-1] in undone
    assert load_record(path)[2].sheets[0].numbers[0] == 5


def test_commands_answer_and_change_nothing(path: Path) -> None:
    screen = leave(
        Temple(1), path, "help", "?", "moves", "moves c1", "moves z9", "why 5 c1", "why 4 d2", "why dance",
        "rule T-2.3", "rule T-99.1", "score", "look", "table", "undo", "", "quit",
    )  # fmt: skip
    assert "write a 7 in cell b4" in screen
    assert "... and more than these 60" in screen
    assert "Nothing like that can be done now." in screen
    assert "You may do that." in screen
    assert "T-2.2 (law) With no special face" in screen
    assert "“dance” is not a move" in screen
    assert "T-2.3 (law)" in screen
    assert "temple has no clause T-99.1" in screen
    assert "There is nothing to take back" in screen


def test_a_refused_move_says_its_rule(path: Path) -> None:
    screen = leave(Temple(1), path, "5 d2", "99 c1", "fly c1")
    assert "That is not allowed here (T-2.2): With no special face" in screen
    assert "That is not allowed here (T-2.3)" in screen
    assert "“fly” is not a number" in screen


def test_a_game_is_saved_where_one_says(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yupana"
    screen = leave(Temple(1), path, f"save {other}", f"save {tmp_path}/no/such/folder", "save")
    assert other.read_text() == path.read_text()
    assert "cannot be written: No such file or directory" in screen


def test_a_curtain_falls_between_people_with_secrets(path: Path) -> None:
    typist = Typist("5 c1", "", "undo", "score", "5 d1", "")
    with pytest.raises(Left):
        sit(Temple(2), typist, path, "Ana", "Bea").run()
    curtain = typist.screen.index("Pass the device to Bea")
    before, after = typist.screen[:curtain], typist.screen[curtain:]
    assert before.endswith("\n" * 40)
    assert "*5" not in after.partition("Bea> ")[0]
    assert "Ana                                   0" in after  # her mark is not in her open score


def test_people_go_before_bots_so_that_they_can_take_back(path: Path) -> None:
    players = ("Ana", "bot uniform", "bot greedy")
    screen = leave(Temple(3), path, "5 c1", "undo", "5 d1", "", "score", players=players)
    assert screen.count("dice [") == 3
    sheets = load_record(path)[2].sheets
    assert [bool(sheet.filled) for sheet in sheets] == [True, True, True]
    assert sheets[0].numbers[1] == 5


def test_an_interrupt_saves_too(path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    typist = Typist("5 c1", "")
    typist.then = interrupt
    with pytest.raises(Left):
        sit(Temple(1), typist, path, "Ana").run()
    assert path.exists()


def test_whoever_waits_for_the_bots_to_get_ready_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    asked: list[str] = []

    def load(game: str) -> None:
        asked.append(game)
        time.sleep(0.2)

    monkeypatch.setattr(play, "warm", load)
    play.get_ready("temple", ("Ana", "bot greedy", "guide"), words("en"), told.append)
    play.get_ready("temple", ("Ana", "bot guide"), words("en"), told.append)
    assert (asked, told) == (["temple"], [])
    monkeypatch.setattr(play, "SOON", 0.01)
    play.get_ready("valley", ("Ana", "bot guide"), words("en"), told.append)
    assert asked == ["temple", "valley"]
    assert told == ["The bots learn the game by heart: a minute, this once."]
