"""Every code the engine speaks has its sentence, in every language."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk

from yupana.core.errors import RecordError, YupanaError
from yupana.core.game import ScoreTree
from yupana.core.play import random_playout
from yupana.games import GAMES
from yupana.words import LANGUAGES, words

SOURCE = Path(__file__).parents[1] / "src" / "yupana"
CODE = re.compile(r'(?:Error|problem=)\(?\s*"([a-z]+(?:[.-][a-z0-9]+)+)"')
SAID = re.compile(r'say\(\s*"([a-z]+\.[a-z0-9-]+)"')


def codes() -> set[str]:
    text = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    return set(CODE.findall(text)) | set(SAID.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    assert len(codes()) > 40
    assert {code for code in codes() if code not in words(language)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_a_name(name: str, language: str) -> None:
    said = words(language)
    assert all(f"{name}-{key}" in said for key in ("title", "tagline", "help"))

    def check(tree: ScoreTree) -> None:
        assert said.say(f"{name}-score-{tree.reason}", of=tree.of)
        for part in tree.parts:
            check(part)

    rng = Random(1)
    for seats in sorted({GAMES[name].seats_allowed[0], 3}):
        game = GAMES[name](seats)
        for _ in range(10):
            state, _ = random_playout(game, rng)
            for seat in range(seats):
                check(game.score(state, seat))
            outcome = game.outcome(state)
            assert outcome is not None
            assert said.say(f"{name}-end-{outcome.why}")
            if outcome.rank:
                assert said.say(f"{name}-rank-{outcome.rank}")


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "locale").rglob("*.ftl")), ids=lambda path: path.name
)
def test_a_catalogue_has_no_line_that_is_not_understood(path: Path) -> None:
    entries = FluentParser().parse(path.read_text("utf-8")).body
    assert [entry.content for entry in entries if isinstance(entry, Junk)] == []


def test_an_error_inside_another_is_said_in_its_place() -> None:
    inner = YupanaError("notation.number", text="x")
    outer = RecordError("record.line", line=3, text="1 x b4", problem=inner.code)
    outer.__cause__ = inner
    said = words().say_error(outer)
    assert said == "Line 3 (“1 x b4”) cannot be replayed: “x” is not a number that can stand there."
    alone = RecordError("record.line", line=3, text="x 7 b4", problem="notation.seat")
    assert (
        words().say_error(alone).endswith("a line must begin with a seat number or * for chance.")
    )


def test_a_code_of_another_authors_game_is_shown_as_it_is() -> None:
    error = YupanaError("checkers.crown", piece="a1")
    assert words().say_error(error) == "checkers.crown(piece='a1')"


def test_a_fact_that_is_missing_is_not_passed_over() -> None:
    with pytest.raises(Exception, match="first"):
        words().say("option.seats", game="temple")
