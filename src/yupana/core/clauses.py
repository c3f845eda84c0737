"""Clauses: the RULES.md of a game read as data, so that a refusal can say its rule.

A clause is a paragraph that begins with its id and kind and ends with where it stands in the book, or
for a ruling why we rule so:

    **W-3.1** (law) A number is taken with dice that add up to exactly it. - p. 16
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple, get_args

Kind = Literal["law", "example", "ruling", "flavour"]
"""A law needs code and test, an example a test, a ruling code, test and reason; flavour neither."""

KINDS: tuple[Kind, ...] = get_args(Kind)

_CLAUSE = re.compile(r"^\*\*([A-Z]-\d+\.\d+[a-z]?)\*\* \((\w+)\) (.*?) - (.*)$")
_HEADING = re.compile(r"^#+ (.*)$")


class Clause(NamedTuple):
    """One rule in our own words."""

    id: str
    kind: str
    text: str
    source: str
    """Page or section of the rulebook; for a ruling, the reason."""
    chapter: str


@cache
def clauses(package: str, language: str = "en") -> dict[str, Clause]:
    """The clauses of the game in that package, by id, in the order of the book.

    A clause that RULES.fr.md, or whatever the language is, does not have is said in English. A game of
    another author may have no RULES.md, and then has no clauses.
    """
    home = resources.files(package)
    if not (home / "RULES.md").is_file():
        return {}
    rules = read_clauses((home / "RULES.md").read_text("utf-8"))
    other = home / f"RULES.{language}.md"
    if language == "en" or not other.is_file():
        return rules
    return {**rules, **read_clauses(other.read_text("utf-8"))}


def read_clauses(text: str) -> dict[str, Clause]:
    """The clauses of a RULES.md; ValueError for one that is malformed or stands twice."""
    found: dict[str, Clause] = {}
    chapter = ""
    for block in text.split("\n\n"):
        paragraph = " ".join(line.strip() for line in block.strip().split("\n"))
        heading = _HEADING.match(paragraph)
        if heading:
            chapter = heading[1]
        if not paragraph.startswith("**"):
            continue
        clause = _CLAUSE.match(paragraph)
        if clause is None or clause[2] not in KINDS or clause[1] in found:
            raise ValueError(f"not a clause, or one that stands twice: {paragraph[:70]}")
        found[clause[1]] = Clause(clause[1], clause[2], clause[3], clause[4], chapter)
    return found
