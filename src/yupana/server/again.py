"""The dice, worked out again: nothing but SHA-256. HMAC too is written out, as RFC 2104 has it.

For verify.py, and like it without any code of what plays: one checks the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

from yupana.core.game import Seat

MOST_FOLLOWERS = 100
"""How often people play on from one table."""


def again_commitment(seed: bytes) -> str:
    return hashlib.sha256(b"commit-v1|" + seed).hexdigest()


def again_nonce(seed: bytes, table: str, seat: Seat) -> str:
    """What the server must have taken for a seat that sent nothing."""
    return _hmac(seed, b"nonce-v1|%s|%d" % (table.encode(), seat)).hex()[:32]


def again_key(seed: bytes, table: str, nonces: list[str]) -> bytes:
    behind_their_length = b"".join(b"\x00\x10" + bytes.fromhex(each) for each in sorted(nonces))
    return _hmac(seed, b"key-v1|%s|%s" % (table.encode(), behind_their_length))


def again_nonce_commitment(table: str, nonce: str) -> str:
    return hashlib.sha256(f"nonce-commit-v1|{table}|{nonce}".encode()).hexdigest()


def again_seal(seed: bytes, seq: int, entry_hash: str) -> str:
    return _hmac(seed, b"seal-v1|%d|%s" % (seq, entry_hash.encode())).hex()[:32]


def again_followers(seed: bytes, table: str) -> set[str]:
    """What tables can be called at which the dice of this one fall again: their names, which are not in
    the dice, follow from the seed."""
    texts = (
        b"next-v1|%s|%d|%d|1" % (table.encode(), time, turned)
        for time in range(MOST_FOLLOWERS)
        for turned in (0, 1)
    )
    return {_hmac(seed, text).hex()[:20] for text in texts}


class DiceAgain:
    """The numbers that the outcome with this number (from 0) had to be made of."""

    def __init__(self, key: bytes, table: str, number: int) -> None:
        self.drawn: list[tuple[int, int]] = []
        """The numbers so far, each behind the one it was to be below."""
        self._stream = self._bytes(key, b"dice-v1|%s|%d|" % (table.encode(), number))

    @staticmethod
    def _bytes(key: bytes, text: bytes) -> Iterator[int]:
        for counter in count():
            yield from _hmac(key, b"%s%d" % (text, counter))

    def randrange(self, stop: int, /) -> int:
        """The first of the numbers, as long as they must be, that favours none; its rest by `stop`."""
        size = 1
        value = 0
        while True:
            while size < stop:
                size, value = size * 256, value * 256 + next(self._stream)
            if value < size - size % stop:
                self.drawn.append((stop, value % stop))
                return value % stop
            size, value = 1, 0


def _hmac(key: bytes, text: bytes) -> bytes:
    block = key.ljust(64, b"\0")
    inner, outer = bytes(b ^ 0x36 for b in block), bytes(b ^ 0x5C for b in block)
    return hashlib.sha256(outer + hashlib.sha256(inner + text).digest()).digest()
