"""The recursion as printed, against the same over fractions: every throw takes a raven."""

from fractions import Fraction

import pytest

from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy
from solvers.verger.printed_recursion import printed_chances
from tests.oracles.orchard_recursion import baskets, without


def hurried(trees: tuple[int, ...], ravens: int, strategy: str, die: Die) -> Fraction:
    if not any(trees) or not ravens:
        return Fraction(not any(trees))
    faces = (die.tree_faces, die.basket_faces, die.raven_faces)
    ends = [(Fraction(die.tree_faces), without(trees, i)) for i, fruits in enumerate(trees) if fruits]
    ends += [(die.basket_faces * share, left) for left, share in baskets(trees, 0, strategy, faces, die.basket_size)]
    ends.append((Fraction(die.raven_faces), trees))
    won = sum(weight * hurried(left, ravens - 1, strategy, die) for weight, left in ends)
    return won / sum(weight for weight, _ in ends)


@pytest.mark.parametrize("strategy", ["max", "min", "random"])
@pytest.mark.parametrize("die", [DEFAULT_DIE, Die(2, 3, 1, 3)])
def test_small_orchards(strategy: OrchardStrategy, die: Die) -> None:
    expected = [hurried((3, 2, 1), ravens, strategy, die) for ravens in range(5)]
    assert printed_chances(Orchard((3, 2, 1), 4), strategy, die) == pytest.approx(list(map(float, expected)), rel=1e-13)


def test_by_hand() -> None:
    """Two throws end the game of the printed matrix, and only two baskets empty its trees, once in 4 · 4."""
    assert printed_chances(Orchard((2, 2), 2))[-1] == pytest.approx(1 / 16)
    assert printed_chances(Orchard((), 1)) == [1, 1]
