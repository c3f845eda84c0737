"""What would fail after hours of play is noticed before the first game: missing packages, places nobody can write to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from yupana import cli, contests, hosting
from yupana.cli import main
from yupana.lab import arena
from yupana.terminal import asking, play
from yupana.terminal.asking import check_writable

ARENA = ("arena", "temple", "--bots", "greedy", "uniform", "--games", "4")


@pytest.fixture(autouse=True)
def _nothing_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def played(*_: Any, **__: Any) -> Iterator[Any]:
        raise AssertionError("a game was played")
        yield

    monkeypatch.setattr(contests, "contend", played)
    monkeypatch.setattr(cli, "simulate", played)
    monkeypatch.setattr(play, "Table", played)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the extras is installed."""
    for where in (asking, hosting):
        monkeypatch.setattr(where, "find_spec", lambda name: None)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("yupana: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.usefixtures("_bare")
@pytest.mark.parametrize(
    ("arguments", "needs"),
    [
        ((*ARENA, "--parquet", "games.parquet"), "--parquet needs pyarrow"),
        ((*ARENA, "--ray", "local"), "--ray needs ray"),
        (("push-key", "key.pem"), "push-key needs cryptography"),
    ],
)
def test_a_missing_package_is_named_before_any_game(
    arguments: tuple[str, ...], needs: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = refused(capsys, *arguments)
    assert f"{needs}, which is not installed: pip install 'yupana[" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["nowhere/file", ".", "a-file/file", "x" * 300])
@pytest.mark.parametrize(
    "arguments",
    [
        (*ARENA, "--html"),
        (*ARENA, "--parquet"),
        (*ARENA, "--keep"),
        ("play", "temple", "--save-as"),
    ],
    ids=lambda arguments: arguments[-1],
)
def test_a_file_that_cannot_be_written_is_named_before_any_game(
    arguments: tuple[str, ...], path: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a-file").touch()
    assert f"{path} cannot be written: " in refused(capsys, *arguments, path)
    assert [each.name for each in tmp_path.iterdir()] == ["a-file"]


def test_a_folder_that_cannot_be_made_is_named_before_any_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a-file").touch()
    said = refused(capsys, "simulate", "temple", "--records", "a-file")
    assert "a-file cannot be written: " in said


def test_the_check_leaves_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    (tmp_path / "kept.part").write_text("half")
    check_writable(tmp_path / "kept")
    check_writable(tmp_path / "new")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {
        "kept": "kept",
        "kept.part": "half",
    }


def test_a_cluster_that_is_not_there_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(**_: Any) -> None:
        raise ConnectionError("Could not find any running Ray instance.\nSecond line.")

    monkeypatch.setattr(contests, "contend", arena.contend)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init, shutdown=lambda: None))
    monkeypatch.setattr(asking, "find_spec", find_spec)
    monkeypatch.setattr(asking, "check_installed", lambda *_: None)
    monkeypatch.setattr(contests, "check_installed", lambda *_: None)
    assert main([*ARENA, "--ray", "192.0.2.1:6379"]) == 1
    said = capsys.readouterr().err
    assert said == (
        "yupana: Ray at 192.0.2.1:6379 cannot be reached: Could not find any running Ray instance.\n"
    )


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}\n", b"not a contest"])
def test_a_file_of_something_else_is_not_written_over(
    content: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(contests, "contend", arena.contend)
    (tmp_path / "kept").write_bytes(content)
    code = main([*ARENA, "--keep", "kept"])
    assert code == (0 if content == b"" else 1)
    if content:
        assert "kept holds another contest" in capsys.readouterr().err
        assert (tmp_path / "kept").read_bytes() == content
