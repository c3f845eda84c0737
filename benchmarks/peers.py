"""Other engines in random play, each as its own documentation drives it. A decision is a move of a player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

Play = Callable[[Random], int]
"""Plays some games by chance and tells how many decisions they had."""

BATCH, STEPS = 1024, 64
"""Of pgx: games side by side, and moves of each in one call of compiled code."""


def open_spiel(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                moves = state.legal_actions()
                state.apply_action(moves[rng.randrange(len(moves))])
                decisions += 1
        return decisions

    return play


def pgx(name: str) -> Play:
    """A batch that never ends: a game that is over begins anew, all inside compiled code."""
    import jax
    import pgx as engine
    from jax import numpy as jnp
    from pgx.experimental.wrappers import auto_reset

    env = engine.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(states: Any, key: Any) -> tuple[Any, None]:
        chosen, stepped = jax.random.split(key)
        chances = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        moves = jax.random.categorical(chosen, chances, axis=-1)
        return step(states, moves, jax.random.split(stepped, BATCH)), None

    walk = jax.jit(lambda states, key: jax.lax.scan(one, states, jax.random.split(key, STEPS))[0])
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    states = walk(states, jax.random.PRNGKey(1))  # compiles

    def play(rng: Random) -> int:
        nonlocal states
        states = walk(states, jax.random.PRNGKey(rng.randrange(2**31)))
        states.terminated.block_until_ready()
        return BATCH * STEPS

    return play


def catanatron(seats: int) -> Play:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)[:seats]

    def play(rng: Random) -> int:
        game = Catan([RandomPlayer(color) for color in colors], seed=rng.randrange(2**31))
        game.play()
        return len(game.state.actions)

    return play


def rlcard(name: str) -> Play:
    import rlcard as engine
    from rlcard.agents import RandomAgent

    env = engine.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(rng: Random) -> int:
        ways, _ = env.run(is_training=False)
        return sum((len(way) - 1) // 2 for way in ways)  # states and moves in turns

    return play


def chess() -> Play:
    import chess as engine

    def play(rng: Random) -> int:
        board = engine.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[rng.randrange(len(moves))])
        return len(board.move_stack)

    return play


PEERS: dict[str, Callable[[], Play]] = {
    **{
        f"OpenSpiel, {name.replace('_', ' ')}": partial(open_spiel, name)
        for name in ("connect_four", "backgammon", "2048", "yacht")
    },
    **{
        f"pgx, {name.replace('_', ' ')}, batch of {BATCH:,}": partial(pgx, name)
        for name in ("connect_four", "2048", "backgammon")
    },
    **{f"RLCard, {name}": partial(rlcard, name) for name in ("leduc-holdem", "uno", "gin-rummy")},
    "catanatron, 4 players": partial(catanatron, 4),
    "python-chess": chess,
}
