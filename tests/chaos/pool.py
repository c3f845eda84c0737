"""The same work on many things, on as many processes as there are cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def side_by_side(
    call: Callable[..., T], given: Sequence[tuple[Any, ...]], *, alone: bool
) -> Iterator[T]:
    """What the call answers to each, in order. `alone`: in this very process, where a defect may be
    planted; a short run is over before others have started."""
    if alone:
        yield from (call(*each) for each in given)
        return
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        yield from pool.map(call, *zip(*given, strict=True), chunksize=1)
