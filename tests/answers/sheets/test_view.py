"""The views of sheets, by hand for the tiny exam: n and 2n, n + 1 and 2n + 1, then n / 4 within 0.1."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from markupsafe import Markup

from answers.assets import shared_words
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.words import Words, plain
from answers.flags import MISTAKE, WAITS, Note
from answers.kinds.parsing import Value
from answers.kinds.tolerance import Tolerance
from answers.paper import Mark, PartMarks, Verdict
from answers.sheets import view
from answers.sheets.layout import LONG
from answers.sheets.sheet import BlankSheet, ExaminerKey, Feedback, sheet_html
from answers.sheets.view import (
    Cell,
    MarkView,
    PartView,
    QuestionView,
    asked_text,
    note_text,
    one_line,
    points_text,
    question_views,
    verdict_text,
)
from tests.answers.exam.test_catalogue import copy_of_tiny, edit
from tests.answers.sheets.samples import paper_of
from tests.answers.tiny import TINY

KEY, ENGLISH, FRENCH = make_key(TINY, 10), TINY.words("en"), TINY.words("fr")
FIRST_A, FIRST_B, SECOND = TINY.parts


def labels(words: Words, place: int) -> tuple[Markup, ...]:
    return words.labels(TINY.parts[place], KEY.params)


def shown(value: Value, lang: str = "en") -> Cell:
    """The cell of part 2 when its answer is `value`."""
    key = replace(KEY, answers={**KEY.answers, "2": (value,)})
    return question_views(TINY, TINY.words(lang), KEY.params, key)[1].parts[0].cells[0]


def test_a_sentence_is_not_told_again_of_the_next_answer() -> None:
    """Question 2 lost most points: it explains the mistake of 1a, twice, and of 1b, after another note."""
    half, vague = Mark("5", Verdict.WRONG, Note(MISTAKE, "half"), Fraction(0)), Note("imprecise")
    follows = replace(half, verdict=Verdict.FOLLOW_THROUGH)
    rough = replace(half, note=vague)
    parts = {"1a": (half, half), "1b": (rough, follows), "2": (follows,)}
    views = question_views(TINY, ENGLISH, KEY.params, KEY, paper_of(TINY, parts, u0=10))
    messages = [
        [cell.mark.remark for part in question_view.parts for cell in part.cells if cell.mark]
        for question_view in views
    ]
    assert messages == [
        ["as in question 2", "likewise", vague.render("en"), "as in question 2"],
        ["Half for a quarter"],
    ]


@pytest.mark.parametrize(("value", "is_so"), [(5, False), (Fraction(1), True), (0.25, True)])
def test_the_precision_of_a_count_is_not_told(value: Value, is_so: bool) -> None:
    """A number of ravens beside a probability; a probability that is 1 has a precision all the same."""
    key = replace(KEY, answers={**KEY.answers, "2": (value,)})
    wrong = Mark("77", Verdict.WRONG, None, Fraction(0))
    sheet = Feedback(TINY, key, paper_of(TINY, {"2": (wrong,)}, u0=10))
    assert ("[± 0.1]" in plain(Markup(sheet_html(sheet, lang="en"))).replace("\u00a0", " ")) is is_so


def test_a_known_mistake_is_told_in_the_exams_own_words_any_other_note_in_the_houses() -> None:
    assert note_text(Note(MISTAKE, "half"), ENGLISH) == "Half for a quarter"
    assert note_text(Note(MISTAKE, "third"), ENGLISH) == "known mistake: third"
    assert note_text(Note("ambiguous", "half"), ENGLISH) == shared_words("en")["slugs"]["ambiguous"]


def test_a_key_adds_answers_and_a_paper_its_marks() -> None:
    right = Mark(" 10\n", Verdict.RIGHT, None, Fraction(1, 2))
    wrong = Mark("x" * 31, Verdict.UNREADABLE, Note("ambiguous"), Fraction(0))
    paper = paper_of(TINY, {"1a": (right, wrong)}, u0=10)
    views = question_views(TINY, FRENCH, KEY.params, KEY, paper)
    (u0, double), _, (quarter,) = (labels(FRENCH, place) for place in range(3))
    ok, bad = MarkView("10", Verdict.RIGHT, None, "0,5", "juste"), MarkView(
        "x" * 29 + "…", Verdict.UNREADABLE, Note("ambiguous"), "0", "illisible", "nombre ambigu"
    )  # fmt: skip
    blank = MarkView("", Verdict.BLANK, None, "0", "sans réponse")
    assert views[0].parts[0] == PartView(
        "a",
        "1",
        "",
        "valeur exacte",
        "0,5",
        (
            Cell("q1a_1", u0, "a", "10", mark=ok, is_count=True, place=("1 a", 1)),
            Cell("q1a_2", double, "", "20", mark=bad, is_count=True, place=("1 a", 2)),
        ),
    )
    assert [(cell.expected, cell.mark) for cell in views[0].parts[1].cells] == [("11", blank), ("21", blank)]
    assert views[1].parts == (
        PartView(
            "", "3", "±\u00a00,1", "±\u00a00,1", "0",
            (Cell("q2_1", quarter, "", "5/2 = 2,5", mark=blank, size=LONG, place=("2", 1)),),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "expected", "exact"),
    [
        (17, "17", ""),
        (10**20, "≈ 1·10²⁰", ""),
        (Fraction(1, 3), "1/3 ≈ 0.333", ""),
        (Fraction(-5, 2), "−5/2 = −2.5", ""),
        (0.5, "≈ 0.5", ""),
        (Fraction(10**7 + 1, 10**7), "≈ 1", "10000001/10000000"),
        (Fraction(-(10**7) - 1, 10**7), "≈ −1", "−10000001/10000000"),
        (Fraction(1, 10**33), "≈ 1·10⁻³³", f"1/1{'0' * 33}"),
        (Fraction(1, 10**34), "≈ 1·10⁻³⁴", ""),
    ],
)
def test_the_whole_fraction_where_it_is_not_shown_and_can_be_read(value: Value, expected: str, exact: str) -> None:
    cell = shown(value)
    assert (cell.expected, cell.exact) == (expected, exact)


@pytest.mark.parametrize(
    ("label", "expected", "text"),
    [("x ≃", "2.5", "x ="), ("x ≃", "≈ 2.5", "x"), ("x ≃", "", "x ="), ("x =", "≈ 2.5", "x ="), ("≃ x", "2.5", "≃ x")],
)
def test_the_sign_asked_of_students_gives_way_to_the_answers_own(label: str, expected: str, text: str) -> None:
    assert Cell("q1_1", Markup(label), "", expected).answer_label == text


def question(*counts: int, tolerances: tuple[str, ...] = (), label: str = "x =") -> QuestionView:
    parts = tuple(
        PartView(
            letter, "1", tolerances[i] if tolerances else "", "", "", (Cell(letter, Markup(label), letter),) * count
        )
        for i, (letter, count) in enumerate(zip("abcdefg", counts, strict=False))
    )
    return QuestionView(1, Markup(""), None, None, Fraction(1), parts, ())


@pytest.mark.parametrize(
    ("tolerances", "messages"),
    [
        (("", ""), (("", ""),)),
        (("± 1",), (("", "± 1"),)),
        (("± 1", "± 1"), (("", "± 1"),)),
        (("± 1", "± 2", "± 1"), (("a, c", "± 1"), ("b", "± 2"))),
        (("", "± 2"), (("a", ""), ("b", "± 2"))),
    ],
)
def test_one_tolerance_or_each_parts_own(tolerances: tuple[str, ...], messages: tuple[tuple[str, str], ...]) -> None:
    assert question(*(1 for _ in tolerances), tolerances=tolerances).tolerances == messages


@pytest.fixture
def noted_exam(tmp_path: Path) -> Exam:
    """The tiny exam with a note."""
    folder = copy_of_tiny(tmp_path)
    macro = "{% macro note_quarter(drawn) %}n is {{ drawn.n }}{% endmacro %}"
    edit(folder, '{% set title = "Tiny" %}', '{% set title = "Tiny" %}\n' + macro, "templates/en.html")
    return load_exam("tiny", [tmp_path])


def test_a_note_is_for_the_key_only(noted_exam: Exam) -> None:
    words = noted_exam.words("en")
    assert [view.note for view in question_views(noted_exam, words, KEY.params, KEY)] == [None, "<var>n</var> is 10"]
    assert [view.note for view in question_views(noted_exam, words, KEY.params)] == [None, None]


def test_sheets_tell_a_range_of_definitions() -> None:
    first, *others = TINY.questions
    exam = replace(TINY, questions=(replace(first, definitions=(1, 2, 3)), *others))
    assert question_views(exam, ENGLISH, KEY.params)[0].definitions == ("D1–D3",)
    assert "[D1–D3, " in sheet_html(BlankSheet(exam, 17))


def test_what_is_asked_of_a_part_and_of_integers_beside_what_has_a_tolerance() -> None:
    several, one = replace(FIRST_A, all_or_nothing=True), replace(SECOND, all_or_nothing=True)
    assert asked_text(several, (), "fr") == "valeur exacte, tout ou rien"
    assert asked_text(several, (), "en") == "exact value, all or nothing"
    assert asked_text(one, (), "en") == "±\u00a00.1"  # one box is all or nothing anyhow
    both = replace(FIRST_A, tolerance=Tolerance(absolute=Fraction(1, 10)))
    labels = (Markup("<var>d</var>* ="), Markup("E(<var>G</var>) ≃"))
    assert asked_text(both, labels, "fr") == "<var>d</var>* exactement, E(<var>G</var>)\u00a0±\u00a00,1"
    assert asked_text(both, labels, "en") == "<var>d</var>* exactly, E(<var>G</var>)\u00a0±\u00a00.1"
    assert asked_text(both, labels[1:] * 2, "en") == "±\u00a00.1"
    assert asked_text(FIRST_A, labels, "en") == "exact value"


def marked(*raws: str, points: int = 1) -> PartMarks:
    return PartMarks(tuple(Mark(raw, Verdict.RIGHT, None, Fraction(0)) for raw in raws), Fraction(points))


def test_a_list_written_in_one_box_is_shown_value_by_value_or_once() -> None:
    def shown_raws(*raws: str, verdict: Verdict = Verdict.RIGHT) -> list[str]:
        items = tuple(Mark(raw, verdict, None, Fraction(0)) for raw in raws)
        paper = replace(paper_of(TINY, {}, u0=10), parts={"1a": PartMarks(items, Fraction(1))})
        cells = question_views(TINY, ENGLISH, KEY.params, KEY, paper)[0].parts[0].cells
        return [cell.mark.raw for cell in cells if cell.mark]

    assert shown_raws("10 ; 20", "10 ; 20") == shown_raws("10, 20", "10, 20") == ["10", "20"]
    assert shown_raws("10 ;", "10 ;") == ["10", ""]
    assert shown_raws("10 ; 20", "10 ; 20", verdict=Verdict.UNREADABLE) == ["10 ; 20", "″"]
    assert shown_raws("1 0 ; 20 ; 30", "1 0 ; 20 ; 30") == ["1 0 ; 20 ; 30", "″"]
    assert shown_raws("[1 0] 20", "[1 0] 20") == ["[1 0] 20", "″"]
    assert shown_raws("10 ; 20", "20") == ["10 ; 20", "20"]
    assert shown_raws("10", "10") == ["10", "10"]  # twice the same value, each in its box
    assert shown_raws("10", "20") == ["10", "20"]


def test_a_wrong_cell_of_a_matrix_in_one_box_is_shown_with_something_above_the_expected_value() -> None:
    """Right cells are not on the feedback: a ditto mark has to stand below the text that it repeats."""

    def shown(text: str) -> str:
        items = [Mark(text, Verdict.RIGHT, None, Fraction(1, 2)), Mark(text, Verdict.WRONG, None, Fraction(0))]
        paper = replace(paper_of(TINY, {}, u0=10), parts={"1a": PartMarks(tuple(items), Fraction(1))})
        (row,) = question_views(TINY, ENGLISH, KEY.params, KEY, paper)[0].parts[0].rows
        return row.raw

    assert shown("[[10], [21]]") == shown("10 ; 21") == shown("10 21") == "21"
    assert shown("10 ; 2 1 ; 3") == "10 ; 2 1 ; 3"


def test_right_items_that_earn_nothing_are_explained() -> None:
    paper = replace(paper_of(TINY, {}, u0=10), parts={"1a": marked("10", "21")})
    together = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    assert question_views(together, ENGLISH, KEY.params, KEY, paper)[0].parts[0].lost
    assert not question_views(TINY, ENGLISH, KEY.params, KEY, paper)[0].parts[0].lost


def test_where_others_may_be_right_the_answer_is_an_example() -> None:
    def printed_face(*, face_of: Exam, lang: str) -> str:
        return sheet_html(ExaminerKey(face_of, KEY), lang=lang)

    first, second = TINY.questions
    several = replace(TINY, questions=(first, second.accepting(lambda *_: False)))
    views = question_views(several, ENGLISH, KEY.params, KEY)
    assert [view.open for view in views] == [(), tuple(part.letter for part in second.parts)]
    for lang, words in (("fr", "toute autre réponse juste compte aussi"), ("en", "any other right answer counts too")):
        assert printed_face(face_of=several, lang=lang).count(words) == 1
        assert words not in printed_face(face_of=TINY, lang=lang)
    paper = paper_of(several, {}, u0=10)
    assert sheet_html(Feedback(several, KEY, paper), lang="en").count("(any other right answer counts too)") == 1
    some = replace(TINY, questions=(first.accepting(lambda *_: False, first.parts[-1].letter), second))
    feedback = sheet_html(Feedback(some, KEY, paper_of(some, {}, u0=10)), lang="en")
    assert feedback.count("expected <b>") == len(TINY.parts)  # blank answers of a part share a row
    assert feedback.count("any other right answer counts too") == 1  # beside the first item of the part
    text = f"any other right answer counts too: {first.parts[-1].letter}"
    assert sheet_html(ExaminerKey(some, KEY), lang="en").count(text) == 1


def test_a_line_is_told_of_the_items_that_are_not_right_of_parts_that_lost_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = []
    monkeypatch.setattr(view, "how", lambda exam, asked, words, key, wrong: results.append((asked.number, wrong)))
    half = Fraction(1, 2)
    right, wrong = Mark("10", Verdict.RIGHT, None, half), Mark("1", Verdict.WRONG, None, Fraction(0))
    followed = Mark("2", Verdict.FOLLOW_THROUGH, None, half)
    parts = {"1a": PartMarks((right, followed), Fraction(1)), "1b": PartMarks((right, wrong), Fraction(1))}
    question_views(TINY, TINY.words("en"), TINY.drawn(10), make_key(TINY, 10), replace(paper_of(TINY, {}), parts=parts))
    assert results == [(1, {"b": (1,)}), (2, {})]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("  a \t\n b\u2028c ", "a b c"),
        ("\u202eabc\u0000\x1b", "abc"),
        ("\ud800x", "x"),
        ("e\u0301", "é"),
        ("1234567890", "1234567890"),
        ("12345678901", "123456789…"),
        ("12345678 90", "12345678…"),
        ("a" + " " * 5000 + "b", "a…"),
    ],
)
def test_text_is_brought_to_one_short_line(text, shown):
    assert one_line(text, 10) == shown


@pytest.mark.parametrize(
    ("points", "french", "english"),
    [
        (Fraction(0), "0", "0"),
        (Fraction(1, 3), "0,33", "0.33"),
        (Fraction(39, 2), "19,5", "19.5"),
        (Fraction(12345), "12345", "12345"),
    ],
)
def test_points_are_printed_to_a_hundredth(points, french, english):
    assert points_text(points, "fr") == french
    assert points_text(points, "en") == english


@pytest.mark.parametrize(("lang", "text"), [("fr", "pas encore lu"), ("en", "not read yet")])
def test_what_nobody_has_read_is_not_said_to_be_unreadable(lang: str, text: str) -> None:
    waits = Mark("", Verdict.UNREADABLE, WAITS, Fraction(0))
    assert verdict_text(waits, lang) == text
    paper = paper_of(TINY, {part.id: (waits,) * part.count for part in TINY.parts}, u0=10)
    shown = sheet_html(Feedback(TINY, KEY, paper), lang=lang)
    verdict = shared_words(lang)["verdicts"]["unreadable"]
    assert (shown.count(f"? {text}"), verdict in shown) == (5, False)
