"""Stored games: read back exactly, and refused in one sentence when they are not whole."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from yupana.core.errors import RecordError
from yupana.core.play import random_playout
from yupana.core.record import Header, header_for, read_json, read_record, write_json, write_record
from yupana.games.temple import Temple

GAME = Temple(2, side="B")
STATE, EVENTS = random_playout(GAME, Random(4))
HEADER = header_for(GAME, ("Ana with a long name", "bot greedy"), "42")
TEXT = write_record(GAME, HEADER, tuple(EVENTS))
JSON = write_json(GAME, HEADER, tuple(EVENTS))


def open_game(header: Header) -> Temple:
    return Temple(len(header.players), header.edition, **header.options)


def test_a_record_reads_like_a_game() -> None:
    assert TEXT.startswith(
        "yupana record 1\ngame temple\nrules 1\nedition classic "
        f"{GAME.edition.digest}\noption side B\nseat 1 Ana with a long name\nseat 2 bot greedy\n"
        "seed 42\n\nround 1\n  * roll "
    )
    assert TEXT.endswith(
        f"\n\nevents {len(EVENTS)}\ndigest {read_record(TEXT, open_game)[1].digest}\n"
    )


def test_text_and_json_lead_to_the_same_state() -> None:
    for game, record, state in (read_record(TEXT, open_game), read_json(JSON, open_game)):
        assert (game.name, record.header, record.events, state) == (
            "temple",
            HEADER,
            tuple(EVENTS),
            STATE,
        )


def test_a_game_that_is_not_over_is_kept_too() -> None:
    for number in (0, 1, 7):
        text = write_record(GAME, HEADER, tuple(EVENTS[:number]))
        assert read_record(text, open_game)[1].events == tuple(EVENTS[:number])


def test_a_record_without_a_seed_replays_as_well() -> None:
    header = header_for(GAME, ("a", "b"))
    _, record, state = read_record(write_record(GAME, header, tuple(EVENTS)), open_game)
    assert record.header.seed is None
    assert state == STATE


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("yupana record 1", "PGN", "record.not-one"),
        ("yupana record 1", "yupana record 2", "record.format"),
        ("rules 1", "rules 2", "record.rules"),
        ("rules 1", "rules one", "record.header"),
        ("rules 1\n", "", "record.header"),
        ("game temple", "gane temple", "record.header"),
        ("seat 2", "seat 3", "record.header"),
        (GAME.edition.digest, "0" * 12, "record.edition"),
        ("  * roll", "  * rolled", "record.line"),
        ("  * roll", "  ? roll", "record.line"),
        ("\n  1 ", "\n  3 ", "record.line"),
        (f"events {len(EVENTS)}", f"events {len(EVENTS) + 1}", "record.end"),
        ("\ndigest ", "\ndigest 0", "record.end"),
    ],
)
def test_a_record_that_was_changed_is_refused(old: str, new: str, code: str) -> None:
    assert old in TEXT
    with pytest.raises(RecordError) as error:
        read_record(TEXT.replace(old, new, 1), open_game)
    assert error.value.code == code


def test_a_changed_move_is_noticed_at_the_end_at_the_latest() -> None:
    rng = Random(1)
    lines = TEXT.split("\n")
    moves = [at for at, each in enumerate(lines) if each.startswith("  ")]
    for at in rng.sample(moves, 40):
        changed = [*lines]
        changed[at] = changed[at][:-1] + ("1" if changed[at][-1] != "1" else "2")
        with pytest.raises(RecordError):
            read_record("\n".join(changed), open_game)


def test_a_record_cut_anywhere_is_refused() -> None:
    for at in range(0, len(TEXT) - 2, 41):
        with pytest.raises(RecordError):
            read_record(TEXT[:at], open_game)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-40],
        lambda data: data.replace(b'"roll"', b'"rill"', 1),
        lambda data: data.replace(b'"seat":0', b'"seat":1', 1),
        lambda data: data[:-4] + b'00"}',
        lambda data: b"\xff" + data,
        lambda data: b"[]",
    ],
)
def test_json_that_was_changed_is_refused(change: Any) -> None:
    with pytest.raises(RecordError):
        read_json(change(JSON), open_game)
