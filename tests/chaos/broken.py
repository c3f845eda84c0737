"""Deliberately broken builds: the server with one promise taken out of it. Each must be caught.

    python -m tests.chaos.broken NAME OPTIONS     starts a server with that defect
    python -m tests.chaos kill --defect NAME      tries it

A defect is a change to the running program, made before the server starts. An experiment that cannot tell
such a server from the right one proves nothing, so all of these are run in `make test`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

_planted: list[tuple[Any, str, Any]] = []


class Defect(Struct, frozen=True):
    """What is wrong with a build."""

    experiment: str
    """The one that must find it."""
    patch: Callable[[], None]
    """Its docstring says what is wrong."""
    caught: str | None
    """A pattern for the verdict: found for this reason and no other. None: the protocol makes up
    for it, and the promise holds all the same."""


def replace(owner: Any, name: str, value: Any) -> Any:
    """Puts something else in a place of the program, and tells what was there."""
    before = getattr(owner, name)
    _planted.append((owner, name, before))
    setattr(owner, name, value)
    return before


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """The defect in this very process for a while; for experiments that need no server process."""
    try:
        if name is not None:
            every()[name].patch()
        yield
    finally:
        while _planted:
            owner, attribute, before = _planted.pop()
            setattr(owner, attribute, before)


def every() -> dict[str, Defect]:
    """All defects by name."""
    from tests.chaos.authority_defects import DEFECTS as AUTHORITY
    from tests.chaos.defects import DEFECTS
    from tests.chaos.leaks import DEFECTS as LEAKS
    from tests.chaos.lifecycle_defects import DEFECTS as LIFECYCLE

    return DEFECTS | LEAKS | LIFECYCLE | AUTHORITY


def main(name: str, options: str) -> int:
    if name:
        every()[name].patch()
    import msgspec

    from yupana.server.options import Options
    from yupana.server.serve import main as serve

    given = msgspec.json.decode(options)
    return serve(msgspec.convert(given, Options, dec_hook=lambda kind, value: kind(value)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
