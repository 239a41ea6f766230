from dataclasses import replace
from fractions import Fraction

import pytest

from answers.atlas.atlas import Atlas, Free
from answers.atlas.goals import goals, missed

NOTHING = Free(Fraction(0), Fraction(0))


@pytest.fixture(scope="module")
def earned(atlas: Atlas) -> Atlas:
    """An atlas of an exam of ten points in which papers without work earn nothing."""
    questions = tuple(replace(one, copied=NOTHING, constants=NOTHING) for one in atlas.questions)
    return replace(atlas, copied=NOTHING, constants=NOTHING, questions=questions)


def with_question(atlas: Atlas, place: int, **changed: object) -> Atlas:
    questions = list(atlas.questions)
    questions[place] = replace(questions[place], **changed)  # type: ignore[arg-type]
    return replace(atlas, questions=tuple(questions))


def test_all_goals_met(earned: Atlas) -> None:
    assert missed(earned) == ()
    assert [goal.slug for goal in goals(earned)] == [
        "copied-mean", "copied-most", "constants-mean", "copied-question", "constants-question", "nearest-tie",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "limit", "slug"),
    [
        ("copied", Free(Fraction(3, 4), Fraction(2)), None),  # of ten points: 1.5 and 4 of twenty
        ("copied", Free(Fraction(4, 5), Fraction(1)), "copied-mean"),
        ("copied", Free(Fraction(0), Fraction(21, 10)), "copied-most"),
        ("constants", Free(Fraction(1), Fraction(10)), None),
        ("constants", Free(Fraction(101, 100), Fraction(2)), "constants-mean"),
    ],
)
def test_marks_are_judged_out_of_twenty(earned: Atlas, name: str, limit: Free, slug: str | None) -> None:
    found = missed(replace(earned, **{name: limit}))  # type: ignore[arg-type]
    assert [goal.slug for goal in found] == ([] if slug is None else [slug])


@pytest.mark.parametrize("name", ["copied", "constants"])
def test_a_quarter_of_a_question(earned: Atlas, name: str) -> None:
    at_most = with_question(earned, 2, **{name: Free(Fraction(1), Fraction(4))})  # of four points
    assert missed(at_most) == ()
    (goal,) = missed(with_question(at_most, 1, **{name: Free(Fraction(1), Fraction(3))}))  # of three
    assert (goal.slug, goal.questions, goal.value) == (f"{name}-question", (2,), 1 / 3)


def test_a_choice_that_the_order_of_a_sum_may_change(earned: Atlas) -> None:
    (goal,) = missed(with_question(earned, 3, nearest_tie=(1e-12, 7)))
    assert (goal.slug, goal.questions, goal.value) == ("nearest-tie", (4,), 1e-12)


def test_an_exam_kept_as_printed_misses_no_goal(earned: Atlas) -> None:
    weak = replace(earned, copied=Free(Fraction(9), Fraction(10)))
    assert missed(weak)
    printed = replace(weak, exam=replace(weak.exam, as_printed=True))
    assert missed(printed) == ()
    assert not all(goal.met for goal in goals(printed))
