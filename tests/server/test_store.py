"""The storage contract: one suite, run on the embedded and on the scale-out store."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec import Raw
from msgspec.structs import replace

from tests.server.tables import NOW, OPENED, SEED, add, change_keys, key, new, open_table, row
from yupana.server.export import ExportError, read_export, write_export
from yupana.server.log import Began, Closed, Did, Entry, LogError, New, Said, Stood, faults
from yupana.server.postgres import PostgresStore
from yupana.server.schema import OF_TABLES
from yupana.server.sql import SqlStore
from yupana.server.sqlite import SqliteStore
from yupana.server.store import (
    Append,
    CodeTaken,
    Committed,
    Contact,
    KeyChange,
    Known,
    NoSuchTable,
    Result,
    Stale,
    StoreFailed,
    StoreUnfit,
    TableExists,
)

Make = Callable[[], SqlStore]
STRANGE = ["", "nope", "a b", "a\0b", "\ud800", "x" * 5000, "'; DROP TABLE tables; --", "é"]


@pytest.fixture(params=["sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """Makes a store, and another, and another; all are closed in the end."""
    stores: list[SqlStore] = []

    def make_one() -> SqlStore:
        if request.param == "sqlite":
            stores.append(SqliteStore(tmp_path / f"{len(stores)}.db"))
        else:
            server = request.getfixturevalue("postgres")
            stores.append(PostgresStore(server.fresh_address(), patience=5))
        return stores[-1]

    yield make_one
    for store in stores:
        store.close()


@pytest.fixture
def store(make: Make) -> SqlStore:
    return make()


def run(store: SqlStore, sql: str, *values: object) -> None:
    """Does what no method of the store would."""
    store._write(lambda tx: tx.run(sql, values))


# Tables and their logs


def test_a_new_table_has_its_first_entries(store: SqlStore) -> None:
    made, entries = store.create(row("t1", "ABCD", listed=True), SEED, [new(OPENED), new(at=7)])
    assert (made.head, made.head_hash) == (2, entries[-1].hash)
    assert (made.status, made.last_ms, made.listed, made.code) == ("waiting", NOW + 7, True, "ABCD")
    assert entries[0].entry() == OPENED
    assert store.load("t1") == (made, entries)
    assert store.table_by_code("ABCD") == made
    assert store.seed("t1") == SEED
    assert store.verify().ok


def test_to_create_the_same_table_again_is_no_error(store: SqlStore) -> None:
    first = new(OPENED)
    made = store.create(row("t1", "ABCD"), SEED, [first])
    assert store.create(row("t1", "ABCD"), SEED, [first]) == made


def test_an_id_and_a_code_belong_to_one_table(store: SqlStore) -> None:
    open_table(store, "t1", "ABCD")
    with pytest.raises(TableExists):
        store.create(row("t1", "EFGH"), SEED, [new(OPENED), new()])
    with pytest.raises(CodeTaken):
        store.create(row("t2", "ABCD"), SEED, [new(OPENED)])
    assert store.heads(["t1", "t2"]) == {"t1": 1}
    open_table(store, "t2", "EFGH")
    with pytest.raises(CodeTaken):
        store.set_code("t2", "ABCD")
    store.set_code("t1", None)
    store.set_code("t2", "ABCD")
    found = store.table_by_code("ABCD")
    assert found is not None
    assert found.id == "t2"


def test_a_log_begins_with_opened_and_fits_its_row(store: SqlStore) -> None:
    for wrong in ([], [new()], [new(replace(OPENED, game="valley"))]):
        with pytest.raises(ValueError, match="log"):
            store.create(row(), SEED, wrong)
    with pytest.raises(ValueError, match="row"):
        store.create(row("a b"), SEED, [new(OPENED)])


def test_entries_follow_each_other_without_gaps(store: SqlStore) -> None:
    open_table(store)
    for number in range(30):
        result = add(store, "t1", *(f"c{number}-{n}" for n in range(number % 3 + 1)))
        assert store.heads(["t1"]) == {"t1": result.entries[-1].seq}
    found, entries = store.load("t1")
    assert [each.seq for each in entries] == list(range(1, found.head + 1))
    assert list(faults(entries, found.head, found.head_hash)) == []
    assert store.load("t1", since=20)[1] == entries[20:]
    assert store.load("t1", since=1000)[1] == []


def test_what_was_stored_is_read_back_byte_for_byte(store: SqlStore) -> None:
    open_table(store)
    said = [new(Said(0, text), cid=f"c{n}") for n, text in enumerate(["é\0\n\x7f😀", "", '"\\'])]
    [result] = store.append([Append("t1", 1, tuple(said))])
    assert isinstance(result, Committed)
    assert store.load("t1", 1)[1] == list(result.entries)
    assert [each.entry() for each in result.entries] == [each.entry for each in said]


def test_a_repeated_command_gets_its_first_answer_and_adds_nothing(store: SqlStore) -> None:
    open_table(store)
    [first] = store.append([Append("t1", 1, (new(cid="a"), new(), new(cid="b")))])
    assert isinstance(first, Committed)
    before = store.load("t1")
    for head in (1, 4, 99):
        again = [Append("t1", head, (new(cid="a"),)), Append("t1", head, (new(), new(cid="b")))]
        assert store.append(again) == [Known(2), Known(4)]
    assert store.load("t1") == before
    assert store.known("t1", ["a", "b", "c"]) == {"a": 2, "b": 4}


def test_a_command_repeated_within_a_batch_is_added_once(store: SqlStore) -> None:
    open_table(store)
    batch = [Append("t1", 1, (new(cid="a"),))] * 2 + [Append("t1", 2, (new(cid="b"),))]
    first, second, third = store.append(batch)
    assert isinstance(first, Committed)
    assert second == Known(2)
    assert isinstance(third, Committed)
    assert [each.cid for each in store.load("t1")[1]] == [None, "a", "b"]


def test_the_same_cid_at_two_tables_is_two_commands(store: SqlStore) -> None:
    open_table(store, "t1")
    open_table(store, "t2")
    both = store.append([Append(table, 1, (new(cid="a"),)) for table in ("t1", "t2")])
    assert [type(result) for result in both] == [Committed, Committed]


def test_entries_without_cid_never_count_as_repeated(store: SqlStore) -> None:
    open_table(store)
    same = new(Stood(0))
    batch = [Append("t1", head, (same,)) for head in (1, 2, 3)]
    assert [type(result) for result in store.append(batch)] == [Committed] * 3
    assert store.heads(["t1"]) == {"t1": 4}


def test_what_is_stale_is_left_out_and_harms_nobody_else(store: SqlStore) -> None:
    for table in ("t1", "t2", "t3"):
        open_table(store, table, moves=2)
    before = store.load("t2")
    results = store.append(
        [
            Append("t3", 3, (new(cid="x"),)),
            Append("t2", 2, (new(cid="y"),)),
            Append("t2", 4, (new(cid="y"),)),
            Append("gone", 3, (new(cid="y"),)),
            Append("\ud800", 3, (new(cid="y"),)),
            Append("t1", 3, (new(cid="t1-0"),)),
            Append("t1", 3, (new(cid="x"), new())),
        ]
    )
    assert results[1:6] == [Stale(3), Stale(3), Stale(0), Stale(0), Known(2)]
    assert isinstance(results[0], Committed)
    assert isinstance(results[6], Committed)
    assert store.load("t2") == before
    assert store.heads(["t1", "t2", "t3"]) == {"t1": 5, "t2": 3, "t3": 4}
    assert store.known("t2", ["y"]) == {}
    assert store.verify().ok


def test_later_appends_of_a_batch_stand_on_earlier_ones(store: SqlStore) -> None:
    open_table(store)
    batch = [Append("t1", head, (new(),)) for head in (1, 2, 2, 3)]
    results = store.append(batch)
    assert [type(result) for result in results] == [Committed, Committed, Stale, Committed]
    assert results[2] == Stale(3)


def test_an_empty_batch_is_nothing(store: SqlStore) -> None:
    assert store.append([]) == []


def test_an_append_that_cannot_be_stored_never_gets_into_a_batch() -> None:
    with pytest.raises(ValueError, match="entries"):
        Append("t1", 1, ())
    with pytest.raises(ValueError, match="cids"):
        Append("t1", 1, (new(cid="a"), new(cid="a")))
    with pytest.raises(LogError):
        Append("t1", 1, (new(cid="a b"),))
    with pytest.raises(LogError):
        Append("t1", 1, (new(Did(0, Raw(b'{"number":1.5}'))),))


def test_the_row_follows_the_log(store: SqlStore) -> None:
    open_table(store)
    store.append([Append("t1", 1, (new(Began(), at=500),))])
    store.append([Append("t1", 2, (new(at=100),))])
    found, entries = store.load("t1")
    assert (found.status, found.last_ms, entries[-1].at_ms) == ("playing", NOW + 500, NOW + 500)
    store.append([Append("t1", 3, (new(Closed(SEED.hex())),))])
    assert store.load("t1")[0].status == "over"


def test_tables_are_listed_by_what_is_asked(store: SqlStore) -> None:
    for number, listed in enumerate([True, False, True]):
        store.create(row(f"t{number}", at=number, listed=listed), SEED, [new(OPENED, at=number)])
    store.append([Append("t0", 1, (new(Began(), at=50),))])
    assert [each.id for each in store.tables()] == ["t2", "t1", "t0"]
    assert [each.id for each in store.tables(status="waiting", listed=True)] == ["t2"]
    assert [each.id for each in store.tables(idle_since=NOW + 2)] == ["t1"]
    assert [each.id for each in store.tables(limit=1)] == ["t2"]
    store.set_listed("t1", True)
    assert [each.id for each in store.tables(status="waiting", listed=True)] == ["t2", "t1"]


@pytest.mark.parametrize("strange", STRANGE)
def test_whatever_a_client_asks_for_that_is_not_there_is_not_there(
    store: SqlStore, strange: str
) -> None:
    for ask in (store.load, store.seed, store.export):
        with pytest.raises(NoSuchTable):
            ask(strange)
    with pytest.raises(NoSuchTable):
        store.set_name(strange, 0, "Ana")
    with pytest.raises(NoSuchTable):
        store.set_listed(strange, True)
    assert store.table_by_code(strange) is None
    assert store.find_key(strange) is None
    assert store.heads([strange]) == store.known(strange, ["a"]) == {}
    assert store.names(strange) == {}
    assert store.known("t1", [strange]) == {}
    assert store.keys(strange) == []
    assert store.contacts(strange) == store.contacts(strange, 1) == []
    assert store.find_contact(strange) is None
    assert not store.confirm_contact(strange, NOW)
    assert store.opened([strange]) == {}
    assert store.last_acted(strange, 0) is None
    with pytest.raises((NoSuchTable, ValueError)):
        store.put_contact(contact("h1", table=strange))
    store.drop_contact(strange)
    store.drop_contacts(strange, 0)
    store.put_tally(strange, b"x")
    store.forget(strange)
    store.forget_names(strange)
    assert store.verify().ok


# Many at once


def test_many_threads_make_one_history(store: SqlStore) -> None:
    tables = [open_table(store, f"t{number}") for number in range(3)]
    acked: list[tuple[str, str, int]] = []

    def play(player: int) -> None:
        for number in range(12):
            table, cid = tables[(player + number) % 3], f"p{player}-{number}"
            while True:
                head = store.heads([table])[table]
                [result] = store.append([Append(table, head, (new(cid=cid),))])
                if isinstance(result, Committed):
                    acked.append((table, cid, result.entries[0].seq))
                    break

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, range(6)))
    assert len(acked) == 72
    for table in tables:
        found = {(table, each.cid, each.seq) for each in store.load(table)[1] if each.cid}
        assert found == {each for each in acked if each[0] == table}
    assert store.verify().ok


def test_batches_over_the_same_tables_do_not_block_each_other(store: SqlStore) -> None:
    tables = [open_table(store, f"t{number}") for number in range(6)]

    def play(order: list[str]) -> None:
        for _ in range(15):
            heads = store.heads(order)
            store.append([Append(table, heads[table], (new(),)) for table in order])

    with ThreadPoolExecutor(4) as pool:
        orders = (tables, tables[::-1], tables[3:] + tables[:3], tables[::2] + tables[1::2])
        list(pool.map(play, orders))
    assert store.verify().ok
    assert sum(store.heads(tables).values()) > 90


# Tampering


TAMPERINGS = {
    "body": ["UPDATE entries SET body = CAST('{}' AS BYTES) WHERE seq = 4"],
    "body by a bit": ["UPDATE entries SET body = CAST('{\"seat\":1}' AS BYTES) WHERE seq = 4"],
    "time": ["UPDATE entries SET at_ms = at_ms + 1 WHERE seq = 4"],
    "cid": ["UPDATE entries SET cid = 'other' WHERE seq = 4"],
    "order": [
        "UPDATE entries SET seq = 99 WHERE seq = 4",
        "UPDATE entries SET seq = 4 WHERE seq = 5",
        "UPDATE entries SET seq = 5 WHERE seq = 99",
    ],
    "missing": ["DELETE FROM entries WHERE seq = 4"],
    "first missing": ["DELETE FROM entries WHERE seq = 1"],
    "last missing": ["DELETE FROM entries WHERE seq = 8"],
    "doubled": [
        "INSERT INTO entries SELECT table_id, 9, 'x', seat, kind, body, at_ms, hash, digest "
        "FROM entries WHERE seq = 8 AND table_id = 't1'"
    ],
    "doubled with its head": [
        "INSERT INTO entries SELECT table_id, 9, 'x', seat, kind, body, at_ms, hash, digest "
        "FROM entries WHERE seq = 8 AND table_id = 't1'",
        "UPDATE tables SET head = 9",
    ],
    "head": ["UPDATE tables SET head = 7"],
    "head hash": ["UPDATE tables SET head_hash = 'abc'"],
    "status": ["UPDATE tables SET status = 'over'"],
    "hash": ["UPDATE entries SET hash = 'abc' WHERE seq = 4"],
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found(store: SqlStore, name: str) -> None:
    open_table(store, "t1", moves=7)
    assert store.verify().ok
    blob = "BLOB" if isinstance(store, SqliteStore) else "BYTEA"
    for sql in TAMPERINGS[name]:
        run(store, sql.replace("BYTES", blob))
    report = store.verify()
    assert {fault.table for fault in report.faults} == {"t1"}
    assert store.verify("t1").faults == report.faults
    assert not report.ok


def test_a_whole_store_is_counted(store: SqlStore) -> None:
    open_table(store, "t1", moves=3)
    open_table(store, "t2", moves=1)
    assert store.verify() == replace(store.verify("t1"), tables=2, entries=6)


# Keys and names


def test_of_many_who_take_a_seat_at_the_same_head_one_wins(store: SqlStore) -> None:
    open_table(store)
    for seat in range(5):
        start = threading.Barrier(8)
        head = store.heads(["t1"])["t1"]

        def take(number: int, seat: int = seat, start: Any = start, head: int = head) -> Result:
            mine = (
                key(f"{seat}-{number}", seat),
                key(f"resume {seat}-{number}", seat, role="resume"),
            )
            start.wait()
            change = KeyChange(NOW, seat=seat, add=mine)
            return store.append([Append("t1", head, (new(),), (change,))])[0]

        with ThreadPoolExecutor(8) as pool:
            won = [isinstance(each, Committed) for each in pool.map(take, range(8))]
        assert sum(won) == 1
        found = [each for each in store.keys("t1") if each.seat == seat]
        assert [each.role for each in found] == ["resume", "seat"]
        assert found[1] == key(f"{seat}-{won.index(True)}", seat)


def test_keys_begin_and_end_with_the_entries_of_their_append_or_not_at_all(store: SqlStore) -> None:
    open_table(store)
    change_keys(store, KeyChange(NOW, seat=0, add=(key("ana"), key("resume", role="resume"))))
    stale = Append("t1", 1, (new(),), (KeyChange(NOW, seat=0, add=(key("bob"),)),))
    assert store.append([stale]) == [Stale(2)]
    assert store.keys("t1") == [key("resume", role="resume"), key("ana")]
    change_keys(store, KeyChange(NOW + 5, seat=0, add=(key("eva"), key("resume2", role="resume"))))
    assert store.keys("t1") == [key("resume2", role="resume"), key("eva")]
    assert store.find_key(key("ana").hash) == replace(key("ana"), revoked_ms=NOW + 5)
    data = store.read_table("t1", 1)
    assert {each.hash: each.revoked_ms for each in data.keys} == {
        key("ana").hash: NOW + 5,
        key("resume", role="resume").hash: NOW + 5,
        key("eva").hash: None,
        key("resume2", role="resume").hash: None,
    }
    assert (data.row, data.entries) == store.load("t1", 1)


def test_a_revoked_key_is_spent(store: SqlStore) -> None:
    open_table(store)
    change_keys(store, KeyChange(NOW, seat=0, add=(key("ana"),)))
    change_keys(store, KeyChange(NOW + 9, seat=0))
    assert store.keys("t1") == []
    head = store.heads(["t1"])["t1"]
    again = KeyChange(NOW + 10, seat=0, add=(key("ana"),))
    assert store.append([Append("t1", head, (new(),), (again,))]) == [Stale(head)]
    assert store.find_key(key("ana").hash) == replace(key("ana"), revoked_ms=NOW + 9)


def test_hosts_and_spectators_have_keys_of_their_own(store: SqlStore) -> None:
    granted = [
        key(f"{role}{n}", None, "t1", role) for role in ("host", "spectator") for n in (1, 2)
    ]
    store.create(row("t1"), SEED, [new(OPENED)], granted[:2])
    change_keys(store, KeyChange(NOW, add=tuple(granted[2:])))
    assert sorted(each.hash for each in store.keys("t1")) == sorted(each.hash for each in granted)
    change_keys(store, KeyChange(NOW + 1, revoke=granted[0].hash))
    change_keys(store, KeyChange(NOW + 2, revoke=granted[0].hash))
    assert store.find_key(granted[0].hash) == replace(granted[0], revoked_ms=NOW + 1)
    assert len(store.keys("t1")) == 3


def test_a_command_is_stored_with_what_tells_it_from_others(store: SqlStore) -> None:
    open_table(store)
    told = New(new().entry, NOW, "command-1", 0, "digest-1")
    store.append([Append("t1", 1, (told, new()))])
    assert store.read_table("t1").digests == {"command-1": "digest-1"}
    assert store.verify().ok
    assert b"digest-1" not in write_export(store.export("t1"))


def test_names_are_outside_the_log_and_can_be_forgotten(store: SqlStore) -> None:
    open_table(store, moves=2)
    before = store.load("t1")
    store.set_name("t1", 0, "Ana María")
    store.set_name("t1", 1, "Bob")
    store.set_name("t1", 1, "Bobby 😀")
    assert store.names("t1") == {0: "Ana María", 1: "Bobby 😀"}
    assert store.load("t1") == before
    assert b"Ana" not in write_export(store.export("t1"))
    store.forget_names("t1", 0)
    assert store.names("t1") == {1: "Bobby 😀"}
    store.forget_names("t1")
    assert store.names("t1") == {}
    assert store.verify().ok
    for wrong in ("", "a\0b", "\ud800", "x" * 65, "a\nb"):
        with pytest.raises(ValueError, match="name"):
            store.set_name("t1", 0, wrong)


def test_nothing_is_left_of_a_forgotten_table(store: SqlStore) -> None:
    for table in ("t1", "t2"):
        open_table(store, table, table.upper(), moves=2)
        change_keys(store, KeyChange(NOW, seat=0, add=(key(f"ana {table}", table=table),)), table)
        store.set_name(table, 0, "Ana")
        store.put_contact(contact(f"handle-{table}", table=table))
        store.put_tally(table, b"tally")
    assert store.mark_idle("waiting", NOW + 10**9, NOW, 0) == 2
    store.forget("t1")
    store.forget("t1")
    for name in ("tables", *OF_TABLES):
        column = "id" if name == "tables" else "table_id"
        found = store._read(lambda tx, n=name, c=column: tx.rows(f"SELECT DISTINCT {c} FROM {n}"))  # type: ignore[misc]
        assert found == [("t2",)], name
    with pytest.raises(NoSuchTable):
        store.load("t1")
    assert store.append([Append("t1", 3, (new(),))]) == [Stale(0)]
    assert store.verify().ok


# Where people wish to be told


def contact(
    handle: str, seat: int = 0, address: str = "ana@example.org", table: str = "t1"
) -> Contact:
    return Contact(
        handle=handle,
        table=table,
        seat=seat,
        kind="mail",
        address=address,
        details="{}",
        made_ms=NOW,
    )


def test_contacts_are_outside_the_log_and_can_be_removed(store: SqlStore) -> None:
    open_table(store, moves=2)
    before = store.load("t1")
    store.put_contact(contact("h1"))
    store.put_contact(contact("h2", 1, "bob@example.org"))
    assert [each.handle for each in store.contacts("t1")] == ["h1", "h2"]
    assert store.contacts("t1", 1) == [contact("h2", 1, "bob@example.org")]
    assert store.find_contact("h1") == contact("h1")
    assert store.load("t1") == before
    assert b"ana@" not in write_export(store.export("t1", whole=True))
    store.drop_contact("h1")
    assert store.find_contact("h1") is None
    store.drop_contacts("t1", 1)
    assert store.contacts("t1") == []
    assert store.verify().ok


def test_asking_again_replaces_what_was_asked_before(store: SqlStore) -> None:
    open_table(store)
    store.put_contact(contact("h1"))
    store.confirm_contact("h1", NOW)
    store.put_contact(contact("h2"))
    assert store.contacts("t1") == [contact("h2")]  # and has to be confirmed anew
    with pytest.raises(NoSuchTable):
        store.put_contact(contact("h3", table="t9"))


def test_a_turn_is_told_once_and_by_one(store: SqlStore) -> None:
    open_table(store)
    store.put_contact(contact("h1"))
    assert not store.claim_contact("h1", 5, NOW, 1000)  # nobody has agreed to it
    assert store.confirm_contact("h1", NOW)
    assert store.confirm_contact("h1", NOW + 9)
    assert store.find_contact("h1") == replace(contact("h1"), confirmed_ms=NOW)

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(lambda _: store.claim_contact("h1", 5, NOW, 1000), range(8)))
    assert sum(won) == 1
    assert not store.claim_contact("h1", 5, NOW + 999, 1000)
    assert store.claim_contact("h1", 5, NOW + 1001, 1000)  # whoever had it has died over it
    store.release_contact("h1")
    assert store.claim_contact("h1", 5, NOW + 1002, 1000)  # ... or has given it back
    store.told_contact("h1", 5, NOW + 1003)
    assert not store.claim_contact("h1", 5, NOW + 9_000_000, 1000)
    assert store.claim_contact("h1", 6, NOW + 9_000_000, 1000)  # another turn


def test_an_address_is_known_over_all_tables(store: SqlStore) -> None:
    for table in ("t1", "t2"):
        open_table(store, table)
        store.put_contact(contact(f"of-{table}", table=table))
        store.confirm_contact(f"of-{table}", NOW)
    store.put_contact(contact("bob", 1, "bob@example.org"))
    assert store.last_told("mail", "ana@example.org") == 0
    store.told_contact("of-t2", 1, NOW + 5)
    assert store.last_told("mail", "ana@example.org") == NOW + 5
    assert store.last_told("push", "ana@example.org") == 0
    found = store.contacts_at("mail", "ana@example.org")
    assert [each.handle for each in found] == ["of-t1", "of-t2"]


def test_whoever_is_sent_away_is_told_nothing_more(store: SqlStore) -> None:
    open_table(store)
    change_keys(store, KeyChange(NOW, seat=0, add=(key("ana"),)))
    store.put_contact(contact("h1"))
    change_keys(store, KeyChange(NOW, seat=0))
    assert len(store.contacts("t1")) == 1
    change_keys(store, KeyChange(NOW, seat=0, drop_contacts=True))
    assert store.contacts("t1") == []


def test_contacts_are_in_a_backup_and_missing_ones_are_no_error(make: Make, tmp_path: Path) -> None:
    store, other, third = make(), make(), make()
    open_table(store)
    store.put_contact(contact("h1"))
    store.confirm_contact("h1", NOW)
    store.put_tally("t1", b"tally")
    store.backup(tmp_path / "now.db")
    other.restore(tmp_path / "now.db")
    assert other.contacts("t1") == store.contacts("t1")
    assert other.tallies() == []
    with sqlite3.connect(tmp_path / "now.db") as old:  # as the first version had it
        old.execute("DROP TABLE contacts")
        old.execute("DROP TABLE tallies")
    old.close()
    third.restore(tmp_path / "now.db")
    assert third.contacts("t1") == []
    assert third.verify().ok


# What is known of tables without reading their logs


def test_tables_are_counted_and_their_openings_known(store: SqlStore) -> None:
    open_table(store, "t1", moves=2)
    open_table(store, "t2")
    add_entry(store, "t2", Began())
    assert store.counts() == {"waiting": 1, "playing": 1}
    assert store.opened(["t1", "t2", "t3"]) == {"t1": OPENED, "t2": OPENED}


def test_it_is_known_when_a_seat_last_acted(store: SqlStore) -> None:
    open_table(store)
    store.append([Append("t1", 1, (new(at=50), New(Said(1, "hello"), NOW + 60, None, 1)))])
    assert store.last_acted("t1", 0) == NOW + 50
    assert store.last_acted("t1", 1) == NOW + 60
    assert store.last_acted("t1", 2) is None


def test_pages_of_tables_go_back_in_time(store: SqlStore) -> None:
    for number in range(5):
        store.create(row(f"t{number}", at=number), SEED, [new(OPENED)])
    first = store.tables(limit=2)
    assert [each.id for each in first] == ["t4", "t3"]
    then = store.tables(limit=9, created_before=first[-1].created_ms)
    assert [each.id for each in then] == ["t2", "t1", "t0"]


def test_notes_are_kept_apart_from_our_own_rows(store: SqlStore) -> None:
    assert store.note("closed") is None
    store.set_note("closed", "since noon")
    store.set_note("closed", "since one")
    store.set_note("format", "99")
    assert (store.note("closed"), store.note("format")) == ("since one", "99")
    store.set_note("closed", None)
    store.set_note("closed", None)
    assert store.note("closed") is None
    assert store.verify().ok


def test_finished_tables_are_tallied_once(store: SqlStore) -> None:
    for table in ("t1", "t2", "t3"):
        open_table(store, table)
    for table in ("t1", "t2"):
        add_entry(store, table, Began())
        add_entry(store, table, Closed(SEED.hex()))
    assert sorted(store.untallied(10)) == ["t1", "t2"]
    assert len(store.untallied(1)) == 1
    store.put_tally("t1", b"first")
    store.put_tally("t1", b"second")
    store.put_tally("t9", b"of no table")
    assert store.untallied(10) == ["t2"]
    assert store.tallies() == [("temple", b"second")]


def add_entry(store: SqlStore, table: str, entry: Entry) -> None:
    head = store.heads([table])[table]
    assert isinstance(store.append([Append(table, head, (new(entry),))])[0], Committed)


# Export and import


def finished(store: SqlStore) -> str:
    open_table(store, "t1", "ABCD", moves=5)
    store.set_name("t1", 0, "Ana")
    store.append([Append("t1", 6, (new(Said(0, "é😀")), new(Closed(SEED.hex()))))])
    return "t1"


@pytest.mark.parametrize("whole", [False, True])
def test_export_import_export_gives_the_same_bytes(make: Make, whole: bool) -> None:
    there, here = make(), make()
    first = write_export(there.export(finished(there), whole=whole))
    made = here.import_(read_export(first), "WXYZ")
    assert write_export(here.export("t1", whole=whole)) == first
    old, entries = there.load("t1")
    assert here.load("t1") == (made, entries)
    assert made == replace(old, code="WXYZ", epoch=made.epoch)
    assert made.epoch != old.epoch
    assert here.seed("t1") == SEED
    assert here.names("t1") == ({0: "Ana"} if whole else {})
    assert here.verify().ok


def test_an_export_shows_no_seed_before_the_end(make: Make) -> None:
    store = make()
    open_table(store, "t1", moves=2)
    assert store.export("t1").seed is None
    assert SEED.hex().encode() not in write_export(store.export("t1"))
    assert store.export("t1", whole=True).seed == SEED.hex()
    other = make()
    other.import_(store.export("t1"))
    assert other.seed("t1") is None


def test_an_imported_table_goes_on(make: Make) -> None:
    there, here = make(), make()
    open_table(there, "t1", moves=2)
    here.import_(there.export("t1", whole=True))
    add(here, "t1", "next")
    assert here.append([Append("t1", 4, (new(cid="t1-0"),))]) == [Known(2)]
    assert here.verify().ok
    with pytest.raises(TableExists):
        here.import_(there.export("t1"))


def tampered(document: Any, how: str) -> Any:
    entries = document["entries"]
    match how:
        case "body":
            entries[3]["body"]["seat"] = 2
        case "order":
            entries[3], entries[4] = entries[4], entries[3]
        case "missing":
            del entries[3]
        case "cut short":
            del entries[-1]
        case "doubled":
            entries.insert(3, entries[3])
        case "head":
            document["head_hash"] = "0" * 64
        case "seed":
            document["seed"] = "00" * 32
        case "no seed":
            document["seed"] = "xyz"
        case "game":
            document["table"]["game"] = "valley"
        case "version":
            document["v"] = 2
        case "format":
            document["format"] = "chess"
        case "more":
            document["more"] = 1
        case "names":
            document["names"] = {"17": "Ana"}
        case "empty":
            document["entries"] = []
    return document


HOWS = (
    "body", "order", "missing", "cut short", "doubled", "head", "seed", "no seed", "game",
    "version", "format", "more", "names", "empty",
)  # fmt: skip


@pytest.mark.parametrize("how", HOWS)
def test_a_tampered_export_is_refused(make: Make, how: str) -> None:
    there, here = make(), make()
    document = json.loads(write_export(there.export(finished(there), whole=True)))
    with pytest.raises(ExportError):
        read_export(json.dumps(tampered(document, how)).encode())
    assert here.tables() == []


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"entries":[1]}'])
def test_what_is_no_export_is_refused(data: bytes) -> None:
    with pytest.raises(ExportError):
        read_export(data)


def test_import_checks_for_itself(make: Make) -> None:
    there, here = make(), make()
    export = there.export(finished(there))
    with pytest.raises(ExportError):
        here.import_(replace(export, entries=export.entries[:-1]))
    assert here.tables() == []


# Backup


def test_a_backup_taken_while_appending_is_whole(make: Make, tmp_path: Path) -> None:
    store = make()
    tables = [open_table(store, f"t{number}", f"C{number}", moves=3) for number in range(4)]
    change_keys(store, KeyChange(NOW, seat=0, add=(key("ana", table="t0"),)), "t0")
    store.set_name("t0", 0, "Ana")
    store.put_tally("t0", b"x" * 3_000_000)
    before = store.heads(tables)
    done = threading.Event()

    def play() -> int:
        number = 0
        while not done.is_set():
            add(store, tables[number % 4], f"play-{number}")
            number += 1
        return number

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        try:
            for number in range(3):
                store.backup(tmp_path / f"backup{number}.db")
        finally:
            done.set()
        assert playing.result() > 0
    after = {table: store.load(table)[1] for table in tables}
    restored = make()
    restored.restore(tmp_path / "backup2.db")
    report = restored.verify()
    assert report.ok
    assert report.tables == 4
    for table in tables:
        row, entries = restored.load(table)
        assert entries == after[table][: row.head]
        assert row.head >= before[table]
        assert row.epoch != store.load(table)[0].epoch
    assert restored.find_key(key("ana", table="t0").hash) == key("ana", table="t0")
    assert (restored.names("t0"), restored.seed("t0")) == ({0: "Ana"}, SEED)
    assert restored.tallies() == []
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_of_either_store_restores_into_the_other(
    make: Make, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    store = make()
    finished(store)
    store.backup(tmp_path / "backup.db")
    if isinstance(store, SqliteStore):
        other: SqlStore = PostgresStore(request.getfixturevalue("postgres").fresh_address())
    else:
        other = SqliteStore(tmp_path / "other.db")
    with other:
        other.restore(tmp_path / "backup.db")
        whole = write_export(store.export("t1", whole=True))
        assert write_export(other.export("t1", whole=True)) == whole
        assert other.verify().ok


def test_only_an_empty_store_is_restored_into_and_only_from_a_sound_backup(
    make: Make, tmp_path: Path
) -> None:
    store, other = make(), make()
    open_table(store, moves=3)
    store.backup(tmp_path / "good.db")
    with pytest.raises(StoreUnfit, match="not-empty"):
        store.restore(tmp_path / "good.db")
    run(store, "UPDATE entries SET at_ms = 1 WHERE seq = 3")
    store.backup(tmp_path / "bad.db")
    (tmp_path / "garbage.db").write_bytes(b"garbage " * 1000)
    for bad in ("bad.db", "garbage.db", "none.db"):
        with pytest.raises(StoreUnfit):
            other.restore(tmp_path / bad)
        assert other.tables() == []
    other.restore(tmp_path / "good.db")
    assert other.verify().ok


# Failure


def test_an_objection_inside_a_transaction_leaves_nothing_and_breaks_nothing(
    store: SqlStore,
) -> None:
    open_table(store, "t1", "ABCD")
    for _ in range(20):
        with pytest.raises(CodeTaken):
            store.create(row("t2", "ABCD"), SEED, [new(OPENED)])
    add(store, "t1", "after")
    assert store.verify().ok


def test_when_the_outcome_is_unknown_only_the_log_can_tell(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the commit reached the disk before or after the error: the caller hears the same."""
    for reached in (True, False):
        store = make()
        open_table(store, "t1", moves=1)
        fail_commit(store, reached, monkeypatch)
        with pytest.raises(StoreFailed):
            store.append([Append("t1", 2, (new(cid="doubtful"),))])
        store.close()
        with reopened(store) as again:
            assert again.known("t1", ["doubtful"]) == ({"doubtful": 3} if reached else {})
            [result] = again.append([Append("t1", 2, (new(cid="doubtful"),))])
            assert result == Known(3) if reached else isinstance(result, Committed)
            assert [each.cid for each in again.load("t1")[1]] == [None, "t1-0", "doubtful"]
            assert again.verify().ok


def fail_commit(store: SqlStore, reached: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit is done, or not, and then the disk or the network fails for good."""

    def commit(connection: Any) -> None:
        connection.execute("COMMIT" if reached else "ROLLBACK")
        if isinstance(store, SqliteStore):
            raise sqlite3.OperationalError("disk I/O error")
        connection.close()
        monkeypatch.setattr(store, "_connect", refuse)
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    def refuse() -> None:
        raise psycopg.OperationalError("connection refused")

    monkeypatch.setattr(store, "_commit", commit)
    if isinstance(store, PostgresStore):
        monkeypatch.setattr(store, "_patience", 0.2)


def reopened(store: SqlStore) -> SqlStore:
    if isinstance(store, SqliteStore):
        return SqliteStore(store.path)
    assert isinstance(store, PostgresStore)
    return PostgresStore(store._address)
