"""The commands of a host: looking after the store, and checking a finished game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.client import Server
from yupana.cli import main


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a server that has ended, and the table of a game of bots that was played there."""
    folder = tmp_path_factory.mktemp("host")
    with Server(folder) as server:
        opened = server.http.post("/api/tables", json={"game": "temple", "seats": 2}).json()
        host = {"Authorization": f"Bearer {opened['host']}"}
        table = f"/api/tables/{opened['table']}"
        begin = {"t": "cmd", "cid": "begin-at-once", "cmd": {"do": "begin", "bot": "uniform"}}
        assert server.http.post(f"{table}/do", json=begin, headers=host).json()["t"] == "ack"
        while server.http.get(table, headers=host).json()["phase"] != "over":
            pass
    return folder, opened["table"]


def run(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert main([str(each) for each in arguments]) == code
    out, err = capsys.readouterr()
    return out if code != 1 else err


def test_tables_are_listed_and_checked(
    played: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, table = played
    assert run(capsys, "store", "list", "--data", folder).startswith(f"{table}  temple     over ")
    assert run(capsys, "store", "verify", "--data", folder).startswith("1 tables with ")


def test_a_finished_game_is_checked_by_anybody(
    played: tuple[Path, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder, table = played
    file = tmp_path / "game.json"
    run(capsys, "store", "export", table, "--data", folder, "--to", file)
    said = run(capsys, "verify", file)
    assert "Everything fits" in said
    assert "Die 3:  1: " in said
    assert "* is the special face" in said
    report = json.loads(run(capsys, "verify", file, "--json"))
    assert report["findings"] == []
    assert report["head_hash"] in said
    run(capsys, "verify", file, "--head", report["head_hash"])
    assert "was noted" in run(capsys, "verify", file, "--head", "0" * 64, code=3)
    file.write_text(file.read_text().replace('"seed":"', '"seed":"00', 1))
    assert run(capsys, "verify", file, code=3).strip()


def test_a_store_is_backed_up_moved_and_forgotten(
    played: tuple[Path, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder, table = played
    backup, other, third = tmp_path / "all.backup", tmp_path / "other", tmp_path / "third"
    run(capsys, "store", "backup", backup, "--data", folder)
    assert "1 tables with " in run(capsys, "store", "restore", backup, "--data", other)
    file = tmp_path / "game.json"
    run(capsys, "store", "export", table, "--data", other, "--to", file)
    assert f"Table {table} with " in run(capsys, "store", "import", file, "--data", third)
    assert (
        run(capsys, "store", "forget", table, "--data", third) == f"Table {table} is forgotten.\n"
    )
    assert run(capsys, "store", "list", "--data", third) == ""


def test_what_a_host_gets_wrong_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Say which table or file to export." in run(
        capsys, "store", "export", "--data", tmp_path, code=1
    )
    assert "cannot be read" in run(capsys, "verify", tmp_path / "nothing.json", code=1)
    monkeypatch.setenv("YUPANA_PORT", "many")
    said = run(capsys, "store", "list", "--data", tmp_path, code=1)
    assert "The environment variable YUPANA_PORT cannot be “many”." in said


def test_a_game_that_is_no_export_is_not_called_fair(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "noise.json"
    file.write_bytes(bytes(range(256)))
    assert "The file cannot be read" in run(capsys, "verify", file, code=3)
