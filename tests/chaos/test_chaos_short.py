"""Each experiment for a few seconds, and every deliberately broken build. The whole of it is `make chaos`."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.chaos import __main__ as chaos
from tests.chaos.broken import every
from tests.chaos.checker import Entry, Log, canonical, check, faults_of
from tests.chaos.verdict import Ask, Broken, Late, Verdict

DEFECTS = every()
SEEDS = range(1, 7)
"""Some defects show only if something comes at a bad moment, and on a busy machine something else may be late first, which
proves nothing: each is looked for in up to so many short runs."""


@pytest.mark.parametrize("name", chaos.EXPERIMENTS)
def test_the_promise_holds(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = chaos.experiment(name).run(Ask())
    with capsys.disabled():
        print(f"\n{verdict.guarantee} {name}: {verdict.line()}")
    assert verdict.figures or verdict.left_out


@pytest.mark.parametrize("name", DEFECTS)
def test_a_broken_build_is_found_out(name: str) -> None:
    defect = DEFECTS[name]
    run = chaos.experiment(defect.experiment).run
    if defect.caught is None:
        run(Ask(defect=name))
        return

    for seed in SEEDS:
        try:
            run(Ask(defect=name, seed=seed, patient=False))
        except Broken as found:
            found.tidy()
            if re.search(defect.caught, str(found)):
                return
            if not isinstance(found, Late):
                raise
    pytest.fail(f"not found out as {defect.caught!r}")


def test_every_experiment_says_what_it_puts_to_the_test() -> None:
    page = chaos.PAGE.read_text("utf-8")
    for name in chaos.EXPERIMENTS:
        assert chaos.experiment(name).PROMISE in page, name


def test_figures_are_written_row_by_row() -> None:
    old = "| G1 | kill | kills 1 | 60 s |"
    page = f"before\n{chaos.FIRST}\n{old}\n{chaos.LAST}\nafter"
    for name, guarantee, kills in (("disk", "G2", 1), ("power_loss", "G1b", 2), ("disk", "G2", 3)):
        verdict = Verdict(guarantee=guarantee, figures={"kills": kills})
        page = chaos.written(page, name, verdict, 60, "a1b2c3d+")
    rows = [line for line in page.splitlines() if line.startswith("| G")]
    assert rows == [
        "| G1 | kill | kills 1 | 60 s |  |",
        "| G1b | power_loss | kills 2 | 60 s | `a1b2c3d+` |",
        "| G2 | disk | kills 3 | 60 s | `a1b2c3d+` |",
    ]
    assert page.startswith("before\n")
    assert page.endswith("\nafter")


def test_a_row_names_the_commit_and_whether_files_differ_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "docs" / "guarantees.md"
    monkeypatch.setattr(chaos, "PAGE", page)
    page.parent.mkdir()
    assert chaos.commit_of_this_tree() == "", "no repository, no commit"
    page.write_text("rows\n")
    (tmp_path / "code.py").write_text("1\n")
    who = ("-c", "user.name=somebody", "-c", "user.email=nobody@example.org")
    for arguments in (("init", "-q"), ("add", "."), (*who, "commit", "-q", "-m", "first")):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    commit = chaos.commit_of_this_tree()
    assert re.fullmatch(r"[0-9a-f]{7,}", commit)
    page.write_text("other rows\n")
    assert chaos.commit_of_this_tree() == commit, "the page itself is what a run writes"
    (tmp_path / "code.py").write_text("2\n")
    assert chaos.commit_of_this_tree() == f"{commit}+"


# The judge is judged, too


def _log(*bodies: tuple[str, str | None, object]) -> Log:
    entries: list[Entry] = []
    previous = "0" * 64
    for seq, (kind, cid, body) in enumerate(bodies, 1):
        facts = {"at_ms": seq, "body": body, "cid": cid, "kind": kind, "seat": 0, "seq": seq}
        previous = hashlib.sha256(previous.encode() + canonical(facts)).hexdigest()
        entries.append(Entry(seq, cid, 0, kind, canonical(body), seq, previous))
    return Log(len(entries), previous, "playing", tuple(entries))


GOOD = _log(("opened", None, {}), ("began", None, {}), ("did", "c1", {"seat": 0, "move": {}}))
SEEN: dict[str, Any] = {
    "e": "view",
    "table": "t",
    "seat": 0,
    "head": 3,
    "rev": 1,
    "phase": "playing",
    "sum": "s",
}
TOLD: list[dict[str, Any]] = [
    {"e": "sent", "table": "t", "cid": "c1"},
    {"e": "ack", "table": "t", "cid": "c1", "seq": 3},
    SEEN | {"events": [{"seq": 3, "seat": 0, "did": "7 b4"}]},
]


def test_a_good_log_has_no_faults() -> None:
    assert list(faults_of(GOOD)) == []
    assert check({"t": GOOD}, TOLD)[1] == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"e": "ack", "table": "t", "cid": "c2", "seq": 4}, "lost"),
        ({"e": "ack", "table": "t", "cid": "c1", "seq": 2}, "two answers"),
        ({"e": "no", "table": "t", "cid": "c1", "code": "table.stale"}, "two answers"),
        ({"e": "head", "table": "t", "head": 4}, "phantom"),
        (SEEN | {"events": [{"seq": 3, "seat": 1, "did": "7 b4"}]}, "phantom"),
        (SEEN | {"events": [{"seq": 3, "seat": 0, "did": "7 b5"}]}, "phantom"),
        (SEEN | {"events": [], "rev": 2}, "view"),
        (SEEN | {"events": [], "phase": "over"}, "view"),
        (SEEN | {"events": [], "sum": "other"}, "view"),
        ({"e": "opened", "table": "u"}, "lost"),
        ({"e": "sat", "table": "t", "seat": 1, "nonce": "n"}, "lost"),
    ],
)
def test_the_checker_finds(line: dict[str, object], what: str) -> None:
    findings = check({"t": GOOD}, [*TOLD, line])[1]
    assert [each.what for each in findings] == [what]


def test_the_checker_finds_what_was_refused_and_done() -> None:
    told = [TOLD[0], {"e": "no", "table": "t", "cid": "c1", "code": "table.stale"}]
    assert [each.what for each in check({"t": GOOD}, told)[1]] == ["lying no"]


@pytest.mark.parametrize(
    ("at", "change", "fault"),
    [
        (2, {"body": b'{"move":{},"seat":1}'}, "hash"),
        (2, {"body": b'{"seat":0,"move":{}}'}, "text"),
        (2, {"seq": 4}, "gap"),
        (2, {"at_ms": 1}, "hash"),
        (1, {"cid": "c1"}, "doubled"),
        (1, {"hash": "0" * 64}, "hash"),
    ],
)
def test_the_checker_finds_a_changed_log(at: int, change: dict[str, object], fault: str) -> None:
    entries = list(GOOD.entries)
    entries[at] = entries[at]._replace(**change)  # type: ignore[arg-type]
    assert any(each.startswith(fault) for each in faults_of(GOOD._replace(entries=tuple(entries))))


def test_the_checker_knows_nothing_of_the_server() -> None:
    text = (Path(__file__).parent / "checker.py").read_text("utf-8")
    assert "yupana" not in re.sub(r'"""[\s\S]*?"""', "", text)
