"""Fair turns: who asks for one place does not wait behind who asks for a thousand."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from yupana.server.limits import TooMany
from yupana.server.turns import Turns


async def order_of(turns: Turns, asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """In which order those are served who ask for these turns while the first is held."""
    served: list[tuple[str, str]] = []
    held = asyncio.Event()

    async def hold() -> None:
        async with turns.turn("first"):
            await held.wait()

    async def ask(payer: str, lane: str) -> None:
        async with turns.turn(payer, lane):
            served.append((payer, lane))
            await asyncio.sleep(0)

    first = asyncio.create_task(hold())
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(ask(*each)) for each in asked]
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(first, *waiting)
    return served


def test_payers_take_turns_and_then_their_lanes() -> None:
    many = [("abuser", f"table {number % 3}") for number in range(60)]
    served = asyncio.run(order_of(Turns(1), [*many, ("ana", "hers"), ("bob", "his")]))
    assert served.index(("ana", "hers")) <= 2
    assert served.index(("bob", "his")) <= 3
    lanes = [lane for payer, lane in served if payer == "abuser"]
    assert lanes == ["table 0", "table 1", "table 2"] * 20


def test_one_payer_or_lane_does_not_hold_all_places() -> None:
    async def scene() -> None:
        turns, inside, end = Turns(4, most_each=2), list[str](), asyncio.Event()

        async def ask(payer: str, lane: str) -> None:
            async with turns.turn(payer, lane):
                inside.append(payer)
                await end.wait()

        tasks = [asyncio.create_task(ask("abuser", f"host {n}")) for n in range(5)]
        tasks += [asyncio.create_task(ask(f"friend {n}", "silent host")) for n in range(3)]
        tasks += [asyncio.create_task(ask("ana", "hers"))]
        await asyncio.sleep(0.01)
        assert sorted(inside) == ["abuser", "abuser", "friend 0", "friend 1"]
        end.set()
        await asyncio.gather(*tasks)
        assert len(inside) == 9

    asyncio.run(scene())


def test_who_has_too_much_waiting_is_refused_and_others_are_not() -> None:
    async def scene() -> None:
        turns = Turns(1, most_waiting=3)
        end = asyncio.Event()

        async def ask(payer: str) -> None:
            async with turns.turn(payer):
                await end.wait()

        tasks = [asyncio.create_task(ask("abuser")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await ask("abuser")
        tasks.append(asyncio.create_task(ask("ana")))
        await asyncio.sleep(0)
        assert turns.asked("ana") == 1
        end.set()
        await asyncio.gather(*tasks)
        assert turns.payers == 0

    asyncio.run(scene())


def test_who_goes_away_leaves_no_place_behind() -> None:
    async def scene() -> None:
        turns, end = Turns(1), asyncio.Event()

        async def ask(payer: str) -> str:
            async with turns.turn(payer):
                await end.wait()
                return payer

        first = asyncio.create_task(ask("a"))
        await asyncio.sleep(0)
        gone = [asyncio.create_task(ask("b")) for _ in range(3)]
        last = asyncio.create_task(ask("c"))
        await asyncio.sleep(0)
        gone[0].cancel()
        end.set()
        await first
        gone[1].cancel()  # perhaps at the moment at which it is given the place
        for each in gone:
            with suppress(asyncio.CancelledError):
                await each
        assert await asyncio.wait_for(last, 5) == "c"
        async with turns.turn("d"):
            assert turns.payers == 1

    asyncio.run(scene())
