"""The experiments on secrets, dice and doors have teeth, and leave nothing out that there is."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from tests.chaos.dice import SURE, judged, thrown
from tests.chaos.pairs import EXCHANGES
from tests.chaos.secrecy import DECLASSIFIED, POSTED
from tests.chaos.worlds import Bits, World, entries_of, in_step, settled, world
from tests.games.worlds import AnyGame, Events, fold
from yupana.core.game import CHANCE, Event
from yupana.games import GAMES
from yupana.games.paititi import Paititi
from yupana.games.temple import Temple
from yupana.games.valley import Valley
from yupana.server.app import POSTS
from yupana.server.log import Entry, Opened


def test_every_game_and_every_route_takes_part() -> None:
    assert set(EXCHANGES) == set(GAMES)
    assert set(POSTED) == set(POSTS), "a new route wants a line in POSTED"


# What may be known of others is written down, and all of it can be seen

Two = tuple[AnyGame, list[Entry], list[Entry]]


def told(game: AnyGame, *texts: str) -> Events:
    """Events as in a record: `* roll 2 3 5`, `2 5 a1`."""
    events: Events = []
    for text in texts:
        seat, _, move = text.partition(" ")
        events.append(Event(CHANCE if seat == "*" else int(seat) - 1, game.read_move(move)))
    return events


def two(game: AnyGame, one: Events, other: Events) -> Two:
    return game, entries_of(game, one), entries_of(game, other)


def pending() -> Two:
    game = Temple(3)
    one, other = (told(game, "* roll 2 3 5", f"{seat} 5 c1") for seat in (2, 3))
    return two(game, one, other)


def head() -> Two:
    game = Valley(3)
    one = told(game, "* roll 2 3 5", "2 5 a1")
    return two(game, one, [*one, *told(game, "2 2 a2")])


def counts() -> Two:
    game, rng = Paititi(2), Random(3)
    events: Events = []
    while game.pending(state := fold(game, events)) == (CHANCE,):
        events.append(Event(CHANCE, game.chance(state).sample(rng)))
    seat = game.pending(state)[0]
    drawn = [*events, Event(seat, game.read_move("draw"))]
    drawn.append(Event(CHANCE, game.chance(fold(game, drawn)).sample(rng)))
    shown = next(move for move in game.moves(state, seat) if "display" in game.write_move(move))
    return two(game, drawn, [*events, Event(seat, shown)])


def open_chance() -> Two:
    game = Temple(2)
    return two(game, told(game, "* roll 2 3 5"), told(game, "* roll 2 3 4"))


def commitment() -> Two:
    game = Temple(2)
    first, *rest = entries_of(game, told(game, "* roll 2 3 5"))
    assert isinstance(first, Opened)
    other = Opened(
        **{name: getattr(first, name) for name in first.__struct_fields__} | {"commit": "0f" * 32}
    )
    return game, [first, *rest], [other, *rest]


SEEN = {
    "pending": (pending, b'"pending":'),
    "head": (head, b'"head":'),
    "counts": (counts, b'"in_hand":'),
    "open chance": (open_chance, b'"faces":'),
    "commitment": (commitment, b'"commit":'),
}


@pytest.mark.parametrize("what", DECLASSIFIED)
def test_what_may_be_known_of_others_can_be_seen(what: str, tmp_path: Path) -> None:
    """Nothing stands on the list for safety's sake: by each of these two worlds can be told apart."""
    make, where = SEEN[what]
    game, *both = make()
    traces = [asyncio.run(_trace(game, each, tmp_path / str(at))) for at, each in enumerate(both)]
    assert traces[0] != traces[1]
    assert where in traces[0]
    values = [re.findall(re.escape(where) + rb"[^}]{1,66}", each) for each in traces]
    assert values[0] != values[1]


async def _trace(game: AnyGame, entries: list[Entry], folder: Path) -> bytes:
    """All that the last seat is told who comes to the table and says hello."""
    with in_step(Bits()):
        async with world(folder) as each:
            await each.seat("a-table", game, bytes(32), entries, (game.seats - 1,), "spectator")
            each.connect()
            await settled()
            each.say({"t": "hello"})
            await settled()
            heard = b"".join(data for _, data in each.trace)
            await each.leave()
            return heard


def test_a_world_is_heard_at_all(tmp_path: Path) -> None:
    heard = asyncio.run(_trace(Temple(2), entries_of(Temple(2), ()), tmp_path))
    assert b'"t":"welcome"' in heard
    assert b'"t":"view"' in heard
    assert isinstance(World.code, str)


# Dice that are not fair are found out


def test_fair_dice_pass_and_loaded_ones_do_not() -> None:
    fair = thrown(bytes(32), 90_000)
    assert all(SURE < chance < 1 - SURE for chance in judged(fair).values())
    rng = Random(1)
    loaded = bytes(5 if face == 0 and rng.random() < 0.08 else face for face in fair)
    sticky = bytes(
        rng.choice((face, before)) for before, face in zip(fair, fair[1:] + b"\0", strict=True)
    )
    turning = bytes(
        (face + at) % 6 if at % 3 == 1 else face for at, face in enumerate(sorted(fair))
    )
    for unfair, question in ((loaded, "faces"), (sticky, "correlation"), (turning, "pairs")):
        found = judged(unfair)
        caught = [name for name, chance in found.items() if not SURE < chance < 1 - SURE]
        assert any(name.startswith(question) for name in caught), found
