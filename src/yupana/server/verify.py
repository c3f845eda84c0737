"""A check of a finished game by somebody who trusts nobody: from its export alone, all worked out anew.

It shares no code with what plays: reading, hashing and dice are written here a second time, so that one
checks the other. Only the rules of the game are the same, and they are for everybody to read.

What is checked: the hashes from the first entry to the head; that the seed is the one the server had
committed to before anybody sat down; that seats revealed the nonces they had committed to, after the list of
commitments was closed; every outcome of chance, from the seed and the nonces; every move, by the rules; that the game was
played to its end. What no file can show by itself: that it is the game that *was* played, and not another fair
one made up since. For that, give a seal that was shown at the table as `seals`, or the hash of the head as `head`.

A game that goes on from a moment of another one has that one's events before its own beginning. They are checked
by the rules, but their dice were not rolled here, and nothing is said about them; with the other game's export
as `origin` it is checked that they are what was played there.

The answer is a `Report`: findings as codes and facts, and how the dice fell. Nothing is raised.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from yupana.core import record
from yupana.core.errors import EditionError, IllegalMove, RecordError, RuleError, YupanaError
from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.core.play import step
from yupana.core.record import Header, check_header, check_version, game_of, held_edition
from yupana.games import game_type
from yupana.server.again import (
    DiceAgain,
    again_commitment,
    again_followers,
    again_key,
    again_nonce,
    again_nonce_commitment,
    again_seal,
)
from yupana.server.faces import DieCount, Roll, count_faces

AnyGame = Game[Any, Any, Any]
Facts = dict[str, str | int]
B = TypeVar("B", bound=Struct)

CODES: dict[str, tuple[str, ...]] = {
    # the file
    "verify.unreadable": ("problem",),
    # the chain
    "verify.sequence": ("seq", "expected"),
    "verify.hash": ("seq",),
    "verify.time": ("seq",),
    "verify.cid": ("seq",),
    "verify.head": ("said", "found"),
    "verify.other-head": ("noted", "found"),
    "verify.other-digest": ("noted", "found"),
    # the story
    "verify.entry": ("seq", "kind", "problem"),
    "verify.story": ("seq", "kind"),
    "verify.table": ("field", "said", "found"),
    "verify.game": ("problem",),
    "verify.other-rules": ("rules", "known"),
    "verify.other-edition": ("edition", "digest"),
    "verify.not-over": (),
    "verify.branch": ("said", "found"),
    "verify.origin": ("number",),
    # the dice
    "verify.no-seed": (),
    "verify.commitment": ("said", "found"),
    "verify.closing-seed": ("seq",),
    "verify.nonce": ("seat",),
    "verify.server-nonce": ("seat",),
    "verify.draw": ("seq",),
    "verify.reveal": ("seq", "seat"),
    "verify.void": ("seq",),
    "verify.seal": ("seq",),
    "verify.chance": ("seq", "number", "said", "found"),
    # the moves
    "verify.impossible": ("seq",),
    "verify.illegal": ("seq", "seat", "problem", "clause"),
    "verify.no-such-move": ("seq", "number"),
    "verify.not-own": ("seq", "seat", "number"),
    "verify.revealed": ("seq", "number"),
    "verify.built-upon": ("seq", "number", "problem"),
}
"""Every code of a finding, with the facts it comes with. Seats are counted from 1, as people do."""

MOST_FINDINGS = 100
"""A wrong seed makes every roll wrong: nobody reads more than this."""

BRANCHED = 2
"""Where the log says that the game goes on from another table's, if it does."""

MOST_SEATS = 1000
"""No table is larger; a file that says so is not worth the work."""


class Finding(Struct, frozen=True):
    """Something that is not as it should be."""

    code: str
    facts: Facts


