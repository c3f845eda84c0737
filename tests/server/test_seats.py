"""Secrets that stay secret, codes that can be read out, names that can be shown."""

from __future__ import annotations

import copy
import itertools
import logging
import pickle
import traceback
import unicodedata
from collections import Counter
from math import log2
from random import Random
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yupana.server.seats import (
    CODE_LENGTH,
    LETTERS,
    NAME_LONGEST,
    PREFIX,
    RUDE,
    Capability,
    Explorer,
    Kind,
    Secret,
    clean_name,
    distinct_name,
    heir,
    is_rude,
    likeness,
    new_capability,
    new_code,
    new_explorer,
    opens,
    read_code,
    read_resume_code,
    read_secret,
    redact,
    secret_hash,
    spell_resume_code,
)

KINDS: tuple[Kind, ...] = get_args(Kind)
LINKS: tuple[Kind, ...] = ("host", "seat", "spectator", "replay")


def make(kind: Kind, table: str = "T1") -> Capability:
    return new_capability(kind, table, 2 if kind in ("seat", "resume") else None)


# Secrets


@pytest.mark.parametrize("kind", KINDS)
def test_a_secret_shows_itself_nowhere_but_where_it_is_asked_to(kind: Kind) -> None:
    capability = make(kind)
    secret = capability.secret
    text = secret.reveal()
    shown = [
        *(repr(secret), str(secret), f"{secret}", f"{secret:>40}", f"{secret!r}", f"{secret!s}"),
        *(repr([secret]), repr({"s": secret}), ascii(secret)),
        *(repr(capability), str(capability), f"{capability}"),
        logging.LogRecord("a", 20, "b", 1, "%s %r", (secret, capability), None).getMessage(),
    ]
    assert all(text not in each for each in shown)
    assert "Secret(...)" in repr(capability)
    assert not hasattr(secret, "__dict__")


def test_a_secret_does_not_get_into_a_traceback() -> None:
    secret = make("seat").secret
    with pytest.raises(ValueError, match="Secret") as error:
        raise ValueError(secret, make("host"))
    assert secret.reveal() not in "".join(traceback.format_exception(error.value))


def test_a_secret_is_neither_written_as_json_nor_pickled_nor_copied() -> None:
    capability = make("seat")
    with pytest.raises(TypeError):
        msgspec.json.encode(capability)
    for carry in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            carry(capability.secret)
    with pytest.raises(TypeError):
        hash(capability.secret)


def test_secrets_are_equal_when_their_texts_are() -> None:
    assert Secret("a") == Secret("a")
    assert Secret("a") != Secret("b")
    assert Secret("a") != "a"


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_has_192_bits_and_no_two_are_alike(kind: Kind) -> None:
    texts = [make(kind).secret.reveal() for _ in range(5000)]
    assert len(set(texts)) == 5000
    assert {len(text) for text in texts} == {3 + 32}
    assert {text[:3] for text in texts} == {PREFIX[kind]}
    for place in range(3, 35):
        counts = Counter(text[place] for text in texts)
        entropy = -sum(n / 5000 * log2(n / 5000) for n in counts.values())
        assert entropy > 5.95  # of 6 bits a character: every one of the 32 is by chance


@pytest.mark.parametrize("kind", KINDS)
def test_a_secret_opens_what_it_was_made_for_and_nothing_else(kind: Kind) -> None:
    capability = make(kind)
    stored = capability.hash()
    assert opens(kind, "T1", capability.secret, stored)
    assert not opens(kind, "T2", capability.secret, stored)
    assert not opens(kind, "T1", make(kind).secret, stored)
    assert not any(
        opens(other, "T1", capability.secret, stored) for other in KINDS if other != kind
    )
    assert not any(opens(kind, "T1", capability.secret, bad) for bad in ("", "é", stored.upper()))


def test_the_store_learns_nothing_that_opens() -> None:
    capability = make("seat")
    assert len(capability.hash()) == 64
    assert set(capability.hash()) <= set("0123456789abcdef")
    assert read_secret(capability.hash()) is None
    assert capability.hash() == secret_hash("seat", "T1", capability.secret)


@pytest.mark.parametrize("kind", LINKS)
def test_a_secret_that_is_sent_is_known_by_its_kind(kind: Kind) -> None:
    secret = make(kind).secret
    assert read_secret(secret.reveal()) == (kind, secret)


