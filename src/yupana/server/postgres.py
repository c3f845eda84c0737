"""The scale-out store: one PostgreSQL database, as many server processes as one likes.

Any process may serve any table. An append locks the rows of its tables, in the order of their ids,
and decides on what it then reads; the unique keys of the log are the last line behind that. There
is no owner of a table, no lease and no clock in it.

A connection that breaks before COMMIT has changed nothing, and the work is done again on a new
one. If it breaks during COMMIT the outcome is unknown, and is found out: on a new connection, once
the row of the table can be locked and so nobody is still at work on it, the entry is in the log or
it is not. Only if the database stays out of reach is it StoreFailed.

Hints to other processes go by NOTIFY, gathered for a moment and sent on a connection of their own:
inside the transactions they would make all appends wait for one another.
"""

from __future__ import annotations

import contextlib
import logging
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql
from psycopg.pq import TransactionStatus

from yupana.core.errors import YupanaError
from yupana.server.backup import write_backup
from yupana.server.schema import COLUMNS, SCHEMA, Row, T, Transaction, Work
from yupana.server.sql import SqlStore
from yupana.server.store import (
    Heads,
    Hear,
    StoreBusy,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreUnfit,
)

log = logging.getLogger(__name__)

Connection = psycopg.Connection[Row]

TIMEOUTS = "-c lock_timeout=2s -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s"
"""A process that was stopped in the middle loses its locks after five seconds."""

NETWORK = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

PATIENCE = 15.0
"""Seconds in which a database that went away may come back: a restart takes less."""

GATHER = 0.03
"""Seconds over which hints are gathered."""

LONGEST_HINT = 7_900
"""PostgreSQL takes less than 8,000 bytes."""

ROW = re.compile(r"(?<=VALUES )\(\?(, \?)*\)")
MOST_ROWS = 500
"""In one statement, which takes 65,535 values."""

SCHEMA_LOCK = 0x5975_7061
"""Processes that start at the same time make the tables one after the other."""


