from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.classroom.report.statistics import discrimination, histogram, spread

F = Fraction
SCORES = st.lists(st.fractions(0, 20, max_denominator=6), max_size=9)


def test_how_scores_are_spread_by_hand() -> None:
    found = spread([F(2), F(4), F(4), F(10)])
    assert found is not None
    assert (found.count, found.mean, found.median, found.least, found.most) == (4, 5.0, 4.0, 2.0, 10.0)
    assert found.deviation == 3.0  # (9 + 1 + 1 + 25) / 4 = 9
    assert spread([]) is None


def test_bars_are_closed_below_and_the_last_one_above_too() -> None:
    assert histogram([F(0), F(1, 2), F(1), F(19), F(20)], F(20), 20) == (2, 1, *[0] * 17, 2)
    assert histogram([F(0)], F(0), 4) == (1, 0, 0, 0)


@pytest.mark.slow
@given(SCORES)
def test_every_paper_is_in_one_bar(scores: list[Fraction]) -> None:
    assert sum(histogram(scores, F(20))) == len(scores)


@pytest.mark.parametrize("score", [F(-1), F(21)])
def test_a_score_that_cannot_be_is_refused(score: Fraction) -> None:
    with pytest.raises(ValueError, match="not between 0 and 20"):
        histogram([score], F(20))


def test_point_biserial_by_its_formula() -> None:
    """r = (M₁ − M₀) √(p q) / s, M being the mean rest of those who have the item right, and wrong."""
    right, rests = [1, 1, 0, 0, 1], [8, 6, 2, 3, 7]
    m1, m0, p = 7, 2.5, 3 / 5
    deviation = sqrt(sum((rest - 5.2) ** 2 for rest in rests) / 5)
    expected = (m1 - m0) * sqrt(p * (1 - p)) / deviation
    earned = [F(item, 2) for item in right]
    assert discrimination(earned, [F(r) + e for r, e in zip(rests, earned, strict=True)]) == pytest.approx(expected)


def test_nothing_is_said_where_nothing_varies_or_papers_are_few() -> None:
    assert discrimination([F(1), F(0)], [F(3), F(1)]) is None
    assert discrimination([F(1)] * 3, [F(3), F(1), F(2)]) is None
    assert discrimination([F(1), F(0), F(1)], [F(2), F(1), F(2)]) is None


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.integers(0, 20)), min_size=3, max_size=9))
def test_it_is_a_correlation(pairs: list[tuple[int, int]]) -> None:
    found = discrimination([F(item) for item, _ in pairs], [F(item + rest) for item, rest in pairs])
    assert found is None or -1 - 1e-9 <= found <= 1 + 1e-9
