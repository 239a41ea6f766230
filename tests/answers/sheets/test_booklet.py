import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.composed_exam import compose
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.subject import Subject
from answers.exam.words import LANGUAGES, Text, plain
from answers.sheets.booklet import (
    STYLE,
    definitions_named,
    duration,
    lost_references,
    solution_html,
    solution_pdf,
    subject_html,
    subject_pdf,
)
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import Model, sheet_html
from answers.sheets.subject import how, subject_of
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.sheets.samples import text_of
from tests.answers.tiny import EXAMS, TINY


def test_a_subject_has_all_that_is_needed_in_its_order():
    text = text_of(subject_html(TINY, lang="en"))
    expected = [
        "Subject Tiny",
        "Duration: 1 h 30 – 5 pts",
        "A try: really small.",
        "Writing numbers.",
        "D1 The double",
        "D2 The quarter",
        "D1: 1/4",
        "Values to check your programs Twice 3 is 6.",
        "Question 1 (2 pts: a 1 · b 1) D1 · exact value Double it.",
        "Question 2 (3 pts) D2 · ± 0.1 As in 1.",
    ]
    places = [text.find(piece) for piece in expected]
    assert -1 not in places, [piece for piece, place in zip(expected, places, strict=True) if place < 0]
    assert places == sorted(places)


def test_on_a_screen_nothing_is_printed_and_a_clock_has_the_time():
    for lang, words in (("en", ("Duration", "printed", "handed in")), ("fr", ("Durée", "imprimé", "à rendre"))):
        page, screen = (text_of(subject_html(TINY, lang=lang, on_screen=is_one)) for is_one in (False, True))
        assert [(text in page, text in screen) for text in words] == [(True, False)] * 3


def test_only_what_occurs_is_said_of_writing_numbers():
    """Tiny has integers, and a number within 0.1 that is no probability; its first question alone has integers."""
    with_numbers = text_of(subject_html(TINY, lang="en"))
    integers = text_of(subject_html(replace(TINY, questions=TINY.questions[:1]), lang="en"))
    assert "a fraction such as" in with_numbers
    assert "“± 0.1” accepts any number at most 0.1 away" in with_numbers
    assert "One answer a field: an integer. Write 0" in integers
    for words in ("probability", "of that value", "all or nothing"):
        assert words not in with_numbers
        assert words not in integers
    assert "±" not in integers


def test_a_listing_keeps_its_lines_and_a_drawing_its_language():
    html = subject_html(TINY, lang="fr")
    assert '<pre class="code">a :\n  b</pre>' in html
    assert '<text x="2" y="12">fr</text>' in html
    assert "Un essai\N{NO-BREAK SPACE}: vraiment petit." in html


def test_a_statement_names_its_definitions(tmp_path):
    folder = copy_of_tiny(tmp_path)
    as_in, named = '<p>As in {{ Q("double") }}.</p>', "{{ D(2) }}{{ D(1) }}{{ figures.square }}"
    edit(folder, as_in, named, "templates/subject_en.html")
    edit(folder, "statement_quarter(Q)", "statement_quarter(D, figures)", "templates/subject_en.html")
    exam = load_exam("tiny", [tmp_path])
    double, quarter = exam.questions
    assert definitions_named(exam, quarter, "en") == {1, 2}
    assert definitions_named(exam, quarter, "fr") == definitions_named(exam, double, "en") == frozenset()


def test_a_worked_solution_speaks_of_its_seed():
    text = text_of(solution_html(TINY, make_key(TINY, 10), lang="en"))
    for piece in ("Worked solution – u₀ = 10", "Twice 10 is 20.", "u₀ / 4 = 5/2 = 2.5", "Remainder 2, 5/2."):
        assert piece in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_booklets_are_pdfs_without_fields(lang):
    for pdf in (subject_pdf(TINY, lang=lang), solution_pdf(TINY, make_key(TINY, 17), lang=lang)):
        reader = PdfReader(BytesIO(pdf))
        assert len(reader.pages) == 1
        assert not reader.get_fields()
    assert subject_pdf(TINY, lang=lang) == subject_pdf(TINY, lang=lang)


def test_an_exam_without_subject_is_told():
    """It has no worked solution either: there is nothing that `corrige check` could miss."""
    small = load_exam("small", [EXAMS])
    for page in (lambda: subject_html(small), lambda: solution_html(small, make_key(small, 17))):
        with pytest.raises(CorrigeError, match="has no subject, so no worked solution either") as caught:
            page()
        assert all(name in caught.value.problems[0].remedy for name in ("subject.py", "subject_en.html"))


