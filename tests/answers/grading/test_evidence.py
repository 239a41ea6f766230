"""Evidence for a scenario, by hand: what chance gives."""

from fractions import Fraction
from itertools import product
from math import exp, isclose, log, prod

import pytest

from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.likelihood import least_match_probability, match_probability
from answers.grading.mark import Item
from answers.grading.scenarios import Hypothesis
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.parsing import Kind, Value
from answers.kinds.tolerance import EXACT, Tolerance

ITEMS: tuple[Item, ...] = (("1", 0), ("1", 1), ("2", 0))


def suspect(*chances: float | None) -> Hypothesis:
    return Hypothesis(Scenario(17, ("slug",)), dict(zip(ITEMS, chances, strict=False)))


def test_an_answer_that_is_explained() -> None:
    """Right in the scenario 95 times of 100, or every other time; by chance once in 2000 answers.

    Half of them right.
    """
    often, seldom = 0.95 * 2000 + 0.05, 0.5 * 2000 + 0.5
    assert isclose(suspect(0.001).evidence(ITEMS), log((often + seldom) / 2))


@pytest.mark.parametrize("chance", [None, 0.0])
def test_an_answer_that_is_not_explained(chance: float | None) -> None:
    assert isclose(suspect(chance).evidence(ITEMS), log((0.05 + 0.5) / 2))


def test_only_the_items_asked_for_count() -> None:
    assert isclose(suspect(0.001, 0.0, 0.2).evidence(ITEMS[:1]), suspect(0.001).evidence(ITEMS))


@pytest.mark.parametrize("chances", [(0.3,), (0.01, 0.5), (1.0, 0.02, 0.2)])
def test_by_chance_the_ratio_is_1_on_average(chances: tuple[float, ...]) -> None:
    """Half of the answers are right; of the wrong ones some are right in the scenario, by chance."""
    cases = [((None, 0.5), (0.0, 0.5 * (1 - chance)), (chance, 0.5 * chance)) for chance in chances]
    mean = sum(
        prod(share for _, share in one) * exp(suspect(*(found for found, _ in one)).evidence(ITEMS))
        for one in product(*cases)
    )
    assert isclose(mean, 1)


P = probabilities(1)


@pytest.mark.parametrize(
    ("kind", "true", "other", "written", "expected"),
    [
        (integers(1, 0, 64006), 30000, 40000, 40000, 1 / (4 * 10000 + 3)),
        (integers(1, 5, 8), 5, 6, 6, 1 / 3),
        (integers(1, 1, 2), 1, 2, 2, 1.0),
        (integers(1, 0, 64006), 30000, 0, 0, 1 / 3),
        (integers(1, 0, 10**9), 12, 13, 13, 1 / (4 * 1 + 3)),
        (P, Fraction(7, 10), Fraction(3, 10), Fraction(3, 10), 0.1),
        (P, Fraction(7, 10), Fraction(337, 1000), Fraction(337, 1000), 0.001),
        (P, Fraction(7, 10), Fraction(337, 1000), Fraction(347, 1000), 0.02),
        (P, Fraction(7, 10), Fraction(1, 3), Fraction(1, 3), 1 / 9),
        (P, Fraction(7, 10), Fraction(1001, 3001), Fraction(1001, 3001), 1e-5),
        (P, Fraction(7, 10), Fraction(51, 100), Fraction(1, 2), 1 / 3),
        (P, Fraction(1), Fraction(0), Fraction(0), 1 / 3),
        (Numbers(1, Domain(low=0)), Fraction(50), Fraction(25), Fraction(25), 1 / 100),
        (codes(1, 5), 7, 9, 9, 1 / 11),
        (integers(1, 0, 3), 3, 4, 4, 0.02),
        (integers(1, 0, 9), (1, 2), (1, 3), (1, 3), 0.1),
    ],
)
def test_chances(kind: Kind, true: Value, other: Value, written: Value, expected: float) -> None:
    part = Part(1, "", kind, Fraction(1), EXACT)
    assert isclose(match_probability(part, true, other, written), expected, rel_tol=1e-9)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0.33699", 1e-5),  # the other value, rounded
        ("0.3369", 0.0002),  # cut: two values of four digits are as near
        ("0.337", 0.001),
        ("0.34", 0.01),
        ("0.36", 0.1),  # near enough, and no rounding: so would anything be within 0.05
    ],
)
def test_what_is_near_enough_and_no_rounding_might_be_anywhere_near(written: str, expected: float) -> None:
    part = Part(1, "", P, Fraction(1), Tolerance(absolute=Fraction(1, 20)))
    other = 0.336985  # a float: no simple fraction
    assert match_probability(part, Fraction(7, 10), other, Fraction(written)) == pytest.approx(expected, rel=0.2)


def test_zeros_at_the_end_are_digits() -> None:
    part = Part(1, "", P, Fraction(1), EXACT)
    found = [
        match_probability(part, Fraction(1, 10), 0.6, Fraction("0.6"), raw) for raw in ("0.6", "0.6000 ; 0.7", "0,600")
    ]
    assert found == pytest.approx([0.1, 0.0001, 0.001])


@pytest.mark.parametrize("kind", [integers(1, 0, 64006), integers(1, 5, 8), P, Numbers(1, Domain(low=0)), codes(1, 5)])
@pytest.mark.parametrize("written", ["7", "0.34", "1", "0.5", "0.3333", "12"])
def test_no_other_value_makes_an_answer_less_likely_than_the_least_chance(kind: Kind, written: str) -> None:
    part = Part(1, "", kind, Fraction(1), Tolerance(absolute=Fraction(1, 20)))
    true, value = Fraction(6, 10), Fraction(written)
    others = (value + Fraction(step, 1000) for step in range(-60, 61))
    found = min(match_probability(part, true, other, value, written) for other in others)
    assert 0 < least_match_probability(part, true, value, written) <= found
