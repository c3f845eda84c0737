"""One table, as its log tells it: who sits where, the game, and what a command would add. No I/O.

A `Table` is the fold of the entries of its log. `judge` looks at a command and answers with the
entries it would add, the outcomes of chance that follow included, or raises why not; nothing has
changed until those entries, once stored, are given to `take`.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Collection, Sequence
from math import ceil
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from yupana.bots.bot import check_bot
from yupana.core.errors import EditionError, NotationError, RecordError, YupanaError
from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.record import Header, header_for
from yupana.server import wire
from yupana.server.dice import dice_key, sample, server_nonce
from yupana.server.draws import commit_anew, reveal, start
from yupana.server.log import (
    Answered,
    Asked,
    Began,
    Branched,
    CameBack,
    Closed,
    Consented,
    Covered,
    Did,
    Draw,
    Entry,
    Followed,
    Hash,
    Keyed,
    Offered,
    Opened,
    Readied,
    Recommitted,
    Revealed,
    Revoked,
    Said,
    Sat,
    Set,
    Stood,
    StoodIn,
    TookBack,
    Void,
    Waited,
    read_move,
    seal_of_head,
)
from yupana.server.policy import OF_THE_SERVER, Actor, Policy, Refused, read_policy
from yupana.server.sight import Sight
from yupana.server.undoing import answer, undo
from yupana.server.what import Outlook, try_move
from yupana.shelf import open_game

AnyGame = Game[Any, Any, Any]

PHRASES = ("hello", "good-luck", "well-played", "thank-you", "one-moment", "sorry", "wow", "again")
"""What can be said at a table: no free text."""

MOST_LEAPS = 10_000
"""How many outcomes of chance may follow one move before something is wrong."""


ABSENT = 120
"""Seconds without a sign of life after which a host may give a seat to somebody else without its holder's consent."""

MOST_TRAIL = 512
"""States that are remembered, to take back without playing all of it again; they share nearly all they
hold. A round of a hundred seats is shorter."""


class Unplayable(Refused):
    """This installation lacks what the table was begun with; it is read, exported and verified, but not played."""


class Chair(Struct, frozen=True):
    """A seat as the log leaves it."""

    player: str = "empty"
    bot: str | None = None
    """The bot that plays it, also for a person who left."""
    nonce: str | None = None
    assisted: bool = False
    ready: bool = False
    covered: str | None = None
    """The turn, by the game's own heading, that a bot plays for somebody who is late; None: none."""
    commit: str | None = None
    """The seat's commitment to a nonce that it has not revealed yet."""
    silent: bool = False
    """Whether it did not reveal one in time, and has no say in the dice."""
    offered: bool = False
    """Whether a host wishes to give the seat to somebody else, or has sent its holder away."""
    consented: bool = False
    """Whether its holder agreed to that."""
    former: str | None = None
    """The id of the secret by which it was held before a host gave it to somebody else."""
    held: str | None = None
    """The turn in which somebody new sat down there: until the seat's next one a bot plays it, and what the seat
    alone knows is not shown to them. None: not so."""


