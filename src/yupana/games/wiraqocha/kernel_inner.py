"""How the functions of this kernel are compiled: those that make no array do not count who holds one.

Counting is what Numba does when an array is handed on, and takes most of the time where functions are as small as
here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""Numba's own name for it, which is no part of its documented ones."""


def inner(function: F) -> F:
    """Compiles a function that neither makes nor returns an array; see `compiled`."""
    try:
        return numba.njit(cache=True, **UNCOUNTED)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # no folder for the cache
        return numba.njit(**UNCOUNTED)(function)  # type: ignore[no-any-return]
