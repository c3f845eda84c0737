"""The commands of a host: looking after the store, and checking a finished game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.client import Server
from tests.server.exports import Host
from yupana import shelf
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
    assert run(capsys, "store", "verify", "--data", folder).startswith("1 table with ")


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
    assert "1 table with " in run(capsys, "store", "restore", backup, "--data", other)
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
    assert "There is no file" in run(capsys, "verify", tmp_path / "nothing.json", code=1)
    assert "There is no file" in run(
        capsys, "store", "import", tmp_path / "nothing.json", "--data", tmp_path, code=1
    )
    assert "cannot be read" in run(capsys, "verify", tmp_path, code=1)
    monkeypatch.setattr(shelf, "LARGEST_EXPORT", 1000)
    (tmp_path / "large.json").write_bytes(b" " * 1001)
    assert "too large" in run(capsys, "verify", tmp_path / "large.json", code=1)


def test_a_game_that_is_no_export_is_not_called_fair(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "noise.json"
    file.write_bytes(bytes(range(256)))
    assert "The file cannot be read" in run(capsys, "verify", file, code=3)


def test_a_table_moves_house_with_its_names_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The whole export has what the one for handing round has not."""
    file, plain = tmp_path / "whole.json", tmp_path / "plain.json"
    with Server(tmp_path / "old") as server:
        host = Host(server, {"game": "temple", "seats": 1})
        seat = host.sit(seat=0, name="Ana")
        host.do({"do": "begin", "bot": "uniform"})
    for target, more in ((file, ("--whole",)), (plain, ())):
        run(
            capsys, "store", "export", host.table, "--data", tmp_path / "old", "--to", target, *more
        )
    assert json.loads(file.read_text())["names"] == {"0": "Ana"}
    assert json.loads(plain.read_text())["names"] == {}
    assert json.loads(plain.read_text())["seed"] is None
    assert len(json.loads(file.read_text())["seed"]) == 64
    run(capsys, "store", "import", file, "--data", tmp_path / "new")
    assert "One game was played through again." in run(
        capsys, "store", "verify", "--all", "--data", tmp_path / "new"
    )
    assert seat


def test_the_export_of_a_hundred_seats_can_be_read_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Server(tmp_path / "data", bot_seconds=30.0) as server:
        host = Host(server, {"game": "valley", "seats": 100})
        assert host.do({"do": "begin", "bot": "uniform"})["t"] == "ack"
        data = host.finish()
    file = tmp_path / "hundred.json"
    file.write_bytes(data)
    assert len(data) > shelf.LARGEST_FILE
    assert "Everything fits" in run(capsys, "verify", file)
    assert f"Table {host.table}" in run(capsys, "store", "import", file, "--data", tmp_path / "b")