class Report(Struct, frozen=True, kw_only=True):
    findings: tuple[Finding, ...]
    more: int = 0
    """Findings beyond the first hundred."""
    table: str = ""
    game: str = ""
    rules: int = 0
    """The version of the rules that it was played and checked by."""
    edition: str = ""
    edition_here: Literal["same", "other", "none"] = "same"
    """How the tables that it was played with compare with the edition of that name that comes with the game."""
    entries: int = 0
    moves: int = 0
    """Moves of seats that were made here and stand."""
    outcomes: int = 0
    """Outcomes of chance that were made here and stand, each worked out again."""
    taken_back: int = 0
    assisted: int = 0
    """Of those taken back, how many after something was revealed."""
    own_nonces: int = 0
    """Seats that brought a nonce of their own; the others left it to the server."""
    committed: int = 0
    """Of these, those that committed to it and revealed it when the list of commitments was closed: whoever holds
    one of these seats knows that nobody could choose the dice, not even somebody who plays and runs the server."""
    silent: tuple[int, ...] = ()
    """By seat: how many draws of the dice are void since the seat did not reveal its nonce."""
    void_draws: int = 0
    """Each was a chance to have the dice drawn again, for a seat that fell silent or for whoever runs the server."""
    seals: int = 0
    """Seals from the table that the log was compared with."""
    head_hash: str = ""
    digest: str = ""
    """Of the events that stand and the state they lead to, as in a record of the game."""
    dice: tuple[DieCount, ...] = ()
    dice_again: bool = False
    """Whether they are those of an earlier game: right, but known to whoever saw that one."""
    branch: str = ""
    """The table from a moment of whose game this one goes on."""
    copied: int = 0
    """Moves and outcomes that were made there: by the rules, but with dice that were not rolled here."""
    compared: bool = False
    """Whether they were compared with that game's export."""

    @property
    def ok(self) -> bool:
        return not self.findings


Open = Callable[[Header], AnyGame]


def packaged_game(header: Header) -> AnyGame:
    """The game with the edition that the file holds, or with one that comes with the game: a file of a stranger
    names no file of ours."""
    game = game_type(header.game)
    check_version(header, game)
    held = held_edition(header, game)
    if held is not None:
        return game_of(header, game, held)
    for name in game.packaged_editions() if _NAME.fullmatch(header.edition) else ():
        edition = game.packaged_edition(name)
        if edition.digest == header.edition_digest:
            return game_of(header, game, edition)
    raise EditionError("edition.unknown", name=header.edition[:60], known="")


def _compared(game: AnyGame, name: str) -> Literal["same", "other", "none"]:
    """The edition that was played beside the packaged one of that name: a server might call anything `classic`."""
    if name not in game.packaged_editions():
        return "none"
    return "same" if game.packaged_edition(name).digest == game.edition.digest else "other"


def verify(
    data: bytes,
    *,
    head: str | None = None,
    digest: str | None = None,
    seals: Sequence[tuple[int, str]] = (),
    origin: bytes | None = None,
    open_game: Open = packaged_game,
) -> Report:
    """Checks an export. `head`, `digest`, `seals`: what somebody noted at the table, if anybody did; a seal with the
    number of its entry. `origin`: the export of the game that this one goes on from."""
    check = _Check()
    export = check.read(data)
    if export is not None:
        check.chain(export, head)
        try:
            story = _Story(check, export, open_game)
            with suppress(_Stop):
                story.tell()
                story.compare_seals(seals)
                if origin is not None:
                    story.compare(origin)
            story.end(digest)
        except _Stop:
            pass
    return check.report()


# The export


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    game: str
    rules: int
    created_ms: int


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    cid: str | None
    seat: int | None
    kind: str
    body: dict[str, Any]
    at_ms: int
    hash: str


