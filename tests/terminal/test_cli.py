"""The command line: what it prints, and that it refuses in one sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from yupana.cli import main
from yupana.games import GAMES
from yupana.games.temple import Temple
from yupana.shelf import edition_text

SHEET = """     a  b  c  d  e  f
  1  1  2  3  4  .  .
  2  .  D  .  .  D  .
  3  .  .  D  D  .  .
  4  .  .  D  D  .  .
  5  .  D  .  .  D  .
  6  .  .  .  .  .  M
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence on stderr with which the command was refused."""
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("yupana: ")
    assert err.count("\n") == 1
    return err.removeprefix("yupana: ").strip()


def test_games_are_listed_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "games")
    assert "The Temple of Apikhabou  (1-100 seats)" in text
    assert "--option side=A|B  (default A)" in text
    listed = json.loads(run(capsys, "games", "--json"))
    assert [game["name"] for game in listed] == list(GAMES)
    assert listed[0]["seats"] == [1, 100]


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_shown_whole_and_by_clause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    letter = name[0].upper()
    assert f"{letter}-1.2 (law)" in run(capsys, "rules", name)
    assert run(capsys, "rules", name, f"{letter.lower()}-1.2").startswith(f"{letter}-1.2 (law)")
    clause = json.loads(run(capsys, "rules", name, f"{letter}-1.2", "--json"))
    assert clause[0]["id"] == f"{letter}-1.2"


def test_a_sheet_from_paper_is_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)
    text = run(capsys, "score", "temple", "sheet.txt", "--option", "side=B")
    assert "Longest series                      4   a1 b1 c1 d1" in text
    trees = json.loads(run(capsys, "score", "temple", "sheet.txt", "--option", "side=B", "--json"))
    assert trees[0]["points"] == 2


def test_a_position_of_several_seats_is_scored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = Temple(2, side="B")
    (tmp_path / "position.txt").write_text(game.write_position(game.setup()))
    text = run(capsys, "score", "temple", "position.txt", "--seats", "2", "--option", "side=B")
    assert text.startswith("seat 1\nStars")
    assert "seat 2\nStars" in text


@pytest.mark.parametrize("name", GAMES)
def test_bots_are_simulated_and_their_games_replayed(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seats = str(max(2, GAMES[name].seats_allowed[0]))
    arguments = (
        "simulate",
        name,
        "--seats",
        seats,
        "--bots",
        "uniform",
        "--games",
        "4",
        "--seed",
        "x",
    )
    text = run(capsys, *arguments, "--records", "kept")
    assert f"4 games of {name}, {seats} seats" in text
    assert " all  uniform" in text
    assert "decisions a game" in text
    once = json.loads(run(capsys, *arguments, "--json"))
    assert once == json.loads(run(capsys, *arguments, "--json", "--jobs", "2"))
    record = tmp_path / "kept" / f"{name}-000003.yupana"
    replayed = run(capsys, "replay", str(record))
    assert "bot uniform (1):" in replayed
    assert "bot uniform (2):" in replayed
    told = json.loads(run(capsys, "replay", str(record), "--json"))
    assert told["outcome"]["scores"] == once["results"][3]["scores"]


def test_a_replay_can_be_stepped_through(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "simulate", "temple", "--bots", "uniform", "--games", "1", "--records", "kept")
    pauses = []
    monkeypatch.setattr("builtins.input", lambda: pauses.append(1))
    text = run(capsys, "replay", "kept/temple-000000.yupana", "--step")
    assert len(pauses) >= 25
    assert text.count("round ") >= len(pauses)


def test_results_of_a_solo_simulation_name_the_levels(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "simulate", "temple", "--games", "3", "--bots", "uniform")
    assert "Tourist" in text
    assert "100.0 %  Tourist" in text


def test_the_fuzzer_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert ", 0 broken" in run(capsys, "fuzz", "temple", "--games", "3")
    assert json.loads(run(capsys, "fuzz", "temple", "--games", "3", "--json"))["broken"] == []


def test_the_fuzzer_shows_what_broke(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Temple, "heading", lambda self, state: "yupana")
    monkeypatch.setattr(Temple, "score_seen", lambda self, view, seat: None)
    assert main(["fuzz", "temple", "--games", "1"]) == 3
    out = capsys.readouterr().out
    assert "1 broken" in out
    assert "yupana record 1" in out


@pytest.mark.parametrize("name", GAMES)
def test_editions_are_shown_checked_and_given_as_a_template(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = run(capsys, "edition", "show", name)
    assert "reconstructed " in text
    assert "fact " in text
    assert "to check " in text
    assert "All is well." in run(capsys, "edition", "check", name)
    assert run(capsys, "edition", "template", name) == edition_text(GAMES[name], "classic")
    assert (
        json.loads(run(capsys, "edition", "show", name, "--json"))["edition"]["name"] == "classic"
    )


OWN = 'extends = "classic"\nname = "mine"\ntitle = "Mine"\n[penny]\nmost = 12\n'


def test_an_edition_of_ones_own_is_played_by_path_and_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(OWN)
    assert "All is well." in run(capsys, "edition", "check", "temple", "./mine.toml")
    assert "owner         penny.most = 12" in run(capsys, "edition", "show", "temple", "mine.toml")
    run(
        capsys,
        "simulate",
        "temple",
        "--games",
        "1",
        "--edition",
        "mine.toml",
        "--bots",
        "uniform",
        "--records",
        "kept",
    )
    record = "kept/temple-000000.yupana"
    assert "there are classic" in refused(capsys, "replay", record)
    assert "round 1" in run(capsys, "replay", record, "--edition", "mine.toml")
    sly = (tmp_path / record).read_text().replace("edition mine ", "edition ./mine.toml ")
    (tmp_path / "sly.yupana").write_text(sly)
    assert "There is no edition “./mine.toml”" in refused(capsys, "replay", "sly.yupana")
    folder = tmp_path / "home" / "editions" / "temple"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(OWN)
    assert "editions: classic, mine" in run(capsys, "games")
    assert "round 1" in run(capsys, "replay", record)
    assert run(capsys, "edition", "template", "temple", "mine") == OWN


def test_a_record_of_an_edition_that_changed_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(OWN)
    run(
        capsys,
        "simulate",
        "temple",
        "--games",
        "1",
        "--edition",
        "mine.toml",
        "--bots",
        "uniform",
        "--records",
        "kept",
    )
    (tmp_path / "mine.toml").write_text(OWN.replace("12", "13"))
    said = refused(capsys, "replay", "kept/temple-000000.yupana", "--edition", "mine.toml")
    assert said.startswith("The record was played with other components: edition mine ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["rules", "chess"],
            "There is no game “chess”; there are valley, temple, wiraqocha, paititi.",
        ),
        (["rules", "temple", "T-99.9"], "temple has no clause T-99.9"),
        (["simulate", "temple", "--seats", "101"], "temple is for 1 to 100 seats, not 101."),
        (["simulate", "temple", "--seats", "0"], "temple is for 1 to 100 seats, not 0."),
        (
            ["play", "temple", "--people", *"abc", "--option", "side=C"],
            "temple cannot be set up so: ",
        ),
        (["play", "temple", "--option", "cheat=yes"], "temple has no option “cheat”; it has side."),
        (["play", "temple", "--option", "side"], "“side” is not an option; write NAME=VALUE"),
        (
            ["play", "temple", "--bots", "alphazero"],
            "There is no bot “alphazero”; there are novice, scout, guide, amauta, greedy, uniform.",
        ),
        (
            ["simulate", "temple", "--seats", "3", "--bots", "greedy", "uniform"],
            "2 bots are named for 3 seats",
        ),
        (
            ["simulate", "temple", "--games", "0"],
            "--games must be a whole number of at least 1, not 0.",
        ),
        (
            ["fuzz", "temple", "--jobs", "-2"],
            "--jobs must be a whole number of at least 1, not -2.",
        ),
        (["replay", "nowhere.yupana"], "There is no file nowhere.yupana."),
        (["replay", "."], ". cannot be read: "),
        (
            ["edition", "check", "temple", "grand"],
            "There is no edition “grand”; there are classic.",
        ),
        (
            ["score", "temple", "large.txt"],
            "large.txt is too large to be ours: the limit is 1,024 kB.",
        ),
        (["replay", "noise.bin"], "noise.bin is not a text file."),
        (["replay", "zeros.bin"], "zeros.bin is not a text file."),
        (["replay", "sheet.txt"], "This is not a Yupana record: its first line should be"),
        (["play", "--resume", "json.txt"], "The record is not valid JSON of ours: "),
        (["score", "temple", "sheet.txt"], "Row 1 shows 6 places; 4 are there."),
        (
            ["edition", "check", "temple", "hole.toml"],
            "sides.B: cells: 35 found, but [expect] says 36",
        ),
        (
            ["edition", "check", "temple", "dangling.toml"],
            "source.status names “dice.colour”, which does not exist.",
        ),
        (
            ["edition", "check", "temple", "count.toml"],
            "sides.B: doors: 8 found, but [expect] says 9",
        ),
        (
            ["edition", "check", "temple", "classic2.toml"],
            "The edition calls itself “mine” but its file is classic2.toml",
        ),
        (
            ["edition", "check", "temple", "./classic.toml"],
            "The name “classic” belongs to an edition that comes with",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    classic = edition_text(Temple, "classic").replace('name = "classic"', 'name = "{}"', 1)
    holed = classic.replace("..DD..\n..DD..", "..DD..\n. DD..").format("hole")
    (tmp_path / "hole.toml").write_text(holed)
    (tmp_path / "dangling.toml").write_text(classic.format("dangling") + '"dice.colour" = "fact"\n')
    counted = classic.replace(
        "[expect.B]\ncells = 36\ndoors = 8", "[expect.B]\ncells = 36\ndoors = 9"
    )
    (tmp_path / "count.toml").write_text(counted.format("count"))
    (tmp_path / "classic2.toml").write_text(OWN)
    (tmp_path / "classic.toml").write_text(OWN.replace("mine", "classic"))
    (tmp_path / "large.txt").write_text("." * 2_000_000)
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    (tmp_path / "zeros.bin").write_bytes(bytes(100))
    (tmp_path / "sheet.txt").write_text(SHEET)
    (tmp_path / "json.txt").write_text('{"header": {}}')
    assert refused(capsys, *arguments).startswith(sentence)


def test_a_truncated_record_and_one_of_another_version_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, "simulate", "temple", "--bots", "uniform", "--games", "1", "--records", "kept")
    whole = (tmp_path / "kept" / "temple-000000.yupana").read_text()
    (tmp_path / "cut").write_text(whole[: len(whole) // 2].rpartition("\n")[0])
    assert refused(capsys, "replay", "cut").startswith("The record breaks off after ")
    (tmp_path / "old").write_text(whole.replace("rules 1", "rules 7"))
    said = refused(capsys, "replay", "old")
    assert (
        said
        == "The record was played with version 7 of the temple rules; this Yupana plays version 1."
    )
    (tmp_path / "odd").write_text(whole.replace("  1 ", "  1 77", 1))
    assert "cannot be replayed: Clause T-" in refused(capsys, "replay", "odd")
    (tmp_path / "seat").write_text(whole.replace("  1 ", "  2 ", 1))
    assert "Seat 2 has nothing to decide now." in refused(capsys, "replay", "seat")


def test_what_cannot_be_written_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    blocked = tmp_path / "kept" / "temple-000000.yupana"
    blocked.mkdir()
    arguments = ("simulate", "temple", "--bots", "uniform", "--games", "1", "--records", "kept")
    assert main(arguments) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_new_game_never_overwrites_a_kept_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", close)
    for name in ("temple.yupana", "temple-2.yupana", "temple-3.yupana"):
        assert f"Saved in {name}." in run(capsys, "play", "temple")
    assert len(list(tmp_path.glob("*.yupana"))) == 3
    assert "Saved in temple-2.yupana." in run(capsys, "play", "--resume", "temple-2.yupana")


def test_help_is_worth_reading(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    for command in ("games", "rules", "play", "score", "replay", "simulate", "fuzz", "edition"):
        assert f"\n    {command} " in text
    assert "yupana play temple" in text
    assert "Henri Kermarrec" in text
    with pytest.raises(SystemExit) as stop:
        main(["dance"])
    assert stop.value.code == 2


def test_it_runs_as_a_program_and_survives_a_closed_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "yupana.cli", "rules", "temple"]
    environment = {**os.environ, "YUPANA_HOME": str(tmp_path)}
    whole = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert b"T-7.4" in whole.stdout
    reader, writer = os.pipe()
    os.close(reader)
    broken = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(writer)
    assert b"Traceback" not in broken.stderr
