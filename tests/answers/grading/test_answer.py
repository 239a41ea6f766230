"""What was written, as it is read, item by item: for two integers of 1a, and one number of 2."""

from fractions import Fraction

import pytest

from answers.exam.question import Part
from answers.grading.answer import Answer, read_answer, read_answers, values_at
from answers.kinds.numbers.numbers import probabilities
from answers.kinds.reading import Blank, Unreadable
from answers.kinds.tolerance import EXACT
from tests.answers.tiny import TINY

PAIR = TINY.part("1a")


@pytest.mark.parametrize(
    ("texts", "values", "raw", "apart"),
    [
        (("10", "20"), (10, 20), ("10", "20"), ("10", "20")),
        (("10 20",), (10, 20), ("10 20", "10 20"), ("10", "20")),
        (("10 20", ""), (10, 20), ("10 20", "10 20"), ("10", "20")),
        (("10", ""), (10, None), ("10", ""), ("10", "")),
        (("10", "?"), (10, None), ("10", "?"), ("10", "")),
        (("1 0", "–"), (None, None), ("1 0", "–"), ("1 0", "–")),
        (("10", "x"), (10, None), ("10", "x"), ("10", "x")),
        (("10 x",), (None, None), ("10 x", "10 x"), ("10 x", "10 x")),
        (("10", "20", "30"), (None, None), ("10 ; 20 ; 30",) * 2, ("10 ; 20 ; 30",) * 2),
        ((), (None, None), ("", ""), ("", "")),
    ],
)
def test_an_answer(
    texts: tuple[str, ...], values: tuple[int | None, ...], raw: tuple[str, ...], apart: tuple[str, ...]
) -> None:
    answer = read_answer(PAIR, texts)
    assert (answer.values, answer.raw, answer.apart) == (values, raw, apart)
    assert answer.whole == (() if None in values else values)
    assert answer.texts == (texts or ("",))


def test_a_blank_share_that_says_zero_is_written_nowhere_and_part_of_the_whole() -> None:
    answer = read_answer(Part(1, "", probabilities(3, mix=True), Fraction(1), EXACT), ("0.3", "", "0.7"))
    assert answer.readings[1] == Blank(is_zero=True)
    assert answer.values == (Fraction(3, 10), None, Fraction(7, 10))
    assert answer.whole == (Fraction(3, 10), 0, Fraction(7, 10))
    assert answer.raw == ("0.3", "", "0.7")


def test_all_parts_are_read_or_those_asked_for() -> None:
    answers = read_answers(TINY, {"2": ("1,5 ou 2",), "1b": ("3", "")})
    assert list(answers) == ["1a", "1b", "2"]
    assert answers["1a"] == Answer(PAIR, ("",), (Blank(), Blank()))
    assert answers["2"].readings == (Unreadable("1,5 ou 2", "not-a-number"),)
    assert list(read_answers(TINY, {}, ["2", "1a"])) == ["2", "1a"]
    assert values_at(answers, [("2", 0), ("1b", 1), ("1b", 0)]) == {("1b", 0): 3}
