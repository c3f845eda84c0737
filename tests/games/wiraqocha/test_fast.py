"""Wiraqocha's kernel against the law: step by step, on tables shaken up, and in the long run of random games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests import counting
from tests.games.lockstep import EACH, Differs, compare, evenly, walk
from yupana.core.game import CHANCE, Event
from yupana.core.kernels import seeded
from yupana.core.play import random_playout
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.components import CARDS, WiraqochaEdition
from yupana.games.wiraqocha.fast import WiraqochaKernel
from yupana.games.wiraqocha.kernel_moves import pick
from yupana.games.wiraqocha.kernel_table import DESK, ROOM
from yupana.games.wiraqocha.state import (
    ANDROID,
    CAMP,
    DRILL,
    EXPLORER,
    GONE,
    JUGGERNAUT,
    MARKS,
    MINER,
    NO_DIE,
    NOWHERE,
    PAWNS,
    ZEPPELIN,
    Acting,
    Drawing,
    Laid,
    Laying,
    Phase,
    Player,
    Preparing,
    Prisoner,
    Revealing,
    Rolling,
    Stand,
    State,
    Turn,
)

COUNTS = sorted((Path(__file__).parent / "counts").glob("*.txt"))
OFF = dict.fromkeys(("caves", "prisoners", "strict_dice"), False)
ON = dict.fromkeys(OFF, True)
LONG = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
SHORT = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def table(
    seats: int, edition: str = "classic", **options: Any
) -> tuple[Wiraqocha, WiraqochaKernel]:
    game = Wiraqocha(seats, edition=other_numbers() if edition == "other" else edition, **options)
    return game, WiraqochaKernel(game)


def other_numbers() -> WiraqochaEdition:
    """The classic edition with every number another one, so that none of them can stand in compiled code."""
    classic = Wiraqocha(2).edition
    tiles = {
        name: replace(tile, sum=tile.sum + 1 if tile.sum else 0, cubes=2 * tile.cubes)
        for name, tile in classic.tiles.items()
    }
    tiles["5-5"] = replace(tiles["5-5"], faces=(2, 3, 5, 5))
    return replace(
        classic,
        pawns=replace(classic.pawns, explorer=1, drill=3, zeppelin=3),
        supply=replace(classic.supply, dice=9, crystals=23, cubes=31),
        start=replace(classic.start, cubes=4, crystals=1, market=4),
        turn=replace(
            classic.turn,
            dice=4,
            cubes_kept=5,
            change=1,
            buy_back=2,
            sacrifice=2,
            village=2,
            camp=4,
            vein=3,
            ground=2,
            points=3,
        ),
        technology=replace(
            classic.technology, factory=2, fortress=3, exoskeleton=6, probe=2, tanks=3
        ),
        ransom=replace(classic.ransom, cubes=2, crystals=2),
        tiles=tiles,
        goals=replace(classic.goals, crystals={"2": 8, "3": 7, "4": 6}),
        cards={
            name: replace(card, cubes=card.cubes - 1, crystals=1 - card.crystals)
            for name, card in classic.cards.items()
        },
    )


def settle(game: Wiraqocha, kernel: WiraqochaKernel, state: State, rng: Random, most: int) -> int:
    """All that can be asked of a state, and some of its moves made by both; how many."""
    row = kernel.pack(state)
    compare(game, kernel, state, row, rng)
    seat = game.pending(state)[0]
    assert seat != CHANCE
    moves = list(game.moves(state, seat))
    tried = moves if len(moves) <= most else rng.sample(moves, most)
    for move in tried:
        after, there = game.apply(state, Event(seat, move)), row.copy()
        kernel.apply(there, seat, kernel.code(row, move))
        if kernel.unpack(there) != after:
            raise Differs(f"after {move!r}", after, kernel.unpack(there), game, state)
    return len(tried)


# Step by step


@LONG
@given(
    seats=st.sampled_from((2, 3, 4)),
    valley=st.sampled_from(("random", "first")),
    caves=st.booleans(),
    prisoners=st.booleans(),
    strict_dice=st.booleans(),
    rules=st.sampled_from(Wiraqocha.playable_versions()),
    seed=st.integers(0, 2**32),
)
def test_law_and_kernel_walk_in_step(
    seats: int, valley: str, caves: bool, prisoners: bool, strict_dice: bool, rules: int, seed: int
) -> None:
    options = {"caves": caves, "prisoners": prisoners, "strict_dice": strict_dice, "rules": rules}
    assert walk(*table(seats, valley=valley, **options), Random(seed), often=25) > 5 * seats


def test_they_do_so_with_other_numbers_in_the_edition() -> None:
    assert walk(*table(3, "other", **ON), Random(1), often=25) > 15


@SHORT
@given(
    seats=st.sampled_from((2, 3, 4)),
    edition=st.sampled_from(("classic", "other")),
    has_variants=st.booleans(),
    rules=st.sampled_from(Wiraqocha.playable_versions()),
    seed=st.integers(0, 2**32),
)
def test_they_agree_on_tables_shaken_up(
    seats: int, edition: str, has_variants: bool, rules: int, seed: int
) -> None:
    game, kernel = table(seats, edition, rules=rules, **(ON if has_variants else OFF))
    rng = Random(seed)
    settle(game, kernel, shaken(game, rng), rng, most=20)


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_they_agree_on_the_named_positions(path: Path) -> None:
    options, _, position = counting.read(path)
    game = Wiraqocha(**options)
    rng = Random(path.stem)
    assert settle(game, WiraqochaKernel(game), game.read_position(position), rng, most=100) > 1


# In the long run


@pytest.mark.parametrize(("seats", "options", "games"), [(2, OFF, 30), (3, ON, 12)])
def test_random_games_of_both_come_to_the_same_in_the_long_run(
    seats: int, options: dict[str, bool], games: int
) -> None:
    """Points of all seats together, and the length of a game, within five standard errors."""
    game, kernel = table(seats, **options)
    rng = Random(f"{seats}")
    points, lengths = [], []
    for _ in range(games):
        state, events = random_playout(game, rng)
        points.append(sum(game.score(state, seat).points for seat in range(seats)))
        lengths.append(sum(event.seat != CHANCE for event in events))
    row = kernel.pack(game.setup())
    played = [kernel.playouts(row, 1, seed) for seed in range(40 * games)]
    for law, compiled in (
        (points, [int(each.scores.sum()) for each in played]),
        (lengths, [each.decisions for each in played]),
    ):
        error = sqrt(variance(law) / len(law) + variance(compiled) / len(compiled))
        assert abs(fmean(law) - fmean(compiled)) < 5 * error


def test_a_pick_is_as_likely_as_the_laws() -> None:
    """A camp to be placed, an attack, a theft: how often each move comes up, in a thousand picks of both."""
    game, kernel = table(2, **ON)
    codes, desk = (np.empty(kernel.table[room], np.int64) for room in (ROOM, DESK))
    random = seeded(1)
    rng = Random(8)
    for _ in range(6):
        state = shaken(game, rng)
        row, seat = kernel.pack(state), state.turn.seat
        moves = game.moves(state, seat)
        law = Counter(kernel.code(row, moves.pick(rng)) for _ in range(1000))
        own = Counter(int(pick(row, kernel.table, codes, desk, random)) for _ in range(20_000))
        assert set(law) <= {int(code) for code in kernel.moves(row, seat)} >= set(own)
        for code in law | own:
            share = (law[code] + own[code]) / 21_000
            error = sqrt(share * (1 - share) * (1 / 1000 + 1 / 20_000))
            assert abs(law[code] / 1000 - own[code] / 20_000) < 5 * error + 0.002


@pytest.mark.parametrize(
    ("phase", "ways"), [(Drawing(), 3), (Revealing(2), 66), (Rolling(1), 6), (Laying(), 22 * 22)]
)
def test_every_outcome_of_chance_comes_up_as_often_as_another(phase: Phase, ways: int) -> None:
    """Of a valley, each tile on each place."""
    game, kernel = table(3)
    row = kernel.pack(replace(game.setup(), phase=phase))
    random = seeded(4)
    games = EACH * (22 if isinstance(phase, Laying) else ways)
    drawn: Counter[object] = Counter()
    for _ in range(games):
        outcome = kernel.move(row, CHANCE, kernel.chance(row, random))
        drawn.update(enumerate(outcome.valley) if isinstance(outcome, Laid) else [outcome])
    evenly(drawn, ways)


def test_an_edition_too_large_for_a_row_is_refused() -> None:
    classic = Wiraqocha(2).edition
    wealthy = replace(classic, supply=replace(classic.supply, cubes=1000))
    with pytest.raises(ValueError, match="too large"):
        WiraqochaKernel(Wiraqocha(2, edition=wealthy))


# Tables shaken up


MOST_DICE = 7
OWN = (EXPLORER, DRILL, ZEPPELIN)
LENT = (ANDROID, MINER, JUGGERNAUT)


def shaken(game: Wiraqocha, rng: Random) -> State:
    """A table by chance, in Preparation or in the Actions, such as games by chance hardly come to.

    A Base Camp to be placed again with cubes, the Exoskeleton and the Probe against a Fortress is as likely here as
    anything else. No game need lead to such a table, but the law knows what to say of it.
    """
    box, seats = game.box, range(game.seats)
    tiles = range(len(box.tiles))
    seat = rng.choice(seats)
    stands: list[Stand | None] = [None] * len(tiles)
    reserves = [[0] * len(PAWNS) for _ in seats]
    graveyards = [[0] * len(PAWNS) for _ in seats]
    prisoners: list[Prisoner | None] = [None for _ in seats]
    free = rng.sample(tiles, len(tiles))
    for each in seats:
        for pawn in (CAMP, *[kind for kind in OWN for _ in range(2)]):
            _put(rng, each, pawn, stands, free, reserves, graveyards)
    for pawn in LENT:
        if rng.random() < 0.7:
            _put(rng, rng.choice(seats), pawn, stands, free, reserves, graveyards)
    if game.options.prisoners:
        for captor in seats:
            rival = rng.choice(seats)
            if rival != captor and rng.random() < 0.5:
                prisoners[captor] = Prisoner(rival, rng.choice(OWN))
    cards = [rng.choice(("deck", "market", *seats, seat)) for _ in CARDS]
    artifacts = [rng.choice(("ruins", "lost", *seats, "ruins")) for _ in range(box.artifacts)]
    players = tuple(
        Player(
            reserve=tuple(reserves[each]),
            graveyard=tuple(graveyards[each]),
            cubes=rng.randrange(7),
            crystals=rng.randrange(min(4, box.crystal_goal)),
            artifacts=_those([place == each for place in artifacts]),
            cards=_those([place == each for place in cards]),
            prisoner=prisoners[each],
        )
        for each in seats
    )
    held = [tile for tile in tiles if stands[tile] is not None]
    empty = [tile for tile in tiles if stands[tile] is None]
    own_ruins = _those([_holds(stands[tile], seat) for tile in tiles]) & box.ruins
    noted = own_ruins & rng.getrandbits(len(tiles))
    return State(
        phase=_phase(rng),
        turn=Turn(
            number=rng.randrange(1, 40),
            seat=seat,
            marks=rng.getrandbits(len(MARKS)) & rng.getrandbits(len(MARKS)),
            noted=noted,
            rerolls=rng.randrange(noted.bit_count() + 1),
        ),
        valley=tuple(rng.sample(tiles, len(tiles))),
        stands=tuple(stands),
        players=players,
        market=_those([place == "market" for place in cards]),
        deck=_those([place == "deck" for place in cards]),
        ruins=_those([place == "ruins" for place in artifacts]),
        field=rng.choice((NOWHERE, NOWHERE, *held[:2])),
        fortress=rng.choice((NOWHERE, GONE, *held)),
        devastated=rng.choice((NOWHERE, NOWHERE, *empty[:2])),
    )


def _put(
    rng: Random,
    seat: int,
    pawn: int,
    stands: list[Stand | None],
    free: list[int],
    reserves: list[list[int]],
    graveyards: list[list[int]],
) -> None:
    """A pawn on the board, in the Reserve, in the Graveyard, or out of the game; a Camp in the first two.

    Drills stay in the game: without any there might be no victory left, and no end of a game by chance.
    """
    places = ("board", "reserve", "grave", "out")
    where = rng.choice(places[: {CAMP: 2, DRILL: 3}.get(pawn, 4)])
    if where == "board" and free:
        is_probed = pawn == CAMP and rng.random() < 0.3
        die = rng.choice((NO_DIE, NO_DIE, rng.randint(1, 6)))
        stands[free.pop()] = Stand(seat, pawn, die, is_probed)
    elif where == "reserve" or pawn == CAMP:
        reserves[seat][pawn] += 1
    elif where == "grave":
        graveyards[seat][pawn] += 1


def _phase(rng: Random) -> Phase:
    if rng.random() < 0.2:
        return Preparing()
    dice = sorted(rng.randint(1, 6) for _ in range(rng.randrange(MOST_DICE + 1)))
    return Acting(tuple(dice))


def _holds(stand: Stand | None, seat: int) -> bool:
    return stand is not None and stand.seat == seat


def _those(flags: list[bool]) -> int:
    return sum(1 << index for index, flag in enumerate(flags) if flag)
