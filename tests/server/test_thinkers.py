"""Those who think for the bots: side by side, with a mind as soon as it is there, and never waited for."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from yupana.core.game import CHANCE, Event, Game
from yupana.core.record import Header, header_for
from yupana.games.temple import Temple
from yupana.server import bots
from yupana.server.bots import Errand, Task, Thinkers


def asked(bot: str, seats: int) -> tuple[Game[Any, Any, Any], Any, Header, list[Task]]:
    """A round of the temple in which everybody has to write a number."""
    game, rng = Temple(seats), Random(3)
    state = game.setup()
    while game.pending(state) == (CHANCE,):
        state = game.apply(state, Event(CHANCE, game.chance(state).sample(rng)))
    tasks = [
        Task(seat, bot, msgspec.json.encode(game.view(state, seat)), seat)
        for seat in game.pending(state)
    ]
    return game, state, header_for(game, (bot,) * seats), tasks


def errand(header: Header, tasks: list[Task], table: str = "t") -> Errand:
    return Errand(header, table, len(tasks), lambda: tasks)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_everybody_gets_a_move_of_their_own_whoever_thought_of_it(processes: int) -> None:
    game, state, header, tasks = asked("greedy", 5)

    async def scene() -> list[bytes | None]:
        thinkers = Thinkers(processes)
        try:
            return await thinkers.think(errand(header, tasks))
        finally:
            thinkers.close()

    moves = asyncio.run(scene())
    assert len(moves) == 5
    for task, move in zip(tasks, moves, strict=True):
        assert move is not None
        told = msgspec.json.decode(move, type=game.move_type)
        assert game.moves(state, task.seat).why_not(told) is None
        again = bots.think(msgspec.json.encode(header), [task], 9.0, 9.0, with_mind=False)
        assert again == [move]


def test_they_think_with_the_mind_once_it_is_there_and_nobody_waits_for_it() -> None:
    pytest.importorskip("numba")
    _, _, header, tasks = asked("guide", 2)
    data = msgspec.json.encode(header)

    async def scene() -> None:
        thinkers = Thinkers(1)
        try:
            first = await asyncio.wait_for(thinkers.think(errand(header, tasks)), 20)
            assert first == bots.think(data, tasks, 9.0, 9.0, with_mind=False)
            await asyncio.wait_for(asyncio.gather(*thinkers._warming.values()), 120)
            then = await thinkers.think(errand(header, tasks))
            assert then == bots.think(data, tasks, 9.0, 9.0, with_mind=True)
        finally:
            thinkers.close()

    asyncio.run(scene())


def test_without_what_a_mind_needs_they_think_on_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, _, header, tasks = asked("guide", 2)

    async def nothing(self: Thinkers, game: str) -> bool:
        return False

    async def scene() -> None:
        monkeypatch.setattr(Thinkers, "_compiled", nothing)
        thinkers = Thinkers(1)
        try:
            first = await thinkers.think(errand(header, tasks))
            await asyncio.gather(*thinkers._warming.values())
            assert await thinkers.think(errand(header, tasks)) == first
        finally:
            thinkers.close()

    asyncio.run(scene())


def test_a_mind_that_is_there_does_not_wait_for_one_that_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        done = asyncio.Event()

        async def compiled(self: Thinkers, game: str) -> bool:
            return game == "paititi" or await done.wait()

        async def loaded(self: Thinkers, minds: Any) -> Any:
            return self._start(())

        monkeypatch.setattr(Thinkers, "_compiled", compiled)
        monkeypatch.setattr(Thinkers, "_loaded", loaded)
        thinkers = Thinkers(1)
        try:
            slow = asyncio.create_task(thinkers._get_ready("wiraqocha"))
            await asyncio.wait_for(thinkers._get_ready("paititi"), 5)
            assert thinkers._warm == {"paititi"}
            done.set()
            await asyncio.wait_for(slow, 5)
            assert thinkers._warm == {"paititi", "wiraqocha"}
        finally:
            thinkers.close()

    asyncio.run(scene())
