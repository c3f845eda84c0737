"""G6: games are checked from outside, forgeries of them found out, and the dice counted.

Every game is played at a real table and checked by the verifier from nothing but its export. Of each one a
forgery is made by turning over one bit, and another that is sealed anew as a clever forger would. The dice are
those of the games, thrown three at a time; there are many of them so that a small bias would show.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import islice
from math import erfc, exp, gamma, sqrt
from operator import mul
from random import Random
from typing import Any

from tests.chaos.broken import planted
from tests.chaos.pool import side_by_side
from tests.chaos.verdict import Ask, Verdict, hold
from tests.chaos.worlds import opened
from tests.server.test_verify import canonical, change, leaves, seal
from yupana.core.errors import YupanaError
from yupana.games import GAMES
from yupana.server import wire
from yupana.server.dice import FairDice, commitment
from yupana.server.export import Export, TableFacts, write_export
from yupana.server.log import NOTHING, Entry, New, seal_all
from yupana.server.policy import Actor
from yupana.server.table import Table
from yupana.server.verify import verify

PROMISE = "Dice are fixed before the game starts and can be checked by anybody after it."

SURE = 1e-4
"""How unlikely a result must be, on either side, before it is held against the dice."""

FACES, THROWN = 6, 3


# Games


def played(name: str, number: int, seed: int) -> bytes:
    """The export of a game by chance at a real table, with a mark taken back now and then."""
    rng = Random(f"{seed}/{name}/{number}")
    kind = GAMES[name]
    game = kind(rng.choice([seats for seats in (2, 3, 4) if seats in kind.seats_allowed]))
    secret = hashlib.sha256(f"{seed} {name} {number}".encode()).digest()
    first = opened(game, commitment(secret))
    id_ = f"game-{number}"
    table, log = Table(id_, secret, first), list[Entry]()

    def add(entries: list[Entry]) -> None:
        for entry in entries:
            table.take(entry)
            log.append(entry)

    add([first])
    for seat in range(game.seats - 1):  # the last one is a bot's
        add(table.sit(seat, rng.randbytes(16).hex()))
    add(table.judge(Actor(host=True), wire.Begin("uniform")))
    while table.phase == "playing":
        seat = rng.choice(game.pending(table.state))
        add(table.play(seat, game.moves(table.state, seat).pick(rng)))
        if rng.random() < 0.02 and seat < game.seats - 1:
            try:
                add(table.judge(Actor(frozenset({seat})), wire.Undo()))
            except YupanaError:
                continue
    stored = seal_all([New(entry, 1000 * at) for at, entry in enumerate(log)], 0, NOTHING, 0)
    facts = TableFacts(id=id_, game=name, rules=game.rules_version, created_ms=0)
    export = Export(
        table=facts, entries=tuple(stored), head_hash=stored[-1].hash, seed=secret.hex()
    )
    return write_export(export)


def check_game(name: str, number: int, seed: int) -> Counter[str]:
    """One game and two forgeries of it."""
    data, rng = played(name, number, seed), Random(f"{seed}/{number}")
    report = verify(data)
    hold(report.ok, "an honest game was not believed:", name, number, report.findings)
    at, bit = rng.randrange(len(data)), rng.randrange(8)
    forged = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
    seen = verify(forged)
    hold(
        not seen.ok,
        "a bit was turned over and nobody saw it:",
        name,
        number,
        forged[at - 40 : at + 40],
    )
    tree = json.loads(data)
    paths = [
        path
        for path in leaves(tree)
        if path[0] == "entries" and path[2] in ("body", "kind", "cid", "seat", "at_ms")
    ]
    path = rng.choice(paths)
    change(tree, path, rng)
    sealed = verify(canonical(seal(tree)), head=report.head_hash)
    hold(not sealed.ok, "a history sealed anew was believed:", name, number, path)
    return Counter(
        games=1, forgeries=2, moves=report.moves, outcomes=report.outcomes, entries=report.entries
    )


# Dice


def thrown(key: bytes, count: int) -> bytes:
    """So many dice, three of them an outcome, as a game rolls them."""
    faces = bytearray()
    for number in range(count // THROWN):
        dice = FairDice(key, "chaos", number)
        faces += bytes([dice.randrange(FACES) for _ in range(THROWN)])
    return bytes(faces)


def likely(chi: float, freedom: int) -> float:
    """How likely a sum of squares is to be this large by chance; for an odd number of degrees.

    >>> round(likely(11.0705, 5), 4), round(likely(49.8018, 35), 4), round(likely(0.5543, 5), 4)
    (0.05, 0.05, 0.99)
    """
    assert freedom % 2
    half = chi / 2
    rest: float = sum(half ** (j - 0.5) / gamma(j + 0.5) for j in range(1, (freedom + 1) // 2))
    return erfc(sqrt(half)) + exp(-half) * rest


def evenness(found: Counter[Any], cells: int) -> float:
    """How likely counts are at least this uneven if all cells are equal.

    >>> evenness(Counter({0: 5, 1: 5, 2: 5, 3: 5, 4: 5, 5: 5}), 6)
    1.0
    """
    mean = found.total() / cells
    empty = (cells - len(found)) * mean
    chi = empty + sum((count - mean) ** 2 / mean for count in found.values())
    return likely(chi, cells - 1)


def hanging_together(faces: bytes, lag: int) -> float:
    """How likely a correlation with the die so many before is at most this, if there is none."""
    one, other = faces[lag:], faces[: len(faces) - lag]
    count, middle = len(one), (FACES - 1) / 2
    square = (FACES**2 - 1) / 12
    covered = sum(map(mul, one, other)) / count - middle * (sum(one) + sum(other)) / count
    correlation = (covered + middle**2) / square
    return erfc(-correlation * sqrt(count / 2)) / 2


def judged(faces: bytes) -> dict[str, float]:
    """Every question that is put to the dice, and how likely the answer."""
    throws = [faces[at::THROWN] for at in range(THROWN)]
    found = {
        f"faces of die {at + 1}": evenness(Counter(die), FACES) for at, die in enumerate(throws)
    }
    found["all faces"] = evenness(Counter(faces), FACES)
    pairs = {"first two": (throws[0], throws[1]), "last two": (throws[1], throws[2])}
    pairs["first and last"] = (throws[0], throws[2])
    pairs["one throw and the next"] = (throws[2][:-1], throws[0][1:])
    for name, (one, other) in pairs.items():
        found[f"pairs, {name}"] = evenness(Counter(zip(one, other, strict=True)), FACES**2)
    for lag in (1, 2, 3, 6):
        found[f"correlation, {lag} apart"] = hanging_together(faces, lag)
    return found


def run(ask: Ask) -> Verdict:
    games, dice = ask.many(12, 1000), ask.many(60_000, 6_000_000)
    with planted(ask.defect):
        asked = [(name, number, ask.seed) for number in range(games) for name in GAMES]
        total: Counter[str] = Counter()
        for checked in side_by_side(check_game, list(islice(asked, games)), alone=ask.size == 0):
            total += checked
        keys = [hashlib.sha256(f"dice {ask.seed} {at}".encode()).digest() for at in range(10)]
        parts = [(key, dice // len(keys)) for key in keys]
        faces = b"".join(side_by_side(thrown, parts, alone=ask.size == 0))
    found = judged(faces)
    for name, chance in found.items():
        hold(SURE < chance < 1 - SURE, "the dice are not fair:", name, f"p = {chance:.2g}")
    return Verdict(
        guarantee="G6",
        figures={
            "games verified": total["games"],
            "outcomes of chance worked out again": total["outcomes"],
            "forgeries": total["forgeries"],
            "believed": 0,
            "dice": len(faces),
            "questions to them": len(found),
            "least p": f"{min(found.values()):.3f}",
            "greatest p": f"{max(found.values()):.3f}",
        },
    )
