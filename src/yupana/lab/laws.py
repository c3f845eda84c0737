"""The laws that every game must keep, as checks on one state or one finished game.

Tests run them under Hypothesis, `yupana fuzz` runs them by the thousand, and whoever adds a game can
run them on theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from yupana.core.clauses import clauses
from yupana.core.game import CHANCE, Event, Game, Move, Rng, ScoreTree
from yupana.core.play import replay
from yupana.core.record import header_for, read_json, read_record, write_json, write_record

AnyGame = Game[Any, Any, Any]

MANY = 300
"""How many of a seat's moves are looked at one by one where there are more."""


class LawBroken(AssertionError):
    """A game does not keep a law; says which and shows the state."""

    def __init__(self, law: str, game: AnyGame, state: Any, detail: object = "") -> None:
        super().__init__(f"{game.name}: {law}: {detail!r}\n{game.write_position(state)}")
        self.law = law


def check_state(game: AnyGame, state: Any, rng: Rng, pool: Sequence[Move] = ()) -> None:
    """All the laws of a single state. `pool`: moves from anywhere, to be judged here."""
    before = msgspec.json.encode(state)
    _who_may_move(game, state)
    for seat in game.pending(state):
        if seat == CHANCE:
            _chance_is_fair(game, state, rng)
        else:
            _moves_are_told_apart(game, state, seat, rng, pool)
    _choices_commute(game, state, rng)
    for viewer in (*_some_seats(game, rng), None):
        _views_hide(game, state, viewer, rng)
    for seat in _some_seats(game, rng):
        _points_add_up(game, state, seat)
    if game.read_position(game.write_position(state)) != state:
        raise LawBroken("a position comes back from its text", game, state)
    if msgspec.json.decode(before, type=game.state_type) != state:
        raise LawBroken("a state comes back from its JSON", game, state)
    if msgspec.json.encode(state) != before:
        raise LawBroken("nothing changes a state", game, state)


def check_game(game: AnyGame, events: Sequence[Event[Any]], state: Any) -> None:
    """All the laws of a finished game."""
    if game.pending(state) or game.outcome(state) is None:
        raise LawBroken("a game that is over has an outcome", game, state)
    if replay(game, events) != state:
        raise LawBroken("a replay leads to the same state", game, state)
    outcome = game.outcome(state)
    assert outcome is not None
    if sorted(seat for place in outcome.places for seat in place) != list(range(game.seats)):
        raise LawBroken("every seat has a place", game, state, outcome)
    header = header_for(game, tuple(f"Explorer {seat}" for seat in range(game.seats)), "seed")
    text = write_record(game, header, tuple(events))
    _, record, after = read_record(text, lambda _: game)
    if after != state or record.events != tuple(events) or record.header != header:
        raise LawBroken("a record comes back from its text", game, state)
    if write_record(game, record.header, record.events) != text:
        raise LawBroken("the text of a record is one", game, state)
    _, record, after = read_json(write_json(game, header, tuple(events)), lambda _: game)
    if after != state or record.events != tuple(events) or record.header != header:
        raise LawBroken("a record comes back from its JSON", game, state)


def _who_may_move(game: AnyGame, state: Any) -> None:
    pending = game.pending(state)
    if (game.outcome(state) is None) == (pending == ()):
        raise LawBroken("an outcome exactly when nobody is to move", game, state, pending)
    if CHANCE in pending and pending != (CHANCE,):
        raise LawBroken("chance moves alone", game, state, pending)
    if len(set(pending)) != len(pending):
        raise LawBroken("nobody is pending twice", game, state, pending)
    for seat in range(game.seats):
        if bool(game.moves(state, seat)) != (seat in pending):
            raise LawBroken("every pending seat has a move and nobody else", game, state, seat)


def _chance_is_fair(game: AnyGame, state: Any, rng: Rng) -> None:
    chance = game.chance(state)
    outcome = chance.sample(rng)
    if outcome not in chance:
        raise LawBroken("chance does only what it may", game, state, outcome)
    if game.read_move(game.write_move(outcome)) != outcome:
        raise LawBroken("a move comes back from its text", game, state, outcome)


def _moves_are_told_apart(
    game: AnyGame, state: Any, seat: int, rng: Rng, pool: Sequence[Move]
) -> None:
    moves = game.moves(state, seat)
    listed = list(islice(moves, MANY))
    if len(set(listed)) != len(listed):
        raise LawBroken("no move is listed twice", game, state, listed)
    if listed != list(islice(game.moves(state, seat), MANY)):
        raise LawBroken("moves are listed in a stable order", game, state)
    if len(listed) < MANY and len(moves) != len(listed):
        raise LawBroken("moves are counted right", game, state, (len(moves), len(listed)))
    picked = moves.pick(rng)
    for move in (*listed, picked):
        if moves.why_not(move) is not None:
            raise LawBroken("what is offered is allowed", game, state, move)
        if game.read_move(game.write_move(move)) != move:
            raise LawBroken("a move comes back from its text", game, state, move)
    complete = len(listed) < MANY
    for move in pool:
        clause = moves.why_not(move)
        if complete and (clause is None) != (move in listed):
            raise LawBroken("a clause exactly when a move is not offered", game, state, move)
        if clause is not None and clause not in clauses(game.package()):
            raise LawBroken("a refusal names a clause of RULES.md", game, state, clause)


def _choices_commute(game: AnyGame, state: Any, rng: Rng) -> None:
    pending = game.pending(state)
    if len(pending) < 2:
        return
    first, second = pending[0], pending[1 + rng.randrange(len(pending) - 1)]
    one = Event(first, game.moves(state, first).pick(rng))
    two = Event(second, game.moves(state, second).pick(rng))
    there = game.apply(game.apply(state, one), two)
    back = game.apply(game.apply(state, two), one)
    if there != back:
        raise LawBroken("choices of one step commute", game, state, (one, two))


def _views_hide(game: AnyGame, state: Any, viewer: int | None, rng: Rng) -> None:
    view = game.view(state, viewer)
    if not isinstance(view, game.view_type) or isinstance(view, game.state_type):
        raise LawBroken("a view is of another type than a state", game, state)
    world = game.imagine(view, rng)
    if game.view(world, viewer) != view:
        raise LawBroken("a view does not depend on what is hidden", game, state, viewer)
    if game.pending(world) != game.pending(state):
        raise LawBroken("who is to move does not depend on what is hidden", game, state, viewer)
    if viewer is not None:
        here, there = game.moves(state, viewer), game.moves(world, viewer)
        if list(islice(here, MANY)) != list(islice(there, MANY)):
            raise LawBroken("moves do not depend on what is hidden", game, state, viewer)
    if msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) != view:
        raise LawBroken("a view comes back from its JSON", game, state, viewer)


def _points_add_up(game: AnyGame, state: Any, seat: int) -> None:
    tree = game.score(state, seat)
    for node in _nodes(tree):
        if node.points != node.total():
            raise LawBroken("points add up", game, state, node)
    outcome = game.outcome(state)
    if outcome is not None and outcome.scores[seat] != tree.points:
        raise LawBroken("the outcome tells the score", game, state, seat)


def _nodes(tree: ScoreTree) -> list[ScoreTree]:
    return [tree, *(node for part in tree.parts for node in _nodes(part))]


def _some_seats(game: AnyGame, rng: Rng) -> tuple[int, ...]:
    """All seats of a small table, three of a large one."""
    if game.seats <= 5:
        return tuple(range(game.seats))
    return tuple({rng.randrange(game.seats) for _ in range(3)})
