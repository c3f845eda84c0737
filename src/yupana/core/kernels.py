"""What the compiled twins of the rules share; only the `fast.py` of a game imports this, and nobody else at load time.

A kernel plays the same game as the law in `rules.py`, on one row of whole numbers, many thousand times faster. It is
built from the same components, and a test walks both in lock-step. It is for search, training and research; what
counts is always the law. Needs the extra `fast` (Numba); nothing else in the package does.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Generic, NamedTuple, TypeVar

import numba
import numpy as np
from numba.misc import appdirs
from numpy.typing import NDArray

from yupana.core.game import Game, Move, Seat

Row = NDArray[np.int64]
"""A state, or a list of moves, as a kernel has it."""
Random = NDArray[np.uint64]
"""One number: where a kernel's own source of chance stands."""
Whole = Any
"""A whole number, of 64 bits in compiled code."""

settings: Any = numba.config

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S")
M = TypeVar("M", bound=Move)


def compiled(function: F) -> F:
    """Compiles it at the first call, and keeps the result on disk where a folder can be written to."""
    return _compiled(function)


def lean(function: F) -> F:
    """The same for a function that makes and returns no array: nobody counts then who holds one, which took half of the
    time. `_nrt` is Numba's own name for it, and none of its documented ones."""
    return _compiled(function, _nrt=False)


def _compiled(function: F, **how: bool) -> F:
    njit: Any = numba.njit
    asked, settings.CACHE_DIR = settings.CACHE_DIR, _folder(function.__module__)
    try:
        made: F = njit(cache=True, **how)(function)
    except RuntimeError:  # no folder for the cache
        made = njit(**how)(function)
    finally:
        settings.CACHE_DIR = asked
    return made


def _folder(module: str) -> str:
    """Where compiled code is kept: one folder for each state of the sources. Numba itself looks only at the file of a
    function, and would go on with the old code of what is called from another one."""
    folders: Any = appdirs
    usual = folders.user_cache_dir("yupana", appauthor=False)
    return f"{settings.CACHE_DIR or usual}/{digest_of(module.rpartition('.')[0])}"


@cache
def digest_of(package: str) -> str:
    """A sum of the sources of the package and of those that it may call: the core, from outside the games all of them, and from the lab
    the minds, too."""
    ours = files("yupana")
    folders = [ours / "core"]
    if not package.startswith("yupana.games."):
        folders += sorted((ours / "games").iterdir(), key=lambda each: each.name)
    if package.startswith("yupana.lab"):
        folders.append(ours / "bots" / "minds")
    if package:
        folders.append(files(package))
    total = hashlib.sha256()
    for folder in folders:
        if folder.is_dir():
            for source in sorted(folder.iterdir(), key=lambda each: each.name):
                if source.name.endswith(".py"):
                    total.update(source.read_bytes())
    return total.hexdigest()[:16]


class Playouts(NamedTuple):
    """What a number of random games came to, from one state each to its end."""

    decisions: int
    """Of all seats together; chance does not count."""
    scores: NDArray[np.int64]
    """By game and seat."""
    ranks: NDArray[np.int64]
    """By game and seat: 0 for the first place, shared places alike."""


class Kernel(ABC, Generic[S, M]):
    """The compiled twin of a game, with its edition, options and number of seats."""

    words: int
    """Numbers in a row that holds a state."""

    @abstractmethod
    def __init__(self, game: Game[Any, Any, Any]) -> None: ...

    @abstractmethod
    def pack(self, state: S) -> Row: ...

    @abstractmethod
    def unpack(self, row: Row) -> S:
        """The very state: `unpack(pack(state)) == state`."""

    @abstractmethod
    def moves(self, row: Row, seat: Seat) -> Row:
        """Codes of all that the seat may do, as many as the law lists."""

    @abstractmethod
    def code(self, row: Row, move: M) -> int:
        """The code of a move, or of an outcome of chance, in this state."""

    @abstractmethod
    def move(self, row: Row, seat: Seat, code: int) -> M:
        """What the code stands for in this state."""

    @abstractmethod
    def apply(self, row: Row, seat: Seat, code: int) -> None:
        """Makes a move, or an outcome of chance, in place."""

    @abstractmethod
    def chance(self, row: Row, random: Random) -> int:
        """The code of an outcome, as likely as the law has it."""

    @abstractmethod
    def score(self, row: Row, seat: Seat) -> int: ...

    @abstractmethod
    def playouts(self, row: Row, count: int, seed: int) -> Playouts:
        """That many games by chance from here on, inside compiled code; every move can come up."""


@compiled
def seeded(seed: int) -> Random:
    """A source of chance; neighbouring seeds have nothing in common."""
    random = np.empty(1, np.uint64)
    random[0] = np.uint64(seed)
    next64(random)
    return random


@compiled
def next64(random: Random) -> Whole:
    """64 more bits (SplitMix64)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def below(random: Random, stop: Whole) -> Whole:
    """A whole number from 0 up to, not including, `stop`, at most 2**31; one in 2**32 off from even."""
    return np.int64(((next64(random) >> np.uint64(32)) * np.uint64(stop)) >> np.uint64(32))


@compiled
def ones(bits: Whole) -> Whole:
    """How many bits are set."""
    b = np.uint64(bits)
    b = b - ((b >> np.uint64(1)) & np.uint64(0x5555555555555555))
    b = (b & np.uint64(0x3333333333333333)) + ((b >> np.uint64(2)) & np.uint64(0x3333333333333333))
    b = (b + (b >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((b * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def lowest(bits: Whole) -> Whole:
    """The number of the lowest bit that is set; there has to be one."""
    b = np.uint64(bits)
    return ones((b & (~b + np.uint64(1))) - np.uint64(1))


def kernel_of(game: Game[Any, Any, Any]) -> Kernel[Any, Any]:
    """The compiled twin in the game's own room."""
    room = import_module(f"{game.package()}.fast")
    kernel: Kernel[Any, Any] = getattr(room, f"{game.name.capitalize()}Kernel")(game)
    return kernel
