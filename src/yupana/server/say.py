"""Refusals as they go over the wire: a code, its facts, the clause of the rules, and a sentence in the language of
whoever reads it."""

from __future__ import annotations

from yupana.core.errors import YupanaError
from yupana.server import wire
from yupana.words import LANGUAGES, words

DEFAULT = LANGUAGES[0]


def no(
    cid: str | None,
    why: YupanaError,
    head: int,
    language: str = DEFAULT,
    n: int | None = None,
) -> wire.No:
    """The answer to a command, or to the question with the number `n`, that was refused."""
    said = words(language).say_error(why)
    return wire.No(cid, why.code, why.facts, said, head, clause_of(why), n)


def reason(why: YupanaError, language: str) -> wire.Reason:
    """Why a move that was only asked about cannot be made."""
    return wire.Reason(why.code, why.facts, words(language).say_error(why), clause_of(why))


def clause_of(why: YupanaError) -> str | None:
    """The clause that a refusal rests on, where it rests on one."""
    clause = why.facts.get("clause")
    return clause if isinstance(clause, str) else None