class Table:
    """The fold of a log; every entry goes through `take`, in order."""

    def __init__(self, name: str, seed: bytes, opened: Opened) -> None:
        self.name = name
        self.seed = seed
        """A secret until the game is over."""
        self.opened = opened
        self.game: AnyGame = game_of(opened)
        self.policy = read_policy(opened.policy)
        self.chairs: list[Chair] = [Chair()] * opened.seats
        self.events: list[Event[Any]] = []
        self.heading = ""
        """The round or turn in which the last of them was made."""
        self.revs = [0] * opened.seats
        """Of each seat: grows with each of its moves and with each of them that is struck."""
        self._covered: set[Seat] = set()
        self._held: set[Seat] = set()
        self.draw: Draw | None = None
        """The draw of the dice whose list of commitments is closed, or was until it turned out void."""
        self.commits_anew = False
        """Whether that draw is void, and seats commit anew."""
        self.hashes: list[Hash] = []
        """Of the entries that are committed, as whoever reads or writes the log says."""
        self._state: Any = self.game.setup()
        self._start = (0, self._state)
        """Where this table began to play, and how many events had led there."""
        self._leaps = 0
        """Outcomes of chance that stand."""
        self._trail: deque[tuple[int, Any]] = deque(maxlen=MOST_TRAIL)
        """The last states, each with the number of events that led there."""
        self._outlooks: dict[Seat, Outlook] = {}
        self.sight = Sight(self)
        self.phase: Literal["gathering", "playing", "over"] = "gathering"
        self.asked: Seat | None = None
        self.agreed: set[Seat] = set()
        self.waited: dict[Seat, tuple[int, int]] = {}
        """Seats with their rev and the seconds that they had been waited for when it was noted."""
        self.next: str | None = None
        """The table at which the same people play on."""
        self.next_seq = self.next_shift = 0
        self.next_by: Seat | None = None
        self._nexts = 0
        self.head = 0
        self.dice_of = self.policy.dice or name
        """The table whose name goes into the dice: this one, but where dice fall again."""
        self._key: bytes | None = None

    @property
    def state(self) -> Any:
        """Where the game stands; worked out anew only when it is asked for after moves were struck."""
        if self._state is None:
            number, state = self._trail[-1] if self._trail else (0, self.game.setup())
            for event in self.events[number:]:
                state = self._step(state, event)
            self._state = state
        return self._state

    def _step(self, state: Any, event: Event[Any]) -> Any:
        """The state after the next event, remembered."""
        before = self._trail[-1][0] if self._trail else 0
        after = self.game.apply(state, event)
        self._trail.append((before + 1, after))
        return after

    @property
    def copied(self) -> int:
        """How many of the events were made at another table: they stay whatever is taken back."""
        return self._start[0]

    @property
    def may_look_back(self) -> bool:
        """Whether people are told again what they saw, or must remember it until the end."""
        return self.phase == "over" or not self.game.by_memory

    def last_chance(self) -> tuple[int, Any]:
        """The state after the last outcome of chance, and how many events led there; the beginning
        if it is longer ago than anybody remembers."""
        for number, state in reversed(self._trail):
            if number <= self.copied:
                break
            if self.events[number - 1].seat == CHANCE:
                return number, state
        return self._start

    # What the log says

    def take(self, entry: Entry) -> None:
        """One more entry that is in the log for good."""
        match entry:
            case Opened() | Branched():
                pass
            case Sat(seat):
                before = self.chairs[seat].bot
                self.chairs = self.after([entry])
                if self.phase == "playing":
                    self._hold(seat, before)
            case Stood(seat):
                self.chairs[seat] = Chair()
            case Draw():
                self.draw, self.commits_anew = entry, False
            case Recommitted() | Revealed() | Void():
                self.chairs = self.after([entry])
                self.commits_anew = self.commits_anew or isinstance(entry, Void)
            case Offered(seat):
                self._alter(seat, offered=True, consented=False)
            case Consented(seat, yes):
                self._alter(seat, offered=yes, consented=yes)
            case Keyed("seat", int() as seat, _, "host" | "former" as by, former):
                self._change_hands(seat, by, former if isinstance(former, str) else None)
            case Revoked(int() as seat):
                self._alter(seat, offered=True, consented=False)
            case Keyed() | Revoked():
                pass  # of other secrets the game knows nothing
            case StoodIn(seat, bot):
                self._give_back(seat)
                self._alter(seat, bot=bot)
            case Covered(seat, bot):
                self._covered.add(seat)
                self._alter(seat, bot=bot, covered=self.game.heading(self.state))
            case CameBack(seat):
                self._give_back(seat)
                self._is_present(seat)
            case Began():
                nonces = [chair.nonce for chair in self.chairs if chair.nonce is not None]
                self._key = dice_key(self.seed, self.dice_of, nonces)
                self.draw, self.commits_anew = None, False
                self._start = (len(self.events), self.state)
                self.phase = "playing"
            case Did():
                self._happened(entry)
            case TookBack():
                self._struck(entry)
            case Asked(seat):
                self.asked = seat
            case Answered(seat, yes):
                if yes:
                    self.agreed.add(seat)
                else:
                    self._forget_wish()
            case Set(changes):
                self.policy = read_policy(changes)
            case Readied(seat, yes):
                self._alter(seat, ready=yes)
                self._is_present(seat)
            case Waited(seconds):
                waits = zip(range(len(self.revs)), self.revs, seconds, strict=True)
                self.waited = {seat: (rev, long) for seat, rev, long in waits if long}
            case Said(seat):
                self._is_present(seat)
            case Closed():
                self.phase = "over"
                self._forget_wish()
            case Followed(table, shift, by):
                self.next, self.next_shift, self.next_by = table, shift, by
                self.next_seq = self.head + 1
                self._nexts += 1
        self.head += 1
        self.sight.note(entry)

    def _change_hands(self, seat: Seat, by: str, former: str | None) -> None:
        """A host gives the seat to somebody else; or the one who had it takes it back."""
        self._alter(seat, offered=False, consented=False, former=former)
        if by == "former":
            self._give_back(seat)
        elif self.phase == "playing":
            self._hold(seat, self.chairs[seat].bot)

    def _is_present(self, seat: Seat) -> None:
        """Whoever holds the seat has done something: it is not given to somebody else for their absence."""
        chair = self.chairs[seat]
        if chair.offered and not chair.consented and chair.bot is None:
            self._alter(seat, offered=False)

    def _hold(self, seat: Seat, bot: str | None) -> None:
        """Until its next turn a bot plays the seat of somebody new, who is not shown what it alone knows."""
        self._held.add(seat)
        heading = self.game.heading(self.state)
        self._alter(seat, bot=bot or self.policy.bot, covered=None, held=heading)

    def _release(self) -> None:
        """The seats whose next turn has come are their new holders' to play."""
        heading, pending = self.game.heading(self._state), self.game.pending(self._state)
        for seat in tuple(self._held):
            if self.chairs[seat].held != heading and (seat in pending or not pending):
                self._give_back(seat)

    def _happened(self, did: Did) -> None:
        event = Event(did.seat, read_move(did, self.game.move_type))
        self.heading = self.game.heading(self.state)
        self._state = self._step(self.state, event)
        self._forget_shown()
        self.events.append(event)
        if did.seat == CHANCE:
            self._leaps += 1
        else:
            self.revs[did.seat] += 1
            self._is_present(did.seat)
        self._forget_wish()
        for seat in tuple(self._covered):
            if self.chairs[seat].covered != self.game.heading(self._state):
                self._give_back(seat)  # the turn that was played for them is over
        if self._held:
            self._release()

    def _struck(self, took: TookBack) -> None:
        struck = self.events.pop(took.number)
        self._state = None
        while self._trail and self._trail[-1][0] > took.number:
            self._trail.pop()
        self._forget_shown()
        self.waited = {}
        if struck.seat == CHANCE:
            self._leaps -= 1
        else:
            self.revs[struck.seat] += 1
        if took.assisted:
            self._alter(took.seat, assisted=True)
        self._forget_wish()

    def _give_back(self, seat: Seat) -> None:
        self._covered.discard(seat)
        self._held.discard(seat)
        self._alter(seat, bot=None, covered=None, held=None)

    def _alter(self, seat: Seat, **changes: Any) -> None:
        self.chairs[seat] = structs.replace(self.chairs[seat], **changes)

    def _forget_shown(self) -> None:
        self.sight.forget()
        self._outlooks.clear()

    def _forget_wish(self) -> None:
        self.asked, self.agreed = None, set()

    def seal(self, seq: int | None = None) -> str:
        """What players are shown of an entry's hash, by default that of the head."""
        at = self.head if seq is None else seq
        return (
            seal_of_head(self.seed, at, self.hashes[at - 1]) if 0 < at <= len(self.hashes) else ""
        )

    # What a command would add

    def judge(
        self,
        actor: Actor,
        command: wire.Command,
        at: wire.At | None = None,
        here: Collection[Seat] = (),
    ) -> list[Entry]:
        """The entries that the command adds; Refused, or the game's own refusal, if it cannot be.

        `here`: seats whose person is connected and has time left.
        """
        self._plays(actor)
        match command:
            case wire.Move():
                return self._move(actor, command, at)
            case wire.Undo(seat):
                own = self._own(actor, seat)
                self._fresh(own, at)
                self._playing()
                self._not_held(own)
                return undo(self, own)
            case wire.Answer(yes, seat):
                own = self._own(actor, seat)
                self._playing()
                return answer(self, own, yes)
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
            case wire.Ready(yes, seat):
                own = self._own(actor, seat)
                if self.phase != "gathering":
                    raise Refused("table.begun")
                return [Readied(own, yes)]
            case wire.Hurry():
                self._host_only(actor)
                return self._hurry(actor, here)
            case wire.Again():
                return self._go_on(actor, command)
            case wire.Reveal(nonce, seat):
                return reveal(self, self._own(actor, seat), nonce)
            case wire.Commit(commit, seat):
                return commit_anew(self, self._own(actor, seat), commit)
            case wire.Offer(seat):
                self._host_only(actor)
                self.person_at(seat)
                return [Offered(seat)]
            case wire.Consent(yes, seat):
                own = self._own(actor, seat)
                if not self.chairs[own].offered:
                    raise Refused("table.nothing-asked")
                return [Consented(own, yes)]

    def sit(
        self, seat: Seat, nonce: str | None, kept: bool = False, commit: str | None = None
    ) -> list[Entry]:
        """A person takes an empty seat; during the game one of a bot's, if latecomers are welcome.

        `commit`: to a nonce of their own, which they reveal when nobody can commit any more. `nonce`: one that they
        show at once, which whoever sits down later and runs the server could reckon with; neither: one that follows
        from the seed, as for bots. `kept`: the seat is kept for them, since they sat at the table that this one
        follows. With the last of those the game begins.
        """
        self._there(seat)
        self._not_drawing()
        chair = self.chairs[seat]
        gathering = self.phase == "gathering"
        if self.phase == "over" or not (gathering or kept or self.policy.late == "bots"):
            raise Refused("table.begun")
        if self.policy.locked and not kept:
            raise Refused("table.locked")
        if gathering and (chair.player == "empty" or (kept and chair.player == "bot")):
            if commit is not None:
                sat = Sat(seat, "person", None, "", "seat", commit)
            elif nonce is not None:
                sat = Sat(seat, "person", None, nonce, "seat")
            else:
                made = server_nonce(self.seed, self.dice_of, seat)
                sat = Sat(seat, "person", None, made, "server")
            empty = {at for at, each in enumerate(self.chairs) if each.player == "empty"}
            return [sat, *start(self, [sat])] if kept and empty <= {seat} else [sat]
        if not gathering and chair.player == "bot":
            assert chair.nonce is not None  # the dice stay as they are
            return [Sat(seat, "person", None, chair.nonce, "server")]
        raise Refused("table.taken", seat=seat + 1)

    def free_seat(self) -> Seat:
        """The first seat that somebody may sit down on."""
        free = "bot" if self.phase == "playing" and self.policy.late == "bots" else "empty"
        for seat, chair in enumerate(self.chairs):
            if chair.player == free:
                return seat
        raise Refused("table.full")

    def come_back(self, seat: Seat) -> list[Entry]:
        """A person whose seat a bot plays takes it back."""
        if self.chairs[seat].bot is None or self.chairs[seat].player != "person":
            raise Refused("table.not-away", seat=seat + 1)
        self._not_held(seat)
        return [CameBack(seat)]

    def stand_in(self, seat: Seat) -> list[Entry]:
        """A bot plays for somebody whom the others waited for too long; nothing if it does already."""
        chair = self.chairs[seat]
        if self.phase != "playing" or chair.bot is not None or chair.player != "person":
            return []
        bot = self.policy.bot
        return [Covered(seat, bot) if self.policy.auto == "move" else StoodIn(seat, bot)]

    def begin(self, bot: str) -> list[Entry]:
        """Bots into the empty seats, then the first outcomes of chance."""
        if self.phase != "gathering":
            raise Refused("table.begun")
        self._not_drawing()
        entries: list[Entry] = []
        for seat, chair in enumerate(self.chairs):
            if chair.player == "empty":
                entries += self._put_bot(seat, bot)
        return [*entries, *start(self, entries)]

    def after(self, entries: Sequence[Entry]) -> list[Chair]:
        """The chairs as these entries of seats and draws would leave them."""
        chairs = list(self.chairs)
        for entry in entries:
            for seat, chair in self._seated(entry, chairs):
                chairs[seat] = chair
        return chairs

    def _seated(self, entry: Entry, chairs: Sequence[Chair]) -> list[tuple[Seat, Chair]]:
        """The chairs that an entry of seats or draws changes, before the game begins."""
        match entry:
            case Sat(seat, player, bot, nonce, _, commit):
                known = bool(self.policy.dice or self.policy.branch) or chairs[seat].assisted
                kept = commit if isinstance(commit, str) else None
                return [(seat, Chair(player, bot, nonce or None, known, commit=kept))]
            case Recommitted(seat, commit):
                return [(seat, structs.replace(chairs[seat], commit=commit))]
            case Revealed(seat, nonce):
                return [(seat, structs.replace(chairs[seat], nonce=nonce, commit=None))]
            case Void(_, silent):
                assert self.draw is not None
                took_part = [s for s, commit in enumerate(self.draw.commits) if commit is not None]
                return [(s, self._without_say(s, s in silent, chairs[s])) for s in took_part]
        return []

    def _without_say(self, seat: Seat, silent: bool, chair: Chair) -> Chair:
        made = server_nonce(self.seed, self.dice_of, seat)
        return structs.replace(chair, nonce=made, commit=None, silent=silent)

    def roll_first(self, chairs: Sequence[Chair]) -> list[Entry]:
        """The game begins with the dice that follow from the nonces of these chairs."""
        nonces = [chair.nonce for chair in chairs if chair.nonce is not None]
        return [Began(), *self._follow(self.state, dice_key(self.seed, self.dice_of, nonces))]

    def _not_drawing(self) -> None:
        if self.draw is not None:
            raise Refused("table.drawing")

    def _move(self, actor: Actor, command: wire.Move, at: wire.At | None) -> list[Entry]:
        seat = self._own(actor, command.seat)
        self._playing()
        self._not_held(seat)
        self._fresh(seat, at)
        if command.text is not None and command.move is None:
            move = self.game.read_move(command.text)
        elif command.move is not None and command.text is None:
            try:
                move = msgspec.convert(command.move, self.game.move_type)
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
        after = try_move(self.game, self.state, Event(seat, move))
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
            outcome = sample(self.game.chance(state), key, self.dice_of, number + leap)
            entries.append(Did.of(CHANCE, outcome))
            state = self.game.apply(state, Event(CHANCE, outcome))
        if not self.game.pending(state):
            entries.append(Closed(self.seed.hex()))
        return entries

    # What a host does

    def _put_bot(self, seat: Seat, bot: str) -> list[Entry]:
        self._there(seat)
        self._not_drawing()
        check_bot(bot)
        chair = self.chairs[seat]
        if chair.player == "person":
            return [StoodIn(seat, bot)]
        if self.phase == "gathering":
            return [Sat(seat, "bot", bot, server_nonce(self.seed, self.dice_of, seat), "server")]
        return [StoodIn(seat, bot)]

    def _unseat(self, seat: Seat) -> list[Entry]:
        self.person_at(seat)
        self._not_drawing()
        if self.phase == "gathering":
            return [Stood(seat)]
        return [StoodIn(seat, self.policy.bot), Revoked(seat, None)]

    def _hurry(self, host: Actor, here: Collection[Seat]) -> list[Entry]:
        """Bots for those who are waited for and not here; the host's own seats stay theirs."""
        self._playing()
        waited = [seat for seat in self.waited_for() if seat not in host.seats]
        if not waited:
            raise Refused("table.nobody-late")
        late = [seat for seat in waited if seat not in here]
        if not late:
            raise Refused("table.all-here")
        return [entry for seat in late for entry in self.stand_in(seat)]

    def _changed(self, command: wire.SetPolicy) -> Policy:
        said = msgspec.to_builtins(command)
        changes = {
            name: said[name]
            for name in Policy.__struct_fields__
            if name not in OF_THE_SERVER and said[name] is not None
        }
        if "delay" in changes and self.phase != "gathering":
            raise Refused("table.delay-fixed")
        return read_policy(msgspec.to_builtins(self.policy) | changes)

    # Playing on at another table

    def _go_on(self, actor: Actor, wish: wire.Again) -> list[Entry]:
        self.may_go_on(actor)
        if self.next is not None:
            raise Refused("table.followed")
        if wish.same_dice and self.policy.branch:
            raise Refused("table.branched")
        if wish.same_dice and self.phase != "over":
            raise Refused("table.not-over")
        if wish.same_dice and wish.rotate:
            raise Refused("table.same-seats")
        by = None if actor.host else min(actor.seats)
        return [Followed(self.next_name(wish), int(wish.rotate), by)]

    def may_go_on(self, actor: Actor) -> None:
        """Refuses those who may not ask for another game."""
        self._plays(actor)
        if self.phase == "gathering":
            raise Refused("table.not-begun")
        if not actor.host and not (self.phase == "over" and actor.seats):
            raise Refused("table.host-only")

    def next_name(self, wish: wire.Again) -> str:
        """The same for the same wish, so that whoever is cut off while it is made finds it again;
        and nobody can tell it beforehand."""
        text = f"next-v1|{self.name}|{self._nexts}|{int(wish.rotate)}|{int(wish.same_dice)}"
        return hmac.digest(self.seed, text.encode(), "sha256")[:10].hex()

    def lose_next(self) -> None:
        """The table at which they were to play on is not there any more."""
        self.next = self.next_by = None

    # Checks

    def speaks_for(self, actor: Actor, command: wire.Command) -> Seat | None:
        """The seat that the command comes from, None for a host's; refused if it is not the actor's."""
        self._plays(actor)
        if isinstance(command, wire.HostCommand):
            self._host_only(actor)
            return None
        if isinstance(command, wire.Again):
            return None if actor.host or len(actor.seats) != 1 else next(iter(actor.seats))
        return self._own(actor, command.seat)

    def may_issue(self, actor: Actor, role: str) -> None:
        """Refuses those who may not have a new secret of this role made."""
        if role == "replay" and (actor.host or actor.seats):
            if self.phase != "over":
                raise Refused("table.not-over")
        else:
            self._host_only(actor)

    def may_give(self, seat: Seat, waited: float) -> None:
        """Refuses a host who wishes to give a person's seat to somebody else before its holder agreed, or has been
        absent for so many seconds since they were asked."""
        self.person_at(seat)
        chair = self.chairs[seat]
        if not chair.offered:
            raise Refused("table.ask-first", seat=seat + 1)
        if not chair.consented and waited < ABSENT:
            raise Refused("table.not-absent", seat=seat + 1, seconds=ceil(ABSENT - waited))

    def person_at(self, seat: Seat) -> None:
        """Refuses a seat that is not a person's."""
        self._there(seat)
        if self.chairs[seat].player != "person":
            raise Refused("table.nobody", seat=seat + 1)

    def _plays(self, actor: Actor) -> None:
        """Refuses those who only watch, before anything could tell them more than they see."""
        if actor.watches:
            raise Refused("table.watching")

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

    def _not_held(self, seat: Seat) -> None:
        if self.chairs[seat].held is not None:
            raise Refused("table.held", seat=seat + 1)

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

    def outlook(self, actor: Actor, seat: Seat | None) -> tuple[Seat, Outlook]:
        """What a seat's moves would come to; worked out from what the seat may know."""
        self._plays(actor)
        own = self._own(actor, seat)
        self._playing()
        self._not_held(own)
        if own not in self._outlooks:
            self._outlooks[own] = Outlook(self.game, self.game.view(self.state, own), own)
        return own, self._outlooks[own]


