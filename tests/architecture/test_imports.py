"""Who may import whom: one table, read by this test."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from yupana.games import GAMES

SOURCE = Path(__file__).parents[2] / "src" / "yupana"

MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "words": {"core"},
    "shelf": {"core", "games"},
    "lab": {"core", "games", "bots", "shelf", "lab"},
    "terminal": {"core", "games", "bots", "shelf", "words", "terminal"},
    "web": {"core", "games", "bots", "words", "web"},
    "server": {"core", "games", "bots", "shelf", "words", "web", "server"},
    "contests": {"core", "games", "bots", "shelf", "words", "lab", "terminal"},
    "hosting": {"core", "shelf", "words", "server"},
    "cli": {"core", "games", "bots", "shelf", "words", "lab", "terminal", "contests", "hosting"},
}
"""Imports point down only: the room, and the rooms it may know."""

NEVER_IN_RULES = {
    "random",
    "time",
    "os",
    "asyncio",
    "logging",
    "datetime",
    "pathlib",
    "socket",
    "secrets",
}
"""Chance, clocks, files and log lines have no place in core and games."""

THIRD_PARTY = {
    "core": {"msgspec"},
    "games": {"msgspec"},
    "bots": {"msgspec"},
    "words": {"fluent"},
    "shelf": {"msgspec"},
    "lab": {"msgspec", "pyarrow", "ray"},
    "terminal": {"msgspec", "rich"},
    "web": {"msgspec"},
    "server": {
        "cryptography",
        "h11",
        "msgspec",
        "psycopg",
        "segno",
        "starlette",
        "uvicorn",
    },
    "contests": set[str](),
    "hosting": set[str](),
    "cli": {"msgspec"},
}

COMPILED = {"numba", "numpy"}
"""What the extra `fast` brings."""


def is_compiled(path: Path) -> bool:
    """The compiled twins of the rules, the bots that look ahead or search with them and how they learn: they alone need the extra."""
    rooms = ("minds", "trees", "trainers")
    return path.name == "fast.py" or path.name.startswith("kernel") or path.parent.name in rooms


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


FILES = [path for path in sorted(SOURCE.rglob("*.py")) if room_of(path) != "__init__"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    for name in imports(path):
        top, *rest = name.split(".")
        if top == "yupana":
            assert not rest or rest[0] in MAY_IMPORT[room], name
        elif top in NEVER_IN_RULES:
            assert room not in ("core", "games"), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_other_peoples_packages_stay_where_they_are_needed(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports(path)}
    outside = tops - set(sys.stdlib_module_names) - {"yupana", "__future__"}
    compiled = COMPILED if is_compiled(path) else set()
    assert outside <= THIRD_PARTY[room_of(path)] | compiled


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nobody_loads_what_is_compiled_with_the_rest(path: Path) -> None:
    """Whoever plays or serves without the extra never meets it: imports at the top of a module are what is loaded."""
    if is_compiled(path):
        return
    top = ast.Module(ast.parse(path.read_text("utf-8")).body, [])
    for node in top.body:
        if isinstance(node, ast.ImportFrom):
            assert not is_compiled(Path(f"{(node.module or '').replace('.', '/')}.py")), path


@pytest.mark.parametrize("name", GAMES)
def test_games_do_not_know_each_other(name: str) -> None:
    others = {f"yupana.games.{other}" for other in GAMES if other != name}
    for path in (SOURCE / "games" / name).rglob("*.py"):
        assert not any(each.startswith(other) for each in imports(path) for other in others), path


@pytest.mark.parametrize("name", GAMES)
def test_the_rooms_have_the_same_files(name: str) -> None:
    room = SOURCE / "games" / name
    same = {
        "__init__.py",
        "components.py",
        "rules.py",
        "scoring.py",
        "view.py",
        "notation.py",
        "picture.py",
    }
    files = {path.name for path in room.glob("*.py")}
    assert same <= files
    assert {"sheet.py", "state.py"} & files
    assert (room / "RULES.md").is_file()
    assert (room / "data" / "classic.toml").is_file()
