"""The component data: what ships is right, and what is wrong is refused by name."""

from __future__ import annotations

import pytest

from tests.games.paititi.playing import PACKAGE, edition
from yupana.core.edition import packaged_tables, packaged_text, read_edition
from yupana.core.errors import EditionError
from yupana.games.paititi import Paititi
from yupana.games.paititi.components import NO_KIND, PaititiEdition

TEXT = packaged_text(PACKAGE, "classic")


def read(text: str) -> PaititiEdition:
    return read_edition(text, PaititiEdition, lambda name: packaged_tables(PACKAGE, name))


def test_what_is_fact_and_what_is_not_is_said_of_each_value() -> None:
    status = {name: status for name, _, status in read(TEXT).values()}
    facts = ("turn.dealt", "backs.3.picks", "backs.5.shovels", "points.permanent", "kinds.vase")
    guesses = ("digging.1/1", "backs.2.picks", "artifacts.vase", "worth.5", "exhibitions.C")
    assert {status[name] for name in facts} == {"fact"}
    assert {status[name] for name in guesses} == {"reconstructed"}
    assert status["points.travelling.5"] == "fact"
    assert status["points.travelling.4"] == status["turn.patience"] == "reconstructed"
    assert Paititi.packaged_editions() == ("classic", "sixty")


@pytest.mark.rule("P-1.2", "P-1.3")
def test_digging_cards_have_one_to_three_picks_and_one_to_four_shovels() -> None:
    for name, counts in (("classic", {5, 6}), ("sixty", {5})):
        table = Paititi(2, name).table
        sides = zip(table.digging_picks, table.digging_shovels, strict=True)
        assert list(sides) == [(picks, shovels) for picks in (1, 2, 3) for shovels in (1, 2, 3, 4)]
        assert set(table.digging_copies) == counts
    six = [
        name
        for name, copies in zip(table.digging_names, Paititi(2).table.digging_copies, strict=True)
        if copies == 6
    ]
    assert six == ["1/4", "2/2", "2/3", "3/3"]


@pytest.mark.rule("P-1.4")
def test_artifact_cards_are_of_five_kinds_with_one_to_three_pieces_and_two_are_shards() -> None:
    table = Paititi(2).table
    cards = [
        (table.artifact_kind[card], table.artifact_pieces[card])
        for card, copies in enumerate(table.artifact_copies)
        for _ in range(copies)
    ]
    assert [sum(kind == each for kind, _ in cards) for each in range(5)] == [8, 8, 8, 7, 7]
    assert {pieces for kind, pieces in cards if kind != NO_KIND} == {1, 2, 3}
    assert [pieces for kind, pieces in cards if kind == NO_KIND] == [0, 0]
    assert list(zip(table.back_picks, table.back_shovels, strict=True)) == [
        (2, 4),
        (3, 6),
        (4, 8),
        (5, 10),
    ]
    by_back = {table.artifact_pieces[card] for card in table.artifacts_by_back[1]}
    assert by_back == {0, 1, 2, 3}


