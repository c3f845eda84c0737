"""A finished game can be checked by anybody, and no forgery of it passes."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import yupana.server.again as again_module
import yupana.server.verify as verify_module
from yupana.core.edition import Edition
from yupana.core.game import CHANCE, Event, Game
from yupana.core.record import digest
from yupana.games import GAMES
from yupana.games.temple import Temple
from yupana.games.wiraqocha import Wiraqocha
from yupana.server.again import DiceAgain, again_commitment, again_key, again_nonce
from yupana.server.dice import FairDice, commitment, dice_key, sample, server_nonce
from yupana.server.faces import TOGETHER, Roll, count_faces, usual
from yupana.server.verify import CODES, Report, verify

Tree = dict[str, Any]
SOURCES = [
    Path(module.__file__ or "").read_text("utf-8") for module in (verify_module, again_module)
]


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def seal(tree: Tree) -> Tree:
    """Numbers and hashes all entries anew, as a forger would who knows how it is done."""
    previous = "0" * 64
    for seq, entry in enumerate(tree["entries"], 1):
        entry["seq"] = seq
        hashed = {name: entry[name] for name in ("seq", "cid", "seat", "kind", "body", "at_ms")}
        previous = hashlib.sha256(previous.encode() + canonical(hashed)).hexdigest()
        entry["hash"] = previous
    tree["head_hash"] = previous
    return tree


class Builder:
    """Plays a table by chance and writes its log by hand."""

    def __init__(self, game: Game[Any, Any, Any], number: int, table: str = "table-1") -> None:
        self.game, self.table, self.rng = game, table, Random(number)
        self.seed = hashlib.sha256(f"seed {number}".encode()).digest()
        self.entries: list[Tree] = []
        self.events: list[Event[Any]] = []
        self.states: list[Any] = [game.setup()]
        self.nonces: list[str] = []

    def add(self, kind: str, body: Tree, by: int | None = None) -> None:
        cid = None if by is None else f"cid-{len(self.entries)}"
        at_ms = 1_700_000_000_000 + 1500 * len(self.entries)
        plain = json.loads(msgspec.json.encode(body))
        self.entries.append({"cid": cid, "seat": by, "kind": kind, "body": plain, "at_ms": at_ms})

    def open(self) -> None:
        body = {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "edition": self.game.edition.name,
            "edition_digest": self.game.edition.digest,
            "options": msgspec.to_builtins(self.game.options),
            "seats": self.game.seats,
            "policy": {"undo": "consent", "locked": False},
            "commit": commitment(self.seed),
        }
        self.add("opened", body)

    def sit(self, bots: int) -> None:
        people = self.game.seats - bots
        for seat in range(self.game.seats):
            person = seat < people
            nonce = self.rng.randbytes(16).hex()
            nonce = nonce if person else server_nonce(self.seed, self.table, seat)
            who = ("person", None, "seat") if person else ("bot", "greedy", "server")
            body = {"seat": seat, "nonce": nonce} | dict(
                zip(("player", "bot", "made_by"), who, strict=True)
            )
            self.nonces.append(nonce)
            self.add("sat", body, seat if person else None)

    def do(self, seat: int, move: Any) -> None:
        self.events.append(Event(seat, move))
        self.states.append(self.game.apply(self.states[-1], self.events[-1]))
        self.add("did", {"seat": seat, "move": move}, None if seat == CHANCE else seat)

    def take_back(self, seat: int, assisted: bool = False) -> None:
        """The last event of all."""
        number = len(self.events) - 1
        del self.events[-1], self.states[-1]
        self.add("took-back", {"seat": seat, "number": number, "assisted": assisted}, seat)

    def play(self) -> None:
        """Random moves; now and then one is taken back, alone or with all that came of it."""
        game, key = self.game, dice_key(self.seed, self.table, self.nonces)
        undos = 0
        while pending := game.pending(self.state):
            seat = self.rng.choice(pending)
            if seat == CHANCE:
                number = sum(event.seat == CHANCE for event in self.events)
                self.do(CHANCE, sample(game.chance(self.state), key, self.table, number))
                continue
            self.do(seat, game.moves(self.state, seat).pick(self.rng))
            if undos < 4 and self.rng.random() < 0.1 and game.pending(self.state):
                undos += 1
                self.take_back(seat)
            elif undos < 6 and len(self.events) > 12 and self.rng.random() < 0.05:
                undos += 1
                for _ in range(6):
                    self.take_back(seat, assisted=True)

    @property
    def state(self) -> Any:
        return self.states[-1]

    def export(self) -> Tree:
        table = {
            "id": self.table,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "created_ms": self.entries[0]["at_ms"],
        }
        return seal(
            {
                "format": "yupana table",
                "v": 1,
                "table": table,
                "entries": [dict(entry) for entry in self.entries],
                "seed": self.seed.hex(),
                "head_hash": "",
            }
        )


@cache
def built(name: str, number: int, seats: int = 2) -> tuple[Builder, bytes]:
    """A whole game and its export; one seat in two is a bot's."""
    builder = Builder(GAMES[name](seats), number)
    builder.open()
    builder.sit(bots=seats // 2)
    builder.add("said", {"seat": 0, "phrase": "good-luck"}, 0)
    builder.add("began", {"order": []})
    builder.play()
    builder.add("closed", {"seed": builder.seed.hex()})
    builder.add("said", {"seat": 1, "phrase": "well-played"}, 1)
    return builder, canonical(builder.export())


def fresh(name: str = "temple", number: int = 1) -> Tree:
    tree: Tree = json.loads(built(name, number)[1])
    return tree


def codes(report: Report) -> set[str]:
    for finding in report.findings:
        assert tuple(finding.facts) == CODES[finding.code], finding
    return {finding.code for finding in report.findings}


def check(tree: Tree, head: str | None = None) -> set[str]:
    return codes(verify(canonical(tree), head=head))


def entries(tree: Tree, kind: str) -> list[Tree]:
    return [entry for entry in tree["entries"] if entry["kind"] == kind]


# Games that are as they should be


def held(tree: Tree, edition: Edition) -> Tree:
    """The same file, holding the tables of an edition."""
    body = tree["entries"][0]["body"]
    body |= {"edition": edition.name, "edition_digest": edition.digest, "tables": edition.text()}
    return seal(tree)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_checked_by_the_tables_that_its_file_holds(name: str) -> None:
    edition = GAMES[name](2).edition
    report = verify(canonical(held(fresh(name), edition)))
    assert report.findings == ()
    assert (report.edition, report.edition_here) == ("classic", "same")
    own = replace(edition, name="mine", title="Mine")
    report = verify(canonical(held(fresh(name), own)))
    assert report.findings == ()
    assert (report.edition, report.edition_here) == ("mine", "none")


def test_a_server_that_calls_its_own_tables_classic_is_told_of() -> None:
    classic = Temple(2).edition
    edition = replace(classic, score=replace(classic.score, group=4))
    report = verify(canonical(held(fresh(), edition)))
    assert report.findings == ()
    assert (report.edition, report.edition_here) == ("classic", "other")


@pytest.mark.parametrize("rules", Wiraqocha.playable_versions())
def test_a_game_is_checked_by_the_version_of_the_rules_that_its_file_names(rules: int) -> None:
    tree = fresh("wiraqocha")
    tree["table"]["rules"] = tree["entries"][0]["body"]["rules"] = rules
    report = verify(canonical(seal(tree)))
    assert report.findings == ()
    assert report.rules == rules


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_an_honest_game_passes(name: str, number: int) -> None:
    builder, data = built(name, number)
    state = builder.state
    head = json.loads(data)["head_hash"]
    report = verify(data, head=head, digest=digest(builder.events, state))
    assert report.findings == ()
    assert report.ok
    assert (report.table, report.game, report.own_nonces) == ("table-1", name, 1)
    assert report.entries == len(builder.entries)
    assert report.outcomes == sum(event.seat == CHANCE for event in builder.events)
    assert report.moves == len(builder.events) - report.outcomes
    assert report.taken_back == sum(each["kind"] == "took-back" for each in builder.entries)
    assert report.digest == digest(builder.events, state)
    assert report.head_hash == head


def test_moves_were_taken_back_in_the_games_of_these_tests() -> None:
    reports = [verify(built(name, number)[1]) for name in GAMES for number in range(3)]
    assert sum(report.taken_back - report.assisted for report in reports) >= 10
    assert sum(report.assisted for report in reports) >= 12


def test_a_table_of_many_seats_passes() -> None:
    report = verify(built("temple", 5, seats=30)[1])
    assert report.ok
    assert report.own_nonces == 15
    assert report.moves >= 30 * 20


def test_a_file_that_was_laid_out_for_reading_passes_too() -> None:
    assert verify(json.dumps(fresh(), indent=2).encode()).ok


def test_what_the_server_itself_writes_passes() -> None:
    """The other authors of the same formats: the log's hashes and the export's fields."""
    from yupana.server.export import Export, TableFacts, write_export
    from yupana.server.log import KINDS, NOTHING, New, seal_all

    builder, _ = built("temple", 1)
    news = [
        New(
            msgspec.json.decode(canonical(each["body"]), type=KINDS[each["kind"]]),
            each["at_ms"],
            each["cid"],
            each["seat"],
        )
        for each in builder.entries
    ]
    stored = tuple(seal_all(news, 0, NOTHING, 0))
    facts = TableFacts(id="table-1", game="temple", rules=1, created_ms=stored[0].at_ms)
    export = Export(table=facts, entries=stored, head_hash=stored[-1].hash, seed=builder.seed.hex())
    report = verify(write_export(export), head=json.loads(built("temple", 1)[1])["head_hash"])
    assert report.findings == ()


# Forgeries


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list) and value:
        for at in range(len(value)):
            yield from leaves(value[at], (*path, at))
    elif value != []:
        yield path


