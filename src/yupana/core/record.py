"""Stored games: a header and the events, as readable text and as JSON, each read back exactly.

The record is the only thing that needs keeping: the state is its fold, and since the outcomes of
chance are events too, a replay needs no seed.

    yupana record 1
    game temple
    rules 1
    edition classic 3f2a9c1b7d60
    option side B
    seat 1 Ana
    seat 2 greedy
    seed 42

    round 1
      * roll 2 3 5
      1 7 b4
      2 5 c2

    events 3
    digest 0c6f4d2a9b1e7755
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec
from msgspec import UNSET, Struct, UnsetType

from yupana.core.edition import Edition, edition_from_text
from yupana.core.errors import EditionError, NotationError, OptionError, RecordError, RuleError
from yupana.core.game import CHANCE, Event, Game, M
from yupana.core.known import make_known
from yupana.core.play import step

FORMAT = 1


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a replay must know before the first event."""

    game: str
    rules: int
    edition: str
    edition_digest: str
    options: dict[str, str | int | bool]
    players: tuple[str, ...]
    """Who sits where, by seat: a person's name or a bot's."""
    seed: str | None = None
    """What the dice came from, or a commitment to it. For the curious: replay does not need it."""
    tables: str | UnsetType = UNSET
    """The edition itself, as `Edition.text` writes it, where it is at hand: no file is looked for then."""


class Record(Struct, Generic[M], frozen=True):
    header: Header
    events: tuple[Event[M], ...]
    digest: str
    """Changes with any event and with the state they lead to."""


AnyGame = Game[Any, Any, Any]
Open = Callable[[Header], AnyGame]
"""Sets up the game that a header names, with its rules version and edition; RecordError or OptionError if it cannot."""


def header_for(game: AnyGame, players: tuple[str, ...], seed: str | None = None) -> Header:
    return Header(
        game=game.name,
        rules=game.rules,
        edition=game.edition.name,
        edition_digest=game.edition.digest,
        options=msgspec.to_builtins(game.options),
        players=players,
        seed=seed,
    )


def digest(events: Sequence[Event[Any]], state: Struct) -> str:
    """Sixteen hex digits that differ for different events or another state at their end."""
    return hashlib.sha256(msgspec.json.encode((events, state))).hexdigest()[:16]


def check_version(header: Header, kind: type[AnyGame]) -> None:
    """Refuses a version of the rules that cannot be played here, before an edition is looked for."""
    known = kind.playable_versions()
    if header.rules not in known:
        ours = ", ".join(map(str, known))
        raise RecordError("record.rules", game=kind.name, theirs=header.rules, ours=ours)


def held_edition(header: Header, kind: type[AnyGame]) -> Edition | None:
    """The edition whose tables the header holds; None for a header that only names one."""
    if isinstance(header.tables, UnsetType):
        return None
    edition: Edition = edition_from_text(header.tables, kind.edition_type)
    if edition.name != header.edition:
        raise EditionError("edition.field", problem="name")
    return edition


def game_of(header: Header, kind: type[AnyGame], edition: Edition) -> AnyGame:
    """The game that a header describes: its version of the rules, its options, and this edition.

    RecordError where this installation lacks that version, or the edition has other tables.
    """
    check_version(header, kind)
    options = kind.options_type.__struct_fields__
    for name in header.options:
        if name not in options:
            listed = ", ".join(options)
            raise OptionError("option.unknown", game=kind.name, option=name[:40], known=listed)
    game = kind(len(header.players), edition, rules=header.rules, **header.options)
    check_header(header, game)
    return game


def check_header(header: Header, game: AnyGame) -> None:
    """Refuses a record of another version of the rules or of other components than the game's."""
    if header.rules != game.rules:
        raise RecordError("record.rules", game=game.name, theirs=header.rules, ours=game.rules)
    if header.edition_digest != game.edition.digest:
        raise RecordError(
            "record.edition",
            edition=header.edition[:60],
            theirs=header.edition_digest[:64],
            ours=game.edition.digest,
        )


# Text


def write_record(game: AnyGame, header: Header, events: tuple[Event[Any], ...]) -> str:
    """The record as text, grouped by round or turn."""
    lines = [f"yupana record {FORMAT}", f"game {header.game}", f"rules {header.rules}"]
    lines.append(f"edition {header.edition} {header.edition_digest}")
    lines.extend(f"option {name} {_word(value)}" for name, value in header.options.items())
    lines.extend(f"seat {seat + 1} {name}" for seat, name in enumerate(header.players))
    if header.seed is not None:
        lines.append(f"seed {header.seed}")
    state = game.setup()
    heading = None
    for event in events:
        if game.heading(state) != heading:
            heading = game.heading(state)
            lines += ["", heading]
        seat = "*" if event.seat == CHANCE else str(event.seat + 1)
        lines.append(f"  {seat} {game.write_move(event.move)}")
        state = game.apply(state, event)
    lines += ["", f"events {len(events)}", f"digest {digest(events, state)}", ""]
    return "\n".join(lines)


