"""A table in the terminal, line by line: people and bots, a curtain for secrets, undo, save, resume."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from msgspec import structs

from yupana.bots.bot import make_bot
from yupana.bots.levels import LEVELS
from yupana.bots.warm import warm
from yupana.core.errors import NotationError, RuleError, YupanaError
from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.play import Choose, replay, step, take_back
from yupana.core.record import header_for, write_record
from yupana.shelf import save_text
from yupana.terminal import show
from yupana.words import Words

AnyGame = Game[Any, Any, Any]
Ask = Callable[[str], str]
"""Shows a prompt and gives the line typed; EOFError when there is none any more."""
Tell = Callable[[str], None]

BOT = "bot "
"""What the name of a seat played by a bot begins with, in records too."""

MOST_LISTED = 60
SOON = 3.0
"""Seconds that one waits without a word."""


COMMANDS = ("help", "moves", "why", "score", "rule", "look", "table", "undo", "save", "quit")


def commands(words: Words) -> dict[str, str]:
    """The commands by what a person may type: the language's own word, and English always."""
    own = {_plain(words.say(f"play-command-{name}")): name for name in COMMANDS}
    return {"?": "help", "exit": "quit", **own, **{name: name for name in COMMANDS}}


def _plain(word: str) -> str:
    """A word without case and accents, which not every keyboard has.

    >>> _plain("Règle")
    'regle'
    """
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def get_ready(game: str, players: Sequence[str], words: Words, tell: Tell) -> None:
    """Has what the bots think with loaded. The first time it is compiled: whoever waits for that is told."""
    if not any(player.removeprefix(BOT) in LEVELS for player in players if player.startswith(BOT)):
        return
    loading = Thread(target=warm, args=(game,), daemon=True)
    loading.start()
    loading.join(SOON)
    if loading.is_alive():
        tell(words.say("play.bots-get-ready"))
        loading.join()


class Left(Exception):
    """Somebody left the table; the game is saved."""


