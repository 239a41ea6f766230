from itertools import combinations_with_replacement

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key


@pytest.mark.slow  # the whole key is computed
@pytest.mark.parametrize("u0", [17, 4321])
def test_combinations_with_a_one_by_enumeration(u0: int) -> None:
    exam = load_exam("yahtzee")
    key = make_key(exam, u0)
    drawn = key.params.counts  # type: ignore[attr-defined]
    hands = combinations_with_replacement(range(1, drawn.faces + 1), drawn.dice)
    assert key.oral["number-of-combinations"] == (sum(1 in hand for hand in hands),)
