"""Fair dice: a seed the server commits to, stirred with the seats' nonces. No game, no store.

What happens at a table, and who can change what:

    seed      32 bytes, made with the table, kept by the server until the game is over
    commit    SHA-256("commit-v1|" + seed): in the first entry of the log, before anybody sits down,
              so the server cannot change the seed any more
    nonces    16 bytes from each seat, so the server could not foresee the dice when it chose the seed. A seat
              shows SHA-256("nonce-commit-v1|" + table + "|" + nonce) when it sits down and the nonce itself
              only once the list of all commitments is closed: so nobody, not even a player who runs the
              server and knows the seed, can choose a nonce that makes wished-for dice. For bots and the absent the
              server makes them, from the seed, so that it cannot go on trying
    void      a draw in which a seat does not reveal its nonce in time is void: nothing of it is used, that
              seat has no say any more, and the others commit anew. The log keeps it: to be silent on purpose
              is the one way to have the dice drawn again, and everybody can count it
    key       HMAC-SHA256(seed, "key-v1|" + table + "|" + nonces): fixed when the game begins. The
              nonces stand sorted, each behind its length in two bytes
    dice      the bytes of HMAC-SHA256(key, "dice-v1|table|number|counter"), counter 0, 1, 2 ...
    the end   the seed is published: anybody can work out every outcome again; verify.py does

Where people play a game again with the same dice, seed and nonces are the old ones and `table` stays the old
table's name; the policy in the first entry says so (`dice`), since whoever saw that game knows what will fall.
Somebody who sits down in place of a bot during the game keeps its nonce: the dice do not change.

`number` counts the outcomes of chance that stand. A move taken back therefore changes no later dice.
Players can neither foresee nor bias anything; the server can change nothing once the game has begun.
Whoever reads the server's memory can look ahead: that is what one trusts a host with.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

from yupana.core.game import Chance, M, Seat

SEED_BYTES = 32
NONCE_BYTES = 16
MOST = 2**32
"""The largest `stop` that the dice are asked for."""

_NONCE = re.compile(r"[0-9a-f]{32}", re.ASCII)


def new_seed() -> bytes:
    """A seed for one game: never used for another, since its end publishes it."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published of the seed beforehand: it tells nothing, and fits no other seed."""
    return hashlib.sha256(b"commit-v1|" + _whole(seed)).hexdigest()


def is_nonce(text: str) -> bool:
    """Whether a seat may sit down with this: 16 bytes as small hex digits, written in one way only."""
    return _NONCE.fullmatch(text) is not None


def server_nonce(seed: bytes, table: str, seat: Seat) -> str:
    """The nonce of a seat that sends none: bound to the seed, so that there is nothing to choose."""
    text = f"nonce-v1|{table}|{seat}".encode()
    return hmac.digest(_whole(seed), text, "sha256")[:NONCE_BYTES].hex()


def nonce_commitment(table: str, nonce: str) -> str:
    """What a seat shows of its nonce before everybody else has shown the same of theirs."""
    if not is_nonce(nonce):
        raise ValueError("not a nonce")
    return hashlib.sha256(f"nonce-commit-v1|{table}|{nonce}".encode()).hexdigest()


def dice_key(seed: bytes, table: str, nonces: Iterable[str]) -> bytes:
    """The key of all the dice of a game, from the nonces of all its seats in any order."""
    text = b"key-v1|" + table.encode() + b"|"
    for nonce in sorted(nonces):
        if not is_nonce(nonce):
            raise ValueError("not a nonce")
        text += NONCE_BYTES.to_bytes(2, "big") + bytes.fromhex(nonce)
    return hmac.digest(_whole(seed), text, "sha256")


class FairDice:
    """The source of chance (a `core.game.Rng`) for ONE outcome: that number at that table.

    >>> dice = FairDice(bytes(32), "example", 0)
    >>> [dice.randrange(6) + 1 for _ in range(8)]
    [2, 3, 6, 3, 5, 3, 5, 4]
    """

    __slots__ = ("_bytes", "_counter", "_key", "_text")

    def __init__(self, key: bytes, table: str, number: int) -> None:
        if number < 0:
            raise ValueError("outcomes are numbered from 0")
        self._key = key
        self._text = f"dice-v1|{table}|{number}|"
        self._counter = 0
        self._bytes = b""

    def randrange(self, stop: int, /) -> int:
        """As few whole bytes as can say `stop - 1`, drawn again while they would favour the low ones.

        For a die of six: one byte, taken if it is under 252, and its rest by six.
        """
        if not 0 < stop <= MOST:
            raise ValueError(f"no number from 0 up to {stop}")
        width = ((stop - 1).bit_length() + 7) // 8
        fair = 256**width // stop * stop
        while True:
            value = int.from_bytes(self._take(width), "big")
            if value < fair:
                return value % stop

    def _take(self, width: int) -> bytes:
        while len(self._bytes) < width:
            text = f"{self._text}{self._counter}".encode()
            self._bytes += hmac.digest(self._key, text, "sha256")
            self._counter += 1
        taken, self._bytes = self._bytes[:width], self._bytes[width:]
        return taken


def sample(chance: Chance[M], key: bytes, table: str, number: int) -> M:
    """What chance does here, as the `number`-th outcome (from 0) that stands at this table."""
    return chance.sample(FairDice(key, table, number))


def _whole(seed: bytes) -> bytes:
    """A short seed would be a guessable one: better no table than such a table."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return seed
