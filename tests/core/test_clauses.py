"""Clauses are read from RULES.md in order, and malformed ones are not passed over."""

from __future__ import annotations

import pytest

from yupana.core.clauses import Clause, read_clauses

GOOD = """# A game

## 1. Set-up

**X-1.1** (law) Somebody
rolls the dice - twice. - p. 1

Some words between.

## 2. Play

**X-2.1x** (example) A roll. - p. 2
"""


def test_a_clause_has_id_kind_text_source_and_chapter() -> None:
    assert list(read_clauses(GOOD).values()) == [
        Clause("X-1.1", "law", "Somebody rolls the dice", "twice. - p. 1", "1. Set-up"),
        Clause("X-2.1x", "example", "A roll.", "p. 2", "2. Play"),
    ]


@pytest.mark.parametrize(
    "bad",
    [
        "**X-1.1** law without brackets. - p. 1",
        "**X-1.1** (lore) of no kind. - p. 1",
        "**X-1.1** (law) without a source.",
        "**X-2.1x** (example) for the second time. - p. 2",
    ],
)
def test_a_malformed_clause_is_not_passed_over(bad: str) -> None:
    with pytest.raises(ValueError, match="not a clause"):
        read_clauses(f"{GOOD}\n\n{bad}")
