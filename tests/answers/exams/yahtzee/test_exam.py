"""The exam `yahtzee` against plain enumeration from the words of its subject: other sums, in another order.

That both agree on every choice shows too that no answer depends on how floats are added.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from answers.exam.key import Key, make_key
from tests.answers.exams.seeds import seeds
from tests.answers.exams.yahtzee.common import EXAM, SHORT, hand_of
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading

CLOSE, NOISE = 1e-8, 1e-11
"""The subject says that what is not equal differs by more than the first; rounding stays below the second."""


def differing(key: Key) -> Iterator[tuple[str, object, object]]:
    """Parts of questions 1 to 14 whose answers are not those of the oracle."""
    params: Any = key.params
    answers = oracle.answers(params)
    assert sorted(answers) == sorted(SHORT)
    for part, expected in answers.items():
        for value, right in zip(key.answers[part], expected, strict=True):
            if isinstance(right, set):
                agrees = reading.kept(hand_of(part, params), int(value)) in right
            else:
                agrees = abs(float(value) - float(right)) < NOISE
            if not agrees:
                yield part, value, right


@pytest.mark.parametrize("u0", seeds((17, 20, 64006, *range(5, 64007, 16000)), 3))
def test_answers_are_those_of_the_oracle(u0: int) -> None:
    assert list(differing(make_key(EXAM, u0, parts=SHORT))) == []


@pytest.mark.slow
def test_no_decision_hangs_on_rounding() -> None:
    """In no position are two values of Toutes_les_esperances nearly equal: apart by more than noise, less than 1e-8."""
    groups, places = reading.groups(), reading.places()
    for joker in (0, 1):
        points = reading.one_box(joker)[0]
        for boxes in range(1, 1 << 13):
            if joker and boxes >> 11 & 1:
                continue
            once = reading.once(groups, boxes, joker)
            opened = [b for b in range(13) if boxes >> b & 1]
            fills = np.array([points[b] + groups[joker, boxes ^ 1 << b] for b in opened]).T
            for values in (once[places], reading.twice(once)[places], fills):
                behind = values.max(axis=1, keepdims=True) - values
                assert not ((behind > NOISE) & (behind < CLOSE)).any(), (joker, boxes)
