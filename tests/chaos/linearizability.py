"""A linearizability checker for the log of one table, seen as one register of moves.

A history is what clients of several servers asked and were answered, each with the time at which it was asked and the
time at which the answer was there, by one clock. It is linearizable if every operation can be given one moment between
these two times at which it happened at once, so that all answers are those of a single log. The order of the writes is
known: it is the order of the entries in the database. So every operation has a set of positions in the log at which
its answer would have been right, and it remains to choose one for each such that whatever had ended before another
operation began does not come after it. Choosing the earliest possible position for each, in the order of time, finds
such a choice if there is one, since nothing but lower bounds is ever passed on.

It shares no code with the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Literal

from msgspec import Struct

Did = Literal["read", "acked", "stale", "unknown"]

STALE = "table.stale"
"""The refusal of a move that was meant for another count of its seat's moves."""


class Write(Struct, frozen=True):
    """An entry of the log, as the database has it. Its position is its place, counted from 1."""

    cid: str | None = None
    moved: int | None = None
    """The seat whose move it is."""


class Operation(Struct, frozen=True, kw_only=True):
    """One question or command of a client, and its answer. A command that is sent again is another one."""

    asked: float
    answered: float = inf
    """When the answer was there; never, if none came."""
    did: Did
    server: int = 0
    seat: int = 0
    rev: int | None = None
    """Of a read: the count of the seat's moves that it was shown. Of a move: the count that it was meant for."""
    head: int = 0
    """Of a read: the head that was shown. Of an ack: the position that it tells."""
    cid: str | None = None


def anomalies(log: Sequence[Write], history: Iterable[Operation]) -> list[str]:
    """Whatever no single log can have answered; empty if the history is linearizable."""
    return _Check(log).run(sorted(history, key=lambda each: each.asked))


class _Check:
    def __init__(self, log: Sequence[Write]) -> None:
        self._end = len(log)
        self._places: dict[str | None, int] = {
            each.cid: place for place, each in enumerate(log, 1) if each.cid
        }
        self._moves: dict[int, list[int]] = {}
        """For each seat, the positions of its moves."""
        for place, each in enumerate(log, 1):
            if each.moved is not None:
                self._moves.setdefault(each.moved, []).append(place)
        self._found: list[str] = []

    def run(self, history: Sequence[Operation]) -> list[str]:
        """Goes through all questions and answers in the order of time. `floor` is how far the log had certainly come."""
        ends: list[tuple[float, int]] = []
        begun: set[str] = set()
        floor = 0
        for number, each in enumerate(history):
            for ended in sorted(end for end in ends if end[0] < each.asked):
                floor = max(floor, ended[1])
                ends.remove(ended)
            if each.cid is not None and each.cid not in begun:
                begun.add(each.cid)
                place = self._places.get(each.cid)
                if place is not None and place <= floor:
                    self._say(
                        number,
                        each,
                        f"is entry {place}, before entry {floor} that was told earlier",
                    )
            position = self._earliest(number, each, floor)
            if position is not None:
                ends.append((each.answered, position))
        return self._found

    def _earliest(self, number: int, each: Operation, floor: int) -> int | None:
        """The first position from `floor` on at which the answer is right."""
        match each.did:
            case "unknown":
                return None
            case "read":
                return self._read(number, each, floor)
            case "acked":
                place = self._places.get(each.cid)
                if place != each.head:
                    self._say(number, each, f"is entry {place}, acknowledged as {each.head}")
                    return None
                return max(floor, place)
            case "stale":
                return self._stale(number, each, floor)

    def _read(self, number: int, each: Operation, floor: int) -> int | None:
        if not 0 < each.head <= self._end:
            self._say(number, each, f"shows head {each.head}, the log ends at {self._end}")
            return None
        if each.head < floor:
            self._say(number, each, f"shows head {each.head}, entry {floor} was told earlier")
        if each.rev != self._count(each.seat, each.head):
            self._say(number, each, f"shows count {each.rev} of its seat at {each.head}")
        return each.head

    def _stale(self, number: int, each: Operation, floor: int) -> int | None:
        place = self._places.get(each.cid, self._end + 1)
        for position in range(floor, place):
            if self._count(each.seat, position) != each.rev:
                return position
        known = f"it is entry {place}" if place <= self._end else "it was meant for the very count"
        self._say(number, each, f"was refused as {STALE}, and {known}")
        return None

    def _count(self, seat: int, position: int) -> int:
        return sum(place <= position for place in self._moves.get(seat, ()))

    def _say(self, number: int, each: Operation, what: str) -> None:
        who = f"{each.did} of seat {each.seat} at server {each.server}, operation {number}"
        self._found.append(f"{who}: {what}")