def header_of(opened: Opened) -> Header:
    return Header(
        game=opened.game,
        rules=opened.rules,
        edition=opened.edition,
        edition_digest=opened.edition_digest,
        options=dict(opened.options),
        players=("",) * opened.seats,
        tables=opened.tables,
    )


def game_of(opened: Opened) -> AnyGame:
    """The game as the log began it: its rules version, its options, and the edition whose tables it holds.

    A log from before tables were kept is played only with an edition of the same digest. Unplayable says what would
    be needed.
    """
    try:
        return open_game(header_of(opened))
    except RecordError as error:
        if error.code == "record.rules":
            facts = {"rules": opened.rules, "known": error.facts["ours"]}
            raise Unplayable("table.other-rules", game=opened.game[:40], **facts) from None
        raise _other_edition(opened) from None
    except EditionError:
        raise _other_edition(opened) from None
    except YupanaError as error:  # a game that is not installed, or options that it does not have
        raise Unplayable("table.unplayable", problem=error.code) from error


def _other_edition(opened: Opened) -> Unplayable:
    digest = opened.edition_digest[:64]
    return Unplayable("table.other-edition", edition=opened.edition[:60], digest=digest)


def opened_for(game: AnyGame, policy: Policy, commit: str) -> Opened:
    """The first entry of a table at which this game is played, with all that a replay needs."""
    header = header_for(game, ("",) * game.seats)
    return Opened(
        game=header.game,
        rules=header.rules,
        edition=header.edition,
        edition_digest=header.edition_digest,
        options=header.options,
        seats=game.seats,
        policy=msgspec.to_builtins(policy),
        commit=commit,
        tables=game.edition.text(),
    )
