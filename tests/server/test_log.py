"""Entries, their canonical JSON, and a chain in which every kind of tampering shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from tests.server.tables import NOW, OPENED, new
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Write
from yupana.server.log import (
    KINDS,
    LARGEST,
    NOTHING,
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
    Keyed,
    LogError,
    New,
    Offered,
    Readied,
    Recommitted,
    Revealed,
    Revoked,
    Said,
    Sat,
    Set,
    Stood,
    StoodIn,
    Stored,
    TookBack,
    Void,
    Waited,
    body,
    canonical,
    faults,
    read_move,
    seal,
    seal_all,
    status_after,
)

ENTRIES: list[Entry] = [
    OPENED,
    Sat(0, "person", None, "ab" * 16, "seat"),
    Sat(1, "bot", "greedy", "cd" * 16, "server"),
    Stood(0),
    StoodIn(0, "greedy"),
    CameBack(0),
    Began(),
    Did.of(0, Write(7, 12)),
    Asked(0),
    Answered(1, True),
    TookBack(0, 0, True),
    Said(1, "well-played"),
    Set({"undo": "never"}),
    Closed("ef" * 32),
    Covered(0, "greedy"),
    Readied(0, True),
    Waited((0, 3600, 0)),
    Followed("0123456789abcdef0123", 1, None),
    Branched("0123456789abcdef0123", 12, "ab" * 32, 9),
    Sat(2, "person", None, "", "seat", "ab" * 32),
    Keyed("seat", 1, "0123456789abcdef", "resume"),
    Keyed("seat", 1, "0123456789abcdef", "host", "fedcba9876543210"),
    Revoked(None, "0123456789abcdef"),
    Recommitted(2, "cd" * 32),
    Draw(1, (None, None, "cd" * 32)),
    Revealed(2, "ab" * 16),
    Void(1, (2,)),
    Offered(1),
    Consented(1, False),
]
LOG = seal_all([new(entry, cid=f"c{n}", at=n) for n, entry in enumerate(ENTRIES)], 0, NOTHING, 0)
HEAD = LOG[-1]


def found(log: list[Stored], head: int = HEAD.seq, head_hash: str = HEAD.hash) -> list[str]:
    return [f"{fault.what} {fault.seq}" for fault in faults(log, head, head_hash)]


def test_every_kind_of_entry_is_read_back_as_it_was() -> None:
    assert {type(entry) for entry in ENTRIES} == set(KINDS.values())
    assert [stored.entry() for stored in LOG] == ENTRIES


def test_the_hash_can_be_worked_out_without_us() -> None:
    previous = "0" * 64
    for stored in LOG:
        hashed = {
            "seq": stored.seq, "cid": stored.cid, "seat": stored.seat, "kind": stored.kind,
            "body": json.loads(bytes(stored.body)), "at_ms": stored.at_ms,
        }  # fmt: skip
        text = json.dumps(hashed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256((previous + text).encode()).hexdigest()
        assert stored.hash == previous


def test_a_move_is_kept_as_its_game_writes_it() -> None:
    did = Did.of(2, Write(7, 12))
    assert body(did) == b'{"move":{"cell":12,"number":7,"type":"write"},"seat":2}'
    assert read_move(did, Temple.move_type) == Write(7, 12)
    with pytest.raises(LogError):
        read_move(Did(0, Raw(b'{"type":"castle"}')), Temple.move_type)


def test_the_order_of_keys_and_spaces_in_a_move_do_not_matter() -> None:
    loose = Did(2, Raw(b'{ "type":"write" , "number":7,\n"cell":12}'))
    assert body(loose) == body(Did.of(2, Write(7, 12)))


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(plain)
def test_canonical_json_is_what_everybody_else_makes_of_it(value: object) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


@pytest.mark.parametrize(
    "value", [1.5, {"a": [2.0]}, 2**53, -(2**60), "\ud800", {"a": {"b": 1e300}}, object()]
)
def test_what_another_machine_might_read_otherwise_is_refused(value: object) -> None:
    with pytest.raises((LogError, TypeError)):
        canonical(value)


@pytest.mark.parametrize("move", [b"", b"{", b"[1,2", b'{"a":1.5}', b'"\xff"', b"[" * 100_000])
def test_a_move_that_is_no_json_is_refused(move: bytes) -> None:
    with pytest.raises(LogError):
        body(Did(0, Raw(move)))


@pytest.mark.parametrize("cid", ["", "a b", "x" * 65, "a\0b", "é", "\ud800", "a\n"])
def test_a_cid_is_plain(cid: str) -> None:
    with pytest.raises(LogError, match="cid"):
        seal(new(cid=cid), 1, NOTHING)


def test_time_does_not_run_backwards() -> None:
    late, early = New(Stood(0), NOW + 5), New(Stood(1), NOW)
    assert [each.at_ms for each in seal_all([late, early], 0, NOTHING, 0)] == [NOW + 5, NOW + 5]


def test_a_whole_log_has_no_faults() -> None:
    assert found(LOG) == []


def change(at: int, **fields: object) -> Callable[[list[Stored]], list[Stored]]:
    return lambda log: [*log[:at], replace(log[at], **fields), *log[at + 1 :]]


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (change(7, body=Raw(b'{"move":{"cell":12,"number":8,"type":"write"},"seat":0}')), "hash 8"),
        (change(7, at_ms=LOG[7].at_ms + 1), "hash 8"),
        (change(7, cid="other"), "hash 8"),
        (change(7, cid=None), "hash 8"),
        (change(7, seat=1), "hash 8"),
        (change(7, kind="said"), "hash 8"),
        (change(7, hash="ab" * 32), "hash 8"),
        (lambda log: [*log[:3], log[4], log[3], *log[5:]], "missing 4"),
        (lambda log: [*log[:3], *log[4:]], "missing 4"),
        (lambda log: [*log[:4], log[3], *log[4:]], "doubled 4"),
        (lambda log: [*log, replace(log[3], seq=20)], "hash 20"),
        (lambda log: log[:-1], f"head {len(ENTRIES)}"),
        (lambda log: log[1:], "missing 1"),
        (lambda log: [], f"head {len(ENTRIES)}"),
    ],
)
def test_tampering_shows(tamper: Callable[[list[Stored]], list[Stored]], said: str) -> None:
    assert said in found(tamper(LOG))


@pytest.mark.parametrize(("head", "head_hash"), [(13, HEAD.hash), (15, HEAD.hash), (14, NOTHING)])
def test_another_head_shows(head: int, head_hash: str) -> None:
    assert found(LOG, head, head_hash) == [f"head {head}"]


def test_one_change_is_found_in_one_place() -> None:
    assert found(change(5, at_ms=LOG[5].at_ms + 1)(LOG)) == ["hash 6"]
    assert found(change(5, at_ms=LOG[5].at_ms + 9)(LOG)) == ["hash 6", "time 7"]


def forged(entries: list[New]) -> list[str]:
    """What is still found when somebody forges the hashes as well."""
    log = seal_all(entries, 0, NOTHING, 0)
    return found(log, log[-1].seq, log[-1].hash)


def test_even_well_hashed_logs_must_make_sense() -> None:
    assert forged([new(Stood(0))]) == ["entry 1"]
    assert forged([new(OPENED), new(OPENED)]) == ["entry 2"]
    assert forged([new(OPENED), new(cid="a"), new(cid="a")]) == ["cid 3"]


def test_an_entry_of_a_later_version_is_told_apart() -> None:
    with pytest.raises(LogError, match="danced"):
        replace(LOG[3], kind="danced").entry()


def test_the_log_says_where_the_table_stands() -> None:
    assert status_after("waiting", LOG[:6]) == "waiting"
    assert status_after("waiting", LOG[:7]) == "playing"
    assert status_after("playing", LOG[7:]) == "over"
    assert status_after("playing", []) == "playing"
