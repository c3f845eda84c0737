"""The component data: what ships is right, and what is wrong is refused by name."""

from __future__ import annotations

import pytest

from yupana.core.edition import packaged_tables, packaged_text, read_edition
from yupana.core.errors import EditionError
from yupana.games.temple import Temple
from yupana.games.temple.components import TempleEdition

TEXT = packaged_text("yupana.games.temple", "classic")


def read(text: str) -> TempleEdition:
    return read_edition(
        text, TempleEdition, lambda name: packaged_tables("yupana.games.temple", name)
    )


@pytest.mark.rule("T-1.1", "T-1.2")
def test_the_classic_edition_says_what_is_fact_and_what_is_not() -> None:
    edition = read(TEXT)
    status = {name: status for name, _, status in edition.values()}
    assert status["dice.numbers"] == "fact"
    assert status["sides.A.drawing"] == status["sides.B.drawing"] == "reconstructed"
    assert Temple.packaged_editions() == ("classic",)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("title =", "titel =", "edition.field"),
        ("least = 1\n", "", "edition.field"),
        ("least = 1\n", "least = 20\n", "edition.value"),
        ('"lockpick"', '"crowbar"', "edition.value"),
        ("[1, 2, 3, 4, 5]", "[0, 1]", "edition.value"),
        ("[1, 2, 3, 4, 5]", "[]", "edition.value"),
        ("[sides.B]", "[sides.A2]", "edition.field"),
        ("[expect.B]\ncells = 36\ndoors = 8\n", "", "edition.missing"),
        ("..DD..\n..DD..", "..DD..\n..DX..", "edition.mark"),
        ("..DD..\n..DD..", "..DD..\n..D...", "edition.count"),
        (".D..D.\n......", ".D..D.\n.....", "edition.count"),
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


def test_a_missing_side_is_refused() -> None:
    start, end = TEXT.index("[sides.B]"), TEXT.index("[score]")
    with pytest.raises(EditionError) as error:
        read(TEXT[:start] + TEXT[end:])
    assert error.value.facts == {"field": "sides.B"}


OWN = '''
extends = "classic"
name = "mine"
title = "As printed on my sheet"
[sides.B]
drawing = """
.....
.D.D.
.....
"""
[expect.B]
cells = 15
doors = 2
'''


def test_an_owner_replaces_a_side_without_code() -> None:
    edition = read(OWN)
    game = Temple(2, edition=edition, side="B")
    assert game.layout.grid.size == 15
    assert edition.sides["A"] == read(TEXT).sides["A"]
    status = {name: status for name, _, status in edition.values()}
    assert (status["sides.B.drawing"], status["sides.A.drawing"]) == ("owner", "reconstructed")
    assert edition.digest != read(TEXT).digest


def test_an_owner_may_say_how_sure_they_are() -> None:
    own = OWN + '[source.status]\n"sides.B" = "reported"\n'
    status = {name: status for name, _, status in read(own).values()}
    assert status["sides.B.drawing"] == "reported"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('extends = "classic"', 'extends = "clasic"', "edition.unknown"),
        ('extends = "classic"', "extends = 3", "edition.field"),
        ("cells = 15", "cells = 16", "edition.count"),
    ],
)
def test_a_bad_own_edition_is_refused_by_name(old: str, new: str, code: str) -> None:
    with pytest.raises(EditionError) as error:
        read(OWN.replace(old, new))
    assert error.value.code == code
