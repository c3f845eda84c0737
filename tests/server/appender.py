"""A process that appends to tables for ever and says what was committed: to be killed by tests.

python -m tests.server.appender STORE NAME TABLE...    prints "table cid seq" for each committed entry
python -m tests.server.appender --fork STORE           leaves a forked child behind and dies
"""

from __future__ import annotations

import os
import sys
import time

from tests.server.tables import new
from yupana.server.sql import SqlStore
from yupana.server.store import Append, Committed


def open_store(where: str) -> SqlStore:
    if where.startswith("postgresql:"):
        from yupana.server.postgres import PostgresStore

        return PostgresStore(where)
    from yupana.server.sqlite import SqliteStore

    return SqliteStore(where)


def append_for_ever(where: str, name: str, tables: list[str]) -> None:
    store = open_store(where)
    heads = store.heads(tables)
    for number in range(1_000_000):
        cid = f"{name}-{number}"
        waiting = {table: Append(table, heads[table], (new(cid=cid), new())) for table in tables}
        results = store.append(list(waiting.values()))
        for table, result in zip(waiting, results, strict=True):
            if isinstance(result, Committed):
                heads[table] = result.entries[-1].seq
                os.write(1, f"{table} {cid} {result.entries[0].seq}\n".encode())
            else:
                heads[table] = store.heads([table])[table]


def fork_and_die(where: str) -> None:
    store = open_store(where)
    if os.fork() == 0:
        time.sleep(60)
        os._exit(0)
    assert store.tables() is not None
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "--fork":
        fork_and_die(sys.argv[2])
    append_for_ever(sys.argv[1], sys.argv[2], sys.argv[3:])
