"""The protocol as a small model, explored whole: every order of messages, commits, crashes and reconnects.

Two clients with a command each, a log that survives, a server memory that does not. Explored breadth
first up to a number of faults, so that a broken promise comes with the shortest story that breaks it. The
deliberately broken protocols below are each found out; the right one is not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import pytest

Cid = str
Log = tuple[Cid, ...]
Message = tuple[str, object]

COMMANDS: tuple[tuple[Cid, ...], ...] = (("a1",), ("b1",))
"""What each client wants to have done."""


class Client(NamedTuple):
    todo: tuple[Cid, ...]
    pending: tuple[Cid, ...] = ()
    """Sent and not answered."""
    acked: tuple[Cid, ...] = ()
    shows: Log = ()
    connected: bool = False
    out: tuple[Message, ...] = ()
    """On its way to the server."""
    into: tuple[Message, ...] = ()
    """On its way to the client."""
    subscribed: bool = False
    """Whether the server tells it of changes."""


class World(NamedTuple):
    log: Log
    memory: Log
    """Accepted and not yet stored."""
    seen: frozenset[Cid]
    """Ids that the server remembers; only a broken protocol relies on it."""
    clients: tuple[Client, ...]
    crashes: int
    disconnects: int


class Broken(NamedTuple):
    """What is wrong with a protocol; nothing, for the right one."""

    acks_early: bool = False
    shows_early: bool = False
    forgets_ids: bool = False
    ids_in_memory: bool = False
    never_resends: bool = False
    subscribes_late: bool = False
    hides_the_head: bool = False
    greets_with_memory: bool = False


def start(crashes: int, disconnects: int) -> World:
    clients = tuple(Client(todo) for todo in COMMANDS)
    return World((), (), frozenset(), clients, crashes, disconnects)


def owner(cid: Cid) -> int:
    return next(at for at, commands in enumerate(COMMANDS) if cid in commands)


def steps(world: World, broken: Broken) -> Iterator[tuple[str, World, bool]]:
    """All that may happen next: what, the world after it, and whether it is a fault."""
    for at, client in enumerate(world.clients):
        for what, after in client_steps(client, broken):
            yield f"{what} {at}", put(world, at, after), False
        if client.out:
            yield f"serve {at} {client.out[0]}", serve(world, at, broken), False
        if broken.subscribes_late and client.connected and not client.subscribed and not client.out:
            yield f"subscribe {at}", put(world, at, client._replace(subscribed=True)), False
        if world.disconnects and client.connected:
            cut = client._replace(connected=False, out=(), into=(), subscribed=False)
            yield f"cut {at}", put(world, at, cut)._replace(disconnects=world.disconnects - 1), True
    if world.memory:
        yield "commit", commit(world), False
    if world.crashes:
        down = tuple(
            each._replace(connected=False, out=(), into=(), subscribed=False)
            for each in world.clients
        )
        yield (
            "crash",
            World(world.log, (), frozenset(), down, world.crashes - 1, world.disconnects),
            True,
        )


def client_steps(client: Client, broken: Broken) -> Iterator[tuple[str, Client]]:
    if not client.connected:
        again = () if broken.never_resends else tuple(("cmd", cid) for cid in client.pending)
        yield "connect", client._replace(connected=True, out=(("hello", client.pending), *again))
        return
    if client.todo:
        cid = client.todo[0]
        sent = client._replace(todo=client.todo[1:], pending=(*client.pending, cid))
        yield "send", sent._replace(out=(*client.out, ("cmd", cid)))
    for cid in client.pending:
        if not broken.never_resends and not client.out and not client.into:
            yield "resend", client._replace(out=(*client.out, ("cmd", cid)))
    if not client.out and not client.into and not broken.hides_the_head:
        yield "ping", client._replace(out=(("ping", len(client.shows)),))
    if client.into:
        (kind, what), rest = client.into[0], client.into[1:]
        after = client._replace(into=rest)
        if kind == "view":
            assert isinstance(what, tuple)
            yield "show", after._replace(shows=what)
        elif kind == "ack":
            left = tuple(each for each in client.pending if each != what)
            acked = tuple(sorted({*client.acked, str(what)}))
            yield "acked", after._replace(pending=left, acked=acked)
        else:  # a pong that tells of a head beyond what is shown: ask again
            assert isinstance(what, int)
            behind = what > len(client.shows)
            yield "pong", after._replace(out=(("hello", client.pending),)) if behind else after


def serve(world: World, at: int, broken: Broken) -> World:
    """The server takes the first message of a client."""
    client = world.clients[at]
    (kind, what), rest = client.out[0], client.out[1:]
    client = client._replace(out=rest)
    if kind == "ping":
        return put(world, at, client._replace(into=(*client.into, ("pong", len(world.log)))))
    if kind == "hello":
        assert isinstance(what, tuple)
        shown = world.log + world.memory if broken.greets_with_memory else world.log
        answers = tuple(("ack", cid) for cid in what if cid in world.log)
        waiting = tuple(each for each in client.into if each[0] != "view" and each not in answers)
        client = client._replace(
            into=(*waiting, ("view", shown), *answers),
            subscribed=client.subscribed or not broken.subscribes_late,
        )
        return put(world, at, client)
    cid = str(what)
    world = put(world, at, client)
    if broken.forgets_ids:
        known = False
    elif broken.ids_in_memory:
        known = cid in world.seen
    else:
        known = cid in world.log or cid in world.memory
    if known:
        return tell(world, at, ("ack", cid)) if cid in world.log else world
    world = world._replace(memory=(*world.memory, cid), seen=world.seen | {cid})
    if broken.acks_early:
        world = tell(world, at, ("ack", cid))
    if broken.shows_early:
        world = show(world, world.log + world.memory)
    return world


def commit(world: World) -> World:
    """What is in memory is stored; only then acked and shown."""
    news = world.memory
    world = world._replace(log=world.log + news, memory=())
    for cid in news:
        if world.clients[owner(cid)].connected:
            world = tell(world, owner(cid), ("ack", cid))
    return show(world, world.log)


def show(world: World, log: Log) -> World:
    for at, client in enumerate(world.clients):
        if client.subscribed:
            # A view is whole: one that was not sent yet is replaced.
            waiting = tuple(each for each in client.into if each[0] != "view")
            world = put(world, at, client._replace(into=(*waiting, ("view", log))))
    return world


def tell(world: World, at: int, message: Message) -> World:
    client = world.clients[at]
    if message in client.into:  # the same answer twice changes nothing, and keeps the model small
        return world
    return put(world, at, client._replace(into=(*client.into, message)))


def put(world: World, at: int, client: Client) -> World:
    clients = (*world.clients[:at], client, *world.clients[at + 1 :])
    return world._replace(clients=clients)


def fault(world: World) -> str | None:
    """The promise that this world breaks."""
    if len(set(world.log)) != len(world.log):
        return "a command took effect twice"
    for client in world.clients:
        if not set(client.acked) <= set(world.log):
            return "an acknowledged command is lost"
        if client.shows != world.log[: len(client.shows)]:
            return "a client shows what did not happen"
    return None


def settled(world: World) -> bool:
    """Everything is done, and everybody sees it."""
    return not world.memory and all(
        not client.todo and not client.pending and client.shows == world.log
        for client in world.clients
    )


def explore(broken: Broken, crashes: int, disconnects: int) -> tuple[int, str | None]:
    """How many worlds there are, and what is wrong, if anything."""
    first = start(crashes, disconnects)
    came_from: dict[World, list[World]] = {first: []}
    waiting = deque([first])
    while waiting:
        world = waiting.popleft()
        wrong = fault(world)
        if wrong is not None:
            return len(came_from), wrong
        for _, after, faulty in steps(world, broken):
            if after not in came_from:
                came_from[after] = []
                waiting.append(after)
            if not faulty:
                came_from[after].append(world)
    good = {world for world in came_from if settled(world)}
    waiting = deque(good)
    while waiting:
        for before in came_from[waiting.popleft()]:
            if before not in good:
                good.add(before)
                waiting.append(before)
    stuck = len(came_from) - len(good)
    return len(came_from), f"{stuck} worlds never settle" if stuck else None


@pytest.mark.parametrize(("crashes", "disconnects"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_the_protocol_keeps_its_promises_in_every_world(crashes: int, disconnects: int) -> None:
    worlds, wrong = explore(Broken(), crashes, disconnects)
    assert wrong is None
    assert worlds > 1000


def test_a_late_subscription_is_healed_by_the_head_in_the_heartbeat() -> None:
    assert explore(Broken(subscribes_late=True), 0, 1)[1] is None


@pytest.mark.parametrize(
    ("broken", "wrong"),
    [
        (Broken(acks_early=True), "an acknowledged command is lost"),
        (Broken(shows_early=True), "a client shows what did not happen"),
        (Broken(greets_with_memory=True), "a client shows what did not happen"),
        (Broken(forgets_ids=True), "a command took effect twice"),
        (Broken(ids_in_memory=True), "a command took effect twice"),
        (Broken(never_resends=True), "never settle"),
        (Broken(subscribes_late=True, hides_the_head=True), "never settle"),
    ],
    ids=lambda case: (
        "-".join(name for name in case._fields if getattr(case, name))
        if isinstance(case, Broken)
        else ""
    ),
)
def test_a_broken_protocol_is_found_out(broken: Broken, wrong: str) -> None:
    found = explore(broken, 1, 1)[1]
    assert found is not None
    assert wrong in found
