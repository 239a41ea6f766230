"""Marks of answers that are neither simply right nor wrong, computed by hand."""

from fractions import Fraction

import pytest

from answers.exam.question import Part
from answers.flags import BLANK_AS_ZERO, IMPRECISE, NEAR, ROUNDED, Note
from answers.grading.mark import has_too_few_digits, is_right_percentage, mark_response, parse_response, written_unit
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.parsing import Kind, Value, Values
from answers.kinds.tolerance import EXACT, Tolerance

THOUSANDTH = Tolerance(absolute=Fraction(1, 1000))


def part_of(kind: Kind, tolerance: Tolerance = THOUSANDTH) -> Part:
    return Part(1, "", kind, Fraction(kind.count), tolerance)


@pytest.mark.parametrize(
    ("expected", "written", "is_so"),
    [
        ("0.528", "0.53", True),
        ("0.528", "0.5", True),
        ("0.528", "0.52", True),
        ("0.528", "0.54", False),
        ("0.125", "0.13", True),  # half of the last digit
        ("0.125", "0.12", True),
        ("0.12499", "0.13", False),
        ("0.568", "0.5", True),
        ("-0.528", "-0.53", True),
        ("-0.528", "0.53", False),
        ("0.96", "1", False),
        ("0.02", "0", False),
        ("0.08", "0.1", False),
        ("12.4", "12", True),
        ("1672133124", "1670000000", True),
        ("1672133124", "1680000000", False),
        ("0.3333", "1/3", False),
    ],
)
def test_rounded_values(expected: str, written: str, is_so: bool) -> None:
    assert has_too_few_digits(part_of(Numbers(1, Domain())), Fraction(expected), Fraction(written)) is is_so


def test_zeros_at_the_end_are_digits() -> None:
    assert has_too_few_digits(part_of(probabilities(1)), Fraction("0.52"), Fraction("0.5"), "0,5")
    assert not has_too_few_digits(part_of(probabilities(1)), Fraction("0.52"), Fraction("0.5"), "0.1 ; 0,5000")


def test_integers_are_never_rounded() -> None:
    assert not has_too_few_digits(part_of(integers(1, 0, 10**6)), 3507, 3500)
    assert not has_too_few_digits(part_of(Numbers(1, Domain())), (1, 2), Fraction(1))


def test_percentages() -> None:
    assert is_right_percentage(part_of(probabilities(1)), Fraction("0.528"), Fraction("52.8"))
    assert not is_right_percentage(part_of(Numbers(1, Domain(low=0))), Fraction("0.528"), Fraction("52.8"))


@pytest.mark.parametrize(
    ("expected", "written", "is_so"),
    [
        ("-0.15985", "-15.98", True),  # −15,98 %
        ("-0.15985", "15.98", False),
        ("0.0092857", "0.929", True),  # 0,929 %
        ("0.0092857", "0.928", True),
        ("0.0092857", "0.92", True),
        ("-0.0092857", "-0.93", True),
        ("0.0092857", "0.9", False),  # one digit may be there by chance
        ("0.0092857", "0.95", False),  # as near as the tolerance, other digits
        ("0", "0.05", False),
        ("0.0004", "0.4", False),
    ],
)
def test_percentages_with_a_sign_or_below_one(expected: str, written: str, is_so: bool) -> None:
    part = part_of(Numbers(1, Domain(low=-1, high=1)))
    assert is_right_percentage(part, Fraction(expected), Fraction(written)) is is_so


@pytest.mark.parametrize(
    ("kind", "expected", "texts", "verdicts", "score"),
    [
        (Numbers(1, Domain()), (5,), ("12,345",), "wrong", 0),
        (Numbers(1, Domain()), (12345,), ("12,345",), "unreadable", 0),
        (Numbers(1, Domain()), (Fraction("12.3454"),), ("12,345",), "right", 1),
        (Numbers(1, Domain()), (Fraction("-12.3454"),), ("-12,345",), "right", 1),
        (Numbers(1, Domain()), (Fraction("12.3458"),), ("12,345",), "right", 1),  # cut
        (Numbers(1, Domain()), (Fraction("12.3443"),), ("12,345",), "unreadable", 0),  # within the tolerance alone
        (Numbers(1, Domain()), (Fraction("12345.0004"),), ("12,345",), "unreadable", 0),
        (Numbers(1, Domain()), (Fraction("2.5"),), ("2,500",), "unreadable", 0),  # a usual way to write 2500
        (probabilities(1), (Fraction("0.8167"),), ("81,670",), "unreadable", 0),
        (Numbers(1, Domain()), (5,), ("(0,5)",), "unreadable", 0),
        (Numbers(2, Domain()), (5, 12345), ("12,345 5",), "wrong wrong", 0),
        (Numbers(2, Domain()), (12345, 6), ("12,345 5",), "unreadable wrong", 0),
        (integers(3, 0, 99), (10, 20, 30), ("10 ; 20",), "right right unreadable", 2),
        (integers(3, 0, 99), (10, 20, 30), ("20 ; 30",), "unreadable unreadable unreadable", 0),
        (integers(3, 0, 99), (10, 20, 30), ("10",), "unreadable unreadable unreadable", 0),
        (integers(3, 0, 99999), (17, 519, 3), ("17 519",), "unreadable unreadable unreadable", 0),
        (codes(3, 5), (1, 2, 3), ("1 ; 2",), "right right unreadable", 2),
    ],
)
def test_needless_doubt(kind: Kind, expected: Values, texts: tuple[str, ...], verdicts: str, score: int) -> None:
    marks = mark_response(parse_response(part_of(kind), texts), expected)
    assert (" ".join(item.verdict for item in marks.items), marks.score) == (verdicts, score)


