"""Who plays in the lab: the bots that people play against, and yardsticks that are seated nowhere else.

`ismcts` searches a tree and knows nothing of any game; it has a second for each move. `seer` thinks as the amauta does, but in
the true world: it sees all hands. Cards that nobody has drawn lie in no order even there, and what others have chosen in
secret it guesses like everybody. Behind these two names and the amauta's may stand how much is thought about a move: so
many plays (`ismcts:200`), or so long (`amauta:1s`). What hangs on a clock is not the same twice; all else is.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from yupana.bots.bot import BOTS, make_bot
from yupana.bots.ismcts import ismcts
from yupana.bots.levels import AMAUTA, MINDS, Level, level_of, mind_of
from yupana.core.errors import OptionError, RuleError
from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.play import LONGEST, Choose

AnyGame = Game[Any, Any, Any]

ISMCTS, SEER = YARDSTICKS = ("ismcts", "seer")
"""Those that only the lab has."""
PLAYS = re.compile(r"[1-9][0-9]{0,8}")
SECONDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?)s")


class Player(Struct, frozen=True):
    """Somebody at a table of the lab."""

    choose: Choose[Any, Any]
    look: Callable[[Any, Seat], Any]
    """What it is given to see of a state."""


class Unveiled(Struct, frozen=True):
    """All that there is, in the place of a view."""

    state: Any
    seat: Seat


class Budget(Struct, frozen=True):
    """How much is thought about a move, where it is said."""

    plays: int | None = None
    seconds: float | None = None


def make_player(name: str, game: AnyGame, rng: Random) -> Player:
    """The player of that name; OptionError if there is none, or if what it thinks with is not here."""
    if name in BOTS:
        return Player(make_bot(name, game, rng), game.view)
    who, budget = read_name(name)
    try:
        if who == ISMCTS:
            return Player(ismcts(game, rng, budget.plays, budget.seconds or 1.0), game.view)
        return _thinker(game, rng, budget, sees_all=who == SEER)
    except ImportError:
        raise OptionError("arena.no-fast", bot=name, game=game.name) from None


def read_name(name: str) -> tuple[str, Budget]:
    """Who it is, and with what."""
    who, colon, text = name.partition(":")
    if who in (AMAUTA, *YARDSTICKS):
        if not colon:
            return who, Budget()
        if PLAYS.fullmatch(text):
            return who, Budget(plays=int(text))
        found = SECONDS.fullmatch(text)
        if found and float(found[1]):
            return who, Budget(seconds=float(found[1]))
    raise OptionError("arena.bot", bot=name[:40], known=", ".join((*BOTS, *YARDSTICKS)))


def _thinker(game: AnyGame, rng: Random, budget: Budget, sees_all: bool) -> Player:
    """An amauta with a budget, in the worlds that it imagines or in the true one."""
    if game.name not in MINDS:
        raise OptionError("arena.no-evaluator", bot=SEER if sees_all else AMAUTA, game=game.name)
    mind = mind_of(game)
    if mind is None:
        raise ImportError
    from yupana.bots.minds.thinking import by_mind

    how = _with(level_of(game, AMAUTA), budget)
    if not sees_all:
        return Player(by_mind(game.imagine, mind, rng, how), game.view)
    how = replace(how, worlds=1)
    return Player(by_mind(lambda all_, _: all_.state, mind, rng, how), Unveiled)


def _with(how: Level, budget: Budget) -> Level:
    if budget.seconds is not None:
        return replace(how, plays=0, seconds=budget.seconds)
    return how if budget.plays is None else replace(how, plays=budget.plays)


# A game


class Course(Struct, frozen=True):
    """A game as it went."""

    state: Any
    """The last one."""
    events: list[Event[Any]]
    milliseconds: list[float]
    """How long each was thought about; chance does not think."""


def play_out(game: AnyGame, players: Sequence[Player], dice: Callable[[int], Random]) -> Course:
    """A game to its end; what is left to chance for the n-th time comes from `dice(n)`."""
    state, events, milliseconds = game.setup(), list[Event[Any]](), list[float]()
    throws = 0
    for _ in range(LONGEST):
        pending = game.pending(state)
        if not pending:
            return Course(state, events, milliseconds)
        seat, took = pending[0], 0.0
        if seat == CHANCE:
            move = game.chance(state).sample(dice(throws))
            throws += 1
        else:
            seen, moves = players[seat].look(state, seat), game.moves(state, seat)
            start = time.perf_counter()
            move = players[seat].choose(seen, moves)
            took = (time.perf_counter() - start) * 1000
        events.append(Event(seat, move))
        milliseconds.append(took)
        state = game.apply(state, events[-1])
    raise RuleError("rule.endless", events=LONGEST)