def other(value: Any, rng: Random) -> Any:
    """Something close to the value: an int beside it, a text with one character changed."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return (
            value[:at]
            + rng.choice([c for c in "0123456789abcdef" if c != value[at]])
            + value[at + 1 :]
        )
    return "x" if value is None else None


def change(tree: Tree, path: tuple[Any, ...], rng: Random) -> None:
    here: Any = tree
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = other(here[path[-1]], rng)


@pytest.mark.parametrize(("name", "times"), [("temple", 250), ("paititi", 250)])
def test_no_file_with_one_bit_changed_passes(name: str, times: int) -> None:
    """500 of the thousand forgeries."""
    data, rng = built(name, 1)[1], Random(1)
    for _ in range(times):
        at, bit = rng.randrange(len(data)), rng.randrange(8)
        forged = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
        assert codes(verify(forged)), (at, bit, forged[at - 20 : at + 20])


@pytest.mark.parametrize(("name", "times"), [("temple", 125), ("paititi", 125)])
def test_no_file_with_one_field_changed_passes(name: str, times: int) -> None:
    """250 more, in any field."""
    rng = Random(2)
    paths = list(leaves(fresh(name)))
    for path in rng.sample(paths, times):
        tree = fresh(name)
        change(tree, path, rng)
        assert check(tree), path


@pytest.mark.parametrize(("name", "times"), [("temple", 125), ("paititi", 125)])
def test_no_history_sealed_anew_passes_where_somebody_noted_its_head(name: str, times: int) -> None:
    """The last 250: one field of an entry changed, and every hash after it put right."""
    rng = Random(3)
    head = fresh(name)["head_hash"]
    paths = [
        path
        for path in leaves(fresh(name))
        if path[0] == "entries" and path[2] not in ("seq", "hash")
    ]
    for path in rng.sample(paths, times):
        tree = fresh(name)
        change(tree, path, rng)
        assert check(seal(tree), head) & {"verify.other-head", "verify.unreadable"}, path


@pytest.mark.parametrize("name", GAMES)
def test_no_outcome_of_chance_can_be_replaced_even_if_all_is_sealed_anew(name: str) -> None:
    """What the server could wish for: other dice, possible ones, in a history without a flaw."""
    builder, _ = built(name, 1)
    rng = Random(4)
    for _ in range(10):
        tree = fresh(name)
        standing: list[Tree] = []
        for entry in tree["entries"]:
            if entry["kind"] == "did":
                standing.append(entry)
            elif entry["kind"] == "took-back":
                del standing[entry["body"]["number"]]
        events = builder.events
        at = rng.choice([i for i, event in enumerate(events) if event.seat == CHANCE])
        chance = builder.game.chance(builder.states[at])
        move = next(
            (m for m in (chance.sample(rng) for _ in range(200)) if m != events[at].move), None
        )
        if move is None:
            continue
        standing[at]["body"]["move"] = json.loads(msgspec.json.encode(move))
        report = verify(canonical(seal(tree)))
        assert "verify.chance" in codes(report)
        finding = next(each for each in report.findings if each.code == "verify.chance")
        assert finding.facts["said"] == builder.game.write_move(move)
        assert finding.facts["found"] == builder.game.write_move(events[at].move)
        assert finding.facts["seq"] == standing[at]["seq"]


def swap_seed(tree: Tree) -> None:
    """Another seed, and the commitment made to fit it afterwards."""
    seed = hashlib.sha256(b"a better one").digest()
    tree["seed"] = entries(tree, "closed")[0]["body"]["seed"] = seed.hex()
    tree["entries"][0]["body"]["commit"] = commitment(seed)


def swap_commitment(tree: Tree) -> None:
    tree["entries"][0]["body"]["commit"] = commitment(bytes(32))


def swap_nonce(tree: Tree) -> None:
    entries(tree, "sat")[0]["body"]["nonce"] = "ab" * 16


def choose_nonce(tree: Tree) -> None:
    entries(tree, "sat")[1]["body"]["nonce"] = "ab" * 16


def shout_nonce(tree: Tree) -> None:
    body = entries(tree, "sat")[0]["body"]
    body["nonce"] = body["nonce"].upper()


def leave_unseated(tree: Tree) -> None:
    tree["entries"].remove(entries(tree, "sat")[0])


def keep_seed(tree: Tree) -> None:
    tree["seed"] = None


def close_with_another_seed(tree: Tree) -> None:
    entries(tree, "closed")[0]["body"]["seed"] = "00" * 32


def rename_table(tree: Tree) -> None:
    tree["table"]["id"] = "table-2"


def rename_game(tree: Tree) -> None:
    tree["table"]["game"] = "valley"


def play_other_rules(tree: Tree) -> None:
    tree["table"]["rules"] = 2


def play_later_rules(tree: Tree) -> None:
    tree["table"]["rules"] = tree["entries"][0]["body"]["rules"] = 99


def play_another_edition(tree: Tree) -> None:
    tree["entries"][0]["body"]["edition_digest"] = "0" * 12


def hold_other_tables(tree: Tree) -> None:
    """With another digest than the log's first entry says."""
    tree["entries"][0]["body"]["tables"] = (
        Temple(1).edition.text().replace('"group":3', '"group":4')
    )