class Table:
    """One running game, its players and its events; everything it shows goes through `tell`."""

    def __init__(
        self,
        game: AnyGame,
        players: tuple[str, ...],
        seed: str,
        words: Words,
        ask: Ask,
        tell: Tell,
        save_as: Path,
        events: Sequence[Event[Any]] = (),
        program: str = "yupana",
    ) -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.words = words
        self.ask = ask
        self.tell = tell
        self.save_as = save_as
        self.program = program
        self.events = list(events)
        self.state = replay(game, self.events)
        self.bots: dict[Seat, Choose[Any, Any]] = {
            seat: make_bot(name.removeprefix(BOT), game, Random(f"{seed}/bot {seat}"))
            for seat, name in enumerate(players)
            if name.startswith(BOT)
        }
        self.labels = show.labels(players)
        self.people = [seat for seat in range(game.seats) if seat not in self.bots]
        self._at_the_device: Seat | None = self.people[0] if len(self.people) == 1 else None
        self._told = len(self.events)
        self.commands = commands(words)

    # The course of the game

    def run(self) -> None:
        """Plays on to the end; Left if somebody leaves before."""
        self.tell(self.words.say("play.welcome", title=self._title()))
        while pending := self.game.pending(self.state):
            people = [seat for seat in pending if seat in self.people]
            if people:
                self._person(people)
            elif self._thinks_again():
                continue
            elif pending == (CHANCE,):
                self._roll()
            else:
                self._bot(pending[0])
        self._tell_events()
        self._draw(None)
        for seat in range(self.game.seats):
            if seat in self.people or self.game.seats <= 5:
                self.tell(f"\n{self.labels[seat]}")
                self.tell(show.score_tree(self.words, self.game, self.game.score(self.state, seat)))
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        self.tell("\n" + show.outcome(self.words, self.game, outcome, self.players))
        self._save(self.save_as)

    def _thinks_again(self) -> bool:
        """Where all play at once: whether the person who marked last takes it back after all."""
        if not (self.game.simultaneous and self.events and self.events[-1].seat in self.people):
            return False
        prompt = self.words.say("play.roll-prompt")
        while self.commands.get(_plain(self._line(prompt).strip())) == "undo":
            if self._undo(self.events[-1].seat):
                return True
        return False

    def _roll(self) -> None:
        """Each outcome hangs on the seed and its number alone: taking back changes no later dice."""
        number = sum(event.seat == CHANCE for event in self.events)
        dice = Random(f"{self.seed}/{number}")
        self._add(Event(CHANCE, self.game.chance(self.state).sample(dice)))

    def _bot(self, seat: Seat) -> None:
        view, moves = self.game.view(self.state, seat), self.game.moves(self.state, seat)
        self._add(Event(seat, self.bots[seat](view, moves)))

    def _person(self, pending: list[Seat]) -> None:
        """One thing that one person does: a move, or a command."""
        seat = self._at_the_device if self._at_the_device in pending else pending[0]
        assert seat is not None
        if seat != self._at_the_device:
            self._hand_over(seat)
        self._tell_events()
        self.tell("")
        self._draw(seat)
        while True:
            line = self._line(f"{self.players[seat]}> ").strip()
            if line and self._command(seat, line):
                self._keep()
                return

    def _hand_over(self, seat: Seat) -> None:
        """Another person takes the device; a curtain falls where there is anything to hide."""
        if self._at_the_device is not None and self._secrets():
            self.tell("\n" * 40)
            self._line(self.words.say("play.curtain", player=self.players[seat]))
        elif self._at_the_device is not None:
            self.tell("\n" + self.words.say("play.turn-of", player=self.players[seat]))
        self._at_the_device = seat

    def _secrets(self) -> bool:
        """Whether some person knows more than a spectator does."""
        open_ = self.game.view(self.state, None)
        return any(
            structs.replace(self.game.view(self.state, seat), seat=None) != open_
            for seat in self.people
        )

    def _add(self, event: Event[Any]) -> None:
        self.state = step(self.game, self.state, event)
        self.events.append(event)

    def _tell_events(self) -> None:
        """What the bots did since the last look, as far as everybody saw it."""
        for event in self.events[self._told :]:
            if event.seat in self.bots and self.game.is_open(event.move):
                player, move = self.labels[event.seat], self.game.write_move(event.move)
                self.tell("  " + self.words.say("play.did", player=player, move=move))
        self._told = len(self.events)

    def _draw(self, seat: Seat | None) -> None:
        say = self.words.for_game(self.game.name)
        self.tell(self.game.draw(self.game.view(self.state, seat), say))

    # Commands

    def _command(self, seat: Seat, line: str) -> bool:
        """Obeys one line; whether the table has changed."""
        word, _, rest = line.partition(" ")
        match self.commands.get(_plain(word)):
            case "help":
                if f"{self.game.name}-help" in self.words:
                    self.tell(self.words.say(f"{self.game.name}-help"))
                self.tell(self.words.say("play.help"))
            case "moves":
                self._list_moves(seat, rest)
            case "why":
                self._why(seat, rest)
            case "score":
                self._scores(seat)
            case "rule":
                self._rule(rest.strip().upper())
            case "look":
                self._draw(seat)
            case "table":
                self._draw(None)
            case "undo":
                return self._undo(seat)
            case "save":
                self._save(Path(rest.strip()) if rest.strip() else self.save_as)
            case "quit":
                self._leave()
            case _:
                return self._move(seat, line)
        return False

    def _move(self, seat: Seat, line: str) -> bool:
        try:
            self._add(Event(seat, self.game.read_move(line)))
        except (NotationError, RuleError) as error:
            self.tell(show.refusal(self.words, self.game, error))
            return False
        return True

    def _list_moves(self, seat: Seat, wanted: str) -> None:
        moves = self.game.moves(self.state, seat)
        texts: list[str] = []
        more = False
        for move in moves:
            text = self.game.write_move(move)
            if all(word in text.split() for word in wanted.lower().split()):
                more = len(texts) == MOST_LISTED
                if more:
                    break
                texts.append(text)
        self.tell("\n".join(texts) if texts else self.words.say("play.no-such-move"))
        if more:
            self.tell(self.words.say("play.more-moves", shown=MOST_LISTED))

    def _why(self, seat: Seat, text: str) -> None:
        try:
            clause = self.game.moves(self.state, seat).why_not(self.game.read_move(text))
        except YupanaError as error:
            self.tell(self.words.say_error(error))
            return
        rule = show.rule_of(self.game, self.words.language, clause) if clause else None
        if clause is None:
            self.tell(self.words.say("play.allowed"))
        elif rule is not None:
            self.tell(show.clause(self.words, rule))
        else:
            self.tell(self.words.say("rule.illegal", clause=clause))

    def _rule(self, name: str) -> None:
        try:
            rules = show.rules_of(self.game, self.words.language)
        except YupanaError as error:
            self.tell(self.words.say_error(error))
            return
        if name in rules:
            self.tell(show.clause(self.words, rules[name]))
        else:
            self.tell(self.words.say("rules.unknown", clause=name[:20], game=self.game.name))

    def _scores(self, seat: Seat) -> None:
        view = self.game.view(self.state, seat)
        self.tell(show.score_tree(self.words, self.game, self.game.score_seen(view, seat)))
        others = [other for other in range(self.game.seats) if other != seat]
        for other in others[:10]:
            points = self.game.score_seen(view, other).points
            self.tell(f"{self.labels[other]:<34}{points:>5}")

    def _undo(self, seat: Seat) -> bool:
        try:
            self.events = take_back(self.game, self.events, seat, Random(self.seed))
        except RuleError as error:
            self.tell(self.words.say_error(error))
            return False
        self.state = replay(self.game, self.events)
        self._told = min(self._told, len(self.events))
        return True

    # Keeping

    def _keep(self) -> None:
        """Saves without a word after every move: a crash loses nothing either."""
        with suppress(YupanaError):  # said when the game is saved in earnest
            save_text(self.save_as, self._record())

    def _save(self, path: Path) -> None:
        try:
            save_text(path, self._record())
        except YupanaError as error:
            self.tell(self.words.say_error(error))
        else:
            self.tell(self.words.say("play.saved", path=str(path)))

    def _record(self) -> str:
        header = header_for(self.game, self.players, self.seed)
        return write_record(self.game, header, tuple(self.events))

    def _leave(self) -> None:
        if self.events:
            self._save(self.save_as)
            path = str(self.save_as)
            self.tell(self.words.say("play.resume", program=self.program, path=path))
        raise Left

    def _line(self, prompt: str) -> str:
        """A line typed by a person; the game is saved when there are no more."""
        try:
            return self.ask(prompt)
        except (EOFError, KeyboardInterrupt):
            self.tell("")
            self._leave()
            raise Left from None

    def _title(self) -> str:
        return self.words.for_game(self.game.name)(f"{self.game.name}-title")
