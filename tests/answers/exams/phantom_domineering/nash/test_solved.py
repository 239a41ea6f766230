"""The game of integers of one plan each, by hand: 0 + 0 is even."""

import pytest

from answers.exams.phantom_domineering.nash.solved import parity_value
from answers.exams.phantom_domineering.rules import RULES


@pytest.mark.parametrize(("odd", "value"), [(True, 0), (False, 1)])
def test_a_single_sum_is_even(odd: bool, value: int) -> None:
    assert parity_value(RULES, 1, odd=odd).values == (value,)
