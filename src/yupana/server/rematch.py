"""Another game of the same people: what the table looks like at which they play on. No I/O.

Bots sit there already. A seat is kept for each person, who comes over with what they hold at the old table
and, like anybody who sits down, brings a nonce for the dice; with the last of them the game begins. For
people who were away a bot stands in until they come.

With the dice of the old game there is nothing left to bring: seed, nonces and the name in the dice are the
old ones, and the game begins at once. Whoever saw the old one knows what will fall, so the table says of
itself that it is assisted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.dice import commitment, server_nonce
from yupana.server.draws import start
from yupana.server.log import Entry, Opened, Sat, StoodIn
from yupana.server.policy import Policy
from yupana.server.table import Chair, Table, opened_for


class Next(Struct, frozen=True):
    """A table that is to be opened."""

    name: str
    seed: bytes
    policy: Policy
    opened: Opened
    entries: list[Entry]
    """All that its log begins with, `opened` first."""
    names: dict[Seat, str]
    """Of those who sit there already; the others bring theirs."""


def seat_there(seat: Seat, shift: int, seats: int) -> Seat:
    """Where somebody sits at the next table: who sat second begins.

    >>> [seat_there(seat, 1, 3) for seat in range(3)]
    [2, 0, 1]
    """
    return (seat - shift) % seats


def next_table(old: Table, names: Sequence[str], wish: wire.Again, fresh_seed: bytes) -> Next:
    """The same game by the same rules version and edition as at the old table. `fresh_seed`: for dice of its own."""
    name, seats = old.next_name(wish), len(old.chairs)
    seed = old.seed if wish.same_dice else fresh_seed
    policy = structs.replace(
        old.policy,
        locked=True,
        public=False,
        follows=old.name,
        dice=old.dice_of if wish.same_dice else "",
        branch="",
    )
    opened = opened_for(old.game, policy, commitment(seed))
    table = Table(name, seed, opened)
    entries: list[Entry] = [opened]
    seated: dict[Seat, str] = {}
    for seat, chair in enumerate(old.chairs):
        there = seat_there(seat, int(wish.rotate), seats)
        sat = _sits_already(table, there, chair, wish.same_dice)
        if sat and chair.player == "person":
            seated[there] = names[seat]
        entries += sat
    for entry in entries:
        table.take(entry)
    if all(chair.player != "empty" for chair in table.chairs):
        entries += start(table)
    return Next(name, seed, policy, opened, entries, seated)


def _sits_already(table: Table, seat: Seat, chair: Chair, same_dice: bool) -> list[Entry]:
    """The entries for a seat that waits for nobody; none for one that is kept."""
    nonce = server_nonce(table.seed, table.dice_of, seat)
    given = chair.nonce if same_dice and chair.nonce is not None else nonce
    made_by: Literal["seat", "server"] = "server" if given == nonce else "seat"
    if chair.player == "bot":
        return [Sat(seat, "bot", chair.bot, given, made_by)]
    if chair.bot is not None and chair.covered is None:
        return [Sat(seat, "person", None, given, made_by), StoodIn(seat, chair.bot)]
    return [Sat(seat, "person", None, given, made_by)] if same_dice else []
