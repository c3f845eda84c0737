"""Games recorded before are replayed to the same state, and everybody sees what they saw."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.corpus import FOLDER, view_digests
from yupana.core.record import header_for, write_record
from yupana.games import GAMES
from yupana.shelf import load_record

RECORDS = sorted(FOLDER.glob("*.yupana"))


def test_there_are_games_of_each_kind_by_each_version_of_its_rules() -> None:
    played = Counter(tuple(path.read_text("utf-8").split("\n")[1:3]) for path in RECORDS)
    for name, kind in GAMES.items():
        for rules in kind.playable_versions():
            assert played[f"game {name}", f"rules {rules}"] >= 4


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_is_replayed_and_seen_as_before(path: Path) -> None:
    game, record, state = load_record(path)
    assert game.outcome(state) is not None
    header = header_for(game, record.header.players, record.header.seed)
    assert write_record(game, header, record.events) == path.read_text("utf-8")
    before = path.with_suffix(".views").read_text("utf-8").splitlines()
    assert view_digests(game, record.events) == before