def test_what_is_ambiguous_stays_so_where_other_answers_may_be_right() -> None:
    marks = mark_response(parse_response(part_of(Numbers(1, Domain())), ("12,345",)), (5,), accepts=lambda _: False)
    assert marks.items[0].verdict == "unreadable"


MIX = probabilities(3, mix=True)


@pytest.mark.parametrize(
    ("texts", "verdicts"),
    [
        (("0.3", "", "0.7"), "right right right"),
        (("0.3 ? 0.7",), "right right right"),
        (("0.3", "", "0.6"), "right blank wrong"),
        (("", "", ""), "blank blank blank"),
        (("0.3", "x", "0.7"), "right unreadable right"),
        (("1.3", "", "-0.3"), "wrong blank wrong"),
    ],
)
def test_a_blank_share_of_a_mix_is_a_zero_if_the_others_sum_to_1(texts: tuple[str, ...], verdicts: str) -> None:
    expected: tuple[Value, ...] = (Fraction(3, 10), 0, Fraction(7, 10))
    marks = mark_response(parse_response(part_of(MIX), texts), expected)
    assert " ".join(item.verdict for item in marks.items) == verdicts
    assert (marks.items[1].note == BLANK_AS_ZERO) is (verdicts == "right right right")
    if len(texts) == 3:
        assert [item.raw for item in marks.items] == list(texts)


def test_a_blank_share_is_noted_in_another_right_answer_too() -> None:
    marks = mark_response(
        parse_response(part_of(MIX), ("0.5", "0.5", "")), (Fraction(1), 0, 0), accepts=lambda values: sum(values) == 1
    )
    assert [str(item.note) for item in marks.items] == ["another-right-answer", "another-right-answer", "blank-as-zero"]


def test_blanks_elsewhere_stay_blank() -> None:
    marks = mark_response(
        parse_response(part_of(probabilities(3)), ("0.3", "", "0.7")), (Fraction(3, 10), 0, Fraction(7, 10))
    )
    assert [str(item.verdict) for item in marks.items] == ["right", "blank", "right"]


@pytest.mark.parametrize(
    ("written", "expected", "verdict"), [("10", 2, "unreadable"), ("10", 3, "wrong"), ("11", 11, "right")]
)
def test_ten_may_be_two_in_binary(written: str, expected: int, verdict: str) -> None:
    marks = mark_response(parse_response(part_of(codes(1, 5)), (written,)), (expected,))
    assert [str(item.verdict) for item in marks.items] == [verdict]


@pytest.mark.parametrize(
    ("expected", "tolerance", "written", "note"),
    [
        ("0.5283", THOUSANDTH, "0.53", IMPRECISE),
        ("0.5283", THOUSANDTH, "0.6", None),
        ("0.4972", THOUSANDTH, "1/2", None),  # a wrong fraction, not a rounded number
        ("0.4972", THOUSANDTH, "½", None),
        ("0.4972", THOUSANDTH, r"\frac{1}{2}", None),
        ("0.4972", THOUSANDTH, "0,5", IMPRECISE),
        ("0.52836", THOUSANDTH, "0.53011", NEAR),
        ("0.52836", THOUSANDTH, "0.52637", NEAR),
        ("0.52836", THOUSANDTH, "0.53037", None),
        ("1/3", EXACT, "0.33", ROUNDED),
        ("1/3", EXACT, "0.33333333333333", ROUNDED),  # 14 digits: not the whole of a float
        ("1000003/3000010", EXACT, "0.3333332222225926", ROUNDED),  # too large a denominator to be read from a float
        ("1/3", EXACT, "0.34", None),
        ("1/3", EXACT, "33/100", None),
        ("1/3", EXACT, "3333333333333333/10000000000000000", None),
    ],
)
def test_what_a_wrong_number_lacks(expected: str, tolerance: Tolerance, written: str, note: Note | None) -> None:
    marks = mark_response(parse_response(part_of(probabilities(1), tolerance), (written,)), (Fraction(expected),))
    assert [(str(item.verdict), item.note) for item in marks.items] == [("wrong", note)]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3", "1"),
        ("0.36", "1/100"),
        ("0.5", "1/10"),
        ("1/3", "0"),
        ("1/8", "1/1000"),
        ("7/6", "0"),
        ("0.0625", "1/10000"),
        ("40", "1"),
        ("3500", "100"),
        ("-100", "100"),
        ("0", "1"),
    ],
)
def test_the_last_digit(written: str, expected: str) -> None:
    assert written_unit(Fraction(written)) == Fraction(expected)
