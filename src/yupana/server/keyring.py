"""Looks up secrets by their hashes: a first check that keeps strangers away from tables.

Those asked for often are remembered until a key of the table changes. What is found here may be out of date by a
moment; whether a secret still opens anything is decided by the table itself (authority.py).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from yupana.core.game import Seat
from yupana.server.policy import Actor
from yupana.server.seats import Kind, Secret, read_secret, secret_hash
from yupana.server.store import Key, Store

MOST_KEYS = 20_000

AskStore = Callable[..., Awaitable[Any]]


class Keyring:
    def __init__(self, store: Store, ask: AskStore) -> None:
        self._store, self._ask = store, ask
        self._keys: OrderedDict[str, Key] = OrderedDict()
        self._age = 0
        """Grows when keys are revoked, so that no answer from before is remembered after."""

    async def who(self, table: str, texts: Iterable[str]) -> tuple[Actor, frozenset[str]] | None:
        """Whom these secrets make of somebody at this table, and their hashes; None for nobody.

        Asks for keys by their hash and for nothing else: a wrong secret touches no table.
        """
        found = [key for _, key in await self.held(table, texts)]
        seats: set[Seat] = {key.seat for key in found if key.seat is not None}
        host = any(key.role == "host" for key in found)
        hashes = frozenset(key.hash for key in found)
        replays = all(key.role == "replay" for key in found)
        return (Actor(frozenset(seats), host, replays=replays), hashes) if hashes else None

    async def held(self, table: str, texts: Iterable[str]) -> list[tuple[Secret, Key]]:
        """The secrets among these that open something at this table, with what they open."""
        found = []
        for kind, secret in _secrets(texts):
            key = await self.find(secret_hash(kind, table, secret))
            if key is not None and key.table == table and key.revoked_ms is None:
                found.append((secret, key))
        return found

    async def find(self, hash_: str) -> Key | None:
        """By its hash; revoked ones too."""
        key = self._keys.get(hash_)
        if key is None:
            age = self._age
            key = await self._ask(self._store.find_key, hash_)
            if key is not None and age == self._age:
                self._keys[hash_] = key
                while len(self._keys) > MOST_KEYS:
                    self._keys.popitem(last=False)
        return key

    def forget(self, table: str) -> None:
        """Some key of the table has changed."""
        self._age += 1
        for hash_ in [each.hash for each in self._keys.values() if each.table == table]:
            del self._keys[hash_]


def _secrets(texts: Iterable[str]) -> Iterator[tuple[Kind, Secret]]:
    for text in texts:
        read = read_secret(text)
        if read is not None:
            yield read