def read_record(text: str, open_game: Open) -> tuple[AnyGame, Record[Any], Any]:
    """The game, the record and the state it leads to; every event checked by the rules."""
    lines = text.split("\n")
    if not lines[0].startswith("yupana record "):
        raise RecordError("record.not-one")
    if lines[0] != f"yupana record {FORMAT}":
        raise RecordError("record.format", theirs=lines[0].rpartition(" ")[2][:20], ours=FORMAT)
    header, at = _read_header(lines)
    game = open_game(header)
    check_header(header, game)
    events: list[Event[Any]] = []
    state = game.setup()
    for number, line in enumerate(lines[at:], at + 1):
        words = line.split()
        if not line.startswith("  "):
            if words[:1] == ["events"]:
                break
            continue
        try:
            seat = CHANCE if words[:1] == ["*"] else int("".join(words[:1])) - 1
            event = Event(seat, game.read_move(" ".join(words[1:])))
            state = step(game, state, event)
        except (NotationError, RuleError) as error:
            raise RecordError(
                "record.line", line=number, text=line.strip()[:60], problem=error.code
            ) from error
        except ValueError:
            raise RecordError(
                "record.line", line=number, text=line.strip()[:60], problem="notation.seat"
            ) from None
        events.append(event)
    else:
        raise RecordError("record.truncated", events=len(events))
    said = lines[number - 1 : number + 1]
    if said != [f"events {len(events)}", f"digest {digest(events, state)}"]:
        raise RecordError("record.end", events=len(events), digest=digest(events, state))
    return game, Record(header, tuple(events), digest(events, state)), state


def _read_header(lines: list[str]) -> tuple[Header, int]:
    found: dict[str, Any] = {"options": {}, "players": []}
    if "" not in lines:
        raise RecordError("record.truncated", events=0)
    at = 1
    for at, line in enumerate(lines[1:], 1):
        key, _, rest = line.partition(" ")
        if not line:
            break
        if key == "option":
            name, _, value = rest.partition(" ")
            found["options"][name] = _value(value)
        elif key == "seat":
            number, _, name = rest.partition(" ")
            if number != str(len(found["players"]) + 1):
                raise RecordError("record.header", line=at + 1, text=line[:60])
            found["players"].append(name)
        elif key == "edition":
            found["edition"], _, found["edition_digest"] = rest.partition(" ")
        elif key == "rules" and rest.isdecimal():
            found["rules"] = int(rest)
        elif key in ("game", "seed"):
            found[key] = rest
        else:
            raise RecordError("record.header", line=at + 1, text=line[:60])
    try:
        return msgspec.convert(found, Header), at
    except msgspec.ValidationError as error:
        raise RecordError("record.header", line=at + 1, text=str(error)) from None


def _word(value: str | int | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _value(word: str) -> str | int | bool:
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.isdecimal() else word


# JSON


def write_json(game: AnyGame, header: Header, events: tuple[Event[Any], ...]) -> bytes:
    state = game.setup()
    for event in events:
        state = game.apply(state, event)
    return msgspec.json.encode(Record(header, events, digest(events, state)))


def read_json(data: bytes, open_game: Open) -> tuple[AnyGame, Record[Any], Any]:
    """As `read_record`, from JSON."""
    try:
        header = msgspec.json.decode(data, type=_HeaderOnly).header
        game = open_game(header)
        check_header(header, game)
        record: Record[Any] = msgspec.json.decode(data, type=Record[game.move_type])  # type: ignore[name-defined]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError("record.json", problem=str(error)) from None
    state = game.setup()
    for number, event in enumerate(record.events, 1):
        try:
            state = step(game, state, event)
        except RuleError as error:
            raise RecordError(
                "record.line", line=number, text=repr(event.move)[:60], problem=error.code
            ) from error
    if record.digest != digest(record.events, state):
        raise RecordError(
            "record.end", events=len(record.events), digest=digest(record.events, state)
        )
    return game, record, state


class _HeaderOnly(Struct):
    header: Header


make_known(Header, _HeaderOnly)
