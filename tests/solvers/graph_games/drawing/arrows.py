"""Arrows of a drawing, as their paths say where they are."""

import re
from collections.abc import Iterator
from math import dist

import pytest

Point = tuple[float, float]


def points(path: str) -> list[Point]:
    """The points that a path goes through, in order."""
    numbers = [float(number) for number in re.findall(r"[-0-9.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def check_tip(path: str, before: Point, end: Point) -> None:
    """A tip is 7 pixels long and wide, stands at the end of its arrow, and points on from what is before."""
    apex, left, right = points(path)
    assert apex == pytest.approx(end, abs=0.1)
    assert dist(left, right) == pytest.approx(7, abs=0.2)
    base = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
    assert dist(base, apex) == pytest.approx(7, abs=0.2)
    assert dist(before, base) + dist(base, apex) == pytest.approx(dist(before, apex), abs=0.2)


def passed(way: list[Point]) -> Iterator[Point]:
    """Places on a curve of quadratic Bézier arcs: M first (Q control, end)*."""
    here, *curves = way
    for control, end in zip(curves[::2], curves[1::2], strict=True):
        for t in (k / 20 for k in range(21)):
            weights = ((1 - t) ** 2, 2 * t * (1 - t), t**2)
            x, y = (sum(w * p[axis] for w, p in zip(weights, (here, control, end), strict=True)) for axis in (0, 1))
            yield x, y
        here = end
