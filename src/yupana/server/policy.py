"""How a table is run, who acts at it, and the refusal that everybody gets in the same form."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from yupana.bots.bot import check_bot
from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.core.known import make_known
from yupana.server.log import Choices

MOST_PATIENCE = 30 * 24 * 3600
"""Seconds: a month for a move is a slow game."""


MOST_DELAY = 600

OF_THE_SERVER = ("follows", "dice", "branch")
"""What only the server itself may put into a policy."""


class Refused(YupanaError):
    """The command cannot be done now; nothing has changed."""


class NoKey(YupanaError):
    """No secret, or none that opens this. Nothing was touched."""


MOST_ENTRIES = 100_000
"""Of a log. The longest games, of a hundred seats in the valley, have about 8,000."""

RESERVED = 20_000
"""Of them for what follows from what was done: outcomes of chance, moves of bots, the end of the game."""


def check_log_room(head: int) -> None:
    """Refuses what somebody wants to add to a log that is nearly as long as a log may be."""
    if head >= MOST_ENTRIES - RESERVED:
        raise Refused("table.log-full")


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run; plain values, so that the log can hold it."""

    locked: bool = False
    """Whether nobody else may sit down."""
    undo: Literal["free", "consent", "never"] = "consent"
    """`free`: a move on which nothing hangs yet, and no other. `consent`: also an earlier one, alone
    at the table or if the others agree, but never past a secret that was laid open. `never`: none."""
    patience: Annotated[int, Meta(ge=0, le=MOST_PATIENCE)] = 0
    """Seconds after which a bot moves for a seat that does not; 0: nobody is hurried."""
    auto: Literal["stay", "move"] = "stay"
    """What the bot does then. `stay`: it plays until they are back. `move`: it plays that turn only."""
    bot: str = "greedy"
    """The bot that stands in."""
    late: Literal["no", "bots"] = "no"
    """Whether somebody may sit down on a bot's seat while the game is on."""
    delay: Annotated[int, Meta(ge=0, le=MOST_DELAY)] = 0
    """Seconds by which those who only watch are behind."""
    public: bool = False
    """Whether the table is listed for anybody to join."""
    follows: str = ""
    """The table whose people play on here, each on a seat of their own; it begins when all are back."""
    dice: str = ""
    """The table whose dice fall here again: everybody may know them, so the game counts as assisted."""
    branch: str = ""
    """The table from a moment of whose game this one goes on: what lay hidden there may be known, so
    this one counts as assisted too."""


make_known(Policy)


class Actor(Struct, frozen=True):
    """Who sends a command: the seats it plays, and whether it is a host of the table."""

    seats: frozenset[Seat] = frozenset()
    host: bool = False
    look: Seat | None = None
    """Of several seats on one device, the one whose side of the curtain is shown."""
    replays: bool = False
    """Whether it holds nothing but a link to the replay: it sees the game once that is over."""

    @property
    def watches(self) -> bool:
        """Whether it has no part in the game but to look on."""
        return not self.seats and not self.host


def read_policy(choices: Choices) -> Policy:
    """A table's policy from the plain values of its log; Refused if it is none."""
    try:
        policy = msgspec.convert(choices, Policy)
    except msgspec.ValidationError as error:
        raise Refused("table.policy", problem=str(error)) from None
    check_bot(policy.bot)
    return policy
