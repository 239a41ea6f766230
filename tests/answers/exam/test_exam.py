import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from answers.errors import Problem
from answers.exam.draw import checked_seed
from tests.answers.tiny import TINY
from tests.problems import problems_of

DOUBLE, QUARTER = TINY.questions


UNNUMBERED, SKIPPING = replace(QUARTER, number=3), replace(DOUBLE, parts=DOUBLE.parts[1:])
CAPITALS = replace(DOUBLE, parts=tuple(replace(part, letter=part.letter.upper()) for part in DOUBLE.parts))
TWICE = replace(QUARTER, parts=QUARTER.parts * 2)
LATER = replace(DOUBLE, parts=(replace(DOUBLE.parts[0], depends_on=("1b",)), DOUBLE.parts[1]))
ITSELF = replace(QUARTER, parts=(replace(QUARTER.parts[0], depends_on=("1a", "2")),))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"questions": (QUARTER,)}, "numbered 1, 2, 3, …, got [2]"),
        ({"questions": (DOUBLE, UNNUMBERED)}, "numbered 1, 2, 3, …, got [1, 3]"),
        ({"questions": (SKIPPING, QUARTER)}, "parts of question 1 must be a, b, c, …, got 'b'"),
        ({"questions": (CAPITALS, QUARTER)}, "parts of question 1 must be a, b, c, …, got 'AB'"),
        ({"questions": (DOUBLE, TWICE)}, "question 2 needs one part"),
        ({"questions": (DOUBLE, replace(QUARTER, parts=()))}, "question 2 needs one part"),
        ({"questions": (LATER, QUARTER)}, "part 1a uses ('1b',)"),
        ({"questions": (DOUBLE, ITSELF)}, "part 2 uses ('1a', '2')"),
        ({"questions": (replace(DOUBLE, mistakes=QUARTER.mistakes), QUARTER)}, "['half', 'half', 'next-number']"),
        ({"misconceptions": TINY.misconceptions * 2}, "['half', 'next-number', 'next-number']"),
    ],
)
def test_an_exam_is_numbered_lettered_and_its_mistakes_told_apart(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        replace(TINY, **changes)


def test_a_part_may_use_any_before_it() -> None:
    first, second = DOUBLE.parts
    using = replace(DOUBLE, parts=(first, replace(second, depends_on=("1a",))))
    last = replace(QUARTER, parts=(replace(QUARTER.parts[0], depends_on=("1b", "1a")),))
    exam = replace(TINY, questions=(using, last))
    assert [part.depends_on for part in exam.parts] == [(), ("1a",), ("1b", "1a")]
    assert replace(TINY, questions=()).points == 0


def test_parts_are_asked_for_by_id() -> None:
    assert TINY.question_and_part("1b") == (DOUBLE, DOUBLE.parts[1])
    assert TINY.part("2") == QUARTER.parts[0]
    assert problems_of(TINY.part, "1aa") == (Problem("the exam tiny has no part '1aa'", remedy="did you mean 1a?"),)


def test_a_seed_out_of_range_is_refused_with_the_range() -> None:
    for u0 in (0, 17, 64006):
        assert checked_seed(u0) == TINY.drawn(u0).u0 == u0
    for u0, ask in product((-1, 64007, 10**30), (checked_seed, TINY.drawn)):
        problem = Problem(f"u₀ = {u0} is out of range", remedy="give a whole number from 0 to 64006")
        assert problems_of(ask, u0) == (problem,)


def test_revised_changes_parts_only() -> None:
    revised = TINY.revised(lambda part: replace(part, points=Fraction(7)))
    assert revised.points == 21
    assert (TINY.points, [part.points for part in TINY.parts]) == (5, [1, 1, 3])
    assert replace(revised, questions=TINY.questions) == TINY
    assert [part.id for part in revised.parts] == ["1a", "1b", "2"]
