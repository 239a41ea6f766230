"""The answers of every exam that comes with corrige must be earned, unless it is kept as printed: nothing names one."""

from functools import partial

import pytest

from answers.atlas.atlas import make_atlas
from answers.atlas.goals import missed
from answers.atlas.seeds import FEWEST
from answers.exam.catalogue import exam_names, load_exam


@pytest.mark.slow
@pytest.mark.parametrize("name", exam_names())
def test_answers_are_earned(name: str) -> None:
    assert missed(make_atlas(partial(load_exam, name), FEWEST)) == ()
