"""What worked solutions tell, against the oracles."""

from fractions import Fraction

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.phantom_domineering.values import learned, searches
from answers.flags import DEGENERATE_SEED
from solvers.domineering.board import Board


def test_learning_ends_near_the_value() -> None:
    values = learned(17, [("A", Board(2, 6), Fraction(1))], 20)
    ((name, value, tenth, full),) = values["last"]
    assert (name, value) == ("A", 1)
    assert 0.7 < tenth <= 1
    assert abs(full - 1) < 0.1


def test_searches_tell_who_has_an_unbeaten_plan() -> None:
    (wins, loses) = searches(17, (("wide", Board(3, 5)), ("tall", Board(5, 3))), 100)
    assert wins[0] == "wide"
    assert wins[1] is not None
    assert wins[2] is None
    assert loses[1] is None
    assert loses[2] is not None
    assert wins[3] < loses[3] < 20_000


@pytest.mark.parametrize("name", ["nash", "phantom"])
def test_seed_zero_is_flagged_and_every_answer_exists(name: str) -> None:
    exam = load_exam(name)
    key = make_key(exam, 0)
    assert key.flags == (DEGENERATE_SEED,)
    assert set(key.answers) == {part.id for part in exam.parts}