@pytest.mark.parametrize(
    "text",
    [
        *("", "ys_", "ys_" + "a" * 31, "ys_" + "a" * 33, "yx_" + "a" * 32, "ys_" + "é" * 32),
        *("ys_" + "a" * 32 + "\n", "YS_" + "a" * 32, "ys_" + "\ud800" * 32, "a" * 10**6),
    ],
    ids=range(10),
)
def test_what_has_not_the_shape_of_a_secret_is_none(text: str) -> None:
    assert read_secret(text) is None


def test_seats_have_a_seat_and_the_others_none() -> None:
    for kind in KINDS:
        wrong = None if kind in ("seat", "resume") else 0
        with pytest.raises(ValueError, match="belong"):
            new_capability(kind, "T1", wrong)


def test_a_line_for_the_log_is_cleared_of_secrets() -> None:
    texts = [make(kind).secret.reveal() for kind in LINKS]
    line = redact(f"GET /t/abc#s={texts[0]} cookie={texts[1]}; {texts[2]},{texts[3]} status=200")
    assert line == "GET /t/abc#s=yh_... cookie=ys_...; yw_...,yr_... status=200"


# Table codes


def test_a_code_is_four_letters_that_nobody_mistakes() -> None:
    assert len(set(LETTERS)) == 16
    assert not set(LETTERS) & set("AEIOUY" + "ILOQ" + "NG" + "0123456789")
    codes = [new_code() for _ in range(3000)]
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert set("".join(codes)) == set(LETTERS)
    assert not any(map(is_rude, codes))


def test_there_are_codes_for_sixty_thousand_tables() -> None:
    every = ["".join(letters) for letters in itertools.product(LETTERS, repeat=CODE_LENGTH)]
    assert sum(not is_rude(code) for code in every) > 60_000
    assert all(set(word) <= set(LETTERS) for word in RUDE), "it could never come up"


def test_a_code_in_use_is_not_given_again() -> None:
    rng, taken = Random(1), set[str]()
    for _ in range(3000):
        taken.add(new_code(taken.__contains__, rng))
    assert len(taken) == 3000


def test_a_rude_code_is_passed_over() -> None:
    class Rigged:
        """First FDPS, then KRTM."""

        def __init__(self) -> None:
            self.values = [LETTERS.index(letter) for letter in "FDPSKRTM"]

        def randrange(self, stop: int, /) -> int:
            return self.values.pop(0)

    assert new_code(rng=Rigged()) == "KRTM"


def test_a_host_without_a_free_code_is_told_so() -> None:
    with pytest.raises(RuntimeError):
        new_code(lambda code: True, Random(1))


@pytest.mark.parametrize("text", ["KRTM", "krtm", " k r-t.m ", "KR TM\n", "krtn", "Kr_Tm"])
def test_a_code_is_read_however_it_was_typed(text: str) -> None:
    assert read_code(text) == "KRTM"


@pytest.mark.parametrize(
    "text", ["", "KRT", "KRTMB", "KRTA", "KRT1", "ＫＲＴＭ", "K" * 1000, "K\0RTM"]
)
def test_what_cannot_be_a_code_is_none(text: str) -> None:
    assert read_code(text) is None


def test_letters_that_are_not_ours_are_read_as_the_one_that_is_meant() -> None:
    assert read_code("852N") == "BSZM"
    assert read_code("gunk") == "JVMK"


# Resume codes


def test_a_resume_code_is_read_back_however_it_was_typed() -> None:
    for _ in range(300):
        secret = make("resume").secret
        spelt = spell_resume_code(secret)
        assert [len(group) for group in spelt.split("-")] == [4, 4, 4, 4]
        for typed in (spelt, spelt.lower(), spelt.replace("-", " "), secret.reveal()):
            assert read_resume_code(typed) == secret
        assert not is_rude(secret.reveal())


def test_a_resume_code_has_59_bits_and_no_two_are_alike() -> None:
    texts = [make("resume").secret.reveal() for _ in range(4000)]
    assert len(set(texts)) == 4000
    rng = Random(1)
    kept = sum(not is_rude("".join(rng.choices(LETTERS, k=16))) for _ in range(4000)) / 4000
    assert 15 * 4 + log2(kept) > 59
    for place in range(16):
        counts = Counter(text[place] for text in texts)
        assert -sum(n / 4000 * log2(n / 4000) for n in counts.values()) > 3.9


