"""The players of the lab: names with budgets, a search that knows nothing, and one that sees all hands and is seated nowhere else."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from tests.bots.fair import worlds
from tests.bots.test_levels import Dice
from yupana.bots.bot import BOTS, check_bot
from yupana.cli import main
from yupana.core import kernels
from yupana.core.errors import OptionError
from yupana.core.game import CHANCE, Event
from yupana.games import GAMES
from yupana.lab import players
from yupana.lab.arena import Contest, contend, digest
from yupana.lab.players import YARDSTICKS, Budget, make_player, read_name


def test_a_name_says_how_much_is_thought() -> None:
    assert read_name("ismcts") == ("ismcts", Budget())
    assert read_name("ismcts:200") == ("ismcts", Budget(plays=200))
    assert read_name("amauta:0.5s") == ("amauta", Budget(seconds=0.5))
    assert read_name("seer:1s") == ("seer", Budget(seconds=1.0))


@pytest.mark.parametrize(
    "name",
    ["", "clever", "guide:5", "uniform:1s", "ismcts:", "ismcts:0", "ismcts:0.0s", "seer:-1", "seer:1.5", "amauta:1e3s",
     "amauta:1s ", "ismcts:1:2"],
)  # fmt: skip
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(OptionError) as refused:
        make_player(name, GAMES["paititi"](2), Random(0))
    assert refused.value.code == "arena.bot"
    assert refused.value.facts["bot"] == name


@pytest.mark.parametrize("name", ["ismcts", "seer", "seer:100", "amauta:1s"])
def test_a_yardstick_of_the_lab_sits_at_nobodys_table(name: str) -> None:
    assert name not in BOTS
    with pytest.raises(OptionError, match=r"option\.bot"):
        check_bot(name)


@pytest.mark.parametrize("name", [*YARDSTICKS, "amauta:1s"])
def test_without_what_it_needs_it_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str) -> None:
        raise ModuleNotFoundError(module)

    monkeypatch.setattr(kernels, "import_module", missing)
    monkeypatch.setattr(players, "mind_of", lambda game: None)
    with pytest.raises(OptionError, match=r"arena\.no-fast"):
        make_player(name, GAMES["paititi"](2), Random(0))


def differences(name: str, pairs: int) -> int:
    """In how many pairs of worlds that a seat cannot tell apart it does one thing here and another there."""
    found = 0
    for number, (game, *both, seat) in zip(
        range(pairs), worlds("paititi", Random(4)), strict=False
    ):
        chosen = []
        for state in both:
            player = make_player(name, game, Random(number))
            chosen.append(player.choose(player.look(state, seat), game.moves(state, seat)))
        found += chosen[0] != chosen[1]
    return found


def test_the_seer_sees_what_others_do_not() -> None:
    assert differences("amauta:24", 20) == 0
    assert differences("seer:24", 20) > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["seer:4", "amauta:0.001s", "ismcts:0.001s"])
def test_they_play_by_the_rules(game: str, name: str) -> None:
    table, rng = GAMES[game](2), Random(6)
    player = make_player(name, table, rng)
    state = table.setup()
    for _ in range(12):
        seat = table.pending(state)[0]
        if seat == CHANCE:
            move = table.chance(state).sample(rng)
        else:
            moves = table.moves(state, seat)
            move = player.choose(player.look(state, seat), moves)
            assert moves.why_not(move) is None
        state = table.apply(state, Event(seat, move))


def test_so_many_plays_are_the_same_everywhere() -> None:
    contest = Contest(game="paititi", bots=("seer:8", "amauta:8", "ismcts:2"), seats=2, games=2)
    rows = list(contend(contest))
    assert len(rows) == 6
    assert digest(rows) == digest(list(contend(contest, jobs=2)))


def test_they_can_be_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "paititi", "--bots", "seer:4", "ismcts:2", "--games", "1"]
    assert main(asked) == 0
    assert "ismcts:2" in capsys.readouterr().out
    assert main([*asked[:3], "seer:none", "--seats", "2"]) == 1
    assert "ismcts:200" in capsys.readouterr().err


def test_a_time_is_used_up_and_no_more() -> None:
    np = pytest.importorskip("numpy")
    from yupana.bots.minds.thinking import look_on

    rng = Random(1)
    dice: Any = Dice(lambda code, play: rng.gauss(0, 2))
    start = time.monotonic()
    assert look_on(dice, np.zeros((1, 1)), 0, np.arange(12), 1, start + 0.1) == 11
    assert 0.1 <= time.monotonic() - start < 5.0
    assert dice.played[11] > 3 * dice.played[0]
