"""Questions of the tiny exam for a seed, with answers computed by hand."""

from dataclasses import replace
from fractions import Fraction
from math import lcm

import pytest

from answers.errors import Problem
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.exports.platform_questions import Field, class_seeds, platform_differences, seeded_parts, weight_unit
from tests.answers.exports.questions import YAHTZEE, questions
from tests.answers.tiny import TINY


def test_each_part_has_its_numbers_and_how_far_an_answer_may_be() -> None:
    first, second, last = seeded_parts(questions(lang="en"), 10)
    assert [(part.name, part.u0, part.part.id, part.drawing) for part in (first, second, last)] == [
        ("10-1a", 10, "1a", ""), ("10-1b", 10, "1b", ""), ("10-2", 10, "2", ""),
    ]  # fmt: skip
    labels = TINY.words("en").labels(TINY.part("1a"), make_key(TINY, 10).params)
    assert first.fields == (Field(labels[0], "10", "0"), Field(labels[1], "20", "0"))
    assert [field.expected for field in second.fields] == ["11", "21"]
    assert [(field.expected, field.deviation) for field in last.fields] == [("2.5", "0.1")]
    assert [seeded_part.share for seeded_part in (first, second, last)] == [Fraction(1, 2), Fraction(1, 2), 3]
    assert first.prompt == TINY.words("en").prompt(TINY.questions[0], make_key(TINY, 10).params)


def test_an_exact_fraction_may_be_a_decimal_of_seven_digits() -> None:
    exam = TINY.revised(lambda part: replace(part, tolerance=replace(part.tolerance, absolute=Fraction(0))))
    *_, last = seeded_parts(questions(exam), 10)
    assert [(field.expected, field.deviation) for field in last.fields] == [("2.5", "2.5e-06")]


def test_seeds_come_once_and_points_are_whole_in_their_unit() -> None:
    assert class_seeds(questions(seeds=(12, 10, 12, 11))) == (12, 10, 11)
    shares = [part.points / part.count for part in TINY.parts]
    assert weight_unit(TINY) == lcm(*(share.denominator for share in shares)) == 2


def test_a_part_whose_answers_are_no_numbers_is_told() -> None:
    key = make_key(TINY, 10)
    pair = replace(key, answers={**key.answers, "2": ((1, 2),)})
    assert platform_differences(TINY, (key,)) == ()
    assert [str(problem) for problem in platform_differences(TINY, (key, pair))] == [
        "part 2 is not in the exported file, since its answers are not numbers"
    ]


@pytest.mark.slow
def test_what_is_no_number_or_may_be_right_otherwise_is_told() -> None:
    key = cached_key(YAHTZEE, Scenario(17))
    problems = platform_differences(YAHTZEE, (key,))
    accepting = ["5b", "7b", "7d", "10b", "10d", "12b", "13c", "14b"]  # those that ask which dice are kept
    coded = [part.id for part in YAHTZEE.parts if any(isinstance(value, tuple) for value in key.answers[part.id])]
    expected = [
        Problem(
            f"part {part} accepts several right answers, but the platform knows only the one that corrige computes, "
            "and will mark the others as wrong",
            remedy="after the quiz, check the wrong answers to this part by hand on the platform",
        )
        for part in accepting
    ]
    expected += [
        Problem(f"part {part} is not in the exported file, since its answers are not numbers") for part in coded
    ]
    assert sorted(map(str, problems)) == sorted(map(str, expected))
