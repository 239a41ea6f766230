"""Whether a drawing stays in its frame and its letters can be told apart: what is seen at once on paper."""

import cmath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
WIDE, HIGH = 0.3, 0.6
"""Of its size, what the narrowest letters take at least."""
SLACK = 3
"""Pixels by which a line may leave the frame, and letters may touch."""
ANCHORS = {"start": 0, "middle": 0.5, "end": 1}


@dataclass(frozen=True, slots=True)
class Move:
    """A place `z`, as a complex number, is shown at `shift + turn * z`."""

    shift: complex = 0
    turn: complex = 1

    def then(self, transform: str) -> "Move":
        """Return the move of what has this attribute inside."""
        shift, turn = self.shift, self.turn
        for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
            numbers = [float(part) for part in inside.replace(",", " ").split()]
            if name == "translate":
                shift += turn * complex(*numbers)
            elif name == "rotate" and len(numbers) == 1:
                turn *= cmath.exp(1j * cmath.pi * numbers[0] / 180)
            else:
                raise ValueError(f"nothing here knows {transform}")
        return Move(shift, turn)


@dataclass(frozen=True, slots=True)
class Style:
    """How letters are set, as what is around them says unless they do."""

    size: float = 12
    anchor: str = "start"

    def of(self, element: ET.Element) -> "Style":
        """Return the style inside an element."""
        return Style(float(element.get("font-size", self.size)), element.get("text-anchor", self.anchor))


@dataclass(frozen=True, slots=True)
class Box:
    """What a shape covers."""

    left: float
    top: float
    right: float
    bottom: float
    says: str = ""

    def moved(self, move: Move) -> "Box":
        """Return what it covers once moved, turns by right angles only."""
        corners = [move.shift + move.turn * z for z in (complex(self.left, self.top), complex(self.right, self.bottom))]
        (left, right), (top, bottom) = (sorted(side) for side in ([z.real for z in corners], [z.imag for z in corners]))
        return Box(left, top, right, bottom, self.says)

    def common(self, other: "Box") -> float:
        """Return the shorter side of what both cover; not above 0 if nothing is."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        return min(wide, min(self.bottom, other.bottom) - max(self.top, other.top))


def faults(svg: str) -> list[str]:
    """Return what is outside the frame of a drawing, and the texts that stand on one another.

    Raises
    ------
    ValueError, KeyError
        If a number or an anchor is none.
    """
    root = ET.fromstring(svg)
    frame = root.get("viewBox", f"0 0 {root.get('width')} {root.get('height')}")
    left, top, width, height = map(float, frame.split())
    boxes = list(_boxes(root, Style(), Move()))
    outside = [
        f"outside: {box}"
        for box in boxes
        if min(box.left - left, box.top - top) < -SLACK
        or max(box.right - left - width, box.bottom - top - height) > SLACK
    ]
    texts = [box for box in boxes if box.says]
    return outside + [f"over one another: {a} {b}" for a, b in combinations(texts, 2) if a.common(b) > SLACK]


def _boxes(element: ET.Element, style: Style, move: Move) -> Iterator[Box]:
    style, move = style.of(element), move.then(element.get("transform", ""))
    if element.tag != f"{SVG}defs":
        yield from (box.moved(move) for box in _own(element, style))
        for child in element:
            yield from _boxes(child, style, move)


def _own(element: ET.Element, style: Style) -> Iterator[Box]:
    def numbers(*names: str) -> list[float]:
        return [float(element.get(name, "0")) for name in names]

    match element.tag.removeprefix(SVG):
        case "rect":
            x, y, width, height = numbers("x", "y", "width", "height")
            yield Box(x, y, x + width, y + height)
        case "circle":
            x, y, radius = numbers("cx", "cy", "r")
            yield Box(x - radius, y - radius, x + radius, y + radius)
        case "line":
            (left, right), (top, bottom) = sorted(numbers("x1", "x2")), sorted(numbers("y1", "y2"))
            yield Box(left, top, right, bottom)
        case "text":
            x, y = numbers("x", "y")
            says = "".join(element.itertext())
            width = WIDE * style.size * len(says)
            left = x - ANCHORS[style.anchor] * width
            if says.strip():
                yield Box(left, y - HIGH * style.size, left + width, y, says)
        case "path":
            if not re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz\d.,\s-]*", element.attrib["d"]):
                raise ValueError(f"no path: {element.attrib['d']}")
