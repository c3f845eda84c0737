"""The judge: reads the database and the clients' journals, and says what was promised and not kept.

It shares no code with the server. The log's format is written down in docs/hosting.md and read here from the
database itself, by plain SQL and JSON; the chain of hashes is worked out anew. The journals say what the
clients were told, in the order in which they were told it.

    python -m tests.chaos.checker FILE.db JOURNAL...
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.chaos.verdict import hold

NO_HASH = "0" * 64


class Entry(NamedTuple):
    seq: int
    cid: str | None
    seat: int | None
    kind: str
    body: bytes
    at_ms: int
    hash: str


class Log(NamedTuple):
    """One table as the database has it."""

    head: int
    head_hash: str
    status: str
    entries: tuple[Entry, ...]


Logs = dict[str, Log]
Line = dict[str, Any]

TABLES = "SELECT id, head, head_hash, status FROM tables"
ENTRIES = (
    "SELECT table_id, seq, cid, seat, kind, body, at_ms, hash FROM entries ORDER BY table_id, seq"
)


# Reading


def read_sqlite(path: Path) -> Logs:
    """From a copy: opening the file itself would tidy up what the next start is to find."""
    with _copied(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return _logs(connection.execute(TABLES), connection.execute(ENTRIES))


@contextmanager
def _copied(path: Path) -> Iterator[sqlite3.Connection]:
    with tempfile.TemporaryDirectory() as room:
        copy = Path(room) / "copy.db"
        for end in ("", "-wal"):
            if Path(f"{path}{end}").exists():
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        with closing(sqlite3.connect(copy)) as connection:
            yield connection


def read_postgres(address: str) -> Logs:
    import psycopg

    with psycopg.connect(address) as connection:
        tables = connection.execute(TABLES).fetchall()
        return _logs(tables, connection.execute(ENTRIES).fetchall())


def _logs(tables: Iterable[Any], entries: Iterable[Any]) -> Logs:
    found: dict[str, list[Entry]] = defaultdict(list)
    for table, *entry in entries:
        found[table].append(Entry(*entry))
    return {
        table: Log(head, hash_, status, tuple(found[table]))
        for table, head, hash_, status in tables
    }


def read_journals(paths: Iterable[Path]) -> Iterator[Line]:
    for path in paths:
        with path.open("rb") as lines:
            yield from map(json.loads, lines)


# The log by itself


def canonical(value: Any) -> bytes:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def faults_of(log: Log) -> Iterator[str]:
    """Whatever is wrong with one log: gaps, doubles, the chain, the clock, the head."""
    previous, at_ms = NO_HASH, 0
    for number, entry in enumerate(log.entries, 1):
        body = json.loads(bytes(entry.body))
        if entry.seq != number:
            yield f"gap: {entry.seq} in place {number}"
        if canonical(body) != bytes(entry.body):
            yield f"text of {entry.seq}"
        facts = entry._asdict() | {"body": body}
        del facts["hash"]
        if hashlib.sha256(previous.encode() + canonical(facts)).hexdigest() != entry.hash:
            yield f"hash of {entry.seq}"
        if entry.at_ms < at_ms:
            yield f"time of {entry.seq}"
        previous, at_ms = entry.hash, entry.at_ms
    if (len(log.entries), previous) != (log.head, log.head_hash):
        yield f"head {log.head}"
    for cid, times in Counter(each.cid for each in log.entries if each.cid).items():
        if times > 1:
            yield f"doubled: {cid}"


# The log beside what clients were told


class Finding(NamedTuple):
    """What was not kept, and where it can be looked up."""

    what: str
    """`lost`, `doubled`, `phantom`, `two answers`, `lying no`, `log` or `view`."""
    table: str
    facts: str

    def __str__(self) -> str:
        return f"{self.what} at {self.table}: {self.facts}"


def judged(when: str, findings: Iterable[Finding]) -> Counter[str]:
    """How often each promise was broken, by name. Raises Broken with the first that was."""
    found = list(findings)
    hold(not found, when, *found[:1], f"and {len(found) - 1} more" if found[1:] else "")
    return Counter(each.what for each in found)


class Counts(NamedTuple):
    """How much was looked at."""

    tables: int
    entries: int
    acked: int
    """Commands that were acknowledged."""
    answers: int
    """Acks in all, those for commands sent again among them."""
    views: int


def check(logs: Logs, journal: Iterable[Line]) -> tuple[Counts, list[Finding]]:
    """Everything at once. `journal`: all lines of all clients; each client's in its own order."""
    told = _Told(journal)
    findings = [
        Finding("doubled" if fault.startswith("doubled") else "log", table, fault)
        for table, log in logs.items()
        for fault in faults_of(log)
    ]
    findings += _lost(logs, told)
    findings += _lying(logs, told)
    for table, lines in told.seen.items():
        log = logs.get(table)
        if log is None:
            findings.append(Finding("lost", table, "the table"))
        else:
            findings += [Finding(*each) for each in _phantoms(table, log, lines)]
    entries = sum(len(log.entries) for log in logs.values())
    views = sum(len(lines) for lines in told.seen.values())
    answers = sum(len(each) for each in told.acks.values())
    return Counts(len(logs), entries, len(told.acks), answers, views), findings


