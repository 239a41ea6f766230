"""The exam `yahtzee` against plain enumeration from the words of its subject: other sums, in another order."""

from collections.abc import Iterator
from typing import Any

import pytest

from answers.exam.key import Key, make_key
from tests.answers.exams.yahtzee.asked import EXAM, SHORT, hand_of
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading

CLOSE, NOISE = 1e-8, 1e-11
"""The subject says that what is not equal differs by more than the first; rounding stays below the second."""


def differing(key: Key) -> Iterator[tuple[str, object, object]]:
    """Parts of questions 1 to 14 whose answers are not those of the oracle."""
    params: Any = key.params
    for part, expected in oracle.answers(params).items():
        for got, right in zip(key.answers[part], expected, strict=True):
            if isinstance(right, set):
                agrees = reading.kept(hand_of(part, params), int(got)) in right
            else:
                agrees = abs(float(got) - float(right)) < NOISE
            if not agrees:
                yield part, got, right


@pytest.mark.parametrize("u0", [17, 20, 64006])
def test_answers_are_those_of_the_oracle(u0: int) -> None:
    assert list(differing(make_key(EXAM, u0, parts=SHORT))) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds", [range(5, 64007, 16000), pytest.param(range(4005, 64007, 4000), marks=pytest.mark.long)]
)
def test_answers_of_many_seeds_are_those_of_the_oracle(seeds: range) -> None:
    for u0 in seeds:
        assert list(differing(make_key(EXAM, u0, parts=SHORT))) == [], u0
