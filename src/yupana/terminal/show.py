"""Scores, outcomes, rules and figures as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from yupana.core.clauses import Clause, clauses
from yupana.core.errors import IllegalMove, YupanaError
from yupana.core.game import Game, Outcome, ScoreTree
from yupana.words import Words

AnyGame = Game[Any, Any, Any]

WIDTH = 80


def labels(players: Sequence[str]) -> list[str]:
    """The players' names, with the seat where one name stands for several.

    >>> labels(["Ana", "bot greedy", "bot greedy"])
    ['Ana', 'bot greedy (2)', 'bot greedy (3)']
    """
    return [
        f"{name} ({seat})" if players.count(name) > 1 else name
        for seat, name in enumerate(players, 1)
    ]


def score_tree(words: Words, game: AnyGame, tree: ScoreTree, indent: int = 0) -> str:
    """Every point with its reason and where it stands, one a line, parts below their whole."""
    reason = words.for_game(game.name)(f"{game.name}-score-{tree.reason}", of=tree.of)
    left = f"{'  ' * indent}{reason}"
    named = " ".join(place(words, game, name) for name in tree.where)
    where = f"   {named}" if named else ""
    lines = [f"{left:<34}{tree.points:>5}{where}"]
    lines += [score_tree(words, game, part, indent + 1) for part in tree.parts]
    return "\n".join(lines)


def place(words: Words, game: AnyGame, name: str) -> str:
    """Where points stand, with the names that are words and not notation in the language."""
    keys = ((word, f"{game.name}-piece-{word}") for word in name.split(" "))
    return " ".join(words.say(key) if key in words else word for word, key in keys)


def outcome(words: Words, game: AnyGame, outcome: Outcome, players: Sequence[str]) -> str:
    """Why the game ended, and the places with their points."""
    named, say = labels(players), words.for_game(game.name)
    lines = [say(f"{game.name}-end-{outcome.why}")]
    if outcome.rank is not None:
        rank = say(f"{game.name}-rank-{outcome.rank}")
        key = (
            "outcome.rank" if f"{game.name}-rank-{outcome.rank}" in words else "outcome.rank-points"
        )
        lines.append(words.say(key, score=outcome.scores[0], rank=rank))
        return "\n".join(lines)
    place = 1
    for seats in outcome.places:
        names = ", ".join(named[seat] for seat in seats)
        lines.append(f"{place:>4}. {names:<40} {outcome.scores[seats[0]]:>5}")
        place += len(seats)
    if outcome.tie_break is not None:
        lines.append(say(f"{game.name}-tie-{outcome.tie_break}"))
    return "\n".join(lines)


def refusal(words: Words, game: AnyGame, error: YupanaError) -> str:
    """An error as a sentence, with its rule where there is one."""
    rule = rule_of(game, words.language, error.clause) if isinstance(error, IllegalMove) else None
    if rule is not None:
        return textwrap.fill(words.say("rule.illegal-text", clause=rule.id, text=rule.text), WIDTH)
    return words.say_error(error)


def rules_of(game: AnyGame | type[AnyGame], language: str) -> dict[str, Clause]:
    """The clauses of a game by id; YupanaError if its RULES.md is not written as it should be."""
    try:
        return clauses(game.package(), language)
    except ValueError as error:
        raise YupanaError("rules.unreadable", game=game.name, problem=str(error)) from None


def rule_of(game: AnyGame, language: str, clause: str) -> Clause | None:
    """One of them; None if the game's RULES.md does not have it or cannot be read."""
    try:
        return rules_of(game, language).get(clause)
    except YupanaError:
        return None


def clause(words: Words, rule: Clause) -> str:
    head = f"{rule.id} ({words.say(f'clause-kind-{rule.kind}')}) "
    text = textwrap.fill(head + rule.text, WIDTH, subsequent_indent="    ")
    return f"{text}\n{textwrap.fill(rule.source, WIDTH, initial_indent='    - ', subsequent_indent='      ')}"


def heading(words: Words, heading: str) -> str:
    """The round or turn that a record is headed by, in words where it is one of ours."""
    kind, _, number = heading.partition(" ")
    key = f"heading-{kind}"
    return words.say(key, number=number) if key in words else heading


def decimal(words: Words, value: float, digits: int) -> str:
    """A number with a decimal point, or comma."""
    return f"{value:.{digits}f}".replace(".", words.say("decimal.point"))


def histogram(values: Sequence[int], rows: int = 16, width: int = 50) -> str:
    """How often which score came up, drawn sideways."""
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // rows))
    counts = [0] * (-(-(high - low + 1) // step))
    for value in values:
        counts[(value - low) // step] += 1
    most = max(counts)
    lines = []
    for row, count in enumerate(counts):
        first = low + row * step
        label = f"{first}" if step == 1 else f"{first}..{first + step - 1}"
        bar = "█" * round(width * count / most) or ("▏" if count else "")
        lines.append(f"{label:>11}  {bar} {count if count else ''}".rstrip())
    return "\n".join(lines)
