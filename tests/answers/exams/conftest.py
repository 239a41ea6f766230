"""What a key was made from, and its answers: the module of a test has the fixture `key`."""

from collections.abc import Mapping

import pytest

from answers.exam.key import Key
from answers.exam.question import Params
from answers.kinds.parsing import Values


@pytest.fixture
def drawn(key: Key) -> Params:
    return key.params


@pytest.fixture
def answers(key: Key) -> Mapping[str, Values]:
    return key.answers