def test_any_one_wrong_letter_is_noticed() -> None:
    text = make("resume").secret.reveal()
    for place, letter in itertools.product(range(16), LETTERS):
        typed = text[:place] + letter + text[place + 1 :]
        assert (read_resume_code(typed) is not None) == (typed == text)


def test_any_two_neighbours_that_changed_places_are_noticed() -> None:
    for _ in range(200):
        text = make("resume").secret.reveal()
        for at, other in itertools.combinations(range(16), 2):
            letters = [*text]
            letters[at], letters[other] = letters[other], letters[at]
            typed = "".join(letters)
            if (at, other) != (0, 15):
                assert (read_resume_code(typed) is not None) == (typed == text)


@pytest.mark.parametrize("text", ["", "KRTM", "A" * 16, "é" * 16, "K" * 1000])
def test_what_cannot_be_a_resume_code_is_none(text: str) -> None:
    assert read_resume_code(text) is None


# Explorers


EVERY = [Explorer(manner, who) for manner in range(36) for who in range(39)]


def test_every_explorer_has_a_name_in_both_languages_that_fits() -> None:
    for language in ("en", "fr"):
        called = {each.called(language) for each in EVERY}
        assert len(called) == len({likeness(name) for name in called}) == len(EVERY) == 1404
        assert all(clean_name(name) == name for name in called)
        assert max(map(len, called)) <= NAME_LONGEST
    with pytest.raises(IndexError):
        Explorer(36, 0).called("en")
    with pytest.raises(IndexError):
        Explorer(0, 39).called("fr")


def test_an_explorer_of_another_language_is_called_in_english() -> None:
    assert Explorer(9, 31).called("de") == Explorer(9, 31).called("en") == "Free Owl"


def test_no_word_of_a_name_is_rude_in_either_language() -> None:
    """Whole words: `Condor` begins like a French insult, and is none."""
    words = {
        unicodedata.normalize("NFD", word).encode("ascii", "ignore").decode().lower()
        for each in EVERY
        for language in ("en", "fr")
        for word in each.called(language).split()
    }
    rude = {
        *("ass", "bitch", "booby", "cock", "crap", "cunt", "damn", "dick", "dumb", "fat", "fool"),
        *("gay", "hoe", "hooker", "idiot", "jerk", "naked", "pig", "poo", "prick", "pussy", "rat"),
        *("sexy", "shag", "slut", "snatch", "stupid", "tit", "turd", "twat", "ugly", "wanker"),
        *("ane", "baleine", "batard", "bite", "boudin", "cafard", "chatte", "chienne", "cochon"),
        *("con", "cul", "debile", "dinde", "garce", "grue", "imbecile", "merde", "morue", "moule"),
        *("nique", "nul", "pedale", "poule", "poufiasse", "pute", "queue", "salope", "sot", "thon"),
        *("truie", "vache", "zob", "folle", "pipe", "poire", "cloche", "bourrique", "perverse"),
    }
    assert not words & rude
    assert len(words) > 120


def test_a_hundred_explorers_at_a_table_are_all_distinct_in_both_languages() -> None:
    for seed in range(3):
        rng = Random(seed)
        met: list[Explorer] = []
        for seat in range(100):
            shown = [each.called("fr" if at % 2 else "en") for at, each in enumerate(met)]
            met.append(new_explorer(shown, rng))
            assert seat == len(set(met)) - 1
        for language in ("en", "fr"):
            assert len({likeness(each.called(language)) for each in met}) == 100
        assert len({each.who for each in met[:39]}) == 39, "one of everything before a second one"


def test_an_explorer_comes_from_the_chance_that_is_handed_in() -> None:
    assert new_explorer((), Random(5)) == new_explorer((), Random(5))
    assert len({new_explorer((), Random(seed)) for seed in range(200)}) > 150
    assert new_explorer() in EVERY


def test_nobody_is_called_as_somebody_who_typed_it() -> None:
    free = set(EVERY) - {Explorer(9, 31)}
    taken = [each.called("en") for each in free]
    assert new_explorer(taken, Random(1)) == Explorer(9, 31)
    assert all("Fox" not in new_explorer(["fox"], Random(seed)).called("en") for seed in range(200))