def hold_tables_of_another_name(tree: Tree) -> None:
    edition = replace(Temple(1).edition, name="another")
    tree["entries"][0]["body"]["tables"] = edition.text()


def hold_no_tables(tree: Tree) -> None:
    tree["entries"][0]["body"]["tables"] = "{"


def hold_a_table_twice(tree: Tree) -> None:
    """One reader would take the first, another the last."""
    tables = Temple(1).edition.text()
    tree["entries"][0]["body"]["tables"] = '{"name":"other",' + tables[1:]


def choose_options_that_are_none(tree: Tree) -> None:
    tree["entries"][0]["body"]["options"]["seats"] = 3


def name_a_file_as_edition(tree: Tree) -> None:
    tree["entries"][0]["body"]["edition"] = "/etc/passwd.toml"


def name_no_game(tree: Tree) -> None:
    tree["table"]["game"] = tree["entries"][0]["body"]["game"] = "chess"


def want_a_crowd(tree: Tree) -> None:
    tree["entries"][0]["body"]["seats"] = 2**60


def cut_the_end(tree: Tree) -> None:
    del tree["entries"][-4:]


def cut_a_move(tree: Tree) -> None:
    tree["entries"].remove(entries(tree, "did")[-1])


def cut_the_beginning(tree: Tree) -> None:
    del tree["entries"][0]


