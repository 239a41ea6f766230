"""The game of integers of one plan each, by hand: 0 + 0 is even."""

import pytest

from answers.exam.books.phantom_rules import RULES
from answers.exams.nash.games import parity_value


@pytest.mark.parametrize(("odd", "value"), [(True, 0), (False, 1)])
def test_a_single_sum_is_even(odd: bool, value: int) -> None:
    assert parity_value(RULES, 1, odd=odd).values == (value,)
