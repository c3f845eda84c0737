"""What is seen of a table: all that a client may know and do, and the news for it. No I/O.

Everything a client ever learns of a game goes through here, by the game's own `view` of its seat; what is
the same for several is worked out once for as long as the game stands so.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct, structs

from yupana.core.game import CHANCE, Game, Moves, Seat
from yupana.server import wire
from yupana.server.draws import waits_for
from yupana.server.log import (
    CameBack,
    Covered,
    Did,
    Entry,
    Revealed,
    Said,
    StoodIn,
    TookBack,
)
from yupana.server.policy import Actor

if TYPE_CHECKING:
    from yupana.server.table import Table

MOST_MOVES = 400
MOST_LOOKED_AT = 4000
"""How many moves are listed to a client; it can ask for the others."""

MOST_NEWS = 256
"""How many of the last entries are remembered to animate and to list; of others only what they led to is seen."""

MOST_STANDING = 8
"""At so many seats everybody sees how everybody stands; at more it would cost each view too much."""

TEXTS_A_SEAT = 16
"""How many moves' texts are remembered, for each seat of a table."""

_SEAT_NOW = {StoodIn: "bot", Covered: "bot-once", CameBack: "person"}
"""Who plays a seat from now on, as the news say it: a bot, a bot for one turn, its own person again."""

Clock = dict[Seat, int]


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
    standing: tuple[Raw, ...] = ()
    outcome: Raw | None = None


