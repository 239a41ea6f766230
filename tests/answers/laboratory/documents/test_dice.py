from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.laboratory.documents.verify import Comparison, document_of, verify

pytestmark = pytest.mark.slow  # the games to 2000 points take some seconds
EXAM = load_exam("dice")
DIFFERING = ["table 4: blind, N = 100", "table 4: random, N = 100", "table 4: sequential, N = 1"]


@pytest.fixture(scope="module")
def values() -> Mapping[str, Any]:
    document = document_of(EXAM)
    assert document is not None
    return document.computed()


@pytest.fixture(scope="module")
def compared() -> Comparison:
    comparison = verify(EXAM)
    assert comparison is not None
    return comparison


def test_all_figures_agree_but_table_4_read_as_it_says(compared: Comparison) -> None:
    figures = compared.figures
    assert len(figures) == 92
    assert [figure.name for figure in figures if not figure.agrees and not figure.claim] == DIFFERING
    assert Counter(figure.verdict for figure in figures if figure.claim) == {"holds": 13, "false": 10, "misprint": 2}
    assert all(figure.place for figure in figures)
    assert all(figure.note for figure in figures if figure.name.startswith("table 4"))


def test_sampled_figures_have_the_error_of_their_sample(compared: Comparison) -> None:
    """A mean of a million gains of ±1 has a standard error of 0.001, or a little less: 0.00092 around a gain of 0.4."""
    scores = {figure.name: figure.z for figure in compared.figures}
    # (-0.2866 + 0.284250) / (0.001 √(1 - 0.284250²)), printed to two digits
    assert scores["table 1: random v optimal"] == pytest.approx(-2.45, abs=0.02)
    assert scores["table 4: blind, N = 100"] < -40
    tables = [one.name for one in compared.figures if one.name.startswith(("table 1", "table 3", "table 4"))]
    claims = {figure.name for figure in compared.figures if figure.claim}
    assert all(scores[name] is not None for name in tables if name not in claims)
    assert all(scores[name] is None for name in scores if name.startswith(("EP", "EG1", "table 2")))


def test_what_the_first_throw_is_worth_at_2000_points(values: Mapping[str, Any]) -> None:
    """As computed by a second program: the better strategy gains three times what the first throw does."""
    evidence = values["figure 1b: the first throw explains N = 2000, evidence"]
    assert evidence == pytest.approx((0.0149, 0.0147, 0.0581, -0.0284, 0.0433), abs=1e-4)
    assert values["figure 1b: choices count less, evidence"][:2] == pytest.approx((0.0995, 0.0433), abs=1e-4)


def test_draws_of_a_round_by_hand(values: Mapping[str, Any]) -> None:
    """One die each: 1/6. Two dice score 1 with 11/36, and 4 to 12 by 1, 2, 3, 4, 5, 4, 3, 2, 1 of 36 throws."""
    draws = values["figure 3: more dice, more draws, evidence"]
    two = (Fraction(11, 36) ** 2) + sum(Fraction(ways, 36) ** 2 for ways in (1, 2, 3, 4, 5, 4, 3, 2, 1))
    assert draws[:2] == pytest.approx((1 / 6, float(two)))


def test_figures_that_are_known_exactly(values: Mapping[str, Any]) -> None:
    assert values["3 v 1: P(G = 1)"] == Fraction(841, 1296)
    assert values["EG1(2, 3)"] == Fraction(-773, 3888)
    assert values["table 2: D = 6, p(5)"] == pytest.approx(166968 / 216425)
    assert values["table 4: optimal, N = 100"] == 0
    assert values["table 4: sequential, N = 100"] == pytest.approx(0.014603, abs=1e-6)
