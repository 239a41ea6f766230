from fractions import Fraction

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.compose import compose
from answers.exam.home import NOWHERE
from answers.exam.how import case_of
from answers.exam.key import make_key
from answers.exam.paper_file import Chosen, Plan
from answers.exam.subject import Subject, subject_of
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


def test_the_subject_stands_beside_the_exam_and_worked_solutions_in_it():
    assert subject_of(TINY).minutes == 90
    key = make_key(TINY, 10)
    assert [one.worked(case_of(TINY, one, key)) for one in TINY.questions] == [{}, {"remainder": 2, "seed": 10}]


def test_an_exam_without_subject_says_what_to_write():
    small = load_exam("small", [EXAMS])
    with pytest.raises(CorrigeError, match="has no subject"):
        subject_of(small)


def test_a_composed_subject_has_the_examples_and_figures_of_each_exam_under_its_name():
    paper = compose(
        Plan("one", {"fr": "", "en": ""}, 30, (Chosen("tiny", 2, Fraction(1), "line 1"),), "one.toml"), only, NOWHERE
    )
    subject = subject_of(paper)
    assert subject.minutes == 30
    assert subject.examples() == {f"tiny/{name}": shown for name, shown in subject_of(TINY).examples().items()}
    assert set(subject.figures) == {"tiny/square"}


def only(_name):
    return TINY