class Sight:
    """Of one table, which tells it of every entry."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shown: dict[Seat | None, Shown] = {}
        self._pending: tuple[Seat, ...] | None = None
        self._outcome: Raw | None = None
        self._policy: tuple[object, Raw] = (None, Raw(b""))
        self._seats: tuple[object, tuple[wire.SeatSeen, ...], Raw] = (None, (), Raw(b""))
        self._news: deque[News] = deque(maxlen=MOST_NEWS)
        self._heading = table.game.heading(table.state)
        """Of the round in which `only_moved` was asked last."""
        # a crowd may do much the same, seat by seat: what was written for one is there for the next
        self._write: Callable[[Any], str] = lru_cache(TEXTS_A_SEAT * table.game.seats)(
            table.game.write_move
        )

    @property
    def _game(self) -> Game[Any, Any, Any]:
        return self._table.game

    def forget(self) -> None:
        """The game stands otherwise now."""
        self._shown.clear()
        self._pending = None

    def note(self, entry: Entry) -> None:
        """Remembers what of an entry that was just taken is worth a line or an animation."""
        game = self._game
        match entry:
            case Did(seat):
                move = self._table.events[-1].move
                # of a round that all play at once, only what chance did is open before it closes
                is_open = game.is_open(move) and not (game.simultaneous and seat != CHANCE)
                told = {"did": game.write_move(move)}
            case TookBack(seat, _, assisted):
                is_open, told = assisted or not game.simultaneous, {"did": "took-back"}
            case Said(seat, phrase):
                is_open, told = True, {"said": phrase}
            case StoodIn(seat) | Covered(seat) | CameBack(seat):
                is_open, told = True, {"seat_now": _SEAT_NOW[type(entry)]}
            case _:
                return
        seq = self._table.head
        whole = {"seq": seq, "seat": seat, "in": self._table.heading, **told}
        self._news.append(News(seq, seat, is_open, _raw(whole)))

    def seen(
        self,
        actor: Actor,
        names: Sequence[str],
        here: Sequence[bool],
        since: int,
        clock: Clock | None = None,
    ) -> wire.View:
        """All that this client may know and do. `since`: the head that it has seen already."""
        table = self._table
        begun = table.phase != "gathering"
        pending = self._waited_for() if begun else ()
        own = sorted(actor.seats)
        seat = _looks_from(actor, own, pending)
        if seat is not None and table.chairs[seat].held is not None:
            seat = None  # somebody new: until the seat's next turn they see what everybody sees
        shown = self._shown_to(seat) if begun else Shown()
        return wire.View(
            head=table.head,
            phase=table.phase,
            seats=self._seats_seen(names, here),
            pending=pending,
            mine=tuple(own),
            rev=tuple(table.revs[each] for each in own),
            host=actor.host,
            policy=self._policy_seen(),
            view=shown.view,
            moves=shown.moves,
            more_moves=shown.more_moves,
            score=shown.score,
            standing=shown.standing,
            outcome=shown.outcome,
            events=self._news_for(actor, since),
            asked=table.asked,
            look=seat,
            clock=clock,
            next=table.next,
            draw=_draw_seen(table),
            seal=table.seal(),
        )

    def encoded(
        self,
        actor: Actor,
        names: Sequence[str],
        here: Sequence[bool],
        since: int,
        clock: Clock | None = None,
    ) -> bytes:
        """The same as it is sent. Who sits where is encoded once for everybody: at a large table it is
        most of what there is to encode."""
        seen = self.seen(actor, names, here, since, clock)
        seats: Any = self._seats[2]
        return wire.encode(structs.replace(seen, seats=seats))

    def _waited_for(self) -> tuple[Seat, ...]:
        if self._pending is None:
            self._pending = self._game.pending(self._table.state)
        return self._pending

    def _policy_seen(self) -> Raw:
        if self._policy[0] is not self._table.policy:
            self._policy = (self._table.policy, _raw(self._table.policy))
        return self._policy[1]

    def _seats_seen(self, names: Sequence[str], here: Sequence[bool]) -> tuple[wire.SeatSeen, ...]:
        """Who sits where: the same for everybody, so made once for each change."""
        key = (self._table.head, tuple(names), tuple(here))
        if self._seats[0] != key:
            seats = tuple(
                wire.SeatSeen(
                    name,
                    chair.player,
                    chair.bot,
                    there,
                    chair.assisted,
                    chair.ready,
                    chair.covered is not None,
                    chair.offered and chair.bot is None,
                    chair.former is not None,
                    chair.held is not None,
                )
                for name, chair, there in zip(names, self._table.chairs, here, strict=True)
            )
            self._seats = (key, seats, _raw(seats))
        return self._seats[1]

    def _shown_to(self, seat: Seat | None) -> Shown:
        """The game as the seat sees it, worked out once for as long as the game stands so."""
        shown = self._shown.get(seat)
        if shown is None:
            game, state = self._game, self._table.state
            if not self._shown:  # the same for all
                outcome = game.outcome(state)
                self._outcome = None if outcome is None else _raw(outcome)
            view = game.view(state, seat)
            moves = [] if seat is None else _listed(game.moves(state, seat))
            shown = self._shown[seat] = Shown(
                _raw(view),
                tuple([self._write(move) for move in moves[:MOST_MOVES]]),
                len(moves) > MOST_MOVES,
                None if seat is None else _raw(game.score_seen(view, seat)),
                self._standing(view),
                self._outcome,
            )
        return shown

    def _standing(self, view: Any) -> tuple[Raw, ...]:
        """How everybody stands, as far as this view tells; a crowd is told at the end."""
        if self._game.seats > MOST_STANDING:
            return ()
        return tuple(_raw(self._game.score_seen(view, each)) for each in range(self._game.seats))

    def _news_for(self, actor: Actor, since: int) -> tuple[Raw, ...]:
        """Own news and those for everybody; the others are not even counted."""
        mine = actor.seats if actor.look is None else {actor.look}
        own = {seat for seat in mine if self._table.chairs[seat].held is None}
        found: list[Raw] = []
        for news in reversed(self._news):
            if news.seq <= since:
                break
            if news.open or news.seat in own:
                found.append(news.told)
        return tuple(reversed(found))

    def only_moved(self, entries: Sequence[Entry]) -> frozenset[Seat] | None:
        """The seats for which these entries, just taken, changed something, if for all others they
        changed nothing but who is to move; None if they changed more than that."""
        if self._table.draw is not None and all(isinstance(each, Revealed) for each in entries):
            return frozenset(entry.seat for entry in entries if isinstance(entry, Revealed))
        if not self._game.simultaneous:
            return None
        before, self._heading = self._heading, self._game.heading(self._table.state)
        if before != self._heading:  # a round is closed and lies open, chance or no chance
            return None
        seats = set()
        for entry in entries:
            if not isinstance(entry, Did | TookBack) or entry.seat == CHANCE:
                return None
            if isinstance(entry, TookBack) and entry.assisted:
                return None
            seats.add(entry.seat)
        return frozenset(seats)


def _draw_seen(table: Table) -> wire.DrawSeen | None:
    draw = table.draw
    if draw is None:
        return None
    commits = None if table.commits_anew else draw.commits
    return wire.DrawSeen(draw.number, commits, tuple(waits_for(table)))


def _looks_from(actor: Actor, own: Sequence[Seat], pending: Sequence[Seat]) -> Seat | None:
    """The seat whose view is shown: the one asked for; else, of several, the one that is to move."""
    if actor.look is not None or not own:
        return actor.look
    return next((seat for seat in pending if seat in actor.seats), own[0])


def _listed(moves: Moves[Any]) -> list[Any]:
    """The moves as they come; of very many, those of which there are few kinds alike first, so that none is missed."""
    found = list(islice(moves, MOST_MOVES + 1))
    if len(found) > MOST_MOVES:
        found = list(islice(moves, MOST_LOOKED_AT))
        alike = Counter(map(type, found))
        found.sort(key=lambda move: alike[type(move)])
    return found


def _raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))
