"""Values by hand from the definition, and the minimax inequality against the linear program."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.matrix_games.expected_payoff import expected_payoff
from solvers.matrix_games.zero_sum import zero_sum
from solvers.refusal import Refusal

F = Fraction


def test_a_sum_by_hand() -> None:
    # 1/3 · 1/4 · 1 + 1/3 · 3/4 · 2 + 2/3 · 1/4 · 5 + 2/3 · 3/4 · (-1) = 1/12 + 6/12 + 10/12 - 6/12
    matrix = [[F(1), F(2)], [F(5), F(-1)]]
    assert expected_payoff(matrix, [F(1, 3), F(2, 3)], [F(1, 4), F(3, 4)]) == F(11, 12)


def test_pure_strategies_earn_an_entry() -> None:
    matrix = [[F(i * 3 + j) for j in range(3)] for i in range(2)]
    assert expected_payoff(matrix, [F(0), F(1)], [F(0), F(0), F(1)]) == 5


@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=2, max_size=4))
def test_optimal_strategies_earn_the_value(rows: list[list[int]]) -> None:
    found = zero_sum(np.array(rows, dtype=np.uint8))
    mixes = [[dict(zip(mix.support, mix.weights, strict=True)).get(i, F(0)) for i in range(mix.size)]
             for mix in (found.row, found.column)]  # fmt: skip
    assert expected_payoff([[F(r) for r in row] for row in rows], *mixes) == found.value


@pytest.mark.parametrize(
    ("row", "told"),
    [([F(1)], "2 probabilities, got 1"), ([F(2), F(-1)], "at least 0"), ([F(1, 3), F(1, 3)], "of sum 1, got 2/3")],
)
def test_what_is_no_mix_is_refused(row: list[F], told: str) -> None:
    with pytest.raises(Refusal, match=told):
        expected_payoff([[F(1)], [F(0)]], row, [F(1)])
