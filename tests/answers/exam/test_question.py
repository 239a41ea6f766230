"""The decorators turn functions into questions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.question import (
    Misconception,
    Params,
    Part,
    Solution,
    SolveContext,
    question,
    questions_of,
)
from answers.exam.scenario import Scenario
from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.parsing import Values
from answers.kinds.tolerance import EXACT, Tolerance
from tests.answers.tiny import TINY

ONE, TWO = integers(1, 0, 9), probabilities(2)
HALF = Tolerance(absolute=Fraction(1, 2))


def solve(context: SolveContext[Params], _: Part) -> Solution:
    return Solution((context.params.u0,))


def accepts(_: SolveContext[Params], part: Part, values: Values) -> bool:
    return len(values) == part.count


def other(context: SolveContext[Params], _: Part) -> Solution:
    return Solution((context.params.u0**2,))


def context_of(u0: int) -> SolveContext[Params]:
    return SolveContext(Params(u0), Scenario(u0), lambda _: ())


def test_one_thing_holds_for_all_parts_and_points_are_shared() -> None:
    strict: dict[str, Any] = {"tolerance": HALF, "depends_on": ("first",), "all_or_nothing": True}
    made = question(2, parts="abc", kind=TWO, points=2, **strict)(solve).question
    third = Fraction(2, 3)
    assert made.parts == tuple(
        Part(2, letter, TWO, third, HALF, all_or_nothing=True, name="solve", depends_on_labels=("first",))
        for letter in "abc"
    )
    assert [(part.id, part.count) for part in made.parts] == [("2a", 2), ("2b", 2), ("2c", 2)]


def test_each_part_has_its_own_by_letter() -> None:
    made = question(
        3,
        parts="ab",
        kind={"a": ONE, "b": TWO},
        points={"a": 1, "b": Fraction(1, 2)},
        tolerance={"a": EXACT, "b": HALF},
        depends_on={"a": (), "b": ("solve.a",)},
        all_or_nothing={"a": True, "b": False},
    )(solve).question
    assert made.parts == (
        Part(3, "a", ONE, Fraction(1), EXACT, all_or_nothing=True, name="solve"),
        Part(3, "b", TWO, Fraction(1, 2), HALF, name="solve", depends_on_labels=("solve.a",)),
    )
    assert all(isinstance(part.points, Fraction) for part in made.parts)
    text = "^the argument kind of the question needs an entry for each of the parts 'ab', but has entries for 'a'$"
    with pytest.raises(ValueError, match=text):
        question(3, parts="ab", kind={"a": ONE}, points=1)


def test_a_mistake_in_some_parts_answers_the_others_as_one_should() -> None:
    builder = question(2, parts="ab", kind=ONE, points=1)(solve)
    builder.mistake("other", parts="b")(other)
    builder.mistakes_from(lambda _, __, value: Solution((value,)), {"five": 5, "six": 6})
    builder.mistake_from_answer("seed-added", lambda right, drawn: (right[0] + drawn.u0,), parts="a")
    (made,) = questions_of(builder)
    assert [mistake.slug for mistake in made.mistakes] == ["other", "five", "six", "seed-added"]
    answers = [[mistake.solve(context_of(3), part).values for part in made.parts] for mistake in made.mistakes]
    assert answers == [[(3,), (9,)], [(5,), (5,)], [(6,), (6,)], [(6,), (3,)]]


def test_questions_are_gathered_in_their_order_with_the_ids_of_what_they_use() -> None:
    @question(1, parts="ab", kind=ONE, points=1)
    def first(context: SolveContext[Params], _: Part) -> Solution:
        return solve(context, _)

    last = question(2, kind=ONE, points=1, depends_on=("first.b",))(solve)
    questions = questions_of(last, first)
    assert [(one.name, one.number) for one in questions] == [("first", 1), ("solve", 2)]
    assert questions[1].parts[0].depends_on == ("1b",)
    assert first(context_of(7), questions[0].parts[0]) == Solution((7,))
    with pytest.raises(ValueError, match=r"part 2 uses 'first\.b'; the parts are solve"):
        questions_of(last)


def test_other_answers_are_right_in_the_parts_named() -> None:
    for named, opened in ((None, ["6a", "6b"]), ("b", ["6b"]), ("ab", ["6a", "6b"])):
        builder = question(6, parts="ab", kind=ONE, points=1)(solve)
        builder.accepts(named)(accepts)
        made = builder.question
        assert [part.id for part in made.parts if part.is_open] == opened
    for number, lettered in ((7, ""), (8, "ab")):
        none = question(number, parts=lettered, kind=ONE, points=1)(solve).question
        assert not any(part.is_open for part in none.parts)
    whole = question(7, kind=ONE, points=1)(solve)
    whole.accepts()(accepts)
    assert whole.question.parts[0].is_open
    with pytest.raises(
        ValueError,
        match=("question 6: a function accepts further answers to the parts 'bc', but the question has the parts 'ab'"),
    ):
        question(6, parts="ab", kind=ONE, points=1)(solve).accepts("bc")(accepts)


@pytest.mark.parametrize(
    "slug", ["", "Half", "half turn", "half-", "-half", "half--turn", "demi_tour", "moitié", "a\n"]
)
def test_what_is_no_slug_is_refused(slug: str) -> None:
    wrong = question(1, kind=ONE, points=1)(solve)
    wrong.mistake(slug)(solve)
    for changes in ({"questions": (wrong.question,)}, {"misconceptions": (Misconception(slug),)}):
        with pytest.raises(ValueError, match="is not a valid slug"):
            replace(TINY, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("tolerance", [0.01, Fraction(1, 100), {"a": EXACT, "b": 1}])
def test_a_tolerance_is_no_number(tolerance: Any) -> None:
    with pytest.raises(TypeError, match=r"^question 5: the tolerance is .*; write Tolerance\(absolute=Fraction"):
        question(5, parts="ab", kind=ONE, points=1, tolerance=tolerance)


@pytest.mark.parametrize("options", [{"tags": "Graphs"}, {"tags": "a b_c"}, {"difficulty": 6}, {"difficulty": -1}])
def test_an_invalid_topic_or_level_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"slug|level"):
        question(1, kind=integers(1, 0, 9), points=1, **options)
