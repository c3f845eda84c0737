"""Reads a strace of the server into the order of what it wrote, flushed, sent and received.

A call counts from the line that enters it where it may have an effect at once (a write, a message to a client), and from
the line that leaves it where only its return promises something (a flush of the disk).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from tests.chaos.verdict import hold

CALLS = (
    "openat,creat,pwrite64,pwritev,pwritev2,write,writev,ftruncate,truncate,fallocate,copy_file_range,"
    "fdatasync,fsync,rename,renameat,renameat2,unlink,unlinkat,link,linkat,sendto,sendmsg,recvfrom"
)
"""Whatever may change a file, flush it, or speak to a client."""

UNKNOWN = {"pwritev", "pwritev2", "write", "writev", "truncate", "fallocate", "copy_file_range",
           "rename", "renameat", "renameat2", "link", "linkat"}  # fmt: skip
"""Calls that this reader cannot replay: SQLite makes none of them on a database, and one that it made would be found."""

ENDS = ("", "-wal", "-journal")
"""Of the names of the files that make up a database. The `-shm` file is an index of the `-wal` file and is made anew
after a crash."""


def arguments(log: Path) -> tuple[str, ...]:
    """Of strace, for such a recording."""
    return ("-y", "-xx", "-s", "1048576", "--seccomp-bpf", "-o", str(log), "-e", f"trace={CALLS}")


class Event(Struct, frozen=True):
    """Something that happened, at its place in the order of all."""

    what: str
    """`write`, `truncate`, `create`, `unlink`, `sync` (begun), `synced` (done), `send` or `receive`."""
    file: str = ""
    """Which file: the end of its name, `folder` for the folder, or the name of a socket."""
    at: int = 0
    """Of a write: the offset. Of a truncate: the length. Of a flush: the number of the call."""
    data: bytes = b""


class _Call(Struct):
    name: str
    text: str
    number: int


_START = re.compile(r"(\d+) +(\w+)\((.*)$", re.DOTALL)
_RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*)$", re.DOTALL)
_UNFINISHED = " <unfinished ...>"
_FILE = re.compile(r"^(?:\d+|AT_FDCWD)<([^>]*)>")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_RESULT = re.compile(r"\) += (-?\d+)")


class Reader:
    """Turns the lines of a trace into events of one database."""

    def __init__(self, database: Path) -> None:
        self._names = {str(database) + end: end for end in ENDS}
        self._folder = str(database.parent)
        self._open: dict[str, _Call] = {}
        """By thread: the call that it is in."""
        self._number = 0

    def read(self, lines: Iterable[str]) -> Iterator[Event]:
        for line in lines:
            line = line.rstrip("\n")
            if (found := _RESUMED.match(line)) is not None:
                call = self._open.pop(found[1], None)
                if call is not None:
                    yield from self._left(call.name, call.text + found[3], call.number)
            elif (found := _START.match(line)) is not None:
                self._number += 1
                thread, name, text = found.groups()
                whole = not text.endswith(_UNFINISHED)
                text = text.removesuffix(_UNFINISHED)
                yield from self._entered(name, text, self._number)
                if whole:
                    yield from self._left(name, text, self._number)
                else:
                    self._open[thread] = _Call(name, text, self._number)

    def _file(self, path: str) -> str | None:
        return "folder" if path == self._folder else self._names.get(path)

    def _entered(self, name: str, text: str, number: int) -> Iterator[Event]:
        """What has its effect from the moment it is asked for."""
        of = _path(text)
        if name in ("sendto", "sendmsg"):
            yield Event("send", of, 0, _data(text))
            return
        if name in ("unlink", "unlinkat"):
            file = self._file(_data(text).decode("utf-8", "replace"))
            if file is not None:
                yield Event("unlink", file)
            return
        if name in UNKNOWN:
            strings = [
                _bytes(each[1]).decode("utf-8", "replace") for each in _STRING.finditer(text)
            ]
            touched = of in self._names or any(each in self._names for each in strings)
            hold(not touched, "a call that cannot be replayed:", name, of)
            return
        file = self._file(of)
        if file is None or name == "openat":
            return
        if name == "pwrite64":
            offset = int(text.rpartition('"')[2].split(", ")[2].split(")")[0])
            yield Event("write", file, offset, _data(text))
        elif name == "ftruncate":
            yield Event("truncate", file, int(text.rpartition(">, ")[2].split(")")[0]))
        elif name in ("fdatasync", "fsync"):
            yield Event("sync", file, number)

    def _left(self, name: str, text: str, number: int) -> Iterator[Event]:
        """What is known only when the call returns."""
        result = _RESULT.search(text.rpartition('"')[2] or text)
        done = result is not None and int(result[1]) >= 0
        if not done:
            return
        if name == "recvfrom":
            yield Event("receive", _path(text), 0, _data(text))
        elif name in ("fdatasync", "fsync"):
            file = self._file(_path(text))
            if file is not None:
                yield Event("synced", file, number)
        elif name == "openat":
            file = self._file(_data(text).decode("utf-8", "replace"))
            if file is not None and file != "folder":
                flags = text.rpartition('"')[2]
                if "O_CREAT" in flags:
                    yield Event("create", file)
                if "O_TRUNC" in flags:
                    yield Event("truncate", file, 0)


def _path(text: str) -> str:
    found = _FILE.match(text)
    return _bytes(found[1]).decode("utf-8", "replace") if found else ""


def _data(text: str) -> bytes:
    """What the call wrote, sent or named: all of it, or the recording is worth nothing."""
    found = list(_STRING.finditer(text))
    hold(not any(each[2] for each in found), "strace has cut something short")
    return b"".join(_bytes(each[1]) for each in found)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", "")) if "\\x" in text else text.encode()
