"""Words: the catalogues in `locale/` turn the engine's codes into sentences of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, FluentSerializer, ast, visitor

from yupana.core.errors import YupanaError
from yupana.core.game import Game
from yupana.core.text import Say

OUR_PACKAGE = "yupana"

LANGUAGES = ("en", "fr")
"""What we speak; the first stands in wherever another lacks a message."""

PSEUDO = "en-XA"
"""English stretched and accented, so that a screen shows what it cannot hold or forgot to look up."""

REMEMBERED = 4096
"""Sentences of a language kept as they were said last: a server says the same ones all day."""

OURS = frozenset({"problem", "expected", "right", "what", "known"})
"""Facts of an error that the engine may give as a code; the others are a person's own text."""

OF_A_GAME = ("end", "picture", "piece", "rank", "score", "tie")
"""What the codes of a game are about: `temple-end-explored`."""


ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
"""Where an entry of a catalogue begins: whatever belongs to it further down is indented, or a bracket."""

REFERENCE = re.compile(r"\{ *(-?[a-z][\w-]*)")
"""Where an entry speaks of another one."""


class Words:
    """All the sentences of one language. An entry is parsed when it is first said, and then kept:
    a catalogue as a whole takes a tenth of a second, which neither a player nor a server should wait.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language, LANGUAGES[0]], use_isolating=False)
        self._unread: dict[str, str] = {}
        for catalogue in catalogues(language).values():
            starts = [*ENTRY.finditer(catalogue), None]
            for this, following in pairwise(starts):
                assert this is not None
                entry = catalogue[this.start() : following and following.start()]
                self._unread.setdefault(this[1], entry)
        self._packages: set[str] = set()
        """Packages of other authors' games whose catalogues were taken in."""
        self._others: set[str] = set()
        """The ids of entries that came from there."""
        self._remembered = lru_cache(REMEMBERED)(self._format)

    def __contains__(self, key: str) -> bool:
        return self._has(_id(key)) or (self.language != LANGUAGES[0] and key in words(LANGUAGES[0]))

    def _has(self, name: str) -> bool:
        return self._knows(name) or (self._learn() and self._knows(name))

    def _knows(self, name: str) -> bool:
        return name in self._unread or bool(self._bundle.has_message(name))

    def _learn(self) -> bool:
        """Takes in the catalogues that come with games of other authors, once those are loaded; whether there
        were any. What stands in ours stays as it is."""
        new = game_packages() - self._packages
        for package in sorted(new):
            for text in _catalogues_of(package, self.language):
                for entry in FluentParser().parse(text).body:
                    if isinstance(entry, ast.Message | ast.Term) and entry.value is not None:
                        name = ("-" if isinstance(entry, ast.Term) else "") + entry.id.name
                        if not self._knows(name):
                            self._unread[name] = FluentSerializer().serialize_entry(entry)
                            self._others.add(name)
        self._packages |= new
        return bool(new)

    def say(self, key: str, **facts: str | int) -> str:
        """The sentence for a key such as `rule.illegal`, its facts filled in."""
        return self._remembered(_id(key), **facts)

    def _format(self, name: str, /, **facts: str | int) -> str:
        if not self._has(name) and self.language != LANGUAGES[0]:
            return words(LANGUAGES[0]).say(name, **facts)
        self._read(name)
        pattern = self._bundle.get_message(name).value
        assert pattern is not None, name
        text, problems = self._bundle.format_pattern(pattern, facts)
        if problems:
            raise problems[0]
        return str(text)

    def _read(self, name: str) -> None:
        """Parses an entry, and those that it speaks of, unless that was done before."""
        entry = self._unread.pop(name, None)
        if entry is not None:
            for other in REFERENCE.findall(entry):
                self._read(other)
            self._bundle.add_resource(FluentResource(entry))

    def say_error(self, error: YupanaError) -> str:
        """An error as one sentence; a problem inside another, and a fact that is a code, in words."""
        facts = dict(error.facts)
        if isinstance(error.__cause__, YupanaError):
            facts["problem"] = self.say_error(error.__cause__)
        for name in OURS & facts.keys():
            facts[name] = self._in_words(facts[name])
        if error.code not in self:  # another author's game may speak codes of its own
            return f"{readable(error.code, **facts)}."
        return self.say(error.code, **facts)

    def for_game(self, game: str) -> Say:
        """Says everything about a game of that name, also one that no catalogue has words for: then a code is
        made readable.

        >>> say = words().for_game("pebbles")
        >>> say("pebbles-title"), say("pebbles-score-all-in-all", of="heap")
        ('Pebbles', 'All in all (of: heap)')
        """

        def say(key: str, **facts: str | int) -> str:
            name = _id(key)
            if name in self:
                try:
                    return self.say(name, **facts)
                except (LookupError, TypeError, ValueError):
                    if name not in self._others:
                        raise  # in our own catalogues that is a mistake of ours
            code = name.removeprefix(f"{_id(game)}-")
            kind, _, rest = code.partition("-")
            if code == "title":
                return readable(game)
            return readable(rest if rest and kind in OF_A_GAME else code, **facts)

        return say

    def _in_words(self, fact: str | int) -> str | int:
        """A fact that is a code, or a code and what it is about: `fact.at-least 3`."""
        code, _, value = str(fact).partition(" ")
        if "." not in code or code not in self:
            return fact
        return self.say(code, value=value) if value else self.say(code)