@pytest.mark.parametrize(("minutes", "text"), [(45, "45 min"), (60, "1 h"), (90, "1 h 30"), (185, "3 h 05")])
def test_durations(minutes, text):
    assert duration(minutes) == text


@pytest.mark.slow
def test_a_question_of_a_subject_is_not_broken_over_two_pages():
    lines = "<p>before</p>" * 40
    statement = f'<section class="statement"><h3>first</h3>{"<p>line</p>" * 8}<p>last</p></section>'
    pdf = render_pdf(f"<html><body>{lines}{statement}</body></html>", fillable=False, style=STYLE)
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    assert ["first" in page for page in pages] == ["last" in page for page in pages] == [False, True]


PAPER = """\
[paper]
title = "Two"
minutes = 90
questions = [
    { exam = "twin", question = 1, points = 1 },
    { exam = "tiny", question = 1, points = 1 },
    { exam = "tiny", question = 2, points = 4.5 },
]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    edit(copy_of_tiny(tmp_path, "twin"), '"tiny"', '"twin"')
    (tmp_path / "two.toml").write_text(PAPER, encoding="utf-8")
    return tmp_path


def paper(folder: Path) -> Exam:
    return load_exam("two", [folder, EXAMS])


def test_the_subject_has_the_definitions_that_its_questions_need(folder: Path) -> None:
    html = subject_html(paper(folder), lang="en")
    text = text_of(html)
    expected = [
        "Two", "Duration: 1 h 30 – 6.5 pts", "A try: really small.", "D1 The double", "D2 The double", "D3 The quarter",
        "D2: 1/4", "Twice 3 is 6.", "Question 1 (1 pt: a 0.5 · b 0.5) D1 · exact value Double it.", "Question 2 (1 pt",
        "D2 · exact",
        "Question 3 (4.5 pts) D3 · ± 0.1 As in 2.",
    ]  # fmt: skip
    places = [text.find(piece) for piece in expected]
    assert -1 not in places, [piece for piece, place in zip(expected, places, strict=True) if place < 0]
    assert places == sorted(places)
    assert html.count('<text x="2" y="12">en</text>') == 2
    assert lost_references(paper(folder)) == ()
    subject = subject_of(paper(folder))
    assert (subject.minutes, set(subject.figures)) == (90, {"tiny/square", "twin/square"})


def test_checks_of_what_is_not_asked_are_left_out_and_the_others_stay(folder: Path) -> None:
    new = "{% if asks('quarter') %}A quarter.{% endif %} {% if asks('double', 'quarter') %}Twice 4 is 8.{% endif %}"
    edit(folder / "twin", "Twice 3 is 6.", new, "templates/subject_en.html")
    edit(folder / "twin", "macro checks()", "macro checks(asks)", "templates/subject_en.html")
    text = text_of(subject_html(paper(folder), lang="en"))
    assert ("A quarter." in text, "Twice 4 is 8." in text) == (False, True)
    assert text.index("Twice 4 is 8.") < text.index("Question 1")


def test_texts_that_speak_of_what_is_not_there_are_told_once_each(folder: Path) -> None:
    path = folder / "two.toml"
    path.write_text(PAPER.replace('    { exam = "tiny", question = 1, points = 1 },\n', ""), encoding="utf-8")
    (problem,) = lost_references(paper(folder))
    assert problem.place == f"{path}, line 6"
    assert problem.cause == (
        "the text of a question mentions question 1 of the exam tiny, which this composed paper does not contain"
    )


def test_a_solution_may_speak_of_what_the_paper_lacks(folder: Path) -> None:
    new = "{{ Q('double') }}, {{ Q('quarter') }}, {{ D(2) }}: twice"
    edit(folder / "twin", "Twice", new, "templates/solution_en.html")
    edit(folder / "twin", "solution_double(drawn", "solution_double(Q, D, drawn", "templates/solution_en.html")
    exam = paper(folder)
    text = text_of(solution_html(exam, make_key(exam, 10), lang="en"))
    assert "1, 2 (Tiny), The quarter : twice 10 is 20." in text
    assert "Remainder 2" in text  # which the exam computes


def checks_of(*chosen: tuple[str, int], lang: str = "en") -> str:
    questions = tuple(PaperQuestion(exam, number, Fraction(1), "") for exam, number in chosen)
    composed_exam = compose(PaperPlan("own", {"fr": "A", "en": "A"}, 60, questions, ""), load_exam, NOWHERE)
    subject = subject_of(composed_exam)
    texts = {"examples": subject.examples(), "figures": dict.fromkeys(subject.figures, "")}
    return " ".join(plain(composed_exam.words(lang).page("checks", **texts)).replace("\N{NO-BREAK SPACE}", " ").split())


def test_a_paper_of_three_exams_has_the_check_values_of_its_questions() -> None:
    text = checks_of(("dice", 1), ("verger", 2), ("jeux", 6))
    words = ("The orchard game", "2341/3456", "three throws", "Games", "C = 1561", "152", "Dice Battle")
    assert [one in text for one in words] == [True, True, False, True, True, False, False]


def test_the_model_sheet_of_a_paper_has_the_answers_to_its_questions_alone(folder: Path) -> None:
    exam = paper(folder)
    for lang in ("en", "fr"):
        html = sheet_html(Model(exam, make_key(exam, exam.model_seed)), lang=lang)
        doubled = ["17", "34", "18", "35"]
        quarter = "17/4 = 4,25" if lang == "fr" else "17/4 = 4.25"
        assert re.findall(r'<span class="answer \w+">(.*?)</span>', html) == [*doubled, *doubled, quarter]


def test_definitions_bring_those_that_they_build_on():
    subject = Subject(60, {1: (), 2: (), 3: (1,), 4: (3,)})
    assert subject.needed((4,)) == (1, 3, 4)
    assert subject.needed((2, 3)) == (1, 2, 3)
    assert subject.needed(()) == ()
    with pytest.raises(KeyError):
        subject.needed((5,))


@pytest.mark.parametrize("definitions", [{1: (1,)}, {1: (2,), 2: ()}, {1: (), 2: (7,)}])
def test_definitions_build_on_earlier_ones_only(definitions):
    with pytest.raises(ValueError, match="do not all come before it"):
        Subject(60, definitions)


LINE = "{% macro how_double(answers) %}n and 2n: {{ answers['a'] | join('; ') }}.{% endmacro %}"
STEPS = """
@double.hint_data
def first_wrong(case: Any) -> dict[str, object]:
    return {"letter": case.first[0], "place": case.first[1], "n": case.drawn.n, "last": case.answers["b"][-1]}


