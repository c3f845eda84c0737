"""What a store does: the contract of the embedded and the scale-out store, its types and errors.

No I/O here. A store keeps the logs of tables, and beside them what must not be in a log: the secret
seeds, the hashes of the seats' secrets, the names of people and where they wish to be told that it is
their turn, and tallies, which are a cache.

Three promises, the same for every store:

    what a method that returned has written is on disk, and whatever happens then, stays there
    a log has no gaps, no doubles and one order, however many threads or processes write to it
    StoreFailed means *unknown*: the entries may be there or not, and only the log can tell. Nothing
    may be said to a client on the strength of it; the server stops and a fresh one reads the log

Methods block: they are called from a writer thread, never from an event loop. They may be called
from several threads; SQLite takes them one at a time, PostgreSQL a few at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from msgspec import Struct

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server.export import Export
from yupana.server.log import NOTHING, Fault, Hash, New, Opened, Status, Stored, seal

# Errors


class StoreError(YupanaError):
    """The store will not do it; nothing was changed.

    StoreError
    |-- NoSuchTable      there is none, or it was forgotten
    |-- TableExists      another table has this id
    |-- CodeTaken        another table has this code: try the next one
    |-- StoreLocked      another server has the database
    |-- NotMarked        the table is not marked for deletion
    |-- StoreBusy        it took too long to get at it; asking again is safe
    |   `-- StoreFull    the disk is full and the transaction was rolled back; reading goes on
    |-- StoreUnfit       the database is of another version, damaged or in the wrong place
    `-- StoreFailed      the outcome is unknown: stop, start afresh, read the log
    """


class NoSuchTable(StoreError):
    def __init__(self, table: str) -> None:
        super().__init__("store.no-table", table=repr(table)[:80])


class TableExists(StoreError):
    def __init__(self, table: str) -> None:
        super().__init__("store.table-exists", table=table)


class CodeTaken(StoreError):
    def __init__(self, code: str) -> None:
        super().__init__("store.code-taken", taken=code)


class StoreLocked(StoreError):
    def __init__(self, path: str, holder: str) -> None:
        super().__init__("store.locked", path=path, holder=holder)


class NotMarked(StoreError):
    def __init__(self, table: str) -> None:
        super().__init__("store.not-marked", table=table)


class StoreBusy(StoreError):
    def __init__(self, problem: str, code: str = "store.busy") -> None:
        super().__init__(code, problem=problem)


class StoreFull(StoreBusy):
    """Raised only where it is certain that nothing of the transaction can come back from the disk."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, "store.full")


class StoreUnfit(StoreError):
    pass


class StoreFailed(StoreError):
    def __init__(self, problem: str) -> None:
        super().__init__("store.failed", problem=problem)


# Types


class TableRow(Struct, frozen=True, kw_only=True):
    """What is known of a table without reading its log; all but code and listing follows from it."""

    id: str
    code: str | None = None
    """Four letters to be said aloud; None when the table has given them back."""
    game: str
    rules: int
    listed: bool = False
    """Whether the lobby shows it: a table is open, or by invitation."""
    created_ms: int
    status: Status = "waiting"
    head: int = 0
    """Seq of the last entry."""
    head_hash: Hash = NOTHING
    last_ms: int = 0
    """Time of the last entry."""
    epoch: int = 0
    """Drawn anew whenever the table was restored or imported: clients then forget what they saw."""


Role = Literal["seat", "resume", "host", "spectator", "replay"]


class Key(Struct, frozen=True):
    """A secret that opens something, as the store knows it: by its hash."""

    hash: str
    table: str
    role: Role
    seat: Seat | None
    """The seat that it opens. At most one key of a role is in force for a seat."""
    made_ms: int
    revoked_ms: int | None = None


class KeyChange(Struct, frozen=True):
    """What one entry of a log does to the keys of its table: first some end, then some begin."""

    at_ms: int
    seat: Seat | None = None
    """All keys of this seat end."""
    revoke: str | None = None
    """The key with this hash ends."""
    add: tuple[Key, ...] = ()
    drop_contacts: bool = False
    """Whether the seat's former holder is told of its turns no more."""


class Append(Struct, frozen=True):
    """Entries for one table by somebody who had read its log up to `head`, and what they do to its keys."""

    table: str
    head: int
    entries: tuple[New, ...]
    keys: tuple[KeyChange, ...] = ()
    """Written in the same transaction: a key ends or begins with the entry that says so."""

    def __post_init__(self) -> None:
        """What cannot be stored is refused here, before it could spoil the batch of others."""
        if not self.entries or len(set(self.cids())) < len(self.cids()):
            raise ValueError("an append has entries, and each of its cids once")
        for new in self.entries:
            seal(new, 1, NOTHING)

    def cids(self) -> list[str]:
        return [new.cid for new in self.entries if new.cid is not None]