class _Told:
    """The journals, sorted by what they say."""

    def __init__(self, journal: Iterable[Line]) -> None:
        self.acks: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.sends: Counter[tuple[str, str]] = Counter()
        self.refusals: dict[tuple[str, str], str] = {}
        self.seen: dict[str, list[Line]] = defaultdict(list)
        self.given: list[Line] = []
        self.taken_back: list[tuple[str, str, str]] = []
        """Commands that were acknowledged and refused after that."""
        for line in journal:
            key = (line["table"], line.get("cid", ""))
            match line["e"]:
                case "ack":
                    self.acks[key].append(line["seq"])
                case "sent":
                    self.sends[key] += 1
                case "no":
                    self.refusals[key] = line["code"]
                    if key in self.acks:
                        self.taken_back.append((*key, line["code"]))
                case "view" | "head":
                    self.seen[line["table"]].append(line)
                case "opened" | "sat":
                    self.given.append(line)


def _lost(logs: Logs, told: _Told) -> Iterator[Finding]:
    places = {
        table: {each.cid: each.seq for each in log.entries if each.cid}
        for table, log in logs.items()
    }
    for (table, cid), seqs in told.acks.items():
        if len(set(seqs)) > 1:
            yield Finding("two answers", table, f"{cid} {seqs}")
        found = places.get(table, {}).get(cid)
        if found is None:
            yield Finding("lost", table, f"{cid} acknowledged as {seqs[0]}")
        elif found not in seqs:
            yield Finding("two answers", table, f"{cid} is {found}, acknowledged as {seqs}")
    for table, cid, code in told.taken_back:
        yield Finding("two answers", table, f"{cid} acknowledged, then refused as {code}")
    for line in told.given:
        log = logs.get(line["table"])
        if log is None:
            yield Finding("lost", line["table"], "the table")
        elif line["e"] == "sat" and not _is_seated(log, line):
            yield Finding("lost", line["table"], f"seat {line['seat']}")


def _is_seated(log: Log, line: Line) -> bool:
    sat = [json.loads(bytes(each.body)) for each in log.entries if each.kind == "sat"]
    return any((each["seat"], each["nonce"]) == (line["seat"], line["nonce"]) for each in sat)


def _lying(logs: Logs, told: _Told) -> Iterator[Finding]:
    """Refused for good, sent once, and yet in the log."""
    for (table, cid), code in told.refusals.items():
        log = logs.get(table)
        known = log is not None and any(each.cid == cid for each in log.entries)
        if known and told.sends[table, cid] == 1 and (table, cid) not in told.acks:
            yield Finding("lying no", table, f"{cid} refused as {code}")


