"""Deliberately broken builds that the experiments on authority and on steered dice must find. See broken.py."""

from __future__ import annotations

from typing import Any

from tests.chaos.broken import Defect, replace


def keys_for_ever() -> None:
    """A key that ends is kept in force by servers that had it in memory."""
    from yupana.server.authority import KeysInForce

    def change(self: KeysInForce, change: Any) -> None:
        self._keys.update((key.hash, key) for key in change.add)

    replace(KeysInForce, "change", change)


def refuse_by_memory() -> None:
    """A server says no by what it remembers, and never asks the store."""
    from yupana.server.live import Live

    async def is_behind(self: Live) -> bool:
        return False

    replace(Live, "_is_behind", is_behind)


def readable_commitments() -> None:
    """A commitment tells the nonce to whoever looks."""
    from yupana.server import dice, draws, verify

    replace(dice, "nonce_commitment", lambda table, nonce: nonce * 2)
    replace(draws, "nonce_commitment", lambda table, nonce: nonce * 2)
    replace(verify, "again_nonce_commitment", lambda table, nonce: nonce * 2)


DEFECTS: dict[str, Defect] = {
    "keys-for-ever": Defect("revocation", keys_for_ever, "a revoked secret still opens"),
    "refuse-by-memory": Defect("repeats", refuse_by_memory, "refused at the other server"),
    "readable-commitments": Defect("steering", readable_commitments, "more often than by chance"),
    "read-by-memory": Defect("histories", refuse_by_memory, "not linearizable|a false refusal"),
}
