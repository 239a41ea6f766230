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
from answers.flags import AS_PERCENTAGE, Note, Place
from answers.grading.mark import Response, Written, mark, mark_response, parse_response, parse_responses, values_at
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.parsing import Blank, Unreadable, Values
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import Mark, Paper, PartMarks, Verdict
from tests.answers.tiny import TINY

KEY = make_key(TINY, 10)


def paper_of(answers: Written, exam: Exam = TINY) -> Paper:
    return Paper(Place("a.txt"), "s01", exam.name, KEY.u0, (), mark(exam, KEY, parse_responses(exam, answers)))


def verdicts(answers: dict[str, tuple[str, ...]]) -> dict[str, str]:
    paper = paper_of(answers)
    return {part_id: " ".join(item.verdict for item in part.items) for part_id, part in paper.parts.items()}


def test_every_item_earns_its_share() -> None:
    paper = paper_of({"1a": ("10", "21"), "1b": ("11 21",), "2": ("2,45",)})
    assert {part_id: part.score for part_id, part in paper.parts.items()} == {"1a": Fraction(1, 2), "1b": 1, "2": 3}
    assert (paper.score, paper.points) == (Fraction(9, 2), 5)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("10", "20"), "right right"),
        (("10 20",), "right right"),
        (("10 20", ""), "right right"),
        (("", "10 ; 20"), "blank unreadable"),
        (("10", ""), "right blank"),
        (("10", "vingt"), "right unreadable"),
        (("10 20 30",), "unreadable unreadable"),
        (("10", "20", "30"), "unreadable unreadable"),
        (("",), "blank blank"),
        ((), "blank blank"),
        (("10", "1,000"), "right wrong"),
        (("10", "20,000"), "right unreadable"),
        (("20", "10,000"), "wrong wrong"),
    ],
)
def test_verdicts_of_a_part(texts: tuple[str, ...], expected: str) -> None:
    assert verdicts({"1a": texts})["1a"] == expected


def test_all_or_nothing_gives_nothing_for_a_part_that_is_not_all_right() -> None:
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    paper = paper_of({"1a": ("10", "21"), "1b": ("11", "21")}, exam)
    assert [paper.parts[part].score for part in ("1a", "1b")] == [0, 1]
    assert paper.parts["1a"].items[0].verdict is Verdict.RIGHT


ZERO, HALF = Fraction(0), Fraction(1, 2)
TOO_MANY = Note("too-many-values")


@pytest.mark.parametrize(
    ("texts", "items"),
    [
        (("10", "21"), (Mark("10", Verdict.RIGHT, None, HALF), Mark("21", Verdict.WRONG, None, ZERO))),
        (("10 21",), (Mark("10 21", Verdict.RIGHT, None, HALF), Mark("10 21", Verdict.WRONG, None, ZERO))),
        (("10 ; 20", " "), (Mark("10 ; 20", Verdict.RIGHT, None, HALF), Mark("10 ; 20", Verdict.RIGHT, None, HALF))),
        ((" ", "20"), (Mark(" ", Verdict.BLANK, None, ZERO), Mark("20", Verdict.RIGHT, None, HALF))),
        (("10", "", "20"), (Mark("10 ;  ; 20", Verdict.UNREADABLE, TOO_MANY, ZERO),) * 2),
        ((), (Mark("", Verdict.BLANK, None, ZERO), Mark("", Verdict.BLANK, None, ZERO))),
    ],
)
def test_each_item_keeps_what_was_written_for_it(texts: tuple[str, ...], items: tuple[Mark, ...]) -> None:
    assert paper_of({"1a": texts}).parts["1a"] == PartMarks(items, Fraction(1))


def test_only_the_parts_asked_for_that_have_an_answer_are_marked() -> None:
    written = parse_responses(TINY, {"1a": ("10 20",), "2": ("2.5",)})
    assert list(mark(TINY, KEY, written)) == ["1a", "1b", "2"]
    assert list(mark(TINY, KEY, written, ["2", "1a"])) == ["1a", "2"]
    assert mark(TINY, KEY, written, []) == {}
    half_a_key = make_key(TINY, 10, parts=["2"])
    assert list(mark(TINY, half_a_key, written)) == ["2"]
    assert list(mark(TINY, half_a_key, written, ["1a", "2"])) == ["2"]


def accepting(messages: list[object], *, all_or_nothing: bool = False) -> Exam:

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
    messages: list[object] = []
    part = paper_of({"1a": texts}, accepting(messages, all_or_nothing=strict)).parts["1a"]
    assert " ".join(item.verdict for item in part.items) == verdicts
    assert tuple(item.note for item in part.items) == notes
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
    messages: list[object] = []
    exam, scenario = accepting(messages), Scenario(10, ("next-number",))
    parts = mark(exam, make_key(exam, scenario), parse_responses(exam, {"1a": ("22 11",)}))
    assert parts["1a"].score == 1
    assert [argument[0].n for argument in messages] == [11]  # type: ignore[index]


