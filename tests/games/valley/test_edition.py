"""The component data: what ships is right, and what is wrong is refused by name."""

from __future__ import annotations

import pytest

from yupana.core.edition import packaged_tables, packaged_text, read_edition
from yupana.core.errors import EditionError
from yupana.games.valley import Valley
from yupana.games.valley.components import ValleyEdition

TEXT = packaged_text("yupana.games.valley", "classic")


def read(text: str) -> ValleyEdition:
    return read_edition(
        text, ValleyEdition, lambda name: packaged_tables("yupana.games.valley", name)
    )


@pytest.mark.rule("V-1.3", "V-1.4")
def test_the_classic_edition_says_what_is_fact_and_what_is_not() -> None:
    edition = read(TEXT)
    status = {name: status for name, _, status in edition.values()}
    assert status["dice.numbers"] == status["discoveries.town.stars"] == "fact"
    assert status["sides.A.drawing"] == status["sides.B.drawing"] == "reconstructed"
    assert Valley.packaged_editions() == ("classic", "wide")


@pytest.mark.rule("V-1.4")
def test_the_wide_edition_is_the_same_game_on_a_larger_sheet() -> None:
    classic, wide = read(TEXT), read(packaged_text("yupana.games.valley", "wide"))
    assert wide.name == "wide"
    assert wide.discoveries == classic.discoveries
    assert wide.digest != classic.digest
    status = {name: status for name, _, status in wide.values()}
    assert status["sides.A.drawing"] == status["sides.B.drawing"] == "reconstructed"
    assert Valley(1, edition="wide").layout.grid.edge.bit_count() == 28


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("title =", "titel =", "edition.field"),
        ("most = 15\n", "", "edition.field"),
        ("most = 15\n", "most = 0\n", "edition.value"),
        ('"dakota"', '"montana"', "edition.value"),
        ("[1, 2, 3, 4, 5]", "[0, 1]", "edition.value"),
        ("[1, 2, 3, 4, 5]", "[]", "edition.value"),
        ("cells = 5\nstars = 5", "cells = 0\nstars = 5", "edition.value"),
        ("cells = 4\nstars = 6", "cells = 0\nstars = 6", "edition.value"),
        ("cells = 3\nleast", "cells = 0\nleast", "edition.value"),
        (" #\n###", " #\n#X#", "edition.value"),
        (" #\n###", "\n", "edition.value"),
        ("rounds = 25", "rounds = 0", "edition.value"),
        ('beside = "town"', 'beside = "city"', "edition.field"),
        ("[structures.mine]", "[structures.well]", "edition.field"),
        ("[sides.B]", "[sides.C]", "edition.field"),
        ("[expect.B]\ncells = 44\nlakes = 5\nedge = 24\n", "", "edition.missing"),
        (".....o.\n", ".....~.\n", "edition.mark"),
        (".....o.\n", ".......\n", "edition.count"),
        ("....o..\n.......\n", ".......\n....o..\n", "edition.count"),
        ("lakes = 5", "lakes = 4", "edition.count"),
        ("cells = 49", "cells = 50", "edition.count"),
        ("edge = 24", "edge = 25", "edition.count"),
        (".......\n.......\n", ".......\n" * 6, "edition.value"),
        ('penny = "fact"\n', "", "edition.no-status"),
        ('penny = "fact"', 'penny = "fact"\npanny = "fact"', "edition.dangling"),
        ('penny = "fact"', 'penny = "certain"', "edition.field"),
        ("[penny]", "[penny", "edition.toml"),
    ],
)
def test_a_bad_edition_is_refused_by_name(old: str, new: str, code: str) -> None:
    assert old in TEXT
    with pytest.raises(EditionError) as error:
        read(TEXT.replace(old, new, 1))
    assert error.value.code == code


@pytest.mark.parametrize(
    ("start", "end", "facts"),
    [
        ("[sides.B]", "[discoveries.jungle]", {"field": "sides.B"}),
        ("tourist", "[expect.A]", {"field": "ranks", "right": "fact.at-least 1"}),
    ],
)
def test_what_is_missing_is_named(start: str, end: str, facts: dict[str, str]) -> None:
    with pytest.raises(EditionError) as error:
        read(TEXT[: TEXT.index(start)] + TEXT[TEXT.index(end) :])
    assert error.value.facts == facts


def test_an_owner_lays_their_own_sheet_over_the_classic_one() -> None:
    edition = read(
        'extends = "classic"\nname = "mine"\n[sides.B]\ndrawing = """\n...\n.o.\n...\n"""\n'
        "[expect.B]\ncells = 8\nlakes = 1\nedge = 8\n"
    )
    status = {name: status for name, _, status in edition.values()}
    assert (status["sides.B.drawing"], status["sides.A.drawing"]) == ("owner", "reconstructed")
    game = Valley(1, edition=edition, side="B")
    assert game.layout.grid.names == ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert game.layout.pyramids(edition.discoveries.pyramid.drawing) == ()
