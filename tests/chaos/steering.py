"""G6: a host who plays, knows the seed and searches for dice gets wished-for rolls no more often than by chance.

Two people sit at a table; one of them runs the server. That one sees the seed and everybody's commitment, tries many
nonces before it commits to one, and reveals last. In a part of the games it also stays silent when the dice displease
it, which makes the draw void. Everything is then checked from the export alone.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from math import comb
from random import Random

from tests.chaos.broken import planted
from tests.chaos.verdict import Ask, Verdict, hold
from tests.chaos.worlds import opened
from yupana.core.game import CHANCE
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Rolled
from yupana.server import dice, draws, wire
from yupana.server.dice import commitment, dice_key, sample
from yupana.server.export import Export, TableFacts, write_export
from yupana.server.log import NOTHING, Did, Entry, New, seal_all
from yupana.server.policy import Actor
from yupana.server.table import Table
from yupana.server.verify import verify

PROMISE = "Nobody can choose the dice, not even a player who runs the server."

HONEST, HOST = 0, 1
TRIES = 60
"""Nonces that the host looks at before it commits to one: enough to find a wished-for roll if it knew the rest."""
WISH = 1 / 6
"""How often the first of three dice shows the face that is wished for."""
SURE = 1e-6


class Game:
    """A table of two whose second player has read the server's memory."""

    def __init__(self, number: int, seed: int) -> None:
        self.rng = Random(f"{seed}/{number}")
        self.seed = hashlib.sha256(f"{seed} {number}".encode()).digest()
        self.game = Temple(2)
        self.table = Table(f"steered-{number}", self.seed, opened(self.game, commitment(self.seed)))
        self.log: list[Entry] = []
        self.silences = 0
        self._add([self.table.opened])

    def _add(self, entries: list[Entry]) -> None:
        for entry in entries:
            self.table.take(entry)
        self.log += entries

    def _commit(self, nonce: str) -> str:
        return dice.nonce_commitment(self.table.name, nonce)

    def _do(self, seat: int, command: wire.Command) -> None:
        self._add(self.table.judge(Actor(frozenset({seat})), command))

    def _rolls(self, *nonces: str) -> bool:
        """Whether the first roll would be as wished for, with these nonces."""
        key = dice_key(self.seed, self.table.name, nonces)
        rolled = sample(self.game.chance(self.game.setup()), key, self.table.name, 0)
        assert isinstance(rolled, Rolled)
        return rolled.faces[0] == 0

    def begin(self, stays_silent: bool) -> None:
        honest = self.rng.randbytes(16).hex()
        self._add(self.table.sit(HONEST, None, commit=self._commit(honest)))
        chosen = self._searched(self.table.chairs[HONEST].commit or "")
        self._add(self.table.sit(HOST, None, commit=self._commit(chosen)))
        self._add(self.table.judge(Actor(host=True), wire.Begin()))
        self._do(HONEST, wire.Reveal(honest))
        if stays_silent and not self._rolls(honest, chosen):
            self.silences += 1
            self._add(draws.time_is_up(self.table, 1, False))
            honest = self.rng.randbytes(16).hex()
            self._do(HONEST, wire.Commit(self._commit(honest)))
            self._do(HONEST, wire.Reveal(honest))
        else:
            self._do(HOST, wire.Reveal(chosen))

    def _searched(self, shown: str) -> str:
        """The nonce that would make the wished-for roll if what the other has shown were the nonce itself."""
        for _ in range(TRIES):
            nonce = self.rng.randbytes(16).hex()
            if self._rolls(shown[:32], nonce):
                return nonce
        return nonce

    @property
    def got_its_wish(self) -> bool:
        first = next(entry for entry in self.log if isinstance(entry, Did) and entry.seat == CHANCE)
        return b'"faces":[0' in bytes(first.move)

    def finish(self) -> bytes:
        while pending := self.game.pending(self.table.state):
            seat = pending[0]
            moves = self.game.moves(self.table.state, seat)
            self._add(self.table.play(seat, moves.pick(self.rng)))
        stored = seal_all([New(entry, at) for at, entry in enumerate(self.log)], 0, NOTHING, 0)
        facts = TableFacts(self.table.name, self.game.name, self.game.rules, 0)
        return write_export(
            Export(
                table=facts,
                entries=tuple(stored),
                head_hash=stored[-1].hash,
                seed=self.seed.hex(),
            )
        )


def at_least(wished: int, games: int) -> float:
    """How likely so many wished-for rolls, or more, are by chance."""
    return sum(
        comb(games, n) * WISH**n * (1 - WISH) ** (games - n) for n in range(wished, games + 1)
    )


def run(ask: Ask) -> Verdict:
    games = ask.many(60, 1000)
    found: Counter[str] = Counter()
    with planted(ask.defect):
        for number in range(2 * games):
            game = Game(number, ask.seed)
            stays_silent = number >= games
            game.begin(stays_silent)
            found["wishes"] += game.got_its_wish and not stays_silent
            report = verify(game.finish())
            hold(report.ok, "an honest log is not believed:", number, report.findings)
            told = report.silent[HOST] if report.silent else 0
            hold(told == game.silences, "an attempt is not named:", number, told, game.silences)
            found["voids"] += game.silences
            found["named"] += told
    wished = found["wishes"]
    likely = at_least(wished, games)
    hold(likely > SURE, "wished-for dice come more often than by chance:", wished, "of", games)
    return Verdict(
        guarantee="G6",
        figures={
            "games whose host searches": games,
            "nonces tried in each": TRIES,
            "wished-for rolls": wished,
            "by chance": round(games * WISH),
            "games whose host stays silent": games,
            "void draws": found["voids"],
            "named by verify": found["named"],
        },
    )
