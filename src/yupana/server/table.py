"""One table, as its log tells it: who sits where, the game, and what a command would add. No I/O.

A `Table` is the fold of the entries of its log. `judge` looks at a command and answers with the
entries it would add, the outcomes of chance that follow included, or raises why not; nothing has
changed until those entries, once stored, are given to `take`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct, structs

from yupana.bots.bot import BOTS
from yupana.core.errors import NotationError, OptionError, RuleError
from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.play import replay, step, take_back
from yupana.core.record import Header
from yupana.server import wire
from yupana.server.dice import dice_key, sample, server_nonce
from yupana.server.log import (
    Answered,
    Asked,
    Began,
    CameBack,
    Closed,
    Did,
    Entry,
    Opened,
    Said,
    Sat,
    Set,
    Stood,
    StoodIn,
    TookBack,
    read_move,
)
from yupana.server.policy import Actor, Policy, Refused, read_policy
from yupana.shelf import open_game

AnyGame = Game[Any, Any, Any]

PHRASES = ("hello", "good-luck", "well-played", "thank-you", "one-moment", "sorry", "wow", "again")
"""What can be said at a table: no free text."""

MOST_MOVES = 400
"""How many moves are listed to a client."""

MOST_NEWS = 256
"""How many of the last entries are remembered to animate; who was away longer just sees the whole."""

MOST_LEAPS = 10_000
"""How many outcomes of chance may follow one move before something is wrong."""


class Chair(Struct, frozen=True):
    """A seat as the log leaves it."""

    player: str = "empty"
    bot: str | None = None
    """The bot that plays it, also for a person who left."""
    nonce: str | None = None
    assisted: bool = False


class News(Struct, frozen=True):
    """An entry as it is told to those who may know it, encoded once for all of them."""

    seq: int
    seat: Seat
    open: bool
    """Whether everybody is told, or the seat alone."""
    told: Raw


class Shown(Struct, frozen=True):
    """The game as one seat sees it, encoded."""

    view: Raw | None = None
    moves: tuple[str, ...] = ()
    more_moves: bool = False
    score: Raw | None = None
    outcome: Raw | None = None


class Table:
    """The fold of a log; every entry goes through `take`, in order."""

    def __init__(self, name: str, seed: bytes, opened: Opened) -> None:
        self.name = name
        self._seed = seed
        self.opened = opened
        self.game: AnyGame = open_game(header_of(opened))
        self.policy = read_policy(opened.policy)
        self.chairs: list[Chair] = [Chair()] * opened.seats
        self.events: list[Event[Any]] = []
        self.revs = [0] * opened.seats
        """Of each seat: grows with each of its moves and with each of them that is struck."""
        self._state: Any = self.game.setup()
        self._leaps = 0
        """Outcomes of chance that stand."""
        self._shown: dict[Seat | None, Shown] = {}
        self._outcome: Raw | None = None
        self._seats: tuple[object, tuple[wire.SeatSeen, ...]] = (None, ())
        self._news: deque[News] = deque(maxlen=MOST_NEWS)
        self.phase: Literal["gathering", "playing", "over"] = "gathering"
        self.asked: Seat | None = None
        self.agreed: set[Seat] = set()
        self.head = 0
        self._key: bytes | None = None

    @property
    def state(self) -> Any:
        """Where the game stands; worked out anew only when it is asked for after moves were struck."""
        if self._state is None:
            self._state = replay(self.game, self.events)
        return self._state

    # What the log says

    def take(self, entry: Entry) -> None:
        """One more entry that is in the log for good."""
        match entry:
            case Opened():
                pass
            case Sat(seat, player, bot, nonce, _):
                self.chairs[seat] = Chair(player, bot, nonce)
            case Stood(seat):
                self.chairs[seat] = Chair()
            case StoodIn(seat, bot):
                self.chairs[seat] = structs.replace(self.chairs[seat], bot=bot)
            case CameBack(seat):
                self.chairs[seat] = structs.replace(self.chairs[seat], bot=None)
            case Began():
                nonces = [chair.nonce for chair in self.chairs if chair.nonce is not None]
                self._key = dice_key(self._seed, self.name, nonces)
                self.phase = "playing"
            case Did(seat):
                event = Event(seat, read_move(entry, self.game.move_type))
                self._state = self.game.apply(self.state, event)
                self._shown.clear()
                self.events.append(event)
                if seat == CHANCE:
                    self._leaps += 1
                else:
                    self.revs[seat] += 1
                self._forget_wish()
            case TookBack(seat, number, assisted):
                struck = self.events.pop(number)
                self._state = None
                self._shown.clear()
                if struck.seat == CHANCE:
                    self._leaps -= 1
                else:
                    self.revs[struck.seat] += 1
                if assisted:
                    self.chairs[seat] = structs.replace(self.chairs[seat], assisted=True)
                self._forget_wish()
            case Asked(seat):
                self.asked = seat
            case Answered(seat, yes):
                if yes:
                    self.agreed.add(seat)
                else:
                    self._forget_wish()
            case Set(changes):
                self.policy = read_policy(changes)
            case Said():
                pass
            case Closed():
                self.phase = "over"
                self._forget_wish()
        self.head += 1
        self._tell(entry)

    def _tell(self, entry: Entry) -> None:
        """Remembers what of the entry is worth a line or an animation."""
        match entry:
            case Did(seat):
                move = self.events[-1].move
                # of a round that all play at once, only what chance did is open before it closes
                is_open = self.game.is_open(move) and not (
                    self.game.simultaneous and seat != CHANCE
                )
                told = {"did": self.game.write_move(move)}
            case TookBack(seat, _, assisted):
                is_open, told = assisted or not self.game.simultaneous, {"did": "took-back"}
            case Said(seat, phrase):
                is_open, told = True, {"said": phrase}
            case _:
                return
        news = {"seq": self.head, "seat": seat, **told}
        self._news.append(News(self.head, seat, is_open, _raw(news)))

    def _forget_wish(self) -> None:
        self.asked, self.agreed = None, set()

    # What a command would add

    def judge(self, actor: Actor, command: wire.Command, at: wire.At | None = None) -> list[Entry]:
        """The entries that the command adds; Refused, or the game's own refusal, if it cannot be."""
        match command:
            case wire.Move():
                return self._move(actor, command, at)
            case wire.Undo(seat):
                own = self._own(actor, seat)
                self._fresh(own, at)
                return self._undo(own)
            case wire.Answer(yes, seat):
                return self._answer(self._own(actor, seat), yes)
            case wire.Say(phrase, seat):
                if phrase not in PHRASES:
                    raise Refused("table.phrase", known=", ".join(PHRASES))
                return [Said(self._own(actor, seat), phrase)]
            case wire.TakeOver(seat):
                return self.come_back(self._own(actor, seat))
            case wire.Begin(bot):
                self._host_only(actor)
                return self.begin(bot)
            case wire.PutBot(seat, bot):
                self._host_only(actor)
                return self._put_bot(seat, bot)
            case wire.Unseat(seat):
                self._host_only(actor)
                return self._unseat(seat)
            case wire.SetPolicy():
                self._host_only(actor)
                return [Set(msgspec.to_builtins(self._changed(command)))]

    def sit(self, seat: Seat, nonce: str) -> list[Entry]:
        """A person takes an empty seat."""
        self._there(seat)
        if self.phase != "gathering":
            raise Refused("table.begun")
        if self.policy.locked:
            raise Refused("table.locked")
        if self.chairs[seat].player != "empty":
            raise Refused("table.taken", seat=seat + 1)
        return [Sat(seat, "person", None, nonce, "seat")]

    def free_seat(self) -> Seat:
        """The first empty seat."""
        for seat, chair in enumerate(self.chairs):
            if chair.player == "empty":
                return seat
        raise Refused("table.full")

    def come_back(self, seat: Seat) -> list[Entry]:
        """A person whose seat a bot plays takes it back."""
        if self.chairs[seat].bot is None or self.chairs[seat].player != "person":
            raise Refused("table.not-away", seat=seat + 1)
        return [CameBack(seat)]

    def stand_in(self, seat: Seat) -> list[Entry]:
        """A bot plays for somebody whom the others waited for too long; nothing if it does already."""
        chair = self.chairs[seat]
        if self.phase != "playing" or chair.bot is not None or chair.player != "person":
            return []
        return [StoodIn(seat, self.policy.bot)]

    def begin(self, bot: str) -> list[Entry]:
        """Bots into the empty seats, then the first outcomes of chance."""
        if self.phase != "gathering":
            raise Refused("table.begun")
        entries: list[Entry] = []
        for seat, chair in enumerate(self.chairs):
            if chair.player == "empty":
                entries += self._put_bot(seat, bot)
        nonces = [chair.nonce for chair in self.chairs if chair.nonce is not None]
        nonces += [entry.nonce for entry in entries if isinstance(entry, Sat)]
        key = dice_key(self._seed, self.name, nonces)
        return [*entries, Began(), *self._follow(self.state, key)]

    def _move(self, actor: Actor, command: wire.Move, at: wire.At | None) -> list[Entry]:
        self._playing()
        seat = self._own(actor, command.seat)
        self._fresh(seat, at)
        if command.text is not None and command.move is None:
            move = self.game.read_move(command.text)
        elif command.move is not None and command.text is None:
            try:
                move = msgspec.json.decode(command.move, type=self.game.move_type)
            except msgspec.ValidationError as error:
                raise NotationError("notation.move", text=str(error)[:60]) from None
        else:
            raise Refused("table.one-form")
        played = self.play(seat, move)
        if self.chairs[seat].bot is not None:  # whoever moves is back
            return [CameBack(seat), *played]
        return played

    def play(self, seat: Seat, move: Any) -> list[Entry]:
        """A seat's move and all that chance does after it."""
        event = Event(seat, move)
        after = step(self.game, self.state, event)
        assert self._key is not None
        follow = self._follow(after, self._key)
        return [Did.of(seat, move), *follow]

    def _follow(self, state: Any, key: bytes) -> list[Entry]:
        """What chance does until somebody must decide, and the end where there is one."""
        number = self._leaps
        entries: list[Entry] = []
        for leap in range(MOST_LEAPS):
            if self.game.pending(state) != (CHANCE,):
                break
            outcome = sample(self.game.chance(state), key, self.name, number + leap)
            entries.append(Did.of(CHANCE, outcome))
            state = self.game.apply(state, Event(CHANCE, outcome))
        if not self.game.pending(state):
            entries.append(Closed(self._seed.hex()))
        return entries

    # Taking back

    def _undo(self, seat: Seat) -> list[Entry]:
        """Free until Done or the dice; later alone, or by consent, and marked as assisted."""
        self._playing()
        if self.policy.undo == "never":
            raise Refused("table.no-undo")
        try:
            left = take_back(self.game, self.events, seat, Random(0))
        except RuleError as error:
            return self._wish(seat, error)
        at = next(i for i in range(len(self.events) - 1, -1, -1) if self.events[i].seat == seat)
        assert len(left) == len(self.events) - 1
        return [TookBack(seat, at, False)]

    def _wish(self, seat: Seat, error: RuleError) -> list[Entry]:
        """By consent also what others have gone on from, but never what was secret and is known now."""
        if self.policy.undo == "free" or error.code == "undo.revealed":
            raise error
        if not any(event.seat == seat for event in self.events):
            raise error
        if not self._can_strike(seat):
            raise RuleError("undo.revealed")
        if any(other != seat for other in self._people()):
            if self.asked is not None:
                raise Refused("table.asked-already")
            return [Asked(seat)]
        return self._struck(seat)

    def _answer(self, seat: Seat, yes: bool) -> list[Entry]:
        self._playing()
        if self.asked is None or self.asked == seat or seat in self.agreed:
            raise Refused("table.nothing-asked")
        answer = Answered(seat, yes)
        others = {other for other in self._people() if other != self.asked}
        if yes and others <= self.agreed | {seat}:
            return [answer, *self._struck(self.asked)]
        return [answer]

    def _can_strike(self, seat: Seat) -> bool:
        """Whether all since the seat's last move was open when it happened.

        In games of secret choices a hidden one among them has since been seen, or drawn a card that
        its owner knows. Where all write at once, the sheets that a closed round lays open are no
        secret that helps anybody, and what matters is that the same dice come again.
        """
        if self.game.simultaneous:
            return True
        at = next(i for i in range(len(self.events) - 1, -1, -1) if self.events[i].seat == seat)
        return all(self.game.is_open(event.move) for event in self.events[at:])

    def _struck(self, seat: Seat) -> list[Entry]:
        """The seat's last move and all after it, from the end; later dice will show the same."""
        at = next(i for i in range(len(self.events) - 1, -1, -1) if self.events[i].seat == seat)
        return [TookBack(seat, number, True) for number in range(len(self.events) - 1, at - 1, -1)]

    def _people(self) -> list[Seat]:
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.player == "person" and chair.bot is None
        ]

    # What a host does

    def _put_bot(self, seat: Seat, bot: str) -> list[Entry]:
        self._there(seat)
        if bot not in BOTS:
            raise OptionError("option.bot", bot=bot[:40], known=", ".join(BOTS))
        chair = self.chairs[seat]
        if chair.player == "person":
            return [StoodIn(seat, bot)]
        if self.phase == "gathering":
            nonce = server_nonce(self._seed, self.name, seat)
            return [Sat(seat, "bot", bot, nonce, "server")]
        return [StoodIn(seat, bot)]

    def _unseat(self, seat: Seat) -> list[Entry]:
        self._there(seat)
        if self.chairs[seat].player != "person":
            raise Refused("table.nobody", seat=seat + 1)
        if self.phase == "gathering":
            return [Stood(seat)]
        return [StoodIn(seat, self.policy.bot)]

    def _changed(self, command: wire.SetPolicy) -> Policy:
        said = msgspec.to_builtins(command)
        changes = {
            name: said[name]
            for name in ("locked", "undo", "patience", "bot", "public")
            if said[name] is not None
        }
        return read_policy(msgspec.to_builtins(self.policy) | changes)

    # Checks

    def _own(self, actor: Actor, seat: Seat | None) -> Seat:
        """The seat that the actor speaks for."""
        if seat is None:
            if len(actor.seats) != 1:
                raise Refused("table.which-seat")
            return next(iter(actor.seats))
        if seat not in actor.seats:
            raise Refused("table.not-yours")
        return seat

    def _there(self, seat: Seat) -> None:
        if not 0 <= seat < len(self.chairs):
            raise Refused("table.no-seat", seat=seat + 1, seats=len(self.chairs))

    def _host_only(self, actor: Actor) -> None:
        if not actor.host:
            raise Refused("table.host-only")

    def _playing(self) -> None:
        if self.phase == "gathering":
            raise Refused("table.not-begun")
        if self.phase == "over":
            raise Refused("table.over")

    def _fresh(self, seat: Seat, at: wire.At | None) -> None:
        """Refuses what was decided before the seat's last move, or before one of them was struck."""
        if at is not None and at.rev != self.revs[seat]:
            raise Refused("table.stale", seat=seat + 1, rev=self.revs[seat])

    # What is seen

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """The seats that are to decide and are played by a bot."""
        if self.phase != "playing":
            return []
        found = []
        for seat in self.game.pending(self.state):
            bot = self.chairs[seat].bot if seat != CHANCE else None
            if bot is not None:
                found.append((seat, bot))
        return found

    def waited_for(self) -> list[Seat]:
        """The seats that are to decide and are played by a person."""
        if self.phase != "playing":
            return []
        return [
            seat
            for seat in self.game.pending(self.state)
            if seat != CHANCE and self.chairs[seat].bot is None
        ]

    def seen(
        self, actor: Actor, names: Sequence[str], here: Sequence[bool], since: int
    ) -> wire.View:
        """All that this client may know and do. `since`: the head that it has seen already."""
        begun = self.phase != "gathering"
        own = sorted(actor.seats)
        seat = own[0] if len(own) >= 1 else None
        if len(own) > 1:  # a shared device: the seat that is to move, or the first
            seat = next((each for each in self.game.pending(self.state) if each in own), own[0])
        shown = self._shown_to(seat) if begun else Shown()
        return wire.View(
            head=self.head,
            phase=self.phase,
            seats=self._seats_seen(names, here),
            pending=self.game.pending(self.state) if begun else (),
            mine=tuple(own),
            rev=tuple(self.revs[each] for each in own),
            host=actor.host,
            policy=_raw(self.policy),
            view=shown.view,
            moves=shown.moves,
            more_moves=shown.more_moves,
            score=shown.score,
            outcome=shown.outcome,
            events=self._news_for(actor, since),
            asked=self.asked,
        )

    def _seats_seen(self, names: Sequence[str], here: Sequence[bool]) -> tuple[wire.SeatSeen, ...]:
        """Who sits where: the same for everybody, so made once for each change."""
        key = (self.head, tuple(names), tuple(here))
        if self._seats[0] != key:
            seats = tuple(
                wire.SeatSeen(name, chair.player, chair.bot, there, chair.assisted)
                for name, chair, there in zip(names, self.chairs, here, strict=True)
            )
            self._seats = (key, seats)
        return self._seats[1]

    def _shown_to(self, seat: Seat | None) -> Shown:
        """The game as the seat sees it, worked out once for as long as the game stands so."""
        shown = self._shown.get(seat)
        if shown is None:
            game, state = self.game, self.state
            if not self._shown:  # the same for all
                outcome = game.outcome(state)
                self._outcome = None if outcome is None else _raw(outcome)
            view = game.view(state, seat)
            moves: list[str] = []
            if seat is not None:
                found = islice(game.moves(state, seat), MOST_MOVES + 1)
                moves = [game.write_move(move) for move in found]
            shown = self._shown[seat] = Shown(
                _raw(view),
                tuple(moves[:MOST_MOVES]),
                len(moves) > MOST_MOVES,
                None if seat is None else _raw(game.score_seen(view, seat)),
                self._outcome,
            )
        return shown

    def _news_for(self, actor: Actor, since: int) -> tuple[Raw, ...]:
        """Own news and those for everybody; the others are not even counted."""
        found: list[Raw] = []
        for news in reversed(self._news):
            if news.seq <= since:
                break
            if news.open or news.seat in actor.seats:
                found.append(news.told)
        return tuple(reversed(found))

    def only_moved(self, entries: Sequence[Entry]) -> frozenset[Seat] | None:
        """The seats for which these entries, just taken, changed something, if for all others they
        changed nothing but who is to move; None if they changed more than that."""
        if not self.game.simultaneous:
            return None
        seats = set()
        for entry in entries:
            if not isinstance(entry, Did | TookBack) or entry.seat == CHANCE:
                return None
            if isinstance(entry, TookBack) and entry.assisted:
                return None
            seats.add(entry.seat)
        return frozenset(seats)


def _raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))


def header_of(opened: Opened) -> Header:
    return Header(
        game=opened.game,
        rules=opened.rules,
        edition=opened.edition,
        edition_digest=opened.edition_digest,
        options=dict(opened.options),
        players=("",) * opened.seats,
    )