class TableData(Struct, frozen=True):
    """A table as one state of the database has it: row, log, keys and names fit each other."""

    row: TableRow
    entries: list[Stored]
    digests: dict[str, str]
    """Of the commands among these entries, by their cid: see `New.digest`."""
    keys: list[Key]
    """All that there ever were; the revoked ones too."""
    names: dict[Seat, str]


class Committed(Struct, frozen=True):
    """They are in the log and on disk: now they may be acknowledged, then told."""

    entries: tuple[Stored, ...]


class Stale(Struct, frozen=True):
    """Nothing was added: the log has moved on, to this head. 0: there is no such table any more."""

    head: int


class Known(Struct, frozen=True):
    """Nothing was added: a command with this cid is in the log already, with this seq."""

    seq: int


Result = Committed | Stale | Known


ContactKind = Literal["mail", "push", "webhook"]


class Contact(Struct, frozen=True, kw_only=True):
    """Where somebody wishes to be told that a seat of theirs is waited for. Never in a log."""

    handle: str
    """Names it in the links that confirm and remove it: a secret, but of nothing else."""
    table: str
    seat: Seat
    kind: ContactKind
    address: str
    details: str
    """What else sending to it takes, as JSON; only its channel reads it."""
    made_ms: int
    confirmed_ms: int | None = None
    """None: whoever reads there has not agreed yet, and is told nothing."""
    told_turn: int | None = None
    """The seat's turn (its rev) that was told last."""
    told_ms: int | None = None


class Marked(Struct, frozen=True):
    """A table that retention is going to delete."""

    table: str
    game: str
    status: Status
    last_ms: int
    """Time of the last entry."""
    marked_ms: int
    """Wall time of the mark: for people, no decision is made by it."""
    ran_s: int
    """Seconds that servers of this store had run when it was marked."""


class Report(Struct, frozen=True):
    """What a check of the whole store found."""

    tables: int
    entries: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        return not self.faults


Heads = Mapping[str, int]
Hear = Callable[[Heads], None]


