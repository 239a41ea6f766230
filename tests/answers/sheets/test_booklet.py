from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.words import LANGUAGES
from answers.sheets.booklet import (
    STYLE,
    definitions_named,
    duration,
    solution_html,
    solution_pdf,
    subject_html,
    subject_pdf,
)
from answers.sheets.pdf import render_pdf
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