# Names people type


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t\n  Lucía ", "Ana Lucía"),
        ("Zoe\u0301", "Zoé"),
        ("José Ñandú", "José Ñandú"),
        ("李小龍", "李小龍"),
        ("مريم", "مريم"),
        ("Ана", "Ана"),
        ("नमिता", "नमिता"),
        ("🦙 Ana", "🦙 Ana"),
        ("A\u200bn\u200da\ufeff", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("\u2066Ana\u2069\u200f", "Ana"),
        ("A\x00n\x1b[31ma\x7f", "An[31ma"),
        ("A\ud800na\udfff", "Ana"),
        ("A\ue000na\U000e0041\U0010ffff", "Ana"),
        ("Ana\ufe0f", "Ana"),
        ("e\u200d\u0301", "é"),
        ("\u0301Ana", "Ana"),
        ("A\u00a0\u2003\u3000na", "A na"),
        ("a" + "\u0323\u0329\u032d\u0330" * 10, "ạ\u0329\u032d"),
        ("<b>Ana</b> & 'co'", "<b>Ana</b> & 'co'"),
        ("x" * 100, "x" * 24),
        ("x" * 23 + " y", "x" * 23),
        ("y" * 10**6, "y" * 24),
    ],
    ids=range(24),
)
def test_a_name_is_shown_as_it_was_meant(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b",
        "\u202e\u202c",
        "\x00\x01",
        "\ud800",
        "\u3164",
        "\u2800 \u2800",
        "\u0301",
    ],
)
def test_a_name_of_which_nothing_can_be_seen_is_none(typed: str) -> None:
    assert clean_name(typed) is None


def test_a_name_is_not_cut_between_a_letter_and_its_mark() -> None:
    name = "x" * 22 + "m" + "\u0329\u0303"
    assert unicodedata.normalize("NFC", name) == name
    assert clean_name(name) == "x" * 22


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(text: str) -> None:
    name = clean_name(text)
    if name is None:
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert 0 < len(name) <= NAME_LONGEST
    assert name == " ".join(name.split(" ")).strip()
    assert not {unicodedata.category(char)[0] for char in name} & {"C"}
    assert all(char == " " or unicodedata.category(char)[0] != "Z" for char in name)
    assert name.encode().decode() == name


@given(st.lists(st.text("aA lI1\u0430e\u0435xX ", min_size=1, max_size=30), max_size=12))
def test_no_two_people_at_a_table_look_alike(typed: list[str]) -> None:
    table: list[str] = []
    for text in typed:
        name = clean_name(text)
        if name is not None:
            table.append(distinct_name(name, table))
    assert len({likeness(name) for name in table}) == len(table)
    assert all(len(name) <= NAME_LONGEST and clean_name(name) == name for name in table)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Аnа"),
        ("Ana", "Ａｎａ"),
        ("Ilya", "llya"),
        ("Bob", "B0b"),
        ("Ana", "Ana "),
    ],
)
def test_names_that_look_alike_are_told_apart(name: str, other: str) -> None:
    assert distinct_name(other, [name]) == other.strip() + " 2"


def test_names_that_only_sound_alike_are_left() -> None:
    assert distinct_name("Zoé", ["Zoe", "Zoey"]) == "Zoé"


def test_a_hundred_people_of_one_name_are_numbered() -> None:
    table: list[str] = []
    for _ in range(100):
        table.append(distinct_name("x" * NAME_LONGEST, table))
    assert table[0] == "x" * 24
    assert table[1] == "x" * 22 + " 2"
    assert table[99] == "x" * 20 + " 100"
    assert len(set(table)) == 100


# What follows from a secret


def test_an_heir_is_the_same_every_time_and_nobody_elses() -> None:
    ours, theirs = (new_capability("seat", "old", seat).secret for seat in (0, 1))
    kinds: list[tuple[Kind, int | None]] = [
        *(("seat", 0), ("seat", 1), ("resume", 0), ("host", None), ("spectator", None))
    ]
    made = [
        heir(kind, table, secret, seat)
        for secret in (ours, theirs)
        for table in ("new", "newer")
        for kind, seat in kinds
    ]
    texts = {each.secret.reveal() for each in made}
    assert len(texts) == len(made)
    assert heir("seat", "new", ours, 0).secret == made[0].secret
    for each in made:
        text = each.secret.reveal()
        if each.kind == "resume":
            assert read_resume_code(spell_resume_code(each.secret)) == each.secret
        else:
            assert read_secret(text) == (each.kind, each.secret)
        assert ours.reveal() not in text


def test_no_heir_is_rude() -> None:
    secret = new_capability("host", "old").secret
    for number in range(3000):
        assert not is_rude(heir("resume", f"t{number}", secret, 0).secret.reveal())
