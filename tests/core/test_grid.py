"""Grids drawn as text, hexes, and sets of cells."""

from __future__ import annotations

import pytest

from yupana.core.errors import NotationError
from yupana.core.grid import Grid, cells_in, nth_cell, set_of
from yupana.core.hexes import Hex, neighbours

LAKE = Grid("....\n.oo.\n....", holes="o")
STEPS = Grid(" ..\n...")


def test_cells_are_numbered_in_reading_order_without_holes() -> None:
    assert LAKE.size == 10
    assert LAKE.names == ("a1", "b1", "c1", "d1", "a2", "d2", "a3", "b3", "c3", "d3")
    assert STEPS.names == ("b1", "c1", "a2", "b2", "c2")
    assert LAKE.cell("D2") == 5


def test_a_cell_that_is_not_there_has_no_name() -> None:
    for name in ("b2", "e1", "a0", "", "1a"):
        with pytest.raises(NotationError):
            LAKE.cell(name)


def test_adjacent_are_the_eight_around() -> None:
    assert LAKE.names_of(LAKE.near[LAKE.cell("b1")]) == ("a1", "c1", "a2")
    assert STEPS.names_of(STEPS.near[STEPS.cell("b2")]) == ("b1", "c1", "a2", "c2")


def test_the_edge_lies_beside_the_outside_not_beside_a_hole() -> None:
    assert LAKE.edge == LAKE.all
    ring = Grid(".....\n.....\n..o..\n.....\n.....", holes="o")
    assert ring.edge.bit_count() == 16
    assert not ring.edge >> ring.cell("b3") & 1
    notch = Grid("...\n. .\n...")
    assert notch.edge == notch.all


def test_groups_hang_together_by_sides_and_corners() -> None:
    cells = set_of(STEPS.cell(name) for name in ("b1", "c2"))
    assert STEPS.connected(cells)
    apart = set_of(LAKE.cell(name) for name in ("a1", "c1"))
    assert not LAKE.connected(apart)
    assert LAKE.group(1, apart) == 1
    assert not LAKE.connected(0)
    assert LAKE.names_of(LAKE.around(apart)) == ("b1", "d1", "a2", "d2")


def test_sets_of_cells_are_ints() -> None:
    assert list(cells_in(set_of([3, 0, 7]))) == [0, 3, 7]
    assert [nth_cell(0b10001001, n) for n in range(3)] == [0, 3, 7]


def test_a_drawn_board_is_read_back() -> None:
    texts = tuple("12.4567.9x")
    drawn = LAKE.draw(texts, gap="~~")
    assert drawn == "     a  b  c  d\n  1  1  2  .  4\n  2  5 ~~ ~~  6\n  3  7  .  9  x"
    assert LAKE.read(drawn) == texts
    assert LAKE.read(drawn.partition("\n")[2]) == texts
    assert LAKE.marked(".") == LAKE.all


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        ("1 . . . .\n2 . .", "notation.rows"),
        ("", "notation.rows"),
        ("1 . . . .\n2 . .\n4 . . . .", "notation.row-name"),
        ("1 . . . .\n2 . . .\n3 . . . .", "notation.row"),
    ],
)
def test_a_board_that_does_not_fit_is_refused(drawing: str, code: str) -> None:
    with pytest.raises(NotationError) as error:
        LAKE.read(drawing)
    assert error.value.code == code


def test_hexes_touch_along_their_sides() -> None:
    middle = Hex(1, 4)
    around = {Hex(1, 2), Hex(1, 6), Hex(0, 3), Hex(0, 5), Hex(2, 3), Hex(2, 5)}
    everywhere = {Hex(column, half) for column in range(4) for half in range(9)}
    assert {each for each in everywhere if middle.touches(each)} == around
    assert neighbours((middle, Hex(1, 6), Hex(3, 4))) == ((1,), (0,), ())
