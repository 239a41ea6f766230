"""What the key of the exam `jeux` shows beside an answer."""

from dataclasses import dataclass

from answers.exam.question import Evidence


@dataclass(frozen=True, slots=True)
class RightMoves(Evidence):
    """All right moves, each by the numbers that the sheet asks for: (i, j), (i, j, d), or the number of a child."""

    moves: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class AttractorSizes(Evidence):
    """The numbers of vertices of A₀, A₁, … up to the attractor."""

    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GridValue(Evidence):
    """The value v of the grid that is searched: 1, 0 or -1."""

    value: int
