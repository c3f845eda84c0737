"""The law and an independent enumerator find the same number of ways from named positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import counting
from tests.games.temple import slow
from yupana.games.temple import Temple

COUNTS = sorted((Path(__file__).parent / "counts").glob("*.txt"))


def test_there_are_named_positions() -> None:
    assert len(COUNTS) >= 3


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_the_law_and_the_slow_enumerator_agree(path: Path) -> None:
    counting.agree(path, Temple, slow)
