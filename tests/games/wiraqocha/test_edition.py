"""The component data: what ships is right, and what is wrong is refused by name."""

from __future__ import annotations

import pytest

from yupana.core.edition import packaged_tables, packaged_text, read_edition
from yupana.core.errors import EditionError
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.components import WiraqochaEdition

PACKAGE = "yupana.games.wiraqocha"
TEXT = packaged_text(PACKAGE, "classic")


HEAD, _, STATUS = TEXT.partition("[source.status]\n")
PLAIN = (
    HEAD
    + "[source.status]\n"
    + "\n".join(line for line in STATUS.split("\n") if not line.startswith('"'))
)
"""The same with a status for whole tables only, so that a name can go without dangling there."""


def read(text: str) -> WiraqochaEdition:
    return read_edition(text, WiraqochaEdition, lambda name: packaged_tables(PACKAGE, name))


@pytest.mark.rule("W-1.2", "W-1.4")
def test_the_classic_edition_says_what_is_fact_and_what_is_not() -> None:
    status = {name: status for name, _, status in read(TEXT).values()}
    assert status["pawns.drill"] == status["supply.dice"] == "fact"
    assert status["cards.force-field.cubes"] == "fact"
    assert status["cards.death-ray.crystals"] == "derived"
    assert status["cards.juggernaut.cubes"] == "reconstructed"
    assert status["cards.juggernaut.kind"] == "fact"
    assert status["tiles.5-5.terrain"] == status["tiles.456.ground"] == "fact"
    assert status["tiles.2.terrain"] == "derived"
    assert status["tiles.11.ground"] == status["board.columns"] == "reported"
    assert status["tiles.11.sum"] == "fact"
    assert status["tiles.caves.sum"] == "reconstructed"
    assert Wiraqocha.packaged_editions() == ("classic",)


def test_crystals_can_never_run_out() -> None:
    edition = read(TEXT)
    for seats in (2, 3, 4):
        assert seats * (edition.goals.crystals[str(seats)] - 1) < edition.supply.crystals


def test_an_owner_replaces_what_is_printed_otherwise() -> None:
    own = """
        extends = "classic"
        name = "mine"
        title = "My box"
        [cards]
        juggernaut = { kind = "invention", cubes = 5, crystals = 1 }
        [tiles]
        8 = { sum = 8, ground = "valley", terrain = "jungle", cubes = 2 }
        """
    edition = read(own)
    game = Wiraqocha(2, edition=edition)
    card = 9
    assert (game.box.card_cubes[card], game.box.card_crystals[card]) == (5, 1)
    assert game.box.cubes[game.box.tile_named["8"]] == 2
    status = {name: status for name, _, status in edition.values()}
    assert status["cards.juggernaut.cubes"] == "owner"
    assert edition.digest != read(TEXT).digest


def test_a_status_for_what_is_not_there_dangles() -> None:
    assert read(PLAIN).digest == read(TEXT).digest
    with pytest.raises(EditionError) as error:
        read(TEXT.replace("juggernaut = {", "#juggernaut = {"))
    assert error.value.code == "edition.dangling"


@pytest.mark.parametrize(
    ("old", "new", "code", "about"),
    [
        ("title =", "titel =", "edition.field", ""),
        ("camp = 1\n", "camp = 2\n", "edition.value", "pawns.camp"),
        ("drill = 2", "drill = 0", "edition.value", "pawns.drill"),
        ("cubes = 25", "cubes = 0", "edition.value", "supply.cubes"),
        ("market = 3", "market = -1", "edition.value", "start.market"),
        ("camp = 5 ", "camp = 7 ", "edition.value", "turn.camp"),
        ("exoskeleton = 5", "exoskeleton = 8", "edition.value", "technology.exoskeleton"),
        ("probe = 1 ", "probe = 9 ", "edition.value", "technology.probe"),
        ("2 = 11", "2 = 30", "edition.value", "goals.crystals.2"),
        ("2 = 11\n", "", "edition.missing", "goals.crystals.2"),
        ("4 = { cubes = 15, crystals = 1 }\n", "", "edition.missing", "goals.leviathan.4"),
        ("cubes = 15, crystals = 1", "cubes = 15, crystals = 0", "edition.value", "leviathan.4"),
        ("artifacts = 4\n\n[goals.cr", "artifacts = 3\n\n[goals.cr", "edition.count", ""),
        ("  [1, 3, 5, 7],\n", "  [1, 3, 5],\n", "edition.count", ""),
        ("1 = { sum = 1,", '"1 a" = { sum = 1,', "edition.value", "tiles.1 a"),
        ("1 = { sum = 1,", "1 = { sum = 1, faces = [1],", "edition.value", "tiles.1"),
        ("1 = { sum = 1,", "1 = { ", "edition.value", "tiles.1"),
        ("faces = [6, 6]", "faces = [6, 7]", "edition.value", "tiles.6-6.faces"),
        ('terrain = "jungle", cubes = 1', 'terrain = "jungle"', "edition.value", "cubes"),
        ('terrain = "vein"', 'terrain = "vein", cubes = 1', "edition.value", "cubes"),
        (", artifact = 1", "", "edition.value", "artifact"),
        (", artifact = 1", ", artifact = 2", "edition.value", "tiles: artifact"),
        ('"vein" }', '"vein", replaces = "1" }', "edition.value", "replaces"),
        (', replaces = "7"', "", "edition.value", "replaces"),
        ('replaces = "7"', 'replaces = "13"', "edition.dangling", "tiles.caves.replaces"),
        ('terrain = "vein" }\n10', 'terrain = "lava" }\n10', "edition.field", ""),
        ("9 = { sum = 9", "99 = { sum = 9", "edition.dangling", "valleys.first 9"),
        ("artifacts = 4\n\n[source]", "artifacts = 5\n\n[source]", "edition.count", ""),
        ("tiles = 22", "tiles = 21", "edition.count", ""),
        ("cards = 12", "cards = 11", "edition.count", ""),
        ("juggernaut = {", "jugernaut = {", "edition.dangling", "jugernaut"),
        ("juggernaut = {", "#juggernaut = {", "edition.missing", "cards.juggernaut"),
        ("cubes = 5, crystals = 1 }", "cubes = -5, crystals = 1 }", "edition.value", "death-ray"),
        ("first = [", "second = [", "edition.missing", "valleys.first"),
        ('"234"],', '"234", "5"],', "edition.value", "valleys.first"),
        ('"5-5", "3-3"', '"5-5", "5-5"', "edition.count", ""),
        ('"5-5", "3-3"', '"5-5", "caves"', "edition.dangling", "caves"),
        ('pawns = "fact"\n', "", "edition.no-status", "pawns"),
        ('pawns = "fact"', 'pawns = "fact"\npawned = "fact"', "edition.dangling", "pawned"),
    ],
)
def test_a_bad_edition_is_refused_by_name(old: str, new: str, code: str, about: str) -> None:
    assert old in PLAIN
    with pytest.raises(EditionError) as error:
        read(PLAIN.replace(old, new, 1))
    assert error.value.code == code
    assert about in " ".join(map(str, error.value.facts.values()))
