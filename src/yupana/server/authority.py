"""Who may act at a table: the secrets that are in force there, as of the head of its log. No I/O.

A caller shows secrets; the store knows their hashes. Whether one still opens something is decided here, by the
actor of the table, at the moment a request is processed, and not where the request arrived: a secret may have
been revoked while the request was on its way. Every revocation is an entry of the log and every append names the head
it was decided at, so a server that has not seen a revocation yet cannot append anything after it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from yupana.core.game import Seat
from yupana.server.log import Entry, Revoked, Stood
from yupana.server.policy import Actor, NoKey
from yupana.server.store import Key, KeyChange


class Bearer(Struct, frozen=True):
    """Somebody who shows secrets, by their hashes. What they open is decided by the table."""

    keys: frozenset[str]
    look: Seat | None = None
    """Of several seats on one device, the one whose view is wanted."""


Sender = Bearer | Actor
"""Who sends a request: the bearer of secrets, or an actor that the server itself vouches for."""


def key_id(hash_: str) -> str:
    """The public name of a secret, for logs and lists: it neither opens nor reveals anything."""
    return hashlib.sha256(f"key-id-v1|{hash_}".encode()).hexdigest()[:16]


class KeysInForce:
    """The keys of one table, as of the head of its log."""

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        every = list(keys)
        self._keys = {key.hash: key for key in every if key.revoked_ms is None}
        self._spent = {key.hash: key for key in every if key.revoked_ms is not None}

    def __contains__(self, hash_: object) -> bool:
        return hash_ in self._keys

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys.values())

    def actor(self, sender: Sender) -> Actor:
        """Who the sender is; NoKey if none of the secrets shown is in force."""
        if isinstance(sender, Actor):
            return sender
        held = [self._keys[each] for each in sender.keys if each in self._keys]
        found = [key for key in held if key.role != "resume"]  # which is good for a new secret only
        if not found:
            raise NoKey("auth.no-key")
        seats = frozenset(key.seat for key in found if key.seat is not None)
        look = sender.look if sender.look in seats else None
        replays = all(key.role == "replay" for key in found)
        return Actor(seats, any(key.role == "host" for key in found), look, replays)

    def all_in_force(self, sender: Sender) -> bool:
        return isinstance(sender, Actor) or sender.keys <= self._keys.keys()

    def find(self, hash_: str) -> Key | None:
        """By its hash, if it is in force."""
        return self._keys.get(hash_)

    def find_spent(self, hash_: str) -> Key | None:
        """By its hash, if it was revoked."""
        return self._spent.get(hash_)

    def named(self, id_: str) -> Key | None:
        """By its public id, if it is in force."""
        return next((key for key in self._keys.values() if key_id(key.hash) == id_), None)

    def holder(self, seat: Seat) -> Key | None:
        """The key by which the seat is held."""
        return next((k for k in self._keys.values() if (k.role, k.seat) == ("seat", seat)), None)

    def change(self, change: KeyChange) -> None:
        for key in list(self._keys.values()):
            if key.hash == change.revoke or (key.seat is not None and key.seat == change.seat):
                self._spent[key.hash] = structs.replace(key, revoked_ms=change.at_ms)
                del self._keys[key.hash]
        self._keys.update((key.hash, key) for key in change.add)

    def ended_by(self, entry: Entry, at_ms: int) -> KeyChange | None:
        """What the entry ends by itself, without any key that begins."""
        match entry:
            case Stood(seat) | Revoked(int() as seat):
                return KeyChange(at_ms, seat=seat, drop_contacts=True)
            case Revoked(None, str() as id_):
                key = self.named(id_)
                return None if key is None else KeyChange(at_ms, revoke=key.hash)
        return None
