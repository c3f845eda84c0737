"""The contract: what a game is, in one screen. No chance, clock, file or log line in here.

A game is a value (`State`, frozen) and a few pure functions. Chance is a seat; whoever must decide
is a tuple of seats; what a seat may know is a `View`, another type than the state.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, TypeVar, final

import msgspec
from msgspec import Struct

from yupana.core.edition import Edition, decode_edition, packaged_names, packaged_tables
from yupana.core.errors import NotYourTurn, OptionError
from yupana.core.known import make_known
from yupana.core.text import Say

Seat = int
"""A place at the table, from 0. A player (a person or a bot) sits on it."""

CHANCE: Seat = -1
"""The seat of the dice and the decks."""

Clause = str
"""The id of a rule in the game's RULES.md, such as `W-3.1`."""


class Move(Struct, frozen=True, tag=True):
    """Something a seat does, or an outcome of chance; each game has its own tagged union of them."""


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)
M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)


class Event(Struct, Generic[M_co], frozen=True):
    """One thing that happened."""

    seat: Seat
    move: M_co


class Rng(Protocol):
    """A source of chance, handed in from outside; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, not including, `stop`."""
        ...


class Chance(ABC, Generic[M_co]):
    """What chance may do here: to sample, to check, and where it is small to enumerate."""

    @abstractmethod
    def sample(self, rng: Rng) -> M_co: ...

    @abstractmethod
    def __contains__(self, outcome: object) -> bool: ...

    @abstractmethod
    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        """Every outcome with its probability."""


class Moves(ABC, Generic[M_co]):
    """What one seat may do now. The ONLY place where the legality of a move is written.

    `why_not` decides, `in` asks it, and iteration lists exactly what it allows, in a stable order
    and without repeats. Asking about one move need not build the list.
    """

    __slots__ = ()

    @abstractmethod
    def why_not(self, move: Move) -> Clause | None:
        """The clause that forbids the move, or None if it may be made."""

    @abstractmethod
    def __iter__(self) -> Iterator[M_co]: ...

    @abstractmethod
    def pick(self, rng: Rng) -> M_co:
        """One of them by chance: every move can come up, not all need be equally likely."""

    @final
    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self.why_not(move) is None

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        shown = [repr(move) for _, move in zip(range(8), self, strict=False)]
        more = ", ..." if len(self) > len(shown) else ""
        return f"<{len(self)} moves: {', '.join(shown)}{more}>"


class NoMoves(Moves[M_co]):
    """Nothing to do now, and the clause that says so."""

    __slots__ = ("clause",)

    def __init__(self, clause: Clause) -> None:
        self.clause = clause

    def why_not(self, move: Move) -> Clause | None:
        return self.clause

    def __iter__(self) -> Iterator[M_co]:
        return iter(())

    def pick(self, rng: Rng) -> M_co:
        raise NotYourTurn(CHANCE)


class ScoreTree(Struct, frozen=True):
    """Points, the reason for them (a code), and where they stand: cells, tiles or cards by name."""

    reason: str
    points: int
    where: tuple[str, ...] = ()
    parts: tuple[ScoreTree, ...] = ()
    of: str = ""
    """What the reason is about where the code alone leaves it open: a value, a card."""
    best: bool = False
    """Whether the best part counts, as in a race with several finishing lines, not their sum."""

    def total(self) -> int:
        """What the leaves come to; a law says that it equals `points`."""
        if not self.parts:
            return self.points
        totals = [part.total() for part in self.parts]
        return max(totals) if self.best else sum(totals)


class Outcome(Struct, frozen=True):
    """How the game ended: the reason, the places (ties together), and what parted a tie."""

    why: str
    """Code of the reason why the game ended."""
    places: tuple[tuple[Seat, ...], ...]
    """Seats from first to last; seats that share a place stand together."""
    scores: tuple[int, ...]
    """Final points by seat."""
    tie_break: str | None = None
    """Code of what parted the best from the next, when points alone did not."""
    rank: str | None = None
    """Code of the level reached in a solo game."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of a table; each game subclasses it. Field defaults are our default table."""


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """What differs between the versions of a game's rules: a field for each clause that was changed.

    Each game that has had several versions subclasses it; field defaults are the latest version.
    """


class RulesVersion(Struct, frozen=True):
    """One version of a game's rules that can still be played: a named set of switches."""

    switches: Switches = Switches()
    defaults: Mapping[str, str | int | bool] = {}
    """Options whose default was another than today's; a header that lacks them means these."""


