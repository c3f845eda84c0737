"""Who may see what, whole games by chance, and the judgement of bots."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.valley.table import alone, do
from tests.games.valley.test_scoring import small
from yupana.bots import valley as judgement
from yupana.core.game import CHANCE, Event
from yupana.core.play import random_playout, replay
from yupana.games.valley import Valley
from yupana.games.valley.sheet import Done, Placing, Reveal, Rolled, State, Write, Writing


def worlds(seats: int, seed: int, **options: str) -> list[tuple[Valley, State]]:
    """Every state of a game by chance."""
    game = Valley(seats, **options)
    _, events = random_playout(game, Random(seed))
    states = [game.setup()]
    for event in events:
        states.append(game.apply(states[-1], event))
    return [(game, state) for state in states]


@pytest.mark.rule("V-2.15")
@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {"side": "B"}), (5, {"edition": "wide"})]
)
def test_an_imagined_world_looks_and_plays_the_same(seats: int, options: dict[str, str]) -> None:
    rng = Random(5)
    for game, state in worlds(seats, 3, **options)[::7]:
        for seat in (*range(seats), None):
            view = game.view(state, seat)
            world = game.imagine(view, rng)
            assert game.view(world, seat) == view
            if seat is not None and len(game.moves(state, seat)) < 300:
                assert list(game.moves(world, seat)) == list(game.moves(state, seat))


@pytest.mark.rule("V-2.15")
def test_an_imagined_world_is_one_that_could_be() -> None:
    rng = Random(6)
    game = Valley(3)
    state = do(
        game, game.setup(), "* roll 2 penny 5".replace("penny", "dakota"), "2 5 a1", "2 done"
    )
    for _ in range(30):
        world = game.imagine(game.view(state, 0), rng)
        assert isinstance(world.phase, Writing)
        other = world.phase.turns[1]
        assert other.step == "done"
        assert other.sheet.filled & game.layout.grid.edge
        assert game.pending(world) == (0, 2)
        assert game.read_position(game.write_position(world)) == world
    state = do(game, game.setup(), "* roll 1 1 snake", "* swap 2 3 1", "2 snake d4")
    cells = set()
    for _ in range(60):
        world = game.imagine(game.view(state, 0), rng)
        assert isinstance(world.phase, Placing)
        assert (world.phase.placed[0], world.phase.placed[2]) == (None, None)
        assert world.phase.placed[1] is not None
        cells.add(world.phase.placed[1].cell)
    assert len(cells) > 20


def test_games_by_chance_end_and_replay() -> None:
    for seats, edition, side in ((1, "classic", "A"), (3, "classic", "B"), (2, "wide", "A")):
        game = Valley(seats, edition=edition, side=side)
        state, events = random_playout(game, Random(seats))
        assert game.outcome(state) is not None
        assert replay(game, events) == state


# The judgement


def test_a_bot_weighs_only_what_is_offered_and_always_something() -> None:
    for game, state in worlds(2, 11):
        for seat in game.pending(state):
            if seat != CHANCE:
                moves = game.moves(state, seat)
                weighed = list(judgement.candidates(game, state, seat, moves))
                assert weighed
                assert all(move in moves for move in weighed)
                assert len(set(weighed)) == len(weighed)


def best(game: Valley, state: State) -> str:
    moves = judgement.candidates(game, state, 0, game.moves(state, 0))
    move = max(moves, key=lambda each: judgement.weigh(game, state, 0, each))
    return game.write_move(move)


SHEET = """
     a  b  c  d  e  f  g
  1  4  4  .  .  .  .  .
  2  4  x  x  x  .  .  .
  3  .  x  .  .  .  .  .
  4  .  .  .  .  .  .  .
  5  .  .  .  .  .  .  .
  6  .  .  .  .  .  @ 13
  7  .  .  .  .  .  .  .
"""


def test_a_bot_completes_a_town_and_reveals_it() -> None:
    game, state = alone("writing 4 1 1", SHEET.replace("@", "x"))
    assert best(game, state) in ("4 c1", "4 a3")
    marked = do(game, state, "1 4 a3")
    assert judgement.weigh(game, marked, 0, Reveal("town", 0b100000010000011)) > judgement.weigh(
        game, marked, 0, Done()
    )


def test_a_bot_crosses_out_a_snake_that_bites() -> None:
    game, state = alone("writing 4 5 1", SHEET)
    assert best(game, state) == "cross f6 with 4+5"


def test_a_bot_places_a_snake_where_it_hurts_another_and_not_itself() -> None:
    game, state = alone("placing 1", SHEET.replace("@", "."))
    assert best(game, state).split()[1] not in ("f5", "g5", "f6", "f7", "g7")
    two = Valley(2)
    drawn = SHEET.strip("\n").replace("@", ".")
    text = f"round 9\nplacing 2 1\nsheet 1\n{drawn}\nsheet 2\n{drawn}\n"
    assert best(two, two.read_position(text)).split()[1] in ("f5", "g5", "f6", "f7", "g7")


def test_a_judgement_is_asked_about_moves_of_the_phase_only() -> None:
    game = Valley(1)
    with pytest.raises(TypeError):
        judgement.weigh(game, game.setup(), 0, Write(1, 0))
    with pytest.raises(TypeError):
        judgement.weigh(game, game.setup(), 0, Rolled((1, 1, 1)))


def test_a_hundred_seats_play_a_round() -> None:
    game = Valley(100)
    state = do(game, game.setup(), "* roll 2 3 5")
    rng = Random(1)
    for seat in range(100):
        state = game.apply(state, Event(seat, game.moves(state, seat).pick(rng)))
        state = game.apply(state, Event(seat, Done()))
    assert state.round == 2
    assert all(sheet.filled for sheet in state.sheets)


def test_a_bot_sees_the_promise_of_every_kind_of_discovery() -> None:
    def worth(*rows: str) -> float:
        game = Valley(1)
        return judgement.worth(game, game.read_paper(small(*rows, rest=".")).sheets[0])

    assert worth("1 2 3 4 5") > worth("1 2 3 4 .") > worth("1 2 3 . .")
    assert worth("1 2 3 4 5 1 2") > worth("1 2 3 4 5 1")
    assert worth("3 3 3 3") > worth("3 3 3 .") > worth("3 3 . .")
    assert worth("6 7 8") > worth("6 7 .") > worth("6 . .")
    assert worth("6 7 8 6") > worth("6 7 8 .")
    assert worth("10 10 10", ". 10") > worth("10 10 10", "10 .")
    assert worth("10 10 10", ". .") > worth("10 10 10", "1 x 1")
    assert worth("1 2 3 4 5", ". H") > worth("1 2 3 4 5", "H .")


def test_a_bot_reveals_what_its_structures_like() -> None:
    game, state = alone("writing 5 1 2", small("1 2 3 4 5 1 .", "x H"))
    begun = do(game, state, "1 8 g1")
    jungles = {text for text in map(game.write_move, game.moves(begun, 0)) if "jungle" in text}
    assert len(jungles) == 3
    assert best(game, begun) == "reveal jungle a1 b1 c1 d1 e1"


@pytest.mark.rule("V-2.15")
def test_only_dice_and_swaps_are_seen_at_once() -> None:
    game = Valley(2)
    for text, seen in (
        ("roll 2 3 5", True),
        ("swap 2 1", True),
        ("7 b4", False),
        ("snake a1", False),
    ):
        assert game.is_open(game.read_move(text)) == seen
