"""A game looked back at: its moments, and the table as it stood then for whoever asks.

    GET /api/tables/{id}/moments          what can be gone back to: heading, seat and move of each
    GET /api/tables/{id}/moments/{n}      the view after the first n of them, from one's own seat

While a game is on everybody sees what they were shown then, and is not even told how much else happened:
moments are counted among what the caller may know. When it is over, `?look=SEAT` gives anybody's view.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct
from starlette.requests import Request
from starlette.responses import Response

from yupana.core.game import CHANCE, Event, Game, Seat
from yupana.server.live import PATIENCE, Live
from yupana.server.policy import Actor, Refused
from yupana.server.sight import MOST_STANDING
from yupana.server.site import Handler, Site, answer
from yupana.server.store import NoSuchTable

AnyGame = Game[Any, Any, Any]
T = TypeVar("T")

EVERY = 64
"""Events between states that are kept."""

MOST_COURSES = 16
"""Games whose states are kept for those who scrub through them."""


class Moment(Struct, frozen=True):
    heading: str
    seat: Seat
    did: str


class Past(Struct, frozen=True):
    """The table as it stood after a moment."""

    n: int
    total: int
    look: Seat | None
    view: Raw
    score: Raw | None
    scores: tuple[int, ...] | None
    """Everybody's points then; told when the game is over."""
    standing: tuple[Raw, ...] = ()
    """How everybody stood then, as far as this view tells; empty at a large table."""
    pending: tuple[Seat, ...] = ()
    """Who was to decide then; told when the game is over."""


class Course:
    """A game's events with some of the states between them: any other is a few steps from one."""

    def __init__(self, game: AnyGame, events: Sequence[Event[Any]]) -> None:
        self.game = game
        self.events = tuple(events)
        self._states: dict[int, Any] = {0: game.setup()}

    def begins(self, events: Sequence[Event[Any]]) -> bool:
        """Whether these events go on from ours."""
        return len(events) >= len(self.events) and all(
            one is other for one, other in zip(self.events, events, strict=False)
        )

    def extend(self, events: Sequence[Event[Any]]) -> None:
        self.events = tuple(events)

    def state(self, at: int) -> Any:
        """After so many events, which were checked when they were made."""
        start = max(each for each in tuple(self._states) if each <= at)
        state = self._states[start]
        for number in range(start, at):
            state = self.game.apply(state, self.events[number])
            if (number + 1) % EVERY == 0:
                self._states[number + 1] = state
        return state


class Courses:
    """The games that somebody looked back at last."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Course] = OrderedDict()

    def of(self, name: str, game: AnyGame, events: Sequence[Event[Any]]) -> Course:
        course = self._known.pop(name, None)
        if course is not None and course.game is game and course.begins(events):
            course.extend(events)
        else:
            course = Course(game, events)
        self._known[name] = course
        while len(self._known) > MOST_COURSES:
            self._known.popitem(last=False)
        return course


_courses = Courses()


def visible(game: AnyGame, events: Sequence[Event[Any]], seats: frozenset[Seat]) -> list[int]:
    """The numbers of the events that somebody with these seats has been told of, while the game is on."""
    return [
        number
        for number, event in enumerate(events)
        if event.seat in seats
        or (game.is_open(event.move) and (event.seat == CHANCE or not game.simultaneous))
    ]


async def _course(site: Site, request: Request) -> tuple[Course, list[int], Actor, bool]:
    """The course of the table, what of it the caller may go back to, and whether it is over."""
    live, actor, _ = await site.found(request)
    site.budget.question(site.budget.current())
    await asyncio.wait_for(_settled(live), PATIENCE)
    table = live.table_for(actor)
    if table.phase == "gathering":
        raise Refused("table.not-begun")
    over = table.phase == "over"
    if not table.may_look_back:
        raise Refused("table.by-memory")
    course = _courses.of(f"{live.name}/{actor.watches}", table.game, table.events)
    seen = list(range(len(course.events)))
    return course, seen if over else visible(table.game, course.events, actor.seats), actor, over


async def _settled(live: Live) -> None:
    """Waits until nothing is on its way to the store: only what is committed is ever told."""
    while live.head < live.table.head:
        await asyncio.sleep(0.005)


async def moments(site: Site, request: Request) -> Response:
    course, seen, _, _ = await _course(site, request)
    return answer(await _beside(site, request, _moments, course, seen))


async def _beside(site: Site, request: Request, work: Callable[..., T], *given: object) -> T:
    """Work that would take the event loop too long."""
    payer, table = site.budget.current(), request.path_params["table"]
    return await site.hub.pools.work.run(payer.account or payer.address, table, work, *given)


def _moments(course: Course, seen: Sequence[int]) -> list[Moment]:
    """Each with the heading under which it stands; the game is gone through once."""
    game, found = course.game, []
    state, at = course.state(0), 0
    for number in seen:
        while at < number:
            state, at = game.apply(state, course.events[at]), at + 1
        event = course.events[number]
        found.append(Moment(game.heading(state), event.seat, game.write_move(event.move)))
    return found


async def moment(site: Site, request: Request) -> Response:
    course, seen, actor, over = await _course(site, request)
    asked = request.path_params["n"]
    n = int(asked) if asked.isdecimal() and len(asked) < 8 else len(seen) + 1
    if n > len(seen):
        raise NoSuchTable(asked[:20])
    look = _look(request, actor, course.game.seats, over)
    at = seen[n - 1] + 1 if n else 0
    past = await _beside(site, request, _past, course, at, look, over)
    return answer(msgspec.structs.replace(past, n=n, total=len(seen)))


def _look(request: Request, actor: Actor, seats: int, over: bool) -> Seat | None:
    asked = request.query_params.get("look")
    if asked is None:
        return next(iter(sorted(actor.seats)), None)
    seat = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else seats
    if seat in actor.seats or (over and seat < seats):
        return seat
    raise Refused("table.not-yours")


def _past(course: Course, at: int, look: Seat | None, over: bool) -> Past:
    game, state = course.game, course.state(at)
    view = game.view(state, look)
    score = None if look is None else _raw(game.score_seen(view, look))
    standing: tuple[Raw, ...] = ()
    if game.seats <= MOST_STANDING:
        standing = tuple(_raw(game.score_seen(view, seat)) for seat in range(game.seats))
    if not over:
        return Past(0, 0, look, _raw(view), score, None, standing)
    scores = tuple(game.score(state, seat).points for seat in range(game.seats))
    return Past(0, 0, look, _raw(view), score, scores, standing, game.pending(state))


def _raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))


HISTORY: dict[str, Handler] = {
    "/api/tables/{table}/moments": moments,
    "/api/tables/{table}/moments/{n}": moment,
}
