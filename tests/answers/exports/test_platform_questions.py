"""Questions of the tiny exam for a seed, with answers computed by hand."""

from dataclasses import replace
from fractions import Fraction
from math import lcm

from answers.exam.key import make_key
from answers.exports.platform_questions import Field, class_seeds, platform_differences, seeded_parts, weight_unit
from tests.answers.exports.questions import questions
from tests.answers.tiny import TINY


def test_each_part_has_its_labels_its_share_of_the_points_and_the_text_of_its_question() -> None:
    first, second, last = seeded_parts(questions(lang="en"), 10)
    assert [(part.name, part.drawing, part.share) for part in (first, second, last)] == [
        ("10-1a", "", Fraction(1, 2)), ("10-1b", "", Fraction(1, 2)), ("10-2", "", 3),
    ]  # fmt: skip
    params = make_key(TINY, 10).params
    labels = TINY.words("en").labels(TINY.part("1a"), params)
    assert first.fields == (Field(labels[0], "10", "0"), Field(labels[1], "20", "0"))
    assert first.prompt == TINY.words("en").prompt(TINY.questions[0], params)


def test_an_exact_fraction_may_be_a_decimal_of_seven_digits() -> None:
    exam = TINY.revised(lambda part: replace(part, tolerance=replace(part.tolerance, absolute=Fraction(0))))
    *_, last = seeded_parts(questions(exam), 10)
    assert [(field.expected, field.deviation) for field in last.fields] == [("2.5", "2.5e-06")]


def test_seeds_come_once_and_points_are_whole_in_their_unit() -> None:
    assert class_seeds(questions(seeds=(12, 10, 12, 11))) == (12, 10, 11)
    shares = [part.points / part.count for part in TINY.parts]
    assert weight_unit(TINY) == lcm(*(share.denominator for share in shares)) == 2


def test_a_part_with_several_right_answers_or_whose_answers_are_no_numbers_is_told() -> None:
    key = make_key(TINY, 10)
    pair = replace(key, answers={**key.answers, "2": ((1, 2),)})
    assert platform_differences(TINY, (key,)) == ()
    assert [problem.cause[:20] for problem in platform_differences(TINY, (key, pair))] == ["part 2 is not in the"]
    several = TINY.revised(lambda part: replace(part, is_open=part.id == "1b"))
    assert [problem.cause[:15] for problem in platform_differences(several, (key,))] == ["part 1b accepts"]