class PostgresStore(SqlStore):
    """Tables in a database shared with other processes."""

    row_lock = " FOR UPDATE"

    def __init__(self, address: str, *, connections: int = 4, patience: float = PATIENCE) -> None:
        self._address = _conninfo(address)
        self._patience = patience
        self._places = threading.BoundedSemaphore(connections)
        self._idle: list[Connection] = []
        self._mutex = threading.Lock()
        self._closed = threading.Event()
        self._me = secrets.token_hex(4)
        self._hints: dict[str, int] = {}
        self._hinted = threading.Event()
        self._hinter: threading.Thread | None = None
        self._threads: list[threading.Thread] = []
        try:
            self._channel = self._write(self._prepare)
        except BaseException:
            self.close()
            raise

    def _prepare(self, tx: Transaction) -> str:
        """Makes the tables if they are missing; refuses a database that would not keep promises.
        The name of the channel for hints: one for each schema, as for the tables."""
        if tx.rows("SELECT pg_is_in_recovery()") == [(True,)]:
            raise StoreUnfit("store.replica")
        if tx.rows("SHOW server_encoding") != [("UTF8",)]:
            raise StoreUnfit("store.encoding")
        if tx.rows("SHOW fsync") == [("off",)]:
            log.warning("fsync is off in this database: a power cut can lose what was acknowledged")
        tx.rows("SELECT pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))
        for statement in SCHEMA.replace(" BLOB", " BYTEA").split(";"):
            if statement.strip():
                tx.run(statement)
        self._check_format(tx)
        return f"yupana {tx.rows('SELECT current_schema')[0][0]}"

    # Connections

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._address, autocommit=True)
        try:
            # A stronger setting of the database's owner stands; a weaker one would lose what we ack.
            durable = connection.execute("SHOW synchronous_commit").fetchone()
            if durable in (("off",), ("local",)):
                connection.execute("SET synchronous_commit = on")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextlib.contextmanager
    def _connection(self) -> Iterator[Connection]:
        """A connection of the pool; a broken one is not put back."""
        if self._closed.is_set():
            raise StoreFailed("closed")
        with self._places:
            with self._mutex:
                connection = self._idle.pop() if self._idle else None
            connection = connection or self._connect()
            try:
                yield connection
            finally:
                if (
                    connection.closed
                    or connection.info.transaction_status != TransactionStatus.IDLE
                ):
                    connection.close()
                else:
                    with self._mutex:
                        self._idle.append(connection)

    # Transactions

    def _write(
        self,
        work: Work[T],
        landed: Callable[[Transaction, T], bool] | None = None,
        *,
        patient: bool = False,
    ) -> T:
        doubt: list[T] = []

        def attempt() -> T:
            with self._connection() as connection:
                tx = _Transaction(connection)
                if doubt and landed is not None:
                    with connection.transaction():
                        if landed(tx, doubt[0]):
                            return doubt[0]
                doubt.clear()
                result = _begin(connection, "BEGIN ISOLATION LEVEL READ COMMITTED", work, patient)
                doubt.append(result)
                try:
                    self._commit(connection)
                except psycopg.Error as error:
                    if _is_answer(error):
                        doubt.clear()
                    raise
                return result

        return self._insist(attempt, doubt)

    def _commit(self, connection: Connection) -> None:
        connection.execute("COMMIT")

    def _read(self, work: Work[T], *, patient: bool = False) -> T:
        def attempt() -> T:
            with self._connection() as connection:
                begin: LiteralString = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                result = _begin(connection, begin, work, patient)
                connection.execute("COMMIT")
                return result

        return self._insist(attempt, ())

    def _insist(self, attempt: Callable[[], T], doubt: Sequence[object]) -> T:
        """Tries until it is done, for as long as waiting can help. Gives up as StoreBusy while it
        is certain that nothing was written, as StoreFailed otherwise."""
        until = time.monotonic() + self._patience
        pause, clashes = 0.02, 0
        while True:
            try:
                return attempt()
            except psycopg.errors.DiskFull as error:  # an answer: this attempt is rolled back
                raise (StoreFailed if doubt else StoreFull)(_said(error)) from error
            except psycopg.Error as error:
                clashes += isinstance(error, psycopg.IntegrityError)
                passing = isinstance(error, PASSING) and clashes < 3
                if _is_answer(error) and not passing:
                    raise StoreFailed(_said(error)) from error
                if time.monotonic() > until:
                    raise (StoreFailed if doubt else StoreBusy)(_said(error)) from error
                log.warning("trying again: %s", _said(error))
            self._closed.wait(pause)
            pause = min(pause * 2, 1.0)

    # The whole

    def backup(self, path: Path) -> None:
        def work(tx: Transaction) -> None:
            assert isinstance(tx, _Transaction)
            write_backup(path.absolute(), ((name, tx.stream(name)) for name in COLUMNS))

        try:
            self._read(work, patient=True)
        except (OSError, sqlite3.Error) as error:
            raise StoreError("store.backup", problem=str(error)) from error

    # Hints

    def hint(self, heads: Heads) -> None:
        with self._mutex:
            for table, head in heads.items():
                self._hints[table] = max(head, self._hints.get(table, 0))
            if self._hinter is None:
                self._hinter = self._thread(self._send_hints, "hints")
        self._hinted.set()

    def _send_hints(self) -> None:
        connection: Connection | None = None
        while not self._closed.is_set():
            self._hinted.wait()
            self._closed.wait(GATHER)
            self._hinted.clear()
            with self._mutex:
                heads, self._hints = self._hints, {}
            try:
                connection = connection or self._connect()
                for text in hint_texts(self._me, heads):
                    connection.execute("SELECT pg_notify(%s, %s)", (self._channel, text))
            except psycopg.Error as error:  # a lost hint is healed by whoever polls the heads
                log.warning("hints lost: %s", _said(error))
                if connection is not None:
                    connection.close()
                connection = None
        if connection is not None:
            connection.close()

    def listen(self, hear: Hear) -> None:
        self._thread(lambda: self._hear_hints(hear), "listen")

    def _hear_hints(self, hear: Hear) -> None:
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                    while not self._closed.is_set():
                        for note in connection.notifies(timeout=0.5):
                            sender, heads = read_hint(note.payload)
                            if sender != self._me and heads:
                                hear(heads)
            except psycopg.Error as error:
                log.warning("not hearing hints: %s", _said(error))
                self._closed.wait(1.0)

    def _thread(self, target: Callable[[], None], name: str) -> threading.Thread:
        thread = threading.Thread(target=target, name=f"store {name}", daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def close(self) -> None:
        self._closed.set()
        self._hinted.set()
        for thread in self._threads:
            thread.join(2.0)
        with self._mutex:
            for connection in self._idle:
                connection.close()
            self._idle.clear()


def hint_texts(sender: str, heads: Heads) -> Iterator[str]:
    """The hints as few texts, each short enough for a NOTIFY.

    >>> list(hint_texts("4f", {"abc": 7, "def": 12}))
    ['4f abc:7 def:12']
    """
    text = sender
    for table, head in heads.items():
        word = f" {table}:{head}"
        if len(text) + len(word) > LONGEST_HINT:
            yield text
            text = sender
        text += word
    if text != sender:
        yield text


def read_hint(text: str) -> tuple[str, dict[str, int]]:
    """Who sent it, and the heads it tells of; what is not a hint tells of none.

    >>> read_hint("4f abc:7 def:12")
    ('4f', {'abc': 7, 'def': 12})
    """
    sender, *words = text.split(" ")
    pairs = [word.partition(":") for word in words]
    return sender, {table: int(head) for table, _, head in pairs if head.isdecimal()}


class _Transaction:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._connection.execute(_query(sql), values).fetchall()

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        return self._connection.execute(_query(sql), values).rowcount

    def many(self, sql: str, values: Sequence[Sequence[object]]) -> None:
        """As one statement with many rows. `executemany` would go by libpq's pipeline, after which
        the server no longer throws out a session that idles in its transaction, locks and all."""
        rest = iter(values)
        while rows := list(islice(rest, MOST_ROWS)):
            several = ROW.sub(lambda row: ", ".join([row[0]] * len(rows)), sql)
            self._connection.execute(_query(several), [value for row in rows for value in row])

    def stream(self, name: str) -> Iterator[Row]:
        """Every row of a table, without holding them all."""
        with self._connection.cursor(name="stream") as cursor:
            cursor.itersize = 1000
            cursor.execute(_query(f"SELECT {COLUMNS[name]} FROM {name}"))
            yield from cursor


@lru_cache(1000)
def _query(sql: str) -> LiteralString:
    """In psycopg's way of writing. Our SQL is put together from constants and marks only."""
    return sql.replace("?", "%s")


def _begin(connection: Connection, begin: LiteralString, work: Work[T], patient: bool) -> T:
    """Does the work in a transaction that is left open; rolled back if the work objects."""
    connection.execute(begin)
    if patient:
        connection.execute("SET LOCAL statement_timeout = 0")
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    try:
        return work(_Transaction(connection))
    except YupanaError:
        connection.execute("ROLLBACK")
        raise


PASSING = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
    psycopg.errors.IdleInTransactionSessionTimeout,  # we stood still for too long
    psycopg.errors.TooManyConnections,
    psycopg.IntegrityError,  # somebody wrote past the lock: read again what is there
)
"""Answers after which the same work may well succeed."""


def _is_answer(error: psycopg.Error) -> bool:
    """Whether the database itself said no, and so has rolled back; not that it went away."""
    state = error.sqlstate
    return state is not None and not state.startswith(("08", "57P"))


def _said(error: psycopg.Error) -> str:
    """The first line of what the database or the network said."""
    return (str(error).splitlines() or [""])[0] or type(error).__name__


def _conninfo(address: str) -> str:
    """The address with our timeouts; what its owner set in it comes later and wins."""
    try:
        given = psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise StoreUnfit("store.address") from None  # unquoted: there may be a password in it
    options = f"{TIMEOUTS} {given.pop('options', None) or ''}".strip()
    ours: dict[str, Any] = {**NETWORK, "application_name": "yupana", **given}
    return psycopg.conninfo.make_conninfo(**ours | {"options": options, "client_encoding": "utf8"})
