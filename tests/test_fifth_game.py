"""A game of another author that has no words at all (tests/fifth_game): every command and the server take it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import Server
from yupana import games
from yupana.cli import main
from yupana.core.errors import OptionError
from yupana.games import GAMES
from yupana.words import Words

FIFTH = Path(__file__).parent / "fifth_game"
SOURCE = Path(__file__).parents[1] / "src"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), str(FIFTH)]))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process too: its folder has the package and what an installer writes beside it."""
    monkeypatch.syspath_prepend(str(FIFTH))


def yupana(*arguments: str, typed: str = "", code: int = 0, folder: Path | None = None) -> str:
    """A command in a process of its own; what it said. Never a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "yupana.cli", *arguments],
        input=typed, capture_output=True, text=True, encoding="utf-8", check=False, timeout=300,
        cwd=folder,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.mark.usefixtures("_installed")
def test_it_is_found_and_the_others_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(games.all_games()) == [*GAMES, "pebbles"]
    assert main(["games"]) == 0
    out, err = capsys.readouterr()
    assert "The Temple of Apikhabou  (1-100 seats)" in out
    assert "pebbles     Pebbles  (1-4 seats)\n" in out
    assert "--option turns=3|5  (default 3)\n" in out
    assert "--option greed=yes|no  (default no)\n" in out
    assert "--option bonus=N  (default 0)\n" in out
    assert err == ""


def test_games_are_listed_for_programs() -> None:
    listed = json.loads(yupana("games", "--json"))
    assert [each["name"] for each in listed] == [*GAMES, "pebbles"]
    assert listed[-1]["title"] == "Pebbles"


def test_its_rules_and_editions_are_shown() -> None:
    assert "P-1.2 (law) Whoever is to play takes" in yupana("rules", "pebbles")
    assert yupana("rules", "pebbles", "p-2.1").startswith("P-2.1 (law) The game is over")
    assert "fact          heap = 12" in yupana("edition", "show", "pebbles")


SAID = """help
moves
why roll 2
rule P-1.1
foo
score
take
take
pass
"""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_played_in_the_terminal(language: str) -> None:
    """The reasons of points and of the end by their codes, moves by their notation."""
    out = yupana("--lang", language, "play", "pebbles", "--seed", "7", typed=SAID)
    assert out.startswith("Pebbles. ")
    assert "Heap of (count: 12)" in out
    assert "take\npass\n" in out
    assert "P-1.2 (" in out
    assert "Pebbles not a move (text: foo)." in out
    assert "All in all " in out
    assert "  Pebbles taken (of: heap) " in out
    assert "All turns taken\n" in out
    assert "point" in out.split("All turns taken\n")[1]
    assert "Stone collector." in out


def test_it_is_played_against_bots_of_every_kind() -> None:
    bots = ("novice", "amauta", "greedy")
    out = yupana("play", "pebbles", "--seed", "3", "--bots", *bots, typed="pass\n" * 3)
    assert "bot amauta: take" in out or "bot amauta: pass" in out
    assert "   1. " in out


def test_bots_play_it_and_their_games_are_replayed(tmp_path: Path) -> None:
    out = yupana("simulate", "pebbles", "--games", "3", "--records", "kept", "--jobs", "2")
    assert "100.0 %  Stone collector" in out
    out = yupana("simulate", "pebbles", "--games", "3", "--seats", "3")
    assert "100.0 %  All turns taken" in out
    replayed = yupana("replay", "kept/pebbles-000002.yupana")
    assert "lap 1\n  * roll " in replayed
    assert "bot greedy: " in replayed
    assert "All turns taken\n" in replayed
    told = json.loads(yupana("replay", "kept/pebbles-000002.yupana", "--json"))
    assert told["outcome"]["why"] == "all-turns-taken"


def test_bots_compete_at_it_also_those_that_search(tmp_path: Path) -> None:
    arguments = ("arena", "pebbles", "--bots", "ismcts:20", "uniform", "--games", "4")
    assert "4 games in 4 blocks" in yupana(*arguments, "--html", "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<h1>Pebbles: the arena</h1>" in page
    assert "All turns taken" in page


@pytest.mark.parametrize("bot", ["amauta:50", "seer"])
def test_a_bot_that_learned_other_games_says_so(bot: str) -> None:
    """Not: install what is installed."""
    said = yupana("arena", "pebbles", "--bots", bot, "uniform", "--games", "4", code=1)
    assert "nothing of the kind for pebbles" in said
    assert "install" not in said
    assert said.count("\n") == 1


def test_the_fuzzer_checks_it() -> None:
    assert "50 games" in yupana("fuzz", "pebbles", "--games", "50", "--jobs", "2")


def test_a_position_of_it_is_scored(tmp_path: Path) -> None:
    (tmp_path / "position").write_text('{"heap": 7, "taken": [5], "turn": 2, "face": 0}')
    assert "All in all                            5" in yupana("score", "pebbles", "position")
    (tmp_path / "position").write_text("heap 7")
    said = yupana("score", "pebbles", "position", code=1)
    assert said.startswith("yupana: Pebbles position (problem: ")


def test_the_server_shows_it_and_plays_it(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        for path in ("/", "/play/pebbles", "/rules/pebbles", "/api/games", "/openapi.json"):
            assert server.http.get(path).status_code == 200, path
        opened = server.http.post("/api/tables", json={"game": "pebbles", "seats": 2}).json()
        host = {"Authorization": f"Bearer {opened['host']}"}
        table = f"/api/tables/{opened['table']}"
        page = server.http.get(f"/t/{opened['table']}")
        assert page.status_code == 200
        assert "pebbles" in page.text
        assert server.http.get(f"/j/{opened['code']}").status_code == 200
        begin = {"t": "cmd", "cid": "begin-at-once", "cmd": {"do": "begin", "bot": "greedy"}}
        assert server.http.post(f"{table}/do", json=begin, headers=host).json()["t"] == "ack"
        while server.http.get(table, headers=host).json()["phase"] != "over":
            pass
        export = server.http.get(f"{table}/export", headers=host)
        assert export.status_code == 200
        (tmp_path / "game.json").write_bytes(export.content)
        log = server.log.read_text()
    assert "Traceback" not in log
    assert "Everything fits" in yupana("verify", "game.json")
    out = yupana("store", "verify", "--all", "--data", "data")
    assert "One game was played through again." in out


# With words, and broken


def copied(to: Path, **files: str) -> Path:
    """A copy of the fifth game with more files in its package."""
    shutil.copytree(FIFTH, to, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in files.items():
        path = to / "pebbles" / name.replace("__", "/").replace("_ftl", ".ftl")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return to


WORDS = """
-thing = stones
pebbles-title = Pebbles on the Beach
pebbles-tagline = Take { -thing }, or let them lie.
pebbles-help = Type take or pass.
pebbles-heap-of = { $count } { -thing } are left.
pebbles-score-all-in-all = All your { -thing }
pebbles-score-pebbles-taken = Taken from { $nothing }
pebbles-not-a-move = “{ $text }” is neither take nor pass.
play-saved = Sunk without a trace.
pebbles-end-all-turns-taken
"""
"""Some words of its own; one of ours, one that asks for a fact that is not given, and one cut short."""


def test_its_words_come_from_its_own_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = copied(
        tmp_path / "site",
        locale__en__words_ftl=WORDS,
        locale__fr__words_ftl="pebbles-title = Des galets\n",
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), str(home)]))
    listed = yupana("games")
    assert "pebbles     Pebbles on the Beach  (1-4 seats)\n            Take stones, or" in listed
    assert "Des galets" in yupana("--lang", "fr", "games")
    out = yupana("play", "pebbles", typed=SAID)
    assert "Type take or pass.\nAnd in every game:" in out
    assert "12 stones are left." in out
    assert "“foo” is neither take nor pass." in out
    assert "All your stones " in out
    assert "  Pebbles taken (of: heap) " in out
    assert "All turns taken\n" in out
    assert "Saved in pebbles.yupana." in out


def test_a_catalogue_that_cannot_be_read_is_as_good_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = copied(tmp_path / "site")
    folder = home / "pebbles" / "locale" / "en"
    folder.mkdir(parents=True)
    (folder / "words.ftl").write_bytes(b"pebbles-title = \xff\xfe")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), str(home)]))
    assert "pebbles     Pebbles  (1-4 seats)" in yupana("games")


BROKEN = {
    "import": (
        "raise ImportError('no libpebble.so\\nsecond line')",
        "ImportError: no libpebble.so",
    ),
    "exit": ("raise SystemExit(7)", "SystemExit: 7"),
    "syntax": ("def", "SyntaxError: invalid syntax"),
    "nothing": ("", "AttributeError: module 'pebbles' has no attribute 'Pebbles'"),
    "no game": ("Pebbles = 3", "TypeError: 3 is not a subclass of Game"),
    "half": (
        "from yupana.games.temple import Temple\n"
        "from yupana.core.game import Game\n"
        "class Pebbles(Game):\n    name = 'pebbles'\n",
        "TypeError: Pebbles lacks apply, chance, ",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_one_is_named_in_one_line_and_passed_over(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, problem = BROKEN[how]
    home = copied(tmp_path / "site")
    (home / "pebbles" / "__init__.py").write_text(source)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), str(home)]))
    out = yupana("games")
    assert all(f"\n{name} " in f"\n{out}" for name in GAMES)
    warned = [line for line in out.splitlines() if "cannot be loaded" in line]
    assert len(warned) == 1
    assert warned[0].startswith("yupana: The game “pebbles” of another author cannot be loaded: ")
    assert problem in warned[0]
    said = yupana("simulate", "pebbles", code=1)
    assert problem in said
    assert said.count("\n") == 1
    assert "There is no game “chess”; there are valley, " in yupana("rules", "chess", code=1)
    assert "T-1.2" in yupana("rules", "temple")


def test_without_rules_of_its_own_a_refusal_names_the_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = copied(tmp_path / "site")
    (home / "pebbles" / "RULES.md").unlink()
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), str(home)]))
    assert "pebbles has no clause P-1.1" in yupana("rules", "pebbles", "P-1.1", code=1)
    assert yupana("rules", "pebbles") == ""
    out = yupana("play", "pebbles", typed="roll 2\nwhy roll 2\nrule P-1.2\n")
    assert out.count("Clause P-1.2 does not allow that here.") == 2
    (home / "pebbles" / "RULES.md").write_text("**P-1.2** Take, or pass.\n")
    said = yupana("rules", "pebbles", code=1)
    assert "The RULES.md of pebbles cannot be read: not a clause" in said
    out = yupana("play", "pebbles", typed="roll 2\nwhy roll 2\nrule P-1.2\n")
    assert out.count("Clause P-1.2 does not allow that here.") == 2
    assert out.count("The RULES.md of pebbles cannot be read: ") == 1


def test_a_record_names_the_game_and_not_the_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = copied(tmp_path / "site")
    points = home / "pebbles-1.0.dist-info" / "entry_points.txt"
    points.write_text("[yupana.games]\nstones = pebbles:Pebbles\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), str(home)]))
    yupana("simulate", "stones", "--games", "1", "--records", "kept")
    assert "All turns taken" in yupana("replay", "kept/pebbles-000000.yupana")


def test_words_are_taken_in_once_the_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Words("en")
    monkeypatch.setattr("yupana.words.game_packages", set[str])
    assert "pebbles-title" not in said
    monkeypatch.setattr("yupana.words.game_packages", lambda: {"elsewhere"})
    monkeypatch.setattr(
        "yupana.words.catalogues",
        lambda language, package: {"x.ftl": "pebbles-title = Here\nrule-game-over = Never.\n"},
    )
    assert "pebbles-title" in said
    assert said.say("pebbles-title") == "Here"
    assert said.say("rule.game-over") == "The game is over."


def test_an_unknown_game_is_still_refused() -> None:
    with pytest.raises(OptionError):
        games.game_type("pebbles-of-another-kind")