def _phantoms(table: str, log: Log, lines: list[Line]) -> Iterator[tuple[str, str, str]]:
    """What a client was shown and the log does not have; a view that is no prefix of the log."""
    shown: dict[tuple[int | None, int], str] = {}
    texts: dict[int, str] = {}
    revs, phases = _revs(log), _phases(log)
    for line in lines:
        head = line["head"]
        if head > log.head:
            yield "phantom", table, f"head {head} was shown, the log ends at {log.head}"
            continue
        if line["e"] != "view":
            continue
        seat = line["seat"]
        if seat is not None and line["rev"] != revs[seat][head]:
            yield "view", table, f"rev {line['rev']} of seat {seat} at {head}"
        if line["phase"] != phases[head]:
            yield "view", table, f"phase {line['phase']} at {head}"
        if shown.setdefault((seat, head), line["sum"]) != line["sum"]:
            yield "view", table, f"two views of seat {seat} at {head}"
        for event in line["events"]:
            yield from _phantom_events(table, log, event, texts)


def _phantom_events(
    table: str, log: Log, event: Line, texts: dict[int, str]
) -> Iterator[tuple[str, str, str]]:
    entry = log.entries[event["seq"] - 1]
    body = json.loads(bytes(entry.body))
    if "said" in event:
        same = entry.kind == "said" and body["phrase"] == event["said"]
    elif "seat_now" in event:
        kinds = {"bot": "stood-in", "bot-once": "covered", "person": "came-back"}
        same = entry.kind == kinds[event["seat_now"]]
    else:
        same = entry.kind in ("did", "took-back")
    text = str(event.get("did"))
    if not same or body["seat"] != event["seat"] or texts.setdefault(entry.seq, text) != text:
        yield "phantom", table, f"{event} was shown, the log has {entry}"


def _revs(log: Log) -> defaultdict[int, list[int]]:
    """For each seat, how far its own count had come at every head; without undo, its moves."""
    so_far: Counter[int] = Counter()
    found: defaultdict[int, list[int]] = defaultdict(lambda: [0] * (len(log.entries) + 1))
    for entry in log.entries:
        body = json.loads(bytes(entry.body))
        if entry.kind == "did":
            so_far[body["seat"]] += 1
        for seat in so_far:
            found[seat][entry.seq] = so_far[seat]
    return found


def _phases(log: Log) -> list[str]:
    phase, found = "gathering", ["gathering"]
    for entry in log.entries:
        phase = {"began": "playing", "closed": "over"}.get(entry.kind, phase)
        found.append(phase)
    return found


class Watch:
    """A quick look after every crash: is all there that was told since the last one but one?"""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._read = 0
        self._before: list[Line] = []

    def look(self, database: Path) -> list[Finding]:
        """Broken promises of this one crash; the file is left as the crash left it."""
        with self._journal.open("rb") as lines:
            lines.seek(self._read)
            news = [json.loads(line) for line in lines]
            self._read = lines.tell()
        told, self._before = self._before + news, news
        with _copied(database) as connection:
            heads = dict(connection.execute("SELECT id, head FROM tables"))
            found = (self._missing(connection, heads, line) for line in told)
            return [each for each in found if each is not None]

    def _missing(
        self, connection: sqlite3.Connection, heads: dict[str, int], line: Line
    ) -> Finding | None:
        table, what = line["table"], line["e"]
        if what in ("view", "head") and line["head"] > heads.get(table, 0):
            facts = f"head {line['head']} was shown, the log ends at {heads.get(table)}"
            return Finding("phantom", table, facts)
        if what == "ack":
            sql = "SELECT seq FROM entries WHERE table_id = ? AND cid = ?"
            found = connection.execute(sql, (table, line["cid"])).fetchall()
            if found != [(line["seq"],)]:
                kind = "lost" if not found else "doubled" if len(found) > 1 else "two answers"
                return Finding(kind, table, f"{line['cid']} was {line['seq']}, is {found}")
        return None


def main(database: str, *journals: str) -> int:
    counts, findings = check(read_sqlite(Path(database)), read_journals(map(Path, journals)))
    print(counts)
    for finding in findings:
        print(finding)
    return min(len(findings), 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