def empty(tree: Tree) -> None:
    tree["entries"] = []


def open_twice(tree: Tree) -> None:
    tree["entries"].insert(1, dict(tree["entries"][0]))


def go_on_after_the_end(tree: Tree) -> None:
    tree["entries"].append(dict(entries(tree, "did")[-1], cid=None, at_ms=2 * 10**12))


def take_back_after_the_end(tree: Tree) -> None:
    body = {"seat": 0, "number": 0, "assisted": True}
    entry = dict(tree["entries"][-1], kind="took-back", body=body, cid=None)
    tree["entries"].append(entry)


def write_twice(tree: Tree) -> None:
    """The first move of a seat once more."""
    first = next(each for each in entries(tree, "did") if each["body"]["seat"] == 0)
    at = tree["entries"].index(first)
    tree["entries"].insert(at + 1, dict(first, cid=None))


def write_elsewhere(tree: Tree) -> None:
    first = next(each for each in entries(tree, "did") if each["body"]["seat"] == 0)
    first["body"] = {"seat": 0, "move": dict(first["body"]["move"], number=99)}


def write_nonsense(tree: Tree) -> None:
    entries(tree, "did")[3]["body"]["move"] = {"type": "fly"}


def roll_sevens(tree: Tree) -> None:
    entries(tree, "did")[0]["body"]["move"]["faces"] = [7, 7, 7]


