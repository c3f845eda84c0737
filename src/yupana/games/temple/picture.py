"""The table as plain text for a person at a terminal; not read back, see notation.py for that."""

from __future__ import annotations

from yupana.core.text import SPECIAL, Say
from yupana.games.temple import notation
from yupana.games.temple.components import Layout
from yupana.games.temple.sheet import Faces, Haunt, Rolling, Sheet, Swapping, Write
from yupana.games.temple.view import SeenHaunting, SeenWriting, View


def draw(layout: Layout, view: View, offered: tuple[int, ...], say: Say) -> str:
    """One's own sheet, or the one in hand; a spectator sees everybody's. `offered`: numbers."""
    match view.phase:
        case SeenWriting(faces, mine, _):
            head = say(
                "temple.picture-writing",
                round=view.round,
                dice=show_faces(faces, say),
                numbers=show_numbers(offered, say),
            )
            shown = [view.seat]
        case SeenHaunting(holds, mine, _):
            head = say("temple.picture-haunting", round=view.round)
            shown = [None if view.seat is None else holds[view.seat]]
        case Rolling() | Swapping():
            head, mine, shown = say("picture.round", round=view.round), None, [view.seat]
        case _:
            head, mine, shown = say("picture.end", round=view.round), None, [view.seat]
    seats = (
        range(len(view.sheets))
        if view.seat is None
        else [seat for seat in shown if seat is not None]
    )
    lines = [head]
    for seat in seats:
        if len(view.sheets) > 1:
            own = seat == view.seat
            whose = say("picture.own-sheet") if own else say("picture.sheet-of", seat=seat + 1)
            lines.append(f"\n  {whose}")
        lines.append(_sheet(layout, view.sheets[seat], mine))
    return "\n".join(lines)


def show_faces(faces: Faces, say: Say) -> str:
    """`[2] [Penny] [5]`"""
    named = zip(faces, notation.SPECIAL_NAMES, strict=True)
    return " ".join(
        f"[{say(f'temple-face-{name}') if face == SPECIAL else face}]" for face, name in named
    )


def show_numbers(numbers: tuple[int, ...], say: Say) -> str:
    """`2, 3 or 5`, or `1 to 15` where none is left out."""
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2:
        return say("picture.from-to", first=numbers[0], last=numbers[-1])
    if len(numbers) == 1:
        return str(numbers[0])
    return say("picture.or", others=", ".join(map(str, numbers[:-1])), last=numbers[-1])


def _sheet(layout: Layout, sheet: Sheet, mark: Write | Haunt | None) -> str:
    """Doors stand in brackets, empty or not; a mark of this round has a star before it."""
    texts = []
    for cell, text in enumerate(notation.cell_texts(layout, sheet)):
        if mark is not None and mark.cell == cell:
            text = f"*{mark.number}" if isinstance(mark, Write) else "*M"
        if layout.doors >> cell & 1:
            text = f"[{text.replace(notation.DOOR, ' ')}]"
        texts.append(text.replace(notation.EMPTY, "·"))
    return layout.grid.draw(texts, width=5)