@pytest.mark.rule("P-1.5")
def test_exhibition_cards_are_five_double_openings_ten_pairs_and_stop() -> None:
    table = Paititi(2).table
    assert [len(phase) for phase in table.phases] == [5, 5, 6]
    for card in table.phases[0]:
        assert table.exhibition_forms[card] == ("opening", "opening")
    for card in (*table.phases[1], *table.phases[2]):
        if card != table.stop:
            assert table.exhibition_forms[card] == ("travelling", "permanent")
    kinds = [table.exhibition_kinds[card] for phase in table.phases for card in phase]
    for half in (0, 1):
        counts = [sum(pair[half] == kind for pair in kinds) for kind in range(5)]
        assert counts == [3, 3, 3, 3, 3]
    assert table.exhibition_kinds[table.stop] == (NO_KIND, NO_KIND)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("title =", "titel =", "edition.field"),
        ("dealt = 6", "dealt = 13", "edition.value"),
        ("dealt = 6", "dealt = 0", "edition.value"),
        ("organiser = 1 ", "organiser = -1 ", "edition.value"),
        ("gives = 1 ", "gives = -1 ", "edition.value"),
        ("after_stop = 2", "after_stop = 5", "edition.value"),
        ('"1/1" = 5', '"1/1" = 6', "edition.count"),
        ('"1/1" = 5', '"1/1" = 0', "edition.value"),
        ('"1/1" = 5', '"0/1" = 5', "edition.value"),
        ('"1/1" = 5', '"1/x" = 5', "edition.value"),
        ('"1/1" = 5', '"1/1/1" = 5', "edition.value"),
        ("2 = { picks = 2, shovels = 4 }", "2 = { picks = 0, shovels = 4 }", "edition.value"),
        ("2 = { picks = 2, shovels = 4 }", "2 = { picks = 2, shovels = 0 }", "edition.value"),
        ("2 = { picks = 2, shovels = 4 }", '"2@" = { picks = 2, shovels = 4 }', "edition.value"),
        ('vase = "vases"', 'vase = "va ses"', "edition.value"),
        ('vase = "vases"', 'shards = "vases"', "edition.value"),
        ('vase = "vases"', 'Vase = "vases"', "edition.value"),
        ('vase = "vases"', 'urn = "vases"', "edition.dangling"),
        ('vase = "vases"', 'vase = "urns"', "edition.dangling"),
        ('vase = ["1@2",', 'vase = ["1@7",', "edition.dangling"),
        ('vase = ["1@2",', 'vase = ["x@2",', "edition.value"),
        ('vase = ["1@2",', 'vase = ["0@2",', "edition.value"),
        ('vase = ["1@2",', 'vase = ["@2",', "edition.value"),
        ('vase = ["1@2",', "vase = [", "edition.count"),
        ('shards = ["@2", "@3"]', 'shards = ["@2", "1@3"]', "edition.value"),
        ('shards = ["@2", "@3"]', 'shards = ["@2"]', "edition.count"),
        ("5 = 5\n", "", "edition.missing"),
        ("5 = 5\n", '5 = 5\n"vase 2@9" = 1\n', "edition.dangling"),
        ('A = ["vases+llamas"', 'A = ["vases+vases"', "edition.value"),
        ('A = ["vases+llamas"', 'A = ["vases"', "edition.dangling"),
        ('A = ["vases+llamas"', 'A = ["vases+"', "edition.dangling"),
        ('A = ["vases+llamas"', 'A = ["vases+lamas"', "edition.dangling"),
        ('A = ["vases+llamas", ', "A = [", "edition.count"),
        ('A = ["vases+llamas"', 'A = ["stop"', "edition.count"),
        (', "stop"]', ', "vases/llamas"]', "edition.count"),
        (', "stop"]', "]", "edition.count"),
        ("3 = 9\n", "", "edition.value"),
        ("[points.travelling]", "[points.traveling]", "edition.field"),
        ("artifacts = 40", "artifacts = 41", "edition.count"),
        ("shards = 2", "shards = 3", "edition.count"),
        ("openings = 5", "openings = 4", "edition.count"),
        ("exhibitions = 16", "exhibitions = 17", "edition.count"),
        ('worth = "reconstructed"\n', "", "edition.no-status"),
        ("[turn]", "[turn", "edition.toml"),
    ],
)
def test_a_bad_edition_is_refused_by_name(old: str, new: str, code: str) -> None:
    assert old in TEXT
    with pytest.raises(EditionError) as error:
        read(TEXT.replace(old, new, 1))
    assert error.value.code == code


def test_a_missing_phase_is_refused() -> None:
    lines = [line for line in TEXT.split("\n") if not line.startswith("B = ")]
    with pytest.raises(EditionError) as error:
        read("\n".join(lines))
    assert (error.value.code, error.value.facts) == (
        "edition.missing",
        {"field": "exhibitions.B"},
    )


def test_facts_of_a_refusal_name_the_field_and_what_would_be_right() -> None:
    with pytest.raises(EditionError) as error:
        edition('[digging]\n"1/1" = 4\n')
    assert error.value.facts == {"what": "digging", "found": 63, "expected": 64}
    with pytest.raises(EditionError) as error:
        edition("[turn]\nafter_stop = 5\n")
    assert error.value.facts == {"field": "exhibitions.A", "right": "fact.at-least 6"}
    with pytest.raises(EditionError) as error:
        edition("[turn]\ndealt = 13\n")
    assert error.value.facts == {"field": "digging", "right": "fact.at-least 65"}


@pytest.mark.parametrize(
    ("text", "field", "right"),
    [
        ("[backs]\n'2@' = {picks = 1, shovels = 1}", "backs.2@", "fact.letters-and-digits"),
        ("[kinds]\nURN = 'urns'", "kinds.URN", "fact.small-letters-not shards"),
        ("[digging]\n'3:4' = 1", "digging.3:4", "fact.such-as 2/3"),
        ("[artifacts]\nvase = ['2-3']", "artifacts.vase.2-3", "fact.such-as 1@2"),
        ("[artifacts]\nshards = ['1@3']", "artifacts.shards.1@3", "fact.such-as @2"),
    ],
)
def test_a_misspelt_card_is_shown_with_a_right_one(text: str, field: str, right: str) -> None:
    with pytest.raises(EditionError) as error:
        edition(text)
    assert (error.value.code, error.value.facts) == (
        "edition.value",
        {"field": field, "right": right},
    )


def test_an_owner_replaces_what_is_printed_otherwise() -> None:
    own = edition(
        """
        [backs]
        3a = { picks = 3, shovels = 5 }
        [artifacts]
        vase = ["1@2", "1@2", "1@3", "2@2", "2@3a", "2@4", "3@4", "3@5"]
        [worth]
        3a = 1
        """
    )
    game = Paititi(2, own)
    card = game.table.artifact_names.index("vase 2@3a")
    assert game.table.artifact_worth[card] == 1
    assert game.table.back_shovels[game.table.artifact_back[card]] == 5
    status = {name: status for name, _, status in own.values()}
    assert (status["backs.3a.shovels"], status["backs.2.picks"]) == ("owner", "reconstructed")
    assert own.digest != read(TEXT).digest
