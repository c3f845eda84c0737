"""A plot with two logarithmic scales, as SVG. A straight line is a power; the steeper, the higher."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from benchmarks.load.growth import Curve

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 76, 24, 44, 60
COLOURS = ("#1b6ca8", "#b3541e", "#2e7d32", "#6a1b9a")
FONT = "font-family='sans-serif' font-size='13'"


class Scale:
    """From a range of values to a range of places, by their logarithms; ends at whole powers of ten."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.low = math.floor(math.log10(min(values)))
        self.high = max(math.ceil(math.log10(max(values))), self.low + 1)
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self._start + part * (self._end - self._start), 1)

    def powers(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def plot(title: str, across: str, up: str, curves: Sequence[Curve]) -> str:
    """All curves in one picture, each with its exponent."""
    x = Scale([size for curve in curves for size in curve.sizes], LEFT, WIDTH - RIGHT)
    y = Scale([ms for curve in curves for ms in curve.ms], HEIGHT - BOTTOM, TOP)
    told = "; ".join(_told(curve) for curve in curves)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>",
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>",
        _text(WIDTH / 2, 24, title, anchor="middle", weight="bold"),
        *_grid(x, y),
        _text(WIDTH / 2, HEIGHT - 14, across, anchor="middle"),
        f"<g transform='translate(18 {HEIGHT / 2}) rotate(-90)'>"
        f"{_text(0, 0, up, anchor='middle')}</g>",
    ]
    for number, curve in enumerate(curves):
        parts += _line(curve, COLOURS[number % len(COLOURS)], number, x, y)
    return "\n".join([*parts, "</svg>", ""])


def _told(curve: Curve) -> str:
    pairs = zip(curve.sizes, curve.ms, strict=True)
    return f"{curve.what}: " + ", ".join(f"{size}: {ms:g} ms" for size, ms in pairs)


def _grid(x: Scale, y: Scale) -> Iterator[str]:
    for value in x.powers():
        at = x(value)
        yield f"<path d='M{at} {TOP}V{HEIGHT - BOTTOM}' stroke='#dddddd'/>"
        yield _text(at, HEIGHT - BOTTOM + 20, f"{value:,.0f}", anchor="middle")
    for value in y.powers():
        at = y(value)
        yield f"<path d='M{LEFT} {at}H{WIDTH - RIGHT}' stroke='#dddddd'/>"
        yield _text(LEFT - 8, at + 4, f"{value:g}", anchor="end")


def _line(curve: Curve, colour: str, number: int, x: Scale, y: Scale) -> Iterator[str]:
    points = [(x(size), y(ms)) for size, ms in zip(curve.sizes, curve.ms, strict=True)]
    path = " ".join(f"{a},{b}" for a, b in points)
    yield f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>"
    for a, b in points:
        yield f"<circle cx='{a}' cy='{b}' r='4' fill='{colour}'/>"
    down = TOP + 18 + 20 * number
    yield f"<circle cx='{LEFT + 14}' cy='{down - 4}' r='4' fill='{colour}'/>"
    yield _text(LEFT + 26, down, f"{curve.what}: size to the power of {curve.exponent:g}")


def _text(x: float, y: float, words: str, anchor: str = "start", weight: str = "normal") -> str:
    place = f"x='{x}' y='{y}' text-anchor='{anchor}' font-weight='{weight}'"
    return f"<text {place} {FONT} fill='#222222'>{escape(words)}</text>"
