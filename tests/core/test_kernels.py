"""What is compiled is kept for as long as no source changes, and no longer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip("numba")

from yupana.core import kernels
from yupana.core.kernels import digest_of

CALLER = """
from room.called import inner
from yupana.core.kernels import lean

@lean
def outer(number):
    return inner(number) + 1

print(outer(1), sum(outer.stats.cache_hits.values()))
"""


def furnish(folder: Path) -> None:
    """A package of somebody else's."""
    (folder / "room").mkdir()
    (folder / "room" / "__init__.py").write_text("")
    (folder / "room" / "caller.py").write_text(CALLER)


def called(folder: Path, result: str) -> None:
    text = (
        f"from yupana.core.kernels import lean\n\n@lean\ndef inner(number):\n    return {result}\n"
    )
    (folder / "room" / "called.py").write_text(text)


def run(folder: Path, home: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "import room.caller"],
        cwd=folder,
        env={**os.environ, "HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_change_in_another_file_is_compiled_anew(tmp_path: Path) -> None:
    """Numba by itself would go on with what it had compiled into the caller."""
    furnish(tmp_path)
    called(tmp_path, "10")
    home = tmp_path / "home"
    assert run(tmp_path, home) == "11 0"
    assert run(tmp_path, home) == "11 1"
    called(tmp_path, "20")
    assert run(tmp_path, home) == "21 0"


def test_without_a_folder_it_is_compiled_each_time(tmp_path: Path) -> None:
    furnish(tmp_path)
    called(tmp_path, "10")
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    assert run(tmp_path, nowhere).startswith("11 ")


def test_a_game_is_not_compiled_anew_for_another_one() -> None:
    rooms = ["yupana.games.temple", "yupana.games.valley", "yupana.bots.minds", ""]
    assert len({digest_of(room) for room in rooms}) == len(rooms)


def test_what_teaches_a_mind_is_compiled_anew_when_the_mind_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = ["yupana.games.temple", "yupana.bots.minds", "yupana.lab.trainers"]
    for room in [*rooms, "yupana.core"]:
        shutil.copytree(str(files(room)), tmp_path / room.replace(".", "/"))
    monkeypatch.setattr(kernels, "files", lambda room: tmp_path / room.replace(".", "/"))
    before = [digest_of.__wrapped__(room) for room in rooms]
    with (tmp_path / "yupana/bots/minds/temple.py").open("a") as mind:
        mind.write("# changed\n")
    after = [digest_of.__wrapped__(room) for room in rooms]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, False]