def test_what_an_answer_is_asked_about_may_be_the_answers_to_earlier_parts() -> None:
    def accepts(context: SolveContext[Any], part: Part, values: Values) -> bool:
        return values == context.answers("double.a")[:1]

    first, second = TINY.questions
    exam = replace(TINY, questions=(first, second.accepting(accepts)))
    exam = exam.revised(
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
            mark_response(parse_response(TINY.parts[0], ("10 20",)), expected)


@given(st.dictionaries(st.sampled_from(["1a", "1b", "2"]), st.lists(st.text(max_size=30), max_size=3).map(tuple)))
def test_any_text_gets_a_verdict_and_the_same_one_twice(answers: dict[str, tuple[str, ...]]) -> None:
    first, second = (paper_of(answers) for _ in range(2))
    assert first == second
    assert 0 <= first.score <= first.points


@pytest.mark.parametrize(
    ("text", "verdict", "note"),
    [
        ("0,528", Verdict.RIGHT, None),
        ("52,8 %", Verdict.RIGHT, None),
        ("52,8", Verdict.UNREADABLE, AS_PERCENTAGE),  # right, if a percentage is meant
        ("53", Verdict.UNREADABLE, AS_PERCENTAGE),
        ("54", Verdict.WRONG, None),
        ("528", Verdict.WRONG, None),
        ("1", Verdict.WRONG, None),
    ],
)
def test_what_is_right_as_a_percentage_is_for_the_teacher(text: str, verdict: Verdict, note: Note | None) -> None:
    part = Part(1, "a", probabilities(1), Fraction(1), Tolerance(absolute=Fraction(1, 200)))
    (item,) = mark_response(parse_response(part, (text,)), (Fraction(528, 1000),)).items
    assert (item.verdict, item.note, item.score) == (verdict, note, int(verdict is Verdict.RIGHT))


def test_an_integer_or_a_number_without_limit_is_no_percentage() -> None:
    for kind in (integers(1, 0, 1), Numbers(1, Domain(low=0))):
        part = Part(1, "a", kind, Fraction(1), Tolerance(absolute=Fraction(1, 2)))
        assert mark_response(parse_response(part, ("100",)), (Fraction(1),)).items[0].verdict is Verdict.WRONG


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
    answer = parse_response(PAIR, texts)
    assert (answer.values, answer.raw, answer.apart) == (values, raw, apart)
    assert answer.whole == (() if None in values else values)
    assert answer.texts == (texts or ("",))


def test_a_blank_share_that_says_zero_is_written_nowhere_and_part_of_the_whole() -> None:
    answer = parse_response(Part(1, "", probabilities(3, mix=True), Fraction(1), EXACT), ("0.3", "", "0.7"))
    assert answer.readings[1] == Blank(is_zero=True)
    assert answer.values == (Fraction(3, 10), None, Fraction(7, 10))
    assert answer.whole == (Fraction(3, 10), 0, Fraction(7, 10))
    assert answer.raw == ("0.3", "", "0.7")


def test_all_parts_are_read_or_those_asked_for() -> None:
    answers = parse_responses(TINY, {"2": ("1,5 ou 2",), "1b": ("3", "")})
    assert list(answers) == ["1a", "1b", "2"]
    assert answers["1a"] == Response(PAIR, ("",), (Blank(), Blank()))
    assert answers["2"].readings == (Unreadable("1,5 ou 2", "not-a-number"),)
    assert list(parse_responses(TINY, {}, ["2", "1a"])) == ["2", "1a"]
    assert values_at(answers, [("2", 0), ("1b", 1), ("1b", 0)]) == {("1b", 0): 3}


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
    ("text", "verdict"),
    [
        ("5/7 ≈ 0,7⋯", "right"),
        ("2/7 ≈ 0,2⋯", "wrong"),
        ("5/7 · 0,714⋯", "right"),  # MuPDF prints a dot for ≈
        ("5/7 · 0,7⋯", "unreadable"),
        ("500/7 = ⋯", "unreadable"),  # perhaps a percentage
        ("0,5000000000000⋯", "unreadable"),
        ("0,71428571⋯", "unreadable"),  # perhaps all 16 digits of 5/7
        ("0,28571428⋯", "unreadable"),  # perhaps all digits of what follows from an earlier answer
    ],
)
def test_hidden_digits_of_an_exact_value_are_left_to_the_teacher(text: str, verdict: str) -> None:
    part = Part(1, "", probabilities(1), Fraction(1), EXACT)
    assert mark_response(parse_response(part, (text,)), (Fraction(5, 7),)).items[0].verdict == verdict


def test_a_hidden_power_after_many_zeros_may_make_a_number_right() -> None:
    part = Part(1, "", Numbers(1, Domain(low=0)), Fraction(1), Tolerance(absolute=Fraction(1)))
    (item,) = mark_response(parse_response(part, ("78600.000000000000⋯",)), (786,)).items
    assert item.verdict is Verdict.UNREADABLE  # perhaps 78600.000000000000 %


@pytest.mark.parametrize("text", ["· 0,71429", "´ 0,71429", "· 0,28571"])
def test_a_dot_that_is_read_as_about_has_a_remark(text: str) -> None:
    part = Part(1, "", probabilities(1), Fraction(1), Tolerance(absolute=Fraction(1, 1000)))
    (item,) = mark_response(parse_response(part, (text,)), (Fraction(5, 7),)).items
    assert (item.verdict, item.note) == ("right" if "71429" in text else "wrong", Note("dot-as-about"))


def test_hidden_digits_after_many_zeros_are_noise() -> None:
    part = Part(1, "", probabilities(1), Fraction(1), EXACT)
    verdicts = {
        text: mark_response(parse_response(part, (text,)), (Fraction(1, 2),)).items[0].verdict
        for text in ("0,5000000000000⋯", "0,500000000000⋯", "0,50000000⋯")
    }
    assert list(verdicts.values()) == ["right", "unreadable", "unreadable"]


def test_a_cut_number_is_not_wrong_where_the_exam_accepts_answers_itself() -> None:
    part = Part(1, "", probabilities(1), Fraction(1), Tolerance(absolute=Fraction(1, 100)), is_open=True)
    (item,) = mark_response(parse_response(part, ("0,2857142⋯",)), (Fraction(5, 7),), accepts=lambda _: False).items
    assert item.verdict is Verdict.UNREADABLE
