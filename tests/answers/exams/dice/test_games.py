"""How near a choice was, by hand."""

import numpy as np
import pytest

from answers.exams.dice.games import lead


@pytest.mark.parametrize(
    ("values", "expected"), [([0, 1, 5, 3], 2), ([5, 1], 4), ([2, 7, 7], 0), ([-4, -1, -9, -20], 3)]
)
def test_the_lead_of_the_greatest_value(values: list[int], expected: int) -> None:
    assert lead(np.array(values, dtype=float)) == expected
