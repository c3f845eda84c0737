"""From rulebook to code to test: every law and ruling is coded, every clause is tested."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from yupana.core.clauses import Clause, clauses
from yupana.games import GAMES

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[A-Z]-\d+\.\d+[a-z]?")


def coded(name: str) -> set[str]:
    """The ids with which docstrings of the game's room begin; its compiled twin is not the law."""
    return {
        clause
        for path in (ROOT / "src/yupana/games" / name).rglob("*.py")
        if path.name != "fast.py" and not path.name.startswith("kernel")
        for text in docstrings(ast.parse(path.read_text("utf-8")))
        for clause in leading_ids(text)
    }


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def leading_ids(text: str) -> set[str]:
    """The ids before the colon: `T-2.1 T-2.4: the dice, or ...`."""
    head, colon, _ = text.partition(":")
    words = head.split()
    return set(words) if colon and words and all(ID.fullmatch(word) for word in words) else set()


def marked(name: str) -> set[str]:
    """The ids that tests of the game carry as `@pytest.mark.rule(...)`."""
    found: set[str] = set()
    for path in (ROOT / "tests/games" / name).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                assert node.name.startswith("test_") or not _rules_of(node), node.name
                found |= _rules_of(node)
    return found


def _rules_of(node: ast.FunctionDef) -> set[str]:
    return {
        argument.value
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def of_kind(rules: dict[str, Clause], *kinds: str) -> set[str]:
    return {rule.id for rule in rules.values() if rule.kind in kinds}


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_traced(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = clauses(GAMES[name].package())
    code, tests = coded(name), marked(name)
    counts = {kind: len(of_kind(rules, kind)) for kind in ("law", "ruling", "example", "flavour")}
    with capsys.disabled():
        said = ", ".join(f"{number} {kind}s" for kind, number in counts.items())
        print(
            f"\n{name}: {len(rules)} clauses ({said}), {len(code)} in code, {len(tests)} in tests"
        )
    assert len(rules) >= 20
    assert code - set(rules) == set(), "code names clauses that do not exist"
    assert tests - set(rules) == set(), "tests name clauses that do not exist"
    assert of_kind(rules, "law", "ruling") - code == set(), "laws and rulings without code"
    assert of_kind(rules, "law", "ruling", "example") - tests == set(), "clauses without a test"


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_an_id_of_its_game_and_a_source(name: str) -> None:
    for rule in clauses(GAMES[name].package()).values():
        assert rule.id[0] == name[0].upper()
        assert rule.id.endswith("x") == (rule.kind == "example"), rule.id
        assert rule.source
        if rule.kind == "ruling":
            assert len(rule.source) > 20, f"{rule.id}: a ruling gives its reason"