def say_the_unknown(tree: Tree) -> None:
    entries(tree, "said")[0]["kind"] = "whispered"


def _strike(tree: Tree, **body: Any) -> None:
    """Strikes something after the eighth event of the game, counted without those taken back."""
    assert not any(each["kind"] == "took-back" for each in tree["entries"][:14])
    entry = dict(tree["entries"][13], kind="took-back", body=body, cid=None, seat=None)
    tree["entries"].insert(14, entry)


def strike_nothing(tree: Tree) -> None:
    _strike(tree, seat=0, number=500, assisted=False)


def strike_what_is_over(tree: Tree) -> None:
    _strike(tree, seat=0, number=1, assisted=False)


def strike_the_dice(tree: Tree) -> None:
    _strike(tree, seat=0, number=0, assisted=False)


def strike_anothers(tree: Tree) -> None:
    did = entries(tree, "did")
    last = next(i for i, each in enumerate(did) if each["body"]["seat"] == 1)
    at = tree["entries"].index(did[last])
    body = {"seat": 0, "number": last, "assisted": False}
    tree["entries"].insert(at + 1, dict(did[last], kind="took-back", body=body, cid=None))


def repeat_a_cid(tree: Tree) -> None:
    entries(tree, "said")[1]["cid"] = entries(tree, "said")[0]["cid"]


def turn_back_the_clock(tree: Tree) -> None:
    tree["entries"][5]["at_ms"] = 1


def backdate_table(tree: Tree) -> None:
    tree["table"]["created_ms"] -= 1


def claim_the_dice_of_another_table(tree: Tree) -> None:
    """As if they had fallen before: right in themselves, but then the table would have another name."""
    opened = tree["entries"][0]["body"]
    opened["policy"] |= {"dice": tree["table"]["id"], "follows": tree["table"]["id"]}
    tree["table"]["id"] = "another-table"


