"""Keys of the exam `verger` that several tests read."""

import pytest

from answers.exam.key import Key, make_key
from tests.answers.exams.verger.common import EXAM, KEYS


@pytest.fixture(scope="session", params=KEYS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)