class _Export(Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["yupana table"]
    v: Literal[1]
    table: _Table
    entries: tuple[_Entry, ...]
    head_hash: str
    seed: str | None
    names: dict[str, str] = {}
    """Not vouched for by anything: people may change their names."""


class _Opened(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    rules: int
    edition: str
    edition_digest: str
    options: dict[str, str | int | bool]
    seats: int
    policy: dict[str, str | int | bool]
    commit: str
    tables: str | UnsetType = UNSET
    """The edition, as JSON in a string; files from before have its digest alone."""


class _Sat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    player: Literal["person", "bot"]
    bot: str | None
    nonce: str
    made_by: Literal["seat", "server"]
    commit: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | UnsetType = UNSET


class _Recommitted(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    commit: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class _Draw(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    commits: tuple[str | None, ...]


class _Revealed(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    nonce: str


class _Void(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    silent: tuple[Seat, ...]


class _Stood(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat


class _Branched(Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    seq: Annotated[int, Meta(ge=1)]
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    events: Annotated[int, Meta(ge=0)]


class _Did(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    move: dict[str, Any]


class _TookBack(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    number: int
    assisted: bool


class _Closed(Struct, frozen=True, forbid_unknown_fields=True):
    seed: str


_ASIDE = {
    *("stood-in", "covered", "came-back", "asked", "answered", "said", "readied", "waited", "set"),
    *("followed", "keyed", "revoked", "offered", "consented"),
}
"""Kinds that change neither dice nor moves; after the end people may still say thank you."""

_HASHED = ("at_ms", "body", "cid", "kind", "seat", "seq")
_NAME = re.compile(r"[\w-]{1,60}")
"""What an edition may be called: no path of a file."""
_HEX_32, _HEX_64 = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{64}")


def _refuse(what: object) -> NoReturn:
    raise ValueError(f"{what!r:.40}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _refuse(pairs[0][0])


def _read_strictly(tables: str | UnsetType) -> None:
    """Refuses an edition that two readers could understand differently."""
    if isinstance(tables, str):
        try:
            json.loads(tables, object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise EditionError("edition.field", problem=f"{error}"[:200]) from None


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class _Check:
    """One check: what was found so far, and the facts for the report."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.facts: dict[str, Any] = {}

    def found(self, code: str, **facts: str | int) -> None:
        self.findings.append(Finding(code, facts))

    def report(self) -> Report:
        listed = tuple(self.findings[:MOST_FINDINGS])
        return Report(findings=listed, more=len(self.findings) - len(listed), **self.facts)

    def read(self, data: bytes) -> _Export | None:
        """The export, read strictly: whole numbers, no key twice, no half a character."""
        try:
            tree = json.loads(
                data.decode(), object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse
            )
            _canonical(tree)  # which fails for lone surrogates
            return msgspec.convert(tree, _Export)
        except (ValueError, RecursionError, msgspec.ValidationError) as error:
            self.found("verify.unreadable", problem=f"{error}"[:200])
            return None

    def body(self, entry: _Entry, form: type[B]) -> B:
        """What the entry says; `_Stop` if it does not say it in the one right way."""
        try:
            return msgspec.convert(entry.body, form)
        except msgspec.ValidationError as error:
            self.found("verify.entry", seq=entry.seq, kind=entry.kind, problem=f"{error}"[:200])
            raise _Stop from None

    def chain(self, export: _Export, noted: str | None) -> None:
        """Every entry in its place, and its hash the one that follows from all before it."""
        previous, at_ms = "0" * 64, 0
        cids: set[str] = set()
        for expected, entry in enumerate(export.entries, 1):
            hashed = {name: getattr(entry, name) for name in _HASHED}
            if entry.seq != expected:
                self.found("verify.sequence", seq=entry.seq, expected=expected)
            if hashlib.sha256(previous.encode() + _canonical(hashed)).hexdigest() != entry.hash:
                self.found("verify.hash", seq=entry.seq)
            if entry.at_ms < at_ms:
                self.found("verify.time", seq=entry.seq)
            if entry.cid is not None:
                if entry.cid in cids:
                    self.found("verify.cid", seq=entry.seq)
                cids.add(entry.cid)
            previous, at_ms = entry.hash, entry.at_ms
        if export.head_hash != previous:
            self.found("verify.head", said=export.head_hash[:64], found=previous[:64])
        if noted is not None and noted != previous:
            self.found("verify.other-head", noted=noted[:64], found=previous[:64])
        self.facts.update(entries=len(export.entries), head_hash=previous)


class _Stop(Exception):
    """What was found makes the rest meaningless."""


class _Story:
    """What the entries tell, in the only order in which they can: gathering, playing, over."""

    def __init__(self, check: _Check, export: _Export, open_game: Open) -> None:
        self.check = check
        self.found = check.found
        self.export = export
        self.phase = "gathering"
        self.seats: dict[Seat, _Sat] = {}
        self.commits: dict[Seat, str] = {}
        """Of the seats that have committed to a nonce and not revealed it yet."""
        self.draw: _Draw | None = None
        self.draw_is_void = False
        self.silent: Counter[Seat] = Counter()
        self.void_draws = 0
        self.key: bytes | None = None
        self.events: list[Event[Any]] = []
        self.outcomes = self.taken_back = self.assisted = 0
        self.branched: _Branched | None = None
        self.copied = self.rolled_there = 0
        """Events, and outcomes among them, that were made at another table."""
        if not export.entries or export.entries[0].kind != "opened":
            self.found("verify.story", seq=1, kind=export.entries[0].kind if export.entries else "")
            raise _Stop
        self.opened = check.body(export.entries[0], _Opened)
        again = str(self.opened.policy.get("dice", ""))
        self.dice_of = again or export.table.id
        """The table whose name went into the dice: another one where its dice fell again."""
        check.facts.update(table=export.table.id, game=self.opened.game, dice_again=bool(again))
        self.game = self._open(open_game)
        self.states: list[Any] = [self.game.setup()]
        """Before each event that stands, and after the last."""

    def _open(self, open_game: Open) -> AnyGame:
        opened, table = self.opened, self.export.table
        if table.game != opened.game:
            self.found("verify.table", field="game", said=table.game[:40], found=opened.game[:40])
        if table.rules != opened.rules:
            self.found("verify.table", field="rules", said=table.rules, found=opened.rules)
        made, first = table.created_ms, self.export.entries[0].at_ms
        if made != first:
            self.found("verify.table", field="created_ms", said=str(made), found=str(first))
        if not 0 < opened.seats <= MOST_SEATS:
            self.found("verify.game", problem="option.seats")
            raise _Stop
        header = Header(
            game=opened.game,
            rules=opened.rules,
            edition=opened.edition,
            edition_digest=opened.edition_digest,
            options=opened.options,
            players=("",) * opened.seats,
            tables=opened.tables,
        )
        self.check.facts.update(rules=opened.rules, edition=opened.edition)
        try:
            _read_strictly(opened.tables)
            game = open_game(header)
            check_header(header, game)
        except RecordError as error:
            if error.code == "record.rules":
                ours = str(error.facts["ours"])
                self.found("verify.other-rules", rules=opened.rules, known=ours)
            else:
                self._other_edition(opened)
            raise _Stop from None
        except EditionError:
            self._other_edition(opened)
            raise _Stop from None
        except YupanaError as error:
            self.found("verify.game", problem=error.code)
            raise _Stop from None
        self.check.facts.update(edition_here=_compared(game, opened.edition))
        return game

    def _other_edition(self, opened: _Opened) -> None:
        digest = opened.edition_digest[:64]
        self.found("verify.other-edition", edition=opened.edition[:60], digest=digest)

    def tell(self) -> None:
        self.seed = self._seed()
        for entry in self.export.entries[1:]:
            match entry.kind, self.phase:
                case "sat", "gathering":
                    self._sat(entry)
                case "sat", "playing":
                    self._sat_late(entry)
                case "stood", "gathering":
                    seat = self.check.body(entry, _Stood).seat
                    self.seats.pop(seat, None)
                    self.commits.pop(seat, None)
                case "draw", "gathering":
                    self._draw(entry)
                case "revealed", "gathering":
                    self._revealed(entry)
                case "void", "gathering":
                    self._void(entry)
                case "recommitted", "gathering" if self.draw_is_void:
                    again = self.check.body(entry, _Recommitted)
                    self.commits[again.seat] = again.commit
                case "branched", "gathering" if entry.seq == BRANCHED:
                    self.branched = self.check.body(entry, _Branched)
                case "did", "gathering" if self._is_copied(entry):
                    self._did(entry)
                case "began", "gathering":
                    self._goes_on()
                    self.phase = "playing"
                    self.key = self._key()
                case "did", "playing":
                    self._did(entry)
                case "took-back", "playing":
                    self._took_back(entry)
                case "closed", "playing":
                    self.phase = "over"
                    if self.check.body(entry, _Closed).seed != self.export.seed:
                        self.found("verify.closing-seed", seq=entry.seq)
                case kind, _ if kind in _ASIDE:
                    pass
                case kind, _:
                    self.found("verify.story", seq=entry.seq, kind=kind[:20])
        if self.phase != "over" or self.game.pending(self.states[-1]):
            self.found("verify.not-over")

    def end(self, noted: str | None) -> None:
        """The facts of the game as far as it could be followed."""
        found = record.digest(self.events, self.states[-1])
        if noted is not None and noted != found:
            self.found("verify.other-digest", noted=noted[:64], found=found)
        self.check.facts.update(
            digest=found,
            moves=len(self.events) - self.outcomes - (self.copied - self.rolled_there),
            outcomes=self.outcomes - self.rolled_there,
            taken_back=self.taken_back,
            assisted=self.assisted,
            own_nonces=sum(sat.made_by == "seat" for sat in self.seats.values()),
            committed=sum(isinstance(sat.commit, str) for sat in self.seats.values()),
            silent=tuple(self.silent[seat] for seat in range(self.opened.seats)),
            void_draws=self.void_draws,
            dice=count_faces(self._rolls()),
        )

    def _rolls(self) -> Iterator[Roll]:
        number = self.rolled_there
        here = slice(self.copied, None)
        for event, before in zip(self.events[here], self.states[here], strict=False):
            if event.seat == CHANCE:
                chance = self.game.chance(before)
                dice = DiceAgain(self.key or b"", self.dice_of, number)
                if self.key is not None:
                    chance.sample(dice)
                yield Roll(chance, event.move, dice.drawn)
                number += 1

    # A beginning from another table

    def _is_copied(self, entry: _Entry) -> bool:
        """Whether it stands where the events from another table do: all in a row behind Branched."""
        return self.branched is not None and entry.seq == BRANCHED + 1 + len(self.events)

    def _goes_on(self) -> None:
        """From here on all is made here: what was before is as much as was said, and from where."""
        self.copied, self.rolled_there = len(self.events), self.outcomes
        said = str(self.opened.policy.get("branch", ""))
        found = "" if self.branched is None else self.branched.table
        if said != found:
            self.found("verify.table", field="branch", said=said[:64], found=found[:64])
        if self.branched is not None and self.branched.events != self.copied:
            self.found("verify.branch", said=self.branched.events, found=self.copied)
        self.check.facts.update(branch=found or said, copied=self.copied)

    def compare(self, data: bytes) -> None:
        """The beginning beside the whole game that it is said to be the beginning of."""
        other = _Check()
        export, branched = other.read(data), self.branched
        if export is not None:
            other.chain(export, None)
        if export is None or branched is None or other.findings:
            self.found("verify.origin", number=0)
            return
        self.check.facts.update(compared=True)
        standing: list[_Entry] = []
        for entry in export.entries:
            if entry.kind == "did":
                standing.append(entry)
            elif entry.kind == "took-back":
                number = self.check.body(entry, _TookBack).number
                del standing[number : number + 1]
        last = standing[: self.copied][-1:] or export.entries[:1]
        there = (export.table.id, *((each.seq, each.hash) for each in last))
        said = (branched.table, (branched.seq, branched.hash))
        if there != said or len(standing) < self.copied:
            self.found("verify.origin", number=0)
        copies = self.export.entries[BRANCHED : BRANCHED + self.copied]
        for number, (copy, first) in enumerate(zip(copies, standing, strict=False), 1):
            if copy.body != first.body:
                self.found("verify.origin", number=number)

    # Seed, nonces, key

    def _seed(self) -> bytes | None:
        """The seed, if it is the one that was promised."""
        text = self.export.seed
        if text is None or not _HEX_64.fullmatch(text):
            self.found("verify.no-seed")
            return None
        seed = bytes.fromhex(text)
        found = again_commitment(seed)
        if found != self.opened.commit:
            self.found("verify.commitment", said=self.opened.commit[:64], found=found)
        own, before = self.export.table.id, str(self.opened.policy.get("follows", ""))
        if self.dice_of != own and own not in again_followers(seed, before):
            self.found("verify.table", field="id", said=own[:64], found=f"{self.dice_of[:64]} ...")
        return seed

    def _sat(self, entry: _Entry) -> None:
        sat = self.check.body(entry, _Sat)
        committed = isinstance(sat.commit, str)
        whole = (
            sat.nonce == "" and sat.made_by == "seat"
            if committed
            else bool(_HEX_32.fullmatch(sat.nonce))
        )
        if not 0 <= sat.seat < self.opened.seats or not whole or self.draw is not None:
            self.found("verify.nonce", seat=sat.seat + 1)
            raise _Stop
        self.commits.pop(sat.seat, None)
        if isinstance(sat.commit, str):
            self.commits[sat.seat] = sat.commit
        made = self.seed and again_nonce(self.seed, self.dice_of, sat.seat)
        if sat.made_by == "server" and made and sat.nonce != made:
            self.found("verify.server-nonce", seat=sat.seat + 1)
        self.seats[sat.seat] = sat

    def _sat_late(self, entry: _Entry) -> None:
        """Somebody in place of a bot: the nonce stays, and so do the dice."""
        sat, before = self.check.body(entry, _Sat), self.seats.get(entry.body.get("seat", -1))
        bot = before is not None and before.player == "bot" and sat.player == "person"
        if before is None or not bot or (before.nonce, before.made_by) != (sat.nonce, sat.made_by):
            self.found("verify.story", seq=entry.seq, kind=entry.kind)
        self.seats[sat.seat] = sat

    def _draw(self, entry: _Entry) -> None:
        """The closed list has every commitment that was made before it, and no other."""
        draw = self.check.body(entry, _Draw)
        listed = tuple(self.commits.get(seat) for seat in range(self.opened.seats))
        number = 1 if self.draw is None else self.draw.number + 1
        if (draw.number, draw.commits) != (number, listed) or self.draw_is_void != (number > 1):
            self.found("verify.draw", seq=entry.seq)
            raise _Stop
        self.draw, self.draw_is_void = draw, False

    def _revealed(self, entry: _Entry) -> None:
        shown = self.check.body(entry, _Revealed)
        commit = self.commits.pop(shown.seat, None)
        found = again_nonce_commitment(self.export.table.id, shown.nonce)
        before_its_time = self.draw is None or self.draw_is_void
        if before_its_time or found != commit or not _HEX_32.fullmatch(shown.nonce):
            self.found("verify.reveal", seq=entry.seq, seat=shown.seat + 1)
            raise _Stop
        sat = self.seats[shown.seat]
        made: dict[str, Any] = {"nonce": shown.nonce, "made_by": "seat", "commit": commit}
        self.seats[shown.seat] = structs.replace(sat, **made)

    def _void(self, entry: _Entry) -> None:
        """Nothing of the draw is used: from then on the seats in it have the server's nonces, unless they commit
        and reveal anew."""
        void = self.check.body(entry, _Void)
        silent = tuple(sorted(self.commits))
        if (
            self.draw is None
            or self.draw_is_void
            or (self.draw.number, silent) != (void.number, void.silent)
        ):
            self.found("verify.void", seq=entry.seq)
            raise _Stop
        self.silent.update(silent)
        self.void_draws += 1
        self.draw_is_void = True
        self.commits.clear()
        for seat, commit in enumerate(self.draw.commits):
            if commit is not None:
                made = again_nonce(self.seed, self.dice_of, seat) if self.seed else "0" * 32
                self.seats[seat] = structs.replace(
                    self.seats[seat], nonce=made, made_by="server", commit=UNSET
                )

    def compare_seals(self, seals: Sequence[tuple[int, str]]) -> None:
        """What was shown at the table of an entry's hash, beside the entry that is in the file."""
        for seq, seal in seals if self.seed is not None else ():
            there = 0 < seq <= len(self.export.entries)
            hash_ = self.export.entries[seq - 1].hash if there else ""
            if self.seed is None or again_seal(self.seed, seq, hash_) != seal:
                self.found("verify.seal", seq=seq)
        self.check.facts.update(seals=len(seals))

    def _key(self) -> bytes | None:
        """The key of the dice, from a nonce of every seat."""
        for seat in range(self.opened.seats):
            if seat not in self.seats or seat in self.commits:
                self.found("verify.nonce", seat=seat + 1)
        if self.commits:
            raise _Stop
        nonces = sorted(sat.nonce for sat in self.seats.values())
        return None if self.seed is None else again_key(self.seed, self.dice_of, nonces)

    # Moves and chance

    def _did(self, entry: _Entry) -> None:
        did = self.check.body(entry, _Did)
        try:
            event = Event(did.seat, msgspec.convert(did.move, self.game.move_type))
        except msgspec.ValidationError as error:
            self.found("verify.entry", seq=entry.seq, kind=entry.kind, problem=f"{error}"[:200])
            raise _Stop from None
        before = self.states[-1]
        try:
            self.states.append(step(self.game, before, event))
        except RuleError as error:
            if did.seat == CHANCE:
                self.found("verify.impossible", seq=entry.seq)
            else:
                clause = error.clause if isinstance(error, IllegalMove) else ""
                facts = {"problem": error.code, "clause": clause}
                self.found("verify.illegal", seq=entry.seq, seat=did.seat + 1, **facts)
            raise _Stop from None
        self.events.append(event)
        if did.seat == CHANCE:
            self._worked_out_again(entry, before, event)  # if there is a key: not from elsewhere
            self.outcomes += 1

    def _worked_out_again(self, entry: _Entry, before: Any, event: Event[Any]) -> None:
        """Chance is numbered among what stands: what is taken back changes no later dice."""
        if self.key is None:
            return
        dice = DiceAgain(self.key, self.dice_of, self.outcomes)
        outcome = self.game.chance(before).sample(dice)
        if outcome != event.move:
            self.found(
                "verify.chance",
                seq=entry.seq,
                number=self.outcomes + 1,
                said=self.game.write_move(event.move),
                found=self.game.write_move(outcome),
            )

    def _took_back(self, entry: _Entry) -> None:
        """One's own last move while nothing came of it; with consent, all that came of it as well."""
        took = self.check.body(entry, _TookBack)
        if not self.copied <= took.number < len(self.events):
            self.found("verify.no-such-move", seq=entry.seq, number=took.number)
            raise _Stop
        struck = self.events.pop(took.number)
        self.taken_back += 1
        self.assisted += took.assisted
        if struck.seat == CHANCE:
            self.outcomes -= 1
        if not took.assisted:
            later = self.events[took.number :]
            if struck.seat == CHANCE or any(event.seat == CHANCE for event in later):
                self.found("verify.revealed", seq=entry.seq, number=took.number)
            elif struck.seat != took.seat:
                self.found("verify.not-own", seq=entry.seq, seat=took.seat + 1, number=took.number)
        del self.states[took.number + 1 :]
        for event in self.events[took.number :]:
            try:
                self.states.append(step(self.game, self.states[-1], event))
            except RuleError as error:
                self.found(
                    "verify.built-upon", seq=entry.seq, number=took.number, problem=error.code
                )
                raise _Stop from None
