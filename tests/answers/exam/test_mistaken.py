"""Mistakes made of a question by a small change."""

from dataclasses import replace

from answers.exam.mistaken import answered_otherwise, drawn_otherwise
from answers.exam.part import Part
from answers.exam.question import Given, Params, Solution, question
from answers.exam.world import World
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Values


def solve(given: Given[Params], part: Part) -> Solution:
    return Solution((given.params.u0 + len(part.letter),))


def own_number(params: Params, _: Values, __: str) -> Values:
    return (params.u0,)


def told(u0: int) -> Given[Params]:
    return Given(Params(u0), World(u0), dict[str, Values]().__getitem__)


def test_the_other_parts_are_answered_as_they_should() -> None:
    asked = question(2, parts="ab", kind=integers(1, 0, 99), points=1)(solve)
    mistake = answered_otherwise(asked, "own-number", "b")(own_number)
    first, second = asked.parts
    assert mistake.slug == "own-number"
    assert mistake.solve(told(5), first).values == (6,)
    assert mistake.solve(told(5), second).values == (5,)


def test_a_question_without_letters_has_one_part() -> None:
    asked = question(3, kind=integers(1, 0, 99), points=1)(solve)
    mistake = answered_otherwise(asked, "twice")(lambda _, right, letter: (*right, *right, len(letter)))
    assert mistake.solve(told(5), asked.parts[0]).values == (5, 5, 0)


def test_a_misreading_changes_what_is_drawn_and_nothing_else() -> None:
    misreading = drawn_otherwise("next-number")(lambda params: replace(params, u0=params.u0 + 1))
    before = told(5)
    after = misreading.change(before)
    assert misreading.slug == "next-number"
    assert after.params == Params(6)
    assert (after.world, after.answers) == (before.world, before.answers)
