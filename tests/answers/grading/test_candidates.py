import re
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import make_key
from answers.exam.question import Part
from answers.flags import AS_PERCENTAGE
from answers.grading.candidates import candidate_values, plain_writing
from answers.grading.mark import mark, parse_response, parse_responses
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.parsing import Unreadable
from answers.kinds.tolerance import Tolerance
from answers.paper import Verdict
from tests.answers.tiny import TINY

EXACT = Tolerance()
GAIN = Part(1, "", Numbers(1, Domain(low=-1, high=1)), Fraction(1), EXACT)
GAINS = Part(1, "", Numbers(3, Domain(low=-9, high=9000)), Fraction(1), EXACT)
ANY = Part(1, "", Numbers(1, Domain()), Fraction(1), EXACT)


@pytest.mark.parametrize(
    ("answer", "part", "values"),
    [
        ("2,075", TINY.part("2"), "2075 2.0750"),
        ("1 234,5 m", TINY.part("2"), "1234.5"),
        ("2,075", TINY.part("1a"), "2075 2.0750"),
        ("about 12 m", TINY.part("1a"), "12"),
        ("two", TINY.part("2"), ""),
        ("", TINY.part("2"), ""),
        ("-0,159 847", GAIN, "-0.159847"),
        ("≈ −0,159 847", GAIN, "-0.159847"),
        ("(-0,2)", GAIN, "-0.2"),
        ("-(0,5)", GAIN, "-0.5"),
        ("'-0,22", GAIN, "-0.22"),
        ("－.5 x", GAIN, "-0.5"),
        ("(+0,5)", GAIN, "0.5"),
        ("peut-être 0,5", GAIN, "0.5"),
        ("moins 0,22", GAIN, "-0.22"),
        ("gain - 0,2", GAIN, "-0.2 0.2"),
        ("au moins 0,2", GAIN, "-0.2 0.2"),
        ("0,2- x", GAIN, "-0.2 0.2"),
        ("-15,98 % x", GAIN, "-0.1598"),
        ("-15,980", GAIN, "-15980 -15.9800 -0.1598"),
        ("10e-9", GAIN, ""),
        ("3 - 0,2", GAIN, ""),
        ("½ x", GAIN, ""),
        ("0,7142857⋯", GAIN, "0.7142857"),
        ("1 ; 2,500 ; -3", GAINS, "2500 2.5"),
        ("\u202e1", GAIN, ""),
    ],
)
def test_what_an_answer_may_have_meant(answer: str, part: Part, values: str) -> None:
    assert candidate_values(parse_response(part, (answer,)), min(1, part.count - 1), None) == values.split()


@pytest.mark.parametrize(
    ("answer", "values"), [("52.8", "0.5280 52.8"), ("-15,98", "-0.1598 -15.98"), ("0,929", "0.00929 0.9290")]
)
def test_a_percentage_as_a_number(answer: str, values: str) -> None:
    assert candidate_values(parse_response(GAIN, (answer,)), 0, AS_PERCENTAGE) == values.split()


words = st.sampled_from(["", "gain ", "(", "≈ ", "x = ", "'", "peut-être ", "[", "env. "])
minus = st.sampled_from(["-", "−", "–", "－", "- ", "-("])
numerals = st.from_regex(r"[0-9]{1,3}([ .,][0-9]{3}){0,2}([.,][0-9]{1,6})?", fullmatch=True)


@given(words, minus, numerals, st.sampled_from(["", " x", ")", " m", " environ", " %"]))
@example("", "-", "0,159 847", "")
def test_a_sign_is_lost_only_where_it_is_doubtful_and_no_digit_ever(
    before: str, sign: str, numeral: str, after: str
) -> None:
    answer = parse_response(ANY, (before + sign + numeral + after,))
    if not isinstance(answer.readings[0], Unreadable):
        return
    values = list(map(Fraction, candidate_values(answer, 0, None)))
    assert {_digits(str(value * 10**20)) for value in values} <= {_digits(numeral)}
    is_doubtful = sign == "- " and before.rstrip()[-1:].isalpha()
    assert is_doubtful or all(value <= 0 for value in values)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text).strip("0")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", exam_names())
def test_every_right_value_is_one_writing_and_is_marked_right(name: str, lang: str) -> None:
    exam = load_exam(name)
    key = make_key(exam, exam.model_seed)
    written = {
        part.id: tuple(plain_writing(part, key.answers[part.id], at, lang) for at in range(part.count))
        for part in exam.parts
    }
    assert [text for texts in written.values() for text in texts if "≈" in text or "=" in text] == []
    marks = mark(exam, key, parse_responses(exam, written))
    assert {item.verdict for part in marks.values() for item in part.items} == {Verdict.RIGHT}
