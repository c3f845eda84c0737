"""A tree of what was tried, as columns of numbers: each node has its parent, the code that led there, and what came of it.

What follows a node is found by a table of places: a code of a move there, or one of chance, which is told apart from it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yupana.core.kernels import Random, Row, Whole, below, lean

Floats = NDArray[np.float64]

ROOT = 0
DEEPEST = 1000
"""Decisions of a play that are kept in the tree at most."""
SCATTERED = 0x9E3779B97F4A7C15


class Tree(NamedTuple):
    """Columns by node; the root is node 0."""

    size: Row
    """One number: how many nodes there are."""
    parents: Row
    """Twice the number of the node before, and one more if chance led here."""
    codes: Row
    visits: Row
    allowed: Row
    totals: Floats
    places: Row
    """By place: a node, or 0; four places for each node that there is room for."""


def planted(room: int) -> Tree:
    """A tree with nothing but its root, and room for so many nodes, a power of two."""
    parents, codes, visits, allowed = np.zeros((4, room), np.int64)
    size, places = np.ones(1, np.int64), np.zeros(4 * room, np.int64)
    return Tree(size, parents, codes, visits, allowed, np.zeros(room), places)


def replanted(tree: Tree, room: int) -> Tree:
    """The same tree with more room."""
    larger, size = planted(room), int(tree.size[0])
    for old, new in zip(tree[:-1], larger[:-1], strict=True):
        new[: len(old)] = old
    place_all(larger, np.int64(size))
    return larger


@lean
def place_all(tree: Tree, size: Whole) -> None:
    for node in range(1, size):
        tree.places[place_of(tree, tree.parents[node], tree.codes[node])] = node


@lean
def place_of(tree: Tree, parent: Whole, code: Whole) -> Whole:
    """Where the node with this parent and code stands, or where it would."""
    mask = len(tree.places) - 1
    mixed = (np.uint64(code) ^ (np.uint64(parent) * np.uint64(SCATTERED))) * np.uint64(SCATTERED)
    place = np.int64(mixed >> np.uint64(24)) & mask
    while True:
        node = tree.places[place]
        if node == 0 or (tree.parents[node] == parent and tree.codes[node] == code):
            return place
        place = (place + 1) & mask


@lean
def add(tree: Tree, place: Whole, parent: Whole, code: Whole) -> Whole:
    """A new node, at the place that was found for it."""
    node = tree.size[0]
    if node == len(tree.codes):
        raise IndexError("no room in the tree")
    tree.size[0] = node + 1
    tree.parents[node], tree.codes[node], tree.places[place] = parent, code, node
    return node


@lean
def after_chance(tree: Tree, node: Whole, code: Whole) -> Whole:
    """The node for what chance did for all to see."""
    parent = 2 * node + 1
    place = place_of(tree, parent, code)
    return tree.places[place] or add(tree, place, parent, code)


@lean
def descend(
    tree: Tree, node: Whole, codes: Row, count: Whole, random: Random, curious: float
) -> Whole:
    """A move that was never tried, or else the most promising one, of the first `count` codes; which of them, as twice its
    number, and one more if it is new."""
    parent, fresh = 2 * node, np.int64(0)
    for at in range(count):
        child = tree.places[place_of(tree, parent, codes[at])]
        if child:
            tree.allowed[child] += 1
        else:
            fresh += 1
    if fresh:
        wanted = below(random, fresh)
        for at in range(count):
            place = place_of(tree, parent, codes[at])
            if not tree.places[place]:
                if wanted == 0:
                    tree.allowed[add(tree, place, parent, codes[at])] = 1
                    return 2 * at + 1
                wanted -= 1
    best, most = np.int64(0), -1.0
    for at in range(count):
        child = tree.places[place_of(tree, parent, codes[at])]
        promise = promise_of(tree, child, curious)
        if promise > most:
            best, most = np.int64(at), promise
    return 2 * best


@lean
def promise_of(tree: Tree, node: Whole, curious: float) -> Any:
    visits = tree.visits[node]
    return tree.totals[node] / visits + curious * sqrt(log(tree.allowed[node]) / visits)


@lean
def child_of(tree: Tree, node: Whole, code: Whole) -> Whole:
    return tree.places[place_of(tree, 2 * node, code)]


@lean
def write_up(tree: Tree, path: Row, seats: Row, length: Whole, ranks: Row) -> None:
    """What a play came to, for all nodes on the way: a victory, or the part of a shared one, for who chose each."""
    first = 0
    for rank in ranks:
        first += rank == 0
    for at in range(length):
        tree.visits[path[at]] += 1
        if ranks[seats[at]] == 0:
            tree.totals[path[at]] += 1.0 / first