class Game(ABC, Generic[S, V, M]):
    """A game set up for a number of seats with its options, edition and rules version, as pure functions."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    """The latest. Grows with any change that makes a stored game replay differently."""
    rules_versions: ClassVar[Mapping[int, RulesVersion]] = {}
    """All that can be played, the latest included; a game that names none can play the latest only."""
    seats_allowed: ClassVar[range]
    options_type: ClassVar[type[Options]]
    edition_type: ClassVar[type[Edition]]
    state_type: ClassVar[type[Struct]]
    view_type: ClassVar[type[Struct]]
    move_type: ClassVar[Any]
    """The tagged union of the game's moves, for decoding."""
    simultaneous: ClassVar[bool]
    """Whether everybody plays every round at once, on a sheet of their own."""

    seats: int
    rules: int
    """The version of the rules in force."""
    switches: Switches
    """What that version switches."""
    options: Options
    edition: Edition
    """The component data in force."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        named = ("options_type", "edition_type", "state_type", "view_type", "move_type")
        make_known(*(getattr(cls, name) for name in named if hasattr(cls, name)))

    def __init__(
        self,
        seats: int,
        edition: Edition | str = "classic",
        *,
        rules: object = None,
        **options: object,
    ) -> None:
        """`rules`: a version of the rules, the latest unless told; options not given are that version's."""
        self.rules = self._known_version(rules)
        version = self.rules_versions.get(self.rules, RulesVersion())
        self.switches = version.switches
        if seats not in self.seats_allowed:
            first, last = self.seats_allowed[0], self.seats_allowed[-1]
            raise OptionError("option.seats", game=self.name, seats=seats, first=first, last=last)
        try:
            self.options = msgspec.convert({**version.defaults, **options}, self.options_type)
        except msgspec.ValidationError as error:
            raise OptionError("option.value", game=self.name, problem=str(error)) from None
        self.seats = seats
        self.edition = self.packaged_edition(edition) if isinstance(edition, str) else edition
        self.prepare()

    def prepare(self) -> None:
        """Computes once what the functions below look up often; the game is constant after it."""

    @classmethod
    def playable_versions(cls) -> tuple[int, ...]:
        """The versions of the rules that can be played, the latest last."""
        return tuple(sorted(cls.rules_versions)) or (cls.rules_version,)

    @classmethod
    def _known_version(cls, rules: object) -> int:
        if rules is None:
            return cls.rules_version
        known = cls.playable_versions()
        if type(rules) is not int or rules not in known:
            listed = ", ".join(map(str, known))
            raise OptionError("option.rules", game=cls.name, rules=str(rules)[:20], known=listed)
        return rules

    @classmethod
    def packaged_edition(cls, name: str) -> Edition:
        return decode_edition(packaged_tables(cls.package(), name), cls.edition_type)

    @classmethod
    def packaged_editions(cls) -> tuple[str, ...]:
        """The names of the editions that come with the game."""
        return packaged_names(cls.package())

    @classmethod
    def package(cls) -> str:
        """The package of the class that named the game: its RULES.md and data are there."""
        home = next(each for each in cls.__mro__ if "name" in vars(each))
        return sys.modules[home.__module__].__package__ or ""

    @abstractmethod
    def setup(self) -> S: ...

    @abstractmethod
    def pending(self, state: S) -> tuple[Seat, ...]:
        """Who must decide now, CHANCE alone included; () when the game is over."""

    @abstractmethod
    def chance(self, state: S) -> Chance[M]:
        """What chance may do; asked only when CHANCE is pending."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Moves[M]:
        """What the seat may do; empty for a seat that is not pending."""

    @abstractmethod
    def apply(self, state: S, event: Event[M]) -> S:
        """The state after the event, which is trusted to be legal; never mutates."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat (None: a spectator) may know."""

    def is_open(self, move: M) -> bool:
        """Whether everybody sees this move, a seat's or chance's, when it is made."""
        return True

    @property
    def by_memory(self) -> bool:
        """Whether what lay open once is left to memory: nobody may look it up while the game is on."""
        return False

    @abstractmethod
    def imagine(self, view: V, rng: Rng) -> S:
        """A state that looks like this from that seat, its hidden part made up by chance."""

    def score(self, state: S, seat: Seat) -> ScoreTree:
        """The seat's points if the game ended now, as it knows itself, every one with its reason."""
        return self.score_seen(self.view(state, seat), seat)

    @abstractmethod
    def score_seen(self, view: V, seat: Seat) -> ScoreTree:
        """A seat's points as far as the viewer can tell."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""

    # Text: see the game's notation.py.

    @abstractmethod
    def write_move(self, move: M) -> str:
        """The one canonical text of a move."""

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move a text says; NotationError if it says none. Forgives case and spacing."""

    @abstractmethod
    def write_position(self, state: S) -> str: ...

    @abstractmethod
    def read_position(self, text: str) -> S: ...

    def read_paper(self, text: str) -> S:
        """A position typed in from paper, to be scored; sheet games also take a lone sheet."""
        return self.read_position(text)

    @abstractmethod
    def heading(self, state: S) -> str:
        """Which round or turn this is, such as `round 7`; groups the events of a record."""

    @abstractmethod
    def draw(self, view: V, say: Say) -> str:
        """The table as a person would look at it, in plain text of the language of `say`."""


def tie_broken(scores: Sequence[int], places: Sequence[Sequence[Seat]]) -> bool:
    """Whether points alone left more seats in front than the places do.

    >>> tie_broken([7, 7, 3], ((1,), (0,), (2,))), tie_broken([7, 7, 3], ((0, 1), (2,)))
    (True, False)
    """
    return sum(score == max(scores) for score in scores) > len(places[0])


def rank_places(keys: Sequence[Any]) -> tuple[tuple[Seat, ...], ...]:
    """Seats by falling key; seats with equal keys share a place.

    >>> rank_places([3, 5, 5, 1])
    ((1, 2), (0,), (3,))
    """
    best = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat, key in enumerate(keys) if key == each) for each in best)
