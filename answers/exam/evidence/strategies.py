"""Optimal strategies of a zero-sum game, shown beside its value on the examiner's key: whoever doubts can check."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from answers.exam.evidence.cells import Size
from answers.exam.question import Evidence

if TYPE_CHECKING:
    from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy


class Played(NamedTuple):
    """A plan of a mixed strategy and its exact probability, as text: "2/45"."""

    plan: int
    weight: str


@dataclass(frozen=True, slots=True)
class Strategies(Evidence):
    """Optimal strategies of both players, the exact bounds that they guarantee, and how many plans there are."""

    rows: tuple[Played, ...]
    columns: tuple[Played, ...]
    lower: str
    upper: str
    plans: Size


def strategies(found: "Equilibrium", plans: Size) -> Strategies:
    """Return the evidence of an equilibrium of a game of that many plans."""
    return Strategies(_played(found.row), _played(found.column), str(found.lower), str(found.upper), plans)


def _played(strategy: "MixedStrategy") -> tuple[Played, ...]:
    pairs = zip(strategy.support, strategy.weights, strict=True)
    return tuple(Played(int(index), str(weight)) for index, weight in pairs)
