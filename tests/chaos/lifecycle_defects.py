"""Deliberate defects of durability, replay, upgrades, capacity, privacy and dependencies: see broken.py."""

from __future__ import annotations

from typing import Any

from tests.chaos.broken import Defect, replace


def never_flush() -> None:
    """Leaves it to the operating system when the disk gets what was written."""
    _synchronous(0)


def flush_at_checkpoints() -> None:
    """Flushes the write-ahead log only before its pages are moved, not at every commit."""
    _synchronous(1)


def _synchronous(level: int) -> None:
    from yupana.server import sqlite

    replace(sqlite, "PRAGMAS", sqlite.PRAGMAS | {"synchronous": level})


def order_by_hash() -> None:
    """The sheets of a state in the order of a set of texts, which is another one in every process."""
    from msgspec.structs import replace as changed

    from yupana.games.temple import Temple

    def apply(self: Any, state: Any, event: Any) -> Any:
        after = applied(self, state, event)
        order = sorted(range(len(after.sheets)), key=lambda seat: hash(f"seat {seat}"))
        return changed(after, sheets=tuple(after.sheets[seat] for seat in order))

    applied = replace(Temple, "apply", apply)


def score_one_more() -> None:
    """Another rule under the same version of the rules: a point more for the first seat."""
    from msgspec.structs import replace as changed

    from yupana.games.paititi import Paititi

    def outcome(self: Any, state: Any) -> Any:
        found = told(self, state)
        if found is None:
            return None
        first, *others = found.scores
        return changed(found, scores=(first + 1, *others))

    told = replace(Paititi, "outcome", outcome)


def other_dice() -> None:
    """Dice that are drawn in another way than when the game began."""
    from yupana.server import table

    def sample(chance: Any, key: bytes, name: str, number: int) -> Any:
        return sampled(chance, key, name, number + 1)

    sampled = replace(table, "sample", sample)


def log_addresses() -> None:
    """A line in the log for every request, with the address that it came from."""
    import logging

    from yupana.server.doors import Doors

    async def called(self: Any, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            logging.getLogger("yupana.access").info("%s %s", scope["client"][0], scope["method"])
        await call(self, scope, receive, send)

    call = replace(Doors, "__call__", called)


def name_in_an_entry() -> None:
    """The name of whoever sits down, in the log of the table."""
    from msgspec.structs import replace as changed

    from yupana.server.log import Said
    from yupana.server.sqlite import SqliteStore

    def append(self: Any, batch: Any) -> Any:
        for each in batch:
            names = self.names(each.table)
            for number, new in enumerate(each.entries):
                if isinstance(new.entry, Said) and names:
                    entry = changed(new.entry, phrase=next(iter(names.values())))
                    entries = list(each.entries)
                    entries[number] = changed(new, entry=entry)
                    batch = [
                        changed(each, entries=tuple(entries)) if it is each else it for it in batch
                    ]
        return appended(self, batch)

    appended = replace(SqliteStore, "append", append)


def forget_without_erasing() -> None:
    """Deletes the rows and leaves what they held in the file."""
    from yupana.server import sqlite

    replace(sqlite, "PRAGMAS", sqlite.PRAGMAS | {"secure_delete": 0})


def lock_without_a_hash() -> None:
    """A package that is pinned by its version alone."""
    _edit_lock(lambda text: text.replace("--hash=sha256:", "--hash=md5:", 2))


def lock_a_bad_version() -> None:
    """A package in a version with a known hole."""
    import re

    _edit_lock(lambda text: re.sub(r"^h11==\S+", "h11==0.14.0", text, flags=re.MULTILINE))


def _edit_lock(edit: Any) -> None:
    from tests.chaos import dependencies

    def read() -> dict[str, str]:
        return {name: edit(text) for name, text in found().items()}

    found = replace(dependencies, "read_locks", read)


_kept: list[bytes] = []
"""What a server that leaks never lets go."""


def leak_with_moves() -> None:
    """Keeps something of every move for ever."""
    from yupana.server.live import Live

    async def commit(self: Any, *arguments: Any) -> Any:
        _kept.append(b"x" * 700_000)
        return await committed(self, *arguments)

    committed = replace(Live, "_commit", commit)


def leak_with_sockets() -> None:
    """Keeps something of every socket for ever."""
    from yupana.server.outbox import Outbox

    def outbox(self: Any, *arguments: Any) -> None:
        _kept.append(b"x" * 200_000)
        made(self, *arguments)

    made = replace(Outbox, "__init__", outbox)


DEFECTS = {
    "never-flush": Defect("power_loss", never_flush, "lost|phantom"),
    "flush-at-checkpoints": Defect("power_loss", flush_at_checkpoints, "lost|phantom"),
    "order-by-hash": Defect("replay", order_by_hash, "another state|does not replay"),
    "score-one-more": Defect("replay", score_one_more, "another outcome"),
    "other-dice": Defect("upgrade", other_dice, "does not verify|another course"),
    "lock-without-a-hash": Defect("dependencies", lock_without_a_hash, "without a hash"),
    "lock-a-bad-version": Defect("dependencies", lock_a_bad_version, "known to be bad: h11"),
    "log-addresses": Defect("privacy", log_addresses, "an address is in server.log"),
    "name-in-an-entry": Defect("privacy", name_in_an_entry, "a name is in entries"),
    "forget-without-erasing": Defect("privacy", forget_without_erasing, "of a forgotten table"),
    "leak-with-moves": Defect("capacity", leak_with_moves, "the memory grows"),
    "leak-with-sockets": Defect("capacity", leak_with_sockets, "an idle socket takes"),
}
