"""`yupana` without a command: a few questions, and the command line that the answers come to.

Enter takes what stands in brackets, `q` leaves. Nothing is done here: whoever asks runs the command, and a person who
reads it can type it next time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from yupana.bots.levels import LEVELS, SCOUT
from yupana.core.game import Game
from yupana.words import Words

GameType = type[Game[Any, Any, Any]]
Ask = Callable[[str], str]
"""Shows a prompt and gives the line typed; EOFError when there is none any more."""
Tell = Callable[[str], None]
T = TypeVar("T")

USUAL_GAME = "temple"
MOST_BOTS = 7
MOST_PEOPLE = 6
TRIES = 20
"""Answers that make no sense before we give up: nobody is there, or something else types."""


class Left(Exception):
    """Somebody would rather not."""


class Chooser:
    """Asks in one language."""

    def __init__(self, said: Words, ask: Ask, tell: Tell) -> None:
        self.said, self.ask, self.tell = said, ask, tell

    def command(self, games: Mapping[str, GameType]) -> list[str]:
        """The words of a command line; Left if there is to be none."""
        self.tell(self.said.say("choose.welcome"))
        titles = {
            name: self.said.for_game(kind.name)(f"{kind.name}-title")
            for name, kind in games.items()
        }
        game = self._one("game", titles, USUAL_GAME)
        seats = games[game].seats_allowed
        ways = [*(["alone"] if 1 in seats else []), *(["bots", "friends"] if seats[-1] > 1 else [])]
        ways.append("browser")
        match self._one("way", {way: self.said.say(f"choose-{way}") for way in ways}, ways[0]):
            case "browser":
                return ["serve"]
            case "bots":
                return ["play", game, "--bots", *self._bots(seats)]
            case "friends":
                return ["play", game, "--people", *self._people(seats)]
        return ["play", game]

    def _bots(self, seats: range) -> list[str]:
        levels = {level: self.said.say(f"web-bot-{level}") for level in LEVELS}
        level = self._one("level", levels, SCOUT)
        least, most = max(1, seats[0] - 1), min(MOST_BOTS, seats[-1] - 1)
        return [level] * (least if least == most else self._count(least, most))

    def _count(self, least: int, most: int) -> int:
        prompt = self.said.say("choose.count", least=least, most=most, usual=least)
        again = self.said.say("choose.again", first=least, last=most)
        return self._until(prompt, again, lambda line: _number(line, least, most, least))

    def _people(self, seats: range) -> list[str]:
        least, most = max(2, seats[0]), min(MOST_PEOPLE, seats[-1])
        usual = [self.said.say("choose.person", number=number + 1) for number in range(least)]

        def read(line: str) -> list[str] | None:
            names = [name.strip() for name in line.split(",") if name.strip()] or usual
            fits = least <= len(names) <= most and len(set(names)) == len(names)
            is_option = any(name.startswith("-") for name in names)
            return names if fits and not is_option else None

        again = self.said.say("choose.names-again", least=least, most=most)
        return self._until(self.said.say("choose.names", usual=", ".join(usual)), again, read)

    def _one(self, what: str, choices: Mapping[str, str], usual: str) -> str:
        """One of some things, by its number or by the beginning of its name."""
        names = list(choices)
        at = names.index(usual) + 1 if usual in names else 1
        self.tell("")
        for number, text in enumerate(choices.values(), 1):
            self.tell(f"{number:>3}  {text}")

        def read(line: str) -> str | None:
            typed = line.strip().lower()
            number = _number(typed, 1, len(names), at)
            found = [name for name in names if typed and name.startswith(typed)]
            if number is not None:
                return names[number - 1]
            return found[0] if len(found) == 1 else None

        prompt = self.said.say(f"choose-{what}", usual=at)
        again = self.said.say("choose.again", first=1, last=len(names))
        return self._until(prompt, again, read)

    def _until(self, prompt: str, again: str, read: Callable[[str], T | None]) -> T:
        """Asks until an answer makes sense."""
        for _ in range(TRIES):
            line = self.ask(prompt)
            if line.strip().lower() in ("q", "quit", "exit"):
                break
            found = read(line)
            if found is not None:
                return found
            self.tell(again)
        raise Left


def _number(line: str, least: int, most: int, usual: int) -> int | None:
    """A number that was typed, if it is one of those; the usual one for Enter alone.

    >>> _number("", 1, 4, 2), _number(" 3 ", 1, 4, 2), _number("5", 1, 4, 2), _number("x", 1, 4, 2)
    (2, 3, None, None)
    """
    typed = line.strip()
    if not typed:
        return usual
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 5):
        return None
    return int(typed) if least <= int(typed) <= most else None