def _id(key: str) -> str:
    return key.replace(".", "-").replace("_", "-")


@cache
def words(language: str = LANGUAGES[0]) -> Words:
    return Words(language)


def catalogues(language: str, package: str = OUR_PACKAGE) -> dict[str, str]:
    """The catalogue files of a language by name, as they are written; of another package those that can be read."""
    if language == PSEUDO:
        return {name: pseudo(text) for name, text in catalogues(LANGUAGES[0], package).items()}
    folder = resources.files(package) / "locale" / language
    if package != OUR_PACKAGE and not folder.is_dir():
        return {}
    found = sorted(folder.iterdir(), key=lambda path: path.name)
    return {path.name: path.read_text("utf-8") for path in found if path.name.endswith(".ftl")}


def _catalogues_of(package: str, language: str) -> list[str]:
    """The catalogues in the package of another author's game; none if they cannot be read."""
    try:
        return list(catalogues(language, package).values())
    except (ImportError, OSError, UnicodeDecodeError):
        return []


def game_packages() -> set[str]:
    """The packages of games that are not ours and have been loaded."""
    return {
        package
        for game in _below(Game)
        if "name" in dir(game) and (package := game.package())
        if package.partition(".")[0] != OUR_PACKAGE
    }


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def readable(code: str, **facts: str | int) -> str:
    """A code that nobody has words for, as a person reads it, and behind it what it is about.

    >>> readable("no-throwing", hand="left"), readable("pebbles.not_a_move")
    ('No throwing (hand: left)', 'Pebbles not a move')
    """
    text = " ".join(re.split(r"[-._\s]+", code)).strip()
    about = ", ".join(f"{name}: {value}" for name, value in facts.items() if value != "")
    return text[:1].upper() + text[1:] + (f" ({about})" if about else "")


# Which language


def language_of(tag: str) -> str | None:
    """The language of ours that a tag or a locale names.

    >>> language_of("fr-CA"), language_of("fr_FR.UTF-8"), language_of("de"), language_of("en-XA")
    ('fr', 'fr', None, 'en-XA')
    """
    if tag == PSEUDO:
        return PSEUDO
    primary = re.split(r"[-_.@]", tag.strip().lower())[0]
    return primary if primary in LANGUAGES else None


VARIABLES = ("YUPANA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says its language: the first one that is set decides."""


def language_around(environment: Mapping[str, str]) -> str:
    """The language of a terminal.

    >>> language_around({"LANG": "fr_BE.UTF-8"}), language_around({"LC_ALL": "C", "LANG": "fr"})
    ('fr', 'en')
    """
    said = next(filter(None, (environment.get(name) for name in VARIABLES)), "")
    return language_of(said) or LANGUAGES[0]


def language_accepted(header: str) -> str:
    """The language of ours that an Accept-Language header likes best.

    >>> language_accepted("de, fr-CH;q=0.8, en;q=0.7"), language_accepted("*"), language_accepted("")
    ('fr', 'en', 'en')
    """
    best, chosen = 0.0, LANGUAGES[0]
    for wish in header[:200].split(","):
        tag, _, quality = wish.partition(";")
        number = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", quality)
        liked = float(number[1]) if number else 0.0 if quality else 1.0
        language = language_of(tag)
        if language is not None and liked > best:
            best, chosen = liked, language
    return chosen


# The pseudo-locale

VOWELS = "aeiouyAEIOUY"
ACCENTED = str.maketrans("aeiouycnszAEIOUYCNSZ", "áéîöûýçñšžÁÉÎÖÛÝÇÑŠŽ")
WORDS = re.compile(r"<[^>]*>|`[^`]*`|%\(\w+\)[a-z]|%[a-z]|[A-Za-z]+")
"""Words, and before them what must not be taken for some: markup, what is typed, what is filled in later."""
LONGER = 0.4
"""How much longer a text becomes: French is a fourth to a third longer than English."""


def pseudo(catalogue: str) -> str:
    """A catalogue with every text accented, two fifths longer, and between ⟦ and ⟧.

    >>> pseudo("saved = Saved in { $path }.")
    'saved = ⟦Šávéééd îîñ { $path }.⟧\\n'
    """
    tree = FluentParser().parse(catalogue)
    _Stretch().visit(tree)
    return str(FluentSerializer().serialize(tree))


class _Stretch(visitor.Transformer):
    """Stretches every text; brackets go around whole messages, not around their variants."""

    def visit_Message(self, node: ast.Message) -> ast.Message:  # noqa: N802
        self.generic_visit(node)
        for pattern in (node.value, *(each.value for each in node.attributes)):
            if pattern is not None:
                pattern.elements = [ast.TextElement("⟦"), *pattern.elements, ast.TextElement("⟧")]
        return node

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802
        node.value = WORDS.sub(lambda found: _stretch(found[0]), node.value)
        return node


def _stretch(word: str) -> str:
    """One word with accents, its last vowel drawn out; what is not a word stays.

    >>> _stretch("valley"), _stretch("<b>")
    ('válléýýýý', '<b>')
    """
    if not word.isalpha():
        return word
    at = max((word.rfind(vowel) for vowel in VOWELS), default=-1)
    at = at if at >= 0 else len(word) - 1
    more = -(-len(word) * int(10 * LONGER) // 10)
    return (word[:at] + word[at] * (1 + more) + word[at + 1 :]).translate(ACCENTED)