FORGERIES: dict[Callable[[Tree], None], str] = {
    backdate_table: "verify.table",
    claim_the_dice_of_another_table: "verify.table",
    swap_seed: "verify.chance",
    swap_commitment: "verify.commitment",
    swap_nonce: "verify.chance",
    choose_nonce: "verify.server-nonce",
    shout_nonce: "verify.nonce",
    leave_unseated: "verify.nonce",
    keep_seed: "verify.no-seed",
    close_with_another_seed: "verify.closing-seed",
    rename_table: "verify.chance",
    rename_game: "verify.table",
    play_other_rules: "verify.table",
    play_later_rules: "verify.other-rules",
    play_another_edition: "verify.other-edition",
    name_a_file_as_edition: "verify.other-edition",
    hold_other_tables: "verify.other-edition",
    hold_tables_of_another_name: "verify.other-edition",
    hold_no_tables: "verify.other-edition",
    hold_a_table_twice: "verify.other-edition",
    choose_options_that_are_none: "verify.game",
    name_no_game: "verify.game",
    want_a_crowd: "verify.game",
    cut_the_end: "verify.not-over",
    cut_a_move: "verify.not-over",
    cut_the_beginning: "verify.story",
    empty: "verify.story",
    open_twice: "verify.story",
    go_on_after_the_end: "verify.story",
    take_back_after_the_end: "verify.story",
    write_twice: "verify.illegal",
    write_elsewhere: "verify.illegal",
    write_nonsense: "verify.entry",
    roll_sevens: "verify.impossible",
    say_the_unknown: "verify.story",
    strike_nothing: "verify.no-such-move",
    strike_what_is_over: "verify.revealed",
    strike_the_dice: "verify.revealed",
    strike_anothers: "verify.not-own",
    repeat_a_cid: "verify.cid",
    turn_back_the_clock: "verify.time",
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_is_found_though_its_hashes_are_right(forge: Callable[[Tree], None]) -> None:
    tree = fresh()
    forge(tree)
    found = check(seal(tree))
    assert FORGERIES[forge] in found
    assert not found & {"verify.hash", "verify.head", "verify.sequence"}


def test_what_was_built_upon_cannot_be_taken_back() -> None:
    tree = fresh()
    _strike(tree, seat=0, number=0, assisted=True)
    assert "verify.built-upon" in check(seal(tree))


def test_an_entry_that_is_missing_or_moved_is_found_by_the_chain() -> None:
    tree = fresh()
    del tree["entries"][7]
    assert {"verify.sequence", "verify.hash"} <= check(tree)
    tree = fresh()
    tree["entries"][6:8] = tree["entries"][7], tree["entries"][6]
    assert {"verify.sequence", "verify.hash"} <= check(tree)
    tree = fresh()
    tree["head_hash"] = "0" * 64
    assert check(tree) == {"verify.head"}


def test_what_somebody_noted_is_compared() -> None:
    _, data = built("temple", 1)
    assert codes(verify(data, head="1" * 64)) == {"verify.other-head"}
    assert codes(verify(data, digest="1" * 16)) == {"verify.other-digest"}


def test_a_wrong_seed_is_not_told_a_thousand_times() -> None:
    tree = fresh("paititi")
    tree["seed"] = "00" * 32
    report = verify(canonical(tree))
    assert len(report.findings) + report.more > 20
    assert len(report.findings) <= 100


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"format":"yupana table","v":NaN}',
        b'{"format":"yupana table","v":1e400}',
        b'{"format":"yupana table","v":' + b"9" * 5000 + b"}",
        b'{"format":"yupana table","format":"yupana table"}',
        b'{"format":"\\ud800"}',
        '{"format":"yupana table"}'.encode("utf-16"),
        canonical(fresh() | {"v": 2}),
        canonical(fresh() | {"v": True}),
        canonical(fresh() | {"format": "yupana"}),
        canonical(fresh() | {"more": 1}),
        canonical(fresh() | {"entries": 7}),
    ],
    ids=range(18),
)
def test_what_is_no_export_is_said_to_be_none(data: bytes) -> None:
    assert codes(verify(data)) == {"verify.unreadable"}


def test_every_code_was_seen_in_these_tests() -> None:
    """The list of codes is what the sentences are written for: nothing in it is for show."""
    seen = {*FORGERIES.values(), "verify.unreadable", "verify.built-upon", "verify.hash"}
    seen |= {"verify.sequence", "verify.head", "verify.other-head", "verify.other-digest"}
    seen |= {"verify.branch", "verify.origin"}  # in test_branch.py
    seen |= {"verify.draw", "verify.reveal", "verify.void", "verify.seal"}  # in test_draws.py
    assert seen == set(CODES)


