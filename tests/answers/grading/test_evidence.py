"""Evidence for a world, by hand: what chance gives."""

from itertools import product
from math import exp, isclose, log, prod

import pytest

from answers.exam.world import World
from answers.grading.evidence import Suspect, evidence
from answers.grading.worlds import Item

ITEMS: tuple[Item, ...] = (("1", 0), ("1", 1), ("2", 0))


def suspect(*chances: float | None) -> Suspect:
    return Suspect(World(17, ("slug",)), dict(zip(ITEMS, chances, strict=False)), frozenset())


def test_an_answer_that_is_explained() -> None:
    """Right in the world 95 times of 100, or every other time; by chance once in 2000 answers, half of them right."""
    often, seldom = 0.95 * 2000 + 0.05, 0.5 * 2000 + 0.5
    assert isclose(evidence(suspect(0.001), ITEMS), log((often + seldom) / 2))


@pytest.mark.parametrize("chance", [None, 0.0])
def test_an_answer_that_is_not_explained(chance: float | None) -> None:
    assert isclose(evidence(suspect(chance), ITEMS), log((0.05 + 0.5) / 2))


def test_only_the_items_asked_for_count() -> None:
    assert isclose(evidence(suspect(0.001, 0.0, 0.2), ITEMS[:1]), evidence(suspect(0.001), ITEMS))


@pytest.mark.parametrize("chances", [(0.3,), (0.01, 0.5), (1.0, 0.02, 0.2)])
def test_by_chance_the_ratio_is_1_on_average(chances: tuple[float, ...]) -> None:
    """Half of the answers are right; of the wrong ones some are right in the world, by chance."""
    cases = [((None, 0.5), (0.0, 0.5 * (1 - chance)), (chance, 0.5 * chance)) for chance in chances]
    mean = sum(
        prod(share for _, share in one) * exp(evidence(suspect(*(found for found, _ in one)), ITEMS))
        for one in product(*cases)
    )
    assert isclose(mean, 1)
