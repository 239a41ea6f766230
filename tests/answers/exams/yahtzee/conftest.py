"""Keys of some seeds of the exam `yahtzee`, and the same answers from its oracle."""

from typing import Any

import pytest

from answers.exam.key import Key, make_key
from tests.answers.exams.yahtzee.common import EXAM, SHORT
from tests.oracles import yahtzee_exam


@pytest.fixture(scope="session", params=(17, 4242, 50001))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param, parts=SHORT)


@pytest.fixture(scope="session")
def right(key: Key) -> dict[str, Any]:
    answers: dict[str, Any] = yahtzee_exam.answers(key.params)
    return answers
