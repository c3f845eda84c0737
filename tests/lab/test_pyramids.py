"""The lab's look at pyramids: who thinks more of them has more of them, on the same dice, by the stars of the book."""

from __future__ import annotations

import numpy as np
import pytest

from yupana.bots.minds.valley import ALONE
from yupana.games.valley import Valley
from yupana.lab.trainers import pyramids
from yupana.lab.trainers.pyramids import AS_THEY_ARE, Game, Habit, explore, report, valley
from yupana.lab.trainers.valley import School, by_hand, taught


def test_a_pyramid_is_worth_more_in_another_valley() -> None:
    assert valley(25).edition.discoveries.stars("pyramid") == 25
    assert valley(15).edition == Valley(1).edition


def test_who_thinks_more_of_pyramids_has_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here both have learned nothing."""

    def untaught(*_: object) -> School:
        return School(ALONE, Valley(1), 0, print)

    monkeypatch.setattr(pyramids, "taught", untaught)
    monkeypatch.setattr(pyramids, "HABITS", {"fond": (40,), "averse": (0,)})
    fond, averse = (
        sum(
            game.pyramids
            for game in explore(name, games=24, played=0, learned=0, seed="test").judged
        )
        for name in ("fond", "averse")
    )
    assert fond > averse == 0


def test_what_was_learned_before_is_built_upon() -> None:
    before = by_hand()
    after = taught(ALONE, Valley(1), 1, 900, print, before).weights
    assert (before != after).any()
    assert (np.sign(before) == np.sign(after)).all()


def test_games_hang_on_their_seed_alone() -> None:
    once = explore(AS_THEY_ARE, games=2, played=1, learned=0, seed="test")
    assert once == explore(AS_THEY_ARE, games=2, played=1, learned=0, seed="test")


def test_the_report_compares_games_on_the_same_dice() -> None:
    plain = Habit("15", [Game(80, 0), Game(90, 1)], [Game(100, 0), Game(104, 0)])
    fond = Habit("20", [Game(78, 1), Game(86, 2)], [Game(99, 1), Game(101, 2)])
    text = list(report([plain, fond]))
    assert "| 20 | 1.50 | 82.0 (74.2 … 89.8) | -3.0 (-5.0 … -1.0) |" in text
    assert "| 20 | 1.50 | 100.0 (98.0 … 102.0) | -2.0 (-4.0 … -0.0) |" in text
    assert "| 0 | 2 | 102.0 (98.1 … 105.9) | 104 |" in text


def test_the_command_prints_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pyramids, "HABITS", {AS_THEY_ARE: ()})
    monkeypatch.setattr("sys.argv", ["pyramids", "--games", "2", "--played", "0"])
    pyramids.main()
    assert "By judgement, 2 games each" in capsys.readouterr().out
