"""The fuzzer's short version: every game over all its small tables in turn, every law checked.

The long one is `make fuzz`: the same code with 10,000 games of each.
"""

from __future__ import annotations

import pytest

from yupana.games import GAMES
from yupana.lab.fuzz import fuzz

GAMES_EACH = {"temple": 60, "valley": 40, "wiraqocha": 20, "paititi": 40}
"""Long ones less often; `make fuzz` walks ten thousand of each."""


@pytest.mark.parametrize("name", GAMES)
def test_random_games_break_no_law(name: str) -> None:
    trials = list(fuzz(name, GAMES_EACH[name], seed="short"))
    assert [trial.broken for trial in trials if trial.broken] == []
    assert len(trials) == GAMES_EACH[name]
    assert all(trial.events > 20 for trial in trials)


def test_the_results_do_not_depend_on_the_processes() -> None:
    assert list(fuzz("temple", 40, "jobs", jobs=2)) == list(fuzz("temple", 40, "jobs"))
