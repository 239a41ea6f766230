"""corrige solve verger: the chance to win the orchard game."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import deliver_solution, number, refusing
from answers.errors import CorrigeError

if TYPE_CHECKING:
    from fractions import Fraction

    from solvers.verger.orchard import Orchard

TREES, FRUITS, RAVENS = 4, 10, 9
MOST_TREES = 10_000
QUICK_CELLS = 100_000
"""Positions times ravens up to which the fraction takes a fraction of a second, and is computed unasked."""
MOST_BITS = 14_000
"""Python prints no integer of more than 4300 digits."""


class Filling(StrEnum):
    """How a basket is filled."""

    MAX = "max"
    MIN = "min"
    RANDOM = "random"
    RANDOM_FRUIT = "random-fruit"
    BEST = "best"


def verger(
    *,
    trees: Annotated[
        int | None,
        typer.Option("--trees", metavar="N", min=0, max=MOST_TREES, help=f"How many equal trees; by default {TREES}."),
    ] = None,
    fruits: Annotated[
        int | None, typer.Option("--fruits", metavar="N", min=0, help=f"Fruits on each; by default {FRUITS}.")
    ] = None,
    orchard: Annotated[
        str | None, typer.Option("--orchard", metavar="N,N,…", help="Fruits on each tree, when they are not equal.")
    ] = None,
    ravens: Annotated[int, typer.Option("--ravens", metavar="N", min=0, help="Ravens left.")] = RAVENS,
    strategy: Annotated[Filling, typer.Option("--strategy", help="How baskets are filled.")] = Filling.MAX,
    exact: Annotated[
        bool | None, typer.Option("--exact/--no-exact", help="The fraction too; by default when it is quick.")
    ] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the chance to win the orchard game, and how many throws it takes (those that show an empty tree apart)."""
    if orchard is not None and (trees is not None or fruits is not None):
        raise CorrigeError.one("--orchard excludes --trees and --fruits", remedy="give one or the other")
    equal = (TREES if trees is None else trees), (FRUITS if fruits is None else fruits)
    sizes = _sizes(orchard) if orchard is not None else (equal[1],) * equal[0]
    with working("computing the chance"):
        position, chance = refusing(_solve, sizes, ravens, strategy, exact)
        throws = refusing(_throws, position, strategy)
    probability = number(chance)
    found = {
        "trees": position.trees,
        "ravens": ravens,
        "strategy": strategy.value,
        "probability": probability,
        "throws": None if throws is None else number(throws),
    }
    lines = [f"orchard      {position}, {strategy.value}", f"probability  {probability['value']:.6g}"]
    if probability["exact"]:
        lines.append(f"exact        {probability['exact']}")
    if throws is not None:
        lines.append(f"throws       {throws:.6g}")
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _throws(position: "Orchard", strategy: Filling) -> float | None:
    """Return the expected throws; None for `best`, whose equally good baskets may make games of different lengths."""
    from solvers.verger.expected_length import expected_length

    return expected_length(position, strategy.value) if strategy.value != "best" else None


def _sizes(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise CorrigeError.one(f"--orchard is {text!r}", remedy="write it like 3,2,1")
    return tuple(map(int, parts))


def _solve(
    trees: tuple[int, ...], ravens: int, strategy: Filling, exact: bool | None
) -> "tuple[Orchard, Fraction | float]":
    from solvers.verger.exact_chance import exact_chance
    from solvers.verger.orchard import Orchard
    from solvers.verger.positions import positions
    from solvers.verger.win_chance import win_chance

    position = Orchard(trees, ravens)
    quick = exact is None and len(positions(position.trees).after) * ravens <= QUICK_CELLS
    if not (exact or quick):
        return position, win_chance(position, strategy.value)
    chance = exact_chance(position, strategy.value)
    if chance.denominator.bit_length() <= MOST_BITS:
        return position, chance
    if exact:
        bits = chance.denominator.bit_length()
        raise CorrigeError.one(f"the fraction has {bits} bits, at most {MOST_BITS} are printed", remedy="drop --exact")
    return position, float(chance)