# The dice of the verifier are not those of the server


def test_the_verifier_imports_nothing_that_plays() -> None:
    for node in (each for source in SOURCES for each in ast.walk(ast.parse(source))):
        if isinstance(node, ast.ImportFrom):
            ours = (node.module or "").startswith("yupana.server")
            assert not ours or node.module in ("yupana.server.faces", "yupana.server.again")
        elif isinstance(node, ast.Import):
            assert not {each.name for each in node.names} & {"hmac", "secrets", "random"}


def test_its_dice_are_short_enough_to_be_read_by_a_doubter() -> None:
    assert "class DiceAgain" in SOURCES[1]
    assert SOURCES[1].count("\n") <= 80


@given(
    st.binary(min_size=32, max_size=32),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.lists(st.binary(min_size=16, max_size=16), max_size=5),
    st.integers(0, 2**40),
    st.lists(st.integers(1, 2**32) | st.integers(1, 300), max_size=40),
)
def test_two_authors_come_to_the_same_dice(
    seed: bytes, table: str, nonces: list[bytes], number: int, stops: list[int]
) -> None:
    texts = [nonce.hex() for nonce in nonces]
    key = dice_key(seed, table, texts)
    assert again_commitment(seed) == commitment(seed)
    assert again_nonce(seed, table, 7) == server_nonce(seed, table, 7)
    assert again_key(seed, table, texts) == key
    ours, theirs = FairDice(key, table, number), DiceAgain(key, table, number)
    assert [ours.randrange(stop) for stop in stops] == [theirs.randrange(stop) for stop in stops]


# How the dice fell


def test_every_die_is_counted_face_by_face() -> None:
    builder, data = built("temple", 1)
    report = verify(data)
    rolls = [event.move.faces for event in builder.events if hasattr(event.move, "faces")]
    assert [die.die for die in report.dice] == [1, 2, 3]
    for die in report.dice:
        assert die.rolls == len(rolls) == sum(face.seen for face in die.faces)
        assert len(die.faces) == 6
        for face in die.faces:
            assert face.seen == sum(roll[die.die - 1] == int(face.face) for roll in rolls)
            assert face.low < face.expected < face.high
            assert face.expected == round(len(rolls) / 6, 1)


def test_dice_that_are_thrown_as_equals_are_counted_together() -> None:
    builder, data = built("wiraqocha", 1)
    (dice,) = verify(data).dice
    rolls = [event.move.dice for event in builder.events if type(event.move).__name__ == "Rolled"]
    assert dice.die == TOGETHER
    assert [face.face for face in dice.faces] == ["1", "2", "3", "4", "5", "6"]
    thrown = [face for roll in rolls for face in roll]
    assert [face.seen for face in dice.faces] == [thrown.count(face) for face in range(1, 7)]
    assert dice.rolls == len(thrown) > 30


def test_a_game_of_cards_has_no_faces() -> None:
    assert verify(built("paititi", 1)[1]).dice == ()


def test_the_range_is_left_once_in_a_thousand_games() -> None:
    assert usual(0, 1 / 6) == (0, 0)
    assert usual(10, 1.0) == (10, 10)
    assert usual(60, 1 / 6) == (2, 20)
    dice, outside, games = FairDice(bytes(32), "usual", 0), 0, 4000
    low, high = usual(30, 1 / 6)
    for _ in range(games):
        seen = sum(dice.randrange(6) == 0 for _ in range(30))
        outside += not low <= seen <= high
    assert outside <= games / 1000 * 3


def test_dice_that_are_loaded_leave_the_range() -> None:
    builder, _ = built("temple", 1)
    faces = builder.events[0].move
    chance = builder.game.chance(builder.game.setup())
    loaded = [Roll(chance, msgspec.structs.replace(faces, faces=(3, 3, 3)), ())] * 60
    for die in count_faces(loaded):
        seen = {face.face: face for face in die.faces}
        assert seen["3"].seen == 60 > seen["3"].high
        assert all(face.seen < face.low for face in die.faces if face.face != "3")
