"""A batch of requests, judged one after another: each on top of what those before it would add. No I/O.

What they add is taken in memory at once and collected; nothing is answered before it is committed. If that
fails, the table in memory is thrown away and the requests are judged again on a fresh one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from msgspec import Struct

from yupana.core.errors import YupanaError
from yupana.core.game import Seat
from yupana.server import wire
from yupana.server.botseats import BotSeats
from yupana.server.log import Entry, New
from yupana.server.metrics import Metrics
from yupana.server.policy import Actor, Refused
from yupana.server.requests import BotsMoved, Command, Late, Note, Request, SitDown
from yupana.server.table import Table
from yupana.server.waiting import Waits

log = logging.getLogger("yupana.table")


class Judged(Struct):
    """A command and what became of it: the place of its first entry in the batch, or why not."""

    request: Command | SitDown
    at: int | None = None
    seq: int = 0
    why: YupanaError | None = None
    seat: Seat = 0
    again: bool = False
    """Whether it was done before, and only the answer to it had been lost."""


class Batch:
    def __init__(
        self,
        table: Table,
        cids: Mapping[str, int],
        sat: Mapping[Seat, str | None],
        now_ms: Callable[[], int],
        bots: BotSeats,
        waits: Waits,
        metrics: Metrics,
    ) -> None:
        self.news: list[New] = []
        self.judged: list[Judged] = []
        self._table, self._cids, self._now_ms = table, cids, now_ms
        self._bots, self._waits, self._metrics = bots, waits, metrics
        self._batch: dict[str, int] = {}
        """Commands of this batch, with their place in it."""
        self._sat = dict(sat)
        """By which command each seat was taken last."""

    def judge(self, request: Request) -> None:
        """What becomes of one request, taken in memory so that the next is judged after it."""
        table = self._table
        match request:
            case Command(_, cmd) if isinstance(cmd.cmd, wire.Again) and table.next is not None:
                # somebody else was quicker
                self.judged.append(Judged(request, seq=table.next_seq, again=True))
            case Command(actor, cmd):
                judged = Judged(request)
                seat = _seat_of(actor, cmd.cmd)
                self._add(judged, cmd.cid, seat, lambda: table.judge(actor, cmd.cmd, cmd.at))
            case SitDown(cid=cid):
                judged = Judged(request)
                self._add(judged, cid, None, lambda: self._sit(judged, request))
            case BotsMoved(moves):
                for seat, bot, rev, move in moves:
                    self._put(self._bots.moved(table, seat, bot, rev, move))
            case Late(seats):
                for seat in seats:
                    self._put(table.stand_in(seat))
            case Note():
                self._put([self._waits.note(len(table.chairs))])
            case _:
                raise TypeError(request)

    def _sit(self, judged: Judged, wish: SitDown) -> list[Entry]:
        judged.seat = self._table.free_seat() if wish.seat is None else wish.seat
        entries = self._table.sit(judged.seat, wish.nonce, wish.kept)
        self._sat[judged.seat] = wish.cid
        return entries

    def _add(
        self, judged: Judged, cid: str, seat: Seat | None, judge: Callable[[], list[Entry]]
    ) -> None:
        self.judged.append(judged)
        in_batch = self._batch.get(cid)
        if cid in self._cids or in_batch is not None:
            judged.seq, judged.at, judged.again = self._cids.get(cid, 0), in_batch, True
            self._metrics.count("duplicates")
            if isinstance(judged.request, SitDown):
                self._sat_already(judged, judged.request)
            return
        try:
            entries = judge()
        except YupanaError as why:
            judged.why = why
            return
        except Exception:  # a fault of ours; judging changes nothing, so the game goes on
            log.exception("a command of table %s could not be judged", self._table.name)
            judged.why = Refused("server.error")
            return
        judged.at = self._batch[cid] = len(self.news)
        self._put(entries, cid, seat)

    def _sat_already(self, judged: Judged, wish: SitDown) -> None:
        """The answer to a first try was lost: the same seat again, if nobody else has sat there since
        and, but for one that is kept, as long as nobody plays yet."""
        taken = [
            seat
            for seat, cid in self._sat.items()
            if cid == wish.cid and self._table.chairs[seat].player == "person"
        ]
        if not taken or not (wish.kept or self._table.phase == "gathering"):
            judged.why = Refused("table.begun")
        elif wish.nonce not in (None, self._table.chairs[taken[0]].nonce):
            judged.why = Refused("table.taken", seat=taken[0] + 1)
        else:
            judged.seat = taken[0]

    def _put(self, entries: list[Entry], cid: str | None = None, seat: Seat | None = None) -> None:
        """Takes the entries in memory; the command's id goes with the first of them."""
        now = self._now_ms()
        for number, entry in enumerate(entries):
            self._table.take(entry)
            self.news.append(New(entry, now, cid if number == 0 else None, seat))


def _seat_of(actor: Actor, command: wire.Command) -> Seat | None:
    """The seat that a command came from, for the log; None for a host's."""
    if isinstance(command, wire.HostCommand) or (actor.host and isinstance(command, wire.Again)):
        return None
    seat: Seat | None = getattr(command, "seat", None)
    if seat is None and len(actor.seats) == 1:
        return next(iter(actor.seats))
    return seat
