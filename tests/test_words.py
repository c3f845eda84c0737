"""Every code the engine speaks has its sentence, in every language, and the languages say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import yupana.words as words_module
from yupana.core.clauses import clauses, read_clauses
from yupana.core.errors import RecordError, YupanaError
from yupana.core.game import ScoreTree
from yupana.core.play import random_playout
from yupana.games import GAMES
from yupana.words import (
    LANGUAGES,
    PSEUDO,
    Words,
    language_accepted,
    language_around,
    words,
)

catalogues = cache(words_module.catalogues)
"""Read once: the pseudo-locale takes a while to make."""

SOURCE = Path(__file__).parents[1] / "src" / "yupana"
CODE = re.compile(r'(?:Error|problem=)\(?\s*"([a-z]+(?:[.-][a-z0-9]+)+)"')
SAID = re.compile(r'say\(\s*"([a-z]+\.[a-z0-9-]+)"')
FACT = re.compile(r'"(fact\.[a-z-]+)')

NARROW = "\u202f"
"""The space before ; : ! ? and inside quotation marks in French."""


def codes() -> set[str]:
    text = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    return set(CODE.findall(text)) | set(SAID.findall(text)) | set(FACT.findall(text))


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


def test_a_fact_that_is_a_code_is_said_in_words() -> None:
    error = YupanaError("edition.value", field="solo.rounds", right="fact.at-least 1")
    assert words().say_error(error).endswith("right would be at least 1.")
    assert words("fr").say_error(error).endswith("il faudrait au moins 1.")
    typed = YupanaError("notation.move", text="fact.none")
    assert "“fact.none”" in words().say_error(typed)


def test_a_code_of_another_authors_game_is_made_readable() -> None:
    error = YupanaError("checkers.no-crown", piece="a1")
    assert words().say_error(error) == "Checkers no crown (piece: a1)."
    say = words().for_game("checkers")
    assert say("checkers-end-no-more_moves") == "No more moves"
    assert say("checkers-score-king", of="b2") == "King (of: b2)"
    assert say("checkers-title") == "Checkers"
    assert say("play.saved", path="x") == "Saved in x."


def test_a_mistake_in_our_own_catalogues_is_not_made_readable() -> None:
    with pytest.raises(Exception, match="path"):
        words().for_game("checkers")("play.saved")
    with pytest.raises(LookupError):
        words().say("temple-end-nothing-of-the-kind")


def test_a_fact_that_is_missing_is_not_passed_over() -> None:
    with pytest.raises(Exception, match="first"):
        words().say("option.seats", game="temple")


def test_a_message_that_a_language_lacks_is_said_in_english() -> None:
    said = Words("fr")
    assert said.say("rule.game-over") == "La partie est finie."
    poor = Words("fr")
    del poor._unread["rule-game-over"]
    assert "rule.game-over" in poor
    assert poor.say("rule.game-over") == "The game is over."
    assert "rule.no-such-thing" not in poor


# Which language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "fr", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr", "YUPANA_LANG": "en"}, "en"),
        ({"LANG": "C.UTF-8", "YUPANA_LANG": "fr"}, "fr"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "fry_NL"}, "en"),
    ],
)
def test_a_terminal_is_spoken_to_in_its_language(
    environment: dict[str, str], language: str
) -> None:
    assert language_around(environment) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("FR-fr", "fr"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("de-AT, fr;q=0.4, en;q=0.3", "fr"),
        ("fr;q=0, en;q=0.1", "en"),
        ("fr;q=nonsense", "en"),
        ("*", "en"),
        (",;q=,fr", "fr"),
    ],
)
def test_a_browser_is_spoken_to_in_the_language_it_likes_best(header: str, language: str) -> None:
    assert language_accepted(header) == language


# The catalogues beside each other


@cache
def entries(catalogue: str) -> dict[str, ast.Message]:
    found = [each for each in FluentParser().parse(catalogue).body if isinstance(each, ast.Message)]
    assert len({each.id.name for each in found}) == len(found), "an id stands twice"
    return {each.id.name: each for each in found}


class Found(Visitor):
    """The variables, selectors and texts of a part of a catalogue."""

    def __init__(self, node: ast.BaseNode) -> None:
        self.variables: set[str] = set()
        self.selectors: dict[str, set[str]] = {}
        self.texts: list[str] = []
        self.variants: list[ast.Variant] = []
        self.singular: list[ast.Variant] = []
        self.blind: list[str] = []
        """Selectors whose `one` does not name the number, though 0 may be meant."""
        self.visit(node)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
        self.texts.append(node.value)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        selector = node.selector
        assert isinstance(selector, ast.VariableReference)
        keys = self.selectors.setdefault(selector.id.name, set())
        for variant in node.variants:
            self.variants.append(variant)
            key = variant.key
            keys.add(key.name if isinstance(key, ast.Identifier) else key.value)
            if isinstance(key, ast.Identifier) and key.name == "one":
                self.singular.append(variant)
                if selector.id.name not in Found(variant).variables:
                    self.blind.append(selector.id.name)
        self.blind = [name for name in self.blind if "0" not in self.selectors[name]]
        self.generic_visit(node)


def patterns(message: ast.Message) -> dict[str, ast.Pattern]:
    """The value of a message under its own name, and its attributes under theirs."""
    found = {f".{each.id.name}": each.value for each in message.attributes}
    return found if message.value is None else {"": message.value, **found}


FILES = sorted({name for language in LANGUAGES for name in catalogues(language)})


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_a_catalogue_has_no_line_that_is_not_understood(language: str, name: str) -> None:
    junk = FluentParser().parse(catalogues(language)[name]).body
    assert [each.content for each in junk if isinstance(each, ast.Junk)] == []


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_the_languages_have_the_same_messages(language: str, name: str) -> None:
    """Ids, attributes and arguments."""
    shapes = [
        {
            id_: {key: Found(pattern).variables for key, pattern in patterns(message).items()}
            for id_, message in entries(catalogues(each).get(name, "")).items()
        }
        for each in ("en", language)
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_no_id_stands_in_two_catalogues(language: str) -> None:
    ids = [id_ for text in catalogues(language).values() for id_ in entries(text)]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_digit_stands_in_a_singular(language: str) -> None:
    """French says `one` of 0 too, so a 1 that is written there would be a lie."""
    singulars = 0
    for text in catalogues(language).values():
        for id_, message in entries(text).items():
            for variant in Found(message).singular:
                singulars += 1
                assert not any(map(str.isdigit, "".join(Found(variant).texts))), id_
    assert singulars > 5


def test_a_french_singular_names_its_number_since_it_may_be_none() -> None:
    blind = {
        id_: Found(message).blind
        for text in catalogues("fr").values()
        for id_, message in entries(text).items()
        if Found(message).blind
    }
    assert {id_ for id_ in blind if id_ not in NEVER_NONE} == set()


NEVER_NONE = {"notify-mail-subject", "picture-waiting", "web-won"}
"""Said only where there is at least one."""

NUMBERS = (0, 1, 2, 7, 1234)


def samples(found: Found) -> Iterator[dict[str, str | int]]:
    """Facts to try: every variant that a selector has, and each number or word elsewhere."""
    choices: list[list[str | int]] = []
    for name in sorted(found.variables):
        keys = found.selectors.get(name, set())
        if keys & {"one", "many"} or any(key.isdigit() for key in keys):
            choices.append([*NUMBERS, *(int(key) for key in keys if key.isdigit())])
        else:
            choices.append([*sorted(keys), "Ana", 3])
    for values in product(*choices) if len(choices) <= 3 else zip(*choices, strict=False):
        yield dict(zip(sorted(found.variables), values, strict=True))


def bundle(language: str) -> Any:
    made = FluentBundle([language, "en"], use_isolating=False)
    for text in catalogues(language).values():
        made.add_resource(FluentResource(text))
    return made


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_every_message_can_be_said_with_any_facts(language: str) -> None:
    spoken = bundle(language)
    for text in catalogues(language).values():
        for id_, message in entries(text).items():
            compiled = spoken.get_message(id_)
            for key, pattern in patterns(message).items():
                value = compiled.attributes[key[1:]] if key else compiled.value
                for facts in samples(Found(pattern)):
                    said, problems = spoken.format_pattern(value, facts)
                    assert problems == [], (id_, key, facts)
                    assert said == "" or said.strip("{} ") != "", id_


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_entries_read_one_by_one_are_those_of_the_whole_catalogue(language: str) -> None:
    said = Words(language)
    whole = {
        id_: message
        for text in catalogues(language).values()
        for id_, message in entries(text).items()
    }
    assert set(said._unread) == set(whole)
    for id_, text in list(said._unread.items()):
        alone = entries(text)
        assert list(alone) == [id_]
        assert alone[id_].equals(whole[id_], ignored_fields=["span", "comment"]), id_
        said._read(id_)
    assert said._unread == {}


def test_an_entry_that_speaks_of_another_is_said_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = "-us = Yupana\nhello = Hello from { -us }: { bye }\nbye = bye, { $name }\n"
    monkeypatch.setattr("yupana.words.catalogues", lambda language: {"x.ftl": catalogue})
    assert Words("en").say("hello", name="Ana") == "Hello from Yupana: bye, Ana"


def test_words_say_what_the_catalogue_says_and_remember_it() -> None:
    spoken = bundle("fr")
    for points in NUMBERS:
        pattern = spoken.get_message("picture-points").value
        expected, _ = spoken.format_pattern(pattern, {"points": points})
        for _ in range(2):
            assert words("fr").say("picture.points", points=points) == expected
    assert words("fr").say("picture.points", points=0) == "0 point"
    assert words("fr").say("picture.points", points=1234) == f"1{NARROW}234 points"
    assert words("en").say("picture.points", points=1234) == "1,234 points"


# French


def french_texts() -> Iterator[tuple[str, str]]:
    for text in catalogues("fr").values():
        for id_, message in entries(text).items():
            yield id_, "{}".join(Found(message).texts)
    for name in GAMES:
        path = SOURCE / "games" / name / "RULES.fr.md"
        yield str(path), path.read_text("utf-8")


BAD_FRENCH = re.compile(
    r"""(?<=\S)[ \u00a0](?=[;!?»](?!\()) # an ordinary space before a high sign
    | (?<=\S)[ \u00a0](?=:(?:\s|$))
    | (?<=[^\W\d_])[;!?»](?<!Down!)(?<!\?)      # or none at all
    | (?<=[^\W\d_]):(?=\s)
    | «(?!\u202f) | [“”]
    | (?<=[^\W\d_])'(?=[^\W\d_])                # a straight apostrophe
    """,
    re.VERBOSE,
)


def test_french_is_set_as_french() -> None:
    texts = dict(french_texts())
    assert len(texts) > 300
    wrong = {id_: match[0] for id_, text in texts.items() if (match := BAD_FRENCH.search(text))}
    assert wrong == {}


@pytest.mark.parametrize("good", [f"Non{NARROW}!", f"«{NARROW}x{NARROW}»", "l’eau", "1:2 x:y"])
def test_good_setting_passes(good: str) -> None:
    assert BAD_FRENCH.search(good) is None


@pytest.mark.parametrize("bad", ["Non !", "Non!", "« x »", "l'eau", "a : b", "a: b", "“x”"])
def test_bad_setting_is_noticed(bad: str) -> None:
    assert BAD_FRENCH.search(bad) is not None


NAMES = {"name", "names", "player"}
"""Facts that are people's names: `de { $name }` would be wrong for Ana, so French goes around it."""


def test_no_french_word_that_may_have_to_be_cut_stands_before_a_name() -> None:
    wrong = set()
    for text in catalogues("fr").values():
        for id_, message in entries(text).items():
            for pattern in (*patterns(message).values(), *inner_patterns(message)):
                for before, after in pairwise(pattern.elements):
                    if (
                        isinstance(before, ast.TextElement)
                        and isinstance(after, ast.Placeable)
                        and NAMES & Found(after).variables
                        and re.search(r"\b(de|que|jusque|lorsque|puisque) $", before.value)
                    ):
                        wrong.add(id_)
    assert wrong == set()


def inner_patterns(message: ast.Message) -> Iterator[ast.Pattern]:
    """The variants of selectors."""
    for variant in Found(message).variants:
        yield variant.value


ALIKE = {"wiraqocha-picture-jungle"}
"""The same words in both languages."""


def test_no_sentence_was_left_in_english() -> None:
    for name, text in catalogues("fr").items():
        english = entries(catalogues("en")[name])
        for id_, message in entries(text).items():
            texts = " ".join(Found(message).texts)
            if id_ not in ALIKE and len(re.findall(r"[^\W\d_]{2,}", texts)) > 2:
                assert texts != " ".join(Found(english[id_]).texts), id_


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_the_same_in_french(name: str) -> None:
    """Ids, order, kinds, chapters, pages, and every number and clause that is named."""
    home = SOURCE / "games" / name
    english, french = (
        read_clauses((home / file).read_text("utf-8")) for file in ("RULES.md", "RULES.fr.md")
    )
    assert list(english) == list(french)
    for id_, rule in english.items():
        other = french[id_]
        assert rule.kind == other.kind, id_
        assert rule.chapter.split()[0] == other.chapter.split()[0], id_
        assert numbers(rule.text) == numbers(other.text), id_
        assert re.findall(r"p\. \d+", rule.source) == re.findall(r"p\. \d+", other.source), id_
        assert rule.text != other.text, id_
    shown = clauses(GAMES[name].package(), "fr")
    assert list(shown) == list(english)
    assert shown == french
    assert clauses(GAMES[name].package(), "de") == english


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"[A-Z]-\d+\.\d+|\d+", text))


# The pseudo-locale


def test_the_pseudo_locale_is_long_accented_and_bracketed() -> None:
    plain, long = words("en").say("table.full"), words(PSEUDO).say("table.full")
    assert long.startswith("⟦")
    assert long.endswith("⟧")
    assert len(long) >= 1.4 * len(plain)
    assert "é" in long
    texts = {
        language: sum(
            len(text)
            for catalogue in catalogues(language).values()
            for message in entries(catalogue).values()
            for text in Found(message).texts
        )
        for language in ("en", PSEUDO)
    }
    assert texts[PSEUDO] >= 1.4 * texts["en"]
