"""Marks by hand: of answers that are right or wrong, and of those that are neither simply."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.exam import Exam, MarkingPolicy, Misprint
from answers.exam.key import make_key
from answers.exam.question import Part, SolveContext
from answers.exam.scenario import Scenario
from answers.flags import AS_PERCENTAGE, BLANK_AS_ZERO, IMPRECISE, NEAR, ROUNDED, Note, Place
from answers.grading.mark import (
    Response,
    Written,
    has_too_few_digits,
    is_right_percentage,
    mark,
    mark_response,
    parse_response,
    parse_responses,
    values_at,
)
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.parsing import Blank, Kind, Unreadable, Value, Values
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import Mark, Paper
from tests.answers.tiny import TINY

KEY = make_key(TINY, 10)
PAIR = TINY.part("1a")
HALF = Fraction(1, 2)
ANY, P, MIX = Numbers(1, Domain()), probabilities(1), probabilities(3, mix=True)
THOUSANDTH = Tolerance(absolute=Fraction(1, 1000))


def paper_of(answers: Written, exam: Exam = TINY) -> Paper:
    return Paper(Place("a.txt"), "s01", exam.name, KEY.u0, (), mark(exam, KEY, parse_responses(exam, answers)))


def part_of(kind: Kind, tolerance: Tolerance = THOUSANDTH) -> Part:
    return Part(1, "", kind, Fraction(kind.count), tolerance)


def marks_of(
    part: Part, texts: tuple[str, ...], expected: Values, accepts: Callable[[Values], bool] | None = None
) -> tuple[Mark, ...]:
    return mark_response(parse_response(part, texts), expected, accepts).items


def verdicts_of(items: tuple[Mark, ...]) -> str:
    return " ".join(item.verdict for item in items)


def test_every_item_earns_its_share() -> None:
    paper = paper_of({"1a": ("10", "21"), "1b": ("11 21",), "2": ("2,45",)})
    assert {part_id: part.score for part_id, part in paper.parts.items()} == {"1a": HALF, "1b": 1, "2": 3}
    assert (paper.score, paper.points) == (Fraction(9, 2), 5)


@pytest.mark.parametrize(
    ("texts", "values", "raw", "apart", "verdicts"),
    [
        (("10", "20"), (10, 20), ("10", "20"), ("10", "20"), "right right"),
        (("10 20",), (10, 20), ("10 20", "10 20"), ("10", "20"), "right right"),
        (("10 20", ""), (10, 20), ("10 20", "10 20"), ("10", "20"), "right right"),
        (("10 21",), (10, 21), ("10 21", "10 21"), ("10", "21"), "right wrong"),
        (("10", ""), (10, None), ("10", ""), ("10", ""), "right blank"),
        ((" ", "20"), (None, 20), (" ", "20"), (" ", "20"), "blank right"),
        (("10", "?"), (10, None), ("10", "?"), ("10", ""), "right blank"),
        (("", "10 ; 20"), (None, None), ("", "10 ; 20"), ("", "10 ; 20"), "blank unreadable"),
        (("1 0", "–"), (None, None), ("1 0", "–"), ("1 0", "–"), "unreadable blank"),
        (("10", "x"), (10, None), ("10", "x"), ("10", "x"), "right unreadable"),
        (("10 x",), (None, None), ("10 x", "10 x"), ("10 x", "10 x"), "unreadable unreadable"),
        (("10", "20", "30"), (None, None), ("10 ; 20 ; 30",) * 2, ("10 ; 20 ; 30",) * 2, "unreadable unreadable"),
        (("10", "1,000"), (10, None), ("10", "1,000"), ("10", "1,000"), "right wrong"),
        (("10", "20,000"), (10, None), ("10", "20,000"), ("10", "20,000"), "right unreadable"),
        (("20", "10,000"), (20, None), ("20", "10,000"), ("20", "10,000"), "wrong wrong"),
        ((), (None, None), ("", ""), ("", ""), "blank blank"),
    ],
)
def test_an_answer_in_two_boxes_or_in_one(
    texts: tuple[str, ...],
    values: tuple[int | None, ...],
    raw: tuple[str, ...],
    apart: tuple[str, ...],
    verdicts: str,
) -> None:
    answer, items = parse_response(PAIR, texts), paper_of({"1a": texts}).parts["1a"].items
    assert (answer.values, answer.raw, answer.apart) == (values, raw, apart)
    assert answer.whole == (() if None in values else values)
    assert answer.texts == (texts or ("",))
    assert (verdicts_of(items), tuple(item.raw for item in items)) == (verdicts, raw)
    assert [item.score for item in items] == [HALF * (verdict == "right") for verdict in verdicts.split()]


def test_all_or_nothing_gives_nothing_for_a_part_that_is_not_all_right() -> None:
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    paper = paper_of({"1a": ("10", "21"), "1b": ("11", "21")}, exam)
    assert [paper.parts[part].score for part in ("1a", "1b")] == [0, 1]
    assert paper.parts["1a"].items[0].verdict == "right"


def test_all_parts_are_read_and_marked_or_those_asked_for() -> None:
    answers = parse_responses(TINY, {"2": ("1,5 ou 2",), "1b": ("3", "")})
    assert list(answers) == ["1a", "1b", "2"]
    assert answers["1a"] == Response(PAIR, ("",), (Blank(), Blank()))
    assert answers["2"].readings == (Unreadable("1,5 ou 2", "not-a-number"),)
    assert list(parse_responses(TINY, {}, ["2", "1a"])) == ["2", "1a"]
    assert values_at(answers, [("2", 0), ("1b", 1), ("1b", 0)]) == {("1b", 0): 3}
    assert list(mark(TINY, KEY, answers)) == ["1a", "1b", "2"]
    assert list(mark(TINY, KEY, answers, ["2", "1a"])) == ["1a", "2"]
    assert mark(TINY, KEY, answers, []) == {}
    assert list(mark(TINY, make_key(TINY, 10, parts=["2"]), answers, ["1a", "2"])) == ["2"]


def accepting(messages: list[Any], *, all_or_nothing: bool = False) -> Exam:

    def accepts(context: SolveContext[Any], part: Part, values: Values) -> bool:
        messages.append((context.params, context.scenario, part.id, values))
        return sum(map(Fraction, values)) == 3 * context.params.n  # type: ignore[arg-type]

    first, second = TINY.questions
    exam = replace(TINY, questions=(first.accepting(accepts), second))
    return exam.revised(lambda part: replace(part, all_or_nothing=all_or_nothing))


OTHER = Note("another-right-answer")


@pytest.mark.parametrize(
    ("texts", "asked", "verdicts", "notes", "score"),
    [
        (("10 20",), False, "right right", (None, None), 1),
        (("20 10",), True, "right right", (OTHER, OTHER), 1),
        (("10 21",), True, "right wrong", (None, None), HALF),
        (("20", ""), False, "wrong blank", (None, None), 0),
        (("20", "x"), False, "wrong unreadable", (None, Note("not-a-number")), 0),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_another_answer_may_be_right_when_all_of_it_is_read(
    texts: tuple[str, ...],
    asked: bool,
    verdicts: str,
    notes: tuple[Note | None, ...],
    score: Fraction | int,
    strict: bool,
) -> None:
    messages: list[Any] = []
    part = paper_of({"1a": texts}, accepting(messages, all_or_nothing=strict)).parts["1a"]
    assert (verdicts_of(part.items), tuple(item.note for item in part.items)) == (verdicts, notes)
    assert part.score == (int(score) if strict else score)
    values = tuple(map(int, texts[0].split()))
    assert messages == ([(KEY.params, KEY.scenario, "1a", values)] if asked else [])


def test_a_function_of_the_exam_that_fails_leaves_its_items_to_the_teacher() -> None:
    """Right items stay right, and the other parts are marked; where nothing else may be right, wrong stays wrong."""

    def fails(_context: SolveContext[Any], _part: Part, values: Values) -> bool:
        raise KeyError(values)

    first, second = TINY.questions
    exam = replace(TINY, questions=(first.accepting(fails, "a"), replace(second, remarks=fails)))
    written = {"1a": ("10 21",), "1b": ("11 21",), "2": ("7",)}
    parts, note = paper_of(written, exam).parts, Note("exam-failed:", "KeyError")
    assert [(item.verdict, item.note) for item in parts["1a"].items] == [("right", None), ("unreadable", note)]
    assert [(item.verdict, item.note) for item in parts["2"].items] == [("wrong", note)]
    assert (parts["1a"].score, parts["1b"].score, parts["2"].score) == (HALF, 1, 0)
    with pytest.raises(KeyError):
        mark(exam, KEY, parse_responses(exam, written), exam_may_fail=False)


def test_what_an_answer_is_asked_about_is_what_its_solution_was_given() -> None:
    """In the scenario of a misread number too: 11 and 22, or any two of sum 33."""
    messages: list[Any] = []
    exam, scenario = accepting(messages), Scenario(10, ("next-number",))
    parts = mark(exam, make_key(exam, scenario), parse_responses(exam, {"1a": ("22 11",)}))
    assert (parts["1a"].score, [argument[0].n for argument in messages]) == (1, [11])


def test_what_an_answer_is_asked_about_may_be_the_answers_to_earlier_parts() -> None:
    first, second = TINY.questions
    second = second.accepting(lambda context, _, values: values == context.answers("double.a")[:1])
    exam = replace(TINY, questions=(first, second)).revised(
        lambda part: replace(part, depends_on=("1a",), depends_on_labels=("double.a",)) if part.id == "2" else part
    )
    assert [paper_of({"2": (text,)}, exam).parts["2"].score for text in ("10", "11")] == [3, 0]


@pytest.mark.parametrize(
    ("u0", "written", "verdicts", "score"),
    [
        (10, "99 20", "right: as-printed right", 2),
        (10, "10 20", "right right", 2),
        (10, "98 20", "wrong right", 1),
        (11, "99 22", "wrong right", 1),
    ],
)
def test_what_a_document_printed_wrong_counts_for_its_seed(u0: int, written: str, verdicts: str, score: int) -> None:
    """tiny asks for n and 2 n in 1a; a sheet for 10 has 99 in the place of 10."""
    exam = replace(TINY, marking_policy=MarkingPolicy(misprints=(Misprint(10, "1a", 0, Fraction(99)),)))
    marks = mark(exam, make_key(exam, u0), parse_responses(exam, {"1a": (written,)}))["1a"]
    notes = (f"{item.verdict}: {item.note}" if item.note else str(item.verdict) for item in marks.items)
    assert (" ".join(notes), marks.score / marks.points) == (verdicts, Fraction(score, 2))


def test_an_answer_of_another_count_than_its_part_is_a_fault_not_a_mark() -> None:
    for expected in ((10,), (10, 20, 30)):
        with pytest.raises(ValueError, match="zip"):
            marks_of(PAIR, ("10 20",), expected)


@given(st.dictionaries(st.sampled_from(["1a", "1b", "2"]), st.lists(st.text(max_size=30), max_size=3).map(tuple)))
def test_any_text_gets_a_verdict_and_the_same_one_twice(answers: dict[str, tuple[str, ...]]) -> None:
    first, second = (paper_of(answers) for _ in range(2))
    assert first == second
    assert 0 <= first.score <= first.points


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
    assert has_too_few_digits(part_of(ANY), Fraction(expected), Fraction(written)) is is_so


def test_zeros_at_the_end_are_digits_and_integers_are_never_rounded() -> None:
    assert has_too_few_digits(part_of(P), Fraction("0.52"), Fraction("0.5"), "0,5")
    assert not has_too_few_digits(part_of(P), Fraction("0.52"), Fraction("0.5"), "0.1 ; 0,5000")
    assert not has_too_few_digits(part_of(integers(1, 0, 10**6)), 3507, 3500)
    assert not has_too_few_digits(part_of(ANY), (1, 2), Fraction(1))


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
    ("text", "verdict", "note"),
    [
        ("0,528", "right", None),
        ("52,8 %", "right", None),
        ("52,8", "unreadable", AS_PERCENTAGE),  # right, if a percentage is meant
        ("53", "unreadable", AS_PERCENTAGE),
        ("54", "wrong", None),
        ("528", "wrong", None),
        ("1", "wrong", None),
    ],
)
def test_what_is_right_as_a_percentage_is_for_the_teacher(text: str, verdict: str, note: Note | None) -> None:
    part = part_of(P, Tolerance(absolute=Fraction(1, 200)))
    (item,) = marks_of(part, (text,), (Fraction(528, 1000),))
    assert (item.verdict, item.note, item.score) == (verdict, note, int(verdict == "right"))


@pytest.mark.parametrize("kind", [integers(1, 0, 1), Numbers(1, Domain(low=0))])
def test_an_integer_or_a_number_without_limit_is_no_percentage(kind: Kind) -> None:
    assert verdicts_of(marks_of(part_of(kind, Tolerance(absolute=HALF)), ("100",), (Fraction(1),))) == "wrong"


@pytest.mark.parametrize(
    ("kind", "expected", "text", "verdicts", "score"),
    [
        (ANY, (5,), "12,345", "wrong", 0),
        (ANY, (12345,), "12,345", "unreadable", 0),
        (ANY, (Fraction("12.3454"),), "12,345", "right", 1),
        (ANY, (Fraction("-12.3454"),), "-12,345", "right", 1),
        (ANY, (Fraction("12.3458"),), "12,345", "right", 1),  # cut
        (ANY, (Fraction("12.3443"),), "12,345", "unreadable", 0),  # within the tolerance alone
        (ANY, (Fraction("12345.0004"),), "12,345", "unreadable", 0),
        (ANY, (Fraction("2.5"),), "2,500", "unreadable", 0),  # a usual way to write 2500
        (P, (Fraction("0.8167"),), "81,670", "unreadable", 0),
        (ANY, (5,), "(0,5)", "unreadable", 0),
        (Numbers(2, Domain()), (5, 12345), "12,345 5", "wrong wrong", 0),
        (Numbers(2, Domain()), (12345, 6), "12,345 5", "unreadable wrong", 0),
        (integers(3, 0, 99), (10, 20, 30), "10 ; 20", "right right unreadable", 2),
        (integers(3, 0, 99), (10, 20, 30), "20 ; 30", "unreadable unreadable unreadable", 0),
        (integers(3, 0, 99), (10, 20, 30), "10", "unreadable unreadable unreadable", 0),
        (integers(3, 0, 99999), (17, 519, 3), "17 519", "unreadable unreadable unreadable", 0),
        (codes(3, 5), (1, 2, 3), "1 ; 2", "right right unreadable", 2),
        (codes(1, 5), (2,), "10", "unreadable", 0),  # perhaps two in binary
        (codes(1, 5), (3,), "10", "wrong", 0),
        (codes(1, 5), (11,), "11", "right", 1),
    ],
)
def test_needless_doubt(kind: Kind, expected: Values, text: str, verdicts: str, score: int) -> None:
    marks = mark_response(parse_response(part_of(kind), (text,)), expected)
    assert (verdicts_of(marks.items), marks.score) == (verdicts, score)


def test_what_is_ambiguous_stays_so_where_other_answers_may_be_right() -> None:
    assert verdicts_of(marks_of(part_of(ANY), ("12,345",), (5,), lambda _: False)) == "unreadable"


@pytest.mark.parametrize(
    ("kind", "texts", "verdicts"),
    [
        (MIX, ("0.3", "", "0.7"), "right right right"),
        (MIX, ("0.3 ? 0.7",), "right right right"),
        (MIX, ("0.3", "", "0.6"), "right blank wrong"),
        (MIX, ("", "", ""), "blank blank blank"),
        (MIX, ("0.3", "x", "0.7"), "right unreadable right"),
        (MIX, ("1.3", "", "-0.3"), "wrong blank wrong"),
        (probabilities(3), ("0.3", "", "0.7"), "right blank right"),
    ],
)
def test_a_blank_share_of_a_mix_is_a_zero_if_the_others_sum_to_1(
    kind: Kind, texts: tuple[str, ...], verdicts: str
) -> None:
    expected: tuple[Value, ...] = (Fraction(3, 10), 0, Fraction(7, 10))
    items = marks_of(part_of(kind), texts, expected)
    assert verdicts_of(items) == verdicts
    assert (items[1].note == BLANK_AS_ZERO) is (verdicts == "right right right")
    if len(texts) == 3:
        assert [item.raw for item in items] == list(texts)
    answer = parse_response(part_of(MIX, EXACT), ("0.3", "", "0.7"))
    assert (answer.readings[1], answer.values[1], answer.whole) == (Blank(is_zero=True), None, expected)


def test_a_blank_share_is_noted_in_another_right_answer_too() -> None:
    items = marks_of(part_of(MIX), ("0.5", "0.5", ""), (Fraction(1), 0, 0), lambda values: sum(values) == 1)  # type: ignore[arg-type]
    assert [item.note for item in items] == [OTHER, OTHER, BLANK_AS_ZERO]


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
    items = marks_of(part_of(P, tolerance), (written,), (Fraction(expected),))
    assert [(item.verdict, item.note) for item in items] == [("wrong", note)]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("2,5000000⋯", "right"),
        ("2,5999999⋯", "right"),  # within 0.1, whichever digits follow
        ("2,6000000⋯", "unreadable"),  # 2,60000009 is not
        ("2,500⋯", "unreadable"),  # perhaps 2,500/3
        ("2,5000000", "right"),
        ("2,7000000⋯", "wrong"),
        ("0,6913043⋯", "wrong"),
        ("-2,5000000⋯", "wrong"),
        ("2,700⋯", "unreadable"),  # perhaps 2,700/1,08
        ("0,2500000⋯", "unreadable"),  # perhaps 0,2500000e1
        ("250,00000000⋯", "unreadable"),  # perhaps a percentage
        ("⋯2,7000000⋯", "unreadable"),  # perhaps 12,7000000
        ("17 2,7000000⋯", "unreadable"),
        ("5/2 ≈ 2,500⋯", "right"),
        ("5/2 = ⋯", "right"),
        ("5/2 ≈ 2,⋯", "right"),
        ("5/2 · 2,500⋯", "unreadable"),  # perhaps a product
        ("5/2 ≈ 2,6⋯", "unreadable"),
        ("5/2⋯", "unreadable"),
        ("7/2 ≈ 3,5⋯", "wrong"),
        ("7/2 ≈ 2,5⋯", "unreadable"),
        ("−5/2 = −2,5⋯", "wrong"),
        ("−5/2 = −⋯", "wrong"),
        ("−5/2 = 2,5⋯", "unreadable"),
        ("5/2 = −2,5⋯", "unreadable"),
        ("7/2⋯", "unreadable"),  # perhaps 7/20, 7/2,8 or 7/2 - 1
        ("7/2 - 2/2 = ⋯", "unreadable"),
        ("5/0 ≈ 2⋯", "unreadable"),
        ("environ 2,5000000⋯", "right"),
        ("2⋯", "unreadable"),
        ("⋯", "unreadable"),
        ("2,45…", "right"),  # of a saved form, with the student's own dots
    ],
)
def test_a_cut_number_has_the_verdict_of_all_continuations(text: str, verdict: str) -> None:
    """The expected value is 2.5, within 0.1."""
    (item,) = paper_of({"2": (text,)}).parts["2"].items
    assert item.verdict == verdict
    assert (item.note == Note("wrong-though-cut")) is (verdict == "wrong")


@pytest.mark.parametrize(
    ("expected", "text", "verdict"),
    [
        ("5/7", "5/7 ≈ 0,7⋯", "right"),
        ("5/7", "2/7 ≈ 0,2⋯", "wrong"),
        ("5/7", "5/7 · 0,714⋯", "right"),  # MuPDF prints a dot for ≈
        ("5/7", "5/7 · 0,7⋯", "unreadable"),
        ("5/7", "500/7 = ⋯", "unreadable"),  # perhaps a percentage
        ("5/7", "0,5000000000000⋯", "unreadable"),
        ("5/7", "0,71428571⋯", "unreadable"),  # perhaps all 16 digits of 5/7
        ("5/7", "0,28571428⋯", "unreadable"),  # perhaps all digits of what follows from an earlier answer
        ("1/2", "0,5000000000000⋯", "right"),  # digits after many zeros are noise
        ("1/2", "0,500000000000⋯", "unreadable"),
        ("1/2", "0,50000000⋯", "unreadable"),
    ],
)
def test_hidden_digits_of_an_exact_value_are_left_to_the_teacher(expected: str, text: str, verdict: str) -> None:
    assert verdicts_of(marks_of(part_of(P, EXACT), (text,), (Fraction(expected),))) == verdict


def test_a_cut_number_is_doubtful_where_a_power_may_follow_or_the_exam_accepts_answers_itself() -> None:
    part = part_of(Numbers(1, Domain(low=0)), Tolerance(absolute=Fraction(1)))
    assert verdicts_of(marks_of(part, ("78600.000000000000⋯",), (786,))) == "unreadable"  # perhaps 78600.000000000000 %
    part = replace(part_of(P, Tolerance(absolute=Fraction(1, 100))), is_open=True)
    assert verdicts_of(marks_of(part, ("0,2857142⋯",), (Fraction(5, 7),), lambda _: False)) == "unreadable"


@pytest.mark.parametrize("text", ["· 0,71429", "´ 0,71429", "· 0,28571"])
def test_a_dot_that_is_read_as_about_has_a_remark(text: str) -> None:
    (item,) = marks_of(part_of(P), (text,), (Fraction(5, 7),))
    assert (item.verdict, item.note) == ("right" if "71429" in text else "wrong", Note("dot-as-about"))
