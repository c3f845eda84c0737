"""Everything that can go wrong, as a tree of typed errors.

    YupanaError
    |-- NotationError        the text is not a move, a position or a number
    |-- RuleError            it is a move, but not here
    |   |-- IllegalMove      the rules forbid it (carries the clause)
    |   |-- NotYourTurn      this seat has nothing to decide now
    |   `-- GameOver         nobody has
    |-- OptionError          a table that cannot be set up: seats, side, variant
    |-- EditionError         component data that does not fit the game
    `-- RecordError          a stored game that cannot be read or replayed

An error speaks a code and its arguments, never a sentence: the catalogues in `locale/` turn
`code` and `args` into the reader's language.
"""

from __future__ import annotations


class YupanaError(Exception):
    """A code such as `rule.illegal`, and the named facts a sentence about it needs."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Errors come back whole from another process, though their facts are given by name."""
        return _again, (type(self), self.args, vars(self))

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({facts})"


def _again(
    kind: type[YupanaError], args: tuple[object, ...], more: dict[str, object]
) -> YupanaError:
    error = kind.__new__(kind, *args)
    vars(error).update(more)
    return error


class NotationError(YupanaError):
    """The text does not say a move, a position or whatever was to be read."""


class RuleError(YupanaError):
    """A well-formed move that cannot be made now."""


class IllegalMove(RuleError):
    """The rules forbid this move here; `clause` names the rule."""

    def __init__(self, clause: str, **facts: str | int) -> None:
        super().__init__("rule.illegal", clause=clause, **facts)
        self.clause = clause


class NotYourTurn(RuleError):
    """The seat is not among those who must decide now."""

    def __init__(self, seat: int) -> None:
        super().__init__("rule.not-your-turn", seat=seat + 1)


class GameOver(RuleError):
    """The game has ended; nothing can be added to it."""

    def __init__(self) -> None:
        super().__init__("rule.game-over")


class OptionError(YupanaError):
    """The table cannot be set up so."""


class EditionError(YupanaError):
    """The component data does not describe this game."""


class RecordError(YupanaError):
    """The stored game cannot be read or replayed."""
