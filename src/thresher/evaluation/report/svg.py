"""A drawing in SVG, as much of it as plots need: shapes, text and a scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

# Dark enough for white paper, and told apart by shape as well where paper has no colours.
COLOURS = (
    "#1f4e79", "#b5482a", "#3f7d4e", "#8a6d1d", "#6b4c8a", "#23808a", "#8c3b5e", "#5c5c5c"
)  # fmt: skip
_SHAPES = 5


def colour(place: int) -> str:
    """The colour of the contestant with that number."""
    return COLOURS[place % len(COLOURS)]


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels, linear or logarithmic."""

    low: float
    high: float
    start: float
    end: float
    is_log: bool = False

    def __call__(self, value: float) -> float:
        low, high = self._place(self.low), self._place(self.high)
        share = (self._place(value) - low) / (high - low) if high > low else 0.0
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values inside the scale: about five, or 1, 2, 5, 10, 20… where logarithmic."""
        if self.is_log:
            powers = range(math.floor(self._place(self.low)), math.ceil(self._place(self.high)) + 1)
            every = [step * 10.0**power for power in powers for step in (1, 2, 5)]
            few = [tick for tick in every if self.low <= tick <= self.high]
            return few if len(few) <= 7 else [10.0**p for p in powers if self._holds(10.0**p)]
        raw = (self.high - self.low) / 5 or 1.0
        unit = 10.0 ** math.floor(math.log10(raw))
        step = next(size * unit for size in (1, 2, 2.5, 5, 10) if size * unit >= raw * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def _place(self, value: float) -> float:
        return math.log10(max(value, 1e-12)) if self.is_log else value

    def _holds(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(slots=True)
class Drawing:
    """Shapes in the order they are drawn."""

    width: float
    height: float
    label: str
    """What the drawing shows, for those who cannot see it."""
    _parts: list[str] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: str | float) -> None:
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, **style)

    def box(self, x: float, y: float, width: float, height: float, **style: str | float) -> None:
        self._add("rect", x=x, y=y, width=width, height=height, **style)

    def path(self, points: Sequence[tuple[float, float]], **style: str | float) -> None:
        self._add("polyline", points=_points(points), fill="none", **style)

    def text(self, x: float, y: float, text: str, **style: str | float) -> None:
        attributes = _attributes({"x": x, "y": y, **style})
        self._parts.append(f"<text {attributes}>{escape(text)}</text>")

    def marker(self, x: float, y: float, place: int, size: float = 4.0) -> None:
        """The sign of a contestant: its colour, and a shape of its own."""
        fill = colour(place)
        shape = place % _SHAPES
        if shape == 0:
            self._add("circle", cx=x, cy=y, r=size, fill=fill)
        elif shape == 1:
            self.box(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8, fill=fill)
        else:
            self._add("polygon", points=_points(_corners(x, y, shape, size * 1.25)), fill=fill)

    def svg(self) -> str:
        return (
            f'<svg viewBox="0 0 {_number(self.width)} {_number(self.height)}" role="img" '
            f'aria-label="{escape(self.label)}" xmlns="http://www.w3.org/2000/svg">'
            + "".join(self._parts)
            + "</svg>"
        )

    def _add(self, tag: str, **attributes: str | float) -> None:
        self._parts.append(f"<{tag} {_attributes(attributes)}/>")


def _corners(x: float, y: float, shape: int, size: float) -> list[tuple[float, float]]:
    if shape == 2:
        return [(x, y - size), (x + size, y + size * 0.8), (x - size, y + size * 0.8)]
    if shape == 3:
        return [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
    return [(x, y + size), (x + size, y - size * 0.8), (x - size, y - size * 0.8)]


def _attributes(given: dict[str, str | float]) -> str:
    return " ".join(
        f'{name.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for name, value in given.items()
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels near the wanted ones, in the same order, at least `gap` apart."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    places = [wanted[number] for number in order]
    for number in range(1, len(places)):
        places[number] = max(places[number], places[number - 1] + gap)
    over = places[-1] - high if places else 0.0
    if over > 0:
        places[-1] -= over
        for number in range(len(places) - 2, -1, -1):
            places[number] = max(low, min(places[number], places[number + 1] - gap))
    found = [0.0] * len(wanted)
    for number, place in zip(order, places, strict=True):
        found[number] = place
    return found
