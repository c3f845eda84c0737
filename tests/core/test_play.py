"""The checked way in, taking back, and games that are told apart from what is no game."""

from __future__ import annotations

from random import Random

import pytest

from yupana.core import play
from yupana.core.errors import GameOver, IllegalMove, NotYourTurn, RuleError
from yupana.core.game import CHANCE, Event, NoMoves, rank_places
from yupana.core.play import playout, random_playout, replay, step, take_back
from yupana.games.temple import Temple
from yupana.games.temple.sheet import Rolled, TempleMove, Write
from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.state import End


def events(game: Temple, *lines: str) -> list[Event[TempleMove]]:
    found = []
    for line in lines:
        seat, _, move = line.partition(" ")
        found.append(Event(CHANCE if seat == "*" else int(seat) - 1, game.read_move(move)))
    return found


def test_each_wrong_event_has_its_own_error() -> None:
    game = Temple(2)
    with pytest.raises(NotYourTurn) as turn:
        step(game, game.setup(), Event(0, Write(7, 0)))
    assert turn.value.facts == {"seat": 1}
    with pytest.raises(RuleError) as chance:
        step(game, game.setup(), Event(CHANCE, Rolled((7, 1, 1))))
    assert chance.value.code == "rule.impossible-chance"
    opened = replay(game, events(game, "* roll 2 3 5"))
    with pytest.raises(IllegalMove) as illegal:
        step(game, opened, Event(1, Write(4, 0)))
    assert (illegal.value.clause, illegal.value.facts["seat"]) == ("T-2.3", 2)
    with pytest.raises(NotYourTurn):
        step(game, opened, Event(CHANCE, Rolled((1, 1, 1))))
    with pytest.raises(NotYourTurn):
        step(game, opened, Event(2, Write(7, 0)))
    over, _ = random_playout(game, Random(1))
    with pytest.raises(GameOver):
        step(game, over, Event(0, Write(7, 0)))
    assert str(illegal.value) == "rule.illegal(clause='T-2.3', seat=2)"


def test_players_see_views_and_watchers_see_events() -> None:
    game = Temple(2)
    seen = []
    told = []

    def first(view: object, moves: object) -> TempleMove:
        seen.append(view)
        return next(iter(moves))  # type: ignore[call-overload, no-any-return]

    state = playout(game, [first, first], Random(3), watch=lambda _, event: told.append(event))
    assert game.outcome(state) is not None
    assert replay(game, told) == state
    assert {type(view) for view in seen} == {game.view_type}


def test_an_endless_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "LONGEST", 5)
    with pytest.raises(RuleError) as error:
        random_playout(Temple(1), Random(1))
    assert error.value.code == "rule.endless"
    with pytest.raises(RuleError):
        playout(Temple(1), [lambda _, moves: next(iter(moves))], Random(1))


def test_a_mark_is_taken_back_while_the_round_is_open() -> None:
    game = Temple(3)
    played = events(game, "* roll 2 3 5", "1 7 c1", "2 5 c1")
    left = take_back(game, played, 0, Random(1))
    assert left == events(game, "* roll 2 3 5", "2 5 c1")
    assert game.pending(replay(game, left)) == (0, 2)


def test_nothing_is_taken_back_past_the_dice() -> None:
    game = Temple(1)
    played = events(game, "* roll 2 3 5", "1 7 c1", "* roll 2 3 5")
    with pytest.raises(RuleError) as error:
        take_back(game, played, 0, Random(1))
    assert error.value.code == "undo.nothing"
    with pytest.raises(RuleError):
        take_back(game, [], 0, Random(1))


def test_alone_the_last_mark_is_taken_back_until_the_next_roll() -> None:
    game = Temple(1)
    played = events(game, "* roll 2 3 5", "1 7 c1")
    assert take_back(game, played, 0, Random(1)) == played[:1]


def test_nothing_is_taken_back_that_laid_the_others_marks_open() -> None:
    game = Temple(2)
    played = events(game, "* roll 2 3 5", "1 7 c1", "2 5 c1")
    with pytest.raises(RuleError) as error:
        take_back(game, played, 1, Random(1))
    assert error.value.code == "undo.revealed"


def test_nothing_is_taken_back_on_which_others_have_gone_on() -> None:
    """Two turns of a game without a roll between them: nothing was left to chance, but much was done."""
    game = Wiraqocha(2, valley="first")
    state, played = game.setup(), []
    rng = Random(3)
    while True:
        pending = game.pending(state)
        move = (
            game.chance(state).sample(rng)
            if pending == (CHANCE,)
            else game.moves(state, pending[0]).pick(rng)
        )
        played.append(Event(pending[0], move))
        state = game.apply(state, played[-1])
        ended, then = played[-2:] if len(played) > 1 else (played[0], played[0])
        if isinstance(ended.move, End) and then.seat not in (CHANCE, ended.seat):
            break
    with pytest.raises(RuleError) as error:
        take_back(game, played, ended.seat, Random(1))
    assert error.value.code == "undo.built-upon"


def test_no_moves_is_empty_and_says_why() -> None:
    nothing: NoMoves[Write] = NoMoves("T-9.9")
    assert (list(nothing), len(nothing), bool(nothing)) == ([], 0, False)
    assert nothing.why_not(Write(1, 1)) == "T-9.9"
    assert "move" not in nothing
    with pytest.raises(NotYourTurn):
        nothing.pick(Random(1))


def test_moves_show_themselves() -> None:
    game = Temple(1)
    moves = game.moves(replay(game, events(game, "* roll 1 1 1")), 0)
    assert repr(moves).startswith("<84 moves: Write(number=1, cell=0), ")
    assert repr(moves).endswith(", ...>")
    assert repr(NoMoves("T-9.9")) == "<0 moves: >"


def test_places_are_shared_by_equals() -> None:
    assert rank_places([(3, 1), (3, 2), (1, 0), (3, 2)]) == ((1, 3), (0,), (2,))
