"""Fair dice: bound to seed and nonces, the same for ever, and as even as dice should be."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yupana.core.chance import Arrangement, Choice, Deal, Derangement, Dice
from yupana.core.game import Chance, Move, Rng
from yupana.server.dice import (
    MOST,
    FairDice,
    commitment,
    dice_key,
    is_nonce,
    new_seed,
    sample,
    server_nonce,
)

SEED = bytes(range(32))
NONCES = ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"]
KEY = dice_key(SEED, "T1", NONCES)


class Came(Move, frozen=True, tag="came"):
    what: Any


def chi_squared(seen: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(seen) <= set(expected)
    return sum((seen[each] - number) ** 2 / number for each, number in expected.items())


def p_value(chi: float, freedom: int) -> float:
    """How often chance alone comes out at least so uneven (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    z = ((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return NormalDist().cdf(-z)


def even(chi: float, freedom: int) -> bool:
    """Neither uneven beyond belief nor too even to be true."""
    return 1e-4 < p_value(chi, freedom) < 1 - 1e-4


# Pinned: a change here would make every finished game look forged.


def test_the_bytes_are_pinned_for_good() -> None:
    assert commitment(SEED) == "71138bc804b2a113644da4285ee77bfe5ee26eb707f5009011786b1bc2cb49a7"
    assert KEY.hex() == "a56f0604366b9c57fbf9a0e34e122ef5f25b7e3ce477bc6a5180fc174f8e829a"
    assert server_nonce(SEED, "T1", 3) == "4edcba64c7d5f07e4f0863cff9e7e441"
    dice = FairDice(KEY, "T1", 7)
    assert [dice.randrange(6) for _ in range(24)] == [
        2,
        2,
        5,
        5,
        0,
        3,
        5,
        4,
        0,
        5,
        4,
        5,
        1,
        2,
        4,
        5,
        5,
        4,
        4,
        2,
        2,
        4,
        3,
        0,
    ]
    assert [dice.randrange(stop) for stop in (2, 52, 256, 257, 65537, 2**32)] == [
        1,
        17,
        29,
        65,
        27284,
        1335604129,
    ]


# Seed, commitment, nonces, key


def test_a_seed_is_long_and_new_each_time() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("seed", [b"", b"short", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_none(seed: bytes) -> None:
    for make in (
        lambda: commitment(seed),
        lambda: dice_key(seed, "T1", NONCES),
        lambda: server_nonce(seed, "T1", 0),
    ):
        with pytest.raises(ValueError, match="32 bytes"):
            make()


def test_the_commitment_fits_one_seed_only_and_is_not_its_plain_hash() -> None:
    flipped = [
        bytes(byte ^ (1 << bit if at == place else 0) for at, byte in enumerate(SEED))
        for place in range(32)
        for bit in range(8)
    ]
    assert len({commitment(seed) for seed in [SEED, *flipped]}) == 257
    assert commitment(SEED) != sha256(SEED).hexdigest()


def test_the_key_hangs_on_seed_table_and_every_nonce_but_not_on_their_order() -> None:
    assert dice_key(SEED, "T1", reversed(NONCES)) == KEY
    others = [
        dice_key(bytes(32), "T1", NONCES),
        dice_key(SEED, "T2", NONCES),
        dice_key(SEED, "T1", NONCES[:1]),
        dice_key(SEED, "T1", []),
        dice_key(SEED, "T1", [*NONCES, NONCES[0]]),
        dice_key(SEED, "T1", [NONCES[0], NONCES[1][:-1] + "1"]),
    ]
    assert len({KEY, *others}) == 7


@pytest.mark.parametrize(
    "nonce",
    ["", "00", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "0" * 31 + "\n", "٠" * 32, " " + "0" * 31],
)
def test_a_nonce_is_written_in_one_way_only(nonce: str) -> None:
    assert not is_nonce(nonce)
    with pytest.raises(ValueError, match="nonce"):
        dice_key(SEED, "T1", [nonce])


def test_what_the_server_adds_for_a_bot_leaves_it_nothing_to_choose() -> None:
    made = [server_nonce(SEED, table, seat) for table in ("T1", "T2") for seat in range(100)]
    assert len(set(made)) == 200
    assert all(map(is_nonce, made))
    assert server_nonce(SEED, "T1", 5) == made[5]
    assert server_nonce(bytes(32), "T1", 5) != made[5]


# The source of chance


def test_it_is_a_source_of_chance_as_the_games_know_it() -> None:
    dice: Rng = FairDice(KEY, "T1", 0)
    assert 0 <= dice.randrange(6) < 6
    assert not hasattr(dice, "__dict__")
    assert KEY.hex() not in repr(dice) + str(dice)


@pytest.mark.parametrize("stop", [0, -1, MOST + 1, 2**64])
def test_what_it_cannot_do_fairly_it_does_not_do(stop: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        FairDice(KEY, "T1", 0).randrange(stop)


def test_outcomes_are_numbered_from_nought() -> None:
    with pytest.raises(ValueError, match="from 0"):
        FairDice(KEY, "T1", -1)


@given(st.integers(1, MOST), st.integers(0, 10**6))
def test_every_number_is_in_its_range(stop: int, number: int) -> None:
    dice = FairDice(KEY, "T1", number)
    assert all(0 <= dice.randrange(stop) < stop for _ in range(5))


def test_where_nothing_is_open_nothing_is_drawn() -> None:
    dice, other = FairDice(KEY, "T1", 0), FairDice(KEY, "T1", 0)
    assert [dice.randrange(1) for _ in range(50)] == [0] * 50
    assert dice.randrange(MOST) == other.randrange(MOST)


def test_the_low_numbers_are_not_favoured_where_the_bytes_do_not_divide() -> None:
    """192 leaves a quarter of the bytes over: without drawing again 0..63 would come up twice as
    often as the rest, and of three billion the lowest third twice as often as the others."""
    dice = FairDice(KEY, "T1", 1)
    seen = Counter(dice.randrange(192) for _ in range(60_000))
    assert even(chi_squared(seen, dict.fromkeys(range(192), 60_000 / 192)), 191)
    thirds = Counter(dice.randrange(3 * 2**30) >> 30 for _ in range(30_000))
    assert even(chi_squared(thirds, dict.fromkeys(range(3), 10_000.0)), 2)


def test_the_dice_of_an_outcome_hang_on_nothing_but_its_number() -> None:
    """So a move taken back, or a longer look at another outcome, changes no later dice."""
    rolls = [sample(Dice(((1, 2, 3, 4, 5, 6),) * 3, Came), KEY, "T1", n) for n in range(40)]
    greedy = FairDice(KEY, "T1", 12)
    for _ in range(1000):
        greedy.randrange(MOST)
    again = [sample(Dice(((1, 2, 3, 4, 5, 6),) * 3, Came), KEY, "T1", n) for n in range(39, -1, -1)]
    assert rolls == again[::-1]
    assert len(set(rolls)) > 30
    assert rolls != [sample(Dice(((1, 2, 3, 4, 5, 6),) * 3, Came), KEY, "T2", n) for n in range(40)]


# Statistics. The seed is fixed, so these either always hold or never.


def test_three_hundred_thousand_dice_are_even_by_face_by_pair_and_in_a_row(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Three dice an outcome, a hundred thousand outcomes, as a table would roll them."""
    six = (1, 2, 3, 4, 5, 6)
    chance = Dice((six, six, six), Came)
    key = dice_key(b"three hundred thousand fair dice", "T1", NONCES)
    faces: list[int] = []
    for number in range(100_000):
        faces += sample(chance, key, "T1", number).what
    n = len(faces)
    by_face = chi_squared(Counter(faces), dict.fromkeys(six, n / 6))
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    by_pair = chi_squared(pairs, {(a, b): n / 72 for a in six for b in six})
    mean = sum(faces) / n
    spread = sum((face - mean) ** 2 for face in faces)
    serial = {
        lag: sum((a - mean) * (b - mean) for a, b in zip(faces, faces[lag:], strict=False)) / spread
        for lag in (1, 2, 3)
    }
    with capsys.disabled():
        print(
            f"\n{n:,} dice: by face chi2 = {by_face:.2f} (p = {p_value(by_face, 5):.2f}), by pair "
            f"{by_pair:.1f} (p = {p_value(by_pair, 35):.2f}), serial correlation "
            + ", ".join(f"{value:+.4f}" for value in serial.values())
        )
    assert n == 300_000
    assert even(by_face, 5)
    assert even(by_pair, 35)
    assert all(abs(value) < 4 / sqrt(n) for value in serial.values())


CHANCES: dict[str, Chance[Came]] = {
    "dice": Dice(((1, 2, 3), (1, 1, 4)), Came),
    "choice": Choice(("a", "b", "b"), Came),
    "deal": Deal((2, 0, 1, 3), 2, Came),
    "arrangement": Arrangement((1, 2, 3, 4), Came),
    "derangement": Derangement(5, Came),
}


@pytest.mark.parametrize("chance", CHANCES.values(), ids=CHANCES)
def test_deals_and_derangements_come_up_as_often_as_they_should(chance: Chance[Came]) -> None:
    n = 12_000
    seen = Counter(sample(chance, KEY, "T1", number) for number in range(n))
    expected = {move: float(n * probability) for move, probability in chance.outcomes()}
    assert set(seen) == set(expected)
    assert even(chi_squared(seen, expected), len(expected) - 1)


def test_an_outcome_tells_nothing_about_the_next() -> None:
    """First faces of neighbouring outcomes, which come from neighbouring texts under one key."""
    firsts = [FairDice(KEY, "T1", number).randrange(6) for number in range(36_001)]
    pairs = Counter(pairwise(firsts))
    assert even(chi_squared(pairs, {(a, b): 1000.0 for a in range(6) for b in range(6)}), 35)


def test_the_statistics_would_notice_crooked_dice() -> None:
    """One face in a hundred turned into a six; and dice without the drawing again."""
    rng = Random(3)
    crooked = Counter(6 if rng.random() < 0.01 else rng.randrange(6) + 1 for _ in range(300_000))
    assert not even(chi_squared(crooked, dict.fromkeys(range(1, 7), 50_000.0)), 5)
    modulo = Counter(rng.randrange(256) % 192 for _ in range(60_000))
    assert not even(chi_squared(modulo, dict.fromkeys(range(192), 60_000 / 192)), 191)
    too_even = Counter(dict.fromkeys(range(6), 50_000))
    assert not even(chi_squared(too_even, dict.fromkeys(range(6), 50_000.0)), 5)
