"""`yupana` alone: a few questions in a terminal, the help elsewhere."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from yupana.cli import main
from yupana.games import GAMES
from yupana.terminal.chooser import TRIES, Chooser, Left
from yupana.words import LANGUAGES, words

PATIENCE = 300
"""Seconds for a whole conversation on a busy machine."""


def chosen(*lines: str, language: str = "en") -> list[str]:
    """The command that these answers come to."""
    typed = iter(lines)
    return Chooser(words(language), lambda prompt: next(typed), lambda text: None).command(GAMES)


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        (("", ""), "play temple"),
        (("1", "1"), "play valley"),
        (("2", "2", "", ""), "play temple --bots scout"),
        (("temple", "bots", "amauta", "3"), "play temple --bots amauta amauta amauta"),
        (("3", "", "1", ""), "play wiraqocha --bots novice"),
        (("PAI", "2", "Ana, Bea,Chris"), "play paititi --people Ana Bea Chris"),
        (("pai", "fr", ""), "play paititi --people Player 1 Player 2"),
        (("4", "3"), "serve"),
        (("1", "4"), "serve"),
        (("9", "0", "x", "²", "1 1", "2", "7", ""), "play temple"),
        (("", "3", "Ana", "Ana, Ana", "--lang, fr", "a,b,c,d,e,f,g", "Ana, Bea"), "play temple --people Ana Bea"),
        (("", "2", "2", "8", "0", "7"), "play temple --bots" + " scout" * 7),
    ],
)  # fmt: skip
def test_answers_come_to_a_command(lines: tuple[str, ...], command: str) -> None:
    assert " ".join(chosen(*lines)) == command


@pytest.mark.parametrize("lines", [("q",), ("", "Q"), ("", "2", "quit"), ("x",) * TRIES])
def test_one_can_leave_at_every_question(lines: tuple[str, ...]) -> None:
    with pytest.raises(Left):
        chosen(*lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_asked_in_the_language(language: str) -> None:
    shown: list[str] = []
    typed = iter(["", "2", "9", "", ""])

    def ask(prompt: str) -> str:
        shown.append(prompt)
        return next(typed)

    chooser = Chooser(words(language), ask, shown.append)
    assert chooser.command(GAMES) == ["play", "temple", "--bots", "scout"]
    text = "\n".join(shown)
    assert ("Which bots" in text) == (language == "en")
    assert ("Quels robots" in text) == (language == "fr")


@pytest.mark.parametrize("arguments", [(), ("--lang", "fr")])
def test_where_nobody_can_answer_the_help_is_shown(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr and with the code of a command line that is not understood: a script notices."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "yupana play temple" in err
    assert "Traceback" not in err


def test_an_option_without_its_value_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--lang"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("argument --lang: expected one argument\n")


# In a terminal


IN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Makes stdin the terminal from which Ctrl-C reaches the program."""


class Terminal:
    """A program in a terminal of its own, typed at."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-c", IN_TERMINAL, "-m", "yupana.cli", *arguments]
        environment = {**os.environ, "YUPANA_HOME": str(folder), "TERM": "dumb", "COLUMNS": "40"}
        self._own, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment,
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.screen = ""
        self._end = time.monotonic() + PATIENCE

    def until(self, text: str) -> None:
        """Reads until the text is on the screen."""
        before = len(self.screen)
        while text not in self.screen[before:] and text not in self.screen[-len(text) :]:
            assert self._read(), self.screen

    def type(self, text: str) -> None:
        os.write(self._own, text.encode())

    def ended(self) -> int:
        """The exit code, once there is nothing more to read."""
        while self._read():
            pass
        os.close(self._own)
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._own], [], [], max(0, self._end - time.monotonic()))
        assert ready, self.screen
        try:
            data = os.read(self._own, 65536)
        except OSError:  # the other side is gone
            return False
        self.screen += data.decode()
        return bool(data)


def test_a_game_is_chosen_and_played_in_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.until("Game [2]: ")
    terminal.type("\n")
    terminal.until("How [1]: ")
    terminal.type("1\n")
    terminal.until("you> ")
    assert "Next time you can type: yupana play temple" in terminal.screen
    terminal.type("quit\n")
    assert terminal.ended() == 0
    assert (tmp_path / "temple.yupana").exists()
    assert "Traceback" not in terminal.screen


@pytest.mark.parametrize(("key", "code"), [("q\n", 0), ("\x04", 0), ("\x03", 130)])
def test_one_leaves_with_one_line(tmp_path: Path, key: str, code: int) -> None:
    terminal = Terminal(tmp_path)
    terminal.until("Game [2]: ")
    time.sleep(1)  # Python prints the prompt before it is ready to be interrupted
    terminal.type(key)
    assert terminal.ended() == code
    last = terminal.screen.strip().splitlines()[-1]
    assert last == "See you soon. `yupana --help` tells what else there is."
    assert "Traceback" not in terminal.screen