EXAM = """

Making = Callable[[str], Exam]


@pytest.fixture
def making(tmp_path: Path) -> Making:
    """Copy `tiny`, with another line of feedback in English for its first question, and with `hint_data`."""

    def made(line: str) -> Exam:
        folder = copy_of_tiny(tmp_path, "told")
        edit(folder, '"tiny"', '"told"')
        edit(folder, LINE, line, "templates/en.html")
        edit(folder, "from fractions import Fraction\n", "from fractions import Fraction\nfrom typing import Any\n")
        edit(folder, "EXAM = ", STEPS)
        return load_exam("told", [tmp_path])

    return made


def line(exam: Exam, wrong: dict[str, tuple[int, ...]], number: int = 1) -> Text | None:
    return how(exam, exam.questions[number - 1], exam.words("en"), make_key(exam, 10), wrong)


def test_the_true_answers_are_told() -> None:
    assert line(TINY, {"a": (0,)}) == "<var>n</var> and 2<var>n</var>: 10;\u00a020."
    assert line(TINY, {}) is line(TINY, {"": (0,)}, number=2) is None  # nothing is wrong, or no words are there


def test_a_line_knows_what_is_wrong_and_what_was_computed(making: Making) -> None:
    exam = making(
        "{% macro how_double(drawn, wrong, hint_data, evidence) %}"
        "{{ drawn.n }} {{ wrong.b }} {{ hint_data.letter }} {{ hint_data.place }} {{ hint_data.n }} "
        "{{ hint_data.last }} "
        "{{ evidence['a'] }}"
        "{% endmacro %}"
    )
    assert line(exam, {"b": (1,)}) == "10 (1,) <var>b</var> 1 10 21 ()"


def test_on_a_composed_paper_a_line_stands_in_its_own_exam(making: Making) -> None:
    exam = making(
        "{% macro how_double(drawn, answers, hint_data) %}"
        "{{ drawn.n }} {{ answers['b'] | join(' ') }} {{ answers | length }} {{ hint_data.n }}{% endmacro %}"
    )
    chosen = tuple(PaperQuestion(name, n, Fraction(1), "") for name, n in (("small", 1), ("told", 2), ("told", 1)))
    plan = PaperPlan("paper", {"fr": "Épreuve", "en": "Paper"}, 60, chosen, "paper.toml")
    paper = compose(plan, lambda name: exam if name == "told" else load_exam(name, [EXAMS]), NOWHERE)
    key = make_key(paper, 10)
    assert how(paper, paper.questions[2], paper.words("en"), key, {"a": (0,)}) == "10 11 21 2 10"