class Store(ABC):
    """Where tables are kept."""

    # Tables and their logs

    @abstractmethod
    def create(
        self, row: TableRow, secret: bytes, entries: Sequence[New], keys: Sequence[Key] = ()
    ) -> tuple[TableRow, list[Stored]]:
        """A new table with its seed, its first keys and entries, Opened before all others.

        CodeTaken or TableExists if it cannot be; the very same table again is no error, so that
        it may be tried again. Of `row` only id, code, game, rules, listed, created_ms are read.
        """

    @abstractmethod
    def append(self, batch: Sequence[Append]) -> list[Result]:
        """One transaction for the whole batch; a result for each append, in order.

        Appends that are stale or known are left out and do not harm the others. A later append to
        the same table stands on the head that an earlier one of the batch has made. Who may write is
        decided by whoever read the log up to that head; since a revocation is an entry, nothing
        judged before it can be appended after it. A key that was there before makes it stale, too.
        """

    @abstractmethod
    def load(self, table: str, since: int = 0) -> tuple[TableRow, list[Stored]]:
        """The table and its entries after `since`, in order and up to the row's head."""

    @abstractmethod
    def read_table(self, table: str, since: int = 0) -> TableData:
        """The same with its keys and names, all from one state of the database."""

    @abstractmethod
    def page(self, table: str, since: int, until: int) -> list[Stored]:
        """Some of its entries: after `since`, up to `until`. For long logs, that others may get their turn."""

    @abstractmethod
    def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The heads of those tables that there are."""

    @abstractmethod
    def known(self, table: str, cids: Iterable[str]) -> dict[str, int]:
        """Those of these commands that are in the log, with their seq."""

    @abstractmethod
    def table_by_code(self, code: str) -> TableRow | None: ...

    @abstractmethod
    def tables(
        self,
        *,
        status: Status | None = None,
        listed: bool | None = None,
        idle_since: int | None = None,
        created_before: int | None = None,
        limit: int = 1000,
    ) -> list[TableRow]:
        """The newest first; `idle_since`: only those without an entry since that time."""

    @abstractmethod
    def counts(self) -> dict[Status, int]:
        """How many tables there are of each status."""

    @abstractmethod
    def opened(self, tables: Iterable[str]) -> dict[str, Opened]:
        """How those tables were set up, of which there are such."""

    @abstractmethod
    def last_acted(self, table: str, seat: Seat) -> int | None:
        """When the seat last did something, in wall time; None if it never did."""

    @abstractmethod
    def set_code(self, table: str, code: str | None) -> None: ...

    @abstractmethod
    def set_listed(self, table: str, listed: bool) -> None: ...

    @abstractmethod
    def seed(self, table: str) -> bytes | None:
        """The secret seed; None if the table was imported without it."""

    @abstractmethod
    def forget(self, table: str) -> None:
        """Leaves nothing of the table: log, seed, keys, names, contacts, caches."""

    # Keys

    @abstractmethod
    def find_key(self, key: str) -> Key | None:
        """By its hash; revoked ones too, so that their holder can be told."""

    @abstractmethod
    def keys(self, table: str) -> list[Key]:
        """Those in force."""

    # Names

    @abstractmethod
    def set_name(self, table: str, seat: Seat, name: str) -> None: ...

    @abstractmethod
    def names(self, table: str) -> dict[Seat, str]: ...

    @abstractmethod
    def forget_names(self, table: str, seat: Seat | None = None) -> None: ...

    # Where people wish to be told

    @abstractmethod
    def put_contact(self, contact: Contact) -> None:
        """In place of an older one of the same seat, kind and address."""

    @abstractmethod
    def contacts(self, table: str, seat: Seat | None = None) -> list[Contact]: ...

    @abstractmethod
    def find_contact(self, handle: str) -> Contact | None: ...

    @abstractmethod
    def confirm_contact(self, handle: str, at_ms: int) -> bool:
        """Whether there is such a contact: confirmed now, or before."""

    @abstractmethod
    def drop_contact(self, handle: str) -> None: ...

    @abstractmethod
    def drop_contacts(self, table: str, seat: Seat) -> None: ...

    @abstractmethod
    def claim_contact(self, handle: str, turn: int, at_ms: int, lease_ms: int) -> bool:
        """Whether it is for the caller to tell this turn: one process wins, and only for so long.
        Nobody does once it was told."""

    @abstractmethod
    def told_contact(self, handle: str, turn: int, at_ms: int) -> None:
        """The turn was told: it will not be again."""

    @abstractmethod
    def release_contact(self, handle: str) -> None:
        """Whoever had claimed it could not tell: somebody may try again."""

    @abstractmethod
    def contacts_at(self, kind: ContactKind, address: str) -> list[Contact]:
        """All that lead to one address, of whatever tables."""

    @abstractmethod
    def last_told(self, kind: ContactKind, address: str) -> int:
        """When anything was last sent there, for whatever table; 0 for never."""

    # Notes of whoever runs the server, and what finished games came to

    @abstractmethod
    def note(self, name: str) -> str | None: ...

    @abstractmethod
    def set_note(self, name: str, value: str | None) -> None: ...

    @abstractmethod
    def swap_note(self, name: str, old: str | None, new: str) -> str | None:
        """Writes `new` if the note is `old` (None: absent); what the note is then. Writing the same
        twice is no error, so that it may be tried again."""

    # Retention: tables are marked before they are deleted

    @abstractmethod
    def mark_idle(self, status: Status, idle_since: int, at_ms: int, ran_s: int) -> int:
        """Marks the tables of this status without an entry since that time, unless they are marked
        or were kept since; how many."""

    @abstractmethod
    def unmark_active(self, idle_since: Mapping[Status, int]) -> int:
        """Removes the marks of tables that have changed since they were marked, or that are not idle by
        these times; a status that is not given is kept for good. How many."""

    @abstractmethod
    def keep_marked(self, tables: Iterable[str], at_ms: int, *, strict: bool = False) -> int:
        """Removes the marks of these tables, which then count as used at this time; how many were marked.
        `strict`: NoSuchTable or NotMarked for the first that is not, and nothing is changed."""

    @abstractmethod
    def marked(self) -> list[Marked]:
        """The tables that are marked and unchanged since, those marked first before the others."""

    @abstractmethod
    def delete_marked(self, table: str, ran_s: int) -> bool:
        """Deletes the table if it was marked when servers had run for so long at most, and nothing
        has happened at it since: both are looked at in the transaction that deletes."""

    @abstractmethod
    def put_tally(self, table: str, body: bytes) -> None:
        """What counting a finished game has come to; a cache."""

    @abstractmethod
    def tallies(self) -> list[tuple[str, bytes]]:
        """Game and tally of every table that has one."""

    @abstractmethod
    def untallied(self, limit: int) -> list[str]:
        """Finished tables without a tally."""

    # The whole

    @abstractmethod
    def export(self, table: str, *, whole: bool = False) -> Export:
        """The table as one document. A seed that is not published yet, and names, only if `whole`:
        for moving house, not for handing round."""

    @abstractmethod
    def import_(self, export: Export, code: str | None = None) -> TableRow:
        """The table of a checked export, under its own id."""

    @abstractmethod
    def backup(self, path: Path) -> None:
        """A consistent copy of everything as an SQLite file, made while the store is in use."""

    @abstractmethod
    def restore(self, path: Path) -> None:
        """Everything of a backup into this store, which must be empty."""

    @abstractmethod
    def verify(self, table: str | None = None) -> Report:
        """Checks every chain, sequence and head. Whether the logs replay is for the caller."""

    # Several processes on one store

    @abstractmethod
    def hint(self, heads: Heads) -> None:
        """Tells other processes, soon and perhaps, that these logs have grown. Never blocks."""

    @abstractmethod
    def listen(self, hear: Hear) -> None:
        """Calls `hear`, on a thread of its own, with what others hint. Hints get lost: whoever
        must know polls `heads` as well."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
