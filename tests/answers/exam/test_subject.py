import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.subject import Subject, Worked, subject_of, worked_of
from tests.answers.tiny import EXAMS, TINY


def test_definitions_bring_those_that_they_build_on():
    subject = Subject(60, {1: (), 2: (), 3: (1,), 4: (3,)})
    assert subject.needed((4,)) == (1, 3, 4)
    assert subject.needed((2, 3)) == (1, 2, 3)
    assert subject.needed(()) == ()
    with pytest.raises(KeyError):
        subject.needed((5,))


@pytest.mark.parametrize("definitions", [{1: (1,)}, {1: (2,), 2: ()}, {1: (), 2: (7,)}])
def test_definitions_build_on_earlier_ones_only(definitions):
    with pytest.raises(ValueError, match="do not all come before it"):
        Subject(60, definitions)


def test_the_subject_and_worked_solutions_stand_beside_the_exam():
    assert subject_of(TINY).minutes == 90
    key = make_key(TINY, 10)
    assert worked_of(TINY).of(2, key) == {"remainder": 2, "seed": 10}
    assert worked_of(TINY).of(1, key) == {}


def test_an_exam_without_subject_says_what_to_write():
    small = load_exam("small", [EXAMS])
    with pytest.raises(CorrigeError, match="has no subject"):
        subject_of(small)
    assert worked_of(small) == Worked()
