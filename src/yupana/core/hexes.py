"""Flat-top hexagons in columns: tiny immutable geometry.

A hex has a column and a height; heights are counted in half hexes so that they stay whole. In a
column neighbours are two halves apart, in the next column one half.
"""

from __future__ import annotations

from typing import NamedTuple


class Hex(NamedTuple):
    """A place on a map of flat-top hexes.

    >>> Hex(1, 2).touches(Hex(1, 4)), Hex(1, 2).touches(Hex(2, 3)), Hex(1, 2).touches(Hex(2, 2))
    (True, True, False)
    """

    column: int
    half: int
    """Distance from the top, in half hexes."""

    def touches(self, other: Hex) -> bool:
        """Whether the two share a side."""
        across = abs(self.column - other.column)
        down = abs(self.half - other.half)
        return (across, down) in ((0, 2), (1, 1))


def neighbours(hexes: tuple[Hex, ...]) -> tuple[tuple[int, ...], ...]:
    """For each hex the indices of those that touch it.

    >>> neighbours((Hex(0, 0), Hex(0, 2), Hex(1, 1)))
    ((1, 2), (0, 2), (0, 1))
    """
    return tuple(
        tuple(index for index, other in enumerate(hexes) if here.touches(other)) for here in hexes
    )
